// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {IAttestations} from "../interfaces/IAttestations.sol";
import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Evidence} from "../libraries/Evidence.sol";

/// @notice Lets tests call the gate's library. Not part of any deployment.
contract HoldingHarness {
    using AnchoredAction for AnchoredAction.Source;

    AnchorRegistry private immutable REGISTRY;
    address private immutable OPERATOR;

    constructor(address registry, address operator) {
        (REGISTRY, OPERATOR) = (AnchorRegistry(registry), operator);
    }

    /// @notice See `AnchoredAction.heldBy`.
    function heldBy(Evidence.EntryEvidence calldata evidence) external view returns (Entries.Entry memory) {
        return AnchoredAction.Source(REGISTRY, IAttestations(address(0)), OPERATOR).heldBy(evidence);
    }

    /// @notice What a gate for objects proves of both actions, before it compares and writes.
    function proveBoth(
        Evidence.EntryEvidence calldata act,
        Actions.Opening calldata actOpening,
        Evidence.EntryEvidence calldata mint,
        Actions.Opening calldata mintOpening
    ) external view returns (bytes32 objectKey, bytes32 mintKey) {
        AnchoredAction.Source memory source = AnchoredAction.Source(REGISTRY, IAttestations(address(0)), OPERATOR);
        objectKey = source.prove(act, actOpening).entry.objectKey;
        mintKey = source.prove(mint, mintOpening).entry.objectKey;
    }

    /// @notice See `AnchoredAction.prove`.
    function prove(
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) external view returns (AnchoredAction.Action memory) {
        return AnchoredAction.Source(REGISTRY, IAttestations(address(0)), OPERATOR).prove(evidence, opening);
    }
}
