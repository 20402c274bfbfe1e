// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {FinalBatches} from "./base/FinalBatches.sol";
import {IDisputes} from "./interfaces/IDisputes.sol";
import {IOperatorStake} from "./interfaces/IOperatorStake.sol";
import {IProofVerifier} from "./interfaces/IProofVerifier.sol";
import {Ether} from "./libraries/Ether.sol";
import {Headers} from "./libraries/Headers.sol";
import {Predicates} from "./libraries/Predicates.sol";

/// @title Disputes
/// @notice See `IDisputes`. No owner, no pause, no upgrade; it is no judge and can touch no stake.
/// @dev Invariants, named beside the lines that keep them:
/// - L1. The balance is the sum of the unsettled bonds (and what was forced in); every wei of a bond is credited or
///   burned, once. A won dispute's goes to the beneficiary of the winning proof, whole: the opener pays who answers,
///   or itself. An unanswered one's goes back, less the burned part: asking for nothing costs.
/// - L2. A question has one dispute at a time, and one that was won stays so for good. Only where nothing was decided
///   can it be asked again, so that asking too early, before any match is final, stops nobody.
/// - L3. A lead stands in a batch of the question's operator and log that was final then, and so is final for good. So
///   is all that is earlier in the log: no earlier match can turn up later that could not have been shown.
/// - L4. A lead's index is below the one before it, and no entry matches both sides: there are no ties.
/// - L5. Leads count until the deadline, inclusive, `settle` after. A deadline only moves forward, and never beyond the
///   limit. The first lead leaves the other side a whole response time, since it comes within one of the opening, and
///   the limit is two or more away.
/// - L6. All public signals are made here, from the question, the header and the beneficiary: each is below r.
/// - L7. A lead is its proof's beneficiary's, whoever sends it. Nobody is paid but by withdrawing.
contract Disputes is IDisputes, FinalBatches {
    using SafeCast for uint256;

    /// @inheritdoc IDisputes
    IOperatorStake public immutable operatorStake;
    /// @inheritdoc IDisputes
    IProofVerifier public immutable orderVerifier;
    uint128 private immutable BOND_FLOOR;
    uint256 private immutable LEAD_GAS;
    uint256 private immutable FACTOR;
    uint16 private immutable BURN_SHARE;
    uint256 private immutable RESPONSE_TIME;
    uint256 private immutable TOTAL_TIME;
    /// @dev The least share that is burned, in ten-thousandths, and the least gas of a transaction.
    uint16 private constant LEAST_BURN_SHARE = 1_000;
    uint32 private constant LEAST_GAS = 21_000;

    mapping(bytes32 id => Dispute) private _disputes;

    constructor(
        DisputeParameters memory p,
        address registry_,
        address stake,
        address orderVerifier_
    ) FinalBatches(registry_) {
        operatorStake = IOperatorStake(stake);
        orderVerifier = IProofVerifier(orderVerifier_);
        // Where no lead can be verified, questions would only cost.
        if (orderVerifier_.code.length == 0) revert NoVerifier(orderVerifier_);
        if (p.bondFloor == 0) revert ParameterOutOfRange(0);
        if (p.leadGas < LEAST_GAS) revert ParameterOutOfRange(p.leadGas);
        if (p.factor == 0) revert ParameterOutOfRange(0);
        if (p.burnShare < LEAST_BURN_SHARE || p.burnShare > 10_000) revert ParameterOutOfRange(p.burnShare); // L1
        if (p.responseTime < registry.timing().responseTime) revert ParameterOutOfRange(p.responseTime);
        if (p.totalTime < 2 * uint256(p.responseTime)) revert ParameterOutOfRange(p.totalTime); // L5
        (BOND_FLOOR, LEAD_GAS, FACTOR, BURN_SHARE) = (p.bondFloor, p.leadGas, p.factor, p.burnShare);
        (RESPONSE_TIME, TOTAL_TIME) = (p.responseTime, p.totalTime);
    }

    /// @inheritdoc IDisputes
    function open(Question calldata question) external payable returns (bytes32 id) {
        _check(question);
        id = idOf(question);
        Status status = _disputes[id].status;
        if (status != Status.None && status != Status.Unresolved) revert AlreadyOpened(id, status); // L2
        uint256 bond = requiredBond();
        if (msg.value < bond) revert BondTooSmall(msg.value, bond);
        uint256 deadline = block.timestamp + RESPONSE_TIME;
        uint256 limit = block.timestamp + TOTAL_TIME;
        _disputes[id] = Dispute({
            creditor: msg.sender,
            deadline: deadline.toUint48(),
            limit: limit.toUint48(),
            bond: bond.toUint128(),
            index: 0,
            status: Status.Open,
            leading: Side.None
        });
        emit DisputeOpened(id, question.operator, question.log, question, msg.sender, bond, deadline, limit);
        _credit(msg.sender, msg.value - bond);
    }

    /// @inheritdoc IDisputes
    function lead(Question calldata question, Side side, Match calldata shown) external {
        bytes32 id = idOf(question);
        Dispute memory d = _disputes[id];
        if (d.status != Status.Open && d.status != Status.Led) revert NotOpen(id, d.status);
        if (block.timestamp > d.deadline) revert DeadlinePassed(d.deadline); // L5
        (Headers.Header memory header, uint64 index) = _place(question, shown);
        if (d.status == Status.Led && index >= d.index) revert NotEarlier(d.index, index); // L4
        _checkProof(question, side, shown, header, index);

        uint256 deadline = block.timestamp + RESPONSE_TIME;
        if (deadline < d.limit)
            d.deadline = deadline.toUint48(); // L5
        else d.deadline = d.limit;
        (d.creditor, d.index, d.status, d.leading) = (shown.beneficiary, index, Status.Led, side); // L7
        _disputes[id] = d;
        emit LeadTaken(id, side, index, shown.beneficiary, d.deadline);
    }

    /// @inheritdoc IDisputes
    function settle(bytes32 id) external {
        Dispute storage entry = _disputes[id];
        Dispute memory d = entry;
        if (d.status != Status.Open && d.status != Status.Led) revert NotOpen(id, d.status);
        if (block.timestamp <= d.deadline) revert DeadlineNotPassed(d.deadline); // L5
        entry.status = _after(d.status);
        entry.bond = 0; // L1: from here on the book knows of no bond
        if (d.status == Status.Led) {
            emit DisputeResolved(id, d.leading, d.index, d.creditor);
            _credit(d.creditor, d.bond);
            return;
        }
        uint256 burned = (uint256(d.bond) * BURN_SHARE + 9_999) / 10_000; // rounded up
        emit DisputeUnresolved(id, d.creditor, burned);
        _credit(d.creditor, d.bond - burned);
        Ether.burn(burned);
    }

    /// @inheritdoc IDisputes
    function hasWon(
        address operator,
        bytes32 log,
        Predicates.Predicate calldata winner_,
        Predicates.Predicate calldata loser
    ) external view returns (bool) {
        bool isFirst = Predicates.keyOf(winner_) < Predicates.keyOf(loser);
        Question memory question;
        (question.operator, question.log) = (operator, log);
        question.predicates[isFirst ? 0 : 1] = winner_;
        question.predicates[isFirst ? 1 : 0] = loser;
        return winner(keccak256(abi.encode(question))) == (isFirst ? Side.First : Side.Second);
    }

    /// @inheritdoc IDisputes
    function dispute(bytes32 id) external view returns (Dispute memory) {
        return _disputes[id];
    }

    /// @inheritdoc IDisputes
    function disputeParameters() external view returns (DisputeParameters memory p) {
        (p.bondFloor, p.leadGas, p.factor, p.burnShare) = (BOND_FLOOR, uint32(LEAD_GAS), uint16(FACTOR), BURN_SHARE);
        (p.responseTime, p.totalTime) = (uint32(RESPONSE_TIME), uint32(TOTAL_TIME));
    }

    /// @inheritdoc IDisputes
    function winner(bytes32 id) public view returns (Side) {
        return statusOf(id) == Status.Resolved ? _disputes[id].leading : Side.None;
    }

    /// @inheritdoc IDisputes
    function statusOf(bytes32 id) public view returns (Status) {
        Dispute storage d = _disputes[id];
        // L5: no lead counts any more, so that what `settle` will say is known.
        return block.timestamp > d.deadline ? _after(d.status) : d.status;
    }

    /// @inheritdoc IDisputes
    function requiredBond() public view returns (uint256) {
        uint256 bond = LEAD_GAS * block.basefee * FACTOR;
        return bond > BOND_FLOOR ? bond : BOND_FLOOR;
    }

    /// @inheritdoc IDisputes
    function idOf(Question calldata question) public pure returns (bytes32) {
        return keccak256(abi.encode(question));
    }

    /// @dev L1. By pull alone, so that a receiver that refuses hurts only itself.
    function _credit(address to, uint256 amount) private {
        if (amount != 0) operatorStake.credit{value: amount}(to);
    }

    /// @dev That a question is one, written in the one way. Of one that was opened this is known.
    function _check(Question calldata question) private view {
        Predicates.Predicate[2] calldata predicates = question.predicates;
        Predicates.check(predicates[0]);
        Predicates.check(predicates[1]);
        if (!Predicates.areDisjoint(predicates[0], predicates[1])) revert NotDisjoint(); // L4
        bool inOrder = Predicates.keyOf(predicates[0]) < Predicates.keyOf(predicates[1]);
        if (!inOrder) revert PredicatesNotInOrder(); // L2
        registry.maxAnchorDelay(question.operator); // reverts where there is no such operator
    }

    /// @dev L3. The entry's header, and its index in the log.
    function _place(
        Question calldata question,
        Match calldata shown
    ) private view returns (Headers.Header memory header, uint64 index) {
        _checkFinal(question.operator, shown.batch);
        header = Headers.decode(shown.batch.header);
        if (header.log != question.log) revert OtherLog(header.log);
        if (shown.position >= header.count) revert NotInBatchRange(shown.position, header.count);
        index = header.start + shown.position;
    }

    /// @dev L6, L7.
    function _checkProof(
        Question calldata question,
        Side side,
        Match calldata shown,
        Headers.Header memory header,
        uint64 index
    ) private view {
        if (side == Side.None) revert NoSide();
        if (shown.beneficiary == address(0)) revert NoBeneficiary();
        Predicates.Predicate calldata predicate = question.predicates[side == Side.First ? 0 : 1];
        uint256[] memory signals = Predicates.signals(predicate, header, index, shown.beneficiary);
        if (!orderVerifier.verify(shown.proof, signals)) revert ProofInvalid();
    }

    /// @dev What a status becomes once the deadline has passed.
    function _after(Status status) private pure returns (Status) {
        if (status == Status.Open) return Status.Unresolved;
        return status == Status.Led ? Status.Resolved : status;
    }
}
