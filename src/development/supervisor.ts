/** Runs a program that ends with the process that started this one, however that ends: then standard input ends. */
import { spawn } from "node:child_process";

/** Milliseconds in which the program may end by itself. */
const PATIENCE = 5_000;

const [program, ...args] = process.argv.slice(2);
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
