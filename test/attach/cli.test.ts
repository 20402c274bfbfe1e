import { readFile, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import { RECORD_KIND } from "../../src/attach/index.ts";
import { runHere, WITHOUT_NODE } from "../cli/process.ts";
import { newFolder } from "../folder.ts";

const key = "c1".repeat(32);
const { address } = privateKeySigner(`0x${key}`);

const folder = newFolder();
const config = { ...WITHOUT_NODE, operator: { ...WITHOUT_NODE.operator, kinds: RECORD_KIND } };
await writeFile(join(folder, "anchorlog.jsonc"), JSON.stringify(config));
const env = { ANCHORLOG_CONFIG: join(folder, "anchorlog.jsonc"), SERVICE_KEY: key };

it("attaches a table, checks it, and proves a row that verifies offline with its JSON", async () => {
  const file = join(folder, "shop.sqlite");
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT); INSERT INTO orders (item) VALUES ('a'), ('b')");
  const table = [file, "--table", "orders", "--log", "shop"];
  const attached = await runHere(["attach", ...table, "--key", "env:SERVICE_KEY", "--once"], env);
  expect(attached).toMatchObject({ code: 0, stdout: "recorded 2 rows\n" });

  const check = () => runHere(["attach", ...table, "--check", "--signer", address], env);
  expect(await check()).toMatchObject({ code: 0, stdout: "2 rows, 2 records: all rows are as recorded\n" });
  const stranger = await runHere(["attach", ...table, "--check", "--signer", `0x${"7".repeat(40)}`], env);
  expect(stranger).toMatchObject({ code: 3, stdout: "" });
  expect(stranger.stderr).toContain("this log has no record of orders by 0x7777");
  const output = join(folder, "proof");
  const proof = ["prove", ...table, "--row", "2", "--signer", address, "--output", output];
  const proven = await runHere(proof, env);
  expect(proven).toMatchObject({ code: 0, stderr: "" });
  expect(proven.stdout).toContain(`--signer ${address} --trust trust.json`);
  expect(await readFile(join(output, "row.json"), "utf8")).toBe('{"id":2,"item":"b"}');

  await writeFile(join(folder, "trust.json"), (await runHere(["trust"], env)).stdout);
  const verify = async (row: string, ...more: string[]) => {
    await writeFile(join(folder, "row.json"), row);
    const of = ["--row", join(folder, "row.json"), "--trust", join(folder, "trust.json"), ...more];
    return runHere(["verify", join(output, "bundle.json"), ...of]);
  };
  expect(await verify('{ "item": "b", "id": 2.0 }', "--signer", address)).toMatchObject({ code: 0 });
  const other = await verify('{"id":2,"item":"c"}');
  expect(other.code).toBe(1);
  expect(other.stdout).toContain('invalid (row_mismatch): the row is not "orders/2" as it was recorded');
  expect((await verify('{"id":2,"item":"b"}', "--signer", `0x${"7".repeat(40)}`)).stdout).toContain("is signed by");
  expect((await verify('{"id":2,"id":2,"item":"b"}')).stdout).toContain("duplicate member");

  db.exec(
    "UPDATE orders SET item = 'x' WHERE id = 2; INSERT INTO orders (item) VALUES ('c'); DELETE FROM orders WHERE id = 1",
  );
  const found = await check();
  expect(found.code).toBe(1);
  expect(found.stdout).toBe(
    "changed: row 2 is not as it was recorded (entry 1)\nremoved: row 1 is gone (entry 0)\n" +
      "unrecorded: row 3 is not in the log\n2 rows, 2 records: 3 differ\n",
  );
  const lines = await runHere(["attach", ...table, "--check", "--signer", address, "--json"], env);
  expect(lines.stdout.trimEnd().split("\n")).toHaveLength(4);
  const goneRow = await runHere([...proof, "--json"], env);
  expect(JSON.parse(goneRow.stdout)).toMatchObject({ log: "shop", index: 1, missing: expect.any(String) as string });
  const gone = await runHere(["prove", ...table, "--row", "3", "--signer", address, "--output", output], env);
  expect(gone).toMatchObject({ code: 3 });
  expect(gone.stderr).toContain("row 3 of orders is not in the log");
  db.close();
});

it.each([
  [["attach"], "attach takes one source"],
  [["attach", "x.sqlite", "--table", "a", "--log", "l"], "needs --key, or --check"],
  [["attach", "x.sqlite", "--log", "l", "--key", "env:SERVICE_KEY"], "needs --name"],
  [["attach", "x.jsonl", "--log", "l", "--name", "e", "--check"], "needs --signer"],
  [["attach", "audit.log", "--log", "l", "--name", "e", "--key", "env:SERVICE_KEY"], "ends with .jsonl or .ndjson"],
  [["prove", "x.sqlite", "--table", "a"], "prove needs --row"],
  [["verify", "x.json", "--signer", `0x${"7".repeat(40)}`], "--signer names the signer of --row"],
])("refuses the wrong call %j", async (args, message) => {
  const { code, stderr } = await runHere(args, env);
  expect(code).toBe(3);
  expect(stderr).toContain(message);
});
