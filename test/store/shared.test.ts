import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { AnchorlogError, openAnchorlog, type Anchorlog, type Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import { decodeEntry, type LogStore } from "anchorlog/log";
import { createPostgresGuard, openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore, type PostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { closing } from "../ends.ts";
import { keys, NOW, operator, signAction, types, wallets } from "../operator.ts";
import { queryDatabase, startPostgres } from "../postgres.ts";
import { draft } from "./drafts.ts";
import { isSlowSuite } from "../slow.ts";

let storeUrl: string;
let guardUrl: string;
let nonce = 0;
const logs = ["a.example", "b.example"];

const server = closing(await startPostgres());
beforeEach(async () => {
  storeUrl = await server.createDatabase();
  guardUrl = await server.createDatabase();
  await (await createPostgresGuard({ connectionString: guardUrl }, operator)).close();
});

/** A process of a platform, with its own store, guard and anchorlog. */
async function openProcess(
  leader: string,
  leaseSeconds = 600,
): Promise<{ anchorlog: Anchorlog; store: PostgresStore }> {
  const store = await openPostgresStore({ connectionString: storeUrl, leader, leaseSeconds });
  const guard = await openPostgresGuard({ connectionString: guardUrl }, operator);
  const publish = { tiles: store.tiles! };
  const options = { store, guard, operator, logs, types, keys, publish, clock: () => NOW };
  return { anchorlog: closing(await openAnchorlog(options)), store };
}
const submit = async (anchorlog: Anchorlog, log = "a.example") =>
  anchorlog.submit(await signAction(wallets[0]!, log, nonce++));

describe("several processes over one store", () => {
  test("each close, sign, publish and bundle after the work of the others", async () => {
    const [one, two] = [await openProcess("one"), await openProcess("two")];
    await submit(one.anchorlog);
    await one.anchorlog.closeBatches();
    expect(await one.anchorlog.publish()).toMatchObject({ size: 1 });
    // The other process has not read this before.
    expect((await two.anchorlog.bundle({ log: "a.example", index: 0 })).inclusion).toBeDefined();
    expect(await two.anchorlog.checkpoint()).toMatchObject({ size: 1 });
    await submit(two.anchorlog, "b.example");
    expect(await two.anchorlog.closeBatches()).toMatchObject([{ log: "b.example", position: 1 }]);
    expect(await two.anchorlog.publish()).toMatchObject({ size: 2 });
    await submit(one.anchorlog);
    expect(await one.anchorlog.closeBatches()).toMatchObject([{ log: "a.example", position: 2 }]);
    expect(await one.anchorlog.publish()).toMatchObject({ size: 3 });
    expect((await one.store.checkpoints()).map(({ size }) => size)).toEqual([1, 2, 3]);
  });

  test("close and sign concurrently without a contradiction or a gap", async () => {
    const [one, two] = [await openProcess("one"), await openProcess("two")];
    for (let round = 0; round < 5; round++) {
      await Promise.all([submit(one.anchorlog, "a.example"), submit(two.anchorlog, "b.example")]);
      await Promise.all([one.anchorlog.closeBatches(), two.anchorlog.closeBatches()]);
      await Promise.all([one.anchorlog.checkpoint(), two.anchorlog.checkpoint()]);
    }
    const heads = await Promise.all(logs.map((name) => one.anchorlog.bundle({ log: name, index: 4 })));
    expect(heads.map(({ inclusion }) => inclusion !== undefined)).toEqual([true, true]);
    expect((await one.store.batches()).length).toBe(10);
    expect(await two.anchorlog.missing()).toEqual([]);
  });

  test("have one published log, which a delayed process cannot set back", async () => {
    const [one, two] = [await openProcess("one"), await openProcess("two")];
    const put = ({ store }: typeof one, path: string, text: string, immutable = true) =>
      store.tiles!.put(path, Buffer.from(text), { immutable });
    const read = async (path: string) => Buffer.from((await two.store.tiles!.get(path, 100))!).toString();
    expect(await two.store.tiles!.get("tile/0/000", 100)).toBeUndefined();
    await put(one, "tile/0/000", "hashes");
    await put(two, "tile/0/000", "hashes");
    await expect(put(two, "tile/0/000", "others")).rejects.toMatchObject({ code: "tile_conflict" });
    expect(await read("tile/0/000")).toBe("hashes");
    await expect(two.store.tiles!.get("tile/0/000", 5)).rejects.toMatchObject({ code: "bad_tile" });
    for (const size of [9, 10]) await put(one, "checkpoint", `a log\n${size}\nroot\n`, false);
    await put(two, "checkpoint", "a log\n10\nroot\n\ncosigned\n", false);
    await expect(put(one, "checkpoint", "a log\n9\nroot\n", false)).rejects.toMatchObject({ code: "tile_conflict" });
    expect(await read("checkpoint")).toContain("cosigned");
  });

  test("can learn who writes a log without writing, and take it as soon as the writer releases it", async () => {
    const [one, two] = [await openProcess("one"), await openProcess("two")];
    const log = logId(operator, "a.example");
    const claim = async ({ store }: typeof one) => {
      const { isHeld, lease } = await store.claim!(log);
      return [isHeld, lease!.leader];
    };
    expect(await Promise.all([claim(one), claim(one)])).toEqual([
      [true, "one"],
      [true, "one"],
    ]);
    expect(await claim(two)).toEqual([false, "one"]);
    await submit(one.anchorlog);
    await one.store.giveUp!();
    const both = await Promise.all([claim(two), claim(one)]);
    expect(both.filter(([isHeld]) => isHeld)).toHaveLength(1);
    expect(new Set(both.map(([, leader]) => leader)).size).toBe(1);
  });

  test("ask once after taking a log whether they may continue it", async () => {
    const [one, two] = [await openProcess("one"), await openProcess("two")];
    const log = logId(operator, "a.example");
    const asked: Hex[] = [];
    let refusal: AnchorlogError | undefined;
    one.store.onTaken!(async (taken) => {
      asked.push(taken);
      if (refusal !== undefined) throw refusal;
    });
    // Claims the log before anything is written.
    await one.store.claim!(log);
    for (let index = 0; index < 2; index++)
      expect(await submit(one.anchorlog)).toMatchObject({ status: "accepted", index });
    expect(asked).toEqual([log]);

    await one.store.giveUp!();
    expect(await submit(two.anchorlog)).toMatchObject({ status: "accepted", index: 2 });
    await two.store.giveUp!();
    refusal = new AnchorlogError("read_only", "not yet");
    for (let i = 0; i < 2; i++) expect(await submit(one.anchorlog)).toMatchObject({ code: "read_only" });
    expect([asked.length, (await one.store.head(log)).size]).toEqual([3, 3]);
    refusal = undefined;
    expect(await submit(one.anchorlog)).toMatchObject({ status: "accepted", index: 3 });
    expect(asked.length).toBe(4);
  });

  test("ask again if entries were restored up to their own last one", async () => {
    const [one, two] = [await openProcess("one"), await openProcess("two")];
    const log = logId(operator, "a.example");
    let asked = 0;
    one.store.onTaken!(async () => void asked++);
    for (let index = 0; index < 2; index++) await submit(one.anchorlog);
    const [first, second] = await one.store.entries(log, 0, 2);
    // The tables as in a backup from before the log was last released or acquired.
    const tables = ["anchorlog_entries", "anchorlog_nonces"];
    for (const table of tables) await queryDatabase(storeUrl, `DELETE FROM ${table} WHERE idx = 1`);
    const { acceptedAt } = decodeEntry(first!.bytes);
    await queryDatabase(
      storeUrl,
      "UPDATE anchorlog_heads SET size = 1, hash = $1, accepted_at = $2, epoch = epoch - 1, lease_until = 0",
      [first!.hash, acceptedAt],
    );
    await two.store.restore(log, [second!]);
    await two.store.giveUp!();
    expect(await submit(one.anchorlog)).toMatchObject({ status: "accepted", index: 2 });
    expect(asked).toBe(2);
  });

  test("append nothing to another history, even if they took the log before they knew", async () => {
    const { store } = await openProcess("one");
    const log = logId(operator, "a.example");
    await store.append(log, { drafts: [draft(1)], now: NOW, maxDeadlineAhead: 86_400 });
    await store.giveUp!();
    await store.claim!(log);
    const floor = { size: 1, hash: new Uint8Array(32) };
    const appended = store.append(log, { drafts: [draft(2)], now: NOW, maxDeadlineAhead: 86_400, floor });
    await expect(appended).rejects.toMatchObject({ code: "store_behind" });
    expect((await store.head(log)).size).toBe(1);
  });

  test("take turns on one log as their leases end, and neither stops at the other's entries", async () => {
    const turns = [await openProcess("one", 1), await openProcess("two", 1)];
    for (let index = 0; index < 4; index++) {
      const { anchorlog } = turns[index % 2]!;
      const action = await signAction(wallets[0]!, "a.example", nonce++);
      const answers: string[] = [];
      await expect
        .poll(
          async () => {
            const answer = await anchorlog.submit(action);
            answers.push("code" in answer ? answer.code : answer.status);
            return answer;
          },
          { interval: 100 },
        )
        .toMatchObject({ log: "a.example", index });
      // It waits for the end of the other's lease, or of its own old one.
      expect(answers).not.toContain("read_only");
    }
    for (const { anchorlog } of turns) expect(await anchorlog.missing()).toEqual([]);
  });

  test("sign nothing as successors before they have reached the guard", async () => {
    const one = await openProcess("one");
    const first = await submit(one.anchorlog);
    expect(first).toMatchObject({ status: "accepted" });
    await one.anchorlog.closeBatches();
    // The guard's database is unavailable: it is on the same server here, so its connections are refused by name.
    await revoke(guardUrl, true);
    expect(await submit(one.anchorlog)).toMatchObject({ status: "indeterminate", code: "guard_failed" });
    await expect(one.anchorlog.checkpoint()).rejects.toMatchObject({ code: "guard_failed" });
    await expect(openPostgresGuard({ connectionString: guardUrl }, operator)).rejects.toMatchObject({
      code: "guard_failed",
    });
    await revoke(guardUrl, false);
    expect(await submit(one.anchorlog)).toMatchObject({ status: "accepted" });
    expect(await one.anchorlog.checkpoint()).toMatchObject({ size: 1 });
  });
});

/** Refuses all connections to a database, or allows them again. */
async function revoke(url: string, away: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = url.replace(`/${name}`, "/postgres");
  await queryDatabase(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${away ? "false" : "true"}`);
  if (away)
    await queryDatabase(admin, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
}

describe("a lost answer", () => {
  /** A store that loses the answers of one method, before or after the write. */
  const losing = (store: LogStore, method: "appendBatches" | "appendCheckpoint", written: boolean): LogStore => {
    let left = 2;
    const lose = async (write: () => Promise<void>): Promise<void> => {
      if (left-- <= 0) return write();
      if (written) await write();
      throw new AnchorlogError("outcome_unknown", "the answer was lost");
    };
    return method === "appendBatches"
      ? { ...store, appendBatches: (batches) => lose(() => store.appendBatches(batches)) }
      : { ...store, appendCheckpoint: (checkpoint) => lose(() => store.appendCheckpoint(checkpoint)) };
  };

  for (const method of ["appendBatches", "appendCheckpoint"] as const) {
    for (const written of [true, false]) {
      test(`to ${method} stops nothing, ${written ? "if it was written" : "if it was not"}`, async () => {
        const store = losing(await openSqliteStore(":memory:"), method, written);
        const anchorlog = closing(await openAnchorlog({ store, operator, logs, types, keys, clock: () => NOW }));
        for (let size = 1; size <= 4; size++) {
          await submit(anchorlog);
          expect(await anchorlog.closeBatches()).toHaveLength(1);
          await anchorlog.checkpoint().catch(() => {});
          expect(await anchorlog.checkpoint()).toMatchObject({ size });
          expect((await store.batches()).length).toBe(size);
        }
        expect((await anchorlog.bundle({ log: "a.example", index: 3 })).inclusion).toBeDefined();
      });
    }
  }

  test.runIf(isSlowSuite)(
    "to any call under load stops nothing: batches and checkpoints continue after each restart",
    async () => {
      const { anchorlog, store } = await openProcess("one");
      const stop = new AbortController();
      const repeat = async (work: () => Promise<unknown>): Promise<void> => {
        while (!stop.signal.aborted) await work().catch(() => sleep(20));
      };
      let accepted = 0;
      const loads = [
        ...Array.from({ length: 3 }, () =>
          repeat(async () => {
            if ((await submit(anchorlog)).status === "accepted") accepted++;
            else await sleep(20);
          }),
        ),
        repeat(() => anchorlog.closeBatches()),
        repeat(() => anchorlog.checkpoint()),
      ];
      const more = async (): Promise<void> => {
        const wanted = accepted + 10;
        await expect.poll(() => accepted).toBeGreaterThanOrEqual(wanted);
      };
      await more();
      for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
        await server.crash(signal);
        await server.start();
        await more();
      }
      stop.abort();
      await Promise.all(loads);
      // This process needed no restart: the same anchorlog closes and signs everything.
      await anchorlog.closeBatches();
      const { size } = await anchorlog.checkpoint();
      expect(size).toBe((await store.batches()).length);
      const { size: entries } = await store.head(logId(operator, "a.example"));
      expect((await anchorlog.bundle({ log: "a.example", index: entries - 1 })).inclusion).toBeDefined();
      expect(await anchorlog.missing()).toEqual([]);
    },
  );
});
