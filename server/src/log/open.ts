/** Opens the security layer and the tables beside it. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Anchorlog } from "anchorlog";
import { checkpointOrigin, type Hex, type OperatorId } from "anchorlog/action";
import { signDescription } from "anchorlog/bundle";
import { CONFIG_FILE, identityOf, pathOf, publishOptions, readTrusted } from "anchorlog/config";
import { freePort } from "anchorlog/development";
import { beginOperator, startOperation, type Log, type Operation } from "anchorlog/operation";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import type { Config } from "../config.ts";
import { makeFolder } from "../config/folder.ts";
import { holdFile } from "../db/hold.ts";
import { migrateAll } from "../db/migrateAll.ts";
import { ServerError } from "../errors.ts";
import { timesToClose } from "../farewell.ts";
import type { Parts } from "../parts.ts";
import { types } from "../platform/kinds.ts";
import { openLocalChain, type Keeping, type LocalChainHere } from "./localChain.ts";
import { configureOperator, type Configured } from "./operator.ts";
import { askWhenTaken, assertReached } from "./reached.ts";
import { assertAccounts, assertFenced, assertShared, makeGuard, openTables } from "./stores.ts";
import { assertFinished } from "./unfinished.ts";

/** Milliseconds from one block to the next meanwhile. */
const BLOCK = 500;

export type Opened = Pick<
  Parts,
  "anchorlog" | "describing" | "store" | "tiles" | "operator" | "noteKey" | "database" | "rpc"
> & {
  close(): Promise<void>;
};

type Given = Pick<Config, "folder" | "operator" | "storage" | "drainSeconds">;

type Options = {
  readonly clock: () => number;
  /** Told of what happens, and fails, in the background. */
  readonly log: Log;
};

/** @throws AnchorlogError, ServerError: nothing stays open then. */
export async function openLog(config: Given, options: Options): Promise<Opened> {
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

/** Each process has a folder of its own. @throws ServerError `already_open`. */
function holdFolder(folder: string): () => void {
  return holdFile(join(folder, "server.lock"), (cause) => {
    const fix = "end that one, or set DATA_DIR to another folder";
    return new ServerError("already_open", `${folder} is another server's, which runs`, { fix, cause });
  });
}

async function chainOf(
  { operator, folder }: Pick<Config, "folder" | "operator">,
  keeping: Keeping,
): Promise<LocalChainHere | undefined> {
  if (operator.kind === "configured" || operator.chain === "none") return undefined;
  return openLocalChain(operator.chain, folder, keeping);
}

/** @param onAgain is given what makes a chain that was begun anew the operator's. */
async function openOver(
  chain: LocalChainHere | undefined,
  config: Given,
  { clock, log }: Options,
  onAgain: (again: () => Promise<void>) => void,
): Promise<Opened> {
  const local = chain === undefined ? {} : { rpc: chain.url, statusPort: await freePort(0) };
  const configured = await configureOperator(config, local);
  const { operator: given } = configured;
  assertShared(given, config);
  // Before anything is made there, which would be another role's.
  const isFenced = await assertFenced(configured);
  if (!isFenced) log("warn", "unfenced_role", { fix: "connect to PostgreSQL as a role that is no superuser" });
  if (configured.text !== undefined) {
    await begin(configured, chain);
    onAgain(() => beginOperator(configured.operator, configured.env));
  }
  const operator = identityOf(given);
  const times = timesToClose(config.drainSeconds, chain !== undefined);
  const closeSeconds = Math.min(given["process.closeSeconds"], times.closeSeconds);
  const operation = await startOperation(
    { ...given, "process.closeSeconds": closeSeconds },
    { env: configured.env, log, types, clock },
  );
  const { anchorlog, store } = operation;
  try {
    // For the commands of anchorlog, beside the server: not before the log is known to be this one's.
    if (configured.text !== undefined)
      await writeFile(join(config.folder, CONFIG_FILE), configured.text, { mode: 0o600 });
    await assertAccounts(store, configured, config);
    const database = await openTables(configured, config);
    try {
      await migrateAll(database, (statements) => store.run(statements));
      await assertReached({ store, database, operator });
      askWhenTaken({ store, database, operator }, (err) => log("error", "tables_behind", { err }));
    } catch (error) {
      await database.close();
      throw error;
    }
    const tiles = (await publishOptions(given, store))?.tiles ?? { get: async () => undefined };
    const close = async (): Promise<void> => {
      // Nothing is asked of this process any more: another one need not wait for it to end.
      await store.giveUp?.();
      // Before the writer, which then leaves one file.
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

/** The day on which an operator begins, as far as it has not. */
async function begin(configured: Configured, chain: LocalChainHere | undefined): Promise<void> {
  await makeGuard(configured);
  if (chain === undefined) return;
  // What the watchtower remembers is of the chain that there was: it waits for one that was begun anew to be as long.
  const state = pathOf(configured.operator, configured.operator["watch.state"]);
  for (const file of [state, `${state}-transaction`]) await rm(file, { force: true });
  await beginOperator(configured.operator, configured.env);
}

/** Anchors what is left, and waits for no block that comes by itself. */
async function anchorLast(anchorlog: Anchorlog, chain: LocalChainHere, milliseconds: number): Promise<void> {
  const mining = setInterval(() => void chain.mine().catch(() => {}), BLOCK);
  await Promise.race([anchorlog.anchor().catch(() => {}), after(milliseconds)]);
  clearInterval(mining);
}

function noteKeyOf({ keys: { noteKey } }: Operation, operator: OperatorId): string {
  return formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), noteKey.publicKey));
}

/** @param key the one that signs now. */
function receiptSigner({ keys: { receiptKey, next } }: Operation, key: Hex): Operation["keys"]["receiptKey"] {
  return next?.receiptKey?.address.toLowerCase() === key ? next.receiptKey : receiptKey;
}

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
