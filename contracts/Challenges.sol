// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {AnchorRegistry} from "./AnchorRegistry.sol";
import {ChallengeBook} from "./ChallengeBook.sol";
import {IPoseidon} from "./interfaces/IPoseidon.sol";
import {Actions} from "./libraries/Actions.sol";
import {Entries} from "./libraries/Entries.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Freezes} from "./libraries/Freezes.sol";
import {Headers} from "./libraries/Headers.sol";
import {RFC9162} from "./libraries/RFC9162.sol";
import {ZkTree} from "./libraries/ZkTree.sol";

/// @title Challenges
/// @notice Anybody can ask an operator here to show what it promised or anchored. If it does not answer in time, its
/// silence is the evidence.
/// @dev See docs/protocol/5-contracts.md, section 4. Each question can be asked once, within the challenge window, for
/// a bond. Anybody can answer it until its deadline. The answerer is repaid the cost of the answer from the bond, and
/// the rest goes back to the challenger. After the deadline anybody can settle the challenge: the whole bond goes back,
/// and the operator loses its stake. The whole bond also goes back if the challenger asked for an overdue entry before
/// it was anchored. Being late has no other cost.
///
/// A position can be asked about while the first checkpoint that covers it is younger than the challenge window. An
/// overdue receipt can be asked about for the length of the challenge window after it fell due. So the deadline is at
/// least the margin before finality. A challenge that is settled within the margin stops what was not shown from
/// becoming final.
///
/// If evidence does not hold, the call reverts with an error of the libraries `Evidence`, `RFC9162`, `Headers`,
/// `Entries` or `Actions`, of `ECDSA`, `IPoseidon` or `AnchorRegistry`. Amounts are in wei, paid through
/// `OperatorStake.credit`. Times are in Unix seconds.
///
/// No owner, no pause, no upgrade.
///
/// Invariants. `ChallengeBook` has more. Each is named beside the lines that keep it:
/// - D1. An operator that follows the protocol and keeps its records can answer every question that can be opened.
/// - D2. An answer is compared with what was proven at the opening and stored since, not with what the registry still
///   stores. So anchors in between change nothing.
/// - D3. An answer makes what was asked for public, so faults in it can be proven.
contract Challenges is ChallengeBook {
    /// @notice The parts of an action that its digest is made of.
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

    /// @notice The question can be asked from `from` until just before `until`, in Unix milliseconds.
    error NotOpenable(uint256 from, uint256 until);
    /// @notice The stored checkpoint with this sequence is not the first that covers the position.
    error NotFirstToCover(uint64 sequence, uint64 position);
    /// @notice The answer does not match what was asked for.
    error WrongAnswer(bytes32 expected, bytes32 shown);
    /// @notice The signature recovers to another account than the entry's actor.
    error NotTheActor(address actor, address signer);

    IPoseidon private immutable POSEIDON;

    constructor(
        ChallengeParameters memory p,
        address registry_,
        address stake,
        address poseidon
    ) ChallengeBook(p, registry_, stake) {
        POSEIDON = ZkTree.poseidonAt(poseidon);
    }

    /// @notice Asks for the entry of an overdue receipt.
    /// @param signature The receipt key's signature, 65 bytes.
    /// @param nameHash The keccak-256 of the log's name.
    function openOmission(
        address operator,
        Evidence.Receipt calldata receipt,
        bytes calldata signature,
        bytes32 nameHash
    ) external payable returns (bytes32) {
        Evidence.checkReceipt(registry, operator, receipt, signature);
        Evidence.checkLog(registry, operator, receipt.log, nameHash); // D1: the key may be another operator's, too
        uint256 due = uint256(receipt.acceptedAt) + registry.maxAnchorDelay(operator) * 1000;
        uint256 until = due + CHALLENGE_WINDOW * 1000;
        // D1: until the receipt is due, its entry need not be anchored.
        if (block.timestamp * 1000 <= due || block.timestamp * 1000 >= until) revert NotOpenable(due + 1, until);
        return _open(Kind.Omission, operator, receipt.log, receipt.index, 0, receipt.entryHash);
    }

    /// @notice Asks for the leaf at a position of the batch log.
    /// @dev The leaf must be proven under the named checkpoint. So a question about the last position of a checkpoint
    /// asks whether the checkpoint's size is true.
    /// @param sequence The sequence of the first checkpoint that covers the position.
    function openHeader(address operator, uint64 position, uint64 sequence) external payable returns (bytes32) {
        AnchorRegistry.Checkpoint memory checkpoint = _checkWindow(operator, position, sequence);
        return _open(Kind.Header, operator, Freezes.BATCH_LOG, position, checkpoint.size, checkpoint.root);
    }

    /// @notice Asks for a batch's leaf, and the value at its place in the zk tree.
    /// @param batch The batch's header, proven under any stored checkpoint.
    /// @param position In the batch, from 0.
    /// @param sequence The sequence of the first checkpoint that covers the header's position.
    function openEntry(
        address operator,
        Evidence.HeaderEvidence calldata batch,
        uint32 position,
        uint64 sequence
    ) external payable returns (bytes32) {
        _checkWindow(operator, batch.position, sequence);
        (Headers.Header memory header, bytes32 fingerprint, ) = Evidence.proveHeader(registry, operator, batch);
        if (position >= header.count) revert RFC9162.IndexOutOfRange(position, header.count); // D1
        return _open(Kind.Entry, operator, header.log, header.start + position, 0, fingerprint);
    }

    /// @notice Asks for the action that an entry's digest is made of, and for its actor's signature if the entry has
    /// scheme 0.
    /// @dev Operators are not asked whether a contract wallet accepts its signature: see `IAttestations`.
    /// @param sequence The sequence of the first checkpoint that covers the header's position.
    function openAction(
        address operator,
        Evidence.EntryEvidence calldata entry,
        uint64 sequence
    ) external payable returns (bytes32) {
        _checkWindow(operator, entry.batch.position, sequence);
        // An entry that does not fit its header is a fault, not a question.
        (, Entries.Entry memory e, bytes32 entryHash) = Evidence.proveEntry(registry, operator, entry);
        return _open(Kind.Action, operator, e.log, e.index, 0, entryHash);
    }

    /// @notice Answers with the receipt's entry.
    /// @dev The entry may be proven under any checkpoint from before the question. If none from before covers it, it
    /// must be proven under the first that does, and the whole bond goes back. So the choice of a checkpoint gains
    /// nothing.
    function answerOmission(address operator, Evidence.EntryEvidence calldata entry) external {
        uint256 gasBefore = gasleft();
        (Headers.Header memory header, , AnchorRegistry.Checkpoint memory checkpoint) = Evidence.proveHeader(
            registry,
            operator,
            entry.batch
        );
        bytes32 id = challengeId(Kind.Omission, operator, header.log, header.start + entry.position);
        Challenge memory c = _pending(id);
        _compare(c.subject, Evidence.proveInBatch(header, entry));
        uint256 hashes = entry.batch.proof.length + entry.proof.length;
        uint256 shown = Headers.LENGTH + Entries.LENGTH + 32 * hashes;
        // If the anchor is in the same second as the question, the question counts as the earlier one.
        bool overdue = c.deadline <= checkpoint.time + RESPONSE_TIME;
        if (!overdue) return _answer(id, operator, c, gasBefore, shown);
        // The challenger could answer, too. It was right to ask only if even the first checkpoint that covers the entry
        // is not older than the question.
        _checkFirst(operator, entry.batch.position, entry.batch.sequence, checkpoint);
        _answerOverdue(id, operator, c);
    }

    /// @notice Answers with the leaf at the position. The leaf must be a well-formed header; anything else is not an
    /// answer.
    /// @param proof Its RFC 9162 inclusion proof under the checkpoint that the challenge named.
    function answerHeader(address operator, uint64 position, bytes calldata header, bytes32[] calldata proof) external {
        uint256 gasBefore = gasleft();
        Headers.decode(header);
        bytes32 id = challengeId(Kind.Header, operator, Freezes.BATCH_LOG, position);
        Challenge memory c = _pending(id);
        _compare(c.subject, RFC9162.inclusionRoot(RFC9162.leafHash(header), position, c.size, proof)); // D2
        _answer(id, operator, c, gasBefore, Headers.LENGTH + 32 * proof.length);
    }

    /// @notice Answers with a batch's leaf. The leaf must be a well-formed entry.
    /// @param header The bytes of the batch's header.
    /// @param position In the batch, from 0.
    /// @param entry The leaf's bytes.
    /// @param proof Its RFC 9162 inclusion proof.
    /// @param zkPath The value at the position in the batch's zk tree, and its path.
    function answerEntry(
        address operator,
        bytes calldata header,
        uint32 position,
        bytes calldata entry,
        bytes32[] calldata proof,
        ZkTree.ZkPath calldata zkPath
    ) external {
        uint256 gasBefore = gasleft();
        Headers.Header memory h = Headers.decode(header);
        Entries.decode(entry);
        bytes32 id = challengeId(Kind.Entry, operator, h.log, h.start + position);
        Challenge memory c = _pending(id);
        _compare(c.subject, RFC9162.leafHash(header)); // D2
        _compare(h.root, RFC9162.inclusionRoot(RFC9162.leafHash(entry), position, h.count, proof));
        _compare(h.zkRoot, bytes32(ZkTree.root(POSEIDON, position, zkPath)));
        _answer(id, operator, c, gasBefore, Headers.LENGTH + Entries.LENGTH + 32 * (proof.length + 25));
    }

    /// @notice Answers with the action that an entry's digest is made of, and its signature.
    /// @param entry The entry's bytes.
    /// @param form The parts that the digest is made of.
    /// @param signature 65 bytes if the entry has scheme 0. Not read for scheme 1; may be empty.
    function answerAction(
        address operator,
        bytes calldata entry,
        ActionForm calldata form,
        bytes calldata signature
    ) external {
        uint256 gasBefore = gasleft();
        Entries.Entry memory e = Entries.decode(entry);
        bytes32 id = challengeId(Kind.Action, operator, e.log, e.index);
        Challenge memory c = _pending(id);
        _compare(c.subject, RFC9162.leafHash(entry)); // D2
        Evidence.checkLog(registry, operator, e.log, form.nameHash);
        Actions.Places memory places = Actions.checkPayloadType(form.payloadType);
        Actions.checkDigest(registry, operator, e, form.payloadType, places, form.deadline, form.payloadHash);
        if (e.scheme == Entries.ECDSA_SCHEME) _checkSignature(e, signature);
        _answer(id, operator, c, gasBefore, Entries.LENGTH + bytes(form.payloadType).length + 64);
    }

    /// @dev B3: the position becomes final F after the first checkpoint that covers it. The window ends earlier, by the
    /// response time and the margin. The checkpoint before that first one is stored as long as the window lasts.
    function _checkWindow(
        address operator,
        uint64 position,
        uint64 sequence
    ) private view returns (AnchorRegistry.Checkpoint memory checkpoint) {
        checkpoint = registry.checkpointAt(operator, sequence);
        _checkFirst(operator, position, sequence, checkpoint);
        uint256 until = checkpoint.time + CHALLENGE_WINDOW;
        if (block.timestamp >= until) revert NotOpenable(uint256(checkpoint.time) * 1000, until * 1000);
    }

    function _checkFirst(
        address operator,
        uint64 position,
        uint64 sequence,
        AnchorRegistry.Checkpoint memory checkpoint
    ) private view {
        uint64 covered = sequence == 0 ? 0 : registry.checkpointAt(operator, sequence - 1).size;
        if (checkpoint.size <= position || covered > position) revert NotFirstToCover(sequence, position);
    }

    function _checkSignature(Entries.Entry memory e, bytes calldata signature) private pure {
        _compare(e.signatureHash, keccak256(signature));
        address signer = ECDSA.recoverCalldata(e.digest, signature);
        if (signer != e.actor) revert NotTheActor(e.actor, signer);
    }

    function _compare(bytes32 expected, bytes32 shown) private pure {
        if (expected != shown) revert WrongAnswer(expected, shown);
    }
}
