import { afterEach, expect, it } from "vitest";
import { crash } from "./crash.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import { endAll } from "./process.ts";

const KILLS = 200;

afterEach(endAll);

it.each(ENGINES)("loses nothing in 200 kills over %s", async (engine) => {
  // Under the name that it had before, it need not wait until its lease is over.
  const name = engine === "PostgreSQL" ? { PROCESS_URL: "http://127.0.0.1:9" } : {};
  const counts = await crash({ ...(await environmentOf(engine)), ...name }, KILLS);
  console.log(engine, counts);
  expect(counts.acknowledged).toBeGreaterThan(KILLS);
  expect(counts.done).toBeGreaterThan(0);
});

it("answers all that it does, told to end twenty times", async () => {
  const counts = await crash({}, 20, "SIGTERM");
  console.log(counts);
  expect(counts.done).toBe(0);
});
