// Runs child processes and prints progress lines.
//
// Every child leads its own process group. So a signal, and the end of the run,
// reach its descendants too, and no process is left running.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const windows = process.platform === "win32";

const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
/**
 * Environment of programs in Go: one thread, and on a machine with memory for several heaps of 3 GB, a heap of 3 GB
 * before garbage is collected.
 */
export const ONE_THREAD = {
  GOMAXPROCS: "1",
  ...(memory > 12e9 && { GOGC: "off", GOMEMLIMIT: "3GiB" }),
  ...process.env,
};

/** A failure that is reported without a stack trace. */
export class Failure extends Error {
  constructor(message, output, code = 1) {
    super(message);
    this.output = output;
    this.code = code;
  }
}

const children = new Set();
let stoppedBy;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));

// Stopping npm stops only npm, or the shell between npm and this process. A change of parents shows it.
if (process.env.npm_lifecycle_event && !windows) {
  const before = parents();
  setInterval(() => parents() !== before && stop("SIGTERM"), 250).unref();
}

function parents() {
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"));
    if (name.endsWith("sh")) return `${process.ppid} ${grandparent}`;
  } catch {
    // Other systems lack this file. On these, `sh` replaces itself by the command, and npm is the parent.
  }
  return `${process.ppid}`;
}

function stop(signal) {
  // Ctrl-C often arrives twice, from the terminal and from npm.
  if (stoppedBy) return;
  stoppedBy = signal;
  if (children.size === 0) process.exit(128 + constants.signals[signal]);
  for (const child of children) kill(child, signal);
  setTimeout(() => {
    for (const child of children) kill(child, "SIGKILL");
  }, 5_000).unref();
}

function kill(child, signal) {
  try {
    if (child.ownGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The process has ended already.
  }
}

/**
 * Runs a command and resolves to its exit code and, if captured, its output.
 * Uncaptured output goes straight to the terminal.
 */
export function run(
  command,
  args,
  { capture = false, cwd = root, env = process.env, group = true, shell = false } = {},
) {
  return new Promise((resolve, reject) => {
    const ownGroup = group && !windows;
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      detached: ownGroup,
      windowsHide: true,
      stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
    });
    child.ownGroup = ownGroup;
    children.add(child);
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => {
      children.delete(child);
      reject(new Failure(`Cannot run ${command}: ${error.message}`));
    });
    // A descendant may hold the pipes open. It must not outlive the group's leader.
    child.on("exit", () => ownGroup && kill(child, stoppedBy ? "SIGKILL" : "SIGTERM"));
    child.on("close", (code, signal) => {
      children.delete(child);
      if (stoppedBy && children.size === 0) process.exit(128 + constants.signals[stoppedBy]);
      if (stoppedBy) return;
      const output = Buffer.concat(chunks).toString();
      resolve({ code: code ?? 128 + constants.signals[signal], output });
    });
  });
}

/** Runs a file with this process's Node, with `--import tsx` for TypeScript. */
export function runNode(file, args, options) {
  const flags = file.endsWith(".ts") ? ["--import", "tsx"] : [];
  return run(process.execPath, [...flags, file, ...args], options);
}

/** Runs the command of an installed package, without npx and its delay. */
export function runBin(name, args, options) {
  const { bin } = JSON.parse(readFileSync(join(root, "node_modules", binPackage(name), "package.json"), "utf8"));
  const file = typeof bin === "string" ? bin : bin[name];
  return runNode(join(root, "node_modules", binPackage(name), file), args, options);
}

const binPackage = (name) => (name === "tsc" ? "typescript" : name);

export const seconds = (since) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/**
 * Prints `· label … 1.2 s` around some work. The work may return another ending.
 * It prints to stderr, so that a task's own output can be piped.
 */
export async function step(label, work) {
  const { stderr } = process;
  const start = performance.now();
  const line = (text) => `· ${label} … ${text}`;
  stderr.write(line(""));
  // On a terminal, the seconds count up in place. A log file gets one line.
  const ticking =
    stderr.isTTY &&
    setInterval(() => stderr.write(`\r${line(`${Math.round((performance.now() - start) / 1_000)} s`)}`), 1_000);
  const end = (text) => {
    clearInterval(ticking);
    stderr.write(stderr.isTTY ? `\r\x1b[K${line(text)}\n` : `${text}\n`);
  };
  try {
    end((await work()) ?? seconds(start));
  } catch (error) {
    end("failed");
    throw error;
  }
}

/** Ends the process after its output is written, even if timers or handles are still open. */
export async function exit(code) {
  await Promise.all([process.stdout, process.stderr].map((s) => new Promise((done) => s.write("", done))));
  process.exit(code);
}
