// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Statements
/// @notice EIP-712 struct hashes of what an operator's keys sign under the registry's domain.
library Statements {
    /// @notice The role of an anchor key in `KeyPossession`.
    uint8 internal constant ANCHOR_KEY = 1;
    /// @notice The role of a receipt key in `KeyPossession`.
    uint8 internal constant RECEIPT_KEY = 2;

    bytes32 internal constant KEY_POSSESSION_TYPEHASH = keccak256("KeyPossession(address operator,uint8 role)");
    bytes32 internal constant CHECKPOINT_TYPEHASH = keccak256("Checkpoint(address operator,uint64 size,bytes32 root)");

    /// @notice A key states that it serves an operator in a role.
    function keyPossession(address operator, uint8 role) internal pure returns (bytes32) {
        return keccak256(abi.encode(KEY_POSSESSION_TYPEHASH, operator, role));
    }

    /// @notice An anchor key states the size and root of its operator's batch log.
    function checkpoint(address operator, uint64 size, bytes32 root) internal pure returns (bytes32) {
        return keccak256(abi.encode(CHECKPOINT_TYPEHASH, operator, size, root));
    }
}
