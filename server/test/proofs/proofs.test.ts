import { beforeAll, describe, expect, it } from "vitest";
import { AnchorlogError, fromHex, verifyBundle, type Bundle, type Hex } from "anchorlog";
import { PART_ASK, logId } from "anchorlog/action";
import { decodeHeader } from "anchorlog/batch";
import { formatBundle, parseBundle } from "anchorlog/verify/bundle";
import { decodeEntry } from "anchorlog/log";
import { atEnd } from "../../../test/ends.ts";
import { ed25519Key, independentRoot } from "../../../test/operator/cose.ts";
import { NOBODY, objectKeyFor } from "../../src/objects/kinds.ts";
import { ENGINES, environmentOf } from "../engines.ts";
import { call, owner, sign, startServer, type Answer, type Client, type Refused, type TestServer } from "../harness.ts";
import { reasonOf, type Page } from "../people.ts";
import { typedAction } from "../objects/typed.ts";
import { ask, proof, seal, see, trustIn, verdictOf } from "./evidence.ts";

type Done = { action_id: string; object: { version: number; state_hash: string } };
type Step = {
  id: string;
  name: string;
  kind: string;
  index: number;
  version: number;
  state_hash: string;
  bundle_state: string;
  bundle: Bundle;
};

let server: TestServer;
let ada: Client;
let template: string;

async function mint(id: string): Promise<string> {
  const holder = ada.wallet.address.toLowerCase();
  const action = await typedAction(server, ada, "Mint", {
    objectId: id,
    holder,
    templateId: template,
    properties: "{}",
  });
  return (await act(action)).action_id;
}
async function act(action: object): Promise<Done> {
  const { status, body } = await call<Done>(server, "POST", "/ebus/execute", { headers: ada.headers, body: action });
  expect(status).toBe(200);
  return body;
}
type Receipt = { readonly leaf: Hex; readonly receipt: Hex };
/** The root of a COSE receipt, verified by another implementation with the server's note key. */
const rootOf = async (of: TestServer, { leaf, receipt }: Receipt): Promise<string> =>
  independentRoot(
    { leaf: fromHex(leaf), receipt: fromHex(receipt) },
    ed25519Key((await trustIn(of)).noteKey.publicKey),
  );
const logOf = ({ log }: Client): Hex => logId(server.parts.operator, log);
const pathOf = (id: string): string => `/ebus/action-logs/${id}/proof`;

describe.each(ENGINES)("proofs over %s", (engine) => {
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await owner(server, "ada@example.com");
    const body = { name: "deed", custody: true };
    template = (await sign<{ id: string }>(server, ada, "POST", "/templates", { body })).body.id;
  });

  it("of an action are promised, then included in a checkpoint, and any verifier agrees", async () => {
    const path = pathOf(await mint("d1"));
    const promised = await proof(server, ada, path);
    expect([promised.status, promised.state, promised.body.inclusion]).toEqual([200, "promised", undefined]);
    expect(await verdictOf(server, promised.text)).toEqual({ verdict: "valid", state: "promised" });
    expect(promised.body.action).toMatchObject({ primaryType: "Mint", message: { payload: { objectId: "d1" } } });

    const size = await seal(server);
    const included = await proof(server, ada, path);
    expect([included.state, included.body.inclusion?.checkpoint.size]).toEqual(["included", String(size)]);
    expect(await verdictOf(server, included.text)).toEqual({ verdict: "valid", state: "included" });
    expect(included.headers.get("content-type")).toBe("application/json; charset=utf-8");
    // Byte for byte as the package writes it.
    const raw = await (await fetch(server.url + path, { headers: ada.headers })).text();
    expect(raw).toBe(formatBundle(parseBundle(raw)));

    for (const [from, to] of [
      ["d1", "d2"],
      [included.body.entry, flipped(included.body.entry)],
      [included.body.receipt.signature, flipped(included.body.receipt.signature)],
      [included.body.inclusion!.header, flipped(included.body.inclusion!.header)],
    ] as const) {
      const changed = included.text.replace(from, to);
      expect(changed).not.toBe(included.text);
      expect(await verifyBundle(changed, { operator: await trustIn(server) })).toMatchObject({ verdict: "invalid" });
    }
  });

  it("lead to the checkpoint asked for, or fail if it does not cover the action", async () => {
    const path = pathOf(await mint("s1"));
    const size = await seal(server);
    await mint("s2");
    const newer = await seal(server);
    const sizeOf = async (query: string) => (await proof(server, ada, path + query)).body.inclusion?.checkpoint.size;
    expect([await sizeOf(""), await sizeOf(`?size=${size}`), await sizeOf(`?size=${newer}`)]).toEqual(
      [newer, size, newer].map(String),
    );
    // A checkpoint from before the entry, which does not cover it.
    const early = await proof(server, ada, `${path}?size=1`);
    expect([early.state, early.body.inclusion]).toEqual(["promised", undefined]);
    const none = await ask<{ error: object }>(server, ada, `${path}?size=${newer + 1}`);
    expect(none.body.error).toMatchObject({ code: 404, details: [{ field: "size", reason: "no_checkpoint" }] });
    for (const query of ["?size=0", "?size=x", "?size=1.5", "?size=9007199254740992", "?sizes=1"]) {
      expect((await ask(server, ada, path + query)).status, query).toBe(400);
    }
    expect(reasonOf(await ask(server, ada, pathOf(`act_${"0".repeat(32)}`)))).toBe("404 not_found");
  });

  it("include COSE receipts, verified by another implementation, once a checkpoint covers the action", async () => {
    await mint("c0");
    const early = await seal(server);
    const id = await mint("c1");
    const path = `/ebus/action-logs/${id}/cose-receipts`;
    expect(reasonOf(await ask(server, ada, path))).toBe("404 no_checkpoint");
    const size = await seal(server);
    const { status, body } = await ask<Record<"entry" | "header", Receipt>>(server, ada, path);
    expect(status).toBe(200);
    const { entry, inclusion } = (await proof(server, ada, pathOf(id))).body;
    expect([body.entry.leaf, body.header.leaf]).toEqual([entry, inclusion!.header]);
    expect(await rootOf(server, body.entry)).toBe(
      Buffer.from(decodeHeader(fromHex(body.header.leaf)).root).toString("hex"),
    );
    expect(`0x${await rootOf(server, body.header)}`).toBe(inclusion!.checkpoint.root);

    expect((await ask(server, ada, `${path}?size=${size}`)).body).toEqual(body);
    expect(reasonOf(await ask(server, ada, `${path}?size=${early}`))).toBe("404 no_checkpoint");
    expect(reasonOf(await ask(server, ada, `/ebus/action-logs/act_${"0".repeat(32)}/cose-receipts`))).toBe(
      "404 not_found",
    );
  });

  it("lead to the checkpoint with the furthest known state on chain", async () => {
    const [first, second] = [pathOf(await mint("f1")), await seal(server)];
    const later = pathOf(await mint("f2"));
    const newest = await seal(server);
    const reached = async (path: string) => {
      const { state, body } = await proof(server, ada, path);
      return [state, Number(body.inclusion?.checkpoint.size)];
    };
    await see(server, second, "anchored");
    expect(await reached(first)).toEqual(["anchored", second]);
    expect(await reached(later)).toEqual(["included", newest]);
    expect(await reached(`${first}?size=${newest}`)).toEqual(["included", newest]);
    await see(server, newest, "anchored");
    expect(await reached(first)).toEqual(["anchored", newest]);
    await see(server, second, "final");
    expect(await reached(first)).toEqual(["final", second]);
    expect(await reached(later)).toEqual(["anchored", newest]);
    await see(server, newest, "gone");
    await see(server, second, "gone");
    expect(await reached(first)).toEqual(["included", newest]);
  });

  it("are revalidated with each request, and sent only if they changed", async () => {
    const path = pathOf(await mint("e1"));
    const { headers } = await proof(server, ada, path);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    const etag = headers.get("etag")!;
    const known = (given: string) => ask(server, ada, path, { "if-none-match": given });
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      expect(await known(given), given).toMatchObject({ status: 304, body: "" });
    }
    expect((await known('"other"')).status).toBe(200);
    await seal(server);
    const newer = await known(etag);
    expect([newer.status, newer.headers.get("anchorlog-state")]).toEqual([200, "included"]);
    expect(newer.headers.get("etag")).not.toBe(etag);
  });

  it("are one bundle for all actions of one request", async () => {
    const plain = (await sign<{ id: string }>(server, ada, "POST", "/templates", { body: { name: "ticket" } })).body.id;
    const actions = [
      { mint: { template_id: plain, id: "r1" } },
      { set_attributes: { id: "r1", properties: { a: 1 } } },
    ];
    const { body } = await sign<{ items: Done[] }>(server, ada, "POST", "/ebus/actions/batch", { body: { actions } });
    const [one, two] = await Promise.all(body.items.map(({ action_id }) => proof(server, ada, pathOf(action_id))));
    expect(one!.body.action.primaryType).toBe("HttpRequest");
    expect(one!.text).toBe(two!.text);
    expect(await verdictOf(server, one!.text)).toMatchObject({ verdict: "valid" });
    const history = await ask<Page<Step>>(server, ada, "/objects/r1/history");
    expect(history.body.items.map(({ name, version, bundle }) => [name, version, bundle])).toEqual([
      ["mint", 1, one!.body],
      ["set_attributes", 2, one!.body],
    ]);
  });

  it("of an object's holder ask the log at most once a minute, until an action names the holder", async () => {
    const [holder, friend] = [ada.wallet.address.toLowerCase(), `0x${"f1".repeat(20)}`];
    await mint("h1");
    const path = "/objects/h1/proof";
    const aboutOf = ({ body }: { body: Bundle }) => decodeEntry(fromHex(body.entry));
    const sizeOf = async () => (await server.parts.store.head(logOf(ada))).size;
    const minted = (await sizeOf()) - 1;
    // Concurrently, and again.
    const asked = await Promise.all([1, 2, 3].map(() => proof(server, ada, path)));
    const [first] = asked;
    expect(new Set([...asked, await proof(server, ada, path)].map(({ text }) => text)).size).toBe(1);
    expect([first!.state, first!.body.action.primaryType, first!.body.inclusion]).toEqual([
      "promised",
      "Ask",
      undefined,
    ]);
    expect(await verifyBundle(first!.text, { operator: await trustIn(server) })).toMatchObject({
      verdict: "valid",
      about: { objectKey: objectKeyFor("h1"), prior: minted, holder },
    });
    expect(await sizeOf()).toBe(minted + 2);
    // The earlier ask keeps its entry, which is now in a batch.
    const size = await seal(server);
    const later = await proof(server, ada, `${path}?entry=${minted + 1}`);
    expect([later.state, later.body.entry]).toEqual(["included", first!.body.entry]);
    expect((await proof(server, ada, `${path}?entry=${minted}&size=${size}`)).body.action.primaryType).toBe("Mint");

    // An act within the minute: no second ask, and never the one from before it.
    const transfer = await act(await typedAction(server, ada, "Transfer", { objectId: "h1", holder: friend }));
    const moved = await proof(server, ada, path);
    expect(moved.text).toBe((await proof(server, ada, pathOf(transfer.action_id))).text);
    expect(aboutOf(moved)).toMatchObject({ prior: minted, index: minted + 2, holder: fromHex(friend as Hex) });
    server.clock.now += 60_000;
    const again = aboutOf(await proof(server, ada, path));
    expect(again).toMatchObject({ part: PART_ASK, prior: minted + 2, holder: fromHex(friend as Hex) });
    expect(await sizeOf()).toBe(minted + 4);

    const other = async (query: string) => reasonOf(await ask(server, ada, `${path}?entry=${query}`));
    await mint("h2");
    for (const entry of [0, minted + 4, minted + 5, 999_999]) expect(await other(`${entry}`)).toBe("404 no_entry");
    for (const entry of ["-1", "1.5", "x", "9007199254740992"]) expect(await other(entry)).toBe("400 malformed");
    // The server makes an ask only for members with read permission.
    const before = await sizeOf();
    const eve = await owner(server, "mallory@example.com");
    expect(reasonOf(await ask(server, eve, path))).toBe("404 not_found");
    expect((await call(server, "GET", path)).status).toBe(401);
    expect(await sizeOf()).toBe(before);
    const { items } = (await ask<Page<{ kind: string }>>(server, ada, "/ebus/action-logs?object_id=h1")).body;
    expect(items.map(({ kind }) => kind)).toEqual(["Transfer", "Mint"]);
  });

  it("with the caller's nonce repeat the same question, in any minute", async () => {
    for (const id of ["h8", "h9"]) await mint(id);
    const sizeOf = async () => (await server.parts.store.head(logOf(ada))).size;
    const nonce = BigInt(`0x${"9e".repeat(32)}`).toString();
    const path = `/objects/h8/proof?nonce=${nonce}`;
    const first = await proof(server, ada, path);
    const size = await sizeOf();
    for (const passed of [0, 59_000, 60_000]) {
      server.clock.now += passed;
      expect((await proof(server, ada, path)).body.entry).toBe(first.body.entry);
    }
    expect(first.body.action.message).toMatchObject({ nonce });
    // The same nonce for another object is another request.
    expect(reasonOf(await ask(server, ada, path.replace("h8", "h9")))).toBe("409 nonce_used");
    expect(await sizeOf()).toBe(size);
  });

  it("of an ended object name no holder, and objects without custody are refused", async () => {
    await mint("h3");
    await act(await typedAction(server, ada, "Burn", { objectId: "h3", holder: NOBODY }));
    const ended = await proof(server, ada, "/objects/h3/proof");
    expect(await verifyBundle(ended.text, { operator: await trustIn(server) })).toMatchObject({
      about: { holder: NOBODY },
    });
    const plain = (await sign<{ id: string }>(server, ada, "POST", "/templates", { body: { name: "free" } })).body.id;
    const body = { template_id: plain, id: "h4" };
    expect((await sign(server, ada, "POST", "/objects", { body })).status).toBe(201);
    expect((await proof(server, ada, "/objects/h4/proof")).body.action.primaryType).toBe("HttpRequest");
  });

  it("of an object's history cover each action from the first on", async () => {
    const minted = await mint("o1");
    const update = (version: number) =>
      typedAction(server, ada, "Update", { objectId: "o1", version: String(version), properties: `{"n":${version}}` });
    const done = [await act(await update(1)), await act(await update(2)), await act(await update(3))];
    await seal(server);
    const steps: Step[] = [];
    let next: string | null = "";
    while (next !== null) {
      const path: string = `/objects/o1/history?limit=3${next === "" ? "" : `&next=${next}`}`;
      const { status, body }: Answer<Page<Step>> = await ask(server, ada, path);
      expect([status, body.has_more]).toEqual([200, body.next !== null]);
      steps.push(...body.items);
      ({ next } = body);
    }
    expect(steps.map(({ id, name, kind, version, bundle_state }) => [id, name, kind, version, bundle_state])).toEqual([
      [minted, "mint", "Mint", 1, "included"],
      ...done.map(({ action_id, object }) => [action_id, "update", "Update", object.version, "included"]),
    ]);
    expect(steps.slice(1).map(({ state_hash }) => state_hash)).toEqual(done.map(({ object }) => object.state_hash));
    for (const { bundle, index } of steps) {
      expect(decodeEntry(fromHex(bundle.entry)).index).toBe(index);
      expect(await verdictOf(server, JSON.stringify(bundle))).toEqual({ verdict: "valid", state: "included" });
    }
    // A verifier gets the same properties from the bundles alone.
    const last = steps.at(-1)!.bundle.action.message.payload;
    const now = await ask<{ properties: object }>(server, ada, "/objects/o1");
    expect(JSON.parse(last["properties"] as string)).toEqual(now.body.properties);
  });

  it("refuse invalid pages and unknown objects", async () => {
    const { body } = await ask<Page<Step>>(server, ada, "/objects/o1/history?limit=1");
    const asked = async (path: string) => reasonOf(await ask(server, ada, path));
    expect(await asked(`/objects/d1/history?limit=1&next=${body.next}`)).toBe("400 bad_cursor");
    expect(await asked(`/objects/o1/history?limit=1&size=1&next=${body.next}`)).toBe("400 bad_cursor");
    expect(await asked("/objects/o1/history?limit=26")).toBe("400 malformed");
    expect(await asked("/objects/o1/history?size=999")).toBe("404 no_checkpoint");
    expect(await asked("/objects/o1/proof?size=999")).toBe("404 no_checkpoint");
    expect(await asked("/objects/nowhere/history")).toBe("404 not_found");
    expect(await asked("/objects/nowhere/proof")).toBe("404 not_found");
  });

  it("report an unavailable archive, and not a used nonce", async () => {
    const { anchorlog } = server.parts;
    const bundle = anchorlog.bundle.bind(anchorlog);
    const action = (await ask<Page<{ id: string }>>(server, ada, "/ebus/action-logs?limit=1")).body.items[0]!.id;
    const away = new AnchorlogError("archive_unavailable", "the folder /archive is away");
    Object.assign(anchorlog, { bundle: () => Promise.reject(away) });
    atEnd(() => Object.assign(anchorlog, { bundle }));
    for (const path of [pathOf(action), "/objects/o1/history"]) {
      const answer = await ask<Refused>(server, ada, path);
      expect([reasonOf(answer), answer.headers.get("retry-after")]).toEqual(["503 archive_unavailable", "5"]);
      expect(answer.body.error.message).toBe("the archive does not give this entry now: ask again later");
    }
  });

  it("are not shown to other organizations", async () => {
    const eve = await owner(server, "eve@example.com");
    const action = (await ask<Page<{ id: string }>>(server, ada, "/ebus/action-logs?limit=1")).body.items[0]!.id;
    for (const path of [pathOf(action), "/objects/o1/proof", "/objects/o1/history"]) {
      expect(reasonOf(await ask(server, eve, path))).toBe("404 not_found");
      expect((await call(server, "GET", path)).status).toBe(401);
    }
  });
});

/** With another last digit. */
const flipped = (hex: string): string => hex.slice(0, -1) + (hex.endsWith("1") ? "2" : "1");
