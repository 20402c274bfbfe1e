// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {IAttestations} from "../interfaces/IAttestations.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Objects} from "../libraries/Objects.sol";

/// @title Redemptions
/// @notice The common part of the example gates for objects. A gate hands out something for an issuer's object, once,
/// to the account that held the object when it gave it up to this gate.
/// @dev The redemption is the action `Redeem` with the payload below. It names the gate, as a permit names its spender,
/// so no other gate pays it. Its holder is 0: nobody acts upon the object after it, so no sale overtakes it. The mint
/// is the first act upon the object, by the issuer. Any number of sales may lie between the two, and they are not
/// shown. A sale that its holder did not make convicts the operator.
/// - G1. An object is redeemed once, at this gate or at one that it succeeds.
/// - G2. Only objects of this operator, log and issuer count, by the key of their mint and not by words. The mint has the
///   words that the terms name.
/// - G3. Only a redemption that names this gate and leaves the object to nobody counts, for its actor.
/// - G4. Both are final before anything is handed out.
abstract contract Redemptions {
    /// @notice A word that a mint must have.
    /// @param member The index of the member in the mint's type, from 0.
    /// @param word The required word. For a `string` or `bytes` member, the keccak-256 of the value.
    struct MintWord {
        uint256 member;
        bytes32 word;
    }

    /// @notice The objects of one issuer in one log.
    /// @param source The registry, attestations and operator whose actions count.
    /// @param log The identifier of the log whose objects count.
    /// @param issuer The account whose objects count.
    /// @param mintType The type that mints must have, `KPayload(string objectId,address holder,…)`.
    /// @param mintWords The words that mints must have, such as the template. A platform may mint all its objects under
    /// one type.
    /// @param predecessor The gate that this one succeeds, for the same objects, or zero.
    struct Terms {
        AnchoredAction.Source source;
        bytes32 log;
        address issuer;
        string mintType;
        MintWord[] mintWords;
        Redemptions predecessor;
    }

    /// @notice The type that redemptions must have.
    string public constant REDEEM_TYPE = "RedeemPayload(string objectId,address holder,address gate)";
    /// @dev The beginning of a mint type's members, behind its kind's name.
    bytes private constant MINT_MEMBERS = "Payload(string objectId,address holder";

    AnchorRegistry internal immutable REGISTRY;
    IAttestations private immutable ATTESTATIONS;
    address internal immutable OPERATOR;
    bytes32 internal immutable LOG;
    address private immutable ISSUER;
    bytes32 private immutable MINT_TYPE;
    Redemptions private immutable PREDECESSOR;

    MintWord[] private _mintWords;
    mapping(bytes32 objectKey => bool) private _redeemed;

    /// @notice An object was redeemed.
    event ObjectRedeemed(address indexed account, bytes32 indexed objectKey);

    /// @notice The mint's type does not begin with the object and its holder, so mints of this type cannot be redeemed
    /// here.
    error NotAMintType(string mintType);
    /// @notice The mint's type has no such member.
    error NoSuchMember(uint256 member);
    /// @notice The action is not a redemption in this log that leaves the object to nobody.
    error NotARedemption();
    /// @notice The redemption names another gate.
    error AnotherGate(address gate);
    /// @notice The other action is not the issuer's mint of the object that is redeemed, before it in this log.
    error NotMinted(bytes32 objectKey);
    /// @notice The mint says something else in this member than the terms name.
    error NotOnTerms(uint256 member, bytes32 word);
    /// @notice The redemption skips the mint, or is right behind it and by another than the mint leaves the object to.
    error ContradictsMint(bytes32 objectKey);
    /// @notice The object was redeemed before.
    error AlreadyRedeemed(bytes32 objectKey);

    /// @notice For the objects of one issuer in one log.
    constructor(Terms memory terms) {
        (REGISTRY, ATTESTATIONS, OPERATOR) = (terms.source.registry, terms.source.attestations, terms.source.operator);
        (LOG, ISSUER, MINT_TYPE) = (terms.log, terms.issuer, keccak256(bytes(terms.mintType)));
        PREDECESSOR = terms.predecessor;
        uint256 members = _membersOf(terms.mintType);
        for (uint256 i = 0; i < terms.mintWords.length; ++i) {
            if (terms.mintWords[i].member >= members) revert NoSuchMember(terms.mintWords[i].member);
            _mintWords.push(terms.mintWords[i]);
        }
    }

    /// @notice Whether an object was redeemed, at this gate or at one that it succeeds.
    function redeemed(bytes32 objectKey) public view returns (bool) {
        if (_redeemed[objectKey]) return true;
        return address(PREDECESSOR) != address(0) && PREDECESSOR.redeemed(objectKey);
    }

    /// @notice Whether this gate, or one that it succeeds, pays holders without a redemption.
    function hasHatch() public view virtual returns (bool) {
        return address(PREDECESSOR) != address(0) && PREDECESSOR.hasHatch();
    }

    /// @notice Hands out the object's value; an extending contract overrides it. Hands out nothing here.
    /// @dev All state that keeps G1 to G4 is written before, so foreign code may run.
    /// @param account The account to hand out to.
    /// @param minting The mint: its words say what the object is.
    // solhint-disable-next-line no-empty-blocks
    function _handOut(address account, AnchoredAction.Action memory minting) internal virtual {}

    /// @dev G1. The caller checks before that the account held the object, and that all shown evidence is final.
    function _redeem(address account, AnchoredAction.Action memory minting) internal {
        bytes32 objectKey = minting.entry.objectKey;
        if (redeemed(objectKey)) revert AlreadyRedeemed(objectKey);
        _redeemed[objectKey] = true;
        emit ObjectRedeemed(account, objectKey);
        _handOut(account, minting);
    }

    /// @dev G3.
    function _checkRedemption(AnchoredAction.Action memory redeeming) internal view {
        if (!_isRedemption(redeeming) || redeeming.entry.log != LOG) revert NotARedemption();
        address gate = _gateOf(redeeming);
        if (gate != address(this)) revert AnotherGate(gate);
    }

    /// @dev G2, for the last act upon the object that is shown. G4 ensures that the mint is not in a fork of later
    /// anchors.
    function _checkMint(AnchoredAction.Action memory acting, AnchoredAction.Action memory minting) internal view {
        (Entries.Entry memory last, Entries.Entry memory mint) = (acting.entry, minting.entry);
        bool issued = mint.log == LOG && mint.actor == ISSUER && minting.payloadType == MINT_TYPE;
        bool first = mint.prior == Entries.NO_PRIOR && mint.objectKey == last.objectKey && last.log == LOG;
        bool before = mint.index < last.index || minting.entryHash == acting.entryHash;
        if (!issued || !first || !before) revert NotMinted(last.objectKey);
        _checkWords(minting.words);
        // Evidence that is shown here is checked here, and not left to others.
        if (Objects.contradict(mint, last)) revert ContradictsMint(last.objectKey);
    }

    /// @dev Whether an act gives its object up to a gate.
    function _isRedemption(AnchoredAction.Action memory acting) internal pure returns (bool) {
        return acting.entry.holder == address(0) && acting.payloadType == keccak256(bytes(REDEEM_TYPE));
    }

    /// @dev The gate that a redemption names.
    function _gateOf(AnchoredAction.Action memory redeeming) internal pure returns (address) {
        return address(uint160(uint256(redeeming.words[2])));
    }

    function _source() internal view returns (AnchoredAction.Source memory) {
        return AnchoredAction.Source(REGISTRY, ATTESTATIONS, OPERATOR);
    }

    /// @dev G2.
    function _checkWords(bytes32[] memory words) private view {
        for (uint256 i = 0; i < _mintWords.length; ++i) {
            MintWord memory m = _mintWords[i];
            if (words[m.member] != m.word) revert NotOnTerms(m.member, words[m.member]);
        }
    }

    /// @dev The number of members. `Actions.checkPayloadType` checks the rest of the type with each mint.
    function _membersOf(string memory mintType) private pure returns (uint256 members) {
        bytes memory text = bytes(mintType);
        uint256 name = 0;
        while (name < text.length && text[name] != "(") ++name;
        bool begins = name > 7 && text.length > name + 31 && text[text.length - 1] == ")";
        for (uint256 i = 0; begins && i < MINT_MEMBERS.length; ++i) begins = text[name - 7 + i] == MINT_MEMBERS[i];
        if (!begins || (text[name + 31] != "," && text[name + 31] != ")")) revert NotAMintType(mintType);
        members = 1;
        for (uint256 i = name; i < text.length; ++i) if (text[i] == ",") ++members;
    }
}
