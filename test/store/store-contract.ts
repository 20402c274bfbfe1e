import { describe, it } from "vitest";
import { logChecks, type StoreUnderTest } from "anchorlog/store/testing";

export type { StoreUnderTest } from "anchorlog/store/testing";

export function describeStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a store of logs`, () => {
    it.each(logChecks(create))("$name", ({ run }) => run());
  });
}
