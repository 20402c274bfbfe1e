import { utf8 } from "../base/bytes.ts";
import { assertGiven } from "../base/options.ts";
import { toHex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { LogCheckpoint } from "./checkpoint.ts";
import { cosignatureState, parseCosignerKey, type CosignerKey } from "./cosignature.ts";
import {
  decodeNoteText,
  isSignedBy,
  parseTypedVerifierKey,
  parseVerifierKey,
  signaturesBy,
  type NoteKey,
} from "./note.ts";

/**
 * The rules for trusting a checkpoint (c2sp.org/tlog-policy): one of the logs must have signed it, and the quorum must
 * have cosigned it.
 */
export type Policy = {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  /** Undefined if no cosignature is needed. */
  readonly quorum: Quorum | undefined;
};

/** A log, by its checkpoints' origin. Without a key only the witnesses decide, as for a mirror's checkpoint. */
export type PolicyLog = {
  readonly origin: string;
  readonly key: NoteKey | CosignerKey | undefined;
  readonly url?: string;
};
/** A witness; its name in the policy is for people, `url` is its submission prefix. */
export type PolicyWitness = { readonly name: string; readonly key: CosignerKey; readonly url?: string };
/** A witness, or at least `threshold` of the members. */
export type Quorum = PolicyWitness | { readonly threshold: number; readonly members: readonly Quorum[] };

/** A policy's verdict on a checkpoint; `cosigned` lists the policy's witnesses with valid cosignatures. */
export type PolicyVerdict = { readonly cosigned: readonly Cosigned[] } & (
  | { readonly satisfied: true }
  | {
      readonly satisfied: false;
      readonly code: "bad_signature" | "no_log" | "unknown_log" | "no_quorum";
      readonly message: string;
    }
);

/** A witness that cosigned, with the time in Unix seconds. */
export type Cosigned = { readonly witness: PolicyWitness; readonly time: number };

const MAX_POLICY_BYTES = 1 << 20;
const MAX_DEFINITIONS = 1024;

/**
 * A log that a reader knows: a key whose name is the origin; or an origin and a key of another name; or an origin
 * alone, if witnesses must cosign.
 */
export type KnownLog = NoteKey | CosignerKey | { readonly origin: string; readonly key?: NoteKey | CosignerKey };

/**
 * Makes a policy for one or more logs, cosigned by at least `threshold` of the witnesses; by default without
 * cosignatures.
 *
 * @throws AnchorlogError `bad_policy` if two keys are the same, or a log needs no signature at all.
 * @throws RangeError if the threshold is not from 0 to the number of witnesses.
 * @example
 * const [logs, witnesses] = [[parseVerifierKey(logKey)], [parseCosignerKey(witnessKey)]]
 * const policy = policyOf({ logs, witnesses, threshold: 1 })
 * const verdict = checkPolicy(policy, parseLogCheckpoint(decodeNoteText(bytes)))
 * if (!verdict.satisfied) throw new Error(`${verdict.code}: ${verdict.message}`)
 */
export function policyOf(options: {
  logs: readonly KnownLog[];
  witnesses?: readonly CosignerKey[];
  threshold?: number;
}): Policy {
  assertGiven("policyOf", options, "logs.map()");
  const { witnesses: keys = [], threshold = 0 } = options;
  const logs = options.logs.map(policyLog);
  if (!Number.isInteger(threshold) || threshold < 0 || threshold > keys.length) {
    throw new RangeError(`a threshold of ${threshold} does not fit ${keys.length} witnesses`);
  }
  const witnesses = keys.map((key) => ({ name: key.name, key }));
  assertDistinct(keys, "witnesses");
  const quorum = threshold === 0 ? undefined : { threshold, members: witnesses };
  assertLogs(logs, quorum);
  return { logs, witnesses, quorum };
}

const policyLog = (log: KnownLog): PolicyLog =>
  "publicKey" in log ? { origin: log.name, key: log } : { origin: log.origin, key: log.key };

function assertLogs(logs: readonly PolicyLog[], quorum: Quorum | undefined): void {
  const unsigned = logs.find(({ key }) => key === undefined);
  if (quorum === undefined && unsigned !== undefined) {
    throw new AnchorlogError(
      "bad_policy",
      `the policy requires no signature on the checkpoints of ${unsigned.origin}`,
      {
        fix: "give its key, or witnesses and a quorum of them",
      },
    );
  }
  assertDistinct(
    logs.flatMap(({ key }) => key ?? []),
    "logs",
  );
}

function assertDistinct(keys: readonly NoteKey[], what: string): void {
  const known = new Set(keys.map(({ publicKey }) => toHex(publicKey)));
  if (known.size < keys.length) throw new AnchorlogError("bad_policy", `two of the ${what} have the same public key`);
}

/**
 * Judges a checkpoint (c2sp.org/tlog-policy). One invalid signature by a key of the policy rejects the checkpoint, as
 * signed notes require.
 */
export function checkPolicy(policy: Policy, checkpoint: LogCheckpoint): PolicyVerdict {
  assertGiven("checkPolicy", { policy, checkpoint }, "policy", "checkpoint.note");
  const { note, origin } = checkpoint;
  const cosigned: Cosigned[] = [];
  const refuse = (code: Exclude<PolicyVerdict, { satisfied: true }>["code"], message: string): PolicyVerdict => ({
    satisfied: false,
    code,
    message,
    cosigned,
  });
  for (const witness of policy.witnesses) {
    const found = cosignatureState(note, witness.key);
    if (found.state === "invalid")
      return refuse("bad_signature", `the cosignature of ${witness.key.name} is not valid`);
    if (found.state === "valid") cosigned.push({ witness, time: found.time });
  }
  if (policy.logs.length === 0) return refuse("no_log", "the policy names no log");
  const own = policy.logs.filter((log) => log.origin === origin);
  const signed = new Set(own.map(({ key }) => (key === undefined ? "valid" : logSignature(checkpoint, key))));
  if (signed.has("invalid")) return refuse("bad_signature", `the log's signature of ${origin} is not valid`);
  if (!signed.has("valid")) return refuse("unknown_log", `no log of the policy signed the checkpoint of ${origin}`);
  const have = new Set(cosigned.map(({ witness }) => witness));
  const isUnsigned = own.some(({ key }) => key === undefined);
  const quorum = policy.quorum ?? { threshold: isUnsigned ? 1 : 0, members: policy.witnesses };
  if (!reaches(quorum, have)) {
    const names = cosigned.map(({ witness }) => witness.name).join(", ");
    return refuse("no_quorum", `the quorum is not reached: cosigned by ${names === "" ? "no witness" : names}`);
  }
  return { satisfied: true, cosigned };
}

function logSignature({ note }: LogCheckpoint, key: NoteKey | CosignerKey): "absent" | "invalid" | "valid" {
  if ("algorithm" in key) return cosignatureState(note, key).state;
  if (signaturesBy(note, key).length === 0) return "absent";
  return isSignedBy(note, key) ? "valid" : "invalid";
}

function reaches(quorum: Quorum, have: ReadonlySet<PolicyWitness>): boolean {
  if ("key" in quorum) return have.has(quorum);
  return quorum.members.filter((member) => reaches(member, have)).length >= quorum.threshold;
}

/**
 * Reads a policy file (c2sp.org/tlog-policy). Logs may have keys of type 0x01, 0x04 or 0x06, witnesses of 0x04 or 0x06;
 * at most 1 MiB and 1,024 definitions.
 *
 * @param options.logs logs that the file has no line for. A line has no place for an origin without a key, or with a key
 *   of another name or type; the specification lets a reader know such logs from elsewhere.
 * @throws AnchorlogError `bad_policy` if it is malformed, with the number of the line; if a log is given twice, or
 *   needs no signature at all.
 */
export function parsePolicy(file: Uint8Array | string, options: { readonly logs?: readonly KnownLog[] } = {}): Policy {
  const bytes = typeof file === "string" ? utf8(file) : file;
  if (bytes.length > MAX_POLICY_BYTES) throw badPolicy("it is longer than 1 MiB");
  const reader = new PolicyReader();
  // One character for each octet: names are opaque bytes, and only keys and URLs are text.
  let octets = "";
  for (const byte of bytes) octets += String.fromCharCode(byte);
  octets.split("\n").forEach((line, i) => {
    try {
      if (/[^\t -~\x80-\xff]/.test(line)) throw badPolicy("it has a control character");
      const items = line.split(/[ \t]+/).filter((item) => item !== "");
      if (items.length > 0 && !items[0]!.startsWith("#")) reader.read(items);
    } catch (error) {
      if (!(error instanceof AnchorlogError)) throw error;
      throw new AnchorlogError("bad_policy", `line ${i + 1} of the policy: ${error.message}`, { cause: error });
    }
  });
  const { logs, witnesses, quorum } = reader.finish();
  const all = [...logs, ...(options.logs ?? []).map(policyLog)];
  assertLogs(all, quorum);
  return { logs: all, witnesses, quorum };
}

class PolicyReader {
  readonly #logs: PolicyLog[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #names = new Map<string, Quorum>();
  readonly #members = new Set<string>();
  readonly #keys = { log: new Set<string>(), witness: new Set<string>() };
  #quorum: { readonly quorum: Quorum | undefined } | undefined;

  read([keyword = "", ...items]: readonly string[]): void {
    if (keyword === "log") this.#log(items);
    else if (keyword === "witness") this.#witness(items);
    else if (keyword === "group") this.#group(items);
    else if (keyword === "quorum") this.#setQuorum(items);
    else throw badPolicy(`${shown(keyword)} is not log, witness, group or quorum`);
  }

  finish(): Policy {
    if (this.#quorum === undefined) throw badPolicy("it has no quorum line");
    return { logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum.quorum };
  }

  #log([vkey, url, ...rest]: readonly string[]): void {
    if (vkey === undefined || rest.length > 0) throw badPolicy("a log is: log <vkey> [<url>]");
    const key = parseLogKey(text(vkey));
    this.#addKey("log", key);
    this.#logs.push({ origin: key.name, key, ...(url === undefined ? {} : { url: shown(url) }) });
    this.#bound(this.#logs.length);
  }

  #witness([name, vkey, url, ...rest]: readonly string[]): void {
    if (name === undefined || vkey === undefined || rest.length > 0) {
      throw badPolicy("a witness is: witness <name> <vkey> [<url>]");
    }
    const key = parseCosignerKey(text(vkey));
    this.#addKey("witness", key);
    const witness = { name: shown(name), key, ...(url === undefined ? {} : { url: shown(url) }) };
    this.#define(name, witness);
    this.#witnesses.push(witness);
  }

  #group([name, count, ...names]: readonly string[]): void {
    if (name === undefined || count === undefined || names.length === 0) {
      throw badPolicy("a group is: group <name> all|any|<k> <name>...");
    }
    const members = names.map((member) => {
      const defined = this.#names.get(member);
      if (defined === undefined) throw badPolicy(`${shown(member)} is not defined above`);
      if (this.#members.has(member)) throw badPolicy(`${shown(member)} is already a member of a group`);
      this.#members.add(member);
      return defined;
    });
    const threshold = count === "all" ? members.length : count === "any" ? 1 : Number(count);
    const decimal = count === "all" || count === "any" || /^[0-9]{1,9}$/.test(count);
    if (!decimal || threshold < 1 || threshold > members.length) {
      throw badPolicy(`a group of ${members.length} needs all, any, or 1 to ${members.length} of them`);
    }
    this.#define(name, { threshold, members });
  }

  #setQuorum([name, ...rest]: readonly string[]): void {
    if (name === undefined || rest.length > 0) throw badPolicy("a quorum is: quorum <name>");
    if (this.#quorum !== undefined) throw badPolicy("it is the second quorum line");
    const quorum = this.#names.get(name);
    if (quorum === undefined && name !== "none") throw badPolicy(`${shown(name)} is not defined above`);
    this.#quorum = { quorum };
  }

  #define(name: string, quorum: Quorum): void {
    if (name === "none") throw badPolicy('the name "none" is reserved');
    if (this.#names.has(name)) throw badPolicy(`${shown(name)} is defined twice`);
    this.#names.set(name, quorum);
    this.#bound(this.#names.size);
  }

  #addKey(kind: "log" | "witness", { name, publicKey }: NoteKey): void {
    const known = this.#keys[kind];
    const key = toHex(publicKey);
    if (known.has(key)) throw badPolicy(`${name} has the public key of another ${kind}`);
    known.add(key);
  }

  #bound(count: number): void {
    if (count > MAX_DEFINITIONS) throw badPolicy(`there are more than ${MAX_DEFINITIONS} definitions`);
  }
}

function parseLogKey(vkey: string): NoteKey | CosignerKey {
  return parseTypedVerifierKey(vkey).type === 1 ? parseVerifierKey(vkey) : parseCosignerKey(vkey);
}

/** Decodes a key's octets as text. */
function text(octets: string): string {
  return decodeNoteText(octetsOf(octets));
}

/** Decodes a name or a URL for display; bytes that are not UTF-8 are replaced. */
function shown(octets: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(octetsOf(octets));
}

const octetsOf = (octets: string): Uint8Array => Uint8Array.from(octets, (octet) => octet.charCodeAt(0));

function badPolicy(why: string): AnchorlogError {
  return new AnchorlogError("bad_policy", why);
}
