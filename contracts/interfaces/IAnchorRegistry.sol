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
    /// @notice The times that a registry is deployed with, for good. In seconds, each from 1 to 2^32 - 1.
    /// @param challengeWindow How long challenges can be opened against a checkpoint.
    /// @param responseTime How long an operator has to answer a challenge.
    /// @param margin What finality waits on top of the two, and how long a new key waits before it takes effect.
    /// @param minAnchorInterval The shortest time between two anchors of one operator.
    /// @param ringLength How many of an operator's newest checkpoints stay stored; at least 2. No time.
    struct Timing {
        uint64 challengeWindow;
        uint64 responseTime;
        uint64 margin;
        uint64 minAnchorInterval;
        uint32 ringLength;
    }

    /// @notice What an operator registers with, for good. Its keys rotate; see `rotateKey`.
    /// @param name The name of its EIP-712 domain for actions, 1 to 64 characters of printable ASCII.
    /// @param version The version of that domain, likewise.
    /// @param maxAnchorDelay A receipt's entry is promised to be anchored this long after its acceptance, in seconds;
    /// at most 2^32 - 1.
    struct OperatorTerms {
        string name;
        string version;
        uint64 maxAnchorDelay;
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

    /// @notice What stops batches from becoming final.
    /// @param from The first index of the log, or the first position of the batch log, that it covers.
    /// @param size The operator's `finalSize` when it happened: what it covers at positions below stays final.
    struct Freeze {
        uint64 from;
        uint64 size;
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

    /// @notice A key of an operator has a successor, which takes effect at `from`, in Unix seconds.
    /// @param role 1 for the anchor key, 2 for the receipt key.
    event KeyRotated(address indexed operator, uint8 indexed role, address key, uint64 from);

    /// @notice A checkpoint was anchored at the block's time.
    /// @param sequence Counts the operator's checkpoints, from 0.
    event Anchored(address indexed operator, uint64 indexed sequence, uint64 size, bytes32 root);

    /// @notice An operator's stake suffices for anchoring from now on, or no longer does.
    event StandingChanged(address indexed operator, bool standing);

    /// @notice Batches of this log whose last index is at least `fromIndex` become final only below position `size`.
    event LogFrozen(address indexed operator, bytes32 indexed log, uint64 fromIndex, uint64 size);

    /// @notice Batches from this position of the batch log on become final only below position `size`.
    event OperatorFrozen(address indexed operator, uint64 fromPosition, uint64 size);

    /// @notice A time that a registry is deployed with, or an operator registers with, is out of range.
    error TimeOutOfRange(uint64 time);
    /// @notice The ring would have fewer than two slots.
    error RingLengthTooSmall(uint32 ringLength);
    /// @notice Slots would be reused too early: `span`, the ring's length times the minimum anchor interval, is below
    /// `required`, twice the finality delay plus the operator's maximum anchor delay. Both in seconds.
    error RingTooShort(uint256 span, uint256 required);

    /// @notice The account is an operator already; terms never change.
    error AlreadyRegistered(address operator);
    /// @notice The account is not an operator.
    error NotRegistered(address operator);
    /// @notice The domain's name or version is not 1 to 64 bytes long.
    error TextLength(uint256 length);
    /// @notice The domain's name or version has a byte outside of printable ASCII (0x20 to 0x7e), which wallets and
    /// verifiers might not all read alike.
    error NotPrintable(string text);
    /// @notice The proof of possession for a role is signed by another account than the key.
    error KeyNotPossessed(uint8 role, address key, address signer);
    /// @notice The account serves, or has served, the operator as a key: a key has one role, once.
    error KeyUsedBefore(address key);
    /// @notice A role is 1, the anchor key, or 2, the receipt key.
    error UnknownRole(uint8 role);
    /// @notice The role's last rotation has not taken effect; it does at `from`, in Unix seconds.
    error RotationPending(uint8 role, uint64 from);

    /// @notice The operator's stake does not suffice, or it is leaving, or it was slashed: see `IOperatorStake`.
    error NotInStanding(address operator);
    /// @notice The checkpoint is signed (or, without a signature, sent) by another account than the anchor key.
    error NotAnchorKey(address signer, address anchorKey);
    /// @notice The size is over 2^53 - 1.
    error SizeOutOfRange(uint64 size);
    /// @notice The checkpoint is not larger than the last one.
    error SizeNotGrowing(uint64 size, uint64 lastSize);
    /// @notice The minimum time since the last anchor has not passed; it has at `earliest`, in Unix seconds.
    error AnchoredTooSoon(uint256 earliest);
    /// @notice The proof does not show that the new tree begins with the last one.
    error InconsistentHistory(uint64 lastSize, bytes32 lastRoot, uint64 size, bytes32 root);
    /// @notice The operator has not anchored so many checkpoints, or this one has left the ring.
    error CheckpointNotStored(uint64 sequence);
    /// @notice The checkpoint is younger than the finality delay; it no longer is at `finalAt`, in Unix seconds.
    error CheckpointNotFinal(uint64 sequence, uint256 finalAt);
    /// @notice A freeze that covers the batch came before it was final: it never will be.
    error BatchFrozen(address operator, bytes32 log, uint64 position);

    /// @notice Only the stake's contract decides on standing and freezes.
    error NotOperatorStake(address caller);

    /// @notice Makes the caller an operator, once and for good. It can anchor once its stake suffices.
    /// @dev A proof of possession is the key's 65-byte signature, under the registry's domain, over
    /// `KeyPossession(address operator,uint8 role)`: role 1 for the anchor key, 2 for the receipt key. ERC-1271 is not
    /// supported: a contract's answer can change, and a signature must stay evidence.
    /// @param terms See `OperatorTerms`.
    /// @param anchorKey The externally owned account whose signature (or transaction) anchors checkpoints.
    /// @param anchorKeyProof Its proof of possession.
    /// @param receiptKey The externally owned account that signs receipts; not the anchor key.
    /// @param receiptKeyProof Its proof of possession.
    function register(
        OperatorTerms calldata terms,
        address anchorKey,
        bytes calldata anchorKeyProof,
        address receiptKey,
        bytes calldata receiptKeyProof
    ) external;

    /// @notice Announces the next key of the calling operator in a role. It takes effect `margin` seconds later.
    /// @dev What the key before signed stays evidence for a while (`isEvidenceBy`), and what the new one signs is
    /// evidence at once.
    /// @param role 1 for the anchor key, 2 for the receipt key.
    /// @param newKey An externally owned account that has never been a key of this operator.
    /// @param proof Its proof of possession, as for `register`.
    function rotateKey(uint8 role, address newKey, bytes calldata proof) external;

    /// @notice Anchors an operator's next checkpoint.
    /// @dev Anybody can send a checkpoint that the anchor key has signed: a signed checkpoint that was never anchored
    /// can be anchored by a stranger, and then keeps others out for the minimum anchor interval. Sign only what is
    /// about to be anchored.
    /// @param operator The operator; in standing.
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

    /// @notice Lets an operator anchor, or no longer. Only for `operatorStake`.
    function setStanding(address operator, bool standing) external;

    /// @notice Keeps the batches of a log whose last index is at least `fromIndex` from becoming final, but for those
    /// that are. Only for `operatorStake`.
    /// @dev Adds nothing if an earlier freeze covers as much. The sixteenth of a log covers all of it.
    function freezeLog(address operator, bytes32 log, uint64 fromIndex) external;

    /// @notice Keeps the batches from this position of the batch log on from becoming final, but for those that are.
    /// Only for `operatorStake`.
    /// @dev Adds nothing if an earlier freeze covers as much. The sixteenth covers the whole batch log.
    function freezeOperator(address operator, uint64 fromPosition) external;

    /// @notice The times that the registry was deployed with.
    function timing() external view returns (Timing memory);

    /// @notice F: how long a checkpoint takes to become final, in seconds: challenge window, response time and margin.
    function finalityDelay() external view returns (uint256);

    /// @notice The chain's number when the registry was deployed: that of its operators' logs and actions, even if a
    /// split of the chain gives this side another.
    function deploymentChainId() external view returns (uint256);

    /// @notice The contract that decides on standing and freezes.
    function operatorStake() external view returns (address);

    /// @notice The terms an operator registered with. Reverts for an account that is not one.
    function operatorTerms(address operator) external view returns (OperatorTerms memory);

    /// @notice An operator's `maxAnchorDelay`, in seconds. Reverts for an account that is not an operator.
    function maxAnchorDelay(address operator) external view returns (uint64);

    /// @notice How long an operator answers for what it signed after it has stopped, in seconds: its maxAnchorDelay
    /// plus the finality delay. Its stake stays so long, and so does the evidence of a retired key. Reverts for an
    /// account that is not an operator.
    function exitDelay(address operator) external view returns (uint256);

    /// @notice Whether an operator may anchor.
    function inStanding(address operator) external view returns (bool);

    /// @notice The key that anchors in this block. Reverts for an account that is not an operator.
    function anchorKey(address operator) external view returns (address);

    /// @notice The key that signs receipts in this block. Reverts for an account that is not an operator.
    function receiptKey(address operator) external view returns (address);

    /// @notice When a key serves an operator in a role: from `from` until just before `until`, in Unix seconds.
    /// @return from 0 if it never does.
    /// @return until 0 if no end is known.
    function keyPeriod(address operator, uint8 role, address key) external view returns (uint64 from, uint64 until);

    /// @notice Whether what a key has signed for an operator in a role is evidence now: from its announcement until
    /// `exitDelay` after its retirement, inclusive.
    function isEvidenceBy(address operator, uint8 role, address key) external view returns (bool);

    /// @notice The EIP-712 domain of an operator's actions, in the shape of ERC-5267. Its chain id is
    /// `deploymentChainId`, so that actions of before a split of the chain can be opened on both sides. Reverts for an
    /// account that is not an operator.
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

    /// @notice An operator's checkpoint with this sequence, from 0. Reverts with `CheckpointNotStored`.
    /// @dev A checkpoint leaves the store, at the earliest, when it is twice the finality delay plus the operator's
    /// maximum anchor delay old.
    function checkpointAt(address operator, uint64 sequence) external view returns (Checkpoint memory);

    /// @notice An operator's stored checkpoint of exactly this size.
    /// @return found Whether there is one.
    /// @return checkpoint The checkpoint; zeros if not found.
    function checkpointBySize(
        address operator,
        uint64 size
    ) external view returns (bool found, Checkpoint memory checkpoint);

    /// @notice The size of an operator's newest checkpoint that is at least the finality delay old; 0 if none.
    /// @dev Never decreases. It knows of no freeze: `isFinal` does.
    function finalSize(address operator) external view returns (uint64);

    /// @notice The freezes of an operator's batch log, in the order of time: `from` strictly decreases.
    function operatorFreezes(address operator) external view returns (Freeze[] memory);

    /// @notice The freezes of one of an operator's logs, in the order of time: `from` strictly decreases.
    function logFreezes(address operator, bytes32 log) external view returns (Freeze[] memory);

    /// @notice Whether a batch is final: its position is below `finalSize`, and below the size that was recorded by
    /// every freeze that covers it. Once true, it stays true.
    /// @dev Believes its caller: take the last three from a header that is proven to stand at the position.
    /// @param position The batch's position in the batch log.
    /// @param log The batch's log.
    /// @param lastIndex The index in the log of the batch's last entry.
    function isFinal(address operator, uint64 position, bytes32 log, uint64 lastIndex) external view returns (bool);

    /// @notice The checkpoint with this sequence, if a batch that stands under it is final by it; else reverts and says
    /// why, with `CheckpointNotStored`, `CheckpointNotFinal`, `RFC9162.IndexOutOfRange` or `BatchFrozen`.
    /// @dev Agrees with `isFinal`, for which some checkpoint has to do. Whoever brings evidence can name one, as the
    /// newest that is old enough is always stored. Believes its caller likewise.
    function finalCheckpointAt(
        address operator,
        uint64 sequence,
        uint64 position,
        bytes32 log,
        uint64 lastIndex
    ) external view returns (Checkpoint memory);
}
