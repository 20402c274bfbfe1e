/**
 * A proof for each fault that `FaultProofs` knows (PROTOCOL, section 8.3), ready to be sent.
 *
 * @module
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { ContractFunctionArgs, ContractFunctionName } from "viem";
import {
  addressWord,
  hashDomain,
  hashTypedData,
  registryDomain,
  registryTypedData,
  type OperatorId,
} from "../action/domain.ts";
import type { DigestSigner } from "../action/signature.ts";
import { signDigest } from "../action/signer.ts";
import type { faultProofsAbi } from "../anchor/generated/FaultProofs.ts";
import { decodeHeader } from "../batch/header.ts";
import { concat, utf8 } from "../encoding/bytes.ts";
import { toHex, type Hex } from "../encoding/hex.ts";
import { withJson } from "../encoding/jsonable.ts";
import { AnchorlogError } from "../errors.ts";
import type { MerkleTree } from "../merkle/tree.ts";
import { inclusionProof } from "../merkle/tree.ts";
import type { Receipt } from "../receipt/receipt.ts";
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
  type Statement,
  type ZkPath,
} from "./evidence.ts";

type Functions = ContractFunctionName<typeof faultProofsAbi, "nonpayable">;
type NameOf<F> = F extends `prove${infer N}` ? N : never;

/** The faults by their names in the contract. */
export type Fault = NameOf<Functions>;

type Args<F extends Functions> =
  ContractFunctionArgs<typeof faultProofsAbi, "nonpayable", F> extends readonly [Hex, ...infer Rest]
    ? Readonly<Rest>
    : never;

/** A fault of an operator with all that proves it: the arguments of `prove<fault>` after the operator. */
export type FaultProof = {
  [F in Fault]: { readonly fault: F; readonly operator: Hex; readonly args: Args<`prove${F}`> };
}[Fault];

/** Where an entry stands: the position of its batch in the batch log, and its own in the batch. */
export type EntryPlace = { readonly batch: number; readonly position: number };

/**
 * Two receipts for one index of a log that differ.
 *
 * @param log the log's name.
 */
export function receiptEquivocation({ operator }: OperatorId, log: string, a: Receipt, b: Receipt): FaultProof {
  const nameHash = toHex(keccak_256(utf8(log)));
  const args = [receiptStatement(receiptEvidence(a)), receiptStatement(receiptEvidence(b)), nameHash] as const;
  return withJson({ fault: "EntryEquivocation", operator, args });
}

/**
 * A receipt that is dated more than an hour ahead of the block that judges it: it contradicts the time itself.
 *
 * @param log the log's name.
 */
export function receiptAhead(id: OperatorId, log: string, receipt: Receipt): FaultProof {
  return receiptEquivocation(id, log, receipt, receipt);
}

/** A receipt, and another entry anchored at its index. */
export function entryEquivocation(history: AnchoredHistory, receipt: Receipt, place: EntryPlace): FaultProof {
  const [promised, anchored] = [receiptStatement(receiptEvidence(receipt)), anchoredStatement(entryAt(history, place))];
  const args = [promised, anchored, ZEROS] as const;
  return withJson({ fault: "EntryEquivocation", operator: history.operator.operator, args });
}

/** Two checkpoints of one size with different roots, or of one root with different sizes. */
export function checkpointEquivocation({ operator }: OperatorId, a: Statement, b: Statement): FaultProof {
  const whole = (statement: Statement) => ({ ...statement, leafHash: ZEROS, proof: [] });
  return withJson({ fault: "CheckpointEquivocation", operator, args: [whole(a), whole(b), 0n] });
}

/** A checkpoint with the tree that its root is of. */
export type KnownTree = { readonly statement: Statement; readonly tree: MerkleTree };

/** Two checkpoints with different leaves at one position. */
export function leafEquivocation({ operator }: OperatorId, position: number, a: KnownTree, b: KnownTree): FaultProof {
  const atPosition = ({ statement, tree }: KnownTree) => ({
    ...statement,
    leafHash: toHex(tree.levels[0]!.subarray(32 * position, 32 * position + 32)),
    proof: inclusionProof(tree, position).map(toHex),
  });
  const args = [atPosition(a), atPosition(b), BigInt(position)] as const;
  return withJson({ fault: "CheckpointEquivocation", operator, args });
}

/** An entry that does not follow the one at the index before it: in its batch, or the last of the batch before. */
export function entrySuccession(history: AnchoredHistory, place: EntryPlace): FaultProof {
  const { operator } = history.operator;
  const next = entryAt(history, place);
  if (place.position > 0) {
    const previous = entryAt(history, { ...place, position: place.position - 1 });
    return withJson({ fault: "EntrySuccession", operator, args: [previous, inSameBatch(next)] });
  }
  const { prevLeaf } = decodeHeader(history.headers[place.batch]!);
  if (prevLeaf === undefined) throw new AnchorlogError("no_entries", "the first entry of a log has none before it");
  const before = decodeHeader(history.headers[prevLeaf]!);
  const previous = entryAt(history, { batch: prevLeaf, position: before.count - 1 });
  return withJson({ fault: "EntrySuccession", operator, args: [previous, next] });
}

/** Two headers of a log, by their positions: the second does not follow the first, or has its number. */
export function headerSuccession(history: AnchoredHistory, previous: number, next: number): FaultProof {
  const args = [headerEvidence(history, previous), headerEvidence(history, next)] as const;
  return withJson({ fault: "HeaderSuccession", operator: history.operator.operator, args });
}

/** A leaf of the batch log that is no well-formed header, or cannot stand where and when it does. */
export function malformedHeader(history: AnchoredHistory, position: number): FaultProof {
  const args = [headerAlone(headerEvidence(history, position))] as const;
  return withJson({ fault: "MalformedLeaf", operator: history.operator.operator, args });
}

/** A leaf of a batch that is no well-formed entry, or at odds with the batch's header. */
export function malformedEntry(history: AnchoredHistory, place: EntryPlace): FaultProof {
  return withJson({ fault: "MalformedLeaf", operator: history.operator.operator, args: [entryAt(history, place)] });
}

/**
 * A header of another operator's log.
 *
 * @param owner whose log it is.
 * @param log the log's name.
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

/** Two entries of one log with the same actor and nonce. */
export function replay(history: AnchoredHistory, a: EntryPlace, b: EntryPlace): FaultProof {
  return withJson({ fault: "Replay", operator: history.operator.operator, args: pairAt(history, a, b) });
}

/** Two entries of one log of which the later is at odds with the earlier: see `isWrongPrior`. */
export function wrongPrior(history: AnchoredHistory, earlier: EntryPlace, later: EntryPlace): FaultProof {
  const args = pairAt(history, earlier, later);
  return withJson({ fault: "WrongPrior", operator: history.operator.operator, args });
}

/**
 * An entry that says other than its action of the object, or is later than its deadline.
 *
 * @param opening the entry's action.
 */
export function wrongObject(history: AnchoredHistory, place: EntryPlace, opening: ActionOpening): FaultProof {
  const args = [entryAt(history, place), opening] as const;
  return withJson({ fault: "WrongObject", operator: history.operator.operator, args });
}

/**
 * An act that names no holder, and has another than the act at its `prior`.
 *
 * @param opening the later one's action.
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
 * An entry that its actor did not sign.
 *
 * @param signature of scheme 0, the bytes that the entry's `signatureHash` is of, which do not recover to the actor; of
 *   scheme 1, the actor's own, which shows that it is no contract wallet: see {@link signExternallyOwned}.
 */
export function forgedAction(history: AnchoredHistory, place: EntryPlace, signature: Hex): FaultProof {
  const args = [entryAt(history, place), signature] as const;
  return withJson({ fault: "ForgedAction", operator: history.operator.operator, args });
}

/**
 * An entry whose commitment is not the one under its batch's zkRoot.
 *
 * @param opening the entry's action.
 * @param path what stands at its position instead.
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

const EXTERNALLY_OWNED_TYPE = "ExternallyOwned(address account)";
const EXTERNALLY_OWNED_TYPE_HASH = keccak_256(utf8(EXTERNALLY_OWNED_TYPE));

/** An account's statement that it has a key: what shows that no contract wallet has signed for it. */
export function signExternallyOwned(id: Pick<OperatorId, "chainId" | "registry">, account: DigestSigner): Promise<Hex> {
  const address = account.address.toLowerCase() as Hex;
  const structHash = keccak_256(concat(EXTERNALLY_OWNED_TYPE_HASH, addressWord(address)));
  return signDigest(account, hashTypedData(hashDomain(registryDomain(id)), structHash), () =>
    registryTypedData(id, EXTERNALLY_OWNED_TYPE, { account: address }),
  );
}

/** Two entries; of a batch that both are in, the header is given once. */
function pairAt(history: AnchoredHistory, first: EntryPlace, second: EntryPlace): [EntryEvidence, EntryEvidence] {
  const other = entryAt(history, second);
  return [entryAt(history, first), first.batch === second.batch ? inSameBatch(other) : other];
}

function entryAt(history: AnchoredHistory, { batch, position }: EntryPlace): EntryEvidence {
  return entryEvidence(history, batch, position);
}
