import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { toHex } from "anchorlog";
import { httpTiles, openTiles, parseLogCheckpoint, policyOf, tilePath } from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { GROUPS } from "../../src/foundation/limitGroups.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, startServer, type TestServer } from "../harness.ts";
import { ask, trustIn } from "./evidence.ts";

let server: TestServer;
const get = (path: string) => call<string>(server, "GET", path);
const missing = { status: 404, body: "not published\n" };

describe.each(ENGINES)("the published tiles over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine), { groups: GROUPS });
  });

  it("are missing before the first publication, answered as text that no cache keeps", async () => {
    for (const path of ["/checkpoint", "/tile/0/000.p/1"]) {
      const answer = await get(path);
      expect(answer, path).toMatchObject(missing);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  it("are read by the package's own reader over HTTP, without a credential", async () => {
    const ada = await owner(server, "ada@example.com");
    const { anchorlog } = server.parts;
    const { noteKey } = await trustIn(server);
    const open = () => openTiles(httpTiles(`${server.url}/`), policyOf({ logs: [noteKey] }));
    await expect(open()).rejects.toMatchObject({ code: "no_checkpoint" });
    for (let i = 1; i <= 3; i++) {
      await sign(server, ada, "POST", "/templates", { body: { name: `t${i}` } });
      await anchorlog.closeBatches();
      await anchorlog.publish();
      const tiles = await open();
      expect(tiles.checkpoint.size).toBe(i);
    }
    const tiles = await open();
    const { body } = await ask<{ items: { header: string }[] }>(server, ada, "/batches");
    expect((await tiles.entries(0, 3)).map(toHex).toReversed()).toEqual(body.items.map(({ header }) => header));
    expect(toHex(await tiles.rootAt(3))).toBe(toHex(tiles.checkpoint.root));
    // An earlier checkpoint stays provable by its partial tiles.
    expect((await get("/tile/0/000.p/2")).status).toBe(200);
    expect(await tiles.consistencyProof(2, 3)).not.toEqual([]);
  });

  it("are cached for good, and the checkpoint for a few seconds", async () => {
    const checkpoint = await get("/checkpoint");
    expect(checkpoint.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(checkpoint.headers.get("cache-control")).toBe("public, max-age=5");
    expect(parseLogCheckpoint(checkpoint.body).size).toBe(3);
    const about = await call<{ checkpoint: string }>(server, "GET", "/.well-known/anchorlog");
    expect(about.body.checkpoint).toBe("http://api.example/checkpoint");
    for (const path of ["/tile/0/000.p/3", "/tile/entries/000.p/3"]) {
      const { status, headers } = await get(path);
      expect([status, headers.get("content-type"), headers.get("cache-control")], path).toEqual([
        200,
        "application/octet-stream",
        "public, max-age=31536000, immutable",
      ]);
    }
    const { store, config } = server.parts;
    const tiles = store.tiles ?? tileFolder(join(config.folder, "tiles"));
    const full = new Uint8Array(256 * 32).map((_, i) => i % 251);
    for (const level of [0, "entries"] as const) {
      const path = tilePath({ level, index: 1_234_067, width: 256 });
      expect(path).toBe(`tile/${level}/x001/x234/067`);
      await tiles.put(path, full, { immutable: true });
      const response = await server.heldFetch(new Request(`${server.url}/${path}`));
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(full);
    }
  });

  it.each([
    "/tile/0/000",
    "/tile/0/000.p/4",
    "/tile/0/000.p/0",
    "/tile/0/000.p/256",
    "/tile/00/000.p/3",
    "/tile/64/000",
    "/tile/0/0",
    "/tile/0/x000/000.p/3",
    "/tile/",
    "/tile/checkpoint",
    "/tile/..%2fcheckpoint",
    "/tile/..%2f..%2flog.sqlite",
    "/tile/0/%00",
    "/tile/0/000.p/3/",
  ])("do not exist at %s", async (path) => {
    expect(await get(path)).toMatchObject(missing);
  });

  it("have their own rate limit", async () => {
    const remaining = async (path: string) => Number((await get(path)).headers.get("x-ratelimit-remaining"));
    server.clock.now += 60_000;
    const strangers = await remaining("/.well-known/anchorlog");
    expect(await remaining("/checkpoint")).toBe(GROUPS.tiles.second - 1);
    expect(await remaining("/tile/0/000.p/3")).toBe(GROUPS.tiles.second - 2);
    expect(await remaining("/.well-known/anchorlog")).toBe(strangers - 1);
  });
});
