// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Wallets} from "./libraries/Wallets.sol";

/// @title WalletCheck
/// @notice Asks an account whether it accepts a signature (ERC-1271). If the signature says how to deploy the account
/// (ERC-6492), the account need not be deployed.
/// @dev Never deployed: its creation code and arguments are the data of an `eth_call` without `to`. The call returns
/// `abi.encode(block.chainid, outcome)` where a deployment would return the contract's code.
///
/// An account's failure is returned as an outcome; the call itself never fails. So a caller can tell a wallet's refusal
/// from a node's error without reading error messages. `REJECTED` means that the account was given all of its gas.
contract WalletCheck {
    /// @notice The question.
    /// @param account The account whose signature it should be.
    /// @param digest The digest that was signed.
    /// @param signature As `isValidSignature` takes it, without a wrapper.
    /// @param wrapped Whether `factory` and `factoryData` say how to deploy the account.
    /// @param factory Called to deploy the account if it has no code.
    /// @param factoryData The data that it is called with.
    /// @param gasCap Gas for the factory, and as much again for the account.
    struct Question {
        address account;
        bytes32 digest;
        bytes signature;
        bool wrapped;
        address factory;
        bytes factoryData;
        uint256 gasCap;
    }

    uint256 private constant REJECTED = 0;
    uint256 private constant VALID = 1;
    uint256 private constant NO_CODE = 2;
    uint256 private constant DELEGATED = 3;
    uint256 private constant NOT_DEPLOYED = 4;
    uint256 private constant TOO_LITTLE_GAS = 5;

    constructor(Question memory question) {
        uint256 outcome = _outcome(question);
        assembly ("memory-safe") {
            mstore(0x00, chainid())
            mstore(0x20, outcome)
            return(0x00, 0x40)
        }
    }

    function _outcome(Question memory question) private returns (uint256) {
        if (question.account.code.length == 0) {
            if (!question.wrapped) return NO_CODE;
            if (!_affordable(question.gasCap)) return TOO_LITTLE_GAS;
            _deploy(question.factory, question.factoryData, question.gasCap);
            if (question.account.code.length == 0) return NOT_DEPLOYED;
        }
        if (Wallets.isDelegated(question.account)) return DELEGATED;
        if (!_affordable(question.gasCap)) return TOO_LITTLE_GAS;
        bool stands = Wallets.answers(question.account, question.digest, question.signature, question.gasCap);
        return stands ? VALID : REJECTED;
    }

    /// @dev Whether a call can be given all of this gas. The EVM keeps back a 64th part (EIP-150), and passes on less
    /// than was asked for without an error.
    function _affordable(uint256 gasCap) private view returns (bool) {
        return gasleft() > gasCap + gasCap / 63 + 200_000;
    }

    /// @dev Success is seen by the account's code alone. No returned data is copied.
    function _deploy(address factory, bytes memory data, uint256 gasCap) private {
        assembly ("memory-safe") {
            pop(call(gasCap, factory, 0, add(data, 0x20), mload(data), 0x00, 0x00))
        }
    }
}
