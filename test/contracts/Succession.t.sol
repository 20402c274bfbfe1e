// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Entries} from "../../contracts/libraries/Entries.sol";
import {Headers} from "../../contracts/libraries/Headers.sol";
import {Limits} from "../../contracts/libraries/Limits.sol";
import {EntryBytes} from "./EntryBytes.sol";
import {Test} from "./Test.sol";
import {JSON} from "./VmJson.sol";

/// @notice Calls the libraries with bytes from calldata.
contract Rules {
    function isHeader(bytes calldata data) external pure returns (bool wellFormed) {
        (wellFormed, ) = Headers.parse(data);
    }

    function isEntry(bytes calldata data) external pure returns (bool wellFormed) {
        (wellFormed, ) = Entries.parse(data);
    }

    function headerFollows(bytes calldata previous, bytes calldata next) external pure returns (bool) {
        bytes32 fingerprint = sha256(abi.encodePacked(hex"00", previous));
        return Headers.follows(Headers.decode(previous), fingerprint, Headers.decode(next));
    }

    function breaksChain(bytes calldata previous, bytes calldata next) external pure returns (bool) {
        bytes32 entryHash = sha256(abi.encodePacked(hex"00", previous));
        return Entries.breaksChain(Entries.decode(previous), entryHash, Entries.decode(next));
    }

    function entryFits(bytes calldata header, uint32 position, bytes calldata data) external pure returns (bool) {
        (bool wellFormed, Entries.Entry memory entry) = Entries.parse(data);
        bytes32 entryHash = sha256(abi.encodePacked(hex"00", data));
        return wellFormed && Entries.fits(Headers.decode(header), position, entryHash, entry);
    }
}

/// @notice Contracts and TypeScript agree on the rules of succession: test/vectors/succession.json.
contract SuccessionTest is Test {
    Rules private rules = new Rules();
    string private json;

    error Wrong(string list, string name);

    function setUp() public {
        json = JSON.readFile("test/vectors/succession.json");
    }

    function testAnEntryOfAnotherPartIsMalformed() public view {
        Entries.Entry memory e;
        (e.index, e.objectKey, e.holder) = (1, keccak256("an object"), address(1));
        for (uint256 part = 0; part < 256; ++part) {
            e.part = uint8(part);
            bool isAbout = part == Entries.PART_ACT || part == Entries.PART_ASK;
            e.prior = 0;
            if (rules.isEntry(EntryBytes.encode(e)) != isAbout) revert Wrong("parts with a prior", "");
            e.prior = Entries.NO_PRIOR;
            if (rules.isEntry(EntryBytes.encode(e)) != (part == Entries.PART_ACT)) revert Wrong("parts without", "");
            e.holder = Entries.ANYBODY;
            if (rules.isEntry(EntryBytes.encode(e)) != isAbout) revert Wrong("parts without, held by anybody", "");
            e.holder = address(1);
        }
    }

    function testHeaders() public view {
        for (uint256 i = 0; has("headers", i); ++i) {
            check("headers", i, rules.isHeader(patched("headers", i, "base")));
        }
    }

    function testEntries() public view {
        for (uint256 i = 0; has("entries", i); ++i) {
            check("entries", i, rules.isEntry(patched("entries", i, "base")));
        }
    }

    function testHeaderPairs() public view {
        for (uint256 i = 0; has("headerPairs", i); ++i) {
            bytes memory previous = base("headerPairs", i, "previous");
            check("headerPairs", i, rules.headerFollows(previous, patched("headerPairs", i, "next")));
        }
    }

    function testEntryPairs() public view {
        for (uint256 i = 0; has("entryPairs", i); ++i) {
            bytes memory previous = base("entryPairs", i, "previous");
            check("entryPairs", i, !rules.breaksChain(previous, patched("entryPairs", i, "next")));
        }
    }

    function testPlaces() public view {
        for (uint256 i = 0; has("places", i); ++i) {
            uint32 position = uint32(JSON.parseJsonUint(json, path("places", i, "position")));
            bytes memory header = base("places", i, "header");
            check("places", i, rules.entryFits(header, position, patched("places", i, "base")));
        }
    }

    function testClocks() public view {
        for (uint256 i = 0; has("clocks", i); ++i) {
            uint64 time = uint64(JSON.parseJsonUint(json, path("clocks", i, "time")));
            check("clocks", i, !Limits.isAhead(time, JSON.parseJsonUint(json, path("clocks", i, "blockTime"))));
        }
    }

    /// Bytes of any other length are neither a header nor an entry.
    function testFuzzLengths(bytes calldata data) public view {
        if (data.length != 229) assertTrue(!rules.isHeader(data));
        if (data.length != 267) assertTrue(!rules.isEntry(data));
    }

    function has(string memory list, uint256 i) private view returns (bool) {
        return JSON.keyExistsJson(json, path(list, i, "name"));
    }

    function check(string memory list, uint256 i, bool holds) private view {
        bool expected = JSON.parseJsonBool(json, path(list, i, "holds"));
        if (holds != expected) revert Wrong(list, JSON.parseJsonString(json, path(list, i, "name")));
    }

    function base(string memory list, uint256 i, string memory member) private view returns (bytes memory) {
        string memory name = JSON.parseJsonString(json, path(list, i, member));
        return JSON.parseJsonBytes(json, string.concat(".", name));
    }

    function patched(string memory list, uint256 i, string memory member) private view returns (bytes memory data) {
        data = base(list, i, member);
        bytes memory patch = JSON.parseJsonBytes(json, path(list, i, "bytes"));
        uint256 offset = JSON.parseJsonUint(json, path(list, i, "at"));
        for (uint256 j = 0; j < patch.length; ++j) data[offset + j] = patch[j];
    }

    function path(string memory list, uint256 i, string memory member) private pure returns (string memory) {
        return string.concat(".", list, "[", JSON.toString(i), "].", member);
    }
}
