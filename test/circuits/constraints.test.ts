import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { atRoot, type Circuit, CIRCUITS, sha256 } from "../../scripts/circuits/files.ts";
import { artifactPaths, readManifest } from "../../scripts/circuits/manifest.ts";
import { readR1cs } from "../../scripts/circuits/r1cs.ts";
import { compile } from "../../scripts/circuits/setup.ts";
import { SIGNALS } from "../../scripts/circuits/signals.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { findFreedom, holds, isBit } from "./freedom.ts";
import { statements } from "./statements.ts";
import { loadWitnessGenerator } from "./witness.ts";
import { isSlowSuite } from "../slow.ts";

/** The known figures of each circuit. They must not change unnoticed. */
const known: Readonly<
  Record<
    Circuit,
    {
      readonly constraints: number;
      readonly wires: number;
      /** Constraints that a wire is 0 or 1. */
      readonly bits: number;
      /** Names of signals in circom, in the order of the protocol. */
      readonly signals: readonly string[];
      /** Private inputs, and other wires that the prover may choose. */
      readonly free: RegExp;
      /** For each of the statements, in how many directions the free wires can move. */
      readonly degrees: readonly number[];
    }
  >
> = {
  disclosure: {
    constraints: 8067,
    wires: 8047,
    bits: 2614,
    signals: [
      "nullifier",
      "zkRoot",
      "payloadType",
      "layout",
      "subject",
      "scope",
      "beneficiary",
      ...[0, 1, 2, 3].map((i) => `value[${i}]`),
    ],
    free: /^main\.(actor|acceptedAt|entryHash|nonce|nonceQuotient|members|element|quotient|position|children)(\[\d+\])*$/,
    degrees: [39, 38, 41, 39, 37, 37, 37],
  },
  order: {
    constraints: 6553,
    wires: 6597,
    bits: 441,
    signals: [
      ...["zkRoot", "batch", "payloadType"].flatMap((name) => [`${name}[0]`, `${name}[1]`]),
      "value[0][0]",
      "value[0][1]",
      "value[1][0]",
      "value[1][1]",
      "layout",
      "beneficiary",
    ],
    free: /^main\.(actor|acceptedAt|entryHash|ownType|nonce|nonceQuotient|members|element|quotient|rest|position|children)(\[\d+\])*$/,
    degrees: [56, 59, 61],
  },
  absence: {
    constraints: 8597,
    wires: 8727,
    bits: 47,
    signals: ["zkRoot", "payloadType", "value[0]", "value[1]", "layout"],
    // If two values differ, the prover chooses the factor that makes 1 of the difference.
    free: /^main\.(context|ownType|element|rest|children|factor)(\[\d+\])*$|^main\.Below16_\d+_\d+\.inverse$/,
    degrees: [129, 130, 130],
  },
};

describe.each(isSlowSuite ? CIRCUITS : (["order"] as const))("%s", async (circuit) => {
  const { constraints, wires, bits, signals, free, degrees } = known[circuit];
  const compiled = compile(circuit);
  const r1cs = readR1cs(atRoot(compiled.r1cs));
  const record = readManifest()!.circuits[circuit]!;
  const generate = await loadWitnessGenerator(atRoot(artifactPaths(circuit).wasm));
  const names = readWires(compiled.sym);
  const witnesses = statements[circuit].map(({ input }) => generate(input));
  const fixed = 1 + r1cs.publicSignals;
  const freeWires = [...names].filter(([name, wire]) => free.test(name) && wire >= fixed).map(([, wire]) => wire);

  test("the sources compile to the committed artifacts", () => {
    expect(sha256(compiled.r1cs)).toBe(record.sha256.r1cs);
    expect(sha256(compiled.wasm)).toBe(record.sha256.wasm);
    expect({ constraints: r1cs.constraints.length, wires: r1cs.wires }).toEqual({ constraints, wires });
    expect(r1cs.prime).toBe(FIELD_ORDER);
  });

  test("public signals stand in the order of the protocol", () => {
    expect(r1cs.publicSignals).toBe(signals.length);
    expect(signals.map((name) => names.get(`main.${name}`))).toEqual(signals.map((_, i) => 1 + i));
    expect(SIGNALS[circuit].length).toBe(signals.length);
  });

  test("every constraint holds for a witness, and every change of one wire breaks one", () => {
    const ofWire = new Map<number, number[]>();
    for (const [i, { a, b, c }] of r1cs.constraints.entries()) {
      for (const { wire } of [...a, ...b, ...c]) ofWire.set(wire, [...(ofWire.get(wire) ?? []), i]);
    }
    for (const witness of witnesses) {
      expect(r1cs.constraints.every((constraint) => holds(constraint, witness))).toBe(true);
    }
    const witness = witnesses[0]!;
    const changed = [...witness];
    const unnoticed = Array.from({ length: r1cs.wires - 1 }, (_, i) => i + 1).filter((wire) => {
      changed[wire] = (witness[wire]! + BigInt(wire) * 0x1234567n) % FIELD_ORDER;
      const passed = ofWire.get(wire)?.every((i) => holds(r1cs.constraints[i]!, changed)) ?? true;
      changed[wire] = witness[wire]!;
      return passed;
    });
    // If the difference is 0, the factor may be anything.
    expect(unnoticed.filter((wire) => !freeWires.includes(wire))).toEqual([]);
  });

  test("the inputs fix every wire, and the public signals leave the known number open", () => {
    const found = witnesses.map((witness) => findFreedom(r1cs, witness, freeWires));
    expect(found.flatMap(({ undetermined }) => undetermined)).toEqual([]);
    expect(found.map((one) => one.degrees)).toEqual(degrees);
  });

  test("at least 98 % of all constraints would be missed if they were not there", () => {
    // 1. The constraints that make a wire a bit are counted.
    expect(r1cs.constraints.filter(isBit).length).toBe(bits);
    // 2. The other constraints, with bits as free wires: if one is removed, there is one more degree of freedom.
    const others = r1cs.constraints.filter((constraint) => !isBit(constraint));
    const ofOneBit = r1cs.constraints
      .filter(isBit)
      .map(({ a, b }) => new Set([...a, ...b].map(({ wire }) => wire).filter((wire) => wire !== 0)))
      .filter((set) => set.size === 1)
      .flatMap((set) => [...set]);
    const open = [...new Set([...freeWires, ...ofOneBit])].filter((wire) => wire >= fixed);
    const idle = witnesses
      .map((witness) => findFreedom({ ...r1cs, constraints: others }, witness, open))
      .map((found) => {
        expect(found.undetermined).toEqual([]);
        return found.idle;
      });
    const never = others
      .keys()
      .filter((i) => idle.every((set) => set.has(i)))
      .toArray();
    expect(1 - never.length / r1cs.constraints.length).toBeGreaterThan(0.998);
  });
});

/** Wires by the names of their signals. */
function readWires(path: string): Map<string, number> {
  const lines = readFileSync(atRoot(path), "utf8").trim().split("\n");
  return new Map(lines.map((line) => line.split(",")).map(([, wire, , name]) => [name!, Number(wire)]));
}
