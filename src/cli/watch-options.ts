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
      "for the operator itself: its configuration. It answers from that store while operate\nruns, and asks those nodes; it opens none of the operator's keys",
  },
  for: { type: "string", value: "ROLE", about: "user, by default, or operator; with --config always operator" },
  state: {
    type: "string",
    value: "FILE",
    about: "the file of its state, by default anchorlog-watch.json; made if it is missing",
  },
  "from-block": {
    type: "string",
    value: "N",
    about:
      "the first block to read: the block of the operator's registration, or an older one;\nby default it is searched for, with a node that has the state of old blocks",
  },
  contracts: {
    type: "string",
    value: "FILE",
    about: "{ stake, faultProofs, challenges, disputes }, for a registry of your own",
  },
  export: { type: "string", value: "DIR", about: "the operator's export, to answer from or to search for faults" },
  tiles: { type: "string", value: "URL|DIR", about: "its published tiles" },
  receipts: { type: "string", value: "DIR", about: "your own receipts and bundles, files *.json" },
  logs: { type: "string", value: "A,B", about: "names of logs, for receipts without a bundle" },
  gates: {
    type: "string",
    value: "A,B",
    about: "contracts that redeem objects: an announced redemption of an object of your\nreceipts raises an alarm",
  },
  budget: {
    type: "string",
    value: "AMOUNT",
    about:
      "acts, and spends at most this amount in 24 hours, for example 0.2ether, from an\naccount that nothing else sends from",
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
  once: { type: "boolean", about: "looks once. Exit codes: 0 no alarm, 1 an alarm holds, 2 not all could be checked" },
} as const;
