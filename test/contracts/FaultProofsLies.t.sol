// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Poseidon} from "../../contracts/Poseidon.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Commitments} from "../../contracts/libraries/Commitments.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {ZkTree} from "../../contracts/libraries/ZkTree.sol";
import {ObjectLogTest} from "./ObjectLogTest.sol";
import {newFaultProofs, newPoseidon} from "./released.sol";

/// P2 and P3: each lie is convicted by its proof, which freezes the log from the lie's index on. The same evidence
/// without the lie convicts nobody. `ObjectFaults` tests the faults about objects.
contract FaultProofsLiesTest is ObjectLogTest {
    address private immutable ALICE = person("Alice");
    address private immutable BOB = person("Bob");
    // The offsets of a header's fields.
    uint256 private constant NUMBER = 33;
    uint256 private constant PREV_LEAF = 53;
    uint256 private constant PARENT = 61;
    uint256 private constant ZK_ROOT = 189;

    FaultProofs private faults;
    Poseidon private poseidon;
    bytes32 private log;

    function setUp() external {
        poseidon = newPoseidon();
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(poseidon));
        join(OPERATOR);
        log = logOf("a.example");
    }

    // EntrySuccession

    function testAnEntryWithAnotherPrevIsAFault() external {
        Place memory a = append(entryOf(log, ALICE, httpRequest()));
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        e.prev = keccak256("another");
        Place memory b = enter(e);
        isWrongSuccession(a, b, 1);
    }

    function testAnEntryBeforeTheTimeOfTheLastOneIsAFault() external {
        enter(log, ALICE, httpRequest());
        Place memory a = enter(log, ALICE, httpRequest());
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        --e.acceptedAt;
        Place memory b = enter(e);
        isWrongSuccession(a, b, 2);
    }

    // HeaderSuccession

    function testAHeaderWithAnotherParentIsAFault() external {
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        rewrite(1, PARENT, abi.encodePacked(keccak256("another")));
        anchorAll();
        // The wrong parent is no fault of the header that follows.
        refuse(FaultProofs.Fault.HeaderSuccession, headers(0, 2));
        convicts(FaultProofs.Fault.HeaderSuccession, headers(0, 1), log, 1);
    }

    /// A fork freezes both sides, from the first index of the side that begins earlier.
    function testTwoHeadersOfANumberAreAFault() external {
        twoOfANumber();
        convicts(FaultProofs.Fault.HeaderSuccession, headers(1, 2), log, 1);
    }

    function testTwoHeadersOfANumberAreAFaultInReverseOrder() external {
        twoOfANumber();
        convicts(FaultProofs.Fault.HeaderSuccession, headers(2, 1), log, 1);
    }

    function testAHeaderAnchoredTwiceIsAFault() external {
        enter(log, ALICE, httpRequest());
        fork(this.decoded(batches[0].entries[0]));
        batches[1].header = batches[0].header;
        fingerprints[1] = fingerprints[0];
        anchorAll();
        convicts(FaultProofs.Fault.HeaderSuccession, headers(0, 1), log, 0);
    }

    /// Anchors two headers with number 1, one from index 1 and one from index 2.
    function twoOfANumber() private {
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        rewrite(2, NUMBER, abi.encodePacked(uint64(1)));
        anchorAll();
    }

    function testHeadersOfTwoLogsAreNoFork() external {
        bytes32 second = logOf("b.example");
        enter(log, ALICE, httpRequest());
        enter(second, ALICE, httpRequest());
        anchorAll();
        refuse(FaultProofs.Fault.HeaderSuccession, headers(0, 1));
    }

    // MalformedLeaf

    /// A malformed header names no log, so the batch log is frozen. Here and in the next two tests only the batch of
    /// the evidence is read.
    function testALeafThatIsNoHeaderFreezesTheBatchLog() external {
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        rewrite(1, 0, abi.encodePacked(bytes1(0x03)));
        isMalformedHeader(Freezes.BATCH_LOG);
    }

    function testAHeaderThatFollowsItselfIsAFault() external {
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        rewrite(1, PREV_LEAF, abi.encodePacked(uint64(1)));
        isMalformedHeader(log);
    }

    function testAHeaderClosedLongAfterItsCheckpointIsAFault() external {
        enter(log, ALICE, httpRequest());
        clock += 3_600_001;
        enter(log, ALICE, httpRequest());
        isMalformedHeader(log);
    }

    function isMalformedHeader(bytes32 freezes) private {
        anchorAll();
        Evidence.EntryEvidence memory leaf;
        leaf.batch = evidence(Place(1, 0)).batch;
        bytes memory data = abi.encodeCall(faults.proveMalformedLeaf, (OPERATOR, leaf));
        convicts(FaultProofs.Fault.MalformedLeaf, data, freezes, 1);
    }

    function testAnEntryOfAnotherIndexIsAFault() external {
        enter(log, ALICE, httpRequest());
        append(entryOf(log, ALICE, httpRequest()));
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        e.index = 7;
        Place memory place = enter(e);
        isMalformed(place, 2);
    }

    function testAnEntryThatCannotBeReadIsAFault() external {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        e.scheme = 2;
        Place memory place = enter(e);
        anchorAll();
        Evidence.EntryEvidence memory leaf = evidence(place);
        // Other faults do not accept it as evidence.
        vm.expectRevert(abi.encodeWithSelector(Entries.EntryMalformed.selector));
        faults.proveForgedAction(OPERATOR, leaf, "another signature");
        bytes memory data = abi.encodeCall(faults.proveMalformedLeaf, (OPERATOR, leaf));
        convicts(FaultProofs.Fault.MalformedLeaf, data, log, 0);
    }

    // Replay

    function testANonceThatIsUsedTwiceIsAFaultInAnyOrder() external {
        for (uint256 i = 0; i < 3; ++i) {
            Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
            if (i != 1) e.nonce = 77;
            append(e);
        }
        close(log);
        anchorAll();
        Evidence.EntryEvidence memory a = evidence(Place(0, 0));
        Evidence.EntryEvidence memory b = evidence(Place(0, 2));
        convicts(FaultProofs.Fault.Replay, abi.encodeCall(faults.proveReplay, (OPERATOR, a, b)), log, 2);
        convicts(FaultProofs.Fault.Replay, abi.encodeCall(faults.proveReplay, (OPERATOR, b, a)), log, 2);
        // The second's header is not read.
        (b.batch.header, b.batch.proof) = ("", new bytes32[](0));
        convicts(FaultProofs.Fault.Replay, abi.encodeCall(faults.proveReplay, (OPERATOR, a, b)), log, 2);
        Evidence.EntryEvidence memory other = evidence(Place(0, 1));
        refuse(FaultProofs.Fault.Replay, abi.encodeCall(faults.proveReplay, (OPERATOR, a, other)));
    }

    function testANonceOfTwoActorsIsNoReplay() external {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        uint256 nonce = e.nonce;
        append(e);
        e = entryOf(log, BOB, httpRequest());
        e.nonce = nonce;
        append(e);
        close(log);
        anchorAll();
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (
            evidence(Place(0, 0)),
            evidence(Place(0, 1))
        );
        refuse(FaultProofs.Fault.Replay, abi.encodeCall(faults.proveReplay, (OPERATOR, a, b)));
    }

    function testANonceInTwoLogsIsNoReplayAtAnyIndex() external {
        bytes32 second = logOf("b.example");
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        uint256 nonce = e.nonce;
        Place memory first = enter(e);
        enter(second, BOB, httpRequest());
        e = entryOf(second, ALICE, httpRequest());
        e.nonce = nonce;
        Place memory other = append(e);
        close(second);
        anchorAll();
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(first), evidence(other));
        refuse(FaultProofs.Fault.Replay, abi.encodeCall(faults.proveReplay, (OPERATOR, a, b)));
    }

    // ForgedAction

    function testASignatureOfAnotherAccountIsAFault() external {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        bytes memory signed = sign(BOB, e.digest);
        e.signatureHash = keccak256(signed);
        enterLie(e);
        isForged(signed);
    }

    function testAMadeUpSignatureIsAFault() external {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        e.signatureHash = keccak256("made up");
        enterLie(e);
        isForged("made up");
    }

    /// No key signs as the zero address, and an invalid signature does not either.
    function testAnActOfTheZeroAddressIsAFault() external {
        Entries.Entry memory e = entryOf(log, address(0), httpRequest());
        bytes memory none = new bytes(65);
        e.signatureHash = keccak256(none);
        enterLie(e);
        isForged(none);
    }

    function testTheActorsOwnSignatureIsNoFault() external {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        enterLie(e);
        refuseForged(signatures[e.digest]);
        // A signature that is not the entry's proves nothing.
        refuseForged(sign(BOB, e.digest));
    }

    /// The entry says that the actor is a contract wallet. A signature of `ExternallyOwned` by the actor's key shows
    /// that this is false.
    function testAWalletsSchemeForAnAccountWithAKeyIsAFault() external {
        enterWallet();
        refuseForged(externallyOwned(ALICE, BOB));
        refuseForged(externallyOwned(BOB, BOB));
        isForged(externallyOwned(ALICE, ALICE));
    }

    /// For a contract wallet, only the wallet can judge the signature of the entry.
    function testAWalletsSignatureIsNotRecovered() external {
        enterWallet();
        refuseForged("signed");
    }

    function enterWallet() private {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        (e.scheme, e.verifiedBlock, e.signatureHash) = (1, 7, keccak256("signed"));
        enterLie(e);
    }

    function externallyOwned(address account, address signer) private view returns (bytes memory) {
        bytes32 typeHash = keccak256("ExternallyOwned(address account)");
        uint256 key = uint256(keccak256(bytes(signer == ALICE ? "Alice" : "Bob")));
        return signature(keccak256(abi.encode(typeHash, account)), key);
    }

    // EntryEquivocation

    function testAReceiptWithAnotherTimeThanItsEntryIsAFault() external {
        enter(log, ALICE, httpRequest());
        Place memory place = enter(log, ALICE, httpRequest());
        anchorAll();
        FaultProofs.EntryStatement memory anchored;
        anchored.anchored = evidence(place);
        FaultProofs.EntryStatement memory promised = receipt(1, leafHash(anchored.anchored.entry), clock);
        refuse(FaultProofs.Fault.EntryEquivocation, equivocation(promised, anchored));
        // The receipt of the entry before it.
        promised = receipt(0, leafHash(batches[0].entries[0]), clock);
        refuse(FaultProofs.Fault.EntryEquivocation, equivocation(promised, anchored));
        promised = receipt(1, leafHash(anchored.anchored.entry), clock + 1);
        convicts(FaultProofs.Fault.EntryEquivocation, equivocation(promised, anchored), log, 1);
        convicts(FaultProofs.Fault.EntryEquivocation, equivocation(anchored, promised), log, 1);
    }

    function testAReceiptByAnotherKeyIsNoEvidence() external {
        FaultProofs.EntryStatement memory promised = receipt(1, "a", clock);
        promised.receipt.entryHash = "b";
        (bool done, bytes memory reason) = address(faults).call(equivocation(promised, promised));
        assertTrue(!done && bytes4(reason) == Evidence.NotSignedBy.selector);
    }

    function testAnEntryAtAnotherPositionIsNoEvidence() external {
        append(entryOf(log, ALICE, httpRequest()));
        append(entryOf(log, ALICE, httpRequest()));
        close(log);
        anchorAll();
        FaultProofs.EntryStatement memory a;
        a.anchored = evidence(Place(0, 0));
        FaultProofs.EntryStatement memory b;
        b.anchored = evidence(Place(0, 1));
        refuse(FaultProofs.Fault.EntryEquivocation, equivocation(a, b));
        b.anchored.position = 0;
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotInBatch.selector, 0, 0));
        faults.proveEntryEquivocation(OPERATOR, a, b, 0);
    }

    /// The name hash is 0 here, as only a pair of receipts needs it.
    function equivocation(
        FaultProofs.EntryStatement memory a,
        FaultProofs.EntryStatement memory b
    ) private view returns (bytes memory) {
        return abi.encodeCall(faults.proveEntryEquivocation, (OPERATOR, a, b, 0));
    }

    // CheckpointEquivocation

    function testTwoRootsOfASizeAreAFault() external {
        twoBatches();
        convicts(FaultProofs.Fault.CheckpointEquivocation, withSigned(2, "another"), Freezes.BATCH_LOG, 0);
    }

    function testTwoSizesOfARootAreAFault() external {
        twoBatches();
        convicts(
            FaultProofs.Fault.CheckpointEquivocation,
            withSigned(3, registry.checkpointAt(OPERATOR, 0).root),
            Freezes.BATCH_LOG,
            0
        );
    }

    /// A signed checkpoint of size 1 whose header differs from the first anchored one.
    function testTwoLeavesAtAPositionAreAFault() external {
        twoBatches();
        convicts(FaultProofs.Fault.CheckpointEquivocation, withSigned(1, "another"), Freezes.BATCH_LOG, 0);
        refuse(FaultProofs.Fault.CheckpointEquivocation, withSigned(1, fingerprints[0]));
    }

    /// The leaves differ at position 1, so the freeze begins there.
    function testTwoLeavesAtALaterPositionFreezeFromThere() external {
        twoBatches();
        (FaultProofs.CheckpointStatement memory a, FaultProofs.CheckpointStatement memory b) = (
            anchoredAt(1),
            anchoredAt(1)
        );
        bytes32 left = fingerprints[0];
        bytes32 pair = sha256(abi.encodePacked(bytes1(0x01), left, bytes32("another")));
        bytes32 root = sha256(abi.encodePacked(bytes1(0x01), pair, bytes32("third")));
        b.signed = Evidence.SignedCheckpoint(3, root, checkpoint(OPERATOR, 3, root));
        b.leafHash = "another";
        b.proof = new bytes32[](2);
        (b.proof[0], b.proof[1]) = (left, "third");
        bytes memory data = abi.encodeCall(faults.proveCheckpointEquivocation, (OPERATOR, a, b, 1));
        convicts(FaultProofs.Fault.CheckpointEquivocation, data, Freezes.BATCH_LOG, 1);
    }

    function testALeafThatIsNotInTheTreeIsNoEvidence() external {
        twoBatches();
        FaultProofs.CheckpointStatement memory a = anchoredAt(1);
        FaultProofs.CheckpointStatement memory b = anchoredAt(1);
        b.leafHash = "another";
        bytes memory reason = abi.encodeWithSelector(Evidence.NotInBatchLog.selector, OPERATOR, 0, 1);
        vm.expectRevert(reason);
        faults.proveCheckpointEquivocation(OPERATOR, a, b, 1);
        vm.expectRevert(reason);
        faults.proveCheckpointEquivocation(OPERATOR, b, a, 1);
    }

    function testACheckpointByAnotherKeyIsNoEvidence() external {
        twoBatches();
        FaultProofs.CheckpointStatement memory a = anchoredAt(0);
        FaultProofs.CheckpointStatement memory b = anchoredAt(0);
        b.signed = Evidence.SignedCheckpoint(2, "another", checkpoint(OPERATOR, 2, "another", RECEIPT_KEY));
        address signer = vm.addr(RECEIPT_KEY);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotSignedBy.selector, OPERATOR, 1, signer));
        faults.proveCheckpointEquivocation(OPERATOR, a, b, 0);
    }

    function twoBatches() private {
        enter(log, ALICE, httpRequest());
        enter(log, ALICE, httpRequest());
        anchorAll();
    }

    /// Proves position 0 twice: under the anchored checkpoint, and under a signed checkpoint with `root` as its leaf.
    function withSigned(uint64 size, bytes32 root) private view returns (bytes memory) {
        FaultProofs.CheckpointStatement memory b;
        b.signed = Evidence.SignedCheckpoint(size, root, checkpoint(OPERATOR, size, root));
        b.leafHash = root;
        return abi.encodeCall(faults.proveCheckpointEquivocation, (OPERATOR, anchoredAt(0), b, 0));
    }

    function anchoredAt(uint64 position) private view returns (FaultProofs.CheckpointStatement memory s) {
        (s.leafHash, s.proof) = (fingerprints[position], evidence(Place(position, 0)).batch.proof);
    }

    // WrongCommitment

    function testAWrongCommitmentIsAFault() external {
        (Entries.Entry memory e, Act memory a, ZkTree.ZkPath memory path) = minted();
        path.leaf = 1;
        commit(path);
        bytes memory data = wrongCommitment(a.opening, path);
        Act memory other = mint("seat", BOB);
        bytes32 otherDigest = digestOf(log, ALICE, e.nonce, other);
        Evidence.EntryEvidence memory shown = evidenceOfTheSecond();
        vm.expectRevert(abi.encodeWithSelector(Actions.DigestMismatch.selector, e.digest, otherDigest));
        faults.proveWrongCommitment(OPERATOR, shown, other.opening, path);
        convicts(FaultProofs.Fault.WrongCommitment, data, log, 1);
    }

    function testTheTrueCommitmentIsNoFault() external {
        (Entries.Entry memory e, Act memory a, ZkTree.ZkPath memory path) = minted();
        path.leaf = this.commitmentOf(e, leafHash(batches[0].entries[1]), a.opening);
        commit(path);
        refuse(FaultProofs.Fault.WrongCommitment, wrongCommitment(a.opening, path));
        path.leaf = 1; // This leaf is not under the root.
        refuse(FaultProofs.Fault.WrongCommitment, wrongCommitment(a.opening, path));
    }

    /// Appends a mint as the second entry of a batch. Returns it with a path whose leaf is still to be set.
    function minted() private returns (Entries.Entry memory e, Act memory a, ZkTree.ZkPath memory path) {
        append(entryOf(log, ALICE, httpRequest()));
        a = mint("seat", ALICE);
        e = entryOf(log, ALICE, a);
        append(e);
        close(log);
        for (uint256 i = 0; i < 24; ++i) path.siblings[i] = i + 2;
    }

    function commit(ZkTree.ZkPath memory path) private {
        rewrite(0, ZK_ROOT, abi.encodePacked(this.rootOf(1, path)));
        anchorAll();
    }

    function wrongCommitment(
        Actions.Opening memory opening,
        ZkTree.ZkPath memory path
    ) private view returns (bytes memory) {
        return abi.encodeCall(faults.proveWrongCommitment, (OPERATOR, evidenceOfTheSecond(), opening, path));
    }

    function evidenceOfTheSecond() private view returns (Evidence.EntryEvidence memory) {
        return evidence(Place(0, 1));
    }

    function rootOf(uint32 position, ZkTree.ZkPath calldata path) external view returns (uint256) {
        return ZkTree.root(poseidon, position, path);
    }

    function commitmentOf(
        Entries.Entry calldata e,
        bytes32 entryHash,
        Actions.Opening calldata opening
    ) external view returns (uint256) {
        return Commitments.commitment(poseidon, e, entryHash, keccak256(bytes(opening.payloadType)), opening.words);
    }

    // Helpers

    /// Anchors the entry as the only one of the first batch.
    function enterLie(Entries.Entry memory e) private {
        append(e);
        close(log);
        anchorAll();
    }

    /// Changes bytes of a closed header before it is anchored.
    function rewrite(uint64 batch, uint256 offset, bytes memory value) private {
        bytes storage header = batches[batch].header;
        for (uint256 i = 0; i < value.length; ++i) header[offset + i] = value[i];
        fingerprints[batch] = leafHash(header);
    }

    function headers(uint64 a, uint64 b) private view returns (bytes memory) {
        return
            abi.encodeCall(
                faults.proveHeaderSuccession,
                (OPERATOR, evidence(Place(a, 0)).batch, evidence(Place(b, 0)).batch)
            );
    }

    function isWrongSuccession(Place memory a, Place memory b, uint64 from) private {
        anchorAll();
        (Evidence.EntryEvidence memory previous, Evidence.EntryEvidence memory next) = (evidence(a), evidence(b));
        bytes memory data = abi.encodeCall(faults.proveEntrySuccession, (OPERATOR, previous, next));
        convicts(FaultProofs.Fault.EntrySuccession, data, log, from);
    }

    function isMalformed(Place memory place, uint64 from) private {
        anchorAll();
        bytes memory data = abi.encodeCall(faults.proveMalformedLeaf, (OPERATOR, evidence(place)));
        convicts(FaultProofs.Fault.MalformedLeaf, data, log, from);
    }

    function isForged(bytes memory signature) private {
        bytes memory data = abi.encodeCall(faults.proveForgedAction, (OPERATOR, evidence(Place(0, 0)), signature));
        convicts(FaultProofs.Fault.ForgedAction, data, log, 0);
    }

    function refuseForged(bytes memory signature) private {
        bytes memory data = abi.encodeCall(faults.proveForgedAction, (OPERATOR, evidence(Place(0, 0)), signature));
        refuse(FaultProofs.Fault.ForgedAction, data);
    }

    function receipt(
        uint64 index,
        bytes32 entryHash,
        uint64 acceptedAt
    ) private view returns (FaultProofs.EntryStatement memory s) {
        bytes32 typeHash = keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)");
        s.receipt = Evidence.Receipt(log, index, entryHash, acceptedAt);
        s.signature = signature(keccak256(abi.encode(typeHash, log, index, entryHash, acceptedAt)), RECEIPT_KEY);
    }

    function convicts(FaultProofs.Fault fault, bytes memory data, bytes32 frozen, uint64 from) private {
        bool slashes = stake.accountOf(OPERATOR).status != OperatorStake.Status.Slashed;
        vm.expectEmit(address(faults));
        emit FaultProofs.FaultProven(OPERATOR, fault, address(this), slashes);
        (bool done, ) = address(faults).call(data);
        assertTrue(done && stake.accountOf(OPERATOR).status == OperatorStake.Status.Slashed);
        assertEq(registry.freezes(OPERATOR, frozen).length, 1);
        assertEq(registry.freezes(OPERATOR, frozen)[0].from, from);
    }

    function refuse(FaultProofs.Fault fault, bytes memory data) private {
        (bool done, bytes memory reason) = address(faults).call(data);
        assertTrue(!done);
        assertEq(keccak256(reason), keccak256(abi.encodeWithSelector(FaultProofs.NoFault.selector, fault)));
    }
}
