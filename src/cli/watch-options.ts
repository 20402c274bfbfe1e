/** What the command takes, beside the environment. */
export const WATCH_OPTIONS = {
  trust: { type: "string" },
  rpc: { type: "string" },
  for: { type: "string" },
  state: { type: "string" },
  "from-block": { type: "string" },
  contracts: { type: "string" },
  export: { type: "string" },
  tiles: { type: "string" },
  receipts: { type: "string" },
  logs: { type: "string" },
  budget: { type: "string" },
  interval: { type: "string" },
  once: { type: "boolean" },
} as const;

export const WATCH_HELP = `anchorlog watch --trust FILE --rpc URL[,URL] [--for user|operator] [options]

  Watches an operator: for a user, asks for what is overdue or not shown, reports faults, takes
  leads in disputes; for the operator, answers challenges. Without --budget it only says what
  it would do. Events are JSON lines on standard output.

  --trust FILE       the operator: its chain, registry and keys (anchorlog.trust/1)
  --rpc URL[,URL]    nodes of its chain; or ANCHORLOG_WATCH_RPC, since a URL may hold a secret
  --for ROLE         user, by default, or operator
  --state FILE       what it remembers, by default anchorlog-watch.json; made where it is missing
  --from-block N     where to begin to read: the block that the contracts were deployed in
  --contracts FILE   { stake, faultProofs, challenges, disputes }, for a registry of one's own
  --export DIR       the operator's export: to answer from, or to search
  --tiles URL|DIR    its published tiles
  --receipts DIR     one's own receipts and bundles, files *.json
  --logs A,B         names of logs, for receipts that come without a bundle
  --budget WEI       acts, and spends at most that much in 24 hours: with the key in
                     ANCHORLOG_SECRET_WATCH, of an account that nothing else sends from
  --interval S       seconds between two looks, by default 12
  --once             looks once. Exit codes: 0 nothing, 1 something is wrong, 2 not known

  ANCHORLOG_WEBHOOK_URL and ANCHORLOG_SECRET_WEBHOOK (whsec_...) name a webhook for alarms.

For example:

  anchorlog watch --trust trust.json --rpc https://eth.example --tiles https://log.example/tiles/ \\
    --receipts receipts/ --once
`;
