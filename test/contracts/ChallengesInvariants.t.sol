// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "./ChallengeTest.sol";

/// An operator, challengers and time. An honest operator anchors in time and answers before every deadline. The other
/// one anchors and answers at random, is slashed for other faults, and exits. The actor computes beforehand which calls
/// succeed and what they change. After each step it compares all challenges, credits and freezes and the account with
/// that.
contract ChallengeActor is ChallengeTest {
    struct Asked {
        bytes32 id;
        ChallengeBook.Kind kind;
        uint64 batch;
        uint32 place;
    }

    uint64 private constant MOST_BATCHES = 7;
    /// As in RegistryTest.timing().
    uint256 private constant WINDOW = 5;
    uint256 private constant RESPONSE_TIME = 2;
    /// The highest `answerGas` of all kinds.
    uint256 private constant MOST_ANSWER_GAS = 600_000;
    bool private immutable HONEST;
    address private immutable OWNER = msg.sender;
    address private constant WALLET = address(0x3a11e7);
    address[3] private challengers = [address(0xc1), address(0xc2), address(0xc3)];

    uint256 public time = START;
    uint256 public paidIn = MINIMUM_STAKE;
    uint256 public withdrawn;
    /// The number of times that an unanswered challenge took the stake, and the number of settled unanswered
    /// challenges.
    uint256 public slashes;
    uint256 public silences;
    /// The first forbidden event that occurred, if any.
    string public broken;

    Asked[] private _asked;
    /// The expected challenges, account, credits and numbers of freezes.
    mapping(bytes32 id => ChallengeBook.Challenge) private _questions;
    OperatorStake.Account private _account;
    uint256 private _laterRewards;
    mapping(address account => uint256) private _credits;
    mapping(bytes32 log => uint256) private _freezes;
    mapping(bytes32 log => uint64) private _frozenFrom;
    uint256[] private _closedAt;
    uint256[] private _anchoredAt;

    constructor(bool honest) {
        HONEST = honest;
        setUpChallenges();
        join(OPERATOR);
        _account.stake = MINIMUM_STAKE;
        _close();
        _anchor();
    }

    /// A call makes the expected change, and changes no other challenge, account, credit or freeze. A refused call
    /// changes nothing.
    modifier watched() {
        vm.warp(time);
        vm.fee(1 gwei);
        _;
        for (uint256 i = 0; i < _asked.length; ++i) {
            bytes memory question = abi.encode(challenges.challenge(_asked[i].id));
            if (keccak256(question) != keccak256(abi.encode(_questions[_asked[i].id]))) broken = "wrong challenge";
        }
        _account.standing = _account.status == OperatorStake.Status.Open;
        bytes memory account_ = abi.encode(stake.accountOf(OPERATOR));
        if (keccak256(account_) != keccak256(abi.encode(_account))) broken = "wrong account";
        if (stake.creditOf(OPERATOR) != _credits[OPERATOR]) broken = "wrong credit of the operator";
        for (uint256 i = 0; i < 3; ++i) {
            if (stake.creditOf(challengers[i]) != _credits[challengers[i]]) broken = "wrong credit";
        }
        _compareFreezes(0, registry.freezes(OPERATOR, Freezes.BATCH_LOG));
        _compareFreezes(logOf(OPERATOR), registry.freezes(OPERATOR, logOf(OPERATOR)));
    }

    function wait(uint256 seconds_) external watched {
        _wait(bound(seconds_, 1, 4));
    }

    /// Closes a batch, and anchors it now or in a later step.
    function grow(bool now_) external watched {
        if (_isAnchored() && batches.length < MOST_BATCHES && (!HONEST || _canAnchor())) _close();
        if (!_isAnchored() && _canAnchor() && (HONEST || now_)) _anchor();
    }

    /// Opens a challenge, mostly about the newest batches, as only those can be challenged. Sometimes the bond is one
    /// wei too small.
    function open(uint256 seed, uint256 place, uint256 who, uint256 beyond, uint256 baseFee) external watched {
        uint256 back = (seed / 4) % 3;
        Asked memory a;
        a.batch = uint64(batches.length - 1 - (back < batches.length ? back : 0));
        a.kind = ChallengeBook.Kind(seed % 4);
        // An entry that is not anchored can only be challenged by its receipt.
        if (!_isAnchored()) (a.batch, a.kind) = (uint64(sizes.length), ChallengeBook.Kind.Omission);
        if (a.kind != ChallengeBook.Kind.Header) a.place = uint32(place % 3);
        (bytes32 log, uint64 index) = _about(a);
        a.id = challenges.challengeId(a.kind, OPERATOR, log, index);
        baseFee = bound(baseFee, 0, 20 gwei);
        vm.fee(baseFee);
        _open(a, challengers[who % 3], beyond % 4 == 0 ? 0 : 1 + (beyond % 2) * (beyond % 1 ether), baseFee);
    }

    /// Answers a challenge. Anchors its batch first if necessary.
    function answer(uint256 which, uint256 who) external watched {
        if (_asked.length == 0) return;
        Asked memory a = _pick(which);
        if (a.batch == sizes.length && _canAnchor()) _anchor();
        _answer(a, challengers[who % 3]);
    }

    /// Answers with another entry, or with one changed bit.
    function answerWrongly(uint256 which, uint256 seed) external watched {
        if (_asked.length == 0) return;
        Asked memory a = _pick(which);
        if (a.batch >= sizes.length) return;
        bytes memory shown = _shownOf(a);
        // A challenge about an action is identified by the entry's bytes, so another entry would answer another
        // challenge.
        if (seed % 2 == 0 && a.kind != ChallengeBook.Kind.Action) shown = batches[a.batch].entries[(a.place + 1) % 3];
        else shown[seed % shown.length] ^= bytes1(uint8(1 << ((seed / 2) % 8)));
        vm.prank(challengers[0]);
        (bool done, ) = address(challenges).call(answerCall(a, shown));
        if (done) broken = "a wrong answer counted";
    }

    function settle(uint256 which) external watched {
        if (_asked.length != 0) _settle(_pick(which));
    }

    function slash(uint256 seed) external watched {
        if (HONEST || seed % 8 != 0) return;
        vm.prank(JUDGE);
        stake.convict(OPERATOR, challengers[0], "another", 0);
        _slashed(challengers[0], _freezes["another"]++ == 0);
    }

    function exit(uint256 seed) external watched {
        if (seed % 8 == 0) _requestExit();
        _completeExit();
    }

    function withdraw(uint256 who) external watched {
        _take(who % 4 == 3 ? OPERATOR : challengers[who % 4]);
    }

    /// Everybody withdraws everything. Only the test calls this, after a run.
    function empty() external watched {
        if (msg.sender != OWNER) return;
        for (uint256 i = 0; i < 4; ++i) _wait(2);
        for (uint256 i = 0; i < _asked.length; ++i) _settle(_asked[i]);
        _requestExit();
        time += FINALITY_DELAY + ANCHOR_DELAY;
        vm.warp(time);
        _completeExit();
        _take(OPERATOR);
        for (uint256 i = 0; i < 3; ++i) _take(challengers[i]);
    }

    /// The rewards that the slash keeps for later reports.
    function kept() external view returns (uint256) {
        return _laterRewards * REWARD_FLOOR;
    }

    /// The balance of both contracts.
    function balance() external view returns (uint256) {
        return address(challenges).balance + address(stake).balance;
    }

    function held() external view returns (uint256) {
        return address(challenges).balance;
    }

    function bonds() external view returns (uint256 sum) {
        for (uint256 i = 0; i < _asked.length; ++i) sum += challenges.challenge(_asked[i].id).bond;
    }

    function account() external view returns (OperatorStake.Account memory) {
        return stake.accountOf(OPERATOR);
    }

    /// The number of open challenges.
    function open() external view returns (uint256 count) {
        for (uint256 i = 0; i < _asked.length; ++i) {
            if (challenges.challenge(_asked[i].id).status == ChallengeBook.Status.Open) ++count;
        }
    }

    function _wait(uint256 seconds_) private {
        for (uint256 i = 0; i < _asked.length && HONEST; ++i) {
            ChallengeBook.Challenge storage c = _questions[_asked[i].id];
            if (c.status == ChallengeBook.Status.Open && c.deadline < time + seconds_) _answer(_asked[i], OPERATOR);
        }
        time += seconds_;
        vm.warp(time);
    }

    /// Picks a challenge, mostly one of the last, as only those wait for an answer.
    function _pick(uint256 which) private view returns (Asked memory) {
        uint256 back = which % 4 == 0 ? which / 4 : (which / 4) % 3;
        return _asked[_asked.length - 1 - (back % _asked.length)];
    }

    function _isAnchored() private view returns (bool) {
        return sizes.length == batches.length;
    }

    function _canAnchor() private view returns (bool) {
        return registry.inStanding(OPERATOR) && time >= _anchoredAt[sizes.length - 1] + INTERVAL;
    }

    function _compareFreezes(bytes32 log, Freezes.Freeze[] memory list) private {
        bool same = list.length == _freezes[log];
        if (same && list.length != 0) same = list[list.length - 1].from == _frozenFrom[log];
        if (!same) broken = "wrong freezes";
    }

    function _close() private {
        clock = uint64(time * 1000);
        _closedAt.push(time);
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

    function _open(Asked memory a, address challenger, uint256 beyond, uint256 baseFee) private {
        ChallengeBook.ChallengeParameters memory p = parameters();
        uint256 bond = p.answerGas[uint256(a.kind)] * baseFee * p.factor;
        if (bond < p.floor) bond = p.floor;
        // `beyond` is 0 for one wei too few.
        uint256 value = bond + beyond - 1;
        bool due = beyond != 0 && _canBeAsked(a);
        vm.deal(challenger, value);
        bytes memory data = openCall(a);
        vm.prank(challenger);
        (bool opened, ) = address(challenges).call{value: value}(data);
        if (due != opened) broken = opened ? "an invalid challenge was opened" : "a challenge was refused";
        if (!opened) return;
        paidIn += value;
        _asked.push(a);
        ++_account.openChallenges;
        _credits[challenger] += value - bond;
        ChallengeBook.Challenge storage c = _questions[a.id];
        (c.challenger, c.deadline, c.status) = (challenger, uint48(time + RESPONSE_TIME), ChallengeBook.Status.Open);
        (c.bond, c.subject) = (uint128(bond), _subjectOf(a));
        if (a.kind == ChallengeBook.Kind.Header) c.size = sizes[a.batch];
    }

    /// A challenge can be opened once, until the operator exited, while its batch's window or its receipt's window is
    /// open.
    function _canBeAsked(Asked memory a) private view returns (bool) {
        if (_questions[a.id].status != ChallengeBook.Status.None) return false;
        if (_account.status == OperatorStake.Status.Exited) return false;
        if (a.kind != ChallengeBook.Kind.Omission) return time < _anchoredAt[a.batch] + WINDOW;
        uint256 due = _closedAt[a.batch] + ANCHOR_DELAY;
        return time > due && time < due + WINDOW;
    }

    function _answer(Asked memory a, address from) private {
        if (a.batch >= sizes.length) return;
        ChallengeBook.Challenge memory c = _questions[a.id];
        bool due = c.status == ChallengeBook.Status.Open && time <= c.deadline;
        bytes memory data = answerCall(a, _shownOf(a));
        vm.prank(from);
        (bool done, ) = address(challenges).call(data);
        if (due != done) broken = done ? "an answer counted too late" : "a right answer was refused";
        if (!done) return;
        _close(a.id, ChallengeBook.Status.Answered);
        // B5: a challenge before the anchor, or in the same second, returns the whole bond. Otherwise the part that is
        // not repaid goes back.
        bool overdue = a.kind == ChallengeBook.Kind.Omission && c.deadline <= _anchoredAt[a.batch] + RESPONSE_TIME;
        if (overdue || from == c.challenger) _credits[c.challenger] += c.bond;
        else {
            uint256 repaid = stake.creditOf(from) - _credits[from];
            _credits[from] += repaid;
            _credits[c.challenger] += c.bond - repaid;
            if (repaid == 0 || repaid > MOST_ANSWER_GAS * block.basefee) broken = "an answer was not repaid its cost";
        }
    }

    function _settle(Asked memory a) private {
        ChallengeBook.Challenge memory c = _questions[a.id];
        bool due = c.status == ChallengeBook.Status.Open && time > c.deadline;
        (bytes32 log, uint64 index) = _about(a);
        try challenges.settle(a.kind, OPERATOR, log, index) {
            if (!due) broken = "settled too early";
            ++silences;
            if (_account.status < OperatorStake.Status.Exited) ++slashes;
            _close(a.id, ChallengeBook.Status.Unanswered);
            // A freeze that covers no more than the last one is not stored.
            bool freezes = _freezes[log] == 0 || index < _frozenFrom[log];
            _slashed(c.challenger, freezes);
            _credits[c.challenger] += c.bond;
            if (freezes) {
                ++_freezes[log];
                _frozenFrom[log] = index;
            }
        } catch {
            if (due) broken = "cannot be settled";
        }
    }

    function _close(bytes32 id, ChallengeBook.Status status) private {
        delete _questions[id];
        _questions[id].status = status;
        --_account.openChallenges;
    }

    /// At a base fee of 1 gwei the reward is its floor. The next three freezes are rewarded as well.
    function _slashed(address reporter, bool freezes) private {
        if (_account.status == OperatorStake.Status.Exited) return;
        if (_account.status == OperatorStake.Status.Slashed) {
            if (!freezes || _laterRewards == 0) return;
            --_laterRewards;
        } else {
            _account.stake = 0;
            _account.status = OperatorStake.Status.Slashed;
            _laterRewards = 3;
        }
        _credits[reporter] += REWARD_FLOOR;
    }

    function _requestExit() private {
        bool due = _account.status == OperatorStake.Status.Open;
        vm.prank(OPERATOR);
        try stake.requestExit() {
            if (!due) broken = "exit begun";
            _account.status = OperatorStake.Status.Exiting;
            _account.exitableFrom = uint48(time + FINALITY_DELAY + ANCHOR_DELAY);
        } catch {
            if (due) broken = "exit not begun";
        }
    }

    function _completeExit() private {
        bool due = _account.status == OperatorStake.Status.Exiting && time >= _account.exitableFrom;
        due = due && _account.openChallenges == 0;
        try stake.completeExit(OPERATOR) {
            if (!due) broken = "exit too early";
            _credits[OPERATOR] += _account.stake;
            _account.stake = 0;
            _account.status = OperatorStake.Status.Exited;
        } catch {
            if (due) broken = "exit refused";
        }
    }

    function _take(address who) private {
        uint256 amount = _credits[who];
        vm.prank(who);
        try stake.withdraw(address(0x5afe)) {
            if (amount == 0) broken = "withdrawal of nothing";
            withdrawn += amount;
            _credits[who] = 0;
        } catch {
            if (amount != 0) broken = "withdrawal refused";
        }
    }

    function _about(Asked memory a) private view returns (bytes32 log, uint64 index) {
        return a.kind == ChallengeBook.Kind.Header ? (bytes32(0), a.batch) : (logOf(OPERATOR), 3 * a.batch + a.place);
    }

    function _shownOf(Asked memory a) private view returns (bytes memory) {
        Batch storage batch = batches[a.batch];
        return a.kind == ChallengeBook.Kind.Header ? batch.header : batch.entries[a.place];
    }

    function _subjectOf(Asked memory a) private view returns (bytes32) {
        if (a.kind == ChallengeBook.Kind.Header) return registry.checkpointAt(OPERATOR, a.batch).root;
        return a.kind == ChallengeBook.Kind.Entry ? fingerprints[a.batch] : leafHash(_shownOf(a));
    }

    function openCall(Asked memory a) private view returns (bytes memory) {
        (uint64 batch, uint32 place) = (a.batch, a.place);
        if (a.kind == ChallengeBook.Kind.Header) return abi.encodeCall(Challenges.openHeader, (OPERATOR, batch, batch));
        if (a.kind == ChallengeBook.Kind.Entry) {
            return abi.encodeCall(Challenges.openEntry, (OPERATOR, headerEvidence(batch, batch), place, batch));
        }
        if (a.kind == ChallengeBook.Kind.Omission) {
            Evidence.Receipt memory receipt = receiptOf(_shownOf(a));
            bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
            return abi.encodeCall(Challenges.openOmission, (OPERATOR, receipt, signed, NAME));
        }
        return abi.encodeCall(Challenges.openAction, (OPERATOR, entryEvidence(batch, batch, place), batch));
    }

    /// The call that answers a challenge with the shown bytes.
    function answerCall(Asked memory a, bytes memory shown) private view returns (bytes memory) {
        (uint64 batch, uint32 place) = (a.batch, a.place);
        if (a.kind == ChallengeBook.Kind.Header) {
            return abi.encodeCall(Challenges.answerHeader, (OPERATOR, batch, shown, headerProof(batch, batch)));
        }
        if (a.kind == ChallengeBook.Kind.Entry) {
            bytes memory header = batches[batch].header;
            return
                abi.encodeCall(
                    Challenges.answerEntry,
                    (OPERATOR, header, place, shown, entryProof(batch, place), zkPath(batch, place))
                );
        }
        if (a.kind == ChallengeBook.Kind.Omission) {
            Evidence.EntryEvidence memory evidence = entryEvidence(batch, batch, place);
            evidence.entry = shown;
            return abi.encodeCall(Challenges.answerOmission, (OPERATOR, evidence));
        }
        bytes memory signed = voteSignature(OPERATOR, 10 * batch + place);
        return abi.encodeCall(Challenges.answerAction, (OPERATOR, shown, form(), signed));
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

    /// Judges every invariant after each call. One function for each would repeat all calls.
    function invariantAll() external {
        _bondsAreConserved();
        _nothingBroke();
        _anHonestOperatorIsNeverSlashed();
        _silenceSlashesOnce();
        _theStakeCountsOpenChallenges();
        _everyWeiCanLeave();
    }

    /// B1, to the wei.
    function _bondsAreConserved() private view {
        uint256 paidIn;
        uint256 accounted = Ether.BURNED.balance;
        for (uint256 i = 0; i < 2; ++i) {
            assertEq(actors[i].held(), actors[i].bonds());
            paidIn += actors[i].paidIn();
            accounted += actors[i].balance() + actors[i].withdrawn();
        }
        assertEq(paidIn, accounted);
    }

    /// B2 to B6, D1 and D2: every call succeeds exactly when it should, and changes exactly what it should.
    function _nothingBroke() private view {
        assertEq(actors[0].broken(), "");
        assertEq(actors[1].broken(), "");
    }

    /// D1: an operator that anchors in time and answers loses nothing of its stake.
    function _anHonestOperatorIsNeverSlashed() private view {
        OperatorStake.Account memory account = actors[0].account();
        assertTrue(account.status != OperatorStake.Status.Slashed);
        if (account.status != OperatorStake.Status.Exited) assertEq(account.stake, MINIMUM_STAKE);
        assertEq(actors[0].silences(), 0);
    }

    /// B4: an unanswered challenge slashes, and only once.
    function _silenceSlashesOnce() private view {
        assertTrue(actors[1].slashes() <= 1);
        if (actors[1].silences() != 0) {
            assertTrue(actors[1].account().status == OperatorStake.Status.Slashed);
        }
    }

    /// The stake's number of open challenges, which an exit waits for, is right.
    function _theStakeCountsOpenChallenges() private view {
        for (uint256 i = 0; i < 2; ++i) assertEq(actors[i].account().openChallenges, actors[i].open());
    }

    /// B1: every bond can leave.
    function _everyWeiCanLeave() private {
        for (uint256 i = 0; i < 2; ++i) {
            actors[i].empty();
            assertEq(actors[i].broken(), "");
            assertEq(actors[i].balance(), actors[i].kept());
        }
    }
}
