/** Reads an export from a web server. Browser-safe. */
import { decodeUtf8 } from "../../base/bytes.ts";
import { assertText } from "../../base/options.ts";
import { AnchorlogError } from "../../base/errors.ts";
import { within } from "../../base/within.ts";
import { bounded, readBounded, urlUnder } from "../../base/transfer.ts";
import type { ReadExport } from "./audit.ts";
import { decodeEach, UNREADABLE, type OpenLines } from "./blocks.ts";
import { EXPORT_FILES } from "./format.ts";

/** The most bytes of a file that is read as a whole: a million batches. */
const MOST_BYTES = 1 << 29;
/** How often opening is repeated if the export grows meanwhile. */
const ATTEMPTS = 10;

/**
 * Opens an export under a URL; undefined if there is no manifest. Redirects are errors, and so are all statuses except
 * 200, 206, 404 and 410.
 *
 * @param options.timeout milliseconds for a file's first byte, and for each file that is read as a whole.
 * @throws AnchorlogError `log_unavailable` if the server gives no usable answer.
 * @example
 * const read = await openHttpExport("https://api.example/export/")
 * if (read === undefined) throw new Error("there is no export")
 * const options = { threads: lineThreads(), kept: await openKeptAudit("audit-state") } // continues after a stop
 * const audit = await auditExport(read, { operator: parseTrust(trustFile) }, [], Date.now(), options)
 * for (const { where, meaning } of audit.findings) console.log(where, MEANINGS[meaning].wrong, MEANINGS[meaning].todo)
 */
export async function openHttpExport(url: string, { timeout = 30_000 } = {}): Promise<ReadExport | undefined> {
  assertText("the URL of openHttpExport", url, "give an address such as https://log.example/");
  const get = async (name: string): Promise<string | undefined> => {
    const bytes = await answered(url, name, () =>
      bounded(timeout, async (signal) => {
        const response = await ask(url, name, { signal });
        return response && readBounded(response, MOST_BYTES);
      }),
    );
    return bytes && (decodeUtf8(bytes) ?? (name.endsWith(".jsonl") ? decodeEach(bytes) : UNREADABLE));
  };
  let manifest: string | undefined = await get(EXPORT_FILES.manifest);
  if (manifest === undefined) return undefined;
  let batches: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    batches = await get(EXPORT_FILES.batches);
    const before: string | undefined = manifest;
    manifest = await get(EXPORT_FILES.manifest);
    if (manifest === before) break;
  }
  const read = async (name: string): Promise<string | undefined> =>
    name === EXPORT_FILES.manifest ? manifest : name === EXPORT_FILES.batches ? batches : get(name);
  return Object.assign(read, { lines: (name: string) => openLinesAt(url, name, timeout) });
}

/** Reads a response's next piece. @throws Error if none comes in time. */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array> | undefined, timeout: number) {
  if (reader === undefined) return undefined;
  const next = await within(timeout, reader.read(), undefined);
  if (next !== undefined) return next;
  await reader.cancel();
  throw new Error(`no answer within ${timeout} ms`);
}

/** Opens a file of lines; undefined if it does not exist. */
async function openLinesAt(url: string, name: string, timeout: number): Promise<OpenLines | undefined> {
  const head = await answered(url, name, () =>
    bounded(timeout, (signal) => ask(url, name, { method: "HEAD", signal })),
  );
  if (head === undefined) return undefined;
  const bytes = Number(head.headers.get("content-length") ?? 0);
  return { bytes, chunks: (from = 0) => piecesAt(url, name, from, timeout) };
}

async function* piecesAt(
  url: string,
  name: string,
  from: number,
  timeout: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const headers: Record<string, string> = from === 0 ? {} : { range: `bytes=${from}-` };
  const response = await answered(url, name, () => bounded(timeout, (signal) => ask(url, name, { headers, signal })));
  // A server may ignore the range, and send all.
  let skip = response?.status === 206 ? 0 : from;
  const reader = response?.body?.getReader();
  for (;;) {
    const next = await answered(url, name, () => nextOf(reader, timeout));
    if (next?.value === undefined) return;
    const piece = next.value.subarray(skip);
    skip -= next.value.length - piece.length;
    if (piece.length > 0) yield piece.slice();
  }
}

async function ask(url: string, name: string, init: RequestInit): Promise<Response | undefined> {
  const response = await fetch(urlUnder(url, name), { ...init, redirect: "error" });
  if (response.status === 200 || response.status === 206) return response;
  await response.body?.cancel();
  if (response.status === 404 || response.status === 410) return undefined;
  // The file ends where the range begins: nothing was added.
  if (response.status === 416) return undefined;
  throw new Error(`the answer is ${response.status}`);
}

async function answered<T>(url: string, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AnchorlogError && error.code === "bad_url") throw error;
    throw new AnchorlogError("log_unavailable", `${urlUnder(url, name)} cannot be read: ${(error as Error).message}`, {
      fix: "check the URL, and try again",
      cause: error,
    });
  }
}
