/**
 * Finds the faults that an export or receipts show, and makes the proof of each.
 *
 * @module
 */
import type { OperatorId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { formatTime, isAhead } from "../../action/time.ts";
import type { ReadExport } from "../../verify/audit/audit.ts";
import { anchorSignature, parseCheckpoint } from "../../batch/checkpoint.ts";
import type { Header } from "../../batch/header.ts";
import { attempt } from "../../base/attempt.ts";
import { equalBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { hashEntry } from "../../log/entry.ts";
import { isReceiptBy, type Receipt } from "../../log/receipt/receipt.ts";
import type { StoredCheckpoint } from "../checkpoints.ts";
import {
  coveringCheckpoint,
  signedStatement,
  storedStatement,
  type AnchoredHistory,
  type SizeStatement,
} from "../evidence.ts";
import { readHeldExport, type HeldExport } from "../export.ts";
import {
  checkpointEquivocation,
  entryEquivocation,
  headerSuccession,
  malformedHeader,
  receiptAhead,
  receiptEquivocation,
  type EntryPlace,
} from "./faults.ts";
import { collectFaults, type FaultFindings, type FoundFault, type OpenQuestion } from "./findings.ts";
import { isForged, reportForged, scanBatch, type UsedNonces } from "./scanBatch.ts";
import { createObjectScan } from "./scanObjects.ts";
import { entryFits, headerFollows, headerStands, readEntry, readHeader } from "../succession.ts";

/** The faults and open questions of a search. */
export type FaultScan = { readonly faults: readonly FoundFault[]; readonly questions: readonly OpenQuestion[] };

/**
 * Searches an export for faults that can be proven at once, under the checkpoints that the registry stores. The export
 * is not trusted: a fault counts only by anchored or signed data. If the export withholds payloads, the faults of
 * entries and their signatures are still found.
 *
 * @param checkpoints see `readStoredCheckpoints`.
 * @param limit of faults and of questions; 100 by default. Beyond it, a fault counts only if it freezes more than those
 * before.
 * @example
 * const checkpoints = await readStoredCheckpoints(publicClient, operator)
 * const { faults } = await findFaults(await readExportFolder("export"), checkpoints)
 * for (const { proof } of faults) await reportFault({ publicClient, walletClient }, faultProofs, proof)
 *
 * @throws AnchorlogError or FormatError if the manifest cannot be read, or the manifest or the batches are missing.
 */
export async function findFaults(
  read: ReadExport,
  checkpoints: readonly StoredCheckpoint[],
  limit = 100,
): Promise<FaultScan> {
  assertGiven("findFaults", { read, checkpoints }, "read()", "checkpoints.map()");
  const held = await readHeldExport(read, checkpoints);
  const findings = collectFaults(limit);
  scanCheckpoints(held, checkpoints, findings);
  const numbers = new Map<string, number>();
  const nonces: UsedNonces = new Map();
  const objects = createObjectScan(held.history, findings);
  for (const position of held.history.headers.keys()) {
    const checkpoint = coveringCheckpoint(held.history, position);
    if (checkpoint === undefined) break;
    const header = scanHeader(held.history, position, checkpoint.time, numbers, findings);
    if (header !== undefined) scanBatch(held, position, header, nonces, objects, findings);
  }
  return { faults: findings.faults, questions: findings.questions };
}

/**
 * Searches only the headers, for callers without the entries, as with published tiles.
 *
 * @param limit of faults; 100 by default.
 * @example
 * const tiles = await openTiles(httpTiles("https://log.example/tiles/"), policy)
 * const headers = await tiles.entries(0, tiles.checkpoint.size)
 * const history = openHistory({ operator, headers, checkpoints, entries: () => undefined })
 * for (const { message, proof } of findHeaderFaults(history)) await reportFault(chain, faultProofs, proof)
 */
export function findHeaderFaults(history: AnchoredHistory, limit = 100): FoundFault[] {
  const findings = collectFaults(limit);
  const numbers = new Map<string, number>();
  for (const position of history.headers.keys()) {
    const checkpoint = coveringCheckpoint(history, position);
    if (checkpoint === undefined) break;
    scanHeader(history, position, checkpoint.time, numbers, findings);
  }
  return findings.faults;
}

/** How {@link findEntryFaults} searches. */
export type EntrySearch = {
  /** Returns the signature that was published with an entry, if any. */
  readonly signature?: (place: EntryPlace) => Hex | undefined;
  /** The most faults; 100 by default. */
  readonly limit?: number;
};

/**
 * Searches entries without their actions: skipped acts upon an object, acts by an account that was not the holder, and
 * published signatures that are not the actor's. A signature that recovers to the actor proves nothing here, since it
 * is not known whether the digest is an action's.
 *
 * Use it for entries that do not come from an export. For an export, {@link findFaults} finds the same faults and more,
 * even if payloads are withheld.
 *
 * @example
 * const faults = findEntryFaults(history, { signature: ({ batch, position }) => signatures[batch][position] })
 * for (const { message, proof } of faults) await reportFault(chain, faultProofs, proof)
 */
export function findEntryFaults(
  history: AnchoredHistory,
  { signature: signatureOf, limit = 100 }: EntrySearch = {},
): FoundFault[] {
  const findings = collectFaults(limit);
  const objects = createObjectScan(history, findings);
  for (const [batch, headerBytes] of history.headers.entries()) {
    if (coveringCheckpoint(history, batch) === undefined) break;
    const header = readHeader(headerBytes);
    for (const [position, bytes] of ((header && history.entries(batch)) ?? []).entries()) {
      const entry = readEntry(bytes);
      if (entry === undefined || !entryFits(header!, position, bytes)) continue;
      const place = { batch, position };
      const signature = signatureOf?.(place);
      if (signature !== undefined && isForged(entry, signature)) {
        reportForged(history, place, entry, signature, findings);
      }
      objects.look(place, entry, undefined);
    }
  }
  return findings.faults;
}

/** Compares the stored checkpoints with each other, with the signed ones, and with the headers. */
function scanCheckpoints(
  { manifest, notes, history }: HeldExport,
  stored: readonly StoredCheckpoint[],
  findings: FaultFindings,
): void {
  const { operator, keys } = manifest;
  const bySize = new Map<number, { root: Hex; statement: SizeStatement }>();
  const byRoot = new Map<Hex, { size: number; statement: SizeStatement }>();
  const compare = (size: number, root: Hex, statement: SizeStatement) => {
    const rival = bySize.get(size);
    const twin = byRoot.get(root);
    const other = rival !== undefined && rival.root !== root ? rival : twin?.size === size ? undefined : twin;
    if (other !== undefined) {
      findings.fault(`there are two checkpoints of size ${size}, or with the root ${root}`, () =>
        checkpointEquivocation(operator, other.statement, statement),
      );
    }
    if (rival === undefined) bySize.set(size, { root, statement });
    if (twin === undefined) byRoot.set(root, { size, statement });
  };
  for (const checkpoint of stored) {
    compare(checkpoint.size, checkpoint.root, storedStatement(checkpoint));
    if (history.checkpoints.includes(checkpoint)) continue;
    const message = `the export's batches do not give the root that was anchored at size ${checkpoint.size}`;
    findings.question("header", checkpoint.size - 1, message);
  }
  for (const note of notes) {
    const checkpoint = attempt(() => parseCheckpoint(note), AnchorlogError);
    const signature = checkpoint && anchorSignature(checkpoint, operator, keys.anchorKey);
    if (signature !== undefined)
      compare(checkpoint!.size, toHex(checkpoint!.root), signedStatement(checkpoint!, signature));
  }
}

function scanHeader(
  history: AnchoredHistory,
  position: number,
  time: number,
  numbers: Map<string, number>,
  findings: FaultFindings,
): Header | undefined {
  const header = readHeader(history.headers[position]!);
  if (header === undefined || !headerStands(header, position, time)) {
    findings.fault(`the header at ${position} is malformed`, () => malformedHeader(history, position));
  }
  if (header === undefined) return undefined;
  const key = `${toHex(header.log)} ${header.number}`;
  const twin = numbers.get(key);
  if (twin === undefined) numbers.set(key, position);
  else {
    const message = `the headers at ${twin} and ${position} have one number, ${header.number}`;
    findings.fault(message, () => headerSuccession(history, twin, position));
  }
  const previous =
    header.prevLeaf === undefined || header.prevLeaf > position ? undefined : history.headers[header.prevLeaf];
  if (previous !== undefined && readHeader(previous) !== undefined && !headerFollows(previous, header)) {
    const message = `the header at ${position} does not follow the one at ${header.prevLeaf}`;
    findings.fault(message, () => headerSuccession(history, header.prevLeaf!, position));
  }
  return header;
}

/**
 * Compares receipts with each other and with the anchored entries. Receipts of malformed entries are left out, since
 * they prove nothing.
 *
 * @param receipts of one operator. Their keys are not checked; the registry knows the operator's keys.
 * @param logs names of the logs by their identifiers.
 * @param history the operator's anchored records, if available.
 */
export function findReceiptFaults(
  operator: OperatorId,
  receipts: readonly Receipt[],
  logs: ReadonlyMap<Hex, string>,
  history?: AnchoredHistory,
): FoundFault[] {
  const findings = collectFaults(Infinity);
  const places = new Map<string, Receipt>();
  const batches = history === undefined ? new Map<Hex, BatchRange[]>() : batchesByLog(history);
  for (const receipt of receipts) {
    const bytes = fromHex(receipt.entry);
    const entry = readEntry(bytes);
    if (entry === undefined || !isReceiptBy(receipt.key, operator, bytes, receipt.signature)) continue;
    const { index } = entry;
    const log = toHex(entry.log);
    const name = logs.get(log);
    const other = places.get(`${log} ${index}`);
    if (other === undefined) places.set(`${log} ${index}`, receipt);
    else if (other.entry !== receipt.entry && name !== undefined) {
      const message = `two receipts name different entries ${index} of ${name}`;
      findings.fault(message, () => receiptEquivocation(operator, name, other, receipt));
    }
    for (const { position: batch, start, count } of batches.get(log) ?? []) {
      const position = index - start;
      const anchored = position >= 0 && position < count ? history!.entries(batch)?.[position] : undefined;
      if (anchored === undefined || equalBytes(hashEntry(anchored), hashEntry(bytes))) continue;
      const message = `entry ${index} of ${name ?? log} is anchored as another than the receipt says`;
      findings.fault(message, () => entryEquivocation(history!, receipt, { batch, position }));
    }
  }
  return findings.faults;
}

/**
 * Finds the receipts that are dated too far ahead.
 *
 * @param logs names of the logs by their identifiers.
 * @param time of the chain's newest block, Unix seconds.
 * @example
 * const { timestamp } = await publicClient.getBlock()
 * const logs = new Map([[logId(operator, "acme"), "acme"]])
 * const faults = findReceiptsAhead(operator, receipts, logs, Number(timestamp))
 */
export function findReceiptsAhead(
  operator: OperatorId,
  receipts: readonly Receipt[],
  logs: ReadonlyMap<Hex, string>,
  time: number,
): FoundFault[] {
  const findings = collectFaults(Infinity);
  for (const receipt of receipts) {
    const bytes = fromHex(receipt.entry);
    const entry = readEntry(bytes);
    const name = entry && logs.get(toHex(entry.log));
    if (entry === undefined || name === undefined || !isAhead(entry.acceptedAt, time)) continue;
    const { index, acceptedAt } = entry;
    if (!isReceiptBy(receipt.key, operator, bytes, receipt.signature)) continue;
    const message = `the receipt of entry ${index} of ${name} is dated ${formatTime(acceptedAt)}, over an hour ahead of the chain`;
    findings.fault(message, () => receiptAhead(operator, name, receipt));
  }
  return findings.faults;
}

type BatchRange = { position: number; start: number; count: number };

function batchesByLog(history: AnchoredHistory): Map<Hex, BatchRange[]> {
  const batches = new Map<Hex, BatchRange[]>();
  for (const [position, bytes] of history.headers.entries()) {
    const header = readHeader(bytes);
    if (header === undefined || coveringCheckpoint(history, position) === undefined) continue;
    const log = toHex(header.log);
    const list = batches.get(log) ?? [];
    list.push({ position, start: header.start, count: header.count });
    batches.set(log, list);
  }
  return batches;
}
