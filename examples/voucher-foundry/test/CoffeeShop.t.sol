// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "anchorlog/contracts/AnchorRegistry.sol";
import {VoucherRedeemer} from "anchorlog/contracts/examples/VoucherRedeemer.sol";
import {Actions} from "anchorlog/contracts/libraries/Actions.sol";
import {Evidence} from "anchorlog/contracts/libraries/Evidence.sol";
import {TestRegistry} from "anchorlog/contracts/testing/TestRegistry.sol";
import {CoffeeShop} from "../src/CoffeeShop.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectPartialRevert(bytes4 selector) external;
}

contract CoffeeShopTest {
    Vm private constant VM = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant OPERATOR = address(0x0b1);
    address private constant BUYER = address(0xb0b);

    TestRegistry private _registry;
    CoffeeShop private _shop;

    function setUp() external {
        _registry = new TestRegistry();
        _shop = new CoffeeShop(address(_registry), address(0), OPERATOR, _registry.logOf(OPERATOR, "shop"));
    }

    function buy(uint256 quantity) private returns (Evidence.EntryEvidence memory, Actions.Opening memory) {
        bytes32[] memory words = new bytes32[](3);
        words[0] = keccak256("a coffee");
        words[1] = bytes32(quantity);
        words[2] = bytes32(uint256(uint160(address(_shop))));
        Actions.Opening memory opening = Actions.Opening(_shop.PAYLOAD_TYPE(), uint64(block.timestamp + 60), words);
        return (_registry.act(OPERATOR, "shop", BUYER, opening), opening);
    }

    function testGivesBeansOnceThePurchaseIsFinal() external {
        (Evidence.EntryEvidence memory evidence, Actions.Opening memory opening) = buy(3);
        VM.expectPartialRevert(AnchorRegistry.CheckpointNotFinal.selector);
        VM.prank(BUYER);
        _shop.redeem(evidence, opening);

        VM.warp(block.timestamp + _registry.finalityDelay());
        VM.prank(BUYER);
        _shop.redeem(evidence, opening);
        require(_shop.beans(BUYER) == 300, "300 beans");

        VM.expectPartialRevert(VoucherRedeemer.AlreadyRedeemed.selector);
        VM.prank(BUYER);
        _shop.redeem(evidence, opening);
    }

    function testGivesNothingToOthers() external {
        (Evidence.EntryEvidence memory evidence, Actions.Opening memory opening) = buy(1);
        VM.warp(block.timestamp + _registry.finalityDelay());
        VM.expectPartialRevert(VoucherRedeemer.NotYours.selector);
        _shop.redeem(evidence, opening);
    }
}
