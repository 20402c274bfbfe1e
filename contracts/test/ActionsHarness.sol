// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../libraries/Actions.sol";

/// @notice Makes the library's grammar callable, for tests alone.
contract ActionsHarness {
    /// @notice See `Actions.checkPayloadType`.
    function checkPayloadType(string calldata payloadType) external pure returns (uint256 nameLength, uint256 members) {
        return Actions.checkPayloadType(payloadType);
    }

    /// @notice See `Actions.envelopeTypeHash`.
    function envelopeTypeHash(string calldata payloadType) external pure returns (bytes32) {
        (uint256 nameLength, ) = Actions.checkPayloadType(payloadType);
        return Actions.envelopeTypeHash(payloadType, nameLength);
    }
}
