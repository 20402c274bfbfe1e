import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { atEnd } from "../ends.ts";
import { AREAS, isArea, loadArea } from "../../scripts/bench/areas.ts";
import { OURS } from "../../scripts/bench/frame.ts";

// The areas prepare their cases, in which they compare all subjects' answers; nothing is measured.
test.each(AREAS)("%s: the cases are prepared, and have one name, unit and installed version each", async (area) => {
  const module = await loadArea(area);
  atEnd(() => module.close?.());
  const prepared = await module.cases();
  expect(prepared.length).toBeGreaterThan(0);
  expect(duplicates(prepared.map(({ name }) => name))).toEqual([]);
  for (const { name, unit, subjects } of prepared) {
    expect(name).toMatch(/^\S.*\S$/);
    const names = subjects.map((subject) => subject.name);
    expect(names[0], name).toBe(OURS);
    expect(duplicates(names), name).toEqual([]);
    expect(unit, name).toMatch(subjects.some((subject) => "run" in subject) ? /^(?:ns|µs|ms|s)$/ : /^[a-zA-Z]+$/);
    for (const peer of names.filter(isVersioned)) expect(peer, name).toMatch(installed(peer));
  }
});

test("isArea accepts the names of areas only", () => {
  expect(isArea("merkle")).toBe(true);
  expect(isArea("frame")).toBe(false);
  expect(isArea(undefined)).toBe(false);
});

/** `viem 2`, or `snarkjs 0, its Solidity verifier`; neither ours nor a floor. */
const VERSIONED = /^(@?[a-z][\w/-]*) \d+(?=$|,)/;
const isVersioned = (subject: string) => VERSIONED.test(subject);

/** The beginning of a package's subject name: its major version is the installed one. */
function installed(subject: string): RegExp {
  const [, name = ""] = VERSIONED.exec(subject) ?? [];
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return new RegExp(`^${name} ${version.split(".")[0]}(?:$|,)`);
}

const duplicates = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
