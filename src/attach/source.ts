import type { BigIntStats } from "node:fs";
import { stat } from "node:fs/promises";
import { canonicalRow } from "../action/record.ts";
import { AnchorlogError, messageOf } from "../base/errors.ts";
import type { RowRecord } from "./records.ts";

/** A row as a source reads it: its id as text, and its JSON value. */
export type Row = { readonly id: string; readonly value: unknown };

/** Rows that were read together. */
export type RowPage = {
  readonly rows: readonly Row[];
  /** The names of the columns in each row's value; undefined if a row is one JSON value of any form. */
  readonly columns: readonly string[] | undefined;
  /** Whether most of the rows are new: set for rows after the last row that was read. */
  readonly isTail?: boolean;
};

/** An append-only table or stream. Reading it must not need the right to write. */
export type RowSource = {
  /** How rows become JSON, such as `postgres/1`. */
  readonly form: string;
  /** The position from which reading continues after a restart: at or before the beginning of the newest page. */
  position(): string;
  /**
   * Starts at the position in the newest record. Called at most once, before `look`.
   *
   * @throws AnchorlogError `bad_source` if the source is not the one that was recorded.
   */
  begin(newest: RowRecord): void | Promise<void>;
  /**
   * Yields the rows that may be new, until there are none for now. Rows can come again. The caller may ask for the next
   * page before it has recorded the last one, and records pages in their order.
   *
   * @param everything whether every row that is visible now must be among them, however late it became visible.
   * @throws AnchorlogError `bad_source`, `bad_row`. Other errors are passing, and the caller tries again.
   */
  look(everything: boolean): AsyncIterable<RowPage>;
  /** Yields all rows. Throws as `look` does. */
  all(): AsyncIterable<RowPage>;
  /** Returns why the newest part of the source was not read, if so. */
  leftOut?(): string | undefined;
  /** Returns a row by its id. */
  find(id: string): Promise<Row | undefined>;
  /** May be called again. */
  close(): Promise<void>;
};

/** The options of tables of all databases. */
export type DatabaseTableOptions = {
  /** The table, as in SQL: `orders`, or `shop.orders`. */
  readonly table: string;
  /** The column that names a row: unique, and never changed. By default the primary key, if it is one column. */
  readonly id?: string | undefined;
  /** The columns to record; by default all. */
  readonly columns?: readonly string[] | undefined;
  /** Least milliseconds between two readings of all ids, or new transaction ids; 10,000 by default. */
  readonly sweepEvery?: number | undefined;
};

export const TABLE_OPTIONS = { table: true, id: true, columns: true, sweepEvery: true } as const;

/** Rows in a page. */
export const PAGE_ROWS = 1_000;

/** Chooses when a source reads everything again: at most a tenth of the time, and not before `pause` milliseconds. */
export class Sweeps {
  private readonly pause: number;
  private due = 0;

  constructor(pause: number) {
    this.pause = pause;
  }

  isDue(): boolean {
    return performance.now() >= this.due;
  }

  /** @param started `performance.now()` at the beginning of the sweep that ended. */
  ended(started: number): void {
    const now = performance.now();
    this.due = now + Math.max(this.pause, 10 * (now - started));
  }
}

/** Longest id, in UTF-16 units. */
const MAX_ID = 1_024;

/** Checks a row's id. @throws AnchorlogError `bad_row` */
export function readId(id: unknown, at: string): string {
  if (typeof id === "string" && id !== "" && id.length <= MAX_ID && id.isWellFormed()) return id;
  throw badRow(at, `its id is not a text or an integer of 1 to ${MAX_ID} characters`);
}

/** The error for a row that cannot be recorded. */
export function badRow(at: string, why: string, fix = "correct the row, or leave out its column: --columns") {
  return new AnchorlogError("bad_row", `${at} cannot be recorded: ${why}`, { fix });
}

/** Returns a row's canonical JSON. @throws AnchorlogError `bad_row` */
export function canonicalOf({ id, value }: Row): string {
  try {
    return canonicalRow(value);
  } catch (error) {
    throw badRow(`row ${id}`, messageOf(error));
  }
}

export const NO_KEY = "it has no primary key of one column";
/** The remedy if a source has no usable id. */
export const NAME_ID = "name by --id a column that is unique and never changes, or add one, such as an identity column";

/** Identifies the file that a path leads to; undefined if it leads to none. */
export async function fileAt(path: string): Promise<string | undefined> {
  return stat(path, { bigint: true }).then(fileId, () => undefined);
}

export const fileId = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;

/** The error for a table or file that cannot be followed. */
export function badSource(what: string, why: string, fix: string, cause?: unknown): AnchorlogError {
  return new AnchorlogError("bad_source", `${what} cannot be attached: ${why}`, { fix, cause });
}

/** A name in double quotes, as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
