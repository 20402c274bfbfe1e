import { createPublicClient, createWalletClient, defineChain } from "viem";
import { readExportFolder } from "../verify/audit/folder.ts";
import { checkpointOrigin, type OperatorId } from "../action/domain.ts";
import { parseTrust } from "../verify/trust.ts";
import type { Environment } from "../daemon/config/load.ts";
import { identityOf, rpcOf, transportOf } from "../daemon/config/open.ts";
import type { Config } from "../daemon/config/settings.ts";
import { readSecretUrl } from "../daemon/config/secrets.ts";
import { amount } from "../daemon/config/amount.ts";
import { logNames, urlOf } from "../daemon/config/values.ts";
import type { Hex } from "../base/hex.ts";
import { hexOf, parseStrictJson, readObject } from "../base/json.ts";
import { toJson } from "../base/jsonable.ts";
import { AnchorlogError } from "../base/errors.ts";
import { tileFolder } from "../tlog/node.ts";
import { httpTiles } from "../tlog/tileStore.ts";
import {
  exportRecords,
  openWatch,
  OPERATOR_DUTIES,
  USER_DUTIES,
  type ProveLead,
  type WatchEvent,
  type WatchOptions,
} from "../watch/index.ts";
import { errorFields, withoutUrls } from "../daemon/log.ts";
import { watchPages } from "../daemon/pages.ts";
import { serveStatus, type Server } from "../daemon/server.ts";
import { openGivenAccount } from "./account.ts";
import { parseDocument, readAs, readAsText, readDocument } from "./options.ts";
import { EXIT_CODES, readPort, UsageError } from "./usage.ts";
import { print } from "./print.ts";
import { SIGNALS } from "./operate/signals.ts";
import { openOwnWatch, type OwnWatch } from "./reading.ts";
import type { WATCH_OPTIONS } from "./watch-options.ts";

type Values = { readonly [N in keyof typeof WATCH_OPTIONS]?: string | boolean | undefined };

/** `anchorlog watch`. Returns the exit code: the verdict with \`--once\`, and otherwise 0 after a signal. */
export async function runWatch(call: {
  readonly values: Values;
  readonly positionals: readonly string[];
}): Promise<number> {
  if (call.positionals.length > 0) throw new UsageError("watch takes options only", "watch");
  const values = call.values as { readonly [N in keyof Values]?: string };
  // Events are written in order. If writing fails, the watchtower stops.
  let written = Promise.resolve();
  const stop = new AbortController();
  const write = (line: object): void => {
    written = written.then(() => print(`${withoutUrls(JSON.stringify(toJson(line)))}\n`));
    written.catch((error: unknown) => stop.abort(error));
  };
  const own = values.config === undefined ? undefined : await openOwnWatch(values.config, process.env);
  let server: Server | undefined;
  let at: ReturnType<typeof placeOf>;
  const watch = await openBeside(own, async () => {
    at = placeOf(values, own?.config);
    return openWatch({ ...(await readWatchOptions(values, process.env, own)), onEvent: (e: WatchEvent) => write(e) });
  });
  const end = (): void => stop.abort();
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    if (call.values.once !== true) {
      const event = (level: "info" | "error", event: string, fields: object): void =>
        write({ time: new Date().toISOString(), level, event, ...fields });
      if (at !== undefined) {
        const onError = (error: unknown): void => event("error", "status_failed", errorFields(error));
        server = await serveStatus({ ...at, pages: watchPages(() => watch.status()), onError });
        event("info", "started", { listening: new URL(server.url).host });
      }
      await watch.run({ signal: stop.signal });
      await written;
      return EXIT_CODES.valid;
    }
    const pass = await watch.pass();
    write({ time: new Date().toISOString(), event: "pass", ...pass });
    await written;
    return pass.exitCode;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    await server?.close();
    await watch.close();
    await own?.close();
  }
}

/** The address of the status server; undefined for none. */
function placeOf(
  { "http-port": given, "http-host": host }: { readonly [N in keyof Values]?: string },
  config: Config | undefined,
): { readonly host: string; readonly port: number } | undefined {
  const port = given === undefined ? config?.["watch.httpPort"] : readPort("--http-port", given, "watch");
  if (port !== undefined) return { host: host ?? config?.["http.host"] ?? "127.0.0.1", port };
  if (host === undefined) return undefined;
  throw new UsageError("--http-host is for --http-port: give both", "watch");
}

/** Closes the operator's records if opening fails. */
async function openBeside<T>(own: OwnWatch | undefined, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    await own?.close();
    throw error;
  }
}

/**
 * Reads the options of a watchtower from command-line options and environment.
 *
 * @throws UsageError for missing or malformed values; no secret is in a message.
 */
async function readWatchOptions(
  values: { readonly [N in keyof Values]?: string },
  env: Environment,
  own?: OwnWatch,
): Promise<WatchOptions> {
  const { export: folder, tiles, receipts, logs, gates } = values;
  const trust =
    own !== undefined && values.trust === undefined ? undefined : await document("--trust", values.trust, parseTrust);
  const { chainId, registry, operator: address } = trust ?? identityOf(own!.config);
  const operator = { chainId, registry, operator: address };
  if (own !== undefined) assertOwn(own.config, operator, values);
  const nodes = await readNodes(values.rpc ?? env["ANCHORLOG_WATCH_RPC"], env, own?.config);
  const role = values.for ?? (own === undefined ? "user" : "operator");
  if (role !== "user" && role !== "operator") throw new UsageError("--for takes user or operator", "watch");
  if (tiles !== undefined && trust === undefined) throw new UsageError("--tiles needs --trust, for their key", "watch");
  const nativeCurrency = { name: "Ether", symbol: "ETH", decimals: 18 };
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
  });
  const transports = nodes.map(transportOf);
  const budget = values.budget === undefined ? undefined : readAs(amount, "--budget", values.budget, "watch");
  const account =
    budget === undefined
      ? undefined
      : await openGivenAccount(
          { key: values.key ?? "env:ANCHORLOG_SECRET_WATCH", password: values.password },
          { env, chainId, command: "watch" },
        );
  if (account === undefined && (values.key !== undefined || values.password !== undefined)) {
    throw new UsageError("--key and --password are for acting: give --budget, too", "watch");
  }
  const walletClient = account && createWalletClient({ account, chain, transport: transports[0]! });
  const webhook = readHook(env);
  return {
    operator,
    clients: transports.map((transport) => createPublicClient({ chain, transport, cacheTime: 0, ccipRead: false })),
    state: values.state ?? "anchorlog-watch.json",
    ...(values["from-block"] !== undefined && { fromBlock: integer("--from-block", values["from-block"]) }),
    duties: role === "user" ? USER_DUTIES : OPERATOR_DUTIES,
    interval: Number(integer("--interval", values.interval ?? "12")),
    prove,
    ...(values.contracts !== undefined && {
      contracts: await document("--contracts", values.contracts, readContracts),
    }),
    ...(own && { records: own.records }),
    ...(folder !== undefined && { records: exportRecords(() => readExportFolder(folder), operator) }),
    ...(tiles !== undefined && {
      tiles: { source: isUrl(tiles) ? httpTiles(tiles) : tileFolder(tiles), noteKey: trust!.noteKey },
    }),
    ...(receipts !== undefined && { receipts }),
    ...(gates !== undefined && { gates: gates.toLowerCase().split(",") as Hex[] }),
    ...(logs !== undefined && { logs: readAsText(logNames, "--logs", logs, "watch") }),
    ...(walletClient && { act: { walletClient, budget: budget! } }),
    ...(webhook && { webhook }),
  };
}

/** Loaded only when there is something to prove, since it takes threads and proving keys. */
const prove: ProveLead = async (request) => {
  const { openProver, proveOrder } = await import("../proof/prover.ts");
  const prover = await openProver();
  try {
    return await proveOrder(request, { prover });
  } finally {
    await prover.close();
  }
};

const isUrl = (given: string): boolean => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);

function integer(option: string, given: string): bigint {
  if (/^[0-9]{1,30}$/.test(given)) return BigInt(given);
  throw new UsageError(`${option} takes an integer, not ${given}`, "watch");
}

/** With `--config`, the watchtower must watch that configuration's operator, with its records. */
function assertOwn(config: Config, operator: OperatorId, values: { readonly [N in keyof Values]?: string }): void {
  const isOwn = checkpointOrigin(identityOf(config)) === checkpointOrigin(operator);
  if (!isOwn) throw new UsageError("--trust and --config are of two operators: leave one of them out", "watch");
  if (values.export !== undefined) throw new UsageError("--export and --config exclude each other", "watch");
  if (values.for === "user") throw new UsageError("--config is for the operator's own watchtower", "watch");
}

/** Reads the nodes' URLs from the option, or else from the configuration. Each may be a reference to the URL. */
async function readNodes(given: string | undefined, env: Environment, config: Config | undefined): Promise<string[]> {
  const urls = (given ?? "").split(",").filter((url) => url !== "");
  if (urls.length > 0) {
    const place = { config: { folder: process.cwd() }, env, name: "--rpc" };
    return Promise.all(urls.map((url) => readSecretUrl(readAs(rpcUrl, "--rpc", url.trim(), "watch"), RPC, place)));
  }
  if (config === undefined) throw new UsageError("watch needs --rpc, or ANCHORLOG_WATCH_RPC", "watch");
  return Promise.all(rpcOf(config).map((url) => readSecretUrl(url, RPC, { config, env, name: "chain.rpc" })));
}

const RPC = ["http", "https"];
const rpcUrl = urlOf(...RPC);

function readHook(env: Readonly<Record<string, string | undefined>>): WatchOptions["webhook"] {
  const [url, secret] = [env["ANCHORLOG_WEBHOOK_URL"], env["ANCHORLOG_SECRET_WEBHOOK"]];
  if (url === undefined && secret === undefined) return undefined;
  if (url !== undefined && secret !== undefined) return { url, secret };
  throw new UsageError("a webhook takes both ANCHORLOG_WEBHOOK_URL and ANCHORLOG_SECRET_WEBHOOK", "watch");
}

function readContracts(given: string): NonNullable<WatchOptions["contracts"]> {
  const at = hexOf(20);
  const shape = { stake: at, faultProofs: at, challenges: at, disputes: at };
  return readObject(parseStrictJson(given), "", shape);
}

/** Reads the file of an option. @throws UsageError if it is malformed. */
async function document<T>(
  option: "--trust" | "--contracts",
  file: string | undefined,
  parse: (text: string) => T,
): Promise<T> {
  if (file === undefined) throw new UsageError(`watch needs ${option}`, "watch");
  const content = await readDocument(file).catch((cause: unknown) => {
    if (!(cause instanceof AnchorlogError)) throw cause;
    throw new AnchorlogError("unreadable", `${option}: ${cause.message}`, { fix: "name a file that is there", cause });
  });
  return parseDocument(`${option} ${file}`, content, parse, option === "--trust" ? "trust" : undefined);
}
