import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { main } from "../../src/cli/main.ts";
import { LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import { assertOutput } from "./schemas.ts";

/** A child runs the sources unchanged, in any version of Node. */
const TYPESCRIPT = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];
const program = fileURLToPath(new URL("run.ts", import.meta.url));

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** The configuration of an operator on the local chain. It names no node, so nothing is anchored. */
export const WITHOUT_NODE = {
  operator: {
    chainId: LOCAL_CHAIN_ID,
    registry: `0x${"5".repeat(40)}`,
    address: `0x${"6".repeat(40)}`,
    name: "My Platform",
    maxAnchorDelaySeconds: 3_600,
  },
  keys: { account: "development:1", anchor: "development:2", receipt: "development:3", note: "development:0" },
  store: { sqlite: "anchorlog.sqlite" },
  http: { port: 0 },
  process: { threads: 0 },
} as const;

/** A command in a process of its own. */
export type Running = {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves once what it printed, to either stream, matches. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ran>;
};

type Where = { readonly cwd: string; readonly env?: Readonly<Record<string, string>> };

/** Starts a command of the command line. */
export function start(args: readonly string[], where: Where): Running {
  return launch(process.execPath, [...TYPESCRIPT, program, ...args], where);
}

/** Puts a program `anchorlog` into a folder, as installing the package would. */
export async function install(folder: string): Promise<void> {
  const words = [process.execPath, ...TYPESCRIPT, program]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(" ");
  await writeFile(join(folder, "anchorlog"), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
}

/** Starts a program. */
export function launch(file: string, args: readonly string[], { cwd, env = {} }: Where): Running {
  // The environment of the tests does not configure the child.
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ANCHORLOG_")));
  const child = spawn(file, args, { cwd, env: { ...outer, ...env } });
  const said = { stdout: "", stderr: "" };
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  for (const name of ["stdout", "stderr"] as const) {
    child[name].on("data", (part: Buffer) => {
      said[name] += part.toString();
      child.emit("said");
    });
  }
  const ended = once(child, "close").then(([code]): Ran => {
    process.off("exit", kill);
    child.emit("said");
    return { code: code as number | null, ...said };
  });
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(said.stdout) ?? pattern.exec(said.stderr);
      if (found !== null) return found;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`it ended: ${said.stdout}${said.stderr}`);
      await once(child, "said");
    }
  };
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, until, ended };
}

/**
 * Runs a command in this process: what it prints, and its exit code. It sees these variables of the package alone. JSON
 * that it prints is checked by the schema that its help names.
 */
export async function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const before = { ...process.env };
  for (const name of Object.keys(before)) if (name.startsWith("ANCHORLOG_")) delete process.env[name];
  Object.assign(process.env, env);
  const taps = (["stdout", "stderr"] as const).map((name) => {
    const write = process[name].write.bind(process[name]);
    return vi.spyOn(process[name], "write").mockImplementation(((text: string, done?: () => void) => {
      // A warning about the process may come from another test's connections.
      if (/^\(node:\d+\) /.test(text)) return write(text, done);
      said[name] += text;
      done?.();
      return true;
    }) as typeof process.stdout.write);
  });
  try {
    const code = await main(args);
    // Streams let go of their listeners.
    await new Promise(setImmediate);
    if (args.includes("--json") && code < 3) await assertOutput(args, said.stdout);
    return { code, ...said };
  } finally {
    for (const tap of taps) tap.mockRestore();
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
