import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createPostgresGuard } from "anchorlog/store/guard";
import { closing } from "../ends.ts";
import { operator } from "../operator.ts";
import { sharePostgres, type SharedServer } from "../sharedPostgres.ts";
import { addLog, checkPlatform, startPlatform, untilMore, untilOneLeads, type PlatformProcess } from "./platform.ts";
import { isSlowSuite } from "../slow.ts";

let server: SharedServer;
beforeAll(async () => void (server = closing(await sharePostgres())));

const processes: PlatformProcess[] = [];
afterEach(async () => {
  for (const one of processes) for (const signal of ["SIGCONT", "SIGKILL"] as const) one.kill(signal);
  await Promise.all(processes.splice(0).map(({ ended }) => ended));
});

describe("three processes under load", () => {
  test.runIf(isSlowSuite)(
    "one leads; another takes over if it is killed or paused; nothing is lost, forked or shed",
    async () => {
      const urls = { storeUrl: await server.createDatabase(), guardUrl: await server.createDatabase() };
      await (await createPostgresGuard({ connectionString: urls.guardUrl }, operator)).close();
      const start = (name: string) => {
        const nonces = processes.length * 1_000_000;
        const batches = { maxAge: 300, maxEntries: 500 };
        processes.push(startPlatform({ ...urls, name, inFlight: 2, batches, nonces }));
        return processes.at(-1)!;
      };
      const [one, two, three] = ["one", "two", "three"].map((name) => start(name)) as [
        PlatformProcess,
        PlatformProcess,
        PlatformProcess,
      ];
      await untilOneLeads([one, two, three]);
      // The processes were opened without logs.
      await addLog("shared.example", one, [one, two, three]);
      for (const [by, user] of [
        [one, two],
        [two, three],
        [three, one],
      ] as const) {
        await addLog(`${user.name}.example`, by, [user]);
      }
      await untilMore([one, two, three], 10);

      const [first] = await untilOneLeads([one, two, three]);
      first.kill("SIGKILL");
      const others = [one, two, three].filter((each) => each !== first);
      const [second, afterKill] = await untilOneLeads(others);
      await untilMore(others, 10);

      second.kill("SIGSTOP");
      const third = others.find((each) => each !== second)!;
      const [, afterPause] = await untilOneLeads([third]);
      second.kill("SIGCONT");
      // It notices the lease's end by its own clock, and follows.
      await expect.poll(() => second.leads()).toBe(false);
      await untilMore(others, 10);
      await untilOneLeads(others);

      for (const process of others) process.tell({ what: "rest" });
      const { entries, batches } = await checkPlatform(processes, urls);
      const seconds = [afterKill, afterPause].map((ms) => `${(ms / 1000).toFixed(1)} s`);
      console.log(`taken over ${seconds[0]} after a kill, ${seconds[1]} after a pause began; ${entries} entries`);
      expect(batches).toBeGreaterThan(2);
    },
  );
});
