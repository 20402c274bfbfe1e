// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {IAnchorRegistry} from "../../contracts/interfaces/IAnchorRegistry.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {Test} from "./Test.sol";

/// @notice What tests of the registry share: keys, a small registry, signatures written out by hand, and a batch log.
abstract contract RegistryTest is Test {
    using ReferenceTree for bytes32[];

    uint256 internal constant ANCHOR_KEY = 0xa1;
    uint256 internal constant RECEIPT_KEY = 0xb2;
    uint256 internal constant START = 1_800_000_000;

    /// F = 6 seconds; the ring spans 8 anchors of 2 seconds, which leaves 4 seconds for the anchor delay.
    uint64 internal constant FINALITY_DELAY = 6;
    uint64 internal constant INTERVAL = 2;
    uint32 internal constant RING_LENGTH = 8;
    uint64 internal constant ANCHOR_DELAY = 4;

    AnchorRegistry internal registry;

    function setUpRegistry() internal {
        vm.warp(START);
        registry = new AnchorRegistry(IAnchorRegistry.Parameters(3, 2, 1, INTERVAL, RING_LENGTH));
    }

    function register(address operator) internal {
        (bytes memory a, bytes memory b) = (possession(operator, 1, ANCHOR_KEY), possession(operator, 2, RECEIPT_KEY));
        vm.prank(operator);
        registry.register(terms(), a, b);
    }

    function terms() internal pure returns (IAnchorRegistry.OperatorTerms memory) {
        return IAnchorRegistry.OperatorTerms("Example", "1", ANCHOR_DELAY, vm.addr(ANCHOR_KEY), vm.addr(RECEIPT_KEY));
    }

    /// Anchors the batch log's first `size` headers behind its first `last` ones.
    function anchor(address operator, uint64 last, uint64 size) internal {
        bytes32[] memory log = leaves(size);
        bytes32[] memory proof = last == 0 ? new bytes32[](0) : log.consistencyProof(last, size);
        registry.anchor(operator, size, log.root(size), proof, checkpoint(operator, size, log.root(size)));
    }

    function possession(address operator, uint8 role, uint256 key) internal view returns (bytes memory) {
        bytes32 typeHash = keccak256("KeyPossession(address operator,uint8 role)");
        return signature(keccak256(abi.encode(typeHash, operator, role)), key);
    }

    function checkpoint(address operator, uint64 size, bytes32 root) internal view returns (bytes memory) {
        bytes32 typeHash = keccak256("Checkpoint(address operator,uint64 size,bytes32 root)");
        return signature(keccak256(abi.encode(typeHash, operator, size, root)), ANCHOR_KEY);
    }

    /// By EIP-712, under the registry's domain.
    function signature(bytes32 structHash, uint256 key) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest(structHash));
        return abi.encodePacked(r, s, v);
    }

    function digest(bytes32 structHash) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("anchorlog"),
                keccak256("1"),
                block.chainid,
                address(registry)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    /// The fingerprints of the batch log that these tests anchor.
    function leaves(uint256 count) internal pure returns (bytes32[] memory list) {
        list = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) list[i] = keccak256(abi.encode("leaf", i));
    }
}
