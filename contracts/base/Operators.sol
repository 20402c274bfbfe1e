// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {Keys} from "../libraries/Keys.sol";
import {Statements} from "../libraries/Statements.sol";

/// @title Operators
/// @notice The part of the registry that stores operators: their terms, domains and keys.
/// @dev Keeps the invariants I1, I6 and I8 of `AnchorRegistry`.
abstract contract Operators is EIP712 {
    using Keys for Keys.Keyring;

    /// @notice The times that a registry is deployed with. They never change. In seconds, each from 1 to 2^32 - 1.
    /// @param challengeWindow How long challenges can be opened against a checkpoint.
    /// @param responseTime How long an operator has to answer a challenge.
    /// @param margin The time that finality waits after these two, and that a new key waits before it takes effect.
    /// @param minAnchorInterval The shortest time between two anchors of one operator.
    /// @param ringLength How many of an operator's newest checkpoints stay stored; at least 2. A count, not a time.
    struct Timing {
        uint64 challengeWindow;
        uint64 responseTime;
        uint64 margin;
        uint64 minAnchorInterval;
        uint32 ringLength;
    }

    /// @notice The terms that an operator registers with. They never change. Its keys can rotate; see `rotateKey`.
    /// @param name The name of its EIP-712 domain for actions, 1 to 64 characters of printable ASCII.
    /// @param version The version of that domain, likewise.
    /// @param maxAnchorDelay A receipt promises that its entry is anchored at most this long after its acceptance. In
    /// seconds, at most 2^32 - 1.
    struct OperatorTerms {
        string name;
        string version;
        uint64 maxAnchorDelay;
    }

    /// @notice An account became an operator.
    event OperatorRegistered(
        address indexed operator,
        string name,
        string version,
        uint64 maxAnchorDelay,
        address anchorKey,
        address receiptKey
    );
    /// @notice A key of an operator has a successor, which takes effect at `from`, in Unix seconds.
    /// @param role 1 for the anchor key, 2 for the receipt key.
    event KeyRotated(address indexed operator, uint8 indexed role, address key, uint64 from);

    /// @notice A parameter that a registry is deployed with, or an operator registers with, is out of its range.
    error ParameterOutOfRange(uint256 value);
    /// @notice Slots would be reused too early: `span`, the ring's length times the minimum anchor interval, is below
    /// `required`, twice the finality delay plus the operator's maximum anchor delay. Both in seconds.
    error RingTooShort(uint256 span, uint256 required);
    /// @notice The account is an operator already, and terms never change.
    error AlreadyRegistered(address operator);
    /// @notice The account is not an operator.
    error NotRegistered(address operator);
    /// @notice The domain's name or version is not 1 to 64 bytes long.
    error TextLength(uint256 length);
    /// @notice The domain's name or version has a byte outside of printable ASCII (0x20 to 0x7e). Wallets and verifiers
    /// might read such bytes differently.
    error NotPrintable(string text);
    /// @notice The proof of possession for a role is signed by another account than the key.
    error KeyNotPossessed(uint8 role, address key, address signer);
    /// @notice The checkpoint is signed (or, without a signature, sent) by another account than the anchor key.
    error NotAnchorKey(address signer, address anchorKey);

    /// @dev What `anchor` reads of an operator and its last checkpoint, in one word. The checkpoint's root is in its
    /// slot, the anchor key's period in the keyring.
    struct Head {
        uint48 count;
        uint64 size;
        uint48 time;
        bool standing;
    }

    /// @notice The chain id when the registry was deployed. Its operators' logs and actions use it, even if a split of
    /// the chain gives this side another id.
    uint256 public immutable deploymentChainId = block.chainid;
    /// @notice F: how long a checkpoint takes to become final, in seconds: challenge window, response time and margin.
    uint256 public immutable finalityDelay;
    uint64 internal immutable MARGIN;
    uint64 internal immutable MIN_ANCHOR_INTERVAL;
    uint256 internal immutable RING_LENGTH;

    mapping(address operator => Head) internal _heads;
    mapping(address operator => OperatorTerms) private _terms;
    mapping(address operator => Keys.Keyring) private _keys;
    /// @notice The separator of the EIP-712 domain of an operator's actions; zero if the account is not an operator.
    /// Its chain id is `deploymentChainId`, so that actions from before a split of the chain can be opened on both
    /// sides.
    mapping(address operator => bytes32) public actionDomain;

    modifier onlyRegistered(address operator) {
        if (!_isRegistered(operator)) revert NotRegistered(operator);
        _;
    }

    /// @notice Sets the times that terms and keys depend on.
    constructor(Timing memory t) EIP712("anchorlog", "1") {
        MARGIN = _checkTime(t.margin);
        MIN_ANCHOR_INTERVAL = _checkTime(t.minAnchorInterval);
        RING_LENGTH = t.ringLength;
        finalityDelay = _checkTime(t.challengeWindow) + _checkTime(t.responseTime) + t.margin;

        if (t.ringLength < 2) revert ParameterOutOfRange(t.ringLength);
        _checkRing(0);
    }

    /// @notice Makes the caller an operator. An account registers once. It can anchor once its stake suffices.
    /// @dev A proof of possession is the key's 65-byte signature, under the registry's domain, over
    /// `KeyPossession(address operator,uint8 role)`: role 1 for the anchor key, 2 for the receipt key. ERC-1271 is not
    /// supported: a contract's answer can change, and a signature must stay evidence.
    /// @param terms See `OperatorTerms`.
    /// @param anchorKey_ The externally owned account whose signature (or transaction) anchors checkpoints.
    /// @param anchorKeyProof Its proof of possession.
    /// @param receiptKey_ The externally owned account that signs receipts; not the anchor key.
    /// @param receiptKeyProof Its proof of possession.
    function register(
        OperatorTerms calldata terms,
        address anchorKey_,
        bytes calldata anchorKeyProof,
        address receiptKey_,
        bytes calldata receiptKeyProof
    ) external {
        if (_isRegistered(msg.sender)) revert AlreadyRegistered(msg.sender); // I1
        _checkText(terms.name);
        _checkText(terms.version);
        if (terms.maxAnchorDelay > type(uint32).max) revert ParameterOutOfRange(terms.maxAnchorDelay);
        _checkRing(terms.maxAnchorDelay); // I4

        _terms[msg.sender] = terms;
        (bytes32 name, bytes32 version) = (keccak256(bytes(terms.name)), keccak256(bytes(terms.version)));
        actionDomain[msg.sender] = Statements.domain(name, version, deploymentChainId, address(this));
        Keys.Keyring storage keys = _keys[msg.sender];
        keys.add(Statements.ANCHOR_KEY, anchorKey_, uint48(block.timestamp));
        keys.add(Statements.RECEIPT_KEY, receiptKey_, uint48(block.timestamp)); // I8: not the anchor key
        // I1: nobody can sign for the zero address, so neither key is zero.
        _checkPossession(Statements.ANCHOR_KEY, anchorKey_, anchorKeyProof);
        _checkPossession(Statements.RECEIPT_KEY, receiptKey_, receiptKeyProof);
        emit OperatorRegistered(msg.sender, terms.name, terms.version, terms.maxAnchorDelay, anchorKey_, receiptKey_);
    }

    /// @notice Announces the next key of the calling operator in a role. It takes effect `margin` seconds later.
    /// @dev Signatures of the previous key stay evidence for a while (`isEvidenceBy`). Signatures of the new key are
    /// evidence at once.
    /// @param role 1 for the anchor key, 2 for the receipt key.
    /// @param newKey An externally owned account that has never been a key of this operator.
    /// @param proof Its proof of possession, as for `register`.
    function rotateKey(uint8 role, address newKey, bytes calldata proof) external onlyRegistered(msg.sender) {
        uint48 from = uint48(block.timestamp + MARGIN); // I8
        _keys[msg.sender].rotate(role, newKey, from);
        _checkPossession(role, newKey, proof); // I1
        emit KeyRotated(msg.sender, role, newKey, from);
    }

    /// @notice The terms that an operator registered with. Reverts if the account is not an operator.
    function operatorTerms(address operator) external view onlyRegistered(operator) returns (OperatorTerms memory) {
        return _terms[operator];
    }

    /// @notice An operator's `maxAnchorDelay`, in seconds. Reverts if the account is not an operator.
    function maxAnchorDelay(address operator) external view onlyRegistered(operator) returns (uint64) {
        return _terms[operator].maxAnchorDelay;
    }

    /// @notice How long an operator answers for its signatures after it has stopped, in seconds: its `maxAnchorDelay`
    /// plus the finality delay. Its stake stays for that time, and the signatures of a retired key stay evidence.
    /// Reverts if the account is not an operator.
    function exitDelay(address operator) public view onlyRegistered(operator) returns (uint256) {
        return finalityDelay + _terms[operator].maxAnchorDelay;
    }

    /// @notice Whether an operator may anchor.
    function inStanding(address operator) external view returns (bool) {
        return _heads[operator].standing;
    }

    /// @notice The key that anchors in this block. Reverts if the account is not an operator.
    function anchorKey(address operator) external view onlyRegistered(operator) returns (address) {
        return _keys[operator].current(Statements.ANCHOR_KEY);
    }

    /// @notice The key that signs receipts in this block. Reverts if the account is not an operator.
    function receiptKey(address operator) external view onlyRegistered(operator) returns (address) {
        return _keys[operator].current(Statements.RECEIPT_KEY);
    }

    /// @notice When a key serves an operator in a role: from `from` until just before `until`, in Unix seconds.
    /// @return from 0 if it never does.
    /// @return until 0 if no end is known.
    function keyPeriod(address operator, uint8 role, address key) external view returns (uint64 from, uint64 until) {
        Keys.Period memory period = _keys[operator].periods[key];
        if (period.role == role) (from, until) = (period.from, period.until);
    }

    /// @notice Whether a statement that a key signed for an operator in a role is evidence now. It is from the key's
    /// announcement until `exitDelay` after its retirement, inclusive, unless the statement is dated after the
    /// retirement.
    /// @param date The statement's date in Unix milliseconds; 0 if it has no date.
    function isEvidenceBy(address operator, uint8 role, address key, uint64 date) external view returns (bool) {
        Keys.Period memory period = _keys[operator].periods[key];
        if (period.role != role || role == 0) return false;
        uint256 until = period.until;
        return until == 0 || (block.timestamp <= until + exitDelay(operator) && date <= until * 1000);
    }

    /// @dev Checks that the signer is the anchor key of this block; without a signature, that the sender is.
    function _checkAnchorKey(address operator, uint64 size, bytes32 root, bytes calldata signature) internal view {
        Keys.Keyring storage keys = _keys[operator];
        address signer =
            signature.length == 0 ? msg.sender : _recover(Statements.checkpoint(operator, size, root), signature);
        if (keys.inEffect(Statements.ANCHOR_KEY, signer)) return;
        if (!_isRegistered(operator)) revert NotRegistered(operator);
        revert NotAnchorKey(signer, keys.current(Statements.ANCHOR_KEY));
    }

    function _isRegistered(address operator) private view returns (bool) {
        return _keys[operator].pairs[Statements.ANCHOR_KEY].last != address(0);
    }

    /// @dev A slot is reused after ringLength anchors, which take at least the ring's span.
    function _checkRing(uint64 maxAnchorDelay_) private view {
        uint256 span = RING_LENGTH * MIN_ANCHOR_INTERVAL;
        uint256 required = 2 * finalityDelay + maxAnchorDelay_;
        if (span < required) revert RingTooShort(span, required);
    }

    /// @dev Sums of times fit 48 bits.
    function _checkTime(uint64 time) private pure returns (uint64) {
        if (time == 0 || time > type(uint32).max) revert ParameterOutOfRange(time);
        return time;
    }

    function _checkText(string calldata text) private pure {
        uint256 length = bytes(text).length;
        if (length == 0 || length > 64) revert TextLength(length);
        for (uint256 i = 0; i < length; ++i) {
            if (bytes(text)[i] < 0x20 || bytes(text)[i] > 0x7e) revert NotPrintable(text);
        }
    }

    function _checkPossession(uint8 role, address key, bytes calldata proof) private view {
        address signer = _recover(Statements.keyPossession(msg.sender, role), proof);
        if (signer != key) revert KeyNotPossessed(role, key, signer);
    }

    /// @dev Accepts only 65 bytes with a low s and v 27 or 28. Never returns the zero address.
    function _recover(bytes32 structHash, bytes calldata signature) private view returns (address) {
        return ECDSA.recoverCalldata(_hashTypedDataV4(structHash), signature);
    }
}
