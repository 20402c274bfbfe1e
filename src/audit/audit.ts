import { checkpointOrigin, hashDomain, logId } from "../action/domain.ts";
import { ChainUnavailableError, type ChainReader } from "../anchor/view.ts";
import { isCheckpointBy, parseCheckpoint } from "../batch/checkpoint.ts";
import { hashHeader } from "../batch/header.ts";
import type { Trust } from "../bundle/trust.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { buildTree, treeRoot } from "../merkle/tree.ts";
import { auditBatches, type AuditedBatch } from "./batches.ts";
import { auditLog, type AuditedLog } from "./entries.ts";
import { EXPORT_FILES, parseManifest, type Manifest } from "./format.ts";
import { Findings, type Finding, type FindingCode } from "./findings.ts";

/** Reads a file of the export by its relative name; undefined where it is missing. */
export type ReadExport = (name: string) => Promise<string | undefined>;

/** A checkpoint as the audit found it. */
export type AuditedCheckpoint = {
  readonly size: number;
  readonly root: Hex;
  /** Unix seconds of the block that anchored it; undefined where no chain says so. */
  readonly anchoredAt?: number | undefined;
  readonly final: boolean;
};

/** What an audit came to. The lists say what was seen; `findings`, what is wrong with it. */
export type Audit = {
  readonly verdict: "valid" | "invalid" | "indeterminate";
  readonly message: string;
  readonly operator?: Manifest["operator"] | undefined;
  readonly logs: readonly {
    readonly name: string;
    readonly id: Hex;
    readonly entries: number;
    readonly pending: number;
  }[];
  readonly batches: readonly AuditedBatch[];
  readonly checkpoints: readonly AuditedCheckpoint[];
  readonly findings: readonly Finding[];
  /** Findings that were made beyond those listed. */
  readonly more: number;
};

/**
 * Audits an export: recomputes every hash, signature and root from the actions up, and compares what
 * comes out with what the auditor trusts. Everything in the export is attacker-controlled.
 *
 * @param trust as for bundles; with nothing trusted the best verdict is indeterminate.
 */
export async function auditExport(read: ReadExport, trust: Trust): Promise<Audit> {
  const findings = new Findings();
  const manifestText = await read(EXPORT_FILES.manifest);
  const manifest =
    manifestText === undefined
      ? findings.add("missing_file", EXPORT_FILES.manifest, "is missing: this folder is no export")
      : findings.attempt("malformed", EXPORT_FILES.manifest, () => parseManifest(manifestText));
  if (manifest === undefined) return conclude({ findings, indeterminate: undefined });

  const { operator, kinds } = manifest;
  const context = { kinds, domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }) };
  const logs = new Map<Hex, AuditedLog>();
  for (const name of manifest.logs) {
    const id = findings.attempt("malformed", EXPORT_FILES.manifest, () => logId(operator, name));
    if (id === undefined) continue;
    const text = await read(EXPORT_FILES.log(name));
    if (text === undefined) findings.add("missing_file", EXPORT_FILES.log(name), "is missing");
    else logs.set(id, auditLog({ name, id, text, manifest, context, findings }));
  }
  const batchesText = await read(EXPORT_FILES.batches);
  if (batchesText === undefined) findings.add("missing_file", EXPORT_FILES.batches, "is missing");
  const batches = auditBatches(batchesText ?? "", logs, context, findings);
  const leaves = batches.map(({ header }) => hashHeader(fromHex(header)));
  const rootAt = (size: number): Hex | undefined =>
    size <= leaves.length ? toHex(treeRoot(buildTree(leaves.slice(0, size)))) : undefined;

  const checkpoints: AuditedCheckpoint[] = [];
  for (const size of manifest.checkpoints) {
    const text = await read(EXPORT_FILES.checkpoint(size));
    const root = auditCheckpoint(size, text, manifest, rootAt(size), findings);
    if (root !== undefined) checkpoints.push({ size, root, final: false });
  }
  const judged = await judgeByTrust(manifest, batches, checkpoints, rootAt, trust, findings);
  return conclude({ findings, manifest, logs, batches, ...judged });
}

function auditCheckpoint(
  size: number,
  text: string | undefined,
  { operator, keys }: Manifest,
  expected: Hex | undefined,
  findings: Findings,
): Hex | undefined {
  const where = EXPORT_FILES.checkpoint(size);
  if (text === undefined) return findings.add("missing_file", where, "is missing");
  const checkpoint = findings.attempt("malformed", where, () => parseCheckpoint(text));
  if (checkpoint === undefined) return undefined;
  const root = toHex(checkpoint.root);
  if (checkpoint.size !== size) return findings.add("checkpoint_mismatch", where, `is of size ${checkpoint.size}`);
  if (!isCheckpointBy(checkpoint, operator, keys)) {
    findings.add("bad_signature", where, "does not bear the operator's two signatures");
  }
  if (root !== expected) {
    findings.add(
      "checkpoint_mismatch",
      where,
      `signs root ${root}, the batches give ${expected ?? "fewer headers than that"}`,
    );
  }
  return root;
}

type Judged = { checkpoints: AuditedCheckpoint[]; indeterminate: string | undefined };

async function judgeByTrust(
  manifest: Manifest,
  batches: readonly AuditedBatch[],
  checkpoints: AuditedCheckpoint[],
  rootAt: (size: number) => Hex | undefined,
  trust: Trust,
  findings: Findings,
): Promise<Judged> {
  const { operator, keys } = manifest;
  if (trust.operator !== undefined) {
    if (checkpointOrigin(trust.operator) !== checkpointOrigin(operator)) {
      return { checkpoints, indeterminate: "the export is of another operator than the trust file names" };
    }
    const trusted = [trust.operator.anchorKey, trust.operator.receiptKey, toHex(trust.operator.noteKey.publicKey)];
    const claimed = [keys.anchorKey, keys.receiptKey, toHex(keys.noteKey.publicKey)];
    if (trusted.join() !== claimed.join())
      findings.add("key_mismatch", EXPORT_FILES.manifest, "names other keys than the trust file");
  }
  if (trust.chain instanceof ChainUnavailableError) return { checkpoints, indeterminate: trust.chain.message };
  if (trust.chain !== undefined) {
    return judgeByChain(manifest, batches, checkpoints, rootAt, trust, trust.chain, findings);
  }
  if (trust.checkpoint !== undefined) {
    const { origin, size, root } = trust.checkpoint;
    if (origin !== checkpointOrigin(operator)) {
      return { checkpoints, indeterminate: `the trusted checkpoint is of ${origin}, another operator` };
    }
    compareRoot("the trusted checkpoint", size, toHex(root), rootAt, findings);
    return { checkpoints, indeterminate: undefined };
  }
  if (trust.operator !== undefined) return { checkpoints, indeterminate: undefined };
  return {
    checkpoints,
    indeterminate: "the export agrees with itself; give a checkpoint, a trust file or an RPC to judge it by",
  };
}

async function judgeByChain(
  { operator, keys }: Manifest,
  batches: readonly AuditedBatch[],
  checkpoints: AuditedCheckpoint[],
  rootAt: (size: number) => Hex | undefined,
  trust: Trust,
  chain: ChainReader,
  findings: Findings,
): Promise<Judged> {
  const unknown = (indeterminate: string): Judged => ({ checkpoints, indeterminate });
  if (chain.chainId !== operator.chainId)
    return unknown(`the RPC serves chain ${chain.chainId}, the export is of chain ${operator.chainId}`);
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
    // A key that was retired since the export was made is fine: it was the operator's.
    if (registered.name !== operator.name || registered.version !== operator.version || periods.includes(undefined)) {
      findings.add("key_mismatch", EXPORT_FILES.manifest, "names another domain or other keys than the registry");
    }
    if (registered.latestSize === 0) return unknown(`the operator has anchored nothing at block ${chain.blockNumber}`);
    compareRoot("the chain's newest checkpoint", registered.latestSize, registered.latestRoot, rootAt, findings);
    const seen: AuditedCheckpoint[] = [];
    for (const checkpoint of checkpoints) {
      const anchored = await chain.readCheckpoint(operator, checkpoint.size);
      if (anchored !== undefined && anchored.root !== checkpoint.root) {
        findings.add(
          "chain_mismatch",
          EXPORT_FILES.checkpoint(checkpoint.size),
          `signs root ${checkpoint.root}, the chain holds ${anchored.root}`,
        );
      }
      const final =
        checkpoint.size <= registered.finalSize && (await areFinal(chain, operator, batches, checkpoint.size));
      seen.push({ ...checkpoint, anchoredAt: anchored?.time, final });
    }
    return { checkpoints: seen, indeterminate: undefined };
  } catch (error) {
    if (error instanceof ChainUnavailableError) return unknown(error.message);
    throw error;
  }
}

/** Whether all batches under a checkpoint are final: so if the last one of each log is, as freezes go upwards. */
async function areFinal(
  chain: ChainReader,
  operator: Manifest["operator"],
  batches: readonly AuditedBatch[],
  size: number,
): Promise<boolean> {
  const last = new Map(batches.filter(({ position }) => position < size).map((batch) => [batch.log, batch]));
  for (const { position, log, start, count } of last.values()) {
    const place = { position, log: logId(operator, log), lastIndex: start + count - 1 };
    if (!(await chain.isFinal(operator, place))) return false;
  }
  return true;
}

function compareRoot(
  what: string,
  size: number,
  root: Hex,
  rootAt: (size: number) => Hex | undefined,
  findings: Findings,
): void {
  const ours = rootAt(size);
  if (ours === undefined) {
    findings.add("chain_mismatch", EXPORT_FILES.batches, `${what} covers ${size} batches, the export has fewer`);
  } else if (ours !== root) {
    findings.add(
      "chain_mismatch",
      EXPORT_FILES.batches,
      `at size ${size} the export's batches give root ${ours}, ${what} says ${root}`,
    );
  }
}

function conclude(parts: {
  findings: Findings;
  indeterminate: string | undefined;
  manifest?: Manifest;
  logs?: ReadonlyMap<Hex, AuditedLog>;
  batches?: readonly AuditedBatch[];
  checkpoints?: readonly AuditedCheckpoint[];
}): Audit {
  const { findings, indeterminate, manifest, batches = [], checkpoints = [] } = parts;
  const logs = [...(parts.logs ?? [])].map(([id, log]) => ({
    name: log.name,
    id,
    entries: log.entries.size,
    pending: log.entries.size - batches.filter((b) => b.log === log.name).reduce((sum, b) => sum + b.count, 0),
  }));
  const byWallets = [...(parts.logs?.values() ?? [])].reduce((sum, log) => sum + log.byWallets, 0);
  const verdict = findings.total > 0 ? "invalid" : indeterminate === undefined ? "valid" : "indeterminate";
  const message =
    verdict === "invalid"
      ? `${findings.total} finding${findings.total === 1 ? "" : "s"}; the first: ${findings.list[0]!.where}: ${findings.list[0]!.message}`
      : `${indeterminate ?? "every signature, hash and root was recomputed and agrees with what is trusted"}${noteWallets(byWallets)}`;
  return {
    verdict,
    message,
    operator: manifest?.operator,
    logs,
    batches,
    checkpoints,
    findings: findings.list,
    more: findings.total - findings.list.length,
  };
}

function noteWallets(count: number): string {
  if (count === 0) return "";
  return `; but for the signatures of ${count} ${count === 1 ? "entry" : "entries"} by contract wallets, which were checked by the operator alone`;
}

export type { Finding, FindingCode };
