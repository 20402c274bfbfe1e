/** True in `npm run test:slow`, which also runs each test file that imports this. */
export const isSlowSuite = process.env["TEST_SUITE"] === "slow";
