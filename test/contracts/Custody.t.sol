// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {Contests} from "../../contracts/examples/Contests.sol";
import {ObjectRedeemer} from "../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {IAttestations} from "../../contracts/interfaces/IAttestations.sol";
import {Actions} from "../../contracts/libraries/Actions.sol";
import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Evidence} from "../../contracts/libraries/Evidence.sol";
import {CustodyQuestions} from "./CustodyQuestions.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {newAnnouncedRedeemer, newObjectRedeemer} from "./released.sol";
import {JSON} from "./VmJson.sol";

/// The contracts agree with the model of custody in test/custody: in each history of test/vectors/custody.json every
/// call succeeds or fails with the same error, and the same account is paid.
contract CustodyTest is CustodyQuestions {
    enum Op {
        Enter,
        Close,
        Anchor,
        Leave,
        Convict,
        Redeem,
        Announce,
        Claim,
        Settle,
        Demand,
        ShowEntry,
        ShowAction,
        CancelUnanswered,
        Cancel,
        CompleteExit,
        ChangeCode,
        Attest,
        Ask,
        Answer,
        Lapse
    }

    struct Step {
        uint256 time;
        uint256 baseFee;
        Op op;
        uint256 gate;
        uint256 acting;
        uint256 first;
        uint256 second;
        address account;
        bytes4 reason;
    }

    /// The steps as bytes, and the offset of the next step.
    struct Reader {
        bytes data;
        uint256 next;
    }

    /// The model numbers accounts. The numbers of the gates begin here.
    uint256 private constant GATES = 0x21;

    string[6] private _ids = ["seat", "ring", "vase", "throne", "gold", "junk"];
    address[] private _gates;
    mapping(bytes32 log => uint256[]) private _open;
    uint256[] private _times;
    bytes4[] private _reasons;
    mapping(bytes32 demanded => Contests.Demand) private _demands;
    mapping(bytes32 demanded => bytes32) private _shown;

    error Otherwise(string history, uint256 step, bytes4 expected, bytes reason);

    function setUp() public {
        setUpBonds();
        log = logOf("a.example");
        Redemptions.Terms memory t = redemptionTerms(log, ISSUER, MINT_TYPE);
        t.source.attestations = attestations;
        _gates.push(address(newAnnouncedRedeemer(t, NOTICE, SILENCE)));
        _gates.push(address(newObjectRedeemer(t)));
        t.predecessor = Redemptions(_gates[0]);
        _gates.push(address(newAnnouncedRedeemer(t, NOTICE, 0)));
        t.predecessor = Redemptions(_gates[2]);
        t.log = logOf("b.example");
        _gates.push(address(newAnnouncedRedeemer(t, NOTICE, SILENCE)));
        t = redemptionTerms(log, WALLET, MINT_TYPE);
        t.source.attestations = attestations;
        _gates.push(address(newAnnouncedRedeemer(t, NOTICE, SILENCE)));
        _reasons = reasons();
    }

    function testHistories() external {
        string memory json = JSON.readFile("test/vectors/custody.json");
        string[] memory names = JSON.parseJsonStringArray(json, ".names");
        bytes[] memory steps = JSON.parseJsonBytesArray(json, ".steps");
        assertTrue(names.length > 40);
        assertEq(steps.length, names.length);
        for (uint256 i = 0; i < names.length; ++i) this.tell(names[i], steps[i]);
    }

    error Done();

    /// Plays a history, and reverts its changes.
    function tell(string calldata name, bytes calldata steps) external {
        (, bytes memory reason) = address(this).call(abi.encodeCall(this.play, (name, steps)));
        if (bytes4(reason) != Done.selector)
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
    }

    function play(string calldata name, bytes calldata steps) external {
        Reader memory r = Reader(steps, 0);
        setCode();
        for (uint256 i = 0; r.next < steps.length; ++i) {
            Step memory s = next(r);
            vm.warp(s.time);
            clock = uint64(s.time * 1000);
            vm.fee(s.baseFee * 1 gwei);
            bytes memory reason = step(s, r);
            if (bytes4(reason) != s.reason) revert Otherwise(name, i, s.reason, reason);
            checkBalances();
        }
        revert Done();
    }

    // Steps

    function next(Reader memory r) private view returns (Step memory s) {
        (s.time, s.baseFee, s.op, s.gate) = (take(r, 4), take(r, 1), Op(take(r, 1)), take(r, 1));
        (s.acting, s.first, s.second) = (take(r, 2), take(r, 2), take(r, 2));
        (s.account, s.reason) = (accountOf(take(r, 1)), _reasons[take(r, 1)]);
    }

    function take(Reader memory r, uint256 length) private pure returns (uint256 value) {
        for (uint256 i = 0; i < length; ++i) value = (value << 8) | uint8(r.data[r.next++]);
    }

    function step(Step memory s, Reader memory r) private returns (bytes memory) {
        if (s.op == Op.Enter) enterFrom(r);
        else if (s.op == Op.Close) closeOf(s.first);
        else if (s.op == Op.Anchor) {
            anchorAll();
            _times.push(block.timestamp);
        } else if (s.op == Op.Leave) {
            vm.prank(OPERATOR);
            stake.requestExit();
        } else if (s.op == Op.Convict) {
            vm.prank(JUDGE);
            stake.convict(OPERATOR, address(this), logNumbered(s.first), uint64(s.second));
        } else if (s.op == Op.ChangeCode) changeCode();
        else if (s.op == Op.CompleteExit) return called(address(stake), abi.encodeCall(stake.completeExit, (OPERATOR)));
        else if (s.op == Op.Attest) return attest(s.acting);
        else if (s.op < Op.Attest) return callGate(s);
        else return callBook(s, take(r, 6) * 1 gwei, take(r, 6) * 1 gwei);
        return "";
    }

    function callBook(Step memory s, uint256 bond, uint256 repaid) private returns (bytes memory) {
        ChallengeBook.Kind kind = ChallengeBook.Kind(s.first);
        if (s.op == Op.Ask) return ask(kind, s.acting, s.account, bond);
        if (s.op == Op.Answer) return answer(kind, s.acting, s.account, bond, repaid);
        return lapse(kind, s.acting, s.account, bond);
    }

    function callGate(Step memory s) private returns (bytes memory reason) {
        gate = AnnouncedRedeemer(_gates[s.gate]);
        bool pays = (s.op == Op.Settle || s.op == Op.Redeem) && s.reason == 0 && s.account != address(0);
        bytes memory data = dataOf(s);
        if (pays) {
            vm.expectEmit(address(gate));
            emit Redemptions.ObjectRedeemed(s.account, objectOf(s.acting));
        }
        if (s.op == Op.Claim) vm.prank(s.account);
        bool done;
        (done, reason) = address(gate).call(data);
        if (done) {
            remember(s);
            return "";
        }
        // An error without data matches no error of the list.
        if (reason.length == 0) reason = "none";
    }

    function remember(Step memory s) private {
        bytes32 key = demanded(s);
        if (s.op == Op.Demand) _demands[key] = demandOf(idOf(_places[s.acting]), _places[s.first]);
        if (s.op == Op.ShowEntry) _shown[key] = hashOf(_places[s.second]);
    }

    function dataOf(Step memory s) private view returns (bytes memory) {
        bytes32 id = idOf(_places[s.acting]);
        if (s.op == Op.Redeem) {
            return
                abi.encodeCall(
                    ObjectRedeemer.redeem,
                    (shownNow(s.acting), _acts[s.acting].opening, shownNow(s.first), _acts[s.first].opening)
                );
        }
        if (s.op == Op.Announce) return abi.encodeCall(gate.announce, (actNow(s.acting), actNow(s.first)));
        if (s.op == Op.Claim) return abi.encodeCall(gate.announceAsHolder, (actNow(s.acting), actNow(s.first)));
        if (s.op == Op.Settle) {
            return
                abi.encodeCall(
                    gate.settle,
                    (
                        actionOf(_places[s.acting], _acts[s.acting]),
                        actionOf(_places[s.first], _acts[s.first]),
                        shownNow(s.acting).batch
                    )
                );
        }
        if (s.op == Op.Demand) return abi.encodeCall(Contests.demand, (id, shownNow(s.first)));
        if (s.op == Op.Cancel) return abi.encodeCall(Contests.cancel, (id, shownNow(s.first), shownNow(s.second)));
        Contests.Demand memory d = _demands[demanded(s)];
        if (s.op == Op.ShowEntry) return abi.encodeCall(Contests.showEntry, (id, d, shownNow(s.second)));
        if (s.op == Op.CancelUnanswered) return abi.encodeCall(Contests.cancelUnanswered, (id, d, _shown[demanded(s)]));
        AnnouncedRedeemer.Act memory a = actNow(s.second);
        return abi.encodeCall(Contests.showAction, (id, d, a.evidence.entry, a.opening, a.signature));
    }

    function demanded(Step memory s) private view returns (bytes32) {
        return keccak256(abi.encode(s.gate, idOf(_places[s.acting]), hashOf(_places[s.first])));
    }

    // Evidence

    /// Evidence under the newest final checkpoint that covers the entry, or else under the newest checkpoint.
    function shownNow(uint256 number) private view returns (Evidence.EntryEvidence memory) {
        return evidence(_places[number], sequenceFor(_places[number]));
    }

    function actNow(uint256 number) private view returns (AnnouncedRedeemer.Act memory) {
        return shown(_places[number], _acts[number], sequenceFor(_places[number]));
    }

    function sequenceFor(Place memory place) private view returns (uint64) {
        for (uint256 i = _times.length; i > 0; --i) {
            if (_times[i - 1] + FINALITY_DELAY > block.timestamp) continue;
            if (sizes[i - 1] > place.batch) return uint64(i - 1);
            break;
        }
        return uint64(_times.length - 1);
    }

    function objectOf(uint256 number) private view returns (bytes32) {
        return this.decoded(batches[_places[number].batch].entries[_places[number].position]).objectKey;
    }

    // Entries

    function enterFrom(Reader memory r) private {
        Entries.Entry memory e;
        e.log = logNumbered(take(r, 1));
        (uint256 kind, address actor, address party) = (take(r, 1), accountOf(take(r, 1)), accountOf(take(r, 1)));
        Act memory a = actOf(kind, party, take(r, 1), _ids[take(r, 1)]);
        (e.actor, e.nonce, a.opening.deadline) = (actor, take(r, 4), uint64(take(r, 5)));
        (uint256 flags, uint256 code) = (take(r, 1), take(r, 1));
        (e.part, e.objectKey) = (uint8(take(r, 1)), keyOf(_ids[take(r, 1)]));
        if (e.part == 0) e.objectKey = 0;
        (e.index, e.prior) = (uint64(take(r, 2)), uint64(take(r, 2)));
        if (e.prior == type(uint16).max) e.prior = NO_PRIOR;
        (e.holder, e.acceptedAt) = (accountOf(take(r, 1)), uint64(take(r, 6)));
        e.prev = heads[e.log] == 0 ? e.log : heads[e.log];
        e.digest = digestOf(e.log, actor, e.nonce, a);
        if (actor == WALLET) (e.scheme, e.verifiedBlock) = (1, 7);
        if (flags & 1 != 0) sign(e.scheme == 1 ? ownerOf(code) : actor, e.digest);
        else signatures[e.digest] = "made up";
        e.signatureHash = keccak256(signatures[e.digest]);
        put(e, a, flags & 2 != 0);
    }

    function put(Entries.Entry memory e, Act memory a, bool forks) private {
        _acts.push(a);
        if (forks) {
            _places.push(fork(e));
            _entries.push(EntryBytes.encode(e));
            return;
        }
        append(e);
        _entries.push(EntryBytes.encode(e));
        _open[e.log].push(_places.length);
        _places.push();
    }

    function actOf(uint256 kind, address party, uint256 third, string memory id) private view returns (Act memory) {
        bytes32 word0 = keccak256(bytes(id));
        if (kind == 0) return mint(id, party);
        if (kind == 1) return transfer(id, party);
        if (kind == 2) return rename(id, party);
        if (kind == 3) return redeem(id, Redemptions(accountOf(third)));
        if (kind == 4) return ask(keyOf(id));
        if (kind == 5) return httpRequest();
        if (kind == 7) return act("MovedMint", "string objectId,address holder", word0, word(party));
        Act memory a = act("Move", "string objectId,address holder,bytes32 toLog", word0, word(party));
        bytes32[] memory words = new bytes32[](3);
        (words[0], words[1], words[2]) = (word0, word(party), logNumbered(third));
        a.opening.words = words;
        return a;
    }

    function closeOf(uint256 number) private {
        bytes32 id = logNumbered(number);
        uint256[] storage list = _open[id];
        for (uint256 i = 0; i < list.length; ++i) _places[list[i]] = Place(uint64(batches.length), uint32(i));
        delete _open[id];
        close(id);
    }

    // Names

    function logNumbered(uint256 number) private view returns (bytes32) {
        return logOf(number == 0 ? "a.example" : "b.example");
    }

    function accountOf(uint256 number) private view returns (address) {
        if (number == 0) return address(0);
        if (number == 0xff) return ANYBODY;
        return number < GATES ? people[number - 1] : _gates[number - GATES];
    }

    /// The errors in the order of the model's list. 0 is success.
    function reasons() private pure returns (bytes4[] memory list) {
        bytes4[43] memory all = [
            bytes4(0),
            AnnouncedRedeemer.AlreadyAnnounced.selector,
            Contests.AlreadyDemanded.selector,
            ChallengeBook.AlreadyOpened.selector,
            Redemptions.AlreadyRedeemed.selector,
            Redemptions.AnotherGate.selector,
            AnchorRegistry.BatchFrozen.selector,
            OperatorStake.ChallengesOpen.selector,
            AnchorRegistry.CheckpointNotStored.selector,
            AnchorRegistry.CheckpointNotFinal.selector,
            Redemptions.ContradictsMint.selector,
            Contests.DeadlineNotPassed.selector,
            Contests.DeadlinePassed.selector,
            Actions.DigestMismatch.selector,
            AnnouncedRedeemer.Displaced.selector,
            ECDSA.ECDSAInvalidSignatureLength.selector,
            OperatorStake.ExitTooEarly.selector,
            AnnouncedRedeemer.HatchClosed.selector,
            AnnouncedRedeemer.NamesNoHolder.selector,
            Contests.NoContradiction.selector,
            AnnouncedRedeemer.NoHatch.selector,
            Redemptions.NotARedemption.selector,
            Contests.NotAnnounced.selector,
            AnnouncedRedeemer.NotAnswered.selector,
            AnnouncedRedeemer.NotAsAnnounced.selector,
            AnchoredAction.NotAttested.selector,
            OperatorStake.NotBeforeSlash.selector,
            Contests.NotDemanded.selector,
            OperatorStake.NotExiting.selector,
            AnchoredAction.NotItsAction.selector,
            Redemptions.NotMinted.selector,
            ChallengeBook.NotOpen.selector,
            Challenges.NotOpenable.selector,
            Contests.NotSigned.selector,
            IAttestations.NotAttested.selector,
            AnnouncedRedeemer.NotTheHolder.selector,
            Contests.NotTheNextAct.selector,
            Contests.NothingToDemand.selector,
            AnnouncedRedeemer.OperatorReturned.selector,
            Contests.TooEarly.selector,
            Contests.TooLate.selector,
            Challenges.WrongAnswer.selector,
            IAttestations.WrongScheme.selector
        ];
        list = new bytes4[](all.length);
        for (uint256 i = 0; i < all.length; ++i) list[i] = all[i];
    }
}
