// SPDX-License-Identifier: MIT
// Written by scripts/generate/verifier.ts from the circuit's verification key: do not edit.
pragma solidity ^0.8.28;

import {IProofVerifier} from "../interfaces/IProofVerifier.sol";
import {Groth16} from "../libraries/Groth16.sol";

/// @title OrderSignals
/// @notice Where each public signal of the circuit `order` stands.
library OrderSignals {
    uint256 internal constant FIRST_ZK_ROOT = 0;
    uint256 internal constant SECOND_ZK_ROOT = 1;
    uint256 internal constant FIRST_BATCH = 2;
    uint256 internal constant SECOND_BATCH = 3;
    uint256 internal constant FIRST_PAYLOAD_TYPE = 4;
    uint256 internal constant SECOND_PAYLOAD_TYPE = 5;
    uint256 internal constant FIRST_VALUE_0 = 6;
    uint256 internal constant FIRST_VALUE_1 = 7;
    uint256 internal constant SECOND_VALUE_0 = 8;
    uint256 internal constant SECOND_VALUE_1 = 9;
    uint256 internal constant LAYOUT = 10;
    uint256 internal constant BENEFICIARY = 11;
}

/// @title OrderVerifier
/// @notice Verifies proofs of the circuit `order`.
/// @dev The key is for development: anybody can forge proofs under it, so only chain 31337 may use it.
contract OrderVerifier is IProofVerifier {
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
        hex"12423da850d0db8688ca3f4203545d22a01082b9480db77a321c7bdef75a0ef2"
        hex"124d71447d0c1a459b4f2a24d0d6d11e664fb2fd9cb06b8da095c4d7588fdb32"
        // IC_1, firstZkRoot
        hex"19e7c9f7e38f71c71b7abb72456c4a70ad4d466b7c64b3e3b6891df4c8b07ad4"
        hex"22df2e5b6e0688a1501ed103324951cbff2d45d2bef63d554382570f77be5da1"
        // IC_2, secondZkRoot
        hex"1607dc2959511b26b7b54c0b6dd357eac9f1272a2bd733c7daa6f83a43b4add8"
        hex"01906bbfac4aa685c5e74fcc316324e74a65b69c157cef7a3f8b61f0efe4325c"
        // IC_3, firstBatch
        hex"109f0672b35b895c5151fc7f5a77bf6f03e07448fa3b08fea0773146a187d40f"
        hex"2eedef8a11a2723c0bd4ed284608cc51e20d33855afb03f3024a8c810c16f5ab"
        // IC_4, secondBatch
        hex"28e11811b0c3b216ce94456d7bcd6920c7747e0ca4dc75834d53c86c78bb2e14"
        hex"0ce4c3f810d4a816d6cacb0487c772c860d4ec1706129f11782829f1a451dd98"
        // IC_5, firstPayloadType
        hex"09780d5ba2dae88f7272b3d4d073e57812a56f688f877db8d2b5018c3708b129"
        hex"1dfa038631c86f448f6dc49acd14822df4efb557ad489880b7d87fa27b125eba"
        // IC_6, secondPayloadType
        hex"0f6436a0e2e746fbe2f4e003228f0ec6a157766ba042a9cf65f30d8922fef11f"
        hex"10e46276aed8cef3bb55951dfa4b40a312ff22f8ce6c9b76ffae6c01eaab134a"
        // IC_7, firstValue0
        hex"0427388ab7ea18fd057f2a806c2704c74c68bdcdf4917471ba725e7fcfdc1bc5"
        hex"08fcbb448a5b9e9238b8c983c01e95c8d8d60658aaf98619c1053ea58246642b"
        // IC_8, firstValue1
        hex"18601c93c30fdc355ee0cb8ad5d54dc16b29941ca88702e0043930847000b546"
        hex"2b476f819ad374665eeb4b86246a06a58a88101dcc2dc17c15767cd07da67a44"
        // IC_9, secondValue0
        hex"2e43f370ced4b2319b64441b88e225e90899cae64d846300b56c75421d17ae21"
        hex"00598234b06e136215c67f9f5d87149ca7f6d1b28372ef4bac967aac6ca447c1"
        // IC_10, secondValue1
        hex"2716f40bbdd3aaa7dd96e70770326488d657e80be5c2079201dc7cb1c080323e"
        hex"282598416939c9b4ff8ce0c7e8d16abdfcb26e59cd40d2f17f0331fd9d79b286"
        // IC_11, layout
        hex"12615029a7e2de194934b77ccac8ceeff92387b8a7b9118942044d6562493983"
        hex"23b7dee5e753d6f7e38d4a3026e7e20de63b27167c2c903f179f1c3fad2c636b"
        // IC_12, beneficiary
        hex"1c3627be6aa05bc1d91a97290eb13203025e534a53e1208e520fc5bdefe219ba"
        hex"2f32d62c481dd6b2cf280b038d3a580e8d1c41c37ebf18ee3212e5767704d694";

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
