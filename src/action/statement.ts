/**
 * Statements under the registry's domain. A type is in the form of EIP-712's `encodeType`: `Name(type member,…)`. They
 * are functions apart, so that pages which only verify bundle no more than the hashing.
 */
import { concat, uintToBytes, utf8 } from "../base/bytes.ts";
import { toHex, type Hex } from "../base/hex.ts";
import { addressWord, hashDomain, hashTypedData, registryDomain, registryTypedData } from "./domain.ts";
import type { OperatorId, TypedData } from "./domain.ts";
import { keccak256 } from "./engine.ts";
import type { DigestSigner } from "./signature.ts";
import { signDigest } from "./signer.ts";

type Registry = Pick<OperatorId, "chainId" | "registry">;
/** In the order of the type's members: addresses as hex, numbers, and words of 32 bytes. */
type Members = Readonly<Record<string, Hex | number | bigint | Uint8Array>>;

/** Returns a statement's EIP-712 digest. */
export function hashStatement(type: string, id: Registry, members: Members): Uint8Array {
  const words = Object.values(members).map((value) => {
    if (typeof value === "string") return addressWord(value);
    return typeof value === "object" ? value : uintToBytes(value, 32);
  });
  const struct = concat(keccak256(utf8(type)), ...words);
  return hashTypedData(hashDomain(registryDomain(id)), keccak256(struct));
}

export function statementTypedData(type: string, id: Registry, members: Members): TypedData {
  const shown = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === "object" ? toHex(value) : String(value),
  ]);
  return registryTypedData(id, type, Object.fromEntries(shown));
}

/** @throws AnchorlogError as {@link signDigest} does. */
export function signStatement(type: string, id: Registry, members: Members, signer: DigestSigner): Promise<Hex> {
  return signDigest(signer, hashStatement(type, id, members), () => statementTypedData(type, id, members));
}
