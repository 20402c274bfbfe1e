import { readOperatorId } from "../action/address.ts";
import type { OperatorId } from "../action/domain.ts";
import type { ChainClient } from "../chain/client.ts";
import { releasedContracts } from "../chain/deployments.ts";
import type { Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { assertKnownOptions } from "../base/options.ts";
import { assertNotForDevelopment } from "../action/signers/development.ts";
import { DUTIES, type Acting, type Duty } from "./actions.ts";
import { isSender, lackingOf } from "./client.ts";
import type { WatchedContracts } from "./follow.ts";
import type { ForeignLog, OwnedAccount } from "./knowing.ts";
import type { ProveLead } from "./leading.ts";
import type { PublishedTiles } from "./published.ts";
import type { Records } from "./records.ts";
import { readWebhook, type Webhook } from "./webhook.ts";

/** The duties of an operator's own watchtower: it answers challenges. */
export const OPERATOR_DUTIES: readonly Duty[] = ["answer"];
/** The duties of a user's watchtower: it asks for missing data, reports faults, takes leads, and settles. */
export const USER_DUTIES: readonly Duty[] = ["report", "ask", "lead", "settle"];

/** The longest time between two passes, in seconds. */
const DAY = 86_400;

/** Options of `openWatch`. */
export type WatchOptions = {
  /** The operator whose registry entry, challenges and disputes are watched. */
  readonly operator: OperatorId;
  /** Nodes of its chain: viem public clients. If one is unusable, the next one is asked. */
  readonly clients: readonly ChainClient[];
  /** Required if the registry is not one of this release's. Lower-case. */
  readonly contracts?: WatchedContracts;
  /** Path of the state file, which is created if missing. */
  readonly state: string;
  /**
   * The first block to read: the block in which the operator registered, or an older one. By default it is searched for
   * in the state of old blocks. If no node has that state, every block is read.
   */
  readonly fromBlock?: bigint;
  /** `OPERATOR_DUTIES`, `USER_DUTIES`, or a selection of both. Faults are searched for in any case. */
  readonly duties: readonly Duty[];
  /** The operator's records, to answer challenges from and to search for faults. */
  readonly records?: Records;
  /** Whether to audit the whole export each time it has changed; true by default. */
  readonly audit?: boolean;
  readonly tiles?: PublishedTiles;
  /** Folder of one's own receipts and bundles: files `*.json`. */
  readonly receipts?: string;
  /** Names of logs, for receipts without a bundle. */
  readonly logs?: readonly string[];
  /**
   * Gates for objects (contracts/examples/AnnouncedRedeemer.sol), lower-case. An announced redemption of a watched
   * object raises an alarm. Watched are the objects of the acts among `receipts`, and `objects`.
   */
  readonly gates?: readonly Hex[];
  /** Keys of further objects to watch, of `objectKeyOf`. */
  readonly objects?: readonly Hex[];
  readonly foreignLogs?: readonly ForeignLog[];
  readonly ownedAccounts?: readonly OwnedAccount[];
  /**
   * Proves that one of the user's entries is earlier than those known in a dispute, which takes the lead. Without a
   * prover, the watchtower only reports such disputes.
   */
  readonly prove?: ProveLead;
  /** The account and budget for transactions. Without it, the watchtower only reports what it would do. */
  readonly act?: Acting;
  readonly webhook?: Webhook;
  /** Seconds between two passes, up to a day; 12 by default. */
  readonly interval?: number;
  /** Called with every event. Events have no secrets. */
  readonly onEvent?: (event: WatchEvent) => void;
  /** Now in Unix milliseconds; the system's clock by default. */
  readonly clock?: () => number;
};

const OPTIONS = {
  operator: true,
  clients: true,
  contracts: true,
  state: true,
  fromBlock: true,
  duties: true,
  records: true,
  audit: true,
  tiles: true,
  receipts: true,
  logs: true,
  gates: true,
  objects: true,
  foreignLogs: true,
  ownedAccounts: true,
  prove: true,
  act: true,
  webhook: true,
  interval: true,
  onEvent: true,
  clock: true,
} satisfies Record<keyof WatchOptions, true>;

export type CheckedOptions = WatchOptions & { readonly contracts: WatchedContracts };

/** A line of the watchtower's log. */
export type WatchEvent = {
  /** ISO 8601. */
  readonly time: string;
  readonly level: "info" | "notice" | "alarm" | "error";
  readonly event: string;
  readonly message: string;
} & Readonly<Record<string, unknown>>;

/**
 * Checks a watchtower's options.
 *
 * @throws AnchorlogError `bad_option`; `wrong_chain` if the wallet is on another chain; `development_key` if the key of
 *   its account is publicly known.
 */
export function readOptions(options: WatchOptions): CheckedOptions {
  assertKnownOptions("openWatch", options, OPTIONS);
  const operator = readOperatorId(options.operator);
  const { clients, duties, act, webhook, interval = 12 } = options;
  if (!Array.isArray(clients) || clients.length === 0) throw bad("clients", "is empty", "give viem's public clients");
  for (const client of clients) {
    const lacks = lackingOf(client);
    if (lacks.length > 0) throw bad("clients", `has one that lacks ${lacks.join(", ")}`, "give viem's public clients");
  }
  const unknown = duties.find((duty) => !DUTIES.includes(duty));
  if (unknown !== undefined) throw bad("duties", `has ${JSON.stringify(unknown)}`, `give some of ${DUTIES.join(", ")}`);
  if (duties.includes("answer") && options.records === undefined) {
    throw bad("records", "is missing, and the duty is to answer from them", "give storeRecords or exportRecords");
  }
  if (options.receipts !== undefined && options.records === undefined && options.tiles === undefined) {
    const fix = "give the operator's tiles, or an export";
    throw bad("receipts", "cannot be watched without data that shows whether their entries are anchored", fix);
  }
  const { gates = [], objects = [] } = options;
  for (const gate of gates) {
    if (!/^0x[0-9a-f]{40}$/.test(gate)) throw bad("gates", `has ${gate}`, "give addresses in lower case");
  }
  for (const key of objects) {
    if (!/^0x[0-9a-f]{64}$/.test(key)) throw bad("objects", `has ${key}`, "give keys of objectKeyOf, in lower case");
  }
  if (gates.length > 0 && objects.length === 0 && options.receipts === undefined) {
    throw bad("gates", "has no objects to watch", "give receipts of your acts, or objects");
  }
  if (gates.length === 0 && objects.length > 0) throw bad("objects", "is given without gates", "give gates");
  // A longer timer than 2^31 ms would fire at once.
  if (!(interval > 0 && interval <= DAY)) throw bad("interval", `is ${interval}`, "give seconds, above 0, up to a day");
  if (act !== undefined) assertActing(act, operator);
  if (webhook !== undefined) readWebhook(webhook);
  return { ...options, operator, contracts: options.contracts ?? released(operator) };
}

function assertActing({ walletClient, budget }: Acting, operator: OperatorId): void {
  if (!isSender(walletClient)) {
    throw bad("act.walletClient", "is not a wallet client with an account and a chain", "give viem's");
  }
  if (typeof budget !== "bigint" || budget <= 0n) {
    throw bad(
      "act.budget",
      "is not a bigint above 0",
      "give the wei that may be spent in a day: it bounds what is lost",
    );
  }
  const { account, chain } = walletClient;
  const { chainId } = operator;
  if (chain.id !== chainId) {
    throw new AnchorlogError("wrong_chain", `the operator is of chain ${chainId}, the wallet client of ${chain.id}`, {
      fix: "give a wallet client of the operator's own chain",
    });
  }
  assertNotForDevelopment(account.address, chainId, "the account of act.walletClient");
}

function released({ registry }: OperatorId): WatchedContracts {
  const found = Object.values(releasedContracts).find((contracts) => contracts.registry === registry);
  if (found !== undefined) return found;
  const fix = "give the addresses of stake, faultProofs, challenges and disputes that were deployed with it";
  throw bad("contracts", `is missing, and the registry ${registry} is not one of this release's`, fix);
}

function bad(name: string, why: string, fix: string): AnchorlogError {
  return new AnchorlogError("bad_option", `the option ${name} ${why}`, { fix });
}
