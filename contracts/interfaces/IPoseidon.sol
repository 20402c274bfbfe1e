// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title IPoseidon
/// @notice The permutations P4 and P5 over the field of order r (protocol/1-verify, section 8.1).
interface IPoseidon {
    /// @notice The value is not below r. Reduced, it would equal another value.
    error NotAFieldElement(uint256 value);

    /// @notice P4 with a tag in the capacity element: element 0 of the last state.
    /// @param tag Below r.
    /// @param inputs Each below r.
    function p4(uint256 tag, uint256[4] calldata inputs) external view returns (uint256);

    /// @notice P5 with a tag in the capacity element: element 0 of the last state.
    /// @param tag Below r.
    /// @param inputs Each below r.
    function p5(uint256 tag, uint256[5] calldata inputs) external view returns (uint256);
}
