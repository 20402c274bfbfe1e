import { keccak256 } from "../../action/engine.ts";
import { actionObject, objectMismatch } from "../../action/object.ts";
import { ANYBODY, PART_ACT, PART_NONE } from "../../action/part.ts";
import { recoverSigner } from "../../action/signature.ts";
import { hashSignedForm, type SignedForm } from "../../action/signedForm.ts";
import { isOwn, judgeLog, readAction, verifyAction, type ActionRules } from "../../action/verify.ts";
import type { Kind, SignedAction } from "../../action/kinds.ts";
import { formatTime, isInTime } from "../../action/time.ts";
import { checkWalletSignature } from "../../action/wallet.ts";
import type { ActionContext } from "../../batch/build.ts";
import { equalBytes, uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { decodeEntry, hashEntry, SCHEME_WALLET, type Entry } from "../../log/entry.ts";
import { whyNotUpon } from "../../log/link.ts";
import { isReceiptBy } from "../../log/receipt/receipt.ts";
import type { Findings } from "./findings.ts";
import {
  EXPORT_FILES,
  linesOf,
  parseExportedEntry,
  salvageEntry,
  type ExportedEntry,
  type Manifest,
} from "./format.ts";
import { explainSignature } from "./signatures.ts";
import { createTrail, type Trail } from "./trail.ts";

/** A log of the export, as audited. */
export type AuditedLog = Pick<Trail, "entries" | "isUnread"> & {
  readonly name: string;
  /**
   * Number of entries signed by contract wallets. The audit cannot check those signatures: the operator asked the
   * wallets.
   */
  readonly byWallets: number;
  /** Number of entries whose payload is withheld. */
  readonly withoutPayload: number;
  /** Number of entries without a signature, because the export withholds it, too. */
  readonly withoutSignature: number;
  /** When the last certain entry was accepted, Unix ms; 0 without one. */
  readonly newestAt: number;
};

type LogAudit = {
  readonly name: string;
  readonly id: Hex;
  /** The text of the log's file. */
  readonly text: string;
  readonly manifest: Manifest;
  readonly context: ActionContext;
  readonly findings: Findings;
};

/** Checks every line of a log: the action and its signature, the entry, its place in the chain, and the receipt. */
export function auditLog(audit: LogAudit): AuditedLog {
  const { name, id, text, manifest, findings } = audit;
  const trail = createTrail(id);
  const counts = { byWallets: 0, withoutPayload: 0, withoutSignature: 0 };
  let number = 0;
  for (const line of linesOf(text)) {
    const where = `${EXPORT_FILES.log(name)}:${++number}`;
    const exported = findings.attempt("malformed", where, () => parseExportedEntry(line, manifest));
    const bytes = exported === undefined ? salvageEntry(line) : fromHex(exported.entry);
    const entry = bytes && readEntry(bytes, exported, where, findings);
    const hash = bytes && hashEntry(bytes);
    if (bytes === undefined || hash === undefined) trail.add(undefined, false);
    else if (entry === undefined || exported === undefined) trail.add({ bytes, hash, entry, action: undefined }, false);
    else {
      if (entry.scheme === SCHEME_WALLET) counts.byWallets++;
      if (exported.action === undefined) counts.withoutPayload++;
      if (exported.action === undefined && exported.signed === undefined) counts.withoutSignature++;
      auditEntry(audit, trail, where, exported, { bytes, hash, entry });
    }
  }
  trail.end();
  return { name, entries: trail.entries, isUnread: trail.isUnread, ...counts, newestAt: trail.newestAt() };
}

/**
 * Returns an entry's fields, or undefined if it is malformed. That is a finding only if the rest of the line is
 * readable, since an unreadable line is a finding already.
 */
function readEntry(
  bytes: Uint8Array,
  exported: ExportedEntry | undefined,
  where: string,
  findings: Findings,
): Entry | undefined {
  if (exported !== undefined) return findings.attempt("malformed", where, () => decodeEntry(bytes));
  try {
    return decodeEntry(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function auditEntry(
  audit: LogAudit,
  trail: Trail,
  where: string,
  exported: ExportedEntry,
  { bytes, hash, entry }: { readonly bytes: Uint8Array; readonly hash: Uint8Array; readonly entry: Entry },
): void {
  const { manifest, findings } = audit;
  const isPromised = isReceiptBy(manifest.keys.receiptKey, manifest.operator, bytes, exported.receipt);
  for (const wrong of trail.follow(entry, isPromised)) findings.add("broken_chain", where, wrong);
  const { action, signed } = exported;
  const { said, isOwn } =
    action === undefined ? checkSigned(audit, signed, entry, where) : checkAction(audit, action, entry, where);
  checkObject(trail, said, entry, bytes, where, findings);
  if ((entry.scheme === SCHEME_WALLET) !== (exported.verifiedBlockHash !== undefined)) {
    findings.add("malformed", where, "verifiedBlockHash is there for scheme 1, and for no other");
  }
  if (!isPromised) findings.add("bad_receipt", where, "the receipt is not the operator's for this entry");
  const earlier = trail.nonceOf(entry);
  if (earlier !== undefined) findings.add("replay", where, `uses the nonce of entry ${earlier} again`);
  trail.add({ bytes, hash, entry, action: isOwn ? action : undefined }, isPromised);
}

/** An action's statement about its object, as far as the export shows it. */
type ObjectClaim = {
  /** The entry's field that contradicts the action. */
  readonly wrong: string | undefined;
  /** Whether the action leaves the object to its holder. */
  readonly carries: boolean;
};

/** An action's statement about an object, and whether the entry matches the action. Empty if the action is invalid. */
type CheckedAction = { readonly said?: ObjectClaim | undefined; readonly isOwn: boolean };

function checkAction(
  { id, context, findings }: LogAudit,
  action: SignedAction,
  entry: Entry,
  where: string,
): CheckedAction {
  const rules = { ...context, hasLog: (log: Hex) => log === id };
  const verdict = entry.scheme === SCHEME_WALLET ? readWalletEntry(action, rules) : verifyAction(action, rules);
  if (verdict.verdict === "invalid") {
    const { code, message } = verdict;
    if (code === "unknown_kind") findings.add("unknown_kind", where, message);
    else if (code.startsWith("signature")) findUnsigned(action, rules, entry, where, findings);
    else findings.add("bad_action", where, `${code}: ${message}`);
    return { isOwn: false };
  }
  const { kind, message, digest, signatureHash, payloadWords } = verdict.action;
  const isOwn =
    equalBytes(entry.log, fromHex(id)) &&
    equalBytes(entry.actor, fromHex(message.actor)) &&
    equalBytes(entry.nonce, uintToBytes(BigInt(message.nonce), 32)) &&
    equalBytes(entry.digest, digest) &&
    equalBytes(entry.signatureHash, signatureHash);
  if (!isOwn) findings.add("entry_mismatch", where, "the entry's bytes contradict its action");
  checkDeadline(entry, message.deadline, where, findings);
  const object = actionObject(kind, payloadWords);
  return { said: { wrong: objectMismatch(entry, object), carries: object.named === undefined }, isOwn };
}

/** Reports an action whose signature was refused, by what its entry shows about it. */
function findUnsigned(action: SignedAction, rules: ActionRules, entry: Entry, where: string, findings: Findings): void {
  const read = readAction(action, rules);
  if ("verdict" in read) return findings.add("bad_action", where, `${read.code}: ${read.message}`);
  const { meaning, message } = explainSignature(entry, read.encoded.digest, action.signature);
  findings.add("bad_signature", where, message, meaning);
}

function checkDeadline({ acceptedAt }: Entry, deadline: string, where: string, findings: Findings): void {
  if (isInTime(acceptedAt, deadline)) return;
  const accepted = formatTime(acceptedAt);
  findings.add("deadline_passed", where, `was accepted at ${accepted}, after its deadline, second ${deadline}`);
}

/** Checks everything about an action whose payload is withheld, except what only the payload shows. */
function checkSigned(
  { id, context, findings }: LogAudit,
  signed: SignedForm | undefined,
  entry: Entry,
  where: string,
): CheckedAction {
  if (signed === undefined) {
    findings.leave(
      where,
      "whether its actor signed: the export withholds the signature. Ask for it (challenge action)",
    );
    return { isOwn: false };
  }
  const kind = context.kinds.get(signed.primaryType);
  if (kind === undefined) {
    findings.add("unknown_kind", where, `primaryType ${signed.primaryType} is not one of the manifest's kinds`);
    return { isOwn: false };
  }
  const wrong = whyNotOf(entry, id, kind, signed, context);
  if (wrong !== undefined) {
    findings.add("entry_mismatch", where, wrong);
    return { isOwn: false };
  }
  if (!isSigned(entry, signed.signature)) {
    const { meaning, message } = explainSignature(entry, entry.digest, signed.signature);
    findings.add("bad_signature", where, message, meaning);
  }
  checkDeadline(entry, signed.deadline, where, findings);
  return { said: saidByKind(kind, entry), isOwn: false };
}

/** Why an entry is not the entry of a signed action, or undefined if it is. */
function whyNotOf(entry: Entry, log: Hex, kind: Kind, signed: SignedForm, context: ActionContext): string | undefined {
  if (!equalBytes(entry.log, fromHex(log))) return "the entry is of another log";
  if (!equalBytes(entry.digest, hashSignedForm(kind, entry, signed, context.domainSeparator))) {
    return "the entry's digest is not the digest of an action of this type, deadline and payload hash";
  }
  const isOwn = equalBytes(entry.signatureHash, keccak256(fromHex(signed.signature)));
  return isOwn ? undefined : "the entry's signatureHash is the hash of another signature";
}

/** Whether the signature that an entry names is its actor's. */
function isSigned({ scheme, actor, digest }: Entry, signature: Hex): boolean {
  if (scheme === SCHEME_WALLET) return !("fault" in checkWalletSignature(toHex(actor), digest, signature));
  const signer = recoverSigner(digest, signature);
  return "address" in signer && signer.address === toHex(actor);
}

/** Compares an entry with the type of its action. The object's key and the named holder are in the payload. */
function saidByKind({ object: { part, namesHolder } }: Kind, entry: Entry): ObjectClaim {
  const isFirst = part === PART_ACT && entry.prior === undefined && !namesHolder;
  const holder = isFirst && !equalBytes(entry.holder, ANYBODY) ? "holder" : undefined;
  return { wrong: entry.part === part ? holder : "part", carries: !namesHolder };
}

/** Recomputes an entry's fields about an object, from its action and the certain acts before it. */
function checkObject(
  trail: Trail,
  said: ObjectClaim | undefined,
  entry: Entry,
  bytes: Uint8Array,
  where: string,
  findings: Findings,
): void {
  if (said?.wrong !== undefined) {
    findings.add("object_mismatch", where, `its ${said.wrong} is not what its action says`);
  }
  const { part, objectKey, prior, holder } = entry;
  if (part === PART_NONE) return;
  const newest = trail.acts.get(objectKey);
  const isPriorUnknown = prior !== undefined && prior > (newest?.index ?? -1) && trail.isUnknown(prior);
  if (trail.isOpen() || isPriorUnknown) {
    // A malformed act does not convict the entry. But if it would explain the entry, the entry is not listed as
    // unjudged.
    const malformed = trail.malformedActs.get(objectKey);
    const isExplained = malformed !== undefined && whyNotUpon(entry, bytes, malformed) === undefined;
    if (isExplained && !trail.isOpen()) return;
    return findings.leave(where, "its prior and holder: acts upon the object before it cannot be read");
  }
  const wrong = whyNotUpon(entry, bytes, newest);
  if (wrong !== undefined) findings.add("wrong_prior", where, wrong);
  else if (part === PART_ACT && newest !== undefined && said?.carries === true) {
    if (!equalBytes(holder, newest.holder)) {
      const left = `entry ${newest.index} leaves its object to ${toHex(newest.holder)}`;
      findings.add("wrong_carry", where, `${left}, which it must say too, and not ${toHex(holder)}`);
    }
  }
}

/** Verifies an action by a contract wallet except for the wallet's own answer, which only the chain can give. */
function readWalletEntry(action: SignedAction, rules: ActionRules) {
  const read = readAction(action, rules);
  if ("verdict" in read) return read;
  const wallet = checkWalletSignature(read.encoded.message.actor, read.encoded.digest, action.signature);
  if ("fault" in wallet) return { verdict: "invalid", code: "signature_malformed", message: wallet.message } as const;
  const stands = { ...read.encoded, signature: action.signature, signatureHash: wallet.signatureHash };
  return judgeLog({ verdict: "valid", action: stands }, isOwn(read.encoded, rules));
}
