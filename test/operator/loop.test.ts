import { beforeEach, expect, it, vi } from "vitest";
import { startLoop } from "../../src/operator/loop.ts";

beforeEach(() => void vi.useFakeTimers());

it("tries failed work again soon, however rare the work is, and then keeps its pace", async () => {
  let runs = 0;
  const failures: boolean[] = [];
  const work = async () => {
    runs++;
    if (runs <= 10) throw new Error("the place of the tiles is full");
  };
  const loop = startLoop(
    work,
    () => 600_000,
    (_, isFirst) => failures.push(isFirst),
  );
  await vi.advanceTimersByTimeAsync(600_000);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
  // No pause is longer than a minute.
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(runs).toBe(11);
  expect(failures).toEqual([true, ...Array<boolean>(9).fill(false)]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(runs).toBe(12);
  await loop.stop();
});

it("tries failed work again no later than at its own pace", async () => {
  let runs = 0;
  const loop = startLoop(
    async () => {
      runs++;
      throw new Error("no answer");
    },
    () => 100,
    () => {},
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(10);
  await loop.stop();
});
