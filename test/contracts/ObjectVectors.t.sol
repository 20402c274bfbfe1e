// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Actions} from "../../contracts/libraries/Actions.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Objects} from "../../contracts/libraries/Objects.sol";
import {Test} from "./Test.sol";
import {JSON} from "./VmJson.sol";

/// @notice Calls the library with bytes and openings from calldata.
contract ObjectRules {
    function about(Actions.Opening calldata opening) public pure returns (Objects.About memory) {
        return Objects.about(opening, Actions.checkPayloadType(opening.payloadType));
    }

    function wrongPrior(bytes calldata earlier, bytes calldata later) external pure returns (bool) {
        return Objects.contradict(Entries.decode(earlier), Entries.decode(later));
    }

    function wrongObject(bytes calldata entry, Actions.Opening calldata opening) external pure returns (bool) {
        Entries.Entry memory e = Entries.decode(entry);
        return !Objects.agrees(e, about(opening)) || !Objects.inTime(e, opening.deadline);
    }

    function wrongCarry(
        bytes calldata earlier,
        bytes calldata later,
        Actions.Opening calldata opening
    ) external pure returns (bool) {
        return Objects.miscarries(Entries.decode(earlier), Entries.decode(later), about(opening));
    }
}

/// @notice Contracts and TypeScript judge objects in the same way: test/vectors/objects.json.
contract ObjectVectorsTest is Test {
    ObjectRules private rules = new ObjectRules();
    string private json;
    mapping(string name => Actions.Opening opening) private openings;

    error Wrong(string list, string name);

    function setUp() public {
        json = JSON.readFile("test/vectors/objects.json");
        for (uint256 i = 0; has("kinds", i); ++i) {
            openings[text("kinds", i, "name")] = Actions.Opening({
                payloadType: text("kinds", i, "payloadType"),
                deadline: 0,
                words: JSON.parseJsonBytes32Array(json, path("kinds", i, "words"))
            });
        }
    }

    function testKinds() public view {
        for (uint256 i = 0; has("kinds", i); ++i) {
            Objects.About memory a = rules.about(openings[text("kinds", i, "name")]);
            string memory holder = path("kinds", i, "holder");
            bool names = JSON.keyExistsJson(json, holder);
            bool holds =
                a.part == JSON.parseJsonUint(json, path("kinds", i, "part")) &&
                    a.objectKey == JSON.parseJsonBytes32(json, path("kinds", i, "objectKey")) &&
                    a.names == names &&
                    a.holder == (names ? JSON.parseJsonAddress(json, holder) : address(0));
            if (!holds) revert Wrong("kinds", text("kinds", i, "name"));
        }
    }

    function testPairs() public view {
        for (uint256 i = 0; has("pairs", i); ++i) {
            bool wrong = rules.wrongPrior(data("pairs", i, "earlier"), data("pairs", i, "later"));
            check("pairs", i, "wrongPrior", wrong);
        }
    }

    function testObjects() public view {
        for (uint256 i = 0; has("objects", i); ++i) {
            Actions.Opening memory opening = openings[text("objects", i, "kind")];
            opening.deadline = uint64(JSON.parseJsonUint(json, path("objects", i, "deadline")));
            check("objects", i, "wrongObject", rules.wrongObject(data("objects", i, "entry"), opening));
        }
    }

    function testCarries() public view {
        for (uint256 i = 0; has("carries", i); ++i) {
            Actions.Opening memory opening = openings[text("carries", i, "kind")];
            bool wrong = rules.wrongCarry(data("carries", i, "earlier"), data("carries", i, "later"), opening);
            check("carries", i, "wrongCarry", wrong);
        }
    }

    function has(string memory list, uint256 i) private view returns (bool) {
        return JSON.keyExistsJson(json, path(list, i, "name"));
    }

    function check(string memory list, uint256 i, string memory verdict, bool wrong) private view {
        bool expected = JSON.parseJsonBool(json, path(list, i, verdict));
        if (wrong != expected) revert Wrong(list, text(list, i, "name"));
    }

    function text(string memory list, uint256 i, string memory member) private view returns (string memory) {
        return JSON.parseJsonString(json, path(list, i, member));
    }

    function data(string memory list, uint256 i, string memory member) private view returns (bytes memory) {
        return JSON.parseJsonBytes(json, path(list, i, member));
    }

    function path(string memory list, uint256 i, string memory member) private pure returns (string memory) {
        return string.concat(".", list, "[", JSON.toString(i), "].", member);
    }
}
