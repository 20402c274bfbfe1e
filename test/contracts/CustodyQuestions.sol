// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Attestations} from "../../contracts/Attestations.sol";
import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ZkTree} from "../../contracts/libraries/ZkTree.sol";
import {AnnouncedTest} from "./AnnouncedTest.sol";
import {create, newAttestations, newChallenges, newRegistry, newStake} from "./released.sol";

/// @notice The challenges, bonds and attestations of the model's histories.
abstract contract CustodyQuestions is AnnouncedTest {
    uint32[4] private _answerGas = [uint32(300_000), 200_000, 600_000, 160_000];
    address internal immutable WALLET = person("wallet");
    address[7] internal people = [ISSUER, ALICE, BOB, person("Carol"), THIEF, WALLET, OPERATOR];

    Challenges private _challenges;
    Attestations internal attestations;
    /// Each list is indexed by the model's number of the entry.
    Act[] internal _acts;
    Place[] internal _places;
    bytes[] internal _entries;
    /// The sum of the bonds of open challenges.
    uint256 private _bonds;
    uint256 private _code;

    /// Deploys the contracts and registers the operator. This contract stands in for Poseidon.
    function setUpBonds() internal {
        vm.warp(START);
        address book = nextAddress(2);
        registry = newRegistry(timing(), nextAddress(1));
        stake = newStake(stakeParameters(), address(registry), JUDGE, book);
        ChallengeBook.ChallengeParameters memory p = ChallengeBook.ChallengeParameters(0.01 ether, _answerGas, 4, 0);
        _challenges = newChallenges(p, address(registry), address(stake), address(this));
        assertEq(address(_challenges), book);
        attestations = newAttestations();
        join(OPERATOR);
    }

    /// Returns 0, the zkRoot of all headers here.
    function p4(uint256, uint256[4] calldata) external pure returns (uint256) {
        return 0;
    }

    // The wallet

    /// The account whose signatures a code accepts.
    function ownerOf(uint256 code) internal returns (address) {
        return person(string(abi.encodePacked("owner", code)));
    }

    function changeCode() internal {
        ++_code;
        setCode();
    }

    /// The code is set again for each history, as a reverted call does not undo this cheatcode.
    function setCode() internal {
        vm.etch(WALLET, create("OwnedWallet", abi.encode(ownerOf(_code))).code);
    }

    function attest(uint256 number) internal returns (bytes memory) {
        bytes memory entry = _entries[number];
        return called(address(attestations), abi.encodeCall(attestations.attest, (entry, signatures[digestIn(entry)])));
    }

    // Questions

    function ask(ChallengeBook.Kind kind, uint256 number, address by, uint256 bond) internal returns (bytes memory) {
        bytes memory data = questionOf(kind, number);
        vm.deal(by, bond);
        vm.prank(by);
        (bool done, bytes memory reason) = address(_challenges).call{value: bond}(data);
        if (!done) return reason;
        assertEq(_challenges.challenge(idOf(kind, number)).bond, bond);
        _bonds += bond;
        return "";
    }

    /// Answers a challenge. The answerer is repaid at most `repaid`, and the challenger gets the rest of the bond.
    function answer(
        ChallengeBook.Kind kind,
        uint256 number,
        address by,
        uint256 bond,
        uint256 repaid
    ) internal returns (bytes memory) {
        bytes memory data = answerTo(kind, number);
        address asker = _challenges.challenge(idOf(kind, number)).challenger;
        (uint256 before, uint256 byBefore) = (stake.creditOf(asker), stake.creditOf(by));
        vm.prank(by, by);
        (bool done, bytes memory reason) = address(_challenges).call(data);
        if (!done) return reason;
        uint256 paid = stake.creditOf(asker) - before;
        if (asker != by) {
            uint256 cost = stake.creditOf(by) - byBefore;
            assertTrue(cost <= repaid && (cost == 0) == (repaid == 0));
            paid += cost;
        }
        assertEq(paid, bond);
        _bonds -= bond;
        return "";
    }

    function lapse(ChallengeBook.Kind kind, uint256 number, address by, uint256 bond) internal returns (bytes memory) {
        (bytes32 log, uint64 index) = placeOf(kind, number);
        address asker = _challenges.challenge(idOf(kind, number)).challenger;
        uint256 before = stake.creditOf(asker);
        vm.prank(by);
        bytes memory reason = called(
            address(_challenges),
            abi.encodeCall(ChallengeBook.settle, (kind, OPERATOR, log, index))
        );
        if (reason.length != 0) return reason;
        assertTrue(stake.creditOf(asker) >= before + bond);
        _bonds -= bond;
        return "";
    }

    /// Checks that the balance of each contract is exactly what it owes.
    function checkBalances() internal view {
        assertEq(address(_challenges).balance, _bonds);
        (, uint8 rewards, uint128 reward) = stake.slashOf(OPERATOR);
        uint256 owed = stake.accountOf(OPERATOR).stake + rewards * reward + stake.creditOf(address(this));
        for (uint256 i = 0; i < people.length; ++i) owed += stake.creditOf(people[i]);
        assertEq(address(stake).balance, owed);
    }

    function called(address target, bytes memory data) internal returns (bytes memory) {
        (bool done, bytes memory reason) = target.call(data);
        return done ? bytes("") : reason;
    }

    function placeOf(ChallengeBook.Kind kind, uint256 number) private view returns (bytes32, uint64) {
        if (kind == ChallengeBook.Kind.Header) return (0, _places[number].batch);
        Entries.Entry memory e = this.decoded(_entries[number]);
        return (e.log, e.index);
    }

    function idOf(ChallengeBook.Kind kind, uint256 number) private view returns (bytes32) {
        (bytes32 log, uint64 index) = placeOf(kind, number);
        return _challenges.challengeId(kind, OPERATOR, log, index);
    }

    function questionOf(ChallengeBook.Kind kind, uint256 number) private view returns (bytes memory) {
        if (kind == ChallengeBook.Kind.Omission) return omissionOf(number);
        uint64 first = firstToCover(number);
        uint64 batch = _places[number].batch;
        if (kind == ChallengeBook.Kind.Header) return abi.encodeCall(Challenges.openHeader, (OPERATOR, batch, first));
        Evidence.EntryEvidence memory e = evidence(_places[number], first);
        if (kind == ChallengeBook.Kind.Action) return abi.encodeCall(Challenges.openAction, (OPERATOR, e, first));
        return abi.encodeCall(Challenges.openEntry, (OPERATOR, e.batch, e.position, first));
    }

    function omissionOf(uint256 number) private view returns (bytes memory) {
        Entries.Entry memory e = this.decoded(_entries[number]);
        Evidence.Receipt memory receipt = Evidence.Receipt(e.log, e.index, leafHash(_entries[number]), e.acceptedAt);
        bytes32 hash = keccak256(
            abi.encode(
                keccak256("Receipt(bytes32 log,uint64 index,bytes32 entryHash,uint64 acceptedAt)"),
                receipt.log,
                receipt.index,
                receipt.entryHash,
                receipt.acceptedAt
            )
        );
        bytes memory signed = signature(hash, RECEIPT_KEY);
        return abi.encodeCall(Challenges.openOmission, (OPERATOR, receipt, signed, nameOf(e.log)));
    }

    function answerTo(ChallengeBook.Kind kind, uint256 number) private view returns (bytes memory) {
        Evidence.EntryEvidence memory e = evidence(_places[number], firstToCover(number));
        if (kind == ChallengeBook.Kind.Omission) return abi.encodeCall(Challenges.answerOmission, (OPERATOR, e));
        if (kind == ChallengeBook.Kind.Header) {
            Evidence.HeaderEvidence memory h = e.batch;
            return abi.encodeCall(Challenges.answerHeader, (OPERATOR, h.position, h.header, h.proof));
        }
        if (kind == ChallengeBook.Kind.Action) {
            bytes memory signed = signatures[digestIn(e.entry)];
            return abi.encodeCall(Challenges.answerAction, (OPERATOR, e.entry, formOf(number), signed));
        }
        ZkTree.ZkPath memory path;
        return abi.encodeCall(Challenges.answerEntry, (OPERATOR, e.batch.header, e.position, e.entry, e.proof, path));
    }

    function formOf(uint256 number) private view returns (Challenges.ActionForm memory) {
        Act storage a = _acts[number];
        bytes32 typeHash = keccak256(bytes(a.opening.payloadType));
        bytes32 payloadHash = keccak256(abi.encodePacked(typeHash, a.opening.words));
        bytes32 log = this.decoded(_entries[number]).log;
        return Challenges.ActionForm(a.opening.payloadType, a.opening.deadline, payloadHash, nameOf(log));
    }

    function nameOf(bytes32 id) private view returns (bytes32) {
        return keccak256(bytes(id == logOf("a.example") ? "a.example" : "b.example"));
    }

    function firstToCover(uint256 number) private view returns (uint64 sequence) {
        while (sizes[sequence] <= _places[number].batch) ++sequence;
    }
}
