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
  "0x60e060405234801561000f575f5ffd5b5060405161513838038061513883398101604081905261002e916100b8565b6001600160a01b03808416608052821660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614f7c6101bc5f395f8181610a9f0152610ae601525f8181610f100152818161146c015261289501525f81816101bf01528181610220015281816102b201528181610398015281816103c901528181610509015281816106d0015281816108a60152818161092e015281816109af01528181610a1d01528181610a4e01528181610c3601528181610f8e01528181611a0201528181611b4d0152818161246b0152818161252b0152818161261401526126740152614f7c5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e1366004614420565b6101b9565b005b6100e66100f636600461447a565b610351565b6100e661010936600461447a565b610391565b6100e661011c3660046144ec565b610503565b6100e661012f36600461447a565b6106c9565b6100e6610142366004614546565b6108a0565b6100e66101553660046145ae565b610928565b6100e661016836600461464f565b610a15565b6100e661017b3660046146f4565b610b56565b6100e661018e366004614789565b610be5565b6100e66101a1366004614803565b610d00565b6100e66101b436600461447a565b610d44565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610e08565b509091505f905061021b8335610201604086016020870161489f565b610211606087016040880161489f565b8660600135610e5b565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906148b8565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e2604086016020870161489f565b6001600160a01b0316145b801561031957506001600160a01b03861661030e606086016040870161489f565b6001600160a01b0316145b9050610335835f01518314801561032e575081155b6005610eae565b610349866005855f01518660400151610edb565b505050505050565b5f5f61035e858585610f71565b9150915061037661036f8383610fdf565b6009610eae565b61038a856009835f01518460200151610edb565b5050505050565b5f5f6103be7f00000000000000000000000000000000000000000000000000000000000000008686610e08565b50915091505f6103ef7f00000000000000000000000000000000000000000000000000000000000000008786610e08565b505060808101519091505f906001600160401b031661041460408801602089016148cf565b6001600160401b03161480156104325750610430848484611103565b155b90505f61044560408701602088016148cf565b6001600160401b031661045e6040890160208a016148cf565b6001600160401b031614158015610476575082518551145b801561049b575082602001516001600160401b031685602001516001600160401b0316145b90506104b082806104a95750815b6003610eae565b6104f9886003855f01518480156104e0575086604001516001600160401b031689604001516001600160401b0316105b6104ee578660400151610edb565b88604001515b610edb565b5050505050505050565b5f6105387f00000000000000000000000000000000000000000000000000000000000000008461053385806148ea565b6111c8565b91505f90508061055e61054b85806148ea565b610559906040810190614908565b61128b565b915091508161058d5761038a85600461057787806148ea565b6105889060408101906020016148cf565b61143e565b5f6001600160401b03801682608001516001600160401b0316141580156105e457506105b985806148ea565b6105ca9060408101906020016148cf565b6001600160401b031682608001516001600160401b031610155b90505f61060383610140015186604001516001600160401b03166114d2565b9050818061060e5750805b1561063057610627876004855f01518660400151610edb565b50505050505050565b5f61063b84886114fe565b90505f8061065461064f60408b018b614908565b6115f5565b915091505f82801561067c575061067c8761067560408d0160208e0161494a565b86856118a5565b905061068a81156004610eae565b6106bc8b6004895f01518d60200160208101906106a7919061494a565b63ffffffff168b604001516104f49190614981565b5050505050505050505050565b5f5f6106f67f0000000000000000000000000000000000000000000000000000000000000000868661196a565b915091505f610707868685876119a1565b905061071381856114fe565b505f61071f85806148ea565b6107309060408101906020016148cf565b6001600160401b031661074387806148ea565b6107549060408101906020016148cf565b6001600160401b0316146107ef5760808201516001600160401b031661077a87806148ea565b61078b9060408101906020016148cf565b6001600160401b03161480156107cb5750600184606001516107ad91906149a0565b63ffffffff166107c3604088016020890161494a565b63ffffffff16145b80156107ea57506107e2604086016020870161494a565b63ffffffff16155b610828565b6107ff604087016020880161494a565b6108109063ffffffff1660016149bc565b610820604087016020880161494a565b63ffffffff16145b90505f61085961084361083e60408a018a614908565b611a38565b8561085461083e60408b018b614908565b611a6c565b9050610870828015610869575081155b6002610eae565b82516104f990899060029061088b60408b0160208c0161494a565b63ffffffff1687604001516104f49190614981565b5f6108cc7f00000000000000000000000000000000000000000000000000000000000000008585611ae2565b509150505f6108e5826108e0878587611b21565b611b79565b905061091481158061090d575061090b8361090660408701602088016148cf565b611c1c565b155b600a610eae565b61038a85600a845f01518560200151610edb565b5f6109547f00000000000000000000000000000000000000000000000000000000000000008686611ae2565b5060e08101519092505f915060ff166109a9578160c00151848460405161097c9291906149cf565b60405180910390201480156109a257506109a082606001518360a001518686611c4c565b155b90506109f6565b5f6109e07f00000000000000000000000000000000000000000000000000000000000000006109db8560600151611cd0565b611d32565b90506109f28360600151828787611c4c565b9150505b610a01816007610eae565b610349866007845f01518560200151610edb565b5f5f5f610a437f00000000000000000000000000000000000000000000000000000000000000008888611ae2565b925092509250610a757f0000000000000000000000000000000000000000000000000000000000000000888488611d5f565b505f610a818680614908565b604051610a8f9291906149cf565b604051809103902090505f610ad67f00000000000000000000000000000000000000000000000000000000000000008585858b8060400190610ad191906149de565b611e76565b6101208601519091505f90610b1b7f0000000000000000000000000000000000000000000000000000000000000000610b1560408d0160208e0161494a565b8a6122ef565b149050610b36818015610b2f575087358314155b6008610eae565b610b4a8a6008875f01518860200151610edb565b50505050505050505050565b5f5f610b628686612439565b915091505f5f610b728887612439565b90925090506001600160401b038481169083161483821414610ba357610b9a8860015f61143e565b50505050610bdf565b610bb0888689878761256d565b610bbd888688858561256d565b610bd38660400135886040013514156001610eae565b6104f98860018761143e565b50505050565b5f610bf085856125d8565b90505f610bfd86856125d8565b90505f610c0d6080870187614908565b1580159150610c295750610c246080860186614908565b151590505b90508015610c6057610c607f000000000000000000000000000000000000000000000000000000000000000088855f015187612721565b815183515f91148015610c8c575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610cbf575083606001516001600160401b031685606001516001600160401b0316145b90505f610cd08660600151426114d2565b9050610ced838015610ce75750821580610ce75750815b5f610eae565b610b4a8a5f885f01518960200151610edb565b5f5f610d0d868686610f71565b91509150610d30610d298383610d248a8689611b21565b6127bd565b600b610eae565b61034986600b835f01518460200151610edb565b5f5f610d51858585610f71565b805182519294509092505f91148015610d84575081602001516001600160401b031683602001516001600160401b031614155b8015610da9575081606001516001600160a01b031683606001516001600160a01b0316145b8015610dbc575081608001518360800151145b9050610dc9816006610eae565b610349866006855f015185602001516001600160401b031687602001516001600160401b031611610dfe578560200151610edb565b8660200151610edb565b610e106142ad565b604080516060810182525f80825260208201819052918101829052610e368686866111c8565b9092509050610e50610e4b6040860186614908565b612839565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b81610ed757806040516337e19b7160e11b8152600401610ece9190614a37565b60405180910390fd5b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610f51575f5ffd5b505af1158015610f63573d5f5f3e3d5ffd5b50505050610bdf848461286e565b610f79614326565b610f81614326565b610f896142ad565b610fb47f00000000000000000000000000000000000000000000000000000000000000008787611ae2565b5093509050610fc5868683876119a1565b9050610fd18185612960565b508092505050935093915050565b6101408101515f9060ff161580610ff857508151835114155b8061101d575081602001516001600160401b031683602001516001600160401b031610155b1561102957505f6110fd565b5f61103484846129be565b90508261018001516001600160401b031684602001516001600160401b03161461109f5780801561109757506101808301516001600160401b039081161480611097575083602001516001600160401b03168361018001516001600160401b0316105b9150506110fd565b806110ae5760019150506110fd565b600260ff1683610140015160ff16036110e957836101a001516001600160a01b0316836101a001516001600160a01b031614159150506110fd565b6110f8846101a00151846129ef565b159150505b92915050565b825181515f9114801561113a57506020840151611121906001614981565b6001600160401b031682602001516001600160401b0316145b80156111745750836060015163ffffffff16846040015161115b9190614981565b6001600160401b031682604001516001600160401b0316145b80156111835750828260a00151145b801561119657508360e001518260c00151145b80156111be57508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e308561120060208701876148cf565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611250573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906112749190614a5d565b9050611281818585612a5f565b9150935093915050565b5f6112946142ad565b60e5831415806112cb5750600160f91b84845f816112b4576112b4614ad1565b9050013560f81c60f81b6001600160f81b03191614155b156112d8575f9150611437565b6112e6602160018587614ae5565b6112ef91614b0c565b81526112ff602960218587614ae5565b61130891614b29565b60c01c602082015261131e603160298587614ae5565b61132791614b29565b60c01c604082015261133d603560318587614ae5565b61134691614b5f565b60e01c606082015261135c603d60358587614ae5565b61136591614b29565b60c01c608082015261137b605d603d8587614ae5565b61138491614b0c565b60a0820152611397607d605d8587614ae5565b6113a091614b0c565b60c08201526113b3609d607d8587614ae5565b6113bc91614b0c565b60e08201526113cf60bd609d8587614ae5565b6113d891614b0c565b6101008201526113ec60dd60bd8587614ae5565b6113f591614b0c565b61012082015261140960e560dd8587614ae5565b61141291614b29565b60c01c61014082015261142481612b05565b8015611434575061143481612c06565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156114ad575f5ffd5b505af11580156114bf573d5f5f3e3d5ffd5b505050506114cd838361286e565b505050565b5f6114df610e10836149bc565b6114eb906103e8614b95565b836001600160401b031611905092915050565b5f61154861150f6040840184614908565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612c9192505050565b90505f6115858261155f604086016020870161494a565b63ffffffff16866060015163ffffffff1686806060019061158091906149de565b612cbf565b905083610100015181146115ee5761159d83806148ea565b6115ae9060408101906020016148cf565b6115be604085016020860161494a565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610ece565b5092915050565b5f6115fe614326565b61010b831415806116365750600160f81b84845f8161161f5761161f614ad1565b9050013560f81c60f81b6001600160f81b03191614155b15611643575f9150611437565b611651602160018587614ae5565b61165a91614b0c565b815261166a602960218587614ae5565b61167391614b29565b60c01c6020820152611689604960298587614ae5565b61169291614b0c565b60408201526116a5605d60498587614ae5565b6116ae91614bac565b606090811c908201526116c5607d605d8587614ae5565b6116ce91614b0c565b60808201526116e1609d607d8587614ae5565b6116ea91614b0c565b60a08201526116fd60bd609d8587614ae5565b61170691614b0c565b60c0820152838360bd81811061171e5761171e614ad1565b919091013560f81c60e08301525061173a60c660be8587614ae5565b61174391614b29565b60c01c61010082015261175a60ce60c68587614ae5565b61176391614b29565b60c01c610120820152838360ce81811061177f5761177f614ad1565b919091013560f81c6101408301525061179c60ef60cf8587614ae5565b6117a591614b0c565b6101608201526117b960f760ef8587614ae5565b6117c291614b29565b60c01c6101808201526117da61010b60f78587614ae5565b6117e391614bac565b60601c6101a08201526020810151661fffffffffffff6001600160401b039091161180159061181d5750600160ff168160e0015160ff1611155b8015611841575061010081015160e082015160ff16156001600160401b0390911615145b801561186b5750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b80156118955750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b8015611434575061143481612d7b565b835181515f911480156118e257508363ffffffff1685604001516118c99190614981565b6001600160401b031682602001516001600160401b0316145b801561190a57508461014001516001600160401b03168261012001516001600160401b031611155b801561192c575063ffffffff841615158061192c57508460c001518260400151145b801561196157506001856060015161194491906149a0565b63ffffffff168463ffffffff1614158061196157508460e0015183145b95945050505050565b6119726142ad565b5f611987858561198286806148ea565b610e08565b50909250611997905082846114fe565b9050935093915050565b6119a96142ad565b6119b382806148ea565b6119c49060408101906020016148cf565b6001600160401b03166119d785806148ea565b6119e89060408101906020016148cf565b6001600160401b0316036119fd575081610ea6565b611a2c7f00000000000000000000000000000000000000000000000000000000000000008661198285806148ea565b50909695505050505050565b611a40614326565b5f611a4b84846115f5565b92509050806115ee57604051620f67ed60e11b815260040160405180910390fd5b825181515f91148015611aa357506020840151611a8a906001614981565b6001600160401b031682602001516001600160401b0316145b8015611ab25750828260400151145b80156111be57508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b611aea6142ad565b611af2614326565b5f611b02868661198287806148ea565b50909350611b1290508385612960565b93979096509294509192505050565b604080516080810182525f8082526020820181905291810182905260608101919091526111be82611b747f0000000000000000000000000000000000000000000000000000000000000000878787611d5f565b612e56565b5f816020015160ff1683610140015160ff16141580611b9e5750815161016084015114155b15611baa57505f6110fd565b816040015115611bd95781606001516001600160a01b0316836101a001516001600160a01b03161490506110fd565b61014083015160ff166001141580611c0057506101808301516001600160401b0390811614155b806111c1575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611c3a9190614c00565b6001600160401b031611159392505050565b5f5f5f611c8e8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061309892505050565b5090925090505f816003811115611ca757611ca7614a23565b148015611cc55750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611d159291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f6111c1611d3f846130e1565b8360405161190160f01b8152600281019290925260228201526042902090565b611d8660405180608001604052805f81526020015f81526020015f81526020015f81525090565b611d98611d938380614908565b61312e565b6020810151909150611dad60408401846149de565b905014611de957611dc160408301836149de565b6020830151604051631f37c23760e31b8152610ece9350600401918252602082015260400190565b5f611df48380614908565b604051611e029291906149cf565b6040518091039020838060400190611e1a91906149de565b604051602001611e2c93929190614c2d565b60408051601f1981840301815291905280516020909101209050611e6d868686611e568780614908565b87611e6760408b0160208c016148cf565b8861339d565b50949350505050565b5f5f5f611e8385856134bd565b915091505f600882901b60055f516020614f5c5f395f51905f528b60800151611eac9190614c5e565b611eb7911b876149bc565b611ec191906149bc565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614f5c5f395f51905f528f60800151611f479190614c71565b8152602081018790526101208f01516001600160401b03166040820152606001611f7e5f516020614f5c5f395f51905f528f614c71565b8152506040518363ffffffff1660e01b8152600401611f9e929190614c84565b602060405180830381865afa158015611fb9573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fdd91906148b8565b9050611fe7614399565b5f5b600481101561216a575f611ffe826004614b95565b6120099060026149bc565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b866012811061206e5761206e614ad1565b602002015181526020018b86600161208691906149bc565b6012811061209657612096614ad1565b602002015181526020018b8660026120ae91906149bc565b601281106120be576120be614ad1565b602002015181526020018b8660036120d691906149bc565b601281106120e6576120e6614ad1565b60200201518152506040518363ffffffff1660e01b815260040161210b929190614cbb565b602060405180830381865afa158015612126573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061214a91906148b8565b83836004811061215c5761215c614ad1565b602002015250600101611fe9565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf3906121ab906f616e63686f726c6f672f312f72657374908690600401614cbb565b602060405180830381865afa1580156121c6573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121ea91906148b8565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614f5c5f395f51905f528f5f1c6122639190614c71565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b815260040161229d929190614c84565b602060405180830381865afa1580156122b8573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122dc91906148b8565b96505050505050505b9695505050505050565b80356122f9614399565b5f5b6008811015612430575f612310826002614b95565b63ffffffff8716901c60031690505f5b600381101561238f576020860181612339856003614b95565b61234391906149bc565b6018811061235357612353614ad1565b6020020135848383106123705761236b8360016149bc565b612372565b825b6004811061238257612382614ad1565b6020020152600101612320565b50838382600481106123a3576123a3614ad1565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906123e6906f616e63686f726c6f672f312f6e6f6465908790600401614cbb565b602060405180830381865afa158015612401573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061242591906148b8565b9350506001016122fb565b50509392505050565b5f80366124496020850185614ce8565b90506124586040820182614908565b90505f03612526575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761249e60208901896148cf565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156124ee573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906125129190614a5d565b602081015190519094509250611437915050565b6125517f0000000000000000000000000000000000000000000000000000000000000000868361356f565b61255e60208201826148cf565b92506020013590509250929050565b5f6125856040850135868561158060608901896149de565b9050818114610349578561259c60208601866148cf565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610ece565b604080516080810182525f8082526020820181905291810182905260608101919091526126086080830183614908565b15905061265d576126477f000000000000000000000000000000000000000000000000000000000000000084846126426080820182614908565b613617565b61265636839003830183614cfc565b90506110fd565b3661266b60a08401846148ea565b90505f5f61269a7f0000000000000000000000000000000000000000000000000000000000000000878561196a565b90925090505f6126b061064f6040860186614908565b9150506040518060800160405280845f015181526020018560200160208101906126da919061494a565b63ffffffff1685604001516126ef9190614981565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b61278c846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa158015612760573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061278491906148b8565b858584610e5b565b8214610bdf576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610ece565b6101408201515f9060ff1660011415806127d8575081604001515b806127fe575083602001516001600160401b03168361018001516001600160401b031614155b1561280a57505f6111c1565b61281484846129be565b80156111be575050506101a0918201519101516001600160a01b039081169116141590565b6128416142ad565b5f61284c848461128b565b92509050806115ee57604051635d6786e360e01b815260040160405180910390fd5b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156128dd573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906129019190614d7a565b90503382600b81111561291657612916614a23565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612953911515815260200190565b60405180910390a4505050565b612968614326565b5f61297384846114fe565b905061298561083e6040850185614908565b91506129a28461299b604086016020870161494a565b83856118a5565b61143757604051620f67ed60e11b815260040160405180910390fd5b805182515f911480156129d9575061014083015160ff166001145b80156111c1575050610160908101519101511490565b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b03841601612a1d575060016110fd565b6001600160a01b03831615801590612a4a5750826001600160a01b031682606001516001600160a01b0316145b80156111c157505060e0015160ff1615919050565b5f612a7061150f6040840184614908565b90505f612a9982612a8760408601602087016148cf565b602088015161158060608801886149de565b85519091508114612afd5783612ab260208501856148cf565b612ac260408601602087016148cf565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b509392505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b031611158015612b505750661fffffffffffff6001600160401b031682604001516001600160401b031611155b8015612b655750606082015163ffffffff1615155b8015612b8457506201000063ffffffff16826060015163ffffffff1611155b8015612bc45750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612bc4575060808201516001600160401b03908116145b8015612be157506101208201515f516020614f5c5f395f51905f52115b80156110fd5750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612c475760808201516001600160401b03908116148015906110fd575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612c6f575060408201516001600160401b0316155b8015612c7d575060a0820151155b80156110fd575050805160c0909101511490565b5f6110fd5f60f81b83604051602001612cab929190614d99565b60405160208183030381529060405261376c565b5f836001600160401b0316856001600160401b031610612d05576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610ece565b5f5f612d1187876137aa565b9092509050612d2081836149bc565b8414612d535783612d3182846149bc565b604051630602a2fd60e51b815260048101929092526024820152604401610ece565b612d6e5f896001600160401b038a165f19861b1788886137e8565b9998505050505050505050565b6101408101515f9060ff16612dc357610160820151158015612da957506101808201516001600160401b0316155b80156110fd5750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612e1b5761014082015160ff16600114806110fd575061014082015160ff1660021480156110fd5750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff16111580156110fd575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612e858580614908565b915091505f8282604051612e9a9291906149cf565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612ed3575050506110fd565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612f38576002612f0960408801886149de565b5f818110612f1957612f19614ad1565b6020908102929092013587525060ff90911690850152506110fd915050565b6001602085015284515f9084908490612f53906008906149bc565b6040890151612f6493909290614ae5565b604051612f729291906149cf565b6040518091039020905080878060400190612f8d91906149de565b5f818110612f9d57612f9d614ad1565b90506020020135604051602001612fbe929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612feb57505050506110fd565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b884848860400151600161301f91906149bc565b60608a015161303093909290614ae5565b60405161303e9291906149cf565b6040805191829003909120919091149086018190521561308e5761306560408801886149de565b600181811061307657613076614ad1565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f83516041036130cf576020840151604085015160608601515f1a6130c188828585613898565b9550955095505050506130da565b505081515f91506002905b9250925092565b5f6110fd7fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc64685613960565b61315560405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f6131638383836139b7565b905060078111158061317f5750602061317d600783614dc4565b115b806131ab57506131a983835f81811061319a5761319a614ad1565b9050013560f81c60f81b613a41565b155b156131cb57604051637c08de9f60e11b81525f6004820152602401610ece565b5f6131d7600783614dc4565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be61320683838688614ae5565b6040516132149291906149cf565b60405180910390201461323d57604051637c08de9f60e11b815260048101829052602401610ece565b8085525f6132496143b7565b600560fb1b5b8486148061328c57506001600160f81b0319811687878781811061327557613275614ad1565b9050013560f81c60f81b6001600160f81b03191614155b156132ad57604051637c08de9f60e11b815260048101869052602401610ece565b601083036132d157604051637c08de9f60e11b815260048101869052602401610ece565b6132e887876132e18860016149bc565b8587613a73565b9450825f036132fd576040880185905261330d565b8260010361330d57606088018590525b61331683614dd7565b9250858510801561334f575086868681811061333457613334614ad1565b9050013560f81c60f81b6001600160f81b031916602960f81b145b61335e5750600b60fa1b61324f565b8561336a8660016149bc565b1461338b57604051637c08de9f60e11b815260048101869052602401610ece565b50506020860152509295945050505050565b5f6133ac8686865f0151613c13565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e00160408051601f198184030181529082905280516020909101206327063ca560e11b82526001600160a01b038b811660048401529092505f91613487918d1690634e0c794a90602401602060405180830381865afa158015613463573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611d3f91906148b8565b90508860a0015181146106bc5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610ece565b6134c56143d6565b5f805b83811015613567575f516020614f5c5f395f51905f528585838181106134f0576134f0614ad1565b905060200201355f1c6135039190614c71565b83826012811061351557613515614ad1565b6020020152613525816003614b95565b5f516020614f5c5f395f51905f5286868481811061354557613545614ad1565b905060200201355f1c6135589190614c5e565b901b91909117906001016134c8565b509250929050565b5f6135fb8361358160208501856148cf565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b905061038a84846001846136126040880188614908565b613c62565b5f613647843561362d60408701602088016148cf565b60408701356136426080890160608a016148cf565b613d61565b90505f61365987876002858888613c62565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa1580156136b0573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906136d49190614def565b9150506001600160401b0381161580159061371a57506136ff6001600160401b0382166103e8614b95565b61370f60808801606089016148cf565b6001600160401b0316115b156104f95781816137316080890160608a016148cf565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b5f5f60205f84516020860160025afa60203d141690505f519150806137a45760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f806137c16137ba600185614e27565b8518613db9565b91506001600160401b03808516831c165b8015613567576001909101905f198101166137d2565b60405184908190600190818153858560051b81015b8082101561386c576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a89161561385b578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c98506020820191506137fd565b5050508061388d5760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156138d157505f91506003905082613956565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613922573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661394d57505f925060019150829050613956565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610e8d565b805b8281108015613a2c57506139e78484838181106139d8576139d8614ad1565b9050013560f81c60f81b613e65565b80613a025750613a0284848381811061319a5761319a614ad1565b80613a2c5750613a2c848483818110613a1d57613a1d614ad1565b9050013560f81c60f81b613e97565b156111c157613a3a81614dd7565b90506139b9565b5f604160f81b6001600160f81b03198316108015906110fd5750602d60f91b6001600160f81b03198316111592915050565b5f613a7f8686866139b7565b9050613a95613a908286888a614ae5565b613ec9565b613ab557604051637c08de9f60e11b815260048101859052602401610ece565b80851480613aec5750858582818110613ad057613ad0614ad1565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613b0d57604051637c08de9f60e11b815260048101829052602401610ece565b5f613b198260016149bc565b9050613b268787836139b7565b915080821480613b3f57506020613b3d8284614dc4565b115b80613b5c5750613b5a8787838181106139d8576139d8614ad1565b155b15613b7d57604051637c08de9f60e11b815260048101829052602401610ece565b5f613b8a8383898b614ae5565b604051613b989291906149cf565b60405190819003902090505f5b84811015613bee5781868260108110613bc057613bc0614ad1565b602002015103613be657604051637c08de9f60e11b815260048101849052602401610ece565b600101613ba5565b5080858560108110613c0257613c02614ad1565b602002015250909695505050505050565b5f3681613c2284828789614ae5565b91509150818183838989604051602001613c4196959493929190614e46565b60405160208183030381529060405280519060200120925050509392505050565b5f613cab613c708886611d32565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061411692505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015613d04573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613d289190614d7a565b6122e55760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401610ece565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610e8d565b5f6001600160401b03821615613e5e57613e4e826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613e599060016149bc565b6110fd565b5f92915050565b5f606160f81b6001600160f81b03198316108015906110fd5750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b03198316108015906110fd5750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613edb9291906149cf565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613f3257507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613f415760019150506110fd565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613f8e57507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613f9d5760019150506110fd565b600583118015613fe75750613fb560055f8587614ae5565b613fbe91614ed7565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b1561401d575f614002613ffd8560058189614ae5565b61413e565b90508015801590614014575060208111155b925050506110fd565b5f600484118015614068575061403660045f8688614ae5565b61403f91614b5f565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15614075575060046140d6565b6003841180156140bf575061408d60035f8688614ae5565b61409691614f0d565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156140cc575060036140d6565b5f925050506110fd565b5f6140e6613ffd8684818a614ae5565b905080158015906140f957506101008111155b80156122e5575061410b600882614c71565b159695505050505050565b5f5f5f5f6141248686613098565b92509250925061413482826141f5565b5090949350505050565b5f6003821180614176575082825f81811061415b5761415b614ad1565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b1561418257505f6110fd565b5f5b828110156115ee576141a1848483818110613a1d57613a1d614ad1565b6141ae575f9150506110fd565b60308484838181106141c2576141c2614ad1565b6141d39392013560f81c9050614f42565b60ff166141e183600a614b95565b6141eb91906149bc565b9150600101614184565b5f82600381111561420857614208614a23565b03614211575050565b600182600381111561422557614225614a23565b036142435760405163f645eedf60e01b815260040160405180910390fd5b600282600381111561425757614257614a23565b036142785760405163fce698f760e01b815260048101829052602401610ece565b600382600381111561428c5761428c614a23565b03610ed7576040516335e2f38360e21b815260048101829052602401610ece565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b80356001600160a01b038116811461440b575f5ffd5b919050565b5f608082840312156137a4575f5ffd5b5f5f5f60c08486031215614432575f5ffd5b61443b846143f5565b925060208401356001600160401b03811115614455575f5ffd5b61446186828701614410565b9250506144718560408601614410565b90509250925092565b5f5f5f6060848603121561448c575f5ffd5b614495846143f5565b925060208401356001600160401b038111156144af575f5ffd5b6144bb86828701614410565b92505060408401356001600160401b038111156144d6575f5ffd5b6144e286828701614410565b9150509250925092565b5f5f604083850312156144fd575f5ffd5b614506836143f5565b915060208301356001600160401b03811115614520575f5ffd5b61452c85828601614410565b9150509250929050565b5f606082840312156137a4575f5ffd5b5f5f5f60608486031215614558575f5ffd5b614561846143f5565b925060208401356001600160401b0381111561457b575f5ffd5b61458786828701614410565b92505060408401356001600160401b038111156145a2575f5ffd5b6144e286828701614536565b5f5f5f5f606085870312156145c1575f5ffd5b6145ca856143f5565b935060208501356001600160401b038111156145e4575f5ffd5b6145f087828801614410565b93505060408501356001600160401b0381111561460b575f5ffd5b8501601f8101871361461b575f5ffd5b80356001600160401b03811115614630575f5ffd5b876020828401011115614641575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215614664575f5ffd5b61466d866143f5565b945060208601356001600160401b03811115614687575f5ffd5b61469388828901614410565b94505060408601356001600160401b038111156146ae575f5ffd5b6146ba88828901614536565b935050610320605f19820112156146cf575f5ffd5b509295919450926060019150565b6001600160401b03811681146146f1575f5ffd5b50565b5f5f5f5f60808587031215614707575f5ffd5b614710856143f5565b935060208501356001600160401b0381111561472a575f5ffd5b61473687828801614410565b93505060408501356001600160401b03811115614751575f5ffd5b61475d87828801614410565b925050606085013561476e816146dd565b939692955090935050565b5f60c082840312156137a4575f5ffd5b5f5f5f5f6080858703121561479c575f5ffd5b6147a5856143f5565b935060208501356001600160401b038111156147bf575f5ffd5b6147cb87828801614779565b93505060408501356001600160401b038111156147e6575f5ffd5b6147f287828801614779565b949793965093946060013593505050565b5f5f5f5f60808587031215614816575f5ffd5b61481f856143f5565b935060208501356001600160401b03811115614839575f5ffd5b61484587828801614410565b93505060408501356001600160401b03811115614860575f5ffd5b61486c87828801614410565b92505060608501356001600160401b03811115614887575f5ffd5b61489387828801614536565b91505092959194509250565b5f602082840312156148af575f5ffd5b6111c1826143f5565b5f602082840312156148c8575f5ffd5b5051919050565b5f602082840312156148df575f5ffd5b81356111c1816146dd565b5f8235607e198336030181126148fe575f5ffd5b9190910192915050565b5f5f8335601e1984360301811261491d575f5ffd5b8301803591506001600160401b03821115614936575f5ffd5b602001915036819003821315611437575f5ffd5b5f6020828403121561495a575f5ffd5b813563ffffffff811681146111c1575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b0381811683821601908111156110fd576110fd61496d565b63ffffffff82811682821603908111156110fd576110fd61496d565b808201808211156110fd576110fd61496d565b818382375f9101908152919050565b5f5f8335601e198436030181126149f3575f5ffd5b8301803591506001600160401b03821115614a0c575f5ffd5b6020019150600581901b3603821315611437575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c8310614a5757634e487b7160e01b5f52602160045260245ffd5b91905290565b5f6060828403128015614a6e575f5ffd5b50604051606081016001600160401b0381118282101715614a9d57634e487b7160e01b5f52604160045260245ffd5b604052825181526020830151614ab2816146dd565b60208201526040830151614ac5816146dd565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115614af3575f5ffd5b83861115614aff575f5ffd5b5050820193919092039150565b803560208310156110fd575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156115ee576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156115ee576001600160e01b031960049490940360031b84901b1690921692915050565b80820281158282048414176110fd576110fd61496d565b80356bffffffffffffffffffffffff1981169060148410156115ee576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614c1857614c18614bec565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614c44575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614c6c57614c6c614bec565b500490565b5f82614c7f57614c7f614bec565b500690565b82815260c0810160208201835f5b6005811015614cb1578151835260209283019290910190600101614c92565b5050509392505050565b82815260a0810160208201835f5b6004811015614cb1578151835260209283019290910190600101614cc9565b5f8235605e198336030181126148fe575f5ffd5b5f6080828403128015614d0d575f5ffd5b50604051608081016001600160401b0381118282101715614d3c57634e487b7160e01b5f52604160045260245ffd5b604052823581526020830135614d51816146dd565b6020820152604083810135908201526060830135614d6e816146dd565b60608201529392505050565b5f60208284031215614d8a575f5ffd5b815180151581146111c1575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b818103818111156110fd576110fd61496d565b5f60018201614de857614de861496d565b5060010190565b5f5f60408385031215614e00575f5ffd5b8251614e0b816146dd565b6020840151909250614e1c816146dd565b809150509250929050565b6001600160401b0382811682821603908111156110fd576110fd61496d565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356001600160d81b031981169060058410156115ee576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156115ee576001600160e81b0319600394850390941b84901b1690921692915050565b60ff82811682821603908111156110fd576110fd61496d56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
