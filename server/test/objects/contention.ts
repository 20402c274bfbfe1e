/** Many clients that compete for few objects, and the checks of the log afterwards. */
import { expect } from "vitest";
import { privateKeyToAccount } from "viem/accounts";
import { fromHex, toHex } from "anchorlog";
import { logId, type SignedAction } from "anchorlog/action";
import { decodeEntry } from "anchorlog/log";
import type { Receipt } from "anchorlog/log/receipt";
import { iso } from "../../src/http/schemas.ts";
import { NOBODY, objectKeyFor, type KindName } from "../../src/objects/kinds.ts";
import { audit } from "../../src/main/replay/commands.ts";
import { call, owner, sign, type Client, type Refused, type TestServer } from "../harness.ts";
import { typedAction } from "./typed.ts";

type Shown = { readonly id: string; readonly owner: string; readonly version: number; readonly state: string };
type Outcome = {
  readonly object?: Shown;
  readonly x_receipt?: Receipt;
  readonly error?: Refused["error"];
};
/** An action and its outcome. */
type Act = { readonly action: SignedAction; readonly outcome: Outcome };

export type Contention = {
  readonly clients: number;
  readonly objects: number;
  /** The number of concurrent requests in each round. */
  readonly rounds: readonly number[];
  /** A random number from 0 to 1. Requests depend on it, and on who holds each object. */
  readonly random: () => number;
};

/** The reasons for a lost action: the object changed, ended, has another owner, or exists already. */
export const LOST = [
  "version_conflict",
  "not_permitted",
  "not_active",
  "not_holder",
  "object_exists",
  "not_found",
  "not_appended",
];
const addressOf = ({ wallet }: Client): string => wallet.address.toLowerCase();

export type Settled = { readonly won: number; readonly lost: number; readonly reasons: readonly string[] };

/** Lets clients compete, and checks that the log decides who gets each object. @returns the losers' reasons. */
export async function contend(server: TestServer, { clients, objects, rounds, random }: Contention): Promise<Settled> {
  const ada = await owner(server, "ada@example.com");
  const { body: key } = await sign<{ key: string }>(server, ada, "POST", "/api-keys", { body: { name: "users" } });
  const own = Object.fromEntries(["transfer", "update", "set_attributes", "burn"].map((name) => [name, ["owner"]]));
  const { body: template } = await sign<{ id: string }>(server, ada, "POST", "/templates", {
    body: { name: "coin", custody: true, actions: { ...own, mint: ["anyone"] } },
  });
  const users: Client[] = Array.from({ length: clients }, (_, i) => ({
    headers: { "x-api-key": key.key },
    wallet: privateKeyToAccount(`0x${(0xfeed + i).toString(16).padStart(64, "0")}`),
    log: ada.log,
  }));
  const userOf = new Map(users.map((user) => [addressOf(user), user]));
  const ids = Array.from({ length: objects }, (_, i) => `o${i}`);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  /** The state of the objects by the answers so far. */
  const known = new Map<string, Shown>();

  /** Actions chosen for one request do not depend on each other. */
  const choose = (): { by: Client; kind: KindName; payload: object } => {
    const objectId = pick(ids);
    const [way, whose, stranger, other] = [random(), random(), pick(users), addressOf(pick(users))];
    const seen = known.get(objectId);
    const by = (whose < 0.5 && userOf.get(seen?.owner ?? "")) || stranger;
    const properties = JSON.stringify({ n: Math.floor(random() * 100) });
    if (way < 0.1)
      return { by, kind: "Mint", payload: { objectId, holder: addressOf(by), templateId: template.id, properties } };
    // One object may be burned.
    if (way < 0.12 && objectId === ids[0]) return { by, kind: "Burn", payload: { objectId, holder: NOBODY } };
    if (way < 0.3)
      return { by, kind: "Update", payload: { objectId, version: String(seen?.version ?? 1), properties } };
    if (way < 0.5) return { by, kind: "SetAttributes", payload: { objectId, properties } };
    return { by, kind: "Transfer", payload: { objectId, holder: other } };
  };
  const request = async (): Promise<Act[]> => {
    const [first, second, isBatch, atomic] = [choose(), choose(), random() < 0.5, random() < 0.5];
    const actions = await Promise.all(
      [first, ...(isBatch ? [second] : [])].map(({ by, kind, payload }) => typedAction(server, by, kind, payload)),
    );
    const { headers } = first.by;
    if (!isBatch) {
      const { status, body } = await call<Outcome>(server, "POST", "/ebus/execute", { headers, body: actions[0] });
      expect([200, 403, 404, 409, 503]).toContain(status);
      return [{ action: actions[0]!, outcome: body }];
    }
    const { status, body } = await call<{ items: Outcome[] }>(server, "POST", "/ebus/actions/batch", {
      headers,
      body: { actions, atomic },
    });
    expect([200, 503]).toContain(status);
    if (status === 503) return actions.map((action) => ({ action, outcome: body as Outcome }));
    return body.items.map((outcome, i) => ({ action: actions[i]!, outcome }));
  };

  const acts: Act[] = [];
  for (const length of rounds) {
    const done = (await Promise.all(Array.from({ length }, request))).flat();
    acts.push(...done);
    for (const { outcome } of done) {
      const { object } = outcome;
      if (object !== undefined && object.version > (known.get(object.id)?.version ?? 0)) known.set(object.id, object);
    }
  }
  // Registration, key, template.
  return assertSettled(server, ada.log, ids, acts, 3);
}

/** @param before the number of earlier entries. */
async function assertSettled(
  { parts }: TestServer,
  log: string,
  ids: readonly string[],
  acts: readonly Act[],
  before: number,
): Promise<Settled> {
  const won = acts.flatMap(({ action, outcome: { object, x_receipt } }) =>
    object === undefined ? [] : [{ action, object, receipt: x_receipt! }],
  );
  const lost = acts.filter(({ outcome }) => outcome.object === undefined);
  // Each version of an object belongs to one action, and none is missing: there were never two owners.
  for (const id of ids) {
    const versions = won.filter(({ object }) => object.id === id).map(({ object }) => object.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, i) => i + 1));
  }

  const { operator, store, database, config, secrets } = parts;
  const log32 = logId(operator, log);
  const stored = await store.entries(log32, 0, (await store.head(log32)).size);
  const entries = stored.map(({ bytes }) => decodeEntry(bytes));
  const nonces = new Set(entries.map(({ nonce }) => BigInt(toHex(nonce))));
  const isKept = ({ action }: Pick<Act, "action">): boolean => nonces.has(BigInt(action.message.nonce));
  // Refused actions left nothing.
  expect(lost.filter(isKept)).toEqual([]);
  expect(won.filter((act) => !isKept(act))).toEqual([]);
  expect(entries.length).toBe(before + won.length);

  const { tables } = database.across;
  const rows = await tables.selectFrom("action_log").selectAll().orderBy("idx").execute();
  expect(rows.map(({ idx }) => idx)).toEqual(won.map((_, i) => before + i));
  const results = new Map(won.map(({ object, receipt }) => [decodeEntry(fromHex(receipt.entry)).index, object]));
  const objects = await tables.selectFrom("object").selectAll().execute();
  const foundedAt = new Map(objects.map((row) => [row.id, row.created_at]));
  const idOf = new Map(ids.map((id) => [objectKeyFor(id), id]));
  const last = new Map<string, { index: number; holder: string }>();
  for (const { index, objectKey, prior, holder: bytes, actor } of entries.slice(before)) {
    const id = idOf.get(toHex(objectKey))!;
    const [holder, past, row] = [toHex(bytes), last.get(id), rows[index - before]!];
    // At each index, the log and the tables agree on the owner: the account that the next action was signed by.
    expect(prior).toBe(past?.index);
    if (past !== undefined) expect(toHex(actor)).toBe(past.holder);
    expect(row.object).toBe(id);
    const result = JSON.parse(row.result) as Shown;
    const times = { created_at: iso(foundedAt.get(id)!), updated_at: iso(row.created_at) };
    expect(results.get(index)).toEqual({ ...result, ...times });
    if (result.state === "active") expect(result.owner).toBe(holder);
    last.set(id, { index, holder });
  }
  for (const row of objects) {
    const { index, holder } = last.get(row.id)!;
    expect(row.idx).toBe(index);
    expect(row.state === "active" ? row.owner : NOBODY).toBe(holder);
  }
  expect(await audit({ config, secrets })).toEqual({ entries: entries.length, passed: [], differences: [] });
  const reasons = lost.map(({ outcome }) => outcome.error!.details[0]!.reason);
  return { won: won.length, lost: lost.length, reasons: [...new Set(reasons)].toSorted() };
}
