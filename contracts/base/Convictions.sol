// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../AnchorRegistry.sol";
import {OperatorStake} from "../OperatorStake.sol";

/// @title Convictions
/// @notice What follows when a fault is proven: what it concerns is frozen, and the operator loses its stake.
abstract contract Convictions {
    /// @notice The faults, in the order of the functions.
    enum Fault {
        EntryEquivocation,
        CheckpointEquivocation,
        EntrySuccession,
        HeaderSuccession,
        MalformedLeaf,
        ForeignLog,
        Replay,
        ForgedAction,
        WrongCommitment,
        WrongPrior,
        WrongObject,
        WrongCarry
    }

    /// @notice An operator's fault was proven; `slashed` says whether this took its stake, and so rewarded the reporter.
    event FaultProven(address indexed operator, Fault indexed fault, address indexed reporter, bool slashed);

    /// @notice The evidence holds, but does not show this fault.
    error NoFault(Fault fault);

    AnchorRegistry internal immutable REGISTRY;
    OperatorStake private immutable STAKE;

    constructor(address registry, address stake) {
        REGISTRY = AnchorRegistry(registry);
        STAKE = OperatorStake(stake);
    }

    /// @dev What follows when a fault is proven that concerns a log from an index on.
    function _convictLog(address operator, Fault fault, bytes32 log, uint64 fromIndex) internal {
        STAKE.freezeLog(operator, log, fromIndex);
        _convict(operator, fault);
    }

    /// @dev What follows when a fault is proven that concerns the batch log from a position on.
    function _convictOperator(address operator, Fault fault, uint64 fromPosition) internal {
        STAKE.freezeOperator(operator, fromPosition);
        _convict(operator, fault);
    }

    function _convict(address operator, Fault fault) private {
        bool slashed = STAKE.slash(operator, msg.sender);
        emit FaultProven(operator, fault, msg.sender, slashed);
    }

    function _require(bool shown, Fault fault) internal pure {
        if (!shown) revert NoFault(fault);
    }
}
