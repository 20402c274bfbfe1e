/** Compiled encoders: each checks a message and writes its words in one pass (PROTOCOL §1, §3). */
import { concat, utf8 } from "../encoding/bytes.ts";
import { abbreviate } from "../encoding/hex.ts";
import { FormatError, joinPath } from "../encoding/json.ts";
import { AnchorlogError } from "../errors.ts";
import { keccak256 } from "./engine.ts";
import type { Kind, MemberType } from "./kinds.ts";
import { wordWriter, type WordWriter } from "./values.ts";

/** A struct's members, each a word, in the order of its type. */
type Layout = {
  /** Where the struct is in the document. */
  readonly path: string;
  readonly fields: readonly { readonly name: string; readonly path: string; readonly write: WordWriter }[];
  readonly names: ReadonlySet<string>;
};

function layoutOf(path: string, members: readonly (readonly [name: string, write: WordWriter])[]): Layout {
  return {
    path,
    fields: members.map(([name, write]) => ({ name, path: joinPath(path, name), write })),
    names: new Set(members.map(([name]) => name)),
  };
}

/** Writes a struct's words to `out` from `at` on, where there are zeros. */
function writeStruct({ path, fields, names }: Layout, value: unknown, out: Uint8Array, at: number): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new FormatError("malformed", path, `expected an object, got ${abbreviate(value)}`);
  }
  // Most come in the order of their type: then none is unknown, and none is missing.
  const found = Object.keys(value);
  let exact = found.length === fields.length;
  for (let i = 0; i < found.length; i++) {
    if (exact && found[i] === fields[i]!.name) continue;
    exact = false;
    if (!names.has(found[i]!)) {
      throw new FormatError("unknown_member", joinPath(path, found[i]!), "is not a member here");
    }
  }
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    if (!exact && !Object.hasOwn(value, field.name)) {
      throw new FormatError("missing_member", field.path, "is missing");
    }
    field.write((value as Record<string, unknown>)[field.name], field.path, out, at + 32 * i);
  }
}

// One buffer a message: the envelope's type hash and 5 words, the payload's, and what the digest is of.
const PAYLOAD_AT = 6 * 32;

/** The words and the digest of a message that is canonical. */
export type EncodedWords = {
  /** The payload's words, without the type hash, one after the other. */
  readonly payload: Uint8Array;
  /** The EIP-712 digest that the actor signs. */
  readonly digest: Uint8Array;
};

/** @throws FormatError naming the first member that is unknown, missing or not canonical. */
type MessageEncoder = (message: unknown, domainSeparator: Uint8Array) => EncodedWords;

function compileMessage(kind: Kind): MessageEncoder {
  const payload = layoutOf(
    "message.payload",
    kind.members.map(({ name, type }) => [name, wordWriter(type)]),
  );
  const payloadEnd = PAYLOAD_AT + 32 * (1 + kind.members.length);
  const writePayload: WordWriter = (value, _path, out, at) => {
    writeStruct(payload, value, out, PAYLOAD_AT + 32);
    out.set(keccak256(out.subarray(PAYLOAD_AT, payloadEnd)), at);
  };
  const envelope = layoutOf("message", [
    ["log", wordWriter("bytes32")],
    ["actor", wordWriter("address")],
    ["nonce", wordWriter("uint256")],
    ["deadline", wordWriter("uint64")],
    ["payload", writePayload],
  ]);
  const template = concat(
    kind.envelopeTypeHash,
    new Uint8Array(5 * 32),
    kind.payloadTypeHash,
    new Uint8Array(32 * kind.members.length),
    new Uint8Array([0x19, 0x01]),
    new Uint8Array(2 * 32),
  );
  return (message, domainSeparator) => {
    // A buffer of its own, not one for all: reading a member may run code that encodes another message.
    const out = template.slice();
    writeStruct(envelope, message, out, 32);
    out.set(domainSeparator, payloadEnd + 2);
    out.set(keccak256(out.subarray(0, PAYLOAD_AT)), payloadEnd + 34);
    return { payload: out.subarray(PAYLOAD_AT + 32, payloadEnd), digest: keccak256(out.subarray(payloadEnd)) };
  };
}

// Beside the kinds, not in them: those are plain data, which may be copied between threads.
const encoders = new WeakMap<Kind, MessageEncoder>();

/** The encoder of a kind's messages, compiled at its first use. */
export function messageEncoder(kind: Kind): MessageEncoder {
  let encoder = encoders.get(kind);
  if (encoder === undefined) encoders.set(kind, (encoder = compileMessage(kind)));
  return encoder;
}

/** A struct without arrays and structs in it, hashed as EIP-712's `hashStruct` does. */
export type FlatStruct = {
  /** `Name(type member,…)`. */
  readonly type: string;
  /**
   * EIP-712's `hashStruct` of a value in canonical form.
   *
   * @throws FormatError naming the first member that is unknown, missing or not canonical.
   */
  hash(value: unknown): Uint8Array;
};

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const FLAT_TYPE = /^(?:bool|address|string|bytes(?:[1-9]|[12][0-9]|3[0-2])?|u?int([1-9][0-9]{0,2}))$/;

/**
 * Compiles the hasher of any flat struct, not only of payloads: names are any identifiers.
 *
 * @throws AnchorlogError `bad_definition` naming the member that cannot be.
 * @example
 * compileStruct("Person", { name: "string", wallet: "address" }).hash({ name: "Bob", wallet: "0xbbbb…" })
 */
export function compileStruct(name: string, members: Readonly<Record<string, MemberType>>): FlatStruct {
  for (const identifier of [name, ...Object.keys(members)]) {
    if (!IDENTIFIER.test(identifier)) throw badStruct(name, `${JSON.stringify(identifier)} is no identifier`);
  }
  const entries = Object.entries(members);
  for (const [member, type] of entries) {
    const [, bits] = FLAT_TYPE.exec(type) ?? badType(name, member, type);
    if (bits !== undefined && (Number(bits) > 256 || Number(bits) % 8 !== 0)) badType(name, member, type);
  }
  const type = `${name}(${entries.map(([member, type]) => `${type} ${member}`).join(",")})`;
  const layout = layoutOf(
    "",
    entries.map(([member, type]) => [member, wordWriter(type)]),
  );
  const template = concat(keccak256(utf8(type)), new Uint8Array(32 * entries.length));
  return {
    type,
    hash(value) {
      const out = template.slice();
      writeStruct(layout, value, out, 32);
      return keccak256(out);
    },
  };
}

/**
 * EIP-712's `hashStruct` of one value of a flat struct; {@link compileStruct} is for many.
 *
 * @throws what {@link compileStruct} and its hasher throw.
 */
export function hashStruct(name: string, members: Readonly<Record<string, MemberType>>, value: unknown): Uint8Array {
  return compileStruct(name, members).hash(value);
}

function badType(name: string, member: string, type: string): never {
  throw badStruct(name, `${member} cannot have the type ${type}: a flat struct has no arrays and no structs`);
}

function badStruct(name: string, why: string): AnchorlogError {
  return new AnchorlogError("bad_definition", `struct ${name}: ${why}`, {
    fix: "see docs/PROTOCOL.md, section 3, for the types that a member may have",
  });
}
