// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeKindTest} from "./ChallengeKindTest.sol";

/// Challenges by receipts. The receipts are dated START, so their entries are due four seconds later. They are anchored
/// at START unless a test says otherwise.
contract OmissionChallenge is ChallengeKindTest {
    uint256 private constant DUE = START + ANCHOR_DELAY;

    function kind() internal pure override returns (ChallengeBook.Kind) {
        return ChallengeBook.Kind.Omission;
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
        return abi.encodeCall(Challenges.openOmission, (OPERATOR, receipt, receiptSignature(receipt, key), NAME));
    }

    function shownBytes() internal view override returns (uint256) {
        return 229 + 267 + 32 * (headerProof(0, POSITION).length + entryProof(POSITION, PLACE).length);
    }

    function answerCall() internal view override returns (bytes memory) {
        return answerWith(entryEvidence(0, POSITION, PLACE));
    }

    function answerWith(Evidence.EntryEvidence memory evidence) private pure returns (bytes memory) {
        return abi.encodeCall(Challenges.answerOmission, (OPERATOR, evidence));
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
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotOpenable.selector, DUE * 1000 + 1, (DUE + 5) * 1000));
        run(value, data);
    }

    function testAnsweredWrongly() external {
        open();
        // The entry of another challenge.
        bytes memory data = answerWith(entryEvidence(0, POSITION, 0));
        bytes32 other = challenges.challengeId(kind(), OPERATOR, logOf(OPERATOR), 0);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.NotOpen.selector, other, ChallengeBook.Status.None));
        run(0, data);
        // An entry that is not in the batch.
        Evidence.EntryEvidence memory evidence = entryEvidence(0, POSITION, PLACE);
        evidence.entry[125] ^= 0x01;
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotInBatch.selector, POSITION, PLACE));
        run(0, answerWith(evidence));
    }

    /// Equivocation: another entry is anchored at the index of the receipt.
    function testAnotherEntryAtItsIndexIsNoAnswer() external {
        bytes memory promised = batches[POSITION].entries[PLACE];
        promised[100] ^= 0x01;
        openWithBond(openWith(promised, RECEIPT_KEY));
        bytes memory data = answerCall();
        bytes32 shown = leafHash(batches[POSITION].entries[PLACE]);
        vm.expectRevert(abi.encodeWithSelector(Challenges.WrongAnswer.selector, leafHash(promised), shown));
        run(0, data);
    }

    /// If a promised entry is never anchored, nothing becomes final from its index on.
    function testLastSecondMovesStillFreeze() external override {
        vm.warp(START + 2);
        bytes memory promised = appendVote(OPERATOR, 77);
        vm.warp(openUntil());
        bytes memory data = openWith(promised, RECEIPT_KEY);
        openWithBond(data);
        vm.warp(openUntil() + 3);
        challenges.settle(kind(), OPERATOR, logOf(OPERATOR), 6);
        assertEq(registry.freezes(OPERATOR, logOf(OPERATOR))[0].from, 6);
        assertTrue(final_());
    }

    function testRefusesReceiptsOfOtherSignersAndLogs() external {
        bytes memory entry = batches[POSITION].entries[PLACE];
        Evidence.Receipt memory receipt = receiptOf(entry);
        uint256 value = bond();
        vm.deal(address(this), value);
        // Signed with a stranger's key, and with the anchor key.
        bytes memory signed = receiptSignature(receipt, 0xbad);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, vm.addr(0xbad)));
        challenges.openOmission{value: value}(OPERATOR, receipt, signed, NAME);
        signed = receiptSignature(receipt, ANCHOR_KEY);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, vm.addr(ANCHOR_KEY)));
        challenges.openOmission{value: value}(OPERATOR, receipt, signed, NAME);
        // Another operator has the same receipt key, but the log is not its own.
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

    /// A receipt by a retired key still binds if it is dated before the retirement. A receipt by the new key binds as
    /// well.
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

    /// A thief of a retired key dates a receipt after the key's retirement. The receipt does not count.
    function testAReceiptDatedAfterItsKeysRetirementIsRefused() external {
        vm.warp(START);
        rotate();
        Evidence.Receipt memory receipt = receiptOf(batches[POSITION].entries[PLACE]);
        uint256 value = bond();
        vm.deal(address(this), 2 * value);
        // One millisecond after the retirement is refused. The millisecond of the retirement counts.
        receipt.acceptedAt = uint64((START + 1) * 1000 + 1);
        vm.warp(DUE + 2);
        bytes memory data = openWith(receipt);
        address retired = vm.addr(RECEIPT_KEY);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, retired));
        run(value, data);
        receipt.acceptedAt -= 1;
        data = openWith(receipt);
        run(value, data);
    }

    function openWith(Evidence.Receipt memory receipt) private view returns (bytes memory) {
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        return abi.encodeCall(Challenges.openOmission, (OPERATOR, receipt, signed, NAME));
    }

    function testAReceiptIsRefusedOnceItsKeysEvidenceTimeIsOver() external {
        vm.warp(START);
        rotate();
        // The key retired at START + 1. Its evidence counts for one exit delay after that.
        vm.warp(START + 1 + ANCHOR_DELAY + FINALITY_DELAY + 1);
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 2, vm.addr(RECEIPT_KEY)));
        run(value, data);
    }

    // Late entries

    /// Closes a batch of two entries accepted at START, without anchoring it.
    function closeUnanchored() private returns (uint64 batch) {
        vm.warp(START);
        appendVote(OPERATOR, 80);
        appendVote(OPERATOR, 81);
        batch = closeBatch(OPERATOR);
    }

    function openLate(uint64 batch, uint32 place, address challenger) private {
        bytes memory data = openWith(batches[batch].entries[place], RECEIPT_KEY);
        uint256 value = bond();
        vm.deal(challenger, value);
        vm.prank(challenger);
        run(value, data);
    }

    function anchorAt(uint256 time) private {
        vm.warp(time);
        anchorAll(OPERATOR);
    }

    function answerAs(address from, uint64 sequence, uint64 batch, uint32 place) private {
        bytes memory data = answerWith(entryEvidence(sequence, batch, place));
        vm.prank(from);
        run(0, data);
    }

    function lostNothing() private view {
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE);
        assertTrue(registry.inStanding(OPERATOR));
    }

    function testAnchoredInTheLastSecondIsInTime() external {
        uint64 batch = closeUnanchored();
        anchorAt(DUE);
        vm.warp(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        isRepaid(OPERATOR);
        lostNothing();
    }

    /// A challenge after the anchor pays for its answer, even if the anchor was late. Otherwise a late checkpoint would
    /// let many challenges be answered at the operator's cost.
    function testAChallengeAfterALateAnchorPaysForItsAnswer() external {
        uint64 batch = closeUnanchored();
        anchorAt(DUE + 1);
        vm.warp(DUE + 2);
        openLate(batch, 0, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        isRepaid(OPERATOR);
        openLate(batch, 1, CHALLENGER);
        answerAs(ANSWERER, 1, batch, 1);
        assertTrue(stake.creditOf(ANSWERER) != 0 && stake.creditOf(ANSWERER) <= mostCost());
        assertEq(stake.creditOf(CHALLENGER), 2 * bond() - stake.creditOf(OPERATOR) - stake.creditOf(ANSWERER));
        lostNothing();
    }

    /// Each challenge before the anchor returns its bond. The operator pays for its answers.
    function testAChallengeBeforeTheAnchorReturnsTheBond() external {
        uint64 batch = closeUnanchored();
        vm.warp(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        openLate(batch, 1, address(0xc4a2));
        anchorAt(DUE + 2);
        answerAs(OPERATOR, 1, batch, 0);
        answerAs(OPERATOR, 1, batch, 1);
        assertEq(stake.creditOf(CHALLENGER), bond());
        assertEq(stake.creditOf(address(0xc4a2)), bond());
        assertEq(stake.creditOf(OPERATOR), 0);
        assertEq(Ether.BURNED.balance, 0);
        bytes32 asked = challenges.challengeId(kind(), OPERATOR, logOf(OPERATOR), 6);
        assertEq(uint256(challenges.challenge(asked).status), uint256(ChallengeBook.Status.Answered));
        assertEq(openCount(), 0);
        lostNothing();
    }

    /// A challenge at or before the anchor returns the whole bond. A later one pays for its answer, however late the
    /// anchor was.
    function testTheBondDependsOnTheOrderOfChallengeAndAnchor(uint256 anchored, uint256 asked) external {
        uint64 batch = closeUnanchored();
        asked = bound(asked, openFrom(), openUntil());
        anchored = bound(anchored, START + INTERVAL, asked + 2);
        if (anchored <= asked) anchorAt(anchored);
        vm.warp(asked);
        openLate(batch, 0, CHALLENGER);
        if (anchored > asked) anchorAt(anchored);
        answerAs(OPERATOR, 1, batch, 0);
        assertEq(stake.creditOf(CHALLENGER), bond() - stake.creditOf(OPERATOR));
        assertTrue((stake.creditOf(OPERATOR) == 0) == (anchored >= asked));
        lostNothing();
    }

    /// Nobody can know of an anchor in the same second. So a challenge of that second returns the bond: an operator
    /// cannot make it pay by an anchor just before it.
    function testAChallengeInTheSecondOfTheAnchorReturnsTheBond() external {
        uint64 batch = closeUnanchored();
        anchorAt(DUE + 1);
        openLate(batch, 0, CHALLENGER);
        answerAs(OPERATOR, 1, batch, 0);
        assertEq(stake.creditOf(CHALLENGER), bond());
        assertEq(stake.creditOf(OPERATOR), 0);
        lostNothing();
    }

    /// An answer under a checkpoint from after the challenge must prove that no older checkpoint covers the entry.
    /// Under a checkpoint from before the challenge it need not, so it works even if the first one has left the ring.
    function testACheckpointAfterTheChallengeMustBeTheFirstToCover() external {
        vm.warp(DUE);
        appendVote(OPERATOR, 90);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR);
        vm.warp(openFrom());
        open();
        vm.warp(DUE + 2);
        appendVote(OPERATOR, 91);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR);
        bytes memory data = answerWith(entryEvidence(2, POSITION, PLACE));
        vm.prank(CHALLENGER);
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotFirstToCover.selector, 2, POSITION));
        run(0, data);
        isStatus(ChallengeBook.Status.Open);
        answerAs(OPERATOR, 1, POSITION, PLACE);
        isStatus(ChallengeBook.Status.Answered);
        isRepaid(OPERATOR);
    }

    /// If the operator challenges itself, nobody else can open the same challenge, but it must still be answered.
    function testAnOperatorsOwnChallengeMustBeAnsweredToo() external {
        uint64 batch = closeUnanchored();
        vm.warp(DUE + 1);
        openLate(batch, 0, OPERATOR);
        bytes memory data = openWith(batches[batch].entries[0], RECEIPT_KEY);
        uint256 value = bond();
        bytes32 asked = challenges.challengeId(kind(), OPERATOR, logOf(OPERATOR), 6);
        vm.deal(CHALLENGER, value);
        vm.prank(CHALLENGER);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.AlreadyOpened.selector, asked, ChallengeBook.Status.Open));
        run(value, data);
        vm.warp(DUE + 4);
        challenges.settle(kind(), OPERATOR, logOf(OPERATOR), 6);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
        assertEq(registry.freezes(OPERATOR, logOf(OPERATOR))[0].from, 6);
    }

    /// A receipt signed in the second of the exit request can still be challenged, and the stake still backs it,
    /// although the operator can anchor nothing more.
    function testAnExitDoesNotEndAPromise() external {
        closeUnanchored();
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(openUntil());
        openLate(3, 1, CHALLENGER);
        vm.warp(openUntil() + 3);
        uint256 exitable = START + ANCHOR_DELAY + FINALITY_DELAY;
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ExitTooEarly.selector, exitable));
        stake.completeExit(OPERATOR);
        challenges.settle(kind(), OPERATOR, logOf(OPERATOR), 7);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
        assertEq(stake.creditOf(CHALLENGER), bond() + REWARD_FLOOR);
    }

    /// A receipt is dated two seconds before its entry, so the entry is due earlier.
    function testABackdatedReceiptIsAnsweredByItsEntry() external {
        Evidence.Receipt memory receipt = receiptOf(batches[POSITION].entries[PLACE]);
        receipt.acceptedAt -= 2000;
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        vm.warp(DUE - 1);
        uint256 value = bond();
        vm.deal(address(this), value);
        challenges.openOmission{value: value}(OPERATOR, receipt, signed, NAME);
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
