// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newFaultProofs} from "./released.sol";

/// Tests that add to the matrix of faults in TypeScript: evidence that differs from a fault in one detail, and a second
/// proof of the same fault.
contract FaultProofsTest is RegistryTest {
    address private constant OPERATOR = address(0x0be7a704);
    address private constant REPORTER = address(0x4e90);
    bytes32 private constant NAME_HASH = keccak256("a.example");
    address private constant COPIER = address(0xc0b1e4);

    uint64 private constant START_MS = uint64(START * 1000);

    FaultProofs private faults;
    bytes32 private log;

    function setUp() external {
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(this));
        join(OPERATOR);
        log = logId(block.chainid, address(registry), OPERATOR);
    }

    function testReceiptsOfTwoIndexesAreNoFault(uint64 a, uint64 b, uint64 timeA, uint64 timeB) external {
        vm.assume(a != b);
        FaultProofs.EntryStatement memory first = receipt(a, "a", timeA);
        FaultProofs.EntryStatement memory second = receipt(b, "b", timeB);
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.EntryEquivocation));
        proveReceipts(first, second);
    }

    function testReceiptsOfOneIndexThatDifferInTheTimeAloneAreAFault(uint64 index, uint64 a, uint64 b) external {
        vm.assume(a != b);
        proveReceipts(receipt(index, "a", a), receipt(index, "a", b));
        assertTrue(stake.accountOf(OPERATOR).status == OperatorStake.Status.Slashed);
    }

    /// A receipt dated too far ahead is a fault by itself, so it is given as both statements.
    function testAReceiptDatedAtTheChainLagIsNoFault() external {
        FaultProofs.EntryStatement memory promised = receipt(7, "a", START_MS + 3_600_000);
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.EntryEquivocation));
        proveReceipts(promised, promised);
    }

    function testAReceiptDatedBeyondTheChainLagIsAFault() external {
        FaultProofs.EntryStatement memory promised = receipt(7, "a", START_MS + 3_600_001);
        proveReceipts(promised, promised);
        assertTrue(stake.accountOf(OPERATOR).status == OperatorStake.Status.Slashed);
        assertEq(registry.freezes(OPERATOR, log)[0].from, 7);
    }

    function testAReceiptOfAnyTimeThatHasComeIsNoFault(uint64 seed, uint32 later) external {
        vm.warp(START + later);
        uint64 time = uint64(bound(seed, 0, (START + later + 3_600) * 1000));
        FaultProofs.EntryStatement memory promised = receipt(7, "a", time);
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.EntryEquivocation));
        proveReceipts(promised, promised);
    }

    /// An operator that shares its receipt key with another is not liable for receipts in the other's log.
    function testAReceiptDatedAheadInAnotherLogIsNotEvidence() external {
        FaultProofs.EntryStatement memory promised = receipt(7, "a", type(uint64).max);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotALogOf.selector, OPERATOR, log));
        faults.proveEntryEquivocation(OPERATOR, promised, promised, keccak256("b.example"));
    }

    function testALogAtHomeIsNotForeign() external {
        FaultProofs.LogOpening memory home = opening();
        Evidence.HeaderEvidence memory leaf = anchorBatchOf(home);
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.ForeignLog));
        faults.proveForeignLog(OPERATOR, leaf, home);
    }

    /// A chain split, which changes the chain id, does not make the operator's logs foreign.
    function testAChainSplitMakesNoLogForeign() external {
        FaultProofs.LogOpening memory home = opening();
        Evidence.HeaderEvidence memory leaf = anchorBatchOf(home);
        vm.chainId(77);
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.ForeignLog));
        faults.proveForeignLog(OPERATOR, leaf, home);
        assertEq(registry.deploymentChainId(), home.chainId);
    }

    function testALogOfTheNewChainOfASplitIsForeign() external {
        vm.chainId(77);
        FaultProofs.LogOpening memory other = opening();
        proveForeign(other);
    }

    /// Receipts signed after a split still belong to the log of the deployment's chain.
    function testReceiptsAfterASplitAreOfTheSameLog() external {
        vm.chainId(77);
        proveReceipts(receipt(0, "a", 1), receipt(0, "b", 1));
        assertTrue(stake.accountOf(OPERATOR).status == OperatorStake.Status.Slashed);
    }

    function testALogOfAnotherChainIsForeign() external {
        FaultProofs.LogOpening memory other = opening();
        ++other.chainId;
        proveForeign(other);
    }

    function testALogOfAnotherRegistryIsForeign() external {
        FaultProofs.LogOpening memory other = opening();
        other.registry = address(0xbad);
        proveForeign(other);
    }

    function testALogOfAnotherOperatorIsForeign() external {
        FaultProofs.LogOpening memory other = opening();
        other.operator = address(0xbad);
        proveForeign(other);
    }

    /// Chains lag: a batch may be closed up to one hour, to the millisecond, after the time of a checkpoint that covers
    /// it.
    function testABatchClosedWithinTheChainLagIsNoFault(uint64 seed) external {
        uint64 closedAt = uint64(bound(seed, START * 1000, START_MS + 3_600_000));
        refuseMalformed(anchorEntry(opening(), closedAt));
    }

    function testABatchClosedAtTheChainLagIsNoFault() external {
        refuseMalformed(anchorEntry(opening(), START_MS + 3_600_000));
    }

    function testABatchClosedBeyondTheChainLagIsAFault() external {
        faults.proveMalformedLeaf(OPERATOR, anchorEntry(opening(), START_MS + 3_600_001));
        assertEq(registry.freezes(OPERATOR, log)[0].from, 0);
    }

    /// An empty leaf in a batch is a malformed entry, not a malformed header.
    function testAnEmptyLeafOfABatchIsAFault() external {
        Evidence.EntryEvidence memory leaf = anchorLeaf(opening(), "", START_MS);
        faults.proveMalformedLeaf(OPERATOR, leaf);
        assertEq(registry.freezes(OPERATOR, log)[0].from, 0);
    }

    /// The same anchored entry as both statements, and an entry with its own receipt.
    function testAnEntryDoesNotContradictItselfOrItsReceipt() external {
        Evidence.EntryEvidence memory leaf = anchorEntry(opening(), START_MS);
        FaultProofs.EntryStatement memory anchored;
        anchored.anchored = leaf;
        FaultProofs.EntryStatement memory promised = receipt(0, bytes.concat(hex"00", leaf.entry), START_MS);
        bytes memory none = abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.EntryEquivocation);
        vm.expectRevert(none);
        faults.proveEntryEquivocation(OPERATOR, anchored, anchored, 0);
        vm.expectRevert(none);
        faults.proveEntryEquivocation(OPERATOR, anchored, promised, 0);
        faults.proveEntryEquivocation(OPERATOR, anchored, receipt(0, "another", START_MS), 0);
    }

    /// A copied proof that arrives first gets the reward. The original proof after it gets nothing, and costs only gas.
    function testTheFirstReporterAloneIsRewarded() external {
        FaultProofs.EntryStatement memory a = receipt(0, "a", 1);
        FaultProofs.EntryStatement memory b = receipt(0, "b", 1);
        vm.expectEmit(address(faults));
        emit FaultProofs.FaultProven(OPERATOR, FaultProofs.Fault.EntryEquivocation, COPIER, true);
        vm.prank(COPIER);
        faults.proveEntryEquivocation(OPERATOR, a, b, NAME_HASH);
        vm.expectEmit(address(faults));
        emit FaultProofs.FaultProven(OPERATOR, FaultProofs.Fault.EntryEquivocation, REPORTER, false);
        vm.prank(REPORTER);
        faults.proveEntryEquivocation(OPERATOR, a, b, NAME_HASH);
        assertEq(stake.creditOf(COPIER), REWARD_FLOOR);
        assertEq(stake.creditOf(REPORTER), 0);
        assertEq(registry.freezes(OPERATOR, log).length, 1);
    }

    function proveReceipts(FaultProofs.EntryStatement memory a, FaultProofs.EntryStatement memory b) private {
        faults.proveEntryEquivocation(OPERATOR, a, b, NAME_HASH);
    }

    function proveForeign(FaultProofs.LogOpening memory other) private {
        faults.proveForeignLog(OPERATOR, anchorBatchOf(other), other);
        assertTrue(stake.accountOf(OPERATOR).status == OperatorStake.Status.Slashed);
        bytes32 foreign = logId(other.chainId, other.registry, other.operator);
        assertEq(registry.freezes(OPERATOR, foreign).length, 1);
        assertEq(registry.freezes(OPERATOR, log).length, 0);
    }

    function refuseMalformed(Evidence.EntryEvidence memory leaf) private {
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.MalformedLeaf));
        faults.proveMalformedLeaf(OPERATOR, leaf);
    }

    function receipt(
        uint64 index,
        bytes memory entry,
        uint64 acceptedAt
    ) private view returns (FaultProofs.EntryStatement memory) {
        bytes32 typeHash = keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)");
        Evidence.Receipt memory fields = Evidence.Receipt(log, index, sha256(entry), acceptedAt);
        bytes32 structHash = keccak256(abi.encode(typeHash, fields.log, index, fields.entryHash, acceptedAt));
        Evidence.EntryEvidence memory nothing;
        return FaultProofs.EntryStatement(fields, signature(structHash, RECEIPT_KEY), nothing);
    }

    function opening() private view returns (FaultProofs.LogOpening memory) {
        return FaultProofs.LogOpening(block.chainid, address(registry), OPERATOR, NAME_HASH);
    }

    function anchorBatchOf(FaultProofs.LogOpening memory o) private returns (Evidence.HeaderEvidence memory) {
        return anchorEntry(o, START_MS).batch;
    }

    /// Anchors a batch log of one batch with one entry.
    function anchorEntry(
        FaultProofs.LogOpening memory o,
        uint64 closedAt
    ) private returns (Evidence.EntryEvidence memory) {
        Entries.Entry memory e;
        e.log = e.prev = logId(o.chainId, o.registry, o.operator);
        (e.actor, e.nonce, e.acceptedAt) = (address(0xac7), 1, START_MS);
        (e.digest, e.signatureHash) = (keccak256("digest"), keccak256("signature"));
        return anchorLeaf(o, EntryBytes.encode(e), closedAt);
    }

    function anchorLeaf(
        FaultProofs.LogOpening memory o,
        bytes memory entry,
        uint64 closedAt
    ) private returns (Evidence.EntryEvidence memory) {
        bytes32 id = logId(o.chainId, o.registry, o.operator);
        bytes32 head = leafHash(entry);
        bytes memory begin = abi.encodePacked(bytes1(0x02), id, uint64(0), uint64(0), uint32(1), type(uint64).max);
        bytes memory header = abi.encodePacked(begin, uint256(0), id, head, head, uint256(0), closedAt);
        bytes32 root = leafHash(header);
        bytes32[] memory none = new bytes32[](0);
        registry.anchor(OPERATOR, 1, root, none, checkpoint(OPERATOR, 1, root));
        return Evidence.EntryEvidence(Evidence.HeaderEvidence(0, 0, header, none), 0, entry, none);
    }

    function leafHash(bytes memory leaf) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x00), leaf));
    }

    function logId(uint256 chainId, address home, address operator) private pure returns (bytes32) {
        return keccak256(abi.encode(chainId, home, operator, NAME_HASH));
    }
}
