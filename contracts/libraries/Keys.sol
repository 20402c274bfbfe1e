// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Statements} from "./Statements.sol";

/// @title Keys
/// @notice The keys of one operator: for each role the one in effect, and at most one that follows it.
/// @dev Keeps: an account is a key of an operator in one role and for one period; periods of a role adjoin each other;
/// no period begins or ends in the past of the call that fixes it. Times in Unix seconds.
library Keys {
    /// @notice The account serves, or has served, the operator as a key: a key has one role, once.
    error KeyUsedBefore(address key);
    /// @notice A role is 1, the anchor key, or 2, the receipt key.
    error UnknownRole(uint8 role);
    /// @notice The role's last rotation has not taken effect; it does at `from`, in Unix seconds.
    error RotationPending(uint8 role, uint64 from);

    /// @notice A key is in effect from `from` until just before `until`; 0 if no end is known. Role 0: never.
    struct Period {
        uint8 role;
        uint48 from;
        uint48 until;
    }

    /// @notice `next` is zero, or takes effect when its period begins.
    struct Pair {
        address current;
        address next;
    }

    struct Keyring {
        mapping(uint8 role => Pair) pairs;
        mapping(address key => Period) periods;
    }

    /// @notice Sets a role's first key.
    function start(Keyring storage self, uint8 role, address key) internal {
        _use(self, role, key, uint48(block.timestamp));
        self.pairs[role].current = key;
    }

    /// @notice Announces a role's next key, which takes effect at `from`, and with that the end of the last.
    function rotate(Keyring storage self, uint8 role, address key, uint48 from) internal {
        if (role != Statements.ANCHOR_KEY && role != Statements.RECEIPT_KEY) revert UnknownRole(role);
        Pair storage pair = self.pairs[role];
        if (pair.next != address(0)) {
            uint48 pending = self.periods[pair.next].from;
            if (block.timestamp < pending) revert RotationPending(role, pending);
            promote(self, role);
        }
        _use(self, role, key, from);
        self.periods[pair.current].until = from;
        pair.next = key;
    }

    /// @notice Makes a role's next key its current one. For callers that know that its period has begun.
    function promote(Keyring storage self, uint8 role) internal {
        Pair storage pair = self.pairs[role];
        pair.current = pair.next;
        delete pair.next;
    }

    /// @notice The key that is in effect in a role in this block; zero if there is none.
    function current(Keyring storage self, uint8 role) internal view returns (address) {
        Pair storage pair = self.pairs[role];
        address next = pair.next;
        return next != address(0) && block.timestamp >= self.periods[next].from ? next : pair.current;
    }

    function _use(Keyring storage self, uint8 role, address key, uint48 from) private {
        if (self.periods[key].role != 0) revert KeyUsedBefore(key);
        self.periods[key] = Period(role, from, 0);
    }
}
