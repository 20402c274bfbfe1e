/** True in `npm run test:slow`, which also runs each test file that imports this. */
export const isSlowSuite = process.env["TEST_SUITE"] === "slow";

/** Returns all cases in the slow suite. The default suite has the first case of each kind. */
export function firstOfEach<Case>(cases: readonly Case[], kindOf: (one: Case) => string): readonly Case[] {
  const kinds = cases.map(kindOf);
  return isSlowSuite ? cases : cases.filter((_, i) => kinds.indexOf(kinds[i]!) === i);
}
