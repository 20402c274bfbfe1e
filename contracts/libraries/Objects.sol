// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "./Actions.sol";
import {Entries} from "./Entries.sol";

/// @title Objects
/// @notice The rules for objects: what an action does with an object, and what entries may state of objects and their
/// holders (protocol/1-verify, section 6).
/// @dev The signed type string decides: its first member names the object, and a second one `address holder` names the
/// account that alone may act next. The fields of an entry follow from its action and from the entries before it.
library Objects {
    /// @notice An action's statement about an object.
    /// @param objectKey The keccak-256 of the hash of the first member's text and of its word. For `AskPayload`, its
    /// word itself.
    /// @param part The action's part: see `Entries`.
    /// @param names Whether it names the holder.
    /// @param holder The holder that it names.
    struct About {
        bytes32 objectKey;
        uint8 part;
        bool names;
        address holder;
    }

    /// @dev The length of `Payload(`, which follows the kind's name.
    uint256 private constant PARENTHESIS = 8;
    /// @dev The payload type of requests, which are about no object.
    bytes32 private constant HTTP_REQUEST = keccak256(
        "HttpRequestPayload(string authority,string method,string target,string contentType,bytes32 contentDigest)"
    );

    /// @notice Returns an opened action's statement about an object.
    /// @param places The places in the opening's type string, checked.
    function about(
        Actions.Opening calldata opening,
        Actions.Places memory places
    ) internal pure returns (About memory a) {
        bytes calldata text = bytes(opening.payloadType);
        bytes32 payloadType = keccak256(text);
        if (payloadType == HTTP_REQUEST) return a;
        if (payloadType == keccak256("AskPayload(bytes32 objectKey)")) {
            (a.part, a.objectKey) = (Entries.PART_ASK, opening.words[0]);
            return a;
        }
        a.part = Entries.PART_ACT;
        bytes32 member = keccak256(text[places.nameLength + PARENTHESIS:places.firstEnd]);
        a.objectKey = keccak256(abi.encode(member, opening.words[0]));
        if (places.members == 1) return a;
        a.names = keccak256(text[places.firstEnd + 1:places.secondEnd]) == keccak256("address holder");
        if (a.names) a.holder = address(uint160(uint256(opening.words[1])));
    }

    /// @notice Whether an entry's part, object and named holder are its action's. A holder that is carried over is not
    /// checked.
    function agrees(Entries.Entry memory entry, About memory a) internal pure returns (bool) {
        if (entry.part != a.part || entry.objectKey != a.objectKey) return false;
        if (a.names) return entry.holder == a.holder;
        return entry.part != Entries.PART_ACT || entry.prior != Entries.NO_PRIOR || entry.holder == Entries.ANYBODY;
    }

    /// @notice Whether an entry is in time for its action.
    /// @param deadline The action's, in Unix seconds.
    function inTime(Entries.Entry memory entry, uint64 deadline) internal pure returns (bool) {
        return entry.acceptedAt / 1000 <= deadline;
    }

    /// @notice Whether no honest log has both entries. An entry about an object states which act is the newest: an act
    /// names itself, and an ask names its `prior`. Each entry also states who may act next.
    /// @dev The later entry contradicts the earlier one in two cases. Its `prior` is `NO_PRIOR` or an entry up to the
    /// earlier one, but not the act that the earlier one states as the newest. Or its `prior` is that newest act, and
    /// another account than the holder acts, or the ask states another holder.
    function contradict(Entries.Entry memory earlier, Entries.Entry memory later) internal pure returns (bool) {
        if (later.part == Entries.PART_NONE || earlier.log != later.log || earlier.index >= later.index) return false;
        bool upon = earlier.part != Entries.PART_NONE && earlier.objectKey == later.objectKey;
        bool acts = upon && earlier.part == Entries.PART_ACT;
        if (!upon || (!acts && later.prior == earlier.index)) return later.prior == earlier.index;
        if (later.prior != (acts ? earlier.index : earlier.prior))
            return later.prior == Entries.NO_PRIOR || later.prior < earlier.index;
        return later.part == Entries.PART_ASK ? later.holder != earlier.holder : !mayAct(earlier.holder, later);
    }

    /// @notice Whether an act that names no holder has another holder than the act at its `prior`, the earlier entry.
    /// @dev `contradict` checks asks.
    /// @param a The statement of the later entry's action.
    function miscarries(
        Entries.Entry memory earlier,
        Entries.Entry memory later,
        About memory a
    ) internal pure returns (bool) {
        if (later.part != Entries.PART_ACT || a.names || later.prior != earlier.index) return false;
        bool upon = earlier.log == later.log && earlier.part == later.part && earlier.objectKey == later.objectKey;
        return upon && later.holder != earlier.holder;
    }

    /// @notice Whether an entry's actor may act upon an object with this holder.
    /// @dev A contract wallet's signature does not suffice: it is the operator's word.
    function mayAct(address holder, Entries.Entry memory entry) internal pure returns (bool) {
        if (holder == Entries.ANYBODY) return true;
        return holder != address(0) && entry.actor == holder && entry.scheme == Entries.ECDSA_SCHEME;
    }
}
