// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAnchorRegistry} from "../interfaces/IAnchorRegistry.sol";
import {IAttestations} from "../interfaces/IAttestations.sol";
import {Actions} from "./Actions.sol";
import {Entries} from "./Entries.sol";
import {Evidence} from "./Evidence.sol";
import {Headers} from "./Headers.sol";
import {Objects} from "./Objects.sol";

/// @title AnchoredAction
/// @notice The gate for contracts that act on what somebody did through an operator's API: "this action is anchored,
/// final, and attested".
/// @dev What a contract that uses it decides itself, since nothing here can:
/// - Which operator it believes: anybody can be one, and put into its own logs what he likes. An operator whose stake is
///   worth less than what the contract hands out can afford to lie.
/// - Which log of that operator: compare `log`, if the operator has logs that do not count.
/// - Which type: compare `payloadType` with the hash of the type string that it reads `words` by.
/// - Whether an action counts once: keep the `digest`, which is the same wherever the action is anchored. Keep it
///   before paying out.
/// - Who may send it: compare `actor` with the sender, or pay the actor, whoever sends.
library AnchoredAction {
    /// @notice Where a registry and the attestations are, and whose actions are asked for.
    /// @param attestations Knows of contract wallets; the zero address where their actions do not count.
    struct Source {
        IAnchorRegistry registry;
        IAttestations attestations;
        address operator;
    }

    /// @notice An action that was signed by its actor, accepted, anchored and not disputed in time.
    /// @param log Whose entry it is.
    /// @param index Of the entry in the log.
    /// @param acceptedAt When the operator says that it accepted it, in Unix milliseconds.
    /// @param payloadType The keccak-256 of the payload's type string.
    /// @param words The payload's words. That of a `string` or `bytes` member is the keccak-256 of its value.
    /// @param part What the action is to an object: `Entries.PART_NONE`, `PART_ACT` or `PART_ASK`.
    /// @param objectKey The object's, as the action names it (`Objects`).
    /// @param prior The index of the newest act upon the object before this one, or `Entries.NO_PRIOR`.
    /// @param holder Who alone may act upon it next; `Entries.ANYBODY`, or at the zero address nobody.
    struct Action {
        bytes32 log;
        uint64 index;
        address actor;
        uint256 nonce;
        uint64 deadline;
        uint64 acceptedAt;
        bytes32 digest;
        bytes32 entryHash;
        bytes32 payloadType;
        bytes32[] words;
        uint8 part;
        bytes32 objectKey;
        uint64 prior;
        address holder;
    }

    /// @notice The entry is a contract wallet's, and nobody has shown that it stood by its signature; or contract
    /// wallets do not count here.
    error NotAttested(bytes32 entryHash);

    /// @notice The entry says of the object other than its action, or is later than the action's deadline: its operator is
    /// at fault.
    error NotItsAction(bytes32 entryHash);

    /// @notice Proves an action; reverts if it is not anchored, not final, frozen, not what was opened, or not attested.
    /// @dev Errors are those of `IAnchorRegistry.finalCheckpointAt`, `Evidence`, `Headers`, `Entries`, `Actions` and this
    /// library.
    /// @param evidence The entry, under a checkpoint that is at least the finality delay old.
    /// @param opening What the entry's digest hides.
    function prove(
        Source memory source,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) internal view returns (Action memory action) {
        Headers.Header memory header = Evidence.proveFinal(source.registry, source.operator, evidence.batch);
        bytes32 entryHash = Evidence.proveInBatch(header, evidence);
        Entries.Entry memory entry = Entries.decode(evidence.entry);
        if (!Entries.fits(header, evidence.position, entryHash, entry)) revert Entries.EntryMalformed();
        Objects.About memory about = Objects.about(
            opening,
            Actions.checkOpening(source.registry, source.operator, entry, opening)
        );
        if (!Objects.agrees(entry, about) || !Objects.inTime(entry, opening.deadline)) revert NotItsAction(entryHash);
        if (entry.scheme == Entries.WALLET_SCHEME) {
            bool known = address(source.attestations) != address(0) && source.attestations.isAttested(entryHash);
            if (!known) revert NotAttested(entryHash);
        }

        action.log = entry.log;
        action.index = entry.index;
        action.actor = entry.actor;
        action.nonce = entry.nonce;
        action.deadline = opening.deadline;
        action.acceptedAt = entry.acceptedAt;
        action.digest = entry.digest;
        action.entryHash = entryHash;
        action.payloadType = keccak256(bytes(opening.payloadType));
        action.words = opening.words;
        action.part = entry.part;
        action.objectKey = entry.objectKey;
        action.prior = entry.prior;
        action.holder = entry.holder;
    }
}
