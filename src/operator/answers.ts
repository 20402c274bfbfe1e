/** What actions are answered, counted; and what keeps them from being taken, or from having their receipts. */
import type { AnchorlogError } from "../errors.ts";
import type { Failures } from "./failures.ts";
import type { Submission } from "./submit.ts";

/** What an action can be answered; `error` where its submission failed without an answer. */
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

/** Of answers that an operator's own parts are at fault for. */
const TROUBLES = ["guard_failed", "store_failed", "outcome_unknown", "receipt_unavailable"] as const;

/** What keeps actions from being taken, or from having their receipts. */
export type Trouble = {
  readonly code: (typeof TROUBLES)[number];
  /** Why, for whoever operates. */
  readonly message: string;
  /** When the newest action was answered so, Unix milliseconds. */
  readonly at: number;
};

export type Answers = {
  /** Counts what a call was answered. */
  given(answers: readonly Submission[]): void;
  /** Counts actions whose submission failed. */
  failed(actions: number): void;
  /** Is told why entries could not be appended, or their receipts not be signed, once a commit. */
  troubled(activity: "append" | "receipt", error: AnchorlogError): void;
  counts(): Readonly<Record<ActionAnswer, number>>;
  /** Of the newest call that was answered so; undefined since one was answered without. */
  trouble(): Trouble | undefined;
};

export function countAnswers(failures: Failures, clock: () => number): Answers {
  const counts = Object.fromEntries(ANSWERS.map((answer) => [answer, 0])) as Record<ActionAnswer, number>;
  const reasons = new Map<string, string>();
  let trouble: Trouble | undefined;
  /** What failed since an action was accepted: of a row, the first is told. */
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
      // What was changed in the store is told each time.
      failures.of(activity)(error, !failing.has(activity) || error.code === "store_damaged");
      failing.add(activity);
    },
    counts: () => ({ ...counts }),
    trouble: () => trouble,
  };
}
