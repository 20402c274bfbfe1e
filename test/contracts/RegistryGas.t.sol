// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// What transactions cost, kept in snapshots/: `npm test` compares. Meant for the test profile `gas`.
contract RegistryGas is RegistryTest {
    using ReferenceTree for bytes32[];

    address private constant OPERATOR = address(0x0b);

    function setUp() external {
        setUpRegistry();
    }

    function testRegister() external {
        register(OPERATOR);
        vm.snapshotGasLastCall("Registry", "register");
        deposit(OPERATOR, MINIMUM_STAKE + PENALTY_MARGIN);
        vm.snapshotGasLastCall("Registry", "deposit");
    }

    /// The first anchor proves nothing, those up to the ring's end use their slots for the first time, the next one reuses one.
    function testAnchor() external {
        join(OPERATOR);
        anchorAt(0, 0, 33);
        vm.snapshotGasLastCall("Registry", "anchor, the first one");
        anchorAt(1, 33, 34);
        vm.snapshotGasLastCall("Registry", "anchor in a new slot");
        for (uint64 i = 2; i < RING_LENGTH; ++i) anchorAt(i, 32 + i, 33 + i);
        anchorAt(RING_LENGTH, 32 + RING_LENGTH, 33 + RING_LENGTH);
        uint256 gas = vm.snapshotGasLastCall("Registry", "anchor in a used slot");
        // The budget of the steady state, isolated or not.
        assertTrue(gas <= 75_000);
        bytes memory proof = possession(OPERATOR, 1, 0xc3);
        address key = vm.addr(0xc3);
        vm.prank(OPERATOR);
        registry.rotateKey(1, key, proof);
        vm.snapshotGasLastCall("Registry", "rotate the anchor key");
    }

    function testFreezeAndSlash() external {
        join(OPERATOR);
        for (uint64 i = 0; i < 8; ++i) anchorAt(i, i == 0 ? 0 : 32 + i, 33 + i);
        vm.prank(JUDGE);
        stake.freezeLog(OPERATOR, "log", 10);
        vm.snapshotGasLastCall("Stake", "freeze a log");
        vm.prank(JUDGE);
        stake.slash(OPERATOR, address(0x4e9));
        vm.snapshotGasLastCall("Stake", "slash");
    }

    function anchorAt(uint64 index, uint64 last, uint64 size) private {
        vm.warp(START + index * INTERVAL);
        anchor(OPERATOR, last, size);
    }
}
