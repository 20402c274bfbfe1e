import { beforeEach, expect, it, vi } from "vitest";
import { createTurns } from "../../src/base/turns.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

it("skips a task that has waited too long, and gives its turn to the next one", async () => {
  const inTurn = createTurns(1, 1_000);
  const begun: string[] = [];
  const task = (name: string, answer: Promise<unknown> = Promise.resolve()) =>
    inTurn(async () => {
      begun.push(name);
      await answer;
      return name;
    });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = task("first", promise);
  const late = task("late").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600);
  const inTime = task("in time");
  await vi.advanceTimersByTimeAsync(400);
  expect(await late).toMatchObject({ code: "part_timeout", message: "no answer in 1 s" });
  resolve();
  expect(await Promise.all([first, inTime, task("last")])).toEqual(["first", "in time", "last"]);
  expect(begun).toEqual(["first", "in time", "last"]);
});

it("loses no turn that is passed on at the moment when a task times out", async () => {
  const inTurn = createTurns(1, 1_000);
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = inTurn(() => promise);
  setTimeout(resolve, 1_000);
  const late = inTurn(async () => "late").catch(() => "given up");
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all([first, late]);
  expect(await inTurn(async () => "next")).toBe("next");
});
