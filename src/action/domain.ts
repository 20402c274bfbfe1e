import { concat, uintToBytes, utf8 } from "../base/bytes.ts";
import { abbreviate, fromHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError, stringUpTo } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { readAddress } from "./address.ts";
import { keccak256 } from "./engine.ts";

/** An operator's identity: its chain, its registry and its account. All evidence is judged under it. */
export type OperatorId = {
  /** EIP-155 chain id. */
  readonly chainId: number;
  /** The AnchorRegistry, 20 bytes. */
  readonly registry: Hex;
  /** The operator's account, 20 bytes. */
  readonly operator: Hex;
};

/** An EIP-712 domain with four members. */
export type Domain = {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  /** 20 bytes. */
  readonly verifyingContract: Hex;
};

const DOMAIN_TYPE = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)";

// Receipts and checkpoints are hashed under the same few domains, so their separators are cached.
const MOST_KNOWN = 4;
const known: { readonly domain: Domain; readonly separator: Uint8Array }[] = [];

/** Returns EIP-712's domain separator, 32 bytes. */
export function hashDomain({ name, version, chainId, verifyingContract }: Domain): Uint8Array {
  for (const { domain, separator } of known) {
    if (
      domain.verifyingContract === verifyingContract &&
      domain.chainId === chainId &&
      domain.name === name &&
      domain.version === version
    ) {
      return separator.slice();
    }
  }
  const separator = keccak256(
    concat(
      keccak256(utf8(DOMAIN_TYPE)),
      keccak256(utf8(name)),
      keccak256(utf8(version)),
      uintToBytes(chainId, 32),
      addressWord(verifyingContract),
    ),
  );
  known.unshift({ domain: { name, version, chainId, verifyingContract }, separator });
  known.splice(MOST_KNOWN);
  return separator.slice();
}

/** Returns EIP-712's digest: `keccak(0x1901 ‖ domain separator ‖ struct hash)`. */
export function hashTypedData(domainSeparator: Uint8Array, structHash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(66);
  bytes[0] = 0x19;
  bytes[1] = 0x01;
  bytes.set(domainSeparator, 2);
  bytes.set(structHash, 34);
  return keccak256(bytes);
}

/** Returns the registry's own domain, for receipts, checkpoints and key possession (protocol/1-verify §4). */
export function registryDomain(id: Pick<OperatorId, "chainId" | "registry">): Domain {
  return { name: "anchorlog", version: "1", chainId: id.chainId, verifyingContract: id.registry };
}

/** A member of an EIP-712 struct. */
export type TypedMember = { readonly name: string; readonly type: string };

/** A statement in the form of `eth_signTypedData_v4` (EIP-712): numbers in decimals, bytes in hex. */
export type TypedData = {
  readonly domain: Domain;
  readonly types: Readonly<Record<string, readonly TypedMember[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
};

/** The members of {@link Domain}, in the form of typed data. */
export const DOMAIN_MEMBERS: readonly TypedMember[] = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

/**
 * Makes a statement under the registry's domain. Its members must not be structs.
 *
 * @param type of the statement in the form of EIP-712's `encodeType`: `Name(type member,…)`.
 */
export function registryTypedData(
  id: Pick<OperatorId, "chainId" | "registry">,
  type: string,
  message: TypedData["message"],
): TypedData {
  const [, primaryType, list] = /^(\w+)\((.*)\)$/.exec(type)!;
  const members = list!.split(",").map((member) => {
    const [type, name] = member.split(" ");
    return { name: name!, type: type! };
  });
  return {
    domain: registryDomain(id),
    types: { EIP712Domain: DOMAIN_MEMBERS, [primaryType!]: members },
    primaryType: primaryType!,
    message,
  };
}

const DOMAIN_TEXT = /^[\x20-\x7e]{1,64}$/;

/** Whether a registry accepts the text as the name or version of an operator's domain (protocol/5-contracts §1). */
export function isDomainText(text: unknown): text is string {
  return typeof text === "string" && DOMAIN_TEXT.test(text);
}

const LOG_NAME = /^[a-z0-9.-]{1,64}$/;

/** Whether a log can have this name. */
export function isLogName(name: unknown): name is string {
  return typeof name === "string" && LOG_NAME.test(name);
}

/**
 * Reads a log's name in a document.
 *
 * @throws FormatError
 */
export function readLogName(value: unknown, at: string): string {
  const name = stringUpTo(64)(value, at);
  if (isLogName(name)) return name;
  throw new FormatError("non_canonical", at, `a log's name matches ${LOG_NAME.source}, got ${abbreviate(name)}`);
}

/**
 * Returns a log's identifier, 32 bytes (protocol/1-verify §4).
 *
 * @throws AnchorlogError `bad_log_name` if the name does not match `[a-z0-9.-]{1,64}`; `bad_address`, `bad_chain_id`.
 */
export function logId({ chainId, registry, operator }: OperatorId, name: string): Hex {
  // Documents may name the chain 0, which no operator can have.
  if (!(Number.isSafeInteger(chainId) && chainId >= 0)) {
    throw new AnchorlogError("bad_chain_id", `operator.chainId is a number from 0 to 2^53 - 1, not ${chainId}`);
  }
  if (!isLogName(name)) {
    throw new AnchorlogError("bad_log_name", `a log's name matches ${LOG_NAME.source}, got ${JSON.stringify(name)}`);
  }
  return toHex(
    keccak256(
      concat(
        uintToBytes(chainId, 32),
        addressWord(readAddress(registry, "operator.registry")),
        addressWord(readAddress(operator, "operator.operator")),
        keccak256(utf8(name)),
      ),
    ),
  );
}

/**
 * Returns the first line of an operator's checkpoints, which is also the name of its note keys (protocol/1-verify §4).
 *
 * @example
 * const verifierKey = formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey))
 */
export function checkpointOrigin(id: OperatorId): string {
  return `anchorlog.v1/${id.chainId}/${id.registry}/${id.operator}`;
}

const ORIGIN = /^anchorlog\.v1\/([1-9][0-9]{0,15})\/(0x[0-9a-f]{40})\/(0x[0-9a-f]{40})$/;

/** Parses an origin into the operator's identity; undefined if it is not an operator's origin. */
export function readOrigin(origin: string): OperatorId | undefined {
  const [, id, registry, operator] = ORIGIN.exec(origin) ?? [];
  const chainId = Number(id);
  if (registry === undefined || operator === undefined || !Number.isSafeInteger(chainId)) return undefined;
  return { chainId, registry: registry as Hex, operator: operator as Hex };
}

/** An address as a 32-byte word. */
export function addressWord(address: Hex): Uint8Array {
  const word = new Uint8Array(32);
  word.set(fromHex(address, 20), 12);
  return word;
}
