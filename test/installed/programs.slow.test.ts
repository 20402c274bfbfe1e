import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { closing } from "../ends.ts";
import { newFolder } from "../folder.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { runExample, startKms, writeSample } from "./examples.ts";
import { packed } from "./packed.ts";

const folder = newFolder();
const packages = [...(await packed(folder)), `pg@${manifest.devDependencies.pg}`];
const install = ["install", ...packages, "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
await promisify(execFile)("npm", install, { cwd: folder });

describe("the examples that end on their own, from the packed package", () => {
  it("audit an export, and notice a changed word", async () => {
    const note = await writeSample(join(folder, "export"));
    await writeFile(join(folder, "checkpoint"), note);
    const audit = (): Promise<string> => runExample(folder, "auditor.mjs", ["export", "--checkpoint", "checkpoint"]);
    expect(await audit()).toMatch(/^valid: [^]*3 actions by 0x/);
    const file = join(folder, "export/logs/a.example.jsonl");
    await writeFile(file, (await readFile(file, "utf8")).replace("object 2", "object 9"));
    await expect(audit()).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/^invalid: /) as string });
  });

  it("attach an outbox of PostgreSQL, and find a changed row", async () => {
    const server = closing(await sharePostgres());
    const env = { DATABASE_URL: await server.createDatabase() };
    const printed = await runExample(folder, "attach-postgres.mjs", [], env);
    expect(printed).toMatch(/^recorded 3 rows\n[^]*\nchanged: row 2\n$/);
  });

  it("sign receipts by a key in KMS", async () => {
    const kms = await startKms();
    const env = { KMS_KEY_ID: "alias/receipts", AWS_REGION: "eu-central-1", KMS_ENDPOINT: kms.url };
    const credentials = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: "a secret" };
    expect(await runExample(folder, "kms-signer.mjs", [], { ...env, ...credentials })).toMatch(/\nvalid, promised: /);
  });
});
