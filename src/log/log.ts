import { equalBytes, uintToBytes } from "../encoding/bytes.ts";
import { fromHex, type Hex } from "../encoding/hex.ts";
import { judgeDeadline, type VerifiedAction } from "../action/verify.ts";
import type { SignedAction } from "../action/kinds.ts";
import { createQueue } from "../queue.ts";
import { encodeEntry, hashEntry, SCHEME_ECDSA, SCHEME_WALLET } from "./entry.ts";
import type { Head, LogStore, StoredEntry } from "./store.ts";

/** What came of appending one action. */
export type AppendResult =
  | { readonly status: "appended" | "retry"; readonly entry: StoredEntry }
  | {
      readonly status: "refused";
      readonly code: "nonce_used" | "deadline_passed" | "deadline_too_far";
      readonly message: string;
    };

/** One log's writer. Only one may write a log at a time; the store refuses a second. */
export type Log = {
  readonly id: Hex;
  /**
   * Appends verified actions of this log in order, durably when it resolves: nonces and deadlines are
   * judged here, and what is refused does not stop the rest.
   */
  append(actions: readonly VerifiedAction[]): Promise<AppendResult[]>;
  head(): Promise<Head>;
  /** The entry in which an actor used a nonce, if any. */
  find(actor: Hex, nonce: string): Promise<StoredEntry | undefined>;
};

/**
 * Opens a log for writing.
 *
 * @param clock now in Unix milliseconds; acceptedAt never goes back even where it does.
 * @param maxDeadlineAhead seconds that a deadline may lie ahead of now.
 */
export function openLog(options: { id: Hex; store: LogStore; clock: () => number; maxDeadlineAhead: number }): Log {
  const { id, store, clock, maxDeadlineAhead } = options;
  // One append at a time: each reads the head that the one before has made durable.
  const inOrder = createQueue();
  return {
    id,
    head: () => store.head(id),
    find: (actor, nonce) => findEntry(store, id, actor, nonce),
    append: (actions) => inOrder(() => appendAll(id, store, actions, clock(), maxDeadlineAhead)),
  };
}

async function appendAll(
  id: Hex,
  store: LogStore,
  actions: readonly VerifiedAction[],
  now: number,
  maxDeadlineAhead: number,
): Promise<AppendResult[]> {
  const before = await store.head(id);
  const fresh: StoredEntry[] = [];
  const freshByNonce = new Map<string, StoredEntry>();
  const results: AppendResult[] = [];
  let head = before;
  for (const action of actions) {
    const { actor, nonce } = action.message;
    const key = `${actor}:${nonce}`;
    const used = freshByNonce.get(key) ?? (await findEntry(store, id, actor, nonce));
    const refusal = used === undefined ? judgeDeadline(action.message.deadline, now, maxDeadlineAhead) : undefined;
    if (used !== undefined) {
      results.push(answerUsedNonce(action, used));
    } else if (refusal !== undefined) {
      results.push({ status: "refused", ...refusal });
    } else {
      const entry = makeEntry(id, head, action, now);
      head = { size: head.size + 1, hash: entry.hash, acceptedAt: Math.max(now, head.acceptedAt) };
      fresh.push(entry);
      freshByNonce.set(key, entry);
      results.push({ status: "appended", entry });
    }
  }
  if (fresh.length > 0) await store.append(id, before, fresh);
  return results;
}

function findEntry(store: LogStore, id: Hex, actor: Hex, nonce: string): Promise<StoredEntry | undefined> {
  return store.entryByNonce(id, fromHex(actor, 20), uintToBytes(BigInt(nonce), 32));
}

/** The same action again is a retry, whatever its signature's bytes; another one is a replay. */
function answerUsedNonce(action: VerifiedAction, used: StoredEntry): AppendResult {
  if (equalBytes(used.digest, action.digest)) return { status: "retry", entry: used };
  const { actor, nonce } = action.message;
  return {
    status: "refused",
    code: "nonce_used",
    message: `${actor} used nonce ${nonce} for another action, entry ${used.index}`,
  };
}

function makeEntry(id: Hex, head: Head, action: VerifiedAction, now: number): StoredEntry {
  const { message, signature, verifiedAt } = action;
  const bytes = encodeEntry({
    log: fromHex(id, 32),
    index: head.size,
    prev: head.hash,
    actor: fromHex(action.message.actor, 20),
    nonce: uintToBytes(BigInt(action.message.nonce), 32),
    digest: action.digest,
    signatureHash: action.signatureHash,
    scheme: verifiedAt === undefined ? SCHEME_ECDSA : SCHEME_WALLET,
    verifiedBlock: verifiedAt?.number ?? 0,
    acceptedAt: Math.max(now, head.acceptedAt),
  });
  const signed: SignedAction = { primaryType: action.kind.name, message, signature };
  const entry = { index: head.size, bytes, hash: hashEntry(bytes), digest: action.digest, action: signed };
  return verifiedAt === undefined ? entry : { ...entry, verifiedBlockHash: verifiedAt.hash };
}
