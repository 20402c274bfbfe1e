// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Attestations} from "../../contracts/Attestations.sol";
import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {ObjectRedeemer} from "../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {ObjectLogTest} from "./ObjectLogTest.sol";
import {create, newAttestations, newFaultProofs, newObjectRedeemer} from "./released.sol";

/// Contract wallets at a gate for objects. A wallet redeems an object of anybody by its attested signature. It never
/// redeems an object that has a holder, even if it is the holder itself.
contract WalletRedemptionsTest is ObjectLogTest {
    address private constant ISSUER = address(0x155);
    uint256 private constant OWNER_KEY = 0xac7;

    FaultProofs private faults;
    Attestations private attestations;
    ObjectRedeemer private gate;
    address private wallet;
    bytes32 private log;
    bytes private signed;

    function setUp() external {
        setUpRegistry(nextAddress(2));
        faults = newFaultProofs(address(registry), address(stake), address(this));
        join(OPERATOR);
        log = logOf("a.example");
        attestations = newAttestations();
        wallet = create("OwnedWallet", abi.encode(vm.addr(OWNER_KEY)));
        Redemptions.Terms memory taken = redemptionTerms(log, ISSUER, MINT_TYPE);
        taken.source.attestations = attestations;
        gate = newObjectRedeemer(taken);
    }

    function testAnAttestedWalletRedeemsAnObjectOfAnybody() external {
        (Evidence.EntryEvidence memory redeemed, Evidence.EntryEvidence memory minted) = redeemedByTheWallet(ANYBODY);
        vm.expectRevert(abi.encodeWithSelector(FaultProofs.NoFault.selector, FaultProofs.Fault.WrongPrior));
        faults.proveWrongPrior(OPERATOR, minted, redeemed);
        vm.warp(block.timestamp + FINALITY_DELAY);
        refuse(gate, redeemed, minted, ANYBODY, notAttested(redeemed));
        attestations.attest(redeemed.entry, signed);
        vm.expectEmit(address(gate));
        emit Redemptions.ObjectRedeemed(wallet, keyOf("seat"));
        gate.redeem(redeemed, redeem("seat", gate).opening, minted, mint("seat", ANYBODY).opening);
        bytes memory again = abi.encodeWithSelector(Redemptions.AlreadyRedeemed.selector, keyOf("seat"));
        refuse(gate, redeemed, minted, ANYBODY, again);
    }

    function testAGateWithoutAttestationsRefusesAWalletsRedemption() external {
        (Evidence.EntryEvidence memory redeemed, Evidence.EntryEvidence memory minted) = redeemedByTheWallet(ANYBODY);
        vm.warp(block.timestamp + FINALITY_DELAY);
        attestations.attest(redeemed.entry, signed);
        ObjectRedeemer strict = newObjectRedeemer(redemptionTerms(log, ISSUER, MINT_TYPE));
        refuse(strict, redeemed, minted, ANYBODY, notAttested(redeemed));
    }

    /// A contract wallet can hold an object but not act on it. An attestation does not change that.
    function testAnAttestedWalletCannotRedeemItsOwnObject() external {
        (Evidence.EntryEvidence memory redeemed, Evidence.EntryEvidence memory minted) = redeemedByTheWallet(wallet);
        attestations.attest(redeemed.entry, signed);
        vm.warp(block.timestamp + FINALITY_DELAY);
        bytes memory contradicts = abi.encodeWithSelector(Redemptions.ContradictsMint.selector, keyOf("seat"));
        refuse(gate, redeemed, minted, wallet, contradicts);
    }

    function testAWalletsRedemptionOfItsOwnObjectConvictsTheOperator() external {
        (Evidence.EntryEvidence memory redeemed, Evidence.EntryEvidence memory minted) = redeemedByTheWallet(wallet);
        attestations.attest(redeemed.entry, signed);
        faults.proveWrongPrior(OPERATOR, minted, redeemed);
        vm.warp(block.timestamp + FINALITY_DELAY);
        bytes memory frozen = abi.encodeWithSelector(AnchorRegistry.BatchFrozen.selector, OPERATOR, log, 1);
        refuse(gate, redeemed, minted, wallet, frozen);
    }

    /// Enters a mint, which becomes final, and the wallet's redemption, which is anchored.
    function redeemedByTheWallet(
        address holder
    ) private returns (Evidence.EntryEvidence memory redeemed, Evidence.EntryEvidence memory minted) {
        Place memory first = enter(log, ISSUER, mint("seat", holder));
        anchorAll();
        vm.warp(START + FINALITY_DELAY);
        Entries.Entry memory e = entryOf(log, wallet, redeem("seat", gate));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(OWNER_KEY, e.digest);
        signed = abi.encodePacked(r, s, v);
        (e.signatureHash, e.scheme, e.verifiedBlock) = (keccak256(signed), 1, 7);
        Place memory second = enter(e);
        anchorAll();
        (redeemed, minted) = (evidence(second), evidence(first, 0));
    }

    function refuse(
        ObjectRedeemer redeemer,
        Evidence.EntryEvidence memory redeemed,
        Evidence.EntryEvidence memory minted,
        address holder,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        redeemer.redeem(redeemed, redeem("seat", gate).opening, minted, mint("seat", holder).opening);
    }

    function notAttested(Evidence.EntryEvidence memory redeemed) private pure returns (bytes memory) {
        return abi.encodeWithSelector(AnchoredAction.NotAttested.selector, leafHash(redeemed.entry));
    }
}
