import { describe, expect, it } from "vitest";
import { ANYBODY, objectKeyOf, type SignedAction } from "anchorlog/action";
import { decodeBundle, encodeBundle, formatBundle, verifyBundle, type Bundle } from "anchorlog/verify/bundle";
import { encodeHeader, hashHeader } from "anchorlog/batch";
import { decodeEntry, hashEntry, type Entry } from "anchorlog/log";
import { rootFromInclusionProof } from "anchorlog/crypto/merkle";
import { fromHex, toHex } from "anchorlog";
import { ABOUT_NOTHING } from "../../entries.ts";
import { HTTP_REQUEST, NOW, operator, signAction, trusted, types, wallets } from "../../operator.ts";
import { describeObject } from "../../../src/verify/bundle/about.ts";
import { promise } from "./promise.ts";

const LOG = "a.example";
const [HOLDER, OTHER] = [`0x${"e8".repeat(20)}`, `0x${"e9".repeat(20)}`] as const;
const hand = { objectId: "seat 7", holder: HOLDER } as const;
const objectKey = objectKeyOf(types.kinds.get("Hand")!, hand);
const sign = (kind: string, payload?: Record<string, string | boolean>): Promise<SignedAction> =>
  signAction(wallets[0]!, LOG, 1, payload === undefined ? { kind } : { kind, payload });
const made = async (action: Promise<SignedAction>, change: Partial<Entry> = {}): Promise<Bundle> =>
  promise(LOG, await action, change);
const verify = (bundle: Bundle) => verifyBundle(formatBundle(bundle), { operator: trusted });

const handed = () => sign("Hand", hand);
const transferred = () => sign("Transfer");
const asked = () => sign("Ask", { objectKey });
const requested = () => sign("HttpRequest", HTTP_REQUEST);
/** The fields of an entry that follows others. */
const behind = { index: 812, prev: new Uint8Array(32).fill(1), prior: 640 };
const of = (holder: string) => ({ holder: fromHex(holder, 20) });
const NOBODY = `0x${"00".repeat(20)}`;

describe("a bundle whose entry names the action's object", () => {
  const key = `0x[0-9a-f]{64}`;
  it.each<[string, () => Promise<Bundle>, object, RegExp]>([
    [
      "a first act that names a holder",
      () => made(handed()),
      { objectKey, prior: undefined, holder: HOLDER },
      new RegExp(`acts upon object ${objectKey}; the first act upon it; from here on ${HOLDER} holds it$`),
    ],
    [
      "a first act that names nobody",
      () => made(transferred()),
      { prior: undefined, holder: toHex(ANYBODY) },
      new RegExp(`acts upon object ${key}; the first act upon it; from here on anybody may act upon it$`),
    ],
    [
      "a later act that names a holder",
      () => made(handed(), behind),
      { objectKey, prior: 640, holder: HOLDER },
      new RegExp(`acts upon object ${objectKey}; the act before: entry 640; from here on ${HOLDER} holds it$`),
    ],
    [
      "a later act with the holder before it",
      () => made(transferred(), { ...behind, ...of(OTHER) }),
      { prior: 640, holder: OTHER },
      new RegExp(`the act before: entry 640; from here on ${OTHER} holds it$`),
    ],
    [
      "an act that lets nobody act again",
      () => made(sign("Hand", { ...hand, holder: NOBODY })),
      { holder: NOBODY },
      /from here on nobody may act upon it$/,
    ],
    [
      "an ask",
      () => made(asked(), { ...behind, ...of(HOLDER) }),
      { objectKey, prior: 640, holder: HOLDER },
      new RegExp(`when asked at entry 812, ${HOLDER} held object ${objectKey}; last act: entry 640$`),
    ],
    [
      "an ask about what anybody may act upon",
      () => made(asked(), behind),
      { objectKey, prior: 640, holder: toHex(ANYBODY) },
      /when asked at entry 812, anybody could act upon object/,
    ],
    [
      "an ask about what nobody may act upon",
      () => made(asked(), { ...behind, ...of(NOBODY) }),
      { holder: NOBODY },
      /when asked at entry 812, nobody could act upon object/,
    ],
    [
      "an ask about what never was",
      () => made(asked()),
      { objectKey, prior: undefined, holder: toHex(ANYBODY) },
      new RegExp(`when asked at entry 0, nothing had acted upon object ${objectKey}$`),
    ],
  ])("is valid, and says it: %s", async (_, make, about, words) => {
    const bundle = await make();
    const verdict = await verify(bundle);
    expect(verdict).toMatchObject({ verdict: "valid", state: "promised", about });
    expect(verdict.message).toMatch(words);
    expect(decodeBundle(encodeBundle(bundle))).toEqual(bundle);
    // Without trust and without an inclusion, the verdict still has the entry's statement.
    expect(await verifyBundle(formatBundle(bundle))).toMatchObject({ code: "no_trust", about });
  });

  it("has no object if the action has none", async () => {
    const bundle = await made(requested());
    expect(describeObject(decodeEntry(fromHex(bundle.entry)))).toBeUndefined();
    const verdict = await verify(bundle);
    expect(verdict).toMatchObject({ verdict: "valid", state: "promised" });
    expect(verdict).not.toHaveProperty("about");
    expect(verdict.message).not.toContain("object");
    expect(verdict).toMatchObject({ entry: { action: "PUT https://api.example/" } });
  });
});

it("is small for an ask, with a batch of 10,000 entries and 65,536 headers", async () => {
  const hash = (n: number) => Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0 : (n * 31 + i * 7) & 0xff));
  const index = 70_000 + 1_234;
  const bundle = await made(asked(), { ...behind, ...of(HOLDER), index, prev: hash(1) });
  const [path, upper] = [14, 16].map((length) => Array.from({ length }, (_, i) => hash(i))) as [
    Uint8Array[],
    Uint8Array[],
  ];
  const entry = fromHex(bundle.entry);
  const header = encodeHeader({
    log: decodeEntry(entry).log,
    number: 7,
    start: 70_000,
    count: 10_000,
    prevLeaf: 40_000,
    parent: hash(2),
    prevHead: hash(3),
    head: hash(4),
    zkRoot: hash(5),
    closedAt: NOW + 5_000,
    root: rootFromInclusionProof(hashEntry(entry), 1_234, 10_000, path),
  });
  const root = rootFromInclusionProof(hashHeader(header), 41_000, 65_536, upper);
  const checkpoint = { size: "65536", position: "41000", root: toHex(root), path: upper.map(toHex) } as const;
  const zkPath = Array.from({ length: 8 }, (_, i) => [1, 2, 3].map((j) => toHex(hash(i + j))));
  const inclusion = { header: toHex(header), path: path.map(toHex), zkPath, checkpoint };
  const compact = encodeBundle({ ...bundle, inclusion });
  expect(decodeBundle(compact)).toEqual({ ...bundle, inclusion });
  // The size without the zk tree's path, which is not needed here, and the size of the evidence for a contract.
  const shown = entry.length + 32 * (path.length + upper.length) + header.length;
  expect([compact.length, compact.length - 24 * 32, shown]).toEqual([2_271, 1_503, 1_456]);
});

describe("a bundle whose entry contradicts its action", () => {
  const other = new Uint8Array(32).fill(7);
  const first = { prior: undefined, holder: ANYBODY };
  it.each<[string, () => Promise<SignedAction>, Partial<Entry>, string]>([
    ["an act as an ask", transferred, { part: 2 }, "part"],
    ["an act as nothing", handed, ABOUT_NOTHING, "part"],
    ["an ask as an act", asked, { part: 1 }, "part"],
    ["an ask as nothing", asked, ABOUT_NOTHING, "part"],
    ["nothing as an act", requested, { part: 1, objectKey: other, ...first }, "part"],
    ["another object's", handed, { objectKey: other }, "objectKey"],
    ["a later act as another object's", handed, { ...behind, objectKey: other }, "objectKey"],
    ["an ask about another object", asked, { objectKey: other }, "objectKey"],
    ["another holder than named", handed, of(OTHER), "holder"],
    ["anybody in place of the holder that is named", handed, of(toHex(ANYBODY)), "holder"],
    ["a later act with another holder than named", handed, { ...behind, ...of(OTHER) }, "holder"],
    ["a first act with a holder that nobody named", transferred, of(HOLDER), "holder"],
    ["a first act that nobody may follow, unnamed", transferred, of(NOBODY), "holder"],
  ])("is invalid: %s", async (_, action, change, field) => {
    const bundle = await made(action(), change);
    const verdict = await verify(bundle);
    expect(verdict).toMatchObject({ verdict: "invalid", state: null, code: "object_mismatch" });
    expect(verdict.message).toContain(`the entry's ${field} is`);
    expect(verdict).not.toHaveProperty("about");
    // The compact form omits values that follow from the payload, so they cannot be false.
    expect(() => encodeBundle(bundle)).toThrow(expect.objectContaining({ code: "inconsistent_bundle" }));
  });

  it("is invalid under any trust, before a chain is asked", async () => {
    const bundle = await made(handed(), of(OTHER));
    expect(await verifyBundle(formatBundle(bundle))).toMatchObject({ verdict: "invalid", code: "object_mismatch" });
    expect(bundle.operator.address).toBe(operator.operator);
  });
});
