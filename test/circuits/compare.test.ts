import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atRoot } from "../../scripts/circuits/files.ts";
import { type LinearCombination, readR1cs } from "../../scripts/circuits/r1cs.ts";
import { compile } from "../../scripts/circuits/setup.ts";
import { inverse, reduce } from "../../src/crypto/poseidon/field.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { runs } from "../seed.ts";

const R = FIELD_ORDER;
const compiled = compile("atMost", "test/circuits/parts");
const { constraints, wires } = readR1cs(atRoot(compiled.r1cs));
const names = new Map(
  readFileSync(atRoot(compiled.sym), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","))
    .map(([, wire, , name]) => [name!, Number(wire)]),
);
/** Wires of the range check's bits, and which bits they are. */
const rangeBits = [...names].flatMap(([name, wire]) => {
  const bit = /\.Bits_\d+_\d+\.bits\[(\d+)\]$/.exec(name);
  return bit === null || wire < 0 ? [] : [[wire, BigInt(bit[1]!)] as const];
});

type Statement = { first: bigint; firstTop: bigint; second: bigint; secondTop: bigint; sign: bigint; active: bigint };

/** Whether a witness with this piece exists, for any other choice of a prover: the bits of the range check. */
function satisfiable(statement: Statement, piece: number): boolean {
  // 1. The given values, and the one choice.
  const known = new Map<number, bigint>([[0, 1n]]);
  const give = (name: string, value: bigint) => known.set(names.get(`main.${name}`)!, reduce(value));
  for (let i = 0; i < 254; i++) {
    give(`first[${i}]`, (statement.first >> BigInt(i)) & 1n);
    give(`second[${i}]`, (statement.second >> BigInt(i)) & 1n);
  }
  for (const name of ["firstTop", "secondTop", "sign", "active"] as const) give(name, statement[name]);
  for (let i = 0; i < 4; i++) give(`bits[${i}]`, BigInt((piece >> i) & 1));

  // 2. Their consequences, until there are no more: a constraint with one unknown, on its right, determines it.
  const open = (of: LinearCombination) => of.filter(({ wire }) => !known.has(wire));
  const value = (of: LinearCombination) =>
    reduce(of.reduce((sum, { wire, factor }) => sum + factor * known.get(wire)!, 0n));
  let left = constraints;
  for (let before = -1; left.length !== before;) {
    before = left.length;
    left = left.filter(({ a, b, c }) => {
      const [one, ...more] = open(c);
      if (open(a).length > 0 || open(b).length > 0 || more.length > 0 || one === undefined) return true;
      const others = c.filter(({ wire }) => wire !== one.wire);
      known.set(one.wire, reduce((value(a) * value(b) - value(others)) * inverse(one.factor)));
      return false;
    });
  }
  // 3. The bits of the number whose range is checked: at most one choice exists.
  const number = known.get(names.get("main.bounded")!)!;
  for (const [wire, bit] of rangeBits) known.set(wire, (number >> bit) & 1n);
  expect(known.size).toBe(wires);
  return left.every(({ a, b, c }) => reduce(value(a) * value(b)) === value(c));
}

const pieces = Array.from({ length: 16 }, (_, i) => i);
const number = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 254n - 1n }),
  fc.constantFrom(0n, 1n, R - 1n, R, R + 1n, 2n ** 254n - R, 2n ** 254n - 1n, 2n ** 17n - 1n, 2n ** 17n),
);
/** Two numbers that are close, or close modulo r. */
const pair = fc
  .tuple(number, fc.constantFrom(0n, R, -R), fc.bigInt({ min: -(2n ** 18n), max: 2n ** 18n }), fc.nat(253))
  .map(([x, far, near, shift]) => [x, x + far + (near << BigInt(shift))] as const)
  .filter(([, y]) => y >= 0n && y < 2n ** 254n);
const top = fc.constantFrom(0n, 0n, 0n, 1n, 5n, 15n);

describe("a comparison", () => {
  test("has a witness exactly if it is true, for every piece that a prover may choose", () => {
    fc.assert(
      fc.property(fc.oneof(pair, fc.tuple(number, number)), top, top, fc.boolean(), (both, a, b, reverse) => {
        const [first, second] = both;
        const [x, y] = [first + (a << 254n), second + (b << 254n)];
        const sign = reverse ? R - 1n : 1n;
        const statement = { first, firstTop: a, second, secondTop: b, sign, active: 1n };
        expect(pieces.some((piece) => satisfiable(statement, piece))).toBe(reverse ? x >= y : x <= y);
      }),
      { numRuns: runs(200) },
    );
  });

  test("proves nothing if it is not active", () => {
    const statement = { first: 5n, firstTop: 0n, second: 3n, secondTop: 0n, sign: 1n, active: 0n };
    expect(pieces.some((piece) => satisfiable(statement, piece))).toBe(true);
    expect(pieces.some((piece) => satisfiable({ ...statement, active: 1n }, piece))).toBe(false);
  });
});
