import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errors } from "../../scripts/generate/errors.ts";
import { ANSWERS } from "../../src/base/errors/answers.ts";
import { ERROR_GROUPS } from "../../src/base/errors/codes.ts";
import { RULES } from "../../src/http/answer.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.startsWith("errors/"))
  .map((name) => readFileSync(`${root}src/${name}`, "utf8"));
const source = sources.join("\n");

const thrown = Object.values(ERROR_GROUPS).flatMap((group) => Object.keys(group));
const documented = [...thrown, ...Object.keys(ANSWERS)];

// The compiler checks that each thrown code is in the tables: it is the type of AnchorlogError's code.
describe("error codes", () => {
  it("are each in one table, and on the page that is generated from the tables", async () => {
    expect(documented.length).toBe(new Set(documented).size);
    const page = await errors.render();
    expect(readFileSync(`${root}${errors.path}`, "utf8"), `run: npm run generate -- ${errors.path}`).toBe(page);
    const shown = [...page.matchAll(/^- `([a-z0-9_]+)`/gm)].map(([, code]) => code);
    expect(new Set(shown)).toEqual(new Set(documented));
    expect(shown).toHaveLength(documented.length);
  });

  it("are all thrown or answered somewhere", () => {
    expect(documented.filter((code) => !source.includes(`"${code}"`) && !Object.hasOwn(RULES, code))).toEqual([]);
  });

  it("are literals of the tables in every error that is constructed", () => {
    const made = [...source.matchAll(/new (?:AnchorlogError|StatementError)\(\s*"(\w+)"/g)].map(([, code]) => code!);
    expect(made.length).toBeGreaterThan(200);
    expect(made.filter((code) => !thrown.includes(code))).toEqual([]);
  });

  it("include every code that a docstring says is thrown", () => {
    const said = sources.flatMap((text) =>
      [...text.matchAll(/@throws AnchorlogError ([^@]*?)(?:\n\s*\*\s*(?:@|\/|\n)|\*\/)/g)].flatMap(([, list]) =>
        [...list!.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, code]) => code!),
      ),
    );
    expect(said.length).toBeGreaterThan(100);
    expect([...new Set(said)].filter((code) => !documented.includes(code))).toEqual([]);
  });

  it("include every code of an HTTP answer; those of status 503 are marked as retryable", () => {
    expect(Object.keys(RULES).filter((code) => !documented.includes(code))).toEqual([]);
    const tables: Record<string, { again?: true }> = Object.assign({}, ...Object.values(ERROR_GROUPS), ANSWERS);
    const again = Object.entries(RULES)
      .filter(([, { status }]) => status === 503)
      .map(([code]) => code);
    expect(again.filter((code) => tables[code]!.again !== true)).toEqual([]);
  });
});
