// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {VoucherRedeemer} from "../../contracts/examples/VoucherRedeemer.sol";
import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {TestRegistry} from "../../contracts/testing/TestRegistry.sol";
import {Test} from "./Test.sol";

/// A gate that returns the proven action.
contract Reader {
    using AnchoredAction for AnchoredAction.Source;

    function read(
        address registry,
        address operator,
        Evidence.EntryEvidence calldata evidence,
        Actions.Opening calldata opening
    ) external view returns (AnchoredAction.Action memory) {
        AnchoredAction.Source memory source = AnchoredAction.Source(
            AnchorRegistry(registry),
            IAttestations(address(0)),
            operator
        );
        return source.prove(evidence, opening);
    }
}

/// @notice Gates accept actions that the test registry anchors, and refuse others with the errors of the real registry.
contract TestRegistryTest is Test {
    address private constant OPERATOR = address(0x0b1);
    address private constant ACTOR = address(0xac7);
    bytes32 private constant PRODUCT = keccak256("a coffee");

    TestRegistry private _registry;
    VoucherRedeemer private _shop;
    Reader private _reader;

    function setUp() external {
        _registry = new TestRegistry();
        _reader = new Reader();
        bytes32 log = _registry.logOf(OPERATOR, "shop");
        _shop = new VoucherRedeemer(address(_registry), address(0), OPERATOR, log, PRODUCT);
    }

    function purchase(uint256 quantity) private view returns (Actions.Opening memory) {
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[1], words[2]) = (PRODUCT, bytes32(quantity), bytes32(uint256(uint160(address(_shop)))));
        string memory payloadType = "BuyVoucherPayload(bytes32 product,uint256 quantity,address gate)";
        return Actions.Opening(payloadType, uint64(block.timestamp + 60), words);
    }

    function buy(uint256 quantity) private returns (Evidence.EntryEvidence memory, Actions.Opening memory) {
        Actions.Opening memory opening = purchase(quantity);
        return (_registry.act(OPERATOR, "shop", ACTOR, opening), opening);
    }

    function warpToFinality() private {
        vm.warp(block.timestamp + _registry.finalityDelay());
    }

    function testEachOfManyActionsIsRedeemedOnceFinal() external {
        uint256 sum;
        for (uint256 i = 1; i <= 9; ++i) {
            (Evidence.EntryEvidence memory evidence, Actions.Opening memory opening) = buy(i);
            // Other logs and operators anchor in between.
            _registry.act(OPERATOR, "other", ACTOR, opening);
            _registry.act(address(0x0b2), "shop", ACTOR, opening);
            vm.prank(ACTOR);
            vm.expectPartialRevert(AnchorRegistry.CheckpointNotFinal.selector);
            _shop.redeem(evidence, opening);
            warpToFinality();
            vm.prank(ACTOR);
            _shop.redeem(evidence, opening);
            sum += i;
            assertEq(_shop.redeemedBy(ACTOR), sum);
        }
    }

    function testAFrozenLogsActionIsRefused() external {
        (Evidence.EntryEvidence memory evidence, Actions.Opening memory opening) = buy(1);
        warpToFinality();
        _registry.freeze(_registry.logOf(OPERATOR, "shop"));
        vm.prank(ACTOR);
        vm.expectPartialRevert(AnchorRegistry.BatchFrozen.selector);
        _shop.redeem(evidence, opening);
    }

    function testOnlyActionsFinalBeforeTheSlashCount() external {
        (Evidence.EntryEvidence memory early, Actions.Opening memory first) = buy(1);
        warpToFinality();
        buy(2);
        (Evidence.EntryEvidence memory late, Actions.Opening memory last) = buy(3);
        _registry.slash(OPERATOR);
        warpToFinality();
        vm.prank(ACTOR);
        _shop.redeem(early, first);
        vm.prank(ACTOR);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 2, 1));
        _shop.redeem(late, last);
    }

    function testNothingIsFinalBeforeAnEarlySlash() external {
        buy(1);
        _registry.slash(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(OperatorStake.NotBeforeSlash.selector, OPERATOR, 0, 0));
        _registry.checkBeforeSlash(OPERATOR, 0);
    }

    function testACheckpointThatIsNotAnchoredIsRefused() external {
        buy(1);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 1));
        _registry.checkpointAt(OPERATOR, 1);
    }

    function testAnotherOpeningIsNotTheAction() external {
        (Evidence.EntryEvidence memory evidence, ) = buy(1);
        warpToFinality();
        Actions.Opening memory more = purchase(2);
        vm.prank(ACTOR);
        vm.expectPartialRevert(Actions.DigestMismatch.selector);
        _shop.redeem(evidence, more);
    }

    function testObjectsAreCarriedFromActToAct() external {
        Actions.Opening memory mint = act("MintPayload(string objectId,address holder)", 2);
        mint.words[1] = bytes32(uint256(uint160(ACTOR)));
        _registry.act(OPERATOR, "shop", address(0x155), mint);
        Actions.Opening memory note = act("NotePayload(string objectId,bool read)", 2);
        Evidence.EntryEvidence memory evidence = _registry.act(OPERATOR, "shop", ACTOR, note);
        warpToFinality();
        AnchoredAction.Action memory read = _reader.read(address(_registry), OPERATOR, evidence, note);
        assertEq(read.entry.holder, ACTOR);
        assertEq(uint256(read.entry.prior), 0);
        assertEq(uint256(read.entry.index), 1);
        assertTrue(!read.names && read.entry.actor == ACTOR);
        Actions.Opening memory ask = act("AskPayload(bytes32 objectKey)", 1);
        ask.words[0] = read.entry.objectKey;
        evidence = _registry.act(OPERATOR, "shop", address(0xa5c), ask);
        warpToFinality();
        read = _reader.read(address(_registry), OPERATOR, evidence, ask);
        assertEq(read.entry.holder, ACTOR);
        assertEq(uint256(read.entry.prior), 1);
    }

    function testARequestIsAboutNoObject() external {
        Actions.Opening memory request = act(
            "HttpRequestPayload(string authority,string method,string target,string contentType,bytes32 contentDigest)",
            5
        );
        Evidence.EntryEvidence memory evidence = _registry.act(OPERATOR, "shop", ACTOR, request);
        warpToFinality();
        AnchoredAction.Action memory read = _reader.read(address(_registry), OPERATOR, evidence, request);
        assertEq(uint256(read.entry.part), Entries.PART_NONE);
        assertEq(read.entry.objectKey, 0);
    }

    function act(string memory payloadType, uint256 members) private view returns (Actions.Opening memory) {
        return Actions.Opening(payloadType, uint64(block.timestamp + 60), new bytes32[](members));
    }

    function testRefusesAnyChainButALocalOne() external {
        vm.chainId(1);
        vm.expectRevert(abi.encodeWithSelector(TestRegistry.NotLocal.selector, 1));
        new TestRegistry();
    }
}
