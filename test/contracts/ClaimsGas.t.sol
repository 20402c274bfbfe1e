// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Disclosures} from "../../contracts/libraries/Disclosures.sol";
import {Claims} from "../../contracts/Claims.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Limits} from "../../contracts/libraries/Limits.sol";
import {FullDepthTest} from "./FullDepthTest.sol";
import {GasVectors} from "./GasVectors.sol";
import {newClaims, newDisclosureVerifier} from "./released.sol";

/// The gas of claims with real proofs, under the test profile `gas`. `npm test` compares it with snapshots/.
contract ClaimsGas is FullDepthTest {
    using GasVectors for string;

    uint64 private constant DEADLINE = 1_900_000_000;
    /// The limit for a claim of up to two words about a known batch.
    uint256 private constant TWO_WORDS = 330_000;

    Claims private claims;
    string private json;
    FullBatch private batch;

    function setUp() external {
        setUpRegistry();
        claims = newClaims(address(registry), address(newDisclosureVerifier()));
        join(OPERATOR);
        json = GasVectors.read();
        (batch.position, batch.number, batch.start, batch.prevLeaf) = (
            43_210,
            17,
            uint64(json.number(".start")),
            42_111
        );
        (batch.parent, batch.prevHead, batch.head) = (keccak256("parent"), keccak256("prevHead"), keccak256("head"));
        batch.zkRoot = json.number(".zkRoot");
        close(batch);
        anchorHeaders();
        vm.warp(START + FINALITY_DELAY);
    }

    function testProveBatch() external {
        claims.proveBatch(OPERATOR, headerEvidence(batch));
        vm.snapshotGasLastCall("Claims", "prove a batch");
    }

    function testKnownBatch() external {
        claims.proveBatch(OPERATOR, headerEvidence(batch));
        Evidence.HeaderEvidence memory known;
        known.header = batch.header;
        for (uint256 i = 0; i < 3; ++i) {
            (uint256 words, uint256 gas) = measure(i, known, "known batch");
            assertTrue(words > 2 || gas <= TWO_WORDS);
        }
    }

    function testUnknownBatch() external {
        for (uint256 i = 0; i < 3; ++i) measure(i, headerEvidence(batch), "with the batch's proof");
    }

    function measure(
        uint256 i,
        Evidence.HeaderEvidence memory evidence,
        string memory how
    ) private returns (uint256 words, uint256 gas) {
        GasVectors.Proof memory p = json.proofAt("claims", i);
        (uint256 nullifier, address beneficiary) = (p.signals[0], address(uint160(p.signals[6])));
        Disclosures.Statement memory statement = statementOf(p.signals);
        Claims.Authorization memory authorization = authorizationOf(p.signals);
        claims.claim(statement, nullifier, beneficiary, evidence, p.proof, authorization);
        words = statement.conditions.length;
        gas = vm.snapshotGasLastCall("Claims", string.concat("claim: ", how, ", ", p.name));
    }

    /// Decodes signals into a statement. The contract does the reverse.
    function statementOf(uint256[] memory signals) private view returns (Disclosures.Statement memory s) {
        (s.operator, s.log, s.payloadType, s.scope) = (OPERATOR, logOf(OPERATOR), signals[2], signals[5]);
        (s.subjectAt, s.subject) = (uint8((signals[3] >> 17) & 31), address(uint160(signals[4])));
        uint256 used = 0;
        while (used < 4 && (signals[3] >> (22 + 8 * used)) & 31 != 16) ++used;
        s.conditions = new Disclosures.Condition[](used);
        for (uint256 i = 0; i < used; ++i) {
            uint256 slot = signals[3] >> (22 + 8 * i);
            uint256 word = signals[7 + i] + ((slot >> 5) & 7) * Limits.FIELD_ORDER;
            uint8 mode = uint8((signals[3] >> (54 + 3 * i)) & 7);
            s.conditions[i] = Disclosures.Condition(uint8(slot & 31), mode, bytes32(word));
        }
    }

    function authorizationOf(uint256[] memory signals) private view returns (Claims.Authorization memory a) {
        (uint256 nullifier, address beneficiary) = (signals[0], address(uint160(signals[6])));
        if (beneficiary == address(uint160(signals[4]))) return a;
        bytes32 typeHash = keccak256(
            "AuthorizeClaim(address operator,bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)"
        );
        bytes32 hash = keccak256(abi.encode(typeHash, OPERATOR, logOf(OPERATOR), nullifier, beneficiary, DEADLINE));
        return Claims.Authorization(DEADLINE, signature(hash, json.number(".actorKey")));
    }
}
