// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Entries} from "../libraries/Entries.sol";
import {Evidence} from "../libraries/Evidence.sol";
import {Objects} from "../libraries/Objects.sol";
import {RFC9162} from "../libraries/RFC9162.sol";
import {Redemptions} from "./Redemptions.sol";

/// @title Contests
/// @notice Lets anybody contest an announced act before it is paid, even if everything is final.
/// @dev An operator can hide the entries of a batch, so a holder cannot find the lie that an announcement rests on. So the
/// account that announces shows the history on demand. A holder proves its own newest act and demands the act that
/// follows it. The answer is that act's entry and then its action, with the signature. The holder signed no such act, so
/// nobody can show one, and the announcement is cancelled. One demand is enough, however many acts a thief puts between.
///
/// The announced act and the mint need no demand: `announce` takes their signatures.
///
/// - A demand costs no bond. The two answers cost the redeemer about as much gas as the demand and half of that again.
/// - Each act can be demanded once for an announcement, so a history of n acts bounds what strangers can ask.
/// - A complete answer leaves the response time to cancel by what it showed.
/// - Two entries that no honest log has cancel at once (`cancel`). Asks count as well.
/// - Only what stood in the batch log at the announcement counts, on both sides. So an operator that has nothing to lose
///   cannot anchor a made-up act later. It can plant one before: then nobody is paid, and nobody else gains.
abstract contract Contests is Redemptions {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice An act that was announced.
    /// @param objectKey The object's; 0 if nothing was announced.
    /// @param terms The keccak-256 of the act, the mint and the header of the act's batch.
    /// @param index The index of the act's entry.
    /// @param prior The index of the act before it.
    /// @param size The number of headers that were anchored then. Entries that were anchored later do not count.
    /// @param until The act is contested until just before this time, in Unix seconds; 0 if it was cancelled.
    /// @param open The number of demands that are not answered.
    struct Announcement {
        bytes32 objectKey;
        bytes32 terms;
        uint64 index;
        uint64 prior;
        uint64 size;
        uint48 until;
        uint16 open;
    }

    /// @notice The question which act follows another act, with everything that an answer is compared with.
    /// @param objectKey The object's.
    /// @param act The hash of the other act's entry.
    /// @param index The index of that entry.
    /// @param holder The account that alone may act next, as that entry says.
    /// @param last The index of the announced act. The answer's index is not higher.
    /// @param size The number of headers that were anchored at the announcement.
    /// @param deadline The last second in which answers count.
    // solhint-disable-next-line gas-struct-packing
    struct Demand {
        bytes32 objectKey;
        bytes32 act;
        uint64 index;
        address holder;
        uint64 last;
        uint64 size;
        uint48 deadline;
    }

    /// @dev The state of a demand that was answered.
    bytes32 private constant ANSWERED = bytes32(uint256(1));

    /// @notice The least time in which an act can be contested, in seconds.
    uint48 public immutable NOTICE;
    /// @notice The time to answer a demand, in seconds: the registry's response time.
    uint48 public immutable RESPONSE_TIME;

    /// @notice The announced acts, by `idOf`.
    mapping(bytes32 id => Announcement) public announcements;
    /// @dev By the hash of the named act: the keccak-256 of the demand, or of the demand and the shown entry.
    mapping(bytes32 id => mapping(bytes32 act => bytes32)) private _demands;

    /// @notice An act was announced, for which this account is paid unless somebody contests it.
    event RedemptionAnnounced(
        bytes32 indexed objectKey,
        address indexed account,
        bytes32 indexed id,
        bytes32 entryHash,
        uint64 position,
        uint64 index
    );
    /// @notice The act that follows another one was demanded.
    event ActDemanded(bytes32 indexed id, Demand demand);
    /// @notice The entry of the act that was demanded was shown. Its action is still to be shown.
    event EntryShown(bytes32 indexed id, bytes32 indexed act, bytes32 entryHash);
    /// @notice The action of the act that was demanded was shown. The demand is answered.
    event ActionShown(bytes32 indexed id, bytes32 indexed act);
    /// @notice The announced act was cancelled, for good.
    event RedemptionCancelled(bytes32 indexed objectKey, bytes32 indexed id);

    /// @notice The act was not announced, or was cancelled.
    error NotAnnounced(bytes32 id);
    /// @notice The act is contested until this time, in Unix seconds.
    error TooEarly(uint256 time);
    /// @notice The time to contest the act ended at this time, in Unix seconds.
    error TooLate(uint256 time);
    /// @notice The act that was named is not an act upon the object before the announced one, or the announced act
    /// follows it.
    error NothingToDemand(bytes32 act);
    /// @notice The act that follows this one was demanded before.
    error AlreadyDemanded(bytes32 act);
    /// @notice The act was not demanded, the demand was answered, or another entry was shown for it.
    error NotDemanded(bytes32 act);
    /// @notice The entry is not an act that may follow the one that was named.
    error NotTheNextAct(bytes32 entryHash);
    /// @notice The entry's actor did not sign its action.
    error NotSigned(bytes32 entryHash);
    /// @notice The time to answer is over.
    error DeadlinePassed(uint256 deadline);
    /// @notice There is still time to answer.
    error DeadlineNotPassed(uint256 deadline);
    /// @notice An honest log may have the two entries, or they do not concern the history of the announced act.
    error NoContradiction();

    /// @notice See `NOTICE`.
    /// @param notice The least time in which an act can be contested, in seconds.
    constructor(Terms memory terms, uint48 notice) Redemptions(terms) {
        (NOTICE, RESPONSE_TIME) = (notice, uint48(REGISTRY.timing().responseTime));
    }

    /// @notice The identifier of an announced act.
    /// @dev A copy of the entry in a fork has another position. So it is another act, and takes nothing from this one.
    /// @param position The position of its batch in the batch log.
    function idOf(bytes32 entryHash, uint64 position) public pure returns (bytes32) {
        return keccak256(abi.encode(entryHash, position));
    }

    /// @notice Demands the act that follows another one. Anybody can.
    /// @param act An act upon the object before the announced one. A holder names its own newest act.
    function demand(bytes32 id, Evidence.EntryEvidence calldata act) external {
        Announcement storage a = _pending(id);
        if (block.timestamp >= a.until) revert TooLate(a.until);
        (, Entries.Entry memory entry, bytes32 entryHash) = Evidence.proveEntry(REGISTRY, OPERATOR, act);
        // If the announced act follows it, `cancel` judges the two.
        bool before = entry.index < a.index && entry.index != a.prior;
        if (!before || !_counts(a.objectKey, a.size, act.batch.position, entry)) revert NothingToDemand(entryHash);
        if (_demands[id][entryHash] != 0) revert AlreadyDemanded(entryHash);
        uint48 deadline = uint48(block.timestamp) + RESPONSE_TIME;
        Demand memory d = Demand(a.objectKey, entryHash, entry.index, entry.holder, a.index, a.size, deadline);
        _demands[id][entryHash] = keccak256(abi.encode(d));
        ++a.open;
        emit ActDemanded(id, d);
    }

    /// @notice Shows the entry of the act that was demanded. Anybody can.
    /// @param d The demand, as its event has it.
    /// @param next The entry.
    function showEntry(bytes32 id, Demand calldata d, Evidence.EntryEvidence calldata next) external {
        bytes32 question = _checkDemanded(id, d, 0);
        (, Entries.Entry memory entry, bytes32 entryHash) = Evidence.proveEntry(REGISTRY, OPERATOR, next);
        bool follows = entry.prior == d.index && Objects.mayAct(d.holder, entry) && entry.index <= d.last;
        if (!follows || !_counts(d.objectKey, d.size, next.batch.position, entry)) revert NotTheNextAct(entryHash);
        _demands[id][d.act] = _stateOf(question, entryHash);
        emit EntryShown(id, d.act, entryHash);
    }

    /// @notice Shows the action of the entry that was shown, with its actor's signature. Anybody can.
    /// @param d The demand, as its event has it.
    /// @param entry The entry's bytes.
    /// @param signature 65 bytes; empty if the actor is a contract wallet, which has its entry attested.
    function showAction(
        bytes32 id,
        Demand calldata d,
        bytes calldata entry,
        Actions.Opening calldata opening,
        bytes calldata signature
    ) external {
        bytes32 entryHash = RFC9162.leafHash(entry);
        _checkDemanded(id, d, entryHash);
        AnchoredAction.Action memory action = _source().open(Entries.decode(entry), entryHash, opening);
        _checkSignature(action, signature);
        if (!action.names && action.entry.holder != d.holder) revert NotTheNextAct(entryHash);
        _demands[id][d.act] = ANSWERED;
        Announcement storage a = announcements[id];
        --a.open;
        uint48 until = uint48(block.timestamp) + RESPONSE_TIME;
        if (until > a.until && a.until != 0) a.until = until;
        emit ActionShown(id, d.act);
    }

    /// @notice Cancels the announced act if a demand was not answered in time. Anybody can.
    /// @param d The demand, as its event has it.
    /// @param shown The hash of the entry that was shown without its action; 0 if none was shown.
    function cancelUnanswered(bytes32 id, Demand calldata d, bytes32 shown) external {
        Announcement storage a = _pending(id);
        if (_demands[id][d.act] != _stateOf(keccak256(abi.encode(d)), shown)) revert NotDemanded(d.act);
        if (block.timestamp <= d.deadline) revert DeadlineNotPassed(d.deadline);
        _cancel(id, a);
    }

    /// @notice Cancels the announced act by two entries that no honest log has. Anybody can.
    /// @param earlier By index, or at the same one.
    /// @param later An act upon the object. It is not after the announced act, unless it skips that act.
    function cancel(
        bytes32 id,
        Evidence.EntryEvidence calldata earlier,
        Evidence.EntryEvidence calldata later
    ) external {
        Announcement storage a = _pending(id);
        (, Entries.Entry memory first, bytes32 firstHash) = Evidence.proveEntry(REGISTRY, OPERATOR, earlier);
        (, Entries.Entry memory second, bytes32 secondHash) = Evidence.proveEntry(REGISTRY, OPERATOR, later);
        bool counts = first.log == LOG && _counts(a.objectKey, a.size, later.batch.position, second);
        if (!counts || _isMadeUpLater(a.size, earlier.batch.position)) revert NoContradiction();
        bool announced = idOf(firstHash, earlier.batch.position) == id;
        if (second.index > a.index && !_isHiddenSale(announced, first, second)) revert NoContradiction();
        bool lies = _isTheft(first, second) || _isReplay(first, second) || _isBackdated(first, second);
        if (!lies && !_isFork(first, firstHash, second, secondHash)) revert NoContradiction();
        _cancel(id, a);
    }

    /// @dev An announced act that is neither cancelled nor paid.
    function _pending(bytes32 id) internal view returns (Announcement storage a) {
        a = announcements[id];
        if (a.until == 0) revert NotAnnounced(id);
        if (redeemed(a.objectKey)) revert AlreadyRedeemed(a.objectKey);
    }

    /// @dev Whether an entry is an act upon the object that stood in the batch log at the announcement.
    function _counts(
        bytes32 objectKey,
        uint64 size,
        uint64 position,
        Entries.Entry memory entry
    ) private view returns (bool) {
        bool upon = entry.part == Entries.PART_ACT && entry.objectKey == objectKey;
        return upon && entry.log == LOG && !_isMadeUpLater(size, position);
    }

    /// @dev The actor of an entry of scheme 0 signed its action. `AnchoredAction.open` judges scheme 1.
    function _checkSignature(AnchoredAction.Action memory action, bytes calldata signature) internal pure {
        Entries.Entry memory entry = action.entry;
        if (entry.scheme == Entries.WALLET_SCHEME) return;
        (address signer, , ) = ECDSA.tryRecoverCalldata(entry.digest, signature);
        bool signed = keccak256(signature) == entry.signatureHash && signer == entry.actor && signer != address(0);
        if (!signed) revert NotSigned(action.entryHash);
    }

    /// @notice Reverts unless this was demanded, this entry was shown for it, and there is still time.
    /// @return question The hash of the demand.
    function _checkDemanded(bytes32 id, Demand calldata d, bytes32 shown) private view returns (bytes32 question) {
        question = keccak256(abi.encode(d));
        if (_demands[id][d.act] != _stateOf(question, shown)) revert NotDemanded(d.act);
        if (block.timestamp > d.deadline) revert DeadlinePassed(d.deadline);
    }

    function _cancel(bytes32 id, Announcement storage a) private {
        a.until = 0;
        emit RedemptionCancelled(a.objectKey, id);
        _restoreBefore(id, a);
    }

    /// @dev Restores what a cancelled act has displaced: nothing here.
    // solhint-disable-next-line no-empty-blocks
    function _restoreBefore(bytes32 id, Announcement storage a) internal virtual {}

    /// @notice The state of a demand that is not answered.
    /// @param shown The hash of the entry that was shown; 0 if none was.
    function _stateOf(bytes32 question, bytes32 shown) private pure returns (bytes32) {
        return shown == 0 ? question : keccak256(abi.encode(question, shown));
    }

    /// @dev Stops an operator that gives up its stake and anchors made-up acts for or against an announcement.
    function _isMadeUpLater(uint64 size, uint64 position) private pure returns (bool) {
        return position >= size;
    }

    /// @dev Stops a seller that sells an object after giving it up in an entry that was hidden from the buyer: the
    /// buyer's act skips the announced one. Other acts after the announced one do not count.
    function _isHiddenSale(
        bool announced,
        Entries.Entry memory first,
        Entries.Entry memory second
    ) private pure returns (bool) {
        return announced && second.prior != first.index;
    }

    /// @dev Stops a thief: it acts upon another account's object, or skips an act, or an ask states another act.
    function _isTheft(Entries.Entry memory first, Entries.Entry memory second) private pure returns (bool) {
        return Objects.contradict(first, second);
    }

    /// @dev Stops an operator that enters a signed action a second time.
    function _isReplay(Entries.Entry memory first, Entries.Entry memory second) private pure returns (bool) {
        return first.index < second.index && first.actor == second.actor && first.nonce == second.nonce;
    }

    /// @dev Stops an operator that withholds a signed action until its deadline is over, and enters it with an old date.
    function _isBackdated(Entries.Entry memory first, Entries.Entry memory second) private pure returns (bool) {
        return first.index < second.index && first.acceptedAt > second.acceptedAt;
    }

    /// @dev Stops an operator that has two histories: one that it shows to the buyer, and one that it announces.
    function _isFork(
        Entries.Entry memory first,
        bytes32 firstHash,
        Entries.Entry memory second,
        bytes32 secondHash
    ) private pure returns (bool) {
        return first.index == second.index && firstHash != secondHash;
    }
}
