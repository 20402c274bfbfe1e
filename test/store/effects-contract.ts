/** Effects of random calls over a store, compared with a list of sets. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LogStore, Statement } from "anchorlog/log";
import { runs } from "../seed.ts";
import { call, checkChain, codeOf, draft, logOf } from "./drafts.ts";
import type { StoreUnderTest } from "./store-contract.ts";

/** A draft: its nonce, the texts that it inserts, and whether one of its statements fails. */
type Asked = { readonly nonce: number; readonly texts: readonly string[]; readonly misses: boolean };
type Call = { readonly drafts: readonly Asked[]; readonly atomic: boolean };

const A = logOf("a");
/** Few nonces and texts, so that they meet. */
const asked = fc.record({
  nonce: fc.nat({ max: 300 }),
  texts: fc.array(fc.nat({ max: 400 }).map(String), { maxLength: 2 }),
  misses: fc.nat({ max: 9 }).map((n) => n === 0),
});
const calls = fc.array(fc.record({ drafts: fc.array(asked, { minLength: 1, maxLength: 12 }), atomic: fc.boolean() }), {
  minLength: 1,
  maxLength: 20,
});

/** A model of the log and the table, with the result of each call after the earlier ones. */
function createModel() {
  let state = { nonces: new Set<number>(), texts: new Set<string>() };
  const judge = ({ nonce, texts, misses }: Asked): string => {
    if (state.nonces.has(nonce)) return "retry";
    const noted = new Set(state.texts);
    for (const text of texts) {
      if (noted.has(text)) return "effect_failed";
      noted.add(text);
    }
    if (misses) return "effect_failed";
    state.nonces.add(nonce);
    state.texts = noted;
    return "appended";
  };
  return {
    state: () => state,
    append: ({ drafts, atomic }: Call): readonly string[] => {
      const before = { nonces: new Set(state.nonces), texts: new Set(state.texts) };
      const codes = drafts.map(judge);
      if (!atomic || !codes.includes("effect_failed")) return codes;
      state = before;
      // The reason depends on the order in which a store judges.
      return drafts.map(({ nonce }) => (state.nonces.has(nonce) ? "retry" : "refused"));
    },
  };
}

/** If a statement in a group fails, its action is refused, and the other actions are not affected. */
export function describeEffects(name: string, create: () => Promise<StoreUnderTest>): void {
  let test: StoreUnderTest;
  let store: LogStore;
  beforeEach(async () => {
    test = await create();
    store = await test.open();
  });
  afterEach(async () => {
    await store.close();
    await test.remove();
  });

  it(`${name} keeps all appended effects, and none of refused actions, in random groups of calls`, async () => {
    const model = createModel();
    const statements = ({ texts, misses }: Asked): Statement[] => [
      ...texts.map(test.note),
      ...(misses ? [{ sql: test.sql("DELETE FROM notes WHERE text = ?"), parameters: ["nowhere"], expect: 1 }] : []),
    ];
    const append = async ({ drafts, atomic }: Call): Promise<readonly string[]> => {
      const made = drafts.map((one) => draft(one.nonce, { effects: statements(one) }));
      const codes = (await store.append(A, call(made, { atomic }))).map(codeOf);
      const isRefused = atomic && codes.some((code) => code !== "appended" && code !== "retry");
      return isRefused ? codes.map((code) => (code === "retry" ? code : "refused")) : codes;
    };
    const property = fc.asyncProperty(calls, async (group) => {
      const expected = group.map(model.append);
      expect(await Promise.all(group.map(append))).toEqual(expected);
      expect(await test.notes()).toEqual([...model.state().texts].toSorted());
      const entries = await store.entries(A, 0, 1_000);
      checkChain(A, entries);
      expect(entries).toHaveLength(model.state().nonces.size);
    });
    await fc.assert(property, { numRuns: runs(120), endOnFailure: true });
  });

  it(`${name} refuses one of several actions after twenty groups without a refusal, and once more`, async () => {
    let nonce = 0;
    const append = async (texts: readonly string[]) => {
      const made = texts.map((text) => draft(nonce++, { effects: [test.note(text)] }));
      const results = await Promise.all(made.map((one) => store.append(A, call([one]))));
      return results.flat().map(codeOf);
    };
    const kept: string[] = [];
    for (const round of ["a", "b"]) {
      for (let i = 0; i < 20; i++) {
        expect(await append([`${round}${i}`])).toEqual(["appended"]);
        kept.push(`${round}${i}`);
      }
      const refusedAgain = [`${round}x`, `${round}0`, `${round}y`];
      expect(await append(refusedAgain)).toEqual(["appended", "effect_failed", "appended"]);
      kept.push(`${round}x`, `${round}y`);
    }
    expect(await test.notes()).toEqual(kept.toSorted());
    checkChain(A, await store.entries(A, 0, 1_000));
  });
}
