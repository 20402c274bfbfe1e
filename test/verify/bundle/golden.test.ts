// The files in test/vectors/bundles/ stand for bundles that users already have. They are never regenerated: every later
// version must read them and give the same verdicts. A new format gets a new folder (GOLDEN_VERSION, write-golden.ts),
// and this test keeps the old ones.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ChainReader } from "anchorlog/chain";
import { decodeHeader, encodeHeader, hashHeader, parseCheckpoint } from "anchorlog/batch";
import { indexOf } from "../../../src/log/entry.ts";
import {
  decodeBundle,
  encodeBundle,
  formatBundle,
  parseBundle,
  parseTrust,
  verifyBundle,
  type Trust,
} from "anchorlog/verify/bundle";
import { fromHex, toHex } from "anchorlog";
import { assertBundle } from "../../../src/verify/bundle/build.ts";
import { MAX_BUNDLE_BYTES } from "../../../src/verify/bundle/bundle.ts";
import { fakeChain } from "./chain.ts";
import { GOLDEN_BUNDLES, GOLDEN_VERSION, goldenFiles } from "./golden.ts";

const read = (version: string, name: string): Uint8Array =>
  readFileSync(new URL(`../../vectors/bundles/${version}/${name}`, import.meta.url));
const text = (version: string, name: string): string => new TextDecoder().decode(read(version, name));

/** The trust that the files of version 1 are verified with. */
function trustsOf(version: string): Record<string, Trust> {
  const checkpoint = parseCheckpoint(text(version, "checkpoint"));
  const operator = parseTrust(text(version, "trust.json"));
  const { anchorKey, receiptKey } = operator;
  const registered = { name: "Golden Platform", version: "1", anchorKey, receiptKey };
  const chain = (finalSize: number): ChainReader => ({
    ...fakeChain(checkpoint, { ...registered, finalSize }),
    isKnownRegistry: () => false,
  });
  return {
    nothing: {},
    keys: { operator },
    checkpoint: { checkpoint },
    both: { operator, checkpoint },
    chain: { operator, chain: chain(0) },
    later: { operator, chain: chain(checkpoint.size) },
  };
}

const INCLUDED = {
  nothing: "indeterminate null no_trust",
  keys: "valid promised ok",
  checkpoint: "valid included ok",
  both: "valid included ok",
  chain: "valid anchored ok",
  later: "valid final ok",
};
const VERDICTS: Record<(typeof GOLDEN_BUNDLES)[number], Record<string, string>> = {
  promised: {
    nothing: "indeterminate null no_trust",
    keys: "valid promised ok",
    checkpoint: "indeterminate null no_trust",
    both: "valid promised ok",
    chain: "valid promised ok",
    later: "valid promised ok",
  },
  included: INCLUDED,
  anchored: INCLUDED,
  wallet: INCLUDED,
  held: INCLUDED,
  asked: INCLUDED,
};

describe("golden bundles of version 1", () => {
  const trusts = trustsOf("v1");

  it.each(GOLDEN_BUNDLES)("%s gets its old verdict, in both forms", async (name) => {
    for (const form of [text("v1", `${name}.json`), read("v1", `${name}.bin`)]) {
      for (const [given, trust] of Object.entries(trusts)) {
        const { verdict, state, code, message } = await verifyBundle(form, trust);
        expect(`${verdict} ${state} ${code}`, given).toBe(VERDICTS[name][given]);
        expect(/contract wallet, checked by the operator at block 1234/.test(message)).toBe(name === "wallet");
      }
    }
  });

  it.each(GOLDEN_BUNDLES)("%s is written back unchanged", (name) => {
    const json = text("v1", `${name}.json`);
    const compact = read("v1", `${name}.bin`);
    expect(formatBundle(parseBundle(json))).toBe(json);
    expect(formatBundle(decodeBundle(compact))).toBe(json);
    expect(toHex(encodeBundle(parseBundle(json)))).toBe(toHex(compact));
  });
});

describe("the bundles that are written today", () => {
  it("equal the golden ones of their version, byte for byte", async () => {
    const files = await goldenFiles();
    const folder = new URL(`../../vectors/bundles/${GOLDEN_VERSION}/`, import.meta.url);
    expect(readdirSync(folder).toSorted()).toEqual([...files.keys()].toSorted());
    for (const [name, bytes] of files) expect(toHex(bytes), name).toBe(toHex(read(GOLDEN_VERSION, name)));
  });
});

it("an error while a bundle is read is thrown, and not called a change", () => {
  const bundle = parseBundle(text(GOLDEN_VERSION, `${GOLDEN_BUNDLES[0]}.json`));
  expect(() => assertBundle(bundle)).not.toThrow();
  const cause = new Error("the reader fails");
  const unreadable = { ...bundle };
  Object.defineProperty(unreadable, "action", {
    get: () => {
      throw cause;
    },
  });
  expect(() => assertBundle(unreadable)).toThrow(cause);
});

it("an entry that is last in its batch must be the batch's head", () => {
  const bundle = GOLDEN_BUNDLES.map((name) => parseBundle(text(GOLDEN_VERSION, `${name}.json`))).find(
    ({ entry, inclusion }) => {
      if (inclusion === undefined) return false;
      const { start, count } = decodeHeader(fromHex(inclusion.header));
      return indexOf(fromHex(entry)) === start + count - 1;
    },
  )!;
  const inclusion = bundle.inclusion!;
  const header = encodeHeader({ ...decodeHeader(fromHex(inclusion.header)), head: new Uint8Array(32).fill(1) });
  const checkpoint = { size: "1", root: toHex(hashHeader(header)), position: "0", path: [] } as const;
  const changed = { ...bundle, inclusion: { ...inclusion, header: toHex(header), checkpoint } };
  expect(() => assertBundle(changed)).toThrow("the batch's last entry is not its head");
});

it("a bundle that does not fit its action says that the store was changed", () => {
  const bundle = parseBundle(text(GOLDEN_VERSION, `${GOLDEN_BUNDLES[0]}.json`));
  const changed = { ...bundle, action: { ...bundle.action, signature: `0x${"11".repeat(65)}` as const } };
  expect(() => assertBundle(changed)).toThrow(expect.objectContaining({ code: "store_damaged" }) as Error);
});

it("bytes beyond a bundle's limit are not decoded", async () => {
  const verdict = await verifyBundle(new Uint8Array(MAX_BUNDLE_BYTES + 1).fill(0x20));
  const message = `document: is neither UTF-8 JSON of at most ${MAX_BUNDLE_BYTES} bytes nor a compact bundle`;
  expect(verdict).toMatchObject({ verdict: "invalid", code: "malformed", message });
});
