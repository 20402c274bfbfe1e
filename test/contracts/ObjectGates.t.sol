// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {ObjectRedeemer} from "../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {HoldingHarness} from "../../contracts/test/HoldingHarness.sol";
import {ObjectLogTest} from "./ObjectLogTest.sol";
import {create, newAnnouncedRedeemer, newObjectRedeemer} from "./released.sol";

/// A gate that hands out by what both actions say.
contract Keeper is ObjectRedeemer {
    address public account;
    bytes32 public firstHolder;

    constructor(Terms memory terms) ObjectRedeemer(terms) {}

    function _handOut(address account_, AnchoredAction.Action memory minting) internal override {
        require(redeemed(minting.entry.objectKey), "not written yet");
        (account, firstHolder) = (account_, minting.words[1]);
    }
}

/// Tests the proofs of objects for contracts, and the example gates.
contract ObjectGatesTest is ObjectLogTest {
    address private immutable ISSUER = person("issuer");
    address private immutable ALICE = person("Alice");
    address private immutable BOB = person("Bob");
    address private immutable THIEF = person("thief");
    string private constant MINT_TYPE = "MintPayload(string objectId,address holder)";
    uint48 private constant NOTICE = 12;

    ObjectRedeemer private gate;
    AnnouncedRedeemer private announced;
    HoldingHarness private harness;
    bytes32 private log;
    /// The announced actions, in the form for `settle`.
    mapping(bytes32 id => bytes actions) private proofs;

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
        log = logOf("a.example");
        gate = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        announced = newAnnouncedRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE), NOTICE, 0);
        harness = HoldingHarness(create("HoldingHarness", abi.encode(registry, OPERATOR)));
    }

    // Who held it

    function testAnAskSaysWhoHeldItWithNothingOpened() external {
        enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", BOB));
        clock += 5;
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        enter(log, BOB, transfer("seat", ALICE));
        finish();
        Entries.Entry memory held = harness.heldBy(evidence(asked));
        assertEq(held.log, log);
        assertEq(held.objectKey, keyOf("seat"));
        assertEq(held.index, 2);
        assertEq(held.acceptedAt, clock);
        assertEq(held.prior, 1);
        assertEq(held.holder, BOB);
    }

    function testAnAskAboutWhatNeverWasSaysAnybody() external {
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        finish();
        Entries.Entry memory held = harness.heldBy(evidence(asked));
        assertEq(held.prior, NO_PRIOR);
        assertEq(held.holder, ANYBODY);
    }

    /// Its holder is the one behind it, by a payload that is not shown.
    function testAnActDoesNotSayWhoHeldIt() external {
        Place[2] memory places = [enter(log, ISSUER, mint("seat", ALICE)), enter(log, ISSUER, httpRequest())];
        finish();
        for (uint256 i = 0; i < places.length; ++i) {
            Evidence.EntryEvidence memory e = evidence(places[i]);
            vm.expectRevert(abi.encodeWithSelector(AnchoredAction.NotAsked.selector, leafHash(e.entry)));
            harness.heldBy(e);
        }
    }

    function testAnAskIsNoProofBeforeItIsFinalOrInAFrozenLog() external {
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        anchorAll();
        Evidence.EntryEvidence memory e = evidence(asked);
        bytes memory early = abi.encodeWithSelector(
            AnchorRegistry.CheckpointNotFinal.selector,
            0,
            START + FINALITY_DELAY
        );
        vm.expectRevert(early);
        harness.heldBy(e);
        freeze(OPERATOR, log, 0);
        vm.warp(START + FINALITY_DELAY);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, 0));
        harness.heldBy(e);
    }

    function testAnAskThatSaysWhatNoEntryCanIsRefused() external {
        Entries.Entry memory e = entryOf(log, THIEF, ask(keyOf("seat")));
        e.holder = THIEF;
        Place memory lied = enter(e);
        finish();
        Evidence.EntryEvidence memory shown = evidence(lied);
        vm.expectRevert(abi.encodeWithSelector(Entries.EntryMalformed.selector));
        harness.heldBy(shown);
    }

    // The object of an action

    function testAnActionSaysItsObject() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = transfer("seat", BOB);
        Place memory sale = enter(log, ALICE, a);
        finish();
        AnchoredAction.Action memory action = harness.prove(evidence(sale), a.opening);
        assertEq(action.entry.part, 1);
        assertEq(action.entry.objectKey, keyOf("seat"));
        assertEq(action.entry.prior, 0);
        assertEq(action.entry.holder, BOB);
    }

    function testAnEntryThatIsNotItsActionsIsRefused() external {
        Act memory a = transfer("seat", BOB);
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.objectKey = keyOf("another");
        refuseAction(e, a);
        e = entryOf(log, ALICE, a);
        e.holder = THIEF;
        refuseAction(e, a);
        e = entryOf(log, ALICE, a);
        (e.part, e.holder) = (2, ANYBODY);
        refuseAction(e, a);
        clock = (DEADLINE + 1) * 1000;
        refuseAction(entryOf(log, ALICE, a), a);
    }

    function refuseAction(Entries.Entry memory e, Act memory a) private {
        Place memory lied = enter(e);
        finish();
        Evidence.EntryEvidence memory shown = evidence(lied);
        vm.expectRevert(abi.encodeWithSelector(AnchoredAction.NotItsAction.selector, leafHash(shown.entry)));
        harness.prove(shown, a.opening);
    }

    // ObjectRedeemer

    function testWhatWasMintedAndSoldIsRedeemedOnceForItsLastHolder() external {
        (Place memory redeemed, Place memory minted) = sold();
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        redeemAt(redeemed, minted); // Anybody sends it.
        assertTrue(gate.redeemed(keyOf("seat")));
        refuse(redeemed, minted, abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
    }

    /// A dishonest operator lets it be given up twice. The object counts, not the action.
    function testG1AnObjectIsRedeemedOnceWhateverTheAction() external {
        (Place memory redeemed, Place memory minted) = sold();
        redeemAt(redeemed, minted);
        Place memory again = enter(log, THIEF, redeem("seat", gate));
        finish();
        refuse(again, minted, abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
    }

    function testG2OnlyTheIssuersMintCounts() external {
        (Place memory redeemed, ) = sold();
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Place memory foreign = enter(log, THIEF, mint("third", THIEF));
        Place memory given = enter(log, THIEF, redeem("third", gate));
        Place memory later = enter(log, ISSUER, mint("fourth", ALICE));
        Place memory again = enter(log, ISSUER, mint("fourth", BOB));
        Place memory fourth = enter(log, BOB, redeem("fourth", gate));
        finish();
        refuseWith(redeemed, redeem("seat", gate), other, mint("another", ALICE), notMinted("seat"));
        refuseWith(given, redeem("third", gate), foreign, mint("third", THIEF), notMinted("third"));
        refuseWith(fourth, redeem("fourth", gate), again, mint("fourth", BOB), notMinted("fourth"));
        refuseWith(redeemed, redeem("seat", gate), redeemed, redeem("seat", gate), notMinted("seat"));
        refuseWith(fourth, redeem("fourth", gate), later, mint("fourth", ALICE), "");
    }

    /// It is made a first act, in the issuer's name, behind what it should found.
    function testG2NotAMintBehindTheRedemption() external {
        enter(log, THIEF, transfer("seat", THIEF));
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        Place memory minted = enter(namingPrior(NO_PRIOR, entryOf(log, ISSUER, mint("seat", THIEF))));
        finish();
        refuseWith(redeemed, redeem("seat", gate), minted, mint("seat", THIEF), notMinted("seat"));
    }

    /// It is put into a fork, where no rule for two entries compares it with the mint.
    function testG2NotARedemptionAtTheMintsIndex() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, THIEF, redeem("seat", gate));
        (e.index, e.prior) = (0, NO_PRIOR);
        Place memory redeemed = fork(e);
        finish();
        refuse(redeemed, minted, notMinted("seat"));
    }

    function testG2NotOfAnotherLog() external {
        bytes32 other = logOf("b.example");
        Place memory minted = enter(other, ISSUER, mint("seat", ALICE));
        Place memory redeemed = enter(other, ALICE, redeem("seat", gate));
        enter(log, ALICE, httpRequest()); // So the mint's index is below the next one's.
        Place memory here = enter(log, ALICE, redeem("seat", gate));
        finish();
        refuse(redeemed, minted, abi.encodeWithSelector(Redemptions.NotARedemption.selector));
        refuse(here, minted, notMinted("seat"));
    }

    /// The same id under another type is another object.
    function testG2NotTheSameWordsUnderAnotherType() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = act("Redeem", "bytes32 objectId,address holder", keccak256("seat"), 0);
        Entries.Entry memory e = entryOf(log, THIEF, a);
        e.objectKey = keccak256(abi.encodePacked(keccak256("bytes32 objectId"), keccak256("seat")));
        (e.prior, e.holder) = (NO_PRIOR, address(0));
        Place memory redeemed = enter(e);
        finish();
        bytes memory reason = abi.encodeWithSelector(Redemptions.NotARedemption.selector);
        refuseWith(redeemed, a, minted, mint("seat", ALICE), reason);
    }

    function testG3NotWhatIsLeftToSomebody() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = redeem("seat", gate);
        a.opening.words[1] = word(ALICE);
        Place memory kept = enter(log, ALICE, a);
        Act memory sale = transfer("seat", address(0));
        Place memory burned = enter(log, ALICE, sale);
        finish();
        bytes memory reason = abi.encodeWithSelector(Redemptions.NotARedemption.selector);
        refuseWith(kept, a, minted, mint("seat", ALICE), reason);
        refuseWith(burned, sale, minted, mint("seat", ALICE), reason);
    }

    function testG4NotBeforeBothAreFinal() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        anchorAll();
        vm.warp(START + 4);
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        anchorAll();
        Evidence.EntryEvidence memory late = evidence(redeemed);
        Evidence.EntryEvidence memory early = evidence(minted, 0);
        uint256 time = START + 4 + FINALITY_DELAY;
        bytes memory reason = abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, time);
        vm.warp(time - 1);
        vm.expectRevert(reason);
        gate.redeem(late, redeem("seat", gate).opening, early, mint("seat", ALICE).opening);
        vm.warp(time);
        gate.redeem(late, redeem("seat", gate).opening, early, mint("seat", ALICE).opening);
    }

    /// The attack: one redemption is paid by each gate for the same objects, and by each successor.
    function testG3OneGatePaysARedemption() external {
        (Place memory redeemed, Place memory minted) = sold();
        ObjectRedeemer own = gate;
        gate = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        bytes memory reason = abi.encodeWithSelector(Redemptions.AnotherGate.selector, own);
        refuseWith(redeemed, redeem("seat", own), minted, mint("seat", ALICE), reason);
        gate = own;
        redeemAt(redeemed, minted);
    }

    /// A dishonest operator has it given up once more, to the successor of the gate that paid, or to a later one.
    function testG1ASuccessorAsksItsPredecessor() external {
        (Place memory redeemed, Place memory minted) = sold();
        redeemAt(redeemed, minted);
        for (uint256 i = 0; i < 2; ++i) {
            Redemptions.Terms memory t = redemptionTerms(log, ISSUER, MINT_TYPE);
            t.predecessor = gate;
            gate = newObjectRedeemer(t);
            assertTrue(gate.redeemed(keyOf("seat")) && !gate.redeemed(keyOf("another")));
            Place memory again = enter(log, THIEF, redeem("seat", gate));
            finish();
            refuse(again, minted, abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
        }
    }

    /// The attack: the platform mints every template under one type, and a sticker is redeemed at the gate for gold.
    function testG2TheTermsNameTheTemplate() external {
        string memory mintType = "MintPayload(string objectId,address holder,string templateId)";
        Redemptions.Terms memory t = redemptionTerms(log, ISSUER, mintType);
        t.mintWords = new Redemptions.MintWord[](1);
        t.mintWords[0] = Redemptions.MintWord(2, keccak256("gold"));
        gate = newObjectRedeemer(t);
        Act[2] memory mints = [mint("seat", ALICE), mint("another", ALICE)];
        for (uint256 i = 0; i < 2; ++i) mints[i].opening = ofTemplate(mints[i], mintType, i == 0 ? "gold" : "sticker");
        Place[2] memory minted = [enter(log, ISSUER, mints[0]), enter(log, ISSUER, mints[1])];
        Place memory gold = enter(log, ALICE, redeem("seat", gate));
        Place memory sticker = enter(log, ALICE, redeem("another", gate));
        finish();
        bytes memory reason = abi.encodeWithSelector(Redemptions.NotOnTerms.selector, 2, keccak256("sticker"));
        refuseWith(sticker, redeem("another", gate), minted[1], mints[1], reason);
        refuseWith(gold, redeem("seat", gate), minted[0], mints[0], "");
    }

    function testAGateHandsOutByBothActions() external {
        Keeper keeper = new Keeper(redemptionTerms(log, ISSUER, MINT_TYPE));
        gate = keeper;
        (Place memory redeemed, Place memory minted) = sold();
        redeemAt(redeemed, minted);
        assertEq(keeper.account(), BOB);
        assertEq(keeper.firstHolder(), word(ALICE));
    }

    /// The attack: a gate is deployed for mints that nobody holds, or that no wallet can sign.
    function testAGateForMintsWithoutObjectAndHolderIsNotDeployed() external {
        string[12] memory types = [
            "",
            "MintPayload",
            "(MintPayload(string objectId,address holder)",
            "Mintpayload(string objectId,address holder)",
            "MintPayload(string objectID,address holder)",
            "Payload(string objectId,address holder)",
            "Mint(string objectId,address holder)",
            "MintPayload(string objectId,address holder",
            "MintPayload(string objectId,address holderOf)",
            "MintPayload(bytes32 objectId,address holder)",
            "MintPayload(address holder,string objectId)",
            "MintPayload(string objectId,address holder)x"
        ];
        for (uint256 i = 0; i < types.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Redemptions.NotAMintType.selector, types[i]));
            this.deploy(types[i], 0);
        }
        this.deploy("KPayload(string objectId,address holder)", 1);
        this.deploy("MintPayload(string objectId,address holder,bool x)", 2);
        vm.expectRevert(abi.encodeWithSelector(Redemptions.NoSuchMember.selector, 3));
        this.deploy("MintPayload(string objectId,address holder,bool x)", 3);
    }

    function deploy(string calldata mintType, uint256 member) external {
        Redemptions.Terms memory t = redemptionTerms(log, ISSUER, mintType);
        t.mintWords = new Redemptions.MintWord[](1);
        t.mintWords[0].member = member;
        newObjectRedeemer(t);
    }

    /// The attack: words that no wallet encodes are cut, and name the gate.
    function testAWordBeyondItsTypeIsRefused() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = redeem("seat", gate);
        a.opening.words[2] |= bytes32(uint256(1) << 160);
        Place memory dirty = enter(log, ALICE, a);
        finish();
        bytes memory reason = abi.encodeWithSelector(Actions.WordOutOfRange.selector, 2, a.opening.words[2]);
        refuseWith(dirty, a, minted, mint("seat", ALICE), reason);
    }

    /// The attack: one stake stands for lies in any number of logs. After the slash for one, the gate pays the others.
    function testNothingIsPaidThatBecomesFinalAfterASlash() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        Place memory slow = enter(log, ALICE, redeem("seat", announced));
        anchorAll();
        bytes32 id = announceOf(slow, minted, sizes.length - 2);
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        vm.warp(block.timestamp + 100);
        refuse(redeemed, minted, abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 1, 1));
        bytes memory reason = abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 2, 1);
        refuseSettle(id, evidence(slow).batch, reason);
    }

    /// The attack: redemptions are planted before their mint, and the operator makes the mint up when it has nothing to
    /// lose.
    function testNothingIsPaidForAMintThatBecomesFinalAfterASlash() external {
        Place memory redeemed = fork(actAt(5, ALICE, redeem("seat", gate)));
        Place memory slow = fork(actAt(6, ALICE, redeem("seat", announced)));
        finish();
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        anchorAll();
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        vm.warp(block.timestamp + FINALITY_DELAY);
        bytes memory reason = abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 2, 2);
        refuse(redeemed, minted, reason);
        AnnouncedRedeemer.Act memory r = shown(slow, redeem("seat", announced));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE));
        vm.expectRevert(reason);
        announced.announce(r, m);
    }

    function testWhatWasFinalBeforeASlashIsPaid() external {
        (Place memory redeemed, Place memory minted) = sold();
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        redeemAt(redeemed, minted);
    }

    function ofTemplate(
        Act memory a,
        string memory mintType,
        string memory template
    ) private pure returns (Actions.Opening memory) {
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[1]) = (a.opening.words[0], a.opening.words[1]);
        words[2] = keccak256(bytes(template));
        return Actions.Opening(mintType, DEADLINE, words);
    }

    // AnnouncedRedeemer

    function testAnAnnouncedRedemptionTakesEffectWhenFinal() external {
        (bytes32 id, Place memory redeemed) = announce();
        Evidence.HeaderEvidence memory batch = evidence(redeemed).batch;
        uint256 since = block.timestamp;
        vm.warp(since + NOTICE - 1);
        refuseSettle(id, batch, abi.encodeWithSelector(Contests.TooEarly.selector, since + NOTICE));
        vm.warp(since + NOTICE);
        vm.expectEmit(address(announced));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        settle(id, batch);
        refuseSettle(id, batch, abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
    }

    function testAnAnnouncementIsNotEnoughBeforeItIsFinal() external {
        announced = newAnnouncedRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE), 1, 0);
        (bytes32 id, Place memory redeemed) = announce();
        Evidence.HeaderEvidence memory batch = evidence(redeemed).batch;
        vm.warp(block.timestamp + 1);
        uint256 time = block.timestamp - 1 + FINALITY_DELAY;
        refuseSettle(id, batch, abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, time));
    }

    function testAFreezeBeforeItIsFinalStopsAnAnnouncedRedemption() external {
        (bytes32 id, Place memory redeemed) = announce();
        Evidence.HeaderEvidence memory batch = evidence(redeemed).batch;
        freeze(OPERATOR, log, 1); // A sale that was no sale.
        vm.warp(block.timestamp + 100);
        bytes memory frozen = abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, 2);
        refuseSettle(id, batch, frozen);
    }

    function testARedemptionIsAnnouncedOnceOfAFinalMintOnly() external {
        (bytes32 id, Place memory redeemed) = announce();
        AnnouncedRedeemer.Act memory a = shown(redeemed, redeem("seat", announced));
        AnnouncedRedeemer.Act memory m = shown(Place(0, 0), mint("seat", ALICE), 0);
        vm.expectRevert(abi.encodeWithSelector(AnnouncedRedeemer.AlreadyAnnounced.selector, idOf(redeemed)));
        announced.announce(a, m);
        m = shown(Place(0, 0), mint("seat", ALICE), 1);
        uint256 time = block.timestamp + FINALITY_DELAY;
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, time));
        announced.announce(a, m);
        vm.warp(block.timestamp + NOTICE);
        settle(id, a.evidence.batch);
        Place memory again = enter(log, THIEF, redeem("seat", announced));
        anchorAll();
        (a, m) = (shown(again, redeem("seat", announced)), shown(Place(0, 0), mint("seat", ALICE), 0));
        vm.expectRevert(abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
        announced.announce(a, m);
    }

    function testOnlyItsOwnHeaderSettlesARedemption() external {
        (bytes32 id, Place memory redeemed) = announce();
        Evidence.HeaderEvidence memory batch = evidence(Place(0, 0), 0).batch;
        vm.warp(block.timestamp + NOTICE);
        bytes32 none = keccak256(abi.encode(id, batch.position));
        refuseSettle(id, batch, abi.encodeWithSelector(Contests.NotAnnounced.selector, none));
        batch.position = redeemed.batch;
        refuseSettle(id, batch, abi.encodeWithSelector(AnnouncedRedeemer.NotAsAnnounced.selector, idOf(redeemed)));
        none = keccak256(abi.encode(bytes32("none"), batch.position));
        refuseSettle("none", batch, abi.encodeWithSelector(Contests.NotAnnounced.selector, none));
    }

    /// The owner gave it up to nobody, and a thief does. All is final already, so no freeze helps.
    function testTheHolderCancelsAThiefsRedemptionEvenIfItIsFinal() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory stolen = enter(log, THIEF, redeem("seat", announced));
        isCancelled(stolen, sale, stolen);
    }

    function testARedemptionThatSkipsASaleIsCancelledByIt() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory again = enter(namingPrior(0, entryOf(log, ALICE, redeem("seat", announced))));
        isCancelled(again, sale, again);
    }

    function testARedemptionAfterWhatIsNoActIsCancelledByIt() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        Place memory stolen = enter(namingPrior(1, entryOf(log, THIEF, redeem("seat", announced))));
        isCancelled(stolen, asked, stolen);
    }

    /// Further back: the theft and the act before it.
    function testARedemptionAfterATheftIsCancelledByIt() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory theft = enter(log, THIEF, transfer("seat", THIEF));
        Place memory redeemed = enter(log, THIEF, redeem("seat", announced));
        isCancelled(redeemed, sale, theft);
    }

    /// The mint is not the first act: somebody had the object before the issuer minted it.
    function testARedemptionOfAMintThatSkipsAnActIsCancelledByIt() external {
        Place memory first = enter(log, BOB, transfer("seat", BOB));
        Place memory minted = enter(namingPrior(NO_PRIOR, entryOf(log, ISSUER, mint("seat", ALICE))));
        Place memory redeemed = enter(log, ALICE, redeem("seat", announced));
        finish();
        bytes32 id = announceOf(redeemed, minted, sizes.length - 1);
        cancelled(id, redeemed, first, minted);
    }

    function testNoPairOfAnHonestHistoryCancels() external {
        enter(log, ALICE, ask(keyOf("seat")));
        enter(log, ISSUER, mint("another", ALICE));
        enter(log, BOB, transfer("free", ANYBODY));
        enter(log, THIEF, transfer("free", THIEF));
        (, Place memory redeemed) = announce();
        vm.warp(block.timestamp + 2);
        enter(log, ALICE, ask(keyOf("seat")));
        anchorAll();
        for (uint64 i = 0; i < batches.length; ++i) {
            for (uint64 j = 0; j < batches.length; ++j) refuseCancel(redeemed, Place(i, 0), Place(j, 0));
        }
    }

    /// An operator that lies about other objects, behind the redemption, or in an ask, takes nothing from who gave this one
    /// up.
    function testALieAboutSomethingElseDoesNotCancel() external {
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Place memory stolen = enter(log, THIEF, transfer("another", THIEF));
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        Place memory redeemed = append(entryOf(log, ALICE, redeem("seat", announced)));
        Place memory behind = append(entryOf(log, THIEF, transfer("seat", THIEF)));
        Place memory skipping = enter(namingPrior(2, entryOf(log, THIEF, transfer("seat", THIEF))));
        anchorAll();
        announceOf(redeemed, minted, sizes.length - 2);
        refuseCancel(redeemed, other, stolen);
        refuseCancel(redeemed, redeemed, behind);
        // It contradicts the mint, and the redemption rests on that. Only the redemption shows that it was skipped.
        refuseCancel(redeemed, minted, skipping);
    }

    /// An act behind the announced one counts only beside the announced one, which it skips. Beside the mint it does not.
    function testAnActBehindIsShownWithTheAnnouncedOne() external {
        enter(log, ISSUER, mint("another", ALICE));
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        Place memory redeemed = append(entryOf(log, ALICE, redeem("seat", announced)));
        Place memory skipping = enter(namingPrior(0, entryOf(log, THIEF, transfer("seat", THIEF))));
        anchorAll();
        bytes32 id = announceOf(redeemed, minted, sizes.length - 2);
        refuseCancel(redeemed, minted, skipping);
        cancelled(id, redeemed, redeemed, skipping);
    }

    /// An operator that gives up its stake makes up an act between mint and redemption, and anchors it in a fork. The
    /// act contradicts both.
    function testWhatIsAnchoredAfterTheAnnouncementDoesNotCancel() external {
        (bytes32 id, Place memory redeemed) = announce();
        vm.warp(block.timestamp + NOTICE);
        Place memory forged = fork(actAt(1, THIEF, transfer("seat", THIEF)));
        anchorAll();
        refuseCancel(redeemed, Place(0, 0), forged);
        refuseCancel(redeemed, forged, redeemed);
        refuseCancel(redeemed, Place(1, 0), forged);
        settle(id, evidence(redeemed, 1).batch);
        assertTrue(announced.redeemed(keyOf("seat")));
    }

    /// Before it, it does: in doubt nobody is paid.
    function testWhatIsAnchoredBeforeTheAnnouncementCancels() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory trap = fork(actAt(1, BOB, transfer("seat", BOB)));
        enter(log, ALICE, httpRequest());
        Place memory redeemed = enter(log, ALICE, redeem("seat", announced));
        finish();
        cancelled(announceOf(redeemed, minted, sizes.length - 1), redeemed, minted, trap);
    }

    /// An operator that gives up its stake anchors the redemption again, behind made-up acts, and is the first to
    /// announce it.
    function testACopyInAForkIsAnotherRedemption() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        enter(log, ALICE, transfer("seat", BOB));
        Place memory redeemed = enter(log, BOB, redeem("seat", announced));
        Place memory copy = fork(this.decoded(batches[redeemed.batch].entries[0]));
        anchorAll();
        bytes32 id = announceOf(copy, minted, sizes.length - 2);
        assertEq(announceOf(redeemed, minted, sizes.length - 2), id);
        vm.warp(block.timestamp + NOTICE);
        settle(id, evidence(redeemed).batch);
        assertTrue(announced.redeemed(keyOf("seat")));
    }

    /// The seller's own redemption, which the operator has entered in a fork, at the index of the sale. All is final.
    function testTheBuyerCancelsASellersRedemptionAtTheSalesIndex() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory stolen = fork(actAt(1, ALICE, redeem("seat", announced)));
        finish();
        bytes32 id = announceOf(stolen, minted, sizes.length - 1);
        refuseCancel(stolen, sale, sale);
        cancelledBy(id, stolen, sale, stolen);
    }

    /// The same, before the index of the sale: something else is at its own.
    function testTheBuyerCancelsASellersRedemptionBeforeTheSalesIndex() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory other = enter(log, BOB, httpRequest());
        enter(log, ALICE, transfer("seat", BOB));
        Place memory stolen = fork(actAt(1, ALICE, redeem("seat", announced)));
        finish();
        bytes32 id = announceOf(stolen, minted, sizes.length - 1);
        cancelledBy(id, stolen, other, stolen);
    }

    /// Nothing is seen in the batch log before both are anchored, the theft in front.
    function testTheBuyerCancelsARedemptionThatIsPutBeforeItsSaleInOneCheckpoint() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        Place memory stolen = fork(actAt(5, ALICE, redeem("seat", announced)));
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        finish();
        cancelled(announceOf(stolen, minted, sizes.length - 1), stolen, sale, stolen);
    }

    /// Far behind, and final long before the sale.
    function testTheBuyerCancelsARedemptionThatWasPlantedBeforeItsSale() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory planted = fork(actAt(1_000_000, ALICE, redeem("seat", announced)));
        finish();
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        finish();
        cancelled(announceOf(planted, minted, 0), planted, sale, planted);
    }

    /// The seller's own redemption, before the sale and withheld: its buyer is shown the sale alone.
    function testTheBuyerCancelsARedemptionThatItsSaleSkips() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        Place memory withheld = enter(log, ALICE, redeem("seat", announced));
        Place memory sale = enter(actAt(2, ALICE, transfer("seat", BOB)));
        finish();
        cancelled(announceOf(withheld, minted, sizes.length - 2), withheld, withheld, sale);
    }

    /// A sale back to its seller, and the first sale's signature once more.
    function testANonceThatIsUsedTwiceCancels() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", BOB));
        uint256 nonce = e.nonce;
        Place memory sale = enter(e);
        enter(log, BOB, transfer("seat", ALICE));
        e = entryOf(log, ALICE, transfer("seat", BOB));
        e.nonce = nonce;
        Place memory again = enter(e);
        Place memory redeemed = enter(log, BOB, redeem("seat", announced));
        finish();
        cancelled(announceOf(redeemed, minted, sizes.length - 1), redeemed, sale, again);
    }

    function testANonceThatTwoAccountsUseDoesNotCancel() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", BOB));
        uint256 nonce = e.nonce;
        Place memory sale = enter(e);
        e = entryOf(log, BOB, transfer("seat", ALICE));
        e.nonce = nonce;
        Place memory back = enter(e);
        Place memory redeemed = enter(log, ALICE, redeem("seat", announced));
        finish();
        announceOf(redeemed, minted, sizes.length - 1);
        refuseCancel(redeemed, sale, back);
    }

    /// All entries that are anchored at the announcement count, under any checkpoint that it names.
    function testWhatIsAnchoredSinceTheShownCheckpointCancels() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory stolen = fork(actAt(1, ALICE, redeem("seat", announced)));
        finish();
        uint64 early = uint64(sizes.length - 1);
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        finish();
        announced.announce(shown(stolen, redeem("seat", announced), early), shown(minted, mint("seat", ALICE), early));
        cancelledBy(leafHash(batches[stolen.batch].entries[0]), stolen, sale, stolen);
    }

    /// Entries of two logs at one index are no fork, and a lie in an ask is nothing that the redemption rests on.
    function testAnotherLogOrALyingAskDoesNotCancel() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory elsewhere = enter(logOf("b.example"), ISSUER, mint("seat", ALICE));
        Place memory also = enter(logOf("b.example"), ALICE, httpRequest());
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory lying = enter(namingPrior(0, entryOf(log, THIEF, ask(keyOf("seat")))));
        Place memory redeemed = enter(log, BOB, redeem("seat", announced));
        finish();
        announceOf(redeemed, minted, sizes.length - 1);
        refuseCancel(redeemed, minted, elsewhere);
        refuseCancel(redeemed, elsewhere, minted);
        refuseCancel(redeemed, elsewhere, also);
        refuseCancel(redeemed, sale, lying);
    }

    /// The attack: the thief's act is hidden, and the redemption rests on it. The holder has asked since, and shows that.
    function testAnAskThatDoesNotKnowTheActBeforeItCancels() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", THIEF)); // hidden
        Place memory asked = enter(naming(0, ALICE, entryOf(log, ALICE, ask(keyOf("seat")))));
        Place memory stolen = enter(log, THIEF, redeem("seat", announced));
        finish();
        cancelled(announceOf(stolen, minted, sizes.length - 1), stolen, asked, stolen);
    }

    function testWhatIsPaidIsNotCancelled() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory trap = fork(actAt(1, BOB, transfer("seat", BOB)));
        enter(log, ALICE, httpRequest());
        Place memory redeemed = enter(log, ALICE, redeem("seat", announced));
        finish();
        bytes32 id = announceOf(redeemed, minted, sizes.length - 1);
        vm.warp(block.timestamp + NOTICE);
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(minted), evidence(trap));
        settle(id, evidence(redeemed).batch);
        id = idOf(redeemed);
        vm.expectRevert(abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
        announced.cancel(id, a, b);
    }

    /// All is final, and nobody convicted: what is shown is judged here.
    function testNoGatePaysATheftRightBehindTheMint() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory stolen = enter(log, THIEF, redeem("seat", gate));
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Entries.Entry memory e = entryOf(log, THIEF, redeem("another", gate));
        e.prior = NO_PRIOR;
        Place memory skipping = append(e);
        Place memory slow = enter(namingPrior(0, entryOf(log, THIEF, redeem("seat", announced))));
        finish();
        refuse(stolen, minted, contradictsMint("seat"));
        refuseWith(skipping, redeem("another", gate), other, mint("another", ALICE), contradictsMint("another"));
        AnnouncedRedeemer.Act memory r = shown(slow, redeem("seat", announced));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE));
        vm.expectRevert(contradictsMint("seat"));
        announced.announce(r, m);
    }

    /// Mint, sale and redemption; the mint is final.
    function announce() private returns (bytes32 id, Place memory redeemed) {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        uint256 sequence = sizes.length - 1;
        ++clock;
        enter(log, ALICE, transfer("seat", BOB));
        redeemed = enter(log, BOB, redeem("seat", announced));
        anchorAll();
        id = announceOf(redeemed, minted, sequence);
    }

    function announceOf(Place memory redeemed, Place memory minted, uint256 sequence) private returns (bytes32 id) {
        AnnouncedRedeemer.Act memory r = shown(redeemed, redeem("seat", announced));
        AnnouncedRedeemer.Act memory m = shown(minted, mint("seat", ALICE), uint64(sequence));
        id = leafHash(r.evidence.entry);
        Entries.Entry memory entry = this.decoded(r.evidence.entry);
        (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) = announced.proven(r, m);
        proofs[id] = abi.encode(redeeming, minting);
        bytes32 key = keyOf("seat");
        vm.expectEmit(address(announced));
        emit Contests.RedemptionAnnounced(key, entry.actor, idOf(redeemed), id, redeemed.batch, entry.index);
        announced.announce(r, m);
        isPending(idOf(redeemed));
    }

    function isPending(bytes32 id) private view {
        (bytes32 key, , , , uint64 size, uint48 until, uint16 open) = announced.announcements(id);
        assertEq(key, keyOf("seat"));
        assertEq(until, block.timestamp + announced.NOTICE());
        assertEq(size, sizes[sizes.length - 1]);
        assertEq(open, 0);
    }

    /// An act right behind the mint, wherever it is put.
    function actAt(uint64 index, address actor, Act memory act) private returns (Entries.Entry memory e) {
        e = entryOf(log, actor, act);
        (e.index, e.prior) = (index, 0);
    }

    function decoded(bytes calldata entry) external pure returns (Entries.Entry memory) {
        return Entries.decode(entry);
    }

    /// Announced when all is final, with the log's first entry as the mint.
    function isCancelled(Place memory redeemed, Place memory earlier, Place memory later) private {
        finish();
        bytes32 id = announceOf(redeemed, Place(0, 0), sizes.length - 1);
        cancelled(id, redeemed, earlier, later);
    }

    function cancelled(bytes32 id, Place memory redeemed, Place memory earlier, Place memory later) private {
        refuseCancel(redeemed, later, earlier);
        cancelledBy(id, redeemed, earlier, later);
    }

    function cancelledBy(bytes32 id, Place memory redeemed, Place memory earlier, Place memory later) private {
        bytes32 announcedId = idOf(redeemed);
        vm.expectEmit(address(announced));
        emit Contests.RedemptionCancelled(keyOf("seat"), announcedId);
        announced.cancel(announcedId, evidence(earlier), evidence(later));
        vm.warp(block.timestamp + NOTICE);
        Evidence.EntryEvidence memory e = evidence(redeemed);
        bytes memory reason = abi.encodeWithSelector(Contests.NotAnnounced.selector, announcedId);
        refuseSettle(id, e.batch, reason);
        Evidence.EntryEvidence memory m = evidence(Place(redeemed.batch - 1, 0));
        vm.expectRevert(reason);
        announced.cancel(announcedId, m, e);
    }

    function refuseCancel(Place memory redeemed, Place memory earlier, Place memory later) private {
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(earlier), evidence(later));
        bytes32 id = idOf(redeemed);
        vm.expectRevert(abi.encodeWithSelector(Contests.NoContradiction.selector));
        announced.cancel(id, a, b);
    }

    function refuseSettle(bytes32 id, Evidence.HeaderEvidence memory batch, bytes memory reason) private {
        (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) = announcedAs(id);
        vm.expectRevert(reason);
        announced.settle(redeeming, minting, batch);
    }

    function settle(bytes32 id, Evidence.HeaderEvidence memory batch) private {
        (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) = announcedAs(id);
        announced.settle(redeeming, minting, batch);
    }

    /// An unknown one, if none was announced as this.
    function announcedAs(
        bytes32 id
    ) private view returns (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) {
        bytes memory actions = proofs[id];
        if (actions.length == 0) redeeming.entryHash = id;
        else (redeeming, minting) = abi.decode(actions, (AnchoredAction.Action, AnchoredAction.Action));
    }

    /// A mint, two sales and the redemption, all final.
    function sold() private returns (Place memory redeemed, Place memory minted) {
        minted = enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", THIEF));
        enter(log, THIEF, transfer("seat", BOB));
        redeemed = enter(log, BOB, redeem("seat", gate));
        finish();
    }

    function finish() private {
        anchorAll();
        vm.warp(block.timestamp + FINALITY_DELAY);
    }

    function redeemAt(Place memory redeemed, Place memory minted) private {
        gate.redeem(evidence(redeemed), redeem("seat", gate).opening, evidence(minted), mint("seat", ALICE).opening);
    }

    function refuse(Place memory redeemed, Place memory minted, bytes memory reason) private {
        refuseWith(redeemed, redeem("seat", gate), minted, mint("seat", ALICE), reason);
    }

    /// No reason: it is not refused.
    function refuseWith(
        Place memory redeemed,
        Act memory a,
        Place memory minted,
        Act memory m,
        bytes memory reason
    ) private {
        (Evidence.EntryEvidence memory e, Evidence.EntryEvidence memory f) = (evidence(redeemed), evidence(minted));
        if (reason.length != 0) vm.expectRevert(reason);
        gate.redeem(e, a.opening, f, m.opening);
    }

    function contradictsMint(string memory id) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Redemptions.ContradictsMint.selector, keyOf(id));
    }

    function notMinted(string memory id) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf(id));
    }
}
