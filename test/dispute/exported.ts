/** An operator's export in memory, honest or not. */
import { toHex, type Hex } from "anchorlog";
import {
  checkpointOrigin,
  encodeMessage,
  hashDomain,
  type ActionTypes,
  type SignedAction,
  type SignedForm,
} from "anchorlog/action";
import { signedFormOf } from "../../src/action/signedForm.ts";
import { parseManifest, type ReadExport } from "anchorlog/verify/audit";
import { ed25519NoteKey, formatVerifierKey } from "anchorlog/tlog";
import { keys } from "../operator.ts";
import type { TestIdentity } from "./dishonest.ts";

/** An entry with its action and receipt, as exported. */
export type ExportedRow = { readonly bytes: Uint8Array; readonly action: SignedAction; readonly receipt: Hex };

/**
 * @param logs by their names.
 * @param headers of all batches, in their order.
 * @param notes of checkpoints, by their sizes.
 */
export function exportOf(
  operator: TestIdentity,
  { kinds }: Pick<ActionTypes, "kinds">,
  logs: ReadonlyMap<string, readonly ExportedRow[]>,
  headers: readonly Uint8Array[],
  notes: ReadonlyMap<number, string> = new Map(),
): ReadExport {
  const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const manifest = {
    format: "anchorlog.export/1",
    operator: { ...operator, chainId: String(operator.chainId) },
    keys: {
      anchorKey: keys.anchorKey.address.toLowerCase(),
      receiptKey: keys.receiptKey.address.toLowerCase(),
      noteKey: formatVerifierKey(ed25519NoteKey(checkpointOrigin(operator), keys.noteKey.publicKey)),
    },
    kinds: [...kinds.values()]
      .map(({ name, payloadType }) => ({ primaryType: name, payloadType }))
      .sort((a, b) => (a.primaryType < b.primaryType ? -1 : 1)),
    logs: [...logs.keys()].sort(),
    checkpoints: [...notes.keys()].sort((a, b) => a - b).map(String),
  };
  const files = new Map<string, string>([
    ["manifest.json", JSON.stringify(manifest)],
    ["batches.jsonl", lines(headers.map((bytes) => ({ header: toHex(bytes) })))],
  ]);
  for (const [name, rows] of logs) {
    const exported = rows.map(({ bytes, action, receipt }) => ({ entry: toHex(bytes), action, receipt }));
    files.set(`logs/${name}.jsonl`, lines(exported));
  }
  for (const [size, note] of notes) files.set(`checkpoints/${size}`, note);
  return async (name) => files.get(name);
}

/** Changes the signed form of an action in an export without payloads, or removes it. */
export type EditSigned = (signed: SignedForm, index: number, log: string) => SignedForm | undefined;

/** The same export without payloads. */
export const withholding =
  (read: ReadExport, edit: EditSigned = (signed) => signed): ReadExport =>
  async (name) => {
    const text = await read(name);
    if (text === undefined) return undefined;
    if (name === "manifest.json") return JSON.stringify({ ...(JSON.parse(text) as object), payloads: "withheld" });
    if (!name.startsWith("logs/")) return text;
    const { kinds, operator } = parseManifest((await read("manifest.json"))!);
    const domain = hashDomain({ ...operator, verifyingContract: operator.registry });
    const lines = text.trimEnd().split("\n");
    const withheld = lines.map((line, index) => {
      const { action, ...rest } = JSON.parse(line) as { action: SignedAction };
      const encoded = encodeMessage(kinds.get(action.primaryType)!, action.message, domain);
      const signed = edit(signedFormOf(encoded, action.signature), index, name.slice("logs/".length, -".jsonl".length));
      return `${JSON.stringify({ ...rest, signed })}\n`;
    });
    return withheld.join("");
  };
