/** A file of JSON lines that only grows. */
import { open, type FileHandle } from "node:fs/promises";
import { concat } from "../base/bytes.ts";
import { messageOf } from "../base/errors.ts";
import { parseExactJson } from "../base/json.ts";
import { badRow, badSource, PAGE_ROWS, readId, type Row, type RowPage, type RowSource } from "./source.ts";

/** Options of {@link jsonLines}. */
export type JsonLinesOptions = {
  /** Path of the file. It may be appended to, and nothing else. */
  readonly file: string;
  /** The member that names a line: unique, and a text or an integer. By default the line's number, from 1. */
  readonly id?: string | undefined;
};

/** Bytes of a line, at most. */
const MAX_LINE = 1 << 20;
const CHUNK = 1 << 18;
const NEWLINE = 0x0a;

/** A place in the file: bytes and lines before it. */
type Place = { readonly bytes: number; readonly lines: number };

const START: Place = { bytes: 0, lines: 0 };

/**
 * Opens a file of JSON lines for {@link attachTable}. A line without its newline is not complete yet. A row is the
 * line's JSON value. A line with a duplicate member, or with a number that a double cannot hold, is refused: two readers
 * could read it differently.
 *
 * @throws AnchorlogError `bad_source` if the file cannot be read.
 */
export async function jsonLines({ file, id }: JsonLinesOptions): Promise<RowSource> {
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

  constructor(handle: FileHandle, file: string, id: string | undefined) {
    this.handle = handle;
    this.file = file;
    this.id = id;
  }

  position(): string {
    return `${this.taken.bytes}:${this.taken.lines}`;
  }

  begin(position: string): void {
    const [, bytes, lines] = /^([0-9]{1,15}):([0-9]{1,15})$/.exec(position) ?? [];
    if (bytes !== undefined) this.taken = { bytes: Number(bytes), lines: Number(lines) };
  }

  async *look(): AsyncGenerator<RowPage> {
    const { size } = await this.handle.stat();
    if (size < this.taken.bytes) {
      const why = `it has ${size} bytes, and ${this.taken.bytes} were recorded`;
      throw badSource(this.file, why, "put the lines back; after a rotation, attach the new file under another name");
    }
    const from = this.taken;
    // A position must be the beginning of a line.
    if (from.bytes > 0 && (await this.read(from.bytes - 1, 1))[0] !== NEWLINE) {
      throw badSource(this.file, `no line begins at byte ${from.bytes}`, "put back the lines that were recorded");
    }
    for await (const { rows, end } of this.pages(from)) {
      yield { rows, columns: undefined, isTail: true };
      this.taken = end;
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

  /** Yields the complete lines from a place on, and the place behind them. Empty lines are counted, and skipped. */
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
        end = { bytes: end.bytes + line.length + 1, lines: end.lines + 1 };
        start = stop + 1;
        if (line.length > 0) rows.push(this.readLine(line, end.lines));
        if (rows.length < PAGE_ROWS) continue;
        yield { rows, end };
        rows = [];
      }
      rest = bytes.slice(start);
      if (rest.length > MAX_LINE) throw badRow(`${this.file}:${end.lines + 1}`, `the line has over ${MAX_LINE} bytes`);
    }
    if (rows.length > 0) yield { rows, end };
  }

  private readLine(line: Uint8Array, number: number): Row {
    const at = `${this.file}:${number}`;
    if (line.length > MAX_LINE) throw badRow(at, `the line has over ${MAX_LINE} bytes`);
    let value: unknown;
    try {
      value = parseExactJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
    } catch (error) {
      throw badRow(at, messageOf(error));
    }
    if (this.id === undefined) return { id: String(number), value };
    const id = (Object(value) as Record<string, unknown>)[this.id];
    return { id: readId(Number.isSafeInteger(id) ? String(id) : id, at), value };
  }

  private async read(position: number, length: number): Promise<Uint8Array> {
    const buffer = new Uint8Array(length);
    const { bytesRead } = await this.handle.read(buffer, 0, length, position);
    return buffer.subarray(0, bytesRead);
  }
}
