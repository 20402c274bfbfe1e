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
    uint256 private constant SLOTS = 4;
    uint256 private constant LAST_VALUE = 19;
    uint256 private constant MAX_QUOTIENT = 5;
    uint256 private constant COUNT_BITS = 17;
    /// @dev The layout: count, the subject's place, each slot's value and quotient, each slot's mode.
    uint256 private constant SLOTS_FROM = 22;
    uint256 private constant MODES_FROM = 54;
    uint256 private constant LAYOUT_BITS = 66;

    /// @notice What signals say about an entry of a batch with this header.
    function read(
        address operator,
        Headers.Header memory header,
        uint256[] calldata signals
    ) internal pure returns (IClaims.Statement memory statement) {
        if (signals.length != SIGNALS) revert IClaims.WrongSignalCount(signals.length);
        for (uint256 i = 0; i < SIGNALS; ++i) {
            if (signals[i] >= Limits.FIELD_ORDER) revert IClaims.SignalOutOfRange(i);
        }
        uint256 packed = signals[DisclosureSignals.LAYOUT];
        uint256 count = packed & ((1 << COUNT_BITS) - 1);
        if (signals[DisclosureSignals.ZK_ROOT] != uint256(header.zkRoot) || count != header.count) {
            revert IClaims.OtherBatch();
        }
        uint256 subjectAt = (packed >> COUNT_BITS) & 31;
        if (packed >> LAYOUT_BITS != 0 || subjectAt > NONE) revert IClaims.LayoutMalformed();
        statement.operator = operator;
        statement.log = header.log;
        statement.payloadType = signals[DisclosureSignals.PAYLOAD_TYPE];
        statement.subjectAt = uint8(subjectAt);
        statement.subject = toAddress(signals, DisclosureSignals.SUBJECT);
        statement.scope = signals[DisclosureSignals.SCOPE];
        statement.conditions = _conditions(packed, signals[DisclosureSignals.VALUE_0:]);
    }

    /// @notice A signal that stands for an address.
    function toAddress(uint256[] calldata signals, uint256 signal) internal pure returns (address) {
        if (signals[signal] > type(uint160).max) revert IClaims.SignalOutOfRange(signal);
        return address(uint160(signals[signal]));
    }

    function _conditions(
        uint256 packed,
        uint256[] calldata words
    ) private pure returns (IClaims.Condition[] memory conditions) {
        uint256 used = 0;
        while (used < SLOTS && _value(packed, used) != NONE) ++used;
        conditions = new IClaims.Condition[](used);
        uint256 last = 0;
        for (uint256 i = 0; i < SLOTS; ++i) {
            uint256 value = _value(packed, i);
            uint256 quotient = (packed >> (SLOTS_FROM + 5 + 8 * i)) & 7;
            uint256 mode = (packed >> (MODES_FROM + 3 * i)) & 7;
            if (i >= used) {
                if (value != NONE) revert IClaims.SlotsNotCanonical();
                if (quotient | mode | words[i] != 0) revert IClaims.LayoutMalformed();
                continue;
            }
            bool known = value <= LAST_VALUE && quotient <= MAX_QUOTIENT && (mode == EQUAL || mode & 1 == 1);
            if (!known) revert IClaims.LayoutMalformed();
            uint256 rank = (mode == EQUAL ? 0 : 256) + 8 * value + mode + 1;
            if (rank <= last) revert IClaims.SlotsNotCanonical();
            last = rank;
            conditions[i] = IClaims.Condition(uint8(value), uint8(mode), _word(words[i], quotient));
        }
    }

    function _value(uint256 packed, uint256 slot) private pure returns (uint256) {
        return (packed >> (SLOTS_FROM + 8 * slot)) & 31;
    }

    function _word(uint256 element, uint256 quotient) private pure returns (bytes32) {
        uint256 added = quotient * Limits.FIELD_ORDER; // 5r < 2^256
        if (element > type(uint256).max - added) revert IClaims.LayoutMalformed();
        return bytes32(element + added);
    }
}
