// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// Operators, a stranger, reporters, a judge that judges at random, and time. The actor computes beforehand which calls
/// succeed and what they change. After each step it compares all accounts and credits with that.
contract StakeActor is RegistryTest {
    uint256 private constant OPERATORS = 3;
    address private immutable OWNER = msg.sender;
    /// The last one never registers.
    address[OPERATORS + 1] public operators = [address(0x0b1), address(0x0b2), address(0x0b3), address(0x0b4)];
    address[3] public reporters = [address(0x4e1), address(0x4e2), address(0x4e3)];
    uint256 public time = START;
    uint256 public paidIn;
    uint256 public withdrawn;
    uint256 public burned;
    /// The first forbidden event that occurred, if any.
    string public broken;

    /// The expected accounts and credits.
    mapping(address operator => OperatorStake.Account) private _accounts;
    mapping(address operator => OperatorStake.Slash) private _slashes;
    mapping(address account => uint256) private _credits;
    mapping(address operator => uint64) private _freezes;

    constructor() {
        setUpRegistry(address(this));
        for (uint256 i = 0; i < OPERATORS; ++i) register(operators[i]);
    }

    /// A call makes the expected change, and changes no other account, credit or standing. A refused call changes
    /// nothing.
    modifier watched() {
        vm.warp(time);
        _;
        for (uint256 i = 0; i <= OPERATORS; ++i) {
            address operator = operators[i];
            OperatorStake.Account storage expected = _accounts[operator];
            expected.standing = expected.status == OperatorStake.Status.Open && expected.stake >= MINIMUM_STAKE;
            bytes memory account = abi.encode(stake.accountOf(operator));
            if (keccak256(account) != keccak256(abi.encode(expected))) broken = "wrong account";
            if (registry.inStanding(operator) != expected.standing) broken = "wrong standing";
            if (!_isSlash(operator, _slashes[operator])) broken = "wrong slash";
            if (stake.creditOf(operator) != _credits[operator]) broken = "wrong credit of an operator";
            if (registry.freezes(operator, "log").length != _freezes[operator]) broken = "wrong number of freezes";
        }
        for (uint256 i = 0; i < 3; ++i) {
            if (stake.creditOf(reporters[i]) != _credits[reporters[i]]) broken = "wrong credit of a reporter";
        }
    }

    function wait(uint256 seconds_) external watched {
        time += bound(seconds_, 1, 12);
    }

    function pay(uint256 which, uint256 amount) external watched {
        address operator = operatorAt(which);
        // Nothing, the minimum stake, or a random amount.
        if (amount % 8 < 2) amount = (amount % 8) * MINIMUM_STAKE;
        else amount = bound(amount, 1, 2 ether);
        vm.deal(address(this), amount);
        bool due = amount != 0 && isRegistered(operator) && !isClosed(operator);
        try stake.deposit{value: amount}(operator) {
            if (!due) broken = "deposit taken";
            _accounts[operator].stake += uint128(amount);
            paidIn += amount;
        } catch {
            if (due) broken = "deposit refused";
        }
    }

    function payCredit(uint256 which, uint256 amount) external watched {
        address reporter = reporterAt(which);
        amount = amount % 8 == 0 ? 0 : bound(amount, 1, 1 ether);
        vm.deal(address(this), amount);
        bool due = amount != 0 && reporter != address(0);
        try stake.credit{value: amount}(reporter) {
            if (!due) broken = "credit taken";
            _credits[reporter] += amount;
            paidIn += amount;
        } catch {
            if (due) broken = "credit refused";
        }
    }

    function requestExit(uint256 which) external watched {
        _requestExit(operatorAt(which));
    }

    function completeExit(uint256 which) external watched {
        _completeExit(operatorAt(which));
    }

    function slash(uint256 which, uint256 who, uint256 baseFee) external watched {
        // Rarely, so that other calls happen before a slash.
        if (baseFee % 4 != 0) return;
        (address operator, address reporter) = (operatorAt(which), reporterAt(who));
        baseFee = bound(baseFee, 0, 100 gwei);
        vm.fee(baseFee);
        bool closed = isClosed(operator);
        // Each freeze covers more than the last one, until the sixteenth covers everything.
        uint64 from = type(uint64).max - _freezes[operator];
        OperatorStake.Slash storage slash_ = _slashes[operator];
        bool rewards = _freezes[operator] < 16 && slash_.rewards != 0 && slash_.reward != 0;
        bool due = reporter != address(0) || (closed && !rewards);
        try stake.convict(operator, reporter, "log", from) returns (bool slashed) {
            if (_freezes[operator] < 16) ++_freezes[operator];
            if (!due) broken = "slashed for nobody";
            if (slashed == closed) broken = "wrong result of a slash";
            if (!closed) _slashed(operator, reporter, baseFee);
            else if (rewards)
                (slash_.rewards, _credits[reporter]) = (slash_.rewards - 1, _credits[reporter] + slash_.reward);
        } catch {
            if (due) broken = "slash refused";
        }
    }

    function openChallenge(uint256 which) external watched {
        address operator = operatorAt(which);
        bool due = _accounts[operator].status != OperatorStake.Status.Exited;
        try stake.challengeOpened(operator) {
            if (!due) broken = "a challenge against an operator that exited";
            ++_accounts[operator].openChallenges;
        } catch {
            if (due) broken = "challenge refused";
        }
    }

    function closeChallenge(uint256 which) external watched {
        _closeChallenge(operatorAt(which));
    }

    /// Withdraws, sometimes to this contract, which refuses ether.
    function withdraw(uint256 who) external watched {
        _take(
            who % 2 == 0 ? operatorAt(who / 2) : reporters[(who / 2) % 3],
            who % 5 == 0 ? address(this) : address(0x5afe)
        );
    }

    /// Everybody withdraws everything. Only the test calls this, after a run.
    function empty() external watched {
        if (msg.sender != OWNER) return;
        for (uint256 i = 0; i <= OPERATORS; ++i) {
            while (_accounts[operators[i]].openChallenges != 0) _closeChallenge(operators[i]);
            _requestExit(operators[i]);
        }
        time += registry.exitDelay(operators[0]);
        vm.warp(time);
        for (uint256 i = 0; i <= OPERATORS; ++i) {
            _completeExit(operators[i]);
            _take(operators[i], address(0x5afe));
        }
        for (uint256 i = 0; i < 3; ++i) _take(reporters[i], address(0x5afe));
    }

    function _requestExit(address operator) private {
        OperatorStake.Account storage account = _accounts[operator];
        bool due = isRegistered(operator) && account.status == OperatorStake.Status.Open;
        vm.prank(operator);
        try stake.requestExit() {
            if (!due) broken = "exit begun";
            account.status = OperatorStake.Status.Exiting;
            account.exitableFrom = uint48(time + FINALITY_DELAY + ANCHOR_DELAY);
        } catch {
            if (due) broken = "exit not begun";
        }
    }

    function _completeExit(address operator) private {
        OperatorStake.Account storage account = _accounts[operator];
        bool due = account.status == OperatorStake.Status.Exiting && time >= account.exitableFrom;
        due = due && account.openChallenges == 0;
        try stake.completeExit(operator) {
            if (!due) broken = "exit too early";
            _credits[operator] += account.stake;
            account.stake = 0;
            account.status = OperatorStake.Status.Exited;
        } catch {
            if (due) broken = "exit refused";
        }
    }

    /// Computes the slash to the wei: the reporter and the next three share at most a tenth of the stake, and none gets
    /// more than a proof is worth.
    function _slashed(address operator, address reporter, uint256 baseFee) private {
        OperatorStake.Account storage account = _accounts[operator];
        uint256 reward = REWARD_GAS * baseFee > REWARD_FLOOR ? REWARD_GAS * baseFee : REWARD_FLOOR;
        if (reward > account.stake / 10) reward = account.stake / 10;
        uint256 later = (account.stake / 10 - reward) / 3;
        if (later > reward) later = reward;
        _slashes[operator] = OperatorStake.Slash(0, 3, uint128(later)); // Nobody anchors here.
        _credits[reporter] += reward;
        burned += account.stake - reward - 3 * later;
        account.stake = 0;
        account.status = OperatorStake.Status.Slashed;
    }

    function _closeChallenge(address operator) private {
        bool due = _accounts[operator].openChallenges != 0;
        try stake.challengeClosed(operator) {
            if (due) --_accounts[operator].openChallenges;
            else broken = "closed a challenge that was not open";
        } catch {
            if (due) broken = "an open challenge could not be closed";
        }
    }

    function _take(address account, address to) private {
        uint256 amount = _credits[account];
        uint256 before = to.balance;
        bool due = amount != 0 && to != address(this);
        vm.prank(account);
        try stake.withdraw(to) {
            if (!due) broken = "withdrawal of nothing";
            if (to.balance != before + amount) broken = "withdrawal of another amount";
            _credits[account] = 0;
            withdrawn += amount;
        } catch {
            if (due) broken = "withdrawal refused";
        }
    }

    function isRegistered(address operator) private view returns (bool) {
        return operator != operators[OPERATORS];
    }

    function isClosed(address operator) private view returns (bool) {
        return _accounts[operator].status >= OperatorStake.Status.Exited;
    }

    function operatorAt(uint256 which) private view returns (address) {
        return operators[which % (OPERATORS + 1)];
    }

    /// A reporter, or sometimes the zero address.
    function reporterAt(uint256 which) private view returns (address) {
        return which % 8 == 7 ? address(0) : reporters[which % 3];
    }

    function balance() external view returns (uint256) {
        return address(stake).balance;
    }

    /// The rewards that slashes keep for later reports.
    function kept() public view returns (uint256 sum) {
        for (uint256 i = 0; i <= OPERATORS; ++i) {
            (, uint8 rewards, uint128 reward) = stake.slashOf(operators[i]);
            sum += rewards * reward;
        }
    }

    function _isSlash(address operator, OperatorStake.Slash storage expected) private view returns (bool) {
        (uint64 finalSize, uint8 rewards, uint128 reward) = stake.slashOf(operator);
        return finalSize == expected.finalSize && rewards == expected.rewards && reward == expected.reward;
    }

    /// The sum of stakes, credits and kept rewards.
    function owed() external view returns (uint256 sum) {
        sum = kept();
        for (uint256 i = 0; i <= OPERATORS; ++i) {
            sum += stake.accountOf(operators[i]).stake + stake.creditOf(operators[i]);
        }
        for (uint256 i = 0; i < 3; ++i) sum += stake.creditOf(reporters[i]);
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

    /// Judges every invariant after each call. One function for each would repeat all calls.
    function invariantAll() external {
        _etherIsConserved();
        _nothingBroke();
        _everyWeiCanLeave();
    }

    /// S1, to the wei.
    function _etherIsConserved() private view {
        assertEq(actor.balance(), actor.owed());
        assertEq(actor.paidIn(), actor.balance() + actor.withdrawn() + Ether.BURNED.balance);
    }

    /// S2 to S5: every call succeeds exactly when it should, and changes exactly what it should.
    function _nothingBroke() private view {
        assertEq(actor.broken(), "");
        assertEq(Ether.BURNED.balance, actor.burned());
    }

    /// S6: every wei can leave.
    function _everyWeiCanLeave() private {
        actor.empty();
        assertEq(actor.broken(), "");
        assertEq(actor.balance(), actor.kept());
        assertEq(actor.paidIn(), actor.kept() + actor.withdrawn() + Ether.BURNED.balance);
    }
}
