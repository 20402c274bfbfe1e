/** The module of engines/generate/bn254/module.ts, which explains what it exports, and its memory. */
import { compileModule, instantiateModule, readModule } from "../webassembly.ts";
import * as built from "@anchorlog/engines/bn254/groups";
import { type Group, group1, group2, type GroupExports } from "./groups.ts";
import { type Addresses, type Asks, type GroupName, type GrowingMemory, type Memory, memoryOf } from "./memory.ts";
import type { Point1, Point2 } from "./numbers.ts";

type Exports = { readonly memory: GrowingMemory } & Record<`${keyof GroupExports}${GroupName}`, Addresses & Asks> &
  Record<
    | "readCoefficients"
    | "readScalars"
    | "combine"
    | "powers"
    | "halves"
    | "frequencies"
    | "middle"
    | "times"
    | "quotient"
    | "multiply",
    Addresses
  >;

export type Engine = Memory & {
  readonly exports: Exports;
  readonly g1: Group<Point1>;
  readonly g2: Group<Point2>;
};

/** Compiles the module. Throws if WebAssembly or its relaxed vectors are missing or forbidden. */
export const compileGroups = (code: Uint8Array = readModule(built)): object => compileModule(code);

/** A new instance with a memory of its own. Throws RangeError if memory is short. */
export function openGroups(module: object): Engine {
  const exports = instantiateModule(module) as Exports;
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
  return { ...memory, exports, g1: group1(memory, of("G1")), g2: group2(memory, of("G2")) };
}
