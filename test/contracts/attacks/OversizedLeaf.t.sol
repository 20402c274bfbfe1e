// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../../contracts/ChallengeBook.sol";
import {Challenges} from "../../../contracts/Challenges.sol";
import {ChallengeTest} from "../ChallengeTest.sol";

/// The attack: an operator anchors a leaf that fits into a transaction as an answer but not as evidence of a fault. So
/// answers accept only headers and entries.
contract OversizedLeafAttack is ChallengeTest {
    function setUp() external {
        setUpChallenges();
        join(OPERATOR);
        appendVote(OPERATOR, 1);
        closeBatch(OPERATOR);
        vm.deal(address(this), 10 ether);
    }

    function bond(ChallengeBook.Kind kind) private view returns (uint256) {
        return challenges.requiredBond(kind);
    }

    function testALeafThatIsNoHeaderIsNoAnswer() external {
        bytes memory leaf = new bytes(100_000);
        fingerprints.push(leafHash(leaf));
        anchorAll(OPERATOR);
        challenges.openHeader{value: bond(ChallengeBook.Kind.Header)}(OPERATOR, 1, 0);
        bytes memory data = abi.encodeCall(Challenges.answerHeader, (OPERATOR, 1, leaf, headerProof(0, 1)));
        (bool answered, ) = address(challenges).call(data);
        assertTrue(!answered);
        vm.warp(START + 3);
        challenges.settle(ChallengeBook.Kind.Header, OPERATOR, 0, 1);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }

    function testALeafThatIsNoEntryIsNoAnswer() external {
        // A batch of one leaf, whose hash is the batch's root.
        bytes memory leaf = new bytes(100_000);
        bytes memory header = batches[0].header;
        bytes32 hash = leafHash(leaf);
        for (uint256 i = 0; i < 32; ++i) header[157 + i] = hash[i];
        batches[0].header = header;
        fingerprints[0] = leafHash(header);
        anchorAll(OPERATOR);
        challenges.openEntry{value: bond(ChallengeBook.Kind.Entry)}(OPERATOR, headerEvidence(0, 0), 0, 0);
        bytes memory data = abi.encodeCall(
            Challenges.answerEntry,
            (OPERATOR, header, 0, leaf, new bytes32[](0), zkPath(0, 0))
        );
        (bool answered, ) = address(challenges).call(data);
        assertTrue(!answered);
        vm.warp(START + 3);
        challenges.settle(ChallengeBook.Kind.Entry, OPERATOR, logOf(OPERATOR), 0);
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }
}
