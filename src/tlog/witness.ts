import { bytesToHex } from "@noble/hashes/utils.js";
import { assertGiven } from "../base/options.ts";
import { encodeBase64 } from "../base/base64.ts";
import { bytesToUint } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import { originHash, parseDecimal, parseLogCheckpoint, type LogCheckpoint } from "./checkpoint.ts";
import { cosignatureState, type CosignerKey } from "./cosignature.ts";
import {
  decodeNoteText,
  formatNote,
  MAX_NOTE_LENGTH,
  MAX_SIGNATURES,
  parseNote,
  signaturesBy,
  type Note,
  type NoteSignature,
} from "./note.ts";
import { bounded, readBounded, urlUnder } from "../base/transfer.ts";

/** A witness to ask for cosignatures (c2sp.org/tlog-witness). */
export type Witness = {
  readonly key: CosignerKey;
  /** The witness's submission prefix, such as `https://witness.example/`. */
  readonly url: string;
  /** The size of the log's checkpoint that it cosigned last. If unknown, the witness is asked. */
  readonly oldSize?: number;
};

/** The result of asking witnesses. */
export type Witnessing = {
  /** The checkpoint's note. The new cosignatures follow its other lines, in the order of the witnesses. */
  readonly checkpoint: string;
  readonly answers: readonly WitnessAnswer[];
};

/** A witness's answer; `time` is its cosignature's, in Unix seconds. */
export type WitnessAnswer = { readonly witness: Witness } & (
  | { readonly cosigned: true; readonly time: number }
  | { readonly cosigned: false; readonly code: WitnessFailure; readonly message: string }
);

/** Why a witness did not cosign. */
export type WitnessFailure =
  // It does not accept the log's signature (403), or finds the request malformed (400).
  | "refused"
  // It does not witness this log (404).
  | "unknown_log"
  // It cosigned a larger checkpoint of this log already.
  | "ahead"
  // Its state changed twice while it was asked (409).
  | "conflict"
  // The checkpoint does not extend the one that the witness cosigned last (422). Find out why at once.
  | "inconsistent"
  // Its answer violates the specification, or has no valid cosignature of its key.
  | "bad_answer"
  // It cannot be reached, answers late, or with another status.
  | "unavailable";

/** `timeout` is in milliseconds for each witness, over one or two requests; 10,000 by default. */
export type WitnessOptions = { readonly timeout?: number; readonly fetch?: typeof fetch };

/** The specification's limit for the lines of a consistency proof. */
const MAX_PROOF_LINES = 63;
const MAX_ANSWER_BYTES = 1 << 17;
const SIZE_TYPE = "text/x.tlog.size";

/**
 * Asks witnesses to cosign a checkpoint, all at the same time, and adds their cosignatures to it. If a witness fails,
 * the others still count. Every added cosignature is verified.
 *
 * @param checkpoint the log's signed note
 * @param witnesses with distinct keys
 * @param consistencyProof returns the proof from an earlier size, above 0, to the checkpoint's
 * @throws AnchorlogError `bad_note` if the checkpoint is malformed; the errors of `consistencyProof`.
 * @example
 * const witnesses = [{ key: parseCosignerKey(witnessKey), url: "https://witness.example/" }]
 * const asked = await requestCosignatures(note, witnesses, (oldSize) => consistencyProof(tree, oldSize))
 * const entries = (start, end) => leaves.slice(start, end)
 * await publishTiles(tileFolder("public/"), { checkpoint: asked.checkpoint, entries })
 */
export async function requestCosignatures(
  checkpoint: string,
  witnesses: readonly Witness[],
  consistencyProof: (oldSize: number) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>,
  options: WitnessOptions = {},
): Promise<Witnessing> {
  assertGiven(
    "requestCosignatures",
    { checkpoint, witnesses, consistencyProof },
    "checkpoint",
    "witnesses.map()",
    "consistencyProof()",
  );
  const parsed = parseLogCheckpoint(checkpoint);
  const { note, size } = parsed;
  if (note.signatures.length + witnesses.length > MAX_SIGNATURES) {
    throw new RangeError(`a note has at most ${MAX_SIGNATURES} signatures, too few for ${witnesses.length} witnesses`);
  }
  const request = async (oldSize: number): Promise<string> => {
    const proof = oldSize === 0 || oldSize === size ? [] : await consistencyProof(oldSize);
    if (proof.length > MAX_PROOF_LINES) throw new RangeError(`a consistency proof of ${proof.length} hashes`);
    return `old ${oldSize}\n${proof.map((hash) => `${encodeBase64(hash)}\n`).join("")}\n${checkpoint}`;
  };
  const results = await Promise.all(witnesses.map((witness) => ask(witness, parsed, request, options)));
  const renewed = new Set(results.flatMap(({ signatures }) => signatures.map(lineId)));
  const signatures = [
    ...note.signatures.filter((line) => !renewed.has(lineId(line))),
    ...results.flatMap((result) => result.signatures),
  ];
  return { checkpoint: formatNote({ ...note, signatures }), answers: results.map(({ answer }) => answer) };
}

const lineId = ({ name, keyId }: NoteSignature): string => `${name} ${bytesToHex(keyId)}`;

type Result = { readonly answer: WitnessAnswer; readonly signatures: readonly NoteSignature[] };
type WitnessResponse = { readonly status: number; readonly type: string; readonly body: Uint8Array };

class WitnessError extends Error {
  readonly code: WitnessFailure;

  constructor(code: WitnessFailure, message: string) {
    super(message);
    this.code = code;
  }
}

async function ask(
  witness: Witness,
  checkpoint: LogCheckpoint,
  request: (oldSize: number) => Promise<string>,
  options: WitnessOptions,
): Promise<Result> {
  const { key, oldSize = 0 } = witness;
  const url = urlUnder(witness.url, "add-checkpoint");
  let { timeout = 10_000 } = options;
  /** The second request gets the time that the first one left. */
  const send = async (body: string): Promise<WitnessResponse> => {
    const sent = performance.now();
    const answer = await post(url, body, { ...options, timeout });
    timeout = Math.max(0, Math.ceil(timeout - (performance.now() - sent)));
    return answer;
  };
  const assertNotAhead = (known: number): void => {
    if (known <= checkpoint.size) return;
    throw new WitnessError("ahead", `it cosigned size ${known}, and the checkpoint is of size ${checkpoint.size}`);
  };
  try {
    assertNotAhead(oldSize);
    let answer = await send(await request(oldSize));
    if (answer.status === 409) {
      const known = sizeOf(answer);
      assertNotAhead(known);
      if (known === oldSize) throw new WitnessError("conflict", `it refuses the size ${known} that it says it has`);
      answer = await send(await request(known));
    }
    const { signature, time } = cosignatureOf(answer, checkpoint, key);
    return { answer: { witness, cosigned: true, time }, signatures: [signature] };
  } catch (error) {
    if (!(error instanceof WitnessError)) throw error;
    const { code, message } = error;
    return { answer: { witness, cosigned: false, code, message }, signatures: [] };
  }
}

async function post(url: URL, body: string, options: WitnessOptions): Promise<WitnessResponse> {
  const { timeout = 10_000, fetch: send = fetch } = options;
  try {
    return await bounded(timeout, async (signal) => {
      const response = await send(url, { method: "POST", body, redirect: "error", signal });
      const type = response.headers.get("content-type") ?? "";
      return { status: response.status, type, body: await readBounded(response, MAX_ANSWER_BYTES) };
    });
  } catch (error) {
    throw new WitnessError(error instanceof AnchorlogError ? "bad_answer" : "unavailable", (error as Error).message);
  }
}

/** Reads the size from a 409 answer. */
function sizeOf({ type, body }: WitnessResponse): number {
  const text = body.length <= 32 ? textOf(body) : "";
  const size = text.endsWith("\n") ? parseDecimal(text.slice(0, -1)) : undefined;
  if (size === undefined || type.split(";")[0]!.trim().toLowerCase() !== SIZE_TYPE) {
    throw new WitnessError("bad_answer", `it answers 409 without a size as ${SIZE_TYPE}: ${excerpt(body)}`);
  }
  return size;
}

const FAILURES: Readonly<Record<number, WitnessFailure>> = {
  400: "refused",
  403: "refused",
  404: "unknown_log",
  409: "conflict",
  422: "inconsistent",
};

/** Returns the witness's own cosignature from its answer. Lines of other keys are dropped. */
function cosignatureOf(
  { status, body }: WitnessResponse,
  { note }: LogCheckpoint,
  key: CosignerKey,
): { signature: NoteSignature; time: number } {
  if (status !== 200)
    throw new WitnessError(FAILURES[status] ?? "unavailable", `it answers ${status}: ${excerpt(body)}`);
  const answered = readLines(note.text, body);
  const found = cosignatureState(answered, key);
  if (found.state === "absent") throw new WitnessError("bad_answer", `no line of its answer is of ${key.name}`);
  if (found.state === "invalid") throw new WitnessError("bad_answer", `the cosignature of ${key.name} is not valid`);
  if (found.time === 0) throw new WitnessError("bad_answer", `the cosignature of ${key.name} has no time`);
  const valid = signaturesBy(answered, key).find(
    (line) => bytesToUint(line.signature.subarray(0, 8)) === BigInt(found.time),
  )!;
  return { signature: valid, time: found.time };
}

/** Reads an answer that must consist of signature lines for a text. */
function readLines(text: string, body: Uint8Array): Note {
  try {
    const note = parseNote(`${text}\n${decodeNoteText(body)}`);
    if (note.text === text) return note;
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
  }
  throw new WitnessError("bad_answer", `its answer is not signature lines: ${excerpt(body)}`);
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/** Returns the beginning of an answer for a message, as one line of printable ASCII. */
function excerpt(body: Uint8Array): string {
  const text = textOf(body.subarray(0, 200))
    .replaceAll(/[^ -~]+/g, " ")
    .trim();
  return text === "" ? "(nothing)" : text;
}

/**
 * Fetches a log's checkpoint from a witness's monitoring prefix, to be compared with the log's own; undefined if the
 * witness never cosigned the log. It is not verified: give it to `checkPolicy`, and compare roots.
 *
 * @param prefix the witness's monitoring prefix
 * @throws AnchorlogError `bad_note` if the answer is not a checkpoint of this log; `witness_unavailable`.
 * @example
 * const seen = await witnessedCheckpoint("https://witness.example/", "log.example/1")
 * if (seen !== undefined && seen.size === own.size && toHex(seen.root) !== toHex(own.root)) {
 *   throw new Error("the witness was shown another history of this log")
 * }
 */
export async function witnessedCheckpoint(
  prefix: string,
  origin: string,
  options: WitnessOptions = {},
): Promise<LogCheckpoint | undefined> {
  assertGiven("witnessedCheckpoint", { prefix, origin }, "prefix", "origin");
  const { timeout = 10_000, fetch: send = fetch } = options;
  const url = urlUnder(prefix, `${originHash(origin)}/checkpoint`);
  let body: Uint8Array | undefined;
  try {
    body = await bounded(timeout, async (signal) => {
      const response = await send(url, { redirect: "error", signal });
      if (response.status === 200) return readBounded(response, MAX_NOTE_LENGTH);
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new Error(`the answer is ${response.status}`);
    });
  } catch (error) {
    throw new AnchorlogError("witness_unavailable", `${url} cannot be read: ${(error as Error).message}`, {
      fix: "check the witness's monitoring prefix, and try again",
      cause: error,
    });
  }
  if (body === undefined) return undefined;
  const checkpoint = parseLogCheckpoint(decodeNoteText(body));
  if (checkpoint.origin === origin) return checkpoint;
  throw new AnchorlogError("bad_note", `the checkpoint at ${url} is of another log, ${checkpoint.origin}`);
}
