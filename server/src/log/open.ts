/** Opens the security layer and the tables. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Anchorlog } from "anchorlog";
import { checkpointOrigin, type Hex, type OperatorId } from "anchorlog/action";
import { signDescription } from "anchorlog/verify/bundle";
import { CONFIG_FILE, identityOf, pathOf, publishOptions, readTrusted } from "anchorlog/daemon/config";
import { freePort } from "anchorlog/development";
import { beginOperator, startOperation, type Log, type Operation } from "anchorlog/daemon";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import type { Config } from "../foundation/config.ts";
import { makeFolder } from "../foundation/config/folder.ts";
import { holdFile } from "../foundation/db/hold.ts";
import { migrateAll } from "../foundation/db/migrateAll.ts";
import { ServerError } from "../foundation/errors.ts";
import { timesToClose } from "../foundation/farewell.ts";
import type { Parts } from "../foundation/parts.ts";
import { types } from "../objects/kinds.ts";
import { openLocalChain, type Keeping, type LocalChainHere } from "./localChain.ts";
import { configureOperator, type Configured } from "./operator.ts";
import { askWhenTaken, assertReached } from "./reached.ts";
import { assertAccounts, assertFenced, assertShared, makeGuard, openTables } from "./stores.ts";
import { assertFinished } from "./unfinished.ts";

/** Milliseconds between mined blocks while the last anchor is made. */
const BLOCK = 500;

export type Opened = Pick<
  Parts,
  "anchorlog" | "describing" | "store" | "tiles" | "operator" | "noteKey" | "database" | "rpc"
> & {
  close(): Promise<void>;
};

type LogSettings = Pick<Config, "folder" | "operator" | "storage" | "drainSeconds">;

type Options = {
  readonly clock: () => number;
  /** Logs background events and errors. */
  readonly log: Log;
  /** Threads that verify and sign; by default as configured. */
  readonly threads?: number;
};

/** @throws AnchorlogError, ServerError: everything is closed then. */
export async function openLog(config: LogSettings, options: Options): Promise<Opened> {
  await makeFolder("DATA_DIR", config.folder);
  const letGo = holdFolder(config.folder);
  try {
    assertFinished(config);
    const keeping = { log: options.log, again: async (): Promise<void> => {} };
    const chain = await chainOf(config, keeping);
    try {
      const opened = await openOver(chain, config, options, (again) => (keeping.again = again));
      return { ...opened, close: () => opened.close().finally(letGo) };
    } catch (error) {
      await chain?.close();
      throw error;
    }
  } catch (error) {
    letGo();
    throw error;
  }
}

/** Locks the folder, since each process needs its own. @throws ServerError `already_open`. */
function holdFolder(folder: string): () => void {
  return holdFile(join(folder, "server.lock"), (cause) => {
    const fix = "end that one, or set DATA_DIR to another folder";
    return new ServerError("already_open", `another server is running on ${folder}`, { fix, cause });
  });
}

async function chainOf(
  { operator, folder }: Pick<Config, "folder" | "operator">,
  keeping: Keeping,
): Promise<LocalChainHere | undefined> {
  if (operator.kind === "configured" || operator.chain === "none") return undefined;
  return openLocalChain(operator.chain, folder, keeping);
}

/** @param onAgain receives a function that registers the operator again after a restart of the local chain. */
async function openOver(
  chain: LocalChainHere | undefined,
  config: LogSettings,
  { clock, log, threads }: Options,
  onAgain: (again: () => Promise<void>) => void,
): Promise<Opened> {
  const local = chain === undefined ? {} : { rpc: chain.url, statusPort: await freePort(0) };
  const configured = await configureOperator(config, local);
  const { operator: given } = configured;
  assertShared(given, config);
  // Check the role first, since it will own everything that is created.
  const isFenced = await assertFenced(configured);
  if (!isFenced) log("warn", "unfenced_role", { fix: "connect to PostgreSQL as a role that is not a superuser" });
  if (configured.text !== undefined) {
    await begin(configured, chain);
    onAgain(() => beginOperator(configured.operator, configured.env));
  }
  const operator = identityOf(given);
  const times = timesToClose(config.drainSeconds, chain !== undefined);
  const closeSeconds = Math.min(given["process.closeSeconds"], times.closeSeconds);
  const operation = await startOperation(
    { ...given, "process.closeSeconds": closeSeconds, "process.threads": threads ?? given["process.threads"] },
    { env: configured.env, log, types, clock },
  );
  const { anchorlog, store } = operation;
  try {
    // Written for the commands of anchorlog, after the log is known to belong to this server.
    if (configured.text !== undefined)
      await writeFile(join(config.folder, CONFIG_FILE), configured.text, { mode: 0o600 });
    await assertAccounts(store, configured, config);
    const database = await openReached(store, configured, config, log);
    const tiles = (await publishOptions(given, store))?.tiles ?? { get: async () => undefined };
    const close = async (): Promise<void> => {
      // This process takes no more requests. Release the logs, so that another process need not wait.
      await store.giveUp?.();
      // Close the tables before the log's writer, which can then merge the write-ahead log.
      await database.close();
      await anchorlog.closeBatches().catch((error: unknown) => log("error", "close_failed", { err: error }));
      if (chain !== undefined) await anchorLast(anchorlog, chain, times.anchor);
      try {
        await operation.stop();
      } finally {
        await chain?.close();
      }
    };
    const noteKey = noteKeyOf(operation, operator);
    const describing: Parts["describing"] = {
      trusted: () => readTrusted(given, operation.keys, configured.env),
      sign: (content, key) => signDescription(operator, content, receiptSigner(operation, key)),
    };
    return { anchorlog, describing, store, tiles, operator, noteKey, database, rpc: chain?.url, close };
  } catch (error) {
    await operation.stop();
    throw error;
  }
}

/** Opens the tables. @throws ServerError if they do not follow from the store's log. */
async function openReached(
  store: Operation["store"],
  configured: Configured,
  config: LogSettings,
  log: Log,
): Promise<Opened["database"]> {
  const operator = identityOf(configured.operator);
  const database = await openTables(configured, config);
  try {
    await migrateAll(database, (statements) => store.run(statements));
    await assertReached({ store, database, operator });
    askWhenTaken({ store, database, operator }, (err) => log("error", "tables_behind", { err }));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Creates the guard, and registers a local chain's operator, if not yet done. */
async function begin(configured: Configured, chain: LocalChainHere | undefined): Promise<void> {
  await makeGuard(configured);
  if (chain === undefined) return;
  // The watchtower's state is from an earlier chain. With it, the watchtower would wait until the new chain is as long.
  const state = pathOf(configured.operator, configured.operator["watch.state"]);
  for (const file of [state, `${state}-transaction`]) await rm(file, { force: true });
  await beginOperator(configured.operator, configured.env);
}

/** Anchors the remaining entries, and mines blocks meanwhile. */
async function anchorLast(anchorlog: Anchorlog, chain: LocalChainHere, milliseconds: number): Promise<void> {
  const mining = setInterval(() => void chain.mine().catch(() => {}), BLOCK);
  await Promise.race([anchorlog.anchor().catch(() => {}), after(milliseconds)]);
  clearInterval(mining);
}

function noteKeyOf({ keys: { noteKey } }: Operation, operator: OperatorId): string {
  return formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey));
}

/** @param key the current receipt key. */
function receiptSigner({ keys: { receiptKey, next } }: Operation, key: Hex): Operation["keys"]["receiptKey"] {
  return next?.receiptKey?.address.toLowerCase() === key ? next.receiptKey : receiptKey;
}

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
