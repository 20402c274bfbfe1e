import { readAddress } from "../action/address.ts";
import { answerOf } from "../chain/client.ts";
import { completeExit, depositStake, readStake, requestExit, withdrawCredit } from "../chain/stake.ts";
import { wrongChain } from "../chain/wrongChain.ts";
import { amount as amountType } from "../daemon/config/amount.ts";
import { openAccount } from "../daemon/config/keys.ts";
import { loadConfig } from "../daemon/config/load.ts";
import { choiceOf } from "../daemon/config/nearest.ts";
import { connectReaders, connectWriter, identityOf } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import type { Call } from "./command.ts";
import { readAs } from "./options.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { assertIsOperator } from "./register.ts";
import { printRows } from "./rows.ts";

type PrintedMembers = Readonly<Record<string, unknown>>;

/** The actions of `anchorlog stake`, by their first word. An action takes at most one further word. */
const ACTIONS: Readonly<
  Record<string, { takes?: string; run: (config: Config, given?: string) => Promise<PrintedMembers> }>
> = {
  show: { run: () => Promise.resolve({}) },
  deposit: { takes: "AMOUNT", run: deposit },
  exit: { run: exit },
  complete: { run: complete },
  withdraw: { takes: "ADDRESS", run: withdraw },
};

/** `anchorlog stake`. Returns the exit code. */
export async function runStake({ values, positionals }: Call): Promise<number> {
  const [name = "show", given, more] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw usage(`stake takes ${choiceOf(Object.keys(ACTIONS), name)}`);
  if (more !== undefined || (given !== undefined && action.takes === undefined)) {
    throw usage(`stake ${name} takes ${action.takes ?? "nothing more"}`);
  }
  const config = await loadConfig(values["config"] as string | undefined);
  await assertChain(config);
  const done = await action.run(config, given);
  const json = values["json"] === true;
  const account = await readAccount(config).catch((error: unknown) => {
    if (name === "show") throw error;
    return undefined;
  });
  // The action succeeded. An error here would lead the user to repeat it.
  if (account === undefined) {
    await printRows(json, {
      ...done,
      next: "the transaction is done, but the account cannot be read now: npx anchorlog stake",
    });
    return EXIT_CODES.valid;
  }
  // The purpose of a deposit is to anchor, so a stake that is still too small is reported.
  const isShort = name === "deposit" && account.missingWei > 0n;
  const next = isShort ? { next: "it is still short, and nothing can be anchored: npx anchorlog stake deposit" } : {};
  await printRows(json, { ...done, ...account, ...next });
  return isShort ? EXIT_CODES.invalid : EXIT_CODES.valid;
}

/** Another chain may have contracts at the same addresses, without this operator. */
async function assertChain(config: Config): Promise<void> {
  const [publicClient] = await connectReaders(config);
  const [own, answered] = [config["operator.chainId"], await answerOf(() => publicClient!.getChainId())];
  if (answered !== own) throw wrongChain(own, answered);
}

async function readAccount(config: Config) {
  const [publicClient] = await connectReaders(config);
  const { contract, status, stake, missing, standing, openChallenges, exitableFrom, credit } = await readStake(
    { publicClient: publicClient! },
    identityOf(config),
  );
  const times = exitableFrom === undefined ? {} : { exitableFrom: new Date(1000 * exitableFrom).toISOString() };
  const amounts = { stakeWei: stake, missingWei: missing };
  return { contract, status, standing, ...amounts, openChallenges, ...times, creditWei: credit };
}

async function deposit(config: Config, given?: string): Promise<PrintedMembers> {
  const wei = given === undefined ? undefined : readAs(amountType, "stake deposit", given, "stake");
  const chain = await connectWriter(config, await openAccount(config));
  const { amount } = await depositStake(chain, identityOf(config), wei);
  return { depositedWei: amount };
}

async function exit(config: Config): Promise<PrintedMembers> {
  await requestExit(await ownChain(config), identityOf(config));
  return { exit: "requested: nothing can be anchored any more" };
}

async function complete(config: Config): Promise<PrintedMembers> {
  await completeExit(await connectWriter(config, await openAccount(config)), identityOf(config));
  return { exit: "completed: the stake is credited" };
}

async function withdraw(config: Config, given?: string): Promise<PrintedMembers> {
  if (given === undefined) throw usage("stake withdraw takes the address to pay to");
  await withdrawCredit(await ownChain(config), identityOf(config), readAddress(given, "the address to pay to"));
  return { withdrawnTo: given };
}

async function ownChain(config: Config) {
  const account = await openAccount(config);
  assertIsOperator(account.address, config);
  return connectWriter(config, account);
}

const usage = (message: string): UsageError => new UsageError(message, "stake");
