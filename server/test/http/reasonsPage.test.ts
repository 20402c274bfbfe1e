import { expect, it } from "vitest";
import { REASONS } from "../../src/http/reasons.ts";
import { call, owner, startServer, type Refused } from "../harness.ts";

const server = await startServer();

type Linked = Refused & { readonly error: { readonly docs: string } };

it("errors link to a page that explains each reason, and how to sign", async () => {
  const { headers } = await owner(server, "ada@example.com");
  const unsigned = await call<Linked>(server, "POST", "/templates", { headers, body: { name: "a" } });
  const order = { body: { action: { burn: { id: "a" } } }, headers };
  const unordered = await call<Linked>(server, "POST", "/ebus/execute", order);
  const unknown = await call<Linked>(server, "POST", "/ebus/prepare", { headers, body: { ...order.body, no: 1 } });
  const stranger = await call<Linked>(server, "GET", "/objects");
  expect([unsigned, unordered, unknown, stranger].map(({ body }) => body.error.docs)).toEqual([
    "/reasons#signing",
    "/reasons#signing",
    "/reasons#unknown_member",
    "/reasons#no_credential",
  ]);
  const problem = await call<{ type: string }>(server, "GET", "/objects?no=1", {
    headers: { ...headers, accept: "application/problem+json" },
  });
  expect(problem.body.type).toBe("/reasons#unknown_parameter");

  const page = await call<string>(server, "GET", unsigned.body.error.docs);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const ids = [...page.body.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(Object.keys(REASONS).length + 1);
  expect(new Set(ids)).toEqual(new Set([...Object.keys(REASONS), "signing"]));
});
