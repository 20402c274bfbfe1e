// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAnchorRegistry} from "./IAnchorRegistry.sol";

/// @title IOperatorStake
/// @notice What operators answer with: deposits, exits, slashes, and who is paid from them.
/// @dev Section 8 of docs/PROTOCOL.md. Judges are the contracts that prove faults and settle challenges, fixed at
/// deployment. Amounts are in wei. Nobody is paid but by `withdraw`, so that a receiver that refuses hurts only
/// itself.
interface IOperatorStake {
    /// @notice What stakes are measured by, for good.
    /// @param minimumStake An operator with less cannot anchor; at least 1.
    /// @param rewardGas Who has an operator slashed is credited with the price of this much gas, at the block's base
    /// fee: several times what a proof takes, and at least 21,000.
    /// @param rewardFloor What that is at least, in wei: on rollups the base fee does not show the fee for data. At most
    /// a tenth of the minimum stake.
    struct StakeParameters {
        uint128 minimumStake;
        uint32 rewardGas;
        uint128 rewardFloor;
    }

    /// @notice What became of an operator here. It only moves forward.
    enum Status {
        /// It may deposit, and anchor if its stake suffices. The status of an account that was never here, too.
        Open,
        /// It has stopped anchoring and waits for its stake.
        Exiting,
        /// It has its stake back. For good.
        Exited,
        /// It has lost its stake. For good.
        Slashed
    }

    /// @notice An operator's account.
    /// @param stake What it can lose, in wei.
    /// @param exitableFrom When an exiting operator's stake can be paid out, in Unix seconds, if no challenge is open
    /// then; else 0.
    /// @param openChallenges How many challenges wait for its answer.
    /// @param standing Whether it may anchor.
    /// @param status See `Status`.
    struct Account {
        uint128 stake;
        uint48 exitableFrom;
        uint32 openChallenges;
        bool standing;
        Status status;
    }

    /// @notice Somebody deposited for an operator.
    event Deposited(address indexed operator, address indexed from, uint256 amount);
    /// @notice An operator stopped anchoring; `exitableFrom` is in Unix seconds.
    event ExitRequested(address indexed operator, uint256 exitableFrom);
    /// @notice An operator's stake was credited to it.
    event ExitCompleted(address indexed operator, uint256 amount);
    /// @notice An operator lost its stake: `burned`, and the rest credited to the reporter.
    event Slashed(address indexed operator, address indexed reporter, uint256 amount, uint256 burned);
    /// @notice Somebody was given ether to withdraw.
    event Credited(address indexed to, address indexed from, uint256 amount);
    /// @notice Somebody took out what was credited to it.
    event Withdrawn(address indexed account, address indexed to, uint256 amount);

    /// @notice The minimum stake would be zero.
    error ZeroMinimumStake();
    /// @notice The reward would not pay for a transaction.
    error RewardGasTooSmall(uint32 rewardGas);
    /// @notice The floor is more than what is not burned of the minimum stake.
    error RewardFloorTooLarge(uint128 rewardFloor, uint256 most);
    /// @notice Only a contract that proves faults or settles challenges may call this.
    error NotJudge(address caller);
    /// @notice A deposit of nothing.
    error ZeroAmount();
    /// @notice Ether for nobody.
    error ZeroAddress();
    /// @notice The operator is slashed or has left.
    error AccountClosed(address operator, Status status);
    /// @notice The operator is not open: it leaves already, or is closed.
    error NotOpen(address operator, Status status);
    /// @notice The operator has not asked to leave, or is closed.
    error NotExiting(address operator, Status status);
    /// @notice The exit delay has not passed; it has at `exitableFrom`, in Unix seconds.
    error ExitTooEarly(uint256 exitableFrom);
    /// @notice Challenges wait for the operator's answer.
    error ChallengesOpen(address operator, uint32 openChallenges);
    /// @notice Nothing is credited to the account.
    error NothingCredited(address account);

    /// @notice Adds the sent ether to an operator's stake. Anybody can, until it is slashed or has left.
    function deposit(address operator) external payable;

    /// @notice The calling operator stops anchoring, at once and for good. Its stake is paid out after
    /// `IAnchorRegistry.exitDelay`, since until then it answers for what it signed.
    function requestExit() external;

    /// @notice Credits an exiting operator with its stake. Anybody can call it.
    function completeExit(address operator) external;

    /// @notice Pays out what is credited to the caller.
    /// @param to The receiver; if it refuses, the call reverts and the credit stays.
    function withdraw(address to) external;

    /// @notice Credits an account with the sent ether: how other contracts pay, so that nobody is paid but by
    /// `withdraw`.
    function credit(address to) external payable;

    /// @notice Takes the whole stake, once, and closes the operator for good. Only for judges.
    /// @dev Nothing happens to an operator that is slashed or has left, so that more proven faults can still freeze.
    /// @param reporter Credited with `max(rewardFloor, rewardGas · basefee)`, but no more than a tenth of the stake; all
    /// else is burned. Not zero.
    /// @return slashed Whether this call slashed the operator.
    function slash(address operator, address reporter) external returns (bool slashed);

    /// @notice See `IAnchorRegistry.freezeLog`. Only for judges.
    function freezeLog(address operator, bytes32 log, uint64 fromIndex) external;

    /// @notice See `IAnchorRegistry.freezeOperator`. Only for judges.
    function freezeOperator(address operator, uint64 fromPosition) external;

    /// @notice Counts a challenge that was opened. Only for judges; reverts with `AccountClosed` for an operator that
    /// has left.
    function challengeOpened(address operator) external;

    /// @notice Counts a challenge that was answered or settled. Only for judges.
    function challengeClosed(address operator) external;

    /// @notice What stakes are measured by.
    function stakeParameters() external view returns (StakeParameters memory);

    /// @notice The registry whose operators deposit here.
    function registry() external view returns (IAnchorRegistry);

    /// @notice Whether a contract may slash and freeze.
    function isJudge(address account) external view returns (bool);

    /// @notice An operator's account; zeros (and `Open`) for one that was never here.
    function accountOf(address operator) external view returns (Account memory);

    /// @notice What an account can withdraw, in wei.
    function creditOf(address account) external view returns (uint256);
}
