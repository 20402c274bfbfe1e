// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title IAttestations
/// @notice What is known on chain of contract wallets' signatures under entries of scheme 1, for contracts that act on
/// such entries. Section 8.7 of docs/PROTOCOL.md.
/// @dev A wallet can change its answer, so what it once stood by is recorded for good. Nobody is asked for it: who has
/// the signature shows it, at any time, and no entry counts as attested by another's, not even by the one that stands
/// at its index of a forked log.
interface IAttestations {
    /// @notice A contract wallet stood by its signature under an entry.
    event EntryAttested(bytes32 indexed entryHash, address indexed wallet);

    /// @notice The entry's scheme is not that of contract wallets.
    error WrongScheme(uint8 scheme);
    /// @notice The signature has another hash than the entry's.
    error WrongSignature(bytes32 expected, bytes32 shown);
    /// @notice The entry's wallet does not stand by the signature now, or there is none.
    error NotAttested(address wallet);

    /// @notice Has the contract wallet of an entry of scheme 1 say that it stands by the signature, and records it.
    /// @param entry As bytes. It need not be anchored.
    /// @param signature As it was submitted, with its ERC-6492 wrapper if it had one. The wallet must be deployed.
    function attest(bytes calldata entry, bytes calldata signature) external;

    /// @notice Whether a contract wallet has stood by its signature under the entry with this hash.
    function isAttested(bytes32 entryHash) external view returns (bool);
}
