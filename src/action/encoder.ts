/** Compiled encoders. Each checks a message and writes its words in one pass (protocol/1-verify §3 and §5). */
import { concat } from "../base/bytes.ts";
import { abbreviate } from "../base/hex.ts";
import { FormatError, joinPath } from "../base/json.ts";
import { currentEngine } from "./engine.ts";
import { HASH, WORD, WORDS, type Hasher } from "./hasher.ts";
import type { Kind, MemberType, Message } from "./kinds.ts";
import { shapeOf } from "./memberTypes.ts";
import { copyArray, wordWriter, type WordWriter } from "./values.ts";

type Layout = {
  /** The struct's place in the document. */
  readonly path: string;
  readonly fields: readonly { readonly name: string; readonly path: string; readonly write: WordWriter }[];
  readonly names: ReadonlySet<string>;
  /** Whether a member may be an array. */
  readonly hasArrays: boolean;
};

function layoutOf(path: string, members: readonly (readonly [name: string, write: WordWriter])[]): Layout {
  return {
    path,
    fields: members.map(([name, write]) => ({ name, path: joinPath(path, name), write })),
    names: new Set(members.map(([name]) => name)),
    hasArrays: false,
  };
}

function typedLayoutOf(path: string, members: readonly (readonly [name: string, type: MemberType])[]): Layout {
  return {
    ...layoutOf(
      path,
      members.map(([name, type]) => [name, wordWriter(type)]),
    ),
    hasArrays: members.some(([, type]) => shapeOf(type).form === "array"),
  };
}

/** A struct's member values, {@link MISSING} for an absent one; or the error if the struct is malformed. */
type Members = unknown[] | FormatError;

/**
 * Reads the members of a struct in order, or returns the error. Reading may run foreign code, which may throw, or
 * encode another message. So data written to memory before this call must not be used after it.
 */
function readMembers(layout: Layout, value: unknown): Members {
  try {
    const members = membersOf(layout, value);
    return layout.hasArrays && Array.isArray(members) ? members.map(copyArray) : members;
  } catch {
    return new FormatError("malformed", layout.path, "cannot be read: it throws");
  }
}

function membersOf({ path, fields, names }: Layout, value: unknown): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return new FormatError("malformed", path, `expected an object, got ${abbreviate(value)}`);
  }
  const found = Object.keys(value);
  let exact = found.length === fields.length;
  for (let i = 0; i < found.length && exact; i++) exact = found[i] === fields[i]!.name;
  // Most messages have their members in the order of their type. Then all members are known, and all are present.
  if (exact) return Object.values(value);
  for (const name of found) {
    if (!names.has(name))
      return new FormatError("unknown_member", joinPath(path, name), "is an unknown member: leave it out");
  }
  return fields.map(({ name }) => (Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : MISSING));
}

/** Marks an absent member; no member can have this value. */
const MISSING = Symbol("missing");

/** Makes an object from a struct's members, in order. */
function objectOf({ fields }: Layout, members: readonly unknown[]): object {
  const object: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) object[fields[i]!.name] = members[i];
  return object;
}

/** Writes the members of a struct as words from `at` on. The memory there must be zero. */
function writeMembers({ fields }: Layout, members: Members, hasher: Hasher, at: number): void {
  if (members instanceof FormatError) throw members;
  for (let i = 0; i < fields.length; i++) {
    const { path, write } = fields[i]!;
    const value = members[i];
    if (value === MISSING) throw new FormatError("missing_member", path, "is missing");
    write(value, path, hasher, at + WORD * i);
  }
}

type EncodedWords = {
  /** A copy of the values that were hashed, in case the caller's object changes. */
  readonly message: Message;
  /** The payload's words, without the type hash. */
  readonly payloadWords: readonly Uint8Array[];
  /** The EIP-712 digest that the actor signs. */
  readonly digest: Uint8Array;
};

/** @throws FormatError naming the first member that is unknown, missing or not canonical. */
type MessageEncoder = (message: unknown, domainSeparator: Uint8Array) => EncodedWords;

// The memory layout: the envelope's type hash and 5 words, the payload's type hash and words, then the digest's input.
const ENVELOPE = WORDS;
const PAYLOAD = ENVELOPE + 6 * WORD;

function compileMessage(kind: Kind): MessageEncoder {
  const payload = typedLayoutOf(
    "message.payload",
    kind.members.map(({ name, type }) => [name, type]),
  );
  const payloadBytes = WORD * (1 + kind.members.length);
  const writePayload: WordWriter = (members, _path, hasher, at) => {
    writeMembers(payload, members as Members, hasher, PAYLOAD + WORD);
    hasher.keccak(PAYLOAD, payloadBytes, at);
  };
  const envelope = layoutOf("message", [
    ["log", wordWriter("bytes32")],
    ["actor", wordWriter("address")],
    ["nonce", wordWriter("uint256")],
    ["deadline", wordWriter("uint64")],
    ["payload", writePayload],
  ]);
  const last = envelope.fields.length - 1;
  const signed = PAYLOAD + payloadBytes;
  const template = concat(
    kind.envelopeTypeHash,
    new Uint8Array(5 * WORD),
    kind.payloadTypeHash,
    new Uint8Array(payloadBytes - WORD),
  );
  return (message, domainSeparator) => {
    const members = readMembers(envelope, message);
    if (members instanceof FormatError) throw members;
    const payloadMembers = members[last] === MISSING ? MISSING : readMembers(payload, members[last]);
    members[last] = payloadMembers;
    const { hasher } = currentEngine();
    const { memory, keccak } = hasher;
    memory.set(template, ENVELOPE);
    writeMembers(envelope, members, hasher, ENVELOPE + WORD);
    memory[signed] = 0x19;
    memory[signed + 1] = 0x01;
    memory.set(domainSeparator, signed + 2);
    keccak(ENVELOPE, PAYLOAD - ENVELOPE, signed + 2 + WORD);
    keccak(signed, 2 + 2 * WORD, HASH);
    const payloadWords: Uint8Array[] = [];
    for (let at = PAYLOAD + WORD; at < signed; at += WORD) payloadWords.push(memory.slice(at, at + WORD));
    const digest = memory.slice(HASH, HASH + WORD);
    members[last] = objectOf(payload, payloadMembers as unknown[]);
    return { message: objectOf(envelope, members) as Message, payloadWords, digest };
  };
}

// Kept outside of the kinds, which are plain data and may be copied between threads.
const encoders = new WeakMap<Kind, MessageEncoder>();

/** Returns the encoder of a kind's messages, compiled at its first use. */
export function messageEncoder(kind: Kind): MessageEncoder {
  let encoder = encoders.get(kind);
  if (encoder === undefined) encoders.set(kind, (encoder = compileMessage(kind)));
  return encoder;
}
