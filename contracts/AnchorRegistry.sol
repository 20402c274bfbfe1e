// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operators} from "./base/Operators.sol";
import {Freezes} from "./libraries/Freezes.sol";
import {Limits} from "./libraries/Limits.sol";
import {RFC9162} from "./libraries/RFC9162.sol";

/// @title AnchorRegistry
/// @notice Operators anchor the checkpoints of their batch logs here. Each checkpoint must extend the one before it.
/// @dev See docs/protocol/5-contracts.md, section 1. `eip712Domain()` is the registry's own domain: receipts,
/// checkpoints and key possession are signed under it. `actionDomain()` is an operator's domain for actions.
///
/// Signature checks revert with OpenZeppelin's errors (`ECDSAInvalidSignature`, `ECDSAInvalidSignatureLength`,
/// `ECDSAInvalidSignatureS`). Proof checks revert with the errors of the library `RFC9162`.
///
/// No owner, no pause, no upgrade.
///
/// Invariants, named beside the lines that keep them:
/// - I1. An operator's terms never change. It has proven possession of every key it ever had.
/// - I2. Sizes and times of an operator's checkpoints strictly grow.
/// - I3. Every checkpoint but the first is consistent with the one before it.
/// - I4. A stored checkpoint is not altered before it is 2F + maxAnchorDelay old, F being the finality delay.
/// - I5. `finalSize` never decreases, and a final batch stays final.
/// - I6. Only checkpoints of the key that is the anchor key in this block are anchored.
/// - I7. Only operators in standing anchor.
/// - I8. An account is a key of an operator in one role and one period. The period is fixed at least `margin` ahead.
contract AnchorRegistry is Operators {
    using Freezes for Freezes.Freeze[];

    /// @notice A state of an operator's batch log.
    /// @param root The RFC 9162 root over its headers, SHA-256.
    /// @param size The number of its headers. Zero stands for a missing checkpoint.
    /// @param time When it was anchored: the block's time, in Unix seconds.
    struct Checkpoint {
        bytes32 root;
        uint64 size;
        uint64 time;
    }

    /// @notice A checkpoint was anchored at the block's time.
    /// @param sequence Counts the operator's checkpoints, from 0.
    event Anchored(address indexed operator, uint64 indexed sequence, uint64 size, bytes32 root);
    /// @notice From now on an operator's stake suffices for anchoring, or no longer does.
    event StandingChanged(address indexed operator, bool standing);
    /// @notice Batches of this log whose last index is at least `from` become final only below position `size`. If
    /// `log` is zero, this holds for all batches from position `from` of the batch log on.
    event Frozen(address indexed operator, bytes32 indexed log, uint64 from, uint64 size);

    /// @notice The operator's stake does not suffice, or the operator is leaving or was slashed: see `OperatorStake`.
    error NotInStanding(address operator);
    /// @notice The size is over 2^53 - 1.
    error SizeOutOfRange(uint64 size);
    /// @notice The checkpoint is not larger than the last one.
    error SizeNotGrowing(uint64 size, uint64 lastSize);
    /// @notice The minimum time since the last anchor has not passed yet. It passes at `earliest`, in Unix seconds.
    error AnchoredTooSoon(uint256 earliest);
    /// @notice The proof does not show that the new tree begins with the last one.
    error InconsistentHistory(uint64 lastSize, bytes32 lastRoot, uint64 size, bytes32 root);
    /// @notice The operator has not anchored a checkpoint with this sequence yet, or the checkpoint has left the ring.
    error CheckpointNotStored(uint64 sequence);
    /// @notice The checkpoint is younger than the finality delay. It reaches that age at `finalAt`, in Unix seconds.
    error CheckpointNotFinal(uint64 sequence, uint256 finalAt);
    /// @notice A freeze covered the batch before it was final, so it never becomes final.
    error BatchFrozen(address operator, bytes32 log, uint64 position);
    /// @notice Only the stake's contract decides on standing and freezes.
    error NotOperatorStake(address caller);

    /// @notice The contract that decides on standing and freezes.
    address public immutable operatorStake;
    uint64 private immutable CHALLENGE_WINDOW;
    uint64 private immutable RESPONSE_TIME;

    /// @dev The checkpoint with sequence s is in slot s mod ringLength.
    mapping(address operator => mapping(uint256 slot => Checkpoint)) private _rings;
    /// @dev By indexes of a log; of the batch log, by positions.
    mapping(address operator => mapping(bytes32 log => Freezes.Freeze[])) private _freezes;

    modifier onlyOperatorStake() {
        if (msg.sender != operatorStake) revert NotOperatorStake(msg.sender);
        _;
    }

    /// @notice Sets the times, and the contract that decides on standing and freezes.
    constructor(Timing memory t, address stake) Operators(t) {
        (CHALLENGE_WINDOW, RESPONSE_TIME, operatorStake) = (t.challengeWindow, t.responseTime, stake);
    }

    /// @notice Anchors an operator's next checkpoint.
    /// @dev Anybody can send a checkpoint that the anchor key has signed. So a stranger can anchor an old one that was
    /// signed but never anchored, and no other can follow for the minimum anchor interval. Sign a checkpoint only if it
    /// is about to be anchored.
    /// @param operator The operator; in standing.
    /// @param size The number of headers in its batch log; greater than in its last checkpoint.
    /// @param root The RFC 9162 root over them.
    /// @param proof The RFC 9162 consistency proof from the last checkpoint; empty for the first.
    /// @param signature The anchor key's 65-byte signature, under the registry's domain, over
    /// `Checkpoint(address operator,uint64 size,bytes32 root)`; empty if the anchor key itself is the caller.
    function anchor(
        address operator,
        uint64 size,
        bytes32 root,
        bytes32[] calldata proof,
        bytes calldata signature
    ) external {
        Head memory head = _heads[operator];
        _checkAnchorKey(operator, size, root, signature); // I6
        if (!head.standing) revert NotInStanding(operator); // I7
        if (size > Limits.MAX_NUMBER) revert SizeOutOfRange(size);
        if (size <= head.size) revert SizeNotGrowing(size, head.size); // I2: an old signature cannot be used again
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

    /// @notice Sets whether an operator may anchor. Only for `operatorStake`.
    function setStanding(address operator, bool standing) external onlyOperatorStake {
        _heads[operator].standing = standing;
        emit StandingChanged(operator, standing);
    }

    /// @notice Stops the batches of a log whose last index is at least `from` from becoming final. Batches that are
    /// final stay final. For `Freezes.BATCH_LOG`, `from` is a position of the batch log and covers all batches from
    /// there on. Only for `operatorStake`.
    /// @dev Adds nothing if an earlier freeze covers as much. The sixteenth freeze of a log covers the whole log.
    /// @return added Whether no earlier freeze covers as much.
    /// @return size The operator's `finalSize`.
    function freeze(
        address operator,
        bytes32 log,
        uint64 from
    ) external onlyOperatorStake returns (bool added, uint64 size) {
        size = finalSize(operator); // I5: final batches are below it
        uint64 covered;
        (added, covered) = _freezes[operator][log].add(from, size);
        if (added) emit Frozen(operator, log, covered, size);
    }

    /// @notice The times that the registry was deployed with.
    function timing() external view returns (Timing memory) {
        return Timing(CHALLENGE_WINDOW, RESPONSE_TIME, MARGIN, MIN_ANCHOR_INTERVAL, uint32(RING_LENGTH));
    }

    /// @notice An operator's newest checkpoint, and how many it has anchored; zeros if none.
    function latestCheckpoint(address operator) external view returns (Checkpoint memory checkpoint, uint64 count) {
        count = _heads[operator].count;
        if (count != 0) checkpoint = _rings[operator][(count - 1) % RING_LENGTH];
    }

    /// @notice Returns the checkpoint with this sequence if it makes the batch at `position` final. Otherwise reverts
    /// with `CheckpointNotStored`, `CheckpointNotFinal`, `RFC9162.IndexOutOfRange` or `BatchFrozen`.
    /// @dev `isFinal` is true exactly if this succeeds for some checkpoint. The newest checkpoint that is at least the
    /// finality delay old always does then, and it is always stored. `log` and `lastIndex` are not checked, as in
    /// `isFinal`.
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

    /// @notice An operator's checkpoint with this sequence, from 0. Reverts with `CheckpointNotStored`.
    /// @dev A checkpoint leaves the store, at the earliest, when it is twice the finality delay plus the operator's
    /// maximum anchor delay old.
    function checkpointAt(address operator, uint64 sequence) public view returns (Checkpoint memory) {
        uint256 count = _heads[operator].count;
        if (sequence >= count || count - sequence > RING_LENGTH) revert CheckpointNotStored(sequence);
        return _rings[operator][sequence % RING_LENGTH];
    }

    /// @notice An operator's stored checkpoint of exactly this size.
    /// @return found Whether there is one.
    /// @return checkpoint The checkpoint; zeros if not found.
    function checkpointBySize(
        address operator,
        uint64 size
    ) external view returns (bool found, Checkpoint memory checkpoint) {
        Checkpoint memory newest = _newestUpTo(operator, size, type(uint256).max);
        if (size != 0 && newest.size == size) (found, checkpoint) = (true, newest);
    }

    /// @notice The size of an operator's newest checkpoint that is at least the finality delay old; 0 if none.
    /// @dev Never decreases. Ignores freezes; `isFinal` considers them.
    function finalSize(address operator) public view returns (uint64) {
        if (block.timestamp < finalityDelay) return 0;
        // I5: ringLength is at least 2 and its span at least 2F, so the oldest of a full ring is at least F older than
        // the newest, and the newest final checkpoint stays in the ring until a newer one is final.
        return _newestUpTo(operator, type(uint64).max, block.timestamp - finalityDelay).size;
    }

    /// @notice The freezes of one of an operator's logs, or of its batch log (zero), oldest first: `from` strictly
    /// decreases.
    function freezes(address operator, bytes32 log) external view returns (Freezes.Freeze[] memory) {
        return _freezes[operator][log];
    }

    /// @notice Whether a batch is final: its position is below `finalSize`, and below the size that every freeze that
    /// covers it recorded. Once true, it stays true.
    /// @dev The arguments are not checked. Take `position`, `log` and `lastIndex` from a header that is proven to stand
    /// there.
    /// @param position The batch's position in the batch log.
    /// @param log The batch's log.
    /// @param lastIndex The index in the log of the batch's last entry.
    function isFinal(address operator, uint64 position, bytes32 log, uint64 lastIndex) external view returns (bool) {
        return position < finalSize(operator) && position < _limit(operator, position, log, lastIndex);
    }

    /// @dev I5. Freezes allow a batch at this place to be final only below this position; 2^64 - 1 if no freeze covers
    /// it.
    function _limit(address operator, uint64 position, bytes32 log, uint64 lastIndex) private view returns (uint64) {
        uint64 whole = _freezes[operator][Freezes.BATCH_LOG].limit(position);
        uint64 ofLog = _freezes[operator][log].limit(lastIndex);
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
