import { describe, expect, test, vi } from "vitest";
import { createBatchCloser, type BatchPolicy } from "../../src/batch/closer.ts";
import type { Hex } from "../../src/base/hex.ts";

const A: Hex = "0xaa";
const B: Hex = "0xbb";

/** A closer with a stand-in for the batch log, which records the closed batches and can fail. */
function closer(policy: BatchPolicy) {
  const closed: Hex[] = [];
  const errors: unknown[] = [];
  const gate = { failures: 0, held: Promise.resolve() };
  const close = async (log: Hex) => {
    await gate.held;
    if (gate.failures-- > 0) throw new Error("disk");
    closed.push(log);
  };
  return { closed, errors, gate, ...createBatchCloser(policy, close, (error) => errors.push(error)) };
}

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe("automatic closing of batches", () => {
  test("happens by count, for each log apart", async () => {
    const it = closer({ maxEntries: 3 });
    it.appended(A, 2);
    it.appended(B, 2);
    await settle();
    expect(it.closed).toEqual([]);
    it.appended(A, 1);
    await settle();
    expect(it.closed).toEqual([A]);
    it.appended(B, 5);
    await settle();
    expect(it.closed).toEqual([A, B]);
    await it.stop();
  });

  test("happens by age, from the first entry on", async () => {
    vi.useFakeTimers();
    const it = closer({ maxAge: 1000 });
    it.appended(A, 1);
    await vi.advanceTimersByTimeAsync(900);
    it.appended(A, 1);
    expect(it.closed).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(it.closed).toEqual([A]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(it.closed).toEqual([A]);
    await it.stop();
  });

  test("happens by age for entries that came while the batch before was being closed", async () => {
    vi.useFakeTimers();
    const it = closer({ maxAge: 1000 });
    const { promise, resolve } = Promise.withResolvers<void>();
    it.gate.held = promise;
    it.appended(A, 1);
    await vi.advanceTimersByTimeAsync(1000);
    it.appended(A, 1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(it.closed).toEqual([]);
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(it.closed).toEqual([A, A]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(it.closed).toEqual([A, A]);
    await it.stop();
  });

  test("happens by age if an entry may not have been counted", async () => {
    vi.useFakeTimers();
    const it = closer({ maxAge: 1000, maxEntries: 2 });
    it.appended(A, 0);
    it.appended(A, 0);
    await vi.advanceTimersByTimeAsync(900);
    expect(it.closed).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(it.closed).toEqual([A]);
    await it.stop();
  });

  test("counts from zero after a batch was closed on demand", async () => {
    const it = closer({ maxEntries: 3 });
    it.appended(A, 2);
    it.forget(A);
    it.appended(A, 2);
    await settle();
    expect(it.closed).toEqual([]);
    await it.stop();
  });

  test("closes one batch of a log at a time, then the next for entries that came meanwhile", async () => {
    const it = closer({ maxEntries: 2 });
    let open = () => {};
    it.gate.held = new Promise((resolve) => (open = resolve));
    it.appended(A, 2);
    it.appended(A, 2);
    it.appended(A, 1);
    await settle();
    expect(it.closed).toEqual([]);
    open();
    await settle();
    expect(it.closed).toEqual([A, A]);
    await it.stop();
  });

  test("reports a full batch that cannot be closed once a try", async () => {
    vi.useFakeTimers();
    const it = closer({ maxEntries: 2, maxAge: 1000 });
    it.gate.failures = 3;
    it.appended(A, 2);
    await settle();
    expect([it.closed, it.errors.length]).toEqual([[], 1]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([it.closed, it.errors.length]).toEqual([[], 2]);
    // An entry that comes meanwhile triggers a try at once.
    it.appended(A, 1);
    await settle();
    expect([it.closed, it.errors.length]).toEqual([[], 3]);
    await vi.advanceTimersByTimeAsync(1000);
    expect([it.closed, it.errors.length]).toEqual([[A], 3]);
    await it.stop();
  });

  test("reports a failure, and tries again with the next entries", async () => {
    const it = closer({ maxEntries: 2 });
    it.gate.failures = 1;
    it.appended(A, 2);
    await settle();
    expect(it.errors).toEqual([new Error("disk")]);
    it.appended(A, 1);
    await settle();
    expect(it.closed).toEqual([A]);
    await it.stop();
  });

  test("ends when it is stopped", async () => {
    const it = closer({ maxEntries: 1 });
    await it.stop();
    it.appended(A, 1);
    await settle();
    expect(it.closed).toEqual([]);
  });

  test.each([{ maxEntries: 0 }, { maxEntries: 65_537 }, { maxEntries: 1.5 }, { maxAge: 0 }, { maxAge: 2 ** 31 }])(
    "refuses %o",
    (policy) => {
      expect(() =>
        createBatchCloser(
          policy,
          async () => undefined,
          () => undefined,
        ),
      ).toThrow(RangeError);
    },
  );
});
