import { expect, it } from "vitest";

const module = new URL("../../scripts/bootstrap/solidity.mjs", import.meta.url).href;
const { testsAffectedBy } = (await import(module)) as {
  testsAffectedBy: (changed: readonly string[], texts: ReadonlyMap<string, string>) => string[];
};

const texts = new Map([
  ["contracts/A.sol", 'import {\n    Lib\n} from "./libraries/Lib.sol";'],
  ["contracts/B.sol", ""],
  ["contracts/libraries/Lib.sol", ""],
  ["test/contracts/deploy.sol", 'import "../../contracts/A.sol";'],
  ["test/contracts/deep/Deployed.t.sol", "import * as all from '../deploy.sol';"],
  ["test/contracts/A.t.sol", 'import {A} from "../../contracts/A.sol";'],
  ["test/contracts/B.t.sol", 'import {B} from "../../contracts/B.sol"; import {Gone} from "./gone.sol";'],
  ["test/contracts/Alone.t.sol", ""],
]);

it.each([
  ["test/contracts/Alone.t.sol", ["test/contracts/Alone.t.sol"]],
  ["contracts/B.sol", ["test/contracts/B.t.sol"]],
  // Through a contract, and through another test.
  [
    "contracts/libraries/Lib.sol",
    ["test/contracts/A.t.sol", "test/contracts/deep/Deployed.t.sol", "test/contracts/deploy.sol"],
  ],
  ["test/contracts/deploy.sol", ["test/contracts/deep/Deployed.t.sol", "test/contracts/deploy.sol"]],
  // A file that was deleted, and is still imported.
  ["test/contracts/gone.sol", ["test/contracts/B.t.sol"]],
  ["docs/OPERATING.md", []],
])("a change of %s affects %j", (path, tests) => {
  expect(testsAffectedBy([path], texts).toSorted()).toEqual(tests);
});
