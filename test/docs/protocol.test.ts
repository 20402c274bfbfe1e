import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromHex } from "anchorlog";
import { concat, keccak256, stringToHex } from "viem";
import { workedExample } from "./worked-example.ts";

const protocol = readFileSync(new URL("../../docs/PROTOCOL.md", import.meta.url), "utf8");
const example = Object.fromEntries(
  /```text worked-example\n([\s\S]*?)```/
    .exec(protocol)![1]!
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" = ", 2) as [string, string]),
);

describe("the worked example of the protocol", () => {
  it("is what this implementation computes", async () => {
    expect(example).toEqual(await workedExample());
  });

  it("has the hashes that SHA-256 and keccak give to its bytes", () => {
    const sha256 = (...parts: string[]): string =>
      `0x${createHash("sha256")
        .update(Buffer.concat(parts.map((part) => Buffer.from(fromHex(part)))))
        .digest("hex")}`;
    const hashes = [0, 1, 2, 3].map((index) => example[`entryHash ${index}`]!);
    expect([0, 1, 2, 3].map((index) => sha256("0x00", example[`entry ${index}`]!))).toEqual(hashes);
    const [left, right] = [hashes.slice(0, 2), hashes.slice(2)].map((pair) => sha256("0x01", ...pair));
    expect(sha256("0x01", left!, right!)).toBe(example["root"]);
    expect(sha256("0x00", example["header"]!)).toBe(example["fingerprint"]);
    expect(example["fingerprint"]).toBe(example["checkpoint root"]);
    for (const index of [1, 2, 3]) expect(example[`entry ${index}`]).toContain(hashes[index - 1]!.slice(2));
    expect(example["header"]).toContain(hashes[3]!.slice(2));
  });

  it("says of its objects what their members, the acts before and the named holder make of them", () => {
    const keyOf = (id: string) =>
      keccak256(concat(["string objectId", id].map((text) => keccak256(stringToHex(text)))));
    const [moved, minted] = [keyOf("object/1"), keyOf("object/2")];
    expect([example["objectKey 0"], example["objectKey 2"]]).toEqual([moved, minted]);
    const anybody = "ff".repeat(20);
    const holder = example["receiptKey"]!.slice(2);
    const index = (value: number) => value.toString(16).padStart(16, "0");
    const none = "ff".repeat(8);
    expect([0, 1, 2, 3].map((i) => example[`entry ${i}`]!.slice(2 + 2 * 206))).toEqual([
      `01${moved.slice(2)}${none}${anybody}`,
      `01${moved.slice(2)}${index(0)}${anybody}`,
      `01${minted.slice(2)}${none}${holder}`,
      `02${minted.slice(2)}${index(2)}${holder}`,
    ]);
  });
});
