import fc from "fast-check";
import {
  ANYBODY,
  defineActions,
  encodeMessage,
  hashDomain,
  logId,
  PART_ACT,
  type EncodedMessage,
  type MemberType,
  type Message,
} from "anchorlog/action";
import { decodeHeader, encodeHeader, hashHeader } from "anchorlog/batch";
import { BUNDLE_FORMAT, type Bundle, type Decimal, type Inclusion } from "anchorlog/verify/bundle";
import { encodeEntry, hashEntry } from "anchorlog/log";
import { rootFromInclusionProof } from "anchorlog/crypto/merkle";
import { inclusionProofLength } from "../../../src/crypto/merkle/verify.ts";
import { fromHex, toHex, type Hex } from "anchorlog";
import { keccak256 } from "viem";
import { objectFields } from "../../entries.ts";
import { hexOf, decimal, struct } from "../../action/arbitraries.ts";

const count = fc.oneof(fc.nat(300), fc.maxSafeNat());
const ascii = fc.string({ minLength: 1, maxLength: 64 });
const operator = fc.record({
  chainId: count,
  registry: hexOf(20),
  address: hexOf(20),
  name: ascii,
  version: ascii,
});
/** The fields of an entry that its action does not determine. */
const standing = fc.oneof(
  fc.record({ scheme: fc.constant(0), verifiedBlock: fc.constant(0), signature: hexOf(65) }),
  fc.record({
    scheme: fc.constant(1),
    verifiedBlock: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    signature: fc.uint8Array({ minLength: 1, maxLength: 200 }).map(toHex),
  }),
);
/** Below r, which has 254 bits. */
const zkRoot = fc.uint8Array({ minLength: 31, maxLength: 31 }).map((bytes) => toHex(Uint8Array.of(0x2f, ...bytes)));
const hashes = fc.array(hexOf(32), { minLength: 53, maxLength: 53 });

type Place = { first: boolean; number: number; before: number; position: number; after: number };
const place: fc.Arbitrary<Place> = fc.record({
  first: fc.boolean(),
  number: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  before: fc.integer({ min: 1, max: 2 ** 50 }),
  position: fc.oneof(fc.constant(0), fc.nat(30_000)),
  after: fc.oneof(fc.constant(0), fc.nat(30_000)),
});

/** Kinds with a payload: about objects of all member types, with a holder and without, asks, and about nothing. */
const name = fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,31}$/).filter((text) => !defineActions({}).kinds.has(text));
const payloads: fc.Arbitrary<[name: string, members: Record<string, string>, value: Record<string, unknown>]> = fc
  .tuple(name, struct, fc.option(hexOf(20)))
  .map(([text, { members, value }, holder]) => {
    if (holder === null) return [text, members, value];
    const [[first, type], ...rest] = Object.entries(members) as [[string, string], ...[string, string][]];
    const held = { [first]: type, holder: "address", ...Object.fromEntries(rest.slice(0, 14)) };
    return [text, held, Object.fromEntries(Object.keys(held).map((member) => [member, { ...value, holder }[member]]))];
  });
const builtIn = fc
  .tuple(fc.constantFrom("Ask", "HttpRequest"), hexOf(32), fc.string({ unit: "grapheme" }))
  .map(([text, hash, word]) => {
    const request = { authority: word, method: word, target: word, contentType: word, contentDigest: hash };
    return { kind: defineActions({}).kinds.get(text)!, payload: text === "Ask" ? { objectKey: hash } : request };
  });
const kind = fc.oneof(
  { arbitrary: builtIn, weight: 1 },
  {
    arbitrary: payloads.map(([text, members, payload]) => {
      const { kinds } = defineActions({ [text]: members as Record<string, MemberType> });
      return { kind: kinds.get(text)!, payload };
    }),
    weight: 3,
  },
);

/** Bundles whose hashes are consistent, but whose signatures are random bytes. */
export const bundle: fc.Arbitrary<Bundle> = fc
  .record({
    operator,
    log: fc.stringMatching(/^[a-z0-9.-]{1,64}$/),
    kind,
    prior: fc.option(fc.nat()),
    holder: fc.oneof(hexOf(20), fc.constantFrom(toHex(ANYBODY), toHex(new Uint8Array(20)))),
    actor: hexOf(20),
    nonce: decimal(256, false),
    deadline: decimal(64, false),
    standing,
    prev: hexOf(32),
    acceptedAt: count,
    receipt: fc.record({ key: hexOf(20), signature: hexOf(65) }),
    place,
    isIncluded: fc.boolean(),
    header: fc.record({ prevLeaf: count, parent: hexOf(32), prevHead: hexOf(32), head: hexOf(32), zkRoot }),
    closedAt: count,
    path: hashes,
    zkPath: fc.array(
      fc.array(
        hexOf(32).map((hex): Hex => `0x0${hex.slice(3)}`),
        { minLength: 3, maxLength: 3 },
      ),
      { minLength: 8, maxLength: 8 },
    ),
    checkpoint: fc.record({ position: fc.oneof(fc.nat(9), fc.nat(2 ** 30)), after: fc.nat(2 ** 30), path: hashes }),
  })
  .map((parts) => {
    const { operator, place } = parts;
    const { chainId, registry, address, name, version } = operator;
    const log = logId({ chainId, registry, operator: address }, parts.log);
    const { kind, payload } = parts.kind;
    const { actor, nonce, deadline } = parts;
    const message = { log, actor, nonce, deadline, payload } as Message;
    const encoded = encodeMessage(kind, message, hashDomain({ name, version, chainId, verifyingContract: registry }));
    const start = place.first ? 0 : place.before;
    const index = start + place.position;
    const { scheme, verifiedBlock, signature } = parts.standing;
    const entry = encodeEntry({
      log: fromHex(log),
      index,
      prev: fromHex(index === 0 ? log : parts.prev),
      actor: fromHex(actor),
      nonce: fromHex(`0x${BigInt(nonce).toString(16).padStart(64, "0")}`),
      digest: encoded.digest,
      signatureHash: fromHex(keccak256(signature)),
      scheme,
      verifiedBlock,
      acceptedAt: parts.acceptedAt,
      ...objectFields(encoded, actBefore(encoded, index, parts)),
    });
    return {
      format: BUNDLE_FORMAT,
      operator: { ...operator, chainId: `${chainId}` as Decimal },
      log: parts.log,
      action: { primaryType: kind.name, payloadType: kind.payloadType, message, signature },
      entry: toHex(entry),
      receipt: parts.receipt,
      ...(parts.isIncluded ? { inclusion: include(entry, log, parts.prev, start, parts) } : {}),
    };
  });

/** The newest act upon an entry's object, if one is drawn. */
function actBefore(encoded: EncodedMessage, index: number, { prior, holder }: { prior: number | null; holder: Hex }) {
  if (prior === null || index === 0) return [];
  const act = { ...objectFields(encoded), part: PART_ACT, index: prior % index, holder: fromHex(holder) };
  return [act];
}

type Parts = {
  place: Place;
  header: Record<"parent" | "prevHead" | "head" | "zkRoot", Hex> & { prevLeaf: number };
  closedAt: number;
  path: Hex[];
  zkPath: Hex[][];
  checkpoint: { position: number; after: number; path: Hex[] };
};

function include(entry: Uint8Array, log: Hex, prev: Hex, start: number, parts: Parts): Inclusion {
  const { first, number, position, after } = parts.place;
  const entries = position + 1 + after;
  const entryHash = hashEntry(entry);
  const path = parts.path.slice(0, inclusionProofLength(position, entries));
  const header = encodeHeader({
    log: fromHex(log),
    number: first ? 0 : number,
    start,
    count: entries,
    prevLeaf: first ? undefined : parts.header.prevLeaf,
    parent: first ? new Uint8Array(32) : fromHex(parts.header.parent),
    prevHead: fromHex(first ? log : position === 0 ? prev : parts.header.prevHead),
    head: after === 0 ? entryHash : fromHex(parts.header.head),
    root: rootFromInclusionProof(
      entryHash,
      position,
      entries,
      path.map((hash) => fromHex(hash)),
    ),
    zkRoot: fromHex(parts.header.zkRoot),
    closedAt: parts.closedAt,
  });
  decodeHeader(header);
  const { position: at } = parts.checkpoint;
  const size = at + 1 + parts.checkpoint.after;
  const upper = parts.checkpoint.path.slice(0, inclusionProofLength(at, size));
  return {
    header: toHex(header),
    path,
    zkPath: parts.zkPath,
    checkpoint: {
      size: `${size}` as Decimal,
      root: toHex(
        rootFromInclusionProof(
          hashHeader(header),
          at,
          size,
          upper.map((hash) => fromHex(hash)),
        ),
      ),
      position: `${at}` as Decimal,
      path: upper,
    },
  };
}
