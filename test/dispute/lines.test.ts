import fc from "fast-check";
import { expect, it } from "vitest";
import { openHeldLines } from "../../src/dispute/lines.ts";
import type { ReadExport } from "../../src/verify/audit/audit.ts";
import { linesIn, openLines, type OpenLines } from "../../src/verify/audit/blocks.ts";
import { MAX_BUNDLE_BYTES } from "../../src/verify/bundle/bundle.ts";
import { utf8 } from "../../src/base/bytes.ts";

/** An export with one file, which counts the parts that are read by offset. */
function exportOf(text: string, { hasParts = true } = {}) {
  const parts: number[] = [];
  const whole: ReadExport = async () => text;
  const lines = async (name: string): Promise<OpenLines> => {
    const { part, ...file } = (await openLines(whole, name))!;
    const counted: OpenLines["part"] = (from, bytes) => {
      parts.push(bytes);
      return part!(from, bytes);
    };
    return hasParts ? { ...file, part: counted } : file;
  };
  return { read: Object.assign(whole.bind(undefined), { lines }), parts };
}

const all = async (read: ReadExport): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of linesIn(read, "file")) lines.push(line);
  return lines;
};

const aLine = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom("", "{}", '"ü"'),
  fc.integer({ min: 30_000, max: 90_000 }).map((length) => `"${"x".repeat(length)}"`),
);

it("finds lines by number, as a reader of the whole file does", async () => {
  const files = fc.record({ lines: fc.array(aLine, { maxLength: 20 }), isEnded: fc.boolean(), hasParts: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(files, fc.nat(22), fc.nat(22), async ({ lines, isEnded, hasParts }, from, to) => {
      const { read } = exportOf(lines.join("\n") + (isEnded ? "\n" : ""), { hasParts });
      const expected = await all(read);
      const held = await openHeldLines(read, "file");
      expect([...held.all()]).toEqual(expected);
      expect([...held.between(from, to)]).toEqual(expected.slice(from, to));
    }),
    { numRuns: 60 },
  );
});

it("reads a few lines of a long file without the rest", async () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `{"line":${i},"more":"${"x".repeat(30)}"}`);
  const { read, parts } = exportOf(`${lines.join("\n")}\n`);
  const held = await openHeldLines(read, "file");
  expect([...held.between(70_000, 70_003)]).toEqual(lines.slice(70_000, 70_003));
  expect([...held.between(0, 1), ...held.between(99_999, 200_000)]).toEqual([lines[0], lines.at(-1)]);
  expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(6 * (1 << 16));
});

it("keeps an overlong line too long for every reader, and finds the lines after it", async () => {
  const { read } = exportOf(`{}\n"${"x".repeat(2 * MAX_BUNDLE_BYTES)}"\n[]\n`);
  const held = await openHeldLines(read, "file");
  const [before, long, after] = [...held.between(0, 3)];
  expect([before, after]).toEqual(["{}", "[]"]);
  expect(utf8(long!).length).toBeGreaterThan(MAX_BUNDLE_BYTES);
});

it("ends at the file's size when it was opened, even if the file grows or shrinks meanwhile", async () => {
  let text = '{"a":1}\n{"b":2}\n';
  const { read } = exportOf("");
  const lines = async (): Promise<OpenLines> => ({
    bytes: text.length,
    chunks: async function* () {
      yield new Uint8Array(utf8(text));
    },
    part: (from, bytes) => new Uint8Array(utf8(text)).slice(from, from + bytes),
  });
  const held = await openHeldLines(Object.assign(read, { lines }), "file");
  text += '{"c":3}\n';
  expect([...held.all()]).toEqual(['{"a":1}', '{"b":2}']);
  text = '{"a":1}\n';
  expect([...held.between(0, 2)]).toEqual(['{"a":1}']);
  expect([...held.between(1, 2)]).toEqual([]);
});
