// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Redemptions} from "./Redemptions.sol";

/// @title ObjectRedeemer
/// @notice An example of a gate: whoever held an issuer's object and gave it up through a platform's API is served here,
/// once both are final.
/// @dev See `Redemptions`. Anybody sends it: what is handed out is the holder's.
contract ObjectRedeemer is Redemptions {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice See `Redemptions`.
    constructor(Terms memory terms) Redemptions(terms) {}

    /// @notice Redeems an object for who held it.
    /// @param redemption The entry of the holder's `Redeem`, and its payload.
    /// @param mint The entry of the issuer's mint, and its payload.
    function redeem(
        Evidence.EntryEvidence calldata redemption,
        Actions.Opening calldata redemptionOpening,
        Evidence.EntryEvidence calldata mint,
        Actions.Opening calldata mintOpening
    ) external {
        AnchoredAction.Source memory source = _source();
        AnchoredAction.Action memory redeemed_ = source.prove(redemption, redemptionOpening); // G4
        _check(redeemed_, source.prove(mint, mintOpening)); // G2, G3, G4
        _redeem(redeemed_.entry.actor, redeemed_.entry.objectKey); // G1
    }
}
