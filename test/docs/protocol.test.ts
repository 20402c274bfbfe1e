import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromHex } from "anchorlog";
import { verifyBundle } from "anchorlog/verify/bundle";
import { concat, keccak256, stringToHex } from "viem";
import { answerRefusal, RULES } from "../../src/http/answer.ts";
import { workedExample } from "./worked-example.ts";

const read = (name: string): string => readFileSync(new URL(`../../docs/protocol/${name}.md`, import.meta.url), "utf8");
const example = Object.fromEntries(
  /```text worked-example\n([\s\S]*?)```/
    .exec(read("1-verify"))![1]!
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" = ", 2) as [string, string]),
);

describe("the worked example of the protocol", () => {
  it("equals the values that this implementation computes", async () => {
    expect(example).toEqual(await workedExample());
  });

  it("ends in a bundle of its values, which is valid under its checkpoint", async () => {
    const bundle = example["bundle 2"]!;
    expect(bundle).toContain(example["entry 2"]);
    expect(bundle).toContain(example["header"]);
    const checkpoint = JSON.parse(example["note"]!) as string;
    expect(await verifyBundle(bundle, { checkpoint })).toMatchObject({ verdict: "valid", state: "included" });
  });

  it("has the hashes that SHA-256 and keccak compute from its bytes", () => {
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

  it("states objects by their members, the acts before and the named holder", () => {
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

describe("answers over HTTP", () => {
  /** The table of statuses: the text of a row's statuses, and the codes of the row. */
  const [, section] = read("3-log").split("### 5.1 Statuses");
  const rows = [...section!.matchAll(/^\| ([0-9]{3}.*?) *\| (.*?) *\|$/gm)].map(([, status, codes]) => ({
    statuses: [...status!.matchAll(/[0-9]{3}/g)].map(([digits]) => Number(digits)),
    field: /with `([A-Za-z-]+)(?:: ([A-Za-z]+))?`$/.exec(status!)?.slice(1),
    codes: [...new Set([...codes!.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!))],
  }));

  it("have the statuses and header fields of the table, for every code", () => {
    // A row with several statuses has a code for each.
    const documented = rows.flatMap(({ statuses, field, codes }) => {
      if (statuses.length > 1) expect(codes).toHaveLength(statuses.length);
      return codes.map((code, i) => ({ code, status: statuses[i] ?? statuses[0]!, field }));
    });
    const answered = Object.keys(RULES).map((code) => {
      const { status, headers } = answerRefusal({ code, message: "no" });
      const named = Object.entries(headers).find(([name]) => ["WWW-Authenticate", "Retry-After"].includes(name));
      // The protocol does not define the seconds to wait.
      return { code, status, field: named && [named[0], status === 503 ? undefined : named[1]] };
    });
    const sorted = <T extends { code: string }>(all: readonly T[]) =>
      all.toSorted((one, other) => (one.code < other.code ? -1 : 1));
    expect(sorted(documented)).toEqual(sorted(answered));
  });

  it("are 503 for an indeterminate verdict, and use the server's own refusal for effect_failed", () => {
    for (const code of ["signature_rejected", "overloaded"])
      expect(answerRefusal({ code, message: "no", verdict: "indeterminate" }).status).toBe(503);
    const refusal = { code: "sold_out", message: "nothing is left", status: 422 };
    expect(answerRefusal({ code: "effect_failed", message: "no", refusal })).toMatchObject({
      status: 422,
      body: { error: { code: 422, message: "nothing is left", details: [{ reason: "sold_out" }] } },
    });
  });
});
