// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Headers} from "../libraries/Headers.sol";

/// @title FinalBatches
/// @notice Records batches that were proven final, so that a contract that acts on a batch needs the proof once.
/// @dev A final batch stays final, so no record is ever changed.
///
/// Each contract keeps its own records. Asking another contract in each call would cost more than a rare second proof.
abstract contract FinalBatches {
    /// @notice A batch was proven final. From now on its header alone is enough evidence.
    event BatchProven(address indexed operator, bytes32 indexed log, uint64 number, bytes header);

    /// @notice The registry whose operators' batches these are.
    AnchorRegistry public immutable registry;

    mapping(bytes32 batch => bool) private _proven;

    constructor(address registry_) {
        registry = AnchorRegistry(registry_);
    }

    /// @notice Proves that a batch is final, and records it. Does nothing if it is recorded already.
    /// @dev Reverts as `AnchorRegistry.finalCheckpointAt` does, and with the errors of `Evidence` and `Headers`.
    /// @param batch The header, under a stored checkpoint that is at least the finality delay old.
    function proveBatch(address operator, Evidence.HeaderEvidence calldata batch) external {
        bytes32 id = _batchId(operator, batch.header);
        if (_proven[id]) return;
        Headers.Header memory header = Evidence.proveFinal(registry, operator, batch);
        _proven[id] = true;
        emit BatchProven(operator, header.log, header.number, batch.header);
    }

    /// @dev Reverts unless the batch is recorded as final, or is proven so here. Returns only for a well-formed header.
    function _checkFinal(address operator, Evidence.HeaderEvidence calldata batch) internal view {
        if (!_proven[_batchId(operator, batch.header)]) Evidence.proveFinal(registry, operator, batch);
    }

    /// @dev A header names its log and number, so that no two batches share one.
    function _batchId(address operator, bytes calldata header) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(operator, header));
    }
}
