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
        hex"0f7081ab7e17413865a2b8dfa0a9015080114627792195613a5ccf5c5c19e6fb"
        hex"2aaca1054a85cb09f6f263e93e9b1aecaaa4c5415269fe475c74ecdf1b7b7e48"
        // IC_1, nullifier
        hex"07afeacf7aa05b60fa851d655d6892162150fc2305bee8675fb3a36e21adff67"
        hex"0a253ba504d6f91de9ff47127af05a29da9937acd788e0a3bb447f67cd6f17d4"
        // IC_2, zkRoot
        hex"164cb755415d2a8dff9c58e3ef6ea50f320ef5ba309f404074abe3a86a4a96ff"
        hex"1b3996e0edad58128f2cd564acbfeec4e98065f438e917430626a9e10bebb0b0"
        // IC_3, payloadType
        hex"0719e0c5227c0a2cf24d262424f00d8543ae7a5ec7c14d8b1bcbfb1be9ddd4a5"
        hex"15c3392c5de7ffce3b3d0ed5bcc63b9d5e37c177509c96265661a0aad2521bc7"
        // IC_4, layout
        hex"1400829834cc829e6563e2c6f560eb5a71d635e8bd8449dd1fb92a4e3fb52179"
        hex"27e09d3c1bf5f5e162255253997da464e0b579d991c793f2e4184ddf9cc89a10"
        // IC_5, subject
        hex"097401388283909bee87135f1a440e3f85c652fa0201102b3664244fec868ea2"
        hex"18fc17fa4f4e6f1e0a1dbccc656cb67d795bef8a1bdde1e0c0ec5556de6d9a79"
        // IC_6, scope
        hex"1674a62a1534484525a04e45bf5530152d967045c112c607194fabddfb037de9"
        hex"04886b8cebc7c9eaa2b0721b326680e9d3793d7b47b3977c426854a8e2a1bdae"
        // IC_7, beneficiary
        hex"1dd7aebbb63f0e7aa8a2e44b6a4fd27862e2b1c39210d530637120f7e4c27d00"
        hex"0f4e1c99021ffa899ea63588067c7d4e11ca5847a16c9a38cae108910e56aaa1"
        // IC_8, value0
        hex"30570a1bc26b144bfbc6879a0a42b0b6784f463c8a698e4763374dc160caa748"
        hex"1094d248753c985b017f2ecd4f2f9086d5cddefc504038854c69f5202ccdbe38"
        // IC_9, value1
        hex"0a9d23aeb34a6065f0daae6cbc46cd0812e63faed7ee28642fa39f19fa82298f"
        hex"0f5b2eb74519b17d1830192a3de22303b5ddf35609ee14ef5789631685280255"
        // IC_10, value2
        hex"020c51d76cc1356a9a4e078df7b385b9188d92c1916e86ae1a09ce196bd4dd8f"
        hex"2dd016a812a048869c1111660f622eb224da68fdf16b242bcf5081e69b38fa82"
        // IC_11, value3
        hex"21d80f6cad76f5d27db472420613bb144faeabbbe9fae9e157030e5a08a11cf9"
        hex"03108fae0f67a077cd6aa0c1059bd5d3a665e4e945c441b3a0682ec9ed321c92";

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
