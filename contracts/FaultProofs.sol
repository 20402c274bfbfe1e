// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {IFaultProofs} from "./interfaces/IFaultProofs.sol";
import {IOperatorStake} from "./interfaces/IOperatorStake.sol";
import {IPoseidon} from "./interfaces/IPoseidon.sol";
import {Actions} from "./libraries/Actions.sol";
import {Commitments} from "./libraries/Commitments.sol";
import {Entries} from "./libraries/Entries.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Headers} from "./libraries/Headers.sol";
import {Limits} from "./libraries/Limits.sol";
import {RFC9162} from "./libraries/RFC9162.sol";
import {Statements} from "./libraries/Statements.sol";
import {ZkTree} from "./libraries/ZkTree.sol";

/// @title FaultProofs
/// @notice See `IFaultProofs`. No owner, no pause, no upgrade.
/// @dev Invariants, beside those of `Evidence`, named beside the lines that keep them:
/// - P1. Each check is one that the history, the receipts and the checkpoints of an operator that keeps the protocol
///   pass, whichever of them are paired: so nobody can convict it.
/// - P2. Who does not keep it is convicted by what it anchored and signed alone; only silence is not proven here.
/// - P3. A freeze covers what the fault is about, and no log of which it says nothing.
contract FaultProofs is IFaultProofs {
    IAnchorRegistry private immutable REGISTRY;
    IOperatorStake private immutable STAKE;
    IPoseidon private immutable POSEIDON;

    constructor(address registry, address stake, address poseidon) {
        REGISTRY = IAnchorRegistry(registry);
        STAKE = IOperatorStake(stake);
        POSEIDON = IPoseidon(poseidon);
    }

    /// @inheritdoc IFaultProofs
    function proveReceiptEquivocation(
        address operator,
        SignedReceipt calldata first,
        SignedReceipt calldata second,
        bytes32 nameHash
    ) external {
        Evidence.Receipt calldata a = first.receipt;
        Evidence.Receipt calldata b = second.receipt;
        Evidence.checkReceipt(REGISTRY, operator, a, first.signature);
        Evidence.checkReceipt(REGISTRY, operator, b, second.signature);
        Evidence.checkLog(REGISTRY, operator, a.log, nameHash); // P1: the key may be another operator's, too
        bool samePlace = a.log == b.log && a.index == b.index;
        bool same = a.entryHash == b.entryHash && a.acceptedAt == b.acceptedAt;
        _require(samePlace && !same, Fault.ReceiptEquivocation);
        _convictLog(operator, Fault.ReceiptEquivocation, a.log, a.index);
    }

    /// @inheritdoc IFaultProofs
    function proveEntryEquivocation(
        address operator,
        SignedReceipt calldata receipt,
        Evidence.EntryEvidence calldata anchored
    ) external {
        Evidence.Receipt calldata r = receipt.receipt;
        Evidence.checkReceipt(REGISTRY, operator, r, receipt.signature);
        (Headers.Header memory header, bytes32 entryHash) = Evidence.proveEntryLeaf(REGISTRY, operator, anchored);
        // P1: that a header names the log makes it this operator's, or the header at fault.
        bool samePlace = r.log == header.log && r.index == header.start + anchored.position;
        // P1: of equal hashes the time can differ only if the receipt lies about the entry that it names.
        bool same = r.entryHash == entryHash && r.acceptedAt == Entries.decode(anchored.entry).acceptedAt;
        _require(samePlace && !same, Fault.EntryEquivocation);
        _convictLog(operator, Fault.EntryEquivocation, r.log, r.index);
    }

    /// @inheritdoc IFaultProofs
    function proveCheckpointEquivocation(
        address operator,
        Statement calldata first,
        Statement calldata second
    ) external {
        (uint64 sizeA, bytes32 rootA) = _state(operator, first);
        (uint64 sizeB, bytes32 rootB) = _state(operator, second);
        // P1: trees of different sizes have different roots, as those of one log at one size have the same.
        // P2: so a first checkpoint, which no consistency proof binds, can not be claimed with two sizes.
        _require((sizeA == sizeB) != (rootA == rootB), Fault.CheckpointEquivocation);
        _convictOperator(operator, Fault.CheckpointEquivocation, 0); // P3: nothing says where the trees differ
    }

    /// @inheritdoc IFaultProofs
    function proveLeafEquivocation(
        address operator,
        uint64 position,
        LeafStatement calldata first,
        LeafStatement calldata second
    ) external {
        _proveHash(operator, position, first);
        _proveHash(operator, position, second);
        _require(first.leafHash != second.leafHash, Fault.LeafEquivocation);
        _convictOperator(operator, Fault.LeafEquivocation, position);
    }

    /// @inheritdoc IFaultProofs
    function proveEntrySuccession(
        address operator,
        Evidence.EntryEvidence calldata previous,
        Evidence.EntryEvidence calldata next
    ) external {
        (Headers.Header memory headerA, bytes32 entryHash) = Evidence.proveEntryLeaf(REGISTRY, operator, previous);
        Headers.Header memory headerB = _header(operator, previous, headerA, next);
        Evidence.proveInBatch(headerB, next);
        bool adjacent =
            previous.batch.position == next.batch.position
                ? uint256(next.position) == uint256(previous.position) + 1
                : previous.batch.position == headerB.prevLeaf &&
                    previous.position == headerA.count - 1 &&
                    next.position == 0;
        bool follows = Entries.follows(Entries.decode(previous.entry), entryHash, Entries.decode(next.entry));
        _require(adjacent && !follows, Fault.EntrySuccession);
        _convictLog(operator, Fault.EntrySuccession, headerB.log, headerB.start + next.position);
    }

    /// @inheritdoc IFaultProofs
    function proveHeaderSuccession(
        address operator,
        Evidence.HeaderEvidence calldata previous,
        Evidence.HeaderEvidence calldata next
    ) external {
        (Headers.Header memory a, bytes32 fingerprint, ) = Evidence.proveHeader(REGISTRY, operator, previous);
        (Headers.Header memory b, , ) = Evidence.proveHeader(REGISTRY, operator, next);
        bool adjacent = previous.position == b.prevLeaf; // never for number 0: no position is 2^64 - 1
        _require(adjacent && !Headers.follows(a, fingerprint, b), Fault.HeaderSuccession);
        _convictLog(operator, Fault.HeaderSuccession, b.log, b.start);
    }

    /// @inheritdoc IFaultProofs
    function proveFork(
        address operator,
        Evidence.HeaderEvidence calldata first,
        Evidence.HeaderEvidence calldata second
    ) external {
        (Headers.Header memory a, , ) = Evidence.proveHeader(REGISTRY, operator, first);
        (Headers.Header memory b, , ) = Evidence.proveHeader(REGISTRY, operator, second);
        // P1: one header under two checkpoints stands at one position. P2: at two it is a fork, even byte for byte.
        bool elsewhere = first.position != second.position;
        _require(elsewhere && a.log == b.log && a.number == b.number, Fault.Fork);
        _convictLog(operator, Fault.Fork, a.log, a.start < b.start ? a.start : b.start);
    }

    /// @inheritdoc IFaultProofs
    function proveMalformedHeader(address operator, Evidence.HeaderEvidence calldata leaf) external {
        (, IAnchorRegistry.Checkpoint memory checkpoint) = Evidence.proveLeaf(REGISTRY, operator, leaf);
        (bool wellFormed, Headers.Header memory header) = Headers.parse(leaf.header);
        if (wellFormed) {
            bool early = header.prevLeaf != Headers.NO_LEAF && header.prevLeaf >= leaf.position;
            // P1: every checkpoint that covers a batch is anchored after it was closed, the first one above all.
            uint256 latest = (uint256(checkpoint.time) + Limits.CLOCK_SKEW) * 1000;
            _require(early || header.closedAt > latest, Fault.MalformedHeader);
            _convictLog(operator, Fault.MalformedHeader, header.log, header.start);
        } else {
            _convictOperator(operator, Fault.MalformedHeader, leaf.position); // P3: the log is unknown
        }
    }

    /// @inheritdoc IFaultProofs
    function proveForeignLog(
        address operator,
        Evidence.HeaderEvidence calldata leaf,
        LogOpening calldata log
    ) external {
        (Headers.Header memory header, , ) = Evidence.proveHeader(REGISTRY, operator, leaf);
        bytes32 id = Evidence.logId(log.chainId, log.registry, log.operator, log.nameHash);
        // P1: its own logs are those whose home is this registry.
        bool home = log.chainId == block.chainid && log.registry == address(REGISTRY) && log.operator == operator;
        _require(id == header.log && !home, Fault.ForeignLog);
        _convictLog(operator, Fault.ForeignLog, header.log, header.start);
    }

    /// @inheritdoc IFaultProofs
    function proveMalformedEntry(address operator, Evidence.EntryEvidence calldata leaf) external {
        (Headers.Header memory header, bytes32 entryHash) = Evidence.proveEntryLeaf(REGISTRY, operator, leaf);
        (bool wellFormed, Entries.Entry memory entry) = Entries.parse(leaf.entry);
        bool fits = wellFormed && Entries.fits(header, leaf.position, entryHash, entry);
        _require(!fits, Fault.MalformedEntry);
        _convictLog(operator, Fault.MalformedEntry, header.log, header.start + leaf.position);
    }

    /// @inheritdoc IFaultProofs
    function proveReplay(
        address operator,
        Evidence.EntryEvidence calldata first,
        Evidence.EntryEvidence calldata second
    ) external {
        (Headers.Header memory headerA, Entries.Entry memory a, ) = Evidence.proveEntry(REGISTRY, operator, first);
        Headers.Header memory headerB = _header(operator, first, headerA, second);
        Entries.Entry memory b = Evidence.checkEntry(headerB, second, Evidence.proveInBatch(headerB, second));
        // P1: both fit their headers, so an entry that is proven twice has one index.
        bool again = a.log == b.log && a.index != b.index && a.actor == b.actor && a.nonce == b.nonce;
        _require(again, Fault.Replay);
        _convictLog(operator, Fault.Replay, a.log, a.index > b.index ? a.index : b.index);
    }

    /// @inheritdoc IFaultProofs
    function proveForgedAction(
        address operator,
        Evidence.EntryEvidence calldata entry,
        bytes calldata signature
    ) external {
        (, Entries.Entry memory e, ) = Evidence.proveEntry(REGISTRY, operator, entry);
        bool opened = e.scheme == Entries.ECDSA_SCHEME && keccak256(signature) == e.signatureHash;
        (address signer, ECDSA.RecoverError failed, ) = ECDSA.tryRecover(e.digest, signature);
        bool valid = failed == ECDSA.RecoverError.NoError && signer == e.actor;
        _require(opened && !valid, Fault.ForgedAction);
        _convictLog(operator, Fault.ForgedAction, e.log, e.index);
    }

    /// @inheritdoc IFaultProofs
    function proveExternallyOwned(
        address operator,
        Evidence.EntryEvidence calldata entry,
        bytes calldata signature
    ) external {
        (, Entries.Entry memory e, ) = Evidence.proveEntry(REGISTRY, operator, entry);
        bytes32 digest = Evidence.digest(REGISTRY, Statements.externallyOwned(e.actor));
        // P1: nobody has the key of an address that a contract was or can be deployed to, and an account that
        // delegates by EIP-7702 is refused at acceptance: whatever has a key was never a contract wallet.
        bool hasKey = ECDSA.recover(digest, signature) == e.actor;
        _require(hasKey && e.scheme == Entries.WALLET_SCHEME, Fault.ExternallyOwned);
        _convictLog(operator, Fault.ExternallyOwned, e.log, e.index);
    }

    /// @inheritdoc IFaultProofs
    function proveWrongCommitment(
        address operator,
        Evidence.EntryEvidence calldata entry,
        Actions.Opening calldata opening,
        ZkTree.ZkPath calldata path
    ) external {
        (Headers.Header memory header, Entries.Entry memory e, bytes32 entryHash) = Evidence.proveEntry(
            REGISTRY,
            operator,
            entry
        );
        Actions.checkOpening(REGISTRY, operator, e, opening);
        bytes32 typeHash = keccak256(bytes(opening.payloadType));
        uint256 expected = Commitments.commitment(POSEIDON, e, entryHash, typeHash, opening.words);
        // P1: the depth is fixed, and every value below r: one leaf stands at a position.
        bool stands = ZkTree.root(POSEIDON, entry.position, path) == uint256(header.zkRoot);
        _require(stands && path.leaf != expected, Fault.WrongCommitment);
        _convictLog(operator, Fault.WrongCommitment, e.log, e.index);
    }

    /// @dev What follows when a fault is proven that concerns a log from an index on.
    function _convictLog(address operator, Fault fault, bytes32 log, uint64 fromIndex) private {
        STAKE.freezeLog(operator, log, fromIndex);
        _convict(operator, fault);
    }

    /// @dev What follows when a fault is proven that concerns the batch log from a position on.
    function _convictOperator(address operator, Fault fault, uint64 fromPosition) private {
        STAKE.freezeOperator(operator, fromPosition);
        _convict(operator, fault);
    }

    function _convict(address operator, Fault fault) private {
        bool slashed = STAKE.slash(operator, msg.sender);
        emit FaultProven(operator, fault, msg.sender, slashed);
    }

    /// @dev A size and root that the operator stands by: stored, or signed.
    function _state(address operator, Statement calldata statement) private view returns (uint64 size, bytes32 root) {
        Evidence.SignedCheckpoint calldata signed = statement.signed;
        if (signed.signature.length == 0) {
            IAnchorRegistry.Checkpoint memory checkpoint = REGISTRY.checkpointAt(operator, statement.sequence);
            return (checkpoint.size, checkpoint.root);
        }
        Evidence.checkCheckpoint(REGISTRY, operator, signed);
        return (signed.size, signed.root);
    }

    function _proveHash(address operator, uint64 position, LeafStatement calldata statement) private view {
        (uint64 size, bytes32 root) = _state(operator, statement.under);
        bytes32 proven = RFC9162.inclusionRoot(statement.leafHash, position, size, statement.proof);
        if (proven != root) revert Evidence.NotInBatchLog(operator, statement.under.sequence, position);
    }

    /// @dev The second entry's header: the first's, if they are in one batch.
    function _header(
        address operator,
        Evidence.EntryEvidence calldata first,
        Headers.Header memory header,
        Evidence.EntryEvidence calldata second
    ) private view returns (Headers.Header memory) {
        if (first.batch.position == second.batch.position) return header;
        (header, , ) = Evidence.proveHeader(REGISTRY, operator, second.batch);
        return header;
    }

    function _require(bool shown, Fault fault) private pure {
        if (!shown) revert NoFault(fault);
    }
}
