/** A ceremony's coordinator against its participants, over the smallest circuit. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as snarkjs from "snarkjs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { contribute, finish } from "../../scripts/ceremony/contribute.ts";
import { readHistory } from "../../scripts/ceremony/contributions.ts";
import { attestationOf, hashFile, keyOf, type Transcript } from "../../scripts/ceremony/folder.ts";
import { start } from "../../scripts/ceremony/start.ts";
import { verify } from "../../scripts/ceremony/verify.ts";
import { stopSnarkjs } from "../../scripts/snarkjs.ts";
import { newFolder } from "../folder.ts";
import { tinySubject } from "./tinyCeremony.ts";

const parent = newFolder();
const subject = await tinySubject(parent);
const HASH = "7a37ba2a804385162129b84370f190ec53ee4ddc8ed359a9cc9300828ded1629";

const honest = join(parent, "honest");
const begun = join(parent, "begun");
const published = join(parent, "published-by-first.json");
const folder = join(parent, "case");
const printed: string[] = [];

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  await start(honest, subject.path, [], subject);
  cpSync(honest, begun, { recursive: true });
  await contribute(honest, "first", subject);
  cpSync(attestationOf(honest, 1), published);
  await contribute(honest, "second", subject);
  await finish(honest, HASH, "10", subject);
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  cpSync(honest, folder, { recursive: true });
  printed.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await stopSnarkjs();
});

const transcriptOf = (of = folder) => JSON.parse(readFileSync(join(of, "transcript.json"), "utf8")) as Transcript;
const rewrite = (change: (transcript: Transcript) => object, of = folder) =>
  writeFileSync(join(of, "transcript.json"), JSON.stringify({ ...transcriptOf(of), ...change(transcriptOf(of)) }));
const edited = (at: number, change: object) => (transcript: Transcript) => ({
  contributions: transcript.contributions.with(at, { ...transcript.contributions[at]!, ...change }),
});
const refused = (message: string | RegExp, attestations: string[] = []) =>
  expect(verify(folder, attestations, subject)).rejects.toThrow(message);

test("a participant finds in the finished ceremony what it published", async () => {
  const { transcript } = await verify(folder, [published, attestationOf(honest, 2)], subject);
  expect(transcript.contributions.map(({ name }) => name)).toEqual(["first", "second", "beacon"]);
  expect(printed.join("\n")).toMatch(/published-by-first.json: the contribution of first is in\n.*second is in/);
  expect(printed.join("\n")).toContain(`beacon: ${HASH}, 2^10`);
  // The hash that snarkjs prints for each circuit.
  const lines: string[] = [];
  const logger = { debug() {}, info: (line: string) => void lines.push(line), warn() {}, error() {} };
  const bytes = (path: string) => new Uint8Array(readFileSync(path));
  const [init, key] = [0, 3].map((i) => bytes(keyOf(honest, "two", i)));
  await snarkjs.zKey.verifyFromInit(init!, bytes(subject.path), key!, logger);
  const { circuits } = JSON.parse(readFileSync(published, "utf8")) as Transcript["contributions"][0];
  expect(lines.join("").replaceAll(/\s/g, "")).toContain(`contribution#1first:${circuits["two"]!.contribution}`);
});

describe("a coordinator that replaces a participant's contribution by its own", () => {
  const forged = join(parent, "forged");
  /** A ceremony to which only the coordinator contributes. */
  beforeAll(async () => {
    cpSync(begun, forged, { recursive: true });
    await contribute(forged, "first", subject);
    await contribute(forged, "second", subject);
    await finish(forged, HASH, "10", subject);
  });

  test("is caught if the participant's key and its published hash stay in the folder", async () => {
    // For one circuit, all keys except the participant's come from the coordinator's own contribution.
    for (const i of [2, 3]) cpSync(keyOf(forged, "two", i), keyOf(folder, "two", i));
    const other = transcriptOf(forged);
    rewrite(({ contributions }) => ({
      contributions: contributions.map((one, i) =>
        i === 0 ? one : { ...one, circuits: { ...one.circuits, two: other.contributions[i]!.circuits["two"]! } },
      ),
    }));
    expect(hashFile(keyOf(folder, "two", 1))).toBe(transcriptOf(honest).contributions[0]!.circuits["two"]!.key);
    await refused("two: the key after contribution 2, second, does not have contribution 1, first: it was replaced");
    await refused("it was replaced", [published]);
    // Nobody can contribute after the replaced key either.
    rewrite(({ contributions }) => ({ contributions: contributions.slice(0, 2) }));
    await expect(contribute(folder, "third", subject)).rejects.toThrow("it was replaced");
  });

  test("is caught by the participant if it replaces the key as well", async () => {
    cpSync(forged, folder, { recursive: true });
    await verify(folder, [], subject);
    await refused("one: contribution 1 is not the attested one: it was replaced", [published]);
  });

  test("is caught if it drops the last contribution or a circuit", async () => {
    rewrite(({ contributions }) => ({ contributions: contributions.slice(0, 1) }));
    await refused("there is no contribution 2", [attestationOf(honest, 2)]);
    cpSync(honest, folder, { recursive: true });
    rewrite(() => ({ circuits: ["one"] }));
    await refused("two: contribution 1 is not the attested one", [published]);
  });
});

describe("a ceremony that does not verify is refused with", () => {
  test("powers of tau that are not pinned", async () => {
    writeFileSync(join(folder, "powers.ptau"), "x");
    await refused("the powers of tau are not pinned");
    await expect(start(join(parent, "other"), keyOf(honest, "one", 0), [], subject)).rejects.toThrow("are not pinned");
    cpSync(honest, folder, { recursive: true });
    rewrite(() => ({ powers: "00" }));
    await refused("the powers of tau differ from the transcript");
  });

  test("another beacon, or another exponent", async () => {
    const beacon = { hash: HASH, iterationsExponent: 10 };
    rewrite(edited(2, { beacon: { ...beacon, iterationsExponent: 11 } }));
    await refused("one: the key after contribution 3, beacon, has another contribution than the transcript");
    rewrite(edited(2, { beacon: { ...beacon, hash: HASH.replace("7a", "7b") } }));
    await refused("has another contribution than the transcript");
    rewrite(edited(2, { beacon: undefined }));
    await refused("has another contribution than the transcript");
    // Hashing that would never end.
    rewrite(edited(2, { beacon: { ...beacon, iterationsExponent: 63 } }));
    await refused("contribution 3, beacon, is not a beacon");
    rewrite(edited(2, { beacon }));
    rewrite(edited(1, { beacon }));
    await refused("something follows the beacon");
    rewrite(({ contributions }) => ({ contributions: contributions.slice(1, 2) }));
    await refused("nobody has contributed before the beacon");
  });

  test("a wrong first key, a broken key in the middle, and bad names", async () => {
    rewrite(() => ({ r1cs: { one: "00", two: "00" } }));
    await refused("one: the sources compile to other constraints");
    cpSync(honest, folder, { recursive: true });
    // One flipped bit in the key's list for private wires, with a matching hash.
    const path = keyOf(folder, "one", 1);
    const key = readFileSync(path);
    const at = keyAt(key, 8);
    key.set(readFileSync(keyOf(folder, "one", 2)).subarray(at, at + 64), at);
    writeFileSync(path, key);
    const { circuits } = transcriptOf().contributions[0]!;
    rewrite(edited(0, { circuits: { ...circuits, one: { ...circuits["one"]!, key: hashFile(path) } } }));
    await refused(/one-0001.zkey does not follow from its contributions: .*L section/);
    rewrite(edited(1, { name: "somebody\u001b[2K" }));
    await refused("contribution 2 has no name that can be printed");
    rewrite(edited(1, { name: "somebody else" }));
    await refused("somebody else, has another contribution than the transcript");
    writeFileSync(path, key.subarray(1));
    await refused("one: the key after contribution 1, first, differs from the transcript");
    rewrite(() => ({ circuits: ["../three"] }));
    await refused("circuit 1 is not in these sources");
  });
});

test("a key's history is read strictly", () => {
  const key = readFileSync(keyOf(honest, "one", 3));
  const at = keyAt(key, 10);
  const { contributions } = readHistory(key);
  expect(contributions.map(({ name }) => name)).toEqual(["first", "second", "beacon"]);
  const changed = (offset: number, value: number) => {
    const copy = Buffer.from(key);
    copy.writeUInt32LE(value, at + offset);
    return copy;
  };
  // How many there are, the first one's type, the length of its parameters, and the first parameter.
  const first = 68 + 3 * 64 + 128 + 64;
  for (const [offset, value] of [
    [64, 2],
    [64, 4],
    [64, 2 ** 32 - 1],
    [first, 1],
    [first + 4, 2 ** 32 - 1],
    [first + 4, 3],
    [first + 8, 4],
  ] as const) {
    expect(() => readHistory(changed(offset, value)), `${offset} ${value}`).toThrow(RangeError);
  }
});

/** The offset of a section's content. */
function keyAt(key: Buffer, section: number): number {
  for (let at = 12; ; at += 12 + Number(key.readBigUInt64LE(at + 4)))
    if (key.readUInt32LE(at) === section) return at + 12;
}
