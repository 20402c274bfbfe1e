/** The checks after a server, or one of its processes, was killed: it must keep everything that it acknowledged. */
import { fromHex, toHex } from "anchorlog";
import { logId } from "anchorlog/action";
import { identityOf, openStore } from "anchorlog/daemon/config";
import { decodeEntry } from "anchorlog/log";
import type { Receipt } from "anchorlog/log/receipt";
import { expect } from "vitest";
import { closing } from "../../test/ends.ts";
import type { Config } from "../src/foundation/config.ts";
import { statement } from "../src/foundation/db/database.ts";
import { iso } from "../src/http/schemas.ts";
import { configureOperator } from "../src/log/operator.ts";
import { openTables } from "../src/log/stores.ts";
import { audit, rebuild } from "../src/main/replay/commands.ts";
import { DERIVED_TABLES } from "../src/main/replay/tables.ts";
import { createSecrets } from "../src/foundation/secrets.ts";
import { sign, type Answer, type Client, type Refused, type Signing } from "./harness.ts";
import type { Receiver } from "./webhooks/receiver.ts";

type Shown = { readonly id: string; readonly version: number; readonly state_hash: string };
type Result = { readonly action_id: string; readonly object: Shown; readonly x_receipt: Receipt };
export type Body = Partial<Result> &
  Partial<Refused> & { readonly items?: readonly (Partial<Result> & Partial<Refused>)[] };

/**
 * A request that was sent, a way to repeat it, and its result once known. `answeredAt` is the end of its first try, by
 * `performance.now`.
 */
export type Sent = {
  readonly again: () => Promise<Answer<Body>>;
  answer?: Answer<Body> | undefined;
  answeredAt?: number;
};

export type Counts = {
  kills: number;
  acknowledged: number;
  refused: number;
  /** Requests that the kill left without an answer; `done` of them were in the log by then. */
  unanswered: number;
  done: number;
  waits: number;
};

export const resultsOf = ({ answer }: Sent): Result[] => {
  const { status, body } = answer!;
  if (status !== 200) return [];
  const items = body.items ?? [body];
  // A batch that is signed as one request has one entry.
  return items.filter((item) => item.error === undefined).map((item) => ({ ...body, ...item }) as Result);
};

/** Checks that everything acknowledged is in the log once, at its receipt's index, with its row and object version. */
export async function assertKept(config: Config, log: string, sent: readonly Sent[], counts: Counts): Promise<void> {
  const configured = await configureOperator(config);
  const store = closing(await openStore(configured.operator, configured.env));
  const database = closing(await openTables(configured, config));
  const id = logId(identityOf(configured.operator), log);
  const entries = await store.entries(id, 0, (await store.head(id)).size);
  expect(new Set(entries.map(({ digest }) => toHex(digest))).size).toBe(entries.length);
  const rows = await database.across.tables.selectFrom("action_log").selectAll().execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  expect(rowOf.size).toBe(rows.length);
  const objects = new Map(
    (await database.across.tables.selectFrom("object").selectAll().execute()).map((o) => [o.id, o]),
  );
  const results = sent.flatMap(resultsOf);
  for (const { action_id, object, x_receipt } of results) {
    const { index } = decodeEntry(fromHex(x_receipt.entry));
    expect(toHex(entries[index]!.bytes)).toBe(x_receipt.entry);
    const row = rowOf.get(action_id)!;
    expect(row.idx).toBe(index);
    const now = objects.get(object.id)!;
    const times = { created_at: iso(now.created_at), updated_at: iso(row.created_at) };
    expect(object).toEqual({ ...(JSON.parse(row.result) as object), ...times });
    expect(now.version).toBeGreaterThanOrEqual(object.version);
    if (now.version === object.version) expect(now.state_hash).toBe(object.state_hash);
  }
  // Each request has its own action, and there are no other actions.
  expect(new Set(results.map(({ action_id }) => action_id)).size).toBe(results.length);
  expect(rows.map((row) => row.id).toSorted()).toEqual(results.map(({ action_id }) => action_id).toSorted());
  counts.acknowledged = results.length;
  counts.refused = sent.filter((one) => resultsOf(one).length === 0).length;
  await database.close();
  await store.close();
  await assertRebuilt(config);
}

/** Checks that the log alone restores the tables: next to the current ones, and into empty ones. */
async function assertRebuilt(config: Config): Promise<void> {
  const given = { config, secrets: createSecrets(config.secret!) };
  const { entries, differences } = await audit(given);
  expect(differences).toEqual([]);
  const before = await derivedRows(config);
  await emptyTables(config);
  expect(await rebuild(given, false)).toEqual({ entries, passed: [], lost: [] });
  expect(await audit(given)).toEqual({ entries, passed: [], differences: [] });
  expect(await derivedRows(config)).toEqual(before);
}

async function derivedRows(config: Config): Promise<Record<string, string[]>> {
  const database = closing(await openTables(await configureOperator(config), config));
  const rows: Record<string, string[]> = {};
  for (const table of DERIVED_TABLES) {
    const found = await database.across.tables.selectFrom(table).selectAll().execute();
    rows[table] = found.map((row) => JSON.stringify(row)).toSorted();
  }
  await database.close();
  return rows;
}

async function emptyTables(config: Config): Promise<void> {
  const configured = await configureOperator(config);
  const store = closing(await openStore(configured.operator, configured.env));
  const database = closing(await openTables(configured, config));
  await store.run(DERIVED_TABLES.map((table) => statement(database.builder.deleteFrom(table))));
  await database.close();
  await store.close();
}

/** Registers a webhook for all events. */
export async function hear(remote: Signing, by: Client, { url }: Receiver): Promise<void> {
  const body = { name: "all", url, events: ["*"] };
  expect((await sign(remote, by, "POST", "/webhooks", { body })).status).toBe(201);
}

/** Checks that each acknowledged action was delivered at least once, always with the same bytes, and no other. */
export async function assertTold({ got }: Receiver, sent: readonly Sent[]): Promise<void> {
  const ids = new Set(sent.flatMap(resultsOf).map(({ action_id }) => action_id));
  const told = () => new Set(got.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id));
  await expect.poll(() => ids.difference(told()).size, { interval: 100 }).toBe(0);
  expect(told()).toEqual(ids);
  expect(new Set(got.map(({ headers, body }) => `${headers["webhook-id"]} ${body}`)).size).toBe(ids.size);
}
