// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Objects} from "../libraries/Objects.sol";
import {Redemptions} from "./Redemptions.sol";

/// @title AnnouncedRedeemer
/// @notice An example of a gate where more is at stake than the operator's: a redemption is announced as soon as it is
/// anchored, and takes effect when it is final and was announced for long enough. So whoever holds an object watches this
/// contract's events for its key, and shows what contradicts a redemption, even if all is final. In doubt nobody is paid.
/// @dev See `Redemptions`. What keeps a redemption from taking effect:
/// - A fault that freezes the log from the redemption or before: then it is never final. That covers whatever
///   `FaultProofs` convicts of, while the redemption is not final.
/// - Two entries that no honest log has, shown here up to the effect: an act upon the object contradicts what the redemption
///   rests on, or skips the redemption (`Objects.contradict`); it uses a nonce again; or the log was forked, with two entries
///   at one index. They count if they stood in the batch log when the redemption was announced. So an operator that has
///   nothing to lose any more can keep a redemption from being paid, and never have another one paid by that.
/// - What takes a payload or a question to show (`WrongObject`, `WrongCarry`, `ForgedAction`), and batches that leave indexes
///   out (`HeaderSuccession`), so that a redemption rests on an entry that is nowhere, count by a freeze alone. So a notice
///   stands for no reader of the log: a holder, or its wallet, has its headers and entries judged before they are final.
/// A `Redeem` names no gate: an issuer has one for a type of mints.
/// Announce at once. Who buys an object pays when its act is anchored, and nothing about the object is announced.
contract AnnouncedRedeemer is Redemptions {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice A redemption that was announced.
    /// @param batch The keccak-256 of its batch's header.
    /// @param index Its entry's. What is behind it contradicts nothing, unless it skips it.
    /// @param since When it was announced, in Unix seconds; 0 if it was not.
    /// @param size How many headers were anchored then. What was anchored later contradicts nothing.
    /// @param cancelled For good.
    struct Announcement {
        bytes32 objectKey;
        bytes32 batch;
        address account;
        uint64 index;
        uint64 since;
        uint64 size;
        bool cancelled;
    }

    /// @notice For how many seconds a redemption must have been announced.
    uint64 public immutable NOTICE;

    /// @notice What was announced, by its entry's hash and the position of its batch in the batch log.
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
    /// @notice An honest log may have the two entries, or they say nothing of what the redemption rests on.
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
        (AnchorRegistry.Checkpoint memory newest, ) = REGISTRY.latestCheckpoint(OPERATOR);
        (a.index, a.since, a.size) = (entry.index, uint64(block.timestamp), newest.size);
        emit RedemptionAnnounced(entry.objectKey, entry.actor, action.entryHash, position, entry.index);
    }

    /// @notice Cancels a redemption by two entries that no honest log has.
    /// @dev No signature is asked for. So only what was anchored before the announcement counts: an operator that has nothing
    /// to lose any more can anchor made-up acts at any time.
    /// @param entryHash The redemption's.
    /// @param position Of its batch.
    /// @param earlier By index, or at the same one.
    /// @param later About the redemption's object, unless the two are at one index. Not behind the redemption, unless it skips
    /// that.
    function cancel(
        bytes32 entryHash,
        uint64 position,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) external {
        Announcement storage a = _pending(entryHash, position);
        (, Entries.Entry memory first, bytes32 firstHash) = Evidence.proveEntry(REGISTRY, OPERATOR, earlier);
        (, Entries.Entry memory second, bytes32 secondHash) = Evidence.proveEntry(REGISTRY, OPERATOR, later);
        bool stood = earlier.batch.position < a.size && later.batch.position < a.size;
        // Behind the redemption an act counts that skips it: whoever bought by that act was shown no redemption.
        bool within = second.index <= a.index || (firstHash == entryHash && second.prior != a.index);
        bool forked = first.index == second.index && firstHash != secondHash;
        bool upon = second.objectKey == a.objectKey && second.part == Entries.PART_ACT;
        if (!stood || !within || first.log != LOG || second.log != LOG) revert NoContradiction();
        if (!forked && !(upon && _contradict(first, second))) revert NoContradiction();
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

    /// @dev Also an act by a nonce that was used before.
    function _contradict(Entries.Entry memory first, Entries.Entry memory second) private pure returns (bool) {
        if (Objects.contradict(first, second)) return true;
        return first.index < second.index && first.actor == second.actor && first.nonce == second.nonce;
    }

    function _pending(bytes32 entryHash, uint64 position) private view returns (Announcement storage a) {
        a = announcements[entryHash][position];
        if (a.since == 0 || a.cancelled) revert NotAnnounced(entryHash);
        if (redeemed[a.objectKey]) revert AlreadyRedeemed(a.objectKey);
    }
}
