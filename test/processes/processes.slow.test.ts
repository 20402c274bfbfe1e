import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { createPostgresGuard } from "anchorlog/store/guard";
import { closing } from "../ends.ts";
import { startPostgres } from "../postgres.ts";
import { random } from "../seed.ts";
import { startChain } from "./chain.ts";
import {
  addLog,
  checkPlatform,
  openWire,
  startPlatform,
  untilMore,
  untilOneLeads,
  type PlatformProcess,
  type Wire,
} from "./platform.ts";
import { operatorOf } from "./registered.ts";

const ROUNDS = 15;

/** Seconds. The leader anchors; a process that did not see the anchor would shed after a quarter of this time. */
const DELAY = 120;

const server = closing(await startPostgres());
const chain = await startChain(DELAY);

type Member = { readonly process: PlatformProcess; readonly wire: Wire };
const all: Member[] = [];
afterEach(async () => {
  for (const { process } of all) for (const signal of ["SIGCONT", "SIGKILL"] as const) process.kill(signal);
  await Promise.all(all.map(({ process }) => process.ended));
  await Promise.all(all.splice(0).map(({ wire }) => wire.close()));
});

test("whatever happens to leaders, all promises are batched and anchored; nothing is forked or shed", async () => {
  const urls = { storeUrl: await server.createDatabase(), guardUrl: await server.createDatabase(), chain };
  await (await createPostgresGuard({ connectionString: urls.guardUrl }, operatorOf(chain))).close();
  const shared = ["a.example", "b.example"];
  const start = async (): Promise<Member> => {
    const wire = await openWire(urls.storeUrl);
    const name = `process-${all.length}`;
    const nonces = all.length * 1_000_000;
    const batches = { maxAge: 200, maxEntries: 500 };
    const task = { storeUrl: wire.url, guardUrl: urls.guardUrl, chain, name, inFlight: 3, batches, nonces };
    const member = { process: startPlatform(task), wire };
    all.push(member);
    return member;
  };
  const alive = await Promise.all(Array.from({ length: 3 }, start));
  const processes = () => alive.map(({ process }) => process);
  await untilOneLeads(processes());
  for (const log of shared) await addLog(log, alive[0]!.process, processes());
  // A process that writes a log without a pause keeps it, so each also has a log that the others do not write.
  for (const { process } of alive) await addLog(`${process.name}.example`, alive[0]!.process, [process]);

  const takeovers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await untilMore(processes(), 5);
    const [leader] = await untilOneLeads(processes());
    const member = alive.find(({ process }) => process === leader)!;
    const others = processes().filter((process) => process !== leader);
    const fault = ["kill", "pause", "cut"][round % 3]!;
    if (fault === "kill") leader.kill("SIGKILL");
    if (fault === "pause") leader.kill("SIGSTOP");
    if (fault === "cut") member.wire.cut();
    const [, milliseconds] = await untilOneLeads(others);
    takeovers.push(milliseconds);
    await untilMore(others, 5);
    await sleep(random() * 2_000);
    if (fault === "pause") leader.kill("SIGCONT");
    if (fault === "cut") member.wire.mend();
    if (fault === "kill") {
      const successor = await start();
      alive.splice(alive.indexOf(member), 1, successor);
      await addLog(`${successor.process.name}.example`, others[0]!, [successor.process]);
      for (const log of shared) successor.process.tell({ what: "use", log });
    } else {
      await expect.poll(() => leader.leads()).toBe(false);
    }
  }
  await untilMore(processes(), 5);
  for (const process of processes()) process.tell({ what: "rest" });
  const { entries, batches, sheds } = await checkPlatform(
    all.map(({ process }) => process),
    urls,
  );
  const longest = Math.max(...takeovers) / 1000;
  const mean = takeovers.reduce((sum, each) => sum + each, 0) / takeovers.length / 1000;
  console.log(
    `${ROUNDS} leaders lost; taken over in ${mean.toFixed(1)} s, at most ${longest.toFixed(1)} s (lease: 1 s); ` +
      `${entries} entries in ${batches} batches, all anchored; ${sheds} actions were turned away`,
  );
});
