/** The rules of a `ChainStore` for the statements that commit with an entry. */
import { containing, expect, matching } from "./expect.ts";
import type { RuleGroups, Rules, StoreUnderTest } from "./suite.ts";
import { decodeEntry } from "../../log/entry.ts";
import type { Statement, StoredEntry } from "../../log/store.ts";
import { A, ALL, B, call, checkChain, codeOf, codes, draft, NOW } from "./drafts.ts";

const noting = (test: StoreUnderTest, nonce: number, ...texts: string[]) =>
  draft(nonce, { effects: texts.map((text) => test.note(text)) });
const broken: Statement = { sql: "INSERT INTO nowhere (x) VALUES (1)" };
const rename = (test: StoreUnderTest, from: string, to: string, more: Partial<Statement> = {}): Statement => ({
  sql: test.sql("UPDATE notes SET text = ? WHERE text = ?"),
  parameters: [to, from],
  ...more,
});
const look = (test: StoreUnderTest, text: string, expect: number): Statement => ({
  sql: test.sql("SELECT text FROM notes WHERE text = ?"),
  parameters: [text],
  expect,
});
const stale = { code: "version_conflict", message: "somebody else was faster", status: 412 };
const mark = (test: StoreUnderTest): Statement => ({
  sql: test.sql("INSERT INTO marks (idx, hash, accepted_at) VALUES (?, ?, ?)"),
  parameters: [{ entry: "index" }, { entry: "hash" }, { entry: "acceptedAt" }],
});
/** The rows of `marks` if each entry with one of these nonces has inserted its row. */
const marksOf = (entries: readonly StoredEntry[], nonces: readonly number[]) =>
  entries
    .filter(({ digest }) => nonces.some((nonce) => Buffer.compare(draft(nonce).digest, digest) === 0))
    .map(({ index, hash, bytes }) => ({
      idx: index,
      hash: Buffer.from(hash).toString("hex"),
      accepted_at: decodeEntry(bytes).acceptedAt,
    }));

const EFFECTS: Rules = {
  "commit with their entry, in order, and not for a refusal or a retry": async ({ store, test }) => {
    await store.append(A, call([noting(test, 1, "one", "two"), draft(2), noting(test, 3, "three")]));
    const again = [noting(test, 1, "four"), { ...noting(test, 3, "five"), digest: new Uint8Array(32) }];
    expect(codes(await store.append(A, call(again)))).toEqual(["retry", "nonce_used"]);
    const late = { ...noting(test, 4, "six"), deadline: "1" };
    expect(codes(await store.append(A, call([late])))).toEqual(["deadline_passed"]);
    expect(await test.notes()).toEqual(["one", "three", "two"]);
  },

  "are rolled back with their entry if one fails, and the others go on": async ({ store, test }) => {
    const results = await store.append(
      A,
      call([noting(test, 1, "one"), noting(test, 2, "two", "one"), noting(test, 3, "three"), noting(test, 2, "two")]),
    );
    expect(codes(results)).toEqual(["appended", "effect_failed", "appended", "appended"]);
    expect(results[1]).toMatchObject({ message: containing("statement 1") as string });
    const wrong = draft(5, { effects: [test.note("five"), broken] });
    expect(codes(await store.append(A, call([wrong, noting(test, 6, "six")])))).toEqual(["effect_broken", "appended"]);
    expect(await test.notes()).toEqual(["one", "six", "three", "two"]);
    const entries = await store.entries(A, 0, ALL);
    expect(entries.map(({ digest }) => digest)).toEqual([1, 3, 2, 6].map((nonce) => draft(nonce).digest));
    checkChain(A, entries);
  },

  "of an atomic call commit all or none": async ({ store, test }) => {
    const failed = await store.append(A, call([noting(test, 1, "one"), noting(test, 2, "one")], { atomic: true }));
    expect(codes(failed)).toEqual(["not_appended", "effect_failed"]);
    expect(await test.notes()).toEqual([]);
    const whole = await store.append(A, call([noting(test, 1, "one"), noting(test, 2, "two")], { atomic: true }));
    expect(codes(whole)).toEqual(["appended", "appended"]);
    expect(await test.notes()).toEqual(["one", "two"]);
    checkChain(A, await store.entries(A, 0, ALL));
  },

  "that change an unexpected number of rows are rolled back with their entry only": async ({ store, test }) => {
    const effects = (nonce: number, ...statements: Statement[]) => draft(nonce, { effects: statements });
    const one = { expect: 1 };
    const results = await store.append(
      A,
      call([
        effects(1, test.note("one"), test.note("uno"), rename(test, "one", "two", one)),
        effects(2, test.note("three"), rename(test, "one", "four", one)),
        effects(3, rename(test, "two", "five", one), { sql: "DELETE FROM notes", expect: 1 }),
        effects(4, rename(test, "nothing", "six")),
        effects(5, rename(test, "nothing", "six", { expect: 0 }), rename(test, "two", "seven", one)),
      ]),
    );
    expect(codes(results)).toEqual(["appended", "effect_failed", "effect_failed", "appended", "appended"]);
    expect(results[1]).toMatchObject({ message: matching(/statement 1 .* 1 rows, .* 0$/) as string });
    expect(results[1]).not.toHaveProperty("statement.reason");
    expect(results[2]).toMatchObject({ message: matching(/ 1 rows, .* 2$/) as string });
    expect(await test.notes()).toEqual(["seven", "uno"]);
    checkChain(A, await store.entries(A, 0, ALL));
  },

  "are judged by the rows that they return or change": async ({ store, test }) => {
    await store.append(A, call([noting(test, 1, "one", "two")]));
    const all = { sql: "SELECT text FROM notes" };
    const given: Statement = { sql: "DELETE FROM notes RETURNING text", expect: 2 };
    const results = await store.append(
      A,
      call([
        draft(2, { effects: [look(test, "one", 1), look(test, "three", 0), { ...all, expect: 2 }] }),
        draft(3, { effects: [test.note("three"), look(test, "three", 1)] }),
        draft(4, { effects: [test.note("four"), look(test, "five", 1)] }),
        draft(5, { effects: [test.note("five"), { sql: "CREATE TABLE other (x INT)", expect: 0 }] }),
        draft(6, { effects: [{ ...all, expect: 3 }] }),
        draft(7, { effects: [{ ...given, expect: 4 }, test.note("six")] }),
      ]),
    );
    const [ok, failed] = ["appended", "effect_failed"];
    expect(codes(results)).toEqual([ok, ok, failed, ok, failed, ok]);
    expect(await test.notes()).toEqual(["six"]);
  },

  "report their own refusal if they fail, with the database's reason": async ({ store, test }) => {
    await store.append(A, call([noting(test, 1, "one")]));
    const missed = rename(test, "two", "three", { expect: 1, refusal: stale });
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
    for (const result of results) expect(JSON.stringify({ ...result, statement: null })).not.toMatch(/notes|nowhere/);
    expect(results[2]).toMatchObject({ statement: { reason: containing("nowhere") as string } });
    expect(results[3]).toMatchObject({ statement: { reason: containing("notes") as string } });
    const atomic = await store.append(A, call([draft(6), draft(3, { effects: [missed] })], { atomic: true }));
    expect(codes(atomic)).toEqual(["not_appended", "effect_failed"]);
    expect(atomic[0]).toMatchObject({ message: containing("(version_conflict)") as string });
  },

  "know the entry that they commit with, and run once": async ({ store, test }) => {
    const marking = (nonce: number, fields: object = {}) => draft(nonce, { effects: [mark(test)], ...fields });
    const late = { deadline: "1" };
    const answers = await Promise.all([
      store.append(A, call([marking(1), draft(2), marking(3, late), marking(4)], { now: NOW + 5 })),
      store.append(A, call([draft(5), { ...marking(6), effects: [mark(test), broken] }, marking(7)])),
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
    // Neither a retry nor another action with the nonce runs a statement.
    await store.append(A, call([marking(1), marking(11), marking(4, { digest: new Uint8Array(32) })]));
    expect(await test.marks()).toEqual(expected);
  },

  "are refused if they name a table of the log or are not statements": async ({ store }) => {
    const statements = ["DELETE FROM anchorlog_heads", "DROP TABLE Anchorlog_Entries", "SELECT 1 FROM anchorlog_logs"];
    for (const [nonce, sql] of statements.entries()) {
      expect(codes(await store.append(A, call([draft(nonce, { effects: [{ sql }] })])))).toEqual(["effect_broken"]);
    }
    const odd = { sql: "SELECT 1", parameters: [{ entry: "size" }] } as unknown as Statement;
    const refused = store.append(A, call([draft(9, { effects: [odd] })]));
    await expect(refused).rejects.toMatchObject({ code: "bad_effect" });
    expect((await store.head(A)).size).toBe(0);
  },

  "match the entries if many simultaneous calls fail": async ({ store, test }) => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        store.append(i % 2 === 0 ? A : B, call([noting(test, i, `note ${i % 25}`), draft(100 + i)])),
      ),
    );
    const kept = answers.flatMap(([first], i) => (codeOf(first!) === "appended" ? [i] : []));
    expect(kept).toHaveLength(25);
    expect(await test.notes()).toEqual(kept.map((i) => `note ${i % 25}`).sort());
    for (const log of [A, B]) checkChain(log, await store.entries(log, 0, ALL));
    expect((await store.head(A)).size + (await store.head(B)).size).toBe(25 + 40);
  },
};

export const effectRules: RuleGroups = {
  effects: EFFECTS,
};
