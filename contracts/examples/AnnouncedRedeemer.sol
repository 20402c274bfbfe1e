// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Contests} from "./Contests.sol";

/// @title AnnouncedRedeemer
/// @notice An example of a gate for values above the operator's stake. A redemption is announced as soon as it is
/// anchored, and takes effect when it is final and nobody has contested it in time. So a holder watches this contract's
/// events for its object's key. In doubt nobody is paid.
/// @dev See `Redemptions` and `Contests`. A redemption also takes no effect if a fault freezes the log from it or
/// before, or if the operator was slashed before it was final: no stake answers for that. Announce at once. The buyer
/// of an object pays when its act is anchored, and nothing about the object is announced.
///
/// The exit hatch: if the operator cannot or does not anchor any more, nobody can be given a redemption. Then the
/// holder by the newest act announces that act instead (`announceAsHolder`). The same contest follows. Anybody who has
/// a later act upon the object takes its place by announcing that. If that later act is cancelled, the earlier claim
/// stands again, and its notice begins again: nobody had to contest it while it was displaced. The hatch rests on the
/// contest alone, and on no stake: it serves also what was not final at the slash.
contract AnnouncedRedeemer is Contests {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice An act upon an object, with its action and signature.
    /// @param signature The actor's signature of 65 bytes; empty if the actor is a contract wallet.
    struct Act {
        Evidence.EntryEvidence evidence;
        Actions.Opening opening;
        bytes signature;
    }

    /// @notice The seconds without an anchor, by an operator in standing, after which the hatch opens; 0 for a gate
    /// without a hatch.
    /// @dev Several gates for the same objects do not see each other's claims, as these are in no log. So at most one
    /// of them has a hatch.
    uint48 public immutable SILENCE;

    /// @notice The act that claims an object without a redemption, by `idOf`, or 0.
    mapping(bytes32 objectKey => bytes32 id) public claims;
    /// @dev The claim whose place an act has taken, or 0.
    mapping(bytes32 id => bytes32 displaced) private _displaced;

    /// @notice A claim stands again, as the act that had taken its place was cancelled. It is contested until just
    /// before `until`.
    event ClaimRestored(bytes32 indexed objectKey, bytes32 indexed id, uint48 until);

    /// @notice The act was announced before, or a later act upon the object was announced.
    error AlreadyAnnounced(bytes32 id);
    /// @notice The act, the mint or the header is not what was announced.
    error NotAsAnnounced(bytes32 id);
    /// @notice Some demands are not answered.
    error NotAnswered(uint256 open);
    /// @notice This gate has no hatch.
    error NoHatch();
    /// @notice Before this time, the operator may still anchor, or its last checkpoint is not final.
    error HatchClosed(uint256 time);
    /// @notice The operator has anchored since the act was announced: redeem the object through the log.
    error OperatorReturned(uint64 size);
    /// @notice A hatch cannot open before all that was anchored is final.
    error SilenceTooShort(uint48 silence, uint256 least);
    /// @notice A gate that this one succeeds has a hatch for the same log, so both could pay for one object.
    error SecondHatch();
    /// @notice The act does not name a holder.
    error NamesNoHolder(bytes32 entryHash);
    /// @notice The act leaves the object to this account, which is not the sender, or to nobody if it is zero.
    error NotTheHolder(address account);
    /// @notice A later act upon the object has taken the place of this one.
    error Displaced(bytes32 id);

    /// @notice See `Redemptions`, `NOTICE` and `SILENCE`.
    constructor(Terms memory terms, uint48 notice, uint48 silence) Contests(terms, notice) {
        uint256 least = REGISTRY.finalityDelay();
        if (silence != 0 && silence < least) revert SilenceTooShort(silence, least);
        if (silence != 0 && super.hasHatch(LOG)) revert SecondHatch();
        SILENCE = silence;
    }

    /// @notice Whether this gate, or one that it succeeds, has a hatch for a log's objects.
    function hasHatch(bytes32 log) public view override returns (bool) {
        return (SILENCE != 0 && log == LOG) || super.hasHatch(log);
    }

    /// @notice Announces a redemption that is anchored, of what was minted and is final. Anybody can.
    /// @param redemption The holder's `Redeem` or `Move`.
    /// @param mint The issuer's mint.
    function announce(Act calldata redemption, Act calldata mint) external {
        (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) = proven(redemption, mint);
        bytes32 id = idOf(redeeming.entryHash, redemption.evidence.batch.position);
        if (announcements[id].objectKey != 0) revert AlreadyAnnounced(id);
        _announce(id, redeeming, minting, redemption.evidence.batch, redeeming.entry.actor);
    }

    /// @notice Announces the newest act upon an object, when the operator cannot or does not anchor any more. The
    /// account that the act leaves the object to can, and if an earlier act was announced so, anybody can.
    /// @dev If the newest act is a redemption at this gate, its actor is paid. If it is a move, that is recorded. A
    /// redemption at another gate takes the place of a claim, and nobody is paid. If a later act was cancelled, the
    /// same act can be announced again.
    /// @param last The newest act, final. It names its holder.
    /// @param mint The issuer's mint; if nobody has acted since, the same.
    function announceAsHolder(Act calldata last, Act calldata mint) external {
        (AnchoredAction.Action memory acting, AnchoredAction.Action memory minting) = held(last, mint);
        uint64 size = _checkHatch();
        bytes32 objectKey = acting.entry.objectKey;
        bytes32 id = idOf(acting.entryHash, last.evidence.batch.position);
        if (announcements[id].objectKey != 0 && announcements[id].until == 0) revert NotAnnounced(id);
        address account = _accountOf(acting);
        Announcement storage current = announcements[claims[objectKey]];
        // A claim from before the operator's last anchor is not paid any more.
        if (current.until == 0 || current.size != size) {
            if (account != msg.sender) revert NotTheHolder(account);
        } else {
            if (current.index >= acting.entry.index) revert AlreadyAnnounced(claims[objectKey]);
            _displaced[id] = claims[objectKey];
        }
        claims[objectKey] = id;
        _announce(id, acting, minting, last.evidence.batch, account);
    }

    /// @notice Pays for an announced act that nobody contested, or records a move. Anybody can.
    /// @param acting The act, as `proven` or `held` returns it.
    /// @param minting The mint, as they return it.
    /// @param batch The header of the act's batch, under any stored checkpoint under which it is final.
    function settle(
        AnchoredAction.Action calldata acting,
        AnchoredAction.Action calldata minting,
        Evidence.HeaderEvidence calldata batch
    ) external {
        bytes32 id = idOf(acting.entryHash, batch.position);
        Announcement storage a = _pending(id);
        if (block.timestamp < a.until) revert TooEarly(a.until);
        if (a.open != 0) revert NotAnswered(a.open);
        if (_termsOf(acting, minting, batch.header) != a.terms) revert NotAsAnnounced(id);
        Evidence.proveFinal(REGISTRY, OPERATOR, batch); // G4
        uint64 size = claims[a.objectKey] == id ? _newest().size : 0;
        // A claim ends if the operator anchors again. A redemption or a move that was claimed stands without the claim.
        if (size != a.size) {
            if (!_isGivenUp(acting)) _refuseClaim(id, size);
            _source().checkBeforeSlash(batch.position);
        }
        address account = _accountOf(acting);
        if (account == address(0)) revert NotTheHolder(account);
        _redeem(account, _destinationOf(acting), minting); // G1
    }

    /// @notice Proves a redemption that is anchored and a mint that is final, and returns both actions for `settle`.
    /// Reverts as `announce` does if they are not on this gate's terms.
    function proven(
        Act calldata redemption,
        Act calldata mint
    ) public view returns (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) {
        redeeming = _source().proveAnchored(redemption.evidence, redemption.opening);
        _checkSignature(redeeming, redemption.signature);
        _checkRedemption(redeeming); // G3
        minting = _minted(redeeming, mint);
        _source().checkBeforeSlash(mint.evidence.batch.position);
    }

    /// @notice The actions of the newest act upon an object and of its mint: what `settle` takes. Reverts as
    /// `announceAsHolder` does if they are not on this gate's terms.
    function held(
        Act calldata last,
        Act calldata mint
    ) public view returns (AnchoredAction.Action memory acting, AnchoredAction.Action memory minting) {
        acting = _source().prove(last.evidence, last.opening); // G4
        _checkSignature(acting, last.signature);
        if (!acting.names) revert NamesNoHolder(acting.entryHash);
        minting = _minted(acting, mint);
    }

    /// @dev Restores the claim that the cancelled one displaced, if both were announced at the same batch log size. The
    /// notice begins again: otherwise a former holder could let an accomplice displace its claim with a false act,
    /// wait, and be paid at once when that act is cancelled.
    function _restoreBefore(bytes32 id, Announcement storage a) internal override {
        bytes32 displaced = _displaced[id];
        Announcement storage d = announcements[displaced];
        if (displaced == 0 || claims[a.objectKey] != id || d.until == 0 || d.size != a.size) return;
        claims[a.objectKey] = displaced;
        d.until = uint48(block.timestamp) + NOTICE;
        emit ClaimRestored(a.objectKey, displaced, d.until);
    }

    function _announce(
        bytes32 id,
        AnchoredAction.Action memory acting,
        AnchoredAction.Action memory minting,
        Evidence.HeaderEvidence calldata batch,
        address account
    ) private {
        Entries.Entry memory entry = acting.entry;
        Announcement storage a = announcements[id];
        (a.objectKey, a.terms) = (entry.objectKey, _termsOf(acting, minting, batch.header));
        (a.index, a.prior, a.size) = (entry.index, entry.prior, _newest().size);
        a.until = uint48(block.timestamp) + NOTICE;
        emit RedemptionAnnounced(entry.objectKey, account, id, acting.entryHash, batch.position, entry.index);
    }

    /// @dev G1; G2; G4 of the mint.
    function _minted(
        AnchoredAction.Action memory acting,
        Act calldata mint
    ) private view returns (AnchoredAction.Action memory minting) {
        if (redeemed(acting.entry.objectKey)) revert AlreadyRedeemed(acting.entry.objectKey);
        minting = _source().prove(mint.evidence, mint.opening);
        _checkSignature(minting, mint.signature);
        _checkMint(acting, minting);
    }

    /// @notice An operator that left, was slashed or has too little stake cannot anchor. Then what it anchored last
    /// becomes final, so that the holder by a later act can show it.
    /// @return The number of headers that it has anchored.
    function _checkHatch() private view returns (uint64) {
        if (SILENCE == 0) revert NoHatch();
        AnchorRegistry.Checkpoint memory newest = _newest();
        uint256 time = newest.time + (REGISTRY.inStanding(OPERATOR) ? SILENCE : REGISTRY.finalityDelay());
        if (block.timestamp < time) revert HatchClosed(time);
        return newest.size;
    }

    /// @notice Reverts because a claim has ended.
    /// @param size The number of anchored headers, or 0 if a later act has taken the place of the claim.
    function _refuseClaim(bytes32 id, uint64 size) private pure {
        if (size == 0) revert Displaced(id);
        revert OperatorReturned(size);
    }

    /// @dev The account that an act leaves the object to, or that moves the object. Zero stands for nobody, and for
    /// anybody.
    function _accountOf(AnchoredAction.Action memory acting) private view returns (address) {
        if (_destinationOf(acting) != 0) return acting.entry.actor;
        if (_isRedemption(acting)) return _gateOf(acting) == address(this) ? acting.entry.actor : address(0);
        return acting.entry.holder == Entries.ANYBODY ? address(0) : acting.entry.holder;
    }

    function _newest() private view returns (AnchorRegistry.Checkpoint memory newest) {
        (newest, ) = REGISTRY.latestCheckpoint(OPERATOR);
    }

    function _termsOf(
        AnchoredAction.Action memory acting,
        AnchoredAction.Action memory minting,
        bytes calldata header
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(acting, minting, header));
    }
}
