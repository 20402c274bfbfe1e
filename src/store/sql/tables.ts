/**
 * The tables, the same in PostgreSQL and SQLite. A log's number comes first in the keys of its entries and head, so
 * that a distributed PostgreSQL keeps a log on one node. Numbers are safe integers. A log's own number may be larger,
 * but is never used in arithmetic. Read `pg`'s bigints with `toSafeInteger`, since they are strings.
 */
import type { Generated } from "kysely";
import { ENTRY_BYTES } from "../../log/entry.ts";
import type { SeenCheckpoint } from "../../log/store.ts";
import { CREATE_ACTS } from "./acts.ts";
import type { SqlInteger } from "./values.ts";

export type Dialect = "postgres" | "sqlite";

/** A column: its type in each database, its constraints, and in TypeScript the type `T` of its values. */
type Column<T> = { readonly type: Readonly<Record<Dialect, string>>; readonly rest: string; readonly of?: T };
type Columns = Readonly<Record<string, Column<unknown>>>;
type Table<C extends Columns> = {
  readonly key: readonly string[];
  readonly columns: C;
  /** Whether SQLite stores the table within the index of its primary key. */
  readonly isIndex: boolean;
};
type RowOf<T> =
  T extends Table<infer C> ? { -readonly [N in keyof C]: C[N] extends Column<infer V> ? V : never } : never;

const column = <T>(postgres: string, sqlite: string, rest = "NOT NULL"): Column<T> => ({
  type: { postgres, sqlite },
  rest,
});
const orNull = <T>({ type }: Column<T>, rest = ""): Column<T | null> => ({ type, rest });
const serial = column<Generated<SqlInteger>>("bigserial", "integer");
const integer = column<SqlInteger>("bigint", "integer");
/** Zero by default. */
const counted = column<Generated<SqlInteger>>("bigint", "integer", "NOT NULL DEFAULT 0");
const bytes = column<Uint8Array>("bytea", "blob");
const text = column<string>("text", "text");

const table = <C extends Columns>(key: readonly (keyof C & string)[], columns: C, isIndex = false): Table<C> => ({
  key,
  columns,
  isIndex,
});

const TABLES = {
  /** Numbers the logs of this database: a number makes shorter keys than 32 bytes. */
  anchorlog_logs: table(["log"], {
    log: serial,
    /** Identifier, 32 bytes. */
    id: column<Uint8Array>("bytea", "blob", "NOT NULL UNIQUE"),
    /** Null if the log was only written under its identifier. */
    name: orNull(text),
    /** Number of its entries that are in batches. */
    batched: counted,
  }),
  /**
   * A log's newest entries; older ones are in segments. Rows are narrow and keys short, since the cost of an append is
   * the number of pages that it touches. Apart from the index, columns do not repeat fields of `bytes`: acts are found
   * by an index over `bytes`.
   */
  anchorlog_entries: table(["log", "idx"], {
    log: integer,
    idx: integer,
    hash: bytes,
    bytes: column<Uint8Array>("bytea", "blob", `NOT NULL CHECK (length(bytes) = ${ENTRY_BYTES})`),
    action: text,
    verified_block_hash: orNull(bytes, "CHECK (length(verified_block_hash) = 32)"),
  }),
  /**
   * Every nonce that was ever used. Apart from the entries, since the nonce stays when its entry goes to the archive.
   */
  anchorlog_nonces: table(
    ["log", "nonce_key"],
    {
      log: integer,
      /** See `nonceKeyOf`. */
      nonce_key: bytes,
      /** Index of the entry that used it. */
      idx: integer,
      /** See `digestTagOf`. */
      digest: bytes,
    },
    true,
  ),
  /** The newest archived act upon each object. If the entries table has an act upon the object, that act is newer. */
  anchorlog_objects: table(
    ["log", "object_key"],
    {
      log: integer,
      object_key: bytes,
      /** Index of the act's entry. */
      idx: integer,
      /** The wallet that may act next, 20 bytes. */
      holder: bytes,
    },
    true,
  ),
  /**
   * Files of the archive. Each has the entries of the batches from `position` up to, not including, `until_position`.
   */
  anchorlog_segments: table(["position"], {
    position: integer,
    until_position: integer,
    name: text,
    entries: integer,
    /** See `encodeBlocks`. */
    blocks: bytes,
    /** 1 once the rows of its entries were deleted. */
    dropped: counted,
  }),
  /**
   * The entries `[start, until)` of a log in a segment. `first` is the position of the first of them in the segment.
   */
  anchorlog_archived: table(
    ["log", "start"],
    { log: integer, start: integer, until: integer, segment: integer, first: integer },
    true,
  ),
  /** One row for each written log: its head, and the lease of its writer. */
  anchorlog_heads: table(["log"], {
    log: integer,
    size: integer,
    hash: bytes,
    accepted_at: integer,
    /** Increases with each change of writer, which refuses the writes of all earlier writers. */
    epoch: integer,
    /** Name of the lease's holder; null if the lease was never taken. */
    leader: orNull(text),
    /** End of the lease: Unix milliseconds of the database's clock. */
    lease_until: integer,
  }),
  anchorlog_batches: table(["position"], { position: integer, log_id: bytes, header: bytes }),
  /** Tree nodes of closed batches, so that building a bundle reads only a part of a batch's entries. */
  anchorlog_nodes: table(["position"], { position: integer, nodes: bytes }),
  anchorlog_checkpoints: table(["size"], { size: integer, root: bytes, note: text }),
  /** Checkpoints as they were last seen on chain. */
  anchorlog_seen: table(["size"], {
    size: integer,
    root: bytes,
    /** Time of the block that anchored it, Unix seconds. */
    time: integer,
    block: integer,
    block_hash: bytes,
    state: column<SeenCheckpoint["state"]>("text", "text"),
  }),
  /** Leases for tasks that one process does for all: held by `leader` until `lease_until` on the database's clock. */
  anchorlog_leases: table(["name"], { name: text, leader: text, epoch: integer, lease_until: integer }),
  /** Published files by path, if they are published in the database. */
  anchorlog_tiles: table(["path"], { path: text, bytes }),
  /** One row for each account that has ever sent a transaction. `pending` is null if none is pending. */
  anchorlog_transactions: table(["chain", "account"], { chain: integer, account: bytes, pending: orNull(text) }),
  /** One row for each transaction that wrote a checkpoint on a further chain. Rows are never deleted. */
  anchorlog_timestamps: table(["chain", "size", "hash"], {
    chain: integer,
    size: integer,
    /** The transaction's hash. */
    hash: bytes,
    root: bytes,
    account: bytes,
    /** Number, hash and time of the block that contains it; null if no block does. */
    block: orNull(integer),
    block_hash: orNull(bytes),
    time: orNull(integer),
    /** 1 if that block is final. */
    final: integer,
  }),
};

export type LogTables = { [N in keyof typeof TABLES]: RowOf<(typeof TABLES)[N]> };

/** The statements that create the tables and their indexes. */
export function creating(dialect: Dialect): string[] {
  const tables = Object.entries<Table<Columns>>(TABLES).map(([name, { key, columns, isIndex }]) => {
    const parts = Object.entries(columns).map(([of, { type, rest }]) => `${of} ${type[dialect]} ${rest}`);
    const end = dialect === "postgres" ? "" : isIndex ? "STRICT, WITHOUT ROWID" : "STRICT";
    return `CREATE TABLE ${name} (${parts.join(", ")}, PRIMARY KEY (${key.join(", ")})) ${end}`;
  });
  return [
    ...tables,
    CREATE_ACTS[dialect],
    "CREATE INDEX anchorlog_batches_of_log ON anchorlog_batches (log_id, position)",
    "CREATE INDEX anchorlog_seen_state ON anchorlog_seen (state, size)",
  ];
}
