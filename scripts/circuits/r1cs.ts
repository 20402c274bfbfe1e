/** Reads circom's `.r1cs` files: the constraints `⟨a, w⟩ · ⟨b, w⟩ = ⟨c, w⟩` over a witness w. */
import { readFileSync } from "node:fs";

export type LinearCombination = readonly { readonly wire: number; readonly factor: bigint }[];

export type Constraint = {
  readonly a: LinearCombination;
  readonly b: LinearCombination;
  readonly c: LinearCombination;
};

export type R1cs = {
  readonly prime: bigint;
  /** Number of values in a witness. Wire 0 is the constant 1, and the next `publicSignals` wires are public. */
  readonly wires: number;
  readonly publicSignals: number;
  readonly constraints: readonly Constraint[];
};

/** Reads a file. Throws if it is not an r1cs file of version 1. */
export function readR1cs(path: string): R1cs {
  const bytes = readFileSync(path);
  if (bytes.toString("latin1", 0, 4) !== "r1cs" || bytes.readUInt32LE(4) !== 1) {
    throw new Error(`${path} is not an r1cs file of version 1`);
  }
  // 1. Sections: a type of 4 bytes, a length of 8 bytes, and the content. Type 1 is the header, 2 the constraints.
  const sections = new Map<number, Buffer>();
  for (let at = 12; at < bytes.length;) {
    const length = Number(bytes.readBigUInt64LE(at + 4));
    sections.set(bytes.readUInt32LE(at), bytes.subarray(at + 12, at + 12 + length));
    at += 12 + length;
  }
  const [header, body] = [sections.get(1), sections.get(2)];
  if (header === undefined || body === undefined) throw new Error(`${path} has no header or no constraints`);

  // 2. The header.
  const size = header.readUInt32LE(0);
  const prime = littleEndian(header.subarray(4, 4 + size));
  const field = (index: number) => header.readUInt32LE(4 + size + 4 * index);
  const [wires, outputs, publicInputs] = [field(0), field(1), field(2)];
  const count = header.readUInt32LE(4 + size + 24);

  // 3. The constraints.
  let at = 0;
  const combination = (): LinearCombination =>
    Array.from({ length: body.readUInt32LE((at += 4) - 4) }, () => {
      const wire = body.readUInt32LE(at);
      const factor = littleEndian(body.subarray(at + 4, at + 4 + size));
      at += 4 + size;
      return { wire, factor };
    });
  const constraints = Array.from({ length: count }, () => ({ a: combination(), b: combination(), c: combination() }));
  return { prime, wires, publicSignals: outputs + publicInputs, constraints };
}

function littleEndian(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}
