/** An honest operator in a town with two anchored batches, and the challenges against it. */
import { join } from "node:path";
import { parseEventLogs } from "viem";
import { beforeEach } from "vitest";
import { openAnchorlog, type AnchorlogOptions } from "anchorlog";
import { readExportFolder, writeExport } from "anchorlog/verify/audit";
import {
  askForAction,
  askForHeader,
  askForLeaf,
  openChallenge,
  readHeldExport,
  readStoredCheckpoints,
  type Opening,
} from "anchorlog/dispute";
import { challengesAbi, type ChainClient, type Timing } from "anchorlog/chain";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { exportRecords, OPERATOR_DUTIES, openWatch, type WatchOptions } from "anchorlog/watch";
import { newFolder } from "../folder.ts";
import { closing } from "../ends.ts";
import { NOW, settings, signActionFor, wallets } from "../operator.ts";
import { account, openTown } from "./town.ts";

export const LOG = "a.example";
export const watcher = account(5);
export const challenger = account(6);

export type Honest = Awaited<ReturnType<typeof openHonest>>;

/**
 * An operator for all tests of a file, and a function that opens watchtowers over it. After each test, the chain is
 * reverted.
 */
export async function honestForFile(sizes: readonly number[]) {
  const honest = await openHonest(sizes);
  const { test, client } = honest.town.anvil;
  const at = { state: "" };
  let files = 0;
  beforeEach(async () => {
    at.state = join(honest.folder, `state-${files++}.json`);
    const id = await test.snapshot();
    return () => test.revert({ id });
  });
  const open = (more: Partial<WatchOptions> = {}) => honest.open({ ...at, ...more });
  return {
    honest,
    /** The file of the state, another one for each test. */
    at,
    open,
    acting: (more: Partial<WatchOptions> = {}) => open({ act: honest.act(), ...more }),
    client: (): ChainClient => client,
    /** A node with other answers to some calls. */
    otherwise: (answers: Record<string, unknown>) => Object.assign(Object.create(client), answers) as ChainClient,
  };
}

/** @param sizes entries of each batch. */
export async function openHonest(sizes: readonly number[], timing?: Timing) {
  const town = await openTown(timing);
  const folder = newFolder();
  const store = await openSqliteStore(join(folder, "store.sqlite"));
  const options: AnchorlogOptions = {
    ...settings,
    store,
    operator: town.operator,
    logs: [LOG],
    chain: town.chain,
    clock: () => NOW + 60_000,
  };
  const anchorlog = closing(await openAnchorlog(options));
  let nonce = 0;
  const append = async (count: number): Promise<void> => {
    const actions = Array.from({ length: count }, () => {
      const next = nonce++;
      return signActionFor(town.operator, wallets[next % 3]!, LOG, next, { deadline: NOW / 1000 + 120 });
    });
    for (const answer of await anchorlog.submitMany(await Promise.all(actions))) {
      if (answer.status !== "accepted") throw new Error(JSON.stringify(answer));
    }
  };
  const anchor = async (): Promise<void> => {
    await anchorlog.closeBatches();
    await town.anvil.advance(2);
    await anchorlog.anchor();
  };
  for (const size of sizes) {
    await append(size);
    await anchor();
  }
  const exported = join(folder, "export");
  await writeExport(exported, options);
  const held = async () =>
    readHeldExport(await readExportFolder(exported), await readStoredCheckpoints(town.anvil.client, town.operator));

  const ask = async (opening: Opening) =>
    openChallenge(town.anvil.writer(challenger), town.contracts.challenges, opening);

  /** Opens `count` challenges one after the other, of all kinds that a batch allows. */
  const questions = async (count: number): Promise<Opening[]> => {
    const { history } = await held();
    const all: Opening[] = history.headers.map((_, i) => askForHeader(town.operator, history.checkpoints, i));
    for (const [batch, size] of sizes.entries()) {
      for (let position = 0; position < size; position++) {
        const place = { batch, position };
        all.push(askForLeaf(history, place), askForAction(history, place));
      }
    }
    if (all.length < count) throw new Error(`there are ${all.length} questions only`);
    return all.slice(0, count);
  };

  /** Asks so many of them. */
  const askFor = async (count: number) => {
    const opened = [];
    for (const opening of await questions(count)) opened.push(await ask(opening));
    return opened;
  };
  const answered = async () => {
    const address = town.contracts.challenges;
    const logs = await town.anvil.client.getLogs({ address, fromBlock: 0n, toBlock: "latest" });
    return parseEventLogs({ abi: challengesAbi, eventName: "ChallengeAnswered", logs });
  };

  const watchOptions = (more: Partial<WatchOptions> = {}): WatchOptions => ({
    operator: town.operator,
    clients: [town.anvil.client],
    contracts: town.contracts,
    state: join(folder, "watch", "state.json"),
    duties: OPERATOR_DUTIES,
    records: exportRecords(() => readExportFolder(exported), town.operator),
    ...more,
  });
  const act = (budget = 10n ** 18n) => ({ walletClient: town.anvil.writer(watcher).walletClient, budget });

  return {
    town,
    folder,
    exported,
    store,
    anchorlog,
    append,
    anchor,
    ask,
    questions,
    askFor,
    answered,
    act,
    watchOptions,
    open: (more?: Partial<WatchOptions>) => openWatch(watchOptions(more)),
  };
}
