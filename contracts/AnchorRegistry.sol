// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operators} from "./base/Operators.sol";
import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {Freezes} from "./libraries/Freezes.sol";
import {Limits} from "./libraries/Limits.sol";
import {RFC9162} from "./libraries/RFC9162.sol";

/// @title AnchorRegistry
/// @notice See `IAnchorRegistry`. No owner, no pause, no upgrade.
/// @dev Invariants, named beside the lines that keep them:
/// - I1. An operator's terms never change. It has proven possession of every key it ever had.
/// - I2. Sizes and times of an operator's checkpoints strictly grow.
/// - I3. Every checkpoint but the first is consistent with the one before it.
/// - I4. A stored checkpoint is not altered before it is 2F + maxAnchorDelay old, F being the finality delay.
/// - I5. `finalSize` never decreases, and what `isFinal` stays so.
/// - I6. Only statements of the key that is the anchor key in this block are anchored.
/// - I7. Only operators in standing anchor.
/// - I8. An account is a key of an operator in one role and one period, which is fixed at least `margin` ahead.
contract AnchorRegistry is Operators {
    using Freezes for Freeze[];

    /// @inheritdoc IAnchorRegistry
    address public immutable operatorStake;
    uint64 private immutable CHALLENGE_WINDOW;
    uint64 private immutable RESPONSE_TIME;

    /// @dev The checkpoint with sequence s is in slot s mod ringLength.
    mapping(address operator => mapping(uint256 slot => Checkpoint)) private _rings;
    mapping(address operator => Freeze[]) private _operatorFreezes;
    mapping(address operator => mapping(bytes32 log => Freeze[])) private _logFreezes;

    modifier onlyOperatorStake() {
        if (msg.sender != operatorStake) revert NotOperatorStake(msg.sender);
        _;
    }

    /// @notice Fixes the times, and who decides on standing and freezes.
    constructor(Timing memory t, address stake) Operators(t) {
        (CHALLENGE_WINDOW, RESPONSE_TIME, operatorStake) = (t.challengeWindow, t.responseTime, stake);
    }

    /// @inheritdoc IAnchorRegistry
    function anchor(
        address operator,
        uint64 size,
        bytes32 root,
        bytes32[] calldata proof,
        bytes calldata signature
    ) external {
        Head memory head = _heads[operator];
        _checkAnchorKey(operator, head, size, root, signature); // I6
        if (!head.standing) revert NotInStanding(operator); // I7
        if (size > Limits.MAX_NUMBER) revert SizeOutOfRange(size);
        if (size <= head.size) revert SizeNotGrowing(size, head.size); // I2: an old signature is of no use
        mapping(uint256 slot => Checkpoint) storage ring = _rings[operator];
        if (head.count == 0) {
            if (proof.length != 0) revert RFC9162.ProofLength(proof.length, 0);
        } else {
            uint256 earliest = head.time + MIN_ANCHOR_INTERVAL;
            if (block.timestamp < earliest) revert AnchoredTooSoon(earliest); // I2, I4
            bytes32 lastRoot = ring[(head.count - 1) % RING_LENGTH].root;
            if (!RFC9162.consistent(head.size, lastRoot, size, root, proof)) {
                revert InconsistentHistory(head.size, lastRoot, size, root); // I3
            }
        }

        // I4: the slot's last checkpoint is ringLength anchors old, each at least minAnchorInterval after the other.
        Checkpoint storage slot = ring[head.count % RING_LENGTH];
        (slot.root, slot.size, slot.time) = (root, size, uint64(block.timestamp));
        emit Anchored(operator, head.count, size, root);
        Head storage stored = _heads[operator];
        (stored.count, stored.size, stored.time) = (head.count + 1, size, uint48(block.timestamp));
    }

    /// @inheritdoc IAnchorRegistry
    function setStanding(address operator, bool standing) external onlyOperatorStake {
        _heads[operator].standing = standing;
        emit StandingChanged(operator, standing);
    }

    /// @inheritdoc IAnchorRegistry
    function freezeLog(address operator, bytes32 log, uint64 fromIndex) external onlyOperatorStake {
        uint64 size = finalSize(operator); // I5: what is final now is below
        (bool added, uint64 from) = _logFreezes[operator][log].add(fromIndex, size);
        if (added) emit LogFrozen(operator, log, from, size);
    }

    /// @inheritdoc IAnchorRegistry
    function freezeOperator(address operator, uint64 fromPosition) external onlyOperatorStake {
        uint64 size = finalSize(operator); // I5: what is final now is below
        (bool added, uint64 from) = _operatorFreezes[operator].add(fromPosition, size);
        if (added) emit OperatorFrozen(operator, from, size);
    }

    /// @inheritdoc IAnchorRegistry
    function timing() external view returns (Timing memory) {
        return Timing(CHALLENGE_WINDOW, RESPONSE_TIME, MARGIN, MIN_ANCHOR_INTERVAL, uint32(RING_LENGTH));
    }

    /// @inheritdoc IAnchorRegistry
    function latestCheckpoint(address operator) external view returns (Checkpoint memory checkpoint, uint64 count) {
        count = _heads[operator].count;
        if (count != 0) checkpoint = _rings[operator][(count - 1) % RING_LENGTH];
    }

    /// @inheritdoc IAnchorRegistry
    function finalCheckpointAt(
        address operator,
        uint64 sequence,
        uint64 position,
        bytes32 log,
        uint64 lastIndex
    ) external view returns (Checkpoint memory checkpoint) {
        checkpoint = checkpointAt(operator, sequence);
        uint256 finalAt = checkpoint.time + finalityDelay;
        if (block.timestamp < finalAt) revert CheckpointNotFinal(sequence, finalAt);
        if (position >= checkpoint.size) revert RFC9162.IndexOutOfRange(position, checkpoint.size);
        if (position >= _limit(operator, position, log, lastIndex)) revert BatchFrozen(operator, log, position);
    }

    /// @inheritdoc IAnchorRegistry
    function checkpointAt(address operator, uint64 sequence) public view returns (Checkpoint memory) {
        uint256 count = _heads[operator].count;
        if (sequence >= count || count - sequence > RING_LENGTH) revert CheckpointNotStored(sequence);
        return _rings[operator][sequence % RING_LENGTH];
    }

    /// @inheritdoc IAnchorRegistry
    function checkpointBySize(
        address operator,
        uint64 size
    ) external view returns (bool found, Checkpoint memory checkpoint) {
        Checkpoint memory newest = _newestUpTo(operator, size, type(uint256).max);
        if (size != 0 && newest.size == size) (found, checkpoint) = (true, newest);
    }

    /// @inheritdoc IAnchorRegistry
    function finalSize(address operator) public view returns (uint64) {
        if (block.timestamp < finalityDelay) return 0;
        // I5: ringLength is at least 2 and its span at least 2F, so the oldest of a full ring is at least F older than
        // the newest, and what is final stays in the ring until something newer is.
        return _newestUpTo(operator, type(uint64).max, block.timestamp - finalityDelay).size;
    }

    /// @inheritdoc IAnchorRegistry
    function operatorFreezes(address operator) external view returns (Freeze[] memory) {
        return _operatorFreezes[operator];
    }

    /// @inheritdoc IAnchorRegistry
    function logFreezes(address operator, bytes32 log) external view returns (Freeze[] memory) {
        return _logFreezes[operator][log];
    }

    /// @inheritdoc IAnchorRegistry
    function isFinal(address operator, uint64 position, bytes32 log, uint64 lastIndex) external view returns (bool) {
        return position < finalSize(operator) && position < _limit(operator, position, log, lastIndex);
    }

    /// @dev I5. Below which position freezes leave a batch at this place final; 2^64 - 1 if none covers it.
    function _limit(address operator, uint64 position, bytes32 log, uint64 lastIndex) private view returns (uint64) {
        uint64 whole = _operatorFreezes[operator].limit(position);
        uint64 ofLog = _logFreezes[operator][log].limit(lastIndex);
        return whole < ofLog ? whole : ofLog;
    }

    /// @dev The newest stored checkpoint with at most this size and time, by binary search (I2); zeros if none.
    function _newestUpTo(address operator, uint256 size, uint256 time) private view returns (Checkpoint memory newest) {
        mapping(uint256 slot => Checkpoint) storage ring = _rings[operator];
        uint256 high = _heads[operator].count;
        uint256 oldest = high > RING_LENGTH ? high - RING_LENGTH : 0;
        uint256 low = oldest;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            Checkpoint storage candidate = ring[middle % RING_LENGTH];
            if (candidate.size <= size && candidate.time <= time) low = middle + 1;
            else high = middle;
        }
        if (low != oldest) newest = ring[(low - 1) % RING_LENGTH];
    }
}
