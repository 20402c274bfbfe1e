// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title IAttestations
/// @notice Records on chain which signatures of contract wallets were accepted under entries of scheme 1, for contracts
/// that act on such entries. See docs/protocol/5-contracts.md, section 7.
/// @dev A wallet can change its answer, so an accepted signature is recorded for good. Operators need not do this:
/// anybody who has the signature can show it at any time. An attestation counts for one entry only, not even for
/// another entry at the same index of a forked log.
interface IAttestations {
    /// @notice A contract wallet accepted its signature under an entry.
    event EntryAttested(bytes32 indexed entryHash, address indexed wallet);

    /// @notice The entry's scheme is not the scheme of contract wallets.
    error WrongScheme(uint8 scheme);
    /// @notice The signature has another hash than the entry's.
    error WrongSignature(bytes32 expected, bytes32 shown);
    /// @notice The entry's wallet does not accept the signature now, or is not deployed.
    error NotAttested(address wallet);

    /// @notice Asks the contract wallet of an entry of scheme 1 whether it accepts the signature, and records it if so.
    /// @param entry The entry's bytes. It need not be anchored.
    /// @param signature The signature as it was submitted, with its ERC-6492 wrapper if it had one. The wallet must be
    /// deployed.
    function attest(bytes calldata entry, bytes calldata signature) external;

    /// @notice Whether a contract wallet has accepted its signature under the entry with this hash.
    function isAttested(bytes32 entryHash) external view returns (bool);
}
