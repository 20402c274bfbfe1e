// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

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
/// @notice Which of two things happened first in a log? Users settle it among themselves, by zero-knowledge proofs of
/// which entries there are; nobody's stake is at risk. Section 8 of docs/PROTOCOL.md.
/// @dev Somebody asks, with a bond. Whoever shows an entry that matches one of the two predicates takes the lead for
/// it, and then whoever shows an earlier one, of either. Each lead leaves the others a response time to show an
/// earlier entry, within a total. Then the predicate in the lead has won. Of an entry, its index becomes public and
/// that it matches, nothing else. What a user or a reader has to know:
///
/// - Show your earliest entry, within a response time of the opening or of the first lead, even if that is of your own
///   side: later there may be no time left. Who sleeps through that can lose what it would have won.
/// - Evidence is under a checkpoint that is final and still stored. Response times can be shorter than it takes a new
///   one to become final: keep evidence under an older one, or have your batch recorded by `proveBatch`, once.
/// - Ask for your question: operator, log and both predicates. That one predicate came before another does not say that
///   nothing else came before both. An operator is who it registered as, and a log is its log with a certain name.
/// - A payload type is the hash of its type string, and nothing here knows the string: a predicate can name a type that
///   nobody uses, or a member that the type does not have (its word is zero). The word of a `string` or `bytes` member
///   is the keccak-256 of its value.
/// - An entry of a contract wallet counts as the operator accepted it (`IAttestations` is not asked).
/// - The bond goes to who showed the earliest entry: a proof names it, so copying a proof gains nothing. Who can open
///   the same entry can make a proof of its own, and be faster.
///
/// No owner, no pause, no upgrade; it is no judge and can touch no stake.
///
/// Invariants, named beside the lines that keep them:
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
contract Disputes is FinalBatches {
    using SafeCast for uint256;

    /// @notice What disputes are held by, for good.
    /// @param bondFloor The least bond, in wei; at least 1.
    /// @param leadGas The gas that a lead is reckoned at; at least 21,000.
    /// @param factor How many times the base fee that gas is reckoned at; at least 1.
    /// @param burnShare Of the bond of a question that nobody answers, this much is burned, in ten-thousandths: at
    /// least 1,000, so that questions cost, and at most 10,000.
    /// @param responseTime How long a question, and a lead, waits for a (better) one, in seconds: at least what
    /// operators have for an answer.
    /// @param totalTime How long after its opening a dispute can go on, in seconds: at least two response times.
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

    /// @notice What became of a question. It only moves forward, but that an unresolved one can be opened again once it is
    /// settled.
    enum Status {
        /// Never asked.
        None,
        /// Nobody has shown an entry yet.
        Open,
        /// One side is in the lead.
        Led,
        /// The side in the lead has won, for good.
        Resolved,
        /// Nobody showed an entry in time: nothing is decided.
        Unresolved
    }

    /// @notice An entry that matches, shown by its place alone.
    /// @param batch Its batch's header, proven as for `proveBatch`; of a batch that was, only `header` counts.
    /// @param position In the batch, from 0.
    /// @param beneficiary For whom the proof was made; not zero.
    /// @param proof 256 bytes, for the circuit `order` without a second entry, the index shown.
    struct Match {
        Evidence.HeaderEvidence batch;
        uint32 position;
        address beneficiary;
        bytes proof;
    }

    /// @notice A question that was opened.
    /// @param creditor Whose the bond is as things stand: who opened it, until there is a lead.
    /// @param deadline The last second in which a lead counts.
    /// @param limit The last second that `deadline` can move to.
    /// @param bond In wei; 0 once it is settled.
    /// @param index Of the entry in the lead.
    /// @param leading The side in the lead.
    struct Dispute {
        address creditor;
        uint48 deadline;
        uint48 limit;
        uint128 bond;
        uint64 index;
        Side leading;
    }

    /// @notice Somebody asked. Leads count until `deadline`, inclusive, which leads can move up to `limit`.
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
    /// @notice Nobody answered: of the bond, `burned` was, and the rest credited to who opened it.
    event DisputeUnresolved(bytes32 indexed id, address indexed opener, uint256 burned);

    /// @notice A parameter is out of its range.
    error ParameterOutOfRange(uint256 value);
    /// @notice There is no code at the verifier's address.
    error NoVerifier(address orderVerifier);
    /// @notice This is being asked, has been decided, or waits to be settled.
    error AlreadyOpened(bytes32 id, Status status);
    /// @notice The bond is too small at this block's base fee.
    error BondTooSmall(uint256 sent, uint256 required);
    /// @notice This is not, or no longer, open.
    error NotOpen(bytes32 id, Status status);
    /// @notice There is still time for a lead.
    error DeadlineNotPassed(uint256 deadline);
    /// @notice A lead is for the first or the second predicate.
    error NoSide();
    /// @notice The batch is of another log.
    error OtherLog(bytes32 log);
    /// @notice The entry is not before the one in the lead.
    error NotEarlier(uint64 leading, uint64 index);
    /// @notice Nobody can be the beneficiary at the zero address.
    error NoBeneficiary();
    /// @notice The proof does not hold for this entry's place, this predicate and this beneficiary.
    error ProofInvalid();

    /// @notice Where what is credited can be withdrawn.
    OperatorStake public immutable operatorStake;
    /// @notice What verifies proofs of the circuit `order`.
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

    /// @notice Asks a question, with a bond; what was sent beyond is credited back. Reverts for an account that is not
    /// an operator.
    function open(Predicates.Question calldata question) external payable returns (bytes32 id) {
        _check(question);
        id = idOf(question);
        Status status = statusOf(id);
        bool undecided = status == Status.Unresolved && _disputes[id].bond == 0;
        if (status != Status.None && !undecided) revert AlreadyOpened(id, status); // L2
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

    /// @notice Takes the lead in an open dispute, or improves it. Anybody can send a proof: it is its beneficiary's.
    /// @param side Which predicate the entry matches.
    /// @param shown The entry, before the one in the lead.
    function lead(Predicates.Question calldata question, Side side, Match calldata shown) external {
        bytes32 id = idOf(question);
        Dispute memory d = _disputes[id];
        Status status = statusOf(id);
        if (status != Status.Open && status != Status.Led) revert NotOpen(id, status); // L5
        (Headers.Header memory header, uint64 index) = _place(question, shown);
        if (status == Status.Led && index >= d.index) revert NotEarlier(d.index, index); // L4
        _checkProof(question, side, shown, header, index);

        uint256 deadline = block.timestamp + RESPONSE_TIME;
        if (deadline < d.limit)
            d.deadline = deadline.toUint48(); // L5
        else d.deadline = d.limit;
        (d.creditor, d.index, d.leading) = (shown.beneficiary, index, side); // L7
        _disputes[id] = d;
        emit LeadTaken(id, side, index, shown.beneficiary, d.deadline);
    }

    /// @notice Ends a dispute whose deadline has passed, and credits its bond. Anybody can; nobody needs to for
    /// `winner` to know.
    function settle(bytes32 id) external {
        Dispute storage entry = _disputes[id];
        Dispute memory d = entry;
        if (d.bond == 0) revert NotOpen(id, statusOf(id));
        if (block.timestamp <= d.deadline) revert DeadlineNotPassed(d.deadline); // L5
        entry.bond = 0; // L1: from here on the book knows of no bond
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
    /// @return False as long as nothing is decided, too.
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

    /// @notice The book's entry of a question; zeros if it was never asked.
    function dispute(bytes32 id) external view returns (Dispute memory) {
        return _disputes[id];
    }

    /// @notice What disputes are held by.
    function disputeParameters() external view returns (DisputeParameters memory p) {
        (p.bondFloor, p.leadGas, p.factor, p.burnShare) = (BOND_FLOOR, uint32(LEAD_GAS), uint16(FACTOR), BURN_SHARE);
        (p.responseTime, p.totalTime) = (uint32(RESPONSE_TIME), uint32(TOTAL_TIME));
    }

    /// @notice Which side of a question has won; none as long as nothing is decided. Once one has, it has for good.
    function winner(bytes32 id) public view returns (Side) {
        return statusOf(id) == Status.Resolved ? _disputes[id].leading : Side.None;
    }

    /// @notice What became of a question, as of now, settled or not.
    function statusOf(bytes32 id) public view returns (Status) {
        Dispute storage d = _disputes[id];
        if (d.deadline == 0) return Status.None;
        bool led = d.leading != Side.None;
        // L5: after the deadline no lead counts any more, so that what `settle` will say is known.
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

    /// @dev L1. By pull alone, so that a receiver that refuses hurts only itself.
    function _credit(address to, uint256 amount) private {
        if (amount != 0) operatorStake.credit{value: amount}(to);
    }

    /// @dev That a question is one, written in the one way. Of one that was opened this is known.
    function _check(Predicates.Question calldata question) private view {
        Predicates.Predicate[2] calldata predicates = question.predicates;
        Predicates.check(predicates[0]);
        Predicates.check(predicates[1]);
        if (!Predicates.areDisjoint(predicates[0], predicates[1])) revert Predicates.NotDisjoint(); // L4
        bool inOrder = Predicates.keyOf(predicates[0]) < Predicates.keyOf(predicates[1]);
        if (!inOrder) revert Predicates.PredicatesNotInOrder(); // L2
        registry.maxAnchorDelay(question.operator); // reverts where there is no such operator
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
