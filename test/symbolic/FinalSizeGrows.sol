// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {AnchorRegistry} from "contracts/AnchorRegistry.sol";

/// @notice I5: `finalSize` does not decrease as time passes. Proven for rings of three slots, after any number of
/// anchors.
contract FinalSizeGrows is AnchorRegistry {
    function proveTime(address operator, uint256 time, uint256 later) external view {
        require(_isWellFormed(operator) && time <= later);
        uint64 size = _newestUpTo(operator, type(uint64).max, time).size;
        assert(_newestUpTo(operator, type(uint64).max, later).size >= size);
        assert(false);
    }

    /// @dev The registry's constructor checks the first condition, and `register` the second.
    function _isWellFormed(address operator) private view returns (bool) {
        if (finalityDelay == 0 || finalityDelay >= 2 ** 40 || MIN_ANCHOR_INTERVAL == 0) return false;
        if (RING_LENGTH * MIN_ANCHOR_INTERVAL < 2 * finalityDelay) return false;
        Head memory head = _heads[operator];
        if (block.timestamp >= 2 ** 40 || head.time > block.timestamp || head.count >= 2 ** 40) return false;
        if (head.count == 0) return head.size == 0;
        Checkpoint memory last = _rings[operator][(head.count - 1) % RING_LENGTH];
        if (last.size == 0 || last.size != head.size || last.time != head.time) return false;
        if (head.count == 1) return true;
        Checkpoint memory second = _rings[operator][(head.count - 2) % RING_LENGTH];
        if (second.size == 0 || !_isNext(second, last)) return false;
        if (head.count == 2) return true;
        Checkpoint memory first = _rings[operator][(head.count - 3) % RING_LENGTH];
        return first.size != 0 && _isNext(first, second);
    }

    function _isNext(Checkpoint memory one, Checkpoint memory next) private view returns (bool) {
        return one.size < next.size && one.time < 2 ** 40 && one.time + MIN_ANCHOR_INTERVAL <= next.time;
    }
}
