/** A chain on which platforms anchor, and what is found there at the end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import { connectChain, contractAddresses, depositStake, presets, readLatest, registerOperator } from "anchorlog/anchor";
import { auditExport, readExportFolder, writeExport } from "anchorlog/audit";
import { ed25519NoteKey } from "anchorlog/tlog";
import { startAnvil, type Anvil } from "../dispute/anvil.ts";
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

/** Until so many headers are anchored, by whoever leads. */
export async function expectAnchored(chain: PlatformChain, size: number): Promise<void> {
  const { publicClient } = writerOf(chain);
  await expect.poll(async () => (await readLatest({ publicClient }, operatorOf(chain))).size).toBe(size);
}

/** Fails unless an auditor who trusts the chain finds everything in order. */
export async function audit(options: Parameters<typeof writeExport>[1], chain: PlatformChain): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-platform-"));
  try {
    await writeExport(folder, options);
    const { registry, operator } = operatorOf(chain);
    const noteKey = ed25519NoteKey(checkpointOrigin(operatorOf(chain)), keys.noteKey.publicKey);
    const { findings, verdict } = await auditExport(await readExportFolder(folder), {
      operator: { ...trusted, chainId: template.chainId, registry, operator, noteKey },
      chain: await connectChain(chain.url),
    });
    expect(findings).toEqual([]);
    expect(verdict).toBe("valid");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
