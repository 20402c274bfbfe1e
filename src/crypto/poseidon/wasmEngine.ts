import { decodeBase64 } from "../../base/base64.ts";
import { equalBytes } from "../../base/bytes.ts";
import { checkAnswer } from "../engine.ts";
import { compileModule, instantiateModule, readModule } from "../webassembly.ts";
import type { HashMany } from "./engine.ts";
import { ELEMENT_BYTES } from "./field.ts";
import * as built from "@anchorlog/engines/poseidon";
import { answerOf } from "./knownAnswers.ts";

const { ANSWERS, DATA, ROOM, TAG } = built;

/** The module's exports; engines/generate/poseidonWasm.ts explains them. Counts are multiples of four. */
type PoseidonModule = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly p4: (count: number) => void;
  readonly p5: (count: number) => void;
};

/**
 * The hashes in WebAssembly.
 *
 * @throws Error if WebAssembly or its relaxed vectors are missing or forbidden, or if it gives a wrong answer, as on
 *   a machine without fused multiply-adds, and in Bun: its relaxed multiply-add rounds twice, as the standard permits.
 */
export function instantiateHashMany(code: Uint8Array = readModule(built)): HashMany {
  const hashMany = hashManyOf(instantiateModule(compileModule(code)) as PoseidonModule);
  for (const arity of [4, 5] as const) {
    checkAnswer(
      equalBytes(answerOf(hashMany, arity), decodeBase64(ANSWERS[arity])!),
      `P${arity}, as without fused multiply-adds`,
    );
  }
  return hashMany;
}

function hashManyOf({ memory, p4, p5 }: PoseidonModule): HashMany {
  // The module's memory never grows, so its buffer stays the same.
  const bytes = new Uint8Array(memory.buffer);
  const hash = { 4: p4, 5: p5 } as const;
  return (arity, tag, inputs) => {
    const size = arity * ELEMENT_BYTES;
    const to = new Uint8Array(inputs.length / arity);
    bytes.set(tag, TAG);
    for (let at = 0; at < inputs.length; at += ROOM[arity] * size) {
      const part = inputs.subarray(at, at + ROOM[arity] * size);
      const count = part.length / size;
      bytes.set(part, DATA);
      // Leftover bytes fill up the last four hashes.
      hash[arity](4 * Math.ceil(count / 4));
      to.set(bytes.subarray(DATA, DATA + count * ELEMENT_BYTES), at / arity);
    }
    return to;
  };
}
