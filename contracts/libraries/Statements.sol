// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Statements
/// @notice EIP-712 struct hashes of the statements that operators' keys and wallets sign under the registry's domain.
library Statements {
    /// @notice The role of an anchor key in `KeyPossession`.
    uint8 internal constant ANCHOR_KEY = 1;
    /// @notice The role of a receipt key in `KeyPossession`.
    uint8 internal constant RECEIPT_KEY = 2;

    bytes32 internal constant DOMAIN_TYPEHASH = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 internal constant KEY_POSSESSION_TYPEHASH = keccak256("KeyPossession(address operator,uint8 role)");
    bytes32 internal constant CHECKPOINT_TYPEHASH = keccak256("Checkpoint(address operator,uint64 size,bytes32 root)");
    bytes32 internal constant RECEIPT_TYPEHASH = keccak256(
        "Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)"
    );
    bytes32 internal constant EXTERNALLY_OWNED_TYPEHASH = keccak256("ExternallyOwned(address account)");
    bytes32 internal constant AUTHORIZE_CLAIM_TYPEHASH = keccak256(
        "AuthorizeClaim(address operator,bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)"
    );

    /// @notice The separator of the registry's own domain.
    function registryDomain(address registry) internal view returns (bytes32) {
        return domain(keccak256("anchorlog"), keccak256("1"), block.chainid, registry);
    }

    /// @notice The separator of an EIP-712 domain with the four members that all domains here have.
    function domain(
        bytes32 nameHash,
        bytes32 versionHash,
        uint256 chainId,
        address registry
    ) internal pure returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPEHASH, nameHash, versionHash, chainId, registry));
    }

    /// @notice A key's statement that it serves an operator in a role.
    function keyPossession(address operator, uint8 role) internal pure returns (bytes32) {
        return keccak256(abi.encode(KEY_POSSESSION_TYPEHASH, operator, role));
    }

    /// @notice An anchor key's statement of the size and root of its operator's batch log.
    function checkpoint(address operator, uint64 size, bytes32 root) internal pure returns (bytes32) {
        return keccak256(abi.encode(CHECKPOINT_TYPEHASH, operator, size, root));
    }

    /// @notice A receipt key's statement that an entry stands at an index of a log, and its promise to anchor the
    /// entry.
    function receipt(bytes32 log, uint64 index, bytes32 entryHash, uint64 acceptedAt) internal pure returns (bytes32) {
        return keccak256(abi.encode(RECEIPT_TYPEHASH, log, index, entryHash, acceptedAt));
    }

    /// @notice An account's statement that it has a key, and so is not a contract wallet.
    function externallyOwned(address account) internal pure returns (bytes32) {
        return keccak256(abi.encode(EXTERNALLY_OWNED_TYPEHASH, account));
    }

    /// @notice A subject's permission for an account to have a claim. The nullifier stands for an entry and a scope.
    /// @param deadline The last second in which it can be used, in Unix seconds.
    function authorizeClaim(
        address operator,
        bytes32 log,
        uint256 nullifier,
        address beneficiary,
        uint64 deadline
    ) internal pure returns (bytes32) {
        return keccak256(abi.encode(AUTHORIZE_CLAIM_TYPEHASH, operator, log, nullifier, beneficiary, deadline));
    }
}
