import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromHex } from "anchorlog";
import { decodeEntry, type AppendResult, type LogStore, type Statement } from "anchorlog/log";
import { call, checkChain, codeOf, draft, HOUR, logOf, NOW } from "./drafts.ts";

/** A store of nothing but one test's, and what its effects leave behind. */
export type StoreUnderTest = {
  /** Opens the store, again after it was closed, with all that it held. */
  open(): Promise<LogStore>;
  /** Puts a text into a table whose texts are unique. */
  note(text: string): Statement;
  /** The texts in that table, sorted. */
  notes(): Promise<string[]>;
  /** Deletes it all; the store is closed by then. */
  remove(): Promise<void>;
};

const A = logOf("a");
const B = logOf("b");
const ALL = 1_000_000;
const codes = (results: readonly AppendResult[]) => results.map(codeOf);

/** What every store of logs keeps to. */
export function describeStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a store of logs`, () => {
    let test: StoreUnderTest;
    let store: LogStore;
    beforeEach(async () => {
      test = await create();
      store = await test.open();
    });
    afterEach(async () => {
      await store.close();
      await test.remove();
    });
    const reopen = async () => {
      await store.close();
      store = await test.open();
    };

    describe("appending", () => {
      it("chains the entries of a log from its identifier on", async () => {
        expect(await store.head(A)).toEqual({ size: 0, hash: fromHex(A), acceptedAt: 0 });
        const results = await store.append(A, call([draft(1), draft(2)]));
        results.push(...(await store.append(A, call([draft(3)]))));
        expect(codes(results)).toEqual(["appended", "appended", "appended"]);
        const entries = await store.entries(A, 0, ALL);
        checkChain(A, entries);
        expect(results.map((result) => "entry" in result && result.entry)).toEqual(entries);
        expect(await store.head(A)).toEqual({ size: 3, hash: entries[2]!.hash, acceptedAt: NOW });
        expect(decodeEntry(entries[1]!.bytes)).toMatchObject({
          actor: draft(2).actor,
          nonce: draft(2).nonce,
          signatureHash: draft(2).signatureHash,
          scheme: 0,
          verifiedBlock: 0,
        });
      });

      it("keeps the action, whatever its text, and the block at which a wallet was asked", async () => {
        const verifiedBlockHash = `0x${"ab".repeat(32)}` as const;
        const byWallet = draft(2n ** 256n - 1n, { scheme: 1, verifiedBlock: 77, verifiedBlockHash });
        await store.append(A, call([draft(0), byWallet]));
        await reopen();
        const [first, second] = await store.entries(A, 0, ALL);
        expect(first!.action).toEqual(draft(0).action);
        expect(first).not.toHaveProperty("verifiedBlockHash");
        expect(second).toMatchObject({ action: byWallet.action, verifiedBlockHash });
        expect(decodeEntry(second!.bytes)).toMatchObject({ scheme: 1, verifiedBlock: 77, nonce: byWallet.nonce });
      });

      it("never lets acceptedAt go back", async () => {
        await store.append(A, call([draft(1)]));
        await store.append(A, call([draft(2)], { now: NOW - 5000 }));
        await store.append(A, call([draft(3)], { now: NOW + 1 }));
        const entries = await store.entries(A, 0, ALL);
        expect(entries.map(({ bytes }) => decodeEntry(bytes).acceptedAt)).toEqual([NOW, NOW, NOW + 1]);
      });

      it("judges a deadline by the acceptedAt that the entry gets, so that none is late by its own bytes", async () => {
        await store.append(A, call([draft(1, { deadline: String(NOW / 1000 + 90) })], { now: NOW + 90_000 }));
        // The clock goes back, and acceptedAt does not.
        const results = await store.append(A, call([draft(2), draft(3, { deadline: String(NOW / 1000 + 90) })]));
        expect(codes(results)).toEqual(["deadline_passed", "appended"]);
        expect(codes(await store.append(A, call([draft(1)])))).toEqual(["retry"]);
        const ahead = { deadline: String(NOW / 1000 + 90 + HOUR) };
        expect(codes(await store.append(A, call([draft(4, ahead)])))).toEqual(["appended"]);
        for (const { bytes } of await store.entries(A, 0, ALL)) {
          expect(Math.floor(decodeEntry(bytes).acceptedAt / 1000)).toBe(NOW / 1000 + 90);
        }
      });

      it("appends nothing to a log that does not reach what was promised of it", async () => {
        const [first] = await store.append(A, call([draft(1)]));
        if (first?.status !== "appended") throw new Error("it was not appended");
        const { hash } = first.entry;
        const behind = { code: "store_behind" };
        await expect(store.append(A, call([draft(2)], { floor: { size: 2, hash } }))).rejects.toMatchObject(behind);
        await expect(store.append(B, call([draft(2)], { floor: { size: 1, hash } }))).rejects.toMatchObject(behind);
        const other = { size: 1, hash: fromHex(A) };
        await expect(store.append(A, call([draft(1), draft(2)], { floor: other }))).rejects.toMatchObject(behind);
        // Others that wait for the same commit are appended.
        const [refused, written] = await Promise.allSettled([
          store.append(A, call([draft(2)], { floor: { size: 7, hash } })),
          store.append(B, call([draft(3)])),
        ]);
        expect([refused.status, written.status]).toEqual(["rejected", "fulfilled"]);
        expect(codes(await store.append(A, call([draft(2)], { floor: { size: 1, hash } })))).toEqual(["appended"]);
        expect(codes(await store.append(A, call([draft(3)], { floor: { size: 1, hash } })))).toEqual(["appended"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("appends nothing for a call of no drafts", async () => {
        expect(await store.append(A, call([]))).toEqual([]);
        expect(await store.append(A, call([], { atomic: true }))).toEqual([]);
        expect((await store.head(A)).size).toBe(0);
      });

      it("keeps the order of many concurrent calls over several logs, and each its own results", async () => {
        const logs = ["a", "b", "c", "d"].map(logOf);
        const calls = Array.from({ length: 120 }, (_, i) => ({
          log: logs[i % 4]!,
          drafts: Array.from({ length: 1 + (i % 3) }, (__, j) => draft(1000 * i + j)),
        }));
        const answers = await Promise.all(calls.map(({ log, drafts }) => store.append(log, call(drafts))));
        for (const log of logs) {
          const entries = await store.entries(log, 0, ALL);
          checkChain(log, entries);
          const expected = calls.flatMap((one, i) => (one.log === log ? [[one, answers[i]!] as const] : []));
          expect(entries.map(({ digest }) => digest)).toEqual(
            expected.flatMap(([{ drafts }]) => drafts.map(({ digest }) => digest)),
          );
          expect(entries).toEqual(expected.flatMap(([, results]) => results.map((r) => "entry" in r && r.entry)));
        }
      });
    });

    describe("nonces", () => {
      it("answers the same action again with its entry, even after the deadline", async () => {
        const [first] = await store.append(A, call([draft(1)]));
        const late = call([{ ...draft(1), signatureHash: new Uint8Array(32) }], { now: NOW + HOUR * 1000 });
        expect(await store.append(A, late)).toEqual([{ ...first, status: "retry" }]);
        await reopen();
        expect(await store.append(A, late)).toEqual([{ ...first, status: "retry" }]);
        expect((await store.head(A)).size).toBe(1);
      });

      it("refuses another action with a used nonce, naming the entry, even after the deadline", async () => {
        await store.append(A, call([draft(8), draft(9)]));
        for (const now of [NOW, NOW + HOUR * 1000]) {
          const [refused] = await store.append(A, call([draft(9, { what: "other" })], { now }));
          expect(refused).toMatchObject({ status: "refused", code: "nonce_used" });
          expect(refused).toMatchObject({ message: expect.stringMatching(/used nonce 9 .*entry 1$/) as string });
        }
      });

      it("finds a nonce that was used earlier in the same call", async () => {
        const results = await store.append(A, call([draft(1), draft(1, { what: "other" }), draft(1), draft(2)]));
        expect(codes(results)).toEqual(["appended", "nonce_used", "retry", "appended"]);
        expect(results[2]).toEqual({ ...results[0], status: "retry" });
        checkChain(A, await store.entries(A, 0, ALL));
        expect((await store.head(A)).size).toBe(2);
      });

      it("lets a nonce be used by another actor and in another log", async () => {
        expect(codes(await store.append(A, call([draft(1), draft(1, { by: "bob" })])))).toEqual([
          "appended",
          "appended",
        ]);
        expect(codes(await store.append(B, call([draft(1)])))).toEqual(["appended"]);
      });

      it("lets exactly one of 50 concurrent calls with the same nonce win", async () => {
        const rivals = Array.from({ length: 50 }, (_, i) => call([draft(7, { what: `rival ${i}` })]));
        const results = (await Promise.all(rivals.map((rival) => store.append(A, rival)))).flat();
        expect(codes(results).filter((code) => code === "appended")).toHaveLength(1);
        expect(codes(results).filter((code) => code === "nonce_used")).toHaveLength(49);
        expect(await store.entries(A, 0, ALL)).toHaveLength(1);
        const same = await Promise.all(Array.from({ length: 50 }, () => store.append(A, call([draft(8)]))));
        expect(codes(same.flat()).filter((code) => code === "appended")).toHaveLength(1);
        expect(new Set(same.flat().map((result) => "entry" in result && result.entry.index))).toEqual(new Set([1]));
      });
    });

    describe("deadlines", () => {
      const at = (seconds: number) => draft(100 + seconds, { deadline: String(NOW / 1000 + seconds) });

      it("refuses what is late and what is too far ahead, and appends the rest", async () => {
        const results = await store.append(A, call([at(-1), at(0), at(HOUR + 1), at(HOUR)], { now: NOW + 999 }));
        expect(codes(results)).toEqual(["deadline_passed", "appended", "deadline_too_far", "appended"]);
        expect(results[0]).toMatchObject({ message: expect.stringContaining("passed 1 s ago") as string });
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("burns no nonce of what it refuses", async () => {
        await store.append(A, call([at(-1)]));
        expect(codes(await store.append(A, call([{ ...at(-1), deadline: at(5).deadline }])))).toEqual(["appended"]);
      });
    });

    describe("atomic calls", () => {
      it("append all", async () => {
        const results = await store.append(A, call([draft(1), draft(2)], { atomic: true }));
        expect(codes(results)).toEqual(["appended", "appended"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("append nothing where one draft is refused, and say which and why", async () => {
        await store.append(A, call([draft(1)]));
        const late = draft(3, { deadline: "1" });
        const results = await store.append(A, call([draft(1), draft(2), late, draft(2), draft(4)], { atomic: true }));
        expect(codes(results)).toEqual(["retry", "not_appended", "deadline_passed", "not_appended", "not_appended"]);
        expect(results[4]).toMatchObject({ message: expect.stringMatching(/action 2 .*deadline_passed/) as string });
        expect((await store.head(A)).size).toBe(1);
        // No nonce was burned, and what comes next follows the head as it was.
        expect(codes(await store.append(A, call([draft(4), draft(2)])))).toEqual(["appended", "appended"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("do not touch the calls beside them", async () => {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, i) => {
            const drafts = [draft(10 * i), draft(10 * i + 1, i % 3 === 1 ? { deadline: "1" } : {})];
            return store.append(A, call(drafts, { atomic: i % 3 !== 0 }));
          }),
        );
        for (const [i, results] of answers.entries()) {
          expect(codes(results)).toEqual(i % 3 === 1 ? ["not_appended", "deadline_passed"] : ["appended", "appended"]);
        }
        const entries = await store.entries(A, 0, ALL);
        expect(entries).toHaveLength(40);
        checkChain(A, entries);
      });
    });

    describe("effects", () => {
      const noting = (nonce: number, ...texts: string[]) => draft(nonce, { effects: texts.map(test.note) });
      const broken: Statement = { sql: "INSERT INTO nowhere (x) VALUES (1)" };

      it("commit with their entry, in their order, and not for what is refused or a retry", async () => {
        await store.append(A, call([noting(1, "one", "two"), draft(2), noting(3, "three")]));
        const again = [noting(1, "four"), { ...noting(3, "five"), digest: new Uint8Array(32) }];
        expect(codes(await store.append(A, call(again)))).toEqual(["retry", "nonce_used"]);
        const late = { ...noting(4, "six"), deadline: "1" };
        expect(codes(await store.append(A, call([late])))).toEqual(["deadline_passed"]);
        expect(await test.notes()).toEqual(["one", "three", "two"]);
      });

      it("leave nothing behind where one fails, and the rest goes on", async () => {
        const results = await store.append(
          A,
          call([noting(1, "one"), noting(2, "two", "one"), noting(3, "three"), noting(2, "two")]),
        );
        expect(codes(results)).toEqual(["appended", "effect_failed", "appended", "appended"]);
        expect(results[1]).toMatchObject({ message: expect.stringContaining("statement 1") as string });
        const wrong = draft(5, { effects: [test.note("five"), broken] });
        expect(codes(await store.append(A, call([wrong, noting(6, "six")])))).toEqual(["effect_failed", "appended"]);
        expect(await test.notes()).toEqual(["one", "six", "three", "two"]);
        const entries = await store.entries(A, 0, ALL);
        expect(entries.map(({ digest }) => digest)).toEqual([1, 3, 2, 6].map((nonce) => draft(nonce).digest));
        checkChain(A, entries);
      });

      it("of an atomic call commit all or none", async () => {
        const failed = await store.append(A, call([noting(1, "one"), noting(2, "one")], { atomic: true }));
        expect(codes(failed)).toEqual(["not_appended", "effect_failed"]);
        expect(await test.notes()).toEqual([]);
        const whole = await store.append(A, call([noting(1, "one"), noting(2, "two")], { atomic: true }));
        expect(codes(whole)).toEqual(["appended", "appended"]);
        expect(await test.notes()).toEqual(["one", "two"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("match the entries when many calls fail beside each other", async () => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, i) =>
            store.append(i % 2 === 0 ? A : B, call([noting(i, `note ${i % 25}`), draft(100 + i)])),
          ),
        );
        const kept = answers.flatMap(([first], i) => (codeOf(first!) === "appended" ? [i] : []));
        expect(kept).toHaveLength(25);
        expect(await test.notes()).toEqual(kept.map((i) => `note ${i % 25}`).sort());
        for (const log of [A, B]) checkChain(log, await store.entries(log, 0, ALL));
        expect((await store.head(A)).size + (await store.head(B)).size).toBe(25 + 40);
      });
    });

    describe("reading", () => {
      it("gives ranges of entries, and no more than there are", async () => {
        await store.append(A, call(Array.from({ length: 10 }, (_, i) => draft(i))));
        await store.append(B, call([draft(1)]));
        const indexes = async (from: number, to: number) =>
          (await store.entries(A, from, to)).map(({ index }) => index);
        expect(await indexes(3, 6)).toEqual([3, 4, 5]);
        expect(await indexes(8, 100)).toEqual([8, 9]);
        expect(await indexes(10, 20)).toEqual([]);
        expect(await indexes(5, 5)).toEqual([]);
        expect(await indexes(-5, 2)).toEqual([0, 1]);
        expect(await indexes(9, Number.MAX_SAFE_INTEGER)).toEqual([9]);
        expect(await store.entries(B, -1, Infinity)).toMatchObject([{ digest: draft(1).digest, index: 0 }]);
        expect(await store.entries(logOf("nobody's"), 0, ALL)).toEqual([]);
      });

      it("finds an entry by its actor and nonce", async () => {
        await store.append(A, call([draft(1), draft(2), draft(2, { by: "bob" })]));
        const { actor, nonce } = draft(2, { by: "bob" });
        expect(await store.entryByNonce(A, actor, nonce)).toEqual((await store.entries(A, 2, 3))[0]);
        expect(await store.entryByNonce(B, actor, nonce)).toBeUndefined();
        expect(await store.entryByNonce(A, actor, draft(3).nonce)).toBeUndefined();
      });

      it("gives the same when the store is opened again, and goes on behind it", async () => {
        await Promise.all([store.append(A, call([draft(1), draft(2)])), store.append(B, call([draft(1)]))]);
        const before = [await store.head(A), await store.head(B), await store.entries(A, 0, ALL)];
        await reopen();
        expect([await store.head(A), await store.head(B), await store.entries(A, 0, ALL)]).toEqual(before);
        await store.append(A, call([draft(3)], { now: 5 + NOW }));
        const entries = await store.entries(A, 0, ALL);
        expect(entries).toHaveLength(3);
        checkChain(A, entries);
      });
    });

    describe("restoring", () => {
      /** Five entries of another store of the same log. */
      const lost = async () => {
        const other = await create();
        const original = await other.open();
        try {
          const verified = { scheme: 1, verifiedBlock: 9, verifiedBlockHash: `0x${"cd".repeat(32)}` as const };
          await original.append(A, call([draft(0), draft(1), draft(2, verified), draft(3), draft(4)]));
          return await original.entries(A, 0, ALL);
        } finally {
          await original.close();
          await other.remove();
        }
      };

      it("puts entries back as they were, behind those that are there", async () => {
        const entries = await lost();
        await store.append(A, call([draft(0), draft(1)]));
        await store.restore(A, entries.slice(2));
        expect(await store.entries(A, 0, ALL)).toEqual(entries);
        await reopen();
        expect(await store.entries(A, 0, ALL)).toEqual(entries);
        expect(codes(await store.append(A, call([draft(3), draft(5)])))).toEqual(["retry", "appended"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("puts nothing back of what does not follow the head, or itself", async () => {
        const entries = await lost();
        const [first, second, third, fourth] = entries as [(typeof entries)[0], ...typeof entries];
        const flipped = Uint8Array.from(second!.bytes, (byte, i) => (i === 160 ? byte ^ 1 : byte));
        for (const wrong of [
          [second!],
          [first, third!],
          [first, first],
          [first, { ...second!, index: 2 }],
          [first, { ...second!, bytes: flipped }],
          [first, { ...second!, bytes: second!.bytes.slice(1) }],
          [first, { ...second!, hash: third!.hash }],
          [first, { ...second!, digest: third!.digest }],
          [first, second!, fourth!],
        ]) {
          await expect(store.restore(A, wrong)).rejects.toMatchObject({ code: "head_moved" });
        }
        await expect(store.restore(B, [first])).rejects.toMatchObject({ code: "head_moved" });
        expect((await store.head(A)).size).toBe(0);
        await store.restore(A, entries);
        await expect(store.restore(A, entries)).rejects.toMatchObject({ code: "head_moved" });
        expect((await store.head(A)).size).toBe(5);
      });
    });

    describe("logs", () => {
      const names = [
        { id: A, name: "a.example" },
        { id: B, name: "b.example" },
      ];
      const header = (start: number, count: number): Uint8Array => {
        const bytes = new Uint8Array(229);
        new DataView(bytes.buffer).setBigUint64(41, BigInt(start));
        new DataView(bytes.buffer).setUint32(49, count);
        return bytes;
      };

      it("are added by name, before or after their first entry, and once", async () => {
        await store.append(B, call([draft(1)]));
        expect(await store.logNames([A, B])).toEqual([]);
        for (let time = 0; time < 2; time++) await store.addLogs(names);
        await store.append(A, call([draft(1)]));
        await reopen();
        expect(await store.logNames([logOf("c"), B])).toEqual([names[1]]);
        expect(await store.allLogNames()).toEqual(names);
        expect(await store.countLogs()).toBe(2);
        expect((await store.append(A, call([draft(2)])))[0]).toMatchObject({ entry: { index: 1 } });
      });

      it("by the thousand are asked about together", async () => {
        const many = Array.from({ length: 2_500 }, (_, i) => ({ id: logOf(`log ${i}`), name: `log-${i}` }));
        await store.addLogs(many);
        await store.append(many[2_400]!.id, call([draft(1), draft(2)]));
        expect(await store.logNames(many.map(({ id }) => id))).toHaveLength(2_500);
        const heads = await store.heads([A, ...many.map(({ id }) => id)]);
        expect([...heads]).toEqual([[many[2_400]!.id, await store.head(many[2_400]!.id)]]);
        const places = [...many, { id: A }].flatMap(({ id }) => [0, 1, 2].map((index) => ({ log: id, index })));
        const entries = await store.entries(many[2_400]!.id, 0, ALL);
        const found = await store.entriesAt(places);
        expect(found.toSorted((a, b) => a.index - b.index)).toEqual(
          entries.map(({ index, bytes, hash }) => ({ log: many[2_400]!.id, index, bytes, hash })),
        );
      });

      it("that have entries outside of batches are listed, and no others", async () => {
        expect(await store.hasEntries()).toBe(false);
        await store.addLogs(names);
        expect(await store.unbatched()).toEqual([]);
        expect(await store.hasEntries()).toBe(false);
        await store.append(A, call([draft(1), draft(2), draft(3)]));
        await store.append(logOf("c"), call([draft(1)]));
        expect(await store.hasEntries()).toBe(true);
        const c = { log: logOf("c"), name: undefined, batched: 0, size: 1 };
        expect(await store.unbatched()).toEqual([{ log: A, name: "a.example", batched: 0, size: 3 }, c]);
        await store.appendBatch({ position: 0, log: A, header: header(0, 2) });
        await reopen();
        expect(await store.unbatched()).toEqual([{ log: A, name: "a.example", batched: 2, size: 3 }, c]);
        // One that is refused counts nothing.
        await expect(store.appendBatch({ position: 0, log: A, header: header(2, 1) })).rejects.toMatchObject({
          code: "head_moved",
        });
        expect(await store.unbatched()).toHaveLength(2);
        await store.appendBatch({ position: 1, log: A, header: header(2, 1) });
        await store.appendBatch({ position: 2, log: logOf("c"), header: header(0, 1) });
        expect(await store.unbatched()).toEqual([]);
      });
    });

    describe("batches and checkpoints", () => {
      const header = (i: number) => new Uint8Array(229).fill(i, 200);

      it("are kept in their order", async () => {
        await store.appendBatch({ position: 0, log: A, header: header(1) });
        await store.appendBatch({ position: 1, log: B, header: header(2) });
        await store.appendBatch({ position: 2, log: A, header: header(3) });
        const root = new Uint8Array(32).fill(7);
        await store.appendCheckpoint({ size: 2, root, note: "a note\n" });
        await store.appendCheckpoint({ size: 3, root, note: "another — 🙂\n" });
        await reopen();
        expect(await store.batches()).toEqual([
          { position: 0, log: A, header: header(1) },
          { position: 1, log: B, header: header(2) },
          { position: 2, log: A, header: header(3) },
        ]);
        expect(await store.batches(2)).toEqual([{ position: 2, log: A, header: header(3) }]);
        expect(await store.batches(1, 2)).toEqual([{ position: 1, log: B, header: header(2) }]);
        expect(await store.checkpoints()).toEqual([
          { size: 2, root, note: "a note\n" },
          { size: 3, root, note: "another — 🙂\n" },
        ]);
      });

      it("refuses a batch that is not the next one", async () => {
        await store.appendBatch({ position: 0, log: A, header: header(1) });
        for (const position of [0, 2]) {
          await expect(store.appendBatch({ position, log: A, header: header(2) })).rejects.toMatchObject({
            code: "head_moved",
          });
        }
        const rivals = [1, 1, 1].map((position, i) => store.appendBatch({ position, log: A, header: header(i) }));
        const settled = await Promise.allSettled(rivals);
        expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        expect(await store.batches()).toHaveLength(2);
      });
    });

    it("answers store_closed once it is closed, after what was under way", async () => {
      const underWay = Array.from({ length: 20 }, (_, i) => store.append(A, call([draft(i)])));
      const closing = store.close();
      await expect(store.append(A, call([draft(99)]))).rejects.toMatchObject({ code: "store_closed" });
      expect(codes((await Promise.all(underWay)).flat())).toEqual(underWay.map(() => "appended"));
      await closing;
      await store.close();
      for (const refused of [
        store.head(A),
        store.append(A, call([])),
        store.restore(A, []),
        store.entries(A, 0, 1),
        store.entryByNonce(A, draft(1).actor, draft(1).nonce),
        store.batches(),
        store.appendBatch({ position: 0, log: A, header: new Uint8Array(1) }),
        store.checkpoints(),
        store.appendCheckpoint({ size: 1, root: new Uint8Array(32), note: "" }),
      ]) {
        await expect(refused).rejects.toMatchObject({ code: "store_closed" });
      }
      store = await test.open();
      expect((await store.head(A)).size).toBe(20);
    });
  });
}
