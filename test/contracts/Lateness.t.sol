// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ReleaseTimesTest} from "./ReleaseTimesTest.sol";

/// Lateness with mainnet's numbers: what it costs, and what it does not end.
contract Lateness is ReleaseTimesTest {
    /// Each batch is late, asked for and shown in the last second for it. The stake is what it was, and what is promised
    /// then is anchored in time.
    function testLateBatchesEndNoStanding() external {
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

    /// A second more, and nothing that is anchored then helps.
    function testShownWithinTheResponseTimeOrTheStakeIsGone() external {
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
