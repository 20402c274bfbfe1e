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
/// @notice Anybody can prove here that an operator broke the protocol, at once and without anybody's help.
/// @dev See docs/protocol/5-contracts.md, section 3. A proof takes the operator's whole stake, and stops batches that
/// are not final yet from becoming final. The first reporter is credited with several times the gas of a proof, and the
/// rest is burned (`OperatorStake.convict`). So an operator that reports itself keeps almost nothing, and a copier that
/// overtakes a proof gains no more than that reward. An honest reporter that is overtaken loses the gas of its own
/// proof.
///
/// If evidence does not hold, the call reverts with the error that says why. If it holds but shows no fault, the call
/// reverts with `NoFault`. No evidence that holds shows a fault of an operator that follows the protocol.
///
/// No owner, no pause, no upgrade.
///
/// Invariants. `Evidence` has more. Each is named beside the lines that keep it:
/// - P1. The history, receipts and checkpoints of an operator that follows the protocol pass each check, in every
///   pairing. So such an operator cannot be convicted.
/// - P2. An operator that breaks the protocol is convicted by its anchors and signatures alone. Only silence is not
///   proven here.
/// - P3. A freeze covers the subject of the fault, and no log that the fault says nothing about.
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

    /// @notice An operator's fault was proven. `slashed` says whether this took its stake and so rewarded the reporter.
    event FaultProven(address indexed operator, Fault indexed fault, address indexed reporter, bool slashed);

    /// @notice The evidence holds, but does not show this fault.
    error NoFault(Fault fault);

    /// @notice An operator's statement about an index of a log: a receipt or an anchored entry.
    /// @param receipt A receipt that it signed, unless `signature` is empty.
    /// @param anchored An entry that it anchored there, if `signature` is empty.
    struct EntryStatement {
        Evidence.Receipt receipt;
        bytes signature;
        Evidence.EntryEvidence anchored;
    }

    /// @notice A checkpoint that the operator anchored or signed, and the leaf that it proves at a position of the
    /// batch log.
    /// @param sequence The stored checkpoint's sequence, if `signed` has no signature.
    /// @param signed A signed checkpoint, anchored or not.
    /// @param leafHash The hash at the position. The leaf's bytes are not needed: with the true size no inner node can
    /// be proven there.
    /// @param proof The RFC 9162 inclusion proof.
    struct CheckpointStatement {
        uint64 sequence;
        Evidence.SignedCheckpoint signed;
        bytes32 leafHash;
        bytes32[] proof;
    }

    /// @notice The preimage of a log's identifier.
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

    /// @notice Two entries at one index of a log: two receipts that differ, or a receipt and an anchored entry with
    /// another hash or time. Or one entry that is dated more than an hour ahead of this block, given twice.
    /// @param nameHash For two receipts, the keccak-256 of the log's name. It shows that the log is this operator's,
    /// since operators can share a receipt key.
    function proveEntryEquivocation(
        address operator,
        EntryStatement calldata first,
        EntryStatement calldata second,
        bytes32 nameHash
    ) external {
        Evidence.Receipt memory a = _entryOf(operator, first);
        Evidence.Receipt memory b = _entryOf(operator, second);
        // P1: a key of this operator can be another operator's, too. One of its headers that names the log shows that
        // the log is its own, or that the header is at fault.
        bool promised = first.signature.length != 0 && second.signature.length != 0;
        if (promised) Evidence.checkLog(REGISTRY, operator, a.log, nameHash);
        bool samePlace = a.log == b.log && a.index == b.index;
        // P1: if the hashes are equal, the times differ only if a receipt misstates the time of its entry.
        bool same = a.entryHash == b.entryHash && a.acceptedAt == b.acceptedAt;
        // P2: an entry dated ahead could be asked about only after its operator has left.
        // P1: an operator dates a promise by an existing block, and no later block has an earlier time.
        bool ahead = Limits.isAhead(a.acceptedAt, block.timestamp);
        _judge(samePlace && (!same || ahead), operator, Fault.EntryEquivocation, a.log, a.index);
    }

    /// @notice Two checkpoints of one size with different roots, or of one root with different sizes; else, of any
    /// sizes, with different leaves at one position.
    /// @param position The leaves' position. Not read if sizes and roots show the fault.
    function proveCheckpointEquivocation(
        address operator,
        CheckpointStatement calldata first,
        CheckpointStatement calldata second,
        uint64 position
    ) external {
        (uint64 sizeA, bytes32 rootA) = _checkpointOf(operator, first);
        (uint64 sizeB, bytes32 rootB) = _checkpointOf(operator, second);
        // P1: trees of different sizes have different roots, and one log has one root at each size.
        // P2: so a first checkpoint, which no consistency proof binds, cannot be claimed with two sizes.
        if ((sizeA == sizeB) != (rootA == rootB)) {
            // P3: the position where the trees differ is unknown.
            return _judge(true, operator, Fault.CheckpointEquivocation, Freezes.BATCH_LOG, 0);
        }
        _proveHash(operator, position, first, sizeA, rootA);
        _proveHash(operator, position, second, sizeB, rootB);
        _judge(first.leafHash != second.leafHash, operator, Fault.CheckpointEquivocation, Freezes.BATCH_LOG, position);
    }

    /// @notice Two entries of one log at neighbouring indexes. The later one has another `prev` than the hash of the
    /// earlier one, or an earlier time.
    /// @param next If it is in the same batch, only the position of its `batch` is read.
    function proveEntrySuccession(
        address operator,
        Evidence.EntryEvidence calldata previous,
        Evidence.EntryEvidence calldata next
    ) external {
        (Entries.Entry memory a, bytes32 entryHash, Entries.Entry memory b) = _pair(operator, previous, next);
        // P1: both fit their headers, and one entry stands at an index of a log.
        // P2: an entry that does not fit its header is a malformed leaf. If batches skip or repeat an index, their
        // headers do not follow each other.
        _judge(Entries.breaksChain(a, entryHash, b), operator, Fault.EntrySuccession, b.log, b.index);
    }

    /// @notice Two headers that cannot both be in one log: one does not follow the header at its `prevLeaf`, or both
    /// have the same log and number.
    function proveHeaderSuccession(
        address operator,
        Evidence.HeaderEvidence calldata previous,
        Evidence.HeaderEvidence calldata next
    ) external {
        (Headers.Header memory a, bytes32 fingerprint, ) = Evidence.proveHeader(REGISTRY, operator, previous);
        (Headers.Header memory b, , ) = Evidence.proveHeader(REGISTRY, operator, next);
        bool broken = previous.position == b.prevLeaf && !Headers.follows(a, fingerprint, b); // no position is 2^64 - 1
        // P1: a header under two checkpoints stands at one position. P2: at two positions it is a fork, even byte for
        // byte.
        bool forked = previous.position != next.position && a.log == b.log && a.number == b.number;
        // P3: it is unknown which side of a fork is the right one.
        uint64 from = forked && a.start < b.start ? a.start : b.start;
        _judge(broken || forked, operator, Fault.HeaderSuccession, b.log, from);
    }

    /// @notice A leaf of the batch log that is not a well-formed header, whose `prevLeaf` is not below its position, or
    /// that was closed more than an hour after the time of a checkpoint that covers it. Or a leaf of a batch that is
    /// not a well-formed entry, or does not fit the header.
    /// @param leaf If the header is at fault, only its `batch` is read.
    function proveMalformedLeaf(address operator, Evidence.EntryEvidence calldata leaf) external {
        (, AnchorRegistry.Checkpoint memory checkpoint) = Evidence.proveLeaf(REGISTRY, operator, leaf.batch);
        (bool wellFormed, Headers.Header memory header) = Headers.parse(leaf.batch.header);
        // P3: the log is unknown.
        if (!wellFormed) return _judge(true, operator, Fault.MalformedLeaf, Freezes.BATCH_LOG, leaf.batch.position);
        bool early = header.prevLeaf != Headers.NO_LEAF && header.prevLeaf >= leaf.batch.position;
        // P1: every checkpoint that covers a batch is anchored after the batch was closed, even the first one.
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
        // P1: a log is its own if the log's home is this registry, with the chain id of the registry's deployment.
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

    /// @notice An entry that its actor did not sign: of scheme 0 with a signature that does not recover to the actor,
    /// or of scheme 1 with an actor that is not a contract wallet.
    /// @param signature For scheme 0, the bytes whose keccak-256 is the entry's `signatureHash`. For scheme 1, the
    /// actor's own 65-byte signature, under the registry's domain, over `ExternallyOwned(address account)`.
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
            // P1: nobody has the key of an address where a contract was or can be deployed. An account that delegates
            // by EIP-7702 is refused at acceptance. So an account that has a key was never a contract wallet.
            bytes32 digest = Evidence.digest(REGISTRY, Statements.externallyOwned(e.actor));
            forged = _isSigned(e.actor, digest, signature);
        }
        _judge(forged, operator, Fault.ForgedAction, e.log, e.index);
    }

    /// @notice An entry whose commitment is not the one at its position under its batch's zkRoot.
    /// @param opening The action that the entry's digest stands for.
    /// @param path The leaf at the position instead, and its path.
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
        // P1: the depth is fixed and every value is below r, so one leaf stands at a position.
        bool stands = ZkTree.root(POSEIDON, entry.position, path) == uint256(header.zkRoot);
        _judge(stands && path.leaf != expected, operator, Fault.WrongCommitment, e.log, e.index);
    }

    /// @notice Two entries of one log. The later one is about an object and contradicts the earlier one: its `prior`
    /// skips an act upon that object, or names an entry that is not such an act. Or its `prior` is the earlier one, and
    /// it acts without being the holder or by a contract wallet's signature, or asks and states another holder.
    /// @dev Needs entries alone, so anybody who has them can show it.
    /// @param later If it is in the same batch, only the position of its `batch` is read.
    function proveWrongPrior(
        address operator,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) external {
        (Entries.Entry memory a, , Entries.Entry memory b) = _pair(operator, earlier, later);
        // P1: an honest operator's entry names the newest act upon its object, and its actor may act.
        // P2: if a `prior` neither skips an act nor names another entry, it names the newest act.
        _judge(Objects.contradict(a, b), operator, Fault.WrongPrior, b.log, b.index);
    }

    /// @notice An entry that differs from its action in the part, the object or the named holder. Or a first act that
    /// names no holder, and whose entry has another holder than anybody. Or an entry that was accepted after the
    /// action's deadline.
    /// @param opening The action that the entry's digest stands for.
    function proveWrongObject(
        address operator,
        Evidence.EntryEvidence calldata entry,
        Actions.Opening calldata opening
    ) external {
        (, Entries.Entry memory e, ) = Evidence.proveEntry(REGISTRY, operator, entry);
        bool agrees = Objects.agrees(e, _about(operator, e, opening));
        // P1: at acceptance, the deadline is compared with the entry's own time.
        _judge(!agrees || !Objects.inTime(e, opening.deadline), operator, Fault.WrongObject, e.log, e.index);
    }

    /// @notice An act that names no holder, and whose entry has another holder than the act that it names as `prior`.
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
        // P1: an act leaves the object to the holder that it names, or else to the holder before it.
        _judge(Objects.miscarries(a, b, _about(operator, b, opening)), operator, Fault.WrongCarry, b.log, b.index);
    }

    /// @dev Returns the operator's statement about an index of a log: promised by a receipt, or anchored.
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
        // P1: if the entry is not well-formed, its hash is a fault already, so the time read from it does not matter.
        (, Entries.Entry memory entry) = Entries.parse(leaf.entry);
        return Evidence.Receipt(header.log, header.start + leaf.position, entryHash, entry.acceptedAt);
    }

    /// @dev Returns a size and root that the operator anchored or signed.
    function _checkpointOf(
        address operator,
        CheckpointStatement calldata statement
    ) private view returns (uint64 size, bytes32 root) {
        Evidence.SignedCheckpoint calldata signed = statement.signed;
        if (signed.signature.length == 0) {
            AnchorRegistry.Checkpoint memory checkpoint = REGISTRY.checkpointAt(operator, statement.sequence);
            return (checkpoint.size, checkpoint.root);
        }
        bytes32 hash = Statements.checkpoint(operator, signed.size, signed.root);
        Evidence.checkSigner(REGISTRY, operator, Statements.ANCHOR_KEY, 0, hash, signed.signature);
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

    /// @dev Accepts only 65 bytes with a low s and v 27 or 28, so no signature counts as the zero address's.
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

    /// @dev Returns the object, part and holder that an entry's action states.
    function _about(
        address operator,
        Entries.Entry memory entry,
        Actions.Opening calldata opening
    ) private view returns (Objects.About memory) {
        return Objects.about(opening, Actions.checkOpening(REGISTRY, operator, entry, opening));
    }

    /// @dev Convicts the operator of a fault that concerns a log from an index on, or the batch log from a position on.
    function _judge(bool shown, address operator, Fault fault, bytes32 log, uint64 from) private {
        if (!shown) revert NoFault(fault);
        bool slashed = STAKE.convict(operator, msg.sender, log, from);
        emit FaultProven(operator, fault, msg.sender, slashed);
    }
}
