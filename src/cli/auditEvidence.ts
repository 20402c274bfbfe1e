/** Writes the proofs of an operator's faults that an audited export shows. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createPublicClient, type PublicClient } from "viem";
import { answerOf } from "../chain/client.ts";
import { transportOf } from "../daemon/config/open.ts";
import { isReleasedRegistry } from "../chain/deployments.ts";
import { faultProofsOf } from "../chain/stake.ts";
import type { OperatorId } from "../action/domain.ts";
import { AnchorlogError } from "../base/errors.ts";
import { FormatError } from "../base/json.ts";
import type { Hex } from "../base/hex.ts";
import { readStoredCheckpoints, type StoredCheckpoint } from "../dispute/checkpoints.ts";
import { formatFault } from "../dispute/faults/document.ts";
import { freezeOf } from "../dispute/faults/freezes.ts";
import type { FaultScan } from "../dispute/faults/scan.ts";
import type { ReportedEvidence } from "../verify/audit/report.ts";
import { OutputError } from "./print.ts";
import { UsageError } from "./usage.ts";

/** The chain and contracts under which faults are proven. */
export type FaultCourt = {
  readonly operator: OperatorId;
  readonly client: PublicClient;
  readonly faultProofs: Hex;
  readonly checkpoints: readonly StoredCheckpoint[];
};

/** Checks the folder of `--evidence` before the long work begins. Evidence is never overwritten. @throws UsageError */
export async function assertEmpty(folder: string, rpc: string | undefined, command: string): Promise<void> {
  if (rpc === undefined) {
    throw new UsageError("--evidence needs --rpc: faults are proven under what the registry stores", command);
  }
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new UsageError(`--evidence ${folder}: cannot be read as a folder`, command);
  });
  if (names.length > 0) throw new UsageError(`--evidence ${folder}: is not empty, and evidence is never replaced`);
}

/**
 * Searches for faults and writes a file for each.
 *
 * @param operator of the audited records; undefined if they name none.
 * @param isTrusted whether the auditor named the registry in a trust file.
 * @param find searches the records.
 */
export async function writeEvidence(
  folder: string,
  given: { readonly operator: OperatorId | undefined; readonly rpc: string; readonly isTrusted: boolean },
  find: (court: FaultCourt) => Promise<FaultScan>,
): Promise<ReportedEvidence> {
  try {
    const court = await openCourt(given);
    if (typeof court === "string") return { folder, files: [], questions: 0, why: court };
    const { faults, questions } = await find(court);
    await mkdir(folder, { recursive: true });
    const files: ReportedEvidence["files"][number][] = [];
    for (const [i, { proof, message }] of faults.entries()) {
      const file = `fault-${i + 1}-${proof.fault}.json`;
      await writeFile(join(folder, file), formatFault({ ...court, message, proof }), { flag: "wx" });
      files.push({ file, fault: proof.fault, message, ...freezeOf(proof) });
    }
    return { folder, files, questions: questions.length };
  } catch (error) {
    if (error instanceof AnchorlogError || error instanceof FormatError) {
      return { folder, files: [], questions: 0, why: error.message };
    }
    if (typeof (error as NodeJS.ErrnoException).syscall !== "string") throw error;
    throw new OutputError(`--evidence ${folder} could not be written: ${(error as Error).message}`);
  }
}

/** Returns the reason if no fault can be proven there. @throws ChainUnavailableError */
async function openCourt({
  operator,
  rpc,
  isTrusted,
}: Parameters<typeof writeEvidence>[1]): Promise<FaultCourt | string> {
  if (operator === undefined) return "the files name no operator";
  const { registry, operator: account } = operator;
  if (!isTrusted && !isReleasedRegistry(registry)) {
    return `${registry} is not the registry of a release: name it in a trust file if you trust it`;
  }
  const client = createPublicClient({ transport: transportOf(rpc), cacheTime: 0 });
  const chainId = await answerOf(() => client.getChainId());
  if (chainId !== operator.chainId)
    return `the RPC serves chain ${chainId}, the files are of chain ${operator.chainId}`;
  const [faultProofs, checkpoints] = await Promise.all([
    faultProofsOf(client, operator),
    readStoredCheckpoints(client, operator),
  ]);
  return { operator: { chainId, registry, operator: account }, client, faultProofs, checkpoints };
}
