/** Histories in the form that test/contracts/Custody.t.sol reads, which does the same steps with the contracts. */
import { toHex, type Hex } from "anchorlog";
import { accountOf, destinationOf } from "./gate.ts";
import type { Play, Step, Told } from "./play.ts";
import { QUESTION_KINDS } from "./questions.ts";
import { keyOf, keyText, type Account, type Placed } from "./world.ts";

/** In the order of the contract's enum. */
const OPS: readonly Step["type"][] = [
  "enter",
  "close",
  "anchor",
  "leave",
  "convict",
  "redeem",
  "announce",
  "claim",
  "settle",
  "demand",
  "showEntry",
  "showAction",
  "cancelUnanswered",
  "cancel",
  "completeExit",
  "changeCode",
  "attest",
  "ask",
  "answer",
  "lapse",
];
/** In the order of the contract's list. */
const KINDS = ["Mint", "Transfer", "Rename", "Redeem", "Ask", "HttpRequest", "Move", "MovedMint"];
/** In the order of the contract's list. */
const REASONS = [
  "",
  "AlreadyAnnounced",
  "AlreadyDemanded",
  "AlreadyOpened",
  "AlreadyRedeemed",
  "AnotherGate",
  "BatchFrozen",
  "ChallengesOpen",
  "CheckpointNotStored",
  "CheckpointNotFinal",
  "ContradictsMint",
  "DeadlineNotPassed",
  "DeadlinePassed",
  "DigestMismatch",
  "Displaced",
  "ECDSAInvalidSignatureLength",
  "ExitTooEarly",
  "HatchClosed",
  "NamesNoHolder",
  "NoContradiction",
  "NoHatch",
  "NotARedemption",
  "NotAnnounced",
  "NotAnswered",
  "NotAsAnnounced",
  "NotAttested",
  "NotBeforeSlash",
  "NotDemanded",
  "NotExiting",
  "NotItsAction",
  "NotMinted",
  "NotOpen",
  "NotOpenable",
  "NotSigned",
  "NotStoodBy",
  "NotTheHolder",
  "NotTheNextAct",
  "NothingToDemand",
  "OperatorReturned",
  "TooEarly",
  "TooLate",
  "WrongAnswer",
  "WrongScheme",
];
const IDS = ["seat", "ring", "vase", "throne", "gold", "junk"];
const NONE = 0xffff;

type Number = readonly [value: number, bytes: number];
const bytesOf = (amount: number): Number => [amount, 6];
const byteOf = (account: Account): Number => [account[0]!, 1];
function indexIn(list: readonly string[], text: string): Number {
  const index = list.indexOf(text);
  if (index < 0) throw new Error(`${text} is not in the list`);
  return [index, 1];
}

/** All steps. A call that fails as it did twice before is left out. */
export function encodeTold(play: Play): Hex {
  const failed = new Map<string, number>();
  const rows = play.told!.flatMap((told): Buffer[] => {
    const row = encodeStep(play, told);
    if (told.outcome === undefined) return [row];
    const text = row.toString("hex", 5);
    failed.set(text, (failed.get(text) ?? 0) + 1);
    return failed.get(text)! <= 2 ? [row] : [];
  });
  return toHex(Buffer.concat(rows));
}

/** The time comes first. */
function encodeStep(play: Play, told: Told): Buffer {
  const { step, now, baseFee, outcome = "" } = told;
  const gate = "gate" in step ? play.gates.indexOf(step.gate) : 0;
  const [acting, first, second] = numbersOf(step);
  const row: Number[] = [
    [now, 4],
    [baseFee, 1],
    indexIn(OPS, step.type),
    [gate, 1],
    [acting, 2],
    [first, 2],
    [second, 2],
    accountIn(step),
    indexIn(REASONS, outcome),
    ...(step.type === "enter" ? entryOf(step) : []),
    ...(isQuestion(step) ? [bytesOf(told.bond), bytesOf(told.repaid)] : []),
  ];
  return Buffer.concat(
    row.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntBE(value, 0, bytes);
      return buffer;
    }),
  );
}

/** Whether a step is about a bond. */
const isQuestion = ({ type }: Step): boolean => type === "ask" || type === "answer" || type === "lapse";

/** The numbers of the entries that a step is about. */
function numbersOf(step: Step): readonly [number, number, number] {
  if (step.type === "close") return [0, step.log, 0];
  if (step.type === "convict") return [0, step.log, step.from];
  if ("about" in step) return [step.about.number, "kind" in step ? QUESTION_KINDS.indexOf(step.kind) : 0, 0];
  if (!("acting" in step)) return [0, 0, 0];
  const numberOf = (placed: Placed | undefined) => placed?.number ?? 0;
  const acting = step.acting.number;
  if (step.type === "cancel") return [acting, numberOf(step.earlier), numberOf(step.later)];
  if ("minting" in step) return [acting, numberOf(step.minting), 0];
  return [acting, numberOf(step.act), "next" in step ? numberOf(step.next) : 0];
}

/** The sender of a claim or of a step about a question; the account that is paid, if the call succeeds. Nobody is paid for a move. */
function accountIn(step: Step): Number {
  if (step.type === "claim") return byteOf(step.sender);
  if ("by" in step) return byteOf(step.by);
  if (step.type !== "redeem" && step.type !== "settle") return [0, 1];
  if (destinationOf(step.gate, step.acting) !== undefined) return [0, 1];
  return byteOf(step.type === "redeem" ? step.acting.entry.actor : accountOf(step.gate, step.acting));
}

function entryOf({ action, entry, isFork }: Extract<Step, { type: "enter" }>): Number[] {
  const { part, index, prior, holder, acceptedAt, objectKey } = entry;
  const object = IDS.findIndex((id) => keyText(keyOf(id)) === keyText(objectKey));
  return [
    [action.log, 1],
    indexIn(KINDS, action.kind),
    byteOf(action.actor),
    byteOf(action.party),
    action.kind === "Move" ? [action.to, 1] : byteOf(action.gate),
    indexIn(IDS, action.id),
    [action.nonce, 4],
    [action.deadline, 5],
    [(action.isSigned ? 1 : 0) + (isFork ? 2 : 0), 1],
    [action.code, 1],
    [part, 1],
    [part === 0 ? 0 : object, 1],
    [index, 2],
    [part === 0 ? 0 : (prior ?? NONE), 2],
    byteOf(holder),
    [acceptedAt, 6],
  ];
}
