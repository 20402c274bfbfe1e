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
    expect(sha256("0x00", example["entry 0"]!)).toBe(example["entryHash 0"]);
    expect(sha256("0x00", example["entry 1"]!)).toBe(example["entryHash 1"]);
    expect(sha256("0x01", example["entryHash 0"]!, example["entryHash 1"]!)).toBe(example["root"]);
    expect(sha256("0x00", example["header"]!)).toBe(example["fingerprint"]);
    expect(example["fingerprint"]).toBe(example["checkpoint root"]);
    expect(example["entry 1"]).toContain(example["entryHash 0"]!.slice(2));
    const [member, word] = ["string objectId", "object/1"].map((text) => keccak256(stringToHex(text)));
    expect(example["objectKey"]).toBe(keccak256(concat([member!, word!])));
    const key = example["objectKey"]!.slice(2);
    expect(example["entry 0"]).toMatch(new RegExp(`01${key}${"ff".repeat(28)}$`));
    expect(example["entry 1"]).toMatch(new RegExp(`01${key}${"00".repeat(8)}${"ff".repeat(20)}$`));
    expect(example["header"]).toContain(example["entryHash 1"]!.slice(2));
  });
});
