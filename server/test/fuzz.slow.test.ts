import { afterAll, beforeAll, it } from "vitest";
import { fuzz, fuzzConnections } from "./fuzz.ts";
import { startServer, type TestServer } from "./harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it("answers thousands of requests as documented", async () => {
  await fuzz(server, 4_000);
});

it("ends thousands of connections that speak no HTTP", () => fuzzConnections(server, 2_000));
