import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPublicClient, createWalletClient, http } from "viem";
import { hardhat } from "viem/chains";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyBundle } from "anchorlog";
import { connectChain, readLatest, readStake, releasedContracts } from "anchorlog/anchor";
import { loadConfig } from "anchorlog/config";
import { developmentAccount, LOCAL_CHAIN_ID } from "anchorlog/development";
import { askForHeader, openChallenge, readStoredCheckpoints } from "anchorlog/dispute";
import { owner, sign, type Client, type Signing } from "./harness.ts";
import { endAll, listening, signingFor, start as startIn, terminate, type Started } from "./process.ts";

/** A server on a chain of its own, in a process of its own. */
type Running = { readonly server: Started; readonly remote: Signing; readonly rpc: string };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "anchorlog-server-chain-"));
});
afterEach(async () => {
  await endAll();
  // A killed server's node writes its last there.
  await rm(folder, { recursive: true, maxRetries: 20 });
});

const env = { CHAIN: "local", PUBLIC_URL: "http://api.example", SERVER_SECRET: "5e".repeat(32), LOG_LEVEL: "warn" };

async function start(): Promise<Running> {
  const server = startIn(folder, env);
  const url = await listening(server);
  const rpc = /local chain is at (http:\S+)\./.exec(server.said())![1]!;
  return { server, remote: await signingFor(url, folder, env), rpc };
}

const readerOf = ({ rpc }: Running) =>
  createPublicClient({ chain: hardhat, transport: http(rpc), cacheTime: 0, pollingInterval: 50 });
const anchoredOf = async (running: Running): Promise<number> =>
  (await readLatest({ publicClient: readerOf(running) }, running.remote.parts.operator)).size;

async function makeTemplate({ remote }: Running, client: Client, name: string): Promise<void> {
  const { status } = await sign(remote, client, "POST", "/templates", { body: { name } });
  expect(status).toBe(201);
}

describe("a server's own chain", () => {
  it("has what is done anchored, goes on when it is started again, and is begun anew where it is gone", async () => {
    const first = await start();
    const ada = await owner(first.remote, "ada@example.com");
    await expect.poll(() => anchoredOf(first), { timeout: 60_000 }).toBeGreaterThan(0);
    // Whoever starts in its folder disturbs neither.
    const second = startIn(folder, env);
    expect([await second.ended, second.said()]).toEqual([1, expect.stringContaining("another server's, which runs")]);

    // What is left is anchored before it ends.
    await makeTemplate(first, ada, "one");
    expect(await terminate(first.server)).toBe(0);
    const again = await start();
    const anchored = await anchoredOf(again);
    // As the package's own commands see it, by the configuration in the server's folder.
    const config = await loadConfig(join(folder, "data", "anchorlog.jsonc"), { env: {} });
    const status = await fetch(`http://127.0.0.1:${config["http.port"]}/status`);
    expect(await status.json()).toMatchObject({ healthy: true, status: { unbatched: 0, closed: anchored } });

    // The next one waits for the node of one that was killed, and goes on with its chain.
    again.server.child.kill("SIGKILL");
    await again.server.ended;
    const third = await start();
    await makeTemplate(third, ada, "two");
    await expect.poll(() => anchoredOf(third), { timeout: 60_000 }).toBeGreaterThan(anchored);
    const all = await anchoredOf(third);
    await terminate(third.server);

    await writeFile(join(folder, "data", "chain.json"), "{");
    const broken = startIn(folder, env);
    const remedy = `delete ${join(folder, "data", "chain.json")}, and the chain begins anew`;
    expect([await broken.ended, broken.said()]).toEqual([1, expect.stringContaining(remedy)]);
    await rm(join(folder, "data", "chain.json"));
    const fourth = await start();
    await expect.poll(() => anchoredOf(fourth), { timeout: 60_000 }).toBeGreaterThanOrEqual(all);
    await makeTemplate(fourth, ada, "three");
    // Nor does its watchtower wait until the new chain is as long as the one before.
    expect(fourth.server.said()).not.toContain("behind block");
  });

  it("holds what the proofs of the server lead to, though newer checkpoints are signed", async () => {
    const running = await start();
    const { remote, rpc } = running;
    const ada = await owner(remote, "ada@example.com");
    const { body } = await sign<{ id: string }>(remote, ada, "POST", "/templates", { body: { name: "coin" } });
    await sign(remote, ada, "POST", "/objects", { body: { template_id: body.id, id: "coin" } });
    const proof = async () => {
      const answer = await fetch(`${remote.url}/objects/coin/proof`, { headers: ada.headers });
      return { state: answer.headers.get("anchorlog-state"), text: await answer.text() };
    };
    const states = ["anchored", "final"];
    await expect.poll(async () => (await proof()).state, { timeout: 60_000 }).toBeOneOf(states);
    for (const name of ["one", "two", "three"]) {
      await makeTemplate(running, ada, name);
      const { state, text } = await proof();
      expect(state).toBeOneOf(states);
      const chain = await connectChain(rpc);
      expect(await verifyBundle(text, { chain })).toMatchObject({ verdict: "valid", state: expect.toBeOneOf(states) });
    }
  });

  it("sees its questions answered by the server, which keeps its stake", async () => {
    const running = await start();
    await owner(running.remote, "ada@example.com");
    await expect.poll(() => anchoredOf(running), { timeout: 60_000 }).toBeGreaterThan(0);
    const publicClient = readerOf(running);
    const account = developmentAccount(5, LOCAL_CHAIN_ID);
    const walletClient = createWalletClient({ account, chain: hardhat, transport: http(running.rpc) });
    const { operator } = running.remote.parts;
    const { challenges } = Object.values(releasedContracts).find(({ registry }) => registry === operator.registry)!;
    const question = askForHeader(operator, await readStoredCheckpoints(publicClient, operator), 0);
    await openChallenge({ publicClient, walletClient }, challenges, question);
    expect(await readStake({ publicClient }, operator)).toMatchObject({ openChallenges: 1 });
    await expect
      .poll(() => readStake({ publicClient }, operator), { timeout: 60_000 })
      .toMatchObject({ openChallenges: 0, standing: true });
  });
});
