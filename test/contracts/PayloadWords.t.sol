// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../../contracts/libraries/Actions.sol";
import {PayloadTypes} from "./ArrayVectors.t.sol";
import {Test} from "./Test.sol";

/// @notice Tests the range of each member type, and the position that an error about a type string names.
contract PayloadWordsTest is Test {
    PayloadTypes private immutable TYPES = new PayloadTypes();

    function testWordsAreInTheirTypesRange() external {
        bounds("bool", 0, 1, 2);
        bounds("address", 0, type(uint160).max, 1 << 160);
        bounds("uint8", 0, 255, 256);
        bounds("uint256", 0, type(uint256).max, 0);
        bounds("int8", signed(-128), 127, 128);
        bounds("int8", signed(-1), 1, signed(-129));
        bounds("int256", 1 << 255, type(uint256).max, 0);
        bounds("bytes1", 0, 0xff << 248, 1 << 247);
        bounds("bytes31", 1 << 8, ~uint256(0xff), 1);
        bounds("bytes32", 0, type(uint256).max, 0);
        bounds("string", 0, type(uint256).max, 0);
        bounds("bool[]", 0, type(uint256).max, 0);
    }

    /// Checks the least and the largest word of a type, and one outside its range. `outside` is 0 if each word is a
    /// value.
    function bounds(string memory name, uint256 least, uint256 most, uint256 outside) private {
        string memory payloadType = string.concat("OnlyPayload(", name, " x)");
        TYPES.check(payloadType, wordsOf(least));
        TYPES.check(payloadType, wordsOf(most));
        if (outside == 0) return;
        vm.expectRevert(abi.encodeWithSelector(Actions.WordOutOfRange.selector, 0, outside));
        TYPES.check(payloadType, wordsOf(outside));
    }

    function testATypeStringThatEndsInBracketsIsRefusedAtThem() external {
        bytes32[] memory words = wordsOf(0);
        vm.expectRevert(abi.encodeWithSelector(Actions.BadPayloadType.selector, 13));
        TYPES.check("KPayload(bool[]", words);
        vm.expectRevert(abi.encodeWithSelector(Actions.BadPayloadType.selector, 13));
        TYPES.check("KPayload(bool[", words);
    }

    function wordsOf(uint256 word) private pure returns (bytes32[] memory words) {
        words = new bytes32[](1);
        words[0] = bytes32(word);
    }

    function signed(int256 value) private pure returns (uint256) {
        return uint256(value);
    }
}
