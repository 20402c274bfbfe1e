// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title IAttestations
/// @notice What is known on chain of contract wallets' signatures under anchored entries of scheme 1, for contracts
/// that act on such entries. Section 8.3 of docs/PROTOCOL.md.
interface IAttestations {
    /// @notice What is known of an entry's contract wallet.
    enum Attestation {
        /// Nobody asked in time, and nobody showed it. So it is for all entries of scheme 0.
        None,
        /// Somebody asked, and there is still time for the answer.
        Asked,
        /// The wallet stood by the signature on chain, at some time. For good.
        Attested,
        /// Somebody asked, and it was not shown in time. It still can become attested.
        Unattested
    }

    /// @notice What is known of the contract wallet of the entry at an index of an operator's log.
    function attestation(address operator, bytes32 log, uint64 index) external view returns (Attestation);
}
