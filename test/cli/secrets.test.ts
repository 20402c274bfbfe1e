import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { writeKeystore } from "anchorlog/action/signers";
import { fromHex } from "anchorlog";
import { createLog, errorFields } from "../../src/daemon/log.ts";
import { enter, newFolder } from "../folder.ts";
import { runHere, type Ran } from "./process.ts";

// Secrets that no output may contain: in URLs, variables, files.
const SECRETS = {
  rpc: "rpc-hunter2",
  signer: "signer-hunter2",
  database: "database-hunter2",
  password: "password-hunter2",
  account: "c4".repeat(32),
  anchor: "c5".repeat(32),
  note: "c6".repeat(32),
};
const NOWHERE = "127.0.0.1:1";
const folder = newFolder();

enter(folder);
await writeFile("account", `0x${SECRETS.account}\n`, { mode: 0o600 });
await writeKeystore("anchor.json", SECRETS.password, { secretKey: fromHex(`0x${SECRETS.anchor}`), light: true });

const env = (): Record<string, string> => ({
  ANCHORLOG_OPERATOR_CHAIN_ID: "1",
  ANCHORLOG_OPERATOR_REGISTRY: `0x${"aa".repeat(20)}`,
  ANCHORLOG_OPERATOR_ADDRESS: `0x${"bb".repeat(20)}`,
  ANCHORLOG_OPERATOR_NAME: "My Platform",
  ANCHORLOG_OPERATOR_MAX_ANCHOR_DELAY_SECONDS: "86400",
  ANCHORLOG_OPERATOR_LOGS: "acme-games",
  ANCHORLOG_CHAIN_RPC: `http://user:${SECRETS.rpc}@${NOWHERE}/v3/${SECRETS.rpc}`,
  ANCHORLOG_KEYS_ACCOUNT: "file:account",
  ANCHORLOG_KEYS_ANCHOR: "keystore:anchor.json",
  ANCHORLOG_KEYS_RECEIPT: `rpc:0x${"cc".repeat(20)}@http://${NOWHERE}/${SECRETS.signer}`,
  ANCHORLOG_STORE_POSTGRES: `postgres://user:${SECRETS.database}@${NOWHERE}/anchorlog`,
  ANCHORLOG_GUARD_POSTGRES: `postgres://user:${SECRETS.database}@${NOWHERE}/guard`,
  ANCHORLOG_SECRET_NOTE: SECRETS.note,
  ANCHORLOG_SECRET_PASSWORD: SECRETS.password,
  ANCHORLOG_HTTP_PORT: "0",
});

function expectNoSecret({ stdout, stderr }: Pick<Ran, "stdout" | "stderr">): void {
  for (const secret of Object.values(SECRETS)) expect(`${stdout}${stderr}`.toLowerCase()).not.toContain(secret);
}

const SQLITE = { ANCHORLOG_STORE_SQLITE: "anchorlog.sqlite", ANCHORLOG_GUARD_FILE: "anchorlog.guard" };
const commands = [
  ["operate"],
  ["status", "--json"],
  ["register"],
  ["stake"],
  ["export", "export"],
  ["backup", "backup.sqlite"],
  ["rotate", "anchor", "file:account"],
];

describe("no command prints a secret, whatever fails", () => {
  it.each(commands)("%s, without a database or a chain", async (...args) => {
    const ran = await runHere(args, env());
    expect(ran.code).toBeGreaterThan(0);
    expectNoSecret(ran);
  });

  it.each(commands)("%s, with a file as the store and no chain", async (...args) => {
    const { ANCHORLOG_STORE_POSTGRES: _, ANCHORLOG_GUARD_POSTGRES: __, ...others } = env();
    expectNoSecret(await runHere(args, { ...others, ...SQLITE }));
  });

  it.each([
    ["ANCHORLOG_KEYS_ACCOUNT", SECRETS.account],
    ["ANCHORLOG_KEYS_ANCHOR", `0x${SECRETS.anchor}`],
    ["ANCHORLOG_SECRET_NOTE", `${SECRETS.note}00`],
    ["ANCHORLOG_SECRET_PASSWORD", SECRETS.rpc],
    ["ANCHORLOG_CHAIN_RPC", `ftp://${SECRETS.rpc}`],
    ["ANCHORLOG_STORE_POSTGRES", SECRETS.database],
    ["ANCHORLOG_KEYS_PASSWORD", SECRETS.password],
  ])("operate, with an invalid %s", async (variable, value) => {
    const ran = await runHere(["operate"], { ...env(), [variable]: value });
    expect(ran.code).toBe(3);
    expectNoSecret(ran);
  });
});

it("verify does not print a node's URL with a wrong scheme", async () => {
  const ran = await runHere(["verify", "some", "--rpc", `wss://node.example/${SECRETS.rpc}`]);
  expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining("--rpc takes an http or https URL") as string });
  expectNoSecret(ran);
});

describe("the log", () => {
  it("is one JSON object a line, of the requested level, without URLs and causes", async () => {
    const lines: string[] = [];
    const log = createLog("warn", (line) => lines.push(line));
    log("info", "started");
    const failure = new Error(`HTTP request failed.\nURL: https://user:${SECRETS.rpc}@node.example/${SECRETS.rpc}`);
    log("error", "failed", errorFields(new Error(failure.message, { cause: new Error(SECRETS.note) })));
    log("warn", "concern", { time: "now", level: "none", event: "other", code: "late", at: 3n });
    expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
    const [failed, concern] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(failed).toMatchObject({ level: "error", event: "failed", code: "internal_error" });
    expect(failed!["message"]).toBe("HTTP request failed.\nURL: [URL]");
    expect(concern).toMatchObject({ level: "warn", event: "concern", code: "late", at: "3" });
    expectNoSecret({ stdout: lines.join(""), stderr: "" });
  });
});
