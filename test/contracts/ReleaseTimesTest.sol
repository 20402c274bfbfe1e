// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "./ChallengeTest.sol";

/// @notice Helpers for tests with mainnet's parameters: an anchor delay of one hour, and an operator whose batches have
/// one entry each.
abstract contract ReleaseTimesTest is ChallengeTest {
    uint64 internal constant HOUR = 3600;
    uint256 internal time = START;

    function timing() internal pure virtual override returns (Operators.Timing memory) {
        return Operators.Timing(7 days, 3 days, 1 days, 10 minutes, 4096);
    }

    function stakeParameters() internal pure override returns (OperatorStake.StakeParameters memory) {
        return OperatorStake.StakeParameters(4 ether, 3_000_000, 0.005 ether);
    }

    function parameters() internal pure override returns (ChallengeBook.ChallengeParameters memory p) {
        p.answerGas = [uint32(180_000), 150_000, 400_000, 650_000];
        (p.floor, p.factor) = (0.005 ether, 3);
    }

    function terms() internal pure override returns (Operators.OperatorTerms memory) {
        return Operators.OperatorTerms("Example", "1", HOUR);
    }

    function setUp() external {
        setUpChallenges();
        join(OPERATOR);
    }

    function pass(uint256 seconds_) internal {
        time += seconds_;
        vm.warp(time);
    }

    /// Accepts an entry now, and closes its batch without anchoring it.
    function accept() internal returns (uint64 batch) {
        clock = uint64(time * 1000);
        appendVote(OPERATOR, batches.length);
        batch = closeBatch(OPERATOR);
    }

    function ask(uint64 batch) internal returns (uint256 bond) {
        Evidence.Receipt memory receipt = receiptOf(batches[batch].entries[0]);
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        bond = challenges.requiredBond(ChallengeBook.Kind.Omission);
        vm.prank(CHALLENGER);
        challenges.openOmission{value: bond}(OPERATOR, receipt, signed, NAME);
    }

    /// Answers with evidence under the checkpoint that first anchored the batch.
    function answer(uint64 batch) internal {
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, batch, 0);
        vm.prank(OPERATOR);
        challenges.answerOmission(OPERATOR, evidence);
    }
}
