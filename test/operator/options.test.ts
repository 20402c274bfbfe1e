import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openAnchorlog } from "anchorlog";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { keys, openTestOperator } from "../operator.ts";

const test = await openTestOperator();

/** The error of opening with these options. */
const refusal = (options: unknown): Promise<unknown> =>
  openAnchorlog(options as never).then(
    () => "it was opened",
    (error: unknown) => error,
  );

describe("invalid options", () => {
  it.each([
    ["no store", { store: undefined }, "store"],
    ["a path as the store", { store: "anchorlog.sqlite" }, "store"],
    ["a promise as the store", { store: Promise.resolve() }, "store"],
    ["no operator", { operator: undefined }, "operator"],
    ["one log's name", { logs: "acme-games" }, "logs"],
    ["a log twice", { logs: ["a", "b", "a"] }, "logs"],
    ["no types", { types: undefined }, "types"],
    ["types as they are defined", { types: { Transfer: { to: "address" } } }, "types"],
    ["no keys", { keys: undefined }, "keys"],
    ["a key as the keys", { keys: `0x${"b1".repeat(32)}` }, "keys"],
    ["a negative number of threads", { threads: -1 }, "threads"],
    ["half a thread", { threads: 1.5 }, "threads"],
    ["more threads than memory for them", { threads: 100_000 }, "threads"],
    ["a misspelt age of batches", { batches: { maxage: 60_000 } }, "maxage"],
    ["a misspelt guard", { gaurd: {} }, "gaurd"],
    ["a misspelt next key", { keys: { ...keys, next: { recieptKey: keys.receiptKey } } }, "recieptKey"],
    ["misspelt next keys", { keys: { ...keys, nextKeys: {} } }, "nextKeys"],
    ["a misspelt interval of timestamps", { timestamps: [{ evrey: 1 }] }, "evrey"],
    ["a time as the clock", { clock: 1_767_603_600_000 }, "clock"],
    ["text as a listener", { onError: "console" }, "onError"],
    ["a negative maximum of time", { maxDeadlineAhead: -1 }, "maxDeadlineAhead"],
    ["text as the place to publish to", { publish: "tiles" }, "publish"],
    ["half a millisecond", { publish: { tiles: {}, maxAge: 0.5 } }, "publish.maxAge"],
  ])("are refused by name, with a remedy: %s", async (_, change, option) => {
    const error = await refusal({ ...test.options, ...change });
    expect(error).toMatchObject({ code: "bad_option", details: { option }, fix: expect.stringMatching(/./) as string });
    expect((error as Error).message).toContain(`option ${option}`);
    expect((error as Error).message).not.toContain("b1b1b1b1");
  });

  it.each([undefined, null, "options"])("are refused: %j", async (options) => {
    expect(await refusal(options)).toMatchObject({ code: "bad_option" });
  });

  it.each([undefined, "", 7])("are refused as a store's path: %j", async (path) => {
    await expect(openSqliteStore(path as never)).rejects.toMatchObject({ code: "bad_option" });
  });

  it("are misspelt options of a store", async () => {
    const given = { archvie: {}, leader: "a" } as never;
    const refused = { code: "bad_option", details: { option: "archvie" } };
    await expect(openSqliteStore(":memory:", given)).rejects.toMatchObject(refused);
    await expect(openPostgresStore(given)).rejects.toMatchObject(refused);
  });

  it("are refused by submitMany: one action is not a list", async () => {
    await expect(test.anchorlog.submitMany({} as never)).rejects.toThrow(
      /submitMany takes a list of actions, not an object/,
    );
    await expect(test.anchorlog.submitMany(undefined as never)).rejects.toMatchObject({ code: "bad_option" });
  });

  it("are refused by submit, which would lose effects, and for actions that nobody awaited", async () => {
    const { submit, submitMany } = test.anchorlog;
    const signed = Promise.resolve({}) as never;
    const effects = [[{ sql: "DELETE FROM t" }]];
    await expect((submit as unknown as typeof submitMany)([], { effects })).rejects.toThrow(
      /submit takes no options\n.*submitMany/,
    );
    await expect((submit as unknown as typeof submitMany)([], { atomic: true })).rejects.toThrow(/takes no options/);
    await expect(submit(signed)).rejects.toThrow(/an action is a promise\n.*await/);
    await expect(submitMany([signed])).rejects.toMatchObject({ code: "bad_option" });
    await expect(openAnchorlog({ ...test.options, store: signed })).rejects.toThrow(/not a promise, which needs/);
  });

  it("do not keep submit from being the function of a map or a stream", async () => {
    const actions = [{}, {}] as never[];
    const { submit } = test.anchorlog;
    const refused = { status: "refused", code: "missing_member" };
    expect(await Promise.all(actions.map(submit))).toMatchObject([refused, refused]);
    expect(await Readable.from(actions).map(submit).toArray()).toMatchObject([refused, refused]);
  });

  it("are refused by methods without their object", async () => {
    const { bundle, ask, newest, history } = test.anchorlog;
    for (const call of [bundle, ask, newest, (given: never) => history(given).next()]) {
      await expect(call("acme" as never)).rejects.toThrow(
        /takes an object of options, not "acme"\nTo fix it: give \{ log/,
      );
    }
  });

  it("are logs with an invalid name", async () => {
    expect(await refusal({ ...test.options, logs: ["Acme Games"] })).toMatchObject({ code: "bad_log_name" });
  });

  it.each([
    ["anchorKey", { ...keys, anchorKey: undefined }],
    ["receiptKey", { ...keys, receiptKey: undefined }],
    ["noteKey", { ...keys, noteKey: undefined }],
    ["next.receiptKey", { ...keys, next: { receiptKey: "0x" } }],
    ["next.noteKey", { ...keys, next: { noteKey: new Uint8Array(32) } }],
    ["receiptKey", { ...keys, receiptKey: { ...keys.receiptKey, concurrency: 0 } }],
  ])("are keys without a signer: %s", async (key, given) => {
    const error = await refusal({ ...test.options, keys: given });
    expect(error).toMatchObject({ code: "bad_key", details: { key } });
  });

  it.each([
    ["next.anchorKey", { anchorKey: keys.anchorKey }],
    ["next.receiptKey", { receiptKey: keys.anchorKey }],
    ["next.noteKey", { noteKey: keys.noteKey }],
  ])("are next keys that equal the current ones: %s", async (key, next) => {
    const error = await refusal({ ...test.options, keys: { ...keys, next } });
    expect(error).toMatchObject({ code: "same_key", details: { key } });
  });
});

describe("publicly known keys", () => {
  it("are refused on every chain but a local one, before any other check", async () => {
    const { developmentNoteKey, developmentSigner, LOCAL_CHAIN_ID } = await import("../../scripts/development.ts");
    const known = developmentSigner(2, LOCAL_CHAIN_ID);
    const operator = { ...test.options.operator, chainId: 11_155_111 };
    for (const [key, change] of [
      ["anchorKey", { anchorKey: known }],
      ["receiptKey", { receiptKey: known }],
      ["noteKey", { noteKey: developmentNoteKey(LOCAL_CHAIN_ID) }],
    ] as const) {
      const error = await refusal({ ...test.options, operator, keys: { ...keys, ...change } });
      expect(error).toMatchObject({ code: "development_key", message: expect.stringContaining(key) as string });
      const local = await openAnchorlog({ ...test.options, keys: { ...keys, ...change } });
      expect(local.kinds.size).toBeGreaterThan(0);
    }
  });

  it("are refused as the paying account, too", async () => {
    const { developmentAccount, LOCAL_CHAIN_ID } = await import("../../scripts/development.ts");
    const account = { address: developmentAccount(1, LOCAL_CHAIN_ID).address };
    const chainId = 11_155_111;
    const never = () => Promise.reject(new Error("nothing is asked"));
    const publicClient = { readContract: never, getChainId: never, getBlock: never, request: never };
    const chain = { publicClient, walletClient: { account, chain: { id: chainId }, request: never } };
    const operator = { ...test.options.operator, chainId };
    expect(await refusal({ ...test.options, operator, chain })).toMatchObject({
      code: "development_key",
      message: expect.stringContaining("walletClient") as string,
    });
  });
});
