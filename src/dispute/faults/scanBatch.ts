import { keccak_256 } from "@noble/hashes/sha3.js";
import { encodeMessage, type EncodedMessage } from "../../action/envelope.ts";
import { recoverSigner } from "../../action/signature.ts";
import { hashSignedForm } from "../../action/signedForm.ts";
import { WITHHELD } from "../../verify/audit/format.ts";
import { buildBatchTrees } from "../../batch/build.ts";
import { decodeHeader, type Header } from "../../batch/header.ts";
import { attempt } from "../../base/attempt.ts";
import { equalBytes, uintToBytes } from "../../base/bytes.ts";
import { isHex, fromHex, toHex, type Hex } from "../../base/hex.ts";
import { FormatError } from "../../base/json.ts";
import { hashEntry, SCHEME_ECDSA, type Entry } from "../../log/entry.ts";
import { heldForm, type HeldExport } from "../export.ts";
import { createNonceMarks, type NonceMarks } from "../../verify/audit/trail.ts";
import { entrySuccession, forgedAction, malformedEntry, replay, named, type EntryPlace } from "./faults.ts";
import { packPlace, unpackPlace } from "./seenEntries.ts";
import type { AnchoredHistory } from "../evidence.ts";
import type { FaultFindings } from "./findings.ts";
import type { ObjectScan } from "./scanObjects.ts";
import { breaksChain, entryFits, readEntry, readHeader } from "../succession.ts";
import { countOf } from "../../base/countOf.ts";

/** For each log, the nonces that were used, each with the packed place of its first use. */
export type UsedNonces = Map<Hex, NonceMarks>;

/**
 * Searches a batch for faults.
 *
 * @param objects the state of objects after the batches before.
 * @param nonces of the batches before, and then of this one.
 */
export function scanBatch(
  held: HeldExport,
  batch: number,
  header: Header,
  nonces: UsedNonces,
  objects: ObjectScan,
  findings: FaultFindings,
): void {
  const { history } = held;
  const leaves = history.entries(batch);
  if (leaves === undefined) {
    const message = `the export's entries do not give the root of the batch at ${batch}`;
    findings.question("entries", batch, message);
    return;
  }
  const actions = leaves.map((bytes, position) => actionOf(held, { batch, position }, readEntry(bytes)));
  let previous = lastEntryBefore(held, batch, header);
  for (const [position, bytes] of leaves.entries()) {
    const place = { batch, position };
    const entry = readEntry(bytes);
    const fits = entryFits(header, position, bytes);
    if (!fits) {
      const message = `${named(place)} is malformed, or at odds with its header`;
      findings.fault(message, () => malformedEntry(history, place), freezeAt(header, position));
    }
    if (entry !== undefined && fits) {
      if (previous !== undefined && breaksChain(previous, entry)) {
        const message = `${named(place)} does not follow the one before`;
        findings.fault(message, () => entrySuccession(history, place), freezeAt(header, position));
      }
      scanNonce(held, place, entry, nonces, findings);
      scanSignature(held, place, entry, findings);
      objects.look(place, entry, actions[position]);
    }
    previous = fits ? bytes : undefined;
  }
  scanCommitments(held, batch, header, leaves, actions, findings);
}

const freezeAt = ({ log, start }: Header, position: number) => ({ log: toHex(log), from: start + position });

/** Returns the last entry of the batch before; undefined if it cannot be proven, or does not fit its header. */
function lastEntryBefore({ history }: HeldExport, batch: number, { prevLeaf }: Header): Uint8Array | undefined {
  if (prevLeaf === undefined || prevLeaf >= batch) return undefined;
  const header = readHeader(history.headers[prevLeaf]!);
  const last = header && history.entries(prevLeaf)?.at(-1);
  return last !== undefined && entryFits(header!, header!.count - 1, last) ? last : undefined;
}

function scanNonce(
  { history }: HeldExport,
  place: EntryPlace,
  entry: Entry,
  nonces: UsedNonces,
  findings: FaultFindings,
): void {
  const { index } = entry;
  const log = toHex(entry.log);
  const used = nonces.get(log) ?? createNonceMarks();
  nonces.set(log, used);
  const packed = used.get(entry);
  if (packed === undefined) return used.set(entry, packPlace(place));
  const first = unpackPlace(packed);
  const before = decodeHeader(history.headers[first.batch]!).start + first.position;
  const message = `${named(place)} uses the nonce of ${named(first)} again`;
  const freeze = { log, from: Math.max(index, before) };
  findings.fault(message, () => replay(history, first, place), freeze);
}

/**
 * Searches for an action that its actor did not sign. If the export does not show that the entry's digest is an
 * action's, the signature proves nothing: to a digest of its own choice, the operator finds a signature that recovers
 * to any known key. Then only the challenge `action` helps.
 */
function scanSignature(held: HeldExport, place: EntryPlace, entry: Entry, findings: FaultFindings): void {
  const own = held.batch(place.batch)![place.position]!;
  const signature = (own.action ?? own.signed)?.signature;
  if (isForged(entry, signature)) {
    reportForged(held.history, place, entry, signature!, findings);
    return;
  }
  const form = heldForm(held, own);
  const { domainSeparator } = held.context;
  const isOpen =
    form !== undefined && equalBytes(hashSignedForm(form.kind, entry, form.signed, domainSeparator), entry.digest);
  if (isOpen && isNamed(entry, signature)) return;
  const message = `the export lacks the signature of ${named(place)}, or the action that it signs: challenge the operator to show them`;
  findings.question("signature", place.batch, message, place.position);
}

const isNamed = ({ signatureHash }: Entry, signature: unknown): signature is Hex =>
  isHex(signature) && equalBytes(keccak_256(fromHex(signature)), signatureHash);

/** Whether an entry names a signature that is not its actor's. A contract wallet's is not judged. */
export function isForged(entry: Entry, signature: unknown): boolean {
  if (entry.scheme !== SCHEME_ECDSA || !isNamed(entry, signature)) return false;
  const signer = recoverSigner(entry.digest, signature);
  return !("address" in signer && signer.address === toHex(entry.actor));
}

export function reportForged(
  history: AnchoredHistory,
  place: EntryPlace,
  entry: Entry,
  signature: Hex,
  findings: FaultFindings,
): void {
  const message = `the signature of ${named(place)} is not its actor's`;
  const freeze = { log: toHex(entry.log), from: entry.index };
  findings.fault(message, () => forgedAction(history, place, signature), freeze);
}

/**
 * If all actions are known and do not give the zkRoot, that is a fault. Its proof needs a path that only the operator
 * has, so it becomes a question. Without all actions of the batch, the zkRoot cannot be checked.
 */
function scanCommitments(
  held: HeldExport,
  batch: number,
  header: Header,
  leaves: readonly Uint8Array[],
  actions: readonly (EncodedMessage | undefined)[],
  findings: FaultFindings,
): void {
  const entries = leaves.map((bytes, position) => {
    const entry = readEntry(bytes);
    const action = held.batch(batch)?.[position]?.action;
    if (entry === undefined || action === undefined || actions[position] === undefined) return undefined;
    return { index: entry.index, bytes, hash: hashEntry(bytes), digest: entry.digest, action };
  });
  const known = entries.filter((entry) => entry !== undefined);
  if (known.length < leaves.length) {
    if (held.manifest.payloads === WITHHELD) return;
    const missing = `the export does not hold the actions of ${countOf(leaves.length - known.length, "entry")} of the batch at ${batch}`;
    findings.question(
      "payload",
      batch,
      `${missing}: only an account that has them can check their commitments, since no challenge asks for them`,
    );
    return;
  }
  const { root } = buildBatchTrees(known, held.context).zkTree;
  if (!equalBytes(uintToBytes(root, 32), header.zkRoot)) {
    const message = `the actions do not give the zkRoot of the batch at ${batch}: ask for the leaf at each position`;
    findings.question("commitment", batch, message);
  }
}

function actionOf(held: HeldExport, { batch, position }: EntryPlace, entry: Entry | undefined) {
  const action = held.batch(batch)?.[position]?.action;
  const kind = action && held.context.kinds.get(action.primaryType);
  if (entry === undefined || kind === undefined) return undefined;
  const encoded = attempt(() => encodeMessage(kind, action!.message, held.context.domainSeparator), FormatError);
  return encoded !== undefined && isOf(entry, encoded) ? encoded : undefined;
}

const isOf = (entry: Entry, { message, digest }: EncodedMessage): boolean =>
  equalBytes(digest, entry.digest) &&
  equalBytes(fromHex(message.log), entry.log) &&
  equalBytes(fromHex(message.actor), entry.actor) &&
  equalBytes(uintToBytes(BigInt(message.nonce), 32), entry.nonce);
