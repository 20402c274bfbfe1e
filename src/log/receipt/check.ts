import type { OperatorId } from "../../action/domain.ts";
import { assertGiven } from "../../base/options.ts";
import { encodeMessage } from "../../action/envelope.ts";
import { parseKind, type Message } from "../../action/kinds.ts";
import { actionObject, objectMismatch } from "../../action/object.ts";
import { hashSignature } from "../../action/signature.ts";
import { checkWalletSignature } from "../../action/wallet.ts";
import { CLOCK_SKEW, formatTime, isInTime } from "../../action/time.ts";
import { equalBytes, uintToBytes } from "../../base/bytes.ts";
import { fromHex, inLowerCase, type Hex } from "../../base/hex.ts";
import { FormatError } from "../../base/json.ts";
import { AnchorlogError, type ErrorCode } from "../../base/errors.ts";
import { decodeEntry, SCHEME_ECDSA, SCHEME_WALLET, type Entry } from "../entry.ts";
import { isReceiptBy, readReceiptFields, type Receipt } from "./receipt.ts";

/** An action that was signed and handed to its operator: what a receipt must be for. All of it survives JSON. */
export type SentAction = {
  readonly primaryType: string;
  /** How its payload was signed. */
  readonly payloadType: string;
  readonly message: Message;
  readonly signature: Hex;
  /** The action's EIP-712 digest, 32 bytes. */
  readonly digest: Hex;
  /** When it was first signed, in Unix milliseconds by the sender's clock. */
  readonly signedAt: number;
};

/**
 * The address of an operator's receipt key, in any case; or a function that knows the operator's keys and their times.
 */
export type ReceiptKey = Hex | ((key: Hex, acceptedAt: number) => boolean | Promise<boolean>);

/** The operator whose receipts are judged, and the clock. */
export type ReceiptRules = {
  readonly operator: OperatorId;
  readonly receiptKey: ReceiptKey;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
};

/**
 * Checks a receipt on its arrival (protocol/3-log §3): that it is the operator's promise for this very action and
 * signature, and has the right date. Only such a receipt is evidence against the operator.
 *
 * @throws AnchorlogError `no_receipt`, `receipt_malformed`, `entry_mismatch`, `object_mismatch` (the entry is about
 *   another object, or names another holder), `receipt_mismatch` (not signed by the key that it names),
 *   `receipt_key_mismatch` (not the operator's), `deadline_passed` or `receipt_misdated`; and as `receiptKey` does.
 * @example
 * const api = { authority: "api.example", receiptKey, readReceipt: "later" } as const
 * const post = createActionPost({ account, operator, log: "acme", types, ...api })
 * const response = await post("https://api.example/transfers", "Transfer", { objectId: "seat 7", to })
 * const receipt: unknown = await receiptOf(response) // however this API gives it later
 * await checkReceipt(receipt, sentAction(response)!, { operator, receiptKey })
 */
export async function checkReceipt(receipt: unknown, sent: SentAction, rules: ReceiptRules): Promise<Receipt> {
  assertGiven("checkReceipt", { sent, rules }, "sent", "rules.operator.registry", "rules.receiptKey");
  const { operator, receiptKey, clock = Date.now } = rules;
  const now = clock();
  const { read, entry } = readReceipt(receipt);
  checkEntry(entry, sent, receipt);
  checkObject(entry, sent, receipt);
  const id = { ...operator, registry: inLowerCase(operator.registry), operator: inLowerCase(operator.operator) };
  if (!isReceiptBy(read.key, id, fromHex(read.entry), read.signature)) {
    throw refused("receipt_mismatch", `it is not signed by ${read.key} for this entry`, receipt);
  }
  const isKnown: unknown =
    typeof receiptKey === "string"
      ? inLowerCase(receiptKey) === read.key
      : await receiptKey(read.key, entry.acceptedAt);
  if (isKnown !== true)
    throw refused("receipt_key_mismatch", `${read.key} is not a receipt key of the operator`, receipt);
  checkDate(entry, sent, now, receipt);
  return read;
}

function readReceipt(receipt: unknown): { read: Receipt; entry: Entry } {
  if (receipt === undefined || receipt === null) {
    throw refused("no_receipt", "it is missing, so the operator has promised nothing", receipt);
  }
  try {
    const read = readReceiptFields(receipt, "receipt");
    return { read, entry: decodeEntry(fromHex(read.entry)) };
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) {
      throw refused("receipt_malformed", error.message, receipt);
    }
    throw error;
  }
}

function checkEntry(entry: Entry, sent: SentAction, receipt: unknown): void {
  const { message, digest, signature } = sent;
  const wallet = checkWalletSignature(message.actor, fromHex(digest, 32), signature);
  if ("fault" in wallet && wallet.fault !== "not_a_wallet") throw refused("entry_mismatch", wallet.message, receipt);
  const isWallet = !("fault" in wallet);
  const facts: [string, Uint8Array, Uint8Array][] = [
    ["log", entry.log, fromHex(message.log)],
    ["actor", entry.actor, fromHex(message.actor)],
    ["nonce", entry.nonce, uintToBytes(BigInt(message.nonce), 32)],
    ["digest", entry.digest, fromHex(digest)],
    ["signatureHash", entry.signatureHash, isWallet ? wallet.signatureHash : hashSignature(signature)],
    ["scheme", Uint8Array.of(entry.scheme), Uint8Array.of(isWallet ? SCHEME_WALLET : SCHEME_ECDSA)],
  ];
  const other = facts.find(([, ofEntry, ofAction]) => !equalBytes(ofEntry, ofAction));
  if (other !== undefined) throw refused("entry_mismatch", `its entry's ${other[0]} is not the action's`, receipt);
  if (entry.index === 0 && !equalBytes(entry.prev, entry.log)) {
    throw refused("entry_mismatch", "its entry 0 follows something else than the log's identifier", receipt);
  }
}

/** Checks the entry's object against the action. It cannot check the holder before: that needs earlier entries. */
function checkObject(entry: Entry, { primaryType, payloadType, message }: SentAction, receipt: unknown): void {
  const kind = parseKind(primaryType, payloadType);
  // The domain does not change the words of a message.
  const { payloadWords } = encodeMessage(kind, message, new Uint8Array(32));
  const field = objectMismatch(entry, actionObject(kind, payloadWords));
  if (field === undefined) return;
  throw refused("object_mismatch", `its entry's ${field} is not what the action says of its object`, receipt);
}

/** Checks the receipt's date. It limits how long the receipt can be enforced: a wrong date may bind to nothing. */
function checkDate({ acceptedAt }: Entry, { message, signedAt }: SentAction, now: number, receipt: unknown): void {
  if (!isInTime(acceptedAt, message.deadline)) {
    throw refused("deadline_passed", `it is dated ${formatTime(acceptedAt)}, after the action's deadline`, receipt);
  }
  if (signedAt - CLOCK_SKEW <= acceptedAt && acceptedAt <= now + CLOCK_SKEW) return;
  const times = `the action was signed at ${formatTime(signedAt)}, and now it is ${formatTime(now)}`;
  throw refused("receipt_misdated", `it is dated ${formatTime(acceptedAt)}; ${times}`, receipt, CHECK_CLOCK);
}

const KEEP = "keep what came, and do not take the action for promised";
const CHECK_CLOCK = `compare this machine's clock with the right time: if it is wrong, correct it, and look in the log before you sign the action again, since it may be done; if it is right, ${KEEP}`;

function refused(code: ErrorCode, why: string, receipt: unknown, fix = KEEP): AnchorlogError {
  return new AnchorlogError(code, `the receipt does not count: ${why}`, { fix, details: { receipt } });
}
