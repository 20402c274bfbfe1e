/** Reads the contents of a bundle for display. */
import { utf8 } from "../base/bytes.ts";
import { sha256 } from "../base/digest.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { parseKind } from "../action/kinds.ts";
import { PART_ASK, PART_NONE } from "../action/part.ts";
import { decodeHeader } from "../batch/header.ts";
import { decodeEntry, SCHEME_WALLET, type Entry } from "../log/entry.ts";
import { parseBundle, type Bundle } from "../verify/bundle/bundle.ts";
import { decodeBundle, isCompactBundle } from "../verify/bundle/compact.ts";

export type Field = { readonly name: string; readonly type: string; readonly value: string };

export type Facts = {
  readonly bundle: Bundle;
  readonly kind: string;
  /** In the order in which they were signed. */
  readonly fields: readonly Field[];
  readonly actor: Hex;
  /** The block at which the operator queried a contract wallet; undefined if the actor's own key signed. */
  readonly walletBlock: number | undefined;
  /** Unix milliseconds. */
  readonly acceptedAt: number;
  /** Unix seconds, of up to 64 bits. */
  readonly deadline: bigint;
  readonly index: number;
  /** The action's EIP-712 digest. */
  readonly digest: Hex;
  readonly batch: Batch | undefined;
  /** The entry's statement about an object; undefined if the entry has no object. */
  readonly object: ObjectFacts | undefined;
};

/** The content of a signed request. The bundle has only its digest. */
export type Content =
  /** The bytes that have the signed digest. */
  | { readonly kind: "signed"; readonly bytes: Uint8Array }
  /** The server's description of the request. Nothing proves it. */
  | { readonly kind: "told"; readonly deed: string };

export type ObjectFacts = {
  /** Whether the entry is an ask rather than an act. */
  readonly isAsked: boolean;
  readonly key: Hex;
  /** The index of the previous act on the object. */
  readonly prior: number | undefined;
  readonly holder: Hex;
};

export type Batch = {
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** Unix milliseconds. */
  readonly closedAt: number;
  /** The size of the checkpoint. */
  readonly size: string;
  readonly root: Hex;
};

/** Reads a bundle that was verified to be consistent. */
export function readFacts(bytes: Uint8Array): Facts {
  const bundle = isCompactBundle(bytes) ? decodeBundle(bytes) : parseBundle(new TextDecoder().decode(bytes));
  const { primaryType, payloadType, message } = bundle.action;
  const entry = decodeEntry(fromHex(bundle.entry));
  return {
    bundle,
    kind: primaryType,
    fields: parseKind(primaryType, payloadType).members.map(({ name, type }) => ({
      name,
      type,
      value: String(message.payload[name]),
    })),
    actor: message.actor,
    walletBlock: entry.scheme === SCHEME_WALLET ? entry.verifiedBlock : undefined,
    acceptedAt: entry.acceptedAt,
    deadline: BigInt(message.deadline),
    index: entry.index,
    digest: toHex(entry.digest),
    batch: bundle.inclusion && readBatch(bundle.inclusion),
    object: readStanding(entry),
  };
}

function readStanding({ part, objectKey, prior, holder }: Entry): ObjectFacts | undefined {
  if (part === PART_NONE) return undefined;
  return { isAsked: part === PART_ASK, key: toHex(objectKey), prior, holder: toHex(holder) };
}

function readBatch({ header, checkpoint }: NonNullable<Bundle["inclusion"]>): Batch {
  const { number, start, count, closedAt } = decodeHeader(fromHex(header));
  return { number, first: start, last: start + count - 1, closedAt, size: checkpoint.size, root: checkpoint.root };
}

/** The maximum number of items in one request. */
const ITEMS = 4_096;

/** Whether an action ID, as built by `actionIdOf`, names this action or one item of its request. */
export function isCalled(id: string, { kind, digest }: Pick<Facts, "kind" | "digest">): boolean {
  const named = (hash: string): boolean => id === `act_${hash.slice(0, 32)}`;
  const text = digest.slice(2);
  if (named(text)) return true;
  if (kind !== "HttpRequest") return false;
  return Array.from({ length: ITEMS }, (_, item) => item).some((item) =>
    named(toHex(sha256(utf8(`${text} ${item}`))).slice(2)),
  );
}

/** Whether bytes are the content of the signed request. */
export function isContent(bytes: Uint8Array, { kind, fields }: Pick<Facts, "kind" | "fields">): boolean {
  const digest = fields.find(({ name }) => name === "contentDigest")?.value;
  return kind === "HttpRequest" && digest === toHex(sha256(bytes));
}

/** Escapes invisible characters, and characters that change the direction of the text around them. */
export function visible(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, (char) => (char === "\n" ? char : `\\u{${codeOf(char)}}`));
}

const codeOf = (char: string): string => char.codePointAt(0)!.toString(16);

/** Formats a time in UTC. A time outside the range of dates is shown as its number of seconds. */
export function timeOf(ms: number): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return `second ${Math.floor(ms / 1_000)}`;
  return `${date
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, "")} UTC`;
}
