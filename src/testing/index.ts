/**
 * A platform on a local chain, for tests of contracts that act on anchored actions. Node only.
 *
 * @module
 */
export { openTestPlatform, type TestPlatform, type TestPlatformOptions, type TestProvider } from "./platform.ts";
