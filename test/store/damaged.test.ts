import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { AnchorlogError, openAnchorlog, type Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import { writeExport } from "anchorlog/verify/audit";
import { hashEntry, type StoredEntry } from "anchorlog/log";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { openTestOperator, operator, signAction, wallets } from "../operator.ts";

const [A, B] = ["a.example", "b.example"];
const idOf = (log: string): Hex => logId(operator, log);
const errors: unknown[] = [];
const submitted: Awaited<ReturnType<typeof signAction>>[] = [];

const test = await openTestOperator();
// Log b has a batch and a checkpoint, log a has entries that wait for theirs.
for (const log of [B, A]) {
  const actions = await Promise.all([0, 1, 2].map((nonce) => signAction(wallets[nonce]!, log, nonce)));
  await test.anchorlog.submitMany(actions);
  if (log === B) await test.anchorlog.closeBatches();
  else submitted.push(...actions);
}
await test.anchorlog.checkpoint();
const threaded = closing(await openAnchorlog({ ...test.options, threads: 1, onError: (error) => errors.push(error) }));
const db = closing(new DatabaseSync(join(test.folder, "store.sqlite")));

type Row = { bytes: Uint8Array; hash: Uint8Array; action: string };
const WHERE = "WHERE log = (SELECT log FROM anchorlog_logs WHERE id = ?) AND idx = ?";

/** Runs `body` while an entry's row is changed in the store, as by a writer of the database. */
async function whileChanged(log: string, index: number, change: (row: Row) => Partial<Row>, body: () => Promise<void>) {
  const key = [Buffer.from(idOf(log).slice(2), "hex"), index] as const;
  const before = db.prepare(`SELECT bytes, hash, action FROM anchorlog_entries ${WHERE}`).get(...key) as Row;
  const update = db.prepare(`UPDATE anchorlog_entries SET bytes = ?, hash = ?, action = ? ${WHERE}`);
  const put = ({ bytes, hash, action }: Row) => void update.run(bytes, hash, action, ...key);
  put({ ...before, ...change({ ...before, bytes: Uint8Array.from(before.bytes) }) });
  try {
    await body();
  } finally {
    put(before);
  }
}

const inAction = (change: (action: StoredEntry["action"]) => object) => (row: Row) => ({
  action: JSON.stringify(change(JSON.parse(row.action) as StoredEntry["action"])),
});
const inBytes = (offset: number) => (row: Row) => {
  row.bytes[offset]! ^= 1;
  return { bytes: row.bytes };
};
/** Changes the bytes, and stores their hash as well. */
const inBoth = (offset: number) => (row: Row) => {
  const { bytes } = inBytes(offset)(row);
  return { bytes, hash: hashEntry(bytes) };
};

const CHANGES: [string, (row: Row) => Partial<Row>][] = [
  [
    "another receiver",
    inAction((a) => ({
      ...a,
      message: { ...a.message, payload: { ...a.message.payload, to: `0x${"66".repeat(20)}` } },
    })),
  ],
  ["another nonce", inAction((a) => ({ ...a, message: { ...a.message, nonce: "77" } }))],
  ["an extra member", inAction((a) => ({ ...a, message: { ...a.message, note: "x" } }))],
  ["another signature", inAction((a) => ({ ...a, signature: `0x${"66".repeat(64)}1b` }))],
  ["an invalid signature", inAction((a) => ({ ...a, signature: "none" }))],
  ["no message", inAction(({ primaryType, signature }) => ({ primaryType, signature }))],
  ["an action that is not JSON", () => ({ action: "{" })],
  ["another log in its bytes", inBytes(1)],
  ["another index in its bytes", inBoth(40)],
  ["another actor in its bytes", inBoth(80)],
  ["another signature's hash in its bytes", inBoth(160)],
  ["another time in its bytes", inBytes(205)],
  ["another time and hash", inBoth(205)],
  ["another hash", (row) => ({ hash: Uint8Array.from(row.hash, (byte) => byte ^ 1) })],
  ["malformed bytes", inBytes(0)],
];

const damaged = (log: string, index?: number) => ({
  code: "store_damaged",
  ...(index === undefined ? {} : { details: { log: idOf(log), index } }),
});

describe.each([0, 1, 2])("the stored entry %i with", (index) => {
  it.each(CHANGES)("%s gets no batch and no bundle", async (_, change) => {
    await whileChanged(A, index, change, async () => {
      for (const anchorlog of [test.anchorlog, threaded]) {
        await expect(anchorlog.closeBatches(), "batch").rejects.toMatchObject(damaged(A));
        await expect(anchorlog.bundle({ log: A, index }), "bundle").rejects.toMatchObject(damaged(A));
      }
      expect(await test.options.store.batches()).toHaveLength(1);
    });
  });
});

it("a changed entry is named in the error, and gets a batch once it is restored", async () => {
  await whileChanged(A, 1, CHANGES[0]![1], async () => {
    for (const anchorlog of [test.anchorlog, threaded]) {
      await expect(anchorlog.closeBatches()).rejects.toMatchObject(damaged(A, 1));
      await expect(anchorlog.bundle({ log: A, index: 1 })).rejects.toMatchObject(damaged(A, 1));
    }
    // Other entries of the log get bundles, and another log its batches.
    expect(await threaded.bundle({ log: A, index: 2 })).toMatchObject({ format: "anchorlog.bundle/1" });
  });
});

it("an entry that was changed after its batch gets no bundle, from the store or from memory", async () => {
  const fresh = await openAnchorlog(test.options);
  for (const [what, change] of CHANGES) {
    for (const anchorlog of [test.anchorlog, fresh]) {
      await whileChanged(B, 1, change, async () => {
        await expect(anchorlog.bundle({ log: B, index: 1 }), what).rejects.toMatchObject(damaged(B));
      });
    }
  }
  // The trees cover all entries, so a neighbour's change is detected as well.
  await whileChanged(B, 2, inBoth(205), async () => {
    const reopened = await openAnchorlog(test.options);
    await expect(reopened.bundle({ log: B, index: 0 })).rejects.toMatchObject(damaged(B));
  });
  expect(await fresh.bundle({ log: B, index: 1 })).toHaveProperty("inclusion");
});

it("a retry never gets a second receipt that differs from the first", async () => {
  for (const index of [1, 2]) {
    for (const change of [inBoth(205), inBytes(205)]) {
      errors.length = 0;
      await whileChanged(A, index, change, async () => {
        const [answer] = await threaded.submitMany([submitted[index]]);
        expect(answer).toMatchObject({ status: "indeterminate", code: "receipt_unavailable", retryable: true });
        expect(errors).toMatchObject([damaged(A, index)]);
      });
    }
    expect(await threaded.submitMany([submitted[index]])).toMatchObject([{ status: "retry", index }]);
  }
});

it("a retry gets its receipt later if the store was unavailable", async () => {
  const { store } = test.options;
  let isGone = false;
  const entries: typeof store.entries = async (...range) => {
    if (isGone) throw new AnchorlogError("store_failed", "the database is out of reach");
    return store.entries(...range);
  };
  const anchorlog = await openAnchorlog({ ...test.options, store: { ...store, entries }, onError: () => {} });
  isGone = true;
  const answer = { status: "indeterminate", code: "receipt_unavailable", retryable: true };
  expect(await anchorlog.submitMany([submitted[1]])).toMatchObject([answer]);
  isGone = false;
  expect(await anchorlog.submitMany([submitted[1]])).toMatchObject([{ status: "retry", index: 1 }]);
});

it("an unreadable row fails only its own call of a group", async () => {
  const others = await Promise.all([50, 51].map((nonce) => signAction(wallets[0]!, "c.example", nonce)));
  const wide = await openAnchorlog({ ...test.options, logs: ["c.example", A] });
  await whileChanged(
    A,
    1,
    () => ({ action: "{" }),
    async () => {
      const calls = [[others[0]], [submitted[1]], [others[1]]].map((actions) => wide.submitMany(actions));
      const [first, second, third] = await Promise.allSettled(calls);
      expect(second).toMatchObject({ status: "rejected", reason: { code: "store_damaged" } });
      for (const call of [first, third]) expect(call).toMatchObject({ value: [{ status: "accepted" }] });
    },
  );
});

it("an export signs no receipt for a changed entry", async () => {
  const folder = newFolder();
  for (const [what, change] of [CHANGES[0]!, CHANGES[3]!, CHANGES[12]!]) {
    for (const index of [0, 2]) {
      await whileChanged(A, index, change, async () => {
        await expect(writeExport(folder, test.options), what).rejects.toMatchObject(damaged(A));
      });
    }
  }
  await writeExport(folder, test.options);
});

it("a damaged log does not stop the batches of other logs", async () => {
  await test.anchorlog.submit(await signAction(wallets[0]!, B, 90));
  const before = (await test.options.store.batches()).length;
  await whileChanged(A, 0, CHANGES[0]![1], async () => {
    await expect(test.anchorlog.closeBatches()).rejects.toMatchObject(damaged(A, 0));
  });
  expect((await test.options.store.batches()).slice(before).map(({ log }) => log)).toEqual([B, "c.example"].map(idOf));
  expect(await test.anchorlog.closeBatches()).toMatchObject([{ log: A }]);
});
