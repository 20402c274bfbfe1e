// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice The cheatcodes that these tests use. Hardhat's and Foundry's test runners both have them.
interface IVm {
    function addr(uint256 privateKey) external pure returns (address);
    function assume(bool condition) external pure;
    function chainId(uint256 newChainId) external;
    function deal(address account, uint256 balance) external;
    function etch(address account, bytes calldata code) external;
    function expectCall(address callee, bytes calldata data) external;
    function expectEmit(address emitter) external;
    function expectPartialRevert(bytes4 selector) external;
    function expectRevert(bytes calldata revertData) external;
    function fee(uint256 baseFee) external;
    function txGasPrice(uint256 gasPrice) external;
    function getNonce(address account) external view returns (uint64);
    function clearMockedCalls() external;
    function mockCall(address callee, bytes calldata data, bytes calldata answer) external;
    function mockCallRevert(address callee, bytes calldata data, bytes calldata answer) external;
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function roll(uint256 blockNumber) external;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function snapshotGasLastCall(string calldata group, string calldata name) external returns (uint256 gasUsed);
    function warp(uint256 timestamp) external;
}

/// @notice Assertions for Solidity tests.
abstract contract Test {
    // solhint-disable-next-line const-name-snakecase
    IVm internal constant vm = IVm(address(uint160(uint256(keccak256("hevm cheat code")))));

    error NotEqual(bytes32 left, bytes32 right);
    error NotTrue();

    function assertTrue(bool condition) internal pure {
        if (!condition) revert NotTrue();
    }

    function assertEq(bytes32 left, bytes32 right) internal pure {
        if (left != right) revert NotEqual(left, right);
    }

    function assertEq(uint256 left, uint256 right) internal pure {
        assertEq(bytes32(left), bytes32(right));
    }

    function assertEq(address left, address right) internal pure {
        assertEq(bytes32(uint256(uint160(left))), bytes32(uint256(uint160(right))));
    }

    function assertEq(string memory left, string memory right) internal pure {
        assertEq(keccak256(bytes(left)), keccak256(bytes(right)));
    }

    /// @notice Maps a fuzzed value into the range from `low` to `high`, both included.
    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + (value % (high - low + 1));
    }
}
