/** The groups of the API's rate limits, and their values. */
import { ServerError } from "./errors.ts";

/** Limits per minute and per second. Without `minute`, only the second is limited. */
export type Allowed = { readonly minute?: number; readonly second: number };

export const GROUPS = {
  reads: { minute: 300, second: 50 },
  writes: { minute: 60, second: 10 },
  /** Counts actions, not requests. */
  bus: { second: 2_000 },
  search: { minute: 120, second: 20 },
  uploads: { minute: 30, second: 5 },
  webhooks: { minute: 30, second: 5 },
  /** Per address: signing in. */
  auth: { minute: 30, second: 5 },
  /** Per address: requests without a credential. */
  strangers: { minute: 300, second: 50 },
  /** Per address: reading the published log. */
  tiles: { minute: 3_000, second: 100 },
  /** Per address: all requests with a credential, in addition to their organizations' limits. */
  callers: { minute: 3_000, second: 250 },
  /** Per address: actions on the bus, in the same way. */
  callers_bus: { second: 4_000 },
} as const satisfies Record<string, Allowed>;

export type Group = keyof typeof GROUPS;
/** Groups that are limited per address. */
const STRANGE = ["auth", "strangers", "tiles", "callers", "callers_bus"] as const satisfies readonly Group[];
export type StrangeGroup = (typeof STRANGE)[number];
export const isStrange = (group: string): group is StrangeGroup => (STRANGE as readonly string[]).includes(group);
export type Groups = Readonly<Record<Group, Allowed>>;

/** An organization's own limits by group. They replace the usual ones. */
export type Limits = Readonly<Partial<Record<Group, Partial<Allowed>>>>;

/** Groups that are limited per organization. */
const OWN: ReadonlySet<string> = new Set(Object.keys(GROUPS).filter((name) => !isStrange(name)));
const WINDOWS: ReadonlySet<string> = new Set(["minute", "second"]);
/** The highest own limit of requests. With PostgreSQL, each request rewrites its window, which grows with the limit. */
const MOST = 10_000;

/**
 * Parses an organization's own limits, such as `{"reads": {"minute": 600}}`.
 *
 * @throws ServerError `bad_limits`.
 */
export function readLimits(organization: string, text: string): Limits {
  const value = parse(text);
  if (isRecord(value) && Object.entries(value).every(([name, own]) => isAllowed(name, own))) return value;
  throw new ServerError("bad_limits", `the limits of ${organization} are ${text}`, {
    fix: `give, by group (${[...OWN].join(", ")}), "minute" or "second" with whole numbers from 1 to ${MOST}, of actions (bus) to any`,
  });
}

function isAllowed(group: string, own: unknown): boolean {
  const isLimit = (limit: unknown): boolean =>
    Number.isSafeInteger(limit) && (limit as number) > 0 && (group === "bus" || (limit as number) <= MOST);
  return (
    OWN.has(group) &&
    isRecord(own) &&
    Object.entries(own).every(([window, limit]) => WINDOWS.has(window) && isLimit(limit))
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
