import { execFileSync } from "node:child_process";
import { lookup } from "node:dns/promises";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { archiveFolder } from "anchorlog/store/archive";
import { tileFolder } from "anchorlog/tlog/node";
import { syncFolder } from "../../src/base/folders.ts";
import { within } from "../../src/base/within.ts";
import { newFolder } from "../folder.ts";

// The calls are recorded and carried out.
vi.mock("../../src/base/folders.ts", { spy: true });

let folder: string;
beforeEach(() => void (folder = newFolder()));

const name = (from: number) =>
  `2026-01-31/${String(from).padStart(12, "0")}-${"9".repeat(12)}-${"0".repeat(16)}.jsonl.gz`;

/** Makes a file that never answers, and returns a function that makes it answer. */
async function makeSilent(file: string): Promise<() => void> {
  await mkdir(dirname(file), { recursive: true });
  execFileSync("mkfifo", [file]);
  return () => closeSync(openSync(file, "r+"));
}

it.skipIf(process.platform === "win32")(
  "hanging disks of archive and tiles do not block other files or host name look-ups",
  async () => {
    const other = join(folder, "other");
    await writeFile(other, "there");
    const place = join(folder, "archive");
    const archive = archiveFolder(place);
    const tiles = tileFolder(join(folder, "tiles"));
    const files = [join(place, name(0)), join(place, name(1)), join(folder, "tiles", "checkpoint")];
    const answers: (() => void)[] = [];
    for (const file of files) answers.push(await makeSilent(file));
    const asked = [0, 1, 0, 1].map((from) => archive.get(name(from), 0, 10));
    const notes = [1, 2, 3, 4].map(() => tiles.get("checkpoint", 10));
    try {
      expect(await within(20_000, readFile(other, "utf8"), "no answer")).toBe("there");
      expect(await within(20_000, lookup("localhost"), undefined)).toBeDefined();
    } finally {
      while ((await within(100, Promise.all([...asked, ...notes]), undefined)) === undefined) {
        for (const answer of answers) answer();
      }
    }
  },
);

it("a day's folder is synced before its files count as durable, even after the archive was lost", async () => {
  const root = join(folder, "archive");
  const archive = archiveFolder(root);
  await archive.put(name(0), new Uint8Array([1]));
  await rm(root, { recursive: true });
  await mkdir(root);
  vi.mocked(syncFolder).mockClear();
  await archive.put(name(1), new Uint8Array([2]));
  expect(vi.mocked(syncFolder).mock.calls).toEqual([[root], [join(root, "2026-01-31")]]);
});
