// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "contracts/ChallengeBook.sol";

/// @notice B1: each call changes the balance by exactly the change of open bonds, and changes one challenge only. B2: a
/// status only moves forward.
contract BondsKept is ChallengeBook {
    bytes32 private _any;

    modifier exact(bytes32 id, uint256 sent) {
        bytes32 other = _any;
        require(other != id && address(this) != address(operatorStake));
        // All ether together is less than 2^87 wei.
        require(address(this).balance >= sent && address(this).balance <= type(uint128).max);
        uint256 balance = address(this).balance - sent;
        uint256 bond = _bondOf(id);
        uint256 others = _bondOf(other);
        Status status = _challenges[id].status;
        _;
        assert(address(this).balance + bond == balance + _bondOf(id));
        assert(_bondOf(other) == others);
        assert(_challenges[id].status > status);
        assert(false);
    }

    function proveOpen(
        Kind kind,
        address operator,
        bytes32 log,
        uint64 index
    ) external payable exact(challengeId(kind, operator, log, index), msg.value) {
        _open(kind, operator, log, index, 0, 0);
    }

    function proveSettle(
        Kind kind,
        address operator,
        bytes32 log,
        uint64 index
    ) external exact(challengeId(kind, operator, log, index), 0) {
        settle(kind, operator, log, index);
    }

    function proveAnswer(bytes32 id, address operator, uint256 gasBefore, uint256 shown) external exact(id, 0) {
        _answer(id, operator, _pending(id), gasBefore, shown);
    }

    function proveAnswerOverdue(bytes32 id, address operator) external exact(id, 0) {
        _answerOverdue(id, operator, _pending(id));
    }

    function _bondOf(bytes32 id) private view returns (uint256) {
        return _challenges[id].status == Status.Open ? _challenges[id].bond : 0;
    }
}
