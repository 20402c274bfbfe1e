import { expect, it } from "vitest";
import { END, LAST_REQUESTS, MOST_DRAINED, timesToClose } from "../src/foundation/farewell.ts";

it("each part of the shutdown has its own share of the 30 seconds that service managers wait", () => {
  expect(END).toBeLessThan(30_000);
  for (let drain = 0; drain <= MOST_DRAINED; drain++) {
    for (const hasLocalChain of [true, false]) {
      const { anchor, closeSeconds } = timesToClose(drain, hasLocalChain);
      expect(drain * 1_000 + LAST_REQUESTS + anchor + closeSeconds * 1_000).toBeLessThan(END);
      expect(closeSeconds).toBeGreaterThanOrEqual(3);
      expect(anchor > 0).toBe(hasLocalChain);
    }
  }
});
