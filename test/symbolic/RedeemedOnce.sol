// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Redemptions} from "contracts/examples/Redemptions.sol";
import {AnchoredAction} from "contracts/libraries/AnchoredAction.sol";

/// @notice G1: an object is handed out at most once, and not at all if a predecessor of the gate did.
contract RedeemedOnce is Redemptions {
    bytes32 private _any;
    uint256 private _handed;
    bool private _wasOnce;

    /// @dev The callers of `_redeem` refuse a move to the gate's own log. No log has the identifier 0.
    function proveRedeem(address account, bytes32 log, AnchoredAction.Action memory minting) external {
        require(_isOnce() && _wasOnce && log != LOG && LOG != 0);
        bool before = redeemed(_any);
        uint256 handed = _handed;
        _redeem(account, log, minting);
        assert(_isOnce() && _wasOnce);
        assert(!before || (redeemed(_any) && _handed == handed));
        assert(false);
    }

    /// @dev A contract that extends the gate may call foreign code here, so the invariant must already hold.
    function _handOut(address, AnchoredAction.Action memory minting) internal override {
        if (minting.entry.objectKey == _any) ++_handed;
        _wasOnce = _isOnce();
    }

    function _isOnce() private view returns (bool) {
        if (_departures[_any].log == LOG) return false;
        return _handed == 0 || (_handed == 1 && _departures[_any].gone);
    }
}
