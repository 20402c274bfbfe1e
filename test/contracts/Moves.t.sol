// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Contests} from "../../contracts/examples/Contests.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {ObjectRedeemer} from "../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {AnnouncedTest} from "./AnnouncedTest.sol";
import {newAnnouncedRedeemer, newObjectRedeemer, newRegistry, newStake} from "./released.sol";

/// Tests how objects move from one log and its gate to the next ones. Most tests use two logs of one operator, as gates
/// do not treat them differently.
contract MovesTest is AnnouncedTest {
    bytes32 private newLog;
    /// The successor of `gate`, for the new log.
    ObjectRedeemer private next;
    Place private sale;

    function setUp() external {
        setUpGate(SILENCE);
        newLog = logOf("b.example");
        next = successor(newLog, gate);
        sale = enter(log, ALICE, transfer("seat", BOB));
    }

    // From log to log

    function testAMovedObjectIsRedeemedAtTheNextGate() external {
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", BOB));
        moved(BOB);
        enter(newLog, BOB, transfer("seat", ALICE));
        Place memory redeemed = enter(newLog, ALICE, redeem("seat", next));
        finish();
        assertTrue(gate.redeemed(keyOf("seat")) && !next.redeemed(keyOf("seat")));
        vm.expectEmit(address(next));
        emit Redemptions.ObjectRedeemed(ALICE, keyOf("seat"));
        this.redeemAt(next, redeemed, redeem("seat", next), founding, movedMint("seat", BOB));
        assertTrue(next.redeemed(keyOf("seat")));
        bytes memory paid = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuse(next, redeemed, redeem("seat", next), founding, movedMint("seat", BOB), paid);
    }

    /// A whole succession: the operator leaves, and joins a new registry with a new stake.
    function testAMovedObjectIsRedeemedInAnotherRegistry() external {
        bytes32 home = keccak256(abi.encode(block.chainid, nextAddress(0), OPERATOR, keccak256("a.example")));
        movedTo(home, BOB);
        vm.prank(OPERATOR);
        stake.requestExit();
        registry = newRegistry(timing(), nextAddress(1));
        stake = newStake(stakeParameters(), address(registry), JUDGE, JUDGE);
        delete batches;
        delete fingerprints;
        delete sizes;
        join(OPERATOR);
        assertEq(logOf("a.example"), home);
        next = successor(home, gate);
        Place memory founding = enter(home, ISSUER, movedMint("seat", BOB));
        Place memory redeemed = enter(home, BOB, redeem("seat", next));
        finish();
        this.redeemAt(next, redeemed, redeem("seat", next), founding, movedMint("seat", BOB));
    }

    function testAGateWithoutANoticeRecordsAMove() external {
        ObjectRedeemer old = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        Place memory given = enter(log, BOB, move("seat", newLog));
        finish();
        vm.expectEmit(address(old));
        emit Redemptions.ObjectMoved(BOB, keyOf("seat"), newLog);
        this.redeemAt(old, given, move("seat", newLog), minted, mint("seat", ALICE));
        bytes memory gone = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuse(old, given, move("seat", newLog), minted, mint("seat", ALICE), gone);
    }

    /// Each gate asks its predecessor. The object is redeemable only in the log that it was moved to last.
    function testTwoSuccessionsInARow() external {
        bytes32 third = logOf("c.example");
        ObjectRedeemer last = successor(third, next);
        Place[2] memory foundings = [
            enter(newLog, ISSUER, movedMint("seat", BOB)),
            enter(third, ISSUER, movedMint("seat", ALICE))
        ];
        moved(BOB);
        enter(newLog, BOB, transfer("seat", ALICE));
        Place memory given = enter(newLog, ALICE, move("seat", third));
        Place memory redeemed = enter(third, ALICE, redeem("seat", last));
        finish();
        assertTrue(last.redeemed(keyOf("seat")));
        bytes memory early = abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf("seat"));
        refuse(last, redeemed, redeem("seat", last), foundings[1], movedMint("seat", ALICE), early);
        this.redeemAt(next, given, move("seat", third), foundings[0], movedMint("seat", BOB));
        assertTrue(next.redeemed(keyOf("seat")) && !last.redeemed(keyOf("seat")));
        this.redeemAt(last, redeemed, redeem("seat", last), foundings[1], movedMint("seat", ALICE));
    }

    /// The object moves from the first log directly to the third.
    function testAnObjectSkipsALog() external {
        bytes32 third = logOf("c.example");
        ObjectRedeemer last = successor(third, next);
        Place memory founding = enter(third, ISSUER, movedMint("seat", BOB));
        movedTo(third, BOB);
        Place memory redeemed = enter(third, BOB, redeem("seat", last));
        finish();
        assertTrue(next.redeemed(keyOf("seat")));
        this.redeemAt(last, redeemed, redeem("seat", last), founding, movedMint("seat", BOB));
    }

    /// A successor of the new log's gate, for the same log.
    function testALaterGateOfTheNewLogAsksBothPredecessors() external {
        ObjectRedeemer later = successor(newLog, next);
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", BOB));
        moved(BOB);
        Place memory redeemed = enter(newLog, BOB, redeem("seat", later));
        finish();
        this.redeemAt(later, redeemed, redeem("seat", later), founding, movedMint("seat", BOB));
    }

    // Once

    /// The attack: a dishonest operator enters a redemption at the old gate after the move.
    function testG1AMovedObjectIsNotRedeemedAtTheOldGate() external {
        moved(BOB);
        Place memory again = enter(log, BOB, redeem("seat", gate));
        finish();
        AnnouncedRedeemer.Act memory r = shown(again, redeem("seat", gate));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE));
        vm.expectRevert(abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
        gate.announce(r, m);
    }

    function testG1AMoveIsRecordedOnce() external {
        Place memory given = moved(BOB);
        bytes memory gone = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        settle(given, move("seat", newLog), gone);
        AnnouncedRedeemer.Act memory a = shown(given, move("seat", newLog));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE));
        vm.expectRevert(gone);
        gate.announce(a, m);
    }

    /// The attack: the operator has left, and the holder that moved the object claims it by its earlier act.
    function testG1AMovedObjectIsNotClaimed() external {
        moved(BOB);
        vm.warp(block.timestamp + SILENCE);
        bytes memory gone = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuseClaim(BOB, sale, transfer("seat", BOB), gone);
    }

    /// The attack: an object redeemed at the old gate is minted as moved in the new log.
    function testG1ARedeemedObjectIsNotRedeemedInTheNewLog() external {
        Place memory given = enter(log, BOB, redeem("seat", gate));
        Place[2] memory foundings = [
            enter(newLog, ISSUER, movedMint("seat", BOB)),
            enter(logOf("c.example"), ISSUER, mint("seat", BOB))
        ];
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        ObjectRedeemer other = successor(logOf("c.example"), gate);
        Place memory second = enter(logOf("c.example"), BOB, redeem("seat", other));
        finish();
        announce(given);
        vm.warp(block.timestamp + NOTICE);
        settle(given);
        bytes memory none = abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf("seat"));
        refuse(next, redeemed, redeem("seat", next), foundings[0], movedMint("seat", BOB), none);
        bytes memory paid = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuse(other, second, redeem("seat", other), foundings[1], mint("seat", BOB), paid);
    }

    // The form of a move

    function testG3AMoveLeavesTheObjectToNobodyAndNamesAnotherLog() external {
        Act[3] memory acts = [move("seat", newLog), move("seat", log), move("seat", 0)];
        acts[0].opening.words[1] = word(BOB);
        Place[3] memory places = [enter(log, BOB, acts[0]), enter(log, BOB, acts[1]), enter(log, BOB, acts[2])];
        finish();
        for (uint256 i = 0; i < 3; ++i) {
            AnnouncedRedeemer.Act memory a = shown(places[i], acts[i]);
            AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE));
            vm.expectRevert(abi.encodeWithSelector(Redemptions.NotARedemption.selector));
            gate.announce(a, m);
        }
    }

    /// The attack: operator and thief forge a sale to the thief, who moves the object.
    function testAThiefsMoveIsContestedLikeARedemption() external {
        Place memory made = forged(BOB, transfer("seat", THIEF));
        enter(newLog, ISSUER, movedMint("seat", THIEF));
        Place memory stolen = enter(log, THIEF, move("seat", newLog));
        finish();
        bytes32 id = announceMove(stolen);
        Contests.Demand memory d = demand(id, sale);
        showEntry(id, d, made);
        bytes memory unsigned = abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(made));
        refuseAction(id, d, made, transfer("seat", THIEF), unsigned);
        expire(id, d, hashOf(made));
        vm.warp(block.timestamp + NOTICE);
        settle(stolen, move("seat", newLog), notAnnounced(id));
        assertTrue(!gate.redeemed(keyOf("seat")));
    }

    /// The theft directly follows the holder's own act, so two entries are enough to cancel it.
    function testAThiefsMoveIsCancelledByTwoEntries() external {
        Place memory stolen = enter(log, THIEF, move("seat", newLog));
        finish();
        bytes32 id = announceMove(stolen);
        gate.cancel(id, evidence(sale), evidence(stolen));
        vm.warp(block.timestamp + NOTICE);
        settle(stolen, move("seat", newLog), notAnnounced(id));
    }

    // The founding act of a moved object

    /// Until the old gate records the move, the holder could also be paid there.
    function testG5RefusesAMovedMintBeforeTheMoveIsRecorded() external {
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", BOB));
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        Place memory given = enter(log, BOB, move("seat", newLog));
        finish();
        notFounded(redeemed, founding, movedMint("seat", BOB));
        announceMove(given);
        vm.warp(block.timestamp + NOTICE);
        notFounded(redeemed, founding, movedMint("seat", BOB));
        settle(given, move("seat", newLog), "");
        this.redeemAt(next, redeemed, redeem("seat", next), founding, movedMint("seat", BOB));
    }

    /// The attack: the issuer mints the moved object to somebody else.
    function testG5OnlyForTheAccountThatMovedIt() external {
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", THIEF));
        Place memory redeemed = enter(newLog, THIEF, redeem("seat", next));
        moved(BOB);
        notFounded(redeemed, founding, movedMint("seat", THIEF));
    }

    /// The attack: the object is moved, and the issuer mints it as a new one.
    function testG5RefusesAMintOfANewObject() external {
        Place memory founding = enter(newLog, ISSUER, mint("seat", BOB));
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        moved(BOB);
        notFounded(redeemed, founding, mint("seat", BOB));
    }

    function testG5RefusesAMovedMintByAnotherThanTheIssuer() external {
        Place memory founding = enter(newLog, BOB, movedMint("seat", BOB));
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        moved(BOB);
        notFounded(redeemed, founding, movedMint("seat", BOB));
    }

    /// The object's key is already in use in the new log. The holder sees that, and does not sign a move.
    function testG5RefusesAMovedMintAfterAnotherAct() external {
        enter(newLog, THIEF, transfer("seat", ANYBODY));
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", BOB));
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        moved(BOB);
        notFounded(redeemed, founding, movedMint("seat", BOB));
    }

    function testG5RefusesAnObjectMovedToAnotherLog() external {
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", BOB));
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        movedTo(logOf("c.example"), BOB);
        notFounded(redeemed, founding, movedMint("seat", BOB));
    }

    /// A new object that never was in the old log.
    function testAnObjectIsMintedInTheNewLog() external {
        Place memory founding = enter(newLog, ISSUER, mint("another", BOB));
        Place memory redeemed = enter(newLog, BOB, redeem("another", next));
        finish();
        this.redeemAt(next, redeemed, redeem("another", next), founding, mint("another", BOB));
    }

    /// The attack: a moved sticker is minted as gold, or redeemed at the gate for gold.
    function testG2TheTermsHoldForMovedObjects() external {
        string memory members = "string objectId,address holder,string templateId";
        Redemptions.Terms memory t = redemptionTerms(newLog, ISSUER, string.concat("MintPayload(", members, ")"));
        t.predecessor = gate;
        t.mintWords = new Redemptions.MintWord[](1);
        t.mintWords[0] = Redemptions.MintWord(2, keccak256("gold"));
        next = newObjectRedeemer(t);
        Act memory a = movedMint("seat", BOB);
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[1], words[2]) = (a.opening.words[0], a.opening.words[1], keccak256("sticker"));
        a.opening = Actions.Opening(string.concat("MovedMintPayload(", members, ")"), DEADLINE, words);
        Place memory founding = enter(newLog, ISSUER, a);
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        moved(BOB);
        bytes memory reason = abi.encodeWithSelector(Redemptions.NotOnTerms.selector, 2, keccak256("sticker"));
        refuse(next, redeemed, redeem("seat", next), founding, a, reason);
    }

    // Without the old operator

    /// The move was not final at the slash. The exit hatch records it.
    function testAMoveThatWasNotFinalAtTheSlashIsRecorded() external {
        Place memory founding = enter(newLog, ISSUER, movedMint("seat", BOB));
        finish();
        Place memory given = enter(log, BOB, move("seat", newLog));
        Place memory redeemed = enter(newLog, BOB, redeem("seat", next));
        anchorAll();
        AnnouncedRedeemer.Act memory a = shown(given, move("seat", newLog));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE), 0);
        gate.announce(a, m);
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        vm.warp(block.timestamp + NOTICE);
        bytes memory late = abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, given.batch, 3);
        settle(given, move("seat", newLog), late);
        claim(BOB, given, move("seat", newLog));
        vm.warp(block.timestamp + NOTICE);
        isMoved(given, BOB);
        assertTrue(!next.redeemed(keyOf("seat")));
        // The new log's operator is the same one, and was slashed as well.
        bytes memory unbacked = abi.encodeWithSelector(
            OperatorStake.NotBeforeSlash.selector,
            OPERATOR,
            redeemed.batch,
            3
        );
        refuse(next, redeemed, redeem("seat", next), founding, movedMint("seat", BOB), unbacked);
    }

    /// The attack: the holder claims by the act before its own move, which is not announced yet. Anybody shows the
    /// move.
    function testAMoveDisplacesAClaim() external {
        Place memory given = enter(log, BOB, move("seat", newLog));
        finish();
        vm.warp(block.timestamp + SILENCE);
        bytes32 earlier = claim(BOB, sale, transfer("seat", BOB));
        claim(address(this), given, move("seat", newLog));
        vm.warp(block.timestamp + NOTICE);
        settle(sale, transfer("seat", BOB), abi.encodeWithSelector(AnnouncedRedeemer.Displaced.selector, earlier));
        isMoved(given, BOB);
    }

    /// The attack: a claim by the move is made, and the operator returns, which ends the claim. The move must remain.
    function testAMoveOutlivesItsClaim() external {
        Place memory given = enter(log, BOB, move("seat", newLog));
        finish();
        vm.warp(block.timestamp + SILENCE);
        claim(BOB, given, move("seat", newLog));
        enter(log, ISSUER, mint("another", ALICE));
        anchorAll();
        vm.warp(block.timestamp + NOTICE);
        isMoved(given, BOB);
    }

    /// The object was not moved, and the operator has left the old registry.
    function testAnObjectThatWasNotMovedIsPaidByTheOldGate() external {
        enter(newLog, ISSUER, movedMint("seat", BOB));
        anchorAll();
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(block.timestamp + FINALITY_DELAY);
        claim(BOB, sale, transfer("seat", BOB));
        vm.warp(block.timestamp + NOTICE);
        settle(sale, transfer("seat", BOB), "");
        assertTrue(next.redeemed(keyOf("seat")));
    }

    /// The gates of two logs may each have an exit hatch, as an object is redeemable in one log only.
    function testEachLogHasOneHatch() external {
        Redemptions.Terms memory t = redemptionTerms(newLog, ISSUER, MINT_TYPE);
        t.predecessor = gate;
        t.predecessor = newAnnouncedRedeemer(t, NOTICE, SILENCE);
        assertTrue(t.predecessor.hasHatch(log) && t.predecessor.hasHatch(newLog));
        vm.expectRevert(abi.encodeWithSelector(AnnouncedRedeemer.SecondHatch.selector));
        this.deploy(t);
    }

    function deploy(Redemptions.Terms calldata t) external {
        newAnnouncedRedeemer(t, NOTICE, SILENCE);
    }

    // Helpers

    function successor(bytes32 ofLog, Redemptions of_) private returns (ObjectRedeemer) {
        Redemptions.Terms memory t = redemptionTerms(ofLog, ISSUER, MINT_TYPE);
        t.predecessor = of_;
        return newObjectRedeemer(t);
    }

    /// Enters the holder's move to the new log, and has the old gate record it.
    function moved(address holder) private returns (Place memory) {
        return movedTo(newLog, holder);
    }

    function movedTo(bytes32 toLog, address holder) private returns (Place memory given) {
        given = enter(log, holder, move("seat", toLog));
        finish();
        gate.announce(shown(given, move("seat", toLog)), shown(minted, mint("seat", ALICE)));
        vm.warp(block.timestamp + NOTICE);
        settle(given, move("seat", toLog), "");
        Redemptions.Departure memory d = gate.departureOf(keyOf("seat"));
        assertTrue(d.gone && d.account == holder && d.log == toLog);
    }

    function announceMove(Place memory given) private returns (bytes32) {
        gate.announce(shown(given, move("seat", newLog)), shown(minted, mint("seat", ALICE)));
        return idOf(given);
    }

    function isMoved(Place memory given, address holder) private {
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectMoved(holder, keyOf("seat"), newLog);
        this.settleMove(given);
    }

    function settleMove(Place memory given) external {
        settle(given, move("seat", newLog), "");
    }

    function redeemAt(ObjectRedeemer at_, Place memory last, Act memory a, Place memory first, Act memory m) external {
        at_.redeem(evidence(last), a.opening, evidence(first), m.opening);
    }

    function refuse(
        ObjectRedeemer at_,
        Place memory last,
        Act memory a,
        Place memory first,
        Act memory m,
        bytes memory reason
    ) private {
        (Evidence.EntryEvidence memory e, Evidence.EntryEvidence memory f) = (evidence(last), evidence(first));
        vm.expectRevert(reason);
        at_.redeem(e, a.opening, f, m.opening);
    }

    function notFounded(Place memory redeemed, Place memory founding, Act memory m) private {
        bytes memory reason = abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf("seat"));
        refuse(next, redeemed, redeem("seat", next), founding, m, reason);
    }
}
