import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { decodeHeader, encodeHeader, hashHeader, HEADER_BYTES, parseCheckpoint, type Header } from "anchorlog/batch";
import {
  buildTree,
  consistencyProof,
  rootFromInclusionProof,
  treeRoot,
  verifyConsistency,
} from "anchorlog/crypto/merkle";
import { defineActions, logId } from "anchorlog/action";
import { fromHex, openAnchorlog, type LogStore } from "anchorlog";
import { uintToBytes } from "../../src/base/bytes.ts";
import { FIELD_ORDER } from "../../src/crypto/poseidon/index.ts";
import { openFilledOperator, openTestOperator, operator, signAction, wallets } from "../operator.ts";

const test = await openFilledOperator();

describe("batches", () => {
  it("continue each other, log by log, across one batch log", async () => {
    const batches = await test.options.store.batches();
    const [a0, a1, b0] = batches.map(({ header }) => decodeHeader(header));
    const [idA, idB] = [fromHex(logId(operator, "a.example")), fromHex(logId(operator, "b.example"))];
    expect(a0).toMatchObject({ log: idA, number: 0, start: 0, count: 2, prevLeaf: undefined, prevHead: idA });
    expect(a1).toMatchObject({
      log: idA,
      number: 1,
      start: 2,
      count: 3,
      prevLeaf: 0,
      prevHead: a0!.head,
      parent: hashHeader(batches[0]!.header),
    });
    expect(b0).toMatchObject({ log: idB, number: 0, start: 0, count: 3, prevLeaf: undefined, prevHead: idB });
    const entries = await test.options.store.entries(logId(operator, "a.example"), 2, 5);
    expect(a1!.root).toEqual(treeRoot(buildTree(entries.map(({ hash }) => hash))));
    expect(a1!.head).toEqual(entries[2]!.hash);
  });

  it("are covered by checkpoints that extend each other", async () => {
    const leaves = (await test.options.store.batches()).map(({ header }) => hashHeader(header));
    const [first, second] = (await test.options.store.checkpoints()).map(({ note }) => parseCheckpoint(note));
    expect([first!.size, second!.size]).toEqual([1, 3]);
    const proof = consistencyProof(buildTree(leaves), 1);
    expect(verifyConsistency(1, first!.root, 3, second!.root, proof)).toBe(true);
    expect(rootFromInclusionProof(leaves[0]!, 0, 1, [])).toEqual(first!.root);
  });

  it("are not closed again over the same entries, nor is a checkpoint signed again", async () => {
    expect(await test.anchorlog.closeBatches()).toEqual([]);
    const [before, after] = [await test.anchorlog.checkpoint(), await test.anchorlog.checkpoint()];
    expect(after).toBe(before);
    expect(await test.options.store.checkpoints()).toHaveLength(2);
  });

  it("are closed and signed once by simultaneous calls", async () => {
    const busy = await openTestOperator();
    for (const nonce of [1, 2]) await busy.anchorlog.submitMany([await signAction(wallets[0]!, "a.example", nonce)]);
    const closed = await Promise.all([1, 2, 3].map(() => busy.anchorlog.closeBatches()));
    expect(closed.flat()).toHaveLength(1);
    const signed = await Promise.all([1, 2, 3].map(() => busy.anchorlog.checkpoint()));
    expect(new Set(signed.map(({ note }) => note)).size).toBe(1);
  });

  it("close with the entries that were there, though more arrive meanwhile", async () => {
    const busy = await openTestOperator();
    const store = busy.options.store as { -readonly [K in keyof LogStore]: LogStore[K] };
    let nonce = 0;
    const submit = async () => busy.anchorlog.submit(await signAction(wallets[0]!, "a.example", nonce++));
    const { appendBatches } = store;
    store.appendBatches = async (batches) => {
      // Submits an action during each commit, as a busy log would.
      if (nonce < 10) await submit();
      return appendBatches(batches);
    };
    await submit();
    expect(await busy.anchorlog.closeBatches()).toHaveLength(1);
    expect(nonce).toBe(2);
    expect(await busy.anchorlog.closeBatches()).toHaveLength(1);
  });

  it("are closed by their age after closing on demand failed", async () => {
    const late = await openTestOperator(undefined, undefined, { batches: { maxAge: 500 } });
    const store = late.options.store as { -readonly [K in keyof LogStore]: LogStore[K] };
    const { appendBatches } = store;
    store.appendBatches = () => Promise.reject(new Error("not now"));
    await late.anchorlog.submit(await signAction(wallets[0]!, "a.example", 0));
    await expect(late.anchorlog.closeBatches()).rejects.toThrow("not now");
    store.appendBatches = appendBatches;
    await expect.poll(async () => (await store.batches()).length).toBe(1);
  });

  it("come out the same when the store is opened again", async () => {
    const again = await openAnchorlog(test.options);
    expect(await again.bundle({ log: "a.example", index: 3 })).toEqual(
      await test.anchorlog.bundle({ log: "a.example", index: 3 }),
    );
  });

  it("cannot be anchored without a chain", async () => {
    await expect(test.anchorlog.anchor()).rejects.toMatchObject({ code: "no_chain" });
  });

  it("refuse a bad place of a bundle by its own code, and answer no_entry only for a missing entry", async () => {
    const codeOf = async (log: unknown, index: unknown) => {
      const at = { log, index } as { log: string; index: number };
      return test.anchorlog.bundle(at).then(
        () => "ok",
        (error: { code: string }) => error.code,
      );
    };
    expect(await codeOf("a.example", 4)).toBe("ok");
    for (const index of [5, 99, Number.MAX_SAFE_INTEGER]) expect(await codeOf("a.example", index)).toBe("no_entry");
    for (const index of [-1, 0.5, NaN, Infinity, 2 ** 53, "0", "", null, undefined, {}, 0n]) {
      expect(await codeOf("a.example", index), inspect(index)).toBe("bad_index");
    }
    for (const log of ["c.example", "", "A.EXAMPLE", "a.example ", "../a", "x".repeat(65), null, undefined, {}, 7]) {
      expect(await codeOf(log, 0), inspect(log)).toBe("unknown_log");
    }
  });

  it("still prove entries of a log that is not opened any more", async () => {
    const { logs: _, ...options } = test.options;
    const later = await openAnchorlog({ ...options, logs: ["b.example"] });
    expect(await later.bundle({ log: "a.example", index: 3 })).toEqual(
      await test.anchorlog.bundle({ log: "a.example", index: 3 }),
    );
  });

  it("refuse a bundle of an entry whose kind is not defined any more, by its name", async () => {
    const narrow = await openAnchorlog({ ...test.options, types: defineActions({ Vote: { yes: "bool" } }) as never });
    await expect(narrow.bundle({ log: "a.example", index: 0 })).rejects.toMatchObject({ code: "unknown_kind" });
  });
});

describe("headers", () => {
  it("are refused in any form but the protocol's", async () => {
    const [first, second] = (await test.options.store.batches()).map(({ header }) => header) as [
      Uint8Array,
      Uint8Array,
    ];
    const refuse = (header: Uint8Array, change: Partial<Header>, message: string) => {
      const bad = encodeHeader({ ...decodeHeader(header), ...change });
      expect(() => decodeHeader(bad), Object.keys(change).join()).toThrow(message);
    };
    expect(first).toHaveLength(HEADER_BYTES);
    const [zeros, ones] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
    refuse(first, { log: zeros }, "no log has the identifier zero");
    for (const count of [0, 65_537]) refuse(first, { count }, `1 to 65536 entries, not ${count}`);
    for (const change of [{ start: 1 }, { prevLeaf: 0 }, { number: 1 }])
      refuse(first, change, "only a log's first batch");
    for (const change of [{ start: 0 }, { prevLeaf: undefined }, { number: 0 }])
      refuse(second, change, "only a log's first batch");
    for (const change of [{ parent: ones }, { prevHead: ones }]) refuse(first, change, "a zero parent");
    refuse(first, { zkRoot: uintToBytes(FIELD_ORDER, 32) }, "zkRoot is not an element");
    const most = { ...decodeHeader(second), count: 65_536, zkRoot: uintToBytes(FIELD_ORDER - 1n, 32) };
    expect(decodeHeader(encodeHeader(most))).toEqual(most);
    expect(() => decodeHeader(Uint8Array.from([1, ...first.slice(1)]))).toThrow("begins with tag 2, not 1");
    for (const bytes of [[...first, 0], first.slice(1)])
      expect(() => decodeHeader(Uint8Array.from(bytes))).toThrow(RangeError);
    for (const header of [first, second]) expect(encodeHeader(decodeHeader(header))).toEqual(header);
  });
});
