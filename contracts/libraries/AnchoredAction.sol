// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {OperatorStake} from "../OperatorStake.sol";
import {IAttestations} from "../interfaces/IAttestations.sol";
import {Actions} from "./Actions.sol";
import {Entries} from "./Entries.sol";
import {Evidence} from "./Evidence.sol";
import {Headers} from "./Headers.sol";
import {Objects} from "./Objects.sol";

/// @title AnchoredAction
/// @notice For contracts that act on an action that somebody did through an operator's API (gates). Proves that the
/// action is anchored, final and, if it is a contract wallet's, attested.
/// @dev A gate must decide for itself:
/// - The operator. Anybody can be an operator, and put anything into its own logs. An operator whose stake is worth
///   less than the contract hands out can afford to lie.
/// - The log: compare `log`, if the operator has logs that do not count.
/// - The type: compare `payloadType` with the hash of the type string that the contract reads `words` by.
/// - Replays: if an action counts once, store its `digest`, which is the same wherever the action is anchored. Store it
///   before paying out.
/// - The sender: compare `actor` with the sender, or pay the actor, no matter who sends.
/// - The object: compare `objectKey` with the key of the object's first act. Prove that act as well: of an issuer that
///   the contract knows, with `prior` none, in the same log. If a key is computed from words alone, nothing may have
///   been issued under it.
/// - The destination: ask for a member of type `address` that names the contract. An action that names no contract
///   counts at every contract that takes its type, and at each successor.
/// - Age: an account that held an object at an ask may have given it away since. But if an act leaves the object to
///   nobody, or to a keeper of the contract's own, no later act by others can follow it.
/// - Forgeries: an entry of an account with its own key counts without its signature, by the operator's word. If the
///   actor did not sign, the stake is lost (`FaultProofs.proveForgedAction`, or the challenge for the action). To pay
///   only what was signed, take the signature, too.
///
/// Two entries that show an act by another account than the holder prove the fault `WrongPrior`, in time for a freeze.
/// Readers of entries see that. They do not see an act in the holder's name that the holder never signed: that takes
/// the signatures, which operators publish with their entries. A false `objectKey` or named holder shows only with the
/// payload. A contract that is shown an act and its `prior` compares the two itself (`Objects.contradict`), so it does
/// not pay a theft that it can see.
library AnchoredAction {
    /// @notice A registry, the attestations, and the operator whose actions are proven.
    /// @param attestations Records contract wallets' signatures; the zero address if contract wallets' actions do not
    /// count.
    struct Source {
        AnchorRegistry registry;
        IAttestations attestations;
        address operator;
    }

    /// @notice An action that was accepted, anchored and not disputed in time. A contract wallet's action is attested.
    /// For any other actor, only the operator says that the actor signed.
    /// @param entry As the operator accepted it.
    /// @param names Whether the payload names the holder. If it does not, the entry's holder was carried over.
    /// @param deadline The action's deadline, in Unix seconds.
    /// @param payloadType The keccak-256 of the payload's type string.
    /// @param words The payload's words. The word of a `string` or `bytes` member is the keccak-256 of its value.
    struct Action {
        Entries.Entry entry;
        bytes32 entryHash;
        bool names;
        uint64 deadline;
        bytes32 payloadType;
        bytes32[] words;
    }

    /// @notice The entry is a contract wallet's, and it was not shown that the wallet accepts the signature, or
    /// contract wallets do not count here.
    error NotAttested(bytes32 entryHash);

    /// @notice The entry differs from its action in what it says of the object, or is later than the action's deadline.
    /// Its operator is at fault.
    error NotItsAction(bytes32 entryHash);

    /// @notice The entry is not an ask.
    error NotAsked(bytes32 entryHash);

    /// @notice Proves an action. Reverts if it is not anchored, not final, frozen, not attested, or not the opened one.
    /// Checks that each word is a value of its member's type.
    /// @param evidence The place of its entry.
    /// @param opening The action that the entry's digest is made of.
    function prove(
        Source memory source,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) internal view returns (Action memory action) {
        Headers.Header memory header = Evidence.proveFinal(source.registry, source.operator, evidence.batch);
        (Entries.Entry memory entry, bytes32 entryHash) = Evidence.proveEntryIn(header, evidence);
        return open(source, entry, entryHash, opening);
    }

    /// @notice Proves an action that need not be final yet; otherwise as `prove`.
    /// @dev Do not act on it before its batch is final: `Evidence.proveFinal`.
    function proveAnchored(
        Source memory source,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) internal view returns (Action memory action) {
        (, Entries.Entry memory entry, bytes32 entryHash) = Evidence.proveEntry(
            source.registry,
            source.operator,
            evidence
        );
        return open(source, entry, entryHash, opening);
    }

    /// @notice Reverts with `OperatorStake.NotBeforeSlash` if the operator was slashed before a batch was final.
    /// @dev A slashed operator's other logs stay as they are, and further lies in them cost it nothing. A gate that
    /// calls this in addition to `prove` accepts only actions that the whole stake backed.
    /// @param position The batch's position in the batch log.
    function checkBeforeSlash(Source memory source, uint64 position) internal view {
        OperatorStake(source.registry.operatorStake()).checkBeforeSlash(source.operator, position);
    }

    /// @notice Proves who held an object at an ask, by the ask's entry alone. Reverts if the entry is not anchored, not
    /// final, frozen, or not an ask.
    /// @dev An act's entry states the holder after the act, as its payload says: proving that takes `prove`. An ask's
    /// entry states the holder by the entries before it, and two entries convict an operator that misstates it. The
    /// ask's author and signature do not matter for the object, so signatures are not checked here.
    /// @return ask The ask's entry. `prior` was the newest act upon `objectKey` in its log before the ask. `holder`
    /// could act next: `Entries.ANYBODY` means anybody, also if nobody had acted yet, and the zero address means
    /// nobody. `actor` asked.
    function heldBy(
        Source memory source,
        Evidence.EntryEvidence calldata evidence
    ) internal view returns (Entries.Entry memory ask) {
        Headers.Header memory header = Evidence.proveFinal(source.registry, source.operator, evidence.batch);
        bytes32 entryHash;
        (ask, entryHash) = Evidence.proveEntryIn(header, evidence);
        if (ask.part != Entries.PART_ASK) revert NotAsked(entryHash);
    }

    /// @notice Opens an entry that is proven already; reverts if it is not what was opened, or not attested.
    function open(
        Source memory source,
        Entries.Entry memory entry,
        bytes32 entryHash,
        Actions.Opening calldata opening
    ) internal view returns (Action memory) {
        Actions.Places memory places = Actions.checkOpening(source.registry, source.operator, entry, opening);
        Actions.checkWords(places, opening.words);
        Objects.About memory about = Objects.about(opening, places);
        if (!Objects.agrees(entry, about) || !Objects.inTime(entry, opening.deadline)) revert NotItsAction(entryHash);
        if (entry.scheme == Entries.WALLET_SCHEME) {
            bool known = address(source.attestations) != address(0) && source.attestations.isAttested(entryHash);
            if (!known) revert NotAttested(entryHash);
        }
        bytes32 payloadType = keccak256(bytes(opening.payloadType));
        return Action(entry, entryHash, about.names, opening.deadline, payloadType, opening.words);
    }
}
