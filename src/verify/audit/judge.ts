import { checkpointOrigin, logId } from "../../action/domain.ts";
import { formatTime, isAhead } from "../../action/time.ts";
import { ChainUnavailableError, lagDoubt, type ChainReader } from "../../chain/view.ts";
import { isTrustedCheckpoint, receiptKeyAt } from "../../batch/trusted.ts";
import type { ReadTrust, TrustedOperator } from "../trust.ts";
import { isHex, toHex, type Hex } from "../../base/hex.ts";
import { formatVerifierKey } from "../../tlog/note.ts";
import type { AuditedCheckpoint } from "./audit.ts";
import { HEADER_UNREAD, type AuditedBatch, type AuditedBatchLog } from "./batches.ts";
import type { AuditedLog } from "./entries.ts";
import { EXPORT_FILES, type Manifest } from "./format.ts";
import type { Findings } from "./findings.ts";
import { countOf } from "../../base/countOf.ts";

/** An export after reading, to be compared with the auditor's trust. */
export type ReadExport = {
  readonly manifest: Pick<Manifest, "operator"> & {
    readonly keys: Omit<Manifest["keys"], "noteKey"> & { readonly noteKey?: Manifest["keys"]["noteKey"] };
  };
  /** Names what is judged, for messages; "export" by default. */
  readonly noun?: "live log";
  readonly logs: readonly Pick<AuditedLog, "name" | "newestAt">[];
  readonly batchLog: AuditedBatchLog;
  /** The checkpoints in ascending order of size. */
  readonly checkpoints: readonly AuditedCheckpoint[];
  readonly findings: Findings;
};

/** The trusted data that an export was compared with. */
export type Compared = {
  /** Whether the trust file's keys were compared with the export's. */
  readonly keys: boolean;
  readonly checkpoint?: { readonly size: number; readonly root: Hex } | undefined;
  /** The chain's newest checkpoint, and the block at which it was read. */
  readonly chain?:
    | {
        readonly chainId: number;
        readonly blockNumber: number;
        /** Unix seconds. */
        readonly time?: number | undefined;
        readonly size: number;
        readonly root: Hex;
      }
    | undefined;
};

/** The reason for an indeterminate verdict if nothing is trusted. */
export const UNCOMPARED = "the export agrees with itself; give a checkpoint, a trust file or an RPC to judge it by";

/** The checkpoints with their state on the chain, and the reason if the verdict is indeterminate. */
type AuditVerdict = {
  readonly compared: Compared;
  readonly checkpoints: readonly AuditedCheckpoint[];
  readonly indeterminate: string | undefined;
  /** Parts that no trusted data confirms, if nothing else is wrong. */
  readonly unjudged?: readonly string[];
};

/** Compares an export with the auditor's trust. Contradictions become findings. */
export async function judgeByTrust(exported: ReadExport, trust: ReadTrust): Promise<AuditVerdict> {
  const { manifest, batchLog, checkpoints, noun: given } = exported;
  const noun = given ?? "export";
  const { operator } = manifest;
  const { chain } = trust;
  const open = (indeterminate: string | undefined, compared: Compared = { keys: false }): AuditVerdict => ({
    compared,
    checkpoints,
    indeterminate,
  });
  // Checked first: the same addresses on another chain belong to somebody else.
  if (chain !== undefined && !(chain instanceof ChainUnavailableError) && chain.chainId !== operator.chainId) {
    return open(
      `the RPC serves chain ${chain.chainId}, the ${noun} is of chain ${operator.chainId}: give a node of that chain`,
    );
  }
  if (trust.operator !== undefined) {
    if (checkpointOrigin(trust.operator) !== checkpointOrigin(operator)) {
      return open(`the ${noun} is of another operator than the trust file names`);
    }
  }
  if (chain instanceof ChainUnavailableError) return open(chain.message);
  if (chain !== undefined) return judgeByChain(exported, trust, chain);
  const { checkpoint } = trust;
  if (checkpoint !== undefined) {
    const { origin, size, root } = checkpoint;
    if (origin !== checkpointOrigin(operator)) return open(`the trusted checkpoint is of ${origin}, another operator`);
    if (trust.operator !== undefined && !isTrustedCheckpoint(checkpoint, trust.operator)) {
      return open("the trusted checkpoint does not bear the trusted operator's signatures");
    }
    const older = compareRoot("the trusted checkpoint", size, toHex(root), exported);
    const keys = trust.operator !== undefined;
    const isKnown = isHex(batchLog.rootAt(size), 32);
    const compared = isKnown ? { keys, checkpoint: { size, root: toHex(root) } } : { keys };
    if (trust.operator !== undefined) {
      return { ...open(older ?? keyDoubt(exported, trust.operator), compared), unjudged: beyond(exported, size) };
    }
    // The keys of the export's own checkpoints and receipts are not confirmed by anything trusted.
    const unjudged = ["the receipts, whose key was not judged", ...beyond({ batchLog, checkpoints: [] }, size)];
    return { ...open(older, compared), unjudged };
  }
  if (trust.operator !== undefined) {
    return { ...open(keyDoubt(exported, trust.operator), { keys: true }), unjudged: beyond(exported, 0) };
  }
  return open(given === undefined ? UNCOMPARED : UNCOMPARED.replace("export", noun));
}

/** Returns why a trust file does not confirm an export's keys: it may be older or newer than the keys. */
function keyDoubt({ manifest: { keys }, logs }: ReadExport, trusted: TrustedOperator): string | undefined {
  const { earlier = [], noteKey } = trusted;
  const give = "give the operator's newest trust file, or an RPC";
  const anchors = [trusted.anchorKey, ...earlier.flatMap((one) => (one.role === "anchor" ? [one.key] : []))];
  const notes = [noteKey, ...earlier.flatMap((one) => (one.role === "note" ? [one.key] : []))].map((key) =>
    formatVerifierKey(key),
  );
  const newestAt = newestOf({ logs });
  const standing = receiptKeyAt(trusted, keys.receiptKey, newestAt);
  if (standing === "ended") {
    return `the receipts' key ${keys.receiptKey} had ended when the last entry was accepted, at ${formatTime(newestAt)}: ${give}`;
  }
  const unknown = [
    ...(standing === "unknown" ? [`receipt key ${keys.receiptKey}`] : []),
    ...(anchors.includes(keys.anchorKey) ? [] : [`anchor key ${keys.anchorKey}`]),
    ...(keys.noteKey === undefined || notes.includes(formatVerifierKey(keys.noteKey))
      ? []
      : [`note key ${formatVerifierKey(keys.noteKey)}`]),
  ];
  if (unknown.length === 0) return undefined;
  return `the trust file does not name the export's ${unknown.join(" and ")}: ${give}`;
}

const newestOf = ({ logs }: Pick<ReadExport, "logs">): number => Math.max(0, ...logs.map((log) => log.newestAt));

/** Returns the batches that neither a trusted checkpoint of this size nor the export's own checkpoints cover. */
function beyond({ batchLog, checkpoints }: Pick<ReadExport, "batchLog" | "checkpoints">, trusted: number): string[] {
  const covered = Math.max(trusted, checkpoints.at(-1)?.size ?? 0);
  return batchLog.size > covered ? [`the batches from position ${covered} on, which no trusted checkpoint covers`] : [];
}

async function judgeByChain(exported: ReadExport, trust: ReadTrust, chain: ChainReader): Promise<AuditVerdict> {
  const { manifest, batchLog, findings } = exported;
  const { operator, keys } = manifest;
  const unknown = (indeterminate: string): AuditVerdict => ({
    compared: { keys: false },
    checkpoints: exported.checkpoints,
    indeterminate,
  });
  if (trust.operator === undefined && !chain.isKnownRegistry(operator.registry)) {
    return unknown(`${operator.registry} is not the registry of a release: name it in a trust file if you trust it`);
  }
  try {
    const registered = await chain.readOperator(operator);
    if (registered === undefined)
      return unknown(`no operator ${operator.operator} is registered at block ${chain.blockNumber}`);
    const periods = await Promise.all([
      chain.readKeyPeriod(operator, "anchor", keys.anchorKey),
      chain.readKeyPeriod(operator, "receipt", keys.receiptKey),
    ]);
    findRetired(exported, periods[1]?.until);
    const isUnknown = periods.includes(undefined);
    const lag = isUnknown ? await lagDoubt(chain, newestOf(exported)) : undefined;
    // A key that was retired after the export was made still counts: it was the operator's then.
    const isAnother = registered.name !== operator.name || registered.version !== operator.version;
    if (isAnother || (isUnknown && lag === undefined)) {
      findings.add("key_mismatch", EXPORT_FILES.manifest, "names another domain or other keys than the registry");
    }
    if (registered.latestSize === 0) return unknown(`the operator has anchored nothing at block ${chain.blockNumber}`);
    const { latestSize, latestRoot, finalSize } = registered;
    const behind = compareRoot("the chain's newest checkpoint", latestSize, latestRoot, exported);
    const older = lag === undefined ? behind : `the registry does not know the export's keys yet: ${lag}`;
    const seen = await compareCheckpoints(exported, chain);
    const agreed = seen.findLast(({ anchoredAt }) => anchoredAt !== undefined);
    // Finality is of a position, not of the header there. So a batch counts as final only if the chain's root covers
    // it.
    const seenSize = batchLog.rootAt(latestSize) === latestRoot ? latestSize : (agreed?.size ?? 0);
    const latest = await chain.readCheckpoint(operator, latestSize);
    const newest = { size: latestSize, root: latestRoot, anchoredAt: latest?.time, final: false };
    findAhead(batchLog, seenSize === latestSize ? [...seen, newest] : seen, findings);
    const checkpoints = await findFinal(exported, seen, chain, Math.min(finalSize, seenSize));
    const unjudged = beyond(exported, latestSize);
    const { chainId, blockNumber } = chain;
    const seenBlock = { chainId, blockNumber, time: await chain.readTime(), size: latestSize, root: latestRoot };
    const isSeen = isHex(batchLog.rootAt(latestSize), 32) || agreed !== undefined;
    const compared = { keys: trust.operator !== undefined, ...(isSeen && { chain: seenBlock }) };
    if (older === undefined || agreed === undefined) return { compared, checkpoints, indeterminate: older, unjudged };
    return { compared, checkpoints, indeterminate: `${older}; up to size ${agreed.size} it agrees with the chain` };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return unknown(error.message);
    throw error;
  }
}

/** A receipt binds its key until the end of that key's service (protocol/5-contracts §1). @param until Unix seconds. */
function findRetired({ logs, findings }: ReadExport, until: number | undefined): void {
  for (const { name, newestAt } of logs) {
    if (until === undefined || newestAt <= 1_000 * until) continue;
    const times = `its last entry was accepted at ${formatTime(newestAt)}, and the receipts' key was retired at ${formatTime(1_000 * until)}`;
    findings.add("key_mismatch", EXPORT_FILES.log(name), times);
  }
}

/** Compares each of the export's checkpoints with the chain's checkpoint of the same size. */
async function compareCheckpoints(
  { manifest: { operator }, checkpoints, findings }: ReadExport,
  chain: ChainReader,
): Promise<AuditedCheckpoint[]> {
  const seen: AuditedCheckpoint[] = [];
  for (const checkpoint of checkpoints) {
    const { size, root } = checkpoint;
    const anchored = await chain.readCheckpoint(operator, size);
    if (anchored !== undefined && anchored.root !== root) {
      const where = EXPORT_FILES.checkpoint(size);
      findings.add("chain_mismatch", where, `signs root ${root}, the chain holds ${anchored.root}`);
    }
    seen.push(anchored?.root === root ? { ...checkpoint, anchoredAt: anchored.time } : checkpoint);
  }
  return seen;
}

/** A batch closed over an hour after the block that anchored it is a fault (protocol/5-contracts §3). */
function findAhead(batchLog: AuditedBatchLog, anchored: readonly AuditedCheckpoint[], findings: Findings): void {
  let next = 0;
  for (const { size, anchoredAt } of anchored) {
    if (anchoredAt === undefined) continue;
    for (; (batchLog.batches[next]?.position ?? size) < size; next++) {
      const { position, closedAt } = batchLog.batches[next]!;
      if (!isAhead(closedAt, anchoredAt)) continue;
      const times = `is closed at ${formatTime(closedAt)}, and the block that anchored it is of ${formatTime(1_000 * anchoredAt)}`;
      findings.add("chain_mismatch", `${EXPORT_FILES.batches}:${position + 1}`, times);
    }
  }
}

/**
 * Finds the final checkpoints, up to a size that the chain confirms. Freezes go upwards, so every checkpoint below a
 * final one is final: a binary search suffices. For each candidate, the last batch of each log is asked.
 */
async function findFinal(
  { manifest: { operator }, batchLog: { batches } }: ReadExport,
  checkpoints: readonly AuditedCheckpoint[],
  chain: ChainReader,
  upTo: number,
): Promise<AuditedCheckpoint[]> {
  let final = 0;
  let open = checkpoints.filter(({ size }) => size <= upTo).length;
  while (final < open) {
    const middle = Math.ceil((final + open) / 2);
    const { size } = checkpoints[middle - 1]!;
    const last = new Map<string, AuditedBatch>();
    for (const batch of batches) if (batch.position < size) last.set(batch.log, batch);
    if (await areFinal(chain, operator, last.values())) final = middle;
    else open = middle - 1;
  }
  return checkpoints.map((checkpoint, i) => ({ ...checkpoint, final: i < final }));
}

async function areFinal(
  chain: ChainReader,
  operator: Manifest["operator"],
  batches: Iterable<AuditedBatch>,
): Promise<boolean> {
  for (const { position, log, start, count } of batches) {
    const place = { position, log: logId(operator, log), lastIndex: start + count - 1 };
    if (!(await chain.isFinal(operator, place))) return false;
  }
  return true;
}

/** Returns why a trusted root cannot be compared, if so. An export older than the root is not a fault. */
function compareRoot(
  what: string,
  size: number,
  root: Hex,
  { batchLog, findings, noun }: Pick<ReadExport, "batchLog" | "findings" | "noun">,
): string | undefined {
  const ours = batchLog.rootAt(size);
  if (ours === "beyond") {
    return noun === undefined
      ? `${what} covers ${countOf(size, "batch")}, the export has fewer: give a newer export, or a checkpoint of its own size`
      : `${what} covers ${countOf(size, "batch")}, and the ${noun} shows fewer: ask again later, and ask the operator why if it stays so`;
  }
  if (ours === "unread") findings.leave(EXPORT_FILES.batches, `${what}, of size ${size}: ${HEADER_UNREAD}`);
  else if (ours !== root) {
    findings.add(
      "chain_mismatch",
      EXPORT_FILES.batches,
      `at size ${size} the batches give root ${ours}, ${what} says ${root}`,
    );
  }
  return undefined;
}
