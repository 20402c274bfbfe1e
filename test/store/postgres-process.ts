import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { toHex } from "anchorlog";
import { openPostgresStore } from "../../src/store/postgres.ts";
import { queryDatabase } from "../postgres.ts";
import { checkChain, logOf } from "./drafts.ts";

/** A writing process's task. */
export type WriterTask = {
  readonly connectionString: string;
  /** The process's name for others. */
  readonly name: string;
  readonly leaseSeconds: number;
  /** The log's name. */
  readonly log: string;
  /** The nonces of its drafts, without `to`. Those divisible by three have a statement. */
  readonly nonces: { readonly from: number; readonly to: number };
  readonly inFlight?: number;
  /** Its actors hand the objects to each other. */
  readonly holders?: boolean;
  readonly rememberedObjects?: number | undefined;
  /** Releases the log after each append. */
  readonly releases?: boolean;
};

/** The result of an attempt: `open` at the start, a status, a refusal's code, or an error's. */
export type Line = {
  readonly nonce: number;
  readonly code: string;
  readonly bytes?: string;
  readonly leader?: string;
  readonly message?: string;
};

/** A process that writes to a store. */
export type WriterProcess = {
  readonly task: WriterTask;
  /** Its output so far. */
  readonly lines: readonly Line[];
  /** Resolves once it has printed this number of lines that `wanted` accepts. */
  until(count: number, wanted: (line: Line) => boolean): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Lets it finish its calls and close its store. */
  end(): void;
  /** Resolves when it has ended and all its output was read. */
  readonly ended: Promise<void>;
};

const PROGRAM = fileURLToPath(new URL("./postgres-writer.ts", import.meta.url));
const TYPESCRIPT = new URL("../typescript.mjs", import.meta.url).href;

export function startWriter(task: WriterTask): WriterProcess {
  const child = spawn(process.execPath, ["--import", TYPESCRIPT, PROGRAM, JSON.stringify(task)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.on("error", () => {});
  const lines: Line[] = [];
  let heard = () => {};
  const reader = createInterface(child.stdout);
  reader.on("line", (line) => {
    // The line that was being written at the kill is incomplete.
    if (!line.endsWith("}")) return;
    lines.push(JSON.parse(line) as Line);
    heard();
  });
  const ended = new Promise<void>((resolve) => void reader.once("close", resolve));
  return {
    task,
    lines,
    until: async (count, wanted) => {
      const enough = () => lines.filter(wanted).length >= count;
      while (!enough()) {
        const more = new Promise<void>((resolve) => void (heard = resolve));
        await Promise.race([more, ended.then(() => expect(enough(), "the writer ended").toBe(true))]);
      }
    },
    kill: (signal) => void child.kill(signal),
    end: () => void child.stdin.end(),
    ended,
  };
}

export const isAcknowledged = ({ code }: Line): boolean => code === "appended" || code === "retry";

/** A new database with a table for the statements that come with some drafts. */
export async function withNotes(connectionString: string): Promise<string> {
  await queryDatabase(connectionString, "CREATE TABLE notes (text TEXT UNIQUE)");
  return connectionString;
}

/**
 * Fails unless the log is one unbroken chain with every acknowledged entry in its place. The table of notes must hold
 * exactly the statements of its entries.
 */
export async function checkLog(
  connectionString: string,
  name: string,
  writers: readonly WriterProcess[],
): Promise<void> {
  const store = await openPostgresStore({ connectionString, leader: "the check" });
  // A killed writer may have sent a commit that the server has not executed yet. A new epoch prevents it.
  while ((await store.acquire(logOf(name)).catch(() => undefined)) === undefined) await sleep(50);
  const entries = await store.entries(logOf(name), 0, 1_000_000);
  const head = await store.head(logOf(name));
  await store.close();
  checkChain(logOf(name), entries);
  expect(head).toMatchObject({ size: entries.length, hash: entries.at(-1)!.hash });
  const kept = new Map(entries.map(({ bytes, index }) => [toHex(bytes) as string, index]));
  const lost = writers.flatMap(({ lines }) => lines.filter((line) => isAcknowledged(line) && !kept.has(line.bytes!)));
  expect(lost).toEqual([]);
  const nonces = entries.map(({ action }) => Number(action.message.nonce)).filter((nonce) => nonce % 3 === 0);
  const notes = (await queryDatabase(connectionString, "SELECT text FROM notes")).map(({ text }) => Number(text));
  const own = notes.filter((note) => writers.some(({ task: { nonces } }) => note >= nonces.from && note < nonces.to));
  expect(new Set(own)).toEqual(new Set(nonces));
}
