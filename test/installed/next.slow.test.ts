// The example for Next.js, from the packed package: half a gigabyte from npm's registry.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { browse, chromium } from "../../server/test/browser.ts";
import { newFolder } from "../folder.ts";
import { runExample } from "./examples.ts";
import { packed } from "./packed.ts";
import { root } from "./project.ts";

const exec = promisify(execFile);
const example = join(root, "examples/next");
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CI: "1", NODE_ENV: "production" };

const folder = newFolder();
let stop: (() => void) | undefined;
let url: string;
beforeAll(async () => {
  await cp(example, folder, { recursive: true });
  const install = ["install", ...(await packed(folder)), "--ignore-scripts", "--no-audit", "--no-fund"];
  await exec("npm", install, { cwd: folder });
  await exec("npm", ["run", "build"], { cwd: folder, env });
  const args = ["node_modules/next/dist/bin/next", "start", "-p", "0", "-H", "127.0.0.1"];
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  stop = () => child.kill("SIGKILL");
  const ended = once(child, "exit").then(() => Promise.reject(new Error("next ended")));
  ended.catch(() => {});
  const found = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(line);
      if (match !== null) return match[0];
    }
    throw new Error("next printed no address");
  })();
  url = await Promise.race([found, ended]);
});
afterAll(() => stop?.());

it("has under 120 lines", async () => {
  const files = (await readdir(example, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
  expect(texts.join("").split("\n").length).toBeLessThan(120);
});

it("accepts a client's transfer, and shows the entry on a page whose visitor verifies the proof", async () => {
  expect(await runExample(folder, "browser-client.mjs", [url])).toMatch(/^valid, included: entry 0/);
  const page = await (await fetch(`${url}/entries/acme/0`)).text();
  expect(page).toContain('<anchorlog-proof src="/proofs/acme/0" trust="/trust.json">');
  expect(page).toMatch(/<h1>seat 7 went to 0x[0-9a-f]{40}<\/h1>/);
  expect((await fetch(`${url}/entries/acme/1`)).status).toBe(404);
  expect(await (await fetch(`${url}/proofs/acme/1`)).json()).toMatchObject({
    error: { details: [{ reason: "no_entry" }] },
  });
  if (chromium === undefined) return;
  await browse(`${url}/entries/acme/0`, 390, async (page) => {
    // The element has its button once its script is loaded, after React has taken over the page.
    await expect.poll(() => page.evaluate("document.querySelector('anchorlog-proof button') !== null")).toBe(true);
    await page.evaluate("document.querySelector('anchorlog-proof button').click()");
    await expect
      .poll(() => page.evaluate("document.querySelector('anchorlog-proof').dataset.verdict ?? ''"))
      .toBe("valid");
    // React would report a page that differs from the server's.
    expect(page.errors.filter((error) => error.includes("React"))).toEqual([]);
  });
});
