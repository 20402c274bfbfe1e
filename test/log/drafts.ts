import { createHash } from "node:crypto";
import { fromHex, toHex, type Hex } from "anchorlog";
import type { AppendCall, AppendResult, Draft, StoredEntry } from "anchorlog/log";

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

type Fields = Partial<Draft> & { readonly by?: string; readonly what?: string };

/** A draft by an actor with a nonce; `what` decides its digest, so that two can share a nonce. */
export function draft(nonce: number | bigint, { by = "alice", what = "first", ...fields }: Fields = {}): Draft {
  const actor = sha256("actor", by).slice(0, 20);
  const signature = sha256("signature", by, what, String(nonce));
  return {
    actor,
    nonce: fromHex(`0x${nonce.toString(16).padStart(64, "0")}`),
    digest: sha256("digest", by, what, String(nonce)),
    signatureHash: sha256(signature),
    scheme: 0,
    verifiedBlock: 0,
    deadline: String(NOW / 1000 + 60),
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

/** What is appended in one call: as at {@link NOW}, with deadlines up to an hour ahead. */
export const call = (drafts: readonly Draft[], fields: Partial<AppendCall> = {}): AppendCall => ({
  drafts,
  now: NOW,
  maxDeadlineAhead: HOUR,
  ...fields,
});

/** `appended`, `retry`, or a refusal's code. */
export const codeOf = (result: AppendResult): string => (result.status === "refused" ? result.code : result.status);

/** Fails unless entries are a log's first ones: each with the bytes that the protocol's layout gives. */
export function checkChain(log: Hex, entries: readonly StoredEntry[]): void {
  let prev = fromHex(log);
  let acceptedAt = 0n;
  for (const [index, { bytes, hash, ...entry }] of entries.entries()) {
    const raw = Buffer.from(bytes);
    const own = sha256(Uint8Array.of(0), bytes);
    const faults = {
      length: raw.length !== 206,
      tag: raw[0] !== 1,
      log: !raw.subarray(1, 33).equals(fromHex(log)),
      index: raw.readBigUInt64BE(33) !== BigInt(index) || entry.index !== index,
      prev: !raw.subarray(41, 73).equals(prev),
      digest: !raw.subarray(125, 157).equals(entry.digest),
      acceptedAt: raw.readBigUInt64BE(198) < acceptedAt,
      hash: !Buffer.from(own).equals(hash),
    };
    const faulty = Object.entries(faults).filter(([, wrong]) => wrong);
    if (faulty.length > 0) throw new Error(`entry ${index}: ${faulty.map(([name]) => name).join(", ")}`);
    prev = own;
    acceptedAt = raw.readBigUInt64BE(198);
  }
}
