// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IProofVerifier} from "../../contracts/interfaces/IProofVerifier.sol";
import {DisclosureSignals, DisclosureVerifier} from "../../contracts/verifiers/DisclosureVerifier.sol";
import {Test} from "./Test.sol";
import {newDisclosureVerifier} from "./released.sol";

contract DisclosureVerifierTest is Test {
    DisclosureVerifier private immutable VERIFIER = newDisclosureVerifier();

    /// protocol/4-proofs, section 2.
    function testSignals() external pure {
        assertEq(DisclosureSignals.NULLIFIER, 0);
        assertEq(DisclosureSignals.ZK_ROOT, 1);
        assertEq(DisclosureSignals.PAYLOAD_TYPE, 2);
        assertEq(DisclosureSignals.LAYOUT, 3);
        assertEq(DisclosureSignals.SUBJECT, 4);
        assertEq(DisclosureSignals.SCOPE, 5);
        assertEq(DisclosureSignals.BENEFICIARY, 6);
        assertEq(DisclosureSignals.VALUE_0, 7);
        assertEq(DisclosureSignals.VALUE_1, 8);
        assertEq(DisclosureSignals.VALUE_2, 9);
        assertEq(DisclosureSignals.VALUE_3, 10);
    }

    function testRefusesOtherChains(uint64 chainId) external {
        vm.assume(chainId != 31337 && chainId != 0);
        vm.chainId(chainId);
        vm.expectRevert(abi.encodeWithSelector(IProofVerifier.DevelopmentKeyOffLocalChain.selector));
        newDisclosureVerifier();
        vm.expectRevert(abi.encodeWithSelector(IProofVerifier.DevelopmentKeyOffLocalChain.selector));
        VERIFIER.verify("", new uint256[](0));
    }

    function testRefusesRandomAndEmptyProofs(uint256[11] calldata words, uint256[8] calldata proof) external view {
        uint256[] memory signals = new uint256[](11);
        for (uint256 i = 0; i < 11; ++i) signals[i] = words[i];
        assertTrue(!VERIFIER.verify(abi.encode(proof), signals));
        assertTrue(!VERIFIER.verify(new bytes(256), new uint256[](11)));
    }
}
