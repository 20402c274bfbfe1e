import { beforeAll, describe, expect, it } from "vitest";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, startServer, type Answer, type Client, type Refused, type TestServer } from "../harness.ts";

type Page = { items: { id: string }[]; next: string | null; has_more: boolean; total?: number };

let server: TestServer;
let ada: Client;
let template: string;
const get = (path: string, who = ada): Promise<Answer<Page>> =>
  call<Page>(server, "GET", path, { headers: who.headers });
const idsOf = ({ body }: Answer<Page>): string[] => body.items.map(({ id }) => id);
const reason = ({ status, body }: Answer): string => `${status} ${(body as Refused).error.details[0]!.reason}`;

describe.each(ENGINES)("lists over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await owner(server, "ada@example.com");
    template = (await sign<{ id: string }>(server, ada, "POST", "/templates", { body: { name: "t" } })).body.id;
    const actions = ["a", "b", "c", "d", "e"].map((id) => ({ mint: { template_id: template, id } }));
    // Two entries: each numbers its own results.
    for (const some of [actions.slice(0, 3), actions.slice(3)]) {
      expect((await sign(server, ada, "POST", "/ebus/actions/batch", { body: { actions: some } })).status).toBe(200);
    }
  });

  it("are paged with cursors, newest first, each record once", async () => {
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: Answer<Page> = await get(`/objects?limit=2${next === "" ? "" : `&next=${next}`}`);
      expect(page.body.has_more).toBe(page.body.next !== null);
      expect(page.body).not.toHaveProperty("total");
      expect(page.headers.get("deprecation")).toBeNull();
      seen.push(...idsOf(page));
      ({ next } = page.body);
    }
    expect(seen).toEqual(["e", "d", "c", "b", "a"]);
  });

  it("treat a parameter without a value as absent, as generated clients send it", async () => {
    const page = await get("/objects?limit=&next=&owner=&template_id=&offset=");
    expect(idsOf(page)).toEqual(["e", "d", "c", "b", "a"]);
    expect(page.body).not.toHaveProperty("total");
    expect(idsOf(await get("/objects?limit=2&next="))).toEqual(["e", "d"]);
    expect(idsOf(await get("/indexer/query?filter=&state="))).toEqual(["e", "d", "c", "b", "a"]);
    // A required parameter, and an unknown one.
    expect(reason(await get("/indexer/search?q="))).toBe("400 malformed");
    expect((await get("/objects?surely=")).status).toBe(400);
  });

  it("accept the deprecated offset of version 2, and return the total", async () => {
    const page = await get("/objects?limit=2&offset=1");
    expect(idsOf(page)).toEqual(["d", "c"]);
    expect(page.body).toMatchObject({ total: 5, has_more: true });
    expect(page.headers.get("deprecation")).toBe("@1767225600");
    // From there on, a cursor works as well.
    expect(idsOf(await get(`/objects?limit=2&next=${page.body.next}`))).toEqual(["b", "a"]);
    expect((await get("/objects?offset=5")).body).toMatchObject({ items: [], total: 5, next: null });
    expect((await get(`/objects?offset=0&owner=0x${"00".repeat(20)}`)).body).toMatchObject({
      items: [],
      total: 0,
    });
    expect((await get("/ebus/action-logs?limit=1&offset=4")).body).toMatchObject({ total: 5, has_more: false });
    expect((await get("/ebus/action-logs?object_id=a&offset=0")).body).toMatchObject({ total: 1 });
    expect((await get("/templates?offset=0")).body).toMatchObject({ items: [{ id: template }], total: 1 });
  });

  it("count records only up to the largest offset", async () => {
    const columns = `org, template, template_version, owner, properties, version, state, state_hash, created_idx, idx, created_at, updated_at`;
    const many = `INSERT INTO object (id, created_item, ${columns})
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10200)
      SELECT 'many' || i, i + 100, ${columns} FROM object, n WHERE id = 'a'`;
    await server.parts.store.run([{ sql: many }]);
    expect((await get("/objects?offset=10000&limit=100")).body).toMatchObject({ total: 10_100, has_more: true });
    expect((await get("/objects?offset=0&limit=1")).body).toMatchObject({ total: 10_100 });
    await server.parts.store.run([{ sql: "DELETE FROM object WHERE id LIKE 'many%'" }]);
  });

  it("refuse a cursor of another list, an invalid position, and two positions", async () => {
    const { next } = (await get("/objects?limit=1")).body;
    const ben = await owner(server, "ben@example.com");
    for (const path of [`/ebus/action-logs?next=${next}`, `/objects?template_id=${template}&next=${next}`]) {
      expect(reason(await get(path)), path).toBe("400 bad_cursor");
    }
    expect(reason(await get(`/objects?next=${next}`, ben))).toBe("400 bad_cursor");
    expect(reason(await get(`/objects?next=${next}&offset=1`))).toBe("400 two_places");
    for (const query of ["limit=0", "limit=101", "limit=1.5", "offset=-1", "offset=10001", "offset=1&total=1"]) {
      expect((await get(`/objects?${query}`)).status, query).toBe(400);
    }
    // Lists that version 2 did not have have no offsets.
    expect((await get("/wallets?offset=1")).status).toBe(400);
    expect(idsOf(await get("/objects", ben))).toEqual([]);
  });

  it.each([
    ["/objects", 25],
    ["/ebus/action-logs", 25],
    ["/indexer/query", 25],
    ["/objects/{id}/history", 10],
  ])("have the documented page size if no limit is given: %s", async (list, usual) => {
    const carl = await owner(server, `carl-of-${list.replaceAll(/[^a-z]/g, "")}@example.com`);
    const { body } = await sign<{ id: string }>(server, carl, "POST", "/templates", { body: { name: "t" } });
    const minted = Array.from({ length: 27 }, (_, i) => ({ mint: { template_id: body.id, id: `o${i}` } }));
    const updated = Array.from({ length: 11 }, (_, i) => ({ update: { id: "o0", properties: { i } } }));
    const actions = list === "/objects/{id}/history" ? [minted[0], ...updated] : minted;
    await sign(server, carl, "POST", "/ebus/actions/batch", { body: { actions } });
    const path = list.replace("{id}", "o0");
    // The index follows.
    const rest = async ({ next }: Page) => (next === null ? [] : (await get(`${path}?next=${next}`, carl)).body.items);
    await expect.poll(async () => rest((await get(`${path}?limit=${usual}`, carl)).body)).toMatchObject([{}, {}]);
    const first = await get(path, carl);
    expect([first.body.items.length, first.body.has_more]).toEqual([usual, true]);
    expect(await rest(first.body)).toHaveLength(2);
    const parameters = server.document.paths[list]!["get"]!.parameters!;
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "limit", schema: expect.objectContaining({ default: usual }) }),
    );
  });
});
