import { createHash } from "node:crypto";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { ANYBODY, PART_ACT, PART_ASK, PART_NONE } from "../../action/part.ts";
import type { AppendCall, AppendResult, Draft, StoredEntry } from "../../log/store.ts";

/** Unix milliseconds. */
export const NOW = 1_767_603_600_000;
export const HOUR = 3_600;

const sha256 = (...parts: (string | Uint8Array)[]): Uint8Array => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

/** A log's identifier. */
export const logOf = (name: string): Hex => toHex(sha256("log", name));
export const A = logOf("a");
export const B = logOf("b");
/** More entries than a rule appends. */
export const ALL = 1_000_000;

/** An actor's address, 20 bytes. */
export const actorOf = (by: string): Uint8Array => sha256("actor", by).slice(0, 20);

export const keyOf = (object: string): Uint8Array => sha256("object", object);

/** An act upon an object; with `named`, it names who may act next. */
export const acting = (object: string, named?: Uint8Array): Draft["object"] => ({
  part: PART_ACT,
  objectKey: keyOf(object),
  named,
});

/** A question about an object. */
export const asking = (object: string): Draft["object"] => ({ ...acting(object), part: PART_ASK });

/** About nothing. */
export const NOTHING: Draft["object"] = { part: PART_NONE, objectKey: new Uint8Array(32), named: undefined };

type Fields = Partial<Draft> & { readonly by?: string; readonly what?: string };

/**
 * A draft by an actor with a nonce; `what` decides its digest, so that two can share a nonce. By default, all drafts
 * act upon one object, which belongs to anybody.
 */
export function draft(nonce: number | bigint, { by = "alice", what = "first", ...fields }: Fields = {}): Draft {
  const actor = actorOf(by);
  const signature = sha256("signature", by, what, String(nonce));
  return {
    actor,
    nonce: fromHex(`0x${nonce.toString(16).padStart(64, "0")}`),
    digest: sha256("digest", by, what, String(nonce)),
    signatureHash: sha256(signature),
    scheme: 0,
    verifiedBlock: 0,
    deadline: String(NOW / 1000 + 60),
    object: acting("everybody's"),
    action: {
      primaryType: "Vote",
      message: {
        log: logOf("any"),
        actor: toHex(actor),
        nonce: `${BigInt(nonce)}`,
        deadline: `${BigInt(NOW / 1000 + 60)}`,
        payload: { what, text: 'ünïcödé "quotes" \\ 🙂\u0000\n' },
      },
      signature: toHex(signature),
    },
    ...fields,
  };
}

/** A call's drafts: as at {@link NOW}, with deadlines up to an hour ahead. */
export const call = (drafts: readonly Draft[], fields: Partial<AppendCall> = {}): AppendCall => ({
  drafts,
  now: NOW,
  maxDeadlineAhead: HOUR,
  ...fields,
});

/** `appended`, `retry`, or a refusal's code. */
export const codeOf = (result: AppendResult): string => (result.status === "refused" ? result.code : result.status);
export const codes = (results: readonly AppendResult[]): string[] => results.map(codeOf);

/**
 * Fails unless entries are a log's first ones: each with the bytes that the protocol's layout gives, and after the
 * newest act upon its object.
 */
export function checkChain(log: Hex, entries: readonly StoredEntry[]): void {
  let prev = fromHex(log);
  let acceptedAt = 0n;
  const acts = new Map<string, { index: bigint; holder: string }>();
  for (const [index, { bytes, hash, ...entry }] of entries.entries()) {
    const raw = Buffer.from(bytes);
    const own = sha256(Uint8Array.of(0), bytes);
    const faults = {
      length: raw.length !== 267,
      tag: raw[0] !== 1,
      log: !raw.subarray(1, 33).equals(fromHex(log)),
      index: raw.readBigUInt64BE(33) !== BigInt(index) || entry.index !== index,
      prev: !raw.subarray(41, 73).equals(prev),
      digest: !raw.subarray(125, 157).equals(entry.digest),
      acceptedAt: raw.readBigUInt64BE(198) < acceptedAt,
      hash: !Buffer.from(own).equals(hash),
      object: !followsItsObject(raw, acts),
    };
    const faulty = Object.entries(faults).filter(([, wrong]) => wrong);
    if (faulty.length > 0) throw new Error(`entry ${index}: ${faulty.map(([name]) => name).join(", ")}`);
    prev = own;
    acceptedAt = raw.readBigUInt64BE(198);
  }
}

/** Judges an entry's last 61 bytes by the acts before it, and adds it to them. */
function followsItsObject(raw: Buffer, acts: Map<string, { index: bigint; holder: string }>): boolean {
  const [part, key, prior, holder] = [
    raw[206],
    raw.toString("hex", 207, 239),
    raw.readBigUInt64BE(239),
    raw.toString("hex", 247),
  ];
  if (part === 0) return raw.subarray(206).every((byte) => byte === 0);
  const newest = acts.get(key);
  const isFree = newest === undefined || newest.holder === ANYBODY_HEX;
  const byHolder = isFree || (raw.toString("hex", 73, 93) === newest.holder && raw[189] === 0);
  if (prior !== (newest?.index ?? 2n ** 64n - 1n)) return false;
  if (part === 2) return holder === (newest?.holder ?? ANYBODY_HEX);
  acts.set(key, { index: raw.readBigUInt64BE(33), holder });
  return part === 1 && byHolder;
}

const ANYBODY_HEX = Buffer.from(ANYBODY).toString("hex");
