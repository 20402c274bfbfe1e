// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Attestations} from "../../contracts/Attestations.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {ObjectRedeemer} from "../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {VoucherRedeemer} from "../../contracts/examples/VoucherRedeemer.sol";
import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {HoldingHarness} from "../../contracts/test/HoldingHarness.sol";
import {InclusionHarness} from "../../contracts/test/InclusionHarness.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {FullDepthTest} from "./FullDepthTest.sol";
import {create, newAnnouncedRedeemer, newAttestations, newObjectRedeemer, newRedeemer} from "./released.sol";

/// The gas of gates, under the test profile `gas`. `npm test` compares it with snapshots/.
contract GatesGas is FullDepthTest {
    address private constant ACTOR = address(0xac7);
    bytes32 private constant PRODUCT = keccak256("a coffee");
    string private constant PAYLOAD_TYPE = "BuyVoucherPayload(bytes32 product,uint256 quantity,address gate)";
    uint64 private constant DEADLINE = 1_900_000_000;
    uint32 private constant ENTRY_AT = 34_567;

    uint256 private constant ISSUER_KEY = uint256(keccak256("an issuer"));
    uint256 private constant HOLDER_KEY = uint256(keccak256("a holder"));
    uint256 private constant BUYER_KEY = uint256(keccak256("a buyer"));
    address private immutable ISSUER = vm.addr(ISSUER_KEY);
    address private immutable HOLDER = vm.addr(HOLDER_KEY);
    address private immutable BUYER = vm.addr(BUYER_KEY);
    bytes32 private constant ID = keccak256("seat 42");
    string private constant MINT_TYPE = "MintPayload(string objectId,address holder)";
    string private constant SALE_TYPE = "TransferPayload(string objectId,address holder)";
    string private constant REDEEM_TYPE = "RedeemPayload(string objectId,address holder,address gate)";
    string private constant MOVE_TYPE = "MovePayload(string objectId,address holder,bytes32 toLog)";

    FullBatch private batch;
    FullBatch private older;
    bytes private entry;
    bytes private asked;
    bytes private minted;
    bytes private redeemed;
    bytes private announced;
    bytes private stolen;
    bytes private sale;
    bytes private resold;
    bytes private moved;
    mapping(bytes32 digest => bytes) private signatures;
    VoucherRedeemer private shop;
    ObjectRedeemer private gate;
    AnnouncedRedeemer private slowGate;

    function setUp() external {
        setUpRegistry();
        join(OPERATOR);
        (batch.position, batch.number, batch.start, batch.prevLeaf) = (54_321, 17, 1 << 33, 52_000);
        (batch.parent, batch.prevHead, batch.head) = (keccak256("parent"), keccak256("prevHead"), keccak256("head"));
        batch.zkRoot = 1 << 250;
        (older.position, older.number, older.start, older.prevLeaf) = (43_210, 11, 1 << 32, 41_000);
        (older.parent, older.prevHead, older.head) = (batch.parent, batch.prevHead, batch.head);
        older.zkRoot = 1 << 251;
        shop = newRedeemer(address(registry), address(0), OPERATOR, logOf(OPERATOR), PRODUCT);
        gate = newObjectRedeemer(redemptionTerms());
        slowGate = newAnnouncedRedeemer(redemptionTerms(), 1, uint48(FINALITY_DELAY));
        entry = objectEntry(batch, ENTRY_AT, ACTOR, digestOf("BuyVoucher", ACTOR, opening()), HOLDER);
        bytes32 digest_ = digestOf("Mint", ISSUER, naming(MINT_TYPE, HOLDER));
        sign(ISSUER_KEY, digest_);
        minted = objectEntry(older, ENTRY_AT, ISSUER, digest_, HOLDER);
        digest_ = digestOf("Redeem", HOLDER, givenUp(gate));
        redeemed = objectEntry(batch, 100, HOLDER, digest_, address(0));
        digest_ = digestOf("Redeem", HOLDER, givenUp(slowGate));
        sign(HOLDER_KEY, digest_);
        announced = objectEntry(batch, 101, HOLDER, digest_, address(0));
        digest_ = digestOf("Redeem", BUYER, givenUp(slowGate));
        sign(BUYER_KEY, digest_);
        stolen = objectEntry(batch, 300, BUYER, digest_, address(0));
        resold = objectEntry(batch, 500, BUYER, digest_, address(0));
        digest_ = digestOf("Move", HOLDER, moving());
        sign(HOLDER_KEY, digest_);
        moved = objectEntry(batch, 102, HOLDER, digest_, address(0));
        digest_ = digestOf("Transfer", HOLDER, naming(SALE_TYPE, BUYER));
        sign(HOLDER_KEY, digest_);
        sale = objectEntry(batch, 400, HOLDER, digest_, BUYER);
        asked = objectEntry(batch, 200, ACTOR, keccak256("an ask"), HOLDER);
        close(older);
        close(batch);
        anchorHeaders();
        vm.warp(START + FINALITY_DELAY);
    }

    function testInclusion() external {
        address inclusion = create("InclusionHarness", abi.encode(registry));
        transact(inclusion, abi.encodeCall(InclusionHarness.check, (OPERATOR, entryEvidence(batch, ENTRY_AT, entry))));
        vm.snapshotGasLastCall("Gates", "inclusion of an entry, through batch and checkpoint");
    }

    function testRedeem() external {
        Evidence.EntryEvidence memory evidence = entryEvidence(batch, ENTRY_AT, entry);
        vm.prank(ACTOR);
        shop.redeem(evidence, opening());
        vm.snapshotGasLastCall("Gates", "an action of two members at a gate that keeps two words");
    }

    function testHeldBy() external {
        address harness = create("HoldingHarness", abi.encode(registry, OPERATOR));
        transact(harness, abi.encodeCall(HoldingHarness.heldBy, (entryEvidence(batch, 200, asked))));
        assertTrue(vm.snapshotGasLastCall("Gates", "who held an object, by an ask") <= 105_000);
    }

    function testProveBoth() external {
        address harness = create("HoldingHarness", abi.encode(registry, OPERATOR));
        transact(
            harness,
            abi.encodeCall(
                HoldingHarness.proveBoth,
                (
                    entryEvidence(batch, 100, redeemed),
                    givenUp(gate),
                    entryEvidence(older, ENTRY_AT, minted),
                    naming(MINT_TYPE, HOLDER)
                )
            )
        );
        assertTrue(vm.snapshotGasLastCall("Gates", "a holder's act and an issuer's mint, nothing kept") <= 260_000);
    }

    function testRedeemObject() external {
        gate.redeem(
            entryEvidence(batch, 100, redeemed),
            givenUp(gate),
            entryEvidence(older, ENTRY_AT, minted),
            naming(MINT_TYPE, HOLDER)
        );
        vm.snapshotGasLastCall("Gates", "a holder's act and an issuer's mint at a gate that keeps a word");
    }

    function testAnnounced() external {
        AnnouncedRedeemer.Act memory redemption = act(batch, 101, announced, givenUp(slowGate));
        (AnchoredAction.Action memory redeeming, AnchoredAction.Action memory minting) = slowGate.proven(
            redemption,
            mintAct()
        );
        slowGate.announce(redemption, mintAct());
        uint256 first = vm.snapshotGasLastCall("Gates", "announced redemption: announce");
        vm.warp(START + FINALITY_DELAY + 1);
        slowGate.settle(redeeming, minting, headerEvidence(batch));
        uint256 second = vm.snapshotGasLastCall("Gates", "announced redemption: settle");
        assertTrue(first + second <= 500_000);
    }

    function testMove() external {
        AnnouncedRedeemer.Act memory given = act(batch, 102, moved, moving());
        (AnchoredAction.Action memory acting, AnchoredAction.Action memory minting) = slowGate.proven(given, mintAct());
        slowGate.announce(given, mintAct());
        vm.warp(START + FINALITY_DELAY + 1);
        slowGate.settle(acting, minting, headerEvidence(batch));
        assertTrue(vm.snapshotGasLastCall("Gates", "announced move: settle") <= 170_000);
    }

    function testCancel() external {
        Evidence.EntryEvidence memory theft = entryEvidence(batch, 300, stolen);
        slowGate.announce(act(batch, 300, stolen, givenUp(slowGate)), mintAct());
        bytes32 id = slowGate.idOf(leafHash(stolen), batch.position);
        slowGate.cancel(id, entryEvidence(batch, 200, asked), theft);
        vm.snapshotGasLastCall("Gates", "announced redemption: cancel, by two entries");
    }

    function testDemand() external {
        slowGate.announce(act(batch, 500, resold, givenUp(slowGate)), mintAct());
        bytes32 id = slowGate.idOf(leafHash(resold), batch.position);
        slowGate.demand(id, entryEvidence(older, ENTRY_AT, minted));
        assertTrue(vm.snapshotGasLastCall("Gates", "announced redemption: demand the act after one") <= 130_000);
        Contests.Demand memory d = demandOf(id);
        slowGate.showEntry(id, d, entryEvidence(batch, 400, sale));
        assertTrue(vm.snapshotGasLastCall("Gates", "announced redemption: show the act's entry") <= 100_000);
        AnnouncedRedeemer.Act memory a = act(batch, 400, sale, naming(SALE_TYPE, BUYER));
        slowGate.showAction(id, d, sale, a.opening, a.signature);
        assertTrue(vm.snapshotGasLastCall("Gates", "announced redemption: show the act's action") <= 100_000);
    }

    function testUnanswered() external {
        slowGate.announce(act(batch, 500, resold, givenUp(slowGate)), mintAct());
        bytes32 id = slowGate.idOf(leafHash(resold), batch.position);
        slowGate.demand(id, entryEvidence(older, ENTRY_AT, minted));
        Contests.Demand memory d = demandOf(id);
        vm.warp(d.deadline + 1);
        slowGate.cancelUnanswered(id, d, 0);
        vm.snapshotGasLastCall("Gates", "announced redemption: cancel, a demand without an answer");
    }

    function testHatch() external {
        AnnouncedRedeemer.Act memory last = act(batch, 400, sale, naming(SALE_TYPE, BUYER));
        AnnouncedRedeemer.Act memory first = mintAct();
        (AnchoredAction.Action memory acting, AnchoredAction.Action memory minting) = slowGate.held(last, first);
        vm.prank(BUYER);
        slowGate.announceAsHolder(last, first);
        vm.snapshotGasLastCall("Gates", "exit hatch: announce as the holder");
        vm.warp(block.timestamp + 1);
        slowGate.settle(acting, minting, headerEvidence(batch));
        vm.snapshotGasLastCall("Gates", "exit hatch: settle");
        assertTrue(slowGate.redeemed(EntryBytes.objectKey("string objectId", ID)));
    }

    /// A seller claims, a later act displaces the claim, and a demand about that act stays unanswered.
    function testDisplaced() external {
        AnnouncedRedeemer.Act memory last = act(batch, 500, resold, givenUp(slowGate));
        AnnouncedRedeemer.Act memory first = mintAct();
        vm.prank(HOLDER);
        slowGate.announceAsHolder(first, first);
        slowGate.announceAsHolder(last, first);
        vm.snapshotGasLastCall("Gates", "exit hatch: take the place of a claim");
        bytes32 id = slowGate.idOf(leafHash(resold), batch.position);
        slowGate.demand(id, entryEvidence(older, ENTRY_AT, minted));
        Contests.Demand memory d = demandOf(id);
        vm.warp(d.deadline + 1);
        slowGate.cancelUnanswered(id, d, 0);
        vm.snapshotGasLastCall("Gates", "exit hatch: cancel, and restore the claim before");
    }

    function redemptionTerms() private view returns (Redemptions.Terms memory) {
        AnchoredAction.Source memory source = AnchoredAction.Source(registry, IAttestations(address(0)), OPERATOR);
        Redemptions.MintWord[] memory any = new Redemptions.MintWord[](0);
        return Redemptions.Terms(source, logOf(OPERATOR), ISSUER, MINT_TYPE, any, Redemptions(address(0)));
    }

    /// The demand for the act that follows the mint.
    function demandOf(bytes32 id) private view returns (Contests.Demand memory d) {
        (d.objectKey, , d.last, , d.size, , ) = slowGate.announcements(id);
        (d.act, d.index, d.holder) = (leafHash(minted), older.start + ENTRY_AT, HOLDER);
        d.deadline = uint48(block.timestamp) + slowGate.RESPONSE_TIME();
    }

    function mintAct() private view returns (AnnouncedRedeemer.Act memory) {
        return act(older, ENTRY_AT, minted, naming(MINT_TYPE, HOLDER));
    }

    function act(
        FullBatch storage full,
        uint32 position,
        bytes memory bytes_,
        Actions.Opening memory o
    ) private view returns (AnnouncedRedeemer.Act memory) {
        bytes32 digest_;
        assembly ("memory-safe") {
            digest_ := mload(add(bytes_, 157))
        }
        return AnnouncedRedeemer.Act(entryEvidence(full, position, bytes_), o, signatures[digest_]);
    }

    function sign(uint256 key, bytes32 digest_) private {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest_);
        signatures[digest_] = abi.encodePacked(r, s, v);
    }

    function testAttest() external {
        Attestations attestations = newAttestations();
        address wallet = create("OwnedWallet", abi.encode(vm.addr(0xac7)));
        bytes32 digest_ = keccak256("an action");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xac7, digest_);
        bytes memory signed = abi.encodePacked(r, s, v);
        bytes memory walletsEntry = enter(batch, ENTRY_AT + 1, keccak256("prev"), wallet, 1, digest_, signed, 1);
        attestations.attest(walletsEntry, signed);
        vm.snapshotGasLastCall("Gates", "attest, a wallet with an owner");
    }

    /// Sends a transaction, so that the gas of a view is measured as well.
    function transact(address to, bytes memory data) private {
        (bool done, ) = to.call(data);
        assertTrue(done);
    }

    function opening() private view returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline, o.words) = (PAYLOAD_TYPE, DEADLINE, new bytes32[](3));
        (o.words[0], o.words[1], o.words[2]) = (PRODUCT, bytes32(uint256(3)), bytes32(uint256(uint160(address(shop)))));
    }

    function givenUp(Redemptions to) private pure returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline, o.words) = (REDEEM_TYPE, DEADLINE, new bytes32[](3));
        (o.words[0], o.words[2]) = (ID, bytes32(uint256(uint160(address(to)))));
    }

    function moving() private pure returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline, o.words) = (MOVE_TYPE, DEADLINE, new bytes32[](3));
        (o.words[0], o.words[2]) = (ID, keccak256("another log"));
    }

    function naming(string memory payloadType, address holder) private pure returns (Actions.Opening memory o) {
        (o.payloadType, o.deadline, o.words) = (payloadType, DEADLINE, new bytes32[](2));
        (o.words[0], o.words[1]) = (ID, bytes32(uint256(uint160(holder))));
    }

    /// An entry in the older batch is the first act on the object. The stolen one, at position 300, names an ask as its
    /// prior.
    function objectEntry(
        FullBatch storage full,
        uint32 position,
        address actor,
        bytes32 digest_,
        address holder
    ) private returns (bytes memory) {
        Entries.Entry memory e;
        (e.actor, e.nonce, e.digest, e.signatureHash) = (actor, 1, digest_, keccak256("a signature"));
        if (signatures[digest_].length != 0) e.signatureHash = keccak256(signatures[digest_]);
        (e.prev, e.part, e.holder) = (keccak256("prev"), position == 200 ? 2 : 1, holder);
        e.objectKey =
            position == ENTRY_AT && full.position == batch.position
                ? EntryBytes.objectKey("bytes32 product", PRODUCT)
                : EntryBytes.objectKey("string objectId", ID);
        e.prior = full.position == batch.position ? older.start + ENTRY_AT : type(uint64).max;
        if (position == 300) e.prior = batch.start + 200;
        if (position == 500) e.prior = batch.start + 400;
        return enter(full, position, e);
    }

    /// The EIP-712 digest of an action, under the operator's domain.
    function digestOf(string memory kind, address actor, Actions.Opening memory o) private view returns (bytes32) {
        bytes32 typeHash = keccak256(
            abi.encodePacked(
                kind,
                "(bytes32 log,address actor,uint256 nonce,uint64 deadline,",
                kind,
                "Payload payload)",
                o.payloadType
            )
        );
        bytes32 payload = keccak256(abi.encodePacked(keccak256(bytes(o.payloadType)), o.words));
        bytes32 hash = keccak256(abi.encode(typeHash, logOf(OPERATOR), actor, uint256(1), o.deadline, payload));
        return actionDigest(hash);
    }
}
