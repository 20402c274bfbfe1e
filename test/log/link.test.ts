/** Which entries a log takes back after one another. */
import { expect, it } from "vitest";
import { encodeEntry, hashEntry, type Entry } from "anchorlog/log";
import { emptyHead, followHead } from "../../src/log/link.ts";
import type { StoredEntry } from "../../src/log/store.ts";
import { toHex } from "../../src/base/hex.ts";

const of = (byte: number, length = 32) => new Uint8Array(length).fill(byte);
const log = of(1);
const [ada, anybody, nobody] = [of(5, 20), of(0xff, 20), of(0, 20)];
const stored = (entry: Entry, change: Partial<StoredEntry> = {}): StoredEntry => {
  const bytes = encodeEntry(entry);
  const action = { primaryType: "Vote", message: { deadline: "10" } } as unknown as StoredEntry["action"];
  return { index: entry.index, bytes, hash: hashEntry(bytes), digest: entry.digest, action, ...change };
};
const fields = { log, nonce: of(6), digest: of(7), signatureHash: of(8), scheme: 0, verifiedBlock: 0, part: 1 };
const about = { objectKey: of(9), prior: undefined, holder: ada };
const first: Entry = { ...fields, ...about, index: 0, prev: log, actor: ada, acceptedAt: 9_000 };
const second: Entry = { ...first, index: 1, prev: stored(first).hash, prior: 0, acceptedAt: 10_000 };
const follow = (...entries: StoredEntry[]) => followHead(toHex(log), emptyHead(toHex(log)), entries, () => undefined);

it("takes entries that follow each other in place, time and objects", () => {
  const { hash } = stored(second);
  expect(follow(stored(first), stored(second))).toEqual({ size: 2, hash, acceptedAt: 10_000 });
  const sameTime = { ...second, acceptedAt: 9_000 };
  expect(follow(stored(first), stored(sameTime)).acceptedAt).toBe(9_000);
  const elsewhere = { ...second, actor: of(4, 20), objectKey: of(2), prior: undefined, holder: anybody };
  expect(follow(stored(first), stored(elsewhere)).size).toBe(2);
  const ask = { ...second, part: 2, actor: of(4, 20) };
  const act = { ...second, index: 2, prev: stored(ask).hash };
  expect(follow(stored(first), stored(ask), stored(act)).size).toBe(3);
  const open = { ...first, holder: anybody };
  expect(follow(stored(open), stored({ ...second, prev: stored(open).hash, actor: of(4, 20) })).size).toBe(2);
  const gone = { ...first, holder: nobody };
  const risen = { ...second, prev: stored(gone).hash, actor: nobody };
  expect(() => follow(stored(gone), stored(risen))).toThrow("no account may act upon the object");
});

it.each<[string, StoredEntry]>([
  ["is malformed", stored(second, { bytes: of(0, 9) })],
  ["is of another log", stored({ ...second, log: of(2) })],
  ["is not the next one", stored({ ...second, index: 2 })],
  ["is not the next one", stored(second, { index: 2 })],
  ["is not the next one", stored({ ...second, index: 2 }, { index: 1 })],
  ["does not follow the one before", stored({ ...second, prev: of(3) })],
  ["is older than the one before", stored({ ...second, acceptedAt: 8_999 })],
  ["has another hash than its bytes", stored(second, { hash: of(3) })],
  ["has another digest than its bytes", stored(second, { digest: of(3) })],
  ["is later than its action's deadline", stored({ ...second, acceptedAt: 11_000 })],
  [
    "names no entry as the newest act upon its object, and the newest is entry 0",
    stored({ ...second, prior: undefined }),
  ],
  ["acts upon an object of another", stored({ ...second, actor: of(4, 20) })],
  ["acts upon an object of another", stored({ ...second, scheme: 1, verifiedBlock: 7 })],
  ["another holder than the newest act", stored({ ...second, part: 2, actor: of(4, 20), holder: anybody })],
])("refuses an entry: %s", (reason, wrong) => {
  expect(() => follow(stored(first), wrong)).toThrow(
    expect.objectContaining({ code: "head_moved", message: expect.stringContaining(reason) as string }),
  );
});
