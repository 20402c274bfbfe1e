import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../foundation/commandLine.ts";
import type { Config } from "../foundation/config.ts";
import { ServerError } from "../foundation/errors.ts";

/** A file that exists while a rebuild replaces the tables. */
export function unfinishedIn({ folder }: Pick<Config, "folder">): string {
  return join(folder, "rebuild.unfinished");
}

/** Rejects tables left by an interrupted rebuild. @throws ServerError `rebuild_unfinished`. */
export function assertFinished(config: Pick<Config, "folder">): void {
  if (!existsSync(unfinishedIn(config))) return;
  throw new ServerError(
    "rebuild_unfinished",
    "a rebuild of the tables was interrupted, so some of them are incomplete",
    {
      fix: `run it again: ${commandLine("rebuild")}`,
    },
  );
}
