// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IClaims} from "../interfaces/IClaims.sol";
import {DisclosureSignals} from "../verifiers/DisclosureVerifier.sol";
import {Actions} from "./Actions.sol";
import {Headers} from "./Headers.sol";
import {Limits} from "./Limits.sol";

/// @title Disclosures
/// @notice Reads the public signals of the circuit `disclosure`, with the checks that the circuit leaves to its
/// verifier (PROTOCOL, section 7).
/// @dev Signals can say one thing in many ways, by the order of slots and by slots that repeat a value. Only one of
/// them is taken, so that one statement has one key.
library Disclosures {
    /// @dev Stands for no member: an unused slot, or the actor as the subject.
    uint256 internal constant NONE = Actions.MAX_MEMBERS;
    /// @notice The mode of a condition that the value is the word.
    uint256 internal constant EQUAL = 0;

    uint256 private constant SIGNALS = 11;
    uint256 private constant LAST_VALUE = 19;
    uint256 private constant LAST_MODE = 7;
    uint256 private constant MAX_QUOTIENT = 5;
    uint256 private constant COUNT_BITS = 17;
    /// @dev The layout: count, the subject's place, each slot's value and quotient, each slot's mode.
    uint256 private constant SLOTS_FROM = 22;
    uint256 private constant MODES_FROM = 54;
    uint256 private constant LAYOUT_BITS = 66;
    /// @dev The place of unused slots in the order: after all others.
    uint256 private constant UNUSED = type(uint256).max;

    /// @notice What signals say about an entry of a batch, as the key of the statement.
    /// @dev Assembly reads signals without bounds, as their number is checked, and writes the statement's ABI encoding
    /// word by word beyond the free memory pointer: nothing is allocated, it is hashed and forgotten.
    /// @param header Of the batch, known to be well-formed.
    /// @return key The hash of that encoding.
    /// @return log The batch's.
    function keyOf(
        address operator,
        bytes calldata header,
        uint256[] calldata signals
    ) internal pure returns (bytes32 key, bytes32 log) {
        _checkRange(signals);
        uint256 packed = signals[DisclosureSignals.LAYOUT];
        log = _checkBatch(header, signals[DisclosureSignals.ZK_ROOT], packed);
        uint256 subjectAt = (packed >> COUNT_BITS) & 31;
        if (packed >> LAYOUT_BITS != 0 || subjectAt > NONE) revert IClaims.LayoutMalformed();
        address subject = toAddress(signals, DisclosureSignals.SUBJECT);
        uint256 payloadType = signals[DisclosureSignals.PAYLOAD_TYPE];
        uint256 scope = signals[DisclosureSignals.SCOPE];
        uint256 encoding;
        assembly ("memory-safe") {
            encoding := mload(0x40)
            mstore(encoding, 0x20)
            mstore(add(encoding, 0x20), operator)
            mstore(add(encoding, 0x40), log)
            mstore(add(encoding, 0x60), payloadType)
            mstore(add(encoding, 0x80), subjectAt)
            mstore(add(encoding, 0xa0), subject)
            mstore(add(encoding, 0xc0), scope)
            mstore(add(encoding, 0xe0), 0xe0)
        }
        uint256 used = _putConditions(encoding + 0x120, packed, signals);
        assembly ("memory-safe") {
            mstore(add(encoding, 0x100), used)
            key := keccak256(encoding, add(0x120, mul(0x60, used)))
        }
    }

    /// @notice A signal that stands for an address.
    function toAddress(uint256[] calldata signals, uint256 signal) internal pure returns (address) {
        uint256 value = signals[signal];
        if (value > type(uint160).max) revert IClaims.SignalOutOfRange(signal);
        return address(uint160(value));
    }

    /// @notice Whether a condition can be made: there are such a value and such a mode.
    function isKnown(uint256 value, uint256 mode) internal pure returns (bool) {
        return value <= LAST_VALUE && value != NONE && (mode == EQUAL || (mode & 1 == 1 && mode <= LAST_MODE));
    }

    /// @notice The last four signals.
    function values(uint256[] calldata signals) internal pure returns (uint256[4] calldata list) {
        assembly ("memory-safe") {
            list := add(signals.offset, mul(0x20, 7))
        }
    }

    function _checkRange(uint256[] calldata signals) private pure {
        if (signals.length != SIGNALS) revert IClaims.WrongSignalCount(signals.length);
        for (uint256 i = 0; i < SIGNALS;) {
            if (_at(signals, i) >= Limits.FIELD_ORDER) revert IClaims.SignalOutOfRange(i);
            unchecked {
                ++i;
            }
        }
    }

    function _checkBatch(bytes calldata header, uint256 root, uint256 packed) private pure returns (bytes32) {
        (bytes32 log, uint32 count, bytes32 zkRoot) = Headers.zkPart(header);
        bool same = root == uint256(zkRoot) && packed & ((1 << COUNT_BITS) - 1) == count;
        if (!same) revert IClaims.OtherBatch();
        return log;
    }

    /// @dev Writes the conditions from `end` on, and answers their number.
    function _putConditions(
        uint256 end,
        uint256 packed,
        uint256[] calldata signals
    ) private pure returns (uint256 used) {
        uint256 modes = packed >> MODES_FROM;
        packed >>= SLOTS_FROM;
        uint256 last = 0;
        unchecked {
            for (uint256 i = DisclosureSignals.VALUE_0; i < SIGNALS; ++i) {
                uint256 rank = _putCondition(end, packed & 255, modes & 7, _at(signals, i));
                (packed, modes) = (packed >> 8, modes >> 3);
                if (rank != UNUSED) {
                    if (rank <= last) revert IClaims.SlotsNotCanonical();
                    ++used;
                    end += 0x60;
                }
                last = rank;
            }
        }
    }

    /// @dev Writes a slot's condition, and answers its place in the order; if it is unused, writes nothing.
    function _putCondition(uint256 to, uint256 slot, uint256 mode, uint256 element) private pure returns (uint256) {
        unchecked {
            (uint256 value, uint256 quotient) = (slot & 31, slot >> 5);
            if (value == NONE) {
                if (quotient | mode | element != 0) revert IClaims.LayoutMalformed();
                return UNUSED;
            }
            uint256 word = element + quotient * Limits.FIELD_ORDER; // 5r < 2^256
            bool known = isKnown(value, mode) && quotient <= MAX_QUOTIENT && word >= element;
            if (!known) revert IClaims.LayoutMalformed();
            assembly ("memory-safe") {
                mstore(to, value)
                mstore(add(to, 0x20), mode)
                mstore(add(to, 0x40), word)
            }
            return (mode == EQUAL ? 1 : 257) + 8 * value + mode;
        }
    }

    /// @dev `signals[i]` without the bounds check.
    function _at(uint256[] calldata signals, uint256 i) private pure returns (uint256 signal) {
        assembly ("memory-safe") {
            signal := calldataload(add(signals.offset, shl(5, i)))
        }
    }
}
