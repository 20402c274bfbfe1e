import { describe, it } from "vitest";
import { objectChecks, type StoreUnderTest } from "anchorlog/store/testing";

export function describeObjects(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a keeper of objects`, () => {
    it.each(objectChecks(create))("$name", ({ run }) => run());
  });
}
