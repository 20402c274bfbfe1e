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
  "0x610180604052348015610010575f5ffd5b50604051615f3b380380615f3b83398101604081905261002f916104be565b8383835f5b60068110156101c65783518160068110610050576100506105b8565b60200201516001600160801b03165f0361008457604051630d282a1560e21b81525f60048201526024015b60405180910390fd5b602084015161520890826006811061009e5761009e6105b8565b602002015163ffffffff1610156100ec57836020015181600681106100c5576100c56105b8565b6020020151604051630d282a1560e21b815263ffffffff909116600482015260240161007b565b6040518060400160405280855f0151836006811061010c5761010c6105b8565b60200201516001600160801b0316815260200185602001518360068110610135576101356105b8565b602002015163ffffffff1690525f80836005811115610156576101566105cc565b6005811115610167576101676105cc565b6005811115610178576101786105cc565b81526020808201929092526040015f2082518154939092015163ffffffff16600160801b026001600160a01b03199093166001600160801b0390921691909117919091179055600101610034565b5082604001516001600160801b03165f036101f657604051630d282a1560e21b81525f600482015260240161007b565b6103e861ffff16836080015161ffff16108061021b5750612710836080015161ffff16115b15610245576080830151604051630d282a1560e21b815261ffff909116600482015260240161007b565b612710836060015161ffff16846080015161271061026391906105f4565b61ffff166102719190610614565b101561029c576060830151604051630d282a1560e21b815261ffff909116600482015260240161007b565b604080840151606085015160808087015161ffff90811661014052909116610120526001600160801b03909116610100526001600160a01b0380851691829052831660a09081528251634fba5adf60e01b815292515f93634fba5adf9260048083019391928290030181865afa158015610318573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061033c9190610641565b805160208201516001600160401b0390811660e0819052911660c052909150610366906002610614565b60c0511161038d5760c051604051630d282a1560e21b815260040161007b91815260200190565b505050506001600160a01b031661016052506106b1915050565b634e487b7160e01b5f52604160045260245ffd5b60405160a081016001600160401b03811182821017156103dd576103dd6103a7565b60405290565b604051601f8201601f191681016001600160401b038111828210171561040b5761040b6103a7565b604052919050565b80516001600160801b0381168114610429575f5ffd5b919050565b805163ffffffff81168114610429575f5ffd5b5f82601f830112610450575f5ffd5b61045a60c06103e3565b8060c084018581111561046b575f5ffd5b845b8181101561048c5761047e8161042e565b84526020938401930161046d565b509095945050505050565b805161ffff81168114610429575f5ffd5b80516001600160a01b0381168114610429575f5ffd5b5f5f5f5f8486036102408112156104d3575f5ffd5b6101e08112156104e1575f5ffd5b506104ea6103bb565b86601f8701126104f8575f5ffd5b61050260c06103e3565b8060c0880189811115610513575f5ffd5b885b818110156105345761052681610413565b845260209384019301610515565b508184526105428a82610441565b60208501525050506105576101808701610413565b60408201526105696101a08701610497565b606082015261057b6101c08701610497565b6080820152935061058f6101e086016104a8565b925061059e61020086016104a8565b91506105ad61022086016104a8565b905092959194509250565b634e487b7160e01b5f52603260045260245ffd5b634e487b7160e01b5f52602160045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b61ffff828116828216039081111561060e5761060e6105e0565b92915050565b808202811582820484141761060e5761060e6105e0565b80516001600160401b0381168114610429575f5ffd5b5f60a0828403128015610652575f5ffd5b5061065b6103bb565b6106648361062b565b81526106726020840161062b565b60208201526106836040840161062b565b60408201526106946060840161062b565b60608201526106a56080840161042e565b60808201529392505050565b60805160a05160c05160e051610100516101205161014051610160516157876107b45f395f61138d01525f8181610b3a0152612d3d01525f818161092a0152610b6201525f8181610b91015261277301525f81816115cc015261282701525f8181610ce0015261148c01525f81816101b40152818161057f015281816106100152818161069101528181611632015281816118a70152818161199e01528181611a1c01526127a001525f8181610292015281816109b001528181610bbf01528181610bec01528181610c3501528181610e7a01528181610f540152818161120c0152818161123f015281816114120152818161216001526125b401526157875ff3fe608060405260043610610110575f3560e01c80635fffdff51161009d5780638c9c01c1116100625780638c9c01c1146102f4578063cad0151f14610313578063cffd46dc14610326578063d32fa32214610352578063e43531b014610371575f5ffd5b80635fffdff51461025257806360c5e6aa146102715780637b103999146102845780637cb05f3b146102b657806386d7c74d146102d5575f5ffd5b80631d8d8653116100e35780631d8d8653146101a6578063362a295d146101ec578063438dd8c71461020b5780634e5d01c31461021e5780635bb0e0671461023f575f5ffd5b8063027b41dd14610114578063051fb58b1461013a57806309a14cc51461015b578063108808a114610187575b5f5ffd5b610127610122366004614657565b610390565b6040519081526020015b60405180910390f35b348015610145575f5ffd5b506101596101543660046146ad565b6103c2565b005b348015610166575f5ffd5b5061017a6101753660046146fb565b610769565b6040516101319190614743565b348015610192575f5ffd5b506101596101a13660046147da565b61082a565b3480156101b1575f5ffd5b507f00000000000000000000000000000000000000000000000000000000000000005b6040516001600160a01b039091168152602001610131565b3480156101f7575f5ffd5b5061012761020636600461486c565b6108c1565b6101276102193660046148a6565b61098d565b348015610229575f5ffd5b50610232610a53565b6040516101319190614933565b61012761024d3660046149b4565b610bb9565b34801561025d575f5ffd5b5061015961026c366004614a1a565b610d9a565b61012761027f366004614a9a565b610e4c565b34801561028f575f5ffd5b507f00000000000000000000000000000000000000000000000000000000000000006101d4565b3480156102c1575f5ffd5b506101596102d0366004614aee565b610e74565b3480156102e0575f5ffd5b506101596102ef366004614b65565b610f4d565b3480156102ff575f5ffd5b5061012761030e3660046146ad565b611083565b610127610321366004614a9a565b6110bb565b348015610331575f5ffd5b50610345610340366004614bb1565b6110fe565b6040516101319190614bdc565b34801561035d575f5ffd5b5061015961036c366004614c57565b6111f1565b34801561037c575f5ffd5b5061015961038b366004614cd1565b61128f565b5f5f61039d8585856113cc565b90506103b76001865f5f1b878560200151865f015161151c565b9150505b9392505050565b5f6103cf85858585611083565b5f818152600160209081526040808320815160e08101835281546001600160a01b0381168252600160a01b810465ffffffffffff16948201949094529495509293929190830190600160d01b900460ff1660048111156104315761043161472f565b60048111156104425761044261472f565b81528154600160d81b900460ff16151560208201526001808301546001600160801b0381166040840152600160801b90046001600160401b03166060830152600290920154608090910152909150816040015160048111156104a6576104a661472f565b146104d55781816040015160405163013737f560e31b81526004016104cc929190614dac565b60405180910390fd5b806020015165ffffffffffff16421161051157602081015160405163336d9e1760e01b815265ffffffffffff90911660048201526024016104cc565b61051e828683600261191f565b5f60058760058111156105335761053361472f565b1461070057600187600581111561054c5761054c61472f565b036105db576040516364555bc560e01b81526001600160a01b0387811660048301526001600160401b03861660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156105c0575f5ffd5b505af11580156105d2573d5f5f3e3d5ffd5b50505050610668565b6040516314eccf9960e01b81526001600160a01b038781166004830152602482018790526001600160401b03861660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610651575f5ffd5b505af1158015610663573d5f5f3e3d5ffd5b505050505b8151604051637aeccce960e01b81526001600160a01b03888116600483015291821660248201527f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156106d9573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906106fd9190614dcf565b90505b856001600160a01b0316837fae05f5e7055883a8554434715a63c3c0893af7ad9ec70f6bfcd2225f3ce67b528360405161073e911515815260200190565b60405180910390a3610760825f015183608001516001600160801b03166119f7565b50505050505050565b5f5f60015f61077b6005888888611083565b815260208101919091526040015f9081208054909250600160d01b900460ff16908160048111156107ae576107ae61472f565b036107bd575f925050506103bb565b60038160048111156107d1576107d161472f565b036107e1576002925050506103bb565b60018160048111156107f5576107f561472f565b14801561081257508154600160a01b900465ffffffffffff164211155b61081d576003610820565b60015b9695505050505050565b6108348484611a75565b505f6108436001888389611083565b90505f61084f82611ab1565b90506108ac8160c001516108a761089a89898080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b8a8560a001518989611c54565b611d6c565b6108b7828983611d96565b5050505050505050565b5f5f5f5f8460058111156108d7576108d761472f565b60058111156108e8576108e861472f565b815260208082019290925260409081015f9081208251808401909352546001600160801b0381168352600160801b900463ffffffff16928201839052909250907f000000000000000000000000000000000000000000000000000000000000000090610955904890614dfc565b61095f9190614dfc565b82519091506001600160801b031681116109835781516001600160801b0316610985565b805b949350505050565b5f6109a8856109a26040870160208801614e13565b846113cc565b505f5f6109d67f00000000000000000000000000000000000000000000000000000000000000008888611e03565b5091509150816060015163ffffffff168563ffffffff1610610a21576060820151604051632fab6df960e01b815263ffffffff808816600483015290911660248201526044016104cc565b610a48600288845f01518863ffffffff168660400151610a419190614e2e565b5f8661151c565b979650505050505050565b610a5b6144b1565b5f5b6006811015610b34575f5f5f836005811115610a7b57610a7b61472f565b6005811115610a8c57610a8c61472f565b6005811115610a9d57610a9d61472f565b815260208082019290925260409081015f208151808301909252546001600160801b038116808352600160801b90910463ffffffff16928201839052855191935091908460068110610af157610af1614e4d565b6020020185602001518560068110610b0b57610b0b614e4d565b63ffffffff90931660209390930201919091526001600160801b03909116905250600101610a5d565b5061ffff7f0000000000000000000000000000000000000000000000000000000000000000811660808301527f00000000000000000000000000000000000000000000000000000000000000001660608201526001600160801b037f000000000000000000000000000000000000000000000000000000000000000016604082015290565b5f610be77f000000000000000000000000000000000000000000000000000000000000000087878787611e56565b610c147f000000000000000000000000000000000000000000000000000000000000000087873585611fab565b6040516307ac97c160e21b81526001600160a01b0387811660048301525f917f000000000000000000000000000000000000000000000000000000000000000090911690631eb25f0490602401602060405180830381865afa158015610c7c573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610ca09190614e61565b610cac906103e8614e7c565b6001600160401b0316610cc56080880160608901614e13565b6001600160401b0316610cd89190614e9e565b90505f610d077f00000000000000000000000000000000000000000000000000000000000000006103e8614dfc565b610d119083614e9e565b905081610d20426103e8614dfc565b111580610d38575080610d35426103e8614dfc565b10155b15610d6c57610d48826001614e9e565b6040516395f218c160e01b81526004810191909152602481018290526044016104cc565b610d8e5f898935610d8360408c0160208d01614e13565b868c6040013561151c565b98975050505050505050565b5f5f5f610daa6003898989612047565b925092509250610dd58360c001518686604051610dc8929190614eb1565b6040518091039020611d6c565b5f610de58460a001518787612102565b905083606001516001600160a01b0316816001600160a01b031614610e3657606084015160405163ae90bdc160e01b81526001600160a01b03918216600482015290821660248201526044016104cc565b610e41838a84611d96565b505050505050505050565b5f5f5f610e5a86868661212c565b91509150610820600487845f015185602001515f8661151c565b5f610ea07f00000000000000000000000000000000000000000000000000000000000000008686612193565b50915050600160ff168160e0015160ff1614610eda5760e0810151604051635d8ca49d60e11b815260ff90911660048201526024016104cc565b610ef28160c001518484604051610dc8929190614eb1565b610f0681606001518260a0015185856121ca565b610f34576060810151604051637ca8736160e01b81526001600160a01b0390911660048201526024016104cc565b610f4685825f01518360200151612278565b5050505050565b5f80610f837f000000000000000000000000000000000000000000000000000000000000000085610f7e8680614ec0565b611e03565b92505091505f610fba5f86855f0151876020016020810190610fa59190614ede565b63ffffffff16876040015161030e9190614e2e565b90505f610fc682611ab1565b9050610fda8160c001516108a78688612482565b8060a001516001600160401b031683604001516001600160401b03166103e86110039190614dfc565b1161101b57611013828783611d96565b505050505050565b611058866110298780614ec0565b61103a906040810190602001614e13565b6110448880614ec0565b611052906020810190614e13565b86612572565b6110138287836110688980614ec0565b611079906040810190602001614e13565b8760400151612699565b5f8484848460405160200161109b9493929190614ef9565b604051602081830303815290604052805190602001209050949350505050565b5f5f5f6110c986868661212c565b60e082015191935091505f9060ff16156110e45760056110e7565b60035b9050610a488188855f015186602001515f8761151c565b6040805160e080820183525f8083526020808401829052838501829052606084018290526080840182905260a0840182905260c0840182905285825260018152908490208451928301855280546001600160a01b0381168452600160a01b810465ffffffffffff16928401929092529293919291830190600160d01b900460ff1660048111156111905761119061472f565b60048111156111a1576111a161472f565b81528154600160d81b900460ff161515602082015260018201546001600160801b0381166040830152600160801b90046001600160401b0316606082015260029091015460809091015292915050565b5f5f5f6112016004888888612047565b92509250925061123a7f000000000000000000000000000000000000000000000000000000000000000088855f01518760600135611fab565b6112847f0000000000000000000000000000000000000000000000000000000000000000888561126a8880614f3b565b61127a60408b0160208c01614e13565b8a60400135612892565b610760828883611d96565b5f61129a8989611a75565b90506112a686866128bc565b505f6112c860028c845f01518b63ffffffff16866040015161030e9190614e2e565b90505f6112d482611ab1565b905061131c8160c001516108a78d8d8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b61137f8361010001516108a76113668b8b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b8c63ffffffff16876060015163ffffffff168b8b611c54565b6113b38361012001516108a77f00000000000000000000000000000000000000000000000000000000000000008c886128f0565b6113be828d83611d96565b505050505050505050505050565b604080516060810182525f808252602082018190528183015290516305cfa0e360e41b81526001600160a01b0385811660048301526001600160401b03841660248301527f00000000000000000000000000000000000000000000000000000000000000001690635cfa0e3090604401606060405180830381865afa158015611457573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061147b9190614fe9565b905061148984848484612572565b5f7f000000000000000000000000000000000000000000000000000000000000000082604001516001600160401b03166114c39190614e9e565b90508042106115145760408201516114e6906001600160401b03166103e8614dfc565b6114f2826103e8614dfc565b6040516395f218c160e01b8152600481019290925260248201526044016104cc565b509392505050565b5f61152987878787611083565b90505f5f82815260016020526040902054600160d01b900460ff1660048111156115555761155561472f565b14611590575f81815260016020526040908190205490516308fd18e560e11b81526104cc918391600160d01b90910460ff1690600401614dac565b5f61159a886108c1565b9050803410156115c657604051639901e61160e01b8152346004820152602481018290526044016104cc565b5f6115f17f000000000000000000000000000000000000000000000000000000000000000042614e9e565b90505f60058a60058111156116085761160861472f565b141580156116b3575060036040516340435c5d60e11b81526001600160a01b038b811660048301527f00000000000000000000000000000000000000000000000000000000000000001690638086b8ba9060240160a060405180830381865afa158015611677573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061169b919061505f565b6080015160038111156116b0576116b061472f565b14155b90506040518060e00160405280336001600160a01b031681526020016116d884612a3a565b65ffffffffffff1681526020016001815260200182151581526020016116fd85612a70565b6001600160801b031681526001600160401b03881660208083019190915260409182018890525f87815260018252829020835181549285015165ffffffffffff16600160a01b027fffffffffffff00000000000000000000000000000000000000000000000000009093166001600160a01b039091161791909117808255918301519091829060ff60d01b1916600160d01b8360048111156117a1576117a161472f565b021790555060608201518154901515600160d81b0260ff60d81b19909116178155608082015160018201805460a08501516001600160401b0316600160801b026001600160c01b03199091166001600160801b039093169290921791909117905560c0909101516002909101558960058111156118205761182061472f565b604080518a81526001600160401b038a1660208201523381830152606081018690526080810185905290516001600160a01b038c169187917fb792e572768cd539adab459b6304b34db3e1b3a5aabeb7dc295301941a0ea0ef9181900360a00190a480156118ff5760405163340f927160e21b81526001600160a01b038a811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063d03e49c4906024015f604051808303815f87803b1580156118e8575f5ffd5b505af11580156118fa573d5f5f3e3d5ffd5b505050505b6119123361190d85346150ea565b6119f7565b5050509695505050505050565b5f848152600160208190526040822080546001600160e01b03191680825591810180546001600160c01b03191690556002810192909255829190600160d01b8360048111156119705761197061472f565b02179055508160600151156119f15760405163dcc9472360e01b81526001600160a01b0384811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063dcc94723906024015f604051808303815f87803b1580156119df575f5ffd5b505af11580156108b7573d5f5f3e3d5ffd5b50505050565b8015611a71576040516301aba89b60e71b81526001600160a01b0383811660048301527f0000000000000000000000000000000000000000000000000000000000000000169063d5d44d809083906024015f604051808303818588803b158015611a5f575f5ffd5b505af1158015610760573d5f5f3e3d5ffd5b5050565b611a7d6144eb565b5f611a888484612aa3565b9250905080611aaa57604051635d6786e360e01b815260040160405180910390fd5b5092915050565b6040805160e080820183525f8083526020808401829052838501829052606084018290526080840182905260a0840182905260c0840182905285825260018152908490208451928301855280546001600160a01b0381168452600160a01b810465ffffffffffff16928401929092529293919291830190600160d01b900460ff166004811115611b4357611b4361472f565b6004811115611b5457611b5461472f565b81528154600160d81b900460ff16151560208201526001808301546001600160801b0381166040840152600160801b90046001600160401b0316606083015260029092015460809091015290915081604001516004811115611bb857611bb861472f565b14611bde5781816040015160405163013737f560e31b81526004016104cc929190614dac565b806020015165ffffffffffff16421115611c1b57602081015160405163bfb22adf60e01b815265ffffffffffff90911660048201526024016104cc565b919050565b5f611c4e5f60f81b83604051602001611c3a9291906150fd565b604051602081830303815290604052612c56565b92915050565b5f836001600160401b0316856001600160401b031610611c9a576040516316bf5ffb60e21b81526001600160401b038087166004830152851660248201526044016104cc565b5f5f611ca68787612c94565b9092509050611cb58183614e9e565b8414611ce85783611cc68284614e9e565b604051630602a2fd60e51b8152600481019290925260248201526044016104cc565b8792505f5b82811015611d3b5760016001600160401b038916821c1615611d2057611d1b600582901b8701355b85612ced565b611d31565b611d3184600583901b880135612ced565b9350600101611ced565b50815b84811015611d6057611d56600582901b870135611d15565b9350600101611d3e565b50505095945050505050565b808214611a7157604051637b8c5a1960e01b815260048101839052602481018290526044016104cc565b611da3838383600361191f565b604080513381525f60208201526001600160a01b0384169185917f6eb82c13cf158641f91047fc130510859bcf4db5b8dbada220d4011fa83c0c0a910160405180910390a3611dfe81608001516001600160801b0316612d36565b505050565b611e0b6144eb565b604080516060810182525f80825260208201819052918101829052611e31868686612d7a565b9092509050611e4b611e466040860186614f3b565b611a75565b925093509350939050565b5f611e868435611e6c6040870160208801614e13565b6040870135611e816080890160608a01614e13565b612ece565b90505f611e9887876002858888612f26565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa158015611eef573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f139190615128565b9150506001600160401b03811615801590611f595750611f3e6001600160401b0382166103e8614dfc565b611f4e6080880160608901614e13565b6001600160401b0316115b156108b7578181611f706080890160608a01614e13565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b0391821660248401521660448201526064016104cc565b612016846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa158015611fea573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061200e9190615160565b858584613025565b82146119f1576040516302c5252160e61b81526001600160a01b0384166004820152602481018390526044016104cc565b61204f614564565b6040805160e0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905261209085856128bc565b92506120a58787855f01518660200151611083565b91506120b082611ab1565b90506120f88160c001516108a787878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b9450945094915050565b5f5f5f5f61211187878761305b565b92509250925061212182826130a2565b509095945050505050565b612134614564565b5f61215a856121438680614ec0565b612154906040810190602001614e13565b856113cc565b506121867f00000000000000000000000000000000000000000000000000000000000000008686612193565b9097909650945050505050565b61219b6144eb565b6121a3614564565b5f6121af86868661315a565b90935090506121bf83858361318c565b915093509350939050565b5f6001600160a01b0385163b15806121e657506121e6856131e2565b156121f257505f610985565b5f630b135d3f60e11b85612206868661321e565b6040516024016122179291906151a5565b60408051601f19818403018152919052602080820180516001600160e01b03166001600160e01b03199094169390931783528151919350630b135d3f60e11b9290915f918a622dc6c0fa5f513d602014919091169114169695505050505050565b5f6122866005858585611083565b5f818152600160209081526040808320815160e08101835281546001600160a01b0381168252600160a01b810465ffffffffffff16948201949094529495509293929190830190600160d01b900460ff1660048111156122e8576122e861472f565b60048111156122f9576122f961472f565b81528154600160d81b900460ff161515602082015260018201546001600160801b0381166040830152600160801b90046001600160401b03166060820152600290910154608090910152905060038160400151600481111561235d5761235d61472f565b036123835781816040015160405163013737f560e31b81526004016104cc929190614dac565b612390828683600361191f565b826001600160401b031684866001600160a01b03167f0629b8b3ef15fa7218ea402d35e31482c2555c0389e944eb96cc414dfd59bf5e60405160405180910390a46001816040015160048111156123e9576123e961472f565b146123f5575050505050565b604080513381525f60208201526001600160a01b0387169184917f6eb82c13cf158641f91047fc130510859bcf4db5b8dbada220d4011fa83c0c0a910160405180910390a3806020015165ffffffffffff1642116124685761246381608001516001600160801b0316612d36565b610f46565b610f46815f015182608001516001600160801b03166119f7565b5f6124cc6124936040840184614f3b565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250611c2092505050565b90505f612509826124e36040860160208701614ede565b63ffffffff16866060015163ffffffff1686806060019061250491906151bd565b611c54565b90508361010001518114611aaa576125218380614ec0565b612532906040810190602001614e13565b6125426040850160208601614ede565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff1660248201526044016104cc565b60208101516001600160401b0380851691161180158061266857506001600160401b0383161580159061266857506001600160401b0384166001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e30876125e5600188615202565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015612635573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906126599190614fe9565b602001516001600160401b0316115b15610f46576040516336888c2360e01b81526001600160401b038085166004830152851660248201526044016104cc565b6126a6858585600461191f565b60408051338152600160208201526001600160a01b0386169187917f6eb82c13cf158641f91047fc130510859bcf4db5b8dbada220d4011fa83c0c0a910160405180910390a36001600160a01b0384165f9081526002602090815260408083206001600160401b038616845290915290205460ff1615801561280e576001600160a01b038581165f8181526002602090815260408083206001600160401b038916845290915290819020805460ff191660011790558651905163c2c71c2d60e01b815260048101929092527f00000000000000000000000000000000000000000000000000000000000000006024830152821660448201527f00000000000000000000000000000000000000000000000000000000000000009091169063c2c71c2d906064016020604051808303815f875af11580156127e8573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061280c9190615160565b505b80806128585750602084015165ffffffffffff166128557f00000000000000000000000000000000000000000000000000000000000000006001600160401b038516614e9e565b10155b1561287c57612877845f015185608001516001600160801b03166119f7565b611013565b61101384608001516001600160801b0316612d36565b5f61289d858561334c565b5090505f6128ac868684613568565b9050610e418989898488886135b7565b6128c4614564565b5f6128cf8484613684565b9250905080611aaa57604051620f67ed60e11b815260040160405180910390fd5b80356128fa6145d4565b5f5b6008811015612a31575f612911826002614dfc565b63ffffffff8716901c60031690505f5b600381101561299057602086018161293a856003614dfc565b6129449190614e9e565b6018811061295457612954614e4d565b6020020135848383106129715761296c836001614e9e565b612973565b825b6004811061298357612983614e4d565b6020020152600101612921565b50838382600481106129a4576129a4614e4d565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906129e7906f616e63686f726c6f672f312f6e6f6465908790600401615221565b602060405180830381865afa158015612a02573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612a269190615160565b9350506001016128fc565b50509392505050565b5f65ffffffffffff821115612a6c576040516306dfcc6560e41b815260306004820152602481018390526044016104cc565b5090565b5f6001600160801b03821115612a6c576040516306dfcc6560e41b815260806004820152602481018390526044016104cc565b5f612aac6144eb565b60e583141580612ae35750600160f91b84845f81612acc57612acc614e4d565b9050013560f81c60f81b6001600160f81b03191614155b15612af0575f9150612c4f565b612afe602160018587615258565b612b079161527f565b8152612b17602960218587615258565b612b209161529c565b60c01c6020820152612b36603160298587615258565b612b3f9161529c565b60c01c6040820152612b55603560318587615258565b612b5e916152d2565b60e01c6060820152612b74603d60358587615258565b612b7d9161529c565b60c01c6080820152612b93605d603d8587615258565b612b9c9161527f565b60a0820152612baf607d605d8587615258565b612bb89161527f565b60c0820152612bcb609d607d8587615258565b612bd49161527f565b60e0820152612be760bd609d8587615258565b612bf09161527f565b610100820152612c0460dd60bd8587615258565b612c0d9161527f565b610120820152612c2160e560dd8587615258565b612c2a9161529c565b60c01c610140820152612c3c816138ab565b8015612c4c5750612c4c816139bf565b91505b9250929050565b5f5f60205f84516020860160025afa60203d141690505f51915080612c8e5760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f80612cab612ca4600185615202565b8518613a4a565b91506001600160401b038416821c5b6001600160401b03811615612ce557612cd282615308565b9150612cdf600182615202565b16612cba565b509250929050565b5f5f6040516001815384600182015283602182015260205f60418360025afa60203d14169150505f51915080611aaa5760405163c176b3c560e01b815260040160405180910390fd5b5f612d61827f0000000000000000000000000000000000000000000000000000000000000000613aed565b9050612d713361190d83856150ea565b611a7181613b15565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e3085612db26020870187614e13565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015612e02573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612e269190614fe9565b9050612e386124936040850185614f3b565b91505f612e6183612e4f6040870160208801614e13565b602085015161250460608901896151bd565b82519091508114612ec55784612e7a6020860186614e13565b612e8a6040870160208801614e13565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b0391821660248401521660448201526064016104cc565b50935093915050565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c00161109b565b5f612f6f612f348886613b2a565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250613b3792505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015612fc8573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190612fec9190614dcf565b6108205760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff87166024830152821660448201526064016104cc565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a00161109b565b5f8080604184900361308f578435602086013560408701355f1a61308189828585613b5f565b955095509550505050613099565b505f915060029050825b93509350939050565b5f8260038111156130b5576130b561472f565b036130be575050565b60018260038111156130d2576130d261472f565b036130f05760405163f645eedf60e01b815260040160405180910390fd5b60028260038111156131045761310461472f565b036131255760405163fce698f760e01b8152600481018290526024016104cc565b60038260038111156131395761313961472f565b03611a71576040516335e2f38360e21b8152600481018290526024016104cc565b6131626144eb565b5f6131728585610f7e8680614ec0565b5090925061318290508284612482565b9050935093915050565b613194614564565b6131a96131a46040850185614f3b565b6128bc565b90506131c6846131bf6040860160208701614ede565b8484613c23565b6103bb57604051620f67ed60e11b815260040160405180910390fd5b5f5f5f5f5260035f5f853c505f5160176001600160a01b0384163b1480156103bb57506001600160e81b0319811661ef0160f01b149392505050565b606081602081108061327057507f649264926492649264926492649264926492649264926492649264926492649284846132596020856150ea565b613264928290615258565b61326d9161527f565b14155b156132b45783838080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250929450611c4e9350505050565b365f8581866132c46020876150ea565b926132d193929190615258565b90925090505f80806132e585850186615398565b92509250925084846040516132fb929190614eb1565b60405180910390208383836040516020016133189392919061540c565b6040516020818303038152906040528051906020012014610d8e5760405163316e2faf60e01b815260040160405180910390fd5b5f8083838261335c838383613ce8565b9050600781111580613378575060206133766007836150ea565b115b806133a457506133a283835f81811061339357613393614e4d565b9050013560f81c60f81b613d72565b155b156133c457604051637c08de9f60e11b81525f60048201526024016104cc565b6133cf6007826150ea565b94507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be6133fe82878587615258565b60405161340c929190614eb1565b60405180910390201461343557604051637c08de9f60e11b8152600481018690526024016104cc565b61343d6145f2565b600560fb1b5b8284148061348057506001600160f81b0319811685858581811061346957613469614e4d565b9050013560f81c60f81b6001600160f81b03191614155b156134a157604051637c08de9f60e11b8152600481018490526024016104cc565b601086036134c557604051637c08de9f60e11b8152600481018490526024016104cc565b6134dc85856134d5866001614e9e565b858a613da4565b92506134e786615308565b95508383108015613520575084848481811061350557613505614e4d565b9050013560f81c60f81b6001600160f81b031916602960f81b145b61352f5750600b60fa1b613443565b8361353b846001614e9e565b1461355c57604051637c08de9f60e11b8152600481018490526024016104cc565b50505050509250929050565b5f368161357784828789615258565b915091508181838389896040516020016135969695949392919061543f565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a9052908101959095526001600160a01b0390921692840192909252908201526001600160401b03831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f61364e61362e8989613f44565b8360405161190160f01b8152600281019290925260228201526042902090565b90508560a0015181146108b75760a0860151604051632c97d7bb60e21b81526004810191909152602481018290526044016104cc565b5f61368d614564565b60ce831415806136c45750600160f81b84845f816136ad576136ad614e4d565b9050013560f81c60f81b6001600160f81b03191614155b156136d1575f9150612c4f565b6136df602160018587615258565b6136e89161527f565b81526136f8602960218587615258565b6137019161529c565b60c01c6020820152613717604960298587615258565b6137209161527f565b6040820152613733605d60498587615258565b61373c916154d0565b606090811c90820152613753607d605d8587615258565b61375c9161527f565b608082015261376f609d607d8587615258565b6137789161527f565b60a082015261378b60bd609d8587615258565b6137949161527f565b60c0820152838360bd8181106137ac576137ac614e4d565b919091013560f81c60e0830152506137c860c660be8587615258565b6137d19161529c565b60c01c6101008201526137e860ce60c68587615258565b6137f19161529c565b60c01c6101208201526020810151661fffffffffffff6001600160401b039091161180159061382b5750600160ff168160e0015160ff1611155b801561384f575061010081015160e082015160ff16156001600160401b0390911615145b80156138795750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b8015612c4c5750661fffffffffffff6001600160401b03168161012001516001600160401b0316111591509250929050565b5f661fffffffffffff6001600160401b031682602001516001600160401b0316111580156138f65750661fffffffffffff6001600160401b031682604001516001600160401b031611155b801561390b5750606082015163ffffffff1615155b801561392a57506201000063ffffffff16826060015163ffffffff1611155b801561396a5750661fffffffffffff6001600160401b031682608001516001600160401b031611158061396a575060808201516001600160401b03908116145b801561399a57506101208201517f30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001115b8015611c4e5750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14613a005760808201516001600160401b0390811614801590611c4e575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015613a28575060408201516001600160401b0316155b8015613a36575060a0820151155b8015611c4e575050805160c0909101511490565b5f6001600160401b03821615613ae657613ad6826001600160401b03165f60076001600160801b038311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613ae1906001614e9e565b611c4e565b5f92915050565b5f612710613aff61ffff841685614dfc565b613b0b9061270f614e9e565b6103bb9190615524565b8015613b2757613b2761dead82613fd7565b50565b5f6103bb61362e84614059565b5f5f5f5f613b4586866140a5565b925092509250613b5582826130a2565b5090949350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115613b9857505f915060039050826120f8565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613be9573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b038116613c1457505f9250600191508290506120f8565b975f9750879650945050505050565b835181515f91148015613c6057508363ffffffff168560400151613c479190614e2e565b6001600160401b031682602001516001600160401b0316145b8015613c8857508461014001516001600160401b03168261012001516001600160401b031611155b8015613caa575063ffffffff8416151580613caa57508460c001518260400151145b8015613cdf575060018560600151613cc29190615537565b63ffffffff168463ffffffff16141580613cdf57508460e0015183145b95945050505050565b805b8281108015613d5d5750613d18848483818110613d0957613d09614e4d565b9050013560f81c60f81b6140ee565b80613d335750613d3384848381811061339357613393614e4d565b80613d5d5750613d5d848483818110613d4e57613d4e614e4d565b9050013560f81c60f81b614120565b156103bb57613d6b81615308565b9050613cea565b5f604160f81b6001600160f81b0319831610801590611c4e5750602d60f91b6001600160f81b03198316111592915050565b5f613db0868686613ce8565b9050613dc6613dc18286888a615258565b614152565b613de657604051637c08de9f60e11b8152600481018590526024016104cc565b80851480613e1d5750858582818110613e0157613e01614e4d565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613e3e57604051637c08de9f60e11b8152600481018290526024016104cc565b5f613e4a826001614e9e565b9050613e57878783613ce8565b915080821480613e7057506020613e6e82846150ea565b115b80613e8d5750613e8b878783818110613d0957613d09614e4d565b155b15613eae57604051637c08de9f60e11b8152600481018290526024016104cc565b5f613ebb8383898b615258565b604051613ec9929190614eb1565b60405190819003902090505f5b84811015613f1f5781868260108110613ef157613ef1614e4d565b602002015103613f1757604051637c08de9f60e11b8152600481018490526024016104cc565b600101613ed6565b5080858560108110613f3357613f33614e4d565b602002015250909695505050505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f91829182919086169063220c1f27906024015f60405180830381865afa158015613f8e573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f19168201604052613fb59190810190615620565b505050509250925050613cdf828051906020012082805190602001208761438a565b5f826001600160a01b0316826040515f6040518083038185875af1925050503d805f8114614020576040519150601f19603f3d011682016040523d82523d5f602084013e614025565b606091505b5050905080611dfe57604051630e21dcbb60e11b81526001600160a01b0384166004820152602481018390526044016104cc565b5f611c4e7fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc68461438a565b5f5f5f83516041036140dc576020840151604085015160608601515f1a6140ce88828585613b5f565b9550955095505050506140e7565b505081515f91506002905b9250925092565b5f606160f81b6001600160f81b0319831610801590611c4e5750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b0319831610801590611c4e5750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051614164929190614eb1565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b8114806141bb57507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b156141ca576001915050611c4e565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a1079281148061421757507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15614226576001915050611c4e565b600583118015614270575061423e60055f8587615258565b614247916156f0565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b156142a6575f61428b6142868560058189615258565b6143fa565b9050801580159061429d575060208111155b92505050611c4e565b5f6004841180156142dc57506142bf60045f8688615258565b6142c8916152d2565b6001600160e01b031916631d5a5b9d60e21b145b156142e95750600461434a565b600384118015614333575061430160035f8688615258565b61430a91615726565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156143405750600361434a565b5f92505050611c4e565b5f61435a6142868684818a615258565b9050801580159061436d57506101008111155b8015610820575061437f60088261575b565b159695505050505050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f6020820152908101849052606081018390524660808201526001600160a01b03821660a08201525f9060c0016040516020818303038152906040528051906020012090509392505050565b5f6003821180614432575082825f81811061441757614417614e4d565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b1561443e57505f611c4e565b5f5b82811015611aaa5761445d848483818110613d4e57613d4e614e4d565b61446a575f915050611c4e565b603084848381811061447e5761447e614e4d565b61448f9392013560f81c905061576e565b60ff1661449d83600a614dfc565b6144a79190614e9e565b9150600101614440565b6040518060a001604052806144c4614611565b81526020016144d1614611565b81525f602082018190526040820181905260609091015290565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b6040518061014001604052805f81526020015f6001600160401b031681526020015f81526020015f6001600160a01b031681526020015f81526020015f81526020015f81526020015f60ff1681526020015f6001600160401b031681526020015f6001600160401b031681525090565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518060c001604052806006906020820280368337509192915050565b6001600160a01b0381168114613b27575f5ffd5b6001600160401b0381168114613b27575f5ffd5b5f5f5f60608486031215614669575f5ffd5b83356146748161462f565b9250602084013561468481614643565b9150604084013561469481614643565b809150509250925092565b803560068110611c1b575f5ffd5b5f5f5f5f608085870312156146c0575f5ffd5b6146c98561469f565b935060208501356146d98161462f565b92506040850135915060608501356146f081614643565b939692955090935050565b5f5f5f6060848603121561470d575f5ffd5b83356147188161462f565b925060208401359150604084013561469481614643565b634e487b7160e01b5f52602160045260245ffd5b60208101600483106147575761475761472f565b91905290565b5f5f83601f84011261476d575f5ffd5b5081356001600160401b03811115614783575f5ffd5b602083019150836020828501011115612c4f575f5ffd5b5f5f83601f8401126147aa575f5ffd5b5081356001600160401b038111156147c0575f5ffd5b6020830191508360208260051b8501011115612c4f575f5ffd5b5f5f5f5f5f5f608087890312156147ef575f5ffd5b86356147fa8161462f565b9550602087013561480a81614643565b945060408701356001600160401b03811115614824575f5ffd5b61483089828a0161475d565b90955093505060608701356001600160401b0381111561484e575f5ffd5b61485a89828a0161479a565b979a9699509497509295939492505050565b5f6020828403121561487c575f5ffd5b6103bb8261469f565b5f60808284031215612c8e575f5ffd5b63ffffffff81168114613b27575f5ffd5b5f5f5f5f608085870312156148b9575f5ffd5b84356148c48161462f565b935060208501356001600160401b038111156148de575f5ffd5b6148ea87828801614885565b93505060408501356148fb81614895565b915060608501356146f081614643565b805f5b60068110156119f157815163ffffffff1684526020938401939091019060010161490e565b81516101e0820190825f5b60068110156149665782516001600160801b031682526020928301929091019060010161493e565b505050602083015161497b60c084018261490b565b5060408301516001600160801b0316610180830152606083015161ffff9081166101a084015260808401519081166101c0840152611aaa565b5f5f5f5f5f60e086880312156149c8575f5ffd5b85356149d38161462f565b94506149e28760208801614885565b935060a08601356001600160401b038111156149fc575f5ffd5b614a088882890161475d565b96999598509660c00135949350505050565b5f5f5f5f5f60608688031215614a2e575f5ffd5b8535614a398161462f565b945060208601356001600160401b03811115614a53575f5ffd5b614a5f8882890161475d565b90955093505060408601356001600160401b03811115614a7d575f5ffd5b614a898882890161475d565b969995985093965092949392505050565b5f5f5f60608486031215614aac575f5ffd5b8335614ab78161462f565b925060208401356001600160401b03811115614ad1575f5ffd5b614add86828701614885565b925050604084013561469481614643565b5f5f5f5f60608587031215614b01575f5ffd5b8435614b0c8161462f565b935060208501356001600160401b03811115614b26575f5ffd5b614b3287828801614885565b93505060408501356001600160401b03811115614b4d575f5ffd5b614b598782880161475d565b95989497509550505050565b5f5f60408385031215614b76575f5ffd5b8235614b818161462f565b915060208301356001600160401b03811115614b9b575f5ffd5b614ba785828601614885565b9150509250929050565b5f60208284031215614bc1575f5ffd5b5035919050565b60058110614bd857614bd861472f565b9052565b5f60e0820190506001600160a01b03835116825265ffffffffffff60208401511660208301526040830151614c146040840182614bc8565b506060830151151560608301526001600160801b0360808401511660808301526001600160401b0360a08401511660a083015260c083015160c083015292915050565b5f5f5f5f60608587031215614c6a575f5ffd5b8435614c758161462f565b935060208501356001600160401b03811115614c8f575f5ffd5b614c9b8782880161475d565b90945092505060408501356001600160401b03811115614cb9575f5ffd5b614cc587828801614885565b91505092959194509250565b5f5f5f5f5f5f5f5f5f898b036103c0811215614ceb575f5ffd5b8a35614cf68161462f565b995060208b01356001600160401b03811115614d10575f5ffd5b614d1c8d828e0161475d565b909a5098505060408b0135614d3081614895565b965060608b01356001600160401b03811115614d4a575f5ffd5b614d568d828e0161475d565b90975095505060808b01356001600160401b03811115614d74575f5ffd5b614d808d828e0161479a565b909550935050610320609f1982011215614d98575f5ffd5b5060a08a0190509295985092959850929598565b828152604081016103bb6020830184614bc8565b80518015158114611c1b575f5ffd5b5f60208284031215614ddf575f5ffd5b6103bb82614dc0565b634e487b7160e01b5f52601160045260245ffd5b8082028115828204841417611c4e57611c4e614de8565b5f60208284031215614e23575f5ffd5b81356103bb81614643565b6001600160401b038181168382160190811115611c4e57611c4e614de8565b634e487b7160e01b5f52603260045260245ffd5b5f60208284031215614e71575f5ffd5b81516103bb81614643565b6001600160401b038181168382160290811690818114611aaa57611aaa614de8565b80820180821115611c4e57611c4e614de8565b818382375f9101908152919050565b5f8235607e19833603018112614ed4575f5ffd5b9190910192915050565b5f60208284031215614eee575f5ffd5b81356103bb81614895565b6080810160068610614f0d57614f0d61472f565b9481526001600160a01b0393909316602084015260408301919091526001600160401b031660609091015290565b5f5f8335601e19843603018112614f50575f5ffd5b8301803591506001600160401b03821115614f69575f5ffd5b602001915036819003821315612c4f575f5ffd5b634e487b7160e01b5f52604160045260245ffd5b60405160a081016001600160401b0381118282101715614fb357614fb3614f7d565b60405290565b604051601f8201601f191681016001600160401b0381118282101715614fe157614fe1614f7d565b604052919050565b5f6060828403128015614ffa575f5ffd5b50604051606081016001600160401b038111828210171561501d5761501d614f7d565b60405282518152602083015161503281614643565b6020820152604083015161504581614643565b60408201529392505050565b805160048110611c1b575f5ffd5b5f60a0828403128015615070575f5ffd5b50615079614f91565b82516001600160801b038116811461508f575f5ffd5b8152602083015165ffffffffffff811681146150a9575f5ffd5b602082015260408301516150bc81614895565b60408201526150cd60608401614dc0565b60608201526150de60808401615051565b60808201529392505050565b81810381811115611c4e57611c4e614de8565b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b5f5f60408385031215615139575f5ffd5b825161514481614643565b602084015190925061515581614643565b809150509250929050565b5f60208284031215615170575f5ffd5b5051919050565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b828152604060208201525f6109856040830184615177565b5f5f8335601e198436030181126151d2575f5ffd5b8301803591506001600160401b038211156151eb575f5ffd5b6020019150600581901b3603821315612c4f575f5ffd5b6001600160401b038281168282160390811115611c4e57611c4e614de8565b82815260a0810160208201835f5b600481101561524e57815183526020928301929091019060010161522f565b5050509392505050565b5f5f85851115615266575f5ffd5b83861115615272575f5ffd5b5050820193919092039150565b80356020831015611c4e575f19602084900360031b1b1692915050565b80356001600160c01b03198116906008841015611aaa576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b03198116906004841015611aaa576001600160e01b031960049490940360031b84901b1690921692915050565b5f6001820161531957615319614de8565b5060010190565b5f6001600160401b0382111561533857615338614f7d565b50601f01601f191660200190565b5f82601f830112615355575f5ffd5b813561536861536382615320565b614fb9565b81815284602083860101111561537c575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f5f606084860312156153aa575f5ffd5b83356153b58161462f565b925060208401356001600160401b038111156153cf575f5ffd5b6153db86828701615346565b92505060408401356001600160401b038111156153f6575f5ffd5b61540286828701615346565b9150509250925092565b6001600160a01b0384168152606060208201525f61542d6060830185615177565b82810360408401526108208185615177565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356bffffffffffffffffffffffff198116906014841015611aaa576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f8261553257615532615510565b500490565b63ffffffff8281168282160390811115611c4e57611c4e614de8565b5f82601f830112615562575f5ffd5b815161557061536382615320565b818152846020838601011115615584575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b8051611c1b8161462f565b5f82601f8301126155ba575f5ffd5b81516001600160401b038111156155d3576155d3614f7d565b8060051b6155e360208201614fb9565b918252602081850181019290810190868411156155fe575f5ffd5b6020860192505b83831015610820578251825260209283019290910190615605565b5f5f5f5f5f5f5f60e0888a031215615636575f5ffd5b87516001600160f81b03198116811461564d575f5ffd5b60208901519097506001600160401b03811115615668575f5ffd5b6156748a828b01615553565b96505060408801516001600160401b0381111561568f575f5ffd5b61569b8a828b01615553565b60608a015190965094506156b39050608089016155a0565b60a089015160c08a015191945092506001600160401b038111156156d5575f5ffd5b6156e18a828b016155ab565b91505092959891949750929550565b80356001600160d81b03198116906005841015611aaa576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b03198116906003841015611aaa576001600160e81b0319600394850390941b84901b1690921692915050565b5f8261576957615769615510565b500690565b60ff8281168282160390811115611c4e57611c4e614de856";
