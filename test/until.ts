import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { WAIT_LIMIT } from "./limits.ts";

/** Calls `look` again and again until it does not throw, and returns its result. Outside of tests `expect.poll` throws. */
export const until = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: WAIT_LIMIT, interval: 50 });

/** Fails if the value changes within the given milliseconds. On a busy machine the check is weaker, never wrong. */
export async function staysFor(milliseconds: number, read: () => unknown): Promise<void> {
  const before = read();
  await sleep(milliseconds);
  expect(read()).toEqual(before);
}
