/** Compiles the circuit `absence` for segments of other sizes to count its constraints. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { atRoot } from "../../circuits/files.ts";
import { artifactPaths, readManifest } from "../../circuits/manifest.ts";
import { readR1cs } from "../../circuits/r1cs.ts";
import { compile } from "../../circuits/setup.ts";
import { type BenchCase, OURS, same } from "../frame.ts";

const FOLDER = "cache/segments";
/** Levels of a segment, of the 8 levels of the four-ary tree: 4, 16 and 64 positions. */
const LEVELS = [1, 2, 3];
const OWN = 2;

type Compiled = { readonly constraints: number; readonly publics: number };

export function segmentCases(): BenchCase[] {
  const measured = new Map<number, Compiled>();
  const measure = (levels: number): Compiled => {
    const known = measured.get(levels) ?? constraintsFor(levels);
    measured.set(levels, known);
    return known;
  };
  const cases = (what: string, unit: string, figure: (compiled: Compiled) => number): BenchCase => ({
    name: `${what} for segments of ${4 ** OWN}, and of others`,
    unit,
    subjects: [OWN, ...LEVELS.filter((levels) => levels !== OWN)].map((levels) => ({
      name: levels === OWN ? OURS : `segments of ${4 ** levels}`,
      measure: () => Promise.resolve(figure(measure(levels))),
    })),
  });
  return [
    cases("constraints of an absence", "constraints", ({ constraints }) => constraints),
    cases("domain of an absence's key", "rows", domainFor),
    cases("estimated proving key of an absence", "bytes", estimateKey),
  ];
}

/** Returns the least power of two with room for the constraints, 1 and the public signals (snarkjs's format). */
const domainFor = ({ constraints, publics }: Compiled): number => 2 ** Math.ceil(Math.log2(constraints + publics + 1));

/** Scales the size of the key for 16 positions: 64 bytes for each row of the domain, the rest by constraints. */
function estimateKey(compiled: Compiled): number {
  const own = readManifest()!.circuits["absence"]!;
  const size = readFileSync(atRoot(artifactPaths("absence").zkey)).length;
  const rest = size - 64 * domainFor({ constraints: own.constraints, publics: own.publicSignals });
  return 64 * domainFor(compiled) + Math.round((rest * compiled.constraints) / own.constraints);
}

function constraintsFor(levels: number): Compiled {
  const name = `absence${4 ** levels}`;
  mkdirSync(atRoot(FOLDER), { recursive: true });
  try {
    writeFileSync(atRoot(`${FOLDER}/${name}.circom`), sourceFor(levels));
    const { constraints, publicSignals } = readR1cs(atRoot(compile(name, FOLDER).r1cs));
    if (levels === OWN) same(constraints.length, readManifest()?.circuits["absence"]?.constraints, "what is compiled");
    return { constraints: constraints.length, publics: publicSignals };
  } finally {
    rmSync(atRoot(FOLDER), { recursive: true });
  }
}

/** Returns the circuit's source with segments of `4^levels` positions. */
function sourceFor(levels: number): string {
  const size = 4 ** levels;
  const [above, bits] = [8 - levels, 2 * (8 - levels)];
  const source = readFileSync(atRoot("circuits/absence.circom"), "utf8");
  const replacements: readonly [from: string | RegExp, to: string][] = [
    [/include "lib/g, 'include "../../circuits/lib'],
    // 1. The template after Absence handles 16 bits of a position for every segment size.
    [/template Below16\(\) \{[^]*?\n\}\n/, below(levels)],
    [/Below16\(\)/, "BelowSize()"],
    // 2. The segment's number and position.
    [/layoutBits\[31\] <== Bits\(31\)/, `layoutBits[${19 + bits}] <== Bits(${19 + bits})`],
    [/segmentBits\[12\]/, `segmentBits[${bits}]`],
    ["i < 12", `i < ${bits}`],
    ["used[0] <== layoutBits[29]", `used[0] <== layoutBits[${17 + bits}]`],
    ["used[1] <== layoutBits[30]", `used[1] <== layoutBits[${18 + bits}]`],
    ["children[6][4]", `children[${above}][4]`],
    ["TreeRoot(6)", `TreeRoot(${above})`],
    // 3. The segment's entries.
    [/(context|ownType|element|rest|entry|commitment|ofType|ofElement|factor|difference)\[16\]/g, `$1[${size}]`],
    ["count - 16 * segment", `count - ${size} * segment`],
    [/i < 16; i\+\+\) \{\n {8}commitment/, `i < ${size}; i++) {\n        commitment`],
    ["leaf[4][4]", `leaf[${size / 4}][4]`],
    [/ {4}signal quarter[^]*?signal node <== [^\n]*\n/, subtree(levels)],
  ];
  return replacements.reduce((text, [from, to]) => {
    const replaced = text.replace(from, to);
    if (replaced === text && levels !== OWN) throw new Error(`circuits/absence.circom has no ${String(from)}`);
    return replaced;
  }, source);
}

/** Returns the code that computes the root of the segment's leaves. */
function subtree(levels: number): string {
  const lines: string[] = [];
  let below = (i: number) => `leaf[${i}]`;
  for (let level = 1; level < levels; level++) {
    const [name, width] = [`level${level}`, 4 ** (levels - level)];
    lines.push(`signal ${name}[${width}];`);
    for (let i = 0; i < width; i++) lines.push(`${name}[${i}] <== Poseidon(4, tagNode())(${below(i)});`);
    below = (i) => `[${[0, 1, 2, 3].map((j) => `${name}[${4 * i + j}]`).join(", ")}]`;
  }
  return [...lines, `signal node <== Poseidon(4, tagNode())(${below(0)});`, ""].join("\n");
}

/** Returns `Below16` for other sizes. It compares digits of base 4, the highest last. */
function below(levels: number): string {
  const lines = Array.from({ length: levels }, (_, digit) => {
    const [b0, b1, both] = [`bits[${2 * digit}]`, `bits[${2 * digit + 1}]`, `both[${digit}]`];
    const own = `var digit${digit}[5] = [1, ${b0} + ${b1} - ${both}, ${b1}, ${both}, 0];`;
    const width = 4 ** digit;
    if (digit === 0) return `${both} <== ${b0} * ${b1};\n${own}\nvar upTo0[4] = [1, digit0[1], digit0[2], digit0[3]];`;
    return `
      ${both} <== ${b0} * ${b1};
      ${own}
      signal inPart${digit}[${4 * width}];
      var upTo${digit}[${4 * width}];
      for (var i = 0; i < ${4 * width}; i++) {
        inPart${digit}[i] <== (digit${digit}[i \\ ${width}] - digit${digit}[i \\ ${width} + 1]) * upTo${digit - 1}[i % ${width}];
        upTo${digit}[i] = digit${digit}[i \\ ${width} + 1] + inPart${digit}[i];
      }`;
  });
  return `
    template BelowSize() {
      signal input last;
      signal output {binary} there[${4 ** levels}];
      signal {binary} bits[16] <== Bits(16)(last);
      var high = 0;
      for (var i = ${2 * levels}; i < 16; i++) {
        high += bits[i] * (1 << (i - ${2 * levels}));
      }
      signal {binary} full;
      signal inverse <-- high != 0 ? 1 / high : 0;
      full <== inverse * high;
      (1 - full) * high === 0;
      signal both[${levels}];
      ${lines.join("\n")}
      for (var i = 0; i < ${4 ** levels}; i++) {
        there[i] <== full + (1 - full) * upTo${levels - 1}[i];
      }
    }
  `;
}
