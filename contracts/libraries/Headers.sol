// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Freezes} from "./Freezes.sol";
import {Limits} from "./Limits.sol";

/// @title Headers
/// @notice Reads the headers of batches, and decides which may follow another (protocol/1-verify, section 7).
/// @dev The same rules as in TypeScript; both are tested with test/vectors/succession.json.
library Headers {
    /// @notice A batch's header. `prevLeaf` is 2^64 - 1 for number 0; `closedAt` is in Unix milliseconds.
    struct Header {
        bytes32 log;
        uint64 number;
        uint64 start;
        uint32 count;
        uint64 prevLeaf;
        bytes32 parent;
        bytes32 prevHead;
        bytes32 head;
        bytes32 root;
        bytes32 zkRoot;
        uint64 closedAt;
    }

    /// @notice The `prevLeaf` of a log's first header.
    uint64 internal constant NO_LEAF = type(uint64).max;
    /// @notice The length of every header.
    uint256 internal constant LENGTH = 229;
    bytes1 private constant TAG = 0x02;

    /// @notice The leaf is not a well-formed header. This is a fault of its own (MalformedLeaf), not evidence of
    /// another fault.
    error HeaderMalformed();

    /// @notice Reads a header; reverts with `HeaderMalformed` if it is not one.
    function decode(bytes calldata data) internal pure returns (Header memory header) {
        bool wellFormed;
        (wellFormed, header) = parse(data);
        if (!wellFormed) revert HeaderMalformed();
    }

    /// @notice Reads a header. If it is not well-formed, do not use the fields that were read.
    function parse(bytes calldata data) internal pure returns (bool wellFormed, Header memory header) {
        if (data.length != LENGTH || data[0] != TAG) return (false, header);
        header.log = bytes32(data[1:33]);
        header.number = uint64(bytes8(data[33:41]));
        header.start = uint64(bytes8(data[41:49]));
        header.count = uint32(bytes4(data[49:53]));
        header.prevLeaf = uint64(bytes8(data[53:61]));
        header.parent = bytes32(data[61:93]);
        header.prevHead = bytes32(data[93:125]);
        header.head = bytes32(data[125:157]);
        header.root = bytes32(data[157:189]);
        header.zkRoot = bytes32(data[189:221]);
        header.closedAt = uint64(bytes8(data[221:229]));
        wellFormed = _inRange(header) && _beginsRightly(header);
    }

    /// @notice The fields that claims need, of a header that is known to be well-formed.
    function zkPart(bytes calldata data) internal pure returns (bytes32 log, uint32 count, bytes32 zkRoot) {
        assembly ("memory-safe") {
            log := calldataload(add(data.offset, 1))
            count := shr(224, calldataload(add(data.offset, 49)))
            zkRoot := calldataload(add(data.offset, 189))
        }
    }

    /// @notice The index of a batch's last entry.
    function lastIndex(Header memory header) internal pure returns (uint64) {
        return header.start + header.count - 1;
    }

    /// @notice Whether a header may follow another, which stands at its `prevLeaf`.
    /// @param fingerprint The hash of `previous`.
    function follows(Header memory previous, bytes32 fingerprint, Header memory next) internal pure returns (bool) {
        return
            next.log == previous.log &&
            next.number == previous.number + 1 &&
            next.start == previous.start + previous.count &&
            next.parent == fingerprint &&
            next.prevHead == previous.head &&
            next.closedAt >= previous.closedAt;
    }

    function _inRange(Header memory header) private pure returns (bool) {
        return
            header.log != Freezes.BATCH_LOG &&
            header.number <= Limits.MAX_NUMBER &&
            header.start <= Limits.MAX_NUMBER &&
            header.count != 0 &&
            header.count <= Limits.MAX_COUNT &&
            (header.prevLeaf <= Limits.MAX_NUMBER || header.prevLeaf == NO_LEAF) &&
            uint256(header.zkRoot) < Limits.FIELD_ORDER &&
            header.closedAt <= Limits.MAX_NUMBER;
    }

    /// @dev Number 0, and no other, has no previous header and starts at entry 0.
    function _beginsRightly(Header memory header) private pure returns (bool) {
        if (header.number != 0) return header.prevLeaf != NO_LEAF && header.start != 0;
        return header.prevLeaf == NO_LEAF && header.start == 0 && header.parent == 0 && header.prevHead == header.log;
    }
}
