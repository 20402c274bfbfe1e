import { chmod, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../../test/folder.ts";
import { readConfig } from "../../src/foundation/config.ts";
import { makeFolder } from "../../src/foundation/config/folder.ts";
import { SETTINGS } from "../../src/foundation/config/settings.ts";
import { configureOperator } from "../../src/log/operator.ts";
import { openMailFolder } from "../../src/foundation/mail/folder.ts";
import { openFileFolder } from "../../src/foundation/storage/folder.ts";

const folder = newFolder();

const SECRETS = [
  "ADMIN_SECRET",
  "DATABASE_URL",
  "GUARD_DATABASE_URL",
  "METRICS_SECRET",
  "S3_SECRET_ACCESS_KEY",
  "SERVER_SECRET",
  "SMTP_URL",
];
const S3 = { S3_URL: "https://s3.example/files", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
  return "";
};

describe("the configuration", () => {
  it("has a default for every setting in development", () => {
    const config = readConfig({});
    expect({
      ...config,
      publicUrl: config.publicUrl.href,
      folder: "",
      mail: config.mail.kind,
      storage: config.storage.kind,
    }).toEqual({
      host: "127.0.0.1",
      port: 3000,
      folder: "",
      operator: { kind: "development", store: { kind: "sqlite" }, chain: "local", traces: false },
      publicUrl: "http://localhost:3000/",
      publicRpcUrl: undefined,
      secret: undefined,
      mail: "folder",
      storage: "folder",
      filesQuotaMib: 10_240,
      mailsPerMinute: 300,
      organizationsPerHour: 20,
      signUp: "anyone",
      maxBatch: 1_000,
      corsOrigins: [],
      trustedProxies: [],
      webhookAllow: [],
      v2: { answer: "redirect", sunset: new Date("2026-06-30") },
      metricsSecret: undefined,
      drainSeconds: 0,
      logLevel: "info",
    });
    const rest = Object.keys(SETTINGS).filter((name) => !SECRETS.includes(name));
    expect(readConfig(Object.fromEntries(rest.map((name) => [name, ""])))).toEqual(config);
  });

  it.each([
    [{ NODE_ENV: "production" }, "NODE_ENV"],
    [{ PORT: "65536" }, "PORT"],
    [{ PORT: "3e3" }, "PORT"],
    [{ PUBLIC_URL: "api.example" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "https://api.example/v3" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "https://me@api.example" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "ftp://api.example" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "http://api.example:443" }, "PUBLIC_URL"],
    [{ PORT: "443" }, "PUBLIC_URL"],
    [{ PUBLIC_RPC_URL: "node.example" }, "PUBLIC_RPC_URL"],
    [{ PUBLIC_RPC_URL: "wss://node.example" }, "PUBLIC_RPC_URL"],
    [{ PUBLIC_RPC_URL: "https://me:secret@node.example" }, "PUBLIC_RPC_URL"],
    [{ SERVER_SECRET: "5e".repeat(31) }, "SERVER_SECRET"],
    [{ SERVER_SECRET: "secret" }, "SERVER_SECRET"],
    [{ CHAIN: "mainnet" }, "CHAIN"],
    [{ CHAIN: "local:65536" }, "CHAIN"],
    [{ CHAIN: "local:0" }, "CHAIN"],
    [{ CHAIN: "ws://127.0.0.1:8545" }, "CHAIN"],
    [{ DATABASE_URL: "postgresql://localhost/a" }, "GUARD_DATABASE_URL"],
    [{ GUARD_DATABASE_URL: "postgresql://localhost/a" }, "DATABASE_URL"],
    [{ DATABASE_URL: "postgresql://h/a", GUARD_DATABASE_URL: "postgresql://h/a" }, "GUARD_DATABASE_URL"],
    [{ DATABASE_URL: "mysql://h/a", GUARD_DATABASE_URL: "postgresql://h/a" }, "DATABASE_URL"],
    [{ LEASE_SECONDS: "5" }, "LEASE_SECONDS"],
    [{ PROCESS_URL: "http://10.0.0.7:3000" }, "PROCESS_URL"],
    ...["10.0.0.7:3000", "ftp://10.0.0.7", "http://10.0.0.7:3000/api", "http://me:secret@10.0.0.7:3000"].map(
      (url): [Record<string, string>, string] => [
        { DATABASE_URL: "postgresql://h/a", GUARD_DATABASE_URL: "postgresql://h/b", PROCESS_URL: url },
        "PROCESS_URL",
      ],
    ),
    [{ DATABASE_URL: "postgresql://h/a", GUARD_DATABASE_URL: "postgresql://h/b", LEASE_SECONDS: "0" }, "LEASE_SECONDS"],
    [{ SMTP_URL: "mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "smtp://" }, "SMTP_URL"],
    [{ SMTP_URL: "https://mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "smtps://mail.example/inbox" }, "SMTP_URL"],
    [{ SMTP_URL: "smtps://mail.example?tls.rejectUnauthorized=false" }, "SMTP_URL"],
    [{ SMTP_URL: "smtps://me:100%@mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "smtps://me:p#ss@mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "smtps://me:p/ss@mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "smtps://mail.example", MAIL_NAME: "mail example" }, "MAIL_NAME"],
    [{ SMTP_URL: "smtps://mail.example", MAIL_NAME: "192.0.2.1" }, "MAIL_NAME"],
    [{ SMTP_URL: "smtps://mail.example", MAIL_NAME: "[192.0.2]" }, "MAIL_NAME"],
    [{ SMTP_URL: "smtps://mail.example", MAIL_TIMEOUT: "0" }, "MAIL_TIMEOUT"],
    [{ SMTP_URL: "smtps://mail.example", MAIL_TIMEOUT: "10s" }, "MAIL_TIMEOUT"],
    [{ MAIL_TIMEOUT: "1e3" }, "MAIL_TIMEOUT"],
    [{ MAIL_FROM: "me" }, "MAIL_FROM"],
    [{ MAIL_FROM: "me@api.example\r\nBcc: you@api.example" }, "MAIL_FROM"],
    [{ SMTP_URL: "smtp://mail.example", MAIL_DIR: "mail" }, "MAIL_DIR"],
    [{ S3_REGION: "eu-central-1" }, "S3_REGION"],
    [{ S3_ACCESS_KEY_ID: "a" }, "S3_ACCESS_KEY_ID"],
    [{ S3_SECRET_ACCESS_KEY: "a" }, "S3_SECRET_ACCESS_KEY"],
    [{ S3_URL: "https://s3.example/files" }, "S3_ACCESS_KEY_ID"],
    [{ S3_URL: "https://s3.example/files", S3_ACCESS_KEY_ID: "a" }, "S3_SECRET_ACCESS_KEY"],
    [{ ...S3, FILES_DIR: "files" }, "FILES_DIR"],
    [{ ...S3, S3_REGION: "EU/central" }, "S3_REGION"],
    [{ ...S3, S3_URL: "s3.example/files" }, "S3_URL"],
    [{ ...S3, S3_URL: "https://s3.example" }, "S3_URL"],
    [{ ...S3, S3_URL: "http://s3.example/files" }, "S3_URL"],
    [{ ...S3, S3_URL: "http://127.0.0.1.example/files" }, "S3_URL"],
    [{ ...S3, S3_URL: "https://key:secret@s3.example/files" }, "S3_URL"],
    [{ ...S3, S3_URL: "https://s3.example/files?x=y" }, "S3_URL"],
    [{ ...S3, S3_URL: "s3://files" }, "S3_URL"],
    [{ CORS_ORIGINS: "https://a.example/" }, "CORS_ORIGINS"],
    [{ CORS_ORIGINS: "*" }, "CORS_ORIGINS"],
    [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES"],
    [{ TRUSTED_PROXIES: "proxy" }, "TRUSTED_PROXIES"],
    ...["0.0.0.0/0", "::/0", "10.0.0.0/00"].map((text): [Record<string, string>, string] => [
      { TRUSTED_PROXIES: text },
      "TRUSTED_PROXIES",
    ]),
    [{ WEBHOOK_ALLOW: "localhost" }, "WEBHOOK_ALLOW"],
    [{ WEBHOOK_ALLOW: "127.0.0.1,::1/129" }, "WEBHOOK_ALLOW"],
    [{ V2_ANSWER: "yes" }, "V2_ANSWER"],
    [{ V2_SUNSET: "June 2026" }, "V2_SUNSET"],
    [{ V2_SUNSET: "2026-02-30" }, "V2_SUNSET"],
    [{ METRICS_SECRET: "short" }, "METRICS_SECRET"],
    [{ DRAIN_SECONDS: "16" }, "DRAIN_SECONDS"],
    [{ DRAIN_SECONDS: "1.5" }, "DRAIN_SECONDS"],
    [{ MAX_BATCH: "0" }, "MAX_BATCH"],
    [{ MAX_BATCH: "4001" }, "MAX_BATCH"],
    [{ FILES_QUOTA_MIB: "0" }, "FILES_QUOTA_MIB"],
    [{ MAILS_PER_MINUTE: "0" }, "MAILS_PER_MINUTE"],
    [{ ORGANIZATIONS_PER_HOUR: "none" }, "ORGANIZATIONS_PER_HOUR"],
    [{ SIGN_UP: "everybody" }, "SIGN_UP"],
    [{ SIGN_UP: "example.com, @example.org" }, "SIGN_UP"],
    [{ SIGN_UP: "," }, "SIGN_UP"],
    [{ FILES_QUOTA_MIB: "1e3" }, "FILES_QUOTA_MIB"],
    [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [{ TRACES: "yes" }, "TRACES"],
  ])("is refused with the wrong setting's name and a remedy: %j", (env, name) => {
    expect(refusal(env)).toMatch(new RegExp(`^bad_config: ${name} .+: .+`));
  });

  it.each([
    [{}, undefined],
    [{ ANCHORLOG_CONFIG: "" }, "NODE_ENV"],
    [{ CHAIN: "local" }, "CHAIN"],
    [{ DATABASE_URL: "postgresql://h/a", GUARD_DATABASE_URL: "postgresql://h/b" }, "DATABASE_URL"],
    [{ MAIL_DIR: "/tmp/mail" }, "MAIL_DIR"],
    [{ WEBHOOK_ALLOW: "127.0.0.1" }, "WEBHOOK_ALLOW"],
    [{ MAX_BATCH: "10" }, "MAX_BATCH"],
    [{ TRACES: "true" }, "TRACES"],
    [{ PUBLIC_URL: "" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "http://api.example" }, "PUBLIC_URL"],
    [{ SERVER_SECRET: "" }, "SERVER_SECRET"],
    [{ SMTP_URL: "" }, "SMTP_URL"],
  ])("has no development defaults if the operator has its own keys, and names what is missing: %j", (env, name) => {
    const given = {
      NODE_ENV: "production",
      ANCHORLOG_CONFIG: "anchorlog.jsonc",
      PUBLIC_URL: "https://api.example",
      SERVER_SECRET: "5e".repeat(32),
      SMTP_URL: "smtps://mail.example",
    };
    const says = refusal({ ...given, ...(env as Record<string, string>) });
    expect(says).toMatch(name === undefined ? /^$/ : new RegExp(`^bad_config: ${name} .+: .+`));
  });

  it("listens at one address for localhost, where Fastify would open two servers", () => {
    expect(readConfig({ HOST: "localhost" }).host).toBe("127.0.0.1");
    expect(readConfig({ HOST: "::1" }).host).toBe("::1");
  });

  it("says that passwords in URLs must be percent-encoded", () => {
    const encoded = "with user and password percent-encoded: @ is %40, # is %23, / is %2F";
    expect(refusal({ SMTP_URL: "smtps://me:p#ss@mail.example" })).toContain(encoded);
    const databases = { DATABASE_URL: "postgresql://me:p#ss@db/a", GUARD_DATABASE_URL: "postgresql://db/b" };
    expect(refusal(databases)).toContain(encoded);
    const { mail } = readConfig({ SMTP_URL: "smtps://me:p@ss@[2001:db8::1]", PUBLIC_URL: "http://[2001:db8::2]" });
    expect(mail).toMatchObject({ name: "[IPv6:2001:db8::2]" });
    const literal = { SMTP_URL: "smtps://mail.example", MAIL_NAME: "[192.0.2.1]" };
    expect(readConfig(literal).mail).toMatchObject({ name: "[192.0.2.1]" });
  });

  it("reads the settings of the mail server", () => {
    expect(readConfig({ SMTP_URL: "smtps://me:p%40ss@mail.example", PUBLIC_URL: "https://api.example" }).mail).toEqual({
      kind: "smtp",
      url: "smtps://me:p%40ss@mail.example",
      from: "no-reply@api.example",
      name: "api.example",
      timeout: 10_000,
    });
    const env = { SMTP_URL: "smtp://[::1]:2525", MAIL_FROM: "Platform <me@api.example>", MAIL_TIMEOUT: "500" };
    expect(readConfig(env).mail).toMatchObject({ from: "Platform <me@api.example>", timeout: 500 });
  });

  it("does not show a secret that it refuses", () => {
    const secret = "hunter2";
    for (const name of ["SERVER_SECRET", "SMTP_URL", "DATABASE_URL", "METRICS_SECRET"]) {
      expect(refusal({ [name]: secret, GUARD_DATABASE_URL: "postgresql://h/a" })).not.toContain(secret);
    }
  });

  it("refuses an empty secret, whose default would be another database or a page without a password", () => {
    for (const name of SECRETS.flatMap((secret) => [secret, `${secret}_FILE`]))
      expect(refusal({ [name]: "" })).toMatch(new RegExp(`^bad_config: ${name} is empty: give a value`));
  });

  it("reads secrets from files, and refuses duplicates, missing files and empty ones", async () => {
    const file = join(folder, "secret");
    await writeFile(file, `${"5e".repeat(32)}\n`, { mode: 0o600 });
    expect(readConfig({ SERVER_SECRET_FILE: file }).secret).toEqual(Buffer.alloc(32, 0x5e));
    expect(refusal({ SERVER_SECRET: "5e".repeat(32), SERVER_SECRET_FILE: file })).toContain("given twice");
    expect(refusal({ SERVER_SECRET_FILE: join(folder, "none") })).toContain("SERVER_SECRET_FILE");
    const empty = join(folder, "empty");
    await writeFile(empty, "\n", { mode: 0o600 });
    const bucket = { S3_URL: "https://s3.example/files", S3_ACCESS_KEY_ID: "key" };
    expect(refusal({ ...bucket, S3_SECRET_ACCESS_KEY_FILE: empty })).toContain("S3_SECRET_ACCESS_KEY_FILE");
    const open = join(folder, "open");
    await writeFile(open, "5e".repeat(32));
    await chmod(open, 0o644);
    expect(refusal({ SERVER_SECRET_FILE: open })).toBe(
      `bad_config: SERVER_SECRET_FILE names ${open}, which other users can read: chmod 600 ${open}`,
    );
    // Only secrets can come from a file.
    expect(readConfig({ PORT_FILE: file }).port).toBe(3000);
  });
});

describe("a folder that a setting names", () => {
  const file = () => join(folder, "file");
  beforeAll(() => writeFile(file(), ""));
  const says = (name: string, path: string, code: string): string =>
    `${name} is ${path}, where this process cannot write (${code}): name a folder that it may write to`;

  it("is created with its parent folders, accessible only to this user", async () => {
    const made = join(folder, "a", "b", "c");
    await Promise.all([1, 2].map(() => makeFolder("DATA_DIR", made)));
    for (const path of [made, join(folder, "a")]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it("is refused with the setting's name if it cannot be written", async () => {
    const nowhere = join(file(), "data");
    await expect(makeFolder("DATA_DIR", nowhere)).rejects.toThrow(says("DATA_DIR", nowhere, "ENOTDIR"));
    await expect(makeFolder("DATA_DIR", file())).rejects.toThrow(says("DATA_DIR", file(), "EEXIST"));
    await expect(openMailFolder({ folder: nowhere, from: "" })).rejects.toThrow(says("MAIL_DIR", nowhere, "ENOTDIR"));
    await expect(openFileFolder(nowhere)).rejects.toThrow(says("FILES_DIR", nowhere, "ENOTDIR"));
  });

  it.runIf(process.platform === "linux")("is refused if Node's own recursive mkdir would never return", async () => {
    await expect(makeFolder("DATA_DIR", "/proc/x/y")).rejects.toThrow(says("DATA_DIR", "/proc/x/y", "ENOENT"));
  });
});

it("names the setting if the operator's configuration cannot be read", async () => {
  for (const path of [join(folder, "none"), folder]) {
    const given = configureOperator({ operator: { kind: "configured", file: path, env: {} }, folder });
    await expect(given).rejects.toThrow(
      expect.objectContaining({
        code: "bad_config",
        message: expect.stringMatching(
          `^ANCHORLOG_CONFIG does not name a configuration \\(${path} .+\\): name the file that \`anchorlog init\` wrote$`,
        ),
      }),
    );
  }
});
