/** The server as its users start it: its own process, over a folder that outlives it. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "../src/foundation/config.ts";
import { identityOf } from "anchorlog/daemon/config";
import { configureOperator } from "../src/log/operator.ts";
import { atEnd } from "../../test/ends.ts";
import { createContract, type Document } from "./contract.ts";
import { call, type Signing } from "./harness.ts";

const UNHURRIED = new URL("./unhurried.mjs", import.meta.url).href;
const MAIN = fileURLToPath(new URL("../src/main/main.ts", import.meta.url));

export type Started = {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
};

/**
 * Starts a built server, which is killed at the end of the test or file that starts it.
 *
 * @param main its program, of this folder by default.
 * @param sheds whether it refuses requests as overloaded if the machine is busy, as it does in production.
 * @param nodeFlags more flags for Node.
 */
export function start(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  main = MAIN,
  sheds = false,
  nodeFlags: readonly string[] = [],
): Started {
  const flags = ["--disable-warning=ExperimentalWarning", ...nodeFlags, ...(sheds ? [] : ["--import", UNHURRIED])];
  const child = spawn(process.execPath, [...flags, main, ...args], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...environment(folder, env),
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => void (text += part.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  atEnd(() => child.kill("SIGKILL") && ended);
  return { child, said: () => text, ended };
}

export const environment = (folder: string, env: Readonly<Record<string, string>>): Record<string, string> => ({
  DATA_DIR: join(folder, "data"),
  PORT: "0",
  CHAIN: "none",
  ...env,
});

/** Resolves to the server's address once it answers. */
export async function listening({ said, child, ended }: Started): Promise<string> {
  while (!said().includes("Ctrl-C ends it")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(said());
    await Promise.race([once(child.stdout!, "data"), ended]);
  }
  const url = /listens at (http:\S+),/.exec(said())![1]!;
  return url;
}

/** Sends SIGTERM to the process, and waits until it has ended. @returns its exit code. */
export async function terminate({ child, ended }: Started): Promise<number | null> {
  child.kill("SIGTERM");
  return ended;
}

/** A server by its address. Its answers are checked against the document that it publishes. */
export async function serverAt(url: string): Promise<{ url: string } & ReturnType<typeof createContract>> {
  const response = await fetch(`${url}/openapi.json`);
  return { url, ...createContract((await response.json()) as Document) };
}

/** The parts that a client needs to sign for a server of which only the public address is known. */
export async function signingFor(
  url: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Signing & { url: string }> {
  const config = readConfig(environment(folder, env));
  const { holds } = await serverAt(url);
  const { body: about } = await call<{ receipt_key: `0x${string}` }>({ url, holds }, "GET", "/.well-known/anchorlog");
  const clock = {
    get now() {
      return Date.now();
    },
  };
  const keys = { receipt: about.receipt_key };
  return {
    url,
    clock,
    holds,
    parts: { operator: identityOf((await configureOperator(config)).operator), config, keys },
  };
}
