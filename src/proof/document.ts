/** Proofs as portable JSON (protocol/4-proofs §6): self-describing, versioned, canonical. */
import { readLogName } from "../action/domain.ts";
import type { MemberValue } from "../action/kinds.ts";
import { isLongerThan } from "../base/bytes.ts";
import { abbreviate, type Hex } from "../base/hex.ts";
import {
  arrayOf,
  FormatError,
  hexOf,
  type ObjectShape,
  parseStrictJson,
  readDecimal,
  readObject,
  literal,
  refuseNewer,
  stringUpTo,
  type Decimal,
} from "../base/json.ts";
import { DISCLOSURE_SLOTS } from "./disclosure.ts";
import { PROOF_BYTES } from "./groth16.ts";

/**
 * The format that this version writes and reads.
 *
 * @example
 * const { format } = JSON.parse(text)
 * if (format === BUNDLE_FORMAT) return verifyBundle(text, trust)
 * if (format === PROOF_FORMAT) return verifyProof(text, { trust })
 * if (format === TRUST_FORMAT) return parseTrust(text)
 */
export const PROOF_FORMAT = "anchorlog.proof/1";

/** The most bytes of a proof's JSON text: an absence over a whole batch fits. */
export const MAX_PROOF_LENGTH = 1 << 22;
/** A full batch's segments. */
const MAX_PROOFS = 4096;

/** A batch's header and where it stands in the batch log under the document's checkpoint. */
export type AnchoredBatch = {
  /** 229 bytes. */
  readonly header: Hex;
  /** The header's position in the batch log. */
  readonly position: Decimal;
  /** RFC 9162 inclusion proof of the header in the batch log. */
  readonly path: readonly Hex[];
};

/** A value of an entry: a payload member by its name, or one of these. `entry.acceptedAt` is in milliseconds. */
export type ValueName = string;

/**
 * The claim in a disclosure's document. Values have the form that they have in actions, numbers of entries decimals.
 */
export type StatedDisclosure = {
  readonly payloadType: string;
  /** The revealed address: of `entry.actor` or of an address member. */
  readonly subject: { readonly of: ValueName; readonly address: Hex };
  readonly revealed: readonly { readonly of: ValueName; readonly value: MemberValue }[];
  readonly bounds: readonly { readonly of: ValueName; readonly is: "atLeast" | "atMost"; readonly value: string }[];
  /** Field elements as 32 bytes. */
  readonly scope: Hex;
  readonly nullifier: Hex;
  /** The address that the proof is made for. */
  readonly beneficiary: Hex;
};

/** A predicate: a payload type, and values of any of its first two members. */
export type StatedPredicate = {
  readonly payloadType: string;
  readonly where: Readonly<Record<string, MemberValue>>;
};

/** The claim in an order's document. */
export type StatedOrder = {
  readonly first: StatedPredicate;
  readonly beneficiary: Hex;
  readonly second?: StatedPredicate | undefined;
  /** Index in the log of the entry that matches `first`, if the proof reveals it. */
  readonly index?: Decimal | undefined;
};

type Document<C extends string, S> = {
  readonly format: typeof PROOF_FORMAT;
  readonly circuit: C;
  readonly operator: { readonly chainId: Decimal; readonly registry: Hex; readonly address: Hex };
  /** The log's name. */
  readonly log: string;
  /** The batch log's checkpoint: all batches are under it. */
  readonly checkpoint: { readonly size: Decimal; readonly root: Hex };
  /** The batch of the proven entry. For an order with a second entry, that entry's batch as well. */
  readonly batches: readonly AnchoredBatch[];
  readonly claim: S;
  /** 256 bytes each: one, or for an absence one for each segment of 16 positions. */
  readonly proofs: readonly Hex[];
};

export type DisclosureDocument = Document<"disclosure", StatedDisclosure>;
export type OrderDocument = Document<"order", StatedOrder>;
/** Claims that no entry of the batch matches. */
export type AbsenceDocument = Document<"absence", StatedPredicate>;

/** A proof with everything needed to check it under a checkpoint. Its members are those of its JSON. */
export type ProofDocument = DisclosureDocument | OrderDocument | AbsenceDocument;

/** A proof as canonical JSON, ending in a newline. */
export function formatProof(proof: ProofDocument): string {
  return `${JSON.stringify(proof, undefined, 2)}\n`;
}

/**
 * Reads a proof's shape strictly: exactly the members of the format, each canonical. Nothing is verified yet.
 *
 * @throws FormatError naming what is wrong and where.
 * @example
 * const { circuit, claim } = parseProof(await readFile("proof.json", "utf8"))
 * if (circuit === "order") console.log(claim.first.payloadType, claim.first.where) // not verified yet
 */
export function parseProof(text: string): ProofDocument {
  if (isLongerThan(text, MAX_PROOF_LENGTH)) {
    throw new FormatError("malformed", "", `a proof has at most ${MAX_PROOF_LENGTH} bytes`);
  }
  const value = parseStrictJson(text);
  refuseNewer(value, PROOF_FORMAT);
  const circuit = typeof value === "object" && value !== null && "circuit" in value ? value.circuit : undefined;
  if (circuit === "order") return readDocument(value, circuit, 2, 1, readOrder);
  if (circuit === "absence") return readDocument(value, circuit, 1, MAX_PROOFS, readPredicate);
  return readDocument(value, "disclosure", 1, 1, readDisclosure);
}

const hash = hexOf(32);
const address = hexOf(20);
const name = stringUpTo(64);
const payloadType = stringUpTo(2048);

function readDocument<C extends string, S>(
  value: unknown,
  circuit: C,
  batches: number,
  proofs: number,
  claim: (value: unknown, path: string) => S,
): Document<C, S> {
  return readObject(value, "", {
    format: literal(PROOF_FORMAT),
    circuit: literal(circuit),
    operator: (operator, at) => readObject(operator, at, { chainId: readDecimal, registry: address, address }),
    log: readLogName,
    checkpoint: (checkpoint, at) => readObject(checkpoint, at, { size: readDecimal, root: hash }),
    batches: someOf(
      (batch, at) => readObject(batch, at, { header: hexOf(229), position: readDecimal, path: arrayOf(hash, 53) }),
      batches,
    ),
    claim,
    proofs: someOf(hexOf(PROOF_BYTES), proofs),
  });
}

const someOf =
  <T>(read: (value: unknown, path: string) => T, max: number) =>
  (value: unknown, path: string): T[] => {
    const items = arrayOf(read, max)(value, path);
    if (items.length > 0) return items;
    throw new FormatError("malformed", path, "is empty");
  };

const readDisclosure = (claim: unknown, at: string): StatedDisclosure =>
  readObject(claim, at, {
    payloadType,
    subject: (subject, where) => readObject(subject, where, { of: name, address }),
    revealed: arrayOf((one, where) => readObject(one, where, { of: name, value: readValue }), DISCLOSURE_SLOTS),
    bounds: arrayOf(
      (one, where) => readObject(one, where, { of: name, is: readBound, value: stringUpTo(80) }),
      DISCLOSURE_SLOTS,
    ),
    scope: hash,
    nullifier: hash,
    beneficiary: address,
  });

const readOrder = (claim: unknown, at: string): StatedOrder =>
  readObject(claim, at, { first: readPredicate, beneficiary: address }, {
    second: readPredicate,
    index: readDecimal,
  } satisfies ObjectShape);

/** Reads a predicate. Whether its values fit the members is checked later, against the payload's type. */
export function readPredicate(predicate: unknown, at: string): StatedPredicate {
  return readObject(predicate, at, {
    payloadType,
    where: (where, path) => {
      if (typeof where !== "object" || where === null || Array.isArray(where)) {
        throw new FormatError("malformed", path, `expected an object, got ${abbreviate(where)}`);
      }
      return Object.fromEntries(Object.entries(where).map(([member, value]) => [member, readValue(value, path)]));
    },
  });
}

function readValue(value: unknown, path: string): MemberValue {
  if (typeof value === "string" || typeof value === "boolean") return value;
  throw new FormatError("malformed", path, `expected a text, true or false, got ${abbreviate(value)}`);
}

function readBound(value: unknown, path: string): "atLeast" | "atMost" {
  if (value === "atLeast" || value === "atMost") return value;
  throw new FormatError("malformed", path, `expected "atLeast" or "atMost", got ${abbreviate(value)}`);
}
