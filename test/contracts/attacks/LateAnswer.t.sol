// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../../contracts/ChallengeBook.sol";
import {Challenges} from "../../../contracts/Challenges.sol";
import {Evidence} from "../../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "../ChallengeTest.sol";

/// The attack: a challenger answers its own challenge about an entry that was anchored in time. It names a later
/// checkpoint, as if the entry had been late, so that its bond is returned.
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
        uint256 bond = challenges.requiredBond(ChallengeBook.Kind.Omission);
        vm.deal(challenger, bond);
        vm.prank(challenger);
        challenges.openOmission{value: bond}(OPERATOR, receipt, signed, NAME);
    }

    function answer(address from, uint64 sequence, uint32 place) private returns (bool done) {
        bytes memory data = abi.encodeCall(Challenges.answerOmission, (OPERATOR, entryEvidence(sequence, 0, place)));
        vm.prank(from);
        (done, ) = address(challenges).call(data);
    }

    function testAChallengerCannotAnswerItselfAsLate() external {
        open(0, CHALLENGER);
        answer(CHALLENGER, 1, 0);
        // The challenge is still open for the right answer.
        assertTrue(answer(OPERATOR, 0, 0));
        uint256 bond = challenges.requiredBond(ChallengeBook.Kind.Omission);
        assertTrue(stake.creditOf(OPERATOR) != 0);
        assertEq(stake.creditOf(CHALLENGER), bond - stake.creditOf(OPERATOR));
    }

    function testALateAnswerUnderTheFirstCheckpointCounts() external {
        Evidence.Receipt memory receipt = receiptOf(batches[1].entries[0]); // accepted at START, anchored at DUE + 1
        uint256 bond = challenges.requiredBond(ChallengeBook.Kind.Omission);
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        vm.deal(address(this), bond);
        challenges.openOmission{value: bond}(OPERATOR, receipt, signed, NAME);
        challenges.answerOmission(OPERATOR, entryEvidence(1, 1, 0));
        assertEq(stake.creditOf(address(this)), bond);
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE);
    }
}
