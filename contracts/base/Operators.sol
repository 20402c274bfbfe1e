// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {IAnchorRegistry} from "../interfaces/IAnchorRegistry.sol";
import {Keys} from "../libraries/Keys.sol";
import {Statements} from "../libraries/Statements.sol";

/// @title Operators
/// @notice The half of the registry that knows who operators are: their terms, domains and keys.
/// @dev Keeps the invariants I1, I6 and I8 of `AnchorRegistry`.
abstract contract Operators is IAnchorRegistry, EIP712 {
    using Keys for Keys.Keyring;

    /// @dev What `anchor` has to know of an operator and its last checkpoint, in one word; the checkpoint's root is in
    /// its slot, the anchor key in the keyring. `nextAnchorKeyFrom` is 0 without a pending rotation.
    struct Head {
        uint48 count;
        uint64 size;
        uint48 time;
        uint48 nextAnchorKeyFrom;
        uint32 maxAnchorDelay;
        bool standing;
    }

    /// @dev Name and version of the operator's EIP-712 domain.
    struct Domain {
        string name;
        string version;
    }

    /// @inheritdoc IAnchorRegistry
    uint256 public immutable deploymentChainId = block.chainid;
    /// @inheritdoc IAnchorRegistry
    uint256 public immutable finalityDelay;
    uint64 internal immutable MARGIN;
    uint64 internal immutable MIN_ANCHOR_INTERVAL;
    uint256 internal immutable RING_LENGTH;

    mapping(address operator => Head) internal _heads;
    mapping(address operator => Domain) private _domains;
    mapping(address operator => Keys.Keyring) private _keys;

    modifier onlyRegistered(address operator) {
        if (!_isRegistered(operator)) revert NotRegistered(operator);
        _;
    }

    /// @notice Fixes what terms and keys depend on.
    constructor(Timing memory t) EIP712("anchorlog", "1") {
        MARGIN = _checkTime(t.margin);
        MIN_ANCHOR_INTERVAL = _checkTime(t.minAnchorInterval);
        RING_LENGTH = t.ringLength;
        finalityDelay = _checkTime(t.challengeWindow) + _checkTime(t.responseTime) + t.margin;

        if (t.ringLength < 2) revert RingLengthTooSmall(t.ringLength);
        _checkRing(0);
    }

    /// @inheritdoc IAnchorRegistry
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
        if (terms.maxAnchorDelay > type(uint32).max) revert TimeOutOfRange(terms.maxAnchorDelay);
        _checkRing(terms.maxAnchorDelay); // I4

        _domains[msg.sender] = Domain(terms.name, terms.version);
        _heads[msg.sender].maxAnchorDelay = uint32(terms.maxAnchorDelay);
        Keys.Keyring storage keys = _keys[msg.sender];
        keys.start(Statements.ANCHOR_KEY, anchorKey_);
        keys.start(Statements.RECEIPT_KEY, receiptKey_); // I8: not the anchor key
        // I1: nobody can sign for the zero address, so neither key is zero.
        _checkPossession(Statements.ANCHOR_KEY, anchorKey_, anchorKeyProof);
        _checkPossession(Statements.RECEIPT_KEY, receiptKey_, receiptKeyProof);
        emit OperatorRegistered(msg.sender, terms.name, terms.version, terms.maxAnchorDelay, anchorKey_, receiptKey_);
    }

    /// @inheritdoc IAnchorRegistry
    function rotateKey(uint8 role, address newKey, bytes calldata proof) external onlyRegistered(msg.sender) {
        uint48 from = uint48(block.timestamp + MARGIN); // I8
        _keys[msg.sender].rotate(role, newKey, from);
        _checkPossession(role, newKey, proof); // I1
        if (role == Statements.ANCHOR_KEY) _heads[msg.sender].nextAnchorKeyFrom = from;
        emit KeyRotated(msg.sender, role, newKey, from);
    }

    /// @inheritdoc IAnchorRegistry
    function operatorTerms(address operator) external view onlyRegistered(operator) returns (OperatorTerms memory) {
        Domain memory domain = _domains[operator];
        return OperatorTerms(domain.name, domain.version, _heads[operator].maxAnchorDelay);
    }

    /// @inheritdoc IAnchorRegistry
    function maxAnchorDelay(address operator) external view onlyRegistered(operator) returns (uint64) {
        return _heads[operator].maxAnchorDelay;
    }

    /// @inheritdoc IAnchorRegistry
    function exitDelay(address operator) public view onlyRegistered(operator) returns (uint256) {
        return finalityDelay + _heads[operator].maxAnchorDelay;
    }

    /// @inheritdoc IAnchorRegistry
    function inStanding(address operator) external view returns (bool) {
        return _heads[operator].standing;
    }

    /// @inheritdoc IAnchorRegistry
    function anchorKey(address operator) external view onlyRegistered(operator) returns (address) {
        return _keys[operator].current(Statements.ANCHOR_KEY);
    }

    /// @inheritdoc IAnchorRegistry
    function receiptKey(address operator) external view onlyRegistered(operator) returns (address) {
        return _keys[operator].current(Statements.RECEIPT_KEY);
    }

    /// @inheritdoc IAnchorRegistry
    function keyPeriod(address operator, uint8 role, address key) external view returns (uint64 from, uint64 until) {
        Keys.Period memory period = _keys[operator].periods[key];
        if (period.role == role) (from, until) = (period.from, period.until);
    }

    /// @inheritdoc IAnchorRegistry
    function isEvidenceBy(address operator, uint8 role, address key) external view returns (bool) {
        Keys.Period memory period = _keys[operator].periods[key];
        if (period.role != role || role == 0) return false;
        return period.until == 0 || block.timestamp <= period.until + exitDelay(operator);
    }

    /// @inheritdoc IAnchorRegistry
    function operatorDomain(
        address operator
    )
        external
        view
        onlyRegistered(operator)
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        )
    {
        Domain memory domain = _domains[operator];
        return (hex"0f", domain.name, domain.version, deploymentChainId, address(this), bytes32(0), new uint256[](0));
    }

    /// @dev The signer, or the sender if nothing is signed, is the anchor key; a rotation that is due takes effect.
    function _checkAnchorKey(
        address operator,
        Head memory head,
        uint64 size,
        bytes32 root,
        bytes calldata signature
    ) internal {
        Keys.Keyring storage keys = _keys[operator];
        if (head.nextAnchorKeyFrom != 0 && block.timestamp >= head.nextAnchorKeyFrom) {
            keys.promote(Statements.ANCHOR_KEY);
            _heads[operator].nextAnchorKeyFrom = 0;
        }
        address key = keys.pairs[Statements.ANCHOR_KEY].current;
        if (key == address(0)) revert NotRegistered(operator);
        address signer =
            signature.length == 0 ? msg.sender : _recover(Statements.checkpoint(operator, size, root), signature);
        if (signer != key) revert NotAnchorKey(signer, key);
    }

    function _isRegistered(address operator) private view returns (bool) {
        return _keys[operator].pairs[Statements.ANCHOR_KEY].current != address(0);
    }

    /// @dev A slot is reused after ringLength anchors, which take at least the ring's span.
    function _checkRing(uint64 maxAnchorDelay_) private view {
        uint256 span = RING_LENGTH * MIN_ANCHOR_INTERVAL;
        uint256 required = 2 * finalityDelay + maxAnchorDelay_;
        if (span < required) revert RingTooShort(span, required);
    }

    /// @dev Sums of times fit 48 bits.
    function _checkTime(uint64 time) private pure returns (uint64) {
        if (time == 0 || time > type(uint32).max) revert TimeOutOfRange(time);
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

    /// @dev Only 65 bytes with a low s and v 27 or 28 pass; the answer is never zero.
    function _recover(bytes32 structHash, bytes calldata signature) private view returns (address) {
        return ECDSA.recoverCalldata(_hashTypedDataV4(structHash), signature);
    }
}
