/** How the server's commands are written here: as this process was started. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "./config/settings.ts";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

/**
 * A command, for whoever is to run it: by npm's script where that started this process, else by Node, since in production
 * there is nothing for npm to run.
 *
 * @param args what follows the program; none starts the server.
 */
export function commandLine(
  args = "",
  { env = process.env, cwd = process.cwd() }: { readonly env?: Environment; readonly cwd?: string } = {},
): string {
  if (env["npm_lifecycle_event"] === "server") return args === "" ? "npm run server" : `npm run server -- ${args}`;
  const below = relative(cwd, MAIN);
  const path = below.startsWith("..") ? MAIN : below;
  const program = `node ${/\s/.test(path) ? `"${path}"` : path}`;
  return args === "" ? program : `${program} ${args}`;
}
