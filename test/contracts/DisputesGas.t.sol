// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Disputes} from "../../contracts/Disputes.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Limits} from "../../contracts/libraries/Limits.sol";
import {Predicates} from "../../contracts/libraries/Predicates.sol";
import {FullDepthTest} from "./FullDepthTest.sol";
import {GasVectors} from "./GasVectors.sol";
import {newDisputes, newOrderVerifier} from "./released.sol";

/// The gas of disputes with real proofs, under the test profile `gas`. `npm test` compares it with snapshots/.
contract DisputesGas is FullDepthTest {
    using GasVectors for string;

    uint128 private constant BOND = 0.01 ether;

    Disputes private disputes;
    string private json;
    FullBatch private batch;

    function setUp() external {
        setUpRegistry();
        Disputes.DisputeParameters memory p = Disputes.DisputeParameters(BOND, 400_000, 3, 4_000, 10, 25);
        address verifier = address(newOrderVerifier());
        disputes = newDisputes(p, address(registry), address(stake), verifier);
        join(OPERATOR);
        json = GasVectors.read();
        (batch.position, batch.number, batch.start) = (43_210, 17, uint64(json.number(".start")));
        (batch.prevLeaf, batch.zkRoot) = (42_111, json.number(".zkRoot"));
        (batch.parent, batch.prevHead, batch.head) = (keccak256("parent"), keccak256("prevHead"), keccak256("head"));
        close(batch);
        anchorHeaders();
        vm.warp(START + FINALITY_DELAY);
        vm.deal(address(this), 1 ether);
        stake.credit{value: 1}(beneficiary()); // as after an earlier win
    }

    function testTwoMembers() external {
        Predicates.Question memory q = question(2);
        bytes32 id = disputes.open{value: BOND}(q);
        vm.snapshotGasLastCall("Disputes", "open");
        disputes.proveBatch(OPERATOR, headerEvidence(batch));
        Evidence.HeaderEvidence memory known;
        known.header = batch.header;
        lead(q, 1, known, "lead: two members, known batch");
        vm.warp(block.timestamp + 11);
        disputes.settle(id);
        vm.snapshotGasLastCall("Disputes", "settle, won");
    }

    function testNoMembersWithTheBatchsProof() external {
        Predicates.Question memory q = question(0);
        disputes.open{value: BOND}(q);
        lead(q, 0, headerEvidence(batch), "lead: no members, with the batch's proof");
    }

    function testTwoMembersWithTheBatchsProof() external {
        Predicates.Question memory q = question(2);
        disputes.open{value: BOND}(q);
        lead(q, 1, headerEvidence(batch), "lead: two members, with the batch's proof");
    }

    function testNobodyLeads() external {
        bytes32 id = disputes.open{value: BOND}(question(2));
        stake.credit{value: 1}(address(this));
        vm.warp(block.timestamp + 11);
        disputes.settle(id);
        vm.snapshotGasLastCall("Disputes", "settle, undecided");
    }

    function lead(
        Predicates.Question memory q,
        uint256 i,
        Evidence.HeaderEvidence memory evidence,
        string memory name
    ) private {
        Disputes.Match memory m;
        (m.batch, m.position) = (evidence, uint32(json.number(".position")));
        (m.beneficiary, m.proof) = (beneficiary(), json.proofAt("leads", i).proof);
        bool isFirst = q.predicates[0].payloadType == predicate(0).payloadType;
        disputes.lead(q, isFirst ? Disputes.Side.First : Disputes.Side.Second, m);
        vm.snapshotGasLastCall("Disputes", name);
    }

    function beneficiary() private view returns (address) {
        return address(uint160(json.proofAt("leads", 0).signals[11]));
    }

    /// Asks whether the entry or an entry of another type came first.
    function question(uint256 members) private view returns (Predicates.Question memory q) {
        (q.operator, q.log) = (OPERATOR, logOf(OPERATOR));
        (Predicates.Predicate memory a, Predicates.Predicate memory b) = (predicate(members), predicate(members));
        b.payloadType = 1;
        bool inOrder = keccak256(abi.encode(a)) < keccak256(abi.encode(b));
        q.predicates = inOrder ? [a, b] : [b, a];
    }

    function predicate(uint256 members) private view returns (Predicates.Predicate memory p) {
        p.payloadType = uint256(keccak256(bytes(json.text(".payloadType")))) % Limits.FIELD_ORDER;
        bytes32[] memory words = json.words(".words");
        p.used = members == 2 ? 3 : 0;
        for (uint256 i = 0; i < members; ++i) p.words[i] = words[i];
    }
}
