// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IChallenges} from "../../contracts/interfaces/IChallenges.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeKindTest} from "./ChallengeKindTest.sol";

/// Receipts of START, due four seconds later; their entries are anchored at START unless a test says otherwise.
contract OmissionChallenge is ChallengeKindTest {
    uint256 private constant DUE = START + ANCHOR_DELAY;

    function kind() internal pure override returns (IChallenges.Kind) {
        return IChallenges.Kind.Omission;
    }

    function openFrom() internal pure override returns (uint256) {
        return DUE + 1;
    }

    function openUntil() internal pure override returns (uint256) {
        return DUE + 4;
    }

    function openCall() internal view override returns (bytes memory) {
        return openWith(batches[POSITION].entries[PLACE], RECEIPT_KEY);
    }

    function openWith(bytes memory entry, uint256 key) private view returns (bytes memory) {
        Evidence.Receipt memory receipt = receiptOf(entry);
        return abi.encodeCall(IChallenges.openOmission, (OPERATOR, receipt, receiptSignature(receipt, key), NAME));
    }

    function shown() internal view override returns (uint256) {
        return 229 + 206 + 32 * (headerProof(0, POSITION).length + entryProof(POSITION, PLACE).length);
    }

    function answerCall() internal view override returns (bytes memory) {
        return answerWith(entryEvidence(0, POSITION, PLACE));
    }

    function answerWith(Evidence.EntryEvidence memory evidence) private pure returns (bytes memory) {
        return abi.encodeCall(IChallenges.answerOmission, (OPERATOR, evidence));
    }

    function openWithBond(bytes memory data) private {
        uint256 value = bond();
        vm.deal(address(this), value);
        run(value, data);
    }

    function testOpenedBeforeItIsDue() external {
        vm.warp(DUE);
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.expectRevert(abi.encodeWithSelector(IChallenges.NotOpenable.selector, DUE * 1000 + 1, (DUE + 5) * 1000));
        run(value, data);
    }

    function testAnsweredWrongly() external {
        open();
        // Another entry, which has a place of its own.
        bytes memory data = answerWith(entryEvidence(0, POSITION, 0));
        bytes32 other = challenges.challengeId(kind(), OPERATOR, logOf(OPERATOR), 0);
        vm.expectRevert(abi.encodeWithSelector(IChallenges.NotOpen.selector, other, IChallenges.Status.None));
        run(0, data);
        // An entry that is not under the header.
        Evidence.EntryEvidence memory evidence = entryEvidence(0, POSITION, PLACE);
        evidence.entry[125] ^= 0x01;
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotInBatch.selector, POSITION, PLACE));
        run(0, answerWith(evidence));
    }

    /// Equivocation: another entry stands where the receipt's should.
    function testAnotherEntryAtItsIndexIsNoAnswer() external {
        bytes memory promised = batches[POSITION].entries[PLACE];
        promised[100] ^= 0x01;
        openWithBond(openWith(promised, RECEIPT_KEY));
        bytes memory data = answerCall();
        bytes32 shown = leafHash(batches[POSITION].entries[PLACE]);
        vm.expectRevert(abi.encodeWithSelector(IChallenges.WrongAnswer.selector, leafHash(promised), shown));
        run(0, data);
    }

    /// Of what is promised and never anchored, nothing becomes final from its index on.
    function testLastSecondMovesStillFreeze() external override {
        vm.warp(START + 2);
        bytes memory promised = appendVote(OPERATOR, 77);
        vm.warp(openUntil());
        bytes memory data = openWith(promised, RECEIPT_KEY);
        openWithBond(data);
        vm.warp(openUntil() + 3);
        challenges.settle(kind(), OPERATOR, logOf(OPERATOR), 6);
        assertEq(registry.logFreezes(OPERATOR, logOf(OPERATOR))[0].from, 6);
        assertTrue(final_());
    }

    function testFramesNobody() external {
        bytes memory entry = batches[POSITION].entries[PLACE];
        Evidence.Receipt memory receipt = receiptOf(entry);
        uint256 value = bond();
        vm.deal(address(this), value);
        // By a stranger's key, and by the anchor key.
        bytes memory signed = receiptSignature(receipt, 0xbad);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, vm.addr(0xbad)));
        challenges.openOmission{value: value}(OPERATOR, receipt, signed, NAME);
        signed = receiptSignature(receipt, ANCHOR_KEY);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, vm.addr(ANCHOR_KEY)));
        challenges.openOmission{value: value}(OPERATOR, receipt, signed, NAME);
        // An operator with the same receipt key, whose log it is not.
        address other = address(0x0b2);
        join(other);
        signed = receiptSignature(receipt, RECEIPT_KEY);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotALogOf.selector, other, receipt.log));
        challenges.openOmission{value: value}(other, receipt, signed, NAME);
    }

    // Key rotation

    uint256 private constant NEXT_KEY = 0xb3;

    function rotate() private {
        bytes memory proof = possession(OPERATOR, 2, NEXT_KEY);
        vm.prank(OPERATOR);
        registry.rotateKey(2, vm.addr(NEXT_KEY), proof);
    }

    /// A receipt by a retired key, of when it was in use, still binds; and by the new one.
    function testKeyRotation() external {
        vm.warp(START);
        rotate();
        vm.warp(openFrom());
        (, uint64 until) = registry.keyPeriod(OPERATOR, 2, vm.addr(RECEIPT_KEY));
        assertEq(until, START + 1);
        open();
        answer(OPERATOR);
        openWithBond(openWith(batches[POSITION].entries[0], NEXT_KEY));
    }

    /// A stolen key that has retired: what it signs is later than its retirement, whatever it says.
    function testAReceiptLaterThanItsKeyFramesNobody() external {
        vm.warp(START);
        rotate();
        Evidence.Receipt memory receipt = receiptOf(batches[POSITION].entries[PLACE]);
        uint256 value = bond();
        vm.deal(address(this), 2 * value);
        // One millisecond after its retirement, and at it.
        receipt.acceptedAt = uint64((START + 1) * 1000 + 1);
        vm.warp(DUE + 2);
        bytes memory data = openWith(receipt);
        address retired = vm.addr(RECEIPT_KEY);
        vm.expectRevert(
            abi.encodeWithSelector(
                Evidence.ReceiptAfterRetirement.selector,
                retired,
                uint64(START + 1),
                receipt.acceptedAt
            )
        );
        run(value, data);
        receipt.acceptedAt -= 1;
        data = openWith(receipt);
        run(value, data);
    }

    function openWith(Evidence.Receipt memory receipt) private view returns (bytes memory) {
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        return abi.encodeCall(IChallenges.openOmission, (OPERATOR, receipt, signed, NAME));
    }

    function testAReceiptAfterItsKeysEvidenceTimeIsNone() external {
        vm.warp(START);
        rotate();
        // Until START + 1, and for as long as an exit takes.
        vm.warp(START + 1 + ANCHOR_DELAY + FINALITY_DELAY + 1);
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, vm.addr(RECEIPT_KEY)));
        run(value, data);
    }

    // Late entries

    /// Two entries of START, anchored at `time`.
    function anchoredAt(uint256 time) private returns (uint64 batch) {
        vm.warp(START);
        appendVote(OPERATOR, 80);
        appendVote(OPERATOR, 81);
        batch = closeBatch(OPERATOR);
        vm.warp(time);
        anchorAll(OPERATOR);
    }

    function openLate(uint64 batch, uint32 place, address challenger) private {
        bytes memory data = openWith(batches[batch].entries[place], RECEIPT_KEY);
        uint256 value = bond();
        vm.deal(challenger, value);
        vm.prank(challenger);
        run(value, data);
    }

    function answerAs(address from, uint64 sequence, uint64 batch, uint32 place) private {
        bytes memory data = answerWith(entryEvidence(sequence, batch, place));
        vm.prank(from);
        run(0, data);
    }

    function testAnchoredInTheLastSecondIsInTime() external {
        uint64 batch = anchoredAt(DUE);
        vm.warp(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        isRepaid(OPERATOR);
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE + PENALTY_MARGIN);
    }

    function testAnchoredLateCostsAPenalty() external {
        uint64 batch = anchoredAt(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        bytes32 challenged = challenges.challengeId(kind(), OPERATOR, logOf(OPERATOR), 6);
        assertEq(uint256(challenges.challenge(challenged).status), uint256(IChallenges.Status.AnsweredLate));
        uint256 penalty = parameters().latePenalty;
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE + PENALTY_MARGIN - penalty);
        assertEq(stake.creditOf(CHALLENGER), bond() + penalty / 10);
        assertEq(stake.creditOf(OPERATOR), 0);
        assertTrue(registry.inStanding(OPERATOR)); // the margin above the minimum pays for it
        assertEq(openCount(), 0);
    }

    /// One penalty a batch: who asks about it again, knowing that it is anchored, was not right to ask.
    function testALateBatchIsChargedOnce() external {
        uint64 batch = anchoredAt(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        vm.warp(DUE + 2);
        openLate(batch, 1, address(0xc4a2));
        answerAs(OPERATOR, 1, batch, 0);
        answerAs(OPERATOR, 1, batch, 1);
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE + PENALTY_MARGIN - parameters().latePenalty);
        assertEq(stake.creditOf(address(0xc4a2)), 0);
        assertTrue(stake.creditOf(OPERATOR) != 0 && stake.creditOf(OPERATOR) <= mostCost());
    }

    /// Who asked before it was anchored has the bond back, first or not.
    function testWhoAskedBeforeItWasAnchoredLosesNothing() external {
        vm.warp(START);
        bytes memory a = appendVote(OPERATOR, 80);
        bytes memory b = appendVote(OPERATOR, 81);
        vm.warp(DUE + 1);
        bytes memory data = openWith(a, RECEIPT_KEY);
        uint256 value = bond();
        vm.deal(address(this), 2 * value);
        run(value, data);
        data = openWith(b, RECEIPT_KEY);
        vm.prank(CHALLENGER);
        run(value, data);
        uint64 batch = closeBatch(OPERATOR);
        vm.warp(DUE + 2);
        anchorAll(OPERATOR);
        answerAs(OPERATOR, 1, batch, 0);
        answerAs(OPERATOR, 1, batch, 1);
        assertEq(stake.creditOf(CHALLENGER), value);
        assertTrue(stake.creditOf(address(this)) > value);
    }

    /// In the second of the anchor nobody can know of it: who asks then has the bond back as well.
    function testWhoAskedInTheSecondOfTheAnchorLosesNothing() external {
        uint64 batch = anchoredAt(DUE + 1);
        openLate(batch, 0, address(0xc4a2));
        openLate(batch, 1, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        answerAs(OPERATOR, 1, batch, 1);
        assertEq(stake.creditOf(CHALLENGER), bond());
        assertEq(stake.creditOf(OPERATOR), 0);
    }

    /// Proven under a later checkpoint than the first that covers it, an entry reads late: the answer's own loss.
    function testALateAnswerNamesTheFirstCheckpointThatCovers() external {
        open();
        vm.warp(DUE + 2);
        appendVote(OPERATOR, 90);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR);
        bytes memory late = answerWith(entryEvidence(1, POSITION, PLACE));
        vm.prank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(IChallenges.NotFirstToCover.selector, 1, POSITION));
        run(0, late);
        isStatus(IChallenges.Status.Open);
        answerAs(OPERATOR, 0, POSITION, PLACE);
        isStatus(IChallenges.Status.Answered);
    }

    /// Penalties below the margin end the operator's standing until it deposits.
    function testPenaltiesEndTheStanding() external {
        vm.prank(JUDGE);
        stake.penalize(OPERATOR, PENALTY_MARGIN - 0.01 ether, address(0xbeef));
        uint64 batch = anchoredAt(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        assertTrue(!registry.inStanding(OPERATOR));
        deposit(OPERATOR, 2 * PENALTY_MARGIN);
        assertTrue(registry.inStanding(OPERATOR));
    }

    /// Backdating: an entry cannot be due later than its receipt says.
    function testAReceiptWithAnotherTimeIsAnsweredByItsOwnEntryAlone() external {
        Evidence.Receipt memory receipt = receiptOf(batches[POSITION].entries[PLACE]);
        receipt.acceptedAt -= 2000;
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        vm.warp(DUE - 1);
        uint256 value = bond();
        vm.deal(address(this), value);
        challenges.openOmission{value: value}(OPERATOR, receipt, signed, NAME);
        assertEq(challenges.challenge(id()).bound, (DUE - 2) * 1000);
        answer(OPERATOR);
    }

    function testAnUnanchoredPromiseCostsTheStake() external {
        vm.warp(START);
        bytes memory promised = appendVote(OPERATOR, 99);
        vm.warp(DUE + 1);
        openWithBond(openWith(promised, RECEIPT_KEY));
        vm.warp(DUE + 4);
        challenges.settle(kind(), OPERATOR, logOf(OPERATOR), 6);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }
}
