import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decodeEntry } from "anchorlog/log";
import { isReceiptBy } from "anchorlog/receipt";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { fromHex, openAnchorlog, type Submission } from "anchorlog";
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
afterEach(() => test.close());

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
    await late.close();
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

  it("changes nothing and burns no nonce for what it refuses", async () => {
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

  it("never lets acceptedAt go back when the clock does", async () => {
    let now = NOW;
    const jumping = await openTestOperator(undefined, () => now);
    await jumping.anchorlog.submit(await signAction(alice, "a.example", 1));
    now -= 30_000;
    const answer = await jumping.anchorlog.submit(await signAction(alice, "a.example", 2));
    expect("receipt" in answer ? decodeEntry(fromHex(answer.receipt.entry)).acceptedAt : undefined).toBe(NOW);
    await jumping.close();
  });

  it("continues where it stood when it is opened again", async () => {
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
    expect(() => openSqliteStore(path)).toThrow(/locked/);
  });

  it("refuses to append behind another head than the store's, and appends nothing then", async () => {
    const { store } = test.options;
    const id = logId(operator, "a.example");
    const before = await store.head(id);
    await test.anchorlog.submit(await signAction(alice, "a.example", 1));
    const [entry] = await entriesOf("a.example");
    await expect(store.append(id, before, [{ ...entry!, index: 1 }])).rejects.toMatchObject({ code: "head_moved" });
    expect(await entriesOf("a.example")).toHaveLength(1);
  });

  it("answers the same with worker threads", async () => {
    const { store: _, ...options } = test.options;
    const threaded = await openAnchorlog({ ...options, store: openSqliteStore(":memory:"), threads: 2 });
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

  it("refuses a log's name that is none", async () => {
    await expect(
      openAnchorlog({ store: test.options.store, operator, logs: ["A"], types, keys }),
    ).rejects.toMatchObject({ code: "bad_log_name" });
  });
});
