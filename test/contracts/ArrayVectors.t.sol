// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../../contracts/libraries/Actions.sol";
import {Test} from "./Test.sol";
import {JSON} from "./VmJson.sol";

contract PayloadTypes {
    function check(string calldata payloadType, bytes32[] calldata words) external pure {
        Actions.checkWords(Actions.checkPayloadType(payloadType), words);
    }
}

/// @notice An array's word is the hash that Solidity makes of its elements: test/vectors/arrays.json.
contract ArrayVectorsTest is Test {
    error Wrong(string vectorType);

    function testAnArraysWordIsTheHashOfItsElements() external {
        string memory json = JSON.readFile("test/vectors/arrays.json");
        PayloadTypes types = new PayloadTypes();
        uint256 count;
        for (; JSON.keyExistsJson(json, pathOf(count, "type")); ++count) {
            string memory elements = JSON.parseJsonString(json, pathOf(count, "type"));
            bytes32[] memory words = new bytes32[](1);
            words[0] = JSON.parseJsonBytes32(json, pathOf(count, "word"));
            if (keccak256(packed(json, bytes2(bytes(elements)), pathOf(count, "value"))) != words[0])
                revert Wrong(elements);
            types.check(string.concat("OnlyPayload(", elements, " x)"), words);
            bytes32 typeHash = keccak256(bytes(string.concat("Only(", elements, " x)")));
            bytes32 hash = keccak256(abi.encode(typeHash, words[0]));
            if (hash != JSON.parseJsonBytes32(json, pathOf(count, "struct"))) revert Wrong(elements);
        }
        require(count == 9, "vectors are missing");
    }

    function pathOf(uint256 i, string memory member) private pure returns (string memory) {
        return string.concat("$.vectors[", JSON.toString(i), "].", member);
    }

    /// The words of the elements, one after the other. The first two letters of the type select the parser.
    function packed(string memory json, bytes2 letters, string memory key) private pure returns (bytes memory) {
        if (letters == "ui") return abi.encodePacked(JSON.parseJsonUintArray(json, key));
        if (letters == "in") return abi.encodePacked(JSON.parseJsonIntArray(json, key));
        if (letters == "ad") return abi.encodePacked(JSON.parseJsonAddressArray(json, key));
        if (letters == "bo") return abi.encodePacked(JSON.parseJsonBoolArray(json, key));
        bytes[] memory texts = JSON.parseJsonBytesArray(json, key);
        bytes32[] memory words = new bytes32[](texts.length);
        for (uint256 i = 0; i < words.length; ++i) words[i] = bytes32(texts[i]);
        return abi.encodePacked(words);
    }
}
