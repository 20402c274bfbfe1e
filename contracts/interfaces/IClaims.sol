// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Evidence} from "../libraries/Evidence.sol";
import {IFinalBatches} from "./IFinalBatches.sol";
import {IProofVerifier} from "./IProofVerifier.sol";

/// @title IClaims
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
///   actor), and members that it has; or let `isWellTyped` check what you are given.
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
interface IClaims is IFinalBatches {
    /// @notice What is said of one value.
    /// @param value A member of the payload by its index, 0 to 15; 17 for the nonce, 18 for the time when the operator
    /// says that it accepted the action (Unix milliseconds), 19 for the position in the batch.
    /// @param mode 0: the value is the word. As integers, it is at least (1) or at most (3) the word; 5 and 7 likewise
    /// for members of a signed type.
    /// @param word 32 bytes, as EIP-712's `encodeData` has them.
    struct Condition {
        uint8 value;
        uint8 mode;
        bytes32 word;
    }

    /// @notice What is said of an entry. Its key is `keccak256(abi.encode(statement))`.
    /// @param operator Whose entry it is.
    /// @param log In which of the operator's logs.
    /// @param payloadType The keccak-256 of the payload's type string, modulo r.
    /// @param subjectAt The member whose address is revealed, by its index; 16 for the actor.
    /// @param subject That address.
    /// @param scope What entries are counted in, below r.
    /// @param conditions Up to four: first those of mode 0, then the others; among them in the order of `value`, then of
    /// `mode`; none twice.
    struct Statement {
        address operator;
        bytes32 log;
        uint256 payloadType;
        uint8 subjectAt;
        address subject;
        uint256 scope;
        Condition[] conditions;
    }

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
    /// @param key Of the statement, which follows from all the rest: the conditions from the proof's layout and values
    /// (PROTOCOL, section 7).
    event Claimed(
        bytes32 indexed key,
        address indexed subject,
        address indexed beneficiary,
        address operator,
        bytes32 log,
        uint256 nullifier,
        uint256 payloadType,
        uint256 layoutBits,
        uint256 scope,
        uint256[4] values
    );

    /// @notice The batch is of another log than the statement.
    error OtherLog(bytes32 log);
    /// @notice The subject is none of the payload's, or the conditions are more than four, unknown, or not in their order.
    error StatementMalformed();
    /// @notice The payload type, the scope or the nullifier is not below r.
    error NotBelowR(uint256 value);
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

    /// @notice Records a claim. Anybody can send it: it is the beneficiary's, whoever does.
    /// @param nullifier The entry's in the statement's scope.
    /// @param beneficiary For whom the proof was made; not zero.
    /// @param batch The header of the entry's batch, proven as for `proveBatch`; of a batch that was, only `header`
    /// counts.
    /// @param proof 256 bytes, for the circuit `disclosure`. Its public signals follow from all the rest.
    /// @param authorization The subject's, where it is not the beneficiary.
    /// @return key Of the statement.
    function claim(
        Statement calldata statement,
        uint256 nullifier,
        address beneficiary,
        Evidence.HeaderEvidence calldata batch,
        bytes calldata proof,
        Authorization calldata authorization
    ) external returns (bytes32 key);

    /// @notice Whether the entry behind a nullifier has proven a statement for a beneficiary.
    /// @param nullifier Who wants something for a claim shows it; it is in `Claimed` too. A contract that gives for an
    /// entry once, keeps the nullifiers that it has given for.
    function isProven(
        Statement calldata statement,
        uint256 nullifier,
        address beneficiary
    ) external view returns (bool);

    /// @notice For whom the entry behind a nullifier has proven a statement; zero if for nobody. An entry proves a
    /// statement once, for one beneficiary.
    /// @param key Of the statement.
    function beneficiaryOf(bytes32 key, uint256 nullifier) external view returns (address);

    /// @notice A statement's key.
    function keyOf(Statement calldata statement) external pure returns (bytes32);

    /// @notice Whether a statement is one about payloads of this type: the type string has the statement's hash, its
    /// conditions are of values and modes that there are, all members named are the type's, only numbers are ordered,
    /// each by the order of its type, and the subject is the actor or a member of type `address`. Reverts if the string
    /// has the hash, but is no payload's type string.
    function isWellTyped(Statement calldata statement, string calldata payloadType) external pure returns (bool);

    /// @notice What verifies proofs of the circuit `disclosure`.
    function disclosureVerifier() external view returns (IProofVerifier);
}
