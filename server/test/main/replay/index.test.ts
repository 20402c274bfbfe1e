import { describe, expect, it } from "vitest";
import { rebuild } from "../../../src/main/replay/commands.ts";
import { ENGINES, environmentOf } from "../../engines.ts";
import { owner, startServer } from "../../harness.ts";
import { idsOf, make, makeTemplate } from "../../indexer/objects.ts";

const HOUR = 3_600_000;

describe.each(ENGINES)("a rebuild over %s", (engine) => {
  it("indexes the objects of the log, even if the index came from other tables", async () => {
    // The index follows the log only on demand.
    let server = await startServer(await environmentOf(engine), { indexing: { pause: HOUR } });
    const { config, secrets } = server.parts;
    const ada = await owner(server, "ada@example.com");
    const template = await makeTemplate(server, ada, "ticket");
    await make(server, ada, { id: "one", template, properties: { color: "red" } });
    const change = `UPDATE object SET properties = '{"color":"blue"}' WHERE id = 'one'`;
    await server.parts.store.run([{ sql: change, expect: 1 }]);
    await expect.poll(() => idsOf(server, ada, "search", { q: "blue" })).toBe("one");
    await server.close();

    await rebuild({ config, secrets }, true);
    server = await server.restart();
    await expect.poll(() => idsOf(server, ada, "search", { q: "red" })).toBe("one");
    expect(await idsOf(server, ada, "search", { q: "blue" })).toBe("");
  });
});
