// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Wallets
/// @notice Asks a deployed contract wallet whether it stands by a signature (ERC-1271; PROTOCOL, section 3).
library Wallets {
    /// @dev What a wallet gets, as off chain. With less, a wallet that needs more does not answer.
    uint256 private constant GAS_CAP = 3_000_000;
    bytes4 private constant MAGIC = 0x1626ba7e;
    /// @dev What ERC-6492 puts behind a signature with its deployment.
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;
    /// @dev What EIP-7702 puts before the address that an account delegates to.
    bytes3 private constant DELEGATION = 0xef0100;

    /// @notice The ERC-6492 wrapper is not `abi.encode(factory, factoryData, signature)` without gaps.
    error WrapperNotCanonical();

    /// @notice Whether a wallet stands by a signature now. Nothing that it does can make this revert or write.
    /// @param signature As it was submitted; the wallet is shown it without an ERC-6492 wrapper.
    function standsBy(address wallet, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        if (wallet.code.length == 0 || isDelegated(wallet)) return false;
        return answers(wallet, digest, _unwrap(signature), GAS_CAP);
    }

    /// @notice Whether an account answers with exactly the magic value in one word: no shorter, no longer, no dirt.
    /// @param signature Without a wrapper.
    function answers(
        address account,
        bytes32 digest,
        bytes memory signature,
        uint256 gasCap
    ) internal view returns (bool magic) {
        bytes memory data = abi.encodeWithSelector(MAGIC, digest, signature);
        bytes32 expected = MAGIC;
        assembly ("memory-safe") {
            let done := staticcall(gasCap, account, add(data, 0x20), mload(data), 0x00, 0x20)
            magic := and(and(done, eq(returndatasize(), 0x20)), eq(mload(0x00), expected))
        }
    }

    /// @notice Whether an account has delegated by EIP-7702, and so signs with its own key.
    /// @dev Code that a code-reading instruction sees as exactly `0xef0100 ‖ address` is a delegation.
    function isDelegated(address account) internal view returns (bool) {
        bytes3 start;
        assembly ("memory-safe") {
            mstore(0x00, 0)
            extcodecopy(account, 0x00, 0x00, 0x03)
            start := mload(0x00)
        }
        return account.code.length == 23 && start == DELEGATION;
    }

    function _unwrap(bytes calldata signature) private pure returns (bytes memory inner) {
        uint256 length = signature.length;
        if (length < 32 || bytes32(signature[length - 32:]) != WRAPPED) return signature;
        bytes calldata wrapper = signature[:length - 32];
        (address factory, bytes memory factoryData, bytes memory wrapped) = abi.decode(
            wrapper,
            (address, bytes, bytes)
        );
        if (keccak256(abi.encode(factory, factoryData, wrapped)) != keccak256(wrapper)) revert WrapperNotCanonical();
        return wrapped;
    }
}
