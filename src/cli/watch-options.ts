import { flag, text } from "./command.ts";

/** The options of `anchorlog watch`. It also reads the environment. */
export const WATCH_OPTIONS = {
  trust: text("FILE", "the operator: its chain, registry and keys (anchorlog.trust/1)"),
  rpc: text("URL[,URL]", "nodes of its chain, URLs, env:NAME or file:PATH; by default ANCHORLOG_WATCH_RPC"),
  config: text(
    "FILE",
    "for the operator itself: its configuration. It answers from that store while operate\nruns, and asks those nodes; it opens none of the operator's keys",
  ),
  for: text("ROLE", "user, by default, or operator; with --config always operator"),
  state: text("FILE", "the file of its state, by default anchorlog-watch.json; made if it is missing"),
  "from-block": text(
    "N",
    "the first block to read: the block of the operator's registration, or an older one;\nby default it is searched for, with a node that has the state of old blocks",
  ),
  contracts: text("FILE", "{ stake, faultProofs, challenges, disputes }, for a registry of your own"),
  export: text("DIR", "the operator's export, to answer from or to search for faults"),
  tiles: text("URL|DIR", "its published tiles"),
  receipts: text("DIR", "your own receipts and bundles, files *.json"),
  logs: text("A,B", "names of logs, for receipts without a bundle"),
  gates: text(
    "A,B",
    "contracts that redeem objects: an announced redemption of an object of your\nreceipts raises an alarm",
  ),
  budget: text(
    "AMOUNT",
    "acts, and spends at most this amount in 24 hours, for example 0.2ether, from an\naccount that nothing else sends from",
  ),
  key: text(
    "REFERENCE",
    "that account's key, env:NAME, file:PATH or keystore:PATH; by default\nenv:ANCHORLOG_SECRET_WATCH",
  ),
  password: text("REFERENCE", "opens a keystore, env:NAME or file:PATH; by default env:ANCHORLOG_SECRET_PASSWORD"),
  interval: text("S", "seconds between two looks, by default 12"),
  "http-port": text(
    "PORT",
    "serves /livez, /readyz, /metrics and /status there; by default watch.httpPort of\nthe configuration, or nowhere",
  ),
  "http-host": text("HOST", "the address for it; by default http.host of the configuration, or 127.0.0.1"),
  once: flag("looks once. Exit codes: 0 no alarm, 1 an alarm holds, 2 not all could be checked"),
} as const;
