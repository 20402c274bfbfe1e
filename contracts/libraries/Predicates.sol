// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Headers} from "./Headers.sol";
import {Limits} from "./Limits.sol";
import {OrderSignals} from "../verifiers/OrderVerifier.sol";

/// @title Predicates
/// @notice Conditions on an entry, and the public signals of the circuit `order` that say that an entry meets them
/// (protocol/4-proofs, section 3).
/// @dev The signals are computed here, not taken from the sender of a proof. So each is below r, unused ones are 0, and
/// a statement has one form.
library Predicates {
    /// @notice A question: which of two disjoint predicates matched first in this operator's log?
    /// @param predicates In the order of their keys, `keccak256(abi.encode(predicate))`, so that a question has one
    /// identifier: `keccak256(abi.encode(question))`.
    struct Question {
        address operator;
        bytes32 log;
        Predicate[2] predicates;
    }

    /// @notice One entry could match both predicates.
    error NotDisjoint();
    /// @notice The predicates are not in the order of their keys.
    error PredicatesNotInOrder();

    /// @notice A predicate. An entry matches if its payload has this type and the used members have these words.
    /// @param payloadType The keccak-256 of the payload's type string, modulo r.
    /// @param used The members that count: 1 for member 0, 2 for member 1, 3 for both, 0 for neither.
    /// @param words The words of members 0 and 1, as in EIP-712's `encodeData`; zero for an unused member.
    struct Predicate {
        uint256 payloadType;
        uint8 used;
        bytes32[2] words;
    }

    uint256 private constant SIGNALS = 12;
    uint256 private constant COUNT_BITS = 17;
    /// @dev Bits of the layout signal: there is no second entry, and the entry's index is shown (together: 2). The bits
    /// of the entry's members begin at bit 2, its index at bit 18.
    uint256 private constant SHOWN = 2;
    uint256 private constant MEMBERS_FROM = 2;
    uint256 private constant INDEX_FROM = 18;

    /// @notice The payload type is not below r, `used` is over 3, or the word of an unused member is not zero.
    error PredicateMalformed();

    /// @notice Reverts with `PredicateMalformed` if the predicate is not in its only valid form.
    function check(Predicate calldata p) internal pure {
        bool free = (_uses(p, 0) || p.words[0] == 0) && (_uses(p, 1) || p.words[1] == 0);
        if (p.payloadType >= Limits.FIELD_ORDER || p.used > 3 || !free) revert PredicateMalformed();
    }

    /// @notice Whether no entry can match both: their types differ, or their words for a member that both use.
    function areDisjoint(Predicate calldata a, Predicate calldata b) internal pure returns (bool) {
        if (a.payloadType != b.payloadType) return true;
        for (uint256 i = 0; i < 2; ++i) {
            if (_uses(a, i) && _uses(b, i) && a.words[i] != b.words[i]) return true;
        }
        return false;
    }

    /// @notice A predicate's key.
    function keyOf(Predicate memory p) internal pure returns (bytes32) {
        return keccak256(abi.encode(p));
    }

    /// @notice The public signals for the statement that a matching entry stands at this index under this header.
    /// @param p The predicate, checked by `check`.
    function signals(
        Predicate calldata p,
        Headers.Header memory header,
        uint64 index,
        address beneficiary
    ) internal pure returns (uint256[] memory list) {
        uint256 packed = SHOWN | (uint256(index) << INDEX_FROM);
        list = new uint256[](SIGNALS);
        for (uint256 i = 0; i < 2; ++i) {
            if (!_uses(p, i)) continue;
            uint256 word = uint256(p.words[i]);
            list[OrderSignals.FIRST_VALUE_0 + i] = word % Limits.FIELD_ORDER;
            packed |= (1 + 2 * (word / Limits.FIELD_ORDER)) << (MEMBERS_FROM + 4 * i);
        }
        list[OrderSignals.FIRST_ZK_ROOT] = uint256(header.zkRoot);
        list[OrderSignals.FIRST_BATCH] = header.count | (uint256(header.start) << COUNT_BITS);
        list[OrderSignals.FIRST_PAYLOAD_TYPE] = p.payloadType;
        list[OrderSignals.LAYOUT] = packed;
        list[OrderSignals.BENEFICIARY] = uint160(beneficiary);
    }

    function _uses(Predicate calldata p, uint256 member) private pure returns (bool) {
        return (p.used >> member) & 1 == 1;
    }
}
