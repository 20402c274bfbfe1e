import { beforeEach, expect, it, vi } from "vitest";
import { checkpointOrigin } from "anchorlog/action";
import { openComparison, type ComparisonOptions } from "../../src/operator/seal/comparison.ts";
import { createPatience } from "../../src/operator/patience.ts";
import { keys, operator, registeredDomain } from "../operator.ts";

beforeEach(() => void vi.useFakeTimers());

it("a comparison counts from when the node was asked, however slow its answer, if it answers", async () => {
  let answersAfter = 0;
  let comparedAt = 0;
  const said: Record<string, unknown> = {
    ...registeredDomain,
    anchorKey: keys.anchorKey.address,
    receiptKey: keys.receiptKey.address,
    latestCheckpoint: [{ size: 0n, root: `0x${"00".repeat(32)}` }],
  };
  const readContract = async ({ functionName }: { functionName: string }) => {
    if (answersAfter > 0) await new Promise((resolve) => setTimeout(resolve, answersAfter));
    return said[functionName];
  };
  const options = {
    chain: { publicClient: { readContract, getChainId: async () => operator.chainId } },
    guard: {
      origin: checkpointOrigin(operator),
      mark: async () => undefined,
      marks: async () => new Map(),
      comparedAt: async () => comparedAt,
      compared: async (at: number) => void (comparedAt = Math.max(comparedAt, at)),
    },
    batchLog: { catchUp: async () => {}, size: () => 0 },
    store: { entriesAt: async () => [], heads: async () => new Map() },
    patience: createPatience("the node"),
    registration: { operator, anchorKeys: [keys.anchorKey.address], receiptKeys: [keys.receiptKey.address] },
    readPublished: undefined,
    clock: Date.now,
  } as unknown as ComparisonOptions;
  const comparison = await openComparison(options);
  /** Closes batches for two minutes, as fast as it may. Returns the age of the last comparison, in milliseconds. */
  const ageAfterAWhile = async (): Promise<number> => {
    const work = async (): Promise<void> => {
      for (const end = Date.now() + 120_000; Date.now() < end;) {
        await comparison.ask({ anew: true });
        await comparison.confirm();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    };
    const working = work();
    while ((await Promise.race([working.then(() => true), vi.advanceTimersToNextTimerAsync()])) !== true);
    return Date.now() - comparedAt;
  };
  expect(await ageAfterAWhile()).toBeLessThan(5_000);
  answersAfter = 700;
  expect(await ageAfterAWhile()).toBeLessThan(5_000);
  answersAfter = 10 ** 9;
  expect(await ageAfterAWhile()).toBeGreaterThan(110_000);
});
