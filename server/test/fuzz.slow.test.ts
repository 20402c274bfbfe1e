import { it } from "vitest";
import { fuzz, fuzzConnections } from "./fuzz.ts";
import { startServer } from "./harness.ts";

const server = await startServer();

it("answers thousands of random requests as documented", async () => {
  await fuzz(server, 4_000);
});

it("closes thousands of connections that do not speak HTTP", () => fuzzConnections(server, 2_000));
