/**
 * Answers challenges from an export or a store. The operator runs it, but anybody with the records can.
 *
 * @module
 */
import type { ContractFunctionArgs } from "viem";
import { WRITER } from "../../chain/client.ts";
import { assertGiven } from "../../base/options.ts";
import type { ChainWriter, MinedTransaction } from "../../chain/client.ts";
import { challengesAbi } from "../../chain/generated/Challenges.ts";
import { send } from "../../chain/send.ts";
import { buildBatchTrees } from "../../batch/build.ts";
import { zkTreePath, type ZkTree } from "../../batch/zk.ts";
import { bytesToUint } from "../../base/bytes.ts";
import { isHex, toHex, type Hex } from "../../base/hex.ts";
import { withJson } from "../../base/jsonable.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { decodeEntry, hashEntry, SCHEME_ECDSA, schemeOf } from "../../log/entry.ts";
import { nameHashOf, type ChallengeRequest } from "./challenges.ts";
import { coveringCheckpoint, entryEvidence, headerEvidence } from "../evidence.ts";
import { heldForm, type HeldEntry, type HeldRecords } from "../export.ts";
import type { EntryPlace } from "../faults/faults.ts";
import { readHeader } from "../succession.ts";

type Answers = "answerOmission" | "answerHeader" | "answerEntry" | "answerAction";

/** A call that answers a challenge. */
export type ChallengeAnswer = {
  readonly [F in Answers]: {
    readonly functionName: F;
    readonly args: ContractFunctionArgs<typeof challengesAbi, "nonpayable", F>;
  };
}[Answers];

/**
 * Makes the answer to a question.
 *
 * @throws AnchorlogError `cannot_answer` if the records do not hold the data: find it before the deadline.
 * `not_anchored` if no stored checkpoint with a known tree covers it.
 */
export function makeAnswer(held: HeldRecords, question: ChallengeRequest): ChallengeAnswer {
  const { operator, kind, index } = question;
  const { history } = held;
  if (kind === "header") {
    if (index >= history.headers.length) throw cannotAnswer(question, `the records end before position ${index}`);
    const { header, proof } = headerEvidence(history, index);
    return withJson({ functionName: "answerHeader", args: [operator, BigInt(index), header, proof] });
  }
  const place = findPlace(held, question);
  const own = held.batch(place.batch)?.[place.position];
  if (own === undefined) throw cannotAnswer(question, `the records do not hold the batch at ${place.batch}`);
  const entry = toHex(own.bytes);
  switch (kind) {
    case "omission":
      return withJson({
        functionName: "answerOmission",
        args: [operator, entryEvidence(history, place.batch, place.position)],
      });
    case "entry":
      return answerEntry(held, operator, place);
    case "action":
    default:
      return withJson({
        functionName: "answerAction",
        args: [operator, entry, formOf(held, own, question), signatureOf(own, question)],
      });
  }
}

/**
 * Sends an answer. The first to answer is credited with the transaction's cost at its block's base fee, up to the bond:
 * see `withdrawCredit`. A contract, or an account that delegates to one, is not repaid for the transaction's base cost
 * and its bytes.
 *
 * @param challenges the contract.
 * @throws AnchorlogError `transaction_failed`, with the contract's own error if it refuses.
 */
export function sendAnswer(chain: ChainWriter, challenges: Hex, answer: ChallengeAnswer): Promise<MinedTransaction> {
  assertGiven("sendAnswer", { chain, challenges, answer }, ...WRITER, "challenges", "answer.functionName");
  return send(chain, {
    address: challenges,
    abi: challengesAbi,
    // `Answer` pairs each function with its arguments, so the compiler has checked them already.
    functionName: answer.functionName as "answerHeader",
    args: answer.args as ContractFunctionArgs<typeof challengesAbi, "nonpayable", "answerHeader">,
  });
}

/** Finds the first anchored batch that covers the question's index. */
function findPlace({ history }: HeldRecords, question: ChallengeRequest): EntryPlace {
  for (const [batch, bytes] of history.headers.entries()) {
    const header = readHeader(bytes);
    if (header === undefined || toHex(header.log) !== question.log) continue;
    const position = question.index - header.start;
    if (position < 0 || position >= header.count) continue;
    if (coveringCheckpoint(history, batch) !== undefined) return { batch, position };
  }
  throw cannotAnswer(question, `no anchored batch of the records covers index ${question.index} of ${question.log}`);
}

function answerEntry(held: HeldRecords, operator: Hex, { batch, position }: EntryPlace): ChallengeAnswer {
  const evidence = entryEvidence(held.history, batch, position);
  const zkTree = zkTreeOf(held, batch);
  const leaf = bytesToUint(zkTree.levels[0]!.subarray(32 * position, 32 * (position + 1)));
  const siblings = zkTreePath(zkTree, position).flat() as unknown as ZkSiblings;
  const { entry, proof } = evidence;
  return {
    functionName: "answerEntry",
    args: [operator, evidence.batch.header, position, entry, proof, { leaf, siblings }],
  };
}

/**
 * Caches the last tree built for each set of records: questions often concern one batch in a row, and a full tree takes
 * seconds.
 */
const zkTrees = new WeakMap<HeldRecords, { readonly batch: number; readonly zkTree: ZkTree }>();

/**
 * Builds the zk tree of a batch's actions.
 *
 * @throws AnchorlogError `unknown_kind`; `cannot_answer` if an action cannot be read; RangeError for a malformed entry.
 */
export function zkTreeOf(held: HeldRecords, batch: number): ZkTree {
  const known = zkTrees.get(held);
  if (known?.batch === batch) return known.zkTree;
  const entries = held.batch(batch)!.map(({ bytes, action }) => {
    const { index, digest } = decodeEntry(bytes);
    if (action === undefined)
      throw unanswerable(`the action of entry ${index} in the batch at ${batch} cannot be read`);
    return { index, bytes, hash: hashEntry(bytes), digest, action };
  });
  const { zkTree } = buildBatchTrees(entries, held.context);
  zkTrees.set(held, { batch, zkTree });
  return zkTree;
}

type ZkSiblings = ContractFunctionArgs<typeof challengesAbi, "nonpayable", "answerEntry">[5]["siblings"];

/** Returns the signature for scheme 0, otherwise `0x`, since the contract checks only signatures of scheme 0. */
function signatureOf({ action, signed, bytes }: HeldEntry, question: ChallengeRequest): Hex {
  if (schemeOf(bytes) !== SCHEME_ECDSA) return "0x";
  const { signature } = action ?? signed ?? {};
  if (!isHex(signature)) throw cannotAnswer(question, "the records' signature is not hexadecimal");
  return signature;
}

function formOf(held: HeldRecords, own: HeldEntry, question: ChallengeRequest) {
  const form = heldForm(held, own);
  const name = held.logs.get(question.log);
  if (form === undefined || name === undefined)
    throw cannotAnswer(question, "the records do not hold the action, its kind, or the log's name");
  const { payloadType } = form.kind;
  const { deadline, payloadHash } = form.signed;
  return { payloadType, deadline: BigInt(deadline), payloadHash, nameHash: nameHashOf(name) };
}

function cannotAnswer({ kind }: ChallengeRequest, why: string): AnchorlogError {
  return unanswerable(`the challenge for ${kind}: ${why}`);
}

function unanswerable(why: string): AnchorlogError {
  return new AnchorlogError("cannot_answer", why, {
    fix: "answer from the operator's store, or from an export with payloads, made after the checkpoint that the challenge is about",
  });
}
