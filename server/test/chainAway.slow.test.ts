import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, it } from "vitest";
import { fromHex, verifyBundle } from "anchorlog";
import { connectChain } from "anchorlog/chain";
import { freePort, startLocalChain } from "anchorlog/development";
import { decodeEntry } from "anchorlog/log";
import type { Receipt } from "anchorlog/log/receipt";
import { closing } from "../../test/ends.ts";
import { newFolder } from "../../test/folder.ts";
import { readConfig } from "../src/foundation/config.ts";
import { audit } from "../src/main/replay/commands.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { call, owner, sign, type Client, type Signing } from "./harness.ts";
import { anchoredOf } from "./ownChain.ts";
import { list } from "./people.ts";
import { typedAction } from "./objects/typed.ts";
import { environment, listening, signingFor, start, terminate } from "./process.ts";

const SECRET = "5e".repeat(32);
/** The number of objects made while the chain is unavailable, and the milliseconds between two of them. */
const OBJECTS = 40;
const EVERY = 250;

let folder: string;
beforeEach(() => void (folder = newFolder()));

type Ready = { readonly checks: Readonly<Record<string, string>> };
type Batch = { readonly start: number; readonly count: number; readonly anchored: boolean };

/** Makes an object. @returns the index of its entry. */
async function issue(remote: Signing, ada: Client, templateId: string, objectId: string): Promise<number> {
  const to = ada.wallet.address.toLowerCase();
  const body = await typedAction(remote, ada, "Issue", { objectId, to, templateId, properties: "{}" });
  const answer = await call<{ x_receipt: Receipt }>(remote, "POST", "/ebus/execute", { headers: ada.headers, body });
  expect(answer.status).toBe(200);
  return decodeEntry(fromHex(answer.body.x_receipt.entry)).index;
}

it.each(ENGINES)(
  "promises only what it can keep without its chain, and keeps it when the chain is back, over %s",
  async (engine) => {
    const port = await freePort(0);
    const startChain = () => startLocalChain({ from: process.cwd(), folder, port, isKept: true });
    let chain = closing(await startChain());
    const env = {
      ...(await environmentOf(engine)),
      CHAIN: chain.url,
      PUBLIC_URL: "http://api.example",
      SERVER_SECRET: SECRET,
      LOG_LEVEL: "error",
    };
    const server = start(folder, env);
    const remote = await signingFor(await listening(server), folder, env);
    const running = { server, remote, rpc: chain.url };
    const ada = await owner(remote, "ada@example.com");
    const { body: template } = await sign<{ id: string }>(remote, ada, "POST", "/templates", {
      body: { name: "coin" },
    });
    const first = await issue(remote, ada, template.id, "first");
    const newest = async () => {
      const {
        start: from,
        count,
        anchored,
      } = (await list<Batch>(remote as never, ada, "/batches?limit=1")).body.items[0]!;
      return { end: from + count - 1, anchored };
    };
    await expect.poll(newest).toEqual({ end: first, anchored: true });
    const anchored = await anchoredOf(running);
    const ready = async () => {
      const { status, body } = await call<Ready>(remote, "GET", "/readyz");
      return { status, ...body.checks };
    };
    const well = { status: 200, store: "ok", history: "ok", backlog: "ok", chain: "ok" };
    expect(await ready()).toMatchObject(well);

    await chain.close();
    await expect.poll(ready).toMatchObject({ ...well, chain: "unavailable" });
    let last = 0;
    for (let n = 0; n < OBJECTS; n++) {
      last = await issue(remote, ada, template.id, `away${n}`);
      await sleep(EVERY);
    }
    expect(last).toBe(first + OBJECTS);
    expect(await ready()).toMatchObject({ ...well, chain: "unavailable" });
    await expect.poll(newest).toEqual({ end: last, anchored: false });

    chain = closing(await startChain());
    expect(await anchoredOf(running)).toBe(anchored);
    await expect.poll(newest).toEqual({ end: last, anchored: true });
    await expect.poll(ready).toMatchObject(well);
    const node = await connectChain(chain.url);
    for (const id of ["first", "away0", `away${OBJECTS - 1}`]) {
      const proof = await (await fetch(`${remote.url}/objects/${id}/proof`, { headers: ada.headers })).text();
      const state = expect.toBeOneOf(["anchored", "final"]);
      expect(await verifyBundle(proof, { chain: node })).toMatchObject({ verdict: "valid", state });
    }
    expect(await terminate(server)).toBe(0);
    const config = readConfig(environment(folder, env));
    expect(await audit({ config, secrets: createSecrets(config.secret!) })).toMatchObject({
      entries: last + 1,
      differences: [],
    });
  },
);
