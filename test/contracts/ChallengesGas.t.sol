// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Poseidon} from "../../contracts/Poseidon.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ZkTree} from "../../contracts/libraries/ZkTree.sol";
import {FullDepthTest} from "./FullDepthTest.sol";
import {newChallenges, newPoseidon} from "./released.sol";

/// The gas of challenges and answers about full batches, under the test profile `gas`. `npm test` compares it with
/// snapshots/.
contract ChallengesGas is FullDepthTest {
    uint256 private constant ACTOR_KEY = 0xac7;
    uint64 private constant ACTION_DEADLINE = 1_900_000_000;
    string private constant PAYLOAD_TYPE = "VotePayload(bool yes)";
    uint32 private constant ENTRY_AT = 12_345;

    Challenges private challenges;
    FullBatch private batch;
    bytes private entry;
    ZkTree.ZkPath private zkPath;

    function setUp() external {
        vm.warp(START);
        Poseidon poseidon = newPoseidon();
        setUpRegistry(nextAddress(2));
        challenges = newChallenges(parameters(), address(registry), address(stake), address(poseidon));
        assertEq(stake.challenges(), address(challenges));
        join(OPERATOR);
        zkPath.leaf = 1 << 250;
        for (uint256 i = 0; i < 24; ++i) zkPath.siblings[i] = uint256(keccak256(abi.encode(i))) >> 3;
        (batch.position, batch.number, batch.start, batch.prevLeaf) = (54_321, 17, 1 << 33, 52_000);
        (batch.parent, batch.prevHead, batch.head) = (keccak256("parent"), keccak256("prevHead"), keccak256("head"));
        batch.zkRoot = zkRoot(poseidon);
        entry = enter(batch, ENTRY_AT, keccak256("prev"), vm.addr(ACTOR_KEY), 1, actionDigest(), signed(), 0);
        close(batch);
        anchorHeaders();
        vm.deal(address(this), 10 ether);
        // Both accounts have a credit already, as after an earlier use.
        stake.credit{value: 1}(OPERATOR);
        stake.credit{value: 1}(address(this));
    }

    function testHeader() external {
        bytes32[] memory proof = headersProof(batch.position);
        challenges.openHeader{value: bond(ChallengeBook.Kind.Header)}(OPERATOR, batch.position, 0);
        vm.snapshotGasLastCall("Challenges", "header: open");
        answer(
            "header: answer",
            ChallengeBook.Kind.Header,
            abi.encodeCall(Challenges.answerHeader, (OPERATOR, batch.position, batch.header, proof))
        );
    }

    function testEntry() external {
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, ENTRY_AT, entry);
        challenges.openEntry{value: bond(ChallengeBook.Kind.Entry)}(OPERATOR, evidence.batch, ENTRY_AT, 0);
        vm.snapshotGasLastCall("Challenges", "entry: open");
        answer(
            "entry: answer, with its zk path",
            ChallengeBook.Kind.Entry,
            abi.encodeCall(Challenges.answerEntry, (OPERATOR, batch.header, ENTRY_AT, entry, evidence.proof, zkPath))
        );
    }

    function testAction() external {
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, ENTRY_AT, entry);
        challenges.openAction{value: bond(ChallengeBook.Kind.Action)}(OPERATOR, evidence, 0);
        vm.snapshotGasLastCall("Challenges", "action: open");
        Challenges.ActionForm memory form = Challenges.ActionForm(PAYLOAD_TYPE, ACTION_DEADLINE, payloadHash(), NAME);
        answer(
            "action: answer, one member",
            ChallengeBook.Kind.Action,
            abi.encodeCall(Challenges.answerAction, (OPERATOR, entry, form, signed()))
        );
    }

    function testOmission() external {
        Evidence.Receipt memory receipt = Evidence.Receipt(
            logOf(OPERATOR),
            batch.start + ENTRY_AT,
            leafHash(entry),
            CLOCK
        );
        bytes32 typeHash = keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)");
        bytes32 hash = keccak256(
            abi.encode(typeHash, receipt.log, receipt.index, receipt.entryHash, receipt.acceptedAt)
        );
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, ENTRY_AT, entry);
        vm.warp(START + ANCHOR_DELAY + 1);
        uint256 value = bond(ChallengeBook.Kind.Omission);
        challenges.openOmission{value: value}(OPERATOR, receipt, signature(hash, RECEIPT_KEY), NAME);
        vm.snapshotGasLastCall("Challenges", "omission: open");
        answer(
            "omission: answer",
            ChallengeBook.Kind.Omission,
            abi.encodeCall(Challenges.answerOmission, (OPERATOR, evidence))
        );
    }

    function testSettle() external {
        challenges.openHeader{value: bond(ChallengeBook.Kind.Header)}(OPERATOR, batch.position, 0);
        vm.warp(START + 3);
        challenges.settle(ChallengeBook.Kind.Header, OPERATOR, 0, batch.position);
        vm.snapshotGasLastCall("Challenges", "settle, with slash and freeze");
    }

    function answer(string memory name, ChallengeBook.Kind kind, bytes memory data) private {
        vm.prank(OPERATOR, OPERATOR);
        (bool done, ) = address(challenges).call(data);
        assertTrue(done);
        uint256 gas = vm.snapshotGasLastCall("Challenges", name);
        assertTrue(gas <= parameters().answerGas[uint8(kind)]);
        assertTrue(stake.creditOf(OPERATOR) > 1);
    }

    /// The gas of answers as the presets have it.
    function parameters() private pure returns (ChallengeBook.ChallengeParameters memory p) {
        p.answerGas = [uint32(180_000), 150_000, 400_000, 650_000];
        // In this profile each call is a transaction without a base fee, so answers are repaid for their bytes alone.
        (p.floor, p.factor, p.bytePrice) = (0.01 ether, 2, 1 gwei);
    }

    function bond(ChallengeBook.Kind kind) private view returns (uint256) {
        return challenges.requiredBond(kind);
    }

    function payloadHash() private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(bytes(PAYLOAD_TYPE)), true));
    }

    /// The EIP-712 digest of the action, under the operator's domain.
    function actionDigest() private view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Vote(bytes32 log,address actor,uint256 nonce,uint64 deadline,VotePayload payload)VotePayload(bool yes)"
        );
        bytes32 message = keccak256(
            abi.encode(typeHash, logOf(OPERATOR), vm.addr(ACTOR_KEY), uint256(1), ACTION_DEADLINE, payloadHash())
        );
        return actionDigest(message);
    }

    function signed() private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ACTOR_KEY, actionDigest());
        return abi.encodePacked(r, s, v);
    }

    function zkRoot(Poseidon poseidon) private view returns (uint256 node) {
        node = zkPath.leaf;
        uint256[4] memory children;
        for (uint256 level = 0; level < 8; ++level) {
            uint256 digit = (ENTRY_AT >> (2 * level)) & 3;
            uint256 sibling = 3 * level;
            for (uint256 i = 0; i < 4; ++i) children[i] = i == digit ? node : zkPath.siblings[sibling++];
            node = poseidon.p4(uint128(bytes16("anchorlog/1/node")), children);
        }
    }
}
