/** Cases of a bundle's action: its kind, its values and its signatures. */
import { type Case, changedCase, edit, golden, included, invalid, promised, textAt } from "./changes.ts";

export function kinds(): Case[] {
  const type = textAt(promised, ["action", "payloadType"]);
  const of = (says: string, payloadType: string, name = "Everything") =>
    changedCase(
      `the kind ${says}`,
      edit(promised, ["action", "payloadType"], () => payloadType),
      ["action", "primaryType"],
      name,
      "bad_kind",
    );
  const only = (members: string) => `EverythingPayload(${members})`;
  const many = Array.from({ length: 17 }, (_, i) => `bool m${i}`).join(",");
  return [
    of("has a small letter first", type.replace("Every", "every"), "everything"),
    of("has 33 letters", `${"E".repeat(33)}Payload(bool m)`, "E".repeat(33)),
    of("has another payload's name", type, "Nothing"),
    of("has no members", only("")),
    of("has 17 members", only(many)),
    of("has a space behind a comma", type.replace(",", ", ")),
    of("has two spaces", only("bool  m")),
    of("has a member twice", only("bool m,string m")),
    of("has a member with a capital", only("bool M")),
    of("has a member of 33 letters", only(`bool ${"m".repeat(33)}`)),
    of("has a member without a name", only("bool")),
    of("has more behind it", `${only("bool m")}Other(bool m)`),
    of("has a line break behind it", `${only("bool m")}\n`),
    ...["uint", "int", "byte", "bytes0", "bytes33", "bytes01", "uint7", "uint264", "uint08", "float", "Other"].map(
      (t) => of(`has a member of type ${t}`, only(`${t} m`)),
    ),
    ...["string[]", "bytes[]", "bool[2]", "bool[][]"].map((t) => of(`has a member of type ${t}`, only(`${t} m`))),
    // A payload type of the user's own may have the name of a built-in kind.
    ...["HttpRequest", "Ask"].map((name) => ({
      ...of(`is named ${name}, and the message is not of it`, `${name}Payload(bool m)`, name),
      expected: invalid("unknown_member"),
    })),
  ];
}

export function values(): Case[] {
  const of = (name: string, value: string, code: string, says: string) =>
    changedCase(`${name} ${says}`, promised, ["action", "message", "payload", name], value, code);
  const message = (name: string, value: string, says: string) =>
    changedCase(`${name} ${says}`, promised, ["action", "message", name], value, "non_canonical");
  return [
    of("small", "256", "non_canonical", "is above a uint8"),
    of("small", "-1", "non_canonical", "is below a uint8"),
    of("debt", "9223372036854775808", "non_canonical", "is above an int64"),
    of("debt", "-9223372036854775809", "non_canonical", "is below an int64"),
    of("debt", "-0", "non_canonical", "is minus zero"),
    of("whole", String(2n ** 256n), "non_canonical", "is above a uint256"),
    of("yes", "true", "malformed", "is a text"),
    of("text", "x".repeat(16_385), "malformed", "has 16,385 bytes"),
    of("text", "é".repeat(8_193), "malformed", "has 16,386 bytes in 8,193 characters"),
    of("text", "\ud800", "non_canonical", "has a lone surrogate"),
    of("text", "another", "signature_mismatch", "is another"),
    of("data", "0x0", "non_canonical", "has half a byte"),
    of("data", `0x${"00".repeat(16_385)}`, "malformed", "has 16,385 bytes"),
    of("tag", "0xdeadbe", "non_canonical", "has 3 bytes for bytes4"),
    changedCase("the kind has a lone surrogate", promised, ["action", "primaryType"], "\ud800", "non_canonical"),
    message("nonce", String(2n ** 256n), "is above a uint256"),
    message("deadline", String(2n ** 64n), "is above a uint64"),
    changedCase("the log's name has a capital", promised, ["log"], "B.example", "non_canonical"),
    changedCase("the log's name is empty", promised, ["log"], "", "non_canonical"),
    changedCase("the log's name is long", promised, ["log"], "b".repeat(65), "malformed"),
    changedCase("the log's name is another", promised, ["log"], "c.example", "log_mismatch"),
    ...["name", "version"].flatMap((name) => [
      changedCase(`the ${name} is empty`, promised, ["operator", name], "", "non_canonical"),
      changedCase(`the ${name} has an é`, promised, ["operator", name], "é", "non_canonical"),
      changedCase(`the ${name} is long`, promised, ["operator", name], "x".repeat(65), "malformed"),
      changedCase(`the ${name} is another`, promised, ["operator", name], "x", "signature_mismatch"),
    ]),
    changedCase("the registry is another", promised, ["operator", "registry"], `0x${"0e".repeat(20)}`, "log_mismatch"),
    changedCase("the chain is another", promised, ["operator", "chainId"], "1", "log_mismatch"),
    changedCase("the chain is above 2^53 - 1", promised, ["operator", "chainId"], String(2n ** 53n), "non_canonical"),
  ];
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => value.toString(16).padStart(64, "0");

export function signatures(): Record<string, Case[]> {
  const forms = (signature: string): [says: string, signature: string, code: string][] => {
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
    const flipped = v === "1b" ? "1c" : "1b";
    return [
      ["has 64 bytes", `0x${r}${s}`, "signature_malformed"],
      ["has 66 bytes", `0x${r}${s}${v}00`, "signature_malformed"],
      ["has 1 byte", "0x01", "signature_malformed"],
      ["has r = 0", `0x${word(0n)}${s}${v}`, "signature_non_canonical"],
      ["has r = n", `0x${word(ORDER)}${s}${v}`, "signature_non_canonical"],
      ["has s = 0", `0x${r}${word(0n)}${v}`, "signature_non_canonical"],
      ["has s = n", `0x${r}${word(ORDER)}${v}`, "signature_non_canonical"],
      ["has a high s", `0x${r}${word(ORDER - BigInt(`0x${s}`))}${flipped}`, "signature_non_canonical"],
      ["has v = 0", `0x${r}${s}00`, "signature_non_canonical"],
      ["has v = 1", `0x${r}${s}01`, "signature_non_canonical"],
      ["has v = 29", `0x${r}${s}1d`, "signature_non_canonical"],
      // 5 is not the x of a point.
      ["has an r of no point", `0x${word(5n)}${s}${v}`, "signature_non_canonical"],
      ["has the other v", `0x${r}${s}${flipped}`, "signature_mismatch"],
      ["is of another message", `0x${word(1n)}${s}${v}`, "signature_mismatch"],
    ];
  };
  const place = ["action", "signature"];
  const receipt = ["receipt", "signature"];
  const wallet = golden("wallet");
  const magic = "6492".repeat(16);
  return {
    "forged-signature": [
      ...forms(textAt(promised, place)).map(([says, signature, code]) =>
        changedCase(`it ${says}`, promised, place, signature, code),
      ),
      changedCase("it is empty", promised, place, "0x", "non_canonical"),
      changedCase("it has 16,385 bytes", promised, place, `0x${"01".repeat(16_385)}`, "malformed"),
      ...["0x", "0x00", `0x${"00".repeat(160)}`].map((prefix) =>
        changedCase(
          `a wallet's: a wrapper of ERC-6492 around ${prefix.length / 2 - 1} bytes that are not its ABI`,
          wallet,
          place,
          `${prefix}${magic}`,
          "signature_malformed",
        ),
      ),
      changedCase("a wallet's: it is another", wallet, place, "0x01", "entry_mismatch"),
    ],
    "forged-receipt": [
      ...forms(textAt(promised, receipt))
        .filter(([, signature]) => signature.length === 132)
        .map(([says, signature]) => changedCase(`it ${says}`, promised, receipt, signature, "receipt_mismatch")),
      changedCase("it is by another key", promised, ["receipt", "key"], `0x${"0e".repeat(20)}`, "receipt_mismatch"),
      changedCase("it is another entry's", promised, receipt, textAt(included, receipt), "receipt_mismatch"),
    ],
  };
}
