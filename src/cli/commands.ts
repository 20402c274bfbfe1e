/** All commands: what each takes, does and looks like. A command's code is loaded when it runs. */
import { command, flag, text, type Command } from "./command.ts";
import { WATCH_OPTIONS } from "./watch-options.ts";

const CONFIG = {
  config: text("FILE", "the configuration; by default ANCHORLOG_CONFIG, or anchorlog.jsonc here"),
} as const;
/** @param schema a file of docs/schemas/, and the place in it: the schema of a line. */
const jsonOutput = (schema: string) => ({ json: flag(`prints JSON, one object a line\n(docs/schemas/${schema})`) });
const ofCommand = (name: string) => jsonOutput(`commands-1.json#/$defs/${name}`);

const TRUST = {
  checkpoint: text("FILE", "a signed checkpoint, trusted as given"),
  rpc: text("URL", "an Ethereum node, trusted for the registry's content"),
  trust: text("FILE", "an operator's chain, registry and keys (anchorlog.trust/1)"),
} as const;

/** Options that name a table and its records. */
const TABLE = {
  log: text("NAME", "the log that has the records"),
  table: text("NAME", "the table; not for a file of JSON lines"),
  name: text("NAME", "the table's name in its records, by default --table's"),
  id: text("COLUMN", "the column or member that names a row; by default the primary key, or a\nline's number"),
  columns: text("A,B", "the columns to record; by default all"),
} as const;

const PASSWORD = {
  password: text(
    "REFERENCE",
    "the password's place, env:NAME or file:PATH; by default\nANCHORLOG_SECRET_PASSWORD, or a question at the terminal",
  ),
} as const;

const judging: readonly Command[] = [
  command("verify", {
    usage:
      "FILE|DIR|-... [--lines] [--checkpoint FILE | --rpc URL] [--trust FILE]\n       [--timestamp TX@URL] [--against DIR|URL [--evidence OUT]]\n       [--row FILE [--signer ADDRESS]] [--json]",
    about:
      "Verifies bundles, proofs, disputes, receipts and checkpoints, each by its format. Prints one line\na file: the verdict and the state reached (promised, included, anchored, final). For a bundle it\nadds the signer, the action, and when it was accepted and anchored. A folder stands for all its\nfiles, and - for standard input. With --lines, each line of a file is a document. Documents are read\none by one: their number is not limited.\n\nExit codes, the worst of all files: 0 valid; 1 invalid; 2 indeterminate, or not such a document;\n3 no verdict: a wrong call, or a named file that cannot be read.",
    options: {
      lines: flag("takes each line of the files as a document in JSON"),
      ...TRUST,
      ...jsonOutput("verdict-1.json"),
      timestamp: text(
        "TX@URL",
        "a transaction of a further chain, and its node (or several, with commas): shows by\nwhen the bundle's checkpoint existed",
      ),
      against: text(
        "DIR|URL",
        "an export, or a live log's tiles: is the entry that a valid receipt or bundle promises\nthere, at its index? Another entry is a broken promise",
      ),
      evidence: text(
        "OUT",
        "an empty folder, with --rpc: writes the proofs of broken promises, for\n`anchorlog report-fault`",
      ),
      row: text("FILE", "a row's JSON: the bundle must be its record"),
      signer: text("ADDRESS", "the service key that must have signed the record"),
    },
    example:
      "npx anchorlog verify bundle.json --rpc https://eth.example --trust trust.json\ncat bundles.jsonl | npx anchorlog verify --lines - --trust trust.json --json",
    isVerdict: true,
    run: async (call) => (await import("./verify.ts")).runVerify(call),
  }),
  command("audit", {
    usage:
      "DIR|URL [--checkpoint FILE | --rpc URL] [--trust FILE] [--timestamps URL]\n       [--report OUT] [--evidence OUT] [--state DIR] [--cross-check] [--json]",
    about:
      "Recomputes an export from its actions, and compares it with the checkpoint, chain or keys you trust.\nA URL leads to an export, or to the tiles of a live log. Of a live log it judges the checkpoint, each\nbatch's place and link, and with --state that the log continues what the last audit saw.",
    options: {
      ...TRUST,
      ...jsonOutput("report-1.json"),
      timestamps: text(
        "URL",
        "a node of a further chain (or several, with commas): checks the timestamps that the\nexport names",
      ),
      report: text("OUT", "a folder: writes report.html, report.md and report.json there"),
      evidence: text(
        "OUT",
        "an empty folder, with --rpc: writes the proof of each fault of the operator that the\nfiles show, for `anchorlog report-fault`",
      ),
      state: text(
        "DIR",
        "your own folder: keeps there what was verified, and continues from it after an\ninterruption, or if the export has grown",
      ),
      "cross-check": flag("judges the export again with viem, merkletreejs and circomlibjs, installed beside you"),
    },
    example:
      "npx anchorlog audit export/ --rpc https://eth.example --report report\nnpx anchorlog audit https://log.example/tiles/ --rpc https://eth.example --trust trust.json --state audits",
    isVerdict: true,
    run: async (call) => (await import("./audit.ts")).runAudit(call),
  }),
  command("report-fault", {
    usage: "FILE|DIR... [--rpc URL] [--key REFERENCE [--password REFERENCE] [--yes]] [--json]",
    about:
      "Asks the contract whether proofs of faults convict the operator, and with --yes sends them. The\nfirst proof that arrives takes the operator's stake and rewards the account; later ones only freeze\nwhat is not final. FILE and DIR are from `anchorlog audit --evidence`.\n\nExit codes: 0 all were sent and convict; 1 the contract refuses one; 2 all would convict, and nothing\nwas sent; 3 a wrong call.",
    options: {
      rpc: text("URL", "a node of the chain; by default ANCHORLOG_SECRET_RPC"),
      key: text("REFERENCE", "the key of the account that sends, env:NAME, file:PATH or keystore:PATH"),
      ...PASSWORD,
      yes: flag("sends"),
      ...jsonOutput("fault-answer-1.json"),
    },
    example: "npx anchorlog report-fault evidence/ --rpc https://eth.example",
    isVerdict: true,
    run: async (call) => (await import("./reportFault.ts")).runReportFault(call),
  }),
  command("inspect", {
    usage: "FILE|DIR [--json]",
    about:
      "Prints what a file says: a bundle, receipt, checkpoint, proof, dispute, trust file, the proof of a\nfault, or the folder of an export or of such proofs. It verifies nothing.",
    options: jsonOutput("inspect-1.json"),
    example: "npx anchorlog inspect bundle.json",
    run: async (call) => (await import("./inspect.ts")).runInspect(call),
  }),
  command("solidity", {
    usage: "KIND",
    about:
      "Prints Solidity for one kind of action: its type string, a struct, and a function that reads the struct\nfrom a proven action. A KIND reads Name(type member,type member).",
    options: {},
    example: "npx anchorlog solidity 'BuyVoucher(bytes32 product,uint256 quantity,address gate)' > BuyVoucher.sol",
    run: async (call) => (await import("./solidity.ts")).runSolidity(call),
  }),
  command("consistency", {
    usage: "CHECKPOINT|EXPORT|LOG CHECKPOINT|EXPORT|LOG... [--trust FILE] [--json]",
    about:
      "Judges whether checkpoints, exports and live logs are states of one log that only grew: each is a\nsigned checkpoint, an export's folder, or the URL or folder of a log's tiles. Two checkpoints of\ndifferent sizes need an export or a log beside them. With --trust, all must be signed by its keys.\n\nExit codes: 0 consistent; 1 not; 2 indeterminate; 3 a wrong call, or a log that cannot be read.",
    options: {
      trust: text("FILE", "an operator's chain, registry and keys (anchorlog.trust/1)"),
      ...jsonOutput("consistency-1.json"),
    },
    example:
      "npx anchorlog consistency export-january/ export-june/\nnpx anchorlog consistency checkpoint https://log.example/tiles/ --trust trust.json",
    isVerdict: true,
    run: async (call) => (await import("./consistency.ts")).runConsistency(call),
  }),
  command("conformance", {
    usage: "[--expected-failures FILE] [-- COMMAND...]",
    about:
      "Runs a verifier on cases with known answers, in folders named after attacks. COMMAND reads one\nrequest a line and writes one answer a line (verifiers/README.md). Without COMMAND, this package\nanswers. FILE names the cases that are expected to fail, one a line.\n\nExit codes: 0 all answers are as expected; 1 some are not.",
    options: {
      "expected-failures": text("FILE", "cases that fail, as they are printed, one a line"),
    },
    example: "npx anchorlog conformance -- python3 verifiers/python/anchorlog_verify.py serve",
    isVerdict: true,
    run: async (call) => (await import("./conformance.ts")).runConformance(call),
  }),
];

const beginning: readonly Command[] = [
  command("dev", {
    usage: "[--port PORT] [--http-port PORT] [--folder DIR] [--preset local|l2|mainnet]",
    about:
      "Runs everything on this machine, to try it out: a local chain with the contracts, a registered\nand staked operator, and a sample log with signed actions that are anchored. Its keys are\npublicly known. It uses @foundry-rs/anvil or hardhat, whichever is installed here, and begins\nanew each time. Ctrl-C ends it.",
    options: {
      port: text("PORT", "the chain's port, by default 8545; 0 for any"),
      "http-port": text("PORT", "the operator's port, by default 9464; 0 for any"),
      folder: text("DIR", "the folder for its files, by default anchorlog-dev; it is replaced"),
      preset: text("NAME", "the contracts' parameters, by default local; others for a rehearsal"),
    },
    example: "npm install anchorlog @foundry-rs/anvil\nnpx anchorlog dev",
    run: async (call) => (await import("./dev/run.ts")).runDev(call),
  }),
  command("curl", {
    usage:
      "URL [--request METHOD] [--data TEXT|@FILE] [--content-type TYPE]\n       [--key REFERENCE [--password REFERENCE]] [--api-key REFERENCE] [--log NAME]\n       [--trust FILE | --rpc URL [--registry ADDRESS]]",
    about:
      "Sends one request to an API, to try it from a shell. A write (POST, PUT, PATCH, DELETE) is\nsigned with a local key, and its receipt is checked. The API's description must name the URL's\nhost, and its operator must be the one of --trust, or registered on the chain of --rpc. Otherwise\nnothing is signed. The body goes to standard output, everything else to standard error.\n\nExit codes: 0 a status of 2xx and, after a write, a valid receipt; 1 any other status, no answer,\nno valid receipt, or an API for which nothing is signed; 2 the node does not answer; 3 a wrong call.",
    options: {
      request: { ...text("METHOD", "or -X; by default GET, with --data POST"), short: "X" },
      data: { ...text("TEXT", "or -d; the body, or @FILE that holds it"), short: "d", mayBeEmpty: true },
      "content-type": text("TYPE", "the body's media type; by default application/json"),
      key: text(
        "REFERENCE",
        "the key that signs: env:NAME, file:PATH or keystore:PATH; for localhost on\nchain 31337 also development:0 to development:19",
      ),
      password: text("REFERENCE", "opens a keystore, env:NAME or file:PATH; by default env:ANCHORLOG_SECRET_PASSWORD"),
      "api-key": text("REFERENCE", "the API key's place, env:NAME or file:PATH"),
      log: text("NAME", "the log; by default the one that GET /wallets/me names"),
      trust: text("FILE", "an operator's chain, registry and keys (anchorlog.trust/1)"),
      rpc: text("URL", "an Ethereum node, or env:NAME or file:PATH that holds its URL"),
      registry: text("ADDRESS", "a registry of your own, if you trust it"),
    },
    example:
      'npx anchorlog curl https://api.example/templates -d \'{"name":"ticket"}\' \\\n  --key keystore:keys/wallet --api-key env:API_KEY --trust trust.json',
    run: async (call) => (await import("./curl.ts")).runCurl(call),
  }),
  command("deploy", {
    usage:
      "[core|proofs] [--preset local|l2|mainnet] [--rpc URL]\n       [--key REFERENCE [--password REFERENCE]] [--yes] [--output FILE] [--json]",
    about:
      "Puts the contracts on a chain, or says which are missing there and what they cost. Anybody may,\nfrom any account: addresses follow from the code and the preset. With --yes it sends, carries on\nwhere an earlier call stopped, and compares the code of each contract with this release's. Then it\nwrites the core's addresses for init. The proofs, which verify zero-knowledge proofs, need the core.\n\nExit codes: 0 all contracts are there; 1 some are missing, and nothing was sent; 2 the node does not\nanswer: call it again; 3 a wrong call, other code at an address, or a transaction that failed.",
    options: {
      preset: text("NAME", "the contracts' parameters, by default mainnet"),
      rpc: text("URL", "the node, by default ANCHORLOG_CHAIN_RPC or ANCHORLOG_SECRET_RPC"),
      key: text("REFERENCE", "the key of the account that pays: env:NAME, file:PATH or keystore:PATH"),
      password: text("REFERENCE", "opens a keystore, env:NAME or file:PATH; by default env:ANCHORLOG_SECRET_PASSWORD"),
      yes: flag("sends the transactions"),
      output: text("FILE", "where to write the addresses, by default deployment.json"),
      ...ofCommand("deploy"),
    },
    example: "npx anchorlog deploy --preset l2\nnpx anchorlog deploy --preset l2 --key keystore:keys/deployer --yes",
    run: async (call) => (await import("./deploy.ts")).runDeploy(call),
  }),
  command("init", {
    usage:
      "[--preset local|l2|mainnet | --deployment FILE] [--rpc URL] [--output FILE]\n       [--generate-keys DIR [--password REFERENCE | --plain-keys]]",
    about:
      "Writes a configuration that explains each setting and, with --generate-keys, new keys. It never\noverwrites a file. It first asks a node whether the preset's registry exists.",
    options: {
      preset: text("NAME", "the registry's parameters, by default mainnet"),
      deployment: text("FILE", "what `anchorlog deploy` wrote: the chain and the preset"),
      rpc: text(
        "URL",
        "the node, by default from ANCHORLOG_CHAIN_RPC or ANCHORLOG_SECRET_RPC; needed for\nl2 and mainnet",
      ),
      output: text("FILE", "the file to write, by default anchorlog.jsonc"),
      "generate-keys": text(
        "DIR",
        "makes new account, anchor, receipt and note keys as encrypted keystores in this\nfolder, which only this user can read, and names them in the configuration",
      ),
      ...PASSWORD,
      "plain-keys": flag("makes these keys plain files, without a password"),
    },
    example: "npx anchorlog init --preset l2 --generate-keys keys/ --password file:/etc/anchorlog/password",
    run: async (call) => (await import("./init.ts")).runInit(call),
  }),
  command("keys", {
    usage:
      "[show [--config FILE] | new account|anchor|receipt|note|ml-dsa FILE\n       [--password REFERENCE | --plain]] [--json]",
    about:
      "Shows the public parts of the configured keys: addresses, and the verifier key of notes.\nOr makes a new key, as an encrypted keystore (Web3 Secret Storage). It never overwrites a file.",
    options: {
      ...CONFIG,
      ...PASSWORD,
      plain: flag("makes the new key a plain file, without a password"),
      ...ofCommand("keys"),
    },
    example: "npx anchorlog keys new receipt keys/receipt-2",
    run: async (call) => (await import("./keys.ts")).runKeys(call),
  }),
  command("trust", {
    usage: "[--config FILE]",
    about:
      "Prints the operator's trust file: its chain, registry and keys, for verifiers and watchers.\nIt has the next keys once they are announced, and earlier keys (keys.earlier) with their ends.\nIt has no secrets.",
    options: CONFIG,
    example: "npx anchorlog trust > trust.json",
    run: async (call) => (await import("./trust.ts")).runTrust(call),
  }),
  command("register", {
    usage: "[--config FILE] [--json]",
    about:
      "Registers the operator, whose account pays: its domain, its promise and its keys. Makes the\nguard, on the day on which the operator begins. If the operator is registered, compares only.",
    options: { ...CONFIG, ...ofCommand("register") },
    example: "npx anchorlog register && npx anchorlog stake deposit",
    run: async (call) => (await import("./register.ts")).runRegister(call),
  }),
  command("stake", {
    usage: "[show | deposit [AMOUNT] | exit | complete | withdraw ADDRESS] [--config FILE] [--json]",
    about:
      "Shows the operator's stake. deposit adds to it, by default what is missing. exit leaves for good,\ncomplete credits the stake once the exit is due, and withdraw pays out the account's credit.",
    options: { ...CONFIG, ...ofCommand("stake") },
    example: "npx anchorlog stake deposit 5ether",
    run: async (call) => (await import("./stake.ts")).runStake(call),
  }),
];

const operating: readonly Command[] = [
  command("operate", {
    usage: "[--config FILE]",
    about:
      "Closes batches, signs, publishes and anchors them, and serves /livez, /readyz, /metrics and /status.\nLogs JSON lines to standard error. SIGTERM ends it after the current signature.",
    options: CONFIG,
    example: "npx anchorlog operate --config /etc/anchorlog/anchorlog.jsonc",
    run: async (call) => (await import("./operate/run.ts")).runOperate(call),
  }),
  command("attach", {
    usage:
      "SOURCE --log NAME [--table NAME] [--name NAME] [--id COLUMN] [--columns A,B]\n       --key REFERENCE [--password REFERENCE] [--keep-rows] [--once] [--config FILE]\n       | SOURCE ... --check --signer ADDRESS [--config FILE] [--json]",
    about:
      "Follows an append-only table and records each row, once: signed by a service key, appended,\nbatched and anchored. It runs the operator, as `operate` does. SOURCE is a SQLite file, a file of\nJSON lines (.jsonl, .ndjson), or a PostgreSQL URL, or env:NAME or file:PATH that holds one. The right\nto read suffices. With --check, names each row that was changed, removed or not recorded.\n\nExit codes of --check: 0 all rows are as recorded; 1 some are not; 3 no verdict.",
    options: {
      ...TABLE,
      key: text(
        "REFERENCE",
        "the service key, which stays the same: env:NAME, file:PATH, keystore:PATH,\nkms:REGION:KEY-ID or rpc:ADDRESS@URL",
      ),
      password: text("REFERENCE", "opens a keystore, env:NAME or file:PATH"),
      "keep-rows": flag("keeps a copy of each row of up to 16 KiB in the log"),
      once: flag("records what is there, anchors it, and ends"),
      check: flag("compares the table with its records, and records nothing"),
      signer: text("ADDRESS", "the service key's address"),
      ...CONFIG,
      ...ofCommand("attach"),
    },
    example:
      "npx anchorlog attach shop.sqlite --table orders --log shop --key keystore:keys/service\nnpx anchorlog attach shop.sqlite --table orders --log shop --check --signer 0x…",
    isVerdict: true,
    run: async (call) => (await import("./attach/run.ts")).runAttach(call),
  }),
  command("prove", {
    usage:
      "SOURCE --row ID --log NAME [--table NAME] [--name NAME] [--id COLUMN] [--columns A,B]\n       --signer ADDRESS [--output DIR] [--config FILE] [--json]",
    about:
      "Writes a row's proof, bundle.json, and its JSON as recorded, row.json, from a table that\n`anchorlog attach` follows. `anchorlog verify` judges both without the table.",
    options: {
      row: text("ID", "the row's id"),
      ...TABLE,
      signer: text("ADDRESS", "the service key's address"),
      output: text("DIR", "the folder to write to, by default proof"),
      ...CONFIG,
      ...ofCommand("prove"),
    },
    example:
      "npx anchorlog prove shop.sqlite --table orders --row 42 --log shop --signer 0x…\nnpx anchorlog verify proof/bundle.json --row proof/row.json --trust trust.json",
    run: async (call) => (await import("./attach/prove.ts")).runProve(call),
  }),
  command("status", {
    usage: "[--config FILE] [--json]",
    about:
      "Shows the operator's status: from the running process, or without one from store and chain.\nExit codes: 0 healthy, 1 needs attention, 2 cannot be known.",
    options: { ...CONFIG, ...ofCommand("status") },
    example: "npx anchorlog status --json | jq .concerns",
    isVerdict: true,
    run: async (call) => (await import("./status.ts")).runStatus(call),
  }),
  command("anchor", {
    usage: "[--key REFERENCE [--password REFERENCE]] [--config FILE] [--json]",
    about:
      "Anchors now: closes all batches and anchors them, by the process that operates here. With\n--key, sends the newest signed checkpoint in the store, also beside a running process: anybody\nmay anchor it, from any account. Exit code 2: the registry accepts no checkpoint yet.",
    options: {
      ...CONFIG,
      key: text(
        "REFERENCE",
        "the key of an account that nothing else sends from and that pays: env:NAME,\nfile:PATH or keystore:PATH",
      ),
      password: text("REFERENCE", "opens a keystore, env:NAME or file:PATH; by default env:ANCHORLOG_SECRET_PASSWORD"),
      ...ofCommand("anchor"),
    },
    example: "npx anchorlog anchor\nnpx anchorlog anchor --key keystore:keys/helper",
    run: async (call) => (await import("./anchor.ts")).runAnchor(call),
  }),
  command("rotate", {
    usage: "anchor|receipt|note REFERENCE [--config FILE] [--json]",
    about:
      "Announces the next key of a role. It takes effect after the registry's margin: before then, name it\nin the configuration as keys.nextAnchor or keys.nextReceipt, and restart. The registry holds no\nnote key: for one, the command tries the key and prints its verifier key, for verifiers. Name it\nas keys.nextNote.",
    options: { ...CONFIG, ...ofCommand("rotate") },
    example: "npx anchorlog rotate receipt file:keys/receipt-2",
    run: async (call) => (await import("./rotate.ts")).runRotate(call),
  }),
];

const watching: readonly Command[] = [
  command("watch", {
    usage: "--config FILE | --trust FILE --rpc URL[,URL] [--for ROLE] [options]",
    about:
      "Watches an operator. For a user it asks for overdue or hidden records, reports faults, and takes\nleads in disputes. For the operator it answers challenges. Without --budget it only prints what\nit would do. Events are JSON lines on standard output. ANCHORLOG_WEBHOOK_URL and\nANCHORLOG_SECRET_WEBHOOK (whsec_...) name a webhook for alarms.",
    options: WATCH_OPTIONS,
    example:
      "npx anchorlog watch --trust trust.json --rpc https://eth.example --tiles https://log.example/tiles/ \\\n  --receipts receipts/ --once",
    run: async (call) => (await import("./watch.ts")).runWatch(call),
  }),
];

const keeping: readonly Command[] = [
  command("backup", {
    usage: "FILE [--config FILE]",
    about: "Copies the SQLite store while it is in use, as of one commit. It never overwrites a file.",
    options: CONFIG,
    example: "npx anchorlog backup /backup/anchorlog-$(date +%F).sqlite",
    run: async (call) => (await import("./keep.ts")).runBackup(call),
  }),
  command("restore", {
    usage: "[BACKUP] [--export DIR] [--config FILE] [--json]",
    about:
      "Puts a backup in the store's place, which must be free, and adds missing entries from an export.\nThen guard and chain show whether anything is still missing. Exit code 1: something is.",
    options: {
      ...CONFIG,
      export: text("DIR", "an export that holds what the backup lacks"),
      ...ofCommand("restore"),
    },
    example: "npx anchorlog restore /backup/anchorlog-2026-01-31.sqlite --export export/",
    run: async (call) => (await import("./keep.ts")).runRestore(call),
  }),
  command("guard", {
    usage: "export FILE | import FILE [--new] | adopt [--confirm ADDRESS] [--config FILE] [--json]",
    about:
      "export writes the guard's memory, also while the guard is in use. import reads such a file into\nthis guard, or with --new into a new one: for example from a file to PostgreSQL. If the guard is\nlost for good, adopt makes a new one from the store as it is. import --new and adopt print their\nrisk and ask for the operator's address.",
    options: {
      ...CONFIG,
      new: flag("makes the guard that the configuration names"),
      confirm: text("ADDRESS", "the operator's address, if there is no terminal to ask at"),
      ...ofCommand("guard"),
    },
    example: "npx anchorlog guard export /backup/guard-$(date +%F).json",
    run: async (call) => (await import("./guard.ts")).runGuard(call),
  }),
  command("export", {
    usage: "[DIR [--without-payloads]] [--config FILE] [--json]",
    about:
      "Writes an export for auditors, or continues the one in the folder. Without DIR, the running\nprocess writes to export.folder and export.publicFolder, if one runs. With DIR, this process\nwrites it, and needs the store and the guard for itself, unless they are PostgreSQL.",
    options: {
      "without-payloads": flag("writes hashes instead of payloads: anybody may read it, and sees who signed"),
      ...CONFIG,
      ...ofCommand("export"),
    },
    example: "npx anchorlog export /backup/export && npx anchorlog audit /backup/export",
    run: async (call) => (await import("./export.ts")).runExport(call),
  }),
];

const shells: readonly Command[] = [
  command("completion", {
    usage: "bash|zsh|fish",
    about: "Prints a script that completes commands and options in a shell.",
    options: {},
    example: 'eval "$(anchorlog completion bash)"',
    run: async (call) => (await import("./completion.ts")).runCompletion(call, COMMANDS),
  }),
];

/** The commands, grouped by purpose. */
export const GROUPS: readonly { readonly title: string; readonly commands: readonly Command[] }[] = [
  { title: "Judge what a platform did", commands: judging },
  { title: "Begin", commands: beginning },
  { title: "Operate", commands: operating },
  { title: "Watch", commands: watching },
  { title: "Keep", commands: keeping },
  { title: "Shells", commands: shells },
];

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = GROUPS.flatMap(({ commands }) => commands);
