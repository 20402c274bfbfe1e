// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Recovers its owner's signature, as most contract wallets do. Not part of any deployment.
contract OwnedWallet {
    address private immutable OWNER;

    constructor(address owner) {
        OWNER = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signed) external view returns (bytes4) {
        bool valid = ecrecover(hash, uint8(signed[64]), bytes32(signed[:32]), bytes32(signed[32:64])) == OWNER;
        return valid ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
