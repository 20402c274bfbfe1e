import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LogStore } from "anchorlog/log";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { storeChecks, type StoreUnderTest } from "anchorlog/store/testing";
import { newFolder } from "../folder.ts";

type Breaking = (right: LogStore) => Partial<LogStore>;

/** The rule that each wrong store breaks, and the check that fails. */
const WRONG: [rule: string, check: string, breaking: Breaking][] = [
  [
    "drops an entry",
    "appending: chains the entries of a log from its identifier on",
    (right) => ({ entries: async (...range) => (await right.entries(...range)).slice(1) }),
  ],
  [
    "returns entries in reverse order",
    "appending: keeps the order of many concurrent calls over several logs, and each its own results",
    (right) => ({ entries: async (...range) => (await right.entries(...range)).toReversed() }),
  ],
  [
    "appends after entries that it has lost",
    "appending: appends nothing to a log that is shorter than was promised",
    (right) => ({ append: (log, call) => right.append(log, { ...call, floor: undefined }) }),
  ],
  [
    "loses the newest act upon an object",
    "keeps a holder until another is named, over calls and restarts",
    () => ({ newestAct: async () => undefined }),
  ],
];

async function createStore(breaking: Breaking, keepsFile = true): Promise<StoreUnderTest> {
  const folder = newFolder();
  let opened = 0;
  return {
    open: async () => {
      const right = await openSqliteStore(join(folder, keepsFile ? "store.sqlite" : `${opened++}.sqlite`));
      return { ...right, ...breaking(right) };
    },
    note: (text) => ({ sql: "INSERT INTO notes (text) VALUES (?)", parameters: [text] }),
    sql: (text) => text,
    notes: async () => [],
    marks: async () => [],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const run = (name: string, create: () => Promise<StoreUnderTest>): Promise<void> => {
  const found = storeChecks(create).filter((check) => check.name === name);
  expect(found).toHaveLength(1);
  return found[0]!.run();
};

describe("the contract tests of stores", () => {
  it.each(WRONG)("detect a store that %s", async (_, check, breaking) => {
    await run(check, () => createStore(() => ({})));
    await expect(run(check, () => createStore(breaking))).rejects.toBeInstanceOf(Error);
  });

  it("detect a store that answers before its entries are durable", async () => {
    const check = "appending: keeps the action with any text, and the block at which a wallet was asked";
    await run(check, () => createStore(() => ({})));
    await expect(run(check, () => createStore(() => ({}), false))).rejects.toBeInstanceOf(Error);
  });

  it("have unique names", () => {
    const names = storeChecks(() => createStore(() => ({}))).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(60);
    expect(new Set(names).size).toBe(names.length);
  });
});
