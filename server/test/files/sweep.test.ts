import { beforeAll, describe, expect, it } from "vitest";
import { forgetExpired } from "../../src/main/housekeeping.ts";
import { SWEEP_AGE, sweepFiles } from "../../src/files/sweep.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { signIn, startServer, type TestServer } from "../harness.ts";
import { bearer, founder, join, reasonOf, remove, type Person } from "../people.ts";
import { holdNext } from "../requests.ts";
import { download, kept, sha256, store } from "./files.ts";

describe.each(ENGINES)("stored bytes without an entry, over %s,", (engine) => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await founder(server, "ada@example.com");
  });

  const noted = () =>
    server.parts.database.across.accounts.selectFrom("noted_file").select(["digest", "state"]).execute();
  const digestOf = (text: string): string => sha256(Buffer.from(text)).slice(2);
  const isThere = async (text: string): Promise<boolean> => (await kept(server)).includes(digestOf(text));
  const pass = async (): Promise<void> => void (await forgetExpired(server.parts));
  /** Like a process that ends before it appends the entry. */
  const leave = async (text: string): Promise<void> => {
    const { storage, database, clock } = server.parts;
    const key = { org: ada.org, digest: digestOf(text) };
    await database.across.accounts
      .insertInto("noted_file")
      .values({ ...key, noted_at: clock(), state: "kept" })
      .execute();
    await storage.put(key, new Blob([text]));
  };

  it("are removed once no entry can refer to them, and no other bytes are", async () => {
    const { body } = await store(server, ada, "with an entry");
    await leave("without");
    const bob = await join(server, ada, `bob-${engine}@example.com`, "operator");
    const { reached, letGo } = holdNext(server);
    const refused = store(server, bob, "refused at last");
    await reached;
    expect((await remove(server, ada, bob)).status).toBe(200);
    letGo();
    expect(reasonOf(await refused)).toBe("403 not_permitted");
    server.clock.now += SWEEP_AGE - 1;
    await pass();
    expect([await isThere("without"), await isThere("refused at last")]).toEqual([true, true]);
    server.clock.now += 1;
    await pass();
    expect(await kept(server)).toEqual([body.digest.slice(2)]);
    expect(await noted()).toEqual([]);
    expect(await sweepFiles(server.parts, 10)).toBe(0);
    expect((await download(server, await anew(), body.id)).bytes.toString()).toBe("with an entry");
  });

  it("are kept while the log lacks entries, which may refer to them", async () => {
    await leave("of a lost entry");
    server.clock.now += SWEEP_AGE;
    const { anchorlog } = server.parts;
    const status = async () => {
      const lack = { what: "headers", by: "guard", from: 0, to: 1, forked: false } as const;
      return { ...(await anchorlog.status()), missing: [lack] };
    };
    await forgetExpired({ ...server.parts, anchorlog: { ...anchorlog, status } });
    expect(await isThere("of a lost entry")).toBe(true);
    await pass();
    expect(await isThere("of a lost entry")).toBe(false);
  });

  it("are kept if they are uploaded again; an upload during their removal waits for it", async () => {
    await leave("again");
    server.clock.now += SWEEP_AGE;
    const { storage } = server.parts;
    const [removing, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = async (key: Parameters<typeof storage.remove>[0]): Promise<void> => {
      removing.resolve();
      await gone.promise;
      await storage.remove(key);
    };
    const swept = sweepFiles({ ...server.parts, storage: { ...storage, remove: slow } }, 10);
    await removing.promise;
    const eve = await founder(server, `eve-${engine}@example.com`);
    // Another organization stores its own copy of the same bytes.
    expect((await store(server, eve, "again")).status).toBe(201);
    const client = await anew();
    const early = await store(server, client, "again");
    expect([reasonOf(early), early.headers.get("retry-after")]).toEqual(["503 being_removed", "1"]);
    gone.resolve();
    await swept;
    const { status, body } = await early.repeat();
    expect(status).toBe(201);
    expect((await download(server, client, (body as { id: string }).id)).bytes.toString()).toBe("again");
    // A file that is noted again before a pass reaches it is kept.
    await leave("in between");
    server.clock.now += SWEEP_AGE;
    const later = await anew();
    expect((await store(server, later, "in between")).status).toBe(201);
    await pass();
    expect(await isThere("in between")).toBe(true);
  });

  it("are removed by a later pass if one failed or was killed", async () => {
    await leave("failed");
    server.clock.now += SWEEP_AGE;
    const failing = { ...server.parts.storage, remove: () => Promise.reject(new Error("away")) };
    await expect(sweepFiles({ ...server.parts, storage: failing }, 10)).rejects.toThrow("away");
    expect(await isThere("failed")).toBe(true);
    await pass();
    expect(await isThere("failed")).toBe(true);
    server.clock.now += 600_000;
    await pass();
    expect(await isThere("failed")).toBe(false);
    expect((await noted()).map(({ digest }) => digest)).not.toContain(digestOf("failed"));
  });

  it("are removed by only one pass, even if it takes longer than a pass may", async () => {
    for (const name of ["takes long", "is next"]) await leave(name);
    server.clock.now += SWEEP_AGE;
    const { storage } = server.parts;
    const asked: string[] = [];
    const passing = (meanwhile: () => Promise<void>): Promise<number> => {
      const remove = async (key: Parameters<typeof storage.remove>[0]): Promise<void> => {
        asked.push(key.digest);
        await meanwhile();
        await storage.remove(key);
      };
      return sweepFiles({ ...server.parts, storage: { ...storage, remove } }, 10);
    };
    await passing(async () => {
      if (asked.length === 1) server.clock.now += 600_000;
      else await passing(async () => {});
    });
    expect(asked.toSorted()).toEqual(["takes long", "is next"].map(digestOf).toSorted());
    expect(await noted()).toEqual([]);
    // A file that was uploaded again after another process had deleted it is still noted.
    await leave("came again");
    server.clock.now += SWEEP_AGE;
    await passing(async () => {
      server.clock.now += 600_000;
      await pass();
      await leave("came again");
    });
    expect(await noted()).toEqual([{ digest: digestOf("came again"), state: "kept" }]);
    server.clock.now += SWEEP_AGE;
    await pass();
  });

  it("are removed even if others fail, until the storage counts as unavailable or the server ends", async () => {
    const names = Array.from({ length: 12 }, (_, i) => `many ${i}`);
    for (const name of names) await leave(name);
    server.clock.now += SWEEP_AGE;
    const { storage } = server.parts;
    const ending = new AbortController();
    const asked: string[] = [];
    const failing = (isFailing: (count: number) => boolean) => ({
      ...server.parts,
      storage: {
        ...storage,
        remove: async (key: Parameters<typeof storage.remove>[0]) => {
          asked.push(key.digest);
          if (isFailing(asked.length)) throw new Error(`away ${asked.length}`);
          await storage.remove(key);
        },
      },
    });
    const ended = failing(() => {
      ending.abort();
      return true;
    });
    expect(await sweepFiles(ended, 20, ending.signal)).toBe(12);
    expect(asked).toHaveLength(1);
    await expect(
      sweepFiles(
        failing(() => true),
        20,
      ),
    ).rejects.toThrow("away 2");
    expect(asked).toHaveLength(11);
    server.clock.now += 600_000;
    await expect(
      sweepFiles(
        failing((count) => count === 12),
        20,
      ),
    ).rejects.toThrow("away 12");
    const left = await Promise.all(names.map(isThere));
    expect(left.filter((is) => is)).toHaveLength(1);
    server.clock.now += 600_000;
    await pass();
    expect(await noted()).toEqual([]);
  });

  /** Signed in again: tokens last for a quarter of an hour. */
  async function anew(): Promise<Person> {
    return { ...ada, headers: bearer(await signIn(server, "ada@example.com")) };
  }
});
