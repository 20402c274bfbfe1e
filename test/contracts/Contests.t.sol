// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {AnnouncedTest} from "./AnnouncedTest.sol";
import {create, newAttestations, newAnnouncedRedeemer} from "./released.sol";

/// Tests which acts may be demanded of an announced redemption, which answers count, and until when.
contract ContestsTest is AnnouncedTest {
    Place private sale;
    Place private redeemed;
    bytes32 private id;

    function setUp() external {
        setUpGate(SILENCE);
    }

    /// Enters mint, sale, renaming and redemption, and announces the redemption once all are final.
    function sold() private returns (Place memory renamed) {
        sale = enter(log, ALICE, transfer("seat", BOB));
        renamed = enter(log, BOB, rename("seat", BOB));
        redeemed = enter(log, BOB, redeem("seat", gate));
        finish();
        id = announce(redeemed);
    }

    // Demands

    function testAnAnsweredDemandChangesNothing() external {
        sold();
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, sale);
        showAction(id, d, sale, transfer("seat", BOB));
        vm.warp(block.timestamp + NOTICE);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        this.settleIt();
    }

    function settleIt() external {
        settle(redeemed);
    }

    /// Each shown act can be the next to ask from, beginning with the mint. So a stranger can walk the whole history.
    function testAStrangerWalksTheWholeHistory() external {
        Place memory renamed = sold();
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, sale);
        showAction(id, d, sale, transfer("seat", BOB));
        vm.prank(address(0x57a));
        d = demand(id, sale);
        showEntry(id, d, renamed);
        showAction(id, d, renamed, rename("seat", BOB));
        // The redemption follows, and its signature was shown at the announcement.
        refuseDemand(id, renamed, abi.encodeWithSelector(Contests.NothingToDemand.selector, hashOf(renamed)));
    }

    function testADemandIsMadeOnce() external {
        sold();
        Contests.Demand memory d = demand(id, minted);
        bytes memory again = abi.encodeWithSelector(Contests.AlreadyDemanded.selector, hashOf(minted));
        refuseDemand(id, minted, again);
        showEntry(id, d, sale);
        refuseDemand(id, minted, again);
        showAction(id, d, sale, transfer("seat", BOB));
        refuseDemand(id, minted, again);
    }

    /// The attack: a stranger demands acts that the redemption does not depend on.
    function testOnlyEarlierActsOnTheObjectAreDemanded() external {
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        Place memory foreign = enter(logOf("b.example"), ISSUER, mint("seat", ALICE));
        sold();
        Place memory behind = enter(log, THIEF, transfer("seat", THIEF));
        Place[5] memory places = [other, asked, foreign, redeemed, behind];
        vm.warp(block.timestamp + INTERVAL);
        anchorAll();
        for (uint256 i = 0; i < places.length; ++i) {
            refuseDemand(id, places[i], abi.encodeWithSelector(Contests.NothingToDemand.selector, hashOf(places[i])));
        }
    }

    /// The attack: after the announcement, an operator that gives up its stake makes up an act that no act follows.
    function testAnActAnchoredAfterTheAnnouncementIsNotDemanded() external {
        sold();
        Entries.Entry memory e = entryOf(log, THIEF, transfer("seat", THIEF));
        (e.index, e.prior) = (1, 0);
        Place memory made = fork(e);
        vm.warp(block.timestamp + INTERVAL);
        anchorAll();
        refuseDemand(id, made, abi.encodeWithSelector(Contests.NothingToDemand.selector, hashOf(made)));
    }

    function testDemandsAreMadeDuringTheNotice() external {
        sold();
        uint256 until = block.timestamp + NOTICE;
        vm.warp(until);
        refuseDemand(id, minted, abi.encodeWithSelector(Contests.TooLate.selector, until));
        vm.warp(until - 1);
        demand(id, minted);
    }

    function testNothingIsDemandedBeforeAnAnnouncementOrAfterItsEnd() external {
        refuseBefore();
        sold();
        expire(id, demand(id, minted), 0);
        refuseDemand(id, sale, notAnnounced(id));
        Contests.Demand memory d = demandOf(id, minted);
        vm.expectRevert(notAnnounced(id));
        gate.cancelUnanswered(id, d, 0);
    }

    function refuseBefore() private {
        anchorAll();
        refuseDemand("none", minted, notAnnounced("none"));
        vm.warp(block.timestamp + INTERVAL);
    }

    function testNothingIsDemandedAfterThePayment() external {
        sold();
        vm.warp(block.timestamp + NOTICE);
        settle(redeemed);
        bytes memory paid = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuseDemand(id, minted, paid);
        Contests.Demand memory d = demandOf(id, minted);
        vm.expectRevert(paid);
        gate.cancelUnanswered(id, d, 0);
    }

    // Answers

    function testNothingIsPaidBeforeAllIsAnswered() external {
        sold();
        uint256 until = block.timestamp + NOTICE;
        vm.warp(until - 1);
        Contests.Demand memory d = demand(id, minted);
        vm.warp(until);
        bytes memory open = abi.encodeWithSelector(AnnouncedRedeemer.NotAnswered.selector, 1);
        refuseSettle(redeemed, open);
        showEntry(id, d, sale);
        refuseSettle(redeemed, open);
        showAction(id, d, sale, transfer("seat", BOB));
        // One response time remains to look at the shown act.
        until += RESPONSE_TIME;
        refuseSettle(redeemed, abi.encodeWithSelector(Contests.TooEarly.selector, until));
        vm.warp(until);
        settle(redeemed);
    }

    function testAnAnswerDoesNotShortenTheNotice() external {
        sold();
        uint256 until = block.timestamp + NOTICE;
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, sale);
        showAction(id, d, sale, transfer("seat", BOB));
        refuseSettle(redeemed, abi.encodeWithSelector(Contests.TooEarly.selector, until));
    }

    /// The attack: the thief answers a demand after its redemption was cancelled, so that it is paid after all.
    function testAnAnswerDoesNotReviveACancelledRedemption() external {
        sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory theft = enter(entryOf(log, THIEF, transfer("seat", THIEF)));
        redeemed = enter(log, THIEF, redeem("seat", gate));
        finish();
        id = announce(redeemed);
        Contests.Demand memory d = demand(id, minted);
        gate.cancel(id, evidence(sale), evidence(theft));
        showEntry(id, d, sale);
        showAction(id, d, sale, transfer("seat", BOB));
        vm.warp(block.timestamp + NOTICE);
        refuseSettle(redeemed, notAnnounced(id));
    }

    function testAnswersCountUntilTheDeadline() external {
        sold();
        Contests.Demand memory d = demand(id, minted);
        Contests.Demand memory late = demand(id, sale);
        vm.warp(d.deadline);
        vm.expectRevert(abi.encodeWithSelector(Contests.DeadlineNotPassed.selector, d.deadline));
        gate.cancelUnanswered(id, d, 0);
        showEntry(id, d, sale);
        showAction(id, d, sale, transfer("seat", BOB));
        showEntry(id, late, Place(2, 0));
        vm.warp(d.deadline + 1);
        bytes memory passed = abi.encodeWithSelector(Contests.DeadlinePassed.selector, d.deadline);
        refuseAction(id, late, Place(2, 0), rename("seat", BOB), passed);
        vm.expectRevert(abi.encodeWithSelector(Contests.NotDemanded.selector, late.act));
        gate.cancelUnanswered(id, late, 0);
        expire(id, late, hashOf(Place(2, 0)));
        refuseSettle(redeemed, notAnnounced(id));
    }

    function testAnEntryIsShownInTime() external {
        sold();
        Contests.Demand memory d = demand(id, minted);
        vm.warp(d.deadline + 1);
        refuseEntry(id, d, sale, abi.encodeWithSelector(Contests.DeadlinePassed.selector, d.deadline));
        // A demand with this deadline does not exist.
        d.deadline += 1;
        refuseEntry(id, d, sale, abi.encodeWithSelector(Contests.NotDemanded.selector, d.act));
    }

    function testOnlyTheNextActAnswers() external {
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Place memory renamed = sold();
        enter(log, BOB, httpRequest());
        Contests.Demand memory d = demand(id, minted);
        Place[4] memory places = [other, minted, renamed, redeemed];
        for (uint256 i = 0; i < places.length; ++i) {
            bytes memory reason = abi.encodeWithSelector(Contests.NotTheNextAct.selector, hashOf(places[i]));
            refuseEntry(id, d, places[i], reason);
        }
        showEntry(id, d, sale);
        refuseEntry(id, d, sale, abi.encodeWithSelector(Contests.NotDemanded.selector, d.act));
        bytes memory notShown = abi.encodeWithSelector(Contests.NotDemanded.selector, d.act);
        refuseAction(id, d, renamed, rename("seat", BOB), notShown);
        showAction(id, d, sale, transfer("seat", BOB));
        refuseAction(id, d, sale, transfer("seat", BOB), notShown);
        vm.warp(d.deadline + 1);
        bytes32 entryHash = hashOf(sale);
        vm.expectRevert(notShown);
        gate.cancelUnanswered(id, d, entryHash);
    }

    /// The attack: the thief answers with its own act, which names the holder's act as its prior.
    function testOnlyTheHoldersActAnswers() external {
        Entries.Entry memory e = entryOf(log, THIEF, transfer("seat", THIEF));
        Place memory theft = enter(e);
        redeemed = enter(log, THIEF, redeem("seat", gate));
        finish();
        id = announce(redeemed);
        Contests.Demand memory d = demand(id, minted);
        refuseEntry(id, d, theft, abi.encodeWithSelector(Contests.NotTheNextAct.selector, hashOf(theft)));
        expire(id, d, 0);
    }

    /// The attacks: another key signed, the entry has another signature's hash, and the actor is the zero address.
    function testOnlyTheActorsSignatureInTheEntryCounts() external {
        Place[3] memory places;
        Entries.Entry memory e = entryOf(log, ALICE, redeem("seat", gate));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(uint256(keccak256("thief")), e.digest);
        signatures[e.digest] = abi.encodePacked(r, s, v);
        e.signatureHash = keccak256(signatures[e.digest]);
        places[0] = append(e);
        e = entryOf(log, ALICE, redeem("seat", gate));
        e.signatureHash = keccak256("made up");
        places[1] = append(e);
        places[2] = forged(address(0), redeem("seat", gate));
        finish();
        AnnouncedRedeemer.Act memory first = shown(minted, mint("seat", ALICE));
        for (uint256 i = 0; i < places.length; ++i) {
            AnnouncedRedeemer.Act memory act = shown(places[i], redeem("seat", gate));
            vm.expectRevert(abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(places[i])));
            gate.announce(act, first);
        }
    }

    /// The attack: the thief answers with an older act of the holder, from before the holder sold the object and bought
    /// it back.
    function testAnOlderActOfTheHolderDoesNotAnswer() external {
        sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory bought = enter(log, BOB, transfer("seat", ALICE));
        forged(ALICE, transfer("seat", THIEF));
        redeemed = enter(log, THIEF, redeem("seat", gate));
        finish();
        id = announce(redeemed);
        Contests.Demand memory d = demand(id, bought);
        refuseEntry(id, d, sale, abi.encodeWithSelector(Contests.NotTheNextAct.selector, hashOf(sale)));
        expire(id, d, 0);
    }

    /// The attacks: an answer that is anchored after the announcement, and one that is later in the log than the
    /// redemption.
    function testAnAnswerPrecedesTheRedemptionAndTheAnnouncement() external {
        forged(ALICE, transfer("seat", THIEF));
        redeemed = enter(log, THIEF, redeem("seat", gate));
        Place memory behind = enter(namingPrior(0, entryOf(log, ALICE, transfer("seat", BOB))));
        finish();
        id = announce(redeemed);
        Contests.Demand memory d = demand(id, minted);
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", BOB));
        (e.index, e.prior) = (1, 0);
        Place memory later = fork(e);
        anchorAll();
        Place[2] memory places = [behind, later];
        for (uint256 i = 0; i < places.length; ++i) {
            bytes memory reason = abi.encodeWithSelector(Contests.NotTheNextAct.selector, hashOf(places[i]));
            refuseEntry(id, d, places[i], reason);
        }
    }

    /// The attack: an act names no holder, and its entry has another holder than the prior act.
    function testACarriedHolderIsThePriorHolder() external {
        Entries.Entry memory e = entryOf(log, ALICE, rename("seat", ALICE));
        e.holder = THIEF;
        Place memory lied = enter(e);
        enter(log, THIEF, transfer("seat", THIEF));
        redeemed = enter(log, THIEF, redeem("seat", gate));
        finish();
        id = announce(redeemed);
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, lied);
        bytes memory reason = abi.encodeWithSelector(Contests.NotTheNextAct.selector, hashOf(lied));
        refuseAction(id, d, lied, rename("seat", ALICE), reason);
    }

    function testOnlyTheEntrysOwnActionAndSignatureAreShown() external {
        sold();
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, sale);
        AnnouncedRedeemer.Act memory act = shown(sale, transfer("seat", BOB));
        bytes memory cut = new bytes(64);
        vm.expectRevert(abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(sale)));
        gate.showAction(id, d, act.evidence.entry, act.opening, cut);
        act.opening.deadline += 1;
        (bool done, bytes memory reason) = address(gate).call(
            abi.encodeCall(Contests.showAction, (id, d, act.evidence.entry, act.opening, act.signature))
        );
        assertTrue(!done && bytes4(reason) == Actions.DigestMismatch.selector);
    }

    /// A contract wallet acts on an object of anybody. Its act counts once it is attested.
    function testAContractWalletsActNeedsAnAttestation() external {
        Redemptions.Terms memory t = redemptionTerms(log, ISSUER, MINT_TYPE);
        t.source.attestations = newAttestations();
        gate = newAnnouncedRedeemer(t, NOTICE, 0);
        address wallet = create("OwnedWallet", abi.encode(vm.addr(0xac7)));
        enter(log, ALICE, transfer("seat", ANYBODY));
        Act memory a = transfer("seat", BOB);
        Entries.Entry memory e = entryOf(log, wallet, a);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xac7, e.digest);
        bytes memory signed = abi.encodePacked(r, s, v);
        (e.scheme, e.verifiedBlock, e.signatureHash) = (1, 7, keccak256(signed));
        Place memory taken = enter(e);
        enter(log, BOB, rename("seat", BOB));
        redeemed = enter(log, BOB, redeem("seat", gate));
        finish();
        id = announce(redeemed);
        Contests.Demand memory d = demand(id, Place(1, 0));
        showEntry(id, d, taken);
        refuseAction(id, d, taken, a, abi.encodeWithSelector(AnchoredAction.NotAttested.selector, hashOf(taken)));
        attest(t, batches[taken.batch].entries[0], signed);
        showAction(id, d, taken, a);
    }

    function attest(Redemptions.Terms memory t, bytes memory entry, bytes memory signed) private {
        (bool done, ) = address(t.source.attestations).call(
            abi.encodeWithSignature("attest(bytes,bytes)", entry, signed)
        );
        assertTrue(done);
    }

    // Two entries

    /// The attack: the operator withholds a signed sale until the seller has the object again, and enters it with an
    /// old date.
    function testAnEntryDatedBeforeAnEarlierOneCancels() external {
        clock += 1;
        Place memory sold_ = enter(log, ALICE, transfer("seat", BOB));
        Place memory back = enter(log, BOB, transfer("seat", ALICE));
        clock -= 1;
        enter(log, ALICE, transfer("seat", THIEF));
        redeemed = enter(log, THIEF, redeem("seat", gate));
        finish();
        id = announce(redeemed);
        Evidence.EntryEvidence memory e = evidence(back);
        Evidence.EntryEvidence memory late = evidence(Place(3, 0));
        Evidence.EntryEvidence memory first = evidence(sold_);
        vm.expectRevert(abi.encodeWithSelector(Contests.NoContradiction.selector));
        gate.cancel(id, first, e);
        gate.cancel(id, e, late);
        refuseSettle(redeemed, notAnnounced(id));
    }

    /// A fork that concerns other objects does not affect this redemption.
    function testAForkOfOtherObjectsDoesNotCancel() external {
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Entries.Entry memory e = entryOf(log, ISSUER, mint("third", ALICE));
        e.index = 1;
        Place memory twin = fork(e);
        sold();
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(other), evidence(twin));
        vm.expectRevert(abi.encodeWithSelector(Contests.NoContradiction.selector));
        gate.cancel(id, a, b);
    }
}
