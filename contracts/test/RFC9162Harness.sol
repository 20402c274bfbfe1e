// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RFC9162} from "../libraries/RFC9162.sol";

/// @notice Lets tests call the internal functions of `RFC9162`. Not part of any deployment.
contract RFC9162Harness {
    function leafHash(bytes calldata leaf) external view returns (bytes32) {
        return RFC9162.leafHash(leaf);
    }

    function inclusionRoot(
        bytes32 leaf,
        uint64 index,
        uint64 size,
        bytes32[] calldata proof
    ) external view returns (bytes32) {
        return RFC9162.inclusionRoot(leaf, index, size, proof);
    }

    function consistent(
        uint64 oldSize,
        bytes32 oldRoot,
        uint64 newSize,
        bytes32 newRoot,
        bytes32[] calldata proof
    ) external view returns (bool) {
        return RFC9162.consistent(oldSize, oldRoot, newSize, newRoot, proof);
    }
}
