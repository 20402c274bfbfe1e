// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Groth16} from "../../contracts/libraries/Groth16.sol";
import {Limits} from "../../contracts/libraries/Limits.sol";
import {Groth16Harness} from "../../contracts/test/Groth16Harness.sol";
import {Test} from "./Test.sol";
import {create} from "./released.sol";

/// Forges valid proofs with a known trapdoor. If beta, gamma, delta and B are all the generator of G2, a proof is valid
/// if a = alpha + x + c. These are the factors of A, alpha, X and C over the generator of G1.
contract Groth16Test is Test {
    Groth16Harness private immutable LIBRARY = Groth16Harness(create("Groth16Harness", ""));

    bytes private constant G2 =
        hex"198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
        hex"1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
        hex"090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
        hex"12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa";

    struct Example {
        bytes key;
        bytes proof;
        uint256[] signals;
    }

    function testForgedProofsVerify(uint256 seed, uint8 count) external view {
        Example memory e = example(seed, count % 12);
        assertTrue(LIBRARY.verify(e.key, e.proof, e.signals));
    }

    /// X = IC_0 + s · IC_1 is the point at infinity.
    function testTheSumOverTheSignalsIsInfinity(uint256 seed) external view {
        uint256 alpha = scalar(seed, "alpha");
        uint256 c = scalar(seed, "c");
        uint256 x = scalar(seed, "IC");
        bytes memory key = bytes.concat(times(alpha), G2, G2, G2, times(x), times(1));
        uint256[] memory signals = new uint256[](1);
        signals[0] = Limits.FIELD_ORDER - x;
        bytes memory proof = bytes.concat(times(addmod(alpha, c, Limits.FIELD_ORDER)), G2, times(c));
        assertTrue(LIBRARY.verify(key, proof, signals));
    }

    function testAnotherSignal(uint256 seed, uint8 count, uint256 place, uint256 other) external view {
        Example memory e = example(seed, 1 + (count % 11));
        place = bound(place, 0, e.signals.length - 1);
        vm.assume(other != e.signals[place]);
        e.signals[place] = other;
        assertTrue(!LIBRARY.verify(e.key, e.proof, e.signals));
    }

    function testSignalPlusMultipleOfR(uint256 seed, uint8 count, uint256 place, uint256 factor) external view {
        Example memory e = example(seed, 1 + (count % 11));
        place = bound(place, 0, e.signals.length - 1);
        // A word holds a signal plus up to four times r, and only some signals plus five times r.
        e.signals[place] += bound(factor, 1, 4) * Limits.FIELD_ORDER;
        assertTrue(!LIBRARY.verify(e.key, e.proof, e.signals));
    }

    function testAWrongNumberOfSignals(uint256 seed, uint8 count, uint8 other) external view {
        Example memory e = example(seed, count % 12);
        // Numbers close to the right one: a missing signal of zero would not change the sum.
        other %= 14;
        vm.assume(other != e.signals.length);
        uint256[] memory signals = new uint256[](other);
        for (uint256 i = 0; i < other && i < e.signals.length; ++i) signals[i] = e.signals[i];
        assertTrue(!LIBRARY.verify(e.key, e.proof, signals));
    }

    function testChangedProof(uint256 seed, uint8 place, uint8 bit) external view {
        Example memory e = example(seed, 2);
        e.proof[place] ^= bytes1(uint8(1) << (bit % 8));
        assertTrue(!LIBRARY.verify(e.key, e.proof, e.signals));
    }

    function testCoordinatePlusMultipleOfP(uint256 seed, uint256 place, uint256 factor) external view {
        Example memory e = example(seed, 2);
        uint256[8] memory words = abi.decode(e.proof, (uint256[8]));
        words[bound(place, 0, 7)] += bound(factor, 1, 4) * Groth16.P;
        assertTrue(!LIBRARY.verify(e.key, abi.encode(words), e.signals));
    }

    function testAProofOfWrongLength(uint256 seed, uint16 length) external view {
        vm.assume(length != 256);
        Example memory e = example(seed, 2);
        bytes memory proof = new bytes(length);
        for (uint256 i = 0; i < length && i < e.proof.length; ++i) proof[i] = e.proof[i];
        assertTrue(!LIBRARY.verify(e.key, proof, e.signals));
    }

    /// A point at infinity is encoded as zeros. A proof with one is refused, even if the equation holds.
    function testThePointAtInfinity(uint256 seed) external view {
        Example memory e = example(seed, 0);
        uint256 a = addmod(scalar(seed, "alpha"), scalar(seed, "IC"), Limits.FIELD_ORDER);
        vm.assume(a != 0);
        assertTrue(!LIBRARY.verify(e.key, bytes.concat(times(a), G2, new bytes(64)), e.signals));
        // With A or B at infinity, the equation holds for c = -alpha - x. The encoding (0, p) would pass as (0, 0) if
        // it were negated.
        bytes memory c = times(Limits.FIELD_ORDER - a);
        assertTrue(!LIBRARY.verify(e.key, bytes.concat(new bytes(64), G2, c), e.signals));
        assertTrue(!LIBRARY.verify(e.key, bytes.concat(new bytes(32), bytes32(Groth16.P), G2, c), e.signals));
        assertTrue(!LIBRARY.verify(e.key, bytes.concat(times(a), new bytes(128), c), e.signals));
    }

    function testRandomBytes(uint256 seed, uint256[8] calldata proof) external view {
        Example memory e = example(seed, 2);
        assertTrue(!LIBRARY.verify(e.key, abi.encode(proof), e.signals));
    }

    function testRandomCoordinatesInRange(uint256 seed, uint256[8] memory proof) external view {
        Example memory e = example(seed, 2);
        for (uint256 i = 0; i < 8; ++i) proof[i] %= Groth16.P;
        assertTrue(!LIBRARY.verify(e.key, abi.encode(proof), e.signals));
    }

    /// A proof under one key is invalid under another.
    function testAnotherKey(uint256 seed, uint256 other) external view {
        vm.assume(seed != other);
        Example memory e = example(seed, 2);
        assertTrue(!LIBRARY.verify(example(other, 2).key, e.proof, e.signals));
    }

    function example(uint256 seed, uint256 count) private view returns (Example memory e) {
        uint256 alpha = scalar(seed, "alpha");
        uint256 c = scalar(seed, "c");
        uint256 x = scalar(seed, "IC");
        e.key = bytes.concat(times(alpha), G2, G2, G2, times(x));
        e.signals = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            uint256 factor = scalar(uint256(keccak256(abi.encode(seed, i))), "IC_i");
            // Some signals are 0, some r - 1.
            uint256 kind = scalar(uint256(keccak256(abi.encode(seed, i))), "kind") % 4;
            e.signals[i] =
                kind == 0
                    ? 0
                    : kind == 1
                        ? Limits.FIELD_ORDER - 1
                        : scalar(uint256(keccak256(abi.encode(seed, i))), "signal");
            e.key = bytes.concat(e.key, times(factor));
            x = addmod(x, mulmod(factor, e.signals[i], Limits.FIELD_ORDER), Limits.FIELD_ORDER);
        }
        uint256 a = addmod(addmod(alpha, x, Limits.FIELD_ORDER), c, Limits.FIELD_ORDER);
        e.proof = bytes.concat(times(a), G2, times(c));
    }

    function scalar(uint256 seed, string memory name) private pure returns (uint256) {
        unchecked {
            return 1 + (uint256(keccak256(abi.encode(seed, name))) % (Limits.FIELD_ORDER - 1));
        }
    }

    /// Multiplies the generator of G1.
    function times(uint256 factor) private view returns (bytes memory point) {
        bool ok;
        (ok, point) = address(0x07).staticcall(abi.encode(1, 2, factor));
        assertTrue(ok && point.length == 64);
    }
}
