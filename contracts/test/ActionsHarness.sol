// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../libraries/Actions.sol";
import {Objects} from "../libraries/Objects.sol";

/// @notice Lets tests call the library's grammar. Not part of any deployment.
contract ActionsHarness {
    /// @notice See `Actions.checkPayloadType`.
    function checkPayloadType(string calldata payloadType) external pure returns (uint256 nameLength, uint256 members) {
        Actions.Places memory places = Actions.checkPayloadType(payloadType);
        return (places.nameLength, places.members);
    }

    /// @notice See `Objects.about`.
    function about(Actions.Opening calldata opening) external pure returns (Objects.About memory) {
        return Objects.about(opening, Actions.checkPayloadType(opening.payloadType));
    }

    /// @notice See `Actions.envelopeTypeHash`.
    function envelopeTypeHash(string calldata payloadType) external pure returns (bytes32) {
        return Actions.envelopeTypeHash(payloadType, Actions.checkPayloadType(payloadType).nameLength);
    }
}
