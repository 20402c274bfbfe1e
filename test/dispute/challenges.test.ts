import { join } from "node:path";
import {
  createPublicClient,
  createWalletClient,
  getContractAddress,
  http,
  type Abi,
  type Hex as ViemHex,
  type PublicClient,
} from "viem";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAnchorlog, toHex, type Anchorlog, type Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import {
  anchorCheckpoint,
  BATCH_LOG,
  depositStake,
  presets,
  readStake,
  registerOperator,
  withdrawCredit,
} from "anchorlog/chain";
import { readExportFolder, writeExport } from "anchorlog/verify/audit";
import { hashCheckpoint } from "anchorlog/batch";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { atEnd } from "../ends.ts";
import { anchorRegistryAbi, anchorRegistryCreationBytecode } from "../../src/chain/generated/AnchorRegistry.ts";
import { challengesAbi, challengesCreationBytecode } from "../../src/chain/generated/Challenges.ts";
import { operatorStakeAbi, operatorStakeCreationBytecode } from "../../src/chain/generated/OperatorStake.ts";
import { CHALLENGE_KINDS, type ChallengeKind } from "../../src/chain/presets.ts";
import { poseidonAbi, poseidonCreationBytecode } from "../../src/chain/generated/Poseidon.ts";
import { makeAnswer, sendAnswer, type ChallengeAnswer } from "../../src/dispute/challenges/answers.ts";
import {
  askForAction,
  askForEntry,
  askForHeader,
  askForLeaf,
  challengeId,
  CHALLENGE_STATUSES,
  openChallenge,
  requiredBond,
  settleChallenge,
  type Opening,
  type ChallengeRequest,
} from "../../src/dispute/challenges/challenges.ts";
import { readStoredCheckpoints } from "../../src/dispute/checkpoints.ts";
import { readHeldExport, type HeldExport } from "../../src/dispute/export.ts";
import { readOpenChallenges } from "../../src/dispute/challenges/openChallenges.ts";
import { hashHeader } from "../../src/batch/header.ts";
import { buildTree, consistencyProof, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator as template, signActionFor, types, wallets } from "../operator.ts";
import { startAnvil } from "./anvil.ts";

const timing = { challengeWindow: 150n, responseTime: 60n, margin: 30n, minAnchorInterval: 1n, ringLength: 600 };
const { rewardGas, rewardFloor } = presets.local.stake;
const stakeParameters = { minimumStake: 10n ** 18n, rewardGas, rewardFloor };
const MAX_ANCHOR_DELAY = 60;
const FLOOR = 10n ** 15n;
const parameters = {
  floor: FLOOR,
  answerGas: [180_000, 150_000, 400_000, 220_000],
  factor: 4,
  bytePrice: 0n,
} as const;
const A = "a.example";
const BURNED = "0x000000000000000000000000000000000000dEaD";
const account = (i: number) => developmentAccount(i, LOCAL_CHAIN_ID);
const [deployer, operatorAccount, challenger, stranger] = [account(0), account(1), account(2), account(3)];
const start = { fromBlock: 0n, known: [] };

const folder = newFolder();
let snapshot: Hex;

const deploy = async (abi: Abi, bytecode: ViemHex, args: readonly unknown[]): Promise<Hex> => {
  const { walletClient } = anvil.writer(deployer);
  const hash = await walletClient.deployContract({ abi, bytecode, args });
  return (await anvil.client.waitForTransactionReceipt({ hash })).contractAddress!.toLowerCase() as Hex;
};

/** Accepts actions, closes them into a batch and anchors it. */
async function anchorActions(nonces: readonly number[]): Promise<void> {
  for (const nonce of nonces) {
    const action = await signActionFor(operator, wallets[nonce % 3]!, A, nonce);
    expect(await anchorlog.submit(action)).toMatchObject({ status: "accepted" });
  }
  await anchorlog.closeBatches();
  await anchorlog.anchor();
}

async function hold(): Promise<HeldExport> {
  await writeExport(join(folder, "export"), options);
  return readHeldExport(
    await readExportFolder(join(folder, "export")),
    await readStoredCheckpoints(anvil.client, operator),
  );
}

const anvil = await startAnvil(NOW / 1000, LOCAL_CHAIN_ID, { isStill: true });
const at = (nonce: bigint) => getContractAddress({ from: deployer.address, nonce });
const poseidon = await deploy(poseidonAbi, poseidonCreationBytecode, []);
const registry = await deploy(anchorRegistryAbi, anchorRegistryCreationBytecode, [timing, at(2n)]);
const stake = await deploy(operatorStakeAbi, operatorStakeCreationBytecode, [
  stakeParameters,
  registry,
  at(3n),
  at(3n),
]);
const challenges = await deploy(challengesAbi, challengesCreationBytecode, [parameters, registry, stake, poseidon]);
const operator = { ...template, registry, operator: operatorAccount.address.toLowerCase() as Hex };
const chain = anvil.writer(operatorAccount);
const terms = { name: operator.name, version: operator.version, maxAnchorDelay: MAX_ANCHOR_DELAY, ...keys };
await registerOperator(chain, operator, terms);
await depositStake(chain, operator);
// The stranger has a credit, as after earlier answers. The challenger gets one by its first opening.
const credited = { address: stake, abi: operatorStakeAbi, functionName: "credit", value: 1n } as const;
await anvil.writer(deployer).walletClient.writeContract({ ...credited, args: [stranger.address] });
const store = await openSqliteStore(join(folder, "store.sqlite"));
const options = { store, operator, logs: [A], types, keys, chain, clock: () => NOW };
const anchorlog: Anchorlog = await openAnchorlog(options);
await anchorActions([0, 1, 2]);
await anvil.advance(1);
await anchorActions([3, 4, 5, 6, 7]);
const held = await hold();
afterAll(() => anchorlog.close());
beforeEach(async () => {
  snapshot = await anvil.test.snapshot();
});
afterEach(() => anvil.test.revert({ id: snapshot }));

/** The opening of a challenge about entry 1 of the second batch. */
const PLACE = { batch: 1, position: 1 };
const INDEX = 4;

async function openingFor(kind: ChallengeKind): Promise<Opening> {
  switch (kind) {
    case "omission":
      return askForEntry(operator, await receiptAt(INDEX), A);
    case "header":
      return askForHeader(operator, await readStoredCheckpoints(anvil.client, operator), PLACE.batch);
    case "entry":
      return askForLeaf(held.history, PLACE);
    case "action":
    default:
      return askForAction(held.history, PLACE);
  }
}
async function receiptAt(index: number) {
  const { entry, receipt } = await anchorlog.bundle({ log: A, index });
  return { entry, signature: receipt.signature };
}
const questionFor = (kind: ChallengeKind): ChallengeRequest => ({
  operator: operator.operator,
  kind,
  log: kind === "header" ? BATCH_LOG : logId(operator, A),
  index: kind === "header" ? PLACE.batch : INDEX,
});
const credit = async (account = stranger) =>
  (await readStake(anvil.writer(account), { ...operator, operator: account.address.toLowerCase() as Hex })).credit;
const burned = () => anvil.client.getBalance({ address: BURNED });
const watch = (cursor: Parameters<typeof readOpenChallenges>[3] = start, client: PublicClient = anvil.client) =>
  readOpenChallenges(client, challenges, operator, cursor);

describe("challenges on a real node", () => {
  it.each(CHALLENGE_KINDS)("%s: asked, watched, and answered from an export by a stranger", async (kind) => {
    if (kind === "omission") await anvil.advance(MAX_ANCHOR_DELAY + 1);
    const opening = await openingFor(kind);
    const opened = await openChallenge(anvil.writer(challenger), challenges, opening);
    const question = questionFor(kind);
    expect(opened.id).toBe(challengeId(question));
    const { open } = await watch();
    expect(open).toEqual([
      {
        ...question,
        id: opened.id,
        challenger: challenger.address.toLowerCase(),
        bond: opened.bond,
        deadline: opened.deadline,
      },
    ]);
    expect(opened.bond).toBeGreaterThanOrEqual(FLOOR);

    const [creditBefore, askerBefore] = [await credit(), await credit(challenger)];
    const answered = await sendAnswer(anvil.writer(stranger), challenges, makeAnswer(held, open[0]!));
    expect(Number(answered.gasUsed)).toBeLessThan(parameters.answerGas[CHALLENGE_KINDS.indexOf(kind)]!);
    expect(await watch()).toMatchObject({ open: [] });
    // The answerer gets the cost of its transaction at the base fee, or slightly less. The rest goes back to the
    // challenger.
    const { baseFeePerGas } = await anvil.client.getBlock();
    const cost = answered.gasUsed * baseFeePerGas!;
    const repaid = (await credit()) - creditBefore;
    expect(repaid).toBeLessThanOrEqual(cost);
    expect(repaid).toBeGreaterThan((cost * 97n) / 100n);
    expect((await credit(challenger)) - askerBefore).toBe(opened.bond - repaid);
    expect(await burned()).toBe(0n);
    await withdrawCredit(anvil.writer(stranger), operator, stranger.address.toLowerCase() as Hex);
    expect((await readStake(anvil.writer(stranger), operator)).status).toBe("open");
  });

  it.each(CHALLENGE_KINDS)("%s: unanswered, settled by any account", async (kind) => {
    if (kind === "omission") await anvil.advance(MAX_ANCHOR_DELAY + 1);
    await openChallenge(anvil.writer(challenger), challenges, await openingFor(kind));
    const chain = anvil.writer(stranger);
    await expect(settleChallenge(chain, challenges, questionFor(kind))).rejects.toThrow(/DeadlineNotPassed/);
    await anvil.advance(Number(timing.responseTime) + 1);
    await expect(sendAnswer(chain, challenges, makeAnswer(held, questionFor(kind)))).rejects.toThrow(/DeadlinePassed/);
    await settleChallenge(chain, challenges, questionFor(kind));
    expect(await readStake(chain, operator)).toMatchObject({ status: "slashed", stake: 0n, openChallenges: 0 });
    expect(await watch()).toMatchObject({ open: [] });
  });

  it("can be answered after a flood of checkpoints", async () => {
    const opened = await Promise.all(
      (["header", "entry", "action"] as const).map(async (kind) => ({
        kind,
        opening: await openingFor(kind),
      })),
    );
    for (const { opening } of opened) await openChallenge(anvil.writer(challenger), challenges, opening);
    const before = held.history.checkpoints.length;
    const leaves = held.history.headers.map(hashHeader);
    for (let i = 0; i < 20; i++) {
      await anvil.advance(1);
      leaves.push(hashHeader(new Uint8Array(229).fill(i)));
      const tree = buildTree(leaves);
      const checkpoint = { size: leaves.length, root: treeRoot(tree) };
      const signature = await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(operator, checkpoint)) });
      await anchorCheckpoint(anvil.writer(stranger), operator, checkpoint, signature, (old) =>
        consistencyProof(tree, old),
      );
    }
    expect((await readStoredCheckpoints(anvil.client, operator)).length).toBe(before + 20);
    // An export from before the flood.
    for (const { kind } of opened) {
      await sendAnswer(anvil.writer(stranger), challenges, makeAnswer(held, questionFor(kind)));
    }
    expect(await watch()).toMatchObject({ open: [] });
  });

  it("survives a reorganization that takes an opening away, and one that brings it back later", async () => {
    const opening = await openingFor("entry");
    await openChallenge(anvil.writer(challenger), challenges, opening);
    const first = await watch();
    expect(first.open).toHaveLength(1);
    await anvil.reorganize(1);
    const second = await watch(first.cursor);
    expect(second.open).toEqual([]);
    await expect(
      sendAnswer(anvil.writer(stranger), challenges, makeAnswer(held, questionFor("entry"))),
    ).rejects.toThrow(/NotOpen/);
    await openChallenge(anvil.writer(stranger), challenges, opening);
    const third = await watch(second.cursor);
    expect(third.open.map(({ challenger: who }) => who)).toEqual([stranger.address.toLowerCase()]);
    await sendAnswer(anvil.writer(operatorAccount), challenges, makeAnswer(held, third.open[0]!));
    // An answer that is taken away is sent again.
    await anvil.reorganize(1);
    const fourth = await watch(third.cursor);
    expect(fourth.open).toHaveLength(1);
    await sendAnswer(anvil.writer(operatorAccount), challenges, makeAnswer(held, fourth.open[0]!));
    expect(await watch(fourth.cursor)).toMatchObject({ open: [] });
  });

  it("finds challenges from an old cursor, and does not take missing event logs for no challenges", async () => {
    await openChallenge(anvil.writer(challenger), challenges, await openingFor("entry"));
    const { cursor } = await watch();
    await anvil.test.mine({ blocks: 1_200 });
    const later = await watch(cursor);
    expect(later.open).toHaveLength(1);
    expect(later.cursor.fromBlock).toBeGreaterThan(1_100n);
    expect(later.cursor.known).toEqual(later.open);
    expect((await watch(later.cursor)).open).toEqual(later.open);
    // A node that is behind the cursor.
    const behind = { ...anvil.client, getBlockNumber: () => Promise.resolve(0n) };
    await expect(watch(later.cursor, behind)).rejects.toMatchObject({ details: { state: "lagging" } });
    // A node that leaves logs out.
    const silent = { ...anvil.client, getLogs: () => Promise.resolve([]) } as unknown as PublicClient;
    await expect(watch(start, silent)).rejects.toMatchObject({ code: "chain_unavailable" });
  });

  it("reports an answer or a question that the export does not allow", async () => {
    const missing: ChallengeRequest = { ...questionFor("header"), index: 9 };
    expect(() => makeAnswer(held, missing)).toThrow(/end before position 9/);
    expect(() => makeAnswer(held, { ...questionFor("entry"), index: 99 })).toThrow(/no anchored batch/);
    await expect(receiptAt(INDEX).then((receipt) => askForEntry(operator, receipt, "b.example"))).rejects.toMatchObject(
      {
        code: "log_mismatch",
      },
    );
    expect(() => askForHeader(operator, [], 0)).toThrow(/no stored checkpoint covers/);
  });

  it("refuses an answer about another entry", async () => {
    await openChallenge(anvil.writer(challenger), challenges, await openingFor("entry"));
    const other = makeAnswer(held, { ...questionFor("entry"), index: INDEX + 1 });
    await expect(sendAnswer(anvil.writer(stranger), challenges, other)).rejects.toThrow(/NotOpen/);
    const right = makeAnswer(held, questionFor("entry"));
    const args = [...right.args];
    args[5] = (other.args as readonly unknown[])[5] as never; // the zk path of another place
    const wrong = { ...right, args } as unknown as ChallengeAnswer;
    await expect(sendAnswer(anvil.writer(stranger), challenges, wrong)).rejects.toThrow(/WrongAnswer/);
  });

  it("can be answered after a chain split, on the side with the new chain ID", async () => {
    const { id } = await openChallenge(anvil.writer(challenger), challenges, await openingFor("action"));
    const number = (chainId: number) =>
      anvil.client.request({ method: "anvil_setChainId", params: [chainId] } as never);
    await number(77);
    atEnd(() => number(LOCAL_CHAIN_ID));
    const shared = { chain: { ...LOCAL_CHAIN, id: 77 }, transport: http(anvil.url), pollingInterval: 10 } as const;
    const publicClient: PublicClient = createPublicClient(shared);
    const chain = { publicClient, walletClient: createWalletClient({ ...shared, account: stranger }) };
    await sendAnswer(chain, challenges, makeAnswer(held, questionFor("action")));
    const call = { address: challenges, abi: challengesAbi, functionName: "challenge", args: [id] } as const;
    expect((await publicClient.readContract(call)).status).toBe(CHALLENGE_STATUSES.indexOf("answered"));
  });

  // These tests come last: anvil's revert does not restore the next block's base fee.
  it("asks for a bond that follows the base fee", async () => {
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 11n });
    await anvil.test.mine({ blocks: 1 });
    const { baseFeePerGas } = await anvil.client.getBlock();
    const needed = await requiredBond(anvil.writer(challenger), challenges, "entry");
    expect(needed).toBe(400_000n * baseFeePerGas! * 4n);
    const opening = await openingFor("entry");
    await expect(openChallenge(anvil.writer(challenger), challenges, opening, needed / 2n)).rejects.toThrow(
      /BondTooSmall/,
    );
    const { bond } = await openChallenge(anvil.writer(challenger), challenges, opening);
    expect(await credit(challenger)).toBe((needed * 3n) / 2n - bond);
  });

  it("asks for the floor at a base fee of zero, as on a rollup, and returns the unused bond", async () => {
    await anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n });
    await anvil.test.mine({ blocks: 1 });
    const { bond } = await openChallenge(anvil.writer(challenger), challenges, await openingFor("header"));
    expect(bond).toBe(FLOOR);
    expect(await credit(challenger)).toBe(FLOOR / 2n);
    const creditBefore = await credit();
    await sendAnswer(anvil.writer(stranger), challenges, makeAnswer(held, questionFor("header")));
    expect((await anvil.client.getBlock()).baseFeePerGas).toBe(0n);
    expect(await credit()).toBe(creditBefore);
    expect(await credit(challenger)).toBe(FLOOR + FLOOR / 2n);
  });
});
