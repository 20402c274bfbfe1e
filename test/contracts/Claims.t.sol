// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAnchorRegistry} from "../../contracts/interfaces/IAnchorRegistry.sol";
import {IClaims} from "../../contracts/interfaces/IClaims.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Finality} from "../../contracts/libraries/Finality.sol";
import {Headers} from "../../contracts/libraries/Headers.sol";
import {ClaimsTest} from "./ClaimsTest.sol";

contract ClaimsRecordTest is ClaimsTest {
    function testRecordsWhatWasProven() external {
        uint256[] memory signals = plainSignals();
        use(signals, 0, 1, 0, type(uint256).max);
        IClaims.Statement memory s = statement();
        s.conditions = conditions(1, 0, type(uint256).max);
        assertTrue(!claims.isProven(s, 0xa0, subject));
        bytes32 key = keccak256(abi.encode(s));
        vm.expectEmit(address(claims));
        uint256[4] memory values = [signals[7], 0, 0, 0];
        emit IClaims.Claimed(key, subject, subject, OPERATOR, LOG, 0xa0, s.payloadType, signals[3], 5, values);
        assertEq(claim(signals), key);
        assertEq(claims.keyOf(s), key);
        assertTrue(claims.isProven(s, 0xa0, subject) && !claims.isProven(s, 0xa0, BENEFICIARY));
        assertTrue(!claims.isProven(s, 0xa1, subject) && !claims.isProven(s, 0xa1, address(0)));
        assertEq(claims.beneficiaryOf(key, 0xa0), subject);
        assertEq(claims.beneficiaryOf(key, 0xa1), address(0));
    }

    /// C4: whatever can be said, is recorded under the key of a statement that says it, and no other.
    function testFuzzC4TheKeyNamesEverything(uint256 seed, uint8 used, uint8 changed) external {
        IClaims.Statement memory s = statement();
        uint256[] memory signals = plainSignals();
        s.conditions = new IClaims.Condition[](used % 5);
        uint256 rank = 0;
        for (uint256 i = 0; i < s.conditions.length; ++i) {
            // Ranks ascend: equal ones first, then the bounds.
            rank += 1 + (uint256(keccak256(abi.encode(seed, i))) % 10);
            (uint8 value, uint8 mode) = rank < 20
                ? (uint8(rank), uint8(0))
                : (uint8((rank - 20) / 4), uint8(2 * ((rank - 20) % 4) + 1));
            if (value == 16) (value, rank) = (17, rank + (rank < 20 ? 1 : 4));
            uint256 word = uint256(keccak256(abi.encode(seed, "word", i)));
            use(signals, i, value, mode, word);
            s.conditions[i] = IClaims.Condition(value, mode, bytes32(word));
        }
        bytes32 key = claim(signals);
        assertEq(key, claims.keyOf(s));
        if (changed % 7 == 0) s.operator = BENEFICIARY;
        else if (changed % 7 == 1) s.log = bytes32(seed);
        else if (changed % 7 == 2) ++s.payloadType;
        else if (changed % 7 == 3) s.subjectAt = 2;
        else if (changed % 7 == 4) s.subject = BENEFICIARY;
        else if (changed % 7 == 5) ++s.scope;
        else if (s.conditions.length != 0) s.conditions[0].word = ~s.conditions[0].word;
        else s.conditions = conditions(0, 0, 0);
        assertTrue(!claims.isProven(s, 0xa0, subject));
    }

    function testRefusesInputsNotBelowR() external {
        for (uint256 i = 0; i < 11; ++i) {
            uint256[] memory signals = plainSignals();
            signals[i] += R;
            expectRefusal(signals, abi.encodeWithSelector(IClaims.SignalOutOfRange.selector, i));
        }
    }

    function testRefusesAddressesThatAreNone() external {
        for (uint256 i = 4; i < 7; i += 2) {
            uint256[] memory signals = plainSignals();
            signals[i] += 2 ** 160;
            expectRefusal(signals, abi.encodeWithSelector(IClaims.SignalOutOfRange.selector, i));
        }
        uint256[] memory nobody = plainSignals();
        (nobody[4], nobody[6]) = (0, 0);
        expectRefusal(nobody, abi.encodeWithSelector(IClaims.NoBeneficiary.selector));
    }

    function testRefusesAnotherNumberOfSignals() external {
        expectRefusal(new uint256[](10), abi.encodeWithSelector(IClaims.WrongSignalCount.selector, 10));
        expectRefusal(new uint256[](12), abi.encodeWithSelector(IClaims.WrongSignalCount.selector, 12));
    }

    function testRefusesAnotherBatch() external {
        uint256[] memory signals = plainSignals();
        ++signals[1];
        expectRefusal(signals, abi.encodeWithSelector(IClaims.OtherBatch.selector));
        signals = plainSignals();
        ++signals[3];
        expectRefusal(signals, abi.encodeWithSelector(IClaims.OtherBatch.selector));
        signals[3] -= 1 + COUNT; // an empty batch
        expectRefusal(signals, abi.encodeWithSelector(IClaims.OtherBatch.selector));
    }

    function testRefusesAMalformedLayout() external {
        bytes memory malformed = abi.encodeWithSelector(IClaims.LayoutMalformed.selector);
        uint256[] memory signals = plainSignals();
        signals[3] |= 1 << 66;
        expectRefusal(signals, malformed);
        signals = plainSignals();
        signals[3] = layoutOf(17);
        expectRefusal(signals, malformed);
        for (uint256 value = 20; value < 32; ++value) {
            signals = plainSignals();
            use(signals, 0, value, 0, 1);
            expectRefusal(signals, malformed);
        }
        for (uint256 mode = 2; mode < 8; mode += 2) {
            signals = plainSignals();
            use(signals, 0, 3, mode, 1);
            expectRefusal(signals, malformed);
        }
    }

    function testRefusesWordsThatAreNone() external {
        bytes memory malformed = abi.encodeWithSelector(IClaims.LayoutMalformed.selector);
        uint256[] memory signals = plainSignals();
        use(signals, 0, 3, 0, type(uint256).max);
        ++signals[7];
        expectRefusal(signals, malformed);
        for (uint256 quotient = 6; quotient < 8; ++quotient) {
            signals = plainSignals();
            use(signals, 0, 3, 0, 1);
            signals[3] |= quotient << 27;
            expectRefusal(signals, malformed);
        }
    }

    function testRefusesUnusedSlotsThatSaySomething() external {
        bytes memory malformed = abi.encodeWithSelector(IClaims.LayoutMalformed.selector);
        for (uint256 slot = 0; slot < 4; ++slot) {
            uint256[] memory signals = plainSignals();
            signals[7 + slot] = 1;
            expectRefusal(signals, malformed);
            signals = plainSignals();
            signals[3] |= 1 << (27 + 8 * slot);
            expectRefusal(signals, malformed);
            signals = plainSignals();
            signals[3] |= 1 << (54 + 3 * slot);
            expectRefusal(signals, malformed);
        }
    }

    /// C4: another order, gaps, and repetitions would be other keys of the same statement.
    function testC4RefusesOtherOrdersOfSlots() external {
        bytes memory refused = abi.encodeWithSelector(IClaims.SlotsNotCanonical.selector);
        uint8[2][6] memory pairs = [[2, 0], [1, 0], [1, 1], [1, 0], [3, 3], [1, 3]];
        for (uint256 i = 0; i < 6; i += 2) {
            uint256[] memory swapped = plainSignals();
            use(swapped, 0, pairs[i][0], pairs[i][1], 1);
            use(swapped, 1, pairs[i + 1][0], pairs[i + 1][1], 1);
            expectRefusal(swapped, refused);
            uint256[] memory twice = plainSignals();
            for (uint256 slot = 0; slot < 2; ++slot) use(twice, slot, pairs[i][0], pairs[i][1], 1);
            expectRefusal(twice, refused);
            uint256[] memory gap = plainSignals();
            use(gap, 1, pairs[i][0], pairs[i][1], 1);
            expectRefusal(gap, refused);
        }
        uint256[] memory range = plainSignals();
        use(range, 0, 3, 1, 5);
        use(range, 1, 3, 3, 9);
        claim(range);
    }

    function testRefusesWhatTheVerifierRefuses() external {
        Evidence.HeaderEvidence memory evidence = batch(0);
        uint256[] memory signals = plainSignals();
        vm.expectRevert(abi.encodeWithSelector(IClaims.ProofInvalid.selector));
        claims.claim(OPERATOR, evidence, "another", signals, IClaims.Authorization(0, ""));
        assertEq(claims.beneficiaryOf(claims.keyOf(statement()), 0xa0), address(0));
    }

    /// C3, C5: the same proof again, whoever sends it (front-running, proof theft), changes nothing.
    function testC3AProofCountsOnce() external {
        bytes32 key = claim(plainSignals());
        bytes memory used = abi.encodeWithSelector(IClaims.NullifierUsed.selector, key, 0xa0, subject);
        Evidence.HeaderEvidence memory evidence = batch(0);
        uint256[] memory signals = plainSignals();
        vm.expectRevert(used);
        vm.prank(address(0x7e1f));
        claims.claim(OPERATOR, evidence, "proof", signals, IClaims.Authorization(0, ""));

        signals[0] = 0xa1; // another entry
        claim(signals);
        assertTrue(claims.isProven(statement(), 0xa0, subject) && claims.isProven(statement(), 0xa1, subject));
    }

    /// C3: whoever holds an export can claim other things about the entry, and hinders nobody by it.
    function testC3OtherStatementsWithTheNullifierDoNotHinder() external {
        uint256[] memory other = plainSignals();
        use(other, 0, 1, 0, 1);
        claim(other);
        uint256[] memory counterparty = plainSignals();
        counterparty[3] = layoutOf(2);
        (counterparty[4], counterparty[6]) = (uint160(BENEFICIARY), uint160(BENEFICIARY));
        claim(counterparty);
        claim(plainSignals());
        assertTrue(claims.isProven(statement(), 0xa0, subject));
    }

    /// Of conditions that no claim can have.
    function testIsWellTypedKnowsValuesAndModes() external view {
        IClaims.Statement memory s = statement();
        for (uint256 value = 16; value < 256; ++value) {
            s.conditions = conditions(uint8(value), 0, 0);
            assertTrue(claims.isWellTyped(s, PAYLOAD_TYPE) == (value > 16 && value < 20));
        }
        for (uint256 mode = 0; mode < 256; ++mode) {
            s.conditions = conditions(17, uint8(mode), 0);
            assertTrue(claims.isWellTyped(s, PAYLOAD_TYPE) == (mode == 0 || mode == 1 || mode == 3));
        }
    }

    function testIsWellTyped() external {
        IClaims.Statement memory s = statement();
        assertTrue(claims.isWellTyped(s, PAYLOAD_TYPE));
        assertTrue(!claims.isWellTyped(s, "OfferPayload(bytes32 object)"));
        for (uint8 i = 0; i < 4; ++i) {
            s.subjectAt = i;
            assertTrue(claims.isWellTyped(s, PAYLOAD_TYPE) == (i == 2));
        }
        s.subjectAt = 4;
        assertTrue(!claims.isWellTyped(s, PAYLOAD_TYPE));
        s.subjectAt = 16;
        for (uint8 value = 0; value < 20; ++value) {
            if (value == 16) continue;
            s.conditions = conditions(value, 0, 0);
            assertTrue(claims.isWellTyped(s, PAYLOAD_TYPE) == (value < 4 || value > 16));
            for (uint8 mode = 1; mode < 8; mode += 2) {
                s.conditions = conditions(value, mode, 0);
                bool typed = mode < 4 ? value == 3 || value > 16 : value == 1;
                assertTrue(claims.isWellTyped(s, PAYLOAD_TYPE) == typed);
            }
        }
        string memory none = "OfferPayload(bytes32 object, address to)";
        s.payloadType = uint256(keccak256(bytes(none))) % R;
        vm.expectRevert(abi.encodeWithSelector(Actions.BadPayloadType.selector, 28));
        claims.isWellTyped(s, none);
    }
}

contract ClaimsFinalityTest is ClaimsTest {
    function refusal(uint64 position) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Finality.BatchNotFinal.selector, OPERATOR, position);
    }

    function testC1RefusesABatchBeforeItIsFinal() external {
        vm.warp(block.timestamp - 1);
        expectRefusal(plainSignals(), refusal(0));
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectRevert(refusal(0));
        claims.proveBatch(OPERATOR, evidence);
        vm.warp(block.timestamp + 1);
        claim(plainSignals());
    }

    function testC1AgreesWithTheRegistry(uint8 wait, uint8 freezeAt, uint64 from, bool whole) external {
        vm.warp(START);
        for (uint256 t = 0; t < wait % 16; ++t) {
            if (t == freezeAt % 16) {
                vm.prank(address(stake));
                if (whole) registry.freezeOperator(OPERATOR, from % 3);
                else registry.freezeLog(OPERATOR, LOG, from % 40);
            }
            vm.warp(block.timestamp + 1);
        }
        bool isFinal = registry.isFinal(OPERATOR, 0, LOG, COUNT - 1);
        if (!isFinal) expectRefusal(plainSignals(), refusal(0));
        else claim(plainSignals());
    }

    function testC1RefusesAFrozenLogAndOperator() external {
        vm.warp(START);
        vm.prank(JUDGE);
        stake.freezeLog(OPERATOR, LOG, COUNT - 1);
        vm.warp(START + 100);
        expectRefusal(plainSignals(), refusal(0));
        Evidence.HeaderEvidence memory other = batch(1);
        claims.proveBatch(OPERATOR, other);
        vm.prank(JUDGE);
        stake.freezeOperator(OPERATOR, 0);
        vm.warp(START + 200);
        assertTrue(claims.isProvenBatch(OPERATOR, headers[1]));
    }

    /// C1: what was proven to be final needs no proof any more, even when its checkpoint has left the ring.
    function testC1AKnownBatchStaysKnown() external {
        Evidence.HeaderEvidence memory evidence = batch(0);
        assertTrue(!claims.isProvenBatch(OPERATOR, headers[0]));
        vm.expectEmit(address(claims));
        emit IClaims.BatchProven(OPERATOR, LOG, 0, headers[0]);
        claims.proveBatch(OPERATOR, evidence);
        assertTrue(claims.isProvenBatch(OPERATOR, headers[0]));
        vm.prank(JUDGE);
        stake.freezeOperator(OPERATOR, 0);
        for (uint256 i = 0; i < RING_LENGTH; ++i) {
            vm.warp(block.timestamp + INTERVAL);
            headers.push(header(keccak256(abi.encode("log", i)), 1, 7));
            anchorMore(OPERATOR);
        }
        vm.expectRevert(abi.encodeWithSelector(IAnchorRegistry.CheckpointNotStored.selector, 0));
        registry.checkpointAt(OPERATOR, 0);
        claims.proveBatch(OPERATOR, evidence); // once more, by evidence that is none any more

        Evidence.HeaderEvidence memory bare;
        bare.header = headers[0];
        claims.claim(OPERATOR, bare, "proof", plainSignals(), IClaims.Authorization(0, ""));
        bare.header[40] = 0x01;
        vm.expectRevert(abi.encodeWithSelector(IAnchorRegistry.CheckpointNotStored.selector, 0));
        claims.claim(OPERATOR, bare, "proof", plainSignals(), IClaims.Authorization(0, ""));
    }

    /// Nobody can frame another operator, or claim by what another has anchored.
    function testBatchesOfAnotherOperatorDoNotCount() external {
        address other = address(0x0b2);
        claims.proveBatch(OPERATOR, batch(0));
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectRevert(abi.encodeWithSelector(IAnchorRegistry.CheckpointNotStored.selector, 0));
        claims.claim(other, evidence, "proof", plainSignals(), IClaims.Authorization(0, ""));
        assertTrue(!claims.isProvenBatch(other, headers[0]));
    }

    function testRefusesWhatIsNotAnchored() external {
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

/// Proof theft: who may have a claim.
contract ClaimsTheftTest is ClaimsTest {
    uint64 private constant DEADLINE = uint64(START + 1000);

    function forBeneficiary() private view returns (uint256[] memory signals) {
        signals = plainSignals();
        signals[6] = uint160(BENEFICIARY);
    }

    function claimBy(address sender, IClaims.Authorization memory given) private returns (bytes32) {
        Evidence.HeaderEvidence memory evidence = batch(0);
        uint256[] memory signals = forBeneficiary();
        vm.prank(sender);
        return claims.claim(OPERATOR, evidence, "proof", signals, given);
    }

    function expectTheftRefused(IClaims.Authorization memory given, bytes memory reason) private {
        Evidence.HeaderEvidence memory evidence = batch(0);
        uint256[] memory signals = forBeneficiary();
        vm.expectRevert(reason);
        claims.claim(OPERATOR, evidence, "proof", signals, given);
    }

    /// C2: the thief of an export can prove whatever he likes for himself, but is not authorized.
    function testC2TheftByAStolenExportIsRefused() external {
        vm.warp(DEADLINE - 1);
        address thief = vm.addr(0x7e1f);
        uint256[] memory signals = plainSignals();
        signals[6] = uint160(thief);
        IClaims.Authorization memory own = authorization(OPERATOR, 0xa0, thief, DEADLINE, 0x7e1f);
        Evidence.HeaderEvidence memory evidence = batch(0);
        vm.expectRevert(abi.encodeWithSelector(IClaims.NotAuthorized.selector, subject, thief));
        vm.prank(thief);
        claims.claim(OPERATOR, evidence, "proof", signals, own);
    }

    /// C2: front-running with the same proof makes the same claim, for the same beneficiary.
    function testC2FrontRunningGivesTheBeneficiaryTheClaim() external {
        bytes32 key = claimBy(address(0x7e1f), authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY));
        assertEq(key, claims.keyOf(statement()));
        assertTrue(claims.isProven(statement(), 0xa0, BENEFICIARY));
        assertTrue(!claims.isProven(statement(), 0xa0, address(0x7e1f)));
        assertEq(claims.beneficiaryOf(key, 0xa0), BENEFICIARY);
    }

    /// C3: an entry proves a statement for one beneficiary only, authorized or not.
    function testC3NoSecondBeneficiary() external {
        bytes32 key = claimBy(address(this), authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY));
        bytes memory used = abi.encodeWithSelector(IClaims.NullifierUsed.selector, key, 0xa0, BENEFICIARY);
        expectRefusal(plainSignals(), used);
    }

    function testC2RefusesAMissingAuthorization() external {
        bytes memory late = abi.encodeWithSelector(IClaims.AuthorizationExpired.selector, 0);
        expectTheftRefused(IClaims.Authorization(0, ""), late);
        bytes memory empty = abi.encodeWithSignature("ECDSAInvalidSignatureLength(uint256)", 0);
        expectTheftRefused(IClaims.Authorization(DEADLINE, ""), empty);
    }

    function testC2AnAuthorizationCountsUntilItsDeadline() external {
        IClaims.Authorization memory given = authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY);
        vm.warp(DEADLINE + 1);
        expectTheftRefused(given, abi.encodeWithSelector(IClaims.AuthorizationExpired.selector, DEADLINE));
        vm.warp(DEADLINE);
        claimBy(address(this), given);
    }

    /// C2: an authorization is for one operator, log, entry and scope, beneficiary and deadline.
    function testC2AnAuthorizationBindsEverything() external {
        IClaims.Authorization[5] memory wrong = [
            authorization(address(0x0b2), 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY),
            authorization(OPERATOR, 0xa1, BENEFICIARY, DEADLINE, SUBJECT_KEY),
            authorization(OPERATOR, 0xa0, subject, DEADLINE, SUBJECT_KEY),
            authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE + 1, SUBJECT_KEY),
            authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY + 1)
        ];
        for (uint256 i = 0; i < wrong.length; ++i) {
            wrong[i].deadline = DEADLINE;
            Evidence.HeaderEvidence memory evidence = batch(0);
            uint256[] memory signals = forBeneficiary();
            (bool done, bytes memory reason) = address(claims).call(
                abi.encodeCall(claims.claim, (OPERATOR, evidence, "proof", signals, wrong[i]))
            );
            assertTrue(!done && bytes4(reason) == IClaims.NotAuthorized.selector);
        }
        claimBy(address(this), authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY));
    }

    /// One signature has one form: not high-s, and no other length.
    function testC2RefusesOtherFormsOfASignature() external {
        IClaims.Authorization memory given = authorization(OPERATOR, 0xa0, BENEFICIARY, DEADLINE, SUBJECT_KEY);
        bytes memory longer = abi.encodePacked(given.signature, bytes1(0));
        bytes memory length = abi.encodeWithSignature("ECDSAInvalidSignatureLength(uint256)", 66);
        expectTheftRefused(IClaims.Authorization(DEADLINE, longer), length);

        (bytes32 r, bytes32 s, uint8 v) = split(given.signature);
        uint256 n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes32 high = bytes32(n - uint256(s));
        bytes memory flipped = abi.encodePacked(r, high, v == 27 ? uint8(28) : 27);
        bytes memory reason = abi.encodeWithSignature("ECDSAInvalidSignatureS(bytes32)", high);
        expectTheftRefused(IClaims.Authorization(DEADLINE, flipped), reason);
    }

    function split(bytes memory data) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly ("memory-safe") {
            r := mload(add(data, 0x20))
            s := mload(add(data, 0x40))
            v := byte(0, mload(add(data, 0x60)))
        }
    }
}
