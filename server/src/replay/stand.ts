import type { LogStore } from "anchorlog/log";
import type { Database } from "../db/database.ts";
import type { Derived, Row } from "./tables.ts";

/** Rows that are written in one go. */
export const CHUNK = 500;

/** Rows of a table, in the order of their keys. */
export type Rows = (table: Derived) => AsyncIterable<Row>;

/** The log and its tables, both as they were at one moment. */
export type Stand = {
  readonly store: Pick<LogStore, "allLogNames" | "entries" | "head" | "heads">;
  readonly database: Database;
  readonly rows: Rows;
  close(): Promise<void>;
};

/** The log and its tables, while nobody else writes. */
export type Target = Omit<Stand, "rows"> & {
  /** Whether the tables are what a rebuild left that was cut off. */
  readonly isUnfinished: boolean;
  /** Puts rows in the place of all that there are. What the index made of those is forgotten. */
  refill(rows: Rows): Promise<void>;
};
