// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {OperatorStake} from "./OperatorStake.sol";
import {FinalBatches} from "./base/FinalBatches.sol";
import {IProofVerifier} from "./interfaces/IProofVerifier.sol";
import {Ether} from "./libraries/Ether.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Headers} from "./libraries/Headers.sol";
import {Predicates} from "./libraries/Predicates.sol";
import {RFC9162} from "./libraries/RFC9162.sol";

/// @title Disputes
/// @notice Decides which of two things happened first in a log. Users settle it among themselves by zero-knowledge
/// proofs that entries exist. No operator's stake is at risk. See docs/protocol/5-contracts.md, section 6.
/// @dev An account opens a dispute with a bond. The first proof of an entry that matches one of the two predicates
/// takes the lead for that predicate. Each proof of an earlier entry, for either predicate, takes over the lead. After
/// each lead the others have a response time to show an earlier entry, within a total time. Then the predicate in the
/// lead has won. A proof makes public only the entry's index, and that it matches. Users and readers must know:
///
/// - Show your earliest entry within a response time of the opening or of the first lead, even if that lead is for your
///   own side. Later there may be no time left, and you can lose a dispute that you would have won.
/// - The evidence must be under a checkpoint that is final and still stored. A response time can be shorter than the
///   time until a new checkpoint is final. Keep evidence under an older one, or have your batch recorded by
///   `proveBatch`.
/// - Ask for your own question: operator, log and both predicates. A won dispute does not say that nothing else came
///   before both. Anybody can register as an operator, and an operator names its logs.
/// - A payload type is the hash of its type string, and this contract does not know the string. A predicate can name a
///   type that nobody uses, or a member that the type does not have (its word is zero). The word of a `string` or
///   `bytes` member is the keccak-256 of its value.
/// - An entry of a contract wallet counts as the operator accepted it (`IAttestations` is not asked).
/// - The bond goes to the account that showed the earliest entry. A proof names that account, so copying a proof gains
///   nothing. Another account that can open the same entry can make its own proof, and be faster.
///
/// No owner, no pause, no upgrade. The contract is not a judge and cannot touch a stake.
///
/// Invariants, named beside the lines that keep them:
/// - L1. The balance is the sum of the unsettled bonds, and any ether that was forced in. Every wei of a bond is
///   credited or burned, once. The bond of a won dispute goes whole to the beneficiary of the winning proof: the opener
///   pays it, or gets it back by its own proof. The bond of an unanswered dispute goes back to the opener less the
///   burned part, so asking about nothing costs.
/// - L2. A question has one dispute at a time, and a won one stays won. A question can be asked again only if nothing
///   was decided. So asking too early, before any match is final, blocks nobody.
/// - L3. A lead's batch is of the question's operator and log and was final at the lead, so it stays final. Everything
///   earlier in the log is final, too. So no earlier match can turn up later that could not have been shown.
/// - L4. A lead's index is below the one before it, and no entry matches both sides: there are no ties.
/// - L5. Leads count until the deadline, inclusive, `settle` only after it. A deadline only moves forward, never beyond
///   the limit. After the first lead the other side has a whole response time: the first lead comes within a response
///   time of the opening, and the limit is at least two response times after it.
/// - L6. All public signals are made here, from the question, the header and the beneficiary, so each is below r.
/// - L7. A lead belongs to its proof's beneficiary, no matter which account sends it. Payments are made by withdrawing
///   alone.
contract Disputes is FinalBatches {
    using SafeCast for uint256;

    /// @notice The parameters of disputes. They never change.
    /// @param bondFloor The least bond, in wei; at least 1.
    /// @param leadGas The gas that the bond assumes for a lead; at least 21,000.
    /// @param factor The bond is that gas at the base fee, times this factor; at least 1.
    /// @param burnShare The share of an unanswered question's bond that is burned, in ten-thousandths: at least 1,000,
    /// so that questions cost, and at most 10,000.
    /// @param responseTime The time that a question waits for a lead, and a lead for an earlier one, in seconds; at
    /// least the registry's response time for operators.
    /// @param totalTime The longest time from a dispute's opening to its end, in seconds; at least two response times.
    struct DisputeParameters {
        uint128 bondFloor;
        uint32 leadGas;
        uint16 factor;
        uint16 burnShare;
        uint32 responseTime;
        uint32 totalTime;
    }

    /// @notice One of a question's predicates, or neither.
    enum Side {
        None,
        First,
        Second
    }

    /// @notice The state of a question. It only moves forward, except that an unresolved question can be opened again
    /// after it is settled.
    enum Status {
        /// Never asked.
        None,
        /// No entry was shown yet.
        Open,
        /// One side is in the lead.
        Led,
        /// The side in the lead has won, for good.
        Resolved,
        /// No entry was shown in time: nothing is decided.
        Unresolved
    }

    /// @notice The proof of an entry that matches. It shows only the entry's place.
    /// @param batch Its batch's header, proven as for `proveBatch`. If the batch is recorded as final, only `header` is
    /// read.
    /// @param position In the batch, from 0.
    /// @param beneficiary The account that the proof was made for; not zero.
    /// @param proof 256 bytes, for the circuit `order` without a second entry, with the index shown.
    struct Match {
        Evidence.HeaderEvidence batch;
        uint32 position;
        address beneficiary;
        bytes proof;
    }

    /// @notice A question that was opened.
    /// @param creditor The account that would get the bond now: the opener until there is a lead, then the lead's
    /// beneficiary.
    /// @param deadline The last second in which a lead counts.
    /// @param limit The last second that `deadline` can move to.
    /// @param bond In wei; 0 once it is settled.
    /// @param index The index of the entry in the lead.
    /// @param leading The side in the lead.
    struct Dispute {
        address creditor;
        uint48 deadline;
        uint48 limit;
        uint128 bond;
        uint64 index;
        Side leading;
    }

    /// @notice A dispute was opened. Leads count until `deadline`, inclusive. Leads can move it, at most to `limit`.
    event DisputeOpened(
        bytes32 indexed id,
        address indexed operator,
        bytes32 indexed log,
        Predicates.Question question,
        address opener,
        uint256 bond,
        uint256 deadline,
        uint256 limit
    );
    /// @notice A side took the lead, or improved it.
    event LeadTaken(bytes32 indexed id, Side side, uint64 index, address indexed beneficiary, uint256 deadline);
    /// @notice A side has won, by the entry at this index; the bond was credited to the proof's beneficiary.
    event DisputeResolved(bytes32 indexed id, Side side, uint64 index, address indexed beneficiary);
    /// @notice No lead was shown: `burned` of the bond was burned, and the rest credited to the opener.
    event DisputeUnresolved(bytes32 indexed id, address indexed opener, uint256 burned);

    /// @notice A parameter is out of its range.
    error ParameterOutOfRange(uint256 value);
    /// @notice The verifier's address has no code.
    error NoVerifier(address orderVerifier);
    /// @notice The question is open, has been decided, or waits to be settled.
    error AlreadyOpened(bytes32 id, Status status);
    /// @notice The bond is too small at this block's base fee.
    error BondTooSmall(uint256 sent, uint256 required);
    /// @notice The dispute is not open, or no longer open.
    error NotOpen(bytes32 id, Status status);
    /// @notice The deadline for leads has not passed.
    error DeadlineNotPassed(uint256 deadline);
    /// @notice A lead must be for the first or the second predicate.
    error NoSide();
    /// @notice The batch is of another log.
    error OtherLog(bytes32 log);
    /// @notice The entry is not before the one in the lead.
    error NotEarlier(uint64 leading, uint64 index);
    /// @notice The beneficiary is the zero address.
    error NoBeneficiary();
    /// @notice The proof does not hold for this entry's place, this predicate and this beneficiary.
    error ProofInvalid();

    /// @notice The contract from which credits can be withdrawn.
    OperatorStake public immutable operatorStake;
    /// @notice The contract that verifies proofs of the circuit `order`.
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
        operatorStake = OperatorStake(stake);
        orderVerifier = IProofVerifier(orderVerifier_);
        // If no lead can be verified, questions only cost.
        if (orderVerifier_.code.length == 0) revert NoVerifier(orderVerifier_);
        if (p.bondFloor == 0 || p.factor == 0) revert ParameterOutOfRange(0);
        if (p.leadGas < LEAST_GAS) revert ParameterOutOfRange(p.leadGas);
        if (p.burnShare < LEAST_BURN_SHARE || p.burnShare > 10_000) revert ParameterOutOfRange(p.burnShare); // L1
        if (p.responseTime < registry.timing().responseTime) revert ParameterOutOfRange(p.responseTime);
        if (p.totalTime < 2 * uint256(p.responseTime)) revert ParameterOutOfRange(p.totalTime); // L5
        (BOND_FLOOR, LEAD_GAS, FACTOR, BURN_SHARE) = (p.bondFloor, p.leadGas, p.factor, p.burnShare);
        (RESPONSE_TIME, TOTAL_TIME) = (p.responseTime, p.totalTime);
    }

    /// @notice Opens a dispute about a question, with a bond. Ether beyond the bond is credited back. Reverts if the
    /// account is not an operator.
    function open(Predicates.Question calldata question) external payable returns (bytes32 id) {
        _check(question);
        id = idOf(question);
        Status status = statusOf(id);
        if (_disputes[id].bond != 0 || status == Status.Resolved) revert AlreadyOpened(id, status); // L2
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
            leading: Side.None
        });
        emit DisputeOpened(id, question.operator, question.log, question, msg.sender, bond, deadline, limit);
        _credit(msg.sender, msg.value - bond);
    }

    /// @notice Takes the lead in an open dispute, or improves it. Anybody can send a proof; it counts for its
    /// beneficiary.
    /// @param side The predicate that the entry matches.
    /// @param shown The entry. It must be before the one in the lead.
    function lead(Predicates.Question calldata question, Side side, Match calldata shown) external {
        bytes32 id = idOf(question);
        Dispute memory d = _disputes[id];
        Status status = statusOf(id);
        if (status != Status.Open && status != Status.Led) revert NotOpen(id, status); // L5
        (Headers.Header memory header, uint64 index) = _place(question, shown);
        if (status == Status.Led && index >= d.index) revert NotEarlier(d.index, index); // L4
        _checkProof(question, side, shown, header, index);

        d.deadline = Math.min(block.timestamp + RESPONSE_TIME, d.limit).toUint48(); // L5
        (d.creditor, d.index, d.leading) = (shown.beneficiary, index, side); // L7
        _disputes[id] = d;
        emit LeadTaken(id, side, index, shown.beneficiary, d.deadline);
    }

    /// @notice Ends a dispute whose deadline has passed, and credits its bond. Anybody can call it. `winner` is right
    /// even if it is not called.
    function settle(bytes32 id) external {
        Dispute storage entry = _disputes[id];
        Dispute memory d = entry;
        if (d.bond == 0) revert NotOpen(id, statusOf(id));
        if (block.timestamp <= d.deadline) revert DeadlineNotPassed(d.deadline); // L5
        entry.bond = 0; // L1: deleted before anything is paid
        if (d.leading != Side.None) {
            emit DisputeResolved(id, d.leading, d.index, d.creditor);
            _credit(d.creditor, d.bond);
            return;
        }
        uint256 burned = (uint256(d.bond) * BURN_SHARE + 9_999) / 10_000; // rounded up
        emit DisputeUnresolved(id, d.creditor, burned);
        _credit(d.creditor, d.bond - burned);
        Ether.burn(burned);
    }

    /// @notice Whether it is decided that `winner_` matched first. The order of the predicates does not matter.
    /// @return True if that is decided. Also false if nothing is decided yet.
    function hasWon(
        address operator,
        bytes32 log,
        Predicates.Predicate calldata winner_,
        Predicates.Predicate calldata loser
    ) external view returns (bool) {
        bool isFirst = Predicates.keyOf(winner_) < Predicates.keyOf(loser);
        Predicates.Question memory question;
        (question.operator, question.log) = (operator, log);
        question.predicates[isFirst ? 0 : 1] = winner_;
        question.predicates[isFirst ? 1 : 0] = loser;
        return winner(keccak256(abi.encode(question))) == (isFirst ? Side.First : Side.Second);
    }

    /// @notice The stored dispute of a question; zeros if it was never asked.
    function dispute(bytes32 id) external view returns (Dispute memory) {
        return _disputes[id];
    }

    /// @notice The parameters of disputes.
    function disputeParameters() external view returns (DisputeParameters memory p) {
        (p.bondFloor, p.leadGas, p.factor, p.burnShare) = (BOND_FLOOR, uint32(LEAD_GAS), uint16(FACTOR), BURN_SHARE);
        (p.responseTime, p.totalTime) = (uint32(RESPONSE_TIME), uint32(TOTAL_TIME));
    }

    /// @notice The side that has won a question, or `Side.None` if nothing is decided yet. A winner never changes.
    function winner(bytes32 id) public view returns (Side) {
        return statusOf(id) == Status.Resolved ? _disputes[id].leading : Side.None;
    }

    /// @notice The state of a question now, settled or not.
    function statusOf(bytes32 id) public view returns (Status) {
        Dispute storage d = _disputes[id];
        if (d.deadline == 0) return Status.None;
        bool led = d.leading != Side.None;
        // L5: after the deadline no lead counts, so the result of `settle` is known.
        if (block.timestamp > d.deadline) return led ? Status.Resolved : Status.Unresolved;
        return led ? Status.Led : Status.Open;
    }

    /// @notice The least bond in this block, in wei.
    function requiredBond() public view returns (uint256) {
        uint256 bond = LEAD_GAS * block.basefee * FACTOR;
        return bond > BOND_FLOOR ? bond : BOND_FLOOR;
    }

    /// @notice A question's identifier.
    function idOf(Predicates.Question calldata question) public pure returns (bytes32) {
        return keccak256(abi.encode(question));
    }

    /// @dev L1. Credits only; the receiver withdraws. So a receiver that refuses ether hurts only itself.
    function _credit(address to, uint256 amount) private {
        if (amount != 0) operatorStake.credit{value: amount}(to);
    }

    /// @dev Checks that a question is valid and written in its only form. Not needed for a question that was opened.
    function _check(Predicates.Question calldata question) private view {
        Predicates.Predicate[2] calldata predicates = question.predicates;
        Predicates.check(predicates[0]);
        Predicates.check(predicates[1]);
        if (!Predicates.areDisjoint(predicates[0], predicates[1])) revert Predicates.NotDisjoint(); // L4
        bool inOrder = Predicates.keyOf(predicates[0]) < Predicates.keyOf(predicates[1]);
        if (!inOrder) revert Predicates.PredicatesNotInOrder(); // L2
        registry.maxAnchorDelay(question.operator); // reverts if there is no such operator
    }

    /// @dev L3. The entry's header, and its index in the log.
    function _place(
        Predicates.Question calldata question,
        Match calldata shown
    ) private view returns (Headers.Header memory header, uint64 index) {
        _checkFinal(question.operator, shown.batch);
        header = Headers.decode(shown.batch.header);
        if (header.log != question.log) revert OtherLog(header.log);
        if (shown.position >= header.count) revert RFC9162.IndexOutOfRange(shown.position, header.count);
        index = header.start + shown.position;
    }

    /// @dev L6, L7.
    function _checkProof(
        Predicates.Question calldata question,
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
}
