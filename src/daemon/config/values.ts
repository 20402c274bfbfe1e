/** The types of settings. Values are read from a file's JSON, or from the text of an environment variable. */
import { readAddress } from "../../action/address.ts";
import { defineActions, type PayloadMembers } from "../../action/kinds.ts";
import type { Hex } from "../../base/hex.ts";
import { AnchorlogError } from "../../base/errors.ts";

/** Reads values of one type. */
export type ValueType<T> = {
  /** Describes the expected form; error messages print it after "expects". */
  readonly form: string;
  /** Whether a value may contain a secret. Then messages, logs and status do not show it. */
  readonly isSecret?: boolean;
  /** @throws BadValue */
  read(value: unknown): T;
  /** Converts an environment variable's text to a file's value, which `read` then checks. */
  fromText(text: string): unknown;
};

/** An invalid value. The message explains why, if the type's form does not. */
export class BadValue extends Error {}

const asIs = (text: string): string => text;
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

export const integer = (least: number, most: number): ValueType<number> => ({
  form: `a whole number from ${least} to ${most}`,
  read: (value) => {
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw new BadValue();
  },
  fromText: (text) => (/^(?:0|[1-9][0-9]*)$/.test(text) ? Number(text) : text),
});

export const flag: ValueType<boolean> = {
  form: "true or false",
  read: (value) => {
    if (typeof value === "boolean") return value;
    throw new BadValue();
  },
  fromText: asJson,
};

/** Gwei, down to one wei. */
export const gwei: ValueType<bigint> = {
  form: "gwei for a unit of gas, a number above 0 with at most nine decimals",
  read: readBillionths,
  fromText: decimal,
};

/** Ether, down to one gwei; read as wei. */
export const ether: ValueType<bigint> = {
  form: "ether, a number above 0 with at most nine decimals",
  read: (value) => 1_000_000_000n * readBillionths(value),
  fromText: decimal,
};

function readBillionths(value: unknown): bigint {
  const digits = typeof value === "number" && value > 0 && value < 1e9 ? value.toFixed(9) : undefined;
  if (digits === undefined || Number(digits) !== value) throw new BadValue();
  return BigInt(digits.replace(".", ""));
}

function decimal(text: string): unknown {
  return /^[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : text;
}

export const text = (form: string, pattern: RegExp): ValueType<string> => ({
  form,
  read: (value) => {
    if (typeof value === "string" && pattern.test(value)) return value;
    throw new BadValue();
  },
  fromText: asIs,
});

export const oneOf = <const T extends string>(...names: readonly T[]): ValueType<T> => ({
  form: `one of ${names.join(", ")}`,
  read: (value) => {
    if (names.includes(value as T)) return value as T;
    throw new BadValue();
  },
  fromText: asIs,
});

export const address: ValueType<Hex> = {
  form: "0x and 40 hex digits",
  read: (value) => {
    try {
      return readAddress(value, "it");
    } catch (error) {
      throw new BadValue(isChecksum(error) ? "its EIP-55 checksum does not hold" : "");
    }
  },
  fromText: asIs,
};

function isChecksum(error: unknown): boolean {
  return error instanceof AnchorlogError && error.details !== undefined;
}

/** A list of at least `least` values, separated by commas in an environment variable. */
export const listOf = <T>(item: ValueType<T>, what: string, least = 1): ValueType<readonly T[]> => ({
  form: `a list of ${what} (in the environment divided by commas)`,
  ...(item.isSecret === undefined ? {} : { isSecret: item.isSecret }),
  read: (value) => {
    if (!Array.isArray(value)) throw new BadValue("it is not a list");
    if (value.length < least) throw new BadValue("it is empty");
    if (new Set(value).size < value.length) throw new BadValue("it names one of them twice");
    return value.map((one: unknown, i) => {
      try {
        return item.read(one);
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        throw new BadValue(`item ${i + 1} is not ${item.form}${error.message === "" ? "" : `: ${error.message}`}`);
      }
    });
  },
  fromText: (list) => list.split(",").map((one) => item.fromText(one.trim())),
});

const logName = text("a name of [a-z0-9.-], at most 64 characters", /^[a-z0-9.-]{1,64}$/);

/** Names of logs. */
export const logNames = listOf(logName, "names of [a-z0-9.-]", 0);

/** Kinds of actions in the form of `defineActions`; JSON in an environment variable. */
export const kinds: ValueType<Readonly<Record<string, PayloadMembers>>> = {
  form: 'kinds of actions with their members, as { "Transfer": { "objectId": "string", "to": "address" } }',
  read: (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BadValue();
    for (const members of Object.values(value))
      if (typeof members !== "object" || members === null || Array.isArray(members)) throw new BadValue();
    try {
      defineActions(value as Record<string, PayloadMembers>);
    } catch (error) {
      if (error instanceof AnchorlogError) throw new BadValue(error.message);
      throw error;
    }
    return value as Record<string, PayloadMembers>;
  },
  fromText: asJson,
};

/** A reference to a secret. The configuration never contains the secret itself. */
export type SecretReference =
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "file"; readonly path: string }
  | { readonly from: "keystore"; readonly path: string }
  | { readonly from: "kms"; readonly region: string; readonly keyId: string }
  | { readonly from: "rpc"; readonly address: Hex; readonly url: SecretUrl }
  | { readonly from: "development"; readonly index: number };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Parses a reference in one of the forms of {@link key}; undefined if it has another form. */
function parseReference(value: unknown): SecretReference | undefined {
  const [, from, rest = ""] = typeof value === "string" ? (/^([a-z]+):(.+)$/.exec(value) ?? []) : [];
  if (from === "env" && NAME.test(rest)) return { from, name: rest };
  if (from === "file" || from === "keystore") return { from, path: rest };
  const [, region, keyId] = from === "kms" ? (/^([a-z0-9-]+):(.+)$/.exec(rest) ?? []) : [];
  if (region !== undefined && keyId !== undefined) return { from: "kms", region, keyId };
  const [, signer, at] = from === "rpc" ? (/^(0x[0-9a-fA-F]{40})@(.+)$/.exec(rest) ?? []) : [];
  if (signer !== undefined && at !== undefined) {
    const reference = parseReference(at);
    const isThere = reference?.from === "env" || reference?.from === "file";
    if (isThere) return { from: "rpc", address: signer as Hex, url: reference };
    if (isUrlOf(at, ["http", "https"])) return { from: "rpc", address: signer as Hex, url: { url: at } };
  }
  if (from === "development" && /^(?:[0-9]|1[0-9])$/.test(rest)) return { from, index: Number(rest) };
  return undefined;
}

/** A reference to a key. */
export const key: ValueType<SecretReference> = {
  form:
    "env:NAME, file:PATH, keystore:PATH, kms:REGION:KEY-ID, rpc:ADDRESS@URL (or @env:NAME) or, on a local chain, " +
    "development:0 to development:19",
  isSecret: true,
  read: (value) => {
    const reference = parseReference(value);
    if (reference !== undefined) return reference;
    throw new BadValue("the configuration never holds a key: give a reference to it");
  },
  fromText: asIs,
};

/**
 * A reference to a key that this process must hold itself. Remote signers sign only digests of checkpoints and
 * receipts.
 */
export const heldKey: ValueType<SecretReference> = {
  ...key,
  form: "env:NAME, file:PATH, keystore:PATH or, on a local chain, development:0 to development:19",
  read: (value) => {
    const reference = key.read(value);
    if (reference.from !== "kms" && reference.from !== "rpc") return reference;
    throw new BadValue(`a key behind ${reference.from}: can sign checkpoints and receipts only`);
  },
};

/** A reference to a key that has no development key. */
export const seed: ValueType<SecretReference> = {
  ...key,
  form: "env:NAME, file:PATH or keystore:PATH",
  read: (value) => {
    const reference = key.read(value);
    if (["env", "file", "keystore"].includes(reference.from)) return reference;
    throw new BadValue(`a key behind ${reference.from}: cannot sign here`);
  },
};

/** A reference to a password, which cannot be a key. */
export const password: ValueType<SecretReference> = {
  form: "env:NAME or file:PATH",
  isSecret: true,
  read: (value) => {
    const reference = parseReference(value);
    if (reference?.from === "env" || reference?.from === "file") return reference;
    throw new BadValue("the configuration never holds a password: give a reference to it");
  },
  fromText: asIs,
};

/** A URL that may contain a secret, or a reference to one. */
export type SecretUrl = { readonly url: string } | Extract<SecretReference, { from: "env" | "file" }>;

export const urlOf = (...schemes: readonly string[]): ValueType<SecretUrl> => ({
  form: `a URL of ${schemes.join(" or ")}, or env:NAME or file:PATH that holds one`,
  isSecret: true,
  read: (value) => {
    const reference = parseReference(value);
    if (reference?.from === "env" || reference?.from === "file") return reference;
    if (typeof value === "string" && isUrlOf(value, schemes)) return { url: value };
    throw new BadValue();
  },
  fromText: asIs,
});

/** URL of a node's JSON-RPC. */
export const rpcUrl = urlOf("http", "https");

export function isUrlOf(value: string, schemes: readonly string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));
}

/** Path of a file or folder, relative to the folder of the configuration file. */
export const path = text("a path, without file: or another scheme", /^(?![a-z][a-z0-9+.-]+:)(?=[^]*\S)[^\0]+$/i);
