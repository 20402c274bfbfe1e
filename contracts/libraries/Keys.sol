// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Statements} from "./Statements.sol";

/// @title Keys
/// @notice The keys of one operator. Each role has one key in effect, and at most one announced key that follows it.
/// @dev Rules: an account is a key of an operator in one role and for one period. The periods of a role adjoin each
/// other. No period begins or ends before the block of the call that sets it. Times are in Unix seconds.
library Keys {
    /// @notice The account is or was a key of the operator already. An account can be a key in one role, once.
    error KeyUsedBefore(address key);
    /// @notice A role is 1, the anchor key, or 2, the receipt key.
    error UnknownRole(uint8 role);
    /// @notice The role's last rotation has not taken effect. It takes effect at `from`, in Unix seconds.
    error RotationPending(uint8 role, uint64 from);

    /// @notice A key is in effect from `from` until just before `until`. `until` is 0 if no end is known; `role` is 0
    /// if the account was never a key.
    struct Period {
        uint8 role;
        uint48 from;
        uint48 until;
    }

    /// @notice The key that was announced last, and the one before it, or zero.
    struct Pair {
        address previous;
        address last;
    }

    struct Keyring {
        mapping(uint8 role => Pair) pairs;
        mapping(address key => Period) periods;
    }

    /// @notice Adds a role's key, which takes effect at `from`: the first one, or the next in `rotate`.
    function add(Keyring storage self, uint8 role, address key, uint48 from) internal {
        if (self.periods[key].role != 0) revert KeyUsedBefore(key);
        self.periods[key] = Period(role, from, 0);
        self.pairs[role] = Pair(self.pairs[role].last, key);
    }

    /// @notice Announces a role's next key. It takes effect at `from`, when the last key ends.
    function rotate(Keyring storage self, uint8 role, address key, uint48 from) internal {
        if (role != Statements.ANCHOR_KEY && role != Statements.RECEIPT_KEY) revert UnknownRole(role);
        Period storage last = self.periods[self.pairs[role].last];
        if (block.timestamp < last.from) revert RotationPending(role, last.from);
        last.until = from;
        add(self, role, key, from);
    }

    /// @notice Whether a key is in effect in a role in this block.
    function inEffect(Keyring storage self, uint8 role, address key) internal view returns (bool) {
        Period memory period = self.periods[key];
        if (period.role != role || block.timestamp < period.from) return false;
        return period.until == 0 || block.timestamp < period.until;
    }

    /// @notice The key that is in effect in a role in this block, or zero.
    function current(Keyring storage self, uint8 role) internal view returns (address) {
        Pair memory pair = self.pairs[role];
        return block.timestamp < self.periods[pair.last].from ? pair.previous : pair.last;
    }
}
