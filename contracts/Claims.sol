// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {IAnchorRegistry} from "./interfaces/IAnchorRegistry.sol";
import {IClaims} from "./interfaces/IClaims.sol";
import {IProofVerifier} from "./interfaces/IProofVerifier.sol";
import {Actions} from "./libraries/Actions.sol";
import {Disclosures} from "./libraries/Disclosures.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Finality} from "./libraries/Finality.sol";
import {Headers} from "./libraries/Headers.sol";
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
contract Claims is IClaims {
    IAnchorRegistry private immutable REGISTRY;
    IProofVerifier private immutable DISCLOSURE_VERIFIER;

    mapping(bytes32 batch => bool) private _finalBatches;
    mapping(bytes32 use => address beneficiary) private _beneficiaries;

    constructor(address registry_, address disclosureVerifier_) {
        REGISTRY = IAnchorRegistry(registry_);
        DISCLOSURE_VERIFIER = IProofVerifier(disclosureVerifier_);
    }

    /// @inheritdoc IClaims
    function proveBatch(address operator, Evidence.HeaderEvidence calldata batch) external {
        bytes32 id = _batchId(operator, batch.header);
        if (_finalBatches[id]) return;
        Headers.Header memory header = Finality.proveFinal(REGISTRY, operator, batch);
        _finalBatches[id] = true; // C1
        emit BatchProven(operator, header.log, header.number, batch.header);
    }

    /// @inheritdoc IClaims
    function claim(
        address operator,
        Evidence.HeaderEvidence calldata batch,
        bytes calldata proof,
        uint256[] calldata publicSignals,
        Authorization calldata authorization
    ) external returns (bytes32 key) {
        _checkFinal(operator, batch);
        bytes32 log;
        (key, log) = Disclosures.keyOf(operator, batch.header, publicSignals); // C4
        address subject = Disclosures.toAddress(publicSignals, DisclosureSignals.SUBJECT);
        address beneficiary = Disclosures.toAddress(publicSignals, DisclosureSignals.BENEFICIARY);
        if (beneficiary == address(0)) revert NoBeneficiary();
        uint256 nullifier = publicSignals[DisclosureSignals.NULLIFIER];
        if (beneficiary != subject) {
            bytes32 hash = Statements.authorizeClaim(operator, log, nullifier, beneficiary, authorization.deadline);
            _checkAuthorization(subject, hash, authorization);
        }
        _use(key, nullifier, beneficiary);
        if (!DISCLOSURE_VERIFIER.verify(proof, publicSignals)) revert ProofInvalid();
        _emitClaimed(key, operator, log, publicSignals);
    }

    /// @inheritdoc IClaims
    function isProven(
        Statement calldata statement,
        uint256 nullifier,
        address beneficiary
    ) external view returns (bool) {
        address proven = _beneficiaries[_useId(keyOf(statement), nullifier)];
        return proven != address(0) && proven == beneficiary;
    }

    /// @inheritdoc IClaims
    function beneficiaryOf(bytes32 key, uint256 nullifier) external view returns (address) {
        return _beneficiaries[_useId(key, nullifier)];
    }

    /// @inheritdoc IClaims
    function isWellTyped(Statement calldata statement, string calldata payloadType) external pure returns (bool) {
        if (statement.payloadType != uint256(keccak256(bytes(payloadType))) % Limits.FIELD_ORDER) return false;
        (, uint256 members) = Actions.checkPayloadType(payloadType);
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
    function isProvenBatch(address operator, bytes calldata header) external view returns (bool) {
        return _finalBatches[_batchId(operator, header)];
    }

    /// @inheritdoc IClaims
    function registry() external view returns (address) {
        return address(REGISTRY);
    }

    /// @inheritdoc IClaims
    function disclosureVerifier() external view returns (address) {
        return address(DISCLOSURE_VERIFIER);
    }

    /// @inheritdoc IClaims
    function keyOf(Statement calldata statement) public pure returns (bytes32) {
        return keccak256(abi.encode(statement));
    }

    /// @dev C3, C5.
    function _use(bytes32 key, uint256 nullifier, address beneficiary) private {
        bytes32 id = _useId(key, nullifier);
        if (_beneficiaries[id] != address(0)) revert NullifierUsed(key, nullifier, _beneficiaries[id]);
        _beneficiaries[id] = beneficiary;
    }

    /// @dev C1. After it, the header is known to be well-formed.
    function _checkFinal(address operator, Evidence.HeaderEvidence calldata batch) private view {
        if (!_finalBatches[_batchId(operator, batch.header)]) Finality.proveFinal(REGISTRY, operator, batch);
    }

    /// @dev C2. The nullifier that was hashed stands for the entry and the scope. Reverts with the errors of `ECDSA` if
    /// the signature is none of 65 bytes with a low s.
    function _checkAuthorization(address subject, bytes32 hash, Authorization calldata authorization) private view {
        uint64 deadline = authorization.deadline;
        if (block.timestamp > deadline) revert AuthorizationExpired(deadline);
        address signer = ECDSA.recoverCalldata(Evidence.digest(REGISTRY, hash), authorization.signature);
        if (signer != subject) revert NotAuthorized(subject, signer);
    }

    /// @dev Of a function of its own, for the depth of the stack.
    function _emitClaimed(bytes32 key, address operator, bytes32 log, uint256[] calldata s) private {
        emit Claimed(
            key,
            address(uint160(s[DisclosureSignals.SUBJECT])),
            address(uint160(s[DisclosureSignals.BENEFICIARY])),
            operator,
            log,
            s[DisclosureSignals.NULLIFIER],
            s[DisclosureSignals.PAYLOAD_TYPE],
            s[DisclosureSignals.LAYOUT],
            s[DisclosureSignals.SCOPE],
            Disclosures.values(s)
        );
    }

    /// @dev A header names its log and number, so that no two batches share one.
    function _batchId(address operator, bytes calldata header) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(operator, header));
    }

    function _useId(bytes32 key, uint256 nullifier) private pure returns (bytes32) {
        return keccak256(abi.encode(key, nullifier));
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
