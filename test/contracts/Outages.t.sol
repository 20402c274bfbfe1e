// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {ReleaseTimesTest} from "./ReleaseTimesTest.sol";

/// A chain's time passes while nobody can send: a sequencer stops, or keeps a transaction out until it is forced. With
/// the times of the preset for rollups.
contract Outages is ReleaseTimesTest {
    /// How long Arbitrum's sequencer can keep a transaction out, and the time that it takes to force it then.
    uint256 private constant OUTAGE = 1 days + HOUR;

    function timing() internal pure override returns (Operators.Timing memory) {
        return Operators.Timing(7 days, 3 days, 2 days, 1 minutes, 43_840);
    }

    function header(uint64 batch) private {
        uint256 bond = challenges.requiredBond(ChallengeBook.Kind.Header);
        vm.prank(CHALLENGER);
        challenges.openHeader{value: bond}(OPERATOR, batch, batch);
    }

    function isFinal(uint64 batch) private view returns (bool) {
        return registry.isFinal(OPERATOR, batch, logOf(OPERATOR), batch);
    }

    /// The outage covers the whole time for the anchor. A question in the first second after it is answered in the
    /// next.
    function testAnEntryIsOverdueByAnOutage() external {
        uint64 batch = accept();
        pass(OUTAGE);
        ask(batch);
        pass(1);
        anchorAll(OPERATOR);
        answer(batch);
        assertEq(stake.accountOf(OPERATOR).stake, 4 ether);
        assertTrue(registry.inStanding(OPERATOR));
    }

    /// It begins in the second of the question, and ends a day before the answer has to be there.
    function testAnAnswerOutlastsAnOutage() external {
        uint64 batch = accept();
        anchorAll(OPERATOR);
        pass(1);
        header(batch);
        pass(OUTAGE);
        bytes32[] memory proof = headerProof(batch, batch);
        challenges.answerHeader(OPERATOR, batch, batches[batch].header, proof);
        assertEq(stake.accountOf(OPERATOR).openChallenges, 0);
    }

    /// A question of the window's last second, and an outage from its deadline on: there is time to freeze what was not
    /// shown, before it would be final.
    function testAFreezeOutlastsAnOutage() external {
        uint64 batch = accept();
        anchorAll(OPERATOR);
        pass(7 days - 1);
        header(batch);
        pass(3 days + 1);
        pass(OUTAGE);
        challenges.settle(ChallengeBook.Kind.Header, OPERATOR, 0, batch);
        pass(30 days);
        assertTrue(!isFinal(batch));
    }

    /// One that is longer than the margin: what nobody could freeze is final, and the stake is gone all the same.
    function testAnOutageBeyondTheMarginCostsTheStakeAlone() external {
        uint64 batch = accept();
        anchorAll(OPERATOR);
        pass(7 days - 1);
        header(batch);
        pass(3 days + 1);
        pass(2 days);
        challenges.settle(ChallengeBook.Kind.Header, OPERATOR, 0, batch);
        assertTrue(isFinal(batch));
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }
}
