import type { ChallengeKind } from "../anchor/presets.ts";
import type { FaultProof } from "./faults.ts";

/** A fault that was found. */
export type FoundFault = {
  readonly proof: FaultProof;
  /** In words: what is wrong, and where. */
  readonly message: string;
};

/** What can be left open. */
export type OpenSubject = "header" | "entries" | "signature" | "commitment" | "payload";

/** What an export neither shows nor excludes. */
export type OpenQuestion = {
  /**
   * - `header`: the leaves under a checkpoint.
   * - `entries`: the leaves of a batch; asked for one by one.
   * - `signature`: an entry's.
   * - `commitment`: the actions are known, and do not give the batch's zkRoot. The operator can be made to show what
   *   stands at each position instead; with an entry's action that is a proof of `WrongCommitment`.
   * - `payload`: an entry's action is not known, so that whoever has only the export cannot tell whether its
   *   commitment is right. No challenge asks for a payload (`action` asks for its hash). Who holds the action asks what
   *   stands at its position, by the challenge `entry`, and compares.
   */
  readonly about: OpenSubject;
  /** The kind of challenge that makes the operator show it; undefined where none does. */
  readonly challenge: ChallengeKind | undefined;
  /** Of the header in the batch log. */
  readonly position: number;
  /** Of the entry in its batch, where it is about one. */
  readonly entry?: number | undefined;
  readonly message: string;
};

const ASKED_BY: Readonly<Record<OpenSubject, ChallengeKind | undefined>> = {
  header: "header",
  entries: "entry",
  signature: "action",
  commitment: "entry",
  payload: undefined,
};

/** Collects what a search finds, up to a number of each. */
export type FaultFindings = {
  readonly faults: FoundFault[];
  readonly questions: OpenQuestion[];
  fault(message: string, prove: () => FaultProof): void;
  question(about: OpenSubject, position: number, message: string, entry?: number): void;
};

export function collectFaults(limit: number): FaultFindings {
  const faults: FoundFault[] = [];
  const questions: OpenQuestion[] = [];
  return {
    faults,
    questions,
    fault: (message, prove) => {
      if (faults.length < limit) faults.push({ proof: prove(), message });
    },
    question: (about, position, message, entry) => {
      if (questions.length === limit) return;
      const of = entry === undefined ? {} : { entry };
      questions.push({ about, challenge: ASKED_BY[about], position, ...of, message });
    },
  };
}
