import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { formatTime } from "../action/time.ts";
import { AnchorlogError } from "../base/errors.ts";
import { toHex, fromHex } from "../base/hex.ts";
import { FormatError, NewerFormatError, parseStrictJson } from "../base/json.ts";
import { parseCheckpoint } from "../batch/checkpoint.ts";
import { decodeHeader, type Header } from "../batch/header.ts";
import { decodeEntry, type Entry } from "../log/entry.ts";
import { parseProof } from "../proof/document.ts";
import { readReceiptFields } from "../log/receipt/receipt.ts";
import { formatVerifierKey } from "../tlog/note.ts";
import { describeObject } from "../verify/bundle/about.ts";
import { parseBundle } from "../verify/bundle/bundle.ts";
import { decodeBundle } from "../verify/bundle/compact.ts";
import { EXPORT_FILES, parseManifest } from "../verify/audit/format.ts";
import { parseTrust } from "../verify/trust.ts";
import type { Call } from "./command.ts";
import { documentKind, nameOf, UNPACK, type DocumentKind } from "./documents.ts";
import { readDocument } from "./options.ts";
import { print, printable } from "./print.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";

/** A document in words, by name. */
export type Says = Readonly<Record<string, unknown>>;

/** `anchorlog inspect`: prints what a file says. It verifies nothing. Returns the exit code. */
export async function runInspect({ values, positionals }: Call): Promise<number> {
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new UsageError("inspect takes one file or folder", "inspect");
  const isFolder = (await stat(file).catch(() => undefined))?.isDirectory() === true;
  if (isFolder && !existsSync(join(file, EXPORT_FILES.manifest))) {
    const { inspectFaultFolder } = await import("./inspectFault.ts");
    const faults = await inspectFaultFolder(file);
    if (faults.length > 0) return printInspection(file, "fault", { faults }, values["json"] === true);
    throw new UsageError(`${file} is neither an export, with manifest.json, nor a folder with proofs of faults`);
  }
  const content = await readDocument(isFolder ? join(file, EXPORT_FILES.manifest) : file);
  const document = documentKind(content);
  if (content === undefined) throw new UsageError(`${file} is neither text nor a compact bundle. ${UNPACK}`);
  if (document === undefined) {
    throw new UsageError(`${file} is not a document of anchorlog: it has no \`format\`, and is not a checkpoint`);
  }
  return printInspection(file, document, await read(file, document, content), values["json"] === true, isFolder);
}

async function printInspection(
  file: string,
  document: DocumentKind,
  says: Says,
  isJson: boolean,
  isFolder = false,
): Promise<number> {
  if (isJson) await print(`${JSON.stringify({ file, document, says })}\n`);
  else {
    const isExport = isFolder && document === "export";
    const is =
      "faults" in says
        ? "holds proofs of faults: give it to `npx anchorlog report-fault`"
        : `is ${isExport ? "an export: give it to `npx anchorlog audit`" : nameOf(document)}`;
    await print(printable(`${file} ${is}. It says the following; nothing is verified.\n`));
    await print(printable(linesOf(says)));
  }
  return EXIT_CODES.valid;
}

/** Formats members as lines, nested members indented. */
function linesOf(says: unknown, by = 2): string {
  return Object.entries(Object(says) as Says)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const shown = `${" ".repeat(by)}${Array.isArray(says) ? "-" : `${name}:`}`;
      // A line break within a value must not look like a member.
      const text = /[\r\n]/.test(String(value)) ? JSON.stringify(value) : String(value);
      if (typeof value !== "object" || value === null) return `${shown} ${text}\n`;
      return Object.keys(value).length === 0 ? `${shown} none\n` : `${shown}\n${linesOf(value, by + 2)}`;
    })
    .join("");
}

async function read(file: string, document: DocumentKind, content: string | Uint8Array): Promise<Says> {
  try {
    if (document === "bundle") return bundle(content);
    if (typeof content !== "string") throw new Error("only a bundle has a compact form");
    return await READERS[document](content);
  } catch (error) {
    const isFault = [FormatError, NewerFormatError, AnchorlogError, RangeError].some((kind) => error instanceof kind);
    if (isFault) throw new UsageError(`${file} is not ${nameOf(document)}: ${(error as Error).message}`);
    throw error;
  }
}

function bundle(content: string | Uint8Array): Says {
  const { operator, log, action, entry, receipt, inclusion } =
    typeof content === "string" ? parseBundle(content) : decodeBundle(content);
  const { primaryType, payloadType, message, signature } = action;
  return {
    operator,
    log,
    action: { kind: primaryType, payloadType, ...(message as object), signature: short(signature) },
    entry: entryOf(entry),
    receiptKey: receipt.key,
    ...(inclusion === undefined
      ? { state: "promised: the bundle has no inclusion in a batch" }
      : { batch: headerOf(inclusion.header), checkpoint: { ...inclusion.checkpoint, path: undefined } }),
  };
}

// The readers of disputes and faults are loaded when needed: they load a client of chains.
const READERS: Readonly<Record<Exclude<DocumentKind, "bundle">, (text: string) => Says | Promise<Says>>> = {
  receipt: (text) => {
    const { entry, key } = readReceiptFields(parseStrictJson(text));
    return { receiptKey: key, entry: entryOf(entry) };
  },
  checkpoint: (text) => {
    const { origin, size, root, note } = parseCheckpoint(text);
    return { origin, batches: size, root: toHex(root), signatures: note.signatures.map(({ name }) => name) };
  },
  trust: (text) => {
    const { noteKey, earlier = [], ...rest } = parseTrust(text);
    const keys = earlier.map(({ role, key, until }) => ({
      role,
      key: typeof key === "string" ? key : formatVerifierKey(key),
      until: until === undefined ? undefined : formatTime(1000 * until),
    }));
    return { ...rest, noteKey: formatVerifierKey(noteKey), earlier: keys };
  },
  proof: (text) => {
    const { circuit, operator, log, checkpoint, batches, claim } = parseProof(text);
    return { circuit, operator, log, claim, batches: batches.map(({ header }) => headerOf(header)), checkpoint };
  },
  dispute: async (text) => {
    const { parseDispute } = await import("../dispute/disputes/document.ts");
    const { id, question, leads } = parseDispute(text);
    return { id, question, leads: leads.length };
  },
  fault: async (text) => (await import("./inspectFault.ts")).inspectFault(text),
  export: (text) => {
    const { operator, keys, kinds, logs, checkpoints, payloads } = parseManifest(text);
    return {
      operator,
      keys: { ...keys, noteKey: formatVerifierKey(keys.noteKey) },
      kinds: [...kinds.values()].map(({ payloadType }) => payloadType),
      logs,
      checkpoints: { count: checkpoints.length, newestSize: checkpoints.at(-1) },
      payloads: payloads ?? "included",
    };
  },
};

function entryOf(hex: string): Says {
  const entry: Entry = decodeEntry(fromHex(hex, 267));
  return {
    index: entry.index,
    actor: toHex(entry.actor),
    accepted: formatTime(entry.acceptedAt),
    signature: entry.scheme === 0 ? "a wallet's own key" : `a contract wallet's, asked at block ${entry.verifiedBlock}`,
    object: describeObject(entry) ?? "none",
  };
}

function headerOf(hex: string): Says {
  const { number, start, count, closedAt, root }: Header = decodeHeader(fromHex(hex, 229));
  return { number, entries: `${start} to ${start + count - 1}`, closed: formatTime(closedAt), root: toHex(root) };
}

const short = (hex: string): string =>
  hex.length <= 132 ? hex : `${hex.slice(0, 132)}… (${hex.length / 2 - 1} bytes)`;
