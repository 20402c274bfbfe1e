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
/// `Headers`, `Entries`, `Actions`, of `ECDSA`, `IPoseidon` and `AnchorRegistry`. Amounts are in wei, paid through
/// `OperatorStake.credit`; times are in Unix seconds.
///
/// No owner, no pause, no upgrade.
///
/// Invariants, beside those of `ChallengeBook`, named beside the lines that keep them:
/// - D1. Who keeps the protocol and its records can answer every question that can be opened, from what it holds.
/// - D2. An answer is held against what was proven at the opening and kept since, not against what the registry still
///   stores: anchors in between change nothing.
/// - D3. What was asked for is public once it is answered, so that faults in it can be proven.
contract Challenges is ChallengeBook {
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

    /// @notice It can be asked from `from` until just before `until`, in Unix milliseconds.
    error NotOpenable(uint256 from, uint256 until);
    /// @notice The stored checkpoint with this sequence is not the first that covers the position.
    error NotFirstToCover(uint64 sequence, uint64 position);
    /// @notice What was shown is not what was asked for.
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
    /// @param signature The receipt key's, of 65 bytes.
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
        // D1: until it is due, its entry need not be anchored.
        if (block.timestamp * 1000 <= due || block.timestamp * 1000 >= until) revert NotOpenable(due + 1, until);
        return _open(Kind.Omission, operator, receipt.log, receipt.index, 0, receipt.entryHash);
    }

    /// @notice Asks for the leaf at a position of the batch log.
    /// @dev It must be proven under the checkpoint that is named, so that asking for the last position of a checkpoint
    /// asks whether its size is true.
    /// @param sequence Of the first checkpoint that covers the position.
    function openHeader(address operator, uint64 position, uint64 sequence) external payable returns (bytes32) {
        AnchorRegistry.Checkpoint memory checkpoint = _checkWindow(operator, position, sequence);
        return _open(Kind.Header, operator, Freezes.BATCH_LOG, position, checkpoint.size, checkpoint.root);
    }

    /// @notice Asks for a batch's leaf, and what stands at its place of the zk tree.
    /// @param batch The batch's header, proven under any stored checkpoint.
    /// @param position In the batch, from 0.
    /// @param sequence Of the first checkpoint that covers the header's position.
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

    /// @notice Asks for an entry's action: that its digest is one's, and of scheme 0 its actor's signature.
    /// @dev Whether a contract wallet stands by its signature is no question to an operator: see `IAttestations`.
    /// @param sequence Of the first checkpoint that covers the header's position.
    function openAction(
        address operator,
        Evidence.EntryEvidence calldata entry,
        uint64 sequence
    ) external payable returns (bytes32) {
        _checkWindow(operator, entry.batch.position, sequence);
        // What does not fit its header is a fault, and no question.
        (, Entries.Entry memory e, bytes32 entryHash) = Evidence.proveEntry(registry, operator, entry);
        return _open(Kind.Action, operator, e.log, e.index, 0, entryHash);
    }

    /// @notice Answers with the receipt's entry.
    /// @dev It may be proven under any checkpoint of before the question. If there is none, then under the first that
    /// covers it, and the bond goes back whole: nobody gets that by the checkpoint that he chooses.
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
        if (!_askedBy(c, checkpoint.time)) return _answer(id, operator, c, gasBefore, shown);
        // Whoever asked could answer, too: it was right to ask if not even the first checkpoint that covers it is older.
        _checkFirst(operator, entry.batch.position, entry.batch.sequence, checkpoint);
        _answerOverdue(id, operator, c);
    }

    /// @notice Answers with the leaf at the position, which must be a well-formed header: who can show only something
    /// else has not answered.
    /// @param proof Its RFC 9162 inclusion proof under the checkpoint that the challenge named.
    function answerHeader(address operator, uint64 position, bytes calldata header, bytes32[] calldata proof) external {
        uint256 gasBefore = gasleft();
        Headers.decode(header);
        bytes32 id = challengeId(Kind.Header, operator, Freezes.BATCH_LOG, position);
        Challenge memory c = _pending(id);
        _compare(c.subject, RFC9162.inclusionRoot(RFC9162.leafHash(header), position, c.size, proof)); // D2
        _answer(id, operator, c, gasBefore, Headers.LENGTH + 32 * proof.length);
    }

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

    /// @notice Answers with what an entry's digest was made of, and its signature.
    /// @param entry As bytes.
    /// @param form What the digest is of.
    /// @param signature Of scheme 0, 65 bytes; of scheme 1 nothing is asked for, and empty will do.
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

    /// @dev B3: the position becomes final F after the first checkpoint that covers it, the window ends F without the
    /// response time and the margin after it. The one before that checkpoint is stored as long as the window lasts.
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
        bool covers = checkpoint.size > position;
        if (!covers || (sequence != 0 && registry.checkpointAt(operator, sequence - 1).size > position)) {
            revert NotFirstToCover(sequence, position);
        }
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
