/** Checks settings against each other. */
import { resolve } from "node:path";
import { LOCAL_CHAIN_ID } from "../../development/keys.ts";
import type { Problem } from "./load.ts";
import type { Config } from "./settings.ts";

const same = (a: unknown, b: unknown): boolean => a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** Finds contradictions between well-formed settings. Malformed settings are absent here. */
export function checkTogether(config: Partial<Config>): Problem[] {
  return [...checkChain(config), ...checkPlaces(config), ...checkKeysTogether(config), ...checkTimes(config)];
}

function* checkChain(config: Partial<Config>): Generator<Problem> {
  const chainId = config["operator.chainId"];
  if (config["chain.rpc"] === undefined && chainId !== LOCAL_CHAIN_ID)
    yield { key: "chain.rpc", message: "it is missing: give a list of URLs, in the file or as ANCHORLOG_CHAIN_RPC" };
}

function* checkPlaces(config: Partial<Config>): Generator<Problem> {
  const [sqlite, postgres] = [config["store.sqlite"], config["store.postgres"]];
  const [guardFile, guardPostgres] = [config["guard.file"], config["guard.postgres"]];
  if (sqlite !== undefined && postgres !== undefined)
    yield { key: "store", message: "store.sqlite and store.postgres exclude each other: remove one" };
  if (sqlite === undefined && postgres === undefined)
    yield {
      key: "store",
      message: 'it is missing: give store.sqlite, for example "anchorlog.sqlite", or store.postgres',
    };
  if (guardFile !== undefined && guardPostgres !== undefined)
    yield { key: "guard", message: "guard.file and guard.postgres exclude each other: remove one" };
  const chainId = config["operator.chainId"];
  if (guardFile === undefined && guardPostgres === undefined && chainId !== undefined && chainId !== LOCAL_CHAIN_ID)
    yield {
      key: "guard",
      message: "it is missing: without one a restored backup costs the stake; give guard.file or guard.postgres",
    };
  if (postgres !== undefined && guardFile !== undefined)
    yield {
      key: "guard.file",
      message: "several processes write store.postgres, but only one can open this file: give guard.postgres",
    };
  if (same(postgres, guardPostgres))
    yield {
      key: "guard.postgres",
      message: "it is the store's own database, and would be restored with it: give another",
    };
  yield* checkApart(config);
  if (config["store.leader"] !== undefined && sqlite !== undefined)
    yield { key: "store.leader", message: "it is for store.postgres only: remove it" };
  if (config["store.leaseSeconds"] !== undefined && sqlite !== undefined)
    yield {
      key: "store.leaseSeconds",
      message: "it is for store.postgres only: remove it",
    };
  if (config["store.rememberedObjects"] !== undefined && sqlite !== undefined)
    yield { key: "store.rememberedObjects", message: "it is for store.postgres only: remove it" };
  if (config["store.reserveBytes"] !== undefined && postgres !== undefined)
    yield { key: "store.reserveBytes", message: "it is for store.sqlite only: remove it" };
  const [tiles, inStore] = [config["publish.tiles"], config["publish.inStore"] === true];
  if (inStore && tiles !== undefined)
    yield { key: "publish.inStore", message: "the tiles are in one place: remove it, or publish.tiles" };
  if (inStore && postgres === undefined)
    yield { key: "publish.inStore", message: "only processes that share store.postgres need it: give publish.tiles" };
  if (config["publish.mlDsaKey"] !== undefined && tiles === undefined && !inStore)
    yield { key: "publish.mlDsaKey", message: "it signs what is published: give publish.tiles, or remove it" };
  if (config["publish.policy"] !== undefined && tiles === undefined && !inStore)
    yield { key: "publish.policy", message: "witnesses cosign what is published: give publish.tiles, or remove it" };
}

const PLACES = [
  ...(["store.sqlite", "guard.file", "watch.state", "archive.folder"] as const),
  ...(["export.folder", "export.publicFolder", "publish.tiles"] as const),
];

/** Two settings with one path would overwrite each other's files, or publish them. */
function* checkApart(config: Partial<Config>): Generator<Problem> {
  const names = new Map<string, string>();
  for (const key of PLACES) {
    const path = config[key];
    if (path === undefined) continue;
    const at = resolve(config.folder ?? "", path);
    const other = names.get(at);
    if (other !== undefined) yield { key, message: `it is the path of ${other}, too: give another` };
    names.set(at, key);
  }
}

const KEYS = [
  "watch.account" as const,
  ...(["keys.account", "keys.anchor", "keys.receipt", "keys.note"] as const),
  ...(["keys.nextAnchor", "keys.nextReceipt", "keys.nextNote"] as const),
];

function* checkKeysTogether(config: Partial<Config>): Generator<Problem> {
  for (const [one, other] of [
    ["keys.anchor", "keys.receipt"],
    ["keys.anchor", "keys.note"],
    ["keys.receipt", "keys.note"],
  ] as const) {
    if (same(config[one], config[other]))
      yield { key: other, message: `it is the same as ${one}: each role has a key of its own` };
  }
  if (same(config["watch.account"], config["keys.account"]))
    yield { key: "watch.account", message: "it is keys.account, from which anchors are sent: name another account" };
  if (config["watch.account"] !== undefined && config["chain.rpc"] === undefined)
    yield { key: "watch.account", message: "answers need a node: give chain.rpc" };
  for (const name of ["watch.account", "keys.account", "keys.note", "keys.nextNote"] as const) {
    const from = config[name]?.from;
    if (from === "kms" || from === "rpc")
      yield {
        key: name,
        message: `keys behind ${from}: can be keys.anchor and keys.receipt only: name env:, file: or keystore:`,
      };
  }
  const chainId = config["operator.chainId"];
  for (const [i, chain] of (config["timestamps.chains"] ?? []).entries()) {
    const key = `timestamps.chains, item ${i + 1}`;
    if (chain.chainId === chainId) yield { key, message: `chain ${chainId} is the operator's own: name a further one` };
    if (chain.account.from === "development")
      yield { key, message: "development keys are publicly known: name your own account" };
  }
  if (chainId === undefined || chainId === LOCAL_CHAIN_ID) return;
  for (const name of KEYS) {
    if (config[name]?.from !== "development") continue;
    yield {
      key: name,
      message: `development keys are publicly known, and refused on chain ${chainId}: name your own key`,
    };
  }
}

function* checkTimes(config: Partial<Config>): Generator<Problem> {
  const promise = config["operator.maxAnchorDelaySeconds"];
  const age = config["anchors.maxAgeSeconds"];
  const ceiling = config["anchors.baseFeeCeilingGwei"];
  const [most, poll] = [config["transactions.maxFeeGwei"], config["anchors.pollSeconds"]];
  if (ceiling !== undefined && most !== undefined && ceiling > most)
    yield {
      key: "anchors.baseFeeCeilingGwei",
      message: "it is above transactions.maxFeeGwei, so the ceiling has no effect: give less",
    };
  const tip = config["transactions.minTipGwei"];
  if (tip !== undefined && most !== undefined && tip > most)
    yield { key: "transactions.minTipGwei", message: "it is above transactions.maxFeeGwei: give less" };
  if (promise === undefined) return;
  const [quarter, fifth] = [Math.floor(promise / 4), Math.floor(promise / 5)];
  const because = "of operator.maxAnchorDelaySeconds";
  const lease = config["store.leaseSeconds"];
  if (lease !== undefined && lease > quarter)
    yield {
      key: "store.leaseSeconds",
      message: `${lease} is over a quarter ${because}, after which nothing new is promised: give at most ${quarter}`,
    };
  if (age !== undefined && age > quarter)
    yield {
      key: "anchors.maxAgeSeconds",
      message: `${age} is over a quarter ${because}, after which nothing new is promised: give at most ${quarter}`,
    };
  else if (age !== undefined && ceiling !== undefined && age > fifth)
    yield {
      key: "anchors.maxAgeSeconds",
      message: `anchors.baseFeeCeilingGwei counts until a fifth ${because}: give at most ${fifth}, or remove that`,
    };
  if (poll !== undefined && poll > Math.max(1, quarter))
    yield {
      key: "anchors.pollSeconds",
      message: `${poll} is over a quarter ${because}: give at most ${quarter}`,
    };
}
