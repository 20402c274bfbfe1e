// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Headers} from "../libraries/Headers.sol";

/// @notice Proves an entry's inclusion, and nothing else. Not part of any deployment.
contract InclusionHarness {
    AnchorRegistry private immutable REGISTRY;

    constructor(AnchorRegistry registry) {
        REGISTRY = registry;
    }

    function check(address operator, Evidence.EntryEvidence calldata evidence) external view {
        (Headers.Header memory header, , ) = Evidence.proveHeader(REGISTRY, operator, evidence.batch);
        Evidence.proveInBatch(header, evidence);
    }
}
