// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {SparseTree} from "./SparseTree.sol";

/// @notice Helpers for gas tests: a batch log of 65,536 headers with full batches, so that every path has 16 hashes.
/// Subtrees that no test reads have made-up hashes.
abstract contract FullDepthTest is RegistryTest {
    using SparseTree for SparseTree.Leaf[];

    /// A batch in the making: the fields of its header, and the entries that a test reads.
    struct FullBatch {
        uint64 position;
        uint64 number;
        uint64 start;
        uint64 prevLeaf;
        bytes32 parent;
        bytes32 prevHead;
        bytes32 head;
        uint256 zkRoot;
        bytes header;
        SparseTree.Leaf[] known;
    }

    address internal constant OPERATOR = address(0x0b1);
    bytes32 internal constant NAME = keccak256("a.example");
    uint256 internal constant DEPTH = 16;
    uint32 internal constant FULL = 65_536;
    uint64 internal constant CLOCK = uint64(START * 1000);

    SparseTree.Leaf[] private _headers;

    function logOf(address operator) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(registry), operator, NAME));
    }

    /// The leaf hash of RFC 9162, section 2.1.1.
    function leafHash(bytes memory leaf) internal pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x00), leaf));
    }

    function place(uint64 position, bytes memory leaf) internal {
        _headers.push(SparseTree.Leaf(position, leafHash(leaf)));
    }

    /// Encodes the batch's header, and puts it into the batch log.
    function close(FullBatch storage b) internal {
        SparseTree.Leaf[] memory known = b.known;
        bytes memory begin = abi.encodePacked(bytes1(0x02), logOf(OPERATOR), b.number, b.start, FULL, b.prevLeaf);
        bytes memory roots = abi.encodePacked(b.parent, b.prevHead, b.head, known.root(DEPTH), b.zkRoot);
        b.header = abi.encodePacked(begin, roots, CLOCK);
        place(b.position, b.header);
    }

    function headersRoot() internal view returns (bytes32) {
        SparseTree.Leaf[] memory known = _headers;
        return known.root(DEPTH);
    }

    function headersProof(uint64 position) internal view returns (bytes32[] memory) {
        SparseTree.Leaf[] memory known = _headers;
        return known.proof(DEPTH, position);
    }

    function anchorHeaders() internal {
        bytes32 root = headersRoot();
        registry.anchor(OPERATOR, FULL, root, new bytes32[](0), checkpoint(OPERATOR, FULL, root));
    }

    function headerEvidence(FullBatch storage b) internal view returns (Evidence.HeaderEvidence memory) {
        return Evidence.HeaderEvidence(0, b.position, b.header, headersProof(b.position));
    }

    function entryEvidence(
        FullBatch storage b,
        uint32 position,
        bytes memory entry
    ) internal view returns (Evidence.EntryEvidence memory) {
        SparseTree.Leaf[] memory known = b.known;
        return Evidence.EntryEvidence(headerEvidence(b), position, entry, known.proof(DEPTH, position));
    }

    /// Encodes an act on an object, and puts it into the batch.
    function enter(
        FullBatch storage b,
        uint32 position,
        bytes32 prev,
        address actor,
        uint256 nonce,
        bytes32 digest_,
        bytes memory signed,
        uint8 scheme
    ) internal returns (bytes memory entry) {
        Entries.Entry memory e;
        (e.actor, e.nonce, e.digest, e.signatureHash) = (actor, nonce, digest_, keccak256(signed));
        (e.scheme, e.verifiedBlock, e.prev) = (scheme, uint64(scheme) * 7, prev);
        (e.part, e.objectKey, e.prior, e.holder) = (1, keccak256("object"), b.start - 1, actor);
        return enter(b, position, e);
    }

    /// Completes and encodes an entry, and puts it into the batch.
    function enter(FullBatch storage b, uint32 position, Entries.Entry memory e) internal returns (bytes memory entry) {
        (e.log, e.index, e.acceptedAt) = (logOf(OPERATOR), b.start + position, CLOCK);
        entry = EntryBytes.encode(e);
        b.known.push(SparseTree.Leaf(position, leafHash(entry)));
    }
}
