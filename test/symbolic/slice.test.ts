import { describe, expect, it } from "vitest";
import { parse } from "../../scripts/prove/checker.ts";
import { only, slice } from "../../scripts/prove/slice.ts";

const FILE = "Safe.sol";
const SAFE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;
contract Safe {
    struct Box { uint128 sum; address owner; }
    error Empty(address owner);
    uint256 private immutable LIMIT = 7;
    mapping(address owner => Box) private _boxes;
    modifier mine(address owner) { require(msg.sender == owner); _; }
    constructor() {}
    /// @notice Empties a box.
    function take(address owner) external mine(owner) returns (uint128 sum) {
        Box storage box = _boxes[owner];
        if (box.sum == 0) revert Empty(box.owner);
        sum = box.sum;
        _clear(owner);
    }
    function look(address owner) external view mine(owner) returns (uint128) { return _boxes[owner].sum; }
    function _clear(address owner) private { delete _boxes[owner]; }
}`;
const sliced = (kept: readonly string[] | undefined) =>
  slice(SAFE, parse(FILE, new Map([[FILE, SAFE]])).get(FILE)!, kept);

describe("a slice of a contract", () => {
  it("has the named functions with their statements, and no others", () => {
    const text = sliced(["take", "_clear", "mine"]);
    expect(text).toContain("function take(address owner) public mine(owner) returns (uint128 sum)");
    expect(text).toContain("function _clear(address owner) internal { delete _boxes[owner]; }");
    expect(text).toContain("sum = _boxes[owner].sum;");
    expect(text).toContain("if (_boxes[owner].sum == 0) revert();");
    expect(text).toContain("uint256 internal LIMIT;");
    expect(text).not.toMatch(/look|constructor|Box storage/);
    expect(() => parse(FILE, new Map([[FILE, text]]))).not.toThrow();
  });

  it("has no body for a file without a named function", () => {
    const text = sliced(undefined);
    expect(text).toContain("abstract contract Safe");
    expect(text).toContain("function take(address owner) external  virtual returns (uint128 sum);");
    expect(text).not.toMatch(/_clear|modifier|return _boxes/);
    expect(() => parse(FILE, new Map([[FILE, text]]))).not.toThrow();
  });

  it("does not compile without a function that a kept one calls", () => {
    const text = sliced(["take", "mine"]);
    expect(() => parse(FILE, new Map([[FILE, text]]))).toThrow("_clear");
  });
});

it("a proof takes one function at a time", () => {
  const proof =
    "contract P { function proveA() external {} function proveB() external {} function helps() external {} }";
  const text = only(proof, parse(FILE, new Map([[FILE, proof]])).get(FILE)!, "proveB");
  expect(text).toContain("proveB");
  expect(text).toContain("helps");
  expect(text).not.toContain("proveA");
});
