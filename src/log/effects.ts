import { AnchorlogError } from "../errors.ts";
import type { AppendOptions } from "./log.ts";

const OPTIONS: readonly string[] = ["atomic", "effects"] satisfies (keyof AppendOptions)[];
const MEMBERS: ReadonlySet<string> = new Set(["sql", "parameters"]);

/**
 * Checks how actions are to be appended, before any is: what is not understood would be left out silently.
 *
 * @param count how many actions there are.
 * @throws AnchorlogError `bad_option` for an option that is none, `bad_effect` where the effects are not lists of
 *   statements by the actions' positions.
 */
export function assertAppendOptions(options: AppendOptions, count: number): void {
  for (const name in options) {
    if (OPTIONS.includes(name)) continue;
    throw new AnchorlogError("bad_option", `submitMany has no option ${name}`, { fix: "give atomic, effects or both" });
  }
  const effects: unknown = options.effects;
  if (effects === undefined) return;
  if (!Array.isArray(effects)) throw badEffect("effects", "is no list");
  if (effects.length > count) throw badEffect("effects", `has ${effects.length} lists for ${count} actions`);
  effects.forEach((statements: unknown, i) => {
    if (statements !== undefined) assertStatements(statements, `effects[${i}]`);
  });
}

function assertStatements(statements: unknown, at: string): void {
  if (!Array.isArray(statements)) throw badEffect(at, "is no list of statements");
  for (const [i, statement] of (statements as unknown[]).entries()) {
    const where = `${at}[${i}]`;
    if (typeof statement !== "object" || statement === null) throw badEffect(where, "is no statement");
    const unknown = Object.keys(statement).find((name) => !MEMBERS.has(name));
    if (unknown !== undefined) throw badEffect(where, `has a member ${unknown}, which no statement has`);
    const { sql, parameters } = statement as { sql?: unknown; parameters?: unknown };
    if (typeof sql !== "string") throw badEffect(where, "has no sql");
    if (parameters !== undefined && !Array.isArray(parameters))
      throw badEffect(where, "has parameters that are no list");
  }
}

function badEffect(at: string, why: string): AnchorlogError {
  return new AnchorlogError("bad_effect", `${at} ${why}`, {
    fix: "give for each action, by its position, undefined or a list of { sql, parameters }",
  });
}
