import { readFileSync } from "node:fs";
import { bn254 } from "@noble/curves/bn254.js";
import hre from "hardhat";
import { format, resolveConfig } from "prettier";
import { concat, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, size, slice } from "viem";
import { describe, expect, it } from "vitest";
import type { VerificationKey } from "../../scripts/circuits/vkey.ts";
import { renderVerifier } from "../../scripts/generate/verifier.ts";
import { randomBytes } from "../seed.ts";

const p = bn254.fields.Fp.ORDER;
const r = bn254.fields.Fr.ORDER;
const G1 = bn254.G1.Point.BASE;
const G2 = bn254.G2.Point.BASE;

const { viem } = await hre.network.create();
const harness = await viem.deployContract("Groth16Harness");
const client = await viem.getPublicClient();

/** A proof that snarkjs made under a key that snarkjs made. */
const product = JSON.parse(readFileSync(new URL("../vectors/groth16/product.json", import.meta.url), "utf8")) as {
  verificationKey: VerificationKey;
  proof: { pi_a: string[]; pi_b: string[][]; pi_c: string[] };
  publicSignals: string[];
};

describe("a proof of snarkjs", async () => {
  const verifier = await viem.deployContract("ProductVerifier");
  const signals = product.publicSignals.map(BigInt);
  const proof = fromSnarkjs(product.proof);
  const verify = (bytes: Hex, values: readonly bigint[]) => verifier.read.verify([bytes, [...values]]);

  it("verifies", async () => {
    expect(await verify(proof, signals)).toBe(true);
  });

  it("does not verify for other signals", async () => {
    const [first = 0n, second = 0n] = signals;
    const wrong = {
      "another value": [first + 1n, second],
      zero: [0n, second],
      "plus r": [first + r, second],
      "the last plus r": [first, second + r],
      "plus p": [first + p, second],
      r: [r, second],
      "the largest word": [2n ** 256n - 1n, second],
      swapped: [second, first],
      truncated: [first],
      none: [],
      extra: [first, second, 0n],
    };
    for (const [name, values] of Object.entries(wrong)) {
      expect(await verify(proof, values), name).toBe(false);
    }
  });

  it("does not verify with any coordinate changed, or plus p", async () => {
    for (let at = 0; at < 8; ++at) {
      const coordinate = BigInt(slice(proof, 32 * at, 32 * at + 32));
      for (const other of [0n, coordinate ^ 1n, coordinate + p, p, p - coordinate, 2n ** 256n - 1n]) {
        expect(await verify(withWord(proof, at, other), signals), `word ${at} as ${other}`).toBe(false);
      }
    }
  });

  it("does not verify at another length", async () => {
    const wrong: Hex[] = ["0x", slice(proof, 0, 255), slice(proof, 0, 224), slice(proof, 1), concat([proof, "0x00"])];
    for (const bytes of [...wrong, concat([proof, proof])]) {
      expect(await verify(bytes, signals), `${size(bytes)} bytes`).toBe(false);
    }
  });

  it("does not verify with points at infinity, exchanged, negated, off the curve or outside of the group", async () => {
    const [a, b, c] = [slice(proof, 0, 64), slice(proof, 64, 192), slice(proof, 192)];
    const wrong = {
      "A at infinity": concat([zeros(64), b, c]),
      "B at infinity": concat([a, zeros(128), c]),
      "C at infinity": concat([a, b, zeros(64)]),
      "all at infinity": zeros(256),
      "A and C exchanged": concat([c, b, a]),
      "A negated": withWord(proof, 1, p - BigInt(slice(a, 32))),
      "B with its parts exchanged": concat([a, ...[1, 0, 3, 2].map((at) => slice(b, 32 * at, 32 * at + 32)), c]),
      "A off the curve": concat([words(1n, 1n), b, c]),
      "B off the curve": concat([a, words(1n, 1n, 1n, 1n), c]),
      "C off the curve": concat([a, b, words(1n, 1n)]),
      "B on the curve, outside of the group": concat([a, outsideOfGroup(), c]),
    };
    for (const [name, bytes] of Object.entries(wrong)) {
      expect(size(bytes)).toBe(256);
      expect(await verify(bytes, signals), name).toBe(false);
    }
  });

  it("is malleable: a proof is no identifier", async () => {
    const [a, b, c] = [slice(proof, 0, 64), slice(proof, 64, 192), slice(proof, 192)];
    const negated = concat([
      withWord(a, 1, p - BigInt(slice(a, 32))),
      withWord(withWord(b, 2, p - BigInt(slice(b, 64, 96))), 3, p - BigInt(slice(b, 96))),
      c,
    ]);
    expect(await verify(negated, signals)).toBe(true);
  });

  it("is found invalid with the gas that finding it valid takes", async () => {
    const wrong = concat([slice(proof, 0, 64), outsideOfGroup(), slice(proof, 192)]);
    const { abi, address: to } = verifier;
    for (const [bytes, verdict] of [
      [proof, true],
      [wrong, false],
    ] as const) {
      const data = encodeFunctionData({ abi, functionName: "verify", args: [bytes, signals] });
      const result = await client.call({ to, data, gas: 260_000n });
      expect(decodeFunctionResult({ abi, functionName: "verify", data: result.data ?? "0x" })).toBe(verdict);
    }
  });

  it("is never taken for invalid because gas ran out", async () => {
    const { abi, address: to } = verifier;
    const data = encodeFunctionData({ abi, functionName: "verify", args: [proof, signals] });
    const verdicts = new Set<boolean | "reverted">();
    for (let gas = 30_000n; gas < 300_000n; gas += 1_500n) {
      const verdict = await client.call({ to, data, gas }).then(
        (result) => decodeFunctionResult({ abi, functionName: "verify", data: result.data ?? "0x" }),
        () => "reverted" as const,
      );
      expect(verdict, `with ${gas} gas`).not.toBe(false);
      verdicts.add(verdict);
    }
    expect(verdicts).toEqual(new Set(["reverted", true]));
  });
});

describe("proofs made with a known trapdoor", () => {
  it("verify for any number of signals, zeros among them", async () => {
    for (let count = 0; count <= 12; ++count) {
      const key = trapdoor(count);
      const signals = Array.from({ length: count }, (_, i) => (i % 3 === 1 ? 0n : scalar()));
      const proof = prove(key, signals);
      expect(await harness.read.verify([key.bytes, proof, signals]), `${count} signals`).toBe(true);
      if (count === 0) continue;
      const other = signals.with(count - 1, (signals[count - 1] ?? 0n) ^ 1n);
      expect(await harness.read.verify([key.bytes, proof, other]), `${count} signals, one changed`).toBe(false);
    }
  });

  it("verify for the largest signals", async () => {
    const key = trapdoor(2);
    const signals = [r - 1n, r - 1n];
    expect(await harness.read.verify([key.bytes, prove(key, signals), signals])).toBe(true);
  });

  it("verify when the sum over the signals is the point at infinity", async () => {
    const key = trapdoor(1);
    const signals = [mod(-(key.ic[0] ?? 0n) * inverse(key.ic[1] ?? 0n))];
    expect(await harness.read.verify([key.bytes, prove(key, signals), signals])).toBe(true);
  });

  it("do not verify with a point at infinity, though the equation holds", async () => {
    const key = trapdoor(1);
    const signals = [scalar()];
    const rest = mod(key.alpha * key.beta + publicScalar(key, signals) * key.gamma);
    const a = scalar();
    const c = g1(mod(-rest * inverse(key.delta)));
    const wrong = {
      "A at infinity": concat([zeros(64), g2(a), c]),
      "B at infinity": concat([g1(a), zeros(128), c]),
      "C at infinity": concat([g1(a), g2(mod(rest * inverse(a))), zeros(64)]),
    };
    for (const [name, proof] of Object.entries(wrong)) {
      expect(await harness.read.verify([key.bytes, proof, signals]), name).toBe(false);
    }
  });

  it("do not verify under a key for more or fewer signals", async () => {
    const key = trapdoor(2);
    const signals = [scalar(), 0n];
    const proof = prove(key, signals);
    expect(await harness.read.verify([key.bytes, proof, signals])).toBe(true);
    expect(await harness.read.verify([key.bytes, proof, signals.slice(0, 1)])).toBe(false);
    expect(await harness.read.verify([slice(key.bytes, 0, -64), proof, signals])).toBe(false);
    expect(await harness.read.verify([slice(key.bytes, 0, -1), proof, signals])).toBe(false);
    expect(await harness.read.verify(["0x", proof, []])).toBe(false);
  });
});

describe("renderVerifier", () => {
  const { verificationKey: vkey } = product;
  const parameters = { name: "product", vkey, development: false, signals: ["product", "tag"] };

  it("writes what prettier would", async () => {
    for (const development of [false, true]) {
      const text = renderVerifier({ ...parameters, development });
      const filepath = "contracts/test/ProductVerifier.sol";
      expect(await format(text, { ...(await resolveConfig(filepath)), filepath })).toBe(text);
      expect(text.includes("block.chainid != 31337")).toBe(development);
    }
  });

  it("numbers the signals", () => {
    const text = renderVerifier({ ...parameters, signals: ["zkRoot", "value0"] });
    expect(text).toContain("uint256 internal constant ZK_ROOT = 0;\n    uint256 internal constant VALUE_0 = 1;");
  });

  it("refuses a key that nobody contributed to", () => {
    const uncontributed = { ...vkey, vk_delta_2: vkey.vk_gamma_2 };
    expect(() => renderVerifier({ ...parameters, vkey: uncontributed })).toThrow("delta is gamma");
  });

  it("refuses keys with unsound points", () => {
    const [x = "", y = ""] = vkey.vk_alpha_1;
    const outside = outsideOfGroup();
    const [x1, x0, y1, y0] = [0, 1, 2, 3].map((at) => BigInt(slice(outside, 32 * at, 32 * at + 32)).toString());
    const unsound: [Partial<VerificationKey>, string][] = [
      [{ vk_alpha_1: ["1", "1", "1"] }, "alpha is not a point of its group"],
      [{ vk_alpha_1: ["0", "0", "1"] }, "alpha is not a point of its group"],
      [{ vk_alpha_1: [x, y, "2"] }, "alpha is not an affine point"],
      [{ vk_alpha_1: [x, y] }, "alpha is not an affine point"],
      [{ vk_alpha_1: [(BigInt(x) + p).toString(), y, "1"] }, "not a decimal below p"],
      [{ vk_alpha_1: [`0${x}`, y, "1"] }, "not a decimal below p"],
      [{ vk_beta_2: [[x0, x1] as string[], [y0, y1] as string[], ["1", "0"]] }, "beta is not a point of its group"],
      [
        {
          vk_gamma_2: [
            ["0", "0"],
            ["0", "0"],
            ["1", "0"],
          ],
        },
        "gamma is not a point of its group",
      ],
      [{ vk_delta_2: [["1", "0"], ["1"], ["1", "0"]] }, "not a decimal below p"],
      [
        {
          vk_delta_2: [
            ["1", "0", "0"],
            ["1", "0"],
            ["1", "0"],
          ],
        },
        "more than two parts",
      ],
      [
        {
          vk_delta_2: [
            ["1", "0"],
            ["1", "0"],
            ["0", "1"],
          ],
        },
        "delta is not an affine point",
      ],
    ];
    for (const [part, message] of unsound) {
      expect(() => renderVerifier({ ...parameters, vkey: { ...vkey, ...part } }), message).toThrow(message);
    }
  });

  it("refuses a key for other proofs, or other signals", () => {
    const refused = (change: Partial<typeof parameters>, message: string) =>
      expect(() => renderVerifier({ ...parameters, ...change })).toThrow(message);
    refused({ vkey: { ...vkey, protocol: "plonk" } }, "plonk over bn128");
    refused({ vkey: { ...vkey, curve: "bls12381" } }, "groth16 over bls12381");
    refused({ vkey: { ...vkey, IC: vkey.IC.slice(1) } }, "for 2 signals with 2 points");
    refused({ signals: ["product"] }, "not for 1");
    refused({ signals: ["same", "same"] }, "Two signals have the name SAME");
    refused({ signals: ["product", "a-b"] }, "no name for a signal");
    refused({ name: "Product" }, "no name for a circuit");
  });
});

type Trapdoor = { alpha: bigint; beta: bigint; gamma: bigint; delta: bigint; ic: bigint[]; bytes: Hex };

function trapdoor(signals: number): Trapdoor {
  const [alpha, beta, gamma, delta] = [scalar(), scalar(), scalar(), scalar()];
  const ic = Array.from({ length: signals + 1 }, scalar);
  const bytes = concat([g1(alpha), g2(beta), g2(gamma), g2(delta), ...ic.map(g1)]);
  return { alpha, beta, gamma, delta, ic, bytes };
}

/** Forges a proof: with the trapdoor, the equation can be solved for C. */
function prove(key: Trapdoor, signals: readonly bigint[]): Hex {
  const [a, b] = [scalar(), scalar()];
  const rest = mod(a * b - key.alpha * key.beta - publicScalar(key, signals) * key.gamma);
  return concat([g1(a), g2(b), g1(mod(rest * inverse(key.delta)))]);
}

function publicScalar({ ic }: Trapdoor, signals: readonly bigint[]): bigint {
  return ic.reduce((sum, factor, i) => mod(sum + factor * (i === 0 ? 1n : (signals[i - 1] ?? 0n))), 0n);
}

function scalar(): bigint {
  return mod(BigInt(`0x${randomBytes(48).toString("hex")}`));
}

function mod(value: bigint): bigint {
  return bn254.fields.Fr.create(value);
}

function inverse(value: bigint): bigint {
  return bn254.fields.Fr.inv(value);
}

function g1(factor: bigint): Hex {
  const { x, y } = G1.multiply(factor).toAffine();
  return words(x, y);
}

function g2(factor: bigint): Hex {
  const { x, y } = G2.multiply(factor).toAffine();
  return words(x.c1, x.c0, y.c1, y.c0);
}

/** A point of the curve over the extension field that is not a multiple of the generator. */
function outsideOfGroup(): Hex {
  const { Fp2 } = bn254.fields;
  const { b } = bn254.G2.Point.CURVE();
  for (let c0 = 1n; ; ++c0) {
    const x = { c0, c1: 0n };
    const square = Fp2.add(Fp2.pow(x, 3n), b);
    if (bn254.fields.Fp.pow(Fp2.mul(square, Fp2.frobeniusMap(square, 1)).c0, (p - 1n) / 2n) !== 1n) continue;
    const y = Fp2.sqrt(square);
    if (!bn254.G2.Point.fromAffine({ x, y }).isTorsionFree()) return words(x.c1, x.c0, y.c1, y.c0);
  }
}

function fromSnarkjs({ pi_a, pi_b, pi_c }: typeof product.proof): Hex {
  const [x, y] = pi_b;
  return words(
    ...[pi_a[0], pi_a[1], x?.[1], x?.[0], y?.[1], y?.[0], pi_c[0], pi_c[1]].map((decimal) => BigInt(decimal ?? -1)),
  );
}

function words(...values: bigint[]): Hex {
  return concat(values.map((value) => numberToHex(value, { size: 32 })));
}

function zeros(length: number): Hex {
  return `0x${"00".repeat(length)}`;
}

function withWord(bytes: Hex, at: number, value: bigint): Hex {
  const parts = Array.from({ length: size(bytes) / 32 }, (_, i) => slice(bytes, 32 * i, 32 * i + 32));
  return concat(parts.with(at, words(value)));
}
