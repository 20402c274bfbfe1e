import fs from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adoptStore, openAnchorlog, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import { logId, type DigestSigner } from "anchorlog/action";
import { ChainUnavailableError } from "anchorlog/chain";
import { importExport, readExportFolder, writeExport } from "anchorlog/verify/audit";
import type { LogStore } from "anchorlog/log";
import { createFileGuard, openFileGuard, type Guard } from "anchorlog/store/guard";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { tileFolder } from "anchorlog/tlog/node";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, registeredDomain, signAction, types, wallets } from "../operator.ts";

const logs = ["a.example", "b.example"];
const A = logId(operator, "a.example");

let folder: string;
let now: number;
let nonce: number;
/** Digests that each key signed since the last operator was opened. */
let signed: { anchor: string[]; receipt: string[] };

const path = (name: string) => join(folder, name);
const recorded = (key: DigestSigner, which: "anchor" | "receipt"): DigestSigner => ({
  address: key.address,
  sign: async (parameters) => {
    signed[which].push(parameters.hash);
    return key.sign(parameters);
  },
});

beforeEach(async () => {
  folder = newFolder();
  now = NOW;
  nonce = 0;
  signed = { anchor: [], receipt: [] };
  await createFileGuard(path("guard"), operator).close();
});

const openStore = async (name = "store.sqlite") => closing(await openSqliteStore(path(name)));
const openGuard = (name = "guard") => closing(openFileGuard(path(name), operator));
async function open(store: LogStore, guard: Guard, own: Partial<AnchorlogOptions> = {}): Promise<Anchorlog> {
  const anchorlog = await openAnchorlog({
    store,
    guard,
    operator,
    logs,
    types,
    keys: {
      ...keys,
      anchorKey: recorded(keys.anchorKey, "anchor"),
      receiptKey: recorded(keys.receiptKey, "receipt"),
    },
    clock: () => now,
    ...own,
  });
  closing(anchorlog);
  // Keys are tried by signing random digests when an operator is opened.
  signed = { anchor: [], receipt: [] };
  return anchorlog;
}
const act = (log = "a.example") => signAction(wallets[0]!, log, nonce++, { deadline: Math.floor(now / 1000) + 60 });
const submit = async (anchorlog: Anchorlog, log?: string) => anchorlog.submit(await act(log));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: { code: string }) => error.code,
  );

/** A store of a running operator, which `swap` replaces by another store. */
function swappable(first: LogStore): { readonly store: LogStore; swap(other: LogStore): void } {
  let current = first;
  const store = Object.fromEntries(
    Object.entries(first).map(([name, value]) => [
      name,
      typeof value === "function"
        ? (...args: unknown[]): unknown => (current[name as keyof LogStore] as (...args: unknown[]) => unknown)(...args)
        : value,
    ]),
  ) as unknown as LogStore;
  return { store, swap: (other) => void (current = other) };
}

describe("a stake is not lost to a published note that was read once and then", () => {
  /** Two checkpoints are published; the backup is from between them, and has an entry that is in no batch. */
  async function publishTwo(): Promise<void> {
    const tiles = tileFolder(path("tiles"));
    const store = await openStore();
    const today = await open(store, openGuard(), { publish: { tiles } });
    await submit(today);
    await today.closeBatches();
    await today.publish();
    await writeFile(path("older-note"), (await today.checkpoint()).note);
    await submit(today);
    await store.backup(path("backup.sqlite"));
    await today.closeBatches();
    await today.publish();
    await writeExport(path("export"), { store, operator, logs, types, keys });
    await today.close();
  }

  /**
   * Opens a store with a new guard made from it, so that only the published note shows that the store lacks entries.
   */
  async function openForgetful(name: string) {
    const store = await openStore(name);
    const guard = closing(createFileGuard(path("new-guard"), operator));
    await adoptStore(guard, store, operator, logs);
    const real = tileFolder(path("tiles"));
    const note: { read: typeof real.get } = { read: real.get };
    const tiles = { ...real, get: (...args: Parameters<typeof real.get>) => note.read(...args) };
    return { store, note, real, anchorlog: await open(store, guard, { publish: { tiles } }) };
  }

  async function expectReadOnly(anchorlog: Anchorlog, store: LogStore): Promise<void> {
    const held = [(await store.head(A)).size, (await store.batches()).length, (await store.checkpoints()).length];
    expect(await submit(anchorlog)).toMatchObject({ status: "indeterminate", code: "read_only" });
    const code = await codeOf(anchorlog.closeBatches());
    // An empty store has nothing to close, so closing succeeds.
    if (held[0]! > 0) expect(code).toBe("read_only");
    expect(await codeOf(anchorlog.checkpoint())).toBe("read_only");
    expect([(await store.head(A)).size, (await store.batches()).length, (await store.checkpoints()).length]).toEqual(
      held,
    );
    expect(signed).toEqual({ anchor: [], receipt: [] });
  }

  type Read = () => Promise<Uint8Array | undefined>;
  const older: Read = async () => new Uint8Array(await readFile(path("older-note")));
  const silences: readonly (readonly [string, string, Read])[] = [
    ["blank.sqlite", "is away", () => Promise.reject(new Error("503"))],
    ["backup.sqlite", "answers an older copy", older],
    ["backup.sqlite", "is gone", () => Promise.resolve(undefined)],
  ];
  for (const [name, what, read] of silences) {
    test(`${what}: over ${name}, no root is signed that contradicts the published one`, async () => {
      await publishTwo();
      const { anchorlog, store, note, real } = await openForgetful(name);
      expect(await anchorlog.missing()).toMatchObject([{ what: "headers", to: 2, by: "published note" }]);

      note.read = read;
      await anchorlog.missing();
      await expectReadOnly(anchorlog, store);
      await expectReadOnly(anchorlog, store);

      // With the entries restored, it continues once the note is read.
      note.read = real.get;
      await importExport(await readExportFolder(path("export")), store);
      expect(await anchorlog.missing()).toEqual([]);
      expect(await submit(anchorlog)).toMatchObject({ status: "accepted", index: 2 });
      await anchorlog.closeBatches();
      expect(await anchorlog.checkpoint()).toMatchObject({ size: 3 });
    });
  }
});

describe("a stake is not lost if a longer store of another history replaces the store", () => {
  async function openSwapped() {
    const foreign = await openStore("foreign.sqlite");
    const theirs: Anchorlog = await openAnchorlog({ store: foreign, operator, logs, types, keys, clock: () => now });
    const action = await act();
    for (const one of [action, await act(), await act()]) await theirs.submit(one);

    const guard = openGuard();
    const { store, swap } = swappable(await openStore());
    const anchorlog = await open(store, guard);
    expect(await submit(anchorlog)).toMatchObject({ status: "accepted", index: 0 });
    const marks = await guard.marks();
    signed.receipt.length = 0;
    swap(foreign);
    const expectNothingSigned = async (): Promise<void> => {
      expect(signed).toEqual({ anchor: [], receipt: [] });
      expect(await guard.marks()).toEqual(marks);
      expect(await anchorlog.missing()).toMatchObject([{ what: "entries", log: A, forked: true }]);
      await anchorlog.closeBatches().catch(() => {});
      await anchorlog.checkpoint().catch(() => {});
      expect(signed).toEqual({ anchor: [], receipt: [] });
      expect(await guard.marks()).toEqual(marks);
    };
    return { anchorlog, action, expectNothingSigned };
  }

  test("during a retry, whose index was promised to another action", async () => {
    const { anchorlog, action, expectNothingSigned } = await openSwapped();
    expect(await anchorlog.submit(action)).toMatchObject({ status: "indeterminate", code: "read_only" });
    await expectNothingSigned();
  });

  test("during a bundle, whose index has another receipt", async () => {
    const { anchorlog, expectNothingSigned } = await openSwapped();
    expect(await codeOf(anchorlog.bundle({ log: "a.example", index: 0 }))).toBe("read_only");
    await expectNothingSigned();
  });

  test("during a new action: nothing is promised behind entries that were never promised", async () => {
    const { anchorlog, expectNothingSigned } = await openSwapped();
    expect(await submit(anchorlog)).toMatchObject({ status: "indeterminate", code: "read_only" });
    await expectNothingSigned();
  });
});

describe("a root that a power cut would erase from the guard is not signed", () => {
  const { fsync, fsyncSync, fdatasync, fdatasyncSync, writeSync } = fs;
  const real = { fsync, fsyncSync, fdatasync, fdatasyncSync, writeSync };
  let fails = false;
  /** The events in their order: "write" and "sync" to files of this process, "store" of a checkpoint. */
  let events: string[] = [];
  const failure = () => Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });

  beforeEach(() => {
    fails = false;
    for (const name of ["fsync", "fdatasync"] as const) {
      const later = (file: number, callback: (error: Error | null) => void): void => {
        if (fails) setImmediate(() => callback(failure()));
        else {
          events.push("sync");
          real[name](file, callback);
        }
      };
      const atOnce = (file: number): void => {
        if (fails) throw failure();
        events.push("sync");
        real[`${name}Sync`](file);
      };
      Object.assign(fs, { [name]: later, [`${name}Sync`]: atOnce });
    }
    const write = (...args: Parameters<typeof writeSync>): number => {
      events.push("write");
      return real.writeSync(...args);
    };
    Object.assign(fs, { writeSync: write });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  });

  async function openTold(): Promise<Anchorlog> {
    const store = await openStore();
    const appendCheckpoint: LogStore["appendCheckpoint"] = (checkpoint) => {
      events.push("store");
      return store.appendCheckpoint(checkpoint);
    };
    return open({ ...store, appendCheckpoint }, openGuard());
  }
  async function failOnce(): Promise<Anchorlog> {
    const anchorlog = await openTold();
    await submit(anchorlog);
    await anchorlog.closeBatches();
    fails = true;
    expect(await codeOf(anchorlog.checkpoint())).toBe("guard_failed");
    events = [];
    return anchorlog;
  }

  test("while the guard's disk fails, even at a second request", async () => {
    const anchorlog = await failOnce();
    for (let i = 0; i < 2; i++) expect(await codeOf(anchorlog.checkpoint())).toBe("guard_failed");
    expect(signed.anchor).toEqual([]);
    expect(events).not.toContain("store");
  });

  for (const [when, asksBefore] of [
    ["is well again", true],
    ["is opened again", false],
  ] as const) {
    test(`once it ${when}, before it is written and synced again, since a failed sync drops data`, async () => {
      const anchorlog = await failOnce();
      fails = false;
      if (asksBefore) await anchorlog.checkpoint().catch(() => {});
      await anchorlog.close();
      expect(await (await openTold()).checkpoint()).toMatchObject({ size: 1 });
      expect(events.slice(0, events.indexOf("store")).join(" ")).toMatch(/write.* sync/);
    });
  }
});

describe("a platform is not stopped", () => {
  test("by a restore from before an unsigned header: it closes another batch without a restart", async () => {
    const real = await openStore();
    const { store, swap } = swappable(real);
    const anchorlog = await open(store, openGuard());
    await submit(anchorlog);
    await real.backup(path("backup.sqlite"));
    await anchorlog.closeBatches();
    swap(await openStore("backup.sqlite"));
    now += 1_000;
    expect(await anchorlog.missing()).toEqual([]);
    expect(await submit(anchorlog)).toMatchObject({ status: "accepted", index: 1 });
    expect(await anchorlog.closeBatches()).toMatchObject([{ position: 0 }]);
    const { size, root } = await anchorlog.checkpoint();
    expect(await store.checkpoints()).toMatchObject([{ size: 1, root }]);
    expect(size).toBe(1);
    for (const index of [0, 1]) {
      expect((await anchorlog.bundle({ log: "a.example", index })).inclusion).toBeDefined();
    }
  });

  for (const moves of [1, 2]) {
    test(`by an adoption that was cut off after move ${moves} of 3: a second call completes it`, async () => {
      const store = await openStore();
      const careless = await openAnchorlog({ store, operator, logs, types, keys, clock: () => now });
      for (const log of logs) await submit(careless, log);
      await careless.closeBatches();
      let left = moves;
      const guard = openGuard();
      const move: Guard["move"] = async (...args) => {
        if (left-- <= 0) throw new Error("the power went");
        return guard.move(...args);
      };
      await expect(adoptStore({ ...guard, move }, store, operator, logs)).rejects.toThrow("the power went");
      await guard.close();

      const whole = openGuard();
      await adoptStore(whole, store, operator, logs);
      expect(await whole.marks()).toHaveProperty("size", 3);
      const anchorlog = await open(store, whole);
      expect(await anchorlog.missing()).toEqual([]);
      expect(await submit(anchorlog)).toMatchObject({ status: "accepted", index: 1 });
      expect(await anchorlog.checkpoint()).toMatchObject({ size: 2 });
    });
  }
});

describe("a node", () => {
  const DELAY = 3_600;
  const many = Array.from({ length: 6 }, (_, i) => `l${i}.example`);
  /** A node that counts what it is asked. */
  function createNode() {
    const held: (() => void)[] = [];
    const node = {
      state: "answers" as "answers" | "hangs" | "is away",
      calls: 0,
      blocks: 0,
      /** The size of the newest checkpoint in the registry. */
      size: 0n,
      /** Answers all questions that arrived while it hung. */
      answerLate: () => {
        for (const answer of held.splice(0)) answer();
      },
    };
    const answer = <T>(value: () => T): Promise<T> => {
      if (node.state === "is away") return Promise.reject(new Error("connection refused"));
      if (node.state === "answers") return Promise.resolve(value());
      return new Promise((resolve) => void held.push(() => resolve(value())));
    };
    const zero = `0x${"00".repeat(32)}`;
    const views: Readonly<Record<string, unknown>> = {
      maxAnchorDelay: BigInt(DELAY),
      timing: { margin: 30n },
      keyPeriod: [1n, 0n],
      anchorKey: keys.anchorKey.address,
      receiptKey: keys.receiptKey.address,
      ...registeredDomain,
    };
    const publicClient = {
      getChainId: () => answer(() => operator.chainId),
      getBlock: () => expect.fail("blocks are read by requests"),
      request: ({ method }: { method: string }) => {
        if (method !== "eth_getBlockByNumber") return Promise.reject(new Error("nothing is sent"));
        node.blocks++;
        const timestamp = `0x${Math.floor(now / 1000).toString(16)}`;
        return answer(() => ({ number: "0x1", hash: zero, timestamp, baseFeePerGas: "0x1" }));
      },
      readContract: ({ functionName }: { functionName: string }) => {
        node.calls++;
        return answer(() =>
          functionName === "latestCheckpoint" ? [{ size: node.size, root: zero }] : views[functionName],
        );
      },
    };
    const chain = {
      publicClient,
      walletClient: {
        account: { address: operator.operator },
        chain: { id: 31_337 },
        request: () => publicClient.request({ method: "eth_getBlockByNumber" }),
      },
    } as unknown as NonNullable<AnchorlogOptions["chain"]>;
    return { node, own: { chain, maxAnchorDelay: DELAY } };
  }

  /** A store and a guard that report whether they are writing. */
  function createParts() {
    let calls = 0;
    const watched = <T extends object>(part: T): T =>
      Object.fromEntries(
        Object.entries(part).map(([name, value]: [string, unknown]) => {
          if (typeof value !== "function") return [name, value];
          const call = (...args: unknown[]): unknown => {
            const answer: unknown = value(...args);
            if (!(answer instanceof Promise)) return answer;
            calls++;
            return answer.finally(() => calls--);
          };
          return [name, call];
        }),
      ) as T;
    return {
      open: async (own: Partial<AnchorlogOptions>) =>
        open(watched<LogStore>(await openStore()), watched(openGuard()), {
          ...own,
          transactions: { requestTimeout: 3_600 },
        }),
      /** Advances the clock while nothing else runs, until the work is done. */
      run: async <T>(work: () => Promise<T>): Promise<T> => {
        const done = new AbortController();
        const working = work().finally(() => done.abort());
        for (let idle = 0; !done.signal.aborted; idle = calls > 0 ? 0 : idle + 1) {
          if (idle > 20) await vi.advanceTimersToNextTimerAsync();
          await new Promise((resolve) => setImmediate(resolve));
        }
        return working;
      },
    };
  }

  test("is asked once for all logs that are closed together", async () => {
    const { node, own } = createNode();
    const anchorlog = await open(await openStore(), openGuard(), { ...own, logs: many });
    for (const log of many) await submit(anchorlog, log);
    node.calls = node.blocks = 0;
    expect(await anchorlog.closeBatches()).toHaveLength(many.length);
    expect(node.calls + node.blocks).toBeLessThanOrEqual(2);
  });

  test("that hangs delays closing once, not once a log", async () => {
    const { node, own } = createNode();
    const anchorlog = await open(await openStore(), openGuard(), { ...own, logs: many });
    for (const log of many) await submit(anchorlog, log);
    node.state = "hangs";
    node.calls = node.blocks = 0;
    const realWait = setImmediate;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const done = new AbortController();
    const closed = anchorlog.closeBatches().finally(() => done.abort());
    while (!done.signal.aborted) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise((resolve) => realWait(resolve));
    }
    expect(await closed).toHaveLength(many.length);
    vi.useRealTimers();
    expect(node.calls + node.blocks).toBeLessThanOrEqual(1);
  });

  describe("that hangs", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));

    test("is waited for by one time limit in all, for closing and signing", async () => {
      const { node, own } = createNode();
      const { open, run } = createParts();
      const anchorlog = await run(() => open({ chain: own.chain, logs: many }));
      const work = async (): Promise<string[]> => {
        for (const log of many) await submit(anchorlog, log);
        return Promise.all([anchorlog.closeBatches(), anchorlog.checkpoint(), anchorlog.checkpoint()].map(codeOf));
      };
      expect(await run(work)).toEqual(["none", "none", "none"]);
      node.state = "hangs";
      const before = performance.now();
      // On a chain that may be rewound, nothing is signed without the chain's time.
      const codes = ["none", "chain_unavailable", "chain_unavailable"];
      expect(await run(() => Promise.all([work(), work()]))).toEqual([codes, codes]);
      for (let i = 0; i < 3; i++) expect(await run(work)).toEqual(codes);
      expect(performance.now() - before).toBeLessThanOrEqual(3_000);
    });

    for (const act of ["closeBatches", "checkpoint", "anchor"] as const) {
      test(`and answers again is read by ${act}: nothing contradicts the registry`, async () => {
        const { node, own } = createNode();
        const { open, run } = createParts();
        const anchorlog = await run(() => open({ chain: own.chain }));
        await run(() => submit(anchorlog));
        node.state = "hangs";
        expect(await run(() => codeOf(anchorlog.checkpoint()))).toBe("nothing_to_sign");
        node.state = "answers";
        node.size = 9n;
        // The time after which the operator waits for the node again.
        await vi.advanceTimersByTimeAsync(24_000);
        expect(await run(() => codeOf(anchorlog[act]()))).toBe("read_only");
        expect(signed.anchor).toEqual([]);
      });
    }

    test("before a comparison prevents closing and signing, and calls fail within the limit", async () => {
      const { node, own } = createNode();
      const { open, run } = createParts();
      const first = await run(() => open({ chain: own.chain }));
      await run(() => submit(first));
      await run(() => first.close());
      node.state = "hangs";
      const anchorlog = await run(() => open({ chain: own.chain }));
      const before = performance.now();
      for (let i = 0; i < 5; i++) {
        expect(await run(() => codeOf(anchorlog.closeBatches()))).toBe("chain_unavailable");
        expect(await run(() => codeOf(anchorlog.checkpoint()))).toBe("chain_unavailable");
      }
      expect(performance.now() - before).toBeLessThanOrEqual(3_000);
      const thrown = await run(() => anchorlog.closeBatches().catch((error: unknown) => error));
      expect(thrown).toBeInstanceOf(ChainUnavailableError);
      expect(signed).toEqual({ anchor: [], receipt: [] });
      node.state = "answers";
      node.answerLate();
      expect(await run(() => codeOf(anchorlog.closeBatches()))).toBe("none");
      expect(await run(() => codeOf(anchorlog.checkpoint()))).toBe("none");
    });

    test("and answers late with another history makes the store read-only", async () => {
      const { node, own } = createNode();
      const { open, run } = createParts();
      const anchorlog = await run(() => open({ chain: own.chain }));
      await run(() => submit(anchorlog));
      node.state = "hangs";
      expect(await run(() => codeOf(anchorlog.closeBatches()))).toBe("none");
      expect(await run(() => codeOf(anchorlog.checkpoint()))).toBe("chain_unavailable");
      await run(() => submit(anchorlog));
      node.size = 9n;
      node.answerLate();
      for (let i = 0; i < 2; i++) {
        expect(await run(() => codeOf(anchorlog.closeBatches()))).toBe("read_only");
        expect(await run(() => codeOf(anchorlog.checkpoint()))).toBe("read_only");
      }
      expect(signed.anchor).toEqual([]);
    });
  });

  test("that is unreachable renews no comparison, and an old comparison allows no promise", async () => {
    const { node, own } = createNode();
    const guard = openGuard();
    const anchorlog = await open(await openStore(), guard, own);
    const compared = await guard.comparedAt();
    expect(compared).toBe(NOW);
    node.state = "is away";
    now += 600_000;
    await anchorlog.missing();
    await anchorlog.closeBatches();
    expect(await guard.comparedAt()).toBe(compared);
    await anchorlog.close();
    await guard.close();

    now += 600_000;
    const again = await open(await openStore(), openGuard(), own);
    expect(await submit(again)).toMatchObject({ status: "indeterminate", code: "chain_unavailable" });
    expect(signed.receipt).toEqual([]);
  });
});

describe("a process is not stopped by batches and checkpoints of another process", () => {
  /** Holds this process at a place in its code, so that the other process overtakes it. */
  function createHold() {
    let reach: () => void;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    let release: (() => void) | undefined;
    let held: Promise<void> | undefined;
    return {
      reached,
      begin: () => void (held = new Promise((resolve) => (release = resolve))),
      end: () => {
        held = undefined;
        release?.();
      },
      pass: async (): Promise<void> => {
        if (held === undefined) return;
        reach();
        await held;
      },
    };
  }

  /** Two operators over one store and one guard, as two processes have them. */
  async function openTwo(
    hold: ReturnType<typeof createHold>,
    where: "at its anchor key" | "before it reads checkpoints" | "after it read checkpoints",
  ) {
    const store = await openStore();
    const guard = { ...openGuard(), shared: true };
    const { anchorKey } = keys;
    const slowKey: DigestSigner = {
      address: anchorKey.address,
      sign: async (parameters) => {
        await hold.pass();
        return anchorKey.sign(parameters);
      },
    };
    const slowStore: LogStore = {
      ...store,
      checkpoints: async (above) => {
        if (where === "before it reads checkpoints") await hold.pass();
        const checkpoints = await store.checkpoints(above);
        if (where === "after it read checkpoints") await hold.pass();
        return checkpoints;
      },
    };
    const one = await (where === "at its anchor key"
      ? open(store, guard, { keys: { ...keys, anchorKey: slowKey } })
      : open(slowStore, guard));
    const two = await open(store, guard);
    await submit(one);
    await one.closeBatches();
    return { one, two, store };
  }

  for (const [what, where] of [
    ["checkpoint", "at its anchor key"],
    ["checkpoint", "before it reads checkpoints"],
    ["checkpoint", "after it read checkpoints"],
    ["bundle", "before it reads checkpoints"],
  ] as const) {
    test(`while it makes a ${what}, held ${where}`, async () => {
      const hold = createHold();
      const { one, two, store } = await openTwo(hold, where);
      hold.begin();
      const made = codeOf(what === "checkpoint" ? one.checkpoint() : one.bundle({ log: "a.example", index: 0 }));
      await Promise.race([hold.reached, made]);
      await submit(two);
      await two.closeBatches();
      // If the second process waits for the held one, it signs second.
      const signing = two.checkpoint();
      await Promise.race([signing, sleep(200)]);
      hold.end();
      expect(await made).toBe("none");
      expect(await signing).toMatchObject({ size: 2 });
      expect(await one.checkpoint()).toMatchObject({ size: 2 });
      expect((await store.checkpoints()).at(-1)).toMatchObject({ size: 2 });
      expect(await submit(one)).toMatchObject({ status: "accepted", index: 2 });
      expect(await one.missing()).toEqual([]);
    });
  }
});
