// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Wallets} from "../libraries/Wallets.sol";

/// @notice Lets tests call the internal functions of `Wallets`. Not part of any deployment.
contract WalletsHarness {
    function standsBy(address wallet, bytes32 digest, bytes calldata signature) external view returns (bool) {
        return Wallets.standsBy(wallet, digest, signature);
    }
}
