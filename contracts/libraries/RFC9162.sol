// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title RFC9162
/// @notice Merkle trees of RFC 9162, section 2.1, over SHA-256: inclusion and consistency proofs.
/// @dev A leaf hashes to `SHA256(0x00 ‖ leaf)`, a node to `SHA256(0x01 ‖ left ‖ right)`. Proofs are the lists of
/// hashes of sections 2.1.3.1 and 2.1.4.1. Sizes and lengths are checked before anything is hashed, and a proof has
/// exactly one right length: no hash in it is ever left unread.
///
/// A path from a leaf to the root has two parts. The *inner* part reaches up to the level where it meets the path of
/// the tree's last leaf. There each level has a sibling, on the side that the index's bits tell. Above it, on the
/// *border*, the path runs along the right edge of the tree. There a level has a sibling, on the left, only if the
/// index's bit is one.
///
/// WARNING: a root does not bind its tree's size. Under a root of 8 leaves, some positions verify as if the size were
/// 5, 6 or 7. Take sizes from storage, never from the sender of the proof.
library RFC9162 {
    /// @notice The index is not below the size of the tree.
    error IndexOutOfRange(uint64 index, uint64 size);
    /// @notice The older size is zero, or not below the newer one: there is nothing to prove.
    error SizesOutOfOrder(uint64 oldSize, uint64 newSize);
    /// @notice The proof has another number of hashes than the one right number for these sizes.
    error ProofLength(uint256 length, uint256 expected);
    /// @notice The SHA-256 precompile did not answer: out of gas, or a chain that lacks it.
    error Sha256Failed();

    /// @notice The hash of a leaf: `SHA256(0x00 ‖ leaf)`.
    function leafHash(bytes memory leaf) internal view returns (bytes32 hash) {
        bytes memory data = abi.encodePacked(bytes1(0x00), leaf);
        bool ok;
        assembly ("memory-safe") {
            ok := and(eq(returndatasize(), 0x20), staticcall(gas(), 0x02, add(data, 0x20), mload(data), 0x00, 0x20))
            hash := mload(0x00)
        }
        if (!ok) revert Sha256Failed();
    }

    /// @notice The root that an inclusion proof implies for a leaf (RFC 9162, section 2.1.3.2). The caller compares.
    /// @param leaf The hash of the leaf (see `leafHash`), not the leaf itself.
    /// @param index The position of the leaf, from 0.
    /// @param size The number of leaves of the tree.
    /// @param proof The siblings from the leaf up; their number must be the right one for `index` and `size`.
    function inclusionRoot(
        bytes32 leaf,
        uint64 index,
        uint64 size,
        bytes32[] calldata proof
    ) internal view returns (bytes32 root) {
        if (index >= size) revert IndexOutOfRange(index, size);
        (uint256 inner, uint256 border) = _path(index, size);
        if (proof.length != inner + border) revert ProofLength(proof.length, inner + border);

        // On the border all siblings are on the left, so all bits above the inner part are set.
        (, root) = _climb(false, leaf, uint256(index) | (type(uint256).max << inner), proof);
    }

    /// @notice Whether a proof shows that a tree begins with all leaves of an older one (RFC 9162, section 2.1.4.2).
    /// @dev Stricter than the RFC: `0 < oldSize < newSize` must hold. The empty tree needs no proof, and the caller
    /// compares the roots of equal sizes.
    /// @param oldSize The number of leaves of the older tree.
    /// @param oldRoot The root of the older tree.
    /// @param newSize The number of leaves of the newer tree.
    /// @param newRoot The root of the newer tree.
    /// @param proof The hashes of section 2.1.4.1; their number must be the right one for the sizes.
    function consistent(
        uint64 oldSize,
        bytes32 oldRoot,
        uint64 newSize,
        bytes32 newRoot,
        bytes32[] calldata proof
    ) internal view returns (bool) {
        if (oldSize == 0 || oldSize >= newSize) revert SizesOutOfOrder(oldSize, newSize);
        // Both roots are rebuilt from the largest full subtree that ends where the older tree ends, of 2^level leaves,
        // along the path of the older tree's last leaf from that level up.
        uint64 last = oldSize - 1;
        (uint256 inner, uint256 border) = _path(last, newSize);
        uint256 level = _bitLength(oldSize & (~oldSize + 1)) - 1;
        // If that subtree is the whole older tree then its root is known, and the proof leaves it out.
        uint256 first = (oldSize & last) == 0 ? 0 : 1;
        inner = first + inner - level;
        if (proof.length != inner + border) revert ProofLength(proof.length, inner + border);

        // On the border all siblings are on the left, so all bits above the inner part are set.
        uint256 sides = (uint256(last) >> level) | (type(uint256).max << (inner - first));
        bytes32 node = first == 0 ? oldRoot : proof[0];
        (bytes32 older, bytes32 newer) = _climb(true, node, sides, proof[first:]);
        return older == oldRoot && newer == newRoot;
    }

    /// @dev Climbs from a node to the root. A sibling on the left (bit 1 of `sides`) belongs to both trees if the older
    /// tree ends with the node. A sibling on the right belongs only to the newer one. The older root is computed only
    /// if `both` is set: no node value can mean "none", since a caller may pass any.
    function _climb(
        bool both,
        bytes32 node,
        uint256 sides,
        bytes32[] calldata siblings
    ) private view returns (bytes32 older, bytes32 newer) {
        (older, newer) = (node, node);
        bool ok = true;
        assembly ("memory-safe") {
            // The 65 bytes lie beyond the free memory pointer, which stays where it is.
            let buffer := mload(0x40)
            mstore8(buffer, 0x01)
            let next := siblings.offset
            let end := add(next, shl(5, siblings.length))
            for {} lt(next, end) {
                next := add(next, 0x20)
            } {
                // 32 if the sibling is on the left, and so the node on the right.
                let right := shl(5, and(sides, 1))
                mstore(add(add(buffer, 0x01), right), newer)
                mstore(sub(add(buffer, 0x21), right), calldataload(next))
                // The call comes first: Yul evaluates arguments from the right.
                ok := and(and(eq(returndatasize(), 0x20), staticcall(gas(), 0x02, buffer, 0x41, 0x00, 0x20)), ok)
                newer := mload(0x00)
                if and(sides, both) {
                    // The sibling is still in the buffer.
                    mstore(add(buffer, 0x21), older)
                    ok := and(and(eq(returndatasize(), 0x20), staticcall(gas(), 0x02, buffer, 0x41, 0x00, 0x20)), ok)
                    older := mload(0x00)
                }
                sides := shr(1, sides)
            }
        }
        if (!ok) revert Sha256Failed();
    }

    /// @dev How many siblings the path of leaf `index` has in the inner part and on the border.
    function _path(uint64 index, uint64 size) private pure returns (uint256 inner, uint256 border) {
        inner = _bitLength(index ^ (size - 1));
        unchecked {
            for (uint256 rest = index >> inner; rest != 0; rest &= rest - 1) ++border;
        }
    }

    /// @dev The number of bits of `value`: 0 for 0, 64 for 2^64 - 1.
    function _bitLength(uint64 value) private pure returns (uint256) {
        return value == 0 ? 0 : Math.log2(value) + 1;
    }
}
