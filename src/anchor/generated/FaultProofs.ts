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
  "0x60e060405234801561000f575f5ffd5b5060405161535838038061535883398101604081905261002e916100b8565b6001600160a01b03808416608052821660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c05161519c6101bc5f395f8181610a9f0152610ae601525f8181610f1001528181611473015261289401525f81816101bf01528181610220015281816102b201528181610398015281816103c901528181610509015281816106d0015281816108a60152818161092e015281816109af01528181610a1d01528181610a4e01528181610c3601528181610f8e01528181611a0901528181611b4c0152818161246a0152818161252a015281816126130152612673015261519c5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e1366004614443565b6101b9565b005b6100e66100f636600461449f565b610351565b6100e661010936600461449f565b610391565b6100e661011c366004614513565b610503565b6100e661012f36600461449f565b6106c9565b6100e661014236600461456f565b6108a0565b6100e66101553660046145d9565b610928565b6100e661016836600461467c565b610a15565b6100e661017b366004614720565b610b56565b6100e661018e3660046147b7565b610be5565b6100e66101a1366004614833565b610d00565b6100e66101b436600461449f565b610d44565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610e08565b509091505f905061021b833561020160408601602087016148d1565b61021160608701604088016148d1565b8660600135610e5b565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906148ec565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e260408601602087016148d1565b6001600160a01b0316145b801561031957506001600160a01b03861661030e60608601604087016148d1565b6001600160a01b0316145b9050610335835f01518314801561032e575081155b6005610eae565b610349866005855f01518660400151610edb565b505050505050565b5f5f61035e858585610f71565b9150915061037661036f8383610fe6565b6009610eae565b61038a856009835f01518460200151610edb565b5050505050565b5f5f6103be7f00000000000000000000000000000000000000000000000000000000000000008686610e08565b50915091505f6103ef7f00000000000000000000000000000000000000000000000000000000000000008786610e08565b505060808101519091505f906001600160401b03166104146040880160208901614903565b6001600160401b0316148015610432575061043084848461110a565b155b90505f6104456040870160208801614903565b6001600160401b031661045e6040890160208a01614903565b6001600160401b031614158015610476575082518551145b801561049b575082602001516001600160401b031685602001516001600160401b0316145b90506104b082806104a95750815b6003610eae565b6104f9886003855f01518480156104e0575086604001516001600160401b031689604001516001600160401b0316105b6104ee578660400151610edb565b88604001515b610edb565b5050505050505050565b5f6105387f000000000000000000000000000000000000000000000000000000000000000084610533858061491e565b6111cf565b91505f90508061055e61054b858061491e565b61055990604081019061493c565b611292565b915091508161058d5761038a856004610577878061491e565b610588906040810190602001614903565b611445565b5f6001600160401b03801682608001516001600160401b0316141580156105e457506105b9858061491e565b6105ca906040810190602001614903565b6001600160401b031682608001516001600160401b031610155b90505f61060383610140015186604001516001600160401b03166114d9565b9050818061060e5750805b1561063057610627876004855f01518660400151610edb565b50505050505050565b5f61063b8488611505565b90505f8061065461064f60408b018b61493c565b6115fc565b915091505f82801561067c575061067c8761067560408d0160208e0161497e565b86856118ac565b905061068a81156004610eae565b6106bc8b6004895f01518d60200160208101906106a7919061497e565b63ffffffff168b604001516104f491906149b5565b5050505050505050505050565b5f5f6106f67f00000000000000000000000000000000000000000000000000000000000000008686611971565b915091505f610707868685876119a8565b90506107138185611505565b505f61071f858061491e565b610730906040810190602001614903565b6001600160401b0316610743878061491e565b610754906040810190602001614903565b6001600160401b0316146107ef5760808201516001600160401b031661077a878061491e565b61078b906040810190602001614903565b6001600160401b03161480156107cb5750600184606001516107ad91906149d4565b63ffffffff166107c3604088016020890161497e565b63ffffffff16145b80156107ea57506107e2604086016020870161497e565b63ffffffff16155b610828565b6107ff604087016020880161497e565b6108109063ffffffff1660016149f0565b610820604087016020880161497e565b63ffffffff16145b90505f61085961084361083e60408a018a61493c565b611a3f565b8561085461083e60408b018b61493c565b611a73565b9050610870828015610869575081155b6002610eae565b82516104f990899060029061088b60408b0160208c0161497e565b63ffffffff1687604001516104f491906149b5565b5f6108cc7f00000000000000000000000000000000000000000000000000000000000000008585611ae9565b509150505f6108e5826108e0878587611b20565b611b78565b905061091481158061090d575061090b836109066040870160208801614903565b611c1b565b155b600a610eae565b61038a85600a845f01518560200151610edb565b5f6109547f00000000000000000000000000000000000000000000000000000000000000008686611ae9565b5060e08101519092505f915060ff166109a9578160c00151848460405161097c929190614a03565b60405180910390201480156109a257506109a082606001518360a001518686611c4b565b155b90506109f6565b5f6109e07f00000000000000000000000000000000000000000000000000000000000000006109db8560600151611ccf565b611d31565b90506109f28360600151828787611c4b565b9150505b610a01816007610eae565b610349866007845f01518560200151610edb565b5f5f5f610a437f00000000000000000000000000000000000000000000000000000000000000008888611ae9565b925092509250610a757f0000000000000000000000000000000000000000000000000000000000000000888488611d5e565b505f610a81868061493c565b604051610a8f929190614a03565b604051809103902090505f610ad67f00000000000000000000000000000000000000000000000000000000000000008585858b8060400190610ad19190614a12565b611e75565b6101208601519091505f90610b1b7f0000000000000000000000000000000000000000000000000000000000000000610b1560408d0160208e0161497e565b8a6122ee565b149050610b36818015610b2f575087358314155b6008610eae565b610b4a8a6008875f01518860200151610edb565b50505050505050505050565b5f5f610b628686612438565b915091505f5f610b728887612438565b90925090506001600160401b038481169083161483821414610ba357610b9a8860015f611445565b50505050610bdf565b610bb0888689878761256c565b610bbd888688858561256c565b610bd38660400135886040013514156001610eae565b6104f988600187611445565b50505050565b5f610bf085856125d7565b90505f610bfd86856125d7565b90505f610c0d608087018761493c565b1580159150610c295750610c24608086018661493c565b151590505b90508015610c6057610c607f000000000000000000000000000000000000000000000000000000000000000088855f015187612720565b815183515f91148015610c8c575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610cbf575083606001516001600160401b031685606001516001600160401b0316145b90505f610cd08660600151426114d9565b9050610ced838015610ce75750821580610ce75750815b5f610eae565b610b4a8a5f885f01518960200151610edb565b5f5f610d0d868686610f71565b91509150610d30610d298383610d248a8689611b20565b6127bc565b600b610eae565b61034986600b835f01518460200151610edb565b5f5f610d51858585610f71565b805182519294509092505f91148015610d84575081602001516001600160401b031683602001516001600160401b031614155b8015610da9575081606001516001600160a01b031683606001516001600160a01b0316145b8015610dbc575081608001518360800151145b9050610dc9816006610eae565b610349866006855f015185602001516001600160401b031687602001516001600160401b031611610dfe578560200151610edb565b8660200151610edb565b610e106142d4565b604080516060810182525f80825260208201819052918101829052610e368686866111cf565b9092509050610e50610e4b604086018661493c565b612838565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b6040516020818303038152906040528051906020012090505b949350505050565b81610ed757806040516337e19b7160e11b8152600401610ece9190614a6b565b60405180910390fd5b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610f51575f5ffd5b505af1158015610f63573d5f5f3e3d5ffd5b50505050610bdf848461286d565b610f7961434d565b610f8161434d565b610f896142d4565b610fb47f00000000000000000000000000000000000000000000000000000000000000008787611ae9565b5093509050610fc5868683876119a8565b9050610fdb8185610fd68488611505565b61295f565b915050935093915050565b6101408101515f9060ff161580610fff57508151835114155b80611024575081602001516001600160401b031683602001516001600160401b031610155b1561103057505f611104565b5f61103b84846129b0565b90508261018001516001600160401b031684602001516001600160401b0316146110a65780801561109e57506101808301516001600160401b03908116148061109e575083602001516001600160401b03168361018001516001600160401b0316105b915050611104565b806110b5576001915050611104565b600260ff1683610140015160ff16036110f057836101a001516001600160a01b0316836101a001516001600160a01b03161415915050611104565b6110ff846101a00151846129e1565b159150505b92915050565b825181515f91148015611141575060208401516111289060016149b5565b6001600160401b031682602001516001600160401b0316145b801561117b5750836060015163ffffffff16846040015161116291906149b5565b6001600160401b031682604001516001600160401b0316145b801561118a5750828260a00151145b801561119d57508360e001518260c00151145b80156111c557508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e30856112076020870187614903565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611257573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061127b9190614ad5565b9050611288818585612a51565b9150935093915050565b5f61129b6142d4565b60e5831415806112d25750600160f91b84845f816112bb576112bb614b3d565b9050013560f81c60f81b6001600160f81b03191614155b156112df575f915061143e565b6112ed602160018587614b51565b6112f691614b78565b8152611306602960218587614b51565b61130f91614b95565b60c01c6020820152611325603160298587614b51565b61132e91614b95565b60c01c6040820152611344603560318587614b51565b61134d91614bcb565b60e01c6060820152611363603d60358587614b51565b61136c91614b95565b60c01c6080820152611382605d603d8587614b51565b61138b91614b78565b60a082015261139e607d605d8587614b51565b6113a791614b78565b60c08201526113ba609d607d8587614b51565b6113c391614b78565b60e08201526113d660bd609d8587614b51565b6113df91614b78565b6101008201526113f360dd60bd8587614b51565b6113fc91614b78565b61012082015261141060e560dd8587614b51565b61141991614b95565b60c01c61014082015261142b81612af7565b801561143b575061143b81612bf8565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b1580156114b4575f5ffd5b505af11580156114c6573d5f5f3e3d5ffd5b505050506114d4838361286d565b505050565b5f6114e6610e10836149f0565b6114f2906103e8614c01565b836001600160401b031611905092915050565b5f61154f611516604084018461493c565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612c8392505050565b90505f61158c82611566604086016020870161497e565b63ffffffff16866060015163ffffffff168680606001906115879190614a12565b612cb1565b905083610100015181146115f5576115a4838061491e565b6115b5906040810190602001614903565b6115c5604085016020860161497e565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610ece565b5092915050565b5f61160561434d565b61010b8314158061163d5750600160f81b84845f8161162657611626614b3d565b9050013560f81c60f81b6001600160f81b03191614155b1561164a575f915061143e565b611658602160018587614b51565b61166191614b78565b8152611671602960218587614b51565b61167a91614b95565b60c01c6020820152611690604960298587614b51565b61169991614b78565b60408201526116ac605d60498587614b51565b6116b591614c18565b606090811c908201526116cc607d605d8587614b51565b6116d591614b78565b60808201526116e8609d607d8587614b51565b6116f191614b78565b60a082015261170460bd609d8587614b51565b61170d91614b78565b60c0820152838360bd81811061172557611725614b3d565b919091013560f81c60e08301525061174160c660be8587614b51565b61174a91614b95565b60c01c61010082015261176160ce60c68587614b51565b61176a91614b95565b60c01c610120820152838360ce81811061178657611786614b3d565b919091013560f81c610140830152506117a360ef60cf8587614b51565b6117ac91614b78565b6101608201526117c060f760ef8587614b51565b6117c991614b95565b60c01c6101808201526117e161010b60f78587614b51565b6117ea91614c18565b60601c6101a08201526020810151661fffffffffffff6001600160401b03909116118015906118245750600160ff168160e0015160ff1611155b8015611848575061010081015160e082015160ff16156001600160401b0390911615145b80156118725750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b801561189c5750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b801561143b575061143b81612d6d565b835181515f911480156118e957508363ffffffff1685604001516118d091906149b5565b6001600160401b031682602001516001600160401b0316145b801561191157508461014001516001600160401b03168261012001516001600160401b031611155b8015611933575063ffffffff841615158061193357508460c001518260400151145b801561196857506001856060015161194b91906149d4565b63ffffffff168463ffffffff1614158061196857508460e0015183145b95945050505050565b6119796142d4565b5f61198e8585611989868061491e565b610e08565b5090925061199e90508284611505565b9050935093915050565b6119b06142d4565b6119ba828061491e565b6119cb906040810190602001614903565b6001600160401b03166119de858061491e565b6119ef906040810190602001614903565b6001600160401b031603611a04575081610ea6565b611a337f000000000000000000000000000000000000000000000000000000000000000086611989858061491e565b50909695505050505050565b611a4761434d565b5f611a5284846115fc565b92509050806115f557604051620f67ed60e11b815260040160405180910390fd5b825181515f91148015611aaa57506020840151611a919060016149b5565b6001600160401b031682602001516001600160401b0316145b8015611ab95750828260400151145b80156111c557508361012001516001600160401b03168261012001516001600160401b0316101590509392505050565b611af16142d4565b611af961434d565b5f611b05868686611971565b9093509050611b1583858361295f565b915093509350939050565b604080516080810182525f8082526020820181905291810182905260608101919091526111c582611b737f0000000000000000000000000000000000000000000000000000000000000000878787611d5e565b612e48565b5f816020015160ff1683610140015160ff16141580611b9d5750815161016084015114155b15611ba957505f611104565b816040015115611bd85781606001516001600160a01b0316836101a001516001600160a01b0316149050611104565b61014083015160ff166001141580611bff57506101808301516001600160401b0390811614155b806111c8575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611c399190614c6c565b6001600160401b031611159392505050565b5f5f5f611c8d8686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061308a92505050565b5090925090505f816003811115611ca657611ca6614a57565b148015611cc45750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611d149291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f6111c8611d3e846130d3565b8360405161190160f01b8152600281019290925260228201526042902090565b611d8560405180608001604052805f81526020015f81526020015f81526020015f81525090565b611d97611d92838061493c565b613120565b6020810151909150611dac6040840184614a12565b905014611de857611dc06040830183614a12565b6020830151604051631f37c23760e31b8152610ece9350600401918252602082015260400190565b5f611df3838061493c565b604051611e01929190614a03565b6040518091039020838060400190611e199190614a12565b604051602001611e2b93929190614c99565b60408051601f1981840301815291905280516020909101209050611e6c868686611e55878061493c565b87611e6660408b0160208c01614903565b8861338f565b50949350505050565b5f5f5f611e82858561344e565b915091505f600882901b60055f51602061517c5f395f51905f528b60800151611eab9190614cca565b611eb6911b876149f0565b611ec091906149f0565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f51602061517c5f395f51905f528f60800151611f469190614cdd565b8152602081018790526101208f01516001600160401b03166040820152606001611f7d5f51602061517c5f395f51905f528f614cdd565b8152506040518363ffffffff1660e01b8152600401611f9d929190614cf0565b602060405180830381865afa158015611fb8573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fdc91906148ec565b9050611fe66143c0565b5f5b6004811015612169575f611ffd826004614c01565b6120089060026149f0565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b866012811061206d5761206d614b3d565b602002015181526020018b86600161208591906149f0565b6012811061209557612095614b3d565b602002015181526020018b8660026120ad91906149f0565b601281106120bd576120bd614b3d565b602002015181526020018b8660036120d591906149f0565b601281106120e5576120e5614b3d565b60200201518152506040518363ffffffff1660e01b815260040161210a929190614d27565b602060405180830381865afa158015612125573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061214991906148ec565b83836004811061215b5761215b614b3d565b602002015250600101611fe8565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf3906121aa906f616e63686f726c6f672f312f72657374908690600401614d27565b602060405180830381865afa1580156121c5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906121e991906148ec565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f51602061517c5f395f51905f528f5f1c6122629190614cdd565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b815260040161229c929190614cf0565b602060405180830381865afa1580156122b7573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122db91906148ec565b96505050505050505b9695505050505050565b80356122f86143c0565b5f5b600881101561242f575f61230f826002614c01565b63ffffffff8716901c60031690505f5b600381101561238e576020860181612338856003614c01565b61234291906149f0565b6018811061235257612352614b3d565b60200201358483831061236f5761236a8360016149f0565b612371565b825b6004811061238157612381614b3d565b602002015260010161231f565b50838382600481106123a2576123a2614b3d565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906123e5906f616e63686f726c6f672f312f6e6f6465908790600401614d27565b602060405180830381865afa158015612400573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061242491906148ec565b9350506001016122fa565b50509392505050565b5f80366124486020850185614d54565b9050612457604082018261493c565b90505f03612525575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761249d6020890189614903565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156124ed573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906125119190614ad5565b60208101519051909450925061143e915050565b6125507f00000000000000000000000000000000000000000000000000000000000000008683613500565b61255d6020820182614903565b92506020013590509250929050565b5f612584604085013586856115876060890189614a12565b9050818114610349578561259b6020860186614903565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610ece565b604080516080810182525f808252602082018190529181018290526060810191909152612607608083018361493c565b15905061265c576126467f00000000000000000000000000000000000000000000000000000000000000008484612641608082018261493c565b6135a8565b61265536839003830183614d68565b9050611104565b3661266a60a084018461491e565b90505f5f6126997f00000000000000000000000000000000000000000000000000000000000000008785611971565b90925090505f6126af61064f604086018661493c565b9150506040518060800160405280845f015181526020018560200160208101906126d9919061497e565b63ffffffff1685604001516126ee91906149b5565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b61278b846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561275f573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061278391906148ec565b858584610e5b565b8214610bdf576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610ece565b6101408201515f9060ff1660011415806127d7575081604001515b806127fd575083602001516001600160401b03168361018001516001600160401b031614155b1561280957505f6111c8565b61281384846129b0565b80156111c5575050506101a0918201519101516001600160a01b039081169116141590565b6128406142d4565b5f61284b8484611292565b92509050806115f557604051635d6786e360e01b815260040160405180910390fd5b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156128dc573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906129009190614dda565b90503382600b81111561291557612915614a57565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612952911515815260200190565b60405180910390a4505050565b61296761434d565b61297761083e604085018561493c565b90506129948461298d604086016020870161497e565b84846118ac565b6111c857604051620f67ed60e11b815260040160405180910390fd5b805182515f911480156129cb575061014083015160ff166001145b80156111c8575050610160908101519101511490565b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b03841601612a0f57506001611104565b6001600160a01b03831615801590612a3c5750826001600160a01b031682606001516001600160a01b0316145b80156111c857505060e0015160ff1615919050565b5f612a62611516604084018461493c565b90505f612a8b82612a796040860160208701614903565b60208801516115876060880188614a12565b85519091508114612aef5783612aa46020850185614903565b612ab46040860160208701614903565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b509392505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b031611158015612b425750661fffffffffffff6001600160401b031682604001516001600160401b031611155b8015612b575750606082015163ffffffff1615155b8015612b7657506201000063ffffffff16826060015163ffffffff1611155b8015612bb65750661fffffffffffff6001600160401b031682608001516001600160401b0316111580612bb6575060808201516001600160401b03908116145b8015612bd357506101208201515f51602061517c5f395f51905f52115b80156111045750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612c395760808201516001600160401b0390811614801590611104575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612c61575060408201516001600160401b0316155b8015612c6f575060a0820151155b8015611104575050805160c0909101511490565b5f6111045f60f81b83604051602001612c9d929190614df9565b6040516020818303038152906040526136fd565b5f836001600160401b0316856001600160401b031610612cf7576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610ece565b5f5f612d03878761373b565b9092509050612d1281836149f0565b8414612d455783612d2382846149f0565b604051630602a2fd60e51b815260048101929092526024820152604401610ece565b612d605f896001600160401b038a165f19861b178888613779565b9998505050505050505050565b6101408101515f9060ff16612db557610160820151158015612d9b57506101808201516001600160401b0316155b80156111045750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612e0d5761014082015160ff1660011480611104575061014082015160ff1660021480156111045750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015611104575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612e77858061493c565b915091505f8282604051612e8c929190614a03565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612ec557505050611104565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612f2a576002612efb6040880188614a12565b5f818110612f0b57612f0b614b3d565b6020908102929092013587525060ff9091169085015250611104915050565b6001602085015284515f9084908490612f45906008906149f0565b6040890151612f5693909290614b51565b604051612f64929190614a03565b6040518091039020905080878060400190612f7f9190614a12565b5f818110612f8f57612f8f614b3d565b90506020020135604051602001612fb0929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612fdd5750505050611104565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b884848860400151600161301191906149f0565b60608a015161302293909290614b51565b604051613030929190614a03565b60408051918290039091209190911490860181905215613080576130576040880188614a12565b600181811061306857613068614b3d565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f83516041036130c1576020840151604085015160608601515f1a6130b388828585613829565b9550955095505050506130cc565b505081515f91506002905b9250925092565b5f6111047fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc646856138f1565b61314760405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f613155838383613948565b90506007811115806131715750602061316f600783614e24565b115b8061319d575061319b83835f81811061318c5761318c614b3d565b9050013560f81c60f81b6139d2565b155b156131bd57604051637c08de9f60e11b81525f6004820152602401610ece565b5f6131c9600783614e24565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be6131f883838688614b51565b604051613206929190614a03565b60405180910390201461322f57604051637c08de9f60e11b815260048101829052602401610ece565b8085525f61323b6143de565b600560fb1b5b8486148061327e57506001600160f81b0319811687878781811061326757613267614b3d565b9050013560f81c60f81b6001600160f81b03191614155b1561329f57604051637c08de9f60e11b815260048101869052602401610ece565b601083036132c357604051637c08de9f60e11b815260048101869052602401610ece565b6132da87876132d38860016149f0565b8587613a04565b9450825f036132ef57604088018590526132ff565b826001036132ff57606088018590525b61330883614e37565b92508585108015613341575086868681811061332657613326614b3d565b9050013560f81c60f81b6001600160f81b031916602960f81b145b6133505750600b60fa1b613241565b8561335c8660016149f0565b1461337d57604051637c08de9f60e11b815260048101869052602401610ece565b50506020860152509295945050505050565b5f61339e8686865f0151613ba4565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e0016040516020818303038152906040528051906020012090505f613418611d3e8c8c613bf3565b90508860a0015181146106bc5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610ece565b6134566143fd565b5f805b838110156134f8575f51602061517c5f395f51905f5285858381811061348157613481614b3d565b905060200201355f1c6134949190614cdd565b8382601281106134a6576134a6614b3d565b60200201526134b6816003614c01565b5f51602061517c5f395f51905f528686848181106134d6576134d6614b3d565b905060200201355f1c6134e99190614cca565b901b9190911790600101613459565b509250929050565b5f61358c836135126020850185614903565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b905061038a84846001846135a3604088018861493c565b613c89565b5f6135d884356135be6040870160208801614903565b60408701356135d36080890160608a01614903565b613d88565b90505f6135ea87876002858888613c89565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa158015613641573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906136659190614e4f565b9150506001600160401b038116158015906136ab57506136906001600160401b0382166103e8614c01565b6136a06080880160608901614903565b6001600160401b0316115b156104f95781816136c26080890160608a01614903565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610ece565b5f5f60205f84516020860160025afa60203d141690505f519150806137355760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f8061375261374b600185614e87565b8518613de0565b91506001600160401b03808516831c165b80156134f8576001909101905f19810116613763565b60405184908190600190818153858560051b81015b808210156137fd576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a8916156137ec578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c985060208201915061378e565b5050508061381e5760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561386257505f915060039050826138e7565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156138b3573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b0381166138de57505f9250600191508290506138e7565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610e8d565b805b82811080156139bd575061397884848381811061396957613969614b3d565b9050013560f81c60f81b613e8c565b80613993575061399384848381811061318c5761318c614b3d565b806139bd57506139bd8484838181106139ae576139ae614b3d565b9050013560f81c60f81b613ebe565b156111c8576139cb81614e37565b905061394a565b5f604160f81b6001600160f81b03198316108015906111045750602d60f91b6001600160f81b03198316111592915050565b5f613a10868686613948565b9050613a26613a218286888a614b51565b613ef0565b613a4657604051637c08de9f60e11b815260048101859052602401610ece565b80851480613a7d5750858582818110613a6157613a61614b3d565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b15613a9e57604051637c08de9f60e11b815260048101829052602401610ece565b5f613aaa8260016149f0565b9050613ab7878783613948565b915080821480613ad057506020613ace8284614e24565b115b80613aed5750613aeb87878381811061396957613969614b3d565b155b15613b0e57604051637c08de9f60e11b815260048101829052602401610ece565b5f613b1b8383898b614b51565b604051613b29929190614a03565b60405190819003902090505f5b84811015613b7f5781868260108110613b5157613b51614b3d565b602002015103613b7757604051637c08de9f60e11b815260048101849052602401610ece565b600101613b36565b5080858560108110613b9357613b93614b3d565b602002015250909695505050505050565b5f3681613bb384828789614b51565b91509150818183838989604051602001613bd296959493929190614ea6565b60405160208183030381529060405280519060200120925050509392505050565b60405163220c1f2760e01b81526001600160a01b0382811660048301525f9182918291829187169063220c1f27906024015f60405180830381865afa158015613c3e573d5f5f3e3d5ffd5b505050506040513d5f823e601f3d908101601f19168201604052613c659190810190615027565b505050935093509350506122e48380519060200120838051906020012083896138f1565b5f613cd2613c978886611d31565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f9201919091525061413d92505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015613d2b573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613d4f9190614dda565b6122e45760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401610ece565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610e8d565b5f6001600160401b03821615613e8557613e75826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613e809060016149f0565b611104565b5f92915050565b5f606160f81b6001600160f81b03198316108015906111045750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b03198316108015906111045750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613f02929190614a03565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613f5957507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613f68576001915050611104565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613fb557507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613fc4576001915050611104565b60058311801561400e5750613fdc60055f8587614b51565b613fe5916150f7565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15614044575f6140296140248560058189614b51565b614165565b9050801580159061403b575060208111155b92505050611104565b5f60048411801561408f575061405d60045f8688614b51565b61406691614bcb565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b1561409c575060046140fd565b6003841180156140e657506140b460035f8688614b51565b6140bd9161512d565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b156140f3575060036140fd565b5f92505050611104565b5f61410d6140248684818a614b51565b9050801580159061412057506101008111155b80156122e45750614132600882614cdd565b159695505050505050565b5f5f5f5f61414b868661308a565b92509250925061415b828261421c565b5090949350505050565b5f600382118061419d575082825f81811061418257614182614b3d565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b156141a957505f611104565b5f5b828110156115f5576141c88484838181106139ae576139ae614b3d565b6141d5575f915050611104565b60308484838181106141e9576141e9614b3d565b6141fa9392013560f81c9050615162565b60ff1661420883600a614c01565b61421291906149f0565b91506001016141ab565b5f82600381111561422f5761422f614a57565b03614238575050565b600182600381111561424c5761424c614a57565b0361426a5760405163f645eedf60e01b815260040160405180910390fd5b600282600381111561427e5761427e614a57565b0361429f5760405163fce698f760e01b815260048101829052602401610ece565b60038260038111156142b3576142b3614a57565b03610ed7576040516335e2f38360e21b815260048101829052602401610ece565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b6001600160a01b0381168114614430575f5ffd5b50565b5f60808284031215613735575f5ffd5b5f5f5f60c08486031215614455575f5ffd5b83356144608161441c565b925060208401356001600160401b0381111561447a575f5ffd5b61448686828701614433565b9250506144968560408601614433565b90509250925092565b5f5f5f606084860312156144b1575f5ffd5b83356144bc8161441c565b925060208401356001600160401b038111156144d6575f5ffd5b6144e286828701614433565b92505060408401356001600160401b038111156144fd575f5ffd5b61450986828701614433565b9150509250925092565b5f5f60408385031215614524575f5ffd5b823561452f8161441c565b915060208301356001600160401b03811115614549575f5ffd5b61455585828601614433565b9150509250929050565b5f60608284031215613735575f5ffd5b5f5f5f60608486031215614581575f5ffd5b833561458c8161441c565b925060208401356001600160401b038111156145a6575f5ffd5b6145b286828701614433565b92505060408401356001600160401b038111156145cd575f5ffd5b6145098682870161455f565b5f5f5f5f606085870312156145ec575f5ffd5b84356145f78161441c565b935060208501356001600160401b03811115614611575f5ffd5b61461d87828801614433565b93505060408501356001600160401b03811115614638575f5ffd5b8501601f81018713614648575f5ffd5b80356001600160401b0381111561465d575f5ffd5b87602082840101111561466e575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215614691575f5ffd5b853561469c8161441c565b945060208601356001600160401b038111156146b6575f5ffd5b6146c288828901614433565b94505060408601356001600160401b038111156146dd575f5ffd5b6146e98882890161455f565b935050610320605f19820112156146fe575f5ffd5b509295919450926060019150565b6001600160401b0381168114614430575f5ffd5b5f5f5f5f60808587031215614733575f5ffd5b843561473e8161441c565b935060208501356001600160401b03811115614758575f5ffd5b61476487828801614433565b93505060408501356001600160401b0381111561477f575f5ffd5b61478b87828801614433565b925050606085013561479c8161470c565b939692955090935050565b5f60c08284031215613735575f5ffd5b5f5f5f5f608085870312156147ca575f5ffd5b84356147d58161441c565b935060208501356001600160401b038111156147ef575f5ffd5b6147fb878288016147a7565b93505060408501356001600160401b03811115614816575f5ffd5b614822878288016147a7565b949793965093946060013593505050565b5f5f5f5f60808587031215614846575f5ffd5b84356148518161441c565b935060208501356001600160401b0381111561486b575f5ffd5b61487787828801614433565b93505060408501356001600160401b03811115614892575f5ffd5b61489e87828801614433565b92505060608501356001600160401b038111156148b9575f5ffd5b6148c58782880161455f565b91505092959194509250565b5f602082840312156148e1575f5ffd5b81356111c88161441c565b5f602082840312156148fc575f5ffd5b5051919050565b5f60208284031215614913575f5ffd5b81356111c88161470c565b5f8235607e19833603018112614932575f5ffd5b9190910192915050565b5f5f8335601e19843603018112614951575f5ffd5b8301803591506001600160401b0382111561496a575f5ffd5b60200191503681900382131561143e575f5ffd5b5f6020828403121561498e575f5ffd5b813563ffffffff811681146111c8575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b038181168382160190811115611104576111046149a1565b63ffffffff8281168282160390811115611104576111046149a1565b80820180821115611104576111046149a1565b818382375f9101908152919050565b5f5f8335601e19843603018112614a27575f5ffd5b8301803591506001600160401b03821115614a40575f5ffd5b6020019150600581901b360382131561143e575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c8310614a8b57634e487b7160e01b5f52602160045260245ffd5b91905290565b634e487b7160e01b5f52604160045260245ffd5b604051601f8201601f191681016001600160401b0381118282101715614acd57614acd614a91565b604052919050565b5f6060828403128015614ae6575f5ffd5b50604051606081016001600160401b0381118282101715614b0957614b09614a91565b604052825181526020830151614b1e8161470c565b60208201526040830151614b318161470c565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f85851115614b5f575f5ffd5b83861115614b6b575f5ffd5b5050820193919092039150565b80356020831015611104575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156115f5576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156115f5576001600160e01b031960049490940360031b84901b1690921692915050565b8082028115828204841417611104576111046149a1565b80356bffffffffffffffffffffffff1981169060148410156115f5576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614c8457614c84614c58565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614cb0575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614cd857614cd8614c58565b500490565b5f82614ceb57614ceb614c58565b500690565b82815260c0810160208201835f5b6005811015614d1d578151835260209283019290910190600101614cfe565b5050509392505050565b82815260a0810160208201835f5b6004811015614d1d578151835260209283019290910190600101614d35565b5f8235605e19833603018112614932575f5ffd5b5f6080828403128015614d79575f5ffd5b50604051608081016001600160401b0381118282101715614d9c57614d9c614a91565b604052823581526020830135614db18161470c565b6020820152604083810135908201526060830135614dce8161470c565b60608201529392505050565b5f60208284031215614dea575f5ffd5b815180151581146111c8575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b81810381811115611104576111046149a1565b5f60018201614e4857614e486149a1565b5060010190565b5f5f60408385031215614e60575f5ffd5b8251614e6b8161470c565b6020840151909250614e7c8161470c565b809150509250929050565b6001600160401b038281168282160390811115611104576111046149a1565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b5f82601f830112614f46575f5ffd5b81516001600160401b03811115614f5f57614f5f614a91565b614f72601f8201601f1916602001614aa5565b818152846020838601011115614f86575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b8051614fad8161441c565b919050565b5f82601f830112614fc1575f5ffd5b81516001600160401b03811115614fda57614fda614a91565b8060051b614fea60208201614aa5565b91825260208185018101929081019086841115615005575f5ffd5b6020860192505b838310156122e457825182526020928301929091019061500c565b5f5f5f5f5f5f5f60e0888a03121561503d575f5ffd5b87516001600160f81b031981168114615054575f5ffd5b60208901519097506001600160401b0381111561506f575f5ffd5b61507b8a828b01614f37565b96505060408801516001600160401b03811115615096575f5ffd5b6150a28a828b01614f37565b60608a015190965094506150ba905060808901614fa2565b60a089015160c08a015191945092506001600160401b038111156150dc575f5ffd5b6150e88a828b01614fb2565b91505092959891949750929550565b80356001600160d81b031981169060058410156115f5576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156115f5576001600160e81b0319600394850390941b84901b1690921692915050565b60ff8281168282160390811115611104576111046149a156fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
