import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog, type AnchorlogOptions } from "anchorlog";
import type { LogStore } from "anchorlog/log";
import { archiveFolder, type Archive } from "anchorlog/store/archive";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { tileFolder } from "anchorlog/tlog/node";
import { closing } from "../ends.ts";
import { endAll } from "../../src/operator/accept/limits.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, openTestOperator, operator, signAction, types, wallets } from "../operator.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { until } from "../until.ts";
import { openWire } from "../processes/platform.ts";

// These tests wait for time limits that are long enough for a busy machine, so they run in parallel.
const server = closing(await sharePostgres());

const never = <T>(): Promise<T> => new Promise<T>(() => {});

describe.concurrent("a PostgreSQL server behind a cut connection", () => {
  async function open(queryTimeout: number) {
    const wire = await openWire(await server.createDatabase());
    const store = await openPostgresStore({
      connectionString: wire.url,
      leader: "one",
      queryTimeout,
      leaseSeconds: 600,
    });
    const options = { store, operator, logs: ["a.example"], types, keys, clock: () => NOW, onError: () => {} };
    return { wire, anchorlog: closing(await openAnchorlog(options)) };
  }
  // About no object, so that the first statement is the one that writes.
  const payload = {
    authority: "api.example",
    method: "POST",
    target: "/",
    contentType: "",
    contentDigest: `0x${"00".repeat(32)}`,
  };
  const submit = async (anchorlog: Anchorlog, nonce: number) =>
    anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce, { kind: "HttpRequest", payload }));

  it("gets the answer outcome_unknown after the time limit, and is used again once it is reachable", async () => {
    const { wire, anchorlog } = await open(3_000);
    expect(await submit(anchorlog, 0)).toMatchObject({ status: "accepted" });
    wire.cut();
    expect(await submit(anchorlog, 1)).toMatchObject({ status: "indeterminate", code: "outcome_unknown" });
    wire.mend();
    await until(async () => expect(await submit(anchorlog, 1)).toMatchObject({ index: 1 }));
  });

  it("does not delay close, even if statements have a very long time limit", async () => {
    const { wire, anchorlog } = await open(2 ** 30);
    expect(await submit(anchorlog, 0)).toMatchObject({ status: "accepted" });
    wire.cut();
    const lost = submit(anchorlog, 1);
    await anchorlog.close();
    expect(await lost).toMatchObject({ status: "indeterminate", code: "outcome_unknown" });
  });

  it("is not waited for to release a lease, which ends anyway", async () => {
    const wire = await openWire(await server.createDatabase());
    const options = { connectionString: wire.url, leader: "one", leaseSeconds: 1, maxConnections: 1 };
    const store = await openPostgresStore(options);
    const { lease } = await store.takeLease("operator", undefined);
    wire.cut();
    // The first has the only connection; the second waits for one.
    const asking = [1, 2].map(() => store.countLogs().catch(() => "asked"));
    const releasing = store.releaseLease("operator", lease!.epoch).catch(() => "given up");
    expect(await Promise.race([...asking, releasing])).toBe("given up");
    wire.mend();
    await store.close();
  });

  it("is refused an invalid time limit", async () => {
    const options = { connectionString: await server.createDatabase(), leader: "one", queryTimeout: 0 };
    await expect(openPostgresStore(options)).rejects.toMatchObject({ code: "bad_option" });
  });
});

describe.concurrent("a place for tiles that never answers", () => {
  /** An operator with a closed batch. Its storage for tiles stops answering once `state.isSilent` is set. */
  async function open(timeLimits: AnchorlogOptions["timeLimits"]) {
    const tiles = tileFolder(newFolder());
    const state = { isSilent: false };
    const { anchorlog } = await openTestOperator(newFolder(), () => NOW, {
      publish: {
        tiles: {
          get: (path, maxBytes) => tiles.get(path, maxBytes),
          put: (...given) => (state.isSilent ? never() : tiles.put(...given)),
        },
      },
      ...(timeLimits && { timeLimits }),
    });
    await anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
    await anchorlog.closeBatches();
    return { anchorlog, state };
  }

  it("is given up after the time limit, and asked again", async () => {
    const { anchorlog, state } = await open({ answer: 2_000 });
    state.isSilent = true;
    await expect(anchorlog.publish()).rejects.toMatchObject({
      code: "part_timeout",
      fix: expect.any(String) as string,
    });
    state.isSilent = false;
    await until(async () => expect(await anchorlog.publish()).toMatchObject({ size: 1 }));
  });

  it("does not delay close", async () => {
    const { anchorlog, state } = await open({ answer: 2 ** 30, close: 4_000 });
    state.isSilent = true;
    const publishing = anchorlog.publish();
    publishing.catch(() => {});
    // Closing waits for the storage, gives up, and ends normally.
    await anchorlog.close();
    await expect(publishing).rejects.toMatchObject({ code: "closed" });
  });
});

describe("an archive that never answers", () => {
  /** Calls that are held until they are released, and whether new calls are held. */
  type Held = { put: boolean; get: boolean; readonly calls: (() => void)[] };

  /** An operator whose first entry is to move to an archive as soon as its checkpoint is signed. */
  async function open(held: Held, timeLimits: AnchorlogOptions["timeLimits"], parts: Partial<LogStore> = {}) {
    const folder = newFolder();
    const real = archiveFolder(join(folder, "archive"));
    const hold = <T>(isHeld: boolean, call: () => Promise<T>) =>
      isHeld ? new Promise<void>((resolve) => void held.calls.push(resolve)).then(call) : call();
    const archive: Archive = {
      put: (...given) => hold(held.put, () => real.put(...given)),
      get: (...given) => hold(held.get, () => real.get(...given)),
    };
    const errors: { code?: string; message: string }[] = [];
    const { anchorlog, options } = await openTestOperator(folder, () => NOW, {
      store: { ...(await openSqliteStore(join(folder, "archived.sqlite"), { archive })), ...parts },
      archive: { after: 0 },
      onError: (error) => void errors.push(error as Error),
      ...(timeLimits && { timeLimits }),
    });
    const act = async (nonce: number) => {
      expect(await anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce))).toMatchObject({
        status: "accepted",
      });
      await anchorlog.closeBatches();
      return anchorlog.checkpoint();
    };
    return { anchorlog, store: options.store, errors, act };
  }

  it.each(["put", "get"] as const)("delays nothing by its %s, is reported, and used once it answers", async (what) => {
    const held: Held = { put: what === "put", get: what === "get", calls: [] };
    const { anchorlog, store, errors, act } = await open(held, { answer: 300 });
    await act(0);
    const failures = () => anchorlog.status().then((status) => status.failures.archive);
    await expect.poll(() => held.calls.length).toBe(2);
    const seen = await failures();
    await expect.poll(failures).toBeGreaterThan(seen + 1);
    // The first failure of a series is reported. The number of unanswered requests does not grow.
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("the archive does not answer a") as string,
    ]);
    expect(held.calls).toHaveLength(2);
    expect(await act(1)).toMatchObject({ size: 2 });
    expect(await store.archived()).toMatchObject({ entries: 0 });

    held[what] = false;
    for (const go of held.calls) go();
    await expect.poll(() => store.archived().then(({ entries }) => entries)).toBe(2);
  });

  it("does not delay close while a segment is resumed", async () => {
    const held: Held = { put: false, get: false, calls: [] };
    const dropArchived = () => Promise.reject(new Error("the power went"));
    const first = await open(held, { answer: 2 ** 30, close: 1_000 }, { dropArchived });
    await first.act(0);
    await expect.poll(() => first.store.archived()).toMatchObject({ undropped: [{}] });
    held.get = true;
    await expect.poll(() => held.calls.length).toBe(1);
    // If a request were still late, closing would reject and name it.
    await first.anchorlog.close();
  });
});

describe.concurrent("closing", () => {
  it("ends all parts, even if some of them fail or never end", async () => {
    const ended: string[] = [];
    const part = (name: string, end: () => unknown = () => {}) => [name, () => (ended.push(name), end())] as const;
    const late = endAll([part("one"), part("two", never), part("three", never), part("four")], 50);
    await expect(late).rejects.toMatchObject({ code: "close_timeout", details: { late: ["two", "three"] } });
    expect(ended).toEqual(["one", "two", "three", "four"]);
    const broken = () => {
      throw new Error("broken");
    };
    await expect(endAll([part("one", broken), part("two", never)], 50)).rejects.toThrow("broken");
  });

  it("gives up a store that never ends, and names it", async () => {
    const store = closing(await openSqliteStore(join(newFolder(), "store.sqlite")));
    const anchorlog = await openAnchorlog({
      store: { ...store, close: never },
      operator,
      logs: ["a.example"],
      types,
      keys,
      timeLimits: { close: 3_000 },
    });
    await expect(anchorlog.close()).rejects.toMatchObject({ code: "close_timeout", details: { late: ["the store"] } });
  });

  it.each([{ answer: 0 }, { close: Infinity }, { close: 2 ** 31 }, { closing: 1 }])(
    "refuses invalid limits: %j",
    async (timeLimits) => {
      await expect(openTestOperator(newFolder(), undefined, { timeLimits })).rejects.toMatchObject({
        code: "bad_option",
        details: { option: `timeLimits.${Object.keys(timeLimits)[0]}` },
      });
    },
  );
});
