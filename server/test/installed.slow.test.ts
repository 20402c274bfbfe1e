import { execFile } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "./harness.ts";
import { endAll, listening, serverAt, start, terminate } from "./process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** What a server is made of, once it is built. */
const PARTS = ["package.json", "package-lock.json", "bin", "dist", "server", "client", "node_modules"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-production-"));
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true });
});

it("runs without the packages of development, as OPERATING has it installed", async () => {
  const installed = join(folder, "installed");
  const how = { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
  for (const part of PARTS) await cp(join(root, part), join(installed, part), how);
  const prune = ["prune", "--omit=dev", "--ignore-scripts", "--offline", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", prune, { cwd: installed });
  const has = (name: string): boolean => existsSync(join(installed, "node_modules", name));
  expect(["vitest", "hardhat", "@foundry-rs/anvil", "fastify", "viem"].filter(has)).toEqual(["fastify", "viem"]);

  const server = start(folder, {}, [], join(installed, "server/src/main.ts"));
  const at = await serverAt(await listening(server));
  const asked = [
    await call(at, "POST", "/auth/otp", { body: { email: "you@example.com" } }),
    await call(at, "GET", "/docs/scalar.js"),
    await call(at, "GET", "/verify"),
    await call(at, "GET", "/openapi.json"),
  ];
  expect(asked.map(({ status }) => status)).toEqual([202, 200, 200, 200]);
  expect(await terminate(server)).toBe(0);
});
