/** Finds the unit tests: test files that need no process, thread, chain, database or server. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** A sign that a test needs a process, thread, chain, database or server. */
const BESIDE =
  /node:(?:child_process|worker_threads|net|https?|sqlite|cluster)|postgres|sqlite|anvil|hardhat|chromium|createServer|startChain|openVerifierPool|circomkit|snarkjs|anchorlog\/development|\/development\//i;
/** Rooms whose tests compile circuits or assemble engines. They take almost as long as all other tests together. */
const SLOW_ROOM = /^test\/(?:circuits|engines)\//;
const LOCAL = /\bfrom "(\.[\w./-]+\.ts)"/g;

/**
 * Reads the file and the test helpers that it imports.
 *
 * @param file below the folder that tests are run in.
 */
export function isUnit(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  if (SLOW_ROOM.test(file) || BESIDE.test(text)) return false;
  const helpers = [...text.matchAll(LOCAL)].map(([, to]) => join(dirname(file), to!));
  return helpers
    .filter((helper) => /(?:^|\/)test\//.test(helper) && existsSync(helper))
    .every((helper) => isUnit(helper, seen));
}
