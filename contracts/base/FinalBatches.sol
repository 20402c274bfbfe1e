// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Headers} from "../libraries/Headers.sol";

/// @title FinalBatches
/// @notice What a contract that acts on final batches remembers of them: a batch is proven to it once, for good.
/// @dev What is final stays final, so that no record is ever changed.
///
/// Each contract keeps its own records: to ask another one in each call costs more than a second proof seldom does.
abstract contract FinalBatches {
    /// @notice A batch is known to be final: from now on its header is evidence enough.
    event BatchProven(address indexed operator, bytes32 indexed log, uint64 number, bytes header);

    /// @notice The registry whose operators' batches these are.
    AnchorRegistry public immutable registry;

    mapping(bytes32 batch => bool) private _proven;

    constructor(address registry_) {
        registry = AnchorRegistry(registry_);
    }

    /// @notice Proves once that a batch is final. Does nothing if that is known.
    /// @dev Reverts as `AnchorRegistry.finalCheckpointAt` does, and with the errors of `Evidence` and `Headers`.
    /// @param batch The header, under a stored checkpoint that is at least the finality delay old.
    function proveBatch(address operator, Evidence.HeaderEvidence calldata batch) external {
        bytes32 id = _batchId(operator, batch.header);
        if (_proven[id]) return;
        Headers.Header memory header = Evidence.proveFinal(registry, operator, batch);
        _proven[id] = true;
        emit BatchProven(operator, header.log, header.number, batch.header);
    }

    /// @dev Reverts unless the batch is final, known or proven here. After it, the header is known to be well-formed.
    function _checkFinal(address operator, Evidence.HeaderEvidence calldata batch) internal view {
        if (!_proven[_batchId(operator, batch.header)]) Evidence.proveFinal(registry, operator, batch);
    }

    /// @dev A header names its log and number, so that no two batches share one.
    function _batchId(address operator, bytes calldata header) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(operator, header));
    }
}
