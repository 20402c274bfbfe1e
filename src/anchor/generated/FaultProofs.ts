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
  "0x60e060405234801561000f575f5ffd5b50604051614da5380380614da583398101604081905261002e916100b8565b6001600160a01b0380831660a052831660805261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614bfe6101a75f395f81816108ca015261091101525f610d1801525f81816101bf01528181610220015281816102b201528181610385015281816103b6015281816104f1015281816106e501528181610763015281816107e4015281816108480152818161087901528181610a5501528181610e0401528181610e830152818161192e0152818161225001528181612310015281816123f901526124580152614bfe5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e13660046140da565b6101b9565b005b6100e66100f6366004614134565b610347565b6100e6610109366004614134565b61037e565b6100e661011c3660046141a6565b6104eb565b6100e661012f366004614134565b6106ac565b6100e6610142366004614200565b6106df565b6100e6610155366004614268565b61075d565b6100e6610168366004614309565b610840565b6100e661017b3660046143ae565b610977565b6100e661018e366004614443565b610a04565b6100e66101a13660046144bd565b610b16565b6100e66101b4366004614134565b610b51565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610c0d565b509091505f905061021b83356102016040860160208701614559565b6102116060870160408801614559565b8660600135610c60565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e9190614572565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e26040860160208701614559565b6001600160a01b0316145b801561031957506001600160a01b03861661030e6060860160408701614559565b6001600160a01b0316145b905061033f835f01518314801561032e575081155b876005865f01518760400151610cb2565b505050505050565b5f5f610354858585610de6565b92505091506103776103668383610ed1565b866009845f01518560200151610cb2565b5050505050565b5f5f6103ab7f00000000000000000000000000000000000000000000000000000000000000008686610c0d565b50915091505f6103dc7f00000000000000000000000000000000000000000000000000000000000000008786610c0d565b505060808101519091505f906001600160401b03166104016040880160208901614589565b6001600160401b031614801561041f575061041d848484611077565b155b90505f6104326040870160208801614589565b6001600160401b031661044b6040890160208a01614589565b6001600160401b031614158015610463575082518551145b8015610488575082602001516001600160401b031685602001516001600160401b0316145b90505f8180156104b1575083604001516001600160401b031686604001516001600160401b0316105b6104bf5783604001516104c5565b85604001515b90506104e083806104d35750825b8a6003875f015185610cb2565b505050505050505050565b5f6105207f00000000000000000000000000000000000000000000000000000000000000008461051b85806145a4565b61113c565b91505f90508061054661053385806145a4565b6105419060408101906145c2565b6111ff565b91509150816105785761037760018660045f61056289806145a4565b610573906040810190602001614589565b610cb2565b5f6001600160401b03801682608001516001600160401b0316141580156105cf57506105a485806145a4565b6105b5906040810190602001614589565b6001600160401b031682608001516001600160401b031610155b90505f6105ee83610140015186604001516001600160401b03166113b2565b905081806105f95750805b1561061d576106146001886004865f01518760400151610cb2565b50505050505050565b5f61062884886113de565b90505f8061064161063c60408b018b6145c2565b6114d5565b915091505f82801561066957506106698761066260408d0160208e01614604565b8685611785565b905061069f81158c60048a5f01518e602001602081019061068a9190614604565b63ffffffff168c60400151610573919061463b565b5050505050505050505050565b5f5f5f6106ba868686610de6565b92509250925061033f6106ce84848461184a565b876002845f01518560200151610cb2565b5f61070b7f000000000000000000000000000000000000000000000000000000000000000085856118c3565b509150505f6107248261071f878587611902565b61195a565b905061037781158061074c575061074a836107456040870160208801614589565b6119fd565b155b86600a855f01518660200151610cb2565b5f6107897f000000000000000000000000000000000000000000000000000000000000000086866118c3565b5060e08101519092505f915060ff166107de578160c0015184846040516107b192919061465a565b60405180910390201480156107d757506107d582606001518360a001518686611a2d565b155b905061082b565b5f6108157f00000000000000000000000000000000000000000000000000000000000000006108108560600151611ab1565b611b13565b90506108278360600151828787611a2d565b9150505b61033f81876007855f01518660200151610cb2565b5f5f5f61086e7f000000000000000000000000000000000000000000000000000000000000000088886118c3565b9250925092506108a07f0000000000000000000000000000000000000000000000000000000000000000888488611b40565b505f6108ac86806145c2565b6040516108ba92919061465a565b604051809103902090505f6109017f00000000000000000000000000000000000000000000000000000000000000008585858b80604001906108fc9190614669565b611c5d565b6101208601519091505f906109467f000000000000000000000000000000000000000000000000000000000000000061094060408d0160208e01614604565b8a6120d4565b14905061096b81801561095a575087358314155b8b6008885f01518960200151610cb2565b50505050505050505050565b5f5f610983868661221e565b915091505f5f610993888761221e565b90925090506001600160401b0384811690831614838214146109c6576109bd600189815f80610cb2565b505050506109fe565b6109d38886898787612352565b6109e08886888585612352565b6109f96040888101359088013514158960015f89610cb2565b505050505b50505050565b5f610a0f85856123bd565b90505f610a1c86856123bd565b90505f610a2c60808701876145c2565b1580159150610a485750610a4360808601866145c2565b151590505b90508015610a7f57610a7f7f000000000000000000000000000000000000000000000000000000000000000088855f015187612515565b815183515f91148015610aab575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610ade575083606001516001600160401b031685606001516001600160401b0316145b90505f610aef8660600151426113b2565b905061096b838015610b065750821580610b065750815b8b5f895f01518a60200151610cb2565b5f5f610b23868686610de6565b925050915061033f610b408383610b3b8a8689611902565b6125b1565b87600b845f01518560200151610cb2565b5f5f610b5e858585610de6565b92505091505f815f0151835f0151148015610b93575081602001516001600160401b031683602001516001600160401b031614155b8015610bb8575081606001516001600160a01b031683606001516001600160a01b0316145b8015610bcb575081608001518360800151145b905061033f81876006865f015186602001516001600160401b031688602001516001600160401b031611610c03578660200151610cb2565b8760200151610cb2565b610c15613f67565b604080516060810182525f80825260208201819052918101829052610c3b86868661113c565b9092509050610c55610c5060408601866145c2565b61262d565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b604051602081830303815290604052805190602001209050949350505050565b84610cdb57826040516337e19b7160e11b8152600401610cd291906146c2565b60405180910390fd5b60405163146c47e160e11b81526001600160a01b038581166004830152336024830152604482018490526001600160401b03831660648301525f917f0000000000000000000000000000000000000000000000000000000000000000909116906328d88fc2906084016020604051808303815f875af1158015610d60573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610d8491906146e8565b90503384600b811115610d9957610d996146ae565b866001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051610dd6911515815260200190565b60405180910390a4505050505050565b610dee613fe0565b5f610df7613fe0565b610dff613f67565b610e2a7f000000000000000000000000000000000000000000000000000000000000000088886118c3565b90955093509050610e3b85806145a4565b610e4c906040810190602001614589565b6001600160401b0316610e5f87806145a4565b610e70906040810190602001614589565b6001600160401b031614610eb857610eb27f000000000000000000000000000000000000000000000000000000000000000088610ead88806145a4565b610c0d565b50909150505b610ec28186612662565b50809250505093509350939050565b6101408101515f9060ff161580610eea57508151835114155b80610f0f575081602001516001600160401b031683602001516001600160401b031610155b15610f1b57505f611071565b6101408301515f9060ff1615801590610f3d5750826101600151846101600151145b90505f818015610f55575061014085015160ff166001145b9050811580610f87575080158015610f87575084602001516001600160401b03168461018001516001600160401b0316145b15610fb35784602001516001600160401b03168461018001516001600160401b03161492505050611071565b80610fc357846101800151610fc9565b84602001515b6001600160401b03168461018001516001600160401b031614611026576101808401516001600160401b03908116148061101d575084602001516001600160401b03168461018001516001600160401b0316105b92505050611071565b61014084015160ff1660021461104b57611045856101a00151856126c5565b1561106c565b846101a001516001600160a01b0316846101a001516001600160a01b031614155b925050505b92915050565b825181515f911480156110ae5750602084015161109590600161463b565b6001600160401b031682602001516001600160401b0316145b80156110e85750836060015163ffffffff1684604001516110cf919061463b565b6001600160401b031682604001516001600160401b0316145b80156110f75750828260a00151145b801561110a57508360e001518260c00151145b801561113257508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e30856111746020870187614589565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156111c4573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906111e89190614707565b90506111f5818585612735565b9150935093915050565b5f611208613f67565b60e58314158061123f5750600160f91b84845f816112285761122861477b565b9050013560f81c60f81b6001600160f81b03191614155b1561124c575f91506113ab565b61125a60216001858761478f565b611263916147b6565b815261127360296021858761478f565b61127c916147d3565b60c01c602082015261129260316029858761478f565b61129b916147d3565b60c01c60408201526112b160356031858761478f565b6112ba91614809565b60e01c60608201526112d0603d6035858761478f565b6112d9916147d3565b60c01c60808201526112ef605d603d858761478f565b6112f8916147b6565b60a082015261130b607d605d858761478f565b611314916147b6565b60c0820152611327609d607d858761478f565b611330916147b6565b60e082015261134360bd609d858761478f565b61134c916147b6565b61010082015261136060dd60bd858761478f565b611369916147b6565b61012082015261137d60e560dd858761478f565b611386916147d3565b60c01c610140820152611398816127db565b80156113a857506113a8816128e9565b91505b9250929050565b5f6113bf610e108361483f565b6113cb906103e8614852565b836001600160401b031611905092915050565b5f6114286113ef60408401846145c2565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061297492505050565b90505f6114658261143f6040860160208701614604565b63ffffffff16866060015163ffffffff168680606001906114609190614669565b6129a2565b905083610100015181146114ce5761147d83806145a4565b61148e906040810190602001614589565b61149e6040850160208601614604565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610cd2565b5092915050565b5f6114de613fe0565b61010b831415806115165750600160f81b84845f816114ff576114ff61477b565b9050013560f81c60f81b6001600160f81b03191614155b15611523575f91506113ab565b61153160216001858761478f565b61153a916147b6565b815261154a60296021858761478f565b611553916147d3565b60c01c602082015261156960496029858761478f565b611572916147b6565b6040820152611585605d6049858761478f565b61158e91614869565b606090811c908201526115a5607d605d858761478f565b6115ae916147b6565b60808201526115c1609d607d858761478f565b6115ca916147b6565b60a08201526115dd60bd609d858761478f565b6115e6916147b6565b60c0820152838360bd8181106115fe576115fe61477b565b919091013560f81c60e08301525061161a60c660be858761478f565b611623916147d3565b60c01c61010082015261163a60ce60c6858761478f565b611643916147d3565b60c01c610120820152838360ce81811061165f5761165f61477b565b919091013560f81c6101408301525061167c60ef60cf858761478f565b611685916147b6565b61016082015261169960f760ef858761478f565b6116a2916147d3565b60c01c6101808201526116ba61010b60f7858761478f565b6116c391614869565b60601c6101a08201526020810151661fffffffffffff6001600160401b03909116118015906116fd5750600160ff168160e0015160ff1611155b8015611721575061010081015160e082015160ff16156001600160401b0390911615145b801561174b5750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b80156117755750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b80156113a857506113a881612a5e565b835181515f911480156117c257508363ffffffff1685604001516117a9919061463b565b6001600160401b031682602001516001600160401b0316145b80156117ea57508461014001516001600160401b03168261012001516001600160401b031611155b801561180c575063ffffffff841615158061180c57508460c001518260400151145b801561184157506001856060015161182491906148a9565b63ffffffff168463ffffffff1614158061184157508460e0015183145b95945050505050565b825181515f9182911480156118835750602085015161186a90600161463b565b6001600160401b031683602001516001600160401b0316145b9050808015611841575083836040015114158061184157508461012001516001600160401b03168361012001516001600160401b03161095945050505050565b6118cb613f67565b6118d3613fe0565b5f6118e38686610ead87806145a4565b509093506118f390508385612662565b93979096509294509192505050565b604080516080810182525f808252602082018190529181018290526060810191909152611132826119557f0000000000000000000000000000000000000000000000000000000000000000878787611b40565b612b39565b5f816020015160ff1683610140015160ff1614158061197f5750815161016084015114155b1561198b57505f611071565b8160400151156119ba5781606001516001600160a01b0316836101a001516001600160a01b0316149050611071565b61014083015160ff1660011415806119e157506101808301516001600160401b0390811614155b80611135575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611a1b91906148d9565b6001600160401b031611159392505050565b5f5f5f611a6f8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612d7b92505050565b5090925090505f816003811115611a8857611a886146ae565b148015611aa65750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611af69291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f611135611b2084612dc4565b8360405161190160f01b8152600281019290925260228201526042902090565b611b6d6040518060a001604052805f81526020015f81526020015f81526020015f81526020015f81525090565b611b7f611b7a83806145c2565b612e11565b6020810151909150611b946040840184614669565b905014611bd057611ba86040830183614669565b6020830151604051631f37c23760e31b8152610cd29350600401918252602082015260400190565b5f611bdb83806145c2565b604051611be992919061465a565b6040518091039020838060400190611c019190614669565b604051602001611c1393929190614906565b60408051601f1981840301815291905280516020909101209050611c54868686611c3d87806145c2565b87611c4e60408b0160208c01614589565b886130ae565b50949350505050565b5f5f5f611c6a85856131ce565b915091505f600882901b60055f516020614bde5f395f51905f528b60800151611c939190614937565b611c9e911b8761483f565b611ca8919061483f565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614bde5f395f51905f528f60800151611d2e919061494a565b8152602081018790526101208f01516001600160401b03166040820152606001611d655f516020614bde5f395f51905f528f61494a565b8152506040518363ffffffff1660e01b8152600401611d8592919061495d565b602060405180830381865afa158015611da0573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611dc49190614572565b9050611dce614053565b5f5b6004811015611f51575f611de5826004614852565b611df090600261483f565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b8660128110611e5557611e5561477b565b602002015181526020018b866001611e6d919061483f565b60128110611e7d57611e7d61477b565b602002015181526020018b866002611e95919061483f565b60128110611ea557611ea561477b565b602002015181526020018b866003611ebd919061483f565b60128110611ecd57611ecd61477b565b60200201518152506040518363ffffffff1660e01b8152600401611ef2929190614994565b602060405180830381865afa158015611f0d573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f319190614572565b838360048110611f4357611f4361477b565b602002015250600101611dd0565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390611f92906f616e63686f726c6f672f312f72657374908690600401614994565b602060405180830381865afa158015611fad573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fd19190614572565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614bde5f395f51905f528f5f1c61204a919061494a565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b815260040161208492919061495d565b602060405180830381865afa15801561209f573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906120c39190614572565b9d9c50505050505050505050505050565b80356120de614053565b5f5b6008811015612215575f6120f5826002614852565b63ffffffff8716901c60031690505f5b600381101561217457602086018161211e856003614852565b612128919061483f565b601881106121385761213861477b565b6020020135848383106121555761215083600161483f565b612157565b825b600481106121675761216761477b565b6020020152600101612105565b50838382600481106121885761218861477b565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906121cb906f616e63686f726c6f672f312f6e6f6465908790600401614994565b602060405180830381865afa1580156121e6573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061220a9190614572565b9350506001016120e0565b50509392505050565b5f803661222e60208501856149c1565b905061223d60408201826145c2565b90505f0361230b575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e30876122836020890189614589565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156122d3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122f79190614707565b6020810151905190945092506113ab915050565b6123367f00000000000000000000000000000000000000000000000000000000000000008683613280565b6123436020820182614589565b92506020013590509250929050565b5f61236a604085013586856114606060890189614669565b905081811461033f57856123816020860186614589565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610cd2565b604080516080810182525f8082526020820181905291810182905260608101919091526123ed60808301836145c2565b1590506124425761242c7f0000000000000000000000000000000000000000000000000000000000000000848461242760808201826145c2565b613329565b61243b368390038301836149d5565b9050611071565b3661245060a08401846145a4565b90505f6124827f000000000000000000000000000000000000000000000000000000000000000086610ead85806145a4565b505090505f61249182846113de565b90505f6124a461063c60408601866145c2565b9150506040518060800160405280845f015181526020018560200160208101906124ce9190614604565b63ffffffff1685604001516124e3919061463b565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b612580846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa158015612554573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906125789190614572565b858584610c60565b82146109fe576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610cd2565b6101408201515f9060ff1660011415806125cc575081604001515b806125f2575083602001516001600160401b03168361018001516001600160401b031614155b156125fe57505f611135565b612608848461337a565b8015611132575050506101a0918201519101516001600160a01b039081169116141590565b612635613f67565b5f61264084846111ff565b92509050806114ce57604051635d6786e360e01b815260040160405180910390fd5b61266a613fe0565b5f61267584846113de565b905061268c61268760408501856145c2565b6133ab565b91506126a9846126a26040860160208701614604565b8385611785565b6113ab57604051620f67ed60e11b815260040160405180910390fd5b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b038416016126f357506001611071565b6001600160a01b038316158015906127205750826001600160a01b031682606001516001600160a01b0316145b801561113557505060e0015160ff1615919050565b5f6127466113ef60408401846145c2565b90505f61276f8261275d6040860160208701614589565b60208801516114606060880188614669565b855190915081146127d357836127886020850185614589565b6127986040860160208701614589565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610cd2565b509392505050565b80515f901580159061280a5750661fffffffffffff6001600160401b031682602001516001600160401b031611155b80156128335750661fffffffffffff6001600160401b031682604001516001600160401b031611155b80156128485750606082015163ffffffff1615155b801561286757506201000063ffffffff16826060015163ffffffff1611155b80156128a75750661fffffffffffff6001600160401b031682608001516001600160401b03161115806128a7575060808201516001600160401b03908116145b80156128c457506101208201515f516020614bde5f395f51905f52115b80156110715750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f1461292a5760808201516001600160401b0390811614801590611071575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612952575060408201516001600160401b0316155b8015612960575060a0820151155b8015611071575050805160c0909101511490565b5f6110715f60f81b8360405160200161298e929190614a53565b6040516020818303038152906040526133df565b5f836001600160401b0316856001600160401b0316106129e8576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610cd2565b5f5f6129f4878761341d565b9092509050612a03818361483f565b8414612a365783612a14828461483f565b604051630602a2fd60e51b815260048101929092526024820152604401610cd2565b612a515f896001600160401b038a165f19861b17888861345b565b9998505050505050505050565b6101408101515f9060ff16612aa657610160820151158015612a8c57506101808201516001600160401b0316155b80156110715750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612afe5761014082015160ff1660011480611071575061014082015160ff1660021480156110715750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015611071575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612b6885806145c2565b915091505f8282604051612b7d92919061465a565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612bb657505050611071565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612c1b576002612bec6040880188614669565b5f818110612bfc57612bfc61477b565b6020908102929092013587525060ff9091169085015250611071915050565b6001602085015284515f9084908490612c369060089061483f565b6040890151612c479390929061478f565b604051612c5592919061465a565b6040518091039020905080878060400190612c709190614669565b5f818110612c8057612c8061477b565b90506020020135604051602001612ca1929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612cce5750505050611071565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b8848488604001516001612d02919061483f565b60608a0151612d139390929061478f565b604051612d2192919061465a565b60408051918290039091209190911490860181905215612d7157612d486040880188614669565b6001818110612d5957612d5961477b565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f8351604103612db2576020840151604085015160608601515f1a612da48882858561350b565b955095509550505050612dbd565b505081515f91506002905b9250925092565b5f6110717fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc646856135d3565b612e3e6040518060a001604052805f81526020015f81526020015f81526020015f81526020015f81525090565b82825f612e4c83838361362a565b9050600781111580612e6857506020612e66600783614a7e565b115b80612e945750612e9283835f818110612e8357612e8361477b565b9050013560f81c60f81b6136b4565b155b15612eb457604051637c08de9f60e11b81525f6004820152602401610cd2565b5f612ec0600783614a7e565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be612eef8383868861478f565b604051612efd92919061465a565b604051809103902014612f2657604051637c08de9f60e11b815260048101829052602401610cd2565b8085525f612f32614071565b600560fb1b5b84861480612f7557506001600160f81b03198116878787818110612f5e57612f5e61477b565b9050013560f81c60f81b6001600160f81b03191614155b15612f9657604051637c08de9f60e11b815260048101869052602401610cd2565b60108303612fba57604051637c08de9f60e11b815260048101869052602401610cd2565b5f612fd28888612fcb89600161483f565b86886136e6565b9096509050612fe2846010614852565b60808a0180519183901b90911790525f8490036130055760408901869052613015565b8360010361301557606089018690525b61301e84614a91565b93508686108015613057575087878781811061303c5761303c61477b565b9050013560f81c60f81b6001600160f81b031916602960f81b145b15613062575061306f565b600b60fa1b915050612f38565b8561307b86600161483f565b1461309c57604051637c08de9f60e11b815260048101869052602401610cd2565b50506020860152509295945050505050565b5f6130bd8686865f0151613891565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e00160408051601f198184030181529082905280516020909101206327063ca560e11b82526001600160a01b038b811660048401529092505f91613198918d1690634e0c794a90602401602060405180830381865afa158015613174573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611b209190614572565b90508860a00151811461069f5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610cd2565b6131d6614090565b5f805b83811015613278575f516020614bde5f395f51905f528585838181106132015761320161477b565b905060200201355f1c613214919061494a565b8382601281106132265761322661477b565b6020020152613236816003614852565b5f516020614bde5f395f51905f528686848181106132565761325661477b565b905060200201355f1c6132699190614937565b901b91909117906001016131d9565b509250929050565b5f61330c836132926020850185614589565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b90506109fe848460015f8561332460408901896145c2565b6138e0565b5f613359843561333f6040870160208801614589565b60408701356133546080890160608a01614589565b6139ee565b905061033f868660026133726080890160608a01614589565b8588886138e0565b805182515f91148015613395575061014083015160ff166001145b8015611135575050610160908101519101511490565b6133b3613fe0565b5f6133be84846114d5565b92509050806114ce57604051620f67ed60e11b815260040160405180910390fd5b5f5f60205f84516020860160025afa60203d141690505f519150806134175760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f8061343461342d600185614aa9565b8518613a46565b91506001600160401b03808516831c165b8015613278576001909101905f19810116613445565b60405184908190600190818153858560051b81015b808210156134df576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a8916156134ce578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c9850602082019150613470565b505050806135005760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561354457505f915060039050826135c9565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613595573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b0381166135c057505f9250600191508290506135c9565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610c92565b805b828110801561369f575061365a84848381811061364b5761364b61477b565b9050013560f81c60f81b613af2565b806136755750613675848483818110612e8357612e8361477b565b8061369f575061369f8484838181106136905761369061477b565b9050013560f81c60f81b613b24565b15611135576136ad81614a91565b905061362c565b5f604160f81b6001600160f81b03198316108015906110715750602d60f91b6001600160f81b03198316111592915050565b5f5f6136f387878761362a565b91505f61370a61370584888a8c61478f565b613b56565b925090508061372f57604051637c08de9f60e11b815260048101879052602401610cd2565b82871480613766575087878481811061374a5761374a61477b565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b1561378757604051637c08de9f60e11b815260048101849052602401610cd2565b5f61379384600161483f565b90506137a089898361362a565b9350808414806137b9575060206137b78286614a7e565b115b806137d657506137d489898381811061364b5761364b61477b565b155b156137f757604051637c08de9f60e11b815260048101829052602401610cd2565b5f61380485838b8d61478f565b60405161381292919061465a565b60405190819003902090505f5b86811015613868578188826010811061383a5761383a61477b565b60200201510361386057604051637c08de9f60e11b815260048101849052602401610cd2565b60010161381f565b508087876010811061387c5761387c61477b565b60200201525092989197509095505050505050565b5f36816138a08482878961478f565b915091508181838389896040516020016138bf96959493929190614ac8565b60405160208183030381529060405280519060200120925050509392505050565b5f6139296138ee8986611b13565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250613dcc92505050565b60405163ead9918d60e01b81526001600160a01b03898116600483015260ff8916602483015280831660448301526001600160401b03881660648301529192509089169063ead9918d90608401602060405180830381865afa158015613991573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906139b591906146e8565b6109f95760405163c5d7cab160e01b81526001600160a01b03808916600483015260ff8816602483015282166044820152606401610cd2565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610c92565b5f6001600160401b03821615613aeb57613adb826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613ae690600161483f565b611071565b5f92915050565b5f606160f81b6001600160f81b03198316108015906110715750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b03198316108015906110715750603960f81b6001600160f81b03198316111592915050565b5f5f5f8484604051613b6992919061465a565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b8103613ba857600160ff92509250506113ab565b7f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b8103613bdd576001606092509250506113ab565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613c2a57507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613c3c5760015f92509250506113ab565b5f600585118015613c875750613c5560055f878961478f565b613c5e91614b59565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15613cb857613ca1613c9c866005818a61478f565b613df4565b613cac906008614852565b61020093509050613d85565b600485118015613d025750613cd060045f878961478f565b613cd991614809565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15613d1e57613d17613c9c866004818a61478f565b9050613d85565b600385118015613d685750613d3660035f878961478f565b613d3f91614b8f565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b15613d8557613d7d613c9c866003818a61478f565b610100935090505b8015801590613d9657506101008111155b8015613daa5750613da860088261494a565b155b93508315613dc357613dbe81610100614a7e565b831792505b50509250929050565b5f5f5f5f613dda8686612d7b565b925092509250613dea8282613eab565b5090949350505050565b5f6003821180613e2c575082825f818110613e1157613e1161477b565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b15613e3857505f611071565b5f5b828110156114ce57613e578484838181106136905761369061477b565b613e64575f915050611071565b6030848483818110613e7857613e7861477b565b613e899392013560f81c9050614bc4565b60ff16613e9783600a614852565b613ea1919061483f565b9150600101613e3a565b5f826003811115613ebe57613ebe6146ae565b03613ec7575050565b6001826003811115613edb57613edb6146ae565b03613ef95760405163f645eedf60e01b815260040160405180910390fd5b6002826003811115613f0d57613f0d6146ae565b03613f2e5760405163fce698f760e01b815260048101829052602401610cd2565b6003826003811115613f4257613f426146ae565b03613f63576040516335e2f38360e21b815260048101829052602401610cd2565b5050565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b80356001600160a01b03811681146140c5575f5ffd5b919050565b5f60808284031215613417575f5ffd5b5f5f5f60c084860312156140ec575f5ffd5b6140f5846140af565b925060208401356001600160401b0381111561410f575f5ffd5b61411b868287016140ca565b92505061412b85604086016140ca565b90509250925092565b5f5f5f60608486031215614146575f5ffd5b61414f846140af565b925060208401356001600160401b03811115614169575f5ffd5b614175868287016140ca565b92505060408401356001600160401b03811115614190575f5ffd5b61419c868287016140ca565b9150509250925092565b5f5f604083850312156141b7575f5ffd5b6141c0836140af565b915060208301356001600160401b038111156141da575f5ffd5b6141e6858286016140ca565b9150509250929050565b5f60608284031215613417575f5ffd5b5f5f5f60608486031215614212575f5ffd5b61421b846140af565b925060208401356001600160401b03811115614235575f5ffd5b614241868287016140ca565b92505060408401356001600160401b0381111561425c575f5ffd5b61419c868287016141f0565b5f5f5f5f6060858703121561427b575f5ffd5b614284856140af565b935060208501356001600160401b0381111561429e575f5ffd5b6142aa878288016140ca565b93505060408501356001600160401b038111156142c5575f5ffd5b8501601f810187136142d5575f5ffd5b80356001600160401b038111156142ea575f5ffd5b8760208284010111156142fb575f5ffd5b949793965060200194505050565b5f5f5f5f84860361038081121561431e575f5ffd5b614327866140af565b945060208601356001600160401b03811115614341575f5ffd5b61434d888289016140ca565b94505060408601356001600160401b03811115614368575f5ffd5b614374888289016141f0565b935050610320605f1982011215614389575f5ffd5b509295919450926060019150565b6001600160401b03811681146143ab575f5ffd5b50565b5f5f5f5f608085870312156143c1575f5ffd5b6143ca856140af565b935060208501356001600160401b038111156143e4575f5ffd5b6143f0878288016140ca565b93505060408501356001600160401b0381111561440b575f5ffd5b614417878288016140ca565b925050606085013561442881614397565b939692955090935050565b5f60c08284031215613417575f5ffd5b5f5f5f5f60808587031215614456575f5ffd5b61445f856140af565b935060208501356001600160401b03811115614479575f5ffd5b61448587828801614433565b93505060408501356001600160401b038111156144a0575f5ffd5b6144ac87828801614433565b949793965093946060013593505050565b5f5f5f5f608085870312156144d0575f5ffd5b6144d9856140af565b935060208501356001600160401b038111156144f3575f5ffd5b6144ff878288016140ca565b93505060408501356001600160401b0381111561451a575f5ffd5b614526878288016140ca565b92505060608501356001600160401b03811115614541575f5ffd5b61454d878288016141f0565b91505092959194509250565b5f60208284031215614569575f5ffd5b611135826140af565b5f60208284031215614582575f5ffd5b5051919050565b5f60208284031215614599575f5ffd5b813561113581614397565b5f8235607e198336030181126145b8575f5ffd5b9190910192915050565b5f5f8335601e198436030181126145d7575f5ffd5b8301803591506001600160401b038211156145f0575f5ffd5b6020019150368190038213156113ab575f5ffd5b5f60208284031215614614575f5ffd5b813563ffffffff81168114611135575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b03818116838216019081111561107157611071614627565b818382375f9101908152919050565b5f5f8335601e1984360301811261467e575f5ffd5b8301803591506001600160401b03821115614697575f5ffd5b6020019150600581901b36038213156113ab575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c83106146e257634e487b7160e01b5f52602160045260245ffd5b91905290565b5f602082840312156146f8575f5ffd5b81518015158114611135575f5ffd5b5f6060828403128015614718575f5ffd5b50604051606081016001600160401b038111828210171561474757634e487b7160e01b5f52604160045260245ffd5b60405282518152602083015161475c81614397565b6020820152604083015161476f81614397565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f8585111561479d575f5ffd5b838611156147a9575f5ffd5b5050820193919092039150565b80356020831015611071575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156114ce576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156114ce576001600160e01b031960049490940360031b84901b1690921692915050565b8082018082111561107157611071614627565b808202811582820484141761107157611071614627565b80356bffffffffffffffffffffffff1981169060148410156114ce576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b63ffffffff828116828216039081111561107157611071614627565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b038316806148f1576148f16148c5565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b0383111561491d575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614945576149456148c5565b500490565b5f82614958576149586148c5565b500690565b82815260c0810160208201835f5b600581101561498a57815183526020928301929091019060010161496b565b5050509392505050565b82815260a0810160208201835f5b600481101561498a5781518352602092830192909101906001016149a2565b5f8235605e198336030181126145b8575f5ffd5b5f60808284031280156149e6575f5ffd5b50604051608081016001600160401b0381118282101715614a1557634e487b7160e01b5f52604160045260245ffd5b604052823581526020830135614a2a81614397565b6020820152604083810135908201526060830135614a4781614397565b60608201529392505050565b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b8181038181111561107157611071614627565b5f60018201614aa257614aa2614627565b5060010190565b6001600160401b03828116828216039081111561107157611071614627565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356001600160d81b031981169060058410156114ce576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156114ce576001600160e81b0319600394850390941b84901b1690921692915050565b60ff82811682821603908111156110715761107161462756fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
