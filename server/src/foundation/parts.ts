import type { Anchorlog } from "anchorlog";
import type { Hex, OperatorId } from "anchorlog/action";
import type { TrustedOperator } from "anchorlog/verify/bundle";
import type { LogStore } from "anchorlog/log";
import type { TileStore } from "anchorlog/tlog";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Secrets } from "./secrets.ts";
import type { Storage } from "./storage/storage.ts";

/** The parts that all of the server uses. */
export type Parts = {
  readonly config: Config;
  /** Now, in Unix milliseconds. */
  readonly clock: () => number;
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  /** The verifier key of checkpoints (c2sp.org/signed-note). */
  readonly noteKey: string;
  /** The operator's description: all its keys, and a function that signs a text with a receipt key. */
  readonly describing: {
    readonly trusted: () => Promise<TrustedOperator>;
    readonly sign: (content: object, key: Hex) => Promise<Hex>;
  };
  readonly anchorlog: Anchorlog;
  /** The log's store, for reading. */
  readonly store: LogStore;
  /** The published batch log. */
  readonly tiles: Pick<TileStore, "get">;
  readonly database: Database;
  /** The local chain's URL, in development. */
  readonly rpc: string | undefined;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  /** The bytes of files. */
  readonly storage: Storage;
};
