import { expect, it } from "vitest";
import { AnchorlogError } from "anchorlog";
import { countFailures } from "../../src/operator/observe/failures.ts";

const unknown = new AnchorlogError("outcome_unknown", "Query read timeout");
const failed = new AnchorlogError("store_failed", "Query read timeout");

it("reports a series' first failure, whether it may pass by itself, and the first that will not", () => {
  const told: unknown[] = [];
  const failures = countFailures(
    (error, isPassing) => void told.push(`${(error as AnchorlogError).code} ${isPassing}`),
  );
  const follow = (error: unknown, isFirst: boolean) => {
    told.length = 0;
    failures.of("follow")(error, isFirst);
    return told;
  };
  expect(follow(failed, true)).toEqual(["store_failed false"]);
  expect(follow(unknown, false)).toEqual([]);
  expect(follow(unknown, true)).toEqual(["outcome_unknown true"]);
  // The look-up failed with the same code, so the failure counts as permanent.
  expect(follow(unknown, false)).toEqual(["outcome_unknown false"]);
  expect(follow(failed, false)).toEqual([]);
  expect(follow(unknown, true)).toEqual(["outcome_unknown true"]);
  expect(follow(failed, false)).toEqual(["store_failed false"]);
  expect(failures.counts().follow).toBe(7);
});
