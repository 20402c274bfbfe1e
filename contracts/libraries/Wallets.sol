// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Wallets
/// @notice Asks a deployed contract wallet whether it accepts a signature (ERC-1271; protocol/3-log, section 2.1).
library Wallets {
    /// @dev The gas that a wallet is given, as off chain. A wallet that needs more does not answer.
    uint256 private constant GAS_CAP = 3_000_000;
    bytes4 private constant MAGIC = 0x1626ba7e;
    /// @dev The suffix that ERC-6492 puts after a signature and its wallet's deployment.
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;
    /// @dev The prefix that EIP-7702 puts before the address that an account delegates to.
    bytes3 private constant DELEGATION = 0xef0100;

    /// @notice The ERC-6492 wrapper is not `abi.encode(factory, factoryData, signature)` without gaps.
    error WrapperNotCanonical();

    /// @notice Whether a wallet accepts a signature now. The wallet can neither make this revert nor write.
    /// @param signature The signature as it was submitted. An ERC-6492 wrapper is removed before the wallet is asked.
    function standsBy(address wallet, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        if (wallet.code.length == 0 || isDelegated(wallet)) return false;
        return answers(wallet, digest, _unwrap(signature), GAS_CAP);
    }

    /// @notice Whether an account returns exactly the magic value in one word, not shorter or longer and without other
    /// bits.
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
    /// @dev Code-reading instructions return exactly `0xef0100 ‖ address` for a delegated account.
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
