/** What a file is, by what it says of itself: so that one given in place of another is called by its name. */
import { isCompactBundle } from "../bundle/compact.ts";
import { isLongerThan } from "../encoding/bytes.ts";

/** The documents of this protocol: what each is called, and where it goes. */
const DOCUMENTS = {
  bundle: { name: "a bundle", use: "give it to `anchorlog verify`" },
  trust: { name: "a trust file", use: "give it with --trust" },
  checkpoint: { name: "a checkpoint", use: "give it with --checkpoint" },
  proof: { name: "a zero-knowledge proof", use: "`verifyProof` of anchorlog/proof judges it" },
  export: { name: "an export's manifest", use: "give its folder to `anchorlog audit`" },
} as const;

export type DocumentKind = keyof typeof DOCUMENTS;

/** As much as any of them has. */
const MAX_BYTES = 1 << 24;

/** What a file says it is, of whatever version; undefined where it says nothing. Nothing more of it is read. */
export function documentKind(content: Uint8Array | string | undefined): DocumentKind | undefined {
  if (content === undefined) return undefined;
  if (typeof content !== "string") return isCompactBundle(content) ? "bundle" : undefined;
  if (content.startsWith("anchorlog.v1/")) return "checkpoint";
  if (isLongerThan(content, MAX_BYTES)) return undefined;
  const format = formatOf(content);
  const kind = /^anchorlog\.([a-z]+)\//.exec(format)?.[1];
  return kind !== undefined && Object.hasOwn(DOCUMENTS, kind) ? (kind as DocumentKind) : undefined;
}

function formatOf(text: string): string {
  try {
    const { format } = Object(JSON.parse(text)) as { format?: unknown };
    return typeof format === "string" ? format : "";
  } catch {
    return "";
  }
}

/** Why a file is not what it was given as, where it says that it is something else. */
export function misplaced(content: Uint8Array | string | undefined, wanted: DocumentKind): string | undefined {
  const kind = documentKind(content);
  if (kind === undefined || kind === wanted) return undefined;
  return `is ${DOCUMENTS[kind].name}, not ${DOCUMENTS[wanted].name}: ${DOCUMENTS[kind].use}`;
}
