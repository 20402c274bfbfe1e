// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Disputes} from "../../contracts/Disputes.sol";
import {Predicates} from "../../contracts/libraries/Predicates.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {DisputesTest} from "./DisputesTest.sol";

/// People who ask, show entries, lie and wait. `_matches` determines which entries each side has. The actor computes
/// beforehand which calls succeed and what they change. After each step it compares all disputes and credits with that.
contract DisputeActor is DisputesTest {
    uint256 private constant QUESTIONS = 3;
    uint64 private constant ENTRIES = 42;
    address private immutable OWNER = msg.sender;
    address[3] private people = [address(0xd1), address(0xd2), address(0xd3)];

    uint256 public time;
    uint256 public paidIn;
    uint256 public withdrawn;
    uint256 public burned;
    /// The first forbidden event that occurred, if any.
    string public broken;

    /// The expected disputes and credits.
    Disputes.Dispute[QUESTIONS] private _disputes;
    /// The status of each dispute at its last call.
    Disputes.Status[QUESTIONS] private _statuses;
    mapping(address account => uint256) private _credits;
    /// The sides that have won.
    Disputes.Side[QUESTIONS] private _won;

    constructor() {
        setUpDisputes();
        time = block.timestamp;
    }

    /// Disabled: the constructor sets up.
    function setUp() public pure override {}

    /// A call makes the expected change, and changes no other dispute or credit. A refused call changes nothing.
    modifier watched() {
        vm.warp(time);
        _;
        for (uint256 i = 0; i < QUESTIONS; ++i) {
            _watch(i);
            if (stake.creditOf(people[i]) != _credits[people[i]]) broken = "wrong credit";
        }
    }

    function wait(uint256 seconds_) external watched {
        time += bound(seconds_, 1, RESPONSE_TIME);
        vm.warp(time);
    }

    /// Opens a question, sometimes for a bond one wei too small.
    function ask(uint256 which, uint256 who, uint256 beyond, uint256 baseFee) external watched {
        baseFee = bound(baseFee, 0, 20 gwei);
        setBaseFee(baseFee);
        uint256 bond = 400_000 * baseFee * 3;
        if (bond < BOND) bond = BOND;
        _ask(
            which % QUESTIONS,
            people[who % 3],
            bond,
            beyond % 4 == 0 ? bond - 1 : bond + (beyond % 1 ether) * (beyond % 2)
        );
    }

    function show(uint256 which, uint256 by, uint256 index, uint256 who) external watched {
        _show(which % QUESTIONS, by % 2, uint64(index % ENTRIES), people[who % 3]);
    }

    /// Leads with the earliest entry of a side.
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

    /// Everybody withdraws everything. Only the test calls this, after a run.
    function empty() external watched {
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

    /// The balance of the stake contract, without the operator's stake.
    function credited() external view returns (uint256) {
        return address(stake).balance - MINIMUM_STAKE;
    }

    function openChallenges() external view returns (uint256) {
        return stake.accountOf(OPERATOR).openChallenges;
    }

    function standing() external view returns (bool) {
        return registry.inStanding(OPERATOR);
    }

    function _ask(uint256 which, address who, uint256 bond, uint256 value) private {
        Disputes.Dispute storage d = _disputes[which];
        bool due = _statuses[which] == Disputes.Status.None || _statuses[which] == Disputes.Status.Unresolved;
        due = due && value >= bond;
        vm.deal(who, value);
        vm.prank(who);
        try disputes.open{value: value}(_question(which)) {
            if (!due) broken = "a question was opened twice, or for less";
            paidIn += value;
            _credits[who] += value - bond;
            (d.creditor, d.bond, _statuses[which]) = (who, uint128(bond), Disputes.Status.Open);
            (d.deadline, d.limit) = (uint48(time + RESPONSE_TIME), uint48(time + TOTAL_TIME));
        } catch {
            if (due) broken = "a question could not be opened";
        }
    }

    /// A lead must be accepted if and only if it is proven, in time and earlier.
    function _show(uint256 which, uint256 by, uint64 index, address who) private {
        Predicates.Question memory q = _question(which);
        Disputes.Dispute storage d = _disputes[which];
        bool provable = _matches(which, by, index);
        bool due = _isOpen(which) && time <= d.deadline && provable;
        due = due && (_statuses[which] == Disputes.Status.Open || index < d.index);
        Disputes.Match memory m = shown(q, by, index, who);
        // A false match has no proof. The best that a liar can send is a proof for the other side.
        if (!provable) m.proof = shown(q, 1 - by, index, who).proof;
        try disputes.lead(q, side(by), m) {
            if (!due) broken = "an invalid lead was accepted";
            _statuses[which] = Disputes.Status.Led;
            (d.creditor, d.index, d.leading) = (who, index, side(by));
            d.deadline = time + RESPONSE_TIME < d.limit ? uint48(time + RESPONSE_TIME) : d.limit;
        } catch {
            if (due) broken = "a lead was refused";
        }
    }

    /// The burned part of an unanswered dispute's bond is rounded up.
    function _settle(uint256 which) private {
        Disputes.Dispute storage d = _disputes[which];
        bool due = _isOpen(which) && time > d.deadline;
        try disputes.settle(idOf(_question(which))) {
            if (!due) broken = "settled too early";
            bool led = _statuses[which] == Disputes.Status.Led;
            uint256 burns = led ? 0 : (uint256(d.bond) * BURNED + 9_999) / 10_000;
            burned += burns;
            _credits[d.creditor] += d.bond - burns;
            (d.bond, _statuses[which]) = (0, led ? Disputes.Status.Resolved : Disputes.Status.Unresolved);
        } catch {
            if (due) broken = "cannot be settled";
        }
    }

    function _watch(uint256 which) private {
        bytes32 id = idOf(_question(which));
        Disputes.Dispute storage d = _disputes[which];
        if (keccak256(abi.encode(disputes.dispute(id))) != keccak256(abi.encode(d))) broken = "wrong dispute";
        Disputes.Status status = _statuses[which];
        if (status == Disputes.Status.Open && time > d.deadline) status = Disputes.Status.Unresolved;
        if (status == Disputes.Status.Led && time > d.deadline) status = Disputes.Status.Resolved;
        if (disputes.statusOf(id) != status) broken = "wrong status";
        Disputes.Side winner = status == Disputes.Status.Resolved ? d.leading : Disputes.Side.None;
        if (disputes.winner(id) != winner) broken = "wrong winner";
        if (_won[which] != Disputes.Side.None && _won[which] != winner) broken = "a victory was taken back";
        _won[which] = winner;
    }

    function _take(address who) private {
        uint256 amount = _credits[who];
        vm.prank(who);
        try stake.withdraw(address(0x5afe)) {
            if (amount == 0) broken = "withdrawal of nothing";
            _credits[who] = 0;
            withdrawn += amount;
        } catch {
            if (amount != 0) broken = "withdrawal refused";
        }
    }

    function _isOpen(uint256 which) private view returns (bool) {
        return _statuses[which] == Disputes.Status.Open || _statuses[which] == Disputes.Status.Led;
    }

    function _question(uint256 which) private pure returns (Predicates.Question memory) {
        return questionOf(bought(2 * which), bought(2 * which + 1));
    }

    /// Each entry matches one side of a question, or neither.
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

    /// Judges every invariant after each call. One function for each would repeat all calls.
    function invariantAll() external {
        _l1EtherIsConserved();
        _nothingBroke();
        _theOperatorIsUntouched();
        _everyBondLeaves();
    }

    /// L1, to the wei.
    function _l1EtherIsConserved() private view {
        assertEq(actor.held(), actor.bonds());
        uint256 accounted = actor.held() + actor.credited() + actor.withdrawn() + Ether.BURNED.balance;
        assertEq(actor.paidIn(), accounted);
    }

    /// L1, L2, L4, L5, L7: every call succeeds exactly when it should, and changes exactly what it should.
    function _nothingBroke() private view {
        assertEq(actor.broken(), "");
        assertEq(Ether.BURNED.balance, actor.burned());
    }

    /// A dispute neither slashes an operator nor delays its exit.
    function _theOperatorIsUntouched() private view {
        assertEq(actor.openChallenges(), 0);
        assertTrue(actor.standing());
    }

    /// L1: every bond leaves.
    function _everyBondLeaves() private {
        actor.empty();
        assertEq(actor.held(), 0);
        assertEq(actor.credited(), 0);
        assertEq(actor.paidIn(), actor.withdrawn() + Ether.BURNED.balance);
        assertEq(actor.broken(), "");
    }
}
