import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type Submission } from "anchorlog";
import { answerRefusal } from "anchorlog/http";
import type { LogStore } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { boundInFlight } from "../../src/operator/accept/inFlight.ts";
import { keys, NOW, operator, settings, signAction, types, wallets } from "../operator.ts";

describe("actions in flight", () => {
  it("are counted until they are answered, whether by a result or an error", async () => {
    const bound = boundInFlight(3);
    const gates = [0, 1, 2].map(() => Promise.withResolvers<string>());
    const answers = gates.map(({ promise }, i) =>
      bound.admit(
        i === 0 ? 1 : 2,
        () => promise,
        () => "shed",
      ),
    );
    // One action and an atomic call of two fill the bound of three. The next call is shed.
    expect([bound.inFlight, bound.shed, bound.maxInFlight]).toEqual([3, 2, 3]);
    expect(await answers[2]).toBe("shed");
    gates[0]!.resolve("done");
    expect(await answers[0]).toBe("done");
    expect(bound.inFlight).toBe(2);
    gates[1]!.reject(new Error("it failed"));
    await expect(answers[1]).rejects.toThrow("it failed");
    expect([bound.inFlight, bound.shed]).toEqual([0, 2]);
  });

  it("admit a call that is larger than the whole bound, but no further call until it is answered", async () => {
    const bound = boundInFlight(3);
    const gate = Promise.withResolvers<string>();
    const one = Promise.withResolvers<string>();
    const admit = (count: number, { promise }: typeof gate, share?: number) =>
      bound.admit(
        count,
        () => promise,
        () => "shed",
        share,
      );
    const small = admit(1, one);
    const large = admit(100, gate);
    expect(bound.inFlight).toBe(101);
    expect(await admit(1, one)).toBe("shed");
    expect(await admit(1_000, one)).toBe("shed");
    one.resolve("done");
    gate.resolve("done");
    expect(await Promise.all([small, large])).toEqual(["done", "done"]);
    // Half the bound, rounded up, has room for two.
    const second = Promise.withResolvers<string>();
    const half = [admit(1, second, 0.5), admit(1, second, 0.5), admit(1, second, 0.5), admit(1, second)];
    expect(await half[2]).toBe("shed");
    second.resolve("done");
    expect(await Promise.all(half)).toEqual(["done", "done", "shed", "done"]);
  });

  it.each([0, -1, 1.5, NaN, Infinity, "9"])("cannot be bounded by %s", (max) => {
    expect(() => boundInFlight(max as number)).toThrow(expect.objectContaining({ code: "bad_option" }));
  });
});

describe("an operator at its maximum of actions in flight", () => {
  let store: LogStore;
  let release: () => void;
  let entered: Promise<void>;
  beforeEach(async () => {
    const opened = await openSqliteStore(":memory:");
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    release = gate.resolve;
    entered = arrived.promise;
    store = {
      ...opened,
      append: async (log, call) => {
        arrived.resolve();
        await gate.promise;
        return opened.append(log, call);
      },
    };
  });
  afterEach(() => store.close());
  const code = (answer: Submission): string => ("code" in answer ? answer.code : answer.status);
  const sign = (nonce: number) => signAction(wallets[0]!, "a.example", nonce);

  it("answers overloaded without reading the actions, until there is room again", async () => {
    const anchorlog: Anchorlog = await openAnchorlog({ ...settings, store, clock: () => NOW, maxInFlight: 2 });
    const actions = await Promise.all([1, 2, 3, 4, 5].map(sign));
    const waiting = [anchorlog.submit(actions[0]!), anchorlog.submit(actions[1]!)];
    await entered;
    const overloaded = await anchorlog.submit(actions[2]!);
    expect(overloaded).toMatchObject({ status: "indeterminate", code: "overloaded", retryable: true });
    if (!("code" in overloaded)) throw new Error("it was accepted");
    expect(answerRefusal(overloaded)).toMatchObject({
      status: 503,
      retryable: true,
      headers: { "Retry-After": "1" },
      body: { error: { details: [{ reason: "overloaded" }] } },
    });
    // No action was read, not even the malformed one.
    expect((await anchorlog.submitMany([null, actions[0]!, actions[3]!])).map(code)).toEqual([
      "overloaded",
      "overloaded",
      "overloaded",
    ]);
    expect(await anchorlog.verify(null)).toMatchObject({ verdict: "indeterminate", code: "overloaded" });
    release();
    expect((await Promise.all(waiting)).map(code)).toEqual(["accepted", "accepted"]);
    expect(await anchorlog.verify(null)).toMatchObject({ verdict: "invalid", code: "malformed" });
    // One call with more actions than the bound.
    expect((await anchorlog.submitMany([...actions, null], { atomic: false })).map(code)).toEqual([
      "retry",
      "retry",
      "accepted",
      "accepted",
      "accepted",
      "malformed",
    ]);
    await expect(openAnchorlog({ store, operator, logs: [], types, keys, maxInFlight: 0 })).rejects.toMatchObject({
      code: "bad_option",
    });
  });

  it("does not count refused calls as in flight", async () => {
    const anchorlog = await openAnchorlog({ store, operator, logs: ["a.example"], types, keys, maxInFlight: 1 });
    release();
    for (const wrong of [undefined, null]) {
      await expect(anchorlog.submitMany(wrong as never)).rejects.toMatchObject({ code: "bad_option" });
    }
    await expect(anchorlog.submitMany([null], { effects: {} as never })).rejects.toMatchObject({ code: "bad_effect" });
    expect((await anchorlog.submitMany(new Set([null]) as never)).map(code)).toEqual(["malformed"]);
    expect((await anchorlog.submitMany([null])).map(code)).toEqual(["malformed"]);
  });
});
