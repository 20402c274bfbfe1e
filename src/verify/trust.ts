import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { parseCheckpoint, type CheckpointNote } from "../batch/checkpoint.ts";
import { formatVerifierKey, parseVerifierKey, type NoteKey } from "../tlog/note.ts";
import type { ChainReader, ChainUnavailableError } from "../chain/view.ts";
import {
  arrayOf,
  FormatError,
  hexOf,
  literal,
  parseStrictJson,
  readCount,
  readObject,
  stringUpTo,
} from "../base/json.ts";
import { receiptKeyAt, type EarlierKey, type TrustedKeys } from "../batch/trusted.ts";
import { abbreviate, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertGiven, assertKnownOptions } from "../base/options.ts";

/** An operator whose current and earlier keys the verifier knows from another source. */
export type TrustedOperator = OperatorId & TrustedKeys;

/** The verifier's trust: any of these, or nothing. */
export type Trust = {
  /**
   * A checkpoint, or its signed note as text, trusted as given. If `operator` is given too, the checkpoint must bear
   * that operator's signatures.
   */
  readonly checkpoint?: CheckpointNote | string | undefined;
  readonly operator?: TrustedOperator | undefined;
  /** A chain as answered by a trusted node, or the error why the node could not be reached. */
  readonly chain?: ChainReader | ChainUnavailableError | undefined;
};

/** `verifyBundle` also takes `receivedAt`. Audits ignore it, so that one object can serve both. */
const TRUST = { checkpoint: true, operator: true, chain: true, receivedAt: true } satisfies Record<
  keyof Trust | "receivedAt",
  true
>;

/** The verifier's trust, with the checkpoint parsed. */
export type ReadTrust = Trust & { readonly checkpoint?: CheckpointNote | undefined };

/**
 * Parses the parts of a verifier's trust that are text.
 *
 * @throws AnchorlogError `bad_option` if the checkpoint cannot be read, or the operator or the chain is something else.
 */
export function readTrust(trust: Trust): ReadTrust {
  assertKnownOptions("the trust", trust, TRUST);
  // JavaScript callers can pass a URL as the chain, or the text of a trust file. Such a value contradicts every bundle.
  assertHas("operator", trust.operator, "operator", "give what parseTrust returns");
  assertHas("chain", trust.chain, "chainId", "give await connectChain(rpcUrl)");
  return { ...trust, checkpoint: readTrustedCheckpoint(trust.checkpoint) };
}

function assertHas(name: "operator" | "chain", given: unknown, member: string, fix: string): void {
  if (given === undefined || given instanceof Error || member in (Object(given) as object)) return;
  throw new AnchorlogError("bad_option", `the trusted ${name} has no ${member}: ${abbreviate(given)}`, { fix });
}

function readTrustedCheckpoint(given: Trust["checkpoint"]): CheckpointNote | undefined {
  if (given === undefined || (typeof given === "object" && typeof given?.origin === "string")) return given;
  try {
    if (typeof given === "string") return parseCheckpoint(given);
  } catch (error) {
    if (error instanceof AnchorlogError) throw badCheckpoint(error.message);
    throw error;
  }
  throw badCheckpoint("it is neither text nor what parseCheckpoint made of it");
}

function badCheckpoint(why: string): AnchorlogError {
  return new AnchorlogError("bad_option", `the trusted checkpoint cannot be read: ${why}`, {
    fix: "give the text of a signed note, as the operator publishes it",
  });
}

/**
 * Returns why a trust file does not confirm a receipt's key, if so: the operator may have rotated the key since, or
 * before.
 */
export function receiptKeyDoubt(operator: TrustedOperator, key: Hex, acceptedAt: number): string | undefined {
  const standing = receiptKeyAt(operator, key, acceptedAt);
  if (standing === "serves") return undefined;
  const why = standing === "ended" ? "had ended when the entry was accepted" : "is not in the trust file";
  return `the receipt is by ${key}, which ${why}: give the operator's newest trust file, or an RPC`;
}

/** The format of a trust file. */
export const TRUST_FORMAT = "anchorlog.trust/1";

/** The most earlier keys that a trust file may name. */
const MAX_EARLIER = 1_024;

/** Formats a trust file: one operator's identity and keys, as canonical JSON. */
export function formatTrust(operator: TrustedOperator): string {
  assertGiven("formatTrust", operator, "registry", "operator", "anchorKey", "receiptKey", "noteKey.publicKey");
  const { chainId, registry, anchorKey, receiptKey, noteKey, earlier = [] } = operator;
  const file = {
    format: TRUST_FORMAT,
    chainId: String(chainId),
    registry,
    operator: operator.operator,
    anchorKey,
    receiptKey,
    noteKey: formatVerifierKey(noteKey),
    ...(earlier.length > 0 && { earlier: earlier.map(formatEarlier) }),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function formatEarlier(one: EarlierKey) {
  const { role, key, until } = one;
  return {
    role,
    key: typeof key === "string" ? key : formatVerifierKey(key),
    ...(until !== undefined && { until: String(until) }),
    ...(one.role === "receipt" && one.endorsement !== undefined && { endorsement: one.endorsement }),
  };
}

const readNoteKey = (value: unknown, path: string): NoteKey => parseVerifierKey(stringUpTo(512)(value, path));

/**
 * Reads a trust file.
 *
 * @throws FormatError or AnchorlogError naming the fault.
 */
export function parseTrust(text: string): TrustedOperator {
  const { format: _, ...operator } = readObject(
    parseStrictJson(text),
    "",
    {
      format: literal(TRUST_FORMAT),
      chainId: readCount,
      registry: hexOf(20),
      operator: hexOf(20),
      anchorKey: hexOf(20),
      receiptKey: hexOf(20),
      noteKey: readNoteKey,
    },
    { earlier: readEarlier },
  );
  assertNoteKeyOf(operator, operator.noteKey, "noteKey");
  for (const [i, { role, key }] of (operator.earlier ?? []).entries()) {
    if (role === "note") assertNoteKeyOf(operator, key, `earlier[${i}].key`);
  }
  return operator;
}

/**
 * Checks that a note key is named by its operator's origin. A key with another name cannot sign its checkpoints.
 *
 * @throws FormatError
 */
export function assertNoteKeyOf(operator: OperatorId, { name }: NoteKey, path: string): void {
  const origin = checkpointOrigin(operator);
  if (name === origin) return;
  throw new FormatError("malformed", path, `is named ${abbreviate(name)}, and the operator's origin is ${origin}`);
}

function readEarlier(value: unknown, path: string): EarlierKey[] {
  const keys = arrayOf(readEarlierKey, MAX_EARLIER)(value, path);
  for (const [i, { role, until }] of keys.entries()) {
    const before = keys.slice(0, i).findLast((one) => one.role === role)?.until;
    if (before === undefined || until === undefined || before < until) continue;
    throw new FormatError("malformed", `${path}[${i}]`, "does not end after the one before in its role");
  }
  return keys;
}

function readEarlierKey(value: unknown, path: string): EarlierKey {
  const { role } = Object(value) as { readonly role?: unknown };
  const is = <R extends string>(name: R) => ({ role: () => name });
  if (role === "anchor") return readObject(value, path, { ...is("anchor"), key: hexOf(20), until: readCount });
  if (role === "receipt") {
    const shape = { ...is("receipt"), key: hexOf(20), until: readCount };
    return readObject(value, path, shape, { endorsement: hexOf(65) });
  }
  if (role === "note") return readObject(value, path, { ...is("note"), key: readNoteKey }, { until: readCount });
  throw new FormatError("malformed", `${path}.role`, `expected "anchor", "receipt" or "note", got ${abbreviate(role)}`);
}
