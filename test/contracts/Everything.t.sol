// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchoredAction} from "../../contracts/libraries/AnchoredAction.sol";
import {Everything, EverythingPayloads} from "./Everything.sol";
import {Test} from "./Test.sol";

contract Reader {
    function read(AnchoredAction.Action calldata action) external pure returns (Everything memory) {
        return EverythingPayloads.read(action);
    }
}

/// @notice The library that `anchorlog solidity` prints (Everything.sol) reads each type of member.
contract EverythingTest is Test {
    function testReadsEachTypeOfMember(
        address from,
        bytes32 id,
        uint256 amount,
        uint8 small,
        int64 signed,
        int256 wide,
        bytes4 four,
        bool yes
    ) external {
        AnchoredAction.Action memory action;
        action.payloadType = EverythingPayloads.PAYLOAD_TYPE_HASH;
        bytes memory head = abi.encode(from, id, amount, small, signed, wide, four, yes);
        bytes memory tail = abi.encode(keccak256("text"), keccak256("data"), keccak256("list"));
        action.words = abi.decode(bytes.concat(abi.encode(uint256(0x20), uint256(11)), head, tail), (bytes32[]));
        Everything memory read = new Reader().read(action);
        assertEq(read.from_, from);
        assertEq(read.id, id);
        assertEq(read.amount, amount);
        assertEq(uint256(read.small), small);
        assertTrue(read.signed == signed && read.wide == wide && read.four == four && read.yes == yes);
        assertEq(read.text, keccak256("text"));
        assertEq(read.data, keccak256("data"));
        assertEq(read.list, keccak256("list"));
    }

    function testHashesItsOwnTypeString() external pure {
        assertEq(keccak256(bytes(EverythingPayloads.PAYLOAD_TYPE)), EverythingPayloads.PAYLOAD_TYPE_HASH);
    }

    function testRefusesAnActionOfAnotherKind() external {
        AnchoredAction.Action memory action;
        (action.payloadType, action.words) = (keccak256("Other"), new bytes32[](11));
        Reader reader = new Reader();
        vm.expectRevert(abi.encodeWithSelector(EverythingPayloads.NotEverything.selector, action.payloadType));
        reader.read(action);
    }
}
