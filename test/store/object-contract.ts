import { describe, it } from "vitest";
import { objectChecks, type StoreUnderTest } from "anchorlog/store/testing";

export function describeObjects(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a keeper of objects`, () => {
    it.each(objectChecks(create).map(({ name: rule, run }) => [rule, run] as const))("%s", (_, run) => run());
  });
}
