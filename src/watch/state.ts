/**
 * What a watchtower remembers: one file, replaced as a whole. What it did is not believed to be in there: that is looked
 * up on the chain.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { OperatorId } from "../action/domain.ts";
import type { ChallengeOpening } from "../dispute/openChallenges.ts";
import type { DisputeOpening } from "../dispute/openDisputes.ts";
import { utf8 } from "../encoding/bytes.ts";
import type { Hex } from "../encoding/hex.ts";
import { AnchorlogError } from "../errors.ts";
import { makeFolder } from "../folders.ts";
import { lockFile } from "../log/lock.ts";
import { writeWhole } from "../wholeFile.ts";

/** A block by number and hash. */
export type BlockMark = { readonly number: bigint; readonly hash: Hex };

/** A challenge that was answered, and the transaction that did it: what it shows can prove a fault. */
export type SeenAnswer = { readonly id: Hex; readonly transaction: Hex; readonly block: bigint };

/** A message that waits for its delivery. */
export type Queued = {
  /** The same at each attempt. */
  readonly id: string;
  /** The JSON text that is signed and sent. */
  readonly body: string;
  /** How often it was tried, and when it is tried next, Unix milliseconds. */
  attempts: number;
  due: number;
};

export type WatchState = {
  /** The block that it began to read from, where that was found. */
  from: bigint | undefined;
  /** The newest block that was read; and older ones, the newest first, to find where a reorganization began. */
  cursor: BlockMark | undefined;
  marks: BlockMark[];
  /** The cursor as it was when what had been read was last compared with the contracts. */
  confirmed: BlockMark | undefined;
  /** Open when they were last seen. */
  challenges: ChallengeOpening[];
  disputes: DisputeOpening[];
  answers: SeenAnswer[];
  /** When each alarm was raised, by its key; Unix milliseconds. */
  raised: Record<string, number>;
  queue: Queued[];
  /** Messages that were given up, since the state was made. */
  dropped: number;
  /** What was paid, or may be: wei, at Unix milliseconds. */
  spent: { at: number; readonly key: string; wei: bigint; isMined?: true }[];
  /** The published note that was seen last. */
  note: string | undefined;
  /** Receipts that were shown to be anchored, of those that can still be asked for. */
  shown: readonly string[];
  /** Since which block, by its time in Unix seconds, not all that is anchored is at hand. */
  unknownSince: number | undefined;
};

export type StateFile = {
  readonly state: WatchState;
  /** Writes all of it durably. */
  save(): Promise<void>;
  close(): void;
};

const FORMAT = "anchorlog.watch/1";
/** For its owner alone: what is found is told to whom it concerns, and to nobody else. */
const OWN = 0o600;

/**
 * Opens the state of a watchtower, or begins one. One process has it open at a time: `path-lock` beside it is the lock.
 *
 * @throws AnchorlogError `watch_locked`; `bad_state` where the file is damaged, or another operator's.
 */
export async function openStateFile(path: string, operator: OperatorId): Promise<StateFile> {
  const file = resolve(path);
  await makeFolder(dirname(file));
  const unlock = lockFile(file, "watch_locked");
  try {
    const state = existsSync(file) ? read(file, operator) : begin();
    let saving: Promise<void> = Promise.resolve();
    const save = (): Promise<void> => {
      const text = format(state, operator);
      saving = saving.catch(() => {}).then(() => writeWhole(file, utf8(text), { mode: OWN }));
      return saving;
    };
    await save();
    return { state, save, close: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Milliseconds that a message waits at most. */
const LONGEST_WAIT = 100_000_000;

/** Has times count as of now that a clock noted which was ahead: else they would hold for as long as it was ahead. */
export function setBack({ raised, spent, queue }: WatchState, now: number): void {
  for (const [name, at] of Object.entries(raised)) raised[name] = Math.min(at, now);
  for (const one of spent) one.at = Math.min(one.at, now);
  for (const message of queue) message.due = Math.min(message.due, now + LONGEST_WAIT);
}

function begin(): WatchState {
  return {
    from: undefined,
    cursor: undefined,
    marks: [],
    confirmed: undefined,
    challenges: [],
    disputes: [],
    answers: [],
    raised: {},
    queue: [],
    dropped: 0,
    spent: [],
    note: undefined,
    shown: [],
    unknownSince: undefined,
  };
}

/** Integers beyond what JSON has, as digits and an n: nothing else that is kept looks like that. */
const format = (state: WatchState, operator: OperatorId): string =>
  JSON.stringify({ format: FORMAT, operator: idOf(operator), state }, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );

const idOf = ({ chainId, registry, operator }: OperatorId) => `${chainId}/${registry}/${operator}`;

function read(file: string, operator: OperatorId): WatchState {
  const found = parse(readFileSync(file, "utf8"));
  if (found?.format !== FORMAT || !isState(found.state)) {
    throw new AnchorlogError("bad_state", `${file} is not the state of a watchtower, or is damaged`, {
      fix: "name another file, or move it away: a new one reads the chain again, and does nothing twice",
    });
  }
  if (found.operator === idOf(operator)) return { ...begin(), ...found.state };
  throw new AnchorlogError("bad_state", `${file} is the state of a watchtower over ${String(found.operator)}`, {
    fix: "give each operator that is watched a file of its own",
  });
}

function parse(text: string): { format?: unknown; operator?: unknown; state?: unknown } | undefined {
  try {
    return Object(
      JSON.parse(text, (_, value: unknown) =>
        typeof value === "string" && /^\d{1,80}n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
      ),
    ) as { format?: unknown };
  } catch {
    return undefined;
  }
}

function isState(value: unknown): value is WatchState {
  const {
    marks,
    challenges,
    disputes,
    answers,
    queue,
    spent,
    raised,
    shown = [],
  } = Object(value) as Partial<WatchState>;
  const lists: unknown[] = [marks, challenges, disputes, answers, queue, spent, shown];
  return lists.every(Array.isArray) && typeof raised === "object" && raised !== null;
}
