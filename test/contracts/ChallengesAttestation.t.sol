// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {IChallenges} from "../../contracts/interfaces/IChallenges.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Wallets} from "../../contracts/libraries/Wallets.sol";
import {ChallengeKindTest} from "./ChallengeKindTest.sol";

/// A wallet that answers what it is set to.
contract TestWallet {
    enum Mode {
        Stands,
        Refuses,
        Reverts,
        Short,
        Long,
        Dirty,
        BurnsGas
    }

    Mode public mode;
    bytes32 private immutable SIGNATURE_HASH;

    constructor(bytes32 signatureHash) {
        SIGNATURE_HASH = signatureHash;
    }

    function set(Mode mode_) external {
        mode = mode_;
    }

    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        if (mode == Mode.Reverts || keccak256(signature) != SIGNATURE_HASH) revert("no");
        if (mode == Mode.Refuses) return 0xffffffff;
        if (mode == Mode.BurnsGas) while (true) {}
        bytes32 answer = bytes32(bytes4(0x1626ba7e));
        if (mode == Mode.Dirty) answer |= bytes32(uint256(1));
        uint256 length = 32;
        if (mode == Mode.Short) length = 4;
        if (mode == Mode.Long) length = 64;
        assembly {
            mstore(0x00, answer)
            mstore(0x20, 0)
            return(0x00, length)
        }
    }
}

/// Sets an account's code.
interface IVmEtch {
    function etch(address account, bytes calldata code) external;
}

contract AttestationChallenge is ChallengeKindTest {
    bytes private constant SIGNATURE = "what the wallet takes for a signature";
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;
    TestWallet private wallet;

    function kind() internal pure override returns (IChallenges.Kind) {
        return IChallenges.Kind.Attestation;
    }

    function slashes() internal pure override returns (bool) {
        return false;
    }

    /// Entry 1 is the wallet's.
    function fill() internal override {
        wallet = new TestWallet(keccak256(SIGNATURE));
        appendVote(OPERATOR, 0);
        append(OPERATOR, address(wallet), 1, voteDigest(OPERATOR, address(wallet), 1), keccak256(SIGNATURE), 1);
        closeBatch(OPERATOR);
        append(OPERATOR, address(wallet), 2, voteDigest(OPERATOR, address(wallet), 2), keccak256(wrapped(1)), 1);
        append(OPERATOR, address(wallet), 3, voteDigest(OPERATOR, address(wallet), 3), keccak256(gapped()), 1);
        append(OPERATOR, address(0xe0a), 4, voteDigest(OPERATOR, address(0xe0a), 4), keccak256(SIGNATURE), 1);
        closeBatch(OPERATOR);
    }

    /// By ERC-6492.
    function wrapped(uint256 salt) private view returns (bytes memory) {
        return abi.encodePacked(abi.encode(address(this), abi.encode(salt), SIGNATURE), WRAPPED);
    }

    function gapped() private view returns (bytes memory) {
        return abi.encodePacked(abi.encode(address(this), abi.encode(1), SIGNATURE), bytes32(0), WRAPPED);
    }

    function openCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IChallenges.openSignature, (OPERATOR, entryEvidence(0, POSITION, PLACE), 0));
    }

    function answerCall() internal view override returns (bytes memory) {
        return abi.encodeCall(IChallenges.attest, (OPERATOR, entryEvidence(0, POSITION, PLACE), SIGNATURE));
    }

    function isAttestation(IAttestations.Attestation expected) private view {
        assertEq(uint256(challenges.attestation(OPERATOR, logOf(OPERATOR), 1)), uint256(expected));
    }

    /// After the deadline the bond goes back, and the entry is attested all the same.
    function testAnsweredLate() external override {
        open();
        vm.warp(openFrom() + 3);
        isAttestation(IAttestations.Attestation.Unattested);
        answer(ANSWERER);
        isAttestation(IAttestations.Attestation.Attested);
        assertEq(stake.creditOf(CHALLENGER), bond());
        assertEq(stake.creditOf(ANSWERER), 0);
        assertEq(address(challenges).balance, 0);
    }

    function testAnsweredBeforeItWasAsked() external override {
        isAttestation(IAttestations.Attestation.None);
        answer(ANSWERER);
        isAttestation(IAttestations.Attestation.Attested);
        bytes memory data = openCall();
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.expectRevert(abi.encodeWithSelector(IChallenges.AlreadyOpened.selector, id(), IChallenges.Status.Answered));
        run(value, data);
    }

    function testStates() external {
        open();
        isAttestation(IAttestations.Attestation.Asked);
        vm.warp(START + 2);
        isAttestation(IAttestations.Attestation.Asked);
        vm.warp(START + 3);
        isAttestation(IAttestations.Attestation.Unattested);
        settle();
        isAttestation(IAttestations.Attestation.Unattested);
        vm.warp(START + 1000 * FINALITY_DELAY);
        answer(ANSWERER);
        isAttestation(IAttestations.Attestation.Attested);
        assertEq(stake.accountOf(OPERATOR).stake, MINIMUM_STAKE + PENALTY_MARGIN);
    }

    function testAWalletsChangedAnswerAfterAcceptance() external {
        answer(ANSWERER);
        wallet.set(TestWallet.Mode.Refuses);
        isAttestation(IAttestations.Attestation.Attested);
    }

    function testAnsweredWrongly() external {
        open();
        Evidence.EntryEvidence memory evidence = entryEvidence(0, POSITION, PLACE);
        for (uint8 mode = 1; mode <= uint8(TestWallet.Mode.BurnsGas); ++mode) {
            wallet.set(TestWallet.Mode(mode));
            vm.expectRevert(abi.encodeWithSelector(IChallenges.NotAttested.selector, address(wallet)));
            challenges.attest(OPERATOR, evidence, SIGNATURE);
        }
        wallet.set(TestWallet.Mode.Stands);
        vm.expectRevert(
            abi.encodeWithSelector(IChallenges.WrongAnswer.selector, keccak256(SIGNATURE), keccak256("other"))
        );
        challenges.attest(OPERATOR, evidence, "other");
        isAttestation(IAttestations.Attestation.Asked);
    }

    /// An account without code is no contract wallet; one that delegates by EIP-7702 signs with its own key.
    function testAnAccountWithoutCodeOrWithADelegation() external {
        Evidence.EntryEvidence memory evidence = entryEvidence(0, 1, 2);
        vm.expectRevert(abi.encodeWithSelector(IChallenges.NotAttested.selector, address(0xe0a)));
        challenges.attest(OPERATOR, evidence, SIGNATURE);
        IVmEtch(address(vm)).etch(address(0xe0a), abi.encodePacked(hex"ef0100", address(wallet)));
        vm.expectRevert(abi.encodeWithSelector(IChallenges.NotAttested.selector, address(0xe0a)));
        challenges.attest(OPERATOR, evidence, SIGNATURE);
    }

    function testAWrapperIsTakenOff() external {
        challenges.attest(OPERATOR, entryEvidence(0, 1, 0), wrapped(1));
        Evidence.EntryEvidence memory evidence = entryEvidence(0, 1, 1);
        bytes memory signed = gapped();
        vm.expectRevert(abi.encodeWithSelector(Wallets.WrapperNotCanonical.selector));
        challenges.attest(OPERATOR, evidence, signed);
    }

    /// It asks nothing that the stake answers for: a slash or an exit changes nothing.
    function testAttestedAfterASlash() external {
        open();
        vm.prank(JUDGE);
        stake.slash(OPERATOR, address(0xbeef));
        isAttestation(IAttestations.Attestation.Asked);
        answer(ANSWERER);
        isAttestation(IAttestations.Attestation.Attested);
        assertEq(stake.creditOf(ANSWERER), bond() - burned());
    }

    function testCannotBeAnsweredByASignature() external {
        open();
        bytes32 signatureId = challenges.challengeId(IChallenges.Kind.Signature, OPERATOR, logOf(OPERATOR), 1);
        bytes memory entry = batches[POSITION].entries[PLACE];
        vm.expectRevert(abi.encodeWithSelector(IChallenges.NotOpen.selector, signatureId, IChallenges.Status.None));
        challenges.answerSignature(OPERATOR, entry, SIGNATURE);
    }
}
