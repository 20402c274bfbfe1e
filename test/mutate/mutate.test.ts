import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { judgeExplanations } from "../../scripts/mutate/explanations.ts";
import { judge, nameOf, type Language } from "../../scripts/mutate/language.ts";
import { draw, type Mutant } from "../../scripts/mutate/mutants.ts";
import { drawContracts, viewed } from "../../scripts/mutate/solidity/draw.ts";
import { failureOnNode, LATE } from "../../scripts/mutate/solidity/language.ts";
import { openRunner, type Artifact } from "../../scripts/mutate/solidity/runner.ts";
import { typescript } from "../../scripts/mutate/typescript/language.ts";
import { isSlowSuite } from "../slow.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A project of these files, with the packages of this one. */
function projectOf(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mutate-")));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

const nowhere: Omit<Mutant, "key" | "number"> = {
  file: "src/a.ts",
  line: 7,
  original: "a",
  mutated: "`b`",
  text: "",
  form: "statement",
  at: [0, 0],
  unit: [0, 0],
  shown: [0, 0],
};
const mutantOf = (key: string, number: number): Mutant => ({ ...nowhere, key, number });

/** The fate of mutants of `n < 10` when tests check 3 and 12. */
const EXPECTED = { "n <= 10": "survives", "n >= 10": "dies", "n < 11": "survives", "n < 9": "survives" };

describe("a mutant dies exactly if a test fails while it is active", () => {
  it("in TypeScript, and known verdicts are not tried again", async () => {
    const folder = projectOf({
      "package.json": '{ "type": "module" }',
      "src/room/short.ts":
        "export function isShort(n: number): boolean {\n  return n < 10;\n}\nexport function nothing() {\n  return undefined;\n}\n",
      "test/room/room.test.ts": `import { expect, it } from "vitest";
        import { isShort } from "../../src/room/short.ts";
        it("tells", () => expect([isShort(3), isShort(12)]).toEqual([true, false]));`,
    });
    const language = typescript(folder, 1_000, "1", { "src/room": "test/room" });
    const told: string[] = [];
    const places = {
      root: folder,
      cache: join(folder, "cache"),
      tell: (line: string) => told.push(line),
      again: false,
    };
    const verdicts = await judge(language, language.mutants, places);
    process.chdir(root);
    expect(outcome(verdicts)).toEqual({ ...EXPECTED, "return undefined;": "dies" });
    // No copy of the project is made.
    told.length = 0;
    expect(await judge(language, language.mutants, places)).toEqual(verdicts);
    expect(told).toEqual([]);
  });

  it("and of a late test file only if the file ends in time without it", async () => {
    const folder = projectOf({ "src/a.ts": "", "test/a.test.ts": "" });
    const [hanging, harmless] = [1, 2].map((number) => mutantOf(`${number}`, number)) as [Mutant, Mutant];
    const language: Language = {
      ...typescript(folder, 1, "1", {}),
      tests: ["test/a.test.ts"],
      rank: () => 0,
      open: async () => ({
        measure: async () => ({}),
        // The machine is so busy that the file takes 100 s.
        run: async (_test, mutant, limit) => (mutant === hanging || limit < 100 ? "late" : "passes"),
      }),
    };
    const places = { root: folder, cache: join(folder, "cache"), tell: () => {}, again: false };
    expect([...(await judge(language, [hanging, harmless], places)).values()]).toEqual(["test/a.test.ts", null]);
  });

  it("in Solidity", async () => {
    const contract = `// SPDX-License-Identifier: MIT
      pragma solidity ^0.8.28;
      contract Short {
        // ≤ takes more bytes than characters.
        function isShort(uint256 n) external pure returns (bool short) {
          bool result = n < 10;
          assembly { short := result }
        }
      }`;
    const test = `// SPDX-License-Identifier: MIT
      pragma solidity ^0.8.28;
      import {Short} from "../../contracts/Short.sol";
      contract ShortTest {
        function testTells() external {
          Short short = new Short();
          require(short.isShort(3) && !short.isShort(12));
        }
      }`;
    const folder = projectOf({ "contracts/Short.sol": contract });
    const { mutants, written } = drawContracts(folder, 1_000, "1");
    const name = "test/contracts/Short.t.sol";
    const runner = await openRunner(folder, compile(new Map([...written, [name, viewed(test)]])));
    expect(await runner.failure(name, 0)).toBeUndefined();
    const verdicts = new Map<Mutant, string | null>();
    for (const mutant of mutants) verdicts.set(mutant, (await runner.failure(name, mutant.number)) ?? null);
    expect(outcome(verdicts)).toEqual({ ...EXPECTED, nothing: "dies" });
  });
});

const outcome = (verdicts: ReadonlyMap<Mutant, string | null>) =>
  Object.fromEntries([...verdicts].map(([{ mutated }, by]) => [mutated, by === null ? "survives" : "dies"]));

function compile(sources: ReadonlyMap<string, string>): Artifact[] {
  const solc = createRequire(import.meta.url)("solc") as { compile: (input: string) => string };
  const input = {
    language: "Solidity",
    sources: Object.fromEntries([...sources].map(([name, content]) => [name, { content }])),
    settings: { outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } } },
  };
  type Code = { readonly object: string };
  type Contract = {
    readonly abi: Artifact["abi"];
    readonly evm: { readonly bytecode: Code; readonly deployedBytecode: Code };
  };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    contracts: Record<string, Record<string, Contract>>;
  };
  return Object.entries(contracts).flatMap(([sourceName, own]) =>
    Object.entries(own).map(([contractName, { abi, evm }]) => ({
      contractName,
      sourceName,
      abi,
      buildInfoId: "solc-0_8_37-0",
      bytecode: `0x${evm.bytecode.object}`,
      deployedBytecode: `0x${evm.deployedBytecode.object}`,
    })),
  );
}

it.runIf(isSlowSuite)("a test on a node that does not start kills no mutant", async () => {
  const folder = projectOf({
    "package.json": '{ "type": "module" }',
    "one.test.ts": 'import { it } from "vitest"; it("passes", () => {});',
    "two.test.ts": 'import { it } from "vitest"; it("fails", () => { throw new Error("no"); });',
    "three.test.ts": 'import { it } from "vitest"; it("never ends", () => { for (;;); });',
  });
  expect(await failureOnNode(folder, "one.test.ts", 1, 600)).toBeUndefined();
  expect(await failureOnNode(folder, "two.test.ts", 1, 600)).toContain("1 failed");
  expect(await failureOnNode(folder, "three.test.ts", 1, 5)).toBe(LATE);
  await expect(failureOnNode(join(folder, "nowhere"), "one.test.ts", 1, 600)).rejects.toThrow("ENOENT");
});

describe("chosen files", () => {
  it.runIf(isSlowSuite)("have all their mutants, and tests of other files do not run", async () => {
    const source = "export const isShort = (n: number): boolean => n < 10;\n";
    const test = (room: string) => `import { expect, it } from "vitest";
      import { isShort } from "../../src/${room}/short.ts";
      it("tells", () => expect([isShort(3), isShort(12)]).toEqual([true, false]));`;
    const folder = projectOf({
      "package.json": '{ "type": "module" }',
      "src/near/short.ts": source,
      "src/far/short.ts": source,
      "test/near/short.test.ts": test("near"),
      "test/far/short.test.ts": "throw new Error('it runs');",
    });
    const rooms = { "src/near": "test/near", "src/far": "test/far" };
    const isChosen = (file: string) => file === "src/near/short.ts";
    const language = typescript(folder, Infinity, "1", rooms, isChosen);
    expect(new Set(language.mutants.map(({ file }) => file))).toEqual(new Set(["src/near/short.ts"]));
    const places = { root: folder, cache: join(folder, "cache"), tell: () => {}, again: false };
    const verdicts = await judge(language, language.mutants, places);
    process.chdir(root);
    expect(outcome(verdicts)).toMatchObject(EXPECTED);
  });
});

describe("the random sample", () => {
  const sourceOf = (file: string, lines: readonly string[]) => {
    const content = lines.join("\n");
    let at = 0;
    const changes = lines.map((line) => {
      const range = [at, at + line.length] as const;
      at += line.length + 1;
      return { at: range, text: `not ${line}`, unit: range, form: "statement", shown: range };
    });
    return { file, content, changes };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`);
  const keysOf = (mutants: readonly Mutant[]) => mutants.map(({ key }) => key);

  it("is spread over files in proportion, at least one for each", () => {
    const sources = [
      sourceOf("a", numbers(90)),
      sourceOf("b", numbers(10)),
      sourceOf("c", numbers(1)),
      sourceOf("d", []),
    ];
    const drawn = draw(sources, 20, "1");
    const shares = ["a", "b", "c", "d"].map((file) => drawn.filter((mutant) => mutant.file === file).length);
    expect(shares).toEqual([18, 2, 1, 0]);
    expect(drawn.map(({ number }) => number)).toEqual(drawn.map((_, i) => i + 1));
  });

  it("depends on the seed, and hardly on other lines", () => {
    const drawn = keysOf(draw([sourceOf("a", numbers(90))], 20, "1"));
    expect(
      keysOf(draw([sourceOf("a", ["first", ...numbers(89)])], 20, "1")).filter((key) => drawn.includes(key)).length,
    ).toBeGreaterThan(17);
    expect(keysOf(draw([sourceOf("a", numbers(90))], 20, "2"))).not.toEqual(drawn);
    expect(keysOf(draw([sourceOf("a", numbers(90))], 20, "1"))).toEqual(drawn);
  });

  it("has different keys for equal lines", () => {
    expect(keysOf(draw([sourceOf("a", ["same", "same"])], 2, "1"))).toEqual([
      "a: same → not same",
      "a: same → not same (2)",
    ]);
  });
});

describe("explanations", () => {
  const verdicts = new Map([
    [mutantOf("src/killed", 1), "test/a.test.ts"],
    [mutantOf("src/explained", 2), null],
    [mutantOf("src/silent", 3), null],
  ]);

  it("are missing if a mutant survives without one, and stale if it is killed or gone", () => {
    const explanations = {
      "src/explained": "It is the same.",
      "src/killed": "Not so.",
      "src/gone": "It was the same.",
      "src/elsewhere": "It was not drawn.",
      "contracts/gone": "Of the other language.",
    };
    const keys = new Set(["src/killed", "src/explained", "src/silent", "src/elsewhere"]);
    const { survivors, unexplained, stale } = judgeExplanations(verdicts, explanations, keys, ["typescript"]);
    expect([survivors, unexplained].map((some) => some.map(({ key }) => key))).toEqual([
      ["src/explained", "src/silent"],
      ["src/silent"],
    ]);
    expect(stale).toEqual(["src/killed", "src/gone"]);
  });

  it("name a mutant with its language", () => {
    const language = typescript(root, 1, "1", { "test/vectors": "test/vectors" });
    expect(nameOf(language, mutantOf("killed", 12))).toBe("T12");
  });
});
