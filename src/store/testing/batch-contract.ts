/** The rules of a `BatchStore`: batches, checkpoints, and where these were seen. */
import { expect } from "./expect.ts";
import type { RuleGroups, Rules } from "./suite.ts";
import { toHex } from "../../base/hex.ts";
import type { SeenCheckpoint } from "../../log/store.ts";
import { A, B } from "./drafts.ts";

const header = (i: number) => new Uint8Array(229).fill(i, 200);

const seen = (size: number, state: SeenCheckpoint["state"], byte = size): SeenCheckpoint => {
  const hash = (fill: number) => toHex(new Uint8Array(32).fill(fill));
  return { size, root: hash(byte), time: 1_767_603_600, block: { number: 2 ** 40, hash: hash(byte + 1) }, state };
};

/** Batches, their nodes, and checkpoints. */
const BATCHES: Rules = {
  "are kept in their order": async (subject) => {
    await subject.store.appendBatches([{ position: 0, log: A, header: header(1) }]);
    await subject.store.appendBatches([{ position: 1, log: B, header: header(2) }]);
    await subject.store.appendBatches([{ position: 2, log: A, header: header(3) }]);
    const root = new Uint8Array(32).fill(7);
    await subject.store.appendCheckpoint({ size: 2, root, note: "a note\n" });
    await subject.store.appendCheckpoint({ size: 3, root, note: "another — 🙂\n" });
    await subject.reopen();
    expect(await subject.store.batches()).toEqual([
      { position: 0, log: A, header: header(1) },
      { position: 1, log: B, header: header(2) },
      { position: 2, log: A, header: header(3) },
    ]);
    expect(await subject.store.batches(2)).toEqual([{ position: 2, log: A, header: header(3) }]);
    expect(await subject.store.batches(1, 2)).toEqual([{ position: 1, log: B, header: header(2) }]);
    expect(await subject.store.checkpoints()).toEqual([
      { size: 2, root, note: "a note\n" },
      { size: 3, root, note: "another — 🙂\n" },
    ]);
  },

  "are listed from the newest on, for each log, with their anchoring status": async ({ store }) => {
    const batches = [A, B, A, A, B].map((log, position) => ({ position, log, header: header(position) }));
    await store.appendBatches(batches);
    const listed = async (...page: [limit: number, below?: number]) =>
      (await store.newestBatches(A, ...page)).map(({ position }) => position);
    expect(await store.newestBatches(A, 1)).toEqual([batches[3]]);
    expect([await listed(2), await listed(2, 2), await listed(2, 0)]).toEqual([[3, 2], [0], []]);
    expect(await store.newestBatches(`0x${"ee".repeat(32)}`, 9)).toEqual([]);

    const checkpoints = [1, 3, 5].map((size) => ({ size, root: new Uint8Array(32).fill(size), note: `${size}\n` }));
    for (const checkpoint of checkpoints) await store.appendCheckpoint(checkpoint);
    const block = { number: 10, hash: `0x${"bb".repeat(32)}` } as const;
    const seen = { size: 3, root: `0x${"03".repeat(32)}`, time: 1_000, block, state: "final" } as const;
    await store.keepSeen(seen);
    const [first, second, third] = checkpoints;
    expect(await store.newestCheckpoints(2)).toEqual([
      { ...third, seen: undefined },
      { ...second, seen },
    ]);
    expect(await store.newestCheckpoints(2, 3)).toEqual([{ ...first, seen: undefined }]);
    expect(await store.newestCheckpoints(2, 1)).toEqual([]);

    const furthest = () => Promise.all([0, 2, 3, 5].map((position) => store.furthestCheckpoint(position)));
    expect(await furthest()).toEqual([3, 3, undefined, undefined]);
    await store.keepSeen({ ...seen, size: 5, root: `0x${"05".repeat(32)}`, state: "anchored" });
    expect(await furthest()).toEqual([3, 3, 5, undefined]);
    // A checkpoint with another root was never signed here, and one that is gone is on no chain: neither counts.
    await store.keepSeen({ ...seen, size: 5, root: `0x${"06".repeat(32)}` });
    await store.keepSeen({ ...seen, state: "gone" });
    expect(await furthest()).toEqual([undefined, undefined, undefined, undefined]);
  },

  "are kept with their nodes, which can be replaced": async (subject) => {
    const nodes = (i: number) => new Uint8Array(64 * 1_024).fill(i);
    await subject.store.appendBatches([{ position: 0, log: A, header: header(1), nodes: nodes(1) }]);
    await subject.store.appendBatches([{ position: 1, log: B, header: header(2) }]);
    await subject.store.keepNodes(2, nodes(2));
    await subject.store.appendBatches([{ position: 2, log: B, header: header(3), nodes: nodes(3) }]);
    await subject.reopen();
    expect(await Promise.all([0, 1, 2, 3].map((position) => subject.store.nodes(position)))).toEqual([
      nodes(1),
      undefined,
      nodes(3),
      undefined,
    ]);
    await subject.store.keepNodes(0, nodes(4));
    await subject.store.keepNodes(1, nodes(5));
    expect([await subject.store.nodes(0), await subject.store.nodes(1)]).toEqual([nodes(4), nodes(5)]);
    // Nothing is kept with a batch that is not appended.
    const twice = subject.store.appendBatches([{ position: 2, log: A, header: header(4), nodes: nodes(6) }]);
    await expect(twice).rejects.toMatchObject({ code: "head_moved" });
    const early = subject.store.appendBatches([{ position: 7, log: A, header: header(4), nodes: nodes(6) }]);
    await expect(early).rejects.toMatchObject({ code: "head_moved" });
    expect([await subject.store.nodes(2), await subject.store.nodes(7)]).toEqual([nodes(3), undefined]);
    expect(await subject.store.batches()).toHaveLength(3);
  },

  "are appended together, all or none, each after the one before": async (subject) => {
    const nodes = (i: number) => new Uint8Array(64).fill(i);
    const batches = Array.from({ length: 100 }, (_, position) => ({
      position,
      log: [A, B][position % 2]!,
      header: header(position),
      ...(position % 3 === 0 && { nodes: nodes(position) }),
    }));
    await subject.store.appendBatches([]);
    await subject.store.appendBatches(batches.slice(0, 40));
    // Two rivals over the same places, one of them of another length: one is appended, whole.
    const rivals = [batches.slice(40, 70), batches.slice(40, 100)];
    const settled = await Promise.allSettled(rivals.map((rival) => subject.store.appendBatches(rival)));
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(settled.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "head_moved" } });
    const size = settled[0]!.status === "fulfilled" ? 70 : 100;
    const early = batches.slice(1).map((batch) => ({ ...batch, position: batch.position + size }));
    await expect(subject.store.appendBatches(early)).rejects.toMatchObject({ code: "head_moved" });
    const apart = [0, 2].map((i) => ({ position: size + i, log: A, header: header(i) }));
    await expect(subject.store.appendBatches(apart)).rejects.toThrow(RangeError);
    await subject.reopen();
    expect(await subject.store.batches()).toEqual(
      batches.slice(0, size).map(({ position, log, header: bytes }) => ({ position, log, header: bytes })),
    );
    expect(await Promise.all([0, 1, 39, 42].map((position) => subject.store.nodes(position)))).toEqual([
      nodes(0),
      undefined,
      nodes(39),
      nodes(42),
    ]);
  },

  "are refused out of order": async ({ store }) => {
    await store.appendBatches([{ position: 0, log: A, header: header(1) }]);
    for (const position of [0, 2]) {
      await expect(store.appendBatches([{ position, log: A, header: header(2) }])).rejects.toMatchObject({
        code: "head_moved",
      });
    }
    const rivals = [1, 1, 1].map((position, i) => store.appendBatches([{ position, log: A, header: header(i) }]));
    const settled = await Promise.allSettled(rivals);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await store.batches()).toHaveLength(2);
  },
};

/** The rules for checkpoints that were seen on chain. */
const SEEN: Rules = {
  "keep their last status in every process, and those before the newest final one are not checked again": async (
    subject,
  ) => {
    expect(await subject.store.seenCheckpoints()).toEqual([]);
    for (const one of [seen(7, "anchored"), seen(3, "anchored"), seen(9, "gone")]) await subject.store.keepSeen(one);
    await subject.reopen();
    expect(await subject.store.seenCheckpoints()).toEqual([seen(3, "anchored"), seen(7, "anchored"), seen(9, "gone")]);
    await subject.store.keepSeen(seen(9, "anchored", 20));
    await subject.store.keepSeen(seen(2, "gone"));
    await subject.store.keepSeen(seen(1, "final"));
    await subject.store.keepSeen(seen(7, "final"));
    expect(await subject.store.seenCheckpoints()).toEqual([
      seen(3, "anchored"),
      seen(7, "final"),
      seen(9, "anchored", 20),
    ]);
  },
};

export const batchRules: RuleGroups = {
  "batches and checkpoints": BATCHES,
  "checkpoints that were seen on chain": SEEN,
};
