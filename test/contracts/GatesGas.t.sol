// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Attestations} from "../../contracts/Attestations.sol";
import {VoucherRedeemer} from "../../contracts/examples/VoucherRedeemer.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {InclusionHarness} from "../../contracts/test/InclusionHarness.sol";
import {FullDepthTest} from "./FullDepthTest.sol";
import {create, newAttestations, newRedeemer} from "./released.sol";

/// What it costs to prove an entry through its batch and a checkpoint, kept in snapshots/: `npm test` compares. Meant
/// for the test profile `gas`.
contract GatesGas is FullDepthTest {
    address private constant ACTOR = address(0xac7);
    bytes32 private constant PRODUCT = keccak256("a coffee");
    string private constant PAYLOAD_TYPE = "BuyVoucherPayload(bytes32 product,uint256 quantity)";
    uint64 private constant DEADLINE = 1_900_000_000;
    uint32 private constant ENTRY_AT = 34_567;

    FullBatch private batch;
    bytes private entry;

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
        (batch.position, batch.number, batch.start, batch.prevLeaf) = (54_321, 17, 1 << 33, 52_000);
        (batch.parent, batch.prevHead, batch.head) = (keccak256("parent"), keccak256("prevHead"), keccak256("head"));
        batch.zkRoot = 1 << 250;
        bytes32 digest_ = digestOf(opening());
        entry = enter(batch, ENTRY_AT, keccak256("prev"), ACTOR, 1, digest_, "a signature", 0);
        close(batch);
        anchorHeaders();
        vm.warp(START + FINALITY_DELAY);
    }

    function testInclusion() external {
        address inclusion = create("InclusionHarness", abi.encode(registry));
        transact(inclusion, abi.encodeCall(InclusionHarness.check, (OPERATOR, entryEvidence(batch, ENTRY_AT, entry))));
        vm.snapshotGasLastCall("Gates", "inclusion of an entry, through batch and checkpoint");
    }

    function testRedeem() external {
        VoucherRedeemer redeemer = newRedeemer(address(registry), address(0), OPERATOR, logOf(OPERATOR), PRODUCT);
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, ENTRY_AT, entry);
        vm.prank(ACTOR);
        redeemer.redeem(evidence, opening());
        vm.snapshotGasLastCall("Gates", "an action of two members at a gate that keeps two words");
    }

    function testAttest() external {
        Attestations attestations = newAttestations();
        address wallet = create("OwnedWallet", abi.encode(vm.addr(0xac7)));
        bytes32 digest_ = keccak256("an action");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xac7, digest_);
        bytes memory signed = abi.encodePacked(r, s, v);
        bytes memory walletsEntry = enter(batch, ENTRY_AT + 1, keccak256("prev"), wallet, 1, digest_, signed, 1);
        attestations.attest(walletsEntry, signed);
        vm.snapshotGasLastCall("Gates", "attest, a wallet with an owner");
    }

    /// Views too, as transactions.
    function transact(address to, bytes memory data) private {
        (bool done, ) = to.call(data);
        assertTrue(done);
    }

    function opening() private pure returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline, o.words) = (PAYLOAD_TYPE, DEADLINE, new bytes32[](2));
        (o.words[0], o.words[1]) = (PRODUCT, bytes32(uint256(3)));
    }

    /// By EIP-712, under the operator's domain.
    function digestOf(Actions.Opening memory o) private view returns (bytes32) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "BuyVoucher(bytes32 log,address actor,uint256 nonce,uint64 deadline,BuyVoucherPayload payload)",
                o.payloadType
            )
        );
        bytes32 payload = keccak256(abi.encodePacked(keccak256(bytes(o.payloadType)), o.words));
        bytes32 hash = keccak256(abi.encode(typeHash, logOf(OPERATOR), ACTOR, uint256(1), o.deadline, payload));
        return keccak256(abi.encodePacked(hex"1901", operatorDomain(), hash));
    }
}
