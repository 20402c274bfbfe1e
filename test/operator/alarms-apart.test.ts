import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openAnchorlog, type Anchorlog } from "anchorlog";
import type { DigestSigner } from "anchorlog/action";
import { archiveFolder, findMissingSegments } from "anchorlog/log/archive";
import { createPostgresGuard, openPostgresGuard } from "anchorlog/log/guard";
import { openPostgresStore } from "anchorlog/log/postgres";
import { openSqliteStore } from "anchorlog/log/sqlite";
import { ALARMS } from "../../scripts/generate/alarms.ts";
import { concernsOf } from "../../src/operator/concerns.ts";
import { formatMetrics } from "../../src/operator/metrics.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { startPostgres, type TestServer } from "../postgres.ts";
import { holds, parseMetrics, type Scrape } from "./promql.ts";

// Alarms of operators that need no chain: of one under load, and of several processes.
let server: TestServer | undefined;
const folders: string[] = [];
const opened: Anchorlog[] = [];
afterAll(async () => {
  for (const anchorlog of opened) await anchorlog.close();
  await server?.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const firing = (scrapes: readonly Scrape[]): string[] =>
  ALARMS.filter(({ expr }) => holds(expr, scrapes)).map(({ name }) => name.replace("Anchorlog", ""));
const scrape = async (anchorlog: Anchorlog): Promise<Scrape> => ({
  at: 0,
  text: formatMetrics(await anchorlog.status()),
});

it("an alarm is raised where as many actions wait as may, and is over once they are answered", async () => {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-alarms-"));
  folders.push(folder);
  let open = (): void => {};
  let gate = Promise.resolve();
  // A slow signer: what makes actions wait.
  const receiptKey: DigestSigner = {
    address: keys.receiptKey.address,
    sign: async (parameters) => {
      await gate;
      return keys.receiptKey.sign(parameters);
    },
  };
  const anchorlog: Anchorlog = await openAnchorlog({
    store: await openSqliteStore(join(folder, "store.sqlite")),
    operator,
    logs: ["a.example"],
    types,
    keys: { ...keys, receiptKey },
    clock: () => NOW,
    maxInFlight: 2,
  });
  opened.push(anchorlog);
  expect(firing([await scrape(anchorlog)])).toEqual([]);
  gate = new Promise((resolve) => (open = resolve));
  const actions = await Promise.all([0, 1, 2].map((nonce) => signAction(wallets[nonce]!, "a.example", nonce)));
  const waiting = actions.slice(0, 2).map((action) => anchorlog.submit(action));
  await expect.poll(async () => firing([await scrape(anchorlog)]), { timeout: 30_000 }).toEqual(["QueueFull"]);
  expect(await anchorlog.submit(actions[2]!)).toMatchObject({ code: "overloaded" });
  const shed = parseMetrics((await scrape(anchorlog)).text).find(({ name }) => name === "anchorlog_shed_total");
  expect(shed?.value).toBe(1);
  open();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(["accepted", "accepted"]);
  await expect.poll(async () => firing([await scrape(anchorlog)]), { timeout: 30_000 }).toEqual([]);
});

it("an alarm is raised where none of the processes that answer leads, and is over once one does", async () => {
  server = await startPostgres();
  const [connectionString, guardUrl] = [await server.createDatabase(), await server.createDatabase()];
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
  const start = async (leader: string): Promise<Anchorlog> => {
    const anchorlog = await openAnchorlog({
      store: await openPostgresStore({ connectionString, leader, leaseSeconds: 1 }),
      guard: await openPostgresGuard({ connectionString: guardUrl }, operator),
      operator,
      logs: ["a.example"],
      types,
      keys,
      clock: () => NOW,
    });
    return anchorlog;
  };
  const unseen = await start("unseen");
  await expect.poll(async () => (await unseen.status()).lease.held, { timeout: 30_000 }).toBe(true);
  const seen = await start("seen");
  opened.push(seen);
  expect(firing([await scrape(seen)])).toEqual(["NobodyLeads"]);
  expect(firing([await scrape(unseen)])).toEqual([]);
  await unseen.close();
  await expect.poll(async () => firing([await scrape(seen)]), { timeout: 30_000 }).toEqual([]);
});

it("an archive whose folder is gone at the start is told of at once, and is not made anew", async () => {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-alarms-"));
  folders.push(folder);
  const disk = join(folder, "disk");
  await mkdir(disk);
  const errors: { code?: string; message: string }[] = [];
  const open = async (after: number) => {
    const store = await openSqliteStore(join(folder, "store.sqlite"), {
      archive: archiveFolder(join(disk, "archive")),
    });
    const anchorlog = await openAnchorlog({
      store,
      operator,
      types,
      keys,
      logs: ["a.example"],
      clock: () => NOW,
      archive: { after },
      onError: (error) => void errors.push(error as Error),
    });
    opened.push(anchorlog);
    return { anchorlog, store };
  };
  const act = async ({ anchorlog }: Awaited<ReturnType<typeof open>>, nonce: number) => {
    expect(await anchorlog.submitMany([await signAction(wallets[0]!, "a.example", nonce)])).toMatchObject([
      { status: "accepted" },
    ]);
    await anchorlog.closeBatches();
    await anchorlog.checkpoint();
  };
  const first = await open(0);
  await act(first, 1);
  await expect.poll(() => first.store.archived(), { timeout: 60_000 }).toMatchObject({ to: 1, undropped: [] });
  const { name } = (await first.store.segments())[0]!;
  await opened.pop()!.close();
  expect(errors).toEqual([]);

  await rename(disk, `${disk}-unmounted`);
  await mkdir(disk);
  // Nothing is due for long: what is told comes of opening alone.
  const second = await open(86_400);
  const status = await second.anchorlog.status();
  expect(status.archiveMissing).toMatchObject([{ name, code: "archive_unavailable" }]);
  expect(concernsOf(status)).toMatchObject([{ code: "archive_missing" }]);
  expect(firing([await scrape(second.anchorlog)])).toContain("ArchiveMissing");
  expect(errors).toMatchObject([{ code: "archive_unavailable" }]);
  expect(errors[0]!.message).toMatch(/its folder \S+archive is not there: mount its disk/);
  await opened.pop()!.close();

  const third = await open(0);
  await act(third, 2);
  await expect
    .poll(() => third.anchorlog.status().then(({ failures }) => failures.archive), { timeout: 60_000 })
    .toBeGreaterThan(2);
  expect(await readdir(disk)).toEqual([]);
  expect(await third.store.archived()).toMatchObject({ to: 1 });
  await rm(disk, { recursive: true });
  await rename(`${disk}-unmounted`, disk);
  await expect.poll(() => third.store.archived(), { timeout: 60_000 }).toMatchObject({ to: 2 });
  await expect.poll(() => third.anchorlog.status(), { timeout: 60_000 }).toMatchObject({ archiveMissing: [] });
});

it("an alarm is raised where a file of the archive is gone, and is over once it is back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-alarms-"));
  folders.push(folder);
  const path = (name: string) => join(folder, "archive", name);
  const store = await openSqliteStore(join(folder, "store.sqlite"), {
    archive: archiveFolder(join(folder, "archive")),
  });
  const errors: unknown[] = [];
  const anchorlog = await openAnchorlog({
    store,
    operator,
    types,
    keys,
    logs: ["a.example"],
    clock: () => NOW,
    archive: { after: 0 },
    onError: (error) => errors.push(error),
  });
  opened.push(anchorlog);
  await anchorlog.submitMany([await signAction(wallets[0]!, "a.example", 1)]);
  await anchorlog.closeBatches();
  await anchorlog.checkpoint();
  await expect.poll(() => anchorlog.status(), { timeout: 60_000 }).toMatchObject({ archived: 1, archiveMissing: [] });
  const firingNow = async () => firing([await scrape(anchorlog)]);
  expect(await firingNow()).not.toContain("ArchiveMissing");
  const name = (await store.segments())[0]!.name;
  await rename(path(name), path("elsewhere"));
  await expect.poll(firingNow, { timeout: 60_000 }).toContain("ArchiveMissing");
  expect(errors).toMatchObject([{ code: "archive_unavailable", details: { name } }]);
  expect(await anchorlog.status()).toMatchObject({
    archiveMissing: [{ name, from: 0, to: 1, code: "archive_unavailable" }],
  });
  expect(await findMissingSegments(store)).toHaveLength(1);
  await writeFile(path(name), (await readFile(path("elsewhere"))).reverse());
  expect(await findMissingSegments(store)).toEqual([]);
  expect(await findMissingSegments(store, { whole: true })).toMatchObject([{ name, code: "archive_damaged" }]);
  await rename(path("elsewhere"), path(name));
  await expect.poll(firingNow, { timeout: 60_000 }).not.toContain("ArchiveMissing");
});
