import { beforeEach, expect, it, vi } from "vitest";
import { AnchorlogError } from "anchorlog";
import { createChainTime } from "../../src/chain/chainTime.ts";
import { createPatience, remembered } from "../../src/operator/patience.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));

const after = (milliseconds: number, answer = "answer") =>
  new Promise<string>((resolve) => setTimeout(resolve, milliseconds, answer));
const silence = () => new Promise<never>(() => {});

/** The result of waiting, and the milliseconds that it took. */
async function outcomeOf(waiting: Promise<string>): Promise<[string, number]> {
  const start = performance.now();
  const done = new AbortController();
  const outcome = waiting
    .catch((error: AnchorlogError) => error.code)
    .then((what): [string, number] => [what, Math.round(performance.now() - start)])
    .finally(() => done.abort());
  for (await vi.advanceTimersByTimeAsync(0); !done.signal.aborted;) await vi.advanceTimersToNextTimerAsync();
  return outcome;
}

it("silence is waited for by one limit in all, for questions at the same time and in sequence", async () => {
  const patience = createPatience("the node", 3_000);
  const both = await Promise.all([outcomeOf(patience(silence)), outcomeOf(patience(silence))]);
  expect(both).toEqual([
    ["chain_unavailable", 3_000],
    ["chain_unavailable", 3_000],
  ]);
  for (let i = 0; i < 100; i++) expect(await outcomeOf(patience(silence))).toEqual(["chain_unavailable", 0]);
});

it("slow answers are waited for by one limit in all, quick ones each time", async () => {
  const patience = createPatience("the node", 3_000);
  for (let i = 0; i < 100; i++) expect(await outcomeOf(patience(() => after(400)))).toEqual(["answer", 400]);
  for (let i = 0; i < 2; i++) expect(await outcomeOf(patience(() => after(1_000)))).toEqual(["answer", 1_000]);
  expect(await outcomeOf(patience(() => after(1_100)))).toEqual(["chain_unavailable", 1_000]);
});

it("the limit starts again after a quick answer, even one nobody waited for, and after some time", async () => {
  const patience = createPatience("the node", 3_000);
  await outcomeOf(patience(silence));
  expect((await outcomeOf(patience(() => after(20))))[0]).toBe("chain_unavailable");
  await vi.advanceTimersByTimeAsync(20);
  expect(await outcomeOf(patience(() => after(2_900)))).toEqual(["answer", 2_900]);
  await outcomeOf(patience(silence));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await outcomeOf(patience(() => after(990)))).toEqual(["answer", 990]);
});

it("a quick error does not count as an answer", async () => {
  const patience = createPatience("the node", 3_000);
  await outcomeOf(patience(() => after(2_500)));
  const refused = new AnchorlogError("chain_unavailable", "connection refused");
  expect(await outcomeOf(patience(() => Promise.reject(refused)))).toEqual(["chain_unavailable", 0]);
  expect(await outcomeOf(patience(silence))).toEqual(["chain_unavailable", 500]);
});

it("remembers the last answer, even a late one, for a limited time, and until an error withdraws it", async () => {
  let says: () => Promise<string> = silence;
  const ask = remembered(() => says(), createPatience("the node", 3_000), 90_000);
  expect(await outcomeOf(ask())).toEqual(["chain_unavailable", 3_000]);
  says = () => after(5_000, "late");
  expect((await outcomeOf(ask()))[0]).toBe("chain_unavailable");
  await vi.advanceTimersByTimeAsync(5_000);
  says = silence;
  expect((await outcomeOf(ask()))[0]).toBe("late");
  await vi.advanceTimersByTimeAsync(80_000);
  expect((await outcomeOf(ask()))[0]).toBe("late");
  await vi.advanceTimersByTimeAsync(5_000);
  expect((await outcomeOf(ask()))[0]).toBe("chain_unavailable");

  says = async () => "new";
  expect(await outcomeOf(ask())).toEqual(["new", 0]);
  says = () => Promise.reject(new AnchorlogError("key_retired", "it was retired"));
  expect(await outcomeOf(ask())).toEqual(["key_retired", 0]);
  says = silence;
  expect((await outcomeOf(ask()))[0]).toBe("chain_unavailable");
});

it("signing uses the chain's time, even if it arrived too late for the checkpoint before", async () => {
  const { promise, resolve } = Promise.withResolvers<{ timestamp: bigint }>();
  const publicClient = { getBlock: () => promise, request: silence };
  const patience = createPatience("the node", 3_000);
  const chainTime = createChainTime({ publicClient } as never, () => 0);
  const checked = async (closedAt: number) => outcomeOf(chainTime.assertClosed(closedAt, patience).then(() => "right"));
  expect(await checked(2_000_000)).toEqual(["chain_unavailable", 3_000]);
  resolve({ timestamp: 1_000n });
  await vi.advanceTimersByTimeAsync(0);
  publicClient.getBlock = silence;
  expect(await checked(2_000_000)).toEqual(["right", 0]);
  expect((await checked(4_000_000))[0]).toBe("chain_unavailable");
});

it("signing uses a late answer also on a chain that may be put back, but not an old answer", async () => {
  let slow: (() => Promise<unknown>) | undefined = () => after(1_200);
  const getBlock = async () => (await slow!(), { timestamp: 1_000n });
  const patience = createPatience("the node", 1_000);
  const chainTime = createChainTime({ publicClient: { mayRewind: true, getBlock } } as never, () => 0);
  const checked = async () => (await outcomeOf(chainTime.assertClosed(2_000_000, patience).then(() => "right")))[0];
  expect(await checked()).toBe("chain_unavailable");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await checked()).toBe("right");
  slow = silence;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await checked()).toBe("chain_unavailable");
});

it("promises use the known time of the chain, and ask once a second if it does not suffice", async () => {
  let now = 1_000_000;
  let asked = 0;
  let block: () => Promise<unknown> = async () => ({ timestamp: 1_000n });
  const publicClient = { getBlock: () => (asked++, block()) };
  const chainTime = createChainTime({ publicClient } as never, () => now);
  const codeAt = async (dated: number) =>
    outcomeOf(Promise.resolve(chainTime.obstacle(dated)).then((why) => why?.code ?? "none"));
  expect(await codeAt(now)).toEqual(["none", 0]);
  expect([chainTime.obstacle(2_800_000), asked]).toEqual([undefined, 1]);
  expect(await codeAt(2_800_001)).toEqual(["clock_ahead", 0]);
  expect(await codeAt(2_800_001)).toEqual(["clock_ahead", 0]);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([chainTime.obstacle(2_800_000), chainTime.obstacle(2_800_000), asked]).toEqual([undefined, undefined, 3]);

  now = 2_800_001;
  expect(await codeAt(now)).toEqual(["clock_ahead", 0]);
  expect(asked).toBe(3);
  chainTime.saw(1_001);
  expect(chainTime.obstacle(now)).toBeUndefined();
  // A block time in the future counts no longer than one of now.
  chainTime.saw(10 ** 9);
  expect(chainTime.last()).toBe(now);

  now += 1_800_001;
  block = silence;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await codeAt(now)).toEqual(["chain_unavailable", 1_000]);
  expect(await codeAt(now)).toEqual(["chain_unavailable", 0]);
  expect(asked).toBe(4);
});
