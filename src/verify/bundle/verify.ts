import { decodeUtf8 } from "../../base/bytes.ts";
import { toHex } from "../../base/hex.ts";
import { FormatError, NewerFormatError } from "../../base/json.ts";
import { checkpointOrigin, type OperatorId } from "../../action/domain.ts";
import { formatTime, isAheadOfClock, isDatedAsReceived } from "../../action/time.ts";
import { isTrustedCheckpoint } from "../../batch/trusted.ts";
import { ChainUnavailableError, lagDoubt, type ChainReader } from "../../chain/view.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { SCHEME_WALLET } from "../../log/entry.ts";
import { aboutOf, describeObject, saidByEntry, type About, type SaidByEntry } from "./about.ts";
import { MAX_BUNDLE_BYTES, parseBundle, type Bundle } from "./bundle.ts";
import { decodeBundle, isCompactBundle } from "./compact.ts";
import { BundleError, checkBundle, type BundleFacts, type BundleFault } from "./check.ts";
import { readTrust, receiptKeyDoubt, type ReadTrust, type Trust } from "../trust.ts";

export type { SaidByEntry };

/** How far an action has come. Each state includes the ones before. */
export type BundleState = "promised" | "included" | "anchored" | "final";

/** Why a bundle is invalid: by itself, or against the verifier's trust. */
export type InvalidCode = BundleFault | "checkpoint_mismatch" | "receipt_key_mismatch" | "domain_mismatch";

/** Why a verdict is not possible: the trust is missing, is about something else, or cannot be reached. */
export type IndeterminateCode =
  | "no_trust"
  | "other_operator"
  | "other_checkpoint"
  | "unsigned_checkpoint"
  | "unknown_receipt_key"
  | "receipt_misdated"
  | "wrong_chain"
  | "unknown_registry"
  | "unknown_operator"
  | "not_anchored"
  | "rpc_unavailable"
  | "newer_format";

/**
 * The verdict on one bundle. `state` is never more than the evidence shows. `entry` gives the signer, the action and
 * the time of acceptance; it is absent if the bundle cannot be read. `about` gives the entry's fields about an object;
 * it is absent if the entry has no object, or the bundle cannot be read or is invalid. If the entry names a prior act,
 * the operator alone states that the act is the newest and that its holder is right: a false statement is a fault
 * (`WrongPrior`, `WrongCarry`).
 */
export type BundleVerdict =
  | ({ verdict: "valid"; state: BundleState; code: "ok"; message: string } & BundleContent)
  | { verdict: "invalid"; state: null; code: InvalidCode; message: string }
  | ({ verdict: "indeterminate"; state: BundleState | null; code: IndeterminateCode; message: string } & BundleContent);

/** The content of a bundle, for verdicts that are not invalid. */
type BundleContent = {
  readonly entry?: SaidByEntry | undefined;
  /** Unix seconds of the block that anchored it, if a chain was asked. */
  readonly anchoredAt?: number | undefined;
  readonly about?: About | undefined;
};

/**
 * Verifies a bundle, from the wallet's signature up to the verifier's trust. The verdict says only whether the evidence
 * is true. The caller decides whether its operator, kind and state suffice.
 *
 * @param bundle its JSON text, or the bytes of a file in JSON or compact form; attacker-controlled.
 * @param trust a checkpoint, an operator's keys, or a chain. Without any of them the best verdict is indeterminate,
 * `no_trust`.
 * @param trust.receivedAt when the receipt arrived, in Unix milliseconds, if it came from the operator. If a retry got
 * it, when the action was sent first. By default this machine's clock is the upper bound of a promise's date.
 * @throws AnchorlogError `bad_option` if the trust cannot be read, or the bundle is neither text nor bytes.
 */
export async function verifyBundle(
  bundle: string | Uint8Array,
  trust: Trust & { readonly receivedAt?: number | undefined } = {},
): Promise<BundleVerdict> {
  // JavaScript callers, and casts, can pass other types.
  if (typeof trust !== "object" || trust === null) {
    throw new AnchorlogError("bad_option", `the trust option is not an object: ${String(trust)}`, {
      fix: "name it: verifyBundle(bundle, { checkpoint })",
    });
  }
  const { receivedAt, ...given } = trust;
  if (receivedAt !== undefined && !(Number.isSafeInteger(receivedAt) && receivedAt >= 0)) {
    throw new AnchorlogError("bad_option", `receivedAt is not a time in Unix milliseconds: ${String(receivedAt)}`);
  }
  const known = readTrust(given);
  try {
    const parsed = readBundle(bundle);
    const facts = checkBundle(parsed);
    const verdict = withArrival(await judgeOrDoubt(parsed, facts, known), facts, receivedAt);
    return withObject(withScheme(withEntry(verdict, parsed, facts), facts), facts);
  } catch (error) {
    if (error instanceof NewerFormatError) return indeterminate("newer_format", error.message);
    if (error instanceof FormatError) return invalid(error.code, error.message);
    if (error instanceof BundleError) return invalid(error.code, error.message);
    throw error;
  }
}

/** Throws FormatError if the content is not a bundle, AnchorlogError if the argument has the wrong type. */
function readBundle(bundle: string | Uint8Array): Bundle {
  if (typeof bundle === "string") return parseBundle(bundle);
  if (!(bundle instanceof Uint8Array)) {
    throw new AnchorlogError("bad_option", "the bundle is neither text nor bytes", {
      fix: "give the text or bytes, not what JSON.parse made of it",
    });
  }
  return isCompactBundle(bundle) ? decodeBundle(bundle) : parseBundle(textOf(bundle));
}

function textOf(bytes: Uint8Array): string {
  const text = bytes.length <= MAX_BUNDLE_BYTES ? decodeUtf8(bytes) : undefined;
  if (text !== undefined) return text;
  const what = `is neither UTF-8 JSON of at most ${MAX_BUNDLE_BYTES} bytes nor a compact bundle`;
  throw new FormatError("malformed", "", what);
}

async function judgeOrDoubt(bundle: Bundle, facts: BundleFacts, trust: ReadTrust): Promise<BundleVerdict> {
  try {
    return await judge(bundle, facts, trust);
  } catch (error) {
    if (error instanceof ChainUnavailableError) return indeterminate("rpc_unavailable", error.message);
    throw error;
  }
}

async function judge(bundle: Bundle, facts: BundleFacts, trust: ReadTrust): Promise<BundleVerdict> {
  const { checkpoint, operator, chain } = trust;
  // Checked first: the same addresses on another chain belong to somebody else.
  if (chain !== undefined && !(chain instanceof ChainUnavailableError) && chain.chainId !== facts.id.chainId) {
    return indeterminate(
      "wrong_chain",
      `the RPC serves chain ${chain.chainId}, the bundle is of chain ${facts.id.chainId}: give a node of that chain`,
    );
  }
  if (operator !== undefined) {
    if (checkpointOrigin(operator) !== checkpointOrigin(facts.id)) {
      return indeterminate(
        "other_operator",
        `the bundle is by operator ${describe(facts.id)}, whom the trust file does not name`,
      );
    }
  }
  if (chain instanceof ChainUnavailableError) throw chain;
  // The chain knows all keys and their periods, so it is preferred to a trust file.
  if (chain !== undefined) return judgeByChain(bundle, facts, trust, chain);
  const doubt = operator && receiptKeyDoubt(operator, bundle.receipt.key, facts.entry.acceptedAt);
  if (doubt !== undefined) return indeterminate("unknown_receipt_key", doubt);
  if (checkpoint !== undefined && bundle.inclusion !== undefined) {
    return judgeByCheckpoint(bundle.log, bundle.inclusion.checkpoint, facts, trust, checkpoint);
  }
  if (operator !== undefined) {
    return valid("promised", `entry ${facts.entry.index} of ${bundle.log}: promised by the operator's receipt`);
  }
  return checkpoint === undefined
    ? indeterminate(
        "no_trust",
        "the bundle agrees with itself; give a checkpoint, a trust file or an RPC to judge it by",
      )
    : indeterminate("no_trust", "the bundle is only promised: judging a receipt takes a trust file or an RPC");
}

function judgeByCheckpoint(
  log: string,
  claimed: { size: string; root: string },
  facts: BundleFacts,
  trust: ReadTrust,
  checkpoint: NonNullable<ReadTrust["checkpoint"]>,
): BundleVerdict {
  if (checkpoint.origin !== checkpointOrigin(facts.id)) {
    return indeterminate(
      "other_operator",
      `the checkpoint is of ${checkpoint.origin}, the bundle of ${checkpointOrigin(facts.id)}`,
    );
  }
  if (trust.operator !== undefined && !isTrustedCheckpoint(checkpoint, trust.operator)) {
    return indeterminate("unsigned_checkpoint", "the checkpoint does not bear the trusted operator's signatures");
  }
  if (Number(claimed.size) !== checkpoint.size) {
    return indeterminate(
      "other_checkpoint",
      `the bundle leads to the checkpoint of size ${claimed.size}, the trusted one has ${checkpoint.size}: ask for a bundle that leads to it`,
    );
  }
  if (claimed.root !== toHex(checkpoint.root)) {
    return invalid(
      "checkpoint_mismatch",
      `at size ${claimed.size} the bundle's root is ${claimed.root}, the trusted one ${toHex(checkpoint.root)}`,
    );
  }
  const receipt = trust.operator === undefined ? "; the receipt's key was not judged" : "";
  const place = `entry ${facts.entry.index} of ${log}`;
  return valid("included", `${place}: included in the checkpoint of size ${claimed.size}${receipt}`);
}

async function judgeByChain(
  bundle: Bundle,
  facts: BundleFacts,
  trust: ReadTrust,
  chain: ChainReader,
): Promise<BundleVerdict> {
  const refused = await judgeReceiptByChain(bundle, facts, trust, chain);
  return refused ?? judgeAnchorByChain(bundle, facts, chain);
}

/** Judges registry, operator and receipt key. Returns `undefined` if they are as the bundle says. */
async function judgeReceiptByChain(
  bundle: Bundle,
  facts: BundleFacts,
  trust: ReadTrust,
  chain: ChainReader,
): Promise<BundleVerdict | undefined> {
  const { id } = facts;
  if (trust.operator === undefined && !chain.isKnownRegistry(id.registry)) {
    return indeterminate(
      "unknown_registry",
      `${id.registry} is not the registry of a release: name it in a trust file if you trust it`,
    );
  }
  const operator = await chain.readOperator(id);
  if (operator === undefined) {
    return indeterminate(
      "unknown_operator",
      `at block ${chain.blockNumber} no operator ${id.operator} is registered in ${id.registry}`,
    );
  }
  if (operator.name !== bundle.operator.name || operator.version !== bundle.operator.version) {
    return invalid("domain_mismatch", `the operator's registered domain is ${operator.name} ${operator.version}`);
  }
  const period = await chain.readKeyPeriod(id, "receipt", bundle.receipt.key);
  if (period === undefined) {
    const lag = await lagDoubt(chain, facts.entry.acceptedAt);
    if (lag !== undefined) {
      return indeterminate("unknown_receipt_key", `the registry does not know ${bundle.receipt.key} yet: ${lag}`);
    }
    return invalid(
      "receipt_key_mismatch",
      `the receipt is by ${bundle.receipt.key}, the registered receipt key is ${operator.receiptKey}`,
    );
  }
  if (period.until !== undefined && facts.entry.acceptedAt > period.until * 1000) {
    return invalid(
      "receipt_key_mismatch",
      `the receipt is by ${bundle.receipt.key}, which was retired before the entry's acceptance`,
    );
  }
  return undefined;
}

async function judgeAnchorByChain(bundle: Bundle, facts: BundleFacts, chain: ChainReader): Promise<BundleVerdict> {
  if (bundle.inclusion === undefined) {
    return valid("promised", `entry ${facts.entry.index} of ${bundle.log}: promised by the operator's receipt`);
  }
  const { size, root, position } = bundle.inclusion.checkpoint;
  const anchored = await chain.readCheckpoint(facts.id, Number(size));
  if (anchored === undefined) {
    return {
      ...indeterminate(
        "not_anchored",
        `the receipt is valid, but the registry holds no checkpoint of size ${size} at block ${chain.blockNumber}: ask again later, or for a fresh bundle`,
      ),
      state: "promised",
    };
  }
  if (anchored.root !== root) {
    return invalid(
      "checkpoint_mismatch",
      `at size ${size} the bundle's root is ${root}, the anchored one ${anchored.root}`,
    );
  }
  const state = (await isFinal(chain, facts, Number(position))) ? "final" : "anchored";
  const what = `${state} at block ${chain.blockNumber}, in the checkpoint of size ${size}`;
  return { ...valid(state, `entry ${facts.entry.index} of ${bundle.log}: ${what}`), anchoredAt: anchored.time };
}

async function isFinal(chain: ChainReader, { id, header }: BundleFacts, position: number): Promise<boolean> {
  if (header === undefined) return false;
  return chain.isFinal(id, { position, log: toHex(header.log), lastIndex: header.start + header.count - 1 });
}

/**
 * If a receipt's date is not its time of arrival, the operator may escape challenges, whose deadlines depend on the
 * date. Then the receipt proves no promise, and only the other evidence counts.
 */
function withArrival(verdict: BundleVerdict, { entry }: BundleFacts, receivedAt: number | undefined): BundleVerdict {
  if (verdict.verdict === "invalid") return verdict;
  const why = whyMisdated(entry.acceptedAt, verdict.state, receivedAt);
  if (why === undefined) return verdict;
  const { state, code, message, anchoredAt } = verdict;
  const dates = `the receipt is dated ${formatTime(entry.acceptedAt)}, ${why}`;
  return {
    ...indeterminate("receipt_misdated", `${dates}; but for that (${code}): ${message}`),
    state: state === "promised" ? null : state,
    ...(anchoredAt === undefined ? {} : { anchoredAt }),
  };
}

/** Without a time of arrival, this machine's clock is the bound for a promise that has no other date. */
function whyMisdated(acceptedAt: number, state: BundleState | null, receivedAt: number | undefined) {
  if (receivedAt === undefined) {
    const isAhead = state === "promised" && isAheadOfClock(acceptedAt, Date.now());
    return isAhead ? "more than five minutes ahead of this machine's clock" : undefined;
  }
  if (isDatedAsReceived(acceptedAt, receivedAt)) return undefined;
  return `it arrived at ${formatTime(receivedAt)}, more than five minutes apart`;
}

/** Adds the signer, the action and the time of acceptance to a verdict that is not invalid. */
function withEntry(verdict: BundleVerdict, { log, action }: Bundle, { kind, entry }: BundleFacts): BundleVerdict {
  if (verdict.verdict === "invalid") return verdict;
  return { ...verdict, entry: saidByEntry(log, entry, kind, action.message) };
}

/** Notes in a verdict that is not invalid if only the operator checked the action's signature. */
function withScheme(verdict: BundleVerdict, { entry }: BundleFacts): BundleVerdict {
  if (entry.scheme !== SCHEME_WALLET || verdict.verdict === "invalid") return verdict;
  const note = `the actor is a contract wallet, checked by the operator at block ${entry.verifiedBlock}`;
  return { ...verdict, message: `${verdict.message}; ${note}` };
}

/** Adds the entry's object to a verdict that is not invalid. */
function withObject(verdict: BundleVerdict, { entry }: BundleFacts): BundleVerdict {
  const about = aboutOf(entry);
  if (about === undefined || verdict.verdict === "invalid") return verdict;
  return { ...verdict, message: `${verdict.message}; ${describeObject(entry)}`, about };
}

function describe(id: OperatorId): string {
  return `${id.operator} (chain ${id.chainId}, registry ${id.registry})`;
}

function valid(state: BundleState, message: string): Extract<BundleVerdict, { verdict: "valid" }> {
  return { verdict: "valid", state, code: "ok", message };
}

function invalid(code: InvalidCode, message: string): BundleVerdict {
  return { verdict: "invalid", state: null, code, message };
}

function indeterminate(code: IndeterminateCode, message: string) {
  return { verdict: "indeterminate" as const, state: null, code, message };
}
