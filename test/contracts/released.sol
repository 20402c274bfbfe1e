// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ChallengeBook} from "../../contracts/ChallengeBook.sol";
import {Operators} from "../../contracts/base/Operators.sol";
import {AnchorRegistry} from "../../contracts/AnchorRegistry.sol";
import {Attestations} from "../../contracts/Attestations.sol";
import {Challenges} from "../../contracts/Challenges.sol";
import {Claims} from "../../contracts/Claims.sol";
import {Deployment} from "../../contracts/Deployment.sol";
import {Disputes} from "../../contracts/Disputes.sol";
import {FaultProofs} from "../../contracts/FaultProofs.sol";
import {OperatorStake} from "../../contracts/OperatorStake.sol";
import {Poseidon} from "../../contracts/Poseidon.sol";
import {DisclosureVerifier} from "../../contracts/verifiers/DisclosureVerifier.sol";
import {OrderVerifier} from "../../contracts/verifiers/OrderVerifier.sol";
import {AnnouncedRedeemer} from "../../contracts/examples/AnnouncedRedeemer.sol";
import {ObjectRedeemer} from "../../contracts/examples/ObjectRedeemer.sol";
import {Redemptions} from "../../contracts/examples/Redemptions.sol";
import {VoucherRedeemer} from "../../contracts/examples/VoucherRedeemer.sol";
import {WalletCheck} from "../../contracts/WalletCheck.sol";

// Deploys the released bytecode from the artifacts, as the tests themselves are compiled without the optimizer.

interface IArtifacts {
    function getCode(string calldata artifact) external view returns (bytes memory creationCode);
}

IArtifacts constant ARTIFACTS = IArtifacts(address(uint160(uint256(keccak256("hevm cheat code")))));

function newRegistry(Operators.Timing memory timing, address stake) returns (AnchorRegistry) {
    return AnchorRegistry(create("AnchorRegistry", abi.encode(timing, stake)));
}

function newStake(
    OperatorStake.StakeParameters memory parameters,
    address registry,
    address faultProofs,
    address challenges
) returns (OperatorStake) {
    bytes memory arguments = abi.encode(parameters, registry, faultProofs, challenges);
    return OperatorStake(payable(create("OperatorStake", arguments)));
}

function newChallenges(
    ChallengeBook.ChallengeParameters memory parameters,
    address registry,
    address stake,
    address poseidon
) returns (Challenges) {
    return Challenges(create("Challenges", abi.encode(parameters, registry, stake, poseidon)));
}

function newFaultProofs(address registry, address stake, address poseidon) returns (FaultProofs) {
    return FaultProofs(create("FaultProofs", abi.encode(registry, stake, poseidon)));
}

function newAttestations() returns (Attestations) {
    return Attestations(create("Attestations", ""));
}

function newClaims(address registry, address disclosureVerifier) returns (Claims) {
    return Claims(create("Claims", abi.encode(registry, disclosureVerifier)));
}

function newDisputes(
    Disputes.DisputeParameters memory parameters,
    address registry,
    address stake,
    address orderVerifier
) returns (Disputes) {
    return Disputes(payable(create("Disputes", abi.encode(parameters, registry, stake, orderVerifier))));
}

function newDeployment(Deployment.Parameters memory parameters, bytes32[] memory hashes) returns (Deployment) {
    return Deployment(create("Deployment", abi.encode(parameters, hashes)));
}

function newRedeemer(
    address registry,
    address attestations,
    address operator,
    bytes32 log,
    bytes32 product
) returns (VoucherRedeemer) {
    return VoucherRedeemer(create("VoucherRedeemer", abi.encode(registry, attestations, operator, log, product)));
}

function newObjectRedeemer(Redemptions.Terms memory terms) returns (ObjectRedeemer) {
    return ObjectRedeemer(create("ObjectRedeemer", abi.encode(terms)));
}

function newAnnouncedRedeemer(
    Redemptions.Terms memory terms,
    uint48 notice,
    uint48 silence
) returns (AnnouncedRedeemer) {
    return AnnouncedRedeemer(create("AnnouncedRedeemer", abi.encode(terms, notice, silence)));
}

function newWalletCheck(WalletCheck.Question memory question) returns (address) {
    return create("WalletCheck", abi.encode(question));
}

function newDisclosureVerifier() returns (DisclosureVerifier) {
    return DisclosureVerifier(create("DisclosureVerifier", ""));
}

function newOrderVerifier() returns (OrderVerifier) {
    return OrderVerifier(create("OrderVerifier", ""));
}

function newPoseidon() returns (Poseidon) {
    return Poseidon(create("Poseidon", ""));
}

/// @dev Reverts with the constructor's error.
function create(string memory artifact, bytes memory arguments) returns (address created) {
    bytes memory code = bytes.concat(creationCodeOf(artifact), arguments);
    assembly ("memory-safe") {
        created := create(0, add(code, 0x20), mload(code))
        if iszero(created) {
            returndatacopy(0x00, 0x00, returndatasize())
            revert(0x00, returndatasize())
        }
    }
}

function creationCodeOf(string memory artifact) view returns (bytes memory) {
    return ARTIFACTS.getCode(artifact);
}
