/** Opens mutants, one after the other, and says what each of them does. */
import { parentPort, workerData } from "node:worker_threads";
import { flipBit } from "./mutants.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

/** What is to be tried: bits of a subject's module, each with a seed of its own. */
export type FlipJob = { readonly name: SubjectName; readonly bits: readonly number[]; readonly seed: number };

/** What a mutant did. `opened` comes before `right` or `wrong`; one that says nothing more is still at it. */
export type FlipAnswer = { readonly bit: number; readonly did: "refused" | "opened" | "right" | "wrong" };

const { name, bits, seed } = workerData as FlipJob;
const { code, open } = SUBJECTS[name];
const say = (answer: FlipAnswer) => parentPort!.postMessage(answer);

// Before the first mutant, what all are compared with is made.
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
