/** Measures the peak resident memory of a process that does one task. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { SignedAction } from "../../src/action/index.ts";
import type { AnchorlogOptions } from "../../src/operator/options.ts";
import type { CircuitInput } from "../../src/proof/witness.ts";
import type { Circuit } from "../circuits/files.ts";

/** A task of the process. The process uses our package from dist/, as users do. */
export type Task =
  | { readonly type: "nothing" }
  /** Makes one proof. */
  | { readonly type: "anchorlog"; readonly circuit: Circuit; readonly input: CircuitInput }
  | { readonly type: "snarkjs"; readonly input: object; readonly wasm: string; readonly zkey: string }
  | {
      readonly type: "semaphore";
      /** Folder of Semaphore's packages. */
      readonly folder: string;
      readonly member: string;
      readonly merkleProof: object;
      readonly depth: number;
      readonly wasm: string;
      readonly zkey: string;
    }
  /** Computes the root over `leaves` leaf hashes, and a proof. */
  | { readonly type: "tree"; readonly maker: "anchorlog" | "merkletreejs" | "openzeppelin"; readonly leaves: number }
  /** Submits actions to one log, in four calls at once of a hundred each, and closes the batch. */
  | {
      readonly type: "append";
      readonly path: string;
      readonly operator: AnchorlogOptions["operator"];
      readonly log: string;
      readonly definitions: Record<string, Record<string, string>>;
      readonly actions: readonly SignedAction[];
      readonly threads: number;
    };

const CHILD = fileURLToPath(new URL("memory-child.mjs", import.meta.url));

/** Returns the peak of a process that does the task, in MB of 10^6 bytes. The process runs without tsx. */
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
  if (answer === undefined) throw new Error(`the process whose memory was to be measured failed: ${task.type}`);
  return answer / 1e6;
}
