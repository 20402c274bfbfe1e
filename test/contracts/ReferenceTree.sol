// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice The recursive definitions of RFC 9162, section 2.1. Slow, but simple to compare with.
library ReferenceTree {
    /// @notice `MTH(D[start:end])` over leaf hashes, of at least one leaf (2.1.1).
    function root(bytes32[] memory leaves, uint256 start, uint256 end) internal pure returns (bytes32) {
        if (end - start == 1) return leaves[start];
        uint256 k = split(end - start);
        return node(root(leaves, start, start + k), root(leaves, start + k, end));
    }

    /// @notice The root over the first `size` leaf hashes.
    function root(bytes32[] memory leaves, uint256 size) internal pure returns (bytes32) {
        return root(leaves, 0, size);
    }

    /// @notice `PATH(m, D_n)`: the inclusion proof of leaf `m` in the tree of the first `n` leaves (2.1.3.1).
    function inclusionProof(bytes32[] memory leaves, uint256 m, uint256 n) internal pure returns (bytes32[] memory) {
        return path(leaves, m, 0, n);
    }

    /// @notice `PROOF(m, D_n)`: the consistency proof from the first `m` leaves to the first `n` (2.1.4.1).
    function consistencyProof(bytes32[] memory leaves, uint256 m, uint256 n) internal pure returns (bytes32[] memory) {
        return subproof(leaves, m, 0, n, true);
    }

    function path(
        bytes32[] memory leaves,
        uint256 m,
        uint256 start,
        uint256 end
    ) private pure returns (bytes32[] memory) {
        if (end - start == 1) return new bytes32[](0);
        uint256 k = split(end - start);
        return
            m < k
                ? append(path(leaves, m, start, start + k), root(leaves, start + k, end))
                : append(path(leaves, m - k, start + k, end), root(leaves, start, start + k));
    }

    function subproof(
        bytes32[] memory leaves,
        uint256 m,
        uint256 start,
        uint256 end,
        bool complete
    ) private pure returns (bytes32[] memory) {
        if (m == end - start) {
            return complete ? new bytes32[](0) : append(new bytes32[](0), root(leaves, start, end));
        }
        uint256 k = split(end - start);
        return
            m <= k
                ? append(subproof(leaves, m, start, start + k, complete), root(leaves, start + k, end))
                : append(subproof(leaves, m - k, start + k, end, false), root(leaves, start, start + k));
    }

    /// @notice The largest power of two smaller than `n`.
    function split(uint256 n) private pure returns (uint256 k) {
        k = 1;
        while (2 * k < n) k *= 2;
    }

    function node(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x01), left, right));
    }

    function append(bytes32[] memory list, bytes32 last) private pure returns (bytes32[] memory longer) {
        longer = new bytes32[](list.length + 1);
        for (uint256 i = 0; i < list.length; ++i) longer[i] = list[i];
        longer[list.length] = last;
    }
}
