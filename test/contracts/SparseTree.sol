// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice RFC 9162 trees with 2^depth leaves of which only a few are known. A subtree without known leaves gets a
/// made-up hash, so that large trees are built quickly.
library SparseTree {
    struct Leaf {
        uint64 index;
        bytes32 hash;
    }

    function root(Leaf[] memory known, uint256 depth) internal pure returns (bytes32) {
        return node(known, depth, 0);
    }

    /// @notice The siblings of a leaf, from the leaf up (2.1.3.1).
    function proof(Leaf[] memory known, uint256 depth, uint64 index) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](depth);
        for (uint256 level = 0; level < depth; ++level) list[level] = node(known, level, (index >> level) ^ 1);
    }

    function node(Leaf[] memory known, uint256 level, uint64 index) private pure returns (bytes32) {
        for (uint256 i = 0; i < known.length; ++i) {
            if (known[i].index >> level != index) continue;
            if (level == 0) return known[i].hash;
            bytes32 left = node(known, level - 1, 2 * index);
            return sha256(abi.encodePacked(bytes1(0x01), left, node(known, level - 1, 2 * index + 1)));
        }
        return keccak256(abi.encode("stand-in", level, index));
    }
}
