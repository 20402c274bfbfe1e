import { freePort } from "anchorlog/development";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../test/folder.ts";
import { packed } from "../../test/installed/packed.ts";
import { COMPILERS } from "../../test/installed/project.ts";
import manifest from "../../package.json" with { type: "json" };
import { newestCode, startServer } from "../../server/test/harness.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { typescript, "@types/node": types } = manifest.devDependencies;
const range = manifest.peerDependencies.viem;
const oldest = /^>=(\S+) </.exec(range)![1]!;
const run = promisify(execFile);

/** A user's program, as in the README. */
const PROGRAM = `
import { createClient, PlatformError } from "@anchorlog/client";
import { privateKeyToAccount } from "viem/accounts";
const [url, code, nonce] = process.argv.slice(2) as [string, string, string];
const account = privateKeyToAccount(\`0x\${"c1".repeat(32)}\`);
const client = createClient({ url, account, operator: await createClient({ url }).operator() });
await client.signIn("you@example.com", code, nonce);
await client.POST("/wallets/register", { body: { address: account.address } });
const { data: deeds } = await client.POST("/templates", { body: { name: "deed", custody: true } });
const mint = await client.prepare({ mint: { id: "deed-1", template_id: deeds.id } });
const { data: done } = await client.POST("/ebus/execute", { body: mint });
const { state } = await client.prove(done.action_id);
// @ts-expect-error there is no such operation
const refused: unknown = await client.GET("/objects/none").catch((error: unknown) => error);
console.log(done.object.owner === account.address.toLowerCase(), state, refused instanceof PlatformError);
`;

const folder = newFolder();
const port = await freePort(0);
const env = { PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: String(port) };
const server = await startServer(env, { clock: { now: Date.now() } });

const npm = (cwd: string, ...args: string[]) =>
  run("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], { cwd });

describe("the client installed with the package and the oldest supported viem", () => {
  it("compiles for Node and for bundlers, and works", async () => {
    const files = await packed(folder, "client");
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
    await npm(folder, "install", ...files, `viem@${oldest}`, `typescript@${typescript}`, `@types/node@${types}`);
    await writeFile(join(folder, "program.mts"), PROGRAM);
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    for (const options of [COMPILERS.bundler, COMPILERS.node]) {
      const shared = { target: "es2023", lib: ["es2024", "dom"], types: ["node"], strict: true };
      const config = { compilerOptions: { ...shared, outDir: "out", ...options }, files: ["program.mts"] };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      const said = await run(process.execPath, [tsc, "-p", folder, "--pretty", "false"]).catch(
        ({ stdout }: { stdout: string }) => ({ stdout }),
      );
      // The dependencies of the oldest viem have problems of their own.
      const lines = said.stdout.split("\n").filter((line) => !line.includes("/node_modules/webauthn-p256/"));
      expect(lines.join("")).toBe("");
    }
    const asked = await fetch(`${server.url}/auth/otp`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "you@example.com" }),
    });
    const { nonce } = (await asked.json()) as { nonce: string };
    const code = await newestCode(server, "you@example.com");
    const { stdout } = await run(process.execPath, [join(folder, "out", "program.mjs"), server.url, code, nonce]);
    expect(stdout).toBe("true promised true\n");
  });
});
