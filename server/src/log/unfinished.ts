import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../commandLine.ts";
import type { Config } from "../config.ts";
import { ServerError } from "../errors.ts";

/** The file that is there from when a rebuild empties the first table until it has filled the last. */
export function unfinishedIn({ folder }: Pick<Config, "folder">): string {
  return join(folder, "rebuild.unfinished");
}

/** Refuses tables that a rebuild was cut off at. @throws ServerError `rebuild_unfinished`. */
export function assertFinished(config: Pick<Config, "folder">): void {
  if (!existsSync(unfinishedIn(config))) return;
  throw new ServerError("rebuild_unfinished", "a rebuild of the tables was cut off, and some of them are not whole", {
    fix: `run it again: ${commandLine("rebuild")}`,
  });
}
