// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ObjectLogTest} from "./ObjectLogTest.sol";
import {newAnnouncedRedeemer} from "./released.sol";

/// @notice Helpers for tests of contested announcements: a gate, four people, and the calls of both sides.
abstract contract AnnouncedTest is ObjectLogTest {
    address internal immutable ISSUER = person("issuer");
    address internal immutable ALICE = person("Alice");
    address internal immutable BOB = person("Bob");
    address internal immutable THIEF = person("thief");
    uint48 internal constant NOTICE = 12;
    /// The response time of `timing()`.
    uint48 internal constant RESPONSE_TIME = 2;
    uint48 internal constant SILENCE = 30;

    AnnouncedRedeemer internal gate;
    bytes32 internal log;
    Place internal minted;

    function setUpGate(uint48 silence) internal {
        setUpRegistry();
        join(OPERATOR);
        log = logOf("a.example");
        gate = newAnnouncedRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE), NOTICE, silence);
        minted = enter(log, ISSUER, mint("seat", ALICE));
    }

    /// Enters an act with a made-up signature of the account.
    function forged(address actor, Act memory a) internal returns (Place memory place) {
        Entries.Entry memory e = entryOf(log, actor, a);
        e.signatureHash = keccak256("made up");
        signatures[e.digest] = "made up";
        place = enter(e);
    }

    function announce(Place memory redeemed) internal returns (bytes32 id) {
        id = idOf(redeemed);
        gate.announce(shown(redeemed, redeem("seat", gate)), shown(minted, mint("seat", ALICE)));
    }

    /// The account announces that it holds the object by an act.
    function claim(address account, Place memory place, Act memory a) internal returns (bytes32 id) {
        id = idOf(place);
        AnnouncedRedeemer.Act memory last = shown(place, a);
        AnnouncedRedeemer.Act memory first = shown(minted, mint("seat", ALICE));
        vm.prank(account);
        gate.announceAsHolder(last, first);
    }

    function refuseClaim(address account, Place memory place, Act memory a, bytes memory reason) internal {
        AnnouncedRedeemer.Act memory last = shown(place, a);
        AnnouncedRedeemer.Act memory first = shown(minted, mint("seat", ALICE));
        vm.expectRevert(reason);
        vm.prank(account);
        gate.announceAsHolder(last, first);
    }

    /// Demands the act that follows the given one.
    function demand(bytes32 id, Place memory act) internal returns (Contests.Demand memory d) {
        d = demandOf(id, act);
        Evidence.EntryEvidence memory e = evidence(act);
        vm.expectEmit(address(gate));
        emit Contests.ActDemanded(id, d);
        gate.demand(id, e);
    }

    function demandOf(bytes32 id, Place memory act) internal view returns (Contests.Demand memory d) {
        bytes memory entry = batches[act.batch].entries[act.position];
        Entries.Entry memory e = this.decoded(entry);
        (d.objectKey, , d.last, , d.size, , ) = gate.announcements(id);
        (d.act, d.index, d.holder) = (leafHash(entry), e.index, e.holder);
        d.deadline = uint48(block.timestamp) + RESPONSE_TIME;
    }

    function refuseDemand(bytes32 id, Place memory act, bytes memory reason) internal {
        Evidence.EntryEvidence memory e = evidence(act);
        vm.expectRevert(reason);
        gate.demand(id, e);
    }

    function showEntry(bytes32 id, Contests.Demand memory d, Place memory next) internal {
        Evidence.EntryEvidence memory e = evidence(next);
        vm.expectEmit(address(gate));
        emit Contests.EntryShown(id, d.act, leafHash(e.entry));
        gate.showEntry(id, d, e);
    }

    function refuseEntry(bytes32 id, Contests.Demand memory d, Place memory next, bytes memory reason) internal {
        Evidence.EntryEvidence memory e = evidence(next);
        vm.expectRevert(reason);
        gate.showEntry(id, d, e);
    }

    function showAction(bytes32 id, Contests.Demand memory d, Place memory next, Act memory a) internal {
        AnnouncedRedeemer.Act memory act = shown(next, a);
        vm.expectEmit(address(gate));
        emit Contests.ActionShown(id, d.act);
        gate.showAction(id, d, act.evidence.entry, a.opening, act.signature);
    }

    function refuseAction(
        bytes32 id,
        Contests.Demand memory d,
        Place memory next,
        Act memory a,
        bytes memory reason
    ) internal {
        AnnouncedRedeemer.Act memory act = shown(next, a);
        vm.expectRevert(reason);
        gate.showAction(id, d, act.evidence.entry, a.opening, act.signature);
    }

    /// Lets the deadline of a demand pass, and cancels the redemption.
    function expire(bytes32 id, Contests.Demand memory d, bytes32 entryHash) internal {
        vm.warp(d.deadline + 1);
        vm.expectEmit(address(gate));
        emit Contests.RedemptionCancelled(keyOf("seat"), id);
        gate.cancelUnanswered(id, d, entryHash);
    }

    function settle(Place memory redeemed) internal {
        settle(redeemed, redeem("seat", gate), "");
    }

    function refuseSettle(Place memory redeemed, bytes memory reason) internal {
        settle(redeemed, redeem("seat", gate), reason);
    }

    /// Settles, and expects the payment if the reason is empty.
    function settle(Place memory place, Act memory a, bytes memory reason) internal {
        settle(place, a, evidence(place).batch, reason);
    }

    function settle(
        Place memory place,
        Act memory a,
        Evidence.HeaderEvidence memory batch,
        bytes memory reason
    ) internal {
        AnchoredAction.Action memory acting = actionOf(place, a);
        AnchoredAction.Action memory minting = actionOf(minted, mint("seat", ALICE));
        if (reason.length != 0) vm.expectRevert(reason);
        gate.settle(acting, minting, batch);
    }

    /// The results of `proven` and `held` for an act that names its holder.
    function actionOf(Place memory place, Act memory a) internal view returns (AnchoredAction.Action memory) {
        bytes memory entry = batches[place.batch].entries[place.position];
        bytes32 payloadType = keccak256(bytes(a.opening.payloadType));
        return
            AnchoredAction.Action(
                this.decoded(entry),
                leafHash(entry),
                true,
                a.opening.deadline,
                payloadType,
                a.opening.words
            );
    }

    function notAnnounced(bytes32 id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(Contests.NotAnnounced.selector, id);
    }

    function hashOf(Place memory place) internal view returns (bytes32) {
        return leafHash(batches[place.batch].entries[place.position]);
    }
}
