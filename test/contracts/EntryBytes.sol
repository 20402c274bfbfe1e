// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Entries} from "../../contracts/libraries/Entries.sol";

/// @notice Encodes entries independently of the contracts' code (protocol/1-verify, section 6).
library EntryBytes {
    function encode(Entries.Entry memory e) internal pure returns (bytes memory) {
        bytes memory begin = abi.encodePacked(bytes1(0x01), e.log, e.index, e.prev, e.actor, e.nonce, e.digest);
        bytes memory end = abi.encodePacked(e.signatureHash, e.scheme, e.verifiedBlock, e.acceptedAt);
        return abi.encodePacked(begin, end, e.part, e.objectKey, e.prior, e.holder);
    }

    /// The object key of protocol/1-verify, section 6.
    function objectKey(string memory member, bytes32 word) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(keccak256(bytes(member)), word));
    }
}
