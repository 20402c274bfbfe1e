import { readLogName, type OperatorId } from "../../action/domain.ts";
import { readHex } from "../../action/engine.ts";
import { parseKind, type Kind, type Message, type SignedAction } from "../../action/kinds.ts";
import type { SignedForm } from "../../action/signedForm.ts";
import { MAX_SIGNATURE_BYTES } from "../../action/wallet.ts";
import { MAX_BUNDLE_BYTES, readDomainText } from "../bundle/bundle.ts";
import { assertNoteKeyOf } from "../trust.ts";
import { ENTRY_BYTES } from "../../log/entry.ts";
import { parseVerifierKey, type NoteKey } from "../../tlog/note.ts";
import { isLongerThan } from "../../base/bytes.ts";
import { abbreviate, fromHex, type Hex } from "../../base/hex.ts";
import {
  arrayOf,
  FormatError,
  hexOf,
  hexUpTo,
  parseStrictJson,
  readCount,
  readObject,
  literal,
  refuseNewer,
  stringUpTo,
} from "../../base/json.ts";

/** The format of exports that this version writes and reads (protocol/2-audit §2). */
export const EXPORT_FORMAT = "anchorlog.export/1";

/** Files of an export, relative to its folder. */
export const EXPORT_FILES = {
  manifest: "manifest.json",
  batches: "batches.jsonl",
  log: (name: string) => `logs/${name}.jsonl`,
  checkpoint: (size: number) => `checkpoints/${size}`,
  timestamps: "timestamps.jsonl",
};

/**
 * The claims of an export's manifest. Its lists ascend, without repetitions. Only checks against trusted data prove the
 * claims.
 */
export type Manifest = {
  readonly operator: OperatorId & { readonly name: string; readonly version: string };
  readonly keys: { readonly anchorKey: Hex; readonly receiptKey: Hex; readonly noteKey: NoteKey };
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly logs: readonly string[];
  /** Sizes of the checkpoints. */
  readonly checkpoints: readonly number[];
  /** Set if the export has payloads' hashes instead of payloads. */
  readonly payloads?: typeof WITHHELD | undefined;
};

/** The value of a manifest's `payloads`, if the export does not have them. */
export const WITHHELD = "withheld";

/** One line of a log's file. */
export type ExportedEntry = {
  /** The entry's bytes. */
  readonly entry: Uint8Array;
  /** Undefined if payloads are withheld. */
  readonly action?: SignedAction | undefined;
  /** If payloads are withheld: the action without its payload. An operator may withhold it, too. */
  readonly signed?: SignedForm | undefined;
  readonly receipt: Hex;
  /** For scheme 1 only: the hash of the block at which the contract wallet was asked. */
  readonly verifiedBlockHash?: Hex | undefined;
};

const MAX_MANIFEST_BYTES = 1 << 24;
/** The most names and sizes in a manifest: the shortest item takes four bytes, as `"0",`. */
const MAX_LISTED = MAX_MANIFEST_BYTES / 4;
const identifier = stringUpTo(64);

/**
 * Reads a manifest.
 *
 * @throws FormatError or AnchorlogError naming the fault.
 * @example
 * const read = await readExportFolder("export")
 * const { operator, logs } = parseManifest((await read(EXPORT_FILES.manifest))!)
 */
export function parseManifest(text: string): Manifest {
  if (isLongerThan(text, MAX_MANIFEST_BYTES)) {
    throw new FormatError("malformed", "", `a manifest has at most ${MAX_MANIFEST_BYTES} bytes`);
  }
  const value = parseStrictJson(text);
  refuseNewer(value, EXPORT_FORMAT);
  const manifest = readObject(
    value,
    "",
    {
      format: literal(EXPORT_FORMAT),
      operator: (value, path) =>
        readObject(value, path, {
          chainId: readCount,
          registry: hexOf(20),
          operator: hexOf(20),
          name: readDomainText,
          version: readDomainText,
        }),
      keys: (value, path) =>
        readObject(value, path, {
          anchorKey: hexOf(20),
          receiptKey: hexOf(20),
          noteKey: (key, at) => parseVerifierKey(stringUpTo(512)(key, at)),
        }),
      kinds: (value, path) => {
        const kinds = arrayOf(readKind, 1024)(value, path);
        ascending(
          kinds.map(({ primaryType }) => primaryType),
          path,
        );
        return kinds;
      },
      logs: (value, path) => ascending(arrayOf(readLogName, MAX_LISTED)(value, path), path),
      checkpoints: (value, path) => ascending(arrayOf(readCount, MAX_LISTED)(value, path), path),
    },
    { payloads: readWithheld },
  );
  const { format: _, ...rest } = manifest;
  assertNoteKeyOf(manifest.operator, manifest.keys.noteKey, "keys.noteKey");
  return {
    ...rest,
    kinds: new Map(
      manifest.kinds.map(({ primaryType, payloadType }) => [primaryType, parseKind(primaryType, payloadType)]),
    ),
  };
}

function readWithheld(value: unknown, path: string): typeof WITHHELD {
  if (value === WITHHELD) return value;
  throw new FormatError("malformed", path, `is not "${WITHHELD}": leave it out if the export has the payloads`);
}

const readKind = (value: unknown, path: string) =>
  readObject(value, path, { primaryType: identifier, payloadType: stringUpTo(2048) });

/** Checks that a list that represents a set ascends and has no duplicates. */
function ascending<T extends string | number>(items: T[], path: string): T[] {
  for (let i = 1; i < items.length; i++) {
    if (!(items[i - 1]! < items[i]!)) {
      throw new FormatError("malformed", `${path}[${i}]`, "is not above the one before: the list must ascend");
    }
  }
  return items;
}

/**
 * Yields the lines of a JSON-lines file. Each ends in a newline. The last one may lack it if it is valid JSON;
 * otherwise it is still being written. Lines are yielded one at a time, since their number is unbounded.
 */
export function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    yield text.slice(from, end);
    from = end + 1;
  }
  const last = text.slice(from);
  if (last !== "" && (isLongerThan(last, MAX_BUNDLE_BYTES) || isJson(last))) yield last;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Parses a line of JSON. The limit is a bundle's, since the longest action is the same. */
function parseLine(line: string): unknown {
  if (isLongerThan(line, MAX_BUNDLE_BYTES)) {
    throw new FormatError("malformed", "", `a line has at most ${MAX_BUNDLE_BYTES} bytes`);
  }
  return parseStrictJson(line);
}

const entryHex = hexOf(ENTRY_BYTES);
const readEntryBytes = (value: unknown, path: string): Uint8Array =>
  readHex(value, ENTRY_BYTES) ?? fromHex(entryHex(value, path));

const ON_EACH_LINE = { entry: readEntryBytes, receipt: hexOf(65) };
const readSignature = hexUpTo(MAX_SIGNATURE_BYTES);

/**
 * Reads a line of a log's file. The audit checks the action.
 *
 * @param payloads the manifest's: it decides which members a line has.
 */
export function parseExportedEntry(line: string, { payloads }: Pick<Manifest, "payloads">): ExportedEntry {
  const value = parseLine(line);
  const verifiedBlockHash = hexOf(32);
  if (payloads === WITHHELD) return readObject(value, "", ON_EACH_LINE, { signed: readSigned, verifiedBlockHash });
  return readObject(value, "", { ...ON_EACH_LINE, action: readAction }, { verifiedBlockHash });
}

/** Reads an action but for its message, which the audit checks against its kind. */
const readAction = (value: unknown, path: string): SignedAction =>
  readObject(value, path, {
    primaryType: identifier,
    message: (message) => message as Message,
    signature: readSignature,
  });

const readSigned = (value: unknown, path: string): SignedForm =>
  readObject(value, path, {
    primaryType: identifier,
    deadline: readUint64,
    payloadHash: hexOf(32),
    signature: readSignature,
  });

function readUint64(value: unknown, path: string): `${bigint}` {
  const isUint64 = typeof value === "string" && /^(?:0|[1-9][0-9]{0,19})$/.test(value) && BigInt(value) < 1n << 64n;
  if (isUint64) return value as `${bigint}`;
  throw new FormatError("non_canonical", path, `expected a decimal below 2^64, got ${abbreviate(value)}`);
}

/**
 * Extracts an entry's bytes from a line that is otherwise unreadable; undefined if they are missing. They count only if
 * a later entry or a batch contains their hash.
 */
export function salvageEntry(line: string): Uint8Array | undefined {
  const hex = isLongerThan(line, MAX_BUNDLE_BYTES) ? undefined : ENTRY_IN_LINE.exec(line)?.[1];
  return hex === undefined ? undefined : fromHex(hex, ENTRY_BYTES);
}

const ENTRY_IN_LINE = new RegExp(`"entry":\\s*"(0x[0-9a-f]{${2 * ENTRY_BYTES}})"`);

/** Reads a line of the batches' file: a header's bytes in hex. */
export function parseExportedHeader(line: string): Hex {
  return readObject(parseLine(line), "", { header: hexOf(229) }).header;
}

/** A line of the timestamps' file: a transaction on a further chain that contains a checkpoint. */
export type ExportedTimestamp = { readonly chainId: number; readonly size: number; readonly transaction: Hex };

/** Reads a line of the timestamps' file. */
export function parseExportedTimestamp(line: string): ExportedTimestamp {
  return readObject(parseLine(line), "", { chainId: readCount, size: readCount, transaction: hexOf(32) });
}
