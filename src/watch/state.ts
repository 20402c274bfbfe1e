/**
 * A watchtower's state: one file, replaced as a whole. Whether an action was done is read from the chain, not from this
 * file.
 *
 * @module
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { OperatorId } from "../action/domain.ts";
import type { AnnouncementCursor } from "../dispute/gates/contests.ts";
import type { ChallengeOpening } from "../dispute/challenges/openChallenges.ts";
import type { DisputeOpening } from "../dispute/disputes/openDisputes.ts";
import { attempt } from "../base/attempt.ts";
import { utf8 } from "../base/bytes.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { makeFolder } from "../base/folders.ts";
import { lockFile } from "../store/lock.ts";
import { writeWhole } from "../base/wholeFile.ts";

/** A block by number and hash. */
export type BlockMark = { readonly number: bigint; readonly hash: Hex };

/** An answered challenge, and the transaction with the answer, which can prove a fault. */
export type SeenAnswer = { readonly id: Hex; readonly transaction: Hex; readonly block: bigint };

/** A message waiting for its delivery. */
export type Queued = {
  /** The message's id. All attempts to deliver the message send the same id. */
  readonly id: string;
  /** The JSON text that is signed and sent. */
  readonly body: string;
  /** Number of attempts so far, and the time of the next one in Unix milliseconds. */
  attempts: number;
  due: number;
};

export type WatchState = {
  /** The first block read, if it was searched for. */
  from: bigint | undefined;
  /** The newest block read, and older ones, newest first, to find the start of a reorganization. */
  cursor: BlockMark | undefined;
  marks: BlockMark[];
  /** The cursor when the events read so far were last checked against the contracts. */
  confirmed: BlockMark | undefined;
  /** Challenges that were open at the last read. */
  challenges: ChallengeOpening[];
  disputes: DisputeOpening[];
  answers: SeenAnswer[];
  /** The pending announcements at each gate. */
  gates: Record<Hex, AnnouncementCursor>;
  /** When each alarm was last raised, Unix milliseconds, and the id of that message; by the alarm's type and key. */
  raised: Record<string, { at: number; readonly id: string }>;
  queue: Queued[];
  /** Number of messages given up since the state was created. */
  dropped: number;
  /** Wei that was paid or may be paid, with its time in Unix milliseconds. */
  spent: { at: number; readonly key: string; wei: bigint; isMined?: true }[];
  /** The last published note seen. */
  note: string | undefined;
  /** Receipts that were shown to be anchored, of the receipts that can still be asked for. */
  shown: readonly string[];
  /** Set while the records do not reach the newest checkpoint: block time in Unix seconds since when. */
  unknownSince: number | undefined;
};

type StateFile = {
  readonly state: WatchState;
  /** Writes the whole state durably. */
  save(): Promise<void>;
  close(): void;
};

const FORMAT = "anchorlog.watch/1";
/** Only the owner may read the file, since findings are confidential. */
const OWN = 0o600;

/**
 * Opens a watchtower's state, or creates it. Only one process can open it at a time: the lock is `path-lock` beside it.
 *
 * @throws AnchorlogError `watch_locked`; `unwritable` if the lock cannot be made; `bad_state` if the file is damaged, or
 * another operator's.
 */
export async function openStateFile(path: string, operator: OperatorId): Promise<StateFile> {
  const file = resolve(path);
  await makeFolder(dirname(file));
  const { unlock } = lockFile(file, "watch_locked");
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

/** Longest wait of a message in milliseconds. */
const LONGEST_WAIT = 100_000_000;

/**
 * Moves times in the future back to now. A clock that was ahead recorded these times, and they would otherwise delay
 * alarms and use up the budget for too long.
 */
export function setBack({ raised, spent, queue }: WatchState, now: number): void {
  for (const one of [...Object.values(raised), ...spent]) one.at = Math.min(one.at, now);
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
    gates: {},
    raised: {},
    queue: [],
    dropped: 0,
    spent: [],
    note: undefined,
    shown: [],
    unknownSince: undefined,
  };
}

/** Writes bigints as digits and an n. No other string in the state has this form. */
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
  const reviver = (_: string, value: unknown): unknown =>
    typeof value === "string" && /^\d{1,80}n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
  return attempt(() => Object(JSON.parse(text, reviver)) as { format?: unknown });
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
