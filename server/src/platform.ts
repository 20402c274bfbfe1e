import type { Anchorlog } from "anchorlog";
import type { OperatorId } from "anchorlog/action";
import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Secrets } from "./secrets.ts";

/** What every part of the server stands on. */
export type Platform = {
  readonly config: Config;
  /** Now, in Unix milliseconds. */
  readonly clock: () => number;
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  readonly anchorlog: Anchorlog;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
};
