// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {IAnchorRegistry} from "../../contracts/interfaces/IAnchorRegistry.sol";
import {IOperatorStake} from "../../contracts/interfaces/IOperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newStake} from "./released.sol";

/// Takes no ether; and when asked to take it out, tries to take it out twice.
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
    uint256 internal constant ENOUGH = MINIMUM_STAKE + PENALTY_MARGIN;
    uint256 internal constant EXIT_DELAY = FINALITY_DELAY + ANCHOR_DELAY;
    uint256 internal constant RESPONSE_TIME = 2;

    function setUp() external {
        setUpRegistry();
        register(OPERATOR);
        vm.roll(1000);
    }

    function account() internal view returns (IOperatorStake.Account memory) {
        return stake.accountOf(OPERATOR);
    }

    function assertAccount(uint256 amount, IOperatorStake.Status status, bool standing) internal view {
        IOperatorStake.Account memory a = account();
        assertEq(a.stake, amount);
        assertTrue(a.status == status);
        assertTrue(a.standing == standing && registry.inStanding(OPERATOR) == standing);
    }

    function closed(IOperatorStake.Status status) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IOperatorStake.AccountClosed.selector, OPERATOR, status);
    }

    function slash(address rewarded) internal returns (bool) {
        vm.prank(JUDGE);
        return stake.slash(OPERATOR, rewarded);
    }

    function penalize(uint256 amount) internal returns (uint256) {
        vm.prank(JUDGE);
        return stake.penalize(OPERATOR, amount, REPORTER);
    }

    function requestExit() internal {
        vm.prank(OPERATOR);
        stake.requestExit();
    }
}

contract OperatorStakeDepositTest is OperatorStakeTest {
    function testParameters() external {
        IOperatorStake.StakeParameters memory s = stake.stakeParameters();
        assertTrue(s.minimumStake == MINIMUM_STAKE && s.penaltyMargin == PENALTY_MARGIN && s.burnShare == BURN_SHARE);
        assertEq(stake.registry(), address(registry));
        assertTrue(stake.isJudge(JUDGE) && !stake.isJudge(address(this)));

        address[] memory judges = new address[](0);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ZeroMinimumStake.selector));
        newStake(IOperatorStake.StakeParameters(0, 1, 6_000), address(registry), judges);
        uint16[4] memory bad = [uint16(0), 5_000, 10_001, type(uint16).max];
        for (uint256 i = 0; i < bad.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IOperatorStake.BurnShareOutOfRange.selector, bad[i]));
            newStake(IOperatorStake.StakeParameters(1, 1, bad[i]), address(registry), judges);
        }
        newStake(IOperatorStake.StakeParameters(1, 0, 5_001), address(registry), judges);
        newStake(IOperatorStake.StakeParameters(1, 0, 10_000), address(registry), judges);
    }

    /// Standing begins at the minimum and the margin, and ends below the minimum.
    function testStanding() external {
        deposit(OPERATOR, ENOUGH - 1);
        assertAccount(ENOUGH - 1, IOperatorStake.Status.Open, false);
        vm.expectEmit(address(registry));
        emit IAnchorRegistry.StandingChanged(OPERATOR, true);
        deposit(OPERATOR, 1);
        assertAccount(ENOUGH, IOperatorStake.Status.Open, true);
        penalize(PENALTY_MARGIN);
        assertAccount(MINIMUM_STAKE, IOperatorStake.Status.Open, true);
        vm.expectEmit(address(registry));
        emit IAnchorRegistry.StandingChanged(OPERATOR, false);
        penalize(1);
        assertAccount(MINIMUM_STAKE - 1, IOperatorStake.Status.Open, false);
        deposit(OPERATOR, PENALTY_MARGIN);
        assertAccount(ENOUGH - 1, IOperatorStake.Status.Open, false);
        deposit(OPERATOR, 1);
        assertAccount(ENOUGH, IOperatorStake.Status.Open, true);
    }

    function testAnybodyDeposits() external {
        vm.deal(STRANGER, 5);
        vm.expectEmit(address(stake));
        emit IOperatorStake.Deposited(OPERATOR, STRANGER, 5);
        vm.prank(STRANGER);
        stake.deposit{value: 5}(OPERATOR);
        assertEq(account().stake, 5);
    }

    function testDepositsThatAreRefused() external {
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ZeroAmount.selector));
        stake.deposit(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(IAnchorRegistry.NotRegistered.selector, STRANGER));
        stake.deposit{value: 1}(STRANGER);
        slash(REPORTER);
        vm.expectRevert(closed(IOperatorStake.Status.Slashed));
        stake.deposit{value: 1}(OPERATOR);
    }

    /// What would not fit is refused, not cut off.
    function testDepositBeyondTheWidth() external {
        uint256 tooMuch = uint256(type(uint128).max) + 1;
        vm.deal(address(this), tooMuch);
        (bool done, ) = address(stake).call{value: tooMuch}(abi.encodeCall(stake.deposit, (OPERATOR)));
        assertTrue(!done);
        stake.deposit{value: type(uint128).max}(OPERATOR);
        vm.deal(address(this), 1);
        (done, ) = address(stake).call{value: 1}(abi.encodeCall(stake.deposit, (OPERATOR)));
        assertTrue(!done);
        slash(REPORTER);
        assertEq(stake.creditOf(REPORTER), type(uint128).max - Ether.burnedPart(type(uint128).max, BURN_SHARE));
    }
}

contract OperatorStakeExitTest is OperatorStakeTest {
    function testExit() external {
        deposit(OPERATOR, ENOUGH);
        vm.expectEmit(address(stake));
        emit IOperatorStake.ExitRequested(OPERATOR, START + EXIT_DELAY);
        requestExit();
        assertAccount(ENOUGH, IOperatorStake.Status.Exiting, false);
        assertEq(account().exitableFrom, START + EXIT_DELAY);
        // Deposits are possible, but bring back no standing.
        deposit(OPERATOR, ENOUGH);
        assertAccount(2 * ENOUGH, IOperatorStake.Status.Exiting, false);

        vm.warp(START + EXIT_DELAY - 1);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ExitTooEarly.selector, START + EXIT_DELAY));
        stake.completeExit(OPERATOR);
        vm.warp(START + EXIT_DELAY);
        vm.prank(STRANGER);
        stake.completeExit(OPERATOR);
        assertAccount(0, IOperatorStake.Status.Exited, false);
        assertEq(stake.creditOf(OPERATOR), 2 * ENOUGH);
        vm.prank(OPERATOR);
        stake.withdraw(REPORTER);
        assertEq(REPORTER.balance, 2 * ENOUGH);
        assertEq(address(stake).balance, 0);
    }

    /// Exit before discovery: nothing is anchored any more, and whoever exits answers for what it signed until F after
    /// the last of it was due.
    function testExitBeforeDiscovery() external {
        deposit(OPERATOR, ENOUGH);
        requestExit();
        bytes memory signed = checkpoint(OPERATOR, 1, "root");
        vm.expectRevert(abi.encodeWithSelector(IAnchorRegistry.NotInStanding.selector, OPERATOR));
        registry.anchor(OPERATOR, 1, "root", new bytes32[](0), signed);
        vm.warp(START + EXIT_DELAY - 1);
        assertTrue(slash(REPORTER));
        assertAccount(0, IOperatorStake.Status.Slashed, false);
        vm.warp(START + EXIT_DELAY);
        vm.expectRevert(
            abi.encodeWithSelector(IOperatorStake.NotExiting.selector, OPERATOR, IOperatorStake.Status.Slashed)
        );
        stake.completeExit(OPERATOR);
    }

    function testExitWaitsForOpenChallenges() external {
        deposit(OPERATOR, ENOUGH);
        requestExit();
        vm.prank(JUDGE);
        stake.challengeOpened(OPERATOR);
        vm.warp(START + EXIT_DELAY);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ChallengesOpen.selector, OPERATOR, 1));
        stake.completeExit(OPERATOR);
        vm.prank(JUDGE);
        stake.challengeClosed(OPERATOR);
        stake.completeExit(OPERATOR);
        // Nothing can be opened against somebody who has left with everything.
        vm.expectRevert(closed(IOperatorStake.Status.Exited));
        vm.prank(JUDGE);
        stake.challengeOpened(OPERATOR);
    }

    function testExitsThatAreRefused() external {
        vm.expectRevert(abi.encodeWithSelector(IAnchorRegistry.NotRegistered.selector, STRANGER));
        vm.prank(STRANGER);
        stake.requestExit();
        vm.expectRevert(
            abi.encodeWithSelector(IOperatorStake.NotExiting.selector, OPERATOR, IOperatorStake.Status.Open)
        );
        stake.completeExit(OPERATOR);
        requestExit();
        vm.expectRevert(
            abi.encodeWithSelector(IOperatorStake.NotOpen.selector, OPERATOR, IOperatorStake.Status.Exiting)
        );
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(START + EXIT_DELAY);
        stake.completeExit(OPERATOR);
        vm.deal(address(this), 1);
        vm.expectRevert(closed(IOperatorStake.Status.Exited));
        stake.deposit{value: 1}(OPERATOR);
        vm.expectRevert(
            abi.encodeWithSelector(IOperatorStake.NotExiting.selector, OPERATOR, IOperatorStake.Status.Exited)
        );
        stake.completeExit(OPERATOR);
        // A fault that is proven too late takes nothing and changes nothing.
        assertTrue(!slash(REPORTER));
        assertAccount(0, IOperatorStake.Status.Exited, false);
        assertEq(penalize(1 ether), 0);
    }
}

contract OperatorStakeJudgeTest is OperatorStakeTest {
    function testOnlyJudgesJudge(address sender) external {
        vm.assume(sender != JUDGE);
        bytes[7] memory calls = [
            abi.encodeCall(stake.penalize, (OPERATOR, 1, REPORTER)),
            abi.encodeCall(stake.slash, (OPERATOR, REPORTER)),
            abi.encodeCall(stake.reward, (OPERATOR, REPORTER)),
            abi.encodeCall(stake.freezeLog, (OPERATOR, "log", 0)),
            abi.encodeCall(stake.freezeOperator, (OPERATOR, 0)),
            abi.encodeCall(stake.challengeOpened, (OPERATOR)),
            abi.encodeCall(stake.challengeClosed, (OPERATOR))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(sender);
            (bool done, bytes memory reason) = address(stake).call(calls[i]);
            assertTrue(!done);
            assertEq(keccak256(reason), keccak256(abi.encodeWithSelector(IOperatorStake.NotJudge.selector, sender)));
        }
    }

    function testJudgesFreeze() external {
        vm.prank(JUDGE);
        stake.freezeLog(OPERATOR, "log", 7);
        vm.prank(JUDGE);
        stake.freezeOperator(OPERATOR, 3);
        assertEq(registry.logFreezes(OPERATOR, "log")[0].from, 7);
        assertEq(registry.operatorFreezes(OPERATOR)[0].from, 3);
    }

    /// Slashing yourself costs: of any amount, more than half is gone, rounding included.
    function testPenalty(uint256 stakeSeed, uint256 amountSeed) external {
        uint256 staked = bound(stakeSeed, 1, 10 ether);
        uint256 amount = bound(amountSeed, 0, 12 ether);
        deposit(OPERATOR, staked);
        uint256 charged = penalize(amount);
        assertEq(charged, amount < staked ? amount : staked);
        assertEq(account().stake, staked - charged);
        uint256 burned = Ether.BURNED.balance;
        assertEq(burned + stake.creditOf(REPORTER), charged);
        assertTrue(charged == 0 || 2 * burned > charged);
        assertTrue(burned * 10_000 >= charged * BURN_SHARE && burned * 10_000 < charged * BURN_SHARE + 10_000);
    }

    function testSlash() external {
        deposit(OPERATOR, ENOUGH);
        vm.expectEmit(address(stake));
        emit IOperatorStake.Slashed(OPERATOR, REPORTER, ENOUGH, 0.66 ether);
        assertTrue(slash(REPORTER));
        assertAccount(0, IOperatorStake.Status.Slashed, false);
        assertEq(stake.creditOf(REPORTER), 0.44 ether);
        assertEq(Ether.BURNED.balance, 0.66 ether);
        // Once and for good.
        assertTrue(!slash(STRANGER));
        assertEq(penalize(1), 0);
        assertEq(stake.creditOf(STRANGER), 0);
        vm.expectRevert(
            abi.encodeWithSelector(IOperatorStake.NotOpen.selector, OPERATOR, IOperatorStake.Status.Slashed)
        );
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.expectRevert(closed(IOperatorStake.Status.Slashed));
        vm.prank(JUDGE);
        stake.challengeOpened(OPERATOR);
    }

    function testSlashOfAnEmptyStake() external {
        assertTrue(slash(address(0)));
        assertAccount(0, IOperatorStake.Status.Slashed, false);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.NoRewardWaiting.selector, OPERATOR));
        stake.burnReward(OPERATOR);
    }

    /// Front-running: who slashes without a commitment destroys no reward, it waits for who has one.
    function testFrontRunningDestroysNoReward() external {
        deposit(OPERATOR, ENOUGH);
        assertTrue(slash(address(0)));
        IOperatorStake.WaitingReward memory waiting = stake.waitingReward(OPERATOR);
        assertEq(waiting.amount, 0.44 ether);
        assertEq(waiting.slashedInBlock, 1000);
        assertEq(waiting.until, START + RESPONSE_TIME);
        vm.warp(START + RESPONSE_TIME);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.RewardStillWaiting.selector, START + RESPONSE_TIME));
        stake.burnReward(OPERATOR);
        vm.prank(JUDGE);
        assertEq(stake.reward(OPERATOR, REPORTER), 0.44 ether);
        assertEq(stake.creditOf(REPORTER), 0.44 ether);
        // Reward theft: it is there once.
        bytes memory none = abi.encodeWithSelector(IOperatorStake.NoRewardWaiting.selector, OPERATOR);
        vm.expectRevert(none);
        vm.prank(JUDGE);
        stake.reward(OPERATOR, STRANGER);
        vm.warp(START + 100);
        vm.expectRevert(none);
        stake.burnReward(OPERATOR);
    }

    function testARewardThatNobodyTakesIsBurned() external {
        deposit(OPERATOR, ENOUGH);
        slash(address(0));
        vm.warp(START + RESPONSE_TIME + 1);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.NoRewardWaiting.selector, OPERATOR));
        vm.prank(JUDGE);
        stake.reward(OPERATOR, REPORTER);
        vm.prank(STRANGER);
        stake.burnReward(OPERATOR);
        assertEq(Ether.BURNED.balance, ENOUGH);
        assertEq(address(stake).balance, 0);
    }

    function testChallengesAreCounted() external {
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.NoChallengeOpen.selector, OPERATOR));
        vm.prank(JUDGE);
        stake.challengeClosed(OPERATOR);
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(JUDGE);
            stake.challengeOpened(OPERATOR);
        }
        assertEq(account().openChallenges, 2);
        // Those of a slashed operator become void one by one.
        slash(REPORTER);
        for (uint256 i = 0; i < 2; ++i) {
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
        emit IOperatorStake.Credited(REPORTER, address(this), 7);
        stake.credit{value: 7}(REPORTER);
        vm.prank(REPORTER);
        stake.withdraw(STRANGER);
        assertEq(STRANGER.balance, 7);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.NothingCredited.selector, REPORTER));
        vm.prank(REPORTER);
        stake.withdraw(REPORTER);
    }

    function testNobodyIsCreditedWhoCannotWithdraw() external {
        vm.deal(address(this), 7);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ZeroAmount.selector));
        stake.credit(REPORTER);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ZeroAddress.selector));
        stake.credit{value: 7}(address(0));
        deposit(OPERATOR, ENOUGH);
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ZeroAddress.selector));
        vm.prank(JUDGE);
        stake.penalize(OPERATOR, 1 ether, address(0));
        slash(address(0));
        vm.expectRevert(abi.encodeWithSelector(IOperatorStake.ZeroAddress.selector));
        vm.prank(JUDGE);
        stake.reward(OPERATOR, address(0));
    }

    /// Reverting receivers hurt themselves only: others are paid, and they can name another receiver.
    function testRevertingReceivers() external {
        Refuser refuser = new Refuser(stake, false);
        deposit(OPERATOR, ENOUGH);
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
