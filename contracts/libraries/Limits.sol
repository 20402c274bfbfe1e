// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Limits
/// @notice The bounds of numbers in version 1 (PROTOCOL, section 1).
library Limits {
    /// @notice The greatest index, size, position and time, whatever their width: what a double holds exactly.
    uint64 internal constant MAX_NUMBER = 2 ** 53 - 1;
    /// @notice The most entries of a batch.
    uint32 internal constant MAX_COUNT = 65_536;
    /// @notice r: the order of BN254, the field of the circuits.
    uint256 internal constant FIELD_ORDER =
        21888242871839275222246405745257275088548364400416034343698204186575808495617;
    /// @notice A batch may be closed this many seconds after the time of a checkpoint that covers it: clocks differ.
    uint64 internal constant CLOCK_SKEW = 5 minutes;
}
