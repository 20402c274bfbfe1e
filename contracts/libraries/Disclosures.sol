// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "./Actions.sol";
import {Headers} from "./Headers.sol";
import {Limits} from "./Limits.sol";
import {DisclosureSignals} from "../verifiers/DisclosureVerifier.sol";

/// @title Disclosures
/// @notice The public signals of the circuit `disclosure` that say a statement (PROTOCOL, section 7).
/// @dev The signals are made here, not taken from whoever sends a proof: so each is below r, and what is not used is 0.
/// The conditions have one order, and none is there twice: so a set of conditions is one statement, with one key.
library Disclosures {
    /// @notice What is said of one value.
    /// @param value A member of the payload by its index, 0 to 15; 17 for the nonce, 18 for the time when the operator
    /// says that it accepted the action (Unix milliseconds), 19 for the position in the batch.
    /// @param mode 0: the value is the word. As integers, it is at least (1) or at most (3) the word; 5 and 7 likewise
    /// for members of a signed type.
    /// @param word 32 bytes, as EIP-712's `encodeData` has them.
    struct Condition {
        uint8 value;
        uint8 mode;
        bytes32 word;
    }

    /// @notice What is said of an entry. Its key is `keccak256(abi.encode(statement))`.
    /// @param operator Whose entry it is.
    /// @param log In which of the operator's logs.
    /// @param payloadType The keccak-256 of the payload's type string, modulo r.
    /// @param subjectAt The member whose address is revealed, by its index; 16 for the actor.
    /// @param subject That address.
    /// @param scope What entries are counted in, below r.
    /// @param conditions Up to four: first those of mode 0, then the others; among them in the order of `value`, then of
    /// `mode`; none twice.
    struct Statement {
        address operator;
        bytes32 log;
        uint256 payloadType;
        uint8 subjectAt;
        address subject;
        uint256 scope;
        Condition[] conditions;
    }

    /// @notice The batch is of another log than the statement.
    error OtherLog(bytes32 log);
    /// @notice The subject is none of the payload's, or the conditions are more than four, unknown, or not in their order.
    error StatementMalformed();
    /// @notice The payload type, the scope or the nullifier is not below r.
    error NotBelowR(uint256 value);

    /// @dev Stands for no member: an unused slot, or the actor as the subject.
    uint256 private constant NONE = Actions.MAX_MEMBERS;
    /// @dev The mode of a condition that the value is the word.
    uint256 private constant EQUAL = 0;

    uint256 private constant SIGNALS = 11;
    uint256 private constant SLOTS = 4;
    uint256 private constant LAST_VALUE = 19;
    uint256 private constant LAST_MODE = 7;
    /// @dev The layout: count, the subject's place, each slot's value and quotient, each slot's mode.
    uint256 private constant SUBJECT_FROM = 17;
    uint256 private constant SLOTS_FROM = 22;
    uint256 private constant QUOTIENT_FROM = 5;
    uint256 private constant MODES_FROM = 54;

    /// @notice The public signals that say: under this header stands an entry that the statement is about, with this
    /// nullifier.
    /// @dev Reverts with `StatementMalformed` unless this is the one way to write the statement.
    /// @param header Of the batch, known to be well-formed.
    function signals(
        Statement calldata s,
        bytes calldata header,
        uint256 nullifier,
        address beneficiary
    ) internal pure returns (uint256[] memory list) {
        (bytes32 log, uint256 count, bytes32 zkRoot) = Headers.zkPart(header);
        if (log != s.log) revert OtherLog(log);
        list = new uint256[](SIGNALS);
        list[DisclosureSignals.NULLIFIER] = _checked(nullifier);
        list[DisclosureSignals.ZK_ROOT] = uint256(zkRoot);
        list[DisclosureSignals.PAYLOAD_TYPE] = _checked(s.payloadType);
        list[DisclosureSignals.LAYOUT] = count | _putConditions(s, list);
        list[DisclosureSignals.SUBJECT] = uint160(s.subject);
        list[DisclosureSignals.SCOPE] = _checked(s.scope);
        list[DisclosureSignals.BENEFICIARY] = uint160(beneficiary);
    }

    /// @dev Whether a condition can be made: there are such a value and such a mode.
    function _isKnown(uint256 value, uint256 mode) private pure returns (bool) {
        return value <= LAST_VALUE && value != NONE && (mode == EQUAL || (mode & 1 == 1 && mode <= LAST_MODE));
    }

    /// @dev The words' elements go into the list, all the rest into the layout, which lacks the count. Nothing here can
    /// overflow: values and modes are checked before they are shifted.
    function _putConditions(Statement calldata s, uint256[] memory list) private pure returns (uint256 packed) {
        Condition[] calldata conditions = s.conditions;
        uint256 used = conditions.length;
        uint256 subjectAt = s.subjectAt;
        if (subjectAt > NONE || used > SLOTS) revert StatementMalformed();
        packed = subjectAt << SUBJECT_FROM;
        uint256 last = 0;
        unchecked {
            for (uint256 i = 0; i < used; ++i) {
                (uint256 value, uint256 mode) = (conditions[i].value, conditions[i].mode);
                uint256 rank = _rank(value, mode);
                if (rank <= last) revert StatementMalformed();
                last = rank;
                uint256 word = uint256(conditions[i].word);
                list[DisclosureSignals.VALUE_0 + i] = word % Limits.FIELD_ORDER;
                value |= (word / Limits.FIELD_ORDER) << QUOTIENT_FROM;
                packed |= (value << (SLOTS_FROM + 8 * i)) | (mode << (MODES_FROM + 3 * i));
            }
            for (uint256 i = used; i < SLOTS; ++i) packed |= NONE << (SLOTS_FROM + 8 * i);
        }
    }

    /// @dev The place of a condition in the order: first what is equal, then by value, then by mode. 0 if it is none.
    function _rank(uint256 value, uint256 mode) private pure returns (uint256) {
        if (!_isKnown(value, mode)) return 0;
        unchecked {
            return (mode == EQUAL ? 1 : 257) + 8 * value + mode;
        }
    }

    function _checked(uint256 signal) private pure returns (uint256) {
        if (signal >= Limits.FIELD_ORDER) revert NotBelowR(signal);
        return signal;
    }
}
