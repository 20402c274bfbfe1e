// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Limits} from "./Limits.sol";

/// @title Groth16
/// @notice Verifies Groth16 proofs over BN254 with the precompiles of EIP-196 and EIP-197.
/// @dev A proof (A, B, C) for the signals s_1 … s_n is valid under a key if
///
///     e(A, B) = e(alpha, beta) · e(X, gamma) · e(C, delta)      with X = IC_0 + Σ s_i · IC_i
///
/// which the pairing precompile checks as e(-A, B) · e(alpha, beta) · e(X, gamma) · e(C, delta) = 1.
///
/// A key is 14 + 2(n + 1) words: `alpha ‖ beta ‖ gamma ‖ delta ‖ IC_0 ‖ … ‖ IC_n`. A point of G1 is `x ‖ y`, a point of
/// G2 is `x1 ‖ x0 ‖ y1 ‖ y0`, imaginary parts first. Keys are trusted: their points are checked when they are written
/// into code.
library Groth16 {
    /// @notice The order of the field of coordinates, p.
    uint256 internal constant P = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47;

    /// @dev The gas of a pairing of four pairs (EIP-1108), with the 64th part that a call keeps back. A call that
    /// failed with more gas than this did not run out of gas. NOTE: on a chain that prices the pairing higher, a valid
    /// proof that is sent with too little gas can read as invalid.
    uint256 private constant PAIRING_GAS = 45_000 + 4 * 34_000 + 4_000;

    /// @notice Whether a proof is valid for these signals.
    /// @dev Returns and reverts as `IProofVerifier.verify` says.
    /// @param key The key. Its length must fit the number of signals.
    /// @param proof `A ‖ B ‖ C`, 256 bytes.
    /// @param signals The public signals.
    function verify(bytes memory key, bytes calldata proof, uint256[] calldata signals) internal view returns (bool) {
        if (key.length != 0x200 + 0x40 * signals.length) return false;
        if (proof.length != 0x100 || !_finite(proof)) return false;
        (bool inRange, uint256[2] memory x) = _combined(key, signals);
        return inRange && _paired(key, proof, x);
    }

    /// @dev Returns X = IC_0 + Σ s_i · IC_i, and whether all signals are below r. The key's points are valid and the
    /// signals below r, so a precompile can only fail for lack of gas.
    function _combined(
        bytes memory key,
        uint256[] calldata signals
    ) private view returns (bool inRange, uint256[2] memory x) {
        uint256 r = Limits.FIELD_ORDER;
        assembly ("memory-safe") {
            // Beyond the free memory pointer: the sum so far, then s_i · IC_i.
            let sum := mload(0x40)
            let product := add(sum, 0x40)
            let ic := add(key, 0x1e0)
            mcopy(sum, ic, 0x40)
            inRange := 1
            let next := signals.offset
            for {
                let end := add(next, shl(5, signals.length))
            } lt(next, end) {
                next := add(next, 0x20)
            } {
                ic := add(ic, 0x40)
                let signal := calldataload(next)
                // Unused signals are 0, and cost no multiplication.
                if iszero(signal) {
                    continue
                }
                if iszero(lt(signal, r)) {
                    inRange := 0
                    break
                }
                mcopy(product, ic, 0x40)
                mstore(add(product, 0x40), signal)
                let multiplied := staticcall(gas(), 0x07, product, 0x60, product, 0x40)
                let added := staticcall(gas(), 0x06, sum, 0x80, sum, 0x40)
                if iszero(and(multiplied, added)) {
                    revert(0, 0)
                }
            }
            mcopy(x, sum, 0x40)
        }
    }

    /// @dev Whether e(-A, B) · e(alpha, beta) · e(X, gamma) · e(C, delta) = 1.
    function _paired(bytes memory key, bytes calldata proof, uint256[2] memory x) private view returns (bool one) {
        assembly ("memory-safe") {
            // Beyond the free memory pointer: four pairs of a point of G1 (two words) and one of G2 (four).
            let pairs := mload(0x40)
            let point := add(key, 0x20)
            // -A, B
            calldatacopy(pairs, proof.offset, 0xc0)
            mstore(add(pairs, 0x20), sub(P, mload(add(pairs, 0x20))))
            // alpha, beta
            mcopy(add(pairs, 0x0c0), point, 0xc0)
            // X, gamma
            mcopy(add(pairs, 0x180), x, 0x40)
            mcopy(add(pairs, 0x1c0), add(point, 0xc0), 0x80)
            // C, delta
            calldatacopy(add(pairs, 0x240), add(proof.offset, 0xc0), 0x40)
            mcopy(add(pairs, 0x280), add(point, 0x140), 0x80)

            let enough := gt(gas(), PAIRING_GAS)
            let answered := staticcall(gas(), 0x08, pairs, 0x300, 0x00, 0x20)
            if iszero(or(answered, enough)) {
                revert(0, 0)
            }
            // If the chain has no such precompile, the call succeeds and returns nothing.
            one := and(and(answered, eq(returndatasize(), 0x20)), eq(mload(0x00), 1))
        }
    }

    /// @dev Refuses two inputs that the pairing precompile accepts: a point at infinity, written as zeros, and (0, p)
    /// as A, whose negation is also infinity. The precompile refuses coordinates that are not below p, and points that
    /// are off their curve or outside of their group.
    function _finite(bytes calldata proof) private pure returns (bool) {
        uint256[8] memory words = abi.decode(proof, (uint256[8]));
        return words[1] < P && words[2] | words[3] | words[4] | words[5] != 0 && words[6] | words[7] != 0;
    }
}
