/** The server's configuration from environment variables. */
import { resolve } from "node:path";
import { MOST_DRAINED } from "./farewell.ts";
import { readMail, type MailConfig } from "./config/mail.ts";
import { assertForReal, readOperator, type OperatorConfig } from "./config/operator.ts";
import { bad, LOG_LEVELS, readSetting, type Environment, type LogLevel, type Name } from "./config/settings.ts";
import { readStorage, type StorageConfig } from "./config/storage.ts";
import {
  list,
  readDay,
  readHost,
  readNetwork,
  readNumber,
  readOneOf,
  readOrigin,
  readProxies,
  readPublicUrl,
  readRpcUrl,
  readSecret,
  readSignUp,
  readToken,
} from "./config/values.ts";

export type Config = {
  readonly host: string;
  readonly port: number;
  /** The folder of the server's files. With SQLite, it has the log's store, its guard and the accounts. */
  readonly folder: string;
  readonly operator: OperatorConfig;
  /** The API's public address, without a path: `https://api.example`. Clients sign its host and port. */
  readonly publicUrl: URL;
  /** A public node of the chain. The page at /verify uses it unless its visitor names another. */
  readonly publicRpcUrl: URL | undefined;
  /**
   * 32 bytes, from which all secrets of the server are derived. If undefined, in development, a secret is generated and
   * stored.
   */
  readonly secret: Uint8Array | undefined;
  readonly mail: MailConfig;
  readonly storage: StorageConfig;
  /** Addresses that may create an account with an organization: all, or these domains and addresses. */
  readonly signUp: "anyone" | readonly string[];
  readonly organizationsPerHour: number;
  /** Mails sent per minute. One network or organization may use a tenth of them. */
  readonly mailsPerMinute: number;
  /** Mebibytes of files per organization. */
  readonly filesQuotaMib: number;
  /** Origins whose pages may call the API (CORS). */
  readonly corsOrigins: readonly string[];
  /** Addresses of proxies that are trusted to report the client's address. */
  readonly trustedProxies: readonly string[];
  /** Addresses or networks that webhooks may use although they are not public, also without TLS. */
  readonly webhookAllow: readonly string[];
  /** Actions per batch at most. */
  readonly maxBatch: number;
  readonly v2: V2Config;
  /** The bearer token for GET /metrics. */
  readonly metricsSecret: string | undefined;
  /** The password for GET /admin. */
  readonly adminSecret: string | undefined;
  /** Seconds between being reported as not ready and the end of listening, on shutdown. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
};

/** Answers to requests of version 2: 301 for all, 308 for those other than GET, or 410. */
export type V2Config = { readonly answer: "redirect" | "redirect-308" | "gone"; readonly sunset: Date };

const LESS_DRAINED = `give a number from 0 to ${MOST_DRAINED}. The process needs the rest of its time to shut down`;

/**
 * Reads the configuration.
 *
 * @throws ServerError `bad_config` with the first error.
 */
export function readConfig(env: Environment): Config {
  const get = (name: Name) => readSetting(env, name);
  const operator = readOperator(get, env);
  const isForReal = operator.kind === "configured";
  if (env["NODE_ENV"] === "production" && !isForReal) {
    const why = "is production, but the server has only the publicly known development keys";
    throw bad("NODE_ENV", why, "give ANCHORLOG_CONFIG");
  }
  if (isForReal) assertForReal(get);
  const port = readNumber("PORT", get("PORT") ?? "3000", [0, 65_535]);
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
    organizationsPerHour: readNumber("ORGANIZATIONS_PER_HOUR", get("ORGANIZATIONS_PER_HOUR") ?? "20", [1, 999_999]),
    mailsPerMinute: readNumber("MAILS_PER_MINUTE", get("MAILS_PER_MINUTE") ?? "300", [1, 999_999]),
    filesQuotaMib: readNumber("FILES_QUOTA_MIB", get("FILES_QUOTA_MIB") ?? "10240", [1, 999_999_999]),
    corsOrigins: list(get("CORS_ORIGINS")).map(readOrigin),
    trustedProxies: list(get("TRUSTED_PROXIES")).map(readProxies),
    webhookAllow: list(get("WEBHOOK_ALLOW")).map((text) => readNetwork("WEBHOOK_ALLOW", text)),
    // The maximum is slightly below the positions of an entry, `ITEMS`.
    maxBatch: readNumber("MAX_BATCH", get("MAX_BATCH") ?? "1000", [1, 4_000]),
    v2: {
      answer: readOneOf("V2_ANSWER", get("V2_ANSWER") ?? "redirect", ["redirect", "redirect-308", "gone"]),
      sunset: readDay(get("V2_SUNSET") ?? "2026-06-30"),
    },
    metricsSecret: readToken("METRICS_SECRET", get("METRICS_SECRET")),
    adminSecret: readToken("ADMIN_SECRET", get("ADMIN_SECRET")),
    drainSeconds: readNumber("DRAIN_SECONDS", get("DRAIN_SECONDS") ?? "0", [0, MOST_DRAINED], LESS_DRAINED),
    logLevel: readOneOf("LOG_LEVEL", get("LOG_LEVEL") ?? "info", LOG_LEVELS),
  };
}
