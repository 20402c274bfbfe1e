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
  "0x60e060405234801561000f575f5ffd5b5060405161535438038061535483398101604081905261002e916100b8565b6001600160a01b03808416608052821660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c0516151986101bc5f395f8181610a9f0152610ae601525f8181610f100152818161147301526128a201525f81816101bf01528181610220015281816102b201528181610398015281816103c901528181610509015281816106d0015281816108a60152818161092e015281816109af01528181610a1d01528181610a4e01528181610c3601528181610f8e01528181611a0901528181611b4c015281816124780152818161253801528181612621015261268101526151985ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e136600461443f565b6101b9565b005b6100e66100f636600461449b565b610351565b6100e661010936600461449b565b610391565b6100e661011c36600461450f565b610503565b6100e661012f36600461449b565b6106c9565b6100e661014236600461456b565b6108a0565b6100e66101553660046145d5565b610928565b6100e6610168366004614678565b610a15565b6100e661017b36600461471c565b610b56565b6100e661018e3660046147b3565b610be5565b6100e66101a136600461482f565b610d00565b6100e66101b436600461449b565b610d44565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610e08565b509091505f905061021b833561020160408601602087016148cd565b61021160608701604088016148cd565b8660600135610e5b565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906148e8565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e260408601602087016148cd565b6001600160a01b0316145b801561031957506001600160a01b03861661030e60608601604087016148cd565b6001600160a01b0316145b9050610335835f01518314801561032e575081155b6005610eae565b610349866005855f01518660400151610edb565b505050505050565b5f5f61035e858585610f71565b9150915061037661036f8383610fe6565b6009610eae565b61038a856009835f01518460200151610edb565b5050505050565b5f5f6103be7f00000000000000000000000000000000000000000000000000000000000000008686610e08565b50915091505f6103ef7f00000000000000000000000000000000000000000000000000000000000000008786610e08565b505060808101519091505f906001600160401b031661041460408801602089016148ff565b6001600160401b0316148015610432575061043084848461110a565b155b90505f61044560408701602088016148ff565b6001600160401b031661045e6040890160208a016148ff565b6001600160401b031614158015610476575082518551145b801561049b575082602001516001600160401b031685602001516001600160401b0316145b90506104b082806104a95750815b6003610eae565b6104f9886003855f01518480156104e0575086604001516001600160401b031689604001516001600160401b0316105b6104ee578660400151610edb565b88604001515b610edb565b5050505050505050565b5f6105387f000000000000000000000000000000000000000000000000000000000000000084610533858061491a565b6111cf565b91505f90508061055e61054b858061491a565b610559906040810190614938565b611292565b915091508161058d5761038a856004610577878061491a565b6105889060408101906020016148ff565b611445565b5f6001600160401b03801682608001516001600160401b0316141580156105e457506105b9858061491a565b6105ca9060408101906020016148ff565b6001600160401b031682608001516001600160401b031610155b90505f61060383610140015186604001516001600160401b03166114d9565b9050818061060e5750805b1561063057610627876004855f01518660400151610edb565b50505050505050565b5f61063b8488611505565b90505f8061065461064f60408b018b614938565b6115fc565b915091505f82801561067c575061067c8761067560408d0160208e0161497a565b86856118ac565b905061068a81156004610eae565b6106bc8b6004895f01518d60200160208101906106a7919061497a565b63ffffffff168b604001516104f491906149b1565b5050505050505050505050565b5f5f6106f67f00000000000000000000000000000000000000000000000000000000000000008686611971565b915091505f610707868685876119a8565b90506107138185611505565b505f61071f858061491a565b6107309060408101906020016148ff565b6001600160401b0316610743878061491a565b6107549060408101906020016148ff565b6001600160401b0316146107ef5760808201516001600160401b031661077a878061491a565b61078b9060408101906020016148ff565b6001600160401b03161480156107cb5750600184606001516107ad91906149d0565b63ffffffff166107c3604088016020890161497a565b63ffffffff16145b80156107ea57506107e2604086016020870161497a565b63ffffffff16155b610828565b6107ff604087016020880161497a565b6108109063ffffffff1660016149ec565b610820604087016020880161497a565b63ffffffff16145b90505f61085961084361083e60408a018a614938565b611a3f565b8561085461083e60408b018b614938565b611a73565b9050610870828015610869575081155b6002610eae565b82516104f990899060029061088b60408b0160208c0161497a565b63ffffffff1687604001516104f491906149b1565b5f6108cc7f00000000000000000000000000000000000000000000000000000000000000008585611ae9565b509150505f6108e5826108e0878587611b20565b611b78565b905061091481158061090d575061090b8361090660408701602088016148ff565b611c1b565b155b600a610eae565b61038a85600a845f01518560200151610edb565b5f6109547f00000000000000000000000000000000000000000000000000000000000000008686611ae9565b5060e08101519092505f915060ff166109a9578160c00151848460405161097c9291906149ff565b60405180910390201480156109a257506109a082606001518360a001518686611c4b565b155b90506109f6565b5f6109e07f00000000000000000000000000000000000000000000000000000000000000006109db8560600151611ccf565b611d31565b90506109f28360600151828787611c4b565b9150505b610a01816007610eae565b610349866007845f01518560200151610edb565b5f5f5f610a437f00000000000000000000000000000000000000000000000000000000000000008888611ae9565b925092509250610a757f0000000000000000000000000000000000000000000000000000000000000000888488611d5e565b505f610a818680614938565b604051610a8f9291906149ff565b604051809103902090505f610ad67f00000000000000000000000000000000000000000000000000000000000000008585858b8060400190610ad19190614a0e565b611e83565b6101208601519091505f90610b1b7f0000000000000000000000000000000000000000000000000000000000000000610b1560408d0160208e0161497a565b8a6122fc565b149050610b36818015610b2f575087358314155b6008610eae565b610b4a8a6008875f01518860200151610edb565b50505050505050505050565b5f5f610b628686612446565b915091505f5f610b728887612446565b90925090506001600160401b038481169083161483821414610ba357610b9a8860015f611445565b50505050610bdf565b610bb0888689878761257a565b610bbd888688858561257a565b610bd38660400135886040013514156001610eae565b6104f988600187611445565b50505050565b5f610bf085856125e5565b90505f610bfd86856125e5565b90505f610c0d6080870187614938565b1580159150610c295750610c246080860186614938565b151590505b90508015610c6057610c607f000000000000000000000000000000000000000000000000000000000000000088855f01518761272e565b815183515f91148015610c8c575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610cbf575083606001516001600160401b031685606001516001600160401b0316145b90505f610cd08660600151426114d9565b9050610ced838015610ce75750821580610ce75750815b5f610eae565b610b4a8a5f885f01518960200151610edb565b5f5f610d0d868686610f71565b91509150610d30610d298383610d248a8689611b20565b6127ca565b600b610eae565b61034986600b835f01518460200151610edb565b5f5f610d51858585610f71565b805182519294509092505f91148015610d84575081602001516001600160401b031683602001516001600160401b031614155b8015610da9575081606001516001600160a01b031683606001516001600160a01b0316145b8015610dbc575081608001518360800151145b9050610dc9816006610eae565b610349866006855f015185602001516001600160401b031687602001516001600160401b031611610dfe578560200151610edb565b8660200151610edb565b610e106142d0565b604080516060810182525f80825260208201819052918101829052610e368686866111cf565b9092509050610e50610e4b6040860186614938565b612846565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b81610ed757806040516337e19b7160e11b8152600401610ece9190614a67565b60405180910390fd5b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610f51575f5ffd5b505af1158015610f63573d5f5f3e3d5ffd5b50505050610bdf848461287b565b610f79614349565b610f81614349565b610f896142d0565b610fb47f00000000000000000000000000000000000000000000000000000000000000008787611ae9565b5093509050610fc5868683876119a8565b9050610fdb8185610fd68488611505565b61296d565b915050935093915050565b6101408101515f9060ff161580610fff57508151835114155b80611024575081602001516001600160401b031683602001516001600160401b031610155b1561103057505f611104565b5f61103b84846129be565b90508261018001516001600160401b031684602001516001600160401b0316146110a65780801561109e57506101808301516001600160401b03908116148061109e575083602001516001600160401b03168361018001516001600160401b0316105b915050611104565b806110b5576001915050611104565b600260ff1683610140015160ff16036110f057836101a001516001600160a01b0316836101a001516001600160a01b03161415915050611104565b6110ff846101a00151846129ef565b159150505b92915050565b825181515f91148015611141575060208401516111289060016149b1565b6001600160401b031682602001516001600160401b0316145b801561117b5750836060015163ffffffff16846040015161116291906149b1565b6001600160401b031682604001516001600160401b0316145b801561118a5750828260a00151145b801561119d57508360e001518260c00151145b80156111c557508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e308561120760208701876148ff565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611257573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061127b9190614ad1565b9050611288818585612a5f565b9150935093915050565b5f61129b6142d0565b60e5831415806112d25750600160f91b84845f816112bb576112bb614b39565b9050013560f81c60f81b6001600160f81b03191614155b156112df575f915061143e565b6112ed602160018587614b4d565b6112f691614b74565b8152611306602960218587614b4d565b61130f91614b91565b60c01c6020820152611325603160298587614b4d565b61132e91614b91565b60c01c6040820152611344603560318587614b4d565b61134d91614bc7565b60e01c6060820152611363603d60358587614b4d565b61136c91614b91565b60c01c6080820152611382605d603d8587614b4d565b61138b91614b74565b60a082015261139e607d605d8587614b4d565b6113a791614b74565b60c08201526113ba609d607d8587614b4d565b6113c391614b74565b60e08201526113d660bd609d8587614b4d565b6113df91614b74565b6101008201526113f360dd60bd8587614b4d565b6113fc91614b74565b61012082015261141060e560dd8587614b4d565b61141991614b91565b60c01c61014082015261142b81612b05565b801561143b575061143b81612c06565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156114b4575f5ffd5b505af11580156114c6573d5f5f3e3d5ffd5b505050506114d4838361287b565b505050565b5f6114e6610e10836149ec565b6114f2906103e8614bfd565b836001600160401b031611905092915050565b5f61154f6115166040840184614938565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612c9192505050565b90505f61158c82611566604086016020870161497a565b63ffffffff16866060015163ffffffff168680606001906115879190614a0e565b612cbf565b905083610100015181146115f5576115a4838061491a565b6115b59060408101906020016148ff565b6115c5604085016020860161497a565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610ece565b5092915050565b5f611605614349565b61010b8314158061163d5750600160f81b84845f8161162657611626614b39565b9050013560f81c60f81b6001600160f81b03191614155b1561164a575f915061143e565b611658602160018587614b4d565b61166191614b74565b8152611671602960218587614b4d565b61167a91614b91565b60c01c6020820152611690604960298587614b4d565b61169991614b74565b60408201526116ac605d60498587614b4d565b6116b591614c14565b606090811c908201526116cc607d605d8587614b4d565b6116d591614b74565b60808201526116e8609d607d8587614b4d565b6116f191614b74565b60a082015261170460bd609d8587614b4d565b61170d91614b74565b60c0820152838360bd81811061172557611725614b39565b919091013560f81c60e08301525061174160c660be8587614b4d565b61174a91614b91565b60c01c61010082015261176160ce60c68587614b4d565b61176a91614b91565b60c01c610120820152838360ce81811061178657611786614b39565b919091013560f81c610140830152506117a360ef60cf8587614b4d565b6117ac91614b74565b6101608201526117c060f760ef8587614b4d565b6117c991614b91565b60c01c6101808201526117e161010b60f78587614b4d565b6117ea91614c14565b60601c6101a08201526020810151661fffffffffffff6001600160401b03909116118015906118245750600160ff168160e0015160ff1611155b8015611848575061010081015160e082015160ff16156001600160401b0390911615145b80156118725750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b801561189c5750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b801561143b575061143b81612d7b565b835181515f911480156118e957508363ffffffff1685604001516118d091906149b1565b6001600160401b031682602001516001600160401b0316145b801561191157508461014001516001600160401b03168261012001516001600160401b031611155b8015611933575063ffffffff841615158061193357508460c001518260400151145b801561196857506001856060015161194b91906149d0565b63ffffffff168463ffffffff1614158061196857508460e0015183145b95945050505050565b6119796142d0565b5f61198e8585611989868061491a565b610e08565b5090925061199e90508284611505565b9050935093915050565b6119b06142d0565b6119ba828061491a565b6119cb9060408101906020016148ff565b6001600160401b03166119de858061491a565b6119ef9060408101906020016148ff565b6001600160401b031603611a04575081610ea6565b611a337f000000000000000000000000000000000000000000000000000000000000000086611989858061491a565b50909695505050505050565b611a47614349565b5f611a5284846115fc565b92509050806115f557604051620f67ed60e11b815260040160405180910390fd5b825181515f91148015611aaa57506020840151611a919060016149b1565b6001600160401b031682602001516001600160401b0316145b8015611ab95750828260400151145b80156111c557508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b611af16142d0565b611af9614349565b5f611b05868686611971565b9093509050611b1583858361296d565b915093509350939050565b604080516080810182525f8082526020820181905291810182905260608101919091526111c582611b737f0000000000000000000000000000000000000000000000000000000000000000878787611d5e565b612e56565b5f816020015160ff1683610140015160ff16141580611b9d5750815161016084015114155b15611ba957505f611104565b816040015115611bd85781606001516001600160a01b0316836101a001516001600160a01b0316149050611104565b61014083015160ff166001141580611bff57506101808301516001600160401b0390811614155b806111c8575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611c399190614c68565b6001600160401b031611159392505050565b5f5f5f611c8d8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061309892505050565b5090925090505f816003811115611ca657611ca6614a53565b148015611cc45750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611d149291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f6111c8611d3e846130e1565b8360405161190160f01b8152600281019290925260228201526042902090565b611d8560405180608001604052805f81526020015f81526020015f81526020015f81525090565b611d97611d928380614938565b61312e565b6020810151909150611dac6040840184614a0e565b905014611de857611dc06040830183614a0e565b6020830151604051631f37c23760e31b8152610ece9350600401918252602082015260400190565b5f611df38380614938565b604051611e019291906149ff565b6040518091039020838060400190611e199190614a0e565b604051602001611e2b93929190614c95565b60408051601f19818403018152919052805160209091012090505f611e5a611e538580614938565b855161339d565b9050611e7987878784611e7360408a0160208b016148ff565b876133ec565b5050949350505050565b5f5f5f611e908585613499565b915091505f600882901b60055f5160206151785f395f51905f528b60800151611eb99190614cc6565b611ec4911b876149ec565b611ece91906149ec565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f5160206151785f395f51905f528f60800151611f549190614cd9565b8152602081018790526101208f01516001600160401b03166040820152606001611f8b5f5160206151785f395f51905f528f614cd9565b8152506040518363ffffffff1660e01b8152600401611fab929190614cec565b602060405180830381865afa158015611fc6573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fea91906148e8565b9050611ff46143bc565b5f5b6004811015612177575f61200b826004614bfd565b6120169060026149ec565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b866012811061207b5761207b614b39565b602002015181526020018b86600161209391906149ec565b601281106120a3576120a3614b39565b602002015181526020018b8660026120bb91906149ec565b601281106120cb576120cb614b39565b602002015181526020018b8660036120e391906149ec565b601281106120f3576120f3614b39565b60200201518152506040518363ffffffff1660e01b8152600401612118929190614d23565b602060405180830381865afa158015612133573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061215791906148e8565b83836004811061216957612169614b39565b602002015250600101611ff6565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf3906121b8906f616e63686f726c6f672f312f72657374908690600401614d23565b602060405180830381865afa1580156121d3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121f791906148e8565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f5160206151785f395f51905f528f5f1c6122709190614cd9565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b81526004016122aa929190614cec565b602060405180830381865afa1580156122c5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122e991906148e8565b96505050505050505b9695505050505050565b80356123066143bc565b5f5b600881101561243d575f61231d826002614bfd565b63ffffffff8716901c60031690505f5b600381101561239c576020860181612346856003614bfd565b61235091906149ec565b6018811061236057612360614b39565b60200201358483831061237d576123788360016149ec565b61237f565b825b6004811061238f5761238f614b39565b602002015260010161232d565b50838382600481106123b0576123b0614b39565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906123f3906f616e63686f726c6f672f312f6e6f6465908790600401614d23565b602060405180830381865afa15801561240e573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061243291906148e8565b935050600101612308565b50509392505050565b5f80366124566020850185614d50565b90506124656040820182614938565b90505f03612533575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e30876124ab60208901896148ff565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156124fb573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061251f9190614ad1565b60208101519051909450925061143e915050565b61255e7f0000000000000000000000000000000000000000000000000000000000000000868361354b565b61256b60208201826148ff565b92506020013590509250929050565b5f612592604085013586856115876060890189614a0e565b905081811461034957856125a960208601866148ff565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610ece565b604080516080810182525f8082526020820181905291810182905260608101919091526126156080830183614938565b15905061266a576126547f0000000000000000000000000000000000000000000000000000000000000000848461264f6080820182614938565b6135f3565b61266336839003830183614d64565b9050611104565b3661267860a084018461491a565b90505f5f6126a77f00000000000000000000000000000000000000000000000000000000000000008785611971565b90925090505f6126bd61064f6040860186614938565b9150506040518060800160405280845f015181526020018560200160208101906126e7919061497a565b63ffffffff1685604001516126fc91906149b1565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b612799846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561276d573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061279191906148e8565b858584610e5b565b8214610bdf576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610ece565b6101408201515f9060ff1660011415806127e5575081604001515b8061280b575083602001516001600160401b03168361018001516001600160401b031614155b1561281757505f6111c8565b61282184846129be565b80156111c5575050506101a0918201519101516001600160a01b039081169116141590565b61284e6142d0565b5f6128598484611292565b92509050806115f557604051635d6786e360e01b815260040160405180910390fd5b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156128ea573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061290e9190614dd6565b90503382600b81111561292357612923614a53565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612960911515815260200190565b60405180910390a4505050565b612975614349565b61298561083e6040850185614938565b90506129a28461299b604086016020870161497a565b84846118ac565b6111c857604051620f67ed60e11b815260040160405180910390fd5b805182515f911480156129d9575061014083015160ff166001145b80156111c8575050610160908101519101511490565b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b03841601612a1d57506001611104565b6001600160a01b03831615801590612a4a5750826001600160a01b031682606001516001600160a01b0316145b80156111c857505060e0015160ff1615919050565b5f612a706115166040840184614938565b90505f612a9982612a8760408601602087016148ff565b60208801516115876060880188614a0e565b85519091508114612afd5783612ab260208501856148ff565b612ac260408601602087016148ff565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b509392505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b031611158015612b505750661fffffffffffff6001600160401b031682604001516001600160401b031611155b8015612b655750606082015163ffffffff1615155b8015612b8457506201000063ffffffff16826060015163ffffffff1611155b8015612bc45750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612bc4575060808201516001600160401b03908116145b8015612be157506101208201515f5160206151785f395f51905f52115b80156111045750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612c475760808201516001600160401b0390811614801590611104575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612c6f575060408201516001600160401b0316155b8015612c7d575060a0820151155b8015611104575050805160c0909101511490565b5f6111045f60f81b83604051602001612cab929190614df5565b604051602081830303815290604052613748565b5f836001600160401b0316856001600160401b031610612d05576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610ece565b5f5f612d118787613786565b9092509050612d2081836149ec565b8414612d535783612d3182846149ec565b604051630602a2fd60e51b815260048101929092526024820152604401610ece565b612d6e5f896001600160401b038a165f19861b1788886137c4565b9998505050505050505050565b6101408101515f9060ff16612dc357610160820151158015612da957506101808201516001600160401b0316155b80156111045750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612e1b5761014082015160ff1660011480611104575061014082015160ff1660021480156111045750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015611104575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612e858580614938565b915091505f8282604051612e9a9291906149ff565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612ed357505050611104565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612f38576002612f096040880188614a0e565b5f818110612f1957612f19614b39565b6020908102929092013587525060ff9091169085015250611104915050565b6001602085015284515f9084908490612f53906008906149ec565b6040890151612f6493909290614b4d565b604051612f729291906149ff565b6040518091039020905080878060400190612f8d9190614a0e565b5f818110612f9d57612f9d614b39565b90506020020135604051602001612fbe929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612feb5750505050611104565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b884848860400151600161301f91906149ec565b60608a015161303093909290614b4d565b60405161303e9291906149ff565b6040805191829003909120919091149086018190521561308e576130656040880188614a0e565b600181811061307657613076614b39565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f83516041036130cf576020840151604085015160608601515f1a6130c188828585613874565b9550955095505050506130da565b505081515f91506002905b9250925092565b5f6111047fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6468561393c565b61315560405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f613163838383613993565b905060078111158061317f5750602061317d600783614e20565b115b806131ab57506131a983835f81811061319a5761319a614b39565b9050013560f81c60f81b613a1d565b155b156131cb57604051637c08de9f60e11b81525f6004820152602401610ece565b5f6131d7600783614e20565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be61320683838688614b4d565b6040516132149291906149ff565b60405180910390201461323d57604051637c08de9f60e11b815260048101829052602401610ece565b8085525f6132496143da565b600560fb1b5b8486148061328c57506001600160f81b0319811687878781811061327557613275614b39565b9050013560f81c60f81b6001600160f81b03191614155b156132ad57604051637c08de9f60e11b815260048101869052602401610ece565b601083036132d157604051637c08de9f60e11b815260048101869052602401610ece565b6132e887876132e18860016149ec565b8587613a4f565b9450825f036132fd576040880185905261330d565b8260010361330d57606088018590525b61331683614e33565b9250858510801561334f575086868681811061333457613334614b39565b9050013560f81c60f81b6001600160f81b031916602960f81b145b61335e5750600b60fa1b61324f565b8561336a8660016149ec565b1461338b57604051637c08de9f60e11b815260048101869052602401610ece565b50506020860152509295945050505050565b5f36816133ac84828789614b4d565b915091508181838389896040516020016133cb96959493929190614e4b565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a9052908101959095526001600160a01b0390921692840192909252908201526001600160401b03831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f613463611d3e8989613bef565b90508560a0015181146104f95760a0860151604051632c97d7bb60e21b8152600481019190915260248101829052604401610ece565b6134a16143f9565b5f805b83811015613543575f5160206151785f395f51905f528585838181106134cc576134cc614b39565b905060200201355f1c6134df9190614cd9565b8382601281106134f1576134f1614b39565b6020020152613501816003614bfd565b5f5160206151785f395f51905f5286868481811061352157613521614b39565b905060200201355f1c6135349190614cc6565b901b91909117906001016134a4565b509250929050565b5f6135d78361355d60208501856148ff565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b905061038a84846001846135ee6040880188614938565b613c85565b5f613623843561360960408701602088016148ff565b604087013561361e6080890160608a016148ff565b613d84565b90505f61363587876002858888613c85565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa15801561368c573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906136b09190614edc565b9150506001600160401b038116158015906136f657506136db6001600160401b0382166103e8614bfd565b6136eb60808801606089016148ff565b6001600160401b0316115b156104f957818161370d6080890160608a016148ff565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b5f5f60205f84516020860160025afa60203d141690505f519150806137805760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f8061379d613796600185614f14565b8518613ddc565b91506001600160401b03808516831c165b8015613543576001909101905f198101166137ae565b60405184908190600190818153858560051b81015b80821015613848576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a891615613837578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c98506020820191506137d9565b505050806138695760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156138ad57505f91506003905082613932565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156138fe573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661392957505f925060019150829050613932565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610e8d565b805b8281108015613a0857506139c38484838181106139b4576139b4614b39565b9050013560f81c60f81b613e88565b806139de57506139de84848381811061319a5761319a614b39565b80613a085750613a088484838181106139f9576139f9614b39565b9050013560f81c60f81b613eba565b156111c857613a1681614e33565b9050613995565b5f604160f81b6001600160f81b03198316108015906111045750602d60f91b6001600160f81b03198316111592915050565b5f613a5b868686613993565b9050613a71613a6c8286888a614b4d565b613eec565b613a9157604051637c08de9f60e11b815260048101859052602401610ece565b80851480613ac85750858582818110613aac57613aac614b39565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613ae957604051637c08de9f60e11b815260048101829052602401610ece565b5f613af58260016149ec565b9050613b02878783613993565b915080821480613b1b57506020613b198284614e20565b115b80613b385750613b368787838181106139b4576139b4614b39565b155b15613b5957604051637c08de9f60e11b815260048101829052602401610ece565b5f613b668383898b614b4d565b604051613b749291906149ff565b60405190819003902090505f5b84811015613bca5781868260108110613b9c57613b9c614b39565b602002015103613bc257604051637c08de9f60e11b815260048101849052602401610ece565b600101613b81565b5080858560108110613bde57613bde614b39565b602002015250909695505050505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f9182918291829187169063220c1f27906024015f60405180830381865afa158015613c3a573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f19168201604052613c619190810190615023565b505050935093509350506122f283805190602001208380519060200120838961393c565b5f613cce613c938886611d31565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061413992505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015613d27573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613d4b9190614dd6565b6122f25760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401610ece565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610e8d565b5f6001600160401b03821615613e8157613e71826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613e7c9060016149ec565b611104565b5f92915050565b5f606160f81b6001600160f81b03198316108015906111045750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b03198316108015906111045750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613efe9291906149ff565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613f5557507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613f64576001915050611104565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613fb157507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613fc0576001915050611104565b60058311801561400a5750613fd860055f8587614b4d565b613fe1916150f3565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15614040575f6140256140208560058189614b4d565b614161565b90508015801590614037575060208111155b92505050611104565b5f60048411801561408b575061405960045f8688614b4d565b61406291614bc7565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15614098575060046140f9565b6003841180156140e257506140b060035f8688614b4d565b6140b991615129565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156140ef575060036140f9565b5f92505050611104565b5f6141096140208684818a614b4d565b9050801580159061411c57506101008111155b80156122f2575061412e600882614cd9565b159695505050505050565b5f5f5f5f6141478686613098565b9250925092506141578282614218565b5090949350505050565b5f6003821180614199575082825f81811061417e5761417e614b39565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b156141a557505f611104565b5f5b828110156115f5576141c48484838181106139f9576139f9614b39565b6141d1575f915050611104565b60308484838181106141e5576141e5614b39565b6141f69392013560f81c905061515e565b60ff1661420483600a614bfd565b61420e91906149ec565b91506001016141a7565b5f82600381111561422b5761422b614a53565b03614234575050565b600182600381111561424857614248614a53565b036142665760405163f645eedf60e01b815260040160405180910390fd5b600282600381111561427a5761427a614a53565b0361429b5760405163fce698f760e01b815260048101829052602401610ece565b60038260038111156142af576142af614a53565b03610ed7576040516335e2f38360e21b815260048101829052602401610ece565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b6001600160a01b038116811461442c575f5ffd5b50565b5f60808284031215613780575f5ffd5b5f5f5f60c08486031215614451575f5ffd5b833561445c81614418565b925060208401356001600160401b03811115614476575f5ffd5b6144828682870161442f565b925050614492856040860161442f565b90509250925092565b5f5f5f606084860312156144ad575f5ffd5b83356144b881614418565b925060208401356001600160401b038111156144d2575f5ffd5b6144de8682870161442f565b92505060408401356001600160401b038111156144f9575f5ffd5b6145058682870161442f565b9150509250925092565b5f5f60408385031215614520575f5ffd5b823561452b81614418565b915060208301356001600160401b03811115614545575f5ffd5b6145518582860161442f565b9150509250929050565b5f60608284031215613780575f5ffd5b5f5f5f6060848603121561457d575f5ffd5b833561458881614418565b925060208401356001600160401b038111156145a2575f5ffd5b6145ae8682870161442f565b92505060408401356001600160401b038111156145c9575f5ffd5b6145058682870161455b565b5f5f5f5f606085870312156145e8575f5ffd5b84356145f381614418565b935060208501356001600160401b0381111561460d575f5ffd5b6146198782880161442f565b93505060408501356001600160401b03811115614634575f5ffd5b8501601f81018713614644575f5ffd5b80356001600160401b03811115614659575f5ffd5b87602082840101111561466a575f5ffd5b949793965060200194505050565b5f5f5f5f84860361038081121561468d575f5ffd5b853561469881614418565b945060208601356001600160401b038111156146b2575f5ffd5b6146be8882890161442f565b94505060408601356001600160401b038111156146d9575f5ffd5b6146e58882890161455b565b935050610320605f19820112156146fa575f5ffd5b509295919450926060019150565b6001600160401b038116811461442c575f5ffd5b5f5f5f5f6080858703121561472f575f5ffd5b843561473a81614418565b935060208501356001600160401b03811115614754575f5ffd5b6147608782880161442f565b93505060408501356001600160401b0381111561477b575f5ffd5b6147878782880161442f565b925050606085013561479881614708565b939692955090935050565b5f60c08284031215613780575f5ffd5b5f5f5f5f608085870312156147c6575f5ffd5b84356147d181614418565b935060208501356001600160401b038111156147eb575f5ffd5b6147f7878288016147a3565b93505060408501356001600160401b03811115614812575f5ffd5b61481e878288016147a3565b949793965093946060013593505050565b5f5f5f5f60808587031215614842575f5ffd5b843561484d81614418565b935060208501356001600160401b03811115614867575f5ffd5b6148738782880161442f565b93505060408501356001600160401b0381111561488e575f5ffd5b61489a8782880161442f565b92505060608501356001600160401b038111156148b5575f5ffd5b6148c18782880161455b565b91505092959194509250565b5f602082840312156148dd575f5ffd5b81356111c881614418565b5f602082840312156148f8575f5ffd5b5051919050565b5f6020828403121561490f575f5ffd5b81356111c881614708565b5f8235607e1983360301811261492e575f5ffd5b9190910192915050565b5f5f8335601e1984360301811261494d575f5ffd5b8301803591506001600160401b03821115614966575f5ffd5b60200191503681900382131561143e575f5ffd5b5f6020828403121561498a575f5ffd5b813563ffffffff811681146111c8575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b0381811683821601908111156111045761110461499d565b63ffffffff82811682821603908111156111045761110461499d565b808201808211156111045761110461499d565b818382375f9101908152919050565b5f5f8335601e19843603018112614a23575f5ffd5b8301803591506001600160401b03821115614a3c575f5ffd5b6020019150600581901b360382131561143e575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c8310614a8757634e487b7160e01b5f52602160045260245ffd5b91905290565b634e487b7160e01b5f52604160045260245ffd5b604051601f8201601f191681016001600160401b0381118282101715614ac957614ac9614a8d565b604052919050565b5f6060828403128015614ae2575f5ffd5b50604051606081016001600160401b0381118282101715614b0557614b05614a8d565b604052825181526020830151614b1a81614708565b60208201526040830151614b2d81614708565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115614b5b575f5ffd5b83861115614b67575f5ffd5b5050820193919092039150565b80356020831015611104575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156115f5576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156115f5576001600160e01b031960049490940360031b84901b1690921692915050565b80820281158282048414176111045761110461499d565b80356bffffffffffffffffffffffff1981169060148410156115f5576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614c8057614c80614c54565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614cac575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614cd457614cd4614c54565b500490565b5f82614ce757614ce7614c54565b500690565b82815260c0810160208201835f5b6005811015614d19578151835260209283019290910190600101614cfa565b5050509392505050565b82815260a0810160208201835f5b6004811015614d19578151835260209283019290910190600101614d31565b5f8235605e1983360301811261492e575f5ffd5b5f6080828403128015614d75575f5ffd5b50604051608081016001600160401b0381118282101715614d9857614d98614a8d565b604052823581526020830135614dad81614708565b6020820152604083810135908201526060830135614dca81614708565b60608201529392505050565b5f60208284031215614de6575f5ffd5b815180151581146111c8575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b818103818111156111045761110461499d565b5f60018201614e4457614e4461499d565b5060010190565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b5f5f60408385031215614eed575f5ffd5b8251614ef881614708565b6020840151909250614f0981614708565b809150509250929050565b6001600160401b0382811682821603908111156111045761110461499d565b5f82601f830112614f42575f5ffd5b81516001600160401b03811115614f5b57614f5b614a8d565b614f6e601f8201601f1916602001614aa1565b818152846020838601011115614f82575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b8051614fa981614418565b919050565b5f82601f830112614fbd575f5ffd5b81516001600160401b03811115614fd657614fd6614a8d565b8060051b614fe660208201614aa1565b91825260208185018101929081019086841115615001575f5ffd5b6020860192505b838310156122f2578251825260209283019290910190615008565b5f5f5f5f5f5f5f60e0888a031215615039575f5ffd5b87516001600160f81b031981168114615050575f5ffd5b60208901519097506001600160401b0381111561506b575f5ffd5b6150778a828b01614f33565b96505060408801516001600160401b03811115615092575f5ffd5b61509e8a828b01614f33565b60608a015190965094506150b6905060808901614f9e565b60a089015160c08a015191945092506001600160401b038111156150d8575f5ffd5b6150e48a828b01614fae565b91505092959891949750929550565b80356001600160d81b031981169060058410156115f5576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156115f5576001600160e81b0319600394850390941b84901b1690921692915050565b60ff82811682821603908111156111045761110461499d56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
