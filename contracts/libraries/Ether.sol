// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Ether
/// @notice Pays and burns ether.
library Ether {
    /// @notice Where burned ether goes: nobody has this account's key.
    address internal constant BURNED = 0x000000000000000000000000000000000000dEaD;

    /// @notice The receiver refused.
    error TransferFailed(address to, uint256 amount);

    /// @notice Pays this contract's ether, with all gas. Write all state before you call it.
    function pay(address to, uint256 amount) internal {
        (bool sent, ) = to.call{value: amount}("");
        if (!sent) revert TransferFailed(to, amount);
    }

    /// @notice Burns this contract's ether.
    function burn(uint256 amount) internal {
        if (amount != 0) pay(BURNED, amount);
    }
}
