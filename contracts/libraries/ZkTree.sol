// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPoseidon} from "../interfaces/IPoseidon.sol";

/// @title ZkTree
/// @notice The 4-ary Poseidon trees of depth 8 over batches' commitments (protocol/1-verify, section 8.4).
library ZkTree {
    /// @notice A leaf with its path: eight triples of siblings, from the leaf up, each in the order of the children.
    struct ZkPath {
        uint256 leaf;
        uint256[24] siblings;
    }

    uint256 private constant LEVELS = 8;
    uint256 private constant NODE = uint128(bytes16("anchorlog/1/node"));

    /// @notice The address has no code.
    error NoPoseidon(address account);

    /// @notice Returns the contract that computes Poseidon; for constructors. Reverts if its address has no code, since
    /// no path could be verified.
    function poseidonAt(address account) internal view returns (IPoseidon) {
        if (account.code.length == 0) revert NoPoseidon(account);
        return IPoseidon(account);
    }

    /// @notice The zkRoot that a path implies, for the caller to compare.
    /// @dev Reverts with `IPoseidon.NotAFieldElement` if the leaf or a sibling is not below r.
    /// @param position The leaf's position in the tree. Its base-4 digits, from the least, give the path's place at
    /// each level.
    function root(IPoseidon poseidon, uint32 position, ZkPath calldata path) internal view returns (uint256 node) {
        node = path.leaf;
        uint256[4] memory children;
        for (uint256 level = 0; level < LEVELS; ++level) {
            uint256 place = (position >> (2 * level)) & 3;
            for (uint256 i = 0; i < 3; ++i) {
                children[i < place ? i : i + 1] = path.siblings[3 * level + i];
            }
            children[place] = node;
            node = poseidon.p4(NODE, children);
        }
    }
}
