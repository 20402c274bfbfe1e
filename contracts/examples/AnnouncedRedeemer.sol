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
///   An ask counts too: a holder that asks once a week has, after each ask, an entry that a hidden act contradicts.
/// - A slash before the redemption is final: what no stake answers for is not paid.
/// - What takes a payload or a question to show (`WrongObject`, `WrongCarry`, `ForgedAction`), and batches that leave indexes
///   out (`HeaderSuccession`), so that a redemption rests on an entry that is nowhere, count by a freeze alone. So a notice
///   stands for no reader of the log: a holder, or its wallet, has its headers and entries judged before they are final.
/// Announce at once. The buyer of an object pays when its act is anchored, and nothing about the object is announced.
contract AnnouncedRedeemer is Redemptions {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice A redemption that was announced.
    /// @param terms The keccak-256 of what takes effect: the redemption, the mint and the header of the redemption's batch.
    /// @param index Its entry's. What is behind it contradicts nothing, unless it skips it.
    /// @param since When it was announced, in Unix seconds; 0 if it was not.
    /// @param size How many headers were anchored then. What was anchored later contradicts nothing.
    /// @param cancelled For good.
    struct Announcement {
        bytes32 objectKey;
        bytes32 terms;
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
    /// @notice The mint, the header or the rest of the redemption is not what was announced.
    error NotAsAnnounced(bytes32 entryHash);
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
        (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) = proven(
            redemption,
            redemptionOpening,
            mint,
            mintOpening
        );
        Entries.Entry memory entry = redeeming.entry;
        if (redeemed(entry.objectKey)) revert AlreadyRedeemed(entry.objectKey);
        uint64 position = redemption.batch.position;
        Announcement storage a = announcements[redeeming.entryHash][position];
        if (a.since != 0) revert AlreadyAnnounced(redeeming.entryHash);
        (a.objectKey, a.terms) = (entry.objectKey, _termsOf(redeeming, minting, redemption.batch.header));
        (AnchorRegistry.Checkpoint memory newest, ) = REGISTRY.latestCheckpoint(OPERATOR);
        (a.index, a.since, a.size) = (entry.index, uint64(block.timestamp), newest.size);
        emit RedemptionAnnounced(entry.objectKey, entry.actor, redeeming.entryHash, position, entry.index);
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
        if (first.log != LOG || second.log != LOG) revert NoContradiction();
        if (_isMadeUpLater(a.size, earlier, later)) revert NoContradiction();
        if (second.index > a.index && !_isHiddenSale(a.index, firstHash == entryHash, second)) revert NoContradiction();
        bool forked = first.index == second.index && firstHash != secondHash;
        if (!forked && !_isTheft(a.objectKey, first, second)) revert NoContradiction();
        a.cancelled = true;
        emit RedemptionCancelled(a.objectKey, entryHash, position);
    }

    /// @notice Lets a redemption take effect.
    /// @param redeeming The redemption, as `proven` returns it.
    /// @param minting The mint, as `proven` returns it.
    /// @param batch The header of its batch, under any stored checkpoint under which it is final.
    function settle(
        AnchoredAction.Action calldata redeeming,
        AnchoredAction.Action calldata minting,
        Evidence.HeaderEvidence calldata batch
    ) external {
        Announcement storage a = _pending(redeeming.entryHash, batch.position);
        uint256 time = uint256(a.since) + NOTICE;
        if (block.timestamp < time) revert TooEarly(time);
        if (_termsOf(redeeming, minting, batch.header) != a.terms) revert NotAsAnnounced(redeeming.entryHash);
        Evidence.proveFinal(REGISTRY, OPERATOR, batch); // G4
        _source().checkBeforeSlash(batch.position);
        _redeem(redeeming, minting); // G1
    }

    /// @notice The actions of a redemption that is anchored, of what was minted and is final: what `settle` takes. Reverts
    /// as `announce` does if they are not on this gate's terms.
    function proven(
        Evidence.EntryEvidence calldata redemption,
        Actions.Opening calldata redemptionOpening,
        Evidence.EntryEvidence calldata mint,
        Actions.Opening calldata mintOpening
    ) public view returns (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) {
        AnchoredAction.Source memory source = _source();
        redeeming = source.proveAnchored(redemption, redemptionOpening);
        minting = source.prove(mint, mintOpening); // G4 of the mint
        source.checkBeforeSlash(mint.batch.position);
        _check(redeeming, minting); // G2, G3
    }

    /// @dev Stops an operator that gives up its stake: it anchors made-up acts to cancel what was announced.
    function _isMadeUpLater(
        uint64 size,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) private pure returns (bool) {
        return earlier.batch.position >= size || later.batch.position >= size;
    }

    /// @dev Stops a seller that sells what it gave up before: the buyer's act skips the redemption, which was hidden. No
    /// other act behind the redemption counts.
    function _isHiddenSale(uint64 index, bool redeemed_, Entries.Entry memory later) private pure returns (bool) {
        return redeemed_ && later.prior != index;
    }

    /// @dev Stops a theft: an act upon the object that another entry contradicts, or whose signature was used before.
    function _isTheft(
        bytes32 objectKey,
        Entries.Entry memory first,
        Entries.Entry memory second
    ) private pure returns (bool) {
        if (second.objectKey != objectKey || second.part != Entries.PART_ACT) return false;
        if (Objects.contradict(first, second)) return true;
        return first.index < second.index && first.actor == second.actor && first.nonce == second.nonce;
    }

    function _termsOf(
        AnchoredAction.Action memory redeeming,
        AnchoredAction.Action memory minting,
        bytes calldata header
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(redeeming, minting, header));
    }

    function _pending(bytes32 entryHash, uint64 position) private view returns (Announcement storage a) {
        a = announcements[entryHash][position];
        if (a.since == 0 || a.cancelled) revert NotAnnounced(entryHash);
        if (redeemed(a.objectKey)) revert AlreadyRedeemed(a.objectKey);
    }
}
