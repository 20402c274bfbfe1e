import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { checkpointOrigin } from "anchorlog/action";
import { connectChain, depositStake, finalityDelay, presets, registerOperator } from "anchorlog/chain";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { checkTiles, ed25519NoteKey, formatVerifierKey, parsePolicy } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { deployLocally } from "../../scripts/deploy.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { assertJson } from "../cli/schemas.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { newFolder } from "../folder.ts";
import { keys, operator as template, signActionFor, types, wallets } from "../operator.ts";
import { isSlowSuite } from "../slow.ts";

/** Seconds. */
const DELAY = 3_600;
const LOGS = ["a.example", "b.example"];
const account = developmentAccount(1, LOCAL_CHAIN_ID);
/** The schema of a status in JSON. */
const STATUS = "commands-1.json#/$defs/operatorStatus";
const QUIET = { close: 0, sign: 0, publish: 0, anchor: 0, follow: 0 };

// An operator that works automatically on a real node. The tests build on each other.
let isAway = false;
const folder = newFolder();
let errors: unknown[] = [];
/** Milliseconds that chain and operator are ahead of the machine's clock. */
let ahead = 0;
let nonce = 0;

const anvil = await startAnvil(Math.floor(Date.now() / 1_000));
const { registry } = await deployLocally({ provider: anvil.client as never });
const operator = { ...template, registry, operator: account.address.toLowerCase() as Hex };
await registerOperator(anvil.writer(account), operator, { ...operator, maxAnchorDelay: DELAY, ...keys });
await depositStake(anvil.writer(account), operator);
const anchorlog: Anchorlog = await openAnchorlog({
  store: await openSqliteStore(join(folder, "store.sqlite")),
  operator,
  logs: LOGS,
  types,
  keys,
  chain: anvil.writer(account),
  maxAnchorDelay: DELAY,
  maxInFlight: 4,
  batches: { maxAge: 50 },
  anchors: { maxAge: 1_000, pollInterval: 20 },
  publish: { tiles: tileFolder(join(folder, "tiles")), maxAge: 20 },
  clock: () => Date.now() + ahead,
  onError: (error) => errors.push(error),
});
afterAll(async () => {
  await anchorlog?.close();
  if (!isAway) await anvil.close();
});

const sign = (log: string) => {
  const deadline = Math.floor((Date.now() + ahead) / 1_000) + 60;
  return signActionFor(operator, wallets[0]!, log, nonce++, { deadline });
};
const until = (expected: object) => expect.poll(() => anchorlog.status(), { interval: 50 }).toMatchObject(expected);
/** The verdict of each entry's bundle, by the chain alone. */
async function judge(): Promise<unknown[]> {
  const chain = await connectChain(anvil.url);
  const places = [
    { log: "a.example", index: 0 },
    { log: "a.example", index: 1 },
    { log: "b.example", index: 0 },
  ];
  const bundles = await Promise.all(places.map(async (at) => formatBundle(await anchorlog.bundle(at))));
  return Promise.all(bundles.map(async (bundle) => (await verifyBundle(bundle, { chain })).state));
}

describe("status", () => {
  it("of an idle operator", async () => {
    expect(await anchorlog.status()).toMatchObject({
      lease: { held: true },
      logs: 2,
      unbatched: 0,
      oldestPromise: undefined,
      deadline: undefined,
      missedDeadlines: 0,
      closed: 0,
      signed: 0,
      published: undefined,
      anchored: 0,
      final: 0,
      shedding: undefined,
      missing: [],
      failures: QUIET,
      account: { address: account.address },
      transactions: { pending: undefined, waiting: 0, held: undefined, feeBumps: 0 },
    });
    await assertJson(STATUS, await anchorlog.status());
  });

  it("follows entries until they are closed, signed, published and anchored, all automatically", async () => {
    const before = Date.now();
    for (const log of ["a.example", "a.example", "b.example"]) {
      expect(await anchorlog.submit(await sign(log))).toMatchObject({ status: "accepted" });
    }
    const { oldestPromise, deadline } = await anchorlog.status();
    expect(oldestPromise).toBeGreaterThanOrEqual(before);
    expect(deadline).toBe(oldestPromise! + 1_000 * DELAY);
    await until({ unbatched: 0, oldestPromise: undefined, deadline: undefined });
    const { closed } = await anchorlog.status();
    expect(closed).toBeGreaterThanOrEqual(2);
    await until({
      closed,
      signed: closed,
      published: closed,
      anchored: closed,
      final: 0,
      missing: [],
      failures: QUIET,
      // The registry has the anchor before its sender has the receipt.
      transactions: { pending: undefined, waiting: 0, held: undefined, endpoints: [{ state: "good" }] },
    });
    await assertJson(STATUS, await anchorlog.status());
    const { stake, account: paying } = await anchorlog.status();
    expect(stake!.held).toBe(stake!.required);
    expect(paying!.balance).toBe(await anvil.client.getBalance({ address: account.address }));
    expect(await judge()).toEqual(["anchored", "anchored", "anchored"]);
    const noteKey = ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey);
    const policy = parsePolicy(`log ${formatVerifierKey(noteKey)}\nquorum none\n`);
    expect(await checkTiles(tileFolder(join(folder, "tiles")), policy)).toMatchObject({ problems: [] });
    expect(errors).toEqual([]);
  });

  it("says final when the contracts and bundles do", async () => {
    const { anchored } = await anchorlog.status();
    ahead += 1_000 * finalityDelay(presets.local.timing);
    await anvil.advance(finalityDelay(presets.local.timing));
    await until({ anchored, final: anchored, failures: QUIET });
    expect(await judge()).toEqual(["final", "final", "final"]);
  });

  it("counts actions that were answered overloaded", async () => {
    const actions = await Promise.all([1, 2, 3, 4, 5, 6].map(() => sign("a.example")));
    const answers = await Promise.all(actions.map((action) => anchorlog.submit(action)));
    expect(answers.filter((answer) => "code" in answer && answer.code === "overloaded")).toHaveLength(2);
    expect(await anchorlog.status()).toMatchObject({ inFlight: 0, maxInFlight: 4, shed: 2 });
  });

  it.runIf(isSlowSuite)("has no values of a chain that does not answer, and all other values", async () => {
    await until({ unbatched: 0, oldestPromise: undefined });
    const { closed } = await anchorlog.status();
    await until({ closed, signed: closed, published: closed, anchored: closed });
    isAway = true;
    await anvil.close();
    await until({ anchored: undefined, final: undefined, closed, signed: closed, published: closed });
    const { account: paying, stake } = await anchorlog.status();
    expect([paying, stake]).toEqual([{ address: account.address, balance: undefined }, undefined]);
  });
});
