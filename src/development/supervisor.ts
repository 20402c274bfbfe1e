/**
 * Runs a program, and ends it when the process that started this one ends, in whatever way: then standard input ends.
 * While the program runs, this process locks a file, so that the next program waits for its end; `-` for no file.
 */
import { spawn } from "node:child_process";
import { DatabaseSync } from "node:sqlite";

/** Milliseconds in which the program may end by itself. */
const PATIENCE = 5_000;

/** Milliseconds that the program before has to end. */
const TURN = 2 * PATIENCE;

const [held, program, ...args] = process.argv.slice(2);
const lock = held === "-" ? undefined : new DatabaseSync(held!, { timeout: TURN });
try {
  lock?.exec("BEGIN EXCLUSIVE");
} catch {
  process.stderr.write("another node has the chain of this folder open\n");
  process.exit(1);
}
const child = spawn(program!, args, { stdio: ["ignore", "inherit", "inherit"] });
child.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.once("exit", (code) => process.exit(code ?? 1));
process.stdin.resume().once("close", () => {
  child.kill();
  setTimeout(() => child.kill("SIGKILL"), PATIENCE);
});
