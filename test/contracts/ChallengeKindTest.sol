// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {ChallengeTest} from "./ChallengeTest.sol";

/// A challenger that is a contract and refuses ether.
contract RefusingChallenger {
    function run(address target, bytes calldata data) external payable {
        (bool done, bytes memory reason) = target.call{value: msg.value}(data);
        if (!done) {
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }
}

/// Tests that run for each kind of challenge. The contract of a kind opens and answers a challenge about the second
/// entry of the first batch. The first checkpoint anchors three batches at START.
abstract contract ChallengeKindTest is ChallengeTest {
    uint64 internal constant POSITION = 0;
    uint32 internal constant PLACE = 1;

    function kind() internal pure virtual returns (ChallengeBook.Kind);
    function openCall() internal view virtual returns (bytes memory);
    function answerCall() internal view virtual returns (bytes memory);
    /// The number of bytes that the answer must show.
    function shownBytes() internal view virtual returns (uint256);

    function setUp() external {
        setUpChallenges();
        join(OPERATOR);
        fill();
        anchorAll(OPERATOR);
        vm.warp(openFrom());
    }

    function fill() internal virtual {
        for (uint256 nonce = 0; nonce < 6; ++nonce) {
            appendVote(OPERATOR, nonce);
            if (nonce % 2 == 1) closeBatch(OPERATOR);
        }
    }

    /// The first second in which the challenge can be opened.
    function openFrom() internal pure virtual returns (uint256) {
        return START;
    }

    function openUntil() internal pure virtual returns (uint256) {
        return START + 4;
    }

    function about() internal view virtual returns (bytes32 log, uint64 index) {
        return (logOf(OPERATOR), PLACE);
    }

    function id() internal view returns (bytes32) {
        (bytes32 log, uint64 index) = about();
        return challenges.challengeId(kind(), OPERATOR, log, index);
    }

    function bond() internal view returns (uint256) {
        return challenges.requiredBond(kind());
    }

    function open() internal {
        open(CHALLENGER, bond());
    }

    function open(address from, uint256 value) internal {
        bytes memory data = openCall();
        vm.deal(from, from.balance + value);
        vm.prank(from);
        run(value, data);
    }

    function answer(address from) internal {
        bytes memory data = answerCall();
        vm.prank(from);
        run(0, data);
    }

    function run(uint256 value, bytes memory data) internal {
        (bool done, bytes memory reason) = address(challenges).call{value: value}(data);
        if (!done) {
            assembly {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }

    function settle() internal {
        (bytes32 log, uint64 index) = about();
        challenges.settle(kind(), OPERATOR, log, index);
    }

    function statusNow() internal view returns (ChallengeBook.Status) {
        return challenges.challenge(id()).status;
    }

    function isStatus(ChallengeBook.Status status) internal view {
        assertEq(uint256(statusNow()), uint256(status));
        if (status > ChallengeBook.Status.Open) assertEq(challenges.challenge(id()).bond, 0);
    }

    /// The highest cost of an answer that the parameters allow for.
    function mostCost() internal view returns (uint256) {
        return parameters().answerGas[uint8(kind())] * block.basefee;
    }

    /// B5: the answer was repaid, and the challenger has the rest of its bond.
    function isRepaid(address answerer) internal view {
        isRepaid(answerer, bond());
    }

    function isRepaid(address answerer, uint256 paid) internal view {
        uint256 repaid = stake.creditOf(answerer);
        assertTrue(repaid != 0 && repaid <= mostCost());
        assertEq(stake.creditOf(CHALLENGER), paid - repaid);
        assertEq(Ether.BURNED.balance, 0);
        assertEq(address(challenges).balance, 0);
    }

    function openCount() internal view returns (uint256) {
        return stake.accountOf(OPERATOR).openChallenges;
    }

    // Answers

    function testAnsweredInTime() external {
        open();
        isStatus(ChallengeBook.Status.Open);
        // Only a header's challenge stores the checkpoint's size.
        assertEq(challenges.challenge(id()).size, kind() == ChallengeBook.Kind.Header ? 3 : 0);
        assertEq(openCount(), 1);
        assertEq(address(challenges).balance, bond());
        vm.warp(openFrom() + 2); // the deadline itself
        answer(OPERATOR);
        isStatus(ChallengeBook.Status.Answered);
        assertEq(openCount(), 0);
        isRepaid(OPERATOR);
    }

    function testAnsweredLate() external {
        open();
        vm.warp(openFrom() + 3);
        bytes memory data = answerCall();
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.DeadlinePassed.selector, openFrom() + 2));
        run(0, data);
    }

    function testAnsweredBySomebodyElseFrontRunningTheOperator() external {
        open();
        (bytes memory data, bytes32 asked) = (answerCall(), id());
        vm.expectEmit(address(challenges));
        emit ChallengeBook.ChallengeAnswered(asked, OPERATOR, ANSWERER);
        vm.prank(ANSWERER);
        run(0, data);
        isRepaid(ANSWERER);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.NotOpen.selector, id(), ChallengeBook.Status.Answered));
        run(0, data);
        isStatus(ChallengeBook.Status.Answered);
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE);
    }

    function testAnsweredBeforeItWasAsked() external {
        bytes memory data = answerCall();
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.NotOpen.selector, id(), ChallengeBook.Status.None));
        run(0, data);
    }

    function testNotAnswered() external {
        open();
        vm.warp(openFrom() + 3);
        settle();
        isStatus(ChallengeBook.Status.Unanswered);
        assertEq(address(challenges).balance, 0);
        assertEq(openCount(), 0);
        assertEq(stake.creditOf(CHALLENGER), bond() + REWARD_FLOOR);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
        assertTrue(!registry.inStanding(OPERATOR));
        (bytes32 log, uint64 index) = about();
        Freezes.Freeze[] memory freezes =
            kind() == ChallengeBook.Kind.Header
                ? registry.freezes(OPERATOR, Freezes.BATCH_LOG)
                : registry.freezes(OPERATOR, log);
        assertEq(freezes.length, 1);
        assertEq(freezes[0].from, index);
    }

    function testSettledTwiceOrTooEarly() external {
        open();
        vm.warp(openFrom() + 2);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.DeadlineNotPassed.selector, openFrom() + 2));
        this.settleOutside();
        vm.warp(openFrom() + 3);
        settle();
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.NotOpen.selector, id(), ChallengeBook.Status.Unanswered));
        this.settleOutside();
    }

    function settleOutside() external {
        settle();
    }

    // Openings

    function testOpenedTwice() external {
        open();
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value * 3);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.AlreadyOpened.selector, id(), ChallengeBook.Status.Open));
        run(value, data);
        answer(OPERATOR);
        vm.expectRevert(
            abi.encodeWithSelector(ChallengeBook.AlreadyOpened.selector, id(), ChallengeBook.Status.Answered)
        );
        run(value, data);
    }

    /// The attack: somebody opens a challenge to block it for others. It blocks nothing, as it is answered or slashes
    /// in the same way.
    function testOpenedByAnotherAndUnanswered() external {
        open();
        vm.warp(openFrom() + 3);
        settle();
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.warp(openFrom()); // back in the window, so that only the second opening is refused
        vm.expectRevert(
            abi.encodeWithSelector(ChallengeBook.AlreadyOpened.selector, id(), ChallengeBook.Status.Unanswered)
        );
        run(value, data);
    }

    function testOpenedAtTheLastSecond() external {
        vm.warp(openUntil());
        open();
        isStatus(ChallengeBook.Status.Open);
    }

    function testOpenedAfterTheWindow() external {
        vm.warp(openUntil() + 1);
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        uint256 from = openFrom() * 1000;
        if (kind() == ChallengeBook.Kind.Omission) from -= 999; // a millisecond after it is due
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotOpenable.selector, from, (openUntil() + 1) * 1000));
        run(value, data);
    }

    /// B3: a challenge opened in the last second of the window, and settled in the last second before finality.
    function testLastSecondMovesStillFreeze() external virtual {
        vm.warp(openUntil());
        open();
        vm.warp(START + FINALITY_DELAY - 1);
        settle();
        assertTrue(!final_());
        vm.warp(START + 10 * FINALITY_DELAY);
        assertTrue(!final_());
    }

    /// If nobody settles within the margin, the batch becomes final, and the stake is still lost.
    function testSettlingAfterFinalityTakesOnlyTheStake() external {
        vm.warp(openUntil());
        open();
        vm.warp(START + 4 * FINALITY_DELAY);
        assertTrue(final_());
        settle();
        assertTrue(final_());
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }

    function final_() internal view returns (bool) {
        return registry.isFinal(OPERATOR, POSITION, logOf(OPERATOR), 1);
    }

    /// If the operator challenges itself and answers, it gets back its own bond and nothing more. Nobody can ask again.
    function testOpenedByTheOperatorItself() external {
        open(OPERATOR, bond());
        answer(OPERATOR);
        assertEq(stake.creditOf(OPERATOR), bond());
        assertEq(address(challenges).balance, 0);
        isStatus(ChallengeBook.Status.Answered);
    }

    /// A challenger that answers before the operator gets back its own bond and nothing more.
    function testAnsweredByTheChallengerItself() external {
        open();
        answer(CHALLENGER);
        assertEq(stake.creditOf(CHALLENGER), bond());
        assertEq(stake.creditOf(OPERATOR), 0);
        assertEq(address(challenges).balance, 0);
    }

    /// A challenge costs what its answer costs, even if the base fee is so low that the bond's floor is 145 times as
    /// much.
    function testAChallengeCostsItsAnswer() external {
        vm.fee(0.01 gwei);
        uint256 value = bond();
        assertTrue(value > 145 * mostCost());
        open();
        answer(ANSWERER);
        isRepaid(ANSWERER, value);
    }

    /// A higher bond does not pay the answerer more, so waiting for one gains nothing.
    function testAHigherBondPaysTheAnswererNoMore() external {
        uint256 value = answerAt(100 gwei, 1 gwei);
        isRepaid(ANSWERER, value);
    }

    /// The base fee has risen since the challenge was opened.
    function testRepaidAtTheBaseFeeOfTheAnswer() external {
        uint256 value = answerAt(1 gwei, 3 gwei);
        isRepaid(ANSWERER, value);
        assertTrue(stake.creditOf(ANSWERER) > 3 gwei * 30_000);
    }

    /// The base fee rises by the factor that the bond allows for: the operator loses nothing.
    function testTheBondCoversAFeeThatRisesByTheFactor() external {
        uint256 value = answerAt(100 gwei, 100 gwei * parameters().factor);
        isRepaid(ANSWERER, value);
    }

    /// If the base fee was low, the floor covers more than the factor.
    function testTheFloorCoversAFeeThatRisesFromNothing() external {
        uint256 value = answerAt(0, parameters().floor / parameters().answerGas[uint8(kind())]);
        assertEq(value, parameters().floor);
        isRepaid(ANSWERER, value);
    }

    function testRepaidAsFarAsTheBondReaches() external {
        uint256 value = answerAt(1 gwei, 1_000_000 gwei);
        assertEq(stake.creditOf(ANSWERER), value);
        assertEq(stake.creditOf(CHALLENGER), 0);
    }

    function answerAt(uint256 feeOfTheOpening, uint256 feeOfTheAnswer) private returns (uint256 value) {
        vm.fee(feeOfTheOpening);
        value = bond();
        open();
        vm.fee(feeOfTheAnswer);
        answer(ANSWERER);
    }

    /// The gas of the transaction itself and of the shown bytes is repaid only if an account without code sends the
    /// answer. Such a transaction contains no other answer.
    function testATransactionIsRepaidOnlyToItsSender() external {
        open();
        uint256 through = repaidTo(address(this));
        uint256 own = (29_000 + 16 * shownBytes()) * block.basefee + parameters().bytePrice * shownBytes();
        assertEq(repaidTo(ANSWERER), through + own);
        vm.etch(ANSWERER, abi.encodePacked(hex"ef0100", address(this)));
        assertEq(repaidTo(ANSWERER), through);
    }

    /// A contract can give many answers in one transaction and build the shared bytes itself. Its repayment is at most
    /// the gas of its call with warm storage, less the refund for the two deleted words.
    function testAContractIsRepaidNoMoreThanItsCallTook() external {
        stake.credit{value: 1}(CHALLENGER);
        isRepaidNoMoreThanItsCallTook();
    }

    /// If a challenger withdraws its credit before each answer, the answer pays for a new storage slot. The
    /// challenger's bond repays that too.
    function testAChallengersFirstCreditIsRepaidToo() external {
        uint256 lost = isRepaidNoMoreThanItsCallTook();
        assertTrue(lost < 5_000);
    }

    /// Returns the gas that is not repaid.
    function isRepaidNoMoreThanItsCallTook() private returns (uint256) {
        open();
        bytes memory data = answerCall();
        stake.credit{value: 1}(ANSWERER);
        vm.prank(ANSWERER, address(this));
        uint256 gas = gasleft();
        (bool done, ) = address(challenges).call(data);
        gas -= gasleft() + 2 * 4_800;
        assertTrue(done);
        uint256 repaidGas = (stake.creditOf(ANSWERER) - 1) / block.basefee;
        assertTrue(repaidGas <= gas);
        return gas - repaidGas;
    }

    /// A tip goes to the block's builder, who can be the answerer, so it is not repaid.
    function testATipIsNotRepaid() external {
        open();
        uint256 plain = repaidFor(answerCall());
        vm.txGasPrice(1_000 gwei);
        assertEq(repaidFor(answerCall()), plain);
    }

    /// Zero bytes after the arguments cost four gas each. They do not count as shown bytes.
    function testNeedlessCalldataIsNotRepaid() external {
        open();
        bytes memory data = answerCall();
        uint256 plain = repaidFor(data);
        assertEq(repaidFor(bytes.concat(data, new bytes(10_000))), plain);
    }

    error Repaid(uint256 amount);

    function answerAndRevert(bytes memory data, address origin) external {
        vm.prank(ANSWERER, origin);
        run(0, data);
        revert Repaid(stake.creditOf(ANSWERER));
    }

    /// The amount that the answerer would be credited with.
    function credited(bytes memory data, address origin) private returns (uint256 amount) {
        try this.answerAndRevert(data, origin) {} catch (bytes memory reason) {
            assertTrue(bytes4(reason) == Repaid.selector);
            assembly {
                amount := mload(add(reason, 0x24))
            }
        }
    }

    function repaidTo(address origin) private returns (uint256) {
        return credited(answerCall(), origin);
    }

    function repaidFor(bytes memory data) private returns (uint256) {
        return credited(data, ANSWERER);
    }

    /// An operator that lets its own challenge lapse loses nine tenths of its stake, at any base fee.
    function testUnansweredSelfChallengeCostsNineTenths() external {
        open(OPERATOR, bond());
        vm.warp(openFrom() + 3);
        vm.fee(1 ether);
        settle();
        vm.fee(0);
        uint256 tenth = (MINIMUM_STAKE) / 10;
        assertEq(stake.creditOf(OPERATOR), bond() + tenth);
    }

    function testBondBelowCost() external {
        vm.fee(100 gwei);
        uint256 required = uint256(parameters().answerGas[uint8(kind())]) * 100 gwei * parameters().factor;
        assertEq(bond(), required);
        bytes memory data = openCall();
        vm.deal(address(this), required);
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.BondTooSmall.selector, required - 1, required));
        run(required - 1, data);
        vm.fee(0);
        assertEq(bond(), parameters().floor);
    }

    function testEtherBeyondTheBondIsCreditedBack() external {
        open(CHALLENGER, bond() + 7);
        assertEq(stake.creditOf(CHALLENGER), 7);
        assertEq(address(challenges).balance, bond());
    }

    /// A receiver that refuses ether delays nobody else.
    function testRevertingReceiver() external {
        RefusingChallenger refusing = new RefusingChallenger();
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        refusing.run{value: value}(address(challenges), data);
        vm.warp(openFrom() + 3);
        settle();
        assertTrue(stake.creditOf(address(refusing)) >= value);
        isStatus(ChallengeBook.Status.Unanswered);
    }

    // Times

    /// Checkpoint flood: the operator anchors as many batches as it can between opening and deadline.
    function testCheckpointFlood() external virtual {
        open();
        for (uint256 i = 0; i < 5; ++i) {
            appendVote(OPERATOR, 100 + i);
            closeBatch(OPERATOR);
        }
        vm.warp(openFrom() + 2);
        anchorAll(OPERATOR);
        answer(OPERATOR);
        isStatus(ChallengeBook.Status.Answered);
    }

    /// The operator is slashed for another lie meanwhile. The bond still goes back whole, and the freeze still comes.
    /// So a self-slash makes no hidden batch final (B6).
    function testSlashedMeanwhileAndUnanswered() external {
        open();
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(0xbeef), "another", 0);
        vm.warp(openFrom() + 3);
        settle();
        assertEq(stake.creditOf(CHALLENGER), bond() + REWARD_FLOOR); // The second rewarded freeze.
        assertEq(openCount(), 0);
        vm.warp(START + 10 * FINALITY_DELAY);
        if (kind() != ChallengeBook.Kind.Omission) assertTrue(!final_());
    }

    function testSlashedMeanwhileAndAnswered() external {
        open();
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(0xbeef), "another", 0);
        answer(ANSWERER);
        assertTrue(stake.creditOf(ANSWERER) != 0 && stake.creditOf(ANSWERER) <= mostCost());
        assertEq(openCount(), 0);
    }

    function testOpenedAgainstASlashedOperator() external {
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(0xbeef), "another", 0);
        open();
        assertEq(openCount(), 1);
        vm.warp(openFrom() + 3);
        settle();
        assertEq(openCount(), 0);
        assertEq(stake.creditOf(CHALLENGER), bond() + REWARD_FLOOR);
        (bytes32 log, uint64 index) = about();
        Freezes.Freeze[] memory freezes =
            kind() == ChallengeBook.Kind.Header
                ? registry.freezes(OPERATOR, Freezes.BATCH_LOG)
                : registry.freezes(OPERATOR, log);
        assertEq(freezes.length, 1);
        assertEq(freezes[0].from, index);
    }

    /// An exit before discovery: the stake waits for the last second of the window, and then for the open challenge.
    function testExitWithAChallengeOpen() external {
        vm.warp(START);
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(openUntil());
        open();
        vm.warp(START + ANCHOR_DELAY + FINALITY_DELAY);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ChallengesOpen.selector, OPERATOR, 1));
        stake.completeExit(OPERATOR);
        settle();
        assertEq(stake.accountOf(OPERATOR).stake, 0);
        assertTrue(stake.creditOf(CHALLENGER) >= bond());
    }

    function testExitAfterAnAnswer() external {
        vm.warp(START);
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(openUntil());
        open();
        answer(OPERATOR);
        vm.warp(START + ANCHOR_DELAY + FINALITY_DELAY);
        stake.completeExit(OPERATOR);
        assertEq(stake.creditOf(OPERATOR) + stake.creditOf(CHALLENGER), MINIMUM_STAKE + bond());
    }
}
