/** A chain on which platforms anchor, and the checks of its final state. */
import { expect } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import {
  anchorRegistryAbi,
  connectChain,
  contractAddresses,
  depositStake,
  presets,
  readLatest,
  registerOperator,
} from "anchorlog/chain";
import { auditExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import { ed25519NoteKey } from "anchorlog/tlog";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { keys, operator as template, trusted } from "../operator.ts";
import { deployTo } from "../operator/operation.ts";
import { operatorOf, writerOf, type PlatformChain } from "./registered.ts";

/** Starts a node with the contracts, on which a platform's operator is registered, and has its stake. */
export async function startChain(maxAnchorDelay: number): Promise<PlatformChain & { close(): Promise<void> }> {
  const node: Anvil = await startAnvil(Math.floor(Date.now() / 1000));
  await deployTo(node);
  const chain = { url: node.url, registry: contractAddresses(presets.local).registry, account: 5, maxAnchorDelay };
  const operator = operatorOf(chain);
  const { name, version } = operator;
  await registerOperator(writerOf(chain), operator, { name, version, maxAnchorDelay, ...keys });
  await depositStake(writerOf(chain), operator);
  return { ...chain, close: node.close };
}

/** Waits until `size` headers are anchored, by any leader. */
export async function expectAnchored(chain: PlatformChain, size: number): Promise<void> {
  const { publicClient } = writerOf(chain);
  await expect.poll(async () => (await readLatest({ publicClient }, operatorOf(chain))).size).toBe(size);
}

/**
 * The milliseconds for which a process may refuse actions without need. If neither chain nor store answers within a
 * second, on a busy machine, it uses its last state.
 */
const DOUBT = 10_000;

/** A refused action: by which process, and when, in Unix ms. */
export type Shed = { readonly name: string; readonly at: number };

/**
 * Fails if a process refused actions for long although no promise had waited for a quarter of the delay.
 *
 * @param accepted when each entry was accepted, and the position of its batch.
 */
export async function expectRightSheds(
  chain: PlatformChain,
  sheds: readonly Shed[],
  accepted: readonly { readonly at: number; readonly position: number }[],
): Promise<void> {
  const { publicClient } = writerOf(chain);
  const event = { address: chain.registry, abi: anchorRegistryAbi, eventName: "Anchored", fromBlock: 0n } as const;
  const anchors: { size: number; at: number }[] = [];
  for (const { args, blockNumber } of await publicClient.getContractEvents(event)) {
    const { timestamp } = await publicClient.getBlock({ blockNumber });
    anchors.push({ size: Number(args.size), at: 1_000 * Number(timestamp) });
  }
  const waits = accepted.map(({ at, position }) => ({
    from: at + 250 * chain.maxAnchorDelay,
    to: anchors.find(({ size }) => size > position)!.at,
  }));
  const wrong = sheds.filter(({ at }) => !waits.some(({ from, to }) => from <= at && at <= to));
  const rows: { name: string; from: number; to: number }[] = [];
  for (const { name, at } of wrong) {
    const row = rows.at(-1);
    if (row?.name === name && at - row.to < 2_000) row.to = at;
    else rows.push({ name, from: at, to: at });
  }
  expect(rows.filter(({ from, to }) => to - from > DOUBT)).toEqual([]);
}

/** Fails unless an auditor who trusts the chain finds everything in order. */
export async function audit(options: Parameters<typeof writeExport>[1], chain: PlatformChain): Promise<void> {
  const folder = newFolder();
  await writeExport(folder, options);
  const { registry, operator } = operatorOf(chain);
  const noteKey = ed25519NoteKey(checkpointOrigin(operatorOf(chain)), keys.noteKey.publicKey);
  const { findings, verdict } = await auditExport(await readExportFolder(folder), {
    operator: { ...trusted, chainId: template.chainId, registry, operator, noteKey },
    chain: await connectChain(chain.url),
  });
  expect(findings).toEqual([]);
  expect(verdict).toBe("valid");
}
