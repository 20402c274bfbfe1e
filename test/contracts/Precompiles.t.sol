// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {RFC9162} from "../../contracts/libraries/RFC9162.sol";
import {Groth16Harness} from "../../contracts/test/Groth16Harness.sol";
import {RFC9162Harness} from "../../contracts/test/RFC9162Harness.sol";
import {Test} from "./Test.sol";
import {create} from "./released.sol";

/// Tests chains on which a precompile is missing, returns something else, or fails although there is enough gas.
contract PrecompilesTest is Test {
    address private constant SHA256 = address(0x02);
    address private constant EC_ADD = address(0x06);
    address private constant EC_MUL = address(0x07);
    address private constant PAIRING = address(0x08);

    RFC9162Harness private hashes;
    Groth16Harness private proofs;

    function setUp() external {
        (hashes, proofs) = (RFC9162Harness(create("RFC9162Harness", "")), Groth16Harness(create("Groth16Harness", "")));
    }

    function testNoHashWithoutSha256() external {
        vm.mockCall(SHA256, "", "");
        refuseHashes();
    }

    function testNoHashIfSha256Fails() external {
        vm.mockCallRevert(SHA256, "", new bytes(32));
        refuseHashes();
    }

    function testNoHashIfSha256ReturnsTooMuch() external {
        vm.mockCall(SHA256, "", new bytes(33));
        refuseHashes();
    }

    /// SHA-256 fails for one of the three hashes of a proof: with a sibling on the right, or with a sibling on the left
    /// in the older or the newer tree.
    function testNoConsistencyIfSha256FailsOnce() external {
        bytes32[] memory path = new bytes32[](3);
        (path[0], path[1], path[2]) = (keccak256("node"), keccak256("right"), keccak256("left"));
        bytes32 newer = sha256(abi.encodePacked(bytes1(0x01), path[0], path[1]));
        bytes32[2][3] memory hashed = [[path[0], path[1]], [path[2], path[0]], [path[2], newer]];
        for (uint256 i = 0; i < 3; ++i) {
            vm.mockCall(SHA256, abi.encodePacked(bytes1(0x01), hashed[i][0], hashed[i][1]), "");
            vm.expectRevert(abi.encodeWithSelector(RFC9162.Sha256Failed.selector));
            hashes.consistent(3, 0, 4, 0, path);
            vm.clearMockedCalls();
        }
    }

    function testNoInclusionIfSha256FailsOnce() external {
        bytes32[] memory path = new bytes32[](2);
        vm.mockCall(SHA256, abi.encodePacked(bytes1(0x01), path[0], keccak256("leaf")), "");
        vm.expectRevert(abi.encodeWithSelector(RFC9162.Sha256Failed.selector));
        hashes.inclusionRoot(keccak256("leaf"), 1, 4, path);
    }

    /// A call to an address without code succeeds and returns nothing.
    function testNoProofIsValidWithoutThePairing() external {
        vm.mockCall(PAIRING, "", "");
        assertTrue(!proofs.verify(new bytes(0x240), proof(), signals()));
    }

    function testNoVerdictIfTheCurveFails() external {
        vm.mockCallRevert(EC_MUL, "", "");
        vm.expectRevert("");
        proofs.verify(new bytes(0x240), proof(), signals());
    }

    function testNoVerdictIfTheSumFails() external {
        vm.mockCallRevert(EC_ADD, "", "");
        vm.expectRevert("");
        proofs.verify(new bytes(0x240), proof(), signals());
    }

    function refuseHashes() private {
        vm.expectRevert(abi.encodeWithSelector(RFC9162.Sha256Failed.selector));
        hashes.leafHash("leaf");
        vm.expectRevert(abi.encodeWithSelector(RFC9162.Sha256Failed.selector));
        hashes.inclusionRoot(0, 0, 2, new bytes32[](1));
    }

    function signals() private pure returns (uint256[] memory list) {
        list = new uint256[](1);
        list[0] = 1;
    }

    /// Three points that are not at infinity, under a key of zeros.
    function proof() private pure returns (bytes memory) {
        return abi.encode([uint256(1), 2, 1, 2, 1, 2, 1, 2]);
    }
}
