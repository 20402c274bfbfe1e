import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { isSlowSuite } from "../slow.ts";
import { runExample, runServer } from "./examples.ts";
import { installLinked, root } from "./project.ts";

// Links the packages, since npm would ask its registry. examples.slow.test.ts and programs.slow.test.ts install the
// packed ones.
const folder = newFolder();
await installLinked(folder, "express", "fastify", "pg");

describe("the examples", () => {
  it("are one file each of under 120 lines, and listed", async () => {
    const names = (await readdir(join(root, "examples"))).filter((name) => name.endsWith(".mjs"));
    const list = await readFile(join(root, "examples/README.md"), "utf8");
    for (const name of names) {
      const text = await readFile(join(root, "examples", name), "utf8");
      expect(text.split("\n").length, name).toBeLessThan(120);
      expect(list).toContain(`\`${name}\``);
    }
  });

  it.each(isSlowSuite ? ["server-express.mjs", "server-fastify.mjs"] : ["server-express.mjs"])(
    "serve a client's transfer and its proof: %s",
    async (name) => {
      expect(await runServer(folder, name)).toMatch(/^valid, included: entry 0/);
      await rm(join(folder, "tickets.sqlite"));
    },
  );

  it("have a client that a page can load, without modules of Node", async () => {
    const code = `export * from ${JSON.stringify(join(root, "examples/browser-client.mjs"))}`;
    const options = { bundle: true, platform: "browser", format: "esm", write: false, tsconfigRaw: {} } as const;
    const { warnings } = await build({ stdin: { contents: code, resolveDir: root }, ...options, logLevel: "silent" });
    expect(warnings).toEqual([]);
  });

  it("attach an outbox of PostgreSQL, and find a changed row", async () => {
    const server = closing(await sharePostgres());
    const printed = await runExample(folder, "attach-postgres.mjs", [], {
      DATABASE_URL: await server.createDatabase(),
    });
    const lines = printed.trim().split("\n");
    expect(lines[0]).toBe("recorded 3 rows");
    expect(lines[1]).toMatch(/^{"at":.*\\"item\\": \\"pot\\".*: valid \(included\)$/);
    expect(lines[2]).toMatch(/"pan\\".*: invalid \(row_mismatch\)$/);
    expect(lines.slice(3)).toEqual(["changed: row 2"]);
  });
});
