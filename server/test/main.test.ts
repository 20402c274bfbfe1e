import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

type Started = { readonly child: ChildProcess; readonly said: () => string; readonly ended: Promise<number | null> };
let folder: string;
let running: Started[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-server-main-"));
});
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGKILL");
    await ended;
  }
  running = [];
  await rm(folder, { recursive: true });
});

/** Starts the server as its users do, but for the build. */
function start(env: Record<string, string> = {}, args: readonly string[] = []): Started {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      ...env,
    },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => void (text += part.toString()));
  const started = { child, said: () => text, ended: once(child, "close").then(([code]) => code as number | null) };
  running.push(started);
  return started;
}

/** Resolves to where it listens, once it is ready: on a machine that is busy it sheds its first requests. */
async function listening({ said, child, ended }: Started): Promise<string> {
  while (!said().includes("Ctrl-C ends it")) {
    if (child.exitCode !== null) throw new Error(said());
    await Promise.race([once(child.stdout!, "data"), ended]);
  }
  const url = /listens at (http:\S+),/.exec(said())![1]!;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  return url;
}

/** What a process that does not start says, and how it ends. */
async function refusal(env?: Record<string, string>, args?: readonly string[]): Promise<[number | null, string]> {
  const { ended, said } = start(env, args);
  return [await ended, said()];
}

async function askForCode(url: string): Promise<number> {
  const body = JSON.stringify({ email: "you@example.com" });
  const headers = { "content-type": "application/json" };
  return (await fetch(`${url}/auth/otp`, { method: "POST", headers, body })).status;
}

describe("the server's process", () => {
  it("starts in an empty folder, ends when it is told to, and starts again over its files, also once it was killed", async () => {
    const first = start({ DRAIN_SECONDS: "20" });
    const url = await listening(first);
    expect(first.said()).toContain("/auth/otp");
    expect(await askForCode(url)).toBe(202);
    // Not ready from SIGTERM on, it still listens for as long as it was told to.
    first.child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    first.child.kill("SIGKILL");
    await first.ended;

    const second = start();
    const again = new URL(await listening(second));
    expect(await askForCode(again.origin)).toBe(202);
    // Nothing else starts where it is.
    expect(await refusal()).toEqual([1, expect.stringContaining("open here already, or in another process")]);
    expect(await refusal({ PORT: again.port, DATA_DIR: join(folder, "other") })).toEqual([
      1,
      `nothing can listen at 127.0.0.1, port ${again.port} (EADDRINUSE): end what listens there, or set HOST or PORT\n`,
    ]);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(await readdir(join(folder, "data", "mail"))).toHaveLength(2);
    // All of the log is in its file: it can be copied.
    const files = await readdir(join(folder, "data"));
    expect(files.filter((name) => name.endsWith("-wal"))).toEqual([]);
    expect((await stat(join(folder, "data"))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, "data", "secret"))).mode & 0o077).toBe(0);

    // The secret is the one that its files were begun with.
    const other = await refusal({ SERVER_SECRET: "11".repeat(32) });
    expect(other).toEqual([1, expect.stringContaining("sealed under another secret")]);
    await writeFile(join(folder, "data", "secret"), "short");
    expect(await refusal()).toEqual([1, expect.stringContaining("is not 32 bytes in hex")]);
  });

  it("says what it does not understand, and what can be set", async () => {
    expect(await refusal({ PORT: "x" })).toEqual([1, "PORT is x: give a number from 0 to 65535\n"]);
    expect(await refusal({}, ["--port", "80"])).toEqual([1, "--port 80 is not understood: see --help\n"]);
    expect(await refusal({}, ["--help"])).toEqual([
      0,
      expect.stringMatching(/ {2}PORT {2,}.+\n[^]+SMTP_URL[^]+npm run server/),
    ]);
  });
});
