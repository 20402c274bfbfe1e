// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Entries} from "./Entries.sol";
import {Limits} from "./Limits.sol";
import {IPoseidon} from "../interfaces/IPoseidon.sol";

/// @title Commitments
/// @notice Computes the commitments of entries and their payloads that circuits use (protocol/1-verify, section 8.3).
library Commitments {
    uint256 private constant CONTEXT = uint152(bytes19("anchorlog/1/context"));
    uint256 private constant GROUP = uint136(bytes17("anchorlog/1/group"));
    uint256 private constant REST = uint128(bytes16("anchorlog/1/rest"));
    uint256 private constant COMMITMENT = uint176(bytes22("anchorlog/1/commitment"));
    uint256 private constant R = Limits.FIELD_ORDER;

    /// @notice The commitment of an entry and its payload.
    /// @param payloadTypeHash The keccak-256 of the payload's type string.
    /// @param words The payload's words, 1 to 16.
    function commitment(
        IPoseidon poseidon,
        Entries.Entry memory entry,
        bytes32 entryHash,
        bytes32 payloadTypeHash,
        bytes32[] calldata words
    ) internal view returns (uint256) {
        (uint256[18] memory elements, uint256 quotients) = _split(words);
        uint256 shape = words.length + ((entry.nonce / R) << 5) + (quotients << 8);
        uint256 context = poseidon.p5(
            CONTEXT,
            [uint256(uint160(entry.actor)), entry.nonce % R, shape, entry.acceptedAt, uint256(entryHash) % R]
        );
        uint256[4] memory groups;
        for (uint256 j = 0; j < 4; ++j) {
            uint256 i = 2 + 4 * j;
            groups[j] = poseidon.p4(GROUP, [elements[i], elements[i + 1], elements[i + 2], elements[i + 3]]);
        }
        uint256 rest = poseidon.p4(REST, groups);
        return poseidon.p5(COMMITMENT, [context, uint256(payloadTypeHash) % R, elements[0], elements[1], rest]);
    }

    /// @dev Each word's element, zeros after the last, and the quotients of all, three bits each.
    function _split(bytes32[] calldata words) private pure returns (uint256[18] memory elements, uint256 quotients) {
        for (uint256 i = 0; i < words.length; ++i) {
            elements[i] = uint256(words[i]) % R;
            quotients |= (uint256(words[i]) / R) << (3 * i);
        }
    }
}
