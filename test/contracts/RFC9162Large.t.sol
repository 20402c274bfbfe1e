// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RFC9162Harness} from "../../contracts/test/RFC9162Harness.sol";
import {Test} from "./Test.sol";
import {create} from "./released.sol";

/// Trees too large to be built: compares with the verification algorithms of RFC 9162, written as in the RFC.
contract RFC9162LargeTest is Test {
    RFC9162Harness private immutable LIBRARY = RFC9162Harness(create("RFC9162Harness", ""));

    function testInclusionRootAsTheRfcComputesIt(bytes32 leaf, uint64 index, uint64 size, uint8 bits) external view {
        (index, size) = narrowed(index, size, bits);
        vm.assume(index < size);
        bytes32[] memory proof = hashes(pathLength(index, size));
        // 2.1.3.2
        (uint256 fn, uint256 sn, bytes32 r) = (index, size - 1, leaf);
        for (uint256 i = 0; i < proof.length; ++i) {
            if (fn & 1 == 1 || fn == sn) {
                r = node(proof[i], r);
                while (fn & 1 == 0 && fn != 0) (fn, sn) = (fn >> 1, sn >> 1);
            } else r = node(r, proof[i]);
            (fn, sn) = (fn >> 1, sn >> 1);
        }
        assertEq(sn, 0);
        assertEq(LIBRARY.inclusionRoot(leaf, index, size, proof), r);
    }

    function testConsistencyAsTheRfcComputesIt(uint64 old, uint64 size, uint8 bits) external view {
        (old, size) = narrowed(old, size, bits);
        vm.assume(0 < old && old < size);
        bool whole = old & (old - 1) == 0;
        (uint256 fn, uint256 sn) = (old - 1, size - 1);
        while (fn & 1 == 1) (fn, sn) = (fn >> 1, sn >> 1);
        // The algorithm ends when sn is 0, which gives the number of hashes.
        bytes32[] memory given = hashes(1 + pathLength(fn, sn + 1));
        // 2.1.4.2: if the older tree is one full subtree, its root is put in front.
        (bytes32 fr, bytes32 sr) = (given[0], given[0]);
        for (uint256 i = 1; i < given.length; ++i) {
            if (fn & 1 == 1 || fn == sn) {
                (fr, sr) = (node(given[i], fr), node(given[i], sr));
                while (fn & 1 == 0 && fn != 0) (fn, sn) = (fn >> 1, sn >> 1);
            } else sr = node(sr, given[i]);
            (fn, sn) = (fn >> 1, sn >> 1);
        }
        assertEq(sn, 0);
        bytes32[] memory proof = given;
        if (whole) {
            proof = new bytes32[](given.length - 1);
            for (uint256 i = 0; i < proof.length; ++i) proof[i] = given[i + 1];
        }
        assertTrue(LIBRARY.consistent(old, fr, size, sr, proof));
        assertTrue(!LIBRARY.consistent(old, fr, size, ~sr, proof));
        assertTrue(!LIBRARY.consistent(old, ~fr, size, sr, proof));
    }

    /// Random numbers have their highest bits set. This makes small numbers, neighbours and powers of two as well.
    function narrowed(uint64 a, uint64 b, uint8 bits) private pure returns (uint64, uint64) {
        (a, b) = (a >> (bits & 63), b >> (bits & 63));
        unchecked {
            // An overflow gives sizes out of order, which the tests skip.
            if (bits >= 192) return (a, a + 1 + (b & 3));
        }
        if (bits >= 128) b = uint64(1) << (bits & 63);
        return (a, b);
    }

    /// The number of steps of 2.1.3.2 until sn is 0.
    function pathLength(uint256 fn, uint256 size) private pure returns (uint256 length) {
        uint256 sn = size - 1;
        while (sn != 0) {
            ++length;
            if (fn & 1 == 1 || fn == sn) while (fn & 1 == 0 && fn != 0) (fn, sn) = (fn >> 1, sn >> 1);
            (fn, sn) = (fn >> 1, sn >> 1);
        }
    }

    function hashes(uint256 count) private pure returns (bytes32[] memory list) {
        list = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) list[i] = keccak256(abi.encode(count, i));
    }

    function node(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x01), left, right));
    }
}
