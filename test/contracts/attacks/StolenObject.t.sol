// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../../contracts/AnchorRegistry.sol";
import {FaultProofs} from "../../../contracts/FaultProofs.sol";
import {ObjectRedeemer} from "../../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../../contracts/examples/Redemptions.sol";
import {AnchoredAction} from "../../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../../contracts/libraries/Entries.sol";
import {Evidence} from "../../../contracts/libraries/Evidence.sol";
import {ObjectLogTest} from "../ObjectLogTest.sol";
import {newFaultProofs, newObjectRedeemer} from "../released.sol";

/// The attack: an operator and an accomplice steal an object and redeem it. Anybody who reads the entries, or who has a
/// payload, convicts the operator in time, and the gate pays nobody.
contract StolenObjectAttack is ObjectLogTest {
    address private constant ISSUER = address(0x155);
    address private constant ALICE = address(0xa11ce);
    address private constant BOB = address(0xb0b);
    address private constant WALLET = address(0x3a11e7);
    address private constant THIEF = address(0x7ee);

    FaultProofs private faults;
    ObjectRedeemer private gate;
    bytes32 private log;
    Place private minted;

    function setUp() external {
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(this));
        join(OPERATOR);
        log = logOf("a.example");
        gate = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        minted = enter(log, ISSUER, mint("seat", ALICE));
        anchorAll();
        vm.warp(START + FINALITY_DELAY); // The mint is final, so a later freeze does not affect it.
    }

    function testAThiefsRedemption() external {
        Place memory stolen = enter(log, THIEF, redeem("seat", gate));
        anchorAll();
        faults.proveWrongPrior(OPERATOR, evidence(minted), evidence(stolen));
        isRefused(stolen);
    }

    /// The second buyer sees the object as if the first sale had not happened.
    function testASecondSale() external {
        Place memory sale = enter(log, ALICE, transfer("seat", BOB));
        Place memory second = enter(namingPrior(0, entryOf(log, ALICE, transfer("seat", THIEF))));
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        anchorAll();
        faults.proveWrongPrior(OPERATOR, evidence(sale), evidence(second));
        isRefused(redeemed);
    }

    /// The sale is entered as an ask. Its buyer has the payload, and proves the fault.
    function testABuriedSale() external {
        Act memory a = transfer("seat", BOB);
        Entries.Entry memory e = entryOf(log, ALICE, a);
        (e.part, e.holder) = (2, ALICE);
        Place memory buried = enter(e);
        Place memory redeemed = enter(log, ALICE, redeem("seat", gate));
        anchorAll();
        faults.proveWrongObject(OPERATOR, evidence(buried), a.opening);
        isRefused(redeemed);
    }

    /// The theft has a wrong object key, so no entry contradicts it. The gate computes the key itself.
    function testAJunkKey() external {
        Entries.Entry memory e = entryOf(log, THIEF, redeem("another", gate));
        (e.objectKey, e.prior) = (keyOf("seat"), 0);
        Place memory junk = enter(e);
        anchorAll();
        vm.warp(block.timestamp + FINALITY_DELAY);
        Evidence.EntryEvidence memory shown = evidence(junk);
        Evidence.EntryEvidence memory m = evidence(minted);
        vm.expectRevert(abi.encodeWithSelector(AnchoredAction.NotItsAction.selector, leafHash(shown.entry)));
        gate.redeem(shown, redeem("another", gate).opening, m, mint("seat", ALICE).opening);
        Act memory own = redeem("junk", gate);
        enter(log, THIEF, transfer("junk", THIEF));
        Place memory redeemed = enter(log, THIEF, own);
        anchorAll();
        vm.warp(block.timestamp + FINALITY_DELAY);
        (shown, m) = (evidence(redeemed), evidence(minted));
        vm.expectRevert(abi.encodeWithSelector(Redemptions.NotMinted.selector, keyOf("junk")));
        gate.redeem(shown, own.opening, m, mint("seat", ALICE).opening);
    }

    /// The thief's own first act and redemption are final. The missing mint is forged in a fork, in the issuer's name.
    function testAMintInAForkThatIsNotFinal() external {
        enter(log, THIEF, transfer("gold", THIEF));
        Place memory redeemed = enter(log, THIEF, redeem("gold", gate));
        anchorAll();
        vm.warp(block.timestamp + FINALITY_DELAY);
        uint64 old = uint64(sizes.length - 1);
        Act memory m = mint("gold", THIEF);
        Entries.Entry memory e = entryOf(log, ISSUER, m);
        (e.index, e.prior, e.holder) = (0, NO_PRIOR, THIEF);
        Place memory forged = fork(e);
        anchorAll();
        Evidence.EntryEvidence memory shown = evidence(redeemed, old);
        Evidence.EntryEvidence memory f = evidence(forged);
        uint256 time = block.timestamp + FINALITY_DELAY;
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotFinal.selector, old + 1, time));
        gate.redeem(shown, redeem("gold", gate).opening, f, m.opening);
        faults.proveHeaderSuccession(OPERATOR, evidence(minted).batch, f.batch);
        vm.warp(time);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, forged.batch));
        gate.redeem(shown, redeem("gold", gate).opening, f, m.opening);
    }

    /// A contract wallet holds the object, and the operator forges the wallet's act between mint and redemption. The
    /// gate checks only these two.
    function testAForgedContractWalletInTheMiddle() external {
        Place memory sale = enter(log, ALICE, transfer("seat", WALLET));
        Entries.Entry memory e = entryOf(log, WALLET, transfer("seat", THIEF));
        (e.scheme, e.verifiedBlock) = (1, 7);
        Place memory forged = enter(e);
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        anchorAll();
        faults.proveWrongPrior(OPERATOR, evidence(sale), evidence(forged));
        isRefused(redeemed);
    }

    /// The operator withheld a signed sale. It enters it after its deadline, when Alice has the object again.
    function testAWithheldSaleAfterItsDeadline() external {
        Act memory a = transfer("seat", THIEF);
        a.opening.deadline = uint64(block.timestamp);
        vm.warp(block.timestamp + 1);
        clock = uint64(block.timestamp * 1000);
        Place memory late = enter(log, ALICE, a);
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        anchorAll();
        faults.proveWrongObject(OPERATOR, evidence(late), a.opening);
        isRefused(redeemed);
    }

    /// The entry of a sale has another holder than the sale names.
    function testASaleThatNamesAnotherHolder() external {
        Act memory a = transfer("seat", BOB);
        Entries.Entry memory e = entryOf(log, ALICE, a);
        e.holder = THIEF;
        Place memory lied = enter(e);
        Place memory redeemed = enter(log, THIEF, redeem("seat", gate));
        anchorAll();
        faults.proveWrongObject(OPERATOR, evidence(lied), a.opening);
        isRefused(redeemed);
    }

    /// Checks that the redemption stays frozen. Without the freeze the gate would pay.
    function isRefused(Place memory redeemed) private {
        vm.warp(block.timestamp + 100);
        Evidence.EntryEvidence memory shown = evidence(redeemed);
        Evidence.EntryEvidence memory m = evidence(minted, 0);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, redeemed.batch));
        gate.redeem(shown, redeem("seat", gate).opening, m, mint("seat", ALICE).opening);
    }
}
