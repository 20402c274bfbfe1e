import { abbreviate, isHex, toHex, type Hex } from "../base/hex.ts";
import { FormatError, readObject } from "../base/json.ts";
import { withOwnJson } from "../base/jsonable.ts";
import { encodeMessage, type EncodedMessage } from "./envelope.ts";
import type { RecoverAddress } from "./frequent.ts";
import type { Kind } from "./kinds.ts";
import {
  hashReadSignature,
  isAddress,
  NO_POINT,
  readStrictSignature,
  recoverAddress,
  type RefusedSignature,
  type SignatureFault,
} from "./signature.ts";
import {
  readWalletSignature,
  type BlockReference,
  type WalletAnswer,
  type WalletSignature,
  type WalletVerifier,
} from "./wallet.ts";

/** Why an action is refused (protocol/3-log §2), except for `nonce_used`, which the log detects. */
export type ActionCode =
  | FormatError["code"]
  | SignatureFault
  | "unknown_kind"
  | "unknown_log"
  | "deadline_passed"
  | "deadline_too_far"
  | "signature_mismatch"
  | "delegated_account"
  | "signature_rejected"
  | "holder_cannot_act";

/** An action whose form and signature are proven. */
export type VerifiedAction = EncodedMessage & {
  readonly signature: Hex;
  readonly signatureHash: Uint8Array;
  /** The block at which the actor, a contract wallet, accepted the signature (scheme 1); absent for scheme 0. */
  readonly verifiedAt?: BlockReference | undefined;
};

/** How an operator's actions are hashed. */
export type ActionContext = {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** EIP-712 domain separator of the operator's actions. */
  readonly domainSeparator: Uint8Array;
};

/** The rules for judging an action. */
export type ActionRules = ActionContext & {
  /** Whether a log's identifier belongs to the operator. */
  readonly hasLog: (log: Hex) => boolean;
  /** Recovers signers; by the engine in use if it is absent. */
  readonly recover?: RecoverAddress | undefined;
};

/** The verdict on one action. A refusal names the fault and its place. */
export type ActionVerdict =
  | { readonly verdict: "valid"; readonly action: VerifiedAction }
  | { readonly verdict: "invalid"; readonly code: ActionCode; readonly message: string };

/** No verdict yet: the contract wallet's chain did not answer. It is neither accepted nor refused. */
export type IndeterminateAction = {
  readonly verdict: "indeterminate";
  readonly code: "chain_unavailable";
  readonly message: string;
  readonly retryable: true;
};

/** An action that is valid except for its signature, which a contract wallet may still accept. */
export type WalletAction = {
  readonly encoded: EncodedMessage;
  readonly wallet: WalletSignature;
  /** Why the signature is not valid under scheme 0. */
  readonly refusal: Extract<ActionVerdict, { verdict: "invalid" }>;
};

/**
 * Judges a signed action: its form, its signature and its log (protocol/3-log §2). Only scheme 0 is valid here: a
 * strict ECDSA signature by the actor. Deadlines are judged separately, by {@link judgeDeadline}, since a retry may
 * come after its deadline. It uses no network, and changes nothing.
 *
 * @param input any value; attacker-controlled.
 * @example
 * const { chainId, registry: verifyingContract } = operator
 * const domainSeparator = hashDomain({ name: "My Platform", version: "1", chainId, verifyingContract })
 * const rules = { kinds: types.kinds, domainSeparator, hasLog: (log) => log === logId(operator, "acme") }
 * const verdict = verifyAction(JSON.parse(body), rules)
 * if (verdict.verdict === "invalid") return verdict // `signature_mismatch`, `unknown_kind` and others
 * return judgeDeadline(verdict.action.message.deadline, Date.now(), 86_400) // undefined if it can be accepted now
 */
export function verifyAction(input: unknown, rules: ActionRules): ActionVerdict {
  return judgeRead(readAction(input, rules), rules);
}

/** Judges an action that was read before by the same rules. */
export function judgeRead(read: ReadAction, rules: ActionRules): ActionVerdict {
  if ("verdict" in read) return read;
  return judgeLog(verifySignature(read.encoded, read.signature, rules.recover), isOwn(read.encoded, rules));
}

/**
 * Judges a signed action like {@link verifyAction}. If only its signature is refused, it asks the actor on its chain,
 * which may be a contract wallet (scheme 1). A scheme 0 signature needs no chain.
 *
 * @param input any value; attacker-controlled.
 * @example
 * const verdict = await verifyActionOrWallet(JSON.parse(body), rules, connectWallets(rpcUrl, { chainId: 1 }))
 * if (verdict.verdict === "indeterminate") return retryLater(verdict.message) // the wallet's chain does not answer
 */
export async function verifyActionOrWallet(
  input: unknown,
  rules: ActionRules,
  wallets: WalletVerifier,
): Promise<ActionVerdict | IndeterminateAction> {
  const read = readWalletAction(input, rules);
  return "verdict" in read ? read : judgeLog(await askWallet(read, wallets), isOwn(read.encoded, rules));
}

/**
 * Judges an action as far as that needs no network. If a contract wallet must be asked, returns the action for that.
 */
export function readWalletAction(input: unknown, rules: ActionRules): ActionVerdict | WalletAction {
  const read = readAction(input, rules);
  if ("verdict" in read) return read;
  const verdict = verifySignature(read.encoded, read.signature);
  if (verdict.verdict === "valid") return judgeLog(verdict, isOwn(read.encoded, rules));
  return walletActionOf(read.encoded, read.signature, verdict);
}

/** Prepares an action for its contract wallet, after {@link verifySignature} has refused the signature. */
function walletActionOf(
  encoded: EncodedMessage,
  signature: unknown,
  refusal: WalletAction["refusal"],
): ActionVerdict | WalletAction {
  const wallet = readWalletSignature(signature);
  return "fault" in wallet ? invalid(wallet.fault, wallet.message) : { encoded, wallet, refusal };
}

/** Asks the actor of an action whether it accepts the signature. */
export async function askWallet(
  { encoded, wallet, refusal }: WalletAction,
  wallets: WalletVerifier,
): Promise<ActionVerdict | IndeterminateAction> {
  const { actor } = encoded.message;
  const { signature, deployment } = wallet;
  let answer: WalletAnswer;
  try {
    answer = await wallets.ask({ actor, digest: encoded.digest, signature, deployment });
  } catch (error) {
    return indeterminate(`the wallet cannot be asked: ${String(error)}`);
  }
  if (answer.verdict === "indeterminate") return indeterminate(answer.message);
  if (answer.verdict === "valid") {
    const { number, hash } = answer.block;
    // An entry cannot hold other block numbers. A number of 0 there means that no chain was asked.
    const fits = Number.isSafeInteger(number) && number > 0 && isHex(hash, 32);
    return fits
      ? validByWallet(encoded, wallet, answer.block)
      : indeterminate("the wallet's answer names an invalid block");
  }
  if (answer.code === "no_wallet") return { ...refusal, message: `${refusal.message}; and ${answer.message}` };
  return invalid(answer.code, answer.message);
}

/** Returns the verdict for an action whose contract wallet accepted the signature at a block. */
export function validByWallet(
  encoded: EncodedMessage,
  { submitted, signatureHash }: WalletSignature,
  verifiedAt: BlockReference,
): Extract<ActionVerdict, { verdict: "valid" }> {
  return { verdict: "valid", action: new Verified(encoded, submitted, signatureHash, verifiedAt) };
}

/** A class only for the sake of `toJSON`, which all objects inherit: defining it on each object would be far slower. */
class Verified implements VerifiedAction {
  declare readonly kind: Kind;
  declare readonly message: VerifiedAction["message"];
  declare readonly payloadWords: readonly Uint8Array[];
  declare readonly digest: Uint8Array;
  declare readonly signature: Hex;
  declare readonly signatureHash: Uint8Array;
  declare readonly verifiedAt?: BlockReference;

  constructor(encoded: EncodedMessage, signature: Hex, signatureHash: Uint8Array, verifiedAt?: BlockReference) {
    this.kind = encoded.kind;
    this.message = encoded.message;
    this.payloadWords = encoded.payloadWords;
    this.digest = encoded.digest;
    this.signature = signature;
    this.signatureHash = signatureHash;
    if (verifiedAt !== undefined) this.verifiedAt = verifiedAt;
  }
}
withOwnJson(Verified.prototype);

const SIGNED_ACTION = { primaryType: keep, message: keep, signature: keep };

/**
 * Judges the log of an action with a valid signature. It comes last, so that only signers learn which logs exist: each
 * log is a customer.
 */
export function judgeLog<V extends ActionVerdict | IndeterminateAction>(
  verdict: V,
  isKnown: boolean,
): V | Extract<ActionVerdict, { verdict: "invalid" }> {
  if (verdict.verdict !== "valid" || isKnown) return verdict;
  return invalid("unknown_log", `log ${verdict.action.message.log} is not one of this operator's`);
}

/** Whether an action is for one of the operator's logs. */
export function isOwn({ message }: EncodedMessage, { hasLog }: ActionRules): boolean {
  return hasLog(message.log);
}

/** A well-formed action's message and signature; or the fault. */
export type ReadAction =
  | Extract<ActionVerdict, { verdict: "invalid" }>
  // The signature is not judged yet: it may be any value.
  | { readonly encoded: EncodedMessage; readonly signature: unknown };

/** Judges everything about an action except for its log and its signature, which may be any value. */
export function readAction(input: unknown, rules: ActionRules): ReadAction {
  let parts: { primaryType: unknown; message: unknown; signature: unknown };
  try {
    parts = readObject(input, "", SIGNED_ACTION);
  } catch (error) {
    // A getter or a proxy may throw any value.
    return error instanceof FormatError
      ? invalid(error.code, error.message)
      : invalid("malformed", "the action cannot be read: it throws");
  }
  try {
    const { primaryType, message, signature } = parts;
    const kind = typeof primaryType === "string" ? rules.kinds.get(primaryType) : undefined;
    if (kind === undefined) {
      const known = [...rules.kinds.keys()].join(", ");
      return invalid("unknown_kind", `primaryType ${abbreviate(primaryType)} is not one of ${known}`);
    }
    return { encoded: encodeMessage(kind, message, rules.domainSeparator), signature };
  } catch (error) {
    if (error instanceof FormatError) return invalid(error.code, error.message);
    throw error;
  }
}

/** Judges the signature of a well-formed action. */
function verifySignature(
  encoded: EncodedMessage,
  signature: unknown,
  recover: RecoverAddress = recoverAddress,
): ActionVerdict {
  const strict = readStrictSignature(signature);
  if ("fault" in strict) return invalidSignature(strict);
  const address = recover(encoded.digest, strict, encoded.message.actor);
  if (address === undefined) return invalidSignature(NO_POINT);
  return judgeSigner(encoded, signature as Hex, address, hashReadSignature());
}

/**
 * Judges the signer of a well-formed action with a strict signature.
 *
 * @param signer 20 bytes.
 * @param signatureHash the signature's, to be kept.
 */
export function judgeSigner(
  encoded: EncodedMessage,
  signature: Hex,
  signer: Uint8Array,
  signatureHash: Uint8Array,
): ActionVerdict {
  const { message } = encoded;
  if (!isAddress(message.actor, signer)) {
    return invalid(
      "signature_mismatch",
      `the signature is by ${toHex(signer)} over this digest, not by the actor ${message.actor}`,
    );
  }
  return { verdict: "valid", action: new Verified(encoded, signature, signatureHash) };
}

/** Returns the verdict for an invalid signature. */
export function invalidSignature({ fault, message }: RefusedSignature): Extract<ActionVerdict, { verdict: "invalid" }> {
  return invalid(fault, message);
}

/** Returns the verdict for an action that cannot be judged now. */
export function indeterminate(message: string): IndeterminateAction {
  return { verdict: "indeterminate", code: "chain_unavailable", message, retryable: true };
}

function keep(value: unknown): unknown {
  return value;
}

function invalid(code: ActionCode, message: string): Extract<ActionVerdict, { verdict: "invalid" }> {
  return { verdict: "invalid", code, message };
}
