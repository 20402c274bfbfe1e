// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {IPoseidon} from "../../contracts/interfaces/IPoseidon.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Ether} from "../../contracts/libraries/Ether.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {Freezes} from "../../contracts/libraries/Freezes.sol";
import {Headers} from "../../contracts/libraries/Headers.sol";
import {RFC9162} from "../../contracts/libraries/RFC9162.sol";
import {ZkTree} from "../../contracts/libraries/ZkTree.sol";
import {ChallengeKindTest} from "./ChallengeKindTest.sol";
import {ChallengeTest} from "./ChallengeTest.sol";
import {newChallenges, newFaultProofs} from "./released.sol";

contract HeaderChallenge is ChallengeKindTest {
    function kind() internal pure override returns (ChallengeBook.Kind) {
        return ChallengeBook.Kind.Header;
    }

    function about() internal pure override returns (bytes32, uint64) {
        return (0, POSITION);
    }

    function openCall() internal pure override returns (bytes memory) {
        return abi.encodeCall(Challenges.openHeader, (OPERATOR, POSITION, 0));
    }

    function shownBytes() internal view override returns (uint256) {
        return 229 + 32 * headerProof(0, POSITION).length;
    }

    function answerCall() internal view override returns (bytes memory) {
        return answerWith(batches[POSITION].header, headerProof(0, POSITION));
    }

    function answerWith(bytes memory header, bytes32[] memory proof) private pure returns (bytes memory) {
        return abi.encodeCall(Challenges.answerHeader, (OPERATOR, POSITION, header, proof));
    }

    function testAnsweredWrongly() external {
        open();
        bytes32 root = challenges.challenge(id()).subject;
        bytes32[] memory proof = headerProof(0, POSITION);
        bytes memory other = batches[1].header;
        bytes32 shown = rootOf(leafHash(other), proof);
        bytes memory nodes = abi.encodePacked(leafHash(batches[0].header), leafHash(other));
        vm.expectRevert(abi.encodeWithSelector(Challenges.WrongAnswer.selector, root, shown));
        run(0, answerWith(other, proof));
        // An inner node is neither a leaf nor a header.
        bytes32[] memory shorter = new bytes32[](1);
        shorter[0] = proof[1];
        vm.expectRevert(abi.encodeWithSelector(Headers.HeaderMalformed.selector));
        run(0, answerWith(nodes, shorter));
        vm.expectRevert(abi.encodeWithSelector(RFC9162.ProofLength.selector, 1, 2));
        run(0, answerWith(other, shorter));
        isStatus(ChallengeBook.Status.Open);
    }

    function rootOf(bytes32 leaf, bytes32[] memory proof) private pure returns (bytes32) {
        bytes32 left = sha256(abi.encodePacked(bytes1(0x01), leaf, proof[0]));
        return sha256(abi.encodePacked(bytes1(0x01), left, proof[1]));
    }

    /// A malformed leaf is not an answer, even if it is the anchored one.
    function testAMalformedLeafIsNotAnAnswer() external {
        fingerprints.push(leafHash("no header"));
        vm.warp(START + 2);
        anchorAll(OPERATOR);
        vm.deal(address(this), 1 ether);
        challenges.openHeader{value: bond()}(OPERATOR, 3, 1);
        bytes32[] memory proof = headerProof(1, 3);
        vm.expectRevert(abi.encodeWithSelector(Headers.HeaderMalformed.selector));
        challenges.answerHeader(OPERATOR, 3, "no header", proof);
    }

    function testOnlyTheFirstCheckpointThatCoversIsNamed() external {
        appendVote(OPERATOR, 9);
        closeBatch(OPERATOR);
        vm.warp(START + 2);
        anchorAll(OPERATOR);
        uint256 value = bond();
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotFirstToCover.selector, 1, POSITION));
        challenges.openHeader{value: value}(OPERATOR, POSITION, 1);
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotFirstToCover.selector, 0, 3));
        challenges.openHeader{value: value}(OPERATOR, 3, 0);
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotFirstToCover.selector, 1, 4));
        challenges.openHeader{value: value}(OPERATOR, 4, 1);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 2));
        challenges.openHeader{value: value}(OPERATOR, 4, 2);
        challenges.openHeader{value: value}(OPERATOR, 3, 1);
    }

    /// The checkpoint before the named one has left the ring, so nothing shows that the named one is the first to
    /// cover. The window is over by then.
    function testNotOpenableWhenTheCheckpointBeforeHasLeftTheRing() external {
        for (uint64 i = 0; i < RING_LENGTH; ++i) {
            vm.warp(START + INTERVAL * (i + 1));
            fingerprints.push(bytes32(uint256(i)));
            anchorAll(OPERATOR);
        }
        uint256 value = bond();
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
        challenges.openHeader{value: value}(OPERATOR, 3, 1);
    }

    /// Truncation and hidden batches: a first checkpoint states a size larger than its tree. No leaf can be shown at
    /// its last position.
    function testALieAboutTheSizeCannotBeAnswered() external {
        address liar = address(0x11a);
        join(liar);
        bytes32 root = registryRoot();
        registry.anchor(liar, 4, root, new bytes32[](0), checkpoint(liar, 4, root));
        vm.deal(address(this), 1 ether);
        challenges.openHeader{value: bond()}(liar, 3, 0);
        // Each true leaf, with its true proof.
        for (uint64 i = 0; i < 3; ++i) {
            bytes memory data = abi.encodeCall(
                Challenges.answerHeader,
                (liar, 3, batches[i].header, headerProof(0, i))
            );
            (bool answered, ) = address(challenges).call(data);
            assertTrue(!answered);
        }
        vm.warp(START + 3);
        challenges.settle(kind(), liar, 0, 3);
        assertEq(stake.accountOf(liar).stake, 0);
    }

    function registryRoot() private view returns (bytes32) {
        return registry.checkpointAt(OPERATOR, 0).root;
    }

    /// Framing another operator: an unanswered challenge of one operator cannot be settled against another.
    function testAnUnansweredChallengeFramesNoOtherOperator() external {
        address other = address(0x0b2);
        join(other);
        open();
        vm.warp(START + 3);
        vm.expectRevert(
            abi.encodeWithSelector(
                ChallengeBook.NotOpen.selector,
                challenges.challengeId(kind(), other, 0, POSITION),
                ChallengeBook.Status.None
            )
        );
        challenges.settle(kind(), other, 0, POSITION);
        settle();
        assertEq(stake.accountOf(other).stake, MINIMUM_STAKE);
    }

    /// Challenge flood: n challenges lock n bonds and pay for n answers. The price of the next one stays the same, so
    /// nobody prices others out.
    function testChallengeFlood() external {
        vm.fee(50 gwei);
        uint256 value = bond();
        vm.deal(address(this), 3 * value);
        for (uint64 i = 0; i < 3; ++i) challenges.openHeader{value: value}(OPERATOR, i, 0);
        assertEq(openCount(), 3);
        assertEq(address(challenges).balance, 3 * value);
        assertEq(bond(), value);
        for (uint64 i = 0; i < 3; ++i) {
            bytes32[] memory proof = headerProof(0, i);
            vm.prank(OPERATOR);
            challenges.answerHeader(OPERATOR, i, batches[i].header, proof);
        }
        uint256 repaid = stake.creditOf(OPERATOR);
        assertTrue(repaid != 0 && repaid <= 3 * mostCost());
        assertEq(stake.creditOf(address(this)), 3 * value - repaid);
        assertEq(Ether.BURNED.balance, 0);
    }

    function testSeveralUnansweredSlashOnce() external {
        uint256 value = bond();
        vm.deal(address(this), value);
        open();
        challenges.openHeader{value: value}(OPERATOR, 1, 0);
        vm.warp(START + 3);
        challenges.settle(kind(), OPERATOR, 0, 1);
        settle();
        assertEq(stake.creditOf(CHALLENGER), value + REWARD_FLOOR); // Its freeze covers more, so it is rewarded too.
        assertEq(stake.creditOf(address(this)), value + REWARD_FLOOR);
        assertEq(registry.freezes(OPERATOR, Freezes.BATCH_LOG)[1].from, 0);
    }
}

contract EntryChallenge is ChallengeKindTest {
    function kind() internal pure override returns (ChallengeBook.Kind) {
        return ChallengeBook.Kind.Entry;
    }

    function openCall() internal view override returns (bytes memory) {
        return abi.encodeCall(Challenges.openEntry, (OPERATOR, headerEvidence(0, POSITION), PLACE, 0));
    }

    function shownBytes() internal view override returns (uint256) {
        return 229 + 267 + 32 * (entryProof(POSITION, PLACE).length + 25);
    }

    function answerCall() internal view override returns (bytes memory) {
        return answerWith(POSITION, PLACE, PLACE, zkPath(POSITION, PLACE));
    }

    function answerWith(
        uint64 batch,
        uint32 place,
        uint32 shown,
        ZkTree.ZkPath memory path
    ) private view returns (bytes memory) {
        bytes memory entry = batches[batch].entries[shown];
        bytes memory header = batches[batch].header;
        return abi.encodeCall(Challenges.answerEntry, (OPERATOR, header, place, entry, entryProof(batch, shown), path));
    }

    function testAnsweredWrongly() external {
        open();
        assertTrue(!tries(answerWith(POSITION, PLACE, 0, zkPath(POSITION, PLACE)))); // another entry
        assertTrue(!tries(answerWith(POSITION, PLACE, PLACE, zkPath(POSITION, 0)))); // another place's zk path
        assertTrue(!tries(answerWith(POSITION, 0, 0, zkPath(POSITION, 0)))); // another place
        assertTrue(!tries(answerWith(1, PLACE, PLACE, zkPath(1, PLACE)))); // another batch
        ZkTree.ZkPath memory path = zkPath(POSITION, PLACE);
        path.siblings[23] ^= 1;
        assertTrue(!tries(answerWith(POSITION, PLACE, PLACE, path)));
        // A leaf of r or more is refused, even if it is equal modulo r.
        path = zkPath(POSITION, PLACE);
        uint256 r = 21888242871839275222246405745257275088548364400416034343698204186575808495617;
        path.leaf += r;
        bytes memory data = answerWith(POSITION, PLACE, PLACE, path);
        vm.expectRevert(abi.encodeWithSelector(IPoseidon.NotAFieldElement.selector, path.leaf));
        run(0, data);
        assertTrue(tries(answerCall()));
    }

    /// A made-up header, which is not the one that the challenge names.
    function testAnsweredUnderAnotherHeader() external {
        open();
        bytes memory header = batches[POSITION].header;
        header[228] ^= 0x01; // closedAt
        bytes memory entry = batches[POSITION].entries[PLACE];
        bytes memory data = abi.encodeCall(
            Challenges.answerEntry,
            (OPERATOR, header, PLACE, entry, entryProof(POSITION, PLACE), zkPath(POSITION, PLACE))
        );
        bytes32 expected = leafHash(batches[POSITION].header);
        vm.expectRevert(abi.encodeWithSelector(Challenges.WrongAnswer.selector, expected, leafHash(header)));
        run(0, data);
    }

    function testOpenedBeyondTheBatch() external {
        bytes memory data = abi.encodeCall(Challenges.openEntry, (OPERATOR, headerEvidence(0, POSITION), 2, 0));
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(RFC9162.IndexOutOfRange.selector, 2, 2));
        run(1 ether, data);
    }

    function testOpenedWithAHeaderThatIsNotAnchored() external {
        Evidence.HeaderEvidence memory evidence = headerEvidence(0, POSITION);
        evidence.header[228] ^= 0x01;
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotInBatchLog.selector, OPERATOR, 0, POSITION));
        challenges.openEntry{value: value}(OPERATOR, evidence, PLACE, 0);
    }

    function tries(bytes memory data) private returns (bool done) {
        (done, ) = address(challenges).call(data);
    }
}

contract ActionChallenge is ChallengeKindTest {
    address private constant WALLET = address(0x3a11e7);

    function kind() internal pure override returns (ChallengeBook.Kind) {
        return ChallengeBook.Kind.Action;
    }

    function openCall() internal view override returns (bytes memory) {
        return abi.encodeCall(Challenges.openAction, (OPERATOR, entryEvidence(0, POSITION, PLACE), 0));
    }

    function shownBytes() internal pure override returns (uint256) {
        return 267 + bytes(PAYLOAD_TYPE).length + 64;
    }

    function answerCall() internal view override returns (bytes memory) {
        return answerWith(batches[POSITION].entries[PLACE], form(), voteSignature(OPERATOR, 1));
    }

    function answerWith(
        bytes memory entry,
        Challenges.ActionForm memory shown,
        bytes memory signature_
    ) private pure returns (bytes memory) {
        return abi.encodeCall(Challenges.answerAction, (OPERATOR, entry, shown, signature_));
    }

    /// After a chain split this side has another chain id. Challenges and answers about earlier entries still work.
    function testAskedAndAnsweredAfterASplitOfTheChain() external {
        (bytes32 asked, bytes memory opening, bytes memory answering) = (id(), openCall(), answerCall());
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.chainId(77);
        run(value, opening);
        run(0, answering);
        assertEq(uint256(challenges.challenge(asked).status), uint256(ChallengeBook.Status.Answered));
    }

    function testAnsweredByAnotherSignature() external {
        open();
        bytes memory entry = batches[POSITION].entries[PLACE];
        bytes memory other = voteSignature(OPERATOR, 0);
        bytes32 expected = keccak256(voteSignature(OPERATOR, 1));
        vm.expectRevert(abi.encodeWithSelector(Challenges.WrongAnswer.selector, expected, keccak256(other)));
        run(0, answerWith(entry, form(), other));
        vm.expectRevert(abi.encodeWithSelector(Challenges.WrongAnswer.selector, expected, keccak256("")));
        run(0, answerWith(entry, form(), ""));
        isStatus(ChallengeBook.Status.Open);
    }

    /// A made-up entry at the same index.
    function testAnsweredByAnotherEntry() external {
        open();
        bytes memory entry = batches[POSITION].entries[PLACE];
        bytes memory made = batches[POSITION].entries[PLACE];
        made[125] ^= 0x01;
        vm.expectRevert(abi.encodeWithSelector(Challenges.WrongAnswer.selector, leafHash(entry), leafHash(made)));
        run(0, answerWith(made, form(), voteSignature(OPERATOR, 1)));
    }

    function testAnsweredByAnotherForm() external {
        open();
        Challenges.ActionForm memory shown = form();
        shown.deadline += 1;
        assertTrue(!tries(shown));
        shown = form();
        shown.payloadHash = keccak256("another payload");
        assertTrue(!tries(shown));
        shown = form();
        shown.payloadType = "VotePayload(bool no)";
        assertTrue(!tries(shown));
        shown.payloadType = "votePayload(bool yes)"; // a kind's name begins with a capital letter
        bytes memory entry = batches[POSITION].entries[PLACE];
        bytes memory signed = voteSignature(OPERATOR, 1);
        vm.expectRevert(abi.encodeWithSelector(Actions.BadPayloadType.selector, 0));
        run(0, answerWith(entry, shown, signed));
        shown = form();
        shown.nameHash = keccak256("b.example");
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotALogOf.selector, OPERATOR, logOf(OPERATOR)));
        run(0, answerWith(entry, shown, signed));
        assertTrue(tries(form()));
    }

    /// A forged action: the entry's signature hash belongs to another account's signature, or to junk.
    function testAForgedActionCannotBeAnswered() external {
        bytes32 hash = voteDigest(OPERATOR, vm.addr(ACTOR_KEY), 50);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xbad, hash);
        bytes memory forged = abi.encodePacked(r, s, v);
        append(OPERATOR, vm.addr(ACTOR_KEY), 50, hash, keccak256(forged), 0);
        bytes32 junk = voteDigest(OPERATOR, vm.addr(ACTOR_KEY), 51);
        append(OPERATOR, vm.addr(ACTOR_KEY), 51, junk, keccak256("junk"), 0);
        uint64 batch = openBoth();
        bytes memory data = answerWith(batches[batch].entries[0], form(), forged);
        vm.expectRevert(abi.encodeWithSelector(Challenges.NotTheActor.selector, vm.addr(ACTOR_KEY), vm.addr(0xbad)));
        run(0, data);
        data = answerWith(batches[batch].entries[1], form(), "junk");
        vm.expectRevert(abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 4));
        run(0, data);
    }

    /// For a contract wallet's entry, the operator must show the action but not the signature: only the wallet can
    /// judge that.
    function testAContractWalletsEntryIsAnsweredByTheFormAlone() external {
        append(OPERATOR, WALLET, 50, voteDigest(OPERATOR, WALLET, 50), keccak256("of the wallet"), 1);
        append(OPERATOR, WALLET, 51, keccak256("of no action"), keccak256("of the wallet"), 1);
        uint64 batch = openBoth();
        run(0, answerWith(batches[batch].entries[0], form(), ""));
        bytes32 made = voteDigest(OPERATOR, WALLET, 51);
        bytes memory data = answerWith(batches[batch].entries[1], form(), "of the wallet");
        vm.expectRevert(abi.encodeWithSelector(Actions.DigestMismatch.selector, keccak256("of no action"), made));
        run(0, data);
    }

    /// Framing: a challenge about an entry that is not anchored is refused.
    function testOpenedWithAnEntryThatIsNotAnchored() external {
        Evidence.EntryEvidence memory evidence = entryEvidence(0, POSITION, PLACE);
        evidence.entry[125] ^= 0x01;
        uint256 value = bond();
        vm.deal(address(this), value);
        vm.expectRevert(abi.encodeWithSelector(Evidence.NotInBatch.selector, POSITION, PLACE));
        challenges.openAction{value: value}(OPERATOR, evidence, 0);
        vm.expectRevert(abi.encodeWithSelector(AnchorRegistry.CheckpointNotStored.selector, 0));
        challenges.openAction{value: value}(address(0x0b2), evidence, 0);
    }

    /// A malformed entry is a fault. It cannot be challenged.
    function testOpenedForAMalformedEntry() external {
        append(OPERATOR, vm.addr(ACTOR_KEY), 60, bytes32(0), bytes32(0), 2); // no such scheme
        uint64 batch = closeBatch(OPERATOR);
        ++clock;
        appendVote(OPERATOR, 61); // later than its batch was closed
        --clock;
        closeBatch(OPERATOR);
        vm.warp(START + 2);
        anchorAll(OPERATOR);
        uint256 value = bond();
        vm.deal(address(this), value);
        for (uint64 i = batch; i < batch + 2; ++i) {
            Evidence.EntryEvidence memory evidence = entryEvidence(1, i, 0);
            vm.expectRevert(abi.encodeWithSelector(Entries.EntryMalformed.selector));
            challenges.openAction{value: value}(OPERATOR, evidence, 1);
        }
    }

    /// A log id with an unknown name: no fault proof can show that it is wrong, but no answer can open it either.
    function testALogIdWithAnUnknownNameCannotBeAnswered() external {
        Challenges.ActionForm memory shown = form();
        shown.nameHash = keccak256("never the name");
        open();
        assertTrue(!tries(shown));
        vm.warp(START + 3);
        settle();
        assertEq(stake.accountOf(OPERATOR).stake, 0);
    }

    /// Anchors two entries, and asks for the actions of both.
    function openBoth() private returns (uint64 batch) {
        batch = closeBatch(OPERATOR);
        vm.warp(START + 2);
        anchorAll(OPERATOR);
        vm.deal(address(this), 1 ether);
        for (uint32 i = 0; i < 2; ++i) challenges.openAction{value: 0.1 ether}(OPERATOR, entryEvidence(1, batch, i), 1);
    }

    function tries(Challenges.ActionForm memory shown) private returns (bool done) {
        bytes memory data = answerWith(batches[POSITION].entries[PLACE], shown, voteSignature(OPERATOR, 1));
        (done, ) = address(challenges).call(data);
    }
}

contract ChallengeParametersTest is ChallengeTest {
    function setUp() external {
        setUpChallenges();
    }

    function testFloors() external {
        for (uint256 i = 0; i < 4; ++i) {
            ChallengeBook.ChallengeParameters memory p = parameters();
            p.answerGas[i] = 20_999;
            refuses(p, 20_999);
        }
        ChallengeBook.ChallengeParameters memory q = parameters();
        q.floor = 0;
        refuses(q, 0);
        q = parameters();
        q.factor = 0;
        refuses(q, 0);
        (q.floor, q.factor, q.answerGas) = (1, 1, [uint32(21_000), 21_000, 21_000, 21_000]);
        newChallenges(q, address(registry), address(stake), address(poseidon));
    }

    /// Without Poseidon no answer could be checked.
    function testRefusesAPoseidonWithoutCode() external {
        vm.expectRevert(abi.encodeWithSelector(ZkTree.NoPoseidon.selector, address(0xbad)));
        newChallenges(parameters(), address(registry), address(stake), address(0xbad));
        vm.expectRevert(abi.encodeWithSelector(ZkTree.NoPoseidon.selector, address(0xbad)));
        newFaultProofs(address(registry), address(stake), address(0xbad));
    }

    function refuses(ChallengeBook.ChallengeParameters memory p, uint256 value) private {
        vm.expectRevert(abi.encodeWithSelector(ChallengeBook.ParameterOutOfRange.selector, value));
        newChallenges(p, address(registry), address(stake), address(poseidon));
    }

    function testViews() external view {
        assertEq(keccak256(abi.encode(challenges.challengeParameters())), keccak256(abi.encode(parameters())));
        assertEq(address(challenges.registry()), address(registry));
        assertEq(address(challenges.operatorStake()), address(stake));
    }
}
