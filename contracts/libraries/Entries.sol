// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Headers} from "./Headers.sol";
import {Limits} from "./Limits.sol";

/// @title Entries
/// @notice Reads the entries of logs. Decides which entry cannot follow another, and which may stand at a position
/// (protocol/1-verify, section 6).
/// @dev The same rules as in TypeScript; both are tested with test/vectors/succession.json.
library Entries {
    /// @notice An entry.
    /// @param acceptedAt In Unix milliseconds.
    /// @param part The action's part: about no object, an act upon one, or an ask for one.
    /// @param objectKey The object's key; see `Objects`.
    /// @param prior The index of the newest act upon the object before this entry, or `NO_PRIOR`.
    /// @param holder The account that alone may act next: for an act, the holder after it; for an ask, the holder when
    /// it was asked.
    // solhint-disable-next-line gas-struct-packing
    struct Entry {
        bytes32 log;
        uint64 index;
        bytes32 prev;
        address actor;
        uint256 nonce;
        bytes32 digest;
        bytes32 signatureHash;
        uint8 scheme;
        uint64 verifiedBlock;
        uint64 acceptedAt;
        uint8 part;
        bytes32 objectKey;
        uint64 prior;
        address holder;
    }

    /// @notice The scheme of an ECDSA signature that recovers to the actor.
    uint8 internal constant ECDSA_SCHEME = 0;
    /// @notice The scheme of a contract wallet's signature.
    uint8 internal constant WALLET_SCHEME = 1;
    /// @notice The part of an entry that is about no object.
    uint8 internal constant PART_NONE = 0;
    /// @notice The part of an entry that acts upon an object.
    uint8 internal constant PART_ACT = 1;
    /// @notice The part of an entry that asks for an object, and changes nothing.
    uint8 internal constant PART_ASK = 2;
    /// @notice The `prior` of an entry before which nobody has acted upon its object.
    uint64 internal constant NO_PRIOR = type(uint64).max;
    /// @notice The holder of an object if anybody may act upon it. With the zero address as holder, nobody may.
    address internal constant ANYBODY = address(type(uint160).max);
    /// @notice The length of every entry.
    uint256 internal constant LENGTH = 267;
    bytes1 private constant TAG = 0x01;

    /// @notice The leaf is not a well-formed entry, or cannot stand where it does. This is a fault of its own
    /// (MalformedLeaf), not evidence of another fault.
    error EntryMalformed();

    /// @notice Reads an entry; reverts with `EntryMalformed` if it is not one.
    function decode(bytes calldata data) internal pure returns (Entry memory entry) {
        bool wellFormed;
        (wellFormed, entry) = parse(data);
        if (!wellFormed) revert EntryMalformed();
    }

    /// @notice Reads an entry. If it is not well-formed, do not use the fields that were read.
    function parse(bytes calldata data) internal pure returns (bool wellFormed, Entry memory entry) {
        if (data.length != LENGTH || data[0] != TAG) return (false, entry);
        entry.log = bytes32(data[1:33]);
        entry.index = uint64(bytes8(data[33:41]));
        entry.prev = bytes32(data[41:73]);
        entry.actor = address(bytes20(data[73:93]));
        entry.nonce = uint256(bytes32(data[93:125]));
        entry.digest = bytes32(data[125:157]);
        entry.signatureHash = bytes32(data[157:189]);
        entry.scheme = uint8(data[189]);
        entry.verifiedBlock = uint64(bytes8(data[190:198]));
        entry.acceptedAt = uint64(bytes8(data[198:206]));
        entry.part = uint8(data[206]);
        entry.objectKey = bytes32(data[207:239]);
        entry.prior = uint64(bytes8(data[239:247]));
        entry.holder = address(bytes20(data[247:267]));
        wellFormed =
            entry.index <= Limits.MAX_NUMBER &&
            entry.scheme <= WALLET_SCHEME &&
            (entry.scheme == ECDSA_SCHEME) == (entry.verifiedBlock == 0) &&
            entry.verifiedBlock <= Limits.MAX_NUMBER &&
            entry.acceptedAt <= Limits.MAX_NUMBER &&
            _isAbout(entry);
    }

    /// @notice Whether an entry has the next index after another entry of its log, but does not follow it.
    /// @dev An entry that fits its header holds its own log and index, so batches need not be compared.
    /// @param entryHash The hash of `previous`.
    function breaksChain(Entry memory previous, bytes32 entryHash, Entry memory next) internal pure returns (bool) {
        bool neighbours = next.log == previous.log && next.index == previous.index + 1;
        return neighbours && (next.prev != entryHash || next.acceptedAt < previous.acceptedAt);
    }

    /// @notice Whether an entry may stand at a position, from 0, of a batch with this header.
    /// @param entryHash The hash of `entry`.
    function fits(
        Headers.Header memory header,
        uint32 position,
        bytes32 entryHash,
        Entry memory entry
    ) internal pure returns (bool) {
        return
            entry.log == header.log &&
            entry.index == header.start + position &&
            entry.acceptedAt <= header.closedAt &&
            (position != 0 || entry.prev == header.prevHead) &&
            (position != header.count - 1 || entryHash == header.head);
    }

    /// @dev Whether its last four fields agree. The holder after an object's first act is in the payload alone, so it
    /// is not checked.
    function _isAbout(Entry memory entry) private pure returns (bool) {
        if (entry.part == PART_NONE) return entry.objectKey == 0 && entry.prior == 0 && entry.holder == address(0);
        if (entry.prior == NO_PRIOR)
            return entry.part == PART_ACT || (entry.part == PART_ASK && entry.holder == ANYBODY);
        return entry.part <= PART_ASK && entry.prior < entry.index;
    }
}
