// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {ReferenceTree} from "./ReferenceTree.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// @notice Helpers for tests of objects: an operator's logs, encoded by hand, with honest entries and lies.
abstract contract ObjectLogTest is RegistryTest {
    using ReferenceTree for bytes32[];

    /// A kind's name, and the opening of an action.
    struct Act {
        string kind;
        Actions.Opening opening;
    }

    /// The place of an entry: its batch in the batch log, and its position there.
    struct Place {
        uint64 batch;
        uint32 position;
    }

    struct Batch {
        bytes header;
        bytes[] entries;
    }

    struct Newest {
        bool known;
        uint64 index;
        address holder;
    }

    address internal constant OPERATOR = address(0x0b1);
    address internal constant ANYBODY = address(type(uint160).max);
    uint64 internal constant NO_PRIOR = type(uint64).max;
    uint64 internal constant DEADLINE = 1_900_000_000;
    string internal constant MINT_TYPE = "MintPayload(string objectId,address holder)";

    /// The time at which entries are accepted and batches closed, in Unix milliseconds.
    uint64 internal clock = uint64(START * 1000);
    Batch[] internal batches;
    bytes32[] internal fingerprints;

    mapping(bytes32 log => bytes32) internal heads;
    mapping(bytes32 log => uint64) private _sizes;
    mapping(bytes32 log => uint64) private _closed;
    mapping(bytes32 log => uint64) private _numbers;
    /// The position of a log's newest batch in the batch log.
    mapping(bytes32 log => uint64) private _lastBatch;
    mapping(bytes32 log => bytes[]) private _pending;
    mapping(bytes32 log => mapping(bytes32 objectKey => Newest)) internal newest;
    /// The sizes of the anchored checkpoints.
    uint64[] internal sizes;
    uint256 private _nonce;
    mapping(address account => uint256) private _keys;
    /// The signatures of actions by accounts that `person` made.
    mapping(bytes32 digest => bytes) internal signatures;

    /// Makes an account that signs its actions.
    function person(string memory name) internal returns (address account) {
        uint256 key = uint256(keccak256(bytes(name)));
        account = vm.addr(key);
        _keys[account] = key;
    }

    function logOf(string memory name) internal view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(registry), OPERATOR, keccak256(bytes(name))));
    }

    /// Terms without attestations, so that redemptions by contract wallets are refused.
    function redemptionTerms(
        bytes32 log,
        address issuer,
        string memory mintType
    ) internal view returns (Redemptions.Terms memory) {
        AnchoredAction.Source memory source = AnchoredAction.Source(registry, IAttestations(address(0)), OPERATOR);
        Redemptions.MintWord[] memory any = new Redemptions.MintWord[](0);
        return Redemptions.Terms(source, log, issuer, mintType, any, Redemptions(address(0)));
    }

    // Actions

    function mint(string memory id, address holder) internal pure returns (Act memory) {
        return act("Mint", "string objectId,address holder", keccak256(bytes(id)), word(holder));
    }

    function transfer(string memory id, address holder) internal pure returns (Act memory) {
        return act("Transfer", "string objectId,address holder", keccak256(bytes(id)), word(holder));
    }

    function redeem(string memory id) internal pure returns (Act memory) {
        return redeem(id, Redemptions(address(0)));
    }

    /// Gives the object up to a gate.
    function redeem(string memory id, Redemptions gate) internal pure returns (Act memory a) {
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[2]) = (keccak256(bytes(id)), word(address(gate)));
        string memory payloadType = "RedeemPayload(string objectId,address holder,address gate)";
        return Act("Redeem", Actions.Opening(payloadType, DEADLINE, words));
    }

    /// Moves the object to another log.
    function move(string memory id, bytes32 toLog) internal pure returns (Act memory a) {
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[2]) = (keccak256(bytes(id)), toLog);
        return
            Act("Move", Actions.Opening("MovePayload(string objectId,address holder,bytes32 toLog)", DEADLINE, words));
    }

    /// Mints a moved object in its new log.
    function movedMint(string memory id, address holder) internal pure returns (Act memory) {
        return act("MovedMint", "string objectId,address holder", keccak256(bytes(id)), word(holder));
    }

    /// An act that names no holder.
    function rename(string memory id, address to) internal pure returns (Act memory) {
        return act("Rename", "string objectId,address to", keccak256(bytes(id)), word(to));
    }

    function ask(bytes32 objectKey) internal pure returns (Act memory) {
        bytes32[] memory words = new bytes32[](1);
        words[0] = objectKey;
        return Act("Ask", Actions.Opening("AskPayload(bytes32 objectKey)", DEADLINE, words));
    }

    function httpRequest() internal pure returns (Act memory) {
        string memory members = "string authority,string method,string target,string contentType,bytes32 contentDigest";
        return
            Act(
                "HttpRequest",
                Actions.Opening(string.concat("HttpRequestPayload(", members, ")"), DEADLINE, new bytes32[](5))
            );
    }

    function act(
        string memory kind,
        string memory members,
        bytes32 first,
        bytes32 second
    ) internal pure returns (Act memory) {
        bytes32[] memory words = new bytes32[](2);
        (words[0], words[1]) = (first, second);
        return Act(kind, Actions.Opening(string.concat(kind, "Payload(", members, ")"), DEADLINE, words));
    }

    function word(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function keyOf(string memory id) internal pure returns (bytes32) {
        return EntryBytes.objectKey("string objectId", keccak256(bytes(id)));
    }

    /// The EIP-712 digest of an action, under the operator's domain.
    function digestOf(bytes32 log, address actor, uint256 nonce, Act memory a) internal view returns (bytes32) {
        bytes memory envelope = abi.encodePacked(
            a.kind,
            "(bytes32 log,address actor,uint256 nonce,uint64 deadline,",
            a.kind,
            "Payload payload)",
            a.opening.payloadType
        );
        bytes32 payload = keccak256(abi.encodePacked(keccak256(bytes(a.opening.payloadType)), a.opening.words));
        bytes32 hash = keccak256(abi.encode(keccak256(envelope), log, actor, nonce, a.opening.deadline, payload));
        return actionDigest(hash);
    }

    // The log

    /// The next entry of a log as an honest operator writes it. Tests change it to tell a lie.
    function entryOf(bytes32 log, address actor, Act memory a) internal returns (Entries.Entry memory e) {
        (e.log, e.index, e.actor, e.nonce) = (log, _sizes[log], actor, ++_nonce);
        e.prev = e.index == 0 ? log : heads[log];
        (e.digest, e.signatureHash, e.acceptedAt) = (digestOf(log, actor, e.nonce, a), keccak256("signed"), clock);
        if (_keys[actor] != 0) e.signatureHash = keccak256(sign(actor, e.digest));
        bool names;
        (e.part, e.objectKey, names) = whatItIsTo(a);
        if (e.part == 0) return e;
        Newest memory n = newest[log][e.objectKey];
        e.prior = n.known ? n.index : NO_PRIOR;
        e.holder = n.known ? n.holder : ANYBODY;
        if (names) e.holder = address(uint160(uint256(a.opening.words[1])));
    }

    function sign(address actor, bytes32 digest_) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[actor], digest_);
        return signatures[digest_] = abi.encodePacked(r, s, v);
    }

    /// Part, object key and whether the act names a holder, by protocol/1-verify, section 6.
    function whatItIsTo(Act memory a) internal pure returns (uint8 part, bytes32 objectKey, bool names) {
        bytes32 kind = keccak256(bytes(a.kind));
        if (kind == keccak256("HttpRequest")) return (0, 0, false);
        bytes32 first = a.opening.words[0];
        if (kind == keccak256("Ask")) return (2, first, false);
        names = kind != keccak256("Rename");
        return (1, EntryBytes.objectKey("string objectId", first), names);
    }

    /// Appends an entry, honest or not. Later entries build on it.
    function append(Entries.Entry memory e) internal returns (Place memory) {
        heads[e.log] = leafHash(EntryBytes.encode(e));
        ++_sizes[e.log];
        if (e.part == 1) newest[e.log][e.objectKey] = Newest(true, e.index, e.holder);
        _pending[e.log].push(EntryBytes.encode(e));
        return Place(uint64(batches.length), uint32(_pending[e.log].length - 1));
    }

    /// Appends an honest entry, and closes a batch with it.
    function enter(bytes32 log, address actor, Act memory a) internal returns (Place memory) {
        return enter(entryOf(log, actor, a));
    }

    /// Appends any entry, and closes a batch with it.
    function enter(Entries.Entry memory e) internal returns (Place memory place) {
        place = append(e);
        close(e.log);
    }

    /// An act with the given index that names the log's first entry as its prior.
    function actAt(bytes32 log, uint64 index, address actor, Act memory a) internal returns (Entries.Entry memory e) {
        e = entryOf(log, actor, a);
        (e.index, e.prior) = (index, 0);
    }

    function namingPrior(uint64 prior, Entries.Entry memory e) internal pure returns (Entries.Entry memory) {
        return naming(prior, e.holder, e);
    }

    function naming(uint64 prior, address holder, Entries.Entry memory e) internal pure returns (Entries.Entry memory) {
        (e.prior, e.holder) = (prior, holder);
        return e;
    }

    /// Closes a batch of the appended entries.
    function close(bytes32 log) internal {
        Batch storage batch = batches.push();
        bytes[] storage list = _pending[log];
        bytes32[] memory hashes = new bytes32[](list.length);
        for (uint256 i = 0; i < list.length; ++i) {
            batch.entries.push(list[i]);
            hashes[i] = leafHash(list[i]);
        }
        uint64 number = _numbers[log]++;
        bool first = number == 0;
        bytes memory place = abi.encodePacked(bytes1(0x02), log, number, _closed[log], uint32(list.length));
        uint64 prevLeaf = first ? NO_PRIOR : _lastBatch[log];
        bytes32 parent = first ? bytes32(0) : fingerprints[prevLeaf];
        _lastBatch[log] = uint64(batches.length - 1);
        bytes memory links = abi.encodePacked(prevLeaf, parent, prevOf(list[0]), heads[log]);
        batch.header = abi.encodePacked(place, links, hashes.root(hashes.length), bytes32(0), clock);
        fingerprints.push(leafHash(batch.header));
        _closed[log] = _sizes[log];
        delete _pending[log];
    }

    /// Adds a batch with only this entry to the batch log, which forks the entry's log.
    function fork(Entries.Entry memory e) internal returns (Place memory) {
        bool first = e.index == 0;
        if (first) e.prev = e.log;
        Batch storage batch = batches.push();
        batch.entries.push(EntryBytes.encode(e));
        bytes32 hash = leafHash(batch.entries[0]);
        uint64 prevLeaf = first ? NO_PRIOR : 0; // any number: no test reads it
        bytes memory place = abi.encodePacked(bytes1(0x02), e.log, e.index, e.index, uint32(1), prevLeaf);
        batch.header = abi.encodePacked(
            place,
            first ? bytes32(0) : keccak256("parent"),
            e.prev,
            hash,
            hash,
            bytes32(0),
            clock
        );
        fingerprints.push(leafHash(batch.header));
        return Place(uint64(batches.length - 1), 0);
    }

    /// Anchors all batches.
    function anchorAll() internal {
        uint64 size = uint64(fingerprints.length);
        uint64 last = sizes.length == 0 ? 0 : sizes[sizes.length - 1];
        bytes32[] memory proof = last == 0 ? new bytes32[](0) : fingerprints.consistencyProof(last, size);
        bytes32 root = fingerprints.root(size);
        registry.anchor(OPERATOR, size, root, proof, checkpoint(OPERATOR, size, root));
        sizes.push(size);
    }

    /// Anchors all batches, and waits until they are final.
    function finish() internal {
        anchorAll();
        vm.warp(block.timestamp + FINALITY_DELAY);
    }

    function decoded(bytes calldata entry) external pure returns (Entries.Entry memory) {
        return Entries.decode(entry);
    }

    function evidence(Place memory place) internal view returns (Evidence.EntryEvidence memory) {
        return evidence(place, uint64(sizes.length - 1));
    }

    function evidence(Place memory place, uint64 sequence) internal view returns (Evidence.EntryEvidence memory) {
        Batch storage batch = batches[place.batch];
        bytes32[] memory hashes = new bytes32[](batch.entries.length);
        for (uint256 i = 0; i < hashes.length; ++i) hashes[i] = leafHash(batch.entries[i]);
        bytes32[] memory proof = fingerprints.inclusionProof(place.batch, sizes[sequence]);
        return
            Evidence.EntryEvidence(
                Evidence.HeaderEvidence(sequence, place.batch, batch.header, proof),
                place.position,
                batch.entries[place.position],
                hashes.inclusionProof(place.position, hashes.length)
            );
    }

    /// An entry with its action and signature, as announcements take it. Without `sequence`, the newest checkpoint
    /// proves it.
    function shown(Place memory place, Act memory a) internal view returns (AnnouncedRedeemer.Act memory) {
        return shown(place, a, uint64(sizes.length - 1));
    }

    function shown(
        Place memory place,
        Act memory a,
        uint64 sequence
    ) internal view returns (AnnouncedRedeemer.Act memory) {
        Evidence.EntryEvidence memory e = evidence(place, sequence);
        return AnnouncedRedeemer.Act(e, a.opening, signatures[digestIn(e.entry)]);
    }

    /// The identifier of an announcement.
    function idOf(Place memory place) internal view returns (bytes32) {
        return keccak256(abi.encode(leafHash(batches[place.batch].entries[place.position]), place.batch));
    }

    function digestIn(bytes memory entry) internal pure returns (bytes32 value) {
        assembly ("memory-safe") {
            value := mload(add(entry, 157))
        }
    }

    /// The leaf hash of RFC 9162, section 2.1.1.
    function leafHash(bytes memory leaf) internal pure returns (bytes32) {
        return sha256(abi.encodePacked(bytes1(0x00), leaf));
    }

    function prevOf(bytes memory entry) private pure returns (bytes32 prev) {
        assembly ("memory-safe") {
            prev := mload(add(entry, 73))
        }
    }
}
