/** Opens mutants one after the other, and reports each result. */
import { parentPort, workerData } from "node:worker_threads";
import { flipBit } from "./mutants.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

/** The bits of a subject's module to try, each with its own seed. */
export type FlipJob = { readonly name: SubjectName; readonly bits: readonly number[]; readonly seed: number };

/** A mutant's result. `opened` comes before `right` or `wrong`; if nothing follows, the mutant is still computing. */
export type FlipAnswer = { readonly bit: number; readonly did: "refused" | "opened" | "right" | "wrong" };

const { name, bits, seed } = workerData as FlipJob;
const { code, open } = SUBJECTS[name];
const say = (answer: FlipAnswer) => parentPort!.postMessage(answer);

// Compute the expected results before the first mutant.
if (!open(code)(seed)) throw new Error("the module itself is wrong");
parentPort!.postMessage("ready");
for (const bit of bits) {
  let isRight: (seed: number) => boolean;
  try {
    isRight = open(flipBit(code, bit));
  } catch {
    say({ bit, did: "refused" });
    continue;
  }
  say({ bit, did: "opened" });
  try {
    say({ bit, did: isRight(seed) ? "right" : "wrong" });
  } catch {
    say({ bit, did: "wrong" });
  }
}
