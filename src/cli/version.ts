import { readFile } from "node:fs/promises";

/** Returns the version of this package. */
export async function version(): Promise<string> {
  const manifest = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
