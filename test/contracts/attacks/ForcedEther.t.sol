// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../../contracts/ChallengeBook.sol";
import {ChallengeTest} from "../ChallengeTest.sol";

/// The attack: ether is forced into a contract. It belongs to nobody and changes no amount.
contract ForcedEtherAttack is ChallengeTest {
    function testForcedEtherChangesNothing() external {
        setUpChallenges();
        vm.deal(address(this), 100 ether);
        // Sets the balances without a call, as block rewards or a self-destruct would.
        vm.deal(address(stake), 3 ether);
        vm.deal(address(challenges), 5 ether);

        join(OPERATOR);
        appendVote(OPERATOR, 1);
        appendVote(OPERATOR, 2);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR);
        uint256 bond = challenges.requiredBond(ChallengeBook.Kind.Header);
        challenges.openHeader{value: bond}(OPERATOR, 0, 0);
        challenges.answerHeader(OPERATOR, 0, batches[0].header, headerProof(0, 0));
        assertEq(stake.creditOf(address(this)), bond);
        assertEq(address(challenges).balance, 5 ether);

        vm.prank(OPERATOR);
        stake.requestExit();
        vm.warp(block.timestamp + ANCHOR_DELAY + FINALITY_DELAY);
        stake.completeExit(OPERATOR);
        vm.prank(OPERATOR);
        stake.withdraw(address(0x5afe));
        stake.withdraw(address(0x5afe));
        assertEq(address(0x5afe).balance, MINIMUM_STAKE + bond);
        assertEq(address(stake).balance, 3 ether);
    }
}
