// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {FinalBatches} from "./base/FinalBatches.sol";
import {IClaims} from "./interfaces/IClaims.sol";
import {IProofVerifier} from "./interfaces/IProofVerifier.sol";
import {Actions} from "./libraries/Actions.sol";
import {Disclosures} from "./libraries/Disclosures.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Limits} from "./libraries/Limits.sol";
import {Statements} from "./libraries/Statements.sol";
import {DisclosureSignals} from "./verifiers/DisclosureVerifier.sol";

/// @title Claims
/// @notice See `IClaims`. No owner, no pause, no upgrade, no money.
/// @dev Invariants, named beside the lines that keep them:
/// - C1. Every claim is about a batch that was final when it was claimed, and so is final for good.
/// - C2. A claim is the subject's, or that of whom the subject authorized for this very entry and scope. Who sends it,
///   and with which of a proof's many forms, changes nothing.
/// - C3. An entry proves a statement once. What others prove with the same nullifier, of other members or another
///   subject, neither hinders nor helps.
/// - C4. A statement has one key, and a key is of one statement.
/// - C5. Nothing recorded is ever changed.
contract Claims is IClaims, FinalBatches {
    /// @inheritdoc IClaims
    IProofVerifier public immutable disclosureVerifier;

    /// @inheritdoc IClaims
    mapping(bytes32 key => mapping(uint256 nullifier => address beneficiary)) public beneficiaryOf;

    constructor(address registry_, address disclosureVerifier_) FinalBatches(registry_) {
        disclosureVerifier = IProofVerifier(disclosureVerifier_);
    }

    /// @inheritdoc IClaims
    function claim(
        Statement calldata statement,
        uint256 nullifier,
        address beneficiary,
        Evidence.HeaderEvidence calldata batch,
        bytes calldata proof,
        Authorization calldata authorization
    ) external returns (bytes32 key) {
        _checkFinal(statement.operator, batch); // C1
        if (beneficiary == address(0)) revert NoBeneficiary();
        if (beneficiary != statement.subject) _checkAuthorization(statement, nullifier, beneficiary, authorization);
        key = keyOf(statement);
        _use(key, nullifier, beneficiary);
        uint256[] memory signals = Disclosures.signals(statement, batch.header, nullifier, beneficiary); // C4
        if (!disclosureVerifier.verify(proof, signals)) revert ProofInvalid();
        _emitClaimed(key, statement, signals);
    }

    /// @inheritdoc IClaims
    function isProven(
        Statement calldata statement,
        uint256 nullifier,
        address beneficiary
    ) external view returns (bool) {
        return beneficiary != address(0) && beneficiaryOf[keyOf(statement)][nullifier] == beneficiary;
    }

    /// @inheritdoc IClaims
    function isWellTyped(Statement calldata statement, string calldata payloadType) external pure returns (bool) {
        if (statement.payloadType != uint256(keccak256(bytes(payloadType))) % Limits.FIELD_ORDER) return false;
        uint256 members = Actions.checkPayloadType(payloadType).members;
        for (uint256 i = 0; i < statement.conditions.length; ++i) {
            Condition calldata condition = statement.conditions[i];
            if (!Disclosures.isKnown(condition.value, condition.mode)) return false;
            bool isMember = condition.value < Disclosures.NONE;
            if (isMember && condition.value >= members) return false;
            if (condition.mode == Disclosures.EQUAL) continue;
            // The values that are no members are unsigned numbers.
            bytes8 start = isMember ? _typeStart(bytes(payloadType), condition.value) : bytes8("uint");
            bool signed = condition.mode & 4 != 0;
            if (signed ? bytes3(start) != "int" : bytes4(start) != "uint") return false;
        }
        uint256 subjectAt = statement.subjectAt;
        if (subjectAt == Disclosures.NONE) return true;
        return subjectAt < members && _typeStart(bytes(payloadType), subjectAt) == "address ";
    }

    /// @inheritdoc IClaims
    function keyOf(Statement calldata statement) public pure returns (bytes32) {
        return keccak256(abi.encode(statement));
    }

    /// @dev C3, C5.
    function _use(bytes32 key, uint256 nullifier, address beneficiary) private {
        mapping(uint256 nullifier => address) storage used = beneficiaryOf[key];
        if (used[nullifier] != address(0)) revert NullifierUsed(key, nullifier, used[nullifier]);
        used[nullifier] = beneficiary;
    }

    /// @dev C2. The nullifier stands for the entry and the scope. Reverts with the errors of `ECDSA` if the signature is
    /// none of 65 bytes with a low s.
    function _checkAuthorization(
        Statement calldata s,
        uint256 nullifier,
        address beneficiary,
        Authorization calldata authorization
    ) private view {
        uint64 deadline = authorization.deadline;
        if (block.timestamp > deadline) revert AuthorizationExpired(deadline);
        bytes32 hash = Statements.authorizeClaim(s.operator, s.log, nullifier, beneficiary, deadline);
        address signer = ECDSA.recoverCalldata(Evidence.digest(registry, hash), authorization.signature);
        if (signer != s.subject) revert NotAuthorized(s.subject, signer);
    }

    /// @dev Of a function of its own, for the depth of the stack.
    function _emitClaimed(bytes32 key, Statement calldata s, uint256[] memory signals) private {
        uint256[4] memory values = [
            signals[DisclosureSignals.VALUE_0],
            signals[DisclosureSignals.VALUE_1],
            signals[DisclosureSignals.VALUE_2],
            signals[DisclosureSignals.VALUE_3]
        ];
        emit Claimed(
            key,
            s.subject,
            address(uint160(signals[DisclosureSignals.BENEFICIARY])),
            s.operator,
            s.log,
            signals[DisclosureSignals.NULLIFIER],
            s.payloadType,
            signals[DisclosureSignals.LAYOUT],
            s.scope,
            values
        );
    }

    /// @dev The first characters of a member's type, or of its type and name, in a type string of canonical form. That
    /// tells apart what begins with `int`, `uint` or `address `.
    function _typeStart(bytes calldata payloadType, uint256 member) private pure returns (bytes8) {
        uint256 before = 0;
        while (payloadType[before] != "(") ++before;
        for (uint256 i = 0; i < member; ++i) {
            do ++before; while (payloadType[before] != ",");
        }
        return bytes8(payloadType[before + 1:]);
    }
}
