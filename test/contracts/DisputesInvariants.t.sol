// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IDisputes} from "../../contracts/interfaces/IDisputes.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {DisputesTest} from "./DisputesTest.sol";

/// People who ask, show entries, lie and wait; who of them is right follows from `_winnerOf`.
contract DisputeActor is DisputesTest {
    uint256 private constant QUESTIONS = 3;
    uint64 private constant ENTRIES = 42;
    address private immutable OWNER = msg.sender;
    address[3] private people = [address(0xd1), address(0xd2), address(0xd3)];

    uint256 public time;
    uint256 public paidIn;
    uint256 public withdrawn;
    /// What must never happen, if it did.
    string public broken;

    IDisputes.Dispute[QUESTIONS] private _last;
    IDisputes.Side[QUESTIONS] private _won;

    constructor() {
        setUpDisputes();
        time = block.timestamp;
    }

    /// L2, L4, L5, after each step at the time that this actor has.
    modifier watched() {
        vm.warp(time);
        _;
        for (uint256 i = 0; i < QUESTIONS; ++i) _watch(i);
    }

    function wait(uint256 seconds_) external watched {
        time += bound(seconds_, 1, RESPONSE_TIME);
        vm.warp(time);
    }

    function ask(uint256 which, uint256 who, uint256 beyond) external watched {
        which %= QUESTIONS;
        uint256 value = disputes.requiredBond() + (beyond % 1 ether) * (beyond % 2);
        IDisputes.Status before = disputes.dispute(idOf(_question(which))).status;
        bool free = before == IDisputes.Status.None || before == IDisputes.Status.Unresolved;
        vm.deal(people[who % 3], value);
        vm.prank(people[who % 3]);
        try disputes.open{value: value}(_question(which)) {
            if (!free) broken = "a question was opened twice";
            delete _last[which];
            paidIn += value;
        } catch {
            if (free) broken = "a question could not be opened";
        }
    }

    function show(uint256 which, uint256 by, uint256 index, uint256 who) external watched {
        _show(which % QUESTIONS, by % 2, uint64(index % ENTRIES), people[who % 3]);
    }

    /// The best that a side has.
    function showBest(uint256 which, uint256 by, uint256 who) external watched {
        (which, by) = (which % QUESTIONS, by % 2);
        uint64 index = 0;
        while (!_matches(which, by, index)) ++index;
        _show(which, by, index, people[who % 3]);
    }

    function settle(uint256 which) external watched {
        _settle(which % QUESTIONS);
    }

    function withdraw(uint256 who) external watched {
        _take(people[who % 3]);
    }

    /// Everybody leaves with what is theirs. No step of a run, but what the test does after one.
    function empty() external {
        if (msg.sender != OWNER) return;
        time += TOTAL_TIME + 1;
        vm.warp(time);
        for (uint256 i = 0; i < QUESTIONS; ++i) _settle(i);
        for (uint256 i = 0; i < 3; ++i) _take(people[i]);
    }

    function held() external view returns (uint256) {
        return address(disputes).balance;
    }

    function bonds() external view returns (uint256 sum) {
        for (uint256 i = 0; i < QUESTIONS; ++i) sum += disputes.dispute(idOf(_question(i))).bond;
    }

    /// Without the operator's stake.
    function credited() external view returns (uint256) {
        return address(stake).balance - MINIMUM_STAKE;
    }

    function openChallenges() external view returns (uint256) {
        return stake.accountOf(OPERATOR).openChallenges;
    }

    function standing() external view returns (bool) {
        return registry.inStanding(OPERATOR);
    }

    /// L4: what can be proven is shown in time if it is earlier, and nothing else is.
    function _show(uint256 which, uint256 by, uint64 index, address who) private {
        IDisputes.Question memory q = _question(which);
        IDisputes.Dispute memory d = disputes.dispute(idOf(q));
        bool isOpen = d.status == IDisputes.Status.Open || d.status == IDisputes.Status.Led;
        bool better = d.status == IDisputes.Status.Open || index < d.index;
        bool provable = _matches(which, by, index);
        IDisputes.Match memory m = shown(q, by, index, who);
        // Of what is not so there is no proof; one for the other side is the best that a liar has.
        if (!provable) m.proof = shown(q, 1 - by, index, who).proof;
        try disputes.lead(q, side(by), m) {
            if (!isOpen || time > d.deadline || !better || !provable) broken = "a lead that was none";
            d = disputes.dispute(idOf(q));
            if (d.creditor != who) broken = "another's lead";
        } catch {
            if (isOpen && time <= d.deadline && better && provable) broken = "a lead was refused";
        }
    }

    function _settle(uint256 which) private {
        bytes32 id = idOf(_question(which));
        IDisputes.Dispute memory d = disputes.dispute(id);
        uint256 before = stake.creditOf(d.creditor);
        bool isOpen = d.status == IDisputes.Status.Open || d.status == IDisputes.Status.Led;
        IDisputes.Side winner = disputes.winner(id);
        try disputes.settle(id) {
            if (!isOpen || time <= d.deadline) broken = "settled too early";
            if (disputes.winner(id) != winner) broken = "settling changed the winner";
            uint256 burned = winner == IDisputes.Side.None ? (uint256(d.bond) * BURNED + 9_999) / 10_000 : 0;
            if (stake.creditOf(d.creditor) - before != d.bond - burned) broken = "the bond went astray";
        } catch {
            if (isOpen && time > d.deadline) broken = "cannot be settled";
        }
    }

    function _watch(uint256 which) private {
        bytes32 id = idOf(_question(which));
        IDisputes.Dispute memory d = disputes.dispute(id);
        IDisputes.Dispute memory last = _last[which];
        if (d.status < last.status) broken = "a status went back";
        if (d.deadline < last.deadline || d.deadline > d.limit) broken = "a deadline went back, or too far";
        if (last.limit != 0 && d.limit != last.limit) broken = "a limit moved";
        if (last.leading != IDisputes.Side.None && d.index > last.index) broken = "a lead went up";
        _last[which] = d;
        IDisputes.Side winner = disputes.winner(id);
        if (_won[which] != IDisputes.Side.None && _won[which] != winner) broken = "a victory was taken back";
        _won[which] = winner;
    }

    function _take(address who) private {
        uint256 amount = stake.creditOf(who);
        if (amount == 0) return;
        vm.prank(who);
        stake.withdraw(address(0x5afe));
        withdrawn += amount;
    }

    function _question(uint256 which) private pure returns (IDisputes.Question memory) {
        return questionOf(bought(2 * which), bought(2 * which + 1));
    }

    /// Every entry matches one of the sides of every question, or neither.
    function _matches(uint256 which, uint256 by, uint64 index) private pure returns (bool) {
        return uint256(keccak256(abi.encode(which, index))) % 3 == by;
    }
}

/// The invariants that the NatSpec of Disputes numbers.
contract DisputesInvariants is DisputesTest {
    DisputeActor private actor;

    function setUp() public override {
        actor = new DisputeActor();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actor);
    }

    /// L1, to the wei.
    function invariantL1EtherIsConserved() external view {
        assertEq(actor.held(), actor.bonds());
        uint256 accounted = actor.held() + actor.credited() + actor.withdrawn() + Ether.BURNED.balance;
        assertEq(actor.paidIn(), accounted);
    }

    /// L1, L2, L4, L5, L7, step by step.
    function invariantNothingBroke() external view {
        assertEq(actor.broken(), "");
    }

    /// Nobody is slashed, or kept from leaving, by a dispute.
    function invariantTheOperatorIsUntouched() external view {
        assertEq(actor.openChallenges(), 0);
        assertTrue(actor.standing());
    }

    /// L1: every bond leaves.
    function invariantEveryBondLeaves() external {
        actor.empty();
        assertEq(actor.held(), 0);
        assertEq(actor.credited(), 0);
        assertEq(actor.paidIn(), actor.withdrawn() + Ether.BURNED.balance);
        assertEq(actor.broken(), "");
    }
}
