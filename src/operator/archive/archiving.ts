/** Moves older entries of an open operator to its store's archive, in the process that leads. */
import type { Setting } from "../setting.ts";
import { readContract } from "../../chain/client.ts";
import { anchorRegistryAbi } from "../../chain/generated/AnchorRegistry.ts";
import type { BatchBuilder } from "../../batch/builder.ts";
import type { Checkpoints } from "../../batch/checkpoints.ts";
import { decodeHeader, MAX_BATCH_ENTRIES } from "../../batch/header.ts";
import type { EntryRange } from "../../batch/sections.ts";
import { equalBytes } from "../../base/bytes.ts";
import { toHex } from "../../base/hex.ts";
import { AnchorlogError, reasonOf } from "../../base/errors.ts";
import { archiveDamaged, archiveUnavailable, isArchiveTrouble, type Archive } from "../../log/archive.ts";
import { nameSegment } from "../../store/archive/segment.ts";
import type { ArchiveStore, Segment, SegmentPart, StoredBatch } from "../../log/store.ts";
import { readSegment, type MissingSegment } from "../../store/archive/missing.ts";
import { unlessAborted, within } from "../../base/within.ts";
import type { Leadership } from "../leadership.ts";
import { limitArchive } from "../accept/limits.ts";
import { startLoop } from "../loop.ts";
import { createScrubbing } from "./scrubbing.ts";
import { traced } from "../observe/tracing.ts";
import { countOf } from "../../base/countOf.ts";

/** When entries move to the archive that the store was opened with. */
export type ArchivePolicy = {
  /**
   * Seconds after a batch was closed. The batch must also be final on chain or, without a chain, under a signed
   * checkpoint. Batches move together, so they may move up to a tenth of this later, a day at most.
   */
  readonly after: number;
};

export type Archiving = {
  /** Segments that the archive did not return unchanged. */
  readonly missing: () => readonly MissingSegment[];
  /** Stops archiving. The next start completes a segment in progress. */
  readonly stop: () => Promise<void>;
};

type ArchivingOptions = Pick<Setting, "store" | "chain" | "operator" | "maxAnchorDelay" | "tracer" | "clock"> & {
  readonly policy: ArchivePolicy | undefined;
  readonly builder: Pick<BatchBuilder, "pack" | "check">;
  readonly leadership: Pick<Leadership, "isLeader">;
  readonly checkpoints: Pick<Checkpoints, "catchUp" | "newest">;
  /** Milliseconds that the archive has for one answer. */
  readonly answerLimit: number;
  readonly onError: (error: unknown, isFirst: boolean) => void;
};

/** The largest number of batches in a segment, however small they are. */
const MAX_BATCHES = 4_096;
/** Bytes after which a segment takes no further batch: memory holds a segment several times. */
const MAX_BYTES = 64 << 20;
/** Rows deleted in one transaction: few, since appends wait for it. */
const ROWS = 512;
const DAY = 86_400;
/** Milliseconds that opening waits for the first check of the archive. */
const OPENING = 2_000;

/**
 * Checks the option `archive`, and that a store with archived entries was opened with an archive.
 *
 * @throws AnchorlogError `bad_option`, `no_archive`.
 */
export async function assertArchive(
  policy: ArchivePolicy | undefined,
  store: Pick<ArchiveStore, "archive" | "archived">,
): Promise<void> {
  if (policy !== undefined && !(Number.isSafeInteger(policy.after) && policy.after >= 0)) {
    throw new AnchorlogError("bad_option", "the option archive is { after }, a whole number of seconds from 0", {
      fix: "give { after: 2_592_000 } for 30 days, say",
      details: { option: "archive" },
    });
  }
  if (store.archive !== undefined) return;
  if (policy !== undefined) {
    throw new AnchorlogError("bad_option", "the option archive is given, and the store was opened without an archive", {
      fix: "open the store with one: { archive: archiveFolder(…) }",
      details: { option: "archive" },
    });
  }
  const { to, entries } = await store.archived();
  if (to === 0) return;
  throw new AnchorlogError(
    "no_archive",
    `the store has ${countOf(entries, "entry")} in an archive, but none was given`,
    {
      fix: "open the store with its archive. If the archive is lost, use an empty one: its files are then reported as missing",
      details: { entries },
    },
  );
}

/**
 * Starts archiving. It checks the newest segment first, so that a lost archive is known as soon as the operator is
 * open.
 */
export async function openArchiving(options: ArchivingOptions): Promise<Archiving> {
  const { store, policy, leadership, onError } = options;
  if (policy === undefined || store.archive === undefined) return { missing: () => [], stop: async () => {} };
  const end = new AbortController();
  const { signal } = end;
  const archive = limitArchive(store.archive, options.answerLimit, signal);
  const scrubbing = createScrubbing({ ...options, archive });
  const moveInSpan = traced(options.tracer, "anchorlog.archive", move, {
    root: true,
    result: (batches, _, __, due) => ({ position: due[0]!.position, batches }),
  });

  const goesOn = () => !signal.aborted && leadership.isLeader();
  const moveAll = async (): Promise<void> => {
    for (const { from } of (await store.archived()).undropped) await resume(options, archive, from, signal);
    for (let batches = await nextBatches(options, policy); batches.length > 0 && goesOn();) {
      const moving = moveInSpan(options, archive, batches, signal);
      // The error of an abort is dropped below.
      await unlessAborted(signal, moving, () => new Error("archiving was stopped"));
      batches = await nextBatches(options, policy);
    }
  };
  const look = async (): Promise<void> => {
    try {
      if (goesOn()) await scrubbing.next();
    } catch (error) {
      if (!signal.aborted) onError(error, true);
    }
  };
  const opening = look();
  await within(OPENING, opening, undefined);
  const work = async (): Promise<void> => {
    await opening;
    if (!goesOn()) return;
    try {
      await moveAll();
    } finally {
      // Checked even if moving failed: an archive that takes nothing may also have lost files.
      if (goesOn()) await scrubbing.next();
    }
  };
  const loop = startLoop(
    async () => {
      try {
        await work();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    () => paceOf(policy),
    onError,
  );
  return {
    missing: scrubbing.missing,
    stop: async () => {
      end.abort();
      await loop.stop();
    },
  };
}

/** Returns the batches of the next segment; an empty list if it is not yet time. */
async function nextBatches(options: ArchivingOptions, { after }: ArchivePolicy): Promise<StoredBatch[]> {
  const { store, clock } = options;
  const from = (await store.archived()).to;
  const settled = await settledSize(options);
  if (settled <= from) return [];
  const known = await store.batches(from, Math.min(settled, from + MAX_BATCHES));
  const before = clock() - 1_000 * after;
  let entries = 0;
  let isFull = false;
  const batches: StoredBatch[] = [];
  for (const batch of known) {
    const { count, closedAt } = decodeHeader(batch.header);
    if (closedAt > before) break;
    isFull = batches.length > 0 && entries + count > MAX_BATCH_ENTRIES;
    if (isFull) break;
    entries += count;
    isFull = batches.push(batch) === MAX_BATCHES;
  }
  const [first] = batches;
  if (first === undefined) return [];
  // Small batches wait for others, so that there is not one file for each.
  const patience = 1_000 * Math.min(after / 10, DAY);
  return isFull || decodeHeader(first.header).closedAt <= before - patience ? batches : [];
}

/** Returns how many headers are final or, without a chain, signed. */
async function settledSize({ chain, operator, checkpoints }: ArchivingOptions): Promise<number> {
  await checkpoints.catchUp();
  const signed = checkpoints.newest()?.size ?? 0;
  if (chain === undefined) return signed;
  const { registry: address, operator: account } = operator;
  const call = { address, abi: anchorRegistryAbi, functionName: "finalSize", args: [account] } as const;
  return Math.min(signed, Number(await readContract(chain.publicClient, call)));
}

/**
 * Puts the entries of batches into the archive, verifies that it returns them, and only then drops their rows.
 *
 * @param due the next batches; only as many move as fit into a segment.
 * @returns how many batches moved; 0 if it was stopped.
 */
async function move(
  { store, builder }: ArchivingOptions,
  archive: Archive,
  due: readonly StoredBatch[],
  signal: AbortSignal,
): Promise<number> {
  const packed = await builder.pack(rangesOf(partsOf(due)), MAX_BYTES);
  if (signal.aborted) return 0;
  const { bytes, blocks } = packed;
  const batches = due.slice(0, packed.batches);
  const headers = batches.map(({ header }) => header);
  const parts = partsOf(batches);
  const { length } = bytes;
  const [from, to] = [batches[0]!.position, batches.at(-1)!.position + 1];
  const name = nameSegment({ from, to, blocks }, decodeHeader(headers.at(-1)!).closedAt);
  await put(archive, name, bytes);
  // Asks for one byte more, to detect a file that is too long.
  const returned = await archive.get(name, 0, length + 1).catch((error: unknown) => {
    throw archiveUnavailable(name, reasonOf(error), error);
  });
  if (returned?.length !== length) {
    throw archiveDamaged(name, `${length} bytes were written, but it returns ${returned?.length ?? "none"}`);
  }
  await builder.check({ name, bytes: returned, blocks }, headers);
  if (signal.aborted) return 0;
  const entries = parts.reduce((sum, { start, until }) => sum + until - start, 0);
  const segment: Segment = { from, to, name, entries, blocks };
  await store.appendSegment(segment, parts);
  await drop(store, batches, signal);
  return batches.length;
}

/**
 * Drops the remaining rows of a segment, once the archive is seen to have it. The archive may not be the one that the
 * segment was written to; the rows may then be the only copy, and are put there again.
 */
async function resume(
  { store, builder }: ArchivingOptions,
  archive: Archive,
  position: number,
  signal: AbortSignal,
): Promise<void> {
  const [segment] = await store.segments(position, position + 1);
  const { from, to, name, blocks } = segment!;
  const batches = await store.batches(from, to);
  try {
    await readSegment(archive, segment!);
  } catch (error) {
    if (signal.aborted || !isArchiveTrouble(error)) throw error;
    const packed = await builder.pack(rangesOf(partsOf(batches)), Infinity);
    if (!equalBytes(packed.blocks, blocks)) throw error;
    await put(archive, name, packed.bytes);
    await readSegment(archive, segment!);
  }
  await drop(store, batches, signal);
}

async function put(archive: Archive, name: string, bytes: Uint8Array): Promise<void> {
  try {
    await archive.put(name, bytes);
  } catch (cause) {
    throw new AnchorlogError("archive_failed", `the archive does not take ${name}: ${reasonOf(cause)}`, {
      fix: "check that the archive exists, is writable, and has space. The store keeps the entries until then",
      details: { name },
      cause,
    });
  }
}

/** Deletes the rows of archived batches, a few at a time. */
async function drop(store: ArchiveStore, batches: readonly StoredBatch[], signal: AbortSignal): Promise<void> {
  for (const { log, start, until } of partsOf(batches)) {
    for (let below = start; below < until;) {
      if (signal.aborted) return;
      below = Math.min(below + ROWS, until);
      await store.dropArchived(log, below);
    }
  }
  await store.endSegment(batches[0]!.position);
}

function partsOf(batches: readonly StoredBatch[]): SegmentPart[] {
  let first = 0;
  return batches.map(({ header }) => {
    const { log, start, count } = decodeHeader(header);
    const part = { log: toHex(log), start, until: start + count, first };
    first += count;
    return part;
  });
}

const rangesOf = (parts: readonly SegmentPart[]): EntryRange[] =>
  parts.map(({ log, start, until }) => ({ log, from: start, to: until }));

/** Milliseconds between two looks for batches that are old enough. */
function paceOf({ after }: ArchivePolicy): number {
  return Math.min(Math.max(100 * after, 250), 60_000);
}
