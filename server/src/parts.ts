import type { Anchorlog, Hex } from "anchorlog";
import type { OperatorId } from "anchorlog/action";
import type { LogStore } from "anchorlog/log";
import type { TileStore } from "anchorlog/tlog";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage/storage.ts";

/** What every part of the server stands on. */
export type Parts = {
  readonly config: Config;
  /** Now, in Unix milliseconds. */
  readonly clock: () => number;
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  readonly keys: PublicKeys;
  readonly anchorlog: Anchorlog;
  /** The log's own store, for reading. */
  readonly store: LogStore;
  /** What is published of the batch log. */
  readonly tiles: Pick<TileStore, "get">;
  readonly database: Database;
  /** The local chain's address, in development. */
  readonly rpc: string | undefined;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  /** Where the bytes of files are. */
  readonly storage: Storage;
};

/** Of the keys by which what the operator says is verified, those that it began with. */
export type PublicKeys = {
  /** Of receipts: an address in lower case. Which one signs now, `anchorlog.keys` says. */
  readonly receipt: Hex;
  /** Of checkpoints' notes: a verifier key (c2sp.org/signed-note). */
  readonly note: string;
};
