import { beforeEach, expect, it, vi } from "vitest";
import type { CheckpointEvent } from "anchorlog";
import { followRegistry } from "../../src/operator/anchor/registry.ts";
import type { SeenCheckpoint } from "../../src/log/store.ts";
import { operator } from "../operator.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

/** A chain by its blocks' names, and what its registry holds. */
type Chain = {
  readonly name: string;
  readonly height: number;
  readonly size: number | bigint;
  readonly final: number;
};

function follow(chain: () => Chain, kept = new Map<number, SeenCheckpoint>()) {
  const events: CheckpointEvent[] = [];
  const root = `0x${"11".repeat(32)}` as const;
  const hashOf = (number: number) => `0x${chain().name}${String(number).padStart(63, "0")}` as const;
  const client = {
    mayRewind: false,
    getBlock: async (of?: { blockNumber: bigint }) => {
      const number = of?.blockNumber ?? BigInt(chain().height);
      return { number, hash: hashOf(Number(number)), timestamp: 1n, baseFeePerGas: 1n };
    },
    readContract: async ({ functionName, args }: { functionName: string; args?: readonly unknown[] }) => {
      const { size, final } = chain();
      if (functionName === "finalSize") return BigInt(final);
      const checkpoint = { size: BigInt(size), root, time: 1n };
      return functionName === "latestCheckpoint" ? [checkpoint] : [Number(args![1]) <= size, checkpoint];
    },
  };
  const store = {
    seenCheckpoints: async () => [...kept.values()],
    keepSeen: async (seen: SeenCheckpoint) => void kept.set(seen.size, seen),
  };
  const tell = (event: CheckpointEvent) => void events.push(event);
  const registry = followRegistry({ client, operator, store, tell, onError: () => {} });
  return { look: () => registry.look(), told: () => events.map(({ what, size }) => `${what} ${size}`), registry };
}

it("final checkpoints are reported gone if the registry lacks them for a minute, and not before", async () => {
  let chain: Chain = { name: "a", height: 100, size: 3, final: 3 };
  const { look, told, registry } = follow(() => chain);
  await look();
  expect(told()).toEqual(["anchored 3", "final 3"]);
  chain = { name: "b", height: 101, size: 2, final: 2 };
  await expect(look()).rejects.toMatchObject({ code: "chain_unavailable" });
  vi.advanceTimersByTime(59_000);
  await expect(look()).rejects.toMatchObject({ code: "chain_unavailable" });
  expect(registry.lostSince()).toBeUndefined();
  vi.advanceTimersByTime(2_000);
  expect(await look()).toMatchObject({ latest: { size: 2 } });
  expect(told().slice(2)).toEqual(["gone 3", "anchored 2", "final 2"]);
  expect(registry.lostSince()).toBeDefined();
});

it("forgets a denial that did not last", async () => {
  const good: Chain = { name: "a", height: 100, size: 3, final: 3 };
  let chain = good;
  const { look, told } = follow(() => chain);
  const deny = async () => {
    chain = { name: "b", height: 101, size: 2, final: 2 };
    await expect(look()).rejects.toMatchObject({ code: "chain_unavailable" });
  };
  await look();
  await deny();
  vi.advanceTimersByTime(61_000);
  chain = { ...good, height: 101 };
  await look();
  await deny();
  expect(told()).toEqual(["anchored 3", "final 3"]);
});

it("a node's wrong answer about a block is dropped after a minute, even after a restart", async () => {
  const honest: Chain = { name: "a", height: 100, size: 2, final: 0 };
  let chain: Chain = { ...honest, size: 1_000 };
  const kept = new Map<number, SeenCheckpoint>();
  await follow(() => chain, kept).look();
  chain = honest;
  const { look, told } = follow(() => chain, kept);
  await expect(look()).rejects.toMatchObject({ code: "chain_unavailable" });
  vi.advanceTimersByTime(61_000);
  expect(await look()).toMatchObject({ latest: { size: 2 } });
  expect(told()).toEqual(["gone 1000", "anchored 2"]);
});

it("stores no checkpoint of an impossible size", async () => {
  const kept = new Map<number, SeenCheckpoint>();
  const { look, told } = follow(() => ({ name: "a", height: 100, size: 2n ** 64n - 1n, final: 0 }), kept);
  await expect(look()).rejects.toMatchObject({ code: "chain_unavailable" });
  expect([told(), kept.size]).toEqual([[], 0]);
});
