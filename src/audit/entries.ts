import { actionObject, objectMismatch, type ActionObject } from "../action/object.ts";
import { PART_ACT, PART_NONE } from "../action/part.ts";
import { isOwn, judgeLog, readAction, verifyAction, type ActionRules } from "../action/verify.ts";
import type { SignedAction } from "../action/kinds.ts";
import { formatTime, isInTime } from "../action/time.ts";
import { checkWalletSignature } from "../action/wallet.ts";
import type { ActionContext } from "../batch/build.ts";
import { equalBytes, uintToBytes } from "../encoding/bytes.ts";
import { fromHex, toHex, type Hex } from "../encoding/hex.ts";
import { decodeEntry, hashEntry, SCHEME_WALLET, type Entry } from "../log/entry.ts";
import { whyNotUpon } from "../log/link.ts";
import { createNewestActs, type NewestActs } from "../log/newestActs.ts";
import type { StoredEntry } from "../log/store.ts";
import { isReceiptBy } from "../receipt/receipt.ts";
import type { Findings } from "./findings.ts";
import { EXPORT_FILES, parseExportedEntry, type Manifest } from "./format.ts";

/** A log as the audit read it, by index; entries that could not be read are left out. */
export type AuditedLog = {
  readonly name: string;
  readonly entries: ReadonlyMap<number, StoredEntry>;
  /** Entries whose signature is a contract wallet's: that it stood by them is the operator's word. */
  readonly byWallets: number;
  /** When the last entry was accepted, Unix ms; 0 without one. */
  readonly newestAt: number;
};

type LogAudit = {
  readonly name: string;
  readonly id: Hex;
  /** The log's file. */
  readonly text: string;
  readonly manifest: Manifest;
  readonly context: ActionContext;
  readonly findings: Findings;
};

/** Checks every line of a log: the action and its signature, the entry, its place in the chain, the receipt. */
export function auditLog(audit: LogAudit): AuditedLog {
  const { name, id, text, findings } = audit;
  const entries = new Map<number, StoredEntry>();
  let byWallets = 0;
  let next = 0;
  const nonces = new Map<string, number>();
  const acts = createNewestActs();
  let prev = fromHex(id);
  let acceptedAt = 0;
  let number = 0;
  for (const line of linesOf(text)) {
    const where = `${EXPORT_FILES.log(name)}:${++number}`;
    const exported = findings.attempt("malformed", where, () => parseExportedEntry(line));
    const bytes = exported === undefined ? undefined : fromHex(exported.entry);
    const entry = bytes === undefined ? undefined : findings.attempt("malformed", where, () => decodeEntry(bytes));
    if (exported === undefined || bytes === undefined || entry === undefined) continue;
    const hash = hashEntry(bytes);

    if (entry.index !== next) findings.add("broken_chain", where, `is entry ${entry.index} where ${next} belongs`);
    else if (!equalBytes(entry.prev, prev))
      findings.add("broken_chain", where, "does not follow the entry before: its prev is another hash");
    if (entry.acceptedAt < acceptedAt) findings.add("broken_chain", where, "was accepted before the entry before it");
    checkObject(acts, checkAction(audit, exported.action, entry, where), entry, bytes, where, findings);
    if (entry.scheme === SCHEME_WALLET) byWallets++;
    if ((entry.scheme === SCHEME_WALLET) !== (exported.verifiedBlockHash !== undefined)) {
      findings.add("malformed", where, "verifiedBlockHash is there for scheme 1, and for no other");
    }
    if (!isReceiptBy(audit.manifest.keys.receiptKey, audit.manifest.operator, bytes, exported.receipt)) {
      findings.add("bad_receipt", where, "the receipt is not the operator's for this entry");
    }
    const key = toHex(entry.actor) + toHex(entry.nonce);
    const earlier = nonces.get(key);
    if (earlier !== undefined) findings.add("replay", where, `uses the nonce of entry ${earlier} again`);
    nonces.set(key, entry.index);

    entries.set(entry.index, { index: entry.index, bytes, hash, digest: entry.digest, action: exported.action });
    next = entry.index + 1;
    prev = hash;
    acceptedAt = entry.acceptedAt;
  }
  return { name, entries, byWallets, newestAt: acceptedAt };
}

/** @returns what the action says of an object; undefined where it is none. */
function checkAction(
  { id, context, findings }: LogAudit,
  action: SignedAction,
  entry: Entry,
  where: string,
): ActionObject | undefined {
  const rules = { ...context, hasLog: (log: Hex) => log === id };
  const verdict = entry.scheme === SCHEME_WALLET ? readWalletEntry(action, rules) : verifyAction(action, rules);
  if (verdict.verdict === "invalid") {
    const code = verdict.code.startsWith("signature") ? "bad_signature" : "bad_action";
    return findings.add(code, where, `${verdict.code}: ${verdict.message}`);
  }
  const { kind, message, digest, signatureHash, payloadWords } = verdict.action;
  const matches =
    equalBytes(entry.log, fromHex(id)) &&
    equalBytes(entry.actor, fromHex(message.actor)) &&
    equalBytes(entry.nonce, uintToBytes(BigInt(message.nonce), 32)) &&
    equalBytes(entry.digest, digest) &&
    equalBytes(entry.signatureHash, signatureHash);
  if (!matches) findings.add("entry_mismatch", where, "the entry's bytes are not those of its action");
  if (!isInTime(entry.acceptedAt, message.deadline)) {
    const accepted = formatTime(entry.acceptedAt);
    findings.add(
      "deadline_passed",
      where,
      `was accepted at ${accepted}, after its deadline, second ${message.deadline}`,
    );
  }
  return actionObject(kind, payloadWords);
}

/** Recomputes what an entry says of an object, from its action and the acts before it; goes on with what it says. */
function checkObject(
  acts: NewestActs,
  said: ActionObject | undefined,
  entry: Entry,
  bytes: Uint8Array,
  where: string,
  findings: Findings,
): void {
  const field = said && objectMismatch(entry, said);
  if (field !== undefined) findings.add("object_mismatch", where, `its ${field} is not what its action says`);
  const { part, objectKey, index, holder } = entry;
  if (part === PART_NONE) return;
  const newest = acts.get(objectKey);
  const wrong = whyNotUpon(entry, bytes, newest);
  if (wrong !== undefined) findings.add("wrong_prior", where, wrong);
  else if (part === PART_ACT && newest !== undefined && said !== undefined && said.named === undefined) {
    if (!equalBytes(holder, newest.holder)) {
      const left = `entry ${newest.index} leaves its object to ${toHex(newest.holder)}`;
      findings.add("wrong_carry", where, `${left}, which it must say too, and not ${toHex(holder)}`);
    }
  }
  if (part === PART_ACT) acts.set(objectKey, { index, holder });
}

/** Judges what anyone can of an action by a contract wallet: all but the wallet's own answer. */
function readWalletEntry(action: SignedAction, rules: ActionRules) {
  const read = readAction(action, rules);
  if ("verdict" in read) return read;
  const wallet = checkWalletSignature(read.encoded.message.actor, read.encoded.digest, action.signature);
  if ("fault" in wallet) return { verdict: "invalid", code: "signature_malformed", message: wallet.message } as const;
  const stands = { ...read.encoded, signature: action.signature, signatureHash: wallet.signatureHash };
  return judgeLog({ verdict: "valid", action: stands }, isOwn(read.encoded, rules));
}

/** The lines of a JSON-lines file: each ends in a newline. One at a time, since there can be any number. */
export function* linesOf(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf("\n", from);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(from, end);
    from = end + 1;
  }
}
