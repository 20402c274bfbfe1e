import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { LogStore } from "anchorlog/log";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { presets } from "../../src/chain/presets.ts";
import { observe, type ObservedChain } from "../../src/daemon/observe.ts";
import { concernsOf } from "../../src/operator/observe/concerns.ts";
import { newFolder } from "../folder.ts";
import { WAIT_LIMIT } from "../limits.ts";
import { NOW, openTestOperator, operator, signAction, wallets } from "../operator.ts";

it("without a process, status shows what store and archive hold, and no values of a process", async () => {
  const folder = newFolder();
  const archive = archiveFolder(join(folder, "archive"));
  const store = await openSqliteStore(join(folder, "archived.sqlite"), { archive });
  const test = await openTestOperator(folder, () => NOW, { store, archive: { after: 0 } });
  await test.anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
  await test.anchorlog.closeBatches();
  const { size, root } = await test.anchorlog.checkpoint();
  const account = `0x${"aa".repeat(20)}` as const;
  const block = { number: 7, hash: `0x${"bb".repeat(32)}`, time: NOW / 1_000 } as const;
  const written = { chainId: 10, size, root, transaction: `0x${"cc".repeat(32)}`, account, final: true } as const;
  await store.keepTimestamp({ ...written, block });
  await expect.poll(() => store.archived()).toMatchObject({ entries: 1, undropped: [] });

  const given = { archive, operator, maxAnchorDelay: 3_600, clock: () => NOW, patience: WAIT_LIMIT };
  const look = (from: LogStore = store) =>
    observe({
      ...given,
      store: from,
      timestamps: [10, 11],
      chain: undefined,
      account: undefined,
      published: undefined,
    });
  const before = await look();
  expect(before.status).toMatchObject({ archived: 1, archiveMissing: [] });
  expect(before.status.timestamps).toEqual([
    { chainId: 10, size: 1, final: 1, time: NOW / 1_000, transaction: written.transaction },
    { chainId: 11, size: 0, final: 0, time: undefined, transaction: undefined },
  ]);
  expect(before.unknown).toEqual(
    expect.arrayContaining(["lease", "missing", "failures", "inFlight", "timestamps.failure"]),
  );
  for (const name of before.unknown) expect(before.status).not.toHaveProperty(name);

  await rm(join(folder, "archive"), { recursive: true });
  const after = await look();
  expect(after.status.archiveMissing).toMatchObject([{ from: 0, to: 1, code: "archive_unavailable" }]);
  expect(concernsOf(after.status).map(({ code }) => code)).toEqual(["archive_missing"]);

  // If a whole archive is gone, the chain is asked once how long that matters.
  const many = 500;
  const [segment] = await store.segments(0, 1);
  const [batch] = await store.batches();
  const gone = {
    ...store,
    archived: async () => ({ ...(await store.archived()), to: many }),
    segments: async (at: number) => [{ ...segment!, from: at, to: at + 1 }],
    batches: async () => [batch!],
  };
  const asked: string[] = [];
  const readContract = async ({ functionName }: { functionName: string }) => {
    asked.push(functionName);
    if (functionName === "timing") return presets.local.timing;
    throw new Error("nobody knows");
  };
  const chain = { readContract, getBalance: async () => 0n } as unknown as ObservedChain;
  const lookAt = (clock: () => number) =>
    observe({ ...given, store: gone, timestamps: [], chain, account: undefined, published: undefined, clock });
  expect((await lookAt(() => NOW)).status.archiveMissing).toHaveLength(many);
  expect(asked.filter((name) => name === "timing")).toHaveLength(1);
  expect((await lookAt(() => NOW + 86_400_000)).status.archiveMissing).toEqual([]);

  // If that cannot be determined, the command does not claim that nothing is missing.
  const unread = { ...store, segments: () => Promise.reject(new Error("the database is away")) };
  const blind = await look(unread);
  expect(blind.status).not.toHaveProperty("archiveMissing");
  expect(blind.unknown).toContain("archiveMissing");
});
