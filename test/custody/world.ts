/**
 * An operator with two logs, and what the registry says of its batches. Times are Unix seconds, and the waits are those
 * of test/contracts/RegistryTest.sol. Entries are the product's own: honest ones are judged and placed as a store does.
 */
import { defineActions } from "anchorlog/action";
import { actionObject, type ActionObject } from "../../src/action/object.ts";
import { NOBODY, PART_ACT } from "../../src/action/part.ts";
import { equalBytes } from "../../src/base/bytes.ts";
import { judgeDraft, placeDraft } from "../../src/log/chain.ts";
import { decodeEntry, encodeEntry, type Entry } from "../../src/log/entry.ts";
import type { NewestAct } from "../../src/log/link.ts";
import type { Head } from "../../src/log/store.ts";

export const START = 1_800_000_000;
export const FINALITY = 8;
export const INTERVAL = 2;
export const ANCHOR_DELAY = 4;
export const RESPONSE_TIME = 2;
export const CHALLENGE_WINDOW = 5;
/** In gwei. */
export const MINIMUM_STAKE = 1e9;
const RING_LENGTH = 10;
export const FAR_DEADLINE = 1_900_000_000;

/** An account's 20 bytes, by its number. */
export type Account = Uint8Array;
const account = (number: number): Account => new Uint8Array(20).fill(number);
export const ISSUER = account(1);
export const THIEF = account(5);
/** A contract wallet: it mints, and it holds, but cannot act upon what it holds. Its code changes. */
export const WALLET = account(6);
export const OPERATOR = account(7);
export const PEOPLE: readonly Account[] = [account(2), account(3), account(4)];
export const same = equalBytes;

const HELD = { objectId: "string", holder: "address" } as const;
const { kinds } = defineActions({
  Mint: HELD,
  MovedMint: HELD,
  Transfer: HELD,
  Rename: { objectId: "string", to: "address" },
  Redeem: { ...HELD, gate: "address" },
  Move: { ...HELD, toLog: "bytes32" },
});
export type KindName = "Mint" | "MovedMint" | "Transfer" | "Rename" | "Redeem" | "Move" | "Ask" | "HttpRequest";

/** An action that somebody signed, or that the operator made up. */
export type Action = {
  readonly kind: KindName;
  readonly log: number;
  readonly actor: Account;
  readonly nonce: number;
  readonly deadline: number;
  readonly id: string;
  /** The second member; the holder, if the kind names one. */
  readonly party: Account;
  /** Third member of a `Redeem`. */
  readonly gate: Account;
  /** Third member of a `Move`. */
  readonly to: number;
  readonly isSigned: boolean;
  /** The wallet's code that accepts the signature, if the actor is the wallet. */
  readonly code: number;
  readonly digest: Uint8Array;
  readonly said: ActionObject;
};

/** A batch that is closed. */
export type Batch = { readonly log: number; readonly position: number; readonly last: number };
/** An entry, with its action and its place. */
export type Placed = {
  readonly number: number;
  readonly entry: Entry;
  readonly bytes: Uint8Array;
  /** The number of the first entry with these bytes. */
  hash: number;
  readonly action: Action;
  /** Whether the operator publishes it with its signature. */
  isPublished: boolean;
  /** Whether a call has shown it. */
  isShown: boolean;
  /** Whether a call has shown its action and signature. */
  isOpened: boolean;
  batch: Batch | undefined;
};

type LogState = {
  readonly id: Uint8Array;
  head: Head;
  readonly newest: Map<string, NewestAct>;
  readonly nonces: Map<string, Placed>;
  readonly pending: Placed[];
};
type Freeze = { readonly from: number; readonly size: number };
export type Checkpoint = { readonly time: number; readonly size: number };
/** The batch log's index in the list of freezes, after the two logs. */
export const BATCH_LOG = 2;

export type World = {
  now: number;
  readonly logs: readonly LogState[];
  readonly placed: Placed[];
  readonly batches: Batch[];
  readonly checkpoints: Checkpoint[];
  readonly freezes: readonly Freeze[][];
  hasLeft: boolean;
  /** When the stake of an operator that left can be paid out. */
  exitableFrom: number;
  hasExited: boolean;
  /** The operator's final size at the slash; undefined if it was not slashed. */
  slashedAt: number | undefined;
  nonce: number;
  /** The number of the wallet's present code. Each code accepts only signatures that were made for it. */
  code: number;
  /** The hashes of the entries that are attested. */
  readonly attested: Set<number>;
};

const LOG_IDS = [0xa0, 0xb0].map((byte) => new Uint8Array(32).fill(byte));

export const createWorld = (): World => ({
  now: START,
  logs: LOG_IDS.map((id) => ({
    id,
    head: { size: 0, hash: id, acceptedAt: 0 },
    newest: new Map(),
    nonces: new Map(),
    pending: [],
  })),
  placed: [],
  batches: [],
  checkpoints: [],
  freezes: [...LOG_IDS, undefined].map(() => []),
  hasLeft: false,
  exitableFrom: 0,
  hasExited: false,
  slashedAt: undefined,
  nonce: 0,
  code: 0,
  attested: new Set(),
});

// Actions

const saids = new Map<string, ActionObject>();

/** What an action says of its object, by the product's rules. */
function saidOf(kind: KindName, id: string, party: Account): ActionObject {
  const key = `${kind} ${id} ${party[0]}`;
  const known = saids.get(key);
  if (known !== undefined) return known;
  const { object } = kinds.get(kind)!;
  const word = kind === "Ask" ? keyOf(id) : new Uint8Array(32).fill(id.codePointAt(0)!);
  const said = actionObject({ object }, [word, new Uint8Array([...new Uint8Array(12), ...party])]);
  saids.set(key, said);
  return said;
}

/** The key of the object with this id. */
export const keyOf = (id: string): Uint8Array => saidOf("Mint", id, NOBODY).objectKey;

type Wanted = Pick<Action, "kind" | "actor" | "id"> & Partial<Action>;

export function act(world: World, wanted: Wanted): Action {
  const { kind, id, log = 0, party = NOBODY, gate = NOBODY, to = 0, isSigned = true, deadline = FAR_DEADLINE } = wanted;
  const serial = world.nonce++;
  const { nonce = serial, code = world.code } = wanted;
  const digest = nonceBytes(serial);
  return { ...wanted, log, nonce, deadline, party, gate, to, isSigned, code, digest, said: saidOf(kind, id, party) };
}

// The operator

const nonceBytes = (nonce: number): Uint8Array => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(28, nonce);
  return bytes;
};
const nonceKey = ({ actor, nonce }: Pick<Action, "actor" | "nonce">): string => `${actor[0]} ${nonce}`;

/** The entry that an honest operator would write now, unless it refuses the action. */
export function nextEntry(world: World, action: Action): { entry: Entry; head: Head; refused: string | undefined } {
  const state = world.logs[action.log]!;
  const { part, objectKey, named } = action.said;
  const isWallet = same(action.actor, WALLET);
  const bytes = encodeEntry({
    log: state.id,
    index: 0,
    prev: state.id,
    actor: action.actor,
    nonce: nonceBytes(action.nonce),
    digest: action.digest,
    signatureHash: action.digest,
    scheme: isWallet ? 1 : 0,
    verifiedBlock: isWallet ? 7 : 0,
    acceptedAt: 0,
    part,
    objectKey,
    prior: undefined,
    holder: named ?? NOBODY,
  });
  const newest = part === 0 ? undefined : state.newest.get(keyText(objectKey));
  const used = state.nonces.get(nonceKey(action));
  const acceptedAt = Math.max(1000 * world.now, state.head.acceptedAt);
  const usedNonce = used && { index: used.entry.index, digest: used.entry.digest, entry: undefined };
  const judged = judgeDraft({ deadline: String(action.deadline) }, bytes, usedNonce, acceptedAt, newest, {
    maxDeadlineAhead: FAR_DEADLINE,
  });
  const head = placeDraft(bytes, state.head, 1000 * world.now, named !== undefined, newest);
  const refused = judged === undefined || judged === "retry" ? judged : judged.status === "refused" ? judged.code : "";
  return { entry: decodeEntry(bytes), head, refused: isValid(world, action) ? refused : (refused ?? "bad_signature") };
}

/** Whether the actor stands by its signature now. */
const isValid = (world: World, { actor, isSigned, code }: Action): boolean =>
  isSigned && (!same(actor, WALLET) || code === world.code);

/** Appends an entry, honest or not. Later entries build on it. */
export function append(world: World, action: Action, entry: Entry, isPublished = true): Placed {
  const state = world.logs[action.log]!;
  const placed = place(world, action, entry, isPublished);
  state.head = { size: entry.index + 1, hash: hashOf(placed), acceptedAt: entry.acceptedAt };
  if (entry.part === PART_ACT) state.newest.set(keyText(entry.objectKey), entry);
  state.nonces.set(nonceKey(action), placed);
  state.pending.push(placed);
  return placed;
}

/** Forks a log: puts an entry, at an index that is already in use, into a second batch. */
export function fork(world: World, action: Action, entry: Entry, isPublished: boolean): Placed {
  const placed = place(world, action, entry, isPublished);
  const twin = world.placed.find(({ bytes }) => equalBytes(bytes, placed.bytes))!;
  placed.hash = twin.hash;
  placed.batch = { log: action.log, position: world.batches.length, last: entry.index };
  world.batches.push(placed.batch);
  return placed;
}

function place(world: World, action: Action, entry: Entry, isPublished: boolean): Placed {
  const number = world.placed.length;
  const bytes = encodeEntry(entry);
  const flags = { isPublished, isShown: false, isOpened: false };
  const placed: Placed = { number, entry, bytes, hash: number, action, ...flags, batch: undefined };
  world.placed.push(placed);
  return placed;
}

/** A stand-in for the hash, which differs where the bytes do. */
function hashOf({ hash }: Placed): Uint8Array {
  return nonceBytes(0x1000_0000 + hash);
}

export function closeBatch(world: World, log: number): void {
  const { pending } = world.logs[log]!;
  const last = pending.at(-1);
  if (last === undefined) return;
  const batch = { log, position: world.batches.length, last: last.entry.index };
  for (const placed of pending) placed.batch = batch;
  world.batches.push(batch);
  pending.length = 0;
}

/** `OperatorStake.requestExit`. */
export function requestExit(world: World): void {
  world.hasLeft = true;
  world.exitableFrom = world.now + FINALITY + ANCHOR_DELAY;
}

/** `Attestations.attest`. */
export function attest(world: World, { entry, action, hash }: Placed): string | undefined {
  if (entry.scheme === 0) return "WrongScheme";
  if (!isValid(world, action)) return "NotStoodBy";
  world.attested.add(hash);
  return undefined;
}

export const inStanding = ({ hasLeft, slashedAt }: World): boolean => !hasLeft && slashedAt === undefined;

/** Whether the operator may anchor, and has something to anchor. */
export function mayAnchor(world: World): boolean {
  const { time, size } = newestCheckpoint(world);
  return inStanding(world) && world.batches.length > size && world.now >= time + INTERVAL;
}

export function anchor(world: World): void {
  world.checkpoints.push({ time: world.now, size: world.batches.length });
}

// The registry

const NO_CHECKPOINT: Checkpoint = { time: 0, size: 0 };
export const newestCheckpoint = ({ checkpoints }: World): Checkpoint => checkpoints.at(-1) ?? NO_CHECKPOINT;

/** The number of headers that are final. */
export function finalSize({ checkpoints, now }: World): number {
  return checkpoints.findLast(({ time }) => time <= now - FINALITY)?.size ?? 0;
}

export const isAnchored = (world: World, { batch }: Placed): boolean =>
  batch !== undefined && batch.position < newestCheckpoint(world).size;

/** The newest checkpoint that is final; before there is one, the newest. Evidence is shown under it. */
export function sequenceFor({ checkpoints, now }: World, { batch }: Placed): number {
  const final = checkpoints.findLastIndex(({ time }) => time <= now - FINALITY);
  return final >= 0 && checkpoints[final]!.size > batch!.position ? final : checkpoints.length - 1;
}

/** The sequence of the first checkpoint that covers an entry; -1 if it is not anchored. */
export const firstToCover = ({ checkpoints }: World, { batch }: Placed): number =>
  batch === undefined ? -1 : checkpoints.findIndex(({ size }) => size > batch.position);

export const isStored = ({ length }: readonly Checkpoint[], sequence: number): boolean =>
  sequence >= 0 && sequence < length && length - sequence <= RING_LENGTH;

/** The error of `AnchorRegistry.checkpointAt`, or of a proof under that checkpoint. */
export function whyNotAnchored({ checkpoints }: World, { batch }: Placed, sequence: number): string | undefined {
  if (!isStored(checkpoints, sequence)) return "CheckpointNotStored";
  return batch!.position < checkpoints[sequence]!.size ? undefined : "IndexOutOfRange";
}

/** The error of `AnchorRegistry.finalCheckpointAt`. */
export function whyNotFinal(world: World, { batch }: Placed, sequence: number): string | undefined {
  const { checkpoints, now, freezes } = world;
  if (!isStored(checkpoints, sequence)) return "CheckpointNotStored";
  const { time, size } = checkpoints[sequence]!;
  if (now < time + FINALITY) return "CheckpointNotFinal";
  const { log, position, last } = batch!;
  if (position >= size) return "IndexOutOfRange";
  const limitIn = (list: readonly Freeze[], at: number) => list.find(({ from }) => at >= from)?.size ?? Infinity;
  const limit = Math.min(limitIn(freezes[log]!, last), limitIn(freezes[BATCH_LOG]!, position));
  return position >= limit ? "BatchFrozen" : undefined;
}

/** Whether an entry is final, under any checkpoint. */
export function isFinal(world: World, placed: Placed): boolean {
  return placed.batch !== undefined && whyNotFinal(world, placed, sequenceFor(world, placed)) === undefined;
}

/** `OperatorStake.checkBeforeSlash`. */
export const isAfterSlash = ({ slashedAt }: World, { batch }: Placed): boolean =>
  slashedAt !== undefined && batch!.position >= slashedAt;

/**
 * A judge convicts: the log is frozen from an index on, or the batch log from a position on, and the stake is gone.
 * Nothing is left to take of an operator that has its stake back.
 */
export function convict(world: World, log: number, from: number): void {
  const size = finalSize(world);
  const list = world.freezes[log]!;
  if (list.every((freeze) => from < freeze.from)) list.push({ from, size });
  if (!world.hasExited) world.slashedAt ??= size;
}

// `objectKey` as a map's key: model keys differ in four bytes.
export const keyText = (key: Uint8Array): string => `${key[0]} ${key[1]} ${key[2]} ${key[3]}`;
