/** An action's whole way to a receipt for a durable entry, beside what the disk alone takes. */
import { hash } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { SignedAction } from "../../src/action/index.ts";
import { fromHex } from "../../src/encoding/hex.ts";
import { decodeEntry, encodeEntry, hashEntry } from "../../src/log/index.ts";
import { openTestOperator, signAction, wallets, type TestOperator } from "../../test/operator.ts";
import { type BenchCase, OURS, same } from "./frame.ts";

const DISK_FLOOR = "node:sqlite insert, fsync";
const HASH_FLOOR = "node:crypto, hash only";
const LOG = "a.example";
const BATCH = 100;
/** How many actions there are before they start over, in a new store. */
const ACTIONS = 1_500;

const cleanup: (() => Promise<void>)[] = [];

export async function cases(): Promise<BenchCase[]> {
  const folder = await makeFolder();
  const actions: SignedAction[] = [];
  for (let nonce = 0; nonce < ACTIONS; nonce++) actions.push(await signAction(wallets[nonce % 3]!, LOG, nonce));

  const bytes = await storedEntry(folder, actions[0]!);
  const row = { bytes, action: JSON.stringify(actions[0]) };
  const entry = decodeEntry(bytes);
  same(encodeEntry(entry), bytes, "the entry");
  const leaf = Buffer.concat([Uint8Array.of(0), bytes]);
  same(hash("sha256", leaf, "buffer"), hashEntry(bytes), "the floor's hash");

  const single = submitter(join(folder, "single"), actions);
  const batched = submitter(join(folder, "batched"), actions);
  return [
    {
      name: "append an action, one at a time",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => single(1) },
        { name: DISK_FLOOR, run: inserter(join(folder, "single.sqlite"), row, 1) },
      ],
    },
    {
      name: `append an action, in batches of ${BATCH}`,
      unit: "µs",
      subjects: [
        { name: OURS, run: () => batched(BATCH), itemsPerRun: BATCH },
        { name: DISK_FLOOR, run: inserter(join(folder, "batched.sqlite"), row, BATCH), itemsPerRun: BATCH },
      ],
    },
    {
      name: "encode and hash an entry",
      unit: "µs",
      subjects: [
        { name: OURS, run: () => hashEntry(encodeEntry(entry)) },
        { name: HASH_FLOOR, run: () => hash("sha256", leaf, "buffer") },
      ],
    },
  ];
}

export async function close(): Promise<void> {
  for (const step of cleanup.splice(0).toReversed()) await step();
}

/** In the repository, since a system's folder for temporary files may be in memory, where an fsync costs nothing. */
async function makeFolder(): Promise<string> {
  const cache = fileURLToPath(new URL("../../cache/", import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "bench-"));
  cleanup.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Submits the next of the actions; once there are too few of them left, to a new operator from the first on. */
function submitter(folder: string, actions: readonly SignedAction[]): (count: number) => Promise<void> {
  let test: TestOperator | undefined;
  let next = actions.length;
  let round = 0;
  cleanup.push(async () => test?.close());
  return async (count) => {
    if (test === undefined || next + count > actions.length) {
      await test?.close();
      const own = join(folder, String(round++));
      await mkdir(own, { recursive: true });
      test = await openTestOperator(own);
      next = 0;
    }
    const batch = actions.slice(next, (next += count));
    const { anchorlog } = test;
    const answers = batch.length === 1 ? [await anchorlog.submit(batch[0]!)] : await anchorlog.submitMany(batch);
    for (const answer of answers) same(answer.status, "accepted", "the answer");
  };
}

/** Inserts the same row into a table with no index but its key, `count` in a transaction. */
function inserter(path: string, row: { bytes: Uint8Array; action: string }, count: number): () => void {
  const db = new DatabaseSync(path);
  cleanup.push(async () => db.close());
  // As the store has them.
  db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  db.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, action TEXT NOT NULL) STRICT");
  const insert = db.prepare("INSERT INTO entries (bytes, action) VALUES (?, ?)");
  return () => {
    db.exec("BEGIN IMMEDIATE");
    for (let i = 0; i < count; i++) insert.run(row.bytes, row.action);
    db.exec("COMMIT");
  };
}

/** The bytes of the entry that an action becomes. */
async function storedEntry(folder: string, action: SignedAction): Promise<Uint8Array> {
  const test = await openTestOperator(folder);
  const answer = await test.anchorlog.submit(action);
  await test.close();
  if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  return fromHex(answer.receipt.entry);
}
