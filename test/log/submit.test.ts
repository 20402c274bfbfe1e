import { DatabaseSync } from "node:sqlite";
import { inspect } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { decodeEntry, type LogStore } from "anchorlog/log";
import { isReceiptBy } from "anchorlog/log/receipt";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { AnchorlogError, fromHex, openAnchorlog, type Submission } from "anchorlog";
import { logId } from "anchorlog/action";
import {
  keys,
  NOW,
  openTestOperator,
  operator,
  signAction,
  trusted,
  types,
  wallets,
  type TestOperator,
} from "../operator.ts";

let test: TestOperator;
beforeEach(async () => void (test = await openTestOperator()));

const [alice, bob] = wallets as [(typeof wallets)[0], (typeof wallets)[0]];
const code = (answer: Submission): string => (answer.status === "refused" ? answer.code : answer.status);
const entriesOf = (log: string) => test.options.store.entries(logId(operator, log), 0, 1000);

describe("submitting", () => {
  it("chains the entries of each log and signs a receipt for each", async () => {
    const actions = [
      await signAction(alice, "a.example", 7),
      await signAction(alice, "b.example", 7),
      await signAction(bob, "a.example", 7, { kind: "Vote", payload: { yes: true } }),
    ];
    const answers = await test.anchorlog.submitMany(actions);
    expect(answers).toMatchObject([
      { status: "accepted", log: "a.example", index: 0 },
      { status: "accepted", log: "b.example", index: 0 },
      { status: "accepted", log: "a.example", index: 1 },
    ]);
    const [first, second] = await entriesOf("a.example");
    expect(decodeEntry(first!.bytes).prev).toEqual(fromHex(logId(operator, "a.example")));
    expect(decodeEntry(second!.bytes).prev).toEqual(first!.hash);
    for (const answer of answers) {
      if (!("receipt" in answer)) throw new Error(answer.message);
      expect(isReceiptBy(trusted.receiptKey, operator, fromHex(answer.receipt.entry), answer.receipt.signature)).toBe(
        true,
      );
      expect(isReceiptBy(trusted.anchorKey, operator, fromHex(answer.receipt.entry), answer.receipt.signature)).toBe(
        false,
      );
    }
  });

  it("answers a retry with the same receipt, even after the deadline, and refuses a replay", async () => {
    let now = NOW;
    const late = await openTestOperator(undefined, () => now);
    const action = await signAction(alice, "a.example", 1);
    const first = await late.anchorlog.submit(action);
    now += 3_600_000;
    const retry = await late.anchorlog.submit(action);
    expect(retry).toEqual({ ...first, status: "retry" });
    const replay = await signAction(alice, "a.example", 1, { payload: { yes: true }, kind: "Vote" });
    expect(code(await late.anchorlog.submit(replay))).toBe("nonce_used");
    expect(code(await late.anchorlog.submit(await signAction(alice, "a.example", 2)))).toBe("deadline_passed");
  });

  it("lets a nonce be used by another actor and in another log", async () => {
    const answers = await test.anchorlog.submitMany([
      await signAction(alice, "a.example", 1),
      await signAction(bob, "a.example", 1),
      await signAction(alice, "b.example", 1),
    ]);
    expect(answers.map(code)).toEqual(["accepted", "accepted", "accepted"]);
  });

  it("finds a replay within one call", async () => {
    const [a, b] = [
      await signAction(alice, "a.example", 1),
      await signAction(alice, "a.example", 1, { kind: "Vote", payload: { yes: false } }),
    ];
    expect((await test.anchorlog.submitMany([a, b, a])).map(code)).toEqual(["accepted", "nonce_used", "retry"]);
  });

  it("lets exactly one of many concurrent submissions of a nonce win", async () => {
    const rivals = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        signAction(alice, "a.example", 5, { payload: { yes: i % 2 === 0 }, kind: "Vote", deadline: NOW / 1000 + i }),
      ),
    );
    const answers = await Promise.all(rivals.map((action) => test.anchorlog.submit(action)));
    expect(answers.map(code).filter((c) => c === "accepted")).toHaveLength(1);
    expect(answers.map(code).filter((c) => c === "nonce_used")).toHaveLength(11);
    expect(await entriesOf("a.example")).toHaveLength(1);
  });

  it("changes nothing for refused actions, and does not use their nonces", async () => {
    const good = await signAction(alice, "a.example", 1);
    const answers = await test.anchorlog.submitMany([
      { ...good, signature: (await signAction(bob, "a.example", 1)).signature },
      await signAction(alice, "a.example", 2, { deadline: NOW / 1000 - 1 }),
      null,
      good,
      await signAction(alice, "a.example", 2),
    ]);
    expect(answers.map(code)).toEqual(["signature_mismatch", "deadline_passed", "malformed", "accepted", "accepted"]);
    expect(await entriesOf("a.example")).toHaveLength(2);
  });

  it("never decreases acceptedAt, even if the clock goes back", async () => {
    let now = NOW;
    const jumping = await openTestOperator(undefined, () => now);
    await jumping.anchorlog.submit(await signAction(alice, "a.example", 1));
    now -= 30_000;
    const answer = await jumping.anchorlog.submit(await signAction(alice, "a.example", 2));
    expect("receipt" in answer ? decodeEntry(fromHex(answer.receipt.entry)).acceptedAt : undefined).toBe(NOW);
  });

  it("continues after a restart", async () => {
    await test.anchorlog.submit(await signAction(alice, "a.example", 1));
    await test.anchorlog.close();
    const again = await openTestOperator(test.folder);
    expect(await again.anchorlog.submit(await signAction(alice, "a.example", 2))).toMatchObject({
      status: "accepted",
      index: 1,
    });
    expect(code(await again.anchorlog.submit(await signAction(alice, "a.example", 1)))).toBe("retry");
    test = again;
  });

  it("keeps a second writer out of the store", async () => {
    const path = `${test.folder}/store.sqlite`;
    await test.anchorlog.submit(await signAction(alice, "a.example", 1));
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: "store_locked" });
  });

  it("appends all of an atomic call or nothing, whichever layer refuses", async () => {
    const good = [await signAction(alice, "a.example", 1), await signAction(bob, "a.example", 2)];
    const late = await signAction(alice, "a.example", 3, { deadline: NOW / 1000 - 1 });
    const forged = { ...good[0]!, signature: good[1]!.signature };
    const atomic = { atomic: true };
    const submit = async (actions: readonly unknown[]) => {
      const answers = await test.anchorlog.submitMany(actions, atomic);
      return answers.map(code);
    };
    expect(await submit([...good, forged])).toEqual(["not_appended", "not_appended", "signature_mismatch"]);
    expect(await submit([...good, late])).toEqual(["not_appended", "not_appended", "deadline_passed"]);
    expect(await submit([null, ...good])).toEqual(["malformed", "not_appended", "not_appended"]);
    const two = [...good, await signAction(alice, "b.example", 1)];
    expect(await submit(two)).toEqual(["not_appended", "not_appended", "not_appended"]);
    expect(await entriesOf("a.example")).toEqual([]);
    expect(await submit(good)).toEqual(["accepted", "accepted"]);
    expect(await submit(good)).toEqual(["retry", "retry"]);
    expect(await submit([])).toEqual([]);
  });

  it("commits an action's effects with its entry, with positions counted over all logs", async () => {
    const path = `${test.folder}/store.sqlite`;
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE owners (object TEXT PRIMARY KEY, owner TEXT NOT NULL) STRICT");
    const own = (object: string, owner: string) => [
      { sql: "INSERT INTO owners (object, owner) VALUES (?, ?)", parameters: [object, owner] },
    ];
    const actions = [
      await signAction(alice, "a.example", 1),
      null,
      await signAction(bob, "b.example", 2),
      await signAction(bob, "a.example", 3),
      await signAction(alice, "b.example", 4),
    ];
    const effects = [own("x", "alice"), own("y", "nobody"), own("z", "bob"), own("x", "bob"), undefined];
    const answers = await test.anchorlog.submitMany(actions, { effects });
    expect(answers.map(code)).toEqual(["accepted", "malformed", "accepted", "effect_failed", "accepted"]);
    const rows = db.prepare("SELECT object, owner FROM owners ORDER BY object").all();
    db.close();
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { object: "x", owner: "alice" },
      { object: "z", owner: "bob" },
    ]);
    expect(await entriesOf("a.example")).toHaveLength(1);
  });

  it("appends nothing with unknown effects or options", async () => {
    const actions = [await signAction(alice, "a.example", 1)];
    const submit = (options: object) => test.anchorlog.submitMany(actions, options);
    const sql = "SELECT 1";
    const refusal = { code: "gone", message: "it is gone" };
    const statements = [
      null,
      "x",
      {},
      { sql: 1 },
      { sql, params: [1] },
      { sql, parameters: { a: 1 } },
      ...[NaN, true, undefined, {}, [1], "a\ud800", { entry: "size" }, { entry: "index", of: 1 }].map((value) => ({
        sql,
        parameters: [value],
      })),
      // oxlint-disable-next-line no-sparse-arrays -- a hole is not a value
      { sql, parameters: [, 1] },
      ...[-1, 0.5, "1", null, 2n].map((expect) => ({ sql, expect })),
      ...[null, "gone", {}, { code: "gone" }, { ...refusal, code: "Gone" }, { ...refusal, message: "" }].map(
        (wrong) => ({
          sql,
          refusal: wrong,
        }),
      ),
      ...[200, 399, 500, "409", 404.5].map((status) => ({ sql, refusal: { ...refusal, status } })),
      { sql, refusal: { ...refusal, text: "" } },
    ];
    const lists: unknown[] = [{ sql }, "x", null, ...statements.map((statement) => [statement])];
    for (const effects of [null, {}, "x", [{ sql }, undefined], [[], []], ...lists.map((list) => [list])]) {
      await expect(submit({ effects }), inspect(effects, { depth: 9 })).rejects.toMatchObject({ code: "bad_effect" });
    }
    const at = [[], [{ sql }, { sql, parameters: [1, true] }]];
    const two = test.anchorlog.submitMany([...actions, null], { effects: at as never });
    await expect(two).rejects.toThrow("effects[1][1].parameters[1] is a boolean");
    for (const name of ["atomc", "effect"]) {
      await expect(submit({ [name]: true })).rejects.toMatchObject({ code: "bad_option" });
    }
    expect(await entriesOf("a.example")).toEqual([]);
    expect((await submit({ atomic: false, effects: [[{ sql, parameters: [] }]] })).map(code)).toEqual(["accepted"]);
    expect((await submit({ effects: [] })).map(code)).toEqual(["retry"]);
  });

  it("answers a failed statement with the server's message, and gives onError the database's", async () => {
    const errors: unknown[] = [];
    const own = await openTestOperator(undefined, undefined, { onError: (error) => errors.push(error) });
    const { anchorlog } = own;
    await anchorlog.run([{ sql: "CREATE TABLE secrets (id TEXT PRIMARY KEY) STRICT" }]);
    const refusal = { code: "taken", message: "the name is taken", status: 422 };
    const insert = { sql: "INSERT INTO secrets VALUES ('x')" };
    const actions = await Promise.all([1, 2, 3, 4, 5].map((nonce) => signAction(alice, "a.example", nonce)));
    const effects = [
      [insert],
      [{ ...insert, refusal }],
      [insert],
      [{ sql: "DELETE FROM secrets WHERE id = 'y'", expect: 1, refusal }],
      [{ sql: "DELETE FROM nothing", refusal }],
    ];
    const answers = await anchorlog.submitMany(actions, { effects });
    expect(answers).toMatchObject([
      { status: "accepted" },
      { status: "refused", code: "effect_failed", message: refusal.message, refusal },
      { status: "refused", code: "effect_failed" },
      { status: "refused", code: "effect_failed", message: refusal.message, refusal },
      { status: "refused", code: "effect_broken" },
    ]);
    for (const at of [2, 4]) expect(answers[at]).not.toHaveProperty("refusal");
    expect(JSON.stringify(answers)).not.toMatch(/secrets|nothing|UNIQUE/);
    expect(errors).toMatchObject([
      { code: "effect_failed", message: expect.stringMatching(/secrets/), details: { log: "a.example", statement: 0 } },
      { code: "effect_broken", message: expect.stringMatching(/nothing/), details: { log: "a.example", statement: 0 } },
    ]);
    expect((await anchorlog.submitMany(actions)).map(code)).toEqual(["retry", ...Array(4).fill("accepted")]);
  });

  it("answers if an outcome is unknown or a retry may succeed, and throws otherwise", async () => {
    const { store, ...options } = test.options;
    let error: Error | undefined;
    const troubled: LogStore = {
      ...store,
      append: async (log, call) => {
        if (error !== undefined && log === logId(operator, "b.example")) throw error;
        return store.append(log, call);
      },
    };
    const anchorlog = await openAnchorlog({ ...options, store: troubled });
    const actions = [
      await signAction(alice, "a.example", 1),
      await signAction(alice, "b.example", 1),
      null,
      await signAction(bob, "b.example", 1),
    ];
    for (const trouble of ["outcome_unknown", "store_failed"] as const) {
      error = new AnchorlogError(trouble, "the disk is on fire");
      const answers = await anchorlog.submitMany(actions);
      expect(answers[0]!.status).toBe(trouble === "outcome_unknown" ? "accepted" : "retry");
      expect(code(answers[2]!)).toBe("malformed");
      for (const answer of [answers[1], answers[3]]) {
        expect(answer).toMatchObject({ status: "indeterminate", code: trouble, retryable: true });
        expect(answer).not.toHaveProperty("receipt");
      }
    }
    error = new AnchorlogError("not_the_writer", "another one is");
    await expect(anchorlog.submitMany(actions)).rejects.toBe(error);
    error = undefined;
    expect((await anchorlog.submitMany(actions)).map(code)).toEqual(["retry", "accepted", "malformed", "accepted"]);
  });

  it("gives the same answers with worker threads", async () => {
    const { store: _, ...options } = test.options;
    const threaded = await openAnchorlog({ ...options, store: await openSqliteStore(":memory:"), threads: 2 });
    const good = await Promise.all(Array.from({ length: 100 }, (__, i) => signAction(wallets[i % 3]!, "a.example", i)));
    const actions: unknown[] = [
      ...good,
      { ...good[0]!, signature: good[1]!.signature },
      null,
      good[5]!,
      await signAction(alice, "a.example", 200, { deadline: NOW / 1000 - 1 }),
    ];
    expect(await threaded.submitMany(actions)).toEqual(await test.anchorlog.submitMany(actions));
    await threaded.close();
  });

  it.each(["", "a".repeat(65), "a\tb", "ä"])("refuses %j as its domain's name, as the registry does", async (name) => {
    const store = test.options.store;
    await expect(
      openAnchorlog({ store, operator: { ...operator, name }, logs: ["a"], types, keys }),
    ).rejects.toMatchObject({ code: "bad_domain" });
  });

  it("refuses an invalid log name", async () => {
    await expect(
      openAnchorlog({ store: test.options.store, operator, logs: ["A"], types, keys }),
    ).rejects.toMatchObject({ code: "bad_log_name" });
  });
});
