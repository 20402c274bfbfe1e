// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAttestations} from "./interfaces/IAttestations.sol";
import {Entries} from "./libraries/Entries.sol";
import {RFC9162} from "./libraries/RFC9162.sol";
import {Wallets} from "./libraries/Wallets.sol";

/// @title Attestations
/// @notice See `IAttestations`. No owner, no pause, no upgrade, no money; one for all registries.
/// @dev Invariants, named beside the lines that keep them:
/// - W1. An entry is attested only if its actor is a contract that accepted the signature in a transaction. The
///   signature has the hash that the entry holds, and was checked against the entry's digest.
/// - W2. An attested entry stays attested.
contract Attestations is IAttestations {
    /// @inheritdoc IAttestations
    mapping(bytes32 entryHash => bool) public isAttested;

    /// @inheritdoc IAttestations
    function attest(bytes calldata entry, bytes calldata signature) external {
        Entries.Entry memory e = Entries.decode(entry);
        if (e.scheme != Entries.WALLET_SCHEME) revert WrongScheme(e.scheme);
        bytes32 shown = keccak256(signature);
        if (shown != e.signatureHash) revert WrongSignature(e.signatureHash, shown); // W1
        if (!Wallets.standsBy(e.actor, e.digest, signature)) revert NotAttested(e.actor); // W1
        bytes32 entryHash = RFC9162.leafHash(entry);
        isAttested[entryHash] = true; // W2: never set to false
        emit EntryAttested(entryHash, e.actor);
    }
}
