// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {IAttestations} from "../interfaces/IAttestations.sol";
import {Actions} from "../libraries/Actions.sol";
import {AnchoredAction} from "../libraries/AnchoredAction.sol";
import {Evidence} from "../libraries/Evidence.sol";

/// @title VoucherRedeemer
/// @notice An example of a gate: an account that bought vouchers through a platform's API redeems them here, once the
/// purchase is final. The platform runs no server for it and signs nothing more.
/// @dev The purchase is the action `BuyVoucher` with the payload below. It names the gate, as a permit names its spender.
/// - V1. An action is redeemed once, at the gate that it names. So a gate and its successors pay it once.
/// - V2. Only its actor redeems it.
/// - V3. Only final actions of this operator, log, type and product count. After the operator is slashed, only those that
///   were final before.
contract VoucherRedeemer {
    using AnchoredAction for AnchoredAction.Source;

    /// @notice The type that payloads must have.
    string public constant PAYLOAD_TYPE = "BuyVoucherPayload(bytes32 product,uint256 quantity,address gate)";

    AnchorRegistry private immutable REGISTRY;
    IAttestations private immutable ATTESTATIONS;
    address private immutable OPERATOR;
    bytes32 private immutable LOG;
    bytes32 private immutable PRODUCT;

    /// @notice How many vouchers an account has redeemed.
    mapping(address account => uint256) public redeemedBy;
    /// @notice Whether an action was redeemed, by its EIP-712 digest.
    mapping(bytes32 digest => bool) public redeemed;

    /// @notice The vouchers of an action were redeemed.
    event VoucherRedeemed(address indexed account, bytes32 indexed digest, uint256 quantity);

    /// @notice The action belongs to another account.
    error NotYours(address actor);
    /// @notice The action is not a purchase of this product in this log.
    error NotThisVoucher();
    /// @notice The purchase names another gate.
    error AnotherGate(address gate);
    /// @notice The action was redeemed before.
    error AlreadyRedeemed(bytes32 digest);

    /// @notice Makes the gate for the purchases of one product in one log.
    /// @param registry The registry that the operator anchors in.
    /// @param attestations The record of contract wallets' signatures.
    /// @param operator The platform's.
    /// @param log The identifier of the log whose purchases count.
    /// @param product The product that is bought.
    constructor(address registry, address attestations, address operator, bytes32 log, bytes32 product) {
        REGISTRY = AnchorRegistry(registry);
        ATTESTATIONS = IAttestations(attestations);
        (OPERATOR, LOG, PRODUCT) = (operator, log, product);
    }

    /// @notice Redeems the vouchers that the sender bought.
    /// @param evidence The purchase's entry.
    /// @param opening Its payload.
    function redeem(Evidence.EntryEvidence calldata evidence, Actions.Opening calldata opening) external {
        AnchoredAction.Source memory source = AnchoredAction.Source(REGISTRY, ATTESTATIONS, OPERATOR);
        AnchoredAction.Action memory action = source.prove(evidence, opening); // V3
        source.checkBeforeSlash(evidence.batch.position); // V3
        bool purchase = action.payloadType == keccak256(bytes(PAYLOAD_TYPE));
        if (!purchase || action.entry.log != LOG || action.words[0] != PRODUCT) revert NotThisVoucher(); // V3
        address gate = address(uint160(uint256(action.words[2])));
        if (gate != address(this)) revert AnotherGate(gate); // V1
        if (action.entry.actor != msg.sender) revert NotYours(action.entry.actor); // V2
        if (redeemed[action.entry.digest]) revert AlreadyRedeemed(action.entry.digest); // V1

        redeemed[action.entry.digest] = true;
        uint256 quantity = uint256(action.words[1]);
        redeemedBy[msg.sender] += quantity;
        emit VoucherRedeemed(msg.sender, action.entry.digest, quantity);
        _handOut(msg.sender, quantity);
    }

    /// @notice Hands out the vouchers' value: nothing here. A shop that extends this contract overrides it.
    /// @dev All state that keeps V1 to V3 is written before, so foreign code may run.
    // solhint-disable-next-line no-empty-blocks
    function _handOut(address account, uint256 quantity) internal virtual {}
}
