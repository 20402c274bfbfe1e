// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Attestations} from "../../contracts/Attestations.sol";
import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Wallets} from "../../contracts/libraries/Wallets.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {newAttestations} from "./released.sol";
import {Test} from "./Test.sol";

/// A contract wallet with a selectable answer.
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

contract AttestationsTest is Test {
    bytes private constant SIGNATURE = "what the wallet takes for a signature";
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;
    bytes32 private constant DIGEST = keccak256("an action");

    Attestations private attestations;
    TestWallet private wallet;

    function setUp() external {
        attestations = newAttestations();
        wallet = new TestWallet(keccak256(SIGNATURE));
    }

    function entryOf(address actor, bytes memory signed, uint8 scheme) private pure returns (bytes memory) {
        Entries.Entry memory e;
        (e.log, e.index, e.prev, e.actor, e.nonce) = (keccak256("log"), 3, keccak256("prev"), actor, 9);
        (e.digest, e.signatureHash, e.scheme, e.verifiedBlock) = (
            DIGEST,
            keccak256(signed),
            scheme,
            uint64(scheme) * 7
        );
        e.acceptedAt = 1_800_000_000_000;
        return EntryBytes.encode(e);
    }

    function entryOf() private view returns (bytes memory) {
        return entryOf(address(wallet), SIGNATURE, 1);
    }

    /// The leaf hash of RFC 9162, section 2.1.1.
    function hashOf(bytes memory entry) private pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x00), entry));
    }

    /// An attestation needs no challenge: this test has no operator, log or checkpoint.
    function testAttestsWithoutAChallenge() external {
        bytes memory entry = entryOf();
        assertTrue(!attestations.isAttested(hashOf(entry)));
        vm.expectEmit(address(attestations));
        emit IAttestations.EntryAttested(hashOf(entry), address(wallet));
        vm.prank(address(0xa45));
        attestations.attest(entry, SIGNATURE);
        assertTrue(attestations.isAttested(hashOf(entry)));
    }

    function testW2AnAttestationOutlivesAWalletsChangedAnswer() external {
        bytes memory entry = entryOf();
        attestations.attest(entry, SIGNATURE);
        wallet.set(TestWallet.Mode.Refuses);
        vm.expectRevert(abi.encodeWithSelector(IAttestations.NotAttested.selector, address(wallet)));
        attestations.attest(entry, SIGNATURE);
        assertTrue(attestations.isAttested(hashOf(entry)));
    }

    /// Any changed byte makes another entry: at another index, of another log, or at the same place in a forked log.
    function testW1AnAttestationCoversNoOtherEntry(uint256 place, uint8 mask) external {
        vm.assume(mask != 0);
        bytes memory entry = entryOf();
        attestations.attest(entry, SIGNATURE);
        entry[bound(place, 0, 205)] ^= bytes1(mask);
        assertTrue(!attestations.isAttested(hashOf(entry)));
    }

    function testW1OnlyAnExactAnswerCounts() external {
        bytes memory entry = entryOf();
        for (uint8 mode = 1; mode <= uint8(TestWallet.Mode.BurnsGas); ++mode) {
            wallet.set(TestWallet.Mode(mode));
            vm.expectRevert(abi.encodeWithSelector(IAttestations.NotAttested.selector, address(wallet)));
            attestations.attest(entry, SIGNATURE);
        }
        assertTrue(!attestations.isAttested(hashOf(entry)));
    }

    function testW1OnlyTheEntrysOwnSignatureCounts() external {
        bytes memory entry = entryOf(address(wallet), "another", 1);
        vm.expectRevert(
            abi.encodeWithSelector(IAttestations.WrongSignature.selector, keccak256("another"), keccak256(SIGNATURE))
        );
        attestations.attest(entry, SIGNATURE);
    }

    function testRefusesEntriesOfOtherSchemes() external {
        bytes memory entry = entryOf(address(wallet), SIGNATURE, 0);
        vm.expectRevert(abi.encodeWithSelector(IAttestations.WrongScheme.selector, 0));
        attestations.attest(entry, SIGNATURE);
        entry = entryOf(address(wallet), SIGNATURE, 2);
        vm.expectRevert(abi.encodeWithSelector(Entries.EntryMalformed.selector));
        attestations.attest(entry, SIGNATURE);
    }

    /// An account without code is not a contract wallet; one that delegates by EIP-7702 signs with its own key.
    function testRefusesAnAccountWithoutCodeOrWithADelegation() external {
        address account = address(0xe0a);
        bytes memory entry = entryOf(account, SIGNATURE, 1);
        vm.expectRevert(abi.encodeWithSelector(IAttestations.NotAttested.selector, account));
        attestations.attest(entry, SIGNATURE);
        vm.etch(account, abi.encodePacked(hex"ef0100", address(wallet)));
        vm.expectRevert(abi.encodeWithSelector(IAttestations.NotAttested.selector, account));
        attestations.attest(entry, SIGNATURE);
    }

    /// The wrapper of ERC-6492.
    function testAWrapperIsRemoved() external {
        bytes memory call = abi.encode(address(this), abi.encode(1), SIGNATURE);
        bytes memory wrapped = abi.encodePacked(call, WRAPPED);
        bytes memory entry = entryOf(address(wallet), wrapped, 1);
        attestations.attest(entry, wrapped);
        assertTrue(attestations.isAttested(hashOf(entry)));
        bytes memory gapped = abi.encodePacked(call, bytes32(0), WRAPPED);
        entry = entryOf(address(wallet), gapped, 1);
        vm.expectRevert(abi.encodeWithSelector(Wallets.WrapperNotCanonical.selector));
        attestations.attest(entry, gapped);
    }
}
