import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./project.ts";

/** The workspaces that `anchorlog` needs: npm would ask its registry for them. */
const NEEDED = ["engines"];

/** Packs the package, the packages of this repository that it needs, and other workspaces. Returns the files to install. */
export async function packed(folder: string, ...workspaces: readonly string[]): Promise<string[]> {
  const chosen = ["--include-workspace-root", ...[...NEEDED, ...workspaces].map((name) => `--workspace=${name}`)];
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder, ...chosen];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 1 << 26 });
  return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => join(folder, filename));
}
