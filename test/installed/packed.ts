import manifest from "../../package.json" with { type: "json" };
import { manifestOf, pack, type Folder } from "../../scripts/release/packages.ts";

/**
 * Packs the package, the packages of this repository that it needs, and others. Returns the packed files, or, with
 * `ANCHORLOG_PUBLISHED` in the environment, the names of packages in npm's registry, as after a release.
 */
export async function packed(folder: string, ...others: readonly Folder[]): Promise<string[]> {
  if (process.env["ANCHORLOG_PUBLISHED"] === undefined)
    return (await pack(folder, ["engines", "", ...others])).map(({ file }) => file);
  const names = await Promise.all(["" as const, ...others].map(async (other) => (await manifestOf(other)).name));
  return names.map((name) => `${name}@${manifest.version}`);
}
