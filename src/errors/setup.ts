/** Error codes of setup, before anything runs: options, configuration, keys, files, and chains that do not fit. */
import type { ErrorTable } from "./table.ts";

export const SETUP = {
  bad_option: {
    means: "An option is of no form that it can have, or contradicts another one.",
    remedy: "Give it as the message says; `details.option` names it, where there is one.",
  },
  bad_config: {
    means: "The configuration has faults: the message lists all of them, each with its key.",
    remedy: "Mend each; `details.problems` has them for programs. `anchorlog init` writes a commented one.",
  },
  bad_definition: {
    means: "Kinds of actions are defined by types or names that EIP-712 or this package does not have.",
    remedy: "Define them as the message says.",
  },
  bad_kinds: { means: "A route names no kinds that it acts on.", remedy: "Name the kinds, as `defineActions` did." },
  bad_gate: {
    means: "An HTTP gate is opened with options that it cannot work with.",
    remedy: "Give it what the message says.",
  },
  bad_authority: {
    means:
      "The authority is none that clients can sign: a host in lower case, with a port where it is not the usual one.",
    remedy: "Give the API's public name, as `api.example`.",
  },
  bad_origin: { means: "A URL is no origin.", remedy: "Give scheme, host and port only, as `https://api.example`." },
  bad_url: {
    means: "A URL is none, or of a scheme that is not spoken here. It is not in the message where it may be a secret.",
    remedy: "Give an http or https URL, or what the message asks for.",
  },
  bad_address: { means: "A value is no address.", remedy: "Give 0x and 40 hex digits, with a right checksum or none." },
  bad_chain_id: { means: "A chain's id is no number.", remedy: "Give the number of the chain, 1 for mainnet." },
  bad_domain: {
    means: "A name or version is none that an EIP-712 domain may have, or the registry keeps the separator of another.",
    remedy: "Give name and version as registered: 1 to 64 characters of printable ASCII.",
  },
  domain_mismatch: {
    means: "The EIP-712 domain is not the one that the operator is registered with.",
    remedy: "Give the registered name and version; clients refuse to sign for any other.",
  },
  domain_unchecked: {
    means: "What checks the domain did not say that it is the registered one, so nothing is signed.",
    remedy: "Give `registryChecks(…)`, or a check that answers true.",
  },
  bad_log_name: { means: "A log's name is none.", remedy: "Name logs in `[a-z0-9.-]`, 1 to 64 characters." },
  bad_key: {
    means: "A key is no key of its role. It is not in the message.",
    remedy: "Give it in the form asked for.",
  },
  same_key: {
    means: "One key is given for two roles, or as its own successor.",
    remedy: "Give each role the key that is registered for it.",
  },
  development_key: {
    means: "A publicly known development key is given on a chain that is not local.",
    remedy: "Make keys of your own: `anchorlog init --generate-keys DIR`.",
  },
  bad_keystore: {
    means: "A file is no Web3 Secret Storage keystore that can be opened here.",
    remedy: "Give a keystore of version 3, with scrypt or PBKDF2 within the limits that the message names.",
  },
  wrong_password: { means: "The password does not open the keystore.", remedy: "Give the keystore's own password." },
  bad_permissions: {
    means: "A file with a secret may be read by others than its owner.",
    remedy: "`chmod 600` it.",
  },
  file_exists: { means: "A key's file is there already.", remedy: "Give another name: no key is written over." },
  exists: { means: "A file is there already, and is not overwritten.", remedy: "Move it away, or give another name." },
  unwritable: { means: "A file cannot be written.", remedy: "See that its folder is there and may be written." },
  unreadable: {
    means: "A file or folder cannot be read, or holds something else than it should.",
    remedy: "Name one that is there, and that this user may read.",
  },
  no_secret: {
    means: "The place that a secret is to come from has none: a variable, a file, credentials.",
    remedy: "Put it there; the message names the place.",
  },
  pg_missing: { means: "PostgreSQL is asked for, and `pg` is not installed.", remedy: "`npm install pg`." },
  otel_missing: {
    means: "Traces are asked for, and `@opentelemetry/api` is not installed.",
    remedy: "`npm install @opentelemetry/api @opentelemetry/auto-instrumentations-node`.",
  },
  otel_not_started: {
    means: "Traces are asked for, and no SDK of OpenTelemetry was started: all spans would be lost.",
    remedy: 'Start it before: `NODE_OPTIONS="--import @opentelemetry/auto-instrumentations-node/register"`.',
  },
  unknown_engine: {
    means: "`ANCHORLOG_ENGINE` names no engine.",
    remedy: "Give one that the message names, or leave it out.",
  },
  engine_unavailable: {
    means: "An engine that was asked for by name cannot run here.",
    remedy: "Leave the choice to the package, or run where WebAssembly may.",
  },
  unsupported: { means: "What is asked for is not supported here.", remedy: "Do it as the message says." },
  wrong_chain: {
    means: "A node, a client or a wallet is of another chain than the operator.",
    remedy: "Connect all of them to the operator's chain.",
  },
  not_confirmed: {
    means: "What a command is to do is dangerous, and was not confirmed. Nothing was done.",
    remedy: "Read what it risks. Where you are sure, confirm it as the message says.",
  },
  not_running: {
    means: "A command asks for what only a process that operates can do, and none of this operator answers here.",
    remedy: "Start `anchorlog operate`, or do as the message says.",
  },
  no_chain: { means: "What is asked for needs a chain, and none was given.", remedy: "Give `openAnchorlog` a chain." },
  no_contract: {
    means: "There is no such contract at the address.",
    remedy: "Give the address and the chain that it is deployed at.",
  },
  wrong_code: {
    means: "The code at a contract's address is not this release's.",
    remedy: "Do not use what is there. Ask another node, or take the release that was deployed.",
  },
  unknown_operator: {
    means: "The registry does not know the operator.",
    remedy: "Register it: `anchorlog register`; or give the registry that knows it.",
  },
  registration_mismatch: {
    means: "Keys, names or times are not those that are registered: the message lists the differences.",
    remedy: "Give what is registered, or rotate the keys first.",
  },
  key_retired: {
    means: "The registered key is neither the one given nor the next one: it was rotated away.",
    remedy: "Give the registered key. What is signed by a retired one binds nobody.",
  },
  wrong_account: {
    means: "The account that pays is not the operator's own, which alone may do this.",
    remedy: "Let `keys.account` be the key of `operator.address`.",
  },
  nowhere_to_publish: { means: "There is no place for tiles.", remedy: "Give `openAnchorlog` the option `publish`." },
  nowhere_to_export: {
    means: "There is no folder for the export that a process writes while it operates.",
    remedy: "Give `export.folder`, or write one by `anchorlog export DIR`.",
  },
  needs_node: {
    means: "A page imports a sub-path of this package that needs Node.",
    remedy: "Run it on a server. docs/EMBEDDING.md, Bundlers, names the sub-paths that run in browsers.",
  },
  thread_missing: {
    means: "A worker thread's file is not beside the code that starts it, because a bundler left it out.",
    remedy:
      "Keep anchorlog out of the bundle, or bundle `dist/**/*-worker.js` to the same folder: docs/EMBEDDING.md, Bundlers.",
  },
  port_in_use: { means: "Something listens at the port already.", remedy: "End it, or give another port." },
  cannot_listen: { means: "The address or port cannot be listened at.", remedy: "Give one of this machine's." },
  no_node: {
    means: "`anchorlog dev` found neither `@foundry-rs/anvil` nor Hardhat.",
    remedy: "`npm install --save-dev @foundry-rs/anvil`.",
  },
  node_failed: { means: "The local chain does not start, or takes no contracts.", remedy: "See what it says itself." },
  not_ours: {
    means: "`anchorlog dev` is to write into a folder that holds other files.",
    remedy: "Give another one by `--folder DIR`.",
  },
  dev_locked: {
    means: "Another `anchorlog dev` uses the folder.",
    remedy: "End it, or give another folder.",
    again: true,
  },
  not_accepted: { means: "The sample's action was not accepted.", remedy: "See the answer in the message." },
  bad_password: { means: "No password was given.", remedy: "Call it again." },
} as const satisfies ErrorTable;
