// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Groth16} from "../libraries/Groth16.sol";

/// @notice Lets tests call the internal functions of `Groth16` under any key. Not part of any deployment.
contract Groth16Harness {
    function verify(bytes calldata key, bytes calldata proof, uint256[] calldata signals) external view returns (bool) {
        return Groth16.verify(key, proof, signals);
    }
}
