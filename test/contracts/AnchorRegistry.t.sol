// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Keys} from "../../contracts/libraries/Keys.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {RFC9162} from "../../contracts/libraries/RFC9162.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";
import {newRegistry} from "./released.sol";

contract AnchorRegistryDeploymentTest is RegistryTest {
    address private constant STAKE = address(0x57a6e);

    function testTiming() external {
        setUpRegistry();
        Operators.Timing memory t = registry.timing();
        assertEq(t.challengeWindow, 5);
        assertEq(t.responseTime, 2);
        assertEq(t.margin, 1);
        assertEq(t.minAnchorInterval, INTERVAL);
        assertEq(t.ringLength, RING_LENGTH);
        assertEq(registry.finalityDelay(), FINALITY_DELAY);
        assertEq(registry.operatorStake(), address(stake));
    }

    function testDomain() external {
        setUpRegistry();
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address verifier, , ) = registry
            .eip712Domain();
        assertEq(bytes32(fields), bytes32(hex"0f"));
        assertEq(name, "anchorlog");
        assertEq(version, "1");
        assertEq(chainId, block.chainid);
        assertEq(verifier, address(registry));
    }

    function testTimesOutOfRange() external {
        for (uint256 i = 0; i < 8; ++i) {
            uint64 bad = i < 4 ? 0 : uint64(type(uint32).max) + 1;
            uint64[4] memory times = [uint64(1), 1, 1, 100];
            times[i % 4] = bad;
            vm.expectRevert(abi.encodeWithSelector(Operators.ParameterOutOfRange.selector, bad));
            newRegistry(Operators.Timing(times[0], times[1], times[2], times[3], 100), STAKE);
        }
    }

    function testRingLengthTooSmall() external {
        for (uint32 length = 0; length < 2; ++length) {
            vm.expectRevert(abi.encodeWithSelector(Operators.ParameterOutOfRange.selector, length));
            newRegistry(Operators.Timing(1, 1, 1, 100, length), STAKE);
        }
    }

    function testRingTooShortForAnyOperator() external {
        newRegistry(Operators.Timing(10, 10, 10, 6, 10), STAKE);
        vm.expectRevert(abi.encodeWithSelector(Operators.RingTooShort.selector, 60, 62));
        newRegistry(Operators.Timing(10, 10, 11, 6, 10), STAKE);
    }

    function testLargestParameters() external {
        uint64 most = type(uint32).max;
        registry = newRegistry(Operators.Timing(most, most, most, most, type(uint32).max), address(this));
        assertEq(registry.finalityDelay(), 3 * uint256(most));
        register(address(this));
        registry.setStanding(address(this), true);
        anchor(address(this), 0, 1);
        assertEq(registry.finalSize(address(this)), 0);
        bytes memory proof = possession(address(this), 1, 0xc3);
        registry.rotateKey(1, vm.addr(0xc3), proof);
        (uint64 from, ) = registry.keyPeriod(address(this), 1, vm.addr(0xc3));
        assertEq(from, block.timestamp + most);
    }
}

contract AnchorRegistryRegistrationTest is RegistryTest {
    address private constant OPERATOR = address(0x0b);

    function setUp() external {
        setUpRegistry();
    }

    function testRegisters() external {
        vm.expectEmit(address(registry));
        emit Operators.OperatorRegistered(
            OPERATOR,
            "Example",
            "1",
            ANCHOR_DELAY,
            vm.addr(ANCHOR_KEY),
            vm.addr(RECEIPT_KEY)
        );
        register(OPERATOR);

        Operators.OperatorTerms memory t = registry.operatorTerms(OPERATOR);
        assertEq(t.name, "Example");
        assertEq(t.version, "1");
        assertEq(t.maxAnchorDelay, ANCHOR_DELAY);
        assertEq(registry.maxAnchorDelay(OPERATOR), ANCHOR_DELAY);
        assertEq(registry.exitDelay(OPERATOR), ANCHOR_DELAY + FINALITY_DELAY);
        assertEq(registry.anchorKey(OPERATOR), vm.addr(ANCHOR_KEY));
        assertEq(registry.receiptKey(OPERATOR), vm.addr(RECEIPT_KEY));
        assertTrue(!registry.inStanding(OPERATOR));
    }

    function testActionDomain() external {
        assertEq(registry.actionDomain(OPERATOR), 0);
        register(OPERATOR);
        bytes32 type_ = keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        bytes memory encoded = abi.encode(type_, keccak256("Example"), keccak256("1"), block.chainid, registry);
        assertEq(registry.actionDomain(OPERATOR), keccak256(encoded));
    }

    /// After a chain split, the domain of actions keeps the old chain id on both sides. The registry's own domain,
    /// under which operators sign, has the chain id of its side.
    function testAChainSplitChangesOnlyTheRegistrysOwnDomain() external {
        register(OPERATOR);
        bytes32 ofActions = registry.actionDomain(OPERATOR);
        vm.chainId(77);
        assertEq(registry.actionDomain(OPERATOR), ofActions);
        register(address(0xc0));
        assertEq(registry.actionDomain(address(0xc0)), ofActions);
        (, , , uint256 ofStatements, , , ) = registry.eip712Domain();
        assertEq(ofStatements, 77);
    }

    function testNamesOfUpTo64Bytes(bytes calldata seed) external {
        for (uint256 length = 1; length <= 64; length += 21) {
            Operators.OperatorTerms memory t = terms();
            t.name = text(seed, length);
            t.version = text(seed, 65 - length);
            registerWith(address(uint160(length)), t);
            assertEq(registry.operatorTerms(address(uint160(length))).name, t.name);
            assertEq(registry.operatorTerms(address(uint160(length))).version, t.version);
        }
    }

    function testAlreadyRegistered() external {
        register(OPERATOR);
        refuseToRegister(terms(), abi.encodeWithSelector(Operators.AlreadyRegistered.selector, OPERATOR));
    }

    function testNameLength() external {
        Operators.OperatorTerms memory t = terms();
        t.name = "";
        refuseToRegister(t, abi.encodeWithSelector(Operators.TextLength.selector, 0));
        t.name = text("", 65);
        refuseToRegister(t, abi.encodeWithSelector(Operators.TextLength.selector, 65));
    }

    function testVersionLength() external {
        Operators.OperatorTerms memory t = terms();
        t.version = "";
        refuseToRegister(t, abi.encodeWithSelector(Operators.TextLength.selector, 0));
        t.version = text("", 65);
        refuseToRegister(t, abi.encodeWithSelector(Operators.TextLength.selector, 65));
    }

    function testNotPrintable() external {
        string[4] memory bad = [string(hex"61001f62"), string(hex"0a"), string(hex"7f"), unicode"é"];
        for (uint256 i = 0; i < bad.length; ++i) {
            Operators.OperatorTerms memory t = terms();
            t.name = bad[i];
            refuseToRegister(t, abi.encodeWithSelector(Operators.NotPrintable.selector, bad[i]));
            t = terms();
            t.version = bad[i];
            refuseToRegister(t, abi.encodeWithSelector(Operators.NotPrintable.selector, bad[i]));
        }
    }

    function testOneKeyForBothRoles() external {
        address key = vm.addr(ANCHOR_KEY);
        refuseKeys(key, key, abi.encodeWithSelector(Keys.KeyUsedBefore.selector, key));
    }

    function testRingTooShortForItsAnchorDelay() external {
        Operators.OperatorTerms memory t = terms();
        t.maxAnchorDelay = ANCHOR_DELAY + 1;
        refuseToRegister(t, abi.encodeWithSelector(Operators.RingTooShort.selector, 20, 21));
        t.maxAnchorDelay = uint64(type(uint32).max) + 1;
        refuseToRegister(t, abi.encodeWithSelector(Operators.ParameterOutOfRange.selector, t.maxAnchorDelay));
    }

    function testKeyOfSomebodyElse() external {
        address key = address(0x5ec0);
        refuseKeys(key, vm.addr(RECEIPT_KEY), notPossessed(1, key, vm.addr(ANCHOR_KEY)));
        refuseKeys(vm.addr(ANCHOR_KEY), key, notPossessed(2, key, vm.addr(RECEIPT_KEY)));
    }

    function testZeroKeys() external {
        refuseKeys(address(0), vm.addr(RECEIPT_KEY), notPossessed(1, address(0), vm.addr(ANCHOR_KEY)));
        refuseKeys(vm.addr(ANCHOR_KEY), address(0), notPossessed(2, address(0), vm.addr(RECEIPT_KEY)));
        // An invalid signature must not pass as a signature by the zero address.
        bytes memory nobody = new bytes(65);
        address receiptKey = vm.addr(RECEIPT_KEY);
        vm.expectRevert(abi.encodeWithSelector(ECDSA.ECDSAInvalidSignature.selector));
        vm.prank(OPERATOR);
        registry.register(terms(), address(0), nobody, receiptKey, nobody);
    }

    function testPossessionProvenToAnotherOperator() external {
        bytes32 statement = keccak256(
            abi.encode(keccak256("KeyPossession(address operator,uint8 role)"), address(0xbad), uint8(1))
        );
        bytes memory stolen = signature(statement, ANCHOR_KEY);
        bytes memory own = possession(OPERATOR, 2, RECEIPT_KEY);
        // Under this operator's statement the signature recovers to an unpredictable address, so only the selector is
        // compared.
        vm.prank(OPERATOR);
        vm.expectPartialRevert(Operators.KeyNotPossessed.selector);
        registry.register(terms(), vm.addr(ANCHOR_KEY), stolen, vm.addr(RECEIPT_KEY), own);
    }

    function testPossessionInTheOtherRole() external {
        bytes memory a = possession(OPERATOR, 2, ANCHOR_KEY);
        bytes memory b = possession(OPERATOR, 1, RECEIPT_KEY);
        vm.prank(OPERATOR);
        vm.expectPartialRevert(Operators.KeyNotPossessed.selector);
        registry.register(terms(), vm.addr(ANCHOR_KEY), a, vm.addr(RECEIPT_KEY), b);
    }

    function testNotRegistered() external {
        bytes memory reason = abi.encodeWithSelector(Operators.NotRegistered.selector, OPERATOR);
        vm.expectRevert(reason);
        registry.operatorTerms(OPERATOR);
        vm.expectRevert(reason);
        registry.maxAnchorDelay(OPERATOR);
        vm.expectRevert(reason);
        registry.exitDelay(OPERATOR);
        vm.expectRevert(reason);
        registry.anchorKey(OPERATOR);
        vm.expectRevert(reason);
        registry.receiptKey(OPERATOR);
        vm.expectRevert(reason);
        vm.prank(OPERATOR);
        registry.rotateKey(1, address(1), "");
        vm.expectRevert(reason);
        registry.anchor(OPERATOR, 1, bytes32(0), new bytes32[](0), "");
        // The anchor key of an unregistered operator is the zero address. It must not pass as the sender either.
        vm.prank(address(0));
        vm.expectRevert(reason);
        registry.anchor(OPERATOR, 1, bytes32(0), new bytes32[](0), "");
    }

    function testViewsOfAnUnregisteredOperator() external {
        (AnchorRegistry.Checkpoint memory latest, uint64 count) = registry.latestCheckpoint(OPERATOR);
        assertEq(latest.root, 0);
        assertEq(latest.size, 0);
        assertEq(latest.time, 0);
        assertEq(count, 0);
        for (uint64 size = 0; size < 2; ++size) {
            (bool found, AnchorRegistry.Checkpoint memory c) = registry.checkpointBySize(OPERATOR, size);
            assertTrue(!found && c.root == 0 && c.size == 0 && c.time == 0);
        }
        assertEq(registry.finalSize(OPERATOR), 0);
        assertTrue(!registry.isFinal(OPERATOR, 0, 0, 0));
        assertTrue(!registry.isEvidenceBy(OPERATOR, 0, address(0), 0));
        assertTrue(!registry.isEvidenceBy(OPERATOR, 1, address(0), 0));
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
        registry.checkpointAt(OPERATOR, 0);
    }

    function refuseToRegister(Operators.OperatorTerms memory t, bytes memory reason) private {
        (bytes memory a, bytes memory b) = (possession(OPERATOR, 1, ANCHOR_KEY), possession(OPERATOR, 2, RECEIPT_KEY));
        (address anchorKey, address receiptKey) = (vm.addr(ANCHOR_KEY), vm.addr(RECEIPT_KEY));
        vm.expectRevert(reason);
        vm.prank(OPERATOR);
        registry.register(t, anchorKey, a, receiptKey, b);
    }

    function refuseKeys(address anchorKey, address receiptKey, bytes memory reason) private {
        (bytes memory a, bytes memory b) = (possession(OPERATOR, 1, ANCHOR_KEY), possession(OPERATOR, 2, RECEIPT_KEY));
        vm.expectRevert(reason);
        vm.prank(OPERATOR);
        registry.register(terms(), anchorKey, a, receiptKey, b);
    }

    function registerWith(address operator, Operators.OperatorTerms memory t) private {
        (bytes memory a, bytes memory b) = (possession(operator, 1, ANCHOR_KEY), possession(operator, 2, RECEIPT_KEY));
        vm.prank(operator);
        registry.register(t, vm.addr(ANCHOR_KEY), a, vm.addr(RECEIPT_KEY), b);
    }

    function notPossessed(uint8 role, address key, address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Operators.KeyNotPossessed.selector, role, key, signer);
    }

    function text(bytes memory seed, uint256 length) private pure returns (string memory) {
        bytes memory bytes_ = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            bytes_[i] = i < seed.length ? bytes1(0x20 + (uint8(seed[i]) % 95)) : bytes1("x");
        }
        return string(bytes_);
    }
}

contract AnchorRegistryAnchorTest is RegistryTest {
    using ReferenceTree for bytes32[];

    address private constant OPERATOR = address(0x0b);

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
    }

    function testAnchors() external {
        bytes32[] memory log = leaves(5);
        vm.expectEmit(address(registry));
        emit AnchorRegistry.Anchored(OPERATOR, 0, 3, log.root(3));
        anchor(OPERATOR, 0, 3);
        assertLatest(log.root(3), 3, START, 1);

        vm.warp(START + INTERVAL);
        vm.expectEmit(address(registry));
        emit AnchorRegistry.Anchored(OPERATOR, 1, 5, log.root(5));
        anchor(OPERATOR, 3, 5);
        assertLatest(log.root(5), 5, START + INTERVAL, 2);
    }

    function testTheAnchorKeyNeedsNoSignature() external {
        bytes32 root = leaves(1)[0];
        vm.prank(vm.addr(ANCHOR_KEY));
        registry.anchor(OPERATOR, 1, root, new bytes32[](0), "");
        assertLatest(root, 1, START, 1);
    }

    function testOtherSendersNeedASignature(address sender) external {
        vm.assume(sender != vm.addr(ANCHOR_KEY));
        refuse(sender, 1, 0, 0, "", notAnchorKey(sender));
        refuse(OPERATOR, 1, 0, 0, "", notAnchorKey(OPERATOR));
        refuse(vm.addr(RECEIPT_KEY), 1, 0, 0, "", notAnchorKey(vm.addr(RECEIPT_KEY)));
    }

    function testAnyoneSendsASignedCheckpoint(address sender) external {
        bytes memory signed = checkpoint(OPERATOR, 1, "root");
        vm.prank(sender);
        registry.anchor(OPERATOR, 1, "root", new bytes32[](0), signed);
        assertLatest("root", 1, START, 1);
    }

    /// A signature is checked even if the anchor key itself sends the transaction.
    function testAWrongSignatureIsNotIgnored() external {
        bytes32 statement = keccak256("something else");
        bytes memory signed = signature(statement, RECEIPT_KEY);
        address anchorKey = vm.addr(ANCHOR_KEY);
        vm.prank(anchorKey);
        vm.expectPartialRevert(Operators.NotAnchorKey.selector);
        registry.anchor(OPERATOR, 1, "root", new bytes32[](0), signed);
    }

    function testSignedByTheReceiptKey() external {
        bytes32 typeHash = keccak256("Checkpoint(address operator,uint64 size,bytes32 root)");
        bytes memory signed = signature(keccak256(abi.encode(typeHash, OPERATOR, 1, bytes32("root"))), RECEIPT_KEY);
        refuse(OPERATOR, 1, "root", 0, signed, notAnchorKey(vm.addr(RECEIPT_KEY)));
    }

    function testSignatureForSomethingElse() external {
        // With another size, root or operator, the signer is an unpredictable address, so only the selector is
        // compared.
        bytes[3] memory signed = [
            checkpoint(OPERATOR, 2, "root"),
            checkpoint(OPERATOR, 1, "toor"),
            checkpoint(address(0xbad), 1, "root")
        ];
        for (uint256 i = 0; i < signed.length; ++i) {
            vm.expectPartialRevert(Operators.NotAnchorKey.selector);
            registry.anchor(OPERATOR, 1, "root", new bytes32[](0), signed[i]);
        }
    }

    function testSignatureForAnotherChain() external {
        vm.chainId(1);
        bytes memory signed = checkpoint(OPERATOR, 1, "root");
        vm.chainId(31337);
        vm.expectPartialRevert(Operators.NotAnchorKey.selector);
        registry.anchor(OPERATOR, 1, "root", new bytes32[](0), signed);
    }

    function testNonCanonicalSignatures() external {
        bytes memory signed = checkpoint(OPERATOR, 1, "root");
        (bytes32 r, bytes32 s, uint8 v) = parts(signed);
        uint256 n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes32 high = bytes32(n - uint256(s));
        bytes memory lengthOf64 = abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 64);
        bytes memory lengthOf66 = abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 66);
        bytes memory highS = abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureS.selector, high);
        bytes memory invalid = abi.encodeWithSelector(ECDSA.ECDSAInvalidSignature.selector);

        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(r, high, v ^ 7), highS);
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(r, s, v - 27), invalid);
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(r, s, v + 8), invalid);
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(bytes32(0), s, v), invalid);
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(bytes32(n), s, v), invalid);
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(r, bytes32(0), v), invalid);
        // EIP-2098's short form (64 bytes), and one byte too many.
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(r, uint256(s) | (uint256(v - 27) << 255)), lengthOf64);
        refuse(OPERATOR, 1, "root", 0, abi.encodePacked(r, s, v, uint8(0)), lengthOf66);
    }

    function testNotInStanding() external {
        bytes memory reason = abi.encodeWithSelector(AnchorRegistry.NotInStanding.selector, address(0xc0));
        register(address(0xc0));
        bytes memory signed = checkpoint(address(0xc0), 1, "root");
        vm.expectRevert(reason);
        registry.anchor(address(0xc0), 1, "root", new bytes32[](0), signed);
        vm.prank(address(stake));
        registry.setStanding(address(0xc0), true);
        anchor(address(0xc0), 0, 1);
        vm.prank(address(stake));
        registry.setStanding(address(0xc0), false);
        vm.warp(START + INTERVAL);
        signed = checkpoint(address(0xc0), 2, "root");
        vm.expectRevert(reason);
        registry.anchor(address(0xc0), 2, "root", new bytes32[](1), signed);
    }

    function testSizeMustGrow() external {
        anchor(OPERATOR, 0, 3);
        vm.warp(START + 100);
        bytes32[] memory log = leaves(4);
        // A replayed checkpoint, a second root of the same size, a smaller size, and zero.
        refuse(OPERATOR, 3, log.root(3), 0, checkpoint(OPERATOR, 3, log.root(3)), notGrowing(3, 3));
        refuse(OPERATOR, 3, log.root(4), 0, checkpoint(OPERATOR, 3, log.root(4)), notGrowing(3, 3));
        refuse(OPERATOR, 2, log.root(2), 0, checkpoint(OPERATOR, 2, log.root(2)), notGrowing(2, 3));
        refuse(OPERATOR, 0, log.root(2), 0, checkpoint(OPERATOR, 0, log.root(2)), notGrowing(0, 3));
    }

    function testSizeZero() external {
        refuse(OPERATOR, 0, "root", 0, checkpoint(OPERATOR, 0, "root"), notGrowing(0, 0));
    }

    function testTheFirstProofIsEmpty() external {
        bytes memory reason = abi.encodeWithSelector(RFC9162.ProofLength.selector, 1, 0);
        refuse(OPERATOR, 3, "root", 1, checkpoint(OPERATOR, 3, "root"), reason);
    }

    function testProofOfWrongLength() external {
        anchor(OPERATOR, 0, 3);
        vm.warp(START + INTERVAL);
        bytes memory signed = checkpoint(OPERATOR, 5, "root");
        for (uint256 length = 0; length < 9; ++length) {
            if (length == 4) continue;
            refuse(
                OPERATOR,
                5,
                "root",
                length,
                signed,
                abi.encodeWithSelector(RFC9162.ProofLength.selector, length, 4)
            );
        }
    }

    function testInconsistentHistory() external {
        anchor(OPERATOR, 0, 3);
        vm.warp(START + INTERVAL);
        bytes32[] memory log = leaves(5);
        bytes32 old = log.root(3);
        // A correct consistency proof, but of a log whose first leaf was rewritten.
        log[0] = "rewritten";
        bytes32[] memory proof = log.consistencyProof(3, 5);
        bytes32 root = log.root(5);
        bytes memory signed = checkpoint(OPERATOR, 5, root);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.InconsistentHistory.selector, 3, old, 5, root));
        registry.anchor(OPERATOR, 5, root, proof, signed);
    }

    function testAnchoredTooSoon() external {
        anchor(OPERATOR, 0, 3);
        bytes32[] memory log = leaves(5);
        bytes32[] memory proof = log.consistencyProof(3, 5);
        bytes32 root = log.root(5);
        bytes memory signed = checkpoint(OPERATOR, 5, root);
        for (uint256 time = START; time < START + INTERVAL; ++time) {
            vm.warp(time);
            vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.AnchoredTooSoon.selector, START + INTERVAL));
            registry.anchor(OPERATOR, 5, root, proof, signed);
        }
        vm.warp(START + INTERVAL);
        registry.anchor(OPERATOR, 5, root, proof, signed);
    }

    function testOperatorsDoNotShareState() external {
        join(address(0xc0));
        anchor(OPERATOR, 0, 3);
        anchor(address(0xc0), 0, 2);
        assertLatest(leaves(3).root(3), 3, START, 1);
        assertEq(registry.finalSize(address(0xc0)), 0);
        (bool found, ) = registry.checkpointBySize(address(0xc0), 3);
        assertTrue(!found);
    }

    function testLargestSize() external {
        uint64 most = 2 ** 53 - 1;
        vm.prank(vm.addr(ANCHOR_KEY));
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.SizeOutOfRange.selector, most + 1));
        registry.anchor(OPERATOR, most + 1, "root", new bytes32[](0), "");
        vm.prank(vm.addr(ANCHOR_KEY));
        registry.anchor(OPERATOR, most, "root", new bytes32[](0), "");
        assertLatest("root", most, START, 1);
        (bool found, ) = registry.checkpointBySize(OPERATOR, most);
        assertTrue(found);
    }

    function testFinality() external {
        assertEq(registry.finalSize(OPERATOR), 0);
        anchor(OPERATOR, 0, 3);
        vm.warp(START + 4);
        anchor(OPERATOR, 3, 5);
        vm.warp(START + FINALITY_DELAY - 1);
        assertEq(registry.finalSize(OPERATOR), 0);
        assertTrue(!registry.isFinal(OPERATOR, 0, "log", 0));
        vm.warp(START + FINALITY_DELAY);
        assertEq(registry.finalSize(OPERATOR), 3);
        assertTrue(registry.isFinal(OPERATOR, 2, "log", 0) && !registry.isFinal(OPERATOR, 3, "log", 0));
        vm.warp(START + FINALITY_DELAY + 3);
        assertEq(registry.finalSize(OPERATOR), 3);
        vm.warp(START + FINALITY_DELAY + 4);
        assertEq(registry.finalSize(OPERATOR), 5);
        assertTrue(registry.isFinal(OPERATOR, 4, "log", 0) && !registry.isFinal(OPERATOR, 5, "log", 0));
    }

    function testFinalityBeforeTheChainIsOldEnough() external {
        address first = address(0xc0);
        vm.warp(0);
        join(first);
        anchor(first, 0, 3);
        vm.warp(FINALITY_DELAY - 1);
        assertEq(registry.finalSize(first), 0);
        vm.warp(FINALITY_DELAY);
        assertEq(registry.finalSize(first), 3);
    }

    /// The ring has ten slots: from the eleventh checkpoint on, only the newest ten are found.
    function testTheRing() external {
        for (uint64 i = 0; i < 20; ++i) {
            vm.warp(START + i * INTERVAL);
            anchor(OPERATOR, 3 * i, 3 * i + 3);
            for (uint64 size = 0; size <= 3 * i + 4; ++size) {
                (bool found, AnchorRegistry.Checkpoint memory c) = registry.checkpointBySize(OPERATOR, size);
                bool stored = size != 0 && size % 3 == 0 && size <= 3 * i + 3 && size + 3 * RING_LENGTH > 3 * i + 3;
                assertTrue(found == stored);
                assertEq(c.size, stored ? size : 0);
                assertEq(c.root, stored ? leaves(size).root(size) : bytes32(0));
                assertEq(c.time, stored ? START + (size / 3 - 1) * INTERVAL : 0);
            }
            for (uint64 sequence = 0; sequence < i + 2; ++sequence) {
                if (sequence > i || sequence + RING_LENGTH <= i) {
                    vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, sequence));
                    registry.checkpointAt(OPERATOR, sequence);
                } else {
                    AnchorRegistry.Checkpoint memory c = registry.checkpointAt(OPERATOR, sequence);
                    assertEq(c.size, 3 * sequence + 3);
                    assertEq(c.root, leaves(c.size).root(c.size));
                    assertEq(c.time, START + sequence * INTERVAL);
                }
            }
            // The finality delay is four intervals.
            assertEq(registry.finalSize(OPERATOR), i < 4 ? 0 : 3 * (i - 3));
        }
    }

    function refuse(
        address sender,
        uint64 size,
        bytes32 root,
        uint256 proofLength,
        bytes memory signed,
        bytes memory reason
    ) private {
        vm.expectRevert(reason);
        vm.prank(sender);
        registry.anchor(OPERATOR, size, root, new bytes32[](proofLength), signed);
    }

    function assertLatest(bytes32 root, uint64 size, uint256 time, uint64 count) private view {
        (AnchorRegistry.Checkpoint memory latest, uint64 counted) = registry.latestCheckpoint(OPERATOR);
        assertEq(latest.root, root);
        assertEq(latest.size, size);
        assertEq(latest.time, time);
        assertEq(counted, count);
    }

    function notAnchorKey(address signer) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Operators.NotAnchorKey.selector, signer, vm.addr(ANCHOR_KEY));
    }

    function notGrowing(uint64 size, uint64 last) private pure returns (bytes memory) {
        return abi.encodeWithSelector(AnchorRegistry.SizeNotGrowing.selector, size, last);
    }

    function parts(bytes memory signed) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly ("memory-safe") {
            r := mload(add(signed, 0x20))
            s := mload(add(signed, 0x40))
            v := byte(0, mload(add(signed, 0x60)))
        }
    }
}
