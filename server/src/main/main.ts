#!/usr/bin/env node
/** Starts the server with the environment's configuration. */
import { randomBytes } from "node:crypto";
import { chmod, readFile } from "node:fs/promises";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { backUp } from "./backup.ts";
import { commandLine } from "../foundation/commandLine.ts";
import { readConfig, type Config } from "../foundation/config.ts";
import { makeFolder } from "../foundation/config/folder.ts";
import { SETTINGS } from "../foundation/config/settings.ts";
import { ServerError } from "../foundation/errors.ts";
import { END, LAST_REQUESTS } from "../foundation/farewell.ts";
import { openLog } from "../log/open.ts";
import { createLogger, logTo, sparing } from "../foundation/logger.ts";
import { openMailer } from "../foundation/mail/mailer.ts";
import { cannotListen, holdPort } from "../foundation/port.ts";
import { takeNewSecret } from "./newSecret.ts";
import { reindex } from "./reindex.ts";
import { audit, rebuild } from "./replay/commands.ts";
import { createSecrets } from "../foundation/secrets.ts";
import { createServer } from "./server.ts";
import { setLimits } from "./setLimits.ts";
import { openStorage } from "../foundation/storage/storage.ts";

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--help")) return void process.stdout.write(help());
  const [command, ...flags] = args;
  if (command === "audit" && flags.length === 0) return runAudit();
  if (command === "rebuild" && flags.every((flag) => flag === "--replace")) return runRebuild(flags.length > 0);
  if (command === "backup" && flags.length === 1 && !flags[0]!.startsWith("-")) return runBackup(flags[0]!);
  if (command === "reindex" && flags.length === 0) return runReindex();
  if (command === "new-secret" && flags.length === 0) return runNewSecret();
  if (command === "limits" && flags.length <= 2 && flags.length > 0) return runLimits(flags[0]!, flags[1]);
  if (args.length > 0)
    throw new ServerError("bad_arguments", `${args.join(" ")} is not understood`, { fix: "see --help" });
  const asked = readConfig(process.env);
  const held = asked.port === 0 ? await holdPort(asked.host) : undefined;
  // The API's public address contains the port.
  const config = held === undefined ? asked : readConfig({ ...process.env, PORT: String(held.port) });
  const logger = createLogger(config.logLevel);
  await makeFolder("DATA_DIR", config.folder);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config)));
  const clock = Date.now;
  const log = sparing(logTo(logger), clock);
  const storage = await openStorage(config.storage);
  const mailer = await openMailer(config.mail);
  const opened = await openLog(config, { clock, log });
  const serve = async () => {
    let isListening = false;
    const drain = async (): Promise<unknown> => isListening && sleep(config.drainSeconds * 1_000);
    const app = await createServer(
      { ...opened, config, clock, secrets, mailer, storage },
      { logger, drain, indexing: { hasThread: true } },
    );
    await held?.release();
    const url = await app.listen({ host: config.host, port: config.port }).catch(async (cause: unknown) => {
      // Background work uses parts that are closed next.
      await app.close();
      throw cannotListen(config, cause);
    });
    isListening = true;
    return { app, url };
  };
  const { app, url } = await serve().catch(async (error: unknown) => {
    // Release this process's leases, so that another process need not wait.
    await Promise.race([opened.close(), sleep(END)]).catch(() => {});
    throw error;
  });
  process.stdout.write(greeting(config, url, opened.rpc));
  let isEnding = false;
  const end = async (): Promise<void> => {
    // A signal may come twice, for example from a terminal and from npm. Ignore the second one.
    if (isEnding) return;
    isEnding = true;
    const timer = setTimeout(() => {
      logger.error("the shutdown took too long. The next start finishes what is left");
      process.exit(1);
    }, END);
    const cutOff = (): void => app.server.closeAllConnections();
    const requests = setTimeout(cutOff, 1_000 * config.drainSeconds + LAST_REQUESTS);
    await app.close();
    clearTimeout(requests);
    await opened.close();
    await mailer.close();
    clearTimeout(timer);
    // A pending request to a node would keep the process alive.
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end().catch(fail));
}

async function runAudit(): Promise<void> {
  const config = readConfig(process.env);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config, false)));
  const { entries, passed, differences } = await audit({ config, secrets });
  for (const { table, key, what, columns } of differences) {
    process.stdout.write(`${table} ${key}: ${what}${columns.length > 0 ? ` in ${columns.join(", ")}` : ""}\n`);
  }
  const verdict =
    differences.length === 0 ? "the tables are what the log says" : "the tables are not what the log says";
  process.stdout.write(`${entries} entries done over: ${verdict}\n${saidOf(passed)}`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

async function runRebuild(isReplacing: boolean): Promise<void> {
  const config = readConfig(process.env);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config, false)));
  const { entries, passed, lost } = await rebuild({ config, secrets }, isReplacing);
  process.stdout.write(`${entries} entries done over: the tables are made anew\n${saidOf(passed)}`);
  for (const file of lost) process.stdout.write(`file ${file}: lost\n`);
}

const saidOf = (passed: readonly string[]): string =>
  passed.map((log) => `log ${log}: passed over, no account is of it\n`).join("");

async function runBackup(folder: string): Promise<void> {
  await backUp(readConfig(process.env), resolve(folder));
  process.stdout.write(
    `wrote ${folder}: the log with its tables, the accounts, and stored files unless they are in a bucket\n`,
  );
}

async function runReindex(): Promise<void> {
  process.stdout.write(`${await reindex(readConfig(process.env))} actions followed: the index is made anew\n`);
}

async function runNewSecret(): Promise<void> {
  const config = readConfig(process.env);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config)));
  const { apiKeys, webhooks, sessions } = await takeNewSecret({ config, secrets });
  process.stdout.write(
    `${sessions} sessions ended. ${apiKeys} API keys are good for nothing now: others are made by POST /api-keys. ${webhooks} webhooks sign by other secrets: their owners get them by rotate_secret.\n`,
  );
}

async function runLimits(organization: string, limits: string | undefined): Promise<void> {
  const { name, now } = await setLimits(readConfig(process.env), organization, limits);
  process.stdout.write(`${organization} (${name}): ${now ?? "the usual limits"}\n`);
}

/** The secret that was generated in the server's folder. @param isMade whether to generate a missing one. */
async function keptSecret({ folder }: Config, isMade = true): Promise<Uint8Array> {
  const path = join(folder, "secret");
  const fix = "set DATA_DIR to the folder of a server that has run";
  try {
    if (isMade) writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new ServerError("no_folder", `${folder} does not exist`, { fix });
    if (code !== "EEXIST") throw error;
  }
  if (!existsSync(path))
    throw new ServerError("no_secret", `${path} does not exist`, { fix: `${fix}, or SERVER_SECRET` });
  await chmod(path, 0o600);
  const text = await readFile(path, "utf8");
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, "hex");
  throw new ServerError("bad_secret", `${path} is not 32 bytes in hex`, {
    fix: "put back the file from a backup, or set SERVER_SECRET",
  });
}

function greeting({ operator, publicUrl, mail, folder }: Config, url: string, rpc: string | undefined): string {
  const base = publicUrl.href.replace(/\/$/, "");
  const listens = `The Platform API listens at ${url}, as ${base}.`;
  if (operator.kind === "configured") return `${listens} Files are in ${folder}. Ctrl-C ends it.\n`;
  const where = mail.kind === "folder" ? `Mail is written to ${mail.folder}` : "Mail is sent";
  const chain = rpc === undefined ? "nothing is anchored" : `the local chain is at ${rpc}`;
  const mailbox = mail.kind === "folder" ? `  curl '${base}/dev/mailbox?to=you@example.com'\n` : "";
  return `${listens} Everybody knows its keys: nothing here is worth anything.

Sign in, by a code that is mailed:

  curl ${base}/auth/otp -H 'content-type: application/json' -d '{"email":"you@example.com"}'
${mailbox}  curl ${base}/auth/login -H 'content-type: application/json' -d '{"email":"you@example.com","otp":"CODE","nonce":"NONCE"}'

In a browser:

  ${base}/docs    what can be asked
  ${base}/verify  whether a proof holds
  ${base}/admin   how the server does

${where}; files are in ${folder}; ${chain}. Ctrl-C ends it.
`;
}

function help(): string {
  const rows = Object.entries(SETTINGS).map(([name, means]) => `  ${name.padEnd(22)}${means}\n`);
  return `The Platform API, version 3. The environment says how it runs:\n\n${rows.join("")}
Secrets may be in files: the name with _FILE behind it says where (SERVER_SECRET_FILE).
Besides:

${commands()}
Example:

  PORT=8080 DATA_DIR=/var/lib/platform ${commandLine()}
`;
}

const COMMANDS = {
  audit: "compares the tables with what the log says, also while the server runs",
  "backup FOLDER": "copies the log, the accounts and stored files there, also while it runs",
  "new-secret": "takes the SERVER_SECRET of now for data of another, while it does not run",
  "rebuild [--replace]": "makes the tables anew from the log, while it does not",
  "limits ID [LIMITS]":
    'says an organization\'s limits, or sets them, also while the server runs: \'{"reads":{"minute":600}}\', or usual',
  reindex: "makes the index anew, also while the server runs",
};

function commands(): string {
  const rows = Object.entries(COMMANDS).map(([args, means]) => [commandLine(args), means] as const);
  const width = Math.max(...rows.map(([line]) => line.length));
  return rows.map(([line, means]) => `  ${line.padEnd(width)} ${means}\n`).join("");
}

function fail(error: unknown): void {
  const isOurs = error instanceof ServerError || (error instanceof Error && error.name === "AnchorlogError");
  process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

await main(process.argv.slice(2)).catch(fail);
