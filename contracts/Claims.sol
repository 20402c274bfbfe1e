// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {FinalBatches} from "./base/FinalBatches.sol";
import {IProofVerifier} from "./interfaces/IProofVerifier.sol";
import {Disclosures} from "./libraries/Disclosures.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Statements} from "./libraries/Statements.sol";

/// @title Claims
/// @notice Where zero-knowledge claims about anchored actions are proven, for other contracts to act on. Section 8 of
/// docs/PROTOCOL.md.
/// @dev A claim says: in a final batch of this log stands an entry whose action has this payload type and this subject,
/// and values that meet these conditions. Which entry it is stays hidden. What a reader has to know:
///
/// - An operator is who it registered as, and a log is its log with a certain name. Ask for yours: anybody can be an
///   operator, and prove what he likes about his own logs.
/// - A payload type is the hash of its type string, and members are known by their index in it. Nothing here knows the
///   string, so a claim can name a member that the type does not have (its word is zero), a number as the subject, or
///   an order of what are no numbers. Ask for a type that you know, a subject that is an `address` member of it (or the
///   actor), and members that it has.
/// - The word of a `string` or `bytes` member is the keccak-256 of its value.
/// - An entry of a contract wallet counts as the operator accepted it: a claim does not show the entry's scheme, nor
///   whether the wallet stood by its signature (`IAttestations`).
/// - No claim binds the entry's `objectKey`, `prior` or `holder`: an operator with an accomplice can enter an act under
/// another object's key, and claim it. Where custody counts, ask for the entry and its action (`AnchoredAction`).
/// - A false commitment of an entry can be proven only by who knows its payload. An operator with an accomplice as the
///   actor could have that entry's place say anything, so what a claim says of its subject is as good as the operator's
///   stake; nobody's claim can be taken by it.
/// - Who holds an entry's payload, as its operator does, can make a statement for the subject itself before somebody
///   makes it for whom the subject has authorized. It is the subject's then, for good.
/// - A claim is for an entry and a scope. A contract that hands something out should ask for a scope of its own, such
///   as the hash of its address, so that claims made elsewhere are of no use there.
///
/// No owner, no pause, no upgrade, no money.
///
/// Invariants, named beside the lines that keep them:
/// - C1. Every claim is about a batch that was final when it was claimed, and so is final for good.
/// - C2. A claim is the subject's, or that of whom the subject authorized for this very entry and scope. Who sends it,
///   and with which of a proof's many forms, changes nothing.
/// - C3. An entry proves a statement once. What others prove with the same nullifier, of other members or another
///   subject, neither hinders nor helps.
/// - C4. A statement has one key, and a key is of one statement.
/// - C5. Nothing recorded is ever changed.
contract Claims is FinalBatches {
    /// @notice How a subject lets another account have a claim.
    /// @param deadline Until when it can be used, in Unix seconds, inclusive.
    /// @param signature The subject's 65 bytes, under the registry's domain, over `AuthorizeClaim(address operator,
    /// bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)`. ERC-1271 is not supported: a contract that
    /// is the subject can only be the beneficiary itself. Empty where the beneficiary is the subject.
    struct Authorization {
        uint64 deadline;
        bytes signature;
    }

    /// @notice A claim was proven. One with the same nullifier is about the same entry.
    /// @param key Of the statement: the keccak-256 of these bytes.
    /// @param statement `abi.encode` of it.
    event Claimed(
        bytes32 indexed key,
        address indexed subject,
        address indexed beneficiary,
        uint256 nullifier,
        bytes statement
    );

    /// @notice Nobody can be the beneficiary at the zero address.
    error NoBeneficiary();
    /// @notice The beneficiary is not the subject, and what authorizes it is signed by another account.
    error NotAuthorized(address subject, address signer);
    /// @notice The authorization could be used until its deadline, in Unix seconds.
    error AuthorizationExpired(uint64 deadline);
    /// @notice This entry has made this statement already, for this beneficiary.
    error NullifierUsed(bytes32 key, uint256 nullifier, address beneficiary);
    /// @notice The proof does not hold for this statement, nullifier, batch and beneficiary.
    error ProofInvalid();

    /// @notice What verifies proofs of the circuit `disclosure`.
    IProofVerifier public immutable disclosureVerifier;

    /// @notice For whom the entry behind a nullifier has proven a statement; zero if for nobody. An entry proves a
    /// statement once, for one beneficiary.
    mapping(bytes32 key => mapping(uint256 nullifier => address beneficiary)) public beneficiaryOf;

    constructor(address registry_, address disclosureVerifier_) FinalBatches(registry_) {
        disclosureVerifier = IProofVerifier(disclosureVerifier_);
    }

    /// @notice Records a claim. Anybody can send it: it is the beneficiary's, whoever does.
    /// @param nullifier The entry's in the statement's scope.
    /// @param beneficiary For whom the proof was made; not zero.
    /// @param batch The header of the entry's batch, proven as for `proveBatch`; of a batch that was, only `header`
    /// counts.
    /// @param proof 256 bytes, for the circuit `disclosure`. Its public signals follow from all the rest.
    /// @param authorization The subject's, where it is not the beneficiary.
    /// @return key Of the statement.
    function claim(
        Disclosures.Statement calldata statement,
        uint256 nullifier,
        address beneficiary,
        Evidence.HeaderEvidence calldata batch,
        bytes calldata proof,
        Authorization calldata authorization
    ) external returns (bytes32 key) {
        _checkFinal(statement.operator, batch); // C1
        if (beneficiary == address(0)) revert NoBeneficiary();
        if (beneficiary != statement.subject) _checkAuthorization(statement, nullifier, beneficiary, authorization);
        bytes memory encoded = abi.encode(statement);
        key = keccak256(encoded);
        _use(key, nullifier, beneficiary);
        uint256[] memory signals = Disclosures.signals(statement, batch.header, nullifier, beneficiary); // C4
        if (!disclosureVerifier.verify(proof, signals)) revert ProofInvalid();
        emit Claimed(key, statement.subject, beneficiary, nullifier, encoded);
    }

    /// @notice Whether the entry behind a nullifier has proven a statement for a beneficiary.
    /// @param nullifier Who wants something for a claim shows it; it is in `Claimed` too. A contract that gives for an
    /// entry once, keeps the nullifiers that it has given for.
    function isProven(
        Disclosures.Statement calldata statement,
        uint256 nullifier,
        address beneficiary
    ) external view returns (bool) {
        return beneficiary != address(0) && beneficiaryOf[keyOf(statement)][nullifier] == beneficiary;
    }

    /// @notice A statement's key.
    function keyOf(Disclosures.Statement calldata statement) public pure returns (bytes32) {
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
        Disclosures.Statement calldata s,
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
}
