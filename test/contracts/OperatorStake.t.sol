// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newStake} from "./released.sol";

/// A receiver that reverts, or that tries to withdraw a second time while it is paid.
contract Refuser {
    OperatorStake private immutable STAKE;
    bool private immutable REENTERS;

    constructor(OperatorStake stake, bool reenters) {
        (STAKE, REENTERS) = (stake, reenters);
    }

    receive() external payable {
        if (!REENTERS) revert("no, thanks");
        STAKE.withdraw(address(this));
    }

    function withdraw(address to) external {
        STAKE.withdraw(to);
    }
}

contract OperatorStakeTest is RegistryTest {
    address internal constant OPERATOR = address(0x0b);
    address internal constant REPORTER = address(0x4e9);
    address internal constant STRANGER = address(0xbad);
    uint256 internal constant EXIT_DELAY = FINALITY_DELAY + ANCHOR_DELAY;

    function setUp() external {
        setUpRegistry();
        register(OPERATOR);
        vm.roll(1000);
    }

    function account() internal view returns (OperatorStake.Account memory) {
        return stake.accountOf(OPERATOR);
    }

    function assertAccount(uint256 amount, OperatorStake.Status status, bool standing) internal view {
        OperatorStake.Account memory a = account();
        assertEq(a.stake, amount);
        assertTrue(a.status == status);
        assertTrue(a.standing == standing && registry.inStanding(OPERATOR) == standing);
    }

    function closed(OperatorStake.Status status) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(OperatorStake.AccountClosed.selector, OPERATOR, status);
    }

    function slash(address rewarded) internal returns (bool) {
        vm.prank(JUDGE);
        return stake.convict(OPERATOR, rewarded, "another", 0);
    }

    function requestExit() internal {
        vm.prank(OPERATOR);
        stake.requestExit();
    }
}

contract OperatorStakeDepositTest is OperatorStakeTest {
    function testParameters() external {
        OperatorStake.StakeParameters memory s = stake.stakeParameters();
        assertEq(s.minimumStake, MINIMUM_STAKE);
        assertTrue(s.rewardGas == REWARD_GAS && s.rewardFloor == REWARD_FLOOR);
        assertEq(address(stake.registry()), address(registry));
        assertTrue(stake.faultProofs() == JUDGE && stake.challenges() == JUDGE);

        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ParameterOutOfRange.selector, 0));
        newStake(OperatorStake.StakeParameters(0, 21_000, 0), address(registry), JUDGE, JUDGE);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ParameterOutOfRange.selector, 20_999));
        newStake(OperatorStake.StakeParameters(1, 20_999, 0), address(registry), JUDGE, JUDGE);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ParameterOutOfRange.selector, 2));
        newStake(OperatorStake.StakeParameters(19, 21_000, 2), address(registry), JUDGE, JUDGE);
        newStake(OperatorStake.StakeParameters(1, 21_000, 0), address(registry), JUDGE, JUDGE);
        newStake(OperatorStake.StakeParameters(20, type(uint32).max, 2), address(registry), JUDGE, JUDGE);
    }

    /// An operator is in standing from the minimum stake on, until it requests its exit.
    function testStanding() external {
        deposit(OPERATOR, MINIMUM_STAKE - 1);
        assertAccount(MINIMUM_STAKE - 1, OperatorStake.Status.Open, false);
        vm.expectEmit(address(registry));
        emit AnchorRegistry.StandingChanged(OPERATOR, true);
        deposit(OPERATOR, 1);
        assertAccount(MINIMUM_STAKE, OperatorStake.Status.Open, true);
        vm.expectEmit(address(registry));
        emit AnchorRegistry.StandingChanged(OPERATOR, false);
        requestExit();
        assertAccount(MINIMUM_STAKE, OperatorStake.Status.Exiting, false);
    }

    function testAnybodyDeposits() external {
        vm.deal(STRANGER, 5);
        vm.expectEmit(address(stake));
        emit OperatorStake.Deposited(OPERATOR, STRANGER, 5);
        vm.prank(STRANGER);
        stake.deposit{value: 5}(OPERATOR);
        assertEq(account().stake, 5);
    }

    function testDepositsThatAreRefused() external {
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ZeroAmount.selector));
        stake.deposit(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(Operators.NotRegistered.selector, STRANGER));
        stake.deposit{value: 1}(STRANGER);
        slash(REPORTER);
        vm.expectRevert(closed(OperatorStake.Status.Slashed));
        stake.deposit{value: 1}(OPERATOR);
    }

    /// An amount that does not fit is refused, not truncated.
    function testADepositBeyond128BitsIsRefused() external {
        uint256 tooMuch = uint256(type(uint128).max) + 1;
        vm.deal(address(this), tooMuch);
        (bool done, ) = address(stake).call{value: tooMuch}(abi.encodeCall(stake.deposit, (OPERATOR)));
        assertTrue(!done);
        stake.deposit{value: type(uint128).max}(OPERATOR);
        vm.deal(address(this), 1);
        (done, ) = address(stake).call{value: 1}(abi.encodeCall(stake.deposit, (OPERATOR)));
        assertTrue(!done);
        slash(REPORTER);
        assertEq(stake.creditOf(REPORTER), REWARD_FLOOR);
        assertEq(Ether.BURNED.balance, type(uint128).max - 4 * REWARD_FLOOR);
    }
}

contract OperatorStakeExitTest is OperatorStakeTest {
    function testExit() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        vm.expectEmit(address(stake));
        emit OperatorStake.ExitRequested(OPERATOR, START + EXIT_DELAY);
        requestExit();
        assertAccount(MINIMUM_STAKE, OperatorStake.Status.Exiting, false);
        assertEq(account().exitableFrom, START + EXIT_DELAY);
        // A deposit is accepted, but does not restore the standing.
        deposit(OPERATOR, MINIMUM_STAKE);
        assertAccount(2 * MINIMUM_STAKE, OperatorStake.Status.Exiting, false);

        vm.warp(START + EXIT_DELAY - 1);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ExitTooEarly.selector, START + EXIT_DELAY));
        stake.completeExit(OPERATOR);
        vm.warp(START + EXIT_DELAY);
        vm.prank(STRANGER);
        stake.completeExit(OPERATOR);
        assertAccount(0, OperatorStake.Status.Exited, false);
        assertEq(stake.creditOf(OPERATOR), 2 * MINIMUM_STAKE);
        vm.prank(OPERATOR);
        stake.withdraw(REPORTER);
        assertEq(REPORTER.balance, 2 * MINIMUM_STAKE);
        assertEq(address(stake).balance, 0);
    }

    /// T-20: an operator that leaves can anchor nothing more. It is liable for its signatures until one finality delay
    /// after the last promised anchor.
    function testExitBeforeDiscovery() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        requestExit();
        bytes memory signed = checkpoint(OPERATOR, 1, "root");
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.NotInStanding.selector, OPERATOR));
        registry.anchor(OPERATOR, 1, "root", new bytes32[](0), signed);
        vm.warp(START + EXIT_DELAY - 1);
        assertTrue(slash(REPORTER));
        assertAccount(0, OperatorStake.Status.Slashed, false);
        vm.warp(START + EXIT_DELAY);
        vm.expectRevert(
            abi.encodeWithSelector(OperatorStake.NotExiting.selector, OPERATOR, OperatorStake.Status.Slashed)
        );
        stake.completeExit(OPERATOR);
    }

    function testExitWaitsForOpenChallenges() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        requestExit();
        vm.prank(JUDGE);
        stake.challengeOpened(OPERATOR);
        vm.warp(START + EXIT_DELAY);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ChallengesOpen.selector, OPERATOR, 1));
        stake.completeExit(OPERATOR);
        vm.prank(JUDGE);
        stake.challengeClosed(OPERATOR);
        stake.completeExit(OPERATOR);
        // No challenge can be opened after the exit.
        vm.expectRevert(closed(OperatorStake.Status.Exited));
        vm.prank(JUDGE);
        stake.challengeOpened(OPERATOR);
    }

    function testExitsThatAreRefused() external {
        vm.expectRevert(abi.encodeWithSelector(Operators.NotRegistered.selector, STRANGER));
        vm.prank(STRANGER);
        stake.requestExit();
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NotExiting.selector, OPERATOR, OperatorStake.Status.Open));
        stake.completeExit(OPERATOR);
        requestExit();
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NotOpen.selector, OPERATOR, OperatorStake.Status.Exiting));
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(START + EXIT_DELAY);
        stake.completeExit(OPERATOR);
        vm.deal(address(this), 1);
        vm.expectRevert(closed(OperatorStake.Status.Exited));
        stake.deposit{value: 1}(OPERATOR);
        vm.expectRevert(
            abi.encodeWithSelector(OperatorStake.NotExiting.selector, OPERATOR, OperatorStake.Status.Exited)
        );
        stake.completeExit(OPERATOR);
        // A fault proven after the exit takes and changes nothing.
        assertTrue(!slash(REPORTER));
        assertAccount(0, OperatorStake.Status.Exited, false);
    }
}

contract OperatorStakeJudgeTest is OperatorStakeTest {
    function testOnlyJudgesJudge(address sender) external {
        vm.assume(sender != JUDGE);
        bytes[3] memory calls = [
            abi.encodeCall(stake.convict, (OPERATOR, REPORTER, "log", 0)),
            abi.encodeCall(stake.challengeOpened, (OPERATOR)),
            abi.encodeCall(stake.challengeClosed, (OPERATOR))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(sender);
            (bool done, bytes memory reason) = address(stake).call(calls[i]);
            assertTrue(!done);
            assertEq(keccak256(reason), keccak256(abi.encodeWithSelector(OperatorStake.NotJudge.selector, sender)));
        }
    }

    /// A conviction freezes even if the stake was already slashed.
    function testAConvictionFreezes() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        vm.prank(JUDGE);
        assertTrue(stake.convict(OPERATOR, REPORTER, "log", 7));
        assertEq(registry.freezes(OPERATOR, "log")[0].from, 7);
        vm.prank(JUDGE);
        assertTrue(!stake.convict(OPERATOR, REPORTER, Freezes.BATCH_LOG, 3));
        assertEq(registry.freezes(OPERATOR, Freezes.BATCH_LOG)[0].from, 3);
        assertEq(registry.freezes(OPERATOR, "log").length, 1);
    }

    function testSlash() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        vm.expectEmit(address(stake));
        emit OperatorStake.Slashed(OPERATOR, REPORTER, MINIMUM_STAKE, MINIMUM_STAKE - 4 * REWARD_FLOOR);
        assertTrue(slash(REPORTER));
        assertAccount(0, OperatorStake.Status.Slashed, false);
        assertEq(stake.creditOf(REPORTER), REWARD_FLOOR);
        assertEq(Ether.BURNED.balance, MINIMUM_STAKE - 4 * REWARD_FLOOR);
        // A second conviction takes nothing, and an exit is refused.
        assertTrue(!slash(STRANGER));
        assertEq(stake.creditOf(STRANGER), 0);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NotOpen.selector, OPERATOR, OperatorStake.Status.Slashed));
        vm.prank(OPERATOR);
        stake.requestExit();
    }

    /// The slash and the first three later freezes are rewarded, so that lies in other logs are reported too. A freeze
    /// that covers no more is not rewarded.
    function testTheFirstFourFreezesAreRewarded() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        slash(REPORTER);
        for (uint256 i = 1; i <= 5; ++i) {
            for (uint256 j = 0; j < 2; ++j) {
                vm.prank(JUDGE);
                assertTrue(!stake.convict(OPERATOR, STRANGER, bytes32(i), 7)); // The second of each two covers no more.
            }
            assertEq(stake.creditOf(STRANGER), (i < 3 ? i : 3) * REWARD_FLOOR);
        }
        (, uint8 rewards, ) = stake.slashOf(OPERATOR);
        assertEq(rewards, 0);
        assertEq(address(stake).balance, stake.creditOf(STRANGER) + stake.creditOf(REPORTER));
    }

    function testALaterRewardNamesTheSlashedOperator() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        slash(REPORTER);
        vm.expectEmit(address(stake));
        emit OperatorStake.Credited(STRANGER, OPERATOR, REWARD_FLOOR);
        vm.prank(JUDGE);
        stake.convict(OPERATOR, STRANGER, "log", 7);
    }

    /// The attack: after the slash, lies in another log cost nothing, and would become final.
    function testASlashRecordsTheFinalSize() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        anchor(OPERATOR, 0, 3);
        vm.warp(START + FINALITY_DELAY - 1);
        anchor(OPERATOR, 3, 5);
        stake.checkBeforeSlash(OPERATOR, 5); // not slashed
        vm.warp(START + FINALITY_DELAY);
        slash(REPORTER);
        vm.warp(START + 3 * FINALITY_DELAY);
        assertTrue(registry.isFinal(OPERATOR, 3, "a log", 0));
        (uint64 finalSize, , ) = stake.slashOf(OPERATOR);
        assertEq(finalSize, 3);
        stake.checkBeforeSlash(OPERATOR, 2);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 3, 3));
        stake.checkBeforeSlash(OPERATOR, 3);
    }

    /// The reward grows with the base fee, from the floor up to a tenth of the stake. The rest is burned.
    function testRewardFollowsTheBaseFee(uint256 stakeSeed, uint256 baseFee) external {
        uint256 staked = bound(stakeSeed, 1, 10 ether);
        deposit(OPERATOR, staked);
        baseFee = bound(baseFee, 0, 1000 gwei);
        vm.fee(baseFee);
        slash(REPORTER);
        vm.fee(0);
        uint256 reward = baseFee * REWARD_GAS;
        if (reward < REWARD_FLOOR) reward = REWARD_FLOOR;
        if (reward > staked / 10) reward = staked / 10;
        assertEq(stake.creditOf(REPORTER), reward);
        uint256 left = staked / 10 - reward;
        uint256 later = left / 3 < reward ? left / 3 : reward;
        (, , uint128 kept) = stake.slashOf(OPERATOR);
        assertEq(kept, later);
        assertEq(Ether.BURNED.balance, staked - reward - 3 * later);
        assertEq(address(stake).balance, reward + 3 * later);
    }

    function testRewardAtItsBorders() external {
        deposit(OPERATOR, MINIMUM_STAKE);
        vm.fee(REWARD_FLOOR / REWARD_GAS + 1);
        slash(REPORTER);
        vm.fee(0);
        assertEq(stake.creditOf(REPORTER), (REWARD_FLOOR / REWARD_GAS + 1) * uint256(REWARD_GAS));
    }

    function testSlashOfAnEmptyStake() external {
        assertTrue(slash(REPORTER));
        assertAccount(0, OperatorStake.Status.Slashed, false);
        assertEq(stake.creditOf(REPORTER), 0);
    }

    function testChallengesAreCounted() external {
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        vm.prank(JUDGE);
        stake.challengeClosed(OPERATOR);
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(JUDGE);
            stake.challengeOpened(OPERATOR);
        }
        assertEq(account().openChallenges, 2);
        // Challenges against a slashed operator can still be opened and closed.
        slash(REPORTER);
        vm.prank(JUDGE);
        stake.challengeOpened(OPERATOR);
        assertEq(account().openChallenges, 3);
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(JUDGE);
            stake.challengeClosed(OPERATOR);
        }
        assertEq(account().openChallenges, 0);
    }
}

contract OperatorStakeWithdrawTest is OperatorStakeTest {
    function testCredit() external {
        vm.deal(address(this), 7);
        vm.expectEmit(address(stake));
        emit OperatorStake.Credited(REPORTER, address(this), 7);
        stake.credit{value: 7}(REPORTER);
        vm.expectEmit(address(stake));
        emit OperatorStake.Withdrawn(REPORTER, STRANGER, 7);
        vm.prank(REPORTER);
        stake.withdraw(STRANGER);
        assertEq(STRANGER.balance, 7);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NothingCredited.selector, REPORTER));
        vm.prank(REPORTER);
        stake.withdraw(REPORTER);
    }

    function testZeroAmountsAndTheZeroAddressAreNotCredited() external {
        vm.deal(address(this), 7);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ZeroAmount.selector));
        stake.credit(REPORTER);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ZeroAddress.selector));
        stake.credit{value: 7}(address(0));
        deposit(OPERATOR, MINIMUM_STAKE);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.ZeroAddress.selector));
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(0), "another", 0);
    }

    /// A receiver that reverts delays nobody else. It can withdraw to another address.
    function testRevertingReceivers() external {
        Refuser refuser = new Refuser(stake, false);
        deposit(OPERATOR, MINIMUM_STAKE);
        assertTrue(slash(address(refuser)));
        uint256 reward = stake.creditOf(address(refuser));
        vm.expectRevert(abi.encodeWithSelector(Ether.TransferFailed.selector, address(refuser), reward));
        refuser.withdraw(address(refuser));
        assertEq(stake.creditOf(address(refuser)), reward);
        refuser.withdraw(STRANGER);
        assertEq(STRANGER.balance, reward);
    }

    function testReenteringReceivers() external {
        Refuser refuser = new Refuser(stake, true);
        vm.deal(address(this), 30);
        stake.credit{value: 10}(address(refuser));
        stake.credit{value: 20}(REPORTER);
        vm.expectRevert(abi.encodeWithSelector(Ether.TransferFailed.selector, address(refuser), 10));
        refuser.withdraw(address(refuser));
        assertEq(address(stake).balance, 30);
    }
}
