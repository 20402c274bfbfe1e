import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endAll, listening, start as startIn } from "./process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-server-main-"));
});
afterEach(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});
const start = (env: Record<string, string> = {}, args: readonly string[] = []) => startIn(folder, env, args);

describe("the server's process", () => {
  it("starts in an empty folder, says how to sign in, ends on SIGTERM, and starts again over its files", async () => {
    for (let i = 0; i < 2; i++) {
      const server = start();
      const url = await listening(server);
      expect(server.said()).toContain("/auth/otp");
      const body = JSON.stringify({ email: "you@example.com" });
      const response = await fetch(`${url}/auth/otp`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(response.status).toBe(202);
      server.child.kill("SIGTERM");
      expect(await server.ended).toBe(0);
      expect(await readdir(join(folder, "data", "mail"))).toHaveLength(i + 1);
    }
    // All of the log is in its file: it can be copied.
    const files = await readdir(join(folder, "data"));
    expect(files.filter((name) => name.endsWith("-wal"))).toEqual([]);
    expect((await stat(join(folder, "data"))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, "data", "secret"))).mode & 0o077).toBe(0);
  });

  it("says why it does not start, and leaves nothing running", async () => {
    const first = start();
    const url = new URL(await listening(first));
    const second = start();
    expect([await second.ended, second.said()]).toEqual([
      1,
      expect.stringContaining("open here already, or in another process"),
    ]);
    const taken = start({ PORT: url.port, DATA_DIR: join(folder, "other") });
    expect([await taken.ended, taken.said()]).toEqual([
      1,
      `nothing can listen at 127.0.0.1, port ${url.port} (EADDRINUSE): end what listens there, or set HOST or PORT\n`,
    ]);
    const wrong = start({ PORT: "x" });
    expect([await wrong.ended, wrong.said()]).toEqual([1, "PORT is x: give a number from 0 to 65535\n"]);
    const asked = start({}, ["--port", "80"]);
    expect([await asked.ended, asked.said()]).toEqual([1, "--port 80 is not understood: see --help\n"]);
  });

  it("says what can be set", async () => {
    const help = start({}, ["--help"]);
    expect([await help.ended, help.said()]).toEqual([
      0,
      expect.stringMatching(/ {2}PORT {2,}.+\n[^]+SMTP_URL[^]+npm run server/),
    ]);
  });

  it("refuses a secret that is not the one its files were begun with", async () => {
    const first = start();
    await listening(first);
    first.child.kill("SIGTERM");
    await first.ended;
    const other = start({ SERVER_SECRET: "11".repeat(32) });
    expect([await other.ended, other.said()]).toEqual([1, expect.stringContaining("sealed under another secret")]);
    await writeFile(join(folder, "data", "secret"), "short");
    const broken = start();
    expect([await broken.ended, broken.said()]).toEqual([1, expect.stringContaining("is not 32 bytes in hex")]);
  });

  it("is not ready from SIGTERM on, and still listens for as long as it was told to", async () => {
    const server = start({ DRAIN_SECONDS: "20" });
    const url = await listening(server);
    const readiness = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
    expect(await readiness()).toBe(200);
    server.child.kill("SIGTERM");
    await expect.poll(readiness).toBe(503);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  it("starts again after it was killed", async () => {
    const first = start();
    await listening(first);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = start();
    expect((await fetch(`${await listening(second)}/nowhere`)).status).toBe(404);
  });

  it("takes a port that is free, where none is given", async () => {
    const held = createServer().listen(0, "127.0.0.1");
    await once(held, "listening");
    const { port } = held.address() as AddressInfo;
    const url = await listening(start());
    expect(new URL(url).port).not.toBe(String(port));
    held.close();
  });
});
