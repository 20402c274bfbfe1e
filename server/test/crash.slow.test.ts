import { afterEach, expect, it } from "vitest";
import { crash } from "./crash.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { endAll } from "./process.ts";

const KILLS = 200;

afterEach(endAll);

it.each(ENGINES)("loses nothing in 200 kills over %s", async (engine) => {
  // Over PostgreSQL the next one waits until the lease of the one before is over.
  const lease = engine === "PostgreSQL" ? { LEASE_SECONDS: "1" } : {};
  const counts = await crash({ ...(await environmentOf(engine)), ...lease }, KILLS);
  console.log(engine, counts);
  expect(counts.acknowledged).toBeGreaterThan(KILLS);
  expect(counts.done).toBeGreaterThan(0);
});

it("answers all that it does, told to end twenty times", async () => {
  const counts = await crash({}, 20, "SIGTERM");
  console.log(counts);
  expect(counts.done).toBe(0);
});
