import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const threats = read("docs/THREATS.md");

/** Files that hold tests, by name: `file#test` in the page names no folder. */
const files = new Map<string, string>();
const holders = [
  "test/{contracts,custody,dispute,chain,http}/**/*.{sol,test.ts}",
  "test/{operator/restore,operator/publish,batch/sections,proof/forged}.test.ts",
  "test/store/objects-damaged.test.ts",
  "src/store/testing/object-contract.ts",
  "test/cli/deploy.test.ts",
  "client/test/{moves,pin}.test.ts",
];
for (const path of globSync(holders, { cwd: root })) {
  const name = path.split("/").at(-1)!;
  if (files.has(name)) throw new Error(`two files are called ${name}: ${files.get(name)} and ${path}`);
  files.set(name, path);
}

const citations = (text: string) =>
  [...text.matchAll(/`([\w.-]+\.(?:sol|ts))#([^`]+)`/g)].map(([, file, test]) => ({ file: file!, test: test! }));
/** The numbered items of a page. Each begins a line or a list item in bold: `**T-1. Title**`, `- **I1.**`. */
const numbered = (text: string) =>
  [...text.matchAll(/^(?:- )?\*\*([A-Z]-?\d+)\.(.*)$/gm)].map(([, number, rest]) => ({ number: number!, rest: rest! }));
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function exists({ file, test }: { file: string; test: string }): boolean {
  const path = files.get(file);
  if (path === undefined) return false;
  const name = escape(test);
  // A Solidity function, the title of a test or a group of them, or the name of a rule of stores.
  const pattern = file.endsWith(".sol")
    ? String.raw`function ${name}\(`
    : String.raw`\(\s*(?:"${name}"|'${name}'|\`${name}\`)\s*,|^  "${name}": async `;
  return new RegExp(pattern, "m").test(read(path));
}

describe("the page on properties", () => {
  const page = read("docs/PROPERTIES.md");

  it("names tests that exist", () => {
    expect(citations(page).filter((citation) => !exists(citation))).toEqual([]);
  });

  it("numbers properties once, without gaps, each with a test", () => {
    const properties = numbered(page);
    expect(properties.length).toBeGreaterThan(25);
    expect(properties.map(({ number }) => number)).toEqual(properties.map((_, i) => `X${i + 1}`));
    expect(properties.filter(({ rest }) => citations(rest).length === 0)).toEqual([]);
  });
});

describe("the page on gas", () => {
  it("names files that contain each maximum", () => {
    const rows = [...read("docs/GAS.md").matchAll(/^- .*: (.*) \(`(\w+\.t\.sol)`\)$/gm)];
    expect(rows.length).toBeGreaterThan(10);
    const loose = rows.filter(([, most, file]) => {
      const held = /[0-9,]+/.exec(most!)?.[0].replaceAll(",", "_") ?? "answerGas";
      return !read(`test/contracts/${file}`).includes(held);
    });
    expect(loose).toEqual([]);
  });
});

describe("the page on threats", () => {
  it("names tests that exist", () => {
    const all = citations(threats);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((citation) => !exists(citation))).toEqual([]);
  });

  it("would report tests that do not exist", () => {
    expect(exists({ file: "AnchorRegistry.t.sol", test: "testRegister" })).toBe(false);
    expect(exists({ file: "attacks.test.ts", test: "theft" })).toBe(false);
    expect(exists({ file: "Nothing.t.sol", test: "testNothing" })).toBe(false);
  });

  it("has exactly the invariants that the contracts number, each with a test", () => {
    const sections = threats.split(/^### (?=contracts\/)/m).slice(1);
    const page = sections.flatMap((section) => {
      const path = section.split("\n", 1)[0]!;
      return numbered(section.split(/^## /m)[0]!).map(({ number, rest }) => ({ at: `${path} ${number}`, rest }));
    });
    const contracts = globSync("contracts/**/*.sol", { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/^\/\/\/ - ([A-Z]\d+)\. /gm)].map(([, number]) => `${path} ${number}`),
    );
    expect(page.map(({ at }) => at).toSorted()).toEqual(contracts.toSorted());
    expect(page.filter(({ rest }) => citations(rest).length === 0)).toEqual([]);
  });

  it("has a test for every attack", () => {
    const attacks = numbered(threats).filter(({ number }) => number.startsWith("T-"));
    const numbers = attacks.map(({ number }) => Number(number.slice(2))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(attacks.map((_, i) => i + 1));
    expect(numbers.length).toBeGreaterThan(40);
    expect(attacks.filter(({ rest }) => citations(rest).length === 0)).toEqual([]);
  });

  it("numbers assumptions and open risks once, without gaps", () => {
    for (const letter of ["A", "O"]) {
      const numbers = numbered(threats).flatMap(({ number }) => (number.startsWith(letter) ? [number] : []));
      expect(numbers.length).toBeGreaterThan(15);
      expect(numbers).toEqual(numbers.map((_, i) => `${letter}${i + 1}`));
    }
  });

  it("refers to no number that does not exist", () => {
    const known = new Set(numbered(threats).map(({ number }) => number));
    const named = [...threats.matchAll(/(?<![\w/-])(?:T-|[AIO])\d+\b/g)].map(([number]) => number);
    expect(named.filter((number) => !known.has(number))).toEqual([]);
  });

  it("names every test of the attacks' own folder", () => {
    const named = new Set(citations(threats).map(({ file, test }) => `${file}#${test}`));
    for (const path of globSync("test/contracts/attacks/*.t.sol", { cwd: root })) {
      const file = path.split("/").at(-1)!;
      for (const [, test] of read(path).matchAll(/function (test\w+)\(/g)) expect(named).toContain(`${file}#${test}`);
    }
  });
});
