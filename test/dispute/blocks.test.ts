import { expect, it } from "vitest";
import { assertReaches, nextBlock, readByRanges } from "../../src/dispute/blocks.ts";

it("returns to long ranges after a failure of the node, and keeps to the range that a node allows", async () => {
  const lengths: bigint[] = [];
  /** Returns each block's number. */
  const read = async (from: bigint, to: bigint): Promise<bigint[]> => {
    lengths.push(to - from + 1n);
    if (lengths.length <= 6) throw Object.assign(new Error("busy"), { name: "HttpRequestError", status: 503 });
    if (from >= 50_000n && to - from + 1n > 300n) throw new Error("too many blocks");
    return Array.from({ length: Number(to - from) + 1 }, (_, i) => from + BigInt(i));
  };
  const found = await readByRanges(0n, 99_999n, read);
  expect(found).toHaveLength(100_000);
  expect(found.every((block, i) => block === BigInt(i))).toBe(true);
  // At least 50 ranges of 1,000 blocks and 200 of 250 are needed.
  expect(lengths.length).toBeLessThan(350);
});

it.each([
  ["refuses a block", [10, 5, 2, 1], { name: "HttpRequestError", status: 503 }],
  ["says nothing", [10], { name: "HttpRequestError" }],
])("fails with the error of a node that %s", async (_, expected, properties) => {
  const lengths: number[] = [];
  const error = Object.assign(new Error("busy"), properties);
  const read = (from: bigint, to: bigint): Promise<never> => {
    lengths.push(Number(to - from) + 1);
    // Silence ends it.
    throw lengths.length > expected.length
      ? Object.assign(new Error("once more"), { name: "HttpRequestError" })
      : error;
  };
  await expect(readByRanges(0n, 9n, read)).rejects.toBe(error);
  expect(lengths).toEqual(expected);
});

it("refuses a node that is behind the first block to read, and otherwise moves that block forwards", () => {
  assertReaches(99n, 100n);
  expect(() => assertReaches(98n, 100n)).toThrow("the node is at block 98, and all before block 100 was read before");
  expect([nextBlock(50n, 0n), nextBlock(1_096n, 100n), nextBlock(1_096n, 1_050n)]).toEqual([0n, 1_000n, 1_050n]);
});
