import { assertGiven } from "../base/options.ts";
import { registryAt } from "./registryAt.ts";
import type { OperatorId } from "../action/domain.ts";
import type { DigestSigner } from "../action/signature.ts";
import { signStatement } from "../action/statement.ts";
import type { Hex } from "../base/hex.ts";
import { withJson } from "../base/jsonable.ts";
import { assertNotForDevelopment } from "../action/signers/development.ts";
import { WRITER, readContract, type ChainClient, type ChainWriter } from "./client.ts";
import { send } from "./send.ts";
import { KEY_ROLES, type KeyPeriod, type KeyRole } from "./view.ts";

/**
 * The terms of an operator's registration (protocol/5-contracts §1). They are permanent except for the keys, which
 * rotate.
 */
export type OperatorTerms = {
  /** Name and version of the EIP-712 domain of its actions: 1 to 64 bytes each. */
  readonly name: string;
  readonly version: string;
  /** Seconds within which the operator promises to anchor a receipt's entry. */
  readonly maxAnchorDelay: number;
  readonly anchorKey: DigestSigner;
  readonly receiptKey: DigestSigner;
};

/** The statement that a key signs to prove its possession to the registry. */
export const KEY_POSSESSION = "KeyPossession(address operator,uint8 role)";

async function provePossession(id: OperatorId, role: KeyRole, key: DigestSigner): Promise<Hex> {
  assertNotForDevelopment(key.address, id.chainId, `the ${role} key`);
  return signStatement(KEY_POSSESSION, id, { operator: id.operator, role: KEY_ROLES[role] }, key);
}

/**
 * Registers the wallet client's account as an operator. It can anchor once it has a stake: see `depositStake`.
 *
 * @returns the gas used.
 * @throws AnchorlogError `transaction_failed` if the registry refuses it; `development_key`.
 */
export async function registerOperator(
  chain: ChainWriter,
  id: OperatorId,
  terms: OperatorTerms,
): Promise<{ gasUsed: bigint }> {
  assertGiven(
    "registerOperator",
    { chain, id, terms },
    ...WRITER,
    "id.registry",
    "id.operator",
    "terms.anchorKey.address",
    "terms.receiptKey.address",
  );
  const { name, version, maxAnchorDelay, anchorKey, receiptKey } = terms;
  const { gasUsed } = await send(chain, {
    ...registryAt(id),
    functionName: "register",
    args: [
      { name, version, maxAnchorDelay: BigInt(maxAnchorDelay) },
      anchorKey.address,
      await provePossession(id, "anchor", anchorKey),
      receiptKey.address,
      await provePossession(id, "receipt", receiptKey),
    ],
  });
  return withJson({ gasUsed });
}

/** An announced rotation of a key. */
type Rotation = {
  /** When the key takes effect, in Unix seconds of the chain. */
  readonly from: number;
  /** Undefined if the rotation was announced before. */
  readonly gasUsed: bigint | undefined;
};

/**
 * Announces the next key, in a role, of the operator that is the wallet client's account. The key takes effect after
 * the registry's margin. An operator opened with both keys signs with the old one until then, and with the new one
 * afterwards. Calling it again changes nothing.
 *
 * @param key must never have been a key of this operator, in either role.
 * @example
 * const { from } = await rotateKey(chain, operator, "receipt", nextKey)
 * const args = [operator.operator, KEY_ROLES.receipt, nextKey.address] as const
 * const call = { address: operator.registry, abi: anchorRegistryAbi, functionName: "keyPeriod", args } as const
 * const [registeredFrom, until] = await publicClient.readContract(call) // until is 0 as long as no key follows
 *
 * @throws AnchorlogError `transaction_failed` if the registry refuses it; `signer_failed`, `bad_signature` if the key
 * fails; `development_key`. @throws ChainUnavailableError
 */
export async function rotateKey(
  chain: ChainWriter,
  id: OperatorId,
  role: KeyRole,
  key: DigestSigner,
): Promise<Rotation> {
  assertGiven("rotateKey", { chain, id, role, key }, ...WRITER, "id.registry", "id.operator", "role", "key.address");
  const before = await readPeriod(chain, id, role, key.address);
  // The registry refuses a retired key below.
  if (before !== undefined && before.until === undefined) return { from: before.from, gasUsed: undefined };
  const args = [KEY_ROLES[role], key.address, await provePossession(id, role, key)] as const;
  const { gasUsed } = await send(chain, { ...registryAt(id), functionName: "rotateKey", args });
  const { from } = (await readPeriod(chain, id, role, key.address))!;
  return withJson({ from, gasUsed });
}

/** Returns a key's period in a role by the registry's current state; undefined if the key was never announced. */
export async function readPeriod(
  { publicClient }: { readonly publicClient: Pick<ChainClient, "readContract"> },
  id: OperatorId,
  role: KeyRole,
  key: Hex,
): Promise<KeyPeriod | undefined> {
  const args = [id.operator, KEY_ROLES[role], key] as const;
  const [from, until] = await readContract(publicClient, { ...registryAt(id), functionName: "keyPeriod", args });
  if (from === 0n) return undefined;
  return { from: Number(from), until: until === 0n ? undefined : Number(until) };
}
