import { fileURLToPath } from "node:url";

/** The repository, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** What was hit: Hardhat leaves here what its Solidity tests hit, and the rewritten project what others did. */
export const HIT_FOLDER = `${root}coverage/data/`;

/** The rewritten project's artifacts. */
export const ARTIFACTS = `${root}cache/coverage/artifacts`;

/** What counts: the contracts, but for the tests' own. */
export const isMeasured = (path: string): boolean =>
  path.startsWith("contracts/") && !path.startsWith("contracts/test/") && path.endsWith(".sol");
