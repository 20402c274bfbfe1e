import { beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "anchorlog";
import { decodeHeader, hashHeader, isCheckpointBy, parseCheckpoint } from "anchorlog/batch";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, startServer, type Client, type TestServer } from "../harness.ts";
import { reasonOf, type Page } from "../people.ts";
import { ask, checkpoints, proof, seal, see, trustIn, type Checkpoint } from "./evidence.ts";

type Batch = {
  id: string;
  number: number;
  start: number;
  count: number;
  closed_at: string;
  header: `0x${string}`;
  hash: string;
  root: string;
  zk_root: string;
  signed: boolean;
  published: boolean;
  anchored: boolean;
  final: boolean;
};

let server: TestServer;
let ada: Client;
let eve: Client;

let named = 0;
const template = (client: Client) => sign(server, client, "POST", "/templates", { body: { name: `t${++named}` } });
const batchesOf = async (client: Client, query = ""): Promise<Page<Batch>> =>
  (await ask<Page<Batch>>(server, client, `/batches${query}`)).body;
const howFar = ({ signed, published, anchored, final }: Batch): string =>
  Object.entries({ signed, published, anchored, final })
    .flatMap(([name, is]) => (is ? [name] : []))
    .join(" ");

describe.each(ENGINES)("lists of batches and checkpoints over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await owner(server, "ada@example.com");
    eve = await owner(server, "eve@example.com");
  });

  it("have only the batches of the caller's log, newest first, with their headers", async () => {
    expect(await batchesOf(ada)).toEqual({ items: [], next: null, has_more: false });
    for (let i = 0; i < 3; i++) {
      await template(ada);
      if (i === 1) await template(ada);
      await server.parts.anchorlog.closeBatches();
    }
    const { items } = await batchesOf(ada);
    // Registering her wallet was the first entry.
    expect(items.map(({ number, start, count }) => [number, start, count])).toEqual([
      [2, 4, 1],
      [1, 2, 2],
      [0, 0, 2],
    ]);
    for (const { header, hash, root, zk_root, closed_at, count } of items) {
      const said = decodeHeader(fromHex(header));
      expect([toHex(said.root), toHex(said.zkRoot), said.count]).toEqual([root, zk_root, count]);
      expect(toHex(hashHeader(fromHex(header)))).toBe(hash);
      expect(Date.parse(closed_at)).toBe(said.closedAt);
    }
    const hers = await batchesOf(eve);
    expect(hers.items.map(({ number, count }) => [number, count])).toEqual([[0, 1]]);
    const all = [...items, ...hers.items].map(({ id }) => id);
    expect(new Set(all).size).toBe(4);

    const first = await batchesOf(ada, "?limit=2");
    expect([first.items, first.has_more]).toEqual([items.slice(0, 2), true]);
    expect((await batchesOf(ada, `?limit=2&next=${first.next}`)).items).toEqual(items.slice(2));
    expect(reasonOf(await ask(server, eve, `/batches?next=${first.next}`))).toBe("400 bad_cursor");
    expect(reasonOf(await ask(server, ada, `/checkpoints?next=${first.next}`))).toBe("400 bad_cursor");

    expect((await ask<Batch>(server, ada, `/batches/${items[1]!.id}`)).body).toEqual(items[1]);
    for (const id of [hers.items[0]!.id, "4", "999999999999999"]) {
      expect(reasonOf(await ask(server, ada, `/batches/${id}`)), id).toBe("404 not_found");
    }
    for (const id of ["00", "-1", "x", "1e3", "9999999999999999"]) {
      expect(reasonOf(await ask(server, ada, `/batches/${id}`)), id).toBe("404 not_found");
    }
    expect((await call(server, "GET", "/batches")).status).toBe(401);
  });

  it("show the state of each batch, as far as this process knows it", async () => {
    const states = async () => (await batchesOf(ada)).items.map(howFar);
    expect(await states()).toEqual(["", "", ""]);
    const size = await seal(server);
    expect(await states()).toEqual(["signed", "signed", "signed"]);
    await server.parts.anchorlog.publish();
    await template(ada);
    const newer = await seal(server);
    expect(await states()).toEqual(["signed", ...Array<string>(3).fill("signed published")]);
    await see(server, size, "final");
    await see(server, newer, "anchored");
    expect(await states()).toEqual(["signed anchored", ...Array<string>(3).fill("signed published anchored final")]);
    await see(server, newer, "gone");
    expect((await states())[0]).toBe("signed");
    // The registry holds another root than this server's, which says nothing about its batches.
    const { store } = server.parts;
    const other = (await store.seenCheckpoints()).find((seen) => seen.size === size);
    await store.keepSeen({ ...other!, root: `0x${"ee".repeat(32)}` });
    expect(await states()).toEqual(["signed", ...Array<string>(3).fill("signed published")]);
    const listed = (await checkpoints(server)).find((checkpoint) => checkpoint.size === size);
    expect(listed).toMatchObject({ anchored: false, final: false, block: null });
    await see(server, size, "final");
  });

  it("show the signed checkpoints to anybody", async () => {
    const items = await checkpoints(server);
    expect(items.map(({ anchored, final }) => [anchored, final])).toEqual([
      [false, false],
      [true, true],
    ]);
    const trust = await trustIn(server);
    for (const { note, size, root } of items) {
      const parsed = parseCheckpoint(note);
      expect([parsed.size, toHex(parsed.root)]).toEqual([size, root]);
      expect(isCheckpointBy(parsed, trust, trust)).toBe(true);
    }
    expect(items[1]!.block).toEqual({ number: 7, hash: `0x${"b7".repeat(32)}`, time: 1_767_603_600 });
    const first = await call<Page<Checkpoint>>(server, "GET", "/checkpoints?limit=1");
    expect(first.body).toMatchObject({ items: [items[0]], has_more: true });
    const second = await call<Page<Checkpoint>>(server, "GET", `/checkpoints?limit=1&next=${first.body.next}`);
    expect(second.body).toEqual({ items: [items[1]], next: null, has_more: false });
    expect(reasonOf(await ask(server, ada, `/batches?next=${first.body.next}`))).toBe("400 bad_cursor");
  });

  it("are the same after a restart", async () => {
    const [batches, list] = [await batchesOf(ada), await checkpoints(server)];
    server = await server.restart();
    expect([await batchesOf(ada), await checkpoints(server)]).toEqual([batches, list]);
    const { items } = (await ask<Page<{ id: string }>>(server, ada, "/ebus/action-logs")).body;
    expect(items).toEqual([]);
    expect((await proof(server, ada, `/ebus/action-logs/act_${"1".repeat(32)}/proof`)).status).toBe(404);
  });
});
