// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Redemptions} from "./Redemptions.sol";

/// @title ObjectRedeemer
/// @notice An example of a gate: an account that held an issuer's object and gave it up to this gate through a platform's
/// API is served here, once both are final.
/// @dev See `Redemptions`. Anybody can send a redemption; its holder receives. After the operator is slashed, the gate
/// accepts only actions that were final before (`AnchoredAction.checkBeforeSlash`): later lies cost the operator
/// nothing.
contract ObjectRedeemer is Redemptions {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice See `Redemptions`.
    constructor(Terms memory terms) Redemptions(terms) {}

    /// @notice Redeems an object for its last holder, or records that this holder moved it.
    /// @param redemption The entry of the holder's `Redeem` or `Move`, and its payload.
    /// @param mint The entry of the issuer's mint, and its payload.
    function redeem(
        Evidence.EntryEvidence calldata redemption,
        Actions.Opening calldata redemptionOpening,
        Evidence.EntryEvidence calldata mint,
        Actions.Opening calldata mintOpening
    ) external {
        AnchoredAction.Source memory source = _source();
        AnchoredAction.Action memory redeeming = source.prove(redemption, redemptionOpening); // G4
        AnchoredAction.Action memory minting = source.prove(mint, mintOpening); // G4
        source.checkBeforeSlash(redemption.batch.position);
        source.checkBeforeSlash(mint.batch.position);
        _checkRedemption(redeeming); // G3
        _checkMint(redeeming, minting); // G2
        _redeem(redeeming.entry.actor, _destinationOf(redeeming), minting); // G1
    }
}
