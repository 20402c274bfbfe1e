import { fileURLToPath } from "node:url";

/** The repository, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of the hits: Hardhat writes the hits of Solidity tests here, and the rewritten project all others. */
export const HIT_FOLDER = `${root}coverage/data/`;

/** The rewritten project's artifacts. */
export const ARTIFACTS = `${root}cache/coverage/artifacts`;

/** Reports whether a file counts for coverage: all contracts do, except for test contracts. */
export const isMeasured = (path: string): boolean =>
  path.startsWith("contracts/") && !path.startsWith("contracts/test/") && path.endsWith(".sol");
