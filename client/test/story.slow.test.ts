import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createPublicClient, createWalletClient, http, type Account } from "viem";
import { beforeAll, expect, it } from "vitest";
import type { Hex } from "anchorlog";
import { parseCheckpoint } from "anchorlog/batch";
import { finalityDelay, presets, releasedContracts, type ChainWriter } from "anchorlog/chain";
import { encodeBundle, type Bundle } from "anchorlog/verify/bundle";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "anchorlog/development";
import {
  disputeLead,
  disputeQuestion,
  leadRequest,
  openDispute,
  proofHeaderEvidence,
  readDispute,
  readStoredCheckpoints,
  settleDispute,
  takeLead,
} from "anchorlog/dispute";
import { openProver, proveOrder, type Prover } from "anchorlog/proof/prover";
import type { Client } from "@anchorlog/client";
import { browse, chromium } from "../../server/test/browser.ts";
import { listening, serverAt, start, terminate, type Started } from "../../server/test/process.ts";
import { verdictOf } from "../../server/test/proofs/visitor.ts";
import { startReceiver, type Receiver } from "../../server/test/webhooks/receiver.ts";
import { newFolder } from "../../test/folder.ts";
import { arrive, live } from "./story.ts";

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL("../../bin/anchorlog.js", import.meta.url));
const env = { CHAIN: "local", WEBHOOK_ALLOW: "127.0.0.1", LOG_LEVEL: "error" };
/** Accounts of the local chain, so that their owners can use its contracts. */
const person = (i: number) => developmentAccount(i, LOCAL_CHAIN_ID);
const [ada, bob, carl] = [person(4), person(5), person(6)];
const lower = (address: string): Hex => address.toLowerCase() as Hex;
const { disputes } = releasedContracts.local;

const folder = newFolder();
let receiver: Receiver;
let server: Started;
let rpc: string;
beforeAll(async () => void (receiver = await startReceiver()));

const anchorlog = async (...args: string[]): Promise<string> =>
  (await run(process.execPath, [COMMAND, ...args], { cwd: folder, env: { PATH: process.env["PATH"] } })).stdout;
const command = async (...args: string[]): Promise<[number | null, string]> => {
  const ran = start(folder, env, args);
  return [await ran.ended, ran.said()];
};
const writerOf = (account: Account): ChainWriter => {
  const shared = { chain: LOCAL_CHAIN, transport: http(rpc), cacheTime: 0, pollingInterval: 50 };
  return { publicClient: createPublicClient(shared), walletClient: createWalletClient({ ...shared, account }) };
};
/** Advances the chain's time. */
async function pass(seconds: number): Promise<void> {
  for (const [method, ...params] of [["evm_increaseTime", seconds], ["evm_mine"]]) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(rpc, { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await answer.json()).toHaveProperty("result");
  }
}

it("the story works with the client, the commands, a browser, a court and an auditor", async () => {
  server = start(folder, env);
  const url = await listening(server);
  rpc = /local chain is at (http:\S+)\./.exec(server.said())![1]!;
  const client = await arrive(await serverAt(url), "ada@example.com", ada);
  const told = await live(client, ada.address, bob.address, receiver);

  // The proof, verified with the chain.
  const { text, bundle } = await client.prove(told.transfer, { until: "anchored", rpc });
  await writeFile(join(folder, "proof.json"), text);
  expect(await anchorlog("verify", "proof.json", "--rpc", rpc)).toMatch(/valid, (anchored|final)/);
  if (chromium !== undefined) {
    const link = Buffer.from(encodeBundle(bundle)).toString("base64url");
    await browse(`${url}/verify/${told.transfer}#${link}`, 1_280, async (page) => {
      await expect.poll(() => verdictOf(page)).toMatch(/^valid (Anchored|Final) /i);
      expect(page.errors).toEqual([]);
    });
  }

  await settle(client);
  await audit(client);
});

/** The seller gives one seat to two buyers. The contract decides between them by two proofs of the API. */
async function settle(client: Client): Promise<void> {
  const sell = async (to: Hex): Promise<string> => {
    const body = await client.sign("Assign", { objectId: "seat-1", to });
    return (await client.POST("/ebus/execute", { body })).data.action_id;
  };
  const sales = [await sell(bob.address), await sell(carl.address)];
  for (const id of sales) await client.prove(id, { until: "anchored", rpc });
  await pass(finalityDelay(presets.local.timing));
  const [toBob, toCarl] = (await Promise.all(
    sales.map(async (id) => (await client.prove(id, { until: "final", rpc })).bundle),
  )) as [Bundle, Bundle];

  const operator = await client.operator();
  const { payloadType } = toBob.action;
  const soldTo = (buyer: Account) => ({ payloadType, where: { objectId: "seat-1", to: lower(buyer.address) } });
  const question = disputeQuestion(operator, toBob.log, [soldTo(carl), soldTo(bob)]);
  /** The buyer's evidence for the contract: the sale is in a final batch, at this place. */
  const lead = async (prover: Prover, buyer: Account, bundle: Bundle) => {
    const document = await proveOrder(leadRequest(question, bundle, lower(buyer.address)), { prover });
    const checkpoints = await readStoredCheckpoints(court.publicClient, operator);
    return disputeLead(question, document, proofHeaderEvidence(document, checkpoints));
  };
  const court = writerOf(carl);
  const { id } = await openDispute(court, disputes, question);
  const prover = await openProver();
  try {
    const late = await lead(prover, carl, toCarl);
    await takeLead(court, disputes, late);
    const early = await lead(prover, bob, toBob);
    await takeLead(writerOf(bob), disputes, early);
    await expect(takeLead(court, disputes, late)).rejects.toThrow("NotEarlier");
    expect(early.index).toBeLessThan(late.index);
  } finally {
    await prover.close();
  }
  await pass(presets.local.disputes.responseTime + 1);
  await settleDispute(writerOf(bob), disputes, id);
  expect(await readDispute(court.publicClient, disputes, id)).toMatchObject({ creditor: lower(bob.address) });
}

/**
 * An auditor gets the log and compares it with the published checkpoints. The tables match it and are rebuilt from it.
 */
async function audit(client: Client): Promise<void> {
  const agreed = [0, expect.stringContaining("the tables match the log")];
  expect(await command("audit")).toEqual(agreed);
  const { data: published } = await client.GET("/checkpoint", { parseAs: "text" });
  await writeFile(join(folder, "checkpoint"), published);
  expect(await terminate(server)).toBe(0);
  await anchorlog("export", "export", "--config", join("data", "anchorlog.jsonc"));
  const { size } = parseCheckpoint(published);
  expect(size).toBeGreaterThanOrEqual(2);
  expect(await anchorlog("audit", "export", "--checkpoint", "checkpoint")).toMatch(
    new RegExp(
      `^valid: Consistent with the checkpoint of size ${size}; not compared with a chain\\. Every signature, hash`,
    ),
  );
  expect(await command("rebuild", "--replace")).toEqual([0, expect.stringContaining("the tables are rebuilt")]);
  expect(await command("audit")).toEqual(agreed);
}
