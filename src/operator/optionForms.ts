/** Checks the form of an operator's options. Whether they fit the chain and the store is checked later. */
import { isLogName } from "../action/domain.ts";
import { abbreviate } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertKnownOptions } from "../base/options.ts";
import type { BatchPolicy } from "../batch/closer.ts";
import type { AnchorPolicy } from "./anchor/policy.ts";
import type { ArchivePolicy } from "./archive/archiving.ts";
import type { AnchorlogOptions } from "./options.ts";
import type { OperatorKeys } from "./seal/keys.ts";
import type { PublishOptions } from "./seal/publish.ts";

/** Methods that identify a store. */
const STORE_METHODS = ["head", "entries", "append", "batches", "checkpoints", "close"] as const;

const OPTIONS = {
  store: true,
  guard: true,
  operator: true,
  logs: true,
  types: true,
  keys: true,
  chain: true,
  maxAnchorDelay: true,
  threads: true,
  publish: true,
  batches: true,
  archive: true,
  anchors: true,
  transactions: true,
  timestamps: true,
  onTimestamp: true,
  onCheckpoint: true,
  onError: true,
  tracer: true,
  wallets: true,
  contractHolders: true,
  clock: true,
  maxDeadlineAhead: true,
  maxInFlight: true,
  timeLimits: true,
} satisfies Record<keyof AnchorlogOptions, true>;
const NEXT_KEYS = { anchorKey: true, receiptKey: true, noteKey: true } satisfies Record<
  keyof NonNullable<OperatorKeys["next"]>,
  true
>;

/** The options that have options of their own. */
const POLICIES = {
  keys: { ...NEXT_KEYS, next: true } satisfies Record<keyof OperatorKeys, true>,
  batches: { maxEntries: true, maxAge: true } satisfies Record<keyof BatchPolicy, true>,
  anchors: { maxAge: true, maxBatches: true, baseFeeCeiling: true, pollInterval: true } satisfies Record<
    keyof AnchorPolicy,
    true
  >,
  publish: { tiles: true, policy: true, mlDsaKey: true, maxAge: true } satisfies Record<keyof PublishOptions, true>,
  archive: { after: true } satisfies Record<keyof ArchivePolicy, true>,
} as const;
/** Each thread takes some megabytes: far more of them end the process. */
const MAX_THREADS = 256;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isInteger = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least;

/**
 * Checks the options of `openAnchorlog` that nothing else checks.
 *
 * @throws AnchorlogError `bad_option`, with the option's name in its details; `bad_log_name`.
 */
export function assertOptions(options: unknown): void {
  assertKnownOptions("openAnchorlog", options, OPTIONS);
  const { store, operator, logs, types, keys, threads, clock, onError, maxDeadlineAhead, publish, tracer } =
    options as { [K in keyof AnchorlogOptions]?: unknown };
  const isStore = isObject(store) && STORE_METHODS.every((name) => typeof store[name] === "function");
  if (!isStore) throw badOption("store", "a store", store, "give await openSqliteStore(…), or openPostgresStore(…)");
  if (!isObject(operator)) {
    throw badOption(
      "operator",
      "an operator's identity",
      operator,
      "give { chainId, registry, operator, name, version }",
    );
  }
  if (logs !== undefined) assertLogs(logs);
  if (!isObject(types) || !(types["kinds"] instanceof Map)) {
    throw badOption("types", "made by defineActions", types, "give what defineActions returned");
  }
  if (!isObject(keys)) throw badOption("keys", "the operator's keys", keys, "give { anchorKey, receiptKey, noteKey }");
  if (threads !== undefined && !(isInteger(threads, 0) && (threads as number) <= MAX_THREADS)) {
    throw badOption(
      "threads",
      `an integer from 0 to ${MAX_THREADS}`,
      threads,
      "give one for each core, or leave it out",
    );
  }
  if (maxDeadlineAhead !== undefined && !isInteger(maxDeadlineAhead, 1)) {
    throw badOption("maxDeadlineAhead", "a whole number of seconds from 1", maxDeadlineAhead, "leave it out for a day");
  }
  for (const [name, value] of Object.entries({ clock, onError })) {
    if (value !== undefined && typeof value !== "function") throw badOption(name, "a function", value, "leave it out");
  }
  for (const [name, names] of Object.entries(POLICIES)) {
    const policy: unknown = (options as AnchorlogOptions)[name as keyof typeof POLICIES];
    if (isObject(policy)) assertKnownOptions(`the option ${name}`, policy, names);
  }
  if (isObject(keys["next"])) assertKnownOptions("the option keys.next", keys["next"], NEXT_KEYS);
  if (publish !== undefined && !(isObject(publish) && isObject(publish["tiles"]))) {
    throw badOption("publish", "{ tiles }", publish, "give a place for the tiles, as tileFolder makes one");
  }
  const isTracer = ["startSpan", "startActiveSpan"].every(
    (name) => isObject(tracer) && typeof tracer[name] === "function",
  );
  if (tracer !== undefined && !isTracer) {
    throw badOption("tracer", "a tracer of OpenTelemetry", tracer, 'give trace.getTracer("anchorlog")');
  }
  const maxAge = publish?.["maxAge"];
  if (maxAge !== undefined && !(isInteger(maxAge, 1) && (maxAge as number) < 2 ** 31)) {
    const form = "a number of milliseconds from 1 to 2^31 - 1";
    throw badOption("publish.maxAge", form, maxAge, "leave it out to publish on demand only");
  }
}

function assertLogs(logs: unknown): void {
  if (!Array.isArray(logs)) throw badOption("logs", "a list of names", logs, 'give ["acme-games"], say');
  const seen = new Set<unknown>();
  for (const name of logs as unknown[]) {
    if (!isLogName(name)) {
      throw new AnchorlogError("bad_log_name", `a log's name matches [a-z0-9.-]{1,64}, got ${abbreviate(name)}`, {
        fix: "name logs in lower-case letters, digits, dots and hyphens",
        details: { option: "logs" },
      });
    }
    if (seen.has(name)) {
      throw new AnchorlogError("bad_option", `the option logs names ${abbreviate(name)} twice`, {
        fix: "name each log once",
        details: { option: "logs" },
      });
    }
    seen.add(name);
  }
}

function badOption(option: string, form: string, value: unknown, fix: string): AnchorlogError {
  // The value given as `keys` may be a secret key, so it must not be in the message.
  const given = option === "keys" ? "" : `, not ${abbreviate(value)}`;
  return new AnchorlogError("bad_option", `the option ${option} is ${form}${given}`, { fix, details: { option } });
}
