import { afterAll, afterEach, expect, it } from "vitest";
import { crash } from "./crash.ts";
import { closeEngines, ENGINES, environmentOf } from "./engines.ts";
import { endAll } from "./process.ts";

const KILLS = 40;

afterEach(endAll);
afterAll(closeEngines);

it.each(ENGINES)("loses nothing in 40 kills over %s", async (engine) => {
  const counts = await crash(await environmentOf(engine), KILLS);
  console.log(engine, counts);
  expect(counts.acknowledged).toBeGreaterThan(10 * KILLS);
  expect(counts.done).toBeGreaterThan(0);
});
