import { isDomainText, readLogName } from "../../action/domain.ts";
import type { Message } from "../../action/kinds.ts";
import { MAX_SIGNATURE_BYTES } from "../../action/wallet.ts";
import { isLongerThan } from "../../base/bytes.ts";
import type { Hex } from "../../base/hex.ts";
import { ENTRY_BYTES } from "../../log/entry.ts";
import { FIELD_ORDER } from "../../crypto/poseidon/index.ts";
import {
  arrayOf,
  FormatError,
  hexOf,
  hexUpTo,
  parseStrictJson,
  readDecimal,
  readObject,
  literal,
  refuseNewer,
  stringUpTo,
  type Decimal,
} from "../../base/json.ts";

/** The format that this version writes and reads. */
export const BUNDLE_FORMAT = "anchorlog.bundle/1";

/** The most bytes of a bundle's JSON text: room for 16 strings of the greatest length, with every character escaped. */
export const MAX_BUNDLE_BYTES = 1 << 21;
/** The most characters of a payload's type string. */
export const MAX_PAYLOAD_TYPE_LENGTH = 2048;

/** A portable proof of one action (protocol/1-verify §10). The JSON text has the same members. */
export type Bundle = {
  readonly format: typeof BUNDLE_FORMAT;
  readonly operator: {
    readonly chainId: Decimal;
    readonly registry: Hex;
    readonly address: Hex;
    /** The name and version of the operator's EIP-712 domain: 1 to 64 characters of printable ASCII each. */
    readonly name: string;
    readonly version: string;
  };
  /** The log's name; its identifier is in the entry and the message. */
  readonly log: string;
  readonly action: {
    readonly primaryType: string;
    /** `KPayload(<members>)`: the EIP-712 type of the signed payload. */
    readonly payloadType: string;
    readonly message: Message;
    /** 65 bytes; a contract wallet's may be longer. */
    readonly signature: Hex;
  };
  /** The entry's 267 bytes. */
  readonly entry: Hex;
  readonly receipt: { readonly key: Hex; readonly signature: Hex };
  /** Absent while the entry is only promised. */
  readonly inclusion?: Inclusion | undefined;
};

/** The proofs that lead from an entry up to a checkpoint. */
export type Inclusion = {
  /** The batch header's 229 bytes. */
  readonly header: Hex;
  /** RFC 9162 inclusion proof of the entry in the batch. */
  readonly path: readonly Hex[];
  /** Eight triples of siblings, from the commitment up to zkRoot. */
  readonly zkPath: readonly (readonly Hex[])[];
  readonly checkpoint: {
    readonly size: Decimal;
    readonly root: Hex;
    /** The header's position in the batch log. */
    readonly position: Decimal;
    /** RFC 9162 inclusion proof of the header in the batch log. */
    readonly path: readonly Hex[];
  };
};

/** Formats a bundle as canonical JSON, ending in a newline (protocol/1-verify §10). */
export function formatBundle(bundle: Bundle): string {
  return `${JSON.stringify(bundle, undefined, 2)}\n`;
}

const hash = hexOf(32);
// At most 53 levels: sizes are below 2^53.
const path = arrayOf(hash, 53);
const identifier = stringUpTo(64);

/**
 * Reads a bundle's structure strictly: exactly the members of the format, each canonical. The message is checked
 * against its kind later. No proof or signature is verified here.
 *
 * @throws FormatError naming the fault and its place. @throws NewerFormatError
 */
export function parseBundle(text: string): Bundle {
  if (isLongerThan(text, MAX_BUNDLE_BYTES)) {
    throw new FormatError("malformed", "", `a bundle has at most ${MAX_BUNDLE_BYTES} bytes`);
  }
  const value = parseStrictJson(text);
  refuseNewer(value, BUNDLE_FORMAT);
  return readBundle(value);
}

function readBundle(value: unknown): Bundle {
  return readObject(
    value,
    "",
    {
      format: literal(BUNDLE_FORMAT),
      operator: (operator, at) =>
        readObject(operator, at, {
          chainId: readDecimal,
          registry: hexOf(20),
          address: hexOf(20),
          name: readDomainText,
          version: readDomainText,
        }),
      log: readLogName,
      action: (action, at) =>
        readObject(action, at, {
          primaryType: identifier,
          payloadType: stringUpTo(MAX_PAYLOAD_TYPE_LENGTH),
          message: (message) => message as Message,
          signature: hexUpTo(MAX_SIGNATURE_BYTES),
        }),
      entry: hexOf(ENTRY_BYTES),
      receipt: (receipt, at) => readObject(receipt, at, { key: hexOf(20), signature: hexOf(65) }),
    },
    { inclusion: readInclusion },
  );
}

/** Reads a name or version of a domain, by the registry's rules (protocol/5-contracts §1). */
export function readDomainText(value: unknown, at: string): string {
  const text = identifier(value, at);
  if (isDomainText(text)) return text;
  throw new FormatError("non_canonical", at, "expected 1 to 64 characters of printable ASCII");
}

function readInclusion(value: unknown, at: string): Inclusion {
  return readObject(value, at, {
    header: hexOf(229),
    path,
    zkPath: (levels, where) =>
      exactly(8, arrayOf((siblings, w) => exactly(3, readSiblings(siblings, w), w), 8)(levels, where), where),
    checkpoint: (checkpoint, where) =>
      readObject(checkpoint, where, { size: readDecimal, root: hash, position: readDecimal, path }),
  });
}

/**
 * Reads a field element in 32 bytes.
 *
 * @throws FormatError
 */
export function readFieldElement(value: unknown, at: string): Hex {
  const element = hash(value, at);
  if (BigInt(element) < FIELD_ORDER) return element;
  throw new FormatError("non_canonical", at, "is not below the order of the field");
}
const readSiblings = arrayOf(readFieldElement, 53);

function exactly<T>(length: number, items: T[], at: string): T[] {
  if (items.length === length) return items;
  throw new FormatError("malformed", at, `has ${items.length} items, but ${length} are needed`);
}
