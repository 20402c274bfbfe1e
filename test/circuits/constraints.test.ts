import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { atRoot, CACHE, sha256 } from "../../scripts/circuits/files.ts";
import { artifactPaths, readManifest } from "../../scripts/circuits/manifest.ts";
import { readR1cs } from "../../scripts/circuits/r1cs.ts";
import { compile } from "../../scripts/circuits/setup.ts";
import { FIELD_ORDER } from "../../src/poseidon/index.ts";
import { disclosureWitness } from "../../src/proof/witness.ts";
import { valid } from "../proof/fixtures.ts";
import { findFreedom, holds } from "./freedom.ts";
import { loadWitnessGenerator } from "./witness.ts";

const compiled = compile("disclosure");
const circuit = readR1cs(atRoot(compiled.r1cs));
const record = readManifest()!.circuits["disclosure"]!;
const generate = await loadWitnessGenerator(atRoot(artifactPaths("disclosure").wasm));
const wires = readWires(`${CACHE}/disclosure.sym`);
const fixed = 1 + circuit.publicSignals;

test("the committed artifacts are what the sources compile to", () => {
  expect(sha256(compiled.r1cs)).toBe(record.sha256.r1cs);
  expect(sha256(compiled.wasm)).toBe(record.sha256.wasm);
  expect({ constraints: circuit.constraints.length, wires: circuit.wires }).toEqual({ constraints: 5151, wires: 5187 });
  expect(circuit.prime).toBe(FIELD_ORDER);
});

test("public signals stand in the order of the protocol", () => {
  const names = ["nullifier", "zkRoot", "payloadType", "layout", "subject", "scope", "beneficiary"];
  const slots = [0, 1, 2, 3].map((i) => `value[${i}]`);
  expect(circuit.publicSignals).toBe(11);
  expect([...names, ...slots].map((name) => wires.get(`main.${name}`))).toEqual(
    Array.from({ length: 11 }, (_, i) => 1 + i),
  );
});

describe("no wire is left open", () => {
  const witnesses = valid.map(({ name, statement }) => ({
    name,
    witness: generate(disclosureWitness(statement).input),
  }));

  test("every constraint holds for a witness, and every change of one wire breaks one", () => {
    const ofWire = new Map<number, number[]>();
    for (const [i, { a, b, c }] of circuit.constraints.entries()) {
      for (const { wire } of [...a, ...b, ...c]) ofWire.set(wire, [...(ofWire.get(wire) ?? []), i]);
    }
    for (const { witness } of witnesses) {
      expect(circuit.constraints.every((constraint) => holds(constraint, witness))).toBe(true);
      const changed = [...witness];
      const unnoticed: number[] = [];
      for (let wire = 1; wire < circuit.wires; wire++) {
        changed[wire] = (witness[wire]! + BigInt(wire) * 0x1234567n) % FIELD_ORDER;
        if (ofWire.get(wire)?.every((i) => holds(circuit.constraints[i]!, changed)) ?? true) unnoticed.push(wire);
        changed[wire] = witness[wire]!;
      }
      expect(unnoticed).toEqual([]);
    }
  });

  // All private inputs but the 19 that are only bits can move, less what ties them: 9 for the path, 1 for
  // the nullifier, 1 for the subject if it is not revealed as well, 1 for each revealed member.
  const expected = [71 - 19 - 9 - 1 - 1 - 2, 71 - 19 - 9 - 1 - 4, 71 - 19 - 9 - 1 - 1];

  test.each(witnesses.map((one, i) => ({ ...one, degrees: expected[i]! })))(
    "$name: the inputs fix everything, the public signals leave $degrees degrees of freedom",
    ({ witness, degrees }) => {
      const inputs = privateInputs();
      expect(inputs.length).toBe(71);
      expect(findFreedom(circuit, witness, inputs)).toEqual({ undetermined: [], degrees });
    },
  );

  test("which would show a missing constraint", () => {
    const { witness } = witnesses[0]!;
    const inputs = privateInputs();
    const whole = findFreedom(circuit, witness, inputs);
    // A sample. Constraint 0 bounds the public count alone: no freedom shows it, negative tests do.
    for (let i = 1; i < circuit.constraints.length; i += 512) {
      const found = findFreedom({ ...circuit, constraints: circuit.constraints.toSpliced(i, 1) }, witness, inputs);
      expect(found, `constraint ${i}`).not.toEqual(whole);
    }
  });
});

/** Wires by the names of their signals. */
function readWires(path: string): Map<string, number> {
  const lines = readFileSync(atRoot(path), "utf8").trim().split("\n");
  return new Map(lines.map((line) => line.split(",")).map(([, wire, , name]) => [name!, Number(wire)]));
}

function privateInputs(): number[] {
  return [...wires]
    .filter(([name]) => /^main\.[a-zA-Z]+(\[\d+\])*$/.test(name))
    .filter(([name]) =>
      /^main\.(actor|acceptedAt|entryHash|nonce|nonceQuotient|members|element|quotient|position|children)\b/.test(name),
    )
    .map(([, wire]) => wire)
    .filter((wire) => wire >= fixed);
}
