import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runHere } from "./process.ts";

const EVERYTHING =
  "Everything(address from,bytes32 id,uint256 amount,uint8 small,int64 signed,int256 wide,bytes4 four,bool yes,string text,bytes data,uint16[] list)";

/** `test/contracts/Everything.t.sol` reads payloads by it. */
it("prints the Solidity that a contract's test compiles and runs", async () => {
  const { code, stdout } = await runHere(["solidity", EVERYTHING]);
  expect(code).toBe(0);
  const file = readFileSync(new URL("../contracts/Everything.sol", import.meta.url), "utf8");
  expect(stdout.replace('"anchorlog/contracts/', '"../../contracts/')).toBe(file);
});

it("accepts a kind as its payload's type string, and with spaces", async () => {
  const [a, b] = [
    await runHere(["solidity", "BuyVoucherPayload(bytes32 product,address gate)"]),
    await runHere(["solidity", "BuyVoucher( bytes32 product,  address gate )"]),
  ];
  expect(a.stdout).toContain('"BuyVoucherPayload(bytes32 product,address gate)"');
  expect(b.stdout).toBe(a.stdout);
});

it.each([
  ["Buy(uint7 a)", "uint7"],
  ["Buy()", "Buy"],
  ["buy(bool a)", "buy"],
  ["Buy(bool a,bool a)", "a"],
  ["Buy(bool a", "Name(type member"],
])("refuses %j, and shows a valid kind", async (kind, named) => {
  const { code, stdout, stderr } = await runHere(["solidity", kind]);
  expect([code, stdout]).toEqual([3, ""]);
  expect(stderr).toContain(named);
  expect(stderr).toContain("BuyVoucher(bytes32 product,uint256 quantity,address gate)");
});
