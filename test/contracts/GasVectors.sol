// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {JSON} from "./VmJson.sol";

/// @notice Reads the real proofs that scripts/circuits/gas-vectors.ts wrote.
library GasVectors {
    struct Proof {
        string name;
        bytes proof;
        uint256[] signals;
    }

    function read() internal view returns (string memory) {
        return JSON.readFile("test/vectors/gas.json");
    }

    function number(string memory json, string memory key) internal pure returns (uint256) {
        return JSON.parseJsonUint(json, key);
    }

    function text(string memory json, string memory key) internal pure returns (string memory) {
        return JSON.parseJsonString(json, key);
    }

    function words(string memory json, string memory key) internal pure returns (bytes32[] memory) {
        return JSON.parseJsonBytes32Array(json, key);
    }

    function proofAt(string memory json, string memory list, uint256 i) internal pure returns (Proof memory p) {
        string memory place = string.concat(".", list, "[", JSON.toString(i), "]");
        p.name = JSON.parseJsonString(json, string.concat(place, ".name"));
        p.proof = JSON.parseJsonBytes(json, string.concat(place, ".proof"));
        bytes32[] memory signals = words(json, string.concat(place, ".signals"));
        p.signals = new uint256[](signals.length);
        for (uint256 j = 0; j < signals.length; ++j) p.signals[j] = uint256(signals[j]);
    }
}
