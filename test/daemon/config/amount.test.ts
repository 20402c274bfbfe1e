import { expect, it } from "vitest";
import { amount, inEther } from "../../../src/daemon/config/amount.ts";
import { withSettingNames } from "../../../src/daemon/config/optionNames.ts";

it("accepts amounts with a unit that are whole in wei, and no others", () => {
  for (const [text, wei] of [
    ["0.2ether", 2n * 10n ** 17n],
    ["1 ether", 10n ** 18n],
    ["0.000000000000000001ether", 1n],
    ["1.5gwei", 1_500_000_000n],
    ["1000wei", 1000n],
  ] as const)
    expect(amount.read(text), text).toBe(wei);
  for (const [text, why] of [
    ["1", /it has no unit: give 1ether, 1gwei or 1wei/],
    ["5eth", /the unit eth is unknown: give 5ether, gwei or wei/],
    ["1.5wei", /wei has at most 0 decimals/],
    ["0.0000000000000000001ether", /ether has at most 18 decimals/],
    ["0ether", /^$/],
    ["-1ether", /^$/],
    [".5ether", /^$/],
    ["1e18wei", /^$/],
    [`${"9".repeat(41)}wei`, /^$/],
    [5, /^$/],
  ] as const)
    expect(() => amount.read(text), String(text)).toThrow(why);
  expect(inEther(2n * 10n ** 17n)).toBe("0.2 ether");
  expect(inEther(1n)).toBe("0.000000000000000001 ether");
});

it("messages name the configuration's settings instead of the library's options", () => {
  expect(withSettingNames("keys.receiptKey, keys.next.anchorKey; keys.next, keys.noteKey, keys.nextNote")).toBe(
    "keys.receipt, keys.nextAnchor; keys.nextAnchor or keys.nextReceipt, keys.note, keys.nextNote",
  );
  expect(withSettingNames("allow higher ones (maxFeePerGas)")).toBe("allow higher ones (transactions.maxFeeGwei)");
});
