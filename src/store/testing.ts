/**
 * The contract of every store, as a list of named checks for any test runner. Run them one after another.
 *
 * `for (const { name, run } of storeChecks(create)) it(name, run);`
 */
import { batchRules } from "./testing/batch-contract.ts";
import { chainRules } from "./testing/chain-contract.ts";
import { effectRules } from "./testing/effect-contract.ts";
import { objectRules } from "./testing/object-contract.ts";
import { operationsRules } from "./testing/operations-contract.ts";
import { checksOf, type Check, type StoreUnderTest } from "./testing/suite.ts";

export type { Check, StoreUnderTest } from "./testing/suite.ts";

/**
 * The checks of logs, effects, batches and operations. `create` is called before each, for an empty store.
 *
 * @example
 * for (const { name, run } of logChecks(createEmptyStore)) it(`keeps logs: ${name}`, run)
 * for (const { name, run } of objectChecks(createEmptyStore)) it(`keeps objects: ${name}`, run)
 */
export const logChecks = (create: () => Promise<StoreUnderTest>): Check[] =>
  [chainRules, effectRules, batchRules, operationsRules].flatMap((rules) => checksOf(create, rules));

/** The checks of objects. */
export const objectChecks = (create: () => Promise<StoreUnderTest>): Check[] => checksOf(create, objectRules);

/**
 * All checks.
 *
 * @example
 * for (const { name, run } of storeChecks(createEmptyStore)) it(name, run)
 */
export const storeChecks = (create: () => Promise<StoreUnderTest>): Check[] => [
  ...logChecks(create),
  ...objectChecks(create),
];
