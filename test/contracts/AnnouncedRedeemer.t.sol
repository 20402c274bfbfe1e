// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {AnnouncedTest} from "./AnnouncedTest.sol";
import {newAnnouncedRedeemer} from "./released.sol";

/// Tests announced redemptions, and how two entries cancel one.
contract AnnouncedRedeemerTest is AnnouncedTest {
    function setUp() external {
        setUpGate(0);
    }

    function testAnAnnouncedRedemptionTakesEffectWhenFinal() external {
        Place memory redeemed = announce();
        uint256 since = block.timestamp;
        vm.warp(since + NOTICE - 1);
        refuseSettle(redeemed, abi.encodeWithSelector(Contests.TooEarly.selector, since + NOTICE));
        vm.warp(since + NOTICE);
        AnchoredAction.Action memory acting = actionOf(redeemed, redeem("seat", gate));
        AnchoredAction.Action memory minting = actionOf(minted, mint("seat", ALICE));
        Evidence.HeaderEvidence memory batch = evidence(redeemed).batch;
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        gate.settle(acting, minting, batch);
        refuseSettle(redeemed, abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
    }

    function testAnAnnouncementIsNotEnoughBeforeItIsFinal() external {
        gate = newAnnouncedRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE), 1, 0);
        Place memory redeemed = announce();
        vm.warp(block.timestamp + 1);
        uint256 time = block.timestamp - 1 + FINALITY_DELAY;
        refuseSettle(redeemed, abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, time));
    }

    function testAFreezeBeforeItIsFinalStopsAnAnnouncedRedemption() external {
        Place memory redeemed = announce();
        freeze(OPERATOR, log, 1); // covers the sale and the redemption
        vm.warp(block.timestamp + 100);
        bytes memory frozen = abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, 2);
        refuseSettle(redeemed, frozen);
    }

    function testARedemptionIsAnnouncedOnceAndOnlyForAFinalMint() external {
        Place memory redeemed = announce();
        AnnouncedRedeemer.Act memory a = shown(redeemed, redeem("seat", gate));
        AnnouncedRedeemer.Act memory m = shown(Place(0, 0), mint("seat", ALICE), 0);
        vm.expectRevert(abi.encodeWithSelector(AnnouncedRedeemer.AlreadyAnnounced.selector, idOf(redeemed)));
        gate.announce(a, m);
        m = shown(Place(0, 0), mint("seat", ALICE), 1);
        uint256 time = block.timestamp + FINALITY_DELAY;
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, time));
        gate.announce(a, m);
        vm.warp(block.timestamp + NOTICE);
        settle(redeemed);
        Place memory again = enter(log, THIEF, redeem("seat", gate));
        anchorAll();
        (a, m) = (shown(again, redeem("seat", gate)), shown(Place(0, 0), mint("seat", ALICE), 0));
        vm.expectRevert(abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
        gate.announce(a, m);
    }

    function testOnlyItsOwnHeaderSettlesARedemption() external {
        Place memory redeemed = announce();
        AnchoredAction.Action memory acting = actionOf(redeemed, redeem("seat", gate));
        AnchoredAction.Action memory minting = actionOf(minted, mint("seat", ALICE));
        Evidence.HeaderEvidence memory batch = evidence(minted, 0).batch;
        vm.warp(block.timestamp + NOTICE);
        vm.expectRevert(notAnnounced(keccak256(abi.encode(acting.entryHash, batch.position))));
        gate.settle(acting, minting, batch);
        batch.position = redeemed.batch;
        vm.expectRevert(abi.encodeWithSelector(AnnouncedRedeemer.NotAsAnnounced.selector, idOf(redeemed)));
        gate.settle(acting, minting, batch);
        acting.entryHash = "none";
        vm.expectRevert(notAnnounced(keccak256(abi.encode(acting.entryHash, batch.position))));
        gate.settle(acting, minting, batch);
    }

    /// The holder did not redeem the object, but a thief did. All entries are final, so a freeze comes too late.
    function testTheHolderCancelsAThiefsRedemptionEvenIfItIsFinal() external {
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory stolen = enter(log, THIEF, redeem("seat", gate));
        isCancelled(stolen, sale, stolen);
    }

    function testARedemptionThatSkipsASaleIsCancelledByTheSale() external {
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory again = enter(namingPrior(0, entryOf(log, ALICE, redeem("seat", gate))));
        isCancelled(again, sale, again);
    }

    function testARedemptionThatNamesAnAskAsItsPriorIsCancelled() external {
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        Place memory stolen = enter(namingPrior(1, entryOf(log, THIEF, redeem("seat", gate))));
        isCancelled(stolen, asked, stolen);
    }

    /// The two entries are the sale and the theft that skips it, both before the redemption.
    function testARedemptionAfterATheftIsCancelledByTheTheft() external {
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory theft = enter(log, THIEF, transfer("seat", THIEF));
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        isCancelled(redeemed, sale, theft);
    }

    /// The mint says that it is the first act, but an earlier act on the object exists.
    function testARedemptionIsCancelledIfItsMintSkipsAnAct() external {
        Place memory first = enter(log, ALICE, transfer("seat", BOB));
        minted = enter(namingPrior(NO_PRIOR, entryOf(log, ISSUER, mint("seat", ALICE))));
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        finish();
        announceOf(redeemed);
        cancelled(redeemed, first, minted);
    }

    function testNoPairOfAnHonestHistoryCancels() external {
        enter(log, ALICE, ask(keyOf("seat")));
        enter(log, ISSUER, mint("another", ALICE));
        enter(log, BOB, transfer("free", ANYBODY));
        enter(log, THIEF, transfer("free", THIEF));
        Place memory redeemed = announce();
        vm.warp(block.timestamp + 2);
        enter(log, ALICE, ask(keyOf("seat")));
        anchorAll();
        for (uint64 i = 0; i < batches.length; ++i) {
            for (uint64 j = 0; j < batches.length; ++j) refuseCancel(redeemed, Place(i, 0), Place(j, 0));
        }
    }

    /// An honest redemption survives lies about other objects, lies after it, and lies about the mint.
    function testALieAboutSomethingElseDoesNotCancel() external {
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Place memory stolen = enter(log, THIEF, transfer("another", THIEF));
        finish();
        Place memory redeemed = append(entryOf(log, ALICE, redeem("seat", gate)));
        Place memory behind = append(entryOf(log, THIEF, transfer("seat", THIEF)));
        Place memory skipping = enter(namingPrior(0, entryOf(log, THIEF, transfer("seat", THIEF))));
        anchorAll();
        announceOf(redeemed, sizes.length - 2);
        refuseCancel(redeemed, other, stolen);
        refuseCancel(redeemed, redeemed, behind);
        // A later act that skips the redemption cancels it only together with the redemption, not with the mint.
        refuseCancel(redeemed, minted, skipping);
    }

    /// A later act that skips the redemption cancels it. The two entries must be that act and the redemption, not that
    /// act and the mint.
    function testALaterActCancelsOnlyTogetherWithTheRedemption() external {
        finish();
        Place memory redeemed = append(entryOf(log, ALICE, redeem("seat", gate)));
        Place memory skipping = enter(namingPrior(NO_PRIOR, entryOf(log, THIEF, transfer("seat", THIEF))));
        anchorAll();
        announceOf(redeemed, sizes.length - 2);
        refuseCancel(redeemed, minted, skipping);
        cancelled(redeemed, redeemed, skipping);
    }

    /// The operator gives up its stake: after the announcement it anchors a fork with a made-up act between mint and
    /// redemption, which contradicts both.
    function testEntriesAnchoredAfterTheAnnouncementDoNotCancel() external {
        Place memory redeemed = announce();
        vm.warp(block.timestamp + NOTICE);
        Place memory forged = fork(actAt(log, 1, THIEF, transfer("seat", THIEF)));
        anchorAll();
        refuseCancel(redeemed, Place(0, 0), forged);
        refuseCancel(redeemed, forged, redeemed);
        refuseCancel(redeemed, Place(1, 0), forged);
        settle(redeemed, redeem("seat", gate), evidence(redeemed, 1).batch, "");
        assertTrue(gate.redeemed(keyOf("seat")));
    }

    /// If the fork was anchored before the announcement, either history may be true, so nobody is paid.
    function testEntriesAnchoredBeforeTheAnnouncementCancel() external {
        Place memory trap = fork(actAt(log, 1, BOB, transfer("seat", BOB)));
        enter(log, ALICE, httpRequest());
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        finish();
        announceOf(redeemed);
        cancelled(redeemed, minted, trap);
    }

    /// The operator anchors a copy of the redemption in a fork, after made-up acts, and announces the copy first. The
    /// original can still be announced and settled.
    function testACopyInAForkIsAnotherRedemption() external {
        finish();
        enter(log, ALICE, transfer("seat", BOB));
        Place memory redeemed = enter(log, BOB, redeem("seat", gate));
        Place memory copy = fork(this.decoded(batches[redeemed.batch].entries[0]));
        anchorAll();
        announceOf(copy, sizes.length - 2);
        announceOf(redeemed, sizes.length - 2);
        assertEq(hashOf(copy), hashOf(redeemed));
        vm.warp(block.timestamp + NOTICE);
        settle(redeemed);
        assertTrue(gate.redeemed(keyOf("seat")));
    }

    /// The operator entered the seller's redemption in a fork, at the index of the sale. All entries are final.
    function testTheBuyerCancelsASellersRedemptionAtTheSalesIndex() external {
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory stolen = fork(actAt(log, 1, ALICE, redeem("seat", gate)));
        finish();
        announceOf(stolen);
        refuseCancel(stolen, sale, sale);
        cancelledBy(stolen, sale, stolen);
    }

    /// The redemption in the fork is at an index before the sale's, where the honest log has another entry.
    function testTheBuyerCancelsASellersRedemptionBeforeTheSalesIndex() external {
        Place memory other = enter(log, BOB, httpRequest());
        enter(log, ALICE, transfer("seat", BOB));
        Place memory stolen = fork(actAt(log, 1, ALICE, redeem("seat", gate)));
        finish();
        announceOf(stolen);
        cancelledBy(stolen, other, stolen);
    }

    /// One checkpoint anchors both, the theft before the sale, so the buyer could not see the theft earlier.
    function testTheBuyerCancelsARedemptionAnchoredBeforeItsSaleInOneCheckpoint() external {
        finish();
        Place memory stolen = fork(actAt(log, 5, ALICE, redeem("seat", gate)));
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        finish();
        announceOf(stolen);
        cancelled(stolen, sale, stolen);
    }

    /// The planted redemption has a far higher index, and became final long before the sale.
    function testTheBuyerCancelsARedemptionThatWasPlantedBeforeItsSale() external {
        Place memory planted = fork(actAt(log, 1_000_000, ALICE, redeem("seat", gate)));
        finish();
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        finish();
        announceOf(planted, 0);
        cancelled(planted, sale, planted);
    }

    /// The seller redeemed before the sale. The operator withheld that entry, and showed the buyer only the sale.
    function testTheBuyerCancelsARedemptionThatItsSaleSkips() external {
        finish();
        Place memory withheld = enter(log, ALICE, redeem("seat", gate));
        Place memory sale = enter(actAt(log, 2, ALICE, transfer("seat", BOB)));
        finish();
        announceOf(withheld, sizes.length - 2);
        cancelled(withheld, withheld, sale);
    }

    /// After the object went back to its seller, the operator enters the first sale's signature again.
    function testANonceThatIsUsedTwiceCancels() external {
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", BOB));
        uint256 nonce = e.nonce;
        Place memory sale = enter(e);
        enter(log, BOB, transfer("seat", ALICE));
        e = entryOf(log, ALICE, transfer("seat", BOB));
        e.nonce = nonce;
        Place memory again = enter(e);
        Place memory redeemed = enter(log, BOB, redeem("seat", gate));
        finish();
        announceOf(redeemed);
        cancelled(redeemed, sale, again);
    }

    function testANonceThatTwoAccountsUseDoesNotCancel() external {
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", BOB));
        uint256 nonce = e.nonce;
        Place memory sale = enter(e);
        e = entryOf(log, BOB, transfer("seat", ALICE));
        e.nonce = nonce;
        Place memory back = enter(e);
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        finish();
        announceOf(redeemed);
        refuseCancel(redeemed, sale, back);
    }

    /// An announcement may name an old checkpoint. Entries anchored by newer checkpoints before the announcement still
    /// cancel.
    function testEntriesAnchoredAfterTheShownCheckpointCancel() external {
        Place memory stolen = fork(actAt(log, 1, ALICE, redeem("seat", gate)));
        finish();
        uint64 early = uint64(sizes.length - 1);
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        finish();
        gate.announce(shown(stolen, redeem("seat", gate), early), shown(minted, mint("seat", ALICE), early));
        cancelledBy(stolen, sale, stolen);
    }

    /// Entries of two logs at one index are not a fork. A lie in an ask does not affect the redemption.
    function testAnotherLogOrALyingAskDoesNotCancel() external {
        Place memory elsewhere = enter(logOf("b.example"), ISSUER, mint("seat", ALICE));
        Place memory also = enter(logOf("b.example"), ALICE, httpRequest());
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory lying = enter(namingPrior(0, entryOf(log, THIEF, ask(keyOf("seat")))));
        Place memory redeemed = enter(log, BOB, redeem("seat", gate));
        finish();
        announceOf(redeemed);
        refuseCancel(redeemed, minted, elsewhere);
        refuseCancel(redeemed, elsewhere, minted);
        refuseCancel(redeemed, elsewhere, also);
        refuseCancel(redeemed, sale, lying);
    }

    /// The operator hid the act that gave the object to the thief, who redeems it. The holder's later ask shows that
    /// the act was hidden.
    function testAnAskThatMissesAnEarlierActCancels() external {
        enter(log, ALICE, transfer("seat", THIEF)); // hidden
        Place memory asked = enter(naming(0, ALICE, entryOf(log, ALICE, ask(keyOf("seat")))));
        Place memory stolen = enter(log, THIEF, redeem("seat", gate));
        finish();
        announceOf(stolen);
        cancelled(stolen, asked, stolen);
    }

    function testAPaidRedemptionIsNotCancelled() external {
        Place memory trap = fork(actAt(log, 1, BOB, transfer("seat", BOB)));
        enter(log, ALICE, httpRequest());
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        finish();
        announceOf(redeemed);
        vm.warp(block.timestamp + NOTICE);
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(minted), evidence(trap));
        settle(redeemed);
        bytes32 id = idOf(redeemed);
        vm.expectRevert(abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
        gate.cancel(id, a, b);
    }

    /// One stake covers all logs of an operator, so a conviction for another log stops this payment.
    function testARedemptionThatBecomesFinalAfterASlashIsNotPaid() external {
        finish();
        Place memory slow = enter(log, ALICE, redeem("seat", gate));
        anchorAll();
        announceOf(slow, sizes.length - 2);
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        vm.warp(block.timestamp + 100);
        refuseSettle(slow, abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 1, 1));
    }

    /// An announcement is refused if the shown redemption contradicts the shown mint.
    function testATheftRightAfterTheMintIsNotAnnounced() external {
        enter(log, THIEF, transfer("seat", THIEF));
        Place memory stolen = enter(namingPrior(0, entryOf(log, THIEF, redeem("seat", gate))));
        finish();
        AnnouncedRedeemer.Act memory r = shown(stolen, redeem("seat", gate));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE));
        vm.expectRevert(abi.encodeWithSelector(Redemptions.ContradictsMint.selector, keyOf("seat")));
        gate.announce(r, m);
    }

    /// Enters a mint, a sale and a redemption, and announces the redemption. The mint is final.
    function announce() private returns (Place memory redeemed) {
        finish();
        uint256 sequence = sizes.length - 1;
        ++clock;
        enter(log, ALICE, transfer("seat", BOB));
        redeemed = enter(log, BOB, redeem("seat", gate));
        anchorAll();
        announceOf(redeemed, sequence);
    }

    function announceOf(Place memory redeemed) private {
        announceOf(redeemed, sizes.length - 1);
    }

    /// @param sequence The sequence of the checkpoint that proves the mint.
    function announceOf(Place memory redeemed, uint256 sequence) private {
        AnnouncedRedeemer.Act memory r = shown(redeemed, redeem("seat", gate));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE), uint64(sequence));
        AnchoredAction.Action memory acting = actionOf(redeemed, redeem("seat", gate));
        AnchoredAction.Action memory minting = actionOf(minted, mint("seat", ALICE));
        (AnchoredAction.Action memory provenActing, AnchoredAction.Action memory provenMinting) = gate.proven(r, m);
        assertEq(keccak256(abi.encode(provenActing, provenMinting)), keccak256(abi.encode(acting, minting)));
        Entries.Entry memory entry = acting.entry;
        bytes32 id = idOf(redeemed);
        vm.expectEmit(address(gate));
        emit Contests.RedemptionAnnounced(
            keyOf("seat"),
            entry.actor,
            id,
            acting.entryHash,
            redeemed.batch,
            entry.index
        );
        gate.announce(r, m);
        (bytes32 key, , , , uint64 size, uint48 until, uint16 open) = gate.announcements(id);
        assertEq(key, keyOf("seat"));
        assertEq(until, block.timestamp + gate.NOTICE());
        assertEq(size, sizes[sizes.length - 1]);
        assertEq(open, 0);
    }

    /// Announces the redemption after all entries are final, and cancels it.
    function isCancelled(Place memory redeemed, Place memory earlier, Place memory later) private {
        finish();
        announceOf(redeemed);
        cancelled(redeemed, earlier, later);
    }

    function cancelled(Place memory redeemed, Place memory earlier, Place memory later) private {
        refuseCancel(redeemed, later, earlier);
        cancelledBy(redeemed, earlier, later);
    }

    function cancelledBy(Place memory redeemed, Place memory earlier, Place memory later) private {
        bytes32 id = idOf(redeemed);
        vm.expectEmit(address(gate));
        emit Contests.RedemptionCancelled(keyOf("seat"), id);
        gate.cancel(id, evidence(earlier), evidence(later));
        vm.warp(block.timestamp + NOTICE);
        refuseSettle(redeemed, notAnnounced(id));
        Evidence.EntryEvidence memory e = evidence(redeemed);
        Evidence.EntryEvidence memory m = evidence(Place(redeemed.batch - 1, 0));
        vm.expectRevert(notAnnounced(id));
        gate.cancel(id, m, e);
    }

    function refuseCancel(Place memory redeemed, Place memory earlier, Place memory later) private {
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(earlier), evidence(later));
        bytes32 id = idOf(redeemed);
        vm.expectRevert(abi.encodeWithSelector(Contests.NoContradiction.selector));
        gate.cancel(id, a, b);
    }
}
