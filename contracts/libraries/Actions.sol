// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {Entries} from "./Entries.sol";

/// @title Actions
/// @notice Rebuilds the EIP-712 digests of actions under an operator's domain (protocol/1-verify, section 5).
/// @dev A digest binds the envelope's type string and all its words. Type strings are read by a grammar that allows no
/// parenthesis in a kind's name. So no string splits into kind and payload in two ways.
library Actions {
    /// @notice The parts of an action that an entry holds only as a digest.
    /// @param payloadType The payload's type string, `KPayload(<members>)`.
    /// @param deadline In Unix seconds.
    /// @param words The payload's words as in EIP-712's `encodeData`, without the type hash.
    struct Opening {
        string payloadType;
        uint64 deadline;
        bytes32[] words;
    }

    /// @notice The offsets of the parts of a payload's type string.
    /// @param nameLength The length of the kind's name, which it begins with.
    /// @param members The number of members, 1 to 16.
    /// @param firstEnd The end of the first member's text, which begins after the parenthesis.
    /// @param secondEnd The end of the second member's text; 0 without a second member.
    /// @param ranges 16 bits for each member, the first in the lowest ones: the number of a word's bits that its type
    /// leaves unused, plus `SIGNED`, `LEFT` or `HASHED`.
    struct Places {
        uint256 nameLength;
        uint256 members;
        uint256 firstEnd;
        uint256 secondEnd;
        uint256 ranges;
    }

    /// @notice The most members of a payload.
    uint256 internal constant MAX_MEMBERS = 16;
    uint256 private constant MAX_NAME = 32;
    /// @dev The length of `Payload`, which follows the kind's name.
    uint256 private constant SUFFIX = 7;
    /// @dev The unused bits repeat the sign.
    uint256 private constant SIGNED = 256;
    /// @dev The unused bits are the lowest ones.
    uint256 private constant LEFT = 512;
    /// @dev The word is a hash.
    uint256 private constant HASHED = 1024;

    /// @notice The type string is not a payload's: from this byte on it does not follow the grammar.
    error BadPayloadType(uint256 offset);
    /// @notice The numbers of words and of members differ.
    error WordCount(uint256 words, uint256 members);
    /// @notice The word of this member, counted from 0, is not a value of its type. No wallet encodes such a word.
    error WordOutOfRange(uint256 member, bytes32 word);
    /// @notice The opened action has another digest than the entry.
    error DigestMismatch(bytes32 expected, bytes32 actual);

    /// @notice Checks that an opening has an entry's digest; reverts with `DigestMismatch` if it does not.
    /// @return places The places in its type string.
    function checkOpening(
        AnchorRegistry registry,
        address operator,
        Entries.Entry memory entry,
        Opening calldata opening
    ) internal view returns (Places memory places) {
        places = checkPayloadType(opening.payloadType);
        if (opening.words.length != places.members) revert WordCount(opening.words.length, places.members);
        bytes32 hash = keccak256(abi.encodePacked(keccak256(bytes(opening.payloadType)), opening.words));
        checkDigest(registry, operator, entry, opening.payloadType, places, opening.deadline, hash);
    }

    /// @notice Checks that each word is a value of its member's type; reverts with `WordOutOfRange` if one is not.
    /// @dev A signature binds words of any value, such as an `address` with high bits or a `bool` of 2.
    /// @param places The places in the type string of the words.
    function checkWords(Places memory places, bytes32[] calldata words) internal pure {
        for (uint256 i = 0; i < words.length; ++i) {
            uint256 range = (places.ranges >> (16 * i)) & 0xffff;
            (uint256 word, uint256 unused) = (uint256(words[i]), range & 0xff);
            uint256 value = (word << unused) >> unused;
            if (range & SIGNED != 0) value = uint256(int256(word << unused) >> unused);
            if (range & LEFT != 0) value = (word >> unused) << unused;
            if (value != word) revert WordOutOfRange(i, words[i]);
        }
    }

    /// @notice Checks that an entry's digest is the digest of an action of its log, actor and nonce.
    /// @param payloadType The payload's type string.
    /// @param places The places in the type string, checked.
    /// @param deadline In Unix seconds.
    /// @param payloadHash The payload's EIP-712 struct hash.
    function checkDigest(
        AnchorRegistry registry,
        address operator,
        Entries.Entry memory entry,
        string calldata payloadType,
        Places memory places,
        uint64 deadline,
        bytes32 payloadHash
    ) internal view {
        bytes32 typeHash = envelopeTypeHash(payloadType, places.nameLength);
        bytes32 structHash = keccak256(
            abi.encode(typeHash, entry.log, entry.actor, entry.nonce, deadline, payloadHash)
        );
        bytes32 digest = MessageHashUtils.toTypedDataHash(registry.actionDomain(operator), structHash);
        if (digest != entry.digest) revert DigestMismatch(entry.digest, digest);
    }

    /// @notice The type hash of a kind's envelope.
    /// @param payloadType The payload's type string, checked.
    /// @param nameLength The length of the kind's name.
    function envelopeTypeHash(string calldata payloadType, uint256 nameLength) internal pure returns (bytes32) {
        bytes calldata name = bytes(payloadType)[:nameLength];
        return
            keccak256(
                abi.encodePacked(
                    name,
                    "(bytes32 log,address actor,uint256 nonce,uint64 deadline,",
                    name,
                    "Payload payload)",
                    payloadType
                )
            );
    }

    /// @notice Checks a payload's type string; reverts with `BadPayloadType` if it is not in canonical form.
    function checkPayloadType(string calldata payloadType) internal pure returns (Places memory places) {
        bytes calldata text = bytes(payloadType);
        uint256 offset = _identifierEnd(text, 0);
        if (offset <= SUFFIX || offset - SUFFIX > MAX_NAME || !_isIn(text[0], "A", "Z")) revert BadPayloadType(0);
        uint256 nameLength = offset - SUFFIX;
        if (keccak256(text[nameLength:offset]) != keccak256("Payload")) revert BadPayloadType(nameLength);

        places.nameLength = nameLength;
        bytes32[MAX_MEMBERS] memory names;
        bytes1 end = "(";
        while (true) {
            uint256 members = places.members++;
            bool another = offset < text.length && text[offset] == end && members < MAX_MEMBERS;
            if (!another) revert BadPayloadType(offset);
            uint256 range;
            (offset, range) = _checkMember(text, offset + 1, names, members);
            places.ranges |= range << (16 * members);
            if (members == 0) places.firstEnd = offset;
            else if (members == 1) places.secondEnd = offset;
            if (offset < text.length && text[offset] == ")") break;
            end = ",";
        }
        if (offset + 1 != text.length) revert BadPayloadType(offset);
    }

    /// @dev Checks `type name` at `from`, and that no earlier member has the name. Returns the end of the name, and the
    /// type's range.
    function _checkMember(
        bytes calldata text,
        uint256 from,
        bytes32[MAX_MEMBERS] memory names,
        uint256 members
    ) private pure returns (uint256 offset, uint256 range) {
        offset = _identifierEnd(text, from);
        range = _rangeOf(text[from:offset], from);
        if (range != HASHED && text.length > offset + 2 && bytes2(text[offset:offset + 2]) == "[]")
            (offset, range) = (offset + 2, HASHED);
        if (offset == text.length || text[offset] != " ") revert BadPayloadType(offset);
        uint256 nameFrom = offset + 1;
        offset = _identifierEnd(text, nameFrom);
        if (offset == nameFrom || offset - nameFrom > MAX_NAME || !_isIn(text[nameFrom], "a", "z"))
            revert BadPayloadType(nameFrom);
        bytes32 name = keccak256(text[nameFrom:offset]);
        for (uint256 i = 0; i < members; ++i) {
            if (names[i] == name) revert BadPayloadType(nameFrom);
        }
        names[members] = name;
    }

    /// @dev The range of a type without brackets (see `Places`); reverts with `BadPayloadType(from)` for another text.
    function _rangeOf(bytes calldata text, uint256 from) private pure returns (uint256 range) {
        bytes32 hash = keccak256(text);
        if (hash == keccak256("bool")) return 255;
        if (hash == keccak256("address")) return 96;
        if (hash == keccak256("string") || hash == keccak256("bytes")) return HASHED;
        uint256 bits;
        if (text.length > 5 && bytes5(text[:5]) == "bytes") (bits, range) = (8 * _decimal(text[5:]), LEFT);
        else if (text.length > 4 && bytes4(text[:4]) == "uint") bits = _decimal(text[4:]);
        else if (text.length > 3 && bytes3(text[:3]) == "int") (bits, range) = (_decimal(text[3:]), SIGNED);
        if (bits == 0 || bits > 256 || bits % 8 != 0) revert BadPayloadType(from);
        range |= 256 - bits;
    }

    /// @dev A number of up to three digits in its canonical form; 0 for anything else.
    function _decimal(bytes calldata text) private pure returns (uint256 value) {
        if (text.length > 3 || text[0] == "0") return 0;
        for (uint256 i = 0; i < text.length; ++i) {
            if (!_isIn(text[i], "0", "9")) return 0;
            value = value * 10 + (uint8(text[i]) - 0x30);
        }
    }

    function _identifierEnd(bytes calldata text, uint256 from) private pure returns (uint256 offset) {
        for (offset = from; offset < text.length; ++offset) {
            bytes1 char = text[offset];
            if (!_isIn(char, "a", "z") && !_isIn(char, "A", "Z") && !_isIn(char, "0", "9")) break;
        }
    }

    function _isIn(bytes1 char, bytes1 first, bytes1 last) private pure returns (bool) {
        return char >= first && char <= last;
    }
}
