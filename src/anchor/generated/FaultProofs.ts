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
    inputs: [{ internalType: "enum Convictions.Fault", name: "fault", type: "uint8" }],
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
  {
    inputs: [
      { internalType: "address", name: "key", type: "address" },
      { internalType: "uint64", name: "until", type: "uint64" },
      { internalType: "uint64", name: "acceptedAt", type: "uint64" },
    ],
    name: "ReceiptAfterRetirement",
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
      { indexed: true, internalType: "enum Convictions.Fault", name: "fault", type: "uint8" },
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
  "0x60e060405234801561000f575f5ffd5b5060405161512a38038061512a83398101604081905261002e916100b8565b6001600160a01b03808416608052821660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614f6e6101bc5f395f8181610a9f0152610ae601525f8181610f1001528181611473015261289401525f81816101bf01528181610220015281816102b201528181610398015281816103c901528181610509015281816106d0015281816108a60152818161092e015281816109af01528181610a1d01528181610a4e01528181610c3601528181610f8e01528181611a0901528181611b4c0152818161246a0152818161252a0152818161261301526126730152614f6e5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e1366004614412565b6101b9565b005b6100e66100f636600461446c565b610351565b6100e661010936600461446c565b610391565b6100e661011c3660046144de565b610503565b6100e661012f36600461446c565b6106c9565b6100e6610142366004614538565b6108a0565b6100e66101553660046145a0565b610928565b6100e6610168366004614641565b610a15565b6100e661017b3660046146e6565b610b56565b6100e661018e36600461477b565b610be5565b6100e66101a13660046147f5565b610d00565b6100e66101b436600461446c565b610d44565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610e08565b509091505f905061021b83356102016040860160208701614891565b6102116060870160408801614891565b8660600135610e5b565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906148aa565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e26040860160208701614891565b6001600160a01b0316145b801561031957506001600160a01b03861661030e6060860160408701614891565b6001600160a01b0316145b9050610335835f01518314801561032e575081155b6005610eae565b610349866005855f01518660400151610edb565b505050505050565b5f5f61035e858585610f71565b9150915061037661036f8383610fe6565b6009610eae565b61038a856009835f01518460200151610edb565b5050505050565b5f5f6103be7f00000000000000000000000000000000000000000000000000000000000000008686610e08565b50915091505f6103ef7f00000000000000000000000000000000000000000000000000000000000000008786610e08565b505060808101519091505f906001600160401b031661041460408801602089016148c1565b6001600160401b0316148015610432575061043084848461110a565b155b90505f61044560408701602088016148c1565b6001600160401b031661045e6040890160208a016148c1565b6001600160401b031614158015610476575082518551145b801561049b575082602001516001600160401b031685602001516001600160401b0316145b90506104b082806104a95750815b6003610eae565b6104f9886003855f01518480156104e0575086604001516001600160401b031689604001516001600160401b0316105b6104ee578660400151610edb565b88604001515b610edb565b5050505050505050565b5f6105387f00000000000000000000000000000000000000000000000000000000000000008461053385806148dc565b6111cf565b91505f90508061055e61054b85806148dc565b6105599060408101906148fa565b611292565b915091508161058d5761038a85600461057787806148dc565b6105889060408101906020016148c1565b611445565b5f6001600160401b03801682608001516001600160401b0316141580156105e457506105b985806148dc565b6105ca9060408101906020016148c1565b6001600160401b031682608001516001600160401b031610155b90505f61060383610140015186604001516001600160401b03166114d9565b9050818061060e5750805b1561063057610627876004855f01518660400151610edb565b50505050505050565b5f61063b8488611505565b90505f8061065461064f60408b018b6148fa565b6115fc565b915091505f82801561067c575061067c8761067560408d0160208e0161493c565b86856118ac565b905061068a81156004610eae565b6106bc8b6004895f01518d60200160208101906106a7919061493c565b63ffffffff168b604001516104f49190614973565b5050505050505050505050565b5f5f6106f67f00000000000000000000000000000000000000000000000000000000000000008686611971565b915091505f610707868685876119a8565b90506107138185611505565b505f61071f85806148dc565b6107309060408101906020016148c1565b6001600160401b031661074387806148dc565b6107549060408101906020016148c1565b6001600160401b0316146107ef5760808201516001600160401b031661077a87806148dc565b61078b9060408101906020016148c1565b6001600160401b03161480156107cb5750600184606001516107ad9190614992565b63ffffffff166107c3604088016020890161493c565b63ffffffff16145b80156107ea57506107e2604086016020870161493c565b63ffffffff16155b610828565b6107ff604087016020880161493c565b6108109063ffffffff1660016149ae565b610820604087016020880161493c565b63ffffffff16145b90505f61085961084361083e60408a018a6148fa565b611a3f565b8561085461083e60408b018b6148fa565b611a73565b9050610870828015610869575081155b6002610eae565b82516104f990899060029061088b60408b0160208c0161493c565b63ffffffff1687604001516104f49190614973565b5f6108cc7f00000000000000000000000000000000000000000000000000000000000000008585611ae9565b509150505f6108e5826108e0878587611b20565b611b78565b905061091481158061090d575061090b8361090660408701602088016148c1565b611c1b565b155b600a610eae565b61038a85600a845f01518560200151610edb565b5f6109547f00000000000000000000000000000000000000000000000000000000000000008686611ae9565b5060e08101519092505f915060ff166109a9578160c00151848460405161097c9291906149c1565b60405180910390201480156109a257506109a082606001518360a001518686611c4b565b155b90506109f6565b5f6109e07f00000000000000000000000000000000000000000000000000000000000000006109db8560600151611ccf565b611d31565b90506109f28360600151828787611c4b565b9150505b610a01816007610eae565b610349866007845f01518560200151610edb565b5f5f5f610a437f00000000000000000000000000000000000000000000000000000000000000008888611ae9565b925092509250610a757f0000000000000000000000000000000000000000000000000000000000000000888488611d5e565b505f610a8186806148fa565b604051610a8f9291906149c1565b604051809103902090505f610ad67f00000000000000000000000000000000000000000000000000000000000000008585858b8060400190610ad191906149d0565b611e75565b6101208601519091505f90610b1b7f0000000000000000000000000000000000000000000000000000000000000000610b1560408d0160208e0161493c565b8a6122ee565b149050610b36818015610b2f575087358314155b6008610eae565b610b4a8a6008875f01518860200151610edb565b50505050505050505050565b5f5f610b628686612438565b915091505f5f610b728887612438565b90925090506001600160401b038481169083161483821414610ba357610b9a8860015f611445565b50505050610bdf565b610bb0888689878761256c565b610bbd888688858561256c565b610bd38660400135886040013514156001610eae565b6104f988600187611445565b50505050565b5f610bf085856125d7565b90505f610bfd86856125d7565b90505f610c0d60808701876148fa565b1580159150610c295750610c2460808601866148fa565b151590505b90508015610c6057610c607f000000000000000000000000000000000000000000000000000000000000000088855f015187612720565b815183515f91148015610c8c575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610cbf575083606001516001600160401b031685606001516001600160401b0316145b90505f610cd08660600151426114d9565b9050610ced838015610ce75750821580610ce75750815b5f610eae565b610b4a8a5f885f01518960200151610edb565b5f5f610d0d868686610f71565b91509150610d30610d298383610d248a8689611b20565b6127bc565b600b610eae565b61034986600b835f01518460200151610edb565b5f5f610d51858585610f71565b805182519294509092505f91148015610d84575081602001516001600160401b031683602001516001600160401b031614155b8015610da9575081606001516001600160a01b031683606001516001600160a01b0316145b8015610dbc575081608001518360800151145b9050610dc9816006610eae565b610349866006855f015185602001516001600160401b031687602001516001600160401b031611610dfe578560200151610edb565b8660200151610edb565b610e1061429f565b604080516060810182525f80825260208201819052918101829052610e368686866111cf565b9092509050610e50610e4b60408601866148fa565b612838565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b81610ed757806040516337e19b7160e11b8152600401610ece9190614a29565b60405180910390fd5b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610f51575f5ffd5b505af1158015610f63573d5f5f3e3d5ffd5b50505050610bdf848461286d565b610f79614318565b610f81614318565b610f8961429f565b610fb47f00000000000000000000000000000000000000000000000000000000000000008787611ae9565b5093509050610fc5868683876119a8565b9050610fdb8185610fd68488611505565b61295f565b915050935093915050565b6101408101515f9060ff161580610fff57508151835114155b80611024575081602001516001600160401b031683602001516001600160401b031610155b1561103057505f611104565b5f61103b84846129b0565b90508261018001516001600160401b031684602001516001600160401b0316146110a65780801561109e57506101808301516001600160401b03908116148061109e575083602001516001600160401b03168361018001516001600160401b0316105b915050611104565b806110b5576001915050611104565b600260ff1683610140015160ff16036110f057836101a001516001600160a01b0316836101a001516001600160a01b03161415915050611104565b6110ff846101a00151846129e1565b159150505b92915050565b825181515f9114801561114157506020840151611128906001614973565b6001600160401b031682602001516001600160401b0316145b801561117b5750836060015163ffffffff1684604001516111629190614973565b6001600160401b031682604001516001600160401b0316145b801561118a5750828260a00151145b801561119d57508360e001518260c00151145b80156111c557508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e308561120760208701876148c1565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611257573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061127b9190614a4f565b9050611288818585612a51565b9150935093915050565b5f61129b61429f565b60e5831415806112d25750600160f91b84845f816112bb576112bb614ac3565b9050013560f81c60f81b6001600160f81b03191614155b156112df575f915061143e565b6112ed602160018587614ad7565b6112f691614afe565b8152611306602960218587614ad7565b61130f91614b1b565b60c01c6020820152611325603160298587614ad7565b61132e91614b1b565b60c01c6040820152611344603560318587614ad7565b61134d91614b51565b60e01c6060820152611363603d60358587614ad7565b61136c91614b1b565b60c01c6080820152611382605d603d8587614ad7565b61138b91614afe565b60a082015261139e607d605d8587614ad7565b6113a791614afe565b60c08201526113ba609d607d8587614ad7565b6113c391614afe565b60e08201526113d660bd609d8587614ad7565b6113df91614afe565b6101008201526113f360dd60bd8587614ad7565b6113fc91614afe565b61012082015261141060e560dd8587614ad7565b61141991614b1b565b60c01c61014082015261142b81612af7565b801561143b575061143b81612bf8565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156114b4575f5ffd5b505af11580156114c6573d5f5f3e3d5ffd5b505050506114d4838361286d565b505050565b5f6114e6610e10836149ae565b6114f2906103e8614b87565b836001600160401b031611905092915050565b5f61154f61151660408401846148fa565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612c8392505050565b90505f61158c82611566604086016020870161493c565b63ffffffff16866060015163ffffffff1686806060019061158791906149d0565b612cb1565b905083610100015181146115f5576115a483806148dc565b6115b59060408101906020016148c1565b6115c5604085016020860161493c565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610ece565b5092915050565b5f611605614318565b61010b8314158061163d5750600160f81b84845f8161162657611626614ac3565b9050013560f81c60f81b6001600160f81b03191614155b1561164a575f915061143e565b611658602160018587614ad7565b61166191614afe565b8152611671602960218587614ad7565b61167a91614b1b565b60c01c6020820152611690604960298587614ad7565b61169991614afe565b60408201526116ac605d60498587614ad7565b6116b591614b9e565b606090811c908201526116cc607d605d8587614ad7565b6116d591614afe565b60808201526116e8609d607d8587614ad7565b6116f191614afe565b60a082015261170460bd609d8587614ad7565b61170d91614afe565b60c0820152838360bd81811061172557611725614ac3565b919091013560f81c60e08301525061174160c660be8587614ad7565b61174a91614b1b565b60c01c61010082015261176160ce60c68587614ad7565b61176a91614b1b565b60c01c610120820152838360ce81811061178657611786614ac3565b919091013560f81c610140830152506117a360ef60cf8587614ad7565b6117ac91614afe565b6101608201526117c060f760ef8587614ad7565b6117c991614b1b565b60c01c6101808201526117e161010b60f78587614ad7565b6117ea91614b9e565b60601c6101a08201526020810151661fffffffffffff6001600160401b03909116118015906118245750600160ff168160e0015160ff1611155b8015611848575061010081015160e082015160ff16156001600160401b0390911615145b80156118725750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b801561189c5750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b801561143b575061143b81612d6d565b835181515f911480156118e957508363ffffffff1685604001516118d09190614973565b6001600160401b031682602001516001600160401b0316145b801561191157508461014001516001600160401b03168261012001516001600160401b031611155b8015611933575063ffffffff841615158061193357508460c001518260400151145b801561196857506001856060015161194b9190614992565b63ffffffff168463ffffffff1614158061196857508460e0015183145b95945050505050565b61197961429f565b5f61198e858561198986806148dc565b610e08565b5090925061199e90508284611505565b9050935093915050565b6119b061429f565b6119ba82806148dc565b6119cb9060408101906020016148c1565b6001600160401b03166119de85806148dc565b6119ef9060408101906020016148c1565b6001600160401b031603611a04575081610ea6565b611a337f00000000000000000000000000000000000000000000000000000000000000008661198985806148dc565b50909695505050505050565b611a47614318565b5f611a5284846115fc565b92509050806115f557604051620f67ed60e11b815260040160405180910390fd5b825181515f91148015611aaa57506020840151611a91906001614973565b6001600160401b031682602001516001600160401b0316145b8015611ab95750828260400151145b80156111c557508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b611af161429f565b611af9614318565b5f611b05868686611971565b9093509050611b1583858361295f565b915093509350939050565b604080516080810182525f8082526020820181905291810182905260608101919091526111c582611b737f0000000000000000000000000000000000000000000000000000000000000000878787611d5e565b612e48565b5f816020015160ff1683610140015160ff16141580611b9d5750815161016084015114155b15611ba957505f611104565b816040015115611bd85781606001516001600160a01b0316836101a001516001600160a01b0316149050611104565b61014083015160ff166001141580611bff57506101808301516001600160401b0390811614155b806111c8575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611c399190614bf2565b6001600160401b031611159392505050565b5f5f5f611c8d8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061308a92505050565b5090925090505f816003811115611ca657611ca6614a15565b148015611cc45750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611d149291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f6111c8611d3e846130d3565b8360405161190160f01b8152600281019290925260228201526042902090565b611d8560405180608001604052805f81526020015f81526020015f81526020015f81525090565b611d97611d9283806148fa565b613120565b6020810151909150611dac60408401846149d0565b905014611de857611dc060408301836149d0565b6020830151604051631f37c23760e31b8152610ece9350600401918252602082015260400190565b5f611df383806148fa565b604051611e019291906149c1565b6040518091039020838060400190611e1991906149d0565b604051602001611e2b93929190614c1f565b60408051601f1981840301815291905280516020909101209050611e6c868686611e5587806148fa565b87611e6660408b0160208c016148c1565b8861338f565b50949350505050565b5f5f5f611e8285856134af565b915091505f600882901b60055f516020614f4e5f395f51905f528b60800151611eab9190614c50565b611eb6911b876149ae565b611ec091906149ae565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614f4e5f395f51905f528f60800151611f469190614c63565b8152602081018790526101208f01516001600160401b03166040820152606001611f7d5f516020614f4e5f395f51905f528f614c63565b8152506040518363ffffffff1660e01b8152600401611f9d929190614c76565b602060405180830381865afa158015611fb8573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fdc91906148aa565b9050611fe661438b565b5f5b6004811015612169575f611ffd826004614b87565b6120089060026149ae565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b866012811061206d5761206d614ac3565b602002015181526020018b86600161208591906149ae565b6012811061209557612095614ac3565b602002015181526020018b8660026120ad91906149ae565b601281106120bd576120bd614ac3565b602002015181526020018b8660036120d591906149ae565b601281106120e5576120e5614ac3565b60200201518152506040518363ffffffff1660e01b815260040161210a929190614cad565b602060405180830381865afa158015612125573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061214991906148aa565b83836004811061215b5761215b614ac3565b602002015250600101611fe8565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf3906121aa906f616e63686f726c6f672f312f72657374908690600401614cad565b602060405180830381865afa1580156121c5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121e991906148aa565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614f4e5f395f51905f528f5f1c6122629190614c63565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b815260040161229c929190614c76565b602060405180830381865afa1580156122b7573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122db91906148aa565b96505050505050505b9695505050505050565b80356122f861438b565b5f5b600881101561242f575f61230f826002614b87565b63ffffffff8716901c60031690505f5b600381101561238e576020860181612338856003614b87565b61234291906149ae565b6018811061235257612352614ac3565b60200201358483831061236f5761236a8360016149ae565b612371565b825b6004811061238157612381614ac3565b602002015260010161231f565b50838382600481106123a2576123a2614ac3565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906123e5906f616e63686f726c6f672f312f6e6f6465908790600401614cad565b602060405180830381865afa158015612400573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061242491906148aa565b9350506001016122fa565b50509392505050565b5f80366124486020850185614cda565b905061245760408201826148fa565b90505f03612525575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761249d60208901896148c1565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156124ed573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906125119190614a4f565b60208101519051909450925061143e915050565b6125507f00000000000000000000000000000000000000000000000000000000000000008683613561565b61255d60208201826148c1565b92506020013590509250929050565b5f6125846040850135868561158760608901896149d0565b9050818114610349578561259b60208601866148c1565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610ece565b604080516080810182525f80825260208201819052918101829052606081019190915261260760808301836148fa565b15905061265c576126467f0000000000000000000000000000000000000000000000000000000000000000848461264160808201826148fa565b613609565b61265536839003830183614cee565b9050611104565b3661266a60a08401846148dc565b90505f5f6126997f00000000000000000000000000000000000000000000000000000000000000008785611971565b90925090505f6126af61064f60408601866148fa565b9150506040518060800160405280845f015181526020018560200160208101906126d9919061493c565b63ffffffff1685604001516126ee9190614973565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b61278b846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561275f573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061278391906148aa565b858584610e5b565b8214610bdf576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610ece565b6101408201515f9060ff1660011415806127d7575081604001515b806127fd575083602001516001600160401b03168361018001516001600160401b031614155b1561280957505f6111c8565b61281384846129b0565b80156111c5575050506101a0918201519101516001600160a01b039081169116141590565b61284061429f565b5f61284b8484611292565b92509050806115f557604051635d6786e360e01b815260040160405180910390fd5b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156128dc573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906129009190614d6c565b90503382600b81111561291557612915614a15565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612952911515815260200190565b60405180910390a4505050565b612967614318565b61297761083e60408501856148fa565b90506129948461298d604086016020870161493c565b84846118ac565b6111c857604051620f67ed60e11b815260040160405180910390fd5b805182515f911480156129cb575061014083015160ff166001145b80156111c8575050610160908101519101511490565b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b03841601612a0f57506001611104565b6001600160a01b03831615801590612a3c5750826001600160a01b031682606001516001600160a01b0316145b80156111c857505060e0015160ff1615919050565b5f612a6261151660408401846148fa565b90505f612a8b82612a7960408601602087016148c1565b602088015161158760608801886149d0565b85519091508114612aef5783612aa460208501856148c1565b612ab460408601602087016148c1565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b509392505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b031611158015612b425750661fffffffffffff6001600160401b031682604001516001600160401b031611155b8015612b575750606082015163ffffffff1615155b8015612b7657506201000063ffffffff16826060015163ffffffff1611155b8015612bb65750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612bb6575060808201516001600160401b03908116145b8015612bd357506101208201515f516020614f4e5f395f51905f52115b80156111045750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612c395760808201516001600160401b0390811614801590611104575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612c61575060408201516001600160401b0316155b8015612c6f575060a0820151155b8015611104575050805160c0909101511490565b5f6111045f60f81b83604051602001612c9d929190614d8b565b60405160208183030381529060405261375e565b5f836001600160401b0316856001600160401b031610612cf7576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610ece565b5f5f612d03878761379c565b9092509050612d1281836149ae565b8414612d455783612d2382846149ae565b604051630602a2fd60e51b815260048101929092526024820152604401610ece565b612d605f896001600160401b038a165f19861b1788886137da565b9998505050505050505050565b6101408101515f9060ff16612db557610160820151158015612d9b57506101808201516001600160401b0316155b80156111045750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612e0d5761014082015160ff1660011480611104575061014082015160ff1660021480156111045750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015611104575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612e7785806148fa565b915091505f8282604051612e8c9291906149c1565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612ec557505050611104565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612f2a576002612efb60408801886149d0565b5f818110612f0b57612f0b614ac3565b6020908102929092013587525060ff9091169085015250611104915050565b6001602085015284515f9084908490612f45906008906149ae565b6040890151612f5693909290614ad7565b604051612f649291906149c1565b6040518091039020905080878060400190612f7f91906149d0565b5f818110612f8f57612f8f614ac3565b90506020020135604051602001612fb0929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612fdd5750505050611104565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b884848860400151600161301191906149ae565b60608a015161302293909290614ad7565b6040516130309291906149c1565b604080519182900390912091909114908601819052156130805761305760408801886149d0565b600181811061306857613068614ac3565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f83516041036130c1576020840151604085015160608601515f1a6130b38882858561388a565b9550955095505050506130cc565b505081515f91506002905b9250925092565b5f6111047fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc64685613952565b61314760405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f6131558383836139a9565b90506007811115806131715750602061316f600783614db6565b115b8061319d575061319b83835f81811061318c5761318c614ac3565b9050013560f81c60f81b613a33565b155b156131bd57604051637c08de9f60e11b81525f6004820152602401610ece565b5f6131c9600783614db6565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be6131f883838688614ad7565b6040516132069291906149c1565b60405180910390201461322f57604051637c08de9f60e11b815260048101829052602401610ece565b8085525f61323b6143a9565b600560fb1b5b8486148061327e57506001600160f81b0319811687878781811061326757613267614ac3565b9050013560f81c60f81b6001600160f81b03191614155b1561329f57604051637c08de9f60e11b815260048101869052602401610ece565b601083036132c357604051637c08de9f60e11b815260048101869052602401610ece565b6132da87876132d38860016149ae565b8587613a65565b9450825f036132ef57604088018590526132ff565b826001036132ff57606088018590525b61330883614dc9565b92508585108015613341575086868681811061332657613326614ac3565b9050013560f81c60f81b6001600160f81b031916602960f81b145b6133505750600b60fa1b613241565b8561335c8660016149ae565b1461337d57604051637c08de9f60e11b815260048101869052602401610ece565b50506020860152509295945050505050565b5f61339e8686865f0151613c05565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e00160408051601f198184030181529082905280516020909101206327063ca560e11b82526001600160a01b038b811660048401529092505f91613479918d1690634e0c794a90602401602060405180830381865afa158015613455573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611d3e91906148aa565b90508860a0015181146106bc5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610ece565b6134b76143c8565b5f805b83811015613559575f516020614f4e5f395f51905f528585838181106134e2576134e2614ac3565b905060200201355f1c6134f59190614c63565b83826012811061350757613507614ac3565b6020020152613517816003614b87565b5f516020614f4e5f395f51905f5286868481811061353757613537614ac3565b905060200201355f1c61354a9190614c50565b901b91909117906001016134ba565b509250929050565b5f6135ed8361357360208501856148c1565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b905061038a848460018461360460408801886148fa565b613c54565b5f613639843561361f60408701602088016148c1565b60408701356136346080890160608a016148c1565b613d53565b90505f61364b87876002858888613c54565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa1580156136a2573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906136c69190614de1565b9150506001600160401b0381161580159061370c57506136f16001600160401b0382166103e8614b87565b61370160808801606089016148c1565b6001600160401b0316115b156104f95781816137236080890160608a016148c1565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b5f5f60205f84516020860160025afa60203d141690505f519150806137965760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f806137b36137ac600185614e19565b8518613dab565b91506001600160401b03808516831c165b8015613559576001909101905f198101166137c4565b60405184908190600190818153858560051b81015b8082101561385e576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a89161561384d578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c98506020820191506137ef565b5050508061387f5760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156138c357505f91506003905082613948565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613914573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661393f57505f925060019150829050613948565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610e8d565b805b8281108015613a1e57506139d98484838181106139ca576139ca614ac3565b9050013560f81c60f81b613e57565b806139f457506139f484848381811061318c5761318c614ac3565b80613a1e5750613a1e848483818110613a0f57613a0f614ac3565b9050013560f81c60f81b613e89565b156111c857613a2c81614dc9565b90506139ab565b5f604160f81b6001600160f81b03198316108015906111045750602d60f91b6001600160f81b03198316111592915050565b5f613a718686866139a9565b9050613a87613a828286888a614ad7565b613ebb565b613aa757604051637c08de9f60e11b815260048101859052602401610ece565b80851480613ade5750858582818110613ac257613ac2614ac3565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613aff57604051637c08de9f60e11b815260048101829052602401610ece565b5f613b0b8260016149ae565b9050613b188787836139a9565b915080821480613b3157506020613b2f8284614db6565b115b80613b4e5750613b4c8787838181106139ca576139ca614ac3565b155b15613b6f57604051637c08de9f60e11b815260048101829052602401610ece565b5f613b7c8383898b614ad7565b604051613b8a9291906149c1565b60405190819003902090505f5b84811015613be05781868260108110613bb257613bb2614ac3565b602002015103613bd857604051637c08de9f60e11b815260048101849052602401610ece565b600101613b97565b5080858560108110613bf457613bf4614ac3565b602002015250909695505050505050565b5f3681613c1484828789614ad7565b91509150818183838989604051602001613c3396959493929190614e38565b60405160208183030381529060405280519060200120925050509392505050565b5f613c9d613c628886611d31565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061410892505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015613cf6573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613d1a9190614d6c565b6122e45760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401610ece565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610e8d565b5f6001600160401b03821615613e5057613e40826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613e4b9060016149ae565b611104565b5f92915050565b5f606160f81b6001600160f81b03198316108015906111045750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b03198316108015906111045750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613ecd9291906149c1565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613f2457507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613f33576001915050611104565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613f8057507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613f8f576001915050611104565b600583118015613fd95750613fa760055f8587614ad7565b613fb091614ec9565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b1561400f575f613ff4613fef8560058189614ad7565b614130565b90508015801590614006575060208111155b92505050611104565b5f60048411801561405a575061402860045f8688614ad7565b61403191614b51565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15614067575060046140c8565b6003841180156140b1575061407f60035f8688614ad7565b61408891614eff565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156140be575060036140c8565b5f92505050611104565b5f6140d8613fef8684818a614ad7565b905080158015906140eb57506101008111155b80156122e457506140fd600882614c63565b159695505050505050565b5f5f5f5f614116868661308a565b92509250925061412682826141e7565b5090949350505050565b5f6003821180614168575082825f81811061414d5761414d614ac3565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b1561417457505f611104565b5f5b828110156115f557614193848483818110613a0f57613a0f614ac3565b6141a0575f915050611104565b60308484838181106141b4576141b4614ac3565b6141c59392013560f81c9050614f34565b60ff166141d383600a614b87565b6141dd91906149ae565b9150600101614176565b5f8260038111156141fa576141fa614a15565b03614203575050565b600182600381111561421757614217614a15565b036142355760405163f645eedf60e01b815260040160405180910390fd5b600282600381111561424957614249614a15565b0361426a5760405163fce698f760e01b815260048101829052602401610ece565b600382600381111561427e5761427e614a15565b03610ed7576040516335e2f38360e21b815260048101829052602401610ece565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b80356001600160a01b03811681146143fd575f5ffd5b919050565b5f60808284031215613796575f5ffd5b5f5f5f60c08486031215614424575f5ffd5b61442d846143e7565b925060208401356001600160401b03811115614447575f5ffd5b61445386828701614402565b9250506144638560408601614402565b90509250925092565b5f5f5f6060848603121561447e575f5ffd5b614487846143e7565b925060208401356001600160401b038111156144a1575f5ffd5b6144ad86828701614402565b92505060408401356001600160401b038111156144c8575f5ffd5b6144d486828701614402565b9150509250925092565b5f5f604083850312156144ef575f5ffd5b6144f8836143e7565b915060208301356001600160401b03811115614512575f5ffd5b61451e85828601614402565b9150509250929050565b5f60608284031215613796575f5ffd5b5f5f5f6060848603121561454a575f5ffd5b614553846143e7565b925060208401356001600160401b0381111561456d575f5ffd5b61457986828701614402565b92505060408401356001600160401b03811115614594575f5ffd5b6144d486828701614528565b5f5f5f5f606085870312156145b3575f5ffd5b6145bc856143e7565b935060208501356001600160401b038111156145d6575f5ffd5b6145e287828801614402565b93505060408501356001600160401b038111156145fd575f5ffd5b8501601f8101871361460d575f5ffd5b80356001600160401b03811115614622575f5ffd5b876020828401011115614633575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215614656575f5ffd5b61465f866143e7565b945060208601356001600160401b03811115614679575f5ffd5b61468588828901614402565b94505060408601356001600160401b038111156146a0575f5ffd5b6146ac88828901614528565b935050610320605f19820112156146c1575f5ffd5b509295919450926060019150565b6001600160401b03811681146146e3575f5ffd5b50565b5f5f5f5f608085870312156146f9575f5ffd5b614702856143e7565b935060208501356001600160401b0381111561471c575f5ffd5b61472887828801614402565b93505060408501356001600160401b03811115614743575f5ffd5b61474f87828801614402565b9250506060850135614760816146cf565b939692955090935050565b5f60c08284031215613796575f5ffd5b5f5f5f5f6080858703121561478e575f5ffd5b614797856143e7565b935060208501356001600160401b038111156147b1575f5ffd5b6147bd8782880161476b565b93505060408501356001600160401b038111156147d8575f5ffd5b6147e48782880161476b565b949793965093946060013593505050565b5f5f5f5f60808587031215614808575f5ffd5b614811856143e7565b935060208501356001600160401b0381111561482b575f5ffd5b61483787828801614402565b93505060408501356001600160401b03811115614852575f5ffd5b61485e87828801614402565b92505060608501356001600160401b03811115614879575f5ffd5b61488587828801614528565b91505092959194509250565b5f602082840312156148a1575f5ffd5b6111c8826143e7565b5f602082840312156148ba575f5ffd5b5051919050565b5f602082840312156148d1575f5ffd5b81356111c8816146cf565b5f8235607e198336030181126148f0575f5ffd5b9190910192915050565b5f5f8335601e1984360301811261490f575f5ffd5b8301803591506001600160401b03821115614928575f5ffd5b60200191503681900382131561143e575f5ffd5b5f6020828403121561494c575f5ffd5b813563ffffffff811681146111c8575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b0381811683821601908111156111045761110461495f565b63ffffffff82811682821603908111156111045761110461495f565b808201808211156111045761110461495f565b818382375f9101908152919050565b5f5f8335601e198436030181126149e5575f5ffd5b8301803591506001600160401b038211156149fe575f5ffd5b6020019150600581901b360382131561143e575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c8310614a4957634e487b7160e01b5f52602160045260245ffd5b91905290565b5f6060828403128015614a60575f5ffd5b50604051606081016001600160401b0381118282101715614a8f57634e487b7160e01b5f52604160045260245ffd5b604052825181526020830151614aa4816146cf565b60208201526040830151614ab7816146cf565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115614ae5575f5ffd5b83861115614af1575f5ffd5b5050820193919092039150565b80356020831015611104575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156115f5576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156115f5576001600160e01b031960049490940360031b84901b1690921692915050565b80820281158282048414176111045761110461495f565b80356bffffffffffffffffffffffff1981169060148410156115f5576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614c0a57614c0a614bde565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614c36575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614c5e57614c5e614bde565b500490565b5f82614c7157614c71614bde565b500690565b82815260c0810160208201835f5b6005811015614ca3578151835260209283019290910190600101614c84565b5050509392505050565b82815260a0810160208201835f5b6004811015614ca3578151835260209283019290910190600101614cbb565b5f8235605e198336030181126148f0575f5ffd5b5f6080828403128015614cff575f5ffd5b50604051608081016001600160401b0381118282101715614d2e57634e487b7160e01b5f52604160045260245ffd5b604052823581526020830135614d43816146cf565b6020820152604083810135908201526060830135614d60816146cf565b60608201529392505050565b5f60208284031215614d7c575f5ffd5b815180151581146111c8575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b818103818111156111045761110461495f565b5f60018201614dda57614dda61495f565b5060010190565b5f5f60408385031215614df2575f5ffd5b8251614dfd816146cf565b6020840151909250614e0e816146cf565b809150509250929050565b6001600160401b0382811682821603908111156111045761110461495f565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356001600160d81b031981169060058410156115f5576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156115f5576001600160e81b0319600394850390941b84901b1690921692915050565b60ff82811682821603908111156111045761110461495f56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
