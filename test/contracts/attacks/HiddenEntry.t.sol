// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Operators} from "../../../contracts/base/Operators.sol";
import {ChallengeTest} from "../ChallengeTest.sol";
import {newChallenges, newRegistry} from "../released.sol";

/// The attack: an operator hides a batch. Header, entry and signature are challenged one after the other, and each is
/// answered in the last second. The third challenge is in time only if the window is longer than two response times.
contract HiddenEntryAttack is ChallengeTest {
    function deploy(uint64 window, uint64 response) private {
        registry = newRegistry(Operators.Timing(window, response, 1, 10, 100), address(1));
        newChallenges(parameters(), address(registry), address(1), address(this));
    }

    function deployOutside(uint64 window, uint64 response) external {
        deploy(window, response);
    }

    function testTheWindowIsLongerThanTwoAnswers() external {
        deploy(5, 2);
        for (uint64 window = 1; window <= 4; ++window) {
            (bool deployed, ) = address(this).call(abi.encodeCall(this.deployOutside, (window, 2)));
            assertTrue(!deployed);
        }
    }
}
