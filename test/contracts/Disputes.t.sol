// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {Disputes} from "../../contracts/Disputes.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Headers} from "../../contracts/libraries/Headers.sol";
import {Predicates} from "../../contracts/libraries/Predicates.sol";
import {RFC9162} from "../../contracts/libraries/RFC9162.sol";
import {DisputesTest} from "./DisputesTest.sol";
import {newDisputes} from "./released.sol";

/// A contract that opens disputes and refuses ether.
contract Refuser {
    error Refused();

    receive() external payable {
        revert Refused();
    }

    function open(Disputes disputes, Predicates.Question calldata q) external payable {
        disputes.open{value: msg.value}(q);
    }
}

/// Tests which questions can be opened, and for which bond.
contract DisputesOpeningTest is DisputesTest {
    function expectOpeningRefused(Predicates.Question memory q, bytes memory reason) private {
        vm.deal(address(this), BOND);
        vm.expectRevert(reason);
        disputes.open{value: BOND}(q);
    }

    function testOpens() external {
        Predicates.Question memory q = question();
        bytes32 id = idOf(q);
        vm.deal(OPENER, BOND);
        vm.expectEmit(address(disputes));
        uint256 now_ = block.timestamp;
        emit Disputes.DisputeOpened(id, OPERATOR, LOG, q, OPENER, BOND, now_ + RESPONSE_TIME, now_ + TOTAL_TIME);
        vm.prank(OPENER);
        assertEq(disputes.open{value: BOND}(q), id);
        assertEq(disputes.idOf(q), id);
        Disputes.Dispute memory d = disputes.dispute(id);
        assertTrue(disputes.statusOf(id) == Disputes.Status.Open);
        assertTrue(d.leading == Disputes.Side.None && d.creditor == OPENER);
        assertEq(d.bond, BOND);
        assertEq(address(disputes).balance, BOND);
    }

    /// L4: the same predicate twice, or two that one entry can match.
    function testL4RefusesPredicatesThatAreNotDisjoint() external {
        string memory buy = "BuyPayload(uint256 object,address buyer)";
        Predicates.Predicate[5] memory others = [
            bought(0xa11ce), // the same
            predicate(buy, 0, 0, 0), // any purchase
            predicate(buy, 1, type(uint256).max, 0), // any purchase of the object
            predicate(buy, 2, 0, 0xa11ce), // any purchase of the buyer
            predicate(buy, 2, 0, 0xb0b)
        ];
        for (uint256 i = 0; i < 4; ++i) {
            expectOpeningRefused(
                questionOf(bought(0xa11ce), others[i]),
                abi.encodeWithSelector(Predicates.NotDisjoint.selector)
            );
        }
        expectOpeningRefused(
            questionOf(predicate(buy, 1, 5, 0), others[4]),
            abi.encodeWithSelector(Predicates.NotDisjoint.selector)
        );
        open(questionOf(bought(0xa11ce), others[4]));
    }

    /// L4: compares with an independent implementation of the rule. There are few words, so that predicates often
    /// overlap.
    function testL4FuzzDisjointIfNoEntryMatchesBoth(uint256 seed) external {
        Predicates.Predicate[2] memory p;
        for (uint256 i = 0; i < 2; ++i) {
            uint8 used = uint8((seed >> (8 * i)) % 4);
            uint256 word0 = used & 1 == 0 ? 0 : (seed >> (16 + 8 * i)) % 3;
            uint256 word1 = used & 2 == 0 ? 0 : (seed >> (32 + 8 * i)) % 3;
            p[i] = predicate(
                (seed >> (48 + 8 * i)) % 4 == 0 ? "APayload(bool a)" : "BPayload(bool a)",
                used,
                word0,
                word1
            );
        }
        bool both = false;
        for (uint256 w = 0; w < 9; ++w) both = both || (matches(p[0], w % 3, w / 3) && matches(p[1], w % 3, w / 3));
        both = both && p[0].payloadType == p[1].payloadType;
        vm.deal(address(this), BOND);
        try disputes.open{value: BOND}(questionOf(p[0], p[1])) {
            assertTrue(!both);
        } catch (bytes memory reason) {
            assertTrue(both && bytes4(reason) == Predicates.NotDisjoint.selector);
        }
    }

    function matches(Predicates.Predicate memory p, uint256 word0, uint256 word1) private pure returns (bool) {
        bool first = p.used & 1 == 0 || uint256(p.words[0]) == word0;
        return first && (p.used & 2 == 0 || uint256(p.words[1]) == word1);
    }

    function testRefusesPredicatesInAnotherForm() external {
        bytes memory malformed = abi.encodeWithSelector(Predicates.PredicateMalformed.selector);
        for (uint256 i = 0; i < 5; ++i) {
            for (uint256 which = 0; which < 2; ++which) {
                Predicates.Question memory q = question();
                if (i == 0) q.predicates[which].payloadType += R;
                else if (i == 4) q.predicates[which].payloadType = R;
                else if (i == 1) q.predicates[which].used = 7;
                else if (i == 2) q.predicates[which].used = 1;
                else q.predicates[which].used = 2;
                expectOpeningRefused(q, malformed);
            }
        }
    }

    /// L2: a question has one canonical form.
    function testL2RefusesTheOtherOrder() external {
        Predicates.Question memory q = question();
        (q.predicates[0], q.predicates[1]) = (q.predicates[1], q.predicates[0]);
        expectOpeningRefused(q, abi.encodeWithSelector(Predicates.PredicatesNotInOrder.selector));
    }

    function testRefusesAnAccountThatIsNotAnOperator() external {
        Predicates.Question memory q = question();
        q.operator = address(0x404);
        expectOpeningRefused(q, abi.encodeWithSelector(Operators.NotRegistered.selector, address(0x404)));
    }

    /// L2: a question cannot be opened again while it is open, led, or over but not settled, and never once it is won.
    function testL2RefusesASecondDispute() external {
        bytes32 id = open(question());
        bytes4 already = Disputes.AlreadyOpened.selector;
        expectOpeningRefused(question(), abi.encodeWithSelector(already, id, Disputes.Status.Open));
        lead(0, 5);
        expectOpeningRefused(question(), abi.encodeWithSelector(already, id, Disputes.Status.Led));
        vm.warp(block.timestamp + TOTAL_TIME + 1);
        expectOpeningRefused(question(), abi.encodeWithSelector(already, id, Disputes.Status.Resolved));
        disputes.settle(id);
        vm.warp(block.timestamp + 100_000);
        expectOpeningRefused(question(), abi.encodeWithSelector(already, id, Disputes.Status.Resolved));
    }

    function testTakesTheBondAtTheBaseFeeAndCreditsTheRest(uint256 baseFee, uint256 beyond) external {
        setBaseFee(bound(baseFee, 0, 1000 gwei));
        uint256 byGas = 400_000 * 3 * block.basefee;
        uint256 bond = byGas > BOND ? byGas : BOND;
        assertEq(disputes.requiredBond(), bond);
        beyond = bound(beyond, 0, 1 ether);
        vm.deal(OPENER, bond + beyond);
        vm.expectRevert(abi.encodeWithSelector(Disputes.BondTooSmall.selector, bond - 1, bond));
        vm.prank(OPENER);
        disputes.open{value: bond - 1}(question());
        vm.prank(OPENER);
        disputes.open{value: bond + beyond}(question());
        assertEq(address(disputes).balance, bond);
        assertEq(stake.creditOf(OPENER), beyond);
    }

    function testParametersHaveRanges() external {
        Disputes.DisputeParameters[7] memory wrong;
        for (uint256 i = 0; i < 7; ++i) wrong[i] = parameters();
        wrong[0].bondFloor = 0;
        wrong[1].leadGas = 20_999;
        wrong[2].factor = 0;
        wrong[3].burnShare = 999;
        wrong[4].burnShare = 10_001;
        wrong[5].responseTime = 1; // operators have 2
        wrong[6].totalTime = 2 * RESPONSE_TIME - 1;
        for (uint256 i = 0; i < 7; ++i) {
            vm.expectPartialRevert(Disputes.ParameterOutOfRange.selector);
            this.deployed(wrong[i]);
        }
        Disputes.DisputeParameters memory least = Disputes.DisputeParameters(1, 21_000, 1, 1_000, 2, 4);
        assertEq(keccak256(abi.encode(deploy(least).disputeParameters())), keccak256(abi.encode(least)));
        assertEq(address(disputes.registry()), address(registry));
        assertEq(address(disputes.operatorStake()), address(stake));
    }

    /// A dispute that no proof can lead would only cost bonds.
    function testRefusesAVerifierWithoutCode() external {
        address nobody = address(0x404);
        vm.expectRevert(abi.encodeWithSelector(Disputes.NoVerifier.selector, nobody));
        newDisputes(parameters(), address(registry), address(stake), nobody);
    }

    function deployed(Disputes.DisputeParameters memory p) external returns (Disputes) {
        return deploy(p);
    }
}

/// Tests which leads are accepted.
contract DisputesLeadTest is DisputesTest {
    bytes private constant INVALID = abi.encodePacked(Disputes.ProofInvalid.selector);

    function setUp() public override {
        setUpDisputes();
        open(question());
    }

    function testTakesTheLead() external {
        bytes32 id = idOf(question());
        vm.expectEmit(address(disputes));
        emit Disputes.LeadTaken(id, Disputes.Side.Second, 40, FINDER, block.timestamp + RESPONSE_TIME);
        lead(1, 40);
        Disputes.Dispute memory d = disputes.dispute(id);
        assertTrue(disputes.statusOf(id) == Disputes.Status.Led);
        assertTrue(d.leading == Disputes.Side.Second && d.creditor == FINDER);
        assertEq(d.index, 40);
        assertTrue(disputes.winner(id) == Disputes.Side.None);
    }

    /// L4: only an earlier entry takes the lead, of either side.
    function testL4FuzzOnlyEarlierEntriesTakeTheLead(uint256 seed) external {
        uint64 best = type(uint64).max;
        for (uint256 i = 0; i < 6; ++i) {
            uint64 index = uint64((seed >> (16 * i)) % 42);
            uint256 by = (seed >> (16 * i + 8)) % 2;
            Disputes.Match memory m = shown(question(), by, index, FINDER);
            if (index < best) disputes.lead(question(), side(by), m);
            else expectRefusal(by, m, abi.encodeWithSelector(Disputes.NotEarlier.selector, best, index));
            if (index < best) best = index;
            assertEq(disputes.dispute(idOf(question())).index, best);
        }
    }

    /// L6: the signals are those that the prover computes, also for extreme words and indexes.
    function testL6FuzzSignalsAreThoseOfTheStatement(uint256 word0, uint256 word1, uint8 used, uint64 index) external {
        used = uint8(bound(used, 0, 3));
        index = uint64(bound(index, 0, 41));
        if (used & 1 == 0) word0 = 0;
        if (used & 2 == 0) word1 = 0;
        Predicates.Predicate memory p = predicate("AnyPayload(uint256 a,uint256 b)", used, word0, word1);
        Predicates.Question memory q = questionOf(p, bought(0xb0b));
        vm.prank(OPENER);
        vm.deal(OPENER, BOND);
        disputes.open{value: BOND}(q);
        uint256 i = q.predicates[0].payloadType == p.payloadType ? 0 : 1;
        Disputes.Match memory m = shown(q, i, index, FINDER);
        disputes.lead(q, side(i), m);
        assertEq(disputes.dispute(idOf(q)).index, index);
    }

    /// L6: a proof with any other signal is refused.
    function testL6AProofOfAnotherStatementIsRefused() external {
        for (uint256 i = 0; i < 12; ++i) {
            Disputes.Match memory m = shown(question(), 0, 20, FINDER);
            uint256[] memory signals = signalsOf(question().predicates[0], places[0], 20, FINDER);
            signals[i] ^= 1;
            m.proof = proofOf(signals);
            expectRefusal(0, m, INVALID);
        }
        expectRefusal(1, shown(question(), 0, 20, FINDER), INVALID);
        Disputes.Match memory moved = shown(question(), 0, 20, FINDER);
        moved.position = 19;
        expectRefusal(0, moved, INVALID);
    }

    /// L7, front-running: a copied proof counts for its beneficiary, and is invalid for another one.
    function testL7FrontRunningTakesNothing() external {
        address thief = address(0x7e1f);
        Predicates.Question memory q = question();
        Disputes.Match memory m = shown(q, 0, 20, FINDER);
        m.beneficiary = thief;
        vm.prank(thief);
        vm.expectRevert(INVALID);
        disputes.lead(q, Disputes.Side.First, m);
        m.beneficiary = FINDER;
        vm.prank(thief);
        disputes.lead(q, Disputes.Side.First, m);
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        vm.prank(thief);
        disputes.settle(idOf(q));
        assertEq(stake.creditOf(FINDER), BOND);
        assertEq(stake.creditOf(thief), 0);
    }

    function testRefusesTheZeroAddressAndNoSide() external {
        Disputes.Match memory m = shown(question(), 0, 20, address(0));
        expectRefusal(0, m, abi.encodeWithSelector(Disputes.NoBeneficiary.selector));
        m = shown(question(), 0, 20, FINDER);
        vm.expectRevert(abi.encodeWithSelector(Disputes.NoSide.selector));
        disputes.lead(question(), Disputes.Side.None, m);
    }

    /// L3.
    function testL3RefusesABatchOfAnotherLog() external {
        Disputes.Match memory m;
        (m.batch, m.position, m.beneficiary) = (batch(2), 3, FINDER);
        m.proof = proofOf(signalsOf(question().predicates[0], places[2], 3, FINDER));
        expectRefusal(0, m, abi.encodeWithSelector(Disputes.OtherLog.selector, places[2].log));
    }

    /// L3: batches of another operator do not count, recorded as final or not.
    function testL3RefusesABatchOfAnotherOperator() external {
        Predicates.Question memory q = question();
        q.operator = address(0x0b2);
        join(q.operator);
        open(q);
        Disputes.Match memory m = shown(q, 0, 20, FINDER);
        disputes.proveBatch(OPERATOR, m.batch);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
        disputes.lead(q, Disputes.Side.First, m);
    }

    /// L3.
    function testL3RefusesAHeaderThatIsNotAnchored() external {
        Place memory p = places[0];
        p.zkRoot += 1;
        append(p);
        Disputes.Match memory m = shown(question(), 0, 20, FINDER);
        m.batch.header = headers[3];
        m.proof = proofOf(signalsOf(question().predicates[0], p, 20, FINDER));
        expectRefusal(0, m, abi.encodeWithSelector(Evidence.NotInBatchLog.selector, OPERATOR, 0, 0));
        m.batch.header = "no header";
        expectRefusal(0, m, abi.encodeWithSelector(Headers.HeaderMalformed.selector));
    }

    function testRefusesPositionsBeyondTheBatch() external {
        Disputes.Match memory m = shown(question(), 0, 20, FINDER);
        m.position = 37;
        m.proof = proofOf(signalsOf(question().predicates[0], places[0], 37, FINDER));
        expectRefusal(0, m, abi.encodeWithSelector(RFC9162.IndexOutOfRange.selector, 37, 37));
    }

    /// L3.
    function testL3RefusesABatchThatIsNotFinal() external {
        append(Place(LOG, 2, 42, 3, 0x2204));
        anchorHeaders(OPERATOR);
        Disputes.Match memory m;
        (m.batch, m.position, m.beneficiary) = (batch(3), 1, FINDER);
        m.proof = proofOf(signalsOf(question().predicates[0], places[3], 43, FINDER));
        uint256 finalAt = block.timestamp + FINALITY_DELAY;
        vm.warp(finalAt - 1);
        expectRefusal(0, m, abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, 1, finalAt));
        vm.warp(finalAt);
        disputes.lead(question(), Disputes.Side.First, m);
    }

    /// L3: a batch frozen before it was final does not count. An older batch that was final still counts.
    function testL3RefusesAFrozenBatch() external {
        append(Place(LOG, 2, 42, 3, 0x2204));
        anchorHeaders(OPERATOR);
        freeze(OPERATOR, LOG, 0);
        vm.warp(block.timestamp + FINALITY_DELAY);
        Disputes.Match memory m;
        (m.batch, m.position, m.beneficiary) = (batch(3), 1, FINDER);
        m.proof = proofOf(signalsOf(question().predicates[0], places[3], 43, FINDER));
        expectRefusal(0, m, abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, LOG, 3));
        lead(0, 41);
    }

    /// L3: a batch recorded as final needs no proof, even if its checkpoint has left the registry.
    function testL3AKnownBatchNeedsNoProof() external {
        disputes.proveBatch(OPERATOR, batch(0));
        Disputes.Match memory m = shown(question(), 0, 20, FINDER);
        m.batch.sequence = 77;
        m.batch.proof = new bytes32[](0);
        disputes.lead(question(), Disputes.Side.First, m);
    }

    /// Final batches of a slashed operator still decide.
    function testASlashDoesNotEndADispute() external {
        vm.prank(JUDGE);
        stake.convict(OPERATOR, address(this), "another", 0);
        lead(1, 30);
        assertEq(stake.accountOf(OPERATOR).openChallenges, 0);
    }

    /// L5.
    function testL5LeadsCountUntilTheDeadline() external {
        bytes32 id = idOf(question());
        uint256 deadline = block.timestamp + RESPONSE_TIME;
        vm.warp(deadline + 1);
        Disputes.Match memory m = shown(question(), 0, 20, FINDER);
        expectRefusal(0, m, abi.encodeWithSelector(Disputes.NotOpen.selector, id, Disputes.Status.Unresolved));
        vm.warp(deadline);
        vm.expectRevert(abi.encodeWithSelector(Disputes.DeadlineNotPassed.selector, deadline));
        disputes.settle(id);
        lead(0, 20);
    }

    /// L5: each lead restarts the response time, up to the total; after that, no lead counts.
    function testL5EachLeadRestartsTheTimeWithinTheTotal() external {
        bytes32 id = idOf(question());
        uint256 opened = block.timestamp;
        uint8[3] memory ends = [20, 25, 25];
        for (uint256 i = 0; i < 3; ++i) {
            vm.warp(i == 2 ? opened + TOTAL_TIME : disputes.dispute(id).deadline);
            lead(i % 2, uint64(30 - i));
            assertEq(disputes.dispute(id).deadline, opened + ends[i]);
            assertEq(disputes.dispute(id).limit, opened + TOTAL_TIME);
        }
        assertTrue(disputes.statusOf(id) == Disputes.Status.Led);
        vm.warp(opened + TOTAL_TIME + 1);
        Disputes.Match memory m = shown(question(), 1, 2, FINDER);
        expectRefusal(1, m, abi.encodeWithSelector(Disputes.NotOpen.selector, id, Disputes.Status.Resolved));
        assertTrue(disputes.winner(id) == Disputes.Side.First);
    }

    /// L5: the other side has a full response time after the first lead, whenever that comes.
    function testL5FuzzTheFirstLeadLeavesAResponseTime(uint256 wait, uint256 later) external {
        vm.warp(block.timestamp + bound(wait, 0, RESPONSE_TIME));
        lead(0, 30);
        vm.warp(block.timestamp + bound(later, 0, RESPONSE_TIME));
        lead(1, 29);
        vm.warp(block.timestamp + TOTAL_TIME);
        assertTrue(disputes.winner(idOf(question())) == Disputes.Side.Second);
    }

    function testRefusesAQuestionThatIsNotOpen() external {
        Predicates.Question memory q = questionOf(bought(1), bought(2));
        Disputes.Match memory m = shown(q, 0, 20, FINDER);
        vm.expectRevert(abi.encodeWithSelector(Disputes.NotOpen.selector, idOf(q), Disputes.Status.None));
        disputes.lead(q, Disputes.Side.First, m);
        vm.expectRevert(abi.encodeWithSelector(Disputes.NotOpen.selector, idOf(q), Disputes.Status.None));
        disputes.settle(idOf(q));
    }
}

/// Tests the winner and who gets the bond.
contract DisputesSettlementTest is DisputesTest {
    bytes32 private id;

    function setUp() public override {
        setUpDisputes();
        id = open(question());
    }

    /// L1: the finder of the earliest entry gets the bond. L2: the result is permanent.
    function testTheLastLeadWins() external {
        lead(0, 30);
        Disputes.Match memory m = shown(question(), 1, 29, address(0xf2));
        disputes.lead(question(), Disputes.Side.Second, m);
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        // The result is readable before anybody settles.
        assertTrue(disputes.statusOf(id) == Disputes.Status.Resolved);
        assertTrue(disputes.winner(id) == Disputes.Side.Second);
        vm.expectEmit(address(disputes));
        emit Disputes.DisputeResolved(id, Disputes.Side.Second, 29, address(0xf2));
        disputes.settle(id);
        assertTrue(disputes.statusOf(id) == Disputes.Status.Resolved);
        assertTrue(disputes.winner(id) == Disputes.Side.Second);
        Predicates.Predicate[2] memory p = question().predicates;
        assertTrue(disputes.hasWon(OPERATOR, LOG, p[1], p[0]) && !disputes.hasWon(OPERATOR, LOG, p[0], p[1]));
        assertEq(stake.creditOf(address(0xf2)), BOND);
        assertEq(stake.creditOf(FINDER), 0);
        assertEq(address(disputes).balance, 0);
        vm.expectRevert(abi.encodeWithSelector(Disputes.NotOpen.selector, id, Disputes.Status.Resolved));
        disputes.settle(id);
    }

    function testHasWonTakesThePredicatesInAnyOrder() external {
        Predicates.Predicate[2] memory p = question().predicates;
        lead(0, 30);
        assertTrue(!disputes.hasWon(OPERATOR, LOG, p[0], p[1]));
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        assertTrue(disputes.hasWon(OPERATOR, LOG, p[0], p[1]));
        assertTrue(!disputes.hasWon(OPERATOR, LOG, p[1], p[0]));
        assertTrue(!disputes.hasWon(OPERATOR, LOG, p[0], p[0]));
        assertTrue(!disputes.hasWon(OPERATOR, LOG, p[0], bought(5)));
        assertTrue(!disputes.hasWon(OPERATOR, keccak256("another log"), p[0], p[1]));
        assertTrue(!disputes.hasWon(address(0x0b2), LOG, p[0], p[1]));
        disputes.settle(id);
        assertTrue(disputes.hasWon(OPERATOR, LOG, p[0], p[1]));
    }

    /// L1: a question that nobody answers costs the burned share of the bond. L2: it decides nothing, and can be asked
    /// again.
    function testL2AnUnansweredQuestionCanBeAskedAgain() external {
        uint256 burned = Ether.BURNED.balance;
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        assertTrue(disputes.statusOf(id) == Disputes.Status.Unresolved);
        // It cannot be asked again before its bond is settled.
        Predicates.Question memory q = question();
        vm.deal(OPENER, BOND);
        bytes memory reason = abi.encodeWithSelector(Disputes.AlreadyOpened.selector, id, Disputes.Status.Unresolved);
        vm.expectRevert(reason);
        vm.prank(OPENER);
        disputes.open{value: BOND}(q);
        vm.expectEmit(address(disputes));
        emit Disputes.DisputeUnresolved(id, OPENER, (BOND * BURNED) / 10_000);
        disputes.settle(id);
        assertEq(Ether.BURNED.balance - burned, (BOND * BURNED) / 10_000);
        assertEq(stake.creditOf(OPENER), BOND - (BOND * BURNED) / 10_000);
        assertTrue(disputes.winner(id) == Disputes.Side.None);

        open(question());
        Disputes.Dispute memory d = disputes.dispute(id);
        assertTrue(disputes.statusOf(id) == Disputes.Status.Open);
        assertTrue(d.leading == Disputes.Side.None && d.index == 0);
        lead(1, 41);
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        assertTrue(disputes.winner(id) == Disputes.Side.Second);
    }

    /// L7: a beneficiary that refuses ether delays nobody, and keeps its credit.
    function testL7ReceiversThatRefuseHurtOnlyThemselves() external {
        Refuser refuser = new Refuser();
        Predicates.Question memory q = questionOf(bought(1), bought(2));
        vm.deal(address(this), BOND + 7);
        refuser.open{value: BOND + 7}(disputes, q);
        assertEq(stake.creditOf(address(refuser)), 7);
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        disputes.settle(idOf(q));
        assertTrue(stake.creditOf(address(refuser)) > 7);
        disputes.settle(id);

        open(question());
        Disputes.Match memory m = shown(question(), 0, 3, address(refuser));
        disputes.lead(question(), Disputes.Side.First, m);
        vm.warp(block.timestamp + RESPONSE_TIME + 1);
        uint256 before = stake.creditOf(address(refuser));
        disputes.settle(id);
        assertEq(stake.creditOf(address(refuser)), before + BOND);
    }

    /// The attack: the holder of the later match leads first and waits. One lead in time by the earlier match wins.
    function testTheEarlierMatchWinsByOneLeadInTime(uint256 when, uint256 truth, uint256 lie) external {
        uint64 early = uint64(bound(truth, 0, 40));
        uint64 late = uint64(bound(lie, early + 1, 41));
        lead(0, late);
        vm.warp(block.timestamp + bound(when, 0, RESPONSE_TIME));
        lead(1, early);
        // All remaining entries of the other side are later.
        for (uint64 index = early; index <= late; ++index) {
            Disputes.Match memory m = shown(question(), 0, index, FINDER);
            expectRefusal(0, m, abi.encodeWithSelector(Disputes.NotEarlier.selector, early, index));
        }
        vm.warp(block.timestamp + TOTAL_TIME);
        assertTrue(disputes.winner(id) == Disputes.Side.Second);
    }
}

/// Tests who wins if others lead for either side in any order.
contract DisputesLullingTest is DisputesTest {
    uint64 private constant TRUTH = 5;

    bytes32 private id;
    uint256 private opened;

    function setUp() public override {
        setUpDisputes();
        id = open(question());
        opened = block.timestamp;
    }

    /// The attack: leads of both sides are timed to make the holder of the earliest entry too late. The holder wins by
    /// one lead within a response time of the opening, or of the first lead.
    function testTheEarliestEntryWinsAgainstAnyOtherLeads(uint256 seed, uint256 wait, bool sinceTheFirst) external {
        uint256 time = opened + (seed % (RESPONSE_TIME + 1));
        uint256 turn = (sinceTheFirst ? time : opened) + bound(wait, 0, RESPONSE_TIME);
        for (uint64 index = 41; time <= turn && index > TRUTH; --index) {
            seed = uint256(keccak256(abi.encode(seed)));
            vm.warp(time);
            lead(seed & 1, index);
            time += (seed >> 8) % 4;
        }
        vm.warp(turn);
        lead(1, TRUTH);
        vm.warp(opened + TOTAL_TIME + 1);
        assertTrue(disputes.winner(id) == Disputes.Side.Second);
        assertEq(disputes.dispute(id).index, TRUTH);
    }

    /// O19: a later lead of the same side does not protect the holder of the earliest entry: the last lead may come in
    /// the last second of the total time.
    function testALaterLeadOfTheSameSideDoesNotProtect() external {
        vm.warp(opened + RESPONSE_TIME);
        lead(1, 40);
        vm.warp(opened + 2 * RESPONSE_TIME);
        lead(1, 39);
        vm.warp(opened + TOTAL_TIME);
        lead(0, 30);
        vm.warp(opened + TOTAL_TIME + 1);
        Disputes.Match memory m = shown(question(), 1, TRUTH, FINDER);
        expectRefusal(1, m, abi.encodeWithSelector(Disputes.NotOpen.selector, id, Disputes.Status.Resolved));
        assertTrue(disputes.winner(id) == Disputes.Side.First);
    }
}

/// Tests headers that only a dishonest operator anchors.
contract DisputesDishonestOperatorTest is DisputesTest {
    function testTheLargestNumbersDoNotOverflow() external {
        uint64 most = 2 ** 53 - 1;
        append(Place(LOG, most, most, 65_536, R - 1));
        anchorHeaders(OPERATOR);
        vm.warp(block.timestamp + FINALITY_DELAY);
        open(question());
        Disputes.Match memory m;
        (m.batch, m.position, m.beneficiary) = (batch(3), 65_535, FINDER);
        m.proof = proofOf(signalsOf(question().predicates[0], places[3], most + 65_535, FINDER));
        disputes.lead(question(), Disputes.Side.First, m);
        assertEq(disputes.dispute(idOf(question())).index, most + 65_535);
    }

    function testRefusesALeafThatIsNoHeader() external {
        append(Place(LOG, 2, 42, 0, 7));
        anchorHeaders(OPERATOR);
        vm.warp(block.timestamp + FINALITY_DELAY);
        open(question());
        Disputes.Match memory m;
        (m.batch, m.beneficiary) = (batch(3), FINDER);
        expectRefusal(0, m, abi.encodeWithSelector(Headers.HeaderMalformed.selector));
    }
}
