/** How much memory a process takes that proves once: its peak, resident. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CircuitInput } from "../../../src/proof/witness.ts";
import type { Circuit } from "../../circuits/files.ts";

/** What the process does: nothing, or one proof by one of the provers. */
export type Task =
  | { readonly type: "nothing" }
  /** By `anchorlog/proof/prover` as it is built in dist/: what users have. */
  | { readonly type: "anchorlog"; readonly circuit: Circuit; readonly input: CircuitInput }
  | { readonly type: "snarkjs"; readonly input: object; readonly wasm: string; readonly zkey: string }
  | {
      readonly type: "semaphore";
      /** Where its packages are installed. */
      readonly folder: string;
      readonly member: string;
      readonly merkleProof: object;
      readonly depth: number;
      readonly wasm: string;
      readonly zkey: string;
    };

const CHILD = fileURLToPath(new URL("child.mjs", import.meta.url));

/** The peak of a process that does it, in MB of 10^6 bytes. Other processes do not count, nor what tsx takes. */
export async function memoryOf(task: Task): Promise<number> {
  const child = fork(CHILD, {
    serialization: "advanced",
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: "" },
    timeout: 300_000,
  });
  const exit = once(child, "exit");
  child.send(task);
  const answer = await Promise.race([
    once(child, "message").then(([bytes]) => bytes as number),
    exit.then(() => undefined),
  ]);
  await exit;
  if (answer === undefined) throw new Error(`the process that was to prove once failed: ${task.type}`);
  return answer / 1e6;
}
