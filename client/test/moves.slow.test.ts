import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPublicClient, createWalletClient, http } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import { NOBODY, objectKeyOf, toHex, type Hex } from "anchorlog/action";
import { announcedRedeemerAbi, connectChain, finalityDelay, presets } from "anchorlog/chain";
import {
  deployContracts,
  developmentAccount,
  freePort,
  LOCAL_CHAIN,
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from "anchorlog/development";
import {
  announceRedemption,
  bundleActionEvidence,
  readDeparture,
  readStoredCheckpoints,
  settleAnnouncement,
  type ActionEvidence,
} from "anchorlog/dispute";
import type { Moved, VerifiedBundle } from "@anchorlog/client";
import { formatBundle, verifyBundle } from "anchorlog/verify/bundle";
import { closing } from "../../test/ends.ts";
import { beginEnding, startServer, type TestServer } from "../../server/test/harness.ts";
import { production, registerOwn } from "../../server/test/ownKeys.ts";
import { openMailFolder } from "../../server/src/foundation/mail/folder.ts";
import type { Parts } from "../../server/src/foundation/parts.ts";
import { newFolder } from "../../test/folder.ts";
import { types } from "../src/kinds.ts";
import { clientOf, newWallet, ownerOf } from "./served.ts";

const { local } = presets;
/** The next release of the contracts, with other addresses. */
const nextRelease = { ...local, timing: { ...local.timing, ringLength: local.timing.ringLength / 2 } };
const FINALITY = finalityDelay(local.timing);
const nobody = toHex(NOBODY);
const { payloadType: mintType } = types.kinds.get("Mint")!;
const objectKey = objectKeyOf(types.kinds.get("Redeem")!, { objectId: "seat", holder: nobody, gate: nobody });
const lower = (address: string): Hex => address.toLowerCase() as Hex;
const SENDER = developmentAccount(15, LOCAL_CHAIN_ID);
const GATE = new URL(
  "../../artifacts/contracts/examples/AnnouncedRedeemer.sol/AnnouncedRedeemer.json",
  import.meta.url,
);

type Owner = Awaited<ReturnType<typeof ownerOf>>;
type Holder = ReturnType<typeof clientOf>;
/** A release of the contracts and its users: a server, an issuer, a log and a gate. */
type Release = {
  readonly server: TestServer;
  readonly issuer: Owner;
  readonly org: string;
  readonly log: Hex;
  readonly template: string;
  readonly gate: Hex;
  readonly clientOf: (account: ReturnType<typeof newWallet>) => Holder;
};

/** The chain's time, which both servers use. It advances by itself, and further if a test advances it. */
let ahead = 0;
const clock = {
  get now() {
    return Date.now() + ahead;
  },
  set now(_: number) {
    throw new Error("time passes by the chain alone");
  },
};

let folder: string;
let node: LocalChain;
let sender: ReturnType<typeof connect>;
/** The ends of both servers, which several tests use. */
let endings: ReturnType<typeof beginEnding>[];

/** The account that sends to the gates everything that any account may send. */
function connect(url: string) {
  const shared = { chain: LOCAL_CHAIN, transport: http(url), pollingInterval: 50, cacheTime: 0 };
  return {
    publicClient: createPublicClient(shared),
    walletClient: createWalletClient({ ...shared, account: SENDER }),
  };
}

async function deployGate({ operator, registry }: Parts["operator"], log: Hex, issuer: Hex, predecessor: Hex) {
  const { bytecode } = JSON.parse(await readFile(GATE, "utf8")) as { bytecode: Hex };
  const source = { registry, attestations: nobody, operator };
  const terms = { source, log, issuer, mintType, mintWords: [], predecessor };
  const deployment = { abi: announcedRedeemerAbi, bytecode, args: [terms, FINALITY, FINALITY] } as const;
  const hash = await sender.walletClient.deployContract(deployment);
  return lower((await sender.publicClient.waitForTransactionReceipt({ hash })).contractAddress!);
}

async function open(starting: Promise<TestServer>, email: string, predecessor: Hex): Promise<Release> {
  const server = await starting;
  const issuer = await ownerOf(server, email);
  const { data: template } = await issuer.POST("/templates", { body: { name: "seat", custody: true } });
  const { data: key } = await issuer.POST("/api-keys", { body: { name: "holders" } });
  const { id: org, log_id } = (await issuer.GET("/wallets/me")).data.organization;
  const log = log_id as Hex;
  const gate = await deployGate(server.parts.operator, log, issuer.account.address, predecessor);
  const client = (account: ReturnType<typeof newWallet>) => ({
    ...clientOf(server, { apiKey: key.key, account }),
    account,
  });
  return { server, issuer, org, log, template: template.id, gate, clientOf: client };
}

/** The possible targets of a move: the next release of the contracts, or another cell with the same contracts. */
const PLACES = {
  "the next release": async () => {
    const { registry } = await deployContracts(node, nextRelease);
    // The watchtower knows the contracts of released registries only.
    return { "operator.registry": registry, "watch.account": undefined };
  },
  "another cell": async () => ({ "operator.name": "Cell 2" }),
};

/** The server of the other place, with its own operator. Its mails go to a folder. */
async function startNext(place: keyof typeof PLACES): Promise<TestServer> {
  const stores = { "store.sqlite": "entries.sqlite", "guard.file": "entries.guard" };
  const file = await registerOwn(folder, node, { settings: { ...stores, ...(await PLACES[place]()) } });
  const mail = { kind: "folder", folder: join(folder, "mails"), from: "api@next.example" } as const;
  const mailer = await openMailFolder(mail);
  const wrap = (parts: Parts): Parts => ({ ...parts, mailer, config: { ...parts.config, mail } });
  return startServer({ ...production(file), PUBLIC_URL: "https://next.example" }, { clock, wrap, ending: endings[1]! });
}

/** The chain for a verifier, which accepts registries that are not of a release. */
const knownChain = async () => ({ ...(await connectChain(node.url)), isKnownRegistry: () => true });

async function pass(seconds: number): Promise<void> {
  await node.request("evm_increaseTime", [seconds]);
  await node.request("evm_mine");
  const { timestamp } = await sender.publicClient.getBlock();
  ahead = Math.max(ahead, Number(timestamp) * 1_000 - Date.now());
}

/** Anchors an action, and waits until it is final. */
async function finish({ server, issuer }: Release, action: string): Promise<VerifiedBundle> {
  await server.parts.anchorlog.closeBatches();
  await pass(local.timing.minAnchorInterval + 1);
  await server.parts.anchorlog.anchor();
  await expect.poll(async () => (await issuer.prove(action, { rpc: node.url })).state).toBeOneOf(["anchored", "final"]);
  await pass(FINALITY);
  return issuer.prove(action, { until: "final", rpc: node.url });
}

/** The evidence for a gate: a bundle that a holder gets from the API. */
async function evidenceOf({ server }: Release, { bundle }: VerifiedBundle): Promise<ActionEvidence> {
  return bundleActionEvidence(bundle, await readStoredCheckpoints(sender.publicClient, server.parts.operator));
}

async function settle({ gate }: Release, act: ActionEvidence, mint: ActionEvidence): Promise<void> {
  await announceRedemption(sender, gate, act, mint);
  await pass(FINALITY);
  await settleAnnouncement(sender, gate, act, mint);
}

/** Sends a typed action, and returns its id. */
async function done(client: Pick<Holder, "POST">, body: Awaited<ReturnType<Holder["sign"]>>): Promise<string> {
  return (await client.POST("/ebus/execute", { body })).data.action_id;
}

describe.each(Object.keys(PLACES) as (keyof typeof PLACES)[])("an object that moves to %s, for its holder", (place) => {
  beforeAll(async () => {
    ahead = 0;
    folder = newFolder();
    node = closing(await startLocalChain({ from: process.cwd(), folder, port: await freePort(0) }));
    endings = [beginEnding(), beginEnding()];
    sender = connect(node.url);
    await node.request("hardhat_setBalance", [SENDER.address, "0x56bc75e2d63100000"]);
  });

  let old: Release;
  let next: Release;
  const [ada, bo, cy] = [newWallet(), newWallet(), newWallet()];
  /** Clients of the logs of both releases: bo's, and cy's of the next. */
  let boOld: Holder;
  let boNext: Holder;
  let cyNext: Holder;
  let moved: Moved;
  let redemption: string;
  /** The proof of the sale to bo, as bo keeps it. */
  let kept: VerifiedBundle["bundle"];

  const transfer = (from: Holder, to: typeof ada) =>
    from.sign("Transfer", { objectId: "seat", holder: lower(to.address) });
  const minted = ({ issuer, template }: Release, kind: "Mint" | "MovedMint", to: typeof ada) =>
    issuer.sign(kind, { objectId: "seat", holder: lower(to.address), templateId: template, properties: "{}" });

  const judge = async () => (await verifyBundle(formatBundle(kept), { chain: await knownChain() })).verdict;

  it("is minted and sold in the old log before the other one exists", async () => {
    old = await open(startServer({ CHAIN: node.url }, { clock, ending: endings[0]! }), "ada@example.com", nobody);
    await done(old.issuer, await minted(old, "Mint", ada));
    boOld = old.clientOf(bo);
    const sale = await done(old.clientOf(ada), await transfer(old.clientOf(ada), bo));
    kept = (await finish(old, sale)).bundle;
    expect(await judge()).toBe("valid");
    next = await open(startNext(place), "nia@example.com", old.gate);
    expect(next.log).not.toBe(old.log);
    const { registry } = next.server.parts.operator;
    expect(registry === old.server.parts.operator.registry).toBe(place === "another cell");
    [boNext, cyNext] = [next.clientOf(bo), next.clientOf(cy)];
  });

  it("is not sold in the old log after the cut, and moves only after its mint in the new one", async () => {
    const params = { path: { id: old.org } };
    await old.issuer.PUT("/organizations/{id}/successor", { params, body: { log_id: next.log } });
    await expect(done(boOld, await transfer(boOld, cy))).rejects.toMatchObject({ reason: "log_succeeded" });
    const how = { to: boNext, rpc: node.url, issuer: lower(next.issuer.account.address), within: 0 };
    await expect(boOld.move("seat", how)).rejects.toMatchObject({ reason: "not_minted" });
    const mint = await done(next.issuer, await minted(next, "MovedMint", bo));
    await expect(boOld.move("seat", how)).rejects.toMatchObject({ reason: "not_yet" });
    await finish(next, mint);
    moved = await boOld.move("seat", how);
    expect(moved.object).toMatchObject({ state: "moved", moved_to: next.log, owner: lower(bo.address) });
    await expect(done(boOld, await transfer(boOld, cy))).rejects.toMatchObject({ reason: "not_active" });
  });

  it("is redeemed in the new log, whose gate pays only once the old gate has recorded the move", async () => {
    await done(boNext, await transfer(boNext, cy));
    redemption = await done(cyNext, await cyNext.sign("Redeem", { objectId: "seat", holder: nobody, gate: next.gate }));
    const act = await evidenceOf(next, await finish(next, redemption));
    const mint = await evidenceOf(next, moved.arrival);
    await expect(announceRedemption(sender, next.gate, act, mint)).rejects.toThrow(/NotMinted/);
    expect(await readDeparture(sender.publicClient, old.gate, objectKey)).toBeUndefined();
  });

  it("is recorded by the old gate as moved, and never paid there", async () => {
    const act = await evidenceOf(old, await finish(old, moved.action_id));
    const mint = await evidenceOf(old, moved.mint);
    await settle(old, act, mint);
    const departure = await readDeparture(sender.publicClient, old.gate, objectKey);
    expect(departure).toEqual({ account: lower(bo.address), log: next.log });
    await expect(settleAnnouncement(sender, old.gate, act, mint)).rejects.toThrow(/AlreadyRedeemed/);
  });

  it("is paid at the new gate to its buyer", async () => {
    const proof = await next.issuer.prove(redemption, { until: "final", rpc: node.url });
    const act = await evidenceOf(next, proof);
    const mint = await evidenceOf(next, moved.arrival);
    await settle(next, act, mint);
    const departure = await readDeparture(sender.publicClient, next.gate, objectKey);
    expect(departure).toEqual({ account: lower(cy.address), log: null });
  });

  it("can still be proven as sold in the old log from the bundle, without the old server", async () => {
    await old.server.close();
    expect(await judge()).toBe("valid");
  });
});
