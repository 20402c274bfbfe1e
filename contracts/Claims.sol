// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

import {FinalBatches} from "./base/FinalBatches.sol";
import {IProofVerifier} from "./interfaces/IProofVerifier.sol";
import {Disclosures} from "./libraries/Disclosures.sol";
import {Evidence} from "./libraries/Evidence.sol";
import {Statements} from "./libraries/Statements.sol";

/// @title Claims
/// @notice Records zero-knowledge claims about anchored actions, for other contracts to act on. See
/// docs/protocol/5-contracts.md, section 5.
/// @dev A claim says: a final batch of this log holds an entry whose action has this payload type, this subject and
/// values that meet these conditions. The entry itself stays hidden. A contract that reads claims must know:
///
/// - Ask for your operator and your log. Anybody can be an operator, and prove anything about its own logs.
/// - A payload type is the hash of its type string, and members are known by their index in it. This contract does not
///   know the string. So a claim can name a member that the type does not have (its word is zero), a number as the
///   subject, or an order between values that are not numbers. Ask for a type that you know, for a subject that is the
///   actor or an `address` member of the type, and for members that it has.
/// - The word of a `string` or `bytes` member is the keccak-256 of its value.
/// - An entry of a contract wallet counts as the operator accepted it. A claim shows neither the entry's scheme nor
///   whether the wallet accepted its signature (`IAttestations`).
/// - No claim binds the entry's `objectKey`, `prior` or `holder`. An operator with an accomplice can enter an act under
///   another object's key and claim it. If custody counts, ask for the entry and its action (`AnchoredAction`).
/// - Only an account that knows an entry's payload can prove that the entry's commitment is false. An operator with an
///   accomplice as the actor could commit to any values. So a claim about its subject is as good as the operator's
///   stake. Nobody's claim can be taken that way.
/// - An account that has an entry's payload, such as its operator, can claim for the subject itself before somebody
///   claims for the account that the subject has authorized. The claim is the subject's then, for good.
/// - A claim is for an entry and a scope. A contract that hands something out should ask for its own scope, such as the
///   hash of its address. Then claims made elsewhere cannot be used there.
///
/// No owner, no pause, no upgrade, no money.
///
/// Invariants, named beside the lines that keep them:
/// - C1. Every claim is about a batch that was final when it was claimed, and stays final.
/// - C2. A claim belongs to the subject, or to the account that the subject authorized for this entry and scope. The
///   sender, and which of a proof's many forms is sent, change nothing.
/// - C3. An entry proves a statement once. Proofs with the same nullifier but other members or another subject change
///   nothing.
/// - C4. A statement has one key, and each key belongs to one statement.
/// - C5. A record never changes.
contract Claims is FinalBatches {
    /// @notice A subject's permission for another account to have a claim.
    /// @param deadline The last second in which it can be used, in Unix seconds.
    /// @param signature The subject's 65-byte signature, under the registry's domain, over `AuthorizeClaim(address
    /// operator, bytes32 log,uint256 nullifier,address beneficiary,uint64 deadline)`. ERC-1271 is not supported: a
    /// subject that is a contract can only be the beneficiary itself. Empty if the beneficiary is the subject.
    struct Authorization {
        uint64 deadline;
        bytes signature;
    }

    /// @notice A claim was proven. Claims with the same nullifier are about the same entry.
    /// @param key The statement's key: the keccak-256 of `statement`.
    /// @param statement The `abi.encode` of the statement.
    event Claimed(
        bytes32 indexed key,
        address indexed subject,
        address indexed beneficiary,
        uint256 nullifier,
        bytes statement
    );

    /// @notice The beneficiary is the zero address.
    error NoBeneficiary();
    /// @notice The beneficiary is not the subject, and another account than the subject signed the authorization.
    error NotAuthorized(address subject, address signer);
    /// @notice The authorization's deadline has passed, in Unix seconds.
    error AuthorizationExpired(uint64 deadline);
    /// @notice This entry has made this statement already, for this beneficiary.
    error NullifierUsed(bytes32 key, uint256 nullifier, address beneficiary);
    /// @notice The proof does not hold for this statement, nullifier, batch and beneficiary.
    error ProofInvalid();

    /// @notice The contract that verifies proofs of the circuit `disclosure`.
    IProofVerifier public immutable disclosureVerifier;

    /// @notice The beneficiary that the entry of a nullifier has proven a statement for; zero if it has proven none. An
    /// entry proves a statement once, for one beneficiary.
    mapping(bytes32 key => mapping(uint256 nullifier => address beneficiary)) public beneficiaryOf;

    constructor(address registry_, address disclosureVerifier_) FinalBatches(registry_) {
        disclosureVerifier = IProofVerifier(disclosureVerifier_);
    }

    /// @notice Records a claim. Anybody can send it; it belongs to the beneficiary.
    /// @param nullifier The entry's nullifier in the statement's scope.
    /// @param beneficiary The account that the proof was made for; not zero.
    /// @param batch The header of the entry's batch, proven as for `proveBatch`. If the batch is recorded as final,
    /// only `header` is read.
    /// @param proof 256 bytes, for the circuit `disclosure`. Its public signals follow from the other arguments.
    /// @param authorization The subject's authorization. Not read if the subject is the beneficiary.
    /// @return key The statement's key.
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
        address first = beneficiaryOf[key][nullifier];
        if (first != address(0)) revert NullifierUsed(key, nullifier, first); // C3
        beneficiaryOf[key][nullifier] = beneficiary; // C5: only from zero
        uint256[] memory signals = Disclosures.signals(statement, batch.header, nullifier, beneficiary); // C4
        if (!disclosureVerifier.verify(proof, signals)) revert ProofInvalid();
        emit Claimed(key, statement.subject, beneficiary, nullifier, encoded);
    }

    /// @notice Whether the entry of a nullifier has proven a statement for a beneficiary.
    /// @param nullifier Shown by the account that wants something for the claim; it is in `Claimed` too. A contract
    /// that gives once per entry must store the nullifiers that it has given for.
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

    /// @dev C2. The nullifier stands for the entry and the scope. Reverts with the errors of `ECDSA` unless the
    /// signature is 65 bytes with a low s.
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
