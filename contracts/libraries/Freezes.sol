// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Freezes
/// @notice A list of freezes, oldest first. Each covers more than the ones before, and records no smaller size.
/// @dev A later freeze that covers no more than an earlier one is not stored: recorded sizes never decrease, so it
/// would change nothing. So `from` strictly decreases, and the first freeze in the list that covers a place decides.
library Freezes {
    /// @notice A freeze stops batches from becoming final.
    /// @param from The first index of the log, or the first position of the batch log, that it covers.
    /// @param size The operator's `finalSize` at the freeze. Covered batches at positions below it stay final.
    struct Freeze {
        uint64 from;
        uint64 size;
    }

    /// @notice The value of `log` in freezes and questions about the batch log. No header has it as its log.
    bytes32 internal constant BATCH_LOG = 0;
    uint256 private constant MOST = 16;

    /// @notice Adds a freeze; the sixteenth covers everything.
    /// @return added Whether it covers more than the ones before.
    /// @return covered The first index or position that it covers.
    function add(Freeze[] storage list, uint64 from, uint64 size) internal returns (bool added, uint64 covered) {
        uint256 length = list.length;
        if (length != 0 && from >= list[length - 1].from) return (false, from);
        // A list of this length ends with a freeze that covers everything, so it never grows longer.
        covered = length == MOST - 1 ? 0 : from;
        list.push(Freeze(covered, size));
        return (true, covered);
    }

    /// @notice Batches at this place can be final only below the returned position; 2^64 - 1 if no freeze covers them.
    function limit(Freeze[] storage list, uint64 place) internal view returns (uint64) {
        uint256 length = list.length;
        for (uint256 i = 0; i < length; ++i) {
            Freeze memory freeze = list[i];
            if (place >= freeze.from) return freeze.size;
        }
        return type(uint64).max;
    }
}
