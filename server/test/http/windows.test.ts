import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { networkOf } from "../../src/http/limits/address.ts";
import { GROUPS, isStrange, readLimits, type Group, type Limits } from "../../src/foundation/limitGroups.ts";
import { RateLimitError, type Counted } from "../../src/http/limits/limiter.ts";
import type { Ledger } from "../../src/http/limits/ledger.ts";
import { memoryLedger } from "../../src/http/limits/memory.ts";
import { WindowLimiter } from "../../src/http/limits/windows.ts";
import { createSecrets } from "../../src/foundation/secrets.ts";

const START = Date.UTC(2026, 0, 5, 9);
const secrets = createSecrets(new Uint8Array(32));

type Told = { limit: number; remaining: number; reset: number; retryAfter: number | undefined };

/** A limiter with the test's clock. `take` returns the values of the headers. */
function limiterAt() {
  const clock = { now: START };
  const ledger = memoryLedger(() => clock.now);
  const limiter = new WindowLimiter({ own: ledger, shared: ledger, secrets });
  const take = async (counted: Counted, count = 1): Promise<Told> => {
    let sent: Record<string, string> = {};
    const told = () => ({
      limit: Number(sent["X-RateLimit-Limit"]),
      remaining: Number(sent["X-RateLimit-Remaining"]),
      reset: Number(sent["X-RateLimit-Reset"]),
      retryAfter: undefined,
    });
    try {
      await limiter.take(counted, count, { headers: (values) => (sent = { ...sent, ...values }) });
      return told();
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      sent = { ...sent, ...error.headers };
      expect(error.headers["Retry-After"]).toBe(String(error.retryAfter));
      return { ...told(), retryAfter: error.retryAfter };
    }
  };
  return { clock, take };
}

const of = (group: Group, id = "org_1", limits?: Limits): Counted => ({ organization: { id, limits }, group });
const from = (address: string): Counted => ({ address, group: "strangers" });

describe.each(Object.entries(GROUPS))(
  "the group %s",
  (name, { minute, second }: { minute?: number; second: number }) => {
    const counted: Counted = isStrange(name) ? { address: "192.0.2.1", group: name } : of(name as Group);

    it("allows its limit in a second, and no more until the first request has left the window", async () => {
      const { clock, take } = limiterAt();
      for (let left = second - 1; left >= 0; left--) {
        expect(await take(counted)).toEqual({
          limit: second,
          remaining: left,
          reset: START / 1_000 + 1,
          retryAfter: undefined,
        });
      }
      const refused = { limit: second, remaining: 0, reset: START / 1_000 + 1, retryAfter: 1 };
      expect(await take(counted)).toEqual(refused);
      clock.now += 999;
      expect(await take(counted)).toEqual(refused);
      clock.now += 1;
      expect(await take(counted)).toMatchObject({ limit: second, remaining: second - 1 });
    });

    if (minute === undefined) return;
    it("allows its limit in a minute, at any rate within it", async () => {
      const { clock, take } = limiterAt();
      for (let taken = 0; taken < minute; taken++) {
        if (taken > 0 && taken % second === 0) clock.now += 1_000;
        expect((await take(counted)).retryAfter).toBe(undefined);
      }
      const last = clock.now;
      const wait = Math.ceil((START + 60_000 - last) / 1_000);
      const reset = (last + 60_000) / 1_000;
      expect(await take(counted)).toEqual({ limit: minute, remaining: 0, reset, retryAfter: wait });
      clock.now = START + 59_999;
      expect(await take(counted)).toEqual({ limit: minute, remaining: 0, reset, retryAfter: 1 });
      clock.now = START + 60_000;
      // The requests of the first second leave the window together.
      expect(await take(counted)).toMatchObject({ remaining: second - 1, retryAfter: undefined });
      clock.now = last + 120_000;
      expect(await take(counted, 0)).toMatchObject({ limit: second, remaining: second });
    });
  },
);

it("agrees with a simple model: no window ever has more than its limit", async () => {
  const steps = fc.array(
    fc.record({ wait: fc.oneof(fc.nat(30), fc.nat(2_000), fc.nat(61_000)), count: fc.nat(4), isFirst: fc.boolean() }),
    { maxLength: 200 },
  );
  const limits = fc.record({ minute: fc.integer({ min: 4, max: 12 }), second: fc.integer({ min: 4, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(steps, limits, async (sequence, reads) => {
      const { clock, take } = limiterAt();
      const counted = { a: [] as number[], b: [] as number[] };
      const windows = [
        { length: 60_000, limit: reads.minute },
        { length: 1_000, limit: reads.second },
      ];
      for (const { wait, count, isFirst } of sequence) {
        clock.now += wait;
        const name = isFirst ? "a" : "b";
        const mine = counted[name];
        const inside = (at: number, length: number) => mine.filter((moment) => moment > at - length).length;
        const passes = (at: number) => count === 0 || windows.every((w) => inside(at, w.length) + count <= w.limit);
        const told = await take(of("reads", name, { reads }), count);
        if (!passes(clock.now)) {
          expect(told).toMatchObject({ remaining: 0 });
          const soonest = Array.from({ length: 60_001 }, (_, ms) => ms).find((ms) => passes(clock.now + ms))!;
          expect(told.retryAfter).toBe(Math.ceil(soonest / 1_000));
          continue;
        }
        mine.push(...Array.from({ length: count }, () => clock.now));
        const standings = windows.map((w) => ({ ...w, remaining: w.limit - inside(clock.now, w.length) }));
        const tighter = standings[1]!.remaining < standings[0]!.remaining ? standings[1]! : standings[0]!;
        const used = tighter.limit - tighter.remaining;
        const resetAt = used === 0 ? clock.now : mine.at(-1)! + tighter.length;
        const { limit, remaining } = tighter;
        expect(told).toEqual({ limit, remaining, reset: Math.ceil(resetAt / 1_000) });
      }
    }),
    { numRuns: 50 },
  );
});

it("counts all actions of a request or none, and refuses a request larger than any window", async () => {
  const { clock, take } = limiterAt();
  await take(of("bus"), 1_500);
  clock.now += 400;
  expect(await take(of("bus"), 501)).toEqual({ limit: 2_000, remaining: 0, reset: START / 1_000 + 1, retryAfter: 1 });
  expect(await take(of("bus"), 500)).toMatchObject({ remaining: 0, retryAfter: undefined });
  clock.now += 600;
  expect(await take(of("bus"), 1_500)).toMatchObject({ remaining: 0, retryAfter: undefined });
  await expect(take(of("bus"), 2_001)).rejects.toMatchObject({
    status: 422,
    details: [{ reason: "too_many_at_once" }],
  });
  expect(await take(of("bus"), 0)).toMatchObject({ remaining: 0, retryAfter: undefined });
});

it("counts each organization and group separately, with the organization's current limits", async () => {
  const { clock, take } = limiterAt();
  const own = { uploads: { second: 2 }, bus: { minute: 3_000 } };
  await take(of("uploads", "org_1", own), 2);
  expect(await take(of("uploads", "org_1", own))).toMatchObject({ limit: 2, retryAfter: 1 });
  expect(await take(of("uploads", "org_2"))).toMatchObject({ limit: 5, remaining: 4 });
  expect(await take(of("webhooks", "org_1", own))).toMatchObject({ limit: 5, remaining: 4 });
  expect(await take(of("uploads", "org_1", { uploads: { second: 9 } }))).toMatchObject({ limit: 9, remaining: 6 });
  // A new window counts from now on, and also the earlier requests that are still known.
  for (let moment = 0; moment < 400; moment++, clock.now += 10) await take(of("bus"));
  clock.now += 1_000;
  expect(await take(of("bus", "org_1", own), 1_999)).toMatchObject({ limit: 2_000, remaining: 1 });
  clock.now += 1_000;
  const { limit, remaining } = await take(of("bus", "org_1", own));
  expect(limit).toBe(3_000);
  expect(remaining).toBeGreaterThanOrEqual(600);
  expect(remaining).toBeLessThan(1_000);
});

describe("a network of clients", () => {
  const at = (id: string, group: Group = "reads", limits?: Limits, address = "192.0.2.1"): Counted => ({
    organization: { id, limits },
    group,
    from: address,
  });

  it("has one window for all its organizations, which counts only accepted requests", async () => {
    const { clock, take } = limiterAt();
    const { second } = GROUPS.callers;
    const each = GROUPS.reads.second;
    for (let org = 0; org < second / each; org++) {
      for (let left = each - 1; left >= 0; left--)
        expect(await take(at(`org_${org}`))).toMatchObject({ limit: each, remaining: left, retryAfter: undefined });
      // The organization's own limit refuses: that does not count for the network.
      if (org === 0) expect(await take(at("org_0"))).toMatchObject({ limit: each, retryAfter: 1 });
    }
    expect(await take(at("org_more"))).toMatchObject({ limit: second, remaining: 0, retryAfter: 1 });
    // A request that the network's limit refuses does not count for the organization.
    expect(await take(at("org_more", "reads", undefined, "192.0.2.2"))).toMatchObject({
      limit: each,
      remaining: each - 1,
    });
    expect(await take(at("org_own", "reads", { reads: { second: 1 } }))).toMatchObject({ limit: 1, remaining: 0 });
    clock.now += 1_000;
    expect(await take(at("org_more"))).toMatchObject({ limit: each, remaining: each - 1 });
  });

  it("has another window for actions on the event bus", async () => {
    const { take } = limiterAt();
    const most = GROUPS.bus.second;
    for (const org of ["org_1", "org_2"]) expect(await take(at(org, "bus"), most)).toMatchObject({ remaining: 0 });
    expect(await take(at("org_3", "bus"))).toMatchObject({ limit: GROUPS.callers_bus.second, retryAfter: 1 });
    expect(await take(at("org_3"))).toMatchObject({ remaining: GROUPS.reads.second - 1 });
  });
});

it.each([
  ["192.0.2.7", "::ffff:192.0.2.7", true],
  ["192.0.2.7", "::ffff:c000:207", true],
  ["192.0.2.7", "192.0.2.8", false],
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::1", "192.0.2.7", false],
  ["fe80::1%eth0", "fe80::2", true],
  ["nobody", "", true],
])("%s and %s share a window: %s", async (one, other, isSame) => {
  expect(networkOf(one) === networkOf(other)).toBe(isSame);
  const { take } = limiterAt();
  await take(from(one));
  expect((await take(from(other))).remaining).toBe(isSame ? 48 : 49);
});

it("networks share a bounded number of windows, and nobody can predict which", async () => {
  const keysBy = async (of: typeof secrets): Promise<string[]> => {
    const keys: string[] = [];
    const ledger = memoryLedger(() => START);
    const noting: Ledger = { count: (key, ...rest) => (keys.push(key), ledger.count(key, ...rest)) };
    const limiter = new WindowLimiter({ own: ledger, shared: noting, secrets: of });
    for (let i = 0; i < 3_000; i++) await limiter.take(from(`192.0.${i >> 8}.${i & 255}`), 1, { headers: () => {} });
    return keys;
  };
  const keys = await keysBy(secrets);
  for (const key of keys) expect(Number(/^strangers ([0-9]{1,6})$/.exec(key)?.[1])).toBeLessThan(2 ** 18);
  const others = await keysBy(createSecrets(new Uint8Array(32).fill(1)));
  expect(keys.filter((key, i) => key === others[i]).length).toBeLessThan(5);
  // Two networks with the same window share its limit.
  const second = keys.findIndex((key, i) => keys.indexOf(key) < i);
  const { take } = limiterAt();
  const at = (i: number) => from(`192.0.${i >> 8}.${i & 255}`);
  await take(at(keys.indexOf(keys[second]!)), 50);
  expect(await take(at(second))).toMatchObject({ retryAfter: 1 });
});

it("keeps counting if the clock goes back", async () => {
  const { clock, take } = limiterAt();
  await take(of("uploads"), 5);
  clock.now -= 3_600_000;
  expect(await take(of("uploads"))).toMatchObject({ reset: clock.now / 1_000 + 1, retryAfter: 1 });
  clock.now += 1_000;
  expect(await take(of("uploads"))).toMatchObject({ remaining: 4, reset: clock.now / 1_000 + 1 });
});

it("reads an organization's own limits, and refuses invalid ones", () => {
  expect(readLimits("org_1", '{"reads":{"minute":600},"bus":{"second":5000}}')).toEqual({
    reads: { minute: 600 },
    bus: { second: 5_000 },
  });
  expect(readLimits("org_1", '{"reads":{"minute":10000},"bus":{"minute":1e15}}')).toBeDefined();
  const wrong = ["", "[]", "null", '{"read":{"minute":1}}', '{"auth":{"minute":1}}', '{"reads":5}'];
  const wrongWindows = [
    '{"reads":{"hour":5}}',
    '{"reads":{"minute":0}}',
    '{"reads":{"minute":"9"}}',
    '{"reads":{"second":1.5}}',
    '{"reads":{"minute":10001}}',
    '{"bus":{"minute":1e16}}',
  ];
  for (const text of [...wrong, ...wrongWindows]) {
    expect(() => readLimits("org_1", text), text).toThrow(expect.objectContaining({ code: "bad_limits" }));
  }
});
