import { readFileSync } from "node:fs";
import { bn254 } from "@noble/curves/bn254.js";
import hre from "hardhat";
import { format, resolveConfig } from "prettier";
import { concat, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, size, slice } from "viem";
import { describe, expect, it } from "vitest";
import type { VerificationKey } from "../../scripts/circuits/vkey.ts";
import { renderVerifier } from "../../scripts/generate/verifier.ts";

const p = bn254.fields.Fp.ORDER;

const { viem } = await hre.network.create();
const client = await viem.getPublicClient();

/** Proof and key are by snarkjs. `Groth16.t.sol` has the proofs that are refused. */
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

  it("is malleable, so a proof is not an identifier", async () => {
    const [a, b, c] = [slice(proof, 0, 64), slice(proof, 64, 192), slice(proof, 192)];
    const negated = concat([
      withWord(a, 1, p - BigInt(slice(a, 32))),
      withWord(withWord(b, 2, p - BigInt(slice(b, 64, 96))), 3, p - BigInt(slice(b, 96))),
      c,
    ]);
    expect(await verify(negated, signals)).toBe(true);
  });

  it("costs the same gas to refuse as to accept", async () => {
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

  it("is not called invalid if gas runs out", async () => {
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

describe("renderVerifier", () => {
  const { verificationKey: vkey } = product;
  const parameters = { name: "product", vkey, development: false, signals: ["product", "tag"] };

  it("formats its source as prettier does", async () => {
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

  it("refuses a key without a contribution", () => {
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

  it("refuses a key of another proof system or with other signals", () => {
    const refused = (change: Partial<typeof parameters>, message: string) =>
      expect(() => renderVerifier({ ...parameters, ...change })).toThrow(message);
    refused({ vkey: { ...vkey, protocol: "plonk" } }, "plonk over bn128");
    refused({ vkey: { ...vkey, curve: "bls12381" } }, "groth16 over bls12381");
    refused({ vkey: { ...vkey, IC: vkey.IC.slice(1) } }, "for 2 signals with 2 points");
    refused({ signals: ["product"] }, "not for 1");
    refused({ signals: ["same", "same"] }, "Two signals have the name SAME");
    refused({ signals: ["product", "a-b"] }, "is not a name for a signal");
    refused({ name: "Product" }, "is not a name for a circuit");
  });
});

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

function withWord(bytes: Hex, at: number, value: bigint): Hex {
  const parts = Array.from({ length: size(bytes) / 32 }, (_, i) => slice(bytes, 32 * i, 32 * i + 32));
  return concat(parts.with(at, words(value)));
}
