// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IChallenges} from "../../../contracts/interfaces/IChallenges.sol";
import {Evidence} from "../../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "../ChallengeTest.sol";

/// Framing an honest operator as late: anybody answers, and names the checkpoint that an entry is proven under.
contract LateAnswerAttack is ChallengeTest {
    uint256 private constant DUE = START + ANCHOR_DELAY;

    function setUp() external {
        setUpChallenges();
        join(OPERATOR);
        appendVote(OPERATOR, 1);
        appendVote(OPERATOR, 2);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR); // at START: in time
        appendVote(OPERATOR, 3);
        closeBatch(OPERATOR);
        vm.warp(DUE + 1);
        anchorAll(OPERATOR); // another checkpoint, which covers the first batch, too
    }

    function open(uint32 place, address challenger) private {
        Evidence.Receipt memory receipt = receiptOf(batches[0].entries[place]);
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        uint256 bond = challenges.requiredBond(IChallenges.Kind.Omission);
        vm.deal(challenger, bond);
        vm.prank(challenger);
        challenges.openOmission{value: bond}(OPERATOR, receipt, signed, NAME);
    }

    function answer(address from, uint64 sequence, uint32 place) private returns (bool done) {
        bytes memory data = abi.encodeCall(IChallenges.answerOmission, (OPERATOR, entryEvidence(sequence, 0, place)));
        vm.prank(from);
        (done, ) = address(challenges).call(data);
    }

    function testAChallengerCannotAnswerItselfAsLate() external {
        open(0, CHALLENGER);
        answer(CHALLENGER, 1, 0);
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE + PENALTY_MARGIN);
        // The question is still there for the right answer.
        assertTrue(answer(OPERATOR, 0, 0));
        assertTrue(stake.creditOf(OPERATOR) != 0);
        assertEq(stake.creditOf(CHALLENGER), 0);
    }

    function testALateAnswerUnderTheFirstCheckpointCounts() external {
        vm.warp(DUE + 3);
        uint64 batch = 1; // accepted at START, anchored at DUE + 1
        Evidence.Receipt memory receipt = receiptOf(batches[batch].entries[0]);
        uint256 bond = challenges.requiredBond(IChallenges.Kind.Omission);
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        vm.warp(DUE + 2);
        vm.deal(address(this), bond);
        challenges.openOmission{value: bond}(OPERATOR, receipt, signed, NAME);
        challenges.answerOmission(OPERATOR, entryEvidence(1, batch, 0));
        uint256 penalty = parameters().latePenalty;
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE + PENALTY_MARGIN - penalty);
    }
}
