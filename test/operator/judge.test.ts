import { describe, expect, it } from "vitest";
import type { Hex } from "anchorlog";
import type { SignedAction, VerifiedAction } from "anchorlog/action";
import { NOW, openTestOperator, signAction, wallets, type TestOperator } from "../operator.ts";

const test = await openTestOperator();
const other = await openTestOperator();

async function judged(action: unknown, { anchorlog }: TestOperator = test): Promise<VerifiedAction> {
  const judgement = await anchorlog.judge(action);
  if (judgement.verdict !== "valid") throw new Error(judgement.code);
  return judgement.action;
}
const sizeOf = async ({ options }: TestOperator, { message }: SignedAction): Promise<number> =>
  (await options.store.head(message.log)).size;

describe("a judged action", () => {
  it("can be submitted and verified instead of the action itself, and later counts as a retry", async () => {
    const action = await signAction(wallets[0]!, "a.example", 1);
    const before = await sizeOf(test, action);
    const valid = await judged(action);
    expect(await sizeOf(test, action)).toBe(before);
    expect(await test.anchorlog.verify(valid)).toEqual({ verdict: "valid", isRetry: false });
    const effects = [[{ sql: "CREATE TABLE beside (id INTEGER)" }]];
    const [accepted] = await test.anchorlog.submitMany([valid], { effects });
    expect(accepted).toMatchObject({ status: "accepted", index: before });
    const retry = { ...accepted, status: "retry" };
    expect(await test.anchorlog.submitMany([valid, action])).toEqual([retry, retry]);
    expect(await test.anchorlog.verify(valid)).toEqual({ verdict: "valid", isRetry: true });
    const [entry] = await test.options.store.entries(action.message.log, before, before + 1);
    expect(entry!.action).toEqual(action);
  });

  it("can be submitted together with actions that were not judged, in order", async () => {
    const [one, two, three] = await Promise.all(
      [11, 12, 13].map((nonce) => signAction(wallets[1]!, "a.example", nonce)),
    );
    const forged = { ...two!, signature: three!.signature };
    const answers = await test.anchorlog.submitMany([one, await judged(two), forged, await judged(three)]);
    expect(answers.map((answer) => ("code" in answer ? answer.code : answer.status))).toEqual([
      "accepted",
      "accepted",
      "signature_mismatch",
      "accepted",
    ]);
  });

  it("is still refused for a used nonce or a passed deadline", async () => {
    const first = await judged(await signAction(wallets[0]!, "a.example", 21));
    const second = await judged(await signAction(wallets[0]!, "a.example", 21, { payload: payloadOf("another") }));
    const late = await judged(await signAction(wallets[0]!, "a.example", 22, { deadline: NOW / 1000 - 1 }));
    const answers = await test.anchorlog.submitMany([first, second, late]);
    expect(answers).toMatchObject([
      { status: "accepted" },
      { status: "refused", code: "nonce_used" },
      { status: "refused", code: "deadline_passed" },
    ]);
    expect(await test.anchorlog.verify(second)).toMatchObject({ verdict: "invalid", code: "nonce_used" });
  });

  it("is refused if it is a copy, or if another operator judged it", async () => {
    const action = await signAction(wallets[0]!, "a.example", 31);
    const before = await sizeOf(test, action);
    const valid = await judged(action);
    for (const pretender of [
      { ...valid },
      structuredClone({ ...valid, kind: undefined }),
      await judged(action, other),
    ]) {
      expect(await test.anchorlog.submitMany([pretender])).toMatchObject([{ status: "refused" }]);
    }
    expect(await sizeOf(test, action)).toBe(before);
  });

  it("cannot be changed before it is submitted", async () => {
    const { message } = await judged(await signAction(wallets[0]!, "a.example", 51));
    expect(() => Object.assign(message.payload, { price: "2" })).toThrow(TypeError);
    expect(() => Object.assign(message, { nonce: "52" })).toThrow(TypeError);
  });

  it("has a valid form, signature and log", async () => {
    const action = await signAction(wallets[0]!, "a.example", 41);
    const foreign = { ...action, signature: (await signAction(wallets[1]!, "a.example", 41)).signature };
    const strange = await signAction(wallets[0]!, "c.example", 41);
    for (const [wrong, code] of [
      [foreign, "signature_mismatch"],
      [strange, "unknown_log"],
      [{ ...action, primaryType: "Gift" }, "unknown_kind"],
      [{ ...action, more: 1 }, "unknown_member"],
      [undefined, "malformed"],
    ] as const) {
      expect(await test.anchorlog.judge(wrong)).toMatchObject({ verdict: "invalid", code });
    }
  });
});

const payloadOf = (objectId: string) => ({
  objectId,
  to: wallets[1]!.address.toLowerCase() as Hex,
  price: "1",
  salt: `0x${"5a".repeat(32)}`,
});
