// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Evidence} from "../libraries/Evidence.sol";
import {IAnchorRegistry} from "./IAnchorRegistry.sol";

/// @title IFinalBatches
/// @notice What a contract that acts on final batches remembers of them: a batch is proven to it once, for good.
interface IFinalBatches {
    /// @notice A batch is known to be final: from now on its header is evidence enough.
    event BatchProven(address indexed operator, bytes32 indexed log, uint64 number, bytes header);

    /// @notice Proves once that a batch is final. Does nothing if that is known.
    /// @dev Reverts as `IAnchorRegistry.finalCheckpointAt` does, and with the errors of `Evidence` and `Headers`.
    /// @param batch The header, under a stored checkpoint that is at least the finality delay old.
    function proveBatch(address operator, Evidence.HeaderEvidence calldata batch) external;

    /// @notice Whether a batch is known to be final, by `proveBatch`. Once true, it stays true.
    /// @param header The 229 bytes.
    function isProvenBatch(address operator, bytes calldata header) external view returns (bool);

    /// @notice The registry whose operators' batches these are.
    function registry() external view returns (IAnchorRegistry);
}
