import type { ReadExport } from "../verify/audit/audit.ts";
import { blockJoiner, decodeLines, NEWLINE, openLines, type OpenLines } from "../verify/audit/blocks.ts";

/** The lines of a file, found by their number. Memory holds only the places of some lines. */
export type HeldLines = {
  /** Yields the lines from a number, `from`, to before another one. */
  between(from: number, to: number): Iterable<string>;
  all(): Iterable<string>;
};

/** A line's number and the offset of its first byte. */
type Mark = { readonly line: number; readonly at: number };

/** Bytes that are read at a time. The first line that begins in each of these parts has a mark. */
const PART = 1 << 16;

/** Opens a file of lines, and finds the places of its lines; none if the file is missing. */
export async function openHeldLines(read: ReadExport, name: string): Promise<HeldLines> {
  const file = await openLines(read, name);
  if (file === undefined) return { between: () => [], all: () => [] };
  const { part, marks, bytes } = await markLines(file);
  const between = function* (from: number, to: number): Generator<string> {
    const mark = marks[lastIndexWhere(marks, ({ line }) => line <= from)]!;
    let { line } = mark;
    for (const text of linesAt(part, mark.at, bytes)) {
      if (line >= to) return;
      if (line++ >= from) yield text;
    }
  };
  return { between, all: () => linesAt(part, 0, bytes) };
}

type ReadPart = NonNullable<OpenLines["part"]>;

/** Reads the file once. A source without {@link OpenLines.part} is kept in memory. */
async function markLines(file: OpenLines) {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  const marks: Mark[] = [{ line: 0, at: 0 }];
  let [line, bytes] = [0, 0];
  for await (const chunk of file.chunks()) {
    if (file.part === undefined) kept.push(chunk);
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, end + 1)) {
      line++;
      const at = bytes + end + 1;
      if (at - marks.at(-1)!.at >= PART) marks.push({ line, at });
    }
    bytes += chunk.length;
  }
  return { part: file.part ?? partsOf(kept), marks, bytes };
}

function partsOf(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadPart {
  const starts: number[] = [];
  let bytes = 0;
  for (const { length } of chunks) {
    starts.push(bytes);
    bytes += length;
  }
  // A part may be shorter than it was asked for, and is empty only at the end.
  return (from, most) => {
    const chunk = lastIndexWhere(starts, (start) => start <= from);
    const at = from - (starts[chunk] ?? 0);
    return chunks[chunk]?.slice(at, at + most) ?? new Uint8Array(0);
  };
}

/** Yields the lines from an offset to the end that the file had when it was opened. */
function* linesAt(part: ReadPart, from: number, end: number): Generator<string> {
  const joiner = blockJoiner();
  for (let at = from; at < end;) {
    const piece = part(at, Math.min(PART, end - at));
    // The file became shorter.
    if (piece.length === 0) break;
    at += piece.length;
    const block = joiner.add(piece);
    if (block !== undefined) yield* decodeLines(block);
  }
  const last = joiner.end();
  if (last !== undefined) yield* decodeLines(last);
}

/** The index of the last item of an ascending list for which a condition holds; -1 if it holds for none. */
function lastIndexWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
