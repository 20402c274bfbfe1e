import { describe, expect, it, vi } from "vitest";
import { fromHex } from "anchorlog";
import { ANYBODY, PART_ACT, PART_ASK } from "anchorlog/action";
import { decodeEntry, encodeEntry, ENTRY_BYTES, hashEntry, type LogStore, type StoredEntry } from "anchorlog/log";
import { assertOuter, settleOuter, walkObjects } from "../../src/batch/objects.ts";
import { actorOf, keyOf, logOf, NOW } from "../store/drafts.ts";

const LOG = logOf("a");
const [alice, bob] = [actorOf("alice"), actorOf("bob")];
const FROM = 1_000;

type Said = { part?: number; by?: Uint8Array; object?: string; prior?: number; holder?: Uint8Array };

function entryAt(
  index: number,
  { part = PART_ACT, by = alice, object = "x", prior, holder = ANYBODY }: Said,
): StoredEntry {
  const zero = new Uint8Array(32);
  const bytes = encodeEntry({
    log: fromHex(LOG),
    index,
    prev: zero,
    actor: by,
    nonce: zero,
    digest: zero,
    signatureHash: zero,
    scheme: 0,
    verifiedBlock: 0,
    acceptedAt: NOW,
    part,
    objectKey: keyOf(object),
    prior,
    holder,
  });
  return { index, bytes, hash: hashEntry(bytes), digest: zero, action: undefined! };
}

/** The acts of a batch that follow from earlier ones; `naming` lists the entries that name a holder. */
function outerOf(entries: readonly Said[], naming: readonly number[] = []): Uint8Array {
  const walk = walkObjects();
  for (const [i, said] of entries.entries()) {
    const object = { part: PART_ACT, memberHash: new Uint8Array(), namesHolder: naming.includes(i) };
    walk.take(LOG, entryAt(FROM + i, said), { object });
  }
  return walk.outer();
}

/** A store in which these are the newest acts, the archived ones as its table and as the archive says. */
function storeOf(
  acts: Record<string, Said & { index: number; isArchived?: boolean }>,
  archived: readonly StoredEntry[] = [],
  answer: () => Promise<unknown> = async () => {},
) {
  const actsBefore = vi.fn<LogStore["actsBefore"]>(async (_, keys) =>
    keys.map((key) => {
      const found = Object.entries(acts).find(([object]) => Buffer.from(keyOf(object)).equals(key));
      if (found === undefined) return undefined;
      const [, { index, holder = ANYBODY, isArchived = false }] = found;
      return { index, holder, isArchived };
    }),
  );
  const entriesAt = vi.fn<LogStore["entriesAt"]>(async (places) => {
    await answer();
    const all = archived.map(({ index, bytes, hash }) => ({ log: LOG, index, bytes, hash }));
    return all.filter((entry) => places.some(({ index }) => index === entry.index));
  });
  return { actsBefore, entriesAt };
}

const check = (outer: Uint8Array, store: ReturnType<typeof storeOf>, patience = { left: 1_000 }) =>
  assertOuter(LOG, FROM, outer, store, patience);

/** As the thread checks them that built the batch. */
async function settle(outer: Uint8Array, { actsBefore }: ReturnType<typeof storeOf>): Promise<Uint8Array> {
  const keys = Array.from(
    { length: outer.length / (ENTRY_BYTES + 1) },
    (_, i) => decodeEntry(outer.subarray((ENTRY_BYTES + 1) * i + 1, (ENTRY_BYTES + 1) * (i + 1))).objectKey,
  );
  const acts = await actsBefore(LOG, keys, FROM);
  const find = (key: Uint8Array, below: number) => {
    expect(below).toBe(FROM);
    return acts[keys.findIndex((one) => Buffer.from(one).equals(key))];
  };
  return settleOuter({ log: LOG, from: FROM }, outer, find, async () => {});
}

describe("the acts before a batch that its entries follow", () => {
  it("are read once for each object whose newest act is not in the batch", async () => {
    const entries: Said[] = [
      { prior: 7 },
      { prior: FROM },
      { object: "new" },
      { part: PART_ASK, object: "asked", prior: 9, holder: bob },
      { part: PART_ASK, object: "asked", prior: 9, holder: bob },
    ];
    const store = storeOf({ x: { index: 7 }, asked: { index: 9, holder: bob } });
    await check(outerOf(entries), store);
    expect(store.actsBefore.mock.calls).toEqual([[LOG, ["x", "new", "asked", "asked"].map(keyOf), FROM]]);
    expect(store.entriesAt).not.toHaveBeenCalled();
  });

  it("are read 512 at a time", async () => {
    const entries = Array.from({ length: 1_200 }, (_, i) => ({ object: `object ${i}` }));
    const store = storeOf({});
    await check(outerOf(entries), store);
    expect(store.actsBefore.mock.calls.map(([, keys]) => keys.length)).toEqual([512, 512, 176]);
  });

  it.each<[string, Said, { index: number; holder?: Uint8Array } | undefined, RegExp]>([
    ["a first act where there is one", {}, { index: 7 }, /names no entry .* is entry 7/],
    ["an entry that is not an act", { prior: 7 }, undefined, /names entry 7 .* is none/],
    ["an act before the newest", { prior: 3 }, { index: 7 }, /names entry 3 .* is entry 7/],
    [
      "an object of another holder",
      { prior: 7, holder: bob },
      { index: 7, holder: bob },
      /acts upon an object of another/,
    ],
    ["an ask with another holder", { part: PART_ASK, prior: 7 }, { index: 7, holder: bob }, /names another holder/],
    [
      "another holder than the act before",
      { prior: 7 },
      { index: 7, holder: alice },
      /has another holder than its prior/,
    ],
    ["a holder that nobody named", { holder: alice }, undefined, /has another holder than its prior/],
  ])("is refused: %s", async (_, said, newest, why) => {
    const store = storeOf(newest === undefined ? {} : { x: newest });
    for (const how of [check, settle]) {
      await expect(how(outerOf([said]), store)).rejects.toMatchObject({
        code: "store_damaged",
        message: expect.stringMatching(why) as string,
        details: { log: LOG, index: FROM },
      });
    }
  });

  it("are settled without the archive, except those that are in it", async () => {
    const store = storeOf({ x: { index: 7 }, y: { index: 8, isArchived: true }, z: { index: 9 } });
    const entries = [{ prior: 7 }, { object: "y", prior: 8 }, { object: "z", prior: 9 }];
    const outer = outerOf(entries);
    const length = outer.length / entries.length;
    expect(await settle(outer, store)).toEqual(outer.subarray(length, 2 * length));
  });

  it("may belong to another holder if the action names the new one", async () => {
    await check(outerOf([{ prior: 7, holder: bob }], [0]), storeOf({ x: { index: 7, holder: alice } }));
  });

  describe("in the archive", () => {
    const acts = { x: { index: 7, isArchived: true }, y: { index: 8, isArchived: true }, z: { index: 9 } };
    const outer = outerOf([{ prior: 7 }, { object: "y", prior: 8 }, { object: "z", prior: 9 }]);
    const entries = [entryAt(7, { object: "x" }), entryAt(8, { object: "y" })];

    it("are read by one query", async () => {
      const store = storeOf(acts, entries);
      await check(outer, store);
      const places = [7, 8].map((index) => ({ log: LOG, index }));
      expect(store.entriesAt.mock.calls).toEqual([[places, 1_000]]);
    });

    it.each([
      ["another object's", [entries[0]!, entryAt(8, { object: "x" })], /entry 8, which is not an act upon its object/],
      ["an ask", [entryAt(7, { part: PART_ASK }), entries[1]!], /entry 7, which is not an act upon its object/],
      ["of another holder", [entryAt(7, { holder: bob }), entries[1]!], /entry 7, .* to another holder/],
    ])("is refused: %s", async (_, archived, why) => {
      await expect(check(outer, storeOf(acts, archived))).rejects.toMatchObject({
        code: "store_damaged",
        message: expect.stringMatching(why) as string,
        details: { index: why.source.includes("8") ? FROM + 1 : FROM },
      });
    });

    it("are skipped if they do not come in time, and all batches share one time limit", async () => {
      const store = storeOf(acts, [entries[0]!], () => new Promise((resolve) => setTimeout(resolve, 30)));
      const patience = { left: 50 };
      await check(outer, store, patience);
      expect(patience.left).toBeLessThan(25);
      await check(outer, store, patience);
      expect(patience.left).toBe(0);
      await check(outer, store, patience);
      expect(store.entriesAt.mock.calls.at(-1)![1]).toBe(0);
    });
  });
});
