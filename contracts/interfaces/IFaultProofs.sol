// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../libraries/Actions.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {ZkTree} from "../libraries/ZkTree.sol";

/// @title IFaultProofs
/// @notice Where anybody proves that an operator broke the protocol: at once, and with nobody's help.
/// @dev Section 8.3 of docs/PROTOCOL.md. A proof takes the operator's whole stake and keeps from becoming final what
/// is not yet. The first reporter is credited with several times the gas of a proof, and all else is burned
/// (`IOperatorStake.slash`): who lies keeps next to nothing by reporting itself, and who overtakes a proof by a copy
/// gets no more than that. An honest reporter that is overtaken loses the gas of its own proof.
///
/// Evidence that does not hold reverts with the error that says why; evidence that holds but shows no fault, with
/// `NoFault`. No evidence holds and shows a fault of an operator that keeps the protocol.
interface IFaultProofs {
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

    /// @notice An operator's fault was proven; `slashed` says whether this took its stake, and so rewarded the reporter.
    event FaultProven(address indexed operator, Fault indexed fault, address indexed reporter, bool slashed);

    /// @notice The evidence holds, but does not show this fault.
    error NoFault(Fault fault);

    /// @notice Two entries at one index of a log: two receipts that differ, or a receipt and an anchored entry of another
    /// hash, or of this one and another time. Or one that is dated more than an hour ahead of this block, given twice.
    /// @param nameHash Of two receipts, the keccak-256 of the log's name, which shows the log to be this operator's:
    /// operators can share a receipt key.
    function proveEntryEquivocation(
        address operator,
        EntryStatement calldata first,
        EntryStatement calldata second,
        bytes32 nameHash
    ) external;

    /// @notice Two checkpoints of one size with different roots, or of one root with different sizes; else, of any
    /// sizes, with different leaves at one position.
    /// @param position Of the leaves; not read where size and root show it.
    function proveCheckpointEquivocation(
        address operator,
        CheckpointStatement calldata first,
        CheckpointStatement calldata second,
        uint64 position
    ) external;

    /// @notice An entry that does not follow the one before it.
    /// @param previous The entry before: in the same batch, or the last of the batch at `prevLeaf` of the next's.
    /// @param next If it is in the same batch, only the position of its `batch` is read.
    function proveEntrySuccession(
        address operator,
        Evidence.EntryEvidence calldata previous,
        Evidence.EntryEvidence calldata next
    ) external;

    /// @notice Two headers that cannot both be of one log: one does not follow what stands at its `prevLeaf`, or both have
    /// the same log and number.
    function proveHeaderSuccession(
        address operator,
        Evidence.HeaderEvidence calldata previous,
        Evidence.HeaderEvidence calldata next
    ) external;

    /// @notice A leaf of the batch log that is no well-formed header, or one whose `prevLeaf` is not below its
    /// position, or that was closed more than an hour after the time of a checkpoint that covers it; else, a leaf
    /// of its batch that is no well-formed entry, or at odds with the header.
    /// @param leaf If the header is at fault, only its `batch` is read.
    function proveMalformedLeaf(address operator, Evidence.EntryEvidence calldata leaf) external;

    /// @notice A header of another operator's log.
    function proveForeignLog(address operator, Evidence.HeaderEvidence calldata leaf, LogOpening calldata log) external;

    /// @notice Two entries of one log with the same actor and nonce at different indexes.
    /// @param second If it is in the same batch, only the position of its `batch` is read.
    function proveReplay(
        address operator,
        Evidence.EntryEvidence calldata first,
        Evidence.EntryEvidence calldata second
    ) external;

    /// @notice An entry that its actor did not sign: of scheme 0 with a signature that does not recover to it; of scheme 1
    /// with an actor that is no contract wallet.
    /// @param signature Of scheme 0, the bytes whose keccak-256 is the entry's `signatureHash`. Of scheme 1, the actor's
    /// own, of 65 bytes, under the registry's domain, over `ExternallyOwned(address account)`.
    function proveForgedAction(
        address operator,
        Evidence.EntryEvidence calldata entry,
        bytes calldata signature
    ) external;

    /// @notice An entry whose commitment is not the one at its position under its batch's zkRoot.
    /// @param opening The action that the entry's digest stands for.
    /// @param path What stands at the position instead.
    function proveWrongCommitment(
        address operator,
        Evidence.EntryEvidence calldata entry,
        Actions.Opening calldata opening,
        ZkTree.ZkPath calldata path
    ) external;

    /// @notice Two entries of one log of which the later one, about an object, is at odds with the earlier: its `prior`
    /// skips an act upon that object, or names what is none. Or its `prior` is the earlier, and it acts without being
    /// the holder or by a contract wallet's signature, or it asks and says another holder.
    /// @dev Shown by entries alone, so by anybody who has them.
    /// @param later If it is in the same batch, only the position of its `batch` is read.
    function proveWrongPrior(
        address operator,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) external;

    /// @notice An entry that says other than its action: of the part, of the object, or of the holder that it names; or
    /// of a first act without one, another holder than anybody. Or one that was accepted after the action's deadline.
    /// @param opening The action that the entry's digest stands for.
    function proveWrongObject(
        address operator,
        Evidence.EntryEvidence calldata entry,
        Actions.Opening calldata opening
    ) external;

    /// @notice An act that names no holder, and has another one than the act upon its object that it names as `prior`.
    /// @param earlier The act at the later one's `prior`.
    /// @param later If it is in the same batch, only the position of its `batch` is read.
    /// @param opening The later one's action.
    function proveWrongCarry(
        address operator,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later,
        Actions.Opening calldata opening
    ) external;
}
