import { afterEach, expect, it } from "vitest";
import { crash } from "./crash.ts";
import { endAll } from "./process.ts";
import { isSlowSuite } from "../../test/slow.ts";

afterEach(endAll);

it("loses nothing that it acknowledged, and does nothing twice, when it is killed under load", async () => {
  const counts = await crash({}, isSlowSuite ? 2 : 1);
  expect(counts.acknowledged).toBeGreaterThan(3);
});

it.runIf(isSlowSuite)("answers all that it does, when it is told to end under load", async () => {
  const counts = await crash({}, 1, "SIGTERM");
  expect(counts.acknowledged).toBeGreaterThan(0);
  expect(counts.done).toBe(0);
});
