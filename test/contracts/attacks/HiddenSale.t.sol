// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnnouncedRedeemer} from "../../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../../contracts/examples/Contests.sol";
import {AnchoredAction} from "../../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../../contracts/libraries/Entries.sol";
import {AnnouncedTest} from "../AnnouncedTest.sol";

/// The attack: operator and thief anchor a sale that the holder never signed, in a hidden batch of 65,536 entries. A
/// search would lock a bond for each entry, and a freeze after finality does not help. But the holder knows its own
/// newest act, and demands the act that follows it.
contract HiddenSaleAttack is AnnouncedTest {
    Place private stolen;
    bytes32 private id;

    function setUp() external {
        setUpGate(SILENCE);
    }

    /// The thief announces a redemption. All entries are final, and nobody is convicted.
    function redeemedByTheThief() private {
        stolen = enter(log, THIEF, redeem("seat", gate));
        finish();
        id = announce(stolen);
    }

    function testNobodyShowsTheSale() external {
        forged(ALICE, transfer("seat", THIEF));
        redeemedByTheThief();
        expire(id, demand(id, minted), 0);
        refuseSettle(stolen, notAnnounced(id));
    }

    /// One demand is enough, however many sales the thief makes among its own accounts.
    function testTheThiefShowsTheSaleAndNotItsSignature() external {
        Place memory sale = forged(ALICE, transfer("seat", THIEF));
        for (uint256 i = 0; i < 3; ++i) enter(log, THIEF, transfer("seat", THIEF));
        redeemedByTheThief();
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, sale);
        bytes memory reason = abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(sale));
        refuseAction(id, d, sale, transfer("seat", THIEF), reason);
        expire(id, d, hashOf(sale));
        refuseSettle(stolen, notAnnounced(id));
    }

    /// The operator uses the holder's signature of another action.
    function testTheThiefShowsASignatureOfAnotherAction() external {
        Place memory other = enter(log, ALICE, transfer("another", THIEF));
        Place memory sale = enterAgain(other, transfer("seat", THIEF));
        redeemedByTheThief();
        Contests.Demand memory d = demand(id, minted);
        showEntry(id, d, sale);
        bytes memory reason = abi.encodeWithSelector(AnchoredAction.NotItsAction.selector, hashOf(sale));
        refuseAction(id, d, sale, transfer("another", THIEF), reason);
        expire(id, d, hashOf(sale));
    }

    /// The operator enters the holder's first sale a second time, after the holder got the object back. The holder
    /// shows both entries.
    function testTheThiefShowsASaleThatWasEnteredBefore() external {
        Place memory first = enter(log, ALICE, transfer("seat", BOB));
        Place memory back = enter(log, BOB, transfer("seat", ALICE));
        Place memory again = enterAgain(first, transfer("seat", BOB));
        stolen = enter(log, BOB, redeem("seat", gate));
        finish();
        id = announce(stolen);
        vm.warp(block.timestamp + NOTICE - 1);
        Contests.Demand memory d = demand(id, back);
        vm.warp(d.deadline); // after the notice
        showEntry(id, d, again);
        showAction(id, d, again, transfer("seat", BOB));
        refuseSettle(stolen, abi.encodeWithSelector(Contests.TooEarly.selector, d.deadline + RESPONSE_TIME));
        gate.cancel(id, evidence(first), evidence(again));
        refuseSettle(stolen, notAnnounced(id));
    }

    /// The mint is forged in the issuer's name. The announcement is refused, as the issuer's signature is missing.
    function testAMintThatTheIssuerNeverSigned() external {
        Place memory made = forged(ISSUER, mint("gold", THIEF));
        stolen = enter(log, THIEF, redeem("gold", gate));
        finish();
        bytes memory reason = abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(made));
        refuse("gold", made, mint("gold", THIEF), reason);
    }

    /// The redemption is forged in the holder's name.
    function testARedemptionThatTheHolderNeverSigned() external {
        stolen = forged(ALICE, redeem("seat", gate));
        finish();
        bytes memory reason = abi.encodeWithSelector(Contests.NotSigned.selector, hashOf(stolen));
        refuse("seat", minted, mint("seat", ALICE), reason);
    }

    function refuse(string memory object, Place memory first, Act memory a, bytes memory reason) private {
        AnnouncedRedeemer.Act memory redemption = shown(stolen, redeem(object, gate));
        AnnouncedRedeemer.Act memory mint_ = shown(first, a);
        vm.expectRevert(reason);
        gate.announce(redemption, mint_);
    }

    /// Enters an act with the signature of another entry of Alice.
    function enterAgain(Place memory signed, Act memory a) private returns (Place memory place) {
        Entries.Entry memory e = entryOf(log, ALICE, a);
        Entries.Entry memory old = this.decoded(batches[signed.batch].entries[0]);
        (e.nonce, e.digest, e.signatureHash) = (old.nonce, old.digest, old.signatureHash);
        place = enter(e);
    }
}
