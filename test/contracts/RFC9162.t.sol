// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RFC9162Harness} from "../../contracts/test/RFC9162Harness.sol";
import {RFC9162} from "../../contracts/libraries/RFC9162.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {Test} from "./Test.sol";
import {create} from "./released.sol";

contract RFC9162Test is Test {
    using ReferenceTree for bytes32[];

    RFC9162Harness private immutable LIBRARY = RFC9162Harness(create("RFC9162Harness", ""));

    function testLeafHash(bytes calldata leaf) external view {
        assertEq(LIBRARY.leafHash(leaf), sha256(abi.encodePacked(bytes1(0x00), leaf)));
    }

    function testEveryInclusionProofOfSmallTrees() external view {
        bytes32[] memory leaves = randomLeaves(1, 33);
        for (uint64 size = 1; size <= leaves.length; ++size) {
            bytes32 root = leaves.root(size);
            for (uint64 index = 0; index < size; ++index) {
                bytes32[] memory proof = leaves.inclusionProof(index, size);
                assertEq(LIBRARY.inclusionRoot(leaves[index], index, size, proof), root);
            }
        }
    }

    function testEveryConsistencyProofOfSmallTrees() external view {
        bytes32[] memory leaves = randomLeaves(2, 33);
        for (uint64 size = 2; size <= leaves.length; ++size) {
            bytes32 root = leaves.root(size);
            for (uint64 old = 1; old < size; ++old) {
                bytes32[] memory proof = leaves.consistencyProof(old, size);
                assertTrue(LIBRARY.consistent(old, leaves.root(old), size, root, proof));
            }
        }
    }

    function testMutatedInclusionProof(
        uint256 seed,
        uint256 size,
        uint256 index,
        uint256 place,
        uint8 bit
    ) external view {
        size = bound(size, 2, 100);
        index = bound(index, 0, size - 1);
        bytes32[] memory leaves = randomLeaves(seed, size);
        bytes32[] memory proof = leaves.inclusionProof(index, size);
        bytes32 root = leaves.root(size);
        bytes32 leaf = leaves[index];

        bytes32 flip = bytes32(uint256(1) << bit);
        assertTrue(LIBRARY.inclusionRoot(leaf ^ flip, uint64(index), uint64(size), proof) != root);
        place = bound(place, 0, proof.length - 1);
        proof[place] ^= flip;
        assertTrue(LIBRARY.inclusionRoot(leaf, uint64(index), uint64(size), proof) != root);
        proof[place] ^= flip;
        assertEq(LIBRARY.inclusionRoot(leaf, uint64(index), uint64(size), proof), root);

        // A proof is never valid for another position, even if a proof for that position has the same length.
        uint64 other = uint64((index + 1 + (place % (size - 1))) % size);
        try LIBRARY.inclusionRoot(leaf, other, uint64(size), proof) returns (bytes32 implied) {
            assertTrue(implied != root);
        } catch (bytes memory reason) {
            assertEq(bytes32(bytes4(reason)), bytes32(RFC9162.ProofLength.selector));
        }
    }

    function testMutatedConsistencyProof(
        uint256 seed,
        uint256 size,
        uint256 old,
        uint256 place,
        uint8 bit
    ) external view {
        size = bound(size, 2, 100);
        old = bound(old, 1, size - 1);
        bytes32[] memory leaves = randomLeaves(seed, size);
        bytes32[] memory proof = leaves.consistencyProof(old, size);
        bytes32 flip = bytes32(uint256(1) << bit);
        (bytes32 a, bytes32 b) = (leaves.root(old), leaves.root(size));

        assertTrue(!LIBRARY.consistent(uint64(old), a ^ flip, uint64(size), b, proof));
        assertTrue(!LIBRARY.consistent(uint64(old), a, uint64(size), b ^ flip, proof));
        assertTrue(!LIBRARY.consistent(uint64(old), b, uint64(size), a, proof));
        proof[bound(place, 0, proof.length - 1)] ^= flip;
        assertTrue(!LIBRARY.consistent(uint64(old), a, uint64(size), b, proof));
    }

    /// A changed leaf of the older tree is detected, even with a correct proof of the changed tree.
    function testRewrittenHistory(uint256 seed, uint256 size, uint256 old, uint256 place, uint8 bit) external view {
        size = bound(size, 2, 100);
        old = bound(old, 1, size - 1);
        bytes32[] memory leaves = randomLeaves(seed, size);
        bytes32 root = leaves.root(old);
        leaves[place % old] ^= bytes32(uint256(1) << bit);
        bytes32[] memory proof = leaves.consistencyProof(old, size);
        assertTrue(LIBRARY.consistent(uint64(old), leaves.root(old), uint64(size), leaves.root(size), proof));
        assertTrue(!LIBRARY.consistent(uint64(old), root, uint64(size), leaves.root(size), proof));
    }

    function testInclusionProofOfWrongLength(uint64 index, uint64 size, uint8 length) external {
        vm.assume(index < size);
        uint256 right = inclusionLength(index, size);
        vm.assume(length != right);
        vm.expectRevert(abi.encodeWithSelector(RFC9162.ProofLength.selector, length, right));
        LIBRARY.inclusionRoot(0, index, size, new bytes32[](length));
    }

    function testIndexOutOfRange(uint64 index, uint64 size) external {
        vm.assume(index >= size);
        vm.expectRevert(abi.encodeWithSelector(RFC9162.IndexOutOfRange.selector, index, size));
        LIBRARY.inclusionRoot(0, index, size, new bytes32[](0));
    }

    function testConsistencyProofOfWrongLength(uint64 old, uint64 size, uint8 length) external {
        vm.assume(0 < old && old < size);
        uint256 right = consistencyLength(old, 0, size, true);
        vm.assume(length != right);
        vm.expectRevert(abi.encodeWithSelector(RFC9162.ProofLength.selector, length, right));
        LIBRARY.consistent(old, 0, size, 0, new bytes32[](length));
    }

    function testSizesOutOfOrder(uint64 old, uint64 size) external {
        vm.assume(old >= size);
        vm.expectRevert(abi.encodeWithSelector(RFC9162.SizesOutOfOrder.selector, old, size));
        LIBRARY.consistent(old, 0, size, 0, new bytes32[](0));
    }

    function testNothingIsConsistentWithTheEmptyTree(uint64 size) external {
        vm.expectRevert(abi.encodeWithSelector(RFC9162.SizesOutOfOrder.selector, 0, size));
        LIBRARY.consistent(0, 0, size, 0, new bytes32[](0));
    }

    /// A root of zeros must not stand for a root that is not given.
    function testNothingIsConsistentWithARootOfZeros() external view {
        bytes32[] memory proof = new bytes32[](3);
        (proof[1], proof[2]) = (keccak256("right"), keccak256("left"));
        bytes32 newer = sha256(abi.encodePacked(bytes1(0x01), proof[0], proof[1]));
        bytes32 root = sha256(abi.encodePacked(bytes1(0x01), proof[2], newer));
        bytes32 older = sha256(abi.encodePacked(bytes1(0x01), proof[2], proof[0]));
        assertTrue(LIBRARY.consistent(3, older, 4, root, proof));
        assertTrue(!LIBRARY.consistent(3, 0, 4, root, proof));
    }

    function testLargestTree() external view {
        uint64 most = type(uint64).max;
        LIBRARY.inclusionRoot(0, most - 1, most, new bytes32[](64 - 1));
        LIBRARY.consistent(uint64(1) << 63, 0, most, 0, new bytes32[](1));
        LIBRARY.consistent(most - 1, 0, most, 0, new bytes32[](64));
    }

    /// A caller that leaves too little gas for the hash must not get a wrong one.
    function testSha256OutOfGas() external view {
        bytes memory leaf = new bytes(40_000);
        bytes32 right = sha256(abi.encodePacked(bytes1(0x00), leaf));
        uint256 answers;
        uint256 refusals;
        for (uint256 gas = 20_000; gas < 60_000; gas += 100) {
            bytes memory call = abi.encodeCall(RFC9162Harness.leafHash, (leaf));
            (bool ok, bytes memory result) = address(LIBRARY).staticcall{gas: gas}(call);
            if (ok) {
                assertEq(abi.decode(result, (bytes32)), right);
                ++answers;
            } else if (result.length != 0) {
                assertEq(bytes32(bytes4(result)), bytes32(RFC9162.Sha256Failed.selector));
                ++refusals;
            }
        }
        assertTrue(answers != 0 && refusals != 0);
    }

    function randomLeaves(uint256 seed, uint256 size) private pure returns (bytes32[] memory leaves) {
        leaves = new bytes32[](size);
        for (uint256 i = 0; i < size; ++i) leaves[i] = keccak256(abi.encode(seed, i));
    }

    /// The length of PATH(m, D_n), by its recursive definition.
    function inclusionLength(uint256 m, uint256 n) private pure returns (uint256 length) {
        while (n > 1) {
            uint256 k = 1;
            while (2 * k < n) k *= 2;
            (m, n) = m < k ? (m, k) : (m - k, n - k);
            ++length;
        }
    }

    /// The length of PROOF(m, D[start:n]), by its recursive definition.
    function consistencyLength(uint256 m, uint256 start, uint256 n, bool complete) private pure returns (uint256) {
        if (m == n - start) return complete ? 0 : 1;
        uint256 k = 1;
        while (2 * k < n - start) k *= 2;
        return
            1 +
            (m <= k ? consistencyLength(m, start, start + k, complete) : consistencyLength(m - k, start + k, n, false));
    }
}
