import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  consistencyProof,
  hashLeaf,
  inclusionProof,
  rootFromInclusionProof,
  treeRoot,
  verifyConsistency,
} from "anchorlog/crypto/merkle";
import {
  checkTiles,
  decodeEntryBundle,
  encodeEntryBundle,
  openTiles,
  parseLogCheckpoint,
  parseTilePath,
  parseVerifierKey,
  policyOf,
  publishTiles,
  tilePath,
  type TileSource,
} from "anchorlog/tlog";
import { tileFolder } from "anchorlog/tlog/node";
import { entryOf, memoryTiles, merkleTreeHash, policy, publicationOf, signCheckpointOf } from "./logs.ts";

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, i) => entryOf(start + i));
const published = async (...sizes: readonly number[]) => {
  const store = memoryTiles();
  for (const size of sizes) await publishTiles(store, publicationOf(size));
  return store;
};

describe("tile paths", () => {
  it("follow the specification", () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe("tile/0/x001/x234/067");
    expect(tilePath({ level: 0, index: 273, width: 112 })).toBe("tile/0/273.p/112");
    expect(tilePath({ level: "entries", index: 0, width: 1 })).toBe("tile/entries/000.p/1");
    expect(tilePath({ level: 63, index: 999_999, width: 255 })).toBe("tile/63/x999/999.p/255");
    expect(tilePath({ level: 1, index: Number.MAX_SAFE_INTEGER, width: 256 })).toBe(
      "tile/1/x009/x007/x199/x254/x740/991",
    );
  });

  it("are read back, and refused in any other form", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant("entries" as const), fc.integer({ min: 0, max: 63 })),
        fc.oneof(fc.maxSafeNat(), fc.nat(2_000_000)),
        fc.integer({ min: 1, max: 256 }),
        (level, index, width) => {
          expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
        },
      ),
    );
    for (const bad of [
      "tile/00/000",
      "tile/64/000",
      "tile/-1/000",
      "tile/0/0",
      "tile/0/x000/067",
      "tile/0/001/067",
      "tile/0/x001/x067",
      "tile/0/000.p/0",
      "tile/0/000.p/256",
      "tile/0/000.p/01",
      "tile/0/000.p/",
      "tile/0/000/../000",
      "tile/0/000\n",
      "/tile/0/000",
      "tile/Entries/000",
      "tile/0/x009/x007/x199/x254/x740/992",
      "checkpoint",
      "",
    ]) {
      expect(parseTilePath(bad)).toBeUndefined();
    }
    for (const bad of [
      { level: 64 },
      { level: 0.5 },
      { index: -1 },
      { index: 2 ** 53 },
      { width: 0 },
      { width: 257 },
    ]) {
      expect(() => tilePath({ level: 0, index: 0, width: 1, ...bad })).toThrow(RangeError);
    }
  });
});

describe("entry bundles", () => {
  it("read back unchanged", () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 20 });
    fc.assert(
      fc.property(entries, (list) => {
        expect(decodeEntryBundle(encodeEntryBundle(list), list.length)).toEqual(list.map((e) => new Uint8Array(e)));
      }),
    );
    expect(Buffer.from(encodeEntryBundle([new Uint8Array([7, 8]), new Uint8Array(0)])).toString("hex")).toBe(
      "000207080000",
    );
    const largest = new Uint8Array(65_535).fill(1);
    expect(decodeEntryBundle(encodeEntryBundle([largest]), 1)).toEqual([largest]);
    expect(() => encodeEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError);
  });

  it("have exactly their entries", () => {
    const bundle = encodeEntryBundle(range(0, 8));
    for (const [bytes, count] of [
      [bundle, 7],
      [bundle, 9],
      [bundle.slice(0, -1), 8],
      [new Uint8Array([...bundle, 0]), 8],
      [new Uint8Array([0]), 1],
      [new Uint8Array([0, 0]), 0],
    ] as const) {
      expect(() => decodeEntryBundle(bytes, count)).toThrow(expect.objectContaining({ code: "bad_tile" }) as Error);
    }
  });
});

describe("the specification's trees", () => {
  it("have their tiles: 70,000 entries", async () => {
    const store = memoryTiles();
    const publication = publicationOf(70_000);
    await publishTiles(store, publication);
    const of = (prefix: string, partial: boolean) =>
      [...store.files.keys()].filter((path) => path.startsWith(prefix) && path.includes(".p/") === partial);
    expect(of("tile/0/", false)).toHaveLength(273);
    expect(of("tile/0/", true)).toEqual(["tile/0/273.p/112"]);
    expect(of("tile/1/", false)).toEqual(["tile/1/000"]);
    expect(of("tile/1/", true)).toEqual(["tile/1/001.p/17"]);
    expect(of("tile/2/", false)).toEqual([]);
    expect(of("tile/2/", true)).toEqual(["tile/2/000.p/1"]);
    expect(of("tile/entries/", false)).toHaveLength(273);
    expect(of("tile/entries/", true)).toEqual(["tile/entries/273.p/112"]);
    expect(store.writes.at(-1)).toBe("checkpoint");

    const { tree } = publication;
    const reader = await openTiles(store, policy);
    for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999]) {
      expect(await reader.inclusionProof(index)).toEqual(inclusionProof(tree, index));
    }
    expect(await reader.entries(65_500, 65_600)).toEqual(range(65_500, 65_600));
    expect(await checkTiles(store, policy)).toMatchObject({ entries: 70_000, tiles: 274 + 274 + 2 + 1, problems: [] });
  });

  it("have their tiles: 256 entries", async () => {
    const store = await published(256);
    expect([...store.files.keys()].sort()).toEqual(["checkpoint", "tile/0/000", "tile/1/000.p/1", "tile/entries/000"]);
  });

  it("have hashes that are MTH of their ranges, on every level", async () => {
    // 256 * 256 + 300 entries of one byte: two levels are full.
    const size = 65_836;
    const entry = (i: number): Uint8Array => Uint8Array.of(i & 255);
    const store = memoryTiles();
    await publishTiles(store, publicationOf(size, entry));
    const leaves = Array.from({ length: size }, (_, i) => entry(i));
    for (const [level, n, i] of [
      [0, 0, 3],
      [0, 257, 43],
      [1, 0, 0],
      [1, 0, 255],
      [1, 1, 0],
      [2, 0, 0],
    ] as const) {
      const path = [...store.files.keys()].find((name) => name.startsWith(tilePath({ level, index: n, width: 256 })))!;
      const start = (n * 256 + i) * 256 ** level;
      const hash = store.files.get(path)!.subarray(32 * i, 32 * i + 32);
      expect(Buffer.from(hash)).toEqual(merkleTreeHash(leaves.slice(start, start + 256 ** level)));
    }
  });
});

describe("published tiles", () => {
  it("grow to the same files as in one step, and each file is written once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 1_300 }), { minLength: 1, maxLength: 5 }),
        async (sizes) => {
          sizes.sort((a, b) => a - b);
          const store = await published(...sizes);
          const tiles = store.writes.filter((path) => path !== "checkpoint");
          expect(new Set(tiles).size).toBe(tiles.length);
          for (const [path, bytes] of (await published(sizes.at(-1)!)).files) {
            expect(store.files.get(path)).toEqual(bytes);
          }
          // Every checkpoint that was published keeps its tiles.
          for (const size of sizes) {
            store.files.set("checkpoint", new TextEncoder().encode(publicationOf(size).checkpoint));
            expect(await checkTiles(store, policy)).toMatchObject({ entries: size, problems: [] });
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("stay a whole log if writing stops anywhere, and the next call finishes them", async () => {
    for (let writes = 0; writes < 10; writes++) {
      const store = await published(700);
      let left = writes;
      const failing = {
        get: store.get,
        put: async (...args: Parameters<typeof store.put>) => {
          if (left-- === 0) throw new Error("disk full");
          return store.put(...args);
        },
      };
      await expect(publishTiles(failing, publicationOf(1_500))).rejects.toThrow("disk full");
      expect(await checkTiles(store, policy)).toMatchObject({ entries: 700, problems: [] });
      await publishTiles(store, publicationOf(1_500));
      expect(await checkTiles(store, policy)).toMatchObject({ entries: 1_500, problems: [] });
    }
  });

  it("take a note with more signatures for the same size, and write no other file", async () => {
    const store = await published(300);
    store.writes.length = 0;
    const { checkpoint, ...publication } = publicationOf(300);
    const cosigned = `${checkpoint}\u2014 witness.example AAAAAQIDBA==\n`;
    expect(await publishTiles(store, { ...publication, checkpoint: cosigned })).toBe(0);
    expect(store.writes).toEqual(["checkpoint"]);
    expect(new TextDecoder().decode(store.files.get("checkpoint"))).toBe(cosigned);
  });

  it("are not mixed with another log, another history, an older state, or parts that do not fit", async () => {
    const store = await published(300);
    const before = new Map(store.files);
    const refused = (publication: Parameters<typeof publishTiles>[1], code: string) =>
      expect(publishTiles(store, publication)).rejects.toMatchObject({ code });
    const next = publicationOf(400);
    await refused(
      { ...next, checkpoint: signCheckpointOf(400, treeRoot(next.tree), "other.example") },
      "foreign_tiles",
    );
    await refused(
      publicationOf(400, (i) => Uint8Array.of(i & 255)),
      "foreign_tiles",
    );
    await refused(publicationOf(299), "foreign_tiles");
    await refused({ ...next, checkpoint: signCheckpointOf(400, treeRoot(publicationOf(401).tree)) }, "bad_publication");
    await refused({ ...next, checkpoint: signCheckpointOf(300, treeRoot(next.tree)) }, "foreign_tiles");
    await refused({ ...next, entries: (start, end) => Promise.resolve(range(start, end - 1)) }, "bad_publication");
    await refused({ ...next, entries: (start, end) => range(start + 1, end + 1) }, "foreign_tiles");
    await refused({ ...next, entries: (start, end) => range(start, Math.min(end, 350)) }, "bad_publication");
    const late = (start: number, end: number) => [...range(start, end - 1), new Uint8Array(3)];
    await refused({ ...next, entries: late }, "bad_publication");
    let asked = 0;
    await refused(
      { ...next, entries: (start, end) => (asked++ === 0 ? range(start, end) : late(start, end)) },
      "bad_publication",
    );
    await refused({ ...next, checkpoint: "checkpoint" }, "bad_note");
    for (const [path, bytes] of before) expect(store.files.get(path)).toEqual(bytes);
    expect(await checkTiles(store, policy)).toMatchObject({ problems: [] });
  });
});

describe("a reader of tiles", () => {
  it("gives the proofs and entries of trees of any size", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_200 }), fc.nat(), fc.nat(), async (size, a, b) => {
        const reader = await openTiles(await published(size), policy);
        const at = 1 + (a % size);
        const index = b % at;
        const earlier = publicationOf(at).tree;
        expect(await reader.rootAt(at)).toEqual(treeRoot(earlier));
        expect(await reader.inclusionProof(index, at)).toEqual(inclusionProof(earlier, index));
        const proof = await reader.inclusionProof(index);
        expect(rootFromInclusionProof(hashLeaf(entryOf(index)), index, size, proof)).toEqual(reader.checkpoint.root);
        expect(await reader.consistencyProof(at)).toEqual(consistencyProof(publicationOf(size).tree, at));
        expect(await reader.consistencyProof(index, at)).toEqual(consistencyProof(earlier, index));
        expect(await reader.entries(index, at)).toEqual(range(index, at));
      }),
      { numRuns: 40 },
    );
  });

  it("opens an empty log, and refuses entries beyond its end", async () => {
    const empty = await openTiles(await published(0), policy);
    expect(await empty.entries(0, 0)).toEqual([]);
    expect(await empty.consistencyProof(0)).toEqual([]);
    await expect(empty.inclusionProof(0)).rejects.toThrow(RangeError);
    const reader = await openTiles(await published(20), policy);
    for (const failing of [
      reader.inclusionProof(20),
      reader.inclusionProof(5, 5),
      reader.inclusionProof(5, 21),
      reader.inclusionProof(-1),
      reader.consistencyProof(21),
      reader.consistencyProof(9, 8),
      reader.rootAt(21),
      reader.entries(0, 21),
      reader.entries(4, 3),
      reader.entries(0.5, 3),
    ]) {
      await expect(failing).rejects.toThrow(RangeError);
    }
  });

  it("takes the full tile if the partial one was deleted", async () => {
    const store = await published(300, 600);
    store.files.set("checkpoint", new TextEncoder().encode(publicationOf(300).checkpoint));
    expect(store.files.delete("tile/0/001.p/44")).toBe(true);
    expect(store.files.delete("tile/entries/001.p/44")).toBe(true);
    const reader = await openTiles(store, policy);
    expect(await reader.entries(290, 300)).toEqual(range(290, 300));
    expect(await checkTiles(store, policy)).toMatchObject({ entries: 300, problems: [] });
  });

  it.each([
    ["with an error", () => Promise.reject(new Error("the answer is 403"))],
    ["with a page", () => Promise.resolve(new TextEncoder().encode("<html>not found</html>"))],
  ])("takes the full tile if the partial one is refused %s", async (_, refuse) => {
    const store = await published(300, 600);
    store.files.set("checkpoint", new TextEncoder().encode(publicationOf(300).checkpoint));
    const host: TileSource = { get: (path, most) => (path.includes(".p/") ? refuse() : store.get(path, most)) };
    // On level 1, this checkpoint has only a partial tile.
    const source: TileSource = {
      get: (path, most) => (path.startsWith("tile/1/") ? store.get(path, most) : host.get(path, most)),
    };
    const reader = await openTiles(source, policy);
    expect(await reader.entries(290, 300)).toEqual(range(290, 300));
    await expect(openTiles(host, policy)).rejects.toThrow(/403|has 22 bytes/);
  });

  it("needs a checkpoint that its policy accepts", async () => {
    await expect(openTiles(memoryTiles(), policy)).rejects.toMatchObject({ code: "no_checkpoint" });
    const store = await published(5);
    const strangers = policyOf({ logs: [] });
    await expect(openTiles(store, strangers)).rejects.toMatchObject({ code: "untrusted_checkpoint" });
    store.files.set("checkpoint", new Uint8Array([0xff, 0xfe]));
    await expect(openTiles(store, policy)).rejects.toMatchObject({ code: "bad_note" });
    store.files.set("checkpoint", new TextEncoder().encode(publicationOf(6).checkpoint));
    await expect(openTiles(store, policy)).rejects.toMatchObject({ code: "missing_tile" });
    const rewritten = publicationOf(5, (i) => Uint8Array.of(i));
    store.files.set("checkpoint", new TextEncoder().encode(rewritten.checkpoint));
    await expect(openTiles(store, policy)).rejects.toMatchObject({ code: "bad_tile" });
  });

  it("returns no data of a changed, cut or extended tile, for every byte of every file", async () => {
    const size = 66_000;
    const entry = (i: number): Uint8Array => Uint8Array.of(i & 255);
    const store = memoryTiles();
    const publication = publicationOf(size, entry);
    await publishTiles(store, publication);
    const expected = {
      inclusion: inclusionProof(publication.tree, 300),
      entries: [entry(300)],
      consistency: consistencyProof(publication.tree, 300),
    };
    const touched = new Set<string>();
    const recording: TileSource = {
      get: async (path) => {
        touched.add(path);
        return store.files.get(path);
      },
    };
    const ask = async (source: TileSource) => {
      const reader = await openTiles(source, policy);
      return {
        inclusion: await reader.inclusionProof(300),
        entries: await reader.entries(300, 301),
        consistency: await reader.consistencyProof(300),
      };
    };
    expect(await ask(recording)).toEqual(expected);
    expect(touched.size).toBeGreaterThan(6);
    for (const path of touched) {
      if (path === "checkpoint") continue;
      const bytes = store.files.get(path)!;
      const flip = (at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 4 : byte));
      for (const changed of [
        flip(0),
        flip(bytes.length - 1),
        flip(bytes.length >> 1),
        bytes.slice(0, -32),
        new Uint8Array([...bytes, ...bytes.slice(0, 32)]),
        new Uint8Array(0),
      ]) {
        const lying: TileSource = { get: async (name) => (name === path ? changed : store.files.get(name)) };
        await expect(ask(lying)).rejects.toMatchObject({ code: "bad_tile" });
      }
      const missing: TileSource = { get: async (name) => (name === path ? undefined : store.files.get(name)) };
      await expect(ask(missing)).rejects.toMatchObject({ code: "missing_tile" });
    }
  });
});

describe("a full check", () => {
  it("finds missing, malformed and wrong files, and names them", async () => {
    const store = await published(700);
    const check = async (path: string, bytes: Uint8Array | undefined) => {
      const before = store.files.get(path)!;
      if (bytes === undefined) store.files.delete(path);
      else store.files.set(path, bytes);
      const { problems } = await checkTiles(store, policy);
      store.files.set(path, before);
      return problems.map((problem) => `${problem.code} ${problem.path}`);
    };
    const flipped = (path: string): Uint8Array => store.files.get(path)!.map((byte, i) => (i === 40 ? byte ^ 1 : byte));
    expect(await check("tile/0/001", undefined)).toEqual(["missing_tile tile/0/001"]);
    expect(await check("tile/0/001", flipped("tile/0/001"))).toEqual(["wrong_hashes tile/0/001"]);
    expect(await check("tile/1/000.p/2", flipped("tile/1/000.p/2"))).toEqual(["wrong_hashes tile/1/000.p/2"]);
    expect(await check("tile/1/000.p/2", new Uint8Array(32))).toEqual(["bad_tile tile/1/000.p/2"]);
    expect(await check("tile/entries/002.p/188", undefined)).toEqual(["missing_tile tile/entries/002.p/188"]);
    const other = encodeEntryBundle(range(1, 257));
    expect(await check("tile/entries/000", other)).toEqual([
      "wrong_hashes tile/0/000",
      "wrong_hashes tile/1/000.p/2",
      "wrong_root checkpoint",
    ]);
    expect(await check("tile/0/000", undefined)).toEqual(["missing_tile tile/0/000"]);
  });

  it("ends after a hundred problems, for any size that a checkpoint claims", async () => {
    const store = memoryTiles();
    const checkpoint = signCheckpointOf(Number.MAX_SAFE_INTEGER, new Uint8Array(32));
    await store.put("checkpoint", new TextEncoder().encode(checkpoint), { immutable: false });
    const report = await checkTiles(store, policy);
    expect(report.problems).toHaveLength(100);
  });

  it("passes on errors of its source", async () => {
    const store = await published(3);
    const broken: TileSource = {
      get: async (path) => {
        if (path.startsWith("tile/0")) throw new Error("no network");
        return store.files.get(path);
      },
    };
    await expect(checkTiles(broken, policy)).rejects.toThrow("no network");
  });
});

// A log that Tessera wrote; see the README beside it.
describe("the log of transparency-dev/tessera", () => {
  const folder = fileURLToPath(new URL("../vectors/foreign/tessera/log/", import.meta.url));
  const key = parseVerifierKey("example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx");
  const trusted = policyOf({ logs: [key] });
  const words = "one two three four five six seven eit nain ten ileven twelf threeten fourten fivten".split(" ");
  const checkpointAt = (size: number): string => readFileSync(`${folder}checkpoint.${size}`, "utf8");

  it("is consistent, and has its entries and checkpoints", async () => {
    const store = tileFolder(folder);
    expect(await checkTiles(store, trusted)).toMatchObject({ entries: 15, problems: [] });
    const reader = await openTiles(store, trusted);
    const entries = await reader.entries(0, 15);
    expect(entries.map((entry) => new TextDecoder().decode(entry))).toEqual(words);
    for (let size = 0; size <= 15; size++) {
      const old = parseLogCheckpoint(checkpointAt(size));
      expect(await reader.rootAt(size)).toEqual(old.root);
      const proof = await reader.consistencyProof(size);
      expect(verifyConsistency(size, old.root, 15, reader.checkpoint.root, proof)).toBe(true);
      const asOf: TileSource = {
        get: async (path, max) => (path === "checkpoint" ? Buffer.from(checkpointAt(size)) : store.get(path, max)),
      };
      expect(await checkTiles(asOf, trusted)).toMatchObject({ entries: size, problems: [] });
    }
  });

  it("equals our output file by file", async () => {
    const files = memoryTiles();
    const entries = words.map((word) => new TextEncoder().encode(word));
    for (let size = 0; size <= 15; size++) {
      await publishTiles(files, {
        checkpoint: checkpointAt(size),
        entries: (start, end) => entries.slice(start, end),
      });
    }
    expect(files.files.size).toBe(31);
    for (const [path, bytes] of files.files) expect(readFileSync(folder + path).equals(bytes), path).toBe(true);
  });
});
