// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IChallenges} from "../../contracts/interfaces/IChallenges.sol";
import {IOperatorStake} from "../../contracts/interfaces/IOperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "./ChallengeTest.sol";

/// An operator, challengers and time. An honest operator anchors in time and answers before every deadline; the other
/// anchors and answers when it happens to, is slashed for other things, and leaves.
contract ChallengeActor is ChallengeTest {
    struct Asked {
        bytes32 id;
        IChallenges.Kind kind;
        uint64 batch;
        uint32 place;
    }

    uint64 private constant MOST_BATCHES = 7;
    bool private immutable HONEST;
    address private immutable OWNER = msg.sender;
    address private constant WALLET = address(0x3a11e7);
    address[3] private challengers = [address(0xc1), address(0xc2), address(0xc3)];

    uint256 public time = START;
    uint256 public paidIn = MINIMUM_STAKE;
    uint256 public withdrawn;
    /// How often an unanswered challenge took the stake, and how often one was settled that should have.
    uint256 public slashes;
    uint256 public silences;
    /// What must never happen, if it did.
    string public broken;

    Asked[] private _asked;
    mapping(bytes32 id => IChallenges.Status) private _last;
    uint256[] private _anchoredAt;

    constructor(bool honest) {
        HONEST = honest;
        setUpChallenges();
        join(OPERATOR);
        _close();
        _anchor();
    }

    /// B2, at the time that this actor has.
    modifier watched() {
        vm.warp(time);
        vm.fee(1 gwei);
        _;
        for (uint256 i = 0; i < _asked.length; ++i) {
            IChallenges.Status status = challenges.challenge(_asked[i].id).status;
            if (status < _last[_asked[i].id]) broken = "a status went back";
            _last[_asked[i].id] = status;
        }
    }

    function wait(uint256 seconds_) external watched {
        _wait(bound(seconds_, 1, 4));
    }

    /// Closes a batch and anchors it, now or at another time.
    function grow(bool now_) external watched {
        if (_isAnchored() && batches.length < MOST_BATCHES && (!HONEST || _canAnchor())) _close();
        if (!_isAnchored() && _canAnchor() && (HONEST || now_)) _anchor();
    }

    /// Mostly about the newest batches, as only they can be asked about.
    function open(uint256 kindSeed, uint256 back, uint256 place, uint256 who, uint256 beyond) external watched {
        uint64 batch = uint64(batches.length - 1 - (back % 3 < batches.length ? back % 3 : 0));
        uint32 at_ = uint32(place % 3);
        IChallenges.Kind kind = IChallenges.Kind(kindSeed % 4);
        // What is not anchored is asked for as long as it is not, by a receipt.
        if (!_isAnchored()) (batch, kind) = (uint64(sizes.length), IChallenges.Kind.Omission);
        if (kind == IChallenges.Kind.Header) at_ = 0;
        bytes memory data = openCall(kind, batch, at_);
        uint256 value = challenges.requiredBond(kind) + (beyond % 2) * (beyond % 1 ether);
        address challenger = challengers[who % 3];
        vm.deal(challenger, value);
        vm.prank(challenger);
        (bool opened, bytes memory answered) = address(challenges).call{value: value}(data);
        if (!opened) return;
        paidIn += value;
        _asked.push(Asked(abi.decode(answered, (bytes32)), kind, batch, at_));
    }

    /// What is asked for is anchored first, if it is not.
    function answer(uint256 which, uint256 who) external watched {
        if (_asked.length == 0) return;
        Asked memory a = _asked[which % _asked.length];
        if (a.batch == sizes.length && _canAnchor()) _anchor();
        _answer(a, challengers[who % 3]);
    }

    /// With what was asked for at another place.
    function answerWrongly(uint256 which) external watched {
        if (_asked.length == 0) return;
        Asked memory a = _asked[which % _asked.length];
        if (a.kind == IChallenges.Kind.Omission) return;
        bytes memory data = answerCall(a.kind, a.batch, (a.place + 1) % 3);
        if (a.kind == IChallenges.Kind.Header) {
            data = abi.encodeCall(
                IChallenges.answerHeader,
                (OPERATOR, a.batch, batches[a.batch].entries[0], headerProof(a.batch, a.batch))
            );
        }
        IChallenges.Status before = challenges.challenge(a.id).status;
        vm.prank(challengers[0]); // it may be the right answer about that other place
        (bool done, ) = address(challenges).call(data);
        if (done && challenges.challenge(a.id).status != before) broken = "a wrong answer counted";
    }

    function settle(uint256 which) external watched {
        if (_asked.length != 0) _settle(_asked[which % _asked.length]);
    }

    function slash(uint256 seed) external watched {
        if (HONEST || seed % 8 != 0) return;
        vm.prank(JUDGE);
        stake.slash(OPERATOR, challengers[0]);
    }

    function exit(uint256 seed) external watched {
        if (seed % 8 == 0) {
            vm.prank(OPERATOR);
            try stake.requestExit() {} catch {}
        }
        try stake.completeExit(OPERATOR) {} catch {}
    }

    function withdraw(uint256 who) external watched {
        _take(who % 4 == 3 ? OPERATOR : challengers[who % 4]);
    }

    /// Everybody leaves with what is theirs. No step of a run, but what the test does after one.
    function empty() external {
        if (msg.sender != OWNER) return;
        vm.warp(time);
        for (uint256 i = 0; i < 4; ++i) _wait(2);
        vm.warp(time);
        for (uint256 i = 0; i < _asked.length; ++i) _settle(_asked[i]);
        vm.prank(OPERATOR);
        try stake.requestExit() {} catch {}
        vm.warp(time + 1000);
        try stake.completeExit(OPERATOR) {} catch {}
        _take(OPERATOR);
        for (uint256 i = 0; i < 3; ++i) _take(challengers[i]);
    }

    /// Both contracts'.
    function balance() external view returns (uint256) {
        return address(challenges).balance + address(stake).balance;
    }

    function held() external view returns (uint256) {
        return address(challenges).balance;
    }

    function bonds() external view returns (uint256 sum) {
        for (uint256 i = 0; i < _asked.length; ++i) sum += challenges.challenge(_asked[i].id).bond;
    }

    function account() external view returns (IOperatorStake.Account memory) {
        return stake.accountOf(OPERATOR);
    }

    /// Those that the stake waits for.
    function open() external view returns (uint256 count) {
        for (uint256 i = 0; i < _asked.length; ++i) if (challenges.challenge(_asked[i].id).counted) ++count;
    }

    function _wait(uint256 seconds_) private {
        for (uint256 i = 0; i < _asked.length && HONEST; ++i) {
            IChallenges.Challenge memory c = challenges.challenge(_asked[i].id);
            if (c.status == IChallenges.Status.Open && c.deadline < time + seconds_) _answer(_asked[i], OPERATOR);
        }
        time += seconds_;
    }

    function _isAnchored() private view returns (bool) {
        return sizes.length == batches.length;
    }

    function _canAnchor() private view returns (bool) {
        return registry.inStanding(OPERATOR) && time >= _anchoredAt[sizes.length - 1] + INTERVAL;
    }

    function _close() private {
        vm.warp(time);
        clock = uint64(time * 1000);
        uint256 nonce = 10 * batches.length;
        appendVote(OPERATOR, nonce);
        appendVote(OPERATOR, nonce + 1);
        append(OPERATOR, WALLET, nonce, voteDigest(OPERATOR, WALLET, nonce), keccak256("signature"), 1);
        closeBatch(OPERATOR);
    }

    function _anchor() private {
        anchorAll(OPERATOR);
        _anchoredAt.push(time);
    }

    function _answer(Asked memory a, address from) private {
        if (a.batch >= sizes.length) return;
        bytes memory data = answerCall(a.kind, a.batch, a.place);
        IChallenges.Challenge memory c = challenges.challenge(a.id);
        uint256 credit = stake.creditOf(c.challenger);
        vm.prank(from);
        (bool done, ) = address(challenges).call(data);
        bool open_ = c.status == IChallenges.Status.Open && time <= c.deadline;
        if (open_ && !done) broken = "a right answer was refused";
        if (!open_ && done) broken = "an answer counted too late";
        // B5, where no answer costs a whole bond.
        bool right = a.kind == IChallenges.Kind.Omission && c.deadline <= _anchoredAt[a.batch] + timing().responseTime;
        bool back = stake.creditOf(c.challenger) >= credit + c.bond;
        if (done && back != right) broken = "a bond went to the wrong one";
    }

    function _settle(Asked memory a) private {
        IChallenges.Challenge memory c = challenges.challenge(a.id);
        bool stands = stake.accountOf(OPERATOR).status < IOperatorStake.Status.Exited;
        bool header = a.kind == IChallenges.Kind.Header;
        uint64 index = header ? a.batch : 3 * a.batch + a.place;
        try challenges.settle(a.kind, OPERATOR, header ? bytes32(0) : logOf(OPERATOR), index) {
            if (block.timestamp <= c.deadline) broken = "settled too early";
            ++silences;
            bool slashed = stake.accountOf(OPERATOR).status == IOperatorStake.Status.Slashed;
            if (stands && slashed) ++slashes;
            if (!slashed) broken = "silence without a slash";
        } catch {
            if (c.status == IChallenges.Status.Open && block.timestamp > c.deadline) broken = "cannot be settled";
        }
    }

    function _take(address who) private {
        uint256 amount = stake.creditOf(who);
        if (amount == 0) return;
        vm.prank(who);
        stake.withdraw(address(0x5afe));
        withdrawn += amount;
    }

    function openCall(IChallenges.Kind kind, uint64 batch, uint32 place) private view returns (bytes memory) {
        if (kind == IChallenges.Kind.Header) return abi.encodeCall(IChallenges.openHeader, (OPERATOR, batch, batch));
        if (kind == IChallenges.Kind.Entry) {
            return abi.encodeCall(IChallenges.openEntry, (OPERATOR, headerEvidence(batch, batch), place, batch));
        }
        if (kind == IChallenges.Kind.Omission) {
            Evidence.Receipt memory receipt = receiptOf(batches[batch].entries[place]);
            bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
            return abi.encodeCall(IChallenges.openOmission, (OPERATOR, receipt, signed, NAME));
        }
        return abi.encodeCall(IChallenges.openAction, (OPERATOR, entryEvidence(batch, batch, place), batch));
    }

    function answerCall(IChallenges.Kind kind, uint64 batch, uint32 place) private view returns (bytes memory) {
        bytes memory header = batches[batch].header;
        if (kind == IChallenges.Kind.Header) {
            return abi.encodeCall(IChallenges.answerHeader, (OPERATOR, batch, header, headerProof(batch, batch)));
        }
        bytes memory entry = batches[batch].entries[place];
        if (kind == IChallenges.Kind.Entry) {
            return
                abi.encodeCall(
                    IChallenges.answerEntry,
                    (OPERATOR, header, place, entry, entryProof(batch, place), zkPath(batch, place))
                );
        }
        if (kind == IChallenges.Kind.Omission) {
            return abi.encodeCall(IChallenges.answerOmission, (OPERATOR, entryEvidence(batch, batch, place)));
        }
        bytes memory signed = voteSignature(OPERATOR, 10 * batch + place);
        return abi.encodeCall(IChallenges.answerAction, (OPERATOR, entry, form(), signed));
    }
}

/// The invariants that the NatSpec of ChallengeBook and Challenges numbers.
contract ChallengesInvariants is ChallengeTest {
    ChallengeActor[2] private actors;

    function setUp() external {
        actors = [new ChallengeActor(true), new ChallengeActor(false)];
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](2);
        (targets[0], targets[1]) = (address(actors[0]), address(actors[1]));
    }

    /// B1, to the wei.
    function invariantBondsAreConserved() external view {
        uint256 paidIn;
        uint256 accounted = Ether.BURNED.balance;
        for (uint256 i = 0; i < 2; ++i) {
            assertEq(actors[i].held(), actors[i].bonds());
            paidIn += actors[i].paidIn();
            accounted += actors[i].balance() + actors[i].withdrawn();
        }
        assertEq(paidIn, accounted);
    }

    /// B2, B4, and D1: right answers count while there is time, and no others do.
    function invariantNothingBroke() external view {
        assertEq(actors[0].broken(), "");
        assertEq(actors[1].broken(), "");
    }

    /// D1: who anchors in time and answers loses nothing of its stake.
    function invariantAnHonestOperatorIsNeverSlashed() external view {
        IOperatorStake.Account memory account = actors[0].account();
        assertTrue(account.status != IOperatorStake.Status.Slashed);
        if (account.status != IOperatorStake.Status.Exited) assertEq(account.stake, MINIMUM_STAKE);
        assertEq(actors[0].silences(), 0);
    }

    /// B4: silence slashes, and once.
    function invariantSilenceSlashesOnce() external view {
        assertTrue(actors[1].slashes() <= 1);
        if (actors[1].silences() != 0) {
            assertTrue(actors[1].account().status == IOperatorStake.Status.Slashed);
        }
    }

    /// An exit waits for what the stake answers for, and for nothing else.
    function invariantTheStakeCountsOpenChallenges() external view {
        for (uint256 i = 0; i < 2; ++i) assertEq(actors[i].account().openChallenges, actors[i].open());
    }

    /// B1: every bond can leave.
    function invariantEveryWeiCanLeave() external {
        for (uint256 i = 0; i < 2; ++i) {
            actors[i].empty();
            assertEq(actors[i].broken(), "");
            assertEq(actors[i].balance(), 0);
        }
    }
}
