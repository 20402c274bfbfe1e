/** If opening fails, everything that was opened before is closed. */
import { trace } from "@opentelemetry/api";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { archiveFolder } from "anchorlog/store/archive";
import { openSqliteStore } from "anchorlog/store/sqlite";
import type { LogStore } from "anchorlog/log";
import { atEnd } from "../ends.ts";
import { LOCAL_CHAIN_ID } from "../../scripts/development.ts";
import { formatConfig } from "../../src/daemon/config/format.ts";
import { readConfig } from "../../src/daemon/config/load.ts";
import { identityOf, openGuard, openOptions } from "../../src/daemon/config/open.ts";
import { startOperation } from "../../src/daemon/operation.ts";
import { newFolder } from "../folder.ts";
import { NOW, openTestOperator } from "../operator.ts";

const folder = newFolder();

/** A configuration of an operator on the local chain, without a node. */
const configOf = (more: object = {}) => {
  const keys = Object.fromEntries(["anchor", "receipt", "note"].map((role, i) => [`keys.${role}`, `development:${i}`]));
  const text = formatConfig({
    "operator.chainId": LOCAL_CHAIN_ID,
    "operator.registry": `0x${"aa".repeat(20)}`,
    "operator.address": `0x${"bb".repeat(20)}`,
    "operator.name": "Platform",
    "operator.maxAnchorDelaySeconds": 3_600,
    "operator.logs": ["a.example"],
    "operator.kinds": { Transfer: { objectId: "string", to: "address" } },
    "store.sqlite": "opened.sqlite",
    "guard.file": "opened.guard",
    ...keys,
    ...more,
  });
  return readConfig(text, { env: {}, folder, where: "test" });
};

it("gives up the lease if the last part cannot be opened", async () => {
  const file = await openSqliteStore(join(folder, "leased.sqlite"), {
    archive: archiveFolder(join(folder, "archive")),
  });
  const lease = { leader: "one", until: Infinity, epoch: 1 };
  const released = vi.fn(async () => {});
  const store: LogStore = {
    ...file,
    shared: true,
    takeLease: async () => ({ isHeld: true, milliseconds: 600_000, lease }),
    releaseLease: released,
    archived: () => Promise.reject(new Error("the archive's table is away")),
  };
  const told = vi.fn(() => {
    throw new Error("nobody listens");
  });
  const guard = await openGuard(configOf({ "guard.file": "leased.guard" }), { make: true });
  const opening = openTestOperator(folder, () => NOW, {
    store,
    guard: { ...guard!, shared: true },
    operator: identityOf(configOf()),
    archive: { after: 0 },
    onError: told,
  });
  await expect(opening).rejects.toThrow("nobody listens");
  expect(told).toHaveBeenCalled();
  expect(released).toHaveBeenCalledWith("operator", 1);
  await guard!.close();
  await file.close();
});

it("opens neither store nor guard if the kinds of actions are refused", async () => {
  const config = configOf();
  await (await openGuard(config, { make: true }))!.close();
  const refused = { ...config, "operator.kinds": { Transfer: { to: "adress" as "address" } } };
  await expect(openOptions(refused, {})).rejects.toMatchObject({ code: expect.any(String) as string });
  const { store, guard } = await openOptions(config, {});
  await guard!.close();
  await store.close();
});

it("sends the spans of a failed start", async () => {
  const flush = vi.fn(async () => {});
  trace.setGlobalTracerProvider(Object.assign(new BasicTracerProvider(), { forceFlush: flush }));
  atEnd(() => trace.disable());
  const config = configOf({ "process.traces": true, "store.sqlite": "nowhere/at/all.sqlite" });
  await expect(startOperation(config, { env: {}, log: () => {} })).rejects.toThrow(/nowhere/);
  expect(flush).toHaveBeenCalledTimes(1);
});
