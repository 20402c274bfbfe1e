// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {IChallenges} from "./interfaces/IChallenges.sol";
import {IOperatorStake} from "./interfaces/IOperatorStake.sol";
import {Ether} from "./libraries/Ether.sol";

/// @title ChallengeBook
/// @notice The part of `Challenges` that keeps the book: who asked what, until when, for how much, and what follows.
/// It knows nothing of what a right answer is.
/// @dev Invariants, named beside the lines that keep them:
/// - B1. The balance is the sum of the open challenges' bonds; every wei of a bond is burned or credited, once.
/// - B2. A status only moves forward, and a question is asked once. Answers count until the deadline, `settle` after.
/// - B3. A deadline is over before what was asked about becomes final, and `settle` has all of the margin until then.
/// - B4. A challenge that is settled unanswered freezes what it is about, and takes the stake if there is one.
/// - B5. Answering costs nothing: what is credited repays the answer at the base fee of the opening. Asking oneself
///   costs the burned part.
/// - B6. A slash for something else ends no challenge, so that it makes nothing final that was not shown.
abstract contract ChallengeBook is IChallenges {
    using SafeCast for uint256;

    /// @dev What a kind's bond is computed from.
    struct Price {
        uint128 floor;
        uint32 answerGas;
    }

    IAnchorRegistry internal immutable REGISTRY;
    IOperatorStake internal immutable STAKE;
    uint256 internal immutable CHALLENGE_WINDOW;
    uint256 private immutable RESPONSE_TIME;
    uint256 private immutable LATE_PENALTY;
    uint256 private immutable FACTOR;
    uint16 private immutable BURN_SHARE;
    /// @dev The least share that is burned, in ten-thousandths, and the least gas of a transaction.
    uint16 private constant LEAST_BURN_SHARE = 1_000;
    uint32 private constant LEAST_GAS = 21_000;

    mapping(Kind => Price) private _prices;
    mapping(bytes32 id => Challenge) private _challenges;
    /// @dev Batches, by their positions, that a penalty was charged for.
    mapping(address operator => mapping(uint64 position => bool)) private _lateBatches;

    constructor(ChallengeParameters memory p, address registry_, address stake) {
        for (uint256 i = 0; i < p.floors.length; ++i) {
            if (p.floors[i] == 0) revert ParameterOutOfRange(0);
            if (p.answerGas[i] < LEAST_GAS) revert ParameterOutOfRange(p.answerGas[i]);
            _prices[Kind(i)] = Price(p.floors[i], p.answerGas[i]);
        }
        if (p.latePenalty == 0) revert ParameterOutOfRange(0);
        if (p.burnShare < LEAST_BURN_SHARE || p.burnShare > 10_000) revert ParameterOutOfRange(p.burnShare);
        if (uint256(10_000 - p.burnShare) * p.factor < 10_000) revert ParameterOutOfRange(p.factor); // B5
        (LATE_PENALTY, FACTOR, BURN_SHARE) = (p.latePenalty, p.factor, p.burnShare);
        REGISTRY = IAnchorRegistry(registry_);
        STAKE = IOperatorStake(stake);
        IAnchorRegistry.Timing memory timing = REGISTRY.timing();
        (CHALLENGE_WINDOW, RESPONSE_TIME) = (timing.challengeWindow, timing.responseTime);
        // Of a hidden batch, header, entry and action are asked for one after the other, each within the window.
        if (CHALLENGE_WINDOW <= 2 * RESPONSE_TIME) revert ParameterOutOfRange(CHALLENGE_WINDOW);
    }

    /// @inheritdoc IChallenges
    function settle(Kind kind, address operator, bytes32 log, uint64 index) external {
        bytes32 id = challengeId(kind, operator, log, index);
        Challenge memory c = _challenges[id];
        if (c.status != Status.Open) revert NotOpen(id, c.status);
        if (block.timestamp <= c.deadline) revert DeadlineNotPassed(c.deadline); // B2
        _close(id, operator, c, Status.Unanswered);
        if (kind == Kind.Header)
            STAKE.freezeOperator(operator, index); // B4
        else STAKE.freezeLog(operator, log, index);
        bool slashed = STAKE.slash(operator, c.challenger); // B4; B6: without effect on who lost its stake
        emit ChallengeUnanswered(id, operator, slashed);
        _credit(c.challenger, c.bond);
    }

    /// @inheritdoc IChallenges
    function challengeId(Kind kind, address operator, bytes32 log, uint64 index) public pure returns (bytes32) {
        return keccak256(abi.encode(kind, operator, log, index));
    }

    /// @inheritdoc IChallenges
    function challenge(bytes32 id) external view returns (Challenge memory) {
        return _challenges[id];
    }

    /// @inheritdoc IChallenges
    function requiredBond(Kind kind) public view returns (uint256) {
        Price memory price = _prices[kind];
        uint256 bond = price.answerGas * block.basefee * FACTOR; // B5
        return bond > price.floor ? bond : price.floor;
    }

    /// @inheritdoc IChallenges
    function challengeParameters() external view returns (ChallengeParameters memory p) {
        for (uint256 i = 0; i < p.floors.length; ++i) {
            Price memory price = _prices[Kind(i)];
            (p.floors[i], p.answerGas[i]) = (price.floor, price.answerGas);
        }
        (p.latePenalty, p.factor, p.burnShare) = (uint128(LATE_PENALTY), uint16(FACTOR), BURN_SHARE);
    }

    /// @inheritdoc IChallenges
    function registry() external view returns (address) {
        return address(REGISTRY);
    }

    /// @inheritdoc IChallenges
    function operatorStake() external view returns (address) {
        return address(STAKE);
    }

    /// @dev Enters a challenge and takes its bond; what was sent beyond is credited back.
    function _open(
        Kind kind,
        address operator,
        bytes32 log,
        uint64 index,
        uint64 bound,
        bytes32 subject
    ) internal returns (bytes32 id) {
        id = challengeId(kind, operator, log, index);
        if (_challenges[id].status != Status.None) revert AlreadyOpened(id, _challenges[id].status); // B2
        uint256 bond = requiredBond(kind);
        if (msg.value < bond) revert BondTooSmall(msg.value, bond);
        uint256 deadline = block.timestamp + RESPONSE_TIME; // B3
        // B6: who lost its stake is asked all the same.
        bool counted = STAKE.accountOf(operator).status != IOperatorStake.Status.Slashed;
        _challenges[id] = Challenge(
            msg.sender,
            deadline.toUint48(),
            Status.Open,
            counted,
            bond.toUint128(),
            bound,
            subject
        );
        emit ChallengeOpened(id, operator, kind, log, index, msg.sender, bond, deadline);
        if (counted) STAKE.challengeOpened(operator);
        _credit(msg.sender, msg.value - bond);
    }

    /// @dev A challenge that can be answered now.
    function _pending(bytes32 id) internal view returns (Challenge memory c) {
        c = _challenges[id];
        if (c.status != Status.Open) revert NotOpen(id, c.status);
        if (block.timestamp > c.deadline) revert DeadlinePassed(c.deadline); // B2
    }

    /// @dev What follows a right answer.
    function _answer(bytes32 id, address operator, Challenge memory c) internal {
        _close(id, operator, c, Status.Answered);
        emit ChallengeAnswered(id, operator, msg.sender, false);
        _repay(c.bond);
    }

    /// @dev What follows when the entry was anchored too late, in the batch at this position. The bond goes back to a
    /// challenger who was right to ask: before it was anchored, or as the first about this batch.
    function _answerLate(
        bytes32 id,
        address operator,
        Challenge memory c,
        uint64 position,
        uint64 anchoredAt
    ) internal {
        _close(id, operator, c, Status.AnsweredLate);
        emit ChallengeAnswered(id, operator, msg.sender, true);
        bool first = !_lateBatches[operator][position];
        if (first) {
            _lateBatches[operator][position] = true;
            STAKE.penalize(operator, LATE_PENALTY, c.challenger);
        }
        if (first || anchoredAt + RESPONSE_TIME >= c.deadline) _credit(c.challenger, c.bond);
        else _repay(c.bond);
    }

    /// @dev B1, B2: from here on the book knows of no bond. Nothing is paid before.
    function _close(bytes32 id, address operator, Challenge memory c, Status status) private {
        delete _challenges[id];
        _challenges[id].status = status;
        if (c.counted) STAKE.challengeClosed(operator);
    }

    /// @dev B5. Burns a part of a bond, and credits who answered with the rest.
    function _repay(uint256 bond) private {
        uint256 burned = Ether.burnedPart(bond, BURN_SHARE);
        _credit(msg.sender, bond - burned);
        Ether.burn(burned);
    }

    /// @dev B1. By pull alone, so that a receiver that refuses hurts only itself.
    function _credit(address to, uint256 amount) private {
        if (amount != 0) STAKE.credit{value: amount}(to);
    }
}
