import { beforeEach, expect, it, vi } from "vitest";
import type { ChainClient } from "anchorlog/chain";
import { followStanding } from "../../src/operator/accept/standing.ts";
import { operator } from "../operator.ts";

beforeEach(() => void vi.useFakeTimers());

/** A registry that answers immediately, later or never, and counts the questions. */
function openRegistry() {
  const registry = { answer: async (): Promise<boolean> => true, asked: 0 };
  const readContract = async () => {
    registry.asked++;
    return registry.answer();
  };
  const publicClient = { readContract } as unknown as Pick<ChainClient, "readContract">;
  return { registry, standing: followStanding({ publicClient }, operator) };
}

it("waits for the registry's first answer, and afterwards asks again without delaying promises", async () => {
  const { registry, standing } = openRegistry();
  registry.answer = async () => false;
  const first = await Promise.all([standing.obstacle(), standing.obstacle()]);
  expect(first).toMatchObject([{ code: "not_in_standing" }, { code: "not_in_standing" }]);
  expect(registry.asked).toBe(1);
  registry.answer = async () => true;
  // It does not ask again within a second.
  expect(await standing.obstacle()).toMatchObject({ code: "not_in_standing" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await standing.obstacle()).toBeUndefined();
  registry.answer = async () => false;
  expect(standing.obstacle()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(standing.obstacle()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(0);
  expect(standing.obstacle()).toMatchObject({ code: "not_in_standing" });
  expect(registry.asked).toBe(3);
});

it("keeps its last answer if the registry is silent or fails", async () => {
  const { registry, standing } = openRegistry();
  registry.answer = () => new Promise(() => {});
  const waiting = standing.obstacle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBeUndefined();
  expect(standing.obstacle()).toBeUndefined();

  const other = openRegistry();
  other.registry.answer = async () => false;
  await other.standing.obstacle();
  other.registry.answer = () => Promise.reject(new Error("away"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await other.standing.obstacle()).toMatchObject({ code: "not_in_standing" });
});
