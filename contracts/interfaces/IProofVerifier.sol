// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title IProofVerifier
/// @notice Verifies Groth16 proofs over BN254 for one circuit, under one key.
/// @dev A verifier is pinned to its circuit. docs/protocol/4-proofs.md explains the public signals, and which of
/// them the caller must take from storage or check.
///
/// WARNING: a proof does not identify anything. Anybody can turn a valid proof into another valid one for the same
/// signals.
interface IProofVerifier {
    /// @notice The key is for development: anybody can forge proofs under it, so only chain 31337 may use it.
    error DevelopmentKeyOffLocalChain();

    /// @notice Whether a proof is valid for these public signals.
    /// @dev Returns false, without reverting, for any malformed input: another length of proof or number of signals, a
    /// signal not below r, a coordinate not below p, a point at infinity, off its curve or outside of its group.
    /// Reverts if gas runs out, so that too little gas cannot make a valid proof look invalid.
    /// @param proof 256 bytes: `A.x ‖ A.y ‖ B.x1 ‖ B.x0 ‖ B.y1 ‖ B.y0 ‖ C.x ‖ C.y`, imaginary parts first.
    /// @param publicSignals All public signals of the circuit, in its order.
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external view returns (bool);
}
