// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Objects} from "../libraries/Objects.sol";
import {Redemptions} from "./Redemptions.sol";

/// @title AnnouncedRedeemer
/// @notice An example of a gate where more is at stake than the operator's: a redemption is announced as soon as it is
/// anchored, and takes effect when it is final and was announced for long enough. So whoever holds an object watches this
/// contract's events for its key, and nothing else.
/// @dev See `Redemptions`. What keeps a redemption from taking effect:
/// - A fault that freezes the log from the redemption or before: then it is never final. That covers whatever
///   `FaultProofs` convicts of, while the redemption is not final.
/// - An entry that contradicts another upon which the redemption rests (`Objects.contradict`): an act upon the object that
///   the redemption, an act before it or the mint skips, or after which its actor was not the holder. Shown here, it counts
///   up to the effect, even if all is final, as long as it was in the batch log before the redemption, or in its batch. No
///   honest log has such a pair, and what its operator anchors later does not count: so nobody cancels what it has.
/// - A lie that takes a payload to show (`WrongObject`, `WrongCarry`) counts by a freeze alone. Announce at once: who
///   announces what is final already has it judged by entries alone.
contract AnnouncedRedeemer is Redemptions {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice A redemption that was announced.
    /// @param batch The keccak-256 of its batch's header.
    /// @param index Its entry's. What is behind it contradicts nothing.
    /// @param since When it was announced, in Unix seconds; 0 if it was not.
    /// @param cancelled For good.
    struct Announcement {
        bytes32 objectKey;
        bytes32 batch;
        address account;
        uint64 index;
        uint64 since;
        bool cancelled;
    }

    /// @notice For how many seconds a redemption must have been announced.
    uint64 public immutable NOTICE;

    /// @notice What was announced, by its entry's hash and the position of its batch in the batch log. What is anchored behind
    /// that position contradicts nothing, whatever index it says.
    /// @dev So a copy of the entry, in a fork behind it, is another redemption, and takes nothing from this one.
    mapping(bytes32 entryHash => mapping(uint64 position => Announcement)) public announcements;

    /// @notice A redemption was announced.
    event RedemptionAnnounced(
        bytes32 indexed objectKey,
        address indexed account,
        bytes32 entryHash,
        uint64 position,
        uint64 index
    );
    /// @notice A redemption rests on what an entry contradicts.
    event RedemptionCancelled(bytes32 indexed objectKey, bytes32 entryHash, uint64 position);

    /// @notice The redemption was announced before.
    error AlreadyAnnounced(bytes32 entryHash);
    /// @notice The redemption was not announced, or was cancelled.
    error NotAnnounced(bytes32 entryHash);
    /// @notice The redemption takes no effect before this time, in Unix seconds.
    error TooEarly(uint256 time);
    /// @notice The header is not that of the redemption's batch.
    error AnotherBatch(bytes32 entryHash);
    /// @notice The two entries do not contradict each other, or nothing that the redemption rests on.
    error NoContradiction();

    /// @notice See `Redemptions`.
    /// @param notice How long whoever holds an object has to look.
    constructor(Terms memory terms, uint64 notice) Redemptions(terms) {
        NOTICE = notice;
    }

    /// @notice Announces a redemption that is anchored, of what was minted and is final.
    /// @param redemption The entry of the holder's `Redeem`, and its payload.
    /// @param mint The entry of the issuer's mint, and its payload.
    function announce(
        Evidence.EntryEvidence calldata redemption,
        Actions.Opening calldata redemptionOpening,
        Evidence.EntryEvidence calldata mint,
        Actions.Opening calldata mintOpening
    ) external {
        AnchoredAction.Source memory source = _source();
        AnchoredAction.Action memory action = source.proveAnchored(redemption, redemptionOpening);
        _check(action, source.prove(mint, mintOpening)); // G2, G3, G4 of the mint
        Entries.Entry memory entry = action.entry;
        if (redeemed[entry.objectKey]) revert AlreadyRedeemed(entry.objectKey);
        uint64 position = redemption.batch.position;
        Announcement storage a = announcements[action.entryHash][position];
        if (a.since != 0) revert AlreadyAnnounced(action.entryHash);
        (a.objectKey, a.batch, a.account) = (entry.objectKey, keccak256(redemption.batch.header), entry.actor);
        (a.index, a.since) = (entry.index, uint64(block.timestamp));
        emit RedemptionAnnounced(entry.objectKey, entry.actor, action.entryHash, position, entry.index);
    }

    /// @notice Cancels a redemption by two entries of its log that contradict each other: one of them is the redemption,
    /// its mint, or an act between the two that it rests on.
    /// @dev No signature is asked for. So what counts is what stood in the batch log when the redemption was put there: an
    /// operator that has nothing to lose any more can anchor made-up acts behind it, in a fork of the log.
    /// @param entryHash The redemption's.
    /// @param position Of its batch.
    /// @param earlier By index; in no later batch than the redemption's.
    /// @param later About the object, and not behind the redemption; likewise.
    function cancel(
        bytes32 entryHash,
        uint64 position,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) external {
        Announcement storage a = _pending(entryHash, position);
        (, Entries.Entry memory first, ) = Evidence.proveEntry(REGISTRY, OPERATOR, earlier);
        (, Entries.Entry memory second, ) = Evidence.proveEntry(REGISTRY, OPERATOR, later);
        bool stood = earlier.batch.position <= position && later.batch.position <= position;
        bool concerned =
            stood &&
                second.log == LOG &&
                second.objectKey == a.objectKey &&
                second.part == Entries.PART_ACT &&
                second.index <= a.index;
        if (!concerned || !Objects.contradict(first, second)) revert NoContradiction();
        a.cancelled = true;
        emit RedemptionCancelled(a.objectKey, entryHash, position);
    }

    /// @notice Lets a redemption take effect.
    /// @param batch The header of its batch, under any stored checkpoint under which it is final.
    function settle(bytes32 entryHash, Evidence.HeaderEvidence calldata batch) external {
        Announcement storage a = _pending(entryHash, batch.position);
        uint256 time = uint256(a.since) + NOTICE;
        if (block.timestamp < time) revert TooEarly(time);
        if (keccak256(batch.header) != a.batch) revert AnotherBatch(entryHash);
        Evidence.proveFinal(REGISTRY, OPERATOR, batch); // G4
        _redeem(a.account, a.objectKey); // G1
    }

    function _pending(bytes32 entryHash, uint64 position) private view returns (Announcement storage a) {
        a = announcements[entryHash][position];
        if (a.since == 0 || a.cancelled) revert NotAnnounced(entryHash);
    }
}
