/**
 * All settings of an operator's process in one table: types, defaults and descriptions. The configuration's reader and
 * the file of `anchorlog init` are made from it.
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
  seed,
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
  operator: "The operator's registered identity.",
  chain: "Nodes of the chain. URLs may hold secrets, so no message, log or status shows them.",
  keys: "References to the keys. This file holds no key.",
  signers: "Requests to keys behind kms: and rpc:.",
  store: "The place of the log: set store.sqlite or store.postgres.",
  guard:
    "The memory of what was signed, apart from the store: set guard.file or guard.postgres. Optional on chain 31337.",
  archive: "The place of older entries, outside the store. Without a folder they stay in the store.",
  batches: "The limits at which batches are closed.",
  anchors: "The limits at which checkpoints are anchored.",
  transactions: "How transactions are sent, and their price limits.",
  publish: "A public copy of the batch log, as C2SP tiles.",
  export:
    "Exports of the log: for auditors and for a watchtower on another machine, and without payloads for everybody.",
  timestamps: "Timestamps: the newest signed checkpoint, written on further chains.",
  watch: "The watchtower in this process, which answers challenges from the store.",
  http: "The address of /livez, /readyz, /metrics and /status, which show no secrets and need no password. `anchorlog anchor` and `anchorlog export` use it too, from this machine only.",
  process: "Settings of the process.",
} as const;

export const SETTINGS = {
  "operator.chainId": setting(integer(1, Number.MAX_SAFE_INTEGER), "The chain's id. 31337 is a local chain."),
  "operator.registry": setting(address, "The address of the AnchorRegistry."),
  "operator.address": setting(address, "The operator's own account, which registers, stakes and rotates keys."),
  "operator.name": setting(
    domainText,
    "The EIP-712 domain's name, which wallets show. It cannot change after registration.",
  ),
  "operator.version": setting(domainText, "The EIP-712 domain's version. It cannot change after registration.", "1"),
  "operator.maxAnchorDelaySeconds": setting(
    integer(1, 30 * DAY),
    "Seconds within which a promise is anchored. It cannot change after registration. While a promise waits for over a quarter of it, nothing new is promised.",
  ),
  "operator.logs": setting(logNames, "The names of the logs, one for each organization. A server may add others.", []),
  "operator.kinds": setting(kinds, "The kinds of actions, besides HttpRequest and Ask.", {}),
  "operator.contractHolders": setting(
    listOf(kindName, "kinds of actions", 0),
    "Kinds whose holder may be a contract, which can hold an object but never act. For other kinds, chain.rpc is asked whether the holder is a contract.",
    [],
  ),

  "chain.rpc": optional(
    listOf(rpcUrl, "URLs"),
    "JSON-RPC endpoints. The first is used, and the others confirm its answers. Optional on chain 31337: without an endpoint nothing is anchored.",
  ),

  "keys.account": setting(
    heldKey,
    "Pays for transactions. To register, exit, withdraw or rotate, it must be operator.address.",
    secret("ACCOUNT"),
  ),
  "keys.anchor": setting(key, "Signs checkpoints.", secret("ANCHOR")),
  "keys.receipt": setting(key, "Signs receipts.", secret("RECEIPT")),
  "keys.note": setting(heldKey, "Signs the notes of checkpoints: an Ed25519 secret key of 32 bytes.", secret("NOTE")),
  "keys.nextAnchor": optional(key, "The key that replaces keys.anchor: see 'How do I rotate a key?' in OPERATING."),
  "keys.nextReceipt": optional(key, "The key that replaces keys.receipt."),
  "keys.nextNote": optional(heldKey, "A key that signs notes beside keys.note."),
  "keys.earlier": optional(
    path,
    "An earlier output of `anchorlog trust`. Trust files then name its replaced keys, with their ends.",
  ),
  "keys.password": setting(password, "The password of keys that are keystores.", secret("PASSWORD")),

  "signers.rpcMethod": setting(
    oneOf("eth_signTypedData_v4", "eth_signTypedData"),
    "The method that keys behind rpc: are called with. Web3Signer supports the second one.",
    "eth_signTypedData_v4",
  ),
  "signers.concurrency": setting(integer(1, 1_000), "Requests to one key at a time.", 16),
  "signers.timeoutSeconds": setting(integer(1, 600), "Seconds for one request.", 5),
  "signers.patienceSeconds": setting(integer(0, 3_600), "Seconds for which a failed request is repeated.", 20),

  "store.sqlite": optional(
    path,
    "A SQLite file, for one process. Back it up with `anchorlog backup`, never by copying it.",
  ),
  "store.postgres": optional(
    databaseUrl,
    "A PostgreSQL database, for many processes. The URL holds a password, so env:NAME is best.",
  ),
  "store.leader": optional(
    domainText,
    "The name that other processes see while this one leads, best a URL. By default its host and process number.",
  ),
  "store.reserveBytes": optional(
    integer(0, 2 ** 50),
    "Free bytes on the disk of store.sqlite below which nothing new is promised. By default 64 MiB.",
  ),
  "store.leaseSeconds": optional(
    integer(1, 600),
    "With store.postgres: seconds after which another process takes over from a silent one. Until then no process writes its logs. By default 10.",
  ),

  "store.rememberedObjects": optional(
    integer(0, 10_000_000),
    "With store.postgres: the number of objects whose newest acts this process keeps in memory, for the logs that it writes. Each takes 380 bytes. By default 32768.",
  ),

  "guard.file": optional(path, "A file, best on another disk than the store. Keep it out of the store's backups."),
  "guard.postgres": optional(databaseUrl, "A separate PostgreSQL database, best on another server than the store's."),

  "archive.folder": optional(
    path,
    "A folder, best on another disk than the store. Several processes share one. Once it is used, it is needed for good, and belongs in every backup.",
  ),
  "archive.afterSeconds": setting(
    integer(0, 3_650 * DAY),
    "Seconds after a batch was closed until its entries move to the archive. The batch must be final too.",
    14 * DAY,
  ),

  "batches.maxEntries": setting(integer(1, 65_536), "Entries at which a batch is closed.", 10_000),
  "batches.maxAgeSeconds": setting(integer(1, DAY), "Seconds after its first entry at which a batch is closed.", 60),

  "anchors.maxAgeSeconds": optional(
    integer(1, 30 * DAY),
    "Seconds that the oldest entry waits for its anchor. Then all batches are closed and anchored. By default an eighth of operator.maxAnchorDelaySeconds.",
  ),
  "anchors.maxBatches": optional(integer(1, 1_000_000), "Closed batches at which they are anchored, at any age."),
  "anchors.baseFeeCeilingGwei": optional(
    gwei,
    "Base fee above which anchoring waits for a lower one, until a fifth of operator.maxAnchorDelaySeconds.",
  ),
  "anchors.pollSeconds": setting(integer(1, 3_600), "Seconds between two reads of the chain.", 12),

  "transactions.confirmations": setting(integer(1, 1_000), "Blocks after which a transaction counts as done.", 1),
  "transactions.resubmissionTimeoutSeconds": setting(
    integer(1, DAY),
    "Seconds after which a transaction without a block is replaced at a higher fee.",
    48,
  ),
  "transactions.notInMempoolTimeoutSeconds": setting(
    integer(1, DAY),
    "Seconds after which a transaction that is in no mempool is sent again.",
    30,
  ),
  "transactions.maxFeeGwei": setting(
    gwei,
    "The highest fee that is offered. While the chain asks for more, the transaction waits.",
    500,
  ),
  "transactions.feeLimitMultiplier": setting(
    integer(1, 1_000),
    "The limit of a replacement's fee: this many times the chain's current fee, or 100 gwei if that is more.",
    5,
  ),
  "transactions.minTipGwei": setting(gwei, "The lowest tip that is offered.", 0.01),

  "publish.tiles": optional(path, "The folder for the tiles, which any static web server can serve."),
  "publish.inStore": optional(
    flag,
    "Keeps the tiles in store.postgres instead of a folder, so that all processes can serve them.",
  ),
  "publish.maxAgeSeconds": setting(
    integer(1, DAY),
    "Seconds within which closed batches are published. Publish no more often than you anchor (THREATS O18).",
    600,
  ),
  "publish.mlDsaKey": optional(
    seed,
    "Signs what is published by ML-DSA-44 too, against quantum computers. `anchorlog keys new ml-dsa FILE` makes it.",
  ),
  "publish.policy": optional(path, "A C2SP policy file, which names the witnesses that cosign."),

  "export.folder": optional(
    path,
    "The folder of the export, which this process keeps up to date. It can be read or copied at any time.",
  ),
  "export.publicFolder": optional(
    path,
    "The folder of an export without payloads, for everybody: it shows who signed, and restores no store.",
  ),
  "export.everySeconds": setting(integer(1, DAY), "Seconds between two updates, by the process that leads.", 3_600),

  "timestamps.chains": optional(timestampChains, "The chains, each with its own account that pays there."),

  "watch.account": optional(
    heldKey,
    "Pays for answers to challenges. Nothing else may send from it. Without it, this process answers no challenges: see 'How do I run a watchtower?' in OPERATING.",
  ),
  "watch.budgetEther": setting(ether, "The highest cost of answers in 24 hours.", 0.1),
  "watch.state": setting(path, "The file of the watchtower's state.", "anchorlog-watch.json"),
  "watch.fromBlock": optional(
    integer(0, Number.MAX_SAFE_INTEGER),
    "The block of the operator's registration, at which reading begins. By default it is searched for, with a node that has the state of old blocks.",
  ),
  "watch.httpPort": optional(
    integer(0, 65_535),
    "The port at which a separate `anchorlog watch --config FILE` serves its /livez, /readyz, /metrics and /status. Without it they are not served.",
  ),

  "http.host": setting(text("a host name or address", /^[A-Za-z0-9.:-]+$/), "The address to listen at.", "127.0.0.1"),
  "http.port": setting(integer(0, 65_535), "The port; 0 for any free one.", 9_464),

  "process.threads": setting(
    integer(0, 64),
    "Threads that verify and sign. Unless it is 0, one more thread builds batches (at nice 10, on Linux).",
    1,
  ),
  "process.maxInFlight": setting(
    integer(1, 1_000_000),
    "Actions that may be in progress at a time. Further ones are answered `overloaded`.",
    2_048,
  ),
  "process.log": setting(
    oneOf("debug", "info", "warn", "error"),
    "The lowest level that is logged, as JSON lines to standard error.",
    "info",
  ),
  "process.answerSeconds": setting(
    integer(1, 3_600),
    "Seconds for one statement of the store's database, and for one file of the tiles or the archive.",
    60,
  ),
  "process.closeSeconds": setting(
    integer(1, 3_600),
    "Seconds that closing may take. Set less than the service manager waits.",
    30,
  ),
  "process.traces": setting(flag, "Whether spans are written to OpenTelemetry: see Traces in OPERATING.", false),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[];

type SettingValue<S> = S extends { readonly type: ValueType<infer T> } ? T : never;
/** The value of a setting that a configuration does not have. */
type Missing<S> = S extends { readonly optional: true } ? undefined : never;

/** A configuration: each setting's value by its name. */
export type Config = {
  readonly [N in SettingName]: SettingValue<(typeof SETTINGS)[N]> | Missing<(typeof SETTINGS)[N]>;
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
