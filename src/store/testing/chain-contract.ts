/** The rules of a `ChainStore`: appending, reading and restoring entries, and logs. */
import { containing, expect, matching } from "./expect.ts";
import type { RuleGroups, Rules, Subject } from "./suite.ts";
import { fromHex } from "../../base/hex.ts";
import { decodeEntry } from "../../log/entry.ts";
import { A, ALL, B, call, checkChain, codes, draft, HOUR, logOf, NOW } from "./drafts.ts";

const at = (seconds: number) => draft(100 + seconds, { deadline: String(NOW / 1000 + seconds) });

/** Five entries of another store of the same log. */
const lost = async (create: Subject["create"]) => {
  const other = await create();
  const original = await other.open();
  try {
    const verified = { scheme: 1, verifiedBlock: 9, verifiedBlockHash: `0x${"cd".repeat(32)}` as const };
    await original.append(A, call([draft(0), draft(1), draft(2, verified), draft(3), draft(4)]));
    return await original.entries(A, 0, ALL);
  } finally {
    await original.close();
    await other.remove();
  }
};

const names = [
  { id: A, name: "a.example" },
  { id: B, name: "b.example" },
];
const header = (start: number, count: number): Uint8Array => {
  const bytes = new Uint8Array(229);
  new DataView(bytes.buffer).setBigUint64(41, BigInt(start));
  new DataView(bytes.buffer).setUint32(49, count);
  return bytes;
};

/** How entries are appended to a log. */
const APPENDING: Rules = {
  "chains the entries of a log from its identifier on": async ({ store }) => {
    expect(await store.head(A)).toEqual({ size: 0, hash: fromHex(A), acceptedAt: 0 });
    expect(await store.entries(A, 0, Infinity)).toEqual([]);
    const results = await store.append(A, call([draft(1), draft(2)]));
    results.push(...(await store.append(A, call([draft(3)]))));
    expect(codes(results)).toEqual(["appended", "appended", "appended"]);
    const entries = await store.entries(A, 0, ALL);
    checkChain(A, entries);
    expect(results.map((result) => "entry" in result && result.entry)).toEqual(entries);
    expect(await store.head(A)).toEqual({ size: 3, hash: entries[2]!.hash, acceptedAt: NOW });
    expect(decodeEntry(entries[1]!.bytes)).toMatchObject({
      actor: draft(2).actor,
      nonce: draft(2).nonce,
      signatureHash: draft(2).signatureHash,
      scheme: 0,
      verifiedBlock: 0,
    });
  },

  "keeps the action with any text, and the block at which a wallet was asked": async (subject) => {
    const verifiedBlockHash = `0x${"ab".repeat(32)}` as const;
    const byWallet = draft(2n ** 256n - 1n, { scheme: 1, verifiedBlock: 77, verifiedBlockHash });
    await subject.store.append(A, call([draft(0), byWallet]));
    await subject.reopen();
    const [first, second] = await subject.store.entries(A, 0, ALL);
    expect(first!.action).toEqual(draft(0).action);
    expect(first).not.toHaveProperty("verifiedBlockHash");
    expect(second).toMatchObject({ action: byWallet.action, verifiedBlockHash });
    expect(decodeEntry(second!.bytes)).toMatchObject({ scheme: 1, verifiedBlock: 77, nonce: byWallet.nonce });
  },

  "never lets acceptedAt go back": async ({ store }) => {
    await store.append(A, call([draft(1)]));
    await store.append(A, call([draft(2)], { now: NOW - 5000 }));
    await store.append(A, call([draft(3)], { now: NOW + 1 }));
    const entries = await store.entries(A, 0, ALL);
    expect(entries.map(({ bytes }) => decodeEntry(bytes).acceptedAt)).toEqual([NOW, NOW, NOW + 1]);
  },

  "judges a deadline by the entry's own acceptedAt": async ({ store }) => {
    await store.append(A, call([draft(1, { deadline: String(NOW / 1000 + 90) })], { now: NOW + 90_000 }));
    // The clock goes back, and acceptedAt does not.
    const results = await store.append(A, call([draft(2), draft(3, { deadline: String(NOW / 1000 + 90) })]));
    expect(codes(results)).toEqual(["deadline_passed", "appended"]);
    expect(codes(await store.append(A, call([draft(1)])))).toEqual(["retry"]);
    const ahead = { deadline: String(NOW / 1000 + 90 + HOUR) };
    expect(codes(await store.append(A, call([draft(4, ahead)])))).toEqual(["appended"]);
    for (const { bytes } of await store.entries(A, 0, ALL)) {
      expect(Math.floor(decodeEntry(bytes).acceptedAt / 1000)).toBe(NOW / 1000 + 90);
    }
  },

  "appends nothing to a log that is shorter than was promised": async ({ store }) => {
    const [first] = await store.append(A, call([draft(1)]));
    if (first?.status !== "appended") throw new Error("it was not appended");
    const { hash } = first.entry;
    const behind = { code: "store_behind" };
    await expect(store.append(A, call([draft(2)], { floor: { size: 2, hash } }))).rejects.toMatchObject(behind);
    await expect(store.append(B, call([draft(2)], { floor: { size: 1, hash } }))).rejects.toMatchObject(behind);
    const other = { size: 1, hash: fromHex(A) };
    await expect(store.append(A, call([draft(1), draft(2)], { floor: other }))).rejects.toMatchObject(behind);
    // Others that wait for the same commit are appended.
    const [refused, written] = await Promise.allSettled([
      store.append(A, call([draft(2)], { floor: { size: 7, hash } })),
      store.append(B, call([draft(3)])),
    ]);
    expect([refused.status, written.status]).toEqual(["rejected", "fulfilled"]);
    expect(codes(await store.append(A, call([draft(2)], { floor: { size: 1, hash } })))).toEqual(["appended"]);
    expect(codes(await store.append(A, call([draft(3)], { floor: { size: 1, hash } })))).toEqual(["appended"]);
    checkChain(A, await store.entries(A, 0, ALL));
  },

  "appends nothing for a call without drafts": async ({ store }) => {
    expect(await store.append(A, call([]))).toEqual([]);
    expect(await store.append(A, call([], { atomic: true }))).toEqual([]);
    expect((await store.head(A)).size).toBe(0);
  },

  "keeps the order of many concurrent calls over several logs, and each its own results": async ({ store }) => {
    const logs = ["a", "b", "c", "d"].map(logOf);
    const calls = Array.from({ length: 120 }, (_, i) => ({
      log: logs[i % 4]!,
      drafts: Array.from({ length: 1 + (i % 3) }, (__, j) => draft(1000 * i + j)),
    }));
    const answers = await Promise.all(calls.map(({ log, drafts }) => store.append(log, call(drafts))));
    for (const log of logs) {
      const entries = await store.entries(log, 0, ALL);
      checkChain(log, entries);
      const expected = calls.flatMap((one, i) => (one.log === log ? [[one, answers[i]!] as const] : []));
      expect(entries.map(({ digest }) => digest)).toEqual(
        expected.flatMap(([{ drafts }]) => drafts.map(({ digest }) => digest)),
      );
      expect(entries).toEqual(expected.flatMap(([, results]) => results.map((r) => "entry" in r && r.entry)));
    }
  },
};

/** Nonces: one action for each actor, log and nonce. */
const NONCES: Rules = {
  "answers the same action again with its entry, even after the deadline": async (subject) => {
    const [first] = await subject.store.append(A, call([draft(1)]));
    const late = call([{ ...draft(1), signatureHash: new Uint8Array(32) }], { now: NOW + HOUR * 1000 });
    expect(await subject.store.append(A, late)).toEqual([{ ...first, status: "retry" }]);
    await subject.reopen();
    expect(await subject.store.append(A, late)).toEqual([{ ...first, status: "retry" }]);
    expect((await subject.store.head(A)).size).toBe(1);
  },

  "refuses another action with a used nonce, naming the entry, even after the deadline": async ({ store }) => {
    await store.append(A, call([draft(8), draft(9)]));
    for (const now of [NOW, NOW + HOUR * 1000]) {
      const [refused] = await store.append(A, call([draft(9, { what: "other" })], { now }));
      expect(refused).toMatchObject({ status: "refused", code: "nonce_used" });
      expect(refused).toMatchObject({ message: matching(/used nonce 9 .*entry 1$/) as string });
    }
  },

  "finds a nonce that was used earlier in the same call": async ({ store }) => {
    const results = await store.append(A, call([draft(1), draft(1, { what: "other" }), draft(1), draft(2)]));
    expect(codes(results)).toEqual(["appended", "nonce_used", "retry", "appended"]);
    expect(results[2]).toEqual({ ...results[0], status: "retry" });
    checkChain(A, await store.entries(A, 0, ALL));
    expect((await store.head(A)).size).toBe(2);
  },

  "lets a nonce be used by another actor and in another log": async ({ store }) => {
    expect(codes(await store.append(A, call([draft(1), draft(1, { by: "bob" })])))).toEqual(["appended", "appended"]);
    expect(codes(await store.append(B, call([draft(1)])))).toEqual(["appended"]);
  },

  "lets exactly one of 50 concurrent calls with the same nonce win": async ({ store }) => {
    const rivals = Array.from({ length: 50 }, (_, i) => call([draft(7, { what: `rival ${i}` })]));
    const results = (await Promise.all(rivals.map((rival) => store.append(A, rival)))).flat();
    expect(codes(results).filter((code) => code === "appended")).toHaveLength(1);
    expect(codes(results).filter((code) => code === "nonce_used")).toHaveLength(49);
    expect(await store.entries(A, 0, ALL)).toHaveLength(1);
    const same = await Promise.all(Array.from({ length: 50 }, () => store.append(A, call([draft(8)]))));
    expect(codes(same.flat()).filter((code) => code === "appended")).toHaveLength(1);
    expect(new Set(same.flat().map((result) => "entry" in result && result.entry.index))).toEqual(new Set([1]));
  },
};

/** Deadlines: refused if they have passed or are too far ahead. */
const DEADLINES: Rules = {
  "refuses late deadlines and those too far ahead, and appends the rest": async ({ store }) => {
    const results = await store.append(A, call([at(-1), at(0), at(HOUR + 1), at(HOUR)], { now: NOW + 999 }));
    expect(codes(results)).toEqual(["deadline_passed", "appended", "deadline_too_far", "appended"]);
    expect(results[0]).toMatchObject({ message: containing("passed 1 s ago") as string });
    checkChain(A, await store.entries(A, 0, ALL));
  },

  "does not use up the nonce of a refused action": async ({ store }) => {
    await store.append(A, call([at(-1)]));
    expect(codes(await store.append(A, call([{ ...at(-1), deadline: at(5).deadline }])))).toEqual(["appended"]);
  },
};

/** Atomic calls: all drafts are appended, or none. */
const ATOMIC: Rules = {
  "append all": async ({ store }) => {
    const results = await store.append(A, call([draft(1), draft(2)], { atomic: true }));
    expect(codes(results)).toEqual(["appended", "appended"]);
    checkChain(A, await store.entries(A, 0, ALL));
  },

  "append nothing if one draft is refused, and name it with the reason": async ({ store }) => {
    await store.append(A, call([draft(1)]));
    const late = draft(3, { deadline: "1" });
    const results = await store.append(A, call([draft(1), draft(2), late, draft(2), draft(4)], { atomic: true }));
    expect(codes(results)).toEqual(["retry", "not_appended", "deadline_passed", "not_appended", "not_appended"]);
    expect(results[4]).toMatchObject({ message: matching(/action 2 .*deadline_passed/) as string });
    expect((await store.head(A)).size).toBe(1);
    // No nonce was burned, and what comes next follows the head as it was.
    expect(codes(await store.append(A, call([draft(4), draft(2)])))).toEqual(["appended", "appended"]);
    checkChain(A, await store.entries(A, 0, ALL));
  },

  "tell a retry from an unwritten replay in the same atomic call": async ({ store }) => {
    await store.append(A, call([draft(1)]));
    const results = await store.append(A, call([draft(1, { what: "other" }), draft(1)], { atomic: true }));
    expect(codes(results)).toEqual(["nonce_used", "retry"]);
  },

  "do not affect simultaneous calls": async ({ store }) => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        const drafts = [draft(10 * i), draft(10 * i + 1, i % 3 === 1 ? { deadline: "1" } : {})];
        return store.append(A, call(drafts, { atomic: i % 3 !== 0 }));
      }),
    );
    for (const [i, results] of answers.entries()) {
      expect(codes(results)).toEqual(i % 3 === 1 ? ["not_appended", "deadline_passed"] : ["appended", "appended"]);
    }
    const entries = await store.entries(A, 0, ALL);
    expect(entries).toHaveLength(40);
    checkChain(A, entries);
  },
};

/** Entries by their places and nonces. */
const READING: Rules = {
  "returns ranges of entries, up to the end": async ({ store }) => {
    await store.append(A, call(Array.from({ length: 10 }, (_, i) => draft(i))));
    await store.append(B, call([draft(1)]));
    const indexes = async (from: number, to: number) => (await store.entries(A, from, to)).map(({ index }) => index);
    expect(await indexes(3, 6)).toEqual([3, 4, 5]);
    expect(await indexes(8, 100)).toEqual([8, 9]);
    expect(await indexes(10, 20)).toEqual([]);
    expect(await indexes(5, 5)).toEqual([]);
    expect(await indexes(-5, 2)).toEqual([0, 1]);
    expect(await indexes(9, Number.MAX_SAFE_INTEGER)).toEqual([9]);
    expect(await store.entries(B, -1, Infinity)).toMatchObject([{ digest: draft(1).digest, index: 0 }]);
    expect(await store.entries(logOf("nobody's"), 0, ALL)).toEqual([]);
  },

  "finds an entry by its actor and nonce": async ({ store }) => {
    await store.append(A, call([draft(1), draft(2), draft(2, { by: "bob" })]));
    const { actor, nonce } = draft(2, { by: "bob" });
    expect(await store.entryByNonce(A, actor, nonce)).toEqual((await store.entries(A, 2, 3))[0]);
    expect(await store.entryByNonce(B, actor, nonce)).toBeUndefined();
    expect(await store.entryByNonce(A, actor, draft(3).nonce)).toBeUndefined();
  },

  "returns the same after it is opened again, and continues there": async (subject) => {
    await Promise.all([subject.store.append(A, call([draft(1), draft(2)])), subject.store.append(B, call([draft(1)]))]);
    const before = [await subject.store.head(A), await subject.store.head(B), await subject.store.entries(A, 0, ALL)];
    await subject.reopen();
    expect([await subject.store.head(A), await subject.store.head(B), await subject.store.entries(A, 0, ALL)]).toEqual(
      before,
    );
    await subject.store.append(A, call([draft(3)], { now: 5 + NOW }));
    const entries = await subject.store.entries(A, 0, ALL);
    expect(entries).toHaveLength(3);
    checkChain(A, entries);
  },
};

/** Putting back lost entries. */
const RESTORING: Rules = {
  "restores entries unchanged, after the existing ones": async (subject) => {
    const entries = await lost(subject.create);
    await subject.store.append(A, call([draft(0), draft(1)]));
    await subject.store.restore(A, entries.slice(2));
    expect(await subject.store.entries(A, 0, ALL)).toEqual(entries);
    await subject.reopen();
    expect(await subject.store.entries(A, 0, ALL)).toEqual(entries);
    expect(codes(await subject.store.append(A, call([draft(3), draft(5)])))).toEqual(["retry", "appended"]);
    checkChain(A, await subject.store.entries(A, 0, ALL));
  },

  "restores nothing from entries that do not follow the head or each other": async ({ store, create }) => {
    const entries = await lost(create);
    const [first, second, third, fourth] = entries as [(typeof entries)[0], ...typeof entries];
    const flipped = Uint8Array.from(second!.bytes, (byte, i) => (i === 160 ? byte ^ 1 : byte));
    for (const wrong of [
      [second!],
      [first, third!],
      [first, first],
      [first, { ...second!, index: 2 }],
      [first, { ...second!, bytes: flipped }],
      [first, { ...second!, bytes: second!.bytes.slice(1) }],
      [first, { ...second!, hash: third!.hash }],
      [first, { ...second!, digest: third!.digest }],
      [first, second!, fourth!],
    ]) {
      await expect(store.restore(A, wrong)).rejects.toMatchObject({ code: "head_moved" });
    }
    await expect(store.restore(B, [first])).rejects.toMatchObject({ code: "head_moved" });
    expect((await store.head(A)).size).toBe(0);
    await store.restore(A, entries);
    await expect(store.restore(A, entries)).rejects.toMatchObject({ code: "head_moved" });
    expect((await store.head(A)).size).toBe(5);
  },
};

/** Names of logs, and logs with entries outside of batches. */
const LOGS: Rules = {
  "are added by name, before or after their first entry, and once": async (subject) => {
    await subject.store.append(B, call([draft(1)]));
    expect(await subject.store.logNames([A, B])).toEqual([]);
    for (let time = 0; time < 2; time++) await subject.store.addLogs(names);
    await subject.store.append(A, call([draft(1)]));
    await subject.reopen();
    expect(await subject.store.logNames([logOf("c"), B])).toEqual([names[1]]);
    expect(await subject.store.allLogNames()).toEqual(names);
    expect(await subject.store.countLogs()).toBe(2);
    expect((await subject.store.append(A, call([draft(2)])))[0]).toMatchObject({ entry: { index: 1 } });
  },

  "are asked for by the thousand in one call": async ({ store }) => {
    const many = Array.from({ length: 2_500 }, (_, i) => ({ id: logOf(`log ${i}`), name: `log-${i}` }));
    await store.addLogs(many);
    await store.append(many[2_400]!.id, call([draft(1), draft(2)]));
    expect(await store.logNames(many.map(({ id }) => id))).toHaveLength(2_500);
    const heads = await store.heads([A, ...many.map(({ id }) => id)]);
    expect([...heads]).toEqual([[many[2_400]!.id, await store.head(many[2_400]!.id)]]);
    // More logs than one statement asks about. The stored entries are in the second statement's part.
    const some = [...many.slice(2_050), { id: A }];
    const places = some.flatMap(({ id }) => [0, 1, 2].map((index) => ({ log: id, index })));
    const entries = await store.entries(many[2_400]!.id, 0, ALL);
    const found = await store.entriesAt(places);
    expect(found.toSorted((a, b) => a.index - b.index)).toEqual(
      entries.map(({ index, bytes, hash }) => ({ log: many[2_400]!.id, index, bytes, hash })),
    );
  },

  "are listed if they have entries outside of batches": async (subject) => {
    expect(await subject.store.hasEntries()).toBe(false);
    await subject.store.addLogs(names);
    expect(await subject.store.unbatched()).toEqual([]);
    expect(await subject.store.hasEntries()).toBe(false);
    await subject.store.append(A, call([draft(1), draft(2), draft(3)]));
    await subject.store.append(logOf("c"), call([draft(1)]));
    expect(await subject.store.hasEntries()).toBe(true);
    const c = { log: logOf("c"), name: undefined, batched: 0, size: 1 };
    expect(await subject.store.unbatched()).toEqual([{ log: A, name: "a.example", batched: 0, size: 3 }, c]);
    await subject.store.appendBatches([{ position: 0, log: A, header: header(0, 2) }]);
    await subject.reopen();
    expect(await subject.store.unbatched()).toEqual([{ log: A, name: "a.example", batched: 2, size: 3 }, c]);
    // A refused batch does not change the counts.
    await expect(subject.store.appendBatches([{ position: 0, log: A, header: header(2, 1) }])).rejects.toMatchObject({
      code: "head_moved",
    });
    expect(await subject.store.unbatched()).toHaveLength(2);
    await subject.store.appendBatches([{ position: 1, log: A, header: header(2, 1) }]);
    await subject.store.appendBatches([{ position: 2, log: logOf("c"), header: header(0, 1) }]);
    expect(await subject.store.unbatched()).toEqual([]);
  },
};

export const chainRules: RuleGroups = {
  appending: APPENDING,
  nonces: NONCES,
  deadlines: DEADLINES,
  "atomic calls": ATOMIC,
  reading: READING,
  restoring: RESTORING,
  logs: LOGS,
};
