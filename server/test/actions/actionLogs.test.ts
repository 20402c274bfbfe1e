import { beforeAll, describe, expect, it } from "vitest";
import { MOST_LOOKED_AT } from "../../src/actions/actionLook.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import {
  call,
  NOW,
  owner,
  sign,
  startServer,
  type Answer,
  type Client,
  type Refused,
  type TestServer,
} from "../harness.ts";

type Action = { readonly name: string; readonly kind: string; readonly affected_objects: readonly { id: string }[] };
type Page = { readonly items: readonly Action[]; readonly next: string | null; readonly total?: number };

const MINUTE = 60_000;
const iso = (time: number): string => new Date(time).toISOString();

describe.each(ENGINES)("actions over %s", (engine) => {
  let server: TestServer;
  let [ada, ben]: Client[] = [];
  let [ticket, deed]: string[] = [];

  const get = (query: string, who = ada!): Promise<Answer<Page>> =>
    call<Page>(server, "GET", `/ebus/action-logs?${query}`, { headers: who.headers });
  const shownBy = ({ body }: Answer<Page>): string[] =>
    body.items.map(({ name, affected_objects: [object] }) => `${name} ${object!.id}`);
  const found = async (query: string): Promise<string[]> => shownBy(await get(query));

  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await owner(server, "ada@example.com");
    ben = await owner(server, "ben@example.com");
    const make = async (body: object) =>
      (await sign<{ id: string }>(server, ada!, "POST", "/templates", { body })).body.id;
    ticket = await make({ name: "ticket" });
    deed = await make({ name: "deed" });
    const act = async (action: object): Promise<void> => {
      server.clock.now += MINUTE;
      const done = await sign(server, ada!, "POST", "/ebus/execute", { body: { action } });
      expect(done.status).toBe(200);
    };
    // A minute apart, from NOW + 1 min on.
    await act({ mint: { template_id: ticket, id: "t1" } });
    await act({ mint: { template_id: deed, id: "d1" } });
    await act({ update: { id: "t1", properties: { seat: 1 } } });
    await act({ mint: { template_id: ticket, id: "t2" } });
    await act({ burn: { id: "d1" } });
  });

  it("are filtered by template, kind, time, and all of them together", async () => {
    expect(await found(`template_id=${ticket}`)).toEqual(["mint t2", "update t1", "mint t1"]);
    expect(await found(`template_id=${deed}`)).toEqual(["burn d1", "mint d1"]);
    expect(await found("kind=HttpRequest")).toEqual(["burn d1", "mint t2", "update t1", "mint d1", "mint t1"]);
    expect(await found("kind=Burn")).toEqual([]);
    // `since` includes its time, and `before` does not.
    expect(await found(`since=${iso(NOW + 4 * MINUTE)}`)).toEqual(["burn d1", "mint t2"]);
    expect(await found(`since=${iso(NOW + 4 * MINUTE + 1)}`)).toEqual(["burn d1"]);
    expect(await found(`before=${iso(NOW + 2 * MINUTE)}`)).toEqual(["mint t1"]);
    expect(await found(`before=${iso(NOW + 2 * MINUTE + 1)}`)).toEqual(["mint d1", "mint t1"]);
    expect(await found(`since=${iso(NOW + 2 * MINUTE)}&before=${iso(NOW + 4 * MINUTE)}`)).toEqual([
      "update t1",
      "mint d1",
    ]);
    expect(await found(`since=${iso(NOW + 3 * MINUTE)}&before=${iso(NOW + 3 * MINUTE)}`)).toEqual([]);
    const actor = ada!.wallet.address;
    const all = `actor=${actor}&kind=HttpRequest&template_id=${ticket}&since=${iso(NOW + 3 * MINUTE)}`;
    expect(await found(all)).toEqual(["mint t2", "update t1"]);
    expect(await found(`${all}&object_id=t1`)).toEqual(["update t1"]);
    expect(await found(`actor=${ben!.wallet.address}&kind=HttpRequest`)).toEqual([]);
    expect(shownBy(await get(`template_id=${ticket}`, ben))).toEqual([]);
    expect(shownBy(await get(`since=${iso(NOW)}`, ben))).toEqual([]);
  });

  it("are paged with cursors that keep the filters and refuse other filters", async () => {
    const query = `template_id=${ticket}&actor=${ada!.wallet.address}`;
    const first = await get(`${query}&limit=2`);
    expect(shownBy(first)).toEqual(["mint t2", "update t1"]);
    expect(await found(`${query}&limit=2&next=${first.body.next}`)).toEqual(["mint t1"]);
    const other = await get(`template_id=${ticket}&limit=2&next=${first.body.next}`);
    expect((other.body as unknown as Refused).error.details[0]!.reason).toBe("bad_cursor");
    const byOffset = await get(`${query}&limit=1&offset=1`);
    expect([shownBy(byOffset), byOffset.body.total]).toEqual([["update t1"], 3]);
    const since = await get(`since=${iso(NOW + 3 * MINUTE)}&offset=0`);
    expect([since.body.items.length, since.body.total]).toEqual([3, 3]);
    for (const bad of ["kind=Nothing", "since=yesterday", "before=2026-02-30T25:00:00Z", "template_id=7"]) {
      expect((await get(bad)).status, bad).toBe(400);
    }
  });

  it("scan at most the rows that a page may cost, and continue with the next page", async () => {
    const columns = "org, object, template, name, actor, params, affected, result";
    const many = `INSERT INTO action_log (idx, item, id, kind, created_at, ${columns})
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ${MOST_LOOKED_AT})
      SELECT 1000 + i, 0, 'act_' || substr('${"0".repeat(32)}' || i, 1 + length('' || i)), 'Issue', ${server.clock.now}, ${columns}
        FROM action_log, n WHERE item = 0 AND name = 'mint' AND object = 't1'`;
    await server.parts.store.run([{ sql: many }]);
    const query = `template_id=${ticket}&kind=HttpRequest`;
    const first = await get(query);
    expect(first.body).toMatchObject({ items: [], has_more: true });
    expect(await found(`${query}&next=${first.body.next}`)).toEqual(["mint t2", "update t1", "mint t1"]);
    expect((await get(`${query}&offset=0`)).body).toMatchObject({ total: 3, items: [{}, {}, {}] });
    // One index finds these.
    expect(await found("kind=HttpRequest&limit=1")).toEqual(["burn d1"]);
    expect(await found("kind=Issue&limit=2")).toEqual(["mint t1", "mint t1"]);
    await server.parts.store.run([{ sql: "DELETE FROM action_log WHERE idx > 1000" }]);
  });
});
