// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {OperatorStake} from "../../../contracts/OperatorStake.sol";
import {RegistryTest} from "../RegistryTest.sol";

/// A receiver that tries to withdraw once more while it is paid, and ignores the refusal.
contract Reenterer {
    OperatorStake private immutable STAKE;
    bool private _entered;

    constructor(OperatorStake stake) {
        STAKE = stake;
    }

    receive() external payable {
        if (_entered) return;
        _entered = true;
        try STAKE.withdraw(address(this)) {} catch {}
    }

    function withdraw() external {
        STAKE.withdraw(address(this));
    }
}

/// The attack: a receiver reenters to take other accounts' ether.
contract ReentrancyAttack is RegistryTest {
    function testReenteringOnceIsPaidOnce() external {
        setUpRegistry();
        Reenterer reenterer = new Reenterer(stake);
        vm.deal(address(this), 30);
        stake.credit{value: 10}(address(reenterer));
        stake.credit{value: 20}(address(0x4e9));
        reenterer.withdraw();
        assertEq(address(reenterer).balance, 10);
        assertEq(address(stake).balance, 20);
        assertEq(stake.creditOf(address(reenterer)), 0);
    }
}
