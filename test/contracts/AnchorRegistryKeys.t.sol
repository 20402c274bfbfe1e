// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Keys} from "../../contracts/libraries/Keys.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// Key rotation. The margin is one second, the exit delay 12 seconds.
contract AnchorRegistryKeysTest is RegistryTest {
    using ReferenceTree for bytes32[];

    address private constant OPERATOR = address(0x0b);
    uint256 private constant NEXT_KEY = 0xc3;
    uint256 private constant LAST_KEY = 0xd4;
    uint256 private constant MARGIN = 1;
    uint256 private constant EXIT_DELAY = FINALITY_DELAY + ANCHOR_DELAY;

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
    }

    function testPeriodsOfTheFirstKeys() external view {
        assertPeriod(1, ANCHOR_KEY, START, 0);
        assertPeriod(2, RECEIPT_KEY, START, 0);
        // A key in another role, an account that is not a key, and an unknown role.
        assertPeriod(2, ANCHOR_KEY, 0, 0);
        assertPeriod(1, NEXT_KEY, 0, 0);
        assertPeriod(0, NEXT_KEY, 0, 0);
        assertTrue(registry.isEvidenceBy(OPERATOR, 1, vm.addr(ANCHOR_KEY), 0));
        assertTrue(!registry.isEvidenceBy(OPERATOR, 2, vm.addr(ANCHOR_KEY), 0));
        assertTrue(!registry.isEvidenceBy(OPERATOR, 0, vm.addr(NEXT_KEY), 0));
        assertTrue(!registry.isEvidenceBy(address(0xbad), 1, vm.addr(ANCHOR_KEY), 0));
    }

    /// A rotation takes effect one margin after its announcement. Until then the old key anchors.
    function testKeyRotationOfTheAnchorKey() external {
        vm.warp(START + 100);
        vm.expectEmit(address(registry));
        emit Operators.KeyRotated(OPERATOR, 1, vm.addr(NEXT_KEY), uint64(START + 100 + MARGIN));
        rotate(1, NEXT_KEY);
        assertPeriod(1, ANCHOR_KEY, START, START + 100 + MARGIN);
        assertPeriod(1, NEXT_KEY, START + 100 + MARGIN, 0);
        assertEq(registry.anchorKey(OPERATOR), vm.addr(ANCHOR_KEY));
        refuseAnchor(1, NEXT_KEY, ANCHOR_KEY);
        anchorBy(ANCHOR_KEY, 0, 1);

        vm.warp(START + 100 + MARGIN);
        assertEq(registry.anchorKey(OPERATOR), vm.addr(NEXT_KEY));
        refuseAnchor(2, ANCHOR_KEY, NEXT_KEY);
        vm.warp(START + 102);
        anchorBy(NEXT_KEY, 1, 2);
        vm.warp(START + 104);
        refuseAnchor(3, ANCHOR_KEY, NEXT_KEY);
        anchorBy(NEXT_KEY, 2, 3);
        assertEq(registry.anchorKey(OPERATOR), vm.addr(NEXT_KEY));
    }

    function testAKeyAnchorsInTheSecondInWhichItTakesEffect() external {
        rotate(1, NEXT_KEY);
        vm.warp(block.timestamp + MARGIN);
        anchorBy(NEXT_KEY, 0, 1);
    }

    function testKeyRotationOfTheReceiptKey() external {
        rotate(2, NEXT_KEY);
        assertEq(registry.receiptKey(OPERATOR), vm.addr(RECEIPT_KEY));
        vm.warp(START + MARGIN);
        assertEq(registry.receiptKey(OPERATOR), vm.addr(NEXT_KEY));
        assertEq(registry.anchorKey(OPERATOR), vm.addr(ANCHOR_KEY));
        anchorBy(ANCHOR_KEY, 0, 1);
    }

    /// Each role rotates independently, and twice without an anchor between.
    function testKeyRotationAgain() external {
        rotate(1, NEXT_KEY);
        rotate(2, 0xe5);
        vm.warp(START + 5);
        rotate(1, LAST_KEY);
        assertPeriod(1, ANCHOR_KEY, START, START + MARGIN);
        assertPeriod(1, NEXT_KEY, START + MARGIN, START + 5 + MARGIN);
        assertPeriod(1, LAST_KEY, START + 5 + MARGIN, 0);
        anchorBy(NEXT_KEY, 0, 1);
        vm.warp(START + 7);
        anchorBy(LAST_KEY, 1, 2);
        assertEq(registry.receiptKey(OPERATOR), vm.addr(0xe5));
    }

    function testOnePendingRotationPerRole() external {
        rotate(1, NEXT_KEY);
        uint64 from = uint64(START + MARGIN);
        refuseRotation(1, LAST_KEY, abi.encodeWithSelector(Keys.RotationPending.selector, 1, from));
        vm.warp(from);
        rotate(1, LAST_KEY);
    }

    /// A key serves an operator in one role, once: a rotation refuses each key that the operator ever used, in either
    /// role.
    function testKeyRotationToAKeyUsedBefore() external {
        rotate(1, NEXT_KEY);
        vm.warp(START + 50);
        uint256[3] memory used = [ANCHOR_KEY, RECEIPT_KEY, NEXT_KEY];
        for (uint8 role = 1; role <= 2; ++role) {
            for (uint256 i = 0; i < used.length; ++i) {
                address key = vm.addr(used[i]);
                refuseRotation(role, used[i], abi.encodeWithSelector(Keys.KeyUsedBefore.selector, key));
            }
        }
    }

    function testKeyRotationNeedsPossession() external {
        bytes memory proof = possession(OPERATOR, 1, NEXT_KEY);
        address stranger = vm.addr(LAST_KEY);
        vm.expectRevert(abi.encodeWithSelector(Operators.KeyNotPossessed.selector, 1, stranger, vm.addr(NEXT_KEY)));
        vm.prank(OPERATOR);
        registry.rotateKey(1, stranger, proof);
        // A proof for another role recovers to an unpredictable address.
        vm.prank(OPERATOR);
        vm.expectPartialRevert(Operators.KeyNotPossessed.selector);
        registry.rotateKey(2, vm.addr(NEXT_KEY), proof);
        assertPeriod(1, LAST_KEY, 0, 0);
    }

    function testUnknownRoles() external {
        for (uint256 role = 0; role < 256; role = role == 0 ? 3 : role + 63) {
            bytes memory reason = abi.encodeWithSelector(Keys.UnknownRole.selector, uint8(role));
            refuseRotation(uint8(role), NEXT_KEY, reason);
        }
    }

    /// A key's signatures are evidence from its announcement until exitDelay after its retirement, inclusive.
    function testEvidenceOfARetiredKey() external {
        rotate(2, NEXT_KEY);
        assertTrue(registry.isEvidenceBy(OPERATOR, 2, vm.addr(NEXT_KEY), 0));
        uint256 until = START + MARGIN;
        vm.warp(until + EXIT_DELAY);
        assertTrue(registry.isEvidenceBy(OPERATOR, 2, vm.addr(RECEIPT_KEY), 0));
        vm.warp(until + EXIT_DELAY + 1);
        assertTrue(!registry.isEvidenceBy(OPERATOR, 2, vm.addr(RECEIPT_KEY), 0));
        assertTrue(registry.isEvidenceBy(OPERATOR, 2, vm.addr(NEXT_KEY), 0));
        assertPeriod(2, RECEIPT_KEY, START, until);
    }

    /// The limit is exact to the millisecond. A key without an end may date its signatures at any time, even in the
    /// future.
    function testEvidenceIsNotDatedAfterTheRetirement() external {
        assertTrue(registry.isEvidenceBy(OPERATOR, 2, vm.addr(RECEIPT_KEY), type(uint64).max));
        rotate(2, NEXT_KEY);
        uint64 until = uint64(START + MARGIN) * 1000;
        assertTrue(registry.isEvidenceBy(OPERATOR, 2, vm.addr(RECEIPT_KEY), until));
        assertTrue(!registry.isEvidenceBy(OPERATOR, 2, vm.addr(RECEIPT_KEY), until + 1));
        assertTrue(registry.isEvidenceBy(OPERATOR, 2, vm.addr(NEXT_KEY), type(uint64).max));
    }

    /// If two operators share a key, its retirement by one does not change the other.
    function testTwoOperatorsShareAKey() external {
        join(address(0xc0));
        rotate(1, NEXT_KEY);
        vm.warp(START + 50);
        assertEq(registry.anchorKey(address(0xc0)), vm.addr(ANCHOR_KEY));
        assertTrue(!registry.isEvidenceBy(OPERATOR, 1, vm.addr(ANCHOR_KEY), 0));
        assertTrue(registry.isEvidenceBy(address(0xc0), 1, vm.addr(ANCHOR_KEY), 0));
        anchor(address(0xc0), 0, 1);
    }

    /// At any time exactly one key anchors, and the announcements determine which.
    /// hardhat-config: default.fuzz.runs = 64
    function testAnySequenceOfKeyRotations(uint8[12] calldata pauses) external {
        uint256 time = START;
        uint64 size;
        uint256 current = ANCHOR_KEY;
        uint256 pending;
        uint256 pendingFrom;
        for (uint256 i = 0; i < pauses.length; ++i) {
            time += INTERVAL + (pauses[i] % 8);
            vm.warp(time);
            if (pending != 0 && time >= pendingFrom) (current, pending) = (pending, 0);
            if (pauses[i] % 3 == 0 && pending == 0) {
                rotate(1, 0x1000 + i);
                (pending, pendingFrom) = (0x1000 + i, time + MARGIN);
            }
            if (pending != 0) refuseAnchor(size + 1, pending, current);
            anchorBy(current, size, size + 1);
            ++size;
        }
    }

    function rotate(uint8 role, uint256 key) private {
        bytes memory proof = possession(OPERATOR, role, key);
        address account = vm.addr(key);
        vm.prank(OPERATOR);
        registry.rotateKey(role, account, proof);
    }

    function refuseRotation(uint8 role, uint256 key, bytes memory reason) private {
        bytes memory proof = possession(OPERATOR, role, key);
        address account = vm.addr(key);
        vm.expectRevert(reason);
        vm.prank(OPERATOR);
        registry.rotateKey(role, account, proof);
    }

    function anchorBy(uint256 key, uint64 last, uint64 size) private {
        bytes32[] memory log = leaves(size);
        bytes32[] memory proof = last == 0 ? new bytes32[](0) : log.consistencyProof(last, size);
        registry.anchor(OPERATOR, size, log.root(size), proof, checkpoint(OPERATOR, size, log.root(size), key));
    }

    function refuseAnchor(uint64 size, uint256 key, uint256 expected) private {
        bytes memory signed = checkpoint(OPERATOR, size, "root", key);
        vm.expectRevert(abi.encodeWithSelector(Operators.NotAnchorKey.selector, vm.addr(key), vm.addr(expected)));
        registry.anchor(OPERATOR, size, "root", new bytes32[](0), signed);
    }

    function assertPeriod(uint8 role, uint256 key, uint256 from, uint256 until) private view {
        (uint64 actualFrom, uint64 actualUntil) = registry.keyPeriod(OPERATOR, role, vm.addr(key));
        assertEq(actualFrom, from);
        assertEq(actualUntil, until);
    }
}
