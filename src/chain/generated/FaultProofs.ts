// Written by scripts/generate/abis.ts from contracts/FaultProofs.sol: do not edit.
import type { Abi, Hex } from "viem";

/** The ABI of `FaultProofs`. */
export const faultProofsAbi = [
  {
    inputs: [
      { internalType: "address", name: "registry", type: "address" },
      { internalType: "address", name: "stake", type: "address" },
      { internalType: "address", name: "poseidon", type: "address" },
    ],
    stateMutability: "nonpayable",
    type: "constructor",
  },
  { inputs: [{ internalType: "uint256", name: "offset", type: "uint256" }], name: "BadPayloadType", type: "error" },
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
    inputs: [{ internalType: "enum FaultProofs.Fault", name: "fault", type: "uint8" }],
    name: "NoFault",
    type: "error",
  },
  { inputs: [{ internalType: "address", name: "account", type: "address" }], name: "NoPoseidon", type: "error" },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "bytes32", name: "log", type: "bytes32" },
    ],
    name: "NotALogOf",
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
      { internalType: "address", name: "operator", type: "address" },
      { internalType: "uint8", name: "role", type: "uint8" },
      { internalType: "address", name: "signer", type: "address" },
    ],
    name: "NotSignedBy",
    type: "error",
  },
  {
    inputs: [
      { internalType: "uint256", name: "length", type: "uint256" },
      { internalType: "uint256", name: "expected", type: "uint256" },
    ],
    name: "ProofLength",
    type: "error",
  },
  { inputs: [], name: "Sha256Failed", type: "error" },
  {
    inputs: [
      { internalType: "uint256", name: "words", type: "uint256" },
      { internalType: "uint256", name: "members", type: "uint256" },
    ],
    name: "WordCount",
    type: "error",
  },
  {
    anonymous: false,
    inputs: [
      { indexed: true, internalType: "address", name: "operator", type: "address" },
      { indexed: true, internalType: "enum FaultProofs.Fault", name: "fault", type: "uint8" },
      { indexed: true, internalType: "address", name: "reporter", type: "address" },
      { indexed: false, internalType: "bool", name: "slashed", type: "bool" },
    ],
    name: "FaultProven",
    type: "event",
  },
  {
    inputs: [
      { internalType: "address", name: "operator", type: "address" },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          {
            components: [
              { internalType: "uint64", name: "size", type: "uint64" },
              { internalType: "bytes32", name: "root", type: "bytes32" },
              { internalType: "bytes", name: "signature", type: "bytes" },
            ],
            internalType: "struct Evidence.SignedCheckpoint",
            name: "signed",
            type: "tuple",
          },
          { internalType: "bytes32", name: "leafHash", type: "bytes32" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct FaultProofs.CheckpointStatement",
        name: "first",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          {
            components: [
              { internalType: "uint64", name: "size", type: "uint64" },
              { internalType: "bytes32", name: "root", type: "bytes32" },
              { internalType: "bytes", name: "signature", type: "bytes" },
            ],
            internalType: "struct Evidence.SignedCheckpoint",
            name: "signed",
            type: "tuple",
          },
          { internalType: "bytes32", name: "leafHash", type: "bytes32" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct FaultProofs.CheckpointStatement",
        name: "second",
        type: "tuple",
      },
      { internalType: "uint64", name: "position", type: "uint64" },
    ],
    name: "proveCheckpointEquivocation",
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
            name: "anchored",
            type: "tuple",
          },
        ],
        internalType: "struct FaultProofs.EntryStatement",
        name: "first",
        type: "tuple",
      },
      {
        components: [
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
            name: "anchored",
            type: "tuple",
          },
        ],
        internalType: "struct FaultProofs.EntryStatement",
        name: "second",
        type: "tuple",
      },
      { internalType: "bytes32", name: "nameHash", type: "bytes32" },
    ],
    name: "proveEntryEquivocation",
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
        name: "previous",
        type: "tuple",
      },
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
        name: "next",
        type: "tuple",
      },
    ],
    name: "proveEntrySuccession",
    outputs: [],
    stateMutability: "nonpayable",
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
        name: "leaf",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint256", name: "chainId", type: "uint256" },
          { internalType: "address", name: "registry", type: "address" },
          { internalType: "address", name: "operator", type: "address" },
          { internalType: "bytes32", name: "nameHash", type: "bytes32" },
        ],
        internalType: "struct FaultProofs.LogOpening",
        name: "log",
        type: "tuple",
      },
    ],
    name: "proveForeignLog",
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
    name: "proveForgedAction",
    outputs: [],
    stateMutability: "nonpayable",
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
        name: "previous",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint64", name: "sequence", type: "uint64" },
          { internalType: "uint64", name: "position", type: "uint64" },
          { internalType: "bytes", name: "header", type: "bytes" },
          { internalType: "bytes32[]", name: "proof", type: "bytes32[]" },
        ],
        internalType: "struct Evidence.HeaderEvidence",
        name: "next",
        type: "tuple",
      },
    ],
    name: "proveHeaderSuccession",
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
        name: "leaf",
        type: "tuple",
      },
    ],
    name: "proveMalformedLeaf",
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
        name: "first",
        type: "tuple",
      },
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
        name: "second",
        type: "tuple",
      },
    ],
    name: "proveReplay",
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
        name: "earlier",
        type: "tuple",
      },
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
        name: "later",
        type: "tuple",
      },
      {
        components: [
          { internalType: "string", name: "payloadType", type: "string" },
          { internalType: "uint64", name: "deadline", type: "uint64" },
          { internalType: "bytes32[]", name: "words", type: "bytes32[]" },
        ],
        internalType: "struct Actions.Opening",
        name: "opening",
        type: "tuple",
      },
    ],
    name: "proveWrongCarry",
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
      {
        components: [
          { internalType: "string", name: "payloadType", type: "string" },
          { internalType: "uint64", name: "deadline", type: "uint64" },
          { internalType: "bytes32[]", name: "words", type: "bytes32[]" },
        ],
        internalType: "struct Actions.Opening",
        name: "opening",
        type: "tuple",
      },
      {
        components: [
          { internalType: "uint256", name: "leaf", type: "uint256" },
          { internalType: "uint256[24]", name: "siblings", type: "uint256[24]" },
        ],
        internalType: "struct ZkTree.ZkPath",
        name: "path",
        type: "tuple",
      },
    ],
    name: "proveWrongCommitment",
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
      {
        components: [
          { internalType: "string", name: "payloadType", type: "string" },
          { internalType: "uint64", name: "deadline", type: "uint64" },
          { internalType: "bytes32[]", name: "words", type: "bytes32[]" },
        ],
        internalType: "struct Actions.Opening",
        name: "opening",
        type: "tuple",
      },
    ],
    name: "proveWrongObject",
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
        name: "earlier",
        type: "tuple",
      },
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
        name: "later",
        type: "tuple",
      },
    ],
    name: "proveWrongPrior",
    outputs: [],
    stateMutability: "nonpayable",
    type: "function",
  },
] as const satisfies Abi;

/** The code that deploys a `FaultProofs`. The constructor's arguments follow it. */
export const faultProofsCreationBytecode: Hex =
  "0x60e060405234801561000f575f5ffd5b50604051614e11380380614e1183398101604081905261002e916100b8565b6001600160a01b0380831660a052831660805261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614c6a6101a75f395f81816108ca015261091101525f610d1801525f81816101bf01528181610220015281816102b201528181610385015281816103b6015281816104f1015281816106e501528181610763015281816107e4015281816108480152818161087901528181610a5501528181610e0401528181610e830152818161192e015281816122500152818161239e0152818161249801526124f70152614c6a5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e1366004614110565b6101b9565b005b6100e66100f636600461416a565b610347565b6100e661010936600461416a565b61037e565b6100e661011c3660046141dc565b6104eb565b6100e661012f36600461416a565b6106ac565b6100e6610142366004614236565b6106df565b6100e661015536600461429e565b61075d565b6100e661016836600461433f565b610840565b6100e661017b3660046143e4565b610977565b6100e661018e366004614479565b610a04565b6100e66101a13660046144f3565b610b16565b6100e66101b436600461416a565b610b51565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610c0d565b509091505f905061021b8335610201604086016020870161458f565b610211606087016040880161458f565b8660600135610c60565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906145a8565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e2604086016020870161458f565b6001600160a01b0316145b801561031957506001600160a01b03861661030e606086016040870161458f565b6001600160a01b0316145b905061033f835f01518314801561032e575081155b876005865f01518760400151610cb2565b505050505050565b5f5f610354858585610de6565b92505091506103776103668383610ed1565b866009845f01518560200151610cb2565b5050505050565b5f5f6103ab7f00000000000000000000000000000000000000000000000000000000000000008686610c0d565b50915091505f6103dc7f00000000000000000000000000000000000000000000000000000000000000008786610c0d565b505060808101519091505f906001600160401b031661040160408801602089016145bf565b6001600160401b031614801561041f575061041d848484611077565b155b90505f61043260408701602088016145bf565b6001600160401b031661044b6040890160208a016145bf565b6001600160401b031614158015610463575082518551145b8015610488575082602001516001600160401b031685602001516001600160401b0316145b90505f8180156104b1575083604001516001600160401b031686604001516001600160401b0316105b6104bf5783604001516104c5565b85604001515b90506104e083806104d35750825b8a6003875f015185610cb2565b505050505050505050565b5f6105207f00000000000000000000000000000000000000000000000000000000000000008461051b85806145da565b61113c565b91505f90508061054661053385806145da565b6105419060408101906145f8565b6111ff565b91509150816105785761037760018660045f61056289806145da565b6105739060408101906020016145bf565b610cb2565b5f6001600160401b03801682608001516001600160401b0316141580156105cf57506105a485806145da565b6105b59060408101906020016145bf565b6001600160401b031682608001516001600160401b031610155b90505f6105ee83610140015186604001516001600160401b03166113b2565b905081806105f95750805b1561061d576106146001886004865f01518760400151610cb2565b50505050505050565b5f61062884886113de565b90505f8061064161063c60408b018b6145f8565b6114d5565b915091505f82801561066957506106698761066260408d0160208e0161463a565b8685611785565b905061069f81158c60048a5f01518e602001602081019061068a919061463a565b63ffffffff168c604001516105739190614671565b5050505050505050505050565b5f5f5f6106ba868686610de6565b92509250925061033f6106ce84848461184a565b876002845f01518560200151610cb2565b5f61070b7f000000000000000000000000000000000000000000000000000000000000000085856118c3565b509150505f6107248261071f878587611902565b61195a565b905061037781158061074c575061074a8361074560408701602088016145bf565b6119fd565b155b86600a855f01518660200151610cb2565b5f6107897f000000000000000000000000000000000000000000000000000000000000000086866118c3565b5060e08101519092505f915060ff166107de578160c0015184846040516107b1929190614690565b60405180910390201480156107d757506107d582606001518360a001518686611a2d565b155b905061082b565b5f6108157f00000000000000000000000000000000000000000000000000000000000000006108108560600151611ab1565b611b13565b90506108278360600151828787611a2d565b9150505b61033f81876007855f01518660200151610cb2565b5f5f5f61086e7f000000000000000000000000000000000000000000000000000000000000000088886118c3565b9250925092506108a07f0000000000000000000000000000000000000000000000000000000000000000888488611b40565b505f6108ac86806145f8565b6040516108ba929190614690565b604051809103902090505f6109017f00000000000000000000000000000000000000000000000000000000000000008585858b80604001906108fc919061469f565b611c5d565b6101208601519091505f906109467f000000000000000000000000000000000000000000000000000000000000000061094060408d0160208e0161463a565b8a6120d4565b14905061096b81801561095a575087358314155b8b6008885f01518960200151610cb2565b50505050505050505050565b5f5f610983868661221e565b915091505f5f610993888761221e565b90925090506001600160401b0384811690831614838214146109c6576109bd600189815f80610cb2565b505050506109fe565b6109d388868987876123f1565b6109e088868885856123f1565b6109f96040888101359088013514158960015f89610cb2565b505050505b50505050565b5f610a0f858561245c565b90505f610a1c868561245c565b90505f610a2c60808701876145f8565b1580159150610a485750610a4360808601866145f8565b151590505b90508015610a7f57610a7f7f000000000000000000000000000000000000000000000000000000000000000088855f0151876125b4565b815183515f91148015610aab575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610ade575083606001516001600160401b031685606001516001600160401b0316145b90505f610aef8660600151426113b2565b905061096b838015610b065750821580610b065750815b8b5f895f01518a60200151610cb2565b5f5f610b23868686610de6565b925050915061033f610b408383610b3b8a8689611902565b612650565b87600b845f01518560200151610cb2565b5f5f610b5e858585610de6565b92505091505f815f0151835f0151148015610b93575081602001516001600160401b031683602001516001600160401b031614155b8015610bb8575081606001516001600160a01b031683606001516001600160a01b0316145b8015610bcb575081608001518360800151145b905061033f81876006865f015186602001516001600160401b031688602001516001600160401b031611610c03578660200151610cb2565b8760200151610cb2565b610c15613f97565b604080516060810182525f80825260208201819052918101829052610c3b86868661113c565b9092509050610c55610c5060408601866145f8565b612708565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b604051602081830303815290604052805190602001209050949350505050565b84610cdb57826040516337e19b7160e11b8152600401610cd291906146f8565b60405180910390fd5b60405163146c47e160e11b81526001600160a01b038581166004830152336024830152604482018490526001600160401b03831660648301525f917f0000000000000000000000000000000000000000000000000000000000000000909116906328d88fc2906084016020604051808303815f875af1158015610d60573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610d84919061471e565b90503384600b811115610d9957610d996146e4565b866001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051610dd6911515815260200190565b60405180910390a4505050505050565b610dee614010565b5f610df7614010565b610dff613f97565b610e2a7f000000000000000000000000000000000000000000000000000000000000000088886118c3565b90955093509050610e3b85806145da565b610e4c9060408101906020016145bf565b6001600160401b0316610e5f87806145da565b610e709060408101906020016145bf565b6001600160401b031614610eb857610eb27f000000000000000000000000000000000000000000000000000000000000000088610ead88806145da565b610c0d565b50909150505b610ec2818661273d565b50809250505093509350939050565b6101408101515f9060ff161580610eea57508151835114155b80610f0f575081602001516001600160401b031683602001516001600160401b031610155b15610f1b57505f611071565b6101408301515f9060ff1615801590610f3d5750826101600151846101600151145b90505f818015610f55575061014085015160ff166001145b9050811580610f87575080158015610f87575084602001516001600160401b03168461018001516001600160401b0316145b15610fb35784602001516001600160401b03168461018001516001600160401b03161492505050611071565b80610fc357846101800151610fc9565b84602001515b6001600160401b03168461018001516001600160401b031614611026576101808401516001600160401b03908116148061101d575084602001516001600160401b03168461018001516001600160401b0316105b92505050611071565b61014084015160ff1660021461104b57611045856101a00151856127a0565b1561106c565b846101a001516001600160a01b0316846101a001516001600160a01b031614155b925050505b92915050565b825181515f911480156110ae57506020840151611095906001614671565b6001600160401b031682602001516001600160401b0316145b80156110e85750836060015163ffffffff1684604001516110cf9190614671565b6001600160401b031682604001516001600160401b0316145b80156110f75750828260a00151145b801561110a57508360e001518260c00151145b801561113257508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e308561117460208701876145bf565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156111c4573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906111e8919061473d565b90506111f5818585612810565b9150935093915050565b5f611208613f97565b60e58314158061123f5750600160f91b84845f81611228576112286147b1565b9050013560f81c60f81b6001600160f81b03191614155b1561124c575f91506113ab565b61125a6021600185876147c5565b611263916147ec565b81526112736029602185876147c5565b61127c91614809565b60c01c60208201526112926031602985876147c5565b61129b91614809565b60c01c60408201526112b16035603185876147c5565b6112ba9161483f565b60e01c60608201526112d0603d603585876147c5565b6112d991614809565b60c01c60808201526112ef605d603d85876147c5565b6112f8916147ec565b60a082015261130b607d605d85876147c5565b611314916147ec565b60c0820152611327609d607d85876147c5565b611330916147ec565b60e082015261134360bd609d85876147c5565b61134c916147ec565b61010082015261136060dd60bd85876147c5565b611369916147ec565b61012082015261137d60e560dd85876147c5565b61138691614809565b60c01c610140820152611398816128b6565b80156113a857506113a8816129c4565b91505b9250929050565b5f6113bf610e1083614875565b6113cb906103e8614888565b836001600160401b031611905092915050565b5f6114286113ef60408401846145f8565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612a4f92505050565b90505f6114658261143f604086016020870161463a565b63ffffffff16866060015163ffffffff16868060600190611460919061469f565b612ab6565b905083610100015181146114ce5761147d83806145da565b61148e9060408101906020016145bf565b61149e604085016020860161463a565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610cd2565b5092915050565b5f6114de614010565b61010b831415806115165750600160f81b84845f816114ff576114ff6147b1565b9050013560f81c60f81b6001600160f81b03191614155b15611523575f91506113ab565b6115316021600185876147c5565b61153a916147ec565b815261154a6029602185876147c5565b61155391614809565b60c01c60208201526115696049602985876147c5565b611572916147ec565b6040820152611585605d604985876147c5565b61158e9161489f565b606090811c908201526115a5607d605d85876147c5565b6115ae916147ec565b60808201526115c1609d607d85876147c5565b6115ca916147ec565b60a08201526115dd60bd609d85876147c5565b6115e6916147ec565b60c0820152838360bd8181106115fe576115fe6147b1565b919091013560f81c60e08301525061161a60c660be85876147c5565b61162391614809565b60c01c61010082015261163a60ce60c685876147c5565b61164391614809565b60c01c610120820152838360ce81811061165f5761165f6147b1565b919091013560f81c6101408301525061167c60ef60cf85876147c5565b611685916147ec565b61016082015261169960f760ef85876147c5565b6116a291614809565b60c01c6101808201526116ba61010b60f785876147c5565b6116c39161489f565b60601c6101a08201526020810151661fffffffffffff6001600160401b03909116118015906116fd5750600160ff168160e0015160ff1611155b8015611721575061010081015160e082015160ff16156001600160401b0390911615145b801561174b5750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b80156117755750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b80156113a857506113a881612b72565b835181515f911480156117c257508363ffffffff1685604001516117a99190614671565b6001600160401b031682602001516001600160401b0316145b80156117ea57508461014001516001600160401b03168261012001516001600160401b031611155b801561180c575063ffffffff841615158061180c57508460c001518260400151145b801561184157506001856060015161182491906148df565b63ffffffff168463ffffffff1614158061184157508460e0015183145b95945050505050565b825181515f9182911480156118835750602085015161186a906001614671565b6001600160401b031683602001516001600160401b0316145b9050808015611841575083836040015114158061184157508461012001516001600160401b03168361012001516001600160401b03161095945050505050565b6118cb613f97565b6118d3614010565b5f6118e38686610ead87806145da565b509093506118f39050838561273d565b93979096509294509192505050565b604080516080810182525f808252602082018190529181018290526060810191909152611132826119557f0000000000000000000000000000000000000000000000000000000000000000878787611b40565b612c4d565b5f816020015160ff1683610140015160ff1614158061197f5750815161016084015114155b1561198b57505f611071565b8160400151156119ba5781606001516001600160a01b0316836101a001516001600160a01b0316149050611071565b61014083015160ff1660011415806119e157506101808301516001600160401b0390811614155b80611135575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611a1b919061490f565b6001600160401b031611159392505050565b5f5f5f611a6f8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612e8f92505050565b5090925090505f816003811115611a8857611a886146e4565b148015611aa65750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611af69291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f611135611b2084612ed8565b8360405161190160f01b8152600281019290925260228201526042902090565b611b6d6040518060a001604052805f81526020015f81526020015f81526020015f81526020015f81525090565b611b7f611b7a83806145f8565b612f25565b6020810151909150611b94604084018461469f565b905014611bd057611ba8604083018361469f565b6020830151604051631f37c23760e31b8152610cd29350600401918252602082015260400190565b5f611bdb83806145f8565b604051611be9929190614690565b6040518091039020838060400190611c01919061469f565b604051602001611c139392919061493c565b60408051601f1981840301815291905280516020909101209050611c54868686611c3d87806145f8565b87611c4e60408b0160208c016145bf565b886131be565b50949350505050565b5f5f5f611c6a85856132de565b915091505f600882901b60055f516020614c4a5f395f51905f528b60800151611c93919061496d565b611c9e911b87614875565b611ca89190614875565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614c4a5f395f51905f528f60800151611d2e9190614980565b8152602081018790526101208f01516001600160401b03166040820152606001611d655f516020614c4a5f395f51905f528f614980565b8152506040518363ffffffff1660e01b8152600401611d85929190614993565b602060405180830381865afa158015611da0573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611dc491906145a8565b9050611dce614083565b5f5b6004811015611f51575f611de5826004614888565b611df0906002614875565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b8660128110611e5557611e556147b1565b602002015181526020018b866001611e6d9190614875565b60128110611e7d57611e7d6147b1565b602002015181526020018b866002611e959190614875565b60128110611ea557611ea56147b1565b602002015181526020018b866003611ebd9190614875565b60128110611ecd57611ecd6147b1565b60200201518152506040518363ffffffff1660e01b8152600401611ef29291906149ca565b602060405180830381865afa158015611f0d573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f3191906145a8565b838360048110611f4357611f436147b1565b602002015250600101611dd0565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390611f92906f616e63686f726c6f672f312f726573749086906004016149ca565b602060405180830381865afa158015611fad573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fd191906145a8565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614c4a5f395f51905f528f5f1c61204a9190614980565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b8152600401612084929190614993565b602060405180830381865afa15801561209f573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906120c391906145a8565b9d9c50505050505050505050505050565b80356120de614083565b5f5b6008811015612215575f6120f5826002614888565b63ffffffff8716901c60031690505f5b600381101561217457602086018161211e856003614888565b6121289190614875565b60188110612138576121386147b1565b60200201358483831061215557612150836001614875565b612157565b825b60048110612167576121676147b1565b6020020152600101612105565b5083838260048110612188576121886147b1565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906121cb906f616e63686f726c6f672f312f6e6f64659087906004016149ca565b602060405180830381865afa1580156121e6573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061220a91906145a8565b9350506001016120e0565b50509392505050565b5f803661222e60208501856149f7565b905061223d60408201826145f8565b90505f0361230b575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761228360208901896145bf565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156122d3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122f7919061473d565b6020810151905190945092506113ab915050565b5f6123978661231d60208501856145bf565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b90506123d47f00000000000000000000000000000000000000000000000000000000000000008760015f856123cf60408901896145f8565b613390565b6123e160208301836145bf565b9350506020013590509250929050565b5f61240960408501358685611460606089018961469f565b905081811461033f578561242060208601866145bf565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610cd2565b604080516080810182525f80825260208201819052918101829052606081019190915261248c60808301836145f8565b1590506124e1576124cb7f000000000000000000000000000000000000000000000000000000000000000084846124c660808201826145f8565b61349e565b6124da36839003830183614a0b565b9050611071565b366124ef60a08401846145da565b90505f6125217f000000000000000000000000000000000000000000000000000000000000000086610ead85806145da565b505090505f61253082846113de565b90505f61254361063c60408601866145f8565b9150506040518060800160405280845f0151815260200185602001602081019061256d919061463a565b63ffffffff1685604001516125829190614671565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b61261f846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa1580156125f3573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061261791906145a8565b858584610c60565b82146109fe576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610cd2565b6101408201515f9060ff16600114158061266b575081604001515b80612691575083602001516001600160401b03168361018001516001600160401b031614155b1561269d57505f611135565b825184515f911480156126bf575083610140015160ff1685610140015160ff16145b80156126d45750836101600151856101600151145b90508080156118415750846101a001516001600160a01b0316846101a001516001600160a01b031614159150509392505050565b612710613f97565b5f61271b84846111ff565b92509050806114ce57604051635d6786e360e01b815260040160405180910390fd5b612745614010565b5f61275084846113de565b905061276761276260408501856145f8565b6134ef565b91506127848461277d604086016020870161463a565b8385611785565b6113ab57604051620f67ed60e11b815260040160405180910390fd5b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b038416016127ce57506001611071565b6001600160a01b038316158015906127fb5750826001600160a01b031682606001516001600160a01b0316145b801561113557505060e0015160ff1615919050565b5f6128216113ef60408401846145f8565b90505f61284a8261283860408601602087016145bf565b6020880151611460606088018861469f565b855190915081146128ae578361286360208501856145bf565b61287360408601602087016145bf565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610cd2565b509392505050565b80515f90158015906128e55750661fffffffffffff6001600160401b031682602001516001600160401b031611155b801561290e5750661fffffffffffff6001600160401b031682604001516001600160401b031611155b80156129235750606082015163ffffffff1615155b801561294257506201000063ffffffff16826060015163ffffffff1611155b80156129825750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612982575060808201516001600160401b03908116145b801561299f57506101208201515f516020614c4a5f395f51905f52115b80156110715750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612a055760808201516001600160401b0390811614801590611071575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612a2d575060408201516001600160401b0316155b8015612a3b575060a0820151155b8015611071575050805160c0909101511490565b5f5f5f60f81b83604051602001612a67929190614a89565b60405160208183030381529060405290505f60205f83516020850160025afa60203d141690505f51925080612aaf5760405163c176b3c560e01b815260040160405180910390fd5b5050919050565b5f836001600160401b0316856001600160401b031610612afc576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610cd2565b5f5f612b088787613523565b9092509050612b178183614875565b8414612b4a5783612b288284614875565b604051630602a2fd60e51b815260048101929092526024820152604401610cd2565b612b655f896001600160401b038a165f19861b178888613561565b9998505050505050505050565b6101408101515f9060ff16612bba57610160820151158015612ba057506101808201516001600160401b0316155b80156110715750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612c125761014082015160ff1660011480611071575061014082015160ff1660021480156110715750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015611071575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612c7c85806145f8565b915091505f8282604051612c91929190614690565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612cca57505050611071565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612d2f576002612d00604088018861469f565b5f818110612d1057612d106147b1565b6020908102929092013587525060ff9091169085015250611071915050565b6001602085015284515f9084908490612d4a90600890614875565b6040890151612d5b939092906147c5565b604051612d69929190614690565b6040518091039020905080878060400190612d84919061469f565b5f818110612d9457612d946147b1565b90506020020135604051602001612db5929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612de25750505050611071565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b8848488604001516001612e169190614875565b60608a0151612e27939092906147c5565b604051612e35929190614690565b60408051918290039091209190911490860181905215612e8557612e5c604088018861469f565b6001818110612e6d57612e6d6147b1565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f8351604103612ec6576020840151604085015160608601515f1a612eb888828585613611565b955095509550505050612ed1565b505081515f91506002905b9250925092565b5f6110717fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc646856136d9565b612f526040518060a001604052805f81526020015f81526020015f81526020015f81526020015f81525090565b82825f612f60838383613730565b9050600781111580612f7c57506020612f7a600783614ab4565b115b80612fb25750612fb083835f818110612f9757612f976147b1565b9050013560f81c60f81b604160f81b602d60f91b6137b9565b155b15612fd257604051637c08de9f60e11b81525f6004820152602401610cd2565b5f612fde600783614ab4565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be61300d838386886147c5565b60405161301b929190614690565b60405180910390201461304457604051637c08de9f60e11b815260048101829052602401610cd2565b80855261304f6140a1565b600560fb1b5b6020870180515f9161306682614ac7565b905290505f86861080156130a857506001600160f81b03198316888888818110613092576130926147b1565b9050013560f81c60f81b6001600160f81b031916145b80156130b45750601082105b9050806130d757604051637c08de9f60e11b815260048101879052602401610cd2565b5f6130ef89896130e88a6001614875565b88876137eb565b90975090506130ff836010614888565b60808b0180519183901b90911790525f8390036131225760408a01879052613132565b826001036131325760608a018790525b8787108015613169575088888881811061314e5761314e6147b1565b9050013560f81c60f81b6001600160f81b031916602960f81b145b1561317657505050613185565b600b60fa1b9350505050613055565b84613191856001614875565b146131b257604051637c08de9f60e11b815260048101859052602401610cd2565b50505050505092915050565b5f6131cd8686865f0151613a11565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e00160408051601f198184030181529082905280516020909101206327063ca560e11b82526001600160a01b038b811660048401529092505f916132a8918d1690634e0c794a90602401602060405180830381865afa158015613284573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611b2091906145a8565b90508860a00151811461069f5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610cd2565b6132e66140c0565b5f805b83811015613388575f516020614c4a5f395f51905f52858583818110613311576133116147b1565b905060200201355f1c6133249190614980565b838260128110613336576133366147b1565b6020020152613346816003614888565b5f516020614c4a5f395f51905f52868684818110613366576133666147b1565b905060200201355f1c613379919061496d565b901b91909117906001016132e9565b509250929050565b5f6133d961339e8986611b13565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250613a6092505050565b60405163ead9918d60e01b81526001600160a01b03898116600483015260ff8916602483015280831660448301526001600160401b03881660648301529192509089169063ead9918d90608401602060405180830381865afa158015613441573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613465919061471e565b6109f95760405163c5d7cab160e01b81526001600160a01b03808916600483015260ff8816602483015282166044820152606401610cd2565b5f6134ce84356134b460408701602088016145bf565b60408701356134c96080890160608a016145bf565b613a88565b905061033f868660026134e76080890160608a016145bf565b858888613390565b6134f7614010565b5f61350284846114d5565b92509050806114ce57604051620f67ed60e11b815260040160405180910390fd5b5f8061353a613533600185614adf565b8518613ae0565b91506001600160401b03808516831c165b8015613388576001909101905f1981011661354b565b60405184908190600190818153858560051b81015b808210156135e5576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a8916156135d4578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c9850602082019150613576565b505050806136065760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561364a57505f915060039050826136cf565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa15801561369b573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b0381166136c657505f9250600191508290506136cf565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610c92565b805b82811015611135575f84848381811061374d5761374d6147b1565b9050013560f81c60f81b905061376c81606160f81b603d60f91b6137b9565b158015613789575061378781604160f81b602d60f91b6137b9565b155b80156137a557506137a381600360fc1b603960f81b6137b9565b155b156137b05750611135565b50600101613732565b5f6001600160f81b0319808416908516108015906111325750506001600160f81b031990811692169190911115919050565b5f5f6137f8878787613730565b915061380f6138098387898b6147c5565b87613b8c565b9050610400811415801561382c5750613829826002614875565b86115b80156138805750868287613841826002614875565b9261384e939291906147c5565b61385791614afe565b7dffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916615b5d60f01b145b1561389857613890826002614875565b915061040090505b818614806138cf57508686838181106138b3576138b36147b1565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b156138f057604051637c08de9f60e11b815260048101839052602401610cd2565b5f6138fc836001614875565b9050613909888883613730565b925080831480613922575060206139208285614ab4565b115b80613958575061395688888381811061393d5761393d6147b1565b9050013560f81c60f81b606160f81b603d60f91b6137b9565b155b1561397957604051637c08de9f60e11b815260048101829052602401610cd2565b5f61398684838a8c6147c5565b604051613994929190614690565b60405190819003902090505f5b858110156139ea57818782601081106139bc576139bc6147b1565b6020020151036139e257604051637c08de9f60e11b815260048101849052602401610cd2565b6001016139a1565b50808686601081106139fe576139fe6147b1565b6020020152509197909650945050505050565b5f3681613a20848287896147c5565b91509150818183838989604051602001613a3f96959493929190614b34565b60405160208183030381529060405280519060200120925050509392505050565b5f5f5f5f613a6e8686612e8f565b925092509250613a7e8282613e0b565b5090949350505050565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610c92565b5f6001600160401b03821615613b8557613b75826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613b80906001614875565b611071565b5f92915050565b5f5f8484604051613b9e929190614690565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b8103613bd95760ff915050611135565b7f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b8103613c0a576060915050611135565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613c5757507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613c6757610400915050611135565b5f600585118015613cb25750613c8060055f87896147c5565b613c8991614bc5565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15613ce357613ccc613cc7866005818a6147c5565b613ec7565b613cd7906008614888565b61020093509050613db0565b600485118015613d2d5750613cfb60045f87896147c5565b613d049161483f565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15613d4957613d42613cc7866004818a6147c5565b9050613db0565b600385118015613d935750613d6160035f87896147c5565b613d6a91614bfb565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b15613db057613da8613cc7866003818a6147c5565b610100935090505b801580613dbe575061010081115b80613dd25750613dcf600882614980565b15155b15613df357604051637c08de9f60e11b815260048101859052602401610cd2565b613dff81610100614ab4565b90921795945050505050565b5f826003811115613e1e57613e1e6146e4565b03613e27575050565b6001826003811115613e3b57613e3b6146e4565b03613e595760405163f645eedf60e01b815260040160405180910390fd5b6002826003811115613e6d57613e6d6146e4565b03613e8e5760405163fce698f760e01b815260048101829052602401610cd2565b6003826003811115613ea257613ea26146e4565b03613ec3576040516335e2f38360e21b815260048101829052602401610cd2565b5050565b5f6003821180613eff575082825f818110613ee457613ee46147b1565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b15613f0b57505f611071565b5f5b828110156114ce57613f43848483818110613f2a57613f2a6147b1565b9050013560f81c60f81b600360fc1b603960f81b6137b9565b613f50575f915050611071565b6030848483818110613f6457613f646147b1565b613f759392013560f81c9050614c30565b60ff16613f8383600a614888565b613f8d9190614875565b9150600101613f0d565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b80356001600160a01b03811681146140f5575f5ffd5b919050565b5f6080828403121561410a575f5ffd5b50919050565b5f5f5f60c08486031215614122575f5ffd5b61412b846140df565b925060208401356001600160401b03811115614145575f5ffd5b614151868287016140fa565b92505061416185604086016140fa565b90509250925092565b5f5f5f6060848603121561417c575f5ffd5b614185846140df565b925060208401356001600160401b0381111561419f575f5ffd5b6141ab868287016140fa565b92505060408401356001600160401b038111156141c6575f5ffd5b6141d2868287016140fa565b9150509250925092565b5f5f604083850312156141ed575f5ffd5b6141f6836140df565b915060208301356001600160401b03811115614210575f5ffd5b61421c858286016140fa565b9150509250929050565b5f6060828403121561410a575f5ffd5b5f5f5f60608486031215614248575f5ffd5b614251846140df565b925060208401356001600160401b0381111561426b575f5ffd5b614277868287016140fa565b92505060408401356001600160401b03811115614292575f5ffd5b6141d286828701614226565b5f5f5f5f606085870312156142b1575f5ffd5b6142ba856140df565b935060208501356001600160401b038111156142d4575f5ffd5b6142e0878288016140fa565b93505060408501356001600160401b038111156142fb575f5ffd5b8501601f8101871361430b575f5ffd5b80356001600160401b03811115614320575f5ffd5b876020828401011115614331575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215614354575f5ffd5b61435d866140df565b945060208601356001600160401b03811115614377575f5ffd5b614383888289016140fa565b94505060408601356001600160401b0381111561439e575f5ffd5b6143aa88828901614226565b935050610320605f19820112156143bf575f5ffd5b509295919450926060019150565b6001600160401b03811681146143e1575f5ffd5b50565b5f5f5f5f608085870312156143f7575f5ffd5b614400856140df565b935060208501356001600160401b0381111561441a575f5ffd5b614426878288016140fa565b93505060408501356001600160401b03811115614441575f5ffd5b61444d878288016140fa565b925050606085013561445e816143cd565b939692955090935050565b5f60c0828403121561410a575f5ffd5b5f5f5f5f6080858703121561448c575f5ffd5b614495856140df565b935060208501356001600160401b038111156144af575f5ffd5b6144bb87828801614469565b93505060408501356001600160401b038111156144d6575f5ffd5b6144e287828801614469565b949793965093946060013593505050565b5f5f5f5f60808587031215614506575f5ffd5b61450f856140df565b935060208501356001600160401b03811115614529575f5ffd5b614535878288016140fa565b93505060408501356001600160401b03811115614550575f5ffd5b61455c878288016140fa565b92505060608501356001600160401b03811115614577575f5ffd5b61458387828801614226565b91505092959194509250565b5f6020828403121561459f575f5ffd5b611135826140df565b5f602082840312156145b8575f5ffd5b5051919050565b5f602082840312156145cf575f5ffd5b8135611135816143cd565b5f8235607e198336030181126145ee575f5ffd5b9190910192915050565b5f5f8335601e1984360301811261460d575f5ffd5b8301803591506001600160401b03821115614626575f5ffd5b6020019150368190038213156113ab575f5ffd5b5f6020828403121561464a575f5ffd5b813563ffffffff81168114611135575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b0381811683821601908111156110715761107161465d565b818382375f9101908152919050565b5f5f8335601e198436030181126146b4575f5ffd5b8301803591506001600160401b038211156146cd575f5ffd5b6020019150600581901b36038213156113ab575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c831061471857634e487b7160e01b5f52602160045260245ffd5b91905290565b5f6020828403121561472e575f5ffd5b81518015158114611135575f5ffd5b5f606082840312801561474e575f5ffd5b50604051606081016001600160401b038111828210171561477d57634e487b7160e01b5f52604160045260245ffd5b604052825181526020830151614792816143cd565b602082015260408301516147a5816143cd565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f858511156147d3575f5ffd5b838611156147df575f5ffd5b5050820193919092039150565b80356020831015611071575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156114ce576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156114ce576001600160e01b031960049490940360031b84901b1690921692915050565b808201808211156110715761107161465d565b80820281158282048414176110715761107161465d565b80356bffffffffffffffffffffffff1981169060148410156114ce576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b63ffffffff82811682821603908111156110715761107161465d565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614927576149276148fb565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614953575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f8261497b5761497b6148fb565b500490565b5f8261498e5761498e6148fb565b500690565b82815260c0810160208201835f5b60058110156149c05781518352602092830192909101906001016149a1565b5050509392505050565b82815260a0810160208201835f5b60048110156149c05781518352602092830192909101906001016149d8565b5f8235605e198336030181126145ee575f5ffd5b5f6080828403128015614a1c575f5ffd5b50604051608081016001600160401b0381118282101715614a4b57634e487b7160e01b5f52604160045260245ffd5b604052823581526020830135614a60816143cd565b6020820152604083810135908201526060830135614a7d816143cd565b60608201529392505050565b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b818103818111156110715761107161465d565b5f60018201614ad857614ad861465d565b5060010190565b6001600160401b0382811682821603908111156110715761107161465d565b80356001600160f01b031981169060028410156114ce576001600160f01b031960029490940360031b84901b1690921692915050565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356001600160d81b031981169060058410156114ce576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156114ce576001600160e81b0319600394850390941b84901b1690921692915050565b60ff82811682821603908111156110715761107161465d56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
