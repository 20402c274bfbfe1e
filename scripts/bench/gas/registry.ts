/** Measures an operator's transactions to a registry, and bare transactions that write the same storage. */
import { concat, keccak256, pad, slice, toHex, type Hex } from "viem";
import { deployLocally } from "../../deploy.ts";
import { anchorCheckpoint, depositStake, presets, registerOperator } from "../../../src/chain/index.ts";
import { hashCheckpoint } from "../../../src/batch/index.ts";
import { buildTree, consistencyProof, hashLeaf, treeRoot } from "../../../src/crypto/merkle/index.ts";
import { developmentAccount, LOCAL_CHAIN_ID, ROLES } from "../../development.ts";
import type { Chain } from "./chain.ts";

/** Timing with the smallest ring: the third anchor reuses the first one's slot. */
const RING = { challengeWindow: 3, responseTime: 1, margin: 1, minAnchorInterval: 6, ringLength: 2 };
/** Headers in the batch log at each anchor. An anchor adds 24, as for a day of hourly batches. */
const SIZES = [1_501, 1_525, 1_549];

export type RegistryGas = { readonly register: number; readonly stake: number; readonly anchors: readonly number[] };

export const headers = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => hashLeaf(new TextEncoder().encode(`header ${i}`)));

/** Returns the number of hashes in each anchor's proof. */
export function anchorProofLengths(): number[] {
  const leaves = headers(SIZES.at(-1)!);
  const length = (size: number, old: number) => consistencyProof(buildTree(leaves.slice(0, size)), old).length;
  return SIZES.map((size, i) => (i === 0 ? 0 : length(size, SIZES[i - 1]!)));
}

/** Registers an operator, stakes for it and anchors three times. The registry has room for two checkpoints. */
export async function registerAndAnchor({ provider, writer, request }: Chain): Promise<RegistryGas> {
  const { registry } = await deployLocally({ provider }, { ...presets.local, timing: RING });
  const account = (role: number) => developmentAccount(role, LOCAL_CHAIN_ID);
  const operator = account(ROLES.operator).address.toLowerCase() as Hex;
  const id = { chainId: LOCAL_CHAIN_ID, registry, operator };
  const keys = { anchorKey: account(ROLES.anchorKey), receiptKey: account(ROLES.receiptKey) };
  const terms = { name: "Example platform", version: "1", maxAnchorDelay: 2, ...keys };
  const { gasUsed } = await registerOperator(writer, id, terms);
  const { gasUsed: stakeGas } = await depositStake(writer, id);

  const leaves = headers(SIZES.at(-1)!);
  const anchors: number[] = [];
  for (const size of SIZES) {
    const tree = buildTree(leaves.slice(0, size));
    const checkpoint = { size, root: treeRoot(tree) };
    const signature = await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(id, checkpoint)) });
    const done = await anchorCheckpoint(writer, id, checkpoint, signature, (old) => consistencyProof(tree, old));
    anchors.push(Number(done.gasUsed));
    await request("evm_increaseTime", RING.minAnchorInterval);
  }
  return { register: Number(gasUsed), stake: Number(stakeGas), anchors };
}

/** Counts the storing contracts. Each measurement uses another address, so that its slots are unused. */
let stores = 0;

/** Returns the gas of a transaction that only stores words, `fresh` in new slots and `used` in used slots. */
export async function gasOfStoring({ request, gasOf }: Chain, fresh: number, used: number): Promise<number> {
  const to = slice(keccak256(toHex(`store ${++stores}`)), 12);
  const slots = Array.from({ length: fresh + used }, (_, i) => pad(toHex(i)));
  const offset = (bytes: number) => toHex(bytes, { size: 2 });
  // For each slot: PUSH2 (offset of its value), CALLDATALOAD, PUSH2 (offset of its key), CALLDATALOAD, SSTORE.
  const code = slots.flatMap((_, i): Hex[] => ["0x61", offset(64 * i + 32), "0x3561", offset(64 * i), "0x3555"]);
  await request("hardhat_setCode", to, concat(code));
  for (const slot of slots.slice(fresh)) {
    await request("hardhat_setStorageAt", to, toHex(BigInt(slot)), pad("0x01"));
  }
  return gasOf({ to, data: concat(slots.flatMap((slot) => [slot, keccak256(slot)])) });
}
