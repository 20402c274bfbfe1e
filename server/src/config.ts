/** The server's configuration: what the environment says, checked as a whole. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { ServerError } from "./errors.ts";

export type Config = {
  readonly host: string;
  readonly port: number;
  /** Where the server's files are: over SQLite the log's store, its guard and the accounts. */
  readonly folder: string;
  readonly operator: OperatorConfig;
  /** The API's public address, without a path: `https://api.example`. Its host and port are what clients sign. */
  readonly publicUrl: URL;
  /** A node of the chain that anybody may ask: what the page at /verify asks unless its visitor names another. */
  readonly publicRpcUrl: URL | undefined;
  /** 32 bytes, from which all secrets of the server follow. Undefined in development: one is made and kept. */
  readonly secret: Uint8Array | undefined;
  readonly mail: MailConfig;
  readonly storage: StorageConfig;
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Addresses of proxies in front of the server, whose word for the client's address is taken. */
  readonly trustedProxies: readonly string[];
  /** Addresses or networks that webhooks may go to though they are not public, also in the clear. */
  readonly webhookAllow: readonly string[];
  readonly v2: V2Config;
  /** The bearer token that GET /metrics asks for. */
  readonly metricsSecret: string | undefined;
  /** Seconds between not being ready and not listening any more, once told to end. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
};

/**
 * Who the operator is, where its log is and how it is anchored: what the configuration in a file says, the one of
 * `anchorlog operate`; or, for development, keys that everybody knows.
 */
export type OperatorConfig =
  | {
      readonly kind: "configured";
      readonly file: string;
      /** Goes before what the file says, and has the secrets that it names. */
      readonly env: Environment;
    }
  | {
      readonly kind: "development";
      readonly store: StoreConfig;
      /** The chain that is started with the server, none, or the address of one that runs. */
      readonly chain: "local" | "none" | { readonly url: string };
    };

/** Where the log and the tables are; the guard's database is another one, best on another server. */
export type StoreConfig =
  | { readonly kind: "sqlite" }
  | {
      readonly kind: "postgres";
      readonly url: string;
      readonly guardUrl: string;
      /** Seconds of silence after which another process writes. */
      readonly leaseSeconds: number;
    };

export type MailConfig =
  | { readonly kind: "folder"; readonly folder: string; readonly from: string }
  | {
      readonly kind: "smtp";
      readonly url: string;
      readonly from: string;
      /** Milliseconds that handing over a mail may take. */
      readonly timeout: number;
    };

/** Where the bytes of files are. */
export type StorageConfig =
  | { readonly kind: "folder"; readonly folder: string }
  | {
      readonly kind: "s3";
      /** Of the bucket. */
      readonly url: URL;
      readonly region: string;
      readonly keyId: string;
      readonly secret: string;
    };

/** What becomes of requests to v2: 301 for all; 308 for those that are not GET; 410. */
export type V2Config = { readonly answer: "redirect" | "redirect-308" | "gone"; readonly sunset: Date };

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Every name that is read, with what it says. */
export const SETTINGS = {
  HOST: "the address to listen at; 127.0.0.1 by default",
  PORT: "the port to listen at; 3000 by default, 0 for any that is free",
  DATA_DIR: "the folder of the server's files; anchorlog-server by default",
  PUBLIC_URL: "the API's public address; http://localhost and the port by default",
  PUBLIC_RPC_URL:
    "a node of the chain that anybody may ask, which the page at /verify proposes; for development the local one",
  ANCHORLOG_CONFIG:
    "the operator's configuration, as `anchorlog init` writes it; without it, keys that everybody knows, for development",
  CHAIN: "for development: local (by default), none, or the address of a local node that runs",
  DATABASE_URL: "for development: postgresql://user:password@host:port/database, in place of files in DATA_DIR",
  GUARD_DATABASE_URL: "for development: the guard's, another one than DATABASE_URL",
  LEASE_SECONDS:
    "for development, with DATABASE_URL: of a process that is silent for so long another takes over; 10 by default",
  SERVER_SECRET: "32 bytes in hex, from which all secrets follow; made and kept in DATA_DIR by default",
  MAIL_DIR: "a folder that mail is written to; mail in DATA_DIR by default",
  SMTP_URL: "smtps://user:password@host:port, in place of MAIL_DIR",
  MAIL_FROM: "the sender of mail; no-reply at the public address by default",
  MAIL_TIMEOUT: "milliseconds that handing a mail over may take; 10000 by default",
  FILES_DIR: "a folder that files are stored in; files in DATA_DIR by default. Several processes have the same one",
  S3_URL: "a bucket of S3 or of what speaks like it, in place of FILES_DIR: https://host/bucket",
  S3_REGION: "its region; us-east-1 by default",
  S3_ACCESS_KEY_ID: "the key that may read, write and delete there",
  S3_SECRET_ACCESS_KEY: "its secret",
  CORS_ORIGINS: "origins whose pages may call the API, with commas between",
  TRUSTED_PROXIES: "addresses or networks of the proxies in front, with commas between",
  WEBHOOK_ALLOW:
    "for development: addresses or networks that webhooks may go to though they are private, with commas between",
  V2_ANSWER: "redirect (301; by default), redirect-308 or gone (410)",
  V2_SUNSET: "the day on which v2 ends; 2026-06-30 by default",
  METRICS_SECRET: "the bearer token that GET /metrics asks for; without it, anybody reads them",
  DRAIN_SECONDS: "seconds from SIGTERM, when /readyz says so, until it stops listening; 0 by default, 20 at most",
  LOG_LEVEL: `one of ${LOG_LEVELS.join(", ")}; info by default`,
} as const;
type Name = keyof typeof SETTINGS;

/** These may be in a file: the name with `_FILE` behind it says where. */
const SECRETS: ReadonlySet<Name> = new Set([
  "DATABASE_URL",
  "GUARD_DATABASE_URL",
  "METRICS_SECRET",
  "S3_SECRET_ACCESS_KEY",
  "SERVER_SECRET",
  "SMTP_URL",
]);

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration.
 *
 * @throws ServerError `bad_config` naming what is wrong: the first of it.
 */
export function readConfig(env: Environment): Config {
  const get = (name: Name) => readSetting(env, name);
  const operator = readOperator(get, env);
  const isForReal = operator.kind === "configured";
  if (env["NODE_ENV"] === "production" && !isForReal)
    throw bad("NODE_ENV", "is production, and everybody knows the keys of development", "give ANCHORLOG_CONFIG");
  if (isForReal) assertForReal(get);
  const port = readPort(get("PORT") ?? "3000");
  const folder = resolve(get("DATA_DIR") ?? "anchorlog-server");
  const publicUrl = readPublicUrl(get("PUBLIC_URL") ?? `http://localhost:${port}`);
  return {
    host: get("HOST") ?? "127.0.0.1",
    port,
    folder,
    operator,
    publicUrl,
    publicRpcUrl: readRpcUrl(get("PUBLIC_RPC_URL")),
    secret: readSecret(get("SERVER_SECRET")),
    mail: readMail(get, folder, publicUrl),
    storage: readStorage(get, folder),
    corsOrigins: list(get("CORS_ORIGINS")).map(readOrigin),
    trustedProxies: list(get("TRUSTED_PROXIES")).map((text) => readNetwork("TRUSTED_PROXIES", text)),
    webhookAllow: list(get("WEBHOOK_ALLOW")).map((text) => readNetwork("WEBHOOK_ALLOW", text)),
    v2: {
      answer: readOneOf("V2_ANSWER", get("V2_ANSWER") ?? "redirect", ["redirect", "redirect-308", "gone"]),
      sunset: readDay(get("V2_SUNSET") ?? "2026-06-30"),
    },
    metricsSecret: readToken(get("METRICS_SECRET")),
    drainSeconds: readDrain(get("DRAIN_SECONDS") ?? "0"),
    logLevel: readOneOf("LOG_LEVEL", get("LOG_LEVEL") ?? "info", LOG_LEVELS),
  };
}

function readSetting(env: Environment, name: Name): string | undefined {
  const value = env[name] === "" ? undefined : env[name];
  const file = env[`${name}_FILE`];
  if (!SECRETS.has(name) || file === undefined || file === "") return value;
  if (value !== undefined) throw bad(name, "is given twice", `give ${name} or ${name}_FILE`);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw bad(
      `${name}_FILE`,
      `names ${file}, which cannot be read (${(cause as Error).message})`,
      "name a file that can",
    );
  }
}

function bad(name: string, why: string, fix: string): ServerError {
  return new ServerError("bad_config", `${name} ${why}`, { fix });
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw bad("PORT", `is ${text}`, "give a number from 0 to 65535");
}

function readToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{32,256}$/.test(text)) return text;
  throw bad("METRICS_SECRET", "is not 32 to 256 visible characters", "make one: openssl rand -hex 32");
}

function readDrain(text: string): number {
  if (/^[0-9]{1,2}$/.test(text) && Number(text) <= 20) return Number(text);
  throw bad("DRAIN_SECONDS", `is ${text}`, "give a number from 0 to 20");
}

function readPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url;
  throw bad("PUBLIC_URL", `is ${text}`, "give http:// or https://, host and port, and nothing behind them");
}

function readRpcUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  // It may have a password in it.
  throw bad("PUBLIC_RPC_URL", "is no address for everybody", "give http:// or https://, without user and password");
}

function readSecret(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  throw bad("SERVER_SECRET", "is not 32 bytes in hex", "make one: openssl rand -hex 32");
}

const FOR_DEVELOPMENT = [
  "CHAIN",
  "DATABASE_URL",
  "GUARD_DATABASE_URL",
  "LEASE_SECONDS",
  "MAIL_DIR",
  "WEBHOOK_ALLOW",
] as const;
const FOR_REAL = {
  PUBLIC_URL: "give the API's public address: https://api.example",
  SERVER_SECRET: "make one, and keep it: openssl rand -hex 32",
  SMTP_URL: "give smtps://user:password@host:port",
} as const;

/** What a server needs, and may not have, whose operator has keys of its own. */
function assertForReal(get: (name: Name) => string | undefined): void {
  for (const name of FOR_DEVELOPMENT) {
    if (get(name) !== undefined) throw bad(name, "is for development", "take it away: ANCHORLOG_CONFIG is given");
  }
  for (const [name, fix] of Object.entries(FOR_REAL)) {
    if (get(name as Name) === undefined) throw bad(name, "is missing, and ANCHORLOG_CONFIG is given", fix);
  }
  if (!get("PUBLIC_URL")!.startsWith("https://"))
    throw bad("PUBLIC_URL", "is not https://", "give the address that clients see: tokens go there");
}

function readOperator(get: (name: Name) => string | undefined, env: Environment): OperatorConfig {
  const file = get("ANCHORLOG_CONFIG");
  if (file !== undefined) return { kind: "configured", file: resolve(file), env };
  const chain = get("CHAIN") ?? "local";
  return { kind: "development", store: readStore(get), chain: readChain(chain) };
}

function readChain(text: string): "local" | "none" | { readonly url: string } {
  if (text === "local" || text === "none") return text;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return { url: text };
  throw bad("CHAIN", "is no such chain", "give local, none, or http://127.0.0.1:8545");
}

function readStore(get: (name: Name) => string | undefined): StoreConfig {
  const [url, guardUrl, lease] = [get("DATABASE_URL"), get("GUARD_DATABASE_URL"), get("LEASE_SECONDS")];
  if (url === undefined && guardUrl === undefined) {
    if (lease === undefined) return { kind: "sqlite" };
    throw bad("LEASE_SECONDS", "is given without DATABASE_URL", "leave it out: over files one process writes");
  }
  const form = "postgresql://user:password@host:port/database";
  for (const [name, given] of [
    ["DATABASE_URL", url],
    ["GUARD_DATABASE_URL", guardUrl],
  ] as const) {
    if (given === undefined) throw bad(name, "is missing", `give ${form} for both`);
    // What it says is a secret.
    if (!URL.canParse(given) || !/^postgres(ql)?:$/.test(new URL(given).protocol))
      throw bad(name, "is no address of PostgreSQL", `give ${form}`);
  }
  if (url === guardUrl)
    throw bad("GUARD_DATABASE_URL", "is DATABASE_URL", "give another database: it remembers what this one may lose");
  return { kind: "postgres", url: url!, guardUrl: guardUrl!, leaseSeconds: readLease(lease ?? "10") };
}

function readLease(text: string): number {
  if (/^[1-9][0-9]?$/.test(text)) return Number(text);
  throw bad("LEASE_SECONDS", `is ${text}`, "give seconds, from 1 to 99");
}

function readMail(get: (name: Name) => string | undefined, folder: string, publicUrl: URL): MailConfig {
  const from = get("MAIL_FROM") ?? `no-reply@${publicUrl.hostname}`;
  if (/[^\x20-\x7e]/.test(from) || !from.includes("@")) {
    throw bad("MAIL_FROM", "is no address in ASCII", "give one: Platform <no-reply@api.example>");
  }
  const timeout = readMailTimeout(get("MAIL_TIMEOUT") ?? "10000");
  const url = get("SMTP_URL");
  const mailDir = get("MAIL_DIR");
  if (url === undefined) return { kind: "folder", folder: resolve(mailDir ?? `${folder}/mail`), from };
  if (mailDir !== undefined) throw bad("MAIL_DIR", "is given beside SMTP_URL", "give one of them");
  // Never said: it may hold a password.
  if (!isMailServer(url)) {
    throw bad("SMTP_URL", "is no smtp:// or smtps:// address", "give smtps://user:password@host:port");
  }
  return { kind: "smtp", url, from, timeout };
}

function readStorage(get: (name: Name) => string | undefined, folder: string): StorageConfig {
  const [url, filesDir] = [get("S3_URL"), get("FILES_DIR")];
  const [region, keyId, secret] = [get("S3_REGION"), get("S3_ACCESS_KEY_ID"), get("S3_SECRET_ACCESS_KEY")];
  if (url === undefined) {
    const [name] = Object.entries({ S3_REGION: region, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret })
      .filter(([, value]) => value !== undefined)
      .map(([found]) => found);
    if (name !== undefined) throw bad(name, "is given without S3_URL", "give the bucket: https://host/bucket");
    return { kind: "folder", folder: resolve(filesDir ?? `${folder}/files`) };
  }
  if (filesDir !== undefined) throw bad("FILES_DIR", "is given beside S3_URL", "give one of them");
  if (keyId === undefined) throw bad("S3_ACCESS_KEY_ID", "is missing, and S3_URL is given", "give the bucket's key");
  if (secret === undefined)
    throw bad("S3_SECRET_ACCESS_KEY", "is missing, and S3_URL is given", "give the secret of its key");
  if (region !== undefined && !/^[a-z0-9-]{1,64}$/.test(region))
    throw bad("S3_REGION", `is ${region}`, "give one: us-east-1");
  return { kind: "s3", url: readBucket(url), region: region ?? "us-east-1", keyId, secret };
}

function readBucket(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare =
    url !== undefined && url.href === `${url.origin}${url.pathname}` && /^(\/[\w.-]+)+\/?$/.test(url.pathname);
  const isLocal = url?.protocol === "http:" && /^(localhost|127(\.[0-9]+){3}|\[::1\])$/.test(url.hostname);
  if (isBare && (url.protocol === "https:" || isLocal)) return url;
  // It may have a password in it.
  throw bad("S3_URL", "is no address of a bucket", "give https://host/bucket; http:// on this machine alone");
}

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isBare = /^\/?$/.test(pathname) && search === "" && hash === "";
  return /^smtps?:$/.test(protocol) && hostname !== "" && isBare && isDecodable(username) && isDecodable(password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readMailTimeout(text: string): number {
  if (/^[1-9][0-9]{1,5}$/.test(text)) return Number(text);
  throw bad("MAIL_TIMEOUT", `is ${text}`, "give milliseconds, from 10 to 999999");
}

function readOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw bad("CORS_ORIGINS", `has ${text}`, "give origins: https://app.example");
}

function readNetwork(name: Name, text: string): string {
  const [address, bits] = text.split("/");
  const most = isIP(address ?? "") === 6 ? 128 : 32;
  const isBits = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most);
  if (isIP(address ?? "") !== 0 && isBits && text.split("/").length <= 2) return text;
  throw bad(name, `has ${text}`, "give addresses or networks: 10.0.0.0/8");
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  // A day that no month has would be one of the next.
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`)) return day;
  throw bad("V2_SUNSET", `is ${text}`, "give a day: 2026-06-30");
}

function readOneOf<T extends string>(name: Name, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw bad(name, `is ${text}`, `give one of ${values.join(", ")}`);
}

function list(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
