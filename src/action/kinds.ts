import { keccak_256 } from "@noble/hashes/sha3.js";
import { utf8 } from "../base/bytes.ts";
import { abbreviate, type Hex } from "../base/hex.ts";
import { AnchorlogError } from "../base/errors.ts";
import { isMemberType } from "./memberTypes.ts";
import { PART_ACT, PART_ASK, PART_NONE } from "./part.ts";

type Width8 = 8 | 16 | 24 | 32 | 40 | 48 | 56 | 64 | 72 | 80 | 88 | 96 | 104 | 112 | 120 | 128;
type Width16 = 136 | 144 | 152 | 160 | 168 | 176 | 184 | 192 | 200 | 208 | 216 | 224 | 232 | 240 | 248 | 256;
type Bytes16 = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;
type Bytes32 = 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32;

/** The EIP-712 types whose values have one word. */
export type WordType =
  | "bool"
  | "address"
  // One type for each width.
  | `bytes${Bytes16 | Bytes32}`
  | `uint${Width8 | Width16}`
  | `int${Width8 | Width16}`;

/** The EIP-712 types that a payload's member may have. Structs, and arrays of them or of texts, are not allowed. */
export type MemberType = WordType | "string" | "bytes" | `${WordType}[]`;

/** A member's value in JSON: integers are decimal strings, bytes are canonical hex, arrays have up to 256 elements. */
export type MemberValue<T extends MemberType = MemberType> = T extends `${infer E extends WordType}[]`
  ? readonly MemberValue<E>[]
  : T extends "bool"
    ? boolean
    : T extends "string"
      ? string
      : T extends "address" | `bytes${string}`
        ? Hex
        : `${bigint}`;

/** A payload's members: name to type, in the order of the signed struct. */
export type PayloadMembers = Readonly<Record<string, MemberType>>;

/** A kind of action, with the hashes that all of its messages need. */
export type Kind = {
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly type: MemberType }[];
  /** `KPayload(<members>)`. Its keccak is the payload's type hash, and part of the zk commitment. */
  readonly payloadType: string;
  readonly payloadTypeHash: Uint8Array;
  readonly envelopeTypeHash: Uint8Array;
  readonly object: ObjectRule;
};

/** How a payload's type determines the object of its actions (protocol/1-verify §6.1). */
export type ObjectRule = {
  /** `PART_NONE`, `PART_ACT` or `PART_ASK`. */
  readonly part: number;
  /** keccak of the first member's text, such as `string objectId`. */
  readonly memberHash: Uint8Array;
  /** Whether the second member is `address holder`. */
  readonly namesHolder: boolean;
};

/** The kinds of actions that an operator accepts, always including `HttpRequest` and `Ask`. */
export type ActionTypes<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  readonly definitions: D & BuiltInKinds;
  readonly kinds: ReadonlyMap<string, Kind>;
};

/** The kinds that every operator has. */
export type BuiltInKinds = typeof BUILT_IN;

const BUILT_IN = {
  HttpRequest: {
    authority: "string",
    method: "string",
    target: "string",
    contentType: "string",
    contentDigest: "bytes32",
  },
  Ask: { objectKey: "bytes32" },
} as const satisfies Record<string, PayloadMembers>;

/** The message of an action of kind `K`. */
export type Message<M extends PayloadMembers = PayloadMembers> = {
  /** The log's identifier, 32 bytes. */
  log: Hex;
  /** The wallet that acts, 20 bytes. */
  actor: Hex;
  /** Any uint256 that this actor has not used in this log, decimal. */
  nonce: `${bigint}`;
  /** Unix seconds, inclusive, decimal. */
  deadline: `${bigint}`;
  payload: { [N in keyof M]: MemberValue<M[N]> };
};

/** A signed action in JSON, as in an API request or a line of an export. */
export type SignedAction<D extends Record<string, PayloadMembers> = Record<string, PayloadMembers>> = {
  [K in keyof D & string]: { primaryType: K; message: Message<D[K]>; signature: Hex };
}[keyof D & string];

const KIND_NAME = /^[A-Z][A-Za-z0-9]{0,31}$/;
const MEMBER_NAME = /^[a-z][A-Za-z0-9]{0,31}$/;
const MAX_MEMBERS = 16;

/**
 * Declares the kinds of actions that an operator accepts (protocol/1-verify §5). The first member identifies the
 * action's object. If the second is `address holder`, only that account may act upon the object next (protocol/1-verify
 * §6.1).
 *
 * @example
 * const types = defineActions({ Transfer: { objectId: "string", to: "address" } })
 *
 * @throws AnchorlogError `bad_definition` naming the invalid kind and member.
 */
export function defineActions<const D extends Record<string, PayloadMembers>>(definitions: D): ActionTypes<D> {
  assertMembers(definitions, "the kinds");
  for (const name of Object.keys(BUILT_IN))
    if (Object.hasOwn(definitions, name)) throw badDefinition(name, "is built in");
  const all = { ...definitions, ...BUILT_IN };
  const kinds = new Map<string, Kind>();
  for (const [name, members] of Object.entries<PayloadMembers>(all)) {
    assertMembers(members, name);
    kinds.set(name, compileKind(name, membersOf(members)));
  }
  return { definitions: all, kinds };
}

/**
 * Parses a kind from its payload's type string, as bundles and exports contain it.
 *
 * @throws AnchorlogError `bad_definition` if `defineActions` would make another string.
 */
export function parseKind(name: string, payloadType: string): Kind {
  const match = /^([A-Za-z0-9]+)\(([^()]*)\)$/.exec(payloadType);
  if (match === null || match[1] !== `${name}Payload`) {
    throw badDefinition(name, `its payload type must read ${name}Payload(...)`);
  }
  const members = match[2]!.split(",").map((member) => {
    const [type = "", memberName = ""] = member.split(" ");
    return { type: type as MemberType, name: memberName };
  });
  const kind = compileKind(name, members);
  if (kind.payloadType !== payloadType) throw badDefinition(name, "its payload type is not in canonical form");
  return kind;
}

function compileKind(name: string, members: Kind["members"]): Kind {
  if (!KIND_NAME.test(name)) throw badDefinition(name, `a kind's name matches ${KIND_NAME.source}`);
  if (members.length === 0 || members.length > MAX_MEMBERS) {
    throw badDefinition(name, `a payload has 1 to ${MAX_MEMBERS} members, not ${members.length}`);
  }
  const seen = new Set<string>();
  for (const member of members) {
    if (!MEMBER_NAME.test(member.name))
      throw badDefinition(`${name}.${member.name}`, `a member's name matches ${MEMBER_NAME.source}`);
    if (!isMemberType(member.type))
      throw badDefinition(`${name}.${member.name}`, `${abbreviate(member.type)} is not a type of a member`, TYPES);
    if (seen.has(member.name)) throw badDefinition(`${name}.${member.name}`, "is there twice");
    seen.add(member.name);
  }
  const payloadType = payloadTypeOf(name, members);
  const envelopeType = `${name}(bytes32 log,address actor,uint256 nonce,uint64 deadline,${name}Payload payload)${payloadType}`;
  return {
    name,
    members,
    payloadType,
    payloadTypeHash: keccak_256(utf8(payloadType)),
    envelopeTypeHash: keccak_256(utf8(envelopeType)),
    object: objectRuleOf(payloadType, members),
  };
}

function objectRuleOf(payloadType: string, members: Kind["members"]): ObjectRule {
  const [first, second] = members.map(textOf);
  const part = PARTS.get(payloadType) ?? PART_ACT;
  const namesHolder = part === PART_ACT && second === "address holder";
  return { part, memberHash: keccak_256(utf8(first!)), namesHolder };
}

const membersOf = (members: PayloadMembers): Kind["members"] =>
  Object.entries(members).map(([name, type]) => ({ name, type }));
const textOf = ({ type, name }: Kind["members"][number]): string => `${type} ${name}`;
const payloadTypeOf = (name: string, members: Kind["members"]): string =>
  `${name}Payload(${members.map(textOf).join(",")})`;

/** Parts by the whole payload type, because a bundle may contain another type under a built-in kind's name. */
const PARTS: ReadonlyMap<string, number> = new Map([
  [payloadTypeOf("HttpRequest", membersOf(BUILT_IN.HttpRequest)), PART_NONE],
  [payloadTypeOf("Ask", membersOf(BUILT_IN.Ask)), PART_ASK],
]);

/** JavaScript callers can pass other types. */
function assertMembers(given: unknown, what: string): void {
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return;
  throw badDefinition(what, `expected an object, got ${abbreviate(given)}`);
}

const TYPES = "use bool, address, string, bytes, bytesN, uintN, intN, or an array such as address[]";

function badDefinition(what: string, why: string, fix = "see docs/protocol/1-verify.md, section 5"): AnchorlogError {
  return new AnchorlogError("bad_definition", `action type ${what}: ${why}`, { fix });
}
