import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { logId } from "anchorlog/action";
import { importExport, readExportFolder, writeExport, type ReadExport } from "anchorlog/verify/audit";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { newFolder } from "../../folder.ts";
import {
  openFilledOperator,
  openTestOperator,
  operator,
  signAction,
  wallets,
  type TestOperator,
} from "../../operator.ts";

const A = logId(operator, "a.example");

describe("importing an export", () => {
  let filled: TestOperator;
  let folder: string;
  let exported: string;
  beforeEach(async () => {
    folder = newFolder();
    exported = join(folder, "export");
    filled = await openFilledOperator();
    await writeExport(exported, filled.options);
  });
  const fresh = () => openSqliteStore(join(folder, "copy.sqlite"));

  test("into an empty store gives the same heads and the same export, byte for byte", async () => {
    const store = await fresh();
    expect(await importExport(await readExportFolder(exported), store)).toEqual({
      entries: 8,
      batches: 3,
      checkpoints: 2,
    });
    expect(await store.head(A)).toEqual(await filled.options.store.head(A));
    const again = join(folder, "again");
    await writeExport(again, { ...filled.options, store });
    for (const file of [
      "manifest.json",
      "batches.jsonl",
      "logs/a.example.jsonl",
      "logs/b.example.jsonl",
      "checkpoints/3",
    ])
      expect(await readFile(join(again, file), "utf8")).toBe(await readFile(join(exported, file), "utf8"));
    expect(await importExport(await readExportFolder(exported), store)).toEqual({
      entries: 0,
      batches: 0,
      checkpoints: 0,
    });
    await store.close();
  });

  test("changes nothing if the export has a finding", async () => {
    const path = join(exported, "logs/a.example.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace("object 2", "object 9"));
    const store = await fresh();
    await expect(importExport(await readExportFolder(exported), store)).rejects.toMatchObject({ code: "bad_export" });
    expect((await store.head(A)).size).toBe(0);
    await store.close();
  });

  test("refuses an export without payloads", async () => {
    const open = join(folder, "open");
    await writeExport(open, { ...filled.options, withoutPayloads: true });
    const store = await fresh();
    await expect(importExport(await readExportFolder(open), store)).rejects.toMatchObject({
      code: "payloads_withheld",
      message: expect.stringContaining("the export withholds the payloads") as string,
    });
    expect((await store.head(A)).size).toBe(0);
    await store.close();
  });

  test("refuses an export of a later version", async () => {
    const path = join(exported, "manifest.json");
    await writeFile(path, (await readFile(path, "utf8")).replace("export/1", "export/2"));
    const store = await fresh();
    await expect(importExport(await readExportFolder(exported), store)).rejects.toMatchObject({
      code: "bad_export",
      message: expect.stringContaining("judge it with a newer release") as string,
    });
    await store.close();
  });

  test("imports the audited bytes, and reads file by file", async () => {
    for (let nonce = 10; nonce < 30; nonce++) {
      await filled.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce));
      await filled.anchorlog.closeBatches();
      await filled.anchorlog.checkpoint();
    }
    await writeExport(exported, filled.options);
    const opened = await readExportFolder(exported);
    const asked = new Map<string, number>();
    let [open, most] = [0, 0];
    const read: ReadExport = async (name) => {
      most = Math.max(most, ++open);
      const text = await opened(name);
      open--;
      const before = asked.get(name) ?? 0;
      asked.set(name, before + 1);
      // The log grows during the import, or another process writes to it.
      return name === "logs/b.example.jsonl" && before > 0 ? text + text!.split("\n").at(-2)! : text;
    };
    const store = await fresh();
    expect(await importExport(read, store)).toEqual({ entries: 28, batches: 23, checkpoints: 22 });
    expect(most).toBe(1);
    await store.close();
  });

  test("imports the audited part of a growing log, and nothing of a changed one", async () => {
    const opened = await readExportFolder(exported);
    const changing = (change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>): ReadExport => {
      let opens = 0;
      const lines: ReadExport["lines"] = async (name) => {
        const file = (await opened.lines!(name))!;
        return {
          bytes: file.bytes,
          chunks: async function* (from) {
            const isAgain = name.includes("b.example") && ++opens > 1;
            for await (const chunk of file.chunks(from)) {
              // In small pieces, as from a server.
              for (let at = 0; at < chunk.length; at += 1_000) {
                const piece = chunk.slice(at, at + 1_000);
                yield isAgain && at + 1_000 > chunk.length ? change(piece) : piece;
              }
            }
          },
        };
      };
      return Object.assign(async (name: string) => opened(name), { lines });
    };
    const store = await fresh();
    const changed = changing((bytes) => bytes.with(bytes.length - 2, 0x20));
    await expect(importExport(changed, store)).rejects.toMatchObject({
      code: "bad_export",
      message: expect.stringContaining("b.example.jsonl changed while it was imported") as string,
    });
    const grown = changing((bytes) => Uint8Array.of(...bytes, ...new TextEncoder().encode("no JSON\n")));
    expect(await importExport(grown, store)).toMatchObject({ batches: 3, checkpoints: 2 });
    expect((await store.head(logId(operator, "b.example"))).size).toBe(3);
    await store.close();
  });

  test("refuses an export of another history", async () => {
    const other = await openTestOperator(join(folder));
    await other.anchorlog.submit(await signAction(wallets[0]!, "a.example", 99));
    await expect(importExport(await readExportFolder(exported), other.options.store)).rejects.toMatchObject({
      code: "forked_export",
      message: expect.stringContaining("restore the backup again, and import the export before") as string,
    });
  });
});
