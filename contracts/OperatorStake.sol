// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {AnchorRegistry} from "./AnchorRegistry.sol";
import {Ether} from "./libraries/Ether.sol";

/// @title OperatorStake
/// @notice Holds the operators' stakes: deposits, exits, slashes and the rewards from them.
/// @dev See docs/protocol/5-contracts.md, section 2. Its judges are the contracts that prove faults and settle
/// challenges, fixed at deployment. Amounts are in wei. Payments are made by `withdraw` alone, so a receiver that
/// refuses ether hurts only itself.
///
/// No owner, no pause, no upgrade.
///
/// Invariants, named beside the lines that keep them:
/// - S1. The balance is the sum of all stakes, credits and rewards that a slash has left, to the wei. It is more only
///   if somebody forces ether upon the contract; nobody can withdraw that ether.
/// - S2. An operator's status only moves forward: Open, Exiting, Exited; or from one of the first two to Slashed.
/// - S3. An operator is in standing if it is open and has the minimum stake. The registry is updated at once.
/// - S4. A stake leaves as a whole: by one slash, or one exit, `exitDelay` after the last anchor at the earliest.
/// - S5. Nine tenths of every slash are burned. The last tenth pays the reporter, and the reporters of the next three
///   freezes: each the cost of a proof, several times over, and no more. The rest of it is burned.
/// - S6. Every wei can leave: stakes by exit, credits by withdrawal. No receiver can block another's payment. The
///   rewards that a slash has left wait for reports.
contract OperatorStake {
    using SafeCast for uint256;

    /// @notice The parameters of stakes. They never change.
    /// @param minimumStake An operator with less cannot anchor; at least 1.
    /// @param rewardGas A reporter is credited with the price of this much gas, at the block's base fee: several times
    /// the gas of a proof, and at least 21,000.
    /// @param rewardFloor The least reward, in wei: on rollups the base fee does not include the fee for data. At most
    /// a tenth of the minimum stake.
    struct StakeParameters {
        uint128 minimumStake;
        uint32 rewardGas;
        uint128 rewardFloor;
    }

    /// @notice The status of an operator. It only moves forward.
    enum Status {
        /// It may deposit, and anchor if its stake suffices. Also the status of an account that never deposited.
        Open,
        /// It has stopped anchoring and waits for its stake.
        Exiting,
        /// It has its stake back. For good.
        Exited,
        /// It has lost its stake. For good.
        Slashed
    }

    /// @notice An operator's account.
    /// @param stake The stake that it can lose, in wei.
    /// @param exitableFrom The time when an exiting operator's stake can be paid out if no challenge is open then, in
    /// Unix seconds; else 0.
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

    /// @notice The rewards that a slash leaves, and the `finalSize` of its time.
    /// @param finalSize The operator's `AnchorRegistry.finalSize` at the slash.
    /// @param rewards The number of later freezes that are rewarded.
    /// @param reward The reward of each of their reporters, in wei.
    struct Slash {
        uint64 finalSize;
        uint8 rewards;
        uint128 reward;
    }

    /// @notice An account deposited for an operator.
    event Deposited(address indexed operator, address indexed from, uint256 amount);
    /// @notice An operator stopped anchoring; `exitableFrom` is in Unix seconds.
    event ExitRequested(address indexed operator, uint256 exitableFrom);
    /// @notice An operator's stake was credited to it.
    event ExitCompleted(address indexed operator, uint256 amount);
    /// @notice An operator lost its stake. `burned` of it is burned; the rest is credited to the reporter and kept for
    /// the next reporters.
    event Slashed(address indexed operator, address indexed reporter, uint256 amount, uint256 burned);
    /// @notice An account was credited with ether to withdraw.
    event Credited(address indexed to, address indexed from, uint256 amount);
    /// @notice An account withdrew its credit.
    event Withdrawn(address indexed account, address indexed to, uint256 amount);

    /// @notice A parameter is out of its range.
    error ParameterOutOfRange(uint256 value);
    /// @notice Only a contract that proves faults or settles challenges may call this.
    error NotJudge(address caller);
    /// @notice A deposit of nothing.
    error ZeroAmount();
    /// @notice The zero address cannot be credited.
    error ZeroAddress();
    /// @notice The operator is slashed or has left.
    error AccountClosed(address operator, Status status);
    /// @notice The operator is not open: it is leaving already, or is closed.
    error NotOpen(address operator, Status status);
    /// @notice The operator has not asked to leave, or is closed.
    error NotExiting(address operator, Status status);
    /// @notice The exit delay has not passed yet. It passes at `exitableFrom`, in Unix seconds.
    error ExitTooEarly(uint256 exitableFrom);
    /// @notice Challenges wait for the operator's answer.
    error ChallengesOpen(address operator, uint32 openChallenges);
    /// @notice The operator was slashed before the batch was final. Only batches before position `finalSize` were
    /// final.
    error NotBeforeSlash(address operator, uint64 position, uint64 finalSize);
    /// @notice Nothing is credited to the account.
    error NothingCredited(address account);

    /// @notice The registry whose operators deposit here.
    AnchorRegistry public immutable registry;
    /// @notice The contract that proves faults.
    address public immutable faultProofs;
    /// @notice The contract that settles challenges.
    address public immutable challenges;
    uint128 private immutable MINIMUM_STAKE;
    uint32 private immutable REWARD_GAS;
    uint128 private immutable REWARD_FLOOR;
    /// @dev The least gas of a transaction.
    uint32 private constant LEAST_GAS = 21_000;
    /// @dev The number of freezes that are rewarded after a slash. A slashed operator can have lied in other logs, too.
    uint8 private constant LATER_REWARDS = 3;

    mapping(address operator => Account) private _accounts;
    /// @notice The rewards that an operator's slash has left; zeros if it was not slashed. See `Slash`.
    mapping(address operator => Slash) public slashOf;
    /// @notice The amount that an account can withdraw, in wei.
    mapping(address account => uint256) public creditOf;

    modifier onlyJudge() {
        if (msg.sender != faultProofs && msg.sender != challenges) revert NotJudge(msg.sender);
        _;
    }

    /// @notice Sets the parameters of stakes, and the judges.
    /// @param s See `StakeParameters`.
    /// @param registry_ The registry; need not be deployed yet.
    /// @param faultProofs_ The contract that proves faults; need not be deployed yet.
    /// @param challenges_ The contract that settles challenges; need not be deployed yet.
    constructor(StakeParameters memory s, address registry_, address faultProofs_, address challenges_) {
        if (s.minimumStake == 0) revert ParameterOutOfRange(0);
        if (s.rewardGas < LEAST_GAS) revert ParameterOutOfRange(s.rewardGas);
        if (s.rewardFloor > s.minimumStake / 10) revert ParameterOutOfRange(s.rewardFloor);
        (MINIMUM_STAKE, REWARD_GAS, REWARD_FLOOR) = (s.minimumStake, s.rewardGas, s.rewardFloor);
        registry = AnchorRegistry(registry_);
        (faultProofs, challenges) = (faultProofs_, challenges_);
    }

    /// @notice Adds the sent ether to an operator's stake. Anybody can, until it is slashed or has left.
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

    /// @notice The calling operator stops anchoring, at once and for good. Its stake can be paid out after
    /// `AnchorRegistry.exitDelay`: until then it answers for its signatures.
    function requestExit() external {
        Account storage account = _accounts[msg.sender];
        if (account.status != Status.Open) revert NotOpen(msg.sender, account.status);
        uint256 exitableFrom = block.timestamp + registry.exitDelay(msg.sender); // S4
        account.status = Status.Exiting; // S2
        account.exitableFrom = exitableFrom.toUint48();
        emit ExitRequested(msg.sender, exitableFrom);
        _updateStanding(msg.sender, account);
    }

    /// @notice Credits an exiting operator with its stake. Anybody can call it.
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

    /// @notice Pays out what is credited to the caller.
    /// @param to The receiver; if it refuses, the call reverts and the credit stays.
    function withdraw(address to) external {
        uint256 amount = creditOf[msg.sender];
        if (amount == 0) revert NothingCredited(msg.sender);
        creditOf[msg.sender] = 0; // S1: before foreign code runs
        emit Withdrawn(msg.sender, to, amount);
        Ether.pay(to, amount);
    }

    /// @notice Credits an account with the sent ether. Other contracts pay by it, so that all payments are made by
    /// `withdraw`.
    function credit(address to) external payable {
        if (msg.value == 0) revert ZeroAmount();
        _credit(to, msg.value);
        emit Credited(to, msg.sender, msg.value);
    }

    /// @notice Freezes the subject of an operator's fault or silence. Takes its whole stake, once, and closes its
    /// account for good. Only for judges.
    /// @dev The call only freezes if the operator is slashed or has left. The first three freezes after a slash that
    /// cover more than earlier ones are rewarded from the slash.
    /// @param reporter Credited with `max(rewardFloor, rewardGas · basefee)`, but no more than a tenth of the stake.
    /// The same is kept for each of the next three reporters, if the tenth suffices. The rest is burned. Not zero.
    /// @param log See `AnchorRegistry.freeze`.
    /// @return slashed Whether this call slashed the operator.
    function convict(
        address operator,
        address reporter,
        bytes32 log,
        uint64 from
    ) external onlyJudge returns (bool slashed) {
        (bool added, uint64 finalSize) = registry.freeze(operator, log, from);
        Account storage account = _accounts[operator];
        if (account.status == Status.Slashed && added) _rewardNext(operator, reporter);
        if (account.status == Status.Exited || account.status == Status.Slashed) return false; // S2, S4
        uint128 amount = account.stake;
        uint256 reward = Math.min(amount / 10, Math.max(REWARD_FLOOR, REWARD_GAS * block.basefee)); // S5
        uint256 later = Math.min((amount / 10 - reward) / LATER_REWARDS, reward); // S5
        uint256 burned = amount - reward - LATER_REWARDS * later; // S1
        account.status = Status.Slashed;
        account.stake = 0;
        slashOf[operator] = Slash(finalSize, LATER_REWARDS, later.toUint128());
        _credit(reporter, reward);
        emit Slashed(operator, reporter, amount, burned);
        _updateStanding(operator, account);
        Ether.burn(burned);
        return true;
    }

    /// @notice Counts a challenge that was opened. Only for judges. Reverts with `AccountClosed` if the operator has
    /// left.
    function challengeOpened(address operator) external onlyJudge {
        Account storage account = _accounts[operator];
        if (account.status == Status.Exited) revert AccountClosed(operator, account.status);
        ++account.openChallenges;
    }

    /// @notice Counts a challenge that was answered or settled. Only for judges.
    function challengeClosed(address operator) external onlyJudge {
        --_accounts[operator].openChallenges;
    }

    /// @notice Reverts with `NotBeforeSlash` if the operator was slashed before the batch at this position was final:
    /// then no stake backed the batch.
    function checkBeforeSlash(address operator, uint64 position) external view {
        if (_accounts[operator].status != Status.Slashed) return;
        uint64 finalSize = slashOf[operator].finalSize;
        if (position >= finalSize) revert NotBeforeSlash(operator, position, finalSize);
    }

    /// @notice The parameters of stakes.
    function stakeParameters() external view returns (StakeParameters memory) {
        return StakeParameters(MINIMUM_STAKE, REWARD_GAS, REWARD_FLOOR);
    }

    /// @notice An operator's account; zeros (and `Open`) if it never deposited.
    function accountOf(address operator) external view returns (Account memory) {
        return _accounts[operator];
    }

    /// @dev S1, S5: pays from the rewards that the slash kept.
    function _rewardNext(address operator, address reporter) private {
        Slash storage slash = slashOf[operator];
        if (slash.rewards == 0 || slash.reward == 0) return;
        --slash.rewards;
        _credit(reporter, slash.reward);
        emit Credited(reporter, operator, slash.reward);
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
