import { expect, it } from "vitest";
import { readByRanges } from "../../src/dispute/blocks.ts";

it("reads by long ranges again once a node is well, and by those that it allows where it bounds them", async () => {
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
  // 50 of 1,000 blocks and 200 of 250 would be the least.
  expect(lengths.length).toBeLessThan(350);
});
