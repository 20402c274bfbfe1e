// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {AnchorRegistry} from "./AnchorRegistry.sol";
import {OperatorStake} from "./OperatorStake.sol";
import {IPoseidon} from "./interfaces/IPoseidon.sol";
import {Actions} from "./libraries/Actions.sol";
import {Commitments} from "./libraries/Commitments.sol";
import {Entries} from "./libraries/Entries.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Freezes} from "./libraries/Freezes.sol";
import {Headers} from "./libraries/Headers.sol";
import {Limits} from "./libraries/Limits.sol";
import {Objects} from "./libraries/Objects.sol";
import {RFC9162} from "./libraries/RFC9162.sol";
import {Statements} from "./libraries/Statements.sol";
import {ZkTree} from "./libraries/ZkTree.sol";

/// @title FaultProofs
/// @notice Where anybody proves that an operator broke the protocol: at once, and with nobody's help.
/// @dev Section 8.3 of docs/PROTOCOL.md. A proof takes the operator's whole stake and keeps from becoming final what
/// is not yet. The first reporter is credited with several times the gas of a proof, and all else is burned
/// (`OperatorStake.convict`): who lies keeps next to nothing by reporting itself, and who overtakes a proof by a copy
/// gets no more than that. An honest reporter that is overtaken loses the gas of its own proof.
///
/// Evidence that does not hold reverts with the error that says why; evidence that holds but shows no fault, with
/// `NoFault`. No evidence holds and shows a fault of an operator that keeps the protocol.
///
/// No owner, no pause, no upgrade.
///
/// Invariants, beside those of `Evidence`, named beside the lines that keep them:
/// - P1. Each check is one that the history, the receipts and the checkpoints of an operator that keeps the protocol
///   pass, whichever of them are paired: so nobody can convict it.
/// - P2. Who does not keep it is convicted by what it anchored and signed alone; only silence is not proven here.
/// - P3. A freeze covers what the fault is about, and no log of which it says nothing.
contract FaultProofs {
    /// @notice The faults, in the order of the functions.
    enum Fault {
        EntryEquivocation,
        CheckpointEquivocation,
        EntrySuccession,
        HeaderSuccession,
        MalformedLeaf,
        ForeignLog,
        Replay,
        ForgedAction,
        WrongCommitment,
        WrongPrior,
        WrongObject,
        WrongCarry
    }

    /// @notice An operator's fault was proven; `slashed` says whether this took its stake, and so rewarded the reporter.
    event FaultProven(address indexed operator, Fault indexed fault, address indexed reporter, bool slashed);

    /// @notice The evidence holds, but does not show this fault.
    error NoFault(Fault fault);

    /// @notice What an operator says of an index of a log.
    /// @param receipt A receipt that it signed, unless `signature` is empty.
    /// @param anchored An entry that it anchored there, if `signature` is empty.
    struct EntryStatement {
        Evidence.Receipt receipt;
        bytes signature;
        Evidence.EntryEvidence anchored;
    }

    /// @notice A size and root that the operator stands by, and what they say of a position of the batch log.
    /// @param sequence Of the stored checkpoint, if `signed` has no signature.
    /// @param signed A signed checkpoint, anchored or not.
    /// @param leafHash The hash at the position. No bytes: with the true size no inner node can be proven there.
    /// @param proof The RFC 9162 inclusion proof.
    struct CheckpointStatement {
        uint64 sequence;
        Evidence.SignedCheckpoint signed;
        bytes32 leafHash;
        bytes32[] proof;
    }

    /// @notice The identifier of a log, opened.
    struct LogOpening {
        uint256 chainId;
        address registry;
        address operator;
        bytes32 nameHash;
    }

    AnchorRegistry private immutable REGISTRY;
    OperatorStake private immutable STAKE;
    IPoseidon private immutable POSEIDON;

    constructor(address registry, address stake, address poseidon) {
        (REGISTRY, STAKE) = (AnchorRegistry(registry), OperatorStake(stake));
        POSEIDON = ZkTree.poseidonAt(poseidon);
    }

    /// @notice Two entries at one index of a log: two receipts that differ, or a receipt and an anchored entry of another
    /// hash, or of this one and another time. Or one that is dated more than an hour ahead of this block, given twice.
    /// @param nameHash Of two receipts, the keccak-256 of the log's name, which shows the log to be this operator's:
    /// operators can share a receipt key.
    function proveEntryEquivocation(
        address operator,
        EntryStatement calldata first,
        EntryStatement calldata second,
        bytes32 nameHash
    ) external {
        Evidence.Receipt memory a = _entryOf(operator, first);
        Evidence.Receipt memory b = _entryOf(operator, second);
        // P1: a key of this operator can be another's, too. That one of its headers names the log makes it this
        // operator's, or the header at fault.
        bool promised = first.signature.length != 0 && second.signature.length != 0;
        if (promised) Evidence.checkLog(REGISTRY, operator, a.log, nameHash);
        bool samePlace = a.log == b.log && a.index == b.index;
        // P1: of equal hashes the time can differ only if a receipt lies about the entry that it names.
        bool same = a.entryHash == b.entryHash && a.acceptedAt == b.acceptedAt;
        // P2: what is dated ahead could be asked about only when its operator has left.
        // P1: an operator promises by the time of a block that is there, and no later block has an earlier time.
        bool ahead = Limits.isAhead(a.acceptedAt, block.timestamp);
        _judge(samePlace && (!same || ahead), operator, Fault.EntryEquivocation, a.log, a.index);
    }

    /// @notice Two checkpoints of one size with different roots, or of one root with different sizes; else, of any
    /// sizes, with different leaves at one position.
    /// @param position Of the leaves; not read where size and root show it.
    function proveCheckpointEquivocation(
        address operator,
        CheckpointStatement calldata first,
        CheckpointStatement calldata second,
        uint64 position
    ) external {
        (uint64 sizeA, bytes32 rootA) = _checkpointOf(operator, first);
        (uint64 sizeB, bytes32 rootB) = _checkpointOf(operator, second);
        // P1: trees of different sizes have different roots, as those of one log at one size have the same.
        // P2: so a first checkpoint, which no consistency proof binds, can not be claimed with two sizes.
        if ((sizeA == sizeB) != (rootA == rootB)) {
            // P3: nothing says where the trees differ.
            return _judge(true, operator, Fault.CheckpointEquivocation, Freezes.BATCH_LOG, 0);
        }
        _proveHash(operator, position, first, sizeA, rootA);
        _proveHash(operator, position, second, sizeB, rootB);
        _judge(first.leafHash != second.leafHash, operator, Fault.CheckpointEquivocation, Freezes.BATCH_LOG, position);
    }

    /// @notice Two entries of one log at neighbouring indexes, of which the later one has another `prev` than the hash of
    /// the earlier, or an earlier time.
    /// @param next If it is in the same batch, only the position of its `batch` is read.
    function proveEntrySuccession(
        address operator,
        Evidence.EntryEvidence calldata previous,
        Evidence.EntryEvidence calldata next
    ) external {
        (Entries.Entry memory a, bytes32 entryHash, Entries.Entry memory b) = _pair(operator, previous, next);
        // P1: both fit their headers, and one entry stands at an index of a log.
        // P2: what does not fit is a malformed leaf, and batches that leave an index out, or say it twice, are no headers
        // that follow each other.
        _judge(Entries.breaksChain(a, entryHash, b), operator, Fault.EntrySuccession, b.log, b.index);
    }

    /// @notice Two headers that cannot both be of one log: one does not follow what stands at its `prevLeaf`, or both have
    /// the same log and number.
    function proveHeaderSuccession(
        address operator,
        Evidence.HeaderEvidence calldata previous,
        Evidence.HeaderEvidence calldata next
    ) external {
        (Headers.Header memory a, bytes32 fingerprint, ) = Evidence.proveHeader(REGISTRY, operator, previous);
        (Headers.Header memory b, , ) = Evidence.proveHeader(REGISTRY, operator, next);
        bool broken = previous.position == b.prevLeaf && !Headers.follows(a, fingerprint, b); // no position is 2^64 - 1
        // P1: one header under two checkpoints stands at one position. P2: at two it is a fork, even byte for byte.
        bool forked = previous.position != next.position && a.log == b.log && a.number == b.number;
        // P3: which side of a fork is the right one, nothing says.
        uint64 from = forked && a.start < b.start ? a.start : b.start;
        _judge(broken || forked, operator, Fault.HeaderSuccession, b.log, from);
    }

    /// @notice A leaf of the batch log that is no well-formed header, or one whose `prevLeaf` is not below its
    /// position, or that was closed more than an hour after the time of a checkpoint that covers it; else, a leaf
    /// of its batch that is no well-formed entry, or at odds with the header.
    /// @param leaf If the header is at fault, only its `batch` is read.
    function proveMalformedLeaf(address operator, Evidence.EntryEvidence calldata leaf) external {
        (, AnchorRegistry.Checkpoint memory checkpoint) = Evidence.proveLeaf(REGISTRY, operator, leaf.batch);
        (bool wellFormed, Headers.Header memory header) = Headers.parse(leaf.batch.header);
        // P3: the log is unknown.
        if (!wellFormed) return _judge(true, operator, Fault.MalformedLeaf, Freezes.BATCH_LOG, leaf.batch.position);
        bool early = header.prevLeaf != Headers.NO_LEAF && header.prevLeaf >= leaf.batch.position;
        // P1: every checkpoint that covers a batch is anchored after it was closed, the first one above all.
        bool late = Limits.isAhead(header.closedAt, checkpoint.time);
        if (early || late) return _judge(true, operator, Fault.MalformedLeaf, header.log, header.start);
        bytes32 entryHash = Evidence.proveInBatch(header, leaf);
        (bool isEntry, Entries.Entry memory entry) = Entries.parse(leaf.entry);
        bool fits = isEntry && Entries.fits(header, leaf.position, entryHash, entry);
        _judge(!fits, operator, Fault.MalformedLeaf, header.log, header.start + leaf.position);
    }

    /// @notice A header of another operator's log.
    function proveForeignLog(
        address operator,
        Evidence.HeaderEvidence calldata leaf,
        LogOpening calldata log
    ) external {
        (Headers.Header memory header, , ) = Evidence.proveHeader(REGISTRY, operator, leaf);
        bytes32 id = Evidence.logId(log.chainId, log.registry, log.operator, log.nameHash);
        // P1: its own logs are those whose home is this registry, by the chain's number of when it was deployed.
        bool home =
            log.chainId == REGISTRY.deploymentChainId() &&
                log.registry == address(REGISTRY) &&
                log.operator == operator;
        _judge(id == header.log && !home, operator, Fault.ForeignLog, header.log, header.start);
    }

    /// @notice Two entries of one log with the same actor and nonce at different indexes.
    /// @param second If it is in the same batch, only the position of its `batch` is read.
    function proveReplay(
        address operator,
        Evidence.EntryEvidence calldata first,
        Evidence.EntryEvidence calldata second
    ) external {
        (Entries.Entry memory a, , Entries.Entry memory b) = _pair(operator, first, second);
        // P1: both fit their headers, so an entry that is proven twice has one index.
        bool again = a.log == b.log && a.index != b.index && a.actor == b.actor && a.nonce == b.nonce;
        _judge(again, operator, Fault.Replay, a.log, a.index > b.index ? a.index : b.index);
    }

    /// @notice An entry that its actor did not sign: of scheme 0 with a signature that does not recover to it; of scheme 1
    /// with an actor that is no contract wallet.
    /// @param signature Of scheme 0, the bytes whose keccak-256 is the entry's `signatureHash`. Of scheme 1, the actor's
    /// own, of 65 bytes, under the registry's domain, over `ExternallyOwned(address account)`.
    function proveForgedAction(
        address operator,
        Evidence.EntryEvidence calldata entry,
        bytes calldata signature
    ) external {
        (, Entries.Entry memory e, ) = Evidence.proveEntry(REGISTRY, operator, entry);
        bool forged;
        if (e.scheme == Entries.ECDSA_SCHEME) {
            forged = keccak256(signature) == e.signatureHash && !_isSigned(e.actor, e.digest, signature);
        } else {
            // P1: nobody has the key of an address that a contract was or can be deployed to, and an account that
            // delegates by EIP-7702 is refused at acceptance: whatever has a key was never a contract wallet.
            bytes32 digest = Evidence.digest(REGISTRY, Statements.externallyOwned(e.actor));
            forged = _isSigned(e.actor, digest, signature);
        }
        _judge(forged, operator, Fault.ForgedAction, e.log, e.index);
    }

    /// @notice An entry whose commitment is not the one at its position under its batch's zkRoot.
    /// @param opening The action that the entry's digest stands for.
    /// @param path What stands at the position instead.
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
        _judge(stands && path.leaf != expected, operator, Fault.WrongCommitment, e.log, e.index);
    }

    /// @notice Two entries of one log of which the later one, about an object, is at odds with the earlier: its `prior`
    /// skips an act upon that object, or names what is none. Or its `prior` is the earlier, and it acts without being
    /// the holder or by a contract wallet's signature, or it asks and says another holder.
    /// @dev Shown by entries alone, so by anybody who has them.
    /// @param later If it is in the same batch, only the position of its `batch` is read.
    function proveWrongPrior(
        address operator,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) external {
        (Entries.Entry memory a, , Entries.Entry memory b) = _pair(operator, earlier, later);
        // P1: an operator enters what names the newest act upon its object, and no act of who may not.
        // P2: an entry whose `prior` neither skips an act nor names another entry names the newest.
        _judge(Objects.contradict(a, b), operator, Fault.WrongPrior, b.log, b.index);
    }

    /// @notice An entry that says other than its action: of the part, of the object, or of the holder that it names; or
    /// of a first act without one, another holder than anybody. Or one that was accepted after the action's deadline.
    /// @param opening The action that the entry's digest stands for.
    function proveWrongObject(
        address operator,
        Evidence.EntryEvidence calldata entry,
        Actions.Opening calldata opening
    ) external {
        (, Entries.Entry memory e, ) = Evidence.proveEntry(REGISTRY, operator, entry);
        bool agrees = Objects.agrees(e, _about(operator, e, opening));
        // P1: acceptance judges the deadline by the entry's own time.
        _judge(!agrees || !Objects.inTime(e, opening.deadline), operator, Fault.WrongObject, e.log, e.index);
    }

    /// @notice An act that names no holder, and has another one than the act upon its object that it names as `prior`.
    /// @param earlier The act at the later one's `prior`.
    /// @param later If it is in the same batch, only the position of its `batch` is read.
    /// @param opening The later one's action.
    function proveWrongCarry(
        address operator,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later,
        Actions.Opening calldata opening
    ) external {
        (Entries.Entry memory a, , Entries.Entry memory b) = _pair(operator, earlier, later);
        // P1: an act leaves the object to whom it names, or to who held it before.
        _judge(Objects.miscarries(a, b, _about(operator, b, opening)), operator, Fault.WrongCarry, b.log, b.index);
    }

    /// @dev What the operator says of an index of a log: promised by a receipt, or anchored.
    function _entryOf(
        address operator,
        EntryStatement calldata statement
    ) private view returns (Evidence.Receipt memory) {
        if (statement.signature.length != 0) {
            Evidence.checkReceipt(REGISTRY, operator, statement.receipt, statement.signature);
            return statement.receipt;
        }
        Evidence.EntryEvidence calldata leaf = statement.anchored;
        (Headers.Header memory header, , ) = Evidence.proveHeader(REGISTRY, operator, leaf.batch);
        bytes32 entryHash = Evidence.proveInBatch(header, leaf);
        // P1: if it is not well-formed, its hash is a fault already, whatever is read as its time.
        (, Entries.Entry memory entry) = Entries.parse(leaf.entry);
        return Evidence.Receipt(header.log, header.start + leaf.position, entryHash, entry.acceptedAt);
    }

    /// @dev A size and root that the operator stands by: stored, or signed.
    function _checkpointOf(
        address operator,
        CheckpointStatement calldata statement
    ) private view returns (uint64 size, bytes32 root) {
        Evidence.SignedCheckpoint calldata signed = statement.signed;
        if (signed.signature.length == 0) {
            AnchorRegistry.Checkpoint memory checkpoint = REGISTRY.checkpointAt(operator, statement.sequence);
            return (checkpoint.size, checkpoint.root);
        }
        Evidence.checkCheckpoint(REGISTRY, operator, signed);
        return (signed.size, signed.root);
    }

    function _proveHash(
        address operator,
        uint64 position,
        CheckpointStatement calldata statement,
        uint64 size,
        bytes32 root
    ) private view {
        bytes32 proven = RFC9162.inclusionRoot(statement.leafHash, position, size, statement.proof);
        if (proven != root) revert Evidence.NotInBatchLog(operator, statement.sequence, position);
    }

    /// @dev Strictly: 65 bytes with a low s and v 27 or 28, so that nobody has signed for the zero address.
    function _isSigned(address account, bytes32 digest, bytes calldata signature) private pure returns (bool) {
        (address signer, ECDSA.RecoverError failed, ) = ECDSA.tryRecover(digest, signature);
        return failed == ECDSA.RecoverError.NoError && signer == account;
    }

    /// @dev Two well-formed entries that fit their headers, and the hash of the first.
    function _pair(
        address operator,
        Evidence.EntryEvidence calldata first,
        Evidence.EntryEvidence calldata second
    ) private view returns (Entries.Entry memory a, bytes32 entryHash, Entries.Entry memory b) {
        Headers.Header memory header;
        (header, a, entryHash) = Evidence.proveEntry(REGISTRY, operator, first);
        if (first.batch.position != second.batch.position) {
            (header, , ) = Evidence.proveHeader(REGISTRY, operator, second.batch);
        }
        (b, ) = Evidence.proveEntryIn(header, second);
    }

    /// @dev What an entry's action says of an object.
    function _about(
        address operator,
        Entries.Entry memory entry,
        Actions.Opening calldata opening
    ) private view returns (Objects.About memory) {
        return Objects.about(opening, Actions.checkOpening(REGISTRY, operator, entry, opening));
    }

    /// @dev What follows from a fault that concerns a log from an index on, or the batch log from a position on.
    function _judge(bool shown, address operator, Fault fault, bytes32 log, uint64 from) private {
        if (!shown) revert NoFault(fault);
        bool slashed = STAKE.convict(operator, msg.sender, log, from);
        emit FaultProven(operator, fault, msg.sender, slashed);
    }
}
