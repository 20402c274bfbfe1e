/** The keys that a verifier trusts for an operator. An earlier key counts for the time in which it served. */
import type { OperatorId } from "../action/domain.ts";
import { keccak256 } from "../action/engine.ts";
import { recoverSigner, type DigestSigner } from "../action/signature.ts";
import { hashStatement, signStatement } from "../action/statement.ts";
import { utf8 } from "../base/bytes.ts";
import type { Hex } from "../base/hex.ts";
import { canonicalJson } from "../base/jsonable.ts";
import type { NoteKey } from "../tlog/note.ts";
import { isCheckpointBy, type CheckpointNote } from "./checkpoint.ts";

/** The newest key of each role, and the earlier ones. */
export type TrustedKeys = {
  readonly anchorKey: Hex;
  readonly receiptKey: Hex;
  readonly noteKey: NoteKey;
  /** Keys that have ended, or will: for each role the oldest first. A key begins when the one before it ends. */
  readonly earlier?: readonly EarlierKey[] | undefined;
};

export type EarlierKey =
  | { readonly role: "anchor"; readonly key: Hex; readonly until: number }
  | {
      readonly role: "receipt";
      readonly key: Hex;
      /** The end of the key's period in the registry, in Unix seconds. */
      readonly until: number;
      /** This key's signature of the key that follows it ({@link signSuccessor}). */
      readonly endorsement?: Hex | undefined;
    }
  | {
      readonly role: "note";
      readonly key: NoteKey;
      /** The registry does not know note keys, so the operator states the end. */
      readonly until?: number | undefined;
    };

/** Whether a receipt key serves at a time. `unknown` is a key that the verifier does not trust. */
export type KeyStanding = "serves" | "ended" | "unknown";

/**
 * Judges a receipt key for an entry. As in the registry, a key serves until its end, and also for entries from before
 * its beginning: an operator may sign their receipts again.
 *
 * @param key its address, in lower case.
 * @param at Unix milliseconds: the entry's `acceptedAt`.
 * @example
 * const { acceptedAt } = decodeEntry(fromHex(receipt.entry))
 * const standing = receiptKeyAt(parseTrust(trustFile), receipt.key, acceptedAt) // "serves", "ended" or "unknown"
 */
export function receiptKeyAt({ receiptKey, earlier = [] }: TrustedKeys, key: Hex, at: number): KeyStanding {
  if (key === receiptKey) return "serves";
  const found = earlier.find((one) => one.role === "receipt" && one.key === key);
  if (found?.until === undefined) return "unknown";
  return at <= 1000 * found.until ? "serves" : "ended";
}

/**
 * Whether a checkpoint bears the signatures of an anchor key and of a note key of an operator. It has no date, so that
 * any of the operator's keys counts.
 */
export function isTrustedCheckpoint(checkpoint: CheckpointNote, operator: CheckpointOperator): boolean {
  let known = judged.get(checkpoint);
  if (known === undefined) judged.set(checkpoint, (known = new WeakMap()));
  const result = known.get(operator) ?? hasTrustedSignatures(checkpoint, operator);
  known.set(operator, result);
  return result;
}

type CheckpointOperator = OperatorId & Pick<TrustedKeys, "anchorKey" | "noteKey" | "earlier">;

/** Results by checkpoint and operator: many bundles are judged by one checkpoint, and Ed25519 takes 3 ms. */
const judged = new WeakMap<CheckpointNote, WeakMap<CheckpointOperator, boolean>>();

function hasTrustedSignatures(checkpoint: CheckpointNote, operator: CheckpointOperator): boolean {
  const { anchorKey, noteKey, earlier = [] } = operator;
  const anchors = [anchorKey, ...earlier.flatMap((one) => (one.role === "anchor" ? [one.key] : []))];
  const notes = [noteKey, ...earlier.flatMap((one) => (one.role === "note" ? [one.key] : []))];
  return (
    anchors.some((key) => isCheckpointBy(checkpoint, operator, { anchorKey: key })) &&
    notes.some((key) => isCheckpointBy(checkpoint, operator, { noteKey: key }))
  );
}

const SUCCESSOR = "Successor(address operator,address key,uint64 from)";

/** The receipt key that follows another one, from a time on in Unix seconds. */
export type Successor = { readonly key: Hex; readonly from: number };

/**
 * Signs a receipt key's endorsement of the key that follows it (protocol/2-audit §6). A client that trusts the first key
 * then trusts the next.
 *
 * @param successor `key` in lower case; `from` in Unix seconds, as `rotateKey` returns it.
 *
 * @throws AnchorlogError as {@link signDigest} does.
 * @example
 * const next = await writeKeystore("keys/receipt-2", password)
 * const { from } = await rotateKey({ publicClient, walletClient }, operator, "receipt", next)
 * const endorsement = await signSuccessor(operator, { key: next.address, from }, receiptKey)
 * const ended = { role: "receipt", key: trusted.receiptKey, until: from, endorsement } as const
 * await writeFile("trust.json", formatTrust({ ...trusted, receiptKey: next.address, earlier: [ended] }))
 */
export function signSuccessor(id: OperatorId, { key, from }: Successor, signer: DigestSigner): Promise<Hex> {
  return signStatement(SUCCESSOR, id, { operator: id.operator, key, from }, signer);
}

/**
 * Whether an operator's receipt keys lead from the trusted key, through another one, to the newest: each endorses the
 * next. No endorsement covers keys that are listed before the trusted one.
 *
 * @param trusted a receipt key.
 * @param through a receipt key that signed something: it is the trusted one, or follows it.
 */
export function leadsFrom(trusted: Hex, operator: OperatorId & TrustedKeys, through: Hex): boolean {
  const before = (operator.earlier ?? []).filter((one) => one.role === "receipt");
  const keys = [...before.map(({ key }) => key), operator.receiptKey];
  const first = keys.lastIndexOf(trusted);
  if (first < 0 || keys.indexOf(through, first) < 0) return false;
  return before.slice(first).every(({ key, until, endorsement }, i) => {
    const successor = { operator: operator.operator, key: keys[first + i + 1]!, from: until };
    const signer = recoverSigner(hashStatement(SUCCESSOR, operator, successor), endorsement);
    return "address" in signer && signer.address === key;
  });
}

const DESCRIPTION = "Description(address operator,bytes32 content)";

/** The content is hashed as canonical JSON (RFC 8785). */
const describedBy = ({ operator }: OperatorId, content: object) => ({
  operator,
  content: keccak256(utf8(canonicalJson(content))),
});

/**
 * Signs an operator's description of itself by its receipt key (protocol/2-audit §6).
 *
 * @param content all members but the signature.
 * @throws AnchorlogError as {@link signDigest} does.
 * @example
 * const trust = JSON.parse(formatTrust(trusted))
 * const { operator, registry, receiptKey: receipt_key } = trusted
 * const content = { authority: "api.example", domain, operator, registry, receipt_key, trust }
 * const signature = await signDescription(trusted, content, receiptKey)
 * app.get("/.well-known/anchorlog", (_req, res) => res.json({ ...content, signature }))
 * const isOurs = isDescriptionBy(receipt_key, trusted, content, signature)
 */
export function signDescription(id: OperatorId, content: object, signer: DigestSigner): Promise<Hex> {
  return signStatement(DESCRIPTION, id, describedBy(id, content), signer);
}

/**
 * Whether `signature` is `key`'s over an operator's description of itself (protocol/2-audit §6).
 *
 * @param key the receipt key's address, in lower case.
 */
export function isDescriptionBy(key: Hex, id: OperatorId, content: object, signature: unknown): boolean {
  const signer = recoverSigner(hashStatement(DESCRIPTION, id, describedBy(id, content)), signature);
  return "address" in signer && signer.address === key;
}
