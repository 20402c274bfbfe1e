// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {AnchorRegistry} from "./AnchorRegistry.sol";
import {OperatorStake} from "./OperatorStake.sol";
import {Operators} from "./base/Operators.sol";

/// @title ChallengeBook
/// @notice The part of `Challenges` that stores challenges with their deadlines and bonds, and pays the bonds out. It
/// does not decide which answers are right.
/// @dev Invariants, named beside the lines that keep them:
/// - B1. The balance is the sum of the open challenges' bonds. Every wei of a bond is credited, once.
/// - B2. A status only moves forward, and a question is asked once. Answers count until the deadline, `settle` only
///   after it.
/// - B3. A deadline ends at least the margin before the batch that was asked about becomes final. So `settle` has the
///   whole margin.
/// - B4. Settling an unanswered challenge freezes its subject, and takes the stake if there is one.
/// - B5. The answerer is repaid the cost of the answer and no more; the rest of the bond goes back to the challenger.
///   So a challenge costs its own transaction and the answer. It is neither a loss nor a gain for the operator, and
///   hiding an entry does not pay. The exception: if the challenger asked for an overdue entry before it was anchored,
///   the whole bond goes back, and the answerer is not repaid.
/// - B6. A slash for another fault ends no challenge, so it cannot make an entry final that was not shown.
abstract contract ChallengeBook {
    using SafeCast for uint256;

    /// @notice The kinds of questions, and what each is about.
    enum Kind {
        /// The entry of an overdue receipt. About an index of a log.
        Omission,
        /// The leaf at a position of the batch log. About that position, with `Freezes.BATCH_LOG` as the log.
        Header,
        /// A batch's leaf, and the value at its place in the zk tree. About an index of a log.
        Entry,
        /// The preimages of an entry's hashes: an action of its log, and its signature if it has scheme 0. About an
        /// index of a log.
        Action
    }

    /// @notice The state of a challenge. It only moves forward.
    enum Status {
        /// Never opened.
        None,
        /// Waits for an answer.
        Open,
        /// Not answered in time. The end.
        Unanswered,
        /// Answered. The end.
        Answered
    }

    /// @notice The parameters of challenges. They never change. Arrays are in the order of `Kind`.
    /// @param floor The least bond, in wei; at least 1. It covers answers if the base fee rises from almost nothing.
    /// @param answerGas The most gas that an answer takes, with its transaction and calldata; at least 21,000.
    /// @param factor A bond is `answerGas` times the base fee of the block of the opening, times this factor; at least
    /// 1.
    /// @param bytePrice The price of a shown byte beside its gas, in wei: on rollups, for the data. Otherwise 0.
    struct ChallengeParameters {
        uint128 floor;
        uint32[4] answerGas;
        uint16 factor;
        uint64 bytePrice;
    }

    /// @notice A stored challenge. Once it is closed, only the status is kept.
    /// @param challenger The account that opened it.
    /// @param deadline The last second in which answers count.
    /// @param status See `Status`.
    /// @param bond The bond that was paid, in wei.
    /// @param size The checkpoint's size if a header was asked for. Otherwise 0.
    /// @param subject The hash that the answer must match. For a header, the checkpoint's root. For an entry, the hash
    /// of its batch's header. Otherwise the entry's hash.
    struct Challenge {
        address challenger;
        uint48 deadline;
        Status status;
        uint128 bond;
        uint64 size;
        bytes32 subject;
    }

    /// @notice A challenge was opened. Answers count until `deadline`, inclusive.
    event ChallengeOpened(
        bytes32 indexed id,
        address indexed operator,
        Kind indexed kind,
        bytes32 log,
        uint64 index,
        address challenger,
        uint256 bond,
        uint256 deadline
    );
    /// @notice A challenge was answered correctly.
    event ChallengeAnswered(bytes32 indexed id, address indexed operator, address answerer);
    /// @notice A challenge was not answered in time. `slashed` says whether the operator lost its stake by it.
    event ChallengeUnanswered(bytes32 indexed id, address indexed operator, bool slashed);

    /// @notice A parameter is out of its range.
    error ParameterOutOfRange(uint256 value);
    /// @notice This question was asked before.
    error AlreadyOpened(bytes32 id, Status status);
    /// @notice The challenge is not open, or no longer open.
    error NotOpen(bytes32 id, Status status);
    /// @notice The bond is too small at this block's base fee.
    error BondTooSmall(uint256 sent, uint256 required);
    /// @notice The answer came too late.
    error DeadlinePassed(uint256 deadline);
    /// @notice The deadline for answers has not passed.
    error DeadlineNotPassed(uint256 deadline);

    /// @notice The registry whose operators are challenged.
    AnchorRegistry public immutable registry;
    /// @notice The contract that receives credits and slashes operators.
    OperatorStake public immutable operatorStake;
    uint256 internal immutable CHALLENGE_WINDOW;
    uint256 internal immutable RESPONSE_TIME;
    uint256 private immutable FLOOR;
    uint256 private immutable FACTOR;
    uint256 private immutable BYTE_PRICE;
    /// @dev The least gas of a transaction, and the gas of a byte of calldata.
    uint32 private constant LEAST_GAS = 21_000;
    uint256 private constant BYTE_GAS = 16;
    /// @dev The gas that an answer takes before and after it is measured, less the refund, if its transaction holds
    /// other answers too; and the additional gas if it is alone in its transaction. Rounded down, for accounts that
    /// have a credit already.
    uint256 private constant UNMEASURED_GAS = 12_000;
    uint256 private constant ALONE_GAS = 29_000;
    /// @dev The additional gas of an account's first credit.
    uint256 private constant FIRST_CREDIT_GAS = 17_100;

    uint32[4] private _answerGas;
    mapping(bytes32 id => Challenge) private _challenges;

    constructor(ChallengeParameters memory p, address registry_, address stake) {
        for (uint256 i = 0; i < p.answerGas.length; ++i) {
            if (p.answerGas[i] < LEAST_GAS) revert ParameterOutOfRange(p.answerGas[i]);
        }
        if (p.floor == 0 || p.factor == 0) revert ParameterOutOfRange(0); // B5
        (FLOOR, FACTOR, BYTE_PRICE) = (p.floor, p.factor, p.bytePrice);
        _answerGas = p.answerGas;
        registry = AnchorRegistry(registry_);
        operatorStake = OperatorStake(stake);
        Operators.Timing memory timing = registry.timing();
        (CHALLENGE_WINDOW, RESPONSE_TIME) = (timing.challengeWindow, timing.responseTime);
        // For a hidden batch, header, entry and action are asked for one after the other, each within the window.
        if (CHALLENGE_WINDOW <= 2 * RESPONSE_TIME) revert ParameterOutOfRange(CHALLENGE_WINDOW);
    }

    /// @notice Settles a challenge that was not answered in time.
    /// @param log The log. `Freezes.BATCH_LOG` for `Kind.Header`.
    /// @param index The index in the log; for `Kind.Header`, the position in the batch log.
    function settle(Kind kind, address operator, bytes32 log, uint64 index) external {
        bytes32 id = challengeId(kind, operator, log, index);
        Challenge memory c = _challenges[id];
        if (c.status != Status.Open) revert NotOpen(id, c.status);
        if (block.timestamp <= c.deadline) revert DeadlineNotPassed(c.deadline); // B2
        _close(id, operator, Status.Unanswered);
        // B4. B6: has no effect on the account if it lost its stake before.
        bool slashed = operatorStake.convict(operator, c.challenger, log, index);
        emit ChallengeUnanswered(id, operator, slashed);
        _credit(c.challenger, c.bond);
    }

    /// @notice The identifier of a challenge: the keccak-256 of `abi.encode(kind, operator, log, index)`.
    function challengeId(Kind kind, address operator, bytes32 log, uint64 index) public pure returns (bytes32) {
        return keccak256(abi.encode(kind, operator, log, index));
    }

    /// @notice A challenge; zeros (and `None`) if it was never opened.
    function challenge(bytes32 id) external view returns (Challenge memory) {
        return _challenges[id];
    }

    /// @notice The least bond at this block's base fee. Ether beyond it is credited back.
    /// @dev Nodes run `eth_call` at a base fee of zero. Off chain, compute the bond from `challengeParameters`.
    function requiredBond(Kind kind) public view returns (uint256) {
        uint256 bond = _answerGas[uint256(kind)] * block.basefee * FACTOR; // B5
        return bond > FLOOR ? bond : FLOOR;
    }

    /// @notice The parameters of challenges.
    function challengeParameters() external view returns (ChallengeParameters memory) {
        return ChallengeParameters(uint128(FLOOR), _answerGas, uint16(FACTOR), uint64(BYTE_PRICE));
    }

    /// @dev Stores a challenge and takes its bond. Ether beyond the bond is credited back.
    function _open(
        Kind kind,
        address operator,
        bytes32 log,
        uint64 index,
        uint64 size,
        bytes32 subject
    ) internal returns (bytes32 id) {
        id = challengeId(kind, operator, log, index);
        if (_challenges[id].status != Status.None) revert AlreadyOpened(id, _challenges[id].status); // B2
        uint256 bond = requiredBond(kind);
        if (msg.value < bond) revert BondTooSmall(msg.value, bond);
        uint256 deadline = block.timestamp + RESPONSE_TIME; // B3
        _challenges[id] = Challenge(msg.sender, deadline.toUint48(), Status.Open, bond.toUint128(), size, subject);
        emit ChallengeOpened(id, operator, kind, log, index, msg.sender, bond, deadline);
        operatorStake.challengeOpened(operator); // B6: a slashed operator is challenged like any other
        _credit(msg.sender, msg.value - bond);
    }

    /// @dev Returns a challenge that can be answered now; reverts otherwise.
    function _pending(bytes32 id) internal view returns (Challenge memory c) {
        c = _challenges[id];
        if (c.status != Status.Open) revert NotOpen(id, c.status);
        if (block.timestamp > c.deadline) revert DeadlinePassed(c.deadline); // B2
    }

    /// @notice Closes a challenge after a right answer. B5: repays the answerer, and gives the rest back.
    /// @param gasBefore The gas that was left when the answer began.
    /// @param shown The number of bytes that the answer had to show.
    function _answer(bytes32 id, address operator, Challenge memory c, uint256 gasBefore, uint256 shown) internal {
        _close(id, operator, Status.Answered);
        uint256 cost = Math.min(c.bond, _cost(c.challenger, gasBefore, shown));
        _credit(msg.sender, cost);
        _credit(c.challenger, c.bond - cost);
    }

    /// @dev B5. Closes a challenge whose challenger was right to ask: the whole bond goes back.
    function _answerOverdue(bytes32 id, address operator, Challenge memory c) internal {
        _close(id, operator, Status.Answered);
        _credit(c.challenger, c.bond);
    }

    /// @dev B1, B2. Deletes the bond from the book before anything is paid.
    function _close(bytes32 id, address operator, Status status) private {
        delete _challenges[id];
        _challenges[id].status = status;
        operatorStake.challengeClosed(operator);
        if (status == Status.Answered) emit ChallengeAnswered(id, operator, msg.sender);
    }

    /// @dev B5. The cost of an answer at the current base fee. A tip does not count: it would be a gain for the block's
    /// builder.
    function _cost(address challenger, uint256 gasBefore, uint256 shown) private view returns (uint256) {
        // The challenger's credit is part of the answer. Without this, a challenger could leave its gas to the answerer.
        uint256 gas = operatorStake.creditOf(challenger) == 0 ? FIRST_CREDIT_GAS : 0;
        gas += UNMEASURED_GAS + gasBefore - gasleft();
        // Another contract, or an account's own code, can give many answers in one transaction and build them from
        // bytes that the transaction holds only once. So bytes are repaid only to an account that calls directly.
        // solhint-disable-next-line avoid-tx-origin
        if (msg.sender != tx.origin || msg.sender.code.length != 0) return gas * block.basefee;
        return (gas + ALONE_GAS + BYTE_GAS * shown) * block.basefee + BYTE_PRICE * shown;
    }

    /// @dev B1. Credits only; the receiver withdraws. So a receiver that refuses ether hurts only itself.
    function _credit(address to, uint256 amount) private {
        if (amount != 0) operatorStake.credit{value: amount}(to);
    }
}
