/** Judges one document of any kind. */
import { checkpointOrigin, readOrigin, type OperatorId } from "../action/domain.ts";
import { formatTime, isAheadOfClock } from "../action/time.ts";
import { ChainUnavailableError, lagDoubt, type KeyPeriod } from "../chain/view.ts";
import { parseCheckpoint, type CheckpointNote } from "../batch/checkpoint.ts";
import { isTrustedCheckpoint } from "../batch/trusted.ts";
import { readTrust, receiptKeyDoubt, type Trust } from "../verify/trust.ts";
import type { JudgedFault } from "../verify/consequences.ts";
import type { About } from "../verify/bundle/about.ts";
import type { GivenRow } from "../verify/bundle/row.ts";
import { verifyBundle, type IndeterminateCode, type SaidByEntry } from "../verify/bundle/verify.ts";
import { fromHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError, parseStrictJson } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { decodeEntry, type Entry } from "../log/entry.ts";
import type { ProofDoubt } from "../proof/verify.ts";
import { isReceiptBy, readReceiptFields, type Receipt } from "../log/receipt/receipt.ts";
import { documentKind, nameOf, UNPACK, type DocumentKind } from "./documents.ts";

/** Why a document could not be judged. */
export type JudgedDoubt = IndeterminateCode | ProofDoubt | "unknown_document" | "unreadable";

/** The verdict on a document: on a bundle or a proof as `verifyBundle` and `verifyProof` give it. */
export type DocumentVerdict = {
  /** The kind that the document states; null if it is not known. */
  readonly document: DocumentKind | null;
  readonly verdict: "valid" | "invalid" | "indeterminate";
  readonly state: "promised" | "included" | "anchored" | "final" | null;
  readonly code: "ok" | JudgedFault | JudgedDoubt;
  readonly message: string;
  readonly entry?: SaidByEntry | undefined;
  /** The entry's fields about an object. */
  readonly about?: About | undefined;
  /** The time of the block that anchored it, Unix seconds. */
  readonly anchoredAt?: number | undefined;
  /** Set for a proof: the hash of its circuit's key. */
  readonly key?: Hex | null;
};

type Verdict = Omit<DocumentVerdict, "document">;

/**
 * @param content bytes of a compact bundle, or text; undefined if it is neither, or too long.
 * @param row the row that a bundle must be about.
 */
export async function judgeDocument(
  content: string | Uint8Array | undefined,
  trust: Trust,
  row?: GivenRow,
): Promise<DocumentVerdict> {
  const document = documentKind(content) ?? null;
  if (document === "bundle" && content !== undefined && row !== undefined) {
    const { verifyRow } = await import("../verify/bundle/row.ts");
    return { document, ...(await verifyRow(content, row, trust)) };
  }
  return { document, ...(await judgeAs(document, content, trust)) };
}

async function judgeAs(
  document: DocumentKind | null,
  content: string | Uint8Array | undefined,
  trust: Trust,
): Promise<Verdict> {
  if (content === undefined) return unknown(`is neither UTF-8 text nor a compact bundle, of at most 8 MiB. ${UNPACK}`);
  if (document === "bundle") return verifyBundle(content, trust);
  if (typeof content !== "string") throw new Error("only a bundle has a compact form");
  if (document === "receipt") return orUnavailable(() => judgeReceipt(content, trust));
  if (document === "checkpoint") return orUnavailable(() => judgeCheckpoint(content, trust));
  if (document === "proof") {
    const { verifyProof } = await import("../proof/verify.ts");
    const { verdict, state, code, message, key } = await verifyProof(content, { trust });
    return { verdict, state, code, message, key };
  }
  if (document === "dispute") {
    const { verifyDispute } = await import("../dispute/disputes/document.ts");
    const { verdict, state, code, message } = await verifyDispute(content, { trust });
    return { verdict, state, code, message };
  }
  if (document !== null) return unknown(`is ${nameOf(document)}`);
  if (content.trim() === "") return unknown("is empty");
  return unknown("is not a bundle, proof, dispute or receipt, by its `format`, and not a checkpoint");
}

/**
 * Returns the verdict on a document that is not evidence or not known here. It must not be `invalid`, which would
 * accuse the operator.
 */
const unknown = (message: string): Verdict => doubt("unknown_document", message);

async function orUnavailable(judge: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof ChainUnavailableError) return doubt("rpc_unavailable", error.message);
    throw error;
  }
}

/** Judges a receipt. A receipt does not name its operator, so a trust file must. */
async function judgeReceipt(text: string, { operator, chain }: Trust): Promise<Verdict> {
  let receipt: Receipt;
  let entry: Entry;
  try {
    receipt = readReceiptFields(parseStrictJson(text));
    entry = decodeEntry(fromHex(receipt.entry));
  } catch (error) {
    if (error instanceof FormatError) return fault(error.code, error.message);
    if (error instanceof RangeError) return fault("bad_entry", error.message);
    throw error;
  }
  if (operator === undefined) {
    return doubt("no_trust", "a receipt does not name its operator: give a trust file to judge it by");
  }
  const otherChain = chain && whyNotAsked(chain, operator);
  if (otherChain !== undefined) return otherChain;
  if (!isReceiptBy(receipt.key, operator, fromHex(receipt.entry), receipt.signature)) {
    return fault("receipt_mismatch", `the receipt is not signed by ${receipt.key} for this entry`);
  }
  if (chain === undefined || chain instanceof ChainUnavailableError) {
    const keyDoubt = receiptKeyDoubt(operator, receipt.key, entry.acceptedAt);
    if (keyDoubt !== undefined) return doubt("unknown_receipt_key", keyDoubt);
  } else {
    const period = await chain.readKeyPeriod(operator, "receipt", receipt.key);
    const lag = period === undefined ? await lagDoubt(chain, entry.acceptedAt) : undefined;
    if (lag !== undefined) return doubt("unknown_receipt_key", `the registry does not know ${receipt.key} yet: ${lag}`);
    if (!servesAt(period, entry))
      return fault(
        "receipt_key_mismatch",
        `${receipt.key} was not the operator's receipt key at the entry's acceptance`,
      );
  }
  const acceptedAt = formatTime(entry.acceptedAt);
  if (isAheadOfClock(entry.acceptedAt, Date.now())) {
    return doubt("receipt_misdated", `the receipt is dated ${acceptedAt}, ahead of this machine's clock`);
  }
  const what = `entry ${entry.index} of log ${toHex(entry.log)}, by ${toHex(entry.actor)}, accepted ${acceptedAt}`;
  return { verdict: "valid", state: "promised", code: "ok", message: `${what}: promised by the operator's receipt` };
}

const servesAt = (period: KeyPeriod | undefined, { acceptedAt }: Entry): boolean =>
  period !== undefined && (period.until === undefined || acceptedAt <= 1_000 * period.until);

/** Judges a checkpoint by the trusted keys, by the registry, or by another checkpoint. */
export async function judgeCheckpoint(text: string, trust: Trust): Promise<Verdict> {
  let note: CheckpointNote;
  try {
    note = parseCheckpoint(text);
  } catch (error) {
    if (error instanceof AnchorlogError) return fault("malformed", error.message);
    throw error;
  }
  const id = readOrigin(note.origin);
  if (id === undefined) return fault("malformed", "its first line is not the origin of an operator");
  const { operator, chain } = trust;
  const { checkpoint } = readTrust(trust);
  const others = [operator && checkpointOrigin(operator), checkpoint?.origin];
  if (others.some((origin) => origin !== undefined && origin !== note.origin)) {
    return doubt(
      "other_operator",
      `the checkpoint is of ${note.origin}, which the given trust file or checkpoint does not name`,
    );
  }
  // With a chain, the registry decides, even if the signatures are by other keys.
  if (operator !== undefined && chain === undefined && !isTrustedCheckpoint(note, operator)) {
    return doubt("unsigned_checkpoint", "the checkpoint does not bear the trusted operator's signatures");
  }
  const what = `checkpoint of size ${note.size}, root ${toHex(note.root)}`;
  if (chain !== undefined) return whyNotAsked(chain, id) ?? (await judgeAnchored(what, note, id, trust));
  if (checkpoint === undefined) {
    return operator === undefined
      ? doubt("no_trust", `${what}: give a trust file, an RPC or a checkpoint to judge it by`)
      : { verdict: "valid", state: null, code: "ok", message: `${what}: signed by the trusted operator` };
  }
  if (checkpoint.size !== note.size) {
    return doubt("other_checkpoint", `${what}: the trusted one has size ${checkpoint.size}`);
  }
  if (toHex(checkpoint.root) !== toHex(note.root)) {
    return fault("checkpoint_mismatch", `${what}: the trusted one has root ${toHex(checkpoint.root)}`);
  }
  return { verdict: "valid", state: null, code: "ok", message: `${what}: the trusted one` };
}

async function judgeAnchored(
  what: string,
  { size, root }: CheckpointNote,
  id: OperatorId,
  { chain, operator }: Trust,
): Promise<Verdict> {
  if (chain === undefined || chain instanceof ChainUnavailableError) throw new Error("no chain to ask");
  if (operator === undefined && !chain.isKnownRegistry(id.registry)) {
    return doubt(
      "unknown_registry",
      `${id.registry} is not the registry of a release: name it in a trust file if you trust it`,
    );
  }
  const anchored = await chain.readCheckpoint(id, size);
  if (anchored === undefined) {
    return doubt("not_anchored", `${what}: the registry has no checkpoint of this size at block ${chain.blockNumber}`);
  }
  if (anchored.root !== toHex(root)) {
    return fault("checkpoint_mismatch", `${what}: at this size the anchored root is ${anchored.root}`);
  }
  const message = `${what}: anchored ${formatTime(1_000 * anchored.time)}`;
  return { verdict: "valid", state: "anchored", code: "ok", message, anchoredAt: anchored.time };
}

function whyNotAsked(chain: NonNullable<Trust["chain"]>, { chainId }: OperatorId): Verdict | undefined {
  if (chain instanceof ChainUnavailableError) return doubt("rpc_unavailable", chain.message);
  if (chain.chainId === chainId) return undefined;
  return doubt("wrong_chain", `the RPC serves chain ${chain.chainId}, the document is of chain ${chainId}`);
}

const fault = (code: JudgedFault, message: string): Verdict => ({ verdict: "invalid", state: null, code, message });
const doubt = (code: JudgedDoubt, message: string): Verdict => ({
  verdict: "indeterminate",
  state: null,
  code,
  message,
});
