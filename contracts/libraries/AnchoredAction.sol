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
/// - Which object: compare `objectKey` with that of its first act, proven as well: of an issuer that the contract knows, with
///   `prior` none, in the same log. A key that is made from words alone may be one under which nothing was issued.
/// - Whether it was meant for this contract: ask for a member of type `address` that names the contract. An action that
///   names no contract counts at each one that takes its type, and at each successor.
/// - How old it may be: who held an object when somebody asked may have given it away since. An act that leaves it to
///   nobody, or to a keeper of the contract's own, cannot be overtaken.
///
/// Whoever holds an object is who acts upon it: that follows from `WrongPrior`, which any two entries prove, in time for a
/// freeze. A contract that is shown an act and its `prior` compares the two itself (`Objects.contradict`): it pays no theft
/// that is before its eyes.
library AnchoredAction {
    /// @notice Where a registry and the attestations are, and whose actions are asked for.
    /// @param attestations Knows of contract wallets; the zero address where their actions do not count.
    struct Source {
        AnchorRegistry registry;
        IAttestations attestations;
        address operator;
    }

    /// @notice An action that was signed by its actor, accepted, anchored and not disputed in time.
    /// @param entry As the operator accepted it.
    /// @param deadline Of the action, in Unix seconds.
    /// @param payloadType The keccak-256 of the payload's type string.
    /// @param words The payload's words. That of a `string` or `bytes` member is the keccak-256 of its value.
    struct Action {
        Entries.Entry entry;
        bytes32 entryHash;
        uint64 deadline;
        bytes32 payloadType;
        bytes32[] words;
    }

    /// @notice The entry is a contract wallet's, and nobody has shown that it stood by its signature; or contract
    /// wallets do not count here.
    error NotAttested(bytes32 entryHash);

    /// @notice The entry says of the object other than its action, or is later than the action's deadline: its operator is
    /// at fault.
    error NotItsAction(bytes32 entryHash);

    /// @notice The entry asks for no object.
    error NotAsked(bytes32 entryHash);

    /// @notice Proves an action; reverts if it is not anchored, not final, frozen, not what was opened, or not attested.
    /// Each word is a value of its member's type.
    /// @param evidence Where its entry stands.
    /// @param opening What the entry's digest hides.
    function prove(
        Source memory source,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) internal view returns (Action memory action) {
        return _open(source, Evidence.proveFinal(source.registry, source.operator, evidence.batch), evidence, opening);
    }

    /// @notice Proves an action that need not be final yet; otherwise as `prove`.
    /// @dev Nothing may follow from it before its batch is final: `Evidence.proveFinal`.
    function proveAnchored(
        Source memory source,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) internal view returns (Action memory action) {
        (Headers.Header memory header, , ) = Evidence.proveHeader(source.registry, source.operator, evidence.batch);
        return _open(source, header, evidence, opening);
    }

    /// @notice Reverts with `OperatorStake.NotBeforeSlash` if the operator was slashed before a batch was final.
    /// @dev A slashed operator's other logs stay as they are, and lies in them cost it nothing more. A gate that asks for
    /// this in addition to `prove` accepts only what the whole stake answered for.
    /// @param position The batch's position in the batch log.
    function checkBeforeSlash(Source memory source, uint64 position) internal view {
        OperatorStake(source.registry.operatorStake()).checkBeforeSlash(source.operator, position);
    }

    /// @notice Proves who held an object when somebody asked, by the entry of that ask alone; reverts if it is not anchored,
    /// not final, frozen, or of another part.
    /// @dev An act's entry says who holds the object behind it, as its payload has it: that takes `prove`. An ask's says
    /// what the entries before it say, and two entries convict who lies there. Whoever asked, and whether he did, says
    /// nothing of the object: so no signature counts here.
    /// @return ask Its entry. Before it, `prior` was the newest act upon `objectKey` in its log, and who could act next was
    /// `holder`: `Entries.ANYBODY` also where nobody had acted yet, nobody at the zero address. Its actor is who asked.
    function heldBy(
        Source memory source,
        Evidence.EntryEvidence calldata evidence
    ) internal view returns (Entries.Entry memory ask) {
        Headers.Header memory header = Evidence.proveFinal(source.registry, source.operator, evidence.batch);
        bytes32 entryHash;
        (ask, entryHash) = Evidence.proveEntryIn(header, evidence);
        if (ask.part != Entries.PART_ASK) revert NotAsked(entryHash);
    }

    function _open(
        Source memory source,
        Headers.Header memory header,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) private view returns (Action memory) {
        (Entries.Entry memory entry, bytes32 entryHash) = Evidence.proveEntryIn(header, evidence);
        Actions.Places memory places = Actions.checkOpening(source.registry, source.operator, entry, opening);
        Actions.checkWords(places, opening.words);
        Objects.About memory about = Objects.about(opening, places);
        if (!Objects.agrees(entry, about) || !Objects.inTime(entry, opening.deadline)) revert NotItsAction(entryHash);
        if (entry.scheme == Entries.WALLET_SCHEME) {
            bool known = address(source.attestations) != address(0) && source.attestations.isAttested(entryHash);
            if (!known) revert NotAttested(entryHash);
        }

        return Action(entry, entryHash, opening.deadline, keccak256(bytes(opening.payloadType)), opening.words);
    }
}
