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
///
/// A holder moves an object to the log of a succeeding gate, also in another registry, by the action `Move`. The gate
/// takes it as it takes a redemption, and hands out nothing: it records the mover and the log. Before that, the issuer
/// mints the object in the new log, to the mover, by the kind `MovedK` if the mints are of kind `K`. So the holder
/// signs after it has seen where the object goes. If it does not sign, the object stays redeemable here.
/// - G1. An object is redeemed or moved once, at this gate or at one that it succeeds. If it was moved to this log, it
///   can be redeemed or moved once more.
/// - G2. Only objects of this operator, log and issuer count, by the key of their mint and not by words. The mint has
///   the words that the terms name.
/// - G3. Only a redemption that names this gate, or a move to another log, counts, for its actor. It leaves the object
///   to nobody.
/// - G4. Both are final before anything is handed out or recorded.
/// - G5. If an object was moved to this log, only a mint of the kind for moved objects counts, to the account that
///   moved the object. Such a mint of another object does not count.
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
    /// @param mintType The type that mints must have, `KPayload(string objectId,address holder,…)`. For moved objects,
    /// it is `MovedKPayload(string objectId,address holder,…)`.
    /// @param mintWords The words that mints must have, such as the template. A platform may mint all its objects under
    /// one type.
    /// @param predecessor The gate that this one succeeds, for the same objects, or zero. Its log can be another one,
    /// of another operator and registry.
    struct Terms {
        AnchoredAction.Source source;
        bytes32 log;
        address issuer;
        string mintType;
        MintWord[] mintWords;
        Redemptions predecessor;
    }

    /// @notice How an object left a gate.
    /// @param gone Whether it was redeemed or moved.
    /// @param account The account that it was redeemed for, or that moved it.
    /// @param log The log that it was moved to; 0 if it was redeemed.
    struct Departure {
        bool gone;
        address account;
        bytes32 log;
    }

    /// @notice The type that redemptions must have.
    string public constant REDEEM_TYPE = "RedeemPayload(string objectId,address holder,address gate)";
    /// @notice The type that moves must have. `toLog` is the identifier of the log that the object is moved to.
    string public constant MOVE_TYPE = "MovePayload(string objectId,address holder,bytes32 toLog)";
    /// @dev The beginning of a mint type's members, after its kind's name.
    bytes private constant MINT_MEMBERS = "Payload(string objectId,address holder";

    AnchorRegistry internal immutable REGISTRY;
    IAttestations private immutable ATTESTATIONS;
    address internal immutable OPERATOR;
    bytes32 internal immutable LOG;
    address private immutable ISSUER;
    bytes32 private immutable MINT_TYPE;
    bytes32 private immutable MOVED_MINT_TYPE;
    Redemptions private immutable PREDECESSOR;

    MintWord[] private _mintWords;
    mapping(bytes32 objectKey => Departure) private _departures;

    /// @notice An object was redeemed.
    event ObjectRedeemed(address indexed account, bytes32 indexed objectKey);
    /// @notice An object was moved to this log.
    event ObjectMoved(address indexed account, bytes32 indexed objectKey, bytes32 indexed log);

    /// @notice The mint's type does not begin with the object and its holder, so mints of this type cannot be redeemed
    /// here.
    error NotAMintType(string mintType);
    /// @notice The mint's type has no such member.
    error NoSuchMember(uint256 member);
    /// @notice The action is in another log, or is neither a redemption nor a move to another log, or leaves the object
    /// to somebody.
    error NotARedemption();
    /// @notice The redemption names another gate.
    error AnotherGate(address gate);
    /// @notice The other action is not the issuer's mint of the object that is redeemed, before it in this log. If the
    /// object was moved to this log, the mint is of the kind for moved objects, to the account that moved it;
    /// otherwise it is not of that kind.
    error NotMinted(bytes32 objectKey);
    /// @notice The mint has another word in this member than the terms require.
    error NotOnTerms(uint256 member, bytes32 word);
    /// @notice The redemption skips the mint, or follows it directly, and its actor is not the account that the mint
    /// leaves the object to.
    error ContradictsMint(bytes32 objectKey);
    /// @notice The object was redeemed before, or moved to another log.
    error AlreadyRedeemed(bytes32 objectKey);

    /// @notice Makes the gate for the objects of one issuer in one log.
    constructor(Terms memory terms) {
        (REGISTRY, ATTESTATIONS, OPERATOR) = (terms.source.registry, terms.source.attestations, terms.source.operator);
        (LOG, ISSUER, MINT_TYPE) = (terms.log, terms.issuer, keccak256(bytes(terms.mintType)));
        MOVED_MINT_TYPE = keccak256(bytes.concat("Moved", bytes(terms.mintType)));
        PREDECESSOR = terms.predecessor;
        uint256 members = _membersOf(terms.mintType);
        for (uint256 i = 0; i < terms.mintWords.length; ++i) {
            if (terms.mintWords[i].member >= members) revert NoSuchMember(terms.mintWords[i].member);
            _mintWords.push(terms.mintWords[i]);
        }
    }

    /// @notice Whether an object was redeemed or moved to another log, at this gate or at one that it succeeds.
    function redeemed(bytes32 objectKey) public view returns (bool) {
        Departure memory d = departureOf(objectKey);
        return d.gone && d.log != LOG;
    }

    /// @notice How an object left this gate; if it did not, how it left the newest gate before this one that it left.
    function departureOf(bytes32 objectKey) public view returns (Departure memory) {
        Departure storage own = _departures[objectKey];
        return own.gone ? own : _departureBefore(objectKey);
    }

    /// @notice Whether this gate, or one that it succeeds, pays the holders of a log's objects without a redemption.
    function hasHatch(bytes32 log) public view virtual returns (bool) {
        return address(PREDECESSOR) != address(0) && PREDECESSOR.hasHatch(log);
    }

    /// @notice Hands out the object's value; an extending contract overrides it. Hands out nothing here.
    /// @dev All state that keeps G1 to G4 is written before, so foreign code may run.
    /// @param account The account to hand out to.
    /// @param minting The mint: its words say what the object is.
    // solhint-disable-next-line no-empty-blocks
    function _handOut(address account, AnchoredAction.Action memory minting) internal virtual {}

    /// @notice Redeems an object for an account, or records that the account moved it.
    /// @dev G1. The caller checks before that the account held the object, and that all shown evidence is final.
    /// @param log The log that the object is moved to; 0 if it is redeemed.
    function _redeem(address account, bytes32 log, AnchoredAction.Action memory minting) internal {
        bytes32 objectKey = minting.entry.objectKey;
        if (redeemed(objectKey)) revert AlreadyRedeemed(objectKey);
        Departure storage departure = _departures[objectKey];
        (departure.gone, departure.account) = (true, account);
        if (log == 0) {
            emit ObjectRedeemed(account, objectKey);
            _handOut(account, minting);
        } else {
            departure.log = log;
            emit ObjectMoved(account, objectKey, log);
        }
    }

    /// @dev G3.
    function _checkRedemption(AnchoredAction.Action memory redeeming) internal view {
        if (!_isGivenUp(redeeming) || redeeming.entry.log != LOG) revert NotARedemption();
        if (!_isRedemption(redeeming)) return;
        address gate = _gateOf(redeeming);
        if (gate != address(this)) revert AnotherGate(gate);
    }

    /// @dev G2, for the last act upon the object that is shown. G4 ensures that the mint is not in a fork of later
    /// anchors.
    function _checkMint(AnchoredAction.Action memory acting, AnchoredAction.Action memory minting) internal view {
        (Entries.Entry memory last, Entries.Entry memory mint) = (acting.entry, minting.entry);
        bool issued = mint.log == LOG && mint.actor == ISSUER && _isMintKind(minting);
        bool first = mint.prior == Entries.NO_PRIOR && mint.objectKey == last.objectKey && last.log == LOG;
        bool before = mint.index < last.index || minting.entryHash == acting.entryHash;
        if (!issued || !first || !before) revert NotMinted(last.objectKey);
        _checkWords(minting.words);
        // Evidence that is shown here is checked here, and not left to others.
        if (Objects.contradict(mint, last)) revert ContradictsMint(last.objectKey);
    }

    /// @dev Whether an act is a redemption or a move.
    function _isGivenUp(AnchoredAction.Action memory acting) internal view returns (bool) {
        return _isRedemption(acting) || _destinationOf(acting) != 0;
    }

    /// @dev The log that an act moves its object to, or 0 if it is not a move. A move within this log is not one.
    function _destinationOf(AnchoredAction.Action memory acting) internal view returns (bytes32 log) {
        if (acting.entry.holder != address(0) || acting.payloadType != keccak256(bytes(MOVE_TYPE))) return 0;
        log = acting.words[2];
        if (log == LOG) log = 0;
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

    /// @dev G5. Stops a holder that has not given the object up in the earlier log, and an issuer that mints a moved
    /// object to another account than the mover.
    function _isMintKind(AnchoredAction.Action memory minting) private view returns (bool) {
        Departure memory d = _departureBefore(minting.entry.objectKey);
        if (!d.gone || d.log != LOG) return minting.payloadType == MINT_TYPE;
        return minting.payloadType == MOVED_MINT_TYPE && minting.entry.holder == d.account;
    }

    /// @dev How an object left the gates that this one succeeds.
    function _departureBefore(bytes32 objectKey) private view returns (Departure memory d) {
        if (address(PREDECESSOR) != address(0)) d = PREDECESSOR.departureOf(objectKey);
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
