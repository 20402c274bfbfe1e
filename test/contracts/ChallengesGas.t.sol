// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IChallenges} from "../../contracts/interfaces/IChallenges.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ChallengeTest} from "./ChallengeTest.sol";

/// What transactions cost, kept in snapshots/: `npm test` compares. Meant for the test profile `gas`.
contract ChallengesGas is ChallengeTest {
    /// Eight batches of two entries, so that a header's proof has three hashes.
    function setUp() external {
        setUpChallenges();
        join(OPERATOR);
        for (uint256 nonce = 0; nonce < 16; ++nonce) {
            appendVote(OPERATOR, nonce);
            if (nonce % 2 == 1) closeBatch(OPERATOR);
        }
        anchorAll(OPERATOR);
        vm.deal(address(this), 10 ether);
        // Both have a credit, as those who use this more than once.
        stake.credit{value: 1}(OPERATOR);
        stake.credit{value: 1}(address(this));
    }

    function testHeader() external {
        bytes32[] memory proof = headerProof(0, 3);
        bytes memory header = batches[3].header;
        challenges.openHeader{value: bond(IChallenges.Kind.Header)}(OPERATOR, 3, 0);
        vm.snapshotGasLastCall("Challenges", "header: open");
        vm.prank(OPERATOR);
        challenges.answerHeader(OPERATOR, 3, header, proof);
        uint256 gas = vm.snapshotGasLastCall("Challenges", "header: answer");
        assertTrue(gas <= parameters().answerGas[uint8(IChallenges.Kind.Header)]);
    }

    function testEntry() external {
        challenges.openEntry{value: bond(IChallenges.Kind.Entry)}(OPERATOR, headerEvidence(0, 3), 1, 0);
        vm.snapshotGasLastCall("Challenges", "entry: open");
        bytes memory data = abi.encodeCall(
            IChallenges.answerEntry,
            (OPERATOR, batches[3].header, 1, batches[3].entries[1], entryProof(3, 1), zkPath(3, 1))
        );
        vm.prank(OPERATOR);
        (bool done, ) = address(challenges).call(data);
        assertTrue(done);
        uint256 gas = vm.snapshotGasLastCall("Challenges", "entry: answer, with its zk path");
        assertTrue(gas <= 600_000 && gas <= parameters().answerGas[uint8(IChallenges.Kind.Entry)]);
    }

    function testSignature() external {
        Evidence.EntryEvidence memory entry = entryEvidence(0, 3, 1);
        bytes memory signed = voteSignature(OPERATOR, 7);
        challenges.openSignature{value: bond(IChallenges.Kind.Signature)}(OPERATOR, entry, 0);
        vm.snapshotGasLastCall("Challenges", "signature: open");
        vm.prank(OPERATOR);
        challenges.answerSignature(OPERATOR, entry.entry, signed);
        uint256 gas = vm.snapshotGasLastCall("Challenges", "signature: answer");
        assertTrue(gas <= parameters().answerGas[uint8(IChallenges.Kind.Signature)]);
    }

    function testForm() external {
        Evidence.EntryEvidence memory entry = entryEvidence(0, 3, 1);
        challenges.openForm{value: bond(IChallenges.Kind.Form)}(OPERATOR, entry, 0);
        vm.snapshotGasLastCall("Challenges", "form: open");
        vm.prank(OPERATOR);
        challenges.answerForm(OPERATOR, entry.entry, form());
        uint256 gas = vm.snapshotGasLastCall("Challenges", "form: answer, one member");
        assertTrue(gas <= parameters().answerGas[uint8(IChallenges.Kind.Form)]);
    }

    function testOmission() external {
        Evidence.Receipt memory receipt = receiptOf(batches[3].entries[1]);
        bytes memory signed = receiptSignature(receipt, RECEIPT_KEY);
        Evidence.EntryEvidence memory entry = entryEvidence(0, 3, 1);
        vm.warp(START + ANCHOR_DELAY + 1);
        challenges.openOmission{value: bond(IChallenges.Kind.Omission)}(OPERATOR, receipt, signed, NAME);
        vm.snapshotGasLastCall("Challenges", "omission: open");
        vm.prank(OPERATOR);
        challenges.answerOmission(OPERATOR, entry);
        uint256 gas = vm.snapshotGasLastCall("Challenges", "omission: answer");
        assertTrue(gas <= parameters().answerGas[uint8(IChallenges.Kind.Omission)]);
    }

    function testSettle() external {
        challenges.openHeader{value: bond(IChallenges.Kind.Header)}(OPERATOR, 3, 0);
        vm.warp(START + 3);
        challenges.settle(IChallenges.Kind.Header, OPERATOR, 0, 3);
        vm.snapshotGasLastCall("Challenges", "settle, with slash and freeze");
    }

    function bond(IChallenges.Kind kind) private view returns (uint256) {
        return challenges.requiredBond(kind);
    }
}
