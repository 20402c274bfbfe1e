import { actionObject } from "../action/object.ts";
import { assertGiven } from "../base/options.ts";
import { PART_ACT } from "../action/part.ts";
import { uintToBytes } from "../base/bytes.ts";
import { fromHex, type Hex } from "../base/hex.ts";
import type { VerifiedAction } from "../action/verify.ts";
import { encodeDrafts } from "./chain.ts";
import { prevOf, SCHEME_ECDSA, SCHEME_WALLET } from "./entry.ts";
import { createFollowers } from "./followers.ts";
import type { Mark } from "./guard.ts";
import type { EntryGuard } from "./guardEntries.ts";
import { judgeHolder, type NewestAct, type Refusal } from "./link.ts";
import type { AppendResult, Draft, Head, ChainStore, OperationsStore, Statement, StoredEntry } from "./store.ts";

/** Options of `append`. */
export type AppendOptions = {
  /** All or nothing: if one action is refused, none is appended. */
  readonly atomic?: boolean | undefined;
  /** Statements that commit with each action's entry, by the action's position. If one fails, its action is refused. */
  readonly effects?: readonly (readonly Statement[] | undefined)[] | undefined;
};

/** One log. Only one process may write a log at a time; the store refuses a second. */
export type Log = {
  readonly id: Hex;
  /**
   * Appends verified actions of this log in order, durably once it resolves. It judges nonces, deadlines and holders. A
   * refused action does not stop the others.
   *
   * @throws AnchorlogError as `LogStore` does, above all `outcome_unknown`. `guard_failed` if the actions are appended
   *   but the guard has not stored the new head: a retry finds them.
   */
  append(actions: readonly VerifiedAction[], options?: AppendOptions): Promise<AppendResult[]>;
  head(): Promise<Head>;
  /** The entry at an index, or undefined if the log is shorter. */
  entry(index: number): Promise<StoredEntry | undefined>;
  /** The entry in which an actor used a nonce, if any. */
  find(actor: Hex, nonce: string): Promise<StoredEntry | undefined>;
  /** The newest act upon an object (32 bytes), if any. */
  newestAct(objectKey: Uint8Array): Promise<NewestAct | undefined>;
  /** Why an action that is not in the log may not act upon its object now, or undefined if it may. */
  judgeHolder(action: VerifiedAction): Promise<Refusal | undefined>;
  /** Entries from index `from` up to, not including, `to`. */
  entries(from: number, to: number): Promise<StoredEntry[]>;
  /**
   * All entries from an index on, in order, with a few hundred in memory at most. With `follow` it waits for more
   * entries after the last one. Entries of this process arrive at once, entries of other processes (in a shared store)
   * within about a quarter of a second.
   *
   * @param options `signal` ends the stream without an error. Abort it before you close the store.
   */
  stream(
    from?: number,
    options?: { readonly signal?: AbortSignal | undefined; readonly follow?: boolean | undefined },
  ): AsyncGenerator<StoredEntry, void, undefined>;
};

/** Entries per read of a stream. */
const CHUNK = 256;

/**
 * Opens a log.
 *
 * @param guard stores each new head before `append` resolves.
 * @param clock returns now in Unix milliseconds. If it goes back, acceptedAt does not.
 * @param maxDeadlineAhead seconds that a deadline may lie ahead of now.
 */
export function openLog(options: {
  id: Hex;
  store: ChainStore & Pick<OperationsStore, "shared">;
  guard?: EntryGuard | undefined;
  clock: () => number;
  maxDeadlineAhead: number;
}): Log {
  assertGiven("openLog", options, "id", "store.append()", "clock()", "maxDeadlineAhead");
  const { id, store, guard, clock, maxDeadlineAhead } = options;
  const followers = createFollowers(store, id);
  return {
    id,
    append: async (actions, { atomic, effects } = {}) => {
      const drafts = actions.map((action, i) => draftOf(action, effects?.[i]));
      const floor = guard === undefined ? undefined : await guard.floor(id);
      const results = await store.append(id, { drafts, now: clock(), maxDeadlineAhead, atomic, floor });
      if (results.some(({ status }) => status === "appended")) followers.tell();
      const last = guard && lastOf(results);
      if (last !== undefined) await guard!.cover(id, last, { follows: followedBy(results) });
      return results;
    },
    head: () => store.head(id),
    entry: async (index) => (await store.entries(id, index, index + 1))[0],
    find: (actor, nonce) => store.entryByNonce(id, fromHex(actor, 20), uintToBytes(BigInt(nonce), 32)),
    newestAct: (objectKey) => store.newestAct(id, objectKey),
    judgeHolder: async (action) => {
      if (action.kind.object.part !== PART_ACT) return undefined;
      const draft = draftOf(action, undefined);
      return judgeHolder(encodeDrafts(fromHex(id), [draft]), await store.newestAct(id, draft.object.objectKey));
    },
    entries: (from, to) => store.entries(id, from, to),
    async *stream(from = 0, { signal, follow = false } = {}) {
      const aborted = () => signal?.aborted === true;
      for (let next = from; !aborted();) {
        // Listen before reading, so that an entry appended during the read is not missed.
        const more = followers.next();
        const entries = await store.entries(id, next, next + CHUNK);
        for (const entry of entries) {
          if (aborted()) return;
          yield entry;
        }
        next += entries.length;
        if (entries.length === CHUNK) continue;
        if (!follow) return;
        await more.orAborted(next, signal);
      }
    },
  };
}

/** The entry with the highest index among the appended ones and the retries. */
function lastOf(results: readonly AppendResult[]): StoredEntry | undefined {
  let last: StoredEntry | undefined;
  for (const result of results) {
    if ("entry" in result && result.entry.index > (last?.index ?? -1)) last = result.entry;
  }
  return last;
}

/** The mark that an append's new entries follow; undefined if it has none. Its retries are of earlier entries. */
function followedBy(results: readonly AppendResult[]): Mark | undefined {
  for (const result of results) {
    if (result.status !== "appended") continue;
    return { size: result.entry.index, hash: prevOf(result.entry.bytes) };
  }
  return undefined;
}

function draftOf(action: VerifiedAction, effects: readonly Statement[] | undefined): Draft {
  const { message, signature, verifiedAt } = action;
  const draft = {
    actor: fromHex(message.actor, 20),
    nonce: uintToBytes(BigInt(message.nonce), 32),
    digest: action.digest,
    signatureHash: action.signatureHash,
    deadline: message.deadline,
    object: actionObject(action.kind, action.payloadWords),
    action: { primaryType: action.kind.name, message, signature },
    effects,
  };
  return verifiedAt === undefined
    ? { ...draft, scheme: SCHEME_ECDSA, verifiedBlock: 0 }
    : { ...draft, scheme: SCHEME_WALLET, verifiedBlock: verifiedAt.number, verifiedBlockHash: verifiedAt.hash };
}
