import { beforeAll, describe, expect, it } from "vitest";
import { ENGINES, environmentOf } from "../engines.ts";
import type { Operation } from "../contract.ts";
import { call, sign, startServer, type Client, type TestServer } from "../harness.ts";
import { founder, invite, join, newWallet, type Person } from "../people.ts";
import { changesNothing, RESTLESS } from "../requests.ts";
import { FORM, formOf, store } from "../files/files.ts";

/** Requests other than GET without a signature: no wallet exists yet, or only a session changes. */
const UNSIGNED: ReadonlySet<string> = new Set([
  "POST /auth/otp",
  "POST /auth/login",
  "POST /auth/refresh-token",
  "POST /auth/logout",
  "POST /organizations/switch",
  "POST /organizations/invitations/{id}/accept",
  "POST /ebus/prepare",
  "POST /webhooks/{id}/test",
  // Version 2: it redirects.
  "POST /user/login",
  "POST /user/register",
  "POST /user/token/refresh",
  "POST /vatoms/{id}/actions",
  "POST /vatoms/{id}/transfer",
]);

/** Deletions come after requests that need the deleted resources. A log with a successor accepts almost nothing. */
const rankOf = (method: string, path: string): number =>
  path.endsWith("/successor") ? 2 : Number(method === "DELETE");

describe.each(ENGINES)("a write without a signature, over %s", (engine) => {
  let server: TestServer;
  let ada: Person;
  /** A client that registers other people's wallets with an API key. */
  let keeper: Client;
  let template: string;
  /** Existing values for the parameters of paths, by their first part. */
  let ids: Readonly<Record<string, object>>;
  beforeAll(async () => {
    server = await startServer(await environmentOf(engine));
    ada = await founder(server, "founder@example.com");
    const make = async (path: string, body: object) => {
      const made = await sign<{ id: string; key: string }>(server, ada, "POST", path, { body });
      expect([path, made.status]).toEqual([path, 201]);
      return made.body;
    };
    const by = ["issuer"];
    template = (await make("/templates", { name: "note", actions: { mint: by, transfer: by, update: by } })).id;
    const { id, key } = await make("/api-keys", { name: "keeper", permissions: ["manage"] });
    keeper = { ...ada, headers: { "x-api-key": key }, wallet: newWallet() };
    ids = {
      "api-keys": { id },
      objects: await make("/objects", { template_id: template, id: "ticket-8" }),
      organizations: {
        id: ada.org,
        memberId: (await join(server, ada, "bob@example.com", "reader")).id,
        invitationId: (await invite(server, ada, "cid@example.com", "reader")).id,
      },
      storage: (await store(server, ada, "a file")).body,
      webhooks: await make("/webhooks", { name: "all", url: "https://hooks.example/all", events: ["*"] }),
    };
  });

  /** A documented request about existing resources. */
  function requestOf(path: string, { requestBody }: Operation) {
    const known = ids[path.split("/")[1]!] as Record<string, string>;
    const target = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => known[name]!);
    if (path === "/storage/upload")
      return { target, content: formOf("another file"), headers: { "content-type": FORM } };
    const example = requestBody?.content["application/json"]?.example as Record<string, unknown> | undefined;
    if (example === undefined) return { target };
    // An object has each version once.
    const { version: _, ...body } = example;
    if (path === "/objects") body["template_id"] = template;
    // A wallet registers itself by its own signature.
    if (path === "/wallets/register") body["address"] = keeper.wallet.address;
    return { target, body };
  }

  it("is refused on every route and changes no row; the same write with a signature succeeds", async () => {
    const writes = Object.entries(server.document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
      )
      .filter(([method, path]) => method !== "GET" && !UNSIGNED.has(`${method} ${path}`))
      .toSorted(([one, path], [other, otherPath]) => rankOf(one, path) - rankOf(other, otherPath));
    expect(writes.length).toBeGreaterThan(20);
    for (const [method, path, operation] of writes) {
      const { target, ...asked } = requestOf(path, operation);
      const by = path === "/wallets/register" ? keeper : ada;
      const send = () => call(server, method, target, { ...asked, headers: { ...by.headers, ...asked.headers } });
      const refused = await changesNothing(server, send, RESTLESS);
      const done = await sign<object>(server, by, method, target, asked);
      expect([method, path, refused, done.status]).toEqual([
        method,
        path,
        "401 missing_action",
        Number(Object.keys(operation.responses)[0]),
      ]);
    }
  });
});
