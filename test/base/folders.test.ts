import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder, makeFolderSync } from "../../src/base/folders.ts";
import { newFolder } from "../folder.ts";

const root = newFolder();

const atOnce = async (folder: string, options?: { readonly mode: number }): Promise<void> =>
  makeFolderSync(folder, options);

describe.each([
  ["waiting", makeFolder],
  ["at once", atOnce],
] as const)("a folder that is made %s", (name, make) => {
  it("exists with its parents and its mode", async () => {
    const own = join(root, name);
    await make(join(own, "a", "b"), { mode: 0o700 });
    await make(join(own, "a", "b"));
    await Promise.all(Array.from({ length: 5 }, () => make(join(own, "x", "y", "z"))));
    expect((await readdir(own, { recursive: true })).toSorted()).toEqual(["a", "a/b", "x", "x/y", "x/y/z"]);
    expect((await stat(join(own, "a"))).mode & 0o777).toBe(0o700);
  });

  it("is refused at a file's path, or below one", async () => {
    const file = join(root, `${name}.file`);
    await writeFile(file, "");
    await expect(make(file)).rejects.toMatchObject({ code: "EEXIST" });
    await expect(make(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  it.runIf(process.platform === "linux")("is refused with an error if nobody can make one there", async () => {
    await expect(make("/proc/anchorlog/folder")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

it("returns the folders that got a new entry, so that they can be synced", async () => {
  const own = join(root, "durable");
  expect(await makeFolder(join(own, "a"))).toEqual([root, own]);
  expect(await makeFolder(join(own, "a", "b"))).toEqual([join(own, "a")]);
  expect(await makeFolder(own)).toEqual([]);
});
