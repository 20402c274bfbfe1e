import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { runServer } from "./examples.ts";
import { crashTwoWrites } from "./orm.ts";
import { packed } from "./packed.ts";

const folder = newFolder();
const { express, fastify, pg } = manifest.devDependencies;
const others = [`express@${express}`, `fastify@${fastify}`, "hono@4", "@hono/node-server@2"];
others.push(`pg@${pg}`, "drizzle-orm@0.45");
const install = ["install", ...(await packed(folder)), ...others, "--ignore-scripts", "--no-audit", "--no-fund"];
await promisify(execFile)("npm", install, { cwd: folder });

it.each(["server-express.mjs", "server-fastify.mjs", "hono.mjs"])(
  "runs from the packed package, together with the client: %s",
  async (name) => {
    expect(await runServer(folder, name)).toMatch(/^valid, included: entry 0/);
    await rm(join(folder, "tickets.sqlite"));
  },
);

it("loses nothing and repeats nothing if a crash separates its two writes: drizzle-postgres.mjs", async () => {
  const server = closing(await sharePostgres());
  await crashTwoWrites(folder, await server.createDatabase());
});
