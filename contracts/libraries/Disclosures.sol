// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "./Actions.sol";
import {Headers} from "./Headers.sol";
import {Limits} from "./Limits.sol";
import {DisclosureSignals} from "../verifiers/DisclosureVerifier.sol";

/// @title Disclosures
/// @notice The public signals of the circuit `disclosure` that say a statement (protocol/4-proofs, section 2).
/// @dev The signals are computed here, not taken from the sender of a proof, so each is below r, and unused ones are 0.
/// Conditions have one order and do not repeat, so a set of conditions is one statement with one key.
library Disclosures {
    /// @notice A condition on one value.
    /// @param value The index of a member of the payload, 0 to 15; 17 for the nonce, 18 for the entry's `acceptedAt`
    /// (Unix milliseconds), 19 for the position in the batch.
    /// @param mode 0: the value equals the word. 1: it is at least the word, and 3: at most, as unsigned integers. 5
    /// and 7: likewise for members of a signed type.
    /// @param word 32 bytes, as in EIP-712's `encodeData`.
    struct Condition {
        uint8 value;
        uint8 mode;
        bytes32 word;
    }

    /// @notice A statement about an entry. Its key is `keccak256(abi.encode(statement))`.
    /// @param operator The operator of the entry's log.
    /// @param log The entry's log.
    /// @param payloadType The keccak-256 of the payload's type string, modulo r.
    /// @param subjectAt The member whose address is revealed, by its index; 16 for the actor.
    /// @param subject That address.
    /// @param scope The scope of the nullifier, below r: an entry has one nullifier in each scope.
    /// @param conditions Up to four, without repetition: first the ones of mode 0, then the others, each group ordered
    /// by `value`, then by `mode`.
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
    /// @notice The subject is not a member of the payload, or there are more than four conditions, unknown ones, or
    /// ones in another order.
    error StatementMalformed();
    /// @notice The payload type, the scope or the nullifier is not below r.
    error NotBelowR(uint256 value);

    /// @dev Means no member: an unused slot, or the actor as the subject.
    uint256 private constant NONE = Actions.MAX_MEMBERS;
    /// @dev The mode of a condition that the value equals the word.
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

    /// @notice The public signals for the statement that this header's batch holds an entry with this nullifier that
    /// the statement describes.
    /// @dev Reverts with `StatementMalformed` if the statement is not in its only valid form.
    /// @param header The batch's header, known to be well-formed.
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

    /// @dev Writes the words' elements into the list. Returns the layout without the count. Cannot overflow: values and
    /// modes are checked before they are shifted.
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

    /// @dev A condition's rank in the order: first mode 0, then by value, then by mode. 0 if the condition is unknown.
    function _rank(uint256 value, uint256 mode) private pure returns (uint256) {
        bool known = value <= LAST_VALUE && value != NONE && (mode == EQUAL || (mode & 1 == 1 && mode <= LAST_MODE));
        if (!known) return 0;
        unchecked {
            return (mode == EQUAL ? 1 : 257) + 8 * value + mode;
        }
    }

    function _checked(uint256 signal) private pure returns (uint256) {
        if (signal >= Limits.FIELD_ORDER) revert NotBelowR(signal);
        return signal;
    }
}
