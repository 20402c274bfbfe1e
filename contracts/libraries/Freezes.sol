// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Freezes
/// @notice A list of freezes in the order of time. Each covers more than the ones before, and records no less.
/// @dev A later freeze that covers no more than an earlier one changes nothing, since the sizes that freezes record
/// never decrease: so `from` strictly decreases, and the first of the list that covers something binds it.
library Freezes {
    /// @notice What stops batches from becoming final.
    /// @param from The first index of the log, or the first position of the batch log, that it covers.
    /// @param size The operator's `finalSize` when it happened: what it covers at positions below stays final.
    struct Freeze {
        uint64 from;
        uint64 size;
    }

    /// @notice The log of freezes, and of questions, that are about the batch log. No header is of it.
    bytes32 internal constant BATCH_LOG = 0;
    uint256 private constant MOST = 16;

    /// @notice Adds a freeze; the sixteenth covers everything.
    /// @return added Whether it covers more than the ones before.
    /// @return covered From where on it covers.
    function add(Freeze[] storage list, uint64 from, uint64 size) internal returns (bool added, uint64 covered) {
        uint256 length = list.length;
        if (length != 0 && from >= list[length - 1].from) return (false, from);
        // A list of this length ends with one that covers everything, so it never grows beyond.
        covered = length == MOST - 1 ? 0 : from;
        list.push(Freeze(covered, size));
        return (true, covered);
    }

    /// @notice Below which position batches at this place can be final; 2^64 - 1 if no freeze covers them.
    function limit(Freeze[] storage list, uint64 place) internal view returns (uint64) {
        uint256 length = list.length;
        for (uint256 i = 0; i < length; ++i) {
            Freeze memory freeze = list[i];
            if (place >= freeze.from) return freeze.size;
        }
        return type(uint64).max;
    }
}
