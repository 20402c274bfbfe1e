// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ReleaseTimesTest} from "./ReleaseTimesTest.sol";

/// Lateness with mainnet's parameters: what it costs an operator.
contract Lateness is ReleaseTimesTest {
    /// 52 batches are anchored late, challenged, and answered in the last second. The stake stays whole, and the next
    /// batch, anchored in time, costs the operator nothing.
    function testLateBatchesDoNotEndStanding() external {
        uint256 bonds;
        for (uint256 i = 0; i < 52; ++i) {
            uint64 batch = accept();
            pass(HOUR + 1);
            bonds += ask(batch);
            pass(3 days);
            anchorAll(OPERATOR);
            answer(batch);
        }
        assertEq(stake.accountOf(OPERATOR).stake, 4 ether);
        assertEq(stake.creditOf(CHALLENGER), bonds);
        assertEq(stake.creditOf(OPERATOR), 0);
        assertTrue(registry.inStanding(OPERATOR));

        uint64 last = accept();
        pass(HOUR);
        anchorAll(OPERATOR);
        pass(1);
        bonds += ask(last);
        answer(last);
        assertTrue(stake.creditOf(OPERATOR) != 0);
        assertEq(stake.creditOf(CHALLENGER), bonds - stake.creditOf(OPERATOR));
    }

    /// The batch is anchored one second after the deadline.
    function testAnAnswerAfterTheResponseTimeCostsTheStake() external {
        uint64 batch = accept();
        pass(HOUR + 1);
        ask(batch);
        pass(3 days + 1);
        anchorAll(OPERATOR);
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, batch, 0);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.DeadlinePassed.selector, time - 1));
        challenges.answerOmission(OPERATOR, evidence);
        challenges.settle(ChallengeBook.Kind.Omission, OPERATOR, logOf(OPERATOR), batch);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }
}
