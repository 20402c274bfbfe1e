/**
 * All settings of an operator's process in one table: types, defaults and descriptions. The configuration's reader, the
 * file of `anchorlog init` and the table in docs/OPERATING.md are made from it.
 */
import {
  address,
  ether,
  flag,
  gwei,
  heldKey,
  integer,
  key,
  kinds,
  listOf,
  logNames,
  oneOf,
  password,
  path,
  rpcUrl,
  text,
  urlOf,
  type ValueType,
} from "./values.ts";
import { timestampChains } from "./timestamps.ts";

/** One setting. */
export type Setting<T = unknown> = {
  readonly type: ValueType<T>;
  readonly about: string;
  /** Default in the file's form. A setting without a default is required, unless it is `optional`. */
  readonly default?: unknown;
  readonly optional?: true;
};

/** Prefix of environment variables with secrets, which are not settings. */
export const SECRET_PREFIX = "ANCHORLOG_SECRET_";

const DAY = 86_400;
const databaseUrl = urlOf("postgres", "postgresql");
const kindName = text("a kind of actions", /^[A-Z][A-Za-z0-9]{0,31}$/);
const domainText = text("1 to 64 characters of printable ASCII", /^[\x20-\x7e]{1,64}$/);

export const SECTIONS = {
  operator: "Who the operator is, as it is registered.",
  chain: "How the chain is reached. URLs may hold secrets: they are in no message, log or status.",
  keys: "Where the keys are. No key is ever written in this file.",
  signers: "How keys behind kms: and rpc: are asked.",
  store: "Where the log is kept: one of the two.",
  guard: "What was signed, remembered apart from the store: one of the two; on chain 31337 it may be left out.",
  archive: "Where older entries go, out of the store. Without a folder they stay in it.",
  batches: "When batches are closed.",
  anchors: "When checkpoints are anchored.",
  transactions: "How transactions are sent, and what they may cost.",
  publish: "A public copy of the batch log, as C2SP tiles.",
  export: "What an auditor needs, and a watchtower on another machine answers from.",
  timestamps: "Further chains, on which the newest signed checkpoint is written as a timestamp.",
  watch: "The watchtower in this process, which answers challenges from the store.",
  http: "Where /livez, /readyz, /metrics and /status are served, which tell of nothing secret and ask nobody who he is; and where `anchorlog anchor` and `anchorlog export` ask, heard from this machine alone.",
  process: "The process itself.",
} as const;

export const SETTINGS = {
  "operator.chainId": setting(integer(1, Number.MAX_SAFE_INTEGER), "The chain's id; 31337 is a local one."),
  "operator.registry": setting(address, "The address of the AnchorRegistry."),
  "operator.address": setting(address, "The account that is the operator: it registers, stakes and rotates keys."),
  "operator.name": setting(domainText, "The EIP-712 domain's name, as wallets show it. For good."),
  "operator.version": setting(domainText, "The EIP-712 domain's version. For good.", "1"),
  "operator.maxAnchorDelaySeconds": setting(
    integer(1, 30 * DAY),
    "Within how many seconds a promise is anchored. For good. Nothing new is promised while one waits for over a quarter of it.",
  ),
  "operator.logs": setting(logNames, "The logs, one for each organization. A server may add others.", []),
  "operator.kinds": setting(kinds, "The kinds of actions beside HttpRequest and Ask.", {}),
  "operator.contractHolders": setting(
    listOf(kindName, "kinds of actions", 0),
    "Kinds whose holder may be a contract, which can hold and never act. Any other's is asked for at chain.rpc.",
    [],
  ),

  "chain.rpc": optional(
    listOf(rpcUrl, "URLs"),
    "JSON-RPC endpoints. The first is used; further ones confirm what it says. Without any, on chain 31337 alone, nothing is anchored.",
  ),

  "keys.account": setting(
    heldKey,
    "Pays for transactions; is operator.address where it registers, stakes or rotates.",
    secret("ACCOUNT"),
  ),
  "keys.anchor": setting(key, "Signs checkpoints.", secret("ANCHOR")),
  "keys.receipt": setting(key, "Signs receipts.", secret("RECEIPT")),
  "keys.note": setting(
    heldKey,
    "Signs the notes of checkpoints: the 32 bytes of an Ed25519 secret key.",
    secret("NOTE"),
  ),
  "keys.nextAnchor": optional(key, "The key that follows keys.anchor: see Rotating keys."),
  "keys.nextReceipt": optional(key, "The key that follows keys.receipt."),
  "keys.nextNote": optional(heldKey, "A key that signs notes beside keys.note."),
  "keys.earlier": optional(
    path,
    "What `anchorlog trust` printed before a key was replaced: verifiers are given the keys in it with their ends.",
  ),
  "keys.password": setting(password, "Opens the keys that are keystores.", secret("PASSWORD")),

  "signers.rpcMethod": setting(
    oneOf("eth_signTypedData_v4", "eth_signTypedData"),
    "What a key behind rpc: is asked by. Web3Signer knows the second one.",
    "eth_signTypedData_v4",
  ),
  "signers.concurrency": setting(integer(1, 1_000), "Each key is asked so many things at a time.", 16),
  "signers.timeoutSeconds": setting(integer(1, 600), "One request may take so long.", 5),
  "signers.patienceSeconds": setting(integer(0, 3_600), "A request that failed is sent again for so long.", 20),

  "store.sqlite": optional(path, "A file: for one process. Back it up by `anchorlog backup`, never by copying."),
  "store.postgres": optional(databaseUrl, "A database: for many processes. It holds a password, so best env:NAME."),
  "store.leader": optional(
    domainText,
    "The name of this process for the others where it leads, best a URL; by default its host and number.",
  ),
  "store.reserveBytes": optional(
    integer(0, 2 ** 50),
    "While the disk of store.sqlite has less free, nothing new is promised; by default 64 MiB.",
  ),
  "store.leaseSeconds": optional(
    integer(1, 600),
    "With store.postgres: a process that falls silent is succeeded after so long, and nobody writes its logs until then; by default 10.",
  ),

  "store.rememberedObjects": optional(
    integer(0, 10_000_000),
    "With store.postgres: of so many objects this process remembers the newest acts in the logs that it writes, so that it need not ask for them. Each takes 380 bytes; by default 32768.",
  ),

  "guard.file": optional(
    path,
    "A file, best on another disk than the store, and in no backup that the store is restored from.",
  ),
  "guard.postgres": optional(databaseUrl, "A database of its own, best on another server than the store's."),

  "archive.folder": optional(
    path,
    "A folder, best on another disk than the store, for several processes a shared one. Once it is used it is needed for good, and belongs in every backup.",
  ),
  "archive.afterSeconds": setting(
    integer(0, 3_650 * DAY),
    "Entries go so many seconds after their batch was closed, and not before it is final.",
    14 * DAY,
  ),

  "batches.maxEntries": setting(integer(1, 65_536), "A batch is closed at so many entries.", 10_000),
  "batches.maxAgeSeconds": setting(integer(1, DAY), "A batch is closed so many seconds after its first entry.", 60),

  "anchors.maxAgeSeconds": optional(
    integer(1, 30 * DAY),
    "The oldest entry without an anchor waits so long; then all is closed and anchored. By default an eighth of operator.maxAnchorDelaySeconds.",
  ),
  "anchors.maxBatches": optional(integer(1, 1_000_000), "Anchors once so many batches are closed, whatever their age."),
  "anchors.baseFeeCeilingGwei": optional(
    gwei,
    "While the base fee is above, anchoring waits for a lower one: until a fifth of operator.maxAnchorDelaySeconds.",
  ),
  "anchors.pollSeconds": setting(integer(1, 3_600), "Seconds between two looks at the chain.", 12),

  "transactions.confirmations": setting(integer(1, 1_000), "Blocks until a transaction counts as done.", 1),
  "transactions.resubmissionTimeoutSeconds": setting(
    integer(1, DAY),
    "After so long without being mined it is replaced at a higher fee.",
    48,
  ),
  "transactions.notInMempoolTimeoutSeconds": setting(
    integer(1, DAY),
    "After so long outside of every mempool it is sent again.",
    30,
  ),
  "transactions.maxFeeGwei": setting(gwei, "No more is ever offered: above it the transaction waits.", 500),
  "transactions.feeLimitMultiplier": setting(
    integer(1, 1_000),
    "A replacement offers at most so many times what the chain asks, or 100 gwei where that is more.",
    5,
  ),
  "transactions.minTipGwei": setting(gwei, "The least tip that is offered.", 0.01),

  "publish.tiles": optional(path, "The folder of the tiles, for any static web server."),
  "publish.inStore": optional(
    flag,
    "In place of publish.tiles: whether the tiles are in store.postgres, where all processes have them and serve them.",
  ),
  "publish.maxAgeSeconds": setting(
    integer(1, DAY),
    "What was closed is published within so many seconds; best no oftener than it is anchored (THREATS O19).",
    600,
  ),
  "publish.policy": optional(path, "A C2SP policy file: whose witnesses cosign."),

  "export.folder": optional(
    path,
    "A folder that this process writes an export to, and goes on with: it can be read or copied at any time.",
  ),
  "export.everySeconds": setting(
    integer(1, DAY),
    "What is new is written each so many seconds, by the process that leads.",
    3_600,
  ),

  "timestamps.chains": optional(timestampChains, "The chains, each with an account of its own that pays there."),

  "watch.account": optional(
    heldKey,
    "Pays for answers to challenges. Nothing else sends from it. Without it this process answers none: see The watchtower.",
  ),
  "watch.budgetEther": setting(ether, "Answers of a day may cost so much.", 0.1),
  "watch.state": setting(path, "The file of what the watchtower remembers.", "anchorlog-watch.json"),
  "watch.fromBlock": optional(
    integer(0, Number.MAX_SAFE_INTEGER),
    "The block that the operator registered in: nothing before it is read. By default it is found, if a node has the state of old blocks.",
  ),
  "watch.httpPort": optional(
    integer(0, 65_535),
    "Where `anchorlog watch --config FILE`, a process of its own, serves what http.port has of this one. Without it nowhere.",
  ),

  "http.host": setting(text("a host name or address", /^[A-Za-z0-9.:-]+$/), "The address to listen at.", "127.0.0.1"),
  "http.port": setting(integer(0, 65_535), "The port; 0 for any that is free.", 9_464),

  "process.threads": setting(
    integer(0, 64),
    "Threads that verify and sign; with any, one more builds batches (at nice 10, on Linux).",
    1,
  ),
  "process.maxInFlight": setting(
    integer(1, 1_000_000),
    "So many actions may be between their arrival and their answer; further ones are answered `overloaded`.",
    2_048,
  ),
  "process.log": setting(
    oneOf("debug", "info", "warn", "error"),
    "The least level that is logged, as JSON lines to stderr.",
    "info",
  ),
  "process.answerSeconds": setting(
    integer(1, 3_600),
    "What the store's database has for one statement, and the place of the tiles or the archive for one file.",
    60,
  ),
  "process.closeSeconds": setting(
    integer(1, 3_600),
    "How long all parts together are waited for at the end; below what the service manager waits.",
    30,
  ),
  "process.traces": setting(flag, "Whether spans go to OpenTelemetry: see Traces.", false),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

type Read<S> = S extends { readonly type: ValueType<infer T> } ? T : never;

/** A configuration: each setting's value by its name. */
export type Config = {
  readonly [N in SettingName]:
    Read<(typeof SETTINGS)[N]> | ((typeof SETTINGS)[N] extends { readonly optional: true } ? undefined : never);
} & {
  /** The folder from which relative paths start. */
  readonly folder: string;
};

/** A setting's environment variable: `operator.chainId` is ANCHORLOG_OPERATOR_CHAIN_ID. */
export function variableOf(name: string): string {
  return `ANCHORLOG_${name
    .replaceAll(/([A-Z])/g, "_$1")
    .replaceAll(".", "_")
    .toUpperCase()}`;
}

function setting<T>(type: ValueType<T>, about: string, byDefault?: unknown) {
  return { type, about, ...(byDefault === undefined ? {} : { default: byDefault }) };
}

function optional<T>(type: ValueType<T>, about: string) {
  return { type, about, optional: true } as const;
}

function secret(name: string): string {
  return `env:${SECRET_PREFIX}${name}`;
}
