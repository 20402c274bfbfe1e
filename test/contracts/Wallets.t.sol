// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {WalletCheck} from "../../contracts/WalletCheck.sol";
import {WalletsHarness} from "../../contracts/test/WalletsHarness.sol";
import {Test} from "./Test.sol";
import {create, newWalletCheck} from "./released.sol";

/// Tells contract wallets from accounts that delegate by EIP-7702: their code has 23 bytes and begins with 0xef0100.
contract WalletsTest is Test {
    address private constant WALLET = address(0x3a11e7);
    /// The code of a wallet that accepts every signature.
    bytes private constant CODE = hex"631626ba7e60e01b5f5260205ff3";

    WalletsHarness private wallets;

    function setUp() external {
        wallets = WalletsHarness(create("WalletsHarness", ""));
    }

    function testAWalletOfAnyLengthIsAsked(uint8 length) external {
        bytes memory code = new bytes(CODE.length + length);
        for (uint256 i = 0; i < CODE.length; ++i) code[i] = CODE[i];
        vm.etch(WALLET, code);
        assertTrue(wallets.standsBy(WALLET, bytes32(0), ""));
    }

    function testAWalletAsLongAsADelegationIsAsked() external {
        vm.etch(WALLET, bytes.concat(CODE, new bytes(23 - CODE.length)));
        assertEq(WALLET.code.length, 23);
        assertTrue(wallets.standsBy(WALLET, bytes32(0), ""));
        assertEq(outcome(question(WALLET, false)), 1);
    }

    function testADelegationIsNotAsked() external {
        address to = address(0x1e9a);
        vm.etch(to, CODE);
        vm.etch(WALLET, abi.encodePacked(hex"ef0100", to));
        assertTrue(!wallets.standsBy(WALLET, bytes32(0), ""));
        assertEq(outcome(question(WALLET, false)), 3);
    }

    /// The suffix alone announces a wrapper that is missing.
    function testABareWrapperSuffixIsMalformed() external {
        vm.etch(WALLET, CODE);
        bytes32 suffix = 0x6492649264926492649264926492649264926492649264926492649264926492;
        assertTrue(wallets.standsBy(WALLET, bytes32(0), abi.encodePacked(suffix, hex"00")));
        bytes memory call = abi.encodeCall(wallets.standsBy, (WALLET, bytes32(0), abi.encodePacked(suffix)));
        (bool done, ) = address(wallets).call(call);
        assertTrue(!done);
    }

    function testAnAccountWithoutCodeIsNotAWallet() external {
        assertEq(outcome(question(WALLET, false)), 2);
    }

    function testTooLittleGasToAskAWallet() external {
        vm.etch(WALLET, CODE);
        WalletCheck.Question memory q = question(WALLET, false);
        q.gasCap = type(uint128).max;
        assertEq(outcome(q), 5);
    }

    /// Without enough gas for the call to the wallet, the wallet is not deployed either.
    function testTooLittleGasToDeployAWallet() external {
        WalletCheck.Question memory q = question(WALLET, true);
        assertEq(outcome(q), 4);
        q.gasCap = type(uint128).max;
        assertEq(outcome(q), 5);
    }

    function question(address account, bool wrapped) private pure returns (WalletCheck.Question memory q) {
        (q.account, q.wrapped, q.gasCap) = (account, wrapped, 100_000);
    }

    /// WalletCheck returns its answer as the deployed code: the chain id and the outcome.
    function outcome(WalletCheck.Question memory q) private returns (uint256 answer) {
        (, answer) = abi.decode(newWalletCheck(q).code, (uint256, uint256));
    }
}
