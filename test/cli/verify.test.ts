import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, expect, it, vi } from "vitest";
import verdictSchema from "../../docs/schemas/verdict-1.json" with { type: "json" };
import { main } from "../../src/cli/main.ts";

const golden = (name: string): string => fileURLToPath(new URL(`../vectors/bundles/v1/${name}`, import.meta.url));
const isVerdict = new Ajv2020({ strict: true }).compile(verdictSchema);

afterEach(() => vi.restoreAllMocks());

/** What the command prints, a JSON object a line, and its exit code. */
async function verify(...args: string[]): Promise<{ code: number; verdicts: Record<string, unknown>[] }> {
  let printed = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation(((text: string, done?: () => void) => {
    printed += text;
    done?.();
    return true;
  }) as typeof process.stdout.write);
  const code = await main(["verify", "--json", ...args]);
  write.mockRestore();
  return {
    code,
    verdicts: printed
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

it("takes bundles as JSON and in compact form side by side, with the same verdict", async () => {
  const files = ["included", "anchored", "wallet"].flatMap((name) => [golden(`${name}.json`), golden(`${name}.bin`)]);
  const { code, verdicts } = await verify("--checkpoint", golden("checkpoint"), ...files);
  expect(code).toBe(0);
  expect(verdicts.map(({ file }) => file)).toEqual(files);
  for (const [i, verdict] of verdicts.entries()) {
    expect(verdict).toMatchObject({ verdict: "valid", state: "included", code: "ok" });
    if (i % 2 === 1) expect(verdict).toEqual({ ...verdicts[i - 1], file: files[i] });
  }
});

it("refuses files that are neither, and says which, in the words of the schema", async () => {
  const folder = await mkdtemp(join(tmpdir(), "anchorlog-verify-"));
  const compact = await readFile(golden("included.bin"));
  const files: [name: string, content: Uint8Array, message: RegExp][] = [
    ["latin1", new Uint8Array([0xe9, 0x20]), /neither UTF-8 JSON nor a compact bundle/],
    ["long", new Uint8Array((8 << 20) + 1), /of at most 8 MiB/],
    ["cut", compact.subarray(0, -1), /^inclusion\.checkpoint\.path: needs 32 bytes where 31 are left$/],
    ["magic", compact.subarray(0, 4), /^format: /],
    ["empty", new Uint8Array(), /not JSON/],
  ];
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  const { code, verdicts } = await verify(golden("included.bin"), ...files.map(([name]) => join(folder, name)));
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(verdicts[0]).toMatchObject({ verdict: "indeterminate", code: "no_trust" });
  for (const [i, [name, , message]] of files.entries()) {
    expect(verdicts[i + 1], name).toMatchObject({ verdict: "invalid", code: "malformed" });
    expect(verdicts[i + 1]!["message"], name).toMatch(message);
  }
  for (const verdict of verdicts) expect(isVerdict(verdict), JSON.stringify(verdict)).toBe(true);
});

it("says of an object who held it, and what came before", async () => {
  const files = ["held.json", "asked.bin"].map(golden);
  const { code, verdicts } = await verify("--checkpoint", golden("checkpoint"), ...files);
  expect(code).toBe(0);
  const [held, asked] = verdicts as [Record<string, unknown>, Record<string, unknown>];
  const { objectKey, holder } = held["about"] as Record<string, string>;
  expect(held["about"]).toEqual({ objectKey, prior: 27, holder });
  expect(held["message"]).toMatch(
    new RegExp(`acts upon object ${objectKey}; the act before: entry 27; from here on ${holder} holds it$`),
  );
  expect(asked["about"]).toEqual({ objectKey, prior: 28, holder });
  expect(asked["message"]).toMatch(
    new RegExp(`when asked at entry 29, ${holder} held object ${objectKey}; last act: entry 28$`),
  );
  for (const verdict of verdicts) expect(isVerdict(verdict), JSON.stringify(verdict)).toBe(true);
});
