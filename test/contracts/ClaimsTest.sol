// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Disclosures} from "../../contracts/libraries/Disclosures.sol";
import {Claims} from "../../contracts/Claims.sol";
import {IProofVerifier} from "../../contracts/interfaces/IProofVerifier.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newClaims} from "./released.sol";

/// @notice A stand-in for a verifier: the proof of public signals is their hash. So tests prove any statement without a
/// prover, and a proof holds for no other signals. claims.test.ts tests real proofs.
contract HashVerifier is IProofVerifier {
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external pure returns (bool) {
        return keccak256(proof) == keccak256(abi.encode("proof", publicSignals)) && publicSignals.length == 11;
    }
}

/// @notice Helpers for tests of claims: an operator with two final batches, a statement, and public signals encoded by
/// hand.
abstract contract ClaimsTest is RegistryTest {
    using ReferenceTree for bytes32[];

    uint256 internal constant R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001;
    address internal constant OPERATOR = address(0x0b1);
    bytes32 internal constant LOG = keccak256("a log");
    uint256 internal constant SUBJECT_KEY = 0x5b1;
    address internal constant BENEFICIARY = address(0xbe4e);
    uint32 internal constant COUNT = 37;
    uint256 internal constant ZK_ROOT = 0x2201;
    uint256 internal constant NULLIFIER = 0xa0;
    string internal constant PAYLOAD_TYPE = "OfferPayload(bytes32 object,int256 change,address to,uint64 amount)";

    Claims internal claims;
    address internal subject = vm.addr(SUBJECT_KEY);
    bytes[] internal headers;

    function setUp() public virtual {
        setUpRegistry();
        claims = newClaims(address(registry), address(new HashVerifier()));
        join(OPERATOR);
        headers.push(header(LOG, COUNT, ZK_ROOT));
        headers.push(header(keccak256("another log"), 1, 7));
        anchorHeaders(OPERATOR);
        vm.warp(block.timestamp + FINALITY_DELAY);
    }

    /// The header of a log's first batch.
    function header(bytes32 log, uint32 count, uint256 zkRoot) internal pure returns (bytes memory) {
        bytes memory before = abi.encodePacked(bytes1(0x02), log, uint64(0), uint64(0), count, type(uint64).max);
        return abi.encodePacked(before, bytes32(0), log, keccak256("head"), keccak256("root"), zkRoot, uint64(1));
    }

    function fingerprints() internal view returns (bytes32[] memory list) {
        list = new bytes32[](headers.length);
        for (uint256 i = 0; i < list.length; ++i) list[i] = sha256(abi.encodePacked(bytes1(0x00), headers[i]));
    }

    function anchorHeaders(address operator) internal {
        bytes32 root = fingerprints().root(headers.length);
        uint64 size = uint64(headers.length);
        registry.anchor(operator, size, root, new bytes32[](0), checkpoint(operator, size, root));
    }

    /// Anchors the last header, after the others were anchored.
    function anchorMore(address operator) internal {
        bytes32[] memory log = fingerprints();
        uint64 size = uint64(log.length);
        bytes32[] memory proof = log.consistencyProof(size - 1, size);
        registry.anchor(operator, size, log.root(size), proof, checkpoint(operator, size, log.root(size)));
    }

    function batch(uint64 position) internal view returns (Evidence.HeaderEvidence memory) {
        bytes32[] memory proof = fingerprints().inclusionProof(position, headers.length);
        return Evidence.HeaderEvidence(0, position, headers[position], proof);
    }

    /// A statement whose subject is the actor, without conditions.
    function statement() internal view returns (Disclosures.Statement memory s) {
        s.operator = OPERATOR;
        s.log = LOG;
        s.payloadType = uint256(keccak256(bytes(PAYLOAD_TYPE))) % R;
        (s.subjectAt, s.subject, s.scope) = (16, subject, 5);
    }

    /// The signals that a prover computes for a statement about an entry of the first batch (protocol/4-proofs, section
    /// 2).
    function signalsOf(
        Disclosures.Statement memory s,
        uint256 nullifier,
        address beneficiary
    ) internal pure returns (uint256[] memory list) {
        list = new uint256[](11);
        (list[0], list[1], list[2]) = (nullifier, ZK_ROOT, s.payloadType);
        (list[4], list[5], list[6]) = (uint160(s.subject), s.scope, uint160(beneficiary));
        list[3] = COUNT + 131_072 * uint256(s.subjectAt);
        for (uint256 i = 0; i < 4; ++i) {
            bool used = i < s.conditions.length;
            uint256 word = used ? uint256(s.conditions[i].word) : 0;
            list[3] += (used ? s.conditions[i].value + 32 * (word / R) : 16) * 2 ** (22 + 8 * i);
            if (used) list[3] += uint256(s.conditions[i].mode) * 2 ** (54 + 3 * i);
            list[7 + i] = word % R;
        }
    }

    function proofOf(uint256[] memory signals) internal pure returns (bytes memory) {
        return abi.encode("proof", signals);
    }

    /// Claims for the subject itself.
    function claim(Disclosures.Statement memory s) internal returns (bytes32) {
        return claim(s, NULLIFIER);
    }

    function claim(Disclosures.Statement memory s, uint256 nullifier) internal returns (bytes32) {
        bytes memory proof = proofOf(signalsOf(s, nullifier, s.subject));
        return claims.claim(s, nullifier, s.subject, batch(0), proof, Claims.Authorization(0, ""));
    }

    function expectRefusal(Disclosures.Statement memory s, bytes memory reason) internal {
        expectRefusal(s, NULLIFIER, s.subject, Claims.Authorization(0, ""), reason);
    }

    function expectRefusal(
        Disclosures.Statement memory s,
        uint256 nullifier,
        address beneficiary,
        Claims.Authorization memory given,
        bytes memory reason
    ) internal {
        Evidence.HeaderEvidence memory evidence = batch(0);
        bytes memory proof = proofOf(signalsOf(s, nullifier, beneficiary));
        vm.expectRevert(reason);
        claims.claim(s, nullifier, beneficiary, evidence, proof, given);
    }

    function conditions(
        uint8 value,
        uint8 mode,
        uint256 word
    ) internal pure returns (Disclosures.Condition[] memory list) {
        list = new Disclosures.Condition[](1);
        list[0] = Disclosures.Condition(value, mode, bytes32(word));
    }

    /// `statement()` with one condition, or with two.
    function stating(uint8 value, uint8 mode, uint256 word) internal view returns (Disclosures.Statement memory s) {
        s = statement();
        s.conditions = conditions(value, mode, word);
    }

    function stating(uint8[2][2] memory both) internal view returns (Disclosures.Statement memory s) {
        s = statement();
        s.conditions = new Disclosures.Condition[](2);
        for (uint256 i = 0; i < 2; ++i)
            s.conditions[i] = Disclosures.Condition(both[i][0], both[i][1], bytes32(uint256(1)));
    }

    function authorization(
        address operator,
        uint256 nullifier,
        address beneficiary,
        uint64 deadline,
        uint256 key
    ) internal view returns (Claims.Authorization memory) {
        bytes32 typeHash = keccak256(
            "AuthorizeClaim(address operator,bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)"
        );
        bytes32 hash = keccak256(abi.encode(typeHash, operator, LOG, nullifier, beneficiary, deadline));
        return Claims.Authorization(deadline, signature(hash, key));
    }
}
