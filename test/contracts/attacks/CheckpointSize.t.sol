// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../../contracts/AnchorRegistry.sol";
import {RegistryTest} from "../RegistryTest.sol";

/// The attack: a checkpoint has a size that JavaScript numbers cannot represent exactly, so that watchers fail
/// (protocol/1-verify, section 3).
contract CheckpointSizeAttack is RegistryTest {
    function testASizeBeyondTheLimitIsRefused() external {
        setUpRegistry();
        address operator = address(0x0b1);
        join(operator);
        uint64 size = 2 ** 53;
        bytes memory signed = checkpoint(operator, size, "root");
        (bool anchored, ) = address(registry).call(
            abi.encodeCall(AnchorRegistry.anchor, (operator, size, "root", new bytes32[](0), signed))
        );
        assertTrue(!anchored);
        size -= 1;
        registry.anchor(operator, size, "root", new bytes32[](0), checkpoint(operator, size, "root"));
    }
}
