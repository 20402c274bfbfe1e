// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operators} from "../../contracts/base/Operators.sol";
import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {Test} from "./Test.sol";
import {newRegistry, newStake} from "./released.sol";

/// @notice Helpers for tests of the registry: keys, a small registry with its stake, signatures encoded by hand, and a
/// batch log.
abstract contract RegistryTest is Test {
    using ReferenceTree for bytes32[];

    uint256 internal constant ANCHOR_KEY = 0xa1;
    uint256 internal constant RECEIPT_KEY = 0xb2;
    uint256 internal constant START = 1_800_000_000;

    /// F = 8 seconds. The ring spans 10 anchors of 2 seconds, which leaves 4 seconds for the anchor delay.
    uint64 internal constant FINALITY_DELAY = 8;
    uint64 internal constant INTERVAL = 2;
    uint32 internal constant RING_LENGTH = 10;
    uint64 internal constant ANCHOR_DELAY = 4;

    uint128 internal constant MINIMUM_STAKE = 1 ether;
    uint32 internal constant REWARD_GAS = 3_000_000;
    uint128 internal constant REWARD_FLOOR = 0.01 ether;

    /// The account that may slash and freeze in place of FaultProofs and Challenges.
    address internal constant JUDGE = address(0x7d6e);

    AnchorRegistry internal registry;
    OperatorStake internal stake;

    function setUpRegistry() internal {
        setUpRegistry(JUDGE);
    }

    /// Registry and stake need each other's address, so both are predicted from this contract's next nonces.
    function setUpRegistry(address judge) internal {
        vm.warp(START);
        registry = newRegistry(timing(), nextAddress(1));
        stake = newStake(stakeParameters(), address(registry), judge, judge);
        assertEq(registry.operatorStake(), address(stake));
    }

    function timing() internal pure virtual returns (Operators.Timing memory) {
        return Operators.Timing(5, 2, 1, INTERVAL, RING_LENGTH);
    }

    function stakeParameters() internal pure virtual returns (OperatorStake.StakeParameters memory) {
        return OperatorStake.StakeParameters(MINIMUM_STAKE, REWARD_GAS, REWARD_FLOOR);
    }

    /// The address that this contract's CREATE gives after `skipped` others: keccak(rlp([address, nonce])).
    function nextAddress(uint64 skipped) internal view returns (address) {
        uint64 nonce = vm.getNonce(address(this)) + skipped;
        assertTrue(nonce > 0 && nonce < 0x80);
        bytes32 hash = keccak256(abi.encodePacked(hex"d694", address(this), uint8(nonce)));
        return address(uint160(uint256(hash)));
    }

    /// Makes an account an operator that can anchor.
    function join(address operator) internal {
        register(operator);
        deposit(operator, stakeParameters().minimumStake);
    }

    function register(address operator) internal {
        (bytes memory a, bytes memory b) = (possession(operator, 1, ANCHOR_KEY), possession(operator, 2, RECEIPT_KEY));
        vm.prank(operator);
        registry.register(terms(), vm.addr(ANCHOR_KEY), a, vm.addr(RECEIPT_KEY), b);
    }

    /// Freezes without a slash.
    function freeze(address operator, bytes32 log, uint64 from) internal {
        vm.prank(address(stake));
        registry.freeze(operator, log, from);
    }

    function deposit(address operator, uint256 amount) internal {
        vm.deal(address(this), address(this).balance + amount);
        stake.deposit{value: amount}(operator);
    }

    function terms() internal pure virtual returns (Operators.OperatorTerms memory) {
        return Operators.OperatorTerms("Example", "1", ANCHOR_DELAY);
    }

    /// Anchors the first `size` headers of the batch log, after its first `last` headers were anchored.
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
        return checkpoint(operator, size, root, ANCHOR_KEY);
    }

    function checkpoint(address operator, uint64 size, bytes32 root, uint256 key) internal view returns (bytes memory) {
        bytes32 typeHash = keccak256("Checkpoint(address operator,uint64 size,bytes32 root)");
        return signature(keccak256(abi.encode(typeHash, operator, size, root)), key);
    }

    /// An EIP-712 signature under the registry's domain.
    function signature(bytes32 structHash, uint256 key) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest(structHash));
        return abi.encodePacked(r, s, v);
    }

    function digest(bytes32 structHash) internal view returns (bytes32) {
        return digestUnder("anchorlog", structHash);
    }

    /// The digest that an actor signs, by the message of the action.
    function actionDigest(bytes32 message) internal view returns (bytes32) {
        return digestUnder("Example", message);
    }

    function digestUnder(bytes memory name, bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(name),
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
