// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice Wallets for tests. Not part of any deployment.
interface IWallet {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4);
}

/// @notice A wallet like Safe's or Coinbase's: one of its owners signs the wallet's own hash of the given hash. So a
/// signature for one wallet is invalid for another wallet of the same owner.
contract SmartWallet is IWallet {
    bytes32 private constant DOMAIN_TYPE_HASH = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 private constant MESSAGE_TYPE_HASH = keccak256("WalletMessage(bytes32 hash)");

    mapping(address account => bool) public isOwner;

    constructor(address owner) {
        isOwner[owner] = true;
    }

    function replaceOwner(address from, address to) external {
        require(isOwner[msg.sender] && isOwner[from], "owners only");
        isOwner[from] = false;
        isOwner[to] = true;
    }

    /// @param signature The owner's address as a word, and its ECDSA signature of `replaySafeHash(hash)`.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address owner, bytes memory ecdsa) = abi.decode(signature, (address, bytes));
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(replaySafeHash(hash), ecdsa);
        bool valid = failure == ECDSA.RecoverError.NoError && signer == owner && isOwner[owner];
        return valid ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function replaySafeHash(bytes32 hash) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN_TYPE_HASH, block.chainid, address(this)));
        return keccak256(abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(MESSAGE_TYPE_HASH, hash))));
    }
}

/// @notice Deploys wallets at addresses that are known before.
contract SmartWalletFactory {
    event Created(address wallet);

    /// @notice Deploys an owner's wallet if it is not there.
    function create(address owner, uint256 salt) external returns (address wallet) {
        wallet = addressOf(owner, salt);
        if (wallet.code.length == 0) new SmartWallet{salt: bytes32(salt)}(owner);
        emit Created(wallet);
    }

    /// @notice Deploys, and then uses up all gas.
    function createAndBurn(address owner, uint256 salt) external {
        new SmartWallet{salt: bytes32(salt)}(owner);
        assembly {
            invalid()
        }
    }

    /// @notice Deploys, and returns more than anyone wants to copy.
    function createAndShout(address owner, uint256 salt) external {
        new SmartWallet{salt: bytes32(salt)}(owner);
        assembly {
            return(0, 100000)
        }
    }

    function addressOf(address owner, uint256 salt) public view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner)));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(salt), code));
        return address(uint160(uint256(hash)));
    }
}

/// @notice Returns the bytes that it was told to, to any call.
contract ScriptedWallet {
    bytes public answer;

    constructor(bytes memory answer_) {
        answer = answer_;
    }

    function setAnswer(bytes calldata answer_) external {
        answer = answer_;
    }

    fallback() external {
        bytes memory data = answer;
        assembly {
            return(add(data, 0x20), mload(data))
        }
    }
}

/// @notice Reverts, with the magic value.
contract RevertingWallet {
    fallback() external {
        assembly {
            mstore(0x00, shl(224, 0x1626ba7e))
            revert(0x00, 0x20)
        }
    }
}

/// @notice Uses up all gas it is given.
contract BurningWallet {
    fallback() external {
        assembly {
            invalid()
        }
    }
}

/// @notice Says yes after using at least so much gas.
contract HungryWallet is IWallet {
    uint256 public immutable APPETITE;

    constructor(uint256 appetite) {
        APPETITE = appetite;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 end = gasleft() - APPETITE;
        while (gasleft() > end) {}
        return this.isValidSignature.selector;
    }
}

/// @notice Says yes, but changes its state before.
contract WritingWallet {
    uint256 public count;

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        ++count;
        return this.isValidSignature.selector;
    }
}
