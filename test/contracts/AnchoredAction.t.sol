// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Attestations} from "../../contracts/Attestations.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {VoucherRedeemer} from "../../contracts/examples/VoucherRedeemer.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newAttestations, newRedeemer} from "./released.sol";

/// A contract wallet that accepts one signature, until `change` makes it refuse all.
contract OneSignature {
    bool private _changed;

    function change() external {
        _changed = true;
    }

    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        return !_changed && keccak256(signature) == keccak256("its own") ? bytes4(0x1626ba7e) : bytes4(0);
    }
}

/// A gate that counts what it handed out.
contract Shop is VoucherRedeemer {
    mapping(address account => uint256) public handedOut;

    constructor(
        address registry,
        address attestations,
        address operator,
        bytes32 log,
        bytes32 product
    ) VoucherRedeemer(registry, attestations, operator, log, product) {}

    function _handOut(address account, uint256 quantity) internal override {
        require(redeemedBy[account] == quantity, "not written yet");
        handedOut[account] += quantity;
    }
}

contract AnchoredActionTest is RegistryTest {
    using ReferenceTree for bytes32[];

    address private constant OPERATOR = address(0x0b1);
    address private constant ACTOR = address(0xac7);
    bytes32 private constant PRODUCT = keccak256("a coffee");
    string private constant PAYLOAD_TYPE = "BuyVoucherPayload(bytes32 product,uint256 quantity,address gate)";
    uint64 private constant DEADLINE = 1_900_000_000;

    Attestations private _attestations;
    OneSignature private _wallet;
    VoucherRedeemer private _redeemer;
    bytes32 private _log;

    function setUp() external {
        setUpRegistry();
        _attestations = newAttestations();
        _wallet = new OneSignature();
        join(OPERATOR);
        _log = keccak256(abi.encode(block.chainid, address(registry), OPERATOR, keccak256("a.example")));
        _redeemer = redeemerFor(OPERATOR);
    }

    function redeemerFor(address operator) private returns (VoucherRedeemer) {
        return newRedeemer(address(registry), address(_attestations), operator, _log, PRODUCT);
    }

    function opening(uint256 quantity) private view returns (Actions.Opening memory) {
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[1]) = (PRODUCT, bytes32(quantity));
        words[2] = bytes32(uint256(uint160(address(_redeemer))));
        return Actions.Opening(PAYLOAD_TYPE, DEADLINE, words);
    }

    /// The EIP-712 digest of the action, under the operator's domain.
    function digestOf(address actor, uint256 nonce, Actions.Opening memory o) private view returns (bytes32) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                "BuyVoucher(bytes32 log,address actor,uint256 nonce,uint64 deadline,BuyVoucherPayload payload)",
                o.payloadType
            )
        );
        bytes32 payload = keccak256(abi.encodePacked(keccak256(bytes(o.payloadType)), o.words));
        bytes32 hash = keccak256(abi.encode(typeHash, _log, actor, nonce, o.deadline, payload));
        return actionDigest(hash);
    }

    function entryOf(bytes32 log, bytes32 digest) private pure returns (bytes memory) {
        return EntryBytes.encode(purchaseEntry(log, digest, PRODUCT));
    }

    function purchaseEntry(bytes32 log, bytes32 digest, bytes32 product) private pure returns (Entries.Entry memory e) {
        (e.log, e.prev, e.actor, e.nonce, e.digest, e.acceptedAt) = (log, log, ACTOR, 1, digest, 1000);
        (e.part, e.objectKey) = (1, EntryBytes.objectKey("bytes32 product", product));
        (e.prior, e.holder) = (type(uint64).max, address(type(uint160).max));
    }

    /// The contract wallet's entry.
    function entryOf(uint256 quantity, bytes memory signed) private view returns (bytes memory) {
        bytes32 digest = digestOf(address(_wallet), 1, opening(quantity));
        Entries.Entry memory e = purchaseEntry(_log, digest, PRODUCT);
        (e.actor, e.signatureHash, e.scheme, e.verifiedBlock) = (address(_wallet), keccak256(signed), 1, 7);
        return EntryBytes.encode(e);
    }

    function leafHash(bytes memory leaf) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x00), leaf));
    }

    /// The header of a batch with one entry, the first of the log.
    function headerOf(bytes memory entry) private view returns (bytes memory) {
        bytes32 hash = leafHash(entry);
        bytes memory begin = abi.encodePacked(bytes1(0x02), _log, uint64(0), uint64(0), uint32(1), type(uint64).max);
        return abi.encodePacked(begin, bytes32(0), _log, hash, hash, bytes32(0), uint64(2000));
    }

    /// Anchors a batch of one entry as the operator's next.
    function anchorEntry(address operator, bytes memory entry) private returns (Evidence.EntryEvidence memory) {
        bytes memory header = headerOf(entry);
        bytes32 root = leafHash(header);
        registry.anchor(operator, 1, root, new bytes32[](0), checkpoint(operator, 1, root));
        bytes32[] memory none = new bytes32[](0);
        return Evidence.EntryEvidence(Evidence.HeaderEvidence(0, 0, header, none), 0, entry, none);
    }

    function purchase() private returns (Evidence.EntryEvidence memory evidence) {
        evidence = anchorEntry(OPERATOR, entryOf(_log, digestOf(ACTOR, 1, opening(3))));
        vm.warp(block.timestamp + FINALITY_DELAY);
    }

    /// Anchors a forked log: two batches that both claim to be its first.
    function anchorFork(
        bytes memory a,
        bytes memory b
    ) private returns (Evidence.EntryEvidence memory first, Evidence.EntryEvidence memory second) {
        (bytes memory headerA, bytes memory headerB) = (headerOf(a), headerOf(b));
        bytes32[] memory none = new bytes32[](0);
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = leafHash(headerB);
        first = Evidence.EntryEvidence(Evidence.HeaderEvidence(0, 0, headerA, proof), 0, a, none);
        proof = new bytes32[](1);
        proof[0] = leafHash(headerA);
        second = Evidence.EntryEvidence(Evidence.HeaderEvidence(0, 1, headerB, proof), 0, b, none);
        bytes32 root = sha256(abi.encodePacked(bytes1(0x01), leafHash(headerA), leafHash(headerB)));
        registry.anchor(OPERATOR, 2, root, none, checkpoint(OPERATOR, 2, root));
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
        Evidence.EntryEvidence memory evidence = purchase();
        bytes32 digest = digestOf(ACTOR, 1, opening(3));
        vm.expectEmit(address(_redeemer));
        emit VoucherRedeemer.VoucherRedeemed(ACTOR, digest, 3);
        redeem(evidence, opening(3));
        assertEq(_redeemer.redeemedBy(ACTOR), 3);
        bytes memory again = abi.encodeWithSelector(VoucherRedeemer.AlreadyRedeemed.selector, digest);
        expectRefusal(evidence, opening(3), again);
    }

    function testAShopHandsOutAPurchaseOnce() external {
        Shop shop = new Shop(address(registry), address(_attestations), OPERATOR, _log, PRODUCT);
        _redeemer = shop;
        Evidence.EntryEvidence memory evidence = purchase();
        vm.prank(ACTOR);
        shop.redeem(evidence, opening(3));
        assertEq(shop.handedOut(ACTOR), 3);
        vm.expectRevert(
            abi.encodeWithSelector(VoucherRedeemer.AlreadyRedeemed.selector, digestOf(ACTOR, 1, opening(3)))
        );
        vm.prank(ACTOR);
        shop.redeem(evidence, opening(3));
        assertEq(shop.handedOut(ACTOR), 3);
    }

    /// The attack: another gate with the same terms pays the purchase a second time.
    function testV1OnlyTheNamedGatePaysAPurchase() external {
        Evidence.EntryEvidence memory evidence = purchase();
        Actions.Opening memory o = opening(3);
        VoucherRedeemer successor = redeemerFor(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(VoucherRedeemer.AnotherGate.selector, address(_redeemer)));
        vm.prank(ACTOR);
        successor.redeem(evidence, o);
        redeem(evidence, o);
    }

    /// The attack: a word with bits above an address, which a cast would cut down to the gate's address.
    function testV3RefusesAWordOutOfItsTypesRange() external {
        Actions.Opening memory o = opening(3);
        o.words[2] |= bytes32(uint256(1) << 160);
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entryOf(_log, digestOf(ACTOR, 1, o)));
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, o, abi.encodeWithSelector(Actions.WordOutOfRange.selector, 2, o.words[2]));
    }

    /// The attack: one stake covers lies in many logs. After the slash for one lie, the others would become final.
    function testV3RefusesABatchThatBecameFinalAfterASlash() external {
        Evidence.EntryEvidence memory evidence = purchase();
        vm.warp(block.timestamp - 1);
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another log", 0);
        vm.warp(block.timestamp + 100);
        bytes memory reason = abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 0, 0);
        expectRefusal(evidence, opening(3), reason);
    }

    function testV3PaysABatchThatWasFinalBeforeASlash() external {
        Evidence.EntryEvidence memory evidence = purchase();
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), Freezes.BATCH_LOG, 0);
        redeem(evidence, opening(3));
    }

    /// Another sender of the same call is refused, so front-running gains nothing.
    function testV2OnlyTheActorRedeems() external {
        Evidence.EntryEvidence memory evidence = purchase();
        vm.expectRevert(abi.encodeWithSelector(VoucherRedeemer.NotYours.selector, ACTOR));
        _redeemer.redeem(evidence, opening(3));
        redeem(evidence, opening(3));
    }

    function testV3RefusesABatchBeforeItIsFinal() external {
        Evidence.EntryEvidence memory evidence = purchase();
        uint256 finalAt = block.timestamp;
        vm.warp(finalAt - 1);
        bytes memory early = abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 0, finalAt);
        expectRefusal(evidence, opening(3), early);
        vm.warp(finalAt);
        redeem(evidence, opening(3));
    }

    function testV3RefusesABatchOfAFrozenLog() external {
        bytes memory frozen = abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, _log, 0);
        Evidence.EntryEvidence memory evidence = purchase();
        vm.warp(block.timestamp - 1);
        freeze(OPERATOR, _log, 1); // covers no batch that ends at index 0
        freeze(OPERATOR, _log, 0);
        vm.warp(block.timestamp + 100);
        expectRefusal(evidence, opening(3), frozen);
    }

    function testV3AFreezeDoesNotTakeBackFinality() external {
        Evidence.EntryEvidence memory evidence = purchase();
        freeze(OPERATOR, Freezes.BATCH_LOG, 0);
        redeem(evidence, opening(3));
    }

    /// The attack: the buyer runs an operator that enters a purchase of any quantity.
    function testV3RefusesABatchOfAnotherOperator() external {
        address other = address(0x0b2);
        join(other);
        bytes memory entry = entryOf(_log, digestOf(ACTOR, 1, opening(1_000_000)));
        Evidence.EntryEvidence memory evidence = anchorEntry(other, entry);
        purchase();
        bytes memory reason = abi.encodeWithSelector(Evidence.NotInBatchLog.selector, OPERATOR, 0, 0);
        expectRefusal(evidence, opening(1_000_000), reason);
    }

    function testV3RefusesAnOpeningThatDoesNotMatchTheEntry() external {
        Evidence.EntryEvidence memory evidence = purchase();
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
        expectRefusal(evidence, other, abi.encodeWithSelector(Actions.WordCount.selector, 1, 3));

        evidence.entry = entryOf(_log, otherDigest);
        expectRefusal(evidence, other, abi.encodeWithSelector(Evidence.NotInBatch.selector, 0, 0));
    }

    function testV3RefusesAnotherProduct() external {
        Actions.Opening memory other = opening(3);
        other.words[0] = keccak256("a cake");
        bytes32 digest = digestOf(ACTOR, 1, other);
        bytes memory entry = EntryBytes.encode(purchaseEntry(_log, digest, other.words[0]));
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entry);
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, other, abi.encodeWithSelector(VoucherRedeemer.NotThisVoucher.selector));
    }

    function testV3RefusesAnotherLog() external {
        Evidence.EntryEvidence memory evidence = purchase();
        bytes32 other = keccak256("another log");
        Actions.Opening memory o = opening(3);
        _redeemer = newRedeemer(address(registry), address(_attestations), OPERATOR, other, PRODUCT);
        expectRefusal(evidence, o, abi.encodeWithSelector(VoucherRedeemer.NotThisVoucher.selector));
    }

    function testV3RefusesTheSameWordsUnderAnotherType() external {
        Actions.Opening memory other = opening(3);
        other.payloadType = "BuyVoucherPayload(bytes32 product,uint128 quantity,address gate)";
        bytes32 digest = digestOf(ACTOR, 1, other);
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entryOf(_log, digest));
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, other, abi.encodeWithSelector(VoucherRedeemer.NotThisVoucher.selector));
    }

    function testV3RefusesAnEntryThatDoesNotFitItsBatch() external {
        bytes memory entry = entryOf(keccak256("another log"), digestOf(ACTOR, 1, opening(3)));
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entry);
        vm.warp(block.timestamp + FINALITY_DELAY);
        expectRefusal(evidence, opening(3), abi.encodeWithSelector(Entries.EntryMalformed.selector));
    }

    function isRefused(VoucherRedeemer gate, Evidence.EntryEvidence memory evidence, uint256 quantity) private {
        bytes32 entryHash = leafHash(evidence.entry);
        vm.expectRevert(abi.encodeWithSelector(AnchoredAction.NotAttested.selector, entryHash));
        vm.prank(address(_wallet));
        gate.redeem(evidence, opening(quantity));
    }

    function testAContractWalletRedeemsOnceItsEntryIsAttested() external {
        Evidence.EntryEvidence memory evidence = anchorEntry(OPERATOR, entryOf(3, "its own"));
        vm.warp(block.timestamp + FINALITY_DELAY);
        isRefused(_redeemer, evidence, 3);
        _attestations.attest(evidence.entry, "its own");
        isRefused(newRedeemer(address(registry), address(0), OPERATOR, _log, PRODUCT), evidence, 3);
        // A later refusal by the wallet does not undo the attestation.
        _wallet.change();
        vm.prank(address(_wallet));
        _redeemer.redeem(evidence, opening(3));
        assertEq(_redeemer.redeemedBy(address(_wallet)), 3);
    }

    /// The operator forks its log, and enters another action at the index of an attested one.
    function testAForgedEntryAtTheSameIndexOfAForkIsNotAttested() external {
        (Evidence.EntryEvidence memory signed, Evidence.EntryEvidence memory forged) = anchorFork(
            entryOf(3, "its own"),
            entryOf(1_000_000, "made up")
        );
        _attestations.attest(signed.entry, "its own");
        isRefused(_redeemer, forged, 1_000_000);
        vm.prank(address(_wallet));
        _redeemer.redeem(signed, opening(3));
        assertEq(_redeemer.redeemedBy(address(_wallet)), 3);
    }
}
