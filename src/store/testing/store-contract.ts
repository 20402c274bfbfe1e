import { containing, expect, matching } from "./expect.ts";
import { collectChecks, type Check } from "./suite.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { decodeEntry } from "../../log/entry.ts";
import type {
  AppendResult,
  LogStore,
  SeenCheckpoint,
  Statement,
  StoredEntry,
  StoredTimestamp,
} from "../../log/store.ts";
import { call, checkChain, codeOf, draft, HOUR, logOf, NOW } from "./drafts.ts";

/** A store of nothing but one test's, and what its effects leave behind. */
export type StoreUnderTest = {
  /** Opens the store, again after it was closed, with all that it held. */
  open(): Promise<LogStore>;
  /** Puts a text into a table whose texts are unique. */
  note(text: string): Statement;
  /** A statement in the store's dialect, of one that has `?` for its parameters. */
  sql(text: string): string;
  /** The table `marks` of `idx`, `hash` (in hex) and `accepted_at`, all numbers but the hash, by its first column. */
  marks(): Promise<Record<string, unknown>[]>;
  /** The texts in that table, sorted. */
  notes(): Promise<string[]>;
  /** Deletes it all; the store is closed by then. */
  remove(): Promise<void>;
};

const A = logOf("a");
const B = logOf("b");
const ALL = 1_000_000;
const codes = (results: readonly AppendResult[]) => results.map(codeOf);

/** The contract of every store of logs. */
export function logChecks(create: () => Promise<StoreUnderTest>): Check[] {
  let test: StoreUnderTest;
  let store: LogStore;
  const before = async () => {
    test = await create();
    store = await test.open();
  };
  const after = async () => {
    await store.close();
    await test.remove();
  };
  return collectChecks(before, after, ({ describe, it }) => {
    const reopen = async () => {
      await store.close();
      store = await test.open();
    };

    describe("appending", () => {
      it("chains the entries of a log from its identifier on", async () => {
        expect(await store.head(A)).toEqual({ size: 0, hash: fromHex(A), acceptedAt: 0 });
        expect(await store.entries(A, 0, Infinity)).toEqual([]);
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
          expect(refused).toMatchObject({ message: matching(/used nonce 9 .*entry 1$/) as string });
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
        expect(results[0]).toMatchObject({ message: containing("passed 1 s ago") as string });
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
        expect(results[4]).toMatchObject({ message: matching(/action 2 .*deadline_passed/) as string });
        expect((await store.head(A)).size).toBe(1);
        // No nonce was burned, and what comes next follows the head as it was.
        expect(codes(await store.append(A, call([draft(4), draft(2)])))).toEqual(["appended", "appended"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("tell a retry from the replay before it, which nothing is written of", async () => {
        await store.append(A, call([draft(1)]));
        const results = await store.append(A, call([draft(1, { what: "other" }), draft(1)], { atomic: true }));
        expect(codes(results)).toEqual(["nonce_used", "retry"]);
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
      const noting = (nonce: number, ...texts: string[]) =>
        draft(nonce, { effects: texts.map((text) => test.note(text)) });
      const broken: Statement = { sql: "INSERT INTO nowhere (x) VALUES (1)" };
      const rename = (from: string, to: string, more: Partial<Statement> = {}): Statement => ({
        sql: test.sql("UPDATE notes SET text = ? WHERE text = ?"),
        parameters: [to, from],
        ...more,
      });
      const look = (text: string, expect: number): Statement => ({
        sql: test.sql("SELECT text FROM notes WHERE text = ?"),
        parameters: [text],
        expect,
      });
      const stale = { code: "version_conflict", message: "somebody else was faster", status: 412 };
      const mark = (): Statement => ({
        sql: test.sql("INSERT INTO marks (idx, hash, accepted_at) VALUES (?, ?, ?)"),
        parameters: [{ entry: "index" }, { entry: "hash" }, { entry: "acceptedAt" }],
      });
      /** The rows of `marks` after each entry with one of these nonces has left its own. */
      const marksOf = (entries: readonly StoredEntry[], nonces: readonly number[]) =>
        entries
          .filter(({ digest }) => nonces.some((nonce) => Buffer.compare(draft(nonce).digest, digest) === 0))
          .map(({ index, hash, bytes }) => ({
            idx: index,
            hash: Buffer.from(hash).toString("hex"),
            accepted_at: decodeEntry(bytes).acceptedAt,
          }));

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
        expect(results[1]).toMatchObject({ message: containing("statement 1") as string });
        const wrong = draft(5, { effects: [test.note("five"), broken] });
        expect(codes(await store.append(A, call([wrong, noting(6, "six")])))).toEqual(["effect_broken", "appended"]);
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

      it("that are about other rows than they expect are taken back with their entry, and nothing else is", async () => {
        const effects = (nonce: number, ...statements: Statement[]) => draft(nonce, { effects: statements });
        const one = { expect: 1 };
        const results = await store.append(
          A,
          call([
            effects(1, test.note("one"), test.note("uno"), rename("one", "two", one)),
            effects(2, test.note("three"), rename("one", "four", one)),
            effects(3, rename("two", "five", one), { sql: "DELETE FROM notes", expect: 1 }),
            effects(4, rename("nothing", "six")),
            effects(5, rename("nothing", "six", { expect: 0 }), rename("two", "seven", one)),
          ]),
        );
        expect(codes(results)).toEqual(["appended", "effect_failed", "effect_failed", "appended", "appended"]);
        expect(results[1]).toMatchObject({ message: matching(/statement 1 .* 1 rows, .* 0$/) as string });
        expect(results[1]).not.toHaveProperty("statement.reason");
        expect(results[2]).toMatchObject({ message: matching(/ 1 rows, .* 2$/) as string });
        expect(await test.notes()).toEqual(["seven", "uno"]);
        checkChain(A, await store.entries(A, 0, ALL));
      });

      it("are judged by the rows that they give, and by none where they change none", async () => {
        await store.append(A, call([noting(1, "one", "two")]));
        const all = { sql: "SELECT text FROM notes" };
        const given: Statement = { sql: "DELETE FROM notes RETURNING text", expect: 2 };
        const results = await store.append(
          A,
          call([
            draft(2, { effects: [look("one", 1), look("three", 0), { ...all, expect: 2 }] }),
            draft(3, { effects: [test.note("three"), look("three", 1)] }),
            draft(4, { effects: [test.note("four"), look("five", 1)] }),
            draft(5, { effects: [test.note("five"), { sql: "CREATE TABLE other (x INT)", expect: 0 }] }),
            draft(6, { effects: [{ ...all, expect: 3 }] }),
            draft(7, { effects: [{ ...given, expect: 4 }, test.note("six")] }),
          ]),
        );
        const [ok, failed] = ["appended", "effect_failed"];
        expect(codes(results)).toEqual([ok, ok, failed, ok, failed, ok]);
        expect(await test.notes()).toEqual(["six"]);
      });

      it("say what they stand for where they fail, and in the database's words why", async () => {
        await store.append(A, call([noting(1, "one")]));
        const missed = rename("two", "three", { expect: 1, refusal: stale });
        const violated = { ...test.note("one"), refusal: stale };
        const results = await store.append(
          A,
          call([
            draft(2, { effects: [test.note("two"), { ...test.note("three"), refusal: stale }, violated] }),
            draft(3, { effects: [missed] }),
            draft(4, { effects: [{ ...broken, refusal: stale }] }),
            draft(5, { effects: [test.note("one")] }),
          ]),
        );
        expect(results).toMatchObject([
          { code: "effect_failed", statement: { index: 2, refusal: stale } },
          { code: "effect_failed", statement: { index: 0, refusal: stale } },
          // It is the server's fault, and no answer to the client.
          { code: "effect_broken", statement: { index: 0 } },
          { code: "effect_failed", statement: { index: 0 } },
        ]);
        for (const at of [2, 3]) expect(results[at]).not.toHaveProperty("statement.refusal.code");
        for (const result of results)
          expect(JSON.stringify({ ...result, statement: null })).not.toMatch(/notes|nowhere/);
        expect(results[2]).toMatchObject({ statement: { reason: containing("nowhere") as string } });
        expect(results[3]).toMatchObject({ statement: { reason: containing("notes") as string } });
        const atomic = await store.append(A, call([draft(6), draft(3, { effects: [missed] })], { atomic: true }));
        expect(codes(atomic)).toEqual(["not_appended", "effect_failed"]);
        expect(atomic[0]).toMatchObject({ message: containing("(version_conflict)") as string });
      });

      it("know the entry that they commit with, and run once", async () => {
        const marking = (nonce: number, fields: object = {}) => draft(nonce, { effects: [mark()], ...fields });
        const late = { deadline: "1" };
        const answers = await Promise.all([
          store.append(A, call([marking(1), draft(2), marking(3, late), marking(4)], { now: NOW + 5 })),
          store.append(A, call([draft(5), { ...marking(6), effects: [mark(), broken] }, marking(7)])),
          store.append(A, call([marking(8), marking(9, late)], { atomic: true })),
          store.append(A, call([marking(10), marking(11)], { atomic: true, now: NOW + 9 })),
        ]);
        expect(answers.map(codes)).toEqual([
          ["appended", "appended", "deadline_passed", "appended"],
          ["appended", "effect_broken", "appended"],
          ["not_appended", "deadline_passed"],
          ["appended", "appended"],
        ]);
        const entries = await store.entries(A, 0, ALL);
        const expected = marksOf(entries, [1, 4, 7, 10, 11]);
        expect(expected.map(({ idx }) => idx)).toEqual([0, 2, 4, 5, 6]);
        expect(await test.marks()).toEqual(expected);
        // A retry runs nothing, nor does another action with the nonce.
        await store.append(A, call([marking(1), marking(11), marking(4, { digest: new Uint8Array(32) })]));
        expect(await test.marks()).toEqual(expected);
      });

      it("are refused where they name a table of the log's, or are no statements", async () => {
        const statements = [
          "DELETE FROM anchorlog_heads",
          "DROP TABLE Anchorlog_Entries",
          "SELECT 1 FROM anchorlog_logs",
        ];
        for (const [nonce, sql] of statements.entries()) {
          expect(codes(await store.append(A, call([draft(nonce, { effects: [{ sql }] })])))).toEqual(["effect_broken"]);
        }
        const odd = { sql: "SELECT 1", parameters: [{ entry: "size" }] } as unknown as Statement;
        const refused = store.append(A, call([draft(9, { effects: [odd] })]));
        await expect(refused).rejects.toMatchObject({ code: "bad_effect" });
        expect((await store.head(A)).size).toBe(0);
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

    describe("statements of the server's own", () => {
      const remove = (text: string): Statement => ({
        sql: test.sql("DELETE FROM notes WHERE text = ?"),
        parameters: [text],
      });

      it("are run all or none, and tell how many rows each changed or gave", async () => {
        const rows = await store.run([
          test.note("one"),
          test.note("two"),
          { sql: "SELECT text FROM notes", expect: 2 },
          remove("three"),
          { sql: "UPDATE notes SET text = text" },
          { sql: "CREATE TABLE other (x INT)" },
          { sql: "INSERT INTO other SELECT 7 FROM notes RETURNING x" },
        ]);
        expect(rows).toEqual([1, 1, 2, 0, 2, 0, 2]);
        expect(await store.run([])).toEqual([]);
        const refusal = { code: "gone", message: "it is gone" };
        await expect(store.run([remove("one"), { ...remove("one"), expect: 1, refusal }])).rejects.toMatchObject({
          code: "effect_failed",
          details: { index: 1, refusal },
        });
        await expect(store.run([remove("one"), test.note("two")])).rejects.toMatchObject({
          code: "effect_failed",
          details: { index: 1, reason: containing("notes") as string },
        });
        await expect(store.run([remove("one"), { sql: "DELETE FROM nowhere" }])).rejects.toMatchObject({
          code: "effect_broken",
          details: { index: 1 },
        });
        expect(await test.notes()).toEqual(["one", "two"]);
        await reopen();
        expect(await store.run([remove("one"), remove("two")])).toEqual([1, 1]);
      });

      it("go with appends, and neither takes the other along where it fails", async () => {
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
        const failed = each.flatMap((one) =>
          one.status === "rejected" ? [(one.reason as { code: string }).code] : [],
        );
        expect(failed).toEqual(Array.from({ length: 20 }, () => "effect_failed"));
        expect(await test.notes()).toHaveLength(10 + 2 * 10);
        const entries = await store.entries(A, 0, ALL);
        expect(entries).toHaveLength(10);
        checkChain(A, entries);
      });

      it("may not be what an action's may not be, nor know an entry", async () => {
        for (const sql of ["COMMIT", "BEGIN", "SAVEPOINT x", "DELETE FROM anchorlog_entries"]) {
          await expect(store.run([test.note("x"), { sql }]), sql).rejects.toMatchObject({ code: "effect_broken" });
        }
        const parameters = [{ entry: "index" as const }];
        for (const statements of [[{ sql: "SELECT 1", parameters }], [{ sql: 1 }], {}, [null], [{ sql: "", x: 1 }]]) {
          await expect(store.run(statements as Statement[])).rejects.toMatchObject({ code: "bad_effect" });
        }
        expect(await test.notes()).toEqual([]);
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
        // More than are asked about in one statement; what is there is in the second.
        const some = [...many.slice(2_050), { id: A }];
        const places = some.flatMap(({ id }) => [0, 1, 2].map((index) => ({ log: id, index })));
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
        await store.appendBatches([{ position: 0, log: A, header: header(0, 2) }]);
        await reopen();
        expect(await store.unbatched()).toEqual([{ log: A, name: "a.example", batched: 2, size: 3 }, c]);
        // One that is refused counts nothing.
        await expect(store.appendBatches([{ position: 0, log: A, header: header(2, 1) }])).rejects.toMatchObject({
          code: "head_moved",
        });
        expect(await store.unbatched()).toHaveLength(2);
        await store.appendBatches([{ position: 1, log: A, header: header(2, 1) }]);
        await store.appendBatches([{ position: 2, log: logOf("c"), header: header(0, 1) }]);
        expect(await store.unbatched()).toEqual([]);
      });
    });

    describe("timestamps", () => {
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

      it("are kept by their transaction, and followed from the newest that is final", async () => {
        expect([await store.timestamps(), await store.recentTimestamps(10)]).toEqual([[], []]);
        const [one, two, three] = [timestamp(1), timestamp(2), timestamp(3)];
        const far = timestamp(2, { chainId: 2 ** 53 - 1 });
        for (const each of [three, one, far, two]) await store.keepTimestamp(each);
        await reopen();
        expect(await store.recentTimestamps(10)).toEqual([one, two, three]);
        await store.keepTimestamp({ ...two, final: true });
        expect(await store.recentTimestamps(10)).toEqual([{ ...two, final: true }, three]);
        expect(await store.recentTimestamps(2 ** 53 - 1)).toEqual([far]);
        expect(await store.timestamps()).toEqual([one, { ...two, final: true }, far, three]);
      });

      it("that lost their block stay, beside those that took their place; those that are final stay as they are", async () => {
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
      });
    });

    describe("batches and checkpoints", () => {
      const header = (i: number) => new Uint8Array(229).fill(i, 200);

      it("are kept in their order", async () => {
        await store.appendBatches([{ position: 0, log: A, header: header(1) }]);
        await store.appendBatches([{ position: 1, log: B, header: header(2) }]);
        await store.appendBatches([{ position: 2, log: A, header: header(3) }]);
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

      it("are listed from the newest on, by their log, with how they were seen", async () => {
        const batches = [A, B, A, A, B].map((log, position) => ({ position, log, header: header(position) }));
        await store.appendBatches(batches);
        const listed = async (...page: [limit: number, below?: number]) =>
          (await store.newestBatches(A, ...page)).map(({ position }) => position);
        expect(await store.newestBatches(A, 1)).toEqual([batches[3]]);
        expect([await listed(2), await listed(2, 2), await listed(2, 0)]).toEqual([[3, 2], [0], []]);
        expect(await store.newestBatches(`0x${"ee".repeat(32)}`, 9)).toEqual([]);

        const checkpoints = [1, 3, 5].map((size) => ({ size, root: new Uint8Array(32).fill(size), note: `${size}\n` }));
        for (const checkpoint of checkpoints) await store.appendCheckpoint(checkpoint);
        const block = { number: 10, hash: `0x${"bb".repeat(32)}` } as const;
        const seen = { size: 3, root: `0x${"03".repeat(32)}`, time: 1_000, block, state: "final" } as const;
        await store.keepSeen(seen);
        const [first, second, third] = checkpoints;
        expect(await store.newestCheckpoints(2)).toEqual([
          { ...third, seen: undefined },
          { ...second, seen },
        ]);
        expect(await store.newestCheckpoints(2, 3)).toEqual([{ ...first, seen: undefined }]);
        expect(await store.newestCheckpoints(2, 1)).toEqual([]);

        const furthest = () => Promise.all([0, 2, 3, 5].map((position) => store.furthestCheckpoint(position)));
        expect(await furthest()).toEqual([3, 3, undefined, undefined]);
        await store.keepSeen({ ...seen, size: 5, root: `0x${"05".repeat(32)}`, state: "anchored" });
        expect(await furthest()).toEqual([3, 3, 5, undefined]);
        // One of another root was never signed here; one that is gone is on no chain.
        await store.keepSeen({ ...seen, size: 5, root: `0x${"06".repeat(32)}` });
        await store.keepSeen({ ...seen, state: "gone" });
        expect(await furthest()).toEqual([undefined, undefined, undefined, undefined]);
      });

      it("are kept with their nodes, which can be kept anew", async () => {
        const nodes = (i: number) => new Uint8Array(64 * 1_024).fill(i);
        await store.appendBatches([{ position: 0, log: A, header: header(1), nodes: nodes(1) }]);
        await store.appendBatches([{ position: 1, log: B, header: header(2) }]);
        await store.keepNodes(2, nodes(2));
        await store.appendBatches([{ position: 2, log: B, header: header(3), nodes: nodes(3) }]);
        await reopen();
        expect(await Promise.all([0, 1, 2, 3].map((position) => store.nodes(position)))).toEqual([
          nodes(1),
          undefined,
          nodes(3),
          undefined,
        ]);
        await store.keepNodes(0, nodes(4));
        await store.keepNodes(1, nodes(5));
        expect([await store.nodes(0), await store.nodes(1)]).toEqual([nodes(4), nodes(5)]);
        // Nothing is kept with a batch that is not appended.
        const twice = store.appendBatches([{ position: 2, log: A, header: header(4), nodes: nodes(6) }]);
        await expect(twice).rejects.toMatchObject({ code: "head_moved" });
        const early = store.appendBatches([{ position: 7, log: A, header: header(4), nodes: nodes(6) }]);
        await expect(early).rejects.toMatchObject({ code: "head_moved" });
        expect([await store.nodes(2), await store.nodes(7)]).toEqual([nodes(3), undefined]);
        expect(await store.batches()).toHaveLength(3);
      });

      it("are appended many at a time, all or none, each behind the one before", async () => {
        const nodes = (i: number) => new Uint8Array(64).fill(i);
        const batches = Array.from({ length: 100 }, (_, position) => ({
          position,
          log: [A, B][position % 2]!,
          header: header(position),
          ...(position % 3 === 0 && { nodes: nodes(position) }),
        }));
        await store.appendBatches([]);
        await store.appendBatches(batches.slice(0, 40));
        // Two rivals over the same places, one of them of another length: one is appended, whole.
        const rivals = [batches.slice(40, 70), batches.slice(40, 100)];
        const settled = await Promise.allSettled(rivals.map((rival) => store.appendBatches(rival)));
        expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
        expect(settled.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "head_moved" } });
        const size = settled[0]!.status === "fulfilled" ? 70 : 100;
        const early = batches.slice(1).map((batch) => ({ ...batch, position: batch.position + size }));
        await expect(store.appendBatches(early)).rejects.toMatchObject({ code: "head_moved" });
        const apart = [0, 2].map((i) => ({ position: size + i, log: A, header: header(i) }));
        await expect(store.appendBatches(apart)).rejects.toThrow(RangeError);
        await reopen();
        expect(await store.batches()).toEqual(
          batches.slice(0, size).map(({ position, log, header: bytes }) => ({ position, log, header: bytes })),
        );
        expect(await Promise.all([0, 1, 39, 42].map((position) => store.nodes(position)))).toEqual([
          nodes(0),
          undefined,
          nodes(39),
          nodes(42),
        ]);
      });

      it("refuses a batch that is not the next one", async () => {
        await store.appendBatches([{ position: 0, log: A, header: header(1) }]);
        for (const position of [0, 2]) {
          await expect(store.appendBatches([{ position, log: A, header: header(2) }])).rejects.toMatchObject({
            code: "head_moved",
          });
        }
        const rivals = [1, 1, 1].map((position, i) => store.appendBatches([{ position, log: A, header: header(i) }]));
        const settled = await Promise.allSettled(rivals);
        expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        expect(await store.batches()).toHaveLength(2);
      });
    });

    describe("checkpoints that were seen on chain", () => {
      const seen = (size: number, state: SeenCheckpoint["state"], byte = size): SeenCheckpoint => {
        const hash = (fill: number) => toHex(new Uint8Array(32).fill(fill));
        return { size, root: hash(byte), time: 1_767_603_600, block: { number: 2 ** 40, hash: hash(byte + 1) }, state };
      };

      it("are kept as they were seen last, whoever opens it; what is below the newest final one needs no look", async () => {
        expect(await store.seenCheckpoints()).toEqual([]);
        for (const one of [seen(7, "anchored"), seen(3, "anchored"), seen(9, "gone")]) await store.keepSeen(one);
        await reopen();
        expect(await store.seenCheckpoints()).toEqual([seen(3, "anchored"), seen(7, "anchored"), seen(9, "gone")]);
        await store.keepSeen(seen(9, "anchored", 20));
        await store.keepSeen(seen(2, "gone"));
        await store.keepSeen(seen(1, "final"));
        await store.keepSeen(seen(7, "final"));
        expect(await store.seenCheckpoints()).toEqual([seen(3, "anchored"), seen(7, "final"), seen(9, "anchored", 20)]);
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
        store.run([]),
        store.batches(),
        store.newestBatches(A, 1),
        store.newestCheckpoints(1),
        store.appendBatches([{ position: 0, log: A, header: new Uint8Array(1) }]),
        store.nodes(0),
        store.keepNodes(0, new Uint8Array(1)),
        store.checkpoints(),
        store.seenCheckpoints(),
        store.appendCheckpoint({ size: 1, root: new Uint8Array(32), note: "" }),
      ]) {
        await expect(refused).rejects.toMatchObject({ code: "store_closed" });
      }
      store = await test.open();
      expect((await store.head(A)).size).toBe(20);
    });
  });
}
