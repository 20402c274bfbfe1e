/** All settings, and how one of them is read. */
import { createRequire } from "node:module";
import type { AnchorlogError } from "anchorlog";
import type * as Signers from "anchorlog/action/signers";
import { ServerError } from "../errors.ts";

/** For error messages: how to write user and password in an address. */
export const ENCODED =
  "with user and password percent-encoded: @ is %40, # is %23, / is %2F, ? is %3F, : is %3A, % is %25";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every setting, with its description. */
export const SETTINGS = {
  HOST: "the address to listen at. Default: 127.0.0.1",
  PORT: "the port to listen at. 0 stands for any free port. Default: 3000",
  DATA_DIR: "the folder of the server's files. Default: anchorlog-server",
  PUBLIC_URL: "the API's public address. Default: http://localhost and the port",
  PUBLIC_RPC_URL: "a public node of the chain. The page at /verify proposes it. In development it is the local node",
  ANCHORLOG_CONFIG:
    "the operator's configuration file, which `anchorlog init` writes. Without it, the server uses the publicly known development keys",
  CHAIN: "for development: local, local:PORT, none, or the address of a running local node. Default: local",
  DATABASE_URL: "for development: postgresql://user:password@host:port/database, instead of files in DATA_DIR",
  GUARD_DATABASE_URL: "for development: the guard's database. It is not the one of DATABASE_URL",
  LEASE_SECONDS:
    "for development, with DATABASE_URL: the seconds of silence after which another process takes over. Default: 10",
  PROCESS_URL:
    "for development, with DATABASE_URL: the address at which other processes reach this one to forward writes: http://10.0.0.7:3000",
  SERVER_SECRET:
    "32 bytes in hex. All secrets are derived from it. By default the server makes one and stores it in DATA_DIR",
  MAIL_DIR: "a folder to write mails to. Default: mail in DATA_DIR",
  SMTP_URL:
    "smtps://user:password@host:port, instead of MAIL_DIR. User and password are percent-encoded: @ as %40, # as %23",
  MAIL_FROM: "the sender of mails. Default: no-reply at the public address",
  MAIL_NAME: "the name with which this server greets the mail server (EHLO). Default: the host of PUBLIC_URL",
  MAIL_TIMEOUT: "the most milliseconds for handing a mail over. Default: 10000",
  MAILS_PER_MINUTE: "the most mails in a minute. One network or organization may cause a tenth of them. Default: 300",
  SIGN_UP:
    "the addresses that may sign up: anyone, invitation, or domains and addresses with commas between. An invited address may always sign up. Default: anyone",
  ORGANIZATIONS_PER_HOUR: "the most new organizations of one network in an hour. Default: 20",
  FILES_DIR: "a folder to store files in. Several processes share one folder. Default: files in DATA_DIR",
  FILES_QUOTA_MIB: "the most mebibytes of files of one organization. Default: 10240",
  S3_URL: "a bucket of S3 or of a compatible storage, instead of FILES_DIR: https://host/bucket",
  S3_REGION: "the bucket's region. Default: us-east-1",
  S3_ACCESS_KEY_ID: "the id of the key that may read, write and delete in the bucket",
  S3_SECRET_ACCESS_KEY: "the secret of this key",
  CORS_ORIGINS: "origins whose pages may call the API, with commas between",
  TRUSTED_PROXIES: "addresses or networks of the reverse proxies, with commas between",
  WEBHOOK_ALLOW: "for development: private addresses or networks to which webhooks may be sent, with commas between",
  MAX_BATCH: "for development: the most actions of one batch, up to 4000. Default: 1000",
  TRACES:
    "for development: true sends spans to an OpenTelemetry SDK that was started before the server. Default: false",
  V2_ANSWER: "the answer of version 2's paths: redirect (301), redirect-308 or gone (410). Default: redirect",
  V2_SUNSET: "the day on which version 2 ends. Default: 2026-06-30",
  ADMIN_SECRET: "the password of the page for operators, /admin. Without it, the page exists only in development",
  METRICS_SECRET: "the bearer token for GET /metrics. Without it, anybody can read the metrics",
  DRAIN_SECONDS:
    "the seconds from SIGTERM until the server stops listening, at most 15. In this time /readyz answers 503. Default: 0",
  LOG_LEVEL: `one of ${LOG_LEVELS.join(", ")}. Default: info`,
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

const require = createRequire(import.meta.url);

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
  return readText(name, file);
}

/** Reads a secret's file as the package reads its keys' files: it refuses a file that other users can read. */
function readText(name: Name, file: string): string {
  // Loaded only if a file is named.
  const { readSecret } = require("anchorlog/action/signers") as typeof Signers;
  try {
    return readSecret(name, { [`${name}_FILE`]: file });
  } catch (cause) {
    const { code, message } = cause as AnchorlogError;
    if (code === "no_secret") throw bad(`${name}_FILE`, `names ${file}, which is empty`, "put the secret there");
    if (code === "bad_permissions") {
      throw bad(`${name}_FILE`, `names ${file}, which other users can read`, `chmod 600 ${file}`);
    }
    throw bad(`${name}_FILE`, `names ${file}, which cannot be read (${message})`, "name a file that can");
  }
}

export function bad(name: string, why: string, fix: string): ServerError {
  return new ServerError("bad_config", `${name} ${why}`, { fix });
}
