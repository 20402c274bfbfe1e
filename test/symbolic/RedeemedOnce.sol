// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Redemptions} from "contracts/examples/Redemptions.sol";
import {AnchoredAction} from "contracts/libraries/AnchoredAction.sol";

/// @notice G1: an object is handed out once, and not if a gate before this one did.
contract RedeemedOnce is Redemptions {
    bytes32 private _any;
    uint256 private _handed;
    bool private _wasOnce;

    /// @dev A move to the gate's own log is no move: the callers of `_redeem` refuse it. No log has the identifier 0.
    function proveRedeem(address account, bytes32 log, AnchoredAction.Action memory minting) external {
        require(_isOnce() && _wasOnce && log != LOG && LOG != 0);
        bool before = redeemed(_any);
        uint256 handed = _handed;
        _redeem(account, log, minting);
        assert(_isOnce() && _wasOnce);
        assert(!before || (redeemed(_any) && _handed == handed));
        assert(false);
    }

    /// @dev The contract that extends the gate may run foreign code here, so everything holds here already.
    function _handOut(address, AnchoredAction.Action memory minting) internal override {
        if (minting.entry.objectKey == _any) ++_handed;
        _wasOnce = _isOnce();
    }

    function _isOnce() private view returns (bool) {
        if (_departures[_any].log == LOG) return false;
        return _handed == 0 || (_handed == 1 && _departures[_any].gone);
    }
}
