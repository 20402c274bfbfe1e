// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";

/// @notice The payload of the kind Everything.
struct Everything {
    address from_;
    bytes32 id;
    uint256 amount;
    uint8 small;
    int64 signed;
    int256 wide;
    bytes4 four;
    bool yes;
    // The keccak-256 of the string.
    bytes32 text;
    // The keccak-256 of the bytes.
    bytes32 data;
    // The keccak-256 of the elements' words (uint16[]).
    bytes32 list;
}

/// @notice Reads the payload of the kind Everything from an action that `AnchoredAction.prove` returned.
library EverythingPayloads {
    string internal constant PAYLOAD_TYPE =
        "EverythingPayload(address from,bytes32 id,uint256 amount,uint8 small,int64 signed,int256 wide,bytes4 four,bool yes,string text,bytes data,uint16[] list)";
    bytes32 internal constant PAYLOAD_TYPE_HASH = 0x18921b3c7ffb9b0a3f77a060f5f80bea11a970d339dd5bbcf85654c56b1231d5;

    /// @notice The action is of another kind.
    error NotEverything(bytes32 payloadType);

    function read(AnchoredAction.Action memory action) internal pure returns (Everything memory payload) {
        if (action.payloadType != PAYLOAD_TYPE_HASH) revert NotEverything(action.payloadType);
        payload.from_ = address(uint160(uint256(action.words[0])));
        payload.id = action.words[1];
        payload.amount = uint256(action.words[2]);
        payload.small = uint8(uint256(action.words[3]));
        payload.signed = int64(int256(uint256(action.words[4])));
        payload.wide = int256(uint256(action.words[5]));
        payload.four = bytes4(action.words[6]);
        payload.yes = action.words[7] != 0;
        payload.text = action.words[8];
        payload.data = action.words[9];
        payload.list = action.words[10];
    }
}
