// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ObjectLogTest} from "./ObjectLogTest.sol";
import {newFaultProofs} from "./released.sol";

/// WrongPrior, WrongObject and WrongCarry: each branch of the rules, and honest entries that come close to a fault.
contract ObjectFaultsTest is ObjectLogTest {
    address private constant ISSUER = address(0x155);
    address private constant ALICE = address(0xa11ce);
    address private constant BOB = address(0xb0b);
    address private constant THIEF = address(0x7ee);

    FaultProofs private faults;
    bytes32 private log;

    function setUp() external {
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(this));
        join(OPERATOR);
        log = logOf("a.example");
    }

    // WrongPrior: a skipped act

    function testAnActThatSkipsAnActIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory sold = enter(log, ALICE, transfer("seat", BOB));
        isWrongPrior(sold, enter(namingPrior(0, entryOf(log, ALICE, transfer("seat", THIEF)))), 2);
    }

    function testALaterActThatClaimsToBeTheFirstIsAFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        isWrongPrior(minted, enter(namingPrior(NO_PRIOR, entryOf(log, THIEF, mint("seat", THIEF)))), 1);
    }

    function testAnAskThatSkipsAnActIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory sold = enter(log, ALICE, transfer("seat", BOB));
        isWrongPrior(sold, enter(naming(0, ALICE, entryOf(log, THIEF, ask(keyOf("seat"))))), 2);
    }

    function testAnAskThatStatesNoActIsAFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        isWrongPrior(minted, enter(naming(NO_PRIOR, ANYBODY, entryOf(log, THIEF, ask(keyOf("seat"))))), 1);
    }

    // WrongPrior: a wrong prior

    function testAPriorOnAnotherObjectIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory other = enter(log, ISSUER, mint("another", ALICE));
        isWrongPrior(other, enter(namingPrior(1, entryOf(log, ALICE, transfer("seat", BOB)))), 2);
    }

    function testAPriorThatIsAnAskIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory asked = enter(log, BOB, ask(keyOf("seat")));
        isWrongPrior(asked, enter(namingPrior(1, entryOf(log, ALICE, transfer("seat", BOB)))), 2);
    }

    function testAPriorAboutNoObjectIsAFault() external {
        Place memory request = enter(log, ISSUER, httpRequest());
        isWrongPrior(request, enter(namingPrior(0, entryOf(log, ALICE, ask(0)))), 1);
    }

    // WrongPrior: who acts

    function testAnActOfAThiefIsAFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        isWrongPrior(minted, enter(entryOf(log, THIEF, transfer("seat", THIEF))), 1);
    }

    function testAnActOnAnObjectOfNobodyIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory redeemed = enter(log, ALICE, redeem("seat"));
        isWrongPrior(redeemed, enter(entryOf(log, ALICE, transfer("seat", BOB))), 2);
    }

    /// Nobody can sign as the zero address, but an operator can write such an entry.
    function testAnActOfTheZeroAddressOnAnObjectOfNobodyIsAFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", address(0)));
        isWrongPrior(minted, enter(entryOf(log, address(0), transfer("seat", THIEF))), 1);
    }

    function testAnActOfTheHolderByAContractWalletIsAFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", THIEF));
        (e.scheme, e.verifiedBlock) = (1, 7);
        isWrongPrior(minted, enter(e), 1);
    }

    function testAnAskThatStatesAnotherHolderIsAFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, BOB, ask(keyOf("seat")));
        e.holder = THIEF;
        isWrongPrior(minted, enter(e), 1);
    }

    /// Both entries are in one batch, so the second one's header is not read.
    function testATheftInTheBatchOfTheMintIsAFault() external {
        Place memory minted = append(entryOf(log, ISSUER, mint("seat", ALICE)));
        Place memory stolen = enter(entryOf(log, THIEF, transfer("seat", THIEF)));
        isWrongPrior(minted, stolen, 1);
    }

    // WrongPrior: asks

    /// The attack: the theft's prior is a hidden act. The holder's own ask contradicts the theft.
    function testAnActWhosePriorAnAskMissesIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", THIEF)); // hidden
        Place memory asked = enter(naming(0, ALICE, entryOf(log, ALICE, ask(keyOf("seat")))));
        isWrongPrior(asked, enter(namingPrior(1, entryOf(log, THIEF, redeem("seat")))), 3);
    }

    function testAnActThatSkipsThePriorOfAnAskIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", BOB));
        Place memory asked = enter(log, BOB, ask(keyOf("seat")));
        isWrongPrior(asked, enter(namingPrior(0, entryOf(log, ALICE, transfer("seat", THIEF)))), 3);
    }

    function testAFirstActAfterAnAskThatFoundAnActIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory asked = enter(log, ALICE, ask(keyOf("seat")));
        isWrongPrior(asked, enter(namingPrior(NO_PRIOR, entryOf(log, THIEF, mint("seat", THIEF)))), 2);
    }

    function testAnActAfterAnAskByAnotherThanItsHolderIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory asked = enter(log, BOB, ask(keyOf("seat")));
        isWrongPrior(asked, enter(entryOf(log, THIEF, transfer("seat", THIEF))), 2);
    }

    function testAnAskThatContradictsTheHolderOfAnAskIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory asked = enter(log, ALICE, ask(keyOf("seat")));
        Entries.Entry memory e = entryOf(log, BOB, ask(keyOf("seat")));
        e.holder = THIEF;
        isWrongPrior(asked, enter(e), 2);
    }

    function testAnAskThatContradictsThePriorOfAnAskIsAFault() external {
        enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", BOB));
        Place memory asked = enter(log, BOB, ask(keyOf("seat")));
        isWrongPrior(asked, enter(naming(0, ALICE, entryOf(log, BOB, ask(keyOf("seat"))))), 3);
    }

    /// An ask does not contradict later acts.
    function testAnAskDoesNotContradictLaterActs() external {
        Place[5] memory all = [
            enter(log, ISSUER, mint("seat", ALICE)),
            enter(log, ALICE, ask(keyOf("seat"))),
            enter(log, ALICE, transfer("seat", BOB)),
            enter(log, BOB, ask(keyOf("seat"))),
            enter(log, BOB, redeem("seat"))
        ];
        anchorAll();
        for (uint256 i = 0; i < 5; ++i) for (uint256 j = 0; j < 5; ++j) refuse(all[i], all[j]);
    }

    /// An ask about another object contradicts nothing, whatever its prior.
    function testAnAskOfAnotherObjectIsNoEvidence() external {
        enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ISSUER, mint("another", BOB));
        Place memory asked = enter(log, THIEF, ask(keyOf("another")));
        Place memory sold = enter(log, ALICE, transfer("seat", BOB));
        anchorAll();
        refuse(asked, sold);
    }

    // WrongPrior: pairs that show no fault

    function testNoPairOfAnHonestHistoryIsAFault() external {
        Place[] memory all = honest();
        anchorAll();
        for (uint256 i = 0; i < all.length; ++i) {
            for (uint256 j = 0; j < all.length; ++j) refuse(all[i], all[j]);
        }
    }

    function testAThiefsActInAnotherLogIsNoFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(logOf("b.example"), THIEF, httpRequest());
        append(e);
        Place memory other = append(entryOf(logOf("b.example"), THIEF, transfer("seat", THIEF)));
        close(logOf("b.example"));
        anchorAll();
        refuse(minted, other);
        refuse(other, minted);
    }

    /// Both entries have the object key 0, but the request is about no object.
    function testAnAskAfterARequestIsNoFault() external {
        Place memory request = enter(log, ISSUER, httpRequest());
        Place memory asked = enter(log, BOB, ask(0));
        anchorAll();
        refuse(request, asked);
    }

    /// The two entries must be given in the order of the log.
    function testTwoEntriesInReverseOrderAreNoFault() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory stolen = enter(entryOf(log, THIEF, transfer("seat", THIEF)));
        anchorAll();
        refuse(stolen, minted);
    }

    // WrongObject

    function testAnEntryOfAnotherObjectIsAFault() external {
        Act memory a = transfer("seat", BOB);
        enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, a);
        (e.objectKey, e.prior) = (keccak256("junk"), NO_PRIOR);
        isWrongObject(enter(e), a, 1);
    }

    /// A buried transfer: the recipient has the payload and proves the fault.
    function testAnActThatIsEnteredAsAnAskIsAFault() external {
        Act memory a = transfer("seat", BOB);
        enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, a);
        (e.part, e.holder) = (2, ALICE);
        isWrongObject(enter(e), a, 1);
    }

    function testAnActThatIsEnteredWithoutAnObjectIsAFault() external {
        Act memory a = transfer("seat", BOB);
        Entries.Entry memory e = entryOf(log, ALICE, a);
        (e.part, e.objectKey, e.prior, e.holder) = (0, 0, 0, address(0));
        isWrongObject(enter(e), a, 0);
    }

    function testARequestThatIsEnteredAsAnActIsAFault() external {
        Entries.Entry memory e = entryOf(log, ALICE, httpRequest());
        (e.part, e.prior, e.holder) = (1, NO_PRIOR, ANYBODY);
        isWrongObject(enter(e), httpRequest(), 0);
    }

    function testAnAskThatIsEnteredAsAnActIsAFault() external {
        Act memory a = ask(keyOf("seat"));
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.part = 1;
        isWrongObject(enter(e), a, 0);
    }

    function testAnAskAboutAnotherObjectIsAFault() external {
        Act memory a = ask(keyOf("seat"));
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.objectKey = keyOf("another");
        isWrongObject(enter(e), a, 0);
    }

    function testAnotherHolderThanTheNamedOneIsAFault() external {
        Act memory a = transfer("seat", BOB);
        enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.holder = THIEF;
        isWrongObject(enter(e), a, 1);
    }

    function testAFirstActWithAHolderThatItDoesNotNameIsAFault() external {
        Act memory a = rename("seat", BOB);
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.holder = ALICE;
        isWrongObject(enter(e), a, 0);
    }

    function testAnEntryAfterItsDeadlineIsAFault() external {
        Act memory a = transfer("seat", BOB);
        clock = (DEADLINE + 1) * 1000;
        vm.warp(DEADLINE + 1);
        isWrongObject(enter(entryOf(log, ALICE, a)), a, 0);
    }

    function testAnEntryInTheLastMillisecondOfItsDeadlineIsNoFault() external {
        Act memory a = transfer("seat", BOB);
        clock = DEADLINE * 1000 + 999;
        vm.warp(DEADLINE + 1);
        Place memory place = enter(log, ALICE, a);
        anchorAll();
        refuseObject(place, a);
    }

    function testNoHonestEntryIsOfAWrongObject() external {
        Act[7] memory acts = [
            mint("seat", ALICE),
            transfer("another", address(0)),
            rename("third", BOB),
            transfer("fourth", ANYBODY),
            ask(keyOf("seat")),
            ask(keyOf("never")),
            httpRequest()
        ];
        Place[7] memory places;
        for (uint256 i = 0; i < acts.length; ++i) places[i] = enter(log, ALICE, acts[i]);
        anchorAll();
        for (uint256 i = 0; i < acts.length; ++i) refuseObject(places[i], acts[i]);
    }

    /// Only the entry's own action can prove WrongObject.
    function testAnActionThatIsNotTheEntrysIsRefused() external {
        Entries.Entry memory e = entryOf(log, ALICE, transfer("seat", BOB));
        Place memory place = enter(e);
        anchorAll();
        Act memory other = transfer("seat", THIEF);
        bytes32 digest = digestOf(log, ALICE, e.nonce, other);
        Evidence.EntryEvidence memory shown = evidence(place);
        vm.expectRevert(abi.encodeWithSelector(Actions.DigestMismatch.selector, e.digest, digest));
        faults.proveWrongObject(OPERATOR, shown, other.opening);
    }

    // WrongCarry

    function testAHolderThatIsNotCarriedOverIsAFault() external {
        Act memory a = rename("seat", THIEF);
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.holder = THIEF;
        Place memory lied = enter(e);
        anchorAll();
        refuseObject(lied, a);
        refuse(minted, lied);
        faults.proveWrongCarry(OPERATOR, evidence(minted), evidence(lied), a.opening);
        convicted(1);
    }

    function testAHolderThatIsCarriedOverIsNoFault() external {
        Act memory a = rename("seat", THIEF);
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory renamed = enter(log, ALICE, a);
        anchorAll();
        refuseCarry(minted, renamed, a);
    }

    function testANamedHolderIsNotCarriedOver() external {
        Act memory a = transfer("seat", BOB);
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Place memory sold = enter(log, ALICE, a);
        anchorAll();
        refuseCarry(minted, sold, a);
    }

    /// Only the holder of the prior act is carried over.
    function testAnActThatIsNotThePriorIsNoCarry() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        enter(log, ALICE, transfer("seat", BOB));
        Act memory a = rename("seat", BOB);
        Place memory renamed = enter(log, BOB, a);
        anchorAll();
        refuseCarry(minted, renamed, a);
    }

    /// This lie is the fault `WrongPrior`.
    function testAPriorOnAnotherObjectIsNoCarry() external {
        Place memory minted = enter(log, ISSUER, mint("another", ALICE));
        Act memory a = rename("seat", BOB);
        Place memory lied = enter(namingPrior(0, entryOf(log, BOB, a)));
        anchorAll();
        refuseCarry(minted, lied, a);
        faults.proveWrongPrior(OPERATOR, evidence(minted), evidence(lied));
    }

    /// Otherwise an honest operator with two logs would be convicted.
    function testAnActInAnotherLogIsNoCarry() external {
        bytes32 second = logOf("b.example");
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = rename("seat", BOB);
        append(entryOf(second, ISSUER, mint("seat", BOB)));
        Place memory renamed = append(entryOf(second, BOB, a));
        close(second);
        anchorAll();
        refuseCarry(minted, renamed, a);
    }

    /// This lie is the fault `WrongPrior`.
    function testAPriorThatIsAnAskIsNoCarry() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Place memory asked = enter(log, BOB, ask(keyOf("seat")));
        Act memory a = rename("seat", BOB);
        Place memory lied = enter(naming(1, BOB, entryOf(log, ALICE, a)));
        anchorAll();
        refuseCarry(asked, lied, a);
        faults.proveWrongPrior(OPERATOR, evidence(asked), evidence(lied));
    }

    function testAnAskCarriesNothing() external {
        Place memory minted = enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = ask(keyOf("seat"));
        Entries.Entry memory e = entryOf(log, BOB, a);
        e.holder = BOB;
        Place memory lied = enter(e);
        anchorAll();
        refuseCarry(minted, lied, a);
    }

    /// This lie is the fault `WrongPrior`.
    function testAnAskWhosePriorIsAnAskCarriesNothing() external {
        enter(log, ISSUER, mint("seat", ALICE));
        Act memory a = ask(keyOf("seat"));
        Place memory asked = enter(log, BOB, a);
        Place memory lied = enter(naming(1, BOB, entryOf(log, BOB, a)));
        anchorAll();
        refuseCarry(asked, lied, a);
        faults.proveWrongPrior(OPERATOR, evidence(asked), evidence(lied));
    }

    /// Enters an honest history: sales, redemptions, asks, a contract wallet's act, objects that anybody may act on
    /// because they were named so or never had an act, and requests.
    function honest() private returns (Place[] memory all) {
        all = new Place[](14);
        all[0] = enter(log, ISSUER, mint("seat", ALICE));
        all[1] = enter(log, ISSUER, mint("ticket", ANYBODY));
        all[2] = enter(log, BOB, ask(keyOf("seat")));
        all[3] = enter(log, ALICE, transfer("seat", BOB));
        all[4] = append(entryOf(log, BOB, rename("seat", ALICE)));
        Entries.Entry memory wallet = entryOf(log, THIEF, transfer("ticket", BOB));
        (wallet.scheme, wallet.verifiedBlock) = (1, 7);
        all[5] = append(wallet);
        all[6] = enter(entryOf(log, BOB, redeem("seat")));
        all[7] = enter(log, ALICE, ask(keyOf("seat")));
        all[8] = enter(log, ALICE, ask(keyOf("never")));
        all[9] = enter(log, ALICE, httpRequest());
        all[10] = enter(log, ALICE, rename("free", BOB));
        all[11] = enter(log, BOB, rename("free", ALICE));
        all[12] = enter(log, BOB, transfer("ticket", ANYBODY));
        all[13] = enter(log, THIEF, transfer("ticket", THIEF));
    }

    /// Anchors all entries, and expects that the pair convicts.
    function isWrongPrior(Place memory earlier, Place memory later, uint64 from) private {
        anchorAll();
        faults.proveWrongPrior(OPERATOR, evidence(earlier), evidence(later));
        convicted(from);
    }

    function isWrongObject(Place memory place, Act memory a, uint64 from) private {
        anchorAll();
        faults.proveWrongObject(OPERATOR, evidence(place), a.opening);
        convicted(from);
    }

    function convicted(uint64 from) private view {
        assertTrue(stake.accountOf(OPERATOR).status == OperatorStake.Status.Slashed);
        assertEq(registry.freezes(OPERATOR, log)[0].from, from);
    }

    function refuse(Place memory earlier, Place memory later) private {
        (Evidence.EntryEvidence memory a, Evidence.EntryEvidence memory b) = (evidence(earlier), evidence(later));
        vm.expectRevert(noFault(FaultProofs.Fault.WrongPrior));
        faults.proveWrongPrior(OPERATOR, a, b);
    }

    function refuseObject(Place memory place, Act memory a) private {
        Evidence.EntryEvidence memory e = evidence(place);
        vm.expectRevert(noFault(FaultProofs.Fault.WrongObject));
        faults.proveWrongObject(OPERATOR, e, a.opening);
    }

    function refuseCarry(Place memory earlier, Place memory later, Act memory a) private {
        (Evidence.EntryEvidence memory e, Evidence.EntryEvidence memory n) = (evidence(earlier), evidence(later));
        vm.expectRevert(noFault(FaultProofs.Fault.WrongCarry));
        faults.proveWrongCarry(OPERATOR, e, n, a.opening);
    }

    function noFault(FaultProofs.Fault fault) private pure returns (bytes memory) {
        return abi.encodeWithSelector(FaultProofs.NoFault.selector, fault);
    }
}
