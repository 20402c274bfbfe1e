// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @dev Instrumented contracts call this library. The simulated network reports every call to this address to the
/// coverage run. On any other network the address has no code, and the call does nothing.
library Hits {
    address private constant COLLECTOR = 0xc0bEc0BEc0BeC0bEC0beC0bEC0bEC0beC0beC0BE;

    /// @dev Reports that a statement is reached.
    function hit(uint256 id) internal pure {
        _asPure(_report)(id);
    }

    /// @dev Says which way a condition went: `id` if it holds, `id + 1` if not.
    function branch(bool holds, uint256 id) internal pure returns (bool) {
        _asPure(_report)(holds ? id : id + 1);
        return holds;
    }

    function _report(uint256 id) private view {
        assembly ("memory-safe") {
            mstore(0x00, id)
            pop(staticcall(gas(), COLLECTOR, 0x00, 0x20, 0x00, 0x00))
        }
    }

    function _asPure(function(uint256) view f) private pure returns (function(uint256) pure g) {
        assembly {
            g := f
        }
    }
}
