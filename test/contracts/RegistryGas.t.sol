// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ether} from "../../contracts/libraries/Ether.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// The gas of transactions, under the test profile `gas`. `npm test` compares it with snapshots/.
contract RegistryGas is RegistryTest {
    using ReferenceTree for bytes32[];

    address private constant OPERATOR = address(0x0b);

    function setUp() external {
        setUpRegistry();
    }

    function testRegister() external {
        register(OPERATOR);
        vm.snapshotGasLastCall("Registry", "register");
        deposit(OPERATOR, MINIMUM_STAKE);
        vm.snapshotGasLastCall("Registry", "deposit");
    }

    /// The first anchor has no consistency proof. Anchors up to the ring's length write unused slots. The next one
    /// overwrites a used slot.
    function testAnchor() external {
        join(OPERATOR);
        anchorAt(0, 0, 33);
        vm.snapshotGasLastCall("Registry", "anchor, the first one");
        anchorAt(1, 33, 34);
        vm.snapshotGasLastCall("Registry", "anchor in a new slot");
        for (uint64 i = 2; i < RING_LENGTH; ++i) anchorAt(i, 32 + i, 33 + i);
        anchorAt(RING_LENGTH, 32 + RING_LENGTH, 33 + RING_LENGTH);
        uint256 gas = vm.snapshotGasLastCall("Registry", "anchor in a used slot");
        // The limit for all later anchors.
        assertTrue(gas <= 70_000);
        bytes memory proof = possession(OPERATOR, 1, 0xc3);
        address key = vm.addr(0xc3);
        vm.prank(OPERATOR);
        registry.rotateKey(1, key, proof);
        vm.snapshotGasLastCall("Registry", "rotate the anchor key");
    }

    /// The longest proof in a batch log of 65,536 headers: 17 hashes, of which 15 are on the left for both roots. If
    /// the old size is a power of two, any hashes prove consistency with some root, so the log is made up.
    function testAnchorWithTheLongestProof() external {
        join(OPERATOR);
        bytes32[] memory log = leaves(17);
        bytes32 root = log[0];
        anchorRoot(0, 1, root, new bytes32[](0));
        for (uint64 i = 1; i < 16; ++i) {
            bytes32[] memory step = new bytes32[](1);
            step[0] = log[i];
            root = nodeHash(root, step[0]);
            anchorRoot(i, uint64(1) << i, root, step);
        }
        bytes32[] memory proof = new bytes32[](17);
        for (uint256 i = 0; i < 16; ++i) proof[i] = log[i];
        proof[16] = root;
        bytes32 older = proof[0];
        bytes32 newer = nodeHash(older, proof[1]);
        for (uint256 i = 2; i < 16; ++i) {
            older = nodeHash(proof[i], older);
            newer = nodeHash(proof[i], newer);
        }
        bytes32[] memory rest = new bytes32[](1);
        rest[0] = older;
        anchorRoot(16, 65_535, nodeHash(root, older), rest);
        anchorRoot(17, 65_536, nodeHash(root, newer), proof);
        uint256 gas = vm.snapshotGasLastCall("Registry", "anchor in a used slot, 17 hashes");
        assertTrue(gas <= 76_000);
    }

    /// The consequences of a proven fault or an unanswered question, each in its own transaction.
    function testConsequences() external {
        join(OPERATOR);
        for (uint64 i = 0; i < 8; ++i) anchorAt(i, i == 0 ? 0 : 32 + i, 33 + i);
        vm.deal(Ether.BURNED, 1); // as after an earlier burn
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(0x4e9), "log", 10);
        vm.snapshotGasLastCall("Stake", "convict: freeze and slash");
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(0x4e9), Freezes.BATCH_LOG, 10);
        vm.snapshotGasLastCall("Stake", "convict: freeze alone");
        vm.prank(address(0x4e9));
        stake.withdraw(address(0x4e9));
        vm.snapshotGasLastCall("Stake", "withdraw");
    }

    function testExit() external {
        join(OPERATOR);
        vm.prank(OPERATOR);
        stake.requestExit();
        vm.snapshotGasLastCall("Stake", "request the exit");
        vm.warp(block.timestamp + 1000);
        stake.completeExit(OPERATOR);
        vm.snapshotGasLastCall("Stake", "complete the exit");
    }

    /// The inner hash of RFC 9162, section 2.1.1.
    function nodeHash(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x01), left, right));
    }

    function anchorRoot(uint64 index, uint64 size, bytes32 root, bytes32[] memory proof) private {
        vm.warp(START + index * INTERVAL);
        registry.anchor(OPERATOR, size, root, proof, checkpoint(OPERATOR, size, root));
    }

    function anchorAt(uint64 index, uint64 last, uint64 size) private {
        vm.warp(START + index * INTERVAL);
        anchor(OPERATOR, last, size);
    }
}
