// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IFaultProofs} from "../interfaces/IFaultProofs.sol";
import {IOperatorStake} from "../interfaces/IOperatorStake.sol";

/// @title FaultReports
/// @notice The part of `FaultProofs` that knows who is rewarded.
/// @dev Invariants, named beside the lines that keep them:
/// - R1. A reward goes to an account that had committed to the very call that it makes, in an earlier block.
/// - R2. A slash without such a commitment takes nothing from who had one before it: the reward waits.
abstract contract FaultReports is IFaultProofs {
    IOperatorStake internal immutable STAKE;

    mapping(bytes32 commitment => uint256) private _committedIn;

    constructor(address stake) {
        STAKE = IOperatorStake(stake);
    }

    /// @inheritdoc IFaultProofs
    function commit(bytes32 commitment) external {
        if (_committedIn[commitment] != 0) return; // nobody can make another's commitment younger
        _committedIn[commitment] = block.number;
        emit Committed(commitment);
    }

    /// @inheritdoc IFaultProofs
    function committedIn(bytes32 commitment) external view returns (uint256) {
        return _committedIn[commitment];
    }

    /// @dev What follows when a fault is proven that concerns a log from an index on.
    function _convictLog(bytes32 salt, address operator, Fault fault, bytes32 log, uint64 fromIndex) internal {
        STAKE.freezeLog(operator, log, fromIndex);
        _convict(salt, operator, fault);
    }

    /// @dev What follows when a fault is proven that concerns the batch log from a position on.
    function _convictOperator(bytes32 salt, address operator, Fault fault, uint64 fromPosition) internal {
        STAKE.freezeOperator(operator, fromPosition);
        _convict(salt, operator, fault);
    }

    /// @dev Slashes, if that was not done, and rewards the caller if it had committed to this call.
    function _convict(bytes32 salt, address operator, Fault fault) private {
        // All calldata after the selector and the salt, so also the operator and the fault are bound.
        bytes32 evidenceHash = keccak256(abi.encodePacked(msg.sig, msg.data[36:]));
        uint256 committed = _committedIn[keccak256(abi.encode(evidenceHash, msg.sender, salt))];
        // R1: tried again in a later block it is rewarded, so it must not be wasted in this one.
        if (committed == block.number) revert CommittedInThisBlock(block.number);
        bool inTime = committed != 0;
        bool rewarded = STAKE.slash(operator, inTime ? msg.sender : address(0)) ? inTime : false;
        if (inTime && !rewarded) rewarded = _takeWaiting(operator, committed); // R2
        emit FaultProven(operator, fault, msg.sender, rewarded);
    }

    function _takeWaiting(address operator, uint256 committed) private returns (bool) {
        IOperatorStake.WaitingReward memory waiting = STAKE.waitingReward(operator);
        bool open = waiting.amount != 0 && block.timestamp <= waiting.until;
        if (!open || committed >= waiting.slashedInBlock) return false;
        STAKE.reward(operator, msg.sender);
        return true;
    }
}
