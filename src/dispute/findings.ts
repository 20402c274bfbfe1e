import type { FaultProof } from "./faults.ts";

/** A fault that was found. */
export type FoundFault = {
  readonly proof: FaultProof;
  /** In words: what is wrong, and where. */
  readonly message: string;
};

/** What is left open, and only the operator can answer: a challenge asks it. */
export type OpenQuestion = {
  /** What is asked for: a header, a batch's entries, an entry's signature, or its action and zk path. */
  readonly about: "header" | "entries" | "signature" | "commitment";
  /** Of the header in the batch log. */
  readonly position: number;
  readonly message: string;
};

/** Collects what a search finds, up to a number of each. */
export type FaultFindings = {
  readonly faults: FoundFault[];
  readonly questions: OpenQuestion[];
  fault(message: string, prove: () => FaultProof): void;
  question(about: OpenQuestion["about"], position: number, message: string): void;
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
    question: (about, position, message) => {
      if (questions.length < limit) questions.push({ about, position, message });
    },
  };
}
