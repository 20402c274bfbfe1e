import { describe, expect, it } from "vitest";
import { parseCheckpoint } from "anchorlog/batch";
import { formatBundle, verifyBundle, type Trust } from "anchorlog/verify/bundle";
import { openFilledOperator, trusted } from "../../operator.ts";
import { fakeChain } from "./chain.ts";
import { otherCharacter, valueRanges } from "./values.ts";

const test = await openFilledOperator();

describe("a bundle", () => {
  it("is never valid with any one character of any value changed", async () => {
    const checkpoint = parseCheckpoint((await test.anchorlog.checkpoint()).note);
    const text = formatBundle(await test.anchorlog.bundle({ log: "a.example", index: 3 }));
    const trusts: Trust[] = [{ checkpoint }, { operator: trusted }, { chain: fakeChain(checkpoint) }];
    for (const trust of trusts) {
      for (const [from, to] of valueRanges(text)) {
        for (let i = from; i < to; i++) {
          const changed = text.slice(0, i) + otherCharacter(text[i]!) + text.slice(i + 1);
          expect((await verifyBundle(changed, trust)).verdict, `at ${i}`).not.toBe("valid");
        }
      }
    }
  });
});
