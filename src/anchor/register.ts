import { keccak_256 } from "@noble/hashes/sha3.js";
import { addressWord, hashDomain, hashTypedData, registryDomain, type OperatorId } from "../action/domain.ts";
import type { DigestSigner } from "../action/signature.ts";
import { concat, uintToBytes, utf8 } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { sendToRegistry, type ChainWriter } from "./send.ts";

/** What an operator registers with, for good (PROTOCOL §8). */
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
const ANCHOR_ROLE = 1;
const RECEIPT_ROLE = 2;

/** The EIP-712 digest by which a key proves its possession to the registry. */
export function hashKeyPossession(id: OperatorId, role: 1 | 2): Uint8Array {
  const structHash = keccak_256(concat(KEY_POSSESSION_TYPE_HASH, addressWord(id.operator), uintToBytes(role, 32)));
  return hashTypedData(hashDomain(registryDomain(id)), structHash);
}

/**
 * Registers the wallet client's account as an operator.
 *
 * @returns the gas it took.
 * @throws AnchorlogError `transaction_failed` where the registry refuses it.
 */
export async function registerOperator(
  chain: ChainWriter,
  id: OperatorId,
  terms: OperatorTerms,
): Promise<{ gasUsed: bigint }> {
  const prove = (key: DigestSigner, role: 1 | 2): Promise<Hex> =>
    key.sign({ hash: toHex(hashKeyPossession(id, role)) });
  const receipt = await sendToRegistry(chain, id.registry, "register", [
    {
      name: terms.name,
      version: terms.version,
      maxAnchorDelay: BigInt(terms.maxAnchorDelay),
      anchorKey: terms.anchorKey.address,
      receiptKey: terms.receiptKey.address,
    },
    await prove(terms.anchorKey, ANCHOR_ROLE),
    await prove(terms.receiptKey, RECEIPT_ROLE),
  ]);
  return { gasUsed: receipt.gasUsed };
}
