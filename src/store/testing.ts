/**
 * The contract of every store, as a list of named checks for any test runner. Run them one after another.
 *
 * `for (const { name, run } of storeChecks(create)) it(name, run);`
 */
import { objectChecks } from "./testing/object-contract.ts";
import { logChecks, type StoreUnderTest } from "./testing/store-contract.ts";
import type { Check } from "./testing/suite.ts";

export type { StoreUnderTest } from "./testing/store-contract.ts";
export type { Check } from "./testing/suite.ts";
export { objectChecks } from "./testing/object-contract.ts";
export { logChecks } from "./testing/store-contract.ts";

/** All checks: of logs and batches, and of the objects of entries. `create` is called before each, for an empty store. */
export const storeChecks = (create: () => Promise<StoreUnderTest>): Check[] => [
  ...logChecks(create),
  ...objectChecks(create),
];
