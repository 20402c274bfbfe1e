// Child processes and progress lines.
//
// Every child leads a process group of its own, so that a signal, and the end
// of the run, reach its descendants too: nothing is left behind.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const windows = process.platform === "win32";

/** A failure to report without a stack trace. */
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

// Whoever stops npm stops only npm, or the shell between npm and us: we notice by who our parents are.
if (process.env.npm_lifecycle_event && !windows) {
  const before = parents();
  setInterval(() => parents() !== before && stop("SIGTERM"), 250).unref();
}

function parents() {
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"));
    if (name.endsWith("sh")) return `${process.ppid} ${grandparent}`;
  } catch {
    // No such file on this system; there, `sh` hands over to the command it runs, and npm is the parent itself.
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
    // Already gone.
  }
}

/**
 * Runs a command and resolves to its exit code and, if captured, its output.
 * Uncaptured output goes straight to the terminal.
 */
export function run(command, args, { capture = false, env = process.env, group = true, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const ownGroup = group && !windows;
    const child = spawn(command, args, {
      cwd: root,
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
    // A straggler may hold the pipes open; it must not outlive its leader.
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

/** Runs a file with the Node that runs this, `--import tsx` for TypeScript. */
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
 * Prints `· label … 1.2 s` around some work; the work may return another ending.
 * On stderr, so that what a task itself prints can be piped on.
 */
export async function step(label, work) {
  const { stderr } = process;
  const start = performance.now();
  const line = (text) => `· ${label} … ${text}`;
  stderr.write(line(""));
  // On a terminal the seconds count up in place; a log file gets one line.
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

/** Ends the process once its output has left, whatever still holds it open. */
export async function exit(code) {
  await Promise.all([process.stdout, process.stderr].map((s) => new Promise((done) => s.write("", done))));
  process.exit(code);
}
