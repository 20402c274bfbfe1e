// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ObjectLogTest} from "./ObjectLogTest.sol";
import {newFaultProofs} from "./released.sol";

/// P1, by a table: an operator with two logs follows the protocol. Each entry, header and checkpoint is given as
/// evidence for each fault, alone, with itself, and with each other one. None convicts.
contract HonestPairsTest is ObjectLogTest {
    address private constant ALICE = address(0xa11ce);
    address private constant BOB = address(0xb0b);
    bytes32 private constant A = keccak256("a.example");
    bytes32 private constant B = keccak256("b.example");

    FaultProofs private faults;
    Act[] private acts;
    Place[] private places;
    bytes32[] private names;

    function setUp() external {
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(this));
        join(OPERATOR);
        write(A, ALICE, mint("seat", ALICE));
        write(A, BOB, ask(keyOf("seat")));
        closeBatch(A);
        // The same account and object in another log.
        write(B, ALICE, mint("seat", BOB));
        closeBatch(B);
        anchorAll();
        vm.warp(block.timestamp + INTERVAL);
        ++clock;
        write(A, ALICE, transfer("seat", BOB));
        write(A, BOB, rename("seat", ALICE)); // names no holder
        closeBatch(A);
        write(B, BOB, redeem("seat"));
        write(B, BOB, httpRequest());
        write(B, ALICE, ask(keyOf("seat")));
        closeBatch(B);
        anchorAll();
    }

    function testEntriesInPairs() external {
        for (uint256 i = 0; i < places.length; ++i) {
            for (uint256 j = 0; j < places.length; ++j) {
                (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (shown(i), shown(j));
                expect(FaultProofs.Fault.EntrySuccession);
                faults.proveEntrySuccession(OPERATOR, a, b);
                expect(FaultProofs.Fault.Replay);
                faults.proveReplay(OPERATOR, a, b);
                expect(FaultProofs.Fault.WrongPrior);
                faults.proveWrongPrior(OPERATOR, a, b);
                expect(FaultProofs.Fault.WrongCarry);
                faults.proveWrongCarry(OPERATOR, a, b, acts[j].opening);
                FaultProofs.EntryStatement memory first;
                FaultProofs.EntryStatement memory second;
                (first.anchored, second.anchored) = (a, b);
                expect(FaultProofs.Fault.EntryEquivocation);
                faults.proveEntryEquivocation(OPERATOR, first, second, A);
            }
        }
    }

    /// The same nonce of the same actor in two logs belongs to two actions.
    function testANonceInTwoLogsIsNoReplay() external {
        bytes32[2] memory logs = [logOf("a.example"), logOf("b.example")];
        Place[2] memory same;
        for (uint256 i = 0; i < 2; ++i) {
            Entries.Entry memory e = entryOf(logs[i], BOB, httpRequest());
            e.nonce = 77;
            same[i] = append(e);
            close(logs[i]);
        }
        vm.warp(block.timestamp + INTERVAL);
        anchorAll();
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(same[0]), evidence(same[1]));
        expect(FaultProofs.Fault.Replay);
        faults.proveReplay(OPERATOR, a, b);
    }

    function testEntriesByThemselves() external {
        for (uint256 i = 0; i < places.length; ++i) {
            Evidence.EntryEvidence memory e = shown(i);
            expect(FaultProofs.Fault.MalformedLeaf);
            faults.proveMalformedLeaf(OPERATOR, e);
            expect(FaultProofs.Fault.WrongObject);
            faults.proveWrongObject(OPERATOR, e, acts[i].opening);
            expect(FaultProofs.Fault.ForgedAction);
            faults.proveForgedAction(OPERATOR, e, "another signature");
            FaultProofs.LogOpening memory log = FaultProofs.LogOpening(
                block.chainid,
                address(registry),
                OPERATOR,
                names[i]
            );
            expect(FaultProofs.Fault.ForeignLog);
            faults.proveForeignLog(OPERATOR, e.batch, log);
            log.operator = ALICE; // This opens another log id.
            expect(FaultProofs.Fault.ForeignLog);
            faults.proveForeignLog(OPERATOR, e.batch, log);
        }
    }

    /// The pairs include one header under two checkpoints.
    function testHeadersInPairs() external {
        for (uint64 i = 0; i < batches.length; ++i) {
            for (uint64 j = 0; j < batches.length; ++j) {
                Evidence.HeaderEvidence memory a = evidence(Place(i, 0), i < 2 ? 0 : 1).batch;
                Evidence.HeaderEvidence memory b = evidence(Place(j, 0)).batch;
                expect(FaultProofs.Fault.HeaderSuccession);
                faults.proveHeaderSuccession(OPERATOR, a, b);
            }
        }
    }

    function testCheckpointsInPairs() external {
        for (uint64 position = 0; position < 2; ++position) {
            for (uint64 i = 0; i < 2; ++i) {
                for (uint64 j = 0; j < 2; ++j) {
                    (FaultProofs.CheckpointStatement memory a, FaultProofs.CheckpointStatement memory b) = (
                        statement(i, position),
                        statement(j, position)
                    );
                    expect(FaultProofs.Fault.CheckpointEquivocation);
                    faults.proveCheckpointEquivocation(OPERATOR, a, b, position);
                }
            }
        }
    }

    function write(bytes32 name, address actor, Act memory a) private {
        acts.push(a);
        names.push(name);
        places.push(append(entryOf(logNamed(name), actor, a)));
    }

    function closeBatch(bytes32 name) private {
        close(logNamed(name));
    }

    function logNamed(bytes32 nameHash) private view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(registry), OPERATOR, nameHash));
    }

    function shown(uint256 i) private view returns (Evidence.EntryEvidence memory) {
        return evidence(places[i]);
    }

    function statement(
        uint64 sequence,
        uint64 position
    ) private view returns (FaultProofs.CheckpointStatement memory s) {
        (s.sequence, s.leafHash) = (sequence, fingerprints[position]);
        s.proof = evidence(Place(position, 0), sequence).batch.proof;
    }

    function expect(FaultProofs.Fault fault) private {
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, fault));
    }
}
