/** The contents of the page for operators: the operator, the server and its organizations, without their data. */
import type { OperatorStatus } from "anchorlog";
import { logId } from "anchorlog/action";
import { concernsOf } from "anchorlog/daemon";
import { namesOf } from "../../accounts/organizations.ts";
import { ACTIVE } from "../../foundation/db/states.ts";
import { inTime } from "../../foundation/db/unavailable.ts";
import { statesOf, type Checks } from "../../http/health.ts";
import type { Parts } from "../../foundation/parts.ts";
import { standingOf } from "../../webhooks/standing.ts";

/** Organizations per page. */
const MOST = 50;
/** Milliseconds to wait for the database. */
const PATIENCE = 2_000;

export type Report = {
  readonly status: OperatorStatus;
  /** Problems that need attention, the operator's first. */
  readonly concerns: readonly { readonly code: string; readonly message: string; readonly about?: string }[];
  /** Results of the checks by part of the server: `ok`, or the code of a problem. */
  readonly checks: Readonly<Record<string, string>>;
  /** Data from the database; undefined if it does not answer. */
  readonly stored: StoredReport | undefined;
};

type StoredReport = {
  readonly webhooks: { readonly waiting: number; readonly failing: number; readonly disabled: number };
  readonly organizations: readonly OrganizationReport[];
  /** The organization after which the next page begins. */
  readonly next: string | undefined;
};

type OrganizationReport = {
  readonly id: string;
  readonly name: string;
  readonly log: string;
  readonly entries: number;
  /** The number of active wallets. */
  readonly wallets: number;
  /** The organization's own rate limits as JSON; null if it has none. */
  readonly limits: string | null;
  readonly createdAt: number;
};

/** @param before the ID of the organization after which the page begins. An unknown ID gives an empty page. */
export async function makeReport(
  parts: Pick<Parts, "anchorlog" | "operator" | "store" | "database">,
  checks: Checks,
  before: string | undefined,
): Promise<Report> {
  const [status, states, stored] = await Promise.all([
    parts.anchorlog.status(),
    statesOf(checks),
    inTime(readStored(parts, before), PATIENCE),
  ]);
  // The operator's concerns already include these parts.
  const ofLog = new Set(["history", "backlog"]);
  const ofParts = Object.entries(states)
    .filter(([part, state]) => !ofLog.has(part) && state !== "ok" && state !== "none")
    .map(([part, state]) => ({ code: part, message: state }));
  return { status, concerns: [...concernsOf(status), ...ofParts], checks: states, stored };
}

async function readStored(
  parts: Pick<Parts, "operator" | "store" | "database">,
  before: string | undefined,
): Promise<StoredReport> {
  const [webhooks, listed] = await Promise.all([countWebhooks(parts), listOrganizations(parts, before)]);
  const organizations = listed.slice(0, MOST);
  return { webhooks, organizations, next: listed.length > MOST ? organizations.at(-1)!.id : undefined };
}

async function countWebhooks({ database }: Pick<Parts, "database">): Promise<StoredReport["webhooks"]> {
  const standing = standingOf(database.across);
  const [waiting, failing, disabled] = await Promise.all([standing.waiting(), standing.failing(), standing.disabled()]);
  return { waiting, failing, disabled };
}

/** The newest organizations first, one more than a page shows. */
async function listOrganizations(
  parts: Pick<Parts, "operator" | "store" | "database">,
  before: string | undefined,
): Promise<OrganizationReport[]> {
  const { accounts, tables } = parts.database.across;
  const last =
    before === undefined
      ? undefined
      : await accounts
          .selectFrom("organization")
          .select(["id", "created_at"])
          .where("id", "=", before)
          .executeTakeFirst();
  if (before !== undefined && last === undefined) return [];
  const rows = await accounts
    .selectFrom("organization")
    .select(["id", "log", "limits", "created_at"])
    .$if(last !== undefined, (query) =>
      query.where((where) => where(where.refTuple("created_at", "id"), "<", where.tuple(last!.created_at, last!.id))),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST + 1)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const logs = rows.map(({ log }) => logId(parts.operator, log));
  const [names, heads, wallets] = await Promise.all([
    namesOf(parts, ids),
    parts.store.heads(logs),
    tables
      .selectFrom("wallet")
      .select(({ fn }) => ["org", fn.countAll<number>().as("n")])
      .where("org", "in", ids)
      .where("state", "=", ACTIVE)
      .groupBy("org")
      .execute(),
  ]);
  const counted = new Map(wallets.map(({ org, n }) => [org, n]));
  return rows.map(({ id, log, limits, created_at: createdAt }, i) => ({
    id,
    name: names.get(id) ?? "",
    log,
    entries: heads.get(logs[i]!)?.size ?? 0,
    wallets: counted.get(id) ?? 0,
    limits,
    createdAt,
  }));
}
