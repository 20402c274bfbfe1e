import { readFileSync } from "node:fs";
import hre from "hardhat";
import { hexToBigInt, type Hex } from "viem";
import { describe, expect, it } from "vitest";

/** Proofs of a circuit, shared with the TypeScript verifier: see each file's `about`. */
type Vector = { name: string; proof: Hex; rerandomized: Hex; signals: Hex[] };
type Vectors = Record<"valid" | "wrong" | "malformed", Vector[]>;

const read = (circuit: string) =>
  JSON.parse(readFileSync(new URL(`../vectors/${circuit}.json`, import.meta.url), "utf8")) as Vectors;

const { viem } = await hre.network.create();
const client = await viem.getPublicClient();
const args = ({ proof, signals }: Pick<Vector, "proof" | "signals">) =>
  [proof, signals.map((signal) => hexToBigInt(signal))] as const;

const circuits = ["disclosure", "order"] as const;
const contracts = { disclosure: "DisclosureVerifier", order: "OrderVerifier" } as const;

describe.each(circuits)("the verifier of %s", async (circuit) => {
  const vectors = read(circuit);
  const verifier = await viem.deployContract(contracts[circuit]);

  it("accepts valid proofs, in each of their forms", async () => {
    expect(vectors.valid.length).toBeGreaterThan(0);
    for (const vector of vectors.valid) {
      expect(await verifier.read.verify(args(vector)), vector.name).toBe(true);
      const other = { ...vector, proof: vector.rerandomized };
      expect(await verifier.read.verify(args(other)), `${vector.name}, another form`).toBe(true);
    }
  });

  it.each(["wrong", "malformed"] as const)("answers false, without reverting, to a proof that is %s", async (kind) => {
    expect(vectors[kind].length).toBeGreaterThan(0);
    for (const vector of vectors[kind]) expect(await verifier.read.verify(args(vector)), vector.name).toBe(false);
  });

  it("answers false to proofs of the other circuits", async () => {
    for (const other of [...circuits, "absence"] as const) {
      if (other === circuit) continue;
      const [foreign] = read(other).valid;
      expect(await verifier.read.verify(args(foreign!))).toBe(false);
      expect(await verifier.read.verify(args({ ...vectors.valid[0]!, proof: foreign!.proof }))).toBe(false);
    }
  });

  it("costs less than 310,000 gas", async () => {
    for (const vector of vectors.valid) {
      const gas = await client.estimateContractGas({ ...verifier, functionName: "verify", args: args(vector) });
      expect(gas, vector.name).toBeLessThan(310_000n);
    }
  });
});

describe("the development key", () => {
  it.each(circuits)("of %s can neither be deployed nor used on another chain", async (circuit) => {
    const vectors = read(circuit);
    const verifier = await viem.deployContract(contracts[circuit]);
    for (const chainId of [1, 10, 31_336, 31_338]) {
      const other = await hre.network.create({ override: { chainId } });
      await expect(other.viem.deployContract(contracts[circuit])).rejects.toThrow("DevelopmentKeyOffLocalChain");

      // Puts the code on the chain without running its constructor.
      const { deployedBytecode } = await hre.artifacts.readArtifact(contracts[circuit]);
      await other.provider.request({ method: "hardhat_setCode", params: [verifier.address, deployedBytecode] });
      const moved = await other.viem.getContractAt(contracts[circuit], verifier.address);
      for (const vector of vectors.valid) {
        await expect(moved.read.verify(args(vector))).rejects.toThrow("DevelopmentKeyOffLocalChain");
      }
    }
  });
});
