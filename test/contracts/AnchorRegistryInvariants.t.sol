// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// Anchors, rotates keys, freezes, lets time pass and attacks, in any order. It records all anchored checkpoints and
/// all batches seen as final. A second operator does nothing.
contract RegistryActor is RegistryTest {
    using ReferenceTree for bytes32[];

    address internal constant OPERATOR = address(0x0b);
    address internal constant BYSTANDER = address(0xb5);

    AnchorRegistry.Checkpoint[] public history;
    uint256 public time = START;
    uint64 public highestFinalSize;
    /// The anchor key in effect, the announced one (0 if there is none), and the time from which it is in effect.
    uint256 public key = ANCHOR_KEY;
    uint256 public nextKey;
    uint256 public nextKeyFrom;
    /// The same for the receipt key.
    uint256 private _receiptKey = RECEIPT_KEY;
    uint256 private _nextReceiptKey;
    uint256 private _nextReceiptKeyFrom;
    /// Whether the operator may anchor.
    bool private _standing = true;
    /// Two logs of the operator and its batch log, and the number of freezes of each.
    bytes32[3] public lists = [bytes32("a"), bytes32("b"), Freezes.BATCH_LOG];
    uint256[3] private _freezes;
    uint64[3] private _frozenFrom;
    bytes32 private immutable BYSTANDERS;
    /// The first forbidden event that occurred, if any.
    string public broken;

    /// The batches that were seen as final, by log (0 or 1), position and last index.
    mapping(uint256 log => mapping(uint64 position => mapping(uint64 lastIndex => bool))) private _seen;

    constructor() {
        setUpRegistry(address(this));
        join(OPERATOR);
        join(BYSTANDER);
        anchor(BYSTANDER, 0, 3);
        BYSTANDERS = stateOf(BYSTANDER);
    }

    modifier watched() {
        vm.warp(time);
        _;
        uint64 size = registry.finalSize(OPERATOR);
        if (size < highestFinalSize) broken = "final size decreased";
        highestFinalSize = size;
        _promote();
        if (registry.anchorKey(OPERATOR) != vm.addr(key)) broken = "another key took effect";
        if (registry.receiptKey(OPERATOR) != vm.addr(_receiptKey)) broken = "another receipt key took effect";
        if (registry.inStanding(OPERATOR) != _standing) broken = "wrong standing";
        for (uint256 list = 0; list < 3; ++list) {
            if (registry.freezes(OPERATOR, lists[list]).length != _freezes[list]) broken = "wrong number of freezes";
        }
        if (stateOf(BYSTANDER) != BYSTANDERS) broken = "another operator changed";
        for (uint256 log = 0; log < 2; ++log) {
            for (uint64 position = 0; position < 9; position += 2) {
                for (uint64 lastIndex = 0; lastIndex < 3; ++lastIndex) {
                    bool isFinal = registry.isFinal(OPERATOR, position, lists[log], lastIndex);
                    if (_seen[log][position][lastIndex] && !isFinal) broken = "a final batch is no longer final";
                    _seen[log][position][lastIndex] = isFinal;
                }
            }
        }
    }

    /// The operator announces a key that it never used before.
    function rotate(uint8 role) external watched {
        role = role % 4;
        _promote();
        uint256 fresh = uint256(keccak256(abi.encode(role, time, nextKeyFrom, history.length)));
        bytes memory proof = possession(OPERATOR, role, fresh);
        address account = vm.addr(fresh);
        bool due = (role == 1 && nextKey == 0) || (role == 2 && _nextReceiptKey == 0);
        vm.prank(OPERATOR);
        try registry.rotateKey(role, account, proof) {
            if (!due) broken = "two pending rotations, or an unknown role";
            if (role == 1) (nextKey, nextKeyFrom) = (fresh, time + 1);
            else (_nextReceiptKey, _nextReceiptKeyFrom) = (fresh, time + 1);
        } catch {
            if (due) broken = "rotation refused";
        }
    }

    /// Anchors with a key before or after its period, or with a stranger's key.
    function anchorWithAnotherKey(uint256 seed) external watched {
        uint256 other =
            seed % 3 == 0
                ? nextKey
                : seed % 3 == 1
                    ? ANCHOR_KEY
                    : seed;
        _promote();
        other = bound(other, 1, type(uint128).max);
        if (other == key) return;
        uint64 size = lastSize() + 1;
        bytes32 root = leaves(size).root(size);
        bytes memory signed = checkpoint(OPERATOR, size, root, other);
        bytes32[] memory proof = size == 1 ? new bytes32[](0) : leaves(size).consistencyProof(size - 1, size);
        try registry.anchor(OPERATOR, size, root, proof, signed) {
            broken = "anchored with another key";
        } catch {}
    }

    function freeze(uint256 log, uint64 from, bool all) external watched {
        uint256 list = all ? 2 : log % 2;
        from = from % (all ? 9 : 3);
        freeze(OPERATOR, lists[list], from);
        // A freeze that covers no more than the last one is not stored.
        if (_freezes[list] == 0 || from < _frozenFrom[list])
            (_freezes[list], _frozenFrom[list]) = (_freezes[list] + 1, from);
    }

    /// The stake contract may end an operator's standing and restore it at any time.
    function changeStanding() external watched {
        vm.prank(address(stake));
        registry.setStanding(OPERATOR, !_standing);
        _standing = !_standing;
    }

    /// An honest operator's next checkpoint. It is accepted if it is not too early and the operator is in standing.
    function anchorNext(uint256 growth, uint256 pause) external watched {
        time += bound(pause, 0, 4);
        vm.warp(time);
        uint64 last = lastSize();
        uint64 size = last + uint64(bound(growth, 1, 5));
        bytes32[] memory log = leaves(size);
        bytes32[] memory proof = last == 0 ? new bytes32[](0) : log.consistencyProof(last, size);
        bytes32 root = log.root(size);
        bool early = last != 0 && time < history[history.length - 1].time + INTERVAL;
        _promote();
        try registry.anchor(OPERATOR, size, root, proof, checkpoint(OPERATOR, size, root, key)) {
            if (early) broken = "anchored too soon";
            if (!_standing) broken = "anchored out of standing";
            history.push(AnchorRegistry.Checkpoint(root, size, uint64(time)));
        } catch {
            if (!early && _standing) broken = "honest checkpoint refused";
        }
    }

    function wait(uint256 seconds_) external watched {
        time += bound(seconds_, 1, 20);
        vm.warp(time);
    }

    /// An operator rewrites an anchored leaf, with a correct consistency proof of the rewritten log.
    function anchorRewritten(uint256 growth, uint256 entry) external watched {
        uint64 last = lastSize();
        if (last == 0) return;
        uint64 size = last + uint64(bound(growth, 1, 5));
        bytes32[] memory log = leaves(size);
        log[bound(entry, 0, last - 1)] = "rewritten";
        attack(size, log.root(size), log.consistencyProof(last, size));
    }

    /// An operator shortens or forks its log, or a stranger replays one of its checkpoints.
    function anchorOld(uint256 size, bool replayed) external watched {
        if (lastSize() == 0) return;
        size = bound(size, 1, lastSize());
        attack(uint64(size), replayed ? leaves(size).root(size) : bytes32("fork"), new bytes32[](0));
    }

    function anchorAnything(uint64 size, bytes32 root, bytes32[] calldata proof) external watched {
        if (lastSize() == 0) return;
        attack(size, root, proof);
    }

    function register() external watched {
        (bytes memory a, bytes memory b) = (possession(OPERATOR, 1, ANCHOR_KEY), possession(OPERATOR, 2, RECEIPT_KEY));
        Operators.OperatorTerms memory t = terms();
        t.maxAnchorDelay = 0;
        vm.prank(OPERATOR);
        try registry.register(t, vm.addr(ANCHOR_KEY), a, vm.addr(RECEIPT_KEY), b) {
            broken = "registered twice";
        } catch {}
    }

    /// Puts announced keys into effect if their time has come.
    function _promote() private {
        if (nextKey != 0 && time >= nextKeyFrom) (key, nextKey) = (nextKey, 0);
        if (_nextReceiptKey != 0 && time >= _nextReceiptKeyFrom) (_receiptKey, _nextReceiptKey) = (_nextReceiptKey, 0);
    }

    /// A hash of the operator's state in the registry, without the parts that change with time alone.
    function stateOf(address operator) private view returns (bytes32) {
        (AnchorRegistry.Checkpoint memory last, uint64 counted) = registry.latestCheckpoint(operator);
        return
            keccak256(
                abi.encode(
                    last,
                    counted,
                    registry.anchorKey(operator),
                    registry.receiptKey(operator),
                    registry.inStanding(operator),
                    registry.freezes(operator, lists[2]),
                    registry.freezes(operator, lists[0])
                )
            );
    }

    function attack(uint64 size, bytes32 root, bytes32[] memory proof) private {
        try registry.anchor(OPERATOR, size, root, proof, checkpoint(OPERATOR, size, root, key)) {
            broken = "attack succeeded";
        } catch {}
    }

    function lastSize() private view returns (uint64) {
        return history.length == 0 ? 0 : history[history.length - 1].size;
    }

    function count() external view returns (uint256) {
        return history.length;
    }

    function stored(uint64 size) external view returns (bool found, AnchorRegistry.Checkpoint memory checkpoint_) {
        return registry.checkpointBySize(OPERATOR, size);
    }

    /// Whether the checkpoint with this sequence is stored unaltered.
    function isStoredAt(uint64 sequence, bytes32 root, uint64 size, uint64 time_) external view returns (bool) {
        try registry.checkpointAt(OPERATOR, sequence) returns (AnchorRegistry.Checkpoint memory c) {
            return c.root == root && c.size == size && c.time == time_;
        } catch {
            return false;
        }
    }

    function latest() external view returns (AnchorRegistry.Checkpoint memory checkpoint_, uint64 counted) {
        return registry.latestCheckpoint(OPERATOR);
    }

    function finalSize() external view returns (uint64) {
        return registry.finalSize(OPERATOR);
    }

    function operatorTerms() external view returns (Operators.OperatorTerms memory) {
        return registry.operatorTerms(OPERATOR);
    }
}

/// The invariants that the NatSpec of AnchorRegistry numbers.
contract AnchorRegistryInvariants is RegistryTest {
    using ReferenceTree for bytes32[];

    RegistryActor private actor;

    function setUp() external {
        actor = new RegistryActor();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(actor);
    }

    /// Judges every invariant after each call. One function for each would repeat all calls.
    function invariantAll() external {
        _nothingBroke();
        _sizesAndTimesGrow();
        _historyIsOneLog();
        _storedCheckpointsAreUnaltered();
        _finalSize();
    }

    /// I1, I5 to I8: each call succeeds exactly when it should, each attack fails, and the second operator's state does
    /// not change.
    function _nothingBroke() private view {
        assertEq(actor.broken(), "");
        assertEq(actor.operatorTerms().maxAnchorDelay, ANCHOR_DELAY);
    }

    /// I2: sizes and times of checkpoints grow.
    function _sizesAndTimesGrow() private view {
        for (uint256 i = 1; i < actor.count(); ++i) {
            (, uint64 lastSize, uint64 lastTime) = actor.history(i - 1);
            (, uint64 size, uint64 time) = actor.history(i);
            assertTrue(lastSize < size && lastTime + INTERVAL <= time);
        }
        (AnchorRegistry.Checkpoint memory latest, uint64 counted) = actor.latest();
        assertEq(counted, actor.count());
        if (counted == 0) return;
        (bytes32 root, uint64 newest, ) = actor.history(counted - 1);
        assertEq(latest.root, root);
        assertEq(latest.size, newest);
    }

    /// I3: all anchored checkpoints belong to one log.
    function _historyIsOneLog() private view {
        for (uint256 i = 0; i < actor.count(); ++i) {
            (bytes32 root, uint64 size, ) = actor.history(i);
            assertEq(root, leaves(size).root(size));
        }
    }

    /// I4: a checkpoint younger than 2F + maxAnchorDelay is stored unaltered.
    function _storedCheckpointsAreUnaltered() private view {
        for (uint256 i = 0; i < actor.count(); ++i) {
            (bytes32 root, uint64 size, uint64 time) = actor.history(i);
            (bool found, AnchorRegistry.Checkpoint memory c) = actor.stored(size);
            assertTrue(found == actor.isStoredAt(uint64(i), root, size, time));
            if (actor.time() < uint256(time) + 2 * FINALITY_DELAY + ANCHOR_DELAY) assertTrue(found);
            if (found) assertTrue(c.root == root && c.size == size && c.time == time);
        }
    }

    /// The final size matches its definition over all checkpoints, including those that left the ring.
    function _finalSize() private {
        uint64 expected;
        for (uint256 i = 0; i < actor.count(); ++i) {
            (, uint64 size, uint64 time) = actor.history(i);
            if (uint256(time) + FINALITY_DELAY <= actor.time()) expected = size;
        }
        vm.warp(actor.time());
        assertEq(actor.finalSize(), expected);
    }
}
