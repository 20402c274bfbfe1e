import hre from "hardhat";
import fc from "fast-check";
import { encodeFunctionData, type Hex } from "viem";
import { describe, expect, it } from "vitest";
import { poseidonAbi } from "../../src/chain/generated/Poseidon.ts";
import { FIELD_ORDER, poseidonP4, poseidonP5 } from "../../src/crypto/poseidon/index.ts";
import { circomlibReference } from "../crypto/poseidon/second-opinion.ts";
import vectors from "../vectors/zk.json" with { type: "json" };

const { viem, provider } = await hre.network.create();
const contract = await viem.deployContract("Poseidon");
const client = await viem.getPublicClient();

type Arity = 4 | 5;
const ARITIES: readonly Arity[] = [4, 5];

const encode = (tag: bigint, inputs: readonly bigint[]): Hex =>
  encodeFunctionData({
    abi: poseidonAbi,
    functionName: `p${inputs.length}` as "p4",
    args: [tag, inputs as [bigint, bigint, bigint, bigint]],
  });
const ask = async (data: Hex): Promise<bigint> => {
  const { data: found } = await client.call({ to: contract.address, data });
  return BigInt(found!);
};
const hash = (tag: bigint, inputs: readonly bigint[]): Promise<bigint> => ask(encode(tag, inputs));

const element = fc.oneof(
  fc.constantFrom(0n, 1n, FIELD_ORDER - 1n, FIELD_ORDER >> 1n, 2n ** 253n),
  fc.bigInt({ min: 0n, max: FIELD_ORDER - 1n }),
);
const list = (length: number) => fc.array(element, { minLength: length, maxLength: length });

describe("Poseidon", () => {
  it("has the vectors' hashes", async () => {
    expect(new Set(vectors.poseidon.map(({ inputs }) => inputs.length))).toEqual(new Set(ARITIES));
    for (const vector of vectors.poseidon) {
      expect(await hash(BigInt(vector.tag), vector.inputs.map(BigInt)), vector.use).toBe(BigInt(vector.hash));
    }
  });

  it.each(ARITIES)("of %s inputs, equals circomlib's and our TypeScript", async (arity) => {
    const ours = arity === 4 ? poseidonP4 : poseidonP5;
    await fc.assert(
      fc.asyncProperty(element, list(arity), async (tag, inputs) => {
        const found = await hash(tag, inputs);
        expect(found).toBe(circomlibReference(tag, inputs));
        expect(found).toBe(ours(tag, inputs));
      }),
      { numRuns: 60 },
    );
  });

  it.each(ARITIES)("of %s inputs, refuses inputs >= r, each in its place", async (arity) => {
    const good = Array.from({ length: arity + 1 }, (_, i) => FIELD_ORDER - 1n - BigInt(i));
    for (const [i] of good.entries()) {
      for (const value of [FIELD_ORDER, FIELD_ORDER + 1n, 2n ** 255n, 2n ** 256n - 1n]) {
        const [tag = 0n, ...inputs] = good.with(i, value);
        await expect(hash(tag, inputs)).rejects.toThrow(`NotAFieldElement(${value})`);
      }
    }
    // The first of several is named.
    await expect(hash(FIELD_ORDER + 7n, good.slice(1).fill(FIELD_ORDER))).rejects.toThrow(
      `NotAFieldElement(${FIELD_ORDER + 7n})`,
    );
  });

  it("reads nothing beyond its arguments, and refuses too few", async () => {
    const data = encode(1n, [2n, 3n, 4n, 5n]);
    expect(await ask(`${data}ffff`)).toBe(poseidonP4(1n, [2n, 3n, 4n, 5n]));
    await expect(ask(data.slice(0, -2) as Hex)).rejects.toThrow(/revert/);
  });

  it.each([
    ["p4", [1n, 2n, 3n, 4n], 24_000n],
    ["p5", [1n, 2n, 3n, 4n, 5n], 39_000n],
  ] as const)("costs for %s less than published code", async (_, inputs, most) => {
    const options = { disableMemory: true, disableStack: true, disableStorage: true };
    const params = [{ to: contract.address, data: encode(7n, inputs), gas: "0x1000000" }, "latest", options];
    const trace = await provider.request({ method: "debug_traceCall", params });
    const { structLogs } = trace as { structLogs: { gas: number; gasCost: number }[] };
    const [first, last] = [structLogs[0]!, structLogs.at(-1)!];
    expect(BigInt(first.gas - last.gas + last.gasCost)).toBeLessThan(most);
  });
});
