/**
 * Checks that a store returns entries as they were appended. Anyone with write access to its tables can change an entry
 * or its action, but not the receipts, batches and anchors made of it. So every entry is checked here before anything
 * is signed or closed over it.
 */
import { keccak256 } from "../action/engine.ts";
import { encodeMessage } from "../action/envelope.ts";
import { actionObject, objectMismatch, type ActionObject } from "../action/object.ts";
import { isInTime } from "../action/time.ts";
import type { ActionContext } from "../action/verify.ts";
import { equalBytes, uintToBytes } from "../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { storeDamaged } from "./damaged.ts";
import { decodeEntry, hashEntry, SCHEME_WALLET, type Entry } from "./entry.ts";
import type { Head, StoredEntry } from "./store.ts";

/**
 * Checks consecutive entries: each must match its hash, its action and its signature, and follow the one before.
 *
 * @throws AnchorlogError `store_damaged` naming the first that does not; `unknown_kind` if an entry's kind is not
 *   defined.
 */
export function assertIntact(entries: readonly StoredEntry[], context: ActionContext): void {
  let before: { entry: Entry; hash: Uint8Array } | undefined;
  for (const stored of entries) {
    const entry = readIntact(stored, before === undefined ? undefined : toHex(before.entry.log));
    const log = toHex(entry.log);
    const why = whyNoAction(stored, entry, context) ?? (before && whyNotBehind(entry, before));
    if (why !== undefined) throw storeDamaged(log, stored.index, why);
    before = { entry, hash: stored.hash };
  }
}

/** Checks that an entry is the next one after a head. */
export function assertNext(log: Hex, head: Pick<Head, "size" | "hash">, stored: StoredEntry): void {
  const entry = readIntact(stored, log);
  if (entry.index !== head.size) throw storeDamaged(log, head.size, `entry ${entry.index} is in its place`);
  if (!equalBytes(entry.prev, head.hash)) throw storeDamaged(log, head.size, "it does not follow the one before");
}

/**
 * Checks that the log still continues from an entry: the next entry, or the log's head, must name its hash.
 *
 * @param store reads of the log, not cached.
 */
export async function assertLinked(
  log: Hex,
  stored: StoredEntry,
  store: { entries(from: number, to: number): Promise<StoredEntry[]>; head(): Promise<Head> },
): Promise<void> {
  readIntact(stored, log);
  // Read the head first: an entry appended meanwhile comes after this one.
  const head = await store.head();
  const [next] = await store.entries(stored.index + 1, stored.index + 2);
  const wanted = next === undefined ? head : { size: stored.index + 1, hash: readIntact(next, log).prev };
  if (wanted.size !== stored.index + 1) throw storeDamaged(log, stored.index, "the entry after it is gone");
  if (!equalBytes(stored.hash, wanted.hash)) {
    throw storeDamaged(log, stored.index, "the entry after it follows another entry");
  }
}

function readIntact({ index, bytes, hash }: StoredEntry, log: Hex | undefined): Entry {
  let entry: Entry;
  try {
    entry = decodeEntry(bytes);
  } catch (error) {
    throw storeDamaged(log ?? "0x", index, `its bytes are malformed: ${error instanceof Error ? error.message : "?"}`);
  }
  if (log !== undefined && toHex(entry.log) !== log) throw storeDamaged(log, index, "it is of another log");
  if (entry.index !== index) throw storeDamaged(toHex(entry.log), index, `its bytes are of entry ${entry.index}`);
  if (!equalBytes(hash, hashEntry(bytes))) throw storeDamaged(toHex(entry.log), index, "its bytes have another hash");
  return entry;
}

/** Why an entry does not match the action stored with it, or undefined if it does. */
function whyNoAction({ index, action, verifiedBlockHash }: StoredEntry, entry: Entry, context: ActionContext) {
  const { primaryType, message, signature } = action;
  const kind = context.kinds.get(primaryType);
  if (kind === undefined) {
    throw new AnchorlogError("unknown_kind", `entry ${index} is of kind ${primaryType}, which is not defined`, {
      fix: "kinds that have entries must stay defined",
    });
  }
  let facts: [name: string, ofEntry: Uint8Array, ofAction: Uint8Array][];
  let object: ActionObject;
  try {
    const { digest, payloadWords } = encodeMessage(kind, message, context.domainSeparator);
    object = actionObject(kind, payloadWords);
    facts = [
      ["digest", entry.digest, digest],
      ["log", entry.log, fromHex(message.log)],
      ["actor", entry.actor, fromHex(message.actor)],
      ["nonce", entry.nonce, uintToBytes(BigInt(message.nonce), 32)],
      ["signature", entry.signatureHash, keccak256(fromHex(signature))],
    ];
  } catch (error) {
    return `its action is malformed: ${error instanceof Error ? error.message : "?"}`;
  }
  for (const [name, ofEntry, ofAction] of facts) {
    if (!equalBytes(ofEntry, ofAction)) return `its action has another ${name}`;
  }
  const field = objectMismatch(entry, object);
  if (field !== undefined) return `its action has another ${field}`;
  if (!isInTime(entry.acceptedAt, message.deadline)) return "its action's deadline had passed";
  const hasBlock = verifiedBlockHash !== undefined;
  return hasBlock === (entry.scheme === SCHEME_WALLET)
    ? undefined
    : "it has a block's hash without a wallet's scheme, or the scheme without a hash";
}

function whyNotBehind(entry: Entry, before: { entry: Entry; hash: Uint8Array }): string | undefined {
  if (entry.index !== before.entry.index + 1) return `it comes directly after entry ${before.entry.index}`;
  if (!equalBytes(entry.prev, before.hash)) return "it does not follow the one before";
  return entry.acceptedAt < before.entry.acceptedAt ? "it is older than the one before" : undefined;
}
