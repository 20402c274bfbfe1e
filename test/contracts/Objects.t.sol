// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../../contracts/libraries/Actions.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Objects} from "../../contracts/libraries/Objects.sol";
import {Test} from "./Test.sol";

/// Tests the rules of fault proofs over random histories: no pair from an honest history convicts, and a pair from each
/// history with one lie does.
contract ObjectsTest is Test {
    /// An entry, and the opening of its action.
    struct Line {
        Entries.Entry entry;
        Actions.Opening opening;
    }

    uint256 private constant LENGTH = 16;
    uint256 private constant FIELDS = 6;
    uint256 private constant PART = 1;
    uint256 private constant KEY = 2;
    uint256 private constant PRIOR = 3;
    uint256 private constant HOLDER = 4;
    uint256 private constant TIME = 5;
    uint256 private constant WHO_ACTS = 6;
    address private constant ANYBODY = address(type(uint160).max);
    uint64 private constant NO_PRIOR = type(uint64).max;
    uint64 private constant DEADLINE = 1_900_000_000;

    function about(Actions.Opening calldata o) external pure returns (Objects.About memory) {
        return Objects.about(o, Actions.checkPayloadType(o.payloadType));
    }

    function testNoPairOfAnHonestHistoryConvicts(uint256 seed) external view {
        Line[] memory lines = history(seed, LENGTH, 0);
        assertEq(convictions(lines), 0);
    }

    /// A lie is convicted by an entry before it or by its own action, even if later entries build on the lie.
    function testOneLieIsConvicted(uint256 seed, uint256 length, uint256 field) external view {
        length = bound(length, 8, LENGTH); // enough for a theft and for a skipped act
        field = bound(field, 1, FIELDS);
        Line[] memory lines = history(seed, length, field);
        assertTrue(convictions(lines) != 0);
    }

    function testTheKeyHashesTheFirstMembersTextAndWord(bytes32 word, bytes32 other) external view {
        vm.assume(word != other);
        Actions.Opening memory o = opening("APayload(string objectId,address holder)", word, other);
        Objects.About memory a = this.about(o);
        assertEq(a.objectKey, keccak256(abi.encodePacked(keccak256("string objectId"), word)));
        assertEq(a.part, 1);
        assertTrue(a.names && a.holder == address(uint160(uint256(other))));
        // The key does not depend on the kind or on other members, but on the type, name and word of the first member.
        assertEq(this.about(opening("AnotherPayload(string objectId,bool b)", word, other)).objectKey, a.objectKey);
        assertTrue(this.about(opening("APayload(bytes32 objectId,bool b)", word, other)).objectKey != a.objectKey);
        assertTrue(this.about(opening("APayload(string objectID,bool b)", word, other)).objectKey != a.objectKey);
        assertTrue(this.about(opening("APayload(string objectId,bool b)", other, word)).objectKey != a.objectKey);
    }

    function testOnlyASecondMemberAddressHolderNamesTheHolder() external view {
        string[7] memory types = [
            "APayload(string objectId,address holder)",
            "APayload(address holder,string objectId)",
            "APayload(string objectId,address holderOf)",
            "APayload(string objectId,bytes20 holder)",
            "APayload(string objectId,address to)",
            "APayload(address objectId,bool holder)",
            "APayload(string objectId,uint160 holder)"
        ];
        for (uint256 i = 0; i < types.length; ++i) {
            Objects.About memory a = this.about(opening(types[i], "a", bytes32(uint256(7))));
            assertTrue(a.names == (i == 0) && a.holder == address(uint160(i == 0 ? 7 : 0)));
        }
        Actions.Opening memory third = opening("APayload(string objectId,bool b,address holder)", "a", "b");
        third.words = new bytes32[](3);
        assertTrue(!this.about(third).names);
    }

    function testAnActNeedsOnlyOneMember() external view {
        Actions.Opening memory o = opening("LikePayload(bool post)", bytes32(uint256(1)), 0);
        assembly ("memory-safe") {
            mstore(mload(add(o, 0x40)), 1)
        }
        Objects.About memory a = this.about(o);
        assertEq(a.objectKey, keccak256(abi.encodePacked(keccak256("bool post"), uint256(1))));
        assertTrue(a.part == 1 && !a.names);
    }

    /// A kind with a similar name or similar members is an act.
    function testOnlyTheBuiltInKindsAreNotActs() external view {
        assertEq(this.about(opening("AskPayload(bytes32 objectKey)", "a", 0)).part, 2);
        assertEq(this.about(opening("AskPayload(bytes32 objectKey)", "a", 0)).objectKey, "a");
        assertEq(this.about(opening("AskPayload(bytes32 object)", "a", 0)).part, 1);
        assertEq(this.about(opening("Ask2Payload(bytes32 objectKey)", "a", 0)).part, 1);
        string memory request =
            "(string authority,string method,string target,string contentType,bytes32 contentDigest)";
        Objects.About memory a = this.about(opening(string.concat("HttpRequestPayload", request), "a", "b"));
        assertTrue(a.part == 0 && a.objectKey == 0 && !a.names);
        assertEq(this.about(opening(string.concat("HttpRequestsPayload", request), "a", "b")).part, 1);
    }

    function testAnActionIsInTimeUntilTheEndOfItsDeadlinesSecond() external pure {
        Entries.Entry memory e;
        e.acceptedAt = DEADLINE * 1000 + 999;
        assertTrue(Objects.inTime(e, DEADLINE));
        e.acceptedAt += 1;
        assertTrue(!Objects.inTime(e, DEADLINE));
    }

    /// Not even an entry whose actor is the zero address acts on it.
    function testNobodyActsOnAnObjectOfNobody() external pure {
        Entries.Entry memory e;
        assertTrue(!Objects.mayAct(address(0), e));
    }

    /// A random history of one log. If `field` is not 0, the last entry lies in that field.
    function history(uint256 seed, uint256 length, uint256 field) private view returns (Line[] memory lines) {
        lines = new Line[](length);
        uint64 time;
        uint64 next;
        for (uint256 tries = 0; next < length; ++tries) {
            uint256 r = uint256(keccak256(abi.encode(seed, tries)));
            (Entries.Entry memory e, Actions.Opening memory o) = draw(r);
            time += uint64((r >> 96) % 3);
            (e.index, e.acceptedAt) = (next, time);
            Objects.About memory a = this.about(o);
            (e.part, e.objectKey) = (a.part, a.objectKey);
            // After 200 tries, another lie is told: a theft needs an object with a holder, and there may be none.
            if (tries == 200 && field != 0) field = TIME;
            uint256 lie = next == length - 1 ? field : 0;
            // An honest operator enters only actions whose actor may act.
            bool accepted = tell(lines, e, a);
            if (accepted == (lie == WHO_ACTS) || (lie != 0 && !lieAbout(e, lie, r >> 128))) continue;
            lines[next++] = Line(e, o);
        }
    }

    /// Sets prior and holder as the rules demand. Returns whether the actor may act.
    function tell(Line[] memory lines, Entries.Entry memory e, Objects.About memory a) private pure returns (bool) {
        if (e.part == 0) return true;
        (e.prior, e.holder) = (NO_PRIOR, ANYBODY);
        for (uint256 i = 0; i < e.index; ++i) {
            Entries.Entry memory p = lines[i].entry;
            if (p.part == 1 && p.objectKey == e.objectKey) (e.prior, e.holder) = (p.index, p.holder);
        }
        address before = e.holder;
        if (a.names) e.holder = a.holder;
        return e.part == 2 || before == ANYBODY || (before == e.actor && e.scheme == 0 && before != address(0));
    }

    /// Changes the field. Returns whether the entry is different and still well-formed.
    function lieAbout(Entries.Entry memory e, uint256 field, uint256 r) private pure returns (bool) {
        (uint8 part, uint64 prior, address holder) = (e.part, e.prior, e.holder);
        if (field == PART) {
            e.part = uint8(r % 3);
            if (e.part == 0) (e.objectKey, e.prior, e.holder) = (0, 0, address(0));
            else if (part == 0) (e.prior, e.holder) = (NO_PRIOR, ANYBODY);
            else if (e.prior == NO_PRIOR) e.holder = ANYBODY;
            return e.part != part;
        }
        if (field == TIME) {
            e.acceptedAt = (DEADLINE + 1) * 1000;
            return true;
        }
        if (part == 0) return false;
        if (field == KEY) e.objectKey = keccak256(abi.encode(r));
        if (field == PRIOR) e.prior = r % (e.index + 1) == e.index ? NO_PRIOR : uint64(r % (e.index + 1));
        if (field == HOLDER) e.holder = who(r);
        if (part == 2 && e.prior == NO_PRIOR && e.holder != ANYBODY) return false;
        return field == KEY || field == WHO_ACTS || e.prior != prior || e.holder != holder;
    }

    /// The number of entries and pairs that convict the operator.
    function convictions(Line[] memory lines) private view returns (uint256 found) {
        for (uint256 i = 0; i < lines.length; ++i) {
            Entries.Entry memory e = lines[i].entry;
            Objects.About memory a = this.about(lines[i].opening);
            if (!Objects.agrees(e, a) || !Objects.inTime(e, DEADLINE)) ++found;
            for (uint256 j = 0; j < lines.length; ++j) {
                Entries.Entry memory other = lines[j].entry;
                if (Objects.contradict(other, e) || Objects.miscarries(other, e, a)) ++found;
            }
        }
    }

    /// A random action about one of three objects.
    function draw(uint256 r) private pure returns (Entries.Entry memory e, Actions.Opening memory o) {
        e.actor = who(r);
        e.scheme = (r >> 8) % 8 == 0 ? 1 : 0;
        bytes32 id = bytes32((r >> 16) % 3);
        uint256 kind = (r >> 24) % 12;
        bytes32 second = bytes32(uint256(uint160(who(r >> 32))));
        if (kind == 0) {
            string memory members = "string method,string target,string contentType,bytes32 contentDigest)";
            o = opening(string.concat("HttpRequestPayload(string authority,", members), id, second);
        } else if (kind < 4) {
            o = opening(
                "AskPayload(bytes32 objectKey)",
                keccak256(abi.encodePacked(keccak256("string objectId"), id)),
                0
            );
        } else if (kind < 6) o = opening("UpdatePayload(string objectId,string text)", id, second);
        else if (kind < 7) o = opening("LikePayload(bytes32 post,bool yes)", id, second);
        else o = opening("TransferPayload(string objectId,address holder)", id, second);
    }

    /// One of four accounts, the zero address, or the address for anybody.
    function who(uint256 r) private pure returns (address) {
        uint256 i = r % 16;
        if (i == 0) return address(0);
        return i < 3 ? ANYBODY : address(uint160(1 + (i % 4)));
    }

    function opening(
        string memory payloadType,
        bytes32 first,
        bytes32 second
    ) private pure returns (Actions.Opening memory) {
        bytes32[] memory words = new bytes32[](2);
        (words[0], words[1]) = (first, second);
        return Actions.Opening(payloadType, DEADLINE, words);
    }
}
