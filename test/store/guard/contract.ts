import { getAddress } from "viem";
import { expect, test } from "vitest";
import { checkpointOrigin, type OperatorId } from "anchorlog/action";
import type { Hex } from "anchorlog";
import { exportGuard, importGuard, type Guard, type Mark } from "anchorlog/store/guard";
import { operator } from "../../operator.ts";

export const K: Hex = `0x${"01".repeat(32)}`;
const L: Hex = `0x${"02".repeat(32)}`;
export const mark = (size: number): Mark => ({ size, hash: new Uint8Array(32).fill(size) });
const LAZY = { durable: false };
const other: OperatorId = { ...operator, operator: `0x${"99".repeat(20)}` };

/** The contract of every guard, with any storage. */
export function guardContract(guards: {
  create: (of: OperatorId) => Promise<Guard>;
  open: (of: OperatorId) => Promise<Guard>;
}): void {
  const codeOf = (made: Promise<unknown>) => made.then(String, (error: { code: string }) => error.code);

  test("is created explicitly, once, for one operator", async () => {
    expect(await codeOf(guards.open(operator))).toBe("no_guard");
    const guard = await guards.create(operator);
    expect(guard.origin).toBe(checkpointOrigin(operator));
    await guard.close();
    expect(await codeOf(guards.create(operator))).toBe("guard_exists");
    expect(["foreign_guard", "no_guard"]).toContain(await codeOf(guards.open(other)));
    await (await guards.open(operator)).close();
  });

  test("belongs to an operator in any case of its addresses, and cannot be created without them", async () => {
    // As viem writes it.
    const checksummed = {
      ...operator,
      operator: getAddress(operator.operator),
      registry: getAddress(operator.registry),
    };
    const guard = await guards.create(checksummed);
    expect(guard.origin).toBe(checkpointOrigin(operator));
    await guard.close();
    await (await guards.open(operator)).close();
    await (await guards.open(checksummed)).close();
    expect(await codeOf(guards.create({ chainId: 1 } as OperatorId))).toBe("bad_address");
  });

  test("moves a mark only from its current value, and keeps it after closing", async () => {
    const guard = await guards.create(operator);
    expect(await guard.mark(K)).toBeUndefined();
    expect(await guard.move(K, mark(1), mark(2), LAZY)).toBe(false);
    expect(await guard.move(K, undefined, mark(1), LAZY)).toBe(true);
    expect(await guard.move(K, undefined, mark(2), LAZY)).toBe(false);
    expect(await guard.move(K, { size: 1, hash: mark(7).hash }, mark(2), LAZY)).toBe(false);
    expect(await guard.move(K, mark(1), mark(2), { durable: true })).toBe(true);
    expect(await guard.move(K, mark(2), mark(5), LAZY)).toBe(true);
    expect(await guard.move(L, undefined, { size: 0, hash: mark(9).hash }, { durable: true })).toBe(true);
    await guard.close();
    const again = await guards.open(operator);
    expect(await again.mark(K)).toEqual(mark(5));
    expect(await again.marks()).toEqual(
      new Map([
        [K, mark(5)],
        [L, { size: 0, hash: mark(9).hash }],
      ]),
    );
    expect(await again.move(K, mark(5), mark(6), LAZY)).toBe(true);
    await again.close();
  });

  test("lets one of several rivals move a mark", async () => {
    const guard = await guards.create(operator);
    await guard.move(K, undefined, mark(1), LAZY);
    const moves = await Promise.all([2, 3, 4, 5].map((size) => guard.move(K, mark(1), mark(size), LAZY)));
    expect(moves.filter(Boolean)).toHaveLength(1);
    await guard.close();
  });

  test("keeps the time of the latest comparison", async () => {
    const guard = await guards.create(operator);
    expect(await guard.comparedAt()).toBe(0);
    for (const at of [1_767_603_600_000, 1_767_603_500_000]) await guard.compared(at);
    await guard.close();
    const again = await guards.open(operator);
    expect(await again.comparedAt()).toBe(1_767_603_600_000);
    expect((await again.marks()).size).toBe(0);
    await again.close();
  });

  test("imports another guard's marks, and keeps the higher of each", async () => {
    const guard = await guards.create(operator);
    await guard.move(K, undefined, mark(3), LAZY);
    const text = await exportGuard(guard);
    const marks = (...list: [Hex, number, number][]) =>
      list.map(([key, size, fill]) => ({ key, size, hash: `0x${fill.toString(16).padStart(2, "0").repeat(32)}` }));
    const of = (value: object) => JSON.stringify({ ...JSON.parse(text), ...value });
    expect(await importGuard(guard, text)).toBe(0);
    expect(await importGuard(guard, of({ marks: marks([K, 2, 2], [L, 4, 4]) }))).toBe(1);
    expect(await guard.mark(K)).toEqual(mark(3));
    expect(await guard.mark(L)).toEqual(mark(4));
    expect(await importGuard(guard, of({ marks: marks([K, 8, 8]) }))).toBe(1);
    // The same size with two hashes belongs to two histories, so nothing is imported.
    const conflict = of({ marks: marks([L, 9, 9], [K, 8, 1]) });
    expect(await codeOf(importGuard(guard, conflict))).toBe("guard_conflict");
    expect(await guard.mark(L)).toEqual(mark(4));
    expect(await codeOf(importGuard(guard, of({ origin: checkpointOrigin(other) })))).toBe("foreign_guard");
    for (const bad of ["", "null", "{}", of({ format: "x" }), of({ marks: [{}] }), of({ marks: marks([K, -1, 1]) })])
      expect(await codeOf(importGuard(guard, bad)), bad).toBe("bad_interchange");
    expect(await codeOf(importGuard(guard, of({ marks: marks([K, 9, 9], [K, 9, 9]) })))).toBe("bad_interchange");
    await guard.close();
  });
}
