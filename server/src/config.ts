/** The server's configuration: what the environment says, checked as a whole. */
import { resolve } from "node:path";
import { readMail, type MailConfig } from "./config/mail.ts";
import { assertForReal, readOperator, type OperatorConfig } from "./config/operator.ts";
import { bad, LOG_LEVELS, readSetting, type Environment, type LogLevel, type Name } from "./config/settings.ts";
import { readStorage, type StorageConfig } from "./config/storage.ts";
import {
  list,
  readBatch,
  readCount,
  readDay,
  readDrain,
  readHost,
  readNetwork,
  readOneOf,
  readOrigin,
  readPort,
  readProxies,
  readPublicUrl,
  readQuota,
  readRpcUrl,
  readSecret,
  readSignUp,
  readToken,
} from "./config/values.ts";

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
  /** Who may make an account with an organization: anyone, or these domains and addresses. */
  readonly signUp: "anyone" | readonly string[];
  /** Organizations that one network may make in an hour. */
  readonly organizationsPerHour: number;
  /** Mails that are sent in a minute; for one network or organization a tenth of them. */
  readonly mailsPerMinute: number;
  /** Mebibytes of files that an organization may store. */
  readonly filesQuotaMib: number;
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Addresses of proxies in front of the server, whose word for the client's address is taken. */
  readonly trustedProxies: readonly string[];
  /** Addresses or networks that webhooks may go to though they are not public, also in the clear. */
  readonly webhookAllow: readonly string[];
  /** Actions of one batch, at most. */
  readonly maxBatch: number;
  readonly v2: V2Config;
  /** The bearer token that GET /metrics asks for. */
  readonly metricsSecret: string | undefined;
  /** The password that GET /admin asks for. */
  readonly adminSecret: string | undefined;
  /** Seconds between not being ready and not listening any more, once told to end. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
};

/** What becomes of requests to v2: 301 for all; 308 for those that are not GET; 410. */
export type V2Config = { readonly answer: "redirect" | "redirect-308" | "gone"; readonly sunset: Date };

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
    host: readHost(get("HOST") ?? "127.0.0.1"),
    port,
    folder,
    operator,
    publicUrl,
    publicRpcUrl: readRpcUrl(get("PUBLIC_RPC_URL")),
    secret: readSecret(get("SERVER_SECRET")),
    mail: readMail(get, folder, publicUrl),
    storage: readStorage(get, folder),
    signUp: readSignUp(get("SIGN_UP") ?? "anyone"),
    organizationsPerHour: readCount("ORGANIZATIONS_PER_HOUR", get("ORGANIZATIONS_PER_HOUR") ?? "20"),
    mailsPerMinute: readCount("MAILS_PER_MINUTE", get("MAILS_PER_MINUTE") ?? "300"),
    filesQuotaMib: readQuota(get("FILES_QUOTA_MIB") ?? "10240"),
    corsOrigins: list(get("CORS_ORIGINS")).map(readOrigin),
    trustedProxies: list(get("TRUSTED_PROXIES")).map(readProxies),
    webhookAllow: list(get("WEBHOOK_ALLOW")).map((text) => readNetwork("WEBHOOK_ALLOW", text)),
    maxBatch: readBatch(get("MAX_BATCH") ?? "1000"),
    v2: {
      answer: readOneOf("V2_ANSWER", get("V2_ANSWER") ?? "redirect", ["redirect", "redirect-308", "gone"]),
      sunset: readDay(get("V2_SUNSET") ?? "2026-06-30"),
    },
    metricsSecret: readToken("METRICS_SECRET", get("METRICS_SECRET")),
    adminSecret: readToken("ADMIN_SECRET", get("ADMIN_SECRET")),
    drainSeconds: readDrain(get("DRAIN_SECONDS") ?? "0"),
    logLevel: readOneOf("LOG_LEVEL", get("LOG_LEVEL") ?? "info", LOG_LEVELS),
  };
}
