import { join } from "node:path";
import { createWalletClient, http } from "viem";
import { describe, expect, it } from "vitest";
import { fromHex, verifyBundle, type Bundle } from "anchorlog";
import { connectChain, readStake, releasedContracts } from "anchorlog/chain";
import { loadConfig } from "anchorlog/daemon/config";
import { developmentAccount, LOCAL_CHAIN, LOCAL_CHAIN_ID } from "anchorlog/development";
import { askForHeader, openChallenge, readStoredCheckpoints } from "anchorlog/dispute";
import { decodeEntry } from "anchorlog/log";
import { call, owner, sign } from "./harness.ts";
import { anchoredOf, inFolder, makeTemplate, readerOf } from "./ownChain.ts";
import { reasonOf } from "./people.ts";
import { typedAction } from "./objects/typed.ts";
import { terminate } from "./process.ts";
import { isSlowSuite } from "../../test/slow.ts";

const { folder, start, startIn } = inFolder();

describe("a server's own chain", () => {
  it.runIf(isSlowSuite)("anchors actions, and continues after a restart", async () => {
    const first = await start();
    const ada = await owner(first.remote, "ada@example.com");
    await expect.poll(() => anchoredOf(first)).toBeGreaterThan(0);
    if (isSlowSuite) {
      // A server that starts in the same folder disturbs neither.
      const second = startIn();
      expect([await second.ended, second.said()]).toEqual([1, expect.stringContaining("another server is running on")]);
    }

    // The remaining entries are anchored before it ends.
    await makeTemplate(first, ada, "one");
    expect(await terminate(first.server)).toBe(0);
    const again = await start();
    const anchored = await anchoredOf(again);
    // The package's own commands read the same status by the configuration in the server's folder.
    const config = await loadConfig(join(folder(), "data", "anchorlog.jsonc"), { env: {} });
    const status = await fetch(`http://127.0.0.1:${config["http.port"]}/status`);
    expect(await status.json()).toMatchObject({ healthy: true, status: { unbatched: 0, closed: anchored } });
  });

  it.runIf(isSlowSuite)("holds the checkpoints that the server's proofs lead to, even after newer ones", async () => {
    const running = await start();
    const { remote, rpc } = running;
    const ada = await owner(remote, "ada@example.com");
    const { body } = await sign<{ id: string }>(remote, ada, "POST", "/templates", { body: { name: "coin" } });
    await sign(remote, ada, "POST", "/objects", { body: { template_id: body.id, id: "coin" } });
    const proof = async () => {
      const { headers, body: bundle } = await call<Bundle>(remote, "GET", "/objects/coin/proof", {
        headers: ada.headers,
      });
      return { state: headers.get("anchorlog-state"), text: JSON.stringify(bundle) };
    };
    // A contract could never act upon an object that it holds.
    const deeds = await sign<{ id: string }>(remote, ada, "POST", "/templates", {
      body: { name: "d", custody: true },
    });
    const mint = async (holder: string) => {
      const payload = { objectId: "deed", holder, templateId: deeds.body.id, properties: "{}" };
      const action = await typedAction(remote, ada, "Mint", payload);
      return call(remote, "POST", "/ebus/execute", { headers: ada.headers, body: action });
    };
    expect(reasonOf(await mint(remote.parts.operator.registry))).toBe("422 holder_cannot_act");
    expect((await mint(ada.wallet.address.toLowerCase())).status).toBe(200);
    const held = async (query = "") =>
      call<Bundle>(remote, "GET", `/objects/deed/proof${query}`, { headers: ada.headers });
    const { index } = decodeEntry(fromHex((await held()).body.entry));

    const states = ["anchored", "final"];
    await expect.poll(async () => (await proof()).state).toBeOneOf(states);
    const asked = async () => (await held(`?entry=${index}`)).headers.get("anchorlog-state");
    await expect.poll(asked).toBeOneOf(states);
    for (const name of ["one", "two", "three"]) {
      await makeTemplate(running, ada, name);
      const { state, text } = await proof();
      expect(state).toBeOneOf(states);
      const chain = await connectChain(rpc);
      expect(await verifyBundle(text, { chain })).toMatchObject({
        verdict: "valid",
        state: expect.toBeOneOf(states),
      });
    }
  });

  it.runIf(isSlowSuite)("has its questions answered by the server, which keeps its stake", async () => {
    const running = await start();
    await owner(running.remote, "ada@example.com");
    await expect.poll(() => anchoredOf(running)).toBeGreaterThan(0);
    const publicClient = readerOf(running);
    const account = developmentAccount(5, LOCAL_CHAIN_ID);
    const walletClient = createWalletClient({ account, chain: LOCAL_CHAIN, transport: http(running.rpc) });
    const { operator } = running.remote.parts;
    const { challenges } = Object.values(releasedContracts).find(({ registry }) => registry === operator.registry)!;
    const question = askForHeader(operator, await readStoredCheckpoints(publicClient, operator), 0);
    await openChallenge({ publicClient, walletClient }, challenges, question);
    expect(await readStake({ publicClient }, operator)).toMatchObject({ openChallenges: 1 });
    await expect.poll(() => readStake({ publicClient }, operator)).toMatchObject({ openChallenges: 0, standing: true });
  });
});
