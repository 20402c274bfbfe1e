import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { fromHex, toHex } from "anchorlog";
import { logId } from "anchorlog/action";
import { decodeEntry } from "anchorlog/log";
import { isReceiptBy } from "anchorlog/log/receipt";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { operator, trusted } from "../operator.ts";
import { random } from "../seed.ts";
import { LOGS, type Report } from "./crash-reports.ts";
import { checkChain } from "./drafts.ts";

const WRITER = fileURLToPath(new URL("./crash-writer.ts", import.meta.url));
const TYPESCRIPT = new URL("../typescript.mjs", import.meta.url).href;

/** Runs a body with a folder whose store has a table for effects, and removes it. */
export async function withStore(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-crash-"));
  try {
    const db = new DatabaseSync(join(folder, "store.sqlite"));
    db.exec("CREATE TABLE effects (log TEXT, actor TEXT, nonce TEXT, PRIMARY KEY (log, actor, nonce)) STRICT");
    db.close();
    await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a writer and passes each of its reports to a callback. Once the callback returns true, kills the writer after a
 * random number of milliseconds.
 *
 * @param options the writer's environment; another writer than this folder's; the most milliseconds.
 */
export async function writeAndKill(
  folder: string,
  round: number,
  enough: (report: Report, writer: ChildProcess) => boolean,
  {
    env = process.env,
    writer: file = WRITER,
    within = 30,
  }: { readonly env?: NodeJS.ProcessEnv | undefined; readonly writer?: string; readonly within?: number } = {},
): Promise<void> {
  const writer = spawn(process.execPath, ["--import", TYPESCRIPT, file, folder, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
    env,
  });
  const ended = new Promise((resolve) => writer.once("exit", (code) => resolve(code)));
  let killing: NodeJS.Timeout | undefined;
  for await (const line of createInterface(writer.stdout)) {
    // The last line may have been cut off by the kill.
    const report = parse(line);
    if (report === undefined || !enough(report, writer)) continue;
    killing ??= setTimeout(() => writer.kill("SIGKILL"), random() * within);
  }
  // Null if a signal ended it. A writer that ended by itself failed.
  expect(await ended).toBe(null);
}

function parse(line: string): Report | undefined {
  try {
    return JSON.parse(line) as Report;
  } catch {
    return undefined;
  }
}

/**
 * Checks a store after a crash: each log's chain is unbroken, each acknowledged entry has the bytes of its receipt,
 * each entry has its effect, and each effect has an entry.
 *
 * @returns the number of entries.
 */
export async function checkStore(folder: string, acknowledged: readonly Report[]): Promise<number> {
  const path = join(folder, "store.sqlite");
  const store = await openSqliteStore(path);
  const kept = new Set<string>();
  const expected: string[] = [];
  try {
    for (const log of LOGS.map((name) => logId(operator, name))) {
      const entries = await store.entries(log, 0, 1_000_000);
      checkChain(log, entries);
      expect((await store.head(log)).size).toBe(entries.length);
      for (const { bytes, action } of entries) {
        kept.add(toHex(bytes));
        const { actor, nonce } = decodeEntry(bytes);
        expected.push([log, toHex(actor), BigInt(toHex(nonce))].join(" "));
        expect([action.message.actor, action.message.nonce]).toEqual([toHex(actor), `${BigInt(toHex(nonce))}`]);
      }
    }
  } finally {
    await store.close();
  }
  for (const report of acknowledged) {
    if (!("receipt" in report)) continue;
    expect(kept.has(report.receipt.entry)).toBe(true);
  }
  for (const report of acknowledged.slice(-20)) {
    if (!("receipt" in report)) continue;
    const { entry, signature } = report.receipt;
    expect(isReceiptBy(trusted.receiptKey, operator, fromHex(entry), signature)).toBe(true);
  }
  const db = new DatabaseSync(path);
  const effects = db.prepare("SELECT log || ' ' || actor || ' ' || nonce AS text FROM effects").all();
  db.close();
  expect(effects.map((row) => (row as { text: string }).text).sort()).toEqual(expected.sort());
  return expected.length;
}
