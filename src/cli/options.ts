import { orOutage } from "../chain/view.ts";
import { readRegularFile } from "../base/regularFile.ts";
import { parseCheckpoint } from "../batch/checkpoint.ts";
import { isCompactBundle } from "../verify/bundle/compact.ts";
import { parseTrust, type Trust } from "../verify/trust.ts";
import { BadValue, type ValueType } from "../daemon/config/values.ts";
import { decodeUtf8 } from "../base/bytes.ts";
import { FormatError } from "../base/json.ts";
import { AnchorlogError } from "../base/errors.ts";
import { misplaced, type DocumentKind } from "./documents.ts";
import { UsageError } from "./usage.ts";

/**
 * Reads an argument as a value of a type. If the type is a secret's place, the argument may be the secret itself, and
 * is in no message.
 *
 * @throws UsageError
 */
export function readAs<T>(type: ValueType<T>, what: string, given: string, command: string): T {
  try {
    return type.read(given);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    const is = type.isSecret === true ? "" : `, not ${given}`;
    throw new UsageError(`${what} takes ${type.form}${is}${error.message === "" ? "" : `: ${error.message}`}`, command);
  }
}

/**
 * Reads an argument as {@link readAs} does, in the form of an environment variable: a list is divided by commas.
 * @throws UsageError
 */
export function readAsText<T>(type: ValueType<T>, what: string, given: string, command: string): T {
  return readAs({ ...type, read: (text) => type.read(type.fromText(String(text))) }, what, given, command);
}

/** A call of a command that judges, with the options for what to trust. */
export type TrustCall = {
  readonly values: {
    readonly checkpoint?: string;
    readonly rpc?: string;
    readonly trust?: string;
    readonly json?: boolean;
  };
  readonly positionals: readonly string[];
};

/** Loads the trusted data from the options. */
export async function loadTrust(values: TrustCall["values"]): Promise<Trust> {
  const { chain, ...trust } = await loadTrustLater(values);
  return { ...trust, chain: await chain?.() };
}

/** Loads the trusted data, but connects to the chain only when needed. */
export async function loadTrustLater(
  values: TrustCall["values"],
): Promise<Omit<Trust, "chain"> & { readonly chain: (() => Promise<Trust["chain"]>) | undefined }> {
  if (values.checkpoint !== undefined && values.rpc !== undefined) {
    throw new UsageError("--checkpoint and --rpc exclude each other");
  }
  const url = values.rpc === undefined ? undefined : checkUrl(values.rpc);
  return {
    checkpoint: await readOption("--checkpoint", values.checkpoint, parseCheckpoint),
    operator: await readOption("--trust", values.trust, parseTrust),
    chain: url === undefined ? undefined : () => connect(url),
  };
}

async function connect(url: string): Promise<Trust["chain"]> {
  const { connectChain } = await import("../chain/reader.ts");
  return orOutage(connectChain(url));
}

function checkUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  // The URL may hold a secret, so it is in no message.
  throw new UsageError("--rpc takes an http or https URL");
}

async function readOption<T>(
  option: "--checkpoint" | "--trust",
  file: string | undefined,
  parse: (text: string) => T,
): Promise<T | undefined> {
  if (file === undefined) return undefined;
  return parseDocument(
    `${option} ${file}`,
    await readDocument(file),
    parse,
    option === "--trust" ? "trust" : "checkpoint",
  );
}

/**
 * Parses a document that an option names.
 *
 * @param given the option and its file, for errors.
 * @param wanted the expected document, if it is one of the protocol's.
 * @throws UsageError if it is another document, or malformed.
 */
export function parseDocument<T>(
  given: string,
  content: Awaited<ReturnType<typeof readDocument>>,
  parse: (text: string) => T,
  wanted?: DocumentKind,
): T {
  const instead = wanted === undefined ? undefined : misplaced(content, wanted);
  if (instead !== undefined) throw new UsageError(`${given} ${instead}`);
  if (typeof content !== "string") throw new UsageError(`${given}: is not UTF-8 text of at most 8 MiB`);
  try {
    return parse(content);
  } catch (error) {
    if (error instanceof FormatError || error instanceof AnchorlogError) {
      throw new UsageError(`${given}: ${error.message}`);
    }
    throw error;
  }
}

/** The largest document that is read, in bytes. */
export const MAX_FILE_BYTES = 8 << 20;

/**
 * Reads a file. Returns bytes for a bundle in compact form, and text for UTF-8. Undefined if it is neither, or over 8
 * MiB.
 *
 * @throws AnchorlogError `unreadable` if it cannot be read, or is a FIFO, a device or a folder.
 */
export async function readDocument(file: string): Promise<string | Uint8Array | undefined> {
  return documentIn(await readRegularFile(file, MAX_FILE_BYTES));
}

/** Reads standard input as {@link readDocument} reads a file. */
export async function readInput(): Promise<string | Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_FILE_BYTES) return undefined;
    chunks.push(chunk);
  }
  return documentIn(new Uint8Array(Buffer.concat(chunks)));
}

/** Returns a document's bytes if it is a compact bundle, and its text otherwise; undefined if it is not UTF-8. */
export function documentIn(bytes: Uint8Array | undefined): string | Uint8Array | undefined {
  return bytes === undefined || isCompactBundle(bytes) ? bytes : decodeUtf8(bytes);
}
