/** All settings, and how one of them is read. */
import { readFileSync } from "node:fs";
import { ServerError } from "../errors.ts";

/** For error messages: how to write user and password in an address. */
export const ENCODED =
  "with user and password percent-encoded: @ is %40, # is %23, / is %2F, ? is %3F, : is %3A, % is %25";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every setting, with its description. */
export const SETTINGS = {
  HOST: "the address to listen at; 127.0.0.1 by default",
  PORT: "the port to listen at; 3000 by default, 0 for any that is free",
  DATA_DIR: "the folder of the server's files; anchorlog-server by default",
  PUBLIC_URL: "the API's public address; http://localhost and the port by default",
  PUBLIC_RPC_URL:
    "a node of the chain that anybody may ask, which the page at /verify proposes; for development the local one",
  ANCHORLOG_CONFIG:
    "the operator's configuration, as `anchorlog init` writes it; without it, keys that everybody knows, for development",
  CHAIN: "for development: local (by default), local:PORT, none, or the address of a local node that runs",
  DATABASE_URL: "for development: postgresql://user:password@host:port/database, in place of files in DATA_DIR",
  GUARD_DATABASE_URL: "for development: the guard's, another one than DATABASE_URL",
  LEASE_SECONDS:
    "for development, with DATABASE_URL: of a process that is silent for so long another takes over; 10 by default",
  PROCESS_URL:
    "for development, with DATABASE_URL: where other processes reach this one, to forward what it writes: http://10.0.0.7:3000",
  SERVER_SECRET: "32 bytes in hex, from which all secrets follow; made and kept in DATA_DIR by default",
  MAIL_DIR: "a folder that mail is written to; mail in DATA_DIR by default",
  SMTP_URL:
    "smtps://user:password@host:port, in place of MAIL_DIR; user and password percent-encoded: @ as %40, # as %23",
  MAIL_FROM: "the sender of mail; no-reply at the public address by default",
  MAIL_NAME: "the name by which this server greets SMTP_URL's (EHLO); the host of PUBLIC_URL by default",
  MAIL_TIMEOUT: "milliseconds that handing a mail over may take; 10000 by default",
  MAILS_PER_MINUTE: "mails in a minute; for one network or organization a tenth of them; 300 by default",
  SIGN_UP:
    "who may make an account: anyone (by default), invitation, or domains and addresses with commas between; an invitation is good in any case",
  ORGANIZATIONS_PER_HOUR: "organizations that one network may make in an hour; 20 by default",
  FILES_DIR: "a folder that files are stored in; files in DATA_DIR by default. Several processes have the same one",
  FILES_QUOTA_MIB: "mebibytes of files that an organization may store; 10240 by default",
  S3_URL: "a bucket of S3 or of what speaks like it, in place of FILES_DIR: https://host/bucket",
  S3_REGION: "its region; us-east-1 by default",
  S3_ACCESS_KEY_ID: "the key that may read, write and delete there",
  S3_SECRET_ACCESS_KEY: "its secret",
  CORS_ORIGINS: "origins whose pages may call the API, with commas between",
  TRUSTED_PROXIES: "addresses or networks of the proxies in front, with commas between",
  WEBHOOK_ALLOW:
    "for development: addresses or networks that webhooks may go to though they are private, with commas between",
  MAX_BATCH: "for development: actions of one batch, 4000 at most; 1000 by default",
  TRACES:
    "for development: true, where an SDK of OpenTelemetry was started before, has spans sent there; false by default",
  V2_ANSWER: "redirect (301; by default), redirect-308 or gone (410)",
  V2_SUNSET: "the day on which v2 ends; 2026-06-30 by default",
  ADMIN_SECRET: "the password of the page for operators, /admin; without it, there is none but in development",
  METRICS_SECRET: "the bearer token that GET /metrics asks for; without it, anybody reads them",
  DRAIN_SECONDS: "seconds from SIGTERM, when /readyz says so, until it stops listening; 0 by default, 15 at most",
  LOG_LEVEL: `one of ${LOG_LEVELS.join(", ")}; info by default`,
} as const;
export type Name = keyof typeof SETTINGS;

/** Settings that may be in a file: the name with `_FILE` appended gives the file's path. */
const SECRETS: ReadonlySet<Name> = new Set([
  "ADMIN_SECRET",
  "DATABASE_URL",
  "GUARD_DATABASE_URL",
  "METRICS_SECRET",
  "S3_SECRET_ACCESS_KEY",
  "SERVER_SECRET",
  "SMTP_URL",
]);

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a setting's text, or undefined if it is missing. An empty text counts as missing, except for secrets. */
export type Get = (name: Name) => string | undefined;

export function readSetting(env: Environment, name: Name): string | undefined {
  const value = env[name];
  if (!SECRETS.has(name)) return value === "" ? undefined : value;
  const file = env[`${name}_FILE`];
  if (value !== undefined && file !== undefined) throw bad(name, "is given twice", `give ${name} or ${name}_FILE`);
  // An empty secret is a mistake. The default would be another database, or a page without a password.
  for (const [given, text] of [
    [name, value],
    [`${name}_FILE`, file],
  ] as const) {
    if (text === "") throw bad(given, "is empty", "give a value, or remove the variable");
  }
  if (file === undefined) return value;
  const text = readText(name, file);
  if (text !== "") return text;
  throw bad(`${name}_FILE`, `names ${file}, which is empty`, "put the secret there");
}

function readText(name: Name, file: string): string {
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

export function bad(name: string, why: string, fix: string): ServerError {
  return new ServerError("bad_config", `${name} ${why}`, { fix });
}
