// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title IProofVerifier
/// @notice Verifies Groth16 proofs over BN254 for one circuit, under one key.
/// @dev A verifier is pinned to its circuit: what the public signals mean, and which of them the caller must take from
/// storage or check for itself, is in section 7 of docs/PROTOCOL.md.
///
/// WARNING: a proof is no identifier. Anybody can turn a valid proof into another valid one for the same signals.
interface IProofVerifier {
    /// @notice The key is for development: anybody can forge proofs under it, so only chain 31337 may use it.
    error DevelopmentKeyOffLocalChain();

    /// @notice Whether a proof is valid for these public signals.
    /// @dev False, without reverting, for whatever is wrong with the input: another length of proof or number of
    /// signals, a signal not below r, a coordinate not below p, a point at infinity, off its curve or outside of its
    /// group. Reverts if gas runs out, so that nobody can make a valid proof look invalid by sending too little.
    /// @param proof 256 bytes: `A.x ‖ A.y ‖ B.x1 ‖ B.x0 ‖ B.y1 ‖ B.y0 ‖ C.x ‖ C.y`, imaginary parts first.
    /// @param publicSignals All public signals of the circuit, in its order.
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external view returns (bool);
}
