/** Formats the server's commands for messages, in the way that this process was started. */
import { extname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "./config/settings.ts";

// The published package has JavaScript.
const MAIN = fileURLToPath(new URL(`../main/main${extname(import.meta.url)}`, import.meta.url));

/**
 * A command line that runs the server's program: through npm or npx if that started this process, otherwise through Node.
 * Production has no npm scripts.
 *
 * @param args arguments of the program; without any, it starts the server.
 */
export function commandLine(
  args = "",
  {
    env = process.env,
    cwd = process.cwd(),
    main = MAIN,
  }: { readonly env?: Environment; readonly cwd?: string; readonly main?: string } = {},
): string {
  if (env["npm_lifecycle_event"] === "server") return args === "" ? "npm run server" : `npm run server -- ${args}`;
  if (env["npm_lifecycle_event"] === "npx") return `npx @anchorlog/server ${args}`.trimEnd();
  const below = relative(cwd, main);
  const program = `node ${quoted(below.startsWith("..") ? main : below)}`;
  return args === "" ? program : `${program} ${args}`;
}

/** A path as a shell reads it. */
const quoted = (path: string): string =>
  /^[\w./:\\@+,-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
