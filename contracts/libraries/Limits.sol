// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Limits
/// @notice The bounds of numbers in version 1 (protocol/1-verify, section 3).
library Limits {
    /// @notice The greatest index, size, position and time, in fields of any width: a double holds it exactly.
    uint64 internal constant MAX_NUMBER = 2 ** 53 - 1;
    /// @notice The maximum number of entries in a batch.
    uint32 internal constant MAX_COUNT = 65_536;
    /// @notice r: the order of BN254, the field of the circuits.
    uint256 internal constant FIELD_ORDER = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001;
    /// @notice An operator's times may be this many seconds ahead of the block that they are compared with. Clocks
    /// differ, chains halt, and a rollup that loses blocks of its own writes others with earlier times.
    uint64 internal constant CHAIN_LAG = 1 hours;

    /// @notice Whether an operator's time is too far ahead of a block's time.
    /// @param time In Unix milliseconds.
    /// @param blockTime In Unix seconds.
    function isAhead(uint64 time, uint256 blockTime) internal pure returns (bool) {
        return time > (blockTime + CHAIN_LAG) * 1000;
    }
}
