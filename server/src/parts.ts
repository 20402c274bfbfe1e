import type { Anchorlog } from "anchorlog";
import type { Hex, OperatorId } from "anchorlog/action";
import type { TrustedOperator } from "anchorlog/bundle";
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
  /** Of checkpoints' notes: a verifier key (c2sp.org/signed-note). */
  readonly noteKey: string;
  /** What the operator says of itself: its keys of all times, and a receipt key's signature of a text. */
  readonly describing: {
    readonly trusted: () => Promise<TrustedOperator>;
    readonly sign: (content: string, key: Hex) => Promise<Hex>;
  };
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
