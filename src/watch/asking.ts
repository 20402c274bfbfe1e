/**
 * Opens challenges, each with a bond: for entries that an operator promised but does not show, and for missing parts of
 * its records.
 *
 * @module
 */
import { decodeFunctionData } from "viem";
import type { OperatorId } from "../action/domain.ts";
import { challengesAbi } from "../chain/generated/Challenges.ts";
import { readTransaction } from "../chain/questions.ts";
import { BATCH_LOG } from "../chain/view.ts";
import { zkTreePath } from "../batch/zk.ts";
import {
  askForAction,
  askForEntry,
  askForHeader,
  askForLeaf,
  challengeId,
  requiredBond,
  type Opening,
  type ChallengeRequest,
} from "../dispute/challenges/challenges.ts";
import { zkTreeOf } from "../dispute/challenges/answers.ts";
import { openAction, type ZkPath } from "../dispute/evidence.ts";
import type { HeldExport } from "../dispute/export.ts";
import { wrongCommitment } from "../dispute/faults/faults.ts";
import type { FoundFault, OpenQuestion } from "../dispute/faults/findings.ts";
import { readHeader } from "../dispute/succession.ts";
import { toHex, type Hex } from "../base/hex.ts";
import type { Proposal } from "./actions.ts";
import { challengeStatus, describe } from "./answering.ts";
import { askNode } from "./client.ts";
import { patienceOf, type View, type WatchedContracts } from "./follow.ts";
import type { Overdue } from "./overdue.ts";
import type { SeenAnswer } from "./state.ts";

/** Proposes to open a challenge. Sends 1.5 times the bond at the current base fee. */
function proposeOpening(
  { client }: View,
  { challenges }: WatchedContracts,
  question: ChallengeRequest,
  why: string,
  opening: () => Opening,
): Proposal {
  const id = challengeId(question);
  return {
    key: `ask ${id}`,
    duty: "ask",
    message: `ask for ${describe(question)}: ${why}`,
    data: { id, kind: question.kind, log: question.log, index: question.index },
    // Each question can be asked only once.
    isDone: async () => (await challengeStatus(client, challenges, id)) !== "none",
    call: async () => {
      const { kind, functionName, args } = opening();
      const value = ((await requiredBond({ publicClient: client }, challenges, kind)) * 3n) / 2n;
      return { address: challenges, abi: challengesAbi, functionName, args, value };
    },
  };
}

/**
 * Proposes to ask for the entries of overdue receipts while that is still possible. Entries that may be anchored are
 * asked for in the second half of that time only.
 */
export function proposeOverdue(
  view: View,
  operator: OperatorId,
  contracts: WatchedContracts,
  overdue: readonly Overdue[],
  names: ReadonlyMap<Hex, string>,
): Proposal[] {
  const { challengeWindow } = view.terms;
  return overdue.flatMap(({ entry, receipt, due, isCovered, file }) => {
    const since = view.head.time - due / 1000;
    const name = names.get(toHex(entry.log));
    if (name === undefined || since >= challengeWindow || (isCovered && since < challengeWindow / 2)) return [];
    const { operator: address } = operator;
    const question: ChallengeRequest = {
      operator: address,
      kind: "omission",
      log: toHex(entry.log),
      index: entry.index,
    };
    return [
      proposeOpening(view, contracts, question, `${file} is overdue`, () => askForEntry(operator, receipt, name)),
    ];
  });
}

/** Returns the path that an operator's answer showed for a position of a batch, or undefined without an answer. */
type ShownPaths = (batch: number, position: number) => Promise<ZkPath | undefined>;

/** Reads the operator's answers for entries from the transactions that gave them. */
export function shownPaths(
  { client }: View,
  { challenges }: WatchedContracts,
  held: HeldExport,
  answers: readonly SeenAnswer[],
): ShownPaths {
  return async (batch, position) => {
    const id = challengeId(leafQuestion(held, batch, position));
    const answer = answers.find((one) => one.id === id);
    if (answer === undefined) return undefined;
    const seen = await readTransaction(askNode(client), answer.transaction);
    // If the answer went through another contract, it is nested in that contract's calldata: not supported.
    if (seen?.to !== challenges) return undefined;
    const { functionName, args } = decodeFunctionData({ abi: challengesAbi, data: seen.data });
    if (functionName !== "answerEntry") return undefined;
    const { leaf, siblings } = args[5];
    return { leaf, siblings };
  };
}

function leafQuestion({ history, manifest }: HeldExport, batch: number, position: number): ChallengeRequest {
  const { log, start } = readHeader(history.headers[batch]!)!;
  return { operator: manifest.operator.operator, kind: "entry", log: toHex(log), index: start + position };
}

/**
 * Proposes to ask for what an export leaves open. It asks for a header that is missing, the last leaf of a batch that
 * is missing, or an action without its signature. If a batch's actions do not give its zkRoot, it asks for one leaf
 * after the other along the path to the difference, which finally proves a fault.
 *
 * @returns the questions that can be asked now, and the faults that earlier answers have shown.
 */
export async function proposeQuestions(
  view: View,
  contracts: WatchedContracts,
  held: HeldExport,
  questions: readonly OpenQuestion[],
  shown: ShownPaths,
): Promise<{ proposals: Proposal[]; faults: FoundFault[] }> {
  const proposals: Proposal[] = [];
  const faults: FoundFault[] = [];
  const { history, manifest } = held;
  for (const { about, position, entry, message } of questions) {
    const covering = view.checkpoints.find(({ size }) => size > position);
    if (covering === undefined || view.head.time >= covering.time + view.terms.challengeWindow) continue;
    const propose = (question: ChallengeRequest, opening: () => Opening) =>
      proposals.push(proposeOpening(view, contracts, question, message, opening));
    const leaf = (at: number) =>
      propose(leafQuestion(held, position, at), () => askForLeaf(history, { batch: position, position: at }));
    // The export may be a little older than the newest checkpoint, so wait before asking for a header.
    if (about === "header" && view.head.time >= covering.time + patienceOf(view.terms)) {
      const question: ChallengeRequest = {
        operator: manifest.operator.operator,
        kind: "header",
        log: BATCH_LOG,
        index: position,
      };
      propose(question, () => askForHeader(manifest.operator, view.checkpoints, position));
    }
    if (about === "entries") leaf(readHeader(history.headers[position]!)!.count - 1);
    if (about === "signature" && entry !== undefined) {
      const place = { batch: position, position: entry };
      const question = leafQuestion(held, position, entry);
      propose({ ...question, kind: "action" }, () => askForAction(history, place));
    }
    if (about === "commitment") {
      const next = await narrow(held, position, shown);
      if ("fault" in next) faults.push(next.fault);
      else if (next.ask !== undefined) leaf(next.ask);
    }
  }
  return { proposals, faults };
}

/**
 * Searches for the leaf that makes a zkRoot differ from its actions. Each answer shows the sibling hashes of its path.
 * The lowest sibling that differs from the expected hash is above a wrong leaf. So eight questions suffice.
 */
async function narrow(
  held: HeldExport,
  batch: number,
  shown: ShownPaths,
): Promise<{ fault: FoundFault } | { ask: number | undefined }> {
  const tree = zkTreeOf(held, batch);
  let position: number | undefined = 0;
  const asked = new Set<number>();
  while (position !== undefined && position < tree.count && !asked.has(position)) {
    asked.add(position);
    const path = await shown(batch, position);
    if (path === undefined) return { ask: position };
    const expected = tree.levels[0]!.subarray(32 * position, 32 * (position + 1));
    if (BigInt(toHex(expected)) !== path.leaf) return { fault: commitmentFault(held, batch, position, path) };
    position = differing(zkTreePath(tree, position), path, position);
  }
  return { ask: undefined };
}

/** The first position below the lowest sibling that differs from the expected hash. */
function differing(
  expected: readonly (readonly bigint[])[],
  { siblings }: ZkPath,
  position: number,
): number | undefined {
  for (const [level, triple] of expected.entries()) {
    const own = Math.floor(position / 4 ** level);
    const first = own - (own % 4);
    const others = [0, 1, 2, 3].map((place) => first + place).filter((node) => node !== own);
    const place = triple.findIndex((sibling, i) => sibling !== siblings[3 * level + i]);
    if (place !== -1) return others[place]! * 4 ** level;
  }
  return undefined;
}

function commitmentFault(held: HeldExport, batch: number, position: number, path: ZkPath): FoundFault {
  const { manifest, history, context } = held;
  // Commitments are only asked for if all actions of the batch are known.
  const action = held.batch(batch)![position]!.action!;
  const opening = openAction(manifest.operator, context.kinds.get(action.primaryType)!, action.message);
  return {
    message: `the commitment at ${position} of the batch at ${batch} is not the commitment of its entry`,
    proof: wrongCommitment(history, { batch, position }, opening, path),
  };
}
