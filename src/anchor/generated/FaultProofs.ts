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
    inputs: [{ internalType: "enum IFaultProofs.Fault", name: "fault", type: "uint8" }],
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
      { indexed: true, internalType: "enum IFaultProofs.Fault", name: "fault", type: "uint8" },
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
        internalType: "struct IFaultProofs.CheckpointStatement",
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
        internalType: "struct IFaultProofs.CheckpointStatement",
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
        internalType: "struct IFaultProofs.EntryStatement",
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
        internalType: "struct IFaultProofs.EntryStatement",
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
        internalType: "struct IFaultProofs.LogOpening",
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
  "0x60e060405234801561000f575f5ffd5b5060405161531638038061531683398101604081905261002e916100b8565b6001600160a01b03808416608052821660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c05161515a6101bc5f395f8181610a9f0152610ae601525f8181610f89015281816114ec01526128d201525f81816101bf01528181610220015281816102b201528181610398015281816103c901528181610509015281816106d0015281816108a60152818161092e015281816109af01528181610a1d01528181610a4e01528181610c360152818161100701528181611a8201528181611bc5015281816124f3015281816125b30152818161269c01526126fc015261515a5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e1366004614401565b6101b9565b005b6100e66100f636600461445d565b610351565b6100e661010936600461445d565b610391565b6100e661011c3660046144d1565b610503565b6100e661012f36600461445d565b6106c9565b6100e661014236600461452d565b6108a0565b6100e6610155366004614597565b610928565b6100e661016836600461463a565b610a15565b6100e661017b3660046146de565b610b56565b6100e661018e366004614775565b610be5565b6100e66101a13660046147f1565b610d00565b6100e66101b436600461445d565b610dbd565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610e81565b509091505f905061021b8335610201604086016020870161488f565b610211606087016040880161488f565b8660600135610ed4565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906148aa565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e2604086016020870161488f565b6001600160a01b0316145b801561031957506001600160a01b03861661030e606086016040870161488f565b6001600160a01b0316145b9050610335835f01518314801561032e575081155b6005610f27565b610349866005855f01518660400151610f54565b505050505050565b5f5f61035e858585610fea565b9150915061037661036f838361105f565b6009610f27565b61038a856009835f01518460200151610f54565b5050505050565b5f5f6103be7f00000000000000000000000000000000000000000000000000000000000000008686610e81565b50915091505f6103ef7f00000000000000000000000000000000000000000000000000000000000000008786610e81565b505060808101519091505f906001600160401b031661041460408801602089016148c1565b6001600160401b03161480156104325750610430848484611183565b155b90505f61044560408701602088016148c1565b6001600160401b031661045e6040890160208a016148c1565b6001600160401b031614158015610476575082518551145b801561049b575082602001516001600160401b031685602001516001600160401b0316145b90506104b082806104a95750815b6003610f27565b6104f9886003855f01518480156104e0575086604001516001600160401b031689604001516001600160401b0316105b6104ee578660400151610f54565b88604001515b610f54565b5050505050505050565b5f6105387f00000000000000000000000000000000000000000000000000000000000000008461053385806148dc565b611248565b91505f90508061055e61054b85806148dc565b6105599060408101906148fa565b61130b565b915091508161058d5761038a85600461057787806148dc565b6105889060408101906020016148c1565b6114be565b5f6001600160401b03801682608001516001600160401b0316141580156105e457506105b985806148dc565b6105ca9060408101906020016148c1565b6001600160401b031682608001516001600160401b031610155b90505f61060383610140015186604001516001600160401b0316611552565b9050818061060e5750805b1561063057610627876004855f01518660400151610f54565b50505050505050565b5f61063b848861157e565b90505f8061065461064f60408b018b6148fa565b611675565b915091505f82801561067c575061067c8761067560408d0160208e0161493c565b8685611925565b905061068a81156004610f27565b6106bc8b6004895f01518d60200160208101906106a7919061493c565b63ffffffff168b604001516104f49190614973565b5050505050505050505050565b5f5f6106f67f000000000000000000000000000000000000000000000000000000000000000086866119ea565b915091505f61070786868587611a21565b9050610713818561157e565b505f61071f85806148dc565b6107309060408101906020016148c1565b6001600160401b031661074387806148dc565b6107549060408101906020016148c1565b6001600160401b0316146107ef5760808201516001600160401b031661077a87806148dc565b61078b9060408101906020016148c1565b6001600160401b03161480156107cb5750600184606001516107ad9190614992565b63ffffffff166107c3604088016020890161493c565b63ffffffff16145b80156107ea57506107e2604086016020870161493c565b63ffffffff16155b610828565b6107ff604087016020880161493c565b6108109063ffffffff1660016149ae565b610820604087016020880161493c565b63ffffffff16145b90505f61085961084361083e60408a018a6148fa565b611ab8565b8561085461083e60408b018b6148fa565b611aec565b9050610870828015610869575081155b6002610f27565b82516104f990899060029061088b60408b0160208c0161493c565b63ffffffff1687604001516104f49190614973565b5f6108cc7f00000000000000000000000000000000000000000000000000000000000000008585611b62565b509150505f6108e5826108e0878587611b99565b611bf1565b905061091481158061090d575061090b8361090660408701602088016148c1565b611c96565b155b600a610f27565b61038a85600a845f01518560200151610f54565b5f6109547f00000000000000000000000000000000000000000000000000000000000000008686611b62565b5060e08101519092505f915060ff166109a9578160c00151848460405161097c9291906149c1565b60405180910390201480156109a257506109a082606001518360a001518686611cc6565b155b90506109f6565b5f6109e07f00000000000000000000000000000000000000000000000000000000000000006109db8560600151611d4a565b611dac565b90506109f28360600151828787611cc6565b9150505b610a01816007610f27565b610349866007845f01518560200151610f54565b5f5f5f610a437f00000000000000000000000000000000000000000000000000000000000000008888611b62565b925092509250610a757f0000000000000000000000000000000000000000000000000000000000000000888488611dd9565b505f610a8186806148fa565b604051610a8f9291906149c1565b604051809103902090505f610ad67f00000000000000000000000000000000000000000000000000000000000000008585858b8060400190610ad191906149d0565b611efe565b6101208601519091505f90610b1b7f0000000000000000000000000000000000000000000000000000000000000000610b1560408d0160208e0161493c565b8a612377565b149050610b36818015610b2f575087358314155b6008610f27565b610b4a8a6008875f01518860200151610f54565b50505050505050505050565b5f5f610b6286866124c1565b915091505f5f610b7288876124c1565b90925090506001600160401b038481169083161483821414610ba357610b9a8860015f6114be565b50505050610bdf565b610bb088868987876125f5565b610bbd88868885856125f5565b610bd38660400135886040013514156001610f27565b6104f9886001876114be565b50505050565b5f610bf08585612660565b90505f610bfd8685612660565b90505f610c0d60808701876148fa565b1580159150610c295750610c2460808601866148fa565b151590505b90508015610c6057610c607f000000000000000000000000000000000000000000000000000000000000000088855f0151876127a9565b815183515f91148015610c8c575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610cbf575083606001516001600160401b031685606001516001600160401b0316145b90505f610cd0866060015142611552565b9050610ced838015610ce75750821580610ce75750815b5f610f27565b610b4a8a5f885f01518960200151610f54565b5f5f610d0d868686610fea565b915091505f610d1d878386611b99565b6040015190505f600160ff1683610140015160ff16148015610d3d575081155b8015610d63575083602001516001600160401b03168361018001516001600160401b0316145b8015610d745750610d748484612845565b9050610da9818015610da25750836101a001516001600160a01b0316856101a001516001600160a01b031614155b600b610f27565b6104f988600b855f01518660200151610f54565b5f5f610dca858585610fea565b805182519294509092505f91148015610dfd575081602001516001600160401b031683602001516001600160401b031614155b8015610e22575081606001516001600160a01b031683606001516001600160a01b0316145b8015610e35575081608001518360800151145b9050610e42816006610f27565b610349866006855f015185602001516001600160401b031687602001516001600160401b031611610e77578560200151610f54565b8660200151610f54565b610e89614292565b604080516060810182525f80825260208201819052918101829052610eaf868686611248565b9092509050610ec9610ec460408601866148fa565b612876565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b81610f5057806040516337e19b7160e11b8152600401610f479190614a29565b60405180910390fd5b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610fca575f5ffd5b505af1158015610fdc573d5f5f3e3d5ffd5b50505050610bdf84846128ab565b610ff261430b565b610ffa61430b565b611002614292565b61102d7f00000000000000000000000000000000000000000000000000000000000000008787611b62565b509350905061103e86868387611a21565b9050611054818561104f848861157e565b61299d565b915050935093915050565b6101408101515f9060ff16158061107857508151835114155b8061109d575081602001516001600160401b031683602001516001600160401b031610155b156110a957505f61117d565b5f6110b48484612845565b90508261018001516001600160401b031684602001516001600160401b03161461111f5780801561111757506101808301516001600160401b039081161480611117575083602001516001600160401b03168361018001516001600160401b0316105b91505061117d565b8061112e57600191505061117d565b600260ff1683610140015160ff160361116957836101a001516001600160a01b0316836101a001516001600160a01b0316141591505061117d565b611178846101a00151846129ee565b159150505b92915050565b825181515f911480156111ba575060208401516111a1906001614973565b6001600160401b031682602001516001600160401b0316145b80156111f45750836060015163ffffffff1684604001516111db9190614973565b6001600160401b031682604001516001600160401b0316145b80156112035750828260a00151145b801561121657508360e001518260c00151145b801561123e57508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e308561128060208701876148c1565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156112d0573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906112f49190614a93565b9050611301818585612a5e565b9150935093915050565b5f611314614292565b60e58314158061134b5750600160f91b84845f8161133457611334614afb565b9050013560f81c60f81b6001600160f81b03191614155b15611358575f91506114b7565b611366602160018587614b0f565b61136f91614b36565b815261137f602960218587614b0f565b61138891614b53565b60c01c602082015261139e603160298587614b0f565b6113a791614b53565b60c01c60408201526113bd603560318587614b0f565b6113c691614b89565b60e01c60608201526113dc603d60358587614b0f565b6113e591614b53565b60c01c60808201526113fb605d603d8587614b0f565b61140491614b36565b60a0820152611417607d605d8587614b0f565b61142091614b36565b60c0820152611433609d607d8587614b0f565b61143c91614b36565b60e082015261144f60bd609d8587614b0f565b61145891614b36565b61010082015261146c60dd60bd8587614b0f565b61147591614b36565b61012082015261148960e560dd8587614b0f565b61149291614b53565b60c01c6101408201526114a481612b04565b80156114b457506114b481612c05565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b15801561152d575f5ffd5b505af115801561153f573d5f5f3e3d5ffd5b5050505061154d83836128ab565b505050565b5f61155f610e10836149ae565b61156b906103e8614bbf565b836001600160401b031611905092915050565b5f6115c861158f60408401846148fa565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612c9092505050565b90505f611605826115df604086016020870161493c565b63ffffffff16866060015163ffffffff1686806060019061160091906149d0565b612cbe565b9050836101000151811461166e5761161d83806148dc565b61162e9060408101906020016148c1565b61163e604085016020860161493c565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610f47565b5092915050565b5f61167e61430b565b61010b831415806116b65750600160f81b84845f8161169f5761169f614afb565b9050013560f81c60f81b6001600160f81b03191614155b156116c3575f91506114b7565b6116d1602160018587614b0f565b6116da91614b36565b81526116ea602960218587614b0f565b6116f391614b53565b60c01c6020820152611709604960298587614b0f565b61171291614b36565b6040820152611725605d60498587614b0f565b61172e91614bd6565b606090811c90820152611745607d605d8587614b0f565b61174e91614b36565b6080820152611761609d607d8587614b0f565b61176a91614b36565b60a082015261177d60bd609d8587614b0f565b61178691614b36565b60c0820152838360bd81811061179e5761179e614afb565b919091013560f81c60e0830152506117ba60c660be8587614b0f565b6117c391614b53565b60c01c6101008201526117da60ce60c68587614b0f565b6117e391614b53565b60c01c610120820152838360ce8181106117ff576117ff614afb565b919091013560f81c6101408301525061181c60ef60cf8587614b0f565b61182591614b36565b61016082015261183960f760ef8587614b0f565b61184291614b53565b60c01c61018082015261185a61010b60f78587614b0f565b61186391614bd6565b60601c6101a08201526020810151661fffffffffffff6001600160401b039091161180159061189d5750600160ff168160e0015160ff1611155b80156118c1575061010081015160e082015160ff16156001600160401b0390911615145b80156118eb5750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b80156119155750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b80156114b457506114b481612ded565b835181515f9114801561196257508363ffffffff1685604001516119499190614973565b6001600160401b031682602001516001600160401b0316145b801561198a57508461014001516001600160401b03168261012001516001600160401b031611155b80156119ac575063ffffffff84161515806119ac57508460c001518260400151145b80156119e15750600185606001516119c49190614992565b63ffffffff168463ffffffff161415806119e157508460e0015183145b95945050505050565b6119f2614292565b5f611a078585611a0286806148dc565b610e81565b50909250611a179050828461157e565b9050935093915050565b611a29614292565b611a3382806148dc565b611a449060408101906020016148c1565b6001600160401b0316611a5785806148dc565b611a689060408101906020016148c1565b6001600160401b031603611a7d575081610f1f565b611aac7f000000000000000000000000000000000000000000000000000000000000000086611a0285806148dc565b50909695505050505050565b611ac061430b565b5f611acb8484611675565b925090508061166e57604051620f67ed60e11b815260040160405180910390fd5b825181515f91148015611b2357506020840151611b0a906001614973565b6001600160401b031682602001516001600160401b0316145b8015611b325750828260400151145b801561123e57508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b611b6a614292565b611b7261430b565b5f611b7e8686866119ea565b9093509050611b8e83858361299d565b915093509350939050565b604080516080810182525f80825260208201819052918101829052606081019190915261123e82611bec7f0000000000000000000000000000000000000000000000000000000000000000878787611dd9565b612ec8565b5f815f015160ff1683610140015160ff16141580611c185750816020015183610160015114155b15611c2457505f61117d565b816040015115611c535781606001516001600160a01b0316836101a001516001600160a01b031614905061117d565b61014083015160ff166001141580611c7a57506101808301516001600160401b0390811614155b80611241575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611cb49190614c2a565b6001600160401b031611159392505050565b5f5f5f611d088686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061310a92505050565b5090925090505f816003811115611d2157611d21614a15565b148015611d3f5750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611d8f9291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f611241611db984613153565b8360405161190160f01b8152600281019290925260228201526042902090565b611e0060405180608001604052805f81526020015f81526020015f81526020015f81525090565b611e12611e0d83806148fa565b6131a0565b6020810151909150611e2760408401846149d0565b905014611e6357611e3b60408301836149d0565b6020830151604051631f37c23760e31b8152610f479350600401918252602082015260400190565b5f611e6e83806148fa565b604051611e7c9291906149c1565b6040518091039020838060400190611e9491906149d0565b604051602001611ea693929190614c57565b60408051601f19818403018152919052805160209091012090505f611ed5611ece85806148fa565b855161340f565b9050611ef487878784611eee60408a0160208b016148c1565b8761345e565b5050949350505050565b5f5f5f611f0b858561350b565b915091505f600882901b60055f51602061513a5f395f51905f528b60800151611f349190614c88565b611f3f911b876149ae565b611f4991906149ae565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f51602061513a5f395f51905f528f60800151611fcf9190614c9b565b8152602081018790526101208f01516001600160401b031660408201526060016120065f51602061513a5f395f51905f528f614c9b565b8152506040518363ffffffff1660e01b8152600401612026929190614cae565b602060405180830381865afa158015612041573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061206591906148aa565b905061206f61437e565b5f5b60048110156121f2575f612086826004614bbf565b6120919060026149ae565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b86601281106120f6576120f6614afb565b602002015181526020018b86600161210e91906149ae565b6012811061211e5761211e614afb565b602002015181526020018b86600261213691906149ae565b6012811061214657612146614afb565b602002015181526020018b86600361215e91906149ae565b6012811061216e5761216e614afb565b60200201518152506040518363ffffffff1660e01b8152600401612193929190614ce5565b602060405180830381865afa1580156121ae573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121d291906148aa565b8383600481106121e4576121e4614afb565b602002015250600101612071565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390612233906f616e63686f726c6f672f312f72657374908690600401614ce5565b602060405180830381865afa15801561224e573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061227291906148aa565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f51602061513a5f395f51905f528f5f1c6122eb9190614c9b565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b8152600401612325929190614cae565b602060405180830381865afa158015612340573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061236491906148aa565b96505050505050505b9695505050505050565b803561238161437e565b5f5b60088110156124b8575f612398826002614bbf565b63ffffffff8716901c60031690505f5b60038110156124175760208601816123c1856003614bbf565b6123cb91906149ae565b601881106123db576123db614afb565b6020020135848383106123f8576123f38360016149ae565b6123fa565b825b6004811061240a5761240a614afb565b60200201526001016123a8565b508383826004811061242b5761242b614afb565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf39061246e906f616e63686f726c6f672f312f6e6f6465908790600401614ce5565b602060405180830381865afa158015612489573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906124ad91906148aa565b935050600101612383565b50509392505050565b5f80366124d16020850185614d12565b90506124e060408201826148fa565b90505f036125ae575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761252660208901896148c1565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015612576573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061259a9190614a93565b6020810151905190945092506114b7915050565b6125d97f000000000000000000000000000000000000000000000000000000000000000086836135bd565b6125e660208201826148c1565b92506020013590509250929050565b5f61260d6040850135868561160060608901896149d0565b9050818114610349578561262460208601866148c1565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610f47565b604080516080810182525f80825260208201819052918101829052606081019190915261269060808301836148fa565b1590506126e5576126cf7f000000000000000000000000000000000000000000000000000000000000000084846126ca60808201826148fa565b613665565b6126de36839003830183614d26565b905061117d565b366126f360a08401846148dc565b90505f5f6127227f000000000000000000000000000000000000000000000000000000000000000087856119ea565b90925090505f61273861064f60408601866148fa565b9150506040518060800160405280845f01518152602001856020016020810190612762919061493c565b63ffffffff1685604001516127779190614973565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b612814846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa1580156127e8573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061280c91906148aa565b858584610ed4565b8214610bdf576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610f47565b805182515f91148015612860575061014083015160ff166001145b8015611241575050610160908101519101511490565b61287e614292565b5f612889848461130b565b925090508061166e57604051635d6786e360e01b815260040160405180910390fd5b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af115801561291a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061293e9190614d98565b90503382600b81111561295357612953614a15565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612990911515815260200190565b60405180910390a4505050565b6129a561430b565b6129b561083e60408501856148fa565b90506129d2846129cb604086016020870161493c565b8484611925565b61124157604051620f67ed60e11b815260040160405180910390fd5b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b03841601612a1c5750600161117d565b6001600160a01b03831615801590612a495750826001600160a01b031682606001516001600160a01b0316145b801561124157505060e0015160ff1615919050565b5f612a6f61158f60408401846148fa565b90505f612a9882612a8660408601602087016148c1565b602088015161160060608801886149d0565b85519091508114612afc5783612ab160208501856148c1565b612ac160408601602087016148c1565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610f47565b509392505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b031611158015612b4f5750661fffffffffffff6001600160401b031682604001516001600160401b031611155b8015612b645750606082015163ffffffff1615155b8015612b8357506201000063ffffffff16826060015163ffffffff1611155b8015612bc35750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612bc3575060808201516001600160401b03908116145b8015612be057506101208201515f51602061513a5f395f51905f52115b801561117d5750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612c465760808201516001600160401b039081161480159061117d575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612c6e575060408201516001600160401b0316155b8015612c7c575060a0820151155b801561117d575050805160c0909101511490565b5f61117d5f60f81b83604051602001612caa929190614db7565b6040516020818303038152906040526137ba565b5f836001600160401b0316856001600160401b031610612d04576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610f47565b5f5f612d1087876137f8565b9092509050612d1f81836149ae565b8414612d525783612d3082846149ae565b604051630602a2fd60e51b815260048101929092526024820152604401610f47565b6040518893506001600160401b0388165f19841b1790600190818153878760051b81015b80821015612dbf576001851660051b8881600186010152823581602186010352508360205f60418660025afa60203d14161693505f5197508460011c9450602082019150612d76565b50505080612de05760405163c176b3c560e01b815260040160405180910390fd5b5050505095945050505050565b6101408101515f9060ff16612e3557610160820151158015612e1b57506101808201516001600160401b0316155b801561117d5750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612e8d5761014082015160ff166001148061117d575061014082015160ff16600214801561117d5750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff161115801561117d575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612ef785806148fa565b915091505f8282604051612f0c9291906149c1565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612f455750505061117d565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612fab576002612f7b60408801886149d0565b5f818110612f8b57612f8b614afb565b60209081029290920135918701919091525060ff1684525061117d915050565b6001845284515f9084908490612fc3906008906149ae565b6040890151612fd493909290614b0f565b604051612fe29291906149c1565b6040518091039020905080878060400190612ffd91906149d0565b5f81811061300d5761300d614afb565b9050602002013560405160200161302e929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208682015286015160010361305d575050505061117d565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b884848860400151600161309191906149ae565b60608a01516130a293909290614b0f565b6040516130b09291906149c1565b60408051918290039091209190911490860181905215613100576130d760408801886149d0565b60018181106130e8576130e8614afb565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f8351604103613141576020840151604085015160608601515f1a61313388828585613836565b95509550955050505061314c565b505081515f91506002905b9250925092565b5f61117d7fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc646856138fe565b6131c760405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f6131d5838383613955565b90506007811115806131f1575060206131ef600783614de2565b115b8061321d575061321b83835f81811061320c5761320c614afb565b9050013560f81c60f81b6139df565b155b1561323d57604051637c08de9f60e11b81525f6004820152602401610f47565b5f613249600783614de2565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be61327883838688614b0f565b6040516132869291906149c1565b6040518091039020146132af57604051637c08de9f60e11b815260048101829052602401610f47565b8085525f6132bb61439c565b600560fb1b5b848614806132fe57506001600160f81b031981168787878181106132e7576132e7614afb565b9050013560f81c60f81b6001600160f81b03191614155b1561331f57604051637c08de9f60e11b815260048101869052602401610f47565b6010830361334357604051637c08de9f60e11b815260048101869052602401610f47565b61335a87876133538860016149ae565b8587613a11565b9450825f0361336f576040880185905261337f565b8260010361337f57606088018590525b61338883614df5565b925085851080156133c157508686868181106133a6576133a6614afb565b9050013560f81c60f81b6001600160f81b031916602960f81b145b6133d05750600b60fa1b6132c1565b856133dc8660016149ae565b146133fd57604051637c08de9f60e11b815260048101869052602401610f47565b50506020860152509295945050505050565b5f368161341e84828789614b0f565b9150915081818383898960405160200161343d96959493929190614e0d565b60405160208183030381529060405280519060200120925050509392505050565b835160608086015160808088015160408051602081018a9052908101959095526001600160a01b0390921692840192909252908201526001600160401b03831660a082015260c081018290525f9060e0016040516020818303038152906040528051906020012090505f6134d5611db98989613bb1565b90508560a0015181146104f95760a0860151604051632c97d7bb60e21b8152600481019190915260248101829052604401610f47565b6135136143bb565b5f805b838110156135b5575f51602061513a5f395f51905f5285858381811061353e5761353e614afb565b905060200201355f1c6135519190614c9b565b83826012811061356357613563614afb565b6020020152613573816003614bbf565b5f51602061513a5f395f51905f5286868481811061359357613593614afb565b905060200201355f1c6135a69190614c88565b901b9190911790600101613516565b509250929050565b5f613649836135cf60208501856148c1565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b905061038a848460018461366060408801886148fa565b613c47565b5f613695843561367b60408701602088016148c1565b60408701356136906080890160608a016148c1565b613d46565b90505f6136a787876002858888613c47565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa1580156136fe573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906137229190614e9e565b9150506001600160401b03811615801590613768575061374d6001600160401b0382166103e8614bbf565b61375d60808801606089016148c1565b6001600160401b0316115b156104f957818161377f6080890160608a016148c1565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610f47565b5f5f60205f84516020860160025afa60203d141690505f519150806137f25760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f8061380f613808600185614ed6565b8518613d9e565b91506001600160401b03808516831c165b80156135b5576001909101905f19810116613820565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561386f57505f915060039050826138f4565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156138c0573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b0381166138eb57505f9250600191508290506138f4565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610f06565b805b82811080156139ca575061398584848381811061397657613976614afb565b9050013560f81c60f81b613e4a565b806139a057506139a084848381811061320c5761320c614afb565b806139ca57506139ca8484838181106139bb576139bb614afb565b9050013560f81c60f81b613e7c565b15611241576139d881614df5565b9050613957565b5f604160f81b6001600160f81b031983161080159061117d5750602d60f91b6001600160f81b03198316111592915050565b5f613a1d868686613955565b9050613a33613a2e8286888a614b0f565b613eae565b613a5357604051637c08de9f60e11b815260048101859052602401610f47565b80851480613a8a5750858582818110613a6e57613a6e614afb565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613aab57604051637c08de9f60e11b815260048101829052602401610f47565b5f613ab78260016149ae565b9050613ac4878783613955565b915080821480613add57506020613adb8284614de2565b115b80613afa5750613af887878381811061397657613976614afb565b155b15613b1b57604051637c08de9f60e11b815260048101829052602401610f47565b5f613b288383898b614b0f565b604051613b369291906149c1565b60405190819003902090505f5b84811015613b8c5781868260108110613b5e57613b5e614afb565b602002015103613b8457604051637c08de9f60e11b815260048101849052602401610f47565b600101613b43565b5080858560108110613ba057613ba0614afb565b602002015250909695505050505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f9182918291829187169063220c1f27906024015f60405180830381865afa158015613bfc573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f19168201604052613c239190810190614fe5565b5050509350935093505061236d8380519060200120838051906020012083896138fe565b5f613c90613c558886611dac565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152506140fb92505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015613ce9573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613d0d9190614d98565b61236d5760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401610f47565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610f06565b5f6001600160401b03821615613e4357613e33826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613e3e9060016149ae565b61117d565b5f92915050565b5f606160f81b6001600160f81b031983161080159061117d5750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b031983161080159061117d5750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613ec09291906149c1565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613f1757507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613f2657600191505061117d565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613f7357507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613f8257600191505061117d565b600583118015613fcc5750613f9a60055f8587614b0f565b613fa3916150b5565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15614002575f613fe7613fe28560058189614b0f565b614123565b90508015801590613ff9575060208111155b9250505061117d565b5f60048411801561404d575061401b60045f8688614b0f565b61402491614b89565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b1561405a575060046140bb565b6003841180156140a4575061407260035f8688614b0f565b61407b916150eb565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156140b1575060036140bb565b5f9250505061117d565b5f6140cb613fe28684818a614b0f565b905080158015906140de57506101008111155b801561236d57506140f0600882614c9b565b159695505050505050565b5f5f5f5f614109868661310a565b92509250925061411982826141da565b5090949350505050565b5f600382118061415b575082825f81811061414057614140614afb565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b1561416757505f61117d565b5f5b8281101561166e576141868484838181106139bb576139bb614afb565b614193575f91505061117d565b60308484838181106141a7576141a7614afb565b6141b89392013560f81c9050615120565b60ff166141c683600a614bbf565b6141d091906149ae565b9150600101614169565b5f8260038111156141ed576141ed614a15565b036141f6575050565b600182600381111561420a5761420a614a15565b036142285760405163f645eedf60e01b815260040160405180910390fd5b600282600381111561423c5761423c614a15565b0361425d5760405163fce698f760e01b815260048101829052602401610f47565b600382600381111561427157614271614a15565b03610f50576040516335e2f38360e21b815260048101829052602401610f47565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b6001600160a01b03811681146143ee575f5ffd5b50565b5f608082840312156137f2575f5ffd5b5f5f5f60c08486031215614413575f5ffd5b833561441e816143da565b925060208401356001600160401b03811115614438575f5ffd5b614444868287016143f1565b92505061445485604086016143f1565b90509250925092565b5f5f5f6060848603121561446f575f5ffd5b833561447a816143da565b925060208401356001600160401b03811115614494575f5ffd5b6144a0868287016143f1565b92505060408401356001600160401b038111156144bb575f5ffd5b6144c7868287016143f1565b9150509250925092565b5f5f604083850312156144e2575f5ffd5b82356144ed816143da565b915060208301356001600160401b03811115614507575f5ffd5b614513858286016143f1565b9150509250929050565b5f606082840312156137f2575f5ffd5b5f5f5f6060848603121561453f575f5ffd5b833561454a816143da565b925060208401356001600160401b03811115614564575f5ffd5b614570868287016143f1565b92505060408401356001600160401b0381111561458b575f5ffd5b6144c78682870161451d565b5f5f5f5f606085870312156145aa575f5ffd5b84356145b5816143da565b935060208501356001600160401b038111156145cf575f5ffd5b6145db878288016143f1565b93505060408501356001600160401b038111156145f6575f5ffd5b8501601f81018713614606575f5ffd5b80356001600160401b0381111561461b575f5ffd5b87602082840101111561462c575f5ffd5b949793965060200194505050565b5f5f5f5f84860361038081121561464f575f5ffd5b853561465a816143da565b945060208601356001600160401b03811115614674575f5ffd5b614680888289016143f1565b94505060408601356001600160401b0381111561469b575f5ffd5b6146a78882890161451d565b935050610320605f19820112156146bc575f5ffd5b509295919450926060019150565b6001600160401b03811681146143ee575f5ffd5b5f5f5f5f608085870312156146f1575f5ffd5b84356146fc816143da565b935060208501356001600160401b03811115614716575f5ffd5b614722878288016143f1565b93505060408501356001600160401b0381111561473d575f5ffd5b614749878288016143f1565b925050606085013561475a816146ca565b939692955090935050565b5f60c082840312156137f2575f5ffd5b5f5f5f5f60808587031215614788575f5ffd5b8435614793816143da565b935060208501356001600160401b038111156147ad575f5ffd5b6147b987828801614765565b93505060408501356001600160401b038111156147d4575f5ffd5b6147e087828801614765565b949793965093946060013593505050565b5f5f5f5f60808587031215614804575f5ffd5b843561480f816143da565b935060208501356001600160401b03811115614829575f5ffd5b614835878288016143f1565b93505060408501356001600160401b03811115614850575f5ffd5b61485c878288016143f1565b92505060608501356001600160401b03811115614877575f5ffd5b6148838782880161451d565b91505092959194509250565b5f6020828403121561489f575f5ffd5b8135611241816143da565b5f602082840312156148ba575f5ffd5b5051919050565b5f602082840312156148d1575f5ffd5b8135611241816146ca565b5f8235607e198336030181126148f0575f5ffd5b9190910192915050565b5f5f8335601e1984360301811261490f575f5ffd5b8301803591506001600160401b03821115614928575f5ffd5b6020019150368190038213156114b7575f5ffd5b5f6020828403121561494c575f5ffd5b813563ffffffff81168114611241575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b03818116838216019081111561117d5761117d61495f565b63ffffffff828116828216039081111561117d5761117d61495f565b8082018082111561117d5761117d61495f565b818382375f9101908152919050565b5f5f8335601e198436030181126149e5575f5ffd5b8301803591506001600160401b038211156149fe575f5ffd5b6020019150600581901b36038213156114b7575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c8310614a4957634e487b7160e01b5f52602160045260245ffd5b91905290565b634e487b7160e01b5f52604160045260245ffd5b604051601f8201601f191681016001600160401b0381118282101715614a8b57614a8b614a4f565b604052919050565b5f6060828403128015614aa4575f5ffd5b50604051606081016001600160401b0381118282101715614ac757614ac7614a4f565b604052825181526020830151614adc816146ca565b60208201526040830151614aef816146ca565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115614b1d575f5ffd5b83861115614b29575f5ffd5b5050820193919092039150565b8035602083101561117d575f19602084900360031b1b1692915050565b80356001600160c01b0319811690600884101561166e576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b0319811690600484101561166e576001600160e01b031960049490940360031b84901b1690921692915050565b808202811582820484141761117d5761117d61495f565b80356bffffffffffffffffffffffff19811690601484101561166e576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614c4257614c42614c16565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614c6e575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614c9657614c96614c16565b500490565b5f82614ca957614ca9614c16565b500690565b82815260c0810160208201835f5b6005811015614cdb578151835260209283019290910190600101614cbc565b5050509392505050565b82815260a0810160208201835f5b6004811015614cdb578151835260209283019290910190600101614cf3565b5f8235605e198336030181126148f0575f5ffd5b5f6080828403128015614d37575f5ffd5b50604051608081016001600160401b0381118282101715614d5a57614d5a614a4f565b604052823581526020830135614d6f816146ca565b6020820152604083810135908201526060830135614d8c816146ca565b60608201529392505050565b5f60208284031215614da8575f5ffd5b81518015158114611241575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b8181038181111561117d5761117d61495f565b5f60018201614e0657614e0661495f565b5060010190565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b5f5f60408385031215614eaf575f5ffd5b8251614eba816146ca565b6020840151909250614ecb816146ca565b809150509250929050565b6001600160401b03828116828216039081111561117d5761117d61495f565b5f82601f830112614f04575f5ffd5b81516001600160401b03811115614f1d57614f1d614a4f565b614f30601f8201601f1916602001614a63565b818152846020838601011115614f44575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b8051614f6b816143da565b919050565b5f82601f830112614f7f575f5ffd5b81516001600160401b03811115614f9857614f98614a4f565b8060051b614fa860208201614a63565b91825260208185018101929081019086841115614fc3575f5ffd5b6020860192505b8383101561236d578251825260209283019290910190614fca565b5f5f5f5f5f5f5f60e0888a031215614ffb575f5ffd5b87516001600160f81b031981168114615012575f5ffd5b60208901519097506001600160401b0381111561502d575f5ffd5b6150398a828b01614ef5565b96505060408801516001600160401b03811115615054575f5ffd5b6150608a828b01614ef5565b60608a01519096509450615078905060808901614f60565b60a089015160c08a015191945092506001600160401b0381111561509a575f5ffd5b6150a68a828b01614f70565b91505092959891949750929550565b80356001600160d81b0319811690600584101561166e576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b0319811690600384101561166e576001600160e81b0319600394850390941b84901b1690921692915050565b60ff828116828216039081111561117d5761117d61495f56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
