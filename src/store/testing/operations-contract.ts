/** The rules of an `OperationsStore`: statements of the server's own, timestamps, and closing. */
import { containing, expect } from "./expect.ts";
import type { RuleGroups, Rules, StoreUnderTest } from "./suite.ts";
import type { Hex } from "../../base/hex.ts";
import type { Statement, StoredTimestamp } from "../../log/store.ts";
import { A, ALL, call, checkChain, codeOf, codes, draft } from "./drafts.ts";

const remove = (test: StoreUnderTest, text: string): Statement => ({
  sql: test.sql("DELETE FROM notes WHERE text = ?"),
  parameters: [text],
});

const hex = (digits: string): Hex => `0x${digits.repeat(32)}`;
const timestamp = (size: number, of: Partial<StoredTimestamp> = {}): StoredTimestamp => ({
  chainId: 10,
  size,
  root: new Uint8Array(32).fill(size),
  transaction: hex(`${10 + size}`),
  account: `0x${"ab".repeat(20)}`,
  block: { number: 100 + size, hash: hex("cd"), time: 1_767_603_600 },
  final: false,
  ...of,
});

/** Statements of the server's own. */
const STATEMENTS: Rules = {
  "run all or none, and return how many rows each changed or gave": async (subject) => {
    const rows = await subject.store.run([
      subject.test.note("one"),
      subject.test.note("two"),
      { sql: "SELECT text FROM notes", expect: 2 },
      remove(subject.test, "three"),
      { sql: "UPDATE notes SET text = text" },
      { sql: "CREATE TABLE other (x INT)" },
      { sql: "INSERT INTO other SELECT 7 FROM notes RETURNING x" },
    ]);
    expect(rows).toEqual([1, 1, 2, 0, 2, 0, 2]);
    expect(await subject.store.run([])).toEqual([]);
    const refusal = { code: "gone", message: "it is gone" };
    await expect(
      subject.store.run([remove(subject.test, "one"), { ...remove(subject.test, "one"), expect: 1, refusal }]),
    ).rejects.toMatchObject({
      code: "effect_failed",
      details: { index: 1, refusal },
    });
    await expect(subject.store.run([remove(subject.test, "one"), subject.test.note("two")])).rejects.toMatchObject({
      code: "effect_failed",
      details: { index: 1, reason: containing("notes") as string },
    });
    await expect(
      subject.store.run([remove(subject.test, "one"), { sql: "DELETE FROM nowhere" }]),
    ).rejects.toMatchObject({
      code: "effect_broken",
      details: { index: 1 },
    });
    expect(await subject.test.notes()).toEqual(["one", "two"]);
    await subject.reopen();
    expect(await subject.store.run([remove(subject.test, "one"), remove(subject.test, "two")])).toEqual([1, 1]);
  },

  "run beside appends, and a failure of one does not affect the other": async ({ store, test }) => {
    const each = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) =>
        i % 2 === 0
          ? store.append(A, call([draft(i, { effects: [test.note(`note ${i % 20}`)] })]))
          : store.run([test.note(`run ${i}`), test.note(`note ${i % 20}`)]),
      ),
    );
    const appended = each.flatMap((one) =>
      one.status === "fulfilled" && typeof one.value[0] === "object" ? [codeOf(one.value[0])] : [],
    );
    expect([appended.length, appended.filter((code) => code === "appended").length]).toEqual([30, 10]);
    const failed = each.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
    expect(failed).toEqual(Array.from({ length: 20 }, () => "effect_failed"));
    expect(await test.notes()).toHaveLength(10 + 2 * 10);
    const entries = await store.entries(A, 0, ALL);
    expect(entries).toHaveLength(10);
    checkChain(A, entries);
  },

  "obey the limits of an action's statements, and cannot refer to an entry": async ({ store, test }) => {
    for (const sql of ["COMMIT", "BEGIN", "SAVEPOINT x", "DELETE FROM anchorlog_entries"]) {
      await expect(store.run([test.note("x"), { sql }]), sql).rejects.toMatchObject({ code: "effect_broken" });
    }
    const parameters = [{ entry: "index" as const }];
    for (const statements of [[{ sql: "SELECT 1", parameters }], [{ sql: 1 }], {}, [null], [{ sql: "", x: 1 }]]) {
      await expect(store.run(statements as Statement[])).rejects.toMatchObject({ code: "bad_effect" });
    }
    expect(await test.notes()).toEqual([]);
  },
};

/** Timestamps on further chains. */
const TIMESTAMPS: Rules = {
  "are kept by their transaction, and followed from the newest that is final": async (subject) => {
    expect([await subject.store.timestamps(), await subject.store.recentTimestamps(10)]).toEqual([[], []]);
    const [one, two, three] = [timestamp(1), timestamp(2), timestamp(3)];
    const far = timestamp(2, { chainId: 2 ** 53 - 1 });
    for (const each of [three, one, far, two]) await subject.store.keepTimestamp(each);
    await subject.reopen();
    expect(await subject.store.recentTimestamps(10)).toEqual([one, two, three]);
    await subject.store.keepTimestamp({ ...two, final: true });
    expect(await subject.store.recentTimestamps(10)).toEqual([{ ...two, final: true }, three]);
    expect(await subject.store.recentTimestamps(2 ** 53 - 1)).toEqual([far]);
    expect(await subject.store.timestamps()).toEqual([one, { ...two, final: true }, far, three]);
  },

  "that lost their block stay, next to their replacements; final ones do not change": async ({ store }) => {
    const gone = timestamp(1, { block: undefined });
    const again = timestamp(1, { transaction: hex("ee") });
    await store.keepTimestamp(timestamp(1));
    await store.keepTimestamp(gone);
    await store.keepTimestamp(again);
    expect(await store.recentTimestamps(10)).toEqual([gone, again]);
    const final = { ...again, final: true };
    await store.keepTimestamp(final);
    await store.keepTimestamp({ ...again, block: undefined });
    expect(await store.recentTimestamps(10)).toEqual([gone, final]);
  },
};

const CLOSING: Rules = {
  "answers store_closed once it is closed, after running calls have ended": async (subject) => {
    const underWay = Array.from({ length: 20 }, (_, i) => subject.store.append(A, call([draft(i)])));
    const closing = subject.store.close();
    await expect(subject.store.append(A, call([draft(99)]))).rejects.toMatchObject({ code: "store_closed" });
    expect(codes((await Promise.all(underWay)).flat())).toEqual(underWay.map(() => "appended"));
    await closing;
    await subject.store.close();
    for (const refused of [
      subject.store.head(A),
      subject.store.append(A, call([])),
      subject.store.restore(A, []),
      subject.store.entries(A, 0, 1),
      subject.store.entryByNonce(A, draft(1).actor, draft(1).nonce),
      subject.store.run([]),
      subject.store.batches(),
      subject.store.newestBatches(A, 1),
      subject.store.newestCheckpoints(1),
      subject.store.appendBatches([{ position: 0, log: A, header: new Uint8Array(1) }]),
      subject.store.nodes(0),
      subject.store.keepNodes(0, new Uint8Array(1)),
      subject.store.checkpoints(),
      subject.store.seenCheckpoints(),
      subject.store.appendCheckpoint({ size: 1, root: new Uint8Array(32), note: "" }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: "store_closed" });
    }
    await subject.open();
    expect((await subject.store.head(A)).size).toBe(20);
  },
};

export const operationsRules: RuleGroups = {
  "statements of the server's own": STATEMENTS,
  timestamps: TIMESTAMPS,
  "": CLOSING,
};
