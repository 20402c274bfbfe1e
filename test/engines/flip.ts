import { Worker } from "node:worker_threads";
import type { FlipAnswer, FlipJob } from "./flip-thread.ts";
import { pickBits } from "./mutants.ts";
import { type SubjectName, SUBJECTS } from "./subjects.ts";

const FLAGS = process.features.typescript ? [] : ["--experimental-strip-types"];
/**
 * Milliseconds of computing after which a mutant counts as hanging: in a loop before it opens, or when it should
 * answer. The modules themselves take at most 100 of them. They are computing time, so a busy machine does not change
 * them.
 */
const HANGS_AFTER = { opening: 1_000, answering: 10_000 };
const LOOKS_EVERY = 50;

/**
 * The results of mutants, by bit: `hangs` if a mutant never opens, `wrong` if it opens and gives another answer or
 * none.
 */
export type Outcome = "refused" | "right" | "wrong" | "hangs";

/** Opens mutants of a module, as many as `count`. */
export const flipBits = (name: SubjectName, count: number, seed: number): Promise<Map<number, Outcome>> =>
  flipThese(name, pickBits(SUBJECTS[name].code, count, seed), seed);

/** Opens mutants of a module, in threads that are ended where a mutant hangs. */
export async function flipThese(name: SubjectName, bits: readonly number[], seed: number) {
  const outcomes = new Map<number, Outcome>();
  let left = bits;
  while (left.length > 0) {
    await run({ name, bits: left, seed }, outcomes);
    left = left.filter((bit) => !outcomes.has(bit));
  }
  return outcomes;
}

/** Runs one thread, until it is through or a mutant hangs. */
function run(job: FlipJob, outcomes: Map<number, Outcome>): Promise<void> {
  const worker = new Worker(new URL("./flip-thread.ts", import.meta.url), { workerData: job, execArgv: FLAGS });
  let timer: NodeJS.Timeout | undefined;
  /** The milliseconds that this process has computed. This thread itself only waits. */
  const computed = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  const watch = (doing: keyof typeof HANGS_AFTER) => {
    clearInterval(timer);
    const bit = job.bits.find((each) => !outcomes.has(each));
    if (bit === undefined) return;
    const end = computed() + HANGS_AFTER[doing];
    timer = setInterval(() => {
      if (computed() < end) return;
      clearInterval(timer);
      outcomes.set(bit, doing === "opening" ? "hangs" : "wrong");
      void worker.terminate();
    }, LOOKS_EVERY);
  };
  return new Promise((resolve, reject) => {
    worker.on("message", (answer: FlipAnswer | "ready") => {
      if (answer !== "ready" && answer.did === "opened") return watch("answering");
      if (answer !== "ready") outcomes.set(answer.bit, answer.did as Outcome);
      watch("opening");
    });
    worker.on("error", reject);
    worker.on("exit", () => {
      clearInterval(timer);
      resolve();
    });
  });
}
