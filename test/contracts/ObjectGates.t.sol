// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
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

/// A gate that reads both actions when it hands out.
contract Keeper is ObjectRedeemer {
    address public account;
    bytes32 public firstHolder;

    constructor(Terms memory terms) ObjectRedeemer(terms) {}

    function _handOut(address account_, AnchoredAction.Action memory minting) internal override {
        require(redeemed(minting.entry.objectKey), "not written yet");
        (account, firstHolder) = (account_, minting.words[1]);
    }
}

/// Tests how contracts prove facts about objects, and the example gate that pays without a notice.
contract ObjectGatesTest is ObjectLogTest {
    address private immutable ISSUER = person("issuer");
    address private immutable ALICE = person("Alice");
    address private immutable BOB = person("Bob");
    address private immutable THIEF = person("thief");

    ObjectRedeemer private gate;
    HoldingHarness private harness;
    bytes32 private log;

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
        log = logOf("a.example");
        gate = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        harness = HoldingHarness(create("HoldingHarness", abi.encode(registry, OPERATOR)));
    }

    // The holder

    function testAnAskStatesTheHolderWithoutAnOpening() external {
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

    function testAnAskAboutAnUnknownObjectStatesAnybody() external {
        Place memory asked = enter(log, THIEF, ask(keyOf("seat")));
        finish();
        Entries.Entry memory held = harness.heldBy(evidence(asked));
        assertEq(held.prior, NO_PRIOR);
        assertEq(held.holder, ANYBODY);
    }

    /// An act's entry states the holder after the act, and not the one before it.
    function testAnActDoesNotStateTheEarlierHolder() external {
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

    function testAMalformedAskIsRefused() external {
        Entries.Entry memory e = entryOf(log, THIEF, ask(keyOf("seat")));
        e.holder = THIEF;
        Place memory lied = enter(e);
        finish();
        Evidence.EntryEvidence memory shown = evidence(lied);
        vm.expectRevert(abi.encodeWithSelector(Entries.EntryMalformed.selector));
        harness.heldBy(shown);
    }

    // The object of an action

    function testAProvenActionHasItsObject() external {
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

    function testAnEntryThatDoesNotMatchItsActionIsRefused() external {
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

    function testAMintedAndSoldObjectIsRedeemedOnceForItsLastHolder() external {
        (Place memory redeemed, Place memory minted) = sold();
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(BOB, keyOf("seat"));
        redeemAt(redeemed, minted); // Anybody may send it.
        assertTrue(gate.redeemed(keyOf("seat")));
        refuse(redeemed, minted, abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat")));
    }

    /// A dishonest operator enters a second redemption. The gate counts objects, not actions.
    function testG1AnObjectIsRedeemedOnceByAnyAction() external {
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

    /// A forged mint comes after the redemption, and claims to be the first act.
    function testG2RefusesAMintAfterTheRedemption() external {
        enter(log, THIEF, transfer("seat", THIEF));
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        Place memory minted = enter(namingPrior(NO_PRIOR, entryOf(log, ISSUER, mint("seat", THIEF))));
        finish();
        refuseWith(redeemed, redeem("seat", gate), minted, mint("seat", THIEF), notMinted("seat"));
    }

    /// The redemption is in a fork at the mint's index, where no rule about two entries compares the two.
    function testG2RefusesARedemptionAtTheMintsIndex() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, THIEF, redeem("seat", gate));
        (e.index, e.prior) = (0, NO_PRIOR);
        Place memory redeemed = fork(e);
        finish();
        refuse(redeemed, minted, notMinted("seat"));
    }

    function testG2RefusesAnotherLog() external {
        bytes32 other = logOf("b.example");
        Place memory minted = enter(other, ISSUER, mint("seat", ALICE));
        Place memory redeemed = enter(other, ALICE, redeem("seat", gate));
        enter(log, ALICE, httpRequest()); // so that the mint's index is lower than the next entry's
        Place memory here = enter(log, ALICE, redeem("seat", gate));
        finish();
        refuse(redeemed, minted, abi.encodeWithSelector(Redemptions.NotARedemption.selector));
        refuse(here, minted, notMinted("seat"));
    }

    /// The same id as another type is another object.
    function testG2RefusesTheSameWordsUnderAnotherType() external {
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

    function testG3RefusesAnActThatIsNotARedemption() external {
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

    function testG4RefusesBeforeBothEntriesAreFinal() external {
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

    /// The attack: one redemption is paid by several gates for the same objects.
    function testG3OnlyTheNamedGatePaysARedemption() external {
        (Place memory redeemed, Place memory minted) = sold();
        ObjectRedeemer own = gate;
        gate = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        bytes memory reason = abi.encodeWithSelector(Redemptions.AnotherGate.selector, own);
        refuseWith(redeemed, redeem("seat", own), minted, mint("seat", ALICE), reason);
        gate = own;
        redeemAt(redeemed, minted);
    }

    /// A dishonest operator enters another redemption, at the successor of the gate that paid, or at a later one.
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

    /// The attack: the platform mints all templates under one type, and a sticker is redeemed at the gate for gold.
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

    function testAHandOutReadsBothActions() external {
        Keeper keeper = new Keeper(redemptionTerms(log, ISSUER, MINT_TYPE));
        gate = keeper;
        (Place memory redeemed, Place memory minted) = sold();
        redeemAt(redeemed, minted);
        assertEq(keeper.account(), BOB);
        assertEq(keeper.firstHolder(), word(ALICE));
    }

    /// The attack: a gate is deployed with a type of mints that names no holder, or that no wallet can sign.
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

    /// The attack: a word with bits above an address, which a cast would cut down to the gate's address.
    function testAWordOutOfItsTypesRangeIsRefused() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = redeem("seat", gate);
        a.opening.words[2] |= bytes32(uint256(1) << 160);
        Place memory dirty = enter(log, ALICE, a);
        finish();
        bytes memory reason = abi.encodeWithSelector(Actions.WordOutOfRange.selector, 2, a.opening.words[2]);
        refuseWith(dirty, a, minted, mint("seat", ALICE), reason);
    }

    /// The attack: one stake covers lies in any number of logs. After the slash for one lie, the gate would pay the
    /// others.
    function testARedemptionThatBecomesFinalAfterASlashIsNotPaid() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        finish();
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        anchorAll();
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        vm.warp(block.timestamp + 100);
        refuse(redeemed, minted, abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 1, 1));
    }

    /// The attack: redemptions are anchored before their mint. The operator makes up the mint once its stake is lost.
    function testAMintThatBecomesFinalAfterASlashIsNotPaid() external {
        Place memory redeemed = fork(actAt(log, 5, ALICE, redeem("seat", gate)));
        AnnouncedRedeemer announced = newAnnouncedRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE), 12, 0);
        Place memory slow = fork(actAt(log, 6, ALICE, redeem("seat", announced)));
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

    function testARedemptionThatWasFinalBeforeASlashIsPaid() external {
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

    /// All entries are final, and nobody was convicted: the gate itself compares the two entries.
    function testNoGatePaysATheftRightAfterTheMint() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory stolen = enter(log, THIEF, redeem("seat", gate));
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        Entries.Entry memory e = entryOf(log, THIEF, redeem("another", gate));
        e.prior = NO_PRIOR;
        Place memory skipping = enter(e);
        finish();
        refuse(stolen, minted, contradictsMint("seat"));
        refuseWith(skipping, redeem("another", gate), other, mint("another", ALICE), contradictsMint("another"));
    }

    /// Enters a mint, two sales and the redemption, and waits until all are final.
    function sold() private returns (Place memory redeemed, Place memory minted) {
        minted = enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", THIEF));
        enter(log, THIEF, transfer("seat", BOB));
        redeemed = enter(log, BOB, redeem("seat", gate));
        finish();
    }

    function redeemAt(Place memory redeemed, Place memory minted) private {
        gate.redeem(evidence(redeemed), redeem("seat", gate).opening, evidence(minted), mint("seat", ALICE).opening);
    }

    function refuse(Place memory redeemed, Place memory minted, bytes memory reason) private {
        refuseWith(redeemed, redeem("seat", gate), minted, mint("seat", ALICE), reason);
    }

    /// Redeems, and expects success if the reason is empty.
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
