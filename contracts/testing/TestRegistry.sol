// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {OperatorStake} from "../OperatorStake.sol";
import {Actions} from "../libraries/Actions.sol";
import {Entries} from "../libraries/Entries.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Objects} from "../libraries/Objects.sol";
import {RFC9162} from "../libraries/RFC9162.sol";

/// @title TestRegistry
/// @notice Stands for the registry and its stake in tests of gates. It anchors any action of anybody without a node, keys
/// or signatures, and returns the evidence that `AnchoredAction.prove` takes.
/// @dev For chain 31337 alone. Pass it on as `AnchorRegistry(address(testRegistry))`.
contract TestRegistry {
    /// @notice Seconds from an anchor to its finality.
    uint256 public immutable finalityDelay = 4 minutes;
    /// @notice The chain's ID.
    uint256 public immutable deploymentChainId = block.chainid;

    struct Tail {
        uint64 count;
        uint64 position;
        bytes32 head;
        bytes32 fingerprint;
    }

    struct Holding {
        bool known;
        uint64 index;
        address holder;
    }

    mapping(address operator => AnchorRegistry.Checkpoint[]) private _checkpoints;
    /// The roots of the batch log's complete subtrees, the largest first.
    mapping(address operator => bytes32[]) private _subtrees;
    mapping(bytes32 log => Tail) private _tails;
    mapping(bytes32 log => mapping(bytes32 objectKey => Holding)) private _newest;
    mapping(bytes32 log => bool) private _frozen;
    mapping(address operator => uint64) private _finalAtSlash;
    mapping(address operator => bool) private _slashed;

    /// @notice The chain is not a local one.
    error NotLocal(uint256 chainId);

    constructor() {
        if (block.chainid != 31_337) revert NotLocal(block.chainid);
    }

    /// @notice Anchors an action in a batch of its own. It is final after `finalityDelay`.
    /// @param logName The log's name; `logOf` has its identifier.
    function act(
        address operator,
        string calldata logName,
        address actor,
        Actions.Opening calldata opening
    ) external returns (Evidence.EntryEvidence memory evidence) {
        bytes32 log = logOf(operator, logName);
        bytes memory entry = _entryOf(operator, log, actor, opening);
        evidence.entry = entry;
        evidence.batch.header = _headerOf(log, RFC9162.leafHash(entry));
        evidence.batch.position = uint64(_checkpoints[operator].length);
        evidence.batch.sequence = evidence.batch.position;
        evidence.batch.proof = _append(operator, RFC9162.leafHash(evidence.batch.header));
        Tail storage tail = _tails[log];
        (tail.position, tail.fingerprint) = (evidence.batch.position, RFC9162.leafHash(evidence.batch.header));
        (tail.count, tail.head) = (tail.count + 1, RFC9162.leafHash(entry));
    }

    /// @notice Freezes a log, as a proven fault does: its batches are no longer final.
    function freeze(bytes32 log) external {
        _frozen[log] = true;
    }

    /// @notice Slashes an operator. Its batches that are final now stay before the slash.
    function slash(address operator) external {
        _slashed[operator] = true;
        AnchorRegistry.Checkpoint[] storage all = _checkpoints[operator];
        uint64 size = uint64(all.length);
        while (size > 0 && block.timestamp < all[size - 1].time + finalityDelay) --size;
        _finalAtSlash[operator] = size;
    }

    /// @notice As `OperatorStake` has it.
    function checkBeforeSlash(address operator, uint64 position) external view {
        if (!_slashed[operator] || position < _finalAtSlash[operator]) return;
        revert OperatorStake.NotBeforeSlash(operator, position, _finalAtSlash[operator]);
    }

    /// @notice As `AnchorRegistry` has it.
    function finalCheckpointAt(
        address operator,
        uint64 sequence,
        uint64 position,
        bytes32 log,
        uint64
    ) external view returns (AnchorRegistry.Checkpoint memory checkpoint) {
        checkpoint = checkpointAt(operator, sequence);
        uint256 finalAt = checkpoint.time + finalityDelay;
        if (block.timestamp < finalAt) revert AnchorRegistry.CheckpointNotFinal(sequence, finalAt);
        if (_frozen[log]) revert AnchorRegistry.BatchFrozen(operator, log, position);
    }

    /// @notice This contract, which answers for the stake as well.
    function operatorStake() external view returns (address) {
        return address(this);
    }

    /// @notice As `AnchorRegistry` has it.
    function checkpointAt(address operator, uint64 sequence) public view returns (AnchorRegistry.Checkpoint memory) {
        if (sequence >= _checkpoints[operator].length) revert AnchorRegistry.CheckpointNotStored(sequence);
        return _checkpoints[operator][sequence];
    }

    /// @notice A domain separator for an operator's actions.
    function actionDomain(address operator) public pure returns (bytes32) {
        return keccak256(abi.encode("anchorlog test", operator));
    }

    /// @notice The identifier of an operator's log.
    function logOf(address operator, string calldata logName) public view returns (bytes32) {
        return Evidence.logId(deploymentChainId, address(this), operator, keccak256(bytes(logName)));
    }

    function _entryOf(
        address operator,
        bytes32 log,
        address actor,
        Actions.Opening calldata opening
    ) private returns (bytes memory) {
        Actions.Places memory places = Actions.checkPayloadType(opening.payloadType);
        Actions.checkWords(places, opening.words);
        uint64 index = _tails[log].count;
        bytes32 payloadHash = keccak256(abi.encodePacked(keccak256(bytes(opening.payloadType)), opening.words));
        bytes32 typeHash = Actions.envelopeTypeHash(opening.payloadType, places.nameLength);
        bytes32 structHash = keccak256(abi.encode(typeHash, log, actor, uint256(index), opening.deadline, payloadHash));
        bytes32 digest = MessageHashUtils.toTypedDataHash(actionDomain(operator), structHash);
        bytes memory begin = abi.encodePacked(
            bytes1(0x01),
            log,
            index,
            index == 0 ? log : _tails[log].head,
            actor,
            uint256(index),
            digest,
            keccak256("signature")
        );
        bytes memory time = abi.encodePacked(Entries.ECDSA_SCHEME, uint64(0), uint64(block.timestamp * 1000));
        return abi.encodePacked(begin, time, _objectOf(log, index, Objects.about(opening, places)));
    }

    /// The entry's bytes from `part` on.
    function _objectOf(bytes32 log, uint64 index, Objects.About memory about) private returns (bytes memory) {
        if (about.part == 0) return new bytes(61);
        Holding memory before = _newest[log][about.objectKey];
        address holder =
            about.names
                ? about.holder
                : before.known
                    ? before.holder
                    : Entries.ANYBODY;
        if (about.part == Entries.PART_ACT) _newest[log][about.objectKey] = Holding(true, index, holder);
        uint64 prior = before.known ? before.index : Entries.NO_PRIOR;
        return abi.encodePacked(about.part, about.objectKey, prior, holder);
    }

    function _headerOf(bytes32 log, bytes32 entryHash) private view returns (bytes memory) {
        Tail memory tail = _tails[log];
        bool first = tail.count == 0;
        bytes memory place = abi.encodePacked(bytes1(0x02), log, tail.count, tail.count, uint32(1));
        return
            abi.encodePacked(
                place,
                first ? type(uint64).max : tail.position,
                tail.fingerprint,
                first ? log : tail.head,
                entryHash,
                entryHash,
                bytes32(0),
                uint64(block.timestamp * 1000)
            );
    }

    /// Adds a leaf to the operator's batch log, and anchors it. Returns its inclusion proof.
    function _append(address operator, bytes32 leafHash) private returns (bytes32[] memory proof) {
        bytes32[] storage subtrees = _subtrees[operator];
        uint256 size = _checkpoints[operator].length;
        proof = new bytes32[](subtrees.length);
        bytes32 root = leafHash;
        for (uint256 i = 0; i < proof.length; ++i) {
            proof[i] = subtrees[subtrees.length - 1 - i];
            root = _nodeHash(proof[i], root);
        }
        for (; size % 2 == 1; size /= 2) {
            leafHash = _nodeHash(subtrees[subtrees.length - 1], leafHash);
            subtrees.pop();
        }
        subtrees.push(leafHash);
        uint64 newSize = uint64(_checkpoints[operator].length + 1);
        _checkpoints[operator].push(AnchorRegistry.Checkpoint(root, newSize, uint64(block.timestamp)));
    }

    function _nodeHash(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x01), left, right));
    }
}
