// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {IFaultProofs} from "../../contracts/interfaces/IFaultProofs.sol";
import {IOperatorStake} from "../../contracts/interfaces/IOperatorStake.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "./ChallengeTest.sol";
import {newFaultProofs, newPoseidon} from "./released.sol";

/// A batch may say that it was closed five minutes after its checkpoint, and not a millisecond more.
contract ClockSkewTest is ChallengeTest {
    uint64 private constant LATEST = uint64((START + 5 minutes) * 1000);
    FaultProofs private faults;

    function setUp() external {
        poseidon = newPoseidon();
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(poseidon));
        join(OPERATOR);
    }

    function anchorClosedAt(uint64 milliseconds) private returns (Evidence.HeaderEvidence memory) {
        clock = milliseconds;
        appendVote(OPERATOR, 1);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR);
        return headerEvidence(0, 0);
    }

    function testClosedAtTheSkewIsNoFault() external {
        Evidence.HeaderEvidence memory leaf = anchorClosedAt(LATEST);
        vm.expectRevert(abi.encodeWithSelector(IFaultProofs.NoFault.selector, IFaultProofs.Fault.MalformedHeader));
        faults.proveMalformedHeader(OPERATOR, leaf);
    }

    function testClosedAMillisecondLaterIsAFault() external {
        faults.proveMalformedHeader(OPERATOR, anchorClosedAt(LATEST + 1));
        assertTrue(stake.accountOf(OPERATOR).status == IOperatorStake.Status.Slashed);
    }
}
