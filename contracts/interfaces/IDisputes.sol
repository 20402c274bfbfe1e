// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Evidence} from "../libraries/Evidence.sol";
import {Predicates} from "../libraries/Predicates.sol";
import {IFinalBatches} from "./IFinalBatches.sol";
import {IOperatorStake} from "./IOperatorStake.sol";
import {IProofVerifier} from "./IProofVerifier.sol";

/// @title IDisputes
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
interface IDisputes is IFinalBatches {
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

    /// @notice What became of a question. It only moves forward, but that an unresolved one can be opened again.
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

    /// @notice Which of two disjoint predicates matched first in this log of this operator?
    /// @param predicates In the order of their keys, `keccak256(abi.encode(predicate))`, so that a question has one
    /// identifier: `keccak256(abi.encode(question))`.
    struct Question {
        address operator;
        bytes32 log;
        Predicates.Predicate[2] predicates;
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
    /// @param status As of the last transaction: see `statusOf`.
    /// @param leading The side in the lead.
    struct Dispute {
        address creditor;
        uint48 deadline;
        uint48 limit;
        uint128 bond;
        uint64 index;
        Status status;
        Side leading;
    }

    /// @notice Somebody asked. Leads count until `deadline`, inclusive, which leads can move up to `limit`.
    event DisputeOpened(
        bytes32 indexed id,
        address indexed operator,
        bytes32 indexed log,
        Question question,
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
    /// @notice One entry could match both predicates.
    error NotDisjoint();
    /// @notice The predicates are not in the order of their keys.
    error PredicatesNotInOrder();
    /// @notice This is being asked, or has been decided.
    error AlreadyOpened(bytes32 id, Status status);
    /// @notice The bond is too small at this block's base fee.
    error BondTooSmall(uint256 sent, uint256 required);
    /// @notice This is not, or no longer, open.
    error NotOpen(bytes32 id, Status status);
    /// @notice The lead came too late.
    error DeadlinePassed(uint256 deadline);
    /// @notice There is still time for a lead.
    error DeadlineNotPassed(uint256 deadline);
    /// @notice A lead is for the first or the second predicate.
    error NoSide();
    /// @notice The batch is of another log.
    error OtherLog(bytes32 log);
    /// @notice The position is not below the batch's number of entries.
    error NotInBatchRange(uint32 position, uint32 count);
    /// @notice The entry is not before the one in the lead.
    error NotEarlier(uint64 leading, uint64 index);
    /// @notice Nobody can be the beneficiary at the zero address.
    error NoBeneficiary();
    /// @notice The proof does not hold for this entry's place, this predicate and this beneficiary.
    error ProofInvalid();

    /// @notice Asks a question, with a bond; what was sent beyond is credited back. Reverts for an account that is not
    /// an operator.
    function open(Question calldata question) external payable returns (bytes32 id);

    /// @notice Takes the lead in an open dispute, or improves it. Anybody can send a proof: it is its beneficiary's.
    /// @param side Which predicate the entry matches.
    /// @param shown The entry, before the one in the lead.
    function lead(Question calldata question, Side side, Match calldata shown) external;

    /// @notice Ends a dispute whose deadline has passed, and credits its bond. Anybody can; nobody needs to for
    /// `winner` to know.
    function settle(bytes32 id) external;

    /// @notice Whether it is decided that `winner_` matched first. The order of the predicates does not matter.
    /// @return False as long as nothing is decided, too.
    function hasWon(
        address operator,
        bytes32 log,
        Predicates.Predicate calldata winner_,
        Predicates.Predicate calldata loser
    ) external view returns (bool);

    /// @notice Which side of a question has won; none as long as nothing is decided. Once one has, it has for good.
    function winner(bytes32 id) external view returns (Side);

    /// @notice What became of a question, as of now, settled or not.
    function statusOf(bytes32 id) external view returns (Status);

    /// @notice The book's entry of a question; zeros if it was never asked.
    function dispute(bytes32 id) external view returns (Dispute memory);

    /// @notice The least bond in this block, in wei.
    function requiredBond() external view returns (uint256);

    /// @notice A question's identifier.
    function idOf(Question calldata question) external pure returns (bytes32);

    /// @notice What disputes are held by.
    function disputeParameters() external view returns (DisputeParameters memory);

    /// @notice Where what is credited can be withdrawn.
    function operatorStake() external view returns (IOperatorStake);

    /// @notice What verifies proofs of the circuit `order`.
    function orderVerifier() external view returns (IProofVerifier);
}
