/** A slow, simple encoder, which the compiled one is compared with. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Kind, MemberType } from "anchorlog/action";
import { concat, uintToBytes, utf8 } from "../../src/base/bytes.ts";
import { abbreviate, fromHex, isHex } from "../../src/base/hex.ts";
import { FormatError, readObject, stringUpTo } from "../../src/base/json.ts";

const MAX = 16_384;
const DECIMAL = /^(?:0|-?[1-9][0-9]{0,77})$/;

const expected = (code: FormatError["code"], path: string, what: string, value: unknown) =>
  new FormatError(code, path, `expected ${what}, got ${abbreviate(value)}`);
const tooLong = (path: string) => new FormatError("malformed", path, `is longer than ${MAX} bytes`);

/** A member's word, if its value is canonical. */
function encodeWord(type: MemberType, value: unknown, path: string): Uint8Array {
  if (type === "bool") {
    if (typeof value !== "boolean") throw expected("malformed", path, "true or false", value);
    return uintToBytes(value ? 1 : 0, 32);
  }
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) throw expected("malformed", path, `an array for ${type}`, value);
    if (value.length > 256) throw new FormatError("malformed", path, "has more than 256 elements");
    return keccak_256(
      concat(...value.map((one, i) => encodeWord(type.slice(0, -2) as MemberType, one, `${path}[${i}]`))),
    );
  }
  if (typeof value !== "string") {
    const form = /^u?int/.test(type) ? "a string of decimal digits" : "a string";
    throw expected("malformed", path, `${form} for ${type}`, value);
  }
  if (type === "string") {
    const bytes = utf8(stringUpTo(MAX)(value, path));
    if (bytes.length > MAX) throw tooLong(path);
    return keccak_256(bytes);
  }
  if (type === "bytes") {
    if (value.length > 2 + 2 * MAX) throw tooLong(path);
    if (!isHex(value)) throw expected("non_canonical", path, "0x and lower-case hex of whole bytes", value);
    return keccak_256(fromHex(value));
  }
  if (type === "address") return hexWord(value, 20, 12, path);
  if (type.startsWith("bytes")) return hexWord(value, Number(type.slice(5)), 0, path);
  const signed = type.startsWith("int");
  const bits = BigInt(type.slice(signed ? 3 : 4));
  if (!DECIMAL.test(value)) throw expected("non_canonical", path, "a decimal without sign or leading zeros", value);
  const [min, max] = signed ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n];
  if (BigInt(value) < min || BigInt(value) > max) {
    throw expected("non_canonical", path, `${signed ? "an int" : "a uint"}${bits} in range`, value);
  }
  return uintToBytes(BigInt.asUintN(256, BigInt(value)), 32);
}

function hexWord(value: string, bytes: number, offset: number, path: string): Uint8Array {
  if (!isHex(value, bytes)) {
    throw expected("non_canonical", path, `0x and lower-case hex of exactly ${bytes} bytes`, value);
  }
  const word = new Uint8Array(32);
  word.set(fromHex(value), offset);
  return word;
}

const word = (type: MemberType) => (value: unknown, path: string) => encodeWord(type, value, path);

/** The payload's words and the digest, as `encodeMessage` must return them. */
export function encodeByReference(kind: Kind, message: unknown, domainSeparator: Uint8Array) {
  const readPayload = (value: unknown, path: string) =>
    readObject(value, path, Object.fromEntries(kind.members.map((m) => [m.name, word(m.type)])));
  const fields = readObject(message, "message", {
    log: word("bytes32"),
    actor: word("address"),
    nonce: word("uint256"),
    deadline: word("uint64"),
    payload: readPayload,
  });
  const payloadWords = kind.members.map((member) => fields.payload[member.name]!);
  const payloadHash = keccak_256(concat(kind.payloadTypeHash, ...payloadWords));
  const { log, actor, nonce, deadline } = fields;
  const structHash = keccak_256(concat(kind.envelopeTypeHash, log, actor, nonce, deadline, payloadHash));
  return {
    payloadWords,
    digest: keccak_256(concat(new Uint8Array([0x19, 0x01]), domainSeparator, structHash)),
  };
}
