// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {Poseidon} from "../../contracts/Poseidon.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ZkTree} from "../../contracts/libraries/ZkTree.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {FullDepthTest} from "./FullDepthTest.sol";
import {newFaultProofs, newPoseidon} from "./released.sol";

/// The gas of fault proofs, under the test profile `gas`. `npm test` compares it with snapshots/. Each proof accuses an
/// honest operator, so it is checked without a conviction. A conviction costs the same after every proof, and is
/// measured separately.
contract FaultProofsGas is FullDepthTest {
    uint256 private constant ONE_POSITION = 110_000;
    uint256 private constant A_PAIR = 200_000;
    uint256 private constant COMMITMENT = 1_500_000;

    uint256 private constant ACTOR_KEY = 0xac7;
    uint64 private constant DEADLINE = 1_900_000_000;
    uint64 private constant NO_HEADER_AT = 0x7000;
    uint32 private constant WIDE_AT = 5_000;
    address private constant BUYER = address(uint160(uint256(keccak256("a buyer"))));
    bytes32 private constant ID = keccak256("seat 42");

    FaultProofs private faultProofs;
    FullBatch private a;
    FullBatch private b;
    bytes private first;
    bytes private second;
    bytes private wide;
    bytes private last;
    bytes private next;
    bytes private minted;
    bytes private sold;
    bytes private renamed;

    function setUp() external {
        Poseidon poseidon = newPoseidon();
        setUpRegistry(nextAddress(2));
        faultProofs = newFaultProofs(address(registry), address(stake), address(poseidon));
        assertEq(stake.faultProofs(), address(faultProofs));
        join(OPERATOR);
        stake.credit{value: 1}(address(this)); // as after an earlier reward
        (a.position, a.number, a.start, a.prevLeaf) = (40_000, 4, 1 << 33, 39_000);
        (a.parent, a.prevHead, a.zkRoot) = (keccak256("parent"), keccak256("prevHead"), 1 << 250);
        first = vote(a, 100, keccak256("prev"), 1, opening(2));
        second = vote(a, 101, leafHash(first), 2, opening(2));
        wide = vote(a, WIDE_AT, keccak256("prev"), 3, opening(16));
        minted = objectEntry(a, 102, a.start - 1, vm.addr(ACTOR_KEY), "digest");
        last = vote(a, FULL - 1, keccak256("prev"), 4, opening(2));
        a.head = leafHash(last);
        close(a);
        (b.position, b.number, b.start, b.prevLeaf) = (41_000, 5, a.start + FULL, a.position);
        (b.parent, b.prevHead, b.head, b.zkRoot) = (leafHash(a.header), a.head, keccak256("head"), 1 << 251);
        next = vote(b, 0, a.head, 5, opening(2));
        sold = objectEntry(b, 7, a.start + 102, BUYER, digestOf("Transfer", 6, sale()));
        renamed = objectEntry(b, 8, a.start + 102, vm.addr(ACTOR_KEY), digestOf("Rename", 6, renaming()));
        close(b);
        place(NO_HEADER_AT, "no header");
        anchorHeaders();
    }

    // One position

    function testEntryEquivocation() external {
        FaultProofs.EntryStatement memory promised = receiptOf(second, 101);
        FaultProofs.EntryStatement memory anchored;
        anchored.anchored = entryEvidence(a, 101, second);
        measure(
            "entry equivocation, two receipts",
            ONE_POSITION,
            abi.encodeCall(FaultProofs.proveEntryEquivocation, (OPERATOR, promised, promised, NAME))
        );
        measure(
            "entry equivocation, receipt and entry",
            ONE_POSITION,
            abi.encodeCall(FaultProofs.proveEntryEquivocation, (OPERATOR, promised, anchored, 0))
        );
    }

    function testCheckpointEquivocation() external {
        measure(
            "checkpoint equivocation, both signed, leaves",
            ONE_POSITION,
            abi.encodeCall(
                FaultProofs.proveCheckpointEquivocation,
                (OPERATOR, signedState(), signedState(), a.position)
            )
        );
    }

    function testForeignLog() external {
        FaultProofs.LogOpening memory home = FaultProofs.LogOpening(block.chainid, address(registry), OPERATOR, NAME);
        measure(
            "foreign log",
            ONE_POSITION,
            abi.encodeCall(FaultProofs.proveForeignLog, (OPERATOR, headerEvidence(a), home))
        );
    }

    function testMalformedLeaf() external {
        measure(
            "malformed leaf, an entry",
            ONE_POSITION,
            abi.encodeCall(FaultProofs.proveMalformedLeaf, (OPERATOR, entryEvidence(a, 101, second)))
        );
    }

    function testForgedAction() external {
        bytes memory signed = voteSignature(2, opening(2));
        measure(
            "forged action",
            ONE_POSITION,
            abi.encodeCall(FaultProofs.proveForgedAction, (OPERATOR, entryEvidence(a, 101, second), signed))
        );
    }

    // Pairs

    function testEntrySuccession() external {
        Evidence.EntryEvidence memory e = entryEvidence(a, 101, second);
        (e.batch.header, e.batch.proof) = ("", new bytes32[](0));
        measure(
            "entry succession, in a batch",
            A_PAIR,
            abi.encodeCall(FaultProofs.proveEntrySuccession, (OPERATOR, entryEvidence(a, 100, first), e))
        );
    }

    function testEntrySuccessionAtTheBorder() external {
        measure(
            "entry succession, at a border",
            A_PAIR,
            abi.encodeCall(
                FaultProofs.proveEntrySuccession,
                (OPERATOR, entryEvidence(a, FULL - 1, last), entryEvidence(b, 0, next))
            )
        );
    }

    function testHeaderSuccession() external {
        measure(
            "header succession",
            A_PAIR,
            abi.encodeCall(FaultProofs.proveHeaderSuccession, (OPERATOR, headerEvidence(a), headerEvidence(b)))
        );
    }

    function testReplay() external {
        measure(
            "replay, of another batch",
            A_PAIR,
            abi.encodeCall(
                FaultProofs.proveReplay,
                (OPERATOR, entryEvidence(a, 101, second), entryEvidence(b, 0, next))
            )
        );
    }

    // Objects

    function testWrongPrior() external {
        measure(
            "wrong prior, of another batch",
            155_000,
            abi.encodeCall(
                FaultProofs.proveWrongPrior,
                (OPERATOR, entryEvidence(a, 102, minted), entryEvidence(b, 7, sold))
            )
        );
    }

    function testWrongObject() external {
        measure(
            "wrong object, two members",
            150_000,
            abi.encodeCall(FaultProofs.proveWrongObject, (OPERATOR, entryEvidence(b, 7, sold), sale()))
        );
    }

    function testWrongCarry() external {
        measure(
            "wrong carry, two members",
            200_000,
            abi.encodeCall(
                FaultProofs.proveWrongCarry,
                (OPERATOR, entryEvidence(a, 102, minted), entryEvidence(b, 8, renamed), renaming())
            )
        );
    }

    // The commitment

    function testWrongCommitment() external {
        measureCommitment("wrong commitment, two members", 101, second, 2);
        measureCommitment("wrong commitment, sixteen members", WIDE_AT, wide, 16);
    }

    // Convictions

    function testConviction() external {
        Evidence.HeaderEvidence memory leaf = Evidence.HeaderEvidence(
            0,
            NO_HEADER_AT,
            "no header",
            headersProof(NO_HEADER_AT)
        );
        Evidence.EntryEvidence memory alone;
        alone.batch = leaf;
        bytes memory data = abi.encodeCall(FaultProofs.proveMalformedLeaf, (OPERATOR, alone));
        (bool done, ) = address(faultProofs).call(data);
        vm.snapshotGasLastCall("FaultProofs", "no header, with freeze, slash and reward");
        assertTrue(done && stake.creditOf(address(this)) > 1);
    }

    function measureCommitment(string memory name, uint32 position, bytes memory entry, uint256 members) private {
        ZkTree.ZkPath memory path; // a wrong path, which the contract checks last
        path.leaf = 1 << 249;
        for (uint256 i = 0; i < 24; ++i) path.siblings[i] = uint256(keccak256(abi.encode(i))) >> 3;
        measure(
            name,
            COMMITMENT,
            abi.encodeCall(
                FaultProofs.proveWrongCommitment,
                (OPERATOR, entryEvidence(a, position, entry), opening(members), path)
            )
        );
    }

    function measure(string memory name, uint256 most, bytes memory data) private {
        (bool done, bytes memory reason) = address(faultProofs).call(data);
        assertTrue(!done && bytes4(reason) == FaultProofs.NoFault.selector);
        uint256 gas = vm.snapshotGasLastCall("FaultProofs", name);
        assertTrue(gas <= most);
    }

    function receiptOf(
        bytes memory entry,
        uint32 position
    ) private view returns (FaultProofs.EntryStatement memory statement) {
        Evidence.Receipt memory r = Evidence.Receipt(logOf(OPERATOR), a.start + position, leafHash(entry), CLOCK);
        bytes32 typeHash = keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)");
        bytes32 hash = keccak256(abi.encode(typeHash, r.log, r.index, r.entryHash, r.acceptedAt));
        (statement.receipt, statement.signature) = (r, signature(hash, RECEIPT_KEY));
    }

    function signedState() private view returns (FaultProofs.CheckpointStatement memory) {
        bytes32 root = headersRoot();
        Evidence.SignedCheckpoint memory signed = Evidence.SignedCheckpoint(
            FULL,
            root,
            checkpoint(OPERATOR, FULL, root)
        );
        return FaultProofs.CheckpointStatement(0, signed, leafHash(a.header), headersProof(a.position));
    }

    function vote(
        FullBatch storage batch,
        uint32 position,
        bytes32 prev,
        uint256 nonce,
        Actions.Opening memory o
    ) private returns (bytes memory) {
        bytes memory signed = voteSignature(nonce, o);
        return enter(batch, position, prev, vm.addr(ACTOR_KEY), nonce, voteDigest(nonce, o), signed, 0);
    }

    /// Enters an act of the holder on the object.
    function objectEntry(
        FullBatch storage batch,
        uint32 position,
        uint64 prior,
        address holder,
        bytes32 digest_
    ) private returns (bytes memory) {
        Entries.Entry memory e;
        (e.actor, e.nonce, e.digest, e.signatureHash) = (vm.addr(ACTOR_KEY), 6, digest_, keccak256("signed"));
        (e.part, e.objectKey) = (1, EntryBytes.objectKey("string objectId", ID));
        (e.prior, e.holder, e.prev) = (prior, holder, keccak256("prev"));
        return enter(batch, position, e);
    }

    function sale() private pure returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline) = ("TransferPayload(string objectId,address holder)", DEADLINE);
        o.words = new bytes32[](2);
        (o.words[0], o.words[1]) = (ID, bytes32(uint256(uint160(BUYER))));
    }

    function renaming() private pure returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline) = ("RenamePayload(string objectId,string name)", DEADLINE);
        o.words = new bytes32[](2);
        (o.words[0], o.words[1]) = (ID, keccak256("a name"));
    }

    function opening(uint256 members) private pure returns (Actions.Opening memory o) {
        string memory list = "uint256 member00";
        o.words = new bytes32[](members);
        for (uint256 i = 0; i < members; ++i) {
            o.words[i] = keccak256(abi.encode("word", i));
            bytes memory number = abi.encodePacked(uint8(48 + i / 10), uint8(48 + (i % 10)));
            if (i != 0) list = string.concat(list, ",uint256 member", string(number));
        }
        (o.payloadType, o.deadline) = (string.concat("VotePayload(", list, ")"), DEADLINE);
    }

    /// The EIP-712 digest of a vote, under the operator's domain.
    function voteDigest(uint256 nonce, Actions.Opening memory o) private view returns (bytes32) {
        return digestOf("Vote", nonce, o);
    }

    function digestOf(string memory kind, uint256 nonce, Actions.Opening memory o) private view returns (bytes32) {
        bytes memory envelope = abi.encodePacked(
            kind,
            "(bytes32 log,address actor,uint256 nonce,uint64 deadline,",
            kind,
            "Payload payload)"
        );
        bytes32 payload = keccak256(abi.encodePacked(keccak256(bytes(o.payloadType)), o.words));
        bytes32 typeHash = keccak256(abi.encodePacked(envelope, o.payloadType));
        bytes32 hash = keccak256(abi.encode(typeHash, logOf(OPERATOR), vm.addr(ACTOR_KEY), nonce, o.deadline, payload));
        return actionDigest(hash);
    }

    function voteSignature(uint256 nonce, Actions.Opening memory o) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ACTOR_KEY, voteDigest(nonce, o));
        return abi.encodePacked(r, s, v);
    }
}
