import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { HITS, instrument } from "../../scripts/probes/instrument.ts";

// ≤ and ∑ take more bytes than characters, and the compiler counts bytes.
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;
contract Sample {
    uint256 private _sum; // ∑
    function f(uint256 a, bool b) external returns (uint256 c) {
        if (a == 1) if (b) return 6; /* ≤ 6 */ else c = 6;
        else if (!(a == 2 || (b && a == 3))) c = b ? 7 : 8;
        for (uint256 i = 0; i < a; ++i) c += i;
        while (c > 100) { unchecked { --c; } }
        do ++c; while (c < 3);
        require(c != 5, "five");
        assembly {
            if iszero(a) { c := 13 }
            for { let i := 0 } lt(i, a) { i := add(i, 1) } { c := add(c, i) }
            c := add(c, 15)
        }
        _sum = c;
    }
    function g() external pure returns (uint256 c) {
        assembly { c := 1 }
        return c;
    }
    function h() external {}
}
`;

describe("probes", () => {
  const { source, statements, conditions } = instrument(SOURCE, "contracts/Sample.sol");

  it("stand at every condition, down to the operands", () => {
    expect(conditions.map(({ line, text }) => `${line} ${text}`).toSorted()).toEqual(
      [
        "6 a == 1",
        "6 b",
        "7 a == 2",
        "7 a == 3",
        "7 b",
        "7 b",
        "8 i < a",
        "9 c > 100",
        "10 c < 3",
        "11 c != 5",
        "13 iszero(a)",
        "14 lt(i, a)",
      ].toSorted(),
    );
  });

  it("stand before every statement, and have tags of their own", () => {
    const lines = statements.map(({ line }) => line).toSorted((a, b) => a - b);
    expect(lines).toEqual([6, 6, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 13, 13, 14, 14, 15, 17, 20, 21]);
    const tags = [...statements.map(({ tag }) => tag), ...conditions.flatMap(({ tags }) => tags)];
    expect(new Set(tags).size).toBe(tags.length);
    expect(instrument(SOURCE, "contracts/Other.sol").statements[0]!.tag).not.toBe(statements[0]!.tag);
  });

  it("leave a source that compiles", () => {
    const solc = createRequire(import.meta.url)("solc") as { compile: (input: string) => string };
    const hits = readFileSync(new URL("../../scripts/probes/Hits.sol", import.meta.url), "utf8");
    const sources = { "Sample.sol": { content: source }, [HITS]: { content: hits } };
    const input = { language: "Solidity", sources, settings: { outputSelection: { "*": { "*": ["abi"] } } } };
    const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input))) as { errors?: { severity: string }[] };
    expect(errors.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("leave files without statements unchanged", () => {
    const empty = "pragma solidity ^0.8.28; interface I { function f() external; }";
    expect(instrument(empty, "contracts/I.sol").source).toBe(empty);
  });
});
