/**
 * Judges lines of a log's file, each one for itself: its form, its action and signature, and its receipt. That is nearly
 * all of an audit's work, and threads share it. `entries.ts` judges how the entries follow each other. Browser-safe.
 */
import { keccak256 } from "../../action/engine.ts";
import { actionObject, objectMismatch } from "../../action/object.ts";
import { ANYBODY, PART_ACT } from "../../action/part.ts";
import { frequentSigners, type FrequentSigners, type RecoverAddress } from "../../action/frequent.ts";
import { isAddress, isSignedBy, recoverAddress } from "../../action/signature.ts";
import { hashSignedForm, type SignedForm } from "../../action/signedForm.ts";
import { isOwn, judgeLog, readAction, verifyAction, type ActionRules } from "../../action/verify.ts";
import type { Kind, SignedAction } from "../../action/kinds.ts";
import { formatTime, isInTime } from "../../action/time.ts";
import { checkWalletSignature } from "../../action/wallet.ts";
import type { ActionContext } from "../../batch/build.ts";
import { buildZkTree } from "../../batch/zk.ts";
import { commitMany, type CommitmentBytes } from "../../batch/zkCommitMany.ts";
import { equalBytes, uintToBytes } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { decodeEntry, ENTRY_BYTES, hashEntry, SCHEME_WALLET, type Entry } from "../../log/entry.ts";
import { hashReceiptOf } from "../../log/receipt/receipt.ts";
import { decodeLines, type Block } from "./blocks.ts";
import { isRefusal, MOST_COUNTED, type FindingCode } from "./findings.ts";
import { parseExportedEntry, salvageEntry, type ExportedEntry, type Manifest } from "./format.ts";
import type { MeaningId } from "./meanings.ts";
import { explainSignature } from "./signatures.ts";

/** The part of an export's claims that its lines are judged by. */
export type LineRules = Pick<Manifest, "operator" | "payloads"> & {
  readonly receiptKey: Hex;
  readonly context: ActionContext;
};

/** When a remark about a line is due: before its place in the log is judged, before its object is, or after. */
export type Stage = "form" | "action" | "rest";

/** A finding about a line, or, without a code, the reason why a part of it is not judged. */
export type Remark = {
  /** The line's number in the block, from 0. */
  readonly line: number;
  readonly stage: Stage;
  readonly code: FindingCode | undefined;
  readonly message: string;
  /** If the code alone does not give it. */
  readonly meaning?: MeaningId | undefined;
};

/** The judged lines of a block, in flat buffers, so that threads can hand them over. */
export type JudgedLines = {
  /** {@link LINE} of each line. */
  readonly states: Uint8Array<ArrayBuffer>;
  /** The entries' bytes, 267 for each line; zero if they cannot be read. */
  readonly entries: Uint8Array<ArrayBuffer>;
  /** The entries' hashes, 32 bytes for each line. */
  readonly hashes: Uint8Array<ArrayBuffer>;
  /** The entries' zk commitments, 32 bytes for each line. */
  readonly commitments: Uint8Array<ArrayBuffer>;
  /** In the order of lines. An honest export has none. */
  readonly remarks: readonly Remark[];
};

/** Bits of a line's state. */
export const LINE = {
  /** The entry's bytes can be read. */
  bytes: 1,
  /** The whole line has the form of an entry. */
  entry: 2,
  /** The receipt is the operator's for these bytes. */
  promised: 4,
  /** The line has an action, or an action without its payload. */
  action: 8,
  signed: 16,
  /** The action is the entry's own, so that it has a commitment. */
  committed: 32,
  /** The action leaves its object to its holder. */
  carries: 64,
} as const;

/** Returns a function that judges the lines of a block of one log. It remembers the keys of frequent signers. */
export function lineJudge(rules: LineRules): (block: Block, log: Hex) => JudgedLines {
  const signers = frequentSigners();
  return (block, log) => judgeLines(block, log, rules, signers);
}

type OpenRules = LineRules & { readonly recover: RecoverAddress };

function judgeLines(block: Block, log: Hex, rules: LineRules, signers: FrequentSigners): JudgedLines {
  const lines = decodeLines(block);
  // A line without an entry is a finding, and the thousandth finding ends the audit. So no more lines can count.
  const most = Math.min(lines.length, Math.ceil(block.bytes.length / (2 * ENTRY_BYTES)) + MOST_COUNTED);
  const judged: JudgedLine[] = [];
  const quickly = { ...rules, recover: (...signed) => signers.recover(judged.length, ...signed) } satisfies OpenRules;
  for (let found = 0; judged.length < most && found < MOST_COUNTED;) {
    const line = judgeLine(judged.length, lines[judged.length]!, log, quickly);
    found += countFindings(line.remarks);
    judged.push(line);
  }
  for (const i of signers.refuted()) judged[i] = judgeLine(i, lines[i]!, log, { ...rules, recover: recoverAddress });
  return joinLines(judged, most);
}

/** Joins the lines of a block. @param most the number of lines for which there is room. */
function joinLines(judged: readonly JudgedLine[], most: number): JudgedLines {
  const states = new Uint8Array(most);
  const entries = new Uint8Array(most * ENTRY_BYTES);
  const [hashes, commitments] = [new Uint8Array(most * 32), new Uint8Array(most * 32)];
  const own: { readonly line: number; readonly input: CommitmentBytes }[] = [];
  for (const [i, { state, bytes, hash, commitment }] of judged.entries()) {
    states[i] = state;
    if (bytes !== undefined) entries.set(bytes, i * ENTRY_BYTES);
    if (hash !== undefined) hashes.set(hash, i * 32);
    if (commitment !== undefined) own.push({ line: i, input: commitment });
  }
  if (own.length > 0) {
    const committed = commitMany(own.map(({ input }) => input));
    for (const [i, { line }] of own.entries()) commitments.set(committed.subarray(32 * i, 32 * i + 32), 32 * line);
  }
  return { states, entries, hashes, commitments, remarks: judged.flatMap(({ remarks }) => remarks) };
}

const countFindings = (remarks: readonly Remark[]): number => remarks.filter(({ code }) => code !== undefined).length;

/** Returns the zkRoot of a batch's commitments. */
export function zkRootOf(commitments: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(uintToBytes(buildZkTree(commitments).root, 32));
}

type Remarking = (stage: Stage, code: FindingCode | undefined, message: string, meaning?: MeaningId) => undefined;

type LineParts = {
  readonly state: number;
  readonly bytes?: Uint8Array | undefined;
  readonly hash?: Uint8Array | undefined;
  readonly commitment?: CommitmentBytes | undefined;
};
type JudgedLine = LineParts & { readonly remarks: readonly Remark[] };

/** @param number the line's number in the block, from 0. */
function judgeLine(number: number, line: string, log: Hex, rules: OpenRules): JudgedLine {
  const remarks: Remark[] = [];
  const remark: Remarking = (stage, code, message, meaning) =>
    void remarks.push({ line: number, stage, code, message, meaning });
  return { ...judgeParts(line, log, rules, remark), remarks };
}

function judgeParts(line: string, log: Hex, rules: OpenRules, remark: Remarking): LineParts {
  const exported = attempt(remark, () => parseExportedEntry(line, rules));
  const bytes = exported === undefined ? salvageEntry(line) : exported.entry;
  if (bytes === undefined) return { state: 0 };
  const hash = hashEntry(bytes);
  const entry = exported && attempt(remark, () => decodeEntry(bytes));
  if (exported === undefined || entry === undefined) return { state: LINE.bytes, bytes, hash };
  const promised = hashReceiptOf(rules.operator, entry, hash);
  const isPromised = isSignedBy(rules.receiptKey, promised, exported.receipt, rules.recover);
  const { action, signed } = exported;
  const { said, commitment } =
    action === undefined
      ? { said: checkSigned(log, signed, entry, rules, remark), commitment: undefined }
      : checkAction(log, action, entry, hash, rules, remark);
  if (said?.wrong !== undefined) {
    remark("action", "object_mismatch", `its ${said.wrong} is not what its action says`);
  }
  if ((entry.scheme === SCHEME_WALLET) !== (exported.verifiedBlockHash !== undefined)) {
    remark(
      "rest",
      "malformed",
      entry.scheme === SCHEME_WALLET
        ? "verifiedBlockHash: is missing, and a contract wallet's entry (scheme 1) needs it"
        : `verifiedBlockHash: belongs only to a contract wallet's entry (scheme 1), and this one has scheme ${entry.scheme}`,
    );
  }
  if (!isPromised) remark("rest", "bad_receipt", "the receipt is not the operator's for this entry");
  const state = LINE.bytes | LINE.entry | stateOf({ isPromised, said, commitment }, exported);
  return { state, bytes, hash, commitment };
}

function stateOf(
  { isPromised, said, commitment }: { isPromised: boolean; said: ObjectClaim | undefined } & CheckedAction,
  { action, signed }: ExportedEntry,
): number {
  return (
    (isPromised ? LINE.promised : 0) |
    (action === undefined ? 0 : LINE.action) |
    (signed === undefined ? 0 : LINE.signed) |
    (commitment === undefined ? 0 : LINE.committed) |
    (said?.carries === true ? LINE.carries : 0)
  );
}

/** Reads attacker-controlled input. If the reader refuses it, that becomes a finding. */
function attempt<T>(remark: Remarking, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return remark("form", "malformed", error.message);
  }
}

/** An action's statement about its object, as far as the export shows it. */
type ObjectClaim = {
  /** The entry's field that contradicts the action. */
  readonly wrong: string | undefined;
  /** Whether the action leaves the object to its holder. */
  readonly carries: boolean;
};

/** An action's statement about an object, and its commitment if the entry matches the action. */
type CheckedAction = {
  readonly said?: ObjectClaim | undefined;
  readonly commitment?: CommitmentBytes | undefined;
};

function checkAction(
  log: Hex,
  action: SignedAction,
  entry: Entry,
  entryHash: Uint8Array,
  { context, recover }: OpenRules,
  remark: Remarking,
): CheckedAction {
  const rules = { ...context, recover, hasLog: (id: Hex) => id === log };
  const verdict = entry.scheme === SCHEME_WALLET ? readWalletEntry(action, rules) : verifyAction(action, rules);
  if (verdict.verdict === "invalid") {
    const { code, message } = verdict;
    if (code === "unknown_kind") remark("action", "unknown_kind", message);
    else if (code.startsWith("signature")) remarkUnsigned(action, rules, entry, remark);
    else remark("action", "bad_action", `${code}: ${message}`);
    return {};
  }
  const { kind, message, digest, signatureHash, payloadWords: words } = verdict.action;
  const claims = [
    ["log", equalBytes(entry.log, fromHex(log))],
    ["actor", isAddress(message.actor, entry.actor)],
    ["nonce", BigInt(toHex(entry.nonce)) === BigInt(message.nonce)],
    ["action (digest)", equalBytes(entry.digest, digest)],
    ["signature", equalBytes(entry.signatureHash, signatureHash)],
  ] as const;
  const others = claims.flatMap(([name, isOwn]) => (isOwn ? [] : [`another ${name}`]));
  const isOwn = others.length === 0;
  if (!isOwn) remark("action", "entry_mismatch", `the entry has ${others.join(" and ")} than the line shows`);
  checkDeadline(entry, message.deadline, remark);
  const object = actionObject(kind, words);
  const said = { wrong: objectMismatch(entry, object), carries: object.named === undefined };
  const { actor, nonce, acceptedAt } = entry;
  const { payloadType } = kind;
  return { said, commitment: isOwn ? { actor, nonce, acceptedAt, entryHash, payloadType, words } : undefined };
}

/** Reports an action whose signature was refused, by what its entry shows about it. */
function remarkUnsigned(action: SignedAction, rules: ActionRules, entry: Entry, remark: Remarking): void {
  const read = readAction(action, rules);
  if ("verdict" in read) return remark("action", "bad_action", `${read.code}: ${read.message}`);
  const { meaning, message } = explainSignature(entry, read.encoded.digest, action.signature);
  remark("action", "bad_signature", message, meaning);
}

function checkDeadline({ acceptedAt }: Entry, deadline: string, remark: Remarking): void {
  if (isInTime(acceptedAt, deadline)) return;
  const accepted = formatTime(acceptedAt);
  remark(
    "action",
    "deadline_passed",
    `was accepted at ${accepted}, after its deadline ${formatTime(Number(deadline) * 1000)}`,
  );
}

/** Checks everything about an action whose payload is withheld, except what only the payload shows. */
function checkSigned(
  log: Hex,
  signed: SignedForm | undefined,
  entry: Entry,
  { context, recover }: OpenRules,
  remark: Remarking,
): ObjectClaim | undefined {
  if (signed === undefined) {
    const why = "the export withholds the signature. The challenge `action` asks for it (`npx anchorlog watch`)";
    return remark("action", undefined, `whether its actor signed: ${why}`);
  }
  const kind = context.kinds.get(signed.primaryType);
  if (kind === undefined) {
    const message = `primaryType ${signed.primaryType} is not one of the manifest's kinds`;
    return remark("action", "unknown_kind", message);
  }
  const wrong = whyNotOf(entry, log, kind, signed, context);
  if (wrong !== undefined) return remark("action", "entry_mismatch", wrong);
  if (!isSigned(entry, signed.signature, recover)) {
    const { meaning, message } = explainSignature(entry, entry.digest, signed.signature);
    remark("action", "bad_signature", message, meaning);
  }
  checkDeadline(entry, signed.deadline, remark);
  return saidByKind(kind, entry);
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
function isSigned({ scheme, actor, digest }: Entry, signature: Hex, recover: RecoverAddress): boolean {
  if (scheme === SCHEME_WALLET) return !("fault" in checkWalletSignature(toHex(actor), digest, signature));
  return isSignedBy(toHex(actor), digest, signature, recover);
}

/** Compares an entry with the type of its action. The object's key and the named holder are in the payload. */
function saidByKind({ object: { part, namesHolder } }: Kind, entry: Entry): ObjectClaim {
  const isFirst = part === PART_ACT && entry.prior === undefined && !namesHolder;
  const holder = isFirst && !equalBytes(entry.holder, ANYBODY) ? "holder" : undefined;
  return { wrong: entry.part === part ? holder : "part", carries: !namesHolder };
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
