/** The options of `anchorlog watch`. It also reads the environment. */
export const WATCH_OPTIONS = {
  trust: { type: "string", value: "FILE", about: "the operator: its chain, registry and keys (anchorlog.trust/1)" },
  rpc: {
    type: "string",
    value: "URL[,URL]",
    about: "nodes of its chain, URLs, env:NAME or file:PATH; by default ANCHORLOG_WATCH_RPC",
  },
  config: {
    type: "string",
    value: "FILE",
    about:
      "for the operator itself: its configuration, whose store is answered from while\noperate runs, and whose nodes are asked; its keys are not opened",
  },
  for: { type: "string", value: "ROLE", about: "user, by default, or operator; with --config always operator" },
  state: {
    type: "string",
    value: "FILE",
    about: "what it remembers, by default anchorlog-watch.json; made where it is missing",
  },
  "from-block": {
    type: "string",
    value: "N",
    about:
      "where to begin to read: the block that the operator registered in, or an older one;\nby default it is found, where a node has the state of old blocks",
  },
  contracts: {
    type: "string",
    value: "FILE",
    about: "{ stake, faultProofs, challenges, disputes }, for a registry of one's own",
  },
  export: { type: "string", value: "DIR", about: "the operator's export: to answer from, or to search" },
  tiles: { type: "string", value: "URL|DIR", about: "its published tiles" },
  receipts: { type: "string", value: "DIR", about: "one's own receipts and bundles, files *.json" },
  logs: { type: "string", value: "A,B", about: "names of logs, for receipts that come without a bundle" },
  budget: {
    type: "string",
    value: "AMOUNT",
    about:
      "acts, and spends at most that much in 24 hours, 0.2ether say: from an account that\nnothing else sends from",
  },
  key: {
    type: "string",
    value: "REFERENCE",
    about: "that account's key, env:NAME, file:PATH or keystore:PATH; by default\nenv:ANCHORLOG_SECRET_WATCH",
  },
  password: {
    type: "string",
    value: "REFERENCE",
    about: "opens a keystore, env:NAME or file:PATH; by default env:ANCHORLOG_SECRET_PASSWORD",
  },
  interval: { type: "string", value: "S", about: "seconds between two looks, by default 12" },
  "http-port": {
    type: "string",
    value: "PORT",
    about:
      "serves /livez, /readyz, /metrics and /status there; by default watch.httpPort of\nthe configuration, or nowhere",
  },
  "http-host": {
    type: "string",
    value: "HOST",
    about: "the address for it; by default http.host of the configuration, or 127.0.0.1",
  },
  once: { type: "boolean", about: "looks once. Exit codes: 0 nothing, 1 something is wrong, 2 not known" },
} as const;
