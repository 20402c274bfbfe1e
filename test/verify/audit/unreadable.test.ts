import { afterAll, describe, expect, it } from "vitest";
import { useEngine } from "anchorlog/action";
import { auditExport, type Audit, type ReadExport } from "anchorlog/verify/audit";
import { makeHistory, type Lies } from "../../dispute/dishonest.ts";
import { fromHex, toHex, type Hex } from "anchorlog";
import { hashEntry } from "anchorlog/log";
import { about, objectPlan, request, W1, W2 } from "../../dispute/object-plan.ts";
import { NOW, operator, trusted } from "../../operator.ts";
import { isSlowSuite } from "../../slow.ts";

/** An unreadable line causes no findings about other, unchanged lines. */

const LOG = "logs/a.example.jsonl";
const BATCHES = "batches.jsonl";

const { read: ofObjects } = await makeHistory(operator, { plan: objectPlan() });
const { read: ofLogs } = await makeHistory(operator);

await useEngine();
afterAll(() => useEngine("javascript"));

const audit = (read: ReadExport): Promise<Audit> => auditExport(read, { operator: trusted }, [], NOW);
const found = ({ findings }: Audit): string[] => findings.map(({ code, where }) => `${code} ${where}`);
const linesOf = async (read: ReadExport, file: string) => (await read(file))!.trimEnd().split("\n");
const withLines =
  (read: ReadExport, file: string, lines: readonly string[]): ReadExport =>
  async (name) =>
    name === file ? lines.map((line) => `${line}\n`).join("") : read(name);

/** A line with some bytes of its entry or header changed. */
const changed =
  (at: number, bytes: string) =>
  (line: string): string =>
    line.replace(/"(entry|header)":"0x([0-9a-f]+)"/, (_, name: string, hex: string) => {
      const from = 2 * at;
      return `"${name}":"0x${hex.slice(0, from)}${bytes}${hex.slice(from + bytes.length)}"`;
    });

const BREAKS: readonly (readonly [string, (line: string, next: string) => readonly string[]])[] = [
  ["empty", () => [""]],
  ["no JSON", () => ["{"]],
  ["cut within its entry", (line) => [line.slice(0, 60)]],
  ["cut at its end", (line) => [line.slice(0, -1)]],
  ["too long", (line) => [line + " ".repeat(1 << 21)]],
  ["nested too deeply", (line) => [line.replace("{", `{"x":${"[".repeat(99_999)}${"]".repeat(99_999)},`)]],
  ["with a member more", (line) => [line.replace("{", '{"x":1,')]],
  ["with its first member twice", (line) => [line.replace(/^\{("\w+":"[^"]*")/, "{$1,$1")]],
  ["with hex in capitals", (line) => [line.replace(/"0x([0-9a-f]+)"/, (hex) => hex.toUpperCase().replace("X", "x"))]],
  ["with hex that is cut", (line) => [line.replace(/..",/, '",').replace(/.."\}$/, '"}')]],
  ["of another tag", (line) => [changed(0, "07")(line)]],
  ["with an index beyond 2^53", (line) => [changed(33, "7f")(line)]],
  ["twice, cut in two", (line) => [line.slice(0, 300), line.slice(300)]],
  ["one with the next", (line, next) => [line + next]],
];
const OF_ENTRIES: typeof BREAKS = [
  ["without its receipt", (line) => [line.replace(/,"receipt":"\w+"/, "")]],
  ["with another receipt", (line) => [line.replace(/"receipt":"0x../, '"receipt":"0x00')]],
  ["with an action of null", (line) => [line.replace(/"action":\{.*\},"receipt"/, '"action":null,"receipt"')]],
  ["with a message of null", (line) => [line.replace(/"message":\{.*\}\},"sig/, '"message":null,"sig')]],
  ["with another payload", (line) => [line.replace(/"nonce":"/, '"nonce":"1')]],
  ["with another signature", (line) => [line.replace(/"signature":"0x../, '"signature":"0x00')]],
  ["of an unknown kind", (line) => [line.replace(/"primaryType":"\w+"/, '"primaryType":"Burn"')]],
  ["of an unknown scheme", (line) => [changed(189, "09")(line)]],
  ["of an unknown part", (line) => [changed(206, "09")(line)]],
  ["with every field another", (line) => [changed(1, "5a".repeat(266))(line)]],
  // Changes single fields: the entry is readable, but does not match the operator's receipt.
  ...(isSlowSuite ? [1, 40, 41, 73, 93, 125, 157, 205, 207, 246, 266] : [1, 73, 205, 266]).map(
    (at) => [`with byte ${at} another`, (line: string) => [changed(at, "5a")(line)]] as const,
  ),
];

describe.each([
  ["an entry", LOG, ofObjects, [...BREAKS, ...OF_ENTRIES]],
  ["an entry of one log of two", LOG, ofLogs, BREAKS.slice(1, 3)],
  ["a header", BATCHES, ofLogs, BREAKS],
] as const)("a line of %s", (_, file, read, breaks) => {
  it.each(breaks)("%s accuses no other line, at any place", async (name, make) => {
    const lines = await linesOf(read, file);
    for (const [i, line] of lines.entries()) {
      const [next = ""] = lines.slice(i + 1);
      const broken = make(line, next);
      const last = i + (name.startsWith("one with") && next !== "" ? 2 : 1);
      if (broken.length === 1 && last === i + 1 && broken[0] === line) continue;
      const result = await audit(withLines(read, file, [...lines.slice(0, i), ...broken, ...lines.slice(last)]));
      expect(result.verdict).toBe("invalid");
      const own = new Set(broken.map((_, at) => `${file}:${i + at + 1}`));
      expect(
        found(result).filter((finding) => !own.has(finding.split(" ")[1]!)),
        `line ${i + 1}`,
      ).toEqual([]);
    }
  });
});

it("an unreadable line, and one with a wrong index after it, accuse no other", async () => {
  const lines = await linesOf(ofObjects, LOG);
  for (const i of lines.slice(1).keys()) {
    const broken = lines.with(i, "{").with(i + 1, changed(40, "5a")(lines[i + 1]!));
    const result = await audit(withLines(ofObjects, LOG, broken));
    const own = new Set([`${LOG}:${i + 1}`, `${LOG}:${i + 2}`]);
    expect(found(result).filter((finding) => !own.has(finding.split(" ")[1]!))).toEqual([]);
    // After an unreadable line, an entry without a valid receipt may still be at its right index.
    const unsigned = lines[i + 1]!.replace(/"receipt":"0x../, '"receipt":"0x00');
    const doubtful = await audit(withLines(ofObjects, LOG, broken.with(i + 1, unsigned)));
    expect(found(doubtful)).toEqual([`malformed ${LOG}:${i + 1}`, `bad_receipt ${LOG}:${i + 2}`]);
  }
});

describe("the part that was not judged", () => {
  it("is empty in an honest export", async () => {
    for (const read of [ofObjects, ofLogs]) {
      expect(await audit(read)).toMatchObject({ verdict: "valid", findings: [], unjudged: [], moreUnjudged: 0 });
    }
  });

  it("is counted and named", async () => {
    const lines = await linesOf(ofObjects, LOG);
    const result = await audit(withLines(ofObjects, LOG, lines.with(0, "{")));
    expect(found(result)).toEqual([`malformed ${LOG}:1`]);
    expect(result.unjudged.map(({ where, message }) => `${where} ${message}`)).toEqual([
      `${LOG}:2 its prior and holder: an earlier entry, which may be about the same object, cannot be read`,
      `${BATCHES}:1 its entries: some are missing or cannot be read`,
    ]);
    expect(result.message).toContain(`; 2 not judged; the first: ${LOG}:2: `);
  });

  it("does not contain an entry with a wrong receipt", async () => {
    const lines = await linesOf(ofObjects, LOG);
    for (const [i, line] of lines.entries()) {
      const other = line.replace(/"receipt":"0x../, '"receipt":"0x00');
      const result = await audit(withLines(ofObjects, LOG, lines.with(i, other)));
      expect(found(result)).toEqual([`bad_receipt ${LOG}:${i + 1}`]);
      expect(result.unjudged).toEqual([]);
    }
  });

  it("does not hide a lie: readable entries are compared across a gap", async () => {
    const lines = await linesOf(ofObjects, LOG);
    // The last entry's `prev` is not the hash of an entry.
    const lying = await makeHistory(operator, {
      plan: objectPlan(),
      entry: (entry, index) => (index === lines.length - 1 ? { ...entry, acceptedAt: NOW - 1_000 } : entry),
    });
    const others = await linesOf(lying.read, LOG);
    const result = await audit(withLines(lying.read, LOG, others.with(1, "{")));
    expect(found(result)).toContain(`broken_chain ${LOG}:${lines.length}`);
  });
});

describe("an entry without the operator's receipt", () => {
  it("that claims a later index hides no lie about its range", async () => {
    // The last entry says that the entry before it, a request, was the newest act upon its object.
    const plan = objectPlan({ 3: { by: 1, fields: request } });
    const { read } = await makeHistory(operator, about(4, { prior: 3 }, plan));
    const lines = await linesOf(read, LOG);
    const jump = changed(40, "08")(lines[3]!);
    const result = await audit(withLines(read, LOG, lines.toSpliced(3, 0, jump)));
    const others = found(result).filter((finding) => finding !== `bad_receipt ${LOG}:6`);
    expect(others).toEqual([`broken_chain ${LOG}:4`, `bad_receipt ${LOG}:4`, `wrong_prior ${LOG}:6`]);
  });

  it("confirms no line that does not follow the certain ones", async () => {
    const lines = await linesOf(ofObjects, LOG);
    const first = changed(60, "5a")(lines[2]!);
    const hash = toHex(hashEntry(fromHex(/"entry":"(0x[0-9a-f]+)"/.exec(first)![1] as Hex)));
    const second = changed(41, hash.slice(2))(lines[3]!);
    const result = await audit(withLines(ofObjects, LOG, lines.with(2, first).with(3, second)));
    expect(found(result)).toEqual([`broken_chain ${LOG}:3`, `bad_receipt ${LOG}:3`, `bad_receipt ${LOG}:4`]);
    // Its hashes lead back to the certain entries, but its index does not.
    const unsigned = lines[2]!.replace(/"receipt":"0x../, '"receipt":"0x00');
    const ahead = changed(40, "09")(lines[3]!);
    const jumped = await audit(withLines(ofObjects, LOG, lines.with(2, unsigned).with(3, ahead)));
    expect(found(jumped)).toEqual([`bad_receipt ${LOG}:3`, `bad_receipt ${LOG}:4`]);
  });
});

describe("a malformed entry that was anchored", () => {
  it.each([
    ["tag", 0],
    ["scheme", 189],
  ])("by its %s is reported as malformed, not as missing, and what follows it is judged", async (_, at) => {
    const lies = (by: Hex): Lies => ({
      plan: objectPlan(),
      entryBytes: (bytes, index) => (index === 1 ? bytes.with(at, 9) : bytes),
      // The operator continues from the malformed act.
      entry: (entry, index) => {
        if (index === 2) return { ...entry, prior: 1, holder: fromHex(by) };
        return index === 3 ? { ...entry, prior: 1 } : entry;
      },
    });
    const judged = await audit((await makeHistory(operator, lies(W1))).read);
    const others = ({ findings }: Audit) => findings.filter(({ code }) => code !== "bad_receipt");
    expect(others(judged)).toMatchObject([{ code: "malformed", where: `${LOG}:2` }]);
    const zkRoot =
      "its zkRoot: it is computed from the recorded actions, and one of them is missing, changed or unreadable";
    expect(judged.unjudged).toEqual([{ where: `${BATCHES}:1`, message: zkRoot }]);

    const other = await audit((await makeHistory(operator, lies(W2))).read);
    expect(others(other)).toMatchObject([{ code: "malformed", where: `${LOG}:2` }]);
    expect(other.unjudged).toMatchObject([{ where: `${LOG}:3` }, { where: `${BATCHES}:1` }]);
  });
});
