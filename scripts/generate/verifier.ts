import { bn254 } from "@noble/curves/bn254.js";
import { toGroth16Key, type VerificationKey } from "../circuits/vkey.ts";
import { isForgeable } from "../../src/proof/development.ts";

type RenderVerifierParameters = {
  /** The circuit's name, `disclosure` for `DisclosureVerifier`. */
  name: string;
  vkey: VerificationKey;
  /** Whether anybody can forge proofs under this key: then the contract refuses every chain but 31337. */
  development: boolean;
  /** The names of the public signals in their order, in camel case. */
  signals: readonly string[];
};

/**
 * Renders the Solidity contract that verifies proofs of one circuit under one key.
 *
 * Every point of the key is checked to lie on its curve and in its group, since the contract trusts its key.
 *
 * @throws If the key is not a sound one for these signals.
 */
export function renderVerifier({ name, vkey, development, signals }: RenderVerifierParameters): string {
  const title = name[0]?.toUpperCase() + name.slice(1);
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new Error(`"${name}" is not a name for a circuit`);
  if (vkey.protocol !== "groth16" || vkey.curve !== "bn128") {
    throw new Error(`The key is for ${vkey.protocol} over ${vkey.curve}, not for groth16 over bn128`);
  }
  if (vkey.nPublic !== signals.length || vkey.IC.length !== signals.length + 1) {
    throw new Error(`The key is for ${vkey.nPublic} signals with ${vkey.IC.length} points, not for ${signals.length}`);
  }
  const constants = signals.map(screamingSnakeCase);
  const repeated = constants.find((constant, index) => constants.indexOf(constant) !== index);
  if (repeated !== undefined) throw new Error(`Two signals have the name ${repeated}`);

  const points = pointsOf(vkey, signals, development);
  return `// SPDX-License-Identifier: MIT
// Written by scripts/generate/verifier.ts from the circuit's verification key: do not edit.
pragma solidity ^0.8.28;

import {IProofVerifier} from "../interfaces/IProofVerifier.sol";
import {Groth16} from "../libraries/Groth16.sol";

/// @title ${title}Signals
/// @notice Where each public signal of the circuit \`${name}\` stands.
library ${title}Signals {
${constants.map((constant, index) => `    uint256 internal constant ${constant} = ${index};`).join("\n")}
}

/// @title ${title}Verifier
/// @notice Verifies proofs of the circuit \`${name}\`.
${
  development
    ? `/// @dev The key is for development: anybody can forge proofs under it, so only chain 31337 may use it.
`
    : ""
}contract ${title}Verifier is IProofVerifier {
    /// @dev Points of G1 as x, y; of G2 as x1, x0, y1, y0, imaginary parts first.
    bytes private constant KEY =
${points
  .map(({ comment, words }) => [`        // ${comment}`, ...words.map((word) => `        hex"${word}"`)].join("\n"))
  .join("\n")};
${
  development
    ? `
    constructor() {
        _refuseOtherChains();
    }
`
    : ""
}
    /// @inheritdoc IProofVerifier
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external view returns (bool) {
${development ? "        _refuseOtherChains();\n" : ""}        return Groth16.verify(KEY, proof, publicSignals);
    }
${
  development
    ? `
    function _refuseOtherChains() private view {
        if (block.chainid != 31337) revert DevelopmentKeyOffLocalChain();
    }
`
    : ""
}}
`;
}

type Points = readonly { readonly comment: string; readonly words: readonly string[] }[];

/** Returns the key's points in the contract's order. @throws If the key is not a sound one */
function pointsOf(vkey: VerificationKey, signals: readonly string[], development: boolean): Points {
  const gamma = g2("gamma", vkey.vk_gamma_2);
  const delta = g2("delta", vkey.vk_delta_2);
  // The mark of a key without a contribution: anyone can forge proofs under it. A point and its negative have the same
  // x.
  if (gamma.slice(0, 2).join() === delta.slice(0, 2).join()) {
    throw new Error("delta is gamma or its negative: the key has no contribution");
  }
  if (!development && isForgeable(toGroth16Key(vkey))) {
    throw new Error("everybody knows delta's logarithm: it is the development beacon's");
  }
  return [
    { comment: "alpha", words: g1("alpha", vkey.vk_alpha_1) },
    { comment: "beta", words: g2("beta", vkey.vk_beta_2) },
    { comment: "gamma", words: gamma },
    { comment: "delta", words: delta },
    ...vkey.IC.map((point, index) => ({
      comment: `IC_${index}${index === 0 ? "" : `, ${signals[index - 1]}`}`,
      words: g1(`IC_${index}`, point),
    })),
  ];
}

/** A point of G1 as the hex words of x and y. */
function g1(name: string, [x, y, z, ...rest]: readonly string[]): string[] {
  if (z !== "1" || rest.length > 0) throw new Error(`${name} is not an affine point of G1`);
  const point = { x: coordinate(name, x), y: coordinate(name, y) };
  sound(name, bn254.G1.Point.fromAffine(point));
  return [point.x, point.y].map(word);
}

/** A point of G2 as the hex words of x and y, imaginary parts first. */
function g2(name: string, [x, y, z, ...rest]: readonly (readonly string[])[]): string[] {
  if (z?.join() !== "1,0" || rest.length > 0) throw new Error(`${name} is not an affine point of G2`);
  const point = { x: extension(name, x), y: extension(name, y) };
  sound(name, bn254.G2.Point.fromAffine(point));
  return [point.x.c1, point.x.c0, point.y.c1, point.y.c0].map(word);
}

function extension(name: string, [c0, c1, ...rest]: readonly string[] = []): { c0: bigint; c1: bigint } {
  if (rest.length > 0) throw new Error(`${name} has a coordinate of more than two parts`);
  return { c0: coordinate(name, c0), c1: coordinate(name, c1) };
}

function coordinate(name: string, decimal: string | undefined): bigint {
  if (decimal === undefined || !/^(0|[1-9][0-9]*)$/.test(decimal) || BigInt(decimal) >= bn254.fields.Fp.ORDER) {
    throw new Error(`${name} has the coordinate ${decimal}, which is not a decimal below p`);
  }
  return BigInt(decimal);
}

/** On the curve, in the group, and not the point at infinity. */
function sound(name: string, point: { is0: () => boolean; assertValidity: () => void }): void {
  try {
    if (point.is0()) throw new Error("It is the point at infinity");
    point.assertValidity();
  } catch (cause) {
    throw new Error(`${name} is not a point of its group`, { cause });
  }
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

/** `zkRoot` as `ZK_ROOT`, `value0` as `VALUE_0`. */
function screamingSnakeCase(name: string): string {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new Error(`"${name}" is not a name for a signal`);
  return name.replace(/([a-z])([A-Z0-9])/g, "$1_$2").toUpperCase();
}
