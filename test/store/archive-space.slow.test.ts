import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it } from "vitest";
import { openAnchorlog } from "anchorlog";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { actionSigner } from "../../scripts/bench/log/actions.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, types } from "../operator.ts";

const LOG = "a.example";
const ROUNDS = 12;
const ACTIONS = 3_000;

let folder: string;
beforeEach(() => void (folder = newFolder()));

it("the size of a store's file stays constant except for the nonces", async () => {
  const path = join(folder, "store.sqlite");
  const store = await openSqliteStore(path, { archive: archiveFolder(join(folder, "archive")) });
  const options = { store, operator, types, keys, logs: [LOG], clock: () => NOW, archive: { after: 0 } };
  const anchorlog = await openAnchorlog(options);
  const sign = actionSigner(operator);
  const pages: number[] = [];
  const db = new DatabaseSync(path, { readOnly: true });
  const pageCount = () => (db.prepare("PRAGMA page_count").get() as { page_count: number }).page_count;
  for (let round = 1; round <= ROUNDS; round++) {
    for (let i = 0; i < ACTIONS; i += 500) {
      const answers = await anchorlog.submitMany(await sign(LOG, 500, NOW));
      expect(answers.filter(({ status }) => status !== "accepted")).toEqual([]);
    }
    if (round === 1) await sizes("live", pageCount() * 4096, ACTIONS);
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
    const archived = () => store.archived();
    await expect.poll(archived).toMatchObject({ entries: round * ACTIONS, undropped: [] });
    pages.push(pageCount());
  }
  db.close();
  await anchorlog.close();
  const growth = (4096 * (pages.at(-1)! - pages[1]!)) / (ACTIONS * (ROUNDS - 2));
  await sizes("archived", growth * ACTIONS, ACTIONS);
  // For an archived entry, the store keeps its nonce and a share of its batch's data. Rows would take a thousand bytes.
  expect(growth).toBeLessThan(120);
  expect((await stat(path)).size).toBeLessThan(4096 * pages[1]! + 130 * ACTIONS * ROUNDS);
});

async function sizes(what: string, bytes: number, entries: number): Promise<void> {
  process.stdout.write(`${what}: ${Math.round(bytes / entries)} bytes an entry\n`);
}
