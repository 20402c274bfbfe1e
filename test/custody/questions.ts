/**
 * `Challenges` and its bonds as plain functions. Each is named after its function there, and returns the name of the
 * error with which that reverts, or undefined. Amounts are in gwei.
 */
import {
  ANCHOR_DELAY,
  BATCH_LOG,
  CHALLENGE_WINDOW,
  convict,
  firstToCover,
  isStored,
  RESPONSE_TIME,
  type Account,
  type Placed,
  type World,
} from "./world.ts";

type Outcome = string | undefined;

/** In the order of the contract's enum. */
export const QUESTION_KINDS = ["Omission", "Header", "Entry", "Action"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The parameters of test/contracts/ChallengeTest.sol, without a price of bytes. */
const ANSWER_GAS = { Omission: 300_000, Header: 200_000, Entry: 600_000, Action: 160_000 } as const;
const FLOOR = 10_000_000;
const FACTOR = 4;

export type Question = {
  readonly kind: QuestionKind;
  /** The entry; for a header, any entry of its batch. */
  readonly about: Placed;
  readonly asker: Account;
  readonly bond: number;
  readonly deadline: number;
  /** Whether nobody could have answered it when it was asked: the entry was overdue and not anchored. */
  readonly isOverdue: boolean;
  end: End | undefined;
};
/** How a question ended. The asker gets the rest of the bond. */
type End = {
  readonly isAnswered: boolean;
  /** The most that an answer costs at the base fee of its block. */
  readonly cost: number;
  /** The most of the bond that the answerer gets. */
  readonly repaid: number;
};
export type Book = { readonly questions: Map<string, Question>; balance: number; baseFee: number };

export const createBook = (baseFee: number): Book => ({ questions: new Map(), balance: 0, baseFee });

const idOf = (kind: QuestionKind, { batch, action, entry }: Placed): string =>
  kind === "Header" ? `Header ${batch!.position}` : `${kind} ${action.log} ${entry.index}`;
export const questionFor = ({ questions }: Book, kind: QuestionKind, about: Placed): Question | undefined =>
  questions.get(idOf(kind, about));
export const openQuestions = ({ questions }: Book): Question[] =>
  questions.size === 0 ? [] : [...questions.values()].filter(({ end }) => end === undefined);

/** `openOmission`, `openHeader`, `openEntry` or `openAction`, under the first checkpoint that covers the entry. */
export function open(world: World, book: Book, kind: QuestionKind, about: Placed, asker: Account): Outcome {
  const { now, checkpoints } = world;
  const first = firstToCover(world, about);
  if (kind === "Omission") {
    const due = about.entry.acceptedAt + 1000 * ANCHOR_DELAY;
    if (1000 * now <= due || 1000 * now >= due + 1000 * CHALLENGE_WINDOW) return "NotOpenable";
  } else if (!isStored(checkpoints, Math.max(0, first - 1))) return "CheckpointNotStored";
  else if (now >= checkpoints[first]!.time + CHALLENGE_WINDOW) return "NotOpenable";
  if (kind === "Action") about.isShown = true;
  const id = idOf(kind, about);
  if (book.questions.has(id)) return "AlreadyOpened";
  const bond = Math.max(FLOOR, ANSWER_GAS[kind] * book.baseFee * FACTOR);
  const isOverdue = kind === "Omission" && first < 0;
  book.questions.set(id, { kind, about, asker, bond, deadline: now + RESPONSE_TIME, isOverdue, end: undefined });
  book.balance += bond;
  return undefined;
}

/** `answerOmission`, `answerHeader`, `answerEntry` or `answerAction`. */
export function answer(world: World, book: Book, kind: QuestionKind, shown: Placed): Outcome {
  const first = firstToCover(world, shown);
  if (kind === "Omission" && !isStored(world.checkpoints, first)) return "CheckpointNotStored";
  const question = questionFor(book, kind, shown);
  if (question === undefined || question.end !== undefined) return "NotOpen";
  if (world.now > question.deadline) return "DeadlinePassed";
  if (!isAsked(question, shown)) return "WrongAnswer";
  const { entry, action } = shown;
  if (kind === "Action" && entry.scheme === 0 && !action.isSigned) return "ECDSAInvalidSignatureLength";
  shown.isShown ||= kind !== "Header";
  shown.isOpened ||= kind === "Action";
  const { time } = world.checkpoints[first]!;
  const isWhole = kind === "Omission" && question.deadline <= time + RESPONSE_TIME;
  const cost = ANSWER_GAS[kind] * book.baseFee;
  close(book, question, { isAnswered: true, cost, repaid: isWhole ? 0 : Math.min(question.bond, cost) });
  return undefined;
}

function isAsked({ kind, about }: Question, shown: Placed): boolean {
  if (kind === "Header") return true;
  const isSameBatch = kind !== "Entry" || about.batch!.position === shown.batch!.position;
  return isSameBatch && about.hash === shown.hash;
}

/** `settle`. */
export function settle(world: World, book: Book, kind: QuestionKind, about: Placed): Outcome {
  const question = questionFor(book, kind, about);
  if (question === undefined || question.end !== undefined) return "NotOpen";
  if (world.now <= question.deadline) return "DeadlineNotPassed";
  const isHeader = kind === "Header";
  convict(world, isHeader ? BATCH_LOG : about.action.log, isHeader ? about.batch!.position : about.entry.index);
  close(book, question, { isAnswered: false, cost: 0, repaid: 0 });
  return undefined;
}

function close(book: Book, question: Question, end: End): void {
  question.end = end;
  book.balance -= question.bond;
}

/** `OperatorStake.completeExit`. */
export function completeExit(world: World, book: Book): Outcome {
  if (!world.hasLeft || world.hasExited || world.slashedAt !== undefined) return "NotExiting";
  if (world.now < world.exitableFrom) return "ExitTooEarly";
  if (openQuestions(book).length > 0) return "ChallengesOpen";
  world.hasExited = true;
  return undefined;
}

/** How the book breaks a rule about bonds, or undefined. */
export function wrongWithBonds({ questions, balance }: Book): string | undefined {
  let owed = 0;
  for (const { kind, bond, isOverdue, end } of questions.values()) {
    if (end === undefined) owed += bond;
    else if (end.cost > bond) return `an answer to ${kind} costs ${end.cost}, and the bond is ${bond}`;
    else if (isOverdue && end.repaid > 0) return "somebody pays for the answer to an overdue receipt";
  }
  return owed === balance ? undefined : `the bonds are ${balance}, and ${owed} is owed`;
}
