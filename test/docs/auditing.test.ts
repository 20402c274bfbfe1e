import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { encodeFunctionData, type Hex } from "viem";
import { expect, it } from "vitest";
import { anchorRegistryAbi } from "../../src/chain/generated/AnchorRegistry.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { newFolder } from "../folder.ts";
import { snippetsOf } from "./snippets.ts";

const run = promisify(execFile);
const snippets = snippetsOf("docs/AUDITING.md");
const zero: Hex = `0x${"00".repeat(20)}`;

it("the curl calls call the registry's functions, and print the answers as words", async () => {
  const [functions, ...calls] = snippets.filter(({ language }) => language === "sh evm").map(({ text }) => text);
  const abi = anchorRegistryAbi;
  const data = [
    encodeFunctionData({ abi, functionName: "latestCheckpoint", args: [zero] }),
    encodeFunctionData({ abi, functionName: "checkpointBySize", args: [zero, 3n] }),
    encodeFunctionData({ abi, functionName: "keyPeriod", args: [zero, 2, zero] }),
  ];
  expect(calls).toHaveLength(data.length);
  for (const [i, call] of calls.entries()) {
    const folder = newFolder();
    const answer = JSON.stringify({ jsonrpc: "2.0", id: 1, result: `0x${"0a".repeat(32)}${"0b".repeat(32)}` });
    const curl = `curl() { for last; do :; done; echo "$last" > body; echo '${answer}'; }`;
    const { stdout } = await run("sh", ["-c", `${curl}\n${functions}\n${call}`], { cwd: folder });
    expect(stdout.trim().split("\n")).toEqual(["0a".repeat(32), "0b".repeat(32)]);
    const { method, params } = JSON.parse(await readFile(join(folder, "body"), "utf8")) as Record<string, unknown>;
    expect([method, params]).toEqual(["eth_call", [{ to: zero, data: data[i] }, "latest"]]);
  }
});

it("the command that notes an export's hashes writes them as sha256sum does", async () => {
  const folder = newFolder();
  await mkdir(join(folder, "export/logs"), { recursive: true });
  for (const name of ["manifest.json", "logs/a.example.jsonl"]) await writeFile(join(folder, "export", name), name);
  const { text } = snippets.find(({ language }) => language === "sh evidence")!;
  await run("sh", ["-c", text], { cwd: folder });
  const noted = await readFile(join(folder, "export.sha256"), "utf8");
  const hash = (content: string): string => bytesToHex(sha256(new TextEncoder().encode(content)));
  expect(noted).toBe(
    ["logs/a.example.jsonl", "manifest.json"].map((name) => `${hash(name)}  export/${name}\n`).join(""),
  );
});
