import { readOperatorDomain } from "../chain/domain.ts";
import { describeWrongChain } from "../chain/wrongChain.ts";
import { openAccount } from "../daemon/config/keys.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { archiveOf, connectReaders, identityOf, publishOptions, type Reader } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { toJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { concernsOf, type Concern } from "../operator/observe/concerns.ts";
import { readPublished } from "../operator/seal/publish.ts";
import type { Call } from "./command.ts";
import { observe, type ObservedStatus } from "../daemon/observe.ts";
import { assertNone, EXIT_CODES } from "./usage.ts";
import { print, printable } from "./print.ts";
import { openForReading } from "./reading.ts";
import { findRunning, isRunning } from "./running.ts";
import { formatStatus, type ShownStatus } from "./statusText.ts";

/** `anchorlog status`. Returns the exit code: 0 healthy, 1 needs attention, 2 cannot be known. */
export async function runStatus({ values, positionals }: Call): Promise<number> {
  assertNone("status", positionals);
  const config = await loadConfig(values["config"] as string | undefined);
  const answer = await findRunning(config);
  const found = isRunning(answer) ? answer : await lookOurselves(config, answer);
  const { concerns, status } = found;
  const healthy = concerns.length === 0;
  const isKnown = status !== undefined && !concerns.some(({ code }) => code === "unknown" || code === "chain_unread");
  if (values["json"] === true) await print(`${JSON.stringify({ healthy, ...found })}\n`);
  else await print(printable(formatStatus(found)));
  if (healthy) return EXIT_CODES.valid;
  if (status === undefined) return EXIT_CODES.indeterminate;
  const isWorse = concerns.some(({ code }) => code !== "unknown" && code !== "chain_unread");
  return isKnown || isWorse ? EXIT_CODES.invalid : EXIT_CODES.indeterminate;
}

/** Reads the status from store and chain. A missing process is a concern itself. */
async function lookOurselves(config: Config, nobody: Shown): Promise<ShownStatus> {
  const known: Shown[] = [nobody];
  try {
    const [chain] = await connectReaders(config);
    const chainId = await chain!.getChainId().catch(() => undefined);
    const own = config["operator.chainId"];
    // On another chain, the registry's address may hold another operator's data.
    if (chainId !== undefined && chainId !== own) known.push(wrongChainConcern(own, chainId));
    const reader = chainId === own ? chain : undefined;
    const isNew = reader !== undefined && (await isUnregistered(reader, config));
    if (isNew)
      known.push({ code: "not_registered", message: "the registry has no such operator: npx anchorlog register" });
    const { status, unknown } = await observeHere(config, reader);
    const concerns: Concern[] = concernsOf(isNew ? { ...status, stake: undefined } : status);
    return { concerns: [...known, ...concerns], status: toJson(status) as object, unknown };
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    return { concerns: [...known, { code: "unknown", message: error.message }] };
  }
}

type Shown = ShownStatus["concerns"][number];

/** Returns false if the registry does not answer. */
async function isUnregistered(chain: Reader, config: Config): Promise<boolean> {
  return readOperatorDomain(chain, identityOf(config)).then(
    () => false,
    (error: unknown) => error instanceof AnchorlogError && error.code === "unknown_operator",
  );
}

function wrongChainConcern(own: number, answered: number) {
  const { message, fix } = describeWrongChain(own, answered);
  return { code: "wrong_chain", message: `chain.rpc: ${message}: ${fix}` };
}

async function observeHere(config: Config, chain: Reader | undefined): Promise<ObservedStatus> {
  // The paying account is only a detail, and its key may be unavailable here.
  const account = await openAccount(config).catch(() => undefined);
  const { store, close } = await openForReading(config);
  try {
    const tiles = (await publishOptions(config, store))?.tiles;
    return await observe({
      store,
      archive: archiveOf(config),
      timestamps: (config["timestamps.chains"] ?? []).map(({ chainId }) => chainId),
      chain,
      operator: identityOf(config),
      maxAnchorDelay: config["operator.maxAnchorDelaySeconds"],
      account: account?.address,
      published: tiles && (async () => (await readPublished(tiles))?.size ?? 0),
    });
  } finally {
    await close();
  }
}
