/** Verifies that a bundle proves a row: that its action is a `Record` of this row's content. Browser-safe. */
import { canonicalRow, hashRow, recordKind, type RecordPayload } from "../../action/record.ts";
import { inLowerCase, type Hex } from "../../base/hex.ts";
import { FormatError, parseExactJson } from "../../base/json.ts";
import { parseBundle } from "./bundle.ts";
import { decodeBundle, isCompactBundle } from "./compact.ts";
import { verifyBundle, type BundleVerdict } from "./verify.ts";

/** The verdict on a bundle and a row. */
export type RowVerdict =
  | BundleVerdict
  | { readonly verdict: "invalid"; readonly state: null; readonly code: "row_mismatch"; readonly message: string };

/** A row, and the conditions that it must meet. */
export type GivenRow = {
  /** The row's JSON, in any spelling. */
  readonly text: string;
  /** The address of the key that must have signed the record: the platform's service key. By default any key. */
  readonly signer?: string | undefined;
};

/**
 * Verifies a bundle as `verifyBundle` does, and that it is about this row.
 *
 * @returns the bundle's verdict, or invalid, `row_mismatch`, if the bundle is not a record of this row.
 * @throws AnchorlogError as `verifyBundle` does.
 */
export async function verifyRow(
  bundle: string | Uint8Array,
  row: GivenRow,
  trust: Parameters<typeof verifyBundle>[1] = {},
): Promise<RowVerdict> {
  const verdict = await verifyBundle(bundle, trust);
  // A bundle in a newer format cannot be read.
  if (verdict.verdict === "invalid" || verdict.code === "newer_format") return verdict;
  const why = whyNotOf(bundle, row);
  return why === undefined ? verdict : { verdict: "invalid", state: null, code: "row_mismatch", message: why };
}

function whyNotOf(bundle: string | Uint8Array, { text, signer }: GivenRow): string | undefined {
  const json = typeof bundle === "string" ? bundle : new TextDecoder().decode(bundle);
  const { action } = typeof bundle !== "string" && isCompactBundle(bundle) ? decodeBundle(bundle) : parseBundle(json);
  if (action.payloadType !== recordKind.payloadType)
    return `the action is a ${action.primaryType}, not a record of a row`;
  const { actor } = action.message;
  if (signer !== undefined && inLowerCase(signer as Hex) !== actor) {
    return `the record is signed by ${actor}, not by ${signer}`;
  }
  const { row, rowHash } = action.message.payload as RecordPayload;
  try {
    if (hashRow(canonicalRow(parseExactJson(text))) === rowHash) return undefined;
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return `the row cannot be read: ${error.message}`;
    throw error;
  }
  return `the row is not ${JSON.stringify(row)} as it was recorded`;
}
