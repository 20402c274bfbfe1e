// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Poseidon} from "../../contracts/Poseidon.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ZkTree} from "../../contracts/libraries/ZkTree.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newChallenges, newPoseidon, newRegistry, newStake} from "./released.sol";

/// @notice Helpers for tests of challenges: the contracts, and an operator's log whose bytes are encoded here by hand.
abstract contract ChallengeTest is RegistryTest {
    using ReferenceTree for bytes32[];

    struct Batch {
        bytes header;
        bytes[] entries;
        uint256[4] zkLeaves;
    }

    address internal constant OPERATOR = address(0x0b1);
    address internal constant CHALLENGER = address(0xc4a1);
    address internal constant ANSWERER = address(0xa45);
    uint256 internal constant ACTOR_KEY = 0xac7;
    bytes32 internal constant NAME = keccak256("a.example");
    string internal constant PAYLOAD_TYPE = "VotePayload(bool yes)";
    uint64 internal constant ACTION_DEADLINE = 1_900_000_000;
    uint256 private constant NODE_TAG = uint128(bytes16("anchorlog/1/node"));
    uint256 private constant EMPTY_TAG = uint136(bytes17("anchorlog/1/empty"));

    /// The time at which entries are accepted and batches closed, in Unix milliseconds.
    uint64 internal clock = uint64(START * 1000);
    Challenges internal challenges;
    Poseidon internal poseidon;

    Batch[] internal batches;
    bytes32[] internal fingerprints;
    bytes[] private _pendingEntries;
    bytes32 private _head;
    uint64 private _nextIndex;
    /// The sizes of the anchored checkpoints.
    uint64[] internal sizes;

    function setUpChallenges() internal {
        vm.warp(START);
        vm.fee(1 gwei); // the floor is more than any answer costs
        poseidon = newPoseidon();
        address book = nextAddress(2);
        registry = newRegistry(timing(), nextAddress(1));
        stake = newStake(stakeParameters(), address(registry), JUDGE, book);
        challenges = newChallenges(parameters(), address(registry), address(stake), address(poseidon));
        assertEq(stake.challenges(), address(challenges));
        vm.deal(CHALLENGER, 1000 ether);
    }

    function parameters() internal pure virtual returns (ChallengeBook.ChallengeParameters memory p) {
        p.answerGas = [uint32(300_000), 200_000, 600_000, 160_000];
        (p.floor, p.factor, p.bytePrice) = (0.01 ether, 4, 7);
    }

    function logOf(address operator) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(registry), operator, NAME));
    }

    // The log

    /// Appends a vote with the actor's own signature.
    function appendVote(address operator, uint256 nonce) internal returns (bytes memory) {
        bytes32 hash = voteDigest(operator, vm.addr(ACTOR_KEY), nonce);
        return append(operator, vm.addr(ACTOR_KEY), nonce, hash, keccak256(voteSignature(operator, nonce)), 0);
    }

    function voteSignature(address operator, uint256 nonce) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ACTOR_KEY, voteDigest(operator, vm.addr(ACTOR_KEY), nonce));
        return abi.encodePacked(r, s, v);
    }

    function append(
        address operator,
        address actor,
        uint256 nonce,
        bytes32 digest_,
        bytes32 signatureHash,
        uint8 scheme
    ) internal returns (bytes memory entry) {
        Entries.Entry memory e;
        (e.log, e.index, e.actor, e.nonce) = (logOf(operator), _nextIndex, actor, nonce);
        e.prev = _nextIndex++ == 0 ? e.log : _head;
        (e.digest, e.signatureHash, e.scheme, e.verifiedBlock) = (digest_, signatureHash, scheme, scheme);
        e.acceptedAt = clock;
        entry = EntryBytes.encode(e);
        _head = leafHash(entry);
        _pendingEntries.push(entry);
    }

    function payloadHash() internal pure returns (bytes32) {
        return keccak256(abi.encode(keccak256(bytes(PAYLOAD_TYPE)), true));
    }

    function voteDigest(address operator, address actor, uint256 nonce) internal view returns (bytes32) {
        bytes32 typeHash = keccak256(
            "Vote(bytes32 log,address actor,uint256 nonce,uint64 deadline,VotePayload payload)VotePayload(bool yes)"
        );
        bytes32 message = keccak256(
            abi.encode(typeHash, logOf(operator), actor, nonce, ACTION_DEADLINE, payloadHash())
        );
        return actionDigest(message);
    }

    /// Closes a batch of the appended entries, at most four.
    function closeBatch(address operator) internal returns (uint64 position) {
        position = uint64(batches.length);
        Batch storage batch = batches.push();
        uint32 count = uint32(_pendingEntries.length);
        bytes32[] memory hashes = new bytes32[](count);
        for (uint256 i = 0; i < 4; ++i) {
            if (i < count) {
                batch.entries.push(_pendingEntries[i]);
                hashes[i] = leafHash(_pendingEntries[i]);
                batch.zkLeaves[i] = uint256(hashes[i]) >> 8; // any field element: challenges do not check it, fault proofs do
            } else batch.zkLeaves[i] = poseidon.p4(EMPTY_TAG, [uint256(0), 0, 0, 0]);
        }
        bytes32 log = logOf(operator);
        uint64 start = _nextIndex - count;
        bytes32 prevHead = log;
        if (start != 0) prevHead = word(batch.entries[0], 41);
        bytes memory place = abi.encodePacked(
            bytes1(0x02),
            log,
            position,
            start,
            count,
            position == 0 ? type(uint64).max : position - 1
        );
        bytes memory links = abi.encodePacked(position == 0 ? bytes32(0) : fingerprints[position - 1], prevHead, _head);
        batch.header = abi.encodePacked(place, links, hashes.root(count), zkRoot(batch.zkLeaves), clock);
        fingerprints.push(leafHash(batch.header));
        delete _pendingEntries;
    }

    /// Anchors all batches.
    function anchorAll(address operator) internal {
        anchorAll(operator, uint64(fingerprints.length));
    }

    function anchorAll(address operator, uint64 size) internal {
        uint64 last = sizes.length == 0 ? 0 : sizes[sizes.length - 1];
        bytes32[] memory proof = last == 0 ? new bytes32[](0) : fingerprints.consistencyProof(last, size);
        bytes32 root = fingerprints.root(size);
        registry.anchor(operator, size, root, proof, checkpoint(operator, size, root));
        sizes.push(size);
    }

    // Evidence

    function headerProof(uint64 sequence, uint64 position) internal view returns (bytes32[] memory) {
        return fingerprints.inclusionProof(position, sizes[sequence]);
    }

    function headerEvidence(uint64 sequence, uint64 position) internal view returns (Evidence.HeaderEvidence memory) {
        return Evidence.HeaderEvidence(sequence, position, batches[position].header, headerProof(sequence, position));
    }

    function entryProof(uint64 batch, uint32 position) internal view returns (bytes32[] memory) {
        bytes[] storage list = batches[batch].entries;
        bytes32[] memory hashes = new bytes32[](list.length);
        for (uint256 i = 0; i < list.length; ++i) hashes[i] = leafHash(list[i]);
        return hashes.inclusionProof(position, list.length);
    }

    function entryEvidence(
        uint64 sequence,
        uint64 batch,
        uint32 position
    ) internal view returns (Evidence.EntryEvidence memory) {
        Evidence.HeaderEvidence memory header = headerEvidence(sequence, batch);
        bytes memory entry = batches[batch].entries[position];
        return Evidence.EntryEvidence(header, position, entry, entryProof(batch, position));
    }

    function zkPath(uint64 batch, uint32 position) internal view returns (ZkTree.ZkPath memory path) {
        uint256[4] storage leaves_ = batches[batch].zkLeaves;
        path.leaf = leaves_[position];
        uint256 next;
        for (uint256 i = 0; i < 4; ++i) if (i != position) path.siblings[next++] = leaves_[i];
        uint256 empty = poseidon.p4(EMPTY_TAG, [uint256(0), 0, 0, 0]);
        while (next < 24) {
            empty = poseidon.p4(NODE_TAG, [empty, empty, empty, empty]);
            for (uint256 i = 0; i < 3; ++i) path.siblings[next++] = empty;
        }
    }

    function zkRoot(uint256[4] memory leaves_) internal view returns (uint256 node) {
        uint256 empty = poseidon.p4(EMPTY_TAG, [uint256(0), 0, 0, 0]);
        node = poseidon.p4(NODE_TAG, leaves_);
        for (uint256 level = 1; level < 8; ++level) {
            empty = poseidon.p4(NODE_TAG, [empty, empty, empty, empty]);
            node = poseidon.p4(NODE_TAG, [node, empty, empty, empty]);
        }
    }

    function receiptOf(bytes memory entry) internal pure returns (Evidence.Receipt memory) {
        uint64 index = uint64(bytes8(word(entry, 33)));
        return Evidence.Receipt(word(entry, 1), index, leafHash(entry), uint64(bytes8(word(entry, 198))));
    }

    function receiptSignature(Evidence.Receipt memory receipt, uint256 key) internal view returns (bytes memory) {
        bytes32 typeHash = keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)");
        return
            signature(
                keccak256(abi.encode(typeHash, receipt.log, receipt.index, receipt.entryHash, receipt.acceptedAt)),
                key
            );
    }

    function form() internal pure returns (Challenges.ActionForm memory) {
        return Challenges.ActionForm(PAYLOAD_TYPE, ACTION_DEADLINE, payloadHash(), NAME);
    }

    /// The leaf hash of RFC 9162, section 2.1.1.
    function leafHash(bytes memory leaf) internal pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x00), leaf));
    }

    function word(bytes memory data, uint256 offset) internal pure returns (bytes32 value) {
        for (uint256 i = 0; i < 32 && offset + i < data.length; ++i) {
            value |= bytes32(data[offset + i]) >> (8 * i);
        }
    }
}
