import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { logId } from "anchorlog/action";
import { decodeEntry, hashEntry } from "anchorlog/log";
import { fromHex, toHex } from "anchorlog";
import { openTestOperator, operator } from "../operator.ts";

const WRITER = fileURLToPath(new URL("./crash-writer.ts", import.meta.url));
const TSX = fileURLToPath(import.meta.resolve("tsx"));

/** Runs a writer and kills it without warning. Returns the entries that it had acknowledged. */
async function writeAndKill(folder: string, round: number, acknowledge: number): Promise<string[]> {
  const child = spawn(process.execPath, ["--import", TSX, WRITER, folder, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length === acknowledge) child.kill("SIGKILL");
  }
  await ended;
  return acknowledged;
}

describe("a writer that is killed", () => {
  it("has lost no acknowledged entry, and the chain goes on unbroken", async () => {
    const folder = await mkdtemp(join(tmpdir(), "anchorlog-crash-"));
    try {
      const acknowledged: string[] = [];
      for (let round = 0; round < 4; round++) acknowledged.push(...(await writeAndKill(folder, round, 5 + 7 * round)));
      expect(acknowledged.length).toBeGreaterThanOrEqual(5 + 12 + 19 + 26);
      const test = await openTestOperator(folder);
      const id = logId(operator, "a.example");
      const entries = await test.options.store.entries(id, 0, 100_000);
      const kept = new Set(entries.map(({ bytes }) => toHex(bytes)));
      for (const entry of acknowledged) expect(kept.has(entry as never)).toBe(true);
      let prev = fromHex(id);
      for (const [index, { bytes }] of entries.entries()) {
        expect(decodeEntry(bytes)).toMatchObject({ index, prev });
        prev = hashEntry(bytes);
      }
      await test.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
