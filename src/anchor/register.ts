import { keccak_256 } from "@noble/hashes/sha3.js";
import { addressWord, hashDomain, hashTypedData, registryDomain, type OperatorId } from "../action/domain.ts";
import type { DigestSigner } from "../action/signature.ts";
import { signDigest } from "../action/signer.ts";
import { concat, uintToBytes, utf8 } from "../encoding/bytes.ts";
import { withJson } from "../encoding/jsonable.ts";
import { anchorRegistryAbi } from "./generated/AnchorRegistry.ts";
import { readContract, type ChainWriter } from "./client.ts";
import { send } from "./send.ts";
import { KEY_ROLES, type KeyRole } from "./view.ts";

/** What an operator registers with (PROTOCOL §8): all for good but the keys, which rotate. */
export type OperatorTerms = {
  /** EIP-712 domain of its actions: 1 to 64 bytes each. */
  readonly name: string;
  readonly version: string;
  /** Seconds within which a receipt's entry is promised to be anchored. */
  readonly maxAnchorDelay: number;
  readonly anchorKey: DigestSigner;
  readonly receiptKey: DigestSigner;
};

const KEY_POSSESSION_TYPE_HASH = keccak_256(utf8("KeyPossession(address operator,uint8 role)"));

/** The EIP-712 digest by which a key proves its possession to the registry. */
export function hashKeyPossession(id: OperatorId, role: KeyRole): Uint8Array {
  const structHash = keccak_256(
    concat(KEY_POSSESSION_TYPE_HASH, addressWord(id.operator), uintToBytes(KEY_ROLES[role], 32)),
  );
  return hashTypedData(hashDomain(registryDomain(id)), structHash);
}

/**
 * Registers the wallet client's account as an operator. It can anchor once it has a stake: see `depositStake`.
 *
 * @returns the gas it took.
 * @throws AnchorlogError `transaction_failed` where the registry refuses it.
 */
export async function registerOperator(
  chain: ChainWriter,
  id: OperatorId,
  terms: OperatorTerms,
): Promise<{ gasUsed: bigint }> {
  const { name, version, maxAnchorDelay, anchorKey, receiptKey } = terms;
  const { gasUsed } = await send(chain, {
    address: id.registry,
    abi: anchorRegistryAbi,
    functionName: "register",
    args: [
      { name, version, maxAnchorDelay: BigInt(maxAnchorDelay) },
      anchorKey.address,
      await signDigest(anchorKey, hashKeyPossession(id, "anchor")),
      receiptKey.address,
      await signDigest(receiptKey, hashKeyPossession(id, "receipt")),
    ],
  });
  return withJson({ gasUsed });
}

/**
 * Announces the next key of the wallet client's account, an operator, in a role. It takes effect after the
 * registry's margin: sign with the key before until then, and with the new one from then on.
 *
 * @param key never a key of this operator before, in either role.
 * @returns when it takes effect, in Unix seconds of the chain, and the gas it took.
 * @throws AnchorlogError `transaction_failed` where the registry refuses it.
 */
export async function rotateKey(
  chain: ChainWriter,
  id: OperatorId,
  role: KeyRole,
  key: DigestSigner,
): Promise<{ from: number; gasUsed: bigint }> {
  const { gasUsed } = await send(chain, {
    address: id.registry,
    abi: anchorRegistryAbi,
    functionName: "rotateKey",
    args: [KEY_ROLES[role], key.address, await signDigest(key, hashKeyPossession(id, role))],
  });
  const [from] = await readContract(chain.publicClient, {
    address: id.registry,
    abi: anchorRegistryAbi,
    functionName: "keyPeriod",
    args: [id.operator, KEY_ROLES[role], key.address],
  });
  return withJson({ from: Number(from), gasUsed });
}
