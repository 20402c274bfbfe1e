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
  "0x60e060405234801561000f575f5ffd5b50604051614f60380380614f6083398101604081905261002e916100b8565b6001600160a01b03808416608052821660a05261004a8161005f565b6001600160a01b031660c052506100f8915050565b5f816001600160a01b03163b5f0361009957604051631826ee5360e21b81526001600160a01b038316600482015260240160405180910390fd5b5090565b80516001600160a01b03811681146100b3575f5ffd5b919050565b5f5f5f606084860312156100ca575f5ffd5b6100d38461009d565b92506100e16020850161009d565b91506100ef6040850161009d565b90509250925092565b60805160a05160c051614dab6101b55f395f8181610906015261094d01525f8181610d7901528181611352015261268b01525f81816101bf01528181610220015281816102b201528181610399015281816103ca0152818161050a0152818161070d015281816107950152818161081601528181610884015281816108b501528181610a9d01528181610df801528181610e77015281816119340152818161225201528181612312015281816123fb015261245a0152614dab5ff3fe608060405234801561000f575f5ffd5b50600436106100cf575f3560e01c8063551f81011161007d5780639c1821a6116100585780639c1821a614610180578063a50bd05914610193578063b8e940c0146101a6575f5ffd5b8063551f8101146101475780636ed446721461015a5780638b4d04531461016d575f5ffd5b80633859d795116100ad5780633859d7951461010e5780633987b0671461012157806340973b9e14610134575f5ffd5b8063175fcdb9146100d357806319b0228a146100e857806326608365146100fb575b5f5ffd5b6100e66100e136600461424f565b6101b9565b005b6100e66100f63660046142a9565b610351565b6100e66101093660046142a9565b610392565b6100e661011c36600461431b565b610504565b6100e661012f3660046142a9565b6106ca565b6100e6610142366004614375565b610707565b6100e66101553660046143dd565b61078f565b6100e661016836600461447e565b61087c565b6100e661017b366004614523565b6109bd565b6100e661018e3660046145b8565b610a4c565b6100e66101a1366004614632565b610b67565b6100e66101b43660046142a9565b610bac565b5f6101e57f00000000000000000000000000000000000000000000000000000000000000008585610c72565b509091505f905061021b833561020160408601602087016146ce565b61021160608701604088016146ce565b8660600135610cc5565b90505f7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa15801561027a573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061029e91906146e7565b84351480156102ed57506001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000166102e260408601602087016146ce565b6001600160a01b0316145b801561031957506001600160a01b03861661030e60608601604087016146ce565b6001600160a01b0316145b9050610335835f01518314801561032e575081155b6005610d17565b610349866005855f01518660400151610d44565b505050505050565b5f5f61035e858585610dda565b92505091506103776103708383610ec5565b6009610d17565b61038b856009835f01518460200151610d44565b5050505050565b5f5f6103bf7f00000000000000000000000000000000000000000000000000000000000000008686610c72565b50915091505f6103f07f00000000000000000000000000000000000000000000000000000000000000008786610c72565b505060808101519091505f906001600160401b031661041560408801602089016146fe565b6001600160401b03161480156104335750610431848484610fe9565b155b90505f61044660408701602088016146fe565b6001600160401b031661045f6040890160208a016146fe565b6001600160401b031614158015610477575082518551145b801561049c575082602001516001600160401b031685602001516001600160401b0316145b90506104b182806104aa5750815b6003610d17565b6104fa886003855f01518480156104e1575086604001516001600160401b031689604001516001600160401b0316105b6104ef578660400151610d44565b88604001515b610d44565b5050505050505050565b5f6105397f0000000000000000000000000000000000000000000000000000000000000000846105348580614719565b6110ae565b91505f90508061055f61054c8580614719565b61055a906040810190614737565b611171565b915091508161058e5761038b8560046105788780614719565b6105899060408101906020016146fe565b611324565b5f6001600160401b03801682608001516001600160401b0316141580156105e557506105ba8580614719565b6105cb9060408101906020016146fe565b6001600160401b031682608001516001600160401b031610155b90505f61060483610140015186604001516001600160401b03166113b8565b9050818061060f5750805b1561063157610628876004855f01518660400151610d44565b50505050505050565b5f61063c84886113e4565b90505f8061065561065060408b018b614737565b6114db565b915091505f82801561067d575061067d8761067660408d0160208e01614779565b868561178b565b905061068b81156004610d17565b6106bd8b6004895f01518d60200160208101906106a89190614779565b63ffffffff168b604001516104f591906147b0565b5050505050505050505050565b5f5f5f6106d8868686610dda565b9250925092506106f36106ec848484611850565b6002610d17565b610349866002835f01518460200151610d44565b5f6107337f000000000000000000000000000000000000000000000000000000000000000085856118c9565b509150505f61074c82610747878587611908565b611960565b905061077b81158061077457506107728361076d60408701602088016146fe565b611a03565b155b600a610d17565b61038b85600a845f01518560200151610d44565b5f6107bb7f000000000000000000000000000000000000000000000000000000000000000086866118c9565b5060e08101519092505f915060ff16610810578160c0015184846040516107e39291906147cf565b6040518091039020148015610809575061080782606001518360a001518686611a33565b155b905061085d565b5f6108477f00000000000000000000000000000000000000000000000000000000000000006108428560600151611ab7565b611b19565b90506108598360600151828787611a33565b9150505b610868816007610d17565b610349866007845f01518560200151610d44565b5f5f5f6108aa7f000000000000000000000000000000000000000000000000000000000000000088886118c9565b9250925092506108dc7f0000000000000000000000000000000000000000000000000000000000000000888488611b46565b505f6108e88680614737565b6040516108f69291906147cf565b604051809103902090505f61093d7f00000000000000000000000000000000000000000000000000000000000000008585858b806040019061093891906147de565b611c5d565b6101208601519091505f906109827f000000000000000000000000000000000000000000000000000000000000000061097c60408d0160208e01614779565b8a6120d6565b14905061099d818015610996575087358314155b6008610d17565b6109b18a6008875f01518860200151610d44565b50505050505050505050565b5f5f6109c98686612220565b915091505f5f6109d98887612220565b90925090506001600160401b038481169083161483821414610a0a57610a018860015f611324565b50505050610a46565b610a178886898787612354565b610a248886888585612354565b610a3a8660400135886040013514156001610d17565b6104fa88600187611324565b50505050565b5f610a5785856123bf565b90505f610a6486856123bf565b90505f610a746080870187614737565b1580159150610a905750610a8b6080860186614737565b151590505b90508015610ac757610ac77f000000000000000000000000000000000000000000000000000000000000000088855f015187612517565b815183515f91148015610af3575082602001516001600160401b031684602001516001600160401b0316145b90505f83604001518560400151148015610b26575083606001516001600160401b031685606001516001600160401b0316145b90505f610b378660600151426113b8565b9050610b54838015610b4e5750821580610b4e5750815b5f610d17565b6109b18a5f885f01518960200151610d44565b5f5f610b74868686610dda565b9250509150610b98610b918383610b8c8a8689611908565b6125b3565b600b610d17565b61034986600b835f01518460200151610d44565b5f5f610bb9858585610dda565b92505091505f815f0151835f0151148015610bee575081602001516001600160401b031683602001516001600160401b031614155b8015610c13575081606001516001600160a01b031683606001516001600160a01b0316145b8015610c26575081608001518360800151145b9050610c33816006610d17565b610349866006855f015185602001516001600160401b031687602001516001600160401b031611610c68578560200151610d44565b8660200151610d44565b610c7a6140dc565b604080516060810182525f80825260208201819052918101829052610ca08686866110ae565b9092509050610cba610cb56040860186614737565b61262f565b925093509350939050565b60408051602081018690526001600160a01b03808616928201929092529083166060820152608081018290525f9060a0015b604051602081830303815290604052805190602001209050949350505050565b81610d4057806040516337e19b7160e11b8152600401610d379190614837565b60405180910390fd5b5050565b6040516314eccf9960e01b81526001600160a01b038581166004830152602482018490526001600160401b03831660448301527f000000000000000000000000000000000000000000000000000000000000000016906314eccf99906064015f604051808303815f87803b158015610dba575f5ffd5b505af1158015610dcc573d5f5f3e3d5ffd5b50505050610a468484612664565b610de2614155565b5f610deb614155565b610df36140dc565b610e1e7f000000000000000000000000000000000000000000000000000000000000000088886118c9565b90955093509050610e2f8580614719565b610e409060408101906020016146fe565b6001600160401b0316610e538780614719565b610e649060408101906020016146fe565b6001600160401b031614610eac57610ea67f000000000000000000000000000000000000000000000000000000000000000088610ea18880614719565b610c72565b50909150505b610eb68186612756565b50809250505093509350939050565b6101408101515f9060ff161580610ede57508151835114155b80610f03575081602001516001600160401b031683602001516001600160401b031610155b15610f0f57505f610fe3565b5f610f1a84846127b9565b90508261018001516001600160401b031684602001516001600160401b031614610f8557808015610f7d57506101808301516001600160401b039081161480610f7d575083602001516001600160401b03168361018001516001600160401b0316105b915050610fe3565b80610f94576001915050610fe3565b600260ff1683610140015160ff1603610fcf57836101a001516001600160a01b0316836101a001516001600160a01b03161415915050610fe3565b610fde846101a00151846127ea565b159150505b92915050565b825181515f91148015611020575060208401516110079060016147b0565b6001600160401b031682602001516001600160401b0316145b801561105a5750836060015163ffffffff16846040015161104191906147b0565b6001600160401b031682604001516001600160401b0316145b80156110695750828260a00151145b801561107c57508360e001518260c00151145b80156110a457508361014001516001600160401b03168261014001516001600160401b031610155b90505b9392505050565b604080516060810182525f808252602082018190529181018290526001600160a01b038516635cfa0e30856110e660208701876146fe565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa158015611136573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061115a919061485d565b905061116781858561285a565b9150935093915050565b5f61117a6140dc565b60e5831415806111b15750600160f91b84845f8161119a5761119a6148d1565b9050013560f81c60f81b6001600160f81b03191614155b156111be575f915061131d565b6111cc6021600185876148e5565b6111d59161490c565b81526111e56029602185876148e5565b6111ee91614929565b60c01c60208201526112046031602985876148e5565b61120d91614929565b60c01c60408201526112236035603185876148e5565b61122c9161495f565b60e01c6060820152611242603d603585876148e5565b61124b91614929565b60c01c6080820152611261605d603d85876148e5565b61126a9161490c565b60a082015261127d607d605d85876148e5565b6112869161490c565b60c0820152611299609d607d85876148e5565b6112a29161490c565b60e08201526112b560bd609d85876148e5565b6112be9161490c565b6101008201526112d260dd60bd85876148e5565b6112db9161490c565b6101208201526112ef60e560dd85876148e5565b6112f891614929565b60c01c61014082015261130a81612900565b801561131a575061131a81612a01565b91505b9250929050565b6040516364555bc560e01b81526001600160a01b0384811660048301526001600160401b03831660248301527f000000000000000000000000000000000000000000000000000000000000000016906364555bc5906044015f604051808303815f87803b158015611393575f5ffd5b505af11580156113a5573d5f5f3e3d5ffd5b505050506113b38383612664565b505050565b5f6113c5610e1083614995565b6113d1906103e86149a8565b836001600160401b031611905092915050565b5f61142e6113f56040840184614737565b8080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612a8c92505050565b90505f61146b826114456040860160208701614779565b63ffffffff16866060015163ffffffff1686806060019061146691906147de565b612aba565b905083610100015181146114d4576114838380614719565b6114949060408101906020016146fe565b6114a46040850160208601614779565b604051637d5db67d60e11b81526001600160401b03909216600483015263ffffffff166024820152604401610d37565b5092915050565b5f6114e4614155565b61010b8314158061151c5750600160f81b84845f81611505576115056148d1565b9050013560f81c60f81b6001600160f81b03191614155b15611529575f915061131d565b6115376021600185876148e5565b6115409161490c565b81526115506029602185876148e5565b61155991614929565b60c01c602082015261156f6049602985876148e5565b6115789161490c565b604082015261158b605d604985876148e5565b611594916149bf565b606090811c908201526115ab607d605d85876148e5565b6115b49161490c565b60808201526115c7609d607d85876148e5565b6115d09161490c565b60a08201526115e360bd609d85876148e5565b6115ec9161490c565b60c0820152838360bd818110611604576116046148d1565b919091013560f81c60e08301525061162060c660be85876148e5565b61162991614929565b60c01c61010082015261164060ce60c685876148e5565b61164991614929565b60c01c610120820152838360ce818110611665576116656148d1565b919091013560f81c6101408301525061168260ef60cf85876148e5565b61168b9161490c565b61016082015261169f60f760ef85876148e5565b6116a891614929565b60c01c6101808201526116c061010b60f785876148e5565b6116c9916149bf565b60601c6101a08201526020810151661fffffffffffff6001600160401b03909116118015906117035750600160ff168160e0015160ff1611155b8015611727575061010081015160e082015160ff16156001600160401b0390911615145b80156117515750661fffffffffffff6001600160401b03168161010001516001600160401b031611155b801561177b5750661fffffffffffff6001600160401b03168161012001516001600160401b031611155b801561131a575061131a81612b76565b835181515f911480156117c857508363ffffffff1685604001516117af91906147b0565b6001600160401b031682602001516001600160401b0316145b80156117f057508461014001516001600160401b03168261012001516001600160401b031611155b8015611812575063ffffffff841615158061181257508460c001518260400151145b801561184757506001856060015161182a91906149ff565b63ffffffff168463ffffffff1614158061184757508460e0015183145b95945050505050565b825181515f918291148015611889575060208501516118709060016147b0565b6001600160401b031683602001516001600160401b0316145b9050808015611847575083836040015114158061184757508461012001516001600160401b03168361012001516001600160401b03161095945050505050565b6118d16140dc565b6118d9614155565b5f6118e98686610ea18780614719565b509093506118f990508385612756565b93979096509294509192505050565b604080516080810182525f8082526020820181905291810182905260608101919091526110a48261195b7f0000000000000000000000000000000000000000000000000000000000000000878787611b46565b612c51565b5f816020015160ff1683610140015160ff161415806119855750815161016084015114155b1561199157505f610fe3565b8160400151156119c05781606001516001600160a01b0316836101a001516001600160a01b0316149050610fe3565b61014083015160ff1660011415806119e757506101808301516001600160401b0390811614155b806110a7575050506101a001516001600160a01b039081161490565b5f816001600160401b03166103e8846101200151611a219190614a2f565b6001600160401b031611159392505050565b5f5f5f611a758686868080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250612e9392505050565b5090925090505f816003811115611a8e57611a8e614823565b148015611aac5750866001600160a01b0316826001600160a01b0316145b979650505050505050565b5f7e0e553cb0f1c76710a3df90325ebfbd43359b2649d3b806d3bc12bbc94e224082604051602001611afc9291909182526001600160a01b0316602082015260400190565b604051602081830303815290604052805190602001209050919050565b5f6110a7611b2684612edc565b8360405161190160f01b8152600281019290925260228201526042902090565b611b6d60405180608001604052805f81526020015f81526020015f81526020015f81525090565b611b7f611b7a8380614737565b612f29565b6020810151909150611b9460408401846147de565b905014611bd057611ba860408301836147de565b6020830151604051631f37c23760e31b8152610d379350600401918252602082015260400190565b5f611bdb8380614737565b604051611be99291906147cf565b6040518091039020838060400190611c0191906147de565b604051602001611c1393929190614a5c565b60408051601f1981840301815291905280516020909101209050611c54868686611c3d8780614737565b87611c4e60408b0160208c016146fe565b88613198565b50949350505050565b5f5f5f611c6a85856132b8565b915091505f600882901b60055f516020614d8b5f395f51905f528b60800151611c939190614a8d565b611c9e911b87614995565b611ca89190614995565b90505f8a6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6e746578740000000000000000000000000060681c72ffffffffffffffffffffffffffffffffffffff166040518060a001604052808e606001516001600160a01b031681526020015f516020614d8b5f395f51905f528f60800151611d2e9190614aa0565b8152602081018790526101208f01516001600160401b03166040820152606001611d655f516020614d8b5f395f51905f528f614aa0565b8152506040518363ffffffff1660e01b8152600401611d85929190614ab3565b602060405180830381865afa158015611da0573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611dc491906146e7565b9050611dce6141c8565b5f5b6004811015611f51575f611de58260046149a8565b611df0906002614995565b90508d6001600160a01b0316634d5ccbf37f616e63686f726c6f672f312f67726f757000000000000000000000000000000060781c70ffffffffffffffffffffffffffffffffff1660405180608001604052808b8660128110611e5557611e556148d1565b602002015181526020018b866001611e6d9190614995565b60128110611e7d57611e7d6148d1565b602002015181526020018b866002611e959190614995565b60128110611ea557611ea56148d1565b602002015181526020018b866003611ebd9190614995565b60128110611ecd57611ecd6148d1565b60200201518152506040518363ffffffff1660e01b8152600401611ef2929190614aea565b602060405180830381865afa158015611f0d573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611f3191906146e7565b838360048110611f4357611f436148d1565b602002015250600101611dd0565b50604051634d5ccbf360e01b81525f906001600160a01b038e1690634d5ccbf390611f92906f616e63686f726c6f672f312f72657374908690600401614aea565b602060405180830381865afa158015611fad573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611fd191906146e7565b90508c6001600160a01b031663ffac28547f616e63686f726c6f672f312f636f6d6d69746d656e740000000000000000000060501c75ffffffffffffffffffffffffffffffffffffffffffff166040518060a001604052808781526020015f516020614d8b5f395f51905f528f5f1c61204a9190614aa0565b81528a5160208201526040018a600160200201518152602001858152506040518363ffffffff1660e01b8152600401612084929190614ab3565b602060405180830381865afa15801561209f573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906120c391906146e7565b96505050505050505b9695505050505050565b80356120e06141c8565b5f5b6008811015612217575f6120f78260026149a8565b63ffffffff8716901c60031690505f5b60038110156121765760208601816121208560036149a8565b61212a9190614995565b6018811061213a5761213a6148d1565b60200201358483831061215757612152836001614995565b612159565b825b60048110612169576121696148d1565b6020020152600101612107565b508383826004811061218a5761218a6148d1565b6020020152604051634d5ccbf360e01b81526001600160a01b03881690634d5ccbf3906121cd906f616e63686f726c6f672f312f6e6f6465908790600401614aea565b602060405180830381865afa1580156121e8573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061220c91906146e7565b9350506001016120e2565b50509392505050565b5f80366122306020850185614b17565b905061223f6040820182614737565b90505f0361230d575f6001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016635cfa0e308761228560208901896146fe565b6040516001600160e01b031960e085901b1681526001600160a01b0390921660048301526001600160401b03166024820152604401606060405180830381865afa1580156122d5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906122f9919061485d565b60208101519051909450925061131d915050565b6123387f0000000000000000000000000000000000000000000000000000000000000000868361336a565b61234560208201826146fe565b92506020013590509250929050565b5f61236c6040850135868561146660608901896147de565b9050818114610349578561238360208601866146fe565b60405163293e07ed60e01b81526001600160a01b0390921660048301526001600160401b03908116602483015286166044820152606401610d37565b604080516080810182525f8082526020820181905291810182905260608101919091526123ef6080830183614737565b1590506124445761242e7f000000000000000000000000000000000000000000000000000000000000000084846124296080820182614737565b613412565b61243d36839003830183614b2b565b9050610fe3565b3661245260a0840184614719565b90505f6124847f000000000000000000000000000000000000000000000000000000000000000086610ea18580614719565b505090505f61249382846113e4565b90505f6124a66106506040860186614737565b9150506040518060800160405280845f015181526020018560200160208101906124d09190614779565b63ffffffff1685604001516124e591906147b0565b6001600160401b031681526020018381526020018261012001516001600160401b031681525094505050505092915050565b612582846001600160a01b031663cd0d00966040518163ffffffff1660e01b8152600401602060405180830381865afa158015612556573d5f5f3e3d5ffd5b505050506040513d601f19601f8201168201806040525081019061257a91906146e7565b858584610cc5565b8214610a46576040516302c5252160e61b81526001600160a01b038416600482015260248101839052604401610d37565b6101408201515f9060ff1660011415806125ce575081604001515b806125f4575083602001516001600160401b03168361018001516001600160401b031614155b1561260057505f6110a7565b61260a84846127b9565b80156110a4575050506101a0918201519101516001600160a01b039081169116141590565b6126376140dc565b5f6126428484611171565b92509050806114d457604051635d6786e360e01b815260040160405180910390fd5b604051637aeccce960e01b81526001600160a01b0383811660048301523360248301525f917f000000000000000000000000000000000000000000000000000000000000000090911690637aeccce9906044016020604051808303815f875af11580156126d3573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906126f79190614ba9565b90503382600b81111561270c5761270c614823565b846001600160a01b03167ff0e581dc99641466448e2387e07e582a540432432f811db773c681cad1492b5184604051612749911515815260200190565b60405180910390a4505050565b61275e614155565b5f61276984846113e4565b905061278061277b6040850185614737565b613567565b915061279d846127966040860160208701614779565b838561178b565b61131d57604051620f67ed60e11b815260040160405180910390fd5b805182515f911480156127d4575061014083015160ff166001145b80156110a7575050610160908101519101511490565b5f73fffffffffffffffffffffffffffffffffffffffe196001600160a01b0384160161281857506001610fe3565b6001600160a01b038316158015906128455750826001600160a01b031682606001516001600160a01b0316145b80156110a757505060e0015160ff1615919050565b5f61286b6113f56040840184614737565b90505f6128948261288260408601602087016146fe565b602088015161146660608801886147de565b855190915081146128f857836128ad60208501856146fe565b6128bd60408601602087016146fe565b60405163293e07ed60e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610d37565b509392505050565b5f661fffffffffffff6001600160401b031682602001516001600160401b03161115801561294b5750661fffffffffffff6001600160401b031682604001516001600160401b031611155b80156129605750606082015163ffffffff1615155b801561297f57506201000063ffffffff16826060015163ffffffff1611155b80156129bf5750661fffffffffffff6001600160401b031682608001516001600160401b03161115806129bf575060808201516001600160401b03908116145b80156129dc57506101208201515f516020614d8b5f395f51905f52115b8015610fe35750506101400151661fffffffffffff6001600160401b03909116111590565b5f81602001516001600160401b03165f14612a425760808201516001600160401b0390811614801590610fe3575050604001516001600160401b0316151590565b60808201516001600160401b03908116148015612a6a575060408201516001600160401b0316155b8015612a78575060a0820151155b8015610fe3575050805160c0909101511490565b5f610fe35f60f81b83604051602001612aa6929190614bc8565b60405160208183030381529060405261359b565b5f836001600160401b0316856001600160401b031610612b00576040516316bf5ffb60e21b81526001600160401b03808716600483015285166024820152604401610d37565b5f5f612b0c87876135d9565b9092509050612b1b8183614995565b8414612b4e5783612b2c8284614995565b604051630602a2fd60e51b815260048101929092526024820152604401610d37565b612b695f896001600160401b038a165f19861b178888613617565b9998505050505050505050565b6101408101515f9060ff16612bbe57610160820151158015612ba457506101808201516001600160401b0316155b8015610fe35750506101a001516001600160a01b03161590565b6001600160401b0380168261018001516001600160401b031603612c165761014082015160ff1660011480610fe3575061014082015160ff166002148015610fe35750506101a001516001600160a01b039081161490565b600260ff1682610140015160ff1611158015610fe3575081602001516001600160401b03168261018001516001600160401b03161092915050565b604080516080810182525f808252602082018190529181018290526060810191909152365f612c808580614737565b915091505f8282604051612c959291906147cf565b604051809103902090507f4a7e3e1281a6abff07e627cf938b1a1a30a9a6a8aff5d844117d0c32cc0588a88103612cce57505050610fe3565b7f923bff0062402b9d0e495a587b62e8469ba1ad35bbbf70856896ec1457b5ec528103612d33576002612d0460408801886147de565b5f818110612d1457612d146148d1565b6020908102929092013587525060ff9091169085015250610fe3915050565b6001602085015284515f9084908490612d4e90600890614995565b6040890151612d5f939092906148e5565b604051612d6d9291906147cf565b6040518091039020905080878060400190612d8891906147de565b5f818110612d9857612d986148d1565b90506020020135604051602001612db9929190918252602082015260400190565b60408051601f1981840301815291905280516020918201208652860151600103612de65750505050610fe3565b7f4001fa6cf6f0776d02fd900c2f43c33b32ae48c3f3ba755e80cf1fa5766d84b8848488604001516001612e1a9190614995565b60608a0151612e2b939092906148e5565b604051612e399291906147cf565b60408051918290039091209190911490860181905215612e8957612e6060408801886147de565b6001818110612e7157612e716148d1565b60200291909101356001600160a01b03166060870152505b5050505092915050565b5f5f5f8351604103612eca576020840151604085015160608601515f1a612ebc888285856136c7565b955095509550505050612ed5565b505081515f91506002905b9250925092565b5f610fe37fd3ffd6b417ad82ea7f2de2f186826b6bfe4b60e7df11e2c2ebb375ec5d2183d77fc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6468561378f565b612f5060405180608001604052805f81526020015f81526020015f81526020015f81525090565b82825f612f5e8383836137e6565b9050600781111580612f7a57506020612f78600783614bf3565b115b80612fa65750612fa483835f818110612f9557612f956148d1565b9050013560f81c60f81b613870565b155b15612fc657604051637c08de9f60e11b81525f6004820152602401610d37565b5f612fd2600783614bf3565b90507f22523b3cc73e821fe1491dbc321867f0da50f3e323db911c26c22f549257a4be613001838386886148e5565b60405161300f9291906147cf565b60405180910390201461303857604051637c08de9f60e11b815260048101829052602401610d37565b8085525f6130446141e6565b600560fb1b5b8486148061308757506001600160f81b03198116878787818110613070576130706148d1565b9050013560f81c60f81b6001600160f81b03191614155b156130a857604051637c08de9f60e11b815260048101869052602401610d37565b601083036130cc57604051637c08de9f60e11b815260048101869052602401610d37565b6130e387876130dc886001614995565b85876138a2565b9450825f036130f85760408801859052613108565b8260010361310857606088018590525b61311183614c06565b9250858510801561314a575086868681811061312f5761312f6148d1565b9050013560f81c60f81b6001600160f81b031916602960f81b145b6131595750600b60fa1b61304a565b85613165866001614995565b1461318657604051637c08de9f60e11b815260048101869052602401610d37565b50506020860152509295945050505050565b5f6131a78686865f0151613a42565b87516060808a01516080808c01516040805160208101889052908101959095526001600160a01b0390921692840192909252908201526001600160401b03851660a082015260c081018490529091505f9060e00160408051601f198184030181529082905280516020909101206327063ca560e11b82526001600160a01b038b811660048401529092505f91613282918d1690634e0c794a90602401602060405180830381865afa15801561325e573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611b2691906146e7565b90508860a0015181146106bd5760a0890151604051632c97d7bb60e21b8152600481019190915260248101829052604401610d37565b6132c0614205565b5f805b83811015613362575f516020614d8b5f395f51905f528585838181106132eb576132eb6148d1565b905060200201355f1c6132fe9190614aa0565b838260128110613310576133106148d1565b60200201526133208160036149a8565b5f516020614d8b5f395f51905f52868684818110613340576133406148d1565b905060200201355f1c6133539190614a8d565b901b91909117906001016132c3565b509250929050565b5f6133f68361337c60208501856146fe565b8460200135604080517f8b242da172d163541d9f6bf8ab1551ac7266508eb8af8c2e678762f224878b8060208201526001600160a01b038516918101919091526001600160401b0383166060820152608081018290525f9060a0016040516020818303038152906040528051906020012090509392505050565b905061038b848460018461340d6040880188614737565b613a91565b5f613442843561342860408701602088016146fe565b604087013561343d6080890160608a016146fe565b613b90565b90505f61345487876002858888613a91565b604051631269b4a360e01b81526001600160a01b0388811660048301526002602483015280831660448301529192505f91891690631269b4a3906064016040805180830381865afa1580156134ab573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906134cf9190614c1e565b9150506001600160401b0381161580159061351557506134fa6001600160401b0382166103e86149a8565b61350a60808801606089016146fe565b6001600160401b0316115b156104fa57818161352c6080890160608a016146fe565b60405163dad815b960e01b81526001600160a01b0390931660048401526001600160401b039182166024840152166044820152606401610d37565b61356f614155565b5f61357a84846114db565b92509050806114d457604051620f67ed60e11b815260040160405180910390fd5b5f5f60205f84516020860160025afa60203d141690505f519150806135d35760405163c176b3c560e01b815260040160405180910390fd5b50919050565b5f806135f06135e9600185614c56565b8518613be8565b91506001600160401b03808516831c165b8015613362576001909101905f19810116613601565b60405184908190600190818153858560051b81015b8082101561369b576001891660051b8581600186010152823581602186010352508360205f60418660025afa60203d14161693505f5194508a89161561368a578560218401528360205f60418660025afa60203d14161693505f5195505b8860011c985060208201915061362c565b505050806136bc5760405163c176b3c560e01b815260040160405180910390fd5b509550959350505050565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a084111561370057505f91506003905082613785565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015613751573d5f5f3e3d5ffd5b5050604051601f1901519150506001600160a01b03811661377c57505f925060019150829050613785565b92505f91508190505b9450945094915050565b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f602082015290810185905260608101849052608081018390526001600160a01b03821660a08201525f9060c001610cf7565b805b828110801561385b5750613816848483818110613807576138076148d1565b9050013560f81c60f81b613c94565b806138315750613831848483818110612f9557612f956148d1565b8061385b575061385b84848381811061384c5761384c6148d1565b9050013560f81c60f81b613cc6565b156110a75761386981614c06565b90506137e8565b5f604160f81b6001600160f81b0319831610801590610fe35750602d60f91b6001600160f81b03198316111592915050565b5f6138ae8686866137e6565b90506138c46138bf8286888a6148e5565b613cf8565b6138e457604051637c08de9f60e11b815260048101859052602401610d37565b8085148061391b57508585828181106138ff576138ff6148d1565b9050013560f81c60f81b6001600160f81b031916600160fd1b14155b1561393c57604051637c08de9f60e11b815260048101829052602401610d37565b5f613948826001614995565b90506139558787836137e6565b91508082148061396e5750602061396c8284614bf3565b115b8061398b5750613989878783818110613807576138076148d1565b155b156139ac57604051637c08de9f60e11b815260048101829052602401610d37565b5f6139b98383898b6148e5565b6040516139c79291906147cf565b60405190819003902090505f5b84811015613a1d57818682601081106139ef576139ef6148d1565b602002015103613a1557604051637c08de9f60e11b815260048101849052602401610d37565b6001016139d4565b5080858560108110613a3157613a316148d1565b602002015250909695505050505050565b5f3681613a51848287896148e5565b91509150818183838989604051602001613a7096959493929190614c75565b60405160208183030381529060405280519060200120925050509392505050565b5f613ada613a9f8886611b19565b84848080601f0160208091040260200160405190810160405280939291908181526020018383808284375f92019190915250613f4592505050565b60405163206c62cb60e21b81526001600160a01b03888116600483015260ff881660248301528083166044830152919250908816906381b18b2c90606401602060405180830381865afa158015613b33573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190613b579190614ba9565b6120cc5760405163c5d7cab160e01b81526001600160a01b03808816600483015260ff8716602483015282166044820152606401610d37565b604080517fa7b7da4c184aa6e50eee458860406b06963d7341b3b14b83a8a26d1d6ade29aa60208201529081018590526001600160401b03808516606083015260808201849052821660a08201525f9060c001610cf7565b5f6001600160401b03821615613c8d57613c7d826001600160401b03165f60076fffffffffffffffffffffffffffffffff8311901b905060066001600160401b0383831c11901b17600563ffffffff83831c11901b17600461ffff83831c11901b17600360ff83831c11901b176002600f83831c116d010102020202030303030303030360801b911b9190911791821c1a1790565b613c88906001614995565b610fe3565b5f92915050565b5f606160f81b6001600160f81b0319831610801590610fe35750603d60f91b6001600160f81b03198316111592915050565b5f600360fc1b6001600160f81b0319831610801590610fe35750603960f81b6001600160f81b03198316111592915050565b5f5f8383604051613d0a9291906147cf565b604051809103902090507fc1053bdab4a5cf55238b667c39826bbb11a58be126010e7db397c1b67c24271b811480613d6157507f421683f821a0574472445355be6d2b769119e8515f8376a1d7878523dfdecf7b81145b15613d70576001915050610fe3565b7f97fc46276c172633607a331542609db1e3da793fca183d594ed5a61803a10792811480613dbd57507fb963e9b45d014edd60cff22ec9ad383335bbc3f827be2aee8e291972b0fadcf281145b15613dcc576001915050610fe3565b600583118015613e165750613de460055f85876148e5565b613ded91614d06565b7affffffffffffffffffffffffffffffffffffffffffffffffffffff191664627974657360d81b145b15613e4c575f613e31613e2c85600581896148e5565b613f6d565b90508015801590613e43575060208111155b92505050610fe3565b5f600484118015613e975750613e6560045f86886148e5565b613e6e9161495f565b7bffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916631d5a5b9d60e21b145b15613ea457506004613f05565b600384118015613eee5750613ebc60035f86886148e5565b613ec591614d3c565b7cffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1916621a5b9d60ea1b145b15613efb57506003613f05565b5f92505050610fe3565b5f613f15613e2c8684818a6148e5565b90508015801590613f2857506101008111155b80156120cc5750613f3a600882614aa0565b159695505050505050565b5f5f5f5f613f538686612e93565b925092509250613f638282614024565b5090949350505050565b5f6003821180613fa5575082825f818110613f8a57613f8a6148d1565b9050013560f81c60f81b6001600160f81b031916600360fc1b145b15613fb157505f610fe3565b5f5b828110156114d457613fd084848381811061384c5761384c6148d1565b613fdd575f915050610fe3565b6030848483818110613ff157613ff16148d1565b6140029392013560f81c9050614d71565b60ff1661401083600a6149a8565b61401a9190614995565b9150600101613fb3565b5f82600381111561403757614037614823565b03614040575050565b600182600381111561405457614054614823565b036140725760405163f645eedf60e01b815260040160405180910390fd5b600282600381111561408657614086614823565b036140a75760405163fce698f760e01b815260048101829052602401610d37565b60038260038111156140bb576140bb614823565b03610d40576040516335e2f38360e21b815260048101829052602401610d37565b6040518061016001604052805f81526020015f6001600160401b031681526020015f6001600160401b031681526020015f63ffffffff1681526020015f6001600160401b031681526020015f81526020015f81526020015f81526020015f81526020015f81526020015f6001600160401b031681525090565b604080516101c0810182525f80825260208201819052918101829052606081018290526080810182905260a0810182905260c0810182905260e08101829052610100810182905261012081018290526101408101829052610160810182905261018081018290526101a081019190915290565b60405180608001604052806004906020820280368337509192915050565b6040518061020001604052806010906020820280368337509192915050565b6040518061024001604052806012906020820280368337509192915050565b80356001600160a01b038116811461423a575f5ffd5b919050565b5f608082840312156135d3575f5ffd5b5f5f5f60c08486031215614261575f5ffd5b61426a84614224565b925060208401356001600160401b03811115614284575f5ffd5b6142908682870161423f565b9250506142a0856040860161423f565b90509250925092565b5f5f5f606084860312156142bb575f5ffd5b6142c484614224565b925060208401356001600160401b038111156142de575f5ffd5b6142ea8682870161423f565b92505060408401356001600160401b03811115614305575f5ffd5b6143118682870161423f565b9150509250925092565b5f5f6040838503121561432c575f5ffd5b61433583614224565b915060208301356001600160401b0381111561434f575f5ffd5b61435b8582860161423f565b9150509250929050565b5f606082840312156135d3575f5ffd5b5f5f5f60608486031215614387575f5ffd5b61439084614224565b925060208401356001600160401b038111156143aa575f5ffd5b6143b68682870161423f565b92505060408401356001600160401b038111156143d1575f5ffd5b61431186828701614365565b5f5f5f5f606085870312156143f0575f5ffd5b6143f985614224565b935060208501356001600160401b03811115614413575f5ffd5b61441f8782880161423f565b93505060408501356001600160401b0381111561443a575f5ffd5b8501601f8101871361444a575f5ffd5b80356001600160401b0381111561445f575f5ffd5b876020828401011115614470575f5ffd5b949793965060200194505050565b5f5f5f5f848603610380811215614493575f5ffd5b61449c86614224565b945060208601356001600160401b038111156144b6575f5ffd5b6144c28882890161423f565b94505060408601356001600160401b038111156144dd575f5ffd5b6144e988828901614365565b935050610320605f19820112156144fe575f5ffd5b509295919450926060019150565b6001600160401b0381168114614520575f5ffd5b50565b5f5f5f5f60808587031215614536575f5ffd5b61453f85614224565b935060208501356001600160401b03811115614559575f5ffd5b6145658782880161423f565b93505060408501356001600160401b03811115614580575f5ffd5b61458c8782880161423f565b925050606085013561459d8161450c565b939692955090935050565b5f60c082840312156135d3575f5ffd5b5f5f5f5f608085870312156145cb575f5ffd5b6145d485614224565b935060208501356001600160401b038111156145ee575f5ffd5b6145fa878288016145a8565b93505060408501356001600160401b03811115614615575f5ffd5b614621878288016145a8565b949793965093946060013593505050565b5f5f5f5f60808587031215614645575f5ffd5b61464e85614224565b935060208501356001600160401b03811115614668575f5ffd5b6146748782880161423f565b93505060408501356001600160401b0381111561468f575f5ffd5b61469b8782880161423f565b92505060608501356001600160401b038111156146b6575f5ffd5b6146c287828801614365565b91505092959194509250565b5f602082840312156146de575f5ffd5b6110a782614224565b5f602082840312156146f7575f5ffd5b5051919050565b5f6020828403121561470e575f5ffd5b81356110a78161450c565b5f8235607e1983360301811261472d575f5ffd5b9190910192915050565b5f5f8335601e1984360301811261474c575f5ffd5b8301803591506001600160401b03821115614765575f5ffd5b60200191503681900382131561131d575f5ffd5b5f60208284031215614789575f5ffd5b813563ffffffff811681146110a7575f5ffd5b634e487b7160e01b5f52601160045260245ffd5b6001600160401b038181168382160190811115610fe357610fe361479c565b818382375f9101908152919050565b5f5f8335601e198436030181126147f3575f5ffd5b8301803591506001600160401b0382111561480c575f5ffd5b6020019150600581901b360382131561131d575f5ffd5b634e487b7160e01b5f52602160045260245ffd5b60208101600c831061485757634e487b7160e01b5f52602160045260245ffd5b91905290565b5f606082840312801561486e575f5ffd5b50604051606081016001600160401b038111828210171561489d57634e487b7160e01b5f52604160045260245ffd5b6040528251815260208301516148b28161450c565b602082015260408301516148c58161450c565b60408201529392505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f858511156148f3575f5ffd5b838611156148ff575f5ffd5b5050820193919092039150565b80356020831015610fe3575f19602084900360031b1b1692915050565b80356001600160c01b031981169060088410156114d4576001600160c01b031960089490940360031b84901b1690921692915050565b80356001600160e01b031981169060048410156114d4576001600160e01b031960049490940360031b84901b1690921692915050565b80820180821115610fe357610fe361479c565b8082028115828204841417610fe357610fe361479c565b80356bffffffffffffffffffffffff1981169060148410156114d4576bffffffffffffffffffffffff1960149490940360031b84901b1690921692915050565b63ffffffff8281168282160390811115610fe357610fe361479c565b634e487b7160e01b5f52601260045260245ffd5b5f6001600160401b03831680614a4757614a47614a1b565b806001600160401b0384160491505092915050565b8381525f6001600160fb1b03831115614a73575f5ffd5b8260051b8085602085013791909101602001949350505050565b5f82614a9b57614a9b614a1b565b500490565b5f82614aae57614aae614a1b565b500690565b82815260c0810160208201835f5b6005811015614ae0578151835260209283019290910190600101614ac1565b5050509392505050565b82815260a0810160208201835f5b6004811015614ae0578151835260209283019290910190600101614af8565b5f8235605e1983360301811261472d575f5ffd5b5f6080828403128015614b3c575f5ffd5b50604051608081016001600160401b0381118282101715614b6b57634e487b7160e01b5f52604160045260245ffd5b604052823581526020830135614b808161450c565b6020820152604083810135908201526060830135614b9d8161450c565b60608201529392505050565b5f60208284031215614bb9575f5ffd5b815180151581146110a7575f5ffd5b6001600160f81b03198316815281515f908060208501600185015e5f92016001019182525092915050565b81810381811115610fe357610fe361479c565b5f60018201614c1757614c1761479c565b5060010190565b5f5f60408385031215614c2f575f5ffd5b8251614c3a8161450c565b6020840151909250614c4b8161450c565b809150509250929050565b6001600160401b038281168282160390811115610fe357610fe361479c565b858782375f8682017f2862797465733332206c6f672c61646472657373206163746f722c75696e743281527f3536206e6f6e63652c75696e74363420646561646c696e652c000000000000006020820152858760398301376f5061796c6f6164207061796c6f61642960801b603991870191820152838560498301375f930160490192835250909695505050505050565b80356001600160d81b031981169060058410156114d4576001600160d81b031960059490940360031b84901b1690921692915050565b80356001600160e81b031981169060038410156114d4576001600160e81b0319600394850390941b84901b1690921692915050565b60ff8281168282160390811115610fe357610fe361479c56fe30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
