import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { openAnchorlog, toHex } from "anchorlog";
import { logId } from "anchorlog/action";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { keys, operator, types } from "../operator.ts";
import { LOGS, type Report } from "./crash-reports.ts";
import { writeAndKill } from "./crash.ts";
import { checkChain } from "./drafts.ts";

const WRITER = fileURLToPath(new URL("./archive-writer.ts", import.meta.url));

/**
 * Kills an archiving process repeatedly. Checks after each kill that every acknowledged entry exists and each log's
 * chain is unbroken, and at the end that each entry except the last ones is in the archive once.
 */
export async function archiveAndKill(rounds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-archive-crash-"));
  const acknowledged = new Set<string>();
  const open = () => openSqliteStore(join(folder, "store.sqlite"), { archive: archiveFolder(join(folder, "archive")) });
  try {
    for (let round = 0; round < rounds; round++) {
      let seen = 0;
      const enough = (report: Report) => {
        if ("receipt" in report) acknowledged.add(report.receipt.entry);
        return ++seen > 30;
      };
      await writeAndKill(folder, round, enough, { writer: WRITER, within: 1_500 });
      const store = await open();
      const kept = new Set<string>();
      for (const log of LOGS.map((name) => logId(operator, name))) {
        const entries = await store.entries(log, 0, 1_000_000);
        checkChain(log, entries);
        expect((await store.head(log)).size).toBe(entries.length);
        for (const { bytes } of entries) kept.add(toHex(bytes));
      }
      await store.close();
      expect([...acknowledged].filter((entry) => !kept.has(entry))).toEqual([]);
    }
    await finish(await open(), folder, rounds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function finish(
  store: Awaited<ReturnType<typeof openSqliteStore>>,
  folder: string,
  kills: number,
): Promise<void> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const anchorlog = await openAnchorlog({ store, operator, logs: LOGS, types, keys, archive: { after: 0 }, onError });
  try {
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
    const sizes = await store.heads(LOGS.map((name) => logId(operator, name)));
    const all = [...sizes.values()].reduce((sum, { size }) => sum + size, 0);
    await expect.poll(() => store.archived()).toMatchObject({ entries: all, undropped: [] });
    const named = (await store.segments()).map(({ name }) => name);
    const entriesOf = async (name: string): Promise<string[]> =>
      gunzipSync(await readFile(join(folder, "archive", name)))
        .toString()
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { entry: string }).entry);
    const entries = (await Promise.all(named.map(entriesOf))).flat();
    expect([entries.length, new Set(entries).size]).toEqual([all, all]);
    // A kill may leave a file that the store does not name. Its batches were archived later, perhaps in a larger file
    // with another name.
    const files = (await readdir(join(folder, "archive"), { recursive: true })).filter((name) => name.endsWith(".gz"));
    const unnamed = files.filter((name) => !named.includes(name));
    expect(unnamed.length).toBeLessThanOrEqual(kills);
    const left = (await Promise.all(unnamed.map(entriesOf))).flat();
    expect(left.filter((entry) => !entries.includes(entry))).toEqual([]);
    expect(errors).toEqual([]);
  } finally {
    await anchorlog.close();
  }
}
