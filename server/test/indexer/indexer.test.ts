import { beforeAll, describe, expect, it } from "vitest";
import { owner, startServer, type Client, type TestServer } from "../harness.ts";
import { WAIT_LIMIT } from "../../../test/limits.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { ask, execute, idsOf, make, makeTemplate } from "./objects.ts";

const FRIEND = `0x${"AB".repeat(20)}`;

describe.each(ENGINES)("queries of the index over %s", (engine) => {
  let server: TestServer;
  let ada: Client;
  let ticket: string;
  let deed: string;
  const search = (q: string) => idsOf(server, ada, "search", { q });
  const query = (...filter: string[]) => idsOf(server, ada, "query", { filter });
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine), { indexing: { wait: WAIT_LIMIT } });
    ada = await owner(server, "ada@example.com");
    ticket = await makeTemplate(server, ada, "Konzert ticket");
    deed = await makeTemplate(server, ada, "deed");
    await make(
      server,
      ada,
      { id: "t1", template: ticket, properties: { colour: "red", seat: { row: 4, code: "12" }, tags: ["a", "b"] } },
      { id: "t2", template: ticket, properties: { colour: "dark red", seat: { row: 10, code: 12 }, sold: true } },
      { id: "t3", template: ticket, properties: { colour: "blue", seat: { row: -2.5 }, note: "Crème brûlée, 東京" } },
    );
    await make(server, ada, {
      id: "d1",
      template: deed,
      properties: { colour: null, "a.b": { "x=y": 1 }, at: "2026-01-05T09:00:00Z", long: `${"z".repeat(60)}1` },
    });
    await make(server, ada, {
      id: "d2",
      template: deed,
      properties: { at: "2026-02-01", long: `${"z".repeat(60)}2` },
    });
  });

  it("find objects by words of their properties, template and id, newest first", async () => {
    expect(await search("red")).toBe("t2 t1");
    expect(await search("RED dark")).toBe("t2");
    expect(await search("red nothing")).toBe("");
    expect(await search("konzert")).toBe("t3 t2 t1");
    expect(await search("d1")).toBe("d1");
    expect(await search("creme BRULEE")).toBe("t3");
    expect(await search("京")).toBe("t3");
    expect(await search("12")).toBe("t2 t1");
    expect(await search("true")).toBe("t2");
    expect(await search("kon* bl*")).toBe("t3");
    expect(await search("onzert*")).toBe("");
    expect(await search(`${"z".repeat(60)}2`)).toBe("d2");
    // Names of properties are not indexed as words.
    expect(await search("colour")).toBe("");
  });

  it("find objects by template, owner and state, and all objects without a filter", async () => {
    expect(await idsOf(server, ada, "query")).toBe("d2 d1 t3 t2 t1");
    expect(await idsOf(server, ada, "query", { template_id: deed })).toBe("d2 d1");
    const here = ada.wallet.address;
    expect(await idsOf(server, ada, "query", { owner: here, template_id: deed, filter: "at^=2026-02" })).toBe("d2");
    expect(await idsOf(server, ada, "query", { owner: FRIEND })).toBe("");
    expect(await idsOf(server, ada, "query", { state: "burned" })).toBe("");
  });

  it("find objects by values of their properties, which keep their types", async () => {
    expect(await query("seat.row=4")).toBe("t1");
    expect(await query("seat.row>-3")).toBe("t3 t2 t1");
    expect(await query("seat.row>4")).toBe("t2");
    expect(await query("seat.row>=4")).toBe("t2 t1");
    expect(await query("seat.row<4")).toBe("t3");
    expect(await query("seat.row<=4", "seat.row>-2.5")).toBe("t1");
    expect(await query("seat.code=12")).toBe("t2");
    expect(await query('seat.code="12"')).toBe("t1");
    expect(await query("seat.code^=1")).toBe("t1");
    expect(await query("seat.code>1")).toBe("t2");
    expect(await query("colour=dark red")).toBe("t2");
    expect(await query("colour^=dark")).toBe("t2");
    expect(await query("colour<c")).toBe("t3");
    expect(await query("colour=null")).toBe("d1");
    expect(await query("sold=true")).toBe("t2");
    expect(await query('sold="true"')).toBe("");
    expect(await query("tags=b")).toBe("t1");
    expect(await query('"a.b"."x=y"=1')).toBe("d1");
    // Blanks around the operator do not count.
    expect(await query(" seat.row = 4 ", "seat . code ^= 1")).toBe("t1");
    expect(await query('"a.b"."x=y" >= 1')).toBe("d1");
    expect(await query("at>2026-01-05T08", "at<2026-01-06")).toBe("d1");
    // Values that differ only after the indexed bytes.
    expect(await query(`long=${"z".repeat(60)}1`)).toBe("d1");
    expect(await query(`long>${"z".repeat(60)}1`)).toBe("d2");
    expect(await query(`long^=${"z".repeat(60)}`)).toBe("d2 d1");
  });

  it("find everything written before the query, and return the index that they include", async () => {
    const before = await ask(server, ada, "search", { q: "red" });
    expect(before.body).toMatchObject({ is_behind: false, indexed_to: expect.any(Number) });
    await make(server, ada, { id: "w1", template: ticket, properties: { colour: "green" } });
    const made = await ask(server, ada, "search", { q: "green" });
    expect(made.body).toMatchObject({
      items: [{ id: "w1", properties: { colour: "green" } }],
      is_behind: false,
      indexed_to: before.body.indexed_to! + 1,
    });
    await execute(server, ada, { set_attributes: { id: "w1", properties: { colour: "grey" } } });
    await execute(server, ada, { transfer: { id: "w1", to: FRIEND } });
    expect([await search("green"), await search("grey")]).toEqual(["", "w1"]);
    expect(await idsOf(server, ada, "query", { owner: FRIEND })).toBe("w1");
    await execute(server, ada, { set_attributes: { id: "w1", properties: { colour: "green" } } });
    expect([await search("green"), await search("grey")]).toEqual(["w1", ""]);
    expect(await execute(server, ada, { redeem: { id: "d2" } })).toMatchObject({ status: 200 });
    expect(await idsOf(server, ada, "query", { state: "redeemed" })).toBe("d2");
    expect(await idsOf(server, ada, "query", { state: "active", template_id: deed })).toBe("d1");
  });

  it("have pages, whose cursors belong to one query", async () => {
    const first = await ask(server, ada, "query", { template_id: ticket, limit: 2 });
    expect(first.body).toMatchObject({ items: [{ id: "w1" }, { id: "t3" }], has_more: true });
    const next = first.body.next!;
    const second = await ask(server, ada, "query", { template_id: ticket, limit: 2, next });
    expect(second.body).toMatchObject({ items: [{ id: "t2" }, { id: "t1" }], has_more: false, next: null });
    expect(await idsOf(server, ada, "query", { template_id: deed, limit: 2, next })).toBe("400 next bad_cursor");
    expect(await idsOf(server, ada, "query", { limit: 2, next })).toBe("400 next bad_cursor");
    expect(await idsOf(server, ada, "search", { q: "red", next })).toBe("400 next bad_cursor");
  });

  it("never show another organization's objects", async () => {
    const eve = await owner(server, "eve@example.com");
    expect(await ask(server, eve, "query")).toMatchObject({ body: { items: [], indexed_to: null, is_behind: false } });
    const hers = await makeTemplate(server, eve, "ticket");
    await make(server, eve, { id: "t1", template: hers, properties: { colour: "red", of: "eve" } });
    expect(await idsOf(server, eve, "search", { q: "red" })).toBe("t1");
    expect(await ask(server, eve, "query")).toMatchObject({ body: { items: [{ properties: { of: "eve" } }] } });
    expect(await idsOf(server, eve, "query", { template_id: ticket })).toBe("");
    expect(await search("eve")).toBe("");
    expect(await idsOf(server, ada, "query", { filter: "of=eve" })).toBe("");
  });

  it("are refused if they are invalid, and the error names the field", async () => {
    for (const [path, asked, refusal] of [
      ["search", {}, "q malformed"],
      ["search", { q: "" }, "q malformed"],
      ["search", { q: "?!*" }, "q no_words"],
      ["search", { q: "a b c d e f g h i" }, "q too_many_words"],
      ["search", { q: "x".repeat(201) }, "q malformed"],
      ["search", { q: "a", filter: "a=1" }, "filter unknown_parameter"],
      ["query", { q: "a" }, "q unknown_parameter"],
      ["query", { state: "lost" }, "state malformed"],
      ["query", { owner: "0x1" }, "owner malformed"],
      ["query", { owner: `0x${"Ab".repeat(20)}` }, "owner malformed"],
      ["query", { limit: 101 }, "limit malformed"],
      ["query", { offset: 1 }, "offset unknown_parameter"],
      ["query", { filter: "seat" }, "filter malformed"],
      ["query", { filter: "=1" }, "filter malformed"],
      ["query", { filter: "a..b=1" }, "filter malformed"],
      ["query", { filter: '"a\\q"=1' }, "filter malformed"],
      ["query", { filter: "seat!=12" }, "filter unknown_operator"],
      ["query", { filter: "seat==12" }, "filter unknown_operator"],
      ["query", { filter: "a=>1" }, "filter unknown_operator"],
      ["query", { filter: "a<>1" }, "filter unknown_operator"],
      ["query", { filter: "a~=1" }, "filter unknown_operator"],
      ["query", { filter: "colour='red'" }, "filter malformed"],
      ["query", { filter: 'colour="red' }, "filter malformed"],
      ["query", { filter: 'tags=["a"]' }, "filter malformed"],
      ["query", { filter: "seat.row>3 and seat.row<5" }, "filter malformed"],
      ["query", { filter: " =1" }, "filter malformed"],
      ["query", { filter: "sold>true" }, "filter no_order"],
      ["query", { filter: Array.from({ length: 9 }, () => "a=1") }, "filter malformed"],
      ["query", { filter: `a=${"x".repeat(300)}` }, "filter.0 malformed"],
    ] as const) {
      const said = await idsOf(server, ada, path, asked);
      expect(said, JSON.stringify(asked)).toBe(`400 ${refusal}`);
    }
  });
});
