/** Reads input of the page's visitor. It is untrusted. */
import { parseCheckpoint, type CheckpointNote } from "../batch/checkpoint.ts";
import { documentKind } from "../cli/documents.ts";
import { isCompactBundle } from "../verify/bundle/compact.ts";
import { parseTrust, type TrustedOperator } from "../verify/trust.ts";

/** The maximum bytes of a document. Proofs of absences have the largest limit. */
export const MAX_BYTES = 1 << 22;

export type PageInput =
  | { readonly kind: "bundle"; readonly bundle: Uint8Array }
  /** A receipt, proof or dispute, or a document that is no evidence. */
  | { readonly kind: "other"; readonly text: string }
  | { readonly kind: "trust"; readonly trust: TrustedOperator }
  | { readonly kind: "checkpoint"; readonly checkpoint: CheckpointNote };

/** The input cannot be used. The message is shown to the visitor. */
export class InputError extends Error {}

/**
 * Detects the type of a document from its content. Unknown documents are treated as bundles, so that the verdict shows
 * the error.
 *
 * @throws InputError
 */
export function readDocument(bytes: Uint8Array): PageInput {
  if (bytes.length > MAX_BYTES) throw new InputError(`This has ${bytes.length} bytes. No proof has over ${MAX_BYTES}.`);
  if (bytes.length === 0) throw new InputError("This is empty.");
  if (isCompactBundle(bytes)) return { kind: "bundle", bundle: bytes };
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith("PK") || bytes[0] === 0x1f) throw new InputError("This is packed. Unpack it.");
  const kind = documentKind(text) ?? "bundle";
  if (kind === "checkpoint") return { kind, checkpoint: read("checkpoint", () => parseCheckpoint(text)) };
  if (kind === "trust") return { kind, trust: read("trust file", () => parseTrust(text)) };
  return kind === "bundle" ? { kind, bundle: bytes } : { kind: "other", text };
}

/**
 * Reads the document that a link carries after its `#`. A link may come from anybody, so it must not bring what the
 * visitor trusts.
 *
 * @throws InputError
 */
export function readLink(fragment: string): PageInput {
  const found = readDocument(readFragment(fragment));
  if (found.kind === "bundle" || found.kind === "other") return found;
  throw new InputError(
    `A link cannot bring a ${found.kind === "trust" ? "trust file" : found.kind}. Choose it as a file.`,
  );
}

/** Reads a document given as text, or a link. @throws InputError */
export function readText(text: string): PageInput {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return readDocument(new TextEncoder().encode(trimmed));
  // A note must end with a line feed.
  if (trimmed.startsWith("anchorlog.v1/")) return readDocument(new TextEncoder().encode(`${trimmed}\n`));
  return readLink(trimmed.slice(trimmed.lastIndexOf("#") + 1));
}

/** Reads the action from the page's path. `isNone` is set if the path has an invalid action ID. */
export function namedIn(pathname: string): { readonly action?: string; readonly isNone?: true } {
  const [, name] = /\/verify\/([^/]+)$/.exec(pathname) ?? [];
  if (name === undefined) return {};
  return /^act_[0-9a-f]{32}$/.test(name) ? { action: name } : { isNone: true };
}

/** Decodes a link's fragment, which is base64url. @throws InputError */
export function readFragment(text: string): Uint8Array {
  try {
    if (!/^[\w-]*$/.test(text)) throw new RangeError("not base64url");
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    throw new InputError("This is neither a proof nor a complete link to one. A part of it may be missing.");
  }
}

/** Encodes bytes for a link's fragment. */
export function formatFragment(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function read<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new InputError(`The ${what} cannot be read: ${(error as Error).message}`);
  }
}
