// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {IAttestations} from "../interfaces/IAttestations.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Objects} from "../libraries/Objects.sol";

/// @title Redemptions
/// @notice What the examples of gates for objects share: an issuer's object is handed out for, once, to who held it when it
/// was given up.
/// @dev The redemption is the action `Redeem` with the payload below and holder 0: nobody acts upon the object after it, so
/// no sale overtakes it. The mint is the first act upon the object, by the issuer. Between the two may be any number of
/// sales, of which nothing is shown: each one that its holder did not make convicts the operator.
/// - G1. An object is redeemed once.
/// - G2. Only objects of this operator, log and issuer count, by the key of their mint and not by words.
/// - G3. Only a redemption that leaves the object to nobody counts, for its actor.
/// - G4. Both are final before anything is handed out.
abstract contract Redemptions {
    /// @notice The objects of one issuer in one log.
    /// @param source Whose actions count.
    /// @param log The identifier of the log whose objects count.
    /// @param issuer Whose objects count.
    /// @param mintType The type that mints must have. Its first member is that of `REDEEM_TYPE`, and its second one
    /// `address holder`: else anybody may act upon what was minted.
    struct Terms {
        AnchoredAction.Source source;
        bytes32 log;
        address issuer;
        string mintType;
    }

    /// @notice The type that redemptions must have.
    string public constant REDEEM_TYPE = "RedeemPayload(string objectId,address holder)";

    AnchorRegistry internal immutable REGISTRY;
    IAttestations private immutable ATTESTATIONS;
    address internal immutable OPERATOR;
    bytes32 internal immutable LOG;
    address private immutable ISSUER;
    bytes32 private immutable MINT_TYPE;

    /// @notice Whether an object was redeemed, by its key.
    mapping(bytes32 objectKey => bool) public redeemed;

    /// @notice An object was redeemed.
    event ObjectRedeemed(address indexed account, bytes32 indexed objectKey);

    /// @notice The action is no redemption in this log that leaves the object to nobody.
    error NotARedemption();
    /// @notice The other action is not the issuer's mint of the object that is redeemed, before it in this log.
    error NotMinted(bytes32 objectKey);
    /// @notice The redemption skips the mint, or is right behind it and by another than the mint leaves the object to.
    error ContradictsMint(bytes32 objectKey);
    /// @notice The object was redeemed before.
    error AlreadyRedeemed(bytes32 objectKey);

    /// @notice For the objects of one issuer in one log.
    constructor(Terms memory terms) {
        (REGISTRY, ATTESTATIONS, OPERATOR) = (terms.source.registry, terms.source.attestations, terms.source.operator);
        (LOG, ISSUER, MINT_TYPE) = (terms.log, terms.issuer, keccak256(bytes(terms.mintType)));
    }

    /// @notice Hands out what the object is for: nothing here.
    /// @dev All that keeps G1 to G4 is written before, so foreign code may run.
    // solhint-disable-next-line no-empty-blocks
    function _handOut(address account, bytes32 objectKey) internal virtual {}

    /// @dev G1. Whether all is final is the caller's to see.
    function _redeem(address account, bytes32 objectKey) internal {
        if (redeemed[objectKey]) revert AlreadyRedeemed(objectKey);
        redeemed[objectKey] = true;
        emit ObjectRedeemed(account, objectKey);
        _handOut(account, objectKey);
    }

    /// @dev G2, G3. That the mint is no fork of what was anchored later is G4.
    function _check(AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) internal view {
        (Entries.Entry memory redemption, Entries.Entry memory mint) = (redeeming.entry, minting.entry);
        bool gone = redemption.holder == address(0) && redeeming.payloadType == keccak256(bytes(REDEEM_TYPE));
        if (!gone || redemption.log != LOG) revert NotARedemption();
        bool issued = mint.log == LOG && mint.actor == ISSUER && minting.payloadType == MINT_TYPE;
        bool first = mint.prior == Entries.NO_PRIOR && mint.objectKey == redemption.objectKey;
        if (!issued || !first || mint.index >= redemption.index) revert NotMinted(redemption.objectKey);
        // What is shown here is not left to others to see.
        if (Objects.contradict(mint, redemption)) revert ContradictsMint(redemption.objectKey);
    }

    function _source() internal view returns (AnchoredAction.Source memory) {
        return AnchoredAction.Source(REGISTRY, ATTESTATIONS, OPERATOR);
    }
}
