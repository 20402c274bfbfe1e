/** Settings of the operator, its chain and its store. */
import { resolve } from "node:path";
import { readNumber, readOneOf } from "./values.ts";
import { bad, ENCODED, type Environment, type Get, type Name } from "./settings.ts";

/**
 * The operator's keys, store and chain. In production they come from the configuration file of `anchorlog operate`. In
 * development, the keys are public ones, and the settings give store and chain.
 */
export type OperatorConfig =
  | {
      readonly kind: "configured";
      readonly file: string;
      /** Overrides the file's values, and has the secrets that the file names. */
      readonly env: Environment;
    }
  | {
      readonly kind: "development";
      readonly store: StoreConfig;
      readonly chain: ChainConfig;
      /** Whether spans go to an OpenTelemetry SDK that was started before the server. */
      readonly traces: boolean;
    };

/** `local` or `port`: a chain that the server starts; `none`: no chain; `url`: the address of a running node. */
export type ChainConfig = "local" | "none" | { readonly port: number } | { readonly url: string };

/** The store of the log and the tables. The guard needs another database, best on another database server. */
export type StoreConfig =
  | { readonly kind: "sqlite" }
  | {
      readonly kind: "postgres";
      readonly url: string;
      readonly guardUrl: string;
      /** Seconds without a renewal after which another process may take over the log. */
      readonly leaseSeconds: number;
      /** Address at which other processes reach this one; if undefined, they forward no requests to it. */
      readonly processUrl: string | undefined;
    };

const FOR_DEVELOPMENT = [
  "CHAIN",
  "DATABASE_URL",
  "GUARD_DATABASE_URL",
  "LEASE_SECONDS",
  "MAIL_DIR",
  "MAX_BATCH",
  "PROCESS_URL",
  "TRACES",
  "WEBHOOK_ALLOW",
] as const;
const FOR_REAL = {
  PUBLIC_URL: "give the API's public address: https://api.example",
  SERVER_SECRET: "make one, and keep it: openssl rand -hex 32",
  SMTP_URL: "give smtps://user:password@host:port",
} as const;

/**
 * Checks the settings of a server with a configured operator: no development settings, and all that production needs.
 *
 * @throws ServerError `bad_config` for the first setting that is missing or not allowed.
 */
export function assertForReal(get: Get): void {
  for (const name of FOR_DEVELOPMENT) {
    if (get(name) !== undefined) throw bad(name, "is for development", "remove it: ANCHORLOG_CONFIG is set");
  }
  for (const [name, fix] of Object.entries(FOR_REAL)) {
    if (get(name as Name) === undefined) throw bad(name, "is missing, though ANCHORLOG_CONFIG is set", fix);
  }
  if (!get("PUBLIC_URL")!.startsWith("https://"))
    throw bad("PUBLIC_URL", "is not https://", "give the address that clients see: tokens go there");
}

export function readOperator(get: Get, env: Environment): OperatorConfig {
  const file = get("ANCHORLOG_CONFIG");
  if (file !== undefined) return { kind: "configured", file: resolve(file), env };
  const chain = get("CHAIN") ?? "local";
  const traces = readOneOf("TRACES", get("TRACES") ?? "false", ["true", "false"]) === "true";
  return { kind: "development", store: readStore(get), chain: readChain(chain), traces };
}

function readChain(text: string): ChainConfig {
  if (text === "local" || text === "none") return text;
  const [, port] = /^local:([1-9][0-9]{0,4})$/.exec(text) ?? [];
  if (port !== undefined && Number(port) < 65_536) return { port: Number(port) };
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return { url: text };
  throw bad("CHAIN", "is not a chain", "give local, local:8546 (a port), none, or http://127.0.0.1:8545");
}

function readStore(get: Get): StoreConfig {
  const [url, guardUrl] = [get("DATABASE_URL"), get("GUARD_DATABASE_URL")];
  const [lease, processUrl] = [get("LEASE_SECONDS"), get("PROCESS_URL")];
  if (url === undefined && guardUrl === undefined) {
    const name = lease === undefined ? "PROCESS_URL" : "LEASE_SECONDS";
    if (lease === undefined && processUrl === undefined) return { kind: "sqlite" };
    throw bad(name, "is given without DATABASE_URL", "leave it out: over files one process writes");
  }
  const form = "postgresql://user:password@host:port/database";
  for (const [name, given] of [
    ["DATABASE_URL", url],
    ["GUARD_DATABASE_URL", guardUrl],
  ] as const) {
    if (given === undefined) throw bad(name, "is missing", `give ${form} for both`);
    // The message does not repeat the value: it may contain a password.
    if (!URL.canParse(given) || !/^postgres(ql)?:$/.test(new URL(given).protocol))
      throw bad(name, "is not an address of PostgreSQL", `give ${form}, ${ENCODED}`);
  }
  if (url === guardUrl)
    throw bad("GUARD_DATABASE_URL", "is DATABASE_URL", "give another database: it remembers what this one may lose");
  return {
    kind: "postgres",
    url: url!,
    guardUrl: guardUrl!,
    leaseSeconds: readNumber("LEASE_SECONDS", lease ?? "10", [1, 99], "give seconds, from 1 to 99"),
    processUrl: readProcessUrl("PROCESS_URL", processUrl),
  };
}

/** @param name setting or option, for the error message. */
export function readProcessUrl(name: string, text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (text === undefined || isOrigin) return url?.origin;
  const fix = "give http:// or https://, this machine's own address and the port: http://10.0.0.7:3000";
  throw bad(name, `is ${text}`, fix);
}
