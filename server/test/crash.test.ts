import { expect, it } from "vitest";
import { crash } from "./crash.ts";
import { isSlowSuite } from "../../test/slow.ts";

it("a server killed under load loses nothing acknowledged and executes nothing twice", async () => {
  const counts = await crash({}, isSlowSuite ? 2 : 1);
  expect(counts.acknowledged).toBeGreaterThan(3);
});

it.runIf(isSlowSuite)("a server that gets SIGTERM under load answers everything that it executes", async () => {
  const counts = await crash({}, 1, "SIGTERM");
  expect(counts.acknowledged).toBeGreaterThan(0);
  expect(counts.done).toBe(0);
});
