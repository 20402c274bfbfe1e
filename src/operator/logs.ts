/** The logs of an open operator. */
import type { Hex } from "../encoding/hex.ts";
import type { Log } from "../log/log.ts";

/** By identifier, with the log's name. */
export type OpenLogs = ReadonlyMap<Hex, { readonly name: string; readonly log: Log }>;
