// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPoseidon} from "../../contracts/interfaces/IPoseidon.sol";
import {Commitments} from "../../contracts/libraries/Commitments.sol";
import {Entries} from "../../contracts/libraries/Entries.sol";
import {Test} from "./Test.sol";
import {newPoseidon} from "./released.sol";

/// Compares the commitment of an entry with 16 words, the maximum, with the formula of protocol/1-verify, section 8.3.
contract CommitmentsTest is Test {
    uint256 private constant R = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001;

    IPoseidon private poseidon;

    function setUp() external {
        poseidon = IPoseidon(address(newPoseidon()));
    }

    /// hardhat-config: default.fuzz.runs = 64
    function testEveryWordHasAPlaceOfItsOwn(bytes32 seed, uint256 nonce) external view {
        bytes32[] memory words = new bytes32[](16);
        uint256 quotients;
        uint256[18] memory e;
        for (uint256 i = 0; i < 16; ++i) {
            words[i] = keccak256(abi.encode(seed, i));
            e[i] = uint256(words[i]) % R;
            quotients += (uint256(words[i]) / R) * 8 ** i;
        }
        Entries.Entry memory entry;
        (entry.actor, entry.nonce, entry.acceptedAt) = (address(uint160(uint256(seed))), nonce, 7);
        uint256 shape = 16 + 32 * (nonce / R) + 256 * quotients;
        uint256 context = poseidon.p5(
            uint152(bytes19("anchorlog/1/context")),
            [uint256(uint160(uint256(seed))), nonce % R, shape, 7, uint256(seed) % R]
        );
        uint256 rest = poseidon.p4(
            uint128(bytes16("anchorlog/1/rest")),
            [
                group(e[2], e[3], e[4], e[5]),
                group(e[6], e[7], e[8], e[9]),
                group(e[10], e[11], e[12], e[13]),
                group(e[14], e[15], 0, 0)
            ]
        );
        uint256 expected = poseidon.p5(
            uint176(bytes22("anchorlog/1/commitment")),
            [context, uint256(keccak256("type")) % R, e[0], e[1], rest]
        );
        assertEq(this.commitment(entry, seed, keccak256("type"), words), expected);
    }

    function commitment(
        Entries.Entry memory entry,
        bytes32 entryHash,
        bytes32 typeHash,
        bytes32[] calldata words
    ) external view returns (uint256) {
        return Commitments.commitment(poseidon, entry, entryHash, typeHash, words);
    }

    function group(uint256 a, uint256 b, uint256 c, uint256 d) private view returns (uint256) {
        return poseidon.p4(uint136(bytes17("anchorlog/1/group")), [a, b, c, d]);
    }
}
