// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {AnchorRegistry} from "./AnchorRegistry.sol";
import {OperatorStake} from "./OperatorStake.sol";
import {Operators} from "./base/Operators.sol";
import {Ether} from "./libraries/Ether.sol";

/// @title ChallengeBook
/// @notice The part of `Challenges` that keeps the book: who asked what, until when, for how much, and what follows.
/// It knows nothing of what a right answer is.
/// @dev Invariants, named beside the lines that keep them:
/// - B1. The balance is the sum of the open challenges' bonds; every wei of a bond is burned or credited, once.
/// - B2. A status only moves forward, and a question is asked once. Answers count until the deadline, `settle` after.
/// - B3. A deadline is over before what was asked about becomes final, and `settle` has all of the margin until then.
/// - B4. A challenge that is settled unanswered freezes what it is about, and takes the stake if there is one.
/// - B5. Who answers is repaid what the answer costs, and no more; the rest of the bond burns. So to be asked is neither
///   a loss nor a gain, what is hidden does not pay, and asking oneself costs. Only who asked for an overdue entry
///   before it was anchored has its bond back whole: then nobody is repaid.
/// - B6. A slash for something else ends no challenge, so that it makes nothing final that was not shown.
abstract contract ChallengeBook {
    using SafeCast for uint256;

    /// @notice What is asked for, and what it is about.
    enum Kind {
        /// The entry of an overdue receipt. About an index of a log.
        Omission,
        /// The leaf at a position of the batch log. About that position, with `Freezes.BATCH_LOG` as the log.
        Header,
        /// A batch's leaf and what stands at its place of the zk tree. About an index of a log.
        Entry,
        /// What an entry's hashes are of: an action of its log, and its signature if it is of scheme 0. About an index
        /// of a log.
        Action
    }

    /// @notice What became of a challenge. It only moves forward.
    enum Status {
        /// Nobody has opened it.
        None,
        /// It waits for an answer.
        Open,
        /// It was not answered in time. The end.
        Unanswered,
        /// It was answered. The end.
        Answered
    }

    /// @notice What challenges are measured by, for good. Arrays are in the order of `Kind`.
    /// @param floor The least bond.
    /// @param answerGas What an answer takes at most, with its transaction and calldata; at least 21,000.
    /// @param factor A bond is `answerGas` at `factor` times the base fee of the block that it is opened in; at least 1.
    /// @param bytePrice What a byte that is shown costs beside its gas: on rollups, for the data. Else 0.
    struct ChallengeParameters {
        uint128 floor;
        uint32[4] answerGas;
        uint16 factor;
        uint64 bytePrice;
    }

    /// @notice A challenge as it is kept. Once it is closed, of all but the status nothing need be left.
    /// @param challenger Who opened it.
    /// @param deadline The last second in which answers count.
    /// @param status See `Status`.
    /// @param bond What was paid.
    /// @param size Of a header, the checkpoint's. Else 0.
    /// @param subject What the answer is held against. Of a header, the checkpoint's root. Of an entry, the hash of
    /// its batch's header. Else the entry's hash.
    struct Challenge {
        address challenger;
        uint48 deadline;
        Status status;
        uint128 bond;
        uint64 size;
        bytes32 subject;
    }

    /// @notice Somebody asked. Answers count until `deadline`, inclusive.
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
    /// @notice Somebody answered rightly.
    event ChallengeAnswered(bytes32 indexed id, address indexed operator, address answerer);
    /// @notice Nobody answered in time; `slashed` says that the operator lost its stake by it.
    event ChallengeUnanswered(bytes32 indexed id, address indexed operator, bool slashed);

    /// @notice A parameter is out of its range.
    error ParameterOutOfRange(uint256 value);
    /// @notice This was asked before.
    error AlreadyOpened(bytes32 id, Status status);
    /// @notice This is not, or no longer, open.
    error NotOpen(bytes32 id, Status status);
    /// @notice The bond is too small at this block's base fee.
    error BondTooSmall(uint256 sent, uint256 required);
    /// @notice The answer came too late.
    error DeadlinePassed(uint256 deadline);
    /// @notice There is still time for an answer.
    error DeadlineNotPassed(uint256 deadline);

    /// @notice The registry whose operators are asked.
    AnchorRegistry public immutable registry;
    /// @notice The contract that is credited, and that slashes.
    OperatorStake public immutable operatorStake;
    uint256 internal immutable CHALLENGE_WINDOW;
    uint256 private immutable RESPONSE_TIME;
    uint256 private immutable FLOOR;
    uint256 private immutable FACTOR;
    uint256 private immutable BYTE_PRICE;
    /// @dev The least gas of a transaction, and that of a byte of calldata.
    uint32 private constant LEAST_GAS = 21_000;
    uint256 private constant BYTE_GAS = 16;
    /// @dev What an answer takes before and after its gas is measured, less what is refunded for it, if others were given
    /// in its transaction; and what it takes more in one of its own. Rounded down, for who has a credit already.
    uint256 private constant UNMEASURED_GAS = 8_500;
    uint256 private constant ALONE_GAS = 29_000;

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
        // Of a hidden batch, header, entry and action are asked for one after the other, each within the window.
        if (CHALLENGE_WINDOW <= 2 * RESPONSE_TIME) revert ParameterOutOfRange(CHALLENGE_WINDOW);
    }

    /// @notice Settles a challenge that nobody answered in time.
    /// @param log For `Kind.Header` `Freezes.BATCH_LOG`.
    /// @param index Of the log; for `Kind.Header`, the position in the batch log.
    function settle(Kind kind, address operator, bytes32 log, uint64 index) external {
        bytes32 id = challengeId(kind, operator, log, index);
        Challenge memory c = _challenges[id];
        if (c.status != Status.Open) revert NotOpen(id, c.status);
        if (block.timestamp <= c.deadline) revert DeadlineNotPassed(c.deadline); // B2
        _close(id, operator, Status.Unanswered);
        // B4; B6: without effect on who lost its stake.
        bool slashed = operatorStake.convict(operator, c.challenger, log, index);
        emit ChallengeUnanswered(id, operator, slashed);
        _credit(c.challenger, c.bond);
    }

    /// @notice The identifier of what is asked: the keccak-256 of `abi.encode(kind, operator, log, index)`.
    function challengeId(Kind kind, address operator, bytes32 log, uint64 index) public pure returns (bytes32) {
        return keccak256(abi.encode(kind, operator, log, index));
    }

    /// @notice A challenge; zeros (and `None`) for one that nobody has opened.
    function challenge(bytes32 id) external view returns (Challenge memory) {
        return _challenges[id];
    }

    /// @notice The least bond at this block's base fee. What is sent beyond it is credited back.
    /// @dev Nodes run calls from outside at a base fee of zero: compute it there from `challengeParameters`.
    function requiredBond(Kind kind) public view returns (uint256) {
        uint256 bond = _answerGas[uint256(kind)] * block.basefee * FACTOR; // B5
        return bond > FLOOR ? bond : FLOOR;
    }

    /// @notice What challenges are measured by.
    function challengeParameters() external view returns (ChallengeParameters memory) {
        return ChallengeParameters(uint128(FLOOR), _answerGas, uint16(FACTOR), uint64(BYTE_PRICE));
    }

    /// @dev Enters a challenge and takes its bond; what was sent beyond is credited back.
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
        operatorStake.challengeOpened(operator); // B6: who lost its stake is asked all the same
        _credit(msg.sender, msg.value - bond);
    }

    /// @dev A challenge that can be answered now.
    function _pending(bytes32 id) internal view returns (Challenge memory c) {
        c = _challenges[id];
        if (c.status != Status.Open) revert NotOpen(id, c.status);
        if (block.timestamp > c.deadline) revert DeadlinePassed(c.deadline); // B2
    }

    /// @notice What follows a right answer.
    /// @param gasBefore What was left of the gas when it began.
    /// @param shown The bytes that it had to show.
    function _answer(bytes32 id, address operator, Challenge memory c, uint256 gasBefore, uint256 shown) internal {
        _closeAnswered(id, operator);
        _repay(c.bond, gasBefore, shown);
    }

    /// @dev B5. What follows when who asked was right to ask.
    function _answerOverdue(bytes32 id, address operator, Challenge memory c) internal {
        _closeAnswered(id, operator);
        _credit(c.challenger, c.bond);
    }

    /// @dev Whether it was asked before this time, or in its second: of what is anchored in it nobody can know yet.
    function _askedBy(Challenge memory c, uint256 time) internal view returns (bool) {
        return c.deadline <= time + RESPONSE_TIME;
    }

    function _closeAnswered(bytes32 id, address operator) private {
        _close(id, operator, Status.Answered);
        emit ChallengeAnswered(id, operator, msg.sender);
    }

    /// @dev B1, B2: from here on the book knows of no bond. Nothing is paid before.
    function _close(bytes32 id, address operator, Status status) private {
        delete _challenges[id];
        _challenges[id].status = status;
        operatorStake.challengeClosed(operator);
    }

    /// @dev B5. Credits who answers with what that costs at the base fee of now, as far as the bond reaches. A tip would
    /// be a gain for who builds the block, so that is not repaid.
    function _repay(uint256 bond, uint256 gasBefore, uint256 shown) private {
        uint256 gas = UNMEASURED_GAS + gasBefore - gasleft();
        // Another contract, or an account's own code, can give many answers in one transaction, and make them of bytes
        // that it shows there once.
        // solhint-disable-next-line avoid-tx-origin
        if (msg.sender != tx.origin || msg.sender.code.length != 0) shown = 0;
        else gas += ALONE_GAS + BYTE_GAS * shown;
        uint256 cost = gas * block.basefee + shown * BYTE_PRICE;
        if (cost > bond) cost = bond;
        _credit(msg.sender, cost);
        Ether.burn(bond - cost);
    }

    /// @dev B1. By pull alone, so that a receiver that refuses hurts only itself.
    function _credit(address to, uint256 amount) private {
        if (amount != 0) operatorStake.credit{value: amount}(to);
    }
}
