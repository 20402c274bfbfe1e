/** A thread of {@link lineThreads}. */
import { parentPort, workerData } from "node:worker_threads";
import { useEngine } from "../../action/engine.ts";
import { parseKind } from "../../action/kinds.ts";
import { lineJudge, zkRootOf } from "./lines.ts";
import type { LineAnswer, LineJob, LineThreadData } from "./threads.ts";

const { kinds, domainSeparator, ...rules } = workerData as LineThreadData;
const context = { kinds: new Map(kinds.map(([name, type]) => [name, parseKind(name, type)])), domainSeparator };

const say = (answer: LineAnswer, transfer: ArrayBuffer[] = []) => parentPort!.postMessage(answer, transfer);

await useEngine();
const judge = lineJudge({ ...rules, context });
parentPort!.on("message", (job: LineJob) => {
  const { id } = job;
  try {
    if (job.type === "zkRoot") return say({ id, answer: zkRootOf(job.commitments) });
    const answer = judge(job.block, job.log);
    const { states, entries, hashes, commitments } = answer;
    return say({ id, answer }, [states.buffer, entries.buffer, hashes.buffer, commitments.buffer]);
  } catch (error) {
    return say({ id, failed: String(error) });
  }
});
