/** `anchorlog solidity`: prints what a contract needs to read the actions of one kind. */
import { parseKind, type Kind, type MemberType } from "../action/kinds.ts";
import { shapeOf } from "../action/memberTypes.ts";
import { toHex } from "../base/hex.ts";
import { keccak256 } from "../action/engine.ts";
import { utf8 } from "../base/bytes.ts";
import { AnchorlogError } from "../base/errors.ts";
import type { Call } from "./command.ts";
import { print } from "./print.ts";
import { EXIT_CODES, UsageError } from "./usage.ts";

export async function runSolidity({ positionals }: Call): Promise<number> {
  const [given, more] = positionals;
  if (given === undefined || more !== undefined) throw new UsageError("solidity takes one kind");
  await print(solidityOf(readKind(given)));
  return EXIT_CODES.valid;
}

/** Reads `BuyVoucher(bytes32 product,address gate)`, with or without spaces after the commas. */
function readKind(text: string): Kind {
  const [, name, members] = /^([A-Za-z0-9]+?)(?:Payload)?\(([^()]*)\)$/.exec(text.trim()) ?? [];
  try {
    if (name === undefined) throw new AnchorlogError("bad_definition", "a kind reads Name(type member,type member)");
    return parseKind(
      name,
      `${name}Payload(${members!
        .trim()
        .replaceAll(/\s*,\s*/g, ",")
        .replaceAll(/ +/g, " ")})`,
    );
  } catch (error) {
    if (!(error instanceof AnchorlogError)) throw error;
    throw new UsageError(`${error.message}. For example: 'BuyVoucher(bytes32 product,uint256 quantity,address gate)'`);
  }
}

/** The type string, a struct of the payload, and a function that reads the struct from a proven action. */
export function solidityOf({ name, payloadType, members }: Kind): string {
  const fields = members.map(({ name: member, type }, i) => ({ member: identifier(member), ...fieldOf(type, i) }));
  return `// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {AnchoredAction} from "anchorlog/contracts/libraries/AnchoredAction.sol";

/// @notice The payload of the kind ${name}.
struct ${name} {
${fields.map(({ type, member, note }) => `${note}    ${type} ${member};\n`).join("")}}

/// @notice Reads the payload of the kind ${name} from an action that \`AnchoredAction.prove\` returned.
library ${name}Payloads {
    string internal constant PAYLOAD_TYPE =
        "${payloadType}";
    bytes32 internal constant PAYLOAD_TYPE_HASH = ${toHex(keccak256(utf8(payloadType)))};

    /// @notice The action is of another kind.
    error Not${name}(bytes32 payloadType);

    function read(AnchoredAction.Action memory action) internal pure returns (${name} memory payload) {
        if (action.payloadType != PAYLOAD_TYPE_HASH) revert Not${name}(action.payloadType);
${fields.map(({ member, value }) => `        payload.${member} = ${value};\n`).join("")}    }
}
`;
}

/** A member in Solidity. An action has the hashes of texts, bytes and arrays, as EIP-712 encodes them. */
function fieldOf(type: MemberType, index: number): { type: string; value: string; note: string } {
  const word = `action.words[${index}]`;
  const shape = shapeOf(type);
  switch (shape.form) {
    case "bool":
      return { type, value: `${word} != 0`, note: "" };
    case "fixed":
      return { type, value: type === "address" ? `address(uint160(uint256(${word})))` : cast(type, word), note: "" };
    case "integer":
      return { type, value: cast(type, shape.isSigned ? `int256(uint256(${word}))` : `uint256(${word})`), note: "" };
    case "array":
    case "string":
    case "bytes":
      break;
  }
  const hashed = shape.form === "array" ? `elements' words (${type})` : type;
  return { type: "bytes32", value: word, note: `    // The keccak-256 of the ${hashed}.\n` };
}

/** Casts a value to a type, unless it has the type already. */
function cast(type: string, value: string): string {
  return type === "bytes32" || value.startsWith(`${type}(`) ? value : `${type}(${value})`;
}

/** Names that a member may have, and that Solidity reserves: such a member gets an underscore. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abstract address after alias anonymous apply as assembly auto bool break byte bytes calldata case catch constant " +
    "constructor continue contract copyof days default define delete do else emit enum ether event external fallback " +
    "false final fixed for from function gwei hours if immutable implements import in indexed inline int interface " +
    "internal is let library macro mapping match memory minutes modifier mutable new null of override partial payable " +
    "pragma private promise public pure receive reference relocatable return returns sealed seconds sizeof static " +
    "storage string struct super supports switch this throw transient true try type typedef typeof ufixed uint " +
    "unchecked unicode using var view virtual wei weeks while years"
  ).split(" "),
);
const SIZED = /^(?:u?int|bytes)\d+$/;

const identifier = (name: string): string => (RESERVED.has(name) || SIZED.test(name) ? `${name}_` : name);
