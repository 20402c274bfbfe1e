// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {RFC9162} from "../../contracts/libraries/RFC9162.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract AnchorRegistryFreezesTest is RegistryTest {
    address private constant OPERATOR = address(0x0b);
    bytes32 private constant LOG = "log";
    uint64 private constant ALL = type(uint64).max;

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
        anchor(OPERATOR, 0, 3);
        vm.warp(START + FINALITY_DELAY - 1);
        anchor(OPERATOR, 3, 8);
        vm.warp(START + FINALITY_DELAY);
    }

    function testOnlyTheStakeFreezes(address sender) external {
        vm.assume(sender != address(stake));
        bytes memory reason = abi.encodeWithSelector(AnchorRegistry.NotOperatorStake.selector, sender);
        vm.expectRevert(reason);
        vm.prank(sender);
        registry.freeze(OPERATOR, LOG, 0);
        vm.expectRevert(reason);
        vm.prank(sender);
        registry.setStanding(OPERATOR, true);
    }

    /// Three batches are final when the log is frozen from index 10 on. After that, only batches below index 10 become
    /// final.
    function testFreezeOfALog() external {
        vm.expectEmit(address(registry));
        emit AnchorRegistry.Frozen(OPERATOR, LOG, 10, 3);
        freezeLog(10);
        vm.warp(START + 100);
        assertEq(registry.finalSize(OPERATOR), 8);
        // Batches that end at index 10 or later: final only if they were final at the freeze.
        assertTrue(isFinal(2, 10) && isFinal(2, ALL) && !isFinal(3, 10) && !isFinal(7, ALL));
        // A batch that ends before index 10, and a batch of another log.
        assertTrue(isFinal(7, 9) && !isFinal(8, 9));
        assertTrue(registry.isFinal(OPERATOR, 7, "other", 10));
    }

    function testFreezeOfTheBatchLog() external {
        vm.expectEmit(address(registry));
        emit AnchorRegistry.Frozen(OPERATOR, Freezes.BATCH_LOG, 5, 3);
        freezeBatchLog(5);
        vm.warp(START + 100);
        assertTrue(isFinal(4, 0) && !isFinal(5, 0) && !isFinal(7, 0));
        freezeBatchLog(1);
        // Positions 3 and 4 became final between the two freezes, and stay final.
        for (uint64 position = 0; position < 8; ++position) assertTrue(isFinal(position, 0) == position < 5);
        assertTrue(registry.isFinal(OPERATOR, 4, "other", 0) && !registry.isFinal(OPERATOR, 5, "other", 0));
    }

    /// If a freeze of the log and a freeze of the batch log both cover a batch, the stricter one applies.
    function testBothKindsOfFreezes() external {
        freezeLog(0);
        vm.warp(START + 100);
        freezeBatchLog(0);
        assertTrue(isFinal(2, 0) && !isFinal(3, 0));
        assertTrue(registry.isFinal(OPERATOR, 7, "other", 0));
    }

    function testALaterFreezeThatCoversNoMoreIsNotStored() external {
        freezeLog(10);
        vm.warp(START + 100);
        freezeLog(10);
        freezeLog(11);
        assertEq(registry.freezes(OPERATOR, LOG).length, 1);
        freezeLog(4);
        Freezes.Freeze[] memory list = registry.freezes(OPERATOR, LOG);
        assertEq(list.length, 2);
        assertTrue(list[0].from == 10 && list[0].size == 3 && list[1].from == 4 && list[1].size == 8);
        // The first freeze still applies.
        assertTrue(!isFinal(3, 10) && isFinal(7, 9));
    }

    function testTheSixteenthFreezeCoversEverything() external {
        for (uint64 i = 0; i < 15; ++i) freezeLog(1000 - i);
        assertEq(registry.freezes(OPERATOR, LOG)[14].from, 986);
        vm.expectEmit(address(registry));
        emit AnchorRegistry.Frozen(OPERATOR, LOG, 0, 3);
        freezeLog(985);
        freezeLog(500);
        freezeLog(0);
        assertEq(registry.freezes(OPERATOR, LOG).length, 16);
        assertEq(registry.freezes(OPERATOR, "other").length, 0);
        for (uint64 i = 0; i < 20; ++i) freezeBatchLog(2000 - i);
        assertEq(registry.freezes(OPERATOR, Freezes.BATCH_LOG).length, 16);
        assertEq(registry.freezes(OPERATOR, Freezes.BATCH_LOG)[15].from, 0);
        vm.warp(START + 100);
        assertTrue(isFinal(2, 0) && !isFinal(3, 0));
    }

    function testAFreezeOfOneOperatorDoesNotAffectAnother() external {
        join(address(0xc0));
        anchor(address(0xc0), 0, 5);
        freezeLog(0);
        freezeBatchLog(0);
        vm.warp(START + 100);
        assertTrue(registry.isFinal(address(0xc0), 4, LOG, 0));
    }

    /// A final batch needs a stored checkpoint that covers it and is old enough, and no freeze. Each missing condition
    /// has its error.
    function testSaysWhyABatchIsNotFinal() external {
        uint256 finalAt = START + 2 * FINALITY_DELAY - 1;
        expectNotFinal(2, 0, abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 2));
        expectNotFinal(1, 7, abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, finalAt));
        vm.warp(finalAt - 1);
        expectNotFinal(1, 7, abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, finalAt));
        freezeLog(10);
        vm.warp(finalAt);
        expectNotFinal(1, 8, abi.encodeWithSelector(RFC9162.IndexOutOfRange.selector, 8, 8));
        expectNotFinal(1, 3, abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, LOG, 3));
        AnchorRegistry.Checkpoint memory found = registry.finalCheckpointAt(OPERATOR, 1, 2, LOG, 10);
        assertEq(keccak256(abi.encode(found)), keccak256(abi.encode(registry.checkpointAt(OPERATOR, 1))));
        registry.finalCheckpointAt(OPERATOR, 1, 7, LOG, 9);
        registry.finalCheckpointAt(OPERATOR, 1, 7, "other", 10);
        freezeBatchLog(5);
        registry.finalCheckpointAt(OPERATOR, 1, 7, "other", 10); // It was final before this freeze.
    }

    function expectNotFinal(uint64 sequence, uint64 position, bytes memory reason) private {
        vm.expectRevert(reason);
        registry.finalCheckpointAt(OPERATOR, sequence, position, LOG, 10);
    }

    /// Compares finality with its definition over all freezes: a stored list of freezes leaves none out.
    /// hardhat-config: default.fuzz.runs = 64
    function testFinalityUnderAnyFreezes(uint256[20] calldata seeds) external {
        uint64[20] memory froms;
        uint64[20] memory sizes;
        uint256 time = START + FINALITY_DELAY;
        uint64 anchored = 8;
        for (uint256 i = 0; i < seeds.length; ++i) {
            time += 1 + (seeds[i] % 4);
            vm.warp(time);
            if (seeds[i] % 3 == 0) {
                (AnchorRegistry.Checkpoint memory latest, ) = registry.latestCheckpoint(OPERATOR);
                if (time >= latest.time + INTERVAL) anchor(OPERATOR, anchored, ++anchored);
            }
            froms[i] = uint64((seeds[i] >> 64) % 40);
            sizes[i] = registry.finalSize(OPERATOR);
            freezeLog(froms[i]);
        }
        vm.warp(time + 100);
        bool most = registry.freezes(OPERATOR, LOG).length == 16;
        for (uint64 lastIndex = 0; lastIndex < 41; ++lastIndex) {
            uint64 limit = registry.finalSize(OPERATOR);
            for (uint256 i = 0; i < froms.length; ++i) {
                if (lastIndex >= froms[i] && sizes[i] < limit) limit = sizes[i];
            }
            for (uint64 position = 0; position <= anchored; ++position) {
                // The sixteenth freeze may cover more than was asked for, but never less.
                bool final_ = registry.isFinal(OPERATOR, position, LOG, lastIndex);
                if (most) assertTrue(!final_ || position < limit);
                else assertTrue(final_ == position < limit);
            }
        }
    }

    function freezeLog(uint64 fromIndex) private {
        freeze(OPERATOR, LOG, fromIndex);
    }

    function freezeBatchLog(uint64 fromPosition) private {
        freeze(OPERATOR, Freezes.BATCH_LOG, fromPosition);
    }

    /// Asks both `isFinal` and, for each stored checkpoint, `finalCheckpointAt`. They must agree.
    function isFinal(uint64 position, uint64 lastIndex) private view returns (bool final_) {
        final_ = registry.isFinal(OPERATOR, position, LOG, lastIndex);
        (, uint64 count) = registry.latestCheckpoint(OPERATOR);
        bool some = false;
        for (uint64 sequence = count < RING_LENGTH ? 0 : count - RING_LENGTH; sequence < count && !some; ++sequence) {
            try registry.finalCheckpointAt(OPERATOR, sequence, position, LOG, lastIndex) returns (
                AnchorRegistry.Checkpoint memory
            ) {
                some = true;
            } catch {}
        }
        assertTrue(some == final_);
    }
}
