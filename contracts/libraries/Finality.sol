// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAnchorRegistry} from "../interfaces/IAnchorRegistry.sol";
import {Evidence} from "./Evidence.sol";
import {Headers} from "./Headers.sol";

/// @title Finality
/// @notice Whether a batch is final, by a checkpoint that it is proven under.
/// @dev The same as `IAnchorRegistry.isFinal`, without its search for the newest checkpoint that is old enough: what is
/// under any checkpoint that is old enough is below that one's size. Whoever brings evidence of a final batch can name
/// such a checkpoint, as the newest of them is always stored.
library Finality {
    /// @notice The batch is frozen, or the checkpoint that it is proven under is not old enough.
    error BatchNotFinal(address operator, uint64 position);

    /// @notice Proves a header and that its batch is final; reverts with `BatchNotFinal`, or the errors of `Evidence`.
    function proveFinal(
        IAnchorRegistry registry,
        address operator,
        Evidence.HeaderEvidence calldata evidence
    ) internal view returns (Headers.Header memory header) {
        IAnchorRegistry.Checkpoint memory checkpoint;
        (header, , checkpoint) = Evidence.proveHeader(registry, operator, evidence);
        uint64 position = evidence.position;
        bool old = checkpoint.time + registry.finalityDelay() <= block.timestamp;
        bool free =
            position < _limit(registry.operatorFreezes(operator), position) &&
                position < _limit(registry.logFreezes(operator, header.log), Headers.lastIndex(header));
        if (!old || !free) revert BatchNotFinal(operator, position);
    }

    /// @dev As `Freezes.limit`.
    function _limit(IAnchorRegistry.Freeze[] memory list, uint64 place) private pure returns (uint64) {
        for (uint256 i = 0; i < list.length; ++i) {
            if (place >= list[i].from) return list[i].size;
        }
        return type(uint64).max;
    }
}
