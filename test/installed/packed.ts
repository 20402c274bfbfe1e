import { pack, type Folder } from "../../scripts/release/packages.ts";

/** Packs the package, the packages of this repository that it needs, and others. Returns the files to install. */
export async function packed(folder: string, ...others: readonly Folder[]): Promise<string[]> {
  return (await pack(folder, ["engines", "", ...others])).map(({ file }) => file);
}
