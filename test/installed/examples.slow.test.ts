import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { sharePostgres } from "../sharedPostgres.ts";
import { runServer } from "./examples.ts";
import { crashTwoWrites } from "./orm.ts";
import { packed } from "./packed.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-examples-"));
  const { express, fastify, pg } = manifest.devDependencies;
  const others = [`express@${express}`, `fastify@${fastify}`, "hono@4", "@hono/node-server@2"];
  others.push(`pg@${pg}`, "drizzle-orm@0.45");
  const install = ["install", ...(await packed(folder)), ...others, "--ignore-scripts", "--no-audit", "--no-fund"];
  await promisify(execFile)("npm", install, { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(["server-express.mjs", "server-fastify.mjs", "hono.mjs"])(
  "runs from the packed package, with the client: %s",
  async (name) => {
    expect(await runServer(folder, name)).toMatch(/^valid, included: entry 0/);
    await rm(join(folder, "tickets.sqlite"));
  },
);

it("loses nothing and repeats nothing if a crash parts its two writes: drizzle-postgres.mjs", async () => {
  const server = await sharePostgres();
  try {
    await crashTwoWrites(folder, await server.createDatabase());
  } finally {
    await server.close();
  }
});
