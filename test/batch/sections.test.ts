import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex, openAnchorlog, toHex } from "anchorlog";
import { encodeMessage, hashDomain, logId, privateKeySigner, type Message, type SignedAction } from "anchorlog/action";
import { decodeHeader } from "anchorlog/batch";
import { closing } from "../ends.ts";
import { zkTreePath } from "../../src/batch/zk.ts";
import type { BatchTrees } from "../../src/batch/build.ts";
import type { Bundle } from "anchorlog/verify/bundle";
import { decodeEntry, encodeEntry, hashEntry, type LogStore, type StoredEntry } from "anchorlog/log";
import { openPostgresStore } from "anchorlog/store/postgres";
import { openSqliteStore } from "anchorlog/store/sqlite";
import { inclusionProof } from "anchorlog/crypto/merkle";
import { buildBatchTrees } from "../../src/batch/build.ts";
import { createBuilderHere } from "../../src/batch/builder.ts";
import { buildUpper, pathsOf, READ_AT_ONCE, SECTION } from "../../src/batch/sections.ts";
import { uintToBytes } from "../../src/base/bytes.ts";
import { newFolder } from "../folder.ts";
import { keys, NOW, operator, types } from "../operator.ts";
import { sharePostgres } from "../sharedPostgres.ts";
import { isSlowSuite } from "../slow.ts";

const LOG = "a.example";
const log = logId(operator, LOG);
const COUNT = 1_100;
const SECTIONS = Math.ceil(COUNT / SECTION);
const context = {
  kinds: types.kinds,
  domainSeparator: hashDomain({ ...operator, verifyingContract: operator.registry }),
};

const folder = newFolder();
/** The entries as they are in the first store, and the trees over all of them. */
let entries: StoredEntry[];
let trees: BatchTrees;

const server = closing(await sharePostgres());
const actions = await signMany(COUNT);

async function signMany(count: number): Promise<SignedAction[]> {
  const signer = privateKeySigner(`0x${"a1".repeat(32)}`);
  const messages = Array.from({ length: count }, (_, nonce) => {
    const payload = {
      objectId: `object ${nonce}`,
      to: signer.address,
      price: `${nonce}`,
      salt: `0x${"5a".repeat(32)}`,
    };
    return { log, actor: signer.address, nonce: `${nonce}`, deadline: `${NOW / 1000 + 60}`, payload } as Message;
  });
  const kind = types.kinds.get("Transfer")!;
  const digests = messages.map((message) => encodeMessage(kind, message, context.domainSeparator).digest);
  const signatures = await signer.signMany!(digests);
  return messages.map((message, i) => ({ primaryType: "Transfer", message, signature: signatures[i]! }));
}

const open = (store: LogStore, threads = 0) =>
  openAnchorlog({ store, operator, logs: [LOG], types, keys, clock: () => NOW, threads });

/** A store that counts the entries that this thread read from it, in all and in one read. */
function counting(store: LogStore) {
  const reads: number[] = [];
  const counted: LogStore = {
    ...store,
    entries: async (...range) => {
      const read = await store.entries(...range);
      reads.push(read.length);
      return read;
    },
  };
  return {
    store: counted,
    /** Since this was asked before. */
    taken: () => {
      const taken = reads.splice(0);
      return { most: Math.max(0, ...taken), all: taken.reduce((sum, count) => sum + count, 0) };
    },
  };
}

/** An inclusion in a batch, as the trees over all of its entries have it. */
function inclusionIn(
  { tree, zkTree }: BatchTrees,
  index: number,
): Pick<NonNullable<Bundle["inclusion"]>, "path" | "zkPath"> {
  return {
    path: inclusionProof(tree, index).map(toHex),
    zkPath: zkTreePath(zkTree, index).map((level) => level.map((sibling) => toHex(uintToBytes(sibling, 32)))),
  };
}

const stores: [string, () => Promise<LogStore>][] = [
  ["SQLite", () => openSqliteStore(join(folder, "store.sqlite"))],
  ["PostgreSQL", async () => openPostgresStore({ connectionString: await server.createDatabase(), leader: "here" })],
];

describe.each(stores.slice(0, isSlowSuite ? 2 : 1))("a batch of 1,100 entries in %s", (name, openStore) => {
  let store: LogStore;
  let kept: Uint8Array;
  beforeAll(async () => {
    store = await openStore();
    const anchorlog = await open(store);
    for (let from = 0; from < COUNT; from += 500) await anchorlog.submitMany(actions.slice(from, from + 500));
    entries = await store.entries(log, 0, COUNT);
    trees = buildBatchTrees(entries, context);
  });
  afterAll(() => store.close());

  it("is closed with a few hundred entries in memory, and with almost none if a thread reads the file", async () => {
    const { store: counted, taken } = counting(store);
    // The first store refuses the batch, so that it is closed twice and stored once.
    const unkept = { ...counted, appendBatches: () => Promise.reject(new Error("not now")) };
    const threaded = await open(unkept, 1);
    taken();
    await expect(threaded.closeBatches()).rejects.toThrow("not now");
    const { most, all } = taken();
    expect(most).toBeLessThanOrEqual(READ_AT_ONCE);
    if (name === "SQLite") expect(all).toBeLessThanOrEqual(4);

    const here = await open(counted);
    taken();
    const [closed] = await here.closeBatches();
    expect(decodeHeader(closed!.header)).toMatchObject({ count: COUNT, root: trees.tree.levels.at(-1) });
    expect(decodeHeader(closed!.header).zkRoot).toEqual(uintToBytes(trees.zkTree.root, 32));
    expect(taken().most).toBeLessThanOrEqual(READ_AT_ONCE);
    await here.checkpoint();
    kept = (await store.nodes(0))!;
    expect(kept).toHaveLength(2 * 32 * SECTIONS);
  });

  it.each([0, 1])("gives a bundle from the entries of one section, with %i threads", async (threads) => {
    const { store: counted, taken } = counting(store);
    const anchorlog = await open(counted, threads);
    for (const index of [0, 63, 64, 900, COUNT - 1]) {
      taken();
      const { inclusion } = await anchorlog.bundle({ log: LOG, index });
      expect(inclusion, `${index}`).toMatchObject(inclusionIn(trees, index));
      expect(taken().all).toBeLessThanOrEqual(SECTION + 4);
    }
  });

  it("gives the same if the kept nodes were changed, and repairs them", async () => {
    const flipped = (at: number) => Uint8Array.from(kept, (byte, i) => (i === at ? byte ^ 1 : byte));
    const changes: [string, Uint8Array][] = [
      ["no nodes", new Uint8Array(0)],
      ["a node of the one tree", flipped(32 * 3)],
      ["a node of the other", flipped(kept.length - 1)],
      ["a number outside the field", Uint8Array.from(kept, (byte, i) => (i < kept.length / 2 ? byte : 0xff))],
      ["a node too few", kept.slice(64)],
      ["in another order", Uint8Array.from([...kept.slice(32, 64), ...kept.slice(0, 32), ...kept.slice(64)])],
    ];
    for (const [what, nodes] of changes) {
      await store.keepNodes(0, nodes);
      const anchorlog = await open(store);
      const { inclusion } = await anchorlog.bundle({ log: LOG, index: 200 });
      expect(inclusion, what).toMatchObject(inclusionIn(trees, 200));
      expect(await store.nodes(0), what).toEqual(kept);
    }
  });

  // The next test replaces a store's answers, so it runs over one store.
  if (name === "PostgreSQL") return;

  it("gives the same without kept nodes, and builds them once for simultaneous callers", async () => {
    for (const threads of [0, 1]) {
      let asked = 0;
      // As after an import.
      const without = { ...store, file: undefined, nodes: async () => void asked++ };
      const { store: counted, taken } = counting(without);
      const anchorlog = await open(counted, threads);
      taken();
      const indexes = [5, 6, 700, 701, COUNT - 1];
      const bundles = await Promise.all(indexes.map((index) => anchorlog.bundle({ log: LOG, index })));
      for (const [i, { inclusion }] of bundles.entries())
        expect(inclusion).toMatchObject(inclusionIn(trees, indexes[i]!));
      expect(asked).toBe(1);
      // All entries once, three sections again, and each requested entry with the one after it.
      expect(taken().all).toBeLessThanOrEqual(COUNT + 3 * SECTION + 4 * indexes.length);
      // The next one needs its own section.
      await anchorlog.bundle({ log: LOG, index: 300 });
      expect(taken().all).toBeLessThanOrEqual(SECTION + 4);
    }
  });

  it("gives bundles while the nodes cannot be stored", async () => {
    const full = {
      ...store,
      nodes: async () => undefined,
      keepNodes: () => Promise.reject(new Error("the disk is full")),
    };
    const anchorlog = await open(full);
    expect((await anchorlog.bundle({ log: LOG, index: 200 })).inclusion).toMatchObject(inclusionIn(trees, 200));
  });

  it("refuses a bundle from a section with a changed entry whose hash fits", async () => {
    // The last entry of section 2, with another time: nothing of its section follows it.
    const at = 3 * SECTION - 1;
    const bytes = encodeEntry({ ...decodeEntry(entries[at]!.bytes), acceptedAt: NOW + 1 });
    const other = { ...entries[at]!, bytes, hash: hashEntry(bytes) };
    const lying: LogStore = {
      ...store,
      file: undefined,
      entries: async (...range) => (await store.entries(...range)).map((entry) => (entry.index === at ? other : entry)),
    };
    const damaged = (index: number) => ({ code: "store_damaged", details: { log, index } });
    for (const threads of [0, 1]) {
      const anchorlog = await open(lying, threads);
      await expect(anchorlog.bundle({ log: LOG, index: at - 5 })).rejects.toMatchObject(damaged(2 * SECTION));
      // A damaged section is not cached.
      expect((await anchorlog.bundle({ log: LOG, index: at + 5 })).inclusion).toMatchObject(inclusionIn(trees, at + 5));
      // No tree is built over a damaged section either.
      const without = await open({ ...lying, nodes: async () => undefined }, threads);
      await expect(without.bundle({ log: LOG, index: 900 })).rejects.toMatchObject(damaged(at + 1));
    }
    expect(await store.nodes(0)).toEqual(kept);
  });
});

it("paths through sections equal those of whole trees, for any count", async () => {
  const read = { entries: async (_: string, from: number, to: number) => entries.slice(from, to) };
  const builder = createBuilderHere(read, context);
  for (const count of [1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 300]) {
    const whole = buildBatchTrees(entries.slice(0, count), context);
    const { nodes, ...facts } = await builder.batch({ log, from: 0, to: count, prevHead: fromHex(log) });
    expect(facts).toMatchObject({ count, head: entries[count - 1]!.hash, root: whole.tree.levels.at(-1) });
    const upper = buildUpper(nodes);
    for (const index of new Set([0, count >> 1, count - 1])) {
      const from = index - (index % SECTION);
      const section = await builder.section({ log, from, to: Math.min(from + SECTION, count) });
      const { path, zkPath } = pathsOf(index, section, upper);
      expect(path, `${index} of ${count}`).toEqual(inclusionProof(whole.tree, index));
      expect(zkPath, `${index} of ${count}`).toEqual(zkTreePath(whole.zkTree, index));
    }
  }
});
