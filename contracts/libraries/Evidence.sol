// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Entries} from "./Entries.sol";
import {Headers} from "./Headers.sol";
import {RFC9162} from "./RFC9162.sol";
import {Statements} from "./Statements.sol";

/// @title Evidence
/// @notice Proves an operator's anchors and signatures against the registry.
/// @dev The sender of evidence is not trusted. If an operator anchors and signs only true sizes and roots of its one
/// batch log, only the true leaf can be proven at a position:
/// - E1. Sizes and times come from the registry, or are signed by the anchor key; counts come from proven headers. RFC
///   9162 roots do not bind sizes, but with the true size a path has one shape and ends at the leaf.
/// - E2. Leaves are given as bytes and hashed here with the prefix of a leaf, so an inner node cannot pass for a leaf.
/// - E3. A key's signature counts only for this operator, in the role and period that the registry stores.
library Evidence {
    /// @notice A leaf of an operator's batch log.
    /// @param sequence The sequence of the stored checkpoint that the proof leads to.
    /// @param position In the batch log, from 0.
    /// @param header The leaf's bytes.
    /// @param proof The RFC 9162 inclusion proof.
    struct HeaderEvidence {
        uint64 sequence;
        uint64 position;
        bytes header;
        bytes32[] proof;
    }

    /// @notice A leaf of a batch.
    /// @param batch The batch's header.
    /// @param position In the batch, from 0.
    /// @param entry The leaf's bytes.
    /// @param proof The RFC 9162 inclusion proof.
    struct EntryEvidence {
        HeaderEvidence batch;
        uint32 position;
        bytes entry;
        bytes32[] proof;
    }

    /// @notice The fields that a receipt key signs (protocol/1-verify, section 6).
    // solhint-disable-next-line gas-struct-packing
    struct Receipt {
        bytes32 log;
        uint64 index;
        bytes32 entryHash;
        uint64 acceptedAt;
    }

    /// @notice A checkpoint as an anchor key signs it; it need not be anchored.
    struct SignedCheckpoint {
        uint64 size;
        bytes32 root;
        bytes signature;
    }

    /// @notice The proof does not lead from the leaf to the checkpoint's root.
    error NotInBatchLog(address operator, uint64 sequence, uint64 position);
    /// @notice The proof does not lead from the entry to the header's root.
    error NotInBatch(uint64 batchPosition, uint32 position);
    /// @notice The signer is not a key of the operator in this role, has retired too long ago, or retired before the
    /// date of the signed statement.
    error NotSignedBy(address operator, uint8 role, address signer);
    /// @notice The log's identifier is not the identifier of the operator's log with this name.
    error NotALogOf(address operator, bytes32 log);

    /// @notice Proves a leaf of the batch log. Its bytes may be malformed.
    /// @return fingerprint The leaf's hash.
    /// @return checkpoint The checkpoint that it stands under.
    function proveLeaf(
        AnchorRegistry registry,
        address operator,
        HeaderEvidence calldata evidence
    ) internal view returns (bytes32 fingerprint, AnchorRegistry.Checkpoint memory checkpoint) {
        checkpoint = registry.checkpointAt(operator, evidence.sequence); // E1
        fingerprint = _proveUnder(checkpoint, operator, evidence);
    }

    /// @notice Proves a leaf of the batch log that is a well-formed header.
    function proveHeader(
        AnchorRegistry registry,
        address operator,
        HeaderEvidence calldata evidence
    )
        internal
        view
        returns (Headers.Header memory header, bytes32 fingerprint, AnchorRegistry.Checkpoint memory checkpoint)
    {
        (fingerprint, checkpoint) = proveLeaf(registry, operator, evidence);
        header = Headers.decode(evidence.header);
    }

    /// @notice Proves a well-formed header of a final batch. Reverts as `AnchorRegistry.finalCheckpointAt` does if the
    /// batch is not final.
    function proveFinal(
        AnchorRegistry registry,
        address operator,
        HeaderEvidence calldata evidence
    ) internal view returns (Headers.Header memory header) {
        header = Headers.decode(evidence.header);
        AnchorRegistry.Checkpoint memory checkpoint = registry.finalCheckpointAt(
            operator,
            evidence.sequence,
            evidence.position,
            header.log,
            Headers.lastIndex(header)
        ); // E1
        _proveUnder(checkpoint, operator, evidence);
    }

    /// @notice Proves a leaf of a batch under a proven header. Its bytes may be malformed.
    function proveInBatch(
        Headers.Header memory header,
        EntryEvidence calldata evidence
    ) internal view returns (bytes32 entryHash) {
        entryHash = RFC9162.leafHash(evidence.entry); // E2
        bytes32 root = RFC9162.inclusionRoot(entryHash, evidence.position, header.count, evidence.proof); // E1
        if (root != header.root) revert NotInBatch(evidence.batch.position, evidence.position);
    }

    /// @notice Proves a well-formed entry that fits its header: it has the log and index that follow from the header.
    function proveEntry(
        AnchorRegistry registry,
        address operator,
        EntryEvidence calldata evidence
    ) internal view returns (Headers.Header memory header, Entries.Entry memory entry, bytes32 entryHash) {
        (header, , ) = proveHeader(registry, operator, evidence.batch);
        (entry, entryHash) = proveEntryIn(header, evidence);
    }

    /// @notice Proves a well-formed entry that fits its header, which is proven already.
    function proveEntryIn(
        Headers.Header memory header,
        EntryEvidence calldata evidence
    ) internal view returns (Entries.Entry memory entry, bytes32 entryHash) {
        entryHash = proveInBatch(header, evidence);
        entry = Entries.decode(evidence.entry);
        if (!Entries.fits(header, evidence.position, entryHash, entry)) revert Entries.EntryMalformed();
    }

    /// @notice Checks that a receipt is signed by a receipt key of the operator.
    /// @dev Does not check that the log is the operator's, since operators can share a key: see `checkLog`. A receipt
    /// dated later than its key's retirement is not the operator's promise.
    function checkReceipt(
        AnchorRegistry registry,
        address operator,
        Receipt calldata receipt,
        bytes calldata signature
    ) internal view {
        bytes32 hash = Statements.receipt(receipt.log, receipt.index, receipt.entryHash, receipt.acceptedAt);
        checkSigner(registry, operator, Statements.RECEIPT_KEY, receipt.acceptedAt, hash, signature);
    }

    /// @notice Checks that a key of the operator signed a statement, in its role and period (E3).
    /// @dev Reverts with the errors of `ECDSA` unless the signature is 65 bytes with a low s.
    /// @param date The statement's date in Unix milliseconds; 0 if it has no date.
    function checkSigner(
        AnchorRegistry registry,
        address operator,
        uint8 role,
        uint64 date,
        bytes32 structHash,
        bytes calldata signature
    ) internal view {
        address signer = ECDSA.recover(digest(registry, structHash), signature);
        if (!registry.isEvidenceBy(operator, role, signer, date)) revert NotSignedBy(operator, role, signer);
    }

    /// @notice Checks that an identifier is the identifier of the operator's log with this name.
    /// @param nameHash The keccak-256 of the log's name.
    function checkLog(AnchorRegistry registry, address operator, bytes32 log, bytes32 nameHash) internal view {
        if (log != logId(registry.deploymentChainId(), address(registry), operator, nameHash))
            revert NotALogOf(operator, log);
    }

    /// @notice The identifier of a log (protocol/1-verify, section 4).
    function logId(
        uint256 chainId,
        address registry,
        address operator,
        bytes32 nameHash
    ) internal pure returns (bytes32) {
        return keccak256(abi.encode(chainId, registry, operator, nameHash));
    }

    /// @notice The digest of a statement under the registry's domain.
    function digest(AnchorRegistry registry, bytes32 structHash) internal view returns (bytes32) {
        return MessageHashUtils.toTypedDataHash(Statements.registryDomain(address(registry)), structHash);
    }

    /// @dev E1: the caller passes the registry's checkpoint with this sequence.
    function _proveUnder(
        AnchorRegistry.Checkpoint memory checkpoint,
        address operator,
        HeaderEvidence calldata evidence
    ) private view returns (bytes32 fingerprint) {
        fingerprint = RFC9162.leafHash(evidence.header); // E2
        bytes32 root = RFC9162.inclusionRoot(fingerprint, evidence.position, checkpoint.size, evidence.proof);
        if (root != checkpoint.root) revert NotInBatchLog(operator, evidence.sequence, evidence.position);
    }
}
