// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Claims} from "../../contracts/Claims.sol";
import {IClaims} from "../../contracts/interfaces/IClaims.sol";
import {IProofVerifier} from "../../contracts/interfaces/IProofVerifier.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newClaims} from "./released.sol";

/// @notice Takes one proof for every statement, so that all statements can be claimed without a prover. Whether proofs
/// are held against their signals at all, real ones tell: see claims.test.ts.
contract OneProofVerifier is IProofVerifier {
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external pure returns (bool) {
        return keccak256(proof) == keccak256("proof") && publicSignals.length == 11;
    }
}

/// @notice What tests of claims share: an operator with two final batches, and signals written out by hand.
abstract contract ClaimsTest is RegistryTest {
    using ReferenceTree for bytes32[];

    uint256 internal constant R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001;
    address internal constant OPERATOR = address(0x0b1);
    bytes32 internal constant LOG = keccak256("a log");
    uint256 internal constant SUBJECT_KEY = 0x5b1;
    address internal constant BENEFICIARY = address(0xbe4e);
    uint32 internal constant COUNT = 37;
    uint256 internal constant ZK_ROOT = 0x2201;
    string internal constant PAYLOAD_TYPE = "OfferPayload(bytes32 object,int256 change,address to,uint64 amount)";

    Claims internal claims;
    address internal subject = vm.addr(SUBJECT_KEY);
    bytes[] internal headers;

    function setUp() public virtual {
        setUpRegistry();
        claims = newClaims(address(registry), address(new OneProofVerifier()));
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

    /// Anchors the last header behind the others.
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

    /// The actor is the subject, and nothing is revealed.
    function plainSignals() internal view returns (uint256[] memory signals) {
        signals = new uint256[](11);
        signals[0] = 0xa0;
        signals[1] = ZK_ROOT;
        signals[2] = uint256(keccak256(bytes(PAYLOAD_TYPE))) % R;
        signals[3] = layoutOf(16);
        signals[4] = uint160(subject);
        signals[5] = 5;
        signals[6] = uint160(subject);
    }

    /// With four unused slots.
    function layoutOf(uint256 subjectAt) internal pure returns (uint256 packed) {
        packed = COUNT | (subjectAt << 17);
        for (uint256 i = 0; i < 4; ++i) packed |= 16 << (22 + 8 * i);
    }

    function use(uint256[] memory signals, uint256 slot, uint256 value, uint256 mode, uint256 word) internal pure {
        uint256 cleared = signals[3] & ~((uint256(255) << (22 + 8 * slot)) | (uint256(7) << (54 + 3 * slot)));
        signals[3] = cleared | ((value | ((word / R) << 5)) << (22 + 8 * slot)) | (mode << (54 + 3 * slot));
        signals[7 + slot] = word % R;
    }

    function claim(uint256[] memory signals) internal returns (bytes32) {
        return claims.claim(OPERATOR, batch(0), "proof", signals, IClaims.Authorization(0, ""));
    }

    function expectRefusal(uint256[] memory signals, bytes memory reason) internal {
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectRevert(reason);
        claims.claim(OPERATOR, evidence, "proof", signals, IClaims.Authorization(0, ""));
    }

    function statement() internal view returns (IClaims.Statement memory s) {
        s.operator = OPERATOR;
        s.log = LOG;
        s.payloadType = uint256(keccak256(bytes(PAYLOAD_TYPE))) % R;
        (s.subjectAt, s.subject, s.scope) = (16, subject, 5);
    }

    function conditions(uint8 value, uint8 mode, uint256 word) internal pure returns (IClaims.Condition[] memory list) {
        list = new IClaims.Condition[](1);
        list[0] = IClaims.Condition(value, mode, bytes32(word));
    }

    function authorization(
        address operator,
        uint256 nullifier,
        address beneficiary,
        uint64 deadline,
        uint256 key
    ) internal view returns (IClaims.Authorization memory) {
        bytes32 typeHash = keccak256(
            "AuthorizeClaim(address operator,bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)"
        );
        bytes32 hash = keccak256(abi.encode(typeHash, operator, LOG, nullifier, beneficiary, deadline));
        return IClaims.Authorization(deadline, signature(hash, key));
    }
}
