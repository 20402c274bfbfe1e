/** Takes a newcomer's steps with `anchorlog dev`, as documented, in a separate project. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { isSlowSuite } from "../slow.ts";

const exec = promisify(execFile);

/** The environment without the variables of the test run. */
const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ANCHORLOG_")));

type Ran = { code: number; stdout: string; stderr: string };
/** Runs a program of the project. Returns its output and its exit code. */
async function run(folder: string, program: string, args: readonly string[]): Promise<Ran> {
  try {
    const { stdout, stderr } = await exec(program, args, { cwd: folder, env: outer });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ran;
  }
}

/** Calls the package's command as npm has installed it. */
export const anchorlog = (folder: string, ...args: string[]): Promise<Ran> =>
  run(folder, process.execPath, [bin(folder), ...args]);
const bin = (folder: string): string => join(folder, "node_modules/anchorlog/bin/anchorlog.js");

/** Runs the commands that the first action does not need. Each takes a process. */
async function tryMore(
  folder: string,
  { audit, status, challenge }: Readonly<Record<"audit" | "status" | "challenge", readonly string[]>>,
): Promise<void> {
  // The export follows the newest batch within five seconds.
  await expect
    .poll(() => anchorlog(folder, ...audit.slice(2)))
    .toMatchObject({ code: 0, stdout: expect.stringMatching(/^valid: Consistent with .*chain/) as string });
  expect(await anchorlog(folder, ...status.slice(2))).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^healthy\n/) as string,
  });
  const challenged = await run(folder, process.execPath, challenge.slice(1));
  expect(challenged).toMatchObject({ code: 0, stderr: "" });
  expect(challenged.stdout).toMatch(/^opened: 0x[0-9a-f]{64}, to be answered by .*\nanswered\n$/);
  const chain = (...args: string[]) => run(folder, process.execPath, ["anchorlog-dev/chain.mjs", ...args]);
  const account = `0x${"ab".repeat(20)}`;
  expect((await chain("fund", account, "1.5")).stdout).toBe(`${account} has 1.5 ether\n`);
  expect((await chain("pass", "3600")).stdout).toMatch(/^it is 20.* on the chain\n$/);
  expect(await chain("pass", "an hour")).toMatchObject({ code: 3, stdout: "" });
}

/** Starts `anchorlog dev`, and runs the commands that it suggests. Returns the milliseconds from its start to an own anchored action. */
export async function tryDev(folder: string, kind: "anvil" | "hardhat"): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [bin(folder), "dev", "--port", "0", "--http-port", "0"], {
    cwd: folder,
    env: outer,
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => {
      said += part.toString();
      child.emit("said");
    });
  try {
    while (!said.includes("Ctrl-C ends it")) {
      if (child.exitCode !== null) throw new Error(said);
      await Promise.race([once(child, "said"), once(child, "close")]);
    }
    expect(said).toContain(`(${kind}, chain id 31337)`);
    const written = [...said.matchAll(/^ {2}((?:npx|node) .*)$/gm)].map(([, line]) => line!);
    expect(written).toHaveLength(5);
    const [verify, audit, status, act, challenge] = written.map((line) =>
      line.match(/"[^"]*"|\S+/g)!.map((word) => word.replaceAll('"', "")),
    );
    if (isSlowSuite) {
      expect(await anchorlog(folder, ...verify!.slice(2))).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/valid, anchored/) as string,
      });
    }
    const acted = await run(folder, process.execPath, act!.slice(1));
    expect(acted).toMatchObject({ code: 0, stderr: "" });
    const milliseconds = performance.now() - started;
    const bundle = /its bundle: (.*)/.exec(acted.stdout)![1]!;
    expect(await readFile(bundle, "utf8")).toContain("my first object");
    const own = await anchorlog(folder, "verify", bundle, ...verify!.slice(4));
    expect(own).toMatchObject({ code: 0, stdout: expect.stringMatching(/valid, anchored/) as string });
    const [port] = /(?<=--rpc http:\/\/127\.0\.0\.1:)\d+/.exec(verify!.join(" "))!;
    if (isSlowSuite) {
      await tryMore(folder, { audit: audit!, status: status!, challenge: challenge! });
      const taken = await anchorlog(folder, "dev", "--port", port, "--folder", "other");
      expect(taken.code).toBe(3);
      expect(taken.stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
    }
    child.kill("SIGINT");
    const [code] = (await once(child, "close")) as [number | null];
    expect(code).toBe(0);
    // The chain ended together with `anchorlog dev`.
    await expect(fetch(`http://127.0.0.1:${port}`, { method: "POST" })).rejects.toThrow(/fetch failed/);
    return milliseconds;
  } finally {
    process.off("exit", kill);
    kill();
  }
}
