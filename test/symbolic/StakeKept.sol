// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OperatorStake} from "contracts/OperatorStake.sol";
import {Ether} from "contracts/libraries/Ether.sol";

/// @notice S1: each call changes the balance by exactly the change of the owed ether, and changes nothing owed to
/// others.
contract StakeKept is OperatorStake {
    address private _anyOperator;
    address private _anyAccount;

    modifier exact(address operator, address account, uint256 sent) {
        (address operator_, address account_) = (_anyOperator, _anyAccount);
        require(operator_ != operator && account_ != account && address(this) != Ether.BURNED);
        require(_isWellFormed(operator) && _isWellFormed(operator_));
        require(address(this).balance >= sent);
        uint256 balance = address(this).balance - sent;
        uint256 owed = _owed(operator, account);
        uint256 others = _owed(operator_, account_);
        _;
        assert(address(this).balance + owed == balance + _owed(operator, account));
        assert(_owed(operator_, account_) == others);
        assert(_isWellFormed(operator) && _isWellFormed(operator_));
        assert(false);
    }

    function proveDeposit(address operator) external payable exact(operator, operator, msg.value) {
        deposit(operator);
    }

    function proveRequestExit() external exact(msg.sender, msg.sender, 0) {
        requestExit();
    }

    function proveCompleteExit(address operator) external exact(operator, operator, 0) {
        completeExit(operator);
    }

    /// @dev The contract cannot pay itself: it has no receive function.
    function proveWithdraw(address to) external exact(msg.sender, msg.sender, 0) {
        require(to != address(this));
        withdraw(to);
    }

    function proveCredit(address to) external payable exact(to, to, msg.value) {
        credit(to);
    }

    function proveConvict(address operator, address reporter) external exact(operator, reporter, 0) {
        convict(operator, reporter, 0, 0);
    }

    function proveChallengeOpened(address operator) external exact(operator, operator, 0) {
        challengeOpened(operator);
    }

    function proveChallengeClosed(address operator) external exact(operator, operator, 0) {
        challengeClosed(operator);
    }

    function _owed(address operator, address account) private view returns (uint256) {
        return _accounts[operator].stake + _rewardsOf(operator) + creditOf[account];
    }

    /// @dev Avoids a product of two variables, which the prover handles badly.
    function _rewardsOf(address operator) private view returns (uint256) {
        uint256 reward = slashOf[operator].reward;
        if (slashOf[operator].rewards == 0) return 0;
        if (slashOf[operator].rewards == 1) return reward;
        return slashOf[operator].rewards == 2 ? reward + reward : reward + reward + reward;
    }

    function _isWellFormed(address operator) private view returns (bool) {
        Status status = _accounts[operator].status;
        if (slashOf[operator].rewards > 3) return false;
        if (status != Status.Slashed && slashOf[operator].rewards != 0) return false;
        return status == Status.Open || status == Status.Exiting || _accounts[operator].stake == 0;
    }
}
