import { expect, it } from "vitest";
import { formatEther, type Hex } from "viem";
import { presets } from "anchorlog/chain";
import { storeRecords } from "anchorlog/watch";
import { types } from "../operator.ts";
import { openHonest, watcher } from "./honest.ts";

/** Batches of 50 entries: 2 questions an entry, and one a batch. */
const BATCHES = 6;
const QUESTIONS = 606;

/** A question comes each second. */
const timing = { ...presets.local.timing, challengeWindow: 5_000, responseTime: 600, ringLength: 16_384 };

const honest = await openHonest(Array(BATCHES).fill(50) as number[], timing);

it("answers a flood of challenges in time, and gets back the answers' cost at the base fee", async () => {
  const { town, store } = honest;
  const baseFee = 2n * 10n ** 9n;
  const openings = await honest.questions(QUESTIONS);
  const opened: { id: string; bond: bigint; deadline: number }[] = [];
  const before = await town.anvil.client.getBalance({ address: watcher.address });
  const tower = await honest.open({
    records: storeRecords(store, town.operator, types),
    act: honest.act(10n ** 21n),
  });
  const { client } = town.anvil;
  const costAtBaseFee = async (hash: Hex): Promise<bigint> => {
    const { gasUsed, blockNumber } = await client.getTransactionReceipt({ hash });
    return gasUsed * (await client.getBlock({ blockNumber })).baseFeePerGas!;
  };
  /** The cost of the answers' gas at the base fee, without tips. */
  let atBaseFee = 0n;
  let [answered, latest, kinds] = [0, Infinity, new Map<string, { count: number; cost: bigint }>()];
  // The challenges arrive in bursts while earlier ones are answered. Each burst is due while the next one arrives.
  for (let i = 0; i < openings.length; i += 60) {
    for (const opening of openings.slice(i, i + 60)) {
      await town.anvil.test.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFee });
      await town.anvil.advance(1);
      opened.push(await honest.ask(opening));
    }
    const { outcomes, exitCode, errors } = await tower.pass();
    expect(errors).toEqual([]);
    expect(exitCode).toBe(0);
    const now = await town.anvil.now();
    for (const { state, data, cost, transactionHash } of outcomes) {
      expect(state).toBe("sent");
      latest = Math.min(latest, Number(data["deadline"]) - now);
      const kind = String(data["kind"]);
      const sum = kinds.get(kind) ?? { count: 0, cost: 0n };
      kinds.set(kind, { count: sum.count + 1, cost: sum.cost + cost! });
      atBaseFee += await costAtBaseFee(transactionHash!);
      answered++;
    }
  }
  await tower.close();
  expect(answered).toBe(QUESTIONS);
  expect(await town.stake()).toMatchObject({ status: "open", openChallenges: 0 });
  const bonds = opened.reduce((sum, { bond }) => sum + bond, 0n);
  const repaid = await town.creditOf(watcher);
  const cost = before - (await town.anvil.client.getBalance({ address: watcher.address }));
  // Tips are the operator's own.
  expect(Number(repaid)).toBeGreaterThan(0.98 * Number(atBaseFee));
  expect(repaid).toBeLessThanOrEqual(atBaseFee);
  expect(atBaseFee).toBeLessThanOrEqual(cost);
  console.log(
    `${answered} challenges answered, the last with ${latest} s left of ${timing.responseTime}; ` +
      `bonds ${formatEther(bonds)}, answering cost ${formatEther(cost)}, ` +
      `${formatEther(atBaseFee)} of it at the base fee, repaid ${formatEther(repaid)} ether\n` +
      [...kinds].map(([kind, sum]) => `  ${kind}: ${sum.count}, ${sum.cost / BigInt(sum.count)} wei each`).join("\n"),
  );
});
