import { afterAll, describe, expect, it } from "vitest";
import { crash } from "./crash.ts";
import { ENGINES, environmentOf } from "./engines.ts";
import type { Counts } from "./kept.ts";

/** Kills over the same files. A start takes 20 s if the machine is busy, so more would exceed the limit of a test. */
const KILLS = 20;
/** The number of folders, each with that many kills: 200 kills for each engine. */
const PARTS = Array.from({ length: 10 }, (_, i) => i + 1);

describe.each(ENGINES)("a server over %s", (engine) => {
  const parts: Counts[] = [];
  afterAll(() => {
    const sum = (name: keyof Counts): number => parts.reduce((total, part) => total + part[name], 0);
    console.log(`${engine}: ${sum("kills")} kills, ${sum("acknowledged")} acknowledged actions`);
    console.log(`${sum("unanswered")} requests were not answered before a kill, and ${sum("done")} of them were done`);
  });

  it.each(PARTS)(`loses nothing in ${KILLS} kills, part %i`, async () => {
    // With its former name, it need not wait for the end of its lease.
    const name = engine === "PostgreSQL" ? { PROCESS_URL: "http://127.0.0.1:9" } : {};
    const counts = await crash({ ...(await environmentOf(engine)), ...name }, KILLS);
    parts.push(counts);
    expect(counts.acknowledged).toBeGreaterThan(KILLS);
  });
});

it("a server that gets SIGTERM twenty times answers everything that it executes", async () => {
  const counts = await crash({}, KILLS, "SIGTERM");
  console.log(counts);
  expect(counts.done).toBe(0);
});
