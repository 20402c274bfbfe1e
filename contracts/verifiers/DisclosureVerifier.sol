// SPDX-License-Identifier: MIT
// Written by scripts/generate/verifier.ts from the circuit's verification key: do not edit.
pragma solidity ^0.8.28;

import {IProofVerifier} from "../interfaces/IProofVerifier.sol";
import {Groth16} from "../libraries/Groth16.sol";

/// @title DisclosureSignals
/// @notice Where each public signal of the circuit `disclosure` stands.
library DisclosureSignals {
    uint256 internal constant NULLIFIER = 0;
    uint256 internal constant ZK_ROOT = 1;
    uint256 internal constant PAYLOAD_TYPE = 2;
    uint256 internal constant LAYOUT = 3;
    uint256 internal constant SUBJECT = 4;
    uint256 internal constant SCOPE = 5;
    uint256 internal constant BENEFICIARY = 6;
    uint256 internal constant VALUE_0 = 7;
    uint256 internal constant VALUE_1 = 8;
    uint256 internal constant VALUE_2 = 9;
    uint256 internal constant VALUE_3 = 10;
}

/// @title DisclosureVerifier
/// @notice Verifies proofs of the circuit `disclosure`.
/// @dev The key is for development: anybody can forge proofs under it, so only chain 31337 may use it.
contract DisclosureVerifier is IProofVerifier {
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
        hex"0ceab993137779c0a07cb6b5b472f49ac6e00a1ccb8cbec19a6bee190ec63b5d"
        hex"107c07dc8856f6ca7f587d85b10cf08f325ca1c6f416658e2846abdd5c0e3fa1"
        // IC_1, nullifier
        hex"0b0b9f03ad73572f5b61f85402ed5b293a05b223a3833551631b8133c1fcf113"
        hex"2a0dac7da812baf010d4dc8db1da67d663f223bb6cd58aba5bff054da91ac70f"
        // IC_2, zkRoot
        hex"2eb5af51bc66596599e7bef0c91ab5f1dd0406681ab5d8da924c556f29df05a5"
        hex"291b8f4f836e1e942a9d9e22ac4cfb9c0837aac87825c158463d67a507c2484f"
        // IC_3, payloadType
        hex"0e75083b3f006988e5cb4785c61e32bf1ef3eba281de3edf06b946762c8b1ff7"
        hex"17e3df26369ed354de74a33fbf49fb6e0847ea2618872487fdb09720caa090fe"
        // IC_4, layout
        hex"06bbbf32e92373a2ef3ddf80454cc701f9a8034dbe4748be5483cc90010bea78"
        hex"05d96bf0a4ba997f0c91a1297f7b1b33ddac8c070696dc293f3364ec2921e93c"
        // IC_5, subject
        hex"143b06df18203e99f788ed5eb136fba3755b9fb6002b1e6110c8b6f262f6a7c0"
        hex"0edc1fe4c7ffd063fc5025dbf916c189ca28a8ae80f6f53c652d5f298ab4a0a6"
        // IC_6, scope
        hex"0daa7d332cef30c572fa5e308ffd339e0e587a8f71732e1e94456397eabb0e78"
        hex"02a220605c2a91c33368fbe085a36e6dba7d6696ad81ed844e5e08a3b3dbd2d8"
        // IC_7, beneficiary
        hex"277651f08ab9d158411a880541cdf375821b1e738deab53b4dc3b675c1ec8af8"
        hex"07ccf65ac127ffd363363611fdd21a697e70fe9c48f13399ba4ffa0b6f1110b0"
        // IC_8, value0
        hex"0f6525f7f628fdecbb31ce6fbb3fcc4ddbee6582fa32bd0a063b84b741f4c2ad"
        hex"01474c2c87e545c3d079d597ca4b7df4a4023f3f998fc63292d40b22b7482663"
        // IC_9, value1
        hex"0adc78c7588520d19582e743abf9c6dfc20ef51ff773e9e04edb567f57e16a29"
        hex"11e8bf0458bb02ba23c0c811d55cad0c9a2ff21c583f53f03fa96a1e5b48b269"
        // IC_10, value2
        hex"135e8724aab01d64e82176a6372056437fc5dbb5cde375df1c441d99a8f18f5d"
        hex"302c4b8569469331c501ba0b3c2653dd4ceef4328281f2e9612cbd4f8aeee2d6"
        // IC_11, value3
        hex"2819355f693ddab6eb113acb457535c4e8659dd3a534fc1be536c648e699722f"
        hex"0ae8005b20cbc5ded584ad45b5e600cc126cf480dd5a94d235fbc29e764ba0d1";

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
