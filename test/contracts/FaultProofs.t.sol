// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {IFaultProofs} from "../../contracts/interfaces/IFaultProofs.sol";
import {IOperatorStake} from "../../contracts/interfaces/IOperatorStake.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newFaultProofs} from "./released.sol";

/// What the matrix of faults in TypeScript leaves: evidence that differs from a fault in one place alone, and a proof
/// that comes second.
contract FaultProofsTest is RegistryTest {
    address private constant OPERATOR = address(0x0be7a704);
    address private constant REPORTER = address(0x4e90);
    bytes32 private constant NAME_HASH = keccak256("a.example");
    address private constant COPIER = address(0xc0b1e4);

    FaultProofs private faults;
    bytes32 private log;

    function setUp() external {
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(0));
        join(OPERATOR);
        log = logId(block.chainid, address(registry), OPERATOR);
    }

    function testReceiptsOfTwoIndexesAreNoFault(uint64 a, uint64 b, uint64 timeA, uint64 timeB) external {
        vm.assume(a != b);
        IFaultProofs.SignedReceipt memory first = receipt(a, "a", timeA);
        IFaultProofs.SignedReceipt memory second = receipt(b, "b", timeB);
        vm.expectRevert(abi.encodeWithSelector(IFaultProofs.NoFault.selector, IFaultProofs.Fault.ReceiptEquivocation));
        proveReceipts(first, second);
    }

    function testReceiptsOfOneIndexThatDifferInTheTimeAloneAreAFault(uint64 index, uint64 a, uint64 b) external {
        vm.assume(a != b);
        proveReceipts(receipt(index, "a", a), receipt(index, "a", b));
        assertTrue(stake.accountOf(OPERATOR).status == IOperatorStake.Status.Slashed);
    }

    function testALogAtHomeIsNotForeign() external {
        IFaultProofs.LogOpening memory home = opening();
        Evidence.HeaderEvidence memory leaf = anchorBatchOf(home);
        vm.expectRevert(abi.encodeWithSelector(IFaultProofs.NoFault.selector, IFaultProofs.Fault.ForeignLog));
        faults.proveForeignLog(OPERATOR, leaf, home);
    }

    function testALogOfAnotherChainIsForeign() external {
        IFaultProofs.LogOpening memory other = opening();
        ++other.chainId;
        proveForeign(other);
    }

    function testALogOfAnotherRegistryIsForeign() external {
        IFaultProofs.LogOpening memory other = opening();
        other.registry = address(0xbad);
        proveForeign(other);
    }

    function testALogOfAnotherOperatorIsForeign() external {
        IFaultProofs.LogOpening memory other = opening();
        other.operator = address(0xbad);
        proveForeign(other);
    }

    /// A copy that overtakes a proof takes its reward. The proof behind it takes nothing more, and nobody loses but gas.
    function testTheFirstReporterAloneIsRewarded() external {
        IFaultProofs.SignedReceipt memory a = receipt(0, "a", 1);
        IFaultProofs.SignedReceipt memory b = receipt(0, "b", 1);
        vm.expectEmit(address(faults));
        emit IFaultProofs.FaultProven(OPERATOR, IFaultProofs.Fault.ReceiptEquivocation, COPIER, true);
        vm.prank(COPIER);
        faults.proveReceiptEquivocation(OPERATOR, a, b, NAME_HASH);
        vm.expectEmit(address(faults));
        emit IFaultProofs.FaultProven(OPERATOR, IFaultProofs.Fault.ReceiptEquivocation, REPORTER, false);
        vm.prank(REPORTER);
        faults.proveReceiptEquivocation(OPERATOR, a, b, NAME_HASH);
        assertEq(stake.creditOf(COPIER), REWARD_FLOOR);
        assertEq(stake.creditOf(REPORTER), 0);
        assertEq(registry.logFreezes(OPERATOR, log).length, 1);
    }

    function proveReceipts(IFaultProofs.SignedReceipt memory a, IFaultProofs.SignedReceipt memory b) private {
        faults.proveReceiptEquivocation(OPERATOR, a, b, NAME_HASH);
    }

    function proveForeign(IFaultProofs.LogOpening memory other) private {
        faults.proveForeignLog(OPERATOR, anchorBatchOf(other), other);
        assertTrue(stake.accountOf(OPERATOR).status == IOperatorStake.Status.Slashed);
        bytes32 foreign = logId(other.chainId, other.registry, other.operator);
        assertEq(registry.logFreezes(OPERATOR, foreign).length, 1);
        assertEq(registry.logFreezes(OPERATOR, log).length, 0);
    }

    function receipt(
        uint64 index,
        bytes memory entry,
        uint64 acceptedAt
    ) private view returns (IFaultProofs.SignedReceipt memory) {
        bytes32 typeHash = keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)");
        Evidence.Receipt memory fields = Evidence.Receipt(log, index, sha256(entry), acceptedAt);
        bytes32 structHash = keccak256(abi.encode(typeHash, fields.log, index, fields.entryHash, acceptedAt));
        return IFaultProofs.SignedReceipt(fields, signature(structHash, RECEIPT_KEY));
    }

    function opening() private view returns (IFaultProofs.LogOpening memory) {
        return IFaultProofs.LogOpening(block.chainid, address(registry), OPERATOR, NAME_HASH);
    }

    /// Anchors the first header of a log, as all of the batch log.
    function anchorBatchOf(IFaultProofs.LogOpening memory o) private returns (Evidence.HeaderEvidence memory) {
        bytes32 id = logId(o.chainId, o.registry, o.operator);
        bytes memory header = abi.encodePacked(bytes1(0x02), id, uint64(0), uint64(0), uint32(1), type(uint64).max);
        header = bytes.concat(
            header,
            abi.encode(uint256(0), id, keccak256("head"), keccak256("root"), uint256(0)),
            bytes8(uint64(START * 1000))
        );
        bytes32 root = sha256(abi.encodePacked(bytes1(0x00), header));
        registry.anchor(OPERATOR, 1, root, new bytes32[](0), checkpoint(OPERATOR, 1, root));
        return Evidence.HeaderEvidence(0, 0, header, new bytes32[](0));
    }

    function logId(uint256 chainId, address home, address operator) private pure returns (bytes32) {
        return keccak256(abi.encode(chainId, home, operator, NAME_HASH));
    }
}
