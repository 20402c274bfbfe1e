/** Error codes of setup, before anything runs: options, configuration, keys, files, and chains that do not fit. */
import type { ErrorTable } from "./table.ts";

export const SETUP = {
  bad_option: {
    means: "An option has a wrong form, or contradicts another one.",
    remedy: "Correct it (`details.option`).",
  },
  bad_config: {
    means: "The configuration has faults.",
    remedy: "Correct each of them (`details.problems`). `npx anchorlog init` writes a commented file.",
  },
  bad_definition: {
    means: "A kind of action uses types or names that EIP-712 or this package does not support.",
  },
  bad_kinds: {
    means: "A route does not name its kinds of actions, or reads the content by the other gate's function.",
    remedy:
      "Name them (`defineActions`). Call `carriedUpload` after a gate for files, and `carriedAction` after any other.",
  },
  bad_gate: { means: "An HTTP gate cannot work with its options." },
  bad_authority: {
    means: "The authority is not a host in lower case, with a port unless it is the default.",
    remedy: "Give the API's public name, for example `api.example`.",
  },
  bad_origin: {
    means: "A URL is not an origin.",
    remedy: "Give scheme, host and port only, for example `https://api.example`.",
  },
  bad_url: {
    means: "A URL is malformed, or its scheme is not supported.",
    remedy: "Give http or https, or the form in the message.",
  },
  bad_address: {
    means: "A value is not an address.",
    remedy: "Give 0x and 40 hex digits, with a correct checksum or in one case.",
  },
  bad_chain_id: { means: "A chain's id is not a number." },
  bad_domain: {
    means: "A name or version does not fit the domain, or the registry has another one.",
    remedy: "Give both as registered: 1 to 64 characters of printable ASCII.",
  },
  domain_mismatch: {
    means: "The EIP-712 domain is not the operator's registered one, so clients refuse to sign.",
    remedy: "Give the registered name and version.",
  },
  domain_unchecked: {
    means: "The check did not confirm that the domain is registered.",
    remedy: "Give `registryChecks(…)`, or a check that returns true.",
  },
  bad_log_name: {
    means: "A log's name does not have the required form.",
    remedy: "Use 1 to 64 characters of `[a-z0-9.-]`.",
  },
  bad_key: { means: "A key does not have the form that its role needs." },
  same_key: {
    means: "One key is given for two roles, or as its own successor.",
  },
  development_key: {
    means: "A publicly known development key is given on a chain that is not local.",
    remedy: "Make your own keys: `npx anchorlog init --generate-keys DIR`.",
  },
  bad_keystore: {
    means: "A file is not a Web3 Secret Storage keystore that can be opened here.",
    remedy: "Give one of version 3, with scrypt or PBKDF2 within the limits in the message.",
  },
  wrong_password: { means: "The password does not open the keystore." },
  bad_permissions: { means: "Other users can read a file with a secret.", remedy: "Run `chmod 600`." },
  file_exists: { means: "A key's file exists already." },
  exists: { means: "A file exists already." },
  unwritable: { means: "A file cannot be written." },
  unreadable: {
    means: "A file or folder cannot be read, or has other content than it should.",
    remedy: "Name one that this user can read.",
  },
  bad_source: {
    means: "A table or a file cannot be attached, or no longer be followed.",
    remedy: "Do as the message says.",
  },
  bad_row: {
    means: "A row or a line has no form in which it can be recorded.",
    remedy: "Correct it: until then, nothing after it is recorded.",
  },
  no_secret: {
    means: "A secret is not at its place: a variable, a file, or the credentials.",
  },
  pg_missing: { means: "PostgreSQL is configured, but `pg` is not installed.", remedy: "`npm install pg`." },
  otel_missing: {
    means: "Traces are configured, but `@opentelemetry/api` is not installed.",
    remedy: "Install it, and an SDK (docs/OPERATING.md, Traces).",
  },
  otel_not_started: {
    means: "Traces are configured, but no OpenTelemetry SDK is running.",
    remedy: "Start it first (docs/OPERATING.md, Traces).",
  },
  unknown_engine: {
    means: "`ANCHORLOG_ENGINE` names an unknown engine.",
    remedy: "Give one that the message names, or remove the variable.",
  },
  engine_unavailable: {
    means: "The engine that was chosen by name cannot run here.",
    remedy: "Let the package choose, or allow WebAssembly.",
  },
  unsupported: {
    means: "A chain's gas limit is too low for a deployment, or a database connection cannot stream rows.",
    remedy: "Use another chain, or read the rows at once.",
  },
  wrong_chain: {
    means: "A node, a client or a wallet is on another chain than the operator.",
    remedy: "Connect it to the operator's chain.",
  },
  not_confirmed: {
    means: "A dangerous command was not confirmed.",
    remedy: "Read its risks, and confirm it as the message says.",
  },
  not_running: {
    means: "A command needs a running process of this operator.",
    remedy: "Start `npx anchorlog operate`, or do as the message says.",
  },
  no_chain: { means: "The call needs a chain.", remedy: "Give `openAnchorlog` the option `chain`." },
  no_contract: {
    means: "The address has no such contract.",
    remedy: "Give the address and the chain of the deployed one.",
  },
  wrong_code: {
    means: "The code at a contract's address is not this release's.",
    remedy: "Ask another node, or take the release that was deployed.",
  },
  unknown_operator: {
    means: "The registry has no such operator.",
    remedy: "Register it (`npx anchorlog register`), or give the right registry.",
  },
  registration_mismatch: {
    means: "Keys, names or times differ from the registration, as the message lists.",
    remedy: "Give the registered values, or rotate the keys first.",
  },
  key_retired: {
    means: "The registered key was rotated: it is neither the given one nor the next one.",
    remedy: "Give the registered key. Signatures of a retired key bind nobody.",
  },
  wrong_account: {
    means: "The command needs the operator's own account.",
    remedy: "Set `keys.account` to the key of `operator.address`.",
  },
  nowhere_to_publish: {
    means: "No place for tiles is configured.",
    remedy: "Give `openAnchorlog` the option `publish`.",
  },
  nowhere_to_export: {
    means: "The running process has no folder for an export.",
    remedy: "Set `export.folder` or `export.publicFolder`, or run `npx anchorlog export DIR`.",
  },
  circuits_missing: {
    means: "A prover needs the circuits and their keys.",
    remedy: "`npm install @anchorlog/circuits`.",
  },
  needs_node: {
    means: "A web page imports a sub-path of this package that needs Node.",
    remedy: "See docs/EMBEDDING.md, Bundlers.",
  },
  thread_missing: { means: "A bundler left out a worker thread's file.", remedy: "See docs/EMBEDDING.md, Bundlers." },
  port_in_use: { means: "Another program listens at the port." },
  cannot_listen: {
    means: "The process cannot listen at the address or port.",
    remedy: "Give an address of this machine.",
  },
  no_node: {
    means: "`anchorlog dev` found neither `@foundry-rs/anvil` nor Hardhat.",
    remedy: "`npm install --save-dev @foundry-rs/anvil`.",
  },
  node_failed: {
    means: "The local chain does not start, or refuses the contracts.",
    remedy: "Read the chain's output in the message.",
  },
  not_ours: {
    means: "`anchorlog dev` refuses to write into a folder with other files.",
    remedy: "Give another one: `--folder DIR`.",
  },
  dev_locked: {
    means: "Another `anchorlog dev` uses the folder.",
    again: true,
  },
  not_accepted: {
    means: "The log did not accept an action of a sample or a test, or the record of a row.",
    remedy: "Read the answer in the message.",
  },
  bad_password: { means: "No password was given." },
} as const satisfies ErrorTable;
