/**
 * Packs the statements of drafts into three lists for the writer thread, and unpacks them there. As objects, they would
 * take half of the time of a group's message.
 */
import type { Refusal } from "../../log/link.ts";
import type { Draft, Statement } from "../../log/store.ts";

/** Statements of drafts. Refusals stay in the thread that packs them, since few statements fail. */
export type PackedEffects = {
  /** The statements' texts, each once. */
  readonly texts: readonly string[];
  /** For each statement: its draft, its text's position, the number of its parameters, its `expect` or -1. */
  readonly numbers: readonly number[];
  /** The parameters of all statements. */
  readonly parameters: NonNullable<Statement["parameters"]>;
};

/** Statements that are being packed. */
export type EffectsPack = {
  /** The positions of the texts. */
  readonly texts: Map<string, number>;
  readonly numbers: number[];
  readonly parameters: NonNullable<Statement["parameters"]>[number][];
};

const NUMBERS = 4;
const NONE = -1;

export const emptyEffects = (): EffectsPack => ({ texts: new Map(), numbers: [], parameters: [] });

export const packedEffects = ({ texts, numbers, parameters }: EffectsPack): PackedEffects => ({
  texts: [...texts.keys()],
  numbers,
  parameters,
});

export function addEffects(pack: EffectsPack, draft: number, statements: readonly Statement[]): void {
  const { texts, numbers, parameters: all } = pack;
  for (const { sql, parameters = [], expect = NONE } of statements) {
    let text = texts.get(sql);
    if (text === undefined) texts.set(sql, (text = texts.size));
    numbers.push(draft, text, parameters.length, expect);
    for (const value of parameters) all.push(value);
  }
}

/** Removes the statements of all drafts from a number on. */
export function dropEffects({ numbers, parameters }: EffectsPack, from: number): void {
  while (numbers.length > 0 && numbers.at(-NUMBERS)! >= from) {
    parameters.length -= numbers.at(2 - NUMBERS)!;
    numbers.length -= NUMBERS;
  }
}

/** Returns the statements by draft, without their refusals. */
export function unpackEffects({ texts, numbers, parameters }: PackedEffects): Map<number, Statement[]> {
  const effects = new Map<number, Statement[]>();
  let from = 0;
  for (let i = 0; i < numbers.length; i += NUMBERS) {
    const [draft, text, count, expect] = [numbers[i]!, numbers[i + 1]!, numbers[i + 2]!, numbers[i + 3]!];
    const statement: Statement = {
      sql: texts[text]!,
      parameters: parameters.slice(from, (from += count)),
      expect: expect === NONE ? undefined : expect,
    };
    const statements = effects.get(draft);
    if (statements === undefined) effects.set(draft, [statement]);
    else statements.push(statement);
  }
  return effects;
}

/** Adds the refusal that a draft's failed statement defines. */
export function withRefusal(outcome: Refusal, { effects }: Pick<Draft, "effects">): Refusal {
  if (outcome.code !== "effect_failed") return outcome;
  const { statement } = outcome;
  return { ...outcome, statement: { ...statement!, refusal: effects?.[statement!.index]?.refusal } };
}
