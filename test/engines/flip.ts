import { Worker } from "node:worker_threads";
import type { FlipAnswer, FlipJob } from "./flip-thread.ts";
import { pickBits } from "./mutants.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

const FLAGS = process.features.typescript ? [] : ["--experimental-strip-types"];
/** A mutant that takes longer to open than this hangs in a loop: it opens nowhere, and answers nothing. */
const HANGS_AFTER = 1_500;

/** What mutants did, by bit: `hangs` where one does not open in time, or never answers. */
export type Outcome = "refused" | "right" | "wrong" | "hangs";

/** Opens mutants of a module, as many as `count`, in threads that are ended where a mutant hangs. */
export async function flipBits(name: SubjectName, count: number, seed: number): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  let bits = pickBits(SUBJECTS[name].code, count, seed);
  while (bits.length > 0) {
    await run({ name, bits, seed }, outcomes);
    bits = bits.filter((bit) => !outcomes.has(bit));
  }
  return outcomes;
}

/** Runs one thread, until it is through or a mutant hangs. */
function run(job: FlipJob, outcomes: Map<number, Outcome>): Promise<void> {
  const worker = new Worker(new URL("./flip-thread.ts", import.meta.url), { workerData: job, execArgv: FLAGS });
  let timer: NodeJS.Timeout | undefined;
  /** The bit that is tried, and whether it is open. */
  const next = () => job.bits.find((bit) => !outcomes.has(bit));
  const watch = (outcome: Outcome) => {
    clearTimeout(timer);
    const bit = next();
    if (bit === undefined) return;
    timer = setTimeout(
      () => {
        outcomes.set(bit, outcome);
        void worker.terminate();
      },
      HANGS_AFTER * (outcome === "hangs" ? 1 : 20),
    );
  };
  return new Promise((resolve, reject) => {
    worker.on("message", (answer: FlipAnswer | "ready") => {
      // What is open and does not answer is wrong.
      if (answer !== "ready" && answer.did === "opened") return watch("wrong");
      if (answer !== "ready") outcomes.set(answer.bit, answer.did as Outcome);
      watch("hangs");
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
