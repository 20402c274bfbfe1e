import { expect, it, vi } from "vitest";
import { presets } from "anchorlog/chain";
import { createScrubbing } from "../../src/operator/archive/scrubbing.ts";
import { operator } from "../operator.ts";

it("the chain is asked for its periods once, not at each check of a file, and again after an error", async () => {
  let isAway = true;
  const readContract = vi.fn(async () => {
    if (isAway) throw new Error("away");
    return { ...presets.local.timing, minAnchorInterval: 60n };
  });
  const header = new Uint8Array(229);
  const segments = [0, 1, 2].map((from) => ({
    from,
    to: from + 1,
    name: `${from}`,
    entries: 1,
    blocks: header.subarray(0, 0),
  }));
  const scrubbing = createScrubbing({
    store: {
      archived: async () => ({ to: 3, entries: 3, undropped: [] }),
      segments: async (from, to) => segments.slice(from, to),
      batches: async () => [{ header } as never],
    },
    archive: { get: async () => new Uint8Array(), put: async () => {} },
    chain: { publicClient: { readContract } },
    operator,
    maxAnchorDelay: 3_600,
    clock: () => 0,
  });
  await expect(scrubbing.next()).rejects.toThrow("away");
  isAway = false;
  for (let look = 0; look < 7; look++) await scrubbing.next().catch(() => {});
  expect(readContract).toHaveBeenCalledTimes(2);
});
