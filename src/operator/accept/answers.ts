/** Counts the answers to actions, and keeps the reason if actions are not accepted or get no receipts. */
import type { AnchorlogError } from "../../base/errors.ts";
import type { Failures } from "../observe/failures.ts";
import type { Submission } from "./submit.ts";

/** All answers to an action; `error` if its submission threw. */
const ANSWERS = [
  "accepted",
  "retry",
  "refused",
  "overloaded",
  "read_only",
  "not_in_standing",
  "store_full",
  "anchor_overdue",
  "clock_ahead",
  "clock_behind",
  "chain_unavailable",
  "guard_failed",
  "store_failed",
  "outcome_unknown",
  "receipt_unavailable",
  "archive_unavailable",
  "error",
] as const;
export type ActionAnswer = (typeof ANSWERS)[number];

/** Answers caused by a fault of the operator's own parts. */
const TROUBLES = ["guard_failed", "store_failed", "outcome_unknown", "receipt_unavailable"] as const;

/** Why actions are not accepted or get no receipts. */
export type Trouble = {
  readonly code: (typeof TROUBLES)[number];
  /** The reason in words, for the person who operates. */
  readonly message: string;
  /** When an action last got this answer, Unix milliseconds. */
  readonly at: number;
};

export type Answers = {
  /** Counts the answers of one call. */
  given(answers: readonly Submission[]): void;
  /** Counts actions whose submission threw. */
  failed(actions: number): void;
  /** Called once per commit if appending or signing receipts failed, with the reason. */
  troubled(activity: "append" | "receipt", error: AnchorlogError): void;
  counts(): Readonly<Record<ActionAnswer, number>>;
  /** The trouble of the newest failed call; undefined once an action was accepted again. */
  trouble(): Trouble | undefined;
};

export function countAnswers(failures: Failures, clock: () => number): Answers {
  const counts = Object.fromEntries(ANSWERS.map((answer) => [answer, 0])) as Record<ActionAnswer, number>;
  const reasons = new Map<string, string>();
  let trouble: Trouble | undefined;
  /** The activities that failed since an action was last accepted. Only the first failure in a row is reported. */
  const failing = new Set<"append" | "receipt">();
  return {
    given: (answers) => {
      for (const answer of answers) counts[answer.status === "indeterminate" ? answer.code : answer.status]++;
      const code = TROUBLES.find((one) => answers.some((answer) => "code" in answer && answer.code === one));
      if (code !== undefined) trouble = { code, message: reasons.get(code) ?? code, at: clock() };
      else if (answers.some(({ status }) => status === "accepted" || status === "retry")) {
        trouble = undefined;
        failing.clear();
      }
    },
    failed: (actions) => void (counts.error += actions),
    troubled: (activity, error) => {
      const [reason] = error.message.split("\n", 1);
      reasons.set(activity === "receipt" ? "receipt_unavailable" : error.code, reason!);
      // Changed data in the store is reported each time.
      failures.of(activity)(error, !failing.has(activity) || error.code === "store_damaged");
      failing.add(activity);
    },
    counts: () => ({ ...counts }),
    trouble: () => trouble,
  };
}
