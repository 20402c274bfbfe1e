/** Measures the peak resident memory of a process that does one task. */
import type { SignedAction } from "../../src/action/index.ts";
import type { AnchorlogOptions } from "../../src/operator/options.ts";
import type { CircuitInput } from "../../src/proof/witness.ts";
import type { Circuit } from "../circuits/files.ts";
import { answerOf } from "./shared.ts";

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

/** Returns the peak of a process that does the task, in MB of 10^6 bytes. */
export const memoryOf = async (task: Task): Promise<number> => (await answerOf<number>("memory-child.mjs", task)) / 1e6;
