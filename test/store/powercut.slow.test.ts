import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "../folder.ts";
import { cutPower, POWERCUT_MISSING } from "./powercut.ts";

describe.skipIf(POWERCUT_MISSING !== undefined)(`power cuts (${POWERCUT_MISSING ?? "simulated"})`, () => {
  const rethrow = (error: unknown) => {
    throw error;
  };

  const STORES = 4;

  // Each writer acknowledges enough entries for a copy of the write-ahead log into the database.
  it("lose no acknowledged entry, at any moment", async () => {
    let [cuts, acknowledged] = [0, 0];
    for (let i = 0; i < STORES; i++) {
      const tally = await cutPower({ writers: 3, cutsOfEach: 25, acknowledgements: 1_000, onLoss: rethrow });
      expect(tally.losses).toBe(0);
      cuts += tally.cuts;
      acknowledged += tally.acknowledged;
    }
    console.log(`${cuts} power cuts, ${acknowledged} entries acknowledged before the last of each writer`);
    expect(cuts).toBe(300);
    expect(acknowledged).toBeGreaterThan(STORES * 1_000);
  });

  it.each(["OFF", "NORMAL"])("are shown to lose entries if the store syncs less: synchronous = %s", async (level) => {
    const folder = newFolder();
    const preload = join(folder, "weaken.cjs");
    await writeFile(preload, weaken(level));
    const tally = await cutPower({
      writers: 4,
      cutsOfEach: 15,
      acknowledgements: 300,
      preload,
      onLoss: () => {},
    });
    console.log(`synchronous = ${level}: ${tally.losses} of ${tally.cuts} power cuts lose something`);
    expect(tally.losses).toBeGreaterThan(tally.cuts / 3);
  });
});

/** Makes every connection of a process less durable than it asks to be. */
const weaken = (level: string) => `
  const { DatabaseSync } = require("node:sqlite");
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    return exec.call(this, sql.replace("synchronous = FULL", "synchronous = ${level}"));
  };
`;
