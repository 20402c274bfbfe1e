/** Files of lines, read in blocks of whole lines, so that memory does not grow with the file. Browser-safe. */
import { decodeUtf8, isLongerThan } from "../../base/bytes.ts";
import { MAX_BUNDLE_BYTES } from "../bundle/bundle.ts";
import type { ReadExport } from "./audit.ts";
import { isJson } from "./format.ts";

/** A run of lines of a file. */
export type Block = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the last line may lack its newline: it is the file's last. */
  readonly isLast: boolean;
};

/** A file of lines that is read in pieces. */
export type OpenLines = {
  /** Its length when it was opened; it may grow. */
  readonly bytes: number;
  /** @param from offset of the first byte; 0 by default. */
  readonly chunks: (from?: number) => AsyncIterable<Uint8Array<ArrayBuffer>>;
  /**
   * Reads a part at once; shorter at the end of the file. Missing if the source cannot do that, as over HTTP.
   *
   * @param from offset of the first byte.
   */
  readonly part?: (from: number, bytes: number) => Uint8Array<ArrayBuffer>;
};

/** Opens a file of an export; undefined if it is missing. A source that cannot read in pieces gives one piece. */
export async function openLines(read: ReadExport, name: string): Promise<OpenLines | undefined> {
  if (read.lines !== undefined) return read.lines(name);
  const text = await read(name);
  if (text === undefined) return undefined;
  const bytes = new TextEncoder().encode(text);
  return {
    bytes: bytes.length,
    chunks: (from) => piecesOf(bytes, from),
    part: (from, count) => bytes.slice(from, from + count),
  };
}

const PIECE = 1 << 18;

// oxlint-disable-next-line typescript/require-await -- the same form as a file
async function* piecesOf(bytes: Uint8Array<ArrayBuffer>, from = 0): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < bytes.length; at += PIECE) yield bytes.slice(at, at + PIECE);
}

export const NEWLINE = 0x0a;

/** Yields the lines of a file in blocks. The last block has the bytes after the last newline, if there are any. */
export async function* blocksOf(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<Block> {
  const joiner = blockJoiner();
  for await (const chunk of chunks) {
    const block = joiner.add(chunk);
    if (block !== undefined) yield block;
  }
  const last = joiner.end();
  if (last !== undefined) yield last;
}

/** Joins the pieces of a file to blocks. A line that is longer than any valid one is cut: it stays too long. */
export function blockJoiner() {
  let rest: Uint8Array[] = [];
  let held = 0;
  return {
    /** Returns the lines that end in this piece, if any do. */
    add(chunk: Uint8Array): Block | undefined {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      const block = end === 0 ? undefined : { bytes: joined([...rest, chunk.subarray(0, end)]), isLast: false };
      if (block !== undefined) [rest, held] = [[], 0];
      if (held <= MAX_BUNDLE_BYTES && end < chunk.length) {
        rest.push(chunk.subarray(end));
        held += chunk.length - end;
      }
      return block;
    },
    /** Returns the bytes after the last newline, if there are any. */
    end: (): Block | undefined => (held === 0 ? undefined : { bytes: joined(rest), isLast: true }),
  };
}

/** Yields the lines of an export's file, which is read in blocks; none if it is missing. */
export async function* linesIn(read: ReadExport, name: string): AsyncGenerator<string> {
  const file = await openLines(read, name);
  if (file === undefined) return;
  for await (const block of blocksOf(file.chunks())) yield* decodeLines(block);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Replaces text that is not UTF-8. It is not valid JSON, so the audit reports it. */
export const UNREADABLE = "\u0000";

/**
 * Returns a block's lines. A last line without a newline counts if it is valid JSON, or too long for it; otherwise it is
 * still being written.
 */
export function decodeLines({ bytes, isLast }: Block): string[] {
  const lines = (decodeUtf8(bytes) ?? decodeEach(bytes)).split("\n");
  const last = lines.pop()!;
  if (isLast && (isLongerThan(last, MAX_BUNDLE_BYTES) || isJson(last))) lines.push(last);
  return lines;
}

/** Decodes lines one by one, since some are not UTF-8. The last line may be cut within a character. */
export function decodeEach(bytes: Uint8Array): string {
  const lines: string[] = [];
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    lines.push(`${decodeUtf8(bytes.subarray(from, end)) ?? UNREADABLE}\n`);
    from = end + 1;
  }
  const last = bytes.subarray(from);
  // A line that was cut since it is too long may end within a character.
  return lines.join("") + (decodeUtf8(last) ?? (last.length > MAX_BUNDLE_BYTES ? new TextDecoder().decode(last) : ""));
}
