import { equalBytes, uintToBytes, bytesToUint } from "../../base/bytes.ts";
import { fromHex, toHex, type Hex } from "../../base/hex.ts";
import { FormatError } from "../../base/json.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { hashDomain, logId, type OperatorId } from "../../action/domain.ts";
import { encodeMessage, type EncodedMessage } from "../../action/envelope.ts";
import { parseKind, type Kind } from "../../action/kinds.ts";
import { actionObject, objectMismatch } from "../../action/object.ts";
import { hashSignature, recoverSigner } from "../../action/signature.ts";
import { formatTime, isInTime } from "../../action/time.ts";
import { checkWalletSignature } from "../../action/wallet.ts";
import { decodeEntry, hashEntry, schemeOf, SCHEME_WALLET, type Entry } from "../../log/entry.ts";
import { isReceiptBy } from "../../log/receipt/receipt.ts";
import { decodeHeader, hashHeader, type Header } from "../../batch/header.ts";
import { commitEntry } from "../../batch/build.ts";
import { zkRootFromPath } from "../../batch/zk.ts";
import { MerkleProofError, rootFromInclusionProof } from "../../crypto/merkle/verify.ts";
import type { Bundle, Inclusion } from "./bundle.ts";

/** Why a bundle is invalid regardless of trust. A closed set. */
export type BundleFault =
  | FormatError["code"]
  | "bad_kind"
  | "log_mismatch"
  | "signature_malformed"
  | "signature_non_canonical"
  | "signature_mismatch"
  | "bad_entry"
  | "entry_mismatch"
  | "object_mismatch"
  | "deadline_passed"
  | "receipt_mismatch"
  | "bad_header"
  | "header_mismatch"
  | "inclusion_mismatch"
  | "zk_mismatch"
  | "checkpoint_inclusion_mismatch";

/** Ends the checks; callers turn it into a verdict. */
export class BundleError extends Error {
  readonly code: BundleFault;
  constructor(code: BundleFault, message: string) {
    super(message);
    this.code = code;
  }
}

/** The content of a consistent bundle. */
export type BundleFacts = {
  readonly id: OperatorId;
  readonly kind: Kind;
  readonly entry: Entry;
  readonly header: Header | undefined;
};

/**
 * Checks everything about a bundle that needs no trust: the action's signature, the entry, the receipt and the proofs,
 * up to the bundle's own checkpoint root.
 *
 * @throws BundleError with the first fault.
 */
export function checkBundle(bundle: Bundle): BundleFacts {
  const { operator } = bundle;
  const id: OperatorId = { chainId: Number(operator.chainId), registry: operator.registry, operator: operator.address };
  const action = checkAction(bundle, id);
  const entryBytes = fromHex(bundle.entry);
  const signatureHash = checkSignature(schemeOf(entryBytes), action, bundle.action.signature);
  const entry = decode("bad_entry", () => decodeEntry(entryBytes));
  checkEntry(entry, action, signatureHash);
  if (!isReceiptBy(bundle.receipt.key, id, entryBytes, bundle.receipt.signature)) {
    throw new BundleError("receipt_mismatch", `the receipt is not signed by ${bundle.receipt.key} for this entry`);
  }
  const { kind } = action;
  if (bundle.inclusion === undefined) return { id, kind, entry, header: undefined };
  return { id, kind, entry, header: checkInclusion(bundle.inclusion, action, entry, entryBytes) };
}

function checkAction(bundle: Bundle, id: OperatorId): EncodedMessage {
  const { name, version } = bundle.operator;
  const { primaryType, payloadType, message } = bundle.action;
  const kind = decode("bad_kind", () => parseKind(primaryType, payloadType));
  const domainSeparator = hashDomain({ name, version, chainId: id.chainId, verifyingContract: id.registry });
  let action: EncodedMessage;
  try {
    action = encodeMessage(kind, message, domainSeparator);
  } catch (error) {
    if (error instanceof FormatError) throw new BundleError(error.code, `action.${error.message}`);
    throw error;
  }
  const log = decode("log_mismatch", () => logId(id, bundle.log));
  if (message.log !== log) {
    throw new BundleError("log_mismatch", `the action's log is not the operator's log ${bundle.log}, ${log}`);
  }
  return action;
}

/** Checks an action's signature as far as its scheme allows offline, and returns its hash. */
function checkSignature(scheme: number, { message, digest }: EncodedMessage, signature: Hex): Uint8Array {
  if (scheme === SCHEME_WALLET) {
    const wallet = checkWalletSignature(message.actor, digest, signature);
    if (!("fault" in wallet)) return wallet.signatureHash;
    throw new BundleError(wallet.fault === "not_a_wallet" ? "entry_mismatch" : wallet.fault, wallet.message);
  }
  const recovered = recoverSigner(digest, signature);
  if ("fault" in recovered) throw new BundleError(recovered.fault, recovered.message);
  if (recovered.address !== message.actor) {
    throw new BundleError(
      "signature_mismatch",
      `the action was changed after it was signed, or its actor ${message.actor} did not sign it`,
    );
  }
  return hashSignature(signature);
}

function checkEntry(entry: Entry, action: EncodedMessage, signatureHash: Uint8Array): void {
  const { kind, message, digest, payloadWords } = action;
  const facts: [string, Uint8Array, Uint8Array][] = [
    ["log", entry.log, fromHex(message.log)],
    ["actor", entry.actor, fromHex(message.actor)],
    ["nonce", entry.nonce, uintToBytes(BigInt(message.nonce), 32)],
    ["digest", entry.digest, digest],
    ["signatureHash", entry.signatureHash, signatureHash],
  ];
  for (const [name, ofEntry, ofAction] of facts) {
    if (!equalBytes(ofEntry, ofAction))
      throw new BundleError("entry_mismatch", `the entry's ${name} is not the action's`);
  }
  if (entry.index === 0 && !equalBytes(entry.prev, entry.log)) {
    throw new BundleError("entry_mismatch", "entry 0 follows something else than the log's identifier");
  }
  const field = objectMismatch(entry, actionObject(kind, payloadWords));
  if (field !== undefined) {
    throw new BundleError("object_mismatch", `the entry's ${field} is not what the action says of its object`);
  }
  if (!isInTime(entry.acceptedAt, message.deadline)) {
    throw new BundleError(
      "deadline_passed",
      `the entry was accepted at ${formatTime(entry.acceptedAt)}, after the action's deadline, ${formatTime(1_000 * Number(message.deadline))}`,
    );
  }
}

function checkInclusion(inclusion: Inclusion, action: EncodedMessage, entry: Entry, entryBytes: Uint8Array): Header {
  const headerBytes = fromHex(inclusion.header);
  const header = decode("bad_header", () => decodeHeader(headerBytes));
  if (!equalBytes(header.log, entry.log))
    throw new BundleError("header_mismatch", "the header is of another log than the entry");
  const position = entry.index - header.start;
  const entryHash = hashEntry(entryBytes);
  const root = implied("inclusion_mismatch", () =>
    rootFromInclusionProof(
      entryHash,
      position,
      header.count,
      inclusion.path.map((h) => fromHex(h)),
    ),
  );
  if (!equalBytes(root, header.root))
    throw new BundleError("inclusion_mismatch", "the entry is not in the batch that the header describes");
  checkBorders(header, entry, entryHash);
  checkZk(inclusion, header, commitEntry(entry, entryHash, action), position);
  const { checkpoint } = inclusion;
  const checkpointRoot = implied("checkpoint_inclusion_mismatch", () =>
    rootFromInclusionProof(
      hashHeader(headerBytes),
      Number(checkpoint.position),
      Number(checkpoint.size),
      checkpoint.path.map((h) => fromHex(h)),
    ),
  );
  if (toHex(checkpointRoot) !== checkpoint.root) {
    throw new BundleError("checkpoint_inclusion_mismatch", "the header is not in the batch log at this checkpoint");
  }
  return header;
}

/**
 * A batch's first entry must follow its prevHead, its last entry must be its head, and no entry may be accepted after
 * its closing.
 */
function checkBorders(header: Header, entry: Entry, entryHash: Uint8Array): void {
  const position = entry.index - header.start;
  if (position === 0 && !equalBytes(entry.prev, header.prevHead)) {
    throw new BundleError("header_mismatch", "the batch's first entry does not follow its prevHead");
  }
  if (position === header.count - 1 && !equalBytes(entryHash, header.head)) {
    throw new BundleError("header_mismatch", "the batch's last entry is not its head");
  }
  if (entry.acceptedAt > header.closedAt) {
    throw new BundleError("header_mismatch", "the entry was accepted after its batch was closed");
  }
}

function checkZk(inclusion: Inclusion, header: Header, commitment: bigint, position: number): void {
  const siblings = inclusion.zkPath.map((level) => level.map((h) => bytesToUint(fromHex(h))));
  let root: bigint;
  try {
    root = zkRootFromPath(commitment, position, siblings);
  } catch (error) {
    throw new BundleError("zk_mismatch", `the zk path is malformed: ${(error as Error).message}`);
  }
  if (root !== bytesToUint(header.zkRoot)) {
    throw new BundleError("zk_mismatch", "the entry's commitment is not at its position under the header's zkRoot");
  }
}

/** Runs a decoder of attacker-controlled input. If the decoder refuses the input, that becomes a BundleError. */
function decode<T>(code: BundleFault, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof AnchorlogError) throw new BundleError(code, error.message);
    throw error;
  }
}

function implied(code: BundleFault, compute: () => Uint8Array): Uint8Array {
  try {
    return compute();
  } catch (error) {
    if (error instanceof MerkleProofError) throw new BundleError(code, error.message);
    throw error;
  }
}
