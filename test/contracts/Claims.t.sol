// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Claims} from "../../contracts/Claims.sol";
import {Disclosures} from "../../contracts/libraries/Disclosures.sol";
import {FinalBatches} from "../../contracts/base/FinalBatches.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {Headers} from "../../contracts/libraries/Headers.sol";
import {ClaimsTest} from "./ClaimsTest.sol";

contract ClaimsRecordTest is ClaimsTest {
    bytes private constant MALFORMED = abi.encodePacked(Disclosures.StatementMalformed.selector);

    function testRecordsAProvenStatement() external {
        Disclosures.Statement memory s = stating(1, 0, type(uint256).max);
        assertTrue(!claims.isProven(s, NULLIFIER, subject));
        bytes32 key = keccak256(abi.encode(s));
        vm.expectEmit(address(claims));
        emit Claims.Claimed(key, subject, subject, NULLIFIER, abi.encode(s));
        assertEq(claim(s), key);
        assertEq(claims.keyOf(s), key);
        assertTrue(claims.isProven(s, NULLIFIER, subject) && !claims.isProven(s, NULLIFIER, BENEFICIARY));
        assertTrue(!claims.isProven(s, 0xa1, subject) && !claims.isProven(s, 0xa1, address(0)));
        assertEq(claims.beneficiaryOf(key, NULLIFIER), subject);
        assertEq(claims.beneficiaryOf(key, 0xa1), address(0));
    }

    /// C4: each statement is proven by its own signals, and recorded only under its own key.
    function testFuzzC4TheKeyCoversEveryField(uint256 seed, uint8 used, uint8 changed) external {
        Disclosures.Statement memory s = statement();
        s.conditions = new Disclosures.Condition[](used % 5);
        uint256 rank = 0;
        for (uint256 i = 0; i < s.conditions.length; ++i) {
            // Conditions must be in ascending order: first equalities, then bounds.
            rank += 1 + (uint256(keccak256(abi.encode(seed, i))) % 10);
            (uint8 value, uint8 mode) = rank < 20
                ? (uint8(rank), uint8(0))
                : (uint8((rank - 20) / 4), uint8(2 * ((rank - 20) % 4) + 1));
            if (value == 16) (value, rank) = (17, rank + (rank < 20 ? 1 : 4));
            s.conditions[i] = Disclosures.Condition(value, mode, keccak256(abi.encode(seed, "word", i)));
        }
        bytes32 key = claim(s);
        assertEq(key, claims.keyOf(s));
        if (changed % 7 == 0) s.operator = BENEFICIARY;
        else if (changed % 7 == 1) s.log = bytes32(seed);
        else if (changed % 7 == 2) ++s.payloadType;
        else if (changed % 7 == 3) s.subjectAt = 2;
        else if (changed % 7 == 4) s.subject = BENEFICIARY;
        else if (changed % 7 == 5) ++s.scope;
        else if (s.conditions.length != 0) s.conditions[0].word = ~s.conditions[0].word;
        else s.conditions = conditions(0, 0, 0);
        assertTrue(!claims.isProven(s, NULLIFIER, subject));
    }

    /// C4: x and x + r are the same field element. If both were accepted, one entry would have two nullifiers, and one
    /// statement two keys.
    function testC4RefusesNumbersNotBelowR() external {
        for (uint256 i = 0; i < 6; ++i) {
            Disclosures.Statement memory s = statement();
            (uint256 nullifier, uint256 value) = (NULLIFIER, i % 2 == 0 ? R : R + 1);
            if (i < 2) s.payloadType = value;
            else if (i < 4) s.scope = value;
            else nullifier = value;
            bytes memory reason = abi.encodeWithSelector(Disclosures.NotBelowR.selector, value);
            expectRefusal(s, nullifier, subject, Claims.Authorization(0, ""), reason);
        }
        Disclosures.Statement memory last = statement();
        (last.payloadType, last.scope) = (R - 1, R - 1);
        claim(last, R - 1);
    }

    function testRefusesTheZeroAddressAsBeneficiary() external {
        Disclosures.Statement memory s = statement();
        s.subject = address(0);
        expectRefusal(s, abi.encodeWithSelector(Claims.NoBeneficiary.selector));
    }

    function testRefusesABatchOfAnotherLog() external {
        Disclosures.Statement memory s = statement();
        s.log = keccak256("another log");
        expectRefusal(s, abi.encodeWithSelector(Disclosures.OtherLog.selector, LOG));
    }

    /// C4: a value of 16 marks an unused slot, and larger numbers would overflow into the neighbouring bits.
    function testC4RefusesMalformedStatements() external {
        Disclosures.Statement memory s = statement();
        for (uint256 place = 17; place < 256; place += place < 33 ? 1 : 31) {
            s.subjectAt = uint8(place);
            expectRefusal(s, MALFORMED);
        }
        expectRefusal(stating(16, 0, 0), MALFORMED);
        for (uint256 value = 20; value < 256; value += value < 37 ? 1 : 31) {
            expectRefusal(stating(uint8(value), 0, 1), MALFORMED);
        }
        for (uint256 mode = 2; mode < 256; mode += mode < 10 ? 1 : 31) {
            if (mode % 2 == 0 || mode > 7) expectRefusal(stating(3, uint8(mode), 1), MALFORMED);
        }
        s = statement();
        s.conditions = new Disclosures.Condition[](5);
        for (uint8 i = 0; i < 5; ++i) s.conditions[i].value = i;
        expectRefusal(s, MALFORMED);
    }

    /// C4: another order or a repetition would give the same statement a second key.
    function testC4RefusesOtherOrdersOfConditions() external {
        uint8[2][2][3] memory pairs = [[[1, 0], [2, 0]], [[1, 0], [1, 1]], [[1, 3], [3, 3]]];
        for (uint256 i = 0; i < 3; ++i) {
            (uint8[2] memory first, uint8[2] memory second) = (pairs[i][0], pairs[i][1]);
            expectRefusal(stating([second, first]), MALFORMED);
            expectRefusal(stating([first, first]), MALFORMED);
            expectRefusal(stating([second, second]), MALFORMED);
            claim(stating([first, second]));
        }
        claim(stating([[3, 1], [3, 3]]));
        expectRefusal(stating([[2, 1], [4, 0]]), MALFORMED); // equalities come first
    }

    /// A proof does not hold with any other signal.
    function testAProofOfAnotherStatementIsRefused() external {
        Evidence.HeaderEvidence memory evidence = batch(0);
        Disclosures.Statement memory s = stating([[1, 0], [3, 1]]);
        for (uint256 i = 0; i < 11; ++i) {
            uint256[] memory signals = signalsOf(s, NULLIFIER, subject);
            signals[i] ^= 1;
            vm.expectRevert(abi.encodeWithSelector(Claims.ProofInvalid.selector));
            claims.claim(s, NULLIFIER, subject, evidence, proofOf(signals), Claims.Authorization(0, ""));
        }
        assertEq(claims.beneficiaryOf(claims.keyOf(s), NULLIFIER), address(0));
    }

    /// C3, C5: sending the same proof again (front-running, theft of a proof) changes nothing.
    function testC3AProofCountsOnce() external {
        bytes32 key = claim(statement());
        bytes memory used = abi.encodeWithSelector(Claims.NullifierUsed.selector, key, NULLIFIER, subject);
        expectRefusal(statement(), used);
        claim(statement(), 0xa1); // another entry
        assertTrue(claims.isProven(statement(), NULLIFIER, subject) && claims.isProven(statement(), 0xa1, subject));
    }

    /// C3: other claims by the same entry do not block this one.
    function testC3OtherStatementsWithTheNullifierDoNotBlock() external {
        claim(stating(1, 0, 1));
        Disclosures.Statement memory counterparty = statement();
        (counterparty.subjectAt, counterparty.subject) = (2, BENEFICIARY);
        claim(counterparty);
        claim(statement());
        assertTrue(claims.isProven(statement(), NULLIFIER, subject));
    }
}

contract ClaimsFinalityTest is ClaimsTest {
    function testC1RefusesABatchBeforeItIsFinal() external {
        uint256 finalAt = block.timestamp;
        bytes memory early = abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 0, finalAt);
        vm.warp(finalAt - 1);
        expectRefusal(statement(), early);
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectRevert(early);
        claims.proveBatch(OPERATOR, evidence);
        vm.warp(finalAt);
        claim(statement());
    }

    function testC1AgreesWithTheRegistry(uint8 wait, uint8 freezeAt, uint64 from, bool whole) external {
        vm.warp(START);
        for (uint256 t = 0; t < wait % 16; ++t) {
            if (t == freezeAt % 16) {
                freeze(OPERATOR, whole ? Freezes.BATCH_LOG : LOG, from % (whole ? 3 : 40));
            }
            vm.warp(block.timestamp + 1);
        }
        bool isFinal = registry.isFinal(OPERATOR, 0, LOG, COUNT - 1);
        try claims.proveBatch(OPERATOR, batch(0)) {
            assertTrue(isFinal);
            claim(statement());
        } catch (bytes memory reason) {
            bool young = block.timestamp < START + FINALITY_DELAY;
            assertTrue(!isFinal);
            assertTrue(
                bytes4(reason) ==
                    (young ? AnchorRegistry.CheckpointNotFinal.selector : AnchorRegistry.BatchFrozen.selector)
            );
        }
    }

    function testC1RefusesAFrozenLogAndOperator() external {
        vm.warp(START);
        freeze(OPERATOR, LOG, COUNT - 1);
        vm.warp(START + 100);
        expectRefusal(statement(), abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, LOG, 0));
        Evidence.HeaderEvidence memory other = batch(1);
        claims.proveBatch(OPERATOR, other);
        freeze(OPERATOR, Freezes.BATCH_LOG, 0);
        vm.warp(START + 200);
        Evidence.HeaderEvidence memory bare;
        bare.header = headers[1];
        claims.proveBatch(OPERATOR, bare); // The batch is still known: no proof is given.
    }

    /// C1: a batch proven to be final needs no proof again, even if its checkpoint has left the ring.
    function testC1AKnownBatchStaysKnown() external {
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectEmit(address(claims));
        emit FinalBatches.BatchProven(OPERATOR, LOG, 0, headers[0]);
        claims.proveBatch(OPERATOR, evidence);
        freeze(OPERATOR, Freezes.BATCH_LOG, 0);
        for (uint256 i = 0; i < RING_LENGTH; ++i) {
            vm.warp(block.timestamp + INTERVAL);
            headers.push(header(keccak256(abi.encode("log", i)), 1, 7));
            anchorMore(OPERATOR);
        }
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
        registry.checkpointAt(OPERATOR, 0);
        claims.proveBatch(OPERATOR, evidence); // again, although the evidence no longer proves anything

        Evidence.HeaderEvidence memory bare;
        bare.header = headers[0];
        claimBare(bare);
        bare.header[44] = 0x01;
        vm.expectRevert(abi.encodeWithSelector(Headers.HeaderMalformed.selector));
        claimBare(bare);
        bare.header = headers[1];
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
        claimBare(bare);
    }

    function claimBare(Evidence.HeaderEvidence memory bare) private {
        Disclosures.Statement memory s = statement();
        bytes memory proof = proofOf(signalsOf(s, NULLIFIER, subject));
        claims.claim(s, NULLIFIER, subject, bare, proof, Claims.Authorization(0, ""));
    }

    /// A final batch of one operator proves nothing about another operator.
    function testBatchesOfAnotherOperatorDoNotCount() external {
        address other = address(0x0b2);
        claims.proveBatch(OPERATOR, batch(0));
        Disclosures.Statement memory s = statement();
        s.operator = other;
        expectRefusal(s, abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
    }

    function testRefusesAHeaderThatIsNotAnchored() external {
        Evidence.HeaderEvidence memory evidence = batch(0);
        evidence.header = header(LOG, COUNT, ZK_ROOT + 1);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotInBatchLog.selector, OPERATOR, 0, 0));
        claims.proveBatch(OPERATOR, evidence);
    }

    function testRefusesLeavesThatAreNoHeaders() external {
        address other = address(0x0b2);
        join(other);
        delete headers;
        headers.push("no header");
        anchorHeaders(other);
        vm.warp(block.timestamp + FINALITY_DELAY);
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectRevert(abi.encodeWithSelector(Headers.HeaderMalformed.selector));
        claims.proveBatch(other, evidence);
    }
}

/// Theft of proofs: only authorized beneficiaries get a claim.
contract ClaimsTheftTest is ClaimsTest {
    uint64 private constant DEADLINE = uint64(START + 1000);

    function claimBy(address sender, Claims.Authorization memory given) private returns (bytes32) {
        Evidence.HeaderEvidence memory evidence = batch(0);
        Disclosures.Statement memory s = statement();
        bytes memory proof = proofOf(signalsOf(s, NULLIFIER, BENEFICIARY));
        vm.prank(sender);
        return claims.claim(s, NULLIFIER, BENEFICIARY, evidence, proof, given);
    }

    function expectTheftRefused(Claims.Authorization memory given, bytes memory reason) private {
        expectRefusal(statement(), NULLIFIER, BENEFICIARY, given, reason);
    }

    /// C2: the thief of an export can make any proof for itself, but the subject did not authorize it.
    function testC2TheftByAStolenExportIsRefused() external {
        vm.warp(DEADLINE - 1);
        address thief = vm.addr(0x7e1f);
        Claims.Authorization memory own = authorization(OPERATOR, NULLIFIER, thief, DEADLINE, 0x7e1f);
        bytes memory reason = abi.encodeWithSelector(Claims.NotAuthorized.selector, subject, thief);
        expectRefusal(statement(), NULLIFIER, thief, own, reason);
    }

    /// C2: a copied proof makes the same claim for the same beneficiary.
    function testC2FrontRunningGivesTheBeneficiaryTheClaim() external {
        bytes32 key = claimBy(address(0x7e1f), authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY));
        assertEq(key, claims.keyOf(statement()));
        assertTrue(claims.isProven(statement(), NULLIFIER, BENEFICIARY));
        assertTrue(!claims.isProven(statement(), NULLIFIER, address(0x7e1f)));
        assertEq(claims.beneficiaryOf(key, NULLIFIER), BENEFICIARY);
    }

    /// C3: an entry proves a statement for one beneficiary only, authorized or not.
    function testC3NoSecondBeneficiary() external {
        bytes32 key = claimBy(address(this), authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY));
        bytes memory used = abi.encodeWithSelector(Claims.NullifierUsed.selector, key, NULLIFIER, BENEFICIARY);
        expectRefusal(statement(), used);
    }

    function testC2RefusesAMissingAuthorization() external {
        bytes memory late = abi.encodeWithSelector(Claims.AuthorizationExpired.selector, 0);
        expectTheftRefused(Claims.Authorization(0, ""), late);
        bytes memory empty = abi.encodeWithSignature("ECDSAInvalidSignatureLength(uint256)", 0);
        expectTheftRefused(Claims.Authorization(DEADLINE, ""), empty);
    }

    function testC2AnAuthorizationCountsUntilItsDeadline() external {
        Claims.Authorization memory given = authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY);
        vm.warp(DEADLINE + 1);
        expectTheftRefused(given, abi.encodeWithSelector(Claims.AuthorizationExpired.selector, DEADLINE));
        vm.warp(DEADLINE);
        claimBy(address(this), given);
    }

    /// C2: an authorization is for one operator, log, entry and scope, beneficiary and deadline.
    function testC2AnAuthorizationBindsEverything() external {
        Claims.Authorization[5] memory wrong = [
            authorization(address(0x0b2), NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY),
            authorization(OPERATOR, 0xa1, BENEFICIARY, DEADLINE, SUBJECT_KEY),
            authorization(OPERATOR, NULLIFIER, subject, DEADLINE, SUBJECT_KEY),
            authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE + 1, SUBJECT_KEY),
            authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY + 1)
        ];
        for (uint256 i = 0; i < wrong.length; ++i) {
            wrong[i].deadline = DEADLINE;
            Disclosures.Statement memory s = statement();
            bytes memory proof = proofOf(signalsOf(s, NULLIFIER, BENEFICIARY));
            Evidence.HeaderEvidence memory evidence = batch(0);
            vm.expectPartialRevert(Claims.NotAuthorized.selector);
            claims.claim(s, NULLIFIER, BENEFICIARY, evidence, proof, wrong[i]);
        }
        claimBy(address(this), authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY));
    }

    /// A signature has one accepted form: no high s, no other length.
    function testC2RefusesOtherFormsOfASignature() external {
        Claims.Authorization memory given = authorization(OPERATOR, NULLIFIER, BENEFICIARY, DEADLINE, SUBJECT_KEY);
        bytes memory longer = abi.encodePacked(given.signature, bytes1(0));
        bytes memory length = abi.encodeWithSignature("ECDSAInvalidSignatureLength(uint256)", 66);
        expectTheftRefused(Claims.Authorization(DEADLINE, longer), length);

        (bytes32 r, bytes32 s, uint8 v) = split(given.signature);
        uint256 n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes32 high = bytes32(n - uint256(s));
        bytes memory flipped = abi.encodePacked(r, high, v == 27 ? uint8(28) : 27);
        bytes memory reason = abi.encodeWithSignature("ECDSAInvalidSignatureS(bytes32)", high);
        expectTheftRefused(Claims.Authorization(DEADLINE, flipped), reason);
    }

    function split(bytes memory data) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly ("memory-safe") {
            r := mload(add(data, 0x20))
            s := mload(add(data, 0x40))
            v := byte(0, mload(add(data, 0x60)))
        }
    }
}
