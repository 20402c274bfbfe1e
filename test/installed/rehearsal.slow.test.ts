import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../../src/development/chain.ts";
import { snippetsOf } from "../docs/snippets.ts";
import { newFolder } from "../folder.ts";
import { installLinked } from "./project.ts";

// Runs the rehearsal of docs/OPERATING.md: its two blocks of commands with other ports, and the commands that its steps
// name.
const exec = promisify(execFile);
const [CHAIN, OPERATOR] = snippetsOf("docs/OPERATING.md").filter(({ language }) => language === "sh rehearsal");
const folder = newFolder();
const children: ChildProcess[] = [];
/** The variables that the rehearsal exports. */
const env: Record<string, string> = {};

await installLinked(folder, "@foundry-rs/anvil");
const ports = { chain: await freePort(0), dev: await freePort(0), own: await freePort(0) };
afterAll(async () => {
  for (const { exitCode, signalCode, pid } of children)
    if (exitCode === null && signalCode === null) process.kill(-pid!, "SIGKILL");
});

/** A documented command, with the test's ports. */
const written = (command: string): string =>
  command
    .replaceAll("npx anchorlog dev", `npx anchorlog dev --port ${ports.chain} --http-port ${ports.dev}`)
    .replaceAll("npx anchorlog", `"${process.execPath}" node_modules/anchorlog/bin/anchorlog.js`)
    .replace(/^node /, `"${process.execPath}" `)
    .replaceAll("127.0.0.1:8545", `127.0.0.1:${ports.chain}`)
    .replaceAll("HTTP_PORT=9465", `HTTP_PORT=${ports.own}`);
const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ANCHORLOG_")));
const options = () => ({ cwd: folder, env: { ...outer, ...env } });

type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string };
async function run(command: string): Promise<Ran> {
  try {
    return { code: 0, ...(await exec("bash", ["-c", written(command)], options())) };
  } catch (error) {
    return error as Ran;
  }
}
async function done(command: string): Promise<string> {
  const ran = await run(command);
  expect(ran, `${command}: ${ran.stderr}`).toMatchObject({ code: 0 });
  return ran.stdout;
}

/** Starts a command that keeps running, and waits until it is ready. */
async function start(command: string, ready: RegExp): Promise<ChildProcess> {
  const child = spawn("bash", ["-c", `exec ${written(command)}`], { ...options(), detached: true });
  children.push(child);
  let said = "";
  const isReady = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => {
        said += part.toString();
        if (ready.test(said)) resolve();
      });
  });
  await Promise.race([isReady, once(child, "exit").then(() => Promise.reject(new Error(said)))]);
  return child;
}
const SERVER = "node anchorlog-dev/server.mjs";
const operate = () => start(SERVER, /operating at/);
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, "exit");
}

type Status = { readonly concerns: { readonly code: string }[]; readonly status: Record<string, number> };
const status = async () => JSON.parse((await run("npx anchorlog status --json")).stdout) as Status;
const concerns = async () => (await status()).concerns.map(({ code }) => code);
const anchored = async () => (await status()).status["anchored"];

it("the rehearsal of docs/OPERATING.md works as written, from the chain to the withdrawal", async () => {
  await start(CHAIN!.text.trim(), /Ctrl-C ends it/);
  let server: ChildProcess | undefined;
  for (const line of OPERATOR!.text.split("\n").map((one) => one.replace(/ +#.*$/, "").trim())) {
    if (line.startsWith("export ")) {
      for (const [, name, quoted, bare] of written(line).matchAll(/([A-Z_]+)=(?:"([^"]*)"|(\S+))/g))
        env[name!] = quoted ?? bare!;
    } else if (line.includes("fund 0x…")) {
      const shown = await done("npx anchorlog keys");
      const own = /^account +(0x\S+)$/m.exec(shown)![1]!;
      for (const account of [own, watch!]) await done(line.replace("0x…", account));
    } else if (line === SERVER) server = await operate();
    else if (line !== "") watch = /^address +(0x\S+)$/m.exec(await done(line))?.[1] ?? watch;
  }

  const act = "node anchorlog-dev/act.mjs";
  expect(await done(act)).toMatch(/accepted: entry 0 .*\nanchored: the chain holds a checkpoint of size 1$/m);
  expect(await done(act)).toMatch(/anchored later: the registry takes it from/);
  await done("node anchorlog-dev/chain.mjs pass 950400");
  const tooLate = await run("node anchorlog-dev/challenge.mjs");
  expect(tooLate).toMatchObject({ code: 1 });
  expect(tooLate.stderr).toMatch(
    /^the newest header can be asked for from \S+Z until \S+Z\. Act, and wait until that is anchored, for a newer one\.\n$/,
  );
  expect(await done("npx anchorlog anchor")).toMatch(/^status +anchored$/m);
  await expect.poll(async () => (await status()).status["final"]).toBe(1);
  expect(await done("node anchorlog-dev/challenge.mjs")).toMatch(/\nanswered\n$/);

  await done("node anchorlog-dev/chain.mjs pass 700");
  await run(act).then(() => undefined);
  const anchoring = run("npx anchorlog anchor");
  await end(server!, "SIGKILL");
  await anchoring;
  server = await operate();
  expect((await run(SERVER)).stderr).toMatch(/is locked: it is open here already, or in another process/);
  await done("node anchorlog-dev/chain.mjs pass 700");
  await run("npx anchorlog anchor");
  await expect.poll(anchored).toBe(3);

  await done("npx anchorlog backup yesterday.sqlite");
  await done(act);
  await end(server, "SIGTERM");
  await done("npx anchorlog export export");
  await mkdir(join(folder, "lost"));
  for (const name of await readdir(folder))
    if (name.startsWith("anchorlog.sqlite")) await rename(join(folder, name), join(folder, "lost", name));
  expect(await run("npx anchorlog restore yesterday.sqlite")).toMatchObject({ code: 1 });
  expect(await done("npx anchorlog restore --export export")).toMatch(/^finished +yes$/m);

  for (const role of ["receipt", "anchor", "note"]) {
    await done(`npx anchorlog keys new ${role} keys/${role}-2 --plain`);
    await done(`npx anchorlog rotate ${role} file:keys/${role}-2`);
    env[`ANCHORLOG_KEYS_NEXT_${role.toUpperCase()}`] = `file:keys/${role}-2`;
  }
  server = await operate();
  await done("node anchorlog-dev/chain.mjs pass 86400");
  await done(act);
  await run("npx anchorlog anchor");
  await expect.poll(anchored).toBeGreaterThan(3);
  expect(await concerns()).toEqual([]);

  const { stdout } = await exec("pgrep", ["-f", `anvil.*--port ${ports.chain}`]);
  const node = stdout.trim().split("\n").map(Number);
  for (const pid of node) process.kill(pid, "SIGSTOP");
  await expect.poll(concerns).toEqual(expect.arrayContaining(["endpoint_aside", "chain_unread"]));
  for (const pid of node) process.kill(pid, "SIGCONT");
  await expect.poll(concerns).toEqual([]);

  await done("npx anchorlog stake exit");
  await end(server, "SIGTERM");
  await done("node anchorlog-dev/chain.mjs pass 1036800");
  await done("npx anchorlog stake complete");
  const own = /^account +(0x\S+)$/m.exec(await done("npx anchorlog keys"))![1]!;
  expect(await done(`npx anchorlog stake withdraw ${own}`)).toMatch(/^status +exited$/m);
  expect(await readFile(join(folder, "anchorlog.jsonc"), "utf8")).toContain("file:keys/account");
});
let watch: string | undefined;
