// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Disputes} from "../../contracts/Disputes.sol";
import {IProofVerifier} from "../../contracts/interfaces/IProofVerifier.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Predicates} from "../../contracts/libraries/Predicates.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newDisputes} from "./released.sol";

interface IFees {
    function fee(uint256 baseFee) external;
}

/// @notice A stand-in for a verifier: the proof of public signals is their hash. So tests prove any statement without a
/// prover, and a proof holds for no other signals. disputes.test.ts tests real proofs.
contract HashVerifier is IProofVerifier {
    function verify(bytes calldata proof, uint256[] calldata publicSignals) external pure returns (bool) {
        return keccak256(proof) == keccak256(abi.encode("proof", publicSignals)) && publicSignals.length == 12;
    }
}

/// @notice Helpers for tests of disputes: an operator with three final batches, two of one log and one of another, a
/// question about who bought an object first, and public signals encoded by hand.
abstract contract DisputesTest is RegistryTest {
    using ReferenceTree for bytes32[];

    struct Place {
        bytes32 log;
        uint64 number;
        uint64 start;
        uint32 count;
        uint256 zkRoot;
    }

    uint256 internal constant R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001;
    address internal constant OPERATOR = address(0x0b1);
    address internal constant OPENER = address(0x09e4);
    address internal constant FINDER = address(0xf14d);
    bytes32 internal constant LOG = keccak256("a log");
    uint128 internal constant BOND = 0.01 ether;
    uint32 internal constant RESPONSE_TIME = 10;
    uint32 internal constant TOTAL_TIME = 25;
    uint16 internal constant BURNED = 4_000;

    Disputes internal disputes;
    Place[] internal places;
    bytes[] internal headers;
    bytes32[] private _fingerprints;
    uint64[] private _sizes;

    function setUp() public virtual {
        setUpDisputes();
    }

    /// Anchors three batches and waits until they are final: entries 0 to 36 and 37 to 41 of the log, and 0 to 8 of
    /// another log.
    function setUpDisputes() internal {
        setUpRegistry();
        disputes = deploy(parameters());
        join(OPERATOR);
        append(Place(LOG, 0, 0, 37, 0x2201));
        append(Place(LOG, 1, 37, 5, 0x2202));
        append(Place(keccak256("another log"), 0, 0, 9, 0x2203));
        anchorHeaders(OPERATOR);
        vm.warp(START + FINALITY_DELAY);
    }

    function deploy(Disputes.DisputeParameters memory p) internal returns (Disputes) {
        return newDisputes(p, address(registry), address(stake), address(new HashVerifier()));
    }

    function parameters() internal pure returns (Disputes.DisputeParameters memory) {
        return Disputes.DisputeParameters(BOND, 400_000, 3, BURNED, RESPONSE_TIME, TOTAL_TIME);
    }

    function setBaseFee(uint256 baseFee) internal {
        IFees(address(vm)).fee(baseFee);
    }

    function append(Place memory p) internal {
        uint64 prevLeaf = p.number == 0 ? type(uint64).max : uint64(0);
        bytes32 parent = p.number == 0 ? bytes32(0) : keccak256("parent");
        bytes32 prevHead = p.number == 0 ? p.log : keccak256("head before");
        bytes memory before = abi.encodePacked(bytes1(0x02), p.log, p.number, p.start, p.count, prevLeaf);
        bytes memory roots = abi.encodePacked(parent, prevHead, keccak256("head"), keccak256("root"), p.zkRoot);
        bytes memory header = abi.encodePacked(before, roots, uint64(1));
        places.push(p);
        headers.push(header);
        _fingerprints.push(sha256(abi.encodePacked(bytes1(0x00), header)));
    }

    function anchorHeaders(address operator) internal {
        uint64 size = uint64(headers.length);
        uint64 last = _sizes.length == 0 ? 0 : _sizes[_sizes.length - 1];
        bytes32 root = _fingerprints.root(size);
        bytes32[] memory proof = last == 0 ? new bytes32[](0) : _fingerprints.consistencyProof(last, size);
        registry.anchor(operator, size, root, proof, checkpoint(operator, size, root));
        _sizes.push(size);
    }

    /// Evidence for a header under the first checkpoint that covers it.
    function batch(uint64 position) internal view returns (Evidence.HeaderEvidence memory) {
        uint64 sequence = 0;
        while (_sizes[sequence] <= position) ++sequence;
        bytes32[] memory proof = _fingerprints.inclusionProof(position, _sizes[sequence]);
        return Evidence.HeaderEvidence(sequence, position, headers[position], proof);
    }

    function predicate(
        string memory payloadType,
        uint8 used,
        uint256 word0,
        uint256 word1
    ) internal pure returns (Predicates.Predicate memory) {
        uint256 element = uint256(keccak256(bytes(payloadType))) % R;
        return Predicates.Predicate(element, used, [bytes32(word0), bytes32(word1)]);
    }

    /// "This buyer bought the object".
    function bought(uint256 buyer) internal pure returns (Predicates.Predicate memory) {
        return predicate("BuyPayload(uint256 object,address buyer)", 3, type(uint256).max, buyer);
    }

    function questionOf(
        Predicates.Predicate memory a,
        Predicates.Predicate memory b
    ) internal pure returns (Predicates.Question memory q) {
        (q.operator, q.log) = (OPERATOR, LOG);
        bool inOrder = keccak256(abi.encode(a)) < keccak256(abi.encode(b));
        q.predicates = inOrder ? [a, b] : [b, a];
    }

    function question() internal pure returns (Predicates.Question memory) {
        return questionOf(bought(0xa11ce), bought(0xb0b));
    }

    function idOf(Predicates.Question memory q) internal pure returns (bytes32) {
        return keccak256(abi.encode(q));
    }

    function open(Predicates.Question memory q) internal returns (bytes32) {
        vm.deal(OPENER, BOND);
        vm.prank(OPENER);
        return disputes.open{value: BOND}(q);
    }

    /// The batch of an entry of the log.
    function batchOf(uint64 index) internal pure returns (uint64) {
        return index < 37 ? 0 : 1;
    }

    /// The signals that a prover computes for a matching entry (protocol/4-proofs, section 3).
    function signalsOf(
        Predicates.Predicate memory p,
        Place memory place,
        uint64 index,
        address beneficiary
    ) internal pure returns (uint256[] memory s) {
        s = new uint256[](12);
        s[0] = place.zkRoot;
        s[2] = place.count + 131_072 * uint256(place.start);
        s[4] = p.payloadType;
        s[6] = uint256(p.words[0]) % R;
        s[7] = uint256(p.words[1]) % R;
        s[10] = 2 + 262_144 * uint256(index);
        if (p.used & 1 != 0) s[10] += 4 * (1 + 2 * (uint256(p.words[0]) / R));
        if (p.used & 2 != 0) s[10] += 64 * (1 + 2 * (uint256(p.words[1]) / R));
        s[11] = uint160(beneficiary);
    }

    function proofOf(uint256[] memory signals) internal pure returns (bytes memory) {
        return abi.encode("proof", signals);
    }

    function side(uint256 i) internal pure returns (Disputes.Side) {
        return i == 0 ? Disputes.Side.First : Disputes.Side.Second;
    }

    /// An entry of the log that matches the predicate of a side, 0 or 1, proven for the beneficiary.
    function shown(
        Predicates.Question memory q,
        uint256 i,
        uint64 index,
        address beneficiary
    ) internal view returns (Disputes.Match memory m) {
        Place memory place = places[batchOf(index)];
        m.batch = batch(batchOf(index));
        m.position = uint32(index - place.start);
        m.beneficiary = beneficiary;
        m.proof = proofOf(signalsOf(q.predicates[i], place, index, beneficiary));
    }

    function lead(uint256 i, uint64 index) internal {
        Predicates.Question memory q = question();
        Disputes.Match memory m = shown(q, i, index, FINDER);
        disputes.lead(q, side(i), m);
    }

    function expectRefusal(uint256 i, Disputes.Match memory m, bytes memory reason) internal {
        vm.expectRevert(reason);
        disputes.lead(question(), side(i), m);
    }
}
