import { readFileSync } from "node:fs";
import hre from "hardhat";
import { hexToBigInt, type Hex } from "viem";
import { describe, expect, it } from "vitest";

/** Proofs of the circuit `disclosure`, shared with the TypeScript verifier: see the file's `about`. */
type Vector = { name: string; proof: Hex; signals: Hex[] };

const vectors = JSON.parse(readFileSync(new URL("../vectors/disclosure.json", import.meta.url), "utf8")) as {
  valid: Vector[];
  wrong: Vector[];
  malformed: Vector[];
};

const { viem } = await hre.network.create();
const verifier = await viem.deployContract("DisclosureVerifier");
const client = await viem.getPublicClient();
const args = ({ proof, signals }: Vector) => [proof, signals.map((signal) => hexToBigInt(signal))] as const;

describe("DisclosureVerifier", () => {
  it("accepts what is valid", async () => {
    expect(vectors.valid.length).toBeGreaterThan(0);
    for (const vector of vectors.valid) expect(await verifier.read.verify(args(vector)), vector.name).toBe(true);
  });

  it.each(["wrong", "malformed"] as const)("answers false, without reverting, to what is %s", async (kind) => {
    expect(vectors[kind].length).toBeGreaterThan(0);
    for (const vector of vectors[kind]) expect(await verifier.read.verify(args(vector)), vector.name).toBe(false);
  });

  it("costs less than 300,000 gas", async () => {
    for (const vector of vectors.valid) {
      const gas = await client.estimateContractGas({ ...verifier, functionName: "verify", args: args(vector) });
      expect(gas, vector.name).toBeLessThan(300_000n);
    }
  });
});

describe("the development key", () => {
  it("can neither be deployed nor used on another chain", async () => {
    for (const chainId of [1, 10, 31_336, 31_338]) {
      const other = await hre.network.create({ override: { chainId } });
      await expect(other.viem.deployContract("DisclosureVerifier")).rejects.toThrow("DevelopmentKeyOffLocalChain");

      // As if it had come there without its constructor.
      const { deployedBytecode } = await hre.artifacts.readArtifact("DisclosureVerifier");
      await other.provider.request({ method: "hardhat_setCode", params: [verifier.address, deployedBytecode] });
      const moved = await other.viem.getContractAt("DisclosureVerifier", verifier.address);
      for (const vector of vectors.valid) {
        await expect(moved.read.verify(args(vector))).rejects.toThrow("DevelopmentKeyOffLocalChain");
      }
    }
  });
});
