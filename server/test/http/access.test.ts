import fastify from "fastify";
import { expect, it } from "vitest";
import { registerAccess } from "../../src/http/access.ts";

it("refuses a route that is neither public nor in a rate-limit group, and so would not authenticate", async () => {
  const app = fastify();
  const parts = {
    authenticate: () => Promise.reject(new Error("nobody")),
    forwarding: { isShared: false, find: async () => undefined, send: () => Promise.reject(new Error("nowhere")) },
    limiter: { take: async () => {}, look: async () => {} },
  };
  registerAccess(app, parts);
  app.get("/livez", { config: { access: "public", group: "none" } }, async () => "");
  expect(() => app.get("/keys", { config: { access: "manage", group: "none" } }, async () => "")).toThrow(
    "GET /keys has no group of limits, and is not public",
  );
  await app.close();
});
