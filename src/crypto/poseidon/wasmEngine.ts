import { decodeBase64 } from "../../base/base64.ts";
import { equalBytes } from "../../base/bytes.ts";
import { checkAnswer } from "../engine.ts";
import { compileModule, instantiateModule, readModule } from "../webassembly.ts";
import type { Arity, HashMany } from "./engine.ts";
import { ELEMENT_BYTES } from "./field.ts";
import * as built from "@anchorlog/engines/poseidon";
import { answerOf } from "./knownAnswers.ts";

const { ANSWERS, DATA, ROOM, TAG } = built;

/** Replaces the inputs of hashes, by their number, which is a multiple of the lanes. */
type Hashes = { readonly [arity in Arity]: (count: number) => void };
type Memory = { readonly buffer: ArrayBuffer };
/** The module's exports; engines/generate/poseidonWasm.ts explains them. */
type PoseidonModule = { readonly memory: Memory } & Readonly<
  Record<"p4" | "p5" | "p4Pairs" | "p5Pairs", (count: number) => void>
>;

/**
 * The hashes in WebAssembly.
 *
 * @throws Error if WebAssembly or its relaxed vectors are missing or forbidden, or if it gives a wrong answer, as on
 *   a machine without fused multiply-adds, and in Bun: its relaxed multiply-add rounds twice, as the standard permits.
 */
export function instantiateHashMany(code: Uint8Array = readModule(built)): HashMany {
  const { memory, p4, p5, p4Pairs, p5Pairs } = instantiateModule(compileModule(code)) as PoseidonModule;
  const inPairs = hashManyOf(memory, { 4: p4Pairs, 5: p5Pairs }, 2);
  const inFours = hashManyOf(memory, { 4: p4, 5: p5 }, 4);
  for (const hashMany of [inPairs, inFours]) {
    for (const arity of [4, 5] as const) {
      checkAnswer(
        equalBytes(answerOf(hashMany, arity), decodeBase64(ANSWERS[arity])!),
        `P${arity}, as without fused multiply-adds`,
      );
    }
  }
  return (arity, tag, inputs) => (inputs.length > 2 * arity * ELEMENT_BYTES ? inFours : inPairs)(arity, tag, inputs);
}

/** @param lanes the number of hashes that the module computes at once. */
function hashManyOf(memory: Memory, hashes: Hashes, lanes: 2 | 4): HashMany {
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  return (arity, tag, inputs) => {
    const size = arity * ELEMENT_BYTES;
    const to = new Uint8Array(inputs.length / arity);
    bytes.set(tag, TAG);
    for (let at = 0; at < inputs.length; at += ROOM[arity] * size) {
      const part = inputs.subarray(at, at + ROOM[arity] * size);
      const count = part.length / size;
      bytes.set(part, DATA);
      // Leftover bytes fill up the last lanes.
      hashes[arity](lanes * Math.ceil(count / lanes));
      to.set(bytes.subarray(DATA, DATA + count * ELEMENT_BYTES), at / arity);
    }
    return to;
  };
}
