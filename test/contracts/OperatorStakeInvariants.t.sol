// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IOperatorStake} from "../../contracts/interfaces/IOperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// Three operators, three reporters, a judge that judges at random, and time. Every wei that came in is counted.
contract StakeActor is RegistryTest {
    address private immutable OWNER = msg.sender;
    address[3] public operators = [address(0x0b1), address(0x0b2), address(0x0b3)];
    address[3] public reporters = [address(0x4e1), address(0x4e2), address(0x4e3)];
    uint256 public time = START;
    uint256 public paidIn;
    uint256 public withdrawn;
    /// What must never happen, if it did.
    string public broken;

    mapping(address operator => IOperatorStake.Status) private _last;
    mapping(address operator => uint256) private _staked;

    constructor() {
        setUpRegistry(address(this));
        for (uint256 i = 0; i < operators.length; ++i) register(operators[i]);
    }

    /// S2, and that a status ends where the contract says it does. S4: a stake shrinks to nothing, and as it ends.
    modifier watched() {
        vm.warp(time);
        _;
        for (uint256 i = 0; i < operators.length; ++i) {
            IOperatorStake.Status status = stake.accountOf(operators[i]).status;
            IOperatorStake.Status last = _last[operators[i]];
            if (status < last) broken = "status went back";
            bool ended = last == IOperatorStake.Status.Exited || last == IOperatorStake.Status.Slashed;
            if (ended && status != last) broken = "a closed account changed";
            uint256 staked = stake.accountOf(operators[i]).stake;
            bool ends = status >= IOperatorStake.Status.Exited;
            if (ends ? staked != 0 : staked < _staked[operators[i]]) broken = "a stake left in part";
            _staked[operators[i]] = staked;
            _last[operators[i]] = status;
        }
    }

    function wait(uint256 seconds_) external watched {
        time += bound(seconds_, 1, 12);
    }

    function pay(uint256 operator, uint256 amount) external watched {
        amount = bound(amount, 1, 2 ether);
        IOperatorStake.Status status = stake.accountOf(operatorAt(operator)).status;
        vm.deal(address(this), amount);
        try stake.deposit{value: amount}(operatorAt(operator)) {
            paidIn += amount;
            if (status >= IOperatorStake.Status.Exited) broken = "paid into a closed account";
        } catch {
            if (status < IOperatorStake.Status.Exited) broken = "deposit refused";
        }
    }

    function payCredit(uint256 reporter, uint256 amount) external watched {
        amount = bound(amount, 1, 1 ether);
        vm.deal(address(this), amount);
        stake.credit{value: amount}(reporters[reporter % 3]);
        paidIn += amount;
    }

    function requestExit(uint256 operator) external watched {
        vm.prank(operatorAt(operator));
        try stake.requestExit() {} catch {}
    }

    function completeExit(uint256 operator) external watched {
        IOperatorStake.Account memory account = stake.accountOf(operatorAt(operator));
        try stake.completeExit(operatorAt(operator)) {
            if (time < account.exitableFrom || account.openChallenges != 0) broken = "exit too early";
        } catch {
            bool due = account.status == IOperatorStake.Status.Exiting && time >= account.exitableFrom;
            if (due && account.openChallenges == 0) broken = "exit refused";
        }
    }

    function slash(uint256 operator, uint256 reporter) external watched {
        // Seldom enough that other things happen before.
        if (reporter % 4 != 0) return;
        stake.slash(operatorAt(operator), reporters[reporter % 3]);
    }

    function openChallenge(uint256 operator) external watched {
        try stake.challengeOpened(operatorAt(operator)) {} catch {}
    }

    function closeChallenge(uint256 operator) external watched {
        try stake.challengeClosed(operatorAt(operator)) {} catch {}
    }

    function withdraw(uint256 who) external watched {
        take(who % 2 == 0 ? operatorAt(who / 2) : reporters[(who / 2) % 3]);
    }

    /// Everybody leaves with what is theirs. No step of a run, but what the test does after one.
    function empty() external {
        if (msg.sender != OWNER) return;
        for (uint256 i = 0; i < operators.length; ++i) {
            while (stake.accountOf(operators[i]).openChallenges != 0) stake.challengeClosed(operators[i]);
            vm.warp(time);
            vm.prank(operators[i]);
            try stake.requestExit() {} catch {}
            vm.warp(time + 1000);
            try stake.completeExit(operators[i]) {} catch {}
            take(operators[i]);
            take(reporters[i]);
        }
    }

    function take(address account) private {
        uint256 amount = stake.creditOf(account);
        vm.prank(account);
        try stake.withdraw(address(0x5afe)) {
            withdrawn += amount;
        } catch {
            if (amount != 0) broken = "withdrawal refused";
        }
    }

    function operatorAt(uint256 operator) public view returns (address) {
        return operators[operator % 3];
    }

    function accountOf(address operator) external view returns (IOperatorStake.Account memory) {
        return stake.accountOf(operator);
    }

    function inStanding(address operator) external view returns (bool) {
        return registry.inStanding(operator);
    }

    function balance() external view returns (uint256) {
        return address(stake).balance;
    }

    /// Stakes and credits.
    function owed() external view returns (uint256 sum) {
        for (uint256 i = 0; i < operators.length; ++i) {
            sum += stake.accountOf(operators[i]).stake;
            sum += stake.creditOf(operators[i]) + stake.creditOf(reporters[i]);
        }
    }
}

/// The invariants that the NatSpec of OperatorStake numbers.
contract OperatorStakeInvariants is RegistryTest {
    StakeActor private actor;

    function setUp() external {
        actor = new StakeActor();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actor);
    }

    /// S1, to the wei.
    function invariantEtherIsConserved() external view {
        assertEq(actor.balance(), actor.owed());
        assertEq(actor.paidIn(), actor.balance() + actor.withdrawn() + Ether.BURNED.balance);
    }

    /// S2, S4.
    function invariantNothingBroke() external view {
        assertEq(actor.broken(), "");
    }

    /// S3.
    function invariantStanding() external view {
        for (uint256 i = 0; i < 3; ++i) {
            IOperatorStake.Account memory account = actor.accountOf(actor.operatorAt(i));
            assertTrue(account.standing == actor.inStanding(actor.operatorAt(i)));
            bool open = account.status == IOperatorStake.Status.Open;
            assertTrue(account.standing == (open && account.stake >= MINIMUM_STAKE));
            if (account.status >= IOperatorStake.Status.Exited) assertEq(account.stake, 0);
        }
    }

    /// S6.
    function invariantEveryWeiCanLeave() external {
        actor.empty();
        assertEq(actor.broken(), "");
        assertEq(actor.balance(), 0);
        assertEq(actor.paidIn(), actor.withdrawn() + Ether.BURNED.balance);
    }
}
