import { expect, it } from "vitest";
import * as noble from "@noble/hashes/sha2.js";
import * as digest from "../../src/base/digest.ts";

it("digests content as noble does", () => {
  for (const length of [0, 1, 63, 64, 65, 100_000]) {
    const bytes = new Uint8Array(length).map((_, i) => i);
    expect(digest.sha256(bytes)).toEqual(noble.sha256(bytes));
    expect(digest.sha512(bytes)).toEqual(noble.sha512(bytes));
  }
});
