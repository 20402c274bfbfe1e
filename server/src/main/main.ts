#!/usr/bin/env node
/**
 * Starts the server with the environment's configuration.
 *
 * The file of a command is loaded when the command runs. So `--help`, and the error of a bad setting, come without
 * loading code that they do not need.
 */
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { commandLine } from "../foundation/commandLine.ts";
import { readConfig } from "../foundation/config.ts";
import { SETTINGS } from "../foundation/config/settings.ts";
import { ServerError } from "../foundation/errors.ts";
import { createSecrets } from "../foundation/secrets.ts";
import { keptSecret } from "./keptSecret.ts";

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
  const config = readConfig(process.env);
  keepYoungObjectsApart();
  const { serve } = await import("./serve.ts");
  await serve(config, fail);
}

/** A replay's objects are dropped at once. By default, Node gives them up to 100 MB before it looks for free memory. */
function limitYoungObjects(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * Turns off allocation-site pretenuring. By it, V8 allocates objects in its old generation if earlier objects of the
 * same code survived. One such object kept its whole request in memory until the next full collection.
 */
function keepYoungObjectsApart(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

async function runAudit(): Promise<void> {
  limitYoungObjects();
  const config = readConfig(process.env);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config, false)));
  const { audit } = await import("./replay/commands.ts");
  const { entries, passed, differences } = await audit({ config, secrets });
  for (const { table, key, what, columns } of differences) {
    process.stdout.write(`${table} ${key}: ${what}${columns.length > 0 ? ` in ${columns.join(", ")}` : ""}\n`);
  }
  const verdict = differences.length === 0 ? "the tables match the log" : "the tables differ from the log";
  process.stdout.write(`${entriesOf(entries)} replayed: ${verdict}\n${saidOf(passed)}`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

async function runRebuild(isReplacing: boolean): Promise<void> {
  limitYoungObjects();
  const config = readConfig(process.env);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config, false)));
  const { rebuild } = await import("./replay/commands.ts");
  const { entries, passed, lost } = await rebuild({ config, secrets }, isReplacing);
  process.stdout.write(`${entriesOf(entries)} replayed: the tables are rebuilt\n${saidOf(passed)}`);
  for (const file of lost) process.stdout.write(`file ${file}: lost\n`);
}

const entriesOf = (count: number): string => `${count} ${count === 1 ? "entry" : "entries"}`;

const saidOf = (passed: readonly string[]): string =>
  passed.map((log) => `log ${log}: skipped, since no account belongs to it\n`).join("");

async function runBackup(folder: string): Promise<void> {
  const config = readConfig(process.env);
  const { backUp } = await import("./backup.ts");
  await backUp(config, resolve(folder));
  process.stdout.write(
    `wrote ${folder}: the log with its tables, the accounts, and stored files unless they are in a bucket\n`,
  );
}

async function runReindex(): Promise<void> {
  const config = readConfig(process.env);
  const { reindex } = await import("./reindex.ts");
  const followed = await reindex(config);
  process.stdout.write(`${followed} action${followed === 1 ? "" : "s"} indexed: the index is rebuilt\n`);
}

async function runNewSecret(): Promise<void> {
  const config = readConfig(process.env);
  const secrets = createSecrets(config.secret ?? (await keptSecret(config)));
  const { takeNewSecret } = await import("./newSecret.ts");
  const { apiKeys, webhooks, sessions } = await takeNewSecret({ config, secrets });
  process.stdout.write(
    `${sessions} sessions ended. ${apiKeys} API keys are void: make new ones by POST /api-keys. ${webhooks} webhooks sign with new secrets: their owners get them by rotate_secret.\n`,
  );
}

async function runLimits(organization: string, limits: string | undefined): Promise<void> {
  const config = readConfig(process.env);
  const { setLimits } = await import("./setLimits.ts");
  const { name, now } = await setLimits(config, organization, limits);
  process.stdout.write(`${organization} (${name}): ${now ?? "the usual limits"}\n`);
}

function help(): string {
  const width = Math.max(...Object.keys(SETTINGS).map(({ length }) => length));
  const rows = Object.entries(SETTINGS).map(([name, means]) => `  ${name.padEnd(width)} ${means}\n`);
  return `The Platform API, version 3. The environment says how it runs:\n\n${rows.join("")}
Secrets may be in files: the name with _FILE behind it says where (SERVER_SECRET_FILE).
Besides:

${commands()}
Example:

  PORT=8080 DATA_DIR=/var/lib/platform ${commandLine()}
`;
}

const COMMANDS = {
  audit: "compares the tables with the log, also while the server runs",
  "backup FOLDER": "copies the log, the accounts and the stored files into a new folder, also while the server runs",
  "new-secret": "changes the data to the SERVER_SECRET that is set now, while the server is stopped",
  "rebuild [--replace]": "rebuilds the tables from the log, while the server is stopped",
  "limits ID [LIMITS]":
    'shows or sets an organization\'s limits, also while the server runs: \'{"reads":{"minute":600}}\', or usual',
  reindex: "rebuilds the search index, also while the server runs",
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
