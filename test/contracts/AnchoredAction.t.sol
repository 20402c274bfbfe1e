// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {VoucherRedeemer} from "../../contracts/examples/VoucherRedeemer.sol";
import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Finality} from "../../contracts/libraries/Finality.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newRedeemer} from "./released.sol";

/// @notice Knows of every entry what it was told last.
contract OneAttestation is IAttestations {
    Attestation private _known;

    function tell(Attestation known) external {
        _known = known;
    }

    function attestation(address, bytes32, uint64) external view returns (Attestation) {
        return _known;
    }
}

contract AnchoredActionTest is RegistryTest {
    using ReferenceTree for bytes32[];

    address private constant OPERATOR = address(0x0b1);
    address private constant ACTOR = address(0xac7);
    bytes32 private constant PRODUCT = keccak256("a coffee");
    string private constant PAYLOAD_TYPE = "BuyVoucherPayload(bytes32 product,uint256 quantity)";
    uint64 private constant DEADLINE = 1_900_000_000;

    OneAttestation private _attestations;
    VoucherRedeemer private _redeemer;
    bytes32 private _log;

    function setUp() external {
        setUpRegistry();
        _attestations = new OneAttestation();
        join(OPERATOR);
        _log = keccak256(abi.encode(block.chainid, address(registry), OPERATOR, keccak256("a.example")));
        _redeemer = redeemerFor(OPERATOR);
    }

    function redeemerFor(address operator) private returns (VoucherRedeemer) {
        return newRedeemer(address(registry), address(_attestations), operator, _log, PRODUCT);
    }

    function opening(uint256 quantity) private pure returns (Actions.Opening memory) {
        bytes32[] memory words = new bytes32[](2);
        (words[0], words[1]) = (PRODUCT, bytes32(quantity));
        return Actions.Opening(PAYLOAD_TYPE, DEADLINE, words);
    }

    /// By EIP-712, under the operator's domain.
    function digestOf(address actor, uint256 nonce, Actions.Opening memory o) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Example"),
                keccak256("1"),
                block.chainid,
                address(registry)
            )
        );
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "BuyVoucher(bytes32 log,address actor,uint256 nonce,uint64 deadline,BuyVoucherPayload payload)",
                o.payloadType
            )
        );
        bytes32 payload = keccak256(abi.encodePacked(keccak256(bytes(o.payloadType)), o.words));
        bytes32 hash = keccak256(abi.encode(typeHash, _log, actor, nonce, o.deadline, payload));
        return keccak256(abi.encodePacked(hex"1901", domain, hash));
    }

    function entryOf(bytes32 log, bytes32 digest, uint8 scheme) private pure returns (bytes memory) {
        bytes memory begin = abi.encodePacked(bytes1(0x01), log, uint64(0), log, ACTOR, uint256(1), digest);
        return abi.encodePacked(begin, bytes32(0), scheme, uint64(scheme == 0 ? 0 : 7), uint64(1000));
    }

    /// Anchors a batch of one entry as the operator's next.
    function anchorEntry(address operator, bytes memory entry) private returns (Evidence.EntryEvidence memory) {
        bytes32 hash = sha256(abi.encodePacked(bytes1(0x00), entry));
        bytes memory begin = abi.encodePacked(bytes1(0x02), _log, uint64(0), uint64(0), uint32(1), type(uint64).max);
        bytes memory header = abi.encodePacked(begin, bytes32(0), _log, hash, hash, bytes32(0), uint64(2000));
        bytes32 root = sha256(abi.encodePacked(bytes1(0x00), header));
        registry.anchor(operator, 1, root, new bytes32[](0), checkpoint(operator, 1, root));
        bytes32[] memory none = new bytes32[](0);
        return Evidence.EntryEvidence(Evidence.HeaderEvidence(0, 0, header, none), 0, entry, none);
    }

    function purchase(uint8 scheme) private returns (Evidence.EntryEvidence memory evidence) {
        evidence = anchorEntry(OPERATOR, entryOf(_log, digestOf(ACTOR, 1, opening(3)), scheme));
        vm.warp(block.timestamp + FINALITY_DELAY);
    }

    function redeem(Evidence.EntryEvidence memory evidence, Actions.Opening memory o) private {
        vm.prank(ACTOR);
        _redeemer.redeem(evidence, o);
    }

    function expectRefusal(
        Evidence.EntryEvidence memory evidence,
        Actions.Opening memory o,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        vm.prank(ACTOR);
        _redeemer.redeem(evidence, o);
    }

    function testV1AnActionIsRedeemedOnce() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        bytes32 digest = digestOf(ACTOR, 1, opening(3));
        vm.expectEmit(address(_redeemer));
        emit VoucherRedeemer.VoucherRedeemed(ACTOR, digest, 3);
        redeem(evidence, opening(3));
        assertEq(_redeemer.redeemedBy(ACTOR), 3);
        bytes memory again = abi.encodeWithSelector(VoucherRedeemer.AlreadyRedeemed.selector, digest);
        expectRefusal(evidence, opening(3), again);
    }

    /// Front-running is of no use.
    function testV2OnlyTheActorRedeems() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        vm.expectRevert(abi.encodeWithSelector(VoucherRedeemer.NotYours.selector, ACTOR));
        _redeemer.redeem(evidence, opening(3));
        redeem(evidence, opening(3));
    }

    function testV3NotBeforeItIsFinal() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        vm.warp(block.timestamp - 1);
        bytes memory early = abi.encodeWithSelector(Finality.BatchNotFinal.selector, OPERATOR, 0);
        expectRefusal(evidence, opening(3), early);
        vm.warp(block.timestamp + 1);
        redeem(evidence, opening(3));
    }

    function testV3NotOfAFrozenLogOrOperator() external {
        bytes memory frozen = abi.encodeWithSelector(Finality.BatchNotFinal.selector, OPERATOR, 0);
        Evidence.EntryEvidence memory evidence = purchase(0);
        vm.warp(block.timestamp - 1);
        vm.prank(JUDGE);
        stake.freezeLog(OPERATOR, _log, 1); // covers no batch that ends at index 0
        vm.prank(JUDGE);
        stake.freezeLog(OPERATOR, _log, 0);
        vm.warp(block.timestamp + 100);
        expectRefusal(evidence, opening(3), frozen);
    }

    function testV3WhatWasFinalIsNotTakenBack() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        vm.prank(JUDGE);
        stake.freezeOperator(OPERATOR, 0);
        redeem(evidence, opening(3));
    }

    /// Nobody buys by an operator of his own.
    function testV3NotOfAnotherOperator() external {
        address other = address(0x0b2);
        join(other);
        bytes memory entry = entryOf(_log, digestOf(ACTOR, 1, opening(1_000_000)), 0);
        Evidence.EntryEvidence memory evidence = anchorEntry(other, entry);
        purchase(0);
        bytes memory reason = abi.encodeWithSelector(Evidence.NotInBatchLog.selector, OPERATOR, 0, 0);
        expectRefusal(evidence, opening(1_000_000), reason);
    }

    function testV3NotWhatTheEntryDoesNotHold() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        bytes32 digest = digestOf(ACTOR, 1, opening(3));
        Actions.Opening memory other = opening(4);
        bytes32 otherDigest = digestOf(ACTOR, 1, other);
        expectRefusal(evidence, other, abi.encodeWithSelector(Actions.DigestMismatch.selector, digest, otherDigest));
        other = opening(3);
        ++other.deadline;
        otherDigest = digestOf(ACTOR, 1, other);
        expectRefusal(evidence, other, abi.encodeWithSelector(Actions.DigestMismatch.selector, digest, otherDigest));
        other = opening(3);
        other.words = new bytes32[](1);
        expectRefusal(evidence, other, abi.encodeWithSelector(Actions.WordCount.selector, 1, 2));

        evidence.entry = entryOf(_log, otherDigest, 0);
        expectRefusal(evidence, other, abi.encodeWithSelector(Evidence.NotInBatch.selector, 0, 0));
    }

    function testV3NotAnotherTypeOrProduct() external {
        Actions.Opening memory other = opening(3);
        other.words[0] = keccak256("a cake");
        bytes32 digest = digestOf(ACTOR, 1, other);
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entryOf(_log, digest, 0));
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, other, abi.encodeWithSelector(VoucherRedeemer.NotThisVoucher.selector));
    }

    function testV3NotInAnotherLog() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        bytes32 other = keccak256("another log");
        _redeemer = newRedeemer(address(registry), address(_attestations), OPERATOR, other, PRODUCT);
        expectRefusal(evidence, opening(3), abi.encodeWithSelector(VoucherRedeemer.NotThisVoucher.selector));
    }

    function testV3NotTheSameWordsUnderAnotherType() external {
        Actions.Opening memory other = opening(3);
        other.payloadType = "BuyVoucherPayload(bytes32 product,uint128 quantity)";
        bytes32 digest = digestOf(ACTOR, 1, other);
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entryOf(_log, digest, 0));
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, other, abi.encodeWithSelector(VoucherRedeemer.NotThisVoucher.selector));
    }

    function testV3NotAnEntryThatCannotStandThere() external {
        bytes memory entry = entryOf(keccak256("another log"), digestOf(ACTOR, 1, opening(3)), 0);
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entry);
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, opening(3), abi.encodeWithSelector(Entries.EntryMalformed.selector));
    }

    /// A wallet's changed answer after acceptance: whoever doubts it asks in time, and gates listen.
    function testAContractWalletsEntryUnlessItIsUnattested() external {
        Evidence.EntryEvidence memory evidence = purchase(1);
        bytes memory reason = abi.encodeWithSelector(AnchoredAction.NotAttested.selector, _log, 0);
        _attestations.tell(IAttestations.Attestation.Asked);
        expectRefusal(evidence, opening(3), reason);
        _attestations.tell(IAttestations.Attestation.Unattested);
        expectRefusal(evidence, opening(3), reason);

        VoucherRedeemer strict = newRedeemer(address(registry), address(0), OPERATOR, _log, PRODUCT);
        vm.expectRevert(reason);
        strict.redeem(evidence, opening(3));

        _attestations.tell(IAttestations.Attestation.Attested);
        redeem(evidence, opening(3));
    }

    function testAContractWalletsEntryThatNobodyAskedAbout() external {
        redeem(purchase(1), opening(3));
        assertEq(_redeemer.redeemedBy(ACTOR), 3);
    }

    /// Nobody can ask about an entry of scheme 0, so what is said of it does not count.
    function testAnOwnKeysEntryNeedsNoAttestation() external {
        Evidence.EntryEvidence memory evidence = purchase(0);
        _attestations.tell(IAttestations.Attestation.Unattested);
        redeem(evidence, opening(3));
    }
}
