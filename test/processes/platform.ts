/** Processes of a platform over one PostgreSQL store, each a child of the test. */
import { spawn } from "node:child_process";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { openAnchorlog, toHex, type BatchPolicy } from "anchorlog";
import { logId } from "anchorlog/action";
import { decodeHeader } from "anchorlog/batch";
import { openPostgresGuard } from "anchorlog/log/guard";
import { openPostgresStore } from "anchorlog/log/postgres";
import { keys, operator, types } from "../operator.ts";

export type PlatformTask = {
  readonly storeUrl: string;
  readonly guardUrl: string;
  readonly holder: string;
  readonly inFlight: number;
  readonly batches: BatchPolicy;
  /** The first of its nonces. */
  readonly nonces: number;
};

/** What a process is told. */
export type Command = { readonly what: "add" | "use"; readonly log: string } | { readonly what: "rest" };

/** What a process says. */
export type Line =
  | { readonly what: "open" }
  | { readonly what: "added"; readonly log: string }
  | { readonly what: "promised"; readonly log: string; readonly index: number; readonly entry: string }
  | { readonly what: "answer"; readonly code: string; readonly log: string }
  | { readonly what: "lead"; readonly held: boolean }
  | { readonly what: "error"; readonly code: string };

export type PlatformProcess = {
  readonly holder: string;
  readonly lines: readonly Line[];
  /** Whether it says that it leads. */
  leads(): boolean;
  promises(): number;
  tell(command: Command): void;
  kill(signal: NodeJS.Signals): void;
  /** Has it finish and close. */
  end(): Promise<void>;
  readonly ended: Promise<void>;
};

const PROGRAM = fileURLToPath(new URL("./platform-program.ts", import.meta.url));
const TSX = fileURLToPath(import.meta.resolve("tsx"));

export function startPlatform(task: PlatformTask): PlatformProcess {
  const child = spawn(process.execPath, ["--import", TSX, PROGRAM, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  const lines: Line[] = [];
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => {
    // What was being written as it was killed is not whole.
    if (line.endsWith("}")) lines.push(JSON.parse(line) as Line);
  });
  const ended = new Promise<void>((resolve) => void reader.once("close", resolve));
  return {
    holder: task.holder,
    lines,
    leads: () => {
      const last = lines.findLast(({ what }) => what === "lead");
      return last?.what === "lead" && last.held;
    },
    promises: () => lines.filter(({ what }) => what === "promised").length,
    tell: (command) => void child.stdin.write(`${JSON.stringify(command)}\n`),
    kill: (signal) => void child.kill(signal),
    end: async () => {
      child.stdin.end();
      await ended;
    },
    ended,
  };
}

/** A way to a server that can be cut: then nothing comes through any more, and no connection is refused. */
export type Wire = {
  readonly url: string;
  cut(): void;
  mend(): void;
  /** Leads to another server from now on, as a failover address does. */
  turn(url: string): void;
  close(): Promise<void>;
};

export async function openWire(url: string): Promise<Wire> {
  let { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (chunk: Buffer) => void (isCut || other.write(chunk)));
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: own.href,
    cut: () => void (isCut = true),
    // Whatever was lost on the way is not made up for: the connections are gone.
    mend: () => {
      isCut = false;
      drop();
    },
    turn: (url) => {
      ({ hostname, port } = new URL(url));
      isCut = false;
      drop();
    },
    close: async () => {
      drop();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** Until one of these processes leads, and only one says so. Returns it, with the milliseconds that it took. */
export async function untilOneLeads(processes: readonly PlatformProcess[]): Promise<[PlatformProcess, number]> {
  const start = performance.now();
  for (;;) {
    const leading = processes.filter((one) => one.leads());
    if (leading.length === 1) return [leading[0]!, performance.now() - start];
    await sleep(10);
  }
}

/** Has a process add a log that none knew before, and others use it from that moment on. */
export async function addLog(log: string, by: PlatformProcess, users: readonly PlatformProcess[]): Promise<void> {
  by.tell({ what: "add", log });
  while (!by.lines.some((line) => line.what === "added" && line.log === log)) await sleep(5);
  for (const user of users) user.tell({ what: "use", log });
}

/** Until each of these processes promised so many more. */
export async function untilMore(processes: readonly PlatformProcess[], more: number): Promise<void> {
  const wanted = processes.map((one) => one.promises() + more);
  for (const [i, one] of processes.entries()) while (one.promises() < wanted[i]!) await sleep(20);
}

/** Answers that say no more than that this process cannot reach the store, or that another one writes a log. */
const TROUBLES = new Set(["not_the_writer", "outcome_unknown", "store_failed"]);

/**
 * Fails unless all that was promised is in a batch that a leader closed by itself, each log's batches follow each other,
 * each index was promised for one entry, and nobody shed.
 *
 * @returns how many entries and batches there are.
 */
export async function checkPlatform(
  processes: readonly PlatformProcess[],
  { storeUrl, guardUrl }: Pick<PlatformTask, "storeUrl" | "guardUrl">,
): Promise<{ entries: number; batches: number }> {
  const store = await openPostgresStore({ connectionString: storeUrl, holder: "the check" });
  await expect.poll(async () => store.unbatched()).toEqual([]);
  for (const one of processes) await one.end();
  const lines = processes.flatMap((one) => one.lines);
  expect(lines.filter((line) => line.what === "answer" && !TROUBLES.has(line.code))).toEqual([]);

  const ends = new Map<string, number>();
  const batches = await store.batches();
  for (const [i, { position, log, header }] of batches.entries()) {
    const { start, count } = decodeHeader(header);
    expect([position, start]).toEqual([i, ends.get(log) ?? 0]);
    ends.set(log, start + count);
  }
  const entries = new Map<string, string>();
  for (const log of ends.keys()) {
    for (const { index, bytes } of await store.entries(log as `0x${string}`, 0, 1_000_000)) {
      entries.set(`${log}/${index}`, toHex(bytes));
    }
  }
  const promised = lines.flatMap((line) => (line.what === "promised" ? [line] : []));
  const lost = promised.filter(({ log, index, entry }) => entries.get(`${logId(operator, log)}/${index}`) !== entry);
  expect(lost).toEqual([]);
  expect([...ends.values()].reduce((sum, size) => sum + size, 0)).toBe(entries.size);

  const guard = await openPostgresGuard({ connectionString: guardUrl }, operator);
  const anchorlog = await openAnchorlog({ store, guard, operator, types, keys });
  expect(await anchorlog.missing()).toEqual([]);
  await anchorlog.checkpoint();
  await anchorlog.close();
  return { entries: entries.size, batches: batches.length };
}
