/** The rules of every store for the objects of its entries, also of archived ones. */
import { expect, matching } from "./expect.ts";
import type { RuleGroups, Rules, Subject } from "./suite.ts";
import { fromHex, toHex } from "../../base/hex.ts";
import { ANYBODY, NOBODY, PART_NONE } from "../../action/part.ts";
import { decodeEntry, hashEntry } from "../../log/entry.ts";
import type { LogStore, StoredEntry } from "../../log/store.ts";
import {
  A,
  acting,
  actorOf,
  ALL,
  asking,
  B,
  call,
  checkChain,
  codeOf,
  codes,
  draft,
  keyOf,
  NOTHING,
  NOW,
} from "./drafts.ts";

const LATE = NOW + 3_600_000;
const [alice, bob, carol] = ["alice", "bob", "carol"].map(actorOf) as [Uint8Array, Uint8Array, Uint8Array];

let nonces = 0;
/** A new draft that acts upon an object. No two have one nonce. */
const act = (by: string, object: string, named?: Uint8Array) => draft(nonces++, { by, object: acting(object, named) });
const ask = (object: string) => draft(nonces++, { by: "asker", object: asking(object) });
const entriesOf = async (store: LogStore, log = A) => {
  const all = await store.entries(log, 0, ALL);
  checkChain(log, all);
  return all;
};
/** Each entry's prior and holder. */
const links = async (store: LogStore, log = A) =>
  (await entriesOf(store, log)).map(({ bytes }) => {
    const { prior, holder } = decodeEntry(bytes);
    return [prior, toHex(holder)];
  });
const linksOf = (...all: [prior: number | undefined, holder: Uint8Array][]) =>
  all.map(([prior, holder]) => [prior, toHex(holder)]);
const newest = (store: LogStore, object: string, log = A) => store.newestAct(log, keyOf(object));

/** How a store links the entries of an object, and judges who may act. */
const OBJECTS: Rules = {
  "keeps a holder until another is named, over calls and restarts": async (subject) => {
    expect(await newest(subject.store, "x")).toBeUndefined();
    await subject.store.append(A, call([act("carol", "x"), act("carol", "x", alice)]));
    expect(codes(await subject.store.append(A, call([act("alice", "x"), act("alice", "y")])))).toEqual([
      "appended",
      "appended",
    ]);
    await subject.reopen();
    expect(await newest(subject.store, "x")).toEqual({ index: 2, holder: alice });
    await subject.store.append(A, call([act("alice", "x", bob)]));
    expect(
      codes(await subject.store.append(A, call([act("alice", "x"), act("bob", "x", ANYBODY), act("carol", "x")]))),
    ).toEqual(["not_holder", "appended", "appended"]);
    expect(await links(subject.store)).toEqual(
      linksOf([undefined, ANYBODY], [0, alice], [1, alice], [undefined, ANYBODY], [2, bob], [4, ANYBODY], [5, ANYBODY]),
    );
    expect(await newest(subject.store, "x")).toEqual({ index: 6, holder: ANYBODY });
  },

  "keeps objects of one key in two logs apart": async ({ store }) => {
    await store.append(A, call([act("alice", "x", alice)]));
    expect(codes(await store.append(B, call([act("bob", "x", bob)])))).toEqual(["appended"]);
    expect([await newest(store, "x"), await newest(store, "x", B)]).toEqual([
      { index: 0, holder: alice },
      { index: 0, holder: bob },
    ]);
    await Promise.all([entriesOf(store, A), entriesOf(store, B)]);
  },

  "refuses an act of another account, or of the holder's contract wallet, with the reason": async ({ store }) => {
    const verified = { scheme: 1, verifiedBlock: 9, verifiedBlockHash: `0x${"cd".repeat(32)}` as const };
    const wallet = { ...draft(900, { by: "wallet", object: acting("x", carol) }), ...verified };
    const held = { ...draft(901, { by: "wallet", object: acting("y") }), ...verified };
    await store.append(A, call([wallet, act("alice", "y", actorOf("wallet")), act("alice", "z", NOBODY)]));
    const results = await store.append(A, call([act("alice", "x"), held, act("alice", "z"), act("alice", "z", alice)]));
    expect(codes(results)).toEqual(["not_holder", "not_holder", "not_holder", "not_holder"]);
    const messages = results.map((result) => (result.status === "refused" ? result.message : ""));
    expect(messages[0]).toBe(`since entry 0 the object is held by ${toHex(carol)}, not by ${toHex(alice)}`);
    expect(messages[1]).toMatch(/^since entry 1 .*a contract wallet/);
    expect(messages[2]).toBe("since entry 2 no account may act upon the object");
    expect((await store.head(A)).size).toBe(3);
    // No nonce was burned: the same action is appended once its object is its actor's.
    await store.append(A, call([act("carol", "x", actorOf("wallet"))]));
    expect(codes(await store.append(A, call([{ ...held, object: acting("free") }])))).toEqual(["appended"]);
    await entriesOf(store);
  },

  "accepts asks from everybody, and they change nothing": async ({ store }) => {
    const flood = Array.from({ length: 20 }, () => ask("x"));
    await store.append(A, call([ask("x"), act("alice", "x", bob), ask("x"), ask("x"), act("bob", "x"), ...flood]));
    const wallet = { scheme: 1, verifiedBlock: 9, verifiedBlockHash: `0x${"cd".repeat(32)}` as const };
    expect(codes(await store.append(A, call([{ ...ask("x"), ...wallet }, act("bob", "x", NOBODY), ask("x")])))).toEqual(
      ["appended", "appended", "appended"],
    );
    const all = await links(store);
    expect(all.slice(0, 5)).toEqual(linksOf([undefined, ANYBODY], [undefined, bob], [1, bob], [1, bob], [1, bob]));
    expect(all.slice(5)).toEqual(
      linksOf(...flood.map((): [number, Uint8Array] => [4, bob]), [4, bob], [4, NOBODY], [26, NOBODY]),
    );
  },

  "stores zeros for an action without an object": async ({ store }) => {
    await store.append(A, call([act("alice", "x"), draft(1, { object: NOTHING, by: "bob" }), act("alice", "x")]));
    const all = await entriesOf(store);
    expect(all[1]!.bytes.subarray(206)).toEqual(new Uint8Array(61));
    expect(decodeEntry(all[1]!.bytes)).toMatchObject({ part: PART_NONE, prior: undefined });
    expect(await store.newestAct(A, NOTHING.objectKey)).toBeUndefined();
    expect(decodeEntry(all[2]!.bytes).prior).toBe(0);
  },

  "knows acts that were just appended, in the same call and in simultaneous ones": async ({ store }) => {
    const first = act("alice", "x", alice);
    const answers = await Promise.all([
      store.append(A, call([first, act("bob", "x"), act("alice", "x", bob), act("bob", "x"), act("alice", "x")])),
      ...Array.from({ length: 20 }, () => store.append(A, call([act("bob", "x"), act("carol", "x")]))),
      store.append(A, call([act("bob", "x", carol)])),
      store.append(A, call([act("carol", "x"), act("bob", "x")])),
    ]);
    expect(codes(answers[0])).toEqual(["appended", "not_holder", "appended", "appended", "not_holder"]);
    for (const answer of answers.slice(1, -2)) expect(codes(answer)).toEqual(["appended", "not_holder"]);
    expect(answers.slice(-2).map(codes)).toEqual([["appended"], ["appended", "not_holder"]]);
    expect((await links(store)).map(([prior]) => prior)).toEqual([
      undefined,
      ...Array.from({ length: 24 }, (_, i) => i),
    ]);
    expect(await newest(store, "x")).toEqual({ index: 24, holder: carol });
  },

  "rolls back objects with an atomic call": async ({ store }) => {
    await store.append(A, call([act("alice", "x", alice)]));
    const taken = [act("alice", "x", bob), act("bob", "x", carol), act("alice", "new", alice), act("alice", "x")];
    const beside = [act("alice", "x"), act("bob", "new", bob), ask("x")];
    const [refused, appended] = await Promise.all([
      store.append(A, call(taken, { atomic: true })),
      store.append(A, call(beside)),
    ]);
    expect(codes(refused)).toEqual(["not_appended", "not_appended", "not_appended", "not_holder"]);
    expect(refused[0]).toMatchObject({ message: matching(/action 3 .*not_holder/) as string });
    expect(codes(appended)).toEqual(["appended", "appended", "appended"]);
    expect(await links(store)).toEqual(linksOf([undefined, alice], [0, alice], [undefined, bob], [1, alice]));
    const whole = [act("alice", "x", bob), act("bob", "x", carol)];
    expect(codes(await store.append(A, call(whole, { atomic: true })))).toEqual(["appended", "appended"]);
    expect(await newest(store, "x")).toEqual({ index: 5, holder: carol });
    await entriesOf(store);
  },

  "forgets an act whose statements fail, alone and within an atomic call": async ({ store, test }) => {
    const failing = (one: ReturnType<typeof act>) => ({ ...one, effects: [test.note("there")] });
    const noting = (one: ReturnType<typeof act>, text: string) => ({ ...one, effects: [test.note(text)] });
    await store.append(A, call([noting(act("alice", "x", alice), "there")]));
    const results = await store.append(
      A,
      call([
        failing(act("alice", "x", bob)),
        noting(act("alice", "x"), "2"),
        failing(act("alice", "y", bob)),
        act("alice", "y"),
      ]),
    );
    expect(codes(results)).toEqual(["effect_failed", "appended", "effect_failed", "appended"]);
    const atomic = [noting(act("alice", "x", bob), "3"), failing(act("bob", "x", carol))];
    expect(codes(await store.append(A, call(atomic, { atomic: true })))).toEqual(["not_appended", "effect_failed"]);
    expect(codes(await store.append(A, call([act("bob", "x"), noting(act("alice", "x"), "4")])))).toEqual([
      "not_holder",
      "appended",
    ]);
    expect(await links(store)).toEqual(linksOf([undefined, alice], [0, alice], [undefined, ANYBODY], [1, alice]));
  },

  "answers a retry even if it would be refused now": async (subject) => {
    const sold = act("alice", "x", bob);
    const free = act("carol", "x", alice);
    const [, first] = await subject.store.append(A, call([free, sold]));
    for (const now of [NOW, LATE]) {
      const again = await subject.store.append(A, call([sold, free, { ...sold, digest: new Uint8Array(32) }], { now }));
      expect(codes(again)).toEqual(["retry", "retry", "nonce_used"]);
      expect(again[0]).toEqual({ ...first, status: "retry" });
    }
    const [late] = await subject.store.append(A, call([act("alice", "x")], { now: LATE }));
    expect(codeOf(late!)).toBe("deadline_passed");
    await subject.reopen();
    expect(codes(await subject.store.append(A, call([sold, act("alice", "x")])))).toEqual(["retry", "not_holder"]);
    // A retry in the middle of an atomic call, with more actions after it.
    const goesOn = [sold, act("bob", "x", carol), sold, act("carol", "x")];
    expect(codes(await subject.store.append(A, call(goesOn, { atomic: true })))).toEqual([
      "retry",
      "appended",
      "retry",
      "appended",
    ]);
    await entriesOf(subject.store);
  },

  "finds the newest acts of many objects, also in an empty log": async ({ store }) => {
    const names = Array.from({ length: 200 }, (_, i) => `object ${i}`);
    await store.append(A, call([...names.map((name) => act("alice", name, alice)), act("alice", "object 7", bob)]));
    const all = await store.actsBefore(A, names.map(keyOf), 200);
    expect(all).toEqual(names.map((_, index) => ({ index, holder: alice, isArchived: false })));
    expect(await store.actsBefore(B, [keyOf("x")], 1)).toEqual([undefined]);
    expect(await store.actsBefore(A, [], 1)).toEqual([]);
  },

  "refuses an invalid object key": async ({ store }) => {
    const odd = { ...acting("x"), objectKey: fromHex("0x00") };
    await expect(store.append(A, call([draft(1, { object: odd })]))).rejects.toThrow(RangeError);
    expect((await store.head(A)).size).toBe(0);
  },

  "answers store_closed once it is closed": async ({ store }) => {
    await store.close();
    await expect(newest(store, "x")).rejects.toMatchObject({ code: "store_closed" });
  },
};

/** Entries of another store of the same log. */
const lost = async (create: Subject["create"]) => {
  const other = await create();
  const original = await other.open();
  try {
    await original.append(
      A,
      call([act("alice", "x", alice), act("bob", "y"), act("alice", "x"), ask("x"), act("alice", "x", bob), ask("y")]),
    );
    return await original.entries(A, 0, ALL);
  } finally {
    await original.close();
    await other.remove();
  }
};
/** The entry with other bytes at its end, and with the hash of the changed bytes. */
const forged = (entry: StoredEntry, change: (end: Buffer) => void): StoredEntry => {
  const bytes = Uint8Array.from(entry.bytes);
  change(Buffer.from(bytes.buffer, 206));
  return { ...entry, bytes, hash: hashEntry(bytes) };
};
const PRIOR = 33;
const HOLDER = 41;

/** Putting back lost entries. */
const RESTORED: Rules = {
  "reads their objects again if restoring is interrupted": async (subject) => {
    const all = await lost(subject.create);
    for (const [from, to] of [
      [0, 1],
      [1, 3],
      [3, 6],
    ]) {
      await subject.reopen();
      await subject.store.restore(A, all.slice(from, to));
    }
    expect(await entriesOf(subject.store)).toEqual(all);
    expect([await newest(subject.store, "x"), await newest(subject.store, "y")]).toEqual([
      { index: 4, holder: bob },
      { index: 1, holder: ANYBODY },
    ]);
    expect(codes(await subject.store.append(A, call([act("alice", "x"), act("bob", "x")])))).toEqual([
      "not_holder",
      "appended",
    ]);
    await entriesOf(subject.store);
  },

  "refuses entries that contradict earlier ones, and keeps none of them": async ({ store, create }) => {
    const all = await lost(create);
    const stranger = decodeEntry(all[1]!.bytes).actor;
    for (const [at, change, why] of [
      [2, (end: Buffer) => end.writeBigUInt64BE(2n ** 64n - 1n, PRIOR), /names no entry .* entry 0/],
      [4, (end: Buffer) => end.writeBigUInt64BE(0n, PRIOR), /entry 4 names entry 0 .* entry 2/],
      [4, (end: Buffer) => end.writeBigUInt64BE(3n, PRIOR), /names entry 3/],
      [1, (end: Buffer) => end.writeBigUInt64BE(0n, PRIOR), /entry 1 names entry 0 .* none/],
      [3, (end: Buffer) => end.set(bob, HOLDER), /entry 3 names another holder/],
      [5, (end: Buffer) => end.set(bob, HOLDER), /entry 5 names another holder/],
    ] as const) {
      const wrong = [...all.slice(0, at), forged(all[at]!, change)];
      await expect(store.restore(A, wrong), `${at}`).rejects.toMatchObject({
        code: "head_moved",
        message: matching(why) as string,
      });
    }
    const stolen = Uint8Array.from(all[2]!.bytes);
    stolen.set(stranger, 73);
    const thief = { ...all[2]!, bytes: stolen, hash: hashEntry(stolen) };
    await expect(store.restore(A, [...all.slice(0, 2), thief])).rejects.toMatchObject({
      message: matching(/entry 2 acts upon an object of another: since entry 0/) as string,
    });
    const late = Buffer.from(all[0]!.bytes);
    late.writeBigUInt64BE(BigInt(NOW + 61_000), 198);
    await expect(store.restore(A, [{ ...all[0]!, bytes: late, hash: hashEntry(late) }])).rejects.toMatchObject({
      message: matching(/entry 0 is later than its action's deadline/) as string,
    });
    expect([(await store.head(A)).size, await newest(store, "x")]).toEqual([0, undefined]);
    await store.restore(A, all.slice(0, 4));
    // Entries in the store are checked like the ones that are restored with them.
    const skipping = forged(all[4]!, (end) => void end.writeBigUInt64BE(0n, PRIOR));
    await expect(store.restore(A, [skipping])).rejects.toMatchObject({ code: "head_moved" });
    await store.restore(A, all.slice(4));
    expect(await entriesOf(store)).toEqual(all);
  },
};

/** Says that entries below an index are in the archive, from where the last one ended, and drops their rows. */
const archive = async (store: LogStore, from: number, to: number, atOnce = 10) => {
  const part = { log: A, start: from, until: to, first: 0 };
  const segment = { from, to, name: `segment ${from}`, entries: to - from, blocks: new Uint8Array() };
  await store.appendSegment(segment, [part]);
  for (let below = from; below < to;) await store.dropArchived(A, (below = Math.min(below + atOnce, to)));
};
const before = (store: LogStore, below: number, ...objects: string[]) => store.actsBefore(A, objects.map(keyOf), below);

const ARCHIVED: Rules = {
  "knows the newest archived act, and later acts on its object": async (subject) => {
    const drafts = [act("alice", "x", alice), act("bob", "y", bob), act("alice", "x", bob), ask("y"), act("bob", "x")];
    await subject.store.append(A, call([...drafts, act("carol", "z"), ask("z")]));
    await subject.store.append(B, call([act("carol", "x", carol), act("carol", "x")]));
    await archive(subject.store, 0, 5);
    await subject.reopen();
    expect(await Promise.all(["x", "y", "z"].map((object) => newest(subject.store, object)))).toEqual([
      { index: 4, holder: bob },
      { index: 1, holder: bob },
      { index: 5, holder: ANYBODY },
    ]);
    expect(await newest(subject.store, "x", B)).toEqual({ index: 1, holder: carol });
    expect(await before(subject.store, 6, "z", "x", "y", "never")).toEqual([
      { index: 5, holder: ANYBODY, isArchived: false },
      { index: 4, holder: bob, isArchived: true },
      { index: 1, holder: bob, isArchived: true },
      undefined,
    ]);
    expect(
      codes(
        await subject.store.append(A, call([act("alice", "x"), act("bob", "x", carol), ask("y"), act("carol", "y")])),
      ),
    ).toEqual(["not_holder", "appended", "appended", "not_holder"]);
    expect(await newest(subject.store, "x")).toEqual({ index: 7, holder: carol });
    const since = await subject.store.entries(A, 7, ALL);
    expect(since.map(({ bytes }) => decodeEntry(bytes).prior)).toEqual([4, 1]);
    // The acts before a batch are read when it is closed.
    expect(await before(subject.store, 7, "x")).toEqual([{ index: 4, holder: bob, isArchived: true }]);
    await subject.store.append(A, call([act("carol", "x", alice), act("carol", "z")]));
    await archive(subject.store, 5, 9, 2);
    expect(await before(subject.store, 10, "x", "y", "z")).toEqual([
      { index: 9, holder: alice, isArchived: false },
      { index: 1, holder: bob, isArchived: true },
      { index: 5, holder: ANYBODY, isArchived: true },
    ]);
    expect(await before(subject.store, 9, "x")).toEqual([{ index: 7, holder: carol, isArchived: true }]);
    expect(codes(await subject.store.append(A, call([act("carol", "x"), act("alice", "x")])))).toEqual([
      "not_holder",
      "appended",
    ]);
  },

  "keeps rows that are not archived, and the last rows of a log": async ({ store }) => {
    await store.append(A, call([act("alice", "x", alice), act("alice", "x", bob)]));
    await store.dropArchived(A, 2);
    expect(await store.entries(A, 0, ALL)).toHaveLength(2);
    await archive(store, 0, 2);
    expect(await before(store, 1, "x")).toEqual([{ index: 0, holder: alice, isArchived: true }]);
    expect(await newest(store, "x")).toEqual({ index: 1, holder: bob });
  },
};

export const objectRules: RuleGroups = {
  "": OBJECTS,
  "when entries are put back": RESTORED,
  "whose acts went to the archive": ARCHIVED,
};
