import { rm } from "node:fs/promises";
import { assertGiven } from "../../base/options.ts";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readOperatorId } from "../../action/address.ts";
import { checkpointOrigin, hashDomain, logId, type OperatorId } from "../../action/domain.ts";
import { encodeMessage } from "../../action/envelope.ts";
import type { ActionTypes, PayloadMembers } from "../../action/kinds.ts";
import type { DigestSigner } from "../../action/signature.ts";
import { signedFormOf } from "../../action/signedForm.ts";
import type { ActionContext } from "../../action/verify.ts";
import type { CheckpointKeys } from "../../batch/checkpoint.ts";
import { utf8 } from "../../base/bytes.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { makeFolder } from "../../base/folders.ts";
import { entryLine } from "../../store/archive/segment.ts";
import { createEntryGuard, type EntryGuard } from "../../log/guardEntries.ts";
import { assertGuard, type Guard } from "../../log/guard.ts";
import { assertIntact, assertLinked } from "../../log/intact.ts";
import type {
  BatchStore,
  ChainStore,
  OperationsStore,
  StoredBatch,
  StoredCheckpoint,
  StoredEntry,
  StoredTimestamp,
} from "../../log/store.ts";
import { signReceipts } from "../../log/receipt/receipt.ts";
import { ed25519NoteKey, formatVerifierKey } from "../../tlog/note.ts";
import { writeWhole } from "../../base/wholeFile.ts";
import { BEGINNING, continueFile, placeInBatches, placeInLog, readEarlier, type FileEnd } from "./continuing.ts";
import { EXPORT_FILES, EXPORT_FORMAT, WITHHELD } from "./format.ts";
import { completeNotes } from "./notes.ts";

/** Entries that are read and signed at a time. Other work of this process runs in between. */
const CHUNK = 128;
const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

type NamedOperator = OperatorId & { readonly name: string; readonly version: string };

type ExportStore = ChainStore & BatchStore & Pick<OperationsStore, "shared" | "flush" | "timestamps">;

/** The options of `openAnchorlog` that an export needs. */
type ExportOptions<D extends Record<string, PayloadMembers>> = {
  readonly store: ExportStore;
  readonly guard?: Guard;
  readonly operator: NamedOperator;
  readonly logs?: readonly string[];
  readonly types: ActionTypes<D>;
  readonly keys: CheckpointKeys & { readonly receiptKey: DigestSigner };
  /**
   * Whether to write payloads' hashes instead of payloads. Everybody may read such an export. It shows that each actor
   * signed its action, but no store can be restored from it.
   */
  readonly withoutPayloads?: boolean;
};

/** The numbers of items that were added to an export. */
export type Exported = { readonly entries: number; readonly batches: number; readonly checkpoints: number };

/**
 * Writes an export of an operator's logs into a folder, for auditors (protocol/2-audit §2). It signs receipts, and
 * signs checkpoints again after a key rotation, so it asks the guard first.
 *
 * An export of the same operator and keys is continued: only new items are read, signed and written. `readExportFolder`
 * can read it at any time. If a key has changed or the store's history differs, the parts that do not fit are written
 * again. Until that is done, the folder has no manifest.
 *
 * @param folder is created if it is missing.
 * @example
 * await writeExport("export", { store, operator, types, keys, logs: ["acme"] })
 *
 * @throws AnchorlogError `no_guard`, `foreign_guard`; `foreign_export` if the folder has another operator's export, or
 * another manifest.json; `other_payloads` if the folder's export has payloads and this one withholds them, or the
 * reverse; `read_only` if the store lacks entries that were promised; `store_damaged` if an entry differs
 * from the one appended. In these cases no receipt is signed.
 */
export async function writeExport<D extends Record<string, PayloadMembers>>(
  folder: string,
  options: ExportOptions<D>,
): Promise<Exported> {
  assertGiven("writeExport", { folder, ...options }, "folder", "store.batches()", "operator.registry", "types.kinds");
  const { store, guard, keys } = options;
  const operator = readOperatorId(options.operator);
  assertGuard(guard, store, operator);
  const work = await readWork(folder, options, operator);
  const { manifest, kept, batches, checkpoints } = work;
  await makeFolder(folder);
  if (!work.isManifestTrue) await rm(work.at(EXPORT_FILES.manifest), { force: true });
  const notes = await completeNotes(checkpoints, { store, guard, operator, keys });
  const entries = await writeLogs(work);
  // The new batches may be of a new log. So its name is written to the manifest before the batches, and notes are named
  // only after they are written.
  const named = manifest.checkpoints.filter((size) => kept.has(size));
  if (work.isManifestTrue && batches.length > 0) await writeManifest(work, { ...manifest, checkpoints: named });
  await writeBatches(work);
  await writeNotes(work, notes);
  await writeTimestamps(work.at(EXPORT_FILES.timestamps), work.timestamps);
  // Written last, so that every file it names exists.
  await writeManifest(work, manifest);
  return { entries, batches: batches.length, checkpoints: checkpoints.length };
}

/** The work of an export, as read from the store and the folder before anything is written. */
type ExportWork = Pick<LogParts, "context" | "entryGuard" | "operator" | "receiptKey"> & {
  readonly store: ExportStore;
  /** Returns the path of a file of the export. */
  readonly at: (name: string) => string;
  /** The manifest of the finished export. */
  readonly manifest: ReturnType<typeof manifestOf>;
  /** Whether the folder's logs are continued; otherwise they are written from the start. */
  readonly isContinued: boolean;
  /** The end of the batches that stay in their file. */
  readonly inBatches: FileEnd;
  /** Sizes of the checkpoints whose notes stay. */
  readonly kept: ReadonlySet<string>;
  /** Whether the folder's manifest stays true while the new parts are written. */
  readonly isManifestTrue: boolean;
  /** New batches and checkpoints, and all timestamps. */
  readonly batches: readonly StoredBatch[];
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly timestamps: readonly StoredTimestamp[];
};

/**
 * Compares the folder with the store. The store may grow meanwhile. So checkpoints are read before batches, and batches
 * before entries: each refers only to items read later.
 */
async function readWork<D extends Record<string, PayloadMembers>>(
  folder: string,
  options: ExportOptions<D>,
  operator: NamedOperator,
): Promise<ExportWork> {
  const { store, guard, types, keys } = options;
  const entryGuard = guard && createEntryGuard(guard, store);
  const at = (name: string): string => join(folder, name);
  const checkpoints = await store.checkpoints();
  const timestamps = await store.timestamps();
  const signers = signersOf(options, operator);
  const earlier = await readEarlier(folder, signers);
  const isContinued = earlier !== undefined;
  const inBatches = isContinued ? await placeInBatches(at(EXPORT_FILES.batches), store) : BEGINNING;
  const batches = await store.batches(inBatches.lines);
  const added = (await store.allLogNames()).map(({ name }) => name);
  const logs = [...new Set([...(options.logs ?? []), ...added])].sort();
  for (const name of logs) await entryGuard?.compare(logId(operator, name));
  const domainSeparator = hashDomain({ ...operator, verifyingContract: operator.registry });
  // Notes beyond the batches of the file are of another history, or were left by a power cut.
  const kept = new Set([...(earlier ?? [])].filter((size) => Number(size) <= inBatches.lines));
  return {
    at,
    store,
    operator,
    receiptKey: keys.receiptKey,
    entryGuard,
    context: { kinds: types.kinds, domainSeparator },
    manifest: manifestOf(signers, types.kinds, logs, checkpoints),
    isContinued,
    inBatches,
    kept,
    // Files by other keys or of another history would contradict the old manifest.
    isManifestTrue: kept.size === earlier?.size,
    batches,
    checkpoints: checkpoints.filter(({ size }) => !kept.has(String(size))),
    timestamps,
  };
}

/** Returns the beginning of a manifest: an export is continued only if this part is equal. */
function signersOf<D extends Record<string, PayloadMembers>>(
  { keys, withoutPayloads }: ExportOptions<D>,
  operator: NamedOperator,
) {
  return {
    format: EXPORT_FORMAT,
    operator: { ...operator, chainId: String(operator.chainId) },
    keys: {
      anchorKey: keys.anchorKey.address.toLowerCase(),
      receiptKey: keys.receiptKey.address.toLowerCase(),
      noteKey: formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey)),
    },
    ...(withoutPayloads === true && { payloads: WITHHELD as typeof WITHHELD }),
  };
}

function manifestOf(
  signers: ReturnType<typeof signersOf>,
  kinds: ActionContext["kinds"],
  logs: readonly string[],
  checkpoints: readonly StoredCheckpoint[],
) {
  return {
    ...signers,
    kinds: [...kinds.values()]
      .map(({ name, payloadType }) => ({ primaryType: name, payloadType }))
      .sort((a, b) => (a.primaryType < b.primaryType ? -1 : 1)),
    logs,
    checkpoints: checkpoints.map(({ size }) => String(size)),
  };
}

function writeManifest({ at }: ExportWork, manifest: ExportWork["manifest"]): Promise<void> {
  return writeWhole(at(EXPORT_FILES.manifest), utf8(`${JSON.stringify(manifest, undefined, 2)}\n`));
}

/** Adds the new entries to the files of the logs. Returns their number. */
async function writeLogs({ at, manifest, isContinued, ...parts }: ExportWork): Promise<number> {
  const { store, operator, context } = parts;
  const line = manifest.payloads === WITHHELD ? withheldLine(context) : entryLine;
  let entries = 0;
  for (const name of manifest.logs) {
    const [file, log] = [at(EXPORT_FILES.log(name)), logId(operator, name)];
    await makeFolder(dirname(file));
    const place = isContinued ? await placeInLog(file, store, log, manifest) : BEGINNING;
    const lines = entriesOf({ ...parts, log, line }, place.lines, (count) => void (entries += count));
    await continueFile(file, place, lines);
  }
  return entries;
}

async function writeBatches({ at, inBatches, batches }: ExportWork): Promise<void> {
  const lines = batches.map(({ header }) => toLine({ header: toHex(header) })).join("");
  await continueFile(at(EXPORT_FILES.batches), inBatches, once(lines));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Writes the new checkpoints' notes, each into its file. */
async function writeNotes({ at, checkpoints }: ExportWork, notes: readonly string[]): Promise<void> {
  await makeFolder(dirname(at(EXPORT_FILES.checkpoint(0))));
  for (const [i, { size }] of checkpoints.entries())
    await writeWhole(at(EXPORT_FILES.checkpoint(size)), utf8(notes[i]!));
}

/** Writes the timestamps that were last seen in a block. Without any, the file is removed. */
async function writeTimestamps(file: string, all: readonly StoredTimestamp[]): Promise<void> {
  const lines = all
    .filter(({ block }) => block !== undefined)
    .toSorted((a, b) => a.size - b.size || a.chainId - b.chainId || (a.transaction < b.transaction ? -1 : 1))
    .map(({ chainId, size, transaction }) => toLine({ chainId: String(chainId), size: String(size), transaction }));
  if (lines.length > 0) await writeWhole(file, utf8(lines.join("")));
  else await rm(file, { force: true });
}

type LogParts = {
  readonly store: Pick<ChainStore, "head" | "entries">;
  readonly log: Hex;
  readonly context: ActionContext;
  readonly entryGuard: EntryGuard | undefined;
  readonly operator: OperatorId;
  readonly receiptKey: DigestSigner;
  readonly line: (entry: StoredEntry, receipt: Hex) => string;
};

/** Formats lines of an export that withholds payloads. */
function withheldLine({ kinds, domainSeparator }: ActionContext): LogParts["line"] {
  return ({ bytes, action, verifiedBlockHash }, receipt) => {
    // The entry was found intact, so its kind is defined and its message canonical.
    const encoded = encodeMessage(kinds.get(action.primaryType)!, action.message, domainSeparator);
    const signed = signedFormOf(encoded, action.signature);
    return toLine({ entry: toHex(bytes), signed, receipt, verifiedBlockHash });
  };
}

/** Yields the lines of a log's entries from an index on. @param count receives the number of entries of each part. */
async function* entriesOf(
  { store, log, context, entryGuard, operator, receiptKey, line }: LogParts,
  first: number,
  count: (entries: number) => void,
): AsyncGenerator<string> {
  let [last] = first === 0 ? [] : await store.entries(log, first - 1, first);
  const linked = { head: () => store.head(log), entries: (from: number, to: number) => store.entries(log, from, to) };
  for (let from = first; ; from += CHUNK) {
    const entries = await store.entries(log, from, from + CHUNK);
    if (entries.length === 0) return;
    // Each entry gets a receipt, which must not contradict its earlier receipt. So the entries are checked first.
    assertIntact(last === undefined ? entries : [last, ...entries], context);
    last = entries.at(-1)!;
    await assertLinked(log, last, linked);
    await entryGuard?.cover(log, last, "read");
    const receipts = await signReceipts(
      operator,
      entries.map(({ bytes }) => bytes),
      receiptKey,
    );
    const lines = entries.map((entry, i) => {
      const receipt = receipts[i]!;
      if (receipt instanceof AnchorlogError) throw receipt;
      return line(entry, receipt.signature);
    });
    yield lines.join("");
    count(entries.length);
    if (entries.length < CHUNK) return;
    await nextTurn();
  }
}
