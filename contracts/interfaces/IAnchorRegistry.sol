// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";

/// @title IAnchorRegistry
/// @notice Where operators anchor the checkpoints of their batch logs, and history can only grow.
/// @dev Section 8 of docs/PROTOCOL.md. `eip712Domain()` is the registry's own domain, under which receipts,
/// checkpoints and key possession are signed; `operatorDomain()` is an operator's, for actions.
///
/// Errors of the signature checks are OpenZeppelin's (`ECDSAInvalidSignature`, `ECDSAInvalidSignatureLength`,
/// `ECDSAInvalidSignatureS`); errors of the proofs are those of the library `RFC9162`.
interface IAnchorRegistry is IERC5267 {
    /// @notice What a registry is deployed with, for good.
    /// @param challengeWindow How long challenges can be opened against a checkpoint, in seconds.
    /// @param responseTime How long an operator has to answer a challenge, in seconds.
    /// @param margin What finality waits on top of the two, in seconds.
    /// @param minAnchorInterval The shortest time between two anchors of one operator, in seconds; at least 1.
    /// @param ringLength How many of an operator's newest checkpoints stay stored; at least 2.
    struct Parameters {
        uint64 challengeWindow;
        uint64 responseTime;
        uint64 margin;
        uint64 minAnchorInterval;
        uint32 ringLength;
    }

    /// @notice What an operator registers with, for good.
    /// @param name The name of its EIP-712 domain for actions, 1 to 64 characters of printable ASCII.
    /// @param version The version of that domain, likewise.
    /// @param maxAnchorDelay A receipt's entry is promised to be anchored this long after its acceptance, in seconds.
    /// @param anchorKey The externally owned account whose signature (or transaction) anchors checkpoints.
    /// @param receiptKey The externally owned account that signs receipts; not the anchor key.
    struct OperatorTerms {
        string name;
        string version;
        uint64 maxAnchorDelay;
        address anchorKey;
        address receiptKey;
    }

    /// @notice A state of an operator's batch log.
    /// @param root The RFC 9162 root over its headers, SHA-256.
    /// @param size The number of its headers. Zero stands for no checkpoint at all.
    /// @param time When it was anchored: the block's time, in Unix seconds.
    struct Checkpoint {
        bytes32 root;
        uint64 size;
        uint64 time;
    }

    /// @notice An account became an operator.
    event OperatorRegistered(
        address indexed operator,
        string name,
        string version,
        uint64 maxAnchorDelay,
        address anchorKey,
        address receiptKey
    );

    /// @notice A checkpoint was anchored at the block's time.
    /// @param sequence Counts the operator's checkpoints, from 0.
    event Anchored(address indexed operator, uint64 indexed sequence, uint64 size, bytes32 root);

    /// @notice The finality delay would be zero.
    error ZeroFinalityDelay();
    /// @notice The minimum time between anchors would be zero.
    error ZeroAnchorInterval();
    /// @notice The ring would have fewer than two slots.
    error RingLengthTooSmall(uint32 ringLength);
    /// @notice Slots would be reused too early: `span`, the ring's length times the minimum anchor interval, is below
    /// `required`, twice the finality delay plus the operator's maximum anchor delay. Both in seconds.
    error RingTooShort(uint256 span, uint256 required);

    /// @notice The account is an operator already; terms never change.
    error AlreadyRegistered(address operator);
    /// @notice The account is not an operator.
    error NotRegistered(address operator);
    /// @notice The domain's name is not 1 to 64 bytes long.
    error NameLength(uint256 length);
    /// @notice The domain's version is not 1 to 64 bytes long.
    error VersionLength(uint256 length);
    /// @notice The domain's name or version has a byte outside of printable ASCII (0x20 to 0x7e), which wallets and
    /// verifiers might not all read alike.
    error NotPrintable(string text);
    /// @notice One key was given for both roles.
    error SameKeys(address key);
    /// @notice The proof of possession for a role is signed by another account than the key.
    error KeyNotPossessed(uint8 role, address key, address signer);

    /// @notice The checkpoint is signed (or, without a signature, sent) by another account than the anchor key.
    error NotAnchorKey(address signer, address anchorKey);
    /// @notice The checkpoint is not larger than the last one.
    error SizeNotGrowing(uint64 size, uint64 lastSize);
    /// @notice The minimum time since the last anchor has not passed; it has at `earliest`, in Unix seconds.
    error AnchoredTooSoon(uint256 earliest);
    /// @notice The proof does not show that the new tree begins with the last one.
    error InconsistentHistory(uint64 lastSize, bytes32 lastRoot, uint64 size, bytes32 root);

    /// @notice Makes the caller an operator, once and for good.
    /// @dev A proof of possession is the key's 65-byte signature, under the registry's domain, over
    /// `KeyPossession(address operator,uint8 role)`: role 1 for the anchor key, 2 for the receipt key. ERC-1271 is not
    /// supported: a contract's answer can change, and a signature must stay evidence.
    /// @param terms See `OperatorTerms`.
    /// @param anchorKeyProof The anchor key's proof of possession.
    /// @param receiptKeyProof The receipt key's proof of possession.
    function register(
        OperatorTerms calldata terms,
        bytes calldata anchorKeyProof,
        bytes calldata receiptKeyProof
    ) external;

    /// @notice Anchors an operator's next checkpoint.
    /// @dev Anybody can send a checkpoint that the anchor key has signed: a signed checkpoint that was never anchored
    /// can be anchored by a stranger, and then keeps others out for the minimum anchor interval. Sign only what is
    /// about to be anchored.
    /// @param operator The operator.
    /// @param size The number of headers in its batch log; greater than that of its last checkpoint.
    /// @param root The RFC 9162 root over them.
    /// @param proof The RFC 9162 consistency proof from the last checkpoint; empty for the first.
    /// @param signature The anchor key's 65-byte signature, under the registry's domain, over
    /// `Checkpoint(address operator,uint64 size,bytes32 root)`; empty if the anchor key itself is the caller.
    function anchor(
        address operator,
        uint64 size,
        bytes32 root,
        bytes32[] calldata proof,
        bytes calldata signature
    ) external;

    /// @notice What the registry was deployed with.
    function parameters() external view returns (Parameters memory);

    /// @notice How long a checkpoint takes to become final, in seconds: challenge window, response time and margin.
    function finalityDelay() external view returns (uint256);

    /// @notice The terms an operator registered with. Reverts for an account that is not one.
    function operatorTerms(address operator) external view returns (OperatorTerms memory);

    /// @notice The EIP-712 domain of an operator's actions, in the shape of ERC-5267. Reverts for an account that is
    /// not an operator.
    function operatorDomain(
        address operator
    )
        external
        view
        returns (
            bytes1 fields,
            string memory name,
            string memory version,
            uint256 chainId,
            address verifyingContract,
            bytes32 salt,
            uint256[] memory extensions
        );

    /// @notice An operator's newest checkpoint, and how many it has anchored; zeros if none.
    function latestCheckpoint(address operator) external view returns (Checkpoint memory checkpoint, uint64 count);

    /// @notice An operator's stored checkpoint of exactly this size.
    /// @return found Whether there is one; a checkpoint leaves the store, at the earliest, when it is twice the
    /// finality delay plus the operator's maximum anchor delay old.
    /// @return checkpoint The checkpoint; zeros if not found.
    function checkpointBySize(
        address operator,
        uint64 size
    ) external view returns (bool found, Checkpoint memory checkpoint);

    /// @notice The size of an operator's newest checkpoint that is at least the finality delay old; 0 if none.
    /// @dev Never decreases.
    function finalSize(address operator) external view returns (uint64);

    /// @notice Whether the batch at this position of an operator's batch log is final.
    function isFinal(address operator, uint64 position) external view returns (bool);

    /// @notice Whether a leaf stands at this position under an operator's stored checkpoint of this size.
    /// @dev False if no such checkpoint is stored, or if the proof leads to another root. Reverts with the errors of
    /// `RFC9162` if the position is not below the size, or the proof is not of the one right length.
    /// @param leafHash The leaf's RFC 9162 hash, which for a batch is its fingerprint.
    function isIncluded(
        address operator,
        uint64 size,
        uint64 position,
        bytes32 leafHash,
        bytes32[] calldata proof
    ) external view returns (bool);
}
