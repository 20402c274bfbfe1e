import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { newFolder } from "../../../test/folder.ts";
import { commandLine } from "../../src/foundation/commandLine.ts";
import { holdPort } from "../../src/foundation/port.ts";
import { call } from "../harness.ts";
import { listening, serverAt, start as startIn, terminate } from "../process.ts";
import { isSlowSuite } from "../../../test/slow.ts";

let folder: string;
beforeEach(() => void (folder = newFolder()));
const start = (env: Record<string, string> = {}, args: readonly string[] = []) => startIn(folder, env, args);

/** The output and exit code of a process that does not start. */
async function refusal(env?: Record<string, string>, args?: readonly string[]): Promise<[number | null, string]> {
  const { ended, said } = start(env, args);
  return [await ended, said()];
}

/** For `--import`: writes the address of each module of a package that is loaded. */
const NAMES_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const load = (url, context, next) => {
    if (url.includes("/node_modules/")) console.error(url);
    return next(url, context);
  };
  registerHooks({ load });
`)}`;

async function askForCode(url: string): Promise<number> {
  const body = { email: "you@example.com" };
  return (await call(await serverAt(url), "POST", "/auth/otp", { body })).status;
}

describe("the server's process", () => {
  it("starts in an empty folder, and ends on SIGTERM", async () => {
    const server = start();
    expect(await askForCode(await listening(server))).toBe(202);
    expect(await terminate(server)).toBe(0);
    // The log's file is complete.
    expect((await readdir(join(folder, "data"))).filter((name) => name.endsWith("-wal"))).toEqual([]);
  });

  it.runIf(isSlowSuite)(
    "starts again with its files, also after a kill, and locks them against other processes",
    async () => {
      const first = start({ DRAIN_SECONDS: "15" });
      const url = await listening(first);
      for (const path of ["auth/otp", "dev/mailbox?to=you@example.com", "auth/login", "docs", "verify", "admin"])
        expect(first.said()).toContain(`localhost:${new URL(url).port}/${path}`);
      // Its public address has its actual port.
      expect(first.said()).toContain(`, as http://localhost:${new URL(url).port}.`);
      const server = await serverAt(url);
      const about = await call<{ authority: string }>(server, "GET", "/.well-known/anchorlog");
      expect(about.body.authority).toBe(`localhost:${new URL(url).port}`);
      expect(await askForCode(url)).toBe(202);
      // After SIGTERM it is not ready, but listens for the configured time.
      first.child.kill("SIGTERM");
      await expect.poll(async () => (await call(server, "GET", "/readyz")).status).toBe(503);
      expect((await call(server, "GET", "/livez")).status).toBe(200);
      first.child.kill("SIGKILL");
      await first.ended;

      const second = start({ DRAIN_SECONDS: "1" });
      const again = new URL(await listening(second));
      const later = await serverAt(again.origin);
      expect(await askForCode(again.origin)).toBe(202);
      // No other server starts in its folder.
      expect(await refusal()).toEqual([
        1,
        `another server is running on ${join(folder, "data")}: end that one, or set DATA_DIR to another folder\n`,
      ]);
      expect(await refusal({ PORT: again.port, DATA_DIR: join(folder, "other") })).toEqual([
        1,
        `nothing can listen at 127.0.0.1, port ${again.port} (EADDRINUSE): end what listens there, or set HOST or PORT\n`,
      ]);
      // A failed start has released its log, whose file is complete.
      expect((await readdir(join(folder, "other"))).filter((name) => name.endsWith("-wal"))).toEqual([]);
      // More signals do not change its end.
      second.child.kill("SIGTERM");
      const readiness = () =>
        call(later, "GET", "/readyz").then(
          ({ status }) => status,
          () => "ended",
        );
      await expect.poll(readiness).not.toBe(200);
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) second.child.kill(signal);
      expect(await second.ended).toBe(0);
      expect(await readdir(join(folder, "data", "mail"))).toHaveLength(2);
      // The log's file is complete and can be copied.
      const files = await readdir(join(folder, "data"));
      expect(files.filter((name) => name.endsWith("-wal"))).toEqual([]);
      expect((await stat(join(folder, "data"))).mode & 0o077).toBe(0);
      expect((await stat(join(folder, "data", "secret"))).mode & 0o077).toBe(0);

      // The secret must be the one with which its files were created.
      const other = await refusal({ SERVER_SECRET: "11".repeat(32) });
      expect(other).toEqual([1, expect.stringContaining("sealed under another secret")]);
      // A missing file does not count as a first start.
      await rm(join(folder, "data", "secret"));
      expect(await refusal()).toEqual([1, expect.stringContaining("sealed under another secret")]);
      await writeFile(join(folder, "data", "secret"), "short");
      expect(await refusal()).toEqual([1, expect.stringContaining("is not 32 bytes in hex")]);
    },
  );

  it.runIf(isSlowSuite)("makes a backup while it runs, and another server starts from it", async () => {
    const first = start();
    expect(await askForCode(await listening(first))).toBe(202);
    const copies = join(folder, "copies");
    expect(await refusal({}, ["backup", copies])).toEqual([0, expect.stringContaining(`wrote ${copies}`)]);
    expect((await readdir(copies)).toSorted()).toEqual(["accounts.sqlite", "files", "log.sqlite"]);
    expect(await refusal({}, ["backup", copies])).toEqual([1, expect.stringContaining("is not empty")]);
    first.child.kill("SIGKILL");
    await first.ended;
    for (const name of await readdir(copies)) {
      for (const rest of ["-wal", "-shm"]) await rm(join(folder, "data", name + rest), { force: true });
      await cp(join(copies, name), join(folder, "data", name), { recursive: true });
    }
    expect(await askForCode(await listening(start()))).toBe(202);
  });

  it("explains wrong settings, and lists all settings with --help", async () => {
    const naming = { NODE_OPTIONS: `--import=${NAMES_PACKAGES}` };
    // It answers immediately: it loads none of the two thousand modules of packages.
    expect(await refusal({ PORT: "x", ...naming })).toEqual([1, "PORT is x: give a number from 0 to 65535\n"]);
    const [code, help] = await refusal({}, ["--help"]);
    expect([code, help]).toEqual([0, expect.stringMatching(/ {2}PORT {2,}.+\n[^]+SMTP_URL/)]);
    // The commands in the help are called in the way in which the program itself was started.
    expect(help).toMatch(/\n {2}node \S*main\.ts audit {2,}compares the tables/);
    expect(help).not.toContain("npm");
  });

  it.runIf(isSlowSuite)("refuses commands without a data folder, and an address of another machine", async () => {
    expect(await refusal({ HOST: "192.0.2.1" })).toEqual([
      1,
      expect.stringMatching(/^nothing can listen at 192\.0\.2\.1, port 0 \(E/),
    ]);
    expect(await refusal({}, ["new-secret"])).toEqual([
      1,
      expect.stringMatching(/^.+ does not exist: set DATA_DIR to /),
    ]);
    await mkdir(join(folder, "data"));
    expect(await refusal({}, ["rebuild", "--replace"])).toEqual([
      1,
      expect.stringMatching(/secret, .+, does not exist: set /),
    ]);
    expect(await readdir(join(folder, "data"))).toEqual([]);
    expect(await refusal({}, ["--port", "80"])).toEqual([1, "--port 80 is not understood: see --help\n"]);
  });
});

it("prints commands in the form in which the process was started", () => {
  const byNpm = { env: { npm_lifecycle_event: "server" } };
  expect([commandLine("audit", byNpm), commandLine("", byNpm)]).toEqual(["npm run server -- audit", "npm run server"]);
  const main = fileURLToPath(new URL("../../src/main/main.ts", import.meta.url));
  const from = (cwd: string) => commandLine("audit", { env: {}, cwd });
  expect(from(dirname(dirname(dirname(main))))).toBe("node src/main/main.ts audit");
  const elsewhere = (path: string) => commandLine("audit", { env: {}, cwd: "/nowhere", main: path });
  expect(elsewhere("/srv/my-api/main.ts")).toBe("node /srv/my-api/main.ts audit");
  for (const odd of ["a b", "it's", "#1", "50%", "$HOME", "`x`", '"', "ü", "a&b"]) {
    const path = `/srv/${odd}/main.ts`;
    const words = execFileSync("sh", ["-c", `set -- ${elsewhere(path)}; printf '%s\\n' "$@"`], { encoding: "utf8" });
    expect(words).toBe(`node\n${path}\naudit\n`);
  }
});

it("holds a port until it listens, even if a client connects meanwhile", async () => {
  const { port, release } = await holdPort("127.0.0.1");
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  await release();
  socket.destroy();
});
