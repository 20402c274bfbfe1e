import { expect, it } from "vitest";
import { openCheckpoints } from "../../src/batch/checkpoints.ts";
import type { StoredCheckpoint } from "../../src/log/store.ts";

it("knows each checkpoint once and in order, with many readers at the same time", async () => {
  const root = new Uint8Array(32);
  const stored: StoredCheckpoint[] = [];
  let headers = 0;
  const looks: (() => void)[] = [];
  const checkpoints = await openCheckpoints({
    store: {
      checkpoints: async (above = 0) => stored.filter(({ size }) => size > above),
      appendCheckpoint: async () => {},
    },
    batchLog: {
      size: () => headers,
      tree: { size: () => headers, root: () => root, inclusionProof: () => [], consistencyProof: () => [] },
      catchUp: () => new Promise((resolve) => looks.push(resolve)),
      restarts: () => 0,
    },
    sign: async () => "",
  });
  stored.push({ size: 5, root, note: "five" });
  const first = checkpoints.catchUp();
  await expect.poll(() => looks.length).toBe(1);
  // Another process continues, and a second look notices it sooner.
  headers = 6;
  stored.push({ size: 6, root, note: "six" });
  await checkpoints.catchUp();
  looks[0]!();
  await first;
  expect(checkpoints.all().map(({ size }) => size)).toEqual([5, 6]);
  expect(checkpoints.newest()?.note).toBe("six");
});
