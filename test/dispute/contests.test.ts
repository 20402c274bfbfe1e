import { join } from "node:path";
import hre from "hardhat";
import type { Account, Chain, Transport, WalletClient } from "viem";
import { afterAll, describe, expect, it } from "vitest";
import { objectKeyOf, openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { defineActions, logId, NOBODY, toTypedData, type Message } from "anchorlog/action";
import { depositStake, presets, registerOperator, type ChainWriter } from "anchorlog/chain";
import {
  announceRedemption,
  answerDemand,
  bundleActionEvidence,
  cancelByEntries,
  cancelUnanswered,
  claimAsHolder,
  demandNextAct,
  readAnnouncements,
  readDemands,
  readStoredCheckpoints,
  settleAnnouncement,
  type AnnouncementCursor,
} from "anchorlog/dispute";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { openWatch, USER_DUTIES } from "anchorlog/watch";
import { deployLocally } from "../../scripts/deploy.ts";
import { toHex } from "../../src/base/hex.ts";
import { decodeEntry } from "../../src/log/entry.ts";
import { watchedObjects } from "../../src/watch/gates.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, wallets } from "../operator.ts";

// Hours, so that a slow machine is not late.
const timing = {
  challengeWindow: 30_000,
  responseTime: 10_000,
  margin: 1_000,
  minAnchorInterval: 2,
  ringLength: 50_000,
};
const FINALITY = 41_000;
const NOTICE = 50_000;
const LOG = "seats.example";
const HELD = { objectId: "string", holder: "address" } as const;
const types = defineActions({ Mint: HELD, Transfer: HELD, Redeem: { ...HELD, gate: "address" } });
const nobody = toHex(NOBODY);

const connection = await hre.network.create();
const { viem, networkHelpers } = connection;
const publicClient = await viem.getPublicClient();
const [deployer, operatorWallet] = await viem.getWalletClients();
const lower = (address: string) => address.toLowerCase() as Hex;
const writer = (walletClient: WalletClient<Transport, Chain, Account>): ChainWriter => ({ publicClient, walletClient });
const sender = writer(deployer!);
const { local } = presets;
const contracts = await deployLocally(connection, {
  ...local,
  timing,
  disputes: { ...local.disputes, responseTime: timing.responseTime, totalTime: 4 * timing.responseTime },
});
const stake = await viem.getContractAt("OperatorStake", contracts.stake);
const operator = { ...template, registry: contracts.registry, operator: lower(operatorWallet!.account.address) };
const log = logId(operator, LOG);
const [issuer, ada, bo] = wallets;
const source = { registry: operator.registry, attestations: nobody, operator: operator.operator };
const terms = { source, log, issuer: issuer!.address, mintType: types.kinds.get("Mint")!.payloadType, mintWords: [] };
const gate = await viem.deployContract("AnnouncedRedeemer", [{ ...terms, predecessor: nobody }, NOTICE, FINALITY]);
const address = lower(gate.address);
const begin: AnnouncementCursor = { fromBlock: 0n, known: [] };

const folder = newFolder();
let nonce = 0;

async function enter(by: typeof issuer, primaryType: string, objectId: string, holder: Hex): Promise<number> {
  const named = { objectId, holder: lower(holder) };
  const payload = primaryType === "Redeem" ? { ...named, gate: address } : named;
  const deadline = String(NOW / 1000 + 60);
  const message = { log, actor: lower(by!.address), nonce: String(nonce++), deadline, payload } as Message;
  const { name, version, chainId, registry: verifyingContract } = operator;
  const kind = types.kinds.get(primaryType)!;
  const signature = await by!.signTypedData(toTypedData(kind, message, { name, version, chainId, verifyingContract }));
  const answer = await anchorlog.submit({ primaryType, message, signature });
  if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
  return answer.index;
}

async function anchor(): Promise<void> {
  await anchorlog.closeBatches();
  await networkHelpers.time.increase(2);
  await anchorlog.anchor();
  await networkHelpers.time.increase(FINALITY);
}

const evidence = async (index: number) =>
  bundleActionEvidence(
    await anchorlog.bundle({ log: LOG, index }),
    await readStoredCheckpoints(publicClient, operator),
  );

/** Mints an object to Ada, who sells it to Bo. Bo redeems it. */
async function sold(objectId: string) {
  const mint = await enter(issuer, "Mint", objectId, ada!.address);
  const sale = await enter(ada, "Transfer", objectId, bo!.address);
  const redemption = await enter(bo, "Redeem", objectId, nobody);
  await anchor();
  return {
    objectKey: objectKeyOf(types.kinds.get("Mint")!, { objectId, holder: nobody }),
    mint: await evidence(mint),
    sale: await evidence(sale),
    redemption: await evidence(redemption),
  };
}

const chain = writer(operatorWallet!);
await registerOperator(chain, operator, { ...operator, maxAnchorDelay: 4, ...keys });
await depositStake(chain, operator);
const store = await openSqliteStore(":memory:");
const anchorlog: Anchorlog = await openAnchorlog({
  store,
  operator,
  logs: [LOG],
  types,
  keys,
  chain,
  clock: () => NOW,
});
afterAll(() => anchorlog.close());

describe("an announced redemption", () => {
  it("is paid after its demands were answered", async () => {
    const { objectKey, mint, sale, redemption } = await sold("seat-1");
    await announceRedemption(sender, address, redemption, mint);
    const { announced, cursor } = await readAnnouncements(publicClient, address, begin);
    expect(announced).toMatchObject([{ objectKey, account: lower(bo!.address), index: 2, open: 0 }]);
    const { id } = announced[0]!;

    const demand = await demandNextAct(sender, address, id, mint.evidence);
    expect(demand).toMatchObject({ objectKey, index: 0n, holder: ada!.address, last: 2n });
    const [open, ...others] = await readDemands(publicClient, address, id, 0n);
    expect(others).toEqual([]);
    expect(open).toEqual({ demand, shown: undefined });
    // The mint is not the act that follows the mint.
    await expect(answerDemand(sender, address, id, open!, mint)).rejects.toThrow(/NotTheNextAct/);
    const gas = await answerDemand(sender, address, id, open!, sale);
    expect(gas).toBeLessThan(200_000n);
    expect(await readDemands(publicClient, address, id, 0n)).toEqual([]);

    await expect(settleAnnouncement(sender, address, redemption, mint)).rejects.toThrow(/TooEarly/);
    await networkHelpers.time.increase(NOTICE);
    await settleAnnouncement(sender, address, redemption, mint);
    expect(await gate.read.redeemed([objectKey])).toBe(true);
    expect((await readAnnouncements(publicClient, address, cursor)).announced).toEqual([]);
  });

  it("raises an alarm with the remedy, and is cancelled if nobody answers", async () => {
    const { objectKey, mint, sale, redemption } = await sold("seat-2");
    const open = () =>
      openWatch({
        operator,
        clients: [publicClient],
        contracts,
        state: join(folder, "watch.json"),
        duties: USER_DUTIES,
        gates: [address],
        objects: [objectKey],
        fromBlock: 0n,
      });
    let tower = await open();
    const alarms = async () =>
      (await tower.pass()).alarms.filter(({ type }) => type === "redemption.announced").map(({ data }) => data);
    expect(await alarms()).toEqual([]);
    await announceRedemption(sender, address, redemption, mint);
    const [alarm] = await alarms();
    expect(alarm).toMatchObject({ gate: address, objectKey, account: lower(bo!.address) });
    const id = alarm!["id"] as Hex;
    // Its state file remembers it.
    await tower.close();
    tower = await open();
    expect(await alarms()).toEqual([alarm]);

    const demand = await demandNextAct(sender, address, id, mint.evidence);
    const unanswered = { demand, shown: undefined };
    await expect(cancelUnanswered(sender, address, id, unanswered)).rejects.toThrow(/DeadlineNotPassed/);
    await expect(cancelByEntries(sender, address, id, mint.evidence, sale.evidence)).rejects.toThrow(/NoContradiction/);
    await networkHelpers.time.increase(timing.responseTime + 1);
    await cancelUnanswered(sender, address, id, unanswered);
    expect(await alarms()).toEqual([]);
    await tower.close();
    await networkHelpers.time.increase(NOTICE);
    await expect(settleAnnouncement(sender, address, redemption, mint)).rejects.toThrow(/NotAnnounced/);
  });
});

describe("a watchtower's gates", () => {
  it("are refused without objects, and if they are not addresses", async () => {
    const base = { operator, clients: [publicClient], state: join(folder, "no.json"), duties: [] };
    await expect(openWatch({ ...base, gates: [address] })).rejects.toThrow(/no objects to watch/);
    await expect(openWatch({ ...base, objects: [log] })).rejects.toThrow(/objects is given without gates/);
    await expect(openWatch({ ...base, gates: ["0xA"], objects: [log] })).rejects.toThrow(/option gates has 0xA/);
    await expect(openWatch({ ...base, gates: [address], objects: ["0x1"] })).rejects.toThrow(/option objects has 0x1/);
  });

  it("are watched for the newest act about each object of a kept receipt", async () => {
    const entries = await Promise.all(
      [1, 0, 2].map(async (index) => decodeEntry(Buffer.from((await evidence(index)).evidence.entry.slice(2), "hex"))),
    );
    const watched = watchedObjects([log], entries);
    expect([...watched].map(([key, entry]) => [key, entry?.index])).toEqual([
      [log, undefined],
      [toHex(entries[0]!.objectKey), 2],
    ]);
  });
});

describe("an object of an operator that has left", () => {
  it("is claimed by its holder, and paid once", async () => {
    const mint = await enter(issuer, "Mint", "seat-3", ada!.address);
    const sale = await enter(ada, "Transfer", "seat-3", operatorWallet!.account.address);
    await anchor();
    const [first, last] = await Promise.all([mint, sale].map(evidence));
    const holder = writer(operatorWallet!);
    await expect(claimAsHolder(sender, address, last!, first!)).rejects.toThrow(/HatchClosed|NotTheHolder/);
    await stake.write.requestExit({ account: operatorWallet!.account });
    await expect(claimAsHolder(sender, address, last!, first!)).rejects.toThrow(/NotTheHolder/);
    await claimAsHolder(holder, address, last!, first!);
    await networkHelpers.time.increase(NOTICE);
    await settleAnnouncement(sender, address, last!, first!);
    await expect(settleAnnouncement(sender, address, last!, first!)).rejects.toThrow(/AlreadyRedeemed/);
  });
});
