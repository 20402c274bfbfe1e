/**
 * Makes a proof for each fault of `FaultProofs` (protocol/5-contracts §3), ready to be sent.
 *
 * @module
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { ContractFunctionArgs, ContractFunctionName } from "viem";
import type { OperatorId } from "../../action/domain.ts";
import type { DigestSigner } from "../../action/signature.ts";
import { signStatement } from "../../action/statement.ts";
import type { faultProofsAbi } from "../../chain/generated/FaultProofs.ts";
import { decodeHeader } from "../../batch/header.ts";
import { utf8 } from "../../base/bytes.ts";
import { toHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import type { MerkleTree } from "../../crypto/merkle/tree.ts";
import { inclusionProof } from "../../crypto/merkle/tree.ts";
import type { Receipt } from "../../log/receipt/receipt.ts";
import {
  anchoredStatement,
  entryEvidence,
  headerAlone,
  headerEvidence,
  inSameBatch,
  receiptEvidence,
  receiptStatement,
  ZEROS,
  type ActionOpening,
  type AnchoredHistory,
  type EntryEvidence,
  type SizeStatement,
  type ZkPath,
} from "../evidence.ts";

type Functions = ContractFunctionName<typeof faultProofsAbi, "nonpayable">;
type NameOf<F> = F extends `prove${infer N}` ? N : never;

/** The faults by their names in the contract. */
export type Fault = NameOf<Functions>;

type Args<F extends Functions> =
  ContractFunctionArgs<typeof faultProofsAbi, "nonpayable", F> extends readonly [Hex, ...infer Rest]
    ? Readonly<Rest>
    : never;

/** A fault of an operator with its proof: the arguments of `prove<fault>` after the operator. */
export type FaultProof = {
  [F in Fault]: { readonly fault: F; readonly operator: Hex; readonly args: Args<`prove${F}`> };
}[Fault];

/** The place of an entry: its batch's position in the batch log, and the entry's position in the batch. */
export type EntryPlace = { readonly batch: number; readonly position: number };
export const named = ({ batch, position }: EntryPlace): string => `entry ${position} of the batch at ${batch}`;

/**
 * Proves that two receipts differ for one index of a log.
 *
 * @param log the log's name.
 * @example
 * // Both receipts are for entry 7 of the log, and name different entries.
 * const proof = receiptEquivocation(operator, "acme", receipt, other)
 * await reportFault({ publicClient, walletClient }, faultProofs, proof)
 */
export function receiptEquivocation({ operator }: OperatorId, log: string, a: Receipt, b: Receipt): FaultProof {
  const nameHash = toHex(keccak_256(utf8(log)));
  const args = [receiptStatement(receiptEvidence(a)), receiptStatement(receiptEvidence(b)), nameHash] as const;
  return withJson({ fault: "EntryEquivocation", operator, args });
}

/**
 * Proves that a receipt is dated more than an hour ahead of the block that judges it. The receipt is given twice: its
 * date alone is the contradiction.
 *
 * @param log the log's name.
 * @example
 * const { acceptedAt } = decodeEntry(fromHex(receipt.entry))
 * const { timestamp } = await publicClient.getBlock()
 * if (acceptedAt > 1_000 * (Number(timestamp) + 3_600))
 *   await reportFault(chain, faultProofs, receiptAhead(operator, "acme", receipt))
 */
export function receiptAhead(id: OperatorId, log: string, receipt: Receipt): FaultProof {
  return receiptEquivocation(id, log, receipt, receipt);
}

/**
 * Proves that an entry other than the receipt's is anchored at the receipt's index.
 *
 * @example
 * // The receipt is for another entry than the one at this place, which has the same index.
 * const proof = entryEquivocation(history, receipt, { batch: 5, position: 2 })
 */
export function entryEquivocation(history: AnchoredHistory, receipt: Receipt, place: EntryPlace): FaultProof {
  const [promised, anchored] = [receiptStatement(receiptEvidence(receipt)), anchoredStatement(entryAt(history, place))];
  const args = [promised, anchored, ZEROS] as const;
  return withJson({ fault: "EntryEquivocation", operator: history.operator.operator, args });
}

/**
 * Proves that two checkpoints of one size have different roots, or that two of one root have different sizes.
 *
 * @example
 * const checkpoint = parseCheckpoint(note) // of the size of the newest stored one, with another root
 * const signature = anchorSignature(checkpoint, operator, anchorKey)!
 * const [signed, stored] = [signedStatement(checkpoint, signature), storedStatement(checkpoints.at(-1)!)]
 * await reportFault(chain, faultProofs, checkpointEquivocation(operator, signed, stored))
 */
export function checkpointEquivocation({ operator }: OperatorId, a: SizeStatement, b: SizeStatement): FaultProof {
  const whole = (statement: SizeStatement) => ({ ...statement, leafHash: ZEROS, proof: [] });
  return withJson({ fault: "CheckpointEquivocation", operator, args: [whole(a), whole(b), 0n] });
}

/** A checkpoint, with the tree under its root. */
export type KnownTree = { readonly statement: SizeStatement; readonly tree: MerkleTree };

/**
 * Proves that two checkpoints have different leaves at one position.
 *
 * @example
 * // The headers under a stored checkpoint, and those under a signed one that shows another header at position 3.
 * const anchored = { statement: storedStatement(checkpoint), tree: buildTree(headers.map(hashHeader)) }
 * const shown = { statement: signedStatement(parseCheckpoint(note), signature), tree: buildTree(others.map(hashHeader)) }
 * const proof = leafEquivocation(operator, 3, anchored, shown)
 */
export function leafEquivocation({ operator }: OperatorId, position: number, a: KnownTree, b: KnownTree): FaultProof {
  const atPosition = ({ statement, tree }: KnownTree) => ({
    ...statement,
    leafHash: toHex(tree.levels[0]!.subarray(32 * position, 32 * position + 32)),
    proof: inclusionProof(tree, position).map(toHex),
  });
  const args = [atPosition(a), atPosition(b), BigInt(position)] as const;
  return withJson({ fault: "CheckpointEquivocation", operator, args });
}

/**
 * Proves that an entry does not follow the entry at the index before it, in its batch or at the end of the batch
 * before.
 *
 * @example
 * const entries = history.entries(3)! // of the batch at position 3
 * const next = readEntry(entries[1]!)
 * if (next !== undefined && breaksChain(entries[0]!, next))
 *   await reportFault(chain, faultProofs, entrySuccession(history, { batch: 3, position: 1 }))
 */
export function entrySuccession(history: AnchoredHistory, place: EntryPlace): FaultProof {
  const { operator } = history.operator;
  const next = entryAt(history, place);
  if (place.position > 0) {
    const previous = entryAt(history, { ...place, position: place.position - 1 });
    return withJson({ fault: "EntrySuccession", operator, args: [previous, inSameBatch(next)] });
  }
  const { prevLeaf } = decodeHeader(history.headers[place.batch]!);
  if (prevLeaf === undefined) throw new AnchorlogError("no_entries", "the first entry of a log has no entry before it");
  const before = decodeHeader(history.headers[prevLeaf]!);
  const previous = entryAt(history, { batch: prevLeaf, position: before.count - 1 });
  return withJson({ fault: "EntrySuccession", operator, args: [previous, next] });
}

/**
 * Proves that the second header of a log does not follow the first, or has the same number.
 *
 * @example
 * if (!headerFollows(headers[12], decodeHeader(headers[15]))) // both of one log, with no other header of it between them
 *   await reportFault(chain, faultProofs, headerSuccession(history, 12, 15))
 */
export function headerSuccession(history: AnchoredHistory, previous: number, next: number): FaultProof {
  const args = [headerEvidence(history, previous), headerEvidence(history, next)] as const;
  return withJson({ fault: "HeaderSuccession", operator: history.operator.operator, args });
}

/** Proves that a leaf of the batch log is not a well-formed header, or cannot stand at its position and time. */
export function malformedHeader(history: AnchoredHistory, position: number): FaultProof {
  const args = [headerAlone(headerEvidence(history, position))] as const;
  return withJson({ fault: "MalformedLeaf", operator: history.operator.operator, args });
}

/** Proves that a leaf of a batch is not a well-formed entry, or contradicts the batch's header. */
export function malformedEntry(history: AnchoredHistory, place: EntryPlace): FaultProof {
  return withJson({ fault: "MalformedLeaf", operator: history.operator.operator, args: [entryAt(history, place)] });
}

/**
 * Proves that a header is of another operator's log.
 *
 * @param owner the operator of the log.
 * @param log the log's name.
 * @example
 * // The header at position 4 is of the log "acme" of another operator.
 * const proof = foreignLog(history, 4, otherOperator, "acme")
 */
export function foreignLog(history: AnchoredHistory, position: number, owner: OperatorId, log: string): FaultProof {
  const { chainId, registry, operator } = owner;
  const opening = { chainId: BigInt(chainId), registry, operator, nameHash: toHex(keccak_256(utf8(log))) };
  return withJson({
    fault: "ForeignLog",
    operator: history.operator.operator,
    args: [headerEvidence(history, position), opening],
  });
}

/**
 * Proves that two entries of one log have the same actor and nonce.
 *
 * @example
 * // The first entry of the batch at 6 has the actor and nonce of the fifth entry of the batch at 1.
 * const proof = replay(history, { batch: 1, position: 4 }, { batch: 6, position: 0 })
 */
export function replay(history: AnchoredHistory, a: EntryPlace, b: EntryPlace): FaultProof {
  return withJson({ fault: "Replay", operator: history.operator.operator, args: pairAt(history, a, b) });
}

/**
 * Proves that the later of two entries of one log contradicts the earlier: see `isWrongPrior`.
 *
 * @example
 * if (isWrongPrior(decodeEntry(earlier), decodeEntry(later)))
 *   await reportFault(chain, faultProofs, wrongPrior(history, placeOfEarlier, placeOfLater))
 */
export function wrongPrior(history: AnchoredHistory, earlier: EntryPlace, later: EntryPlace): FaultProof {
  const args = pairAt(history, earlier, later);
  return withJson({ fault: "WrongPrior", operator: history.operator.operator, args });
}

/**
 * Proves that an entry contradicts its action about the object, or was accepted after its deadline.
 *
 * @param opening the entry's action.
 * @example
 * const { payloadWords } = encodeMessage(kind, action.message, hashDomain(domain))
 * if (isWrongObject(decodeEntry(bytes), actionObject(kind, payloadWords), action.message.deadline)) {
 *   const opening = openAction(operator, kind, action.message)
 *   await reportFault(chain, faultProofs, wrongObject(history, { batch: 5, position: 2 }, opening))
 * }
 */
export function wrongObject(history: AnchoredHistory, place: EntryPlace, opening: ActionOpening): FaultProof {
  const args = [entryAt(history, place), opening] as const;
  return withJson({ fault: "WrongObject", operator: history.operator.operator, args });
}

/**
 * Proves that an act whose action names no holder has another holder than the act at its `prior`.
 *
 * @param opening the later one's action.
 * @example
 * const { payloadWords } = encodeMessage(kind, action.message, hashDomain(domain))
 * if (isWrongCarry(decodeEntry(act), decodeEntry(later), actionObject(kind, payloadWords))) {
 *   const opening = openAction(operator, kind, action.message)
 *   await reportFault(chain, faultProofs, wrongCarry(history, placeOfAct, placeOfLater, opening))
 * }
 */
export function wrongCarry(
  history: AnchoredHistory,
  earlier: EntryPlace,
  later: EntryPlace,
  opening: ActionOpening,
): FaultProof {
  const args = [...pairAt(history, earlier, later), opening] as const;
  return withJson({ fault: "WrongCarry", operator: history.operator.operator, args });
}

/**
 * Proves that an entry was not signed by its actor.
 *
 * @param signature for scheme 0, the bytes under the entry's `signatureHash`, which do not recover to the actor. For
 * scheme 1, the actor's own signature, which shows that the actor is not a contract wallet: see {@link
 * signExternallyOwned}.
 * @example
 * const signer = recoverSigner(entry.digest, signature) // the signature that the operator published with the entry
 * if (!("address" in signer && signer.address === toHex(entry.actor)))
 *   await reportFault(chain, faultProofs, forgedAction(history, { batch: 5, position: 2 }, signature))
 */
export function forgedAction(history: AnchoredHistory, place: EntryPlace, signature: Hex): FaultProof {
  const args = [entryAt(history, place), signature] as const;
  return withJson({ fault: "ForgedAction", operator: history.operator.operator, args });
}

/**
 * Proves that an entry's commitment is not the one under its batch's zkRoot.
 *
 * @param opening the entry's action.
 * @param path the leaf at its position, which is another one.
 * @example
 * // The operator has shown this leaf and its path, in an answer to the challenge of `askForLeaf`.
 * const opening = openAction(operator, kind, action.message)
 * const proof = wrongCommitment(history, { batch: 5, position: 2 }, opening, { leaf, siblings })
 */
export function wrongCommitment(
  history: AnchoredHistory,
  place: EntryPlace,
  opening: ActionOpening,
  path: ZkPath,
): FaultProof {
  const args = [entryAt(history, place), opening, path] as unknown as Args<"proveWrongCommitment">;
  return withJson({ fault: "WrongCommitment", operator: history.operator.operator, args });
}

const EXTERNALLY_OWNED = "ExternallyOwned(address account)";

/**
 * Signs an account's statement that it has a key, so that a contract wallet cannot have signed for it.
 *
 * @example
 * // The entry has the scheme of contract wallets, but its actor has a key.
 * const statement = await signExternallyOwned(operator, account)
 * await reportFault(chain, faultProofs, forgedAction(history, { batch: 5, position: 2 }, statement))
 */
export function signExternallyOwned(id: Pick<OperatorId, "chainId" | "registry">, account: DigestSigner): Promise<Hex> {
  return signStatement(EXTERNALLY_OWNED, id, { account: account.address.toLowerCase() as Hex }, account);
}

/** Proves two entries. If both are in one batch, the header is given once. */
function pairAt(history: AnchoredHistory, first: EntryPlace, second: EntryPlace): [EntryEvidence, EntryEvidence] {
  const other = entryAt(history, second);
  return [entryAt(history, first), first.batch === second.batch ? inSameBatch(other) : other];
}

function entryAt(history: AnchoredHistory, { batch, position }: EntryPlace): EntryEvidence {
  return entryEvidence(history, batch, position);
}
