import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { openAnchorlog } from "anchorlog";
import { logId, verifyAction, hashDomain } from "anchorlog/action";
import { closing } from "../ends.ts";
import { openTestOperator, operator, signAction, types, wallets } from "../operator.ts";

const [alice, bob] = wallets as [(typeof wallets)[0], (typeof wallets)[0]];
const test = await openTestOperator();
const threaded = closing(await openAnchorlog({ ...test.options, threads: 1 }));

const fail = (): never => {
  throw new Error("read me not");
};
const failing: ProxyHandler<object> = {
  get: fail,
  has: fail,
  ownKeys: fail,
  getOwnPropertyDescriptor: fail,
  getPrototypeOf: fail,
};
const revoked = (target: object): object => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const angry = Object.assign(() => 1, { toString: fail, toJSON: fail });

type Action = Awaited<ReturnType<typeof signAction>>;
/** A message of that action with one member replaced. */
const withMember = (action: Action, name: string, value: unknown) => ({
  ...action,
  message: { ...action.message, [name]: value },
});
const withGetter = (action: Action, name: string) => ({
  ...action,
  message: Object.defineProperty({ ...action.message }, name, { enumerable: true, get: fail }),
});

const HOSTILE: [string, (action: Action) => unknown][] = [
  [
    "a getter that throws for the type",
    (a) => Object.defineProperty({ ...a }, "primaryType", { enumerable: true, get: fail }),
  ],
  [
    "a getter that throws for the message",
    (a) => Object.defineProperty({ ...a }, "message", { enumerable: true, get: fail }),
  ],
  [
    "a getter that throws for the signature",
    (a) => Object.defineProperty({ ...a }, "signature", { enumerable: true, get: fail }),
  ],
  ["a getter that throws for the nonce", (a) => withGetter(a, "nonce")],
  [
    "a getter that throws no error",
    (a) =>
      Object.defineProperty({ ...a }, "message", {
        enumerable: true,
        get: () => {
          throw undefined;
        },
      }),
  ],
  [
    "a getter that throws in the payload",
    (a) =>
      withMember(a, "payload", Object.defineProperty({ ...a.message.payload }, "to", { enumerable: true, get: fail })),
  ],
  ["a proxy that throws at everything", () => new Proxy({}, failing)],
  ["a message that throws at everything", (a) => ({ ...a, message: new Proxy({}, failing) })],
  ["a payload that throws at everything", (a) => withMember(a, "payload", new Proxy({}, failing))],
  ["a proxy that was revoked", (a) => revoked(a)],
  ["a message that was revoked", (a) => ({ ...a, message: revoked(a.message) })],
  ["members that were revoked", (a) => withMember(withMember(a, "nonce", revoked({})), "payload", revoked({}))],
  ["a type that was revoked", (a) => ({ ...a, primaryType: revoked({}) })],
  ["a signature that was revoked", (a) => ({ ...a, signature: revoked({}) })],
  ["functions with a text of their own", (a) => ({ ...withMember(a, "nonce", angry), signature: angry })],
  ["a function for the type", (a) => ({ ...a, primaryType: angry })],
  ["a function", () => angry],
  ["cycles", (a) => withMember(a, "payload", cyclic)],
  ["itself", () => cyclic],
  ["symbols", (a) => ({ ...withMember(a, "nonce", Symbol("n")), signature: Symbol("s") })],
  ["a symbol", () => Symbol("a")],
  ["bigints", (a) => withMember(a, "nonce", 1n)],
  ["boxed strings", (a) => ({ ...a, primaryType: new String(a.primaryType), signature: new String(a.signature) })],
  ["a string of a million", (a) => withMember(a, "nonce", "1".repeat(1_000_000))],
  [
    "a hundred thousand members",
    (a) => ({ ...a, message: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, i])) }),
  ],
  ["an array of a hundred thousand", () => Array.from({ length: 100_000 }, () => 0)],
  ["no prototype and nothing else", () => Object.create(null)],
  ["nothing", () => undefined],
];

describe.each(["without", "with"] as const)("one hostile object among many, %s threads,", (threads) => {
  const submitMany = (actions: readonly unknown[]) =>
    (threads === "with" ? threaded : test.anchorlog).submitMany(actions);
  let nonce = threads === "with" ? 1_000_000 : 0;

  it("is malformed itself, and does not affect the others", async () => {
    const actions: unknown[] = [];
    for (const [, hostile] of HOSTILE) {
      actions.push(hostile(await signAction(bob, "a.example", nonce++)), await signAction(alice, "a.example", nonce++));
    }
    const answers = await submitMany(actions);
    for (const [i, [name]] of HOSTILE.entries()) {
      const refusals = [
        "malformed",
        "non_canonical",
        "unknown_kind",
        "unknown_member",
        "missing_member",
        "signature_malformed",
      ];
      expect(answers[2 * i], name).toMatchObject({ status: "refused", code: expect.toBeOneOf(refusals) as string });
      expect(answers[2 * i + 1], `behind ${name}`).toMatchObject({ status: "accepted" });
    }
  });

  it("may be a hole in the list", async () => {
    const actions: unknown[] = [];
    actions[2] = await signAction(alice, "a.example", nonce++);
    const answers = await submitMany(actions);
    expect(answers.map((answer) => ("code" in answer ? answer.code : answer.status))).toEqual([
      "malformed",
      "malformed",
      "accepted",
    ]);
  });

  it("from another JavaScript realm is accepted like any other action", async () => {
    const action = await signAction(alice, "a.example", nonce++);
    const foreign: unknown = vm.runInNewContext(`(${JSON.stringify(action)})`);
    expect(foreign).not.toBeInstanceOf(Object);
    expect(await submitMany([foreign])).toMatchObject([{ status: "accepted" }]);
  });

  it("cannot show the verifier one value and the store another", async () => {
    const action = await signAction(alice, "a.example", nonce++);
    const stored = await signAction(bob, "a.example", nonce++);
    let reads = 0;
    const twoFaced = { ...action };
    Object.defineProperty(twoFaced, "message", {
      enumerable: true,
      get: () =>
        new Proxy(action.message, {
          getOwnPropertyDescriptor: (target, name) => Object.getOwnPropertyDescriptor(target, name),
          get: (target, name) => Reflect.get(reads++ < 5 ? target : stored.message, name) as unknown,
        }),
    });
    const [answer] = await submitMany([twoFaced]);
    expect(answer).toMatchObject({ status: "accepted" });
    if (answer?.status !== "accepted") return;
    const [entry] = await test.options.store.entries(logId(operator, "a.example"), answer.index, answer.index + 1);
    expect(entry!.action).toEqual(action);
    // The caller cannot bypass the checks by changing the action during the call.
    const changing = await signAction(alice, "a.example", nonce++);
    const { nonce: signed } = changing.message;
    const pending = submitMany([changing]);
    changing.message.nonce = "77";
    const [later] = await pending;
    expect(later).toMatchObject({ status: "accepted" });
    if (later?.status !== "accepted") return;
    const [kept] = await test.options.store.entries(logId(operator, "a.example"), later.index, later.index + 1);
    expect(kept!.action.message.nonce).toBe(signed);
  });
});

it("verifyAction finds each hostile object invalid", async () => {
  const rules = {
    kinds: types.kinds,
    domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
    hasLog: () => true,
  };
  const action = await signAction(alice, "a.example", 1);
  for (const [name, hostile] of HOSTILE) expect(verifyAction(hostile(action), rules).verdict, name).toBe("invalid");
});
