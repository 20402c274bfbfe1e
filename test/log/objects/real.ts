/** Converts the model's actions to real ones, and its entries to the bytes that a log must have. */
import { keccak256, stringToBytes, type Hex } from "viem";
import { defineActions, encodeMessage, hashDomain, hashSignature, logId, type VerifiedAction } from "anchorlog/action";
import { toHex } from "anchorlog";
import { openLog, type AppendResult, type LogStore } from "anchorlog/log";
import { operator, wallets } from "../../operator.ts";
import { ACTORS, MEMBERS } from "./histories.ts";
import { ANYBODY, isWallet, NO_KEY, NOBODY, type Action, type Call, type Entry } from "./model.ts";

export const types = defineActions(MEMBERS);
const BLOCK = { number: 7, hash: `0x${"7b".repeat(32)}` } as const;

/** 20 bytes. */
export function addressOf(name: string): Hex {
  if (name === NOBODY) return `0x${"00".repeat(20)}`;
  if (name === ANYBODY) return `0x${"ff".repeat(20)}`;
  const at = ACTORS.indexOf(name);
  return at in wallets ? (wallets[at]!.address.toLowerCase() as Hex) : `0x${`e${at + 1}`.repeat(20)}`;
}

/** The object's id as a word: the same for every type of the first member. */
const wordOf = (id: string): Hex => keccak256(stringToBytes(id));

/** The 32 bytes of a model key. */
export function keyBytes(key: string): Hex {
  if (key === NO_KEY) return `0x${"00".repeat(32)}`;
  const [text, id] = key.split("/") as [string, string];
  return keccak256(`0x${(keccak256(stringToBytes(text)) + wordOf(id)).replaceAll("0x", "")}`);
}

function payloadOf({ kind, id, party }: Action): Readonly<Record<string, string>> {
  const holder = addressOf(party);
  const payloads: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Transfer: { objectId: id, holder, price: "7" },
    Mint: { objectId: id, holder },
    Mark: { objectId: id, text: party },
    Note: { objectId: id },
    Lend: { objectId: id, holderOf: holder },
    Price: { objectId: id, price: "7", holder },
    Move: { objectId: wordOf(id), holder },
    Give: { name: id, holder },
    Ask: { objectKey: keyBytes(id) },
    HttpRequest: {
      authority: id,
      method: "POST",
      target: `/${addressOf(party)}`,
      contentType: "",
      contentDigest: `0x${"00".repeat(32)}`,
    },
  };
  return payloads[kind.name]!;
}

function messageOf(action: Action, log: string, id: Identity) {
  return {
    log: logId(id, log),
    actor: addressOf(action.actor),
    nonce: `${BigInt(action.nonce)}` as const,
    deadline: `${BigInt(action.deadline)}` as const,
    payload: payloadOf(action) as never,
  };
}

type Identity = typeof operator;

/** The encoded form of an action in an operator's log. */
export const encode = (action: Action, log: string, id: Identity) =>
  encodeMessage(
    types.kinds.get(action.kind.name)!,
    messageOf(action, log, id),
    hashDomain({ ...id, verifyingContract: id.registry }),
  );

function verified(action: Action, log: string): VerifiedAction {
  const encoded = encode(action, log, operator);
  // A made-up signature, as a store does not check it.
  const signature = `${toHex(encoded.digest)}${"1b".repeat(33)}` as const;
  const own = { ...encoded, signature, signatureHash: hashSignature(signature) };
  return isWallet(action.actor) ? { ...own, verifiedAt: BLOCK } : own;
}

const codeOf = (result: AppendResult) => ("code" in result ? result.code : result.status);

/** Lets a store append calls. Returns the model's answers for its results. */
export async function append(
  store: LogStore,
  calls: readonly Call[],
  logName: (log: string) => string,
): Promise<string[][]> {
  const answers: string[][] = [];
  for (const { log, now, atomic, actions } of calls) {
    const id = logId(operator, logName(log));
    const real = openLog({ id, store, clock: () => now, maxDeadlineAhead: 3_600 });
    const drafts = actions.map((action) => verified(action, logName(log)));
    answers.push((await real.append(drafts, { atomic })).map(codeOf));
  }
  return answers;
}

/** An entry's fields by the layout of protocol/1-verify §6, read without any code of `src`. */
export function said(bytes: Uint8Array) {
  const raw = Buffer.from(bytes);
  return {
    length: raw.length,
    index: raw.readBigUInt64BE(33),
    actor: toHex(raw.subarray(73, 93)),
    scheme: raw[189],
    acceptedAt: raw.readBigUInt64BE(198),
    part: raw[206],
    objectKey: toHex(raw.subarray(207, 239)),
    prior: raw.readBigUInt64BE(239),
    holder: toHex(raw.subarray(247, 267)),
  };
}

/** The fields of the model's entry. */
export function sayingOf({ index, actor, scheme, acceptedAt, part, objectKey, prior, holder }: Entry) {
  return {
    length: 267,
    index: BigInt(index),
    actor: addressOf(actor),
    scheme,
    acceptedAt: BigInt(acceptedAt),
    part,
    objectKey: keyBytes(objectKey),
    prior: BigInt(prior ?? 2n ** 64n - 1n),
    holder: addressOf(holder),
  };
}

const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};

/** The bytes of an entry, honest or not. */
export function bytesOf(entry: Entry, { log, prev, nonce, digest, signatureHash }: Placed): Uint8Array {
  const { index, actor, scheme, acceptedAt, part, objectKey, prior, holder } = sayingOf(entry);
  const [verifiedBlock, hex] = [scheme === 1 ? BLOCK.number : 0, (text: Hex) => Buffer.from(text.slice(2), "hex")];
  const before = [Uint8Array.of(1), log, u64(index), prev, hex(actor), nonce, digest, signatureHash];
  const times = [Uint8Array.of(scheme), u64(BigInt(verifiedBlock)), u64(acceptedAt)];
  const object = [Uint8Array.of(part), hex(objectKey), u64(prior), hex(holder)];
  return new Uint8Array(Buffer.concat([...before, ...times, ...object]));
}

/** The parts of an entry that the model does not have. */
export type Placed = {
  readonly [F in "log" | "prev" | "nonce" | "digest" | "signatureHash"]: Uint8Array;
};
