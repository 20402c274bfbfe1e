/**
 * An operator that may lie in any field of its entries, headers and checkpoints. Everything that follows is built
 * honestly on the lie.
 */
import { encodeMessage, hashDomain, logId, hashSignature, type SignedAction } from "anchorlog/action";
import { signCheckpoint, hashHeader, encodeHeader, hashCheckpoint, type Header } from "anchorlog/batch";
import { toHex, type AnchorlogOptions } from "anchorlog";
import { buildZkTree, commitment, zkTreePath, type CommitmentInput, type ZkTree } from "../../src/batch/zk.ts";
import { bytesToUint, concat, uintToBytes } from "../../src/base/bytes.ts";
import { fromHex } from "../../src/base/hex.ts";
import { encodeEntry, hashEntry, type Entry } from "../../src/log/entry.ts";
import { buildTree, consistencyProof, treeRoot } from "../../src/crypto/merkle/tree.ts";
import { signReceipt, type Receipt } from "../../src/log/receipt/receipt.ts";
import {
  openAction,
  openHistory,
  readEntry,
  type AnchoredHistory,
  type StoredCheckpoint,
  type ZkPath,
} from "../../src/dispute/index.ts";
import { objectFields } from "../entries.ts";
import { exportOf } from "./exported.ts";
import { keys, NOW, signActionFor, types, wallets, type Fields } from "../operator.ts";

export type TestIdentity = AnchorlogOptions["operator"];

/** The replaced parts of the honest history. */
export type Lies = {
  /** Changes an entry before it is placed in its batch. */
  readonly entry?: (entry: Entry, index: number, log: string) => Entry;
  /** Changes an entry's bytes. */
  readonly entryBytes?: (bytes: Uint8Array, index: number, log: string) => Uint8Array;
  readonly header?: (header: Header, position: number) => Header;
  readonly headerBytes?: (bytes: Uint8Array, position: number) => Uint8Array;
  readonly commitment?: (commitment: bigint, index: number, log: string) => bigint;
  readonly action?: (action: SignedAction, index: number, log: string) => SignedAction;
  /** Batches in the order of closing. */
  readonly plan?: readonly Planned[];
  /** Sizes of the batch log that are anchored. */
  readonly sizes?: readonly number[];
  /** The operator's clock, Unix milliseconds. */
  readonly now?: number;
  /** Whether its clock stands still. */
  readonly stands?: boolean;
};

/** A batch: its log and, in order, the nonces of its entries and the actors that use them; by default, wallets in turn. */
export type Planned = {
  readonly log: string;
  readonly nonces: readonly (number | bigint)[];
  /** Positions in {@link actors}. */
  readonly actors?: readonly number[];
  /** The signed fields; by default a `Transfer` of a separate object. */
  readonly fields?: readonly Fields[];
};

/** Contract wallets. Each accepts a signature by its owner's key. */
const contractWallets = (["c1", "c2"] as const).map((digits, i) => ({
  ...wallets[i]!,
  address: `0x${digits.repeat(20)}` as const,
}));

/** All actors: the wallets, then the contract wallets. */
export const actors = [...wallets, ...contractWallets];

const PLAN: readonly Planned[] = [
  { log: "a.example", nonces: [0, 1, 2] },
  { log: "b.example", nonces: [3] },
  { log: "a.example", nonces: [4, 5] },
];

export type MadeEntry = { bytes: Uint8Array; action: SignedAction; receipt: Receipt };
export type MadeBatch = { log: string; entries: MadeEntry[]; zkTree: ZkTree; bytes: Uint8Array };

export type Dishonest = Awaited<ReturnType<typeof makeHistory>>;

type LogState = { entries: MadeEntry[]; previous?: { position: number; bytes: Uint8Array; header: Header } };

export async function makeHistory(operator: TestIdentity, lies: Lies = {}) {
  const logs = new Map<string, LogState>();
  const batches: MadeBatch[] = [];
  for (const planned of lies.plan ?? PLAN) {
    const state = logs.get(planned.log) ?? { entries: [] };
    logs.set(planned.log, state);
    const start = state.entries.length;
    for (const [i, nonce] of planned.nonces.entries()) {
      const actor = actors[planned.actors?.[i] ?? Number(nonce) % 3]!;
      const deadline = Math.floor((lies.now ?? NOW) / 1000) + 60;
      const fields = { deadline, ...planned.fields?.[i] };
      const signed = await signActionFor(operator, actor, planned.log, nonce, fields);
      state.entries.push(await makeEntry(operator, planned.log, signed, actor, state, lies));
    }
    batches.push(makeBatch(operator, planned.log, state, start, batches.length, lies));
  }
  const leaves = batches.map(({ bytes }) => hashHeader(bytes));
  const sizes = lies.sizes ?? [1, batches.length];
  const rootAt = (size: number) => treeRoot(buildTree(leaves.slice(0, size)));
  const anchors = await Promise.all(
    sizes.map(async (size, i) => ({
      size,
      root: toHex(rootAt(size)),
      proof: i === 0 ? [] : consistencyProof(buildTree(leaves.slice(0, size)), sizes[i - 1]!).map(toHex),
      signature: await keys.anchorKey.sign({ hash: toHex(hashCheckpoint(operator, { size, root: rootAt(size) })) }),
    })),
  );
  const notes = new Map<number, string>();
  for (const size of sizes) notes.set(size, await signCheckpoint(operator, { size, root: rootAt(size) }, keys));
  const rows = new Map(
    [...logs].map(([name, { entries }]) => [
      name,
      entries.map(({ bytes, action, receipt }) => ({ bytes, action, receipt: receipt.signature })),
    ]),
  );
  const headers = batches.map(({ bytes }) => bytes);
  return { operator, batches, logs, anchors, notes, leaves, read: exportOf(operator, types, rows, headers, notes) };
}

async function makeEntry(
  operator: TestIdentity,
  log: string,
  signed: SignedAction,
  actor: (typeof actors)[number],
  state: LogState,
  lies: Lies,
): Promise<MadeEntry> {
  const index = state.entries.length;
  const action = lies.action?.(signed, index, log) ?? signed;
  const encoded = encodeMessage(types.kinds.get(action.primaryType)!, action.message, domainOf(operator));
  const id = fromHex(logId(operator, log));
  const last = state.entries.at(-1);
  // Entries after a lie build on it.
  const before = state.entries.flatMap(({ bytes }) => readEntry(bytes) ?? []);
  const honest: Entry = {
    log: id,
    index,
    prev: last === undefined ? id : hashEntry(last.bytes),
    actor: fromHex(action.message.actor),
    nonce: uintToBytes(BigInt(action.message.nonce), 32),
    digest: encoded.digest,
    signatureHash: hashSignature(action.signature),
    ...(contractWallets.includes(actor) ? { scheme: 1, verifiedBlock: 7 } : { scheme: 0, verifiedBlock: 0 }),
    acceptedAt: timeOf(lies, 10 * index),
    ...objectFields(encoded, before),
  };
  const written = encodeEntry(lies.entry?.(honest, index, log) ?? honest);
  const bytes = lies.entryBytes?.(written, index, log) ?? written;
  // The receipt is signed before the lie about its entry.
  return { bytes, action, receipt: await signReceipt(operator, encodeEntry(honest), keys.receiptKey) };
}

function makeBatch(
  operator: TestIdentity,
  log: string,
  state: LogState,
  start: number,
  position: number,
  lies: Lies,
): MadeBatch {
  const entries = state.entries.slice(start);
  const commitments = entries.map((entry, i) => {
    const honest = commitmentOf(operator, entry);
    return lies.commitment?.(honest, start + i, log) ?? honest;
  });
  const zkTree = buildZkTree(concat(...commitments.map((value) => uintToBytes(value, 32))));
  const hashes = entries.map(({ bytes }) => hashEntry(bytes));
  const before = state.previous;
  const honest: Header = {
    log: fromHex(logId(operator, log)),
    number: before === undefined ? 0 : before.header.number + 1,
    start: before === undefined ? 0 : before.header.start + before.header.count,
    count: entries.length,
    prevLeaf: before?.position,
    parent: before === undefined ? new Uint8Array(32) : hashHeader(before.bytes),
    prevHead: before?.header.head ?? fromHex(logId(operator, log)),
    head: hashes.at(-1)!,
    root: treeRoot(buildTree(hashes)),
    zkRoot: uintToBytes(zkTree.root, 32),
    closedAt: timeOf(lies, 1000 + 10 * position),
  };
  const header = lies.header?.(honest, position) ?? honest;
  const bytes = lies.headerBytes?.(encodeHeader(header), position) ?? encodeHeader(header);
  state.previous = { position, bytes, header };
  return { log, entries, zkTree, bytes };
}

const timeOf = ({ now = NOW, stands = false }: Lies, after: number): number => (stands ? now : now + after);

const domainOf = ({ name, version, chainId, registry }: TestIdentity) =>
  hashDomain({ name, version, chainId, verifyingContract: registry });

/** The input of the commitment of an entry and its action. The entry's bytes may be malformed. */
export function commitmentInputOf(
  operator: TestIdentity,
  { bytes, action }: Pick<MadeEntry, "bytes" | "action">,
): CommitmentInput {
  const kind = types.kinds.get(action.primaryType)!;
  const { payloadWords } = encodeMessage(kind, action.message, domainOf(operator));
  const acceptedAt = Number(bytesToUint(bytes.subarray(198, 206)));
  return {
    actor: bytesToUint(bytes.subarray(73, 93)),
    nonce: bytesToUint(bytes.subarray(93, 125)),
    acceptedAt: Number.isSafeInteger(acceptedAt) ? acceptedAt : 0,
    entryHash: bytesToUint(hashEntry(bytes)),
    payloadType: kind.payloadType,
    words: payloadWords.map(bytesToUint),
  };
}

/** The commitment of an entry's bytes and its action. */
export const commitmentOf = (operator: TestIdentity, entry: Pick<MadeEntry, "bytes" | "action">): bigint =>
  commitment(commitmentInputOf(operator, entry));

/** The path at a position of the operator's own zk tree. */
export function zkPathOf({ zkTree }: MadeBatch, position: number): ZkPath {
  const leaf = bytesToUint(zkTree.levels[0]!.subarray(32 * position, 32 * position + 32));
  return { leaf, siblings: zkTreePath(zkTree, position).flat() };
}

/** The opening of an entry's action. */
export const openingOf = (operator: TestIdentity, { action }: MadeEntry) =>
  openAction(operator, types.kinds.get(action.primaryType)!, action.message);

/** The history for somebody who has all of the operator's bytes. */
export const held = (made: Dishonest, checkpoints: readonly StoredCheckpoint[]): AnchoredHistory =>
  openHistory({
    operator: made.operator,
    headers: made.batches.map(({ bytes }) => bytes),
    checkpoints,
    entries: (position) => made.batches[position]!.entries.map(({ bytes }) => bytes),
  });
