import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { getPriority } from "node:os";
import { join } from "node:path";
import timers from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { atEnd } from "../../../test/ends.ts";
import { call, owner, startServer, type Client, type TestServer } from "../harness.ts";
import { ALL, fieldOf, termOf, type Condition, type Fact } from "../../src/indexer/facts.ts";
import { followSome } from "../../src/indexer/follow.ts";
import { startFollower, type News } from "../../src/indexer/follower.ts";
import { placesOf } from "../../src/indexer/look.ts";
import { startFollowerThread } from "../../src/indexer/thread.ts";
import { reindex } from "../../src/main/reindex.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { founder } from "../people.ts";
import { ask, execute, idsOf, make, makeTemplate } from "./objects.ts";
import { isSlowSuite } from "../../../test/slow.ts";

/** More objects than a query scans. */
const MANY = 600;
const HOUR = 3_600_000;

/** All rows of the index. */
async function indexOf({ parts }: TestServer): Promise<unknown> {
  const { index } = parts.database.across;
  const objects = await index.selectFrom("search_object").selectAll().orderBy("org").orderBy("id").execute();
  const terms = await index.selectFrom("search_term").selectAll().orderBy("term").orderBy("place").execute();
  const asText = terms.map(({ term, place }) => `${Buffer.from(term).toString("hex")} ${place}`);
  return [objects.map(({ terms: list, ...object }) => [object, (JSON.parse(list) as string[]).toSorted()]), asText];
}

/** The priorities of this process's threads with a name. */
function prioritiesOf(name: string): number[] {
  const threads = readdirSync("/proc/self/task");
  return threads
    .filter((id) => readFileSync(`/proc/self/task/${id}/comm`, "utf8").trim() === name)
    .map((id) => getPriority(Number(id)));
}

describe.each(ENGINES)("the index over %s", (engine) => {
  let server: TestServer;
  let ada: Client;
  let template: string;
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await owner(server, "ada@example.com");
    template = await makeTemplate(server, ada, "ticket");
  });

  it("follows the log, and reports its progress in the metrics", async () => {
    await make(server, ada, { id: "first", template });
    const count = async () =>
      (await server.parts.database.across.index.selectFrom("search_object").select("id").execute()).length;
    await expect.poll(count).toBe(1);
    const { body: metrics } = await call<string>(server, "GET", "/metrics");
    expect(metrics).toMatch(/^indexer_actions_total 1$/m);
    expect(metrics).toMatch(/^indexer_failures_total 0$/m);
    expect(metrics).toMatch(/^indexer_lag_entries \d+$/m);
  });

  it("reports that it is behind if it cannot catch up before the answer", async () => {
    server = await server.restart({}, { indexing: { pause: HOUR } });
    const old = Array.from({ length: 6 }, (_, i) => ({ id: `old${i}`, template, properties: { list: i } }));
    await make(server, ada, ...old);
    const objects = Array.from({ length: MANY }, (_, i) => ({ id: `n${i}`, template, properties: { one: 1, i } }));
    await make(server, ada, ...objects);
    const isBehind = async () => (await ask(server, ada, "search", { q: "old0" })).body.is_behind;
    expect(await isBehind()).toBe(true);
    await expect.poll(isBehind).toBe(false);
  });

  /** Adds many values of `list` that belong to no object. */
  const crowd = async (): Promise<void> => {
    const { body } = await call<{ organization: { id: string } }>(server, "GET", "/wallets/me", {
      headers: ada.headers,
    });
    const terms = Array.from({ length: 5_000 }, (_, i) =>
      termOf(body.organization.id, { field: fieldOf(["list"]), value: i + 0.5 }),
    );
    const rows = terms.map((term) => ({ term, place: 0 }));
    await server.parts.database.across.index.insertInto("search_term").values(rows).execute();
  };
  const clear = () => server.parts.database.across.index.deleteFrom("search_term").where("place", "=", 0).execute();

  it("scans a limited number of objects for a query, and continues with the next page", async () => {
    // The range has more objects than are sorted: none is found without a scan of the newer ones.
    await crowd();
    const asked = { filter: "list>=0" };
    const first = await ask(server, ada, "query", asked);
    expect(first.body).toMatchObject({ items: [], has_more: true });
    const second = await ask(server, ada, "query", { ...asked, next: first.body.next! });
    expect(second.body.items.map(({ id }) => id)).toEqual(["old5", "old4", "old3", "old2", "old1", "old0"]);
    expect(second.body).toMatchObject({ has_more: false, next: null });
    // A rare condition is found directly, however many objects match the others.
    expect(await idsOf(server, ada, "query", { filter: ["one=1", "i=3"] })).toBe("n3");
    expect(await idsOf(server, ada, "query", { filter: ["one=1", "i>=596"], limit: 2 })).toBe("n599 n598");
    expect(await idsOf(server, ada, "search", { q: "ticket n7" })).toBe("n7");
  });

  it("reads a limited number of bytes for a query, and continues with the next page", async () => {
    const text = "x".repeat(16_000);
    const big = Array.from({ length: 120 }, (_, i) => ({ id: `big${i}`, template, properties: { text } }));
    for (const some of [big.slice(0, 60), big.slice(60)]) await make(server, ada, ...some);
    const isBehind = async () => (await ask(server, ada, "search", { q: "old0" })).body.is_behind;
    await expect.poll(isBehind).toBe(false);
    const sizes: number[] = [];
    for (let next: string | null | undefined; next !== null;) {
      const { body } = await ask(server, ada, "query", { filter: "list>=0", ...(next !== undefined && { next }) });
      sizes.push(body.items.length);
      ({ next } = body);
    }
    // By their number alone, there would be two pages.
    expect(sizes).toEqual([0, 0, 6]);
    await clear();
  });

  it("finds old objects directly, even if many newer ones match part of the query", async () => {
    const org = `org_${"f".repeat(32)}`;
    const { index } = server.parts.database.of(org);
    const terms: Buffer[] = [];
    const put = async (fact: Fact, from: number, to: number): Promise<void> => {
      terms.push(termOf(org, fact));
      const rows = Array.from({ length: to - from }, (_, i) => ({ term: termOf(org, fact), place: from + i }));
      await index.insertInto("search_term").values(rows).execute();
    };
    const [red, active] = [
      { field: "colour", value: "red" },
      { field: "state", value: "active" },
    ];
    await put(red, 0, 1_200);
    await put(red, 4_990, 5_000);
    for (const from of [0, 2_000, 4_000]) await put(active, from, from + 990);
    for (let i = 0; i < 15; i++) await put({ field: "row", value: i }, i * 100, (i + 1) * 100);
    for (let i = 0; i < 3; i++) await put(ALL, i * 2_000, (i + 1) * 2_000);
    const placed = async (conditions: Condition[], before: number) => {
      const { places, isAll } = await placesOf(index, org, conditions, before);
      return [places.length, places[0]?.place, places.at(-1)?.place, isAll];
    };
    const is = (fact: Fact): Condition => ({ ...fact, is: "=" });
    const rows: Condition = { field: "row", value: 3, is: ">=" };
    // Places that were tried for each gap, and the 990 objects that match both conditions.
    expect(await placed([is(red), is(active)], 6_000)).toEqual([992, 4_989, 0, true]);
    expect(await placed([rows], 6_000)).toEqual([1_000, 1_499, 500, false]);
    expect(await placed([rows], 500)).toEqual([200, 499, 300, true]);
    // The rarer condition is scanned, in any order of the conditions.
    expect(await placed([rows, is(red)], 6_000)).toEqual([1_000, 1_499, 500, false]);
    expect(await placed([rows, is({ field: "colour", value: "blue" })], 6_000)).toEqual([
      0,
      undefined,
      undefined,
      true,
    ]);
    expect(await placed([], 6_000)).toEqual([1_000, 5_999, 5_000, false]);
    await index.deleteFrom("search_term").where("term", "in", terms).execute();
  });

  it("continues where it was, in any process", async () => {
    server = await server.restart();
    await make(server, ada, { id: "later", template, properties: { one: 2 } });
    expect(await idsOf(server, ada, "query", { filter: "one>1" })).toBe("later");
    expect(await idsOf(server, ada, "query", { filter: "i=599" })).toBe("n599");
  });

  it("is identical to a rebuilt index after any changes of objects", async () => {
    await make(server, ada, { id: "much", template, properties: { a: [1, 2, 2], b: "x y", c: { d: null } } });
    const upTo = () => idsOf(server, ada, "search", { q: "much" });
    expect(await upTo()).toBe("much");
    for (const properties of [{ a: [2, 3], b: "y z" }, { a: null, c: { d: 1, e: "x" } }, { b: "Y, Z" }]) {
      await execute(server, ada, { set_attributes: { id: "much", properties } });
      expect(await upTo()).toBe("much");
    }
    await execute(server, ada, { redeem: { id: "much" } });
    expect(await upTo()).toBe("much");
    const before = await indexOf(server);
    expect(await reindex(server.parts.config)).toBeGreaterThan(MANY);
    expect(await indexOf(server)).toEqual(before);
  });

  it("follows in a thread, and starts another one if it dies", async () => {
    const said = vi.spyOn(Worker.prototype, "postMessage");
    /** The last thread that was asked to catch up with an organization. */
    const asked = () =>
      said.mock.contexts.findLast(
        (_, i) => typeof said.mock.calls[i]![0] === "object" && "org" in said.mock.calls[i]![0],
      ) as Worker;
    server = await server.restart({}, { indexing: { hasThread: true, pause: HOUR } });
    if (process.platform === "linux") expect(prioritiesOf("follower")).toEqual([Math.max(getPriority(), 10)]);
    await make(server, ada, { id: "threaded", template });
    expect(await idsOf(server, ada, "search", { q: "threaded" })).toBe("threaded");
    await asked().terminate();
    await make(server, ada, { id: "unfollowed", template });
    expect((await ask(server, ada, "search", { q: "unfollowed" })).body).toMatchObject({ items: [], is_behind: true });

    server = await server.restart({}, { indexing: { hasThread: true, pause: 20 } });
    expect(await idsOf(server, ada, "search", { q: "unfollowed" })).toBe("unfollowed");
    const following = asked();
    await following.terminate();
    await make(server, ada, { id: "survived", template });
    await expect.poll(() => idsOf(server, ada, "search", { q: "survived" })).toBe("survived");
    expect(asked()).not.toBe(following);
    const { body: metrics } = await call<string>(server, "GET", "/metrics");
    expect(metrics).toMatch(/^indexer_actions_total 2$/m);
    expect(metrics).toMatch(/^indexer_failures_total [1-9]\d*$/m);
    said.mockRestore();
    server = await server.restart();
  });

  it("stores each object once if several queries update it concurrently", async () => {
    await make(server, ada, { id: "twice", template });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(server, ada, "search", { q: "twice" })));
    for (const { body } of answers) expect(body).toMatchObject({ items: [{ id: "twice" }], is_behind: false });
  });

  it("knows what another process indexed between its look at the actions and its commit", async () => {
    server = await server.restart({}, { indexing: { pause: HOUR } });
    await ask(server, ada, "query");
    const { database } = server.parts;
    const { org } = await database.across.index.selectFrom("search_cursor").select("org").executeTakeFirstOrThrow();
    const reach = database.of(org);
    const { index } = reach;
    const tell = vi.fn<(news: News) => void>();
    const follower = await startFollower({ ...database, of: () => reach }, { pause: HOUR, tell });
    atEnd(() => follower.close());
    await expect.poll(() => tell.mock.lastCall).toEqual([{ type: "behind", entries: 0 }]);
    await make(server, ada, { id: "overtaken", template });
    const begun = vi.spyOn(index, "transaction").mockImplementationOnce(() => {
      const own = index.transaction();
      return { execute: (work: never) => followSome(database, org).then(() => own.execute(work)) } as typeof own;
    });
    expect(await follower.catchUp(org)).toMatchObject({ isBehind: false });
    expect(begun).toHaveBeenCalled();
  });

  it.runIf(engine === "PostgreSQL")("does not wait for a process that stops in the middle of an update", async () => {
    server = await server.restart();
    const { index } = server.parts.database.across;
    await make(server, ada, { id: "locked", template });
    await index.transaction().execute(async (standing) => {
      await standing.selectFrom("search_cursor").select("place").forUpdate().execute();
      await make(server, ada, { id: "unlocked", template });
      expect((await ask(server, ada, "search", { q: "unlocked" })).body).toMatchObject({ items: [], is_behind: true });
    });
    await expect.poll(() => idsOf(server, ada, "search", { q: "unlocked" })).toBe("unlocked");
    const { body: metrics } = await call<string>(server, "GET", "/metrics");
    expect(metrics).toMatch(/^indexer_failures_total 0$/m);
  });

  it("is rebuilt if it has followed another log", async () => {
    const { index } = server.parts.database.across;
    await index.updateTable("search_cursor").set({ action: "act_of_another_log" }).execute();
    await index.deleteFrom("search_term").execute();
    server = await server.restart();
    await expect.poll(() => idsOf(server, ada, "query", { filter: "i=599" })).toBe("n599");
    expect(server.logged.join("")).toContain("it is rebuilt");
  });
});

it("answers from its old state while it cannot be written, and catches up afterwards", async () => {
  const server = await startServer({}, { indexing: { pause: HOUR } });
  const ada = await owner(server, "ada@example.com");
  const template = await makeTemplate(server, ada, "ticket");
  await make(server, ada, { id: "one", template });
  const first = await ask(server, ada, "query");
  const { index } = server.parts.database.across;
  await sql`pragma query_only = on`.execute(index);
  await make(server, ada, { id: "two", template });
  const { body } = await ask(server, ada, "query");
  expect(body).toMatchObject({ items: [{ id: "one" }], is_behind: true, indexed_to: first.body.indexed_to });
  await sql`pragma query_only = off`.execute(index);
  expect(await idsOf(server, ada, "query")).toBe("two one");
});

it("continues with other organizations if one cannot be indexed", async () => {
  const server = await startServer({}, { indexing: { pause: HOUR } });
  const made: string[] = [];
  for (const email of ["ada@example.com", "eve@example.com"]) {
    const { org, ...client } = await founder(server, email);
    await make(server, client, { id: "one", template: await makeTemplate(server, client, "ticket") });
    made.push(org);
  }
  const [first, second] = made.toSorted();
  const { database } = server.parts;
  const of = (org: string) => {
    if (org === first) throw new Error("broken");
    return database.of(org);
  };
  const news: News[] = [];
  const follower = await startFollower({ ...database, of }, { pause: 1, tell: (said) => void news.push(said) });
  const followed = () => database.across.index.selectFrom("search_cursor").select("org").execute();
  await expect.poll(followed).toEqual([{ org: second }]);
  // The follower tries the failing organization again.
  const failures = () => news.filter(({ type }) => type === "failed").length;
  await expect.poll(failures).toBeGreaterThan(2);
  await follower.close();
});

it("rests after each work in proportion, and looks for other organizations while one is behind", async () => {
  const server = await startServer({}, { indexing: { pause: HOUR } });
  const { org, ...client } = await founder(server, "ada@example.com");
  const template = await makeTemplate(server, client, "ticket");
  for (const batch of ["a", "b"])
    await make(server, client, ...Array.from({ length: MANY }, (_, i) => ({ id: `${batch}${i}`, template })));
  const { database } = server.parts;
  const steps: (string | number)[] = [];
  const real = timers.setTimeout;
  const sleep = vi.spyOn(timers, "setTimeout");
  vi.useFakeTimers({ toFake: ["performance"] });
  atEnd(() => {
    vi.useRealTimers();
    sleep.mockRestore();
    syncBuiltinESMExports();
  });
  // A commit seems to take an hour. All rests but the pause are over at once. `expect.poll` moves the clock a little.
  const pause = 6 * HOUR;
  sleep.mockImplementation(async (ms = 0, value, options) => {
    if (ms >= HOUR) steps.push(Math.round(ms / HOUR));
    if (ms < HOUR || ms === pause) return real(ms, value, options);
    vi.advanceTimersByTime(ms);
    return value!;
  });
  syncBuiltinESMExports();
  const of = () => {
    steps.push("index");
    vi.advanceTimersByTime(HOUR);
    return database.of(org);
  };
  const tell = ({ type }: News) => void (type === "behind" && steps.push("look"));
  const follower = await startFollower({ ...database, of }, { pause, tell });
  await expect.poll(() => steps.at(-1)).toBe(6);
  await follower.close();
  expect(steps).toEqual(["look", "index", 3, "index", 3, "look", "index", 3, 6]);
});

it.runIf(isSlowSuite)("stops a thread that started while the index was closing", async () => {
  const server = await startServer();
  const made: Worker[] = [];
  const keep = (worker: Worker): void => void made.push(worker);
  process.on("worker", keep);
  atEnd(async () => {
    process.off("worker", keep);
    for (const worker of made) await worker.terminate();
  });
  const follower = await startFollowerThread({ place: server.parts.database.place, pause: 1 }, () => {});
  const began = once(process, "worker");
  await made[0]!.terminate();
  await began;
  await follower.close();
  // An ended thread has the id -1.
  expect(made.map(({ threadId }) => threadId)).toEqual([-1, -1]);
});

it("is rebuilt if its file is missing or damaged", async () => {
  let server = await startServer();
  const ada = await owner(server, "ada@example.com");
  await make(server, ada, { id: "one", template: await makeTemplate(server, ada, "ticket") });
  const file = join(server.parts.config.folder, "index.sqlite");
  expect(await idsOf(server, ada, "search", { q: "one" })).toBe("one");
  await server.close();
  expect(existsSync(file)).toBe(true);
  await writeFile(file, "no database");
  server = await server.restart();
  expect(await idsOf(server, ada, "search", { q: "one" })).toBe("one");
});
