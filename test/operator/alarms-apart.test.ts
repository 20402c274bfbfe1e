import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openAnchorlog, type Anchorlog } from "anchorlog";
import type { DigestSigner } from "anchorlog/action";
import { archiveFolder, findMissingSegments } from "anchorlog/store/archive";
import { createPostgresGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { concernsOf } from "../../src/operator/observe/concerns.ts";
import { formatMetrics } from "../../src/operator/observe/metrics.ts";
import { assertJson } from "../cli/schemas.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, settings, signAction, wallets } from "../operator.ts";
import { queryDatabase } from "../postgres.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { firing, valueOf } from "./firing.ts";
import type { Scrape } from "./promql.ts";
import { until } from "../until.ts";
import { isSlowSuite } from "../slow.ts";

// Alarms of operators that need no chain: one operator under load, and several processes.
const scrape = async (anchorlog: Anchorlog, at = 0): Promise<Scrape> => ({
  at,
  text: formatMetrics(await anchorlog.status()),
});
const codesOf = async (anchorlog: Anchorlog): Promise<string[]> =>
  concernsOf(await anchorlog.status()).map(({ code }) => code);

it("alarms fire while the maximum of actions is in flight, and while no receipt can be signed", async () => {
  const folder = newFolder();
  let open = (): void => {};
  let gate = Promise.resolve();
  let isAway = false;
  const errors: unknown[] = [];
  // A slow signer, so that actions must wait.
  const receiptKey: DigestSigner = {
    address: keys.receiptKey.address,
    sign: async (parameters) => {
      await gate;
      if (isAway) throw new Error("the signer is away");
      return keys.receiptKey.sign(parameters);
    },
  };
  const anchorlog: Anchorlog = await openAnchorlog({
    ...settings,
    store: await openSqliteStore(join(folder, "store.sqlite")),
    keys: { ...keys, receiptKey },
    clock: () => NOW,
    maxInFlight: 2,
    onError: (error) => errors.push(error),
  });
  closing(anchorlog);
  expect(firing([await scrape(anchorlog)])).toEqual([]);
  gate = new Promise((resolve) => (open = resolve));
  const actions = await Promise.all([0, 1, 2].map((nonce) => signAction(wallets[nonce]!, "a.example", nonce)));
  const waiting = actions.slice(0, 2).map((action) => anchorlog.submit(action));
  await expect.poll(async () => firing([await scrape(anchorlog)])).toEqual(["QueueFull"]);
  expect(await anchorlog.submit(actions[2]!)).toMatchObject({ code: "overloaded" });
  const full = await scrape(anchorlog);
  expect(valueOf(full, "anchorlog_shed_total")).toBe(1);
  expect(valueOf(full, "anchorlog_actions_total", { answer: "overloaded" })).toBe(1);
  open();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(["accepted", "accepted"]);
  await expect.poll(async () => firing([await scrape(anchorlog)])).toEqual([]);

  const before = await scrape(anchorlog);
  isAway = true;
  for (const action of [actions[2]!, await signAction(wallets[0]!, "a.example", 7)])
    expect(await anchorlog.submit(action)).toMatchObject({ code: "receipt_unavailable" });
  const away = await scrape(anchorlog, 60);
  expect(firing([before, away])).toEqual(["NoReceipts"]);
  expect(valueOf(away, "anchorlog_failures_total", { kind: "receipt" })).toBe(2);
  // The first failure of a series is reported, with its reason.
  expect(errors).toMatchObject([{ code: "signer_failed" }]);
  await assertJson("commands-1.json#/$defs/operatorStatus", await anchorlog.status());
  const { trouble } = await anchorlog.status();
  expect(trouble).toMatchObject({ code: "receipt_unavailable", at: NOW });
  await until(async () => expect(await codesOf(anchorlog)).toEqual(["no_receipts"]));
  isAway = false;
  expect(await anchorlog.submit(actions[2]!)).toMatchObject({ status: "retry" });
  await until(async () => expect(await codesOf(anchorlog)).toEqual([]));
  expect(firing([await scrape(anchorlog, 300)])).toEqual([]);
});

it("alarms fire if no process leads, for each operator apart, and if the guard is unreachable", async () => {
  const server = closing(await sharePostgres());
  const [connectionString, guardUrl] = [await server.createDatabase(), await server.createDatabase()];
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
  const start = async (leader: string): Promise<Anchorlog> => {
    const anchorlog = await openAnchorlog({
      ...settings,
      store: await openPostgresStore({ connectionString, leader, leaseSeconds: 600 }),
      guard: await openPostgresGuard({ connectionString: guardUrl }, operator),
      clock: () => NOW,
    });
    return anchorlog;
  };
  const unseen = await start("unseen");
  await expect.poll(async () => (await unseen.status()).lease.held).toBe(true);
  const seen = await start("seen");
  closing(seen);
  const led = { ...(await scrape(unseen)), job: "led", instance: "c" };
  expect(firing([await scrape(seen)])).toEqual(["NobodyLeads"]);
  expect(firing([led])).toEqual([]);
  // One operator's failure does not hide another's.
  expect(firing([await scrape(seen), led])).toEqual(["NobodyLeads"]);
  expect(firing([await scrape(seen), { ...led, job: "anchorlog" }])).toEqual([]);
  expect(firing([await scrape(seen), { ...led, at: 600 }])).toEqual(["Absent"]);
  await unseen.close();
  await expect.poll(async () => firing([await scrape(seen)])).toEqual([]);

  const before = await scrape(seen);
  expect(valueOf(before, "anchorlog_guard_up")).toBe(1);
  const guard = new URL(guardUrl).pathname.slice(1);
  await queryDatabase(server.url("postgres"), `ALTER DATABASE "${guard}" ALLOW_CONNECTIONS false`);
  await queryDatabase(
    server.url("postgres"),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${guard}'`,
  );
  expect(await seen.submit(await signAction(wallets[0]!, "a.example", 1))).toMatchObject({ code: "guard_failed" });
  await expect.poll(async () => firing([before, await scrape(seen, 60)])).toEqual(["ActionsFailing", "GuardUnread"]);
  await until(async () => expect(await codesOf(seen)).toEqual(["guard_unread", "actions_failing"]));
  expect((await seen.status()).failures).toMatchObject({ append: 1 });
});

it.runIf(isSlowSuite)("an archive folder that is missing at the start is reported, and not created again", async () => {
  const folder = newFolder();
  const disk = join(folder, "disk");
  await mkdir(disk);
  const errors: { code?: string; message: string }[] = [];
  const open = async (after: number) => {
    const store = await openSqliteStore(join(folder, "store.sqlite"), {
      archive: archiveFolder(join(disk, "archive")),
    });
    const anchorlog = await openAnchorlog({
      ...settings,
      store,
      clock: () => NOW,
      archive: { after },
      onError: (error) => void errors.push(error as Error),
    });
    closing(anchorlog);
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
  await expect.poll(() => first.store.archived()).toMatchObject({ to: 1, undropped: [] });
  const { name } = (await first.store.segments())[0]!;
  await first.anchorlog.close();
  expect(errors).toEqual([]);

  await rename(disk, `${disk}-unmounted`);
  await mkdir(disk);
  // Nothing is due for a long time, so the reports come from opening alone.
  const second = await open(86_400);
  const status = await second.anchorlog.status();
  expect(status.archiveMissing).toMatchObject([{ name, code: "archive_unavailable" }]);
  expect(concernsOf(status)).toMatchObject([{ code: "archive_missing" }]);
  expect(firing([await scrape(second.anchorlog)])).toContain("ArchiveMissing");
  expect(errors).toMatchObject([{ code: "archive_unavailable" }]);
  expect(errors[0]!.message).toMatch(/its folder \S+archive does not exist: mount its disk/);
  await second.anchorlog.close();

  const third = await open(0);
  await act(third, 2);
  await expect.poll(() => third.anchorlog.status().then(({ failures }) => failures.archive)).toBeGreaterThan(2);
  expect(await readdir(disk)).toEqual([]);
  expect(await third.store.archived()).toMatchObject({ to: 1 });
  await rm(disk, { recursive: true });
  await rename(`${disk}-unmounted`, disk);
  await expect.poll(() => third.store.archived()).toMatchObject({ to: 2 });
  await expect.poll(() => third.anchorlog.status()).toMatchObject({ archiveMissing: [] });
});

it("an alarm fires while a file of the archive is missing, and stops once the file is back", async () => {
  const folder = newFolder();
  const path = (name: string) => join(folder, "archive", name);
  const store = await openSqliteStore(join(folder, "store.sqlite"), {
    archive: archiveFolder(join(folder, "archive")),
  });
  const errors: unknown[] = [];
  const anchorlog = await openAnchorlog({
    ...settings,
    store,
    clock: () => NOW,
    archive: { after: 0 },
    onError: (error) => errors.push(error),
  });
  closing(anchorlog);
  await anchorlog.submitMany([await signAction(wallets[0]!, "a.example", 1)]);
  await anchorlog.closeBatches();
  await anchorlog.checkpoint();
  await expect.poll(() => anchorlog.status()).toMatchObject({ archived: 1, archiveMissing: [] });
  const firingNow = async () => firing([await scrape(anchorlog)]);
  expect(await firingNow()).not.toContain("ArchiveMissing");
  const name = (await store.segments())[0]!.name;
  await rename(path(name), path("elsewhere"));
  await expect.poll(firingNow).toContain("ArchiveMissing");
  expect(errors).toMatchObject([{ code: "archive_unavailable", details: { name } }]);
  expect(await anchorlog.status()).toMatchObject({
    archiveMissing: [{ name, from: 0, to: 1, code: "archive_unavailable" }],
  });
  expect(await findMissingSegments(store)).toHaveLength(1);
  await writeFile(path(name), (await readFile(path("elsewhere"))).reverse());
  expect(await findMissingSegments(store)).toEqual([]);
  expect(await findMissingSegments(store, { whole: true })).toMatchObject([{ name, code: "archive_damaged" }]);
  await rename(path("elsewhere"), path(name));
  await expect.poll(firingNow).not.toContain("ArchiveMissing");
});
