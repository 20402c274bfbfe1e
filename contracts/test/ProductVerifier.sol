// SPDX-License-Identifier: MIT
// Written by scripts/generate/verifier.ts from the circuit's verification key: do not edit.
pragma solidity ^0.8.28;

import {IProofVerifier} from "../interfaces/IProofVerifier.sol";
import {Groth16} from "../libraries/Groth16.sol";

/// @title ProductSignals
/// @notice Where each public signal of the circuit `product` stands.
library ProductSignals {
    uint256 internal constant PRODUCT = 0;
    uint256 internal constant TAG = 1;
}

/// @title ProductVerifier
/// @notice Verifies proofs of the circuit `product`.
contract ProductVerifier is IProofVerifier {
    /// @dev Points of G1 as x, y; of G2 as x1, x0, y1, y0, imaginary parts first.
    bytes private constant KEY =
        // alpha
        hex"18d8039b5c427199e50bacd05da7937ba3faa9cce40adf7396f1ae599d59ccdc"
        hex"2149b86dc5a70f1b9beb8f700bac703c6edc69a23928b33259e12e75bb2e0969"
        // beta
        hex"2363ea2727b7efb006d80627a1d7b8d12203adaee80e7de99c043524a7d86ba9"
        hex"13f5675f20770d4ecf22fa2a5832d7de88806ed55e30d0160d5fc646352af91a"
        hex"21b5541813fdbb5dd36d8a66e833418e049da55f4b16d3899dcc36633c93121d"
        hex"145203265a62d79fb405378e2a71a971fdb8d5d0b1443f19a750ca6081a97e76"
        // gamma
        hex"198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
        hex"1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
        hex"090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
        hex"12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"
        // delta
        hex"0e52d4f10fdb7a5970e98ed072453bfaaca136a4c355a02adcac18d4d96a735e"
        hex"16f00fbdb51cdd934ef9d2a3769c515ce0c42b634363c0b4571acd76c492313d"
        hex"1463a3a3a30d4c21f537099abe2bb63e3ae38dbc4dbc21f7187e9f1b5a6d9a73"
        hex"1d505493da532a1ac3c9cad0faa04acf3b463e8a228a669bba390cf5497c722c"
        // IC_0
        hex"0310474085a0276b4e16ca3b4604f2616183aaf0699a9e9759f03a4558b1a21c"
        hex"14eeb46e4f1b17a4cc4927f17ef16d4cd39ff91eca2775d121836fd62432af4b"
        // IC_1, product
        hex"096ea74f27b5ebf05f0b1e4a344cc7726253b43021a841d1a60d6cff04b0abe5"
        hex"1e304d0bd1c2d9fc714134d5d0f994542dc86799df0930e5bd60c6e16950d8a4"
        // IC_2, tag
        hex"03b8c8c0b2cddc668bd3502d9b288cefe841221e1f7dcc08caa8a44b5eb2bae6"
        hex"1343e34343fd20235237d2796428c9c8805e24ac0db9929900f767fb5d5fde1d";

    /// @inheritdoc IProofVerifier
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external view returns (bool) {
        return Groth16.verify(KEY, proof, publicSignals);
    }
}
