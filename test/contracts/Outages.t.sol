// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {ReleaseTimesTest} from "./ReleaseTimesTest.sol";

/// Outages: a chain's time passes while nobody can send, because a sequencer stops or withholds a transaction. The
/// times are those of the preset for rollups.
contract Outages is ReleaseTimesTest {
    /// The longest time for which Arbitrum's sequencer can withhold a transaction, plus the time to force its
    /// inclusion.
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

    /// The outage lasts longer than the anchor delay. A challenge in the first second after it is answered in the next
    /// one.
    function testAnEntryOverdueByAnOutageIsAnsweredInTime() external {
        uint64 batch = accept();
        pass(OUTAGE);
        ask(batch);
        pass(1);
        anchorAll(OPERATOR);
        answer(batch);
        assertEq(stake.accountOf(OPERATOR).stake, 4 ether);
        assertTrue(registry.inStanding(OPERATOR));
    }

    /// The outage begins with the challenge, and ends a day before the deadline.
    function testAnAnswerIsInTimeAfterAnOutage() external {
        uint64 batch = accept();
        anchorAll(OPERATOR);
        pass(1);
        header(batch);
        pass(OUTAGE);
        bytes32[] memory proof = headerProof(batch, batch);
        challenges.answerHeader(OPERATOR, batch, batches[batch].header, proof);
        assertEq(stake.accountOf(OPERATOR).openChallenges, 0);
    }

    /// A challenge is opened in the window's last second, and an outage begins at its deadline. There is still time to
    /// freeze before the batch becomes final.
    function testAFreezeIsInTimeAfterAnOutage() external {
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

    /// The outage is longer than the margin. Nobody can freeze in time, so the batch becomes final, but the stake is
    /// still lost.
    function testAnOutageBeyondTheMarginCostsOnlyTheStake() external {
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
