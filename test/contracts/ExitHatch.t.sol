// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {AnnouncedTest} from "./AnnouncedTest.sol";
import {newAnnouncedRedeemer, newObjectRedeemer} from "./released.sol";

/// A gate that calls itself again with the same evidence while it hands out.
contract CallingBack is AnnouncedRedeemer {
    uint256 public count;
    bytes public reason;
    bytes private _call;

    constructor(Terms memory terms, uint48 notice, uint48 silence) AnnouncedRedeemer(terms, notice, silence) {}

    function keep(bytes calldata call) external {
        _call = call;
    }

    function _handOut(address, AnchoredAction.Action memory) internal override {
        ++count;
        (, reason) = address(this).call(_call);
    }
}

/// Tests the exit hatch: how a holder is paid once the operator cannot or does not anchor any more.
contract ExitHatchTest is AnnouncedTest {
    Place private sale;

    function setUp() external {
        setUpGate(SILENCE);
    }

    /// Enters and anchors a sale.
    function sold() private {
        sale = enter(log, ALICE, transfer("seat", BOB));
        anchorAll();
    }

    function slash() private {
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
    }

    // The opening

    function testAHolderIsPaidOnceTheOperatorHasLeft() external {
        sold();
        vm.prank(OPERATOR);
        stake.requestExit();
        isPaid();
    }

    function testAHolderIsPaidOnceTheOperatorWasSlashed() external {
        sold();
        slash();
        isPaid();
    }

    /// The hatch opens when all anchored batches are final, so that a later holder can show its act.
    function isPaid() private {
        uint256 open = block.timestamp + FINALITY_DELAY;
        vm.warp(open - 1);
        bytes memory early = abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 0, open);
        refuseClaim(BOB, sale, transfer("seat", BOB), early);
        vm.warp(open);
        paysBob();
    }

    function testAHolderIsPaidOnceTheOperatorWasSilent() external {
        sold();
        uint256 open = block.timestamp + SILENCE;
        vm.warp(open - 1);
        bytes memory closed = abi.encodeWithSelector(AnnouncedRedeemer.HatchClosed.selector, open);
        refuseClaim(BOB, sale, transfer("seat", BOB), closed);
        vm.warp(open);
        paysBob();
    }

    function paysBob() private {
        bytes32 id = idOf(sale);
        vm.expectEmit(address(gate));
        emit Contests.RedemptionAnnounced(keyOf("seat"), BOB, id, hashOf(sale), sale.batch, 1);
        this.claimOfBob();
        vm.warp(block.timestamp + NOTICE - 1);
        settle(sale, transfer("seat", BOB), abi.encodeWithSelector(Contests.TooEarly.selector, block.timestamp + 1));
        vm.warp(block.timestamp + 1);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        this.settleBob();
    }

    function claimOfBob() external {
        claim(BOB, sale, transfer("seat", BOB));
    }

    function settleBob() external {
        settle(sale, transfer("seat", BOB), "");
    }

    /// The operator leaves right after its last anchor. The sale is final, but the batch after it is not yet.
    function testTheHatchWaitsForTheNewestCheckpoint() external {
        sold();
        vm.warp(block.timestamp + FINALITY_DELAY);
        enter(log, BOB, transfer("seat", THIEF));
        uint64 early = uint64(sizes.length - 1);
        anchorAll();
        slash();
        AnnouncedRedeemer.Act memory last = shown(sale, transfer("seat", BOB), early);
        AnnouncedRedeemer.Act memory first = shown(minted, mint("seat", ALICE), early);
        vm.expectRevert(
            abi.encodeWithSelector(AnnouncedRedeemer.HatchClosed.selector, block.timestamp + FINALITY_DELAY)
        );
        vm.prank(BOB);
        gate.announceAsHolder(last, first);
    }

    function testTheFirstHolderIsPaidByTheMintAlone() external {
        anchorAll();
        slash();
        vm.warp(block.timestamp + FINALITY_DELAY);
        claim(ALICE, minted, mint("seat", ALICE));
        vm.warp(block.timestamp + NOTICE);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(ALICE, keyOf("seat"));
        this.settleMint();
    }

    function settleMint() external {
        settle(minted, mint("seat", ALICE), "");
    }

    function testAGateWithoutAHatchPaysNoHolder() external {
        gate = newAnnouncedRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE), NOTICE, 0);
        sold();
        slash();
        vm.warp(block.timestamp + 100);
        assertTrue(!gate.hasHatch(log));
        refuseClaim(BOB, sale, transfer("seat", BOB), abi.encodeWithSelector(AnnouncedRedeemer.NoHatch.selector));
    }

    /// The attack: claims at two gates for the same object are both paid, as claims are in no log.
    function testASuccessorHasNoSecondHatch() external {
        Redemptions.Terms memory t = redemptionTerms(log, ISSUER, MINT_TYPE);
        t.predecessor = gate;
        t.predecessor = newObjectRedeemer(t);
        vm.expectRevert(abi.encodeWithSelector(AnnouncedRedeemer.SecondHatch.selector));
        this.deploy(t, SILENCE);
        this.deploy(t, 0);
        assertTrue(t.predecessor.hasHatch(log));
    }

    function testASilenceIsNotShorterThanTheFinalityDelay() external {
        Redemptions.Terms memory t = redemptionTerms(log, ISSUER, MINT_TYPE);
        vm.expectRevert(
            abi.encodeWithSelector(AnnouncedRedeemer.SilenceTooShort.selector, FINALITY_DELAY - 1, FINALITY_DELAY)
        );
        this.deploy(t, uint48(FINALITY_DELAY - 1));
        this.deploy(t, uint48(FINALITY_DELAY));
    }

    function deploy(Redemptions.Terms calldata t, uint48 silence) external {
        newAnnouncedRedeemer(t, NOTICE, silence);
    }

    // The receiver

    function testOnlyTheHolderClaims() external {
        sold();
        gone();
        bytes memory bobs = abi.encodeWithSelector(AnnouncedRedeemer.NotTheHolder.selector, BOB);
        refuseClaim(ALICE, sale, transfer("seat", BOB), bobs);
        refuseClaim(address(this), sale, transfer("seat", BOB), bobs);
    }

    /// The attack: the seller claims the object that it sold. Anybody shows the sale, and the buyer is paid.
    function testALaterActDisplacesAClaim() external {
        sold();
        gone();
        bytes32 sellers = claim(ALICE, minted, mint("seat", ALICE));
        vm.warp(block.timestamp + NOTICE - 1);
        bytes32 buyers = claim(address(0x57a), sale, transfer("seat", BOB));
        assertEq(gate.claims(keyOf("seat")), buyers);
        vm.warp(block.timestamp + 1);
        settle(minted, mint("seat", ALICE), abi.encodeWithSelector(AnnouncedRedeemer.Displaced.selector, sellers));
        bytes memory later = abi.encodeWithSelector(AnnouncedRedeemer.AlreadyAnnounced.selector, buyers);
        refuseClaim(ALICE, minted, mint("seat", ALICE), later);
        refuseClaim(BOB, sale, transfer("seat", BOB), later);
        vm.warp(block.timestamp + NOTICE - 1);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        this.settleBob();
    }

    /// The attack: the operator's last batch hides a forged sale to the thief, and the thief's act displaces the
    /// holder's claim.
    function testAForgedActThatDisplacedAClaimIsCancelled() external {
        sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory made = forged(BOB, transfer("seat", THIEF));
        Place memory last = enter(log, THIEF, transfer("seat", THIEF));
        finish();
        slash();
        bytes memory reason = abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(made));
        bytes32 bobs = claim(BOB, sale, transfer("seat", BOB));
        refuseClaim(THIEF, made, transfer("seat", THIEF), reason);
        bytes32 id = claim(THIEF, last, transfer("seat", THIEF));
        Contests.Demand memory d = demand(id, sale);
        showEntry(id, d, made);
        refuseAction(id, d, made, transfer("seat", THIEF), reason);
        expire(id, d, hashOf(made));
        refuseClaim(THIEF, last, transfer("seat", THIEF), notAnnounced(id));
        // The holder's claim is restored without another call.
        assertEq(gate.claims(keyOf("seat")), bobs);
        isPaidAfterAnotherNotice();
    }

    /// Checks that the notice of Bob's claim starts again now.
    function isPaidAfterAnotherNotice() private {
        uint256 until = block.timestamp + NOTICE;
        vm.warp(until - 1);
        settle(sale, transfer("seat", BOB), abi.encodeWithSelector(Contests.TooEarly.selector, until));
        vm.warp(until);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        this.settleBob();
    }

    // Restored claims

    /// Enters a sale to Bob and two acts of the thief that follow a forged one. All are final, and the operator is
    /// slashed.
    function planted() private returns (Place memory first, Place memory second) {
        sale = enter(log, ALICE, transfer("seat", BOB));
        first = forgedSigned(BOB);
        second = enter(log, THIEF, transfer("seat", THIEF));
        finish();
        slash();
    }

    /// Enters a transfer that the account did not sign, and an act that the thief signed itself, so that it can be
    /// announced.
    function forgedSigned(address account) private returns (Place memory) {
        forged(account, transfer("seat", THIEF));
        return enter(log, THIEF, transfer("seat", THIEF));
    }

    /// Cancels a claim because nobody shows the act that follows the sale to Bob.
    function cancelBehindTheSale(bytes32 id) private {
        Contests.Demand memory d = demand(id, sale);
        expire(id, d, 0);
    }

    /// The attack: a seller claims the object that it sold. An accomplice displaces the claim by a false act until just
    /// before the notice ends, and then cancels that act itself, so that the seller is paid before the buyer looks
    /// again.
    function testARestoredClaimHasAFullNotice() external {
        (Place memory false_, ) = planted();
        bytes32 sellers = claim(ALICE, minted, mint("seat", ALICE));
        vm.warp(block.timestamp + NOTICE - 1);
        bytes32 id = claim(THIEF, false_, transfer("seat", THIEF));
        Contests.Demand memory d = demand(id, sale);
        vm.warp(d.deadline + 1);
        uint256 until = block.timestamp + NOTICE;
        vm.expectEmit(address(gate));
        emit Contests.RedemptionCancelled(keyOf("seat"), id);
        vm.expectEmit(address(gate));
        emit AnnouncedRedeemer.ClaimRestored(keyOf("seat"), sellers, uint48(until));
        gate.cancelUnanswered(id, d, 0);
        assertEq(gate.claims(keyOf("seat")), sellers);
        vm.warp(until - 1);
        settle(minted, mint("seat", ALICE), abi.encodeWithSelector(Contests.TooEarly.selector, until));
        // The buyer looks once within the new notice.
        claim(BOB, sale, transfer("seat", BOB));
        vm.warp(until);
        settle(minted, mint("seat", ALICE), abi.encodeWithSelector(AnnouncedRedeemer.Displaced.selector, sellers));
        vm.warp(until - 1 + NOTICE);
        this.settleBob();
    }

    /// The false acts are cancelled one after the other, beginning with the last. The holder announces only once.
    function testAClaimIsRestoredAfterTwoFalseActs() external {
        (Place memory first, Place memory second) = planted();
        bytes32 bobs = claim(BOB, sale, transfer("seat", BOB));
        bytes32 one = claim(THIEF, first, transfer("seat", THIEF));
        bytes32 two = claim(THIEF, second, transfer("seat", THIEF));
        cancelBehindTheSale(two);
        assertEq(gate.claims(keyOf("seat")), one);
        cancelBehindTheSale(one);
        assertEq(gate.claims(keyOf("seat")), bobs);
        isPaidAfterAnotherNotice();
    }

    /// If the false acts are cancelled in the other order, no claim is restored, and the holder announces again.
    function testACancelledClaimIsNotRestored() external {
        (Place memory first, Place memory second) = planted();
        claim(BOB, sale, transfer("seat", BOB));
        bytes32 one = claim(THIEF, first, transfer("seat", THIEF));
        bytes32 two = claim(THIEF, second, transfer("seat", THIEF));
        cancelBehindTheSale(one);
        assertEq(gate.claims(keyOf("seat")), two);
        cancelBehindTheSale(two);
        assertEq(gate.claims(keyOf("seat")), two);
        settle(minted, mint("seat", ALICE), notAnnounced(idOf(minted)));
        paysBob();
    }

    /// The operator has anchored since. A claim from before that is no longer paid, so it is not restored.
    function testAClaimFromBeforeAnotherAnchorIsNotRestored() external {
        sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory false_ = forgedSigned(BOB);
        anchorAll();
        vm.warp(block.timestamp + SILENCE);
        claim(BOB, sale, transfer("seat", BOB));
        claim(THIEF, false_, transfer("seat", THIEF));
        enter(log, ALICE, httpRequest());
        anchorAll();
        vm.warp(block.timestamp + SILENCE);
        bytes32 id = claim(THIEF, false_, transfer("seat", THIEF));
        cancelBehindTheSale(id);
        assertEq(gate.claims(keyOf("seat")), id);
        paysBob();
    }

    /// A contract wallet can hold an object but not act on it. It claims by a transaction.
    function testAContractWalletClaims() external {
        Place memory given = enter(log, ALICE, transfer("seat", address(this)));
        finish();
        gone();
        claim(address(this), given, transfer("seat", address(this)));
    }

    function testAnObjectOfNobodyOrAnybodyIsNotClaimed() external {
        Place memory free = enter(log, ALICE, transfer("seat", ANYBODY));
        Place memory burned = enter(log, BOB, transfer("seat", address(0)));
        finish();
        gone();
        bytes memory nobodys = abi.encodeWithSelector(AnnouncedRedeemer.NotTheHolder.selector, address(0));
        refuseClaim(ANYBODY, free, transfer("seat", ANYBODY), nobodys);
        refuseClaim(BOB, burned, transfer("seat", address(0)), nobodys);
    }

    /// The object was given up to another gate, which pays for it. Anybody shows that, and this gate pays nobody.
    function testARedemptionAtAnotherGateBlocksAClaim() external {
        sold();
        Redemptions other = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        Place memory given = enter(log, BOB, redeem("seat", other));
        vm.warp(block.timestamp + INTERVAL);
        finish();
        gone();
        claim(BOB, sale, transfer("seat", BOB));
        bytes32 id = claim(address(this), given, redeem("seat", other));
        vm.warp(block.timestamp + NOTICE);
        settle(sale, transfer("seat", BOB), abi.encodeWithSelector(AnnouncedRedeemer.Displaced.selector, idOf(sale)));
        bytes memory nobodys = abi.encodeWithSelector(AnnouncedRedeemer.NotTheHolder.selector, address(0));
        settle(given, redeem("seat", other), nobodys);
        assertEq(gate.claims(keyOf("seat")), id);
    }

    function testAnActThatNamesNoHolderIsNotAnnounced() external {
        sold();
        Place memory renamed = enter(log, BOB, rename("seat", BOB));
        vm.warp(block.timestamp + INTERVAL);
        finish();
        gone();
        bytes memory none = abi.encodeWithSelector(AnnouncedRedeemer.NamesNoHolder.selector, hashOf(renamed));
        refuseClaim(BOB, renamed, rename("seat", BOB), none);
        claim(BOB, sale, transfer("seat", BOB));
    }

    function testOnlyTheGatesObjectsAreClaimed() external {
        bytes32 other = logOf("b.example");
        Place memory elsewhere = enter(other, ALICE, transfer("seat", BOB));
        enter(other, ALICE, httpRequest());
        Place memory behind = enter(other, BOB, transfer("seat", BOB));
        Place memory another = enter(log, ALICE, transfer("another", BOB));
        finish();
        gone();
        bytes memory seat = abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf("seat"));
        refuseClaim(BOB, elsewhere, transfer("seat", BOB), seat);
        refuseClaim(BOB, behind, transfer("seat", BOB), seat);
        bytes memory none = abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf("another"));
        refuseClaim(BOB, another, transfer("another", BOB), none);
    }

    /// The theft is frozen, so it never becomes final and displaces no claim.
    function testAFrozenActIsNotClaimed() external {
        sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory theft = enter(log, THIEF, transfer("seat", THIEF));
        anchorAll();
        freeze(OPERATOR, log, 2);
        slash();
        vm.warp(block.timestamp + FINALITY_DELAY);
        bytes memory frozen = abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, theft.batch);
        refuseClaim(THIEF, theft, transfer("seat", THIEF), frozen);
        paysBob();
    }

    // Once

    /// A redemption was announced, but not final at the slash. The exit hatch pays it, the announcement does not.
    function testARedemptionThatWasNotFinalAtTheSlashIsPaid() external {
        sold();
        vm.warp(block.timestamp + FINALITY_DELAY);
        Place memory redeemed = enter(log, BOB, redeem("seat", gate));
        anchorAll();
        AnnouncedRedeemer.Act memory r = shown(redeemed, redeem("seat", gate));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE), 0);
        gate.announce(r, m);
        slash();
        vm.warp(block.timestamp + NOTICE);
        uint64 position = redeemed.batch;
        bytes memory reason = abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, position, 2);
        settle(redeemed, redeem("seat", gate), reason);
        claim(BOB, redeemed, redeem("seat", gate));
        vm.warp(block.timestamp + NOTICE);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        this.settleRedemption(redeemed);
        settle(sale, transfer("seat", BOB), notAnnounced(idOf(sale)));
        bytes memory paid = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuseClaim(BOB, sale, transfer("seat", BOB), paid);
        settle(redeemed, redeem("seat", gate), paid);
    }

    function settleRedemption(Place memory redeemed) external {
        settle(redeemed, redeem("seat", gate), "");
    }

    /// Once a redemption through the log is paid, no earlier holder can claim the object.
    function testARedeemedObjectIsNotClaimed() external {
        sold();
        Place memory redeemed = enter(log, BOB, redeem("seat", gate));
        vm.warp(block.timestamp + INTERVAL);
        finish();
        announce(redeemed);
        gone();
        claim(BOB, sale, transfer("seat", BOB));
        vm.warp(block.timestamp + NOTICE);
        settle(redeemed);
        bytes memory paid = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        settle(sale, transfer("seat", BOB), paid);
        refuseClaim(ALICE, minted, mint("seat", ALICE), paid);
    }

    /// The attack: the operator was silent, and the holder sells while its claim is open.
    function testAnOperatorThatReturnsEndsAClaim() external {
        sold();
        gone();
        bytes32 id = claim(BOB, sale, transfer("seat", BOB));
        Place memory resold = enter(log, BOB, transfer("seat", ALICE));
        anchorAll();
        vm.warp(block.timestamp + NOTICE);
        settle(sale, transfer("seat", BOB), abi.encodeWithSelector(AnnouncedRedeemer.OperatorReturned.selector, 3));
        bytes memory closed = abi.encodeWithSelector(
            AnnouncedRedeemer.HatchClosed.selector,
            block.timestamp - NOTICE + SILENCE
        );
        refuseClaim(BOB, sale, transfer("seat", BOB), closed);
        // The operator falls silent again: the current holder then claims the object. The old claim does not block
        // that.
        gone();
        bytes memory alices = abi.encodeWithSelector(AnnouncedRedeemer.NotTheHolder.selector, ALICE);
        refuseClaim(address(this), resold, transfer("seat", ALICE), alices);
        assertEq(claim(BOB, sale, transfer("seat", BOB)), id);
        claim(ALICE, resold, transfer("seat", ALICE));
        vm.warp(block.timestamp + NOTICE);
        settle(resold, transfer("seat", ALICE), "");
    }

    /// The attack: a seller claims, and shows the buyer's redemption as the later act. The operator returns, which
    /// ends the claim, but the redemption must remain.
    function testARedemptionOutlivesItsClaim() external {
        sold();
        Place memory redeemed = enter(log, BOB, redeem("seat", gate));
        vm.warp(block.timestamp + INTERVAL);
        finish();
        gone();
        announce(redeemed);
        claim(ALICE, minted, mint("seat", ALICE));
        claim(ALICE, redeemed, redeem("seat", gate));
        enter(log, ISSUER, mint("another", ALICE));
        anchorAll();
        vm.warp(block.timestamp + NOTICE);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        this.settleRedemption(redeemed);
    }

    function gone() private {
        vm.warp(block.timestamp + SILENCE);
    }

    /// A receiver that is paid can call the gate again: the gate has nothing more to give.
    function testAHandOutThatCallsBackIsPaidOnce() external {
        CallingBack back = new CallingBack(redemptionTerms(log, ISSUER, MINT_TYPE), NOTICE, SILENCE);
        gate = back;
        sold();
        gone();
        claim(BOB, sale, transfer("seat", BOB));
        vm.warp(block.timestamp + NOTICE);
        back.keep(
            abi.encodeCall(
                gate.settle,
                (actionOf(sale, transfer("seat", BOB)), actionOf(minted, mint("seat", ALICE)), evidence(sale).batch)
            )
        );
        settle(sale, transfer("seat", BOB), "");
        assertEq(back.count(), 1);
        assertEq(bytes32(bytes4(back.reason())), bytes32(Redemptions.AlreadyRedeemed.selector));
    }
}
