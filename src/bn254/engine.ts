/** The module of scripts/generate/bn254/module.ts, which explains what it exports, and its memory. */
import { decodeBase64 } from "../encoding/base64.ts";
import { MODULE } from "./generated/groups.ts";
import { type Group, group1, group2, type GroupExports } from "./groups.ts";
import {
  type Addresses,
  type Asks,
  type GroupName,
  type GrowingMemory,
  type Memory,
  memoryOf,
  PAIR,
} from "./memory.ts";
import { modulo, P, type Point1, type Point2 } from "./numbers.ts";

type Exports = { readonly memory: GrowingMemory } & Record<`${keyof GroupExports}${GroupName}`, Addresses & Asks> &
  Record<
    | "readCoefficients"
    | "readScalars"
    | "combine"
    | "multiplyLanes"
    | "scale"
    | "powers"
    | "frequencies"
    | "times"
    | "quotient"
    | "multiply",
    Addresses
  >;

type WebAssemblyApi = {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export type Engine = Memory & {
  readonly exports: Exports;
  readonly g1: Group<Point1>;
  readonly g2: Group<Point2>;
};

/**
 * A new instance, or undefined where there is no WebAssembly, or none with relaxed vectors, or none allowed, or the
 * machine has no fused multiply-add.
 */
export function instantiate(): Engine | undefined {
  try {
    const { Instance, Module } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;
    const exports = new Instance(new Module(decodeBase64(MODULE)!)).exports as Exports;
    const memory = memoryOf(exports.memory);
    const of = (name: GroupName): GroupExports => ({
      forward: exports[`forward${name}`],
      backward: exports[`backward${name}`],
      invertTotals: exports[`invertTotals${name}`],
      sameX: exports[`sameX${name}`],
      add: exports[`add${name}`],
      onCurve: exports[`onCurve${name}`],
      copy: exports[`copy${name}`],
      read: exports[`read${name}`],
    });
    const engine = { ...memory, exports, g1: group1(memory, of("G1")), g2: group2(memory, of("G2")) };
    return isExact(engine) ? engine : undefined;
  } catch {
    return undefined;
  }
}

/** Whether multiplications are fused with additions: a product of numbers with all their bits is wrong if not. */
function isExact({ exports, borrow, take, g1 }: Engine): boolean {
  const point = { x: P / 3n, y: P / 7n };
  return borrow(() => {
    const affine = take(g1.point);
    const projective = take(3 * PAIR);
    g1.writePoint(affine, point);
    // (x : y : 1), then (x y : y : 1).
    g1.project(projective, affine);
    exports.multiply(projective, projective, projective + PAIR);
    return g1.fromProjective(projective)?.x === modulo(point.x * point.y, P);
  });
}
