/** Processes of a platform over one PostgreSQL store, each a child of the test. */
import { spawn } from "node:child_process";
import { connect, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { fromHex, openAnchorlog, toHex, type BatchPolicy, type Hex } from "anchorlog";
import { logId } from "anchorlog/action";
import { decodeHeader, hashCheckpoint, hashHeader } from "anchorlog/batch";
import { decodeEntry, type StoredBatch } from "anchorlog/log";
import { openPostgresGuard } from "anchorlog/store/guard";
import { openPostgresStore } from "anchorlog/store/postgres";
import { listenHere } from "../listening.ts";
import { hashReceipt } from "../../src/log/receipt/receipt.ts";
import { createGrowingTree } from "../../src/crypto/merkle/growingTree.ts";
import { keys, types } from "../operator.ts";
import { audit, expectAnchored, expectRightSheds } from "./chain.ts";
import { operatorOf, type PlatformChain } from "./registered.ts";

export type PlatformTask = {
  readonly storeUrl: string;
  readonly guardUrl: string;
  /** The process's name for others. */
  readonly name: string;
  readonly inFlight: number;
  readonly batches: BatchPolicy;
  /** The first of its nonces. */
  readonly nonces: number;
  /** The chain that the leader anchors on, if any. */
  readonly chain?: PlatformChain | undefined;
};

/** A command to a process. */
export type Command = { readonly what: "add" | "use"; readonly log: string } | { readonly what: "rest" };

/** A line that a process prints. */
export type Line =
  | { readonly what: "open" }
  | { readonly what: "added"; readonly log: string }
  | { readonly what: "promised"; readonly log: string; readonly index: number; readonly entry: string }
  | { readonly what: "answer"; readonly code: string; readonly log: string; readonly at: number }
  | { readonly what: "signed"; readonly key: "anchor" | "receipt"; readonly digest: string }
  | { readonly what: "lead"; readonly held: boolean }
  | { readonly what: "error"; readonly code: string; readonly message: string; readonly at: number };

export type PlatformProcess = {
  readonly name: string;
  readonly lines: readonly Line[];
  /** Whether the process reports that it leads. */
  leads(): boolean;
  promises(): number;
  tell(command: Command): void;
  kill(signal: NodeJS.Signals): void;
  /** Lets the process finish and close. */
  end(): Promise<void>;
  readonly ended: Promise<void>;
};

const PROGRAM = fileURLToPath(new URL("./platform-program.ts", import.meta.url));
const TYPESCRIPT = new URL("../typescript.mjs", import.meta.url).href;

export function startPlatform(task: PlatformTask): PlatformProcess {
  const child = spawn(process.execPath, ["--import", TYPESCRIPT, PROGRAM, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  const lines: Line[] = [];
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => {
    // The line that was being written at the kill is incomplete.
    if (line.endsWith("}")) lines.push(JSON.parse(line) as Line);
  });
  const ended = new Promise<void>((resolve) => void reader.once("close", resolve));
  return {
    name: task.name,
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

/** A proxy to a server that can be cut. Then no data passes, but connections are still accepted. */
export type Wire = {
  readonly url: string;
  cut(): void;
  mend(): void;
  /** Connects to another server from now on, like a failover address. */
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
  const own = new URL(url);
  const near = await listenHere(server);
  own.port = String(near.port);
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: own.href,
    cut: () => void (isCut = true),
    // Lost data is not sent again: the connections are gone.
    mend: () => {
      isCut = false;
      drop();
    },
    turn: (url) => {
      ({ hostname, port } = new URL(url));
      isCut = false;
      drop();
    },
    close: near.close,
  };
}

/** Waits until exactly one of these processes reports that it leads. Returns it, with the milliseconds that it took. */
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

/** Waits until each process has promised `count` more actions. */
export async function untilMore(processes: readonly PlatformProcess[], more: number): Promise<void> {
  const wanted = processes.map((one) => one.promises() + more);
  for (const [i, one] of processes.entries()) while (one.promises() < wanted[i]!) await sleep(20);
}

const SHED = "anchor_overdue";
/** Harmless answers: the process cannot reach the store, or another process writes the log. */
const TROUBLES = ["not_the_writer", "outcome_unknown", "store_failed"];

/**
 * Fails unless all promised entries are in batches that a leader closed by itself, each log's batches follow each
 * other, each index was promised for one entry, nothing else was signed, and no action was shed. With a chain,
 * everything must also be anchored, and an auditor must find it in order. A process that shed for long must have been
 * right: an entry waited too long for its anchor.
 *
 * @param also further expected answers.
 * @returns the numbers of entries and batches, and of actions that were refused.
 */
export async function checkPlatform(
  processes: readonly PlatformProcess[],
  { storeUrl, guardUrl, chain }: Pick<PlatformTask, "storeUrl" | "guardUrl" | "chain">,
  also: readonly string[] = [],
): Promise<{ entries: number; batches: number; sheds: number }> {
  const operator = operatorOf(chain);
  const store = await openPostgresStore({ connectionString: storeUrl, leader: "the check" });
  await expect.poll(async () => store.unbatched()).toEqual([]);
  if (chain !== undefined) await expectAnchored(chain, (await store.batches()).length);
  for (const one of processes) await one.end();
  const lines = processes.flatMap((one) => one.lines);
  const shedding = chain === undefined ? [] : [SHED];
  const strange = processes.flatMap((one) => strangeAnswers(one, [...TROUBLES, ...shedding, ...also]));
  expect(strange).toEqual([]);

  const ends = new Map<string, number>();
  /** When each entry was accepted, and the position of its batch. */
  const accepted: { at: number; position: number }[] = [];
  const batches = await store.batches();
  for (const [i, { position, log, header }] of batches.entries()) {
    const { start, count } = decodeHeader(header);
    for (const { bytes } of await store.entries(log, start, start + count)) {
      accepted.push({ at: decodeEntry(bytes).acceptedAt, position });
    }
    expect([position, start]).toEqual([i, ends.get(log) ?? 0]);
    ends.set(log, start + count);
  }
  const entries = new Map<string, Hex>();
  for (const log of ends.keys()) {
    for (const { index, bytes } of await store.entries(log as `0x${string}`, 0, 1_000_000)) {
      entries.set(`${log}/${index}`, toHex(bytes));
    }
  }
  const promised = lines.flatMap((line) => (line.what === "promised" ? [line] : []));
  const lost = promised.filter(({ log, index, entry }) => entries.get(`${logId(operator, log)}/${index}`) !== entry);
  expect(lost).toEqual([]);
  expect([...ends.values()].reduce((sum, size) => sum + size, 0)).toBe(entries.size);

  const shedsOf = ({ name, lines }: PlatformProcess) =>
    lines.flatMap((line) => (line.what === "answer" && line.code === SHED ? [{ name, at: line.at }] : []));
  const sheds = processes.flatMap(shedsOf);
  if (chain !== undefined) await expectRightSheds(chain, sheds, accepted);
  expectNothingElseSigned(operator, lines, [...entries.values()], batches);
  const guard = await openPostgresGuard({ connectionString: guardUrl }, operator);
  if (chain !== undefined) await audit({ store, guard, operator, types, keys }, chain);
  const anchorlog = await openAnchorlog({ store, guard, operator, types, keys });
  expect(await anchorlog.missing()).toEqual([]);
  await anchorlog.checkpoint();
  await anchorlog.close();
  return { entries: entries.size, batches: batches.length, sheds: sheds.length };
}

/** Unexpected answers in runs of one code: the process, their number and times in Unix ms. */
function strangeAnswers({ name, lines }: PlatformProcess, expected: readonly string[]) {
  const rows: { name: string; code: string; count: number; from: number; to: number }[] = [];
  for (const line of lines) {
    if (line.what !== "answer" || expected.includes(line.code)) continue;
    const row = rows.at(-1);
    if (row?.code === line.code && line.at - row.to < 1_000) Object.assign(row, { count: row.count + 1, to: line.at });
    else rows.push({ name, code: line.code, count: 1, from: line.at, to: line.at });
  }
  return rows;
}

/** The processes signed only data that is in the store at the end, and nothing that stayed inside. */
function expectNothingElseSigned(
  operator: ReturnType<typeof operatorOf>,
  lines: readonly Line[],
  entries: readonly Hex[],
  batches: readonly StoredBatch[],
): void {
  const tree = createGrowingTree();
  const allowed = { receipt: new Set<string>(), anchor: new Set<string>() };
  for (const entry of entries) allowed.receipt.add(toHex(hashReceipt(operator, fromHex(entry))));
  for (const { header } of batches) {
    tree.append([hashHeader(header)]);
    allowed.anchor.add(toHex(hashCheckpoint(operator, { size: tree.size(), root: tree.root() })));
  }
  const signed = lines.flatMap((line) => (line.what === "signed" ? [line] : []));
  expect(signed.filter(({ key, digest }) => !allowed[key].has(digest))).toEqual([]);
}
