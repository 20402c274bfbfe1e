// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Evidence} from "../libraries/Evidence.sol";
import {ZkTree} from "../libraries/ZkTree.sol";
import {IAnchorRegistry} from "./IAnchorRegistry.sol";
import {IOperatorStake} from "./IOperatorStake.sol";

/// @title IChallenges
/// @notice Where anybody asks an operator to show what it promised or anchored, and where silence is the evidence.
/// @dev Section 8.4 of docs/PROTOCOL.md. Each question can be asked once, within the challenge window, for a bond.
/// Whoever answers it rightly until its deadline is repaid out of the bond what the answer costs, and the rest burns;
/// after the deadline anybody settles it: the bond goes back whole, and the operator loses its stake. The bond goes back
/// whole, too, to who asked for an overdue entry before it was anchored. Being late costs nothing else: who is asked
/// shows what it owes within the response time, or loses its stake.
///
/// A position can be asked about while the first checkpoint that covers it is younger than the challenge window, an
/// overdue receipt while it is overdue for less than that. So the deadline is at least the margin before finality, and
/// who settles within the margin keeps what was not shown from becoming final.
///
/// Evidence that does not hold reverts with the error that says why: those of the libraries `Evidence`, `RFC9162`,
/// `Headers`, `Entries`, `Actions`, of `ECDSA`, `IPoseidon` and `IAnchorRegistry`. Amounts are in wei, paid through
/// `IOperatorStake.credit`; times are in Unix seconds.
interface IChallenges {
    /// @notice What is asked for, and what it is about.
    enum Kind {
        /// The entry of an overdue receipt. About an index of a log.
        Omission,
        /// The leaf at a position of the batch log. About that position, with a log of zero.
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

    /// @notice What shows that a digest is that of an action.
    /// @param payloadType The payload's type string, `KPayload(<members>)`.
    /// @param deadline The action's, in Unix seconds.
    /// @param payloadHash The payload's EIP-712 struct hash.
    /// @param nameHash The keccak-256 of the log's name.
    struct ActionForm {
        string payloadType;
        uint64 deadline;
        bytes32 payloadHash;
        bytes32 nameHash;
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
    /// @notice It can be asked from `from` until just before `until`, in Unix milliseconds.
    error NotOpenable(uint256 from, uint256 until);
    /// @notice The stored checkpoint with this sequence is not the first that covers the position.
    error NotFirstToCover(uint64 sequence, uint64 position);
    /// @notice The bond is too small at this block's base fee.
    error BondTooSmall(uint256 sent, uint256 required);
    /// @notice The answer came too late.
    error DeadlinePassed(uint256 deadline);
    /// @notice There is still time for an answer.
    error DeadlineNotPassed(uint256 deadline);
    /// @notice The position is not below the batch's number of entries.
    error NotInBatchRange(uint32 position, uint32 count);
    /// @notice What was shown is not what was asked for.
    error WrongAnswer(bytes32 expected, bytes32 shown);
    /// @notice The signature recovers to another account than the entry's actor.
    error NotTheActor(address actor, address signer);

    /// @notice Asks for the entry of an overdue receipt.
    /// @param signature The receipt key's, of 65 bytes.
    /// @param nameHash The keccak-256 of the log's name.
    function openOmission(
        address operator,
        Evidence.Receipt calldata receipt,
        bytes calldata signature,
        bytes32 nameHash
    ) external payable returns (bytes32 id);

    /// @notice Asks for the leaf at a position of the batch log.
    /// @dev It must be proven under the checkpoint that is named, so that asking for the last position of a checkpoint
    /// asks whether its size is true.
    /// @param sequence Of the first checkpoint that covers the position.
    function openHeader(address operator, uint64 position, uint64 sequence) external payable returns (bytes32 id);

    /// @notice Asks for a batch's leaf, and what stands at its place of the zk tree.
    /// @param batch The batch's header, proven under any stored checkpoint.
    /// @param position In the batch, from 0.
    /// @param sequence Of the first checkpoint that covers the header's position.
    function openEntry(
        address operator,
        Evidence.HeaderEvidence calldata batch,
        uint32 position,
        uint64 sequence
    ) external payable returns (bytes32 id);

    /// @notice Asks for an entry's action: that its digest is one's, and of scheme 0 its actor's signature.
    /// @dev Whether a contract wallet stands by its signature is no question to an operator: see `IAttestations`.
    /// @param sequence Of the first checkpoint that covers the header's position.
    function openAction(
        address operator,
        Evidence.EntryEvidence calldata entry,
        uint64 sequence
    ) external payable returns (bytes32 id);

    /// @notice Answers with the receipt's entry.
    /// @dev It may be proven under any checkpoint of before the question. If there is none, then under the first that
    /// covers it, and the bond goes back whole: nobody gets that by the checkpoint that he chooses.
    function answerOmission(address operator, Evidence.EntryEvidence calldata entry) external;

    /// @notice Answers with the leaf at the position, which must be a well-formed header: who can show only something
    /// else has not answered.
    /// @param proof Its RFC 9162 inclusion proof under the checkpoint that the challenge named.
    function answerHeader(address operator, uint64 position, bytes calldata header, bytes32[] calldata proof) external;

    /// @notice Answers with a batch's leaf, which must be a well-formed entry.
    /// @param header The batch's, as bytes.
    /// @param position In the batch, from 0.
    /// @param entry The leaf's bytes.
    /// @param proof Its RFC 9162 inclusion proof.
    /// @param zkPath What stands at the position of the batch's zk tree.
    function answerEntry(
        address operator,
        bytes calldata header,
        uint32 position,
        bytes calldata entry,
        bytes32[] calldata proof,
        ZkTree.ZkPath calldata zkPath
    ) external;

    /// @notice Answers with what an entry's digest was made of, and its signature.
    /// @param entry As bytes.
    /// @param form What the digest is of.
    /// @param signature Of scheme 0, 65 bytes; of scheme 1 nothing is asked for, and empty will do.
    function answerAction(
        address operator,
        bytes calldata entry,
        ActionForm calldata form,
        bytes calldata signature
    ) external;

    /// @notice Settles a challenge that nobody answered in time.
    /// @param log Zero for `Kind.Header`.
    /// @param index Of the log; for `Kind.Header`, the position in the batch log.
    function settle(Kind kind, address operator, bytes32 log, uint64 index) external;

    /// @notice The identifier of what is asked: the keccak-256 of `abi.encode(kind, operator, log, index)`.
    function challengeId(Kind kind, address operator, bytes32 log, uint64 index) external pure returns (bytes32);

    /// @notice A challenge; zeros (and `None`) for one that nobody has opened.
    function challenge(bytes32 id) external view returns (Challenge memory);

    /// @notice The least bond at this block's base fee. What is sent beyond it is credited back.
    /// @dev Nodes run calls from outside at a base fee of zero: compute it there from `challengeParameters`.
    function requiredBond(Kind kind) external view returns (uint256);

    /// @notice What challenges are measured by.
    function challengeParameters() external view returns (ChallengeParameters memory);

    /// @notice The registry whose operators are asked.
    function registry() external view returns (IAnchorRegistry);

    /// @notice The contract that is credited, and that slashes.
    function operatorStake() external view returns (IOperatorStake);
}
