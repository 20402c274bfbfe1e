import { beforeEach, expect, it } from "vitest";
import { toHex, type EntryPlace } from "anchorlog";
import type { SeenCheckpoint } from "anchorlog/log";
import { openTestOperator, signAction, wallets, type TestOperator } from "../operator.ts";

let test: TestOperator;
beforeEach(async () => void (test = await openTestOperator()));

const LOG = "a.example";
let nonce = 0;
/** An entry in a batch and a checkpoint of its own. */
async function append(): Promise<void> {
  await test.anchorlog.submit(await signAction(wallets[0]!, LOG, ++nonce));
  await test.anchorlog.closeBatches();
  await test.anchorlog.checkpoint();
}

async function see(size: number, state: SeenCheckpoint["state"], root?: `0x${string}`): Promise<void> {
  const { store } = test.options;
  const [checkpoint] = await store.newestCheckpoints(1, size + 1);
  const block = { number: 1, hash: `0x${"bb".repeat(32)}` } as const;
  await store.keepSeen({ size, root: root ?? toHex(checkpoint!.root), time: 1_000, block, state });
}

/** The checkpoint sizes in the bundles of the four entries. */
async function sizes(size: EntryPlace["size"]): Promise<(string | undefined)[]> {
  const bundles = await Promise.all([0, 1, 2, 3].map((index) => test.anchorlog.bundle({ log: LOG, index, size })));
  return bundles.map(({ inclusion }) => inclusion?.checkpoint.size);
}

it("a bundle leads to the checkpoint that is furthest on chain, of those that cover its entry", async () => {
  for (let i = 0; i < 3; i++) await append();
  await test.anchorlog.submit(await signAction(wallets[0]!, LOG, ++nonce));
  expect(await sizes("furthest")).toEqual(["3", "3", "3", undefined]);
  await see(1, "anchored");
  expect(await sizes("furthest")).toEqual(["1", "3", "3", undefined]);
  expect(await sizes(undefined)).toEqual(["3", "3", "3", undefined]);
  await see(2, "anchored");
  expect(await sizes("furthest")).toEqual(["2", "2", "3", undefined]);
  await see(1, "final");
  expect(await sizes("furthest")).toEqual(["1", "2", "3", undefined]);
  await see(2, "final");
  expect(await sizes("furthest")).toEqual(["2", "2", "3", undefined]);
  expect(await sizes(1)).toEqual(["1", undefined, undefined, undefined]);
});

it("a bundle leads to no checkpoint that is gone, or that the registry holds with another root", async () => {
  for (let i = 0; i < 4; i++) await append();
  await see(1, "gone");
  await see(2, "final", `0x${"ee".repeat(32)}`);
  expect(await sizes("furthest")).toEqual(["4", "4", "4", "4"]);
  await see(3, "anchored");
  expect(await sizes("furthest")).toEqual(["3", "3", "3", "4"]);
});
