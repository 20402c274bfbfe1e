import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { closing } from "../ends.ts";
import { queryDatabase, startPostgres } from "../postgres.ts";
import { random } from "../seed.ts";
import { isSlowSuite } from "../slow.ts";
import {
  checkLog,
  isAcknowledged,
  startWriter,
  withNotes,
  type WriterProcess,
  type WriterTask,
} from "./postgres-process.ts";

const server = closing(await startPostgres());

const writers: WriterProcess[] = [];
afterEach(async () => {
  for (const writer of writers) {
    writer.kill("SIGCONT");
    writer.kill("SIGKILL");
  }
  await Promise.all(writers.splice(0).map(({ ended }) => ended));
});

const FAILURES = new Set(["outcome_unknown", "store_failed"]);
const MANY = 1_000_000;
const start = (connectionString: string, name: string, task: Partial<WriterTask> = {}): WriterProcess => {
  const from = writers.length * MANY;
  const nonces = { from, to: from + MANY };
  const writer = startWriter({
    connectionString,
    name,
    leaseSeconds: 1,
    log: "a",
    nonces,
    inFlight: 4,
    holders: true,
    ...task,
  });
  writers.push(writer);
  return writer;
};
const newDatabase = async () => withNotes(await server.createDatabase());
const endAll = async () => {
  for (const writer of writers) writer.end();
  await Promise.all(writers.map(({ ended }) => ended));
};

describe("acknowledged entries are stored on one chain", () => {
  // This test comes first, since a server that starts after a crash syncs all files of all databases.
  it.runIf(isSlowSuite)("after two crashes of the server", async () => {
    const url = await newDatabase();
    const pair = [start(url, "http://a"), start(url, "http://b", { log: "b" })];
    for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
      await Promise.all(
        pair.map((writer) => writer.until(writer.lines.filter(isAcknowledged).length + 20, isAcknowledged)),
      );
      await sleep(random() * 20);
      await server.crash(signal);
      await server.start();
    }
    await Promise.all(
      pair.map((writer) => writer.until(writer.lines.filter(isAcknowledged).length + 20, isAcknowledged)),
    );
    await endAll();
    expect(writers.flatMap(({ lines }) => lines).some(({ code }) => FAILURES.has(code))).toBe(true);
    await checkLog(url, "a", [pair[0]!]);
    await checkLog(url, "b", [pair[1]!]);
  });

  it.runIf(isSlowSuite)("after writers were killed", async () => {
    const url = await newDatabase();
    for (let round = 0; round < 3; round++) {
      const writer = start(url, "http://always-the-same");
      await writer.until(5 + 20 * round, isAcknowledged);
      await sleep(random() * 20);
      writer.kill("SIGKILL");
      await writer.ended;
    }
    await checkLog(url, "a", writers);
  });

  it.runIf(isSlowSuite)("after connections were closed in the middle of commits", async () => {
    const url = await newDatabase();
    const writer = start(url, "http://one");
    await writer.until(5, isAcknowledged);
    for (let i = 0; i < 25; i++) {
      await sleep(random() * 30);
      await queryDatabase(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    }
    await writer.until(writer.lines.filter(isAcknowledged).length + 20, isAcknowledged);
    await endAll();
    const codes = new Set(writer.lines.map(({ code }) => code)).difference(
      new Set(["open", "appended", "retry", "not_holder"]),
    );
    expect(codes.size).toBeGreaterThan(0);
    expect(codes.difference(FAILURES)).toEqual(new Set());
    await checkLog(url, "a", writers);
  });
});

describe("two processes and one log", () => {
  it.runIf(isSlowSuite)("write one at a time; the other gets the leader's name until the leader closes", async () => {
    const url = await newDatabase();
    // However long the first process is delayed, its lease does not end.
    const first = start(url, "http://first", { leaseSeconds: 600 });
    await first.until(5, isAcknowledged);
    const second = start(url, "http://second", { leaseSeconds: 600 });
    await second.until(10, ({ code }) => code === "not_the_writer");
    await first.until(100, isAcknowledged);
    expect(second.lines.filter(isAcknowledged)).toEqual([]);
    expect(second.lines.find(({ code }) => code === "not_the_writer")).toMatchObject({ leader: "http://first" });
    first.end();
    await second.until(20, isAcknowledged);
    await endAll();
    await checkLog(url, "a", writers);
  });

  it("start no fork if a paused process resumes after its lease", async () => {
    const url = await newDatabase();
    const [first, second] = [start(url, "http://first"), start(url, "http://second")];
    await Promise.race([first, second].map((writer) => writer.until(20, isAcknowledged)));
    const [leader, other] = first.lines.some(isAcknowledged) ? [first, second] : [second, first];
    leader.kill("SIGSTOP");
    await other.until(30, isAcknowledged);
    const before = leader.lines.length;
    leader.kill("SIGCONT");
    await leader.until(1, (line) => line.code === "not_the_writer" && leader.lines.indexOf(line) >= before);
    await other.until(60, isAcknowledged);
    await endAll();
    await checkLog(url, "a", writers);
  });

  it("let exactly one of two actions with the same nonce win", async () => {
    const url = await newDatabase();
    const nonces = { from: 1, to: 60 };
    const rivals = ["one", "two"].map((name) =>
      start(url, name, { nonces, inFlight: 3, releases: true, holders: false }),
    );
    await Promise.all(rivals.map(({ ended }) => ended));
    const answers = rivals.map(({ lines }) => new Map(lines.map(({ nonce, code }) => [nonce, code])));
    for (let nonce = nonces.from; nonce < nonces.to; nonce++) {
      const codes = answers.map((codes) => codes.get(nonce));
      expect(codes.join(), `nonce ${nonce}`).toMatch(/^(?:appended,nonce_used|nonce_used,appended)$/);
    }
    await checkLog(url, "a", writers);
  });
});
