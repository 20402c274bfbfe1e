// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {RFC9162} from "./libraries/RFC9162.sol";
import {Statements} from "./libraries/Statements.sol";

/// @title AnchorRegistry
/// @notice See `IAnchorRegistry`. No owner, no pause, no upgrade.
/// @dev Invariants, named beside the lines that keep them:
/// - I1. An operator's terms never change, and it has proven possession of both keys.
/// - I2. Sizes and times of an operator's checkpoints strictly grow.
/// - I3. Every checkpoint but the first is consistent with the one before it.
/// - I4. A stored checkpoint is not altered before it is 2F + maxAnchorDelay old, F being the finality delay.
/// - I5. `finalSize` never decreases.
/// - I6. Only the anchor key's statements are anchored.
contract AnchorRegistry is IAnchorRegistry, EIP712 {
    /// @dev What `anchor` has to know of the last checkpoint, in one word; its root is in its slot.
    struct Head {
        uint64 count;
        uint64 size;
        uint64 time;
    }

    uint64 private immutable CHALLENGE_WINDOW;
    uint64 private immutable RESPONSE_TIME;
    uint64 private immutable MARGIN;
    uint64 private immutable MIN_ANCHOR_INTERVAL;
    uint32 private immutable RING_LENGTH;
    uint256 private immutable FINALITY_DELAY;

    mapping(address operator => OperatorTerms) private _terms;
    mapping(address operator => Head) private _heads;
    /// @dev The checkpoint with sequence s is in slot s mod ringLength.
    mapping(address operator => mapping(uint256 slot => Checkpoint)) private _rings;

    constructor(Parameters memory p) EIP712("anchorlog", "1") {
        CHALLENGE_WINDOW = p.challengeWindow;
        RESPONSE_TIME = p.responseTime;
        MARGIN = p.margin;
        MIN_ANCHOR_INTERVAL = p.minAnchorInterval;
        RING_LENGTH = p.ringLength;
        FINALITY_DELAY = uint256(p.challengeWindow) + p.responseTime + p.margin;

        if (FINALITY_DELAY == 0) revert ZeroFinalityDelay();
        if (p.minAnchorInterval == 0) revert ZeroAnchorInterval();
        if (p.ringLength < 2) revert RingLengthTooSmall(p.ringLength);
        _checkRing(0);
    }

    /// @inheritdoc IAnchorRegistry
    function register(
        OperatorTerms calldata terms,
        bytes calldata anchorKeyProof,
        bytes calldata receiptKeyProof
    ) external {
        uint256 nameLength = bytes(terms.name).length;
        uint256 versionLength = bytes(terms.version).length;
        if (_isRegistered(msg.sender)) revert AlreadyRegistered(msg.sender); // I1
        if (nameLength == 0 || nameLength > 64) revert NameLength(nameLength);
        if (versionLength == 0 || versionLength > 64) revert VersionLength(versionLength);
        _checkPrintable(terms.name);
        _checkPrintable(terms.version);
        if (terms.anchorKey == terms.receiptKey) revert SameKeys(terms.anchorKey);
        _checkRing(terms.maxAnchorDelay); // I4
        // I1: nobody can sign for the zero address, so neither key is zero.
        _checkPossession(Statements.ANCHOR_KEY, terms.anchorKey, anchorKeyProof);
        _checkPossession(Statements.RECEIPT_KEY, terms.receiptKey, receiptKeyProof);

        _terms[msg.sender] = terms;
        emit OperatorRegistered(
            msg.sender,
            terms.name,
            terms.version,
            terms.maxAnchorDelay,
            terms.anchorKey,
            terms.receiptKey
        );
    }

    /// @inheritdoc IAnchorRegistry
    function anchor(
        address operator,
        uint64 size,
        bytes32 root,
        bytes32[] calldata proof,
        bytes calldata signature
    ) external {
        address anchorKey = _terms[operator].anchorKey;
        if (anchorKey == address(0)) revert NotRegistered(operator);
        address signer =
            signature.length == 0 ? msg.sender : _recover(Statements.checkpoint(operator, size, root), signature);
        if (signer != anchorKey) revert NotAnchorKey(signer, anchorKey); // I6

        Head memory head = _heads[operator];
        if (size <= head.size) revert SizeNotGrowing(size, head.size); // I2: an old signature is of no use
        if (head.count == 0) {
            if (proof.length != 0) revert RFC9162.ProofLength(proof.length, 0);
        } else {
            uint256 earliest = uint256(head.time) + MIN_ANCHOR_INTERVAL;
            if (block.timestamp < earliest) revert AnchoredTooSoon(earliest); // I2, I4
            bytes32 lastRoot = _rings[operator][(head.count - 1) % RING_LENGTH].root;
            if (!RFC9162.consistent(head.size, lastRoot, size, root, proof)) {
                revert InconsistentHistory(head.size, lastRoot, size, root); // I3
            }
        }

        uint64 time = uint64(block.timestamp);
        // I4: the slot's last checkpoint is ringLength anchors old, each at least minAnchorInterval after the other.
        _rings[operator][head.count % RING_LENGTH] = Checkpoint(root, size, time);
        _heads[operator] = Head(head.count + 1, size, time);
        emit Anchored(operator, head.count, size, root);
    }

    /// @inheritdoc IAnchorRegistry
    function parameters() external view returns (Parameters memory) {
        return Parameters(CHALLENGE_WINDOW, RESPONSE_TIME, MARGIN, MIN_ANCHOR_INTERVAL, RING_LENGTH);
    }

    /// @inheritdoc IAnchorRegistry
    function finalityDelay() external view returns (uint256) {
        return FINALITY_DELAY;
    }

    /// @inheritdoc IAnchorRegistry
    function operatorTerms(address operator) external view returns (OperatorTerms memory) {
        if (!_isRegistered(operator)) revert NotRegistered(operator);
        return _terms[operator];
    }

    /// @inheritdoc IAnchorRegistry
    function operatorDomain(
        address operator
    )
        external
        view
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
        if (!_isRegistered(operator)) revert NotRegistered(operator);
        OperatorTerms storage terms = _terms[operator];
        return (hex"0f", terms.name, terms.version, block.chainid, address(this), bytes32(0), new uint256[](0));
    }

    /// @inheritdoc IAnchorRegistry
    function latestCheckpoint(address operator) external view returns (Checkpoint memory checkpoint, uint64 count) {
        count = _heads[operator].count;
        if (count != 0) checkpoint = _rings[operator][(count - 1) % RING_LENGTH];
    }

    /// @inheritdoc IAnchorRegistry
    function checkpointBySize(
        address operator,
        uint64 size
    ) public view returns (bool found, Checkpoint memory checkpoint) {
        Checkpoint memory newest = _newestUpTo(operator, size, type(uint256).max);
        if (size != 0 && newest.size == size) (found, checkpoint) = (true, newest);
    }

    /// @inheritdoc IAnchorRegistry
    function finalSize(address operator) public view returns (uint64) {
        if (block.timestamp < FINALITY_DELAY) return 0;
        // I5: ringLength is at least 2 and its span at least 2F, so the oldest of a full ring is at least F older than
        // the newest, and what is final stays in the ring until something newer is.
        return _newestUpTo(operator, type(uint64).max, block.timestamp - FINALITY_DELAY).size;
    }

    /// @inheritdoc IAnchorRegistry
    function isFinal(address operator, uint64 position) external view returns (bool) {
        return position < finalSize(operator);
    }

    /// @inheritdoc IAnchorRegistry
    function isIncluded(
        address operator,
        uint64 size,
        uint64 position,
        bytes32 leafHash,
        bytes32[] calldata proof
    ) external view returns (bool) {
        bytes32 root = RFC9162.inclusionRoot(leafHash, position, size, proof);
        (bool found, Checkpoint memory checkpoint) = checkpointBySize(operator, size);
        return found && checkpoint.root == root;
    }

    /// @dev The newest stored checkpoint with at most this size and time, by binary search (I2); zeros if none.
    function _newestUpTo(address operator, uint256 size, uint256 time) private view returns (Checkpoint memory newest) {
        mapping(uint256 slot => Checkpoint) storage ring = _rings[operator];
        uint256 high = _heads[operator].count;
        uint256 oldest = high > RING_LENGTH ? high - RING_LENGTH : 0;
        uint256 low = oldest;
        while (low < high) {
            uint256 middle = (low + high) / 2;
            Checkpoint storage candidate = ring[middle % RING_LENGTH];
            if (candidate.size <= size && candidate.time <= time) low = middle + 1;
            else high = middle;
        }
        if (low != oldest) newest = ring[(low - 1) % RING_LENGTH];
    }

    function _isRegistered(address operator) private view returns (bool) {
        return _terms[operator].anchorKey != address(0);
    }

    /// @dev A slot is reused after ringLength anchors, which take at least the ring's span.
    function _checkRing(uint64 maxAnchorDelay) private view {
        uint256 span = uint256(RING_LENGTH) * MIN_ANCHOR_INTERVAL;
        uint256 required = 2 * FINALITY_DELAY + maxAnchorDelay;
        if (span < required) revert RingTooShort(span, required);
    }

    function _checkPrintable(string calldata text) private pure {
        for (uint256 i = 0; i < bytes(text).length; ++i) {
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
