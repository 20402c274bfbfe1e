/** A file of JSON lines that only grows. */
import { open, type FileHandle } from "node:fs/promises";
import { hashRow } from "../action/record.ts";
import { concat, equalBytes } from "../base/bytes.ts";
import { messageOf } from "../base/errors.ts";
import { parseExactJson } from "../base/json.ts";
import { assertKnownOptions, assertText } from "../base/options.ts";
import type { RowRecord } from "./records.ts";
import {
  badRow,
  badSource,
  canonicalOf,
  fileAt,
  fileId,
  PAGE_ROWS,
  readId,
  type Row,
  type RowPage,
  type RowSource,
} from "./source.ts";

/** Options of {@link jsonLines}. */
export type JsonLinesOptions = {
  /** Path of the file. Lines may be appended to it, and nothing else may change. */
  readonly file: string;
  /** The member that names a line: unique, and a text or an integer. By default the line's number, from 1. */
  readonly id?: string | undefined;
};

/** Bytes of a line, at most. */
const MAX_LINE = 1 << 20;
const TOO_LONG = `the line has over ${MAX_LINE} bytes`;
const FIX = "correct the line; the lines before it are recorded";
const CHUNK = 1 << 18;
/** The number of bytes before a place that show whether the file is still the same. */
const END = 256;
const PUT_BACK = "put back the lines that were recorded; or, after a rotation, attach the new file by another --name";
const MOVED =
  "attach the old file at its new path by the same --name, until its end; then the new file by another --name";
const NEWLINE = 0x0a;

/** A place in the file: bytes and lines before it. */
type Place = { readonly bytes: number; readonly lines: number };

const START: Place = { bytes: 0, lines: 0 };

/**
 * Opens a file of JSON lines for {@link attachTable}. A line without its newline is not complete yet. A row is the
 * line's JSON value. A line with a duplicate member, or with a number that a double cannot hold, is refused: two readers
 * could read it differently.
 *
 * @example
 * const source = await jsonLines({ file: "audit.jsonl", id: "event" })
 * const attached = await attachTable({ anchorlog, store, operator, log: "acme", name: "audit", source, signer })
 * await attached.caughtUp()
 *
 * @throws AnchorlogError `bad_source` if the file cannot be read.
 */
export async function jsonLines(options: JsonLinesOptions): Promise<RowSource> {
  assertKnownOptions("jsonLines", options, { file: true, id: true } satisfies Record<keyof JsonLinesOptions, true>);
  assertText("file of jsonLines", options.file, "give { file }");
  const { file, id } = options;
  return new JsonLines(await openFile(file), file, id);
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, "r");
  } catch (error) {
    throw badSource(file, messageOf(error), "name a file that this user can read", error);
  }
}

class JsonLines implements RowSource {
  readonly form = "json/1";
  private readonly handle: FileHandle;
  private readonly file: string;
  private readonly id: string | undefined;
  private taken: Place = START;
  /** The last bytes before `taken`. */
  private end: Uint8Array = new Uint8Array(0);
  /** Whether reading continues at a record's position. Then the next page may have lines that are recorded already. */
  private isResumed = false;
  /** Whether the file ended within a line when it was last read. */
  private hasHalf = false;

  constructor(handle: FileHandle, file: string, id: string | undefined) {
    this.handle = handle;
    this.file = file;
    this.id = id;
  }

  position(): string {
    return `${this.taken.bytes}:${this.taken.lines}`;
  }

  async begin({ id, index, payload }: RowRecord): Promise<void> {
    const [, bytes, lines] = /^([0-9]{1,15}):([0-9]{1,15})$/.exec(payload.position) ?? [];
    if (bytes === undefined) return;
    const place = { bytes: Number(bytes), lines: Number(lines) };
    // The record's line is in the first page after its position.
    const page = (await this.isLineAt(place.bytes)) ? await this.pages(place).next() : undefined;
    const row = page?.done === false ? page.value.rows.find((each) => each.id === id) : undefined;
    if (row === undefined || hashRow(canonicalOf(row)) !== payload.rowHash) {
      throw badSource(this.file, `its line ${id} is not as it was recorded (entry ${index})`, PUT_BACK);
    }
    await this.take(place);
    this.isResumed = true;
  }

  leftOut(): string | undefined {
    return this.hasHalf ? "the last line has no newline yet, so it is not a row" : undefined;
  }

  async *look(): AsyncGenerator<RowPage> {
    const { size } = await this.handle.stat();
    if (size < this.taken.bytes) {
      throw badSource(this.file, `it has ${size} bytes, and ${this.taken.bytes} were recorded`, PUT_BACK);
    }
    if (!equalBytes(await this.readBefore(this.taken), this.end)) {
      throw badSource(
        this.file,
        `its bytes before byte ${this.taken.bytes} are not those that were recorded`,
        PUT_BACK,
      );
    }
    for await (const { rows, end } of this.pages(this.taken)) {
      yield { rows, columns: undefined, isTail: !this.isResumed };
      this.isResumed = false;
      await this.take(end);
    }
    if ((await fileAt(this.file)) !== fileId(await this.handle.stat({ bigint: true }))) {
      throw badSource(this.file, "it was moved or replaced", MOVED);
    }
  }

  async *all(): AsyncGenerator<RowPage> {
    for await (const { rows } of this.pages(START)) yield { rows, columns: undefined };
  }

  async find(id: string): Promise<Row | undefined> {
    for await (const { rows } of this.pages(START)) {
      const found = rows.find((row) => row.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  /** Yields the complete lines from a place on, and the place after them. Empty lines are counted, and skipped. */
  private async *pages(from: Place): AsyncGenerator<{ readonly rows: readonly Row[]; readonly end: Place }> {
    let [rows, end]: [Row[], Place] = [[], from];
    let rest: Uint8Array = new Uint8Array(0);
    for (let at = from.bytes; ;) {
      const chunk = await this.read(at, CHUNK);
      if (chunk.length === 0) break;
      at += chunk.length;
      const bytes = concat(rest, chunk);
      let start = 0;
      for (let stop = bytes.indexOf(NEWLINE); stop >= 0; stop = bytes.indexOf(NEWLINE, start)) {
        const line = bytes.subarray(start, stop);
        const before = end;
        end = { bytes: end.bytes + line.length + 1, lines: end.lines + 1 };
        start = stop + 1;
        if (line.length > 0) {
          try {
            rows.push(this.readLine(line, end.lines));
          } catch (error) {
            if (rows.length > 0) yield { rows, end: before };
            throw error;
          }
        }
        if (rows.length < PAGE_ROWS) continue;
        yield { rows, end };
        rows = [];
      }
      rest = bytes.slice(start);
      this.hasHalf = rest.length > 0;
      if (rest.length > MAX_LINE) throw badRow(`${this.file}:${end.lines + 1}`, TOO_LONG, FIX);
    }
    if (rows.length > 0) yield { rows, end };
  }

  private readLine(line: Uint8Array, number: number): Row {
    const at = `${this.file}:${number}`;
    if (line.length > MAX_LINE) throw badRow(at, TOO_LONG, FIX);
    let value: unknown;
    try {
      value = parseExactJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
    } catch (error) {
      throw badRow(at, messageOf(error), FIX);
    }
    if (this.id === undefined) return { id: String(number), value };
    const id = (Object(value) as Record<string, unknown>)[this.id];
    return { id: readId(Number.isSafeInteger(id) ? String(id) : id, at), value };
  }

  private async take(place: Place): Promise<void> {
    this.end = await this.readBefore(place);
    this.taken = place;
  }

  private readBefore({ bytes }: Place): Promise<Uint8Array> {
    const length = Math.min(bytes, END);
    return this.read(bytes - length, length);
  }

  private async isLineAt(byte: number): Promise<boolean> {
    return byte === 0 || (await this.read(byte - 1, 1))[0] === NEWLINE;
  }

  private async read(position: number, length: number): Promise<Uint8Array> {
    const buffer = new Uint8Array(length);
    const { bytesRead } = await this.handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}
