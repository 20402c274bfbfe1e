/** `anchorlog curl`: signs one HTTP request with a local key, sends it, and checks the receipt. */
import { attempt } from "../base/attempt.ts";
import { readRegularFile } from "../base/regularFile.ts";
import { connectChain } from "../chain/reader.ts";
import {
  DescriptionError,
  judgeDescription,
  type DescribedOperator,
  type OperatorPin,
} from "../verify/bundle/description.ts";
import { parseTrust } from "../verify/trust.ts";
import { readSecret, readSecretUrl } from "../daemon/config/secrets.ts";
import { address, heldKey, password as secretPlace, rpcUrl } from "../daemon/config/values.ts";
import { fromHex } from "../base/hex.ts";
import { FormatError, parseStrictJson } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { createSignedFetch } from "../http/client.ts";
import { sentAction } from "../http/deliver.ts";
import { decodeEntry } from "../log/entry.ts";
import { checkReceipt } from "../log/receipt/check.ts";
import { receiptKeyAt } from "../batch/trusted.ts";
import { isDevelopmentAddress } from "../action/signers/development.ts";
import { readBounded } from "../base/transfer.ts";
import { openGivenAccount } from "./account.ts";
import type { Call } from "./command.ts";
import { parseDocument, readAs, readDocument } from "./options.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";
import { complain, print, printable } from "./print.ts";

type Values = {
  readonly [
    N in "request" | "data" | "content-type" | "key" | "password" | "api-key" | "log" | "trust" | "rpc" | "registry"
  ]?: string;
};

/** The most bytes of a request's body, and of an answer. */
const MAX_BYTES = 8 << 20;
/** Milliseconds that an answer may take. */
const TIMEOUT = 60_000;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const LOCAL_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns the exit code: 0 if the answer's status is 2xx and its receipt holds, else 1. */
export async function runCurl({ values, positionals }: Call): Promise<number> {
  const call = readRequest(values, positionals);
  const credential = await readCredential(values);
  try {
    const response = await send(call, credential, values);
    return await show(response.answer, response.pinned);
  } catch (error) {
    if (error instanceof DescriptionError) await complain(`nothing was signed: ${error.message}\n`);
    else if (error instanceof NoAnswer) await complain(`${error.message}\n`);
    else throw error;
    return EXIT_CODES.invalid;
  }
}

type RequestCall = { readonly url: URL; readonly method: string; readonly data: string | undefined };

/** @throws UsageError */
function readRequest({ request, data, key }: Values, positionals: readonly string[]): RequestCall {
  const [given, extra] = positionals;
  if (given === undefined || extra !== undefined) throw wrongCall("curl takes one URL");
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // The text may hold a password.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw wrongCall("the URL is not http or https, or contains a user");
  const method = (request ?? (data === undefined ? "GET" : "POST")).toUpperCase();
  if (!READS.has(method) && !WRITES.has(method))
    throw wrongCall(`--request takes ${[...READS, ...WRITES].join(", ")}, not ${method}`);
  if (READS.has(method) && data !== undefined) throw wrongCall(`a ${method} takes no --data`);
  if (WRITES.has(method) && key === undefined) throw wrongCall(`a ${method} is signed: give --key`);
  if (key !== undefined) readAs(heldKey, "--key", key, "curl");
  return { url, method, data };
}

const wrongCall = (message: string): UsageError => new UsageError(message, "curl");

const readPlace = (given: string) =>
  readAs({ ...secretPlace, form: "env:NAME or file:PATH that holds the key" }, "--api-key", given, "curl");

/** @throws UsageError; as {@link readSecret}. */
async function readCredential({ "api-key": given }: Values): Promise<Headers> {
  if (given === undefined) return new Headers();
  const place = { config: { folder: process.cwd() }, env: process.env, name: "--api-key" };
  const key = await readSecret(readPlace(given), place);
  if (!/^[\x21-\x7e]+$/.test(key)) throw wrongCall("--api-key: the text there is not an API key");
  return new Headers({ "x-api-key": key });
}

type Sent = { readonly answer: Response; readonly pinned: DescribedOperator | undefined };

/** Sends a read as it is. Signs a write, if the operator is the one that its caller means. */
async function send({ url, method, data }: RequestCall, credential: Headers, values: Values): Promise<Sent> {
  if (READS.has(method)) {
    return { answer: await fetchOnce(new Request(url, { method, headers: credential })), pinned: undefined };
  }
  const pin = await readPin(values);
  const body = await readData(data);
  const description = await fetchOnce(new Request(new URL("/.well-known/anchorlog", url)));
  if (!description.ok) throw noDescription(`answers ${description.status}`);
  const pinned = await judgeDescription(readDescription(await textOf(description)), {
    host: url.host,
    now: Date.now(),
    pin,
  });
  const account = await openKey(values, url, pinned);
  const log = values.log ?? (await readLog(url, credential));
  const signedFetch = createSignedFetch({
    account,
    operator: pinned.named,
    log,
    authority: url.host,
    origins: [url.origin],
    receiptKey: pinned.trusted.receiptKey,
    // It is checked once the answer is printed.
    readReceipt: "later",
    fetch: fetchOnce,
  });
  const headers = new Headers(credential);
  if (body !== undefined) headers.set("content-type", values["content-type"] ?? "application/json");
  return { answer: await signedFetch(url, { method, headers, ...(body !== undefined && { body }) }), pinned };
}

/** @throws UsageError */
async function readPin({ trust, rpc, registry }: Values): Promise<OperatorPin> {
  if ((trust === undefined) === (rpc === undefined))
    throw wrongCall("a write is signed only for a known operator: give --trust FILE, or --rpc URL of its chain");
  if (registry !== undefined && rpc === undefined) throw wrongCall("--registry needs --rpc");
  if (trust !== undefined)
    return { operator: parseDocument(`--trust ${trust}`, await readDocument(trust), parseTrust, "trust") };
  const place = { config: { folder: process.cwd() }, env: process.env, name: "--rpc" };
  const url = await readSecretUrl(readAs(rpcUrl, "--rpc", rpc!, "curl"), ["http", "https"], place);
  return {
    connect: () => connectChain(url),
    registry: registry === undefined ? undefined : readAs(address, "--registry", registry, "curl"),
  };
}

/** @param text attacker-controlled. @throws DescriptionError */
function readDescription(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof FormatError) throw noDescription(`cannot be read: ${error.message}`);
    throw error;
  }
}

const noDescription = (why: string): DescriptionError =>
  new DescriptionError("bad_description", `GET /.well-known/anchorlog ${why}`);

/** @param data the text itself, or `@` and a file. */
async function readData(data: string | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (data === undefined) return undefined;
  if (!data.startsWith("@")) return new TextEncoder().encode(data);
  const bytes = await readRegularFile(data.slice(1), MAX_BYTES);
  if (bytes === undefined) throw wrongCall(`--data ${data} is over ${MAX_BYTES} bytes`);
  return new Uint8Array(bytes);
}

/** @throws AnchorlogError `development_key`; as {@link openGivenAccount}. */
async function openKey({ key, password }: Values, { hostname }: URL, { trusted }: DescribedOperator) {
  const place = { env: process.env, chainId: trusted.chainId, command: "curl" };
  const account = await openGivenAccount({ key: key!, password }, place);
  if (!isDevelopmentAddress(account.address) || LOCAL_HOSTS.has(hostname)) return account;
  throw new AnchorlogError("development_key", "--key is a publicly known development key", {
    fix: `sign for ${hostname} with your own key: development keys sign for localhost only`,
  });
}

/** The log of the organization that the credential is of. @throws UsageError if the API does not name it. */
async function readLog(url: URL, credential: Headers): Promise<string> {
  const answer = await fetchOnce(new Request(new URL("/wallets/me", url), { headers: credential }));
  const { organization } = Object(jsonOf(await textOf(answer))) as { readonly organization?: unknown };
  const { log_name: log } = Object(organization) as { readonly log_name?: unknown };
  if (answer.ok && typeof log === "string") return log;
  throw wrongCall(`give --log: GET /wallets/me answers ${answer.status}, and does not name the log`);
}

/** The server did not answer. A write may have been done or not. */
class NoAnswer extends Error {}

/** Follows no redirect: it would carry the API key elsewhere. */
async function fetchOnce(request: Request): Promise<Response> {
  try {
    return await fetch(request, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
  } catch (error) {
    throw new NoAnswer(`no answer from ${new URL(request.url).host}: ${reasonOf(error)}`);
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}

async function textOf(answer: Response): Promise<string> {
  try {
    return new TextDecoder().decode(await readBounded(answer, MAX_BYTES));
  } catch (error) {
    throw new NoAnswer(`the answer did not arrive as a whole: ${reasonOf(error)}`);
  }
}

const jsonOf = (text: string): unknown => attempt(() => JSON.parse(text) as unknown);

/** Prints an answer, and checks the receipt of a write. Returns the exit code. */
async function show(answer: Response, pinned: DescribedOperator | undefined): Promise<number> {
  await complain(`HTTP ${answer.status} ${answer.statusText}`.trimEnd() + "\n");
  const text = await textOf(answer);
  // A terminal obeys escape sequences.
  await print(process.stdout.isTTY ? printable(text) : text);
  if (!answer.ok) return EXIT_CODES.invalid;
  if (pinned === undefined) return EXIT_CODES.valid;
  const { receipt, x_receipt } = Object(jsonOf(text)) as { readonly receipt?: unknown; readonly x_receipt?: unknown };
  const { trusted, named } = pinned;
  try {
    const checked = await checkReceipt(receipt ?? x_receipt, sentAction(answer)!, {
      operator: named,
      receiptKey: (key, acceptedAt) => receiptKeyAt(trusted, key, acceptedAt) === "serves",
    });
    const { index, acceptedAt } = decodeEntry(fromHex(checked.entry));
    await complain(`receipt: entry ${index}, accepted ${new Date(acceptedAt).toISOString()}\n`);
    return EXIT_CODES.valid;
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    await complain(`${error.message}\n`);
    return EXIT_CODES.invalid;
  }
}
