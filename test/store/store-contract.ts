import { describe, it } from "vitest";
import { logChecks, type StoreUnderTest } from "anchorlog/store/testing";

export type { StoreUnderTest } from "anchorlog/store/testing";

export function describeStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a store of logs`, () => {
    it.each(logChecks(create).map(({ name: rule, run }) => [rule, run] as const))("%s", (_, run) => run());
  });
}
