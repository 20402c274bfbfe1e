import hre from "hardhat";
import type { Account, Chain, Transport, WalletClient } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { objectKeyOf, openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { defineActions, logId, NOBODY } from "anchorlog/action";
import {
  completeExit,
  depositStake,
  presets,
  readStake,
  registerOperator,
  requestExit,
  type ChainWriter,
} from "anchorlog/chain";
import {
  announceRedemption,
  bundleActionEvidence,
  claimAsHolder,
  readAnnouncements,
  readDeparture,
  readStoredCheckpoints,
  settleAnnouncement,
  type ActionEvidence,
} from "anchorlog/dispute";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { deployLocally } from "../../scripts/deploy.ts";
import { toHex } from "../../src/base/hex.ts";
import { keys, NOW, operator as template, signActionFor, wallets } from "../operator.ts";

// Hours, so that a slow machine is not late.
const timing = { challengeWindow: 30_000, responseTime: 10_000, margin: 1_000, minAnchorInterval: 2 };
const FINALITY = 41_000;
const NOTICE = 50_000;
const LOG = "seats.example";
const HELD = { objectId: "string", holder: "address" } as const;
const types = defineActions({
  Mint: HELD,
  MovedMint: HELD,
  Transfer: HELD,
  Redeem: { ...HELD, gate: "address" },
  Move: { ...HELD, toLog: "bytes32" },
});
const mintType = types.kinds.get("Mint")!.payloadType;
const nobody = toHex(NOBODY);
const keyOf = (objectId: string) => objectKeyOf(types.kinds.get("Mint")!, { objectId, holder: nobody });

const connection = await hre.network.create();
const { viem, networkHelpers } = connection;
const publicClient = await viem.getPublicClient();
const [sleeper, operatorWallet] = await viem.getWalletClients();
const lower = (address: string) => address.toLowerCase() as Hex;
const writer = (walletClient: WalletClient<Transport, Chain, Account>): ChainWriter => ({ publicClient, walletClient });
/** This account holds an object until the operator has left. It also sends the calls that anybody may send. */
const sender = writer(sleeper!);
const asleep = lower(sleeper!.account.address);
const [issuer, ada, bo] = wallets;

type Release = Awaited<ReturnType<typeof openRelease>>;

/** Deploys a release of the contracts, registers the operator, opens its log, and deploys the gate. */
async function openRelease(ringLength: number, predecessor: Hex) {
  const { local } = presets;
  const contracts = await deployLocally(connection, {
    ...local,
    timing: { ...timing, ringLength },
    disputes: { ...local.disputes, responseTime: timing.responseTime, totalTime: 4 * timing.responseTime },
  });
  const operator = { ...template, registry: contracts.registry, operator: lower(operatorWallet!.account.address) };
  const chain = writer(operatorWallet!);
  await registerOperator(chain, operator, { ...operator, maxAnchorDelay: 4, ...keys });
  await depositStake(chain, operator);
  const store = await openSqliteStore(":memory:");
  const options = { store, operator, logs: [LOG], types, keys, chain, clock: () => NOW };
  const anchorlog: Anchorlog = await openAnchorlog(options);
  const log = logId(operator, LOG);
  const source = { registry: operator.registry, attestations: nobody, operator: operator.operator };
  const terms = { source, log, issuer: issuer!.address, mintType, mintWords: [], predecessor };
  const gate = lower((await viem.deployContract("AnnouncedRedeemer", [terms, NOTICE, FINALITY])).address);
  return { operator, chain, anchorlog, log, gate };
}

let nonce = 0;

async function enter(
  { operator, anchorlog }: Release,
  by: typeof issuer,
  kind: string,
  payload: Record<string, string>,
) {
  const action = await signActionFor(operator, by!, LOG, nonce++, { kind, payload, types });
  const answer = await anchorlog.submit(action);
  if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  return answer.index;
}

async function anchor({ anchorlog }: Release): Promise<void> {
  await anchorlog.closeBatches();
  await networkHelpers.time.increase(2);
  await anchorlog.anchor();
}

async function evidenceOf({ anchorlog, operator }: Release, index: number): Promise<ActionEvidence> {
  const bundle = await anchorlog.bundle({ log: LOG, index });
  return bundleActionEvidence(bundle, await readStoredCheckpoints(publicClient, operator));
}

/** Announces an act that is final, waits for the notice, and settles it. */
async function settle({ gate }: Release, act: ActionEvidence, mint: ActionEvidence): Promise<void> {
  await announceRedemption(sender, gate, act, mint);
  await networkHelpers.time.increase(NOTICE);
  await settleAnnouncement(sender, gate, act, mint);
}

let next: Release;

const old = await openRelease(50_000, nobody);
closing(old.anchorlog);
afterAll(() => next.anchorlog.close());

/** The steps of docs/OPERATING.md, "How do I move to the next release of the contracts?". */
describe("the succession from one release of the contracts to the next", () => {
  let mints: number[];
  let founding: number;
  let redemption: number;

  it("begins with a new registry, stake, log and gate beside the old ones", async () => {
    mints = [await enter(old, issuer, "Mint", { objectId: "seat-1", holder: lower(ada!.address) })];
    await enter(old, ada, "Transfer", { objectId: "seat-1", holder: lower(bo!.address) });
    mints.push(await enter(old, issuer, "Mint", { objectId: "seat-2", holder: asleep }));
    await anchor(old);
    next = await openRelease(50_001, old.gate);
    expect(next.operator.registry).not.toBe(old.operator.registry);
    expect(next.log).not.toBe(old.log);
    for (const { chain, operator } of [old, next])
      expect(await readStake(chain, operator)).toMatchObject({ status: "open", standing: true });
  });

  it("mints the objects in the new log; the new gate does not pay before the holder has moved one", async () => {
    founding = await enter(next, issuer, "MovedMint", { objectId: "seat-1", holder: lower(bo!.address) });
    await enter(next, issuer, "MovedMint", { objectId: "seat-2", holder: asleep });
    await enter(next, bo, "Transfer", { objectId: "seat-1", holder: lower(ada!.address) });
    redemption = await enter(next, ada, "Redeem", { objectId: "seat-1", holder: nobody, gate: next.gate });
    await anchor(next);
    await networkHelpers.time.increase(FINALITY);
    const [act, mint] = await Promise.all([evidenceOf(next, redemption), evidenceOf(next, founding)]);
    await expect(announceRedemption(sender, next.gate, act, mint)).rejects.toThrow(/NotMinted/);
    expect(await readDeparture(publicClient, old.gate, keyOf("seat-1"))).toBeUndefined();
  });

  it("moves an object by one signature of its holder", async () => {
    const move = await enter(old, bo, "Move", { objectId: "seat-1", holder: nobody, toLog: next.log });
    await anchor(old);
    await networkHelpers.time.increase(FINALITY);
    const [act, mint] = await Promise.all([evidenceOf(old, move), evidenceOf(old, mints[0]!)]);
    await settle(old, act, mint);
    expect(await readDeparture(publicClient, old.gate, keyOf("seat-1"))).toEqual({
      account: lower(bo!.address),
      log: next.log,
    });
    await expect(settleAnnouncement(sender, old.gate, act, mint)).rejects.toThrow(/AlreadyRedeemed/);
  });

  it("lets the operator leave the old registry while the new registry goes on", async () => {
    await requestExit(old.chain, old.operator);
    const { status, exitableFrom } = await readStake(old.chain, old.operator);
    expect(status).toBe("exiting");
    await networkHelpers.time.increaseTo(exitableFrom!);
    await completeExit(old.chain, old.operator);
    expect(await readStake(old.chain, old.operator)).toMatchObject({ status: "exited", stake: 0n });
    expect(await readStake(next.chain, next.operator)).toMatchObject({ status: "open", standing: true });
  });

  it("pays a moved object at the new gate", async () => {
    await settle(next, await evidenceOf(next, redemption), await evidenceOf(next, founding));
    expect(await readDeparture(publicClient, next.gate, keyOf("seat-1"))).toEqual({
      account: lower(ada!.address),
      log: null,
    });
    expect((await readAnnouncements(publicClient, next.gate, { fromBlock: 0n, known: [] })).announced).toEqual([]);
  });

  it("pays objects that nobody moved, through the hatch of the old gate", async () => {
    const [moved, unmoved] = await Promise.all(mints.map((mint) => evidenceOf(old, mint)));
    await expect(claimAsHolder(sender, old.gate, moved!, moved!)).rejects.toThrow(/AlreadyRedeemed/);
    await claimAsHolder(sender, old.gate, unmoved!, unmoved!);
    await networkHelpers.time.increase(NOTICE);
    await settleAnnouncement(sender, old.gate, unmoved!, unmoved!);
    // At the new gate, the object is gone as well.
    expect(await readDeparture(publicClient, next.gate, keyOf("seat-2"))).toEqual({ account: asleep, log: null });
  });
});
