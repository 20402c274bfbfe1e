import { expect, it } from "vitest";
import { fuzz, fuzzConnections } from "./fuzz.ts";
import { startServer } from "./harness.ts";

const server = await startServer();

it("answers random requests as documented, and stores nothing of the refused ones", async () => {
  const seen = await fuzz(server, 120);
  // Requests reached each operation instead of being refused before it.
  const statuses = new Set([...seen.keys()].map((name) => name.split(" ")[1]));
  for (const status of ["200", "201", "202", "400", "401", "404"]) expect(statuses).toContain(status);
});

it("closes each connection that does not speak HTTP, with an error if possible", () => fuzzConnections(server, 10));
