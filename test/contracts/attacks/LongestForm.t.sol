// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../../contracts/ChallengeBook.sol";
import {Challenges} from "../../../contracts/Challenges.sol";
import {ChallengeTest} from "../ChallengeTest.sol";

/// The attack: an honest operator's answer must be too expensive. The longest possible type string is answered with
/// less than 700,000 gas, far below the limit of a transaction.
contract LongestFormAttack is ChallengeTest {
    bytes32 private constant PAYLOAD_HASH = keccak256("a payload");
    string private payloadType;
    bytes private signed;

    function setUp() external {
        setUpChallenges();
        join(OPERATOR);
        bytes memory name = "A2345678901234567890123456789012";
        bytes memory text = abi.encodePacked(name, "Payload(");
        for (uint256 i = 0; i < 16; ++i) {
            bytes2 number = bytes2(uint16(((0x30 + i / 10) << 8) | (0x30 + (i % 10))));
            text = abi.encodePacked(text, i == 0 ? "" : ",", "bytes32 a23456789012345678901234567890", number);
        }
        text = abi.encodePacked(text, ")");
        payloadType = string(text);

        address actor = vm.addr(ACTOR_KEY);
        bytes memory envelope = abi.encodePacked(
            name,
            "(bytes32 log,address actor,uint256 nonce,uint64 deadline,",
            name,
            "Payload payload)",
            text
        );
        bytes32 message = keccak256(
            abi.encode(keccak256(envelope), logOf(OPERATOR), actor, 7, ACTION_DEADLINE, PAYLOAD_HASH)
        );
        bytes32 digest_ = actionDigest(message);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ACTOR_KEY, digest_);
        signed = abi.encodePacked(r, s, v);
        append(OPERATOR, actor, 7, digest_, keccak256(signed), 0);
        closeBatch(OPERATOR);
        anchorAll(OPERATOR);
        vm.deal(address(this), 1 ether);
    }

    function testTheLongestFormIsAnsweredWithin700kGas() external {
        uint256 bond = challenges.requiredBond(ChallengeBook.Kind.Action);
        bytes32 id = challenges.openAction{value: bond}(OPERATOR, entryEvidence(0, 0, 0), 0);
        Challenges.ActionForm memory form_ = Challenges.ActionForm(payloadType, ACTION_DEADLINE, PAYLOAD_HASH, NAME);
        challenges.answerAction{gas: 700_000}(OPERATOR, batches[0].entries[0], form_, signed);
        assertEq(uint256(challenges.challenge(id).status), uint256(ChallengeBook.Status.Answered));
    }
}
