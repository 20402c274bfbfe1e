import { expect, it } from "vitest";
import { unoptimized } from "../../hardhat.config.ts";
import { faultsOf, testsAffectedBy } from "../../scripts/solidity/faults.ts";

const imports = new Map([
  ["contracts/A.sol", 'import {\n    Lib\n} from "./libraries/Lib.sol";'],
  ["contracts/libraries/Lib.sol", ""],
  ["test/contracts/deploy.sol", 'import "../../contracts/A.sol";'],
  ["test/contracts/deep/Deployed.t.sol", "import * as all from '../deploy.sol';"],
  ["test/contracts/A.t.sol", 'import {A} from "../../contracts/A.sol"; import {\n    Gone\n} from "./gone.sol";'],
  ["test/contracts/Alone.t.sol", ""],
]);

it.each([
  ["test/contracts/Alone.t.sol", ["test/contracts/Alone.t.sol"]],
  ["test/contracts/deploy.sol", ["test/contracts/deep/Deployed.t.sol", "test/contracts/deploy.sol"]],
  // A file that was deleted, and is still imported.
  ["test/contracts/gone.sol", ["test/contracts/A.t.sol"]],
  ["contracts/A.sol", []],
])("a change of %s affects the code of %j", (path, tests) => {
  expect(testsAffectedBy([path], imports).toSorted()).toEqual(tests);
});

const CONTRACT = "contracts/A.sol";
const BASE = "test/contracts/Base.sol";
const TEST = "test/contracts/A.t.sol";
const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.28;\n";
const sound = {
  [CONTRACT]: `${head}contract A { function f() external pure returns (uint256) { return 1; } }`,
  [BASE]: `${head}import {A} from "../../contracts/A.sol";
    abstract contract Base { function one(A a) internal pure returns (uint256) { return a.f(); } }`,
  [TEST]: `${head}import {A} from "../../contracts/A.sol"; import {Base} from "./Base.sol";
    contract ATest is Base { function test() external { one(new A()); } }`,
};
const faults = (sources: Partial<typeof sound>, ...changed: string[]) =>
  faultsOf(new Map(Object.entries({ ...sound, ...sources })), changed, unoptimized.settings);

const names = Array.from({ length: 17 }, (_, i) => `v${i}`);
const deep = `function deep(uint256 x) internal pure returns (uint256) {
  ${names.map((name) => `uint256 ${name} = x + 1;`).join(" ")} return ${names.join(" + ")}; }`;

it("finds no fault in sound sources, even in a test that is larger than a chain allows", () => {
  expect(faults({})).toEqual([]);
  const large = `contract Large { bytes public constant data = hex"${"ab".repeat(50_000)}"; }`;
  expect(faults({ [TEST]: sound[TEST] + large }, TEST)).toEqual([]);
});

it("finds a renamed function of a contract in a test that did not change", () => {
  const renamed = { [CONTRACT]: sound[CONTRACT].replace(" f()", " g()") };
  expect(faults(renamed, CONTRACT)).toEqual([
    expect.stringMatching(/^TypeError: Member "f" not found.*\n.*Base\.sol:4/),
  ]);
});

it("finds a type error, a warning and a missing import", () => {
  const wrong = { [TEST]: sound[TEST].replace("one(new A())", "one(1)") };
  expect(faults(wrong, CONTRACT)).toEqual([expect.stringMatching(/^TypeError: Invalid type.*\n.*A\.t\.sol:4/)]);
  const unused = {
    [CONTRACT]: sound[CONTRACT].replace("f()", "f(uint256 x)").replace("return 1", "uint256 y; return x"),
  };
  expect(faults({ ...unused, [BASE]: sound[BASE].replace("f()", "f(1)") }, CONTRACT)).toEqual([
    expect.stringMatching(/^Warning: Unused local variable.*\n.*contracts\/A\.sol:3/),
  ]);
  const gone = { [TEST]: sound[TEST].replace("./Base.sol", "./Gone.sol") };
  expect(faults(gone, BASE)).toEqual([
    expect.stringMatching(/^ParserError: Source "test\/contracts\/Gone\.sol" not found/),
  ]);
});

it("finds a stack that is too deep in tests that changed, or that inherit from a changed test", () => {
  const withDeep = (text: string) => text.replace("{ function", `{ ${deep} function`);
  const inTest = { [TEST]: withDeep(sound[TEST]).replace("one(new A())", "deep(1)") };
  const inBase = { [BASE]: withDeep(sound[BASE]).replace("a.f()", "deep(a.f())") };
  const tooDeep = [expect.stringMatching(/^CompilerError: Stack too deep/)];
  expect(faults(inTest, TEST)).toEqual(tooDeep);
  expect(faults(inBase, BASE)).toEqual(tooDeep);
  // The build generates the code of contracts.
  expect(faults(inBase, CONTRACT)).toEqual([]);
});
