/**
 * contracts/Poseidon.sol: the permutations P4 and P5 in assembly, with constants from the code that makes them for
 * TypeScript.
 *
 * The form is chosen for low gas. A product with a constant takes 17 gas, `MULMOD` and three values on
 * the stack. So partial rounds are the recurrence of src/crypto/poseidon/recurrence.ts, with its constants on the stack, and
 * scaled so that one of them is 1 and needs no product. r is below 2^256 / 5: sums of five values below r need no
 * reduction, and `MULMOD` takes what is not reduced.
 */
import { bn254 } from "@noble/curves/bn254.js";
import { format, resolveConfig } from "prettier";
import { toFunctionSelector } from "viem";
import { FIELD_ORDER, inverse, type Matrix, reduce } from "../../src/crypto/poseidon/field.ts";
import { P4, P5 } from "../../src/crypto/poseidon/poseidon.ts";
import { type PoseidonParameters, recurrenceOf } from "../../src/crypto/poseidon/recurrence.ts";
import type { Generated } from "./generated.ts";

/** How many values below r fit into a word. */
const SUMMANDS = 5;
/** Addresses of constants without a place on the stack: scratch space, and beyond the free memory pointer. */
const MEMORY = ["0x00", "0x20", "0x80", "0xa0", "0xc0", "0xe0"];
/** Characters of a constant. */
const CONSTANT = 66;

const poseidonSolidity: Generated = {
  path: "contracts/Poseidon.sol",
  render: async () => {
    const filepath = poseidonSolidity.path;
    return format(contract(), { ...(await resolveConfig(filepath)), filepath });
  },
};

function contract(): string {
  return `// SPDX-License-Identifier: MIT
// Written by scripts/generate/poseidon-solidity.ts from src/crypto/poseidon/: do not edit.
pragma solidity ^0.8.28;

// solhint-disable function-max-lines

import {IPoseidon} from "./interfaces/IPoseidon.sol";

/// @title Poseidon
/// @notice See \`IPoseidon\`. It has no state and no owner.
/// @dev The state is \`s0 …\`. In partial rounds, \`s0\` is the element with the S-box, and the others are the newest
/// values of the sequence that src/crypto/poseidon/recurrence.ts derives; each new one replaces the oldest. Values may be
/// any words; \`addmod\` reduces if a sum could overflow, since 5r < 2^256 < 6r.
contract Poseidon is IPoseidon {
    uint256 private constant R = ${hex(FIELD_ORDER)};
    /// @dev The selector of \`NotAFieldElement\`.
    uint256 private constant NOT_A_FIELD_ELEMENT = ${toFunctionSelector("NotAFieldElement(uint256)")};

    // prettier-ignore
    /// @inheritdoc IPoseidon
    function p4(uint256 tag, uint256[4] calldata inputs) external pure returns (uint256) {
        assembly {
${indented(permutation(P4, { onStack: 7, loops: 1 }), 12).join("\n")}
        }
    }

    // prettier-ignore
    /// @inheritdoc IPoseidon
    function p5(uint256 tag, uint256[5] calldata inputs) external pure returns (uint256) {
        assembly {
${indented(permutation(P5, { onStack: 5, loops: 2 }), 12).join("\n")}
        }
    }
}
`;
}

/** The layout of partial rounds. The stack and the contract's size limit it. */
type Layout = {
  /** How many of the recurrence's constants are variables; the others are in memory. */
  readonly onStack: number;
  /** How often the code of the partial rounds runs: 1 for all unrolled, or 2 for a loop over half of them. */
  readonly loops: 1 | 2;
};

/** Yul that returns element 0 of the permuted state `(tag, inputs)`. */
function permutation(parameters: PoseidonParameters, layout: Layout): string[] {
  const instance = scaledRecurrence(parameters);
  const { t, firstConstants, lastConstants, mds, enter, leave, partialConstants } = instance;
  const state = Array.from({ length: t }, (_, i) => `s${i}`);
  const all = state.join(", ");
  const full = (constants: readonly bigint[]) => [...sboxes(state, constants), `${all} := mix(${all})`];
  return [
    ...mixFunction(mds, state),
    "let r := R",
    "let s0 := tag",
    ...state.slice(1).map((s, i) => `let ${s} := calldataload(add(inputs, ${32 * i}))`),
    ...refusal(state),
    ...firstConstants.slice(0, -1).flatMap(full),
    ...sboxes(state, firstConstants.at(-1)!),
    ...product(enter, state, [hex(partialConstants[0]!)]),
    ...partialRounds(instance, state, layout),
    ...product(leave, state),
    ...lastConstants.slice(0, -1).flatMap(full),
    ...sboxes(state, lastConstants.at(-1)!),
    `mstore(0x00, mod(${sum(products(mds[0]!, state))}, r))`,
    "return(0x00, 0x20)",
  ];
}

/**
 * The recurrence with x_(k+1) = f_0 y_k + Σ h_i z_(k+1-i) instead of taps on the new value, and with x divided by g and
 * z by g^5, so that f_0 and the h_i are multiplied by g^4: if one of them has a fourth root, which one number in four
 * has, g is chosen so that it becomes 1. For P5 none has, and nothing is scaled.
 */
function scaledRecurrence(parameters: PoseidonParameters) {
  const instance = recurrenceOf(parameters);
  const { taps, feedback, leave, enter } = instance;
  const [f0 = 0n, ...others] = taps;
  const outputs = [f0, ...others.map((tap, i) => reduce(tap + f0 * feedback[i]!))];
  const g = outputs.map((output) => fourthRoot(inverse(output))).find((root) => root !== undefined) ?? 1n;
  const times = (row: readonly bigint[], factor: bigint) => row.map((x) => reduce(x * factor));
  const [byX, byZ] = [inverse(g), inverse(g ** 5n % FIELD_ORDER)];
  return {
    ...instance,
    outputs: times(outputs, g ** 4n),
    partialConstants: times(instance.partialConstants, byX),
    enter: enter.map((row, i) => times(row, i === 0 ? byX : byZ)),
    // From (x, z_k, …). Here x is the value after one more round, without that round's constant.
    leave: leave.map((row, i) =>
      i === 0 ? row.map((_, j) => (j === 0 ? g : 0n)) : [0n, ...times(row.slice(0, -1), g ** 5n)],
    ),
  };
}
type ScaledRecurrence = ReturnType<typeof scaledRecurrence>;

function fourthRoot(value: bigint): bigint | undefined {
  const { Fr } = bn254.fields;
  try {
    // -1 is a square, so either both square roots are squares themselves, or neither is.
    return Fr.sqrt(Fr.sqrt(value));
  } catch {
    return undefined;
  }
}

/** Reverts with the first value that is not below r, if there is one. */
function refusal(state: readonly string[]): string[] {
  const below = state.map((s) => `lt(${s}, r)`).reduce((right, left) => `and(${left}, ${right})`);
  return [
    `if iszero(${below}) {`,
    "    mstore(0x00, shl(224, NOT_A_FIELD_ELEMENT))",
    "    let value := s0",
    ...state.slice(1).map((s) => `    if lt(value, r) { value := ${s} }`),
    "    mstore(0x04, value)",
    "    revert(0x00, 0x24)",
    "}",
  ];
}

/** Every s becomes `(s + constant)^5`; it may be any word before, and is below r after. */
function sboxes(state: readonly string[], constants: readonly bigint[]): string[] {
  return block([
    "let q",
    ...state.flatMap((s, i) => [
      `${s} := addmod(${s}, ${hex(constants[i]!)}, r)`,
      `q := mulmod(${s}, ${s}, r)`,
      `${s} := mulmod(${s}, mulmod(q, q, r), r)`,
    ]),
  ]);
}

function partialRounds(instance: ScaledRecurrence, [x, ...z]: readonly string[], { onStack, loops }: Layout) {
  const { feedback, outputs, partialConstants } = instance;
  const constants = [...feedback, ...outputs.filter((output) => output !== 1n)];
  const names = constants.map((_, i) => (i < onStack ? `c${i}` : `mload(${MEMORY[i - onStack]})`));
  const a = names.slice(0, z.length);
  const h = names.slice(z.length);
  if (outputs.includes(1n)) h.splice(outputs.indexOf(1n), 0, "");

  const inLoop = partialConstants.length / loops;
  // After each round, the next one's.
  const added = (round: number) => partialConstants[round + 1] ?? 0n;
  const rounds = Array.from({ length: inLoop }, (_, round) => {
    const now = z.map((_, i) => z.at((i - round) % z.length)!);
    const first = added(round);
    const change = hex(first ^ added(round + inLoop));
    const constant = loops === 1 ? hex(first) : `xor(${hex(first)}, mul(second, ${change}))`;
    return [
      `q := mulmod(${x}, ${x}, r)`,
      `q := mulmod(${x}, mulmod(q, q, r), r)`,
      `${x} := ${sum([...["q", ...now].map((name, i) => times(name, h[i]!)), constant])}`,
      `${now.at(-1)} := ${sum(["q", ...now.map((name, i) => times(name, a[i]!))])}`,
    ];
  }).flat();
  return block([
    ...constants.map((value, i) =>
      i < onStack ? `let ${names[i]} := ${hex(value)}` : `mstore(${MEMORY[i - onStack]}, ${hex(value)})`,
    ),
    ...(loops === 1
      ? ["let q", ...rounds]
      : ["for { let second := 0 } lt(second, 2) { second := add(second, 1) }", ...block(["let q", ...rounds])]),
  ]);
}

/** A function for the product with M. r is a variable if the stack has room for one, which makes the code shorter. */
function mixFunction(mds: Matrix, state: readonly string[]): string[] {
  const outputs = state.map((_, i) => `n${i}`);
  const rows = mds.map((row, i) => `${outputs[i]} := ${sum(products(row, state))}`);
  const body = state.length > SUMMANDS ? rows.map((row) => row.replaceAll("r)", "R)")) : ["let r := R", ...rows];
  return [`function mix(${state.join(", ")}) -> ${outputs.join(", ")}`, ...block(body)];
}

/** `state := matrix · state`, with values added to element 0. */
function product(matrix: Matrix, state: readonly string[], added: readonly string[] = []): string[] {
  const rows = matrix.map((row, i) => sum([...products(row, state), ...(i === 0 ? added : [])]));
  return block([...rows.map((row, i) => `let n${i} := ${row}`), ...state.map((s, i) => `${s} := n${i}`)]);
}

const products = (row: readonly bigint[], names: readonly string[]) =>
  row.flatMap((factor, i) => (factor === 0n ? [] : [times(names[i]!, hex(factor))]));

/** A product modulo r; no factor stands for 1. */
const times = (name: string, factor: string) => (factor === "" ? name : `mulmod(${name}, ${factor}, r)`);

/** The sum of values below r: any word if there are at most five of them, else below r. */
function sum(values: readonly string[]): string {
  // Arguments are evaluated from the last to the first. In this order, only one sum waits on the stack.
  const add = (list: readonly string[]) => list.reduce((right, left) => join("add", left, right));
  if (values.length <= SUMMANDS) return add(values);
  return join("addmod", add(values.slice(SUMMANDS)), `${add(values.slice(0, SUMMANDS))}, r`);
}

/** An expression of two operands, with a line break after the first one if it is long. */
const join = (operation: string, left: string, right: string) =>
  `${operation}(${left},${left.length > CONSTANT - 1 ? "\n        " : " "}${right})`;

const block = (lines: readonly string[]) => ["{", ...indented(lines, 4), "}"];
const indented = (lines: readonly string[], spaces: number) =>
  lines.flatMap((line) => line.split("\n")).map((line) => `${" ".repeat(spaces)}${line}`);
const hex = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

export const generated = [poseidonSolidity];
