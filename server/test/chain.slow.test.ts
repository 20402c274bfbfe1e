import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { owner } from "./harness.ts";
import { anchoredOf, inFolder, makeTemplate } from "./ownChain.ts";
import { terminate } from "./process.ts";

const { folder, start, startIn } = inFolder();

it("a server continues its chain after a kill, and starts a new one if the chain is lost", async () => {
  const again = await start();
  const ada = await owner(again.remote, "ada@example.com");
  await expect.poll(() => anchoredOf(again)).toBeGreaterThan(0);
  const anchored = await anchoredOf(again);

  // The next server waits until the killed one's node has ended, and continues with its chain.
  again.server.child.kill("SIGKILL");
  await again.server.ended;
  const third = await start();
  await makeTemplate(third, ada, "two");
  await expect.poll(() => anchoredOf(third)).toBeGreaterThan(anchored);
  const all = await anchoredOf(third);
  await terminate(third.server);

  await writeFile(join(folder(), "data", "chain.json"), "{");
  const broken = startIn();
  const remedy = `delete ${join(folder(), "data", "chain.json")}, and the chain begins anew`;
  expect([await broken.ended, broken.said()]).toEqual([1, expect.stringContaining(remedy)]);
  await rm(join(folder(), "data", "chain.json"));
  const fourth = await start();
  await expect.poll(() => anchoredOf(fourth)).toBeGreaterThanOrEqual(all);
  await makeTemplate(fourth, ada, "three");
  // Its watchtower does not wait until the new chain is as long as the old one.
  expect(fourth.server.said()).not.toContain("behind block");
});
