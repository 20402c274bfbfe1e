import { readFile, writeFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, it } from "vitest";
import { privateKeySigner } from "anchorlog/action";
import { presets } from "anchorlog/chain";
import { RECORD_KIND } from "../../src/attach/index.ts";
import { contractAddresses } from "../../src/chain/addresses.ts";
import { developmentAccount, LOCAL_CHAIN_ID } from "../../src/development/keys.ts";
import { runHere } from "../cli/process.ts";
import { startAnvil } from "../dispute/anvil.ts";
import { snippetsOf } from "../docs/snippets.ts";
import { newFolder } from "../folder.ts";
import { deployTo } from "../operator/operation.ts";
import { isSlowSuite } from "../slow.ts";

// The whole way by commands, as docs/ATTACH.md has it, on a real node: anvil, and Hardhat in the slow suite.
const key = "c1".repeat(32);
const { address } = privateKeySigner(`0x${key}`);

const folder = newFolder();
const at = (name: string): string => join(folder, name);
const run = (...args: string[]) => runHere(args, env);
async function startHardhat() {
  const { default: hre } = await import("hardhat");
  const server = await hre.network.createServer("node", "127.0.0.1", 0);
  const { port } = await server.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
const node = isSlowSuite ? await startHardhat() : await startAnvil(Math.floor(Date.now() / 1000));
await deployTo(node);
const config = {
  operator: {
    chainId: LOCAL_CHAIN_ID,
    registry: contractAddresses(presets.local).registry,
    address: developmentAccount(1, LOCAL_CHAIN_ID).address,
    maxAnchorDelaySeconds: 3_600,
    kinds: RECORD_KIND,
  },
  keys: { account: "development:1", anchor: "development:2", receipt: "development:3", note: "development:0" },
  store: { sqlite: "anchorlog.sqlite" },
  guard: { file: "anchorlog.guard" },
  http: { port: 0 },
  process: { threads: 0 },
};
await writeFile(at("anchorlog.jsonc"), JSON.stringify(config));
// The settings that the document exports, except for the ports.
const exported = snippetsOf("docs/ATTACH.md").find(({ language }) => language === "sh environment");
const settings = Object.fromEntries(
  [...exported!.text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);
expect(Object.keys(settings)).toContain("ANCHORLOG_CHAIN_RPC");
const env = {
  ...settings,
  ANCHORLOG_CHAIN_RPC: node.url,
  ANCHORLOG_HTTP_PORT: "0",
  ANCHORLOG_CONFIG: at("anchorlog.jsonc"),
  SERVICE_KEY: key,
};

it("attaches a table, anchors its records, proves a row by the chain, and names what differs", async () => {
  for (const args of [["register"], ["stake", "deposit"]]) {
    const done = await run(...args);
    expect(done, done.stderr).toMatchObject({ code: 0 });
  }
  const file = at("shop.sqlite");
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, item TEXT); INSERT INTO orders (item) VALUES ('a'), ('b')");
  const table = [file, "--table", "orders", "--log", "shop"];
  const attached = await run("attach", ...table, "--key", "env:SERVICE_KEY", "--once");
  expect(attached, attached.stderr).toMatchObject({ code: 0, stdout: "recorded 2 rows, anchored\n" });

  const proof = at("proof");
  const proven = await run("prove", ...table, "--row", "2", "--signer", address, "--output", proof);
  expect(proven, proven.stderr).toMatchObject({ code: 0 });
  const row = join(proof, "row.json");
  expect(await readFile(row, "utf8")).toBe('{"id":2,"item":"b"}');
  const verify = () => run("verify", join(proof, "bundle.json"), "--row", row, "--signer", address, "--rpc", node.url);
  const verified = await verify();
  expect(verified, verified.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining("anchored") as string });
  await writeFile(row, '{"id":2,"item":"c"}');
  expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining("row_mismatch") as string });

  db.exec("UPDATE orders SET item = 'x' WHERE id = 2; INSERT INTO orders (item) VALUES ('c')");
  db.exec("DELETE FROM orders WHERE id = 1");
  db.close();
  const checked = await run("attach", ...table, "--check", "--signer", address);
  expect(checked.code).toBe(1);
  expect(checked.stdout.match(/^\w+: row \d/gm)).toEqual(["changed: row 2", "removed: row 1", "unrecorded: row 3"]);
});
