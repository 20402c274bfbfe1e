// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {VoucherRedeemer} from "anchorlog/contracts/examples/VoucherRedeemer.sol";

/// @notice Gives beans for vouchers that were bought through a platform's API.
contract CoffeeShop is VoucherRedeemer {
    mapping(address account => uint256) public beans;

    constructor(
        address registry,
        address attestations,
        address operator,
        bytes32 log
    ) VoucherRedeemer(registry, attestations, operator, log, keccak256("a coffee")) {}

    function _handOut(address account, uint256 quantity) internal override {
        beans[account] += 100 * quantity;
    }
}
