import fc from "fast-check";
import hre from "hardhat";
import { describe, expect, it } from "vitest";
import { parseKind } from "anchorlog/action";
import { toHex } from "anchorlog";
import { runs } from "../seed.ts";

const { viem } = await hre.network.create();
const harness = await viem.deployContract("ActionsHarness");

/** Whether TypeScript accepts the string as a payload type. */
function reads(text: string) {
  const name = /^([A-Za-z0-9]*)Payload\(/.exec(text)?.[1];
  if (name === undefined) return undefined;
  try {
    return parseKind(name, text);
  } catch {
    return undefined;
  }
}

async function check(text: string): Promise<boolean> {
  const kind = reads(text);
  if (kind === undefined) {
    await expect(harness.read.checkPayloadType([text]), text).rejects.toThrow("BadPayloadType");
    return false;
  }
  const [nameLength, members] = await harness.read.checkPayloadType([text]);
  expect([Number(nameLength), Number(members)]).toEqual([kind.name.length, kind.members.length]);
  expect(await harness.read.envelopeTypeHash([text])).toBe(toHex(kind.envelopeTypeHash));
  return true;
}

const widths = Array.from({ length: 34 }, (_, i) => `bytes${i}`);
const integers = ["uint", "int"].flatMap((sign) =>
  [0, 1, 7, 8, 16, 120, 248, 256, 264, 512].map((bits) => sign + bits),
);
const types = ["bool", "address", "string", "bytes", ...widths, ...integers];
const odd = [
  "uint",
  "int",
  "uint08",
  "bytes01",
  "bytes032",
  "uint1000",
  "Bool",
  "tuple",
  "",
  "Other",
  "bytesA",
  "uint1>",
];

describe("the grammar of payload types", () => {
  it("accepts the same as TypeScript for each type", async () => {
    let good = 0;
    for (const type of [...types, ...odd]) if (await check(`KPayload(${type} x)`)) good++;
    expect(good).toBe(4 + 32 + 2 * 5);
    for (const type of [...types, ...odd]) if (await check(`KPayload(${type}[] x)`)) good++;
    expect(good).toBe(2 * (4 + 32 + 2 * 5) - 2);
  });

  it.each([
    ["", false],
    ["Payload(bool x)", false],
    ["KPayload", false],
    ["KPayload()", false],
    ["KPayload(bool", false],
    ["KPayload(bool)", false],
    ["KPayload(bool x", false],
    ["KPayload(bool x))", false],
    ["KPayload(bool x)KPayload(bool x)", false],
    ["KPayload(bool x,)", false],
    ["KPayload(bool x, bool y)", false],
    ["KPayload(bool  x)", false],
    ["KPayload(bool x,bool x)", false],
    ["KPayload(bool X)", false],
    ["KPayload(bool x_)", false],
    ["kPayload(bool x)", false],
    ["Kpayload(bool x)", false],
    ["K Payload(bool x)", false],
    ["KPayload(bool x,address x1)", true],
    ["KPayload(bool[] x,address[] x1)", true],
    ["KPayload(bool[]x)", false],
    ["KPayload(bool[])", false],
    ["KPayload(bool[", false],
    ["KPayload(bool[2] x)", false],
    ["KPayload(bool[][] x)", false],
    ["KPayload(bool x[])", false],
    ["KPayload([] x)", false],
    ["PayloadPayload(bool x)", true],
    [`${"K".repeat(32)}Payload(bool ${"x".repeat(32)})`, true],
    [`${"K".repeat(33)}Payload(bool x)`, false],
    [`KPayload(bool ${"x".repeat(33)})`, false],
    [`KPayload(${Array.from({ length: 16 }, (_, i) => `bool x${i}`).join(",")})`, true],
    [`KPayload(${Array.from({ length: 17 }, (_, i) => `bool x${i}`).join(",")})`, false],
    ["HttpRequestPayload(string authority,string method,string target,string contentType,bytes32 contentDigest)", true],
    ["KPayload(bytes32 log,address actor,uint256 nonce,uint64 deadline,KPayload payload)KPayload(bool x)", false],
  ])("%s", async (text, good) => {
    expect(await check(text)).toBe(good);
  });

  it("accepts the same as TypeScript for random strings", async () => {
    const member = fc.tuple(
      fc.constantFrom(...types.slice(0, 6), "uint256", "int8"),
      fc.stringMatching(/^[a-c][A-Z0-9]{0,2}$/),
    );
    const strings = fc
      .tuple(fc.constantFrom("K", "Transfer", "A1"), fc.array(member, { minLength: 1, maxLength: 4 }))
      .map(([name, members]) => `${name}Payload(${members.map((m) => m.join(" ")).join(",")})`);
    const broken = fc
      .tuple(strings, fc.nat(), fc.constantFrom("", " ", ",", "(", ")", "0", "a", "A", "é"))
      .map(([text, at, by]) => text.slice(0, at % text.length) + by + text.slice((at % text.length) + 1));
    await fc.assert(
      fc.asyncProperty(fc.oneof(strings, broken), async (text) => {
        await check(text);
      }),
      { numRuns: runs(300) },
    );
  });
});
