/** Groth16 verification in our own WebAssembly. It handles public data only, so its time may depend on the data. */
import { FIELD_ORDER } from "../poseidon/field.ts";
import { compileModule, instantiateModule, readModule } from "../webassembly.ts";
import * as built from "@anchorlog/engines/bn254/pairing";
import { checkPairing } from "./knownAnswers.ts";
import { P } from "./numbers.ts";
import type { G1Point, G2Point, Groth16Key, KeyVerifier, PointFault, PrepareVerifier } from "./pairing.ts";

const { BITS, INPUT, MOST_SIGNALS, SIGNAL, SIGNALS } = built;

/** The module's exports; engines/generate/bn254/pairingModule.ts explains them. */
type PairingModule = {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly readG1: () => number;
  readonly readG2: () => number;
  readonly constantG1: () => void;
  readonly tableG1: (signal: number) => void;
  readonly fixed: (which: number) => number;
  readonly start: () => number;
  readonly verify: (signals: number) => number;
};

/**
 * `mostPoints` is the most points that `prepare` takes in a key's `ic`. `prepare` throws a RangeError if it cannot
 * allocate another memory: an engine may reserve gigabytes of addresses for each.
 */
export type WasmVerifiers = { readonly mostPoints: number; readonly prepare: PrepareVerifier };

/**
 * Compiles the module.
 *
 * @throws Error if WebAssembly or its relaxed vectors are missing or forbidden, or if it gives a wrong answer, as on
 *   a machine without fused multiply-adds.
 */
export function loadWasmVerifiers(code: Uint8Array = readModule(built)): WasmVerifiers {
  const module = compileModule(code);
  const prepareBy: PrepareVerifier = (key) => prepare(openInstance(instantiateModule(module) as PairingModule), key);
  checkPairing(prepareBy);
  return { mostPoints: MOST_SIGNALS + 1, prepare: prepareBy };
}

type Instance = ReturnType<typeof openInstance>;

/** An instance, whose memory never grows. */
function openInstance(exports: PairingModule) {
  const view = new DataView(exports.memory.buffer);
  const write = (at: number, value: bigint, bits: number) => {
    for (let i = 0; 64 * i < bits; i++) {
      view.setBigUint64(at + 8 * i, BigInt.asUintN(64, value >> BigInt(64 * i)), true);
    }
  };
  const writeAll = (at: number, values: readonly bigint[]) => {
    for (const [i, value] of values.entries()) write(at + 32 * i, value, 256);
  };
  return {
    exports,
    /** Takes two points, and tells whether they are on the curve. */
    hasG1: (first: G1Point, second: G1Point): readonly [boolean, boolean] => {
      writeAll(INPUT, [first.x, first.y, second.x, second.y]);
      const found = exports.readG1();
      return [(found & 1) !== 0, (found & 2) !== 0];
    },
    /** Takes a point, and tells whether it is on the twist. */
    hasG2: ({ x, y }: G2Point): boolean => {
      writeAll(INPUT + 128, [x.c0, x.c1, y.c0, y.c1]);
      return exports.readG2() === 1;
    },
    /**
     * Writes each signal by digits of 1 and -1: an odd k is the sum of (2 · bit - 1) · 2^i over the `BITS` bits of
     * (k - 1) / 2 + 2^(BITS - 1). An even signal gets r added before.
     */
    putSignals: (signals: readonly bigint[]): void => {
      for (const [i, signal] of signals.entries()) {
        const odd = signal % 2n === 1n ? signal : signal + FIELD_ORDER;
        write(SIGNALS + SIGNAL * i, (odd >> 1n) + (1n << BigInt(BITS - 1)), BITS);
      }
    },
  };
}

const offCurve = (point: string): PointFault => ({ code: "not_on_curve", point });
const outside = (point: string): PointFault => ({ code: "not_in_subgroup", point });

function prepare(instance: Instance, key: Groth16Key): KeyVerifier | PointFault {
  const { exports, hasG1, hasG2 } = instance;
  const { alpha, beta, gamma, delta, ic } = key;
  // All points are on their curves before any is computed with.
  if (!hasG1(alpha, alpha)[0]) return offCurve("alpha");
  for (const [i, point] of ic.entries()) if (!hasG1(point, point)[0]) return offCurve(`IC_${i}`);
  const twisted = { beta, gamma, delta };
  for (const [name, point] of Object.entries(twisted)) if (!hasG2(point)) return offCurve(name);

  for (const [i, point] of ic.entries()) {
    hasG1(point, point);
    if (i === 0) exports.constantG1();
    else exports.tableG1(i - 1);
  }
  const minusAlpha = { x: alpha.x, y: P - alpha.y };
  hasG1(minusAlpha, minusAlpha);
  hasG2(beta);
  if (exports.start() !== 1) return outside("beta");
  for (const [which, name] of (["gamma", "delta"] as const).entries()) {
    hasG2(twisted[name]);
    if (exports.fixed(which) !== 1) return outside(name);
  }
  return (proof, signals) => verify(instance, proof, signals);
}

function verify({ exports, hasG1, hasG2, putSignals }: Instance, ...[{ a, b, c }, signals]: Parameters<KeyVerifier>) {
  const [hasA, hasC] = hasG1(a, c);
  if (!hasA) return offCurve("A");
  if (!hasC) return offCurve("C");
  if (!hasG2(b)) return offCurve("B");
  putSignals(signals);
  const verdict = exports.verify(signals.length);
  return verdict === NOT_IN_SUBGROUP ? outside("B") : verdict === 1;
}

const NOT_IN_SUBGROUP = 2;
