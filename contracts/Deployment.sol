// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "./ChallengeBook.sol";
import {OperatorStake} from "./OperatorStake.sol";
import {Operators} from "./base/Operators.sol";

/// @title Deployment
/// @notice Deploys the core, the contracts that know each other, once, each at an address that follows from this
/// contract's.
/// @dev Deployed by CREATE2, its own address follows from its code, the parameters and the hashes of the creation
/// codes. So all addresses are the same on every chain for the same code and parameters, nobody can put other code
/// there, and anybody can carry on where a deployment has stopped.
///
/// The contracts are deployed by CREATE in the order of `Part`, part i with the nonce i + 1.
contract Deployment {
    /// @notice The contracts in the order of deployment.
    enum Part {
        AnchorRegistry,
        OperatorStake,
        FaultProofs,
        Challenges
    }

    /// @notice The contracts' parameters. They never change.
    struct Parameters {
        Operators.Timing timing;
        OperatorStake.StakeParameters stake;
        ChallengeBook.ChallengeParameters challenges;
        address poseidon;
    }

    /// @notice A contract was deployed.
    event Deployed(Part indexed part, address created);

    /// @notice There are more creation codes than parts.
    error TooManyParts(uint256 parts);
    /// @notice Every part is deployed.
    error NothingLeft();
    /// @notice The creation code is not the next part's.
    error NotTheNextPart(Part next, bytes32 expected, bytes32 given);
    /// @notice No contract was created, and its constructor did not say why: most likely there was too little gas.
    error NotCreated(Part part);

    /// @notice The number of deployed parts.
    uint256 public deployed;

    /// @notice The keccak-256 of each part's creation code, in their order.
    bytes32[] public creationCodeHashes;

    Parameters private _parameters;

    /// @notice Sets the parameters and the creation codes of the parts.
    /// @param p The contracts' parameters.
    /// @param hashes The keccak-256 of each part's creation code, without the constructor's arguments.
    constructor(Parameters memory p, bytes32[] memory hashes) {
        if (hashes.length > uint256(type(Part).max) + 1) revert TooManyParts(hashes.length);
        _parameters = p;
        creationCodeHashes = hashes;
    }

    /// @notice Deploys the next part. Anybody can.
    /// @param creationCode Its creation code, without the constructor's arguments, which follow from the parameters.
    function deploy(bytes calldata creationCode) external returns (address created) {
        uint256 index = deployed;
        if (index == creationCodeHashes.length) revert NothingLeft();
        Part part = Part(index);
        bytes32 given = keccak256(creationCode);
        if (given != creationCodeHashes[index]) revert NotTheNextPart(part, creationCodeHashes[index], given);

        deployed = index + 1;
        created = _create(part, bytes.concat(creationCode, _arguments(part)));
        assert(created == addressOf(part));
        emit Deployed(part, created);
    }

    /// @notice The contracts' parameters.
    function parameters() external view returns (Parameters memory) {
        return _parameters;
    }

    /// @notice The address of a part, deployed or not.
    function addressOf(Part part) public view returns (address) {
        // keccak(rlp([this, nonce])); a nonce below 128 is a byte of its own.
        bytes32 hash = keccak256(abi.encodePacked(hex"d694", address(this), uint8(part) + 1));
        return address(uint160(uint256(hash)));
    }

    /// @dev The constructor's arguments of a part.
    function _arguments(Part part) private view returns (bytes memory) {
        address registry = addressOf(Part.AnchorRegistry);
        address stake = addressOf(Part.OperatorStake);
        if (part == Part.AnchorRegistry) return abi.encode(_parameters.timing, stake);
        if (part == Part.OperatorStake) {
            return abi.encode(_parameters.stake, registry, addressOf(Part.FaultProofs), addressOf(Part.Challenges));
        }
        if (part == Part.FaultProofs) return abi.encode(registry, stake, _parameters.poseidon);
        return abi.encode(_parameters.challenges, registry, stake, _parameters.poseidon);
    }

    function _create(Part part, bytes memory initCode) private returns (address created) {
        assembly ("memory-safe") {
            created := create(0, add(initCode, 0x20), mload(initCode))
            if and(iszero(created), gt(returndatasize(), 0)) {
                let reason := mload(0x40)
                returndatacopy(reason, 0, returndatasize())
                revert(reason, returndatasize())
            }
        }
        if (created == address(0)) revert NotCreated(part);
    }
}
