// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAnchorRegistry} from "../interfaces/IAnchorRegistry.sol";
import {IFinalBatches} from "../interfaces/IFinalBatches.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Headers} from "../libraries/Headers.sol";

/// @title FinalBatches
/// @notice See `IFinalBatches`. What is final stays final, so that no record is ever changed.
/// @dev Each contract keeps its own records: to ask another one in each call costs more than a second proof seldom does.
abstract contract FinalBatches is IFinalBatches {
    /// @inheritdoc IFinalBatches
    IAnchorRegistry public immutable registry;

    mapping(bytes32 batch => bool) private _proven;

    constructor(address registry_) {
        registry = IAnchorRegistry(registry_);
    }

    /// @inheritdoc IFinalBatches
    function proveBatch(address operator, Evidence.HeaderEvidence calldata batch) external {
        bytes32 id = _batchId(operator, batch.header);
        if (_proven[id]) return;
        Headers.Header memory header = Evidence.proveFinal(registry, operator, batch);
        _proven[id] = true;
        emit BatchProven(operator, header.log, header.number, batch.header);
    }

    /// @inheritdoc IFinalBatches
    function isProvenBatch(address operator, bytes calldata header) external view returns (bool) {
        return _proven[_batchId(operator, header)];
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
