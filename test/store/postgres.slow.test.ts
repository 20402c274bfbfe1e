import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { closing } from "../ends.ts";
import { queryDatabase, startPostgres } from "../postgres.ts";
import { random } from "../seed.ts";
import { checkLog, isAcknowledged, startWriter, withNotes, type WriterProcess } from "./postgres-process.ts";

const server = closing(await startPostgres());

const ROUNDS = Number(process.env["FAULTS"] ?? 60);
const WRITERS = 3;
const NONCES = 100_000;
const END =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

it(`loses nothing and forks no log in ${ROUNDS} rounds of kills, pauses, crashes and broken connections`, async () => {
  const url = await withNotes(await server.createDatabase());
  const all: WriterProcess[] = [];
  const start = (place: number): WriterProcess => {
    const from = all.length * NONCES;
    const task = {
      connectionString: url,
      name: `http://${place}`,
      leaseSeconds: 0.5,
      log: "a",
      inFlight: 8,
      holders: true,
    };
    // Some processes remember almost nothing, others remember everything.
    const rememberedObjects = all.length % 2 === 0 ? undefined : 1;
    const writer = startWriter({ ...task, rememberedObjects, nonces: { from, to: from + NONCES } });
    all.push(writer);
    return writer;
  };
  const running = Array.from({ length: WRITERS }, (_, place) => start(place));
  const acknowledged = () => all.flatMap(({ lines }) => lines).filter(isAcknowledged).length;
  const faults = [
    async (place: number) => {
      running[place]!.kill("SIGKILL");
      await running[place]!.ended;
      running[place] = start(place);
    },
    async (place: number) => {
      running[place]!.kill("SIGSTOP");
      await sleep(random() * 1500);
      running[place]!.kill("SIGCONT");
    },
    async () => {
      await server.crash(random() < 0.5 ? "SIGQUIT" : "SIGKILL");
      await server.start();
    },
    async () => void (await queryDatabase(url, END)),
  ];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledged();
      while (acknowledged() < before + 30) await sleep(10);
      await sleep(random() * 50);
      // Mostly the current writer, so that the fault meets a commit.
      const writing = running.findIndex(({ lines }) => lines.at(-1)?.code === "appended");
      await faults[round % faults.length]!(writing === -1 ? 0 : writing);
    }
    for (const writer of running) writer.end();
    await Promise.all(running.map(({ ended }) => ended));
    await checkLog(url, "a", all);
    const codes = new Set(all.flatMap(({ lines }) => lines.map(({ code }) => code)));
    const sure = ["open", "appended", "not_holder", "not_the_writer", "outcome_unknown", "store_failed"];
    expect([...codes]).toEqual(expect.arrayContaining(sure));
    // If a commit's answer was lost, sending it again is a retry. Whether a fault causes that is random.
    expect([...sure, "retry"]).toEqual(expect.arrayContaining([...codes]));
  } finally {
    for (const writer of running) {
      writer.kill("SIGCONT");
      writer.kill("SIGKILL");
    }
  }
});
