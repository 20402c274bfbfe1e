import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import hre from "hardhat";
import { defineActions, fromHex, objectKeyOf, openAnchorlog, toHex, type AnchorlogOptions, type Hex } from "anchorlog";
import { logId, NOBODY, PART_ACT, PART_ASK } from "anchorlog/action";
import { announcedRedeemerAbi, depositStake, finalityDelay, presets, registerOperator } from "anchorlog/chain";
import { readExportFolder, writeExport } from "anchorlog/verify/audit";
import {
  announceRedemption,
  answerDemand,
  bundleActionEvidence,
  cancelUnanswered,
  claimAsHolder,
  demandNextAct,
  findFaults,
  freezeOf,
  readAnnouncements,
  readStoredCheckpoints,
  reportFault,
  settleAnnouncement,
} from "anchorlog/dispute";
import { createActionSigner } from "anchorlog/http";
import { decodeEntry } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { developmentAccount, developmentNoteKey, developmentSigner, LOCAL_CHAIN_ID, ROLES } from "../development.ts";
import type { Demo } from "./open.ts";
import { bad, bold, count, good, line, short, soft, step } from "./print.ts";

const LOG = "seats.example";
const HELD = { objectId: "string", holder: "address" } as const;
const nobody = toHex(NOBODY);
const types = defineActions({ Mint: HELD, Transfer: HELD, Redeem: { ...HELD, gate: "address" } });
const lower = (address: string): Hex => address.toLowerCase() as Hex;
const account = (index: number) => developmentAccount(index, LOCAL_CHAIN_ID);
const [issuer, ada, bo, cy] = [0, 1, 2, 3].map((i) => account(ROLES.firstWallet + i));

/** Offset, in an entry's bytes, of the part that tells how the entry changes its object. */
const PART_OFFSET = 206;

type Custody = Awaited<ReturnType<typeof openPlatform>>;

/**
 * Step 9: the log records the holder of each object. One object is minted, sold twice and redeemed through a contract,
 * which shows its history on demand. A thief sells another object with the operator's help: its holder contests the
 * redemption, the operator loses its stake, and the holder is paid without it.
 */
export async function showCustody(demo: Demo) {
  step("9", "Redeem an object that was sold twice, contest a theft, and pay its holder without the operator");
  const platform = await openPlatform(demo);
  try {
    const redeemed = await redeemAfterTwoSales(platform);
    const stolen = await convictOfTheft(demo, platform);
    const claimed = await claimWithoutOperator(platform, stolen.mint);
    return { redeemed, stolen, claimed };
  } finally {
    await platform.anchorlog.close();
  }
}

/** Opens a second operator on the same registry, because this one will lose its stake. */
async function openPlatform({ folder, node, operator: example, deployment }: Demo) {
  const owner = account(ROLES.firstWallet + 4);
  const chain = node.writer(owner);
  const keys = {
    anchorKey: account(ROLES.firstWallet + 5),
    receiptKey: developmentSigner(ROLES.firstWallet + 6, LOCAL_CHAIN_ID),
    noteKey: developmentNoteKey(LOCAL_CHAIN_ID),
  };
  const operator = { ...example, operator: lower(owner.address), name: "Seats" };
  await registerOperator(chain, operator, { ...operator, maxAnchorDelay: 3_600, ...keys });
  await depositStake(chain, operator);
  let now = 0;
  const file = join(folder, "seats.sqlite");
  const options = {
    store: await openSqliteStore(file),
    operator,
    logs: [LOG],
    types,
    keys,
    chain,
    clock: () => now,
  } satisfies AnchorlogOptions;
  /** Sets the platform's clock to the chain's time. */
  const tick = async () => void (now = 1_000 * Number((await node.client.getBlock()).timestamp));
  await tick();
  const anchorlog = await openAnchorlog(options);
  const submit = async (by: typeof issuer, kind: "Mint" | "Transfer" | "Redeem", objectId: string, holder: Hex) => {
    await tick();
    const sign = createActionSigner({ account: by!, operator, log: LOG, types, clock: () => now });
    const named = { objectId, holder: lower(holder) };
    return anchorlog.submit(await sign(kind, kind === "Redeem" ? { ...named, gate: redeemer } : named));
  };
  const enter = async (...given: Parameters<typeof submit>) => {
    const answer = await submit(...given);
    if (!("receipt" in answer)) throw new Error(answer.message);
    return answer.index;
  };
  const anchor = async () => {
    await anchorlog.closeBatches();
    await node.advance(presets.local.timing.minAnchorInterval + 1);
    await anchorlog.anchor();
  };
  const { payloadType } = types.kinds.get("Mint")!;
  const source = { registry: operator.registry, attestations: deployment.attestations, operator: operator.operator };
  const mints = { mintType: payloadType, mintWords: [], predecessor: nobody };
  const terms = { source, log: logId(operator, LOG), issuer: issuer!.address, ...mints };
  const { bytecode } = await hre.artifacts.readArtifact("AnnouncedRedeemer");
  const delay = finalityDelay(presets.local.timing);
  const hash = await chain.walletClient.deployContract({
    abi: announcedRedeemerAbi,
    bytecode,
    args: [terms, delay, delay],
  });
  const redeemer = lower((await node.client.waitForTransactionReceipt({ hash })).contractAddress!);
  /** The gate at which objects are redeemed, after a notice of the finality delay. */
  const gate = { address: redeemer, client: node.client, writer: (by: typeof issuer) => node.writer(by!) };
  const evidence = async (index: number) =>
    bundleActionEvidence(
      await anchorlog.bundle({ log: LOG, index }),
      await readStoredCheckpoints(node.client, operator),
    );
  const finality = () => node.advance(delay + 1);
  const respond = () => node.advance(presets.local.timing.responseTime + 1);
  return { file, options, operator, anchorlog, submit, enter, anchor, gate, evidence, finality, respond };
}

async function redeemAfterTwoSales({ anchorlog, submit, enter, anchor, gate, evidence, finality }: Custody) {
  const seat = "seat-7";
  const mint = await enter(issuer, "Mint", seat, ada!.address);
  const sale = await enter(ada, "Transfer", seat, bo!.address);
  const refused = await submit(ada, "Transfer", seat, cy!.address);
  if (!("code" in refused) || refused.code !== "not_holder") throw new Error("a sold object was sold again");
  line(
    `${seat} was minted to ${short(ada!.address)} and sold; sold once more by her: ${bad("refused")} ${soft("not_holder")}`,
  );
  await enter(bo, "Transfer", seat, cy!.address);
  const redemption = await enter(cy, "Redeem", seat, nobody);
  const objectKey = objectKeyOf(types.kinds.get("Mint")!, { objectId: seat, holder: nobody });
  const signer = developmentSigner(ROLES.firstWallet, LOCAL_CHAIN_ID);
  const asked = await anchorlog.ask({ log: LOG, objectKey, signer });
  if (!("receipt" in asked)) throw new Error(asked.message);
  const { prior, holder } = decodeEntry(fromHex(asked.receipt.entry));
  if (prior !== redemption || toHex(holder) !== nobody) throw new Error("somebody holds the object that was given up");
  const kinds: string[] = [];
  for await (const { action } of anchorlog.history({ log: LOG, objectKey })) kinds.unshift(action.primaryType);
  await anchor();
  await finality();
  const [redeeming, minting, sold] = await Promise.all([redemption, mint, sale].map(evidence));
  const announced = await announceRedemption(gate.writer(cy), gate.address, redeeming!, minting!);
  line(
    `its third holder, ${short(cy!.address)}, gave it up. Its acts are ${kinds.join(", ")}, and the contract sees the first and the last: ${good("announced")} ${soft(`${count(announced.gasUsed)} gas`)}`,
  );
  const id = await announcedId(gate, objectKey);
  const demand = await demandNextAct(gate.writer(bo), gate.address, id, minting!.evidence);
  const answers = await answerDemand(gate.writer(cy), gate.address, id, { demand, shown: undefined }, sold!);
  line(
    `somebody demands the act that follows the mint; its entry and its signed action are shown ${soft(`${count(answers)} gas`)}`,
  );
  await finality();
  const settled = await settleAnnouncement(gate.writer(cy), gate.address, redeeming!, minting!);
  line(`the notice is over, and all is final: ${good("redeemed")} ${soft(`${count(settled.gasUsed)} gas`)}`);
  const again = await settleAnnouncement(gate.writer(cy), gate.address, redeeming!, minting!).then(
    () => "",
    (error: Error) => error.message,
  );
  if (!again.includes("AlreadyRedeemed")) throw new Error(`it was redeemed twice: ${again}`);
  return { object: seat, acts: kinds, gas: String(announced.gasUsed + settled.gasUsed), answers: String(answers) };
}

/** The only pending announcement of an object. */
async function announcedId({ client, address }: Custody["gate"], objectKey: Hex): Promise<Hex> {
  const { announced } = await readAnnouncements(client, address, { fromBlock: 0n, known: [] });
  const [act, ...others] = announced.filter((one) => one.objectKey === objectKey);
  if (act === undefined || others.length > 0) throw new Error("not exactly one redemption of the object was announced");
  return act.id;
}

async function convictOfTheft(demo: Demo, platform: Custody) {
  const { operator, options, file, enter, anchor, gate, evidence, finality, respond } = platform;
  const seat = "seat-8";
  const mint = await enter(issuer, "Mint", seat, ada!.address);
  await anchor();
  const minting = await evidence(mint);
  await finality();
  // The software refuses the theft, so the operator hides the mint from it, by SQL, until the theft is anchored.
  const part = (value: number) => {
    const database = new DatabaseSync(file);
    const { bytes } = database.prepare("SELECT bytes FROM anchorlog_entries WHERE idx = ?").get(mint) as {
      bytes: Uint8Array;
    };
    bytes[PART_OFFSET] = value;
    database.prepare("UPDATE anchorlog_entries SET bytes = ? WHERE idx = ?").run(bytes, mint);
    database.close();
  };
  part(PART_ASK);
  await enter(bo, "Transfer", seat, cy!.address);
  const redemption = await enter(cy, "Redeem", seat, nobody);
  await anchor();
  part(PART_ACT);
  line(
    `${bold("a dishonest operator")} lets ${short(bo!.address)} sell ${seat}, which ${short(ada!.address)} holds, and anchors that`,
  );

  const redeeming = await evidence(redemption);
  await announceRedemption(gate.writer(cy), gate.address, redeeming, minting);
  const objectKey = objectKeyOf(types.kinds.get("Mint")!, { objectId: seat, holder: nobody });
  const id = await announcedId(gate, objectKey);
  const demand = await demandNextAct(gate.writer(ada), gate.address, id, minting.evidence);
  line(
    `${short(cy!.address)} announces its redemption; ${short(ada!.address)} demands the act that follows her own: nobody can show one, because she signed none`,
  );

  const folder = join(demo.folder, "seats-export");
  await writeExport(folder, options);
  const checkpoints = await readStoredCheckpoints(demo.node.client, operator);
  const { faults } = await findFaults(await readExportFolder(folder), checkpoints);
  const [found] = faults;
  if (found === undefined) throw new Error("nobody noticed");
  const watcher = demo.node.writer(account(ROLES.firstWallet + 7));
  const { gasUsed } = await reportFault(watcher, demo.deployment.faultProofs, found.proof);
  const freeze = freezeOf(found.proof);
  line(
    `a reader of the log finds ${bad(found.proof.fault)} in two entries, and the contract takes the stake ${soft(`${count(gasUsed)} gas`)}`,
  );
  await respond();
  const cancelled = await cancelUnanswered(gate.writer(ada), gate.address, id, { demand, shown: undefined });
  await finality();
  const refused = await settleAnnouncement(gate.writer(cy), gate.address, redeeming, minting).then(
    () => "",
    (error: Error) => error.message,
  );
  if (!refused.includes("BatchFrozen")) throw new Error(`the stolen object was redeemed: ${refused}`);
  line(
    `nobody shows one in time, so the redemption is ${bad("cancelled")} ${soft(`${count(cancelled.gasUsed)} gas`)}; the log is frozen from the theft on, too`,
  );
  return { object: seat, fault: found.proof.fault, freeze, gas: String(gasUsed), mint };
}

/** The operator lost its stake and anchors nothing any more, so no redemption can be anchored. */
async function claimWithoutOperator({ gate, evidence, finality }: Custody, mint: number) {
  const minting = await evidence(mint);
  const claimed = await claimAsHolder(gate.writer(ada), gate.address, minting, minting);
  await finality();
  const settled = await settleAnnouncement(gate.writer(ada), gate.address, minting, minting);
  line(
    `${bold("without the operator")} ${short(ada!.address)} claims seat-8 by her own transaction, and after the notice she is ${good("paid")} ${soft(`${count(claimed.gasUsed + settled.gasUsed)} gas`)}`,
  );
  return { object: "seat-8", account: lower(ada!.address), gas: String(claimed.gasUsed + settled.gasUsed) };
}
