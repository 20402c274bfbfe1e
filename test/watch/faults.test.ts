import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEventLogs } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { ANYBODY, checkpointOrigin, hashSignature, logId } from "anchorlog/action";
import { anchorRegistryAbi, BATCH_LOG, completeExit, faultProofsAbi, presets, requestExit } from "anchorlog/chain";
import { signCheckpoint } from "anchorlog/batch";
import { makeAnswer, sendAnswer, signExternallyOwned, type ChallengeAnswer, type HeldExport } from "anchorlog/dispute";
import { ed25519NoteKey, publishTiles } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { exportRecords, openWatch, type Watch, type WatchOptions } from "anchorlog/watch";
import { readHeldExport } from "../../src/dispute/export.ts";
import { fromHex } from "../../src/base/hex.ts";
import { decodeEntry, encodeEntry } from "../../src/log/entry.ts";
import { buildTree, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { hashHeader } from "../../src/batch/header.ts";
import { signReceipt } from "../../src/log/receipt/receipt.ts";
import { makeHistory, zkPathOf, type Dishonest, type Lies } from "../dispute/dishonest.ts";
import { withholding } from "../dispute/exported.ts";
import { forgeSignature } from "../dispute/forgery.ts";
import { about, objectPlan, seat, W1 } from "../dispute/object-plan.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, signActionFor, wallets } from "../operator.ts";
import { firstOfEach } from "../slow.ts";
import { account, listen, MAX_ANCHOR_DELAY, openTown } from "./town.ts";

const A = "a.example";
const watcher = account(5);

let folder: string;
const town = await openTown();
beforeEach(async () => {
  folder = newFolder();
  const id = await town.anvil.test.snapshot();
  return () => town.anvil.test.revert({ id });
});

type Case = {
  /** The lies that the operator anchors. */
  readonly lies?: () => Lies | Promise<Lies>;
  /** Other evidence of the operator. */
  readonly given?: (made: Dishonest) => Promise<Partial<WatchOptions>>;
};

/** The fault in the name of a case. */
const faultOf = (name: string): string => name.split(":")[0]!;

/** The cases by fault and evidence. */
const CASES: Readonly<Record<string, Case>> = {
  "EntryEquivocation: two receipts": {
    given: async (made) => receipts([made.logs.get(A)!.entries[1]!.receipt, await other(made, 1)]),
  },
  "EntryEquivocation: a receipt, and another entry": { given: async (made) => receipts([await other(made, 4)]) },
  "EntryEquivocation: a receipt that is dated ahead": {
    given: async (made) => receipts([await other(made, 9, 1_000 * 2 ** 33)]),
  },
  "CheckpointEquivocation: of one size": { given: (made) => tiles(made, [0, 1, 0]) },
  "CheckpointEquivocation: another leaf": { given: (made) => tiles(made, [0, 1, 0, 2]) },
  "CheckpointEquivocation: of one root": { given: (made) => anotherNote(made, 4) },
  "EntrySuccession: in a batch": {
    lies: () => ({ entry: (e, i) => (i === 4 ? { ...e, prev: new Uint8Array(32) } : e) }),
  },
  "EntrySuccession: across batches": {
    lies: () => ({ entry: (e, i) => (i === 3 ? { ...e, acceptedAt: NOW - 1 } : e) }),
  },
  "HeaderSuccession: another number": {
    lies: () => ({ header: (h, position) => (position === 2 ? { ...h, number: 7 } : h) }),
  },
  "HeaderSuccession: a fork": {
    lies: () => ({
      plan: [A, A, A].map((log, i) => ({ log, nonces: [i] })),
      header: (h, position) => (position === 2 ? { ...h, number: 1 } : h),
    }),
  },
  "MalformedLeaf: no header": {
    lies: () => ({ headerBytes: (bytes, position) => (position === 2 ? bytes.with(0, 9) : bytes) }),
  },
  "MalformedLeaf: a header before its own": {
    lies: () => ({ header: (h, position) => (position === 2 ? { ...h, prevLeaf: 9 } : h) }),
  },
  "MalformedLeaf: a header that is dated ahead": {
    lies: () => ({ header: (h, position) => (position === 2 ? { ...h, closedAt: NOW + 7_200_000 } : h) }),
  },
  ForeignLog: {
    lies: () => {
      const log = fromHex(logId(stranger(), A));
      return {
        entry: (e, _, of) => (of === A ? e : { ...e, log, prev: log }),
        header: (h, position) => (position === 1 ? { ...h, log, prevHead: log } : h),
      };
    },
    given: async () => ({ foreignLogs: [{ owner: stranger(), log: A }] }),
  },
  "MalformedLeaf: no entry": { lies: () => ({ entry: (e, i) => (i === 4 ? { ...e, index: 9 } : e) }) },
  Replay: { lies: () => ({ entry: (e, i) => (i === 3 ? { ...e, nonce: new Uint8Array(32).with(31, 1) } : e) }) },
  "ForgedAction: another's signature": {
    lies: async () => {
      const { signature } = await signActionFor(town.operator, wallets[0]!, A, 1);
      return { action: (action, i) => (i === 4 ? { ...action, signature } : action) };
    },
  },
  "ForgedAction: without payloads": {
    lies: async () => {
      const { signature } = await signActionFor(town.operator, wallets[0]!, A, 1);
      return { action: (action, i) => (i === 4 ? { ...action, signature } : action) };
    },
    given: async ({ read, operator }) => ({ records: exportRecords(async () => withholding(read), operator) }),
  },
  "ForgedAction: a wallet that is none": {
    lies: () => ({ entry: (e, i) => (i === 4 ? { ...e, scheme: 1, verifiedBlock: 3 } : e) }),
    given: async () => {
      const owner = wallets[5 % 3]!;
      const signature = await signExternallyOwned(town.operator, owner);
      return { ownedAccounts: [{ account: owner.address, signature }] };
    },
  },
  "WrongPrior: an act is skipped": { lies: () => about(3, { prior: 0 }) },
  "WrongPrior: an ask": { lies: () => about(3, { prior: 2 }) },
  "WrongPrior: by another than the holder": { lies: () => ({ plan: objectPlan({ 3: { by: 0 } }) }) },
  "WrongPrior: another holder is told": { lies: () => about(2, { holder: OTHER }) },
  "WrongObject: another object": { lies: () => about(4, { objectKey: new Uint8Array(32).fill(7), prior: undefined }) },
  "WrongObject: another holder than named": { lies: () => about(1, { holder: ANYBODY }) },
  "WrongObject: a first holder that nobody named": {
    lies: () => ({ entry: (e, i) => (i === 1 ? { ...e, holder: OTHER } : e) }),
  },
  "WrongObject: after its deadline": {
    lies: () => ({ plan: objectPlan({ 1: { fields: { ...seat(W1), deadline: NOW / 1000 - 1 } } }) }),
  },
  WrongCarry: { lies: () => about(4, { holder: OTHER }) },
};
const OTHER = new Uint8Array(20).fill(0xe8);
/** The faults by their codes (protocol/5-contracts §3). */
const FAULTS = [
  "EntryEquivocation",
  "CheckpointEquivocation",
  "EntrySuccession",
  "HeaderSuccession",
  "MalformedLeaf",
  "ForeignLog",
  "Replay",
  "ForgedAction",
  "WrongCommitment",
  "WrongPrior",
  "WrongObject",
  "WrongCarry",
];

const stranger = () => ({ ...town.operator, operator: `0x${"77".repeat(20)}` as const });

async function receipts(kept: readonly object[]): Promise<Partial<WatchOptions>> {
  const receipts = join(folder, "receipts");
  await mkdir(receipts);
  for (const [i, receipt] of kept.entries()) await writeFile(join(receipts, `${i}.json`), JSON.stringify(receipt));
  return { receipts, logs: [A] };
}

/** A receipt that the operator's key signs for another entry at an index. */
function other({ operator, logs }: Dishonest, index: number, acceptedAt = NOW + 500) {
  const entry = decodeEntry(logs.get(A)!.entries[1]!.bytes);
  return signReceipt(operator, encodeEntry({ ...entry, index, acceptedAt }), keys.receiptKey);
}

/** Publishes another batch log than the anchored one, from the same headers. */
async function tiles(made: Dishonest, order: readonly number[]): Promise<Partial<WatchOptions>> {
  const headers = order.map((i) => made.batches[i]!.bytes);
  const root = treeRoot(buildTree(headers.map(hashHeader)));
  const checkpoint = await signCheckpoint(made.operator, { size: headers.length, root }, keys);
  const source = tileFolder(join(folder, "tiles"));
  await publishTiles(source, { checkpoint, entries: async (start, end) => headers.slice(start, end) });
  const noteKey = ed25519NoteKey(checkpointOrigin(made.operator), keys.noteKey.publicKey);
  return { tiles: { source, noteKey } };
}

/** An export with one more note: the anchored root with another size. */
async function anotherNote({ operator, leaves, read }: Dishonest, size: number): Promise<Partial<WatchOptions>> {
  const note = await signCheckpoint(operator, { size, root: treeRoot(buildTree(leaves)) }, keys);
  const manifest = JSON.parse((await read("manifest.json"))!) as { checkpoints: string[] };
  const files = new Map([
    ["manifest.json", JSON.stringify({ ...manifest, checkpoints: [...manifest.checkpoints, String(size)] })],
    [`checkpoints/${size}`, note],
  ]);
  return { records: exportRecords(async () => async (name) => files.get(name) ?? read(name), operator) };
}

const act = () => ({ walletClient: town.anvil.writer(watcher).walletClient, budget: 10n ** 18n });

const open = (made: Dishonest, more: Partial<WatchOptions>): Promise<Watch> =>
  openWatch({
    operator: town.operator,
    clients: [town.anvil.client],
    contracts: town.contracts,
    state: join(folder, "state.json"),
    duties: ["report"],
    records: exportRecords(async () => made.read, town.operator),
    audit: false,
    ...more,
  });

/** The faults that were proven on the chain, by their reporters. */
async function proven() {
  const { faultProofs: address } = town.contracts;
  const logs = await town.anvil.client.getLogs({ address, fromBlock: 0n, toBlock: "latest" });
  return parseEventLogs({ abi: faultProofsAbi, eventName: "FaultProven", logs }).map(({ args, blockNumber }) => ({
    ...args,
    reporter: args.reporter.toLowerCase(),
    block: blockNumber,
  }));
}

/** The freezes of the operator's logs, by the registry. */
async function frozen() {
  const { registry, operator } = town.operator;
  const call = { address: registry, abi: anchorRegistryAbi } as const;
  const logs = [BATCH_LOG, logId(town.operator, A), logId(town.operator, "b.example"), logId(stranger(), A)];
  const freezes = await Promise.all(
    logs.map((log) => town.anvil.client.readContract({ ...call, functionName: "freezes", args: [operator, log] })),
  );
  return freezes.flat();
}

describe("a dishonest operator", () => {
  it("has a case here for each fault of the contract", () => {
    const known = faultProofsAbi.flatMap((item) =>
      item.type === "function" ? [/^prove(.*)/.exec(item.name)?.[1]] : [],
    );
    const shown = [...Object.keys(CASES).map(faultOf), "WrongCommitment"];
    expect([...new Set(shown)].sort()).toEqual(known.filter((name) => name !== undefined).sort());
    expect([...FAULTS].sort()).toEqual([...new Set(shown)].sort());
  });

  const cases = firstOfEach(Object.entries(CASES), ([name]) => faultOf(name));
  it.each(cases)("that commits %s is found, and proven guilty", async (name, { lies, given }) => {
    const fault = faultOf(name);
    const made = await makeHistory(town.operator, await lies?.());
    await town.anchor(made);
    const more = (await given?.(made)) ?? {};
    const dry = await open(made, more);
    const said = await dry.pass();
    await dry.close();
    expect(said.alarms.filter(({ type }) => type === "fault.found").map(({ data }) => data["fault"])).toContain(fault);
    expect(said).toMatchObject({ exitCode: 1, errors: [] });
    const would = said.outcomes.filter(({ message }) => message.startsWith(`prove ${fault}:`));
    expect(would.map(({ state }) => state)).toContain("would");
    expect(would[0]!.cost).toBeGreaterThan(0n);
    expect(await town.stake()).toMatchObject({ status: "open" });

    const before = await town.creditOf(watcher);
    const { events, onEvent } = listen();
    const tower = await open(made, { ...more, act: act(), onEvent });
    await tower.pass();
    expect(await town.stake(), JSON.stringify(events)).toMatchObject({ status: "slashed", stake: 0n });
    const [first, ...others] = await proven();
    expect([first!, ...others].map(({ fault: code }) => FAULTS[code])).toContain(fault);
    expect(first).toMatchObject({ reporter: watcher.address.toLowerCase(), slashed: true });
    expect(await frozen()).not.toEqual([]);
    const { baseFeePerGas } = await town.anvil.client.getBlock({ blockNumber: first!.block });
    const { rewardGas, rewardFloor } = presets.local.stake;
    const price = baseFeePerGas! * BigInt(rewardGas);
    expect((await town.creditOf(watcher)) - before).toBe(price > rewardFloor ? price : rewardFloor);
    // One conviction is enough. Further findings freeze more, or are ignored.
    const sent = await town.nonceOf(watcher);
    const again = await tower.pass();
    expect(again.outcomes.every(({ state }) => state === "done")).toBe(true);
    expect(await town.nonceOf(watcher)).toBe(sent);
    await tower.close();
  });

  it("that publishes a signature without an action is asked for the action, and is silent: guilty", async () => {
    const honest = await makeHistory(town.operator);
    const { bytes, action } = honest.logs.get(A)!.entries[4]!;
    const { digest, signature } = forgeSignature({ digest: decodeEntry(bytes).digest, signature: action.signature });
    const signatureHash = hashSignature(signature);
    const made = await makeHistory(town.operator, {
      entry: (e, i) => (i === 4 ? { ...e, digest, signatureHash } : e),
    });
    await town.anchor(made);
    const read = withholding(made.read, (signed, i, log) => (log === A && i === 4 ? { ...signed, signature } : signed));
    const records = exportRecords(async () => read, town.operator);
    const tower = await open(made, { records, duties: ["ask", "settle"], act: act() });
    const { alarms, outcomes } = await tower.pass();
    expect(alarms.map(({ type }) => type)).toEqual(["record.missing", "action.sent"]);
    expect(alarms[0]!.message).toMatch(/lacks the signature of entry 1 of the batch at 2, or the action/);
    expect(outcomes.map(({ state, data }) => [state, data["kind"], data["index"]])).toEqual([["sent", "action", 4]]);
    await town.anvil.advance(presets.local.timing.responseTime + 1);
    await tower.pass();
    await tower.close();
    expect(await town.stake()).toMatchObject({ status: "slashed" });
    expect(await frozen()).toMatchObject([{ from: 4n }]);
  });

  it("cannot hide a fault in one log behind many faults in another", async () => {
    const B = "b.example";
    const made = await makeHistory(town.operator, {
      plan: [
        { log: A, nonces: Array.from({ length: 110 }, (_, i) => i) },
        { log: B, nonces: [200, 201, 202, 203], actors: [0, 0, 0, 0] },
      ],
      entry: (e, i, of) => (of === A || i === 2 ? { ...e, nonce: new Uint8Array(32).with(31, 200) } : e),
    });
    await town.anchor(made);
    const tower = await open(made, { act: act() });
    await tower.pass();
    await tower.close();
    const { registry, operator } = town.operator;
    const call = { address: registry, abi: anchorRegistryAbi, functionName: "freezes" } as const;
    const freezes = await town.anvil.client.readContract({ ...call, args: [operator, logId(town.operator, B)] });
    expect(freezes).toMatchObject([{ from: 2n }]);
  });

  it("that has left is proven guilty once, which freezes its log and takes no stake", async () => {
    const made = await makeHistory(town.operator, await CASES["Replay"]!.lies!());
    await town.anchor(made);
    await requestExit(town.chain, town.operator);
    await town.anvil.advance(MAX_ANCHOR_DELAY + 300);
    await completeExit(town.chain, town.operator);
    const tower = await open(made, { act: act() });
    expect((await tower.pass()).outcomes.map(({ state }) => state)).toContain("sent");
    const sent = await town.nonceOf(watcher);
    expect((await tower.pass()).outcomes.map(({ state }) => state)).not.toContain("sent");
    expect(await town.nonceOf(watcher)).toBe(sent);
    expect(await town.stake()).toMatchObject({ status: "exited" });
    expect(await frozen()).not.toEqual([]);
    await tower.close();
  });

  it("that commits WrongCommitment is asked leaf by leaf, and its answers prove the guilt", async () => {
    const made = await makeHistory(town.operator, { commitment: (value, i) => (i === 4 ? value - 1n : value) });
    const stored = await town.anchor(made);
    const held = await readHeldExport(made.read, stored);
    const tower = await open(made, { duties: ["ask", "report"], act: act() });
    const asked: string[] = [];
    for (let i = 0; i < 8 && (await town.stake()).status === "open"; i++) {
      const { outcomes } = await tower.pass();
      for (const { state, key, data } of outcomes) {
        if (state !== "sent" || !key.startsWith("ask")) continue;
        asked.push(`${String(data["kind"])} ${String(data["index"])}`);
        await sendAnswer(town.chain, town.contracts.challenges, dishonestAnswer(made, held, Number(data["index"])));
      }
    }
    expect(asked).toEqual(["entry 3", "entry 4"]);
    expect(await town.stake()).toMatchObject({ status: "slashed" });
    expect((await proven()).map(({ fault }) => FAULTS[fault])).toEqual(["WrongCommitment"]);
    await tower.close();
  });
});

/** The operator's own answer, with its real commitments. */
function dishonestAnswer(made: Dishonest, held: HeldExport, index: number): ChallengeAnswer {
  const log = logId(town.operator, A);
  const honest = makeAnswer(held, { operator: town.operator.operator, kind: "entry", log, index });
  const args = [...honest.args];
  args[5] = zkPathOf(made.batches[2]!, index - 3) as never;
  return { ...honest, args } as unknown as ChallengeAnswer;
}
