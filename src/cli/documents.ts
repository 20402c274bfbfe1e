/** Detects what kind of document a file is, so that errors can name a document that was given by mistake. */
import { isCompactBundle } from "../verify/bundle/compact.ts";
import { attempt } from "../base/attempt.ts";
import { isLongerThan } from "../base/bytes.ts";

/** The documents of this protocol: the name of each, and the command or option that takes it. */
const DOCUMENTS = {
  bundle: { name: "a bundle", use: "give it to `npx anchorlog verify`" },
  receipt: { name: "a receipt", use: "give it to `npx anchorlog verify`" },
  trust: { name: "a trust file", use: "give it with --trust" },
  checkpoint: { name: "a checkpoint", use: "give it with --checkpoint" },
  proof: { name: "a zero-knowledge proof", use: "give it to `npx anchorlog verify`" },
  export: { name: "an export's manifest", use: "give its folder to `npx anchorlog audit`" },
  dispute: { name: "a dispute", use: "give it to `npx anchorlog verify`" },
  fault: { name: "the proof of a fault", use: "give it to `npx anchorlog report-fault`" },
} as const;

export type DocumentKind = keyof typeof DOCUMENTS;

/** The largest size of a document. */
const MAX_BYTES = 1 << 24;

/**
 * Returns the kind that a file states, in any version; undefined if it states none. The rest of the file is not
 * checked.
 */
export function documentKind(content: Uint8Array | string | undefined): DocumentKind | undefined {
  if (content === undefined) return undefined;
  if (typeof content !== "string") return isCompactBundle(content) ? "bundle" : undefined;
  if (/^\s*anchorlog\.v1\//.test(content)) return "checkpoint";
  if (isLongerThan(content, MAX_BYTES)) return undefined;
  const members = attempt(() => Object(JSON.parse(content)) as Readonly<Record<string, unknown>>);
  if (members === undefined) return kindOf(FORMAT_IN_TEXT.exec(content)?.[1]);
  if (RECEIPT_MEMBERS.every((name) => Object.hasOwn(members, name))) return "receipt";
  return kindOf(members["format"]);
}

/** The remedy for a file that is neither text nor a compact bundle. */
export const UNPACK = "If it is compressed, unpack it first";

/** Whether a text has JSON objects one after another, or in a list, which is no document. */
export function hasSeveral(text: string): boolean {
  if (/^\s*\[\s*\{/.test(text)) return true;
  return /\}\s*\{\s*"/.test(text) && attempt(() => JSON.parse(text) as unknown) === undefined;
}

const FORMAT_IN_TEXT = /^\s*\{[^]*?"format"\s*:\s*"([^"\\]*)/;
const RECEIPT_MEMBERS = ["entry", "key", "signature"];

function kindOf(format: unknown): DocumentKind | undefined {
  const kind = typeof format === "string" ? /^anchorlog\.([a-z]+)\//.exec(format)?.[1] : undefined;
  return kind !== undefined && Object.hasOwn(DOCUMENTS, kind) ? (kind as DocumentKind) : undefined;
}

/** Returns a document's name and the command or option that takes it. */
export function nameOf(kind: DocumentKind): string {
  return `${DOCUMENTS[kind].name}: ${DOCUMENTS[kind].use}`;
}

/** Returns an error message if the file states that it is another document. */
export function misplaced(content: Uint8Array | string | undefined, wanted: DocumentKind): string | undefined {
  const kind = documentKind(content);
  if (kind === undefined || kind === wanted) return undefined;
  return `is ${DOCUMENTS[kind].name}, not ${DOCUMENTS[wanted].name}: ${DOCUMENTS[kind].use}`;
}
