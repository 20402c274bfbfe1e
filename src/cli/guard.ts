/** `anchorlog guard`: exports and imports a guard's memory, or makes a new guard if the old one is lost for good. */
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { readLatest } from "../chain/anchorer.ts";
import { wrongChain } from "../chain/wrongChain.ts";
import { loadConfig, pathOf } from "../daemon/config/load.ts";
import { choiceOf } from "../daemon/config/nearest.ts";
import { assertStored, connectReaders, identityOf, openGuard, openStore } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { AnchorlogError } from "../base/errors.ts";
import { readFileGuard } from "../store/guard/file.ts";
import { originOf, type Guard } from "../log/guard.ts";
import { exportGuard, importGuard, readMarks } from "../store/guard/interchange.ts";
import type { ChainStore, BatchStore } from "../log/store.ts";
import { adoptStore } from "../operator/seal/guarding.ts";
import type { Call } from "./command.ts";
import { writeNew } from "./newKeys.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { complain, shellWord } from "./print.ts";
import { printRows } from "./rows.ts";
import { countOf } from "../base/countOf.ts";

type GuardOptions = {
  readonly config?: string;
  readonly confirm?: string;
  readonly new?: boolean;
  readonly json?: boolean;
};
type PrintedMembers = Readonly<Record<string, unknown>>;
type Action = {
  readonly takes?: string;
  readonly run: (config: Config, given: GuardOptions, file: string) => Promise<PrintedMembers>;
};

const ACTIONS: Readonly<Record<string, Action>> = {
  export: { takes: "the file to write", run: exportTo },
  import: { takes: "the file that guard export wrote", run: importFrom },
  adopt: { run: adopt },
};

/** Returns the exit code. */
export async function runGuard({ values, positionals }: Call): Promise<number> {
  const given = values as GuardOptions;
  const [name, file, more] = positionals;
  if (name === undefined) throw usage("guard takes export FILE, import FILE or adopt");
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw usage(`guard takes ${choiceOf(Object.keys(ACTIONS), name)}`);
  if ((file === undefined) !== (action.takes === undefined) || more !== undefined)
    throw usage(`guard ${name} takes ${action.takes ?? "nothing more"}`);
  if (given.new === true && name !== "import") throw usage("--new is for guard import");
  if (given.confirm !== undefined && name === "export")
    throw usage("guard export changes nothing: leave out --confirm");
  const done = await action.run(await loadConfig(given.config), given, file ?? "");
  await printRows(given.json === true, done);
  return EXIT_CODES.valid;
}

/** Exports the guard, while the operator may run. Later signatures are missing from the export. */
async function exportTo(config: Config, _: GuardOptions, file: string): Promise<PrintedMembers> {
  const path = config["guard.file"];
  const guard = path === undefined ? await openNamed(config) : undefined;
  try {
    const text = await exportGuard(guard ?? readFileGuard(pathOf(config, path!), identityOf(config)));
    await writeNew(file, text, 0o644);
    const next = "later signatures are not in it: import it only into a guard that has them, or into a moved guard";
    return { wrote: file, next };
  } finally {
    await guard?.close();
  }
}

async function importFrom(config: Config, given: GuardOptions, file: string): Promise<PrintedMembers> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new AnchorlogError("unreadable", `${file} cannot be read: ${(cause as Error).message}`, {
      fix: "name the file that `anchorlog guard export` wrote",
      cause,
    });
  });
  // A new guard is made only for marks that it can import.
  readMarks(text, originOf(identityOf(config)));
  if (given.new === true)
    await confirm(
      config,
      given,
      `guard import ${shellWord(file)} --new`,
      `A new guard is to remember the signatures in ${file}, and no others.`,
    );
  const guard = given.new === true ? await make(config) : await openNamed(config);
  try {
    return { imported: file, movedMarks: await importGuard(guard, text), next: "npx anchorlog operate" };
  } finally {
    await guard.close();
  }
}

async function adopt(config: Config, given: GuardOptions): Promise<PrintedMembers> {
  await assertStored(config);
  const store = await openStore(config);
  try {
    const { text, known } = await survey(config, store);
    await confirm(config, given, "guard adopt", text);
    // An interrupted call left the new guard: it is continued.
    const guard = await make(config).catch((error: unknown) => {
      if (error instanceof AnchorlogError && error.code === "guard_exists") return openNamed(config);
      throw error;
    });
    try {
      const entries = await adoptStore(guard, store, identityOf(config), known);
      return { adopted: entries, next: "npx anchorlog operate. Keep this guard out of the store's backups" };
    } finally {
      await guard.close();
    }
  } finally {
    await store.close();
  }
}

/**
 * Describes what a new guard would vouch for, and returns the names of the logs.
 *
 * @throws AnchorlogError `chain_ahead` if the registry shows that this is not the newest store; as `readAnchored`.
 */
async function survey(config: Config, store: ChainStore & BatchStore): Promise<{ text: string; known: string[] }> {
  const named = (await store.allLogNames()).map(({ name }) => name);
  const known = [...new Set([...config["operator.logs"], ...named])];
  const [closed, signed] = [(await store.batches()).length, (await store.checkpoints()).at(-1)?.size ?? 0];
  const anchored = await readAnchored(config);
  if (anchored !== undefined && anchored > closed) {
    throw new AnchorlogError("chain_ahead", `the registry holds ${countOf(anchored, "header")}, this store ${closed}`, {
      fix: "this is not the newest store: find that one, or put back what is missing (npx anchorlog restore --export DIR)",
    });
  }
  const chain = anchored === undefined ? "no node shows how many are anchored" : `${anchored} of them are anchored`;
  const text = `A new guard is to confirm this store: ${countOf(known.length, "log")}, ${countOf(closed, "header")}, ${signed} of them signed; ${chain}.`;
  return { text, known };
}

/**
 * Reads how many headers the registry holds. The largest answer counts, since a lagging node returns less. Undefined if
 * no node answers.
 *
 * @throws AnchorlogError `wrong_chain` if a node is of another chain, whose registry would show nothing; as
 * `connectReaders`.
 */
async function readAnchored(config: Config): Promise<number | undefined> {
  if (config["chain.rpc"] === undefined) return undefined;
  const operator = identityOf(config);
  const clients = await connectReaders(config);
  const sizes = await Promise.all(
    clients.map(async (publicClient, index) => {
      const chainId = await publicClient.getChainId().catch(() => operator.chainId);
      if (chainId !== operator.chainId) throw wrongChain(operator.chainId, chainId, index);
      return readLatest({ publicClient }, operator).then(
        ({ size }) => [size],
        () => [],
      );
    }),
  );
  const said = sizes.flat();
  return said.length === 0 ? undefined : Math.max(...said);
}

const RISK =
  "The new guard does not know signatures that are missing there. If a newer store or a newer export of the guard exists, the\n" +
  "operator will sign something that contradicts it, and lose its whole stake. Do this only if the old guard is lost for\n" +
  "good and nothing newer exists, and while no process of this operator runs.";

/** Shows the risk, and requires the operator's address as confirmation. */
async function confirm(config: Config, given: GuardOptions, command: string, what: string): Promise<void> {
  const address = config["operator.address"];
  const said = given.confirm ?? (await askFor(address, `${what}\n${RISK}\n`));
  if (said?.toLowerCase() === address) return;
  throw new AnchorlogError(
    "not_confirmed",
    said === undefined ? `${what}\n${RISK}` : `${said} is not this operator's address, so nothing was done`,
    { fix: `if you are sure: npx anchorlog ${command} --confirm ${address}` },
  );
}

/** Asks at the terminal; undefined without a terminal. */
async function askFor(address: string, text: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  await complain(text);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Type the operator's address, ${address}, to continue: `)).trim();
  } finally {
    terminal.close();
  }
}

/** Makes the guard that the configuration names. @throws AnchorlogError `guard_exists`, `no_guard`. */
async function make(config: Config): Promise<Guard> {
  return (await openGuard(config, { make: true })) ?? noneNamed();
}

async function openNamed(config: Config): Promise<Guard> {
  return (await openGuard(config)) ?? noneNamed();
}

function noneNamed(): never {
  throw new AnchorlogError("no_guard", "the configuration names no guard", {
    fix: "give guard.file or guard.postgres",
  });
}

const usage = (message: string): UsageError => new UsageError(message, "guard");
