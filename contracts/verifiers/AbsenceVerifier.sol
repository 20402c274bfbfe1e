// SPDX-License-Identifier: MIT
// Written by scripts/generate/verifier.ts from the circuit's verification key: do not edit.
pragma solidity ^0.8.28;

import {IProofVerifier} from "../interfaces/IProofVerifier.sol";
import {Groth16} from "../libraries/Groth16.sol";

/// @title AbsenceSignals
/// @notice Where each public signal of the circuit `absence` stands.
library AbsenceSignals {
    uint256 internal constant ZK_ROOT = 0;
    uint256 internal constant PAYLOAD_TYPE = 1;
    uint256 internal constant VALUE_0 = 2;
    uint256 internal constant VALUE_1 = 3;
    uint256 internal constant LAYOUT = 4;
}

/// @title AbsenceVerifier
/// @notice Verifies proofs of the circuit `absence`.
/// @dev The key is for development: anybody can forge proofs under it, so only chain 31337 may use it.
contract AbsenceVerifier is IProofVerifier {
    /// @dev Points of G1 as x, y; of G2 as x1, x0, y1, y0, imaginary parts first.
    bytes private constant KEY =
        // alpha
        hex"0dce85ea741d0742bc05b7aea215a61a5271058a733f31be5dea090b7f17a426"
        hex"14a961f0572933c659371f7ce1d15717d543e6ed656a6cce30e227fc5cef908d"
        // beta
        hex"063b17221a88a617899008f46c5c5ed331f1e7513602abc1643820e78aa14644"
        hex"05821c78deadeb64de97b295c5a7719966c6591be6309b5a043e61465f675f10"
        hex"0b1ebf2b82a67b4f5312f1fca2756fdab7dfdab67c2d15459740fcba33133cff"
        hex"05329f99775260b559bd563e4fcc5572fb6d68b42041103e8fc9539e14658086"
        // gamma
        hex"198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
        hex"1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
        hex"090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
        hex"12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"
        // delta
        hex"21fc1b28a5974f196f3fd6e82712009e8caa4bfd22d321809fa5203adbfed583"
        hex"006e51949a9f877f3c9cf162d8357d4a96ee830e82f706cf71b140cfaf6cebd3"
        hex"0c877496e629d878108f97adb7aa6570c1450c832fc4a3ca9cf168263741d918"
        hex"0200c26dde547a54d0b0a1a2c460a6d0eae7839718a94789224be8e06088c373"
        // IC_0
        hex"2039c72e85e35885443b9cb18c8ab93e72e19b70501a8ba21b97bb2233f2ada2"
        hex"1c535b1d0c3e0116bd576fb8de5448c2106118e9fd7ff19523a77cfdb59de30c"
        // IC_1, zkRoot
        hex"171cc6e7fe21aa1f1b0e83ecc1329eaae725c82256385a298cd5144ffca13c98"
        hex"083a43ff2ef2c553f443c1726cbaf678d845fe3e86412d2623a0f0b396067d99"
        // IC_2, payloadType
        hex"03e7bb410c6832924e7b8e6473522c7f72d166d9ee2087d368e3f9c8fef8e79d"
        hex"0d7104f9ae73e3a4c3e9e92f0195227b4c9fbd4c504779a99bdb60ee38cdf9a4"
        // IC_3, value0
        hex"128710aeafcd2c1944f47406cd46d8b9cac1ba8193abf5a220927430271db595"
        hex"1e82831222508ebfd79d5dc7492945706e71e087add84e84ba23d3c6804db718"
        // IC_4, value1
        hex"1f878a13f153af229f2c68041d96941c88927e7a4f493ba2180bb097baf4f8bd"
        hex"03e12786a28c8a0834b27b9b0d139e3bb19c28132024a6f43f0be28220fa8740"
        // IC_5, layout
        hex"06b766339eaaa4140b67f7efb56b88100fdd426090866caacc7a47fff0585d38"
        hex"127cdc66c4bf7e3556aaa57407a9f1e59391e800a4625bf1dcbf642e2afc37fc";

    constructor() {
        _refuseOtherChains();
    }

    /// @inheritdoc IProofVerifier
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external view returns (bool) {
        _refuseOtherChains();
        return Groth16.verify(KEY, proof, publicSignals);
    }

    function _refuseOtherChains() private view {
        if (block.chainid != 31337) revert DevelopmentKeyOffLocalChain();
    }
}
