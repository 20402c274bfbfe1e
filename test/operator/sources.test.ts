import { expect, it } from "vitest";
import {
  askSource,
  type SourceAnswer,
  type OutsideSource,
  type CheckpointSource,
} from "../../src/operator/seal/sources.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const root = new Uint8Array(32);

/** A registry of size 5, read through one node that may give another answer. */
function openRegistry() {
  const answers = new Map<CheckpointSource, SourceAnswer>();
  let now = START;
  const ask = async (size = 5, time = now): Promise<number | undefined> => {
    const checkpoint = { size, root };
    const source: OutsideSource = {
      by: "registry",
      read: async () => checkpoint,
      readAgain: async () => ({ checkpoint, time }),
    };
    await askSource(source, answers, () => now);
    return answers.get("registry")!.checkpoint?.size;
  };
  return { ask, pass: (minutes: number) => void (now += minutes * MINUTE) };
}

it("a checkpoint counts no longer if the registry has lacked it for 15 minutes, by both clocks", async () => {
  const { ask, pass } = openRegistry();
  expect(await ask(1_000)).toBe(1_000);
  expect(await ask()).toBe(1_000);
  // If 15 minutes have passed only by the node's clock, the checkpoint still counts.
  expect(await ask(5, START + 60 * MINUTE)).toBe(1_000);
  pass(14);
  expect(await ask()).toBe(1_000);
  // The answer of a lagging node does not count against a later one.
  pass(2);
  expect(await ask(5, START)).toBe(1_000);
  expect(await ask()).toBe(5);
});

it("a block time far in the future does not make a checkpoint count for longer", async () => {
  const { ask, pass } = openRegistry();
  expect(await ask(1_000)).toBe(1_000);
  expect(await ask(5, START + 10 ** 9 * MINUTE)).toBe(1_000);
  pass(1);
  expect(await ask()).toBe(1_000);
  pass(14);
  expect(await ask()).toBe(1_000);
  pass(1);
  expect(await ask()).toBe(5);
});

it("a node that reports a checkpoint again is believed for as long again", async () => {
  const { ask, pass } = openRegistry();
  expect(await ask(1_000)).toBe(1_000);
  expect(await ask()).toBe(1_000);
  pass(14);
  expect(await ask(1_000)).toBe(1_000);
  pass(14);
  expect(await ask()).toBe(1_000);
  pass(14);
  expect(await ask()).toBe(1_000);
  pass(1);
  expect(await ask()).toBe(5);
});
