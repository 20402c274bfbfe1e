// Written by scripts/generate/abis.ts from contracts/FaultProofs.sol: do not edit.
import type { Abi } from "viem";

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

/** What deploys a `FaultProofs`, before its constructor's arguments. */
export const faultProofsCreationBytecode =
  "0x60e060405234801561000f575f5ffd5b50604051614cbc380380614cbc83398101604081905261002e916100b8565b6001600160a01b0380831660a052831660805261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614b156101a75f395f81816108ca015261091101525f610d1801525f81816101bf01528181610220015281816102b201528181610385015281816103b6015281816104f1015281816106e501528181610763015281816107e4015281816108480152818161087901528181610a5501528181610e0401528181610e83015281816118ac015281816121c8015281816122880152818161237101526123d00152614b155ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e1366004613ff1565b6101b9565b005b6100e66100f636600461404b565b610347565b6100e661010936600461404b565b61037e565b6100e661011c3660046140bd565b6104eb565b6100e661012f36600461404b565b6106ac565b6100e6610142366004614117565b6106df565b6100e661015536600461417f565b61075d565b6100e6610168366004614220565b610840565b6100e661017b3660046142c5565b610977565b6100e661018e36600461435a565b610a04565b6100e66101a13660046143d4565b610b16565b6100e66101b436600461404b565b610b51565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610c0d565b509091505f905061021b83356102016040860160208701614470565b6102116060870160408801614470565b8660600135610c60565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e9190614489565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e26040860160208701614470565b6001600160a01b0316145b801561031957506001600160a01b03861661030e6060860160408701614470565b6001600160a01b0316145b905061033f835f01518314801561032e575081155b876005865f01518760400151610cb2565b505050505050565b5f5f610354858585610de6565b92505091506103776103668383610ed1565b866009845f01518560200151610cb2565b5050505050565b5f5f6103ab7f00000000000000000000000000000000000000000000000000000000000000008686610c0d565b50915091505f6103dc7f00000000000000000000000000000000000000000000000000000000000000008786610c0d565b505060808101519091505f906001600160401b031661040160408801602089016144a0565b6001600160401b031614801561041f575061041d848484610ff5565b155b90505f61043260408701602088016144a0565b6001600160401b031661044b6040890160208a016144a0565b6001600160401b031614158015610463575082518551145b8015610488575082602001516001600160401b031685602001516001600160401b0316145b90505f8180156104b1575083604001516001600160401b031686604001516001600160401b0316105b6104bf5783604001516104c5565b85604001515b90506104e083806104d35750825b8a6003875f015185610cb2565b505050505050505050565b5f6105207f00000000000000000000000000000000000000000000000000000000000000008461051b85806144bb565b6110ba565b91505f90508061054661053385806144bb565b6105419060408101906144d9565b61117d565b91509150816105785761037760018660045f61056289806144bb565b6105739060408101906020016144a0565b610cb2565b5f6001600160401b03801682608001516001600160401b0316141580156105cf57506105a485806144bb565b6105b59060408101906020016144a0565b6001600160401b031682608001516001600160401b031610155b90505f6105ee83610140015186604001516001600160401b0316611330565b905081806105f95750805b1561061d576106146001886004865f01518760400151610cb2565b50505050505050565b5f610628848861135c565b90505f8061064161063c60408b018b6144d9565b611453565b915091505f82801561066957506106698761066260408d0160208e0161451b565b8685611703565b905061069f81158c60048a5f01518e602001602081019061068a919061451b565b63ffffffff168c604001516105739190614552565b5050505050505050505050565b5f5f5f6106ba868686610de6565b92509250925061033f6106ce8484846117c8565b876002845f01518560200151610cb2565b5f61070b7f00000000000000000000000000000000000000000000000000000000000000008585611841565b509150505f6107248261071f878587611880565b6118d8565b905061037781158061074c575061074a8361074560408701602088016144a0565b61197b565b155b86600a855f01518660200151610cb2565b5f6107897f00000000000000000000000000000000000000000000000000000000000000008686611841565b5060e08101519092505f915060ff166107de578160c0015184846040516107b1929190614571565b60405180910390201480156107d757506107d582606001518360a0015186866119ab565b155b905061082b565b5f6108157f00000000000000000000000000000000000000000000000000000000000000006108108560600151611a2f565b611a91565b905061082783606001518287876119ab565b9150505b61033f81876007855f01518660200151610cb2565b5f5f5f61086e7f00000000000000000000000000000000000000000000000000000000000000008888611841565b9250925092506108a07f0000000000000000000000000000000000000000000000000000000000000000888488611abe565b505f6108ac86806144d9565b6040516108ba929190614571565b604051809103902090505f6109017f00000000000000000000000000000000000000000000000000000000000000008585858b80604001906108fc9190614580565b611bd5565b6101208601519091505f906109467f000000000000000000000000000000000000000000000000000000000000000061094060408d0160208e0161451b565b8a61204c565b14905061096b81801561095a575087358314155b8b6008885f01518960200151610cb2565b50505050505050505050565b5f5f6109838686612196565b915091505f5f6109938887612196565b90925090506001600160401b0384811690831614838214146109c6576109bd600189815f80610cb2565b505050506109fe565b6109d388868987876122ca565b6109e088868885856122ca565b6109f96040888101359088013514158960015f89610cb2565b505050505b50505050565b5f610a0f8585612335565b90505f610a1c8685612335565b90505f610a2c60808701876144d9565b1580159150610a485750610a4360808601866144d9565b151590505b90508015610a7f57610a7f7f000000000000000000000000000000000000000000000000000000000000000088855f01518761248d565b815183515f91148015610aab575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610ade575083606001516001600160401b031685606001516001600160401b0316145b90505f610aef866060015142611330565b905061096b838015610b065750821580610b065750815b8b5f895f01518a60200151610cb2565b5f5f610b23868686610de6565b925050915061033f610b408383610b3b8a8689611880565b612529565b87600b845f01518560200151610cb2565b5f5f610b5e858585610de6565b92505091505f815f0151835f0151148015610b93575081602001516001600160401b031683602001516001600160401b031614155b8015610bb8575081606001516001600160a01b031683606001516001600160a01b0316145b8015610bcb575081608001518360800151145b905061033f81876006865f015186602001516001600160401b031688602001516001600160401b031611610c03578660200151610cb2565b8760200151610cb2565b610c15613e7e565b604080516060810182525f80825260208201819052918101829052610c3b8686866110ba565b9092509050610c55610c5060408601866144d9565b6125a5565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b604051602081830303815290604052805190602001209050949350505050565b84610cdb57826040516337e19b7160e11b8152600401610cd291906145d9565b60405180910390fd5b60405163146c47e160e11b81526001600160a01b038581166004830152336024830152604482018490526001600160401b03831660648301525f917f0000000000000000000000000000000000000000000000000000000000000000909116906328d88fc2906084016020604051808303815f875af1158015610d60573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610d8491906145ff565b90503384600b811115610d9957610d996145c5565b866001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051610dd6911515815260200190565b60405180910390a4505050505050565b610dee613ef7565b5f610df7613ef7565b610dff613e7e565b610e2a7f00000000000000000000000000000000000000000000000000000000000000008888611841565b90955093509050610e3b85806144bb565b610e4c9060408101906020016144a0565b6001600160401b0316610e5f87806144bb565b610e709060408101906020016144a0565b6001600160401b031614610eb857610eb27f000000000000000000000000000000000000000000000000000000000000000088610ead88806144bb565b610c0d565b50909150505b610ec281866125da565b50809250505093509350939050565b6101408101515f9060ff161580610eea57508151835114155b80610f0f575081602001516001600160401b031683602001516001600160401b031610155b15610f1b57505f610fef565b5f610f26848461263d565b90508261018001516001600160401b031684602001516001600160401b031614610f9157808015610f8957506101808301516001600160401b039081161480610f89575083602001516001600160401b03168361018001516001600160401b0316105b915050610fef565b80610fa0576001915050610fef565b600260ff1683610140015160ff1603610fdb57836101a001516001600160a01b0316836101a001516001600160a01b03161415915050610fef565b610fea846101a001518461266e565b159150505b92915050565b825181515f9114801561102c57506020840151611013906001614552565b6001600160401b031682602001516001600160401b0316145b80156110665750836060015163ffffffff16846040015161104d9190614552565b6001600160401b031682604001516001600160401b0316145b80156110755750828260a00151145b801561108857508360e001518260c00151145b80156110b057508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e30856110f260208701876144a0565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611142573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611166919061461e565b90506111738185856126de565b9150935093915050565b5f611186613e7e565b60e5831415806111bd5750600160f91b84845f816111a6576111a6614692565b9050013560f81c60f81b6001600160f81b03191614155b156111ca575f9150611329565b6111d86021600185876146a6565b6111e1916146cd565b81526111f16029602185876146a6565b6111fa916146ea565b60c01c60208201526112106031602985876146a6565b611219916146ea565b60c01c604082015261122f6035603185876146a6565b61123891614720565b60e01c606082015261124e603d603585876146a6565b611257916146ea565b60c01c608082015261126d605d603d85876146a6565b611276916146cd565b60a0820152611289607d605d85876146a6565b611292916146cd565b60c08201526112a5609d607d85876146a6565b6112ae916146cd565b60e08201526112c160bd609d85876146a6565b6112ca916146cd565b6101008201526112de60dd60bd85876146a6565b6112e7916146cd565b6101208201526112fb60e560dd85876146a6565b611304916146ea565b60c01c61014082015261131681612784565b8015611326575061132681612892565b91505b9250929050565b5f61133d610e1083614756565b611349906103e8614769565b836001600160401b031611905092915050565b5f6113a661136d60408401846144d9565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061291d92505050565b90505f6113e3826113bd604086016020870161451b565b63ffffffff16866060015163ffffffff168680606001906113de9190614580565b61294b565b9050836101000151811461144c576113fb83806144bb565b61140c9060408101906020016144a0565b61141c604085016020860161451b565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610cd2565b5092915050565b5f61145c613ef7565b61010b831415806114945750600160f81b84845f8161147d5761147d614692565b9050013560f81c60f81b6001600160f81b03191614155b156114a1575f9150611329565b6114af6021600185876146a6565b6114b8916146cd565b81526114c86029602185876146a6565b6114d1916146ea565b60c01c60208201526114e76049602985876146a6565b6114f0916146cd565b6040820152611503605d604985876146a6565b61150c91614780565b606090811c90820152611523607d605d85876146a6565b61152c916146cd565b608082015261153f609d607d85876146a6565b611548916146cd565b60a082015261155b60bd609d85876146a6565b611564916146cd565b60c0820152838360bd81811061157c5761157c614692565b919091013560f81c60e08301525061159860c660be85876146a6565b6115a1916146ea565b60c01c6101008201526115b860ce60c685876146a6565b6115c1916146ea565b60c01c610120820152838360ce8181106115dd576115dd614692565b919091013560f81c610140830152506115fa60ef60cf85876146a6565b611603916146cd565b61016082015261161760f760ef85876146a6565b611620916146ea565b60c01c61018082015261163861010b60f785876146a6565b61164191614780565b60601c6101a08201526020810151661fffffffffffff6001600160401b039091161180159061167b5750600160ff168160e0015160ff1611155b801561169f575061010081015160e082015160ff16156001600160401b0390911615145b80156116c95750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b80156116f35750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b8015611326575061132681612a07565b835181515f9114801561174057508363ffffffff1685604001516117279190614552565b6001600160401b031682602001516001600160401b0316145b801561176857508461014001516001600160401b03168261012001516001600160401b031611155b801561178a575063ffffffff841615158061178a57508460c001518260400151145b80156117bf5750600185606001516117a291906147c0565b63ffffffff168463ffffffff161415806117bf57508460e0015183145b95945050505050565b825181515f918291148015611801575060208501516117e8906001614552565b6001600160401b031683602001516001600160401b0316145b90508080156117bf57508383604001511415806117bf57508461012001516001600160401b03168361012001516001600160401b03161095945050505050565b611849613e7e565b611851613ef7565b5f6118618686610ead87806144bb565b50909350611871905083856125da565b93979096509294509192505050565b604080516080810182525f8082526020820181905291810182905260608101919091526110b0826118d37f0000000000000000000000000000000000000000000000000000000000000000878787611abe565b612ae2565b5f816020015160ff1683610140015160ff161415806118fd5750815161016084015114155b1561190957505f610fef565b8160400151156119385781606001516001600160a01b0316836101a001516001600160a01b0316149050610fef565b61014083015160ff16600114158061195f57506101808301516001600160401b0390811614155b806110b3575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e884610120015161199991906147f0565b6001600160401b031611159392505050565b5f5f5f6119ed8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612d2492505050565b5090925090505f816003811115611a0657611a066145c5565b148015611a245750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611a749291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f6110b3611a9e84612d6d565b8360405161190160f01b8152600281019290925260228201526042902090565b611ae560405180608001604052805f81526020015f81526020015f81526020015f81525090565b611af7611af283806144d9565b612dba565b6020810151909150611b0c6040840184614580565b905014611b4857611b206040830183614580565b6020830151604051631f37c23760e31b8152610cd29350600401918252602082015260400190565b5f611b5383806144d9565b604051611b61929190614571565b6040518091039020838060400190611b799190614580565b604051602001611b8b9392919061481d565b60408051601f1981840301815291905280516020909101209050611bcc868686611bb587806144d9565b87611bc660408b0160208c016144a0565b88613029565b50949350505050565b5f5f5f611be28585613149565b915091505f600882901b60055f516020614af55f395f51905f528b60800151611c0b919061484e565b611c16911b87614756565b611c209190614756565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614af55f395f51905f528f60800151611ca69190614861565b8152602081018790526101208f01516001600160401b03166040820152606001611cdd5f516020614af55f395f51905f528f614861565b8152506040518363ffffffff1660e01b8152600401611cfd929190614874565b602060405180830381865afa158015611d18573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611d3c9190614489565b9050611d46613f6a565b5f5b6004811015611ec9575f611d5d826004614769565b611d68906002614756565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b8660128110611dcd57611dcd614692565b602002015181526020018b866001611de59190614756565b60128110611df557611df5614692565b602002015181526020018b866002611e0d9190614756565b60128110611e1d57611e1d614692565b602002015181526020018b866003611e359190614756565b60128110611e4557611e45614692565b60200201518152506040518363ffffffff1660e01b8152600401611e6a9291906148ab565b602060405180830381865afa158015611e85573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611ea99190614489565b838360048110611ebb57611ebb614692565b602002015250600101611d48565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390611f0a906f616e63686f726c6f672f312f726573749086906004016148ab565b602060405180830381865afa158015611f25573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f499190614489565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614af55f395f51905f528f5f1c611fc29190614861565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b8152600401611ffc929190614874565b602060405180830381865afa158015612017573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061203b9190614489565b9d9c50505050505050505050505050565b8035612056613f6a565b5f5b600881101561218d575f61206d826002614769565b63ffffffff8716901c60031690505f5b60038110156120ec576020860181612096856003614769565b6120a09190614756565b601881106120b0576120b0614692565b6020020135848383106120cd576120c8836001614756565b6120cf565b825b600481106120df576120df614692565b602002015260010161207d565b508383826004811061210057612100614692565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf390612143906f616e63686f726c6f672f312f6e6f64659087906004016148ab565b602060405180830381865afa15801561215e573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121829190614489565b935050600101612058565b50509392505050565b5f80366121a660208501856148d8565b90506121b560408201826144d9565b90505f03612283575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e30876121fb60208901896144a0565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa15801561224b573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061226f919061461e565b602081015190519094509250611329915050565b6122ae7f000000000000000000000000000000000000000000000000000000000000000086836131fb565b6122bb60208201826144a0565b92506020013590509250929050565b5f6122e2604085013586856113de6060890189614580565b905081811461033f57856122f960208601866144a0565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610cd2565b604080516080810182525f80825260208201819052918101829052606081019190915261236560808301836144d9565b1590506123ba576123a47f0000000000000000000000000000000000000000000000000000000000000000848461239f60808201826144d9565b6132a4565b6123b3368390038301836148ec565b9050610fef565b366123c860a08401846144bb565b90505f6123fa7f000000000000000000000000000000000000000000000000000000000000000086610ead85806144bb565b505090505f612409828461135c565b90505f61241c61063c60408601866144d9565b9150506040518060800160405280845f01518152602001856020016020810190612446919061451b565b63ffffffff16856040015161245b9190614552565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b6124f8846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa1580156124cc573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906124f09190614489565b858584610c60565b82146109fe576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610cd2565b6101408201515f9060ff166001141580612544575081604001515b8061256a575083602001516001600160401b03168361018001516001600160401b031614155b1561257657505f6110b3565b612580848461263d565b80156110b0575050506101a0918201519101516001600160a01b039081169116141590565b6125ad613e7e565b5f6125b8848461117d565b925090508061144c57604051635d6786e360e01b815260040160405180910390fd5b6125e2613ef7565b5f6125ed848461135c565b90506126046125ff60408501856144d9565b6132f5565b91506126218461261a604086016020870161451b565b8385611703565b61132957604051620f67ed60e11b815260040160405180910390fd5b805182515f91148015612658575061014083015160ff166001145b80156110b3575050610160908101519101511490565b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b0384160161269c57506001610fef565b6001600160a01b038316158015906126c95750826001600160a01b031682606001516001600160a01b0316145b80156110b357505060e0015160ff1615919050565b5f6126ef61136d60408401846144d9565b90505f6127188261270660408601602087016144a0565b60208801516113de6060880188614580565b8551909150811461277c578361273160208501856144a0565b61274160408601602087016144a0565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610cd2565b509392505050565b80515f90158015906127b35750661fffffffffffff6001600160401b031682602001516001600160401b031611155b80156127dc5750661fffffffffffff6001600160401b031682604001516001600160401b031611155b80156127f15750606082015163ffffffff1615155b801561281057506201000063ffffffff16826060015163ffffffff1611155b80156128505750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612850575060808201516001600160401b03908116145b801561286d57506101208201515f516020614af55f395f51905f52115b8015610fef5750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f146128d35760808201516001600160401b0390811614801590610fef575050604001516001600160401b0316151590565b60808201516001600160401b039081161480156128fb575060408201516001600160401b0316155b8015612909575060a0820151155b8015610fef575050805160c0909101511490565b5f610fef5f60f81b8360405160200161293792919061496a565b604051602081830303815290604052613329565b5f836001600160401b0316856001600160401b031610612991576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610cd2565b5f5f61299d8787613367565b90925090506129ac8183614756565b84146129df57836129bd8284614756565b604051630602a2fd60e51b815260048101929092526024820152604401610cd2565b6129fa5f896001600160401b038a165f19861b1788886133a5565b9998505050505050505050565b6101408101515f9060ff16612a4f57610160820151158015612a3557506101808201516001600160401b0316155b8015610fef5750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612aa75761014082015160ff1660011480610fef575061014082015160ff166002148015610fef5750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015610fef575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612b1185806144d9565b915091505f8282604051612b26929190614571565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612b5f57505050610fef565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612bc4576002612b956040880188614580565b5f818110612ba557612ba5614692565b6020908102929092013587525060ff9091169085015250610fef915050565b6001602085015284515f9084908490612bdf90600890614756565b6040890151612bf0939092906146a6565b604051612bfe929190614571565b6040518091039020905080878060400190612c199190614580565b5f818110612c2957612c29614692565b90506020020135604051602001612c4a929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612c775750505050610fef565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b8848488604001516001612cab9190614756565b60608a0151612cbc939092906146a6565b604051612cca929190614571565b60408051918290039091209190911490860181905215612d1a57612cf16040880188614580565b6001818110612d0257612d02614692565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f8351604103612d5b576020840151604085015160608601515f1a612d4d88828585613455565b955095509550505050612d66565b505081515f91506002905b9250925092565b5f610fef7fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6468561351d565b612de160405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f612def838383613574565b9050600781111580612e0b57506020612e09600783614995565b115b80612e375750612e3583835f818110612e2657612e26614692565b9050013560f81c60f81b6135fe565b155b15612e5757604051637c08de9f60e11b81525f6004820152602401610cd2565b5f612e63600783614995565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be612e92838386886146a6565b604051612ea0929190614571565b604051809103902014612ec957604051637c08de9f60e11b815260048101829052602401610cd2565b8085525f612ed5613f88565b600560fb1b5b84861480612f1857506001600160f81b03198116878787818110612f0157612f01614692565b9050013560f81c60f81b6001600160f81b03191614155b15612f3957604051637c08de9f60e11b815260048101869052602401610cd2565b60108303612f5d57604051637c08de9f60e11b815260048101869052602401610cd2565b612f748787612f6d886001614756565b8587613630565b9450825f03612f895760408801859052612f99565b82600103612f9957606088018590525b612fa2836149a8565b92508585108015612fdb5750868686818110612fc057612fc0614692565b9050013560f81c60f81b6001600160f81b031916602960f81b145b612fea5750600b60fa1b612edb565b85612ff6866001614756565b1461301757604051637c08de9f60e11b815260048101869052602401610cd2565b50506020860152509295945050505050565b5f6130388686865f01516137d0565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e00160408051601f198184030181529082905280516020909101206327063ca560e11b82526001600160a01b038b811660048401529092505f91613113918d1690634e0c794a90602401602060405180830381865afa1580156130ef573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611a9e9190614489565b90508860a00151811461069f5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610cd2565b613151613fa7565b5f805b838110156131f3575f516020614af55f395f51905f5285858381811061317c5761317c614692565b905060200201355f1c61318f9190614861565b8382601281106131a1576131a1614692565b60200201526131b1816003614769565b5f516020614af55f395f51905f528686848181106131d1576131d1614692565b905060200201355f1c6131e4919061484e565b901b9190911790600101613154565b509250929050565b5f6132878361320d60208501856144a0565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b90506109fe848460015f8561329f60408901896144d9565b61381f565b5f6132d484356132ba60408701602088016144a0565b60408701356132cf6080890160608a016144a0565b61392d565b905061033f868660026132ed6080890160608a016144a0565b85888861381f565b6132fd613ef7565b5f6133088484611453565b925090508061144c57604051620f67ed60e11b815260040160405180910390fd5b5f5f60205f84516020860160025afa60203d141690505f519150806133615760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f8061337e6133776001856149c0565b8518613985565b91506001600160401b03808516831c165b80156131f3576001909101905f1981011661338f565b60405184908190600190818153858560051b81015b80821015613429576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a891615613418578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c98506020820191506133ba565b5050508061344a5760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561348e57505f91506003905082613513565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156134df573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661350a57505f925060019150829050613513565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610c92565b805b82811080156135e957506135a484848381811061359557613595614692565b9050013560f81c60f81b613a31565b806135bf57506135bf848483818110612e2657612e26614692565b806135e957506135e98484838181106135da576135da614692565b9050013560f81c60f81b613a63565b156110b3576135f7816149a8565b9050613576565b5f604160f81b6001600160f81b0319831610801590610fef5750602d60f91b6001600160f81b03198316111592915050565b5f61363c868686613574565b905061365261364d8286888a6146a6565b613a95565b61367257604051637c08de9f60e11b815260048101859052602401610cd2565b808514806136a9575085858281811061368d5761368d614692565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b156136ca57604051637c08de9f60e11b815260048101829052602401610cd2565b5f6136d6826001614756565b90506136e3878783613574565b9150808214806136fc575060206136fa8284614995565b115b80613719575061371787878381811061359557613595614692565b155b1561373a57604051637c08de9f60e11b815260048101829052602401610cd2565b5f6137478383898b6146a6565b604051613755929190614571565b60405190819003902090505f5b848110156137ab578186826010811061377d5761377d614692565b6020020151036137a357604051637c08de9f60e11b815260048101849052602401610cd2565b600101613762565b50808585601081106137bf576137bf614692565b602002015250909695505050505050565b5f36816137df848287896146a6565b915091508181838389896040516020016137fe969594939291906149df565b60405160208183030381529060405280519060200120925050509392505050565b5f61386861382d8986611a91565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250613ce392505050565b60405163ead9918d60e01b81526001600160a01b03898116600483015260ff8916602483015280831660448301526001600160401b03881660648301529192509089169063ead9918d90608401602060405180830381865afa1580156138d0573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906138f491906145ff565b6109f95760405163c5d7cab160e01b81526001600160a01b03808916600483015260ff8816602483015282166044820152606401610cd2565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610c92565b5f6001600160401b03821615613a2a57613a1a826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613a25906001614756565b610fef565b5f92915050565b5f606160f81b6001600160f81b0319831610801590610fef5750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b0319831610801590610fef5750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613aa7929190614571565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613afe57507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613b0d576001915050610fef565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613b5a57507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613b69576001915050610fef565b600583118015613bb35750613b8160055f85876146a6565b613b8a91614a70565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15613be9575f613bce613bc985600581896146a6565b613d0b565b90508015801590613be0575060208111155b92505050610fef565b5f600484118015613c345750613c0260045f86886146a6565b613c0b91614720565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15613c4157506004613ca2565b600384118015613c8b5750613c5960035f86886146a6565b613c6291614aa6565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b15613c9857506003613ca2565b5f92505050610fef565b5f613cb2613bc98684818a6146a6565b90508015801590613cc557506101008111155b8015613cd95750613cd7600882614861565b155b9695505050505050565b5f5f5f5f613cf18686612d24565b925092509250613d018282613dc2565b5090949350505050565b5f6003821180613d43575082825f818110613d2857613d28614692565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b15613d4f57505f610fef565b5f5b8281101561144c57613d6e8484838181106135da576135da614692565b613d7b575f915050610fef565b6030848483818110613d8f57613d8f614692565b613da09392013560f81c9050614adb565b60ff16613dae83600a614769565b613db89190614756565b9150600101613d51565b5f826003811115613dd557613dd56145c5565b03613dde575050565b6001826003811115613df257613df26145c5565b03613e105760405163f645eedf60e01b815260040160405180910390fd5b6002826003811115613e2457613e246145c5565b03613e455760405163fce698f760e01b815260048101829052602401610cd2565b6003826003811115613e5957613e596145c5565b03613e7a576040516335e2f38360e21b815260048101829052602401610cd2565b5050565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b80356001600160a01b0381168114613fdc575f5ffd5b919050565b5f60808284031215613361575f5ffd5b5f5f5f60c08486031215614003575f5ffd5b61400c84613fc6565b925060208401356001600160401b03811115614026575f5ffd5b61403286828701613fe1565b9250506140428560408601613fe1565b90509250925092565b5f5f5f6060848603121561405d575f5ffd5b61406684613fc6565b925060208401356001600160401b03811115614080575f5ffd5b61408c86828701613fe1565b92505060408401356001600160401b038111156140a7575f5ffd5b6140b386828701613fe1565b9150509250925092565b5f5f604083850312156140ce575f5ffd5b6140d783613fc6565b915060208301356001600160401b038111156140f1575f5ffd5b6140fd85828601613fe1565b9150509250929050565b5f60608284031215613361575f5ffd5b5f5f5f60608486031215614129575f5ffd5b61413284613fc6565b925060208401356001600160401b0381111561414c575f5ffd5b61415886828701613fe1565b92505060408401356001600160401b03811115614173575f5ffd5b6140b386828701614107565b5f5f5f5f60608587031215614192575f5ffd5b61419b85613fc6565b935060208501356001600160401b038111156141b5575f5ffd5b6141c187828801613fe1565b93505060408501356001600160401b038111156141dc575f5ffd5b8501601f810187136141ec575f5ffd5b80356001600160401b03811115614201575f5ffd5b876020828401011115614212575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215614235575f5ffd5b61423e86613fc6565b945060208601356001600160401b03811115614258575f5ffd5b61426488828901613fe1565b94505060408601356001600160401b0381111561427f575f5ffd5b61428b88828901614107565b935050610320605f19820112156142a0575f5ffd5b509295919450926060019150565b6001600160401b03811681146142c2575f5ffd5b50565b5f5f5f5f608085870312156142d8575f5ffd5b6142e185613fc6565b935060208501356001600160401b038111156142fb575f5ffd5b61430787828801613fe1565b93505060408501356001600160401b03811115614322575f5ffd5b61432e87828801613fe1565b925050606085013561433f816142ae565b939692955090935050565b5f60c08284031215613361575f5ffd5b5f5f5f5f6080858703121561436d575f5ffd5b61437685613fc6565b935060208501356001600160401b03811115614390575f5ffd5b61439c8782880161434a565b93505060408501356001600160401b038111156143b7575f5ffd5b6143c38782880161434a565b949793965093946060013593505050565b5f5f5f5f608085870312156143e7575f5ffd5b6143f085613fc6565b935060208501356001600160401b0381111561440a575f5ffd5b61441687828801613fe1565b93505060408501356001600160401b03811115614431575f5ffd5b61443d87828801613fe1565b92505060608501356001600160401b03811115614458575f5ffd5b61446487828801614107565b91505092959194509250565b5f60208284031215614480575f5ffd5b6110b382613fc6565b5f60208284031215614499575f5ffd5b5051919050565b5f602082840312156144b0575f5ffd5b81356110b3816142ae565b5f8235607e198336030181126144cf575f5ffd5b9190910192915050565b5f5f8335601e198436030181126144ee575f5ffd5b8301803591506001600160401b03821115614507575f5ffd5b602001915036819003821315611329575f5ffd5b5f6020828403121561452b575f5ffd5b813563ffffffff811681146110b3575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b038181168382160190811115610fef57610fef61453e565b818382375f9101908152919050565b5f5f8335601e19843603018112614595575f5ffd5b8301803591506001600160401b038211156145ae575f5ffd5b6020019150600581901b3603821315611329575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c83106145f957634e487b7160e01b5f52602160045260245ffd5b91905290565b5f6020828403121561460f575f5ffd5b815180151581146110b3575f5ffd5b5f606082840312801561462f575f5ffd5b50604051606081016001600160401b038111828210171561465e57634e487b7160e01b5f52604160045260245ffd5b604052825181526020830151614673816142ae565b60208201526040830151614686816142ae565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f858511156146b4575f5ffd5b838611156146c0575f5ffd5b5050820193919092039150565b80356020831015610fef575f19602084900360031b1b1692915050565b80356001600160c01b0319811690600884101561144c576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b0319811690600484101561144c576001600160e01b031960049490940360031b84901b1690921692915050565b80820180821115610fef57610fef61453e565b8082028115828204841417610fef57610fef61453e565b80356bffffffffffffffffffffffff19811690601484101561144c576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b63ffffffff8281168282160390811115610fef57610fef61453e565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614808576148086147dc565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614834575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f8261485c5761485c6147dc565b500490565b5f8261486f5761486f6147dc565b500690565b82815260c0810160208201835f5b60058110156148a1578151835260209283019290910190600101614882565b5050509392505050565b82815260a0810160208201835f5b60048110156148a15781518352602092830192909101906001016148b9565b5f8235605e198336030181126144cf575f5ffd5b5f60808284031280156148fd575f5ffd5b50604051608081016001600160401b038111828210171561492c57634e487b7160e01b5f52604160045260245ffd5b604052823581526020830135614941816142ae565b602082015260408381013590820152606083013561495e816142ae565b60608201529392505050565b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b81810381811115610fef57610fef61453e565b5f600182016149b9576149b961453e565b5060010190565b6001600160401b038281168282160390811115610fef57610fef61453e565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356001600160d81b0319811690600584101561144c576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b0319811690600384101561144c576001600160e81b0319600394850390941b84901b1690921692915050565b60ff8281168282160390811115610fef57610fef61453e56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
