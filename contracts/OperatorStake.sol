// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {IOperatorStake} from "./interfaces/IOperatorStake.sol";
import {Ether} from "./libraries/Ether.sol";

/// @title OperatorStake
/// @notice See `IOperatorStake`. No owner, no pause, no upgrade.
/// @dev Invariants, named beside the lines that keep them:
/// - S1. The balance is the sum of all stakes and credits, to the wei (and more only if somebody forces ether upon the
///   contract, which then is nobody's).
/// - S2. An operator's status only moves forward: Open, Exiting, Exited; or from one of the first two to Slashed.
/// - S3. In standing are operators that are open and have the minimum stake; the registry is told at once.
/// - S4. A stake leaves as a whole: by one slash, or one exit, `exitDelay` after the last anchor at the earliest.
/// - S5. Of every slash nine tenths are burned. Of the last tenth its reporter gets what a proof costs, several times
///   over, and no more.
/// - S6. Every wei can leave: stakes by exit, credits by withdrawal, and no receiver can keep anybody else's from it.
contract OperatorStake is IOperatorStake {
    using SafeCast for uint256;

    /// @inheritdoc IOperatorStake
    IAnchorRegistry public immutable registry;
    uint128 private immutable MINIMUM_STAKE;
    uint32 private immutable REWARD_GAS;
    uint128 private immutable REWARD_FLOOR;
    /// @dev The least gas of a transaction.
    uint32 private constant LEAST_GAS = 21_000;

    mapping(address operator => Account) private _accounts;
    /// @inheritdoc IOperatorStake
    mapping(address account => uint256) public creditOf;
    /// @inheritdoc IOperatorStake
    mapping(address account => bool) public isJudge;

    modifier onlyJudge() {
        if (!isJudge[msg.sender]) revert NotJudge(msg.sender);
        _;
    }

    /// @notice Fixes what stakes are measured by, and who judges.
    /// @param s See `StakeParameters`.
    /// @param registry_ The registry; need not be deployed yet.
    /// @param judges The contracts that prove faults and settle challenges; need not be deployed yet.
    constructor(StakeParameters memory s, address registry_, address[] memory judges) {
        if (s.minimumStake == 0) revert ZeroMinimumStake();
        if (s.rewardGas < LEAST_GAS) revert RewardGasTooSmall(s.rewardGas);
        uint256 most = s.minimumStake / 10;
        if (s.rewardFloor > most) revert RewardFloorTooLarge(s.rewardFloor, most);
        (MINIMUM_STAKE, REWARD_GAS, REWARD_FLOOR) = (s.minimumStake, s.rewardGas, s.rewardFloor);
        registry = IAnchorRegistry(registry_);
        for (uint256 i = 0; i < judges.length; ++i) isJudge[judges[i]] = true;
    }

    /// @inheritdoc IOperatorStake
    function deposit(address operator) external payable {
        Account storage account = _accounts[operator];
        Status status = account.status;
        if (msg.value == 0) revert ZeroAmount();
        if (status == Status.Exited || status == Status.Slashed) revert AccountClosed(operator, status); // S6
        registry.maxAnchorDelay(operator); // S6: reverts unless registered, as others can never leave
        account.stake += msg.value.toUint128();
        emit Deposited(operator, msg.sender, msg.value);
        _updateStanding(operator, account);
    }

    /// @inheritdoc IOperatorStake
    function requestExit() external {
        Account storage account = _accounts[msg.sender];
        if (account.status != Status.Open) revert NotOpen(msg.sender, account.status);
        uint256 exitableFrom = block.timestamp + registry.exitDelay(msg.sender); // S4
        account.status = Status.Exiting; // S2
        account.exitableFrom = exitableFrom.toUint48();
        emit ExitRequested(msg.sender, exitableFrom);
        _updateStanding(msg.sender, account);
    }

    /// @inheritdoc IOperatorStake
    function completeExit(address operator) external {
        Account storage account = _accounts[operator];
        if (account.status != Status.Exiting) revert NotExiting(operator, account.status);
        if (block.timestamp < account.exitableFrom) revert ExitTooEarly(account.exitableFrom); // S4
        if (account.openChallenges != 0) revert ChallengesOpen(operator, account.openChallenges);
        uint128 amount = account.stake;
        account.status = Status.Exited; // S2
        account.stake = 0;
        _credit(operator, amount);
        emit ExitCompleted(operator, amount);
    }

    /// @inheritdoc IOperatorStake
    function withdraw(address to) external {
        uint256 amount = creditOf[msg.sender];
        if (amount == 0) revert NothingCredited(msg.sender);
        creditOf[msg.sender] = 0; // S1: before anything foreign runs
        emit Withdrawn(msg.sender, to, amount);
        Ether.pay(to, amount);
    }

    /// @inheritdoc IOperatorStake
    function credit(address to) external payable {
        if (msg.value == 0) revert ZeroAmount();
        _credit(to, msg.value);
        emit Credited(to, msg.sender, msg.value);
    }

    /// @inheritdoc IOperatorStake
    function slash(address operator, address reporter) external onlyJudge returns (bool slashed) {
        Account storage account = _accounts[operator];
        if (account.status == Status.Exited || account.status == Status.Slashed) return false; // S2, S4
        uint128 amount = account.stake;
        uint256 reward = Math.min(amount / 10, Math.max(REWARD_FLOOR, REWARD_GAS * block.basefee)); // S5
        account.status = Status.Slashed;
        account.stake = 0;
        _credit(reporter, reward);
        emit Slashed(operator, reporter, amount, amount - reward);
        _updateStanding(operator, account);
        Ether.burn(amount - reward);
        return true;
    }

    /// @inheritdoc IOperatorStake
    function freezeLog(address operator, bytes32 log, uint64 fromIndex) external onlyJudge {
        registry.freezeLog(operator, log, fromIndex);
    }

    /// @inheritdoc IOperatorStake
    function freezeOperator(address operator, uint64 fromPosition) external onlyJudge {
        registry.freezeOperator(operator, fromPosition);
    }

    /// @inheritdoc IOperatorStake
    function challengeOpened(address operator) external onlyJudge {
        Account storage account = _accounts[operator];
        if (account.status == Status.Exited) revert AccountClosed(operator, account.status);
        ++account.openChallenges;
    }

    /// @inheritdoc IOperatorStake
    function challengeClosed(address operator) external onlyJudge {
        --_accounts[operator].openChallenges;
    }

    /// @inheritdoc IOperatorStake
    function stakeParameters() external view returns (StakeParameters memory) {
        return StakeParameters(MINIMUM_STAKE, REWARD_GAS, REWARD_FLOOR);
    }

    /// @inheritdoc IOperatorStake
    function accountOf(address operator) external view returns (Account memory) {
        return _accounts[operator];
    }

    /// @dev S1, S6: nobody could withdraw what is credited to the zero address.
    function _credit(address to, uint256 amount) private {
        if (to == address(0)) revert ZeroAddress();
        creditOf[to] += amount;
    }

    /// @dev S3.
    function _updateStanding(address operator, Account storage account) private {
        bool standing = account.status == Status.Open && account.stake >= MINIMUM_STAKE;
        if (standing == account.standing) return;
        account.standing = standing;
        registry.setStanding(operator, standing);
    }
}
