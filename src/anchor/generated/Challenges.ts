// Written by scripts/generate/abis.ts from contracts/Challenges.sol: do not edit.
import type { Abi } from "viem";

/** The ABI of `Challenges`. */
export const challengesAbi = [
  {
    inputs: [
      {
        components: [
          { internalType: "uint128[6]", name: "floors", type: "uint128[6]" },
          { internalType: "uint32[6]", name: "answerGas", type: "uint32[6]" },
          { internalType: "uint128", name: "latePenalty", type: "uint128" },
          { internalType: "uint16", name: "factor", type: "uint16" },
          { internalType: "uint16", name: "burnShare", type: "uint16" },
        ],
        internalType: "struct IChallenges.ChallengeParameters",
        name: "p",
        type: "tuple",
      },
      { internalType: "address", name: "registry_", type: "address" },
      { internalType: "address", name: "stake", type: "address" },
      { internalType: "address", name: "poseidon", type: "address" },
    ],
    stateMutability: "nonpayable",
    type: "constructor",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "id", type: "bytes32" },
      { internalType: "enum IChallenges.Status", name: "status", type: "uint8" },
    ],
    name: "AlreadyOpened",
    type: "error",
  },
  { inputs: [{ internalType: "uint256", name: "offset", type: "uint256" }], name: "BadPayloadType", type: "error" },
  {
    inputs: [
      { internalType: "uint256", name: "sent", type: "uint256" },
      { internalType: "uint256", name: "required", type: "uint256" },
    ],
    name: "BondTooSmall",
    type: "error",
  },
  {
    inputs: [{ internalType: "uint256", name: "deadline", type: "uint256" }],
    name: "DeadlineNotPassed",
    type: "error",
  },
  { inputs: [{ internalType: "uint256", name: "deadline", type: "uint256" }], name: "DeadlinePassed", type: "error" },
  {
    inputs: [
      { internalType: "bytes32", name: "expected", type: "bytes32" },
      { internalType: "bytes32", name: "actual", type: "bytes32" },
    ],
    name: "DigestMismatch",
    type: "error",
  },
  { inputs: [], name: "ECDSAInvalidSignature", type: "error" },
  {
    inputs: [{ internalType: "uint256", name: "length", type: "uint256" }],
    name: "ECDSAInvalidSignatureLength",
    type: "error",
  },
  { inputs: [{ internalType: "bytes32", name: "s", type: "bytes32" }], name: "ECDSAInvalidSignatureS", type: "error" },
  { inputs: [], name: "EntryMalformed", type: "error" },
  { inputs: [], name: "HeaderMalformed", type: "error" },
  {
    inputs: [
      { internalType: "uint64", name: "index", type: "uint64" },
      { internalType: "uint64", name: "size", type: "uint64" },
    ],
    name: "IndexOutOfRange",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
    ],
    name: "NotALogOf",
    type: "error",
  },
  { inputs: [{ internalType: "address", name: "wallet", type: "address" }], name: "NotAttested", type: "error" },
  {
    inputs: [
      { internalType: "uint64", name: "sequence", type: "uint64" },
      { internalType: "uint64", name: "position", type: "uint64" },
    ],
    name: "NotFirstToCover",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint64", name: "batchPosition", type: "uint64" },
      { internalType: "uint32", name: "position", type: "uint32" },
    ],
    name: "NotInBatch",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "sequence", type: "uint64" },
      { internalType: "uint64", name: "position", type: "uint64" },
    ],
    name: "NotInBatchLog",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint32", name: "position", type: "uint32" },
      { internalType: "uint32", name: "count", type: "uint32" },
    ],
    name: "NotInBatchRange",
    type: "error",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "id", type: "bytes32" },
      { internalType: "enum IChallenges.Status", name: "status", type: "uint8" },
    ],
    name: "NotOpen",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint256", name: "from", type: "uint256" },
      { internalType: "uint256", name: "until", type: "uint256" },
    ],
    name: "NotOpenable",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "signer", type: "address" },
    ],
    name: "NotSignedBy",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "actor", type: "address" },
      { internalType: "address", name: "signer", type: "address" },
    ],
    name: "NotTheActor",
    type: "error",
  },
  { inputs: [{ internalType: "uint256", name: "value", type: "uint256" }], name: "ParameterOutOfRange", type: "error" },
  {
    inputs: [
      { internalType: "uint256", name: "length", type: "uint256" },
      { internalType: "uint256", name: "expected", type: "uint256" },
    ],
    name: "ProofLength",
    type: "error",
  },
  {
    inputs: [
      { internalType: "address", name: "key", type: "address" },
      { internalType: "uint64", name: "until", type: "uint64" },
      { internalType: "uint64", name: "acceptedAt", type: "uint64" },
    ],
    name: "ReceiptAfterRetirement",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint8", name: "bits", type: "uint8" },
      { internalType: "uint256", name: "value", type: "uint256" },
    ],
    name: "SafeCastOverflowedUintDowncast",
    type: "error",
  },
  { inputs: [], name: "Sha256Failed", type: "error" },
  {
    inputs: [
      { internalType: "address", name: "to", type: "address" },
      { internalType: "uint256", name: "amount", type: "uint256" },
    ],
    name: "TransferFailed",
    type: "error",
  },
  { inputs: [], name: "WrapperNotCanonical", type: "error" },
  {
    inputs: [
      { internalType: "bytes32", name: "expected", type: "bytes32" },
      { internalType: "bytes32", name: "shown", type: "bytes32" },
    ],
    name: "WrongAnswer",
    type: "error",
  },
  {
    inputs: [
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "index", type: "uint64" },
    ],
    name: "WrongPlace",
    type: "error",
  },
  { inputs: [{ internalType: "uint8", name: "scheme", type: "uint8" }], name: "WrongScheme", type: "error" },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "bytes32", name: "id", type: "bytes32" },
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: false, internalType: "address", name: "answerer", type: "address" },
      { indexed: false, internalType: "bool", name: "late", type: "bool" },
    ],
    name: "ChallengeAnswered",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "bytes32", name: "id", type: "bytes32" },
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "enum IChallenges.Kind", name: "kind", type: "uint8" },
      { indexed: false, internalType: "bytes32", name: "log", type: "bytes32" },
      { indexed: false, internalType: "uint64", name: "index", type: "uint64" },
      { indexed: false, internalType: "address", name: "challenger", type: "address" },
      { indexed: false, internalType: "uint256", name: "bond", type: "uint256" },
      { indexed: false, internalType: "uint256", name: "deadline", type: "uint256" },
    ],
    name: "ChallengeOpened",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "bytes32", name: "id", type: "bytes32" },
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: false, internalType: "bool", name: "slashed", type: "bool" },
    ],
    name: "ChallengeUnanswered",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "bytes32", name: "log", type: "bytes32" },
      { indexed: true, internalType: "uint64", name: "index", type: "uint64" },
    ],
    name: "EntryAttested",
    type: "event",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes", name: "header", type: "bytes" },
      { internalType: "uint32", name: "position", type: "uint32" },
      { internalType: "bytes", name: "entry", type: "bytes" },
      { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
      {
        components: [
          { internalType: "uint256", name: "leaf", type: "uint256" },
          { internalType: "uint256[24]", name: "siblings", type: "uint256[24]" },
        ],
        internalType: "struct ZkTree.ZkPath",
        name: "zkPath",
        type: "tuple",
      },
    ],
    name: "answerEntry",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes", name: "entry", type: "bytes" },
      {
        components: [
          { internalType: "string", name: "payloadType", type: "string" },
          { internalType: "uint64", name: "deadline", type: "uint64" },
          { internalType: "bytes32", name: "payloadHash", type: "bytes32" },
          { internalType: "bytes32", name: "nameHash", type: "bytes32" },
        ],
        internalType: "struct IChallenges.ActionForm",
        name: "form",
        type: "tuple",
      },
    ],
    name: "answerForm",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "position", type: "uint64" },
      { internalType: "bytes", name: "header", type: "bytes" },
      { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
    ],
    name: "answerHeader",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
    ],
    name: "answerOmission",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes", name: "entry", type: "bytes" },
      { internalType: "bytes", name: "signature", type: "bytes" },
    ],
    name: "answerSignature",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
      { internalType: "bytes", name: "signature", type: "bytes" },
    ],
    name: "attest",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "index", type: "uint64" },
    ],
    name: "attestation",
    outputs: [{ internalType: "enum IAttestations.Attestation", name: "", type: "uint8" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "bytes32", name: "id", type: "bytes32" }],
    name: "challenge",
    outputs: [
      {
        components: [
          { internalType: "address", name: "challenger", type: "address" },
          { internalType: "uint48", name: "deadline", type: "uint48" },
          { internalType: "enum IChallenges.Status", name: "status", type: "uint8" },
          { internalType: "bool", name: "counted", type: "bool" },
          { internalType: "uint128", name: "bond", type: "uint128" },
          { internalType: "uint64", name: "bound", type: "uint64" },
          { internalType: "bytes32", name: "subject", type: "bytes32" },
        ],
        internalType: "struct IChallenges.Challenge",
        name: "",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "enum IChallenges.Kind", name: "kind", type: "uint8" },
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "index", type: "uint64" },
    ],
    name: "challengeId",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "pure",
    type: "function",
  },
  {
    inputs: [],
    name: "challengeParameters",
    outputs: [
      {
        components: [
          { internalType: "uint128[6]", name: "floors", type: "uint128[6]" },
          { internalType: "uint32[6]", name: "answerGas", type: "uint32[6]" },
          { internalType: "uint128", name: "latePenalty", type: "uint128" },
          { internalType: "uint16", name: "factor", type: "uint16" },
          { internalType: "uint16", name: "burnShare", type: "uint16" },
        ],
        internalType: "struct IChallenges.ChallengeParameters",
        name: "p",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "batch",
        type: "tuple",
      },
      { internalType: "uint32", name: "position", type: "uint32" },
      { internalType: "uint64", name: "first", type: "uint64" },
    ],
    name: "openEntry",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "payable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
      { internalType: "uint64", name: "first", type: "uint64" },
    ],
    name: "openForm",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "payable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "position", type: "uint64" },
      { internalType: "uint64", name: "first", type: "uint64" },
    ],
    name: "openHeader",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "payable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "bytes32", name: "log", type: "bytes32" },
          { internalType: "uint64", name: "index", type: "uint64" },
          { internalType: "bytes32", name: "entryHash", type: "bytes32" },
          { internalType: "uint64", name: "acceptedAt", type: "uint64" },
        ],
        internalType: "struct Evidence.Receipt",
        name: "receipt",
        type: "tuple",
      },
      { internalType: "bytes", name: "signature", type: "bytes" },
      { internalType: "bytes32", name: "nameHash", type: "bytes32" },
    ],
    name: "openOmission",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "payable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          {
            components: [
              { internalType: "uint64", name: "sequence", type: "uint64" },
              { internalType: "uint64", name: "position", type: "uint64" },
              { internalType: "bytes", name: "header", type: "bytes" },
              { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
            ],
            internalType: "struct Evidence.HeaderEvidence",
            name: "batch",
            type: "tuple",
          },
          { internalType: "uint32", name: "position", type: "uint32" },
          { internalType: "bytes", name: "entry", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.EntryEvidence",
        name: "entry",
        type: "tuple",
      },
      { internalType: "uint64", name: "first", type: "uint64" },
    ],
    name: "openSignature",
    outputs: [{ internalType: "bytes32", name: "", type: "bytes32" }],
    stateMutability: "payable",
    type: "function",
  },
  {
    inputs: [],
    name: "operatorStake",
    outputs: [{ internalType: "address", name: "", type: "address" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "registry",
    outputs: [{ internalType: "address", name: "", type: "address" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "enum IChallenges.Kind", name: "kind", type: "uint8" }],
    name: "requiredBond",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "enum IChallenges.Kind", name: "kind", type: "uint8" },
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "index", type: "uint64" },
    ],
    name: "settle",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const satisfies Abi;

/** What deploys a `Challenges`, before its constructor's arguments. */
export const challengesCreationBytecode =
  "0x610180604052348015610010575f5ffd5b50604051615edc380380615edc83398101604081905261002f916104be565b8383835f5b60068110156101c65783518160068110610050576100506105b8565b60200201516001600160801b03165f0361008457604051630d282a1560e21b81525f60048201526024015b60405180910390fd5b602084015161520890826006811061009e5761009e6105b8565b602002015163ffffffff1610156100ec57836020015181600681106100c5576100c56105b8565b6020020151604051630d282a1560e21b815263ffffffff909116600482015260240161007b565b6040518060400160405280855f0151836006811061010c5761010c6105b8565b60200201516001600160801b0316815260200185602001518360068110610135576101356105b8565b602002015163ffffffff1690525f80836005811115610156576101566105cc565b6005811115610167576101676105cc565b6005811115610178576101786105cc565b81526020808201929092526040015f2082518154939092015163ffffffff16600160801b026001600160a01b03199093166001600160801b0390921691909117919091179055600101610034565b5082604001516001600160801b03165f036101f657604051630d282a1560e21b81525f600482015260240161007b565b6103e861ffff16836080015161ffff16108061021b5750612710836080015161ffff16115b15610245576080830151604051630d282a1560e21b815261ffff909116600482015260240161007b565b612710836060015161ffff16846080015161271061026391906105f4565b61ffff166102719190610614565b101561029c576060830151604051630d282a1560e21b815261ffff909116600482015260240161007b565b604080840151606085015160808087015161ffff90811661014052909116610120526001600160801b03909116610100526001600160a01b0380851691829052831660a09081528251634fba5adf60e01b815292515f93634fba5adf9260048083019391928290030181865afa158015610318573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061033c9190610641565b805160208201516001600160401b0390811660e0819052911660c052909150610366906002610614565b60c0511161038d5760c051604051630d282a1560e21b815260040161007b91815260200190565b505050506001600160a01b031661016052506106b1915050565b634e487b7160e01b5f52604160045260245ffd5b60405160a081016001600160401b03811182821017156103dd576103dd6103a7565b60405290565b604051601f8201601f191681016001600160401b038111828210171561040b5761040b6103a7565b604052919050565b80516001600160801b0381168114610429575f5ffd5b919050565b805163ffffffff81168114610429575f5ffd5b5f82601f830112610450575f5ffd5b61045a60c06103e3565b8060c084018581111561046b575f5ffd5b845b8181101561048c5761047e8161042e565b84526020938401930161046d565b509095945050505050565b805161ffff81168114610429575f5ffd5b80516001600160a01b0381168114610429575f5ffd5b5f5f5f5f8486036102408112156104d3575f5ffd5b6101e08112156104e1575f5ffd5b506104ea6103bb565b86601f8701126104f8575f5ffd5b61050260c06103e3565b8060c0880189811115610513575f5ffd5b885b818110156105345761052681610413565b845260209384019301610515565b508184526105428a82610441565b60208501525050506105576101808701610413565b60408201526105696101a08701610497565b606082015261057b6101c08701610497565b6080820152935061058f6101e086016104a8565b925061059e61020086016104a8565b91506105ad61022086016104a8565b905092959194509250565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52602160045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b61ffff828116828216039081111561060e5761060e6105e0565b92915050565b808202811582820484141761060e5761060e6105e0565b80516001600160401b0381168114610429575f5ffd5b5f60a0828403128015610652575f5ffd5b5061065b6103bb565b6106648361062b565b81526106726020840161062b565b60208201526106836040840161062b565b60408201526106946060840161062b565b60608201526106a56080840161042e565b60808201529392505050565b60805160a05160c05160e051610100516101205161014051610160516157286107b45f395f61138d01525f8181610b3a0152612cde01525f818161092a0152610b6201525f8181610b91015261271401525f81816115cc01526127c801525f8181610ce0015261148c01525f81816101b40152818161057f015281816106100152818161069101528181611632015281816118a70152818161199e01528181611a1c015261274101525f8181610292015281816109b001528181610bbf01528181610bec01528181610c3501528181610e7a01528181610f540152818161120c0152818161123f0152818161141201528181612101015261255501526157285ff3fe608060405260043610610110575f3560e01c80635fffdff51161009d5780638c9c01c1116100625780638c9c01c1146102f4578063cad0151f14610313578063cffd46dc14610326578063d32fa32214610352578063e43531b014610371575f5ffd5b80635fffdff51461025257806360c5e6aa146102715780637b103999146102845780637cb05f3b146102b657806386d7c74d146102d5575f5ffd5b80631d8d8653116100e35780631d8d8653146101a6578063362a295d146101ec578063438dd8c71461020b5780634e5d01c31461021e5780635bb0e0671461023f575f5ffd5b8063027b41dd14610114578063051fb58b1461013a57806309a14cc51461015b578063108808a114610187575b5f5ffd5b6101276101223660046145f8565b610390565b6040519081526020015b60405180910390f35b348015610145575f5ffd5b5061015961015436600461464e565b6103c2565b005b348015610166575f5ffd5b5061017a61017536600461469c565b610769565b60405161013191906146e4565b348015610192575f5ffd5b506101596101a136600461477b565b61082a565b3480156101b1575f5ffd5b507f00000000000000000000000000000000000000000000000000000000000000005b6040516001600160a01b039091168152602001610131565b3480156101f7575f5ffd5b5061012761020636600461480d565b6108c1565b610127610219366004614847565b61098d565b348015610229575f5ffd5b50610232610a53565b60405161013191906148d4565b61012761024d366004614955565b610bb9565b34801561025d575f5ffd5b5061015961026c3660046149bb565b610d9a565b61012761027f366004614a3b565b610e4c565b34801561028f575f5ffd5b507f00000000000000000000000000000000000000000000000000000000000000006101d4565b3480156102c1575f5ffd5b506101596102d0366004614a8f565b610e74565b3480156102e0575f5ffd5b506101596102ef366004614b06565b610f4d565b3480156102ff575f5ffd5b5061012761030e36600461464e565b611083565b610127610321366004614a3b565b6110bb565b348015610331575f5ffd5b50610345610340366004614b52565b6110fe565b6040516101319190614b7d565b34801561035d575f5ffd5b5061015961036c366004614bf8565b6111f1565b34801561037c575f5ffd5b5061015961038b366004614c72565b61128f565b5f5f61039d8585856113cc565b90506103b76001865f5f1b878560200151865f015161151c565b9150505b9392505050565b5f6103cf85858585611083565b5f818152600160209081526040808320815160e08101835281546001600160a01b0381168252600160a01b810465ffffffffffff16948201949094529495509293929190830190600160d01b900460ff166004811115610431576104316146d0565b6004811115610442576104426146d0565b81528154600160d81b900460ff16151560208201526001808301546001600160801b0381166040840152600160801b90046001600160401b03166060830152600290920154608090910152909150816040015160048111156104a6576104a66146d0565b146104d55781816040015160405163013737f560e31b81526004016104cc929190614d4d565b60405180910390fd5b806020015165ffffffffffff16421161051157602081015160405163336d9e1760e01b815265ffffffffffff90911660048201526024016104cc565b61051e828683600261191f565b5f6005876005811115610533576105336146d0565b1461070057600187600581111561054c5761054c6146d0565b036105db576040516364555bc560e01b81526001600160a01b0387811660048301526001600160401b03861660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156105c0575f5ffd5b505af11580156105d2573d5f5f3e3d5ffd5b50505050610668565b6040516314eccf9960e01b81526001600160a01b038781166004830152602482018790526001600160401b03861660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610651575f5ffd5b505af1158015610663573d5f5f3e3d5ffd5b505050505b8151604051637aeccce960e01b81526001600160a01b03888116600483015291821660248201527f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156106d9573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906106fd9190614d70565b90505b856001600160a01b0316837fae05f5e7055883a8554434715a63c3c0893af7ad9ec70f6bfcd2225f3ce67b528360405161073e911515815260200190565b60405180910390a3610760825f015183608001516001600160801b03166119f7565b50505050505050565b5f5f60015f61077b6005888888611083565b815260208101919091526040015f9081208054909250600160d01b900460ff16908160048111156107ae576107ae6146d0565b036107bd575f925050506103bb565b60038160048111156107d1576107d16146d0565b036107e1576002925050506103bb565b60018160048111156107f5576107f56146d0565b14801561081257508154600160a01b900465ffffffffffff164211155b61081d576003610820565b60015b9695505050505050565b6108348484611a75565b505f6108436001888389611083565b90505f61084f82611ab1565b90506108ac8160c001516108a761089a89898080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b8a8560a001518989611c54565b611d6c565b6108b7828983611d96565b5050505050505050565b5f5f5f5f8460058111156108d7576108d76146d0565b60058111156108e8576108e86146d0565b815260208082019290925260409081015f9081208251808401909352546001600160801b0381168352600160801b900463ffffffff16928201839052909250907f000000000000000000000000000000000000000000000000000000000000000090610955904890614d9d565b61095f9190614d9d565b82519091506001600160801b031681116109835781516001600160801b0316610985565b805b949350505050565b5f6109a8856109a26040870160208801614db4565b846113cc565b505f5f6109d67f00000000000000000000000000000000000000000000000000000000000000008888611e03565b5091509150816060015163ffffffff168563ffffffff1610610a21576060820151604051632fab6df960e01b815263ffffffff808816600483015290911660248201526044016104cc565b610a48600288845f01518863ffffffff168660400151610a419190614dcf565b5f8661151c565b979650505050505050565b610a5b614452565b5f5b6006811015610b34575f5f5f836005811115610a7b57610a7b6146d0565b6005811115610a8c57610a8c6146d0565b6005811115610a9d57610a9d6146d0565b815260208082019290925260409081015f208151808301909252546001600160801b038116808352600160801b90910463ffffffff16928201839052855191935091908460068110610af157610af1614dee565b6020020185602001518560068110610b0b57610b0b614dee565b63ffffffff90931660209390930201919091526001600160801b03909116905250600101610a5d565b5061ffff7f0000000000000000000000000000000000000000000000000000000000000000811660808301527f00000000000000000000000000000000000000000000000000000000000000001660608201526001600160801b037f000000000000000000000000000000000000000000000000000000000000000016604082015290565b5f610be77f000000000000000000000000000000000000000000000000000000000000000087878787611e56565b610c147f000000000000000000000000000000000000000000000000000000000000000087873585611fab565b6040516307ac97c160e21b81526001600160a01b0387811660048301525f917f000000000000000000000000000000000000000000000000000000000000000090911690631eb25f0490602401602060405180830381865afa158015610c7c573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610ca09190614e02565b610cac906103e8614e1d565b6001600160401b0316610cc56080880160608901614db4565b6001600160401b0316610cd89190614e3f565b90505f610d077f00000000000000000000000000000000000000000000000000000000000000006103e8614d9d565b610d119083614e3f565b905081610d20426103e8614d9d565b111580610d38575080610d35426103e8614d9d565b10155b15610d6c57610d48826001614e3f565b6040516395f218c160e01b81526004810191909152602481018290526044016104cc565b610d8e5f898935610d8360408c0160208d01614db4565b868c6040013561151c565b98975050505050505050565b5f5f5f610daa6003898989611fe8565b925092509250610dd58360c001518686604051610dc8929190614e52565b6040518091039020611d6c565b5f610de58460a0015187876120a3565b905083606001516001600160a01b0316816001600160a01b031614610e3657606084015160405163ae90bdc160e01b81526001600160a01b03918216600482015290821660248201526044016104cc565b610e41838a84611d96565b505050505050505050565b5f5f5f610e5a8686866120cd565b91509150610820600487845f015185602001515f8661151c565b5f610ea07f00000000000000000000000000000000000000000000000000000000000000008686612134565b50915050600160ff168160e0015160ff1614610eda5760e0810151604051635d8ca49d60e11b815260ff90911660048201526024016104cc565b610ef28160c001518484604051610dc8929190614e52565b610f0681606001518260a00151858561216b565b610f34576060810151604051637ca8736160e01b81526001600160a01b0390911660048201526024016104cc565b610f4685825f01518360200151612219565b5050505050565b5f80610f837f000000000000000000000000000000000000000000000000000000000000000085610f7e8680614e61565b611e03565b92505091505f610fba5f86855f0151876020016020810190610fa59190614e7f565b63ffffffff16876040015161030e9190614dcf565b90505f610fc682611ab1565b9050610fda8160c001516108a78688612423565b8060a001516001600160401b031683604001516001600160401b03166103e86110039190614d9d565b1161101b57611013828783611d96565b505050505050565b611058866110298780614e61565b61103a906040810190602001614db4565b6110448880614e61565b611052906020810190614db4565b86612513565b6110138287836110688980614e61565b611079906040810190602001614db4565b876040015161263a565b5f8484848460405160200161109b9493929190614e9a565b604051602081830303815290604052805190602001209050949350505050565b5f5f5f6110c98686866120cd565b60e082015191935091505f9060ff16156110e45760056110e7565b60035b9050610a488188855f015186602001515f8761151c565b6040805160e080820183525f8083526020808401829052838501829052606084018290526080840182905260a0840182905260c0840182905285825260018152908490208451928301855280546001600160a01b0381168452600160a01b810465ffffffffffff16928401929092529293919291830190600160d01b900460ff166004811115611190576111906146d0565b60048111156111a1576111a16146d0565b81528154600160d81b900460ff161515602082015260018201546001600160801b0381166040830152600160801b90046001600160401b0316606082015260029091015460809091015292915050565b5f5f5f6112016004888888611fe8565b92509250925061123a7f000000000000000000000000000000000000000000000000000000000000000088855f01518760600135611fab565b6112847f0000000000000000000000000000000000000000000000000000000000000000888561126a8880614edc565b61127a60408b0160208c01614db4565b8a60400135612833565b610760828883611d96565b5f61129a8989611a75565b90506112a6868661285d565b505f6112c860028c845f01518b63ffffffff16866040015161030e9190614dcf565b90505f6112d482611ab1565b905061131c8160c001516108a78d8d8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b61137f8361010001516108a76113668b8b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b8c63ffffffff16876060015163ffffffff168b8b611c54565b6113b38361012001516108a77f00000000000000000000000000000000000000000000000000000000000000008c88612891565b6113be828d83611d96565b505050505050505050505050565b604080516060810182525f808252602082018190528183015290516305cfa0e360e41b81526001600160a01b0385811660048301526001600160401b03841660248301527f00000000000000000000000000000000000000000000000000000000000000001690635cfa0e3090604401606060405180830381865afa158015611457573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061147b9190614f8a565b905061148984848484612513565b5f7f000000000000000000000000000000000000000000000000000000000000000082604001516001600160401b03166114c39190614e3f565b90508042106115145760408201516114e6906001600160401b03166103e8614d9d565b6114f2826103e8614d9d565b6040516395f218c160e01b8152600481019290925260248201526044016104cc565b509392505050565b5f61152987878787611083565b90505f5f82815260016020526040902054600160d01b900460ff166004811115611555576115556146d0565b14611590575f81815260016020526040908190205490516308fd18e560e11b81526104cc918391600160d01b90910460ff1690600401614d4d565b5f61159a886108c1565b9050803410156115c657604051639901e61160e01b8152346004820152602481018290526044016104cc565b5f6115f17f000000000000000000000000000000000000000000000000000000000000000042614e3f565b90505f60058a6005811115611608576116086146d0565b141580156116b3575060036040516340435c5d60e11b81526001600160a01b038b811660048301527f00000000000000000000000000000000000000000000000000000000000000001690638086b8ba9060240160a060405180830381865afa158015611677573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061169b9190615000565b6080015160038111156116b0576116b06146d0565b14155b90506040518060e00160405280336001600160a01b031681526020016116d8846129db565b65ffffffffffff1681526020016001815260200182151581526020016116fd85612a11565b6001600160801b031681526001600160401b03881660208083019190915260409182018890525f87815260018252829020835181549285015165ffffffffffff16600160a01b027fffffffffffff00000000000000000000000000000000000000000000000000009093166001600160a01b039091161791909117808255918301519091829060ff60d01b1916600160d01b8360048111156117a1576117a16146d0565b021790555060608201518154901515600160d81b0260ff60d81b19909116178155608082015160018201805460a08501516001600160401b0316600160801b026001600160c01b03199091166001600160801b039093169290921791909117905560c090910151600290910155896005811115611820576118206146d0565b604080518a81526001600160401b038a1660208201523381830152606081018690526080810185905290516001600160a01b038c169187917fb792e572768cd539adab459b6304b34db3e1b3a5aabeb7dc295301941a0ea0ef9181900360a00190a480156118ff5760405163340f927160e21b81526001600160a01b038a811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063d03e49c4906024015f604051808303815f87803b1580156118e8575f5ffd5b505af11580156118fa573d5f5f3e3d5ffd5b505050505b6119123361190d853461508b565b6119f7565b5050509695505050505050565b5f848152600160208190526040822080546001600160e01b03191680825591810180546001600160c01b03191690556002810192909255829190600160d01b836004811115611970576119706146d0565b02179055508160600151156119f15760405163dcc9472360e01b81526001600160a01b0384811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063dcc94723906024015f604051808303815f87803b1580156119df575f5ffd5b505af11580156108b7573d5f5f3e3d5ffd5b50505050565b8015611a71576040516301aba89b60e71b81526001600160a01b0383811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063d5d44d809083906024015f604051808303818588803b158015611a5f575f5ffd5b505af1158015610760573d5f5f3e3d5ffd5b5050565b611a7d61448c565b5f611a888484612a44565b9250905080611aaa57604051635d6786e360e01b815260040160405180910390fd5b5092915050565b6040805160e080820183525f8083526020808401829052838501829052606084018290526080840182905260a0840182905260c0840182905285825260018152908490208451928301855280546001600160a01b0381168452600160a01b810465ffffffffffff16928401929092529293919291830190600160d01b900460ff166004811115611b4357611b436146d0565b6004811115611b5457611b546146d0565b81528154600160d81b900460ff16151560208201526001808301546001600160801b0381166040840152600160801b90046001600160401b0316606083015260029092015460809091015290915081604001516004811115611bb857611bb86146d0565b14611bde5781816040015160405163013737f560e31b81526004016104cc929190614d4d565b806020015165ffffffffffff16421115611c1b57602081015160405163bfb22adf60e01b815265ffffffffffff90911660048201526024016104cc565b919050565b5f611c4e5f60f81b83604051602001611c3a92919061509e565b604051602081830303815290604052612bf7565b92915050565b5f836001600160401b0316856001600160401b031610611c9a576040516316bf5ffb60e21b81526001600160401b038087166004830152851660248201526044016104cc565b5f5f611ca68787612c35565b9092509050611cb58183614e3f565b8414611ce85783611cc68284614e3f565b604051630602a2fd60e51b8152600481019290925260248201526044016104cc565b8792505f5b82811015611d3b5760016001600160401b038916821c1615611d2057611d1b600582901b8701355b85612c8e565b611d31565b611d3184600583901b880135612c8e565b9350600101611ced565b50815b84811015611d6057611d56600582901b870135611d15565b9350600101611d3e565b50505095945050505050565b808214611a7157604051637b8c5a1960e01b815260048101839052602481018290526044016104cc565b611da3838383600361191f565b604080513381525f60208201526001600160a01b0384169185917f6eb82c13cf158641f91047fc130510859bcf4db5b8dbada220d4011fa83c0c0a910160405180910390a3611dfe81608001516001600160801b0316612cd7565b505050565b611e0b61448c565b604080516060810182525f80825260208201819052918101829052611e31868686612d1b565b9092509050611e4b611e466040860186614edc565b611a75565b925093509350939050565b5f611e868435611e6c6040870160208801614db4565b6040870135611e816080890160608a01614db4565b612e6f565b90505f611e9887876002858888612ec7565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa158015611eef573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f1391906150c9565b9150506001600160401b03811615801590611f595750611f3e6001600160401b0382166103e8614d9d565b611f4e6080880160608901614db4565b6001600160401b0316115b156108b7578181611f706080890160608a01614db4565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b0391821660248401521660448201526064016104cc565b611fb746858584612fc6565b82146119f1576040516302c5252160e61b81526001600160a01b0384166004820152602481018390526044016104cc565b611ff0614505565b6040805160e0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c08101829052612031858561285d565b92506120468787855f01518660200151611083565b915061205182611ab1565b90506120998160c001516108a787878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b9450945094915050565b5f5f5f5f6120b2878787612ffc565b9250925092506120c28282613043565b509095945050505050565b6120d5614505565b5f6120fb856120e48680614e61565b6120f5906040810190602001614db4565b856113cc565b506121277f00000000000000000000000000000000000000000000000000000000000000008686612134565b9097909650945050505050565b61213c61448c565b612144614505565b5f6121508686866130fb565b909350905061216083858361312d565b915093509350939050565b5f6001600160a01b0385163b1580612187575061218785613183565b1561219357505f610985565b5f630b135d3f60e11b856121a786866131bf565b6040516024016121b892919061512f565b60408051601f19818403018152919052602080820180516001600160e01b03166001600160e01b03199094169390931783528151919350630b135d3f60e11b9290915f918a622dc6c0fa5f513d602014919091169114169695505050505050565b5f6122276005858585611083565b5f818152600160209081526040808320815160e08101835281546001600160a01b0381168252600160a01b810465ffffffffffff16948201949094529495509293929190830190600160d01b900460ff166004811115612289576122896146d0565b600481111561229a5761229a6146d0565b81528154600160d81b900460ff161515602082015260018201546001600160801b0381166040830152600160801b90046001600160401b0316606082015260029091015460809091015290506003816040015160048111156122fe576122fe6146d0565b036123245781816040015160405163013737f560e31b81526004016104cc929190614d4d565b612331828683600361191f565b826001600160401b031684866001600160a01b03167f0629b8b3ef15fa7218ea402d35e31482c2555c0389e944eb96cc414dfd59bf5e60405160405180910390a460018160400151600481111561238a5761238a6146d0565b14612396575050505050565b604080513381525f60208201526001600160a01b0387169184917f6eb82c13cf158641f91047fc130510859bcf4db5b8dbada220d4011fa83c0c0a910160405180910390a3806020015165ffffffffffff1642116124095761240481608001516001600160801b0316612cd7565b610f46565b610f46815f015182608001516001600160801b03166119f7565b5f61246d6124346040840184614edc565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b90505f6124aa826124846040860160208701614e7f565b63ffffffff16866060015163ffffffff168680606001906124a59190615147565b611c54565b90508361010001518114611aaa576124c28380614e61565b6124d3906040810190602001614db4565b6124e36040850160208601614e7f565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff1660248201526044016104cc565b60208101516001600160401b0380851691161180158061260957506001600160401b0383161580159061260957506001600160401b0384166001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761258660018861518c565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156125d6573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906125fa9190614f8a565b602001516001600160401b0316115b15610f46576040516336888c2360e01b81526001600160401b038085166004830152851660248201526044016104cc565b612647858585600461191f565b60408051338152600160208201526001600160a01b0386169187917f6eb82c13cf158641f91047fc130510859bcf4db5b8dbada220d4011fa83c0c0a910160405180910390a36001600160a01b0384165f9081526002602090815260408083206001600160401b038616845290915290205460ff161580156127af576001600160a01b038581165f8181526002602090815260408083206001600160401b038916845290915290819020805460ff191660011790558651905163c2c71c2d60e01b815260048101929092527f00000000000000000000000000000000000000000000000000000000000000006024830152821660448201527f00000000000000000000000000000000000000000000000000000000000000009091169063c2c71c2d906064016020604051808303815f875af1158015612789573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906127ad91906151ab565b505b80806127f95750602084015165ffffffffffff166127f67f00000000000000000000000000000000000000000000000000000000000000006001600160401b038516614e3f565b10155b1561281d57612818845f015185608001516001600160801b03166119f7565b611013565b61101384608001516001600160801b0316612cd7565b5f61283e85856132ed565b5090505f61284d868684613509565b9050610e41898989848888613558565b612865614505565b5f6128708484613625565b9250905080611aaa57604051620f67ed60e11b815260040160405180910390fd5b803561289b614575565b5f5b60088110156129d2575f6128b2826002614d9d565b63ffffffff8716901c60031690505f5b60038110156129315760208601816128db856003614d9d565b6128e59190614e3f565b601881106128f5576128f5614dee565b6020020135848383106129125761290d836001614e3f565b612914565b825b6004811061292457612924614dee565b60200201526001016128c2565b508383826004811061294557612945614dee565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf390612988906f616e63686f726c6f672f312f6e6f64659087906004016151c2565b602060405180830381865afa1580156129a3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906129c791906151ab565b93505060010161289d565b50509392505050565b5f65ffffffffffff821115612a0d576040516306dfcc6560e41b815260306004820152602481018390526044016104cc565b5090565b5f6001600160801b03821115612a0d576040516306dfcc6560e41b815260806004820152602481018390526044016104cc565b5f612a4d61448c565b60e583141580612a845750600160f91b84845f81612a6d57612a6d614dee565b9050013560f81c60f81b6001600160f81b03191614155b15612a91575f9150612bf0565b612a9f6021600185876151f9565b612aa891615220565b8152612ab86029602185876151f9565b612ac19161523d565b60c01c6020820152612ad76031602985876151f9565b612ae09161523d565b60c01c6040820152612af66035603185876151f9565b612aff91615273565b60e01c6060820152612b15603d603585876151f9565b612b1e9161523d565b60c01c6080820152612b34605d603d85876151f9565b612b3d91615220565b60a0820152612b50607d605d85876151f9565b612b5991615220565b60c0820152612b6c609d607d85876151f9565b612b7591615220565b60e0820152612b8860bd609d85876151f9565b612b9191615220565b610100820152612ba560dd60bd85876151f9565b612bae91615220565b610120820152612bc260e560dd85876151f9565b612bcb9161523d565b60c01c610140820152612bdd8161384c565b8015612bed5750612bed81613960565b91505b9250929050565b5f5f60205f84516020860160025afa60203d141690505f51915080612c2f5760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f80612c4c612c4560018561518c565b85186139eb565b91506001600160401b038416821c5b6001600160401b03811615612c8657612c73826152a9565b9150612c8060018261518c565b16612c5b565b509250929050565b5f5f6040516001815384600182015283602182015260205f60418360025afa60203d14169150505f51915080611aaa5760405163c176b3c560e01b815260040160405180910390fd5b5f612d02827f0000000000000000000000000000000000000000000000000000000000000000613a8e565b9050612d123361190d838561508b565b611a7181613ab6565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e3085612d536020870187614db4565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015612da3573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612dc79190614f8a565b9050612dd96124346040850185614edc565b91505f612e0283612df06040870160208801614db4565b60208501516124a56060890189615147565b82519091508114612e665784612e1b6020860186614db4565b612e2b6040870160208801614db4565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b0391821660248401521660448201526064016104cc565b50935093915050565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c00161109b565b5f612f10612ed58886613acb565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250613ad892505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015612f69573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612f8d9190614d70565b6108205760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff87166024830152821660448201526064016104cc565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a00161109b565b5f80806041849003613030578435602086013560408701355f1a61302289828585613b00565b95509550955050505061303a565b505f915060029050825b93509350939050565b5f826003811115613056576130566146d0565b0361305f575050565b6001826003811115613073576130736146d0565b036130915760405163f645eedf60e01b815260040160405180910390fd5b60028260038111156130a5576130a56146d0565b036130c65760405163fce698f760e01b8152600481018290526024016104cc565b60038260038111156130da576130da6146d0565b03611a71576040516335e2f38360e21b8152600481018290526024016104cc565b61310361448c565b5f6131138585610f7e8680614e61565b5090925061312390508284612423565b9050935093915050565b613135614505565b61314a6131456040850185614edc565b61285d565b9050613167846131606040860160208701614e7f565b8484613bc4565b6103bb57604051620f67ed60e11b815260040160405180910390fd5b5f5f5f5f5260035f5f853c505f5160176001600160a01b0384163b1480156103bb57506001600160e81b0319811661ef0160f01b149392505050565b606081602081108061321157507f649264926492649264926492649264926492649264926492649264926492649284846131fa60208561508b565b6132059282906151f9565b61320e91615220565b14155b156132555783838080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250929450611c4e9350505050565b365f85818661326560208761508b565b92613272939291906151f9565b90925090505f808061328685850186615339565b925092509250848460405161329c929190614e52565b60405180910390208383836040516020016132b9939291906153ad565b6040516020818303038152906040528051906020012014610d8e5760405163316e2faf60e01b815260040160405180910390fd5b5f808383826132fd838383613c89565b90506007811115806133195750602061331760078361508b565b115b80613345575061334383835f81811061333457613334614dee565b9050013560f81c60f81b613d13565b155b1561336557604051637c08de9f60e11b81525f60048201526024016104cc565b61337060078261508b565b94507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be61339f828785876151f9565b6040516133ad929190614e52565b6040518091039020146133d657604051637c08de9f60e11b8152600481018690526024016104cc565b6133de614593565b600560fb1b5b8284148061342157506001600160f81b0319811685858581811061340a5761340a614dee565b9050013560f81c60f81b6001600160f81b03191614155b1561344257604051637c08de9f60e11b8152600481018490526024016104cc565b6010860361346657604051637c08de9f60e11b8152600481018490526024016104cc565b61347d8585613476866001614e3f565b858a613d45565b9250613488866152a9565b955083831080156134c157508484848181106134a6576134a6614dee565b9050013560f81c60f81b6001600160f81b031916602960f81b145b6134d05750600b60fa1b6133e4565b836134dc846001614e3f565b146134fd57604051637c08de9f60e11b8152600481018490526024016104cc565b50505050509250929050565b5f3681613518848287896151f9565b91509150818183838989604051602001613537969594939291906153e0565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a9052908101959095526001600160a01b0390921692840192909252908201526001600160401b03831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f6135ef6135cf8989613ee5565b8360405161190160f01b8152600281019290925260228201526042902090565b90508560a0015181146108b75760a0860151604051632c97d7bb60e21b81526004810191909152602481018290526044016104cc565b5f61362e614505565b60ce831415806136655750600160f81b84845f8161364e5761364e614dee565b9050013560f81c60f81b6001600160f81b03191614155b15613672575f9150612bf0565b6136806021600185876151f9565b61368991615220565b81526136996029602185876151f9565b6136a29161523d565b60c01c60208201526136b86049602985876151f9565b6136c191615220565b60408201526136d4605d604985876151f9565b6136dd91615471565b606090811c908201526136f4607d605d85876151f9565b6136fd91615220565b6080820152613710609d607d85876151f9565b61371991615220565b60a082015261372c60bd609d85876151f9565b61373591615220565b60c0820152838360bd81811061374d5761374d614dee565b919091013560f81c60e08301525061376960c660be85876151f9565b6137729161523d565b60c01c61010082015261378960ce60c685876151f9565b6137929161523d565b60c01c6101208201526020810151661fffffffffffff6001600160401b03909116118015906137cc5750600160ff168160e0015160ff1611155b80156137f0575061010081015160e082015160ff16156001600160401b0390911615145b801561381a5750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b8015612bed5750661fffffffffffff6001600160401b03168161012001516001600160401b0316111591509250929050565b5f661fffffffffffff6001600160401b031682602001516001600160401b0316111580156138975750661fffffffffffff6001600160401b031682604001516001600160401b031611155b80156138ac5750606082015163ffffffff1615155b80156138cb57506201000063ffffffff16826060015163ffffffff1611155b801561390b5750661fffffffffffff6001600160401b031682608001516001600160401b031611158061390b575060808201516001600160401b03908116145b801561393b57506101208201517f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001115b8015611c4e5750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f146139a15760808201516001600160401b0390811614801590611c4e575050604001516001600160401b0316151590565b60808201516001600160401b039081161480156139c9575060408201516001600160401b0316155b80156139d7575060a0820151155b8015611c4e575050805160c0909101511490565b5f6001600160401b03821615613a8757613a77826001600160401b03165f60076001600160801b038311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613a82906001614e3f565b611c4e565b5f92915050565b5f612710613aa061ffff841685614d9d565b613aac9061270f614e3f565b6103bb91906154c5565b8015613ac857613ac861dead82613f78565b50565b5f6103bb6135cf84613ffa565b5f5f5f5f613ae68686614046565b925092509250613af68282613043565b5090949350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115613b3957505f91506003905082612099565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613b8a573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b038116613bb557505f925060019150829050612099565b975f9750879650945050505050565b835181515f91148015613c0157508363ffffffff168560400151613be89190614dcf565b6001600160401b031682602001516001600160401b0316145b8015613c2957508461014001516001600160401b03168261012001516001600160401b031611155b8015613c4b575063ffffffff8416151580613c4b57508460c001518260400151145b8015613c80575060018560600151613c6391906154d8565b63ffffffff168463ffffffff16141580613c8057508460e0015183145b95945050505050565b805b8281108015613cfe5750613cb9848483818110613caa57613caa614dee565b9050013560f81c60f81b61408f565b80613cd45750613cd484848381811061333457613334614dee565b80613cfe5750613cfe848483818110613cef57613cef614dee565b9050013560f81c60f81b6140c1565b156103bb57613d0c816152a9565b9050613c8b565b5f604160f81b6001600160f81b0319831610801590611c4e5750602d60f91b6001600160f81b03198316111592915050565b5f613d51868686613c89565b9050613d67613d628286888a6151f9565b6140f3565b613d8757604051637c08de9f60e11b8152600481018590526024016104cc565b80851480613dbe5750858582818110613da257613da2614dee565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613ddf57604051637c08de9f60e11b8152600481018290526024016104cc565b5f613deb826001614e3f565b9050613df8878783613c89565b915080821480613e1157506020613e0f828461508b565b115b80613e2e5750613e2c878783818110613caa57613caa614dee565b155b15613e4f57604051637c08de9f60e11b8152600481018290526024016104cc565b5f613e5c8383898b6151f9565b604051613e6a929190614e52565b60405190819003902090505f5b84811015613ec05781868260108110613e9257613e92614dee565b602002015103613eb857604051637c08de9f60e11b8152600481018490526024016104cc565b600101613e77565b5080858560108110613ed457613ed4614dee565b602002015250909695505050505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f91829182919086169063220c1f27906024015f60405180830381865afa158015613f2f573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f19168201604052613f5691908101906155c1565b505050509250925050613c80828051906020012082805190602001208761432b565b5f826001600160a01b0316826040515f6040518083038185875af1925050503d805f8114613fc1576040519150601f19603f3d011682016040523d82523d5f602084013e613fc6565b606091505b5050905080611dfe57604051630e21dcbb60e11b81526001600160a01b0384166004820152602481018390526044016104cc565b5f611c4e7fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc68461432b565b5f5f5f835160410361407d576020840151604085015160608601515f1a61406f88828585613b00565b955095509550505050614088565b505081515f91506002905b9250925092565b5f606160f81b6001600160f81b0319831610801590611c4e5750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b0319831610801590611c4e5750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051614105929190614e52565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b81148061415c57507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b1561416b576001915050611c4e565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a107928114806141b857507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b156141c7576001915050611c4e565b60058311801561421157506141df60055f85876151f9565b6141e891615691565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15614247575f61422c61422785600581896151f9565b61439b565b9050801580159061423e575060208111155b92505050611c4e565b5f60048411801561427d575061426060045f86886151f9565b61426991615273565b6001600160e01b031916631d5a5b9d60e21b145b1561428a575060046142eb565b6003841180156142d457506142a260035f86886151f9565b6142ab916156c7565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156142e1575060036142eb565b5f92505050611c4e565b5f6142fb6142278684818a6151f9565b9050801580159061430e57506101008111155b801561082057506143206008826156fc565b159695505050505050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f6020820152908101849052606081018390524660808201526001600160a01b03821660a08201525f9060c0016040516020818303038152906040528051906020012090509392505050565b5f60038211806143d3575082825f8181106143b8576143b8614dee565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b156143df57505f611c4e565b5f5b82811015611aaa576143fe848483818110613cef57613cef614dee565b61440b575f915050611c4e565b603084848381811061441f5761441f614dee565b6144309392013560f81c905061570f565b60ff1661443e83600a614d9d565b6144489190614e3f565b91506001016143e1565b6040518060a001604052806144656145b2565b81526020016144726145b2565b81525f602082018190526040820181905260609091015290565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b6040518061014001604052805f81526020015f6001600160401b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81526020015f81526020015f60ff1681526020015f6001600160401b031681526020015f6001600160401b031681525090565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518060c001604052806006906020820280368337509192915050565b6001600160a01b0381168114613ac8575f5ffd5b6001600160401b0381168114613ac8575f5ffd5b5f5f5f6060848603121561460a575f5ffd5b8335614615816145d0565b92506020840135614625816145e4565b91506040840135614635816145e4565b809150509250925092565b803560068110611c1b575f5ffd5b5f5f5f5f60808587031215614661575f5ffd5b61466a85614640565b9350602085013561467a816145d0565b9250604085013591506060850135614691816145e4565b939692955090935050565b5f5f5f606084860312156146ae575f5ffd5b83356146b9816145d0565b9250602084013591506040840135614635816145e4565b634e487b7160e01b5f52602160045260245ffd5b60208101600483106146f8576146f86146d0565b91905290565b5f5f83601f84011261470e575f5ffd5b5081356001600160401b03811115614724575f5ffd5b602083019150836020828501011115612bf0575f5ffd5b5f5f83601f84011261474b575f5ffd5b5081356001600160401b03811115614761575f5ffd5b6020830191508360208260051b8501011115612bf0575f5ffd5b5f5f5f5f5f5f60808789031215614790575f5ffd5b863561479b816145d0565b955060208701356147ab816145e4565b945060408701356001600160401b038111156147c5575f5ffd5b6147d189828a016146fe565b90955093505060608701356001600160401b038111156147ef575f5ffd5b6147fb89828a0161473b565b979a9699509497509295939492505050565b5f6020828403121561481d575f5ffd5b6103bb82614640565b5f60808284031215612c2f575f5ffd5b63ffffffff81168114613ac8575f5ffd5b5f5f5f5f6080858703121561485a575f5ffd5b8435614865816145d0565b935060208501356001600160401b0381111561487f575f5ffd5b61488b87828801614826565b935050604085013561489c81614836565b91506060850135614691816145e4565b805f5b60068110156119f157815163ffffffff168452602093840193909101906001016148af565b81516101e0820190825f5b60068110156149075782516001600160801b03168252602092830192909101906001016148df565b505050602083015161491c60c08401826148ac565b5060408301516001600160801b0316610180830152606083015161ffff9081166101a084015260808401519081166101c0840152611aaa565b5f5f5f5f5f60e08688031215614969575f5ffd5b8535614974816145d0565b94506149838760208801614826565b935060a08601356001600160401b0381111561499d575f5ffd5b6149a9888289016146fe565b96999598509660c00135949350505050565b5f5f5f5f5f606086880312156149cf575f5ffd5b85356149da816145d0565b945060208601356001600160401b038111156149f4575f5ffd5b614a00888289016146fe565b90955093505060408601356001600160401b03811115614a1e575f5ffd5b614a2a888289016146fe565b969995985093965092949392505050565b5f5f5f60608486031215614a4d575f5ffd5b8335614a58816145d0565b925060208401356001600160401b03811115614a72575f5ffd5b614a7e86828701614826565b9250506040840135614635816145e4565b5f5f5f5f60608587031215614aa2575f5ffd5b8435614aad816145d0565b935060208501356001600160401b03811115614ac7575f5ffd5b614ad387828801614826565b93505060408501356001600160401b03811115614aee575f5ffd5b614afa878288016146fe565b95989497509550505050565b5f5f60408385031215614b17575f5ffd5b8235614b22816145d0565b915060208301356001600160401b03811115614b3c575f5ffd5b614b4885828601614826565b9150509250929050565b5f60208284031215614b62575f5ffd5b5035919050565b60058110614b7957614b796146d0565b9052565b5f60e0820190506001600160a01b03835116825265ffffffffffff60208401511660208301526040830151614bb56040840182614b69565b506060830151151560608301526001600160801b0360808401511660808301526001600160401b0360a08401511660a083015260c083015160c083015292915050565b5f5f5f5f60608587031215614c0b575f5ffd5b8435614c16816145d0565b935060208501356001600160401b03811115614c30575f5ffd5b614c3c878288016146fe565b90945092505060408501356001600160401b03811115614c5a575f5ffd5b614c6687828801614826565b91505092959194509250565b5f5f5f5f5f5f5f5f5f898b036103c0811215614c8c575f5ffd5b8a35614c97816145d0565b995060208b01356001600160401b03811115614cb1575f5ffd5b614cbd8d828e016146fe565b909a5098505060408b0135614cd181614836565b965060608b01356001600160401b03811115614ceb575f5ffd5b614cf78d828e016146fe565b90975095505060808b01356001600160401b03811115614d15575f5ffd5b614d218d828e0161473b565b909550935050610320609f1982011215614d39575f5ffd5b5060a08a0190509295985092959850929598565b828152604081016103bb6020830184614b69565b80518015158114611c1b575f5ffd5b5f60208284031215614d80575f5ffd5b6103bb82614d61565b634e487b7160e01b5f52601160045260245ffd5b8082028115828204841417611c4e57611c4e614d89565b5f60208284031215614dc4575f5ffd5b81356103bb816145e4565b6001600160401b038181168382160190811115611c4e57611c4e614d89565b634e487b7160e01b5f52603260045260245ffd5b5f60208284031215614e12575f5ffd5b81516103bb816145e4565b6001600160401b038181168382160290811690818114611aaa57611aaa614d89565b80820180821115611c4e57611c4e614d89565b818382375f9101908152919050565b5f8235607e19833603018112614e75575f5ffd5b9190910192915050565b5f60208284031215614e8f575f5ffd5b81356103bb81614836565b6080810160068610614eae57614eae6146d0565b9481526001600160a01b0393909316602084015260408301919091526001600160401b031660609091015290565b5f5f8335601e19843603018112614ef1575f5ffd5b8301803591506001600160401b03821115614f0a575f5ffd5b602001915036819003821315612bf0575f5ffd5b634e487b7160e01b5f52604160045260245ffd5b60405160a081016001600160401b0381118282101715614f5457614f54614f1e565b60405290565b604051601f8201601f191681016001600160401b0381118282101715614f8257614f82614f1e565b604052919050565b5f6060828403128015614f9b575f5ffd5b50604051606081016001600160401b0381118282101715614fbe57614fbe614f1e565b604052825181526020830151614fd3816145e4565b60208201526040830151614fe6816145e4565b60408201529392505050565b805160048110611c1b575f5ffd5b5f60a0828403128015615011575f5ffd5b5061501a614f32565b82516001600160801b0381168114615030575f5ffd5b8152602083015165ffffffffffff8116811461504a575f5ffd5b6020820152604083015161505d81614836565b604082015261506e60608401614d61565b606082015261507f60808401614ff2565b60808201529392505050565b81810381811115611c4e57611c4e614d89565b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b5f5f604083850312156150da575f5ffd5b82516150e5816145e4565b60208401519092506150f6816145e4565b809150509250929050565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b828152604060208201525f6109856040830184615101565b5f5f8335601e1984360301811261515c575f5ffd5b8301803591506001600160401b03821115615175575f5ffd5b6020019150600581901b3603821315612bf0575f5ffd5b6001600160401b038281168282160390811115611c4e57611c4e614d89565b5f602082840312156151bb575f5ffd5b5051919050565b82815260a0810160208201835f5b60048110156151ef5781518352602092830192909101906001016151d0565b5050509392505050565b5f5f85851115615207575f5ffd5b83861115615213575f5ffd5b5050820193919092039150565b80356020831015611c4e575f19602084900360031b1b1692915050565b80356001600160c01b03198116906008841015611aaa576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b03198116906004841015611aaa576001600160e01b031960049490940360031b84901b1690921692915050565b5f600182016152ba576152ba614d89565b5060010190565b5f6001600160401b038211156152d9576152d9614f1e565b50601f01601f191660200190565b5f82601f8301126152f6575f5ffd5b8135615309615304826152c1565b614f5a565b81815284602083860101111561531d575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f5f6060848603121561534b575f5ffd5b8335615356816145d0565b925060208401356001600160401b03811115615370575f5ffd5b61537c868287016152e7565b92505060408401356001600160401b03811115615397575f5ffd5b6153a3868287016152e7565b9150509250925092565b6001600160a01b0384168152606060208201525f6153ce6060830185615101565b82810360408401526108208185615101565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356bffffffffffffffffffffffff198116906014841015611aaa576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f826154d3576154d36154b1565b500490565b63ffffffff8281168282160390811115611c4e57611c4e614d89565b5f82601f830112615503575f5ffd5b8151615511615304826152c1565b818152846020838601011115615525575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b8051611c1b816145d0565b5f82601f83011261555b575f5ffd5b81516001600160401b0381111561557457615574614f1e565b8060051b61558460208201614f5a565b9182526020818501810192908101908684111561559f575f5ffd5b6020860192505b838310156108205782518252602092830192909101906155a6565b5f5f5f5f5f5f5f60e0888a0312156155d7575f5ffd5b87516001600160f81b0319811681146155ee575f5ffd5b60208901519097506001600160401b03811115615609575f5ffd5b6156158a828b016154f4565b96505060408801516001600160401b03811115615630575f5ffd5b61563c8a828b016154f4565b60608a01519096509450615654905060808901615541565b60a089015160c08a015191945092506001600160401b03811115615676575f5ffd5b6156828a828b0161554c565b91505092959891949750929550565b80356001600160d81b03198116906005841015611aaa576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b03198116906003841015611aaa576001600160e81b0319600394850390941b84901b1690921692915050565b5f8261570a5761570a6154b1565b500690565b60ff8281168282160390811115611c4e57611c4e614d8956";
