// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {ChallengeBook} from "./ChallengeBook.sol";
import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {IChallenges} from "./interfaces/IChallenges.sol";
import {IPoseidon} from "./interfaces/IPoseidon.sol";
import {Actions} from "./libraries/Actions.sol";
import {Entries} from "./libraries/Entries.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Headers} from "./libraries/Headers.sol";
import {RFC9162} from "./libraries/RFC9162.sol";
import {ZkTree} from "./libraries/ZkTree.sol";

/// @title Challenges
/// @notice See `IChallenges`. No owner, no pause, no upgrade.
/// @dev Invariants, beside those of `ChallengeBook`, named beside the lines that keep them:
/// - D1. Who keeps the protocol and its records can answer every question that can be opened, from what it holds.
/// - D2. An answer is held against what was proven at the opening and kept since, not against what the registry still
///   stores: anchors in between change nothing.
/// - D3. What was asked for is public once it is answered, so that faults in it can be proven.
contract Challenges is ChallengeBook {
    IPoseidon private immutable POSEIDON;

    constructor(
        ChallengeParameters memory p,
        address registry_,
        address stake,
        address poseidon
    ) ChallengeBook(p, registry_, stake) {
        POSEIDON = ZkTree.poseidonAt(poseidon);
    }

    /// @inheritdoc IChallenges
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

    /// @inheritdoc IChallenges
    function openHeader(address operator, uint64 position, uint64 sequence) external payable returns (bytes32) {
        IAnchorRegistry.Checkpoint memory checkpoint = _checkWindow(operator, position, sequence);
        return _open(Kind.Header, operator, 0, position, checkpoint.size, checkpoint.root);
    }

    /// @inheritdoc IChallenges
    function openEntry(
        address operator,
        Evidence.HeaderEvidence calldata batch,
        uint32 position,
        uint64 sequence
    ) external payable returns (bytes32) {
        _checkWindow(operator, batch.position, sequence);
        (Headers.Header memory header, bytes32 fingerprint, ) = Evidence.proveHeader(registry, operator, batch);
        if (position >= header.count) revert NotInBatchRange(position, header.count); // D1
        return _open(Kind.Entry, operator, header.log, header.start + position, 0, fingerprint);
    }

    /// @inheritdoc IChallenges
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

    /// @inheritdoc IChallenges
    function answerOmission(address operator, Evidence.EntryEvidence calldata entry) external {
        uint256 gasBefore = gasleft();
        (Headers.Header memory header, , IAnchorRegistry.Checkpoint memory checkpoint) = Evidence.proveHeader(
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

    /// @inheritdoc IChallenges
    function answerHeader(address operator, uint64 position, bytes calldata header, bytes32[] calldata proof) external {
        uint256 gasBefore = gasleft();
        Headers.decode(header);
        bytes32 id = challengeId(Kind.Header, operator, 0, position);
        Challenge memory c = _pending(id);
        _compare(c.subject, RFC9162.inclusionRoot(RFC9162.leafHash(header), position, c.size, proof)); // D2
        _answer(id, operator, c, gasBefore, Headers.LENGTH + 32 * proof.length);
    }

    /// @inheritdoc IChallenges
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

    /// @inheritdoc IChallenges
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
        Actions.checkDigest(registry, operator, e, form.payloadType, form.deadline, form.payloadHash);
        if (e.scheme == Entries.ECDSA_SCHEME) _checkSignature(e, signature);
        _answer(id, operator, c, gasBefore, Entries.LENGTH + bytes(form.payloadType).length + 64);
    }

    /// @dev B3: the position becomes final F after the first checkpoint that covers it, the window ends F without the
    /// response time and the margin after it. The one before that checkpoint is stored as long as the window lasts.
    function _checkWindow(
        address operator,
        uint64 position,
        uint64 sequence
    ) private view returns (IAnchorRegistry.Checkpoint memory checkpoint) {
        checkpoint = registry.checkpointAt(operator, sequence);
        _checkFirst(operator, position, sequence, checkpoint);
        uint256 until = checkpoint.time + CHALLENGE_WINDOW;
        if (block.timestamp >= until) revert NotOpenable(uint256(checkpoint.time) * 1000, until * 1000);
    }

    function _checkFirst(
        address operator,
        uint64 position,
        uint64 sequence,
        IAnchorRegistry.Checkpoint memory checkpoint
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
