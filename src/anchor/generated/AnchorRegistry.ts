// Written by scripts/generate/abis.ts from contracts/AnchorRegistry.sol: do not edit.
import type { Abi } from "viem";

/** The ABI of `AnchorRegistry`. */
export const anchorRegistryAbi = [
  {
    inputs: [
      {
        components: [
          { internalType: "uint64", name: "challengeWindow", type: "uint64" },
          { internalType: "uint64", name: "responseTime", type: "uint64" },
          { internalType: "uint64", name: "margin", type: "uint64" },
          { internalType: "uint64", name: "minAnchorInterval", type: "uint64" },
          { internalType: "uint32", name: "ringLength", type: "uint32" },
        ],
        internalType: "struct IAnchorRegistry.Timing",
        name: "t",
        type: "tuple",
      },
      { internalType: "address", name: "stake", type: "address" },
    ],
    stateMutability: "nonpayable",
    type: "constructor",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "AlreadyRegistered",
    type: "error",
  },
  { inputs: [{ internalType: "uint256", name: "earliest", type: "uint256" }], name: "AnchoredTooSoon", type: "error" },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "position", type: "uint64" },
    ],
    name: "BatchFrozen",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint64", name: "sequence", type: "uint64" },
      { internalType: "uint256", name: "finalAt", type: "uint256" },
    ],
    name: "CheckpointNotFinal",
    type: "error",
  },
  {
    inputs: [{ internalType: "uint64", name: "sequence", type: "uint64" }],
    name: "CheckpointNotStored",
    type: "error",
  },
  { inputs: [], name: "ECDSAInvalidSignature", type: "error" },
  {
    inputs: [{ internalType: "uint256", name: "length", type: "uint256" }],
    name: "ECDSAInvalidSignatureLength",
    type: "error",
  },
  { inputs: [{ internalType: "bytes32", name: "s", type: "bytes32" }], name: "ECDSAInvalidSignatureS", type: "error" },
  {
    inputs: [
      { internalType: "uint64", name: "lastSize", type: "uint64" },
      { internalType: "bytes32", name: "lastRoot", type: "bytes32" },
      { internalType: "uint64", name: "size", type: "uint64" },
      { internalType: "bytes32", name: "root", type: "bytes32" },
    ],
    name: "InconsistentHistory",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint64", name: "index", type: "uint64" },
      { internalType: "uint64", name: "size", type: "uint64" },
    ],
    name: "IndexOutOfRange",
    type: "error",
  },
  { inputs: [], name: "InvalidShortString", type: "error" },
  {
    inputs: [
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "key", type: "address" },
      { internalType: "address", name: "signer", type: "address" },
    ],
    name: "KeyNotPossessed",
    type: "error",
  },
  { inputs: [{ internalType: "address", name: "key", type: "address" }], name: "KeyUsedBefore", type: "error" },
  { inputs: [{ internalType: "uint256", name: "length", type: "uint256" }], name: "NameLength", type: "error" },
  {
    inputs: [
      { internalType: "address", name: "signer", type: "address" },
      { internalType: "address", name: "anchorKey", type: "address" },
    ],
    name: "NotAnchorKey",
    type: "error",
  },
  { inputs: [{ internalType: "address", name: "operator", type: "address" }], name: "NotInStanding", type: "error" },
  { inputs: [{ internalType: "address", name: "caller", type: "address" }], name: "NotOperatorStake", type: "error" },
  { inputs: [{ internalType: "string", name: "text", type: "string" }], name: "NotPrintable", type: "error" },
  { inputs: [{ internalType: "address", name: "operator", type: "address" }], name: "NotRegistered", type: "error" },
  {
    inputs: [
      { internalType: "uint256", name: "length", type: "uint256" },
      { internalType: "uint256", name: "expected", type: "uint256" },
    ],
    name: "ProofLength",
    type: "error",
  },
  {
    inputs: [{ internalType: "uint32", name: "ringLength", type: "uint32" }],
    name: "RingLengthTooSmall",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint256", name: "span", type: "uint256" },
      { internalType: "uint256", name: "required", type: "uint256" },
    ],
    name: "RingTooShort",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "uint64", name: "from", type: "uint64" },
    ],
    name: "RotationPending",
    type: "error",
  },
  { inputs: [], name: "Sha256Failed", type: "error" },
  {
    inputs: [
      { internalType: "uint64", name: "size", type: "uint64" },
      { internalType: "uint64", name: "lastSize", type: "uint64" },
    ],
    name: "SizeNotGrowing",
    type: "error",
  },
  { inputs: [{ internalType: "uint64", name: "size", type: "uint64" }], name: "SizeOutOfRange", type: "error" },
  {
    inputs: [
      { internalType: "uint64", name: "oldSize", type: "uint64" },
      { internalType: "uint64", name: "newSize", type: "uint64" },
    ],
    name: "SizesOutOfOrder",
    type: "error",
  },
  { inputs: [{ internalType: "string", name: "str", type: "string" }], name: "StringTooLong", type: "error" },
  { inputs: [{ internalType: "uint64", name: "time", type: "uint64" }], name: "TimeOutOfRange", type: "error" },
  { inputs: [{ internalType: "uint8", name: "role", type: "uint8" }], name: "UnknownRole", type: "error" },
  { inputs: [{ internalType: "uint256", name: "length", type: "uint256" }], name: "VersionLength", type: "error" },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "uint64", name: "sequence", type: "uint64" },
      { indexed: false, internalType: "uint64", name: "size", type: "uint64" },
      { indexed: false, internalType: "bytes32", name: "root", type: "bytes32" },
    ],
    name: "Anchored",
    type: "event",
  },
  { anonymous: false, inputs: [], name: "EIP712DomainChanged", type: "event" },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "uint8", name: "role", type: "uint8" },
      { indexed: false, internalType: "address", name: "key", type: "address" },
      { indexed: false, internalType: "uint64", name: "from", type: "uint64" },
    ],
    name: "KeyRotated",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "bytes32", name: "log", type: "bytes32" },
      { indexed: false, internalType: "uint64", name: "fromIndex", type: "uint64" },
      { indexed: false, internalType: "uint64", name: "size", type: "uint64" },
    ],
    name: "LogFrozen",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: false, internalType: "uint64", name: "fromPosition", type: "uint64" },
      { indexed: false, internalType: "uint64", name: "size", type: "uint64" },
    ],
    name: "OperatorFrozen",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: false, internalType: "string", name: "name", type: "string" },
      { indexed: false, internalType: "string", name: "version", type: "string" },
      { indexed: false, internalType: "uint64", name: "maxAnchorDelay", type: "uint64" },
      { indexed: false, internalType: "address", name: "anchorKey", type: "address" },
      { indexed: false, internalType: "address", name: "receiptKey", type: "address" },
    ],
    name: "OperatorRegistered",
    type: "event",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: false, internalType: "bool", name: "standing", type: "bool" },
    ],
    name: "StandingChanged",
    type: "event",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "size", type: "uint64" },
      { internalType: "bytes32", name: "root", type: "bytes32" },
      { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
      { internalType: "bytes", name: "signature", type: "bytes" },
    ],
    name: "anchor",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "anchorKey",
    outputs: [{ internalType: "address", name: "", type: "address" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "sequence", type: "uint64" },
    ],
    name: "checkpointAt",
    outputs: [
      {
        components: [
          { internalType: "bytes32", name: "root", type: "bytes32" },
          { internalType: "uint64", name: "size", type: "uint64" },
          { internalType: "uint64", name: "time", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.Checkpoint",
        name: "",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "size", type: "uint64" },
    ],
    name: "checkpointBySize",
    outputs: [
      { internalType: "bool", name: "found", type: "bool" },
      {
        components: [
          { internalType: "bytes32", name: "root", type: "bytes32" },
          { internalType: "uint64", name: "size", type: "uint64" },
          { internalType: "uint64", name: "time", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.Checkpoint",
        name: "checkpoint",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "deploymentChainId",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "eip712Domain",
    outputs: [
      { internalType: "bytes1", name: "fields", type: "bytes1" },
      { internalType: "string", name: "name", type: "string" },
      { internalType: "string", name: "version", type: "string" },
      { internalType: "uint256", name: "chainId", type: "uint256" },
      { internalType: "address", name: "verifyingContract", type: "address" },
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "uint256[]", name: "extensions", type: "uint256[]" },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "exitDelay",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "sequence", type: "uint64" },
      { internalType: "uint64", name: "position", type: "uint64" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "lastIndex", type: "uint64" },
    ],
    name: "finalCheckpointAt",
    outputs: [
      {
        components: [
          { internalType: "bytes32", name: "root", type: "bytes32" },
          { internalType: "uint64", name: "size", type: "uint64" },
          { internalType: "uint64", name: "time", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.Checkpoint",
        name: "checkpoint",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "finalSize",
    outputs: [{ internalType: "uint64", name: "", type: "uint64" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [],
    name: "finalityDelay",
    outputs: [{ internalType: "uint256", name: "", type: "uint256" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "fromIndex", type: "uint64" },
    ],
    name: "freezeLog",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "fromPosition", type: "uint64" },
    ],
    name: "freezeOperator",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "inStanding",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "key", type: "address" },
    ],
    name: "isEvidenceBy",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "position", type: "uint64" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
      { internalType: "uint64", name: "lastIndex", type: "uint64" },
    ],
    name: "isFinal",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint64", name: "size", type: "uint64" },
      { internalType: "uint64", name: "position", type: "uint64" },
      { internalType: "bytes32", name: "leafHash", type: "bytes32" },
      { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
    ],
    name: "isIncluded",
    outputs: [{ internalType: "bool", name: "", type: "bool" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "key", type: "address" },
    ],
    name: "keyPeriod",
    outputs: [
      { internalType: "uint64", name: "from", type: "uint64" },
      { internalType: "uint64", name: "until", type: "uint64" },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "latestCheckpoint",
    outputs: [
      {
        components: [
          { internalType: "bytes32", name: "root", type: "bytes32" },
          { internalType: "uint64", name: "size", type: "uint64" },
          { internalType: "uint64", name: "time", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.Checkpoint",
        name: "checkpoint",
        type: "tuple",
      },
      { internalType: "uint64", name: "count", type: "uint64" },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
    ],
    name: "logFreezes",
    outputs: [
      {
        components: [
          { internalType: "uint64", name: "from", type: "uint64" },
          { internalType: "uint64", name: "size", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.Freeze[]",
        name: "",
        type: "tuple[]",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "maxAnchorDelay",
    outputs: [{ internalType: "uint64", name: "", type: "uint64" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "operatorDomain",
    outputs: [
      { internalType: "bytes1", name: "fields", type: "bytes1" },
      { internalType: "string", name: "name", type: "string" },
      { internalType: "string", name: "version", type: "string" },
      { internalType: "uint256", name: "chainId", type: "uint256" },
      { internalType: "address", name: "verifyingContract", type: "address" },
      { internalType: "bytes32", name: "salt", type: "bytes32" },
      { internalType: "uint256[]", name: "extensions", type: "uint256[]" },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "operatorFreezes",
    outputs: [
      {
        components: [
          { internalType: "uint64", name: "from", type: "uint64" },
          { internalType: "uint64", name: "size", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.Freeze[]",
        name: "",
        type: "tuple[]",
      },
    ],
    stateMutability: "view",
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
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "operatorTerms",
    outputs: [
      {
        components: [
          { internalType: "string", name: "name", type: "string" },
          { internalType: "string", name: "version", type: "string" },
          { internalType: "uint64", name: "maxAnchorDelay", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.OperatorTerms",
        name: "",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [{ internalType: "address", name: "operator", type: "address" }],
    name: "receiptKey",
    outputs: [{ internalType: "address", name: "", type: "address" }],
    stateMutability: "view",
    type: "function",
  },
  {
    inputs: [
      {
        components: [
          { internalType: "string", name: "name", type: "string" },
          { internalType: "string", name: "version", type: "string" },
          { internalType: "uint64", name: "maxAnchorDelay", type: "uint64" },
        ],
        internalType: "struct IAnchorRegistry.OperatorTerms",
        name: "terms",
        type: "tuple",
      },
      { internalType: "address", name: "anchorKey_", type: "address" },
      { internalType: "bytes", name: "anchorKeyProof", type: "bytes" },
      { internalType: "address", name: "receiptKey_", type: "address" },
      { internalType: "bytes", name: "receiptKeyProof", type: "bytes" },
    ],
    name: "register",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "newKey", type: "address" },
      { internalType: "bytes", name: "proof", type: "bytes" },
    ],
    name: "rotateKey",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bool", name: "standing", type: "bool" },
    ],
    name: "setStanding",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
  {
    inputs: [],
    name: "timing",
    outputs: [
      {
        components: [
          { internalType: "uint64", name: "challengeWindow", type: "uint64" },
          { internalType: "uint64", name: "responseTime", type: "uint64" },
          { internalType: "uint64", name: "margin", type: "uint64" },
          { internalType: "uint64", name: "minAnchorInterval", type: "uint64" },
          { internalType: "uint32", name: "ringLength", type: "uint32" },
        ],
        internalType: "struct IAnchorRegistry.Timing",
        name: "",
        type: "tuple",
      },
    ],
    stateMutability: "view",
    type: "function",
  },
] as const satisfies Abi;

/** What deploys a `AnchorRegistry`, before its constructor's arguments. */
export const anchorRegistryCreationBytecode =
  "0x6102606040524661016052348015610015575f5ffd5b5060405161417d38038061417d83398101604081905261003491610358565b8160405180604001604052806009815260200168616e63686f726c6f6760b81b815250604051806040016040528060018152602001603160f81b8152506100808261021260201b60201c565b6101205261008d81610212565b61014052815160208084019190912060e052815190820120610100524660a05261011960e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c05260408101516101309061024f565b6101805260608101516101429061024f565b6101c052608081015163ffffffff166101e052604081015160208201516001600160401b03909116906101749061024f565b825161017f9061024f565b6101899190610423565b6101939190610423565b6101a0526080810151600263ffffffff90911610156101d85760808101516040516308eb8e8760e21b815263ffffffff90911660048201526024015b60405180910390fd5b6101e15f6102a8565b5081516020909201516001600160a01b03909116610240526001600160401b039081166102205216610200526104ae565b5f5f829050601f8151111561023c578260405163305a27a960e01b81526004016101cf919061043c565b805161024782610471565b179392505050565b5f6001600160401b0382161580610272575063ffffffff6001600160401b038316115b1561029b57604051631193505d60e31b81526001600160401b03831660048201526024016101cf565b506001600160401b031690565b5f6101c0516101e0516102bb9190610497565b90505f826001600160401b03166101a05160026102d89190610497565b6102e29190610423565b90508082101561030f57604051636112d5a960e11b815260048101839052602481018290526044016101cf565b505050565b80516001600160401b038116811461032a575f5ffd5b919050565b805163ffffffff8116811461032a575f5ffd5b80516001600160a01b038116811461032a575f5ffd5b5f5f82840360c081121561036a575f5ffd5b60a0811215610377575f5ffd5b5060405160a081016001600160401b03811182821017156103a657634e487b7160e01b5f52604160045260245ffd5b6040526103b284610314565b81526103c060208501610314565b60208201526103d160408501610314565b60408201526103e260608501610314565b60608201526103f36080850161032f565b6080820152915061040660a08401610342565b90509250929050565b634e487b7160e01b5f52601160045260245ffd5b808201808211156104365761043661040f565b92915050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610491575f198160200360031b1b821691505b50919050565b80820281158282048414176104365761043661040f565b60805160a05160c05160e05161010051610120516101405161016051610180516101a0516101c0516101e051610200516102205161024051613b866105f75f395f818161022c0152818161071e0152818161080e0152610dcd01525f61038301525f61035401525f818161041001528181610a6d01528181610cce01528181610d480152818161199901528181611a4a01528181611a900152818161212501528181612155015281816121a70152818161223c015261244c01525f81816103e101528181611938015261242b01525f81816104dd01528181610b5d01528181610ea201528181610ee001528181611ad201528181611d77015261248201525f81816103b201526116aa01525f81816105f101526109ae01525f6122f901525f6122c901525f612f0101525f612ed901525f612e3401525f612e5e01525f612e880152613b865ff3fe608060405234801561000f575f5ffd5b50600436106101c6575f3560e01c8063705528e9116100fe578063a0d40fe31161009e578063ce2ecf231161006e578063ce2ecf2314610615578063d87bd90214610628578063f7accc431461063b578063ffbf6ff31461064e575f5ffd5b8063a0d40fe3146105a8578063aa36072b146105c9578063c6753ae1146105dc578063cd0d0096146105ef575f5ffd5b80638756b2df116100d95780638756b2df146105425780638cf4227f1461055557806392d7a3c5146105755780639748ff6414610595575f5ffd5b8063705528e91461051457806381b18b2c1461052757806384b0196e1461053a575f5ffd5b8063320fab24116101695780635354324d116101445780635354324d146104a85780635cfa0e30146104c85780635ea4d95f146104db57806364555bc514610501575f5ffd5b8063320fab24146102d657806342dfe959146102f75780634fba5adf1461031a575f5ffd5b80631d8d8653116101a45780631d8d86531461022a5780631eb25f0414610264578063217eada31461028f578063220c1f27146102b0575f5ffd5b80631269b4a3146101ca57806314eccf99146102025780631858c20a14610217575b5f5ffd5b6101dd6101d8366004613147565b610680565b604080516001600160401b039384168152929091166020830152015b60405180910390f35b61021561021036600461319d565b610713565b005b6102156102253660046131cd565b610803565b7f00000000000000000000000000000000000000000000000000000000000000005b6040516001600160a01b0390911681526020016101f9565b610277610272366004613206565b6108bc565b6040516001600160401b0390911681526020016101f9565b6102a261029d366004613206565b610934565b6040519081526020016101f9565b6102c36102be366004613206565b610993565b6040516101f9979695949392919061324d565b6102e96102e4366004613206565b610a14565b6040516101f99291906132e3565b61030a610305366004613377565b610af6565b60405190151581526020016101f9565b61043d6040805160a0810182525f808252602082018190529181018290526060810182905260808101919091526040518060a001604052807f00000000000000000000000000000000000000000000000000000000000000006001600160401b031681526020017f00000000000000000000000000000000000000000000000000000000000000006001600160401b031681526020017f00000000000000000000000000000000000000000000000000000000000000006001600160401b031681526020017f00000000000000000000000000000000000000000000000000000000000000006001600160401b031681526020017f000000000000000000000000000000000000000000000000000000000000000063ffffffff16815250905090565b6040516101f991905f60a0820190506001600160401b0383511682526001600160401b0360208401511660208301526001600160401b0360408401511660408301526001600160401b03606084015116606083015263ffffffff608084015116608083015292915050565b6104bb6104b63660046133f0565b610b32565b6040516101f9919061344a565b6104bb6104d6366004613481565b610c80565b7f00000000000000000000000000000000000000000000000000000000000000006102a2565b61021561050f366004613481565b610dc2565b610277610522366004613206565b610e9f565b61030a610535366004613147565b610f14565b6102c3610fdb565b61024c610550366004613206565b61101d565b610568610563366004613206565b61108f565b6040516101f991906134b2565b610588610583366004613206565b6110ff565b6040516101f9919061350a565b61024c6105a3366004613206565b611189565b6105bb6105b6366004613481565b6111fb565b6040516101f9929190613559565b6105886105d7366004613598565b611270565b61030a6105ea3660046135c0565b611303565b7f00000000000000000000000000000000000000000000000000000000000000006102a2565b610215610623366004613647565b611352565b610215610636366004613703565b611661565b61021561064936600461375f565b611789565b61030a61065c366004613206565b6001600160a01b03165f90815260026020526040902054600160f01b900460ff1690565b6001600160a01b038084165f9081526004602090815260408083209385168352600190930181528282208351606081018552905460ff80821680845265ffffffffffff6101008404811695850195909552600160381b9092049093169482019490945291928392918616900361070a576020810151604082015165ffffffffffff91821694501691505b50935093915050565b336001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000161461076357604051634f3d21e360e01b81523360048201526024015b60405180910390fd5b5f61076d84610e9f565b6001600160a01b0385165f90815260076020908152604080832087845290915281209192509081906107a0908585611c68565b9150915081156107fb57604080516001600160401b0380841682528516602082015286916001600160a01b038916917fe3709e61118c9903c0a565a9a94c59e899f66adf3ee9f17d2df540192b0b27d0910160405180910390a35b505050505050565b336001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000161461084e57604051634f3d21e360e01b815233600482015260240161075a565b6001600160a01b0382165f81815260026020526040908190208054841515600160f01b0260ff60f01b19909116179055517fdb36190cac4cdbcf06ad5cecdd18c39f4086fde79d3f122c1d153b5cf56b3253906108b090841515815260200190565b60405180910390a25050565b6001600160a01b038082165f9081526004602090815260408083206001845290915281205490911661090c5760405163bfc6c33760e01b81526001600160a01b038316600482015260240161075a565b506001600160a01b03165f90815260026020526040902054600160d01b900463ffffffff1690565b6001600160a01b038082165f908152600460209081526040808320600184529091528120549091166109845760405163bfc6c33760e01b81526001600160a01b038316600482015260240161075a565b61098d82611d4c565b92915050565b5f6060805f5f5f60606109a588611d9b565b909650945085857f0000000000000000000000000000000000000000000000000000000000000000305f806040519080825280602002602001820160405280156109f9578160200160208202803683370190505b50600f60f81b9e959d50939b50919950975095509350915050565b604080516060810182525f80825260208083018290528284018290526001600160a01b038516825260029052919091205465ffffffffffff168015610af1576001600160a01b0383165f908152600560205260408120907f0000000000000000000000000000000000000000000000000000000000000000610a976001856137ff565b6001600160401b0316610aaa9190613832565b815260208082019290925260409081015f208151606081018352815481526001909101546001600160401b0380821694830194909452600160401b90049092169082015291505b915091565b5f5f610b058587898787611f2f565b90505f5f610b138a8a6111fb565b91509150818015610b245750805183145b9a9950505050505050505050565b604080516060810182525f8082526020820181905291810191909152610b588686610c80565b90505f7f000000000000000000000000000000000000000000000000000000000000000082604001516001600160401b0316610b949190613845565b905080421015610bc957604051631581901f60e01b81526001600160401b03871660048201526024810182905260440161075a565b81602001516001600160401b0316856001600160401b031610610c185760208201516040516316bf5ffb60e21b81526001600160401b038088166004830152909116602482015260440161075a565b610c248786868661205e565b6001600160401b0316856001600160401b031610610c76576040516314be1a7960e11b81526001600160a01b0388166004820152602481018590526001600160401b038616604482015260640161075a565b5095945050505050565b604080516060810182525f80825260208083018290528284018290526001600160a01b038616825260029052919091205465ffffffffffff166001600160401b03831681111580610d0257507f0000000000000000000000000000000000000000000000000000000000000000610d006001600160401b03851683613858565b115b15610d2b57604051631a8d1b2960e01b81526001600160401b038416600482015260240161075a565b6001600160a01b0384165f90815260056020526040812090610d767f00000000000000000000000000000000000000000000000000000000000000006001600160401b038716613832565b815260208082019290925260409081015f208151606081018352815481526001909101546001600160401b0380821694830194909452600160401b900490921690820152949350505050565b336001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001614610e0d57604051634f3d21e360e01b815233600482015260240161075a565b5f610e1783610e9f565b6001600160a01b0384165f908152600660205260408120919250908190610e3f908585611c68565b915091508115610e9857604080516001600160401b038084168252851660208201526001600160a01b038716917f8d111d64a2f309d4c48271ccddcd33aed28dd80c034c56f86ffc06f16059317f910160405180910390a25b5050505050565b5f7f0000000000000000000000000000000000000000000000000000000000000000421015610ecf57505f919050565b610f0a826001600160401b03610f057f000000000000000000000000000000000000000000000000000000000000000042613858565b6120df565b6020015192915050565b6001600160a01b038084165f9081526004602090815260408083209385168352600190930181528282208351606081018552905460ff80821680845265ffffffffffff6101008404811695850195909552600160381b909204909316948201949094529192908516141580610f8a575060ff8416155b15610f98575f915050610fd4565b604081015165ffffffffffff161580610fd05750610fb585611d4c565b816040015165ffffffffffff16610fcc9190613845565b4211155b9150505b9392505050565b5f6060805f5f5f6060610fec6122c2565b610ff46122f2565b604080515f80825260208201909252600f60f81b9b939a50919850469750309650945092509050565b6001600160a01b038082165f9081526004602090815260408083206001845290915281205490911661106d5760405163bfc6c33760e01b81526001600160a01b038316600482015260240161075a565b6001600160a01b0382165f90815260046020526040902061098d90600261231d565b604080516060808201835280825260208201525f91810182905290806110b484611d9b565b604080516060810182529283526020808401929092526001600160a01b039096165f90815260029091528590205463ffffffff600160d01b9091041694810194909452509192915050565b6001600160a01b0381165f908152600660209081526040808320805482518185028101850190935280835260609492939192909184015b8282101561117e575f84815260209081902060408051808201909152908401546001600160401b038082168352600160401b9091041681830152825260019092019101611136565b505050509050919050565b6001600160a01b038082165f908152600460209081526040808320600184529091528120549091166111d95760405163bfc6c33760e01b81526001600160a01b038316600482015260240161075a565b6001600160a01b0382165f90815260046020526040902061098d90600161231d565b604080516060810182525f808252602082018190529181018290525f61122c85856001600160401b03165f196120df565b90506001600160401b0384161580159061125b5750836001600160401b031681602001516001600160401b0316145b1561126857600192509050805b509250929050565b6001600160a01b0382165f9081526007602090815260408083208484528252808320805482518185028101850190935280835260609492939192909184015b828210156112f7575f84815260209081902060408051808201909152908401546001600160401b038082168352600160401b90910416818301528252600190920191016112af565b50505050905092915050565b5f61130d85610e9f565b6001600160401b0316846001600160401b031610801561134957506113348585858561205e565b6001600160401b0316846001600160401b0316105b95945050505050565b5f61135d888061386b565b91505f905061136f60208a018a61386b565b335f908152600460209081526040808320600184529091529020549092506001600160a01b03161590506113b8576040516345ed80e960e01b815233600482015260240161075a565b8115806113c55750604082115b156113e65760405163a6b6a45160e01b81526004810183905260240161075a565b8015806113f35750604081115b156114145760405163a0d0925f60e01b81526004810182905260240161075a565b6114266114218a8061386b565b61238d565b61143661142160208b018b61386b565b63ffffffff61144b60608b0160408c016138ad565b6001600160401b0316111561148f5761146a60608a0160408b016138ad565b604051631193505d60e31b81526001600160401b03909116600482015260240161075a565b6114a76114a260608b0160408c016138ad565b612425565b60408051808201909152806114bc8b8061386b565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250505090825250602090810190611504908c018c61386b565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92018290525093909452505033815260036020526040902082519091508190611556908261394c565b506020820151600182019061156b908261394c565b5061157f91505060608a0160408b016138ad565b335f908152600260209081526040808320805463ffffffff60d01b1916600160d01b63ffffffff9687160217905560049091529020906115c69082906001908c906124df16565b6115d2816002886124df565b6115df60018a8a8a61251f565b6115ec600287878761251f565b337f147afb3747d8cbb783a8a0c7f09069a73e6483bb9757fbe997d7da6d99d296626116188c8061386b565b61162560208f018f61386b565b8f604001602081019061163891906138ad565b8f8d60405161164d9796959493929190613a2e565b60405180910390a250505050505050505050565b335f908152600460209081526040808320600184529091529020546001600160a01b03166116a45760405163bfc6c33760e01b815233600482015260240161075a565b5f6116cf7f000000000000000000000000000000000000000000000000000000000000000042613845565b335f9081526004602052604090209091506116ec908686846125d2565b6116f88585858561251f565b5f1960ff86160161173257335f908152600260205260409020805465ffffffffffff60a01b1916600160a01b65ffffffffffff8416021790555b604080516001600160a01b038616815265ffffffffffff8316602082015260ff87169133917fddeb8d3cd64fa7431f4cc241707c6ce2681027d3aab8be1632cfb444e24b8382910160405180910390a35050505050565b6001600160a01b0387165f90815260026020908152604091829020825160c081018452905465ffffffffffff8082168352660100000000000082046001600160401b031693830193909352600160701b8104831693820193909352600160a01b83049091166060820152600160d01b820463ffffffff166080820152600160f01b90910460ff16151560a082015261182588828989878761273b565b8060a0015161185257604051635a837aa160e11b81526001600160a01b038916600482015260240161075a565b661fffffffffffff6001600160401b038816111561188e576040516306d42ed560e41b81526001600160401b038816600482015260240161075a565b80602001516001600160401b0316876001600160401b0316116118dd57602081015160405163cfd88f7d60e01b81526001600160401b03808a166004830152909116602482015260440161075a565b6001600160a01b0388165f9081526005602052604081208251909165ffffffffffff909116900361193557841561193057604051630602a2fd60e51b8152600481018690525f602482015260440161075a565b611a45565b5f7f0000000000000000000000000000000000000000000000000000000000000000836040015165ffffffffffff1661196e9190613845565b905080421015611994576040516301cfd26760e01b81526004810182905260240161075a565b5f825f7f00000000000000000000000000000000000000000000000000000000000000006001875f01516119c89190613a87565b65ffffffffffff166119da9190613832565b81526020019081526020015f205f015490506119fe8460200151828c8c8c8c6128e5565b611a425760208401516040516392b8e1cb60e01b81526001600160401b03918216600482015260248101839052908b166044820152606481018a905260840161075a565b50505b5f815f7f0000000000000000000000000000000000000000000000000000000000000000855f015165ffffffffffff16611a7f9190613832565b81526020019081526020015f2090507f0000000000000000000000000000000000000000000000000000000000000000835f015165ffffffffffff1610611b2f576080830151429063ffffffff16611af87f00000000000000000000000000000000000000000000000000000000000000006002613aa5565b6001840154611b179190600160401b90046001600160401b0316613845565b611b219190613845565b1115611b2f57611b2f613abc565b6001810180546fffffffffffffffffffffffffffffffff1916600160401b426001600160401b039081169190910267ffffffffffffffff191691909117908b16908117909155888255835160408051928352602083018b905265ffffffffffff909116916001600160a01b038d16917f86d1879d76f621db59018592db483e96846d4de01c2e017d2d3bf3bdb5baf0b7910160405180910390a36001600160a01b038a165f9081526002602052604090208351611bed906001613ad0565b815473ffffffffffffffffffffffffffff0000000000001916600160701b4265ffffffffffff908116919091026dffffffffffffffff00000000000019169190911766010000000000006001600160401b039d909d169c909c029b909b1765ffffffffffff19169a1699909917909855505050505050505050565b82545f9081908015801590611cb0575085611c84600183613858565b81548110611c9457611c94613aee565b5f918252602090912001546001600160401b0390811690861610155b15611cc1575f859250925050611d44565b611ccd60016010613858565b8114611cd95784611cdb565b5f5b604080518082019091526001600160401b03808316825286811660208084019182528a5460018181018d555f8d81529290922094519401805492518416600160401b026fffffffffffffffffffffffffffffffff19909316949093169390931717905593509150505b935093915050565b6001600160a01b0381165f9081526002602052604081205461098d90600160d01b900463ffffffff167f0000000000000000000000000000000000000000000000000000000000000000613845565b606080611dcd836001600160a01b039081165f9081526004602090815260408083206001845290915290205416151590565b611df55760405163bfc6c33760e01b81526001600160a01b038416600482015260240161075a565b6001600160a01b0383165f908152600360205260409020805460018201908290611e1e906138c6565b80601f0160208091040260200160405190810160405280929190818152602001828054611e4a906138c6565b8015611e955780601f10611e6c57610100808354040283529160200191611e95565b820191905f5260205f20905b815481529060010190602001808311611e7857829003601f168201915b50505050509150808054611ea8906138c6565b80601f0160208091040260200160405190810160405280929190818152602001828054611ed4906138c6565b8015611f1f5780601f10611ef657610100808354040283529160200191611f1f565b820191905f5260205f20905b815481529060010190602001808311611f0257829003601f168201915b5050505050905091509150915091565b5f836001600160401b0316856001600160401b031610611f75576040516316bf5ffb60e21b81526001600160401b0380871660048301528516602482015260440161075a565b5f5f611f818787612a60565b9092509050611f908183613845565b8414611fc35783611fa18284613845565b604051630602a2fd60e51b81526004810192909252602482015260440161075a565b6040518893506001600160401b0388165f19841b1790600190818153878760051b81015b80821015612030576001851660051b8881600186010152823581602186010352508360205f60418660025afa60203d14161693505f5197508460011c9450602082019150611fe7565b505050806120515760405163c176b3c560e01b815260040160405180910390fd5b5050505095945050505050565b6001600160a01b0384165f90815260066020526040812081906120819086612a9e565b6001600160a01b0387165f9081526007602090815260408083208884529091528120919250906120b19085612a9e565b9050806001600160401b0316826001600160401b0316106120d257806120d4565b815b979650505050505050565b604080516060810182525f80825260208083018290528284018290526001600160a01b03871682526005815283822060029091529281205491929165ffffffffffff16907f00000000000000000000000000000000000000000000000000000000000000008211612150575f61217a565b61217a7f000000000000000000000000000000000000000000000000000000000000000083613858565b9050805b82811015612231575f60026121938584613845565b61219d9190613b02565b90505f85816121cc7f000000000000000000000000000000000000000000000000000000000000000085613832565b815260208101919091526040015f2060018101549091506001600160401b0316891080159061220f57506001810154600160401b90046001600160401b03168810155b156122265761221f826001613845565b925061222a565b8194505b505061217e565b8181146122b757835f7f0000000000000000000000000000000000000000000000000000000000000000612266600185613858565b6122709190613832565b815260208082019290925260409081015f208151606081018352815481526001909101546001600160401b0380821694830194909452600160401b90049092169082015294505b505050509392505050565b60606122ed7f0000000000000000000000000000000000000000000000000000000000000000612b28565b905090565b60606122ed7f0000000000000000000000000000000000000000000000000000000000000000612b28565b60ff81165f90815260208390526040812060018101546001600160a01b0316801580159061237157506001600160a01b0381165f908152600186016020526040902054610100900465ffffffffffff164210155b6123855781546001600160a01b0316611349565b949350505050565b5f5b8181101561242057600160fd1b8383838181106123ae576123ae613aee565b9050013560f81c60f81b6001600160f81b03191610806123f65750603f60f91b8383838181106123e0576123e0613aee565b9050013560f81c60f81b6001600160f81b031916115b15612418578282604051631407c19760e01b815260040161075a929190613b15565b60010161238f565b505050565b5f6124707f00000000000000000000000000000000000000000000000000000000000000007f0000000000000000000000000000000000000000000000000000000000000000613aa5565b90505f6001600160401b0383166124a87f00000000000000000000000000000000000000000000000000000000000000006002613aa5565b6124b29190613845565b90508082101561242057604051636112d5a960e11b8152600481018390526024810182905260440161075a565b6124eb83838342612b65565b60ff919091165f908152602092909252604090912080546001600160a01b0319166001600160a01b03909216919091179055565b604080517fad58070e697bec6eeacbb34e39b964980d1eba1f6b4a363b78540628985c20cf602080830191909152338284015260ff871660608084019190915283518084039091018152608090920190925280519101205f90612583908484612c30565b9050836001600160a01b0316816001600160a01b031614610e98576040516278d30160e61b815260ff861660048201526001600160a01b0380861660248301528216604482015260640161075a565b60ff83166001148015906125ea575060ff8316600214155b1561260d5760405163db971f0560e01b815260ff8416600482015260240161075a565b60ff83165f90815260208590526040902060018101546001600160a01b0316156126cb576001818101546001600160a01b03165f9081529086016020526040902054610100900465ffffffffffff1642811115612690576040516334a8296360e11b815260ff8616600482015265ffffffffffff8216602482015260440161075a565b60ff85165f90815260208790526040902060018101805482546001600160a01b0382166001600160a01b031991821617909355919091169055505b6126d785858585612b65565b80546001600160a01b039081165f908152600196870160205260409020805465ffffffffffff909416600160381b026cffffffffffff0000000000000019909416939093179092559093018054919093166001600160a01b03199091161790915550565b6001600160a01b0386165f908152600460205260409020606086015165ffffffffffff16158015906127795750856060015165ffffffffffff164210155b156127ce5760015f81815260208381526040808320938401805485546001600160a01b038083166001600160a01b031992831617909755169055928a1682526002905220805465ffffffffffff60a01b191690555b60015f908152602082905260409020546001600160a01b0316806128105760405163bfc6c33760e01b81526001600160a01b038916600482015260240161075a565b5f831561289157604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b806020808301919091526001600160a01b038c16828401526001600160401b038a16606083015260808083018a90528351808403909101815260a0909201909252805191012061288c908686612c30565b612893565b335b9050816001600160a01b0316816001600160a01b0316146128da57604051634a708f7960e11b81526001600160a01b0380831660048301528316602482015260440161075a565b505050505050505050565b5f6001600160401b038716158061290e5750846001600160401b0316876001600160401b031610155b1561293f5760405163d250a18360e01b81526001600160401b0380891660048301528616602482015260440161075a565b5f61294b6001896137ff565b90505f5f6129598389612a60565b90925090505f600161297661296f8d1983613b28565b8d16612c44565b6129809190613858565b90505f6001600160401b038c8616161561299b57600161299d565b5f5b60ff169050816129ad8583613845565b6129b79190613858565b93506129c38385613845565b87146129d45786611fa18486613845565b5f81156129f95788885f8181106129ed576129ed613aee565b905060200201356129fb565b8b5b9050805f612a098488613858565b5f19901b85896001600160401b0316901c179050612a3a8383838e8e89908092612a3593929190613b47565b612cf0565b90935091508d83148015612a4d57508b82145b9f9e505050505050505050505050505050565b5f80612a77612a706001856137ff565b8518612c44565b91506001600160401b03808516831c165b8015611268576001909101905f19810116612a88565b81545f90815b81811015612b17575f858281548110612abf57612abf613aee565b5f918252602091829020604080518082019091529101546001600160401b03808216808452600160401b90920481169383019390935290925090861610612b0e5760200151925061098d915050565b50600101612aa4565b506001600160401b03949350505050565b60605f612b3483612dab565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b6001600160a01b0382165f90815260018501602052604090205460ff1615612bab5760405163073b897d60e51b81526001600160a01b038316600482015260240161075a565b6040805160608101825260ff948516815265ffffffffffff92831660208083019182525f8385018181526001600160a01b039097168152600190980190529190952094518554915193518316600160381b026cffffffffffff0000000000000019949093166101000266ffffffffffffff199092169416939093179290921716179055565b5f612385612c3d85612dd2565b8484612dfe565b5f6001600160401b03821615612ce957612cd9826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b612ce4906001613845565b61098d565b5f92915050565b5f5f5f6001905060405160018153858560051b81015b80821015612d7e57600189168015612d4757823560018501528b60218501528460205f60418760025afa60203d14161694505f519b508a6021850152612d55565b8a6001850152823560218501525b508360205f60418660025afa60203d14161693505f5199508860011c9850602082019150612d06565b50505080612d9f5760405163c176b3c560e01b815260040160405180910390fd5b50959694955050505050565b5f60ff8216601f81111561098d57604051632cd44ac360e21b815260040160405180910390fd5b5f61098d612dde612e28565b8360405161190160f01b8152600281019290925260228201526042902090565b5f5f5f5f612e0d878787612f51565b925092509250612e1d8282612f98565b509095945050505050565b5f306001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016148015612e8057507f000000000000000000000000000000000000000000000000000000000000000046145b15612eaa57507f000000000000000000000000000000000000000000000000000000000000000090565b6122ed604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b5f80806041849003612f85578435602086013560408701355f1a612f7789828585613054565b955095509550505050612f8f565b505f915060029050825b93509350939050565b5f826003811115612fab57612fab613b72565b03612fb4575050565b6001826003811115612fc857612fc8613b72565b03612fe65760405163f645eedf60e01b815260040160405180910390fd5b6002826003811115612ffa57612ffa613b72565b0361301b5760405163fce698f760e01b81526004810182905260240161075a565b600382600381111561302f5761302f613b72565b03613050576040516335e2f38360e21b81526004810182905260240161075a565b5050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561308d57505f91506003905082613112565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156130de573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661310957505f925060019150829050613112565b92505f91508190505b9450945094915050565b80356001600160a01b0381168114613132575f5ffd5b919050565b803560ff81168114613132575f5ffd5b5f5f5f60608486031215613159575f5ffd5b6131628461311c565b925061317060208501613137565b915061317e6040850161311c565b90509250925092565b80356001600160401b0381168114613132575f5ffd5b5f5f5f606084860312156131af575f5ffd5b6131b88461311c565b92506020840135915061317e60408501613187565b5f5f604083850312156131de575f5ffd5b6131e78361311c565b9150602083013580151581146131fb575f5ffd5b809150509250929050565b5f60208284031215613216575f5ffd5b610fd48261311c565b5f81518084528060208401602086015e5f602082860101526020601f19601f83011685010191505092915050565b60ff60f81b8816815260e060208201525f61326b60e083018961321f565b828103604084015261327d818961321f565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b818110156132d25783518352602093840193909201916001016132b4565b50909b9a5050505050505050505050565b6080810161331a8285805182526001600160401b0360208201511660208301526001600160401b0360408201511660408301525050565b6001600160401b03831660608301529392505050565b5f5f83601f840112613340575f5ffd5b5081356001600160401b03811115613356575f5ffd5b6020830191508360208260051b8501011115613370575f5ffd5b9250929050565b5f5f5f5f5f5f60a0878903121561338c575f5ffd5b6133958761311c565b95506133a360208801613187565b94506133b160408801613187565b93506060870135925060808701356001600160401b038111156133d2575f5ffd5b6133de89828a01613330565b979a9699509497509295939492505050565b5f5f5f5f5f60a08688031215613404575f5ffd5b61340d8661311c565b945061341b60208701613187565b935061342960408701613187565b92506060860135915061343e60808701613187565b90509295509295909350565b6060810161098d8284805182526001600160401b0360208201511660208301526001600160401b0360408201511660408301525050565b5f5f60408385031215613492575f5ffd5b61349b8361311c565b91506134a960208401613187565b90509250929050565b602081525f8251606060208401526134cd608084018261321f565b90506020840151601f198483030160408501526134ea828261321f565b9150506001600160401b0360408501511660608401528091505092915050565b602080825282518282018190525f918401906040840190835b81811015612e1d57835180516001600160401b039081168552602091820151168185015290930192604090920191600101613523565b821515815260808101610fd46020830184805182526001600160401b0360208201511660208301526001600160401b0360408201511660408301525050565b5f5f604083850312156135a9575f5ffd5b6135b28361311c565b946020939093013593505050565b5f5f5f5f608085870312156135d3575f5ffd5b6135dc8561311c565b93506135ea60208601613187565b9250604085013591506135ff60608601613187565b905092959194509250565b5f5f83601f84011261361a575f5ffd5b5081356001600160401b03811115613630575f5ffd5b602083019150836020828501011115613370575f5ffd5b5f5f5f5f5f5f5f60a0888a03121561365d575f5ffd5b87356001600160401b03811115613672575f5ffd5b88016060818b031215613683575f5ffd5b96506136916020890161311c565b955060408801356001600160401b038111156136ab575f5ffd5b6136b78a828b0161360a565b90965094506136ca90506060890161311c565b925060808801356001600160401b038111156136e4575f5ffd5b6136f08a828b0161360a565b989b979a50959850939692959293505050565b5f5f5f5f60608587031215613716575f5ffd5b61371f85613137565b935061372d6020860161311c565b925060408501356001600160401b03811115613747575f5ffd5b6137538782880161360a565b95989497509550505050565b5f5f5f5f5f5f5f60a0888a031215613775575f5ffd5b61377e8861311c565b965061378c60208901613187565b95506040880135945060608801356001600160401b038111156137ad575f5ffd5b6137b98a828b01613330565b90955093505060808801356001600160401b038111156136e4575f5ffd5b634e487b7160e01b5f52604160045260245ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b03828116828216039081111561098d5761098d6137eb565b634e487b7160e01b5f52601260045260245ffd5b5f826138405761384061381e565b500690565b8082018082111561098d5761098d6137eb565b8181038181111561098d5761098d6137eb565b5f5f8335601e19843603018112613880575f5ffd5b8301803591506001600160401b03821115613899575f5ffd5b602001915036819003821315613370575f5ffd5b5f602082840312156138bd575f5ffd5b610fd482613187565b600181811c908216806138da57607f821691505b6020821081036138f857634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115612420578282111561242057805f5260205f20601f840160051c602085101561392957505f5b90810190601f840160051c035f5b818110156107fb575f83820155600101613937565b81516001600160401b03811115613965576139656137d7565b6139798161397384546138c6565b846138fe565b6020601f8211600181146139ab575f83156139945750848201515b5f19600385901b1c1916600184901b178455610e98565b5f84815260208120601f198516915b828110156139da57878501518255602094850194600190920191016139ba565b50848210156139f757868401515f19600387901b60f8161c191681555b50505050600190811b01905550565b81835281816020850137505f828201602090810191909152601f909101601f19169091010190565b60a081525f613a4160a08301898b613a06565b8281036020840152613a5481888a613a06565b6001600160401b0396909616604084015250506001600160a01b0392831660608201529116608090910152949350505050565b65ffffffffffff828116828216039081111561098d5761098d6137eb565b808202811582820484141761098d5761098d6137eb565b634e487b7160e01b5f52600160045260245ffd5b65ffffffffffff818116838216019081111561098d5761098d6137eb565b634e487b7160e01b5f52603260045260245ffd5b5f82613b1057613b1061381e565b500490565b602081525f612385602083018486613a06565b6001600160401b03818116838216019081111561098d5761098d6137eb565b5f5f85851115613b55575f5ffd5b83861115613b61575f5ffd5b5050600583901b0193919092039150565b634e487b7160e01b5f52602160045260245ffd";
