/** The parts of Groth16 proofs in WebAssembly. */
import type { Engine } from "./engine.ts";
import type { Group } from "./groups.ts";
import { finite, type PartA, type PartB, type ProverA, type ProverB, readWitness } from "./parts.ts";
import { multiplying } from "./msm.ts";
import { areZero, modulo, R, writeWords } from "./numbers.ts";
import { quotients } from "./quotient.ts";
import { KeyError, type Zkey } from "./zkey.ts";

/** Reads the parts of a key that it needs, for many proofs. Throws KeyError if a point is not on its curve. */
export function wasmProverB(engine: Engine, key: Zkey): ProverB {
  const { g1, g2 } = engine;
  const b1 = join([readPoints(engine, g1, key.b1, "section 6"), writePoints(engine, g1, [key.beta1, key.delta1])]);
  const b2 = join([
    readPoints(engine, g2, key.b2, "section 7"),
    writePoints(engine, g2, [key.verification.beta, key.verification.delta]),
  ]);
  const [multiply1, multiply2] = [multiplying(engine, g1), multiplying(engine, g2)];
  // The result keeps nothing else of the key.
  const { wires } = key;
  return (witness, { s }): PartB => {
    const scalars = joinScalars(readWitness(witness, wires), words(1n, s));
    return { b1: multiply1({ points: b1, scalars }), b2: multiply2({ points: b2, scalars }) };
  };
}

/** As {@link wasmProverB}. */
export function wasmProverA(engine: Engine, key: Zkey): ProverA {
  const { g1 } = engine;
  const { alpha } = key.verification;
  const a = join([readPoints(engine, g1, key.a, "section 5"), writePoints(engine, g1, [alpha, key.delta1])]);
  const c = join([
    readPoints(engine, g1, key.c, "section 8"),
    readPoints(engine, g1, key.h, "section 9"),
    writePoints(engine, g1, [key.delta1]),
  ]);
  const quotient = quotients(engine, key);
  const multiply = multiplying(engine, g1);
  // The result keeps nothing else of the key.
  const { wires, publics } = key;
  return {
    prove: (witness, { r, s }): PartA => {
      const values = readWitness(witness, wires);
      const own = values.subarray(8 * (publics + 1));
      return {
        a: multiply({ points: a, scalars: joinScalars(values, words(1n, r)) }),
        c: multiply({ points: c, scalars: joinScalars(own, quotient(witness), words(modulo(-r * s, R))) }),
      };
    },
    finish: ({ a, c }, { b1, b2 }, { r, s }) => {
      const sum = engine.borrow(() => {
        const points = [a, b1, c].map((point) => (point === undefined ? 0 : writePoints(engine, g1, [point])[0]!));
        return multiply({ points: Int32Array.from(points), scalars: words(s, r, 1n) });
      });
      return finite(a, b2, sum);
    },
  };
}

/** Brings a key's points into memory: references, 0 being infinity. */
function readPoints<T>(engine: Engine, group: Group<T>, words: Uint32Array, name: string): Int32Array {
  const { functions, point } = group;
  // 16 words in a key for each pair of coordinates, and 80 bytes of ours.
  const count = words.length / (16 * (group.name === "G1" ? 1 : 2));
  const at = engine.take(count * point);
  engine.borrow(() => {
    const input = engine.take(words.length * 4);
    engine.views().words.set(words, input / 4);
    if (count > 0) functions.read(input, at, at + count * point);
  });
  const size = words.length / count;
  return Int32Array.from({ length: count }, (_, i) => {
    const address = at + i * point;
    if (areZero(words, i * size, size)) return 0;
    if (functions.onCurve(address) === 1) return address;
    throw new KeyError(`point ${i} of ${name} is not on its curve`);
  });
}

function writePoints<T>(engine: Engine, group: Group<T>, points: readonly T[]): Int32Array {
  const at = engine.take(points.length * group.point);
  points.forEach((point, i) => group.writePoint(at + i * group.point, point));
  return Int32Array.from(points, (_, i) => at + i * group.point);
}

function join(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

const words = (...scalars: readonly bigint[]): Uint32Array => {
  const all = new Uint32Array(8 * scalars.length);
  scalars.forEach((scalar, i) => writeWords(all, 8 * i, scalar));
  return all;
};

function joinScalars(...parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
